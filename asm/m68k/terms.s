| terms.s - the terms of the root tables for pawns and officers; the king's
| are in kingterms.s

        .include "memory.inc"
        .include "eval.inc"

        .global worth, exposed, pawn_terms, passed_from, guard_terms
        .global piece_terms, rook_files, near_king_terms, early_terms

        .text

| worth - additions to officers' values that do not depend on their squares
|
| In      the facts, mix, own
| Out     WORTH
| Uses    D0 D1 D2 D3 A0 A1
|
| The queen gains against a bare king, knights with many pawns, rooks with few,
| bishops as a pair.
worth:  bsr.s   exposed
        | D0 = what a bare enemy king is worth, weighed by the phase.
        bsr     weigh
        moveq   #-5,%d2
        add.b   COUNT(%a3),%d2
        move.b  %d2,%d1
        lsl.b   #2,%d2
        add.b   %d1,%d2                 | 5 for each pawn above 5
        | Kings and pawns get nothing besides. A pair of bishops is 15 each.
        moveq   #0,%d1
        move.b  %d1,WORTH+KING(%a3)
        move.b  %d1,WORTH+PAWN(%a3)
        cmpi.b  #2,BISHOPS(%a3)
        bcs.s   1f
        moveq   #15,%d1
1:      move.b  %d1,WORTH+BISHOP(%a3)
        | A knight: 5 for each pawn above 5, less D0.
        move.b  %d2,%d1
        sub.b   %d0,%d1
        move.b  %d1,WORTH+KNIGHT(%a3)
        | A rook: the pawns' number turned about, less twice D0.
        move.b  %d0,%d1
        add.b   %d1,%d1
        add.b   %d1,%d2
        neg.b   %d2
        move.b  %d2,WORTH+ROOK(%a3)
        | A queen: five times D0.
        add.b   %d1,%d1
        add.b   %d0,%d1
        move.b  %d1,WORTH+QUEEN(%a3)
        rts

| exposed - how bare the enemy king stands: by his file and the two next to
| it, and by how far he is from his first rank
|
| In      the facts, own
| Out     D0 = number, 0 to 23
| Uses    D1 D2 D3 A0 A1
exposed:
        | D1 = the king's square, D2 = his rank. Each rank from the first one
        | counts two.
        moveq   #0,%d1
        move.b  KINGS(%a2),%d1
        moveq   #0x70,%d2
        and.w   %d1,%d2                 | his rank
        move.w  %d2,%d0
        lsr.w   #3,%d0                  | two for each
        andi.w  #7,%d1                  | the file before his, of 1 to 8
        | A0 = his side's facts and A1 the other's, by file + 1, so that D1 is
        | the file before his. Three files: twice a call, then on into it.
        lea     (%a2,%d1.w),%a0
        lea     (%a3,%d1.w),%a1
        bsr.s   .Lbare
        bsr.w   .Lbare
.Lbare: tst.b   %d1
        beq.s   3f                      | off the board
        cmpi.b  #9,%d1
        beq.s   3f
        | D3 = the rank of his side's rearmost pawn. One that is before him and
        | not far shelters.
        move.b  REARMOST(%a0),%d3
        bmi.s   1f
        cmpi.b  #0x30,%d3
        bcc.s   2f                      | his pawn has gone far
        cmp.b   %d2,%d3
        bcs.s   2f                      | or stands behind him
        bra.s   3f
1:      addq.b  #2,%d0                  | no pawn of his
        tst.b   PAWNS(%a1)              | nor one of the other side's
        bne.s   3f
2:      addq.b  #1,%d0
3:      addq.l  #1,%a0
        addq.l  #1,%a1
        addq.b  #1,%d1
        rts

| pawn_terms - judge the squares of pawns by the pawns of both sides
|
| In      the facts, own
| Out     the side's table of pawns
| Uses    D0 D1 D2 D3 D4 D5 A0 A1
|
| A file whose pawns are neither isolated nor doubled is walked from the
| rank on where they are passed: A0 is the entry, D4 the step to the next
| rank's, A2 in passed_bonuses.
pawn_terms:
        move.l  %a2,-(%sp)
        | The step to the next rank in the table: up for white, down for black.
        moveq   #0x10,%d4
        tst.w   %d7
        beq.s   1f
        neg.w   %d4
1:      movea.l %a3,%a1                 | the file before
        moveq   #0,%d5                  | file
        | D1 = what the file's pawns have less. A1 is at the file before, so
        | PAWNS and PAWNS+2 are both neighbours.
.Lfile: moveq   #0,%d1
        move.b  PAWNS(%a1),%d0
        or.b    PAWNS+2(%a1),%d0
        bne.s   2f
        moveq   #-4,%d1                 | isolated
