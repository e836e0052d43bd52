| list.s - the list of a node's moves: categories, static values, order
|
| The generators leave raw moves: from, to and flags. The search needs them best
| first, and of each what it costs to follow it up. So each becomes a record of
| eight bytes at sorted_top: the move; a category, which decides its price; the
| static value, what the position after it is worth when no exchanges are
| counted; and the order by which it is sorted, that value and more or less for
| what else is known.
|
| The category is the first of these that fits. All moves: EVASION, out of
| check, where the profile prices that; FIRST_CHECK and CHECK, of a side that
| has not or has given check on this line. Captures and promotions: PROMOTION
| to a queen, while to anything else is LOSING; CAPTURE, but LOSING_CAPTURE
| where what the enemy takes back on the same square is more. Quiet moves:
| LOSING, where he takes the moved piece with gain; KILLER, which refuted
| another move at this ply lately; THREAT of mate; ATTACK on a more valuable piece;
| FORWARD and BACKWARD.

        .include "memory.inc"
        .include "score.inc"

        .global list_begin, list_tactical, list_end, list_full
        .global judge_tactical, judge_check, promoted_code, is_killer
        .global emit, hook_listed, hook_listed_quiet
        .global hook_listed_capture, hook_listed_judged

        .if     (j_bonus-G) & 1
        .error  "j_bonus and j_killer are no word"
        .endif

| MOVED - the common part of the static values of a piece's moves, by its board
| byte. 72 cycles.
|
| In      D3 = its square, D6.b = its board byte
| Out     \base of TABLES; \table = its root table; \without = n_static less
|         its entry there
| Uses    \t, which is a byte then
        .macro  MOVED base, table, without, t
        TABLES  \base
        moveq   #0,\t
        move.b  %d6,\t
        TABLE_OF \t,\base,\table
        moveq   #0,\t
        move.b  (\table,%d3.w),\t
        move.w  n_static(%a6),\without
        sub.w   \t,\without
        .endm

| Of list_full: from board to hits, and D5 of pieces that are no officers. For
| a pawn D2 is a mask, D6 what it leaves of an officer to attack, and A1 where
| a pawn on the board's first square would capture to the left.
        .equ    TO_HITS, hits-G
        .equ    PAWNS, -1
        .equ    CASTLING_KING, -2

        .text

| list_begin - prepare the list of a node, or of one part of it
|
| In      n_following, ply
| Out     n_pv; flights_count
| Uses    D0 A0
list_begin:
        st      flights_count-G(%a5)
        clr.w   j_bonus-G(%a5)          | and j_killer
        moveq   #0,%d0
        tst.b   n_following-G(%a5)
        beq.s   .Lno_line
        | Following the principal variation: the last iteration's move at this
        | ply; otherwise 0, which is no move.
        move.b  ply-G(%a5),%d0
        add.w   %d0,%d0
        lea     line-G(%a5),%a0
        move.w  (%a0,%d0.w),%d0
.Lno_line:
        move.w  %d0,n_pv(%a6)
        rts

| list_tactical - list captures and promotions
|
| In      tactical_moves to tactical_end; listing: 0 all, STAGES all but
|         losing captures, LOSING_ONLY those; n_evasion, n_checked, n_static
| Out     sorted_top; bit PASSED_OVER of n_any if losing captures were left out
| Uses    D0-D7 A0-A4
|
| Five moves of six are captures that can't check, at a node that is not in
| check. These are judged and emitted inline, with the place of the record in A4
| and king_ways in D7: a piece's place in piece_tables serves its value and its
| table, so worths are compared as material, of which the king has none.
list_tactical:
        | A2 reads moves up to A3; the high bytes of D3 and D4 stay 0. The
        | list's beginning is on the stack, to count what is added.
        lea     tactical_moves-G(%a5),%a2
        movea.l tactical_end-G(%a5),%a3
        moveq   #0,%d3
        moveq   #0,%d4
        movea.l sorted_top-G(%a5),%a4
        move.l  %a4,-(%sp)
        cmpa.l  %a3,%a2
        beq     .Lnone
        | If any of these holds, every move is judged: sorting by exchanges, a
        | listing of a part, a bare piece, evasions.
        moveq   #1<<SWAP_SORT,%d0
        and.b   switches2-G(%a5),%d0
        or.b    listing-G(%a5),%d0
        or.b    bares-G(%a5),%d0
        or.b    n_evasion-G(%a5),%d0
        bne     .Leach_tactical
        move.l  king_ways-G(%a5),%d7
