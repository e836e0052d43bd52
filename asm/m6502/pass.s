; pass.s - pass cuts (static null-move pruning)

        .include "memory.inc"

        .export passes, passes_ahead, hook_pass

; Overlay of search_zp, kept from _static to the end of _swap.
_sum    = search_zp             ; of margins; and of a gain, in units
_high   = search_zp + 1

        .code

; passes - does a pass cut the node? That is: the static value, less the best
; swap-off against the side to move, half its budget and a margin, is at least
; beta
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
        rts                             ; below beta: carry clear
@no:    clc
        rts

; passes_ahead - does a pass cut the node after a move? Before that is
; made
;
; In      as node, but the board is the parent's; n_move
; Out     carry set: yes, value = n_beta; else A = 0: the rest of node decides
;         (bit 1 of n_maybe: no); or A = 1: no, the attack map is the node's,
;         and neither a draw nor a limit ends it
; Uses    everything
;
; Pass cuts end a third of all nodes. They need neither keys, rights nor look,
; unless they may be in check or a draw. The parent's result of look stays.
passes_ahead:
        ; Not where the child may be in check: then node is entered as usual.
        lda     n_maybe
        bne     @unknown
        lda     pass_margin
        beq     @unknown
        jsr     _static
        bcc     @low
        ; Could it be a draw by too little material or by repetition? Then node
        ; has to find that out.
        lda     pieces
        cmp     #6                      ; one may be taken
        bcc     @unknown
        lda     half
        cmp     #3                      ; repeated needs 4
        bcc     @no_draw
        lda     m_flags
        lsr     a                       ; FLAG_CAPTURE
        bcc     @unknown
@no_draw:
        jsr     limit_reached           ; carry set: node ends the search
        bcs     @unknown
        ; The child's map is made with the move on the board and the other side
        ; to move; afterwards all is as it was. _swap's answer is saved on the
        ; stack.
        lda     #$FF
        sta     hits_ply
        jsr     make_board
        jsr     @other_side
        jsr     _swap
        php
        jsr     unmake_board
        plp
        jsr     @other_side
        lda     #1                      ; the map is the node's
        rts
@low:   lda     #2                      ; known not to pass
        sta     n_maybe
        ; Carry clear: node is to find out.
@unknown:
        lda     #0
        clc
        rts
@other_side:
        lda     side
        eor     #1
        sta     side
        rts

; If the value is less than a queen above beta, a capture may bring it below. A
; gain up to the floor does not; any larger one is enough.
_swap:  sec
        ; value - beta: from 1,024 on it is more than a queen, and nothing
        ; brings it below.
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
        ; The floor: what may be lost without harm, in sixteenths of a pawn.
        lda     swap_floor
        cmp     #QUEEN_WORTH
        bcs     hook_pass
        ; One gain above the floor decides, so best_swap ends at the first.
        lda     #1
        sta     swap_enough
        jsr     hits_of
        ; strike is made once a map: struck = the slots that the enemy attacks.
        lda     struck_done
        bne     @struck
        jsr     strike
@struck:
        ; All of them are examined; without any, nothing hangs.
        lda     struck+1
        sta     wanted+1
        lda     struck
        sta     wanted
        ora     struck+1
        beq     hook_pass
        jsr     best_swap
        ; Four score units for each sixteenth: 16 bits, off the value.
        sta     _sum
        lda     #0
        asl     _sum
        rol     a
        asl     _sum
        rol     a
        sta     _high
        ; Now it is the value after the best capture.
        sec
        lda     value
        sbc     _sum
        sta     value
        lda     value+1
        sbc     _high
        sta     value+1
hook_pass:                      ; value, n_alpha, n_beta
        ; Whatever comes out, value is beta: it counts only with carry set.
        lda     value
        cmp     n_beta
        lda     value+1
        sbc     n_beta+1                ; carry set: at least beta
        lda     n_beta
        sta     value
        lda     n_beta+1                ; fail-hard
        sta     value+1
        rts

; value = the static value less A and half the budget; carry set: that is at
; least beta, which is no mate. Such values are far from a borrow.
_static:
        ; A margin and half the budget: nine bits.
        sta     _sum
        lda     n_sx
        lsr     a
        clc
        adc     _sum
        sta     _sum
        lda     #0                      ; the ninth bit
        rol     a
        sta     _high
        ; Off the static value. X = its low byte, for the comparison with beta.
        sec
        lda     n_static
        sbc     _sum
        sta     value
        tax
        lda     n_static+1
        sbc     _high
        sta     value+1
        ; Against beta: low bytes, then high ones, A being value+1 still.
        cpx     n_beta
        sbc     n_beta+1
        bcc     @low
        ; If beta is a loss by mate, a pass proves nothing.
        lda     n_beta
        cmp     #<(MATED + 2*MAX_PLY + 1)
        lda     n_beta+1
        sbc     #>(MATED + 2*MAX_PLY + 1)
@low:   rts
