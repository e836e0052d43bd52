; rootnet.s - the network that adds to the root tables (docs/lab/root-net.md)

        .include "constants_gen.inc"

        .global net_tables

; At the root there are no moves yet, and no cache. The page of raw_moves has
; the men as the side to move sees them, the next page as the other side does:
; how many bytes follow, then three bytes a man, the mask of his half of a
; byte of codes, and where in the codes of a hidden value that byte is. The
; third page has what the codes mean, at code and at 16*code, so that a half
; of a byte needs no shift. Behind the mover's list of men:
        .equ    TURN, 0x80              ; flip of the side whose tables are made
        .equ    LIMIT, 0x81             ; rank behind the table's last
        .equ    OFFICERS, 0x82          ; tables left before the pawns'
        .equ    HIDDEN, 256 - 2*NET_HIDDEN      ; hidden values, mover's and other's in turn
        .equ    MEANINGS, 0x200

; Products of a hidden value and what its codes mean, less that of code 0, lie
; in two pages and the beginning of a third, where the next hidden value's
; begin:
;
;       page    $00-$0F, by left code   $00, $10 to $F0, by right code
;       1st     low bytes               high bytes of the hidden value before
;       2nd     high bytes              low bytes
;       3rd     the next one's          high bytes
;
; Code 0's product is 0, so that both may have $00. So a code's half of a byte
; is the address, and a step to the next page all that is between. Of the
; 13 hidden values, 5 have 11 pages of sorted_stack, and 8 the first 16 bytes
; of killers and the cache behind, 16 pages.
        .equ    IN_SORTED, 5            ; odd, as .Lbyte begins with half a round
        .equ    IN_CACHE, NET_HIDDEN - IN_SORTED
        .equ    SORTED_AT, sorted_stack + 255   ; in the first whole page

; What an entry's sum begins with: a half, to round, and 128 to be positive.
        .equ    SUM_START, NET_ONE/2 + 128*NET_ONE

; ADD_HIDDEN - add a hidden value's products to the sums of two entries, DE
; left and BC right. H = its first page; HL' = its codes, DE' = NET_HALF.
; Leaves HL and HL' at the next one's. It begins and ends in the other set of
; registers. 131 T-states.
        .macro  ADD_HIDDEN
        ; The low half of the byte is the left entry's code and the address of
        ; its product: low byte in the first page, high byte in the second.
        ld      a,(hl)
        exx
        and     0x0F
        ld      l,a
        ld      a,e
        add     a,(hl)
        ld      e,a
        inc     h
        ld      a,d
        adc     a,(hl)
        ld      d,a
        exx
        ; The same byte again, for the right entry; HL' goes on to the next
        ; hidden value's codes.
        ld      a,(hl)
        add     hl,de
        exx
        ; The high half is the address, a page further on: low byte in the
        ; second page, high byte in the third, where the next hidden value's
        ; products begin.
        and     0xF0
        ld      l,a
        ld      a,c
        add     a,(hl)
        ld      c,a
        inc     h
        ld      a,b
        adc     a,(hl)
        ld      b,a
        exx
        .endm

; ADD_ENTRY - add the sum in HL to the entry at IX + right, which stops at 0
; and 255. A E HL are lost. 112 T-states at most.
;
; Four times HL, with carry, is 256 times 128 + what is to be added, which may
; be more than 127.
        .macro  ADD_ENTRY right
        ; A = H = 128 + what is added, modulo 256; carry says that 256 is
        ; missing.
        ld      e,(ix+\right)
        add     hl,hl
        add     hl,hl
        ld      a,h
        jr      c,.Lgreat\@
        ; No carry: the sum is 128 too much. Below 0 it stops at 0.
        add     a,e
        jr      c,.Lmore\@
        sub     128
        jr      nc,.Lput\@
        xor     a
        jr      .Lput\@
.Lgreat\@:
        ; What is added is 128 more than A. A carry of either addition means
        ; more than 255.
        add     a,e
        jr      c,.Lmost\@
