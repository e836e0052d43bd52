| board.s - making moves and taking them back

        .include "memory.inc"

        .global make_move, unmake_move, promote, demote, move_rook, hop_rook

        .text

| KEY_MOVE - change the key D1 as a move from D3 to D4 does
|
| A3 = windows of the piece; uses D2. 76 cycles.
        .macro  KEY_MOVE
        move.w  %d3,%d2
        add.w   %d2,%d2
        add.w   %d2,%d2
        move.l  (%a3,%d2.w),%d2
        eor.l   %d2,%d1
        move.w  %d4,%d2
        add.w   %d2,%d2
        add.w   %d2,%d2
        move.l  (%a3,%d2.w),%d2
        eor.l   %d2,%d1
        .endm

| KEEP_RIGHTS - the castling rights that remain after a move from A0 to A1
|
| D0 = side, castle, ep, half; comes out with its words swapped, D1 = key.
| Uses D2, and A0, A1 where rights are lost. 18 cycles without rights, else
| 54.
        .macro  KEEP_RIGHTS
        swap    %d0
        tst.b   %d0
        beq.s   .Lkept\@
        move.b  rights_lost-G(%a0),%d2
        or.b    rights_lost-G(%a1),%d2
        and.b   %d0,%d2
        beq.s   .Lkept\@
        bsr     .Lrights
.Lkept\@:
        .endm

| make_move - make a move that the generator has produced
|
| In      D3 = from with a promotion's bits, D4 = to, D5 = flags
| Out     board, lists, side, castle, ep, half, key; a record of what
|         unmake_move needs, in undo
| Uses    D0 D1 D2 D7 A0 A1 A3 A4
|
| One movem takes side to half, the key and undo_top into registers, one
| puts them and where the piece comes from and goes to into the record, and
| one brings the new ones back. In D0 the words are side, castle and ep,
| half: so the lower is negative where there is no en passant square.
make_move:
        | D2 = the flags that need more than a quiet move; 0 for nearly all.
        moveq   #SPECIAL,%d2
        and.b   %d5,%d2
        bne.s   .Lspecial
        movem.l side-G(%a5),%d0-%d1/%a4
        | A0 = from, A1 = to. The id goes along; A3 = its pointer in the list.
        lea     (%a5,%d3.w),%a0
        lea     (%a5,%d4.w),%a1
        move.b  ids-G(%a0),%d2          | the rest of D2 is 0
        move.b  %d2,ids-G(%a1)
        add.w   %d2,%d2
        add.w   %d2,%d2
        lea     square-G(%a5),%a3
        add.w   %d2,%a3
        | The undo record: D0 D1 D5 A0 A1 A3. A4 is the new undo_top.
        movem.l %d0-%d1/%d5/%a0-%a1/%a3,-(%a4)
        | The list, and the board; A3 = the piece's key window.
        move.l  %a1,(%a3)
        move.l  PIECE_KEYS(%a3),%a3
        move.b  (%a0),%d2
        clr.b   (%a0)
        move.b  %d2,(%a1)
        and.b   #ANY_PAWN,%d2
        bne.s   .Lpawn

        | No pawn: the clock goes on, and castling rights may be lost.
        | With no en passant square the word is negative, as long as the clock
        | doesn't carry into it.
        addq.w  #1,%d0
        bpl.s   .Lrare
.Laged: KEY_MOVE
        KEEP_RIGHTS
.Lturn: eor.w   #0x0100,%d0             | the other side is to move
        swap    %d0
        movem.l %d0-%d1/%a4,side-G(%a5)
        rts

.Lspecial:
        | Flags but capture: one by one below.
        subq.b  #FLAG_CAPTURE,%d2
        beq.s   .Lcapture
        bra     .Lother

        | There is an en passant square, or half would exceed 255, which is
        | enough.
