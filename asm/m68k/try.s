| try.s - trying a node's moves: picking, following up, testing

        .include "memory.inc"
        .include "search.inc"

        .global try_all, try_waiting, scout, pick_next, pick_best, follow, test, best
        .global hook_test_tried, hook_low_tried
        .global hook_priced, hook_beta_test, hook_alpha_test, hook_best

| The order of a move that has been tried: less than any other.
        .equ    TRIED, -32768

| TAKE_RECORD - D3, D4, D5 = from, to and flags of the record at A2.
        .macro  TAKE_RECORD
        moveq   #0,%d3
        move.b  (%a2),%d3
        moveq   #0,%d4
        move.b  1(%a2),%d4
        move.b  REC_FLAGS(%a2),%d5
        .endm

        .if     (n_maybe-G) & 1
        .error  "n_maybe and n_following are no word"
        .endif

        .text

| try_all - search the moves of a node's list, the sorted part from the highest
| order down, then the waiting part as it stands; ends node
|
| In      n_first_sorted to sorted_top, n_first_waiting to raw_end
| Out     as node; both stacks without them
| Uses    as node
|
| Each sorted move is priced. Where the budget doesn't reach, its value is
| that of the position after it (terminal); else the position after it is
| searched (follow). Either is compared with the window (test).
try_all:
        | No quiet move has been priced yet, so n_best_quiet is at its
        | highest.
        move.w  #INFINITY,n_best_quiet(%a6)
        movea.l n_first_sorted(%a6),%a2
        move.l  sorted_top-G(%a5),%d0
        sub.l   %a2,%d0
        lsr.w   #3,%d0                  | records of REC_SIZE
        move.b  %d0,n_left(%a6)
        beq     .Lwaiting
        subq.b  #1,%d0
        beq.s   .Lpicked                | nothing to choose
        bsr     pick_best
        bra.s   .Lpicked

.Lnext_move:
        | pick_best has left the next best record in n_next; a second call finds
        | two more.
        move.l  n_next(%a6),%d0         | pick_next inline
        beq.s   .Lpick_best
        movea.l %d0,%a2
        clr.l   n_next(%a6)
.Lpicked:                               | A2 = the record
        | D3, D4 and D5 = the move; A0 is then at its category.
        move.l  %a2,n_record(%a6)
        movea.l %a2,%a0
        moveq   #0,%d3
        move.b  (%a0)+,%d3
        moveq   #0,%d4
        move.b  (%a0)+,%d4
        move.b  (%a0)+,%d5
        | If more than the table counts, call price_of. Otherwise the price is
        | at the row plus the category.
        move.b  try_rules-G(%a5),%d1
        bne.s   .Lrules
        moveq   #0,%d0                  | price_of, if only the table counts
        move.b  n_row(%a6),%d0
        add.b   (%a0),%d0
        lea     price-G(%a5),%a0
        move.b  (%a0,%d0.w),%d0
hook_priced:                    | D0.b = price, D3 D4 = move, n_record
        tst.b   %d1                     | try_rules
        bne.s   .Lother_rules
        | The budget pays: follow the move up. Z clear: the child has dropped
        | it.
        cmp.b   n_sx(%a6),%d0           | spent, with one budget
        bhi.s   .Lterminal
.Lwhole_window:
        bsr     follow
        bne     .Ldropped
.Lreturned:
        tst.b   stopped-G(%a5)
        bne     .Lalpha
.Lfollowed:
        neg.w   %d0                     | the child's value from here
        | At the root a move counts as searched before it is tested.
        tst.b   ply-G(%a5)
        beq     .Lroot_move
hook_test_tried:                | D0 = value, D3 D4 = move: the host may enter
.Lvalue:
        bsr     test
        bne     .Lcutoff
.Ltried:
        | n_left counts the sorted moves that remain.
        subq.b  #1,n_left(%a6)
        bne.s   .Lnext_move
        bra     .Lwaiting

.Lpick_best:
        bsr     pick_best
        bra.s   .Lpicked

.Lrules:
        bsr     price_of
        move.b  try_rules-G(%a5),%d1
        bra     hook_priced

.Lother_rules:
        | Two budgets, late moves and scouts: each in turn.
        btst    #TWO_BUDGETS,switches-G(%a5)
        bne.s   .Ltwo_budgets
        cmp.b   n_sx(%a6),%d0
        bhi.s   .Lterminal
        | A price for late moves, then scouts, if the profile has them.
