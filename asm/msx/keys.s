; keys.s - the keyboard and a joystick

        .include "ui.inc"

        .global get_key, released, space_down, row, scan

        .section .uibss, "b"
.Lseen: .space  1

        .section .ui, "ax"

; scan - the key that is down
;
; In      nothing
; Out     A = the character of the first key that is down and has one, or of
;         what is done with the stick, or 0
; Uses    F BC D HL
scan:   ld      c,0                     ; C = row
        ld      hl,.Lcharacters
        ; A key that is down is 0 in its row: cpl makes it 1, and bit 0 is
        ; first. HL goes along with the bits.
.Lrow:  call    row
        cpl
        ld      b,8
.Lbit:  rrca
        jr      c,.Ldown
.Lnext: inc     hl
        djnz    .Lbit
        inc     c
        ld      a,c
        cp      9
        jr      c,.Lrow

        ; The stick of port 1: up, down, left, right, two buttons.
        ld      a,15
        out     (PSG_SELECT),a
        ld      a,0x8F
        out     (PSG_WRITE),a
        ld      a,14
        out     (PSG_SELECT),a
        ; Register 15 chooses port 1, register 14 has its six lines, 0 where
        ; something is pressed.
        in      a,(PSG_READ)
        cpl
        and     0x3F
        ret     z

        ; B = UP to RIGHT for the lowest bit that is set; a button is RIGHT + 1,
        ; which is Enter, or more, which is Erase.
        ld      b,UP - 1
.Lstick:
        inc     b
        rrca
        jr      nc,.Lstick
        ld      a,b
        cp      RIGHT + 1
        ret     c
        ld      a,ENTER
        ret     z
        ld      a,ERASE
        ret
        ; A key without a character is passed over. D keeps the rest of the row.
.Ldown: ld      d,a
        ld      a,(hl)
        or      a
        ret     nz
        ld      a,d
        jr      .Lnext

; row - read a row of the keyboard
;
; In      C = row
; Out     A = its keys, 0 where one is down
; Uses    nothing
row:    in      a,(KEY_ROW)
        and     0xF0
        or      c
        out     (KEY_ROW),a
        in      a,(KEYS)
        ret

; space_down - is the space bar down?
;
; In      nothing
; Out     Z: it is
; Uses    A C
space_down:
        ld      c,8                     ; the row of the space bar, bit 0
        call    row
        and     1
        ret

; Wait for two interrupts. A = the key, Z: the same was down before.
.Lsteady:
        ld      (.Lseen),a
        halt
        halt
        call    scan
        ld      hl,.Lseen
        cp      (hl)
        ret

; released - wait until no key is down
;
; In      nothing
; Out     nothing
; Uses    AF BC DE HL
released:
        xor     a
        call    .Lsteady
        jr      nz,released
        ret

; get_key - wait for the next key
;
; In      nothing
; Out     A = its character
; Uses    BC DE HL
get_key:
        ; 2: the clock may be shown, and no search runs.
        ld      a,2
        ld      (thinking),a
        call    released
.Lwait: halt
        call    scan
        or      a
        jr      z,.Lwait
        ; A key that is not the same two pictures later was bouncing.
        call    .Lsteady
        jr      nz,.Lwait
        ld      hl,thinking
        ld      (hl),0
        ret

        .section .spare, "a"

; By row and bit; of an international keyboard, in which letters and digits lie
; as on nearly all.
.Lcharacters:
        .ascii  "01234567"
        .byte   '8', '9', 0, 0, 0, 0, 0, 0
        .byte   0, 0, 0, 0, 0, 0, 'A', 'B'
        .ascii  "CDEFGHIJ"
        .ascii  "KLMNOPQR"
        .ascii  "STUVWXYZ"
        .byte   0, 0, 0, 0, 0, 0, 0, 0
        .byte   0, 0, 0, 0, 0, ERASE, 0, ENTER
        .byte   SPACE, 0, 0, 0, LEFT, UP, DOWN, RIGHT
