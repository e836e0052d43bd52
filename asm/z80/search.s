; search.s - the nodes of the SEX search: fail-hard alpha-beta under a budget

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "search.inc"

        .global expand, node, value_draw, spent
        .global has_room, quiet_room
        .global no_moves, in_parts, look_node, tactical_part
        .global limit_reached, expand_unpassed
        .global any_waiting, fifty, hook_tactical
        .global hook_quiet, hook_generated, pv_rows

; ROOM - carry set if there is room for the sorted moves of any node; near the
; end of the stack a routine tests.
        .macro  ROOM    routine
        ; The high byte alone decides: below it there is room for MAX_MOVES
        ; records more.
        ld      a,(sorted_top+1)
        cp      (sorted_stack + REC_SIZE*(SORTED_SPACE-MAX_MOVES)) >> 8
        call    nc,\routine
        .endm

; TRY_CACHED - try the cached move of a node, and where that ends the node
; return from it. A as try_cached.
        .macro  TRY_CACHED
        ; Carry: the cached move has cut off. A search that was stopped ends the
        ; node too. Otherwise look's result may be a child's by now.
        call    try_cached
        ret     c
        ld      a,(stopped)
        or      a
        ret     nz
        call    .Llook_again
        .endm

        .text

; node - search a position that is to be expanded
;
; In      ply, n_sx, n_other, n_checked, n_static, n_alpha, n_beta; n_maybe:
;         the side to move may be in check; n_following
; Out     HL = value, alpha to beta; carry set: a move's value is at least beta,
;         so the parent drops its move
; Uses    everything
node:   ld      a,(ply)
        ; The node has no variation yet. The root can't be a draw by repetition
        ; or material: a move is wanted there.
        ld      e,a
        add     a,pv_len & 255
        ld      l,a
        ld      h,pv_len >> 8
        ld      (hl),0
        ld      a,e
        or      a
        jr      z,.Llimits
        call    repeated
        jr      c,value_draw
        call    insufficient
        jr      c,value_draw
.Llimits:
        call    limit_reached
        jr      nc,expand
        ; Out of time: what value_draw returns is not used once stopped is set.
        ld      a,1
        ld      (stopped),a

; value_draw - the value of a draw; ends node
;
; In      ply, draw_even, draw_odd
; Out     as node
; Uses    AF HL
value_draw:
        ; The parity of the ply says whose draw it is. rrca puts it into carry.
        ld      a,(ply)
        rrca
        ld      hl,(draw_even)
        ret     nc
        ld      hl,(draw_odd)
        or      a
        ret

; limit_reached - does a limit end the search at this node?
;
; In      limited, stop_flag, nodes, node_limit
; Out     carry set: it does; limited, nodes
; Uses    AF DE HL
limit_reached:
        ; nodes is counted up in 16 bits everywhere. Bit 15 is its carry, which
        ; is passed on to nodes_high here.
        ld      hl,nodes+1
        bit     7,(hl)
        jr      nz,.Lcarry
.Lcounted:
        ; In the usual case limited is 1 and stop_flag 0: H and L are 0 after
        ; dec.
        ld      hl,(stop_flag)          ; H = limited
        dec     h
        ld      a,h
        or      l
        jr      nz,.Lgrace
        ; High words first, the low ones where these are equal. Carry set: nodes
        ; >= node_limit.
        ld      hl,(nodes_high)
        ld      de,(node_limit+2)
        sbc     hl,de                   ; or has cleared carry
        ccf
        ret     nz
        ld      hl,(nodes)
        ld      de,(node_limit)
        or      a
        sbc     hl,de
        ccf
        ret
.Lcarry:
        ; HL -> nodes_high: add the 32,768 that bit 7 stood for.
        res     7,(hl)
        inc     l
        inc     (hl)
        jr      nz,.Lcounted
        inc     l
        inc     (hl)
        jr      .Lcounted

        ; The host wants to stop; or no root move has been searched yet, so
        ; limits do not count.
.Lgrace:
        ; H = limited again. 1: so stop_flag is set, and the search ends. 0:
        ; limits do not count until a root move has been searched or GRACE_NODES
        ; nodes have been counted.
        inc     h
        scf
        ret     nz
        ld      a,(nodes+1)
        cp      GRACE_NODES >> 8
        ccf
        ret     nc
        ld      a,1
        ld      (limited),a
        jr      .Lcounted

