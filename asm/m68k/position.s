| position.s - setting positions up, and the moves of the game

        .include "memory.inc"

        .global set_position, play_move, piece_code, set_kind

        .text

| set_position - set up the position in position_block
|
| In      position_block: 64 bytes a1, b1 ... h8 (0 empty, else 1 +
|         side*6 + kind), then side, castle, ep, half
| Out     board with its edges, ids, lists, key; no earlier positions;
|         raw_end and undo_top at their starts; A5 = G, since a host enters
|         here after a reset
| Uses    D0 D1 D2 D3 D4 A0 A1 A2
|
| The lists are filled kind by kind, King to Pawn, each from a8 to h1.
set_position:
        | All of the board and its edges off the board, then its 64 squares
        | empty.
        lea     G,%a5
        lea     board_edge-G(%a5),%a0
        move.l  #OFF_BOARD * 0x01010101,%d0
        moveq   #(34+256+34)/4-1,%d1
1:      move.l  %d0,(%a0)+
        dbf     %d1,1b
        move.l  %a5,%a0
        moveq   #7,%d1
2:      clr.l   (%a0)+
        clr.l   (%a0)+
        addq.l  #8,%a0
        dbf     %d1,2b
        | No ids and kinds; all pointers at NO_SQUARE.
        lea     ids-G(%a5),%a0          | and kind
        moveq   #(128+32)/4-1,%d1
3:      clr.l   (%a0)+
        dbf     %d1,3b
        lea     NO_SQUARE(%a5),%a1
        lea     square-G(%a5),%a0
        moveq   #31,%d1
4:      move.l  %a1,(%a0)+
        dbf     %d1,4b

        | A0 = rights_lost, except for the corners and the kings' squares 0.
        lea     castle_mask,%a1
        moveq   #8-1,%d1
        | castle_mask has the rights that stay, for the first rank's squares
        | and, 8 bytes on, the eighth's. What is lost is the other bits.
5:      move.b  8(%a1),%d0
        not.b   %d0
        and.b   #15,%d0
        move.b  %d0,0x70(%a0)
        moveq   #15,%d0
        sub.b   (%a1)+,%d0
        move.b  %d0,(%a0)+
        dbf     %d1,5b
        moveq   #(0x70-8)/4-1,%d1
6:      clr.l   (%a0)+
        dbf     %d1,6b

        lea     slots-G(%a5),%a0
        clr.l   (%a0)+                  | and officers
        clr.l   (%a0)+                  | promoted and scan_count
        clr.l   (%a0)+                  | sliders and line_count
        clr.b   (%a0)                   | pieces
        clr.w   king_square-G(%a5)      | and enemy_king: look not called yet
        clr.l   checkers-G(%a5)         | to bares

        | D3 = kind, D4 = square, A2 = its place in the block.
        moveq   #KING,%d3
.Lkind: lea     position_block+56-G(%a5),%a2
        moveq   #0x70,%d4
.Lsquare:
        moveq   #0,%d1
        | White's code is kind + 1, black's 6 more: is one of this kind here?
        move.b  (%a2)+,%d0
        subq.b  #1,%d0
        cmp.b   %d3,%d0
        beq.s   .Lput
        moveq   #1,%d1
        subq.b  #6,%d0
        cmp.b   %d3,%d0
        bne.s   .Lnext

        | A piece of side D1.
        | D0 = the next free slot of its side, and with the side the id.
.Lput:  lea     slots-G(%a5),%a0
        add.w   %d1,%a0
        addq.b  #1,pieces-G(%a5)
        moveq   #0,%d0
        move.b  (%a0),%d0
        addq.b  #1,(%a0)
        lsl.w   #4,%d1
        or.w    %d1,%d0
        | The id by square, the kind, the pointer.
        lea     (%a5,%d4.w),%a0
        move.b  %d0,ids-G(%a0)
        move.w  %d3,%d1
        bsr     set_kind
        lsl.w   #2,%d0
        lea     square-G(%a5),%a1
        move.l  %a0,(%a1,%d0.w)

        | The next file; behind the last, the rank below.
        | Bit 3 is set behind the last file.
.Lnext: addq.w  #1,%d4
        btst    #3,%d4
        beq.s   .Lsquare
        lea     -16(%a2),%a2
        sub.w   #0x18,%d4
        bpl.s   .Lsquare
        addq.w  #1,%d3
        | Before the knights, and before the pawns, the counts of slots are
        | noted.
        cmp.w   #KNIGHT,%d3
        bcs.s   .Lkind
        beq.s   .Lsliders
        cmp.w   #PAWN,%d3
        bne.s   .Llisted
        move.w  slots-G(%a5),officers-G(%a5)
        move.w  slots-G(%a5),scan_count-G(%a5)
        bra.s   .Lkind
