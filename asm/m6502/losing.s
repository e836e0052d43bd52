; losing.s - moves after which the enemy wins something back on the same square

        .include "memory.inc"

        .export loses, loses_hit, pawn_guards, exchange_loss, swap_at_to
        .importzp swap_square

        .zeropage

losing_from:                    ; where the piece came from
        .res    1
losing_code:                    ; and its board byte
        .res    1

        .code

; loses - does a quiet move except castling lose the moved piece, or some of its
; value, by swap-off on its new square?
;
; In      m_from, m_to, ply, side; before the move
; Out     A not 0, and Z clear: it does
; Uses    X Y
;
; A pawn that attacks a more valuable piece wins something whatever follows, so
; there is nothing to compute.
loses:  jsr     _may_lose
        bcs     loses_hit
_nothing:
        lda     #0
        rts

; Does the map say that something may be lost? The move's to is hit, or its
; from by a slider, which may see through it. X = from, carry set: yes.
_may_lose:
        lda     ply
        cmp     hits_ply
        beq     @mapped
        jsr     hits_of
@mapped:
        lda     m_from
        and     #$77                    ; without a promotion's bits
        ; A mark is the stamp for a near attacker, one more for a slider; less
        ; is none.
        tax
        ldy     m_to
        lda     hits,y
        cmp     hits_stamp
        bcs     @yes
        lda     hits,x
        sbc     hits_stamp              ; carry was clear: more than the stamp?
@yes:   rts

; loses_hit - loses, if the map shows that something may be lost; ends loses
;
; In      m_from, m_to, side; hits shows an attack on to, or by a slider on from
; Out     as loses
; Uses    X Y
loses_hit:
        ; A pawn cannot lose more than itself: the exchange decides. Of any
        ; other piece an enemy pawn takes some of its value.
        ldx     m_from
        lda     board,x
        and     #ANY_PAWN
        bne     _exchange
        lda     board,x
        ldx     m_to
        jsr     pawn_guards             ; Z set: it does
        bne     @safe
        tay                             ; A is the pawn: Z is clear
        rts
@safe:  ldx     m_from
        bpl     _exchange               ; always

; exchange_loss - how much the enemy wins back by recapturing on the same
; square
;
; In      m_from (a promotion's bits may be set), m_to, m_flags, ply, side;
;         before the move
; Out     A = loss in sixteenths of a pawn, Z set: none
; Uses    X Y
exchange_loss:
        lda     m_flags
        and     #FLAG_EN_PASSANT        ; which is never evaluated
        bne     _nothing
        jsr     _may_lose
        bcc     _nothing
_exchange:
        ; X = from, A = board byte, Y = to, for swap_at_to.
        lda     board,x
        ldy     m_to

; swap_at_to - what the enemy wins by capturing a piece that has moved
;
; In      X = where it came from, A = its board byte, Y = the square it moves
;         to
; Out     A = gain, Z set: none; X and the board as they were
; Uses    Y
swap_at_to:
        ; The from-square is empty for the exchange, so that sliders see through
        ; it.
        stx     losing_from
        sta     losing_code
        sty     swap_square
        and     #$3F
        tay
        lda     #0
        sta     board,x
        ; A = value, X = square, Y = the enemy, who captures.
        lda     swap_worth,y
        ldx     swap_square
        ldy     #1
        bit     losing_code
        bpl     @white
        dey
        ; The piece comes back; Y holds the gain meanwhile, and Z is from it.
@white: jsr     swap_off
        tay
        ldx     losing_from
        lda     losing_code
        sta     board,x
        tya
        rts

; pawn_guards - does an enemy pawn guard a square?
;
; In      A = board byte of the guarded side, X = square
; Out     Z set: yes; A not 0
; Uses    nothing
pawn_guards:
        asl     a
        bcs     @black
        lda     #BLACK_PAWN             ; they attack downwards
        cmp     board + 15,x
        beq     @end
        cmp     board + 17,x
@end:   rts
@black: lda     #WHITE_PAWN             ; they attack upwards
        cmp     board - 15,x
        beq     @end
        cmp     board - 17,x
        rts