.Lmore\@:
        add     a,128
        jr      nc,.Lput\@
.Lmost\@:
        sbc     a,a                     ; carry is set: 255
.Lput\@:
        ld      (ix+\right),a
        .endm

        .section .net, "x"

; net_tables - add the network's tables to those of build_tables
;
; In      the position; pst as build_tables has made it
; Out     pst
; Uses    everything
;
; At most 1.07 million T-states, counted: 0.12 for the hidden values of 32
; men, 0.11 for products, 0.83 for entries, 0.63 of that ADD_HIDDEN. An entry's
; sum is made in registers from all hidden values: sums in memory, to which
; one hidden value after the other is added, would take 0.15 million more. A
; hidden value of 0 has products like any other, as 22 of 26 are not 0.
net_tables:
        ; A king alone: the builder's tables stay. HL = the man behind a king.
        ld      hl,square+1
.Lalone:
        ; and of 15 squares is $FF only if all are: no man except the king.
        ld      a,NO_SQUARE
        ld      b,15
1:      and     (hl)
        inc     l
        djnz    1b
        inc     a
        ret     z
        inc     l
        bit     5,l
        jr      z,.Lalone

        ; The men, as both sides see them.
        ; C = flip of the side to move, 0 or FLIP. Its men go to the first page,
        ; the other view's to the second.
        ld      a,(side)
        neg
        and     FLIP
        ld      c,a
        ld      de,raw_moves
        call    .Lmen
        inc     d
        ld      a,c
        ld      (raw_moves+TURN),a
        xor     FLIP
        ld      c,a
        call    .Lmen

        ; The hidden values, one for the mover and for the other at a time.
        ; BC = its codes, HL = what they mean, IX = where the value goes,
        ; IY = its bias.
        ld      bc,net_in
        ld      hl,net_in_values
        ld      ix,raw_moves+HIDDEN
        ld      iy,net_bias
.Lhidden:
        ; What the 16 codes mean, at code and at 16 * code: BC steps by 1, DE by
        ; $10, until E has gone round.
        push    bc
        ld      bc,raw_moves+MEANINGS
        ld      d,b
        ld      e,c
1:      ld      a,(hl)
        ld      (bc),a
        ld      (de),a
        inc     hl
        inc     c
        ld      a,e
        add     a,0x10
        ld      e,a
        jr      nc,1b
        pop     bc
        ; HL, the next one's meanings, waits. DE = the mover's men.
        push    hl
        ld      de,raw_moves

        ; From the last man to the first, at DE. HL' = sum, B' = page of
        ; meanings. 117 T-states a man.
.Lview: ld      a,(de)
        ; E = the place of the last man's last byte. The sum begins with the
        ; bias.
        ld      e,a
        exx
        ld      l,(iy+0)
        ld      h,(iy+1)
        inc     iy
        inc     iy
        ld      b,(raw_moves+MEANINGS) >> 8
        exx
        ; HL = where the man's code is: his place plus the hidden value's codes.
        ; His mask leaves his half of the byte.
2:      ld      a,(de)
        dec     e
        ld      h,a
        ld      a,(de)
        dec     e
        ld      l,a
        add     hl,bc
        ld      a,(de)
        and     (hl)
        exx
        ; BC' = place of its meaning, a byte with sign, which is added to HL'.
        ld      c,a
        ld      a,(bc)
        ld      e,a
        rla
        sbc     a,a
        ld      d,a
        add     hl,de
        exx
        ; Three bytes a man; E is 0 in front of the first.
        dec     e
        jr      nz,2b
        inc     d                       ; the other's men

        ; A = the sum, at least 0 and at most NET_ONE.
        exx
        xor     a
        bit     7,h
        jr      nz,3f
        ; Above 255, or above NET_ONE: NET_ONE.
        ld      a,NET_ONE
        inc     h
        dec     h
        jr      nz,3f
        cp      l
        jr      c,3f
        ld      a,l
