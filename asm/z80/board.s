; board.s - making moves and taking them back

        .include "constants_gen.inc"
        .include "rules.inc"

        .global make_move, unmake_move, promote, demote, move_rook, hop_rook

        .text

; make_move - make a move that the generator has produced
;
; In      HL = raw move: from with a promotion's bits, to, flags
; Out     board, lists, side, castle, ep, half, key; the old key is in
;         keys and the rest that unmake_move needs in undo
; Uses    AF BC DE HL BC' DE' HL'
; Cycles  mean 1,110 on the benchmark, 912 to 2,120
make_move:
        ld      c,(hl)
        inc     hl
        ld      e,(hl)
        inc     hl
        ld      b,(hl)
        ld      hl,(undo_top)
        ld      (hl),c
        inc     l
        ld      (hl),e
        inc     l
        ld      (hl),b
        inc     h
        ld      a,(castle)
        ld      (hl),a
        dec     l
        inc     h
        ld      a,(half)
        ld      (hl),a
        inc     a
        jr      z,.Lold                 ; 255 half-moves are as good as more
        ld      (half),a
.Lold:  dec     l

        exx
        ld      a,(nkeys)
        ld      l,a
        inc     a
        ld      (nkeys),a
        ld      h,keys >> 8
        ld      de,(key)
        ld      bc,(key+2)
        ld      (hl),e
        inc     h
        ld      (hl),d
        inc     h
        ld      (hl),c
        inc     h
        ld      (hl),b
        exx

        ld      a,(ep)
        ld      (hl),a
        inc     a
        jp      nz,.Lendep
.Lnoep: bit     0,b
        jp      nz,.Lcapture

        ; From here on C is a square, D the piece's board byte.
.Lmove: ld      a,(undo_top)
        add     a,3
        ld      (undo_top),a
        ld      a,c
        and     0x77
        ld      c,a
        ld      h,board >> 8
        ld      l,c
        ld      d,(hl)
        ld      (hl),0
        ld      l,e
        ld      (hl),d
        inc     h
        ld      l,c
        ld      a,(hl)
        ld      l,e
        ld      (hl),a
        inc     h
        ld      l,a
        ld      (hl),e
        set     5,l
        KEY_PLACE
        ld      a,(hl)
        inc     l
        ld      l,(hl)
        ld      h,a
        or      c
        exx
        ld      l,a
        exx
        ld      a,l
        exx
        ld      h,a
        XOR_KEY
        exx
        ld      a,h
        or      e
        exx
        ld      l,a
        exx
        ld      a,l
        exx
        ld      h,a
        XOR_KEY
        exx
        ld      a,d
        and     ANY_PAWN
        jp      nz,.Lpawn
        bit     2,b
        jp      nz,.Lcastle
.Lrights:
        ld      a,(castle)
        or      a
        jp      nz,.Lmask
.Ldone: exx
        ld      (key),de
        ld      (key+2),bc
        exx
        ld      hl,side
        ld      a,(hl)
        xor     1
        ld      (hl),a
        ret

.Lendep:
        call    .Lepkey
        ld      a,NO_SQUARE
        ld      (ep),a
        jp      .Lnoep

; The key of the en passant square A-1.
.Lepkey:
        dec     a
        and     7
        add     a,EP_KEY_AT & 255
        exx
        ld      l,a
        ld      h,(key_bytes + 0x300) >> 8
        XOR_KEY
        exx
        ret

        ; HL = undo, third page.
.Lcapture:
        xor     a
        ld      (half),a
        dec     h
        ld      a,e
        bit     1,b
        jr      z,.Lat
        xor     0x10
