| swapoff.s - exchanges on one square

        .include "memory.inc"

        .global swap_off, swap_place, swap_white, swap_black, swap_long, swap_many
        .global swap_overflow, best_swap

        .text

| The attackers of a square are counted in a register a side: the state.
|
|       bits 0-4  pawns + 3*knights + 9*rooks, each at most 2
|       bit 5     bishop
|       bits 6-7  queens, with the sliders behind a queen
|       bit 16    king
|
| One look-up in a table gives the value of the cheapest (swap_values) and
| what state is left without it (swap_next): no sorting, no counters. What
| does not fit (three knights or rooks on one square, four queens) goes to
| swap_slow. Kings are the last to capture, hence beyond the tables' index.
|
| In all that looks around, A0 is the square's place on the board, D1 white's
| state and D2 black's, and the stack's top the value of what stands there,
| negative where black captures. A board byte that is loaded sets N for a black
| piece or the edge, and BTST leaves N alone.

        .equ    TWO_ROOKS, 2*ONE_ROOK
        .equ    KNIGHTS, 0x18           | of a state with knights alone: three or more
        .equ    KING_IN, 16
        .equ    FOUND, 16               | best_swap
        .equ    PAWN_WORTH, 16

        .equ    DIAGONAL_BIT, 2
        .equ    STRAIGHT_BIT, 3

| From A1 to the next piece along the step: its byte in D0.
        .macro  NEXT_PIECE step
.Lwalk\@:
        lea     \step(%a1),%a1
        move.b  (%a1),%d0
        beq.s   .Lwalk\@
        .endm

| A side's slider on A1, its byte in D0, and those behind it: bishops and queens
| on a diagonal, or rooks and queens on a straight line. What stands behind a
| queen counts as another one, since she must capture first. foe is the
| condition of a foe's byte; the edge, which is a black one's to it, has no way
| bits. Mostly there is no friend behind, so A1 moves on only if there is one.
        .macro  SLIDERS n, step, way, other, state, foe, side
        | With both ways it is a queen, counted in bits 6 and 7.
        btst    #\other,%d0
        bne.s   .Lqueen\side\n
.Lslider\side\n:
        | A bishop is one bit; a second one on another diagonal overflows.
        .ifeq   \way - DIAGONAL_BIT
        bset    #5,\state
        bne     swap_overflow
        .else
        | Pawns, knights and rooks are the lower five bits: with two rooks there
        | already a third one overflows.
        moveq   #31,%d0
        and.b   \state,%d0
        cmpi.b  #TWO_ROOKS,%d0
        bcc     swap_overflow
        addi.b  #ONE_ROOK,\state
        .endif
.Lbehind\side\n:
        | The first piece behind, up to six squares on. A foe's, or a piece
        | without the way, ends the ray.
        .irp    i, 1, 2, 3, 4, 5
        move.b  \i*\step(%a1),%d0
        bne.s   .Lthere\side\n
        .endr
        move.b  6*\step(%a1),%d0
.Lthere\side\n:
        \foe    .Lnext\n
        btst    #\way,%d0
        beq     .Lnext\n
        | Behind a queen every friend counts as a queen; behind a bishop or rook
        | it depends on what it is.
        btst    #\other,(%a1)
        bne.s   .Lanother\side\n
        NEXT_PIECE \step
        btst    #\other,%d0
        beq     .Lslider\side\n
.Lqueen\side\n:
        addi.b  #ONE_QUEEN,\state       | carry: the fourth
        bcc     .Lbehind\side\n
        bra     swap_overflow
.Lanother\side\n:
        NEXT_PIECE \step
        | All friendly sliders behind a queen, one after another.
.Lqueens\side\n:
        addi.b  #ONE_QUEEN,\state
        bcs     swap_overflow
        NEXT_PIECE \step
        \foe    .Lnext\n
        btst    #\way,%d0
        bne.s   .Lqueens\side\n
        bra     .Lnext\n
        .endm

