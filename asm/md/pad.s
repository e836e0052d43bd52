| pad.s - the pad, time, and what is seen of a search

        .include "ui.inc"

        .global interrupt, get_key, released, rate, tick, thinking, left, pad
        .global pictures, clocks, clock_side

        .section .uibss, "aw", @nobits
rate:   .space  1               | pictures a second
tick:   .space  1               | rate to 1
thinking:                       | 1: a search runs
        .space  1
left:   .space  1               | seconds that it has
pad:    .space  1               | the buttons that are down
.Lbefore:                       | and those that were
        .space  1
pictures:                       | counts
        .space  1
clock_side:                     | whose clock runs, NOBODY: none
        .space  1
clocks: .space  4               | by side: seconds, minutes
        .balign 2

        .section .ui, "ax"

| interrupt - read the pad and count, and while a search runs show it
|
| In      nothing: entered at the end of each picture
| Out     nothing
| Uses    nothing; pad, pictures, tick, clocks, left, stop_flag; the stack, for
|         which md.ld leaves room
|
| Start ends the search. Twice a second what is known of it is shown.
interrupt:
        movem.l %d0-%d1/%a0,-(%sp)
        | With the select line high the pad shows six buttons, with it low two
        | more in bits 4 and 5. They are 0 when down.
        lea     PAD,%a0
        move.b  #0x40,(%a0)
        nop                             | the lines take their time
        nop
        moveq   #0x3F,%d0
        and.b   (%a0),%d0               | C, B, right, left, down, up, low: down
        move.b  #0,(%a0)
        nop
        nop
        moveq   #0x30,%d1
        and.b   (%a0),%d1               | Start, A
        | Start and A go to bits 7 and 6: the eight bits of ui.inc, 1 when down.
        add.b   %d1,%d1
        add.b   %d1,%d1
        or.b    %d1,%d0
        not.b   %d0
        move.b  %d0,pad

        | Count the picture. A second has rate of them.
        addq.b  #1,pictures
        subq.b  #1,tick
        beq.s   .Lsecond
.Lticked:
        | Only a search shows anything here. Bit 7 of pad, Start, ends it.
        tst.b   thinking
        beq.s   .Lend
        tst.b   pad
        bpl.s   2f
        move.b  #1,stop_flag
        | Every 32nd picture. show_search uses these registers, too, and needs G
        | in A5.
2:      moveq   #0x1F,%d0
        and.b   pictures,%d0
        bne.s   .Lend
        movem.l %d2-%d3/%a1/%a5,-(%sp)
        lea     G,%a5
        jsr     show_search
        movem.l (%sp)+,%d2-%d3/%a1/%a5
.Lend:  movem.l (%sp)+,%d0-%d1/%a0
        rte

| A second has gone, of a clock and of a search.
.Lsecond:
        move.b  rate,tick
        | D0 = side, A0 = its seconds; its minutes are the next byte.
        moveq   #0,%d0
        move.b  clock_side,%d0
        cmpi.b  #NOBODY,%d0
        beq.s   .Lcounted
        lea     clocks,%a0
        adda.w  %d0,%a0
        adda.w  %d0,%a0
        addq.b  #1,(%a0)
        cmpi.b  #60,(%a0)
        bne.s   1f

        | A minute is full; A0 goes to the minutes.
        clr.b   (%a0)+
        addq.b  #1,(%a0)
        cmpi.b  #100,(%a0)
        bne.s   1f
        subq.b  #1,(%a0)                | 99:59 stays
        move.b  #59,-(%a0)
        | In a search the clock is shown at once, else get_key shows it. D0 is
        | still the side. show_clock loses D2, which was not saved.
1:      tst.b   thinking
        beq     .Lticked
        move.l  %d2,-(%sp)
        jsr     show_clock
        move.l  (%sp)+,%d2
.Lcounted:
        tst.b   thinking
        beq.s   .Lend
        | A search without seconds is not counted. Else the last second ends it.
        tst.b   left
        beq     .Lticked                | one iteration, however long
        subq.b  #1,left
        bne     .Lticked
        move.b  #1,stop_flag
        bra     .Lticked

| released - wait until no button is down
|
| In      nothing
| Out     nothing
| Uses    D0
released:
2:      move.b  pictures,%d0
1:      cmp.b   pictures,%d0            | the pad is read once a picture
        beq.s   1b
        tst.b   pad
        bne.s   2b
        rts

| get_key - wait for the next button, and show the clock that runs
|
| In      nothing
| Out     D0.l = its number
| Uses    D1 A0
get_key:
.Lwait: move.b  pictures,%d0
1:      cmp.b   pictures,%d0
        beq.s   1b

        | A new picture, with the pad as it is now. When tick is rate again, a
        | second has gone: the clock of D0 is shown.
        moveq   #0,%d0
        move.b  clock_side,%d0
        cmpi.b  #NOBODY,%d0
        beq.s   3f
        move.b  tick,%d1
        cmp.b   rate,%d1
        bne.s   3f
        move.l  %d2,-(%sp)
        jsr     show_clock
        move.l  (%sp)+,%d2
3:
        | D0 = buttons that are down and were not in the picture before.
        move.b  pad,%d1
        move.b  .Lbefore,%d0
        move.b  %d1,.Lbefore
        not.b   %d0
        and.b   %d1,%d0
        beq     .Lwait

        | D0 = the number of the lowest bit: shifts, less 1, until it is carry.
        move.b  %d0,%d1
        moveq   #-1,%d0
1:      addq.l  #1,%d0
        lsr.b   #1,%d1
        bcc.s   1b
        rts