.Lcapture_next:
        | Only a plain capture is treated here.
        move.b  (%a2)+,%d3
        move.b  (%a2)+,%d4
        move.b  (%a2),%d5
        addq.l  #2,%a2
        cmpi.b  #FLAG_CAPTURE,%d5
        bne     .Lno_capture
        | Does the piece point at the enemy king from the target?
        moveq   #0,%d6
        move.b  (%a5,%d3.w),%d6
        movea.l %d7,%a0
        move.b  (%a0,%d4.w),%d1
        and.b   %d6,%d1
        bne     .Lno_capture            | it may check
        | D2 and D6 are four times the board bytes of victim and piece: places
        | in piece_tables. D0 = the victim's material.
        moveq   #0,%d2
        move.b  (%a5,%d4.w),%d2
        TABLES  %a1
        add.w   %d2,%d2
        add.w   %d2,%d2
        add.w   %d6,%d6
        add.w   %d6,%d6
        move.w  MATERIAL(%a1,%d2.w),%d0
        | Equal or more is taken, and not by the king: no loss is possible.
        cmp.w   MATERIAL(%a1,%d6.w),%d0
        blt.s   .Ltakes_cheaper
        btst    #6,%d6                  | four times WAY_KING
        bne.s   .Ltakes_cheaper
.Lgains:
        move.w  #FLAG_CAPTURE<<8+CAPTURE,%d1
.Lcaptured:
        | The record: from and to; then flags and category in one word.
        move.b  %d3,(%a4)+
        move.b  %d4,(%a4)+
        move.w  %d1,(%a4)+
        | The value: static value plus the victim's material, less the piece's
        | entry at from, plus its entry at to, plus the victim's entry.
        add.w   n_static(%a6),%d0
        moveq   #0,%d1
        movea.l (%a1,%d6.w),%a0
        move.b  (%a0,%d3.w),%d1
        sub.w   %d1,%d0
        move.b  (%a0,%d4.w),%d1
        add.w   %d1,%d0
        movea.l (%a1,%d2.w),%a0
        move.b  (%a0,%d4.w),%d1
        add.w   %d1,%d0
hook_listed_capture:            | D0 = value, D3, D4
        move.w  %d0,(%a4)+              | the value
        move.w  %d0,(%a4)+              | and the order, which is the same
        cmpa.l  %a3,%a2
        bne.s   .Lcapture_next
.Lall_listed:
        | All moves of A4's list count as nodes: its length by records of eight
        | bytes.
        move.l  %a4,sorted_top-G(%a5)
        move.l  %a4,%d0
.Lcount:
        sub.l   (%sp)+,%d0
        lsr.w   #3,%d0
        add.l   %d0,nodes-G(%a5)
        rts

        | The capturer is worth more. If a pawn recaptures, the capture loses, since
        | the capturer is worth more than the victim and a pawn; otherwise the
        | exchange decides. Bit 9 of D6: a black piece.
.Ltakes_cheaper:
        | White takes: a black pawn one rank up, on either side, takes back.
        lea     (%a5,%d4.w),%a0
        btst    #9,%d6
        bne.s   .Lblack_takes
        moveq   #BLACK_PAWN-256,%d1
        cmp.b   DIAGONAL_1(%a0),%d1
        beq.s   .Lis_lost
        cmp.b   DIAGONAL_4(%a0),%d1
        bne.s   .Lexchanged
.Lis_lost:
        move.w  #FLAG_CAPTURE<<8+LOSING_CAPTURE,%d1
        bra.s   .Lcaptured
.Lblack_takes:
        | Black takes: a white pawn one rank down, on either side.
        moveq   #WHITE_PAWN,%d1
        cmp.b   -DIAGONAL_1(%a0),%d1
        beq.s   .Lis_lost
        cmp.b   -DIAGONAL_4(%a0),%d1
        beq.s   .Lis_lost
.Lexchanged:
        | The exchange may lose up to the victim's value. The loss is in
        | sixteenths of a pawn, material in 64ths and less TABLE_BIAS.
        move.w  %d2,-(%sp)
        bsr     exchange_loss
        move.w  (%sp)+,%d2
        TABLES  %a1
        add.w   %d0,%d0                 | as material
        add.w   %d0,%d0
        move.w  %d0,%d1
        move.w  MATERIAL(%a1,%d2.w),%d0
        subi.w  #TABLE_BIAS,%d1
        cmp.w   %d1,%d0                 | victim >= loss
        bge     .Lgains
        bra.s   .Lis_lost

        | A promotion, en passant, or a check: judged by itself.
.Lno_capture:
        | emit finds its place in sorted_top, and leaves the next one there.
        move.l  %a4,sorted_top-G(%a5)
        bsr     judge_tactical
        move.b  %d0,%d1
        bsr     .Lemit
        movea.l sorted_top-G(%a5),%a4
        cmpa.l  %a3,%a2
        bne     .Lcapture_next
        bra.s   .Lall_listed

.Leach_tactical:
        | Every move is judged; then listing decides if it belongs to this
        | part.
        move.b  (%a2)+,%d3
        move.b  (%a2)+,%d4
        move.b  (%a2)+,%d5
        addq.l  #1,%a2
        bsr     judge_tactical
        move.b  %d0,%d1
        move.b  listing-G(%a5),%d0
        bne.s   .Lsome