.Lpays: tst.b   profile_late-G(%a5)
        bne.s   .Lis_it_late
.Lin_time:
        btst    #SCOUT,switches2-G(%a5)
        bne     .Lscouts
        bra.s   .Lwhole_window
.Ltwo_budgets:
        move.w  %d0,%d2                 | spent changes D0
        bsr     spent
        bne.s   .Lterminal
        move.w  %d2,%d0
        bra.s   .Lpays

        | A value that is not above alpha needs no test.
.Lterminal:
        move.w  REC_SCORE(%a2),%d0      | as terminal does
        move.b  profile_tempo-G(%a5),%d1
        ext.w   %d1
        sub.w   %d1,%d0
        cmp.w   n_alpha(%a6),%d0
        bgt.s   .Lterminal_high
        tst.b   ply-G(%a5)
        beq.s   .Lroot_move
hook_low_tried:                 | D0 = value, not above alpha; D3 D4 = move
        subq.b  #1,n_left(%a6)          | no cutoff possible
        bne     .Lnext_move
        bra     .Lwaiting
.Lterminal_high:
        | Whether it checks is known by its flag.
        clr.b   scan_checks-G(%a5)
        bsr     terminal_high
        tst.b   ply-G(%a5)
        bne     .Lvalue
.Lroot_move:
        bsr.s   .Lroot_tried
        bra     .Lvalue
.Ldropped:
        | A dropped move leaves the window as it is.
        tst.b   ply-G(%a5)
        bne     .Ltried
        bsr.s   .Lroot_tried
        bra     .Ltried

| A root move has been searched. D0 stays.
.Lroot_tried:
        | From now on limits may end the search. Moves count in line_tried from
        | the last iteration's best move on: that one, and any after it.
        move.b  #1,limited-G(%a5)
        movea.l n_record(%a6),%a2
        move.w  n_pv(%a6),%d1
        cmp.w   (%a2),%d1
        beq.s   .Lline_tried
        tst.b   line_tried-G(%a5)
        beq.s   .Lbefore_line
.Lline_tried:
        addq.b  #1,line_tried-G(%a5)
.Lbefore_line:
        rts

| The budget pays for the move, but it may be late: then it must first beat
| alpha at its late price or, if that is too expensive, by its static value. D0
| = price.
.Lis_it_late:
        | n_price keeps the full price. Z clear from late_price: the move is not
        | late.
        move.b  %d0,n_price(%a6)
        bsr     late_price
        bne     .Lin_time
        move.w  %d0,%d2
        bsr     spent
        bne.s   .Llate_terminal
        move.w  %d2,%d0
        | A scout at the late price: 0 is not better, 1 dropped, -1 better; only
        | then is the full price paid.
        bsr     scout
        beq     .Lreturned
        bpl     .Ldropped
.Lgood_enough:
        move.b  n_price(%a6),%d0
        bra     .Lin_time
.Llate_terminal:
        | Even that is too expensive: the static value decides.
        move.w  REC_SCORE(%a2),%d0
        cmp.w   n_alpha(%a6),%d0
        bgt.s   .Lgood_enough
        bra     .Lterminal

| Once alpha has been raised, the others are searched with a null window, and
| again with the whole window if they turn out better.
.Lscouts:
        | alpha has been raised where this ply has a variation.
        moveq   #0,%d1
        move.b  ply-G(%a5),%d1
        lea     pv_len-G(%a5),%a0
        tst.b   (%a0,%d1.w)
        beq     .Lwhole_window
        | The scout costs the full price; above alpha the move is searched once
        | more.
        move.b  %d0,n_price(%a6)
        bsr     scout
        beq     .Lreturned
        bpl     .Ldropped
        move.b  n_price(%a6),%d0
        bra     .Lwhole_window          | above alpha

| scout - follow a move up with a null window
|
| In      as follow; n_alpha
| Out     D1 = 1: the move is to be dropped; -1: it is better than alpha; 0: it
|         is not, or the search was stopped. D0 = the child's value. N and Z
|         accordingly. But for a dropped move A2, D3, D4 and D5 are as they were
| Uses    as node
scout:  move.w  n_beta(%a6),n_scouted(%a6)
        | The window is alpha and alpha + 1 for the time of follow.
        move.w  n_alpha(%a6),%d1
        addq.w  #1,%d1
        move.w  %d1,n_beta(%a6)
        bsr     follow
        move.w  n_scouted(%a6),n_beta(%a6)
        tst.b   %d1
        bne.s   .Lscouted
        tst.b   stopped-G(%a5)
        bne.s   .Lno_better
        | Better than alpha: the child's value is below -alpha. SLT makes D1 -1,
        | and TST sets the flags.
        move.w  n_alpha(%a6),%d2
        neg.w   %d2
        cmp.w   %d2,%d0                 | the child's value is less: better
        slt     %d1
        tst.b   %d1
