; swapslow.s - exchanges of more pieces of a kind than a state can hold

        .include "constants_gen.inc"
        .include "rules.inc"

        .global swap_slow, swap_slow_count, swap_slow_cheapest

        .text

; swap_slow - begin swap_off again with counters in memory, as a state can't
; hold the attackers; ends it
;
; In      B = side that captures and kings found, C = square, A' = value
; Out     A = gain
; Uses    AF BC DE HL AF'
swap_slow:
        ; All twelve counters to 0. B = 6 for black, whose counters follow
        ; white's.
        ld      hl,swap_counts
        ld      d,12
1:      ld      (hl),0
        inc     hl
        dec     d
        jr      nz,1b
        bit     0,b
        ld      b,0
        jr      z,2f
        ld      b,6
2:      push    bc                      ; B = offset of the side's counters
        ; Knights: eight squares; bit 1 is their way, which the border does not
        ; have.
        ld      h,board >> 8
        ld      de,knight_steps
        ld      b,8
3:      ld      a,(de)
        inc     de
        add     a,c
        ld      l,a
        bit     1,(hl)
        jr      z,4f
        push    de
        ld      d,1
        call    swap_slow_count
        pop     de
4:      djnz    3b

        ld      de,king_steps
        ld      b,8
.Lslow_ray:
        ; E = the step of this ray; B = what slides along it, D = rank so far,
        ; 0.
        push    bc
        push    de
        ld      a,(de)
        ld      e,a                     ; step
        ld      h,attack_table >> 8
        ld      l,a
        ld      a,(hl)
        and     WAY_DIAGONAL | WAY_STRAIGHT
        ld      b,a                     ; the sliders' way
        ld      d,0                     ; floor
        ; The next square apart: a king or pawn attacks from there too. Else the
        ; first piece counts if it slides this way.
        ld      a,c
        ld      h,board >> 8
        add     a,e
        ld      l,a
        ld      a,(hl)
        or      a
        jr      nz,.Lslow_first
        call    .Lslow_walk
        and     b
        jr      nz,.Lslow_slider
        jr      .Lslow_next
.Lslow_first:
        and     b
        jr      nz,.Lslow_slider
        ; A king or pawn next to the square?
        ; Has the piece a way over the step back to the square?
        ld      a,(hl)
        push    hl
        ld      l,a
        xor     a
        sub     e
        ld      h,attack_table >> 8
        ld      c,l
        ld      l,a
        ld      a,c
        and     (hl)
        pop     hl
        jr      z,.Lslow_next
        ; Rank 5, a king, behind whom nothing counts; or 0, a pawn.
        and     WAY_KING
        ld      d,0
        jr      z,6f
        ld      d,5
6:      call    swap_slow_count
        ld      a,(hl)
        and     WAY_KING
        jr      nz,.Lslow_next
        ; C = the piece in front. The next one counts if it slides this way and
        ; is of the same side: bit 7 of both is equal.
.Lslow_behind:
        ld      c,(hl)                  ; whose it is
        call    .Lslow_walk
        and     b
        jr      z,.Lslow_next
        ld      a,(hl)
        xor     c
        rlca
        jr      c,.Lslow_next
.Lslow_slider:
        ; Rank 2 bishop, 3 rook, 4 queen, but no less than the floor.
        ; Bits 2 and 3 moved to 0 and 1 are 1, 2 or 3; one more is the rank.
        ld      a,(hl)
        and     WAY_DIAGONAL | WAY_STRAIGHT
        rrca
        rrca
        inc     a
        cp      d
        jr      c,7f
        ld      d,a
7:      call    swap_slow_count
        jr      .Lslow_behind
.Lslow_walk:
        ; From L by E to the next piece or the border.
        ld      a,l
        add     a,e
        ld      l,a
        ld      a,(hl)
        or      a
        jr      z,.Lslow_walk
        ret
.Lslow_next:
        ; The next of the eight steps. C is the square again.
        pop     de
        inc     de
        pop     bc
        djnz    .Lslow_ray

        pop     bc                      ; B = offset of the side's counters
        ; A = value of the piece on the square; each gain goes to the stack, C
        ; counts.
        ex      af,af'
        ld      c,0
8:      push    af
        inc     c
        ; The side's cheapest attacker captures, and is what can be taken next.
        ; None left: fold the gains.
        call    swap_slow_cheapest
        jp      c,swap_many
        ; The other side's offset, 6 - B, with A' keeping the value.
        ex      af,af'
        ld      a,6
        sub     b
        ld      b,a
        ex      af,af'
        jr      8b

; swap_slow_count - count an attacker
;
; In      HL = its place on the board, D = rank
; Out     swap_counts
; Uses    AF
swap_slow_count:
        ; HL = the counter of rank D, of black six places on.
        push    hl
        ld      a,(hl)
        rlca
        ld      a,d
        jr      nc,1f
        add     a,6
1:      add     a,swap_counts & 255     ; in the page of what is used most
        ld      l,a
        ld      h,swap_counts >> 8
        inc     (hl)
        pop     hl
        ret

; swap_slow_cheapest - take a side's cheapest attacker
;
; In      B = offset of its counters
; Out     A = value; carry set: there is none
; Uses    F DE HL
swap_slow_cheapest:
        ; HL = the side's counters, from the cheapest; DE = what their rank is
        ; worth.
        ld      a,swap_counts & 255
        add     a,b
        ld      l,a
        ld      h,swap_counts >> 8
        ld      de,rank_value
1:      ld      a,(hl)
        ; The next rank, as long as it is not the last, the king's 255.
        or      a
        jr      nz,2f
        inc     hl
        inc     de
        ld      a,(de)
        inc     a
        jr      nz,1b
        ; The king, whose value is 255, is the last.
        ld      a,(hl)
        or      a
        scf
        ret     z
        ; One less of them; or clears carry.
2:      dec     (hl)
        ld      a,(de)
        or      a
        ret
