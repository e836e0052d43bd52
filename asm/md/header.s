| header.s - the vectors, the names of the cartridge, and where it begins

        .include "memory.inc"

        .global md_start, md_ready

        .section .vectors, "a"

        .long   stack_top, md_start
        .rept   26
        .long   .Lfault
        .endr
        .long   .Lignored               | level 4: a line of the picture
        .long   .Lfault
        .long   .Lignored               | level 6: the end of a picture
        .rept   33
        .long   .Lfault
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

        .equ    VERSION, 0xA10001       | low four bits: 0 of a machine that asks for nothing
        .equ    TMSS, 0xA14000

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
        move.b  VERSION,%d0
        andi.b  #0x0F,%d0
        beq.s   md_ready
        move.l  #0x53454741,TMSS        | SEGA
md_ready:                               | all is the cartridge's from here on
        lea     G,%a5
.Lfault:
        bra.s   .Lfault

.Lignored:
        rte
