| movegen.s - the legal captures and promotions

        .include "memory.inc"
        .include "movegen.inc"

        .global tactical_rare, generate_tactical, tactical_pieces

        .text

| TAKE - append the capture over a distance. 36 cycles.
        .macro  TAKE distance
        | D1 = the square, the low byte of its place; to is that and the
        | distance. The word of flags, D7, has 0 in its low byte.
        move.w  %a0,%d1
        move.b  %d1,(%a1)+
        ADD     \distance, %d1
        move.b  %d1,(%a1)+
        move.w  %d7,(%a1)+
        .endm

| CAPTURE_SLIDE - a capture along a ray: 20 cycles an empty square, and 36 for
| what ends it.
        .macro  TAKE_AT ray, step, number
.Lhit\ray\()_\number:
        and.b   %d5,%d0                 | an own piece, or the edge
        bne.s   .Lout\ray
        TAKE    \step*\number
        .if     \number != 6
        bra.s   .Lout\ray
        .endif
        .endm

        .macro  CAPTURE_RAY ray, step
        | D0 is the first byte on the ray but 0: a piece or the edge. The
        | seventh square is the last that a ray can have.
        .irp    number, 1, 2, 3, 4, 5, 6
        move.b  \step*\number(%a0),%d0
        bne.s   .Lhit\ray\()_\number
        .endr
        move.b  \step*7(%a0),%d0
        beq.s   .Lout\ray
        TAKE_AT \ray, \step, 7
        TAKE_AT \ray, \step, 1
        TAKE_AT \ray, \step, 2
        TAKE_AT \ray, \step, 3
        TAKE_AT \ray, \step, 4
        TAKE_AT \ray, \step, 5
        TAKE_AT \ray, \step, 6
.Lout\ray:
        .endm

        .macro  CAPTURE_SLIDE step
        CAPTURE_RAY \@, \step
        .endm

| The captures of a hop over each of the eight distances: by white, whose
| enemies alone are less than OFF_BOARD, D4, as signed bytes; by black, whose
| enemies alone are more than 0. 20 cycles a square. The capturing code is
| elsewhere.
        .macro  WHITE_LOOK by, number, distance
        cmp.b   \distance(%a0),%d4
        bgt.s   .Lt\by\number
.Lf\by\number:
        .endm

        .macro  BLACK_LOOK by, number, distance
        tst.b   \distance(%a0)
        bgt.s   .Lt\by\number
.Lf\by\number:
        .endm

        .macro  HOP_TAKES by, number, distance
.Lt\by\number:
        TAKE    \distance
        bra.s   .Lf\by\number
        .endm

        .macro  KING_TAKES by, number, distance
.Lt\by\number:
        lea     \distance(%a0),%a3
        bsr.w   .Lking_takes
        bra.s   .Lf\by\number
        .endm

        .macro  BY_HOPS what, by
        \what   \by, 1, 33
        \what   \by, 2, 18
        \what   \by, 3, -14
        \what   \by, 4, -31
        \what   \by, 5, -33
        \what   \by, 6, -18
        \what   \by, 7, 14
        \what   \by, 8, 31
        .endm

        .macro  BY_STEPS what, by
        \what   \by, 1, 16
        \what   \by, 2, 1
        \what   \by, 3, -16
        \what   \by, 4, -1
        \what   \by, 5, 17
        \what   \by, 6, -15
        \what   \by, 7, -17
        \what   \by, 8, 15
        .endm

| tactical_rare - the part of generate_tactical for check, pins or en passant;
| goes on there
|
| In      as generate_tactical has it
| Out     D3 = 1: there is something to do before the king's moves; D6 = the
|         en passant square where a pawn may take there
| Uses    D0 D1 D2 D5 D6 A0 A1 A2 A3
tactical_rare:
.Lpins_t:
        moveq   #1,%d3
        tst.b   pins-G(%a5)
        beq.s   .Lpins_hidden
        bsr.w   hide_pinned
        moveq   #0,%d0
        movea.l raw_end-G(%a5),%a1
        bra.s   .Lpins_hidden
.Lcheck_t:
        | D3 is 1: a check or pins. In double check the king alone moves; in
        | check by one piece without en passant it is known what to take.
        cmpi.b  #1,checkers-G(%a5)
        bhi.w   .Lking_alone
        bcs.s   .Lno_check
        move.b  ep-G(%a5),%d6           | D6 = $FF, or the en passant square
        bpl.w   .Lofficers
        bra.w   .Lin_check
