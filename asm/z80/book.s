; book.s - the opening book, in a ROM of its own at $8000
;
; The ROM begins with this code; the table, which the host puts behind it,
; begins at book_table (z80.ld) and has the format that package
; goengine/book describes.

        .include "constants_gen.inc"

        .global book_move, book_moves_legal, book_entry, book_from

; RAM that nothing else uses while a book move is looked for.
        .equ    book_total, shared_bytes        ; sum of a position's weights

        .section .book, "x"

; book_move - choose a move of the opening book by weight
;
; In      A = random byte; the position on the board with its key
; Out     carry set: HL = move, from in L; play_from, play_to the same,
;         play_ok 1. Carry clear: the book doesn't know the position,
;         play_ok 0. raw_end at its start
; Uses    AF BC DE HL IX IY BC' DE' HL'; shared_bytes, raw_moves
;
; The move is the first whose running sum of weights is more than
; random/256 of the whole. A position counts as found where two further
; bytes of its key are equal and all its moves, read with the last byte,
; are legal. The walk ends whatever the table's bytes are.
book_move:
        ; The random byte is saved on the stack until the position is found.
        push    af
        xor     a
        ld      (play_ok),a
        ; The bucket's number has nine bits: one in C, eight in B, where black
        ; to move is bit 7 of the first byte of the key inverted. B = number +
        ; 1.
        ld      a,(key+3)
        rlca                            ; bit 7: the second half of the
        and     1                       ; buckets
        ld      c,a
        ld      a,(side)
        rrca                            ; Black to move: bit 7
        ld      hl,key
        xor     (hl)
        ld      b,a
        inc     b
        ; HL runs over the buckets' lengths; DE adds them up as far as this
        ; bucket.
        ld      hl,book_table + BUCKETS_AT
        ld      de,0                    ; bytes in the buckets before
        jr      .Lcount
.Lbucket:
        ld      a,(hl)
        inc     hl
        add     a,e
        ld      e,a
        jr      nc,.Lcount
        inc     d
        bit     6,d                     ; 16 KB: far beyond the table
        jr      nz,.Lnone
.Lcount:
        ; B buckets, then perhaps 256 more.
        djnz    .Lbucket
        dec     c                       ; 256 more for the second half
        jp      p,.Lbucket
        ; A = the bucket's length. HL = its first position.
        ld      a,(hl)
        ld      hl,book_table + RECORDS_AT
        add     hl,de
        ld      e,a
        ld      d,0
        ; Its end must not lie behind the table's limit.
        push    hl
        add     hl,de                   ; below 64 KB: carry is clear
        ld      bc,book_limit + 1
        sbc     hl,bc
        pop     hl
        jr      nc,.Lnone

        ; HL = a position, E = the bytes of the bucket from there on. A
        ; position has three bytes at least.
.Lposition:
        ; Less than three bytes left: not found. E = what is left behind the two
        ; of the key.
        ld      a,e
        sub     3
        jr      c,.Lnone
        inc     a
        ld      e,a
        ; The two bytes of the key: equal where both exclusive ors are 0.
        ld      bc,(key+1)
        ld      a,(hl)
        inc     hl
        xor     c
        ld      c,a
        ld      a,(hl)
        inc     hl
        xor     b
        or      c
        jr      nz,.Lother
        ; All its moves must be legal here: that sets apart positions whose
        ; bytes of the key are the same.
        push    hl
        push    de
        call    book_moves_legal
        pop     de
        pop     hl
        jr      c,.Lfound

        ; On to the end of the moves.
.Lother:
        ; Move by move, until one is the last of its position (Z) or the bucket
        ; is cut off.
        call    book_entry
        jr      c,.Lnone
        jr      nz,.Lother
        jr      .Lposition

        ; HL = the moves, E as before. A = random * total / 256.
.Lfound:
        ; D = random, C = total of the weights.
        pop     af
        ld      d,a
        ld      a,(book_total)
        ld      c,a
        xor     a
        ld      b,8
        ; Multiplied from the lowest bit up: add total or not, halve with carry.
        ; What is left after eight is the high byte of the product.
.Lbit:  rrc     d
        jr      nc,.Lshift
        add     a,c
.Lshift:
        rra
        djnz    .Lbit
        ; Weights are taken off until it borrows: that move is played.
.Lpick: push    af
        call    book_entry
        pop     af
        sub     d
        jr      nc,.Lpick
        ; BC = from and to.
        call    book_from
        ld      (play_from),bc          ; and play_to
        ld      a,1
        ld      (play_ok),a
        ld      h,b
        ld      l,c
        scf
.Lend:  push    hl
        ; The moves of the test are dropped; HL and carry stay.
        ld      hl,raw_moves
        ld      (raw_end),hl
        pop     hl
        ret

        ; carry clear: no move.
.Lnone: pop     af
        or      a
        jr      .Lend