| A ray's first piece: one on the next square is near, where others attack too.
| One further on mostly is no slider; then .Lnext, the next ray, follows at
| once.
        .macro  RAY n, step, way, other
        | D0 is the piece's byte, A1 will be its place. The edge has no way bits
        | and so ends the ray.
        move.b  \step(%a0),%d0
        bne.s   .Lnear\n
        .irp    i, 2, 3, 4, 5, 6
        move.b  \i*\step(%a0),%d0
        bne.s   .Lfirst\n\()_\i
        .endr
        | A ray has at most seven squares, so the last one needs no
        | test.
        move.b  7*\step(%a0),%d0
        btst    #\way,%d0
        beq     .Lnext\n
        lea     7*\step(%a0),%a1
        bra     .Lslider\n
        .irp    i, 2, 3, 4, 5
.Lfirst\n\()_\i:
        btst    #\way,%d0
        beq     .Lnext\n
        lea     \i*\step(%a0),%a1
        bra.s   .Lslider\n
        .endr
.Lfirst\n\()_6:
        btst    #\way,%d0
        beq     .Lnext\n
        lea     6*\step(%a0),%a1
.Lslider\n:
        | N, of the byte that was loaded, still tells the colours apart: BTST
        | and LEA leave it.
        bmi     .Lblack\n
.Lwhite\n:
        SLIDERS \n, \step, \way, \other, %d1, bmi, _white
        .ifeq   \way - DIAGONAL_BIT    | behind a pawn
.Lseek\n:
        NEXT_PIECE \step                | a pawn stands in front
        bpl     .Lwhite\n
        .endif
.Lblack\n:
        SLIDERS \n, \step, \way, \other, %d2, bpl, _black
        .endm

| A piece on the next square along a straight line.
        .macro  NEAR_STRAIGHT n, step
.Lnear\n:
        | On the next square of a straight line: rook, queen or
        | king.
        andi.b  #WAY_STRAIGHT+WAY_KING,%d0
        beq     .Lnext\n
        lea     \step(%a0),%a1
        subq.b  #WAY_STRAIGHT,%d0
        bne.s   .Lking\n
        move.b  (%a1),%d0
        bmi     .Lblack\n
        bra     .Lwhite\n
.Lking\n:
        | A king is beyond the tables' index; he shields what is behind him.
        tst.b   (%a1)
        bmi.s   .Lblack_king\n
        bset    #KING_IN,%d1
        bra     .Lnext\n
.Lblack_king\n:
        bset    #KING_IN,%d2
        bra     .Lnext\n
        .endm

| The same on a diagonal, where a pawn attacks too, and what is behind it: of
| the white pawns those below, of the black ones those above.
        .macro  NEAR_DIAGONAL n, step, pawn, state, foe, side
.Lnear\n:
        | Of the byte, the ways that reach over one diagonal step are left:
        | bishop or queen, king, or a pawn of the colour that captures this way.
        andi.b  #WAY_DIAGONAL+WAY_KING+\pawn,%d0
        beq     .Lnext\n
        .ifeq   \pawn - WAY_WHITE_PAWN
        subq.b  #WAY_DIAGONAL,%d0
        bcs.s   .Lpawn\n
        .else
        subi.b  #WAY_DIAGONAL,%d0
        cmpi.b  #\pawn-WAY_DIAGONAL,%d0
        beq.s   .Lpawn\n
        tst.b   %d0
        .endif
        | D0 is 0 for a bishop or queen, else it was a king.
        lea     \step(%a0),%a1
        bne.s   .Lking\n
        move.b  (%a1),%d0
        bmi     .Lblack\n
        bra     .Lwhite\n
.Lpawn\n:
        | A pawn is counted; a friendly bishop or queen behind it comes after.
        | The search goes on behind A1.
        addq.b  #ONE_PAWN,\state
        .irp    i, 2, 3, 4, 5, 6
        move.b  \i*\step(%a0),%d0
        bne.s   .Lbehind\n
        .endr
        move.b  7*\step(%a0),%d0
.Lbehind\n:
        \foe    .Lnext\n
        btst    #DIAGONAL_BIT,%d0
        beq     .Lnext\n
        lea     \step(%a0),%a1
        bra     .Lseek\n
.Lking\n:
        tst.b   (%a1)
        bmi.s   .Lblack_king\n
        bset    #KING_IN,%d1
        bra     .Lnext\n
.Lblack_king\n:
        bset    #KING_IN,%d2
        bra     .Lnext\n
        .endm

