; interrupt.s - the end of each picture: time, clocks, and what is seen of a
; search

        .include "ui.inc"

        .global interrupt, rate, tick, thinking, left, show_line, show_clock
        .global clocks, clock_side
        .global interrupt_entry

        .section .uibss, "b"
rate:   .space  1               ; pictures a second
tick:   .space  1               ; rate to 1
thinking:                       ; 1: a search runs; 2: a key is waited for; 0:
        .space  1               ; the program writes to the screen
left:   .space  1               ; seconds that a search has, 0: no end
clocks: .space  4               ; by side: seconds, minutes
clock_side:                     ; whose clock runs, NOBODY: none
        .space  1

        .section .ui, "ax"

; interrupt - count, and while a search runs look at the space bar
;
; In      nothing: entered once a picture
; Out     nothing
; Uses    nothing; tick, clocks, left, stop_flag; 20 bytes of stack at most,
;         for which msx.ld leaves 32
;
; Once a second the clock that runs is shown, and in a search the seconds that
; are left and the line of the last iteration.
interrupt:
        ; Reading the VDP's status clears its interrupt request. Count the
        ; picture.
        push    af
        in      a,(VDP_CONTROL)         ; that is heard
        ld      a,(tick)
        dec     a
        ld      (tick),a
        jr      z,.Lsecond

        ; Only 1 becomes 0: a search runs, and the space bar ends it.
        ld      a,(thinking)
        dec     a
        jr      nz,.Lend
        push    bc
        call    space_down
        pop     bc
        jr      nz,.Lend
        ld      a,1
        ld      (stop_flag),a
.Lend:  pop     af
        ei
        reti

        ; The last picture of a second: tick begins again at rate. Here the
        ; space bar is not looked at; the next picture will do.
.Lsecond:
        ld      a,(rate)
        ld      (tick),a
        push    bc
        push    de
        push    hl
        ; HL = the seconds of side E; its minutes are the next byte.
        ld      a,(clock_side)
        cp      NOBODY
        jr      z,.Lstands
        ld      e,a
        ld      d,0
        ld      hl,clocks
        add     hl,de
        add     hl,de
        inc     (hl)
        ld      a,(hl)
        sub     60
        jr      nz,.Lcounted

        ; A minute is full. A = the minutes before, 99 at most.
        inc     hl
        ld      a,(hl)
        inc     (hl)
        dec     hl
        ld      (hl),0
        cp      99
        jr      c,.Lcounted
        ld      (hl),59                 ; 99:59 stays
        inc     hl
        dec     (hl)
.Lcounted:
        ; While the program itself writes to the screen, an interrupt in between
        ; would move its place in video memory: the clock is shown later then.
        ld      a,(thinking)
        or      a
        ld      a,e
        call    nz,show_clock
.Lstands:
        ; A search has a second less. With none left, stop_flag asks it to end.
        ; Where it has had none from the start, nothing counts.
        ld      a,(thinking)
        dec     a
        jr      nz,.Lshown
        ld      hl,left
        ld      a,(hl)
        or      a
        jr      z,.Lno_end
        dec     (hl)
        jr      nz,.Ltime
        ld      a,1
        ld      (stop_flag),a
        ; A = seconds left, kept while vram_at uses A.
.Ltime: ld      a,(hl)
        push    af
        AT      19,28
        call    vram_at
        pop     af
        call    print_byte
.Lno_end:
        ; The line goes over the one before. Where that was longer blanks go
        ; over the rest: to clear the row each time would take 1,700 T-states.
        AT      21,2
        call    vram_at
        call    .Lline
.Lshown:
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
        AT      21,2
        ld      b,30
        call    clear_row
        ; Five moves have room. B = C = how many there are, of two bytes each.
.Lline: ld      a,(line_len)
        cp      6
        jr      c,.Lfits
        ld      a,5
.Lfits: ld      c,a
        or      a
        jr      z,.Lrest
        ld      b,a
        ld      hl,line
        ; E = from, D = to.
.Lmove: ld      e,(hl)
        inc     hl
        ld      d,(hl)
        inc     hl
        call    print_move
        ld      a,' '
        call    put
        djnz    .Lmove
        ; B = places of the moves that are missing, five each.
.Lrest: ld      a,5
        sub     c
        ret     z
        ld      b,a
        add     a,a
        add     a,a
        add     a,b
        ld      b,a
.Lblank:
        ld      a,' '
        call    put
        djnz    .Lblank
        ret

; show_clock - show minutes and seconds of a side
;
; In      A = side
; Out     nothing
; Uses    AF BC DE HL
show_clock:
        ; Two bytes a side: seconds, minutes.
        ld      e,a
        ld      d,0
        ld      hl,clocks
        add     hl,de
        add     hl,de
        ex      de,hl                   ; DE = seconds, minutes behind them
        ; The side's bit becomes 64, two rows of the screen, with no carry from
        ; L. vram_at leaves DE as it is.
        rrca
        rrca                            ; Black's is two rows lower
        AT      3,26
        add     a,l
        ld      l,a
        call    vram_at

        ; Minutes first, which lie behind the seconds.
        inc     de
        ld      a,(de)
        call    print_two
        ld      a,':'
        call    put
        dec     de
        ld      a,(de)
        jp      print_two

        .section .vectors, "ax"

; Whatever is on the bus, the interrupt reads $BFBF from the table in $BE00.
        .space  257, 0xBF

        .section .entry, "ax"
interrupt_entry:
        jp      interrupt
