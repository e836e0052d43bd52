; monitor.s - what the keys do

        .include "mk5.inc"

        .segment "MONRAM"
entry:  .res    5               ; the keys of a move or a number, 0 to 9
style:  .res    1               ; 0 sx81, 1 tuned
level:  .res    3               ; digits
clock_shown:
        .res    1               ; 1: the clocks are in the text
colour: .res    1               ; set-up: of the next piece
_auto:  .res    1               ; 1: it plays both sides

        .segment "MONITOR"

.macro  SAY     message
        lda     #<message
        ldx     #>message
        jsr     print
.endmacro

; is_set - reset: all begins here
;
; In      nothing
; Out     never returns
; Uses    everything
is_set: sei
        cld
        ldx     #$FF
        txs
        inx
        txa
@zero:  sta     a:$0000,x
        sta     text,x                  ; what is left of RAM; the rest is
        inx                             ; written before it is read
        cpx     #$FF - <text
        bcc     @zero
@page0: sta     a:$0000,x
        inx
        bne     @page0
        lda     #240
        sta     tick
        lda     #NO_SQUARE
        sta     cursor
        sta     left
        sta     left+1
        lda     #1
        sta     phase_bit
        sta     running
        jsr     _get_level
        jsr     restore
        SAY     _hello
        jsr     draw
        sta     DIVIDER
        cli

; The keys of the game. The position is on the board, entered keys of a move.
_main:  ldx     #$FF
        txs
        lda     #0
        sta     entered
        sta     thinking
_next:  jsr     draw
        jsr     get_key
        cmp     #KEY_A
        bcc     @command
        cmp     #KEY_BLACK+1
        bcs     @command
        jmp     _letter
@command:
        cmp     #KEY_START+1
        bcs     _next
        asl     a
        tax
        lda     _commands,x
        sta     pointer
        lda     _commands+1,x
        sta     pointer+1
        jmp     (pointer)               ; by the table of commands

; A square's file or rank, or behind both squares the piece of a promotion.
_letter:
        ldx     entered
        cpx     #5
        bcs     _next
        sec
        sbc     #KEY_A
        sta     entry,x
        inc     entered
        jsr     _show_entry
        jmp     _next

_show_entry:
        jsr     show_next
        ldy     #4
        ldx     side
        beq     @white
        ldy     #7
@white: ldx     #0
@key:   cpx     entered
        bcs     @end
        lda     entry,x
        cpx     #4
        beq     @piece
        clc
        adc     #'A'
        pha
        txa
        lsr     a
        pla
        bcc     @put
        sec
        sbc     #'A' - '1'         ; carry is set
@put:   sta     text,y
        iny
        cpx     #1
        bne     @next
        lda     #'-'
        sta     text,y
        iny
@next:  inx
        bne     @key
@piece: tax
        lda     _pieces,x
        sta     text,y
@end:   rts

; Enter: the move of four keys, or of five with a promotion.
_enter: lda     entered
        cmp     #4
        bcs     @move
        jmp     _main
@move:  lda     entry+1
        asl     a
        asl     a
        asl     a
        asl     a
        ora     entry
        sta     play_from
        lda     entry+3
        asl     a
        asl     a
        asl     a
        asl     a
        ora     entry+2
        sta     play_to
        lda     entered
        cmp     #5
        bcc     @queen
        ldx     entry+4
        lda     _promotions,x
        bmi     @bits
        beq     @queen
@bits:  ora     play_from
        sta     play_from
@queen: jsr     try_move
        bcs     @legal
        jsr     beep
        SAY     _illegal
        jmp     _main
@legal: jsr     over
        bcs     @over
        jmp     _reply
@over:  jmp     _main

; Go, Swap: it plays for the side to move.
_go:    jsr     over
        bcs     _stop_auto
_reply: jsr     think
        bcc     _resigned
        jsr     answer
        jsr     over
        bcs     _stop_auto
        lda     _auto
        beq     _done
        jsr     draw
        jmp     _reply
