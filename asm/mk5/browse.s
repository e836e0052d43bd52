; browse.s - the moves of the game; a new game; the display while it thinks

        .include "mk5.inc"

        .segment "MONITOR"

; Backward, Forward, Replay: half-moves of the record, of which now are on the
; board. What is shown is the move that led here, if there is one.
key_back:
        lda     now
        beq     _at_end
        dec     now
        jmp     _again
key_forward:
        lda     now
        cmp     recorded
        bcs     _at_end
        inc     now

        ; The position is made again from the record. Its last move stands with
        ; the number and the side that it had.
_again: jsr     replay
        jsr     show_next
        lda     last_move               ; negative: at the first position
        bmi     @begin
        sta     m_from
        lda     last_move+1
        sta     m_to
        lda     side                    ; who has moved
        eor     #1
        ldx     #'-'
        jsr     show_move
@begin: jmp     command_loop

        ; Replay goes to the first position. Where nothing is before or behind,
        ; a beep.
key_replay:
        lda     #0
        sta     now
        jmp     _again
_at_end:
        jsr     beep
        jmp     command_loop

; New Game asks for Yes. Any other key leaves the game as it is.
key_new:
        SAY     _sure
        jsr     draw
        jsr     get_key
        cmp     #KEY_YES
        bne     @no
        jsr     new_game
        SAY     hello_text
        jmp     command_loop
@no:    jmp     key_ce

; Comment: the display while it thinks, on or dark. The battery RAM has a nibble
; for it, of which the lowest bit counts.
key_comment:
        lda     NV_DARK
        and     #1
        eor     #1
        sta     NV_DARK
        bne     @dark                   ; 1: dark while it thinks
        SAY     _lit
        jmp     command_loop
@dark:  SAY     _unlit
        jmp     command_loop

        .segment "MONTABLE"

_sure:  .asciiz "NEW GAME?"
_lit:   .asciiz "LIT"
_unlit: .asciiz "DARK"
