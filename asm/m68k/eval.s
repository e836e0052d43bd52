| eval.s - the root tables: all positional knowledge, worked once a search
| into a piece-square table for each piece; the terms are in terms.s and
| kingterms.s

        .include "memory.inc"
        .include "eval.inc"

        .global phase, phase_of, build_tables, gather, mix, base, weigh
        .global bump, king_of_enemy

        .text

| phase - the game phase, 0 all pieces on the board to 7 bare endgame
|
| In      lists
| Out     D0 = phase
| Uses    D1 D2 A0 A1 A2
phase:  lea     square-G(%a5),%a0
        | A0 = the pointers, A1 = the kinds. The sum of what the 32 pieces
        | weigh; captured ones don't.
        lea     kind-G(%a5),%a1
        lea     phase_weight,%a2
        moveq   #31,%d1
        moveq   #0,%d0
1:      moveq   #0,%d2
        move.b  (%a1)+,%d2
        tst.b   3(%a0)                  | a captured piece's square is $FF
        bmi.s   2f
        add.b   (%a2,%d2.w),%d0
2:      addq.l  #4,%a0
        dbf     %d1,1b

| phase_of - the game phase by the weight of the pieces; ends phase
|
| In      D0 = sum of phase_weight, a byte
| Out     D0 = phase
| Uses    D1
phase_of:
        | 24, the weight of all pieces, less the sum, and not below 0; times
        | 5/16 that is 0 to 7.
        moveq   #24,%d1
        sub.b   %d0,%d1
        bcc.s   1f
        moveq   #0,%d1
1:      moveq   #5,%d0
        mulu    %d1,%d0
        lsr.w   #4,%d0
        rts

| build_tables - make the tables for the position at the root
|
| In      lists, board, castle
| Out     pst; no attack map
| Uses    D0 D1 D2 D3 D4 D5 D6 D7 A0 A1 A2 A3 A4; two pages from raw_moves
|
| Entries stop at 0 and 255, and then the order of what is added counts. By the
| numbers of goengine/eval.go only two kinds come so far: the queen from the
| enemy king's pull, at 255, and the king from passed pawns and the edge, at 0.
| All else is added without a test, in the most convenient order.
build_tables:
        | Drop the attack maps. Then the facts, the phase and its
        | products.
        bsr     clear_hits
        bsr.s   gather
        bsr.s   phase_of
        move.b  %d0,root_phase-G(%a5)
        bsr     mix
        | The value of both sides' pieces, then the entries of all tables, then
        | the terms of black and of white.
        bsr.s   .Lwhite
        bsr     worth
        bsr.s   .Lblack
        bsr     worth
        bsr     base
        bsr.s   .Lblack
        bsr.s   .Lterms
        bsr.s   .Lwhite
.Lterms:
        bsr     pawn_terms
        bsr     guard_terms
        bsr     piece_terms
        bra     king_terms

| Set up the side's variables.
.Lwhite:
        | Set own facts, the enemy's, and the own tables; D7 flips squares for
        | black.
        lea     raw_moves-G(%a5),%a3
        lea     0x10(%a3),%a2
        lea     pst-G(%a5),%a4
        moveq   #0,%d7
        rts
.Lblack:
        lea     raw_moves-G(%a5),%a2
        lea     0x10(%a2),%a3
        lea     pst+6*256-G(%a5),%a4
        moveq   #FLIP,%d7
        rts

| gather - collect the facts about the root that the terms need
|
| In      lists, board
| Out     the facts except WORTH, PASSED and PHASE; D0 = sum of phase_weight
| Uses    D1 D2 D3 D4 D5 D6 D7 A0 A1 A2 A3 A4
gather: lea     raw_moves-G(%a5),%a3
        | No pawns, kings or guarded squares for either side: 32 bytes of 0.
        lea     PAWNS(%a3),%a0
        moveq   #0,%d0
        moveq   #7,%d1
1:      move.l  %d0,(%a0)+
        dbf     %d1,1b
        | No file has a rearmost pawn: 32 bytes of NOBODY.
        move.l  #NOBODY*0x01010101,%d0  | REARMOST comes next
        moveq   #7,%d1
2:      move.l  %d0,(%a0)+
        dbf     %d1,2b

        | Side by side, piece by piece: D0 = square, D1 = own view of it, D2 =
        | sum, D3 = kind, D6 = a pawn's board byte, A4 in GUARDED.
        lea     square-G(%a5),%a0
        lea     kind-G(%a5),%a1
        moveq   #0,%d2
        moveq   #0,%d7
        moveq   #WHITE_PAWN,%d6
.Lside: lea     GUARDED(%a3),%a4
        moveq   #15,%d5
