; search.s - the SEX search: fail-hard alpha-beta under a budget

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "search.inc"

        .global expand, search, set_up, iterate, node, value_draw, spent
        .global has_room, quiet_room
        .global no_moves, in_parts, passes, look_node, tactical_part
        .global limit_reached, expand_unpassed, passes_ahead
        .global any_waiting, fifty, hook_tactical
        .global hook_quiet, restrict, hook_generated
        .global hook_iteration, hook_pass, pv_rows

; ROOM - where the sorted moves end so low that any node's find room, carry is
; set; elsewhere a routine tells.
        .macro  ROOM    routine
        ld      a,(sorted_top+1)
        cp      (sorted_stack + REC_SIZE*(SORTED_SPACE-MAX_MOVES)) >> 8
        call    nc,\routine
        .endm

; TRY_CACHED - try the cached move of a node, and where that ends the node
; return from it. A as try_cached.
        .macro  TRY_CACHED
        call    try_cached
        ret     c
        ld      a,(stopped)
        or      a
        ret     nz
        call    .Llook_again
        .endm

        .text

; search - look for the best move
;
; In      the position (set_position, play_move), profile; last_sx, depth
;         1 to 32, node_limit, stop_flag; restrict_count and the moves that
;         the root is restricted to (see node.s)
; Out     best_move (0: no legal move), result_score, result_sx, nodes,
;         line, line_len; stopped: 0, or 1 where a limit has ended it, or 2
;         where besides the result is not of a complete iteration
; Uses    everything
; Cycles  mean 31,700,000 on the benchmark, 3,600,000 to 111,000,000
search: call    set_up
        ld      a,(profile_start)
        ld      hl,last_sx
        cp      (hl)
        jr      c,iterate
        ld      a,(hl)

; iterate - search the root with a growing budget; ends search
;
; In      A = budget of the first iteration, what set_up has made
; Out     as search
; Uses    everything
; Cycles  mean 5,260,000 on the benchmark, 32,600 to 68,700,000
iterate:
        ld      (search_sx),a
        ld      (n_sx),a
        ld      b,a
        ld      a,(switches)
        bit     TWO_BUDGETS,a
        jr      nz,.Lother
        ld      b,0
.Lother:
        ld      a,b
        ld      (n_other),a
        xor     a
        ld      (n_checked),a
        ld      (ply),a
        ld      (line_tried),a
        inc     a
        ld      (n_maybe),a
        ld      a,(1 << FOLLOWING | 1 << FILTERED) >> 2
        ld      (n_following),a
        call    static
        ld      a,h
        xor     0x80
        ld      h,a
        ld      (n_static),hl
        ld      hl,(root_alpha)
        ld      (n_alpha),hl
        ld      hl,INFINITY
        ld      (n_beta),hl
        call    node
        ld      a,(stopped)
        or      a
        jr      nz,.Lunfinished
        push    hl
        ld      a,(pv_len)
        or      a
        call    nz,.Lkeep_line
        pop     hl
        ld      (result_score),hl
        ld      a,1
        ld      (limited),a
        ld      a,(search_sx)
hook_iteration:                 ; A = SX, HL = value, best_move
        ld      (result_sx),a
        ld      a,(line_len)
        or      a
        jr      z,.Lno_line
        ; a mate that is proved
        ld      de,MATE - 2*MAX_PLY
        or      a
        sbc     hl,de
        ret     nc
        add     hl,de
        ld      de,MATED + 2*MAX_PLY + 1
        or      a
        sbc     hl,de
        ret     c
.Lstep: ld      a,(profile_step)
        or      a
        ret     z
        ld      b,a
        ld      hl,(search_sx)
        ld      a,(last_sx)
        cp      l
        ret     z
        ld      c,a
        ld      a,l
        add     a,b
        jr      c,.Llast
        cp      c
        jp      c,iterate
.Llast: ld      a,c
        jp      iterate

; No move above alpha: there is none, or where mates alone are looked for
; no mate so far.
.Lno_line:
        ld      a,(root_alpha+1)
        cp      MINUS_INFINITY >> 8
        ret     z
        jr      .Lstep

