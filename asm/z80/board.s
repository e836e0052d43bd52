; board.s - setting positions up, making moves and taking them back

        .include "constants_gen.inc"
        .include "rules.inc"

        .global set_position, play_move, make_move, unmake_move
        .global make_board, unmake_board
        .global make_board_quiet, unmake_board_quiet
        .global make_board_capture, unmake_board_capture
        .global ways, promote, demote, move_rook, hop_rook, piece_code

        .text

; set_position - set up the position in position_block
;
; In      position_block: 64 bytes a1, b1 ... h8 (0 empty, else 1 +
;         side*6 + kind), then side, castle, ep, half
; Out     board, ids, lists, key; no earlier positions; raw_end and
;         undo_top at their starts
; Uses    AF BC DE HL BC' DE' HL'
; Cycles  60,000
;
; The lists are filled kind by kind, King to Pawn, each from a8 to h1.
set_position:
        ld      a,0xFF
        ld      (hits_ply),a
        ld      hl,board
.Lclear:
        ld      a,l
        and     0x88
        jr      z,.Lempty
        ld      a,OFF_BOARD
.Lempty:
        ld      (hl),a
        inc     h
        ld      (hl),0
        dec     h
        inc     l
        jr      nz,.Lclear
        ld      hl,square
.Ldead: ld      (hl),NO_SQUARE
        inc     l
        bit     5,l
        jr      z,.Ldead
.Lzero: ld      (hl),0
        inc     l
        ld      a,l
        cp      hot_free & 255
        jr      nz,.Lzero

        ld      c,0
.Lkind: ld      hl,position_block+56
        ld      e,0x70
.Lsquare:
        ld      a,(hl)
        dec     a
        ld      b,0
        cp      6
        jr      c,.Lwhite
        sub     6
        inc     b
.Lwhite:
        cp      c
        call    z,.Lput
        inc     hl
        inc     e
        bit     3,e
        jr      z,.Lsquare
        ld      a,e
        sub     0x18
        ld      e,a
        push    de
        ld      de,-16
        add     hl,de
        pop     de
        bit     7,e
        jp      z,.Lsquare
        inc     c
        ld      a,c
        cp      5
        jr      nz,.Lnotpawns
        ld      hl,(slots)
        ld      (officers),hl
        ld      d,0
        ld      a,l
        call    set_scan
        ld      d,0x10
        ld      a,(officers+1)
        call    set_scan
.Lnotpawns:
        ld      a,c
        cp      6
        jr      nz,.Lkind

        ld      hl,position_block+64
        ld      de,side                 ; side, castle, ep, half
        ld      bc,4
        ldir
        ld      hl,undo
        ld      (undo_top),hl
        ld      hl,raw_moves
        ld      (raw_end),hl
        jp      full_key

; A piece of side B, kind C on square E.
.Lput:  push    hl
        ld      hl,pieces
        inc     (hl)
        ld      l,slots & 255
        ld      a,b
        add     a,l
        ld      l,a
        ld      a,(hl)
        inc     (hl)
        dec     b
        jr      nz,.Lwhiteid
        or      0x10
.Lwhiteid:
        ld      l,a
        ld      (hl),e
        set     5,l
        ld      (hl),c
        ld      d,a
        call    piece_code
        ld      h,board >> 8
        ld      l,e
        ld      (hl),a
        inc     h
        ld      (hl),d
        pop     hl
        ret

; piece_code - the board byte of a piece
;
; In      D = id, kind
; Out     A = its board byte
; Uses    F HL
piece_code:
        ld      h,kind >> 8
        ld      l,d
        set     5,l
        ld      a,(hl)
        cp      5
        jr      z,.Lpawncode
        ld      hl,ways
        add     a,l
        ld      l,a
        ld      a,WHITE
        bit     4,d
        jr      z,.Lways
        ld      a,BLACK
.Lways: or      (hl)
        ret
.Lpawncode:
        ld      a,WHITE_PAWN
        bit     4,d
        ret     z
        ld      a,BLACK_PAWN
        ret

; play_move - make a move of the game and keep the position before it for
; the repetition rule
;
; In      play_from, play_to: the move, a promotion's bits in the former
; Out     play_ok 1 and carry set: played; else it is not legal, and
;         nothing has changed. raw_end and undo_top at their starts
; Uses    AF BC DE HL IX IY BC' DE' HL'
play_move:
        xor     a
        ld      (play_ok),a
        dec     a
        ld      (hits_ply),a            ; the map is the last search's
        inc     a
        ld      hl,raw_moves
        ld      (raw_end),hl
        inc     a
        call    look
        call    generate_tactical
        call    generate_quiet
        ld      de,(raw_end)
        ld      hl,raw_moves
        ld      (raw_end),hl
.Lfind: or      a
        sbc     hl,de
        ret     z
        add     hl,de
        ld      a,(play_from)
        cp      (hl)
        jr      nz,.Lskip3
        inc     hl
        ld      a,(play_to)
        cp      (hl)
        jr      z,.Lfound
        jr      .Lskip2
.Lskip3:
        inc     hl
.Lskip2:
        inc     hl
        inc     hl
        jr      .Lfind
.Lfound:
        dec     hl
        call    make_move
        ld      hl,undo
        ld      (undo_top),hl
        ld      hl,play_ok
        ld      (hl),1
        ld      a,(half)
        ld      hl,nkeys
        or      a
        jr      nz,.Lreversible
        ld      (hl),a
.Lreversible:
        ld      a,(hl)
        cp      100                     ; MaxHistory
        ret     c
        dec     (hl)
        ld      b,4
        ld      h,keys >> 8