.Lrare: subq.w  #1,%d0
        bmi.s   .Laged
        bsr     .Lendep                 | the ep square ends
        addq.b  #1,%d0
        bcc.s   .Laged
        st      %d0
        bra.s   .Laged

        | A quiet move of a pawn.
        | A pawn's move sets the clock to 0. N clear: there is an en passant
        | square to take out.
.Lpawn: clr.b   %d0
        tst.w   %d0
        bpl.s   .Lpawnep
.Lpawnkey:
        | A double step may leave an en passant square.
        KEY_MOVE
        btst    #3,%d5                  | FLAG_DOUBLE
        bne.s   .Ldouble
.Ldone: bchg    #24,%d0                 | the other side is to move
        movem.l %d0-%d1/%a4,side-G(%a5)
        rts
.Lpawnep:
        bsr     .Lendep
        bra.s   .Lpawnkey

        | If no pawn can take it there is no right.
.Ldouble:
        | Is an enemy pawn beside the target square?
        move.b  (%a1),%d2
        eor.b   #WHITE_PAWN ^ BLACK_PAWN,%d2
        cmp.b   -1(%a1),%d2
        beq.s   .Lsetep
        cmp.b   1(%a1),%d2
        bne.s   .Ldone
.Lsetep:
        | The square passed over is the target with bit 4 turned. It goes into
        | the upper byte of the word.
        moveq   #0x10,%d2
        eor.w   %d4,%d2
        lsl.w   #8,%d2
        move.w  %d2,%d0                 | half is 0
        bsr     .Lepkey
        bra.s   .Ldone

        | D2 = 0. The captured piece's place in square is D7, from its base.
.Lcapture:
        | As for a quiet move, but D7 = four times the id of the captured piece.
        movem.l side-G(%a5),%d0-%d1/%a4
        lea     (%a5,%d3.w),%a0
        lea     (%a5,%d4.w),%a1
        moveq   #0,%d7
        move.b  ids-G(%a1),%d7
        add.w   %d7,%d7
        add.w   %d7,%d7
        move.b  ids-G(%a0),%d2
        move.b  %d2,ids-G(%a1)
        add.w   %d2,%d2
        add.w   %d2,%d2
        lea     square-G(%a5),%a3
        add.w   %d2,%a3
        movem.l %d0-%d1/%d5/%a0-%a1/%a3,-(%a4)
        | The record gets what is captured, too.
        move.b  %d7,UNDO_TAKEN(%a4)
        move.b  (%a1),UNDO_CODE(%a4)
        move.l  %a1,(%a3)
        move.l  PIECE_KEYS(%a3),%a3
        move.b  (%a0),(%a1)
        clr.b   (%a0)
        | One piece less, and the clock is 0.
        subq.b  #1,pieces-G(%a5)
        clr.b   %d0
        tst.w   %d0
        bpl.s   .Lcaptureep
.Lcapturerights:
        KEEP_RIGHTS
        eor.w   #0x0100,%d0
        swap    %d0

        | The key: D2 = the to-square's offset for both pieces' windows.
        | The captured piece's pointer goes to NO_SQUARE.
        lea     square-G(%a5),%a0
        lea     NO_SQUARE(%a5),%a1
        move.l  %a1,(%a0,%d7.w)
        move.l  PIECE_KEYS(%a0,%d7.w),%a0
        move.w  %d4,%d2
        add.w   %d2,%d2
        add.w   %d2,%d2
        | Out of the key goes the captured piece, in comes the mover at to, out
        | at from.
        move.l  (%a0,%d2.w),%d7
        eor.l   %d7,%d1
        move.l  (%a3,%d2.w),%d7
        eor.l   %d7,%d1
        move.w  %d3,%d2
        add.w   %d2,%d2
        add.w   %d2,%d2
        move.l  (%a3,%d2.w),%d2
        eor.l   %d2,%d1
        movem.l %d0-%d1/%a4,side-G(%a5)
        rts