3:      exx
        ; IX runs through the places of hidden values, two for each.
        ld      (ix+0),a
        inc     ixl
        ld      a,ixl
        rrca
        jr      c,.Lview                ; odd: the other's is left
        ; BC = the next hidden value's codes, those of own and enemy men further
        ; on. IXL is 0 behind the last.
        ld      hl,2*NET_HALF
        add     hl,bc
        ld      b,h
        ld      c,l
        pop     hl
        ld      a,ixl
        or      a
        jr      nz,.Lhidden

        ld      ixl,HIDDEN + 1          ; the other's tables
        call    .Lside
        ld      ix,raw_moves+HIDDEN     ; the mover's

; The tables of the side whose hidden values are at IX and every second place
; from there. TURN is the flip of the side before; at the first call the
; mover's.
.Lside:
        ; The products. DE = hidden value; HL' = what its codes mean, D' = its
        ; first page; IY = SUM_START and the products of all codes 0.
        ld      iy,SUM_START
        exx
        ld      hl,net_out_values
        ld      d,SORTED_AT >> 8
.Lproducts:
        ; A = the meaning of code 0, E = hidden value. HL = their product, from
        ; the highest bit of A down.
        ld      a,(hl)
        exx
        ld      e,(ix+0)
        inc     ixl
        inc     ixl
        ld      d,0
        ld      h,d
        ld      l,d
        ld      b,8
1:      add     hl,hl
        rlca
        jr      nc,2f
        add     hl,de
2:      djnz    1b
        ; Eight turns leave A as it was; bit 7 is its sign.
        rlca                            ; A is as before: its sign
        jr      nc,3f
        ld      a,h                     ; A was 256 too much
        sub     e
        ld      h,a
        ; IY collects the products of code 0, which every entry has.
3:      ld      b,h
        ld      c,l
        add     iy,bc

        ; HL = product, DE' = place by left code, BC' = by right code, a page
        ; higher. Meanings ascend, so that few additions make a product from
        ; the one before: 230 T-states a product, stores included.
        ; The product of code 0, less itself, is 0. BC' = right code's place.
        ld      h,d
        ld      l,d
        exx
        ld      b,d
        inc     b
        ld      c,0
        ld      e,c
        exx
        ; Low bytes for left and right code, a page apart, then high bytes in
        ; the next pages.
4:      ld      a,l
        exx
        ld      (de),a
        ld      (bc),a
        exx
        ld      a,h
        exx
        inc     d
        inc     b
        ld      (de),a
        ld      (bc),a
        ; The next right code; carry behind the sixteenth.
        ld      a,c
        add     a,0x10
        ld      c,a
        ld      a,(hl)
        inc     hl
        jr      c,6f                    ; that was code 15
        ; Back a page, the next left code. A = next meaning less this one, and
        ; HL grows by as many hidden values.
        dec     d
        dec     b
        inc     e
        sub     (hl)
        neg
        exx
        ld      b,a
5:      add     hl,de
        djnz    5b
        jr      4b
        ; The third page is the next hidden value's first. From sorted_stack
        ; they go on in killers and the cache.
6:      inc     d
        ld      a,d
        cp      (SORTED_AT + 512*IN_SORTED) >> 8
        jr      nz,7f
        ld      d,killers >> 8
7:      ld      a,ixl
        cp      HIDDEN                  ; behind the last it is 0 or 1
        jr      nc,.Lproducts

        ; The entries, in the order of codes. IX = entry, left of two; HL' =
        ; codes, DE' and B' are for the rounds.
        ld      hl,net_out
        ld      de,NET_HALF
        exx
        ld      ix,pst
        ; TURN is inverted: the side's flip. White's tables or black's, from the
        ; king's, at a1 or a8.
        ld      hl,raw_moves+TURN
        ld      a,(hl)
        xor     FLIP
        ld      (hl),a
        jr      z,1f
        ld      ix,pst+0x600+FLIP
        ; LIMIT = $80 behind the eighth rank; five tables before the pawns'.
