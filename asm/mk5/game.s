; game.s - the game, which the battery RAM records
;
; It has a position and up to 80 moves after it, each by its number among
; the legal moves as the generators list them. So what is on the board can be
; made again from it at any time.

        .include "mk5.inc"

        .segment "MONZP": zeropage
now:    .res    1               ; moves that are on the board
recorded:                       ; moves that are recorded
        .res    1
entered:                        ; keys of a move so far
        .res    1

        .segment "MONRAM"
_number:
        .res    1
_kept:  .res    2               ; a move, while older ones are forgotten
last_move:                      ; the last one on the board: from, to
        .res    2

        .segment "MONITOR"

; get_byte - two nibbles
;
; In      Y = where in the battery RAM
; Out     A; Y behind them
; Uses    pointer
get_byte:
        lda     BATTERY,y               ; the high nibble
        asl     a
        asl     a
        asl     a
        asl     a
        sta     pointer
        iny
        lda     BATTERY,y               ; what is above it is not connected
        iny
        and     #$0F
        ora     pointer
        rts

; put_byte - write two nibbles
;
; In      A, Y = where in the battery RAM
; Out     Y behind them
; Uses    A; pointer
put_byte:
        sta     pointer                 ; the high nibble first
        lsr     a
        lsr     a
        lsr     a
        lsr     a
        sta     BATTERY,y
        iny
        lda     pointer
        and     #$0F
        sta     BATTERY,y
        iny
        rts

; legal_moves - list the legal moves
;
; In      the position
; Out     raw_moves to raw_end, whose low byte counts them
; Uses    A X Y
legal_moves:
        jsr     at_rest                 ; no search is under way
        lda     #1                      ; the side to move may be in check
        jsr     look_own                ; checks and pins
        jsr     generate_tactical
        jmp     generate_quiet

; new_game - the initial position, and no moves
;
; In      nothing
; Out     the record, the position
; Uses    A X Y; pointer
new_game:
        ; The men; side and half-moves 0, all castling rights, no en passant;
        ; the clocks at 0. Falls through.
        ldx     #63
@square:
        lda     _start,x
        sta     position_block,x
        dex
        bpl     @square
        lda     #0
        sta     position_block+64
        sta     position_block+67
        sta     seconds
        sta     seconds+1
        sta     minutes
        sta     minutes+1
        lda     #$0F
        sta     position_block+65
        lda     #NO_SQUARE
        sta     position_block+66

; block_to_base - begin a game at the position in position_block
;
; In      position_block
; Out     the record without moves, the position
; Uses    A X Y; pointer
;
; While it is being written, the record does not count as one.
block_to_base:
        ; No mark, no full moves before, no moves.
        lda     #0
        sta     NV_MAGIC
        sta     NV_BEFORE
        sta     NV_BEFORE+1
        sta     now
        sta     recorded

        ; The squares, a nibble each, then four bytes in two nibbles each.
        ldx     #63
@square:
        lda     position_block,x
        sta     NV_BOARD,x
        dex
        bpl     @square
        ldx     #0
        ldy     #<NV_STATE
@state: lda     position_block+64,x
        jsr     put_byte
        inx
        cpx     #4
        bcc     @state
        jsr     _put_counts

        ; It is a record now.
        lda     #$A
        sta     NV_MAGIC
        lda     #5
        sta     NV_MAGIC+1
        jmp     replay

; The two counts, recorded and now, into the battery RAM.
_put_counts:
        ldy     #<NV_COUNT
        lda     recorded
        jsr     put_byte
        lda     now
        jmp     put_byte

; position_to_base - begin the record at the position on the board
;
; In      the position
; Out     the record without moves
; Uses    A X Y; pointer
position_to_base:
        jsr     board_to_block
        ldx     #3                      ; side, castle, ep, half
@state: lda     side,x
        sta     position_block+64,x
        dex
        bpl     @state
        jmp     block_to_base

; board_to_block - write the pieces on the board as position_block has them
;
; In      the position
; Out     64 bytes of position_block
; Uses    A X Y; pointer
board_to_block:
        ; X = square of the board, Y = of the block. The number of a man is 0 to
        ; 15 for White, from 16 on for Black.
        ldx     #0
        ldy     #0
        clc
