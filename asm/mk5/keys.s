; keys.s - the keys and the beeper

        .include "mk5.inc"

        .segment "MONRAM"
seen:   .res    1               ; the key that was seen last

        .segment "MONITOR"

; A = the key that is down, or NO_KEY. The rows are read one at a time.
_scan:  ldx     #0
        ldy     #0                      ; number of the row's first key
@row:   lda     _address,x
        sta     pointer
        lda     #>KEYS
        sta     pointer+1
        tya
        pha
        ldy     #0
        lda     (pointer),y             ; low bits are keys that are down
        sta     glyph
        pla
        tay
        .repeat 6
        lsr     glyph
        bcc     @down
        iny
        .endrepeat
        inx
        cpx     #5
        bcc     @row
        ldy     #NO_KEY                 ; no row has one
@down:  tya
        rts

; Wait for eight ticks; carry set: the same key (or none) was down all the time.
; In A = the key.
_steady:
        sta     seen
        lda     #8
        sta     count
@tick:  lda     tick                    ; wait for the next
@same:  cmp     tick
        beq     @same
        jsr     _scan                   ; another key, or none any more
        cmp     seen
        bne     @moved
        dec     count
        bne     @tick
        sec
        rts
@moved: clc                             ; too soon
        rts

; released - wait until no key has been down for 33 milliseconds
;
; In      nothing
; Out     nothing
; Uses    A X Y; pointer, glyph, count
released:
        lda     #NO_KEY                 ; none, all the time
        jsr     _steady
        bcc     released
        rts

; get_key - wait for the next key
;
; In      nothing
; Out     A = the key, which has been down for 33 milliseconds; before that
;         none was
; Uses    X Y; pointer, glyph, count
get_key:
        jsr     released
@wait:  jsr     _scan                   ; until one is down, and stays
        cmp     #NO_KEY
        beq     @wait
        jsr     _steady                 ; it bounces
        bcc     @wait
        lda     seen
        rts

; beep - a tenth of a second
;
; In      nothing
; Out     nothing
; Uses    A X
beep:   ldx     #100
@half:  sta     BEEPER
        lda     #200                    ; a half wave
@wait:  sbc     #1
        bne     @wait
        dex
        bne     @half
        rts

        .segment "MONTABLE"
_address:
        .repeat 5, i
        .byte   $40 + (1 << i)
        .endrepeat