_stop_auto:
        lda     #0
        sta     _auto
_done:  jmp     _main
_resigned:
        SAY     _none
        jmp     _stop_auto

; Auto: it plays both sides; Go ends that with the move under way.
_both:  lda     #1
        sta     _auto
        jmp     _go

; answer - play the move that was found and show it
;
; In      m_from, m_to
; Out     the game, the text
; Uses    everything
answer: lda     side
        pha
        lda     m_from
        sta     play_from
        lda     m_to
        sta     play_to
        jsr     try_move
        jsr     clear_text
        lda     last_move
        sta     m_from
        lda     last_move+1
        sta     m_to
        pla
        ldx     #'-'
        jsr     show_move
        jmp     beep

; over - is the game over?
;
; In      the position
; Out     carry set: yes, and the text says why
; Uses    A X Y; pointer
over:   jsr     at_rest
        jsr     has_legal_move
        bcs     @moves
        jsr     in_check
        bcs     @mate
        SAY     _stalemate
        sec
        rts
@mate:  jsr     clear_text
        SAY     _mate
        sec
        rts
@moves: lda     half
        cmp     #FIFTY_MOVES
        bcc     @no
        SAY     _fifty
        sec
@no:    rts

; think - look for a move: in the book, then by a search
;
; In      the position, level, style
; Out     carry set: m_from, m_to; else there is no move
; Uses    everything
think:  jsr     released
        SAY     _thinks
        jsr     draw
        lda     tick
        jsr     book_move
        bcc     @search
        lda     play_from
        sta     m_from
        lda     play_to
        sta     m_to
        sec
        rts
@search:
        lda     #0
        sta     restrict_count
_limited:
        ; The style's bytes.
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
@set:   lda     #$FF
        sta     last_sx
        lda     #MAX_PLY
        sta     depth
        lda     #<MINUS_INFINITY
        sta     root_alpha
        lda     #>MINUS_INFINITY
        sta     root_alpha+1
_search:
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

        ; Seconds by the level's digits; 0 ends with the first iteration.
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
@timed: lda     #240
        sta     tick
        lda     NV_DARK
        and     #1
        sta     dark
        lda     #1
        sta     thinking
        jsr     search
        lda     #0
        sta     thinking
        lda     best_move
        sta     m_from
        ldx     best_move+1
        stx     m_to
        ora     m_to
        cmp     #1
        rts

        ; left+1 and A times ten.
@times10:
        sta     left
        ldx     left+1
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

; Hint by Analysis: what it would play, and how the score stands.
_hint:  jsr     over
        bcs     @done
        jsr     think
        bcc     @done
        jsr     clear_text
        ldx     #'-'
        lda     side
        jsr     show_move
        lda     #'?'
        sta     text+3
@done:  jmp     _main

; Next Best: take the last move back and look for another one.
_best:  lda     now
        bne     @some
        jmp     _main
@some:  lda     last_move
        sta     entry
        lda     last_move+1
        sta     entry+1
        dec     now
        jsr     replay
        jsr     released
        SAY     _thinks
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
@move:  cpx     raw_end
        bcs     @all
        lda     raw_moves,x
        cmp     entry
        bne     @other
        lda     raw_moves + RAW_SPACE,x
        cmp     entry+1
        beq     @skip
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
@skip:  inx
        bne     @move
@all:   lda     restrict_count
        bne     @search
        SAY     _none
        inc     now
        jsr     replay
        jmp     _main
@search:
        jsr     _limited
        bcc     @back
        jsr     answer
        jsr     over
@back:  jmp     _main

; Backward, Forward, Replay: half-moves of the record.
_back:  lda     now
        beq     _at_end
        dec     now
        jmp     _again
_forward:
        lda     now
        cmp     recorded
        bcs     _at_end
        inc     now
