| legal.s - pins, evasions and the king's safety, for the move generators

        .include "memory.inc"

        .global pin_of, pin_fits, hide_pinned, show_pinned, finish
        .global known_hits, king_safe, king_leaves, filter_evasions
        .global mark_helpful, drop_bad_en_passant, has_legal_move, is_legal
        .global king_steps

        .text

| pin_of - by which step from the king is a piece pinned?
|
| In      A0 = the pinned piece's place on the board
| Out     D2.w = step from the king
| Uses    D1 D2 A3
pin_of: move.w  %a0,%d1
        | D1 = the square, the low byte of the address. Find it in pinned, where
        | it must be. Its step has the same index in pin_step.
        lea     pinned-G(%a5),%a3
1:      cmp.b   (%a3)+,%d1
        bne.s   1b
        move.b  pin_step-pinned-1(%a3),%d2
        ext.w   %d2
        rts

| pin_fits - can a pinned piece other than a pawn move along its pin?
|
| In      A0 = the pinned piece's place on the board, D2.w = step
| Out     Z set: no
| Uses    D1
|
| Without its sign, a step along a rank is 1 and along a file 16. All others
| are diagonal.
pin_fits:
        | D1 = the step without its sign. Z is clear if the way of that step is
        | among the piece's way bits.
        move.b  %d2,%d1
        bpl.s   1f
        neg.b   %d1
1:      cmpi.b  #1,%d1
        beq.s   2f
        cmpi.b  #16,%d1
        beq.s   2f
        moveq   #WAY_DIAGONAL,%d1
        and.b   (%a0),%d1
        rts
2:      moveq   #WAY_STRAIGHT,%d1
        and.b   (%a0),%d1
        rts

| hide_pinned - move the listed squares of pinned pieces off the board
|
| In      pins, not 0
| Out     square: bit 7 of each pinned piece's square is inverted
| Uses    D0 D1 A0 A1
hide_pinned:
        moveq   #0,%d0
        | The id on a pinned square, times 4, is the offset of the piece's
        | pointer in the list. Invert bit 7 of the pointer's low byte.
        move.b  pins-G(%a5),%d0
        subq.w  #1,%d0
        lea     pinned-G(%a5),%a0
1:      moveq   #0,%d1
        move.b  (%a0)+,%d1
        lea     ids-G(%a5),%a1
        move.b  (%a1,%d1.w),%d1
        add.w   %d1,%d1
        add.w   %d1,%d1
        lea     square+3-G(%a5),%a1
        eori.b  #0x80,(%a1,%d1.w)
        dbf     %d0,1b
        rts

| show_pinned - put the pinned pieces' squares back
|
| In      pins
| Out     square: as it was before hide_pinned
| Uses    D0 D1 A0 A1
show_pinned:
        tst.b   pins-G(%a5)
        bne.s   hide_pinned
        rts

| finish - prepare for the king's moves: show pinned pieces again, and in
| check drop the moves that do not answer it
|
| In      A0 = the first of the raw moves up to raw_end
| Out     raw_end
| Uses    D0 D1 D2 A0 A1 A3
finish: move.l  %a0,-(%sp)
        | show_pinned changes A0. If the king is not in check, keep all moves.
        bsr.s   show_pinned
        movea.l (%sp)+,%a0
        tst.b   checkers-G(%a5)
        bne.s   filter_evasions
        rts

| filter_evasions - keep the moves that capture the only checker or block
| its line, and en passant captures, which are tested later
|
| In      A0 = the first of the raw moves up to raw_end
| Out     raw_end
| Uses    D0 D1 D2 A0 A1 A3
|
| Bit 7 in ids marks the squares that help: a move needs a single test.
filter_evasions:
        | Mark the squares. Then keep each move that ends on a marked square or
        | is en passant, and overwrite the others: A0 reads, A1 writes, D2 is
        | the end. The high byte of D1 stays 0.
        moveq   #0x80-256,%d1
        bsr.s   mark_helpful
        lea     ids-G(%a5),%a3
        movea.l %a0,%a1
        move.l  raw_end-G(%a5),%d2
        moveq   #0,%d1
        bra.s   3f
