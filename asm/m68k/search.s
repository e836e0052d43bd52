| search.s - the nodes of the SEX search: fail-hard alpha-beta under a budget

        .include "memory.inc"
        .include "search.inc"

        .global expand, node, value_draw, spent
        .global has_room, quiet_room
        .global no_moves, in_parts, look_node, tactical_part
        .global limit_reached, expand_unpassed
        .global any_waiting, fifty, hook_tactical
        .global hook_quiet, hook_generated

| Up to here in sorted_stack any node's moves find room behind sorted_top.
        .equ    SORTED_END, sorted_stack + REC_SIZE*SORTED_SPACE
        .equ    ROOMY, sorted_stack + REC_SIZE*(SORTED_SPACE-MAX_MOVES)

| FIFTY - call fifty if the clock is high enough, and jump to a label if it is a
| draw.
        .macro  FIFTY   drawn
        cmpi.b  #FIFTY_MOVES,half-G(%a5)        | below it there is no draw
        bcs.s   .Lno_fifty\@
        bsr     fifty
        bne     \drawn
.Lno_fifty\@:
        .endm

| ROOM - near the end of the sorted stack call a routine, and jump to a label if
| there is no room.
        .macro  ROOM    routine, none
        | At ROOMY or below, even MAX_MOVES moves have room.
        cmpi.l  #ROOMY,sorted_top-G(%a5)
        bls.s   .Lroom\@
        bsr     \routine
        beq     \none
.Lroom\@:
        .endm

| LIST_END - list_end, where there is a last iteration's move.
        .macro  LIST_END
        tst.w   n_pv(%a6)
        beq.s   .Lno_pv\@
        bsr     list_end
.Lno_pv\@:
        .endm

| LOOK_NODE - look_node inlined, without the test whether to look.
        .macro  LOOK_NODE
        bsr     look
        move.b  ply-G(%a5),look_ply-G(%a5)
        | Not in check n_evasion is 0; in check it is the profile's price, 0
        | where it has none.
        move.b  checkers-G(%a5),%d0
        beq.s   .Lno_evasion\@
        move.b  profile_price+EVASION-G(%a5),%d0
.Lno_evasion\@:
        move.b  %d0,n_evasion-G(%a5)
        .endm

        .text

| node - search a position that is to be expanded
|
| In      A6; ply, n_sx, n_other, n_checked, n_static, n_alpha, n_beta;
|         n_maybe: the side to move may be in check; n_following
| Out     D0 = value, alpha to beta; D1 = 1: a move's value is at least beta, so
|         the parent drops its move; else D1 = 0; Z accordingly
| Uses    everything
node:   moveq   #0,%d0
        | The variation of this ply has no moves yet. The root is never a
        | draw.
        move.b  ply-G(%a5),%d0
        lea     pv_len-G(%a5),%a0
        clr.b   (%a0,%d0.w)             | no line yet
        tst.b   %d0
        beq.s   .Llimits                | the root is never a draw
        cmpi.b  #4,half-G(%a5)          | else it can't be repeated
        bcs.s   .Lnot_repeated
        bsr     repeated
        bne.s   value_draw
.Lnot_repeated:
        cmpi.b  #4,pieces-G(%a5)        | else they suffice
        bhi.s   .Llimits
        bsr     insufficient
        bne.s   value_draw
.Llimits:
        LIMIT   .Lends
        bra     .Lexpand
        | The value of a stopped node is not used; return a draw's.
.Lends: move.b  #1,stopped-G(%a5)       | whatever the value is from here on,
                                        | it is not used

| value_draw - the value of a draw; ends node
|
| In      ply, draw_even, draw_odd
| Out     as node
| Uses    D0 D1
value_draw:
        | Two values, by the side to move: the root's side moves at even plies.
        | D1 = 0 in both cases.
        move.w  draw_even-G(%a5),%d0
        moveq   #1,%d1
        and.b   ply-G(%a5),%d1
        beq.s   .Leven
        move.w  draw_odd-G(%a5),%d0
        moveq   #0,%d1
.Leven: rts

| limit_reached - does a limit end the search at this node?
|
| In      limited, stop_flag, nodes, node_limit
| Out     Z clear: it does; limited
| Uses    D0
limit_reached:
        | limited is 0 until a root move has been searched.
        tst.b   limited-G(%a5)
        beq.s   .Lgrace
.Llimited:
        | D0 is not 0 where a limit is reached: stop_flag, or as many nodes.
        tst.b   stop_flag-G(%a5)
        bne.s   .Lreached               | the host wants to stop
        move.l  nodes-G(%a5),%d0
        cmp.l   node_limit-G(%a5),%d0
        bcc.s   .Lenough                | as many, or more
        moveq   #0,%d0
        rts
