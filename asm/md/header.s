| header.s - the vectors, the names of the cartridge, and where it begins

        .include "ui.inc"

        .global md_start, md_ready

        .section .vectors, "a"

        .long   stack_top, md_start
        .rept   28                      | what cannot be: begin again
        .long   md_start
        .endr
        .long   interrupt               | level 6: the end of a picture
        .rept   33
        .long   md_start
        .endr

        | At $100, the length of each counts.
        .ascii  "SEGA MEGA DRIVE "
        .ascii  "(C)NONE 2026.NOV"
        .ascii  "SEARCHEX                                        "
        .ascii  "SEARCHEX                                        "
        .ascii  "GM 00000000-00"
        .word   0                       | the sum of the words from $200 on: the export's
        .ascii  "J               "
        .long   rom_start, rom_limit - 1, ram_start, ram_limit - 1
        .ascii  "            "
        .ascii  "            "
        .ascii  "                                        "
        .ascii  "JUE             "

        .section .ui, "ax"

| md_start - the machine is on
|
| In      nothing: entered by reset
| Out     never returns
| Uses    everything
|
| A machine that asks for it shows a picture when the maker's name has been
| written to it.
md_start:
        move.w  #0x2700,%sr
        lea     stack_top,%sp
        | The low four bits are 0 on the first machines, which have no TMSS.
        move.b  VERSION,%d0
        andi.b  #0x0F,%d0
        beq.s   1f
        move.l  #0x53454741,TMSS        | SEGA
        | A5 is the engine's for good. Then the user interface's RAM to 0, a
        | long at a time.
1:      lea     G,%a5
        lea     ui_start,%a0
        move.w  #ui_longs-1,%d0
2:      clr.l   (%a0)+
        dbf     %d0,2b

        | Bit 6: 50 pictures a second. The first second is a whole one.
        moveq   #60,%d0
        btst    #6,VERSION
        beq.s   3f
        moveq   #50,%d0
3:      move.b  %d0,rate
        move.b  %d0,tick

        | The pad's select line is an output. The four volumes of the sound chip
        | are 15, which is silence.
        move.b  #0x40,PAD_WAYS
        lea     PSG,%a0
        move.b  #0x9F,(%a0)             | silence
        move.b  #0xBF,(%a0)
        move.b  #0xDF,(%a0)
        move.b  #0xFF,(%a0)
        jsr     screen_begin
md_ready:                               | all is the cartridge's from here on
        | Interrupts are let in.
        move.w  #0x2000,%sr
        jmp     begin
