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
        call    over
        jp      c,say
        ld      de,.Lhow_many
        call    say
        call    show
        call    get_key
        sub     '1'
        cp      7
        jp      nc,show_game            ; no number: as it was
        inc     a
        add     a,a
        ld      (depth),a               ; half-moves
        push    af
        call    thinks
        pop     af

        ; A = half-moves, of 8 each.
        ld      hl,MATE
        ld      e,a
        ld      d,0
        sbc     hl,de                   ; pop leaves carry clear
        ld      (root_alpha),hl
        add     a,a
        add     a,a
        add     a,a
        sub     8
        ld      (last_sx),a
        xor     a
        ld      (left),a                ; no end
        ld      (stop_flag),a
        ld      (restrict_count),a
        ld      hl,profiles + 2*PROFILE_SIZE
        call    search_with
        ld      a,(line_len)
        or      a
        jr      z,.Lnone
        ld      de,.Lmate
        call    say
        ld      hl,MATE + 1
        ld      de,(result_score)
        or      a
        sbc     hl,de
        srl     l                       ; half-moves to moves
        ld      a,l
        add     a,'0'
        call    put
        ld      de,.Lby
        call    print_on
        ld      de,(play_from)
        call    print_move
        jp      replay
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
