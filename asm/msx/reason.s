; reason.s - why a move is not legal

        .include "ui.inc"

        .global reason

        .section .ui, "ax"

; reason - why a move is not legal
;
; In      the position; play_from, play_to: a move that play_move has refused
; Out     DE = a text that says why
; Uses    AF BC HL IX IY
;
; A move that the man could make by himself leaves his king in check: there is
; no other reason left. C = from, IYL = to, B = the man's byte on the board,
; IXL = the own colour's bit, H = the board's page.
reason:
        ; Side 0 or 1, plus 1 and two bits to the right, is $40 or $80: the bit
        ; of the colour in a board byte. HL = the from square.
        ld      a,(play_to)
        ld      iyl,a
        ld      a,(side)
        inc     a
        rrca
        rrca
        ld      ixl,a
        ld      a,(play_from)
        and     0x77
        ld      c,a
        ld      l,a
        ld      h,board >> 8

        ; A text is loaded before a return that may take it: ld leaves the
        ; flags. An empty square, then a man of the other colour.
        ld      b,(hl)
        ld      a,b
        or      a
        ld      de,text_no_man
        ret     z
        and     ixl
        ld      de,text_not_yours
        ret     z

        ; A man of the own colour is there? An empty square has no colour.
        ld      a,iyl
        ld      l,a
        ld      a,(hl)
        and     ixl
        ld      de,text_own_man
        ret     nz

        ; A promotion of one who is no pawn, or not at his end.
        ld      a,(play_from)
        and     0x88
        jr      z,.Lplain
        ; Bits 3 and 7 are a promotion's, of a pawn on rank 1 or 8 alone.
        ld      de,text_illegal
        ld      a,b
        and     ANY_PAWN
        ret     z
        ld      a,iyl
        add     a,0x10                  ; ranks 8 and 1 become $8x and $1x
        and     0x60
        ret     nz
.Lplain:
        ld      a,b
        and     ANY_PAWN
        jr      nz,.Lpawn

        ; An officer: has he a way in common with the difference of the squares,
        ; and is it free?
        ld      a,c
        sub     iyl
        ld      l,a
        ld      h,attack_table >> 8
        ld      a,b
        and     (hl)                    ; ways in common
        jr      z,.Lno_way
        ld      b,board >> 8
        ld      iyh,0
        call    officer_reaches
        ld      de,text_in_the_way
        ret     nc
        ; The way is free. The king is in check now, or would be.
.Lking: call    in_check
        ld      de,text_in_check
        ret     c
        ld      de,text_checked
        ret

        ; He has none. A king who goes two files means to castle.
.Lno_way:
        ld      de,text_no_castling
        ld      a,b
        and     WAY_KING
        jr      z,.Lother

        ; L = from less to: two files to either side.
        ld      a,l
        cp      2
        ret     z
        cp      -2 & 0xFF
        ret     z
.Lother:
        ld      de,text_not_so
        ret

        ; A pawn. B and L = from and to as White sees his own.
.Lpawn: ld      b,c
        ld      a,iyl
        ld      l,a
        ld      a,ixl
        rlca                            ; carry: Black
        jr      nc,.Lwhite
        ld      a,b
        xor     FLIP
        ld      b,a
        ld      a,l
        xor     FLIP
        ld      l,a
.Lwhite:
        ld      a,l
        sub     b                       ; A = squares forward
        ld      iyh,a
        ld      a,iyl

        ; HL = the to square again; H has been the board's page all the time.
        ld      l,a
        ld      a,iyh
        cp      0x10
        jr      z,.Lstep
        cp      0x20
        jr      z,.Ltwo

        ; One rank forward and a file aside takes. Else no pawn moves so.
        ld      de,text_not_so
        cp      0x0F
        jr      z,.Ltakes
        cp      0x11
        ret     nz
.Ltakes:
        ; The own men are ruled out: a man there is an enemy, and may be taken,
        ; as may a pawn en passant. Then only the king forbids it.
        ld      a,(hl)
        or      a
        jr      nz,.Lking
        ld      a,(ep)
        cp      l
        jr      z,.Lking
        ld      de,text_nobody
        ret

        ; Two squares, from his first one: the square between is free.
.Ltwo:  ld      a,b
        and     0x70
        cp      0x10
        ld      de,text_not_so
        ret     nz

        ; The square between is half the sum of both, which has no carry. A is 0
        ; if it and the to square are empty.
        ld      a,(hl)
        ld      iyh,a
        ld      a,c
        add     a,l
        rra
        ld      l,a
        ld      a,(hl)
        or      iyh
        jr      .Lfree
        ; A pawn's step does not take: the square has to be empty.
.Lstep: ld      a,(hl)
        or      a
.Lfree: ld      de,text_in_the_way
        ret     nz
        jr      .Lking