1:      move.b  1(%a0),%d1
        move.l  (%a0)+,%d0
        tst.b   (%a3,%d1.w)
        bmi.s   2f
        btst    #9,%d0                  | FLAG_EN_PASSANT
        beq.s   3f
2:      move.l  %d0,(%a1)+
3:      cmpa.l  %d2,%a0
        bne.s   1b
        move.l  %a1,raw_end-G(%a5)
        | Falls through into mark_helpful with D1 = 0: clear the marks.
        moveq   #0,%d1

| mark_helpful - set or clear bit 7 in ids, on the checker's square and on
| the squares between it and the king
|
| In      D1.b = $80 or 0, check_from, king_square
| Out     ids
| Uses    D0 D2 A1 A3
mark_helpful:
        | A1 = the king's entry in ids, A3 = the checker's. D2 = the difference
        | of their squares, then the step from the king to the checker.
        moveq   #0,%d0
        move.b  king_square-G(%a5),%d0
        moveq   #0,%d2
        move.b  check_from-G(%a5),%d2
        lea     ids-G(%a5),%a1
        lea     (%a1,%d2.w),%a3
        move.l  %a3,-(%sp)
        adda.w  %d0,%a1
        sub.b   %d0,%d2
        lea     ray_step(%pc),%a3
        move.b  (%a3,%d2.w),%d2
        movea.l (%sp)+,%a3              | Z is still D2's: MOVEA keeps it
        beq.s   3f                      | a knight
        ext.w   %d2
        bra.s   2f
        | The squares between are empty and have no id to keep. The checker's
        | entry keeps its id: only bit 7 changes.
1:      move.b  %d1,(%a1)
2:      adda.w  %d2,%a1
        cmpa.l  %a3,%a1
        bne.s   1b
3:      andi.b  #0x7F,(%a3)
        or.b    %d1,(%a3)
        rts

| known_hits - does the attack map show where the king may go?
|
| In      checkers, hits_ply, ply
| Out     D1.b = its stamp, 0 where there is none; Z clear: there is one
| Uses    D1
|
| If the king is not in check, any square without attack is safe: a slider
| that reached it through the king would give check. hits_ply is $FF outside a
| search. In a search the generators are only called at a node, or in check
| after a move that may be mate.
known_hits:
        | The map can be used if the side is not in check and the map was made
        | at this ply.
        tst.b   checkers-G(%a5)
        bne.s   1f
        move.b  hits_ply-G(%a5),%d1
        bmi.s   1f
        cmp.b   ply-G(%a5),%d1
        bne.s   1f
        move.b  hits_stamp-G(%a5),%d1
        rts
1:      moveq   #0,%d1
        rts

| king_safe - may the king go to a square?
|
| In      D0.w = the square; the king's own square is empty on the board; D1.b
|         as known_hits returns it
| Out     Z clear: no
| Uses    D0 D1 D2 A0 A1
king_safe:
        | With a map, one comparison: an entry below the stamp is no attack.
        tst.b   %d1
        beq.s   1f
        lea     hits-G(%a5),%a0
        cmp.b   (%a0,%d0.w),%d1
        bls.s   2f                      | attacked: at least the stamp
        moveq   #0,%d1
        rts
1:      tst.b   side-G(%a5)
        beq.w   attacked_by_black
        bra.w   attacked_by_white
2:      moveq   #1,%d1
        rts

| king_leaves - does the enemy attack the square that the king goes to?
|
| In      A0 = the king's place on the board, A3 = where he goes
| Out     Z clear: yes
| Uses    D0 D1 D2
|
| The king must not block a slider's line to the square behind him.
king_leaves:
        | Take the king off the board, test his target, and put him back. D1 =
        | the side that attacks.
        movem.l %a0-%a1,-(%sp)
        move.b  (%a0),-(%sp)
        clr.b   (%a0)
        move.w  %a3,%d0
        andi.w  #0xFF,%d0
        moveq   #1,%d1
        sub.b   side-G(%a5),%d1
        bsr.w   attacked
        move.b  (%sp)+,%d0
        movem.l (%sp)+,%a0-%a1
        move.b  %d0,(%a0)
        tst.b   %d1
        rts

