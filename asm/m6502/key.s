; key.s - position keys, repetition and positions that can't be won

        .include "memory.inc"

        .export full_key, toggle_key, toggle_window, repeated, insufficient, key_place

        .zeropage

_sum:   .res    1               ; insufficient: what the minor pieces are

_id = root_zp + 3               ; full_key, while it runs

        .code

; full_key - the position's key counted from nothing
;
; In      the lists, castle, ep
; Out     key
; Uses    A X Y; root_zp
full_key:
        lda     #0
        sta     key
        sta     key+1
        sta     key+2
        sta     key+3
        ; Castling rights have a window for each set of rights but none.
        ldx     castle
        beq     @norights               ; no window for none
        jsr     toggle_window
@norights:
        lda     ep
        bmi     @noep
        ; The file of the en passant square picks the window, behind those of
        ; the rights.
        and     #7
        ora     #EP_KEY_AT - CASTLE_KEY_AT
        tax
        jsr     toggle_window
@noep:  ldx     #31
        ; All 32 ids; the dead have bit 7 in their square.
@piece: ldy     square,x
        bmi     @dead
        stx     _id
        jsr     toggle_key
        ldx     _id
@dead:  dex
        bpl     @piece
        rts

; toggle_window - put castling rights or an en passant file into the key, or
; take them out
;
; In      X = the window's number, less CASTLE_KEY_AT
; Out     key
; Uses    A X Y
toggle_window:
        ; Four bytes from the window's first one on.
        ldy     #0
@byte:  lda     key_bytes + CASTLE_KEY_AT,x
        eor     key,y
        sta     key,y
        inx
        iny
        cpy     #4
        bne     @byte
        rts

; One window of a page of key_bytes, at X.
        .macro  XOR_KEY page
        .repeat 4, i
        lda     key_bytes + page*256 + i,x
        eor     key+i
        sta     key+i
        .endrepeat
        .endmacro

; toggle_key - put a piece into the key, or take it out
;
; In      X = id, Y = its square; kind
; Out     key
; Uses    A X
;
; Twelve pieces have half a page each, by twos in each other's gaps: so a
; page has four of them, and code of its own.
toggle_key:
        ; X = side*6 + kind, which says where its windows are: in what half page
        ; and in which gaps.
        lda     kind,x
        cpx     #16
        bcc     @white
        adc     #5                      ; and the carry: Black's six
@white: tax
        tya
        ora     key_place,x
        ; A = the window within its page. The page follows from the piece: four
        ; in each.
        cpx     #4
        bcs     @not0
        tax
        XOR_KEY 0
        rts
@not0:  cpx     #8
        tax
        bcs     @page2
        XOR_KEY 1
        rts
@page2: XOR_KEY 2
        rts

; repeated - has the position stood on the board before, in the game or on
; the line?
;
; In      key, keys, nkeys, half
; Out     carry set: yes
; Uses    A X Y
;
; Only every second position has the same side to move, and none before the last
; capture or pawn move can return. Nearly all keys differ in the first byte;
; only if it is equal are the other three compared.
repeated:
        ; How far to look back: to the last capture or pawn move, or the first
        ; key that there is.
        lda     half
        cmp     nkeys
        bcc     @back
        lda     nkeys
@back:  lsr                             ; pairs of half-moves to look back on
        cmp     #2                      ; one can't bring a position back
        bcc     @end
        tax
        dex
        ; X = keys to compare, from four half-moves back. Carry is set from the
        ; comparison with 2.
        lda     nkeys
        sbc     #4
        tay
@all:   lda     key
@next:  cmp     keys,y
        beq     @same
@other: dey
        dey                             ; every second one
        dex
        bne     @next
        clc
@end:   rts

        ; The first bytes are equal: the other three lie a page apart each.
@same:  lda     key+1
        cmp     keys+$100,y
        bne     @differ
        lda     key+2
        cmp     keys+$200,y
        bne     @differ
        lda     key+3
        cmp     keys+$300,y
        beq     @end                    ; carry set
@differ:
        lda     key
        jmp     @other

; insufficient - can neither side mate by any play?
;
; In      pieces, the lists
; Out     carry set: bare kings, one minor piece, or two bishops on
;         squares of one colour
; Uses    A X Y
;
; At most two pieces beside the kings add up what they count. Nothing, one
; minor piece and a bishop twice are 0 and the powers of two below 32.
insufficient:
        ; More than four pieces: not worth counting.
        lda     #4
        cmp     pieces
        bcs     @few
        rts                             ; carry clear

@few:   ldx     #31
        ldy     #0
        sty     _sum
        ; Y = the kind, or one more than the last for a bishop on a light
        ; square.
@piece: lda     square,x
        bmi     @next
        ldy     kind,x
        cpy     #BISHOP
        bne     @counts
        ; The rank, exclusive-or the file: bit 0 is that of their sum.
        lsr
        lsr
        lsr
        lsr
        eor     square,x
        lsr                             ; rank + file odd: a light square
        bcc     @counts
        ldy     #LIGHT_BISHOP
@counts:
        lda     counts,y
        clc
        adc     _sum
        sta     _sum
@next:  dex
        bpl     @piece

        ; A = _sum: white's king comes last, and is never dead.
        ; 32 or more: a queen, rook or pawn is enough. Else a sum that is 0 or a
        ; power of two has no bit in common with the sum less 1.
        cmp     #32
        bcs     @no
        sbc     #0                      ; and the borrow: 1
        and     _sum
        beq     @yes
@no:    clc
        rts
@yes:   sec
        rts

        .rodata

; What a piece counts towards mate, by kind; a bishop first on dark squares.
counts: .byte   0, 32, 32, 1, 16, 32
LIGHT_BISHOP = * - counts
        .byte   4

; Where a piece's windows are in its page of key_bytes, by side*6 + kind:
; bits to set in the square.
key_place:
        .byte   $00, $08, $80, $88
        .byte   $00, $08, $80, $88
        .byte   $00, $08, $80, $88