.Lenough:
        moveq   #1,%d0
.Lreached:
        rts

| No root move has been searched yet, so limits do not count.
.Lgrace:
        | The grace ends after GRACE_NODES; from then on limits count.
        cmpi.l  #GRACE_NODES,nodes-G(%a5)
        bcs.s   .Lwait
        move.b  #1,limited-G(%a5)
        bra.s   .Llimited
.Lwait: moveq   #0,%d0
        rts

| expand - expand a node that is no draw and not stopped; ends node
|
| In      as node
| Out     as node
| Uses    as node
expand:
.Lexpand:
        | Bit 0 of n_maybe is look's input: may the side be in check?
        st      hits_ply-G(%a5)         | the attack map is of another node
        moveq   #1,%d0
        and.b   n_maybe-G(%a5),%d0
        LOOK_NODE
        | Bit 1 of n_maybe, or no margin in the profile: no pass cut.
        btst    #1,n_maybe-G(%a5)
        bne.s   .Lunpassed              | known not to pass
        move.b  pass_margin-G(%a5),%d0
        beq.s   .Lunpassed
        | Z clear: D0 and D1 are the value, and the node is done.
        bsr     passes
        beq.s   .Lunpassed
        rts

| expand_unpassed - expand a node that does not pass; ends node
|
| In      as node, and look's result
| Out     as node
| Uses    as node
|
| The node's budget against the least prices says what becomes of it. If it pays
| for no move, all are evaluated one by one: a frontier. If it pays only for
| captures and the like, it is a half-frontier, and the quiet moves are
| evaluated after the others. Else all moves are listed, at once or in stages,
| and followed up as far as the budget goes.
expand_unpassed:
.Lunpassed:
        | n_following is moved up two bits to where n_any has it.
        move.b  n_following-G(%a5),%d0
        add.b   %d0,%d0
        add.b   %d0,%d0
        move.b  %d0,n_any(%a6)          | FOLLOWING; at the root FILTERED
        | The row of prices: SUB sets X where the ply is below DeepFrom, and
        | ADDX takes it into bit 0. Bits 0 and 1 choose one of four rows of $10.
        move.b  ply-G(%a5),%d1
        move.b  %d1,%d0
        sub.b   profile_deep_from-G(%a5),%d1
        move.b  %d0,%d1
        addx.b  %d1,%d1                 | 2*ply + 1 where it is not so deep yet
        lsl.b   #4,%d1
        andi.w  #3<<4,%d1
        move.b  %d1,n_row(%a6)
        | A0 = the row. D0 = ply + 1, which must be below depth.
        lea     price-G(%a5),%a0
        adda.w  %d1,%a0                 | the row of prices
        addq.b  #1,%d0
        cmp.b   depth-G(%a5),%d0
        bcc     frontier                | the line may get no longer
        | D0 = the least price of any move here; where evasions are priced it is
        | another one.
        move.b  switches-G(%a5),%d1
        move.b  LEAST(%a0),%d0
        tst.b   n_evasion-G(%a5)
        bne.s   .Levasion
.Lleast:
        | Where even that is above the budget, nothing is followed up.
        btst    #TWO_BUDGETS,%d1
        bne.s   .Ltwo_least
        cmp.b   n_sx(%a6),%d0           | spent, with one budget, tested inline
        bhi     frontier
        | Does the budget pay for a plain quiet move too? Evasions have one
        | price, which is paid for already.
.Lpays: btst    #HALF_FRONTIER,%d1
        beq     .Lfull
        moveq   #0,%d0                  | evasions have one price, which it pays
        tst.b   n_evasion-G(%a5)
        bne.s   .Lquietest
        move.b  QUIETEST(%a0),%d0
.Lquietest:
        btst    #TWO_BUDGETS,%d1        | else by both budgets
        bne.s   .Ltwo_quietest
        cmp.b   n_sx(%a6),%d0
        bls.s   .Lfull

        | A half-frontier.
        | The cached move is tried first, where there is a cache.
.Lhalf: btst    #CACHE,switches2-G(%a5)
        bne     .Lcache_half
.Luncached_half:
        | D0 = the price of a killer. Where it can't be paid, killers are
        | evaluated before anything is generated.
        moveq   #0,%d0
        move.b  n_row(%a6),%d0
        lea     price-G(%a5),%a0
        move.b  KILLER(%a0,%d0.w),%d0
        btst    #TWO_BUDGETS,switches-G(%a5)
        bne.s   .Ltwo_killers
        cmp.b   n_sx(%a6),%d0           | spent, with one budget
        bls.s   .Lkillers_pay
