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
        ld      h,kind >> 8
        or      0x20
        ld      l,a
        KEY_PLACE
        ld      a,(hl)
        or      e
        inc     l
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
; Only every second position has the same side to move, and none before
; the last capture or pawn move can return. Nearly all keys differ in the
; first byte; the other three are looked at where they don't.
repeated:
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
        dec     a
        ld      b,a
        ld      a,l
        sub     2
        ld      l,a
        ld      h,keys >> 8
        ld      a,(key)
.Lnext: dec     l
        dec     l
        cp      (hl)
        jr      z,.Lsame
.Ldiffer:
        djnz    .Lnext
        or      a
        ret
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
        ld      a,(pieces)
        cp      5
        ret     nc
        ld      hl,square
        ld      bc,0                    ; B minors, C bishops
        ld      d,c                     ; of them on light or dark squares
.Lpiece2:
        ld      a,(hl)
        ld      e,a
        inc     a
        jr      z,.Lnext2
        set     5,l
        ld      a,(hl)
        res     5,l
        or      a
        jr      z,.Lnext2
        cp      3
        jr      z,.Lbishop
        cp      4
        jr      z,.Lminor
        or      a                       ; carry clear
        ret
.Lbishop:
        inc     c
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
        inc     l
        bit     5,l
        jr      z,.Lpiece2
        ld      a,b
        cp      2
        ret     c
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
