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
| The enemy king has at most one square to flee to, and a check by the
| piece from where it can go next leaves him no legal move. D3 is where the
| piece stands by then, D4 where it may go, D5 who is there, D7 the number of
| the ray.
threatens_mate:
        moveq   #WAY_DIAGONAL+WAY_STRAIGHT,%d0
        and.b   %d6,%d0
        cmpi.b  #WAY_DIAGONAL,%d0
        bls.s   .Lno
        move.b  flights_count-G(%a5),%d0
        bpl.s   1f
        bsr     flights
1:      cmpi.b  #2,%d0
        bcs.s   2f
.Lno:   moveq   #0,%d0
        rts
2:      movem.l %d3-%d7/%a2,-(%sp)
        move.l  raw_end-G(%a5),-(%sp)
        move.b  ep-G(%a5),-(%sp)
        bsr     make_board_quiet
        movem.w %d3-%d4,-(%sp)
        st      ep-G(%a5)               | NO_SQUARE
        move.l  #tactical_moves,raw_end-G(%a5)
        lea     .Lrays(%pc),%a2
        moveq   #7,%d7
        btst    #2,%d6
        bne.s   3f
        moveq   #3,%d7                  | a rook
3:      move.w  %d4,%d3
.Lray:  move.w  %d3,%d4
.Lstep: add.b   (%a2,%d7.w),%d4
        move.b  (%a5,%d4.w),%d5
        moveq   #OFF_BOARD-256,%d0
        and.b   %d5,%d0
        and.b   %d6,%d0
        bne.s   .Lnext                  | his own piece, or the edge
        bsr.s   .Lproves
        bne.s   .Lend
        tst.b   %d5
        beq.s   .Lstep
.Lnext: dbra    %d7,.Lray
        moveq   #0,%d0
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
        moveq   #0,%d1
        move.b  enemy_king-G(%a5),%d1
        move.w  %d1,%d0
        sub.b   %d4,%d0
        lea     attack_table(%pc),%a0
        move.b  (%a0,%d0.w),%d2
        and.b   %d6,%d2
        beq.s   .Lblind
        lea     ray_step(%pc),%a0
        move.b  (%a0,%d0.w),%d2
        move.w  %d4,%d0
1:      add.b   %d2,%d0
        tst.b   (%a5,%d0.w)
        beq.s   1b
        cmp.b   %d1,%d0
        bne.s   .Lblind
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
        move.b  enemy_king-G(%a5),%d0
        movea.w %d0,%a3
        moveq   #7,%d7
        moveq   #0,%d6                  | counts
        lea     .Lrays(%pc),%a2
1:      move.w  %a3,%d0
        move.b  (%a5,%d0.w),%d1
        add.b   (%a2,%d7.w),%d0
        and.b   (%a5,%d0.w),%d1
        andi.b  #OFF_BOARD,%d1
        bne.s   2f
        move.b  side-G(%a5),%d1
        bsr     attacked
        bne.s   2f
        addq.b  #1,%d6
2:      dbra    %d7,1b
        move.b  %d6,%d0
        move.b  %d0,flights_count-G(%a5)
        movem.l (%sp)+,%d6-%d7/%a2-%a3
        rts

        .section .rodata

.Lrays: .byte   16, 1, -16, -1, 17, 15, -17, -15