.Lcaptureep:
        bsr     .Lendep
        bra.s   .Lcapturerights

        | The en passant square ends, and leaves the key.
.Lendep:
        | The file leaves the key, and the square becomes $FF.
        bsr.s   .Lepkey
        or.w    #NO_SQUARE << 8,%d0
        rts

        | The en passant square's file into the key D1, or out of it. Uses D2.
.Lepkey:
        | D2 = the file, the square's lower three bits.
        move.l  %a0,-(%sp)
        lea     key_windows + 4*EP_KEY_AT,%a0
        move.w  %d0,%d2
        lsr.w   #8,%d2
        and.w   #7,%d2
        add.w   %d2,%d2
        add.w   %d2,%d2
        move.l  (%a0,%d2.w),%d2
        eor.l   %d2,%d1
        move.l  (%sp)+,%a0
        rts

        | D0 = rights, D2 = those of them that are lost. No rights have no
        | window. Uses A0 A1 D2.
.Lrights:
        | A1 keeps the lost rights, while the old rights' window is taken out.
        lea     key_windows + 4*CASTLE_KEY_AT,%a0
        and.w   #15,%d2
        move.w  %d2,%a1
        moveq   #15,%d2
        and.w   %d0,%d2
        add.w   %d2,%d2
        add.w   %d2,%d2
        move.l  (%a0,%d2.w),%d2
        eor.l   %d2,%d1
        | The rights that are left, if any, have a window as well.
        move.w  %a1,%d2
        eor.b   %d2,%d0
        beq.s   .Lnone
        moveq   #15,%d2
        and.w   %d0,%d2
        add.w   %d2,%d2
        add.w   %d2,%d2
        move.l  (%a0,%d2.w),%d2
        eor.l   %d2,%d1
.Lnone: rts

        | En passant, castling and promotions, which are few: the pieces one
        | by one, with the key in memory.
.Lother:
        | The record as above, with from without a promotion's bits.
        movem.l side-G(%a5),%d0-%d1/%a4
        moveq   #0x77,%d2
        and.w   %d3,%d2
        lea     (%a5,%d2.w),%a0
        lea     (%a5,%d4.w),%a1
        move.b  ids-G(%a0),%d2          | the rest of D2 is 0
        add.w   %d2,%d2
        add.w   %d2,%d2
        lea     square-G(%a5),%a3
        add.w   %d2,%a3
        movem.l %d0-%d1/%d5/%a0-%a1/%a3,-(%a4)
        | undo_top is stored now, since the registers are needed.
        move.l  %a4,undo_top-G(%a5)
        btst    #0,%d5                  | FLAG_CAPTURE
        beq.s   .Ltaken
        | The captured piece's square: the target, or next to it if en passant.
        move.w  %d4,%d0
        btst    #1,%d5                  | FLAG_EN_PASSANT
        beq.s   .Lat
        eor.w   #0x10,%d0
.Lat:   lea     (%a5,%d0.w),%a0
        | It leaves board, list and key, and the record has it.
        moveq   #0,%d1
        move.b  ids-G(%a0),%d1
        move.w  %d1,%d2
        add.w   %d2,%d2
        add.w   %d2,%d2
        move.b  %d2,UNDO_TAKEN(%a4)
        move.b  (%a0),UNDO_CODE(%a4)
        clr.b   (%a0)
        lea     square-G(%a5),%a0
        lea     NO_SQUARE(%a5),%a1
        move.l  %a1,(%a0,%d2.w)
        subq.b  #1,pieces-G(%a5)
        bsr     toggle_key

        | The piece leaves the key, moves, and enters the key as what it is
        | then.
.Ltaken:
        | The mover leaves the key at from.
        moveq   #0x77,%d0
        and.w   %d3,%d0
        lea     (%a5,%d0.w),%a0
        moveq   #0,%d1
        move.b  ids-G(%a0),%d1
        bsr     toggle_key
        | It moves, and becomes what it promotes to.
        moveq   #0x77,%d0
        and.w   %d3,%d0
        move.w  %d4,%d2
        bsr     move_rook
        btst    #4,%d5                  | FLAG_PROMOTION
        beq.s   .Lsamekind
        move.w  %d4,%d0
        move.w  %d3,%d2
        bsr     promote
