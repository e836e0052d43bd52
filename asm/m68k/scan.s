| scan.s - terminal moves: frontiers and waiting moves, evaluated and tested one
| by one
|
| At a frontier the budget pays for following up no move. So each move's value
| is what the position after it is worth, less what the enemy wins at once by
| captures on one square; nothing is sorted, and the first move that reaches
| beta ends the node.

        .include "memory.inc"
        .include "score.inc"
        .include "search.inc"

        .global frontier, scan_moves, scan_quiet, terminal, terminal_high
        .global mates, hook_part, hook_scored_one, hook_low, hook_low_value
        .global less_tempo, hook_scored_high, swap_bounds, hook_test_one
        .global hook_test_high, hook_low_all

| LESS_TEMPO - take the tempo, a byte with sign, off the score in D0. D1 is
| lost.
        .macro  LESS_TEMPO
        move.b  profile_tempo-G(%a5),%d1
        ext.w   %d1
        sub.w   %d1,%d0
        .endm

| SWAP_BOUNDS - the sum of swap_bounds, on to a label where there is nothing
| to look for. Differences have no sign, for which 16 bits are enough.
        | swap_floor: how far the value stands above beta, in sixteenths of a
        | pawn and so a quarter of it; 0 where it stands below.
        .macro  SWAP_BOUNDS none
        moveq   #0,%d1
        cmp.w   n_beta(%a6),%d0
        blt.s   .Lfloor\@
        move.w  %d0,%d1
        sub.w   n_beta(%a6),%d1
        lsr.w   #2,%d1
        cmpi.w  #QUEEN_WORTH,%d1
        bcc.s   \none
.Lfloor\@:
        move.b  %d1,swap_floor-G(%a5)
        move.w  %d0,%d1                 | a unit less, a quarter, one more
        sub.w   n_alpha(%a6),%d1
        subq.w  #1,%d1
        lsr.w   #2,%d1
        addq.w  #1,%d1
        cmpi.w  #255,%d1
        bls.s   .Lenough\@
        moveq   #-1,%d1
.Lenough\@:
        move.b  %d1,swap_enough-G(%a5)
        .endm

        .text

| frontier - evaluate the moves of a node where none can be followed up,
| captures and promotions first; ends node
|
| In      as node, and look's result
| Out     as node
| Uses    as node
frontier:
        | Killers are tried before anything is generated. With FRONTIER those
        | that check end the line too.
        move.l  raw_end-G(%a5),n_first_waiting(%a6)
        bset    #FRONTIER,n_any(%a6)
        bsr     try_killers
        bne.s   .Lcutoff
        | Then captures and promotions; D0 and the flags are .Lpart's answer.
        bsr     generate_tactical
        bsr.s   .Lpart
        bmi.s   .Ldraw
        beq.s   .Lno_tactical
        movea.l n_first_waiting(%a6),%a0
        bsr     scan_moves
        bne.s   .Lcutoff
.Lno_tactical:
        move.l  n_first_waiting(%a6),raw_end-G(%a5)

        | If the position is above alpha, a quiet move will need the map: make
        | it now, for the king's moves.
        move.w  n_static(%a6),%d0
        cmp.w   n_alpha(%a6),%d0
        ble.s   .Llow_node
        tst.b   checkers-G(%a5)
        bne.s   .Llow_node
        bsr     hits_of
.Llow_node:
        | Then the quiet moves, except for a killer that has been tried.
        bsr     generate_quiet
        DROP_EARLY
        bsr.s   .Lpart
        bmi.s   .Ldraw
        beq.s   .Lno_quiet
        bsr     scan_quiet              | D0 = 1, of .Lpart
        bne.s   .Lcutoff
.Lno_quiet:
        | All moves are tried. Were there any? Then the value is alpha.
        move.l  n_first_waiting(%a6),raw_end-G(%a5)
        btst    #0,n_any(%a6)
        beq     no_moves
        move.w  n_alpha(%a6),%d0
        moveq   #0,%d1
        rts
.Lcutoff:
        | A cutoff: the value is beta, and D1 drops the parent's move.
        move.l  n_first_waiting(%a6),raw_end-G(%a5)
        move.w  n_beta(%a6),%d0
        moveq   #1,%d1
        rts
.Ldraw: move.l  n_first_waiting(%a6),raw_end-G(%a5)
        bra     value_draw

| A part of the list is generated: Z clear: it has moves, D0.b = 1; N set: but it
| is a draw by fifty moves.
.Lpart: btst    #FILTERED,n_any(%a6)
        beq     hook_part
        bsr     filter_waiting
