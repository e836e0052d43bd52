| screen.s - the VDP: the board, the men and the letters

        .include "ui.inc"

        .global screen_begin, draw_frame, draw_board, draw_cursor, clear_screen
        .global nine, hint, print, put, print_move, print_number, print_two
        .global blanks, powers

        .section .uibss, "aw", @nobits
hint:   .space  2               | the move that is marked, NO_SQUARE without one
        .balign 2

        .equ    REGISTERS, 19
        .equ    LOWER, 8                | dots between the picture's edge and the board

        .section .ui, "ax"

| screen_begin - make the tiles, and show an empty screen
|
| In      nothing; no interrupt
| Out     nothing
| Uses    D0 D1 D2 D3 D4 A0 A1 A2
screen_begin:
        lea     VDP_CONTROL,%a1
        lea     VDP_DATA,%a2
        tst.w   (%a1)                   | forget half a command
        | D0 = $8000, and the register's number in the upper byte; its value in
        | the lower. A1 and A2 = the VDP's ports.
        lea     .Lregisters,%a0
        move.w  #0x8000,%d0
        moveq   #REGISTERS-1,%d1
1:      move.b  (%a0)+,%d0
        move.w  %d0,(%a1)
        add.w   #0x100,%d0
        dbf     %d1,1b

        move.l  #TO_VRAM,(%a1)          | all of video memory, then heights
        moveq   #0,%d0
        move.w  #0x4000-1,%d1
2:      move.l  %d0,(%a2)
        dbf     %d1,2b
        | Both planes stand LOWER dots down.
        move.l  #TO_HEIGHTS,(%a1)
        move.l  #0x10001*(-LOWER & 0x3FF),(%a2)

        move.l  #TO_COLOURS,(%a1)
        | Four palettes of 16 colours.
        lea     .Lcolours,%a0
        moveq   #4*16-1,%d1
3:      move.w  (%a0)+,(%a2)
        dbf     %d1,3b

        | The tiles of a single colour, one after the other from 0 on.
        move.l  #TO_VRAM,(%a1)
        moveq   #SOLID-1,%d2
        | Eight rows of eight dots: D0 has the colour in each of its digits.
4:      moveq   #8-1,%d1
5:      move.l  %d0,(%a2)
        dbf     %d1,5b
        add.l   #0x11111111,%d0
        dbf     %d2,4b

        | A line at the lower end of a tile, for the board's upper edge.
        moveq   #8-2,%d1
1:      move.l  #0,(%a2)
        dbf     %d1,1b
        move.l  #0x11111111*FRAME_TILE,(%a2)

        | The quarters: D2 = bits of the upper two and the lower two, from the
        | left. Each is two rows of four, four dots high.
        move.l  #TO_VRAM + (32*QUARTERS << 16),(%a1)
        moveq   #0,%d2
        | D1 = rows, 7 to 0: bit 2 is set in the upper four. D3's bits 3 and 2
        | are the two quarters of this row.
1:      moveq   #8-1,%d1
2:      move.w  %d2,%d3
        btst    #2,%d1
        bne.s   3f
        lsl.w   #2,%d3                  | the lower ones
        | Four dots are a word of D0: the left one is the upper.
3:      moveq   #0,%d0
        btst    #3,%d3
        beq.s   4f
        move.l  #0xFFFF0000,%d0
4:      btst    #2,%d3
        beq.s   5f
        move.w  #0xFFFF,%d0
5:      move.l  %d0,(%a2)
        dbf     %d1,2b
        addq.w  #1,%d2
        cmpi.w  #16,%d2
        bne.s   1b

        | The men, nine tiles for each of six kinds; the cursor's frame.
        move.l  #TO_VRAM + (32*MEN << 16),(%a1)
        lea     men,%a0
        move.w  #6*9*8-1,%d1
6:      move.l  (%a0)+,(%a2)
        dbf     %d1,6b
        move.l  #TO_VRAM + (32*CURSOR << 16),(%a1)
        lea     cursor_tiles,%a0
        moveq   #9*8-1,%d1