; A limit has ended the iteration. What it has found counts where its best
; move is worth as much as the last iteration's, or where it has searched
; that one again and other moves after it, or a better one before.
.Lunfinished:
        ld      a,(pv_len)
        or      a
        jr      z,.Lnone_tried
        ld      hl,(root_score)
        ld      de,MATED + 2*MAX_PLY + 1
        sbc     hl,de
        jr      c,.Llost
        add     hl,de
        ld      a,(line_len)
        or      a
        jr      z,.Lcounts
        ld      de,(result_score)
        sbc     hl,de
        jr      nc,.Lcounts
        ld      a,(line_tried)
        or      a
        ret     z
        dec     a
        jr      nz,.Lcounts
        ld      hl,(pv_root)
        ld      de,(line)
        sbc     hl,de
        ret     z
        jr      .Lcounts

        ; All moves that were searched are mated, or none was: where there is
        ; no better line, the move under way is not refuted yet. Its static
        ; value is all that is known of it.
.Llost: ld      a,(line_tried)
        or      a
        jr      nz,.Lunder_way
.Lnone_tried:
        ld      a,(line_len)
        or      a
        ret     nz
.Lunder_way:
        ld      a,(root_alpha+1)
        cp      MINUS_INFINITY >> 8
        jr      nz,.Lcounts             ; mates alone are looked for: no line
        ld      hl,(n_move)
        ld      de,pv_root
        ldi
        ldi
        inc     l
        inc     l
        ld      de,root_score
        ldi
        ldi
        ld      a,1
        ld      (pv_len),a
.Lcounts:
        ld      hl,stopped
        inc     (hl)
        ld      a,(pv_len)
        or      a
        ret     z

; The root's variation is the line of the next iteration, its first move
; the best.
.Lkeep_line:
        ld      (line_len),a
        add     a,a
        ld      c,a
        ld      b,0
        push    bc
        ld      hl,line
        ld      de,line+1
        ld      bc,2*MAX_PLY-1
        ld      (hl),b
        ldir
        pop     bc
        ld      hl,pv_root
        ld      de,line
        ldir
        ld      hl,(line)
        ld      (best_move),hl
        ld      hl,(root_score)
        ld      (result_score),hl
        ret

        .section .book, "x"

; set_up - what a search needs from position and profile
;
; In      as search
; Out     pst, price; counters, stacks and killers empty
; Uses    everything
; Cycles  mean 118,000 on the benchmark, 114,000 to 139,000
set_up: call    build_tables
        call    phase
        push    af
        ld      a,(profile_tempo)
        ld      e,a
        rla
        sbc     a,a
        ld      d,a
        ld      hl,1
        add     hl,de
        ld      (scan_tempo),hl
        pop     bc                      ; B = phase
        ld      a,b
        xor     LAST_PHASE              ; 0: no passing there
        jr      z,.Lpasses
        ld      a,(profile_pass)
        or      a
        jr      z,.Lpasses
        ld      l,a
        ld      h,0
        add     hl,de
        ld      a,h
        or      a
        ld      a,l
        jr      z,.Lbyte
        bit     7,h
        ld      a,0                     ; below 1
        jr      nz,.Lbyte
        dec     a
.Lbyte: cp      1
        adc     a,0                     ; 0 to 1
.Lpasses:
        ld      (pass_margin),a
        ld      a,b
        call    set_prices
        ld      hl,0
        ld      (nodes),hl
        ld      (nodes_high),hl
        ld      (best_move),hl
        ld      h,0x80                  ; nothing
        ld      (result_score),hl
        xor     a
        ld      (stopped),a
        ld      (limited),a
        ld      (line_len),a
        ld      (result_sx),a
        ld      (n_any),a               ; what is copied must be written
        ld      hl,line                 ; to the end of its page
.Lclear_line:
        ld      (hl),a
        inc     l
        jr      nz,.Lclear_line
        ld      hl,killers              ; half a page
.Lclear_killers:
        ld      (hl),a
        inc     l
        bit     7,l
        jr      z,.Lclear_killers
        ld      hl,sorted_stack
        ld      (sorted_top),hl
        ld      hl,raw_moves
        ld      (raw_end),hl
        ld      a,(switches)
        rlca
        .rept   7-KILLERS
        rlca
        .endr
        and     1
        ld      c,a
        ld      a,(switches2)
        bit     CACHE,a
        jr      z,.Lno_cache
        set     7,c
        ld      hl,cache_check
        ld      de,cache_check+1
        push    bc
        ld      bc,3*CACHE_SIZE-1
        ld      (hl),0
        ldir
        pop     bc
.Lno_cache:
        ld      a,c
        ld      (cut_rules),a
        ret

        .text