hook_part:                      | n_first_waiting, raw_end
        | Nothing generated leaves Z set. Otherwise the node has moves, bit 0 of
        | n_any, and from here on nothing is known of checks.
        move.l  raw_end-G(%a5),%d0
        cmp.l   n_first_waiting(%a6),%d0
        beq.s   .Lparted
        ori.b   #1,n_any(%a6)
        move.b  #1,scan_checks-G(%a5)
        | The draw by fifty moves needs a legal move, and that is known now.
        cmpi.b  #FIFTY_MOVES,half-G(%a5)
        bcc.s   .Lfifty
        moveq   #1,%d0
.Lparted:
        rts
.Lfifty:
        bsr     fifty
        sne     %d0                     | negative, where it is one
        ori.b   #1,%d0
        rts

| scan_moves - value and test terminal moves of any kind
|
| In      A0 = first raw move, raw_end
| Out     D1 = 1: a cutoff; else D1 = 0; Z accordingly
| Uses    everything
scan_moves:
        | A2 goes through the raw moves up to the mark, $FF. A promotion's from
        | may be negative too, so the mark is told apart at .Lmark.
        movea.l raw_end-G(%a5),%a1
        st      (%a1)                   | a mark behind the last
        movea.l %a0,%a2
.Lmove: moveq   #0,%d3
        move.b  (%a2)+,%d3
        bmi.s   .Lmark                  | or a promotion's bits
.Lno_mark:
        | D3, D4 and D5 = the move; after gives its static value.
        moveq   #0,%d4
        move.b  (%a2)+,%d4
        move.b  (%a2),%d5
        addq.l  #2,%a2
        addq.l  #1,nodes-G(%a5)
        bsr     after
hook_scored_one:                | D0 = value, D3 D4 = move
        LESS_TEMPO
        cmp.w   n_alpha(%a6),%d0
        bgt.s   .Labove
hook_low_value:                 | D0 = value, not above alpha; D3 D4 = move
        bra.s   .Lmove
.Labove:
        | Above alpha: what the enemy wins by an exchange counts too.
        bsr     terminal_high
hook_test_one:                  | D0 = value, D3 D4 = move: the host may enter
        bsr     test
        beq.s   .Lmove
        rts
.Lmark: cmpi.b  #0xFF,%d3
        bne.s   .Lno_mark
        moveq   #0,%d1
        rts

| less_tempo - take the tempo off a static value
|
| In      D0 = value, profile_tempo, a number with sign
| Out     D0 = value less the tempo
| Uses    D1
less_tempo:
        LESS_TEMPO
        rts

| scan_quiet - value and test terminal quiet moves
|
| In      n_first_waiting to raw_end; D0.b = 1: whether a move checks is not
|         known, but look's result is; profile_futility, not 0: no move is tried
|         if the static value plus it, less the tempo, is not above alpha
| Out     D1 = 1: a cutoff; else D1 = 0; Z accordingly
| Uses    everything
|
| The moves of a piece stand together and differ by one table entry: the value
| is above alpha where the entry of the new square is at least D1. D1 may let
| pass a value that is not above alpha. A move that is not costs 56 cycles, and
| 26 where alpha is so far that no entry reaches it: such lists are read without
| access to the board.
|
| D2 is alpha less the static value without the tempo, and 1; the upper word of
| D4 the same except for alpha, so that after a test D2 is soon known again. A3
| is the piece's table, D3 its square, A2 the place in the list, and A4 its
| beginning: the moves are counted at the end. Castling moves, at the end, are
| left to scan_moves: the first has bit 7 of its from set for a while, the
| mark's.
scan_quiet:
        | An empty list is no cutoff. Castling moves stand last, so the last
        | move says whether there are any.
        movea.l n_first_waiting(%a6),%a2
        movea.l raw_end-G(%a5),%a1
        cmpa.l  %a1,%a2
        beq     .Lnothing
        move.b  %d0,scan_checks-G(%a5)
        moveq   #0,%d0
        move.b  profile_futility-G(%a5),%d0
        bne     .Lfutility
.Lnot_futile:
        btst    #2,-2(%a1)              | FLAG_CASTLE
        bne     .Lcastles
        st      (%a1)                   | a mark behind the last