7:      move.l  (%a0)+,(%a2)
        dbf     %d1,7b

        | Letters: the upper half of each in colour 15, the lower in 14.
        move.l  #TO_VRAM + (32*' ' << 16),(%a1)
        lea     letters,%a0
        moveq   #0,%d3
        | D3 counts rows, from the blank to Z: bit 2 is set in the lower four of
        | each. D4 = the colour.
.Lrow:  move.b  (%a0)+,%d0
        moveq   #15,%d4
        btst    #2,%d3
        beq.s   8f
        moveq   #14,%d4
        | A bit of the letter becomes a digit of D2: 0, or the colour.
8:      moveq   #0,%d2
        moveq   #8-1,%d1
9:      lsl.l   #4,%d2
        add.b   %d0,%d0
        bcc.s   1f
        or.b    %d4,%d2
1:      dbf     %d1,9b
        move.l  %d2,(%a2)
        addq.w  #1,%d3
        cmpi.w  #8*('Z'-' '+1),%d3
        bne.s   .Lrow
        move.w  #0x8164,(%a1)           | display and interrupt on
        rts

| draw_frame - the frame around the board, its numbers and letters
|
| In      nothing
| Out     nothing
| Uses    D0 D1 D2 A1 A2
|
| Above the board there is a line of it only, and room for a message.
draw_frame:
        lea     VDP_CONTROL,%a1
        lea     VDP_DATA,%a2
        | The board's upper edge in the plane behind, from column 1 on.
        move.l  #TO_VRAM + 3 + ((BACK & 0x3FFF) << 16) + (2*1 << 16),(%a1)
        moveq   #26-1,%d1
1:      move.w  #EDGE,(%a2)
        dbf     %d1,1b

        | Below it 25 rows of 26 tiles, over which draw_board puts the squares.
        move.l  #TO_VRAM + 3 + ((BACK & 0x3FFF) << 16) + (2*(64+1) << 16),%d0
        moveq   #25-1,%d2
8:      move.l  %d0,(%a1)
        moveq   #26-1,%d1
9:      move.w  #FRAME_TILE,(%a2)
        dbf     %d1,9b
        add.l   #2*64 << 16,%d0
        dbf     %d2,8b

        | The ranks' numbers in front, 8 at the top, three rows apart.
        move.l  #TO_VRAM + 3 + (2*(2*64+1) << 16),%d0
        moveq   #'8',%d2
1:      move.l  %d0,(%a1)
        move.w  %d2,(%a2)
        add.l   #2*3*64 << 16,%d0
        subq.w  #1,%d2
        cmpi.w  #'0',%d2
        bne.s   1b

        | The files' letters below, three places apart.
        move.l  #TO_VRAM + 3 + (2*(25*64+3) << 16),%d0
        moveq   #'A',%d2
2:      move.l  %d0,(%a1)
        move.w  %d2,(%a2)
        add.l   #2*3 << 16,%d0
        addq.w  #1,%d2
        cmpi.w  #'I',%d2
        bne.s   2b
        rts

| clear_screen - nothing in either plane
|
| In      nothing
| Out     nothing
| Uses    D0
clear_screen:
        | Places from the plane in front to the sprites: both planes are 0.
        move.l  #TO_VRAM + 3 + ((FRONT & 0x3FFF) << 16),VDP_CONTROL
        move.w  #(SPRITES - FRONT)/2-1,%d0
1:      move.w  #0,VDP_DATA
        dbf     %d0,1b
        rts

| draw_board - show the position
|
| In      board, ids, kind; last_move, picked, hint
| Out     nothing
| Uses    D0 D1 D2 D3 D4 D5 A0 A1
draw_board:
        move.l  #TO_VRAM + 3 + (2*(64+2) << 16),%d4     | D4 = place in front
        moveq   #0x70,%d2               | D2 = square
.Lsquare:
        lea     (%a5,%d2.w),%a0

        | D0 = its man's first place, D5 what is added from tile to tile.
        moveq   #0,%d0
        | Without a man nine times tile 0. kind is by id; nine tiles a kind, in
        | order. Palettes by colour: bit 4 of the id.
        moveq   #0,%d5
        tst.b   (%a0)
        beq.s   .Lman
        move.b  ids-G(%a0),%d0
        lea     kind-G(%a5),%a1
        andi.w  #0x1F,%d0
        moveq   #0,%d1
        move.b  (%a1,%d0.w),%d1
        mulu    #9,%d1
        addi.w  #MEN + GOLD,%d1
        btst    #4,%d0
        beq.s   1f
        addi.w  #DIM - GOLD,%d1
