; interrupt.s - the end of each picture: time, and what is seen of a search

        .include "ui.inc"

        .global interrupt, rate, tick, thinking, left, show_line
        .global interrupt_entry

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
        ld      a,(hl)
        or      a
        jr      z,.Lno_end
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
.Lno_end:
        AT      22,2
        call    vram_at
        call    .Lline
        pop     hl
        pop     de
        pop     bc
        jr      .Lend

; show_line - show the line of the last iteration
;
; In      line, line_len
; Out     nothing
; Uses    AF BC DE HL
show_line:
        AT      22,2
        ld      b,30
        call    clear_row
.Lline: ld      a,(line_len)
        cp      6
        jr      c,.Lfits
        ld      a,5
.Lfits: or      a
        ret     z
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
        ret

        .section .vectors, "ax"

; Whatever is on the bus, the interrupt reads $BFBF from the table in $BE00.
        .space  257, 0xBF

        .section .entry, "ax"
interrupt_entry:
        jp      interrupt
