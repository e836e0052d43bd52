; terms.s - the terms of the root tables for pawns and officers; the king's
; are in kingterms.s

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "eval.inc"

        .global worth, exposed, pawn_terms, passed_from, guard_terms
        .global piece_terms, rook_files, near_king_terms, near_side
        .global near_squares, early_terms

        .section .book, "x"

; worth - what the officers are worth besides, wherever they stand
;
; In      the facts, mix, IX = side
; Out     WORTH
; Uses    AF BC DE HL
;
; The queen is at her best against a bare king; knights like pawns about,
; rooks their absence, bishops each other.
worth:
        call    exposed
        call    weigh
        ld      c,a
        ld      a,COUNT
        call    own_fact
        ld      a,(hl)
        sub     5
        ld      e,a
        add     a,a
        add     a,a
        add     a,e
        ld      e,a                     ; 5 for each pawn above 5
        ld      a,l
        sub     COUNT - BISHOPS
        ld      l,a
        ld      a,(hl)
        cp      2
        ld      d,0
        jr      c,1f
        ld      d,15                    ; bishop
1:      ld      a,WORTH
        call    own_fact
        ld      (hl),0                  ; king
        inc     l
        ld      a,c
        add     a,a
        ld      b,a
        add     a,a
        add     a,c
        ld      (hl),a                  ; queen
        inc     l
        ld      a,b
        add     a,e
        neg
        ld      (hl),a                  ; rook
        inc     l
        ld      (hl),d
        inc     l
        ld      a,e
        sub     c
        ld      (hl),a                  ; knight
        inc     l
        ld      (hl),0                  ; pawn
        ret

; exposed - how bare the enemy king stands: by his file and the two next to
; it, and by how far he is from his first rank
;
; In      the facts, IX = side
; Out     A = number, 0 to 23
; Uses    F BC DE HL
exposed:
        ld      a,KINGS
        call    own_fact
        ld      a,l
        xor     0x10                    ; the enemy's
        ld      l,a
        and     0x10
        ld      c,a
        ld      a,(hl)
        and     0x70
        ld      e,a                     ; rank
        rrca
        rrca
        rrca
        ld      d,a                     ; two for each
        ld      a,(hl)
        and     7
        add     a,REARMOST              ; the file before
        add     a,c
        ld      l,a
        ld      b,3
1:      ld      a,l
        and     15
        jr      z,4f                    ; off the board
        cp      9
        jr      z,4f
        ld      a,(hl)
        cp      NOBODY
        jr      z,2f
        cp      0x30
        jr      nc,3f                   ; his pawn has gone far
        cp      e
        jr      c,3f                    ; or stands behind him
        jr      4f
2:      inc     d                       ; no pawn of his
        inc     d
        ld      c,l
        ld      a,l
        xor     (REARMOST ^ PAWNS) | 0x10
        ld      l,a
        ld      a,(hl)
        ld      l,c
        or      a
        jr      nz,4f
3:      inc     d
4:      inc     l
        djnz    1b
        ld      a,d
        ret

; pawn_terms - judge the squares of pawns by the pawns of both sides
;
; In      the facts, IX = side
; Out     the side's table of pawns
; Uses    AF BC DE HL BC' DE' HL'
;
; A file whose pawns are neither isolated nor doubled is walked from the
; rank on where they are passed. The other registers hold the walk in the
; table: HL the entry, DE the step to the next rank; here HL is in PASSED.
pawn_terms:
        ld      de,0x10
        ld      a,ixl
        or      a
        jr      z,1f
        ld      de,-0x10
1:      exx
        ld      a,PAWNS
        call    own_fact
        ld      c,l                     ; the file before
.Lfile: ld      l,c                     ; H is the page of facts throughout
        ld      b,0
        ld      a,(hl)
        inc     l
        inc     l
        or      (hl)
        jr      nz,2f
        ld      b,-4 & 255              ; isolated
2:      dec     l
        ld      a,(hl)
        cp      2
        jr      c,3f
        ld      a,b
        sub     6                       ; doubled
        ld      b,a
