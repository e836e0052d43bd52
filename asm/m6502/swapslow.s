; swapslow.s - exchanges of more pieces of a kind than a state can hold

        .include "memory.inc"

        .export swap_slow, swap_slow_count, swap_slow_cheapest, ring_steps
        .importzp swap_square, swap_prize, swap_by, swap_step, swap_front
        .importzp slow_ray, slow_way, slow_rank

        .code

; swap_slow - swap_off begun again with counters in memory; ends it where a
; state can't hold the attackers
;
; In      swap_square, swap_prize; swap_by = side that captures, bit 7 any
; Out     A = gain
; Uses    X Y
; Cycles  not on the benchmark
;
; Attackers are counted by side and rank, from 0, a pawn, to 5, a king.
swap_slow:
        ldx     #11
        lda     #0
@clear: sta     swap_counts,x
        dex
        bpl     @clear

        ldy     #7
@knight:
        lda     knight_steps,y
        clc
        adc     swap_square
        tax
        lda     board,x
        and     #WAY_KNIGHT
        beq     @no_knight
        sty     slow_ray
        lda     #1
        jsr     swap_slow_count
        ldy     slow_ray
@no_knight:
        dey
        bpl     @knight

        ldy     #7
@ray:   sty     slow_ray
        lda     ring_steps,y
        sta     swap_step
        tay
        lda     attack_table,y
        and     #WAY_DIAGONAL | WAY_STRAIGHT
        sta     slow_way
        lda     #0
        sta     slow_rank
        ldx     swap_square
        jsr     _step
        bne     @first
        jsr     _walk
        and     slow_way
        bne     @slider
        beq     @next
@first: tay
        and     slow_way
        bne     @slider
        ; A king or pawn next to the square?
        sec                             ; A = 0
        sbc     swap_step
        sty     swap_front
        tay
        lda     attack_table,y
        and     swap_front
        beq     @next
        and     #WAY_KING
        beq     @pawn
        lda     #5
        jsr     swap_slow_count
        jmp     @next
@pawn:  jsr     swap_slow_count         ; A = 0
@behind:
        lda     board,x
        sta     swap_front              ; whose it is
        jsr     _walk
        tay
        and     slow_way
        beq     @next
        tya
        eor     swap_front
        bmi     @next
@slider:
        ; Rank 2 bishop, 3 rook, 4 queen, but no less than the one in front.
        lda     board,x
        and     #WAY_DIAGONAL | WAY_STRAIGHT
        lsr     a
        lsr     a
        adc     #1
        cmp     slow_rank
        bcs     @dearer
        lda     slow_rank
@dearer:
        sta     slow_rank
        jsr     swap_slow_count
        jmp     @behind
@next:  ldy     slow_ray
        dey
        bpl     @ray

        ; All are counted: the list of gains, as swap_long makes it.
        iny
        lda     swap_by
        and     #1
        beq     @white
        lda     #6
@white: sta     swap_step               ; offset of the side's counters
        lda     swap_prize
@gain:  sta     swap_gains,y
        iny
        sty     slow_ray
        ldx     swap_step
        jsr     swap_slow_cheapest
        ldy     slow_ray
        bcs     @end
        tax
        lda     #6
        sbc     swap_step               ; 6 - offset - 1: carry is clear
        sta     swap_step
        inc     swap_step
        txa
        bne     @gain                   ; always
@end:   jmp     swap_many

; From X along swap_step to the next piece; X = its place, A = its board byte.
_walk:  jsr     _step
        beq     _walk
        rts

; One step: X = the place, A = what stands there, and Z from it.
_step:  txa
        clc
        adc     swap_step
        tax
        lda     board,x
        rts

; swap_slow_count - count an attacker
;
; In      X = its place, A = rank
; Out     swap_counts
; Uses    A Y
; Cycles  not on the benchmark
swap_slow_count:
        ldy     board,x
        bpl     @white
        clc
        adc     #6
@white: tay
        lda     swap_counts,y
        clc
        adc     #1
        sta     swap_counts,y
        rts

; swap_slow_cheapest - take a side's cheapest attacker
;
; In      X = offset of its counters
; Out     A = worth; carry set: there is none
; Uses    X Y
; Cycles  not on the benchmark
swap_slow_cheapest:
        ldy     #0
@rank:  lda     swap_counts,x
        bne     @found
        inx
        iny
        cpy     #6
        bne     @rank
        rts                             ; carry is set
@found: dec     swap_counts,x
        lda     rank_value,y
        clc
        rts

        .rodata

; The steps of the rays, those of a rook first.
ring_steps:
        .byte   STRAIGHT_1, STRAIGHT_2, STRAIGHT_3, STRAIGHT_4
        .byte   DIAGONAL_1, DIAGONAL_2, DIAGONAL_3, DIAGONAL_4