| drop_bad_en_passant - remove en passant captures that would leave the
| own king attacked
|
| In      A0 = the first of the raw moves up to raw_end
| Out     raw_end
| Uses    D0 D1 D2 A0 A1
|
| Two pawns leave a rank at once, so each capture is made and tested.
drop_bad_en_passant:
        | A2 reads, A4 writes, D7 is a move. Keep all moves except en passant
        | captures that expose the king.
        movem.l %d7/%a2/%a4,-(%sp)
        movea.l %a0,%a2
        movea.l %a0,%a4
        bra.s   3f
1:      move.l  (%a2)+,%d7
        btst    #9,%d7                  | FLAG_EN_PASSANT
        beq.s   2f
        | D0 = from, the move's first byte.
        moveq   #0,%d0
        move.b  -4(%a2),%d0
        bsr.s   .Lbad_en_passant
        bne.s   3f
2:      move.l  %d7,(%a4)+
3:      cmpa.l  raw_end-G(%a5),%a2
        bne.s   1b
        move.l  %a4,raw_end-G(%a5)
        movem.l (%sp)+,%d7/%a2/%a4
        rts

| Z clear: the pawn on D0 leaves the king attacked when it takes en passant. The
| lists stay: an empty square attacks nothing. Uses D0 D1 D2 A0 A1.
.Lbad_en_passant:
        movem.l %a2-%a4,-(%sp)
        | A2 = the pawn's address on the board, A3 = the en passant square's, A4
        | = the captured pawn's, whose square differs from A3's in bit 4.
        lea     (%a5,%d0.w),%a2
        moveq   #0,%d0
        move.b  ep-G(%a5),%d0
        lea     (%a5,%d0.w),%a3
        eori.b  #0x10,%d0
        lea     (%a5,%d0.w),%a4
        | Make the capture on the board only, call in_check, and undo the
        | capture. D1 = the result of in_check.
        move.b  (%a4),-(%sp)
        move.b  (%a2),(%a3)
        clr.b   (%a2)
        clr.b   (%a4)
        bsr.w   in_check
        move.b  (%a3),(%a2)
        clr.b   (%a3)
        move.b  (%sp)+,(%a4)
        movem.l (%sp)+,%a2-%a4
        tst.b   %d1
        rts

| has_legal_move - has the side to move any legal move?
|
| In      the position; nothing else
| Out     Z clear: yes. Raw moves, the result of look, the move at hand: kept
| Uses    D0 D1 D2 A0 A1
|
| The king's own moves are tried first, since callers ask in check. Only if he
| has none are the other moves generated.
has_legal_move:
        | Save on the stack what the generators and look change, with the
        | entries in use of pinned and pin_step: pins is their number.
        movem.l %d3-%d7/%a2-%a4,-(%sp)
        move.l  raw_end-G(%a5),-(%sp)
        move.w  king_square-G(%a5),-(%sp)       | and enemy_king
        move.l  checkers-G(%a5),-(%sp)          | to bares
        moveq   #0,%d0
        move.b  pins-G(%a5),%d0
        beq.s   2f
        lea     pinned-G(%a5),%a0
        adda.w  %d0,%a0
        move.w  %d0,%d1                 | from the last entry to the first
1:      move.b  -(%a0),-(%sp)
        move.b  pin_step-pinned(%a0),-(%sp)
        subq.w  #1,%d1
        bne.s   1b