| Half of the squares that are a knight's move away: Z clear, and in D0 where,
| if one has a knight. MOVEP reads two bytes that are two apart.
        .macro  KNIGHTS_AT pair, one, other
        | Four bytes: the upper one of D0's word is the pair's first square.
        movep.w \pair(%a0),%d0
        or.b    \one(%a0),%d0
        or.b    \other(%a0),%d0
        andi.w  #WAY_KNIGHT<<8+WAY_KNIGHT,%d0
        .endm

| One of those: count the knight there.
        .macro  KNIGHT_AT square
        tst.b   \square(%a0)
        bmi.s   .Lblack_knight\@
        addq.b  #ONE_KNIGHT,%d1
        bra.s   .Lcounted\@
.Lblack_knight\@:
        addq.b  #ONE_KNIGHT,%d2
.Lcounted\@:
        .endm

        .macro  KNIGHT_IF square
        btst    #1,\square(%a0)        | WAY_KNIGHT
        beq.s   .Lno_knight\@
        KNIGHT_AT \square
.Lno_knight\@:
        .endm

| Bit 9 of D0 has said whether there is one on the pair's first square, bit 1
| whether there is one on another.
        .macro  KNIGHTS_FOUND pair, one, other, back
        | The first of the pair.
        btst    #9,%d0
        beq.s   .Lnone\@
        KNIGHT_AT \pair
.Lnone\@:
        | One of the other three or more.
        tst.b   %d0
        beq.s   .Lonly\@
        KNIGHT_IF \pair+2
        KNIGHT_IF \one
        KNIGHT_IF \other
.Lonly\@:
        | KNIGHTS left in either state means three knights, or more.
        move.b  %d1,%d0
        or.b    %d2,%d0
        andi.b  #KNIGHTS,%d0
        beq     \back
        bra     swap_overflow
        .endm

| swap_off - what a side wins by capturing on a square
|
| In      D0.w = square, D1.b = worth of the piece there, D2.b = side that
|         captures (0 white, 1 black)
| Out     D0.w = gain in sixteenths of a pawn
| Uses    D1 D2 A0 A1
swap_off:
        | A0 = the place; the value on the stack is negative where black
        | captures.
        lea     (%a5,%d0.w),%a0
        andi.w  #0xFF,%d1
        tst.b   %d2
        beq.s   .Lplace
        neg.w   %d1
        bra.s   .Lplace

.Lknights_up:
        KNIGHTS_FOUND 31, 14, 18, .Lno_knights_up

| swap_place - swap_off of a place on the board
|
| In      A0 = the place, D1.w = worth, negative where black captures
| Out     D0.w = gain in sixteenths of a pawn
| Uses    D1 D2 A0 A1
swap_place:
.Lplace:
        | Both states begin empty; the stack's top is the value.
        move.w  %d1,-(%sp)
        moveq   #0,%d1
        moveq   #0,%d2
        KNIGHTS_AT 31, 14, 18
        bne.s   .Lknights_up
.Lno_knights_up:
        | The other half of the knight's squares. Nearly always there is none,
        | and the rays begin.
        KNIGHTS_AT -33, -14, -18
        beq     .Lnext_knights          | mostly
        KNIGHTS_FOUND -33, -14, -18, .Lnext_knights
        NEAR_DIAGONAL 0, 17, WAY_BLACK_PAWN, %d2, bpl
.Lnext_knights:
        RAY     0, 17, DIAGONAL_BIT, STRAIGHT_BIT
        NEAR_DIAGONAL 1, 15, WAY_BLACK_PAWN, %d2, bpl
.Lnext0:
        RAY     1, 15, DIAGONAL_BIT, STRAIGHT_BIT
        NEAR_DIAGONAL 2, -17, WAY_WHITE_PAWN, %d1, bmi
.Lnext1:
        RAY     2, -17, DIAGONAL_BIT, STRAIGHT_BIT
        NEAR_DIAGONAL 3, -15, WAY_WHITE_PAWN, %d1, bmi
.Lnext2:
        RAY     3, -15, DIAGONAL_BIT, STRAIGHT_BIT
        NEAR_STRAIGHT 4, 16
.Lnext3:
        RAY     4, 16, STRAIGHT_BIT, DIAGONAL_BIT
        NEAR_STRAIGHT 5, -16
