; root.s - a search: its iterations and their result

        .include "memory.inc"

        .export search, iterate, set_up, hook_iteration, restrict

; Overlay of restrict, while it runs, above that of drop_move, which it calls.
_list   = search_zp + 8         ; the list's first move
_number = search_zp + 10        ; of the move being compared
_left   = search_zp + 11        ; moves to keep not compared yet
_keep   = search_zp + 12        ; the page that the next of them is in

_bytes  = search_zp             ; _keep_line, while it runs
_cleared = search_zp            ; set_up: where the cache is cleared

        .code

; search - look for the best move
;
; In      the position (set_position, play_move), profile; last_sx, depth
;         1 to 32, node_limit, stop_flag; restrict_count and the moves that
;         the root is restricted to (RESTRICTED_AT)
; Out     best_move (0: no legal move), result_score, result_sx, nodes, line,
;         line_len; stopped: 0, or 1 where a limit has ended it, or 2 if also
;         the result is not of a complete iteration
; Uses    everything
search: jsr     set_up
        ; The first budget is the profile's, or the last one where that is less.
        lda     profile_start
        cmp     last_sx
        bcc     iterate
_last:  lda     last_sx

; iterate - search the root with a growing budget; ends search
;
; In      A = budget of the first iteration, what set_up has made
; Out     as search
; Uses    everything
iterate:
        ; X is the other side's budget too, if there are two; with one it is 0.
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
        ; It is not known whether the root is in check. Both bits of n_following
        ; are set: the line follows the last variation, and the root's moves are
        ; filtered.
        lda     #1
        sta     n_maybe
        lda     #(FOLLOWING | FILTERED) >> 2
        sta     n_following
        ; The static value counted from nothing, with the bias added in its high
        ; byte.
        jsr     static
        lda     value
        sta     n_static
        lda     value+1
        eor     #>SCORE_BIAS
        sta     n_static+1
        ; The window: from root_alpha to INFINITY.
        lda     root_alpha
        sta     n_alpha
        lda     root_alpha+1
        sta     n_alpha+1
        lda     #<INFINITY
        sta     n_beta
        lda     #>INFINITY
        sta     n_beta+1
        jsr     node                    ; ply 0
        ; A whole iteration: its line is kept, if any move was above alpha. From
        ; here on limits count.
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
        lda     #1                      ; there is a result to return
        sta     limited
hook_iteration:                 ; search_sx, value, best_move
        ; The budget of this result. Without a line no move was better than
        ; alpha.
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
        ; So does one that cannot be escaped.
        lda     value
        cmp     #<(MATED + 2*MAX_PLY + 1)
        lda     value+1
        sbc     #>(MATED + 2*MAX_PLY + 1)
        bcc     @done

        ; The next budget is a step more, the last one at most.
        ; A step of 0: this was the only iteration.
@step:  lda     profile_step
        beq     @done
        lda     search_sx
        cmp     last_sx
        beq     @done
        adc     profile_step            ; carry is clear: it is less than last_sx
        bcs     @last                   ; more than a byte
        cmp     last_sx
        bcs     @last
        jmp     iterate
@last:  jmp     _last

        ; No move above alpha: there is no legal move or, in a search for mates
        ; only, no mate so far.
@no_line:
        lda     root_alpha+1
        cmp     #>MINUS_INFINITY
        bne     @step                   ; mates only: none so far
@done:  rts

; A limit has ended the iteration. Its result counts if its best move is as good
; as the last iteration's, or if it has searched that move again and then other
; moves, or a better one before.
_unfinished:
        ; pv_len 0: no move has raised alpha. A score that is a loss by mate is
        ; none.
        lda     pv_len
        beq     @none_tried
        lda     root_score
        cmp     #<(MATED + 2*MAX_PLY + 1)
        lda     root_score+1
        sbc     #>(MATED + 2*MAX_PLY + 1)
        bcc     @lost
        ; Without a line of an earlier iteration it counts. Else it must be as
        ; good as that one's result,
        lda     line_len
        beq     @counts
        lda     root_score
        cmp     result_score
        lda     root_score+1
        sbc     result_score+1
        bcs     @counts
        ; or the last best move is among those searched, and not alone, or not
        ; the best.
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

        ; All searched moves are mated, or none was searched. Without a better
        ; line, return the move being searched, which is not refuted yet, with
        ; its static value.
@lost:  lda     line_tried              ; 0: the last line's move is not refuted
        bne     @under_way
@none_tried:
        lda     line_len
        bne     @done
@under_way:
        lda     root_alpha+1
        cmp     #>MINUS_INFINITY
        bne     @counts                 ; a search for mates only: no line
        ; The move at hand becomes the variation, of length 1, and its static
        ; value the score.
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
        inc     stopped                 ; 2
        lda     pv_len
        beq     @done

; The root's variation is the line of the next iteration, its first move
; the best. A = its length.
_keep_line:
        ; Two bytes a move. X counts down over all of line, which gets zeros
        ; from the variation's end on.
        sta     line_len
        asl     a
        sta     _bytes
        ldx     #2*MAX_PLY-1
