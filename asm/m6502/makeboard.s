; makeboard.s - making a move on the board and in the lists alone

        .include "memory.inc"

        .export make_board, unmake_board
        .export make_board_quiet, unmake_board_quiet
        .export make_board_capture, unmake_board_capture

        .zeropage

_from:  .res    1

        .code

; make_board - make a move on the board and in the lists
; only
;
; In      m_from with a promotion's bits, m_to, m_flags; not a second one
;         before unmake_board
; Out     board, ids, square, kind, pieces, promoted, scan_count
; Uses    A X Y
;
; For the swap-off of terminals: side to move, rights, clock and key stay.
make_board:
        ; Carry: a capture. The three special kinds of move are handled apart.
        lda     m_flags
        lsr
        and     #(FLAG_EN_PASSANT | FLAG_CASTLE | FLAG_PROMOTION) >> 1
        bne     _special
        bcc     make_board_quiet

; make_board_capture - make_board for a capture except en passant and
; promotions
;
; In      m_from, m_to
; Out     board, ids, square, pieces; board_taken, board_code
; Uses    A X Y
make_board_capture:
        ldy     m_to
        jsr     _take

; make_board_quiet - make_board for a quiet move except castling
;
; In      m_from, m_to
; Out     board, ids, square
; Uses    A X Y
make_board_quiet:
        ldx     m_from
        ldy     m_to
        jmp     move_rook

        ; A = flags >> 1, carry: a capture.
_special:
        ; Bit by bit: en passant, castling; what is left is a promotion.
        lsr
        bcs     @en_passant
        lsr
        bcs     @castle
        ; A promotion, perhaps with a capture: the pawn moves, and then becomes
        ; a piece. X = its id.
        lda     m_flags
        lsr
        ldy     m_to
        bcc     @quiet
        jsr     _take
@quiet: lda     m_from
        and     #$77
        tax
        jsr     move_rook
        lda     m_from
        jmp     promote

@en_passant:
        ; The pawn taken stands a rank behind the to-square, and that square
        ; gets empty.
        lda     m_to
        eor     #$10
        tay
        jsr     _take
        lda     #0
        sta     board,y
        beq     make_board_quiet

@castle:
        ; The king, and the rook by his to-square.
        jsr     make_board_quiet
        ldy     m_to
        jsr     hop_rook
        jmp     move_rook

        ; Capture the piece on Y.
_take:  lda     board,y
        sta     board_code
        ldx     ids,y
        stx     board_taken
        lda     #NO_SQUARE
        sta     square,x
        dec     pieces
        rts

; unmake_board - undo make_board
;
; In      m_from, m_to, m_flags: the same move
; Out     everything as before
; Uses    A X Y
unmake_board:
        ; The same distinction as in make_board.
        lda     m_flags
        lsr
        and     #(FLAG_EN_PASSANT | FLAG_CASTLE | FLAG_PROMOTION) >> 1
        bne     _unspecial
        bcc     unmake_board_quiet

; unmake_board_capture - take back make_board_capture
;
; In      m_from, m_to, board_taken, board_code; ids of m_from as
;         make_board_capture has left it
; Out     board, ids, square, pieces
; Uses    A X Y
unmake_board_capture:
        ; The piece goes back step by step: the square keeps what was captured.
        ldx     m_from
        ldy     m_to
        lda     board,y
        sta     board,x
        lda     ids,y                   ; the square that was left still has it
        tay
        stx     square,y
        ldy     m_to

        ; The captured piece is put back on Y.
_untake:
        lda     board_code
        sta     board,y
        lda     board_taken
        sta     ids,y
        tax
        sty     square,x
        inc     pieces
        rts

; unmake_board_quiet - take back make_board_quiet
;
; In      m_from, m_to
; Out     board, ids, square
; Uses    A X Y
unmake_board_quiet:
        ldx     m_to
        ldy     m_from
        jmp     move_rook

        ; A = flags >> 1.
_unspecial:
        lsr
        bcs     @en_passant
        lsr
        bcs     @castle
        ; A promoted piece becomes a pawn, which goes back; carry: put back what
        ; it captured.
        ldy     m_to
        ldx     ids,y
        jsr     demote
        lda     m_from
        and     #$77
        tay
        ldx     m_to
        jsr     move_rook
        lda     m_flags
        lsr
        ldy     m_to
        bcs     _untake
        rts

@en_passant:
        ; The pawn goes back, and the captured one a rank behind.
        jsr     unmake_board_quiet
        lda     m_to
        eor     #$10
        tay
        bne     _untake

@castle:
        ; The king back, then the rook, from Y to X.
        jsr     unmake_board_quiet
        ldy     m_to
        jsr     hop_rook
        stx     _from
        tya
        tax
        ldy     _from
        jmp     move_rook