.Lplane:
        push    bc
        ld      l,0
        ld      d,h
        ld      e,l
        inc     l
        ld      bc,99
        ldir
        pop     bc
        inc     h
        djnz    .Lplane
        scf
        ret

; make_move - make a move that the generator has produced
;
; In      HL = raw move: from with a promotion's bits, to, flags
; Out     board, lists, side, castle, ep, half, key; the old key is in
;         keys and the rest that unmake_move needs in undo
; Uses    AF BC DE HL BC' DE' HL'
; Cycles  mean 1,000 quiet, 1,460 capture
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
        ld      (hl),0xFF
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
; Cycles  mean 434 quiet, 568 capture
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

; make_board - change the board and the lists as a move does, and nothing
; else
;
; In      HL = raw move; not a second one before unmake_board
; Out     board, ids, square, kind, pieces, promoted, what attacked looks
;         at; C = from, E = to, B = flags
; Uses    AF D HL
; Cycles  mean 169 quiet, 287 capture
;
; For the swap-off of terminals: side to move, rights, clock and key stay.
make_board:
        ld      c,(hl)
        inc     hl
        ld      e,(hl)
        inc     hl
        ld      b,(hl)
        ld      a,b
        and     FLAG_EN_PASSANT | FLAG_CASTLE | FLAG_PROMOTION
        jr      nz,.Lspecial
        bit     0,b
        jr      z,make_board_quiet

; make_board_capture - make_board for a capture but en passant and with
; promotion
;
; In      C = from, E = to
; Out     board, ids, square, pieces; board_taken, board_code
; Uses    AF HL
; Cycles  184
make_board_capture:
        ld      hl,pieces
        dec     (hl)
        ld      h,board >> 8
        ld      l,e
        ld      a,(hl)
        ld      (board_code),a
        inc     h
        ld      a,(hl)
        ld      (board_taken),a
        inc     h
        ld      l,a
        ld      (hl),NO_SQUARE

; make_board_quiet - make_board for a quiet move but castling
;
; In      C = from, E = to
; Out     board, ids, square
; Uses    AF HL
; Cycles  90
make_board_quiet:
        ld      h,board >> 8
        ld      l,c
        ld      a,(hl)
        ld      (hl),0
        ld      l,e
        ld      (hl),a
        inc     h
        ld      l,c
        ld      a,(hl)
        ld      l,e
        ld      (hl),a
        inc     h
        ld      l,a
        ld      (hl),e
        ret

.Lspecial:
        bit     2,b
        jr      nz,.Lcastleboard
        bit     1,b
        jr      nz,.Lepboard
        push    bc
        ld      a,c
        and     0x77
        ld      c,a
        bit     0,b
        push    af
        call    nz,make_board_capture
        pop     af
        call    z,make_board_quiet
        ld      d,l                     ; id
        pop     bc
        ld      a,c
        jp      promote
.Lepboard:
        ld      hl,pieces
        dec     (hl)
        ld      h,board >> 8
        ld      a,e
        xor     0x10
        ld      l,a
        ld      a,(hl)
        ld      (board_code),a
        ld      (hl),0
        inc     h
        ld      a,(hl)
        ld      (board_taken),a
        inc     h
        ld      l,a
        ld      (hl),NO_SQUARE
        jr      make_board_quiet
.Lcastleboard:
        call    make_board_quiet
        push    bc
        call    hop_rook
        call    move_rook
        pop     bc
        ret

; unmake_board - take back what make_board has done
;
; In      HL = the same raw move
; Out     everything as before; C = from, E = to, B = flags
; Uses    AF D HL
; Cycles  mean 167 quiet, 308 capture
unmake_board:
        ld      c,(hl)
        inc     hl
        ld      e,(hl)
        inc     hl
        ld      b,(hl)
        ld      a,b
        and     FLAG_EN_PASSANT | FLAG_CASTLE | FLAG_PROMOTION
        jr      nz,.Lunspecial
        bit     0,b
        jr      z,unmake_board_quiet

; unmake_board_capture - take back make_board_capture
;
; In      C = from, E = to, board_taken, board_code
; Out     board, ids, square, pieces
; Uses    AF D HL
; Cycles  212
unmake_board_capture:
        call    unmake_board_quiet
        ld      l,e
.Luntake:
        ld      h,board >> 8
        ld      a,(board_code)
        ld      (hl),a
        inc     h
        ld      a,(board_taken)
        ld      (hl),a
        inc     h
        ld      d,l
        ld      l,a
        ld      (hl),d
        ld      hl,pieces
        inc     (hl)
        ret

; unmake_board_quiet - take back make_board_quiet
;
; In      C = from, E = to
; Out     board, ids, square
; Uses    AF HL
; Cycles  90
unmake_board_quiet:
        ld      h,board >> 8
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
        ret

.Lunspecial:
        ld      a,c
        and     0x77
        ld      c,a
        bit     2,b
        jr      nz,.Luncastle
        bit     1,b
        jr      nz,.Lunep
        ld      h,ids >> 8
        ld      l,e
        ld      d,(hl)
        call    demote
        bit     0,b
        jr      nz,unmake_board_capture
        jr      unmake_board_quiet
.Lunep: call    unmake_board_quiet
        ld      a,e
        xor     0x10
        ld      l,a
        jr      .Luntake
.Luncastle:
        call    unmake_board_quiet
        push    bc
        call    hop_rook
        ld      a,c
        ld      c,d
        ld      d,a
        call    move_rook
        pop     bc
        ret

        .section .page, "r"

; The way bits of King, Queen, Rook, Bishop, Knight; within a page.
ways:   .byte   WAY_KING, WAY_DIAGONAL | WAY_STRAIGHT, WAY_STRAIGHT
        .byte   WAY_DIAGONAL, WAY_KNIGHT
