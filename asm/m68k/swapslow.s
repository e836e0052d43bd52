| swapslow.s - exchanges of more pieces of a kind than a state can hold

        .include "memory.inc"

        .global swap_slow, swap_slow_count, swap_slow_cheapest

        .text

| swap_slow - begin swap_off again with counters in memory, as a state can't
| hold the attackers; ends it
|
| In      D0.w = square, D1.b = worth of the piece there, D2.b = side that
|         captures
| Out     D0.w = gain
| Uses    D1 D2 A0 A1
|
| Attackers are counted by side and rank, from 0, a pawn, to 5, a king. A2 is
| the square's place, A3 where the step in D3 is from; of the ray, D4 are the
| sliders' ways, D5 is the rank of who is in front, D6 his board byte.
swap_slow:
        movem.l %d1-%d6/%a2-%a3,-(%sp)
        | A2 = the place; all twelve counters are 0.
        lea     (%a5,%d0.w),%a2
        lea     swap_counts-G(%a5),%a0
        clr.l   (%a0)+
        clr.l   (%a0)+
        clr.l   (%a0)
        lea     .Lsteps(%pc),%a3
        | The next step or hop, 0 behind the last one; A0 = the place there.
.Lhop:  move.b  (%a3)+,%d3
        beq     .Lcounted
        ext.w   %d3
        lea     (%a2,%d3.w),%a0
        cmpa.l  #.Lhops,%a3
        bls.s   .Lray
        | A hop, where a knight may stand: rank 1.
        btst    #1,(%a0)                | WAY_KNIGHT
        beq     .Lhop
        moveq   #1,%d1
        bsr     swap_slow_count
        bra     .Lhop

        | D4 = the ways in which a piece on the next square attacks this one; D6
        | = what stands there.
.Lray:  moveq   #0,%d0
        move.b  %d3,%d0
        neg.b   %d0
        lea     attack_table(%pc),%a1
        move.b  (%a1,%d0.w),%d4         | what attacks from the next square
        moveq   #0,%d5
        move.b  (%a0),%d6
        beq.s   .Lslider
        | Something stands there: has it such a way?
        and.b   %d6,%d4
        beq     .Lhop
        | The king, or a slider, or else a pawn.
        btst    #4,%d4                  | WAY_KING
        bne     .Lking
        moveq   #WAY_DIAGONAL+WAY_STRAIGHT,%d0
        and.b   %d0,%d4
        bne.s   .Lattacks
        | A pawn's diagonal may have a slider behind it.
        moveq   #0,%d1                  | a pawn
        bsr     swap_slow_count
        move.b  %d3,%d0                 | on goes the diagonal
        moveq   #WAY_DIAGONAL,%d4
.Lbehind:
        | Walk on to the next piece. It must have the way, and be a friend of
        | the one in front.
        adda.w  %d3,%a0
        move.b  (%a0),%d0
        beq.s   .Lbehind
        and.b   %d4,%d0
        beq     .Lhop
        move.b  (%a0),%d0
        eor.b   %d6,%d0
        bmi     .Lhop                   | a foe
        bra.s   .Lcount
.Lslider:
        | Nothing near: walk to the first piece, and only sliders count.
        andi.b  #WAY_DIAGONAL+WAY_STRAIGHT,%d4
.Lwalk: adda.w  %d3,%a0
        move.b  (%a0),%d6
        beq.s   .Lwalk
        move.b  %d6,%d0
        and.b   %d4,%d0
        beq     .Lhop
        | Rank 2 bishop, 3 rook, 4 queen, but no less than the one in front.
.Lattacks:
.Lcount:
        | D1 = the ways over four, plus 1. One behind a queen counts as a queen,
        | since it captures after her.
        moveq   #WAY_DIAGONAL+WAY_STRAIGHT,%d1
        and.b   (%a0),%d1
        lsr.b   #2,%d1
        addq.b  #1,%d1
        cmp.b   %d5,%d1
        bcc.s   1f
        move.b  %d5,%d1
1:      move.b  %d1,%d5
        | Count it, and look behind it.
        bsr     swap_slow_count
        bra.s   .Lbehind
        | A king counts as rank 5, and shields what is behind him.
.Lking: moveq   #5,%d1
        bsr     swap_slow_count
        bra     .Lhop

        | All are counted: the list of gains, as swap_long makes it.
.Lcounted:
        | D0 = the value, D2 = the side that captures.
        movem.l (%sp)+,%d1-%d6/%a2-%a3
        andi.w  #0xFF,%d1
        move.w  %d1,%d0
        tst.b   %d2
        beq.s   1f
        moveq   #6,%d2
1:      ext.w   %d2                     | offset of the side's counters
        move.w  #-1,-(%sp)
        | The gain goes to the stack; the cheapest capturer is worth the next
        | one, until a side has none.
2:      move.w  %d0,-(%sp)
        move.w  %d2,%d0
        bsr     swap_slow_cheapest
        beq.s   3f
        | The other side's counters: 6 less the offset.
        neg.w   %d2
        addq.w  #6,%d2
        bra.s   2b
3:      addq.l  #2,%sp                  | no piece takes the last
        bra     swap_many

| swap_slow_count - count an attacker
|
| In      A0 = its place, D1.b = rank
| Out     swap_counts
| Uses    D0 A1
swap_slow_count:
        | White's ranks first, black's 6 further on.
        moveq   #0,%d0
        move.b  %d1,%d0
        tst.b   (%a0)
        bpl.s   1f
        addq.w  #6,%d0
1:      lea     swap_counts-G(%a5),%a1
        addq.b  #1,(%a1,%d0.w)
        rts

| swap_slow_cheapest - take a side's cheapest attacker
|
| In      D0.w = offset of its counters
| Out     D0.w = worth, Z clear; Z set: there is none
| Uses    D1 A0 A1
swap_slow_cheapest:
        | A0 = the side's counters, A1 = the values by rank.
        lea     swap_counts-G(%a5),%a0
        adda.w  %d0,%a0
        lea     rank_value(%pc),%a1
        moveq   #0,%d0
        moveq   #5,%d1
        | The first counter that is not 0; D0 = the value.
1:      move.b  (%a1)+,%d0
        tst.b   (%a0)+
        dbne    %d1,1b
        beq.s   2f
        subq.b  #1,-(%a0)               | one less
        tst.b   %d0
2:      rts

        .section .rodata

| Eight rays, then the knight's hops.
.Lsteps:
        .byte   16, 1, -16, -1, 17, -15, -17, 15
.Lhops: .byte   33, 31, 18, 14, -14, -18, -31, -33, 0
