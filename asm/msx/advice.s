; advice.s - what the machine would play, and another move than the last one

        .include "ui.inc"

        .global tip, other_move

        .section .ui, "ax"

; tip - show what the machine would play, and do not play it
;
; In      the position; level, style
; Out     a message
; Uses    everything
tip:    call    over
        jp      c,say

        ; A search as for a move of the machine. Its move stands behind the
        ; word.
        call    thinks
        call    think
        ld      de,.Ltip
        call    say
        ld      de,(play_from)
        call    print_move

        ; A search leaves its raw moves and its attack map behind.
        jp      replay

; other_move - take the last move back and play another one
;
; In      the game; level, style; restrict_count, not 0: the last move was
;         played by this routine, and the list is that of its search
; Out     the game; a message
; Uses    everything
;
; Called again it plays a third move, since the list of the root's moves loses
; each move that is taken back. If none is left, the last move stays.
other_move:
        ; At the first position there is none to take back.
        ld      hl,(now)
        ld      a,h
        or      l
        ret     z
        dec     hl
        ld      (now),hl

        ; The move and the count are kept, since replay loses both. A count of 0
        ; calls for a new list.
        ld      hl,(last_move)
        push    hl
        ld      a,(restrict_count)
        push    af
        call    replay                  ; restrict_count is 0 after it
        pop     af
        or      a
        call    z,.Llist
        pop     ix                      ; IXL = from, IXH = to

        ; A = moves in the list. HL reads and DE writes all of them but that
        ; one, which is there once. Both go on by half pages, 64 moves each.
        ld      b,a
        dec     a
        ld      (restrict_count),a
        jr      z,.Lnone

        ; C = 0 if from is the same; with to, Z says that the move is. An entry
        ; has an even address, so inc l stays in the half page; behind $FF, set
        ; 7 skips the lower half of the next page.
        ld      hl,pst + RESTRICTED_AT
        ld      d,h
        ld      e,l
.Lmove: ld      a,(hl)
        ld      (de),a
        inc     l
        inc     e
        xor     ixl
        ld      c,a
        ld      a,(hl)
        ld      (de),a
        inc     hl
        set     7,l
        xor     ixh
        or      c
        jr      z,.Lsame

        ; Another move stays in the list: DE is behind it. inc e, which dec e
        ; undoes, lets both cases end in one instruction.
        inc     de
        set     7,e
        inc     e
.Lsame: dec     e                       ; back to the move's place, or stay
        djnz    .Lmove

        ; The root is restricted to what is left, and its best move is played.
        call    thinks
        call    search_style
        jp      answer

        ; It was the only one. The record still has it: one half-move forward.
.Lnone: ld      hl,(now)
        inc     hl
        ld      (now),hl
        call    replay
        ld      de,.Lno_other
        jp      say

; Write the legal moves to the list. A = how many.
.Llist: ld      a,1
        call    look_own
        call    generate_tactical
        call    generate_quiet

        ; A = moves so far, which is in A' while A compares.
        ld      hl,raw_moves
        ld      de,pst + RESTRICTED_AT
        xor     a
.Lraw:  ldi                             ; from, to, and not the flags
        ldi
        inc     hl
        set     7,e
        inc     a
        ex      af,af'

        ; All are copied when HL is raw_end. The low bytes suffice for that.
        ld      a,(raw_end)
        cp      l                       ; 255 moves have different low bytes
        jr      z,.Llisted
        ex      af,af'
        jr      .Lraw
.Llisted:
        ex      af,af'
        ret

        .section .uidata, "a"
.Ltip:  .asciz  "TIP: "
.Lno_other:
        .asciz  "NO OTHER MOVE"
