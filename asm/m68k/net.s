| net.s - the network that adds to the root tables (docs/lab/root-net.md)

        .include "memory.inc"

        .global net_tables, net_men, net_hidden, net_entries

| What lies from raw_moves on, where there are no moves yet. A product is
| black's hidden value times a weight in the high word plus white's times the
| same weight: as whole numbers, so that a sum of them is that of the words.
        .equ    HIGH, raw_moves         | products by high half of a code, 16
                                        | bytes each, of four hidden values
        .equ    LOW, HIGH+4*256         | by low half, 4 bytes each, and 64 for
                                        | each hidden value
        .equ    LEFT, LOW+4*256         | men of the files a, c, e, g: a word of
        .equ    RIGHT, LEFT+32*4        | white's view and one of black's; b, d, f, h

| With this in both words no sum of products is negative, and none borrows.
        .equ    NOT_BELOW, 0x8000

        .text

| net_tables - add the network's tables to those of build_tables
|
| In      the position; pst as build_tables has made it
| Out     pst
| Uses    everything; 2.25 KB from raw_moves
net_tables:
        bsr.s   net_men
        bne     net_hidden
        rts

| net_men - list the men for the hidden values
|
| In      lists
| Out     Z: a side has its king alone, and there is no list. LEFT, and D4 its
|         length; RIGHT, and D5 its length
| Uses    D0 D1 D2 D3 D6 D7 A0 A1 A2 A3
|
| A man is the place of the byte with his code in the 2*NET_HALF bytes of a
| hidden value. D6 is the half that white sees him in, D5 black's.
net_men:
        lea     square-G(%a5),%a0
        lea     kind-G(%a5),%a1
        lea     LEFT-G(%a5),%a2
        lea     RIGHT-G(%a5),%a3
        moveq   #0,%d6
        move.w  #NET_HALF,%d5
.Lside: moveq   #-1,%d4                 | his men without the king
        moveq   #15,%d7
.Lman:  moveq   #0,%d0
        move.b  (%a1)+,%d0
        move.l  (%a0)+,%d1
        tst.b   %d1
        bmi.s   .Lnext                  | dead
        addq.w  #1,%d4
        lsl.w   #5,%d0
        cmpi.w  #PAWN<<5,%d0
        bne.s   1f
        subq.w  #4,%d0                  | a pawn's first rank has no codes
1:      moveq   #6,%d2
        and.w   %d1,%d2
        lsr.w   #1,%d2
        add.w   %d2,%d0
        moveq   #0x70,%d2
        and.w   %d1,%d2
        lsr.w   #2,%d2                  | four bytes a rank
        moveq   #7*4,%d3
        sub.w   %d2,%d3
        add.w   %d0,%d2
        add.w   %d6,%d2
        add.w   %d0,%d3
        add.w   %d5,%d3
        lsr.b   #1,%d1
        bcs.s   2f
        move.w  %d2,(%a2)+
        move.w  %d3,(%a2)+
        bra.s   .Lnext
2:      move.w  %d2,(%a3)+
        move.w  %d3,(%a3)+
.Lnext: dbf     %d7,.Lman
        tst.w   %d4
        beq.s   3f
        exg     %d5,%d6
        tst.w   %d6
        bne.s   .Lside                  | black's men

        lea     LEFT-G(%a5),%a0
        move.w  %a2,%d4
        sub.w   %a0,%d4
        lsr.w   #2,%d4
        lea     RIGHT-G(%a5),%a0
        move.w  %a3,%d5
        sub.w   %a0,%d5
        lsr.w   #2,%d5
        moveq   #1,%d0
3:      rts

| net_hidden - the hidden values of both sides, and their products with all
| weights of entries; goes on with net_entries
|
| In      D4, LEFT; D5, RIGHT; side
| Out     HIGH and LOW
| Uses    D0 D1 D2 D3 D6 D7 A0 A1 A2 A3 A4
|
| By hidden value: A0 its codes, A1 their meaning, A2 its bias, A4 its
| products in LOW; D2 white's sum, D3 black's.

| What a man adds to a sum, his code in the low or in the high half.
        .macro  LOWER sum
        move.w  (%a3)+,%d0
        move.b  (%a0,%d0.w),%d1
        and.w   %d7,%d1
        move.b  (%a1,%d1.w),%d1
        ext.w   %d1
        add.w   %d1,\sum
        .endm
        .macro  UPPER sum
        move.w  (%a3)+,%d0
        moveq   #0,%d1
        move.b  (%a0,%d0.w),%d1
        lsr.w   #4,%d1
        move.b  (%a1,%d1.w),%d1
        ext.w   %d1
        add.w   %d1,\sum
        .endm

| A sum below 0 is 0, one above NET_ONE is NET_ONE.
        .macro  CLIP sum
        tst.w   \sum
        bpl.s   1f
        moveq   #0,\sum
1:      cmpi.w  #NET_ONE,\sum
        ble.s   1f
        moveq   #NET_ONE,\sum
1:
        .endm