1:      move.w  %d1,%d0
        moveq   #1,%d5
.Lman:  move.l  %d4,%d1
        bsr     nine

        | The square behind him.
        moveq   #0,%d5
        | The man who is picked up has a colour of his own. Else file plus rank
        | is odd on a light square.
        moveq   #PICKED,%d0
        cmp.b   picked,%d2
        beq.s   .Lback
        move.w  %d2,%d1
        lsr.w   #4,%d1
        eor.w   %d2,%d1
        moveq   #LIGHT,%d0
        btst    #0,%d1
        bne.s   2f
        moveq   #DARK,%d0
        | The squares of a hint, then those of the last move, in their tiles,
        | which lie as LIGHT and DARK do.
2:      lea     hint,%a0
        bsr.s   .Lof_move
        bne.s   3f
        addq.w  #LIGHT_HINT - LIGHT,%d0
        bra.s   .Lback
3:      lea     last_move,%a0
        bsr.s   .Lof_move
        bne.s   .Lback
        addq.w  #LIGHT_LAST - LIGHT,%d0
.Lback: move.l  %d4,%d1
        add.l   #(BACK - FRONT) << 16,%d1
        bsr     nine

        | Three places to the right. Behind the h-file bit 3 is set: back to
        | file a, three rows down and a rank lower, until D2 is negative.
        add.l   #2*3 << 16,%d4
        addq.w  #1,%d2
        btst    #3,%d2
        beq     .Lsquare
        add.l   #2*(3*64-3*8) << 16,%d4
        sub.w   #0x18,%d2
        bpl     .Lsquare
        rts

| Z set: D2 is one of the squares of the move at A0, which may be none. D1 is lost.
.Lof_move:
        | From, unless there is no move, then to. The compare sets Z.
        move.b  (%a0),%d1
        cmpi.b  #NO_SQUARE,%d1
        beq.s   1f
        andi.b  #0x77,%d1               | without a promotion's bits
        cmp.b   %d1,%d2
        beq.s   2f
1:      cmp.b   1(%a0),%d2              | without a move it is no square
2:      rts

| nine - three rows of three tiles
|
| In      D0.w = the first one's place, D5.w = what is added from one to the
|         next, D1 = the command for the first place
| Out     nothing
| Uses    D0 D1 D3
nine:   moveq   #3-1,%d3
        | The VDP goes on by a place with each word; a row is 64 places.
1:      move.l  %d1,VDP_CONTROL
        move.w  %d0,VDP_DATA
        add.w   %d5,%d0
        move.w  %d0,VDP_DATA
        add.w   %d5,%d0
        move.w  %d0,VDP_DATA
        add.w   %d5,%d0
        add.l   #2*64 << 16,%d1
        dbf     %d3,1b
        rts

| draw_cursor - put the frame on the cursor's square, or away
|
| In      cursor, menu
| Out     nothing
| Uses    D0 D1
draw_cursor:
        | The first sprite: D0 = its height, 7 where a menu hides it. 128 is the
        | top of the picture, and a square is 24 dots high.
        move.l  #TO_VRAM + 3 + ((SPRITES & 0x3FFF) << 16),VDP_CONTROL
        moveq   #0,%d1
        move.b  cursor,%d1
        moveq   #7,%d0
        tst.b   menu
        bne.s   1f
        lsr.w   #4,%d1
        sub.w   %d1,%d0
        mulu    #24,%d0
        addi.w  #128 + 8 + LOWER,%d0
1:      move.w  %d0,VDP_DATA            | height: 7 is above the picture
        move.w  #0x0A00,VDP_DATA        | three tiles by three, the only one
        move.w  #RED + CURSOR,VDP_DATA
        | File a begins 16 dots from the left; 128 is the picture's edge.
        moveq   #7,%d0
        and.b   cursor,%d0
        mulu    #24,%d0
        addi.w  #128 + 16,%d0
        move.w  %d0,VDP_DATA
        rts

