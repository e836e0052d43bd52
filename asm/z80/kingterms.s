; kingterms.s - the king's terms of the root tables

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "eval.inc"

        .global king_terms, king_ending, king_passed, draw_king, root_ahead

        .section .book, "x"

; king_terms - judge the king's squares
;
; In      the facts, castle, IX = side
; Out     the side's tables
; Uses    AF BC DE HL
king_terms:
        ; From phase 5 on the king is judged as in the ending.
        ld      a,(raw_moves+PHASE)
        cp      5
        jp      nc,king_ending
        ; What the king finds of shelter: D on the file before, E on his.
        ld      a,REARMOST + 1
        call    own_fact
        ld      d,-7 & 255
        call    .Lshelter
        ; Three files at a time: before, his, behind; the sum in A. What lies
        ; off the board has no pawns, -7.
        ld      e,a
        ld      c,0                     ; file
1:      inc     l
        call    .Lshelter
        ld      b,a
        add     a,e
        add     a,d
        ; The three move up one file. A waits in B while C, the file, is tested.
        ld      d,e
        ld      e,b
        ld      b,a
        ld      a,c
        sub     3
        cp      2
        ld      a,b
        jr      nc,2f
        sub     5                       ; the two files in the middle
        ; Less with fewer pieces; HL is in the facts. B = the judgement.
2:      push    hl
        call    weigh
        ld      b,a
        ; It is added to the king's first two squares on the file.
        ld      a,c
        xor     ixl
        ld      l,a
        ld      a,ixh
        ld      h,a
        ld      a,(hl)
        add     a,b
        ld      (hl),a
        ; And on the second rank, $10 from the first in both views.
        ld      a,l
        xor     0x10                    ; second rank
        ld      l,a
        ld      a,(hl)
        add     a,b
        ld      (hl),a
        pop     hl
        inc     c
        bit     3,c
        jr      z,1b

        ; A = the side's rights. Without any it is over.
        ld      a,ixl
        or      a
        ld      a,(castle)
        jr      z,3f
        rrca
        rrca
3:      and     3
        ret     z
        ; To keep them, the king is worth 4 more on e1, and with kingside ones
        ; the rook 8 more on h1.
        ld      d,a
        ld      c,KING
        ld      e,0x04
        ld      a,4
        call    bump
        ; Kingside rights: bit 0.
        bit     0,d
        ret     z
        ld      c,ROOK
        ld      e,0x07
        ld      a,8
        jp      bump

; A = the shelter of pawns whose REARMOST is (HL).
.Lshelter:
        ; On the fourth rank or above, or nobody ($80)? Else shelter of ranks 0
        ; to 2.
        ld      a,(hl)
        cp      0x30
        jr      nc,4f
        rrca
        rrca
        rrca
        rrca
        ; shelter lies within a page. HL is in the facts again.
        push    hl
        add     a,shelter & 255
        ld      l,a
        ld      h,shelter >> 8
        ld      a,(hl)
        pop     hl
        ret
        ; NOBODY is no shelter, -7; a pawn that has gone far counts 0.
4:      cp      NOBODY
        ld      a,-7 & 255
        ret     z
        xor     a                       ; too far
        ret

; king_ending - judge the king's squares in the ending: towards passed pawns,
; and, with much the better of it, towards the enemy king, who belongs on the
; edge; ends king_terms
;
; In      the facts, lists, IX = side
; Out     the side's table of the king
; Uses    AF BC DE HL
;
; 28 less 4 for each step to the enemy king, in this order: the 28 first, so
; that no entry stops at 0.
king_ending:
        ; HL = how far ahead, with sign. H = $FF: behind by less than 16 pawns;
        ; other negative ones, far behind; above 0, far ahead.
        call    king_passed
        call    root_ahead
        ld      a,h
        inc     a
        jr      z,.Lbehind_some
        dec     a
        jp      m,.Lfar_behind
        jr      nz,1f
        ; H = 0: ahead, by L sixteenths.
        ld      a,l
        cp      4*16
        ret     c                       ; less than 4 pawns
        ; Much ahead: 28 for all squares, then 4 less for each step to the enemy
        ; king.
1:      ld      a,ixh
        ld      h,a
        ld      l,0
2:      ld      a,(hl)
        add     a,28
        ld      (hl),a
        ; L + 9 without bits 3 and 7 is the next square, and 0 after h8.
        ld      a,l
        add     a,9                     ; over the gap behind each rank
        and     0x77
        ld      l,a
        jr      nz,2b
        call    king_of_enemy
        ld      e,a
        ld      d,4
        jp      draw_king

.Lbehind_some:
        ld      a,l
        cp      (-4*16 & 255) + 1
        ret     nc                      ; -4 itself counts
.Lfar_behind:
        ; Much behind: 10 less for each step from the middle, file and rank
        ; apart.
        ld      a,ixh
        ld      h,a
        ld      l,0
        ld      bc,.Lfrom_middle        ; rank
3:      push    hl
        ld      de,.Lfrom_middle        ; file
        ; A = what is taken, 0 or negative. Without carry the entry went below
        ; 0.
4:      ld      a,(bc)
        ex      de,hl
        add     a,(hl)
        inc     hl
        ex      de,hl
        dec     a                       ; the complement, as in draw_king
        scf
        adc     a,(hl)
        jr      c,5f
        xor     a
5:      ld      (hl),a
        ; The next file; bit 3 ends the rank.
        inc     l
        bit     3,l
        jr      z,4b
        pop     hl
        ; The next rank, until L is $80.
        inc     bc
        ld      a,l
        add     a,0x10
        ld      l,a
        jp      p,3b
        ret

