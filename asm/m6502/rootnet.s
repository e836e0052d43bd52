; rootnet.s - the network that adds to the root tables (docs/lab/root-net.md)

        .include "memory.inc"

        .export net_tables

; Overlays of page 0. While hidden values are made:
_in     = root_zp               ; the half of net_in at hand
_out    = root_zp+2             ; net_out of the hidden value, less 1
_row    = root_zp+4             ; 16 times its number
_bias   = root_zp+5             ; where net_bias has it
_enemy  = root_zp+6             ; enemy men in the list
_all    = root_zp+7             ; men in the list
_last   = root_zp+8             ; the man with which a half ends
_hidden = root_zp+9             ; the hidden value
_code   = root_zp+10            ; _row, and a code
_sum    = root_zp+11            ; for the hidden value
_weight = root_zp+11            ; a weight; and the low byte of its product
_flip   = root_zp+13            ; of the side whose tables are made, as own_flip

; While the squares, the list and the entries are made.
_low    = root_zp
_high   = root_zp+1
_sums_high = root_zp            ; page of the high bytes; that of the low ones is taken_table's
_square = root_zp+2             ; own view
_at     = root_zp+3             ; byte of the codes, from 1

; Lists that are empty now, and the cache, which is cleared later.
_men    = raw_moves             ; bytes of the men's codes in a half
_right  = raw_moves + 32        ; 1: the code is the high one, of the right square
_squares_low = raw_moves + $100 ; n*n/2, rounded down, at n with sign
_squares_high = raw_moves + $200
_products_low = cache_check     ; at c and at 16c that of code c
_products_high = cache_check + $100
; Sums of the entries by byte of the codes, from 1: left squares low and high, right squares.
_sums   = cache_check + $300

        .assert <cache_check = 0, lderror, "the products and sums do not begin a page"

        .segment "NET"

; net_tables - add the network's tables to those of build_tables
;
; In      the position; pst as build_tables has made it
; Out     pst
; Uses    everything
;
; Goes hidden value by hidden value. The products of its 16 weights are made once, and one
; pass over its 184 bytes of codes adds them to 368 sums. That takes 16,700 cycles at most, and
; nothing where the hidden value is 0, which is rare. In all it is 573,000 cycles at most, by
; counting: 32 men, 26 hidden values, the longer way at each branch.
;
; What is added is 2*weight*value = (weight+value)^2/2 - (weight-value)^2/2: 41 cycles for two
; look-ups in a table that takes 6,700, where shifting and adding takes 150. Both squares are
; even or both odd, so what rounding drops cancels. Weights are -63 to 63.
;
; A sum is doubled, so that its high byte and one more bit are what the entry gains. With
; $40 in the high byte it is 0 to 65535 for gains from -128 to 383.
net_tables:
        ; (n+1)^2/2 is n^2/2 and n, and one more where n is odd. X = n, Y = -n.
        ; Squares begin with 0, for n = 0.
        lda     #0
        sta     _low
        sta     _high
        tax
        tay
@square:
        ; The square of n is that of -n.
        lda     _low
        sta     _squares_low,x
        sta     _squares_low,y
        lda     _high
        sta     _squares_high,x
        sta     _squares_high,y
        ; Carry: n is odd. The next one is n more, and that.
        txa
        lsr     a
        txa
        adc     _low
        sta     _low
        bcc     @same
        inc     _high
@same:  dey
        inx
        bpl     @square

        ; White's tables, then by falling through black's.
        lda     #0
        jsr     _side
        lda     #FLIP

        ; The tables of the side whose view of squares A makes.
_side:  sta     _flip

        ; Carry: black. The side that is not to move has the second word of
        ; each bias.
        cmp     #1
        and     #$10
        eor     #$1F
        tax                             ; the enemy's last id
        lda     side
        adc     #0
        asl     a
        and     #2
        sta     _bias

        ; The men, the enemy's first. With a king alone there is no more to do.
        ; Y counts the men, from the enemy's last id down. Then X is the last
        ; own id, and the list goes on.
        ldy     #0
        jsr     _gather
        sty     _enemy
        txa
        and     #$1F
        tax
        jsr     _gather
        sty     _all
        ; One man is the king: with only one of either side there is nothing to
        ; add.
        dey
        cpy     _enemy
        beq     @alone
        ldy     _enemy
        dey
        bne     @both
