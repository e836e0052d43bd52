| attack.s - what is attacked, pinned, in check

        .include "memory.inc"

        .global in_check, enemy_attacks, attacked, attacked_by_white
        .global attacked_by_black, officer_reaches, look, look_enemy, look_own
        .global look_line, gives_check

        .text

| in_check - is the side to move in check?
|
| In      side, the lists, the board
| Out     Z clear: yes
| Uses    D0 D1 D2 A0 A1
in_check:
        | White's king is the first of the list, black's is in slot 16.
        tst.b   side-G(%a5)
        bne.s   1f
        movea.l square-G(%a5),%a0
        bra.s   .Lby_black
1:      movea.l square+16*4-G(%a5),%a0
        bra.s   .Lby_white

| enemy_attacks - does the side that is not to move attack a square?
|
| In      A0 = the square's place on the board
| Out     Z clear: yes, and D1.b = 1; else 0
| Uses    D0 D1 D2 A0 A1
enemy_attacks:
        tst.b   side-G(%a5)             | white moves: black attacks
        beq.s   .Lby_black
        bra.s   .Lby_white

| attacked - does a side attack a square?
|
| In      D0.w = square, D1.b = side that attacks (0 white, 1 black)
| Out     Z clear: yes
| Uses    D0 D1 D2 A0 A1
|
| Whether the square is empty, or whose piece is on it, does not matter.
| Pawns are found by two looks at the board, the other pieces by their
| list. From here on A0 is the square's place on the board.
attacked:
        tst.b   %d1
        beq.s   attacked_by_white

| attacked_by_black - does black attack a square?
|
| In      D0.w = square
| Out     Z clear: yes
| Uses    D0 D1 D2 A0 A1
attacked_by_black:
        lea     (%a5,%d0.w),%a0
        | A black pawn attacks from one rank up, to either side.
.Lby_black:
        moveq   #BLACK_PAWN-256,%d1
        cmp.b   17(%a0),%d1
        beq.s   .Lpawn
        cmp.b   15(%a0),%d1
        beq.s   .Lpawn
        | Of the pieces, the king's slot first, as many as scan_count has are
        | scanned; D1 is the table's index.
        lea     square+16*4-G(%a5),%a1
        moveq   #0,%d1
        move.b  scan_count+1-G(%a5),%d1
        bra.s   .Lofficers
.Lpawn: moveq   #1,%d1
        rts

| attacked_by_white - does white attack a square?
|
| In      D0.w = square
| Out     Z clear: yes
| Uses    D0 D1 D2 A0 A1
attacked_by_white:
        lea     (%a5,%d0.w),%a0
.Lby_white:
        | A white pawn attacks from one rank down, to either side.
        moveq   #WHITE_PAWN,%d1
        cmp.b   -17(%a0),%d1
        beq.s   .Lpawn
        cmp.b   -15(%a0),%d1
        beq.s   .Lpawn
        lea     square-G(%a5),%a1
        move.b  scan_count-G(%a5),%d1   | the rest of D1 is 0

        | Does one of the first D1 pieces at A1 attack A0? All sixteen slots are
        | unrolled, 42 cycles each, and entered where the count says. D2 is such
        | that the place of a piece added to it is where the ways lie in which a
        | piece may attack from there. A captured piece's square has no ways,
        | nor has any that ways_from is read for beyond its end. A pawn, which
        | is scanned only if one was promoted, fits only where it attacks; that
        | has been tested before.
.Lofficers:
        | D0 keeps the square's place for officer_reaches, since A0 is each
        | piece's in turn.
        move.l  %a0,%d0
        move.l  #ways_from+0x77,%d2
        sub.l   %a0,%d2
        add.w   %d1,%d1
        move.w  .Lofficer_scan(%pc,%d1.w),%d1
        jmp     .Lofficer_scan(%pc,%d1.w)

| Declared jump table: where attacked begins, by the count of slots.
.Lofficer_scan:
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
        .word   .Lslot\n-.Lofficer_scan
        .endr

| A match that may be another piece's line.
        .macro  MATCH n, next
.Lmatch\n:
        bsr.w   officer_reaches
        beq.w   .Lslot\next
        rts
        .endm

| One slot: has the piece a way in common with the difference?
        .macro  SLOT n
.Lslot\n:
        movea.l (%a1)+,%a0
        move.b  (%a0),%d1
        and.b   (%a0,%d2.l),%d1
        bne.s   .Lmatch\n
        .endm

        MATCH   16, 15
        MATCH   15, 14
        MATCH   14, 13
        MATCH   13, 12
        MATCH   12, 11
        MATCH   11, 10
        MATCH   10, 9
        MATCH   9, 8
        .irp    n, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1
        SLOT    \n
        .endr