.Lmarked:
        | D2 = tempo - static value + 1, kept in D4's upper word; with alpha
        | added an entry's gain of D2 or more is above alpha.
        movea.l %a2,%a4
        move.b  profile_tempo-G(%a5),%d2
        ext.w   %d2
        sub.w   n_static(%a6),%d2
        addq.w  #1,%d2
        move.w  %d2,%d4
        swap    %d4
        clr.w   %d4
        moveq   #0,%d3
        add.w   n_alpha(%a6),%d2
        bvs     .Lfar
        | More than 255: no entry is large enough.
.Lnear: cmpi.w  #255,%d2
        bgt.s   .Llow_all
        move.b  (%a2)+,%d3
.Lfirst_of_piece:
        TABLES  %a0
        | D1 = the piece's entry where it stands, plus D2: the least entry of a
        | target that comes above alpha.
.Lpiece:
        moveq   #0,%d0
        move.b  (%a5,%d3.w),%d0
        TABLE_OF %d0,%a0,%a3
        moveq   #0,%d1
        move.b  (%a3,%d3.w),%d1
        add.w   %d2,%d1
        cmpi.w  #255,%d1
        bhi.s   .Lall_or_none
        | One look-up a move: below D1 it is not above alpha.
.Lto:   move.b  (%a2)+,%d4
        cmp.b   (%a3,%d4.w),%d1
        bls.s   .Lhigh
| The move from D3 to D4, whose flags are at A2, is not above alpha, nor is its
| static value less the tempo: n_static + (A3,D4) - (A3,D3). A host that
| raises it has D5 and A2 moved on, and goes on at hook_scored_high or
| hook_test_high with D0 = value.
hook_low:
        | Over flags and the free byte. The same from: the next move of the
        | piece.
        addq.l  #2,%a2
        cmp.b   (%a2)+,%d3
        beq.s   .Lto
        | Another piece, or the mark, which has bit 7 set.
        move.b  -1(%a2),%d3
        bpl.s   .Lpiece
        subq.l  #1,%a2                  | at the mark
        bra.s   .Lend

| The same holds for the move at A2 and the rest of the list. A callback that
| raises it must also find D3, D4, D5 and A3 set.
hook_low_all:
.Llow_all:
        | All moves from here on are low: only the mark is looked for.
        addq.l  #4,%a2
        tst.b   (%a2)
        bpl.s   .Llow_all
        | Count the moves that A2 has passed since A4. If it stands before
        | raw_end the mark was a castling move's.
.Lend:  move.l  %a2,%d0
        sub.l   %a4,%d0
        lsr.w   #2,%d0
        add.l   %d0,nodes-G(%a5)
        cmpa.l  raw_end-G(%a5),%a2
        bne.s   .Lonly_castles
.Lnothing:
        moveq   #0,%d1
        rts
.Lonly_castles:
        | Take the mark off; scan_moves tries the castling moves.
        bclr    #7,(%a2)
        movea.l %a2,%a0
        bra     scan_moves

.Lall_or_none:
        tst.w   %d1                     | below 0 all are above alpha, else none
        spl     %d1                     | but by an entry of 255
        bra.s   .Lto

        | High enough: compute the value in full, and read the flags.
.Lhigh: moveq   #0,%d0
        move.b  (%a3,%d4.w),%d0
        moveq   #0,%d1
        move.b  (%a3,%d3.w),%d1
        sub.w   %d1,%d0
        add.w   n_static(%a6),%d0
        move.b  (%a2),%d5
        addq.l  #2,%a2
hook_scored_high:               | D0 = value, D3 D4 = move
        | D1 let pass what may be just alpha, so compare exactly.
        LESS_TEMPO
        cmp.w   n_alpha(%a6),%d0
        ble.s   .Ltest_high
        bsr     terminal_high
hook_test_high:                 | D0 = value, D3 D4 = move: the host may enter
.Ltest_high:
        move.l  %a2,%d1                 | count up to here, for a new best move
        sub.l   %a4,%d1                 | is reported with its nodes
        lsr.w   #2,%d1
        add.l   %d1,nodes-G(%a5)
        movea.l %a2,%a4
        bsr     test
        bne.s   .Lcut_off
        | No cutoff. alpha may have risen, so compute D2 again.
        move.l  %d4,%d2
        swap    %d2
        add.w   n_alpha(%a6),%d2
        bvs.s   .Lfar_again
.Lnear_again:
        | The same piece: compute D1 again. Another one is read as at the start.
        cmp.b   (%a2)+,%d3
        bne.s   .Lanother_piece
        move.b  (%a3,%d3.w),%d1         | the rest of D1 is 0, as test has left it
        add.w   %d2,%d1
        TABLES  %a0
        cmpi.w  #255,%d1
        bls     .Lto
        bra.s   .Lall_or_none
