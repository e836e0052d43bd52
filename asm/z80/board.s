; board.s - making moves and taking them back
;
; The undo record of a move has three columns in each of three pages, so that
; INC H and DEC H go from column to column. undo_top is the low byte's place of
; the next record; H of undo_top is the first page.
;
;                   +0                  +1              +2
;   undo            from, promotion     to              flags
;   undo + $100     captured square     captured id     castling rights
;   undo + $200     en passant square   half-moves      captured board byte
;
; Rights, en passant square and half-moves are as before the move. The three
; captured fields are written for a capture only.

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
make_move:
        ; The move goes into the first row of the undo record, the rights
        ; and the half-moves before it into the other two.
        ld      c,(hl)
        inc     hl
        ld      e,(hl)
        inc     hl
        ld      b,(hl)
        ld      hl,(undo_top)
        ; The first row: from, to, flags.
        ld      (hl),c
        inc     l
        ld      (hl),e
        inc     l
        ld      (hl),b
        inc     h
        ; Second row, +2: rights. Third row, +1: half-moves, and L goes back to
        ; +0.
        ld      a,(castle)
        ld      (hl),a
        dec     l
        inc     h
        ld      a,(half)
        ld      (hl),a
        inc     a
        jr      z,.Lold                 ; more than 255 half-moves don't matter
        ld      (half),a
.Lold:  dec     l

        ; The key before the move goes into keys, one byte a page, where
        ; the repetition rule looks for it. From here to .Ldone the other
        ; registers hold the key: DE' its low word, BC' its high word.
        exx
        ld      a,(nkeys)
        ld      l,a
        inc     a
        ld      (nkeys),a
        ld      h,keys >> 8
        ld      de,(key)
        ld      bc,(key+2)
        ; One byte of the key into each of the four pages.
        ld      (hl),e
        inc     h
        ld      (hl),d
        inc     h
        ld      (hl),c
        inc     h
        ld      (hl),b
        exx

        ; HL = third row, +0. NO_SQUARE + 1 is 0.
        ld      a,(ep)
        ld      (hl),a
        inc     a
        jp      nz,.Lendep
.Lnoep: bit     0,b
        jp      nz,.Lcapture

        ; The record is complete. C loses the promotion's bits: it is the
        ; from-square, E the to-square, B the flags. D becomes the board byte
        ; of the piece, which moves in board, ids and square.
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
        ; board, ids and square follow each other: inc h goes from page to page.
        inc     h
        ld      l,c
        ld      a,(hl)
        ld      l,e
        ld      (hl),a
        inc     h
        ld      l,a
        ld      (hl),e

        ; The key loses the piece on C and gains it on E. L is its id.
        ; KEY_PLACE finds the two bytes of its kind and side: bits that give
        ; the low byte of an entry once they are ORed with a square, kept in
        ; H, and the page of the entries, kept in L.
        set     5,l
        KEY_PLACE
        ld      a,(hl)
        inc     l
        ld      l,(hl)
        ld      h,a
        ; Out with the window of C: A carries its low byte, then its page, into
        ; the other set.
        or      c
        exx
        ld      l,a
        exx
        ld      a,l
        exx
        ld      h,a
        XOR_KEY
        exx
        ; In with the window of E, of the same bits and page.
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

        ; A pawn resets the half-moves; double steps and promotions are
        ; pawn moves too. Castling is the one special move of another piece.
        ld      a,d
        and     ANY_PAWN
        jp      nz,.Lpawn
        bit     2,b
        jp      nz,.Lcastle
.Lrights:
        ld      a,(castle)
        or      a
        jp      nz,.Lmask
        ; The key is final; the other side is to move.
.Ldone: exx
        ld      (key),de
        ld      (key+2),bc
        exx
        ld      hl,side
        ld      a,(hl)
        xor     1
        ld      (hl),a
        ret

        ; Take the old en passant square out of the key; there is none now.
.Lendep:
        call    .Lepkey
        ld      a,NO_SQUARE
        ld      (ep),a
        jp      .Lnoep