; expand - expand a node that is no draw and not stopped; ends node
;
; In      as node
; Out     as node
; Uses    as node
expand:
        ; There is no attack map of this node yet. n_maybe = 1: the side may be
        ; in check.
        ld      a,0xFF
        ld      (hits_ply),a
        ld      a,(n_maybe)
        call    look_node
        ; Bit 1: passes_ahead has found that the node does not pass. pass_margin
        ; is 0 where the profile never passes.
        ld      a,(n_maybe)
        bit     1,a
        jr      nz,expand_unpassed
        ld      a,(pass_margin)
        or      a
        call    nz,passes
        ret     c

; expand_unpassed - expand a node that does not pass; ends node
;
; In      as node, and look's result
; Out     as node
; Uses    as node
expand_unpassed:
        ; The row of prices, 16 bytes each: bit 4 = before DeepFrom, bit 5 = odd
        ; ply. rla brings carry into bit 0, and five places up are the two bits.
        ld      hl,profile_deep_from
        ld      a,(ply)
        cp      (hl)                    ; carry: not so deep yet
        rla
        rlca
        rlca
        rlca
        rlca
        and     3 << 4
        ld      (n_row),a               ; price begins a page
        ld      l,a
        ; n_following is 1 on the line and 3 at the root, so that four times it
        ; is FOLLOWING, and FILTERED too at the root.
        ld      a,(n_following)
        add     a,a
        add     a,a
        ld      (n_any),a               ; FOLLOWING; at the root FILTERED
        ; C = the least price of any move here, in check that of an evasion
        ; where the profile prices those.
        ld      h,price >> 8
        ld      a,(n_evasion)
        or      a
        ld      a,LEAST
        jr      nz,.Levasion
.Lleast:
        add     a,l
        ld      l,a
        ld      c,(hl)
        ; The deepest ply: none of its moves is followed up.
        ld      hl,depth
        ld      a,(ply)
        inc     a
        cp      (hl)
        jp      nc,frontier
        ; Spent, with one budget: tested inline, 31 T-states less.
        ld      a,(switches)
        rrca                            ; TWO_BUDGETS
        jp      c,.Ltwo_least
        ld      a,(n_sx)
        cp      c
.Lleast_spent:
        ; Carry: not even the least price can be paid.
        jp      c,frontier
        ; A half-frontier is a node whose quiet moves are all too dear. In check
        ; evasions have no quietest price: C = 0 is never too dear with one
        ; budget.
        ld      a,(switches)
        bit     HALF_FRONTIER,a
        jr      z,.Lfull
        ld      c,0
        ld      a,(n_evasion)
        or      a
        jr      nz,.Lquietest
        ; C = the least price of a quiet move in this row.
        ld      a,(n_row)
        add     a,QUIETEST
        ld      l,a
        ld      h,price >> 8
        ld      c,(hl)
.Lquietest:
        ld      a,(switches)
        rrca                            ; TWO_BUDGETS
        jp      c,.Ltwo_quietest
        ld      a,(n_sx)
        cp      c
.Lquietest_spent:
        jr      nc,.Lfull
        ; The quiet moves are terminal: a half-frontier. A cached move goes
        ; first.
        ld      a,(switches2)
        bit     CACHE,a
        jp      nz,.Lcache_half
.Luncached_half:
        ; Where killers are terminal too, they are tried before any move is
        ; generated. Carry set: one of them has cut off.
        ld      a,(n_row)
        add     a,KILLER
        ld      l,a
        ld      h,price >> 8
        ld      a,(switches)
        rrca                            ; TWO_BUDGETS
        jp      c,.Ltwo_killers
        ld      a,(n_sx)
        cp      (hl)
.Lkillers_spent:
        call    c,try_killers
        ; A cutoff returns beta. Else in_parts with A = 0.
        ld      hl,(n_beta)
        ret     c
        xor     a
        jp      in_parts

.Levasion:
        ld      a,LEAST_EVASION
        jp      .Lleast

        ; A node with budget for all. A cached move goes first.
.Lfull: ld      a,(switches2)
        bit     CACHE,a
        jp      nz,.Lcache_full
.Luncached_full:
        ; In stages, if the profile says so and the node is not on the principal
        ; variation, whose first move is to be found among all. To find a single
        ; evasion, all moves are needed at once.
        bit     STAGED,a
        jr      z,.Lat_once
        ld      a,(n_following)
        or      a
        jr      nz,.Lat_once
        ld      a,(n_evasion)
        or      a
        jr      z,.Lstages
        ld      a,(profile_single)      ; needs the number of all moves
        or      a
        jr      nz,.Lat_once