2:      move.w  %d0,-(%sp)              | pins

        moveq   #1,%d0
        bsr.w   look_own                | A3 is the king's place
        | Take the king off the board, and try his eight squares. He has a legal
        | move to any that has no own piece and is not attacked.
        move.b  (%a3),%d6
        clr.b   (%a3)                   | as for his moves in the generators
        moveq   #6,%d7
        add.b   side-G(%a5),%d7         | his colour bit's number
        lea     king_steps(%pc),%a4
2:      move.b  (%a4)+,%d0
        beq.s   3f
        | A0 = the target's address. Bit D7 is set on own pieces and off the
        | board.
        ext.w   %d0
        lea     (%a3,%d0.w),%a0
        btst    %d7,(%a0)
        bne.s   2b                      | his own piece, or the edge
        bsr.w   enemy_attacks
        bne.s   2b
        | The king is put back; he has a move.
        move.b  %d6,(%a3)
        bra.s   .Lsome
3:      move.b  %d6,(%a3)
        | He has none. In double check no other piece can move.
        cmpi.b  #2,checkers-G(%a5)
        bcc.s   .Lnone
        | Generate captures, then quiet moves: any changes raw_end.
        move.l  raw_end-G(%a5),-(%sp)
        bsr.w   generate_tactical
        move.l  (%sp)+,%d0
        cmp.l   raw_end-G(%a5),%d0
        bne.s   .Lsome
        move.l  %d0,-(%sp)
        bsr.w   generate_quiet
        move.l  (%sp)+,%d0
        cmp.l   raw_end-G(%a5),%d0
        bne.s   .Lsome
.Lnone: moveq   #0,%d0
        bra.s   .Lknown
.Lsome: moveq   #1,%d0
.Lknown:
        move.w  (%sp)+,%d1              | pins
        beq.s   2f
        | Restore the entries of pinned and pin_step from the first on, since
        | the last was saved first.
        lea     pinned-G(%a5),%a0
1:      move.b  (%sp)+,pin_step-pinned(%a0)
        move.b  (%sp)+,(%a0)+
        subq.w  #1,%d1
        bne.s   1b
        | Restore counts, kings' squares and raw_end. TST sets Z.
2:      move.l  (%sp)+,checkers-G(%a5)
        move.w  (%sp)+,king_square-G(%a5)
        move.l  (%sp)+,raw_end-G(%a5)
        movem.l (%sp)+,%d3-%d7/%a2-%a4
        tst.b   %d0
        rts

| is_legal - is a move legal?
|
| In      D3.w = from with a promotion's bits, D4.w = to: any two bytes; the
|         result of look
| Out     Z clear: it is, D5.b = its flags, as the generators set them
| Uses    D0 D1 D2 D5 A0 A1
|
| D0 is the from-square, A1 the address of the to-square on the board, D2 the
| flags.
is_legal:
        | D0 = from without a promotion's bits; A0, A1 = both addresses.
        moveq   #0x77,%d0
        and.w   %d3,%d0
        lea     (%a5,%d0.w),%a0
        lea     (%a5,%d4.w),%a1
        tst.b   side-G(%a5)
        bne.s   1f
        | White moves. The piece on from must be white, a byte above 0. The
        | target must not have the white bit, which is set off the board too.
        move.b  (%a0),%d2
        ble.s   2f                      | no white piece
        btst    #6,(%a1)
        beq.s   3f
2:      moveq   #0,%d1                  | own piece, or off the board
        rts
        | Black moves: bit 7 is set on from, clear on the target.
1:      move.b  (%a0),%d2
        bpl.s   2b
        tst.b   (%a1)
        bmi.s   2b
3:
        | D2 = the piece's board byte. Pawns are tested elsewhere. Only a pawn's
        | move may have the bits of a promotion.
        moveq   #ANY_PAWN,%d1
        and.b   %d2,%d1
        bne.w   .Lpawn
        cmp.b   %d3,%d0
        bne.s   .Lno                    | bits of a promotion
        | D1 = the way by which a piece reaches the target from here, if this
        | piece moves in that way.
        move.w  %d0,%d1
        sub.w   %d4,%d1
        lea     ways_from+0x77(%pc),%a0
        move.b  (%a0,%d1.w),%d1
        and.b   %d2,%d1
        beq.w   .Lno_way
        | D2 becomes the flags.
        moveq   #0,%d2
        tst.b   (%a1)
        beq.s   1f
        moveq   #FLAG_CAPTURE,%d2
        | By the way: a knight needs no free line, a king's target must be
        | safe.