.Lno_check:
        | Pins only. En passant is looked at first, as without them.
        tst.b   ep-G(%a5)
        bmi.s   1f
        tst.b   %d5
        bmi.w   .Lep_black
        bra.s   .Lep_white
1:      tst.b   %d5
        bmi.w   .Lblack_pawns
        bra.w   .Lwhite_pawns
.Lep_white:
        | May a white pawn take there: is there one a rank below the en passant
        | square, on either side?
        move.b  ep-G(%a5),%d0
        lea     (%a5,%d0.w),%a0
        moveq   #WHITE_PAWN,%d1
        cmp.b   -17(%a0),%d1
        beq.s   .Lep
        cmp.b   -15(%a0),%d1
        bne.s   .Lwhite_pawns
        | It does: D6 = the square, and D3 = 1 has such captures tested before
        | the king's turn. The pawns' loop is left out.
.Lep:   move.b  %d0,%d6
        moveq   #1,%d3
        bra.w   .Lofficers

| generate_tactical - append the legal captures and promotions
|
| In      side, board, lists, ep; the result of look or look_own
| Out     raw moves appended at raw_end, piece by piece from the last slot
|         of the list to the first
| Uses    D0 D1 D2 D3 D4 D5 D6 D7 A0 A1 A2 A3 A4
|
| D5 is the own colour bit and D7 the flags of a capture.
generate_tactical:
        | A1 is where moves go. D4 separates black pieces from all else in a
        | signed comparison; D6 = $FF is no en passant square.
        movea.l raw_end-G(%a5),%a1
        lea     tactical_pieces(%pc),%a4
        move.w  #FLAG_CAPTURE<<8,%d7
        moveq   #OFF_BOARD-256,%d4
        moveq   #0,%d0
        moveq   #0,%d3
        moveq   #-1,%d6
        tst.w   checkers-G(%a5)         | and pins
        bne.s   .Lpins_t
.Lpins_hidden:
        tst.b   side-G(%a5)
        bne.w   .Lblack
        | A2 = behind the last slot in use, D2 = their number.
        moveq   #WHITE,%d5
        move.b  slots-G(%a5),%d0
        move.w  %d0,%d2
        add.w   %d0,%d0
        add.w   %d0,%d0
        lea     square-G(%a5),%a2
        adda.w  %d0,%a2
        tst.b   %d3
        bne.w   .Lcheck_t
        tst.b   ep-G(%a5)
        bpl.s   .Lep_white

        | Captures by pawns between the second rank and the last but one, in a
        | loop of their own unless one of them has been promoted or may take en
        | passant. A pawn on the last rank but one, or a pinned one, stops the
        | loop, and the generator goes on as for any piece.
.Lwhite_pawns:
        | D2 = pawns less one, for DBF. A3 = the seventh rank: a pawn there, a
        | hidden one or a dead slot lies at A3 or above.
        tst.b   promoted-G(%a5)
        bne.s   .Lofficers
        sub.b   officers-G(%a5),%d2
        beq.s   .Lofficers
        subq.w  #1,%d2
        lea     0x60(%a5),%a3
.Lwhite_pawn:
        | Only black pieces are below D4. The capturing code is elsewhere: after
        | the left capture it returns to the test for the right one, after that
        | one to the loop's end.
        movea.l -(%a2),%a0
        cmpa.l  %a3,%a0
        bcc.s   .Lwhite_stop
        cmp.b   15(%a0),%d4
        bgt.s   .Lwhite_left
1:      cmp.b   17(%a0),%d4
        bgt.s   .Lwhite_right
2:      dbf     %d2,.Lwhite_pawn
.Lofficers:
        NEXT
.Lwhite_left:
        TAKE    15
        bra.s   1b
.Lwhite_right:
        TAKE    17
        dbf     %d2,.Lwhite_pawn
        NEXT
.Lwhite_stop:
        cmpa.l  #G+NO_SQUARE,%a0        | dead
        beq.s   2b                      | dead
        | Give the piece back to NEXT, which reads it again.
        addq.l  #4,%a2
        NEXT

.Lblack:
        | The same for black, whose list begins at slot 16.
        moveq   #BLACK-256,%d5
        move.b  slots+1-G(%a5),%d0
        move.w  %d0,%d2
        add.w   %d0,%d0
        add.w   %d0,%d0
        lea     square+16*4-G(%a5),%a2
        adda.w  %d0,%a2
        tst.b   %d3
        bne.w   .Lcheck_t
        tst.b   ep-G(%a5)
        bpl.s   .Lep_black
