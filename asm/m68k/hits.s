| hits.s - the map of what the enemy attacks, and which pieces may hang

        .include "memory.inc"

        .global map_hits, clear_hits, hits_of, strike, candidates

        .text

| A place's byte in hits, n squares on, is HITS+n(%a0): board is at G.
        .equ    HITS, hits - G

| clear_hits - drop all maps and restart the stamps
|
| In      nothing
| Out     D0.b = 2, the stamp of the next map; hits_stamp 0, hits_ply $FF
| Uses    D0 D1 A0
clear_hits:
        | The 128 squares get 0, which no stamp is.
        lea     hits-G(%a5),%a0
        moveq   #0,%d0
        moveq   #7,%d1
1:      .rept   4
        move.l  %d0,(%a0)+
        .endr
        dbra    %d1,1b
        move.b  %d0,hits_stamp-G(%a5)
        st      hits_ply-G(%a5)
        moveq   #2,%d0
        rts

| What is next to A0. MOVEP writes every other byte, two with one instruction,
| from a word that has the mark twice: a pawn's two squares, or a row of three
| but its middle, in 16 cycles rather than 24.
        .macro  KING_HITS
        | The word in D1 has the mark twice: MOVEP marks A0-17 and A0-15, and so
        | on.
        movep.w %d1,HITS-17(%a0)
        move.b  %d1,HITS-16(%a0)
        movep.w %d1,HITS-1(%a0)
        movep.w %d1,HITS+15(%a0)
        move.b  %d1,HITS+16(%a0)
        .endm

        .macro  KNIGHT_HITS
        movep.w %d1,HITS-33(%a0)        | -33 and -31
        move.b  %d1,HITS-18(%a0)
        move.b  %d1,HITS-14(%a0)
        move.b  %d1,HITS+14(%a0)
        move.b  %d1,HITS+18(%a0)
        movep.w %d1,HITS+31(%a0)        | 31 and 33
        .endm

| One line of a slider on A0, its mark in D2: 32 cycles a square and 2 at the
| end. The first square behind the edge is marked too.
|
| Two other ways were estimated. Pointers that go along a rank, one on the board
| and one on hits, take 24 cycles a square, but 18 to begin with, and two
| registers to save: at 2.3 squares a line that is no gain. Code for each
| square, without tests for the edge, saves 22 cycles on a line to the edge and
| 34 on a line without squares, 40 of a slider's 330. It costs 28 to enter, and
| 15 KB: too much.
        .macro  LINE_HITS step
        .irp    n, 1, 2, 3, 4, 5, 6
        | The mark first, then the test, so that the square of the first piece
        | is marked as well.
        move.b  %d2,HITS+\n*\step(%a0)
        tst.b   \n*\step(%a0)
        bne.s   .Lline\@
        .endr
        move.b  %d2,HITS+7*\step(%a0)   | no line is longer
.Lline\@:
        .endm

| hits_of - make the map of the enemy's attacks at the node, if there is none
| yet
|
| In      ply
| Out     hits, hits_stamp, hits_ply
| Uses    D0, and where it makes one D1 D2 A0 A1
hits_of:
        | hits_ply is the ply of the node that the map is of.
        move.b  ply-G(%a5),%d0
        cmp.b   hits_ply-G(%a5),%d0
        bne.s   1f
        rts
1:      move.b  %d0,hits_ply-G(%a5)     | falls through into map_hits

| map_hits - what the enemy of the side to move attacks, lines ending at the
| first piece, inclusive
|
| In      side, lists, board
| Out     hits and hits_stamp; struck is not done yet
| Uses    D0 D1 D2 A0 A1
|
| King, pawns and knights mark first and the sliders after them, so that
| one byte a square can hold the more important mark: "by a slider". In the lists
| the officers before the first pawn's slot stand sliders first, hence the
| walk from the last slot down; only where a pawn has been promoted are the
| pawns' slots looked at one by one.
|
| D1 is the mark of what is near, in both bytes, D2 the sliders'. A dead
| pawn's square is off the board, and what it marks there is unused.
map_hits:
        | The stamp rises by two a map, and after $FE there is none left.
        move.b  hits_stamp-G(%a5),%d0
        addq.b  #2,%d0
        beq     .Lstamps_end
