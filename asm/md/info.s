| info.s - what stands beside the board

        .include "ui.inc"

        .global show, show_frame, show_search, show_clock, clear_search, say

        .equ    AT_LEFT, 27             | the column before the first
        .equ    VALUES, 33              | of numbers

        .section .uibss, "aw", @nobits
known:  .space  1               | not 0: something is known of a search

        .section .ui, "ax"

| show_frame - what never changes
|
| In      nothing
| Out     nothing
| Uses    D0 D1 A0
show_frame:
        | The name above, the buttons below.
        move.w  #GOLD,%d1
        PRINT   0,AT_LEFT+1,text_title
        move.w  #DIM,%d1
        PRINT   26,2,text_help
        rts

| show - the board, the clocks, and the menu or what is known of a search
|
| In      the position; last_move, picked, hint, cursor, menu, level, style,
|         clocks
| Out     nothing
| Uses    D0 D1 D2 D3 D4 D5 A0 A1
show:   jsr     draw_board
        jsr     draw_cursor

        | An arrow stands in front of the clock of the side to move.
        moveq   #TEXT,%d1
        PRINT   2,AT_LEFT+1,text_white
        PRINT   4,AT_LEFT+1,text_black
        moveq   #0,%d0
        bsr     show_clock
        moveq   #1,%d0
        bsr     show_clock
        | D2 is 0 at White's clock, and less 1 it is 0 at Black's.
        move.b  side-G(%a5),%d2
        AT      2,AT_LEFT
        bsr     .Lpointer
        subq.b  #1,%d2
        AT      4,AT_LEFT
        bsr     .Lpointer

        | The level and the style, and where the menu is open the rest of it.
        lea     .Lentries,%a1
        moveq   #1,%d3                  | D3 = entry
        move.l  #TO_VRAM + 3 + (2*(64*6+AT_LEFT) << 16),%d4
        | D2 = 0 on the entry where the player is: golden, with an arrow. On the
        | board menu is 0: no entry is.
1:      move.b  menu,%d2
        sub.b   %d3,%d2
        move.w  #TEXT,%d1
        tst.b   %d2
        bne.s   2f
        move.w  #GOLD,%d1
        | The old entry is cleared first, whose text may be longer.
2:      move.l  %d4,VDP_CONTROL
        moveq   #13,%d0                 | of what stood there
        jsr     blanks
        move.l  %d4,VDP_CONTROL
        bsr     .Lpointer

        | The text of the entry. Every other row has one: D4 goes on by two.
        | Entries from 3 on are those of an open menu.
        movea.l (%a1)+,%a0
        jsr     print
        add.l   #2*2*64 << 16,%d4
        addq.b  #1,%d3
        cmpi.b  #ENTRIES+1,%d3
        beq.s   3f
        cmpi.b  #3,%d3
        bcs.s   1b
        tst.b   menu
        bne.s   1b
        | The level's seconds behind its name, and the name of the style.
3:      moveq   #TEXT,%d1
        AT      6,AT_LEFT+7
        jsr     seconds
        lea     powers+4*3,%a1
        jsr     print_number
        PRINT   6,AT_LEFT+11,text_s
        AT      8,AT_LEFT+7
        lea     text_sx81,%a0
        tst.b   style
        beq.s   4f
        lea     text_tuned,%a0
4:      jsr     print

        | The menu hides what is known of a search; without it, its rows are
        | shown again.
        tst.b   menu
        bne.s   6f
        bsr     .Lblank
        tst.b   known
        beq.s   6f
        bra     show_search
6:      rts

| An arrow, if D2 is 0, or a blank. D0 is lost.
.Lpointer:
        moveq   #'>',%d0
        tst.b   %d2
        beq.s   1f
        moveq   #0,%d0
1:      jmp     put

| show_clock - minutes and seconds of a side
|
| In      D0.w = side; clocks
| Out     nothing
| Uses    D0 D1 D2 A0
show_clock:
        | D1 = the place of White's clock; Black's is two rows lower. A0 =
        | seconds, then minutes.
        move.l  #TO_VRAM + 3 + (2*(64*2+AT_LEFT+7) << 16),%d1
        lea     clocks,%a0
        tst.w   %d0
        beq.s   1f
        add.l   #2*2*64 << 16,%d1
        addq.l  #2,%a0
        | Minutes and seconds, each in two digits.
1:      move.l  %d1,VDP_CONTROL
        moveq   #TEXT,%d1
        move.b  1(%a0),%d0
        jsr     print_two
        moveq   #':',%d0
        jsr     put
        move.b  (%a0),%d0
        jmp     print_two

