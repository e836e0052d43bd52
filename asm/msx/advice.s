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
        call    thinks
        call    think
        ld      de,.Ltip
        call    say
        ld      de,(play_from)
        call    print_move

        ; A search leaves its raw moves and its map of attacks behind.
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
        ld      hl,(now)
        ld      a,h
        or      l
        ret     z
        dec     hl
        ld      (now),hl
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
        inc     de
        set     7,e
        inc     e
.Lsame: dec     e                       ; back to the move's place, or stay
        djnz    .Lmove
        call    thinks
        call    search_style
        jp      answer

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
        ld      hl,raw_moves
        ld      de,pst + RESTRICTED_AT
        xor     a
.Lraw:  ldi                             ; from, to, and not the flags
        ldi
        inc     hl
        set     7,e
        inc     a
        ex      af,af'
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
