| quiet.s - the other legal moves

        .include "memory.inc"
        .include "movegen.inc"

        .global quiet_rare, generate_quiet, generate_castling, quiet_pieces, block_pieces
        .global square_pairs

        .text

| QUIET_RAY - quiet moves along a ray, as long as its squares are empty.
|
| A0 = place of the from-square on the board, A1 = where raw moves go. A raw
| move is written as two words. D2 holds the from-square in both bytes; in D3
| a distance is added to the lower byte, which becomes the to-square. D4, D5
| and D6 are 16, 17 and 15, so that most distances need no immediate word.
| The byte read from an empty square, 0, leaves D0 as the word of flags.
        .macro  QUIET_RAY step, op, number
        move.b  \step(%a0),%d0
        bne.s   .Lout\@
        move.w  %d2,%d3
        \op     \number,%d3
        move.w  %d3,(%a1)+
        move.w  %d0,(%a1)+
        .irp    times, 2, 3, 4, 5, 6, 7
        move.b  \step*\times(%a0),%d0
        bne.s   .Lout\@
        \op     \number,%d3
        move.w  %d3,(%a1)+
        move.w  %d0,(%a1)+
        .endr
.Lout\@:
        .endm

| QUIET_HOP - a quiet move over a distance.
        .macro  QUIET_HOP distance
        move.b  \distance(%a0),%d0
        bne.s   .Lout\@
        move.w  %d2,%d3
        addi.w  #\distance,%d3
        move.w  %d3,(%a1)+
        move.w  %d0,(%a1)+
.Lout\@:
        .endm

| KING_QUIET - a quiet move of the king, to a square that is empty and not
| attacked: its byte in hits is less than D1, the stamp of the map.
        .macro  KING_QUIET step, op, number
        move.b  \step(%a0),%d0
        bne.s   .Lout\@
        cmp.b   hits-G+\step(%a0),%d1
        bls.s   .Lout\@
        move.w  %d2,%d3
        \op     \number,%d3
        move.w  %d3,(%a1)+
        move.w  %d0,(%a1)+
.Lout\@:
        .endm

| KING_LOOKS - the same without a map: enemy_attacks is called. A2 = the king's
| place, which is empty for now; A4 = where raw moves go.
        .macro  KING_LOOKS step
        lea     \step(%a2),%a0
        tst.b   (%a0)
        bne.s   .Lout\@
        movea.l %a0,%a3
        bsr.w   enemy_attacks
        bne.s   .Lout\@
        | From and to are the low bytes of the places; the flags are 0.
        move.w  %a2,%d1
        move.b  %d1,(%a4)+
        move.w  %a3,%d1
        move.b  %d1,(%a4)+
        clr.w   (%a4)+
.Lout\@:
        .endm

| STRAIGHT_BY, DIAGONAL_BY - a macro for each of four directions, in the order
| of the specification, with the instruction that adds the distance.
        .macro  STRAIGHT_BY what
        \what   16, add.w, %d4
        \what   1, addq.w, #1
        \what   -16, sub.w, %d4
        \what   -1, subq.w, #1
        .endm

        .macro  DIAGONAL_BY what
        \what   17, add.w, %d5
        \what   -15, sub.w, %d6
        \what   -17, sub.w, %d5
        \what   15, add.w, %d6
        .endm

| PAIR - D2 = the from-square in both bytes. The lower word of a place on the
| board is $0100 + square; twice that is the offset in a table of words that
| begins 512 - 128 bytes behind the jump table in A4.
        .macro  PAIR
        move.w  %a0,%d2
        add.w   %d2,%d2
        move.w  -128(%a4,%d2.w),%d2
        .endm

        .if     G & 0xFFFF != 0x100
        .error  "the lower word of board's address is not $0100"
        .endif

| STEP - append the quiet move over a distance D4, plus or minus. 36 cycles.
        .macro  STEP op
        move.w  %a0,%d1
        move.b  %d1,(%a1)+
        \op     %d4,%d1
        move.b  %d1,(%a1)+
        move.w  %d0,(%a1)+
        .endm

| DOUBLE_STEP - the double step of the same pawn; D1 is the square between.
        .macro  DOUBLE_STEP back, on
        \back   %d4,%d1
        move.b  %d1,(%a1)+
        \on     %d4,%d1
        \on     %d4,%d1
        move.b  %d1,(%a1)+
        move.w  #FLAG_DOUBLE<<8,(%a1)+
        .endm