@square:
        lda     board,x
        beq     @empty
        lda     ids,x
        and     #$1F
        sty     pointer
        tay
        cmp     #$10
        lda     kind,y
        bcc     @white
        adc     #5                      ; carry is set: six for Black's
@white: clc                             ; codes begin with 1
        adc     #1
        ldy     pointer
@empty: sta     position_block,y
        iny
        inx

        ; Behind file h the square has bit 3: eight more, and the next rank. The
        ; board ends where bit 7 is set.
        txa
        and     #8
        beq     @square
        txa
        adc     #8                      ; carry is clear
        tax
        bpl     @square
        rts

; possible - whether the men of position_block can be those of a game
;
; In      64 bytes of position_block
; Out     carry set: a side has not one king, or more than eight men, pawns
;         included, beyond the others that it begins with, or a pawn stands
;         on the first or last rank
; Uses    A X Y; glyph
;
; So a side has 16 men at most, which is what the engine's lists have places
; for.
possible:
        ; Pawns, 6 and 12, on the first rank and, 56 on, on the last.
        ldx     #7
@edge:  lda     position_block,x
        cmp     #6
        beq     @no
        cmp     #12
        beq     @no
        lda     position_block+56,x
        cmp     #6
        beq     @no
        cmp     #12
        beq     @no
        dex
        bpl     @edge

        ; Black's pawns to king, then White's. glyph = men that may still come.
        ldy     #12
@side:  lda     #8
        sta     glyph

        ; glyph+1 = men with the code Y.
@kind:  lda     #0
        sta     glyph+1
        ldx     #63
        tya
@count: cmp     position_block,x
        bne     @other
        inc     glyph+1
@other: dex
        bpl     @count

        ; A = more than there are at first; kings have the codes 7 and 1.
        lda     glyph+1
        sec
        sbc     _at_first-1,y
        cpy     #7
        beq     @king
        cpy     #1
        beq     @king
        cmp     #$80
        bcs     @next                   ; fewer than at first
        eor     #$FF                    ; glyph - A
        sec
        adc     glyph
        bmi     @no
        sta     glyph
@next:  dey
        bne     @kind

        ; One king, no more and no fewer. Black's is followed by White's pawns.
@king:  tax
        bne     @no
        dey
        bne     @side
        clc
        rts
@no:    sec
        rts

; restore - make the game that the battery RAM has, or a new one
;
; In      nothing
; Out     the position, now, recorded
; Uses    A X Y; pointer, glyph
;
; Whatever the nibbles are, the position is possible, and the moves are legal.
restore:
        ; The mark is $A5.
        lda     NV_MAGIC
        and     #$0F
        cmp     #$A
        bne     @new
        lda     NV_MAGIC+1
        and     #$0F
        cmp     #5
        bne     @new

        ; Men have the codes 0 to 12.
        ldx     #63
@square:
        lda     NV_BOARD,x
        and     #$0F
        cmp     #13
        bcs     @new
        sta     position_block,x
        dex
        bpl     @square
        jsr     possible
        bcs     @new

        ; Neither count is above 80.
        ldy     #<NV_COUNT
        jsr     get_byte
        cmp     #MOST_MOVES+1
        bcs     @new
        sta     recorded
        jsr     get_byte
        cmp     #MOST_MOVES+1
        bcs     @new
        sta     now

        ; Digits that are none count as 0.
        ldx     #1
@before:
        lda     NV_BEFORE,x
        and     #$0F
        cmp     #10
        bcc     @digit
        lda     #0
        sta     NV_BEFORE,x
@digit: dex
        bpl     @before
        jmp     replay
@new:   jmp     new_game

; replay - make the position after the moves that count
;
; In      now; the record
; Out     the position; now is less where a move is not legal; last_move
; Uses    A X Y; pointer
replay: ldx     #63                     ; the position that the moves begin at
@square:
        lda     NV_BOARD,x
        and     #$0F
        sta     position_block,x
        dex
        bpl     @square
        ldx     #0
        ldy     #<NV_STATE
@state: jsr     get_byte
        sta     position_block+64,x
        inx
        cpx     #4
        bcc     @state
        lda     position_block+64       ; a side is 0 or 1
        and     #1
        sta     position_block+64
        jsr     set_position

        ; Move by move, each by its number among the legal ones. NV_MOVES has
        ; two nibbles a move; carry is clear behind asl, the number being below
        ; 80.
        lda     #NO_SQUARE
        sta     last_move
        lda     #0
        sta     _number
