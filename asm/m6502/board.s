; board.s - making moves and taking them back

        .include "memory.inc"

        .export make_move, unmake_move, promote, demote, move_rook, hop_rook

        .zeropage

_place: .res    1               ; a square
_spare: .res    1               ; an id, or a square

; Pieces as pst_page numbers them, from white's king on.
FIRST = PST_PAGE
BLACKS_PAWN = FIRST + 6 + PAWN

        .code

; The windows at X and at Y in a page of key_bytes. The carry stays.
        .macro  XOR_KEYS page
        .repeat 4, i
        lda     key_bytes + page*256 + i,x
        eor     key_bytes + page*256 + i,y
        eor     key+i
        sta     key+i
        .endrepeat
        .endmacro

; A = the rights of A that remain after a move from or to a square, if that is
; on the first rank or the last.
        .macro  KEEP_RIGHTS at
        .local  first, inner
        ; Only the first and the last rank have bytes in castle_mask, eight
        ; each.
        ldx     at
        cpx     #$10
        bcc     first
        cpx     #$70
        bcc     inner
        and     castle_mask + 8 - $70,x
        bcs     inner
first:  and     castle_mask,x
inner:
        .endmacro

; make_move - make a move that the generator has produced
;
; In      m_from with a promotion's bits, m_to, m_flags
; Out     board, lists, side, castle, ep, half, key; the old key is in
;         keys and the rest that unmake_move needs in undo
; Uses    A X Y
;
; Four pieces share a page of key_bytes, and a move needs two windows of
; the same page: one code for each page.
make_move:
        ; The key before the move goes to the next place in keys, a byte in each
        ; of its pages.
        ldy     nkeys
        inc     nkeys
        .repeat 4, i
        lda     key+i
        sta     keys+256*i,y
        .endrepeat
        ; X = the undo record, three bytes in each page: castling rights, the
        ; move, clock and en passant square. The clock goes on.
        ldx     undo_top
        lda     castle
        sta     keys+$102,x
        lda     m_from
        sta     keys,x
        lda     m_to
        ; The clock before the move, then one more.
        sta     keys+1,x
        lda     half
        sta     keys+$201,x
        inc     half
        beq     @old
@aged:  lda     ep
        sta     keys+$200,x
        bpl     @ends_ep                ; there is a right to take en passant
        ; Carry: a capture. A = the flags behind it.
@noep:  lda     m_flags
        sta     keys+2,x
        lsr
        bcc     @taken

        ; A = flags >> 1, X = undo_top. The captured piece leaves its square.
        ; Y = the captured piece's square: en passant it is a rank behind m_to.
        ; Its board byte and id go into the record.
        ldy     m_to
        lsr
        bcc     @at
        tya                             ; en passant
        eor     #$10
        tay
@at:    lda     board,y
        sta     keys+$202,x
        lda     ids,y
        sta     keys+$101,x
        ; It leaves list, key and board. The clock starts
        ; again.
        tax
        lda     #NO_SQUARE
        sta     square,x
        jsr     toggle_key
        dec     pieces
        lda     #0
        sta     half
        sta     board,y
        ldx     undo_top                ; the record's place again
        lda     m_flags                 ; A = flags >> 1 once more
        lsr
        clc
        bcc     @taken

@old:   dec     half                    ; more than 255 half-moves don't matter
        bne     @aged                   ; always
@ends_ep:
        ; The right is taken out of the key and gone.
        jsr     _ep_key
        lda     #NO_SQUARE
        sta     ep
        ldx     undo_top
        bne     @noep                   ; always: above 0
@promotes:
        lda     m_from
        and     #$77
        sta     m_from
        bcc     @piece                  ; always: back to the other moves

        ; A = flags >> 1, the carry is clear, X still undo_top. The piece goes
        ; to its square, without a promotion's bits.
@taken: and     #FLAG_PROMOTION >> 1
        bne     @promotes
        ; The next record begins three bytes on; carry is clear.
@piece: txa
        adc     #3
        sta     undo_top
        ; The board byte and the id move, and the list has the new square.
        ldx     m_from
        ldy     m_to
        lda     board,x
        sta     board,y
        lda     #0
        sta     board,x
        lda     ids,x                   ; the square left keeps its id
        sta     ids,y
        tax
        sty     square,x

        ; X and Y = its windows.
        ; key_place has bits for the gap and the half page that a piece's
        ; windows are in, by the number that pst_page gives the piece. X =
        ; window of m_from, A = that of m_to.
        ldx     board,y
        ldy     pst_page - WHITE,x
        lda     key_place - FIRST,y
        ora     m_from
        tax
        lda     key_place - FIRST,y
        ora     m_to
        cpy     #FIRST + 4
        bcs     @not0
        ; The first four pieces, all white, in page 0. Without rights that may
        ; go, the other side is to move, and that is all.
        tay
        XOR_KEYS 0
        lda     castle
        bne     @castle
        inc     side                    ; from white's: all of this page are his
        rts

