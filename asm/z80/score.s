; score.s - static values: after a move, and counted from nothing

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "score.inc"

        .global after, after_flags, after_quiet, after_capture, static

        .text

; after - the static value after a move for the side that makes it
;
; In      HL = raw move: from with a promotion's bits, to, flags; DE =
;         static value before it, for the same side; before the move
; Out     HL = value
; Uses    AF BC DE
after:
        ld      c,(hl)
        inc     hl
        ld      b,(hl)
        inc     hl
        ld      a,(hl)
        or      a
        jr      nz,after_flags

; after_quiet - after for a quiet move but castling
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
        and     FLAG_CAPTURE | FLAG_EN_PASSANT | FLAG_CASTLE | FLAG_PROMOTION
        jr      z,after_quiet
        dec     a
        jr      nz,.Lspecial            ; not a plain capture

; after_capture - after for a capture but en passant and with promotion
;
; In      C = from, B = to, DE = static value before
; Out     HL = value
; Uses    AF DE
after_capture:
        ld      h,board >> 8
        ld      l,b
        ld      a,(hl)
        ld      l,a
        ld      h,pst_page >> 8
        ld      h,(hl)
        ld      l,b
        ld      l,(hl)
        ld      h,0
        add     hl,de
        ex      de,hl
        and     0x3F
        ld      l,a
        ld      h,swap_worth >> 8       ; material is four times the worth
        ld      l,(hl)
        ld      h,0
        add     hl,hl
        add     hl,hl
        add     hl,de
        ld      de,-TABLE_BIAS
        add     hl,de
        ex      de,hl
        AFTER_QUIET
        ret

; Add the worth of the piece on H to DE.
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
        ld      a,l
        and     0x3F
        ld      l,a
        ld      h,swap_worth >> 8       ; material is four times the worth
        ld      l,(hl)
        ld      h,0
        add     hl,hl
        add     hl,hl
        add     hl,de
        ld      de,-TABLE_BIAS
        add     hl,de
        ex      de,hl
        ret

.Lspecial:
        inc     a
        rra
        ld      h,b
        jr      nc,.Lno_capture
        rra
        jr      nc,1f
        push    af
        ld      a,b
        xor     0x10
        ld      h,a
        pop     af
1:      push    af
        call    .Ltake
        pop     af
        jr      .Ltaken
.Lno_capture:
        rra
.Ltaken:
        rra                             ; castling
        jr      c,.Lcastle
        rra
        rra                             ; promotion
        jp      nc,after_quiet

        ; The pawn's own table knows nothing worth keeping: out with it, in
        ; with the new piece.
        push    de
        ld      a,c
        and     0x77
        ld      e,a
        ld      h,board >> 8
        ld      l,a
        ld      l,(hl)
        ld      h,pst_page >> 8
        ld      h,(hl)                  ; the pawns' table
        ld      a,c
        ld      d,4                     ; a queen's is 4 pages before it
        bit     3,a
        jr      z,2f
        dec     d                       ; rook
2:      rlca
        jr      nc,3f
        dec     d                       ; bishop, or knight
        dec     d
3:      ld      a,h
        ld      l,e
        ld      e,(hl)
        sub     d
        ld      h,a
        ld      l,b
        ld      a,(hl)
        sub     e
        ld      e,a
        sbc     a,a
        ld      h,a
        ld      l,e                     ; HL = difference of the entries
        ld      a,d                     ; rank of the piece: 4 queen, 1 knight
        add     a,rank_value & 255
        ld      e,a
        ld      d,rank_value >> 8
        ld      a,(de)
        ex      de,hl
        ld      hl,(rank_value)
        sub     l                       ; less a pawn
        ld      l,a
        ld      h,0
        add     hl,hl
        add     hl,hl
        add     hl,de
        pop     de
        add     hl,de
        ret

.Lcastle:
        call    after_quiet
        push    hl
        ld      h,board >> 8
        ld      l,c
        ld      l,(hl)
        ld      h,pst_page >> 8
        ld      h,(hl)
        inc     h
        inc     h                       ; from the king's table to the rooks'
        ld      a,b
        and     7
        cp      6
        ld      a,b
        jr      nz,5f
        inc     a
        ld      l,a
        ld      c,(hl)
        dec     a
        dec     a
        jr      6f
5:      sub     2
        ld      l,a
        ld      c,(hl)
        add     a,3
6:      ld      l,a
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
        ld      hl,0
        ld      c,l
.Lpiece:
        push    hl
        ld      h,square >> 8
        ld      l,c
        ld      a,(hl)
        cp      NO_SQUARE
        jr      z,.Lgone
        ld      b,a
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
        ld      hl,0
        ld      a,5
        sub     e
        cp      5
        jr      z,2f                    ; the king has no material
        ld      hl,rank_value
        ld      e,a
        ld      d,0
        add     hl,de
        ld      l,(hl)
        ld      h,d
        add     hl,hl
        add     hl,hl
2:      ld      e,b
        ld      d,0
        add     hl,de
        ld      de,-TABLE_BIAS
        add     hl,de
        ex      de,hl
        pop     hl
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