@alone: rts
@both:

        ; Each sum begins with 1/2, doubled, and $40 in the high byte.
        ; Four sums a byte of the codes: 1 to NET_HALF.
        ldx     #NET_HALF
        lda     #NET_ONE
@clear: sta     _sums,x
        sta     _sums + $100,x
        sta     _sums + $200,x
        sta     _sums + $300,x
        dex
        bne     @clear
        .assert NET_ONE = $40, error, "a sum does not begin with $40"

        ; The hidden values, and the sums with them. X = 0: the first one, its
        ; row of values at 0. _in walks through the weights of the men, _out
        ; through those of the squares.
        stx     _row
        lda     #<net_in
        sta     _in
        lda     #>net_in
        sta     _in+1
        lda     #<(net_out - 1)
        sta     _out
        lda     #>(net_out - 1)
        sta     _out+1
@hidden:
        ; It begins with its bias, by the side to move. There are two words for
        ; each.
        ldx     _bias
        lda     net_bias,x
        sta     _sum
        lda     net_bias+1,x
        sta     _sum+1
        inx
        inx
        inx
        inx
        stx     _bias
        ; The enemy's men in the list come first, and the first half of net_in
        ; is for the own: X counts down, so the own are added first.
        ldx     _all
        lda     _enemy
        jsr     _add
        lda     #0
        jsr     _add

        ; It is 0 to NET_ONE: a sum below 0 counts as 0, and adds nothing, one
        ; above NET_ONE as that.
        lda     _sum+1
        bmi     @next
        bne     @one
        lda     _sum
        beq     @next
        cmp     #NET_ONE
        bcc     @lit
@one:   lda     #NET_ONE
@lit:   sta     _hidden
        jsr     _multiply
        ; On to the squares' weights of the next hidden value,
@next:  lda     _out
        clc
        adc     #NET_HALF
        sta     _out
        bcc     @row
        inc     _out+1
        ; and to its row of values.
@row:   lda     _row
        clc
        adc     #NET_CODES
        sta     _row
        cmp     #NET_CODES*NET_HIDDEN
        bne     @hidden

        ; The entries, those of left squares first.
        ; Low bytes lie in pages of taken_table, high ones in the next page; Y
        ; counts the entries from 1.
        lda     #0
        sta     _sums_high
        lda     #>_sums
@half:  sta     taken_table+1
        tax
        inx
        stx     _sums_high+1
        ; piece_table goes from kind to kind, the first one being incremented at
        ; once. Bit 6 of _flip: black.
        ldx     #PST_PAGE - 1
        bit     _flip
        bvc     @white
        ldx     #PST_PAGE + 5
@white: stx     piece_table+1
        ldy     #1
        ; Squares of one file parity: the half says whether a or b is the first.
        ; Pawns have none on the first rank.
@kind:  inc     piece_table+1
        lda     taken_table+1
        lsr     a
        lsr     a
        and     #1                      ; the first file
        cpy     #PAWN*32 + 1
        bcc     @from
        ora     #$10                    ; and the second rank
@from:  sta     _square

        ; Carry and A: what the network adds, and 128.
        ; The high byte of the doubled sum, and the bit above it in carry. eor
        ; takes the 128 off: A is the gain, with sign where carry is clear.
@entry: sty     _at
        lda     (taken_table),y
        asl     a
        lda     (_sums_high),y
        rol     a
        eor     #$80
        tax
        ; The square in white's view is the place in pst, and X keeps the gain.
        lda     _square
        eor     _flip
        tay
        txa
        bcs     @much
        bmi     @less
@plus:  adc     (piece_table),y         ; carry is clear
        bcc     @store
@full:  lda     #255                    ; the most
        bne     @store                  ; always
@much:  bpl     @full                   ; 256 and more
        clc
        bcc     @plus                   ; always
@less:  adc     (piece_table),y         ; carry is clear
        bcs     @store
        lda     #0
@store: sta     (piece_table),y

        ; Two files on, or the next rank, or the next kind: ten more. At the end
        ; of a rank that carries into the next one, elsewhere bit 3 is cleared.
        ldy     _at
        iny
        cpy     #NET_HALF + 1
        bcs     @done
        lda     _square
        adc     #10                     ; carry is clear
        and     #$F7
        sta     _square
        bpl     @entry
        bmi     @kind                   ; always
        ; The other half.
