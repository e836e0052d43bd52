| makeboard.s - making a move on the board and in the lists alone

        .include "memory.inc"
        .include "makeboard.inc"

        .global make_board, unmake_board
        .global make_board_quiet, unmake_board_quiet
        .global make_board_capture, unmake_board_capture

        .text

| make_board - make a move on the board and in the lists
| only
|
| In      D3 = from with a promotion's bits, D4 = to, D5 = flags; not a
|         second one before unmake_board
| Out     board, ids, square, kind, piece_keys, pieces, promoted, scan_count,
|         line_count
| Uses    D0 D1 D2 A0 A1
|
| For the swap-off of terminals: side to move, rights, clock and key stay.
make_board:
        | D0 = the flags that need more than a quiet move.
        moveq   #SPECIAL,%d0
        and.b   %d5,%d0
        beq.s   1f
        subq.b  #FLAG_CAPTURE,%d0
        bne.s   .Lspecial

| make_board_capture - make_board for a capture except en passant and
| promotions
|
| In      D3 = from, D4 = to
| Out     board, ids, square, pieces; board_taken, board_code
| Uses    D0 D1 A0 A1
make_board_capture:
        | The captured byte is kept, and the mover takes its place.
        lea     (%a5,%d3.w),%a0
        lea     (%a5,%d4.w),%a1
        move.b  (%a1),board_code-G(%a5)
        move.b  (%a0),(%a1)
        clr.b   (%a0)
        | D0 = the mover's id, D1 = the captured one's, which is kept too.
        moveq   #0,%d0
        move.b  ids-G(%a0),%d0
        moveq   #0,%d1
        move.b  ids-G(%a1),%d1
        move.b  %d0,ids-G(%a1)
        move.b  %d1,board_taken-G(%a5)
        subq.b  #1,pieces-G(%a5)
        | The mover's pointer goes to A1, the captured one's to NO_SQUARE.
        lea     square-G(%a5),%a0
        add.w   %d0,%d0
        add.w   %d0,%d0
        move.l  %a1,(%a0,%d0.w)
        lea     NO_SQUARE(%a5),%a1
        add.w   %d1,%d1
        add.w   %d1,%d1
        move.l  %a1,(%a0,%d1.w)
        rts

| make_board_quiet - make_board for a quiet move except castling
|
| In      D3 = from, D4 = to
| Out     board, ids, square
| Uses    D0 A0 A1
make_board_quiet:
1:      MAKE_BOARD_QUIET
        rts

        | En passant, castling or a promotion.
.Lspecial:
        btst    #2,%d5                  | FLAG_CASTLE
        bne.s   .Lcastle
        btst    #1,%d5                  | FLAG_EN_PASSANT
        bne.s   .Lep
        | A promotion: move the pawn, with or without capture, then make it a
        | piece. from is without the bits meanwhile.
        move.w  %d3,-(%sp)
        and.w   #0x77,%d3
        btst    #0,%d5                  | FLAG_CAPTURE
        beq.s   .Lempty
        bsr     make_board_capture
        bra.s   .Lthere
.Lempty:
        bsr     make_board_quiet
.Lthere:
        move.w  (%sp)+,%d3
        | D2 = the bits of the piece, D1 = the id.
        move.w  %d3,%d2
        move.w  %d4,%d0
        lea     (%a5,%d0.w),%a0
        move.b  ids-G(%a0),%d1
        bra     promote
        | En passant: the captured pawn beside the target leaves board and list.
.Lep:   moveq   #0x10,%d0
        eor.w   %d4,%d0
        lea     (%a5,%d0.w),%a1
        move.b  (%a1),board_code-G(%a5)
        clr.b   (%a1)
        moveq   #0,%d1
        move.b  ids-G(%a1),%d1
        move.b  %d1,board_taken-G(%a5)
        subq.b  #1,pieces-G(%a5)
        | Its pointer goes to NO_SQUARE; then the pawn's move is a quiet one.
        lea     square-G(%a5),%a0
        lea     NO_SQUARE(%a5),%a1
        add.w   %d1,%d1
        add.w   %d1,%d1
        move.l  %a1,(%a0,%d1.w)
        bra     make_board_quiet
.Lcastle:
        | Castling: the king, then the rook.
        bsr     make_board_quiet
        move.w  %d4,%d0
        bsr     hop_rook
        bra     move_rook

| unmake_board - undo make_board
|
| In      D3 = from with a promotion's bits, D4 = to, D5 = flags: the same
|         move
| Out     everything as before
| Uses    D0 D1 D2 A0 A1
unmake_board:
        | By the same flags.
        moveq   #SPECIAL,%d0
        and.b   %d5,%d0
        beq.s   2f
        subq.b  #FLAG_CAPTURE,%d0
        bne.s   .Lunspecial

| unmake_board_capture - take back make_board_capture
|
| In      D3 = from, D4 = to, board_taken, board_code
| Out     board, ids, square, pieces
| Uses    D0 D1 A0 A1
|
| The from-square still has the piece's id.
unmake_board_capture:
        | The mover goes back, with its byte and its pointer.
        lea     (%a5,%d3.w),%a0
        lea     (%a5,%d4.w),%a1
        move.b  (%a1),(%a0)
        moveq   #0,%d0
        move.b  ids-G(%a0),%d0
        add.w   %d0,%d0
        add.w   %d0,%d0
        move.l  %a0,%d1
        lea     square-G(%a5),%a0
        move.l  %d1,(%a0,%d0.w)

        | The captured piece is put back on the square at A1. A0 = square.
.Luntake:
        | The byte, the id and the pointer of the captured piece come back.
        move.b  board_code-G(%a5),(%a1)
        moveq   #0,%d0
        move.b  board_taken-G(%a5),%d0
        move.b  %d0,ids-G(%a1)
        add.w   %d0,%d0
        add.w   %d0,%d0
        move.l  %a1,(%a0,%d0.w)
        addq.b  #1,pieces-G(%a5)
        rts

| unmake_board_quiet - take back make_board_quiet
|
| In      D3 = from, D4 = to
| Out     board, square
| Uses    D0 A0 A1
unmake_board_quiet:
2:      UNMAKE_BOARD_QUIET
        rts

.Lunspecial:
        btst    #2,%d5                  | FLAG_CASTLE
        bne.s   .Luncastle
        btst    #1,%d5                  | FLAG_EN_PASSANT
        bne.s   .Lunep
        | The piece becomes a pawn again, then goes back as in a plain move.
        move.w  %d4,%d0
        lea     (%a5,%d0.w),%a0
        move.b  ids-G(%a0),%d1
        bsr     demote
        move.w  %d3,-(%sp)
        and.w   #0x77,%d3
        btst    #0,%d5                  | FLAG_CAPTURE
        beq.s   .Lunempty
        bsr     unmake_board_capture
        move.w  (%sp)+,%d3
        rts
.Lunempty:                              | quiet
        bsr     unmake_board_quiet
        move.w  (%sp)+,%d3
        rts
        | The pawn goes back; what it captured comes back beside the target.
.Lunep: bsr     unmake_board_quiet
        moveq   #0x10,%d0
        eor.w   %d4,%d0
        lea     square-G(%a5),%a0
        lea     (%a5,%d0.w),%a1
        bra     .Luntake
.Luncastle:
        | The king back, then the rook: hop_rook's squares the other way round.
        bsr     unmake_board_quiet
        move.w  %d4,%d0
        bsr     hop_rook
        exg     %d0,%d2
        bra     move_rook