| quiet_rare - the part of generate_quiet for positions with pins or checks;
| continues in generate_quiet
|
| In      as generate_quiet has it
| Out     D7 = 1: pinned pieces are hidden; they are shown again before the
|         king's moves
| Uses    D0 D1 D2 D3 D6 D7 A0 A1 A2 A3 A4
|
| In check a quiet move of another piece helps only if it goes between the king
| and the piece that gives check. A knight, or a piece beside the king, leaves
| no square between: then only the king moves.
quiet_rare:
        | Pinned pieces are hidden: their list entries get bit 7, which makes
        | them places off the board. The byte there leads to .Lhidden_q.
.Lpins_q:
        tst.b   pins-G(%a5)
        beq.s   .Lcheck_q
        bsr.w   hide_pinned
        moveq   #0,%d0
        moveq   #1,%d7
        movea.l raw_end-G(%a5),%a1
        tst.b   checkers-G(%a5)
        beq.s   .Lunchecked

        | D1 = distance from the king to the piece that gives check, D2 = the
        | step that leads there, 0 for a knight.
.Lcheck_q:
        cmpi.b  #1,checkers-G(%a5)
        bhi.w   .Lking_alone
        moveq   #0,%d1
        move.b  check_from-G(%a5),%d1
        sub.b   king_square-G(%a5),%d1
        lea     ray_step(%pc),%a3
        move.b  (%a3,%d1.w),%d2
        beq.w   .Lking_alone            | a knight
        cmp.b   %d1,%d2
        beq.w   .Lking_alone            | at the king's side
        bra.w   .Lblocks

| generate_quiet - append the other legal moves
|
| In      side, board, lists, castle; the result of look or look_own
| Out     raw moves appended at raw_end, in the order of pieces of
|         generate_tactical; castling comes last
| Uses    D0 D1 D2 D3 D4 D5 D6 D7 A0 A1 A2 A3 A4
|
| A5 = board (G). In all of it A0 = place of the piece at hand, A1 = where the
| next raw move goes, A2 = the piece's entry in the list, which is read
| backwards, A4 = jump table. NEXT reads the next piece and jumps by its board byte, so it
| ends each piece's part. The king has slot 0, is last, and returns. D7 = 1:
| pinned pieces are hidden.
generate_quiet:
        | Constants of the macros. checkers and pins are one word.
        movea.l raw_end-G(%a5),%a1
        lea     quiet_pieces(%pc),%a4
        moveq   #16,%d4
        moveq   #17,%d5
        moveq   #15,%d6
        moveq   #0,%d0
        moveq   #0,%d7
        tst.w   checkers-G(%a5)         | and pins
        bne.s   .Lpins_q

        | The list's slots in use are read from the last one down.
        | A2 = behind the side's last list entry, four bytes each; D2 = slots.
.Lunchecked:
        tst.b   side-G(%a5)
        bne.w   .Lblack
        move.b  slots-G(%a5),%d0
        move.w  %d0,%d2
        add.w   %d0,%d0
        add.w   %d0,%d0
        lea     square-G(%a5),%a2
        adda.w  %d0,%a2

        | Pawns have a loop of their own, unless one of them has been promoted
        | or a piece is pinned. A3 = seventh rank: from there on a pawn has only
        | promotions, which are tactical moves. D3 = fourth rank: a single step
        | that ends below it may be followed by the double step. A dead
        | pawn needs no test: the square in front of NO_SQUARE is off the board.
        tst.b   promoted-G(%a5)
        bne.s   .Lofficers
        tst.b   %d7
        bne.s   .Lofficers
        sub.b   officers-G(%a5),%d2
        beq.s   .Lofficers
        subq.w  #1,%d2
        lea     0x60(%a5),%a3
        moveq   #0x30,%d3
.Lwhite_pawn:
        | The square in front must be empty, and not a promotion's.
        movea.l -(%a2),%a0
        move.b  16(%a0),%d0
        bne.s   2f
        cmpa.l  %a3,%a0
        bcc.s   2f
        STEP    add.b
        | Only from the second rank does a single step end below the fourth.
        cmp.b   %d3,%d1
        bcc.s   2f
        move.b  32(%a0),%d0
        bne.s   2f
        DOUBLE_STEP sub.b, add.b
2:      dbf     %d2,.Lwhite_pawn
.Lofficers:
        NEXT

