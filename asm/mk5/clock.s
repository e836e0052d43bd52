; clock.s - the clocks

        .include "mk5.inc"

        .segment "MONITOR"

; Clock: minutes and seconds of both sides, Black's in the right half of the
; text, White's in the left. X is the side, Y the place. Stop and Start show
; them too.
key_clock:
        jsr     clear_text
        ldx     #1
        ldy     #8
@side:  lda     sides,x                 ; W or B
        sta     text,y
        iny
        lda     minutes,x
        jsr     @number
        lda     #'.'
        sta     text,y
        iny
        lda     seconds,x
        jsr     @number
        ldy     #0                      ; White's place
        dex
        bpl     @side
        jmp     command_loop

        ; A number below 100 as two digits: X counts tens up from '0'. pointer
        ; keeps the side.
@number:
        stx     pointer
        ldx     #'0'
@ten:   cmp     #10
        bcc     @less
        sbc     #10
        inx
        bne     @ten

        ; X = tens as a character, A = units.
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

; The interrupt counts while running is 1.
key_stop:
        lda     #0
        sta     running
        beq     key_clock               ; always
key_start:
        lda     #1
        sta     running
        bne     key_clock               ; always

