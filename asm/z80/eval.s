; eval.s - the root tables: all positional knowledge, worked once a search
; into a piece-square table for each piece; the terms are in terms.s and
; kingterms.s

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "eval.inc"

        .global phase, phase_of, build_tables, gather, mix, base, weigh
        .global bump, own_fact, king_of_enemy

        .section .book, "x"

; phase - the game phase, 0 all pieces on the board to 7 bare endgame
;
; In      lists
; Out     A = phase
; Uses    F BC DE HL
phase:
        ; C = sum of the weights. Each of the 32 ids: captured ones count
        ; nothing, the kind of the others lies $20 above the square.
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

; phase_of - the game phase by the weight of the pieces; ends phase
;
; In      C = sum of phase_weight
; Out     A = phase
; Uses    F C
phase_of:
        ; What is missing of 24, 0 if promotions make it more, times 5/16: 0 to
        ; 7.
        ld      a,24
        sub     c
        jr      nc,1f
        xor     a
1:      ld      c,a
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
; Out     pst; no attack map
; Uses    AF BC DE HL IX IY BC' DE' HL'; two pages from raw_moves
;
; The squares that pawns guard are marked in the page of hits, which must be
; cleared anyway; guard_terms takes the marks away.
;
; Entries stop at 0 and 255, and then the order of what is added counts. By the
; numbers of goengine/eval.go only two kinds come so far: the queen from the
; enemy king's pull, at 255, and the king from passed pawns and the edge, at 0.
; All else is added without a test, in the most convenient order.
build_tables:
        ; The facts first. mix and worth need the phase; base uses both sides'
        ; WORTH.
        call    clear_hits
        call    gather
        call    phase_of
        ld      (raw_moves+PHASE),a
        call    mix
        ld      ix,pst
        call    worth
        ld      ix,pst+0x600+FLIP
        call    worth
        call    base
        ; White's terms, then black's: IXL is 0 or FLIP.
        ld      ix,pst
.Lside: call    pawn_terms
        call    guard_terms
        call    piece_terms
        call    king_terms
        ld      a,ixl
        or      a
        ret     nz
        ld      ix,pst+0x600+FLIP
        jr      .Lside

; gather - collect the facts about the root that the terms need
;
; In      lists, a clear page of hits
; Out     the facts except WORTH, PASSED and PHASE; C = sum of phase_weight;
;         marks in hits and GUARDED
; Uses    AF B DE HL IY BC' DE' HL'
;
; The other registers hold the walk: HL in the list, B slots to come, C the
; flip, DE behind the last guarded square. IYL is the sum, IYH the side's
; mark.
gather:
        ; Both sides' facts are 0 to begin with, and no file has a pawn.
        ld      hl,raw_moves+PAWNS
        xor     a
        call    .Lfill
        ld      a,NOBODY
        ld      l,REARMOST
        call    .Lfill
        ; IYH = 1, white's mark; the sum is 0.
        ld      iy,0x0100
        ld      c,0                     ; the side's facts
        ld      d,c                     ; flip
        exx
        ld      hl,square
        ld      de,raw_moves+GUARDED
        ld      c,0
.Lgather:
        ld      b,16
        ; The next slot. A = square in the own view; NO_SQUARE is passed over.
.Lslot: ld      a,(hl)
        cp      NO_SQUARE
        jr      z,.Lnext
        xor     c
        exx
        ld      e,a                     ; square, own view
        exx
        set     5,l
        ld      a,(hl)                  ; kind
        res     5,l
        exx
        ld      h,raw_moves >> 8
        ; Pawn, king or officer; A and B = kind.
        cp      PAWN
        jr      z,.Lpawn
        or      a
        jr      z,.Lking
        ld      b,a
        ; An officer's weight is added to the sum.
        add     a,phase_weight & 255
        ld      l,a
        ld      h,phase_weight >> 8
        ld      a,(hl)
        add     a,iyl
        ld      iyl,a
        ld      h,raw_moves >> 8
        ld      a,b
        ; Queens and rooks are done; bishops are counted.
        cp      BISHOP
        jr      c,.Lgathered
        jr      nz,1f
        ld      a,BISHOPS
        add     a,c
        ld      l,a
        inc     (hl)
        ; A bishop or knight on its first rank counts among the minors.
1:      ld      a,e
        cp      0x10
        jr      nc,.Lgathered
        ld      a,MINORS
        add     a,c
        ld      l,a
        inc     (hl)
        jr      .Lgathered

        ; The king's square, own view.
.Lking: ld      a,KINGS
        add     a,c
        ld      l,a
        ld      (hl),e
        jr      .Lgathered

