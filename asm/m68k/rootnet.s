| rootnet.s - the network that adds to the root tables (docs/lab/root-net.md)

        .include "memory.inc"

        .global net_tables

| What lies from raw_moves on, where there are no moves yet. A product is
| black's hidden value times a weight in the high word, plus white's times the
| same weight as a long: so a sum of products is one of the words' sums, and the
| two sides cost one addition.
        .equ    HIGH, raw_moves         | products by high half of a code, 16
                                        | bytes each, of four hidden values
        .equ    LOW, HIGH+4*256         | by low half, 4 bytes each, and 64 for
                                        | each hidden value
        .equ    LEFT, LOW+4*256         | men of the files a, c, e, g: a word of
        .equ    RIGHT, LEFT+4*32        | white's view and one of black's; b, d, f, h

| With this much more no sum is negative, and the low word borrows nothing.
        .equ    NOT_BELOW, 0x8000

| What a man adds to a sum: his code is the low or the high half of the byte.
        .macro  LOWER sum
        | (A3) = the place of the byte with the man's code; (A0) are the codes
        | of this hidden value. D7's low four bits are set. (A1) is what the
        | code means, a byte with sign.
        move.w  (%a3)+,%d0
        move.b  (%a0,%d0.w),%d1
        and.w   %d7,%d1
        move.b  (%a1,%d1.w),%d1
        ext.w   %d1
        add.w   %d1,\sum
        .endm
        .macro  UPPER sum
        move.w  (%a3)+,%d0
        | The code is in the upper half of the byte.
        moveq   #0,%d1
        move.b  (%a0,%d0.w),%d1
        lsr.w   #4,%d1
        move.b  (%a1,%d1.w),%d1
        ext.w   %d1
        add.w   %d1,\sum
        .endm

| The hidden value of a sum.
        .macro  CLIP sum
        | Kept from 0 to NET_ONE.
        tst.w   \sum
        bpl.s   1f
        moveq   #0,\sum
1:      cmpi.w  #NET_ONE,\sum
        ble.s   1f
        moveq   #NET_ONE,\sum
1:
        .endm

| Add the low word of a sum to an entry and go to the next.
        .macro  ENTRY sum, at
        | D6's upper byte takes off what NOT_BELOW has added; the sum and the
        | entry must stay in a byte, else it is 0 or 255.
        move.w  %d6,%d1
        move.b  (\at),%d1
        add.w   %d1,\sum
        cmp.w   %d5,\sum
        bls.s   1f
        tst.w   \sum
        spl     \sum
1:      move.b  \sum,(\at)+
        .endm

| Add both words of a sum to the entries of a square.
        .macro  ENTRIES sum
        | A sum has six bits more than an entry. White's part is the low word,
        | black's the high one.
        lsr.l   #6,\sum
        move.w  \sum,%d0
        and.w   %d7,%d0                 | without the bits of the high word
        ENTRY   %d0, %a3
        swap    \sum
        ENTRY   \sum, %a4
        .endm

        .text

| net_tables - add the network's tables to those of build_tables
|
| In      the position; pst as build_tables has made it
| Out     pst
| Uses    everything; 2.25 KB from raw_moves
|
| 0.34 million cycles at most, by count: 0.24 for the entries, 0.06 for the men, 0.04 for
| the products. A pass over the codes for each side would take 0.1 more, one
| that adds to sums in memory for each hidden value another 0.1.
|
| First the men: LEFT and RIGHT. A man is the place of the byte with his code
| among the 2*NET_HALF of a hidden value. D6 is the half in which white sees
| him, D5 that of black.
net_tables:
        | A2 and A3 write the men of the left and of the right file of each
        | pair.
        lea     square-G(%a5),%a0
        lea     kind-G(%a5),%a1
        lea     LEFT-G(%a5),%a2
        lea     RIGHT-G(%a5),%a3
        moveq   #0,%d6
        move.w  #NET_HALF,%d5
.Lside: moveq   #-1,%d4                 | the side's men but the king
        moveq   #15,%d7
.Lman:  moveq   #0,%d0
        | D0 = the kind's bytes: 32, four a rank; D1 = the man's square.
        move.b  (%a1)+,%d0
        move.l  (%a0)+,%d1
        tst.b   %d1
        bmi.s   .Lnext                  | dead
        addq.w  #1,%d4
        lsl.w   #5,%d0                  | 32 bytes a kind
        cmpi.w  #PAWN<<5,%d0
        bne.s   1f
        subq.w  #4,%d0                  | a pawn's first rank has none
        | D0 = the byte by kind and file.
1:      moveq   #6,%d2
        and.w   %d1,%d2
        lsr.w   #1,%d2                  | two files a byte
        add.w   %d2,%d0
        | D2 = the byte as white sees it, D3 as black does, ranks turned about.
        moveq   #0x70,%d2
        and.w   %d1,%d2
        lsr.w   #2,%d2                  | four bytes a rank
        moveq   #7*4,%d3
        sub.w   %d2,%d3                 | as black sees it
        add.w   %d0,%d2
        add.w   %d6,%d2
        add.w   %d0,%d3
        add.w   %d5,%d3
        | Odd files go to the right list: their code is the upper half.
        lsr.b   #1,%d1
        bcs.s   2f
        move.w  %d2,(%a2)+
        move.w  %d3,(%a2)+
        bra.s   .Lnext
2:      move.w  %d2,(%a3)+
        move.w  %d3,(%a3)+
