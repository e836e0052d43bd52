; terms.s - the terms of the root tables for pawns and officers; the king's
; are in kingterms.s

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "eval.inc"

        .global worth, exposed, pawn_terms, passed_from, guard_terms
        .global piece_terms, rook_files, near_king_terms, near_side
        .global near_squares, early_terms

        .section .book, "x"

; worth - additions to officers' values that do not depend on their squares
;
; In      the facts, mix, IX = side
; Out     WORTH
; Uses    AF BC DE HL
;
; The queen gains against a bare king, knights with many pawns, rooks with few,
; bishops as a pair.
worth:
        ; C = how bare the enemy king stands, less with fewer pieces.
        call    exposed
        call    weigh
        ld      c,a
        ; E = 5 * (pawns - 5), with sign.
        ld      a,COUNT
        call    own_fact
        ld      a,(hl)
        sub     5
        ld      e,a
        add     a,a
        add     a,a
        add     a,e
        ld      e,a                     ; 5 for each pawn above 5
        ; BISHOPS lies just before COUNT. With two or more, D = 15.
        ld      a,l
        sub     COUNT - BISHOPS
        ld      l,a
        ld      a,(hl)
        cp      2
        ld      d,0
        jr      c,1f
        ld      d,15                    ; bishop
        ; WORTH has a byte for each kind, king to pawn. 5 * C for the queen; B =
        ; 2 * C.
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
        ; The rook: -(E + 2 * C).
        ld      a,b
        add     a,e
        neg
        ld      (hl),a                  ; rook
        inc     l
        ld      (hl),d
        inc     l
        ; The knight: E - C.
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
        ; own_fact gives the own side's place; bit 4 makes it the enemy's. C =
        ; that bit.
        ld      a,KINGS
        call    own_fact
        ld      a,l
        xor     0x10                    ; the enemy's
        ld      l,a
        and     0x10
        ld      c,a
        ; Two for each rank that he has left his first one, in D. E = his rank.
        ld      a,(hl)
        and     0x70
        ld      e,a                     ; rank
        rrca
        rrca
        rrca
        ld      d,a                     ; two for each
        ; HL -> REARMOST of the file before his; three files.
        ld      a,(hl)
        and     7
        add     a,REARMOST              ; the file before
        add     a,c
        ld      l,a
        ld      b,3
        ; The edges, places 0 and 9, are not files.
1:      ld      a,l
        and     15
        jr      z,4f                    ; off the board
        cp      9
        jr      z,4f
        ; Rank of his rearmost pawn on the file: above the third, or behind him,
        ; it is one more. NOBODY: no pawn.
        ld      a,(hl)
        cp      NOBODY
        jr      z,2f
        cp      0x30
        jr      nc,3f                   ; his pawn has gone far
        cp      e
        jr      c,3f                    ; or stands behind him
        jr      4f
        ; Two for a file without a pawn of his. Without one of ours either it is
        ; open, and that is one more. L is kept in C.
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
        ; DE' = one rank up in the own view: $10 for white, -$10 for black.
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
        ; B = the judgement of the file. Neither neighbour has pawns: isolated.
        ld      b,0
        ld      a,(hl)
        inc     l
        inc     l
        or      (hl)
        jr      nz,2f
        ld      b,-4 & 255              ; isolated
        ; Two or more on the file itself: doubled.
2:      dec     l
        ld      a,(hl)
        cp      2
        jr      c,3f
        ld      a,b
        sub     6                       ; doubled
        ld      b,a
        ; D = the rank from which on a pawn on this file is passed. STOP lies by
        ; file like PAWNS.
3:      ld      a,c
        sub     PAWNS - STOP
        ld      l,a
        call    passed_from
        ld      d,a
        ld      e,0x10                  ; rank
        ; Nothing against the file: ranks below D get nothing, so begin there.
        ld      a,b
        or      a
        jr      nz,4f
        ld      a,d
        cp      e
        jr      c,4f
        ld      e,a
        ; HL -> PASSED of the rank E.
4:      ld      a,e
        rrca
        rrca
        rrca
        rrca
        add     a,PASSED
        ld      l,a
        ; HL' = entry of file and rank in the side's table of pawns; IXL turns
        ; the own view into the board's.
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
        ; From D on the bonus of the rank is added to B.
5:      ld      a,e
        cp      d
        ld      a,b
        jr      c,6f
        add     a,(hl)
6:      inc     l
        ; Add it to the entry; HL' one rank on.
        exx
        add     a,(hl)
        ld      (hl),a
        add     hl,de
        exx
        ; Up to the seventh rank.
        ld      a,e
        add     a,0x10
        ld      e,a
        cp      0x70
        jr      nz,5b
        ; C runs from $80 or $90 on; bit 3 is set behind the eighth file.
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
        ; The greatest of the three files' STOP.
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
        ; White's list begins at GUARDED and ends where black's begins. C = page
        ; of the enemy's bishops, behind which knights have theirs.
        ld      d,(raw_moves + GUARDED) >> 8
        ld      a,ixl
        or      a
        ld      e,GUARDED & 255
        ld      a,(raw_moves+GUARD_END)
        ld      c,(pst + 0x900) >> 8    ; the enemy's bishop
        jr      z,1f
        ; Black's goes from there to its own end, and white's bishops are the
        ; enemy's.
        ld      e,a
        ld      a,(raw_moves+GUARD_END+0x10)
        ld      c,(pst + 0x300) >> 8
        ; IYL = end of the list, B = page of the side's pawns.