@castle:
        jmp     _keep_rights

        ; The next four in page 1; of these white's pawn wants more.
@not0:  cpy     #FIRST + 8
        bcs     @page2
        tay
        XOR_KEYS 1
        ldy     m_to
        lda     board,y
        lsr                             ; a white pawn's bit
        bcs     @pawn
        ; Rights may be lost to a rook's or king's move, or to a capture in the
        ; corner.
        lda     castle
        bne     @castle
@done:  lda     side
        eor     #1
        sta     side
        rts

        ; The last piece of the last page is the pawn.
        ; Carry: black's pawn, with which the page ends. XOR_KEYS leaves it.
@page2: cpy     #BLACKS_PAWN
        tay
        XOR_KEYS 2
        bcc     _officer
        ldy     m_to

        ; Y = the pawn's square. If no pawn can take it en passant there is
        ; no right.
@pawn:  lda     #0
        sta     half
        lda     m_flags
        ; A step or a capture: done. Else a double step or a promotion.
        and     #FLAG_DOUBLE | FLAG_PROMOTION
        beq     @done
        and     #FLAG_DOUBLE
        beq     @promoted
        ; Is there an enemy's pawn beside the new square? Then the square behind
        ; is ep, and in the key.
        lda     board,y
        eor     #WHITE_PAWN ^ BLACK_PAWN
        cmp     board-1,y
        beq     @ep
        cmp     board+1,y
        bne     @done
        ; The square behind: one rank back, for either colour.
@ep:    tya
        eor     #$10
        sta     ep
        jsr     _ep_key
        jmp     @done

        ; The pawn leaves the key, the piece goes into it; then the move at
        ; hand gets its bits back.
@promoted:
        ; X = id. The record still has from with the bits, of which promote
        ; makes the piece.
        ldx     ids,y
        stx     _spare
        jsr     toggle_key
        ldx     undo_top
        lda     keys-3,x
        ldx     _spare
        jsr     promote
        ldx     _spare
        ldy     m_to
        jsr     toggle_key              ; the piece goes into the key
        jsr     _officer
        ldx     undo_top
        lda     keys-3,x
        sta     m_from
        rts

_officer:
        ; Any rights left? Else there is nothing to lose.
        lda     castle
        beq     _done

        ; A = rights.
_keep_rights:
        ; A = rights that from and to leave. If they are all of them nothing
        ; changes, and it is no castling.
        KEEP_RIGHTS m_from
        KEEP_RIGHTS m_to
        cmp     castle
        beq     _done
        ; The old set's window leaves the key, the new one's enters it. No
        ; rights have no window.
        ldx     castle
        sta     castle
        jsr     toggle_window
        ldx     castle
        beq     @none
        jsr     toggle_window
@none:  lda     m_flags
        and     #FLAG_CASTLE
        beq     _done
        ; X = from, Y = to of the rook; it moves, and its two windows are
        ; toggled: first Y, the new square, then the old one.
        ldy     m_to
        jsr     hop_rook
        stx     _place
        jsr     move_rook
        stx     _spare
        jsr     toggle_key
        ldx     _spare                  ; id, for the old square
        ldy     _place
        jsr     toggle_key
_done:  lda     side
        eor     #1
        sta     side
        rts

_ep_key:
        ; Windows of files lie behind those of sets of rights.
        lda     ep
        and     #7
        ora     #EP_KEY_AT - CASTLE_KEY_AT
        tax
        jmp     toggle_window

; promote - make a pawn a piece
;
; In      A = from-square of its move with the promotion's bits, X = id,
;         Y = its square
; Out     board, kind, promoted; as set_scan
; Uses    A X Y
promote:
        ; The bits become 0 to 3: shifted they are $00, $01, $10 and $11. Carry
        ; is clear before the sum: queen, rook, bishop, knight.
        and     #$88                    ; $00, $08, $80, $88
        lsr
        lsr
        lsr
        cmp     #$10
        bcc     @low
        sbc     #$0E                    ; $00, $01, $02, $03
        clc
@low:   adc     #QUEEN
        jsr     _recode
        ; A promoted piece may be in any slot behind the officers, so that all
        ; slots are scanned from now on.
        inc     promoted,x
        lda     slots,x
        jmp     set_scan

