; think.s - the machine's move: Go, Hint and Next Best

        .include "mk5.inc"

        .segment "MONITOR"

; think - look for a move: in the book, then by a search
;
; In      the position, level, style
; Out     carry set: m_from, m_to; else there is no move
; Uses    everything
think:  jsr     released
        SAY     thinks_text
        jsr     draw

        ; The interrupt counts tick, so it is a random number for the book.
        lda     tick
        jsr     book_move
        bcc     @search
        lda     play_from               ; the book's move
        sta     m_from
        lda     play_to
        sta     m_to
        sec
        rts
@search:
        lda     #0                      ; all moves of the root
        sta     restrict_count

; think_restricted - look for a move by a search of the style that is set
;
; In      the position, level, style; restrict_count moves at the root, 0: all
; Out     carry set: m_from, m_to; else there is no move
; Uses    everything
think_restricted:
        ; The style's bytes, from the last to the first: sx81's stand before
        ; tuned's.
        ldx     #PROFILE_SIZE
        lda     style
        bne     @tuned
@sx81:  lda     profiles-1,x
        sta     profile-1,x
        dex
        bne     @sx81
        beq     @set
@tuned: lda     profiles+PROFILE_SIZE-1,x
        sta     profile-1,x
        dex
        bne     @tuned

        ; No bound but time: all budgets, all plies, and any score at the root.
@set:   lda     #$FF
        sta     last_sx
        lda     #MAX_PLY
        sta     depth
        lda     #<MINUS_INFINITY
        sta     root_alpha
        lda     #>MINUS_INFINITY
        sta     root_alpha+1

; timed_search - search for the level's seconds
;
; In      the position, level, profile; last_sx, depth, root_alpha,
;         restrict_count
; Out     carry set: m_from, m_to; else there is no move
; Uses    everything
timed_search:
        ; The limit of nodes is out of reach: bit 15 of its low word stays
        ; clear, as limit_reached has it. A draw is worth 0.
        lda     #$FF
        sta     node_limit
        sta     node_limit+2
        lda     #$7F
        sta     node_limit+1
        lda     #$FF
        sta     node_limit+3
        lda     #<SCORE_BIAS
        sta     draw_even
        sta     draw_odd
        lda     #>SCORE_BIAS
        sta     draw_even+1
        sta     draw_odd+1

        ; Seconds by the level's digits, in left, which the interrupt does not
        ; count before thinking is set. 0 seconds: stop_flag ends the search as
        ; soon as it may, with the first iteration.
        lda     #0
        sta     left+1
        sta     stop_flag
        lda     level
        jsr     @times10
        clc
        adc     level+1
        jsr     @times10
        clc
        adc     level+2
        bcc     @sum
        inc     left+1
@sum:   sta     left
        ora     left+1
        bne     @timed
        inc     stop_flag

        ; A whole second from now on. While thinking is 1 the interrupt counts
        ; left down and looks for Go; both set stop_flag.
@timed: lda     #240
        sta     tick
        lda     NV_DARK                 ; with the display off, no row is shown
        and     #1
        sta     dark
        lda     #1
        sta     thinking
        jsr     search
        lda     #0
        sta     thinking

        ; No move is 0, both bytes: the comparison with 1 sets carry for all
        ; others.
        lda     best_move
        sta     m_from
        ldx     best_move+1
        stx     m_to
        ora     m_to
        cmp     #1
        rts

        ; left+1 and A times ten: four times, one more, twice. left and pointer
        ; are scratch.
@times10:
        sta     left
        ldx     left+1                  ; the high byte, once
        stx     pointer+1
        asl     a
        rol     left+1
        asl     a
        rol     left+1
        clc
        adc     left
        tax
        lda     left+1
        adc     pointer+1
        sta     left+1
        txa
        asl     a
        rol     left+1
        rts

; Hint by Analysis: what it would play, with a question mark. The game stays.
key_hint:
        jsr     over
        bcs     @done
        jsr     think
        bcc     @done
        jsr     clear_text
        ldx     #'-'
        lda     side
        jsr     show_move
        lda     #'?'
        sta     text+3
@done:  jmp     command_loop

; Next Best: take the last move back and look for another one. entry keeps the
; move that is taken back.
key_best:
        lda     now
        bne     @some
        jmp     command_loop
@some:  lda     last_move
        sta     entry
        lda     last_move+1
        sta     entry+1

        ; The position before it, and its legal moves.
        dec     now
        jsr     replay
        jsr     released
        SAY     thinks_text
        jsr     draw
        jsr     legal_moves

        ; All moves but that one, in the free half pages of the root tables,
        ; 64 a page.
        lda     #<(pst + RESTRICTED_AT)
        sta     pointer
        lda     #>(pst + RESTRICTED_AT)
        sta     pointer+1
        ldx     #0
        ldy     #0
        sty     restrict_count
        ; X runs through the list of legal moves, which is the generators'.
@move:  cpx     raw_end
        bcs     @all
        lda     raw_moves,x
        cmp     entry
        bne     @other
        lda     raw_moves + RAW_SPACE,x
        cmp     entry+1
        beq     @skip
        ; The move's two bytes. Y runs through half a page: from $80 on it is
        ; negative, and the next half page follows.
@other: lda     raw_moves,x
        sta     (pointer),y
        iny
        lda     raw_moves + RAW_SPACE,x
        sta     (pointer),y
        iny
        bpl     @same
        ldy     #0
        inc     pointer+1
@same:  inc     restrict_count
@skip:  inx                             ; what was taken back is left out
        bne     @move

        ; There was no other move: the one taken back is played again.
@all:   lda     restrict_count
        bne     @search
        SAY     none_text
        inc     now
        jsr     replay
        jmp     command_loop
@search:
        jsr     think_restricted        ; carry clear: no move
        bcc     @back
        jsr     answer
        jsr     over
@back:  jmp     command_loop

        .segment "MONTABLE"

thinks_text:
        .asciiz "THINKING"