; node - search the position of a node that is to be expanded
;
; In      ply, n_sx, n_other, n_checked, n_static, n_alpha, n_beta; n_maybe:
;         the side to move may be in check; n_following
; Out     HL = value, alpha to beta; carry set: a move was at least beta, so
;         the parent drops the move that led here
; Uses    everything
; Cycles  mean 51,900 on the benchmark, 383 to 1,390,000
node:   ld      a,(ply)
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
        ld      a,1
        ld      (stopped),a

; value_draw - the value of a draw; ends node
;
; In      ply, draw_even, draw_odd
; Out     as node
; Uses    AF HL
; Cycles  mean 55 on the benchmark, 44 to 68
value_draw:
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
; Cycles  mean 130 on the benchmark, 117 to 130
limit_reached:
        ld      hl,nodes+1
        bit     7,(hl)
        jr      nz,.Lcarry
.Lcounted:
        ld      hl,(stop_flag)          ; H = limited
        dec     h
        ld      a,h
        or      l
        jr      nz,.Lgrace
        ld      hl,(nodes_high)
        ld      de,(node_limit+2)
        sbc     hl,de                   ; or has cleared carry
        ccf
        ret     nc
        ret     nz
        ld      hl,(nodes)
        ld      de,(node_limit)
        or      a
        sbc     hl,de
        ccf
        ret
.Lcarry:
        res     7,(hl)
        inc     l
        inc     (hl)
        jr      nz,.Lcounted
        inc     l
        inc     (hl)
        jr      .Lcounted

        ; The host wants to stop; or no root move has been searched yet, so
        ; that limits wait a while.
.Lgrace:
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

; expand - what a node does that is neither a draw nor stopped; ends node
;
; In      as node
; Out     as node
; Uses    as node
; Cycles  mean 51,900 on the benchmark, 3,600 to 1,410,000
expand:
        ld      a,0xFF
        ld      (hits_ply),a
        ld      a,(n_maybe)
        call    look_node
        ld      a,(n_maybe)
        bit     1,a
        jr      nz,expand_unpassed
        ld      a,(pass_margin)
        or      a
        call    nz,passes
        ret     c

; expand_unpassed - expand a node that does not pass; ends node
;
; In      as node, and the picture
; Out     as node
; Uses    as node
; Cycles  mean 43,200 on the benchmark, 2,870 to 595,000
expand_unpassed:
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
        ld      a,(n_following)
        add     a,a
        add     a,a
        ld      (n_any),a               ; FOLLOWING; at the root FILTERED
        ld      h,price >> 8
        ld      a,(n_evasion)
        or      a
        ld      a,LEAST
        jr      nz,.Levasion
.Lleast:
        add     a,l
        ld      l,a
        ld      c,(hl)
        ld      hl,depth
        ld      a,(ply)
        inc     a
        cp      (hl)
        jp      nc,frontier
        ; Spent, with one budget: asked in line, 31 T-states less.
        ld      a,(switches)
        rrca                            ; TWO_BUDGETS
        jp      c,.Ltwo_least
        ld      a,(n_sx)
        cp      c
.Lleast_spent:
        jp      c,frontier
        ld      a,(switches)
        bit     HALF_FRONTIER,a
        jr      z,.Lfull
        ld      c,0
        ld      a,(n_evasion)
        or      a
        jr      nz,.Lquietest
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
        ld      a,(switches2)
        bit     CACHE,a
        jp      nz,.Lcache_half
.Luncached_half:
        ld      a,(n_row)
        add     a,KILLER
        ld      l,a
        ld      h,price >> 8
        ld      c,(hl)
        call    spent
        call    c,try_killers
        ld      hl,(n_beta)
        ret     c
        xor     a
        jp      in_parts

.Levasion:
        ld      a,LEAST_EVASION
        jp      .Lleast

.Lfull: ld      a,(switches2)
        bit     CACHE,a
        jp      nz,.Lcache_full
.Luncached_full:
        bit     STAGED,a
        jr      z,.Lat_once
        ld      a,(n_following)
        or      a
        jr      nz,.Lat_once
        ld      a,(n_evasion)
        or      a
        jr      z,.Lstages
        ld      a,(profile_single)      ; to be known, it takes all moves
        or      a
        jr      nz,.Lat_once
