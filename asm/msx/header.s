; header.s - what the MSX looks for in a cartridge, and where it begins

        .global msx_start, interrupt_entry

        .section .header, "a"

        .ascii  "AB"
        .word   msx_start
        .space  12

        .section .ui, "ax"

; msx_start - the machine has found the cartridge
;
; In      nothing: called by the machine's own program
; Out     never returns
; Uses    everything
msx_start:
        di
        ld      sp,stack_top
.Lidle: jr      .Lidle

        .section .vectors, "ax"

; Whatever is on the bus, the interrupt reads $BFBF from the table in BE00.
        .space  257, 0xBF
        .space  0xBF - 1
interrupt_entry:
        ei
        reti
        .space  64 - 3, 0xFF
