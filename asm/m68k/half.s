| half.s - the quiet moves of half-frontiers, and attacks on a more valuable piece
|
| At a half-frontier the budget pays for following up captures, checks and the like,
| but no plain quiet move. So of the quiet moves only those are listed that check,
| attack a more valuable piece or are killers, and don't lose the piece. The others
| wait where the generator left them, moved together; once the sorted moves have
| been tried, scan_quiet evaluates them as they stand.

        .include "memory.inc"

        .global list_half, judge_half, drop_waiting, list_targets
        .global attacks

        .text

| list_half - list the quiet moves that may be worth it; the others wait
|
| In      n_first_waiting to raw_end; n_static, n_checked; look's result, and
|         what list_targets notes
| Out     sorted_top; raw_end
| Uses    D0-D7 A0-A4
|
| Nearly all moves neither check nor attack, and one AND tests all targets: they
| stay where they are. Each kind of piece has its own loop, so its moves are
| scanned without testing the kind again: 60 cycles a move where only the king
| counts, 74 with one target, 102 with three. D3 is the piece's square, D6 its
| board byte, A2 behind the move, D4 its target; A0 has the ways to the king,
| A1, A3 and A4 those to the targets.
list_half:
        movea.l raw_end-G(%a5),%a0
        st      (%a0)                   | no move's from
        | The ply's killers, from and to of both in a longword; no moves if the
        | profile has no killers.
        moveq   #-1,%d0
        btst    #KILLERS,switches-G(%a5)
        beq.s   .Lno_killers
        moveq   #0,%d0
        move.b  ply-G(%a5),%d0
        lsl.w   #2,%d0
        lea     killers-G(%a5),%a0
        move.l  (%a0,%d0.w),%d0
.Lno_killers:
        move.l  %d0,list_killers-G(%a5)
        | A2 reads. Moves up to seg_start have been judged; those that wait have
        | been moved down to seg_write.
        movea.l n_first_waiting(%a6),%a2
        move.l  %a2,seg_start-G(%a5)
        move.l  %a2,seg_write-G(%a5)
        | A0 = the ways to the king; A1, A3 and A4 = those to the first three
        | targets, or to the king again. The high bytes of D3 and D4 stay 0.
        movem.l king_ways-G(%a5),%a0-%a1/%a3-%a4
        moveq   #0,%d3
        moveq   #0,%d4
        moveq   #OFF_BOARD+ANY_PAWN-256,%d7
        tst.b   bares-G(%a5)
        beq     .Lfirst
        | A bare piece's moves may all check: it is seldom that there is one.
        | Each move is judged by itself, up to the mark.
.Lbare: move.b  (%a2)+,%d3
        bmi.s   .Lend
        move.b  (%a5,%d3.w),%d6
        move.b  (%a2)+,%d4
        addq.l  #2,%a2
        bsr     judge_half
        bra.s   .Lbare

        | A2 goes behind the mark as if that were a move taken out: the rest is
        | moved down.
.Lend:  addq.l  #3,%a2
        bsr     drop_waiting
        move.l  seg_write-G(%a5),raw_end-G(%a5)
        rts

        | A killer's piece. Judge the killer and all moves of a pawn; of an
        | officer's other moves, those that point at the king or at one of three
        | targets.
.Lkillers_piece:
        | More than three targets, or a pawn: each move is judged.
        cmpi.b  #4,n_targets-G(%a5)
        bcc.s   .Ljudge_all
        moveq   #ANY_PAWN,%d0
        and.b   %d6,%d0
        bne.s   .Ljudge_all
.Lwith_killer:
        | To of either killer, or a way in common with the king's or a target's:
        | worth judging.
        move.b  (%a2)+,%d4
        addq.l  #2,%a2
        cmp.b   list_killers+1-G(%a5),%d4
        beq.s   .Lkiller_hit
        cmp.b   list_killers+3-G(%a5),%d4
        beq.s   .Lkiller_hit
        move.b  (%a0,%d4.w),%d0
        or.b    (%a1,%d4.w),%d0
        or.b    (%a3,%d4.w),%d0
        or.b    (%a4,%d4.w),%d0
        and.b   %d6,%d0
        bne.s   .Lkiller_hit