1:      ld      iyl,a
        ld      a,ixh
        add     a,PAWN
        ld      b,a
        ; The next square. Its mark in hits, by which it stands here once, goes.
2:      ld      a,e
        cp      iyl
        ret     z
        ld      a,(de)
        inc     e
        ld      l,a
        ld      h,hits >> 8
        ld      (hl),0
        ; On the own last rank there are no pawns. Elsewhere a guarded pawn is
        ; worth 3 more.
        xor     ixl
        cp      0x70
        jr      nc,3f                   ; where no pawn comes
        ld      h,b
        ld      a,(hl)
        add     a,3
        ld      (hl),a
        ; The enemy's bishop is worth 5 less there, his knight 8 less.
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
        ; Only in the first two phases is it early.
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
        ; E = d3, then e3, in the own view. A = the board's square one rank
        ; back.
        ld      e,0x23
1:      ld      a,e
        xor     ixl
        xor     0x30                    ; one rank back
        ld      l,a
        ld      h,board >> 8
        ; Does an own pawn stand there?
        ld      a,ixl
        or      a
        ld      a,WHITE_PAWN
        jr      z,2f
        ld      a,BLACK_PAWN
2:      cp      (hl)
        jr      nz,4f
        ; All kinds but pawns are 19 worse in front of it.
        ld      c,KING
3:      ld      a,-19 & 255
        call    bump
        inc     c
        ld      a,c
        cp      PAWN
        jr      nz,3b
        ; E reaches $25 behind e3.
4:      inc     e
        ld      a,e
        cp      0x25
        jr      nz,1b
        ; With fewer than two minor pieces at home this is over: carry set.
        ld      a,MINORS
        call    own_fact
        ld      a,(hl)
        cp      2
        ret     c
        ; The queen stays at home until they are out: until then d1, e1, e2 and
        ; c2 are good squares for her.
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

; rook_files - a bonus for rooks on files without own pawns, more without any
;
; In      the facts, IX = side
; Out     the side's table of rooks
; Uses    AF BC DE HL
rook_files:
        ; DE -> own pawns on file a, H = page of rooks, L = a1 or a8.
        ld      a,PAWNS + 1
        call    own_fact
        ex      de,hl                   ; facts
        ld      a,ixh
        add     a,ROOK
        ld      h,a
        ld      l,0                     ; file
        ; An own pawn on the file: nothing. Else 13, or 18 if the enemy has none
        ; either; bit 4 of E leads to his count and back.
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
        ; Eight ranks, two a round. The last addition gives $80 and a file:
        ; minus.
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
        ; The next file; bit 3 ends the eighth.
4:      inc     e
        inc     l
        bit     3,l
        jr      z,1b
        ret

; near_king_terms - a bonus for officers near the enemy king: near_king for each
; step nearer than four
;
; In      lists, IX = side
; Out     the side's tables of officers
; Uses    AF BC DE HL IY BC' DE' HL'
;
; Rings about the king from three steps on, then himself; one ring's squares
; have the same pull, which is in BCDE, queen to knight. C here is the
; king's square and B the ring.
near_king_terms:
        ; C = the enemy king, B = ring. In the other set BCDE = 0, the pulls.
        call    king_of_enemy
        ld      c,a
        ld      b,3
        exx
        ld      bc,0
        ld      d,c
        ld      e,c
        ; Each ring nearer adds near_king once more, for queen, rook, bishop and
        ; knight.
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
        ; H = page of queens, the first of the four.
        ld      a,ixh
        inc     a
        ld      h,a                     ; queen
        exx
        ; L = king - $11 * ring, the corner with the lowest rank and file.
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
        ; IY = one square and step 0, for the king's own square at ring 0.
        ld      iy,0x0100
        exx
        ld      a,b
        or      a
        exx
        jr      z,near_squares          ; himself
        ; Along the four sides: to the right, up, to the left, down.
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
        ; Twice the ring is the number of squares of a side but its last corner.
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
        ; Off the board nothing is done.
        ld      a,l
        and     0x88
        jr      nz,2f
        ; Queens' entries may pass 255 and stop there; the others' can't.
        ld      a,b
        add     a,(hl)
        jr      nc,1f
        ld      a,255
1:      ld      (hl),a
        ; The next three pages are those of rooks, bishops and knights.
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
        ; H = the queens' page again; L a step on.
        dec     h
        dec     h
        dec     h
2:      ld      a,l
        add     a,iyl
        ld      l,a
        dec     iyh
        jr      nz,near_squares
        ret
