; book.s - the opening book
;
; The table, which the host puts into its ROM, begins at book_table
; (m6502.cfg) and has the format that package goengine/book describes.

        .include "memory.inc"

        .export book_move, book_moves_legal, book_entry, book_from

; Overlay of root_zp, kept while book_move runs. book_at is
; where in the table, book_left the bytes of the bucket from there on. Then
; comes the move that book_entry has read, kept until it reads the next one;
; book_more: bit 7, another move follows.
book_at     = root_zp
book_left   = root_zp+2
book_to     = root_zp+3
book_number = root_zp+4
book_weight = root_zp+5
book_more   = root_zp+6
book_total  = root_zp+7         ; sum of a position's weights
_random     = root_zp+8         ; book_move's argument
_first      = root_zp+9         ; book_at and book_left of a position's moves
_found      = root_zp+12        ; book_from, while it runs
_least      = root_zp+13        ; book_from, while it runs

        .code

; book_move - choose a move of the opening book by weight
;
; In      A = random byte; the position on the board with its key
; Out     carry set: play_from, play_to the move, play_ok 1. Carry clear:
;         the book doesn't know the position, play_ok 0. raw_end at its start
; Uses    A X Y; root_zp, raw_moves
;
; The move is the first whose running sum of weights is more than
; random/256 of the whole. A position counts as found where two further
; bytes of its key are equal and all its moves, read with the last byte,
; are legal. The walk ends whatever the table's bytes are.
book_move:
        ; Not found yet. book_at is where the first bucket's positions are,
        ; _first where the lengths of the buckets are.
        sta     _random
        lda     #0
        sta     play_ok
        lda     #<(book_table + RECORDS_AT)
        sta     book_at
        lda     #>(book_table + RECORDS_AT)
        sta     book_at+1
        lda     #<(book_table + BUCKETS_AT)
        sta     _first
        lda     #>(book_table + BUCKETS_AT)
        sta     _first+1

        ; Add up the lengths of the buckets before this one. Y comes to its
        ; number once, or twice if it is in the second half: bit 7 of the key.
        lda     side
        lsr
        ror                             ; Black to move: bit 7
        eor     key
        sta     book_to
        ; X = 1 if bit 7 of the last byte of the key is set, else 0.
        lda     key+3
        asl
        lda     #0
        tay
        rol
        tax
        ; Y is a bucket; each one before ours moves book_at on by its length.
@count: cpy     book_to
        bne     @add
        dex
        bmi     @there
@add:   lda     (_first),y
        clc
        adc     book_at
        sta     book_at
        bcc     @same
        inc     book_at+1
        beq     _none                   ; beyond all memory
        ; After 256 of them the second half begins.
@same:  iny
        bne     @count
        inc     _first+1
        bne     @count
@there: lda     (_first),y
        sta     book_left

        ; This bucket must end within the ROM.
        ; Its end, X and A, against the end of the room for the table.
        clc
        adc     book_at
        tax
        lda     book_at+1
        adc     #0
        bcs     _none
        cpx     #<(book_limit + 1)
        sbc     #>(book_limit + 1)
        bcc     _position
_none:  clc
_no_moves:
        jmp     no_raw_moves

        ; A position is two bytes of its key and moves.
_position:
        ; Both bytes must equal the key's: then both differences are 0.
        jsr     _byte
        eor     key+1
        sta     book_to
        jsr     _byte
        bcs     _none
        eor     key+2
        ora     book_to
        bne     @other
        ; It may be this one: where its moves begin is kept, and they are
        ; judged.
        ldx     #2
@keep:  lda     book_at,x
        sta     _first,x
        dex
        bpl     @keep
        jsr     book_moves_legal
        ; Back to the first move.
        ldx     #2
@again: lda     _first,x
        sta     book_at,x
        dex
        bpl     @again
        bcs     @found

        ; On to the end of the moves.
@other: jsr     book_entry              ; carry set: the table is damaged
        bcs     _none
        bne     @other                  ; Z set: the last move
        beq     _position

        ; A = random * total / 256.
        ; A product by shifts: eight bits of random, the lowest first; A is the
        ; high byte.
@found: lda     #0
        ldx     #8
@bit:   lsr     _random
        bcc     @shift
        clc
        adc     book_total
@shift: ror
        dex
        bne     @bit
        ; Each move takes its weight off, until there is not enough for one.