.Lkiller_next:
        cmp.b   (%a2)+,%d3
        beq.s   .Lwith_killer
        bra.s   .Lpiece
.Lkiller_hit:
        bsr     judge_half              | it uses A0 and A1
        movem.l king_ways-G(%a5),%a0-%a1
        bra.s   .Lkiller_next

.Ljudge_all:
        | Judge every move of the piece.
        move.b  (%a2)+,%d4
        addq.l  #2,%a2
        bsr     judge_half
        cmp.b   (%a2)+,%d3
        beq.s   .Ljudge_all
        movem.l king_ways-G(%a5),%a0-%a1
        bra.s   .Lpiece

        | The king neither checks nor attacks.
.Lking: addq.l  #3,%a2                  | over to, flags and the free byte
        cmp.b   (%a2)+,%d3
        beq.s   .Lking
        bra.s   .Lpiece

.Lfirst:
        addq.l  #1,%a2
        | A piece: A2 is behind the first byte of its first move.
.Lpiece:
        | D3 = its square, or the mark; D6 = its board byte. A killer's from-
        | square takes the way above.
        move.b  -1(%a2),%d3
        bmi.s   .Lend
        move.b  (%a5,%d3.w),%d6
        cmp.b   list_killers-G(%a5),%d3
        beq.s   .Lkillers_piece
        cmp.b   list_killers+2-G(%a5),%d3
        beq.s   .Lkillers_piece
        | Sort by kind: knight, bishop and queen; rook; king and pawn.
        moveq   #WAY_KNIGHT+WAY_DIAGONAL,%d0
        and.b   %d6,%d0
        beq.s   .Lno_minor
        btst    #3,%d6                  | WAY_STRAIGHT
        bne.s   .Lscan0                 | a queen
        | With two targets, the third pointer leads to the king. A knight or a
        | bishop: as many targets as there are, up to three.
        move.b  n_targets-G(%a5),%d0
        beq.s   .Lscan0
        subq.b  #1,%d0
        beq.s   .Lscan1
        subq.b  #3,%d0
        bcs.s   .Lscan3
        bra.s   .Ljudge_all
.Lno_minor:
        btst    #3,%d6
        beq     .Lking_or_pawn
        | A rook: without queens only the king matters, with one it is tested,
        | and more than one are judged.
        move.b  n_queens-G(%a5),%d0
        beq.s   .Lscan0
        subq.b  #1,%d0
        bne.s   .Ljudge_all
        move.b  targets-G(%a5),%d0      | a queen is first in the list, as a rule
        btst    #2,(%a5,%d0.w)          | WAY_DIAGONAL
        beq.s   .Ljudge_all
        bra.s   .Lscan1

| SCAN - the moves of an officer against the king and some targets.
        .macro  SCAN count
.Lscan\count:
        | The ways from the target square to king and targets in one byte; what
        | the piece has of them means that it points at one.
        move.b  (%a2)+,%d4
        addq.l  #2,%a2
        move.b  (%a0,%d4.w),%d0
        .if     \count > 0
        or.b    (%a1,%d4.w),%d0
        .endif
        .if     \count > 1
        or.b    (%a3,%d4.w),%d0
        or.b    (%a4,%d4.w),%d0
        .endif
        and.b   %d6,%d0
        bne.s   .Lhit\count
.Lnext\count:
        cmp.b   (%a2)+,%d3
        beq.s   .Lscan\count
        bra     .Lpiece
.Lhit\count:
        | Judge it, and set the pointers again.
        bsr     judge_half
        movem.l king_ways-G(%a5),%a0-%a1
        bra.s   .Lnext\count
        .endm
        SCAN    0
        SCAN    1
        SCAN    3

.Lking_or_pawn:
        btst    #4,%d6                  | WAY_KING
        bne     .Lking
        | Does a pawn attack a piece worth more than itself, or the king? D6 = their
        | colour, D7 leaves it and the bits of pawns; D5 = the pawn's board byte.
        | A1 = the left capture of a pawn on the first square; the right one is
        | 2 further on.
        move.b  %d6,%d5
        move.b  enemy_colour-G(%a5),%d6
        movea.l %a5,%a1
        adda.w  pawn_left-G(%a5),%a1