.Lsamekind:
        | It enters the key at its new square.
        move.w  %d4,%d0
        lea     (%a5,%d0.w),%a0
        moveq   #0,%d1
        move.b  ids-G(%a0),%d1
        bsr     toggle_key
        btst    #2,%d5                  | FLAG_CASTLE
        beq.s   .Lnorook
        | In castling the rook hops, and its key goes out at one square and in
        | at the other.
        move.w  %d4,%d0
        bsr     hop_rook
        bsr     move_rook
        move.w  %d2,-(%sp)
        bsr     toggle_key
        move.w  (%sp)+,%d0
        bsr     toggle_key
.Lnorook:
        | The state again, since toggle_key has changed the key in memory.
        movem.l side-G(%a5),%d0-%d1/%a4
        move.l  UNDO_FROM(%a4),%a0
        move.l  UNDO_TO(%a4),%a1
        | Castling lets the clock run, all others set it to 0.
        btst    #2,%d5
        beq.s   .Lzero
        addq.b  #1,%d0
        bcc.s   .Lclock
        st      %d0
        bra.s   .Lclock
.Lzero: clr.b   %d0
.Lclock:
        tst.w   %d0
        bmi.s   .Lnoep
        bsr     .Lendep
.Lnoep: KEEP_RIGHTS
        bra     .Lturn

| promote - make a pawn a piece
|
| In      D0 = its square, D1.b = id, D2.b = from-square of its move with the
|         promotion's bits
| Out     board, kind, piece_keys, promoted, scan_count, line_count
| Uses    D0 D1 A0 A1
promote:
        | D0 = id. The kind: QUEEN, and 1 more for bit 3, 2 more for bit 7.
        lea     (%a5,%d0.w),%a0
        moveq   #0,%d0
        move.b  %d1,%d0
        moveq   #QUEEN,%d1
        btst    #3,%d2
        beq.s   .Leven
        addq.w  #1,%d1
.Leven: tst.b   %d2
        bpl.s   .Lmajor
        addq.w  #2,%d1
.Lmajor:
        bsr     set_kind
        | The side's counts: from now on all slots are scanned, as the pawns'
        | may hold officers.
        lsr.w   #4,%d0                  | its side
        lea     slots-G(%a5),%a0
        add.w   %d0,%a0
        addq.b  #1,promoted-slots(%a0)
        move.b  (%a0),scan_count-slots(%a0)
        move.b  (%a0),line_count-slots(%a0)
        rts

| demote - make a promoted piece a pawn again
|
| In      D0 = its square, D1.b = id
| Out     board, kind, piece_keys, promoted, scan_count, line_count
| Uses    D0 D1 A0 A1
demote: lea     (%a5,%d0.w),%a0
        | Back to a pawn; when no other is promoted the counts are those of the
        | officers.
        moveq   #0,%d0
        move.b  %d1,%d0
        moveq   #PAWN,%d1
        bsr     set_kind
        lsr.w   #4,%d0
        lea     slots-G(%a5),%a0
        add.w   %d0,%a0
        subq.b  #1,promoted-slots(%a0)
        bne.s   .Lmore
        move.b  officers-slots(%a0),scan_count-slots(%a0)
        move.b  sliders-slots(%a0),line_count-slots(%a0)
.Lmore: rts

| hop_rook - the rook's squares of a castling move
|
| In      D0 = the king's target
| Out     D0 = from, D2 = to
| Uses    nothing
hop_rook:
        | Bit 2 of the king's target is set on the g-file, not on the c-file.
        move.w  %d0,%d2
        btst    #2,%d0
        beq.s   .Lqueenside
        addq.w  #1,%d0
        subq.w  #1,%d2
        rts