.Lstages:
        ld      hl,(sorted_top)         ; stages want room for any moves
        ld      de,sorted_stack + REC_SIZE*(SORTED_SPACE-MAX_MOVES) + 1
        sbc     hl,de                   ; carry was clear
        ld      a,STAGES
        jp      c,in_parts
        jr      .Lat_once
.Ltwo_least:
        call    spent
        jp      .Lleast_spent
.Lat_once:
        ld      a,(checkers)
        or      a
        call    z,hits_of               ; for the king, and list_full needs it
        call    tactical_part
        call    generate_quiet
        ld      a,(n_any)
        and     1 << FILTERED
        call    nz,filter_waiting
hook_generated:                 ; tactical_end, n_first_waiting, raw_end
        ld      hl,(tactical_end)
        ld      de,tactical_moves
        or      a
        sbc     hl,de
        jr      nz,.Lmoves
        call    any_waiting
        jp      z,.Lno_quiet
.Lmoves:
        FIFTY
        jp      c,.Lfifty
        ROOM    has_room
        jr      nc,.Lno_room
        call    list_begin
        xor     a
        ld      (listing),a
        call    list_tactical
        call    list_targets
        call    list_full
        call    list_end
        jp      try_all
.Lno_room:
        ld      hl,n_any
        set     0,(hl)
        ld      hl,(n_first_waiting)
        ld      (raw_end),hl
        jp      frontier
.Lcache_half:
        ld      a,1
        TRY_CACHED
        jp      .Luncached_half
.Lcache_full:
        xor     a
        TRY_CACHED
        ld      a,(switches2)
        jp      .Luncached_full
.Ltwo_quietest:
        call    spent
        jp      .Lquietest_spent

; in_parts - search a node in parts: first the captures and promotions,
; sorted; then the quiet moves; ends node
;
; In      as node, and the picture; A = 0: a half-frontier, of whose quiet
;         moves those that check, attack or have cut off before are sorted
;         and the rest valued as they are generated; A = STAGES: the killers
;         come first, then all others sorted, and with them the losing
;         captures, which the first part has passed over
; Out     as node
; Uses    as node
; Cycles  mean 68,700 on the benchmark, 6,570 to 842,000
in_parts:
        ld      (listing),a
        ld      hl,n_any
        or      (hl)
        ld      (hl),a
        call    list_begin
        call    tactical_part
hook_tactical:                  ; tactical_end
        ld      hl,(tactical_end)
        ld      de,tactical_moves
        or      a
        sbc     hl,de
        jr      z,.Lno_tactical
        ld      hl,n_any
        set     0,(hl)
        FIFTY
        jp      c,.Lfifty
        ROOM    has_room
        jr      nc,.Lno_room
        call    list_tactical
        call    list_end
        call    try_all
        ret     c
        ld      a,(stopped)
        or      a
        ret     nz
.Lno_tactical:
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
        ld      a,(n_any)
        bit     PASSED_OVER,a
        call    nz,tactical_part
        call    generate_quiet
        call    drop_early
        ld      a,(n_any)
        and     1 << FILTERED
        call    nz,filter_waiting
hook_quiet:                     ; n_first_waiting, raw_end
        ld      a,(n_any)
        bit     STAGED_NODE,a
        jr      nz,.Llast_stage
        call    any_waiting
        jp      z,.Lno_quiet
        FIFTY
        jp      c,.Lfifty
        ld      a,(raw_end+1)
        cp      (raw_moves + 3*(MOST_WAITING+1)) >> 8
        jr      nc,.Lnone_followed
        ROOM    quiet_room
        jr      nc,.Lnone_followed
        call    list_targets
        call    list_half
        call    list_end
        jp      try_all
.Lnone_followed:
        ld      a,1
        jp      try_waiting
.Llast_stage:
        bit     PASSED_OVER,a
        push    af
        call    z,any_waiting
        jr      z,.Lno_quiet_staged
        FIFTY
        jr      c,.Lfifty_staged
        call    list_begin
        pop     af
        ld      a,LOSING_ONLY
        ld      (listing),a
        call    nz,list_tactical
        call    list_targets
        call    list_full
        jp      try_all
.Lno_quiet_staged:
        pop     af
.Lno_quiet:
        ld      a,(n_any)
        rrca
        jp      nc,no_moves
        ld      hl,(n_alpha)
        or      a
        ret
.Lfifty_staged:
        pop     af

.Lfifty:
        ld      hl,(n_first_waiting)
        ld      (raw_end),hl
        jp      value_draw

