; eval.s - the root tables: all positional knowledge, worked once a search
; into a piece-square table for each piece

        .include "constants_gen.inc"
        .include "rules.inc"

        .global phase, build_tables, gather, base, pawn_terms, piece_terms
        .global king_terms, king_ending, balance, bump
        .global scale, root_ahead, next_square, root_steps, bump_all, bump_at
        .global scale_by_phase, own_file, by_side, root_target

        .equ    KING, 0
        .equ    QUEEN, 1
        .equ    ROOK, 2
        .equ    BISHOP, 3
        .equ    KNIGHT, 4
        .equ    PAWN, 5
        .equ    FLIP, 0x70

; What the builder knows of the root lies in the page of hits, which nobody
; needs then. Below $80 a byte for each square, in the own view: bit 0 where
; white's pawns guard it, bit 1 where black's do. Above, by file + 1 (0 and
; 9 are the board's edges) or by side:
        .equ    PAWNS, 0x80             ; white's pawns on the file, + $10 black's
        .equ    REARMOST, 0xA0          ; lowest rank of them, 8 without any
        .equ    STOP, 0xC0              ; where a pawn has passed the enemy's
        .equ    KINGS, 0xE0             ; squares, own view
        .equ    MINORS, 0xE2            ; bishops and knights on the first rank
        .equ    BISHOPS, 0xE4
        .equ    SUM, 0xE6               ; material, two bytes a side
        .equ    PHASE, 0xEA
        .equ    SIDE, 0xEB              ; whose tables are being made
        .equ    SIDE_FLIP, 0xEC         ; FLIP for black
        .equ    SIDE_PAGE, 0xED         ; page of the side's king's table
        .equ    GUARD, 0xEE             ; the side's bit of the guarded squares
        .equ    DELTA, 0xEF

        .text

; phase - the game phase, 0 all pieces on the board to 7 bare endgame
;
; In      lists
; Out     A = phase
; Uses    F BC DE HL
; Cycles  2,900
phase:
        ld      hl,square
        ld      c,0
1:      ld      a,(hl)
        inc     a
        jr      z,2f
        set     5,l
        ld      a,(hl)
        res     5,l
        add     a,phase_weight & 255
        ld      e,a
        ld      d,phase_weight >> 8
        ld      a,(de)
        add     a,c
        ld      c,a
2:      inc     l
        bit     5,l
        jr      z,1b
        ld      a,24
        sub     c
        jr      nc,4f
        xor     a
4:      ld      c,a
        add     a,a
        add     a,a
        add     a,c                     ; times 5
        rrca
        rrca
        rrca
        rrca
        and     15
        ret

; build_tables - make the tables for the position at the root
;
; In      lists, board, castle
; Out     pst; no map of attacks
; Uses    AF BC DE HL IX IY
; Cycles  mean 380,000, 470,000 at worst on random positions
build_tables:
        call    clear_hits
        call    gather
        call    phase
        ld      (hits+PHASE),a
        call    base
        ld      hl,hits+GUARD           ; white's other values are 0
        ld      (hl),1
        dec     l
        ld      (hl),pst >> 8
.Lside: call    pawn_terms
        call    piece_terms
        call    king_terms
        call    balance
        ld      hl,hits+SIDE
        inc     (hl)
        bit     1,(hl)
        jp      nz,clear_hits
        inc     l
        ld      (hl),FLIP
        inc     l
        ld      (hl),(pst + 0x600) >> 8
        inc     l
        ld      (hl),2
        jr      .Lside

; gather - what the terms want to know of the root
;
; In      lists, a clear page of hits
; Out     the page of hits
; Uses    AF BC DE HL
gather:
        ld      hl,hits+REARMOST
        ld      b,32
1:      ld      (hl),8
        inc     l
        djnz    1b
        ld      c,b                     ; id
.Lgather:
        ld      h,square >> 8
        ld      l,c
        ld      a,(hl)
        cp      NO_SQUARE
        jp      z,.Lgathered
        set     5,l
        ld      b,(hl)                  ; kind
        bit     4,c
        jr      z,2f
        xor     FLIP
2:      ld      e,a                     ; square, own view
        ld      h,hits >> 8
        ld      a,b
        or      a
        jr      nz,3f
        ld      a,KINGS
        call    .Lby_side
        ld      (hl),e
        jp      .Lgathered

3:      push    de
        ld      a,(rank_value + 5) & 255
        sub     b
        ld      l,a
        ld      h,rank_value >> 8
        ld      l,(hl)
        ld      h,0
        add     hl,hl
        add     hl,hl
        ex      de,hl
        ld      hl,hits+SUM
        bit     4,c
        jr      z,5f
        inc     l
        inc     l
5:      ld      a,(hl)
        add     a,e
        ld      (hl),a
        inc     l
        ld      a,(hl)
        adc     a,d
        ld      (hl),a
        pop     de
        ld      a,b
        cp      PAWN
        jr      z,.Lpawn
        cp      BISHOP
        jr      c,.Lgathered
        ld      a,BISHOPS
        call    .Lby_side
        bit     2,b                     ; a knight
        jr      nz,6f
        inc     (hl)
6:      ld      a,e
        cp      0x10
        jr      nc,.Lgathered
        dec     l
        dec     l
        inc     (hl)
        jr      .Lgathered

.Lpawn: ld      a,e
        and     7
        inc     a
        or      PAWNS
        ld      l,a
        ld      a,c
        and     0x10
        or      l
        ld      l,a
        inc     (hl)
        add     a,REARMOST-PAWNS
        ld      l,a
        ld      a,e
        rrca
        rrca
        rrca
        rrca
        and     7
        cp      (hl)
        jr      nc,7f
        ld      (hl),a
7:      ld      d,1
        bit     4,c
        jr      z,8f
        inc     d
8:      ld      a,e
        add     a,0x0F
        call    .Lguard
        ld      a,e
        add     a,0x11
        call    .Lguard
.Lgathered:
        inc     c
        bit     5,c
        jp      z,.Lgather

        ; A pawn on rank r bars the enemy's pawns until they stand on 7-r.
        ld      hl,hits+REARMOST
9:      ld      a,7
        sub     (hl)
        jr      nc,10f
        xor     a
10:     ld      b,a
        ld      a,l
        xor     (REARMOST ^ STOP) | 0x10
        ld      l,a
        ld      (hl),b
        xor     (REARMOST ^ STOP) | 0x10
        ld      l,a
        inc     l
        ld      a,l
        cp      STOP
        jr      nz,9b
        ret

; L = A + the side of id C.
.Lby_side:
        bit     4,c
        jr      z,11f
        inc     a
11:     ld      l,a
        ret

; Bit D into the square A, if it is one.
.Lguard:
        ld      l,a
        and     0x88
        ret     nz
        ld      a,(hl)
        or      d
        ld      (hl),a
        ret

; own_file - what is known of the side's pawns on a file
;
; In      A = PAWNS, REARMOST or STOP, + file + 1; SIDE_FLIP
; Out     A = the number, HL = its place
; Uses    F
own_file:
        ld      l,a
        ld      a,(hits+SIDE_FLIP)
        and     0x10
        or      l
        ld      l,a
        ld      h,hits >> 8
        ld      a,(hl)
        ret

; by_side - what is known of the side
;
; In      A = KINGS, MINORS or BISHOPS; SIDE
; Out     A = the number
; Uses    F HL
by_side:
        ld      hl,hits+SIDE
        add     a,(hl)
        ld      l,a
        ld      a,(hl)
        ret

; root_target - the enemy king's square in the side's view
;
; In      SIDE, KINGS
; Out     D = square, E = 0
; Uses    AF HL
root_target:
        ld      a,(hits+SIDE)
        xor     KINGS | 1
        ld      l,a
        ld      h,hits >> 8
        ld      a,(hl)
        xor     FLIP
        ld      d,a
        ld      e,0
        ret

; scale_by_phase - a number by the phase, in eighths, rounded down
;
; In      A = number with sign, PHASE
; Out     A = A*PHASE >> 3
; Uses    F B DE HL
; Cycles  as scale
scale_by_phase:
        ld      hl,hits+PHASE
        ld      b,(hl)

; scale - a number by eighths, rounded down
;
; In      A = number with sign, B = eighths, 0 to 8
; Out     A = A*B >> 3
; Uses    F B DE HL
; Cycles  100 + 24*B
scale:
        ld      e,a
        rla
        sbc     a,a
        ld      d,a
        ld      hl,0
        inc     b
        jr      2f
1:      add     hl,de
2:      djnz    1b
        sra     h
        rr      l
        sra     h
        rr      l
        sra     h
        rr      l
        ld      a,l
        ret

; base - mix the opening and ending tables by phase, for both sides
;
; In      PHASE
; Out     pst
; Uses    AF BC DE HL IX IY
; Cycles  70,000 at phase 0, 100,000 at 7
;
; Both sides and both wings at once: four entries from each number.
base:
        ld      ix,opening_table
        ld      iy,ending_table
        ld      c,0                     ; kind*32 + rank*4 + file
1:      ld      a,(iy+0)
        sub     (ix+0)
        call    scale_by_phase
        add     a,(ix+0)
        add     a,TABLE_BIAS
        ld      e,a
        inc     ix
        inc     iy
        ld      a,c
        rlca
        rlca
        rlca
        and     7
        add     a,pst >> 8
        ld      h,a
        ld      a,c
        add     a,a
        add     a,a
        and     0x70
        ld      l,a
        ld      a,c
        and     3
        or      l
        ld      l,a
        ld      (hl),e
        xor     7
        ld      l,a
        ld      (hl),e
        xor     FLIP
        ld      l,a
        ld      a,h
        add     a,6
        ld      h,a
        ld      (hl),e
        ld      a,l
        xor     7
        ld      l,a
        ld      (hl),e
        inc     c
        ld      a,c
        cp      6*32
        jr      nz,1b
        ret

; bump - add to an entry of the side's tables and stop at the ends of a byte
;
; In      A = what to add, with sign; C = kind, E = square in the own view
; Out     the entry
; Uses    AF B HL
; Cycles  110
bump:
        ld      b,a
        ld      hl,hits+SIDE_FLIP
        ld      a,(hl)
        xor     e
        inc     l
        ld      h,(hl)
        ld      l,a
        ld      a,h
        add     a,c
        ld      h,a
        ld      a,b

; bump_at - bump by address
;
; In      A = what to add, with sign; HL = entry
; Out     the entry
; Uses    AF B
; Cycles  51
bump_at:
        ld      b,a
        rlca
        ld      a,b
        jr      c,2f
        add     a,(hl)
        jr      nc,1f
        ld      a,255
1:      ld      (hl),a
        ret
2:      add     a,(hl)
        jr      c,1b
        xor     a
        ld      (hl),a
        ret

; bump_all - bump for all squares of one piece
;
; In      D = what to add, with sign; C = kind
; Out     the table; C = next kind
; Uses    AF B HL
; Cycles  6,500
bump_all:
        ld      a,(hits+SIDE_PAGE)
        add     a,c
        ld      h,a
        ld      l,0
        inc     c
1:      ld      a,d
        call    bump_at
        ld      a,l
        add     a,9                     ; as next_square
        and     0x77
        ld      l,a
        jr      nz,1b
        ret

; next_square - the next square of a walk over the board
;
; In      E = square
; Out     E = the next; Z set: there is none, and E = 0
; Uses    AF
next_square:
        ld      a,e
        add     a,9                     ; over the gap behind each rank
        and     0x77
        ld      e,a
        ret

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
; Cycles  19,000 where it does anything
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
