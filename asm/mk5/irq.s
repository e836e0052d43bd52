; irq.s - the interrupt: 480 a second

        .include "mk5.inc"

        .segment "MONZP": zeropage

phase_bit:                      ; 0: the display has just latched a row
        .res    1
row:    .res    1               ; of the display, which is shifted in next
tick:   .res    1               ; 240 to 1, 240 a second
thinking:                       ; 1: Go ends the search, and left counts
        .res    1
dark:   .res    1               ; 1: no display while it thinks
left:   .res    2               ; seconds that the search has, $FFFF: no end
running:                        ; 1: the clocks run
        .res    1
clock_side:                     ; whose
        .res    1
seconds:
        .res    2               ; by side
minutes:
        .res    2

        .segment "MONITOR"

; The display's buffer: 17 runs of eight bytes, in the places of the root
; tables that no square has (bit 3 of the index set). Run k has the shifts 2k
; and 2k + 1 of each row: bits 0, 2, 4 of the three registers, then 1, 3, 5.
.define RUN(k) pst + 256*((k)/8) + 16*((k) .mod 8) + 8

; interrupt - shift a row into the display, or count and look at Go
;
; In      nothing: entered 480 times a second
; Out     nothing
; Uses    nothing; row, tick, left, stop_flag
;
; The chips latch a row at every second interrupt, and right behind that the
; next row is shifted in. At the others, time is counted. The line is low for
; 35 microseconds, 69 cycles: who returns before that is called again, so the
; short ways wait until it is over.
interrupt:
        pha
        lda     phase_bit               ; every second time a row
        eor     #1
        sta     phase_bit
        beq     @show
        jmp     @count
@dark:  jmp     @wait

        ; While it thinks in the dark nothing is shown. The rows come from 7
        ; down.
@show:  lda     thinking
        and     dark
        bne     @dark
        txa
        pha
        ldx     row
        dex
        bpl     @row
        ldx     #7
@row:   stx     row

        ; 17 bytes of two shifts each: 34 for each of three registers.
        .repeat 17, k
        lda     RUN(k),x
        sta     LCD
        lsr     a
        sta     LCD
        .endrepeat
        pla
        tax
        pla
        rti

        ; Here the time is counted: 240 a second.
@count: dec     tick
        beq     @second
        lda     thinking
        beq     @wait

        ; The address selects the row of Go. Its bit is low while it is down.
        lda     KEYS + $40 + 1<<(KEY_GO/6)
        and     #1<<(KEY_GO .mod 6)
        bne     @wait
        lda     #1
        sta     stop_flag
        ; 28 cycles of waiting, until the line is high again.
@wait:  jsr     @rest
        jsr     @rest
        pla
        rti
@rest:  nop
        rts

        ; A second is over. The clock of clock_side counts to 99 minutes.
@second:
        txa
        pha
        lda     #240
        sta     tick
        lda     running
        beq     @no_clock
        ldx     clock_side
        inc     seconds,x
        lda     seconds,x
        cmp     #60
        bcc     @no_clock
        lda     #0
        sta     seconds,x
        lda     minutes,x               ; seconds begin again; 99 stays
        cmp     #99
        bcs     @no_clock
        inc     minutes,x

        ; The search's seconds: at 0 it is stopped. $FFFF has no end.
@no_clock:
        lda     thinking
        beq     @done
        lda     left
        and     left+1
        cmp     #$FF
        beq     @done                   ; no end
        lda     left                    ; 16 bits down by one
        bne     @low
        dec     left+1
@low:   dec     left
        lda     left
        ora     left+1
        bne     @done
        lda     #1
        sta     stop_flag
@done:  pla
        tax
        jsr     @rest
        pla
        rti

        .segment "MONVEC"
        .word   interrupt, reset, interrupt
