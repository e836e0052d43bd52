; far.s - another unit, and RAM

        .include "defs.inc"
        .export far, state
        .exportzp pointer

        .zeropage
pointer:
        .res    2

        .bss
state:  .res    3
state_end:

        .code
        .byte   1, 2, 3
far:    lda     #<MINUS
        rts
