; start.s - the smallest program that has all that a toolchain must follow

        .include "defs.inc"
        .import far, state
        .importzp pointer
        .export start, table

PRIVATE = 3

        .code
start:  lda     state
        TWICE   K
@loop:  dex
        bne     @loop
        .repeat PRIVATE
        inx
        .endrepeat
        .include "more.inc"
        jsr     far
last:   jmp     (pointer)

        .rodata
table:  .word   far, $1234

        .segment "VECTORS"
        .word   start, start, start