.Lscouted:
        rts
.Lno_better:
        moveq   #0,%d1
        rts

.Lwaiting:
        moveq   #0,%d0

| try_waiting - value and test the waiting moves of a node; ends try_all and
| node
|
| In      n_first_waiting to raw_end; D0.b as scan_quiet; n_first_sorted
| Out     as try_all
| Uses    as node
try_waiting:
        bsr     scan_quiet
        bne.s   .Lcutoff
.Lalpha:
        | Both lists of the node are dropped; the value is alpha, or beta with a
        | cutoff.
        move.l  n_first_sorted(%a6),sorted_top-G(%a5)
        move.l  n_first_waiting(%a6),raw_end-G(%a5)
        move.w  n_alpha(%a6),%d0
        moveq   #0,%d1
        rts
.Lcutoff:
        move.l  n_first_sorted(%a6),sorted_top-G(%a5)
        move.l  n_first_waiting(%a6),raw_end-G(%a5)
        move.w  n_beta(%a6),%d0
        moveq   #1,%d1
        rts

| pick_next - pick the best untried move, after the first
|
| In      n_next; else as pick_best
| Out     as pick_best
| Uses    as pick_best
pick_next:
        | pick_best has found it already, or there is none.
        move.l  n_next(%a6),%d0
        beq     pick_best
        movea.l %d0,%a2
        clr.l   n_next(%a6)
        rts

| pick_best - pick the best untried move, the first of equals
|
| In      n_first_sorted, sorted_top; a list that is not empty
| Out     A2 = its record; n_next = the next best one's, as pick_next needs it,
|         or 0; the orders of both are TRIED
| Uses    D0 D1 D2 A0 A1
|
| One scan finds the best two, 26 cycles a record that is neither. A0, A1
| and A2 point to the order of a record, of the next best and of the best
| one; D1 and D0 are the latter's.
pick_best:
        | D2 = the number of records. A0, A2 = the first order, D0 its value;
        | the next best is not found yet.
        movea.l n_first_sorted(%a6),%a0
        move.l  sorted_top-G(%a5),%d2
        sub.l   %a0,%d2
        lsr.w   #3,%d2
        addq.l  #REC_ORDER,%a0
        movea.l %a0,%a2
        move.w  (%a0),%d0
        move.w  #TRIED,%d1
        subq.w  #2,%d2                  | records behind it, less 1
        bmi.s   .Lscanned
.Lworse:
        | DBLT stops at an order that is more than the next best's, D1, or at
        | the end.
        addq.l  #REC_SIZE,%a0
        cmp.w   (%a0),%d1
        dblt    %d2,.Lworse
        bge.s   .Lscanned
        | It is the next best, unless it is more than the best, too; then the
        | two change places.
        movea.l %a0,%a1
        move.w  (%a0),%d1
        cmp.w   %d0,%d1
        bgt.s   .Lbetter
        dbra    %d2,.Lworse
        bra.s   .Lscanned
.Lbetter:
        exg     %d0,%d1
        exg     %a1,%a2
        dbra    %d2,.Lworse
.Lscanned:
        | Both are marked as tried in the list, and the pointers moved to the
        | records. D1 is still TRIED where there was only one left.
        move.w  #TRIED,%d2
        move.w  %d2,(%a2)
        subq.l  #REC_ORDER,%a2
        cmp.w   %d2,%d1
        beq.s   .Lonly
        move.w  %d2,(%a1)
        subq.l  #REC_ORDER,%a1
        move.l  %a1,n_next(%a6)
        rts
.Lonly: clr.l   n_next(%a6)
        rts

