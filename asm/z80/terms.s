; terms.s - the terms of the root tables

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "eval.inc"

        .global pawn_terms, piece_terms, king_terms, king_ending, balance
        .global root_ahead, root_steps

        .text

; pawn_terms - judge the squares of pawns by the pawns of both sides
;
; In      the page of hits
; Out     the side's tables
; Uses    AF BC DE HL
pawn_terms:
        xor     a
.Lfile: ld      e,a                     ; file
        add     a,PAWNS
        call    own_file                ; the file before
        ld      b,0
        inc     l
        inc     l
        or      (hl)
        jr      nz,1f
        ld      b,-8 & 255              ; isolated
1:      dec     l
        ld      a,(hl)
        cp      2
        jr      c,2f
        ld      a,b
        sub     7                       ; doubled
        ld      b,a
2:      ld      a,b
        ld      (hits+DELTA),a
        ld      a,l
        add     a,STOP-PAWNS
        ld      l,a
        ld      a,(hl)
        inc     l
        cp      (hl)
        jr      nc,3f
        ld      a,(hl)
3:      dec     l
        dec     l
        cp      (hl)
        jr      nc,4f
        ld      a,(hl)
4:      ld      d,a                     ; stop
        ld      c,1                     ; rank
.Lrank: ld      a,e
        add     a,0x10
        ld      e,a
        ld      a,(hits+DELTA)
        ld      b,a
        ld      a,c
        cp      d
        jr      c,5f
        push    de
        push    bc
        ld      a,c
        add     a,passed_bonus & 255
        ld      l,a
        ld      h,passed_bonus >> 8
        ld      c,(hl)
        ld      a,c
        call    scale_by_phase
        add     a,c
        pop     bc
        add     a,b
        ld      b,a
        pop     de
5:      ld      h,hits >> 8
        ld      l,e
        ld      a,(hits+GUARD)
        and     (hl)
        ld      a,b
        jr      z,6f
        add     a,5
6:      push    bc
        ld      c,PAWN
        or      a
        call    nz,bump
        pop     bc
        inc     c
        ld      a,c
        cp      7
        jr      nz,.Lrank
        ld      a,e
        and     7
        inc     a
        cp      8
        jr      nz,.Lfile
        ret

; root_steps - the number of king's steps between two squares
;
; In      E, D = squares
; Out     A = steps
; Uses    F BC
; Cycles  130
root_steps:
        ld      a,e
        and     7
        ld      b,a
        ld      a,d
        and     7
        sub     b
        jr      nc,1f
        neg
1:      ld      c,a
        ld      a,e
        and     0x70
        ld      b,a
        ld      a,d
        and     0x70
        sub     b
        jr      nc,2f
        neg
2:      rrca
        rrca
        rrca
        rrca
        cp      c
        ret     nc
        ld      a,c
        ret

; piece_terms - judge the officers' squares: files for rooks, outposts, the
; neighbourhood of the enemy king, blocked centre pawns, an early queen
;
; In      the page of hits, board
; Out     the side's tables
; Uses    AF BC DE HL
piece_terms:
        call    root_target
.Lpieces:
        ; A file without own pawns, or without any.
        ld      a,e
        and     7
        add     a,PAWNS + 1
        call    own_file
        or      a
        jr      nz,2f
        ld      a,l
        xor     0x10
        ld      l,a
        ld      a,(hl)
        or      a
        ld      a,8
        jr      nz,1f
        ld      a,14
1:      ld      c,ROOK
        call    bump

        ; Ranks 3 to 5, guarded by a pawn, out of reach of theirs.
2:      ld      a,e
        sub     0x30
        cp      0x30
        jr      nc,3f
        ld      h,hits >> 8
        ld      l,e
        ld      a,(hits+GUARD)
        and     (hl)
        jr      z,3f
        ld      a,e
        and     7
        add     a,STOP
        call    own_file                ; the file before
        ld      a,e
        rrca
        rrca
        rrca
        rrca
        and     7
        cp      (hl)
        jr      c,3f
        inc     l
        inc     l
        cp      (hl)
        jr      c,3f
        ld      c,KNIGHT
        ld      a,14
        call    bump
        ld      c,BISHOP
        ld      a,7
        call    bump

3:      call    root_steps
        ld      b,a
        ld      a,4
        sub     b
        jr      c,.Lnot_near
        jr      z,.Lnot_near
        push    de
        ld      d,a
        ld      c,QUEEN
4:      ld      hl,near_king
        ld      b,0
        add     hl,bc
        xor     a
        ld      b,d
5:      add     a,(hl)
        djnz    5b
        call    bump
        inc     c
        ld      a,c
        cp      PAWN
        jr      nz,4b
        pop     de
.Lnot_near:
        call    next_square
        jp      nz,.Lpieces

        ld      a,BISHOPS
        call    by_side
        cp      2
        jr      c,7f
        ld      c,BISHOP
        ld      d,10
        call    bump_all

7:      ld      a,(hits+PHASE)
        cp      2
        ret     nc
        ; d2 and e2: nobody before an own pawn there.
        ld      e,0x23
8:      ld      a,(hits+SIDE_FLIP)
        xor     e
        xor     0x30                    ; one rank back
        ld      l,a
        ld      h,board >> 8
        ld      a,(hits+SIDE)
        or      a
        ld      a,WHITE_PAWN
        jr      z,9f
        ld      a,BLACK_PAWN
9:      cp      (hl)
        jr      nz,10f
        ld      c,KING