.Ltake: bsr     .Lemit
.Lpassed:
        cmpa.l  %a3,%a2
        bne.s   .Leach_tactical
        | .Lemit does not count; the records are counted together.
.Lnone: move.l  sorted_top-G(%a5),%d0
        bra     .Lcount
.Lsome: bmi.s   .Lstages                | STAGES is below 0
        | Losing captures only.
        cmpi.b  #LOSING_CAPTURE,%d1
        beq.s   .Ltake
        bra.s   .Lpassed
.Lstages:
        | All but losing captures; that there are some is noted for later.
        cmpi.b  #LOSING_CAPTURE,%d1
        bne.s   .Ltake
        bset    #PASSED_OVER,n_any(%a6)
        bra.s   .Lpassed

| judge_tactical - the category of a capture or promotion
|
| In      D3 = from with a promotion's bits, D4 = to, D5 = flags; n_evasion,
|         n_checked, ply; before the move
| Out     D0 = category; FLAG_CHECK in D5; D6 = the piece's board byte after
|         the move
| Uses    D1 D2 A0 A1
|
| The common path of judge_check is inlined.
judge_tactical:
        | D6 = the board byte after the move: the piece's, or what the pawn
        | becomes.
        btst    #4,%d5                  | FLAG_PROMOTION
        bne     .Lpromoted
        move.b  (%a5,%d3.w),%d6
        | Does it point at the king from the target, is a piece bare, or is it a
        | priced evasion? Otherwise judge_check would find nothing.
.Lcode: movea.l king_ways-G(%a5),%a0
        move.b  (%a0,%d4.w),%d1
        and.b   %d6,%d1
        or.b    bares-G(%a5),%d1
        or.b    n_evasion-G(%a5),%d1
        bne.s   .Lmay_judge
.Lunjudged:
        moveq   #FLAG_PROMOTION+FLAG_EN_PASSANT,%d0
        and.b   %d5,%d0
        bne.s   .Lspecial
        | Compare victim and capturer. If a pawn can recapture, the
        | capture loses: the capturer is worth more than the victim and a
        | pawn. D2 = the victim's value. At least the capturer's value: a
        | capture.
        lea     swap_worth(%pc),%a0
        moveq   #0x3F,%d0
        and.b   (%a5,%d4.w),%d0
        move.b  (%a0,%d0.w),%d2
        moveq   #0x3F,%d0
        and.b   %d6,%d0
        cmp.b   (%a0,%d0.w),%d2
        bcc.s   .Lcapture
        | Is the target guarded by a pawn? D6 is below 0 for black, whose
        | captures white's pawns answer.
        lea     (%a5,%d4.w),%a0
        tst.b   %d6
        bmi.s   .Lby_white
        moveq   #BLACK_PAWN-256,%d0
        cmp.b   DIAGONAL_1(%a0),%d0
        beq.s   .Lloses
        cmp.b   DIAGONAL_4(%a0),%d0
        bne.s   .Lexchange
.Lloses:
        moveq   #LOSING_CAPTURE,%d0
        rts
.Lby_white:
        moveq   #WHITE_PAWN,%d0
        cmp.b   -DIAGONAL_1(%a0),%d0
        beq.s   .Lloses
        cmp.b   -DIAGONAL_4(%a0),%d0
        beq.s   .Lloses
.Lexchange:
        | The exchange decides: D0 = what the answer takes back of the victim's
        | value.
        move.w  %d2,-(%sp)
        bsr     exchange_loss
        move.w  (%sp)+,%d2
        cmp.b   %d0,%d2                 | victim >= loss
        bcs.s   .Lloses
.Lcapture:
        moveq   #CAPTURE,%d0
        rts
.Lspecial:
        | Of flags for promotion and en passant: a promotion is to a queen if
        | from has none of its bits.
        btst    #4,%d0
        beq.s   .Lcapture               | en passant
        move.b  %d3,%d0
        andi.b  #0x88,%d0
        bne.s   .Lminor_promotion
        moveq   #PROMOTION,%d0
        rts
.Lminor_promotion:
        moveq   #LOSING,%d0
.Ljudged:
        rts
.Lpromoted:
        bsr     promoted_code
        bra     .Lcode
.Lmay_judge:
        | N set: it neither checks nor is priced as an evasion.
        moveq   #0x77,%d0
        and.w   %d3,%d0
        bsr     judge_check
        bpl.s   .Ljudged
        bra     .Lunjudged

