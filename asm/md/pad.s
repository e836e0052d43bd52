| pad.s - the pad, time, and what is seen of a search

        .include "ui.inc"

        .global interrupt, get_key, released, rate, tick, thinking, left, pad
        .global pictures

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
        .balign 2

        .section .ui, "ax"

| interrupt - read the pad and count, and while a search runs show it
|
| In      nothing: entered at the end of each picture
| Out     nothing
| Uses    nothing; pad, pictures, tick, left, stop_flag; the stack, for which
|         md.ld leaves room
|
| Start ends the search. Twice a second what is known of it is shown.
interrupt:
        movem.l %d0-%d1/%a0,-(%sp)
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
        add.b   %d1,%d1
        add.b   %d1,%d1
        or.b    %d1,%d0
        not.b   %d0
        move.b  %d0,pad
        addq.b  #1,pictures
        tst.b   thinking
        beq.s   .Lend
        add.b   %d0,%d0
        bcc.s   1f
        move.b  #1,stop_flag
1:      subq.b  #1,tick
        bne.s   2f
        move.b  rate,tick
        tst.b   left
        beq.s   2f                      | one iteration, however long
        subq.b  #1,left
        bne.s   2f
        move.b  #1,stop_flag
2:      moveq   #0x1F,%d0
        and.b   pictures,%d0
        bne.s   .Lend
        movem.l %d2-%d3/%a1/%a5,-(%sp)
        lea     G,%a5
        jsr     show_search
        movem.l (%sp)+,%d2-%d3/%a1/%a5
.Lend:  movem.l (%sp)+,%d0-%d1/%a0
        rte

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

| get_key - wait for the next button
|
| In      nothing
| Out     D0.l = its number
| Uses    D1
get_key:
.Lwait: move.b  pictures,%d0
1:      cmp.b   pictures,%d0
        beq.s   1b
        move.b  pad,%d1
        move.b  .Lbefore,%d0
        move.b  %d1,.Lbefore
        not.b   %d0
        and.b   %d1,%d0
        beq.s   .Lwait
        move.b  %d0,%d1
        moveq   #-1,%d0
1:      addq.l  #1,%d0
        lsr.b   #1,%d1
        bcc.s   1b
        rts
