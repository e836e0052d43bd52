; terms.s - the terms of the root tables

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "eval.inc"

        .global pawn_terms, passed_from, piece_terms, exposed, king_terms
        .global king_ending, king_passed, weigh, root_ahead, root_steps

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
        ld      b,-4 & 255              ; isolated
1:      dec     l
        ld      a,(hl)
        cp      2
        jr      c,2f
        ld      a,b
        sub     6                       ; doubled
        ld      b,a
2:      ld      a,b
        ld      (hits+DELTA),a
        ld      a,l
        add     a,STOP-PAWNS-1
        ld      l,a
        call    passed_from
        ld      d,a                     ; stop
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
        set     3,l
        ld      a,(hl)
        sub     c
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
        add     a,3
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

; passed_from - the rank from which on a pawn is passed
;
; In      HL = place in STOP of the file before the pawn's, of its side
; Out     A = rank
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

; piece_terms - judge the officers' squares: files for rooks, the enemy pawns'
; guard, the neighbourhood of the enemy king, blocked centre pawns, an early
; queen; and what the officers are worth besides
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
        ld      a,13
        jr      nz,1f
        ld      a,18
1:      ld      c,ROOK
        call    bump

        ; Guarded by an enemy pawn.
2:      ld      a,e
        xor     FLIP
        ld      l,a
        ld      h,hits >> 8
        ld      a,(hits+GUARD)
        xor     3                       ; the other side's bit
        and     (hl)
        jr      z,3f
        ld      c,BISHOP
        ld      a,-5 & 255
        call    bump
        inc     c
        ld      a,-8 & 255              ; a knight
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

        ; The queen is at her best against a bare king; knights like pawns
        ; about, rooks their absence, bishops each other.
        call    exposed
        call    weigh
        ld      (hits+DELTA),a
        ld      d,a
        add     a,a
        add     a,a
        add     a,d                     ; 5 times
        ld      d,a
        ld      c,QUEEN
        call    bump_all
        ld      a,COUNT
        call    by_side
        sub     5
        ld      e,a
        add     a,a
        add     a,a
        add     a,e
        ld      e,a                     ; 5 for each pawn above 5
        ld      a,(hits+DELTA)
        add     a,a
        add     a,e
        neg
        ld      d,a
        call    bump_all                ; rook
        ld      a,BISHOPS
        call    by_side
        cp      2
        ld      d,15
        call    nc,bump_all
        ld      a,(hits+DELTA)
        ld      d,a
        ld      a,e
        sub     d
        ld      d,a
        ld      c,KNIGHT
        call    bump_all

        ld      a,(hits+PHASE)
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
11:     ld      a,-19 & 255
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

; exposed - how bare the enemy king stands: by his file and the two next to
; it, and by how far he is from his first rank
;
; In      the page of hits
; Out     A = number, 0 to 23
; Uses    F BC DE HL
exposed:
        call    root_target             ; in the side's view
        ld      a,d
        xor     FLIP
        ld      c,a
        rrca
        rrca
        rrca
        and     14
        ld      d,a                     ; two for each rank
        rrca
        ld      e,a                     ; rank
        ld      a,c
        and     7
        add     a,REARMOST
        call    own_file                ; the file before
        ld      a,l
        xor     0x10
        ld      l,a
        ld      b,3
1:      ld      a,l
        and     15
        jr      z,4f                    ; off the board
        cp      9
        jr      z,4f
        ld      a,(hl)
        cp      8
        jr      z,2f
        cp      3
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

; weigh - a number by the weight of the middle game
;
; In      A = number with sign, PHASE
; Out     A = A*(8-PHASE) >> 3
; Uses    F B DE HL
; Cycles  as scale
weigh:
        ld      d,a
        ld      a,(hits+PHASE)
        ld      b,a
        ld      a,8
        sub     b
        ld      b,a
        ld      a,d
        jp      scale

