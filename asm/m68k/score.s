| score.s - static values: after a move, and counted from nothing

        .include "memory.inc"
        .include "score.inc"

        .global after, after_flags, after_quiet, after_capture, static
        .global piece_tables

        .text

| after - the static value after a move, for the side that moves
|
| In      D3 = from with a promotion's bits, D4 = to, D5 = flags; n_static;
|         before the move
| Out     D0 = value
| Uses    D1 D2 A0 A1
after:  move.b  %d5,%d0
        beq.s   after_quiet
        subq.b  #FLAG_CAPTURE,%d0
        beq.s   after_capture

| after_flags - after for a move with flags
|
| In      as after
| Out     D0 = value
| Uses    D1 D2 A0 A1
after_flags:
        moveq   #FLAG_CAPTURE+FLAG_EN_PASSANT+FLAG_CASTLE+FLAG_PROMOTION,%d0
        and.b   %d5,%d0
        beq.s   after_quiet
        subq.b  #FLAG_CAPTURE,%d0
        bne.s   .Lspecial               | not a plain capture

| after_capture - after for a capture except en passant and promotions
|
| In      D3 = from, D4 = to, n_static; before the move
| Out     D0 = value
| Uses    D1 D2 A0 A1
after_capture:
        | n_static less the mover's entry, plus its entry at the target, plus
        | what the captured piece is worth there.
        TABLES  %a1
        MOVER   %d3,%a1,%a0,%d2,%d1
        CAPTURING %d4,%a1,%a0,%d2,%d0,%d1,%a1
        rts

| after_quiet - after for a quiet move except castling
|
| In      D3 = from, D4 = to, n_static; before the move
| Out     D0 = value
| Uses    D1 D2 A0 A1
|
| The board byte is the index of the piece's table, so the id is not needed. 124
| cycles; code that makes lists uses MOVER once for all moves of a piece.
after_quiet:
        TABLES  %a1
        MOVER   %d3,%a1,%a0,%d2,%d1
        QUIET   %d4,%a0,%d2,%d0
        rts

| The other moves, part by part: the mover leaves its square and lands, perhaps
| promoted; then the captured piece, or the rook in castling.
.Lspecial:
        | The pawn or king leaves its square: D0 = n_static less its entry, A0 =
        | its table.
        moveq   #0x77,%d2
        and.w   %d3,%d2
        TABLES  %a1
        MOVER   %d2,%a1,%a0,%d0,%d1
        btst    #4,%d5                  | FLAG_PROMOTION
        beq.s   .Llands

        | The pawn's material goes and the new piece's comes. D2 = its place in
        | rank_value; its table is as many before the pawns'.
        moveq   #4,%d2                  | queen
        btst    #3,%d3
        beq.s   1f
        subq.w  #1,%d2                  | rook, or knight
1:      tst.b   %d3
        bpl.s   2f
        subq.w  #2,%d2                  | bishop, or knight
2:      lea     rank_value(%pc),%a1
        move.b  (%a1,%d2.w),%d1
        sub.b   (%a1),%d1
        add.w   %d1,%d1                 | material is four times the value
        add.w   %d1,%d1
        add.w   %d1,%d0
        lsl.w   #8,%d2
        suba.w  %d2,%a0
        TABLES  %a1

.Llands:
        moveq   #0,%d1                  | the entry at the target
        move.b  (%a0,%d4.w),%d1
        add.w   %d1,%d0
        btst    #0,%d5                  | FLAG_CAPTURE
        beq.s   .Lno_capture
        | What is captured: D2 = its square, and its value there is added.
        move.w  %d4,%d2
        btst    #1,%d5                  | FLAG_EN_PASSANT
        beq.s   3f
        eori.w  #0x10,%d2               | the captured pawn is beside
3:      move.b  (%a5,%d2.w),%d1
        TABLE_OF %d1,%a1,%a0
        add.w   MATERIAL(%a1,%d1.w),%d0
        moveq   #0,%d1
        move.b  (%a0,%d2.w),%d1
        add.w   %d1,%d0
        rts

