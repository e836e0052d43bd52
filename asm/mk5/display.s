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
        ldx     #15                     ; from the last place
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
print:  sta     pointer                 ; up to its 0, or 16 places
        stx     pointer+1
        jsr     clear_text
        ldy     #0
@place: lda     (pointer),y
        beq     @end
        sta     text,y
        iny
        cpy     #16                     ; no room for more
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

        ; Half-moves, and one where Black began, make full moves by half.
        lda     NV_STATE+1              ; the side's low nibble
        and     #1
        clc
        adc     number
        lsr     a
        clc
        adc     #1                      ; 1 to 41
        ldx     #0                      ; tens
@ten:   cmp     #10
        bcc     @units
        sbc     #10                     ; carry is set
        inx
        bne     @ten                    ; always
@units: ora     #'0'
        sta     text+2                  ; the last digit
        stx     count

        ; X = hundreds, A = tens: those before the record and those in it. Past
        ; 999 the number begins at 0 again.
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
        ; Leading zeros are blanks: X becomes what makes a blank of the digit.
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
        ldx     now                     ; half-moves before it
        cmp     side
        beq     @number
        dex                             ; it has been made
@number:
        txa
        jsr     show_number
        ldy     #4                      ; Y = the place
        lda     glyph
        beq     @white
        ldy     #7
@white: lda     m_from
        jsr     @square
        lda     glyph+1                 ; the sign
        sta     text,y
        iny
        lda     m_to

        ; A square in letters: file and rank.
@square:
        tax
        and     #7
        clc
        adc     #'A'
        sta     text,y
        iny
        txa                             ; its rank is the high nibble
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
        lsr     a                       ; rank times 8, and the file
        ora     number
        sta     number

        ; Times 8: number is the first segment of the square.
        lda     #0
        asl     number
        rol     a
        asl     number
        rol     a
        asl     number
        rol     a
        sta     number+1
        cpx     cursor                  ; X is still the square
        bne     @no_cursor
        lda     #SQUARE_CURSOR
        jsr     _light
@no_cursor:

        ; A man: Black's board byte has bit 7, and lights the filling, too. His
        ; kind is the number of his outline.
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

        ; The next square. Behind file h the eight numbers without one are
        ; passed over, until rank 8 has been drawn and bit 7 is set.
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
@text:  lda     #<TEXT_SEGMENTS         ; behind those of the squares
        sta     number
        lda     #>TEXT_SEGMENTS
        sta     number+1
        ldx     #0

        ; The 15 segments of a character: two bytes in the font, which begins
        ; with the blank.
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

        ; The lowest bit first. X counts segments.
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
        ; The next segment, lit or not.
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
@byte:  sta     (pointer),y             ; eight rows
        dey
        bpl     @byte
        dex
        bpl     @run

        ; Two shifts a run: the run is half of the shift, and its lowest bit
        ; says whether bit 0 or bit 1.
        ldy     #7
@row:   tya                             ; 7 - r
        eor     #7
        clc
        adc     #26                     ; shift 33 - r
        lsr     a
        tax
        lda     #1
        bcc     @first
        asl     a
@first: pha                             ; the bit
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
        lda     pointer                 ; the number is saved on the stack
        pha

        ; Its bit, by one table.
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

        ; Its place, by the other: run and row.
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
        lda     _run_low,y              ; Y = run
        sta     pointer
        lda     _run_high,y
        sta     pointer+1
        pla
        and     #7                      ; the row
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