.Lslot0:                                | D1.b is 0, and Z set: none fits
        rts
.Lyes:  moveq   #1,%d1
        rts
        MATCH   8, 7
        MATCH   7, 6
        MATCH   6, 5
        MATCH   5, 4
        MATCH   4, 3
        MATCH   3, 2
        MATCH   2, 1
.Lmatch1:                               | the last one continues with its way

| officer_reaches - does a piece whose ways fit reach the square?
|
| In      D1.b = ways in common, A0 = the piece's place on the board, D0.l =
|         the square's
| Out     Z clear: yes
| Uses    D1
|
| The line is walked from the target to the first piece on it.
officer_reaches:
        andi.b  #WAY_DIAGONAL+WAY_STRAIGHT,%d1
        beq.s   .Lyes
        | A slider, or else a piece that needs no free line. D1 = the step from
        | the target towards the piece; A1, which counts the slots, is saved.
        move.l  %a1,-(%sp)
        move.w  %a0,%d1
        sub.b   %d0,%d1
        andi.w  #0xFF,%d1
        lea     ray_step(%pc),%a1
        move.b  (%a1,%d1.w),%d1
        ext.w   %d1
        movea.l %d0,%a1
        | Walk to the first piece. The piece itself: it reaches the target.
1:      adda.w  %d1,%a1
        tst.b   (%a1)
        beq.s   1b
        cmpa.l  %a0,%a1
        beq.s   2f
        movea.l (%sp)+,%a1
        moveq   #0,%d1
        rts
2:      movea.l (%sp)+,%a1
        moveq   #1,%d1
        rts

| gives_check - does a move check the enemy king, directly or by
| discovery?
|
| In      D6.b = the piece's board byte after the move, D0.w = from without a
|         promotion's bits, D4.w = to, the result of look
| Out     Z clear: yes. Castling and en passant can't be judged.
| Uses    D1 A0 A1
|
| Most moves do neither, at 78 cycles.
gives_check:
        | Can the piece, from where it lands, go the way the king lies? D1 = the
        | ways in common, almost always 0.
        movea.l king_ways-G(%a5),%a0
        move.b  (%a0,%d4.w),%d1
        and.b   %d6,%d1
        bne.s   .Ldirect
.Ldiscovery:
        | D1 is 0 where no piece uncovers a line, and Z is set for "no".
        move.b  bares-G(%a5),%d1
        bne.s   .Lbares
        rts
.Lbares:
        | Is the piece one of the bare ones? D1 counts them down.
        ext.w   %d1
        subq.w  #1,%d1
        lea     bare-G(%a5),%a1
1:      cmp.b   (%a1)+,%d0
        dbeq    %d1,1b
        beq.s   .Lopens
        moveq   #0,%d1
        rts
.Lopens:                                | A1 is one behind the bare piece
        | It opens the line unless it moves along it: then the step from the
        | king to the target is the same as the step to the bare piece.
        move.w  %d4,%d1
        sub.b   enemy_king-G(%a5),%d1
        lea     ray_step(%pc),%a0
        move.b  (%a0,%d1.w),%d1
        cmp.b   bare_step-bare-1(%a1),%d1
        rts                             | equal: it stays on the line
.Ldirect:
        | A knight's way, and a pawn's, needs no free line.
        andi.b  #WAY_DIAGONAL+WAY_STRAIGHT,%d1
        beq.s   .Lcheck
        | D1 = the step from the target towards the king, A1 the king's place.
        moveq   #0,%d1
        move.b  enemy_king-G(%a5),%d1
        lea     (%a5,%d1.w),%a1
        sub.b   %d4,%d1
        lea     ray_step(%pc),%a0
        move.b  (%a0,%d1.w),%d1
        ext.w   %d1
        | Walk to the first piece on the line.
        lea     (%a5,%d4.w),%a0
1:      adda.w  %d1,%a0
        tst.b   (%a0)
        beq.s   1b
        cmpa.l  %a1,%a0
        beq.s   .Lcheck
        | The first piece may be the moved piece itself on its old square: go on
        | behind it. Otherwise the line is blocked; it may still be a discovered
        | check.
        lea     (%a5,%d0.w),%a1
        cmpa.l  %a1,%a0
        bne.s   .Ldiscovery
2:      adda.w  %d1,%a0                 | a promoted pawn has left the line
        tst.b   (%a0)
        beq.s   2b
        | Behind the old square the first piece must be the king.
        move.w  %a0,%d1
        cmp.b   enemy_king-G(%a5),%d1
        bne.s   .Ldiscovery
.Lcheck:
        moveq   #1,%d1
        rts