3:      ld      a,c
        sub     PAWNS - STOP
        ld      l,a
        call    passed_from
        ld      d,a
        ld      e,0x10                  ; rank
        ld      a,b
        or      a
        jr      nz,4f
        ld      a,d
        cp      e
        jr      c,4f
        ld      e,a
4:      ld      a,e
        rrca
        rrca
        rrca
        rrca
        add     a,PASSED
        ld      l,a
        ld      a,c
        and     7
        or      e
        xor     ixl
        exx
        ld      l,a
        ld      a,ixh
        add     a,PAWN
        ld      h,a
        exx
5:      ld      a,e
        cp      d
        ld      a,b
        jr      c,6f
        add     a,(hl)
6:      inc     l
        exx
        add     a,(hl)
        ld      (hl),a
        add     hl,de
        exx
        ld      a,e
        add     a,0x10
        ld      e,a
        cp      0x70
        jr      nz,5b
        inc     c
        bit     3,c
        jr      z,.Lfile
        ret

; passed_from - the rank from which on a pawn is passed
;
; In      HL = place in STOP of the file before the pawn's, of its side
; Out     A = rank, $00 to $60
; Uses    F L
passed_from:
        ld      a,(hl)
        inc     l
        cp      (hl)
        jr      nc,1f
        ld      a,(hl)
1:      inc     l
        cp      (hl)
        ret     nc
        ld      a,(hl)
        ret

; guard_terms - judge the squares that the side's pawns guard: good for its
; pawns, bad for the enemy's minor pieces
;
; In      GUARDED, the marks in hits, IX = side
; Out     the tables of these kinds; no marks
; Uses    AF BC DE HL IY
guard_terms:
        ld      d,(raw_moves + GUARDED) >> 8
        ld      a,ixl
        or      a
        ld      e,GUARDED & 255
        ld      a,(raw_moves+GUARD_END)
        ld      c,(pst + 0x900) >> 8    ; the enemy's bishop
        jr      z,1f
        ld      e,a
        ld      a,(raw_moves+GUARD_END+0x10)
        ld      c,(pst + 0x300) >> 8
1:      ld      iyl,a
        ld      a,ixh
        add     a,PAWN
        ld      b,a
2:      ld      a,e
        cp      iyl
        ret     z
        ld      a,(de)
        inc     e
        ld      l,a
        ld      h,hits >> 8
        ld      (hl),0
        xor     ixl
        cp      0x70
        jr      nc,3f                   ; where no pawn comes
        ld      h,b
        ld      a,(hl)
        add     a,3
        ld      (hl),a
3:      ld      h,c
        ld      a,(hl)
        sub     5
        ld      (hl),a
        inc     h
        ld      a,(hl)
        sub     8
        ld      (hl),a
        jr      2b

; piece_terms - judge the officers' squares: files for rooks, the
; neighbourhood of the enemy king, blocked centre pawns, an early queen
;
; In      the facts, board, IX = side
; Out     the side's tables
; Uses    AF BC DE HL IY BC' DE' HL'
piece_terms:
        call    rook_files
        call    near_king_terms
        ld      a,(raw_moves+PHASE)
        cp      2
        ret     nc

; early_terms - judge the squares before blocked centre pawns, and the early
; queen's; ends piece_terms
;
; In      the facts, board, IX = side
; Out     the side's tables
; Uses    AF BC E HL
early_terms:
        ; d2 and e2: no piece should be in front of an own pawn there.
        ld      e,0x23
1:      ld      a,e
        xor     ixl
        xor     0x30                    ; one rank back
        ld      l,a
        ld      h,board >> 8
        ld      a,ixl
        or      a
        ld      a,WHITE_PAWN
        jr      z,2f
        ld      a,BLACK_PAWN
2:      cp      (hl)
        jr      nz,4f
        ld      c,KING
3:      ld      a,-19 & 255
        call    bump
        inc     c
        ld      a,c
        cp      PAWN
        jr      nz,3b