1:      subq.b  #WAY_KNIGHT,%d1
        beq.s   .Lreaches
        cmpi.b  #WAY_KING-WAY_KNIGHT,%d1
        beq.w   .Lking
        | A slider: D1 = the step from its square to the target. All squares
        | between must be empty.
        moveq   #0,%d1
        move.b  %d4,%d1
        sub.b   %d0,%d1
        lea     ray_step(%pc),%a0
        move.b  (%a0,%d1.w),%d1
        ext.w   %d1
        lea     (%a5,%d0.w),%a0
1:      adda.w  %d1,%a0
        cmpa.l  %a1,%a0
        beq.s   .Lreaches
        tst.b   (%a0)
        beq.s   1b
.Lno:   moveq   #0,%d1
        rts

        | A piece other than the king. A pinned piece must stay on its line. In
        | check the move must capture the checker or block its line.
.Lreaches:
        tst.w   checkers-G(%a5)         | and pins
        bne.s   .Lpins
.Llegal:
        move.b  %d2,%d5                 | flags out, Z clear
        moveq   #1,%d1
        rts
        | Is the from-square in pinned? Then DBEQ ends with Z set.
.Lpins: move.b  pins-G(%a5),%d1
        beq.s   .Lunpinned
        ext.w   %d1
        subq.w  #1,%d1
        lea     pinned-G(%a5),%a0
1:      cmp.b   (%a0)+,%d0
        dbeq    %d1,1b
        bne.s   .Lunpinned
        | Pinned: the step from the king to the target must be the pin's.
        move.w  %d4,%d1
        sub.b   king_square-G(%a5),%d1
        lea     ray_step(%pc),%a1
        move.b  (%a1,%d1.w),%d1
        cmp.b   pin_step-pinned-1(%a0),%d1
        bne.s   .Lno
.Lunpinned:
        | No check: legal. Double check: only the king may move.
        tst.b   checkers-G(%a5)
        beq.s   .Llegal
        cmpi.b  #1,checkers-G(%a5)
        bne.s   .Lno
        | One checker: capturing it is legal.
        moveq   #0,%d1
        move.b  check_from-G(%a5),%d1
        cmp.b   %d4,%d1
        beq.s   .Llegal
        | So is a square between: walk from the king to the checker and compare
        | each with the target. A step of 0 means that a knight checks.
        move.b  king_square-G(%a5),%d0
        sub.b   %d0,%d1
        lea     ray_step(%pc),%a0
        move.b  (%a0,%d1.w),%d1
        beq.s   .Lno                    | a knight
1:      add.b   %d1,%d0
        cmp.b   %d4,%d0
        beq.s   .Llegal
        cmp.b   check_from-G(%a5),%d0
        bne.s   1b
        bra.s   .Lno

        | The king, to a neighbour square.
.Lking: movem.l %d2/%a3,-(%sp)
        | Save D2 and A3. D1 = the stamp of the attack map. If there is no map,
        | Z is set: king_leaves tests the target.
        movea.l %a1,%a3
        bsr.w   known_hits
        beq.s   1f
        cmp.b   hits-G(%a3),%d1
        bhi.s   2f
        bra.s   3f
1:      lea     (%a5,%d0.w),%a0
        bsr.w   king_leaves
        bne.s   3f
2:      movem.l (%sp)+,%d2/%a3
        bra.w   .Llegal
3:      movem.l (%sp)+,%d2/%a3
        bra.w   .Lno

        | No piece moves that way, except a king that castles.