.Lblack_pawns:
        | A hidden square is above A3, where this loop does not stop, so any pin
        | or check leaves it out.
        tst.b   promoted+1-G(%a5)
        bne.s   .Lofficers
        tst.b   %d3                     | a pin's square would go unnoticed
        bne.s   .Lofficers
        sub.b   officers+1-G(%a5),%d2
        beq.s   .Lofficers
        subq.w  #1,%d2
        lea     0x20(%a5),%a3
.Lblack_pawn:
        | A pawn on its last rank but one lies below A3. Only white pieces are
        | above 0. A dead slot sees but edges.
        movea.l -(%a2),%a0
        cmpa.l  %a3,%a0
        bcs.s   .Lblack_stop
        tst.b   -17(%a0)
        bgt.s   .Lblack_left
1:      tst.b   -15(%a0)
        bgt.s   .Lblack_right
2:      dbf     %d2,.Lblack_pawn
        NEXT
.Lblack_left:
        TAKE    -17
        bra.s   1b
.Lblack_right:
        TAKE    -15
        dbf     %d2,.Lblack_pawn
        NEXT
.Lblack_stop:
        addq.l  #4,%a2                  | back to NEXT
        NEXT

.Lep_black:
        | May a black pawn take there: is there one a rank above the square, on
        | either side?
        move.b  ep-G(%a5),%d0
        lea     (%a5,%d0.w),%a0
        moveq   #BLACK_PAWN-256,%d1
        cmp.b   17(%a0),%d1
        beq.w   .Lep
        cmp.b   15(%a0),%d1
        beq.w   .Lep
        bra.w   .Lblack_pawns

        | In check only the checker is taken: 54 cycles a piece to see who can.
        | But the promotion that stands in the way, where the king is on that
        | rank, takes the long way, as an en passant capture does. A hidden
        | piece's square finds no ways on the board. A3 and D0 are the checker's
        | place, D2 is as for attacked, D3 counts the pieces except the king.
.Lin_check:
        | D1 is 0 if the king stands on the rank where his pawns promote: rank 8
        | for white, which is turned about, and rank 1 for black. A promotion
        | may block the check then.
        moveq   #0x70,%d1
        and.b   king_square-G(%a5),%d1
        tst.b   %d5
        bmi.s   1f
        eori.b  #0x70,%d1
1:      tst.b   %d1
        beq.w   .Lofficers
        | D3 = slots without the king's, less one; A3 and D0 = the checker's
        | place; D2 makes ways_from readable by a piece's place.
        move.w  %d2,%d3
        moveq   #0,%d0
        move.b  check_from-G(%a5),%d0
        lea     (%a5,%d0.w),%a3
        move.l  %a3,%d0
        move.l  #ways_from+0x77,%d2
        sub.l   %a3,%d2
        subq.w  #2,%d3
        bmi.s   3f
.Ltaker:
        | Has the piece a way in common with its difference to the checker?
        movea.l -(%a2),%a0
        move.b  (%a0),%d1
        and.b   (%a0,%d2.l),%d1
        bne.s   .Lmay_take
2:      dbf     %d3,.Ltaker
        | All are tried. The pins are shown again, and D3 = 0 lets the king move
        | at once.
3:      movea.l -(%a2),%a0              | the king
        tst.b   pins-G(%a5)
        beq.s   4f
        movem.l %a0-%a1,-(%sp)
        bsr.w   hide_pinned
        movem.l (%sp)+,%a0-%a1
4:      moveq   #0,%d3
        tst.b   %d5
        bmi.w   .Lking_black_t
        bra.w   .Lking_white_t
.Lmay_take:
        | It fits; does its line reach? Then it takes the checker, a pawn on the
        | outer ranks with promotion.
        bsr.w   officer_reaches
        beq.s   2b
        moveq   #ANY_PAWN,%d1
        and.b   (%a0),%d1
        beq.s   5f
        move.w  %a3,%d1
        addi.b  #0x10,%d1               | the outer ranks: $1x, $8x
        andi.b  #0x60,%d1
        beq.s   6f
5:      move.w  %a0,%d1                 | plain
        move.b  %d1,(%a1)+
        move.b  %d0,(%a1)+
        move.w  %d7,(%a1)+
        bra.s   2b
        | D2 is needed for the rest of the list, and D0 is the place again.