@pick:  sta     _random
        jsr     book_entry
        lda     _random
        sec
        sbc     book_weight
        bcs     @pick
        ; From and to of the move. It is legal, so it is found.
        jsr     book_from
        sta     play_from
        lda     book_to
        sta     play_to
        inc     play_ok
        bne     _no_moves               ; carry set

        ; A = the bucket's next byte, Y = 0; carry set: there is none. Keeps X.
_byte:  ldy     #0
        lda     book_left
        sec
        beq     @end
        dec     book_left
        lda     (book_at),y
        inc     book_at
        bne     @clear
        inc     book_at+1
@clear: clc
@end:   rts

; book_moves_legal - are all moves of a position of the book legal in the
; one on the board?
;
; In      book_at: the first move; book_left
; Out     carry set: yes; book_total = the sum of their weights, at most
;         255. The legal moves from raw_moves to raw_end
; Uses    A X Y; root_zp, raw_moves
book_moves_legal:
        ; All legal moves of the position, from raw_moves on.
        jsr     at_rest                 ; the map is the last search's
        lda     #1
        jsr     look_own
        jsr     generate_tactical
        jsr     generate_quiet
        lda     #0
        sta     book_total
        ; Each move of the book must be one of them, and the sum of the weights
        ; fit a byte.
@next:  jsr     book_entry
        bcs     @no
        lda     book_total
        adc     book_weight
        sta     book_total
        bcs     @no
        jsr     book_from
        bcc     @end
        bit     book_more
        bmi     @next
@end:   rts                             ; carry as book_from leaves it
@no:    clc
        rts

; book_entry - read a move of the table
;
; In      book_at: its first byte; book_left
; Out     carry set: it is cut off. Carry clear: book_to, book_number among
;         the moves that go there, book_weight 1 to 8, book_more, Z: the last
;         of its position; book_at and book_left behind it
; Uses    A X Y
;
; What has a second byte has a weight, a number above 1 or a move behind
; it.
book_entry:
        ; The first byte, exclusive-or the last one of the key, says which move
        ; it is.
        jsr     _byte
        bcs     @end
        sty     book_more
        sty     book_number
        tax
        eor     key+3
        tay
        ; The six bits of the square: a rank is eight, so that the rank twice
        ; makes it $10.
        and     #$38                    ; rank twice: a 0x88 square
        sta     book_to
        tya
        and     #$3F
        adc     book_to
        sta     book_to
        ; Bit 6 is the lowest bit of the number; weight 1, if there is no second
        ; byte.
        tya
        asl
        asl                             ; bit 6, the number's lowest
        rol     book_number
        lda     #1
        sta     book_weight
        txa
        bpl     @last
        jsr     _byte
        bcs     @end
        tax
        ; The second byte: the weight less 1, three bits more of the number, and
        ; bit 7.
        and     #7
        adc     #1
        sta     book_weight
        txa
        lsr
        lsr
        and     #$0E
        ora     book_number
        sta     book_number
        stx     book_more
        txa
@last:  and     #$80
        clc
@end:   rts

; book_from - find a legal move by where it goes to
;
; In      book_to, book_number 0 to 15; legal moves from raw_moves to raw_end
; Out     carry set: A = from. Carry clear: there is no such move
; Uses    A X Y
;
; Moves to a square are numbered by rising exclusive or of the two squares.
; Promotions to less than a queen, which have other bits in from, don't
; count. raw_moves begins a page: raw_end's low byte counts the moves.
book_from:
        ; In each turn the least value from _least on is found, book_number + 1
        ; times.
        lda     #0
@number:
        sta     _least                  ; the least that may be
        lda     #$78                    ; beyond all squares
        sta     _found
        ; The number of moves, from the last one down. A = from, exclusive or
        ; to: at least _least and less than what has been found.
        ldy     raw_end
        beq     @all
@raw:   dey
        lda     raw_moves + RAW_SPACE,y
        cmp     book_to
        bne     @skip
        eor     raw_moves,y
        cmp     _least
        bcc     @skip
        cmp     _found
        bcs     @skip
        tax
        and     #$08
        bne     @skip
        stx     _found
@skip:  tya
        bne     @raw
        ; None left: there are not so many. Else the next turn begins above it.
@all:   lda     _found
        cmp     #$78
        bcs     @not
        adc     #1
        dec     book_number
        bpl     @number
        lda     _found                  ; the from-square
        eor     book_to
        sec
        rts
@not:   clc
        rts

        .assert <raw_moves = 0, error, "raw_end's low byte does not count the moves"