.Lno_way:
        btst    #4,%d2                  | WAY_KING
        beq.w   .Lno
        | Castling is not legal in check. D1 = the result of known_hits, for
        | generate_castling.
        tst.b   checkers-G(%a5)
        bne.w   .Lno
        bsr.w   known_hits
        | Let the generator append the castling moves, none to two, and restore
        | raw_end. The moves lie from A0 up to A1.
        movem.l %d3-%d7/%a2-%a4,-(%sp)
        move.l  raw_end-G(%a5),-(%sp)
        move.b  %d4,-(%sp)
        bsr.w   generate_castling
        move.b  (%sp)+,%d1
        movea.l (%sp)+,%a0
        movea.l raw_end-G(%a5),%a1
        move.l  %a0,raw_end-G(%a5)
        movem.l (%sp)+,%d3-%d7/%a2-%a4
        moveq   #FLAG_CASTLE+FLAG_CHECK,%d2
        | Does one of them end on the to-square?
1:      cmpa.l  %a1,%a0
        beq.w   .Lno
        cmp.b   1(%a0),%d1
        beq.w   .Llegal
        addq.l  #4,%a0
        bra.s   1b

        | A pawn, with its board byte in D2.
.Lpawn: move.w  %d4,%d1
        | D1 = to - from, negated for black: 16 is a step, 15 and 17 are
        | captures, 32 is the double step.
        sub.w   %d0,%d1
        tst.b   %d2
        bpl.s   1f
        neg.w   %d1
1:      subi.w  #16,%d1
        beq.s   .Lpawn_step
        subq.w  #1,%d1
        beq.s   .Lpawn_takes            | 17
        addq.w  #2,%d1
        beq.s   .Lpawn_takes            | 15
        subi.w  #32-16+1,%d1
        bne.w   .Lno
        | The double step: the target and the square between must be empty, and
        | the pawn on its second rank ($10, or black's $60 less $50).
        tst.b   (%a1)
        bne.w   .Lno
        move.w  %d0,%d1
        add.w   %d4,%d1
        lsr.w   #1,%d1                  | between the two
        tst.b   (%a5,%d1.w)
        bne.w   .Lno
        moveq   #0x70,%d1
        and.b   %d0,%d1
        tst.b   %d2
        bpl.s   1f
        subi.b  #0x50,%d1
1:      cmpi.b  #0x10,%d1
        bne.w   .Lno                    | not on its second rank
        cmp.b   %d3,%d0
        bne.w   .Lno                    | bits of a promotion
        moveq   #FLAG_DOUBLE,%d2
        bra.w   .Lreaches
.Lpawn_step:
        | A step to an empty square, or (from 4) a capture of a piece. On an
        | outer rank the pawn promotes; elsewhere from must have no such bits.
        tst.b   (%a1)
        bne.w   .Lno
        moveq   #0,%d2
4:      moveq   #0x10,%d1
        add.b   %d4,%d1                 | the outer ranks: $1x, $8x
        andi.b  #0x60,%d1
        beq.s   5f
        cmp.b   %d3,%d0
        beq.w   .Lreaches
        bra.w   .Lno                    | bits of a promotion
5:      addi.b  #FLAG_PROMOTION,%d2
        bra.w   .Lreaches
.Lpawn_takes:
        | A capture of a piece; or en passant, if the king is not attacked after
        | it.
        moveq   #FLAG_CAPTURE,%d2
        tst.b   (%a1)
        bne.s   4b
        cmp.b   ep-G(%a5),%d4
        bne.w   .Lno
        cmp.b   %d3,%d0
        bne.w   .Lno
        bsr.w   .Lbad_en_passant
        bne.w   .Lno
        moveq   #FLAG_CAPTURE+FLAG_EN_PASSANT+FLAG_CHECK,%d2
        bra.w   .Llegal

        .section .rodata

| The king's steps in the order of generation, 0 at the end.
king_steps:
        .byte   STRAIGHT_1, STRAIGHT_2, STRAIGHT_3, STRAIGHT_4
        .byte   DIAGONAL_1, DIAGONAL_2, DIAGONAL_3, DIAGONAL_4, 0
