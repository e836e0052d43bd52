; display.s - the board and sixteen places of text on the display

        .include "mk5.inc"

        .segment "MONZP": zeropage
pointer:
        .res    2
glyph:  .res    2
number: .res    2               ; of a segment
count:  .res    1

        .segment "MONRAM"
text:   .res    16
cursor: .res    1               ; the square that blinks, or NO_SQUARE

        .segment "MONITOR"

; clear_text - sixteen blanks
;
; In      nothing
; Out     text
; Uses    A X
clear_text:
        ldx     #15
        lda     #' '
@place: sta     text,x
        dex
        bpl     @place
        rts

; print - put a message into the text
;
; In      A, low, and X, high, of its address; it ends with 0
; Out     text; blanks behind it
; Uses    A X Y; pointer
print:  sta     pointer
        stx     pointer+1
        jsr     clear_text
        ldy     #0
@place: lda     (pointer),y
        beq     @end
        sta     text,y
        iny
        cpy     #16
        bcc     @place
@end:   rts

; show_next - nothing but the number of the next move
;
; In      nothing
; Out     text
; Uses    A X; number, count
show_next:
        jsr     clear_text
        lda     now

; falls through into
; show_number - put the number of a full move into places 0 to 2
;
; In      A = half-moves of the record before the one that is meant
; Out     text
; Uses    A X; number, count
;
; The record's first half-move may be Black's. Before the record there were
; whole tens of full moves, as _forget has counted. Only the last three digits
; are shown.
show_number:
        sta     number
        lda     NV_STATE+1              ; the side's low nibble
        and     #1
        clc
        adc     number
        lsr     a
        clc
        adc     #1                      ; 1 to 41
        ldx     #0
@ten:   cmp     #10
        bcc     @units
        sbc     #10
        inx
        bne     @ten
@units: ora     #'0'
        sta     text+2
        stx     count

        ; X = hundreds, A = tens.
        lda     NV_BEFORE
        and     #$0F
        tax
        lda     NV_BEFORE+1
        and     #$0F
        clc
        adc     count
        cmp     #10
        bcc     @tens
        sbc     #10
        inx
        cpx     #10
        bne     @tens
        ldx     #0
@tens:  ora     #'0'
        cpx     #0
        bne     @three
        cmp     #'0'
        bne     @two
        lda     #' '
@two:   ldx     #(' ' - '0') & $FF
@three: sta     text+1
        txa
        clc
        adc     #'0'
        sta     text
        rts

; show_move - put a move and its number into the text: White's from place 4,
; Black's from 7
;
; In      m_from, m_to; A = side that makes it, X = the sign between; the
;         position before the move or behind it
; Out     text
; Uses    A X Y; number, count, glyph
show_move:
        sta     glyph
        stx     glyph+1
        ldx     now
        cmp     side
        beq     @number
        dex                             ; it has been made
@number:
        txa
        jsr     show_number
        ldy     #4
        lda     glyph
        beq     @white
        ldy     #7
@white: lda     m_from
        jsr     @square
        lda     glyph+1
        sta     text,y
        iny
        lda     m_to
@square:
        tax
        and     #7
        clc
        adc     #'A'
        sta     text,y
        iny
        txa
        lsr     a
        lsr     a
        lsr     a
        lsr     a
        and     #7
        clc
        adc     #'1'
        sta     text,y
        iny
        rts

; draw - show the board and the text
;
; In      board, text, cursor, side
; Out     the display's buffer; place 15 of the text is the side to move
; Uses    A X Y; pointer, glyph, number, count
;
; The interrupt may show a row while it is being drawn: nobody sees that.
draw:   ldx     side
        lda     sides,x
        sta     text+15
        jsr     _clear

        ; X = square; its segments begin at 8 times its number of 64.
        ldx     #0
@square:
        stx     count
        txa
        and     #$07
        sta     number
        txa
        and     #$70
        lsr     a
        ora     number
        sta     number
        lda     #0
        asl     number
        rol     a
        asl     number
        rol     a
        asl     number
        rol     a
        sta     number+1
        cpx     cursor
        bne     @no_cursor
        lda     #SQUARE_CURSOR
        jsr     _light
@no_cursor:
        ldx     count
        lda     board,x
        beq     @next
        bpl     @kind
        lda     #SQUARE_BLACK
        jsr     _light
        ldx     count
@kind:  lda     ids,x
        and     #$1F
        tay
        lda     kind,y
        jsr     _light
@next:  lda     count
        tax
        inx
        and     #7
        cmp     #7
        bne     @square
        lda     count
        adc     #8                      ; carry is set: the next rank
        tax
        bpl     @square

        ; The text: number counts up all the segments of its places.
@text:  lda     #<TEXT_SEGMENTS
        sta     number
        lda     #>TEXT_SEGMENTS
        sta     number+1
        ldx     #0
@place: stx     count
        lda     text,x
        sec
        sbc     #' '
        and     #$3F
        asl     a
        tax
        lda     font,x
        sta     glyph
        lda     font+1,x
        sta     glyph+1
        ldx     #15
@segment:
        lsr     glyph+1
        ror     glyph
        bcc     @dark
        txa
        pha
        lda     #0
        jsr     _light
        pla
        tax
@dark:  inc     number
        bne     @same
        inc     number+1
@same:  dex
        bne     @segment
        ldx     count
        inx
        cpx     #16
        bcc     @place
        rts

; All segments off; each row selects itself: bit r is shift 33 - r of the first
; register.
_clear: ldx     #16
@run:   lda     _run_low,x
        sta     pointer
        lda     _run_high,x
        sta     pointer+1
        ldy     #7
        lda     #0
@byte:  sta     (pointer),y
        dey
        bpl     @byte
        dex
        bpl     @run
        ldy     #7
@row:   tya
        eor     #7
        clc
        adc     #26                     ; shift 33 - r
        lsr     a
        tax
        lda     #1
        bcc     @first
        asl     a
@first: pha
        lda     _run_low,x
        sta     pointer
        lda     _run_high,x
        sta     pointer+1
        pla
        sta     (pointer),y
        dey
        bpl     @row
        rts

; Light the segment number + A. Its place is 8 times the run and the row.
_light: clc
        adc     number
        sta     pointer
        lda     number+1
        adc     #0
        sta     pointer+1
        pha
        lda     pointer
        pha
        clc
        lda     pointer
        adc     #<mask_of
        sta     pointer
        lda     pointer+1
        adc     #>mask_of
        sta     pointer+1
        ldy     #0
        lda     (pointer),y
        tax                             ; X = mask
        pla
        clc
        adc     #<place_of
        sta     pointer
        pla
        adc     #>place_of
        sta     pointer+1
        lda     (pointer),y
        pha
        lsr     a
        lsr     a
        lsr     a
        tay
        lda     _run_low,y
        sta     pointer
        lda     _run_high,y
        sta     pointer+1
        pla
        and     #7
        tay
        txa
        ora     (pointer),y
        sta     (pointer),y
        rts

        .segment "MONTABLE"
sides:  .byte   "WB"
_run_low:
        .repeat 17, k
        .byte   <(pst + 256*(k/8) + 16*(k .mod 8) + 8)
        .endrepeat
_run_high:
        .repeat 17, k
        .byte   >(pst + 256*(k/8) + 16*(k .mod 8) + 8)
        .endrepeat
