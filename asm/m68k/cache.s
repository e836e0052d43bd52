| cache.s - the move that cut off or raised alpha when a position was searched
| before

        .include "memory.inc"

        .global try_cached, remember, filter, filter_waiting, hook_cached

| An entry is a longword: a byte of the key, the budget that the node had, less
| what has worn off, from with a promotion's bits, to. The key's low ten bits
| say which.

| CACHE_ENTRY - \at = the position's entry. 58 cycles.
|
| In      key
| Uses    \t
        .macro  CACHE_ENTRY at, t
        | The low ten bits of the key, times four.
        move.w  key+2-G(%a5),\t
        andi.w  #CACHE_SIZE-1,\t
        add.w   \t,\t
        add.w   \t,\t
        lea     cache-G(%a5),\at
        adda.w  \t,\at
        .endm

| APPEND - append the move at hand to the raw moves that end at \at.
        .macro  APPEND at
        move.b  %d3,(\at)+
        move.b  %d4,(\at)+
        move.b  %d5,(\at)+
        clr.b   (\at)+
        .endm

        .text

| remember - keep the move that cut off or raised alpha at a node
|
| In      D3, D4 = the move, key, n_any, n_sx
| Out     the position's entry. A frontier changes nothing. Another
|         position's entry with a larger budget stays, but that budget loses
|         1
| Uses    D0 A0
remember:
        btst    #FRONTIER,n_any(%a6)
        bne.s   .Lremembered
        | A0 = the entry. Is the byte of the key this position's?
        CACHE_ENTRY %a0, %d0
        move.b  key+1-G(%a5),%d0
        cmp.b   (%a0)+,%d0
        bne.s   .Lanothers
        | The budget, and before it the byte of the key, which D0 has; then the
        | move.
.Lours: move.b  n_sx(%a6),(%a0)
        move.b  %d0,-(%a0)
        addq.l  #2,%a0
        move.b  %d3,(%a0)+
        move.b  %d4,(%a0)
.Lremembered:
        rts
.Lanothers:
        | Another position's entry stays while its budget is larger, and loses
        | one each time.
        move.b  (%a0),%d0
        cmp.b   n_sx(%a6),%d0
        bhi.s   .Ldearer
        move.b  key+1-G(%a5),%d0
        bra.s   .Lours
.Ldearer:
        subq.b  #1,(%a0)
        rts

| try_cached - try the cached move of a node before others are generated
|
| In      D0.b = 1: a half-frontier; else 0; as node, and look's result
| Out     D1 = 1, Z clear: a cutoff, D0 = value; else D1 = 0; n_alpha, stopped,
|         n_any: what has been tried
| Uses    as node
|
| What the node is is saved on the stack until the move is listed.
try_cached:
        | Not on the principal variation.
        tst.b   n_following-G(%a5)
        bne.s   .Lnone
        | The entry must have this position's byte of the key.
        CACHE_ENTRY %a0, %d1
        move.b  key+1-G(%a5),%d1
        cmp.b   (%a0),%d1
        bne.s   .Lnone
        tst.b   n_evasion-G(%a5)
        beq.s   .Lany_number
        tst.b   profile_single-G(%a5)   | needs the number of all moves
        bne.s   .Lnone
.Lany_number:
        cmpi.b  #FIFTY_MOVES,half-G(%a5)
        bcc.s   .Lnone                  | never the root: it is on the variation
        cmpi.l  #sorted_stack + REC_SIZE*(SORTED_SPACE-MAX_MOVES),sorted_top-G(%a5)
        bhi.s   .Lnone                  | later parts need room for all moves
        | D3 and D4 = its move. It may be another position's, so it is tested.
        addq.l  #2,%a0
        moveq   #0,%d3
        move.b  (%a0)+,%d3
        moveq   #0,%d4
        move.b  (%a0),%d4
        move.b  %d0,-(%sp)              | a word on this stack
        bsr     is_legal
        bne.s   .Llegal
.Lnot_it:
        addq.l  #2,%sp
.Lnone: moveq   #0,%d1
        rts
.Llegal:
        | The later parts do without it, and a killer is tried with it.
        bset    #FILTERED,n_any(%a6)
        | Remember it as the ply's cached move, for filter.
        moveq   #0,%d1
        move.b  ply-G(%a5),%d1
        add.w   %d1,%d1
        lea     cached_moves-G(%a5),%a0
        adda.w  %d1,%a0
        move.b  %d3,(%a0)+
        move.b  %d4,(%a0)
        | Is it a killer too? Then that killer has been tried with it.
        add.w   %d1,%d1
        lea     killers-G(%a5),%a0
        adda.w  %d1,%a0
        cmp.b   (%a0)+,%d3
        bne.s   .Lsecond
        cmp.b   (%a0),%d4
        bne.s   .Lsecond
        bset    #KILLER_1,n_any(%a6)
.Lsecond:
        | The second killer.
        addq.l  #1,%a0
        cmp.b   (%a0)+,%d3
        bne.s   .Lno_killer
        cmp.b   (%a0),%d4
        bne.s   .Lno_killer
        bset    #KILLER_2,n_any(%a6)
.Lno_killer:
        | It is the only move of one list or the other.
        | Both lists begin empty.
        move.l  sorted_top-G(%a5),n_first_sorted(%a6)
        movea.l raw_end-G(%a5),%a0
        move.l  %a0,n_first_waiting(%a6)
        lea     tactical_moves-G(%a5),%a1
        | A capture or promotion goes to the tactical moves, any other to the
        | waiting ones.
        moveq   #FLAG_CAPTURE+FLAG_PROMOTION,%d0
        and.b   %d5,%d0
        bne.s   .Ltactical
        APPEND  %a0
        bra.s   .Lpart
.Ltactical:
        APPEND  %a1
        | Where both lists end now.
.Lpart: move.l  %a1,tactical_end-G(%a5)
        move.l  %a0,raw_end-G(%a5)
hook_cached:                    | tactical_end, n_first_waiting, raw_end
        bsr     list_begin
        | List the capture, and try it.
        cmpi.l  #tactical_moves,tactical_end-G(%a5)
        beq.s   .Lno_tactical
        addq.l  #2,%sp                  | n_any, and all parts
        bset    #0,n_any(%a6)
        clr.b   listing-G(%a5)
        bsr     list_tactical
        bra     try_all
.Lno_tactical:
        | A host may have taken the move out.
        bsr     any_waiting
        beq     .Lnot_it
        | List the quiet move: at a half-frontier it may only wait.
        bset    #0,n_any(%a6)
        bsr     list_targets
        tst.b   (%sp)+
        bne.s   .Lhalf
        bsr     list_full
        bra     try_all
.Lhalf: bsr     list_half
        bra     try_all

| filter_waiting - filter the moves from n_first_waiting on
|
| In      as filter
| Out     raw_end
| Uses    as filter
filter_waiting:
        movea.l n_first_waiting(%a6),%a0

| filter - drop moves at a node with FILTERED set: at the root all moves to
| which the search is not restricted, elsewhere the cached move, which has been
| tried
|
| In      A0 = the first raw move, raw_end; ply; restrict_count; cached_moves
| Out     raw_end
| Uses    D0 D1 D2 D3 D4 A0 A1
filter: moveq   #0,%d0
        | At the root the moves that it is restricted to, elsewhere all but the
        | cached move of this ply.
        move.b  ply-G(%a5),%d0
        beq     restrict
        add.w   %d0,%d0
        lea     cached_moves-G(%a5),%a1
        adda.w  %d0,%a1
        move.b  (%a1)+,%d3
        move.b  (%a1),%d4
        bra     drop_move
