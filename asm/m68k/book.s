| book.s - the opening book
|
| The table, which the host puts into the ROM's end, begins at book_table
| (m68k.ld) and has the format that package goengine/book describes.

        .include "memory.inc"

        .global book_move, book_moves_legal, book_entry, book_from

        .text

| book_move - choose a move of the opening book by weight
|
| In      D0.b = random byte; the position on the board with its key
| Out     Z clear: play_from, play_to the move, play_ok 1. Z set: the book
|         doesn't know the position, play_ok 0. raw_end at its start
| Uses    D0 D1 D2 D3 D4 D5 D6 D7 A0 A1 A2 A3 A4; raw_moves
|
| The move is the first whose running sum of weights is more than
| random/256 of the whole. A position counts as found where two further
| bytes of its key are equal and all its moves, read with the last byte,
| are legal. The walk ends whatever the table's bytes are.
book_move:
        | The random byte is saved on the stack.
        move.b  %d0,-(%sp)
        clr.b   play_ok-G(%a5)

        | Add up the lengths of the buckets before this one. D0 = its number:
        | byte 0 of the key, which in memory is its last, bit 7 inverted for
        | Black; and bit 7 of byte 3.
        moveq   #0,%d0
        move.b  side-G(%a5),%d0
        ror.b   #1,%d0
        move.b  key+3-G(%a5),%d1
        eor.b   %d1,%d0
        tst.b   key-G(%a5)
        bpl.s   .Llow
        add.w   #256,%d0
.Llow:  lea     book_table + BUCKETS_AT,%a0
        lea     book_table + RECORDS_AT,%a2
        moveq   #0,%d6
        bra.s   .Lcount
.Lbucket:
        | Each bucket's length before this one moves A2 on.
        move.b  (%a0)+,%d6
        add.w   %d6,%a2
.Lcount:
        dbf     %d0,.Lbucket
        move.b  (%a0),%d6

        | A2 = a position, D6 = the bytes of the bucket from there on. It must
        | end within the ROM. A position has three bytes at least.
        lea     (%a2,%d6.w),%a0
        cmp.l   #book_limit,%a0
        bhi.s   .Lnone
.Lposition:
        | Bytes left: too few for a position ends the search. Two bytes of the
        | key, then the moves.
        subq.w  #3,%d6
        bcs.s   .Lnone
        addq.w  #1,%d6
        move.b  (%a2)+,%d0
        move.b  (%a2)+,%d1
        cmp.b   key+2-G(%a5),%d0
        bne.s   .Lother
        cmp.b   key+1-G(%a5),%d1
        bne.s   .Lother
        | The key fits; are its moves legal here?
        movem.l %d6/%a2,-(%sp)
        bsr     book_moves_legal
        movem.l (%sp)+,%d6/%a2
        bne.s   .Lfound

        | On to the end of the moves.
.Lother:
        | C set: the table is cut off. Z clear: another move follows.
        bsr     book_entry
        bcs.s   .Lnone
        bne.s   .Lother
        bra.s   .Lposition

        | D7 = the sum of the weights; D5 = random * sum / 256.
.Lfound:
        moveq   #0,%d5
        move.b  (%sp)+,%d5
        mulu    %d7,%d5
        lsr.w   #8,%d5
        | The weights are taken off the number; the move that brings it below 0
        | is chosen.
.Lpick: bsr     book_entry
        sub.w   %d2,%d5
        bcc.s   .Lpick
        | Where does it come from? It is legal, so it is found.
        bsr     book_from
        move.b  %d3,play_from-G(%a5)
        move.b  %d4,play_to-G(%a5)
        move.b  #1,play_ok-G(%a5)
        bra.s   .Lempty

.Lnone: addq.l  #2,%sp
.Lempty:
        | The raw moves are dropped. Z is play_ok.
        lea     raw_moves-G(%a5),%a0
        move.l  %a0,raw_end-G(%a5)
        tst.b   play_ok-G(%a5)
        rts