11:     ld      a,-16 & 255
        call    bump
        inc     c
        ld      a,c
        cp      PAWN
        jr      nz,11b
10:     inc     e
        ld      a,e
        cp      0x25
        jr      nz,8b
        ld      a,MINORS
        call    by_side
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
        call    7f
        ld      e,0x12
7:      ld      a,6
        jp      bump

; king_terms - judge the king's squares and the pawns before him
;
; In      the page of hits, castle
; Out     the side's tables
; Uses    AF BC DE HL
king_terms:
        ld      a,(hits+PHASE)
        cp      5
        jp      nc,king_ending
        ld      e,0                     ; file
.Lking_file:
        ld      a,e
        add     a,PAWNS
        call    own_file                ; the file before
        ld      d,0                     ; shelter on three files
        ld      b,3
1:      ld      a,(hl)
        or      a
        ld      a,-8 & 255
        jr      z,2f
        push    hl
        ld      a,l
        add     a,REARMOST-PAWNS
        ld      l,a
        ld      a,(hl)
        cp      3
        jr      c,3f
        ld      a,3
3:      add     a,shelter & 255
        ld      l,a
        ld      h,shelter >> 8
        ld      a,(hl)
        srl     a
        pop     hl
2:      add     a,d
        ld      d,a
        inc     l
        djnz    1b
        ld      a,e
        sub     3
        cp      2
        ld      a,d
        jr      nc,5f
        sub     8                       ; the two files in the middle
5:      ld      c,KING
        push    af
        call    .Lbump_weighed
        set     4,e
        pop     af
        call    .Lbump_weighed
        res     4,e
        inc     e
        bit     3,e
        jr      z,.Lking_file

        ; The pawns before a king on the first rank and off the middle.
        ld      a,KINGS
        call    by_side
        cp      8
        jr      nc,.Lrights
        ld      d,a
        sub     3
        cp      2
        jr      c,.Lrights
        ld      a,d
        sub     1
        jr      nc,6f
        xor     a
6:      ld      e,a                     ; the first file
        inc     d
        inc     d                       ; the last, exclusive
7:      ld      c,PAWN
        set     4,e
        ld      a,(shelter+1)
        call    .Lbump_weighed
        ld      a,e
        xor     0x30
        ld      e,a
        ld      a,(shelter+2)
        call    .Lbump_weighed
        ld      a,e
        and     7
        inc     a
        ld      e,a
        cp      8
        jr      z,.Lrights
        cp      d
        jr      nz,7b

.Lrights:
        ld      a,(hits+SIDE)
        or      a
        ld      a,(castle)
        jr      z,8f
        rrca
        rrca
8:      and     3
        ret     z
        ld      d,a
        ld      c,KING
        ld      e,0x04
        ld      a,14
        call    bump
        bit     0,d
        ret     z
        ld      c,ROOK
        ld      e,0x07
        ld      a,6
        jp      bump

; Bump by A by the weight of the middle game.
.Lbump_weighed:
        push    de
        ld      d,a
        ld      a,(hits+PHASE)
        ld      b,a
        ld      a,8
        sub     b
        ld      b,a
        ld      a,d
        call    scale
        pop     de
        jp      bump

; king_ending - in the ending, with much the better of it, towards the enemy
; king, who belongs on the edge; ends king_terms
;
; In      the page of hits
; Out     the side's tables
; Uses    AF BC DE HL
king_ending:
        call    root_ahead
        ld      a,h
        inc     a
        jr      z,.Lbehind_some
        dec     a
        ret     z                       ; less than 4 pawns
        jp      m,.Lfar_behind
        call    root_target
1:      call    root_steps
        ld      b,a
        ld      a,7
        sub     b
        add     a,a
        add     a,a
        ld      c,KING
        call    bump
        call    next_square
        jr      nz,1b
        ret
.Lbehind_some:
        ld      a,l
        or      a
        ret     nz                      ; -256 itself counts
.Lfar_behind:
        ld      e,0
2:      ld      a,e
        and     7
        call    .Lfrom_middle
        ld      d,a
        ld      a,e
        rrca
        rrca
        rrca
        rrca
        and     7
        call    .Lfrom_middle
        add     a,d
        jr      z,3f
        ld      b,a
        xor     a
4:      sub     10
        djnz    4b
        ld      c,KING
        call    bump
3:      call    next_square
        jr      nz,2b
        ret

; How far is file or rank A from the middle, 0 to 3?
.Lfrom_middle:
        sub     4
        ret     nc
        cpl
        ret

; root_ahead - how much material the side is ahead
;
; In      the page of hits
; Out     HL
; Uses    AF DE
root_ahead:
        ld      hl,(hits+SUM)
        ld      de,(hits+SUM+2)
        ld      a,(hits+SIDE)
        or      a
        jr      z,1f
        ex      de,hl
        or      a
1:      sbc     hl,de
        ret

; balance - make the side that is ahead want to change pieces and keep pawns
;
; In      the page of hits
; Out     the side's tables
; Uses    AF BC DE HL
; Cycles  37,000 where it does anything
balance:
        call    root_ahead
        ld      de,63
        add     hl,de                   ; 0 to 126: less than a pawn
        ld      d,-6 & 255
        bit     7,h
        jr      z,1f
        ld      d,6
        jr      2f
1:      ld      a,h
        or      a
        jr      nz,2f
        ld      a,l
        cp      127
        ret     c
2:      ld      c,QUEEN
3:      call    bump_all
        ld      a,c
        cp      PAWN
        jr      nz,3b
        xor     a
        sub     d
        ld      d,a
        jp      bump_all