.Lqueenside:                            | a to d
        subq.w  #2,%d0
        addq.w  #1,%d2
        rts

| move_rook - move a rook, or any piece, to an empty square
|
| In      D0 = from, D2 = to
| Out     board, ids, square; D1 = its id
| Uses    A0 A1
move_rook:
        | The byte and the id go along, and the list's pointer too.
        lea     (%a5,%d0.w),%a0
        lea     (%a5,%d2.w),%a1
        move.b  (%a0),(%a1)
        clr.b   (%a0)
        moveq   #0,%d1
        move.b  ids-G(%a0),%d1
        move.b  %d1,ids-G(%a1)
        add.w   %d1,%d1
        add.w   %d1,%d1
        lea     square-G(%a5),%a0
        move.l  %a1,(%a0,%d1.w)
        lsr.w   #2,%d1
        rts

| unmake_move - take back the last move made
|
| In      undo
| Out     everything as it was before make_move
| Uses    D2 D6 D7 A0 A1 A3 A4
|
| D0 and D1, a search's answer, stay for the caller.
unmake_move:
        | One MOVEM reads the record, one writes side to half, key and undo_top
        | back.
        move.l  undo_top-G(%a5),%a4
        movem.l (%a4)+,%d2/%d6-%d7/%a0-%a1/%a3
        movem.l %d2/%d6/%a4,side-G(%a5)
        | The piece is back on from, A0; its pointer in the list is A3.
        move.b  (%a1),(%a0)
        move.b  ids-G(%a1),ids-G(%a0)
        move.l  %a0,(%a3)
        moveq   #SPECIAL,%d2
        and.b   %d7,%d2
        bne.s   .Luncapture
        clr.b   (%a1)
        rts

        | In the upper word of D7 are UNDO_TAKEN and UNDO_CODE.
.Luncapture:
        subq.b  #FLAG_CAPTURE,%d2
        bne.s   .Lunother
.Luntake:
        | D7 is turned: its low byte is the captured piece's board byte. The
        | piece is back on A1.
        swap    %d7
        move.b  %d7,(%a1)
        moveq   #0,%d2
        move.b  UNDO_TAKEN-UNDO(%a4),%d2
        lea     square-G(%a5),%a3
        move.l  %a1,(%a3,%d2.w)
        lsr.w   #2,%d2
        move.b  %d2,ids-G(%a1)
        addq.b  #1,pieces-G(%a5)
        rts

        | The piece is back already. D0 = the square it was on.
.Lunother:
        | The target is cleared; D0 and D1 are needed here.
        clr.b   (%a1)
        movem.l %d0-%d1,-(%sp)
        moveq   #0x77,%d0
        btst    #4,%d7                  | FLAG_PROMOTION
        beq.s   .Lunpromoted
        | A promoted piece becomes a pawn, and what it captured comes back.
        move.l  %a1,-(%sp)
        moveq   #0,%d1
        move.b  ids-G(%a0),%d1
        move.w  %a0,%d2
        and.w   %d2,%d0
        bsr     demote
        move.l  (%sp)+,%a1
        movem.l (%sp)+,%d0-%d1
        btst    #0,%d7
        bne.s   .Luntake
        rts
.Lunpromoted:
        | En passant: the pawn stood beside the target. Castling: the rook hops
        | back.
        move.w  %a1,%d2
        and.w   %d2,%d0
        btst    #1,%d7                  | FLAG_EN_PASSANT
        beq.s   .Luncastle
        eor.w   #0x10,%d0
        lea     (%a5,%d0.w),%a1
        movem.l (%sp)+,%d0-%d1
        bra.s   .Luntake
.Luncastle:
        bsr     hop_rook
        exg     %d0,%d2
        bsr     move_rook
        movem.l (%sp)+,%d0-%d1
        rts