.Lstages:
        ; Carry set: sorted_top leaves room for MAX_MOVES records.
        ld      hl,(sorted_top)         ; stages need room for all moves
        ld      de,sorted_stack + REC_SIZE*(SORTED_SPACE-MAX_MOVES) + 1
        sbc     hl,de                   ; carry was clear
        ld      a,STAGES
        jp      c,in_parts
        jr      .Lat_once
.Ltwo_least:
        call    spent
        jp      .Lleast_spent
.Lat_once:
        ; All moves at once, captures and promotions apart from quiet moves. In
        ; check no attack map is needed to generate.
        ld      a,(checkers)
        or      a
        call    z,hits_of               ; for the king, and list_full needs it
        call    tactical_part
        call    generate_quiet
        ; FILTERED: the root's moves are restricted, or the cached move is
        ; tried.
        ld      a,(n_any)
        and     1 << FILTERED
        call    nz,filter_waiting
hook_generated:                 ; tactical_end, n_first_waiting, raw_end
        ; Any captures, any quiet moves? If neither, it is mate or stalemate, or
        ; only the cached move.
        ld      hl,(tactical_end)
        ld      de,tactical_moves
        or      a
        sbc     hl,de
        jr      nz,.Lmoves
        call    any_waiting
        jp      z,.Lno_quiet
.Lmoves:
        ; With a move the fifty-move rule may count; carry set: it is a draw.
        FIFTY
        jp      c,.Lfifty
        ROOM    has_room
        jr      nc,.Lno_room
        ; listing = 0: all captures. The list is built: captures, then quiet
        ; moves with the targets that they may attack; the line's move goes
        ; first.
        call    list_begin
        xor     a
        ld      (listing),a
        call    list_tactical
        call    list_targets
        call    list_full
        call    list_end
        jp      try_all
        ; Too many to sort: the node counts as one with moves and is evaluated
        ; as a frontier, which generates them again.
.Lno_room:
        ld      hl,n_any
        set     0,(hl)
        ld      hl,(n_first_waiting)
        ld      (raw_end),hl
        jp      frontier
.Lcache_half:
        ld      a,1                     ; a half-frontier
        TRY_CACHED
        jp      .Luncached_half
.Lcache_full:
        xor     a
        TRY_CACHED
        ld      a,(switches2)
        jp      .Luncached_full
.Ltwo_killers:                          ; C = the killers' price
        ld      c,(hl)
        call    spent
        jp      .Lkillers_spent
.Ltwo_quietest:
        call    spent
        jp      .Lquietest_spent

; in_parts - search a node in parts: first captures and promotions, sorted; then
; quiet moves; ends node
;
; In      as node, and look's result; A = 0: a half-frontier: quiet moves that
;         check, attack or are killers are sorted, the rest is evaluated as
;         generated; A = STAGES: the killers come first, then all others sorted,
;         and with them the losing captures, which the first part has passed
;         over
; Out     as node
; Uses    as node
in_parts:
        ; STAGES is bit 7 of A and of n_any: what kind of node it is lasts after
        ; listing changes.
        ld      (listing),a
        ld      hl,n_any
        or      (hl)
        ld      (hl),a
        ; First part: captures and promotions.
        call    list_begin
        call    tactical_part
hook_tactical:                  ; tactical_end
        ld      hl,(tactical_end)
        ld      de,tactical_moves
        or      a
        sbc     hl,de
        jr      z,.Lno_tactical
        ; There is a legal move, so the draw by fifty moves counts.
        ld      hl,n_any
        set     0,(hl)
        FIFTY
        jp      c,.Lfifty
        ROOM    has_room
        jr      nc,.Lno_room
        ; The captures are listed and searched; in stages losing ones are passed
        ; over. Carry set: a cutoff.
        call    list_tactical
        call    list_end
        call    try_all
        ret     c
        ld      a,(stopped)
        or      a
        ret     nz
