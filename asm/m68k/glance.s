| glance.s - mate at a glance

        .include "memory.inc"

        .global threatens_mate, flights

        .text

| threatens_mate - does a quiet move of a queen or rook threaten to mate
| with that piece's next move?
|
| In      D3.w = from, D4.w = to, D6.b = the piece's board byte,
|         flights_count; before the move; tactical_moves are free
| Out     Z clear: yes
| Uses    D0 D1 D2 A0 A1
|
| It does if the enemy king has at most one flight square and a check by
| the piece's next move leaves him no legal move. D3 is where the piece
| stands by then, D4 where it may go, D5 who is there, D7 the number of the
| ray.
threatens_mate:
        | A bishop, a knight, a pawn or the king has no straight ways: at most
        | WAY_DIAGONAL is left of its byte.
        moveq   #WAY_DIAGONAL+WAY_STRAIGHT,%d0
        and.b   %d6,%d0
        cmpi.b  #WAY_DIAGONAL,%d0
        bls.s   .Lno
        | The flights are counted once for all moves of the node; until then the
        | count is $FF.
        move.b  flights_count-G(%a5),%d0
        bpl.s   1f
        bsr     flights
1:      cmpi.b  #2,%d0
        bcs.s   2f
.Lno:   moveq   #0,%d0                  | two flights or more
        rts
        | The move is played on the board only. The side that moved moves once
        | more, as if the enemy had passed, so there is no en passant;
        | has_legal_move may write its raw moves over tactical_moves.
2:      movem.l %d3-%d7/%a2,-(%sp)
        move.l  raw_end-G(%a5),-(%sp)
        move.b  ep-G(%a5),-(%sp)
        bsr     make_board_quiet
        movem.w %d3-%d4,-(%sp)
        st      ep-G(%a5)               | NO_SQUARE
        move.l  #tactical_moves,raw_end-G(%a5)
        | Straight rays are the first four of the table: D7 counts down from 7
        | for a queen and from 3 for a rook.
        lea     .Lrays(%pc),%a2
        moveq   #7,%d7
        btst    #2,%d6
        bne.s   3f
        moveq   #3,%d7                  | a rook
        | Walk each ray from the new square; D5 is the board byte of the square
        | reached. A byte in common with the piece's colour bits ends the ray.
3:      move.w  %d4,%d3
.Lray:  move.w  %d3,%d4
.Lstep: add.b   (%a2,%d7.w),%d4
        move.b  (%a5,%d4.w),%d5
        moveq   #OFF_BOARD-256,%d0
        and.b   %d5,%d0
        and.b   %d6,%d0
        bne.s   .Lnext                  | his own piece, or the edge
        | An empty square leads on to the next one, if the move there is not
        | mate; an enemy's piece may be taken, and ends the ray.
        bsr.s   .Lproves
        bne.s   .Lend
        tst.b   %d5
        beq.s   .Lstep
.Lnext: dbra    %d7,.Lray
        moveq   #0,%d0
        | D7 keeps the answer while the board and the raw moves are restored.
        | The last TST sets Z from it.
.Lend:  movem.w (%sp)+,%d3-%d4
        move.b  %d0,%d7
        bsr     unmake_board_quiet
        move.b  (%sp)+,ep-G(%a5)
        move.l  (%sp)+,raw_end-G(%a5)
        move.b  %d7,%d0
        movem.l (%sp)+,%d3-%d7/%a2
        tst.b   %d0
        rts

| Is the move from D3 to D4 mate? Z clear, D0.b not 0: yes. First, does the piece
| see the enemy king from there?
.Lproves:
        | Can the piece, from D4, go the way that the enemy king's square lies
        | in? D0 is the difference of the two squares, modulo 256.
        moveq   #0,%d1
        move.b  enemy_king-G(%a5),%d1
        move.w  %d1,%d0
        sub.b   %d4,%d0
        lea     attack_table(%pc),%a0
        move.b  (%a0,%d0.w),%d2
        and.b   %d6,%d2
        beq.s   .Lblind
        | Walk from D4 to the first piece on the line; it must be the king.
        lea     ray_step(%pc),%a0
        move.b  (%a0,%d0.w),%d2
        move.w  %d4,%d0
1:      add.b   %d2,%d0
        tst.b   (%a5,%d0.w)
        beq.s   1b
        cmp.b   %d1,%d0
        bne.s   .Lblind
        | Play the check, and see whether there is an answer. D0 is on the stack
        | while the move is taken back; the last MOVE sets Z.
        tst.b   %d5
        bne.s   .Ltakes
        bsr     make_board_quiet
        bsr.s   .Lanswer
        move.b  %d0,-(%sp)
        bsr     unmake_board_quiet
        move.b  (%sp)+,%d0
        rts
.Ltakes:
        bsr     make_board_capture
        bsr.s   .Lanswer
        move.b  %d0,-(%sp)
        bsr     unmake_board_capture
        move.b  (%sp)+,%d0
        rts
.Lblind:
        moveq   #0,%d0
        rts

| Has the other side no legal move? D0.b.
.Lanswer:
        | side is flipped for has_legal_move only. Its Z set (no move) becomes
        | D0 = $FF.
        bchg    #0,side-G(%a5)
        bsr     has_legal_move
        seq     %d0
        bchg    #0,side-G(%a5)
        rts

| flights - count the squares that the enemy king could flee to
|
| In      side, enemy_king, the board
| Out     D0.b = flights_count: those next to him, free of his own pieces and
|         not attacked by the side to move
| Uses    D1 D2 A0 A1
flights:
        movem.l %d6-%d7/%a2-%a3,-(%sp)
        moveq   #0,%d0
        move.b  enemy_king-G(%a5),%d0   | D0.w = his square
        movea.w %d0,%a3
        moveq   #7,%d7
        moveq   #0,%d6                  | counts
        lea     .Lrays(%pc),%a2
        | D1 is the king's own byte, ANDed with that of the square next to him:
        | a colour bit in common is his own piece, and both bits are the edge.
1:      move.w  %a3,%d0
        move.b  (%a5,%d0.w),%d1
        add.b   (%a2,%d7.w),%d0
        and.b   (%a5,%d0.w),%d1
        andi.b  #OFF_BOARD,%d1
        bne.s   2f
        | D0 is the square, and its high byte is 0, as attacked needs it.
        move.b  side-G(%a5),%d1
        bsr     attacked
        bne.s   2f
        addq.b  #1,%d6
2:      dbra    %d7,1b
        | The byte stays for the other moves of the node.
        move.b  %d6,%d0
        move.b  %d0,flights_count-G(%a5)
        movem.l (%sp)+,%d6-%d7/%a2-%a3
        rts

        .section .rodata

.Lrays: .byte   16, 1, -16, -1, 17, 15, -17, -15
