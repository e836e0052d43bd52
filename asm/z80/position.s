; position.s - setting positions up, and the moves of the game

        .include "constants_gen.inc"
        .include "rules.inc"

        .global set_position, play_move, piece_code, ways

        .text

; set_position - set up the position in position_block
;
; In      position_block: 64 bytes a1, b1 ... h8 (0 empty, else 1 +
;         side*6 + kind), then side, castle, ep, half
; Out     board, ids, lists, key; no earlier positions; raw_end and
;         undo_top at their starts
; Uses    AF BC DE HL BC' DE' HL'
;
; The lists are filled kind by kind, King to Pawn, each from a8 to h1.
set_position:
        ld      a,0xFF
        ld      (hits_ply),a            ; no attack map

        ; board: 0 on the 64 squares, OFF_BOARD beside them; ids: 0.
        ld      hl,board
.Lclear:
        ld      a,l
        and     0x88
        jr      z,.Lempty
        ld      a,OFF_BOARD
.Lempty:
        ld      (hl),a
        inc     h                       ; the same square of ids
        ld      (hl),0
        dec     h
        inc     l
        jr      nz,.Lclear

        ; No id has a square yet. The counters behind the table square are 0.
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

        ; C = the kind being placed. HL = a square's byte in position_block, E =
        ; the same square in 0x88 form, from a8 along the ranks down to h1.
        ld      c,0
.Lkind: ld      hl,position_block+56
        ld      e,0x70
        ; The byte less 1 is the kind, or 6 + kind for black. An empty square
        ; gives 255 - 6, which is no kind. B = side.
.Lsquare:
        ld      a,(hl)
        dec     a
        ld      b,0
        cp      6
        jr      c,.Lwhite
        sub     6
        inc     b
.Lwhite:
        ; A piece of the kind being placed gets the side's next slot.
        cp      c
        call    z,.Lput
        inc     hl
        inc     e
        bit     3,e
        jr      z,.Lsquare

        ; From behind the h file to the a file of the rank below: E falls by
        ; $18, HL by 16. Below the first rank E is negative.
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

        ; All pieces except the pawns have their slots. officers gets their
        ; number for each side, and set_scan makes attacked scan that many.
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

        ; Copy the rest of the block.
        ld      hl,position_block+64
        ld      de,side                 ; side, castle, ep, half
        ld      bc,4
        ldir
        ; Both stacks are empty. full_key makes the key and returns.
        ld      hl,undo
        ld      (undo_top),hl
        ld      hl,raw_moves
        ld      (raw_end),hl
        jp      full_key

; Put a piece of side B and kind C on square E. Its id is the side's next
; slot, plus bit 4 for black. Writes square, kind, board, ids; D = the id.
.Lput:  push    hl
        ; One more piece. A = the side's next slot, which it takes.
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
        ; The id's square, and $20 behind it its kind. A = the board byte.
        ld      (hl),e
        set     5,l
        ld      (hl),c
        ld      d,a
        call    piece_code
        ; Write the board byte, and the id in the next page, which is ids.
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
        ; A = kind. White's pawns attack in other ways than black's.
        ld      h,kind >> 8
        ld      l,d
        set     5,l
        ld      a,(hl)
        cp      5
        jr      z,.Lpawncode
        ld      hl,ways
        add     a,l
        ld      l,a
        ; A = the colour, by bit 4 of the id, and the ways.
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
; In      play_from, play_to: the move; play_from has a promotion's bits
; Out     play_ok 1 and carry set: played; else it is not legal, and
;         nothing has changed. raw_end and undo_top at their starts
; Uses    AF BC DE HL IX IY BC' DE' HL'
play_move:
        ; Assume an illegal move. Drop the attack map of the last search, and
        ; all raw moves.
        xor     a
        ld      (play_ok),a
        dec     a
        ld      (hits_ply),a
        inc     a
        ld      hl,raw_moves
        ld      (raw_end),hl

        ; Scan for pins and checks (A = 1), then test the move. A = its flags.
        inc     a
        call    look
        ld      hl,(play_from)
        ld      c,l
        ld      e,h
        call    is_legal
        ret     nc

        ; Store it as the only raw move, with its flags from A, and make that
        ; move.
        ld      hl,(play_from)
        ld      (raw_moves),hl
        ld      hl,raw_moves+2
        ld      (hl),a
        dec     hl
        dec     hl
        call    make_move
        ; Drop the undo record, as this move stays made. It was legal: 1.
        ld      hl,undo
        ld      (undo_top),hl
        ld      hl,play_ok
        ld      (hl),1

        ; After a capture or pawn move no earlier position can recur.
        ld      a,(half)
        ld      hl,nkeys
        or      a
        jr      nz,.Lreversible
        ld      (hl),a
.Lreversible:
        ld      a,(hl)
        cp      MAX_HISTORY
        ret     c

        ; keys has room for MAX_HISTORY positions of the game. Drop the oldest
        ; from each of its four pages.
        dec     (hl)
        ld      b,4
        ld      h,keys >> 8
.Lplane:
        ; One page: the bytes 1 to 99 move down by one.
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

        .section .page, "r"

; The way bits of King, Queen, Rook, Bishop, Knight; within a page.
ways:   .byte   WAY_KING, WAY_DIAGONAL | WAY_STRAIGHT, WAY_STRAIGHT
        .byte   WAY_DIAGONAL, WAY_KNIGHT
