; score.s - static values: after a move, and counted from nothing

        .include "memory.inc"
        .include "score.inc"

        .export after, after_flags, after_quiet, after_capture, static

_piece  = root_zp               ; static, while it runs: id at hand

        .code

; after - the static value after a move, for the side that moves
;
; In      m_from with a promotion's bits, m_to, m_flags; n_static; before
;         the move
; Out     value
; Uses    A X Y
after:  lda     m_flags
        bne     after_flags

; after_quiet - after for a quiet move except castling
;
; In      m_from, m_to, n_static; before the move
; Out     value
; Uses    A X Y
after_quiet:
        AFTER_QUIET
        rts

; after_flags - after for a move with flags
;
; In      as after
; Out     value
; Uses    A X Y
after_flags:
        lda     m_flags
        and     #FLAG_CAPTURE | FLAG_EN_PASSANT | FLAG_CASTLE | FLAG_PROMOTION
        beq     after_quiet
        lsr     a
        bne     _special                ; not a plain capture

; after_capture - after for a capture except en passant and promotions
;
; In      m_from, m_to, n_static; before the move
; Out     value
; Uses    A X Y
;
; The low byte of the sum is in A, and once the captured piece's material is
; in it, the high byte in X.
after_capture:
        ; The tables of the mover, by the board byte on from, and of what is
        ; taken, by that on to. X = the latter's page, which is the index of its
        ; material.
        ldy     m_from
        ldx     board,y
        lda     pst_page-WHITE,x
        sta     piece_table+1
        ldy     m_to
        ldx     board,y
        lda     pst_page-WHITE,x        ; the page of what is taken
        sta     taken_table+1
        tax
        ; The value gains the material of what is taken; material is less
        ; TABLE_BIAS, which an entry of the table makes up for.
        lda     material_low-PST_PAGE,x
        clc
        adc     n_static
        sta     value
        lda     material_high-PST_PAGE,x
        adc     n_static+1
        tax
        ; And its entry on the square, and the mover's there: Y = m_to.
        lda     (taken_table),y
        clc
        adc     value
        bcc     *+4                     ; over both
        inx
        clc
        adc     (piece_table),y         ; the mover on its new square
        bcc     *+3
        inx
        ; Less the mover's entry on the square it leaves.
        ldy     m_from
        sec
        sbc     (piece_table),y
        bcs     *+3
        dex
        sta     value
        stx     value+1
        rts

; The other moves, part by part: the mover leaves its square and lands, perhaps
; promoted; then the captured piece, or the rook in castling. X is the page of a
; piece's table throughout.
_special:
        ; The mover leaves its square: its entry and its material are taken off,
        ; since a promoted pawn lands as another piece. Y is free of the
        ; promotion's bits.
        lda     n_static
        sta     value
        lda     n_static+1
        sta     value+1
        lda     m_from
        and     #$77
        tay
        ldx     board,y
        ; X = the page of the pawn's or piece's table.
        lda     pst_page-WHITE,x
        tax
        jsr     _less
        lda     m_flags                 ; as what it was, or as what it becomes
        and     #FLAG_PROMOTION
        beq     @lands
        dex                             ; from the pawns' to the knights'
        lda     m_from                  ; $88 knight, $80 bishop, 8 rook
        ; Bits of $88: knights and bishops have $80, knights and rooks 8.
        bmi     @minor
        dex
        dex
@minor: and     #8
        bne     @lands
        dex
        ; Bit 0 of the flags: a capture; bit 1: en passant, where the pawn taken
        ; stands a row behind the new square.
@lands: ldy     m_to
        jsr     _more
        lda     m_flags
        lsr     a
        bcc     @no_capture
        lsr     a
        bcc     @captured               ; no, on m_to itself
        tya
        eor     #$10
        tay
@captured:
        ; The captured piece is added for the mover, as if it were his.
        ldx     board,y
        lda     pst_page-WHITE,x
        tax
        bne     _more                   ; always
@no_capture:
        and     #FLAG_CASTLE >> 1
        beq     @done
        ; The rook hops: from h to f, or with the king on c from a to d. Bit 2
        ; of the file tells the sides of the board.
        inx                             ; from the king's table to the rooks'
        inx
        tya
        and     #4
        beq     @queenside
        iny
        jsr     _less                   ; off h
        dey
        dey
        bpl     _more                   ; always
@queenside:
        dey                             ; from a, two files beyond c,
        dey
        jsr     _less
        iny                             ; to d, three further
        iny
        iny
        bpl     _more                   ; always
@done:  rts

; value plus what a piece is worth on a square: X = page of its table, Y =
; square, which both stay.
_more:  stx     piece_table+1
        lda     (piece_table),y
        clc
        adc     value
        bcc     @same_page
        inc     value+1
        clc
@same_page:
        ; And the material, less the TABLE_BIAS that the entry has.
        adc     material_low-PST_PAGE,x
        sta     value
        lda     material_high-PST_PAGE,x
        adc     value+1
        sta     value+1
        rts

; value less that.
_less:  stx     piece_table+1
        lda     value
        sec
        ; As above, the other way round.
        sbc     (piece_table),y
        bcs     @same_page
        dec     value+1
        sec
@same_page:
        sbc     material_low-PST_PAGE,x
        sta     value
        ; The high byte, with the borrow.
        lda     value+1
        sbc     material_high-PST_PAGE,x
        sta     value+1
        rts

; static - the value of the position for the side to move, counted from
; nothing: material and root tables
;
; In      lists, board, side, pst
; Out     value, without SCORE_BIAS
; Uses    A X Y; root_zp
static: lda     #0
        ; Counted from nothing: all ids, black's first.
        sta     value
        sta     value+1
        ldx     #31
@piece: stx     _piece
        ldy     square,x
        bmi     @gone                   ; dead, or a free slot
        ; Whose is it, the mover's or the enemy's? Bit 0 of side plus 1 for
        ; black is 0 for the mover's.
        cpx     #16                     ; carry: black's
        lda     side
        adc     #0
        lsr     a                       ; carry: the enemy's
        ldx     board,y
        lda     pst_page-WHITE,x
        tax                             ; the page, for both
        bcs     @enemy
        jsr     _more
        jmp     @gone
@enemy: jsr     _less
@gone:  ldx     _piece
        dex
        bpl     @piece
        rts