.Lpiece:
        | D3 = its kind, D0 = its square, D1 the same in the own view.
        moveq   #0,%d3
        move.b  (%a1)+,%d3
        move.l  (%a0)+,%d0
        tst.b   %d0
        bmi     .Lnext                  | dead
        andi.w  #0x77,%d0
        move.w  %d0,%d1
        eor.w   %d7,%d1
        | Its weight to the sum. Then by kind: a king, queens and rooks
        | (nothing), bishops, knights, pawns.
        lea     phase_weight,%a2
        add.b   (%a2,%d3.w),%d2
        tst.b   %d3
        beq.s   .Lking
        subq.b  #BISHOP,%d3
        bcs.s   .Lnext
        beq.s   .Lbishop
        subq.b  #KNIGHT-BISHOP,%d3
        beq.s   .Lknight

        | A pawn: one more of the side, and on its file.
        addq.b  #1,COUNT(%a3)
        moveq   #7,%d4
        and.w   %d1,%d4
        lea     (%a3,%d4.w),%a2
        addq.b  #1,PAWNS+1(%a2)
        | Is it behind the others of its file? Then it is the rearmost one.
        moveq   #0x70,%d4
        and.b   %d1,%d4
        cmp.b   REARMOST+1(%a2),%d4
        bcc.s   3f
        move.b  %d4,REARMOST+1(%a2)
        | The squares that it guards, in the own view: a rank up and a file to
        | either side; bit 3 is set beyond the edge.
3:      moveq   #0x0F,%d4
        add.b   %d1,%d4                 | left
        btst    #3,%d4
        bne.s   4f                      | off the board
        move.b  %d4,(%a4)+
4:      addq.b  #2,%d4                  | right
        btst    #3,%d4
        bne.s   .Lnext
        | The right one is also the left one of a pawn two files on, if there is
        | one.
        cmp.b   2(%a5,%d0.w),%d6
        beq.s   .Lnext                  | for that pawn it is left
        move.b  %d4,(%a4)+
        bra.s   .Lnext

.Lking: move.b  %d1,KINGS(%a3)
        bra.s   .Lnext
.Lbishop:
        addq.b  #1,BISHOPS(%a3)
.Lknight:
        | A minor piece on its first rank.
        cmpi.w  #0x10,%d1
        bcc.s   .Lnext
        addq.b  #1,MINORS(%a3)
.Lnext: dbf     %d5,.Lpiece
        | The number of guarded squares is how far A4 has come.
        lea     GUARDED(%a3),%a2
        suba.l  %a2,%a4
        move.w  %a4,%d0
        move.b  %d0,GUARD_COUNT(%a3)
        | Once more for black, whose facts are $10 further on.
        lea     0x10(%a3),%a3
        move.w  #BLACK_PAWN,%d6
        eori.w  #FLIP,%d7
        bne     .Lside

        | A pawn on rank r bars the enemy's pawns until they stand on 7-r.
        | White's rearmost pawns stop black's, and the other way round.
        lea     raw_moves+REARMOST-G(%a5),%a0
        lea     raw_moves+STOP+0x10-G(%a5),%a1
        bsr.s   .Lstops
        lea     raw_moves+REARMOST+0x10-G(%a5),%a0
        lea     raw_moves+STOP-G(%a5),%a1
        bsr.s   .Lstops
        move.w  %d2,%d0
        rts
.Lstops:
        | All ten files, the edges too. Where there is no pawn, $70 less NOBODY
        | is below 0, and nothing stops.
        moveq   #9,%d1
5:      moveq   #0x70,%d0
        sub.b   (%a0)+,%d0
        bcc.s   6f
        moveq   #0,%d0
6:      move.b  %d0,(%a1)+
        dbf     %d1,5b
        rts

| mix - multiply by the phase all numbers that will be needed
|
| In      PHASE
| Out     for each N, -MIXED_LOW to MIXED_HIGH, TABLE_BIAS + N*PHASE >> 3 in
|         the page of facts at N; PASSED
| Uses    D0 D1 D2 D3 D4 A0 A1 A2
|
| 160 additions cost less than 192 products in base, and the terms find
| theirs here too. D0 is the product rounded down, D1 eight bits behind the
| point.
mix:    move.b  root_phase-G(%a5),%d0
        | D2 = PHASE/8 in 256ths, what each number adds. D0 begins at the
        | product of the lowest one.
        move.b  %d0,%d2
        lsl.b   #5,%d2                  | PHASE / 8
        lsl.b   #3,%d0                  | MIXED_LOW*PHASE / 8
        neg.b   %d0
        addi.b  #TABLE_BIAS,%d0
        | First the numbers below 0, at the end of the page, then those from 0
        | on at its beginning.
        moveq   #0,%d1
        moveq   #0,%d3
        lea     raw_moves+256-MIXED_LOW-G(%a5),%a0
        moveq   #MIXED_LOW/8-1,%d4
        bsr.s   .Lnumbers
        lea     -256(%a0),%a0
        moveq   #(MIXED_HIGH+1)/8-1,%d4
        bsr.s   .Lnumbers

        | PASSED: by rank, the opening's bonus and a share of the difference.
        lea     raw_moves-G(%a5),%a0
        lea     passed_bonus,%a1
        lea     passed_bonuses+7-G(%a5),%a2
        moveq   #6,%d2                  | rank
        moveq   #0,%d1