.Lanother_piece:
        move.b  -1(%a2),%d3             | or the mark
        bpl     .Lfirst_of_piece
        subq.l  #1,%a2
        bra     .Lend

.Lcut_off:
        rts

.Lfar_again:
        | The sum overflowed: D2 becomes the far end, with the true sign.
        smi     %d2
        ext.w   %d2
        eori.w  #0xC000,%d2
        bra.s   .Lnear_again

        | The difference exceeds 16 bits.
.Lfar:  smi     %d2                     | too much above looks negative
        ext.w   %d2
        eori.w  #0xC000,%d2             | 16383 or -16384
        bra     .Lnear

        | Is the static value so far below alpha that no move is worth it?
.Lfutility:
        | The static value and the margin, less the tempo, against alpha.
        add.w   n_static(%a6),%d0
        bsr     less_tempo
        cmp.w   n_alpha(%a6),%d0
        bgt     .Lnot_futile
        moveq   #0,%d1
        rts

        | Castling moves, at most two.
.Lcastles:
        | A1 goes back over the castling moves to the first of them, which gets
        | bit 7 as the mark. Where there are no others scan_moves does it all.
        subq.l  #4,%a1
        cmpa.l  %a1,%a2
        beq.s   .Lno_plain
        btst    #2,-2(%a1)
        bne.s   .Lcastles
        bset    #7,(%a1)
        bra     .Lmarked
.Lno_plain:
        movea.l %a2,%a0
        bra     scan_moves

| terminal - evaluate a move that is not followed up
|
| In      D0 = its static value, D3 D4 D5 = the move, n_alpha, n_beta, ply
| Out     D0 = static value less the tempo and, where that beats alpha, less
|         what the other side wins by its best swap-off; mate where it is mate
| Uses    D1 D2 D6 D7 A0 A1
terminal:
        | Not above alpha: nothing else matters.
        LESS_TEMPO
        cmp.w   n_alpha(%a6),%d0
        bgt     terminal_high
        rts

| terminal_high - terminal, if the static value less the tempo beats
| alpha
|
| In      D0 = static value less the tempo; else as terminal
| Out     as terminal
| Uses    D1 D2 D6 D7 A0 A1
terminal_high:
        | The variation ends with this move.
        moveq   #0,%d1
        move.b  ply-G(%a5),%d1
        lea     pv_len+1-G(%a5),%a0
        clr.b   (%a0,%d1.w)             | no line below
        | Is mate possible? A move known as a check, or any where it is not
        | known.
        btst    #5,%d5                  | FLAG_CHECK: as mates does
        bne.s   .Lchecking
        tst.b   scan_checks-G(%a5)
        bne.s   .Lmay_check
.Lno_mate:
        SWAP_BOUNDS .Lsafe
        | D7 keeps the value. The map of the enemy's attacks must be that of
        | this node, before the move.
        move.w  %d0,%d7
        move.b  ply-G(%a5),%d0
        cmp.b   hits_ply-G(%a5),%d0
        beq.s   .Lmapped
        bsr     hits_of
.Lmapped:
        | What changes more than one piece's place is made by make_board.
        moveq   #SPECIAL,%d0
        and.b   %d5,%d0
        beq.w   .Lquiet_end
        bsr     make_board
        | D6 keeps from with a promotion's bits.
        move.w  %d3,%d6
        andi.w  #0x77,%d3               | without a promotion's bits
        bsr     candidates
        beq.s   .Lnone_hang
        | Pieces that may hang are in D0; the best exchange against them is
        | taken off.
        bsr     best_swap
        lsl.w   #2,%d0                  | sixteenths to 64ths of a pawn
        sub.w   %d0,%d7
.Lnone_hang:
        | Undo, and return the value.
        move.w  %d6,%d3
        bsr     unmake_board
        move.w  %d7,%d0
.Lsafe: rts

        | The label is in reach of the short branch above.
.Lchecking:
        bra.s   .Lgives_check
.Lmay_check:
        | Without MATE_TEST no move is tested for mate.
        btst    #MATE_TEST,switches2-G(%a5)
        beq.s   .Lno_mate
        btst    #4,%d5                  | FLAG_PROMOTION
        bne.s   .Lmay_mate
        | Does the piece point at the king from the target, or is one bare?
        movea.l king_ways-G(%a5),%a0    | gives_check begins inline
        move.b  (%a5,%d3.w),%d6
        and.b   (%a0,%d4.w),%d6
        or.b    bares-G(%a5),%d6
        beq     .Lno_mate