.Lkillers_spent:
        | A cutoff there ends the node with beta.
        bsr     try_killers
        bne.s   .Lkiller_cuts
.Lkillers_pay:
        moveq   #0,%d0
        bra     in_parts
.Ltwo_killers:
        bsr     spent
        bne.s   .Lkillers_spent
        bra.s   .Lkillers_pay
.Lkiller_cuts:
        move.w  n_beta(%a6),%d0
        moveq   #1,%d1
.Lcut:  rts

.Levasion:
        move.b  LEAST_EVASION(%a0),%d0  | checks have prices of their own
        bra.s   .Lleast

.Ltwo_least:
        | spent tests both budgets and changes D1, so A0 and D1 are set again.
        bsr     spent
        bne     frontier
        moveq   #0,%d0
        move.b  n_row(%a6),%d0
        lea     price-G(%a5),%a0
        adda.w  %d0,%a0
        move.b  switches-G(%a5),%d1
        bra     .Lpays
.Ltwo_quietest:
        bsr     spent
        bne.s   .Lhalf

.Lfull: btst    #CACHE,switches2-G(%a5)
        bne.s   .Lcache_full
.Luncached_full:
        | In one list if the profile has no stages, on the principal
        | variation, in check if a single evasion has its own price, or
        | without room.
        btst    #STAGED,switches2-G(%a5)
        beq.s   .Lat_once
        tst.b   n_following-G(%a5)
        bne.s   .Lat_once
        tst.b   n_evasion-G(%a5)
        beq.s   .Lstages
        tst.b   profile_single-G(%a5)   | needs the number of all moves
        bne.s   .Lat_once
.Lstages:
        | Stages begin with the captures.
        cmpi.l  #ROOMY,sorted_top-G(%a5)
        bhi.s   .Lat_once               | stages need room for all moves
        moveq   #STAGES-256,%d0
        bra     in_parts

| Try the cached move first.
.Lcache_half:
        | D0 = 1: at a half-frontier. Z clear: a cutoff, D0 and D1 are the
        | value.
        moveq   #1,%d0
        bsr     try_cached
        bne.s   .Lcut
        tst.b   stopped-G(%a5)
        bne.s   .Lcached_stopped        | or go on with the other moves
        bsr     .Llook_again
        bra     .Luncached_half
.Lcache_full:
        | The same with D0 = 0 at a full node.
        moveq   #0,%d0
        bsr     try_cached
        bne.s   .Lcut
        tst.b   stopped-G(%a5)
        bne.s   .Lcached_stopped
        bsr     .Llook_again
        bra.s   .Luncached_full
.Lcached_stopped:
        moveq   #0,%d1
        rts

| All moves in one list.
.Lat_once:
        | Not in check the attack map is made before the moves.
        tst.b   checkers-G(%a5)
        bne.s   .Lonce_evasions
        bsr     hits_of                 | for the king, and list_full needs it
.Lonce_evasions:
        | Captures go to tactical_moves, quiet moves to n_first_waiting.
        bsr     tactical_part
        bsr     generate_quiet
        btst    #FILTERED,n_any(%a6)
        beq     hook_generated
        bsr     filter_waiting
hook_generated:                 | tactical_end, n_first_waiting, raw_end
        | Are there any moves at all?
        cmpi.l  #tactical_moves,tactical_end-G(%a5)
        bne.s   .Lmoves
        ANY_WAITING
        beq     .Lno_quiet
.Lmoves:
        FIFTY   .Lfifty
        ROOM    has_room, .Lno_room
        | All captures (listing 0), then all quiet moves, in one list that
        | try_all sorts.
        bsr     list_begin
        clr.b   listing-G(%a5)
        bsr     list_tactical
        bsr     list_targets
        bsr     list_full
        LIST_END
        bra     try_all

| The sorted moves have no room for the node's: none is followed up.
.Lno_room:
        | It has moves; frontier generates them again.
        ori.b   #1,n_any(%a6)
        move.l  n_first_waiting(%a6),raw_end-G(%a5)
        bra     frontier

| in_parts - search a node in parts: first captures and promotions, sorted; then
| quiet moves; ends node
|
| In      as node, and look's result; D0.b = 0: a half-frontier: quiet moves
|         that check, attack or are killers are sorted, the rest is evaluated as
|         generated; D0.b = STAGES: the killers come first, then all others
|         sorted, and with them the losing captures, which the first part has
|         passed over
| Out     as node
| Uses    as node
in_parts:
        | STAGES is bit 7 of n_any, too.
        move.b  %d0,listing-G(%a5)
        or.b    %d0,n_any(%a6)
        bsr     list_begin
        bsr     tactical_part
