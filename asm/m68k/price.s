| price.s - what moves cost

        .include "memory.inc"

        .global set_prices, price_of, late_price, within_byte

        .text

| set_prices - make the table of prices, with the profile's additions, and find
| the least ones
|
| In      profile; D0 = game phase
| Out     price, price_rules, try_rules
| Uses    D0 D1 D2 D3 D4 D5 D6 D7 A0 A1
|
| D6 is what the phase adds, A1 the place in price, D5 a bit for each category
| that takes the additions for quiet moves.
set_prices:
        | PHASE_PRICES is bit 7: D6 = the phase's addition, or 0.
        moveq   #0,%d6
        tst.b   switches-G(%a5)         | PHASE_PRICES
        bpl.s   1f
        moveq   #LAST_PHASE,%d6
        and.w   %d0,%d6
        lea     profile_phase-G(%a5),%a0
        move.b  (%a0,%d6.w),%d6
        ext.w   %d6
        | price_rules: not 0 if score, window, recapture or the only evasion
        | count.
1:      moveq   #(1<<SCORE_PRICES)+(1<<WINDOW_PRICES),%d0
        and.b   switches-G(%a5),%d0
        or.b    profile_recapture-G(%a5),%d0
        or.b    profile_single-G(%a5),%d0
        move.b  %d0,price_rules-G(%a5)
        | try_rules: those, two budgets, scouts or late moves.
        moveq   #1<<TWO_BUDGETS,%d1
        and.b   switches-G(%a5),%d1
        or.b    %d1,%d0
        moveq   #1<<SCOUT,%d1
        and.b   switches2-G(%a5),%d1
        or.b    %d1,%d0
        or.b    profile_late-G(%a5),%d0
        move.b  %d0,try_rules-G(%a5)
        | Even plies' two rows, then odd plies', by the same code.
        move.w  #(1<<LOSING)+(1<<FORWARD)+(1<<BACKWARD),%d5
        lea     price-G(%a5),%a1
        move.b  profile_parity-G(%a5),%d0
        bsr.s   .Lrows
        move.b  profile_parity+1-G(%a5),%d0

| Two rows, from DeepFrom on and before: D0 = the parity's addition. D3 = what
| is added for quiet moves, D4 for others.
        | The parity's addition only with PARITY_PRICES; the phase's comes to
        | it.
.Lrows: btst    #PARITY_PRICES,switches-G(%a5)
        bne.s   2f
        moveq   #0,%d0
2:      ext.w   %d0
        add.w   %d6,%d0
        move.w  %d0,-(%sp)
        | The row from DeepFrom on: quiet moves cost D3 more, others D4 more.
        move.b  profile_deep_quiet-G(%a5),%d3
        ext.w   %d3
        add.w   %d0,%d3
        move.b  profile_deep_other-G(%a5),%d4
        ext.w   %d4
        bsr.s   .Lrow
        | The row before it: for other moves nothing is added.
        move.w  (%sp)+,%d3
        moveq   #0,%d4

| D2 = category, D1 = least, D7 = quietest.
.Lrow:  lea     profile_price-G(%a5),%a0
        | Both least prices begin at 255.
        moveq   #0,%d2
        moveq   #-1,%d1
        moveq   #-1,%d7
.Lcategory:
        | The category's price and its addition, kept within a byte; of quiet
        | moves the least goes to D7.
        moveq   #0,%d0
        move.b  (%a0)+,%d0
        btst    %d2,%d5
        bne.s   3f
        add.w   %d4,%d0
        bsr     within_byte
        bra.s   4f
3:      add.w   %d3,%d0
        bsr     within_byte
        cmp.b   %d7,%d0
        bcc.s   4f
        move.b  %d0,%d7
4:      move.b  %d0,(%a1)+
        | Category 0, evasions, counts for the least only where it has a price.
        tst.b   %d2
        bne.s   5f
        tst.b   profile_price-G(%a5)    | an evasion counts if it has a price
        beq.s   6f
5:      cmp.b   %d1,%d0
        bcc.s   6f
        move.b  %d0,%d1
6:      addq.w  #1,%d2                  | the next category
        cmpi.w  #CATEGORIES,%d2
        bne.s   .Lcategory

        | A quiet move above the window has a price of its own, which may be the
        | least.
        btst    #WINDOW_PRICES,switches-G(%a5)
        beq.s   8f
        move.b  profile_above-G(%a5),%d0
        cmp.b   %d1,%d0
        bcc.s   7f
        move.b  %d0,%d1
7:      cmp.b   %d7,%d0
        bcc.s   8f
        move.b  %d0,%d7
        | So may a recapture's.
8:      move.b  profile_recapture-G(%a5),%d0
        beq.s   9f
        cmp.b   %d1,%d0
        bcc.s   9f
        move.b  %d0,%d1
9:      move.b  %d1,(%a1)+              | LEAST
        move.b  %d7,(%a1)+              | QUIETEST
        | In check: the evasions' price or the only one's, whichever is less.
        move.b  -LEAST_EVASION(%a1),%d1 | the evasions' price
        move.b  profile_single-G(%a5),%d0
        beq.s   10f
        cmp.b   %d1,%d0
        bcc.s   10f
        move.b  %d0,%d1
10:     move.b  %d1,(%a1)+              | LEAST_EVASION
        addq.l  #15-LEAST_EVASION,%a1   | to the next row
        rts

| within_byte - limit a number to a price, 1 to 255
|
| In      D0 = number, a word with sign
| Out     D0 = price, a word
| Uses    nothing
within_byte:
        | Below 1 it is 1, above 255 it is 255.
        tst.w   %d0
        ble.s   1f
        cmpi.w  #255,%d0
        ble.s   2f
        move.w  #255,%d0
        rts