.Lat:   ld      (hl),a
        inc     l
        ld      d,a
        push    hl
        ld      l,a
        ld      h,ids >> 8
        ld      a,(hl)
        dec     h
        ld      h,(hl)
        ld      l,a
        ex      (sp),hl                 ; (sp) = board byte, id
        ld      (hl),a
        inc     h
        inc     l
        pop     af
        ld      (hl),a                  ; its board byte in the free column
        dec     l
        dec     h
        ld      a,(hl)
        ld      h,board >> 8
        ld      l,d
        ld      (hl),0
        ld      h,square >> 8
        ld      l,a
        ld      (hl),NO_SQUARE
        set     5,l
        KEY_PLACE
        ld      a,(hl)
        or      d
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
        ld      hl,pieces
        dec     (hl)
        jp      .Lmove

.Lpawn: xor     a
        ld      (half),a
        ld      a,b
        and     FLAG_DOUBLE | FLAG_PROMOTION
        jp      z,.Ldone
        and     FLAG_DOUBLE
        jr      z,.Lpromotion
        ld      a,d
        xor     WHITE_PAWN ^ BLACK_PAWN
        ld      h,board >> 8
        ld      l,e
        dec     l
        cp      (hl)
        jr      z,.Lsetep
        inc     l
        inc     l
        cp      (hl)
        jp      nz,.Ldone               ; nobody can take: no right
.Lsetep:
        ld      a,e
        xor     0x10
        ld      (ep),a
        inc     a
        call    .Lepkey
        jp      .Ldone
.Lpromotion:
        ld      h,ids >> 8
        ld      l,e
        ld      d,(hl)
        ld      a,d
        call    toggle_key
        ld      hl,(undo_top)
        dec     l
        dec     l
        dec     l
        ld      a,(hl)
        call    promote
        ld      a,d
        call    toggle_key
        jp      .Lrights

.Lcastle:
        push    bc
        call    hop_rook
        call    move_rook
        push    de
        ld      e,c
        ld      a,l
        call    toggle_key
        pop     de
        push    de
        ld      e,d
        ld      h,ids >> 8
        ld      l,d
        ld      a,(hl)
        call    toggle_key
        pop     de
        pop     bc
        jp      .Lrights

        ; Rights A, and what the squares leave of them, if they stand on the
        ; first rank or the last: those have no bits but 4 and less once $10
        ; is added.
.Lmask: ld      d,a
        ld      a,c
        add     a,0x10
        and     0x60
        ld      a,c
        call    z,.Lkeeps
        ld      a,e
        add     a,0x10
        and     0x60
        ld      a,e
        call    z,.Lkeeps
        ld      a,(castle)
        cp      d
        jp      z,.Ldone
        exx
        ld      l,a
        ld      h,(key_bytes + 0x300) >> 8
        XOR_KEY
        exx
        ld      a,d
        ld      (castle),a
        or      a
        jp      z,.Ldone
        exx
        ld      l,a
        ld      h,(key_bytes + 0x300) >> 8
        XOR_KEY
        exx
        jp      .Ldone

; Of the rights D what square A leaves.
.Lkeeps:
        ld      l,a
        and     0x10
        rrca
        or      l
        and     15
        add     a,castle_mask & 255
        ld      l,a
        ld      h,castle_mask >> 8
        ld      a,(hl)
        and     d
        ld      d,a
        ret

; promote - make a pawn a piece
;
; In      A = from-square of its move with the promotion's bits, D = id,
;         E = its square
; Out     board, kind, promoted; what attacked looks at
; Uses    AF HL
; Cycles  not on the benchmark
promote:
        and     0x88
        ld      h,kind >> 8
        ld      l,d
        set     5,l
        ld      (hl),1                  ; queen
        bit     3,a
        jr      z,.Leven
        inc     (hl)
.Leven: rla
        jr      nc,.Lmajor
        inc     (hl)
        inc     (hl)
.Lmajor:
        call    piece_code
        ld      h,board >> 8
        ld      l,e
        ld      (hl),a
        ld      hl,promoted
        bit     4,d
        jr      z,.Lwhitepromoted
        inc     l
        inc     (hl)
        ld      a,(slots+1)
        jp      set_scan
.Lwhitepromoted:
        inc     (hl)
        ld      a,(slots)
        jp      set_scan