.Lnext4:
        RAY     5, -16, STRAIGHT_BIT, DIAGONAL_BIT
        NEAR_STRAIGHT 6, 1
.Lnext5:
        RAY     6, 1, STRAIGHT_BIT, DIAGONAL_BIT
        NEAR_STRAIGHT 7, -1
.Lnext6:
        RAY     7, -1, STRAIGHT_BIT, DIAGONAL_BIT
.Lnext7:
        | All attackers are counted.
        move.w  (%sp)+,%d0
        bpl.s   .Lwhite_captures
        neg.w   %d0

| swap_black - the exchange when all attackers are counted, black to
| capture; ends swap_off
|
| In      D0.w = worth, D1 = white's state, D2 = black's
| Out     D0.w = gain
| Uses    D1 D2 A0 A1
swap_black:
        exg     %d1,%d2

| swap_white - the exchange when all attackers are counted, white to
| capture; ends swap_off
|
| In      as swap_black
| Out     D0.w = gain
| Uses    D1 D2 A0 A1
|
| From here on D1 is the state of the side that captures, D2 that of the side
| whose piece stands there. Nearly all exchanges end within two captures: those
| are handled here, without a list of gains.
swap_white:
.Lwhite_captures:
        | No attacker: nothing. No defender: the whole value.
        tst.l   %d1
        beq.s   .Lnothing
        tst.l   %d2
        beq.s   .Lall                   | no recapture
        | A lone king may not capture where there is a defender.
        tst.b   %d1
        beq.s   .Lnothing               | a king may not
        | The same for the defenders: with only a king there the second attacker
        | decides.
        lea     swap_next(%pc),%a0
        tst.b   %d2
        beq.s   .Ltheir_king
        | Has the capturing side a second piece?
        tst.b   (%a0,%d1.w)
        bne.s   .Lmore
        btst    #KING_IN,%d1
        bne.s   .Lmore
        | One attacker, which will be recaptured.
.Lone:  lea     swap_values(%pc),%a1
        move.b  (%a1,%d1.w),%d1
        sub.w   %d1,%d0
        bcs.s   .Lnothing
.Lall:  rts
.Lnothing:
        moveq   #0,%d0
        rts
        | Their king is the only defender: a second attacker keeps him away.
.Ltheir_king:
        tst.b   (%a0,%d1.w)
        bne.s   .Lall
        btst    #KING_IN,%d1
        beq.s   .Lone
        rts
        | At least two against at least one, not only a king.
        | Has the other side a second one, then the exchange may be longer.
.Lmore: tst.b   (%a0,%d2.w)
        bne.s   .Llong
        btst    #KING_IN,%d2
        bne.s   .Llong
        | Two against one: worth less what they get by taking back, which is
        | our first piece less their only one.
        lea     swap_values(%pc),%a1
        move.b  (%a1,%d2.w),%d2
        move.b  (%a1,%d1.w),%d1
        sub.w   %d1,%d2
        bcc.s   .Lall
        add.w   %d2,%d0
        bcc.s   .Lnothing
        rts

| swap_long - an exchange of any length; ends swap_off
|
| In      D1 = state of the side that captures, D2 = the other's, D0.w = worth,
|         A0 = swap_next
| Out     D0.w = gain
| Uses    D1 D2 A0 A1
|
| The side that captures wins what stands on the square and puts there the
| cheapest piece that it has, which is what the next one wins: all gains go to
| the stack, until a side has no piece left.
swap_long:
        | D0 = what stands on the square; -1 ends the list of gains.
.Llong: lea     swap_values(%pc),%a1
        move.w  #-1,-(%sp)
.Lcapture:
        | A side without attackers ends the exchange.
        tst.l   %d1
        beq.s   .Lmany
        move.w  %d0,-(%sp)
        | The cheapest piece captures: what it is worth stands there next, and
        | the state is left without it. The sides change places.
        tst.b   %d1
        beq.s   1f
        moveq   #0,%d0
        move.b  (%a1,%d1.w),%d0
        move.b  (%a0,%d1.w),%d1
        exg     %d1,%d2
        bra.s   .Lcapture
        | The king captures last.
1:      move.w  #255,%d0                | a king's value
        moveq   #0,%d1
        exg     %d1,%d2
        bra.s   .Lcapture