1:      moveq   #1,%d0
2:      rts

| price_of - the SXDEC of a move
|
| In      A2 = its record; n_row, n_beta, n_best_quiet
| Out     D0 = its price, a byte
| Uses    D1 D2 A0; only A0 where the table alone counts
price_of:
        | The table's price, by row and category.
        moveq   #0,%d0
        move.b  REC_CATEGORY(%a2),%d0
        add.b   n_row(%a6),%d0
        lea     price-G(%a5),%a0
        move.b  (%a0,%d0.w),%d0
        tst.b   price_rules-G(%a5)
        bne.s   .Lrules
.Ltable:
        rts

| More than the table counts. D0 is the price so far, a word.
.Lrules:
        | Quiet moves below; of the others evasions and captures have rules, but
        | not at the root.
        move.b  REC_CATEGORY(%a2),%d1
        cmpi.b  #FORWARD,%d1
        bcc.s   .Lquiet_move
        tst.b   ply-G(%a5)
        beq.s   .Ltable
        tst.b   %d1
        beq.s   .Levasion
        subq.b  #CAPTURE,%d1
        bne.s   .Ltable

        | Does it go where the last move captured?
        move.b  profile_recapture-G(%a5),%d1
        beq.s   .Ltable
        | The last undo record is the move that led here: a capture, and to the
        | same square?
        movea.l undo_top-G(%a5),%a0
        btst    #0,UNDO_FLAGS(%a0) | FLAG_CAPTURE
        beq.s   .Ltable
        move.b  UNDO_TO+3(%a0),%d2
        cmp.b   REC_TO(%a2),%d2
        bne.s   .Ltable
        move.b  %d1,%d0
        rts

        | Is it the only move?
.Levasion:
        | One move in the list, and a price for it.
        move.b  profile_single-G(%a5),%d1
        beq.s   .Ltable
        bsr.s   .Lplaces
        subq.w  #1,%d2
        bne.s   .Ltable
        move.b  %d1,%d0
        rts

| D2 = moves in the list.
.Lplaces:
        move.l  sorted_top-G(%a5),%d2
        sub.l   n_first_sorted(%a6),%d2
        lsr.w   #3,%d2                  | REC_SIZE is 8
        rts

        | Each step that it is behind the first quiet move's value costs, up
        | to the cap. The difference is right as an unsigned word.
.Lquiet_move:
        | The first quiet move that is priced is the best one: its value is
        | kept.
        btst    #SCORE_PRICES,switches-G(%a5)
        beq.s   .Lwindow
        move.w  n_best_quiet(%a6),%d1
        cmpi.w  #INFINITY,%d1
        bne.s   1f
        move.w  REC_SCORE(%a2),%d1
        move.w  %d1,n_best_quiet(%a6)
        | D1 = how far this one is behind it.
1:      sub.w   REC_SCORE(%a2),%d1
        bgt.s   2f
        moveq   #0,%d1                  | not behind
        | Divided by a power of two. The 68000 takes a shift's count modulo 64.
2:      moveq   #0,%d2
        move.b  profile_shift-G(%a5),%d2
        cmpi.w  #63,%d2                 | a shift counts to 63
        bls.s   3f
        moveq   #63,%d2
3:      lsr.w   %d2,%d1
        moveq   #0,%d2
        | D0 + D1, but no more than the cap or the price itself.
        move.b  profile_cap-G(%a5),%d2
        cmp.w   %d0,%d2
        bcc.s   4f
        move.w  %d0,%d2                 | the greater of cap and price
4:      add.w   %d1,%d0
        cmp.w   %d2,%d0
        bls.s   .Lwindow
        move.w  %d2,%d0

.Lwindow:
        | A value that stands above beta by the threshold has a price of its
        | own, if that is less.
        btst    #WINDOW_PRICES,switches-G(%a5)
        beq.s   5f
        tst.b   ply-G(%a5)
        beq.s   5f
        move.b  profile_above_by-G(%a5),%d1
        ext.w   %d1
        add.w   n_beta(%a6),%d1         | beta and the threshold
        cmp.w   REC_SCORE(%a2),%d1
        bgt.s   5f
        move.b  profile_above-G(%a5),%d1
        cmp.b   %d0,%d1
        bcc.s   5f
        move.b  %d1,%d0
5:      rts

| late_price - the price at which a late move is first searched
|
| In      A2 = its record, D0.b = its price; n_left, n_first_sorted,
|         sorted_top; profile_late, not 0
| Out     Z set: it is late, D0.b = late price; else D0 stays
| Uses    D1 D2
|
| From the profile's place in the list on, quiet moves are late; far behind it
| the addition is doubled.
late_price:
        | Quiet moves are the losing ones and those from FORWARD on.
        move.b  REC_CATEGORY(%a2),%d1
        cmpi.b  #LOSING,%d1
        beq.s   6f
        cmpi.b  #FORWARD,%d1
        bcs.s   9f                      | with Z clear
        | The list's length less the moves that are left is the place, from 1.
6:      bsr     .Lplaces
        sub.b   n_left(%a6),%d2
        addq.b  #1,%d2                  | the move's place
        sub.b   profile_late_from-G(%a5),%d2
        bcs.s   9f                      | with Z clear
        | One addition, or two if it is far behind; at most 255.
        move.b  profile_late-G(%a5),%d1
        subq.b  #VERY_LATE,%d2
        bcs.s   5f
        add.b   %d1,%d1
        bcs.s   7f
5:      add.b   %d1,%d0
        bcc.s   8f
7:      st      %d0                     | 255
8:      moveq   #0,%d1                  | Z set
9:      rts
