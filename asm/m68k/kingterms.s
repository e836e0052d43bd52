| kingterms.s - the king's terms of the root tables

        .include "memory.inc"
        .include "eval.inc"

        .global king_terms, king_ending, king_passed, draw_king, root_ahead

        .text

| king_terms - judge the king's squares
|
| In      the facts, castle, own
| Out     the side's tables
| Uses    D0 D1 D2 D3 D4 D5 D6 A0 A1
king_terms:
        cmpi.b  #5,root_phase-G(%a5)    | the ending has terms of its own
        bcc     king_ending

        | What the king finds of shelter: D4 on the file before, D5 on his,
        | D6 on the next.
        | The file before the first one has no pawn: -7. A1 reads the rearmost
        | pawns by file.
        lea     REARMOST+1(%a3),%a1
        moveq   #-7,%d4
        bsr.s   .Lshelter
        move.b  %d0,%d5
        moveq   #0,%d2                  | file
        | D0 = the shelter of three files; then each moves on by one.
1:      bsr.s   .Lshelter
        move.b  %d0,%d6
        add.b   %d5,%d0
        add.b   %d4,%d0
        move.b  %d5,%d4
        move.b  %d6,%d5
        | Files 3 and 4 are exposed: 5 less.
        move.w  %d2,%d1
        subq.w  #3,%d1
        cmpi.w  #2,%d1
        bcc.s   2f
        subq.b  #5,%d0                  | the two files in the middle
2:      bsr     weigh
        | On the first rank and the second, in white's view: D7 flips the rank
        | for black.
        move.w  %d2,%d1
        eor.w   %d7,%d1
        add.b   %d0,(%a4,%d1.w)
        eori.w  #0x10,%d1               | second rank
        add.b   %d0,(%a4,%d1.w)
        addq.w  #1,%d2
        cmpi.w  #8,%d2
        bne.s   1b

        | The side's castling rights in bits 0 and 1: any of them makes the
        | king's home worth 4 more.
        move.b  castle-G(%a5),%d4
        tst.w   %d7
        beq.s   3f
        lsr.b   #2,%d4
3:      andi.b  #3,%d4
        beq.s   4f
        moveq   #KING,%d1
        moveq   #0x04,%d2
        moveq   #4,%d0
        bsr     bump
        | Kingside rights keep the rook at home by 8.
        btst    #0,%d4                  | kingside
        beq.s   4f
        moveq   #ROOK,%d1
        moveq   #0x07,%d2
        moveq   #8,%d0
        bra     bump
4:      rts

| D0 = the shelter of the pawns whose REARMOST is at A1, a byte. A1 = next.
.Lshelter:
        | D0 = the rank of the rearmost pawn on the file, $80 without one; from
        | the fourth rank on it is too far away.
        moveq   #0,%d0
        move.b  (%a1)+,%d0
        bmi.s   5f
        cmpi.b  #0x30,%d0
        bcc.s   6f
        | By rank, 0 to 2.
        lsr.w   #4,%d0
        lea     shelter(%pc),%a0
        move.b  (%a0,%d0.w),%d0
        rts
5:      moveq   #-7,%d0                 | none
        rts
6:      moveq   #0,%d0                  | too far
        rts

| king_ending - judge the king's squares in the ending: towards passed pawns,
| and, with much the better of it, towards the enemy king, who belongs on the
| edge; ends king_terms
|
| In      the facts, lists, board, own
| Out     the side's table of the king
| Uses    D0 D1 D2 D3 D4 D5 D6 A0 A1
|
| 28 less 4 for each step to the enemy king, in this order: the 28 first, so
| that no entry stops at 0.
king_ending:
        bsr     king_passed
        bsr     root_ahead
        cmpi.w  #4*16,%d0
        blt.s   2f                      | less than 4 pawns
        | Much the better of it: 28 more everywhere, eight entries a rank.
        movea.l %a4,%a0
        moveq   #28,%d0
        moveq   #7,%d1
1:      .rept   8
        add.b   %d0,(%a0)+
        .endr
        addq.l  #8,%a0                  | over the gap behind a rank
        dbf     %d1,1b
        | Then 4 less for each step from the enemy king.
        bsr     king_of_enemy
        moveq   #4,%d1
        bra     draw_king

        | Much the worse of it: the edge costs the king more than the middle.
2:      cmpi.w  #-4*16,%d0
        bgt.s   6f                      | -4 itself counts
        movea.l %a4,%a0
        lea     .Lfrom_middle(%pc),%a1
        moveq   #7,%d2                  | rank
        | D4 is by the rank and D1 by the file; the entry stops at 0.
3:      move.b  (%a1,%d2.w),%d4
        moveq   #7,%d3                  | file
4:      move.b  (%a0),%d0
        move.b  (%a1,%d3.w),%d1
        add.b   %d4,%d1
        sub.b   %d1,%d0
        bcc.s   5f
        moveq   #0,%d0
5:      move.b  %d0,(%a0)+
        dbf     %d3,4b
        addq.l  #8,%a0
        dbf     %d2,3b
6:      rts

| king_passed - draw the king to the squares before passed pawns
|
| In      the facts, lists, own
| Out     the side's table of the king
| Uses    D0 D1 D2 D3 D4 D5 D6 A0 A1
|
| D6 = id, D4 = square in its owner's view, D5 = the owner's FLIP.
king_passed:
        moveq   #31,%d6