.Lpawn: move.b  (%a2)+,%d4
        addq.l  #2,%a2
        | An enemy's officer or king: his colour, and no pawn's bit.
        move.b  (%a1,%d4.w),%d0
        and.b   %d7,%d0
        cmp.b   %d6,%d0
        beq.s   .Lpawn_hit
        move.b  2(%a1,%d4.w),%d0
        and.b   %d7,%d0
        cmp.b   %d6,%d0
        beq.s   .Lpawn_hit
.Lpawn_next:
        cmp.b   (%a2)+,%d3
        beq.s   .Lpawn
        | Another piece is a pawn too, as a rule.
        | The same board byte is a pawn of the same side, and the pointers are
        | right. Not where it is a killer's.
        move.b  -1(%a2),%d3
        bmi     .Lend
        cmp.b   (%a5,%d3.w),%d5
        bne.s   .Lno_pawn
        cmp.b   list_killers-G(%a5),%d3
        beq.s   .Lno_pawn
        cmp.b   list_killers+2-G(%a5),%d3
        bne.s   .Lpawn
.Lno_pawn:
        movea.l target_ways-G(%a5),%a1
        bra     .Lpiece
.Lpawn_hit:
        | judge_half needs the board byte in D6; then D5, D6, A0 and A1 are as
        | before.
        move.b  (%a5,%d3.w),%d6
        bsr     judge_half
        movea.l king_ways-G(%a5),%a0
        move.b  %d6,%d5
        move.b  enemy_colour-G(%a5),%d6
        movea.l %a5,%a1
        adda.w  pawn_left-G(%a5),%a1
        bra.s   .Lpawn_next

| judge_half - judge a quiet move at a half-frontier
|
| In      A2 = behind the raw move, D3 = from, D4 = to, D6 = the piece's
|         board byte
| Out     sorted_top and, where it is among the sorted moves, seg_start and
|         seg_write
| Uses    D0 D1 D2 D5 A0 A1
|
| Most moves don't check, so judge_check is not called for them; a killer is
| found by one comparison of both bytes.
judge_half:
        | Castling has FLAG_CHECK. Otherwise it may check if it points at the
        | king, or with a bare piece; and it may be a priced evasion.
        move.b  -2(%a2),%d5
        btst    #5,%d5                  | FLAG_CHECK
        bne.s   .Lmay_check
        movea.l king_ways-G(%a5),%a0
        move.b  (%a0,%d4.w),%d0
        and.b   %d6,%d0
        or.b    bares-G(%a5),%d0
        or.b    n_evasion-G(%a5),%d0
        bne.s   .Lmay_check
.Lunchecked:
        | From and to of the raw move against both killers.
        move.w  -4(%a2),%d0
        cmp.w   list_killers-G(%a5),%d0
        beq.s   .Lkillers_move
        cmp.w   list_killers+2-G(%a5),%d0
        beq.s   .Lkillers_move
        | Otherwise it must attack, and lose nothing by it. Castling can't lose.
        bsr     attacks
        beq.s   .Lstays
        btst    #2,%d5                  | FLAG_CASTLE
        bne.s   .Lattack
        bsr     loses
        bne.s   .Lstays
.Lattack:
        moveq   #ATTACK,%d1
        bra.s   .Lsort
.Lmay_check:
        | N set: no check and no evasion, so judge it as the others.
        move.w  %d3,%d0
        bsr     judge_check
        bmi.s   .Lunchecked
        bra.s   .Lcheck
.Lkillers_move:
        | Castling can't lose. A killer that loses waits.
        btst    #2,%d5
        bne.s   .Lsound
        bsr     loses
        bne.s   .Lstays
.Lsound:
        | The bonus is for this move alone.
        move.b  profile_bonus-G(%a5),j_bonus-G(%a5)
        moveq   #KILLER,%d1
        bsr     emit
        clr.b   j_bonus-G(%a5)
        bra     drop_waiting
.Lstays:
        rts
.Lcheck:
        move.b  %d0,%d1