| look - scan the lines of both kings for checks and pins
|
| In      D0.b bit 0 clear: the side to move is known not to be in check
| Out     The result of look: checks, pins, bare pieces; king_square,
|         enemy_king, king_ways
| Uses    D0 D1 D2 D7 A0 A1 A2 A3 A4
|
| Scans the pieces, not the lines: few stand on a line with a king. If no
| check is possible, only sliders matter; they come before the knights in the
| list.
look:   bsr.w   look_own

| look_enemy - what would check the enemy king by discovery
|
| In      side, the lists, the board
| Out     bares, bare, bare_step, enemy_king; king_ways
| Uses    D0 D1 D2 D7 A0 A1 A2 A3 A4
|
| At the address in king_ways, and a square's number on, are the ways in which a
| piece there may attack the enemy king. All tests for checks by the node's
| moves may use it.
look_enemy:
        | The mover's pieces but his king are scanned, A1 at the second slot,
        | against the enemy king at A3. D0 = the number of slots, D7 the number
        | of the mover's colour bit.
        moveq   #0,%d0
        move.b  %d0,bares-G(%a5)
        tst.b   side-G(%a5)
        bne.s   1f
        movea.l square+16*4-G(%a5),%a3
        lea     square+4-G(%a5),%a1
        move.b  line_count-G(%a5),%d0
        moveq   #6,%d7
        bra.s   2f
1:      movea.l square-G(%a5),%a3
        lea     square+17*4-G(%a5),%a1
        move.b  line_count+1-G(%a5),%d0
        moveq   #7,%d7
        | enemy_king is the pointer's low byte. D2 = the place in ways_from for
        | that king less his pointer; with the board's address added it is a
        | table by square.
2:      move.w  %a3,%d1
        move.b  %d1,enemy_king-G(%a5)
        move.l  #ways_from+0x77,%d2
        sub.l   %a3,%d2
        lea     (%a5,%d2.l),%a0
        move.l  %a0,king_ways-G(%a5)
        bra.w   .Llines

| look_own - checks and pins of the side to move
|
| In      D0 as look
| Out     checkers, check_from, pins, pinned, pin_step, king_square
| Uses    D0 D1 D2 D7 A0 A1 A2 A3 A4
look_own:
        | A word clears both counts. The pieces scanned are the enemy's, from
        | behind his king.
        moveq   #0,%d1
        move.w  %d1,checkers-G(%a5)     | and pins
        tst.b   side-G(%a5)
        bne.s   .Lblack_own
        movea.l square-G(%a5),%a3
        moveq   #6,%d7
        | Bit 0 of D0 set: he may be in check, so pawns count, and so do
        | knights.
        lsr.b   #1,%d0
        bcc.s   2f
        | A black pawn checks from one rank up, to either side.
        moveq   #BLACK_PAWN-256,%d1
        lea     15(%a3),%a0
        cmp.b   (%a0),%d1
        beq.s   .Lblack_pawn
        addq.l  #2,%a0
        cmp.b   (%a0),%d1
        beq.s   .Lblack_pawn
        | A check is possible: scan the slots of officers, knights too.
1:      lea     square+17*4-G(%a5),%a1
        moveq   #0,%d0
        move.b  scan_count+1-G(%a5),%d0
        bra.s   .Lown
        | No check is possible: scan only the sliders, for pins.
2:      lea     square+17*4-G(%a5),%a1
        moveq   #0,%d0
        move.b  line_count+1-G(%a5),%d0
        bra.s   .Lown
.Lblack_pawn:
        | A pawn's check is noted; a second pawn can't check as well.
        move.w  %a0,%d1
        move.b  %d1,check_from-G(%a5)
        addq.b  #1,checkers-G(%a5)
        bra.s   1b
.Lwhite_pawn:
        | The same for white's pawn.
        move.w  %a0,%d1
        move.b  %d1,check_from-G(%a5)
        addq.b  #1,checkers-G(%a5)
        bra.s   1f
.Lblack_own:
        movea.l square+16*4-G(%a5),%a3
        moveq   #7,%d7
        | The same choice for black: pawns one rank down, then the list.
        lsr.b   #1,%d0
        bcc.s   2f
        moveq   #WHITE_PAWN,%d1
        lea     -17(%a3),%a0
        cmp.b   (%a0),%d1
        beq.s   .Lwhite_pawn
        addq.l  #2,%a0
        cmp.b   (%a0),%d1
        beq.s   .Lwhite_pawn
        | All of white's officers.
1:      lea     square+4-G(%a5),%a1
        moveq   #0,%d0
        move.b  scan_count-G(%a5),%d0
        bra.s   .Lown
        | White's sliders only.