; demote - make a promoted piece a pawn again
;
; In      D = id, E = its square
; Out     board, kind, promoted; what attacked looks at
; Uses    AF HL
; Cycles  not on the benchmark
demote: ld      h,kind >> 8
        ld      l,d
        set     5,l
        ld      (hl),5
        call    piece_code
        ld      h,board >> 8
        ld      l,e
        ld      (hl),a
        ld      hl,promoted
        bit     4,d
        jr      z,.Lwhitedemoted
        inc     l
        dec     (hl)
        ret     nz
        ld      a,(officers+1)
        jp      set_scan
.Lwhitedemoted:
        dec     (hl)
        ret     nz
        ld      a,(officers)
        jp      set_scan

; hop_rook - the rook's squares of a castling move
;
; In      E = the king's target
; Out     C = from, D = to
; Uses    AF
; Cycles  mean 51 on the benchmark, 51 to 60
hop_rook:
        ld      a,e
        and     7
        cp      6
        jr      nz,.Lqueenside
        ld      c,e
        inc     c
        ld      d,e
        dec     d
        ret
.Lqueenside:
        ld      c,e
        dec     c
        dec     c
        ld      d,e
        inc     d
        ret

; move_rook - move a rook, to an empty square
;
; In      C = from, D = to
; Out     board, ids, square; L = its id, H the page of square
; Uses    AF
; Cycles  90 on the benchmark
move_rook:
        ld      h,board >> 8
        ld      l,c
        ld      a,(hl)
        ld      (hl),0
        ld      l,d
        ld      (hl),a
        inc     h
        ld      l,c
        ld      a,(hl)
        ld      l,d
        ld      (hl),a
        inc     h
        ld      l,a
        ld      (hl),d
        ret

; unmake_move - take back the last move made
;
; In      undo, keys
; Out     everything as it was before make_move
; Uses    AF BC DE HL
; Cycles  mean 475 on the benchmark, 429 to 612
unmake_move:
        ld      hl,side
        ld      a,(hl)
        xor     1
        ld      (hl),a
        ld      l,nkeys & 255
        dec     (hl)
        ld      l,(hl)
        ld      h,keys >> 8
        ld      e,(hl)
        inc     h
        ld      d,(hl)
        inc     h
        ld      c,(hl)
        inc     h
        ld      b,(hl)
        ld      (key),de
        ld      (key+2),bc
        ld      hl,(undo_top)
        dec     l
        ld      b,(hl)
        inc     h
        ld      a,(hl)
        ld      (castle),a
        inc     h
        dec     l
        ld      a,(hl)
        ld      (half),a
        dec     l
        ld      a,(hl)
        ld      (ep),a
        dec     h
        dec     h
        ld      a,(hl)
        and     0x77
        ld      c,a
        ld      a,l
        ld      (undo_top),a
        inc     l
        ld      e,(hl)
        bit     4,b
        jr      nz,.Lpromoted
.Lback: ld      h,board >> 8
        ld      l,e
        ld      a,(hl)
        ld      (hl),0
        ld      l,c
        ld      (hl),a
        inc     h
        ld      l,e
        ld      a,(hl)
        ld      l,c
        ld      (hl),a
        inc     h
        ld      l,a
        ld      (hl),c
        bit     0,b
        jr      nz,.Luncapture
        bit     2,b
        ret     z
        call    hop_rook
        ld      a,c
        ld      c,d
        ld      d,a
        jp      move_rook
.Luncapture:
        ld      hl,pieces
        inc     (hl)
        ld      hl,(undo_top)
        inc     h
        ld      e,(hl)
        inc     l
        ld      d,(hl)
        inc     l
        inc     h
        ld      a,(hl)
        ld      h,board >> 8
        ld      l,e
        ld      (hl),a
        inc     h
        ld      (hl),d
        inc     h
        ld      l,d
        ld      (hl),e
        ret
.Lpromoted:
        ld      h,ids >> 8
        ld      l,e
        ld      d,(hl)
        call    demote
        jr      .Lback