.Lblack:
        move.b  slots+1-G(%a5),%d0
        move.w  %d0,%d2
        add.w   %d0,%d0
        add.w   %d0,%d0
        lea     square+16*4-G(%a5),%a2
        adda.w  %d0,%a2

        | The same with the ranks seen from the other side.
        tst.b   promoted+1-G(%a5)
        bne.s   .Lofficers
        tst.b   %d7
        bne.s   .Lofficers
        sub.b   officers+1-G(%a5),%d2
        beq.s   .Lofficers
        subq.w  #1,%d2
        lea     0x20(%a5),%a3
        moveq   #0x50,%d3
.Lblack_pawn:
        movea.l -(%a2),%a0
        move.b  -16(%a0),%d0
        bne.s   2f
        cmpa.l  %a3,%a0
        bcs.s   2f
        STEP    sub.b
        cmp.b   %d3,%d1
        bcs.s   2f
        move.b  -32(%a0),%d0
        bne.s   2f
        DOUBLE_STEP add.b, sub.b
2:      dbf     %d2,.Lblack_pawn
        NEXT

        | One pawn, where the loops above were not taken.
.Lpawn_white_q:
        | One step, and from the second rank another.
        move.b  16(%a0),%d0
        bne.s   1f
        cmpa.l  #G+0x60,%a0
        bcc.s   1f
        STEP    add.b
        cmpi.b  #0x30,%d1
        bcc.s   1f
        move.b  32(%a0),%d0
        bne.s   1f
        DOUBLE_STEP sub.b, add.b
1:      NEXT
.Lpawn_black_q:
        | As for white, with ranks turned about.
        move.b  -16(%a0),%d0
        bne.s   1f
        cmpa.l  #G+0x20,%a0
        bcs.s   1f
        STEP    sub.b
        cmpi.b  #0x50,%d1
        bcs.s   1f
        move.b  -32(%a0),%d0
        bne.s   1f
        DOUBLE_STEP add.b, sub.b
1:      NEXT

        | Knights and sliders: the macros are expanded for every direction.
.Lknight_white_q:
.Lknight_black_q:
        PAIR
        HOPS    QUIET_HOP
        NEXT

.Ldiagonal_q:
        PAIR
        DIAGONAL_BY QUIET_RAY
        NEXT

.Lstraight_q:
        PAIR
        STRAIGHT_BY QUIET_RAY
        NEXT

.Lqueen_q:
        PAIR
        STRAIGHT_BY QUIET_RAY
        DIAGONAL_BY QUIET_RAY
        NEXT

        | A captured piece, or a pinned one, hidden with bit 7 in its place. A
        | pinned piece moves along the pin only, and never in check. D2 = step of
        | the pin, from the king.
.Lhidden_q:
        cmpa.l  #G+NO_SQUARE,%a0
        beq.s   1f
        tst.b   checkers-G(%a5)
        bne.s   1f                      | a pinned piece can't help
        lea     -0x80(%a0),%a0
        bsr.w   pin_of
        moveq   #ANY_PAWN,%d1
        and.b   (%a0),%d1
        bne.s   .Lpinned_pawn
        bsr.w   pin_fits
        beq.s   1f
        | Both ways along the pin, that one first which comes first in the
        | order of rays: 16, 1, -16, -1, 17, -15, -17, 15. D2 is turned
        | accordingly.
        cmpi.b  #DIAGONAL_4,%d2
        beq.s   3f
        cmpi.b  #DIAGONAL_2,%d2
        beq.s   4f
        tst.b   %d2
        bpl.s   4f
3:      neg.w   %d2
4:      bsr.s   .Lpin_walk
        neg.w   %d2
        bsr.s   .Lpin_walk
1:      NEXT

        | A pinned pawn moves if the pin is along its file: a step without
        | bits in the lower four.
.Lpinned_pawn:
        moveq   #0x0F,%d1
        and.b   %d2,%d1
        bne.s   1b                      | not pinned on its file
        btst    #0,(%a0)                | WAY_WHITE_PAWN
        bne.w   .Lpawn_white_q
        bra.w   .Lpawn_black_q

| The quiet moves from A0 along the step D2.
.Lpin_walk:
        movea.l %a0,%a3
1:      adda.w  %d2,%a3
        tst.b   (%a3)
        bne.s   2f
        bsr.s   .Lappend
        bra.s   1b

| The quiet move from A0 to A3.
.Lappend:
        move.w  %a0,%d1
        move.b  %d1,(%a1)+
        move.w  %a3,%d1
        move.b  %d1,(%a1)+
        clr.w   (%a1)+
2:      rts

        | In check by one slider. mark_helpful sets bit 7 in ids of its square
        | and of those between it and the king; only moves to these are
        | appended. The jump
        | table block_pieces passes over hidden pieces, since a pinned piece
        | can't help. There are few such positions, so nothing is unrolled.