.Lstamp:
        move.b  %d0,hits_stamp-G(%a5)
        move.b  %d0,-(%sp)              | twice in a word
        move.b  %d0,1(%sp)
        move.w  (%sp)+,%d1
        | D2 = the sliders' mark. The upper bytes of D0's word are 0 from here
        | on.
        move.b  %d0,%d2
        addq.b  #1,%d2
        moveq   #0,%d0
        move.b  %d0,struck_done-G(%a5)
        tst.b   side-G(%a5)
        bne     .Lwhite_hits

        | White is to move: black attacks. His king's slot is the 16th; A1 is
        | there.
        lea     square+64-G(%a5),%a1
        movea.l (%a1),%a0
        KING_HITS
        | A1 moves behind the last slot in use, and D0 = slots less officers:
        | the pawns, which stand in the last ones. A0 keeps the number
        | meanwhile.
        move.b  slots+1-G(%a5),%d0
        movea.w %d0,%a0
        add.w   %d0,%d0
        add.w   %d0,%d0
        adda.w  %d0,%a1                 | behind the last slot
        move.w  %a0,%d0
        sub.b   officers+1-G(%a5),%d0
        tst.b   promoted+1-G(%a5)
        bne.s   .Lqueens
        add.w   %d0,%d0
        move.w  .Lblack_pawns(%pc,%d0.w),%d0
        jmp     .Lblack_pawns(%pc,%d0.w)

| Declared jump table by number of pawns, captured ones included.
.Lblack_pawns:
        .word   .Lblack0-.Lblack_pawns, .Lblack1-.Lblack_pawns, .Lblack2-.Lblack_pawns, .Lblack3-.Lblack_pawns
        .word   .Lblack4-.Lblack_pawns, .Lblack5-.Lblack_pawns, .Lblack6-.Lblack_pawns, .Lblack7-.Lblack_pawns
        .word   .Lblack8-.Lblack_pawns
        .irp    n, 8, 7, 6, 5, 4, 3, 2, 1
        | A black pawn marks two squares, -17 and -15.
.Lblack\n:
        movea.l -(%a1),%a0
        movep.w %d1,HITS-17(%a0)
        .endr
.Lblack0:
        bra     .Lofficer

        | The stamps are used up. clear_hits also drops hits_ply, as it must.
.Lstamps_end:
        | D2 is the sliders' mark again at .Lstamp, so it may keep the ply.
        move.b  hits_ply-G(%a5),%d2
        bsr     clear_hits
        move.b  %d2,hits_ply-G(%a5)
        bra     .Lstamp

.Lqueens:
        bra     .Lpromoted
.Lwhite_hits:
        | The same for white, whose slots are the first 16.
        lea     square-G(%a5),%a1
        movea.l (%a1),%a0
        KING_HITS
        move.b  slots-G(%a5),%d0
        movea.w %d0,%a0
        add.w   %d0,%d0
        add.w   %d0,%d0
        adda.w  %d0,%a1
        move.w  %a0,%d0
        sub.b   officers-G(%a5),%d0
        tst.b   promoted-G(%a5)
        bne.s   .Lqueens
        add.w   %d0,%d0
        move.w  .Lwhite_pawns(%pc,%d0.w),%d0
        jmp     .Lwhite_pawns(%pc,%d0.w)

| Declared jump table by number of pawns, captured ones included.
.Lwhite_pawns:
        .word   .Lwhite0-.Lwhite_pawns, .Lwhite1-.Lwhite_pawns, .Lwhite2-.Lwhite_pawns, .Lwhite3-.Lwhite_pawns
        .word   .Lwhite4-.Lwhite_pawns, .Lwhite5-.Lwhite_pawns, .Lwhite6-.Lwhite_pawns, .Lwhite7-.Lwhite_pawns
        .word   .Lwhite8-.Lwhite_pawns
        .irp    n, 8, 7, 6, 5, 4, 3, 2, 1
        | A white pawn marks 15 and 17.
.Lwhite\n:
        movea.l -(%a1),%a0
        movep.w %d1,HITS+15(%a0)
        .endr
.Lwhite0:
        bra.s   .Lofficer

| The officers in the slots before A1's, down to the king, who ends it. The
| way bits of a board byte are in the order of the flags: in CCR a knight is
| V, a diagonal way Z, a straight one N.
.Lnot_diagonal:
        bmi     .Lstraight
        btst    #4,%d0                  | WAY_KING
        beq.s   .Lofficer               | dead
        rts
.Lknight:
        KNIGHT_HITS
.Lofficer:
        | One load to CCR sorts the piece: V knight, Z diagonal ways, N straight
        | ones.
        movea.l -(%a1),%a0
        move.b  (%a0),%d0
        move.w  %d0,%ccr
        bvs.s   .Lknight
        bne.s   .Lnot_diagonal
        LINE_HITS 17
        LINE_HITS 15
        LINE_HITS -15
        LINE_HITS -17
        btst    #3,%d0                  | WAY_STRAIGHT: a queen
        beq     .Lofficer