6:      move.l  %d2,-(%sp)
        move.w  #(FLAG_CAPTURE+FLAG_PROMOTION)<<8,%d2
        bsr.w   .Lpromotions
        move.l  (%sp)+,%d2
        move.l  %a3,%d0
        bra.s   2b

        | A pawn that the loops above have left.
.Lpawn_white_t:
        | Both captures; then the step to the last rank, if the pawn stands one
        | rank before it.
        moveq   #15,%d2
        bsr.s   .Lpawn_capture
        moveq   #17,%d2
        bsr.s   .Lpawn_capture
        cmpa.l  #G+0x60,%a0
        bcs.s   1f
        lea     16(%a0),%a3
        bra.s   .Llast_rank
1:      NEXT
.Lpawn_black_t:
        | The same for black, downwards.
        moveq   #-17,%d2
        bsr.s   .Lpawn_capture
        moveq   #-15,%d2
        bsr.s   .Lpawn_capture
        cmpa.l  #G+0x20,%a0
        bcc.s   1f
        lea     -16(%a0),%a3
.Llast_rank:
        | A3 = the square before the pawn: it promotes there if it is empty.
        tst.b   (%a3)
        bne.s   1f
        move.w  #FLAG_PROMOTION<<8,%d2
        bsr.s   .Lpromotions
1:      NEXT

| The capture of the pawn on A0 over the distance D2: plain, with promotion or
| en passant.
.Lpawn_capture:
        | D0 = what stands on the target. An empty square is only reached en
        | passant; D5 sorts out the own pieces and the edge.
        lea     (%a0,%d2.w),%a3
        move.b  (%a3),%d0
        beq.s   .Len_passant
        and.b   %d5,%d0
        bne.s   1f
        move.w  %a3,%d1
        addi.b  #0x10,%d1               | the outer ranks: $1x, $8x
        andi.b  #0x60,%d1
        beq.s   2f
        move.w  %d7,%d2                 | plain, flags in D7
        bra.s   .Lappend
1:      rts
2:      move.w  #(FLAG_CAPTURE+FLAG_PROMOTION)<<8,%d2

| The four promotions from A0 to A3 with flags D2.
.Lpromotions:
        | D0 = from with the bits of the piece, D1 = to. The bits change by
        | exclusive or: 0, $08, $80, $88.
        move.w  %a0,%d0
        move.w  %a3,%d1
        bsr.s   .Lpromotion             | queen
        bsr.s   .Lpromotion8            | rook
        eori.b  #0x80,%d0               | bishop
        bsr.s   .Lpromotion8
        bsr.s   .Lpromotion8            | knight
        moveq   #0,%d0                  | NEXT needs its word below 256
        rts
.Lpromotion8:
        eori.b  #0x08,%d0
.Lpromotion:
        move.b  %d0,(%a1)+              | D2's low byte is the free one
        move.b  %d1,(%a1)+
        move.w  %d2,(%a1)+
        rts

.Len_passant:
        | D6 is the square where a pawn may take en passant, else $FF, which no
        | place on the board equals.
        move.w  %a3,%d1
        cmp.b   %d6,%d1
        bne.s   1f
        move.w  #(FLAG_CAPTURE+FLAG_EN_PASSANT+FLAG_CHECK)<<8,%d2

| The move from A0 to A3 with flags D2.
.Lappend:
        | From and to are the low bytes of the places.
        move.w  %a0,%d1
        move.b  %d1,(%a1)+
        move.w  %a3,%d1
        move.b  %d1,(%a1)+
        move.w  %d2,(%a1)+
1:      rts

.Lknight_white_t:
        | The eight squares are tested inline, and what takes is out of line, so
        | that a hop with nothing to take costs no branch taken.
        BY_HOPS WHITE_LOOK, knight_white
        NEXT
        BY_HOPS HOP_TAKES, knight_white

.Lknight_black_t:
        BY_HOPS BLACK_LOOK, knight_black
        NEXT
        BY_HOPS HOP_TAKES, knight_black

.Ldiagonal_t:
        | Along each ray to the first piece, which is taken if it is an enemy's.
        DIAGONAL CAPTURE_SLIDE
        NEXT

.Lstraight_t:
        STRAIGHT CAPTURE_SLIDE
        NEXT