.Lsort: bsr     emit

| drop_waiting - remove the judged move from the waiting moves; ends
| judge_half
|
| In      A2 = behind the raw move; seg_start, seg_write
| Out     seg_start, seg_write
| Uses    D0 A0 A1
|
| The moves since the last one taken out are moved down now.
drop_waiting:
        | The moves from seg_start up to this one wait; the next ones begin
        | behind it. D0 = their bytes.
        movea.l seg_start-G(%a5),%a0
        move.l  %a2,seg_start-G(%a5)
        move.l  %a2,%d0
        subq.l  #4,%d0
        sub.l   %a0,%d0
        beq.s   .Lnothing
        | They lie in place as long as no move has been taken out before them.
        movea.l seg_write-G(%a5),%a1
        cmpa.l  %a0,%a1
        beq.s   .Lin_place
        | Two longwords a turn: D0 = pairs, and the carry is an odd one, which
        | enters in the middle.
        lsr.w   #3,%d0
        bcs.s   .Lodd
        subq.w  #1,%d0
.Lmove: move.l  (%a0)+,(%a1)+
.Lodd:  move.l  (%a0)+,(%a1)+
        dbf     %d0,.Lmove
        move.l  %a1,seg_write-G(%a5)
.Lnothing:
        rts
.Lin_place:
        add.l   %d0,seg_write-G(%a5)    | nothing to move
        rts

| list_targets - note the enemy's queens and rooks
|
| In      side, the lists, king_ways
| Out     targets, n_targets, n_queens; target_ways; pawn_left, enemy_colour
| Uses    D0 D1 D2 D3 D4 D5 A0 A1 A2 A3
|
| An officer is listed before those of a lesser kind: where none of the pawns
| behind them has been promoted, the first bishop or knight ends the list.
| D1 counts slots, D2 queens. D4 less the low word of a place on the board is
| where in ways_from those to it are.
list_targets:
        | A place in each list, and the king three times as targets that may not
        | be there.
        lea     targets-G(%a5),%a2
        lea     target_ways-G(%a5),%a3
        move.l  king_ways-G(%a5),%d0
        move.l  %d0,(%a3)
        move.l  %d0,4(%a3)
        move.l  %d0,8(%a3)
        move.l  #ways_from+0x77+(G & 0xFFFF),%d4
        | D1 = the number of slots, D2 = 0 queens so far.
        moveq   #0,%d1
        moveq   #0,%d2
        tst.b   side-G(%a5)
        bne.s   .Lwhite_list
        | White is to move: his pawns take upwards to the left, +15, and black's
        | pieces are scanned.
        move.w  #DIAGONAL_4,pawn_left-G(%a5)
        move.b  #BLACK,enemy_colour-G(%a5)
        lea     square+4*17-G(%a5),%a0  | behind the king's
        move.b  scan_count+1-G(%a5),%d1
        move.b  promoted+1-G(%a5),%d3
        bra.s   .Llist
.Lwhite_list:
        | Black's pawns take downwards, -17 first; white's pieces are scanned.
        move.w  #-DIAGONAL_1,pawn_left-G(%a5)
        move.b  #WHITE,enemy_colour-G(%a5)
        lea     square+4-G(%a5),%a0
        move.b  scan_count-G(%a5),%d1
        move.b  promoted-G(%a5),%d3
        | Less the king's slot, and one for DBF.
.Llist: subq.w  #2,%d1
        bcs.s   .Llisted
        | A queen or a rook is a target.
.Lslot: movea.l (%a0)+,%a1
        move.b  (%a1),%d0               | captured pieces are off the board
        btst    #3,%d0                  | WAY_STRAIGHT
        bne.s   .Ltarget
        | A bishop or a knight: no queen or rook comes behind it, unless a pawn
        | has been promoted. A captured piece or a pawn goes on.
        andi.b  #WAY_KNIGHT+WAY_DIAGONAL,%d0
        beq.s   .Lnext_slot
        tst.b   %d3
        beq.s   .Llisted
.Lnext_slot:
        dbf     %d1,.Lslot
