; root.s - a search: its iterations and their result

        .include "memory.inc"

        .export search, iterate, set_up, hook_iteration, restrict

; Of restrict: three pointers to the columns of the list from its start on, and
; three to the place of the next move that stays.
_from   = search_zp
_to     = search_zp + 2
_flags  = search_zp + 4
_kept   = search_zp + 6
_end    = search_zp + 7
_left   = search_zp + 8
_moves  = search_zp + 9         ; in the moves to keep

_bytes  = search_zp             ; of _keep_line

        .code

; search - look for the best move
;
; In      the position (set_position, play_move), profile; last_sx, depth
;         1 to 32, node_limit, stop_flag; restrict_count and the moves that
;         the root is restricted to (RESTRICTED_AT)
; Out     best_move (0: no legal move), result_score, result_sx, nodes,
;         line, line_len; stopped: 0, or 1 where a limit has ended it, or 2
;         where besides the result is not of a complete iteration
; Uses    everything
; Cycles  not on the benchmark
search: jsr     set_up
        lda     profile_start
        cmp     last_sx
        bcc     iterate
_last:  lda     last_sx

; iterate - search the root with a growing budget; ends search
;
; In      A = budget of the first iteration, what set_up has made
; Out     as search
; Uses    everything
; Cycles  not on the benchmark
iterate:
        sta     search_sx
        sta     n_sx
        tax
        lda     switches
        lsr     a                       ; TWO_BUDGETS
        lda     #0
        sta     n_checked
        sta     ply
        sta     line_tried
        bcs     @two_budgets
        tax
@two_budgets:
        stx     n_other
        lda     #1
        sta     n_maybe
        lda     #(FOLLOWING | FILTERED) >> 2
        sta     n_following
        jsr     static
        lda     value
        sta     n_static
        lda     value+1
        eor     #>SCORE_BIAS
        sta     n_static+1
        lda     root_alpha
        sta     n_alpha
        lda     root_alpha+1
        sta     n_alpha+1
        lda     #<INFINITY
        sta     n_beta
        lda     #>INFINITY
        sta     n_beta+1
        jsr     node
        lda     stopped
        bne     _unfinished
        lda     pv_len
        beq     @no_better
        jsr     _keep_line
@no_better:
        lda     value
        sta     result_score
        lda     value+1
        sta     result_score+1
        lda     #1
        sta     limited
hook_iteration:                 ; search_sx, value, best_move
        lda     search_sx
        sta     result_sx
        lda     line_len
        beq     @no_line

        ; A mate that is proved ends the search.
        lda     value
        cmp     #<(MATE - 2*MAX_PLY)
        lda     value+1
        sbc     #>(MATE - 2*MAX_PLY)
        bcs     @done
        lda     value
        cmp     #<(MATED + 2*MAX_PLY + 1)
        lda     value+1
        sbc     #>(MATED + 2*MAX_PLY + 1)
        bcc     @done

        ; The next budget is a step more, the last one at most.
@step:  lda     profile_step
        beq     @done
        lda     search_sx
        cmp     last_sx
        beq     @done
        clc
        adc     profile_step
        bcs     @last
        cmp     last_sx
        bcs     @last
        jmp     iterate
@last:  jmp     _last

        ; No move above alpha: there is none, or where mates alone are looked
        ; for no mate so far.
@no_line:
        lda     root_alpha+1
        cmp     #>MINUS_INFINITY
        bne     @step
@done:  rts

; A limit has ended the iteration. What it has found counts where its best
; move is worth as much as the last iteration's, or where it has searched
; that one again and other moves after it, or a better one before.
_unfinished:
        lda     pv_len
        beq     @none_tried
        lda     root_score
        cmp     #<(MATED + 2*MAX_PLY + 1)
        lda     root_score+1
        sbc     #>(MATED + 2*MAX_PLY + 1)
        bcc     @lost
        lda     line_len
        beq     @counts
        lda     root_score
        cmp     result_score
        lda     root_score+1
        sbc     result_score+1
        bcs     @counts
        lda     line_tried
        beq     @done
        cmp     #1
        bne     @counts
        lda     pv_root
        cmp     line
        bne     @counts
        lda     pv_root+1
        cmp     line+1
        bne     @counts
@done:  rts

        ; All moves that were searched are mated, or none was: where there is
        ; no better line, the move under way is not refuted yet. Its static
        ; value is all that is known of it.
@lost:  lda     line_tried
        bne     @under_way
@none_tried:
        lda     line_len
        bne     @done
@under_way:
        lda     root_alpha+1
        cmp     #>MINUS_INFINITY
        bne     @counts                 ; mates alone are looked for: no line
        lda     m_from
        sta     pv_root
        lda     m_to
        sta     pv_root+1
        ldy     #REC_SCORE
        lda     (n_record),y
        sta     root_score
        iny
        lda     (n_record),y
        sta     root_score+1
        lda     #1
        sta     pv_len