.Lstraight:
        LINE_HITS 16
        LINE_HITS -16
        LINE_HITS 1
        | Along the rank to the left, the square before A0 is marked and then
        | stepped on.
        .rept   6                       | at last A0 itself may go
        move.b  %d2,HITS-1(%a0)
        tst.b   -(%a0)
        bne     .Lofficer
        .endr
        move.b  %d2,HITS-1(%a0)
        bra     .Lofficer

| With promoted pawns: D0.w slots before A1's are of pawns or were. Of those
| the ones who are near mark now; the sliders are saved on the stack for the
| officers, and then are walked like them, with the king behind them as the
| end.
.Lpromoted:
        | D3 counts the slots. A2 = the stack's top, where the sliders begin.
        movem.l %d3/%a2,-(%sp)
        move.w  %d0,%d3
        movea.l %sp,%a2
1:      subq.w  #1,%d3
        bcs.s   5f
        | C is the white pawn's way bit.
        movea.l -(%a1),%a0
        move.b  (%a0),%d0
        move.w  %d0,%ccr
        bvs.s   4f
        bcs.s   2f
        andi.b  #WAY_DIAGONAL+WAY_STRAIGHT,%d0  | a slider
        bne.s   3f
        btst    #5,(%a0)                | WAY_BLACK_PAWN
        beq.s   1b
        movep.w %d1,HITS-17(%a0)        | a black pawn
        bra.s   1b
2:      movep.w %d1,HITS+15(%a0)        | a white one
        bra.s   1b
3:      move.l  %a0,-(%sp)
        bra.s   1b
4:      KNIGHT_HITS
        bra.s   1b
        | The officers; they leave A0 at the king. With him behind the sliders
        | on the stack, the same walk takes these, downwards from A2.
5:      bsr     .Lofficer
        move.l  %a0,-(%sp)              | the king
        movea.l %a2,%a1
        bsr     .Lofficer
        movea.l %a2,%sp
        movem.l (%sp)+,%d3/%a2
        rts

| Next slot: X = 1 if the piece is attacked (D1 = 256 less the stamp).
        .macro  STRUCK
        | hits + 256 - stamp carries where hits is at least the stamp, and ADDX
        | puts the carry into D0 from below.
        movea.l -(%a1),%a0
        move.b  HITS(%a0),%d2
        add.b   %d1,%d2
        addx.w  %d0,%d0
        .endm

| strike - which of the mover's pieces the enemy attacks
|
| In      hits, side, lists, as they were when the map was made
| Out     D0.w = struck, Z set: none; struck_done
| Uses    D0 D1 D2 A0 A1
|
| Only candidates needs it, so other nodes do not pay for it. The pieces must
| stand where they stood when the map was made.
strike:
        | Captured pieces stand on one square behind the board: not attacked.
        moveq   #1,%d0
        move.b  %d0,struck_done-G(%a5)
        moveq   #0,%d0
        move.b  %d0,HITS+0xFF(%a5)      | the captured pieces' square
        move.b  hits_stamp-G(%a5),%d1   | 256 less the stamp
        neg.b   %d1
        lea     square-G(%a5),%a1
        | A1 = behind the mover's last slot. D2 = twice the number of slots.
        moveq   #0,%d2
        move.b  slots-G(%a5),%d2
        tst.b   side-G(%a5)
        beq.s   1f
        lea     16*4(%a1),%a1
        move.b  slots+1-G(%a5),%d2
1:      add.w   %d2,%d2
        adda.w  %d2,%a1
        adda.w  %d2,%a1                 | behind the last slot
        | Enter where that many STRUCK are left. The first done ends in the
        | highest bit.
        move.w  .Lstrikes-2(%pc,%d2.w),%d2
        jmp     .Lstrikes(%pc,%d2.w)

| Declared jump table by number of slots, the king's included.
.Lstrikes:
        .irp    n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
        .word   .Lstrike\n-.Lstrikes
        .endr
        .irp    n, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
.Lstrike\n:
        STRUCK
        .endr
.Lstrike1:
        add.w   %d0,%d0                 | the king never counts
        move.w  %d0,struck-G(%a5)
        rts

| Walk from A0 to the first piece, whose board byte comes into reg.
        .macro  FIRST_PIECE step, reg
        .irp    n, 1, 2, 3, 4, 5, 6
        move.b  \n*\step(%a0),\reg
        bne.s   .Lfirst\@
        .endr
        move.b  7*\step(%a0),\reg
.Lfirst\@:
        .endm