; The picture, where it is not the node's any more.
.Llook_again:
        ld      hl,look_ply
        ld      a,(ply)
        cp      (hl)
        ret     z
        ld      a,1
        jp      look_node

; passes_ahead - passes for the node that a move leads to, before the move is
; made
;
; In      as node, but the board is the parent's; n_move
; Out     carry set: yes, HL = n_beta; else A = 0: the rest of node is to
;         tell, or no, bit 1 of n_maybe; or A = 1: no, and the map of hits is
;         the node's; neither a draw nor a limit ends it
; Uses    everything
; Cycles  mean 3,270 on the benchmark, 43 to 17,400
;
; A third of all nodes pass. They need neither keys and rights nor the
; picture, 2,300 T-states, unless they may be in check or a draw. The
; parent's picture stays.
passes_ahead:
        ld      a,(n_maybe)
        or      a
        jr      nz,.Lunknown
        ld      a,(pass_margin)
        or      a
        ret     z
        call    .Lstatic
        jr      nc,.Llow
        ld      a,(pieces)
        cp      6                       ; one may be taken
        jr      c,.Lunknown
        ld      a,(half)
        cp      3                       ; repeated wants 4
        jr      c,.Lno_draw
        ld      hl,(n_move)
        inc     hl
        inc     hl
        bit     0,(hl)                  ; a capture
        jr      z,.Lunknown
.Lno_draw:
        call    limit_reached
        jr      c,.Lunknown
        ld      a,0xFF
        ld      (hits_ply),a
        ld      hl,(n_move)
        call    make_board
        ld      hl,side
        ld      a,(hl)
        xor     1
        ld      (hl),a
        call    .Lswap
        push    af
        ld      hl,side
        ld      a,(hl)
        xor     1
        ld      (hl),a
        ld      hl,(n_move)
        call    unmake_board
        pop     af
        ld      hl,(n_beta)
        ld      a,1
        ret
.Llow:  ld      a,2
        ld      (n_maybe),a
.Lunknown:
        xor     a
        ret

; quiet_room - do the quiet moves of a node find room among the sorted ones?
;
; In      n_first_waiting to raw_end; sorted_top
; Out     carry set: yes
; Uses    AF DE HL
; Cycles  not on the benchmark
quiet_room:
        ld      hl,0
        jr      .Lbytes

; has_room - do the moves of a node find room among the sorted ones?
;
; In      tactical_moves to tactical_end; else as quiet_room
; Out     carry set: yes
; Uses    AF DE HL
; Cycles  not on the benchmark
;
; Three bytes a raw move against eight of free room a record: both come to
; 24 a move.
has_room:
        ld      hl,(tactical_end)
        ld      de,tactical_moves
        or      a
        sbc     hl,de
.Lbytes:
        ld      de,(raw_end)
        add     hl,de
        ld      de,(n_first_waiting)
        or      a
        sbc     hl,de
        add     hl,hl
        add     hl,hl
        add     hl,hl                   ; 24 a move
        push    hl
        ld      hl,sorted_stack + REC_SIZE*SORTED_SPACE
        ld      de,(sorted_top)
        sbc     hl,de
        ld      d,h
        ld      e,l
        add     hl,hl
        add     hl,de                   ; 24 a free record
        pop     de
        sbc     hl,de
        ccf
        ret

; passes - would it be good enough to pass? The static value, less the best
; swap-off against the side to move, half its budget and a margin, is at
; least beta
;
; In      A = pass_margin, not 0; ply, checkers, n_static, n_sx, n_alpha,
;         n_beta
; Out     carry set: yes, HL = n_beta
; Uses    everything
; Cycles  mean 210 on the benchmark, 32 to 11,700
;
; Not at the root, not in check, and not where beta is a mate.
passes: ld      e,a
        ld      a,(checkers)
        or      a
        ret     nz
        ld      a,(ply)
        or      a
        ret     z
        ld      a,e
        call    .Lstatic
        ret     nc
.Lswap: ld      hl,(t_score)            ; as in swap_bounds
        ld      de,(n_beta)
        xor     a
        sbc     hl,de
        ld      a,h
        cp      4
        ld      a,0
        jr      nc,.Lwon
        srl     h
        rr      l
        srl     h
        rr      l
        ld      a,l
        cp      QUEEN_WORTH
        ld      a,0
        jr      nc,.Lwon
        ld      a,l
        ld      (swap_floor),a
        ld      a,1
        ld      (swap_enough),a
        call    hits_of
        ld      a,(struck_done)
        or      a
        call    z,strike
        ld      hl,(struck)
        ld      a,h
        or      l
        call    nz,best_swap
