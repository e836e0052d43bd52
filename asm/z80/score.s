; score.s - static values: after a move, and counted from nothing

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "score.inc"

        .global after, after_flags, after_quiet, after_capture, static

        .text

; after - the static value after a move, for the side that moves
;
; In      HL = raw move: from with a promotion's bits, to, flags; DE =
;         static value before it, for the same side; before the move
; Out     HL = value
; Uses    AF BC DE
after:
        ; C = from, B = to, A = flags.
        ld      c,(hl)
        inc     hl
        ld      b,(hl)
        inc     hl
        ld      a,(hl)
        or      a
        jr      nz,after_flags

; after_quiet - after for a quiet move except castling
;
; In      C = from, B = to, DE = static value before
; Out     HL = value
; Uses    AF
after_quiet:
        AFTER_QUIET
        ret

; after_flags - after for a move with flags
;
; In      C = from, B = to, A = flags, DE = static value before
; Out     HL = value
; Uses    AF BC DE
after_flags:
        ; A double step or a check flag alone leaves a quiet move's value. A
        ; plain capture is 1, so 0 after dec.
        and     FLAG_CAPTURE | FLAG_EN_PASSANT | FLAG_CASTLE | FLAG_PROMOTION
        jr      z,after_quiet
        dec     a
        jr      nz,.Lspecial            ; not a plain capture

; after_capture - after for a capture except en passant and promotions
;
; In      C = from, B = to, DE = static value before
; Out     HL = value
; Uses    AF DE
after_capture:
        ; A = the victim's board byte, whose page of pst has its entry on to. HL
        ; = static value + entry.
        ld      h,board >> 8
        ld      l,b
        ld      a,(hl)
        ld      l,a
        ld      h,pst_page >> 8
        ld      h,(hl)
        ; The entry is a byte, 0 to 255; the bias comes off later.
        ld      l,b
        ld      l,(hl)
        ld      h,0
        add     hl,de
        ex      de,hl
        ; Plus its material, by the way bits in swap_worth.
        and     0x3F
        ld      l,a
        ld      h,swap_worth >> 8       ; material is four times the value
        ld      l,(hl)
        ld      h,0
        add     hl,hl
        add     hl,hl
        add     hl,de
        ; Entries have TABLE_BIAS, which comes off. DE = the value with the
        ; victim gone; then the mover moves as in a quiet move.
        ld      de,-TABLE_BIAS
        add     hl,de
        ex      de,hl
        AFTER_QUIET
        ret

; Add the value of the piece on H to DE.
        ; H = the page of the table of what stands on H, A its square.
.Ltake: ld      l,h
        ld      h,board >> 8
        ld      a,l
        ld      l,(hl)
        ld      h,pst_page >> 8
        push    hl
        ld      h,(hl)
        ld      l,a
        ld      l,(hl)
        ld      h,0
        add     hl,de
        ex      de,hl
        pop     hl                      ; L = board byte
        ; Plus its material, less the bias of the entry.
        ld      a,l
        and     0x3F
        ld      l,a
        ld      h,swap_worth >> 8       ; material is four times the value
        ld      l,(hl)
        ld      h,0
        add     hl,hl
        add     hl,hl
        ; DE = the value with what is taken.
        add     hl,de
        ld      de,-TABLE_BIAS
        add     hl,de
        ex      de,hl
        ret

.Lspecial:
        ; A = flags again, and rra brings them into carry one by one: captures
        ; first.
        inc     a
        rra
        ld      h,b
        jr      nc,.Lno_capture
        ; En passant (carry): the pawn stands a rank behind or before to, $10
        ; apart. AF keeps the bits that are left.
        rra
        jr      nc,1f
        push    af
        ld      a,b
        xor     0x10
        ld      h,a
        pop     af
        ; The bits that are left are saved on the stack.
1:      push    af
        call    .Ltake
        pop     af
        jr      .Ltaken
.Lno_capture:
        ; The bit of en passant passes by in either case; then castling, the
        ; double step, which has been masked out, and promotion.
        rra
.Ltaken:
        rra                             ; castling
        jr      c,.Lcastle
        rra
        rra                             ; promotion
        jp      nc,after_quiet

        ; Replace the pawn's entry by the new
        ; piece's. E = from; H = the page of the
        ; pawn's table.
        push    de
        ld      a,c
        and     0x77
        ld      e,a
        ld      h,board >> 8
        ld      l,a
        ld      l,(hl)
        ld      h,pst_page >> 8
        ld      h,(hl)                  ; the pawns' table
        ; D = pages from the new piece's table to the pawns': 4 queen, 3 rook, 2
        ; bishop, 1 knight, by bits 3 and 7 of from.
        ld      a,c
        ld      d,4                     ; a queen's is 4 pages before it
        bit     3,a
        jr      z,2f
        dec     d                       ; rook