; demote - make a promoted piece a pawn again
;
; In      X = id, Y = its square
; Out     board, kind, promoted; as set_scan
; Uses    A X Y
demote: lda     #PAWN
        jsr     _recode
        ; The last of the side: only the first slots have officers again.
        dec     promoted,x
        bne     @others
        lda     officers,x
        jmp     set_scan
@others:
        rts

        ; The piece X on Y is of kind A from now on. X = its side.
_recode:
        ; Its kind and the board byte of that; ids and square stay.
        sta     kind,x
        sty     _place
        jsr     piece_code
        ldy     _place
        sta     board,y
        txa
        ldx     #0                      ; 0 white
        cmp     #16
        bcc     @white
        inx
@white: rts

; hop_rook - the rook's squares of a castling move
;
; In      Y = the king's target
; Out     X = from, Y = to
; Uses    A
hop_rook:
        ; Bit 2 of the file: the king's side. From h to f, or from a to d.
        tya
        and     #4
        beq     @queenside
        iny
        tya
        tax
        dey                             ; to f
        dey
        rts
@queenside:
        dey
        dey
        tya                             ; from a
        tax
        iny
        iny
        iny
        rts

; move_rook - move a rook, or any piece, to an empty square
;
; In      X = from, Y = to
; Out     board, ids, square; X = its id
; Uses    A
move_rook:
        ; As for any move: board byte, id and the list's square.
        lda     board,x
        sta     board,y
        lda     #0
        sta     board,x
        lda     ids,x
        sta     ids,y
        tax
        sty     square,x
        rts

; unmake_move - take back the last move made
;
; In      undo, keys
; Out     everything as it was before make_move
; Uses    A X Y
unmake_move:
        ; The side that has moved, and the last key in keys.
        lda     side
        eor     #1
        sta     side
        ldy     nkeys
        dey
        sty     nkeys
        .repeat 4, i
        lda     keys+256*i,y
        sta     key+i
        .endrepeat
        ; The record: three bytes below. Rights, en passant square and clock
        ; come from it.
        lda     undo_top
        sec
        sbc     #3
        sta     undo_top
        tax
        lda     keys+$102,x
        sta     castle
        lda     keys+$200,x
        sta     ep
        lda     keys+$201,x
        sta     half
        ; The flags: carry a capture, else castling and promotion are special.
        lda     keys+2,x
        lsr
        bcs     @captured
        and     #(FLAG_CASTLE | FLAG_PROMOTION) >> 1
        bne     @special
        ; A plain move: the piece goes from to to from.
@back:  ldy     keys,x
        lda     keys+1,x
@from:  tax                             ; back from A to Y
        jmp     move_rook

        ; A = flags >> 1, X = undo_top.
@captured:
        ; A promotion becomes a pawn first; then the piece goes back by hand,
        ; since the square keeps the captured one.
        ldy     keys+1,x
        and     #FLAG_PROMOTION >> 1
        bne     @promoted
@uncapture:
        lda     keys,x
        and     #$77
        tax
        lda     board,y                 ; Y = to
        sta     board,x
        lda     ids,y
        sta     ids,x
        tay
        ; The captured piece is put back on to, or a rank behind it, with its
        ; byte and id.
        stx     square,y
        inc     pieces
        ldx     undo_top
        ldy     keys+1,x
        lda     keys+2,x
        and     #FLAG_EN_PASSANT
        bne     @en_passant
@restore:
        lda     keys+$202,x             ; byte and id of the record
        sta     board,y
        lda     keys+$101,x
        sta     ids,y
        tax
        sty     square,x
        rts
@en_passant:
        ; The pawn's to-square gets empty, and the one taken stands a rank
        ; behind.
        lda     #0
        sta     board,y
        tya
        eor     #$10
        tay
        bne     @restore                ; always: not square 0

@special:
        ; X = id, Y = square of the promoted piece.
        and     #FLAG_PROMOTION >> 1
        beq     @castled
        ldy     keys+1,x
@promoted:
        ldx     ids,y
        jsr     demote
        ldx     undo_top
        ldy     keys+1,x
        lda     keys+2,x
        ; With a capture as above; else as a plain move, without the bits.
        lsr
        bcs     @uncapture
        lda     keys,x
        and     #$77
        tay
        lda     keys+1,x
        bcc     @from

        ; First the king, then the rook; the carry is clear all the way.
@castled:
        jsr     @back
        ldx     undo_top
        ldy     keys+1,x
        jsr     hop_rook
        tya
        stx     _spare
        ldy     _spare
        bcc     @from