.Lpiece:
        | A living pawn of either side: D6 is its id, D4 its square.
        lea     kind-G(%a5),%a0
        cmpi.b  #PAWN,(%a0,%d6.w)
        bne.s   .Lnext
        move.w  %d6,%d0
        add.w   %d0,%d0
        add.w   %d0,%d0
        lea     square-G(%a5),%a0
        move.b  3(%a0,%d0.w),%d4
        bmi.s   .Lnext                  | dead
        | A0 = STOP of its side, which lies $10 higher for black; D5 = the
        | side's FLIP.
        lea     raw_moves+STOP-G(%a5),%a0
        moveq   #0,%d5
        btst    #4,%d6
        beq.s   1f
        moveq   #FLIP,%d5
        lea     0x10(%a0),%a0
        | D4 in its owner's view; A0 at the file before.
1:      eor.b   %d5,%d4
        moveq   #7,%d1
        and.w   %d4,%d1
        adda.w  %d1,%a0                 | the file before
        | Passed from rank D0 on: is the pawn as far?
        bsr     passed_from
        moveq   #0x70,%d1
        and.w   %d4,%d1
        cmp.b   %d0,%d1
        bcs.s   .Lnext
        lsr.w   #4,%d1                  | rank, 1 to 6
        | The weight per step: rank * 7/8 for an own pawn, rank * 13/8 for the
        | enemy's.
        moveq   #7,%d0                  | an own pawn
        cmp.w   %d7,%d5
        beq.s   2f
        moveq   #13,%d0                 | the enemy's
2:      mulu    %d0,%d1
        lsr.w   #3,%d1
        beq.s   .Lnext
        | Draw the king to the square before the pawn.
        moveq   #0x10,%d0
        add.b   %d4,%d0                 | the square before it
        eor.b   %d5,%d0
        bsr     draw_king
.Lnext: dbf     %d6,.Lpiece
        rts

| draw_king - take from the king's entries for each step to a square
|
| In      D0 = square, white's view; D1 = what a step costs, 1 to 9; own
| Out     the side's table of the king; COSTS
| Uses    D0 D1 D2 D3 D4 D5 A0 A1
|
| Of file and rank the greater cost counts. COSTS is symmetrical about the
| square: A0 walks in it with the rank, A1 with the file; A2 is the entry.
draw_king:
        | COSTS+7 is no step; A0 writes upwards and A1 downwards, D1 more each
        | time.
        lea     raw_moves+COSTS+7-G(%a5),%a0
        lea     1(%a0),%a1
        moveq   #0,%d2
        moveq   #7,%d3
1:      move.b  %d2,(%a0)+
        move.b  %d2,-(%a1)
        add.b   %d1,%d2
        dbf     %d3,1b
        | A1 = the cost of the first file, A0 of the first rank: as many steps
        | before the middle as the square's coordinates.
        lea     raw_moves+COSTS+7-G(%a5),%a0
        movea.l %a0,%a1
        moveq   #7,%d2
        and.w   %d0,%d2
        suba.w  %d2,%a1
        lsr.w   #4,%d0
        suba.w  %d0,%a0
        move.l  %a2,-(%sp)
        movea.l %a4,%a2
        | All ranks, all files of each; A2 is the entry.
        moveq   #7,%d5
2:      move.b  (%a0)+,%d0              | the rank's cost
        moveq   #7,%d4
        | The greater of both costs comes off, and the entry stops at 0.
3:      move.b  (%a1)+,%d1
        cmp.b   %d0,%d1
        bcc.s   4f
        move.b  %d0,%d1
4:      move.b  (%a2),%d2
        sub.b   %d1,%d2
        bcc.s   5f
        moveq   #0,%d2
5:      move.b  %d2,(%a2)+
        dbf     %d4,3b
        subq.l  #8,%a1                  | the same files again
        addq.l  #8,%a2                  | over the gap behind a rank
        dbf     %d5,2b
        movea.l (%sp)+,%a2
        rts

| root_ahead - the side's lead in material
|
| In      lists, board, own
| Out     D0 = sixteenths of a pawn, a word with sign
| Uses    D1 D2 A0 A1
|
| The kings, 255 each, are level, and what stands on a captured piece's square
| is worth nothing.
root_ahead:
        lea     square-G(%a5),%a0
        lea     swap_worth(%pc),%a1
        | A0 goes on from white's pieces to black's. The lead is that of own.
        bsr.s   .Lmaterial
        move.w  %d0,-(%sp)              | white's
        bsr.s   .Lmaterial
        sub.w   (%sp)+,%d0              | black's lead
        tst.w   %d7
        bne.s   1f
        neg.w   %d0
1:      rts

| D0 = the material of the 16 pieces from A0 in the list. A0 = behind them.
.Lmaterial:
        moveq   #0,%d0
        moveq   #15,%d1
        | The pointer's low byte is the square. Its board byte's way bits tell
        | the value.
2:      move.l  (%a0)+,%d2
        andi.w  #0xFF,%d2
        move.b  (%a5,%d2.w),%d2
        andi.w  #0x3F,%d2
        move.b  (%a1,%d2.w),%d2
        add.w   %d2,%d0
        dbf     %d1,2b
        rts

        .section .rodata, "a"

| What a king has less for his distance from the middle, by rank or file.
.Lfrom_middle:
        .byte   30, 20, 10, 0, 0, 10, 20, 30