.Lno_tactical:
        ; Second part: the killers, before quiet moves are generated. try_all
        ; and the killers may have searched children.
        call    .Llook_again
        call    killers_part
        ret     c
        ld      a,(stopped)
        or      a
        ret     nz
        call    .Llook_again
        ld      a,(checkers)
        or      a
        call    z,hits_of               ; for the king, and loses needs it
        ; Third part. Losing captures that were passed over are generated again,
        ; before the quiet moves; the killers already tried go out.
        ld      a,(n_any)
        bit     PASSED_OVER,a
        call    nz,tactical_part
        call    generate_quiet
        call    drop_early
        ld      a,(n_any)
        and     1 << FILTERED
        call    nz,filter_waiting
hook_quiet:                     ; n_first_waiting, raw_end
        ; At a half-frontier. Without quiet moves the value is alpha, or mate or
        ; stalemate if no part had a move.
        ld      a,(n_any)
        bit     STAGED_NODE,a
        jr      nz,.Llast_stage
        call    any_waiting
        jp      z,.Lno_quiet
        FIFTY
        jp      c,.Lfifty
        ; Where more moves wait than a byte counts, or they find no room, none
        ; is sorted: all are evaluated as they stand. The mark is the high byte
        ; of the limit.
        ld      a,(raw_end+1)
        cp      (raw_moves + 3*(MOST_WAITING+1)) >> 8
        jr      nc,.Lnone_followed
        ROOM    quiet_room
        jr      nc,.Lnone_followed
        ; Those that check, attack or are killers are sorted, the others wait
        ; behind them.
        call    list_targets
        call    list_half
        call    list_end
        jp      try_all
.Lnone_followed:
        ld      a,1                     ; whether a move checks is not known
        jp      try_waiting
.Llast_stage:
        ; Last stage: losing captures and quiet moves, if there are any. The
        ; bit's Z flag is kept on the stack for the choice below.
        bit     PASSED_OVER,a
        push    af
        call    z,any_waiting
        jr      z,.Lno_quiet_staged
        ld      a,(half)
        cp      FIFTY_MOVES             ; the root has no stages
        jr      nc,.Lfifty_staged
        ; Z clear: list the losing captures first, which listing selects.
        ; list_end is left out: a staged node is not on the line, so n_pv is 0.
        call    list_begin
        pop     af
        ld      a,LOSING_ONLY
        ld      (listing),a
        call    nz,list_tactical
        ; Then all quiet moves.
        call    list_targets
        call    list_full
        jp      try_all
.Lno_quiet_staged:
        pop     af
.Lno_quiet:
        ; Bit 0 of n_any: some part had a move. Then none was above alpha.
        ld      a,(n_any)
        rrca
        jp      nc,no_moves
        ld      hl,(n_alpha)
        or      a
        ret
.Lfifty_staged:
        pop     af

.Lfifty:
        ; The moves of the node are dropped.
        ld      hl,(n_first_waiting)
        ld      (raw_end),hl
        jp      value_draw

; Call look again, if a child has called it since.
.Llook_again:
        ; look_ply is the ply of the last look. If a child has called look, this
        ; node calls it again, and searches for checks.
        ld      hl,look_ply
        ld      a,(ply)
        cp      (hl)
        ret     z
        ld      a,1
        jp      look_node

; quiet_room - do the quiet moves of a node find room among the sorted ones?
;
; In      n_first_waiting to raw_end; sorted_top
; Out     carry set: yes
; Uses    AF DE HL
quiet_room:
        ld      hl,0                    ; no captures counted
        jr      .Lbytes

; has_room - do the moves of a node find room among the sorted ones?
;
; In      tactical_moves to tactical_end; else as quiet_room
; Out     carry set: yes
; Uses    AF DE HL
;
; Three bytes a raw move against eight of free room a record: both come to
; 24 a move.
has_room:
        ld      hl,(tactical_end)       ; bytes of captures and promotions
        ld      de,tactical_moves
        or      a
        sbc     hl,de
.Lbytes:
        ; And the bytes of quiet moves, raw_end - n_first_waiting.
        ld      de,(raw_end)
        add     hl,de
        ld      de,(n_first_waiting)
        or      a
        sbc     hl,de
        add     hl,hl
        add     hl,hl
        add     hl,hl                   ; 24 a move
        push    hl
        ; 8 bytes a free record, times 3. Carry stays clear: less than 64 KB.
        ld      hl,sorted_stack + REC_SIZE*SORTED_SPACE
        ld      de,(sorted_top)
        sbc     hl,de
        ld      d,h
        ld      e,l
        add     hl,hl
        add     hl,de                   ; 24 a free record
        pop     de
        sbc     hl,de                   ; carry set: enough
        ccf
        ret

