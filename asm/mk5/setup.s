; setup.s - Enter Position, and the key CE

        .include "mk5.inc"

        .segment "MONITOR"

; Enter Position: file and rank, then a piece or 0; 7 and 8 behind a square are
; the colour of what follows, 9 clears the board. Enter ends it.
;
; sorted_stack, which only a search uses, has what is being set up in the form
; of position_block: 64 squares with codes of men, White's 1 to 6 and Black's 7
; to 12, then side, castling rights, en passant and half-moves.
key_setup:
        lda     #0
        sta     colour
        jsr     board_to_block

        ; It begins with the men of the game.
        ldx     #63
@square:
        lda     position_block,x
        sta     sorted_stack,x
        dex
        bpl     @square

        ; The next square: its file, or a key for the whole board.
@file:  SAY     _position
        jsr     _draw_block
        jsr     get_key
        cmp     #KEY_ENTER
        bne     @more
        jmp     @end
@more:  cmp     #KEY_CE                 ; CE leaves
        beq     @leave
        cmp     #KEY_YES                ; 9 clears
        bne     @not_clear
        ldx     #63
        lda     #0
@clear: sta     sorted_stack,x
        dex
        bpl     @clear
        jmp     @file
        ; File and rank give a square of 64, in entry.
@not_clear:
        jsr     @letter                 ; a file
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

        ; A man for the square, 0 for none, or a colour and then a man.
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
        sbc     #KEY_A                  ; Pawn 0 to King 5
        eor     #$FF
        clc
        adc     #7                      ; Pawn 6 to King 1
        ldx     colour                  ; Black's codes are six higher
        beq     @code
        clc
        adc     #6
@code:  tax
@put:   txa
        ldx     entry
        sta     sorted_stack,x
        jmp     @file
@white: lda     #0
        beq     @colour                 ; always
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

        ; CE brings back the position of the game.
@leave: lda     #NO_SQUARE
        sta     cursor
        jsr     replay
        jmp     key_ce

        ; What cannot be is named, and the set-up goes on.
@bad:   jsr     beep
        SAY     _impossible
        jsr     draw
        jsr     get_key
        jmp     @file

        ; Whose move it is; then what cannot be entered: castling rights by the
        ; places of kings and rooks, no en passant, no half-moves.
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
        jsr     possible                ; carry set: no game has these men
        bcs     @unfit
        jsr     set_position

        ; The side that is not to move must not be in check.
        lda     side
        eor     #1
        sta     side
        jsr     in_check
        php                             ; carry: the answer
        lda     side
        eor     #1
        sta     side
        plp
        bcs     @unfit

        ; The game begins here.
        jsr     _to_block
        jsr     block_to_base
        SAY     hello_text
        jmp     command_loop
@unfit: jmp     @bad

; What is being set up, to position_block.
_to_block:
        ldx     #67
@byte:  lda     sorted_stack,x
        sta     position_block,x
        dex
        bpl     @byte
        rts

; Castling rights where king and rook stand at home: bits 0 to 3 are White's
; short and long castling and Black's. The squares are a1, e1, h1 and a8, e8,
; h8; the codes 1 and 7 are kings, 3 and 9 rooks.
_rights:
        lda     #0                      ; the rights, as they are found
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

        ; Black's king on e8, then the rooks on h8 and a8.
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

; Show what is being set up; entry is a square of 64. Its rank times 8, once
; more, makes it a square of the board.
_cursor:
        lda     entry
        and     #$38
        clc
        adc     entry
        sta     cursor
_draw_block:
        lda     colour                  ; as the side to move, which draw shows
        sta     sorted_stack+64
        lda     #0
        sta     sorted_stack+65
        sta     sorted_stack+67
        lda     #NO_SQUARE              ; no en passant
        sta     sorted_stack+66
        jsr     _to_block
        jsr     set_position
        jmp     draw

; CE: what was entered is forgotten.
key_ce:
        jsr     show_next
key_none:
        jmp     command_loop

        .segment "MONTABLE"

_position:
        .asciiz "POSITION"
_who:   .asciiz "WHITE OR BLACK"
_impossible:
        .asciiz "IMPOSSIBLE"