; The key of the en passant square A-1.
.Lepkey:
        ; A - 1 is the square; its file is the number of the window.
        dec     a
        and     7
        add     a,EP_KEY_AT & 255
        exx
        ld      l,a
        ld      h,(key_bytes + 0x300) >> 8
        XOR_KEY
        exx
        ret

        ; A capture. HL = third row, +0; the captured fields of the record
        ; are written from there. The captured pawn of an en passant capture
        ; stands a rank from the to-square.
.Lcapture:
        xor     a
        ld      (half),a
        ; Second row, +0: the captured square.
        dec     h
        ld      a,e
        bit     1,b
        jr      z,.Lat
        xor     0x10
.Lat:   ld      (hl),a
        inc     l
        ld      d,a
        ; D = captured square. Its id and board byte are read one page apart,
        ; the latter goes on the stack for the place that was there.
        push    hl
        ld      l,a
        ld      h,ids >> 8
        ld      a,(hl)
        dec     h
        ld      h,(hl)
        ex      (sp),hl                 ; (sp) = board byte
        ; The captured id is in the second row, +1; its board byte goes to the
        ; third, +2.
        ld      (hl),a
        inc     h
        inc     l
        pop     af
        ld      (hl),a                  ; its board byte in the free column
        dec     l
        dec     h
        ld      a,(hl)
        ; A = id. The captured piece leaves the board: its square is NO_SQUARE,
        ; its key goes, and there is one piece less.
        ld      h,board >> 8
        ld      l,d
        ld      (hl),0
        ld      h,square >> 8
        ld      l,a
        ld      (hl),NO_SQUARE
        ; Its key goes out, the window of D.
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

        ; A pawn has moved. An en passant right arises only where an enemy
        ; pawn stands beside the to-square, so that equal positions have
        ; equal keys. The column beside the edge files is off the board.
        ; A pawn move restarts the fifty-move count. Without double step or
        ; promotion it touches no square of the outer ranks, and so no rights.
.Lpawn: xor     a
        ld      (half),a
        ld      a,b
        and     FLAG_DOUBLE | FLAG_PROMOTION
        jp      z,.Ldone
        and     FLAG_DOUBLE
        jr      z,.Lpromotion
        ; Inverted in all bits in which pawns differ, D is the enemy pawn's
        ; byte.
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
        jp      nz,.Ldone               ; no pawn can take: no right
        ; The square passed over, for both sides $10 from E.
.Lsetep:
        ld      a,e
        xor     0x10
        ld      (ep),a
        inc     a
        call    .Lepkey
        jp      .Ldone
        ; The key has the pawn on the last rank; it loses the pawn and gains
        ; the piece. A = from-square with the promotion's bits, out of undo.
.Lpromotion:
        ld      h,ids >> 8
        ld      l,e
        ld      d,(hl)
        ld      a,d
        call    toggle_key
        ; from lies at +0 of the record before undo_top.
        ld      hl,(undo_top)
        dec     l
        dec     l
        dec     l
        ld      a,(hl)
        call    promote
        ld      a,d
        call    toggle_key
        jp      .Lrights

        ; The king has castled: the rook moves from C to D, in the key too.
        ; toggle_key takes the id in A and the square in E.
.Lcastle:
        push    bc
        call    hop_rook
        call    move_rook
        push    de
        ld      e,c
        ld      a,l
        call    toggle_key
        ; And it gains the rook on D, whose id move_rook has put there.
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

        ; A = rights. Each of the move's squares C and E may end some of
        ; them if it is on the first rank or the last: only those have bits
        ; 5 and 6 clear once $10 is added.
.Lmask: ld      d,a
        ld      a,c
        add     a,0x10
        and     0x60
        ld      a,c
        call    z,.Lkeeps
        ld      a,e
        ; The other square of the move.
        add     a,0x10
        and     0x60
        ld      a,e
        call    z,.Lkeeps
        ; D = rights that are left. If they differ, the key loses the old
        ; ones and gains the new ones; no rights have no key.
        ld      a,(castle)
        cp      d
        jp      z,.Ldone
        exx
        ld      l,a
        ld      h,(key_bytes + 0x300) >> 8
        XOR_KEY
        exx
        ; The new rights, and their window if there are any.
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