| book_moves_legal - are all moves of a position of the book legal in the
| one on the board?
|
| In      A2 = the first move, D6 = bytes of the bucket from there on
| Out     Z clear: yes; D7 = the sum of their weights, at most 255. The legal
|         moves from raw_moves to raw_end
| Uses    D0 D1 D2 D3 D4 D5 D6 A0 A1 A2 A3 A4; raw_moves
book_moves_legal:
        movem.l %d6/%a2,-(%sp)
        | All legal moves of the position, to compare with.
        st      hits_ply-G(%a5)         | the map is the last search's
        lea     raw_moves-G(%a5),%a0
        move.l  %a0,raw_end-G(%a5)
        moveq   #1,%d0
        bsr     look_own
        bsr     generate_tactical
        bsr     generate_quiet
        movem.l (%sp)+,%d6/%a2
        moveq   #0,%d7
        | Each move must be readable, its weight keep the sum in a byte, and it
        | must be legal.
.Lmove: bsr     book_entry
        bcs.s   .Lno
        sne     %d5                     | another follows
        add.b   %d2,%d7
        bcs.s   .Lno
        bsr     book_from
        beq.s   .Lend
        tst.b   %d5
        bne.s   .Lmove
        moveq   #1,%d0
.Lend:  rts
.Lno:   moveq   #0,%d0
        rts

| book_entry - read a move of the table
|
| In      A2 = its first byte, D6 = bytes of the bucket from there on
| Out     C set: it is cut off. C clear: D4 = to, D1 = its number among the
|         moves that go there, D2 = weight 1 to 8, Z: the last of its
|         position; A2 and D6 behind it
| Uses    D0 D3
|
| What has a second byte has a weight, a number above 1 or a move behind
| it.
book_entry:
        | A byte less. The move's bits are combined with those of the key, which
        | must be undone.
        subq.w  #1,%d6
        bcs.s   .Lcut
        move.b  (%a2)+,%d0
        move.b  key-G(%a5),%d4
        eor.b   %d0,%d4
        | D1 = the lowest bit of the number; D4 = the square, from 0 to 63,
        | spread to 0x88.
        move.b  %d4,%d1
        rol.b   #2,%d1                  | bit 6, the number's lowest
        and.w   #1,%d1
        and.w   #0x3F,%d4
        moveq   #0x38,%d2
        and.w   %d4,%d2
        add.w   %d2,%d4                 | rank twice: a 0x88 square
        | Weight 1 and the last one, unless bit 7 says that a second byte
        | follows.
        moveq   #1,%d2
        tst.b   %d0
        bpl.s   .Llast
        subq.w  #1,%d6
        bcs.s   .Lcut
        move.b  (%a2)+,%d0
        | Its lower three bits add to the weight, the next three to the number,
        | and bit 7 says whether a move follows.
        moveq   #7,%d3
        and.b   %d0,%d3
        add.w   %d3,%d2
        moveq   #0x38,%d3
        and.b   %d0,%d3
        lsr.b   #2,%d3
        or.b    %d3,%d1
        and.b   #0x80,%d0               | another move
        rts
.Llast: moveq   #0,%d0
.Lcut:  rts

| book_from - find a legal move by where it goes to
|
| In      D4 = to, D1 = number 0 to 15; legal moves from raw_moves to raw_end
| Out     Z clear: D3 = from. Z set: there is no such move
| Uses    D0 D1 D2 A0 A1
|
| Moves to a square are numbered by rising exclusive or of the two squares.
| Promotions to less than a queen, which have other bits in from, don't
| count.
book_from:
        moveq   #0,%d2                  | the least that may be
        move.l  raw_end-G(%a5),%a1
.Lnumber:
        | The least exclusive or, from D2 up, among the moves that go to D4.
        moveq   #0x78,%d3               | beyond all squares
        lea     raw_moves-G(%a5),%a0
        bra.s   .Lnext
.Lraw:  move.w  (%a0),%d0
        addq.l  #4,%a0
        cmp.b   %d4,%d0
        bne.s   .Lnext
        | D0 = from combined with to; below D2 it has been counted, and one
        | above D3 is not the least.
        lsr.w   #8,%d0
        eor.b   %d4,%d0
        cmp.b   %d2,%d0
        bcs.s   .Lnext
        cmp.b   %d3,%d0
        bcc.s   .Lnext
        btst    #3,%d0
        bne.s   .Lnext
        move.b  %d0,%d3
.Lnext: cmp.l   %a1,%a0
        bcs.s   .Lraw

        | D3 = the least of them.
        cmp.b   #0x78,%d3
        beq.s   .Lnot                   | Z
        | Go on above it, until the number is reached.
        move.b  %d3,%d2
        addq.b  #1,%d2
        subq.b  #1,%d1
        bcc.s   .Lnumber
        eor.b   %d4,%d3                 | from again
        moveq   #1,%d0
.Lnot:  rts