.Lpawn: ld      a,COUNT
        add     a,c
        ld      l,a
        ; One pawn more, on the board and on its file (places 1 to 8).
        inc     (hl)
        ld      a,e
        and     7
        add     a,PAWNS + 1
        add     a,c
        ld      l,a
        inc     (hl)
        ; Its rank is the file's rearmost if it is lower.
        set     5,l                     ; REARMOST
        ld      a,e
        and     0x70
        cp      (hl)
        jr      nc,2f
        ld      (hl),a
        ; Both squares that it guards. D is the flip.
2:      ld      h,hits >> 8
        ld      a,e
        add     a,0x0F
        call    .Lguard
        ld      a,e
        add     a,0x11
        call    .Lguard
.Lgathered:
        exx
.Lnext: inc     l
        djnz    .Lslot
        ; The side is done. GUARD_END = low byte behind its last guarded square.
        ld      a,e
        exx
        ld      b,a
        ld      h,raw_moves >> 8
        ld      a,GUARD_END
        add     a,c
        ld      l,a
        ld      (hl),b
        ; Now black's facts, mark 2 and flip. Z after black, for then D is 0
        ; again.
        ld      c,0x10
        inc     iyh
        ld      a,d
        xor     FLIP
        ld      d,a
        exx
        ld      c,a
        jp      nz,.Lgather

        ; A pawn on rank r bars the enemy's pawns until they stand on 7-r.
        ; White's rearmost pawns give black's STOP, and the other way round.
        ld      de,raw_moves+STOP+0x10
        ld      hl,raw_moves+REARMOST
        call    .Lstops
        ld      e,STOP
        ld      l,REARMOST + 0x10
        call    .Lstops
        ld      c,iyl
        ret
.Lstops:
        ld      b,10
        ; $70 - rank; without a pawn $70 - NOBODY borrows, and it is 0.
3:      ld      a,0x70
        sub     (hl)
        jr      nc,4f
        xor     a
4:      ld      (de),a
        inc     l
        inc     e
        djnz    3b
        ret

; A into the 32 bytes from HL on.
.Lfill: ld      b,8
5:      .rept   4
        ld      (hl),a
        inc     l
        .endr
        djnz    5b
        ret

; Note the square A, own view, if it is one and not yet noted.
.Lguard:
        ; Off the board: nothing. HL -> the square's mark, board view.
        ld      l,a
        and     0x88
        ret     nz
        ld      a,l
        xor     d
        ld      l,a
        ; Has this side marked it? Else it does, and the square goes to the
        ; list.
        ld      a,(hl)
        or      iyh
        cp      (hl)
        ret     z
        ld      (hl),a
        ld      a,l
        exx
        ld      (de),a
        inc     e
        exx
        ret

; mix - multiply by the phase all numbers that will be needed
;
; In      PHASE
; Out     for each N, -MIXED_LOW to MIXED_HIGH, TABLE_BIAS + N*PHASE >> 3 in
;         the page of facts at N; PASSED
; Uses    AF BC DE HL
;
; 160 additions cost less than 192 products in base, and the terms find
; theirs here too. HL is the product with eight bits behind the point, so
; that H is it rounded down.
mix:
        ld      a,(raw_moves+PHASE)
        ; DE = PHASE / 8 with eight bits behind the point: three turns right are
        ; PHASE * 32.
        rrca
        rrca
        rrca
        ld      e,a                     ; PHASE / 8, with eight bits
        ld      d,0
        ; A = PHASE again, times 8: that is 64 * PHASE / 8, what the first
        ; number lies below 0.
        rlca
        rlca
        rlca
        add     a,a
        add     a,a
        add     a,a
        neg                             ; -MIXED_LOW*PHASE / 8
        add     a,TABLE_BIAS
        ; HL = the first product, BC its place, N = -64 in the low byte.
        ld      h,a
        ld      l,d
        ld      bc,raw_moves+256-MIXED_LOW
        ; Eight at a time; each is PHASE / 8 more.
1:      .rept   8
        ld      a,h
        ld      (bc),a
        inc     c
        add     hl,de
        .endr
        ld      a,c
        cp      MIXED_HIGH + 1
        jr      nz,1b

        ; The bonus of ranks 1 to 6: opening + mixed(ending - opening). The
        ; ending's table lies 8 behind the opening's.
        ld      h,b
        ld      de,passed_bonus+1
        ld      c,PASSED + 1
2:      ld      a,(de)                  ; opening
        set     3,e
        ex      de,hl
        sub     (hl)
        ; The difference is the place of its product in the page of facts.
        neg                             ; ending - opening
        ex      de,hl
        ld      l,a
        ld      a,(hl)
        sub     TABLE_BIAS
        ld      l,a
        res     3,e
        ld      a,(de)
        add     a,l
        ld      (bc),a
        ; The next rank.
        inc     e
        inc     c
        ld      a,c
        cp      PASSED + 7
        jr      nz,2b
        ret