.Lmay_mate:
        | D7 keeps the value while the move is tried for mate.
        move.w  %d0,%d7
        bsr     .Lask
        bne.s   .Lmate
        move.w  %d7,%d0
        bra     .Lno_mate
.Lgives_check:
        | A known check, by its flag.
        btst    #MATE_TEST,switches2-G(%a5)
        beq     .Lno_mate
        move.w  %d0,%d7
        bsr     mates
        bne.s   .Lmate
        move.w  %d7,%d0
        bra     .Lno_mate
        | The value of mate: MATE less a ply more than this one's.
.Lmate: move.w  #MATE-1,%d0             | one ply more
        moveq   #0,%d1
        move.b  ply-G(%a5),%d1
        sub.w   %d1,%d0
        rts

        | A quiet move except castling.
.Lquiet_end:
        | Move the piece on the board, D6 = four times its id, and in the list.
        lea     (%a5,%d3.w),%a0         | MAKE_BOARD_QUIET; D6 keeps whose it is
        lea     (%a5,%d4.w),%a1
        move.b  (%a0),(%a1)
        clr.b   (%a0)
        moveq   #0,%d6
        move.b  ids-G(%a0),%d6
        move.b  %d6,ids-G(%a1)
        add.w   %d6,%d6
        add.w   %d6,%d6
        lea     square-G(%a5),%a0
        move.l  %a1,(%a0,%d6.w)
        | The best exchange against what may hang is taken off.
        bsr     candidates
        beq.s   .Lnothing_hangs
        bsr     best_swap
        lsl.w   #2,%d0                  | sixteenths to 64ths of a pawn
        sub.w   %d0,%d7
.Lnothing_hangs:
        | Move it back. ids of the target may stay, since an empty square's is
        | not used.
        lea     (%a5,%d3.w),%a0
        lea     (%a5,%d4.w),%a1
        move.b  (%a1),(%a0)
        clr.b   (%a1)
        lea     square-G(%a5),%a1
        move.l  %a0,(%a1,%d6.w)
        move.w  %d7,%d0
        rts

| swap_bounds - bounds of the gains that matter to best_swap
|
| In      D0 = score, above n_alpha; n_beta
| Out     swap_floor: gains up to this leave the value at beta or above;
|         swap_enough: this gain brings it to alpha. Z clear: no piece is
|         worth more than the floor, and neither is set
| Uses    D1
|
| Both fit a byte, for no gain is more than QUEEN_WORTH. terminal_high has it
| inline.
swap_bounds:
        SWAP_BOUNDS .Lnone
        moveq   #0,%d1
        rts
.Lnone: moveq   #1,%d1
        rts

| mates - is a move that may give check mate?
|
| In      D3 D4 D5 = the move, scan_checks; with it look's result
| Out     Z clear: it is
| Uses    D0 D1 D2 D6 A0 A1
mates:  btst    #5,%d5                  | FLAG_CHECK
        | Where no check is possible, Z is set for "no".
        bne.s   .Lcheck
        tst.b   scan_checks-G(%a5)
        beq.s   .Lno_check
        | D6 = the board byte after the move, and D0 the from-square.
.Lask:  btst    #4,%d5                  | FLAG_PROMOTION
        bne.s   .Lpromoted
        move.w  %d3,%d0
        move.b  (%a5,%d0.w),%d6
.Lcode: bsr     gives_check
        beq.s   .Lno_check
.Lcheck:
        | Make it: en passant and castling are only now known to check or not.
        movem.l %d7/%a3-%a4,-(%sp)
        bsr     make_move
        bsr     in_check
        beq.s   .Lno
        | The answers are generated over tactical_moves.
        move.l  raw_end-G(%a5),-(%sp)
        move.l  #tactical_moves,raw_end-G(%a5)
        bsr     has_legal_move
        seq     %d0                     | mate
        move.l  (%sp)+,raw_end-G(%a5)
.Ltold:
        bsr     unmake_move             | D0 stays
        movem.l (%sp)+,%d7/%a3-%a4
        tst.b   %d0
.Lno_check:
        rts
.Lno:   moveq   #0,%d0
        bra.s   .Ltold
.Lpromoted:
        bsr     promoted_code           | D0 = from
        bra.s   .Lcode
