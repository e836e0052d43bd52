; sound.s - a sound for a move, and one for what is refused

        .include "ui.inc"

        .global knock, buzz

        .section .ui, "ax"

; buzz - the sound of what is refused: a low tone
;
; In      nothing
; Out     nothing
; Uses    AF B HL
buzz:   ld      hl,.Lbuzz
        jr      .Lsound

; knock - the sound of a man who is put on a square: a short tone and noise
;
; In      nothing
; Out     nothing
; Uses    AF B HL
;
; The chip lets the sound fade by itself, so nothing has to end it.
knock:  ld      hl,.Lknock
.Lsound:
        ; Eight pairs: the number of a register goes to one port, its value to
        ; another.
        ld      b,8
.Lregister:
        ld      a,(hl)
        inc     hl
        out     (PSG_SELECT),a
        ld      a,(hl)
        inc     hl
        out     (PSG_WRITE),a
        djnz    .Lregister
        ret

        .section .uidata, "a"

; Registers and values: the tone's period in 1/111861 s, the noise's, what is
; heard (the port of the stick stays an input), volume by the envelope, its
; period in 1/6991 s, and that it falls once.
.Lknock:
        .byte   0, 0x30, 1, 2, 6, 10, 7, 0xB6, 8, 0x10, 11, 0x80, 12, 1, 13, 0
.Lbuzz: .byte   0, 0x20, 1, 5, 6, 10, 7, 0xBE, 8, 0x10, 11, 0x80, 12, 5, 13, 0