hook_tactical:                  | tactical_end
        | No captures: go on with the second part at once.
        cmpi.l  #tactical_moves,tactical_end-G(%a5)
        beq.s   .Lno_tactical
        ori.b   #1,n_any(%a6)
        FIFTY   .Lfifty
        ROOM    has_room, .Lno_room
        | Sort and try the captures, and end with a cutoff or where the search
        | has been stopped.
        bsr     list_tactical
        LIST_END
        bsr     try_all
        bne     .Lparts_cut
        tst.b   stopped-G(%a5)
        bne     .Lstopped
.Lno_tactical:
        | The children have called look, so call it again. Killers come
        | next.
        bsr     .Llook_again
        bsr     killers_part
        bne     .Lparts_cut
        tst.b   stopped-G(%a5)
        bne     .Lstopped
        | Once more, for the quiet moves.
        bsr     .Llook_again
        tst.b   checkers-G(%a5)
        bne.s   .Lparts_evasions
        bsr     hits_of                 | for the king, and loses needs it
.Lparts_evasions:
        | Losing captures were passed over: generate them again.
        btst    #PASSED_OVER,n_any(%a6)
        beq.s   .Lnone_passed
        bsr     tactical_part
.Lnone_passed:
        | Quiet moves, less what has been tried as a killer or as the cached
        | move.
        bsr     generate_quiet
        DROP_EARLY
        btst    #FILTERED,n_any(%a6)
        beq     hook_quiet
        bsr     filter_waiting
hook_quiet:                     | n_first_waiting, raw_end
        tst.b   n_any(%a6)
        bmi.s   .Llast_stage            | STAGED_NODE
        | A half-frontier: few of its quiet moves are sorted, the others wait.
        ANY_WAITING
        beq     .Lno_quiet
        FIFTY   .Lfifty
        cmpi.l  #raw_moves + 4*(MOST_WAITING+1),raw_end-G(%a5)
        bcc.s   .Lnone_followed         | at most MOST_WAITING moves may wait
        ROOM    quiet_room, .Lnone_followed
        | list_targets notes what a move may attack; list_half sorts.
        bsr     list_targets
        bsr     list_half
        LIST_END
        bra     try_all
.Lnone_followed:
        moveq   #1,%d0                  | which moves check isn't known
        bra     try_waiting
.Lstopped:
        moveq   #0,%d1
.Lparts_cut:
        rts

| The last stage: the losing captures that were passed over, and all quiet
| moves.
.Llast_stage:
        | Losing captures or quiet moves must be left.
        btst    #PASSED_OVER,n_any(%a6)
        bne.s   .Lany_staged
        bsr     any_waiting
        beq.s   .Lno_quiet
.Lany_staged:
        cmpi.b  #FIFTY_MOVES,half-G(%a5)
        bcc.s   .Lfifty                 | the root has no stages
        | The second list of this node: losing captures first, as they are
        | generated, then all quiet moves.
        bsr     list_begin
        move.b  #LOSING_ONLY,listing-G(%a5)
        btst    #PASSED_OVER,n_any(%a6)
        beq.s   .Lnone_losing
        bsr     list_tactical
.Lnone_losing:
        bsr     list_targets
        bsr     list_full
        bra     try_all

| No quiet moves are left: the value is alpha, as the other parts raised it,
| unless these had no moves either.
.Lno_quiet:
        | Bit 0 of n_any: some part had moves.
        btst    #0,n_any(%a6)
        beq     no_moves
        move.w  n_alpha(%a6),%d0
        moveq   #0,%d1
        rts

.Lfifty:
        move.l  n_first_waiting(%a6),raw_end-G(%a5)
        bra     value_draw

| no_moves - the value of mate or stalemate; ends node
|
| In      checkers, ply
| Out     as node
| Uses    D0 D1
no_moves:
        | Without check it is stalemate. A mate's value is MATED plus the ply,
        | so a later one is better.
        tst.b   checkers-G(%a5)
        beq     value_draw
        moveq   #0,%d0
        move.b  ply-G(%a5),%d0
        addi.w  #MATED,%d0
        moveq   #0,%d1
        rts

| Call look again, if a child has called it since.
.Llook_again:
        | look_ply is the ply of the last look.
        move.b  ply-G(%a5),%d0
        cmp.b   look_ply-G(%a5),%d0
        beq.s   .Llooked
        moveq   #1,%d0