@done:  lda     taken_table+1
        adc     #1                      ; and the carry
        cmp     #>_sums + 4
        bne     @half
@end:   rts

        .assert >_sums & 7 = 2, lderror, "the sums' pages do not tell left from right"

; Put the men X to X-15 into the list.
;
; In      X, Y = place
; Out     Y = place behind the last, X less 16
_gather:
        lda     square,x                ; the dead are left out
        bmi     @next
        eor     _flip
        lsr     a                       ; carry: the right one of two
        sta     _low                    ; $00 to $3B: two fields, rank and half file
        lda     #0
        rol     a
        sta     _right,y
        ; That is rank*8 + h, with h the half file; with h once more, half of it
        ; is rank*4 + h.
        lda     _low
        and     #3
        adc     _low
        lsr     a                       ; four bytes a rank
        sta     _low
        lda     kind,x                  ; 0 to 5, three bits
        lsr     a
        ror     a
        ror     a
        ror     a                       ; times 32
        ; The byte of its kind and square.
        ora     _low
        cmp     #PAWN*32
        bcc     @officer
        sbc     #4                      ; no first rank
@officer:
        sta     _men,y
        iny
@next:  dex                             ; to the king, slot 0
        txa
        and     #15
        eor     #15
        bne     _gather
        rts

; Add the weights of a half's men to the hidden value's sum.
;
; In      X = the place behind the first man's, A = the last man's
; Out     X = A; _in: the next half
_add:   sta     _last
        ; The byte of the man's two squares; the right one's code is the high
        ; half.
@man:   dex
        ldy     _men,x
        lda     (_in),y
        ldy     _right,x
        beq     @left
        lsr     a
        lsr     a
        lsr     a
        lsr     a
        ; The code picks a value in the row, with sign: 256 less if negative.
@left:  and     #$0F
        ora     _row
        tay
        lda     net_in_values,y
        bpl     @plus
        dec     _sum+1
@plus:  clc                             ; 16 bits
        adc     _sum
        sta     _sum
        bcc     @same
        inc     _sum+1
@same:  cpx     _last
        bne     @man
        lda     _in                     ; on to the next half
        adc     #NET_HALF - 1           ; and the carry
        sta     _in
        bcc     @end
        inc     _in+1
@end:   rts

; Add the hidden value's share to all sums.
_multiply:
        ; The products of the row's values, from the last code down to code 0.
        lda     _row
        ora     #NET_CODES - 1
        sta     _code
@code:  ldy     _code
        lda     net_out_values,y
        sta     _weight
        clc                             ; both sums fit: 127 at most
        adc     _hidden
        tax
        lda     _weight
        sec
        sbc     _hidden
        tay
        sec                             ; X = weight + value, Y = weight - value
        ; Their squares' difference is the product, A and _weight.
        lda     _squares_low,x
        sbc     _squares_low,y
        sta     _weight
        lda     _squares_high,x
        sbc     _squares_high,y
        tax
        ; It goes to place c, for the left square, and to 16c, for the right.
        lda     _code
        and     #NET_CODES - 1
        tay
        lda     _weight
        sta     _products_low,y
        txa
        sta     _products_high,y
        lda     _code                   ; 16c: its row's bits go
        asl     a
        asl     a
        asl     a
        asl     a
        tay
        txa
        sta     _products_high,y
        lda     _weight
        sta     _products_low,y
        dec     _code                   ; the next lower code
        tya
        bne     @code                   ; 16c is not 0

        ; 80 cycles a byte. The right square's code is 16c: no shift.
        ldy     #NET_HALF
@byte:  lda     (_out),y
        and     #$0F
        tax
        clc
        lda     _sums,y
        adc     _products_low,x
        sta     _sums,y
        lda     _sums + $100,y
        adc     _products_high,x
        sta     _sums + $100,y
        ; The right square, in the other two pages.
        lda     (_out),y
        and     #$F0
        tax
        clc
        lda     _sums + $200,y
        adc     _products_low,x
        sta     _sums + $200,y
        lda     _sums + $300,y
        adc     _products_high,x
        sta     _sums + $300,y
        dey
        bne     @byte
        rts