net_hidden:
        lea     net_in,%a0
        lea     net_in_values,%a1
        lea     net_bias,%a2
        lea     LOW-G(%a5),%a4
        moveq   #15,%d7
.Lhidden:
        move.w  (%a2)+,%d2              | of the side to move
        move.w  (%a2)+,%d3
        tst.b   side-G(%a5)
        beq.s   1f
        exg     %d2,%d3
1:      lea     LEFT-G(%a5),%a3
        move.w  %d4,%d6
        bra.s   3f
2:      LOWER   %d2
        LOWER   %d3
3:      dbf     %d6,2b
        lea     RIGHT-G(%a5),%a3
        move.w  %d5,%d6
        bra.s   5f
4:      UPPER   %d2
        UPPER   %d3
5:      dbf     %d6,4b
        CLIP    %d2
        CLIP    %d3

        | A3 = the products in HIGH, A6 = the weights of the entries.
        move.l  %a4,%d0
        subi.l  #LOW,%d0                | 64 each hidden value
        move.w  %d0,%d1
        lsr.w   #2,%d1
        lea     net_out_values,%a6
        adda.w  %d1,%a6
        moveq   #0x30,%d6
        and.w   %d6,%d1
        lsr.w   #2,%d1                  | 4 each of four hidden values
        andi.w  #0x300,%d0
        or.w    %d1,%d0
        lea     HIGH-G(%a5),%a3
        adda.w  %d0,%a3
        moveq   #NET_CODES-1,%d6
6:      move.b  (%a6)+,%d0
        ext.w   %d0
        move.w  %d0,%d1
        muls    %d2,%d1
        muls    %d3,%d0
        swap    %d0
        clr.w   %d0
        add.l   %d1,%d0
        move.l  %d0,(%a4)+
        move.l  %d0,(%a3)
        lea     16(%a3),%a3
        dbf     %d6,6b

        lea     2*NET_HALF(%a0),%a0
        lea     NET_CODES(%a1),%a1
        cmpa.l  #LOW+64*NET_HIDDEN,%a4
        bne     .Lhidden

| net_entries - add the products to the tables; ends net_tables
|
| In      HIGH, LOW
| Out     pst
| Uses    everything
|
| A byte of codes of each hidden value gives two squares beside each other, D2
| the left and D3 the right one, both for both sides: D0 is the high half of
| the byte, sixteenfold, which finds its product without a shift, D1 the low
| one, fourfold. 72 cycles a byte and hidden value. A3 is white's entry, A4
| black's, A6 the end of white's table.

| Add D0's or D2's or D3's low word to an entry.
        .macro  ENTRY sum, at
        move.w  %d6,%d1
        move.b  (\at),%d1
        add.w   %d1,\sum
        cmp.w   %d5,\sum
        bls.s   1f
        tst.w   \sum
        spl     \sum
1:      move.b  \sum,(\at)+
        .endm
        .macro  ENTRIES sum
        lsr.l   #6,\sum                 | both words: what comes from black's
        move.w  \sum,%d0
        and.w   %d7,%d0                 | goes
        ENTRY   %d0, %a3
        swap    \sum
        ENTRY   \sum, %a4
        .endm

net_entries:
        lea     net_out,%a0
        lea     pst-G(%a5),%a3
        lea     pst+6*256+FLIP-G(%a5),%a4
        lea     0x80(%a3),%a6
        move.w  #255,%d5
        move.w  #-(NOT_BELOW>>6),%d6    | its low byte is 0, for an entry
        move.w  #0xFFFF>>6,%d7
.Lrank: moveq   #3,%d4
.Lpair: moveq   #0,%d0
        lea     HIGH-G(%a5),%a1
        lea     LOW+128-G(%a5),%a2
        move.l  #(NOT_BELOW+NET_ONE/2)*0x10001,%d2
        move.l  %d2,%d3
        .set    number, 0
        .rept   NET_HIDDEN
        .if     number > 0 && number & 3 == 0
        lea     256(%a1),%a1
        lea     256(%a2),%a2
        .endif
        moveq   #15,%d1
        move.b  number*NET_HALF(%a0),%d0
        and.b   %d0,%d1
        eor.b   %d1,%d0
        add.w   %d1,%d1
        add.w   %d1,%d1
        add.l   (number & 3)*4(%a1,%d0.w),%d3
        add.l   (number & 3)*64-128(%a2,%d1.w),%d2
        .set    number, number+1
        .endr
        addq.l  #1,%a0
        ENTRIES %d2
        ENTRIES %d3
        dbf     %d4,.Lpair
        addq.l  #8,%a3
        lea     -24(%a4),%a4
        cmpa.l  %a6,%a3
        bne     .Lrank

        | The next kind; pawns have no first and no last rank.
        lea     0x80(%a3),%a3
        lea     0x180(%a4),%a4
        lea     0x100(%a6),%a6
        cmpa.l  #pst+PAWN*256,%a3
        bcs     .Lrank
        bne.s   2f
        lea     0x10(%a3),%a3
        lea     -0x10(%a4),%a4
        lea     -0x10(%a6),%a6
        bra     .Lrank
2:      rts