; look_node - call look, and set n_evasion
;
; In      A as look
; Out     The result of look, n_evasion
; Uses    AF BC DE HL IX IY
look_node:
        ; look is called for this ply. n_evasion is the profile's price of
        ; evasions, 0 if it has none or there is no check.
        call    look
        ld      a,(ply)
        ld      (look_ply),a
        ld      a,(checkers)
        or      a
        jr      z,.Lno_evasion
        ld      a,(profile_price+EVASION)
.Lno_evasion:
        ld      (n_evasion),a
        ret

; tactical_part - generate a node's captures and promotions, and begin its
; lists
;
; In      The result of look
; Out     tactical_end; n_first_sorted, n_first_waiting; raw_end as before
; Uses    AF BC DE HL IX IY BC' DE' HL', and at the root AF'
tactical_part:
        ; Sorted moves go on top of those of the plies above; waiting moves
        ; begin where the last ply's end.
        ld      hl,(sorted_top)
        ld      (n_first_sorted),hl
        ld      hl,(raw_end)
        ld      (n_first_waiting),hl
        ; Captures are generated into a buffer of their own, and filtered there.
        ld      hl,tactical_moves
        ld      (raw_end),hl
        call    generate_tactical
        ld      a,(n_any)
        and     1 << FILTERED
        ld      de,tactical_moves
        call    nz,filter
        ; The buffer's end is noted, and raw_end is that of the waiting moves
        ; again.
        ld      hl,(raw_end)
        ld      (tactical_end),hl
        ld      hl,(n_first_waiting)
        ld      (raw_end),hl
        ret

; any_waiting - are there moves from n_first_waiting to raw_end?
;
; In      n_first_waiting, raw_end
; Out     Z set: no
; Uses    AF DE HL
any_waiting:
        ld      hl,(raw_end)
        ld      de,(n_first_waiting)
        or      a
        sbc     hl,de
        ret

; fifty - is it a draw by fifty moves?
;
; In      half, ply; the side to move has a legal move
; Out     carry set: it is; not at the root
; Uses    AF
fifty:  ld      a,(half)
        ; The clock first; at the root there is never a draw.
        cp      FIFTY_MOVES
        ccf
        ret     nc
        ld      a,(ply)                 ; carry set, after ccf, from ply 1 on
        cp      1
        ccf
        ret

; spent - is a move of this price, and so any more expensive one, terminal?
;
; In      C = price; n_sx, n_other
; Out     carry set: yes
; Uses    AF HL
spent:  ld      a,(switches)
        rrca                            ; TWO_BUDGETS
        ld      hl,n_sx
        jr      c,.Ltwo
        ld      a,(hl)                  ; one budget: terminal if n_sx < price
        cp      c
        ret
        ; Two budgets apart: terminal if the other side has nothing left and
        ; n_sx is not above the price.
.Ltwo:  ld      a,(profile_budgets)
        cp      BUDGETS_SHARED
        jr      z,.Lshared
        cp      BUDGETS_OWN
        ld      a,(n_other)
        jr      z,.Lown
        or      a
        ret     nz
        ld      a,c
        cp      (hl)
        ccf
        ret
.Lown:  cp      1                       ; who is to move after it
        ret
.Lshared:
        ; Shared: terminal unless the sum is above the price.
        ld      a,(n_other)
        add     a,(hl)
        ccf
        ret     nc                      ; more than a byte
        ld      h,a
        ld      a,c
        cp      h
        ccf
        ret

; no_moves - the value of mate or stalemate; ends node
;
; In      checkers, ply
; Out     as node
; Uses    AF DE HL
no_moves:
        ld      a,(checkers)
        or      a
        jp      z,value_draw
        ld      a,(ply)
        ; Mated in fewer plies is worse: the score is -MATE_SCORE + ply.
        ld      e,a
        ld      d,0
        ld      hl,MATED
        add     hl,de                   ; and has cleared carry
        ret

        .section .page, "r"

; Where the principal variation of each ply lies. Within a page.
        .balign 2
pv_rows:
        .word   pv_root
        .irp    k, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        .word   pst + 0x80 + 256*(\k/2) + 64*(\k%2)
        .endr
        .irp    k, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
        .word   pst + 0x80 + 256*(\k/2) + 64*(\k%2) + 2*(31-\k)
        .endr
        .word   0