2:      cmpi.b  #2,PAWNS+1(%a1)
        bcs.s   3f
        subq.b  #6,%d1                  | doubled
        | D0 = the rank from which on a pawn here is passed.
3:      lea     STOP(%a1),%a0
        bsr     passed_from
        moveq   #0x10,%d2               | rank
        | With nothing to take off, the walk may begin at that rank.
        tst.b   %d1
        bne.s   4f
        cmp.b   %d2,%d0
        bcs.s   4f
        move.b  %d0,%d2
        | A0 = the first entry in white's view, A2 = the bonus of that rank.
4:      move.w  %d2,%d3
        or.w    %d5,%d3
        eor.w   %d7,%d3
        lea     PAWN*256(%a4),%a0
        adda.w  %d3,%a0
        move.w  %d2,%d3
        lsr.w   #4,%d3
        lea     passed_bonuses-G(%a5),%a2
        adda.w  %d3,%a2
        | D3 = the sum for this square: the bonus only from rank D0 on.
5:      move.b  %d1,%d3
        cmp.b   %d0,%d2
        bcs.s   6f
        add.b   (%a2),%d3
6:      add.b   %d3,(%a0)
        | The next rank, up to the seventh.
        adda.w  %d4,%a0
        addq.l  #1,%a2
        addi.b  #0x10,%d2
        cmpi.b  #0x70,%d2
        bne.s   5b
        | The next file.
        addq.l  #1,%a1
        addq.w  #1,%d5
        cmpi.w  #8,%d5
        bne.s   .Lfile
        movea.l (%sp)+,%a2
        rts

| passed_from - the rank from which on a pawn is passed
|
| In      A0 = place in STOP of the file before the pawn's, of its side
| Out     D0 = rank, $00 to $60, a byte
| Uses    nothing
passed_from:
        | The highest of the three files' ranks.
        move.b  (%a0),%d0
        cmp.b   1(%a0),%d0
        bcc.s   1f
        move.b  1(%a0),%d0
1:      cmp.b   2(%a0),%d0
        bcc.s   2f
        move.b  2(%a0),%d0
2:      rts

| guard_terms - judge the squares that the side's pawns guard: good for its
| pawns, bad for the enemy's minor pieces
|
| In      GUARDED, own
| Out     the tables of these kinds
| Uses    D0 D1 D2 D3 A0 A1
guard_terms:
        | A1 = the enemy's bishops, whose table is six kinds away.
        lea     (6+BISHOP)*256(%a4),%a1 | black's bishops
        tst.w   %d7
        beq.s   1f
        lea     (BISHOP-6)*256(%a4),%a1
        | D0 = a guarded square in own view, D2 in white's.
1:      lea     GUARDED(%a3),%a0
        moveq   #0,%d0
        moveq   #0,%d1
        move.b  GUARD_COUNT(%a3),%d1
        bra.s   4f
2:      move.b  (%a0)+,%d0
        move.w  %d0,%d2
        eor.w   %d7,%d2
        cmpi.w  #0x70,%d0
        bcc.s   3f                      | where no pawn comes
        | 3 more for an own pawn; 5 less for an enemy bishop, and 8 less for a
        | knight, whose table is next.
        move.w  #PAWN*256,%d3
        add.w   %d2,%d3
        addq.b  #3,(%a4,%d3.w)
3:      subq.b  #5,(%a1,%d2.w)
        addi.w  #256,%d2
        subq.b  #8,(%a1,%d2.w)          | knight
4:      dbf     %d1,2b
        rts

| piece_terms - judge the officers' squares: files for rooks, the
| neighbourhood of the enemy king, blocked centre pawns, an early queen
|
| In      the facts, board, own
| Out     the side's tables
| Uses    D0 D1 D2 D3 D4 D5 D6 A0 A1
piece_terms:
        | Only in the opening, phases 0 and 1, the early terms count.
        bsr     rook_files
        bsr     near_king_terms
        cmpi.b  #2,root_phase-G(%a5)
        bcc.s   .Lout

| early_terms - judge the squares before blocked centre pawns, and the early
| queen's; ends piece_terms
|
| In      the facts, board, own
| Out     the side's tables
| Uses    D0 D1 D2 D3 A0
early_terms:
        | d2 and e2: no piece should be in front of an own pawn there.
        moveq   #0x23,%d2
        | D0 = the square behind it, in white's view: does an own pawn stand
        | there?
1:      moveq   #0x30,%d0
        eor.w   %d2,%d0
        eor.w   %d7,%d0                 | one rank back
        moveq   #WHITE_PAWN,%d1
        tst.w   %d7
        beq.s   2f
        move.w  #BLACK_PAWN,%d1
2:      cmp.b   (%a5,%d0.w),%d1
        bne.s   4f
        | All kinds but the pawn get 19 less on that square.
        moveq   #KNIGHT,%d1
3:      moveq   #-19,%d0
        bsr     bump
        dbf     %d1,3b                  | to the king