.Lno_capture:
        btst    #2,%d5                  | FLAG_CASTLE
        beq.s   .Ldone
        | Castling: the rook leaves its corner and lands beside the king.
        lea     2*256(%a0),%a0          | from the king's table to the rooks'
        adda.w  %d4,%a0
        btst    #2,%d4                  | g, or c
        beq.s   .Lqueenside
        move.b  1(%a0),%d1
        sub.w   %d1,%d0
        move.b  -1(%a0),%d1
        add.w   %d1,%d0
.Ldone: rts
.Lqueenside:
        move.b  -2(%a0),%d1
        sub.w   %d1,%d0
        move.b  1(%a0),%d1
        add.w   %d1,%d0
        rts

| static - the value of the position for the side to move, counted from
| nothing: material and root tables
|
| In      lists, board, side, pst
| Out     D0 = value
| Uses    D1 D2 A0 A1
static: lea     square-G(%a5),%a0
        | All 32 pointers, white's 16 first; D0 = black's sum less white's,
        | turned about for white.
        bsr.s   .Lsum
        move.w  %d0,-(%sp)              | white's
        bsr.s   .Lsum
        sub.w   (%sp)+,%d0              | black's lead
        tst.b   side-G(%a5)
        bne.s   1f
        neg.w   %d0
1:      rts

| D0 = what the 16 pieces from A0 in the list are worth. A0 = behind them.
.Lsum:  movem.l %d3/%a2-%a3,-(%sp)
        moveq   #0,%d0
        moveq   #15,%d1
        moveq   #0x7F,%d3
        TABLES  %a2
2:      movea.l (%a0)+,%a1              | its place on the board
        moveq   #0,%d2
        move.b  (%a1),%d2
        cmpi.b  #OFF_BOARD,%d2
        beq.s   3f                      | dead
        TABLE_OF %d2,%a2,%a3
        add.w   MATERIAL(%a2,%d2.w),%d0
        move.w  %a1,%d2
        and.w   %d3,%d2                 | its square
        move.b  (%a3,%d2.w),%d2
        add.w   %d2,%d0
3:      dbf     %d1,2b
        movem.l (%sp)+,%d3/%a2-%a3
        rts

        .section .rodata, "a"

| By board byte, from the white pawn's on, a longword: the piece's table. Its
| material is 5 longwords farther, where no piece has its table.
        .balign 4
piece_tables:
        .long   pst+256*PAWN            | $41: white pawn
        .long   pst+256*KNIGHT          | $42: knight
        .space  4*1
        .long   pst+256*BISHOP          | $44: bishop
        .space  4*1
        .word   4*16-TABLE_BIAS, 0      | pawn's material
        .word   4*54-TABLE_BIAS, 0      | knight's material
        .long   pst+256*ROOK            | $48: rook
        .word   4*54-TABLE_BIAS, 0      | bishop's material
        .space  4*2
        .long   pst+256*QUEEN           | $4C: queen
        .word   4*84-TABLE_BIAS, 0      | rook's material
        .space  4*2
        .long   pst+256*KING            | $50: king
        .word   4*160-TABLE_BIAS, 0     | queen's material
        .space  4*3
        .word   -TABLE_BIAS, 0          | king's material
        .space  4*44
        .long   pst+256*(6+KNIGHT)      | $82: black knight
        .space  4*1
        .long   pst+256*(6+BISHOP)      | $84: bishop
        .space  4*2
        .word   4*54-TABLE_BIAS, 0      | knight's material
        .long   pst+256*(6+ROOK)        | $88: rook
        .word   4*54-TABLE_BIAS, 0      | bishop's material
        .space  4*2
        .long   pst+256*(6+QUEEN)       | $8C: queen
        .word   4*84-TABLE_BIAS, 0      | rook's material
        .space  4*2
        .long   pst+256*(6+KING)        | $90: king
        .word   4*160-TABLE_BIAS, 0     | queen's material
        .space  4*3
        .word   -TABLE_BIAS, 0          | king's material
        .space  4*10
        .long   pst+256*(6+PAWN)        | $A0: pawn
        .space  4*4
        .word   4*16-TABLE_BIAS, 0      | pawn's material
