| key.s - position keys, repetition and positions that can't be won

        .include "memory.inc"

        .global full_key, toggle_key, repeated, insufficient, key_place

        .text

| full_key - the position's key counted from nothing
|
| In      the lists, castle, ep
| Out     key
| Uses    D0 D1 D2 A0 A1
full_key:
        | D1 collects the key. The castling rights, 1 to 15, have a longword
        | each.
        moveq   #0,%d1
        lea     key_windows + 4*CASTLE_KEY_AT,%a0
        moveq   #0,%d0
        move.b  castle-G(%a5),%d0
        beq.s   .Lnocastle              | no window for none
        add.w   %d0,%d0
        add.w   %d0,%d0
        move.l  (%a0,%d0.w),%d1
.Lnocastle:
        | The en passant file, if there is a square ($FF is none).
        move.b  ep-G(%a5),%d0
        bmi.s   .Lnoep
        and.w   #7,%d0
        add.w   %d0,%d0
        add.w   %d0,%d0
        lea     key_windows + 4*EP_KEY_AT,%a0
        move.l  (%a0,%d0.w),%d0
        eor.l   %d0,%d1
        | Each of the 32 pieces that is on the board. The low byte of its
        | pointer is the square, $FF for a dead one; PIECE_KEYS away, less the 4
        | that A0 has moved on, is where the keys of that piece begin.
.Lnoep: lea     square-G(%a5),%a0
        moveq   #31,%d2
.Lpiece:
        move.l  (%a0)+,%d0
        tst.b   %d0
        bmi.s   .Ldead
        and.w   #0x77,%d0
        add.w   %d0,%d0
        add.w   %d0,%d0
        move.l  PIECE_KEYS-4(%a0),%a1
        move.l  (%a1,%d0.w),%d0
        eor.l   %d0,%d1
.Ldead: dbf     %d2,.Lpiece
        move.l  %d1,key-G(%a5)
        rts

| toggle_key - put a piece into the key, or take it out
|
| In      D0 = its square, D1.b = id; piece_keys
| Out     key
| Uses    D0 D2 A0
toggle_key:
        | A0 = where the keys of the piece begin, by its id times 4; then its
        | longword for the square. EOR puts it in and takes it out alike.
        moveq   #0,%d2
        move.b  %d1,%d2
        add.w   %d2,%d2
        add.w   %d2,%d2
        lea     piece_keys-G(%a5),%a0
        move.l  (%a0,%d2.w),%a0
        add.w   %d0,%d0
        add.w   %d0,%d0
        move.l  (%a0,%d0.w),%d0
        eor.l   %d0,key-G(%a5)
        rts

| repeated - has the position stood on the board before, in the game or on
| the line?
|
| In      key, undo, half
| Out     Z clear: yes
| Uses    D0 D1 A0 A1
|
| Only every second position has the same side to move, and none before
| the last capture or pawn move can return; the last but one can't have
| stood either.
repeated:
        | The key to compare with is of the position four plies ago at the
        | earliest. D0 = number of positions to look at, less one.
        moveq   #0,%d0
        move.b  half-G(%a5),%d0
        subq.w  #4,%d0
        bcs.s   .Lno
        lsr.w   #1,%d0
        | The undo records grow down, the newest at undo_top, and each has the
        | key before its move: the fourth record's is that of four plies ago.
        move.l  undo_top-G(%a5),%a0
        lea     3*UNDO+UNDO_KEY(%a0),%a0
        lea     undo_end-G(%a5),%a1
        move.l  key-G(%a5),%d1
        | Every second record from there, as far as there are records and the
        | clock allows.
.Lnext: cmp.l   %a1,%a0
        bcc.s   .Lno
        cmp.l   (%a0),%d1
        beq.s   .Lyes
        lea     2*UNDO(%a0),%a0         | two plies further back
        dbf     %d0,.Lnext
.Lno:   moveq   #0,%d0
        rts
.Lyes:  moveq   #1,%d0
        rts

| insufficient - can neither side mate by any play?
|
| In      pieces, the lists
| Out     Z clear: bare kings, one minor piece, or two bishops on squares of
|         one colour
| Uses    D0 D1 D2 A0 A1
|
| At most two pieces beside the kings add up what they count: a bishop 1 or
| 4 by the colour of its square, a knight 16. Nothing, one minor piece and a
| bishop twice are 0 and the powers of two below 32.
insufficient:
        | More than two pieces beside the kings are always enough.
        cmp.b   #4,pieces-G(%a5)
        bhi.s   .Lnot
        lea     square-G(%a5),%a0
        lea     kind-G(%a5),%a1
        moveq   #0,%d1
        | D0 = the piece's pointer, D2 = its kind. Kings and captured pieces
        | count nothing; a queen, a rook or a pawn can mate.
.Lman:  move.l  (%a0)+,%d0
        move.b  (%a1)+,%d2              | the king is 0
        beq.s   .Lcounted
        tst.b   %d0
        bmi.s   .Lcounted
        subq.b  #BISHOP,%d2
        bcs.s   .Lnot
        beq.s   .Lbishop
        subq.b  #KNIGHT-BISHOP,%d2
        bne.s   .Lnot
        add.w   #16,%d1
        bra.s   .Lcounted
.Lbishop:
        | The colour of a square: bit 0 of file and rank, exclusive or.
        move.w  %d0,%d2
        lsr.w   #4,%d2
        eor.w   %d0,%d2
        addq.w  #1,%d1
        lsr.w   #1,%d2                  | rank + file odd: a light square
        bcc.s   .Lcounted
        addq.w  #3,%d1
.Lcounted:
        | All 32 pieces are counted. Two knights, or a knight and a bishop on a
        | light or a dark square, are 32, 20 or 17.
        cmp.l   #square+32*4,%a0
        bne.s   .Lman
        cmp.w   #32,%d1
        bcc.s   .Lnot
        | D1 with its lowest bit removed is 0 for 0 and for a power of two.
        move.w  %d1,%d0
        subq.w  #1,%d0
        and.w   %d1,%d0
        bne.s   .Lnot
        moveq   #1,%d0
        rts
.Lnot:  moveq   #0,%d0
        rts

        .section .rodata

| Where each piece's keys are, by side*6 + kind. Two pieces share 128 of
| key_windows, the second in the gaps of the 0x88 board.
        .balign 4
key_place:
        .long   key_windows, key_windows + 4*0x008
        .long   key_windows + 4*0x080, key_windows + 4*0x088
        .long   key_windows + 4*0x100, key_windows + 4*0x108
        .long   key_windows + 4*0x180, key_windows + 4*0x188
        .long   key_windows + 4*0x200, key_windows + 4*0x208
        .long   key_windows + 4*0x280, key_windows + 4*0x288
