| start.s - the smallest program that has all that a toolchain must follow

        .include "defs.inc"
        .global start, last, table

        .equ    PRIVATE, 3

        .section .vectors, "a"
        .long   stack_top, start

        .text
start:  lea     state,%a0
        TWICE   K
1:      dbra    %d0,1b
        .include "more.inc"
        jsr     far
        move.l  #0x12345678,(%a0,%d1.w)
last:   bra     start

        .section .rodata
table:  .word   -300, 0x1234
        .long   far
