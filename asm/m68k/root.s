| root.s - a search: its iterations and their result

        .include "memory.inc"

        .global search, iterate, set_up, hook_iteration, restrict

        .text

| search - look for the best move
|
| In      the position (set_position, play_move), profile; last_sx, depth
|         1 to 32, node_limit, stop_flag; restrict_count and restricted
| Out     best_move (0: no legal move), result_score, result_sx, nodes, line,
|         line_len; stopped: 0, or 1 where a limit has ended it, or 2 if also
|         the result is not of a complete iteration
| Uses    everything
search: bsr     set_up
        | The first budget: the profile's, but no more than the last one.
        move.b  profile_start-G(%a5),%d0
        cmp.b   last_sx-G(%a5),%d0
        bcs.s   iterate
.Llast: move.b  last_sx-G(%a5),%d0

| iterate - search the root with a growing budget; ends search
|
| In      D0 = budget of the first iteration, what set_up has made
| Out     as search
| Uses    everything
iterate:
        | The root's frame is the first one. With two budgets both sides have
        | the same.
        lea     frames-G(%a5),%a6
        move.b  %d0,search_sx-G(%a5)
        move.b  %d0,n_sx(%a6)
        btst    #TWO_BUDGETS,switches-G(%a5)
        bne.s   1f
        moveq   #0,%d0
1:      move.b  %d0,n_other(%a6)
        | No side has given check; no root move has been searched yet.
        moveq   #0,%d0
        move.b  %d0,n_checked(%a6)
        move.b  %d0,ply-G(%a5)
        move.b  %d0,line_tried-G(%a5)
        | The side to move may be in check. n_following is a quarter of
        | FOLLOWING and FILTERED, as n_any takes it shifted.
        move.b  #1,n_maybe-G(%a5)
        move.b  #(1<<FOLLOWING)/4+(1<<FILTERED)/4,n_following-G(%a5)
        | The static value, and the window from root_alpha upwards.
        bsr     static
        move.w  %d0,n_static(%a6)
        move.w  root_alpha-G(%a5),n_alpha(%a6)
        move.w  #INFINITY,n_beta(%a6)
        | D0 = the root's value, unless the search has been stopped.
        bsr     node
        tst.b   stopped-G(%a5)
        bne.s   .Lunfinished
        | Without a variation no move was above alpha, and the line stays.
        tst.b   pv_len-G(%a5)
        beq.s   2f
        move.w  %d0,-(%sp)
        bsr     .Lkeep_line
        move.w  (%sp)+,%d0
        | From now on limits count.
2:      move.w  %d0,result_score-G(%a5)
        move.b  #1,limited-G(%a5)
hook_iteration:                 | search_sx, D0 = value, best_move
        | A line that leads to a proved mate, for either side, ends the search.
        move.b  search_sx-G(%a5),result_sx-G(%a5)
        tst.b   line_len-G(%a5)
        beq.s   .Lno_line
        cmpi.w  #MATE-2*MAX_PLY,%d0
        bge.s   .Ldone                  | a mate that is proved
        cmpi.w  #MATED+2*MAX_PLY,%d0
        ble.s   .Ldone

        | The next budget is a step more, the last one at most.
.Lstep: move.b  profile_step-G(%a5),%d1
        beq.s   .Ldone
        | The last budget has been searched; or else the sum, which may carry,
        | is cut down to it.
        move.b  search_sx-G(%a5),%d0
        cmp.b   last_sx-G(%a5),%d0
        beq.s   .Ldone
        add.b   %d1,%d0
        bcs     .Llast
        cmp.b   last_sx-G(%a5),%d0
        bcs     iterate
        bra     .Llast

| No move above alpha: there is no legal move or, in a search for mates only, no
| mate so far.
.Lno_line:
        cmpi.w  #MINUS_INFINITY,root_alpha-G(%a5)       | any value counts
        bne.s   .Lstep
.Ldone: rts

| A limit has ended the iteration. Its result counts if its best move is as good
| as the last iteration's, or if it has searched that move again and then other
| moves, or a better one before.
.Lunfinished:
        | Nothing tried, or all tried moves are mated: see below.
        tst.b   pv_len-G(%a5)
        beq.s   .Lnone_tried
        move.w  root_score-G(%a5),%d0
        cmpi.w  #MATED+2*MAX_PLY,%d0
        ble.s   .Llost
        | No line of an iteration before it: this one counts. So does a value as
        | good as the last iteration's.
        tst.b   line_len-G(%a5)
        beq.s   .Lcounts
        cmp.w   result_score-G(%a5),%d0
        bge.s   .Lcounts
        | 0: the last iteration's best move has not been searched again. 1: it
        | alone, and then the new variation must be another move's.
        move.b  line_tried-G(%a5),%d0
        beq.s   .Ldone
        subq.b  #1,%d0
        bne.s   .Lcounts
        move.w  pv_root-G(%a5),%d0
        cmp.w   line-G(%a5),%d0
        beq.s   .Ldone
        bra.s   .Lcounts

        | All searched moves are mated, or none was searched. Without a better
        | line, return the move being searched, which is not refuted yet, with
        | its static value.
.Llost: tst.b   line_tried-G(%a5)
        bne.s   .Lunder_way
.Lnone_tried:
        tst.b   line_len-G(%a5)
        bne.s   .Ldone