| The line through A0 of a step: with a white piece at one end and a black one
| at the other, call ends to see whether a slider's line has opened. Board bytes
| of the two colours differ in both colour bits; the edge differs from neither
| so.
        .macro  AXIS step, ends
        | D1 = the piece at one end, D2 at the other; an edge at the first end
        | is enough to stop.
        FIRST_PIECE \step, %d1
        cmpi.b  #OFF_BOARD,%d1
        beq.s   .Laxis\@
        FIRST_PIECE -\step, %d2
        | Bytes of both colours differ in bits 6 and 7: $C0 or more. Then D2 is
        | what it was.
        eor.b   %d1,%d2
        cmpi.b  #WHITE+BLACK,%d2
        bcs.s   .Laxis\@
        eor.b   %d1,%d2
        movea.w #\step,%a1
        bsr     \ends
.Laxis\@:
        .endm

| candidates - the slots of the mover's pieces that may stand attacked after
| the move that has just been made on the board
|
| In      D3.w = from (without a promotion's bits), D4.w = to, D5.b = flags;
|         side is the mover still; hits of the position before the move
| Out     D0.w = slots, one bit each; Z set: none
| Uses    D0 D1 D2 A0 A1
candidates:
        | These moves change more than two squares: all slots are examined.
        moveq   #FLAG_EN_PASSANT+FLAG_CASTLE,%d0
        and.b   %d5,%d0
        bne.s   .Lall
        | Make it once for each map, at the first move that needs it.
        tst.b   struck_done-G(%a5)
        beq.s   .Lfirst_child
        move.w  struck-G(%a5),%d0
.Lstruck:
        | Is the target hit? Then the moved piece's slot joins.
        lea     HITS(%a5),%a1
        move.b  hits_stamp-G(%a5),%d1
        cmp.b   (%a1,%d4.w),%d1
        bhi.s   1f
        moveq   #15,%d2
        lea     (%a5,%d4.w),%a0
        and.b   ids-G(%a0),%d2
        bset    %d2,%d0
        | Does a slider attack the square that was left? Then a line may have
        | opened.
1:      cmp.b   (%a1,%d3.w),%d1
        bcs.s   .Luncovered
        tst.w   %d0
        rts
.Lall:  moveq   #-1,%d0
        rts

        | The moved piece steps back for the map's list.
.Lfirst_child:
        | A1 = the moved piece's slot in the list. It points to the from-square
        | while strike looks, and to the target again.
        lea     (%a5,%d4.w),%a0
        move.b  ids-G(%a0),%d0          | the rest of D0 is 0
        add.w   %d0,%d0
        add.w   %d0,%d0
        lea     square-G(%a5),%a1
        adda.w  %d0,%a1
        move.l  %a1,-(%sp)
        lea     (%a5,%d3.w),%a0
        move.l  %a0,(%a1)
        bsr     strike
        movea.l (%sp)+,%a1
        lea     (%a5,%d4.w),%a0
        move.l  %a0,(%a1)
        bra.s   .Lstruck

        | More than the stamp: a slider saw the square that was left. Has
        | some line through it an enemy slider at one end and a piece of the
        | mover at the other?
.Luncovered:
        | Four lines, each through the square in both directions.
        lea     (%a5,%d3.w),%a0
        AXIS    16, .Lstraight_ends
        AXIS    1, .Lstraight_ends
        AXIS    17, .Ldiagonal_ends
        AXIS    15, .Ldiagonal_ends
        tst.w   %d0
        rts

| A white and a black piece, D1 along the step in A1 from A0, D2 against it.
| Where the enemy's is a slider of that way, the own one joins D0.
        .macro  ENDS way
        | White moves: the enemy's end is the black one. If D1 is his, the
        | mover's piece is against the step, and D1 must have the way; otherwise
        | D2.
        tst.b   side-G(%a5)
        bne.s   .Lblack\@
        tst.b   %d1
        bmi.s   .Lagainst\@
.Lalong\@:
        btst    #\way,%d2
        bne.s   .Ladd_along
        rts
        | Black moves: the enemy's end is the white one.
.Lblack\@:
        tst.b   %d1
        bmi.s   .Lalong\@
.Lagainst\@:
        btst    #\way,%d1
        bne.s   .Ladd_against
        rts
        .endm

.Lstraight_ends:
        ENDS    3
.Ldiagonal_ends:
        ENDS    2

.Ladd_along:
        | Walk along the step to the mover's piece, or against it.
        move.l  %a0,-(%sp)
1:      adda.l  %a1,%a0
        tst.b   (%a0)
        beq.s   1b
        bra.s   .Ladd
.Ladd_against:
        move.l  %a0,-(%sp)
1:      suba.l  %a1,%a0
        tst.b   (%a0)
        beq.s   1b
        | Its slot is the lower half of its id.
.Ladd:  moveq   #15,%d2
        and.b   ids-G(%a0),%d2
        bset    %d2,%d0
        movea.l (%sp)+,%a0
        rts
