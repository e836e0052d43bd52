; root.s - a search: its iterations and their result

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "search.inc"

        .global search, iterate, set_up, hook_iteration, restrict

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

; restrict - keep the moves that the root is restricted to
;
; In      raw moves from DE to raw_end; restrict_count, 0: all
; Out     raw_end
; Uses    AF BC DE HL AF'
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

        .section .book, "x"

; set_up - what a search needs from position and profile
;
; In      as search
; Out     pst, price; counters, stacks and killers empty
; Uses    everything
set_up: call    build_tables
        ld      a,(switches2)
        rla                             ; bit 7 is ROOT_NET
        call    c,net_tables
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
        call    within_byte
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
        ld      a,(switches2)
        and     1 << CACHE
        jr      z,.Lno_cache
        ld      hl,cache_check          ; and the three tables behind it
        ld      de,cache_check+1
        ld      bc,4*CACHE_SIZE-1
        ld      (hl),0
        ldir
        ld      a,0x80
.Lno_cache:
        ld      c,a
        ld      a,(switches)
        and     1 << KILLERS
        or      c
        ld      (cut_rules),a
        ret
