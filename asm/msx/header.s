; header.s - what the MSX looks for in a cartridge, and where it begins

        .include "ui.inc"

        .global msx_start, msx_ready

        .section .header, "a"

        ; The mark of a cartridge, and where its program begins. What else a
        ; cartridge may have there is 0.
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
        ; A = the primary slots, two bits a page: page 1's are bits 2 and 3.
        ; EXPTBL has a byte a slot, of which bit 7 joins the number in C.
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

        ; SLTTBL, too, has a byte a slot. Its bits 2 and 3 are page 1's slot
        ; within the slot, which is where ENASLT expects that number: no shift
        ; is needed.
        ld      de,SLTTBL - EXPTBL
        add     hl,de
        ld      a,(hl)
        and     0x0C                    ; slot within it, of page 1
        or      c

        ; $8000 is in page 2. The stack is the cartridge's from here on; the
        ; machine's program will not be called again.
        ld      h,0x80
        call    ENASLT
        di
        ld      sp,stack_top
msx_ready:                              ; all is the cartridge's from here on
        ; The user interface's RAM to 0: ldir copies the first 0 on to the next
        ; byte, ui_rest times.
        ld      hl,ui_start
        ld      de,ui_start + 1
        ld      bc,ui_rest
        ld      (hl),0
        ldir

        ; Pictures a second, by bit 7. The first second is a whole one.
        ld      a,(COUNTRY)
        rlca
        ld      a,50
        jr      c,.Lrate
        ld      a,60
.Lrate: ld      (rate),a
        ld      (tick),a

        ; Mode 2 reads the interrupt's address from the page of I, whose table
        ; leads to interrupt_entry whatever the bus has. The first access to
        ; video memory lets interrupts in.
        ld      a,0xBE
        ld      i,a
        im      2
        call    screen_begin
        jp      begin