; king_terms - judge the king's squares
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
        ld      a,-7 & 255
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
        sub     5                       ; the two files in the middle
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
        ld      a,4
        call    bump
        bit     0,d
        ret     z
        ld      c,ROOK
        ld      e,0x07
        ld      a,8
        jp      bump

; Bump by A by the weight of the middle game.
.Lbump_weighed:
        push    de
        call    weigh
        pop     de
        jp      bump

; king_ending - judge the king's squares in the ending: towards passed pawns,
; and, with much the better of it, towards the enemy king, who belongs on the
; edge; ends king_terms
;
; In      the page of hits, lists
; Out     the side's tables
; Uses    AF BC DE HL
king_ending:
        call    king_passed
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

; king_passed - draw the king to the squares before passed pawns
;
; In      the page of hits, lists
; Out     the side's tables
; Uses    AF BC DE HL IX
; Cycles  1,500, and 8,000 for each passed pawn
;
; STEPS holds what 0 to 7 steps cost. D is its page, IXL the pawn's file, B
; the steps along the files to the rank at hand, C the file, HL the entry.
king_passed:
        ld      c,0                     ; id
.Lid:   ld      h,square >> 8
        ld      l,c
        ld      e,(hl)
        set     5,l
        ld      a,(hl)                  ; kind
        cp      PAWN
        jp      nz,.Lnext_id
        ld      a,e
        inc     a
        jp      z,.Lnext_id
        dec     a
        bit     4,c
        jr      z,1f
        xor     FLIP
1:      ld      e,a                     ; its owner's view
        and     7
        add     a,STOP                  ; the file before
        ld      l,a
        ld      a,c
        and     0x10
        or      l
        ld      l,a
        ld      h,hits >> 8
        call    passed_from
        ld      d,a
        ld      a,e
        rrca
        rrca
        rrca
        rrca
        and     7
        cp      d
        jp      c,.Lnext_id
        ld      b,a                     ; rank, 1 to 6
        ld      a,e
        add     a,0x10
        ld      e,a                     ; the square before it
        ld      a,c
        rrca
        rrca
        rrca
        rrca
        ld      hl,hits+SIDE
        xor     (hl)
        rrca
        ld      d,7                     ; an own pawn
        jr      nc,2f
        ld      d,13                    ; the enemy's
        ld      a,e
        xor     FLIP
        ld      e,a
2:      xor     a
3:      add     a,d
        djnz    3b
        rrca
        rrca
        rrca
        and     31
        jp      z,.Lnext_id
        push    bc
        ld      c,a
        xor     a
        ld      hl,hits+STEPS
4:      ld      (hl),a
        add     a,c
        inc     l
        jr      nz,4b                   ; to the end of the page
        ld      a,e
        and     7
        ld      ixl,a
        ld      a,e
        and     0x70
        ld      b,a                     ; the pawn's rank
        ld      hl,(hits+SIDE_FLIP)     ; and SIDE_PAGE
        ld      d,hits >> 8
        ld      c,0                     ; square
.Lrank_to:
        push    bc
        ld      a,c
        sub     b
        jr      nc,5f
        neg
5:      rrca
        rrca
        rrca
        rrca
        ld      b,a
        ld      c,0
.Lfile_to:
        ld      a,c
        sub     ixl
        jr      nc,6f
        neg
6:      cp      b
        jr      nc,7f
        ld      a,b
7:      or      STEPS
        ld      e,a
        ld      a,(de)
        ld      e,a
        ld      a,(hl)
        sub     e
        jr      nc,8f
        xor     a
8:      ld      (hl),a
        inc     l
        inc     c
        bit     3,c
        jr      z,.Lfile_to
        ld      a,l
        sub     8
        pop     bc
        xor     c                       ; SIDE_FLIP
        ld      l,a
        ld      a,c
        add     a,0x10
        ld      c,a
        xor     l
        ld      l,a
        bit     7,c
        jr      z,.Lrank_to
        pop     bc
.Lnext_id:
        inc     c
        bit     5,c
        jp      z,.Lid
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