| swap_many - fold the gains of a long exchange, in which a side may stop; ends
| swap_off
|
| In      gains on the stack, words, the last first, with -1 behind them
| Out     D0.w = gain; the stack without them
| Uses    D1
|
| From the end: a capture brings what it takes less what the answer brings; if
| that is below 0, the side does not capture.
swap_many:
.Lmany: moveq   #0,%d0
        | D1 = the gain of this capture, D0 what the answer brings.
1:      move.w  (%sp)+,%d1
        bmi.s   3f
        sub.w   %d0,%d1
        bcs.s   2f
        move.w  %d1,%d0
        bra.s   1b
2:      moveq   #0,%d0
        bra.s   1b
3:      rts

| swap_overflow - more attackers of a kind than a state can hold; ends
| swap_off
|
| In      A0 = the place, worth on the stack, negative where black captures
| Out     D0.w = gain; the stack without the value
| Uses    D1 D2 A0 A1
swap_overflow:
        | swap_slow begins again: D0 = the square, D1 = the value, D2 = the side
        | that captures.
        moveq   #0,%d0
        move.w  %a0,%d2                 | the board begins a page
        move.b  %d2,%d0
        moveq   #0,%d2
        move.w  (%sp)+,%d1
        bpl.s   1f
        neg.w   %d1
        moveq   #1,%d2
1:      bra     swap_slow

        | best_swap's pawn at A0, its value in D1: is it safe?
.Lpawn: tst.l   %d2
        bpl.s   .Lblack_pawn
        | Is it guarded by an own pawn, and attacked by no enemy pawn? D0 = 0 is
        | no gain.
        moveq   #WHITE_PAWN,%d0
        cmp.b   -15(%a0),%d0
        beq.s   2f
        cmp.b   -17(%a0),%d0
        bne     .Lrisk
2:      moveq   #BLACK_PAWN-256,%d0
        cmp.b   15(%a0),%d0
        beq     .Lrisk
        cmp.b   17(%a0),%d0
        beq     .Lrisk
        moveq   #0,%d0
        bra     .Lon
.Lblack_pawn:
        | The same for a black pawn.
        moveq   #BLACK_PAWN-256,%d0
        cmp.b   15(%a0),%d0
        beq.s   2f
        cmp.b   17(%a0),%d0
        bne     .Lrisk
2:      moveq   #WHITE_PAWN,%d0
        cmp.b   -15(%a0),%d0
        beq     .Lrisk
        cmp.b   -17(%a0),%d0
        beq     .Lrisk
        moveq   #0,%d0
        bra     .Lon

| By the way bits of a board byte, as swap_worth.
.Lworth:
        .byte   0, PAWN_WORTH, 54, 0, 54, 0, 0, 0, 84, 0, 0, 0, QUEEN_WORTH, 0, 0, 0
        .byte   255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
        .byte   PAWN_WORTH
        .balign 2

| best_swap - the best swap-off against the mover's pieces in some slots, the
| most valuable first
|
| In      D0.w = slots; swap_floor, swap_enough; side is the mover
| Out     D0.w = gain in sixteenths of a pawn, 0 where none is above the floor
| Uses    D1 D2 A0 A1
|
| A piece worth no more than the floor, or than what has been found, is skipped.
| swap_floor rises to what has been found. D2.w has the slots that are left, its
| bit 31 that black captures, bit 16 that something is found; A1 is the list,
| from slot 8 on where D2.w has come to those. The upper byte of D0's word is 0
| all the time, since no gain is more than 255.
|
| A pawn guarded by an own pawn and attacked by no enemy pawn is safe: its
| capturer is worth at least 54, and is lost for a pawn. 27 in 100 pawns here
| are safe; each saves 900 cycles.
best_swap:
        | A1 = the mover's slots. White's pieces are captured by black: bit 31.
        lea     square-G(%a5),%a1
        move.l  #0x80000000,%d2
        tst.b   side-G(%a5)
        beq.s   1f
        lea     16*4(%a1),%a1
        moveq   #0,%d2
        | The king's slot is taken out.
1:      move.w  %d0,%d2
        moveq   #0,%d0
        andi.b  #0xFE,%d2               | slot 0 is the king
        beq.s   .Lupper
        | The lowest bit of the byte, as an offset in the list of pointers; it
        | is cleared in D2.