| promoted_code - the board byte of a promoted pawn
|
| In      D3 = from with the promotion's bits
| Out     D6 = board byte, D0 = from without them
| Uses    D1
|
| The bits stand for queen 0, rook $08, bishop $80, knight $88.
promoted_code:
        | Bit 7 divides queen and rook from bishop and knight, bit 3 the first
        | of the two from the second.
        moveq   #WAY_DIAGONAL+WAY_STRAIGHT,%d6
        tst.b   %d3
        bmi.s   .Lminor
        btst    #3,%d3
        beq.s   .Lpromotes
        moveq   #WAY_STRAIGHT,%d6
        bra.s   .Lpromotes
.Lminor:
        moveq   #WAY_DIAGONAL,%d6
        btst    #3,%d3
        beq.s   .Lpromotes
        moveq   #WAY_KNIGHT,%d6
.Lpromotes:
        | The pawn's colour bit goes with the new ways.
        moveq   #0x77,%d0
        and.w   %d3,%d0
        moveq   #OFF_BOARD-256,%d1
        and.b   (%a5,%d0.w),%d1
        or.b    %d1,%d6
        rts

| judge_check - does the move check, and is check its category?
|
| In      D0 = from without a promotion's bits, D4 = to, D5 = flags, D6 = the
|         piece's board byte after the move; look's result, n_evasion,
|         n_checked
| Out     FLAG_CHECK in D5; N clear: D0 = its category
| Uses    D1 A0 A1
|
| Nearly all moves end here: nothing points at the king, no piece is bare. So
| gives_check begins inline.
judge_check:
        btst    #5,%d5                  | en passant, castling: may check
        bne.s   .Lunsure
        | Neither pointing at the king nor a bare piece: no check.
        movea.l king_ways-G(%a5),%a0
        move.b  (%a0,%d4.w),%d1
        and.b   %d6,%d1
        or.b    bares-G(%a5),%d1
        beq.s   .Lunsure
        | It may check; walk the line. FLAG_CHECK is set where it does.
        bsr     gives_check
        beq.s   .Lunsure
        bset    #5,%d5
        tst.b   n_evasion-G(%a5)
        bne.s   .Levasion
        | The category is FIRST_CHECK unless the mover's bit is set in
        | n_checked: 1 for white, 2 for black.
        move.b  side-G(%a5),%d1
        addq.b  #1,%d1
        moveq   #FIRST_CHECK,%d0
        and.b   n_checked(%a6),%d1
        beq.s   .Lfirst_check
        moveq   #CHECK,%d0
        rts
.Lunsure:
        tst.b   n_evasion-G(%a5)        | not a check
        bne.s   .Levasion
        moveq   #-1,%d0
.Lfirst_check:                          | N is clear: and.b has found 0
        rts
.Levasion:
        moveq   #EVASION,%d0
        rts

| emit - append the judged move to the sorted moves
|
| In      D1.b = category; D3 = from with a promotion's bits, D4 = to, D5 =
|         flags, D6 = the piece's board byte after the move; n_static;
|         j_bonus: what a killer gains in the order
| Out     sorted_top
| Uses    D0 D1 D2 A0 A1
|
| A plain quiet move and a plain capture are evaluated inline.
emit:   addq.l  #1,nodes-G(%a5)
        | D0 = the flags that decide how the value is found; 0 is a quiet move.
.Lemit: moveq   #FLAG_CAPTURE+FLAG_EN_PASSANT+FLAG_CASTLE+FLAG_PROMOTION,%d0
        and.b   %d5,%d0
        bne.s   .Lflags
        MOVED   %a1,%a0,%d0,%d2
.Llands:                                | D2 is a byte
        | D0 gets the piece's entry at the target.
        move.b  (%a0,%d4.w),%d2
        add.w   %d2,%d0
hook_listed:                    | D0 = value, D3, D4
        | The record: move, flags, category, value. D0 then becomes the order.
        movea.l sorted_top-G(%a5),%a0
        move.b  %d3,(%a0)+
        move.b  %d4,(%a0)+
        move.b  %d5,(%a0)+
        move.b  %d1,(%a0)+
        move.w  %d0,(%a0)+
        | Only a quiet move that does not check gets the killer's bonus here.
        moveq   #FLAG_CHECK+FLAG_CAPTURE,%d1
        and.b   %d5,%d1
        bne.s   .Lmore
        move.b  j_bonus-G(%a5),%d1
        add.w   %d1,%d0
.Lorder:
        move.w  %d0,(%a0)+
        move.l  %a0,sorted_top-G(%a5)
        rts
.Lflags:
        | A plain capture: the victim's material and its entry at the target are
        | added.
        subq.b  #FLAG_CAPTURE,%d0
        bne.s   .Lother_flags
        MOVED   %a1,%a0,%d0,%d2
        move.b  (%a5,%d4.w),%d2
        add.w   %d2,%d2
        add.w   %d2,%d2
        add.w   MATERIAL(%a1,%d2.w),%d0
        movea.l (%a1,%d2.w),%a1
        moveq   #0,%d2
        move.b  (%a1,%d4.w),%d2
        add.w   %d2,%d0
        bra.s   .Llands