.Lblocks:
        moveq   #0x80-256,%d1
        bsr.w   mark_helpful
        movea.l raw_end-G(%a5),%a1
        lea     block_pieces(%pc),%a4
        | A2 = behind the side's last slot, and NEXT goes through the pieces.
        moveq   #0,%d0
        lea     square-G(%a5),%a2
        move.b  slots-G(%a5),%d0
        tst.b   side-G(%a5)
        beq.s   1f
        lea     square+16*4-G(%a5),%a2
        move.b  slots+1-G(%a5),%d0
1:      add.w   %d0,%d0
        add.w   %d0,%d0
        adda.w  %d0,%a2
.Lhidden_b:
        NEXT


        | A pawn: the single step, if that square is marked, then the double
        | step from the second rank, if the next one is.
.Lpawn_white_b:
        | In front empty, and not a promotion's step. Is the square marked?
        move.b  16(%a0),%d0
        bne.s   2f
        cmpa.l  #G+0x60,%a0
        bcc.s   2f
        tst.b   ids-G+16(%a0)
        bpl.s   1f
        STEP    add.b
        | From the second rank: is the square behind it empty and marked?
1:      cmpa.l  #G+0x20,%a0
        bcc.s   2f
        move.b  32(%a0),%d0
        bne.s   2f
        tst.b   ids-G+32(%a0)
        bpl.s   2f
        lea     32(%a0),%a3
        bra.s   .Ldouble_b
2:      NEXT
.Lpawn_black_b:
        | As for white.
        move.b  -16(%a0),%d0
        bne.s   2f
        cmpa.l  #G+0x20,%a0
        bcs.s   2f
        tst.b   ids-G-16(%a0)
        bpl.s   1f
        STEP    sub.b
1:      cmpa.l  #G+0x60,%a0
        bcs.s   2f
        move.b  -32(%a0),%d0
        bne.s   2f
        tst.b   ids-G-32(%a0)
        bpl.s   2f
        lea     -32(%a0),%a3
.Ldouble_b:
        | .Lappend writes no flags; the third byte is the flags'.
        bsr.w   .Lappend
        move.b  #FLAG_DOUBLE,-2(%a1)
2:      NEXT

        .macro  BLOCK_HOP distance
        lea     \distance(%a0),%a3
        bsr.w   .Lblock
        .endm

        .macro  BLOCK_RAY step
        moveq   #\step,%d2
        bsr.w   .Lblock_along
        .endm

.Lknight_white_b:
.Lknight_black_b:
        HOPS    BLOCK_HOP
        NEXT
.Ldiagonal_b:
        DIAGONAL BLOCK_RAY
        NEXT
.Lstraight_b:
        STRAIGHT BLOCK_RAY
        NEXT
.Lqueen_b:
        STRAIGHT BLOCK_RAY
        DIAGONAL BLOCK_RAY
        NEXT

| The move from A0 to A3, if that square is empty and marked.
.Lblock:
        tst.b   (%a3)
        bne.s   1f
        tst.b   ids-G(%a3)
        bmi.w   .Lappend
1:      rts

| The move from A0 along the step D2 to the first marked square. There is no
| second one: two lines meet once.
.Lblock_along:
        movea.l %a0,%a3
1:      adda.w  %d2,%a3
        tst.b   (%a3)
        bne.s   2f
        tst.b   ids-G(%a3)
        bpl.s   1b
        bra.w   .Lappend
2:      rts

        | The king in check: the marks and the hiding end first.
.Lking_white_b:
.Lking_black_b:
        | D1 = 0: the marks in ids are taken away.
        movem.l %a0-%a1,-(%sp)
        moveq   #0,%d1
        bsr.w   mark_helpful
        bsr.w   show_pinned
        movem.l (%sp)+,%a0-%a1
        bra.w   .Lno_map

        | Only the king moves: A0 = his place.
.Lking_alone:
        | White's king, or black's, and pins that must be shown first.
        movea.l square-G(%a5),%a0
        tst.b   side-G(%a5)
        beq.s   1f
        movea.l square+16*4-G(%a5),%a0
1:      tst.b   pins-G(%a5)
        beq.w   .Lno_map

        | Pinned pieces are shown before the king's moves: enemy_attacks and
        | castling need the lists as they are.
.Lking_waits:
        movem.l %a0-%a1,-(%sp)
        bsr.w   show_pinned
        movem.l (%sp)+,%a0-%a1
        moveq   #0,%d0                  | high byte of the words of flags
        bra.s   .Lking_goes_on