; king_passed - draw the king to the squares before passed pawns
;
; In      the facts, lists, IX = side
; Out     the side's table of the king
; Uses    AF BC DE HL
king_passed:
        ld      c,0                     ; id
        ; Each id: a living pawn?
.Lid:   ld      h,square >> 8
        ld      l,c
        ld      e,(hl)
        set     5,l
        ld      a,(hl)                  ; kind
        cp      PAWN
        jr      nz,.Lnext_id
        ld      a,e
        inc     a
        jr      z,.Lnext_id
        ; E = its square in its owner's view. HL -> STOP of the file before it.
        dec     a
        bit     4,c
        jr      z,1f
        xor     FLIP
1:      ld      e,a                     ; its owner's view
        and     7
        add     a,STOP                  ; the file before
        ld      l,a
        ; Its own side's STOP, by bit 4 of the id.
        ld      a,c
        and     0x10
        add     a,l
        ld      l,a
        ld      h,raw_moves >> 8
        ; D = the rank from which on it is passed: has it come so far?
        call    passed_from
        ld      d,a
        ld      a,e
        and     0x70
        cp      d
        jr      c,.Lnext_id
        ; The pull, 7 or 13 by whose pawn it is, times rank, through 8. B counts
        ; the additions.
        rrca
        rrca
        rrca
        rrca
        ld      b,a                     ; rank, 1 to 6
        ld      a,c
        xor     ixl
        and     0x10
        ld      d,7                     ; an own pawn
        jr      z,2f
        ld      d,13                    ; the enemy's
2:      xor     a
3:      add     a,d
        djnz    3b
        ; An eighth; turned bits are masked. 0 has no effect.
        rrca
        rrca
        rrca
        and     31
        jr      z,.Lnext_id
        ; E = the square before it, white's view. C is the id.
        ld      d,a
        ld      a,e
        add     a,0x10                  ; the square before it
        bit     4,c
        jr      z,4f
        xor     FLIP
        ; Take what each step to it costs; the id stays.
4:      ld      e,a
        push    bc
        call    draw_king
        pop     bc
.Lnext_id:
        inc     c
        bit     5,c
        jr      z,.Lid
        ret

; draw_king - take from the king's entries for each step to a square
;
; In      D = what a step costs, 1 to 9; E = square, white's view; IX = side
; Out     the side's table of the king; COSTS
; Uses    AF BC DE HL
;
; Costs are kept as their complements: added with carry they subtract, and
; the carry says that it went. Of file and rank the greater cost counts, the
; lesser complement. B is the rank's, C what the next rank adds to it.
draw_king:
        ; COSTS by file: 255 on the square's own, D less with each step to the
        ; left.
        ld      a,e
        and     7
        ld      b,a
        ld      l,a
        ld      h,(raw_moves + COSTS) >> 8
        ld      a,255
1:      ld      (hl),a
        sub     d
        dec     l
        jp      p,1b
        ; And to the right.
        ld      l,b
        ld      a,255
2:      ld      (hl),a
        sub     d
        inc     l
        bit     3,l
        jr      z,2b
        ; B = what the first rank has: 255 less D for each rank up to the
        ; square.
        ld      a,e
        rrca
        rrca
        rrca
        rrca
        and     7
        ; B + 1 passes: the first of them subtracts nothing.
        ld      b,a
        inc     b
        ld      a,255
        jr      4f
3:      sub     d
4:      djnz    3b
        ; C = D: what each next rank has more. DE goes along COSTS, HL along the
        ; king's table.
        ld      b,a
        ld      c,d
        ld      d,h
        ld      a,ixh
        ld      h,a
        ld      l,0
.Lrank: ld      e,0
        ; The lesser of file and rank, A. Added with carry it takes the cost
        ; off; without a carry out the entry went below 0, and is 0.
5:      .rept   2
        ld      a,(de)
        cp      b
        jr      c,7f
        ld      a,b
7:      scf
        adc     a,(hl)
        jr      c,8f
        xor     a
8:      ld      (hl),a
        ; Both go on by a file; bit 3 ends the rank.
        inc     l
        inc     e
        .endr
        bit     3,e
        jr      z,5b
        ; The next rank; the last one gives $80, minus.
        ld      a,l
        add     a,8
        ret     m
        ld      l,a
        ; From the square's own rank (B = 255) on, ranks have less again: C
        ; changes its sign.
        ld      a,b
        inc     a
        jr      nz,6f
        sub     c                       ; past the square's own rank
        ld      c,a
6:      ld      a,b
        add     a,c
        ld      b,a
        jr      .Lrank

; root_ahead - the side's lead in material
;
; In      lists, IX = side
; Out     HL = sixteenths of a pawn, with sign
; Uses    AF BC DE
root_ahead:
        ; Each living piece except the kings.
        ld      hl,0
        ld      c,l                     ; id
1:      ld      d,square >> 8
        ld      e,c
        ld      a,(de)
        inc     a
        jr      z,3f
        set     5,e
        ld      a,(de)                  ; kind
        or      a
        jr      z,3f                    ; king
        ; rank_value by rank, 5 - kind: its value.
        ld      b,a
        ld      a,(rank_value + 5) & 255
        sub     b
        ld      e,a
        ld      d,rank_value >> 8
        ld      a,(de)
        ld      e,a
        ld      d,0
        ; The side's own are added, the others subtracted.
        ld      a,c
        xor     ixl
        and     0x10                    ; no carry
        jr      nz,2f
        add     hl,de
        jr      3f
2:      sbc     hl,de
3:      inc     c
        bit     5,c
        jr      z,1b
        ret

        .section .rodata, "r"

; What a king has less for his distance from the middle, by rank or file.
.Lfrom_middle:
        .byte   -30, -20, -10, 0, 0, -10, -20, -30