.Lother_flags:
        | En passant, castling and promotion have routines of their own.
        move.w  %d1,-(%sp)
        bsr     after_flags
        move.w  (%sp)+,%d1
        bra     hook_listed
        | A check or a capture: neither is judged as a killer, but castling
        | may be one, which may check.
.Lmore: subq.b  #FLAG_CAPTURE,%d1       | a capture without check
        beq.s   .Lcaptures
        move.b  profile_check_bonus-G(%a5),%d1  | the rest of D1 is 0
        add.w   %d1,%d0
        move.b  j_bonus-G(%a5),%d1
        add.w   %d1,%d0
        btst    #0,%d5                  | FLAG_CAPTURE
        beq.s   .Lorder
.Lcaptures:
        | Sorting by exchanges: four times the loss is taken from the order.
        btst    #SWAP_SORT,switches2-G(%a5)
        beq.s   .Lorder
        move.w  %d0,-(%sp)
        bsr     exchange_loss
        lsl.w   #2,%d0                  | sixteenths to 64ths of a pawn
        move.w  (%sp)+,%d1
        sub.w   %d0,%d1
        move.w  %d1,%d0
        | A0 = where the order of the record goes.
        movea.l sorted_top-G(%a5),%a0
        addq.l  #REC_ORDER,%a0
        bra     .Lorder

| list_end - finish a list: the last iteration's move goes first
|
| In      n_pv, n_first_sorted, sorted_top
| Out     the order of that move
| Uses    D0 D1 A0
list_end:
        | Look for the move of n_pv by both bytes; it may be in a part that is
        | not listed yet.
        move.w  n_pv(%a6),%d0
        beq.s   .Lended
        movea.l n_first_sorted(%a6),%a0
        move.l  sorted_top-G(%a5),%d1
.Lfind: cmp.l   %a0,%d1
        beq.s   .Lended
        cmp.w   (%a0),%d0
        beq.s   .Lfirst
        addq.l  #REC_SIZE,%a0
        bra.s   .Lfind
.Lfirst:
        move.w  #INFINITY,REC_ORDER(%a0)
.Lended:
        rts

| list_full - list all quiet moves
|
| In      n_first_waiting to raw_end; n_evasion, n_checked, n_static; look's
|         result, and what list_targets notes
| Out     sorted_top; raw_end = n_first_waiting
| Uses    D0-D7 A0-A4
|
| The moves of a piece stand together, so what they share is computed once.
| Table look-ups then show that nearly every move neither checks nor loses nor
| attacks; other routines judge the rest. emit is inlined, and moves are counted
| at the end.
|
| Of a piece: D3 its square, D6 its board byte, A4 its root table and D7 the
| static value less its entry there, D1 the least of hits that may lose
| something, list_front. A0 is king_ways. D5 is not below 0 for an officer
| that has no killer: A1 has the ways to a target, and where D5 is not 0
| they are three, by turns in A1, D5 and D2. Of a move: A2 is behind it, D4
| its target, in the high byte the way from board to hits; A0, A1, A4 are
| that much less. A3 is where its record goes.
list_full:
        | Behind the last move goes a byte that is no square: where from differs
        | from D3 a new piece begins, and there the list ends.
        movea.l raw_end-G(%a5),%a0
        st      (%a0)                   | no move's from
        movea.l n_first_waiting(%a6),%a2
        movea.l sorted_top-G(%a5),%a3
        move.l  %a3,-(%sp)
        | Keep the ply's two killers, from and to of each, to be compared as
        | words. If the profile has none, set them to no move.
        moveq   #0,%d0
        move.b  ply-G(%a5),%d0
        lsl.w   #2,%d0
        lea     killers-G(%a5),%a1
        move.l  (%a1,%d0.w),list_killers-G(%a5)
        btst    #KILLERS,switches-G(%a5)
        bne.s   .Lkillers
        moveq   #-1,%d0
        move.l  %d0,list_killers-G(%a5)
.Lkillers:
        | At first assume that each move must be judged.
        moveq   #0,%d3
        move.b  #1,list_unsure-G(%a5)
        subq.l  #8,%a0
        cmpa.l  %a2,%a0
        bls.s   .Lfirst_piece           | two, as of killers_part, are judged at once
        | More than two moves: the attack map is needed, but not for evasions,
        | which have a category of their own.
        tst.b   n_evasion-G(%a5)
        bne.s   .Levasions
        bsr     hits_of
.Levasions:
        | With priced evasions, a bare piece, or threats of mate to be looked
        | for, the tables don't suffice.
        move.b  n_evasion-G(%a5),%d0
        or.b    bares-G(%a5),%d0
        btst    #MATE_THREATS,switches-G(%a5)
        beq.s   .Lno_threats
        moveq   #1,%d0
.Lno_threats:
        move.b  %d0,list_unsure-G(%a5)