.Lunder_way:
        cmpi.w  #MINUS_INFINITY,root_alpha-G(%a5)
        bne.s   .Lcounts                | a search for mates only: no line
        | n_record of the root is the move under way.
        movea.l frames+n_record-G(%a5),%a0
        move.w  (%a0),pv_root-G(%a5)
        move.w  REC_SCORE(%a0),root_score-G(%a5)
        move.b  #1,pv_len-G(%a5)
.Lcounts:
        addq.b  #1,stopped-G(%a5)       | 2: not a complete iteration
        tst.b   pv_len-G(%a5)
        beq.s   .Ldone

| The root's variation is the line of the next iteration, its first move
| the best.
.Lkeep_line:
        | A0 = the new variation, A1 = line; D2 words are left for zeros.
        moveq   #0,%d1
        move.b  pv_len-G(%a5),%d1
        move.b  %d1,line_len-G(%a5)
        lea     pv_root-G(%a5),%a0
        lea     line-G(%a5),%a1
        moveq   #MAX_PLY,%d2
        sub.w   %d1,%d2
        bra.s   4f
3:      move.w  (%a0)+,(%a1)+
4:      dbf     %d1,3b
        moveq   #0,%d0                  | zeros behind it
        bra.s   6f
5:      move.w  %d0,(%a1)+
6:      dbf     %d2,5b
        | What the host reads: the first move and its value.
        move.w  line-G(%a5),best_move-G(%a5)
        move.w  root_score-G(%a5),result_score-G(%a5)
        rts

| restrict - keep the moves that the root is restricted to
|
| In      A0 = first of the raw moves, to raw_end; restrict_count, 0: all
| Out     raw_end
| Uses    D0 D1 D2 A0 A1
|
| A0 is at the move being compared, A1 behind the moves kept.
restrict:
        | D2 = the number of moves to keep, less one.
        moveq   #0,%d2
        move.b  restrict_count-G(%a5),%d2
        beq.s   5f
        subq.w  #1,%d2
        move.l  %a2,-(%sp)
        movea.l %a0,%a1
        bra.s   4f
        | The move as a word, from and to, against the list; DBEQ leaves Z set
        | where it is there.
1:      move.l  (%a0)+,%d0
        swap    %d0                     | the move
        lea     restricted-G(%a5),%a2
        move.w  %d2,%d1
2:      cmp.w   (%a2)+,%d0
        dbeq    %d1,2b
        bne.s   4f
        swap    %d0
        move.l  %d0,(%a1)+
4:      cmpa.l  raw_end-G(%a5),%a0
        bcs.s   1b
        move.l  %a1,raw_end-G(%a5)
        movea.l (%sp)+,%a2
5:      rts

| set_up - prepare a search from position and profile
|
| In      as search
| Out     pst, price; counters, stacks and killers empty
| Uses    everything
set_up: bsr     build_tables
        | Piece-square tables, and what the network adds, then the phase's
        | prices.
        tst.b   switches2-G(%a5)
        bpl.s   1f                      | bit 7 is ROOT_NET
        bsr     net_tables
1:      bsr     phase
        move.w  %d0,-(%sp)
        bsr     set_prices

        | The margin of passing: the profile's and the tempo, which has a sign;
        | none in the bare endgame, where having to move may lose.
        move.w  (%sp)+,%d0
        subq.w  #LAST_PHASE,%d0
        beq.s   1f
        move.b  profile_pass-G(%a5),%d0
        beq.s   1f
        andi.w  #0xFF,%d0
        move.b  profile_tempo-G(%a5),%d1
        ext.w   %d1
        add.w   %d1,%d0
        bsr     within_byte
1:      move.b  %d0,pass_margin-G(%a5)

        | Nothing has been counted or found yet.
        moveq   #0,%d0
        move.l  %d0,nodes-G(%a5)
        move.w  %d0,best_move-G(%a5)
        move.w  %d0,result_score-G(%a5)
        move.b  %d0,stopped-G(%a5)
        move.b  %d0,limited-G(%a5)
        move.b  %d0,line_len-G(%a5)
        move.b  %d0,result_sx-G(%a5)
        | The line and the killers of all plies are 0, which is no move.
        lea     line-G(%a5),%a0
        moveq   #2*MAX_PLY/4-1,%d1
2:      move.l  %d0,(%a0)+
        dbf     %d1,2b
        lea     killers-G(%a5),%a0
        moveq   #4*MAX_PLY/4-1,%d1
3:      move.l  %d0,(%a0)+
        dbf     %d1,3b
        | The stacks of sorted and of raw moves are empty.
        move.l  #sorted_stack,sorted_top-G(%a5)
        move.l  #raw_moves,raw_end-G(%a5)

        | What cuts off is a killer, and the cache's, which begins empty.
        | cut_rules: the bit KILLERS, and bit 7 with a cache.
        moveq   #1<<KILLERS,%d1
        and.b   switches-G(%a5),%d1
        btst    #CACHE,switches2-G(%a5)
        beq.s   5f
        ori.b   #0x80,%d1
        | Entries are longwords: four a turn.
        lea     cache-G(%a5),%a0
        move.w  #CACHE_SIZE/4-1,%d2
4:      move.l  %d0,(%a0)+
        move.l  %d0,(%a0)+
        move.l  %d0,(%a0)+
        move.l  %d0,(%a0)+
        dbf     %d2,4b
5:      move.b  %d1,cut_rules-G(%a5)
        rts