.Lqueen_t:
        STRAIGHT CAPTURE_SLIDE
        DIAGONAL CAPTURE_SLIDE
        NEXT

        | A dead or a hidden piece.
.Lhidden_t:
        cmpa.l  #G+NO_SQUARE,%a0
        beq.s   1f
        tst.b   checkers-G(%a5)
        bne.s   1f                      | a pinned piece can't help
        | A pinned piece: bit 7 off gives its place, D2 = the pin's step.
        lea     -0x80(%a0),%a0
        bsr.w   pin_of
        moveq   #ANY_PAWN,%d1
        and.b   (%a0),%d1
        bne.s   .Lpinned_pawn
        | A slider whose way is the pin's takes the pinner. No knight can.
        bsr.w   pin_fits
        beq.s   1f
        movea.l %a0,%a3                 | towards the pinner, who is there to be
2:      adda.w  %d2,%a3                 | taken
        tst.b   (%a3)
        beq.s   2b
        move.w  %d7,%d2
        bsr.w   .Lappend
1:      NEXT

        | A pinned pawn takes along the pin, or en passant, which is judged
        | later.
.Lpinned_pawn:
        | The left capture, then the right one, 2 further on.
        moveq   #15,%d1
        tst.b   side-G(%a5)
        beq.s   1f
        moveq   #-17,%d1
1:      bsr.s   .Leither
        addq.w  #2,%d1
        bsr.s   .Leither
        NEXT
.Leither:
        | D1 = the capture's distance, D2 = the pin's. Where they differ only en
        | passant is appended, and drop_bad_en_passant removes it if it leaves
        | the king attacked.
        movem.w %d1-%d2,-(%sp)
        cmp.w   %d1,%d2
        beq.s   2f
        lea     (%a0,%d1.w),%a3
        tst.b   (%a3)
        bne.s   3f
        bsr.w   .Len_passant
        bra.s   3f
2:      bsr.w   .Lpawn_capture
3:      movem.w (%sp)+,%d1-%d2
        rts

        | In double check the king alone moves.
.Lking_alone:
        movea.l square-G(%a5),%a0       | white's king
        tst.b   side-G(%a5)
        beq.s   .Lking_waits
        movea.l square+16*4-G(%a5),%a0  | black's

        | Before his moves: show pinned pieces, in check keep only the moves
        | that help, and drop bad en passant captures.
.Lking_waits:
        | finish filters the moves from the old raw_end to A1; if a pawn may
        | take en passant, they are filtered again. A0, the king's place, is on
        | the stack.
        move.l  %a0,-(%sp)
        movea.l raw_end-G(%a5),%a0
        move.l  %a0,-(%sp)
        move.l  %a1,raw_end-G(%a5)
        bsr.w   finish
        movea.l (%sp)+,%a0
        tst.b   %d6
        bmi.s   1f
        bsr.w   drop_bad_en_passant
        | D3 = 0: the king's moves come next, at the new end.
1:      movea.l raw_end-G(%a5),%a1
        movea.l (%sp)+,%a0
        moveq   #0,%d3
        tst.b   side-G(%a5)
        bne.w   .Lking_black_t

.Lking_white_t:
        | D3 not 0: there is more to do first. Otherwise the eight squares
        | around the king, and the end.
        tst.b   %d3
        bne.s   .Lking_waits
        BY_STEPS WHITE_LOOK, king_white
        move.l  %a1,raw_end-G(%a5)
        rts
        BY_STEPS KING_TAKES, king_white

.Lking_black_t:
        tst.b   %d3                     | as for white
        bne.w   .Lking_waits
        BY_STEPS BLACK_LOOK, king_black
        move.l  %a1,raw_end-G(%a5)
        rts
        BY_STEPS KING_TAKES, king_black

| The king's capture from A0 to A3, if it is not attacked there.
.Lking_takes:
        | Z clear: the attack map is this node's, and D1 its stamp. A square
        | with the stamp or more is attacked.
        bsr.w   known_hits
        beq.s   1f
        cmp.b   hits-G(%a3),%d1
        bls.s   2f
        move.w  %d7,%d2
        bra.w   .Lappend
        | No map: the king is taken off his square, and the target is tested.
1:      bsr.w   king_leaves
        bne.s   2f
        move.w  %d7,%d2
        bra.w   .Lappend
2:      rts

        .section .rodata

| Declared jump table: what generate_tactical does with a piece.
        .balign 2
tactical_pieces:
        PIECES  _t
