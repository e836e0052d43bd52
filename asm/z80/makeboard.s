; makeboard.s - making a move on the board and in the lists alone

        .include "constants_gen.inc"
        .include "rules.inc"

        .global make_board, unmake_board
        .global make_board_quiet, unmake_board_quiet
        .global make_board_capture, unmake_board_capture

        .text

; make_board - make a move on the board and in the lists
; only
;
; In      HL = raw move; not a second one before unmake_board
; Out     board, ids, square, kind, pieces, promoted, what attacked looks
;         at; C = from, E = to, B = flags
; Uses    AF D HL
;
; For the swap-off of terminals: side to move, rights, clock and key stay.
make_board:
        ; C = from, E = to, B = flags. Neither of the special moves: a capture
        ; or a quiet move.
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

; make_board_capture - make_board for a capture except en passant and
; promotions
;
; In      C = from, E = to
; Out     board, ids, square, pieces; board_taken, board_code
; Uses    AF HL
make_board_capture:
        ; One piece less. What stands on E is kept for unmake_board, and its
        ; square in the list becomes NO_SQUARE. board, ids and square follow
        ; each other: inc h leads from one to the next.
        ld      hl,pieces
        dec     (hl)
        ld      h,board >> 8
        ld      l,e
        ld      a,(hl)
        ld      (board_code),a
        ; Its id is kept for the same reason.
        inc     h
        ld      a,(hl)
        ld      (board_taken),a
        inc     h
        ld      l,a
        ld      (hl),NO_SQUARE

; make_board_quiet - make_board for a quiet move except castling
;
; In      C = from, E = to
; Out     board, ids, square
; Uses    AF HL
make_board_quiet:
        ; The byte goes from C to E on the board, the id in ids, and its square
        ; in the list is E.
        ld      h,board >> 8
        ld      l,c
        ld      a,(hl)
        ld      (hl),0
        ld      l,e
        ld      (hl),a
        ; The id goes along, and the list gets the new square.
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
        ; Castling, en passant, or promotion.
        bit     2,b
        jr      nz,.Lcastleboard
        bit     1,b
        jr      nz,.Lepboard
        ; The pawn moves with or without capture, from the square without bits.
        ; Z is kept from bit to the second call.
        push    bc
        ld      a,c
        and     0x77
        ld      c,a
        bit     0,b
        push    af
        call    nz,make_board_capture
        pop     af
        call    z,make_board_quiet
        ; L is the id from the list's address. promote needs from with its bits
        ; in A.
        ld      d,l                     ; id
        pop     bc
        ld      a,c
        jp      promote
.Lepboard:
        ; The captured pawn stands on E xor $10, which becomes empty.
        ld      hl,pieces
        dec     (hl)
        ld      h,board >> 8
        ld      a,e
        xor     0x10
        ld      l,a
        ld      a,(hl)
        ld      (board_code),a
        ld      (hl),0
        ; Its id is kept; its square becomes NO_SQUARE.
        inc     h
        ld      a,(hl)
        ld      (board_taken),a
        inc     h
        ld      l,a
        ld      (hl),NO_SQUARE
        jr      make_board_quiet
.Lcastleboard:
        ; The king, then the rook; hop_rook uses C.
        call    make_board_quiet
        push    bc
        call    hop_rook
        call    move_rook
        pop     bc
        ret

; unmake_board - undo make_board
;
; In      HL = the same raw move
; Out     everything as before; C = from, E = to, B = flags
; Uses    AF D HL
unmake_board:
        ; C = from, E = to, B = flags, as for make_board.
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
unmake_board_capture:
        ; The mover first: E is empty then.
        call    unmake_board_quiet
        ld      l,e
.Luntake:
        ; What was captured comes back on L: byte, id, and its place in the
        ; list.
        ld      h,board >> 8
        ld      a,(board_code)
        ld      (hl),a
        inc     h
        ld      a,(board_taken)
        ld      (hl),a
        ; Its place in the list is the square again.
        inc     h
        ld      d,l
        ld      l,a
        ld      (hl),d
        ; And one piece more.
        ld      hl,pieces
        inc     (hl)
        ret

; unmake_board_quiet - take back make_board_quiet
;
; In      C = from, E = to
; Out     board, ids, square
; Uses    AF HL
unmake_board_quiet:
        ; From E to C: byte, id, square.
        ld      h,board >> 8
        ld      l,e
        ld      a,(hl)
        ld      (hl),0
        ld      l,c
        ld      (hl),a
        ; The id goes along, and the list gets the old square.
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
        ; C = from without the promotion's bits.
        ld      a,c
        and     0x77
        ld      c,a
        bit     2,b
        jr      nz,.Luncastle
        bit     1,b
        jr      nz,.Lunep
        ; D = the id. The piece becomes a pawn again on E and goes back like
        ; one.
        ld      h,ids >> 8
        ld      l,e
        ld      d,(hl)
        call    demote
        bit     0,b
        jr      nz,unmake_board_capture
        jr      unmake_board_quiet
        ; The captured pawn belongs on E xor $10.
.Lunep: call    unmake_board_quiet
        ld      a,e
        xor     0x10
        ld      l,a
        jr      .Luntake
.Luncastle:
        ; The king, then the rook from where hop_rook says that it went to.
        call    unmake_board_quiet
        push    bc
        call    hop_rook
        ld      a,c
        ld      c,d
        ld      d,a
        call    move_rook
        pop     bc
        ret