.Lwon:  ld      l,a
        ld      h,0
        add     hl,hl
        add     hl,hl
        ex      de,hl
        ld      hl,(t_score)
        or      a
        sbc     hl,de
        ex      de,hl
hook_pass:                      ; DE = value, n_alpha, n_beta
        ld      hl,(n_beta)
        scf
        sbc     hl,de                   ; carry: value >= beta
        ld      hl,(n_beta)
        ret

; t_score = the static value less A and half the budget; carry set: that is
; at least beta, which is no mate.
.Lstatic:
        ld      e,a
        ld      d,0
        ld      hl,(n_static)
        or      a
        sbc     hl,de
        ld      a,(n_sx)
        and     0xFE                    ; rra leaves carry clear
        rra
        ld      e,a
        sbc     hl,de                   ; such values are far from a borrow
        ld      (t_score),hl
        ld      de,(n_beta)
        sbc     hl,de
        ccf
        ret     nc
        ld      hl,MATED + 2*MAX_PLY + 1
        sbc     hl,de                   ; and the carry
        ret

; look_node - look, and is it evasions that the profile prices?
;
; In      A as look
; Out     the picture, n_evasion
; Uses    AF BC DE HL IX IY
; Cycles  mean 1,170 on the benchmark, 594 to 2,210
look_node:
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

; tactical_part - generate captures and promotions of a node, and begin its
; lists
;
; In      the picture
; Out     tactical_end; n_first_sorted, n_first_waiting; raw_end as before
; Uses    AF BC DE HL IX IY BC' DE' HL', and at the root AF'
; Cycles  mean 4,300 on the benchmark, 1,460 to 8,800
tactical_part:
        ld      hl,(sorted_top)
        ld      (n_first_sorted),hl
        ld      hl,(raw_end)
        ld      (n_first_waiting),hl
        ld      hl,tactical_moves
        ld      (raw_end),hl
        call    generate_tactical
        ld      a,(n_any)
        and     1 << FILTERED
        ld      de,tactical_moves
        call    nz,filter
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
; Cycles  65 on the benchmark
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
; Cycles  35 on the benchmark
fifty:  ld      a,(half)
        cp      FIFTY_MOVES
        ccf
        ret     nc
        ld      a,(ply)
        cp      1
        ccf
        ret

; restrict - keep the moves that the root is restricted to
;
; In      raw moves from DE to raw_end; restrict_count, 0: all
; Out     raw_end
; Uses    AF BC DE HL AF'
; Cycles  28 on the benchmark
restrict:
        ld      a,(restrict_count)
        or      a
        ret     z
        ld      h,d
        ld      l,e
.Lraw:  ld      bc,(raw_end)
        or      a
        sbc     hl,bc
        add     hl,bc
        jr      z,.Lall
        push    de
        ld      c,(hl)
        inc     hl
        ld      b,(hl)
        dec     hl
        ex      de,hl
        ld      hl,pst + RESTRICTED_AT
        ld      a,(restrict_count)
.Lsame: ex      af,af'
        ld      a,(hl)
        inc     l
        cp      c
        jr      nz,.Lnext
        ld      a,(hl)
        cp      b
        jr      z,.Lkeep
.Lnext: inc     l
        jr      nz,.Lpage
        ld      l,0x80                  ; the next free half page
        inc     h
.Lpage: ex      af,af'
        dec     a
        jr      nz,.Lsame
        ex      de,hl
        pop     de
        inc     hl
        inc     hl
        inc     hl
        jr      .Lraw
.Lkeep: ex      de,hl
        pop     de
        ldi
        ldi
        ldi
        jr      .Lraw
.Lall:  ld      (raw_end),de
        ret

; spent - is a move of a price, and so any dearer one, terminal?
;
; In      C = price; n_sx, n_other
; Out     carry set: yes
; Uses    AF HL
; Cycles  55 on the benchmark
spent:  ld      a,(switches)
        rrca                            ; TWO_BUDGETS
        ld      hl,n_sx
        jr      c,.Ltwo
        ld      a,(hl)
        cp      c
        ret
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
; Cycles  82 on the benchmark
no_moves:
        ld      a,(checkers)
        or      a
        jp      z,value_draw
        ld      a,(ply)
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