| follow - make a move, search the position after it and take it back
|
| In      D0.b = price; A2 = n_record, D3 D4 D5 = its move
| Out     D0 = the child's value, D1 = 1: the move is to be dropped; else
|         D1 = 0, and A2, D3, D4, D5 are as before; Z accordingly
| Uses    as node
|
| The child has the next frame, so nothing is kept and nothing copied back.
follow: movea.l %a6,%a0                 | the parent's frame
        | A longword has n_other, n_checked, n_row and n_sx, of which the price
        | comes off the last byte.
        lea     FRAME(%a6),%a6
        move.l  n_other(%a0),%d1        | with n_checked, n_row and n_sx

        | Budgets: the child's is what the price leaves.
        tst.b   try_rules-G(%a5)
        bne     .Lmay_be_two
.Lone_budget:
        sub.b   %d0,%d1                 | there is as much
        move.l  %d1,n_other(%a6)
.Lbudgets:
        | The child's static value, alpha and beta are those of the parent,
        | negated, and alpha and beta change places.
        move.w  REC_SCORE(%a2),%d7      | its static value
        neg.w   %d7
        move.w  %d7,n_static(%a6)
        move.l  n_alpha(%a0),%d1        | the window, with beta
        neg.w   %d1
        swap    %d1
        neg.w   %d1
        move.l  %d1,n_alpha(%a6)
        addq.b  #1,ply-G(%a5)
        | On the last principal variation n_following must be found out.
        move.w  n_pv(%a0),%d0
        bne     .Lline
        clr.w   n_maybe-G(%a5)          | and n_following
.Loff_line:
        | A check: the child may be in check, and this side has given one,
        | except for en passant and castling, which only may check.
        btst    #5,%d5                  | FLAG_CHECK
        bne.s   .Lchecks

        | passes_ahead: its beginning inline. Without a margin the child never
        | passes.
        moveq   #0,%d0
        move.b  pass_margin-G(%a5),%d0
        beq.s   .Lasks_nothing
        | D0 = the margin. Below: the child's static value rules out a pass cut,
        | which n_maybe notes in bit 1.
        PASS_STATIC .Lbelow
        bsr     passes_likely
        bne.s   .Lpassed
        tst.b   %d0                     | tested already
        bne.s   .Lunpassed
.Lasks_nothing:
        | Make it, search it, and take it back.
        bsr     make_move
        bsr     node
.Lsearched:
        | The parent's frame and ply again. A dropped move is not read
        | again.
        lea     -FRAME(%a6),%a6
        subq.b  #1,ply-G(%a5)
        bsr     unmake_move
        tst.b   %d1
        bne.s   .Lreturn                | dropped: the move is not needed
        movea.l n_record(%a6),%a2
        TAKE_RECORD
        moveq   #0,%d1
.Lreturn:
        rts
.Lbelow:  move.b  #2,n_maybe-G(%a5)
        bsr     make_move
        bsr     node
        bra.s   .Lsearched

        | Bit 0 of n_maybe: the child must look for checks.
.Lchecks:
        move.b  #1,n_maybe-G(%a5)
        moveq   #FLAG_EN_PASSANT+FLAG_CASTLE,%d1
        and.b   %d5,%d1
        bne.s   .Lasks_nothing
        | The mover has given check on this line: 1 white, 2 black.
        move.b  side-G(%a5),%d1
        addq.b  #1,%d1
        or.b    %d1,n_checked(%a6)
        bra.s   .Lasks_nothing

.Lpassed:
        | The child would pass, so the move is dropped without make_move.
        lea     -FRAME(%a6),%a6
        subq.b  #1,ply-G(%a5)
        moveq   #1,%d1
        rts

        | The tests of node before that for a pass are done.
.Lunpassed:
        bsr     make_move
        | The variation of the child's ply has no moves. Call look (there is no
        | check), then expand.
        moveq   #0,%d0
        move.b  ply-G(%a5),%d0
        lea     pv_len-G(%a5),%a0
        clr.b   (%a0,%d0.w)
        moveq   #0,%d0
        bsr     look_node
        bsr     expand_unpassed
        bra.s   .Lsearched

.Lline: clr.b   n_maybe-G(%a5)
        | The child follows the variation if this move is the variation's.
        cmp.w   (%a2),%d0
        seq     %d0
        neg.b   %d0                     | 1 or 0
        move.b  %d0,n_following-G(%a5)
        bra     .Loff_line

        | Two budgets: the other side is to move on its own, and this one keeps
        | what the price leaves.