.Lsliders:
        move.w  slots-G(%a5),sliders-G(%a5)
        move.w  slots-G(%a5),line_count-G(%a5)
        bra     .Lkind

.Llisted:
        | side, castle, ep and half as they stand in the block; then the key.
        move.l  position_block+64-G(%a5),side-G(%a5)
        lea     undo_end-G(%a5),%a0
        move.l  %a0,undo_top-G(%a5)
        bsr.s   .Lstarts
        bra     full_key

| No attack map, no raw moves.
.Lstarts:
        st      hits_ply-G(%a5)
        lea     raw_moves-G(%a5),%a0
        move.l  %a0,raw_end-G(%a5)
        rts

| set_kind - make a piece one of a kind
|
| In      D0 = id, D1 = kind, A0 = pointer to its square
| Out     board, kind, piece_keys
| Uses    D1 A1
set_kind:
        | The kind, and key_place by side*6 + kind.
        lea     kind-G(%a5),%a1
        move.b  %d1,(%a1,%d0.w)
        cmp.w   #16,%d0
        bcs.s   .Lwhite
        addq.w  #6,%d1
.Lwhite:
        | The key's windows of this piece, by id.
        add.w   %d1,%d1
        add.w   %d1,%d1
        lea     key_place,%a1
        move.l  (%a1,%d1.w),%d1
        lsl.w   #2,%d0
        lea     piece_keys-G(%a5),%a1
        move.l  %d1,(%a1,%d0.w)
        lsr.w   #2,%d0
        bsr.s   .Lcode
        move.b  %d1,(%a0)
        rts

| piece_code - the board byte of a piece
|
| In      D0 = id; kind
| Out     D1.b = its board byte
| Uses    A1
piece_code:
        | D1 = kind, 6 more for black; its byte from the table.
.Lcode: lea     kind-G(%a5),%a1
        moveq   #0,%d1
        move.b  (%a1,%d0.w),%d1
        cmp.w   #16,%d0
        bcs.s   .Lwhitecode
        addq.w  #6,%d1
.Lwhitecode:
        lea     .Lcodes,%a1
        move.b  (%a1,%d1.w),%d1
        rts

| play_move - make a move of the game and keep the position before it for
| the repetition rule
|
| In      play_from, play_to: the move, a promotion's bits in the former
| Out     play_ok 1 and Z clear: played; else it is not legal, and nothing
|         has changed. raw_end at its start
| Uses    D0 D1 D2 D3 D4 D5 D7 A0 A1 A2 A3 A4
play_move:
        clr.b   play_ok-G(%a5)
        | look must be called for the position.
        bsr.s   .Lstarts                | the map is the last search's
        moveq   #1,%d0
        bsr     look
        | The move must be legal.
        moveq   #0,%d3
        move.b  play_from-G(%a5),%d3
        moveq   #0,%d4
        move.b  play_to-G(%a5),%d4
        bsr     is_legal
        beq.s   .Lend
        | Make it. Without a way back no record before it can repeat.
        bsr     make_move
        tst.b   half-G(%a5)
        bne.s   .Lreversible
        lea     undo_end-G(%a5),%a0     | none before can come again
        move.l  %a0,undo_top-G(%a5)
.Lreversible:
        | MAX_HISTORY records at most.
        cmp.l   #undo_end - UNDO*MAX_HISTORY,undo_top-G(%a5)
        bhi.s   .Lroom

        | The oldest goes: the records from the last to the oldest but one,
        | each moved a place higher, the highest first.
        lea     undo_end-UNDO-G(%a5),%a0
        lea     undo_end-G(%a5),%a1
        move.w  #UNDO*(MAX_HISTORY-1)/4-1,%d0
.Lmove: move.l  -(%a0),-(%a1)
        dbf     %d0,.Lmove
        move.l  %a1,undo_top-G(%a5)
.Lroom: moveq   #1,%d0
        move.b  %d0,play_ok-G(%a5)
.Lend:  rts

        .section .rodata

| The board bytes of white's pieces by kind, then of black's.
.Lcodes:
        .byte   WHITE+WAY_KING, WHITE+WAY_DIAGONAL+WAY_STRAIGHT
        .byte   WHITE+WAY_STRAIGHT, WHITE+WAY_DIAGONAL
        .byte   WHITE+WAY_KNIGHT, WHITE_PAWN
        .byte   BLACK+WAY_KING, BLACK+WAY_DIAGONAL+WAY_STRAIGHT
        .byte   BLACK+WAY_STRAIGHT, BLACK+WAY_DIAGONAL
        .byte   BLACK+WAY_KNIGHT, BLACK_PAWN
