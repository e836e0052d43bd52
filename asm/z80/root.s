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
; Out     best_move (0: no legal move), result_score, result_sx, nodes, line,
;         line_len; stopped: 0, or 1 where a limit has ended it, or 2 if also
;         the result is not of a complete iteration
; Uses    everything
search: call    set_up
        ; A = the smaller of profile_start and last_sx.
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
        ; With two budgets both sides have this one, else n_other is 0.
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
        ; No check on the line yet, and no root move searched. The side to move
        ; may be in check.
        xor     a
        ld      (n_checked),a
        ld      (ply),a
        ld      (line_tried),a
        inc     a
        ld      (n_maybe),a
        ld      a,(1 << FOLLOWING | 1 << FILTERED) >> 2
        ld      (n_following),a
        ; The static value is computed from nothing; bit 7 of its high byte
        ; inverted is the bias of scores.
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
        ; The iteration is complete. Its variation becomes the line, unless no
        ; move was above alpha.
        push    hl
        ld      a,(pv_len)
        or      a
        call    nz,.Lkeep_line
        pop     hl
        ld      (result_score),hl
        ld      a,1                     ; from now on limits count
        ld      (limited),a
        ld      a,(search_sx)
hook_iteration:                 ; A = SX, HL = value, best_move
        ld      (result_sx),a
        ; The result of this budget. No line: no legal move, or no mate yet.
        ld      a,(line_len)
        or      a
        jr      z,.Lno_line
        ; a mate that is proved
        ; carry is clear from or a.
        ld      de,MATE - 2*MAX_PLY
        sbc     hl,de
        ret     nc
        ; Above MATE - 2*MAX_PLY is a mate given, below MATED + 2*MAX_PLY one
        ; suffered: no search can better it.
        add     hl,de
        ld      de,MATED + 2*MAX_PLY + 1
        or      a
        sbc     hl,de
        ret     c
        ; The next budget, no more than last_sx; with a step of 0 there is one
        ; iteration only. L = search_sx.
.Lstep: ld      a,(profile_step)
        or      a
        ret     z
        ld      b,a
        ld      hl,(search_sx)
        ld      a,(last_sx)
        cp      l
        ret     z
        ld      c,a
        ; A sum beyond a byte, or not below last_sx, is cut to that.
        ld      a,l
        add     a,b
        jr      c,.Llast
        cp      c
        jp      c,iterate
.Llast: ld      a,c
        jp      iterate

; No move above alpha: there is no legal move or, in a search for mates only, no
; mate so far.
.Lno_line:
        ld      a,(root_alpha+1)
        cp      MINUS_INFINITY >> 8
        ret     z
        jr      .Lstep

; A limit has ended the iteration. Its result counts if its best move is as good
; as the last iteration's, or if it has searched that move again and then other
; moves, or a better one before.
.Lunfinished:
        ; Nothing above alpha yet. carry is clear from or.
        ld      a,(pv_len)
        or      a
        jr      z,.Lnone_tried
        ; A variation, but it is mated. add restores HL.
        ld      hl,(root_score)
        ld      de,MATED + 2*MAX_PLY + 1
        sbc     hl,de
        jr      c,.Llost
        add     hl,de
        ; Without a complete iteration what there is counts. So it does if it is
        ; at least as good.
        ld      a,(line_len)
        or      a
        jr      z,.Lcounts
        ld      de,(result_score)
        sbc     hl,de
        jr      nc,.Lcounts
        ; It is worse. Without the old best move searched it says nothing; with
        ; that and no other it counts only if another move is the best: one
        ; before it.
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

        ; All searched moves are mated, or none was searched. Without a better
        ; line, return the move being searched, which is not refuted yet, with
        ; its static value. Where the old line's move has been searched, and is
        ; mated, the move under way replaces it. Else a complete iteration's
        ; result stands.
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
        jr      nz,.Lcounts             ; a search for mates only: no line
        ; The move, at the record's begin, is a variation of one move, and its
        ; value, four bytes on, the score.
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
        ; stopped = 2. Without a variation best_move stays as it is.
        ld      hl,stopped
        inc     (hl)
        ld      a,(pv_len)
        or      a
        ret     z

; The root's variation is the line of the next iteration, its first move
; the best.
.Lkeep_line:
        ; BC = the variation's bytes.
        ld      (line_len),a
        add     a,a
        ld      c,a
        ld      b,0
        push    bc
        ; The line is cleared to its end: ldir copies the first byte, B = 0,
        ; into each next one.
        ld      hl,line
        ld      de,line+1
        ld      bc,2*MAX_PLY-1
        ld      (hl),b
        ldir
        pop     bc
        ; Copy the variation. Its first move and its score are the result.
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
        ; HL reads, DE writes, both from the part's first move. add restores HL,
        ; and Z of sbc says that it is at raw_end.
        ld      h,d
        ld      l,e
.Lraw:  ld      bc,(raw_end)
        or      a
        sbc     hl,bc
        add     hl,bc
        jr      z,.Lall
        ; BC = the move. It is compared with each of the list, from pst +
        ; RESTRICTED_AT on; A' counts them.
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
        ; It is not in the list: HL goes on over it.
        ex      de,hl
        pop     de
        inc     hl
        inc     hl
        inc     hl
        jr      .Lraw
        ; It is: copy its three bytes down.
.Lkeep: ex      de,hl
        pop     de
        ldi
        ldi
        ldi
        jr      .Lraw
.Lall:  ld      (raw_end),de
        ret

        .section .book, "x"

; set_up - prepare a search from position and profile
;
; In      as search
; Out     pst, price; counters, stacks and killers empty
; Uses    everything
set_up: call    build_tables
        ; The root tables first; the network adds to them.
        ld      a,(switches2)
        rla                             ; bit 7 is ROOT_NET
        call    c,net_tables
        call    phase
        push    af
        ; DE = the tempo with its sign.
        ld      a,(profile_tempo)
        ld      e,a
        rla
        sbc     a,a
        ld      d,a
        ld      hl,1
        add     hl,de
        ld      (scan_tempo),hl
        ; 0 in the last phase, or where the profile never passes, is no passing.
        pop     bc                      ; B = phase
        ld      a,b
        xor     LAST_PHASE              ; 0: no passing there
        jr      z,.Lpasses
        ld      a,(profile_pass)
        or      a
        jr      z,.Lpasses
        ; The margin, with the tempo, is 1 to 255.
        ld      l,a
        ld      h,0
        add     hl,de
        call    within_byte
.Lpasses:
        ld      (pass_margin),a
        ; A = phase.
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
        ; Both stacks of moves are empty.
        ld      hl,sorted_stack
        ld      (sorted_top),hl
        ld      hl,raw_moves
        ld      (raw_end),hl
        ld      a,(switches2)
        and     1 << CACHE
        jr      z,.Lno_cache
        ld      hl,cache_check          ; and the three tables behind it
        ; With a cache its four tables are emptied by a copy of the first byte
        ; along them. Bit 7 of cut_rules says that it is there.
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