@counts:
        inc     stopped
        lda     pv_len
        beq     @done

; The root's variation is the line of the next iteration, its first move
; the best. A = its length.
_keep_line:
        sta     line_len
        asl     a
        sta     _bytes
        ldx     #2*MAX_PLY-1
@byte:  lda     #0                      ; zeros behind it
        cpx     _bytes
        bcs     @behind
        lda     pv_root,x
@behind:
        sta     line,x
        dex
        bpl     @byte
        sta     best_move               ; line's first byte
        lda     line+1
        sta     best_move+1
        lda     root_score
        sta     result_score
        lda     root_score+1
        sta     result_score+1
        rts

; restrict - keep the moves that the root is restricted to
;
; In      A, low, and X, high, of the first raw move's address; raw_end;
;         restrict_count, 0: all
; Out     raw_end
; Uses    A X Y; m_from, m_to
; Cycles  not on the benchmark
;
; Y counts the moves that are looked at, _kept those that stay, which is
; never more: so they move up in place.
restrict:
        ldy     restrict_count
        beq     @all
        sta     _from
        sta     _to
        sta     _flags
        stx     _from+1
        eor     #$FF
        sec
        adc     raw_end
        sta     _end                    ; moves in the list
        txa
        clc
        adc     #>RAW_SPACE
        sta     _to+1
        adc     #>RAW_SPACE
        sta     _flags+1
        ldy     #0
        sty     _kept
@move:  cpy     _end
        beq     @end
        lda     (_from),y
        sta     m_from
        lda     (_to),y
        sta     m_to
        jsr     @wanted
        bne     @next
        lda     (_flags),y
        pha
        tya
        pha
        ldy     _kept
        inc     _kept
        lda     m_from
        sta     (_from),y
        lda     m_to
        sta     (_to),y
        pla
        tax
        pla
        sta     (_flags),y
        txa
        tay
@next:  iny
        bne     @move
@end:   lda     _from
        clc
        adc     _kept
        sta     raw_end
        lda     _from+1
        adc     #0
        sta     raw_end+1
@all:   rts

; Z set: the move at hand is one to keep. Y stays.
@wanted:
        tya
        pha
        lda     restrict_count
        sta     _left
        lda     #>(pst + RESTRICTED_AT)
        sta     _moves+1
        lda     #<pst
        sta     _moves
        ldy     #<RESTRICTED_AT
@compare:
        lda     (_moves),y
        iny
        cmp     m_from
        bne     @other
        lda     (_moves),y
        cmp     m_to
        beq     @found
@other: iny
        bne     @same_page
        inc     _moves+1                ; the next free half page
        ldy     #$80
@same_page:
        dec     _left
        bne     @compare
        dec     _left                   ; Z clear
@found: pla
        tay
        rts

; set_up - what a search needs from position and profile
;
; In      as search
; Out     pst, price; counters, stacks and killers empty
; Uses    everything
; Cycles  not on the benchmark
set_up: jsr     build_tables
        jsr     phase
        pha
        jsr     set_prices

        ; The margin of passing: the profile's and the tempo, which has a sign;
        ; none in the bare endgame, where having to move may lose.
        pla
        eor     #LAST_PHASE
        beq     @passes
        ldx     #0
        lda     profile_tempo
        bpl     @high
        dex
@high:  stx     value+1
        clc
        lda     profile_pass
        beq     @passes
        adc     profile_tempo
        sta     value
        bcc     @sum
        inc     value+1
@sum:   jsr     within_byte
@passes:
        sta     pass_margin

        lda     #0
        sta     nodes
        sta     nodes+1
        sta     nodes_high
        sta     nodes_high+1
        sta     best_move
        sta     best_move+1
        sta     result_score            ; 0
        sta     stopped
        sta     limited
        sta     line_len
        sta     result_sx
        ldx     #2*MAX_PLY-1
@line:  sta     line,x
        dex
        bpl     @line
        ldx     #4*MAX_PLY-1
@killers:
        sta     killers,x
        dex
        bpl     @killers
        lda     #>SCORE_BIAS
        sta     result_score+1
        lda     #<sorted_stack
        sta     sorted_top
        lda     #>sorted_stack
        sta     sorted_top+1
        lda     #<raw_moves
        sta     raw_end
        lda     #>raw_moves
        sta     raw_end+1

        ; What cuts off is a killer, and the cache's, which begins empty.
        lda     switches2
        and     #1 << CACHE
        beq     @no_cache
        lda     #0
        tax
@cache:
        .repeat 3*CACHE_SIZE/256, k
        sta     cache_check + 256*k,x
        .endrepeat
        inx
        bne     @cache
        lda     #$80
@no_cache:
        sta     cut_rules
        lda     switches
        and     #1 << KILLERS
        ora     cut_rules
        sta     cut_rules
        rts