.Lking_white_q:
.Lking_black_q:
        tst.b   %d7
        bne.s   .Lking_waits
.Lking_goes_on:
        | With the node's attack map a square needs one comparison.
        bsr.w   known_hits
        beq.w   .Lno_map
        PAIR
        STRAIGHT_BY KING_QUIET
        DIAGONAL_BY KING_QUIET
.Lcastles:
        move.l  %a1,raw_end-G(%a5)
        tst.b   castle-G(%a5)
        bne.w   generate_castling
1:      rts

        | Without a map each square is tested by itself, with the king off the
        | board, so that he doesn't block a line behind him. D6 = his byte.
.Lno_map:
        | A2 = his place and A4 = where moves go, since the test changes A0 and
        | A1.
        movea.l %a0,%a2
        movea.l %a1,%a4
        move.b  (%a2),%d6
        clr.b   (%a2)
        STRAIGHT KING_LOOKS
        DIAGONAL KING_LOOKS
        move.b  %d6,(%a2)
        movea.l %a4,%a1
        | No map for castling, either; in check there is no castling.
        moveq   #0,%d1
        tst.b   checkers-G(%a5)
        beq.w   .Lcastles
        move.l  %a1,raw_end-G(%a5)
        rts

| generate_castling - append the castling moves
|
| In      castle; side to move not in check; D1.b as known_hits returns it
| Out     raw moves appended at raw_end
| Uses    D0 D1 D2 D6 D7 A0 A1 A3
|
| D7 = stamp of the map, D6 = rights not tested yet, A3 = the king's place. For
| each right: the squares between king and rook are empty, and the king's
| next square and his target are not attacked.
generate_castling:
        | White's rights are bits 0 and 1, black's 2 and 3; each right is
        | shifted into C.
        move.b  %d1,%d7
        move.b  castle-G(%a5),%d6
        movea.l square-G(%a5),%a3
        tst.b   side-G(%a5)
        beq.s   1f
        movea.l square+16*4-G(%a5),%a3
        lsr.b   #2,%d6
        | Kingside.
1:      lsr.b   #1,%d6
        bcc.s   2f
        | Two empty squares; then the rook's square to be, and the king's, must
        | not be attacked.
        move.b  1(%a3),%d0
        or.b    2(%a3),%d0
        bne.s   2f
        moveq   #1,%d0
        bsr.s   .Lmay_pass
        bne.s   2f
        moveq   #2,%d0
        bsr.s   .Lmay_pass
        bne.s   2f
        moveq   #2,%d1
        bsr.s   .Lcastle
        | Queenside; ends with .Lcastle.
2:      lsr.b   #1,%d6
        bcc.s   3f
        | Three empty squares, of which the rook's neighbour may be attacked.
        move.b  -1(%a3),%d0
        or.b    -2(%a3),%d0
        or.b    -3(%a3),%d0
        bne.s   3f
        moveq   #-1,%d0
        bsr.s   .Lmay_pass
        bne.s   3f
        moveq   #-2,%d0
        bsr.s   .Lmay_pass
        bne.s   3f
        moveq   #-2,%d1

| The castling move of the king on A3 over the distance D1.
.Lcastle:
        | From and to; castling is marked as a move that may check.
        movea.l raw_end-G(%a5),%a1
        move.w  %a3,%d0
        move.b  %d0,(%a1)+
        add.b   %d1,%d0
        move.b  %d0,(%a1)+
        move.w  #(FLAG_CASTLE+FLAG_CHECK)<<8,(%a1)+
        move.l  %a1,raw_end-G(%a5)
3:      rts

| Z clear: the square at the distance D0 from A3 is attacked. D7 = stamp.
.Lmay_pass:
        | D0 = the square, D1 = the stamp for king_safe, 0 without a map.
        add.w   %a3,%d0
        andi.w  #0xFF,%d0
        move.b  %d7,%d1
        bra.w   king_safe

        .section .rodata

| Declared jump tables, by board byte: generate_quiet, and the same in check.
| square_pairs, a word for each square with the square in both bytes, begins
| 512 - 128 bytes behind the first: see PAIR.
        .balign 2
quiet_pieces:
        PIECES  _q
block_pieces:
        PIECES  _b
        .space  quiet_pieces+512-128-.
square_pairs:
        .set    pair, 0
        .rept   0x78
        .word   pair
        .set    pair, pair+0x101
        .endr
