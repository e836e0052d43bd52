| title.s - the picture that the cartridge begins with

        .include "ui.inc"

        .global title

        .equ    PICTURES, 250           | that it is shown for

        .section .ui, "ax"

| title - show the name in large letters and the men, until a button is down or
| some seconds have gone; then an empty screen
|
| In      nothing
| Out     nothing
| Uses    D0 D1 D2 D3 D4 D5 A0 A1
title:
        | A quarter of a tile a dot, so four tiles a letter. D4 = the place of a
        | row of tiles, D5 = the two rows of dots in it.
        move.l  #TO_VRAM + 3 + (2*(64*6+4) << 16),%d4
        moveq   #0,%d5
.Lrow:  move.l  %d4,VDP_CONTROL
        | Each letter in turn, to the next places of this row. letters has eight
        | bytes each, from the blank on; D0 = the place of two of its rows.
        lea     text_title,%a0
.Lletter:
        moveq   #0,%d0
        move.b  (%a0)+,%d0
        beq.s   .Lrow_end
        subi.w  #' ',%d0
        lsl.w   #3,%d0
        add.w   %d5,%d0
        lea     letters,%a1
        move.b  (%a1,%d0.w),%d1         | D1 = upper row of dots, D2 = lower one
        move.b  1(%a1,%d0.w),%d2
        moveq   #4-1,%d3
        | A pair is two dots of D1 above two dots of D2. The leftmost goes to X,
        | and addx puts it behind the bits of D0, which is 0 to 15 in the end.
1:      moveq   #0,%d0
        add.b   %d1,%d1
        addx.w  %d0,%d0
        add.b   %d1,%d1
        addx.w  %d0,%d0
        add.b   %d2,%d2
        addx.w  %d0,%d0
        add.b   %d2,%d2
        addx.w  %d0,%d0
        addi.w  #QUARTERS + GOLD,%d0
        move.w  %d0,VDP_DATA
        dbf     %d3,1b
        bra.s   .Lletter
.Lrow_end:
        | The next row of places, 64 of two bytes on. D5 is 8 behind the fourth.
        add.l   #2*64 << 16,%d4
        addq.w  #2,%d5
        cmpi.w  #8,%d5
        bne.s   .Lrow

        | The men of White's first rank on their squares.
        move.l  #TO_VRAM + 3 + (2*(64*13+8) << 16),%d4
        lea     .Lmen,%a0
        moveq   #1,%d2                  | D2 = 1: the last square was light
2:      moveq   #0,%d0                  | D0 = a man's first tile
        move.b  (%a0)+,%d0
        bmi.s   4f
        addi.w  #MEN + GOLD,%d0
        | Nine tiles in order in the plane in front; nine makes D1 its own.
        moveq   #1,%d5
        move.l  %d4,%d1
        jsr     nine
        | The square behind is nine times one tile. D2 turns: a1 is dark.
        moveq   #LIGHT,%d0
        eori.b  #1,%d2
        bne.s   3f
        moveq   #DARK,%d0
3:      moveq   #0,%d5
        move.l  %d4,%d1
        add.l   #(BACK - FRONT) << 16,%d1
        jsr     nine

        | The next square is three places to the right.
        add.l   #2*3 << 16,%d4
        bra.s   2b
4:      moveq   #TEXT,%d1
        PRINT   19,10,text_plays
        move.w  #DIM,%d1
        PRINT   23,13,text_press

        | A button that is down ends it; what it means in a game does not count.
        move.w  #PICTURES-1,%d1
5:      move.b  pictures,%d0
6:      cmp.b   pictures,%d0
        beq.s   6b
        tst.b   pad
        dbne    %d1,5b
        jsr     released
        jmp     clear_screen

        .section .uidata, "a"

| Their first tiles.
.Lmen:  .byte   9*ROOK, 9*KNIGHT, 9*BISHOP, 9*QUEEN, 9*KING, 9*BISHOP, 9*KNIGHT, 9*ROOK, -1
        .balign 2
