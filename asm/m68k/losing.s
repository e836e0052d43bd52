| losing.s - moves after which the enemy wins something back on the same square

        .include "memory.inc"

        .global loses, loses_hit, pawn_guards, exchange_loss, swap_at_to

        .text

| loses - does a quiet move except castling lose the moved piece, or some of its
| value, by swap-off on its new square?
|
| In      D3.w = from, D4.w = to, ply, side; before the move
| Out     D0.w not 0, and Z clear: it does
| Uses    D1 D2 A0 A1
|
| A pawn that attacks a more valuable piece wins something whatever follows, so
| there is nothing to compute.
loses:  move.b  ply-G(%a5),%d0
        | The map of this node: is the target hit, or the from-square by a
        | slider?
        cmp.b   hits_ply-G(%a5),%d0
        beq.s   1f
        bsr     hits_of
1:      lea     hits-G(%a5),%a1
        move.b  hits_stamp-G(%a5),%d0
        cmp.b   (%a1,%d4.w),%d0
        bls.s   .Lhit
        cmp.b   (%a1,%d3.w),%d0
        bcs.s   .Lhit                   | a slider behind
        moveq   #0,%d0
        rts

| loses_hit - loses, if the map shows that something may be lost; ends loses
|
| In      D3.w = from, D4.w = to, side; hits shows an attack on to, or by a
|         slider on from
| Out     as loses
| Uses    D1 D2 A0 A1
loses_hit:
        | Is it a pawn? Pawns have a test of their own.
.Lhit:  lea     (%a5,%d3.w),%a1
        move.b  (%a1),%d1
        moveq   #ANY_PAWN,%d0
        and.b   %d1,%d0
        bne.s   .Lpawn
        | An enemy pawn that attacks the target wins the piece; else the swap-
        | off decides.
        lea     (%a5,%d4.w),%a0
        tst.b   %d1
        bmi.s   2f
        moveq   #BLACK_PAWN-256,%d0     | they attack downwards
        cmp.b   15(%a0),%d0
        beq.s   3f
        cmp.b   17(%a0),%d0
        bne     .Lswap
        bra.s   3f
        | The same where black moves: white's pawns attack upwards.
2:      moveq   #WHITE_PAWN,%d0
        cmp.b   -15(%a0),%d0
        beq.s   3f
        cmp.b   -17(%a0),%d0
        bne     .Lswap
3:      tst.b   %d0                     | the pawn: not 0
        rts

        | A pawn guarded by an own pawn and attacked by no enemy pawn loses
        | nothing, as in best_swap: 17 pawns in 100.
.Lpawn: lea     (%a5,%d4.w),%a0
        tst.b   %d1
        bmi.s   5f
        | White's pawn: guarded, and not attacked by a pawn.
        moveq   #WHITE_PAWN,%d0
        cmp.b   -15(%a0),%d0
        beq.s   4f
        cmp.b   -17(%a0),%d0
        bne     .Lswap
4:      moveq   #BLACK_PAWN-256,%d0
        cmp.b   15(%a0),%d0
        beq     .Lswap
        cmp.b   17(%a0),%d0
        beq     .Lswap
        moveq   #0,%d0
        rts
        | Black's pawn, with the sides changed.
5:      moveq   #BLACK_PAWN-256,%d0
        cmp.b   15(%a0),%d0
        beq.s   6f
        cmp.b   17(%a0),%d0
        bne     .Lswap
6:      moveq   #WHITE_PAWN,%d0
        cmp.b   -15(%a0),%d0
        beq     .Lswap
        cmp.b   -17(%a0),%d0
        beq     .Lswap
        moveq   #0,%d0
        rts

| exchange_loss - how much the enemy wins back by recapturing on the same
| square
|
| In      D3.w = from (a promotion's bits may be set), D4.w = to, D5.b =
|         flags, ply, side; before the move
| Out     D0.w = loss in sixteenths of a pawn, Z set: none
| Uses    D1 D2 A0 A1
exchange_loss:
        btst    #1,%d5                  | en passant is never evaluated
        bne.s   2f
        | As in loses: where the map shows no hit nothing is taken back.
        move.b  ply-G(%a5),%d0
        cmp.b   hits_ply-G(%a5),%d0
        beq.s   1f
        bsr     hits_of
1:      lea     hits-G(%a5),%a1
        move.b  hits_stamp-G(%a5),%d0
        | D2 = from without a promotion's bits.
        moveq   #0x77,%d2
        and.w   %d3,%d2
        cmp.b   (%a1,%d4.w),%d0
        bls.s   3f
        cmp.b   (%a1,%d2.w),%d0
        bcs.s   3f
2:      moveq   #0,%d0
        rts
        | A1 = the piece's place, D1 = its byte.
3:      lea     (%a5,%d2.w),%a1
        move.b  (%a1),%d1
.Lat:

| swap_at_to - what the enemy wins by capturing a piece that has moved
|
| In      A1 = the piece's place on the board, D1.b = its board byte, D4.w =
|         the square it moves to
| Out     D0.w = gain, Z set: none; the board as it was
| Uses    D1 D2 A0
swap_at_to:
        | The piece leaves its square for the exchange. The target still has the
        | captured piece: only the value of the one that moves matters.
        lea     (%a5,%d4.w),%a0
.Lswap: move.b  %d1,-(%sp)
        move.l  %a1,-(%sp)
        clr.b   (%a1)
        moveq   #0x3F,%d2
        and.b   %d1,%d2
        lea     swap_worth(%pc),%a1
        tst.b   %d1
        | White's piece: black captures, so its value is negative.
        bmi.s   1f
        moveq   #0,%d1
        move.b  (%a1,%d2.w),%d1
        neg.w   %d1                     | black captures
        bsr     swap_place
        | Put the piece back. TST sets Z from the gain.
        movea.l (%sp)+,%a1
        move.b  (%sp)+,(%a1)
        tst.w   %d0
        rts
1:      moveq   #0,%d1                  | white captures
        move.b  (%a1,%d2.w),%d1
        bsr     swap_place
        movea.l (%sp)+,%a1
        move.b  (%sp)+,(%a1)
        tst.w   %d0
        rts

| pawn_guards - does an enemy pawn guard a square?
|
| In      D1.b = board byte of the guarded side, D0.w = square
| Out     Z set: yes
| Uses    A0
pawn_guards:
        | Two squares in the direction that the enemy's pawns come from; Z of
        | the comparison is the answer.
        lea     (%a5,%d0.w),%a0
        tst.b   %d1
        bmi.s   1f
        cmpi.b  #BLACK_PAWN,15(%a0)     | they attack downwards
        beq.s   2f
        cmpi.b  #BLACK_PAWN,17(%a0)
        rts
1:      cmpi.b  #WHITE_PAWN,-15(%a0)
        beq.s   2f
        cmpi.b  #WHITE_PAWN,-17(%a0)
2:      rts