@byte:  lda     #0                      ; zeros behind it
        cpx     _bytes
        bcs     @behind                 ; not the variation's any more
        lda     pv_root,x
@behind:
        sta     line,x
        dex
        bpl     @byte
        ; At the end A is the first byte of the line, the best move's from.
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
;
; From the last move to the first each that is not among the moves to keep is
; dropped.
restrict:
        ldy     restrict_count
        beq     @all
        ; From the list's first move to raw_end: less than 256, in the low
        ; bytes.
        sta     _list
        stx     _list+1
        eor     #$FF
        sec
        adc     raw_end                 ; moves in the list
        tay
@move:  beq     @all                    ; Y, which has just been loaded, is 0
        dey
        ; Y is the number of the move. Its from and to, from two columns.
        sty     _number
        lda     (_list),y
        sta     m_from
        ldx     _list+1
        txa
        clc
        adc     #>RAW_SPACE
        sta     _list+1
        lda     (_list),y
        sta     m_to
        stx     _list+1                 ; to the column of from again

        ; The moves to keep lie in the upper halves of pages of pst: _keep is a
        ; page, Y from $80 up.
        lda     restrict_count
        sta     _left
        lda     #<pst
        sta     _keep
        lda     #>(pst + RESTRICTED_AT)
        sta     _keep+1
        ldy     #<RESTRICTED_AT
@compare:
        ; Two bytes each, compared with the move's.
        lda     (_keep),y
        iny
        cmp     m_from
        bne     @other
        lda     (_keep),y
        cmp     m_to
        beq     @next
@other: iny
        bne     @same_page
        inc     _keep+1                 ; the next free half page
        ldy     #$80
@same_page:
        ; It is not among them: it is dropped. The list behind it has been
        ; compared already.
        dec     _left
        bne     @compare
        lda     _list
        ldx     _list+1
        jsr     drop_move
@next:  ldy     _number
        jmp     @move
@all:   rts

; set_up - prepare a search from position and profile
;
; In      as search
; Out     pst, price; counters, stacks and killers empty
; Uses    everything
set_up: jsr     build_tables
        ; On top of these the net's, if the profile has it; then what depends on
        ; the phase, which is saved on the stack.
        bit     switches2
        bpl     @no_net                 ; bit 7 is ROOT_NET
        jsr     net_tables
@no_net:
        jsr     phase
        pha
        jsr     set_prices

        ; The margin of passing: the profile's and the tempo, which has a sign;
        ; none in the bare endgame, where having to move may lose.
        pla
        eor     #LAST_PHASE
        beq     @passes                 ; with A = 0
        ldx     #0
        lda     profile_tempo
        bpl     @high
        dex
@high:  stx     value+1                 ; the tempo's high byte
        clc
        lda     profile_pass
        beq     @passes                 ; the profile has none: A = 0
        adc     profile_tempo
        sta     value
        bcc     @sum
        inc     value+1
@sum:   jsr     within_byte
@passes:
        sta     pass_margin

        ; Counters, the result and the last variation are cleared.
        lda     #0
        sta     nodes
        sta     nodes+1
        sta     nodes_high
        sta     nodes_high+1
        ldx     #11                     ; to line_len: result_score, best_move
@result:                                ; and what else is between
        sta     limited,x
        dex
        bpl     @result
        ; No line, no killers, no buckets.
        ldx     #2*MAX_PLY-1
@line:  sta     line,x
        dex
        bpl     @line
        ldx     #4*MAX_PLY-1            ; as many as there are buckets
@killers:
        sta     killers,x
        sta     bucket_page,x
        sta     bucket_at,x
        dex
        bpl     @killers
        ; A score of 0 has the bias in its high byte. The sorted moves end where
        ; they begin.
        lda     #>SCORE_BIAS
        sta     result_score+1
        lda     #<sorted_stack
        sta     sorted_top
        lda     #>sorted_stack
        sta     sorted_top+1
        jsr     no_raw_moves

        .assert line_len - limited = 11, error, "what a search leaves has moved apart"

        ; What cuts off is a killer, and the cache's, which begins empty.
        ; Bit 7 of cut_rules: moves go to the cache. It is cleared page by page.
        lda     switches2
        and     #1 << CACHE
        beq     @no_cache
        lda     #>cache_check
        sta     _cleared+1
        lda     #0
        sta     _cleared
        tay
        ldx     #4*CACHE_SIZE/256
@cache:
        .repeat 4
        sta     (_cleared),y            ; four bytes a turn
        iny
        .endrepeat
        bne     @cache
        inc     _cleared+1
        dex
        bne     @cache
        lda     #$80
@no_cache:
        sta     cut_rules
        ; The bit of KILLERS: quiet moves that cut are killers.
        lda     switches
        and     #1 << KILLERS
        ora     cut_rules
        sta     cut_rules
        rts