.Lnext: dbf     %d7,.Lman
        | A side with a king alone ends it. Then once more for black, with the
        | halves exchanged.
        tst.w   %d4
        beq     .Lend                   | a king alone: the tables stay
        exg     %d5,%d6
        tst.w   %d6
        bne.s   .Lside                  | black's men

        | D4 and D5 = the lengths of LEFT and RIGHT.
        lea     LEFT-G(%a5),%a0
        move.w  %a2,%d4
        sub.w   %a0,%d4
        lsr.w   #2,%d4
        lea     RIGHT-G(%a5),%a0
        move.w  %a3,%d5
        sub.w   %a0,%d5
        lsr.w   #2,%d5

        | Hidden value by hidden value: A0 = the codes of the men, A1 = what
        | they mean, A2 = the bias, A4 = the products in LOW; D2 = white's sum,
        | D3 = black's.
        lea     net_in,%a0              | codes
        lea     net_in_values,%a1
        lea     net_bias,%a2
        lea     LOW-G(%a5),%a4
        moveq   #15,%d7
.Lhidden:
        | Two biases: the side to move's, and the other's.
        move.w  (%a2)+,%d2              | of the side to move
        move.w  (%a2)+,%d3
        tst.b   side-G(%a5)
        beq.s   1f
        exg     %d2,%d3
1:      lea     LEFT-G(%a5),%a3
        move.w  %d4,%d6
        bra.s   3f
        | The left files' men have the lower half of each byte.
2:      LOWER   %d2
        LOWER   %d3
3:      dbf     %d6,2b
        lea     RIGHT-G(%a5),%a3
        move.w  %d5,%d6
        bra.s   5f
        | The right files' men have the upper half.
4:      UPPER   %d2
        UPPER   %d3
5:      dbf     %d6,4b
        | Both sums become hidden values.
        CLIP    %d2
        CLIP    %d3

        | The products: A3 = those in HIGH, A6 = the weights of entries.
        | A6 = the weights of this hidden value; D0 = where its products are in
        | HIGH.
        move.l  %a4,%d0
        subi.l  #LOW,%d0                | 64 a hidden value
        move.w  %d0,%d1
        lsr.w   #2,%d1                  | NET_CODES a hidden value
        lea     net_out_values,%a6
        adda.w  %d1,%a6
        andi.w  #0x30,%d1
        lsr.w   #2,%d1                  | 4 for each but every fourth
        andi.w  #0x300,%d0              | and 256 for that
        or.w    %d1,%d0
        lea     HIGH-G(%a5),%a3
        adda.w  %d0,%a3
        moveq   #NET_CODES-1,%d6
        | The product with white's value, and with black's in the upper word.
6:      move.b  (%a6)+,%d0
        ext.w   %d0
        move.w  %d0,%d1
        muls    %d2,%d1
        muls    %d3,%d0
        swap    %d0
        clr.w   %d0
        add.l   %d1,%d0
        | The same product in LOW and in HIGH, for either half of a byte.
        move.l  %d0,(%a4)+
        move.l  %d0,(%a3)
        lea     16(%a3),%a3
        dbf     %d6,6b

        | The next hidden value's codes and meanings.
        lea     2*NET_HALF(%a0),%a0
        lea     NET_CODES(%a1),%a1
        cmpa.l  #LOW+64*NET_HIDDEN,%a4
        bne     .Lhidden

        | Two squares beside each other, of both sides, have the same byte of
        | codes: D0 = its high half, 16 times, which needs no shift, D1 = its
        | low half, 4 times. That is 72 cycles for four entries and a hidden
        | value. D2 = the sum of the left square, D3 = the right one's; A3 =
        | white's entry, A4 = black's, A6 = the end of white's table.
        lea     net_out,%a0
        lea     pst-G(%a5),%a3
        lea     pst+6*256+FLIP-G(%a5),%a4
        lea     0x80(%a3),%a6
        move.w  #255,%d5
        move.w  #-(NOT_BELOW>>6),%d6    | the low byte is 0, for an entry
        move.w  #0xFFFF>>6,%d7
.Lrank: moveq   #3,%d4
.Lpair: moveq   #0,%d0
        lea     HIGH-G(%a5),%a1
        lea     LOW+128-G(%a5),%a2      | all of four in reach
        | Both sums begin with NOT_BELOW and a half, in both words.
        move.l  #(NOT_BELOW+NET_ONE/2)*0x10001,%d2
        move.l  %d2,%d3
        .set    number, 0
        .rept   NET_HIDDEN
        .if     number > 0 && number & 3 == 0
        lea     256(%a1),%a1
        lea     256(%a2),%a2
        .endif
        | A byte has the codes of two squares: D1 the lower one, D0 the upper
        | one, 16 times.
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
        | The next byte; two squares' entries of both sides.
        addq.l  #1,%a0
        ENTRIES %d2
        ENTRIES %d3
        dbf     %d4,.Lpair
        | Over the gap behind the rank. Black's tables are flipped, so A4 goes a
        | rank back.
        addq.l  #8,%a3
        lea     -24(%a4),%a4            | a rank below for white's view
        cmpa.l  %a6,%a3
        bne     .Lrank

        | The next kind; pawns have no first and no last rank.
        lea     0x80(%a3),%a3
        lea     0x180(%a4),%a4
        lea     0x100(%a6),%a6
        cmpa.l  #pst+PAWN*256,%a3
        bcs     .Lrank
        bne.s   .Lend
        lea     0x10(%a3),%a3
        lea     -0x10(%a4),%a4
        lea     -0x10(%a6),%a6
        bra     .Lrank
.Lend:  rts
