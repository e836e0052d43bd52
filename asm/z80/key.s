; key.s - position keys, repetition and positions that can't be won

        .include "constants_gen.inc"
        .include "rules.inc"

        .global full_key, toggle_key, repeated, insufficient, key_place

        .text

; full_key - the position's key counted from nothing
;
; In      the lists, castle, ep
; Out     key
; Uses    AF E HL BC' DE' HL'
full_key:
        ; The key is in the second set, from 0 up. The rights' window begins at
        ; their number; no rights have no key.
        exx
        ld      de,0
        ld      bc,0
        ld      a,(castle)
        or      a
        jr      z,.Lnocastle
        ld      h,(key_bytes + CASTLE_KEY_AT) >> 8
        ld      l,a
        XOR_KEY
.Lnocastle:
        ; The en passant square counts by its file.
        ld      a,(ep)
        inc     a
        jr      z,.Lnoep
        dec     a
        and     7
        add     a,EP_KEY_AT & 255
        ld      h,(key_bytes + EP_KEY_AT) >> 8
        ld      l,a
        XOR_KEY
.Lnoep:
        exx
        ld      hl,square
        ; Each of the 32 ids, which L is: bit 7 of the square is set in a
        ; captured piece, which has no key.
.Lpiece:
        ld      e,(hl)
        bit     7,e
        ld      a,l
        push    hl
        call    z,toggle_key
        pop     hl
        inc     l
        bit     5,l
        jr      z,.Lpiece
        ; In the key's own order of registers.
        exx
        ld      (key),de
        ld      (key+2),bc
        exx
        ret

; toggle_key - put a piece into the key, or take it out
;
; In      A = id, E = its square, C' B' D' E' = key (as XOR_KEY has it)
; Out     C' B' D' E' = the key
; Uses    AF HL HL'
toggle_key:
        ; HL -> kind of the id, which KEY_PLACE turns into the place of the
        ; piece's keys: bits for the low byte of the window's address, then its
        ; page.
        ld      h,kind >> 8
        or      0x20
        ld      l,a
        KEY_PLACE
        ld      a,(hl)
        or      e
        inc     l
        ; HL' = the window. A carries one byte after the other into the second
        ; set.
        ld      l,(hl)
        exx
        ld      l,a
        exx
        ld      a,l
        exx
        ld      h,a
        XOR_KEY
        exx
        ret

; repeated - has the position stood on the board before, in the game or on
; the line?
;
; In      key, keys, nkeys, half
; Out     carry set: yes
; Uses    AF BC HL
;
; Only every second position has the same side to move, and none before the last
; capture or pawn move can return. Nearly all keys differ in the first byte;
; only if it is equal are the other three compared.
repeated:
        ; A = how far back a position can be the same: the smaller of half and
        ; nkeys.
        ld      a,(nkeys)
        ld      l,a
        ld      a,(half)
        cp      l
        jr      c,.Lback
        ld      a,l
.Lback: srl     a                       ; pairs of half-moves to look back on
        cp      2                       ; one can't bring a position back
        ccf
        ret     nc
        ; B positions are compared, from four half-moves back: first HL -> keys
        ; + nkeys - 4.
        dec     a
        ld      b,a
        ld      a,l
        sub     2
        ld      l,a
        ld      h,keys >> 8
        ; Two half-moves further back each time; the page holds the first bytes.
        ld      a,(key)
.Lnext: dec     l
        dec     l
        cp      (hl)
        jr      z,.Lsame
.Ldiffer:
        djnz    .Lnext
        or      a
        ret
        ; The first bytes are the same: the others, each in its page. carry set
        ; by scf: all four are.
.Lsame: ld      c,a
        inc     h
        ld      a,(key+1)
        cp      (hl)
        jr      nz,.Lother
        inc     h
        ld      a,(key+2)
        cp      (hl)
        jr      nz,.Lother
        inc     h
        ld      a,(key+3)
        cp      (hl)
        jr      nz,.Lother
        scf
        ret
.Lother:
        ; Back to the first page, with the key's first byte.
        ld      h,keys >> 8
        ld      a,c
        jr      .Ldiffer

; insufficient - can neither side mate by any play?
;
; In      pieces, the lists
; Out     carry set: bare kings, one minor piece, or two bishops on
;         squares of one colour
; Uses    AF BC DE HL
insufficient:
        ; Five pieces or more can always mate; carry is clear.
        ld      a,(pieces)
        cp      5
        ret     nc
        ld      hl,square
        ld      bc,0                    ; B minors, C bishops
        ld      d,c                     ; of them on light or dark squares
.Lpiece2:
        ; Living pieces only. The kind is $20 above the square; a king is
        ; nothing.
        ld      a,(hl)
        ld      e,a
        inc     a
        jr      z,.Lnext2
        set     5,l
        ld      a,(hl)
        res     5,l
        or      a
        jr      z,.Lnext2
        ; Bishops and knights count as minors. Any other piece can mate, or
        ; become one that can.
        cp      3
        jr      z,.Lbishop
        cp      4
        jr      z,.Lminor
        or      a                       ; carry clear
        ret
.Lbishop:
        inc     c
        ; Bit 0 of rank xor file is the colour; D counts one of them.
        ld      a,e                     ; rank + file odd?
        rrca
        rrca
        rrca
        rrca
        xor     e
        and     1
        add     a,d
        ld      d,a
.Lminor:
        inc     b
.Lnext2:
        ; All 32 ids.
        inc     l
        bit     5,l
        jr      z,.Lpiece2
        ; Less than two minors: carry set.
        ld      a,b
        cp      2
        ret     c
        ; Two bishops, both of one colour: D is 0 or 2. Else carry is clear.
        ld      a,c
        cp      2
        jr      nz,.Lno
        ld      a,d
        dec     a
        jr      z,.Lno
        scf
        ret
.Lno:   or      a
        ret

        .section .page, "r"

; Where each piece's keys are in key_bytes: bits to set in the square, page;
; key_bytes begins on a page. By side<<4 | kind<<1; two pieces share 128
; bytes, the second in the gaps. Within a page.
        .balign 2
key_place:
        .word   key_bytes, key_bytes + 0x008, key_bytes + 0x080
        .word   key_bytes + 0x088, key_bytes + 0x100, key_bytes + 0x108
        .word   0, 0
        .word   key_bytes + 0x180, key_bytes + 0x188, key_bytes + 0x200
        .word   key_bytes + 0x208, key_bytes + 0x280, key_bytes + 0x288
