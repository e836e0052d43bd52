| swapslow.s - exchanges of more pieces of a kind than a state can hold

        .include "memory.inc"

        .global swap_slow, swap_slow_count, swap_slow_cheapest

        .text

| swap_slow - swap_off begun again with counters in memory; ends it where a
| state can't hold the attackers
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
        lea     (%a5,%d0.w),%a2
        lea     swap_counts-G(%a5),%a0
        clr.l   (%a0)+
        clr.l   (%a0)+
        clr.l   (%a0)
        lea     .Lsteps(%pc),%a3
.Lhop:  move.b  (%a3)+,%d3
        beq     .Lcounted
        ext.w   %d3
        lea     (%a2,%d3.w),%a0
        cmpa.l  #.Lhops,%a3
        bls.s   .Lray
        btst    #1,(%a0)                | WAY_KNIGHT
        beq     .Lhop
        moveq   #1,%d1
        bsr     swap_slow_count
        bra     .Lhop

.Lray:  moveq   #0,%d0
        move.b  %d3,%d0
        neg.b   %d0
        lea     attack_table(%pc),%a1
        move.b  (%a1,%d0.w),%d4         | what attacks from the next square
        moveq   #0,%d5
        move.b  (%a0),%d6
        beq.s   .Lslider
        and.b   %d6,%d4
        beq     .Lhop
        btst    #4,%d4                  | WAY_KING
        bne     .Lking
        moveq   #WAY_DIAGONAL+WAY_STRAIGHT,%d0
        and.b   %d0,%d4
        bne.s   .Lattacks
        moveq   #0,%d1                  | a pawn
        bsr     swap_slow_count
        move.b  %d3,%d0                 | on goes the diagonal
        moveq   #WAY_DIAGONAL,%d4
.Lbehind:
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
        moveq   #WAY_DIAGONAL+WAY_STRAIGHT,%d1
        and.b   (%a0),%d1
        lsr.b   #2,%d1
        addq.b  #1,%d1
        cmp.b   %d5,%d1
        bcc.s   1f
        move.b  %d5,%d1
1:      move.b  %d1,%d5
        bsr     swap_slow_count
        bra.s   .Lbehind
.Lking: moveq   #5,%d1
        bsr     swap_slow_count
        bra     .Lhop

        | All are counted: the list of gains, as swap_long makes it.
.Lcounted:
        movem.l (%sp)+,%d1-%d6/%a2-%a3
        andi.w  #0xFF,%d1
        move.w  %d1,%d0
        tst.b   %d2
        beq.s   1f
        moveq   #6,%d2
1:      ext.w   %d2                     | offset of the side's counters
        move.w  #-1,-(%sp)
2:      move.w  %d0,-(%sp)
        move.w  %d2,%d0
        bsr     swap_slow_cheapest
        beq.s   3f
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
        lea     swap_counts-G(%a5),%a0
        adda.w  %d0,%a0
        lea     rank_value(%pc),%a1
        moveq   #0,%d0
        moveq   #5,%d1
1:      move.b  (%a1)+,%d0
        tst.b   (%a0)+
        dbne    %d1,1b
        beq.s   2f
        subq.b  #1,-(%a0)
        tst.b   %d0
2:      rts

        .section .rodata

| Eight rays, then the knight's hops.
.Lsteps:
        .byte   16, 1, -16, -1, 17, -15, -17, 15
.Lhops: .byte   33, 31, 18, 14, -14, -18, -31, -33, 0
