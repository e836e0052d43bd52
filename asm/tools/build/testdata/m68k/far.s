| far.s - another unit, and RAM

        .include "defs.inc"
        .global far, state, stack_top

        .bss
state:  .space  4

        .section .stack, "aw", @nobits
        .space  16
stack_top:

        .text
        dc.w    1, 2, 3, 4, 5, 6, 7, 8, 9, 10
far:    moveq   #MINUS,%d0
        rts
