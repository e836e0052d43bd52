| reason.s - why a move is not legal

        .include "ui.inc"

        .global reason

        .section .ui, "ax"

| reason - why a move is not legal
|
| In      the position; play_from, play_to: a move that is not legal, with a
|         promotion's bits where a pawn comes to his end, and nowhere else
| Out     A0 = a text that says why
| Uses    D0 D1 D2 D3 D4 A1
|
| A move that the man could make by himself leaves his king in check: there is
| no other reason left. D0 = from, D2 = to, D3 = the man's byte on the board.
reason:
        | The promotion's bits, 3 and 7, are no part of the square. side is 0 or
        | 1: the colour's bit is 6 or 7 of a board byte.
        moveq   #0x77,%d0
        and.b   play_from-G(%a5),%d0
        moveq   #0,%d2
        move.b  play_to-G(%a5),%d2
        moveq   #6,%d1
        add.b   side-G(%a5),%d1         | his colour bit's number
        | An empty square gives 0; lea leaves Z. Then a man of the other colour,
        | and one of the own on the to square.
        move.b  (%a5,%d0.w),%d3
        lea     text_no_man,%a0
        beq.s   .Lend
        lea     text_not_yours,%a0
        btst    %d1,%d3
        beq.s   .Lend
        lea     text_own_man,%a0
        btst    %d1,(%a5,%d2.w)
        bne.s   .Lend
        move.b  %d3,%d1
        andi.b  #ANY_PAWN,%d1
        bne.s   .Lpawn

        | An officer: has he a way in common with the difference of the squares,
        | and is it free?
        | D4 = to less from, in a byte. D1 = the ways in common.
        move.w  %d2,%d4
        sub.w   %d0,%d4
        andi.w  #0xFF,%d4
        lea     attack_table,%a1
        move.b  (%a1,%d4.w),%d1
        and.b   %d3,%d1
        beq.s   .Lno_way

        | A0 and D0 = both squares' places in memory. Z: a man is between.
        lea     (%a5,%d0.w),%a0
        lea     (%a5,%d2.w),%a1
        move.l  %a1,%d0
        jsr     officer_reaches
        lea     text_in_the_way,%a0
        beq.s   .Lend
        | The way is free. The king is in check now, or would be.
.Lking: jsr     in_check
        lea     text_in_check,%a0
        bne.s   .Lend
        lea     text_checked,%a0
.Lend:  rts

        | He has none. A king who goes two files means to castle.
.Lno_way:
        lea     text_no_castling,%a0
        andi.b  #WAY_KING,%d3
        beq.s   1f
        cmpi.w  #2,%d4
        beq.s   .Lend
        cmpi.w  #0x100-2,%d4
        beq.s   .Lend
1:      lea     text_not_so,%a0
        rts

        | A pawn. D3 and D4 = from and to as White sees his own.
.Lpawn: move.w  %d0,%d3
        move.w  %d2,%d4
        tst.b   side-G(%a5)
        beq.s   1f
        eori.w  #FLIP,%d3
        eori.w  #FLIP,%d4
        | D4 = squares forward. D2 is the to square as it is on the board.
1:      sub.w   %d3,%d4
        lea     text_not_so,%a0
        cmpi.w  #0x10,%d4
        beq.s   .Lstep
        cmpi.w  #0x20,%d4
        beq.s   .Ltwo
        cmpi.w  #0x0F,%d4
        beq.s   2f
        cmpi.w  #0x11,%d4
        bne.s   .Lend
        | One rank forward and a file aside takes. A man there is an enemy: own
        | ones are ruled out. Else it has to be the en passant square.
2:      tst.b   (%a5,%d2.w)
        bne.s   .Lking
        cmp.b   ep-G(%a5),%d2
        beq.s   .Lking
        lea     text_nobody,%a0
        rts

        | Two squares, from his first one: the square between is free.
.Ltwo:  andi.w  #0x70,%d3
        cmpi.w  #0x10,%d3
        bne     .Lend

        | The square between is half the sum of both.
        add.w   %d2,%d0
        lsr.w   #1,%d0
        lea     text_in_the_way,%a0
        tst.b   (%a5,%d0.w)
        bne     .Lend
        | A step does not take: the square has to be empty. Then only the king
        | forbids it.
.Lstep: lea     text_in_the_way,%a0
        tst.b   (%a5,%d2.w)
        beq     .Lking
        rts