.Lfirst_piece:
        move.w  #TO_HITS,%d4            | the high byte, for a piece
        move.b  (%a2)+,%d3
        bpl.s   .Lpiece
        | All moves are listed. The raw moves are used up, and the records count
        | as nodes, eight bytes each.
.Ldone: move.l  n_first_waiting(%a6),raw_end-G(%a5)
        move.l  %a3,sorted_top-G(%a5)
        suba.l  (%sp)+,%a3
        move.l  %a3,%d0
        lsr.w   #3,%d0
        add.l   %d0,nodes-G(%a5)
        rts

        | Another piece: A2 is behind its square.
.Lother:
        move.b  -1(%a2),%d3
        bmi.s   .Ldone                  | it is the mark
.Lpiece:
        | A square less list_front is above 0 in front of a white piece, and
        | below 0 in front of a black one.
        lea     (%a5,%d3.w),%a0
        move.b  (%a0),%d6
        bmi.s   .Lblack
        moveq   #0x0F,%d0               | behind the rank's last square
        or.b    %d3,%d0
        bra.s   .Lfront
.Lblack:
        moveq   #0x70,%d0
        and.b   %d3,%d0
.Lfront:
        move.b  %d0,list_front-G(%a5)
        | Choose the loop for its moves.
        tst.b   list_unsure-G(%a5)
        bne     .Leach
        cmp.b   list_killers-G(%a5),%d3
        beq     .Leach
        cmp.b   list_killers+2-G(%a5),%d3
        beq     .Leach
        | Where a slider hits the square, it may take something whatever moves.
        move.b  hits_stamp-G(%a5),%d1
        cmp.b   hits-G(%a0),%d1
        bcc.s   .Lno_slider
        moveq   #0,%d1
.Lno_slider:
        | All loops below share A4 and D7. The tables are moved back by TO_HITS,
        | which D4 has too much.
        MOVED   %a0,%a4,%d7,%d0
        lea     -TO_HITS(%a4),%a4
        movea.l king_ways-G(%a5),%a0
        lea     -TO_HITS(%a0),%a0
        movea.l target_ways-G(%a5),%a1
        lea     -TO_HITS(%a1),%a1
        moveq   #0,%d5
        | Neither a knight nor on diagonals: a rook, a king or a pawn.
        moveq   #WAY_KNIGHT+WAY_DIAGONAL,%d0
        and.b   %d6,%d0
        beq.s   .Lno_minor
        btst    #3,%d6                  | WAY_STRAIGHT
        bne     .Lno_target             | a queen
        | No target or one: A1 is enough, as the first of the targets is the
        | king where there are none. Up to three: D5 and D2 get the others.
        cmpi.b  #2,n_targets-G(%a5)
        bcs     .Lmove
        cmpi.b  #4,n_targets-G(%a5)
        bcc.s   .Leach
        move.l  target_ways+4-G(%a5),%d5
        subi.l  #TO_HITS,%d5
        move.l  target_ways+8-G(%a5),%d2
        subi.l  #TO_HITS,%d2
        bra     .Lmove
.Lno_minor:
        btst    #3,%d6
        beq.s   .Lking_or_pawn
        | A rook attacks queens only, which are the first of the targets, as
        | a rule.
        | No queen: only the king matters. More than one, or not the first: each
        | move is judged.
        move.b  n_queens-G(%a5),%d0
        beq.s   .Lno_target
        subq.b  #1,%d0
        bne.s   .Leach
        move.b  targets-G(%a5),%d0
        btst    #2,(%a5,%d0.w)          | WAY_DIAGONAL
        bne     .Lmove
        | Each move is judged by itself. D4 is the plain square here.
.Leach: MOVED   %a0,%a4,%d7,%d0
        moveq   #0,%d4
.Lanother:
        move.b  (%a2)+,%d4
        move.b  (%a2)+,%d5
        addq.l  #1,%a2
        bsr     .Ljudge
        | N set: .Ljudge has emitted it. Otherwise it has left the category in
        | D0.
        bmi.s   .Lemitted
        move.b  %d3,(%a3)+
        move.b  %d4,(%a3)+
        move.b  %d5,(%a3)+
        move.b  %d0,(%a3)+
        QUIET   %d4,%a4,%d7,%d0
hook_listed_judged:             | D0 = value, D3, D4
        move.w  %d0,(%a3)+
        move.w  %d0,(%a3)+
.Lemitted:
        | Moves of the same piece go on here; for another one D4 gets its high
        | byte back.
        cmp.b   (%a2)+,%d3
        beq.s   .Lanother
        move.w  #TO_HITS,%d4
        bra     .Lother
.Lno_target:
        movea.l %a0,%a1                 | nothing to attack but the king
        bra     .Lmove
