| info.s - what stands beside the board

        .include "ui.inc"

        .global show, show_frame, show_search, clear_search, say

        .equ    AT_LEFT, 27             | the column before the first
        .equ    VALUES, 33              | of numbers

        .section .ui, "ax"

| show_frame - what never changes
|
| In      nothing
| Out     nothing
| Uses    D0 D1 A0
show_frame:
        move.w  #GOLD,%d1
        PRINT   0,AT_LEFT+1,text_title
        move.w  #DIM,%d1
        PRINT   3,AT_LEFT+1,text_to_move
        PRINT   4,AT_LEFT+1,text_last
        PRINT   22,AT_LEFT+1,text_help_a
        PRINT   23,AT_LEFT+1,text_help_b
        PRINT   24,AT_LEFT+1,text_help_c
        PRINT   25,AT_LEFT+1,text_help_start
        rts

| show - the board, the side to move, the last move and the menu
|
| In      the position; last_move, picked, cursor, menu, level, style
| Out     nothing
| Uses    D0 D1 D2 D3 D4 D5 A0 A1
show:   jsr     draw_board
        jsr     draw_cursor
        moveq   #TEXT,%d1
        AT      2,AT_LEFT+1
        lea     text_white,%a0
        tst.b   side-G(%a5)
        beq.s   1f
        lea     text_black,%a0
1:      jsr     print
        AT      4,AT_LEFT+6
        moveq   #4,%d0
        jsr     blanks
        cmpi.b  #NO_SQUARE,last_move
        beq.s   2f
        AT      4,AT_LEFT+6
        lea     last_move,%a0
        jsr     print_move

        | The menu: gold where the player is.
2:      moveq   #1,%d2
        bsr     .Lentry
        PRINT   6,AT_LEFT+1,text_level
        AT      6,AT_LEFT+7
        jsr     seconds
        lea     powers+4*3,%a1
        move.w  %d2,-(%sp)
        jsr     print_number
        move.w  (%sp)+,%d2
        PRINT   6,AT_LEFT+11,text_s
        bsr     .Lentry
        PRINT   7,AT_LEFT+1,text_style
        AT      7,AT_LEFT+7
        moveq   #5,%d0
        jsr     blanks
        AT      7,AT_LEFT+7
        lea     text_sx81,%a0
        tst.b   style
        beq.s   3f
        lea     text_tuned,%a0
3:      jsr     print
        bsr.s   .Lentry
        PRINT   8,AT_LEFT+1,text_forward
        bsr.s   .Lentry
        PRINT   9,AT_LEFT+1,text_hint
        bsr.s   .Lentry
        PRINT   10,AT_LEFT+1,text_next_best
        bsr.s   .Lentry
        PRINT   11,AT_LEFT+1,text_new_game
        rts

| D1 = palette of the entry D2, which is 1 more then.
.Lentry:
        move.w  #TEXT,%d1
        cmp.b   menu,%d2
        bne.s   1f
        move.w  #GOLD,%d1
1:      addq.b  #1,%d2
        rts

| say - write a text above the board
|
| In      A0 = the text
| Out     nothing
| Uses    D0 D1
say:    AT      0,2
        moveq   #24,%d0
        jsr     blanks
        AT      0,2
        move.w  #GOLD,%d1
        jmp     print

| clear_search - nothing is known of a search
|
| In      nothing
| Out     nothing
| Uses    D0 D2
clear_search:
        move.l  #TO_VRAM + 3 + (2*(64*13+AT_LEFT) << 16),%d2
1:      move.l  %d2,VDP_CONTROL
        moveq   #12,%d0
        jsr     blanks
        add.l   #2*64 << 16,%d2
        cmpi.l  #TO_VRAM + 3 + (2*(64*21+AT_LEFT) << 16),%d2
        bne.s   1b
        rts

| show_search - what is known of the search that runs, or has ended
|
| In      left, search_sx, nodes; if line_len is not 0 result_score, line
| Out     nothing
| Uses    D0 D1 D2 D3 A0 A1
show_search:
        move.w  #DIM,%d1
        PRINT   13,AT_LEFT+1,text_budget
        PRINT   14,AT_LEFT+1,text_score
        PRINT   15,AT_LEFT+1,text_nodes
        PRINT   16,AT_LEFT+1,text_time
        moveq   #TEXT,%d1
        moveq   #0,%d0
        move.b  search_sx-G(%a5),%d0
        lea     powers+4*3,%a1
        AT      13,VALUES+3
        jsr     print_number
        move.l  nodes-G(%a5),%d0
        cmpi.l  #999999,%d0
        bls.s   1f
        move.l  #999999,%d0
1:      lea     powers,%a1
        AT      15,VALUES
        jsr     print_number
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
        AT      19,AT_LEFT+1
        bsr.s   .Ltwo
        AT      20,AT_LEFT+1
.Ltwo:  bsr.s   .Lmove
        move.w  #0,VDP_DATA
.Lmove: subq.w  #1,%d3
        bcs.s   1f
        jmp     print_move
1:      moveq   #0,%d3
        moveq   #4,%d0
        jmp     blanks
.Lend:  rts

| The score in pawns and hundredths, or that it is a mate.
.Lscore:
        AT      14,VALUES
        moveq   #'+',%d2
        move.w  result_score-G(%a5),%d3
        bpl.s   1f
        moveq   #'-',%d2
        neg.w   %d3
1:      cmpi.w  #MATE-2*MAX_PLY,%d3
        bcc.s   .Lmates
        mulu    #100,%d3
        lsr.l   #6,%d3                  | from 64ths
        divu    #100,%d3
        lea     powers+4*4,%a1
        cmpi.w  #10,%d3
        bcc.s   2f
        move.w  #0,VDP_DATA             | the sign comes before the first digit
        addq.l  #4,%a1
2:      move.w  %d2,%d0
        jsr     put
        moveq   #0,%d0
        move.w  %d3,%d0
        swap    %d3
        move.w  %d3,-(%sp)              | hundredths
        jsr     print_number
        moveq   #'.',%d0
        jsr     put
        moveq   #0,%d0
        move.w  (%sp)+,%d0
        divu    #10,%d0
        move.l  %d0,%d2
        addi.b  #'0',%d0
        jsr     put
        swap    %d2
        move.w  %d2,%d0
        addi.b  #'0',%d0
        jmp     put
.Lmates:
        move.w  #0,VDP_DATA
        move.w  %d2,%d0
        jsr     put
        lea     text_mates,%a0
        jmp     print