| look_node - call look, and set n_evasion
|
| In      D0.b as look
| Out     The result of look, n_evasion
| Uses    as look
look_node:
        LOOK_NODE
.Llooked:
        rts

| tactical_part - generate a node's captures and promotions, and begin its
| lists
|
| In      The result of look
| Out     tactical_end; n_first_sorted, n_first_waiting; raw_end as before
| Uses    as generate_tactical
tactical_part:
        | The lists of the node begin where those of its parent end.
        move.l  sorted_top-G(%a5),n_first_sorted(%a6)
        move.l  raw_end-G(%a5),n_first_waiting(%a6)
        | Captures are generated at tactical_moves, and raw_end goes back.
        move.l  #tactical_moves,raw_end-G(%a5)
        bsr     generate_tactical
        btst    #FILTERED,n_any(%a6)
        beq.s   .Lall_tactical
        lea     tactical_moves-G(%a5),%a0
        bsr     filter
.Lall_tactical:
        move.l  raw_end-G(%a5),tactical_end-G(%a5)
        move.l  n_first_waiting(%a6),raw_end-G(%a5)
        rts

| any_waiting - are there moves from n_first_waiting to raw_end?
|
| In      n_first_waiting, raw_end
| Out     Z set: no
| Uses    D0
any_waiting:
        ANY_WAITING
        rts

| quiet_room - do the quiet moves of a node find room among the sorted ones?
|
| In      n_first_waiting to raw_end; sorted_top
| Out     Z clear: yes
| Uses    D0 D1
quiet_room:
        moveq   #0,%d0
        bra.s   .Lwanted

| has_room - do the moves of a node find room among the sorted ones?
|
| In      tactical_moves to tactical_end; else as quiet_room
| Out     Z clear: yes
| Uses    D0 D1
|
| A raw move is half as long as a record.
has_room:
        | Bytes of captures and of waiting moves together,
        move.l  tactical_end-G(%a5),%d0
        subi.l  #tactical_moves,%d0
.Lwanted:
        add.l   raw_end-G(%a5),%d0
        sub.l   n_first_waiting(%a6),%d0
        | twice that for records, against the bytes up to SORTED_END. SCC and
        | TST turn "as much or more" into Z clear.
        add.l   %d0,%d0
        move.l  #SORTED_END,%d1
        sub.l   sorted_top-G(%a5),%d1
        cmp.l   %d0,%d1
        scc     %d0
        tst.b   %d0
        rts

| fifty - is it a draw by fifty moves?
|
| In      half, ply; the side to move has a legal move
| Out     Z clear: it is; not at the root
| Uses    D0
fifty:  moveq   #0,%d0
        | D0 = ply where the clock stands high enough, so that the root is none.
        cmpi.b  #FIFTY_MOVES,half-G(%a5)
        bcs.s   .Lno_draw
        move.b  ply-G(%a5),%d0
.Lno_draw:
        tst.b   %d0
        rts

| spent - is a move of this price, and so any more expensive one, terminal?
|
| In      D0.b = price; n_sx, n_other
| Out     Z clear: yes
| Uses    D0 D1
spent:  btst    #TWO_BUDGETS,switches-G(%a5)
        | One budget: spent if the price is above it.
        bne.s   .Ltwo
        cmp.b   n_sx(%a6),%d0
        shi     %d0
        tst.b   %d0
        rts
        | Two budgets: the profile chooses one of three rules.
.Ltwo:  move.b  profile_budgets-G(%a5),%d1
        subq.b  #BUDGETS_SHARED,%d1
        beq.s   .Lshared
        subq.b  #BUDGETS_OWN-BUDGETS_SHARED,%d1
        beq.s   .Lown
        | The third rule: while the other side has budget left the move can be
        | paid; otherwise it must cost less than n_sx.
        tst.b   n_other(%a6)
        bne.s   .Lpaid
        cmp.b   n_sx(%a6),%d0           | it must leave something
        scc     %d0
        tst.b   %d0
        rts
.Lown:  tst.b   n_other(%a6)            | who is to move after it
        seq     %d0
        tst.b   %d0
        rts
.Lshared:
        | Shared: the sum of both must be above the price.
        move.b  n_sx(%a6),%d1
        add.b   n_other(%a6),%d1
        bcs.s   .Lpaid                  | more than a byte
        cmp.b   %d1,%d0
        scc     %d0
        tst.b   %d0
        rts
.Lpaid: moveq   #0,%d0
        rts