2:      lea     square+4-G(%a5),%a1
        moveq   #0,%d0
        move.b  line_count-G(%a5),%d0
        | The king's square is the low byte of his pointer; D2 is as in
        | attacked, for his square.
.Lown:  move.w  %a3,%d1
        move.b  %d1,king_square-G(%a5)
        move.l  #ways_from+0x77,%d2
        sub.l   %a3,%d2

        | Enter what the first D0 pieces, from the second at A1 on, do to a
        | king at A3. D7 is the number of the mover's colour bit, D2 as for
        | attacked. Kings don't count, so one slot less than there are is
        | scanned.
.Llines:
        | The count chooses the slot to begin with.
        add.w   %d0,%d0
        move.w  .Lline_scan(%pc,%d0.w),%d0
        jmp     .Lline_scan(%pc,%d0.w)

| Declared jump table: where look begins, by the count of slots.
.Lline_scan:
        .irp    n, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
        .word   .Lline\n-.Lline_scan
        .endr

        .macro  LINE n
.Lline\n:
        movea.l (%a1)+,%a0
        move.b  (%a0),%d1
        and.b   (%a0,%d2.l),%d1
        bne.s   .Lfits\n
        .endm

        .macro  FITS n, next
.Lfits\n:
        bsr.w   look_line
        bra.w   .Lline\next
        .endm

        FITS    16, 15
        FITS    15, 14
        FITS    14, 13
        FITS    13, 12
        FITS    12, 11
        FITS    11, 10
        FITS    10, 9
        FITS    9, 8
        .irp    n, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
        LINE    \n
        .endr
.Lline1:
        rts
        FITS    8, 7
        FITS    7, 6
        FITS    6, 5
        FITS    5, 4
        FITS    4, 3
        FITS    3, 2
.Lfits2:                                | the last one continues with its way

| look_line - enter a check, pin or bare piece on a king's line, for look
|
| In      D1.b = ways in common, A0 = the piece's place on the board, A3 =
|         the king's, D7 = number of the mover's colour bit
| Out     an entry in look's result, or none
| Uses    D0 D1 A2 A4
|
| The ways in common are a single one. From the king outwards. The piece itself
| comes first: check. One of the mover's pieces first: it is pinned, or bare if
| the slider is the mover's.
look_line:
        | WAY_KNIGHT is the lowest of the ways: a knight that fits checks.
        subq.b  #WAY_KNIGHT,%d1
        beq.s   .Lchecker
        cmpi.b  #WAY_STRAIGHT-WAY_KNIGHT,%d1
        bhi.s   3f                      | a pawn, already seen
        | The step from the king towards the piece goes to A4, sign extended.
        move.w  %a0,%d1
        sub.w   %a3,%d1
        andi.w  #0xFF,%d1
        lea     ray_step(%pc),%a4
        move.b  (%a4,%d1.w),%d1
        ext.w   %d1
        movea.w %d1,%a4
        | Walk from the king to the first piece, D1 its board byte. If it is the
        | piece itself, it checks.
        movea.l %a3,%a2
1:      adda.l  %a4,%a2
        move.b  (%a2),%d1
        beq.s   1b
        cmpa.l  %a0,%a2
        beq.s   .Lchecker
        | A piece of the mover's colour in between: D1 becomes its square. From
        | there on the line must be free up to the slider.
        btst    %d7,%d1
        beq.s   3f                      | an enemy's shields him
        move.w  %a2,%d1
2:      adda.l  %a4,%a2
        tst.b   (%a2)
        beq.s   2b
        cmpa.l  %a0,%a2
        bne.s   3f
        | Whose slider? The enemy's pins a piece of the mover's. The mover's own
        | stands behind a bare one.
        moveq   #0,%d0
        btst    %d7,(%a0)
        bne.s   4f
        move.b  pins-G(%a5),%d0         | D0 = how many so far
        addq.b  #1,pins-G(%a5)
        lea     pinned-G(%a5),%a2
        bra.s   5f
4:      move.b  bares-G(%a5),%d0        | the same for bare pieces
        addq.b  #1,bares-G(%a5)
        lea     bare-G(%a5),%a2
        | The entry is the square and the step, which lies at the same distance
        | behind both lists.
5:      adda.w  %d0,%a2
        move.b  %d1,(%a2)
        move.w  %a4,%d1
        move.b  %d1,pin_step-pinned(%a2)        | or bare_step
3:      rts
.Lchecker:
        | The square of the last checker stays, and their number.
        move.w  %a0,%d1
        move.b  %d1,check_from-G(%a5)
        addq.b  #1,checkers-G(%a5)
        rts