| print - write a text that ends with 0
|
| In      A0 = the text, D1 = palette; the next letter's place is chosen
| Out     A0 behind it
| Uses    D0
print:
        | A letter's tile has its code; D1 adds the palette.
2:      moveq   #0,%d0
        move.b  (%a0)+,%d0
        beq.s   1f
        or.w    %d1,%d0
        move.w  %d0,VDP_DATA
        bra.s   2b
1:      rts

| put - write a letter
|
| In      D0.b, D1 = palette
| Out     nothing
| Uses    D0
put:    andi.w  #0xFF,%d0
        or.w    %d1,%d0
        move.w  %d0,VDP_DATA
        rts

| blanks - clear what stands there
|
| In      D0.w = letters, D1 = palette; the first one's place is chosen
| Out     nothing
| Uses    D0
blanks: subq.w  #1,%d0
1:      move.w  #0,VDP_DATA
        dbf     %d0,1b
        rts

| print_move - write a move
|
| In      A0 = its from, with a promotion's bits, and to; D1 = palette; the
|         place is chosen
| Out     A0 behind it
| Uses    D0 D2
print_move:
        bsr     .Lname                  | from, then to by falling in
.Lname: moveq   #7,%d0
        | File and rank are bits 2 to 0 and 6 to 4, without a promotion's.
        move.b  (%a0)+,%d2
        and.b   %d2,%d0
        addi.b  #'A',%d0
        bsr     put
        lsr.b   #4,%d2
        moveq   #7,%d0
        and.b   %d2,%d0
        addi.b  #'1',%d0
        bra     put

| print_two - write two digits
|
| In      D0.w = 0 to 99, D1 = palette; the place is chosen
| Out     nothing
| Uses    D0 D2
print_two:
        | The quotient is the lower word, the rest the upper one.
        andi.l  #0xFF,%d0
        divu    #10,%d0
        move.l  %d0,%d2
        addi.b  #'0',%d0
        bsr     put
        swap    %d2
        move.w  %d2,%d0
        addi.b  #'0',%d0
        bra     put

| print_number - write a number, blanks before it
|
| In      D0.l, less than ten times its first power; A1 = that power in
|         powers; D1 = palette; the place is chosen
| Out     nothing
| Uses    D0 D2 D3 A1
print_number:
        moveq   #0,%d3                  | a blank, then digits
.Ldigit:
        | D2 = the digit: how often the power can be taken from D0. Once too
        | often is given back.
        moveq   #'0'-1,%d2
1:      addq.b  #1,%d2
        sub.l   (%a1),%d0
        bcc.s   1b
        add.l   (%a1)+,%d0

        | A 0 before the first other digit is a blank, except for the last
        | place, whose next power is 0.
        tst.l   (%a1)
        beq.s   2f
        cmpi.b  #'0',%d2
        bne.s   2f
        move.w  %d3,%d2
        bra.s   3f
        | From here on a 0 is shown, as are all digits, in the palette of D1.
2:      moveq   #'0',%d3
        or.w    %d1,%d3
        or.w    %d1,%d2
3:      move.w  %d2,VDP_DATA
        tst.l   (%a1)
        bne.s   .Ldigit
        rts

        .section .uidata, "a"
        .balign 4
powers: .long   100000, 10000, 1000, 100, 10, 1, 0

| The palettes: blue, green and red, four bits each, the lowest of which is 0.
.Lcolours:
        .word   0x0422, 0x08CE, 0x026A, 0x04CE, 0x028C, 0x04A6, 0x0024, 0x0EC8, 0x0C84, 0, 0, 0, 0, 0, 0x0CCC, 0x0EEE
        .word   0, 0x0022, 0x08AC, 0x0CEE, 0x0EEE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x028C, 0x04CE
        .word   0, 0x0000, 0x0222, 0x0644, 0x0A88, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0866, 0x0A88
        .word   0, 0x0000, 0x0000, 0x0EE4, 0x0EEE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x022A, 0x044E

| Of the VDP, from 0 on: display off; 40 columns of letters, 28 rows.
.Lregisters:
        .byte   0x04, 0x04, FRONT >> 10, 0, BACK >> 13, SPRITES >> 9, 0, 0, 0, 0
        .byte   0xFF, 0, 0x81, SCROLL >> 10, 0, 2, 0x01, 0, 0