1:      move.b  8(%a1,%d2.w),%d1        | ending
        move.b  (%a1,%d2.w),%d0         | opening
        sub.b   %d0,%d1
        add.b   (%a0,%d1.w),%d0
        subi.b  #TABLE_BIAS,%d0
        move.b  %d0,-(%a2)
        subq.w  #1,%d2
        bne.s   1b
        rts

.Lnumbers:
        .rept   8
        move.b  %d0,(%a0)+
        add.b   %d2,%d1
        addx.b  %d3,%d0
        .endr
        dbf     %d4,.Lnumbers
        rts

| weigh - multiply a number by the weight of the middlegame
|
| In      D0 = number, -MIXED_HIGH to MIXED_LOW, a byte; mix
| Out     D0 = D0*(8-PHASE) >> 3, a byte
| Uses    D1 A0
|
| That is D0 + (-D0*PHASE >> 3).
weigh:  moveq   #0,%d1
        | -D0 mixed by the phase, plus D0; the page has TABLE_BIAS more.
        sub.b   %d0,%d1
        lea     raw_moves-G(%a5),%a0
        add.b   (%a0,%d1.w),%d0
        subi.b  #TABLE_BIAS,%d0
        rts

| base - mix the opening and ending tables by phase, for both sides, and add
| the WORTH of the kinds
|
| In      mix, WORTH
| Out     pst
| Uses    D0 D1 D4 D5 D6 D7 A0 A1 A2 A3 A4
|
| Both sides and both wings at once: four entries from each number. D5 is
| white's worth of the kind and D6 what black's is more; A3 is in white's table
| and A4 in black's. The sums stay in a byte: officers' worths are less than 64
| either way, but the queen's, 5*exposed weighed, 115 at phase 0 where her
| table has 10 at most.
base:   lea     raw_moves-G(%a5),%a0
        | White's tables go up, black's, flipped, down.
        lea     opening_table,%a1
        lea     ending_table,%a2
        lea     pst-G(%a5),%a3
        lea     pst+6*256+FLIP-G(%a5),%a4
        moveq   #0,%d1
        moveq   #0,%d4                  | kind
        | D5 = white's worth of this kind, D6 = black's less white's.
.Lkind: move.b  WORTH(%a0,%d4.w),%d5
        move.b  WORTH+0x10(%a0,%d4.w),%d6
        sub.b   %d5,%d6
        moveq   #7,%d7
.Lrank: .irp    file, 0, 1, 2, 3
        | The opening's entry plus a share of the difference to the ending's;
        | then white's worth, on both wings.
        move.b  (%a1)+,%d0
        move.b  (%a2)+,%d1
        sub.b   %d0,%d1
        add.b   (%a0,%d1.w),%d0
        add.b   %d5,%d0
        move.b  %d0,\file(%a3)
        move.b  %d0,7-\file(%a3)
        add.b   %d6,%d0
        move.b  %d0,\file(%a4)
        move.b  %d0,7-\file(%a4)
        .endr
        | The next rank; behind the last one the next kind.
        lea     0x10(%a3),%a3
        lea     -0x10(%a4),%a4
        dbf     %d7,.Lrank
        lea     256-0x80(%a3),%a3
        lea     256+0x80(%a4),%a4
        addq.w  #1,%d4
        cmpi.w  #PAWN+1,%d4
        bne     .Lkind
        rts

| king_of_enemy - the square of the enemy king
|
| In      the facts, own
| Out     D0 = square
| Uses    D1
king_of_enemy:
        | The enemy's square in his view, turned into white's.
        moveq   #FLIP,%d0
        eor.w   %d7,%d0                 | the enemy's
        move.b  KINGS(%a2),%d1
        eor.b   %d1,%d0
        rts

| bump - add to an entry of the side's tables, limited to 0 and 255
|
| In      D0 = what to add, a byte with sign; D1 = kind, D2 = square in the own
|         view; own
| Out     the entry
| Uses    D3 A0
bump:   move.w  %d1,%d3
        | A0 = the entry: kind by kind 256 bytes, by square in white's view.
        lsl.w   #8,%d3
        lea     (%a4,%d3.w),%a0
        move.w  %d2,%d3
        eor.w   %d7,%d3
        adda.w  %d3,%a0
        move.b  (%a0),%d3
        | Above 255 it stays 255, below 0 it stays 0.
        tst.b   %d0
        bmi.s   1f
        add.b   %d0,%d3
        bcc.s   2f
        st      %d3                     | 255
        bra.s   2f
1:      add.b   %d0,%d3
        bcs.s   2f
        moveq   #0,%d3
2:      move.b  %d3,(%a0)
        rts