; weigh - multiply a number by the weight of the middlegame
;
; In      A = number, -MIXED_HIGH to MIXED_LOW; mix
; Out     A = A*(8-PHASE) >> 3
; Uses    F B HL
;
; That is A + (-A*PHASE >> 3).
weigh:
        ; The product of -A is at that place, with TABLE_BIAS.
        ld      b,a
        neg
        ld      l,a
        ld      h,raw_moves >> 8
        ld      a,(hl)
        add     a,b
        sub     TABLE_BIAS
        ret

; base - mix the opening and ending tables by phase, for both sides, and add
; the WORTH of the kinds
;
; In      mix, WORTH
; Out     pst
; Uses    AF BC DE HL IX IY BC' DE' HL'
;
; Both sides and both wings at once: four entries from each number. The
; values are IYH, black's, and IYL, white's less black's. The entries are at
; HL and DE, white's left and right, and BC and IX, black's; the other
; registers are HL in the opening's table, DE in the ending's and B the page
; of mix.
;
; The sums stay in a byte: officers' worths are less than 64 either way, but
; the queen's, 5*exposed weighed, 115 at phase 0 where her table has 10 at
; most.
base:
        ; White's first rank is a1 to h1, black's a8 to h8.
        ld      hl,pst
        ld      de,pst+7
        ld      bc,pst+0x600+FLIP
        ld      ix,pst+0x600+FLIP+7
        exx
        ld      hl,opening_table
        ld      de,ending_table
        ld      b,raw_moves >> 8
        exx
        ld      a,WORTH                 ; of the kind
.Lkind: push    af
        ; IYH = black's value of the kind, IYL = white's less that.
        exx
        ld      c,a
        ld      a,(bc)
        ld      iyl,a
        set     4,c
        ld      a,(bc)
        ld      iyh,a
        exx
        ld      a,iyl
        sub     iyh
        ld      iyl,a
.Lrank: .irp    file, 0, 1, 2, 3
        ; Half a rank. A = mixed value with bias: opening + mixed(ending -
        ; opening), which is one number for both wings of both sides.
        exx
        ld      a,(de)
        sub     (hl)
        ld      c,a
        ld      a,(bc)
        add     a,(hl)
        inc     hl
        inc     de
        exx
        ; With black's value to black's two squares, with the difference to
        ; white's.
        add     a,iyh
        ld      (bc),a
        ld      (ix-\file),a
        add     a,iyl
        ld      (hl),a
        ld      (de),a
        inc     c
        inc     l
        dec     e
        .endr
        ; The next rank: $10 less for black, after four steps to the right; $10
        ; more for white.
        ld      a,c
        sub     20
        ld      c,a
        ld      a,ixl
        sub     16
        ld      ixl,a
        ld      a,l
        add     a,12 + 7
        ld      e,a
        sub     7
        ld      l,a
        jp      p,.Lrank                ; until $80
        ; The next kind: all four places one page on, at their first rank.
        ld      l,0
        inc     h
        ld      e,7
        inc     d
        ld      c,FLIP
        inc     b
        ld      ixl,FLIP + 7
        inc     ixh
        pop     af
        inc     a
        cp      WORTH + 6
        jp      nz,.Lkind
        ret

; own_fact - the address of a fact about the side
;
; In      A = PAWNS, REARMOST, KINGS or the like, IX = side
; Out     HL = place
; Uses    AF
own_fact:
        ; Bit 4 of IXL is set for black, whose facts lie $10 above.
        ld      l,a
        ld      a,ixl
        and     0x10
        add     a,l
        ld      l,a
        ld      h,raw_moves >> 8
        ret

; king_of_enemy - the square of the enemy king
;
; In      square, IX = side
; Out     A = square
; Uses    F HL
king_of_enemy:
        ; The king is slot 0: id 0 or $10 of the other side.
        ld      a,ixl
        cpl
        and     0x10
        ld      l,a                     ; square begins a page
        ld      h,square >> 8
        ld      a,(hl)
        ret

; bump - add to an entry of the side's tables, limited to 0 and 255
;
; In      A = what to add, with sign; C = kind, E = square in the own view;
;         IX = side
; Out     the entry
; Uses    AF B HL
bump:
        ; HL = entry: the square turned to the board's view, the page of the
        ; kind.
        ld      b,a
        ld      a,e
        xor     ixl
        ld      l,a
        ld      a,ixh
        add     a,c
        ld      h,a
        ; The sign, in carry, says at which end a sum may leave the byte.
        ld      a,b
        rlca
        ld      a,b
        jr      c,2f
        ; Added: a carry stops at 255.
        add     a,(hl)
        jr      nc,1f
        ld      a,255
1:      ld      (hl),a
        ret
        ; Subtracted: without a carry it went below 0.
2:      add     a,(hl)
        jr      c,1b
        xor     a
        ld      (hl),a
        ret