1:      inc     l
        ld      (hl),0x80
        inc     l
        ld      (hl),PAWN - KING

        ; Two entries: rounds of two hidden values, the first of one alone. A
        ; round's end costs 13 T-states; to unroll all would save 50,000 in
        ; all, and takes 300 bytes that the module does not have.
        ; Both sums begin with IY. H = page of the first products.
.Lbyte: ld      d,iyh
        ld      e,iyl
        ld      b,d
        ld      c,e
        ld      h,SORTED_AT >> 8
        exx
        ld      b,(IN_SORTED+1) / 2
        jr      .Lodd
.Lround:
        ADD_HIDDEN
.Lodd:  ADD_HIDDEN
        djnz    .Lround
        ; Behind the hidden values in sorted_stack, those in the cache; behind
        ; these, H is another page.
        exx
        ld      a,h
        ld      h,killers >> 8
        cp      (SORTED_AT + 512*IN_SORTED) >> 8
        exx
        ld      b,IN_CACHE / 2
        jr      z,.Lround
        ld      bc,1 - NET_HIDDEN*NET_HALF
        add     hl,bc                   ; the next byte of the first one's codes
        ; The left sum, then the right one, is added to its entry.
        exx
        ex      de,hl
        ADD_ENTRY 0
        ld      h,b
        ld      l,c
        ADD_ENTRY 1
        ; The next two entries. Bit 3: the rank is done.
        ld      a,ixl
        add     a,2
        ld      ixl,a
        bit     3,a
        jp      z,.Lbyte

        ; The next rank in the side's own view, or table.
        ; A = the next rank in the own view: $08 or $x8 before, and 8 more.
        ld      hl,raw_moves+TURN
        xor     (hl)
        add     a,8
        inc     l
        cp      (hl)
        jr      nz,2f
        cp      0x70
        ret     z                       ; the pawns' was the last
        ; The next table: twice $80 is 0, its first rank in the own view.
        add     a,a                     ; 0
        inc     ixh
        inc     l
        dec     (hl)
        dec     hl
        jr      nz,2f
        ld      (hl),0x70               ; pawns, on the second rank to the seventh
        ld      a,0x10
2:      dec     l
        ; Back to the board's view.
        xor     (hl)
        ld      ixl,a
        jp      .Lbyte

; List the men in the view of flip C, from DE on, E = 0. HL = square or kind.
        ; For each id its square; NO_SQUARE has no man.
.Lmen:  ld      hl,square
.Lman:  ld      a,(hl)
        cp      NO_SQUARE
        jr      z,.Lnext
        xor     c
        rra                             ; carry: the right square of two
        ld      b,a
        sbc     a,a
        ; The mask: $0F for a left square, $F0 for a right one. It is the first
        ; byte.
        xor     0x0F
        inc     e
        ld      (de),a
        ld      a,b                     ; 8*rank + file/2
        and     3
        add     a,b
        rra                             ; 4*rank + file/2
        ld      b,a
        ; Plus 32 for each kind. Z of the comparison lasts to the jump.
        set     5,l
        ld      a,(hl)
        res     5,l
        cp      PAWN
        rrca
        rrca
        rrca                            ; 32*kind
        jr      nz,1f
        sub     4                       ; pawns have no first rank
1:      add     a,b
        ; The enemy's men have the second half of the codes: 0 or $10 becomes
        ; carry, and that 0 or NET_HALF.
        ld      b,a
        ld      a,l
        xor     c
        and     0x10                    ; 0: an own man
        add     a,-0x10
        sbc     a,a
        and     NET_HALF
        add     a,b
        ; The place's low byte and its carry as the high byte.
        inc     e
        ld      (de),a
        inc     e
        sbc     a,a
        neg
        ld      (de),a
.Lnext: inc     l
        bit     5,l
        jr      z,.Lman
        ; How many bytes there are, in front of the first man.
        ld      a,e
        ld      e,0
        ld      (de),a
        ret