; D = the rights of D that remain after a move from or to square A. castle_mask
; has 16 entries: the file, plus 8 for the last rank.
.Lkeeps:
        ; The rank's bit 4 is 1 on the last rank, 0 on the first: it becomes bit
        ; 3.
        ld      l,a
        and     0x10
        rrca
        or      l
        and     15
        add     a,castle_mask & 255
        ld      l,a
        ; The mask has 0 for what the square ends.
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
promote:
        ; Bits 7 and 3 of the from-square: 00 queen, 01 rook, 10 bishop,
        ; 11 knight; kinds 1 to 4 in that order.
        ; kind of the id, $20 above the square.
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
        ; Promoted pawns lie behind the pieces in the list: as long as there
        ; is one, attacked scans all slots of the side.
        ; A = the new piece's board byte.
        call    piece_code
        ld      h,board >> 8
        ld      l,e
        ld      (hl),a
        ld      hl,promoted
        ; The side by bit 4 of the id. A = its slots in use.
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
demote: ld      h,kind >> 8
        ; A pawn again: kind 5 and a pawn's board byte.
        ld      l,d
        set     5,l
        ld      (hl),5
        call    piece_code
        ld      h,board >> 8
        ld      l,e
        ld      (hl),a
        ld      hl,promoted
        ; With the last promoted pawn attacked scans the pieces alone again.
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
hop_rook:
        ; King on g: the rook goes from h to f, one beyond to one before.
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
        ; King on c: from a, two before, to d, one beyond.
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
move_rook:
        ; In board, ids and square, whose pages follow each other.
        ld      h,board >> 8
        ld      l,c
        ld      a,(hl)
        ld      (hl),0
        ld      l,d
        ld      (hl),a
        ; The id goes along, and the list gets the square.
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
;
; The record is read from its end backwards: L goes down from undo_top while
; H steps through the rows.
;
;                   +0           +1           +2          next record
;   undo            5 from       6 to         1 flags     <- undo_top
;   undo + $100                               2 rights
;   undo + $200     4 ep         3 half
unmake_move:
        ; The side, then the key, which is the last in keys.
        ld      hl,side
        ld      a,(hl)
        xor     1
        ld      (hl),a
        ld      l,nkeys & 255
        dec     (hl)
        ; L = number of the last key, whose bytes lie in four pages.
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

        ; 1 to 4: B = flags; rights, half-moves and en passant square go back.
        ld      hl,(undo_top)
        dec     l
        ld      b,(hl)
        ; Rights in the second row, half-moves and the square in the third.
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

        ; 5, 6: C = from-square, E = to-square. undo_top is this record now.
        dec     h
        dec     h
        ; The promotion's bits go off from. Bit 4: it was a promotion.
        ld      a,(hl)
        and     0x77
        ld      c,a
        ld      a,l
        ld      (undo_top),a
        inc     l
        ld      e,(hl)
        bit     4,b
        jr      nz,.Lpromoted

        ; The piece goes back from E to C in board, ids and square.
.Lback: ld      h,board >> 8
        ld      l,e
        ld      a,(hl)
        ld      (hl),0
        ld      l,c
        ld      (hl),a
        ; ids, then square.
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

        ; Castling: the rook goes back from D to C, so they change places.
        call    hop_rook
        ld      a,c
        ld      c,d
        ld      d,a
        jp      move_rook

        ; The captured piece comes back: E = its square, D = its id, A = its
        ; board byte, in the order of the columns.
.Luncapture:
        ld      hl,pieces
        inc     (hl)
        ; HL -> the second row: its square, its id.
        ld      hl,(undo_top)
        inc     h
        ld      e,(hl)
        inc     l
        ld      d,(hl)
        inc     l
        inc     h
        ld      a,(hl)
        ; Back to board, ids and square.
        ld      h,board >> 8
        ld      l,e
        ld      (hl),a
        inc     h
        ld      (hl),d
        inc     h
        ld      l,d
        ld      (hl),e
        ret

        ; The promoted piece becomes a pawn again before it goes back.
.Lpromoted:
        ld      h,ids >> 8
        ld      l,e
        ld      d,(hl)
        call    demote
        jr      .Lback
