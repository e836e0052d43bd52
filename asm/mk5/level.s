; level.s - seconds a move, the style, and mates to be found

        .include "mk5.inc"

        .segment "MONITOR"

; get_level - the level and the style that the battery RAM keeps
;
; In      the battery RAM
; Out     level, style; without a level of digits, or a game, 0, 0, 5 and sx81
; Uses    A X
;
; The battery RAM has nibbles: what is above them is not connected.
get_level:
        ldx     #2
@digit: lda     NV_LEVEL,x
        and     #$0F
        cmp     #10
        bcs     @none
        sta     level,x
        dex
        bpl     @digit

        ; The mark of a game stands for the whole of the battery RAM.
        lda     NV_MAGIC
        and     #$0F
        cmp     #$A
        bne     @none
        lda     NV_STYLE
        and     #1
        sta     style
        rts

        ; Nothing was kept: five seconds a move, by sx81, with the display on.
        ; Falls through, so that this is kept.
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

; Mode: seconds a move; again: a mate to be found; again: the style. entry has
; the digits until Enter makes them the level; a digit moves the others to the
; left.
key_mode:
        ldx     #2
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

        ; Any key but Enter and the digits, from No, 0, to Yes, 9, leaves.
        cmp     #KEY_ENTER
        beq     @set
        cmp     #KEY_NO
        bcc     @leave
        cmp     #KEY_YES+1
        bcs     @leave

        ; The digits move to the left, and the key is the last.
        ldx     entry+1
        stx     entry
        ldx     entry+2
        stx     entry+1
        sbc     #KEY_NO-1               ; carry is clear: one less
        sta     entry+2
        jmp     @show

        ; Enter: the digits are the level.
@set:   ldx     #2
@put:   lda     entry,x
        sta     level,x
        dex
        bpl     @put
        jsr     save_level
@leave: jmp     key_ce

; A number of moves, 1 to 7, begins a search for a mate.
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
@leave: jmp     key_ce

; Enter changes the style; Mode comes back to the seconds.
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
        jmp     key_mode
@set:   lda     style                   ; the other one
        eor     #1
        sta     style
        jsr     save_level
        jmp     _style
@leave: jsr     save_level
        jmp     key_ce

; Look for a mate in A moves: to twice as many half-moves, all at one price, and
; what is less than that mate does not count.
_find_mate:
        asl     a
        sta     depth
        pha

        ; All moves of the root, and the prices of uniform: 8 each.
        lda     #0
        sta     restrict_count
        ldx     #PROFILE_SIZE
@price: lda     uniform_profile-1,x
        sta     profile-1,x
        dex
        bne     @price
        pla

        ; So the last budget is 8 for each half-move, and alpha is the score of
        ; a mate at that depth.
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
        SAY     thinks_text
        jsr     draw

        ; 999 seconds, with the level kept in entry.
        ldx     #2
@keep:  lda     level,x
        sta     entry,x
        lda     #9
        sta     level,x
        dex
        bpl     @keep
        jsr     timed_search

        ; The level is what it was.
        ldx     #2
@back:  lda     entry,x
        sta     level,x
        dex
        bpl     @back

        ; A line is there if a move was above alpha: it mates.
        lda     line_len
        beq     @none
        jsr     clear_text
        ldx     #'-'
        lda     side                    ; which is to move
        jsr     show_move
        lda     #'!'
        sta     text+3
        jmp     command_loop
@none:  SAY     _no_mate
        jmp     command_loop

        .segment "MONTABLE"

_seconds:
        .asciiz "SECONDS"
_mate_in:
        .asciiz "PROBLEM 1-7"
_no_mate:
        .asciiz "NO MATE"
_sx81:  .asciiz "STYLE SX81"
_tuned: .asciiz "STYLE TUNED"