.Lking_or_pawn:
        btst    #4,%d6                  | WAY_KING
        beq.s   .Lpawn
        | The king checks and attacks nothing. Only where castling is possible
        | do his moves have flags.
        movea.l %a0,%a1
        tst.b   castle-G(%a5)
        beq     .Lmove
        moveq   #CASTLING_KING,%d5
        bra     .Lmove
        | D5 marks a pawn. A1 = its left capture from the first square; D2 and
        | D6 compare what is there with an enemy's officer.
.Lpawn: moveq   #PAWNS,%d5
        lea     -TO_HITS(%a5),%a1
        adda.w  pawn_left-G(%a5),%a1
        moveq   #OFF_BOARD+ANY_PAWN-256,%d2
        move.b  enemy_colour-G(%a5),%d6
        bra     .Lmove

        | The enemy attacks the move's target, or a line through its from.
.Lhit:  movem.l %d1-%d2/%a0-%a1,-(%sp)
        | The square alone for loses_hit: D4 without the way to hits.
        andi.w  #0x7F,%d4
        bsr     loses_hit
        movem.l (%sp)+,%d1-%d2/%a0-%a1
        bne.s   .Lloses_piece
        ori.w   #TO_HITS,%d4
        | It loses nothing. A pawn's move counts as FORWARD at once.
        tst.l   %d5
        bpl     .Lkeeps
        cmpi.b  #PAWNS,%d5
        bne     .Lkeeps
        move.w  -2(%a2),%d0             | flags and category in a word
        move.b  #FORWARD,%d0
        bra     .Lput
.Lloses_piece:
        | A losing move keeps its flags.
        ori.w   #TO_HITS,%d4
        move.w  -2(%a2),%d0
        move.b  #LOSING,%d0
        bra     .Lput

        | A pawn's move, or a king's that may castle.
        | D5 is below 0: a pawn or a king that may castle.
.Lno_officer:
        cmpi.b  #CASTLING_KING,%d5
        beq.s   .Lking
        | Does the pawn attack a piece worth more than itself, or the king?
        move.b  (%a1,%d4.w),%d0
        and.b   %d2,%d0
        cmp.b   %d6,%d0
        beq.s   .Lpoints
        move.b  2(%a1,%d4.w),%d0
        and.b   %d2,%d0
        cmp.b   %d6,%d0
        beq.s   .Lpoints
        move.w  -2(%a2),%d0             | its flags
        move.b  #FORWARD,%d0
        cmp.b   (%a5,%d4.w),%d1
        bhi.s   .Lput
        bra.s   .Lhit
.Lking: tst.b   -2(%a2)
        beq.s   .Lno_threat             | but castling

        | It may check or attack: judge it alone.
.Lpoints:
        | D4 is the square and D6 the board byte again for .Ljudge, which may
        | use all these registers.
        movem.l %d1-%d2/%d4-%d6/%a0-%a1,-(%sp)
        andi.w  #0x7F,%d4
        move.b  -2(%a2),%d5
        move.b  (%a5,%d3.w),%d6
        bsr     .Ljudge
        movem.l (%sp)+,%d1-%d2/%d4-%d6/%a0-%a1
        | N set: it is emitted. Otherwise its record is made here, and its value
        | below.
        bmi.s   .Lnext
        move.b  %d3,(%a3)+
        move.b  %d4,(%a3)+
        move.b  -2(%a2),(%a3)+
        move.b  %d0,(%a3)+
        bra     .Lput_value

        | The next move of the same piece, D3.
.Lnext: cmp.b   (%a2)+,%d3
        bne     .Lother
.Lmove: move.b  (%a2)+,%d4
        addq.l  #2,%a2                  | an officer's moves have no flags
        | Below 0: a pawn, or a king that may castle. Otherwise the ways from
        | the target to the king and to one target,
        tst.l   %d5
        bmi.s   .Lno_officer
        move.b  (%a0,%d4.w),%d0
        or.b    (%a1,%d4.w),%d0
        | or to three, in a ring of A1, D5 and D2: each move turns it by two.
        tst.l   %d5
        beq.s   .Lfew
        exg     %d5,%a1
        or.b    (%a1,%d4.w),%d0
        exg     %d2,%a1
        or.b    (%a1,%d4.w),%d0
        | Has the piece one of these ways?
.Lfew:  and.b   %d6,%d0
        bne.s   .Lpoints
.Lno_threat:
        cmp.b   (%a5,%d4.w),%d1         | seen, or always where D1 is 0
        bls     .Lhit
        | Up the board for white, down for black? X = no.
.Lkeeps:
        move.b  %d4,%d0
        sub.b   list_front-G(%a5),%d0
        eor.b   %d6,%d0
        add.b   %d0,%d0
        moveq   #FORWARD/2,%d0
        roxl.b  #1,%d0

        | emit for D0 = flags and category, with flags that don't matter.
.Lput:  move.b  %d3,(%a3)+
        move.b  %d4,(%a3)+
        move.w  %d0,(%a3)+
