; book.s - the opening book, in a ROM of its own at $8000
;
; The ROM begins with this code; the table, which the host puts behind it,
; begins at book_table (z80.ld) and has the format that package
; goengine/book describes.

        .include "constants_gen.inc"

        .global book_move, book_moves_legal, book_entry, book_legal

; RAM that nothing else uses while a book move is looked for.
        .equ    book_total, scratch     ; sum of a position's weights

        .section .book, "x"

; book_move - choose a move of the opening book by weight
;
; In      A = random byte; the position on the board with its key
; Out     carry set: HL = move, from in L; play_from, play_to the same,
;         play_ok 1. Carry clear: the book doesn't know the position,
;         play_ok 0. raw_end at its start
; Uses    AF BC DE HL IX IY BC' DE' HL'; scratch, raw_moves
; Cycles  mean 21,600 in the book, 2,470 to 35,600
;
; The move is the first whose running sum of weights is more than
; random/256 of the whole. A position counts as found where the further
; bytes of its key are equal, a single move has three bits more of it in
; place of a weight, and all moves are legal. The walk ends whatever the
; table's bytes are.
book_move:
        push    af
        xor     a
        ld      (play_ok),a
        ld      a,(side)
        rrca                            ; Black to move: bit 7
        ld      hl,key
        xor     (hl)
        ld      b,a
        inc     b
        ld      hl,book_table + BUCKETS_AT
        ld      de,0                    ; words in the buckets before
        jr      .Lcount
.Lbucket:
        ld      a,(hl)
        inc     hl
        add     a,e
        ld      e,a
        jr      nc,.Lcount
        inc     d
.Lcount:
        djnz    .Lbucket
        ld      a,d
        cp      0x20                    ; 16 KB: far beyond the table
        jr      nc,.Lnone
        ld      c,(hl)
        ld      hl,book_table + RECORDS_AT
        add     hl,de
        add     hl,de
        push    hl
        add     hl,bc                   ; B is 0
        add     hl,bc
        ex      de,hl
        ld      hl,book_limit
        or      a
        sbc     hl,de
        pop     hl
        jr      c,.Lnone

        ; HL = a position, DE = end of the bucket. A position has four
        ; bytes at least.
.Lposition:
        ld      a,e
        sub     l
        ld      c,a
        ld      a,d
        sbc     a,h
        jr      nz,.Lfits
        ld      a,c
        cp      4
        jr      c,.Lnone
.Lfits: ld      bc,(key+1)
        ld      a,(hl)
        inc     hl
        sub     c
        ld      c,a
        ld      a,(hl)
        inc     hl
        sub     b
        or      c
        jr      nz,.Lother
        bit     7,(hl)
        jr      z,.Lseveral
        push    hl                      ; one move: key bits for a weight
        call    book_entry
        pop     hl
        dec     a
        ld      b,a
        ld      a,(key+3)
        xor     b
        and     7
        jr      nz,.Lother
.Lseveral:
        push    hl
        call    book_moves_legal
        pop     hl
        jr      c,.Lfound

        ; On to the end of the moves.
.Lother:
        ld      a,l
        cp      e
        jr      nz,.Lmove
        ld      a,h
        cp      d
        jr      z,.Lnone
.Lmove: bit     7,(hl)
        inc     hl
        inc     hl
        jr      z,.Lother
        jr      .Lposition

        ; HL = the moves, of which the last is marked. A = random * total
        ; / 256.
.Lfound:
        pop     de                      ; D = random byte
        ld      a,(book_total)
        ld      c,a
        xor     a
        ld      b,8
.Lbit:  rrc     d
        jr      nc,.Lshift
        add     a,c
.Lshift:
        rra
        djnz    .Lbit
        ld      d,a
.Lpick: call    book_entry
        ld      e,a
        ld      a,d
        sub     e
        ld      d,a
        jr      nc,.Lpick
        ld      (play_from),bc          ; and play_to
        ld      a,1
        ld      (play_ok),a
        ld      h,b
        ld      l,c
        scf
        ret

.Lnone: pop     af
        or      a
        ret

; book_moves_legal - are all moves of a position of the book legal in the
; one on the board?
;
; In      HL = the first move, DE = end of the bucket
; Out     carry set: yes; book_total = the sum of their weights, at most
;         255
; Uses    AF BC HL IX IY BC' DE' HL'; scratch, raw_moves
; Cycles  mean 15,100 in the book, 8,580 to 24,200
book_moves_legal:
        push    de
        push    hl
        ld      a,0xFF
        ld      (hits_ply),a            ; the map is the last search's
        ld      hl,raw_moves
        ld      (raw_end),hl
        ld      a,1
        call    look_own
        call    generate_tactical
        call    generate_quiet
        pop     hl
        pop     de
        xor     a
        ld      (book_total),a
.Lnext: ld      a,l
        cp      e
        jr      nz,.Lentry
        ld      a,h
        cp      d
        jr      z,.Lbroken              ; a last move is missing
.Lentry:
        bit     7,(hl)
        push    af
        call    book_entry
        push    hl
        ld      hl,book_total
        add     a,(hl)
        ld      (hl),a
        ccf
        call    c,book_legal
        pop     hl
        jr      nc,.Lillegal
        pop     af
        jr      z,.Lnext
        scf
.Lend:  push    hl
        ld      hl,raw_moves
        ld      (raw_end),hl
        pop     hl
        ret
.Lillegal:
        pop     af
.Lbroken:
        or      a
        jr      .Lend

; book_entry - read a move of the table
;
; In      HL = its two bytes
; Out     C = from, B = to, A = weight 1 to 8; HL behind it
; Uses    F
; Cycles  145 in the book
book_entry:
        ld      a,(hl)
        and     0x3F
        ld      c,a
        and     0x38                    ; rank twice: a 0x88 square
        add     a,c
        ld      c,a
        inc     hl
        ld      a,(hl)
        and     0x3F
        ld      b,a
        and     0x38
        add     a,b
        ld      b,a
        dec     hl
        ld      a,(hl)
        inc     hl
        rlca
        rlca                            ; bit 2 of the weight
        ld      a,(hl)
        inc     hl
        rla
        rla                             ; bit 1, and bit 2 in bit 0
        rla
        and     7
        inc     a
        ret

; book_legal - is a move among the generated ones?
;
; In      C = from, B = to; raw moves from raw_moves to raw_end
; Out     carry set: yes
; Uses    AF HL
; Cycles  mean 1,080 in the book, 132 to 3,760
;
; Promotions to less than a queen have other bits in from.
book_legal:
        push    de
        ld      hl,raw_moves
        ld      de,(raw_end)
.Lraw:  ld      a,l
        cp      e
        jr      nz,.Lcompare
        ld      a,h
        cp      d
        jr      z,.Lnot                 ; carry clear
.Lcompare:
        ld      a,(hl)
        inc     hl
        cp      c
        jr      nz,.Lskip
        ld      a,(hl)
        cp      b
        jr      z,.Lis
.Lskip: inc     hl
        inc     hl
        jr      .Lraw
.Lis:   scf
.Lnot:  pop     de
        ret