4:      inc     e
        ld      a,e
        cp      0x25
        jr      nz,1b
        ld      a,MINORS
        call    own_fact
        ld      a,(hl)
        cp      2
        ret     c
        ; The queen stays at home until they are out.
        ld      c,QUEEN
        ld      e,0x03
        ld      a,14
        call    bump
        inc     e
        ld      a,8
        call    bump
        ld      e,0x14
        call    5f
        ld      e,0x12
5:      ld      a,6
        jp      bump

; rook_files - rooks like files without own pawns, and more so without any
;
; In      the facts, IX = side
; Out     the side's table of rooks
; Uses    AF BC DE HL
rook_files:
        ld      a,PAWNS + 1
        call    own_fact
        ex      de,hl                   ; facts
        ld      a,ixh
        add     a,ROOK
        ld      h,a
        ld      l,0                     ; file
1:      ld      a,(de)
        or      a
        jr      nz,4f
        ld      c,13
        ld      a,e
        xor     0x10
        ld      e,a
        ld      a,(de)
        or      a
        jr      nz,2f
        ld      c,18
2:      ld      a,e
        xor     0x10
        ld      e,a
3:      .rept   2
        ld      a,(hl)
        add     a,c
        ld      (hl),a
        ld      a,l
        add     a,0x10
        ld      l,a
        .endr
        jp      p,3b                    ; until $80
        res     7,l
4:      inc     e
        inc     l
        bit     3,l
        jr      z,1b
        ret

; near_king_terms - draw the officers to the enemy king, by near_king for
; each step nearer than four
;
; In      lists, IX = side
; Out     the side's tables of officers
; Uses    AF BC DE HL IY BC' DE' HL'
;
; Rings about the king from three steps on, then himself; one ring's squares
; have the same pull, which is in BCDE, queen to knight. C here is the
; king's square and B the ring.
near_king_terms:
        call    king_of_enemy
        ld      c,a
        ld      b,3
        exx
        ld      bc,0
        ld      d,c
        ld      e,c
.Lring: ld      hl,near_king+1
        ld      a,(hl)
        add     a,b
        ld      b,a
        inc     l
        ld      a,(hl)
        add     a,c
        ld      c,a
        inc     l
        ld      a,(hl)
        add     a,d
        ld      d,a
        inc     l
        ld      a,(hl)
        add     a,e
        ld      e,a
        ld      a,ixh
        inc     a
        ld      h,a                     ; queen
        exx
        ld      a,b
        rlca
        rlca
        rlca
        rlca
        or      b
        neg
        add     a,c
        exx
        ld      l,a                     ; the ring's first corner
        ld      iy,0x0100
        exx
        ld      a,b
        or      a
        exx
        jr      z,near_squares          ; himself
        ld      iyl,1
        call    near_side
        ld      iyl,0x10
        call    near_side
        ld      iyl,-1 & 255
        call    near_side
        ld      iyl,-0x10 & 255
        call    near_side
        exx
        dec     b
        exx
        jr      .Lring

; near_side - one side of a ring, from a corner to the square before the next
;
; In      B' = ring, BCDE = pulls, L = corner, H = page of the queen's table,
;         IYL = step
; Out     the entries of the officers; L = next corner
; Uses    AF IYH
near_side:
        exx
        ld      a,b
        exx
        add     a,a
        ld      iyh,a

; near_squares - a row of squares; ends near_side
;
; In      as near_side, IYH = number
; Out     as near_side
; Uses    AF IYH
near_squares:
        ld      a,l
        and     0x88
        jr      nz,2f
        ld      a,b
        add     a,(hl)
        jr      nc,1f
        ld      a,255
1:      ld      (hl),a
        inc     h
        ld      a,c
        add     a,(hl)
        ld      (hl),a
        inc     h
        ld      a,d
        add     a,(hl)
        ld      (hl),a
        inc     h
        ld      a,e
        add     a,(hl)
        ld      (hl),a
        dec     h
        dec     h
        dec     h
2:      ld      a,l
        add     a,iyl
        ld      l,a
        dec     iyh
        jr      nz,near_squares
        ret