.Lput_value:
        QUIET   %d4,%a4,%d7,%d0
hook_listed_quiet:              | D0 = value, D3, D4
        move.w  %d0,(%a3)+
        move.w  %d0,(%a3)+
        bra.s   .Lnext

| Judge the move at hand, whose raw move ends at A2. N clear: it is a plain one,
| and D0.b its category; else it has been emitted at A3, uncounted. Most moves
| don't check, so judge_check is not called for them; a killer is found by one
| comparison of both bytes.
.Ljudge:
        | What may check goes to judge_check: castling, a piece that points at
        | the king, and, where there is a bare piece or an evasion, any.
        btst    #5,%d5                  | FLAG_CHECK
        bne     .Lmay_check
        movea.l king_ways-G(%a5),%a0
        move.b  (%a0,%d4.w),%d0
        and.b   %d6,%d0
        or.b    bares-G(%a5),%d0
        or.b    n_evasion-G(%a5),%d0
        bne     .Lmay_check
.Lunchecked:
        | From and to of the raw move against both killers.
        move.w  -4(%a2),%d0
        cmp.w   list_killers-G(%a5),%d0
        beq.s   .Lkillers_move
        cmp.w   list_killers+2-G(%a5),%d0
        beq.s   .Lkillers_move
        btst    #2,%d5                  | FLAG_CASTLE
        bne.s   .Lcastling
        | In this order: a move that loses, a threat of mate, an attack.
        bsr     loses
        bne.s   .Llosing
        btst    #MATE_THREATS,switches-G(%a5)
        beq.s   .Lno_mate
        bsr     threatens_mate
        bne.s   .Lmate
.Lno_mate:
        bsr     attacks
        bne.s   .Lattack
        move.b  %d4,%d0                 | as at .Lkeeps
        sub.b   list_front-G(%a5),%d0
        eor.b   %d6,%d0
        add.b   %d0,%d0
        moveq   #FORWARD/2,%d0
        roxl.b  #1,%d0
        rts
.Lattack:
        moveq   #ATTACK,%d0
        rts
.Lmate: moveq   #THREAT,%d0
        rts
.Llosing:
        moveq   #LOSING,%d0
        rts
.Lmay_check:
        | N set by judge_check: no check and no evasion, so judge it as the
        | others.
        move.w  %d3,%d0
        bsr     judge_check
        bmi.s   .Lunchecked
        btst    #5,%d5
        bne.s   .Lchecks
        rts                             | a plain evasion; N is clear still
.Lchecks:
        | A check: its record has FLAG_CHECK, so emit it here.
        move.b  %d0,%d1
        bra.s   .Lemit_it
.Lcastling:
        moveq   #FORWARD,%d1
        bra.s   .Lemit_it
.Lkillers_move:
        | A killer has its bonus in the order, but where it loses it is LOSING.
        move.b  profile_bonus-G(%a5),j_bonus-G(%a5)
        moveq   #KILLER,%d1
        btst    #2,%d5
        bne.s   .Lemit_it
        bsr     loses
        beq.s   .Lsound
        moveq   #LOSING,%d1
        bra.s   .Lemit_it
.Lsound:
        moveq   #KILLER,%d1
.Lemit_it:
        | .Lemit appends at sorted_top; A3 goes on behind. D0 = -1 says so.
        move.l  %a3,sorted_top-G(%a5)
        bsr     .Lemit
        movea.l sorted_top-G(%a5),%a3
        clr.b   j_bonus-G(%a5)
        moveq   #-1,%d0
        rts

| is_killer - is the move a killer of this ply?
|
| In      D3 = from, D4 = to, ply
| Out     Z clear: yes, j_killer is 1 and j_bonus the profile's; else j_killer
|         is 0
| Uses    D0 A0
is_killer:
        | A0 = the two killers of this ply, four bytes.
        moveq   #0,%d0
        move.b  ply-G(%a5),%d0
        add.w   %d0,%d0
        add.w   %d0,%d0
        lea     killers-G(%a5),%a0
        adda.w  %d0,%a0
        | From and to of the first, then of the second.
        cmp.b   (%a0)+,%d3
        bne.s   .Lsecond
        cmp.b   (%a0),%d4
        beq.s   .Lyes
.Lsecond:
        addq.l  #1,%a0
        cmp.b   (%a0)+,%d3
        bne.s   .Lno
        cmp.b   (%a0),%d4
        beq.s   .Lyes
.Lno:   moveq   #0,%d0
        move.b  %d0,j_killer-G(%a5)
        rts
.Lyes:  move.b  profile_bonus-G(%a5),j_bonus-G(%a5)
        moveq   #1,%d0
        move.b  %d0,j_killer-G(%a5)
        rts

        .if     FORWARD & 1
        .error  "FORWARD and BACKWARD are no pair"
        .endif
