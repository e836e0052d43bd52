; problem.s - mates to be found

        .include "ui.inc"

        .global problem

        .section .ui, "ax"

; problem - ask for a number of moves, and look for a mate in as many
;
; In      the position; style and level do not count
; Out     a message: the mate and its first move, that there is none, or that
;         the player has stopped the search
; Uses    everything
;
; All moves have one price, so that a budget is a number of half-moves; the
; last one, which mates, costs nothing. What is less than that mate does not
; count. So the search proves a mate, or that there is none.
problem:
        ; In a game that is over there is nothing to solve: DE says why.
        call    over
        jp      c,say
        ld      de,.Lhow_many
        call    say
        call    show
        call    get_key

        ; A = moves less one. A key below 1 wraps to more than 6.
        sub     '1'
        cp      7
        jp      nc,show_game            ; no number: as it was
        inc     a
        add     a,a                     ; no carry: 14 at most
        ld      (depth),a               ; half-moves
        push    af
        call    thinks
        pop     af

        ; A = half-moves, of 8 each.
        ; Mate in n moves is worth MATE - (2n - 1): alpha is just below it, and
        ; longer mates are not above alpha.
        ld      hl,MATE
        ld      e,a
        ld      d,0
        sbc     hl,de                   ; pop leaves carry clear
        ld      (root_alpha),hl

        ; A = 8 * (half-moves - 1), at most 104: where the last iteration ends.
        add     a,a
        add     a,a
        add     a,a
        sub     8
        ld      (last_sx),a

        ; Only the space bar ends it. All moves of the root are searched.
        xor     a
        ld      (left),a                ; no end
        ld      (stop_flag),a
        ld      (restrict_count),a
        ld      hl,profiles + 2*PROFILE_SIZE
        call    search_with

        ; A line is there only where a score was above alpha.
        ld      a,(line_len)
        or      a
        jr      z,.Lnone
        ld      de,.Lmate
        call    say

        ; MATE - (2n - 1) from MATE + 1 is 2n.
        ld      hl,MATE + 1
        ld      de,(result_score)
        or      a
        sbc     hl,de
        srl     l                       ; half-moves to moves
        ld      a,l
        add     a,'0'
        call    put

        ; The first move, then the position without what a search leaves.
        ld      de,.Lby
        call    print_on
        ld      de,(play_from)
        call    print_move
        jp      replay
        ; Not found. If the search was not stopped, that is a proof.
.Lnone: ld      de,.Lno_mate
        ld      a,(stopped)
        or      a
        jr      z,.Lsay
        ld      de,.Lstopped
.Lsay:  call    say
        jp      replay

        .section .uidata, "a"

.Lhow_many:
        .asciz  "MATE IN 1 TO 7 MOVES?"
.Lmate: .asciz  "MATE IN "
.Lby:   .asciz  ": "
.Lno_mate:
        .asciz  "NO MATE"
.Lstopped:
        .asciz  "STOPPED"
