; pass.s - nodes that are cut since to pass would be good enough

        .include "memory.inc"

        .export passes, passes_ahead, hook_pass

; Overlay of search_zp, kept from _static to the end of _swap.
_sum    = search_zp             ; of margins; and of a gain, in units
_high   = search_zp + 1

        .code

; passes - would it be good enough to pass? The static value, less the best
; swap-off against the side to move, half its budget and a margin, is at
; least beta
;
; In      A = pass_margin, not 0; ply, checkers, n_static, n_sx, n_alpha,
;         n_beta
; Out     carry set: yes, value = n_beta
; Uses    everything
;
; Not at the root, not in check, and not where beta is a mate.
passes: ldx     checkers
        bne     @no
        ldx     ply
        beq     @no
        jsr     _static
        bcs     _swap
        rts
@no:    clc
        rts

; passes_ahead - passes for the node that a move leads to, before the move is
; made
;
; In      as node, but the board is the parent's; n_move
; Out     carry set: yes, value = n_beta; else A = 0: the rest of node
;         decides, or no, bit 1 of n_maybe; or A = 1: no, and the map of hits is
;         the node's; neither a draw nor a limit ends it
; Uses    everything
;
; A third of all nodes pass. They need neither keys and rights nor the
; picture, unless they may be in check or a draw. The parent's picture stays.
passes_ahead:
        lda     n_maybe
        bne     @unknown
        lda     pass_margin
        beq     @unknown
        jsr     _static
        bcc     @low
        lda     pieces
        cmp     #6                      ; one may be taken
        bcc     @unknown
        lda     half
        cmp     #3                      ; repeated wants 4
        bcc     @no_draw
        lda     m_flags
        lsr     a                       ; FLAG_CAPTURE
        bcc     @unknown
@no_draw:
        jsr     limit_reached
        bcs     @unknown
        lda     #$FF
        sta     hits_ply
        jsr     make_board
        jsr     @other_side
        jsr     _swap
        php
        jsr     unmake_board
        plp
        jsr     @other_side
        lda     #1
        rts
@low:   lda     #2
        sta     n_maybe
@unknown:
        lda     #0
        clc
        rts
@other_side:
        lda     side
        eor     #1
        sta     side
        rts

; Less than a queen's worth above beta something may hang that brings the value
; below it. A gain up to the floor does not, and any other is enough.
_swap:  sec
        lda     value
        sbc     n_beta
        sta     swap_floor
        lda     value+1
        sbc     n_beta+1
        cmp     #4
        bcs     hook_pass
        lsr     a                       ; in units of swap-off: quarters
        ror     swap_floor
        lsr     a
        ror     swap_floor
        lda     swap_floor
        cmp     #QUEEN_WORTH
        bcs     hook_pass
        lda     #1
        sta     swap_enough
        jsr     hits_of
        lda     struck_done
        bne     @struck
        jsr     strike
@struck:
        lda     struck+1
        sta     wanted+1
        lda     struck
        sta     wanted
        ora     struck+1
        beq     hook_pass
        jsr     best_swap
        sta     _sum
        lda     #0
        asl     _sum
        rol     a
        asl     _sum
        rol     a
        sta     _high
        sec
        lda     value
        sbc     _sum
        sta     value
        lda     value+1
        sbc     _high
        sta     value+1
hook_pass:                      ; value, n_alpha, n_beta
        lda     value
        cmp     n_beta
        lda     value+1
        sbc     n_beta+1                ; carry set: at least beta
        lda     n_beta
        sta     value
        lda     n_beta+1
        sta     value+1
        rts

; value = the static value less A and half the budget; carry set: that is at
; least beta, which is no mate. Such values are far from a borrow.
_static:
        sta     _sum
        lda     n_sx
        lsr     a
        clc
        adc     _sum
        sta     _sum
        lda     #0
        rol     a
        sta     _high
        sec
        lda     n_static
        sbc     _sum
        sta     value
        tax
        lda     n_static+1
        sbc     _high
        sta     value+1
        cpx     n_beta
        sbc     n_beta+1
        bcc     @low
        lda     n_beta
        cmp     #<(MATED + 2*MAX_PLY + 1)
        lda     n_beta+1
        sbc     #>(MATED + 2*MAX_PLY + 1)
@low:   rts
