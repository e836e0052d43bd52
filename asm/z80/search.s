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

; ROOM - where the sorted moves end so low that any node's find room, carry is
; set; elsewhere a routine tests.
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

; node - search the position of a node that is to be expanded
;
; In      ply, n_sx, n_other, n_checked, n_static, n_alpha, n_beta; n_maybe:
;         the side to move may be in check; n_following
; Out     HL = value, alpha to beta; carry set: a move was at least beta, so
;         the parent drops the move that led here
; Uses    everything
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
        ld      a,(switches)
        rrca                            ; TWO_BUDGETS
        jp      c,.Ltwo_killers
        ld      a,(n_sx)
        cp      (hl)
.Lkillers_spent:
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
.Ltwo_killers:
        ld      c,(hl)
        call    spent
        jp      .Lkillers_spent
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
        ld      a,(half)
        cp      FIFTY_MOVES             ; the root has no stages
        jr      nc,.Lfifty_staged
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

; quiet_room - do the quiet moves of a node find room among the sorted ones?
;
; In      n_first_waiting to raw_end; sorted_top
; Out     carry set: yes
; Uses    AF DE HL
quiet_room:
        ld      hl,0
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

; look_node - look, and is it evasions that the profile prices?
;
; In      A as look
; Out     the picture, n_evasion
; Uses    AF BC DE HL IX IY
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
        cp      FIFTY_MOVES
        ccf
        ret     nc
        ld      a,(ply)
        cp      1
        ccf
        ret

; spent - is a move of a price, and so any more expensive one, terminal?
;
; In      C = price; n_sx, n_other
; Out     carry set: yes
; Uses    AF HL
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
