; swapslow.s - exchanges of more pieces of a kind than a state can hold

        .include "memory.inc"

        .export swap_slow, swap_slow_count, swap_slow_cheapest
        .importzp swap_square, swap_prize, swap_by, swap_step, swap_front
        .importzp slow_ray, slow_way, slow_rank

        .code

; swap_slow - begin swap_off again with counters in memory, as a state can't
; hold the attackers; ends it
;
; In      swap_square, swap_prize; swap_by = side that captures, bit 7 any
; Out     A = gain
; Uses    X Y
;
; Attackers are counted by side and rank, from 0, a pawn, to 5, a king.
swap_slow:
        ldx     #11
        lda     #0
@clear: sta     swap_counts,x
        dex
        bpl     @clear
        ldy     #15
@ray:   sty     slow_ray                ; 0 to 7 are rays, the others knights' hops
        lda     knight_steps - 8,y
        cpy     #8
        bcs     @hop
        lda     king_steps,y
@hop:   sta     swap_step
        ; -step is the difference from a piece on the next square to this one:
        ; its ways attack. Only a piece there counts at first.
        lda     #0
        sta     slow_rank
        sec
        sbc     swap_step
        tay
        lda     attack_table,y          ; what attacks from the next square
        sta     slow_way
        ; X = the next square; empty: look on for a slider.
        ldx     swap_square
        jsr     _step
        beq     @empty
        and     slow_way
        bne     @attacks
        ; The next ray or hop.
@next:  ldy     slow_ray
        dey
        bpl     @ray
        bmi     @counted
@empty: jsr     _slider                 ; A = its ways
        beq     @next
@attacks:
        lda     board,x
        sta     swap_front              ; whose it is
        and     #WAY_DIAGONAL | WAY_STRAIGHT
        beq     @near
        ; Rank 2 bishop, 3 rook, 4 queen, but no less than the one in front.
        lsr     a
        lsr     a
        adc     #1
        cmp     slow_rank
        bcs     @dearer
        lda     slow_rank
@dearer:
        sta     slow_rank
@behind:
        ; Then the next slider behind it, if it is of the same side.
        jsr     swap_slow_count
        jsr     _slider
        beq     @next
        lda     board,x
        eor     swap_front
        bpl     @attacks
        bmi     @next
@near:  lda     board,x
        and     #WAY_KING | WAY_KNIGHT
        beq     @behind                 ; a pawn, rank 0
        lsr     a                       ; a knight, rank 1
        cmp     #1
        beq     @last
        lda     #5
        ; Nothing attacks through a king or knight.
@last:  jsr     swap_slow_count
        jmp     @next
@counted:
        ; All are counted: the list of gains, as swap_long makes it.
        iny                             ; Y = 0: gains
        ; The counters of the side that captures: offset 0 or 6.
        lda     swap_by
        and     #1
        beq     @white
        lda     #6
@white: sta     swap_step               ; offset of the side's counters
        lda     swap_prize
        ; As in swap_long, each capture takes what the last one has put there.
        ; slow_ray keeps Y.
@gain:  sta     swap_gains,y
        iny
        sty     slow_ray
        ldx     swap_step
        jsr     swap_slow_cheapest
        ldy     slow_ray
        bcs     @end
        ; The other side's offset: 6 - offset. A is the value of the piece that
        ; has captured, the next prize, and not 0.
        tax
        lda     #6
        sbc     swap_step               ; 6 - offset - 1: carry is clear
        sta     swap_step
        inc     swap_step
        txa
        bne     @gain                   ; always
@end:   jmp     swap_many

; From X along swap_step to the next piece: X = its place; A = its ways and Z
; from them, if the ray has sliders and it is one of theirs.
_slider:
        ; A hop has no sliders. Of a ray only they count from here on.
        lda     slow_way
        and     #WAY_DIAGONAL | WAY_STRAIGHT
        beq     @none
        sta     slow_way
@walk:  jsr     _step
        beq     @walk
        and     slow_way
@none:  rts

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
swap_slow_count:
        ; Black's counters are six further on.
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
; Out     A = value; carry set: there is none
; Uses    X Y
swap_slow_cheapest:
        ; X and Y walk from the pawns up to the king.
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