2:      rlca
        jr      nc,3f
        dec     d                       ; bishop, or knight
        dec     d
        ; L = entry of the new piece on to, less the pawn's on from.
3:      ld      a,h
        ld      l,e
        ld      e,(hl)
        sub     d
        ld      h,a
        ld      l,b
        ; The difference is a byte and its borrow.
        ld      a,(hl)
        sub     e
        ld      e,a
        sbc     a,a
        ld      h,a
        ld      l,e                     ; HL = difference of the entries
        ; The new piece's value less a pawn's, four times, is the material
        ; gained.
        ld      a,d                     ; rank of the piece: 4 queen, 1 knight
        add     a,rank_value & 255
        ld      e,a
        ld      d,rank_value >> 8
        ld      a,(de)
        ex      de,hl
        ld      hl,(rank_value)
        sub     l                       ; less a pawn
        ; Times four, plus the difference of the entries.
        ld      l,a
        ld      h,0
        add     hl,hl
        add     hl,hl
        add     hl,de
        ; Plus the value before the move, with what was captured.
        pop     de
        add     hl,de
        ret

.Lcastle:
        ; The king's step, then the rook's. H = the rooks' table.
        call    after_quiet
        push    hl
        ld      h,board >> 8
        ld      l,c
        ld      l,(hl)
        ld      h,pst_page >> 8
        ld      h,(hl)
        inc     h
        inc     h                       ; from the king's table to the rooks'
        ; Kingside (file 6): from to + 1 to to - 1. C = the entry it leaves.
        ld      a,b
        and     7
        cp      6
        ld      a,b
        jr      nz,5f
        inc     a
        ; C = the entry on h. The rook goes two files back.
        ld      l,a
        ld      c,(hl)
        dec     a
        dec     a
        jr      6f
5:      sub     2                       ; queenside: from to - 2 to to + 1
        ; C = the entry on a. The rook goes three files on.
        ld      l,a
        ld      c,(hl)
        add     a,3
6:      ld      l,a
        ; Its difference, with the borrow, is added.
        ld      a,(hl)
        sub     c
        ld      l,a
        sbc     a,a
        ld      h,a
        pop     de
        add     hl,de
        ret

; static - the value of the position for the side to move, counted from
; nothing: material and root tables
;
; In      lists, side, pst
; Out     HL = value
; Uses    AF BC DE
static:
        ; C = id, HL the sum so far, on the stack while a piece is evaluated.
        ld      hl,0
        ld      c,l
.Lpiece:
        push    hl
        ld      h,square >> 8
        ld      l,c
        ld      a,(hl)
        ; Dead pieces and free slots have no square.
        cp      NO_SQUARE
        jr      z,.Lgone
        ld      b,a
        ; Its kind, $20 above, and the side's six pages give the table. B =
        ; entry.
        set     5,l
        ld      e,(hl)                  ; kind
        ld      a,e
        bit     4,c
        jr      z,1f
        add     a,6
1:      add     a,pst >> 8
        ld      h,a
        ld      l,b
        ld      b,(hl)
        ; rank_value has the value by rank, 5 - kind. Four times that is
        ; material.
        ld      hl,0
        ld      a,5
        sub     e
        cp      5
        jr      z,2f                    ; the king has no material
        ; A = rank, D = 0. Four times the value is the material.
        ld      hl,rank_value
        ld      e,a
        ld      d,0
        add     hl,de
        ld      l,(hl)
        ld      h,d
        add     hl,hl
        add     hl,hl
        ; Plus the entry, less its bias: DE = what the piece is worth.
2:      ld      e,b
        ld      d,0
        add     hl,de
        ld      de,-TABLE_BIAS
        add     hl,de
        ex      de,hl
        pop     hl
        ; Bit 4 of 16 * side xor id: the piece is the other side's, whose value
        ; is subtracted.
        ld      a,(side)
        add     a,a
        add     a,a
        add     a,a
        add     a,a
        xor     c
        bit     4,a
        jr      nz,3f
        add     hl,de
        jr      4f
3:      sbc     hl,de                   ; carry is clear since the xor
        jr      4f
.Lgone: pop     hl
4:      inc     c
        bit     5,c
        jr      z,.Lpiece
        ret