; book_moves_legal - are all moves of a position of the book legal in the
; one on the board?
;
; In      HL = the first move, E = bytes of the bucket from there on
; Out     carry set: yes; book_total = the sum of their weights, at most
;         255. The legal moves from raw_moves to raw_end
; Uses    AF BC DE HL IX IY BC' DE' HL'; shared_bytes, raw_moves
book_moves_legal:
        ; The legal moves of the position on the board.
        push    de
        push    hl
        ld      a,0xFF
        ld      (hits_ply),a            ; the map is the last search's
        ld      hl,raw_moves
        ; Captures and quiet moves, from an empty list; A = 1: it may be in
        ; check.
        ld      (raw_end),hl
        ld      a,1
        call    look_own
        call    generate_tactical
        call    generate_quiet
        pop     hl
        pop     de
        ; Each move of the book: read it, add its weight, and find it among
        ; them.
        xor     a
        ld      (book_total),a
.Lnext: call    book_entry
        jr      c,.Lbroken
        push    af                      ; Z: the last
        ; A sum beyond a byte is no table: ccf makes carry the condition to go
        ; on.
        ld      a,(book_total)
        add     a,d
        ld      (book_total),a
        ccf
        call    c,book_from
        jr      nc,.Lillegal
        ; Z: it was the last, and all are legal.
        pop     af
        jr      nz,.Lnext
        scf
        ret

.Lillegal:
        pop     af
.Lbroken:
        or      a
        ret

; book_entry - read a move of the table
;
; In      HL = its first byte, E = bytes of the bucket from there on
; Out     carry set: it is cut off. Carry clear: B = to, C = its number
;         among the moves that go there, D = weight 1 to 8, Z: the last of
;         its position; HL and E behind it
; Uses    AF BC D
;
; What has a second byte has a weight, a number above 1 or a move behind
; it.
book_entry:
        ; One byte less in the bucket; none left: carry.
        ld      a,e
        sub     1
        ret     c
        ld      e,a
        ; The byte is exclusive-ored with the key's last one, except for bit 7,
        ; which is read from the table. Six bits are the square.
        ld      a,(key+3)
        xor     (hl)
        ld      c,a
        and     0x3F
        ld      b,a
        and     0x38                    ; rank twice: a 0x88 square
        add     a,b
        ld      b,a
        ; Bit 6 is the lowest of the number. D = 1: the least weight.
        ld      a,c
        rlca
        rlca                            ; bit 6, the number's lowest
        and     1
        ld      c,a
        ld      d,1
        ; Bit 7 clear: this byte is all, and it is the last (Z). carry is clear.
        bit     7,(hl)
        inc     hl
        ret     z
        ; A second byte: weight - 1 in three bits, three more of the number, and
        ; bit 7.
        ld      a,e
        sub     1
        ret     c
        ld      e,a
        ld      a,(hl)
        and     7
        add     a,d
        ld      d,a
        ; Bits 3 to 5 of it come to 1 to 3.
        ld      a,(hl)
        rrca
        rrca
        and     0x0E
        or      c
        ld      c,a
        ; Z: the last of its position.
        ld      a,(hl)
        inc     hl
        and     0x80                    ; another move
        ret

; book_from - find a legal move by where it goes to
;
; In      B = to, C = number 0 to 15; legal moves from raw_moves to raw_end
; Out     carry set: C = from. Carry clear: there is no such move
; Uses    AF C
;
; Moves to a square are numbered by rising exclusive or of the two squares.
; Promotions to less than a queen, which have other bits in from, don't
; count.
book_from:
        ; D = what the exclusive or must be at least, E = the least found so
        ; far.
        push    de
        push    hl
        ld      d,0                     ; the least that may be
.Lnumber:
        ld      e,0x78                  ; beyond all squares
        ld      hl,raw_moves
        ; Each legal move: does it go to B?
.Lraw:  ld      a,(raw_end)
        cp      l
        jr      z,.Lall                 ; no two of 255 moves have the same low byte
        inc     hl
        ld      a,(hl)
        dec     hl
        cp      b
        jr      nz,.Lskip
        ; The exclusive or of from and to. It must be at least D and below E.
        xor     (hl)
        cp      d
        jr      c,.Lskip
        cp      e
        jr      nc,.Lskip
        ; A promotion to a rook or knight has bit 3 set, to a bishop bit 7,
        ; which is above E. It does not count.
        bit     3,a
        jr      nz,.Lskip
        ld      e,a
        ; The next raw move.
.Lskip: inc     hl
        inc     hl
        inc     hl
        jr      .Lraw

        ; E = the least of them.
        ; None left: carry is clear. Else the next number begins behind it.
.Lall:  ld      a,e
        cp      0x78
        jr      nc,.Lnot
        ld      d,a
        inc     d
        dec     c
        jp      p,.Lnumber
        ; from = exclusive or of it and to.
        xor     b
        ld      c,a
        scf
.Lnot:  pop     hl
        pop     de
        ret