.Llisted:
        | D0 = how many squares have been written.
        move.b  %d2,n_queens-G(%a5)
        suba.w  #targets-G,%a2          | G's low byte is 0
        move.w  %a2,%d0
        move.b  %d0,n_targets-G(%a5)
        rts
.Ltarget:
        | A queen has diagonal ways, too.
        btst    #2,%d0                  | WAY_DIAGONAL
        beq.s   .Lrook
        addq.w  #1,%d2
        | The low word alone changes: D4's upper half is that of ways_from.
.Lrook: move.w  %a1,%d0                 | its square, and board's page
        move.b  %d0,(%a2)+
        move.l  %d4,%d5
        sub.w   %d0,%d5
        move.l  %d5,(%a3)+
        dbf     %d1,.Lslot
        bra.s   .Llisted

| attacks - does a quiet move bring a piece to attack a more valuable one?
|
| In      D6 = the piece's board byte, D4 = to, n_targets, targets, pawn_left,
|         enemy_colour; before the move
| Out     Z clear: yes
| Uses    D0 D1 D2 A0 A1
attacks:
        | What can attack a more valuable piece? A pawn any officer; a knight or
        | a bishop queens and rooks; a rook queens.
        moveq   #ANY_PAWN,%d0
        and.b   %d6,%d0
        bne.s   .Lat_officers
        moveq   #WAY_KNIGHT+WAY_DIAGONAL+WAY_STRAIGHT,%d0
        and.b   %d6,%d0
        beq.s   .Lno                    | a king
        cmpi.b  #WAY_DIAGONAL+WAY_STRAIGHT,%d0
        beq.s   .Lno                    | a queen
        | D1 = targets less one; A0 goes through them.
        moveq   #0,%d1
        move.b  n_targets-G(%a5),%d1
        beq.s   .Lno
        lea     targets-G(%a5),%a0
        subq.w  #1,%d1
.Lone:  lea     attack_table(%pc),%a1
.Lanother:
        | D0 = from the target of the move to the enemy's piece. Has the mover's
        | piece such a way?
        moveq   #0,%d0
        move.b  (%a0)+,%d0
        sub.b   %d4,%d0
        move.b  (%a1,%d0.w),%d2
        and.b   %d6,%d2
        bne.s   .Lpoints
        dbf     %d1,.Lanother           | and Z
.Lno:   rts
.Lpoints:
        | A knight's way needs no line, and Z is clear. For a rook the target
        | must be a queen, with diagonal ways.
        btst    #1,%d2                  | WAY_KNIGHT
        bne.s   .Lno                    | which says yes
        btst    #3,%d6                  | a rook attacks only queens
        beq.s   .Lline
        moveq   #0,%d2
        move.b  -1(%a0),%d2
        btst    #2,(%a5,%d2.w)          | WAY_DIAGONAL
        beq.s   .Lmiss
        | along the line to its first piece
        | D0 = the step, A1 walks from the move's target.
.Lline: lea     ray_step(%pc),%a1
        move.b  (%a1,%d0.w),%d0
        ext.w   %d0
        lea     (%a5,%d4.w),%a1
.Lwalk: adda.w  %d0,%a1
        tst.b   (%a1)
        beq.s   .Lwalk
        | The first piece must be the target, whose square is behind A0.
        move.w  %a1,%d0
        cmp.b   -1(%a0),%d0
        beq.s   .Lhits
.Lmiss: dbf     %d1,.Lone
        moveq   #0,%d0
        rts
.Lhits: moveq   #1,%d0
        rts
.Lat_officers:
        | The two squares that the pawn would attack. In D0 and D1 colour and
        | pawn bits are left: his colour alone is an officer or the king.
        lea     (%a5,%d4.w),%a0
        adda.w  pawn_left-G(%a5),%a0
        moveq   #OFF_BOARD+ANY_PAWN-256,%d1
        moveq   #OFF_BOARD+ANY_PAWN-256,%d0
        move.b  enemy_colour-G(%a5),%d2
        and.b   (%a0),%d0
        cmp.b   %d2,%d0
        beq.s   .Lhits
        and.b   2(%a0),%d1
        cmp.b   %d2,%d1
        beq.s   .Lhits
        moveq   #0,%d0
        rts