_again: jsr     replay
        jsr     show_next
        lda     last_move
        bmi     @begin
        sta     m_from
        lda     last_move+1
        sta     m_to
        lda     side
        eor     #1
        ldx     #'-'
        jsr     show_move
@begin: jmp     _main
_replay:
        lda     #0
        sta     now
        jmp     _again
_at_end:
        jsr     beep
        jmp     _main

; New Game asks for Yes.
_new:   SAY     _sure
        jsr     draw
        jsr     get_key
        cmp     #KEY_YES
        bne     @no
        jsr     new_game
        SAY     _hello
        jmp     _main
@no:    jmp     _clear_entry

; Comment: the display while it thinks, on or dark.
_comment:
        lda     NV_DARK
        and     #1
        eor     #1
        sta     NV_DARK
        bne     @dark
        SAY     _lit
        jmp     _main
@dark:  SAY     _unlit
        jmp     _main

; Clock: minutes and seconds of both sides. Stop and Start.
_clock: jsr     clear_text
        ldx     #1
        ldy     #8
@side:  lda     sides,x
        sta     text,y
        iny
        lda     minutes,x
        jsr     @number
        lda     #'.'
        sta     text,y
        iny
        lda     seconds,x
        jsr     @number
        ldy     #0
        dex
        bpl     @side
        jmp     _main
@number:
        stx     pointer
        ldx     #'0'
@ten:   cmp     #10
        bcc     @less
        sbc     #10
        inx
        bne     @ten
@less:  pha
        txa
        sta     text,y
        iny
        pla
        clc
        adc     #'0'
        sta     text,y
        iny
        ldx     pointer
        rts
_stop:  lda     #0
        sta     running
        beq     _clock
_start_clock:
        lda     #1
        sta     running
        bne     _clock

; The level in the battery RAM: digits that are none count as 0, 0, 5.
_get_level:
        ldx     #2
@digit: lda     NV_LEVEL,x
        and     #$0F
        cmp     #10
        bcs     @none
        sta     level,x
        dex
        bpl     @digit
        lda     NV_MAGIC
        and     #$0F
        cmp     #$A
        bne     @none
        lda     NV_STYLE
        and     #1
        sta     style
        rts
@none:  lda     #0
        sta     level
        sta     level+1
        sta     style
        sta     NV_STYLE
        sta     NV_DARK
        lda     #5
        sta     level+2

; save_level - keep the level without power
;
; In      level, style
; Out     the battery RAM
; Uses    A X
save_level:
        ldx     #2
@digit: lda     level,x
        sta     NV_LEVEL,x
        dex
        bpl     @digit
        lda     style
        sta     NV_STYLE
        rts

; Mode: seconds a move; again: a mate to be found; again: the style.
_mode:  ldx     #2
@keep:  lda     level,x
        sta     entry,x
        dex
        bpl     @keep
@show:  SAY     _seconds
        ldx     #2
@digit: lda     entry,x
        clc
        adc     #'0'
        sta     text+11,x
        dex
        bpl     @digit
        jsr     draw
        jsr     get_key
        cmp     #KEY_MODE
        beq     _problem
        cmp     #KEY_ENTER
        beq     @set
        cmp     #KEY_NO
        bcc     @leave
        cmp     #KEY_YES+1
        bcs     @leave
        ldx     entry+1
        stx     entry
        ldx     entry+2
        stx     entry+1
        sbc     #KEY_NO-1               ; carry is clear: one less
        sta     entry+2
        jmp     @show
@set:   ldx     #2
@put:   lda     entry,x
        sta     level,x
        dex
        bpl     @put
        jsr     save_level
@leave: jmp     _clear_entry

_problem:
        SAY     _mate_in
        jsr     draw
        jsr     get_key
        cmp     #KEY_MODE
        beq     _style
        cmp     #KEY_A
        bcc     @leave
        cmp     #KEY_BLACK              ; 7 moves at most
        bcs     @leave
        sbc     #KEY_A-2                ; carry is clear: 1 to 7
        jmp     _find_mate
