; header.s - what the MSX looks for in a cartridge, and where it begins

        .include "ui.inc"

        .global msx_start, msx_ready

        .section .header, "a"

        .ascii  "AB"
        .word   msx_start
        .space  12

        .section .init, "ax"

; What of the machine's own program and RAM is used, before both are left.
        .equ    ENASLT, 0x0024          ; select slot A for the page of H
        .equ    RSLREG, 0x0138          ; A = the slots of the pages
        .equ    EXPTBL, 0xFCC1          ; bit 7: the slot is expanded
        .equ    SLTTBL, 0xFCC5          ; slots within slots
        .equ    COUNTRY, 0x002B         ; bit 7: 50 pictures a second, not 60

; msx_start - the machine has found the cartridge
;
; In      nothing: called by the machine's own program, in page 1
; Out     never returns
; Uses    everything
;
; The machine has selected the cartridge in page 1 alone, so the same is done
; for page 2.
msx_start:
        call    RSLREG
        rrca
        rrca
        and     3                       ; slot of page 1
        ld      c,a
        ld      b,0
        ld      hl,EXPTBL
        add     hl,bc
        ld      a,(hl)
        and     0x80
        or      c
        ld      c,a
        ld      de,SLTTBL - EXPTBL
        add     hl,de
        ld      a,(hl)
        and     0x0C                    ; slot within it, of page 1
        or      c
        ld      h,0x80
        call    ENASLT
        di
        ld      sp,stack_top
msx_ready:                              ; all is the cartridge's from here on
        ld      hl,ui_start
        ld      de,ui_start + 1
        ld      bc,ui_rest
        ld      (hl),0
        ldir
        ld      a,(COUNTRY)
        rlca
        ld      a,50
        jr      c,.Lrate
        ld      a,60
.Lrate: ld      (rate),a
        ld      (tick),a
        ld      a,0xBE
        ld      i,a
        im      2
        call    screen_begin
        jp      begin