@move:  lda     _number
        cmp     now
        bcs     @made
        jsr     legal_moves
        lda     _number
        asl     a
        adc     #<NV_MOVES
        tay
        jsr     get_byte
        cmp     raw_end                 ; as many legal moves as that?
        bcs     @bad
        tay
        jsr     _play
        bcc     @bad
        inc     _number
        bne     @move

        ; A number that is no legal move ends the game there.
@bad:   lda     _number
        sta     now
        sta     recorded
@made:  jsr     _put_counts
        lda     side
        sta     clock_side
        rts

; Play the move number Y of the list. Carry as play_move.
_play:  lda     raw_moves,y
        sta     play_from
        sta     last_move
        lda     raw_moves + RAW_SPACE,y
        sta     play_to
        sta     last_move+1
        jmp     play_move

; try_move - play a move and record it, if it is legal
;
; In      play_from with a promotion's bits, play_to
; Out     carry set: played
; Uses    A X Y; pointer
try_move:
        jsr     _find
        bcc     @no

        ; Y = its number. A full record loses its older half; the list is made
        ; again then.
        lda     now
        cmp     #MOST_MOVES
        bcc     @room
        jsr     _forget
        jsr     _find
        bcc     @no

        ; The number goes into the record, and what was behind it is forgotten.
@room:  tya
        pha
        lda     now
        asl     a
        adc     #<NV_MOVES
        tay
        pla
        pha
        jsr     put_byte
        pla
        tay
        jsr     _play
        inc     now
        lda     now
        sta     recorded
        jsr     _put_counts
        lda     side
        sta     clock_side
        sec
@no:    rts

; Carry set: Y is the number of the move play_from, play_to.
_find:  jsr     legal_moves             ; Y goes down to 0
        ldy     raw_end
@move:  beq     @not
        dey
        lda     raw_moves,y
        cmp     play_from
        bne     @next
        lda     raw_moves + RAW_SPACE,y
        cmp     play_to
        beq     @found
@next:  tya
        jmp     @move
@found: sec
        rts
@not:   clc
        rts

; The older half of the moves goes: the record begins behind them. play_from and
; play_to stay.
_forget:
        lda     play_from
        sta     _kept
        lda     play_to
        sta     _kept+1

        ; The position in the middle begins the record. Until the moves behind
        ; it have been brought down there is no mark.
        lda     #HALF_MOVES
        sta     now
        jsr     replay
        lda     NV_BEFORE
        pha
        lda     NV_BEFORE+1
        pha
        jsr     position_to_base
        lda     #0
        sta     NV_MAGIC

        ; Half of the moves are two tens of full moves.
        pla
        and     #$0F
        clc
        adc     #HALF_MOVES/20
        ldy     #0
        cmp     #10
        bcc     @tens
        sbc     #10
        iny
@tens:  sta     NV_BEFORE+1
        pla
        and     #$0F
        cpy     #1
        adc     #0                      ; one more if Y is 1
        cmp     #10
        bcc     @hundreds
        lda     #0
@hundreds:
        sta     NV_BEFORE

        ; The later half of the moves comes down.
        ldx     #0
@nibble:
        lda     NV_MOVES + 2*HALF_MOVES,x
        sta     NV_MOVES,x
        inx
        cpx     #2*HALF_MOVES
        bcc     @nibble
        lda     #HALF_MOVES             ; all of them are on the board
        sta     now
        sta     recorded
        jsr     replay
        lda     #$A
        sta     NV_MAGIC
        lda     _kept
        sta     play_from
        lda     _kept+1
        sta     play_to
        rts

        .segment "MONTABLE"
_at_first:                      ; men of each kind
        .byte   1, 1, 2, 2, 2, 0, 1, 1, 2, 2, 2, 0
_start: .byte   3, 5, 4, 2, 1, 4, 5, 3, 6, 6, 6, 6, 6, 6, 6, 6
        .res    32, 0
        .byte   12, 12, 12, 12, 12, 12, 12, 12, 9, 11, 10, 8, 7, 10, 11, 9