@leave: jmp     _clear_entry

_style: SAY     _sx81
        lda     style
        beq     @show
        SAY     _tuned
@show:  jsr     draw
        jsr     get_key
        cmp     #KEY_ENTER
        beq     @set
        cmp     #KEY_MODE
        bne     @leave
        jsr     save_level
        jmp     _mode
@set:   lda     style
        eor     #1
        sta     style
        jsr     save_level
        jmp     _style
@leave: jsr     save_level
        jmp     _clear_entry

; Look for a mate in A moves: to twice as many half-moves, all at one price, and
; what is less than that mate does not count.
_find_mate:
        asl     a
        sta     depth
        pha
        lda     #0
        sta     restrict_count
        ldx     #PROFILE_SIZE
@price: lda     uniform_profile-1,x
        sta     profile-1,x
        dex
        bne     @price
        pla
        asl     a
        asl     a
        asl     a
        sta     last_sx
        sec
        lda     #<MATE
        sbc     depth
        sta     root_alpha
        lda     #>MATE
        sbc     #0
        sta     root_alpha+1
        jsr     released
        SAY     _thinks
        jsr     draw
        ldx     #2
@keep:  lda     level,x
        sta     entry,x
        lda     #9
        sta     level,x
        dex
        bpl     @keep
        jsr     _search
        ldx     #2
@back:  lda     entry,x
        sta     level,x
        dex
        bpl     @back
        lda     line_len
        beq     @none
        jsr     clear_text
        ldx     #'-'
        lda     side
        jsr     show_move
        lda     #'!'
        sta     text+3
        jmp     _main
@none:  SAY     _no_mate
        jmp     _main

; Enter Position: file and rank, then a piece or 0; 7 and 8 behind a square are
; the colour of what follows, 9 clears the board. Enter ends it.
_setup: lda     #0
        sta     colour
        jsr     board_to_block
        ldx     #63
@square:
        lda     position_block,x
        sta     sorted_stack,x
        dex
        bpl     @square
@file:  SAY     _position
        jsr     _draw_block
        jsr     get_key
        cmp     #KEY_ENTER
        bne     @more
        jmp     @end
@more:  cmp     #KEY_CE
        beq     @leave
        cmp     #KEY_YES
        bne     @not_clear
        ldx     #63
        lda     #0
@clear: sta     sorted_stack,x
        dex
        bpl     @clear
        jmp     @file
@not_clear:
        jsr     @letter
        bcs     @file
        sta     entry
        jsr     get_key
        jsr     @letter
        bcs     @file
        asl     a
        asl     a
        asl     a
        ora     entry
        sta     entry
@piece: jsr     _cursor
        jsr     get_key
        cmp     #KEY_WHITE
        beq     @white
        cmp     #KEY_BLACK
        beq     @black
        ldx     #0
        cmp     #KEY_NO
        beq     @put
        cmp     #KEY_A
        bcc     @file
        cmp     #KEY_WHITE
        bcs     @file
        sec
        sbc     #KEY_A
        eor     #$FF
        clc
        adc     #7                      ; Pawn 6 to King 1
        ldx     colour
        beq     @code
        clc
        adc     #6
@code:  tax
@put:   txa
        ldx     entry
        sta     sorted_stack,x
        jmp     @file
@white: lda     #0
        beq     @colour
@black: lda     #1
@colour:
        sta     colour
        jmp     @piece

        ; Carry clear: A = 0 to 7, of the keys A to H.
@letter:
        sec
        sbc     #KEY_A
        cmp     #8
        rts

@leave: lda     #NO_SQUARE
        sta     cursor
        jsr     replay
        jmp     _clear_entry
@bad:   jsr     beep
        SAY     _impossible
        jsr     draw
        jsr     get_key
        jmp     @file