| say - write a text above the board, which takes the marks of a hint away
|
| In      A0 = the text
| Out     hint
| Uses    D0 D1
say:    move.w  #0x101*NO_SQUARE,hint
        | The message's row is cleared; A0 is not lost.
        AT      0,2
        moveq   #24,%d0
        jsr     blanks
        AT      0,2
        move.w  #GOLD,%d1
        jmp     print

| clear_search - nothing is known of a search
|
| In      nothing
| Out     nothing
| Uses    D0 D1
clear_search:
        clr.b   known
.Lblank:
        move.l  #TO_VRAM + 3 + (2*(64*10+AT_LEFT) << 16),%d1
        | Rows 10 to 22, every other one.
1:      move.l  %d1,VDP_CONTROL
        moveq   #13,%d0
        jsr     blanks
        add.l   #2*2*64 << 16,%d1
        cmpi.l  #TO_VRAM + 3 + (2*(64*24+AT_LEFT) << 16),%d1
        bne.s   1b
        rts

| show_search - what is known of the search that runs, or has ended
|
| In      left, search_sx, nodes; if line_len is not 0 result_score, line
| Out     nothing
| Uses    D0 D1 D2 D3 A0 A1
show_search:
        | The names of four numbers, then the numbers.
        move.b  #1,known
        move.w  #DIM,%d1
        PRINT   10,AT_LEFT+1,text_budget
        PRINT   12,AT_LEFT+1,text_score
        PRINT   14,AT_LEFT+1,text_nodes
        PRINT   16,AT_LEFT+1,text_time
        moveq   #TEXT,%d1

        | The budget, in three digits.
        moveq   #0,%d0
        move.b  search_sx-G(%a5),%d0
        lea     powers+4*3,%a1
        AT      10,VALUES+3
        jsr     print_number

        | The nodes, in six digits: more are not shown.
        move.l  nodes-G(%a5),%d0
        cmpi.l  #999999,%d0
        bls.s   1f
        move.l  #999999,%d0
1:      lea     powers,%a1
        AT      14,VALUES
        jsr     print_number

        | The seconds left, and if there is a line its value.
        moveq   #0,%d0
        move.b  left,%d0
        lea     powers+4*3,%a1
        AT      16,VALUES+3
        jsr     print_number
        tst.b   line_len-G(%a5)
        beq.s   .Lend
        bsr.s   .Lscore

        | The line: three rows of two moves.
        lea     line-G(%a5),%a0
        moveq   #0,%d3
        move.b  line_len-G(%a5),%d3     | D3 = moves left
        AT      18,AT_LEFT+1
        bsr.s   .Ltwo
        AT      20,AT_LEFT+1
        bsr.s   .Ltwo
        AT      22,AT_LEFT+1
        | Two moves and a blank between them: .Lmove is called, then entered.
.Ltwo:  bsr.s   .Lmove
        move.w  #0,VDP_DATA
.Lmove: subq.w  #1,%d3
        bcs.s   1f
        jmp     print_move
        | No move left: D3 stays 0, and four blanks cover an older move.
1:      moveq   #0,%d3
        moveq   #4,%d0
        jmp     blanks
.Lend:  rts

| The score in pawns and hundredths, or that it is a mate.
.Lscore:
        AT      12,VALUES
        | D2 = sign, D3 = the score without it.
        moveq   #'+',%d2
        move.w  result_score-G(%a5),%d3
        bpl.s   1f
        moveq   #'-',%d2
        neg.w   %d3
1:      cmpi.w  #MATE-2*MAX_PLY,%d3
        bcc.s   .Lmates
        | D3 = hundredths of a pawn; then pawns, the rest in the upper word.
        mulu    #100,%d3
        lsr.l   #6,%d3                  | from 64ths
        divu    #100,%d3

        | Two digits of pawns, or a blank and one.
        lea     powers+4*4,%a1
        cmpi.w  #10,%d3
        bcc.s   2f
        move.w  #0,VDP_DATA             | the sign comes before the first digit
        addq.l  #4,%a1
        | The sign, the pawns, the point, the hundredths. print_number loses D3.
2:      move.w  %d2,%d0
        jsr     put
        moveq   #0,%d0
        move.w  %d3,%d0
        swap    %d3
        move.w  %d3,-(%sp)              | hundredths
        jsr     print_number
        moveq   #'.',%d0
        jsr     put
        move.w  (%sp)+,%d0
        jmp     print_two
.Lmates:
        | A blank, the sign, and a word in place of a number.
        move.w  #0,VDP_DATA
        move.w  %d2,%d0
        jsr     put
        lea     text_mates,%a0
        jmp     print

        .section .uidata, "a"
        .balign 4

| The menu.
.Lentries:
        .long   text_level, text_style, text_forward, text_hint
        .long   text_next_best, text_new_game
