; main.s - reset, the keys of a move, and whose turn it is

        .include "mk5.inc"

        .segment "MONRAM"
entry:  .res    5               ; the keys of a move or a number, 0 to 9
style:  .res    1               ; 0 sx81, 1 tuned
level:  .res    3               ; digits
clock_shown:
        .res    1               ; 1: the clocks are in the text
colour: .res    1               ; set-up: of the next piece
auto:   .res    1               ; 1: it plays both sides

        .segment "MONITOR"

; reset - reset: all begins here
;
; In      nothing
; Out     never returns
; Uses    everything
reset:  sei
        cld
        ldx     #$FF
        txs

        ; Zeros in page 0 and from text to the end of RAM. What lies between is
        ; written before it is read. X, now 0, counts up for both at first.
        inx
        txa
@zero:  sta     a:$0000,x
        sta     text,x
        inx
        cpx     #$FF - <text
        bcc     @zero
@page0: sta     a:$0000,x
        inx
        bne     @page0

        ; A second has 240 ticks. NO_SQUARE is $FF: no cursor, and no end of a
        ; search. The clocks run.
        lda     #240
        sta     tick
        lda     #NO_SQUARE
        sta     cursor
        sta     left
        sta     left+1
        lda     #1
        sta     phase_bit
        sta     running

        ; What the battery RAM has: the level, and the game. From cli on the
        ; interrupt shows what draw has put into the display's buffer.
        jsr     get_level
        jsr     restore
        SAY     hello_text
        jsr     draw
        sta     DIVIDER
        cli

; command_loop - wait for keys of the game and obey them
;
; In      the game, with its position on the board
; Out     never returns: each key's code jumps back here
; Uses    everything
;
; Whoever jumps here may have left anything on the stack.
command_loop:
        ldx     #$FF
        txs
        lda     #0
        sta     entered
        sta     thinking

        ; The keys A to H and 1 to 8 are one row of numbers, KEY_A to KEY_BLACK.
_next:  jsr     draw
        jsr     get_key
        cmp     #KEY_A
        bcc     @command
        cmp     #KEY_BLACK+1
        bcs     @command
        jmp     _letter
@command:
        ; Numbers above the last key are none. The table has two bytes a key.
        cmp     #KEY_START+1
        bcs     _next
        asl     a
        tax
        lda     _commands,x
        sta     pointer
        lda     _commands+1,x
        sta     pointer+1
        jmp     (pointer)               ; by the table of commands

; A square's file or rank, or behind both squares the piece of a promotion: the
; fifth is the last. What is entered is shown as far as it goes.
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

; The keys so far behind the number of the move, Black's three places further
; on: X counts keys, Y places of the text.
_show_entry:
        jsr     show_next
        ldy     #4
        ldx     side
        beq     @white
        ldy     #7
@white: ldx     #0

        ; An even key is a file, a letter; an odd one, whose lowest bit the
        ; shift moves to carry, a rank, a digit.
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
        sbc     #'A' - '1'

        ; Behind the first square, which ends with key 1, a hyphen.
@put:   sta     text,y
        iny
        cpx     #1
        bne     @next
        lda     #'-'
        sta     text,y
        iny
@next:  inx
        bne     @key
        ; The fifth key is a piece, whose letter ends the text.
@piece: tax
        lda     _pieces,x
        sta     text,y
@end:   rts

; Enter: the move of four keys, or of five with a promotion.
key_enter:
        lda     entered
        cmp     #4
        bcs     @move
        jmp     command_loop

        ; A square of the board is its rank times 16, and its file.
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

        ; A promotion is in bits 3 and 7 of the square that is left; a queen has
        ; none of them, so that four keys promote to a queen.
        lda     entered
        cmp     #5
        bcc     @queen
        ldx     entry+4
        lda     _promotions,x
        bmi     @bits
        beq     @queen
@bits:  ora     play_from
        sta     play_from
@queen: jsr     try_move                ; carry set: legal, and played
        bcs     @legal
        jsr     beep
        SAY     _illegal
        jmp     command_loop
@legal: jsr     over
        bcs     @over
        jmp     _reply
@over:  jmp     command_loop

; Go, Swap: it plays for the side to move. With Auto it goes on until the game
; is over, or Go ends that.
key_go: jsr     over
        bcs     _stop_auto
_reply: jsr     think                   ; carry clear: there is no move
        bcc     _resigned
        jsr     answer
        jsr     over
        bcs     _stop_auto
        lda     auto
        beq     _done
        jsr     draw
        jmp     _reply
_stop_auto:
        lda     #0
        sta     auto
_done:  jmp     command_loop
_resigned:
        SAY     none_text
        jmp     _stop_auto

; Auto: it plays both sides; Go ends that with the move under way.
key_auto:
        lda     #1
        sta     auto
        jmp     key_go

; answer - play the move that was found and show it
;
; In      m_from, m_to
; Out     the game, the text
; Uses    everything
answer: lda     side                    ; of who moves: try_move turns it
        pha
        lda     m_from
        sta     play_from
        lda     m_to
        sta     play_to
        jsr     try_move

        ; As the game has it: show_move shows m_from and m_to, behind the number
        ; that the side on the stack gives.
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

        ; No move: a check decides between mate and stalemate.
        jsr     in_check
        bcs     @mate
        SAY     _stalemate
        sec
        rts
@mate:  jsr     clear_text
        SAY     _mate
        sec
        rts
        ; half counts half-moves without a capture or a pawn's move.
@moves: lda     half
        cmp     #FIFTY_MOVES
        bcc     @no
        SAY     _fifty
        sec
@no:    rts

        .segment "MONTABLE"

; What each key does, by its number.
_commands:
        .word   key_setup, key_new, key_none, key_none, key_none, key_go
        .word   key_best, key_auto, key_comment, key_hint, key_clock, key_stop
        .word   key_none, key_none, key_none, key_none, key_none, key_none
        .word   key_none, key_none, key_none, key_none, key_back, key_forward
        .word   key_replay, key_go, key_enter, key_ce, key_mode, key_start

; By the keys 1 to 8: Pawn, Knight, Bishop, Rook, Queen, King.
_pieces:
        .byte   "PNBRQK  "
_promotions:                    ; bits 3 and 7 of from
        .byte   $00, $88, $80, $08, $00, $00, $00, $00

hello_text: .asciiz "SEARCHEX MK5"
_illegal:
        .asciiz "NOT LEGAL"
none_text:  .asciiz "NO MOVE"
_stalemate:
        .asciiz "STALEMATE"
_mate:  .asciiz "CHECKMATE"
_fifty: .asciiz "DRAW 50 MOVES"