@end:   lda     #NO_SQUARE
        sta     cursor
        SAY     _who
        jsr     draw
        jsr     get_key
        ldx     #0
        cmp     #KEY_BLACK
        bne     @to_move
        inx
@to_move:
        stx     sorted_stack+64
        jsr     _rights
        lda     #NO_SQUARE
        sta     sorted_stack+66
        lda     #0
        sta     sorted_stack+67
        jsr     _to_block
        jsr     possible
        bcs     @unfit
        jsr     set_position

        ; The side that is not to move must not be in check.
        lda     side
        eor     #1
        sta     side
        jsr     in_check
        php
        lda     side
        eor     #1
        sta     side
        plp
        bcs     @unfit
        jsr     _to_block
        jsr     block_to_base
        SAY     _hello
        jmp     _main
@unfit: jmp     @bad

; What is being set up, to position_block.
_to_block:
        ldx     #67
@byte:  lda     sorted_stack,x
        sta     position_block,x
        dex
        bpl     @byte
        rts

; Castling rights where king and rook stand at home.
_rights:
        lda     #0
        ldx     sorted_stack+4
        cpx     #1
        bne     @black
        ldx     sorted_stack+7
        cpx     #3
        bne     @long
        ora     #1
@long:  ldx     sorted_stack
        cpx     #3
        bne     @black
        ora     #2
@black: ldx     sorted_stack+60
        cpx     #7
        bne     @end
        ldx     sorted_stack+63
        cpx     #9
        bne     @far
        ora     #4
@far:   ldx     sorted_stack+56
        cpx     #9
        bne     @end
        ora     #8
@end:   sta     sorted_stack+65
        rts

; Show what is being set up; entry is a square of 64.
_cursor:
        lda     entry
        and     #$38
        clc
        adc     entry
        sta     cursor
_draw_block:
        lda     colour
        sta     sorted_stack+64         ; which draw shows
        lda     #0
        sta     sorted_stack+65
        sta     sorted_stack+67
        lda     #NO_SQUARE
        sta     sorted_stack+66
        jsr     _to_block
        jsr     set_position
        jmp     draw

; CE: what was entered is forgotten.
_clear_entry:
        jsr     show_next
_nothing:
        jmp     _main

        .segment "MONTABLE"

; What each key does, by its number.
_commands:
        .word   _setup, _new, _nothing, _nothing, _nothing, _go
        .word   _best, _both, _comment, _hint, _clock, _stop
        .word   _nothing, _nothing, _nothing, _nothing, _nothing, _nothing
        .word   _nothing, _nothing, _nothing, _nothing, _back, _forward
        .word   _replay, _go, _enter, _clear_entry, _mode, _start_clock

; By the keys 1 to 8: Pawn, Knight, Bishop, Rook, Queen, King.
_pieces:
        .byte   "PNBRQK  "
_promotions:                    ; bits 3 and 7 of from
        .byte   $00, $88, $80, $08, $00, $00, $00, $00

_hello: .asciiz "SEARCHEX MK5"
_illegal:
        .asciiz "NOT LEGAL"
_none:  .asciiz "NO MOVE"
_stalemate:
        .asciiz "STALEMATE"
_mate:  .asciiz "CHECKMATE"
_fifty: .asciiz "DRAW 50 MOVES"
_thinks:
        .asciiz "THINKING"
_sure:  .asciiz "NEW GAME?"
_lit:   .asciiz "LIT"
_unlit: .asciiz "DARK"
_seconds:
        .asciiz "SECONDS"
_mate_in:
        .asciiz "PROBLEM 1-7"
_no_mate:
        .asciiz "NO MATE"
_sx81:  .asciiz "STYLE SX81"
_tuned: .asciiz "STYLE TUNED"
_position:
        .asciiz "POSITION"
_who:   .asciiz "WHITE OR BLACK"
_impossible:
        .asciiz "IMPOSSIBLE"