.Lslot: move.b  %d2,%d0
        move.b  .Llowest(%pc,%d0.w),%d0
        move.w  %d2,%d1                 | that bit is done
        subq.w  #1,%d1
        and.w   %d1,%d2
        | D1 = the value by the way bits.
        movea.l (%a1,%d0.w),%a0
        moveq   #0x3F,%d1
        and.b   (%a0),%d1
        move.b  .Lworth(%pc,%d1.w),%d1  | a captured one's is 0
        | Not more than the floor: nothing to gain there.
        cmp.b   swap_floor-G(%a5),%d1
        bls.s   .Lcheap
        cmpi.b  #PAWN_WORTH,%d1
        beq     .Lpawn
        | The exchange on its square. A1 and D2 are saved, D1's sign says who
        | captures.
.Lrisk: move.l  %a1,-(%sp)
        move.l  %d2,-(%sp)
        bpl.s   2f
        neg.w   %d1                     | black captures
2:      bsr     .Lplace
        move.l  (%sp)+,%d2
        movea.l (%sp)+,%a1
        | A gain above the floor is the new floor; one that is enough ends it.
        cmp.b   swap_floor-G(%a5),%d0
        bls.s   .Lon
        cmp.b   swap_enough-G(%a5),%d0
        bcc.s   4f
        move.b  %d0,swap_floor-G(%a5)
        bset    #FOUND,%d2
        | Slots 0 to 7 first, then 8 to 15.
.Lon:   tst.b   %d2
        bne.s   .Lslot
.Lupper:
        lsr.w   #8,%d2
        beq.s   .Lbest
        lea     8*4(%a1),%a1
        bra.s   .Lslot
.Lcheap:
        | A captured piece has no value.
        tst.b   %d1
        beq.s   .Lon
        tst.w   promoted-G(%a5)         | unless a pawn is promoted, the slots
        bne.s   .Lon                    | behind it no piece is worth more
        | 0, or the floor, if a gain has been found.
.Lbest: moveq   #0,%d0
        btst    #FOUND,%d2
        beq.s   4f
        move.b  swap_floor-G(%a5),%d0
4:      rts

| Four times the number of a byte's lowest bit.
.Llowest:
        .byte   0, 0, 4, 0, 8, 0, 4, 0, 12, 0, 4, 0, 8, 0, 4, 0
        .byte   16, 0, 4, 0, 8, 0, 4, 0, 12, 0, 4, 0, 8, 0, 4, 0
        .byte   20, 0, 4, 0, 8, 0, 4, 0, 12, 0, 4, 0, 8, 0, 4, 0
        .byte   16, 0, 4, 0, 8, 0, 4, 0, 12, 0, 4, 0, 8, 0, 4, 0
        .byte   24, 0, 4, 0, 8, 0, 4, 0, 12, 0, 4, 0, 8, 0, 4, 0
        .byte   16, 0, 4, 0, 8, 0, 4, 0, 12, 0, 4, 0, 8, 0, 4, 0
        .byte   20, 0, 4, 0, 8, 0, 4, 0, 12, 0, 4, 0, 8, 0, 4, 0
        .byte   16, 0, 4, 0, 8, 0, 4, 0, 12, 0, 4, 0, 8, 0, 4, 0
        .byte   28, 0, 4, 0, 8, 0, 4, 0, 12, 0, 4, 0, 8, 0, 4, 0
        .byte   16, 0, 4, 0, 8, 0, 4, 0, 12, 0, 4, 0, 8, 0, 4, 0
        .byte   20, 0, 4, 0, 8, 0, 4, 0, 12, 0, 4, 0, 8, 0, 4, 0
        .byte   16, 0, 4, 0, 8, 0, 4, 0, 12, 0, 4, 0, 8, 0, 4, 0
        .byte   24, 0, 4, 0, 8, 0, 4, 0, 12, 0, 4, 0, 8, 0, 4, 0
        .byte   16, 0, 4, 0, 8, 0, 4, 0, 12, 0, 4, 0, 8, 0, 4, 0
        .byte   20, 0, 4, 0, 8, 0, 4, 0, 12, 0, 4, 0, 8, 0, 4, 0
        .byte   16, 0, 4, 0, 8, 0, 4, 0, 12, 0, 4, 0, 8, 0, 4, 0