4:      addq.w  #1,%d2
        cmpi.w  #0x25,%d2
        bne.s   1b
        | Two minor pieces at home at least.
        cmpi.b  #2,MINORS(%a3)
        bcs.s   .Lout
        | The queen stays at home until they are out.
        moveq   #QUEEN,%d1              | d1
        moveq   #0x03,%d2
        moveq   #14,%d0
        bsr     bump
        moveq   #0x04,%d2               | e1
        moveq   #8,%d0
        bsr     bump
        moveq   #0x14,%d2               | e2
        moveq   #6,%d0
        bsr     bump
        moveq   #0x12,%d2               | c2
        moveq   #6,%d0
        bra     bump
.Lout:  rts

| rook_files - a bonus for rooks on files without own pawns, more without any
|
| In      the facts, own
| Out     the side's table of rooks
| Uses    D0 D1 D2 A0 A1
rook_files:
        | A0 = the rooks' table by file, A1 = own pawns by file.
        lea     ROOK*256(%a4),%a0
        lea     PAWNS+1(%a3),%a1
        move.l  %a2,%d1
        sub.l   %a3,%d1                 | from own facts to the enemy's
        moveq   #7,%d2
        | No own pawn: 13, and 18 without an enemy's, too. On all ranks of the
        | file.
1:      tst.b   (%a1)
        bne.s   3f
        moveq   #13,%d0
        tst.b   (%a1,%d1.w)
        bne.s   2f
        moveq   #18,%d0
2:      .irp    rank, 0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70
        add.b   %d0,\rank(%a0)
        .endr
3:      addq.l  #1,%a0
        addq.l  #1,%a1
        dbf     %d2,1b
        rts

| near_king_terms - a bonus for officers near the enemy king: near_king for each
| step nearer than four
|
| In      the facts, own
| Out     the side's tables of officers
| Uses    D0 D1 D2 D3 D4 D5 D6 A0 A1
|
| Rings about the king from three steps on, then himself. All squares of a
| ring have the same pulls, D3 to D6, queen to knight; D7 is the ring, D0 the
| square, A1 the queen's table.
near_king_terms:
        | Ring D7 and the king's square are on the stack; all pulls begin at 0.
        bsr     king_of_enemy
        move.w  %d7,-(%sp)
        move.w  %d0,-(%sp)
        lea     QUEEN*256(%a4),%a1
        moveq   #0,%d3
        moveq   #0,%d4
        moveq   #0,%d5
        moveq   #0,%d6
        moveq   #3,%d7
        | One step nearer adds one more pull of each kind.
.Lring: lea     near_king+QUEEN(%pc),%a0
        add.b   (%a0)+,%d3
        add.b   (%a0)+,%d4
        add.b   (%a0)+,%d5
        add.b   (%a0),%d6
        | The corner is D7 ranks and files less: $11 for each.
        moveq   #0x11,%d1
        mulu    %d7,%d1
        move.w  (%sp),%d0
        sub.b   %d1,%d0                 | the ring's first corner
        | To the right, up, to the left and down.
        moveq   #1,%d1
        bsr.s   .Lrow
        moveq   #0x10,%d1
        bsr.s   .Lrow
        moveq   #-1,%d1
        bsr.s   .Lrow
        moveq   #-0x10,%d1
        bsr.s   .Lrow
        subq.w  #1,%d7
        bne.s   .Lring
        | The king's own square, with one pull more: D2 = 0, one square.
        lea     near_king+QUEEN(%pc),%a0
        add.b   (%a0)+,%d3
        add.b   (%a0)+,%d4
        add.b   (%a0)+,%d5
        add.b   (%a0),%d6
        move.w  (%sp)+,%d0
        moveq   #0,%d2
        bsr.s   .Lsquare
        move.w  (%sp)+,%d7
        rts

| A side of the ring, from a corner to the square before the next: D1 = step.
        | A side of the ring has twice D7 squares but the last; DBF counts one
        | less.
.Lrow:  move.w  %d7,%d2
        add.w   %d2,%d2
        subq.w  #1,%d2
.Lsquare:
        | Bits 3 and 7 are set off the board.
        btst    #3,%d0
        bne.s   2f
        tst.b   %d0
        bmi.s   2f                      | off the board
        | The queen's entry stops at 255; the other kinds' don't come so far.
        lea     (%a1,%d0.w),%a0
        add.b   %d3,(%a0)
        bcc.s   1f
        st      (%a0)                   | 255
1:      add.b   %d4,(ROOK-QUEEN)*256(%a0)
        add.b   %d5,(BISHOP-QUEEN)*256(%a0)
        add.b   %d6,(KNIGHT-QUEEN)*256(%a0)
2:      add.b   %d1,%d0
        dbf     %d2,.Lsquare
        rts
