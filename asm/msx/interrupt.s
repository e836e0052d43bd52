; interrupt.s - the end of each picture: time, and what is seen of a search

        .include "ui.inc"

        .global interrupt, rate, tick, thinking, left, interrupt_entry

        .section .uibss, "b"
rate:   .space  1               ; pictures a second
tick:   .space  1               ; rate to 1
thinking:                       ; 1: a search runs
        .space  1
left:   .space  1               ; seconds that it has

        .section .ui, "ax"

; interrupt - count, and while a search runs look at the space bar
;
; In      nothing: entered once a picture
; Out     nothing
; Uses    nothing; tick, left, stop_flag; 20 bytes of stack at most, for which
;         msx.ld leaves 32
;
; Once a second the seconds that are left and the line of the last iteration
; are shown.
interrupt:
        push    af
        in      a,(VDP_CONTROL)         ; that is heard
        ld      a,(tick)
        dec     a
        ld      (tick),a
        jr      z,.Lsecond
        ld      a,(thinking)
        or      a
        jr      z,.Lend
        push    bc
        call    space_down
        pop     bc
        jr      nz,.Lend
        ld      a,1
        ld      (stop_flag),a
.Lend:  pop     af
        ei
        reti

.Lsecond:
        ld      a,(rate)
        ld      (tick),a
        ld      a,(thinking)
        or      a
        jr      z,.Lend
        push    bc
        push    de
        push    hl
        ld      hl,left
        dec     (hl)
        jr      nz,.Ltime
        ld      a,1
        ld      (stop_flag),a
.Ltime: ld      a,(hl)
        push    af
        AT      20,28
        call    vram_at
        pop     af
        call    print_byte
        AT      22,2
        call    vram_at
        ld      a,(line_len)
        cp      6
        jr      c,.Lfits
        ld      a,5
.Lfits: or      a
        jr      z,.Lshown
        ld      b,a
        ld      hl,line
.Lmove: ld      e,(hl)
        inc     hl
        ld      d,(hl)
        inc     hl
        call    print_move
        ld      a,' '
        call    put
        djnz    .Lmove
.Lshown:
        pop     hl
        pop     de
        pop     bc
        jr      .Lend

        .section .vectors, "ax"

; Whatever is on the bus, the interrupt reads $BFBF from the table in $BE00.
        .space  257, 0xBF

        .section .entry, "ax"
interrupt_entry:
        jp      interrupt