.Lmay_be_two:
        | try_rules is also set for late moves and scouts, so test for two
        | budgets.
        btst    #TWO_BUDGETS,switches-G(%a5)
        beq     .Lone_budget
        move.l  %d1,n_other(%a6)
        move.b  n_other(%a0),%d2        | the other side's
        | What is left of n_sx is the next n_other. Where it is below 0, sharing
        | takes the rest from the other side, and else it is 0.
        sub.b   %d0,%d1                 | from n_sx
        bcc.s   .Lleft
        cmpi.b  #BUDGETS_SHARED,profile_budgets-G(%a5)
        bne.s   .Lnothing
        add.b   %d1,%d2                 | it borrows the missing part
.Lnothing:
        moveq   #0,%d1
.Lleft: move.b  %d2,n_sx(%a6)
        move.b  %d1,n_other(%a6)
        bra     .Lbudgets

| test - compare a move's value with the window
|
| In      D0 = value, D3 D4 D5 = the move, n_alpha, n_beta
| Out     D1 = 1: a cutoff; else D1 = 0: n_alpha and the principal variation;
|         Z accordingly
| Uses    D0 D2 A0 A1
test:
hook_beta_test:                 | D0 = value, D3 D4 = move, n_alpha, n_beta
        | At beta or above a cutoff; at alpha or below nothing.
        cmp.w   n_beta(%a6),%d0
        bge.s   .Lcut
hook_alpha_test:                | D0 = value, D3 D4 = move, n_alpha
        cmp.w   n_alpha(%a6),%d0
        ble.s   .Llow
        | A new alpha. With a cache, remember the move.
        move.w  %d0,n_alpha(%a6)
        tst.b   cut_rules-G(%a5)
        bpl.s   .Lforgotten
        bsr     remember
.Lforgotten:
        | At the root the score is kept for the host, too.
        move.b  ply-G(%a5),%d1
        bne     best
        move.w  n_alpha(%a6),root_score-G(%a5)

| best - make a move and the line below it the principal variation of a
| ply; ends test
|
| In      D1.b = ply, D3 D4 = the move
| Out     pv_len, the ply's variation; D1 = 0, Z set
| Uses    D0 D2 A0 A1
best:   andi.w  #0xFF,%d1
        | A0 = the row of this ply, A1 that of the next.
        move.w  %d1,%d0
        lsl.w   #6,%d0                  | rows of 2*MAX_PLY bytes
        lea     pv_rows-G(%a5),%a0
        adda.w  %d0,%a0
        lea     2*MAX_PLY(%a0),%a1      | the line below
hook_best:                      | D3 D4 = move
        move.b  %d3,(%a0)+
        move.b  %d4,(%a0)+
        exg     %a2,%d2                 | A2 stays
        | pv_len of this ply = that of the next, and one. D0 = moves to copy.
        lea     pv_len-G(%a5),%a2
        adda.w  %d1,%a2
        moveq   #0,%d0
        move.b  1(%a2),%d0
        addq.b  #1,%d0
        move.b  %d0,(%a2)
        exg     %a2,%d2
        subq.w  #1,%d0
        bra.s   .Lcopy
.Lcopied:
        move.w  (%a1)+,(%a0)+
.Lcopy: dbra    %d0,.Lcopied
.Llow:  moveq   #0,%d1
        rts

| A quiet move that cuts off is a killer of the ply.
        | The cache first, where there is one.
.Lcut:  move.b  cut_rules-G(%a5),%d1
        bpl.s   .Lremembered
        bsr     remember
        move.b  cut_rules-G(%a5),%d1
.Lremembered:
        | With killers, and for a move that is no capture or promotion.
        btst    #KILLERS,%d1
        beq.s   .Lno_killer
        moveq   #FLAG_CAPTURE+FLAG_PROMOTION,%d1
        and.b   %d5,%d1
        bne.s   .Lno_killer
        | A0 = the two killers of the ply. If it is the first one again, nothing
        | changes. Otherwise it moves back to second place.
        move.b  ply-G(%a5),%d1
        add.w   %d1,%d1
        add.w   %d1,%d1
        lea     killers-G(%a5),%a0
        adda.w  %d1,%a0
        cmp.b   (%a0),%d3
        bne.s   .Lnew_killer
        cmp.b   1(%a0),%d4
        beq.s   .Lno_killer
.Lnew_killer:
        move.w  (%a0),2(%a0)
        move.b  %d3,(%a0)+
        move.b  %d4,(%a0)
.Lno_killer:
        moveq   #1,%d1
        rts
