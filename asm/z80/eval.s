; eval.s - the root tables: all positional knowledge, worked once a search
; into a piece-square table for each piece; the terms are in terms.s

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "eval.inc"

        .global phase, build_tables, gather, base, scale, scale_by_phase
        .global own_file, by_side, root_target, bump, bump_at, bump_all
        .global next_square

        .text

; phase - the game phase, 0 all pieces on the board to 7 bare endgame
;
; In      lists
; Out     A = phase
; Uses    F BC DE HL
; Cycles  mean 2,800 on the benchmark positions
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

.Lpawn: ld      a,COUNT
        call    .Lby_side
        inc     (hl)
        ld      a,e
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
; In      A = KINGS, MINORS, BISHOPS or COUNT; SIDE
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
; Cycles  4,200
bump_all:
        ld      a,(hits+SIDE_PAGE)
        add     a,c
        ld      h,a
        ld      l,0
        inc     c
        bit     7,d
        jr      nz,.Lless
1:      ld      a,d
        add     a,(hl)
        jr      nc,2f
        ld      a,255
2:      ld      (hl),a
        ld      a,l
        add     a,9                     ; as next_square
        and     0x77
        ld      l,a
        jr      nz,1b
        ret
.Lless: ld      a,d
        add     a,(hl)
        jr      c,3f
        xor     a
3:      ld      (hl),a
        ld      a,l
        add     a,9
        and     0x77
        ld      l,a
        jr      nz,.Lless
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
