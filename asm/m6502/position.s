; position.s - setting positions up, and the moves of the game

        .include "memory.inc"

        .export set_position, play_move, piece_code, at_rest, no_raw_moves

; Overlay of set_position, while it runs: where it is in position_block, and the
; numbers that the kind at hand has there.
_index = root_zp
_white = root_zp+1
_black = root_zp+2

        .code

; set_position - set up the position in position_block
;
; In      position_block: 64 bytes a1, b1 ... h8 (0 empty, else 1 +
;         side*6 + kind), then side, castle, ep, half
; Out     board with its edge, ids, lists, key; no earlier positions;
;         raw_end and undo_top at their starts
; Uses    A X Y
;
; The lists are filled kind by kind, King to Pawn, each from a8 to h1.
set_position:
        ; The edge before the board, 33 squares.
        ldx     #32
        lda     #OFF_BOARD
@edge:  sta     board_edge,x
        dex
        bpl     @edge

        ; All of board, and ids, which begin right behind it: the zero goes
        ; half a page ahead, so that it is overwritten within the board.
        inx
@square:
        ; Bits of $88 in the index: off the board.
        lda     #0
        sta     board + 128,x
        txa
        and     #$88
        beq     @empty
        lda     #OFF_BOARD
@empty: sta     board,x
        inx
        bne     @square

        ; All slots are free.
        ldx     #31
@free:  lda     #NO_SQUARE
        sta     square,x
        lda     #0
        sta     kind,x
        dex
        bpl     @free

        ; A = 0. The counts that lie between nkeys and the squares.
        ldx     #square - nkeys - 1
@zero:  sta     nkeys,x
        dex
        bpl     @zero

        lda     #1
        ; The pieces of a kind have two numbers in the block, white's and
        ; black's six above it.
        sta     _white
        lda     #7
        sta     _black
        ; From a8: the last rank begins at 56.
@kind:  ldx     #56
@next:  lda     position_block,x
        beq     @no
        cmp     _white
        beq     @put
        cmp     _black
        bne     @no

        ; A = number of the piece, X = place in the block: a rank twice
        ; makes it a square.
@put:   stx     _index
        tay
        ; X = the square, Y = the number.
        txa
        and     #$38
        clc
        adc     _index
        tax
        lda     codes-1,y
        sta     board,x
        ; The next slot of its side makes the id. Carry is set for black, with
        ; numbers from 7 on, and slots stays below 16.
        lda     slots
        cpy     #7
        bcc     @white
        lda     slots+1
        inc     slots+1
        ora     #$10
        bcs     @id
@white: inc     slots
@id:    sta     ids,x
        ; The list has its square, and kind its kind: white's number less 1.
        tay
        stx     square,y
        ldx     _white
        dex
        txa
        sta     kind,y
        inc     pieces
        ldx     _index

        ; The next file; behind the last, the rank below.
@no:    inx
        txa
        and     #7
        bne     @next
        txa
        sec
        sbc     #16
        tax
        bcs     @next

        ; The next kind. Before the pawns, officers and scan_count are what is
        ; in the lists; X = side.
        inc     _black
        inc     _white
        lda     _white
        cmp     #1 + PAWN
        bcc     @kind
        bne     @listed
        ldx     #1
@count: lda     slots,x
        sta     officers,x
        jsr     set_scan
        dex
        bpl     @count
        bmi     @kind

@listed:
        ; They lie in one go on both sides.
        ldx     #3                      ; side, castle, ep, half
@state: lda     position_block+64,x
        sta     side,x
        dex
        bpl     @state
        jsr     at_rest
        jmp     full_key

; at_rest - no map, no raw moves, nothing to take back
;
; In      nothing
; Out     hits_ply, undo_top and raw_end at their starts
; Uses    A
at_rest:
        ; No node's map; no undo record.
        lda     #$FF
        sta     hits_ply
        lda     #MAX_KEYS
        sta     undo_top

; no_raw_moves - raw_end at its start; ends at_rest
;
; In      nothing
; Out     raw_end
; Uses    A; carry stays
no_raw_moves:
        lda     #>raw_moves
        sta     raw_end+1
        lda     #<raw_moves
        sta     raw_end
        rts

; piece_code - the board byte of a piece
;
; In      X = id; kind
; Out     A = its board byte
; Uses    Y
piece_code:
        lda     kind,x
        cpx     #16
        bcc     @white
        adc     #5                      ; and the carry: Black's six
@white: tay
        lda     codes,y
        rts

; play_move - make a move of the game and keep the position before it for
; the repetition rule
;
; In      play_from, play_to: the move, a promotion's bits in the former
; Out     play_ok 1 and carry set: played; else it is not legal, and
;         nothing has changed. raw_end and undo_top at their starts
; Uses    A X Y
play_move:
        ; The move must be legal. A = its flags.
        jsr     at_rest                 ; the map is the last search's
        lda     #0
        sta     play_ok
        lda     #1
        jsr     look
        lda     play_from
        sta     m_from
        lda     play_to
        sta     m_to
        jsr     is_legal
        bcc     @end
        sta     m_flags
        ; The record is not needed: the move is never taken back. A clock of 0
        ; means that no position before can return, so their keys go.
        jsr     make_move
        lda     #MAX_KEYS
        sta     undo_top
        inc     play_ok
        lda     half
        bne     @reversible
        sta     nkeys
@reversible:
        ; At MAX_HISTORY keys the first one goes and the others move down.
        lda     nkeys
        cmp     #MAX_HISTORY
        lda     #0
        bcc     @room
        dec     nkeys                   ; the oldest goes
        tax
@key:   .repeat 4, i
        lda     keys+256*i+1,x
        sta     keys+256*i,x
        .endrepeat
        inx
        cpx     #MAX_HISTORY - 1
        bcc     @key
@room:  sec
@end:   rts

        .rodata

; The board bytes of white's pieces by kind, then of black's.
codes:  .byte   WHITE | WAY_KING, WHITE | WAY_DIAGONAL | WAY_STRAIGHT
        .byte   WHITE | WAY_STRAIGHT, WHITE | WAY_DIAGONAL
        .byte   WHITE | WAY_KNIGHT, WHITE_PAWN
        .byte   BLACK | WAY_KING, BLACK | WAY_DIAGONAL | WAY_STRAIGHT
        .byte   BLACK | WAY_STRAIGHT, BLACK | WAY_DIAGONAL
        .byte   BLACK | WAY_KNIGHT, BLACK_PAWN
