; movegen.s - the legal captures and promotions

        .include "memory.inc"
        .include "movegen.inc"

        .importzp at_to, at_from, at_ways
        .export generate_tactical, begin, columns

        .zeropage

g_to:   .res    2               ; raw_end's column of to-squares
g_flags:                        ; and of flags
        .res    2
g_count:                        ; moves generated
        .res    1
g_slot: .res    1               ; the piece's id
g_square:                       ; its square
        .res    1
g_own:  .res    1               ; the mover's colour bit
g_stamp:                        ; by known_hits
        .res    1
g_target:
        .res    1
g_step: .res    1
g_kept: .res    1

        .code

; CAPTURE_HOP - a capture over a distance.
        .macro  CAPTURE_HOP step
        ; An empty square, or a piece of the mover's, is none. OFF_BOARD has
        ; both colour bits.
        LOOK    step, 1
        beq     :+
        and     g_own
        bne     :+
        txa
        ADD     step, 1
        jsr     _take
:
        .endmacro

; CAPTURE_SLIDE - a capture along a ray. X moves by two squares. 6 cycles an
; empty square near the piece, 10.5 further on.
        .macro  CAPTURE_SLIDE step
        ; Two squares at a time; carry stays as ADD has it while X moves on.
:       LOOK    step, 1
        bne     :++
        LOOK    step, 2
        bne     :+
        txa
        ADD     step, 2
        tax
        .if     (step) < $80
        bcc     :-
        .else
        bcs     :-
        .endif
        ; What stands two squares on: taken, if it is the enemy's.
:       and     g_own
        bne     :+++
        txa
        ADD     step, 2
        .if     (step) < $80
        bcc     :++
        .else
        bcs     :++
        .endif
        ; The same for the next square; A becomes the square of what is taken.
:       and     g_own
        bne     :++
        txa
        ADD     step, 1
:       jsr     _take
:       ldx     g_square
        .endmacro

; KING_CAPTURE - a capture by the king, to a square not attacked.
        .macro  KING_CAPTURE step
        ; As CAPTURE_HOP, but the king's new square is tested.
        LOOK    step, 1
        beq     :+
        and     g_own
        bne     :+
        lda     #step
        jsr     _king_takes
:
        .endmacro

; begin - what both generators begin with
;
; In      side, the lists, pins, checkers, raw_end
; Out     as columns; pinned pieces are hidden
; Uses    A X Y
begin:  lda     pins                    ; 0: no square in the list needs a mark
        beq     columns
        jsr     hide_pinned

; columns - point to where raw moves go, and to the list of the mover's pieces
;
; In      side, the lists, checkers, raw_end
; Out     g_to, g_flags, g_count = 0; g_own; Y = the id behind the list's
;         last slot, X = side; carry set: the king alone may move
; Uses    A
columns:
        ; The three columns are whole pages apart: their low bytes are the same,
        ; carry stays clear.
        lda     #0
        sta     g_count
        lda     raw_end
        sta     g_to
        sta     g_flags
        lda     raw_end+1
        clc
        adc     #>RAW_SPACE
        sta     g_to+1
        adc     #>RAW_SPACE
        sta     g_flags+1
        ; Behind the last slot: slots counts from the side's first id, 0 or 16.
        ldy     slots
        lda     #WHITE
        ldx     side
        beq     @white
        lda     slots+1
        adc     #16                     ; carry is clear
        tay
        lda     #BLACK
@white: sta     g_own
        lda     checkers                ; carry set: two pieces give check
        cmp     #2
        rts

        .assert <RAW_SPACE = 0, error, "the columns of raw moves are no whole pages apart"

; generate_tactical - append the legal captures and promotions
;
; In      side, board, lists, ep; the result of look or look_own
; Out     raw moves appended at raw_end, g_count of them, piece by piece
;         from the last slot of the list to the first
; Uses    A X Y
;
; Y is the slot: most pieces take nothing.
generate_tactical:
        jsr     begin
        bcc     _several
        jmp     _king_alone

        ; In check only the checker is taken: 24 cycles a piece to see who can.
        ; But en passant, and the promotion that stands in the way where the
        ; king is on that rank, take the long way with filter_evasions. A hidden
        ; piece's square finds no ways on the board.
_in_check:
        ; X = side. The rank of the last promotion: the first for Black, and the
        ; eighth, turned to $00, for White.
        lda     king_square
        dex
        beq     @black
        eor     #$70
@black: and     #$70
        beq     _long
        ; The pointer for ways to the checker, as in attack.s; X counts the ids
        ; down.
        lda     check_from
        sta     at_to
        eor     #$77
        sta     at_ways
        lda     #>ways_from
        sta     at_ways+1
        tya
        tax
@slot:  dex
        txa
        and     #15
        beq     @king
        ; The piece's ways to the checker's square, and a free line. The king in
        ; slot 0 comes last.
        ldy     square,x
        lda     (at_ways),y
        and     board,y
        beq     @slot
        jsr     officer_reaches
        bcc     @slot
        ; Carry set: it takes. A pawn that takes on an outer rank promotes.
        ldy     at_from
        sty     g_square
        lda     board,y
        and     #ANY_PAWN
        beq     @takes
        lda     at_to
        adc     #$10-1                  ; carry is set; the outer ranks: $1x,
        and     #$60                    ; $8x
        bne     @takes
        ; _promotions needs the id in Y, and keeps it.
        txa
        tay
        lda     at_to
        ldx     #FLAG_CAPTURE | FLAG_PROMOTION
        jsr     _promotions
        tya
        tax
        bpl     @slot
@takes: lda     at_to
        jsr     _take
        jmp     @slot
@king:  jmp     _king_alone
_long:  jmp     _next

        ; Captures by pawns before the last rank but one, in loops of their own,
        ; unless one of them has been promoted or may take en passant. A pawn on
        ; that rank, or a pinned one, stops them; the rest is handled like any
        ; piece.
_several:
        ; En passant may be possible, or it is check, or a promoted pawn stands
        ; among the pawns: no loop then. X = side.
        lda     ep
        bpl     _long
        lda     checkers
        bne     _in_check
        lda     promoted,x
        bne     _next
        txa
        bne     _black_pawns

        ; g_target = the slot before the first pawn's. Y counts the ids down, X
        ; is the pawn's square.
        ldx     officers
        dex
        stx     g_target
_white_next:
        dey
        cpy     g_target
        beq     _piece
        ; From $60 on: the last rank but one, dead or hidden. Else carry is
        ; clear, and bit 7 of a board byte is a black piece or the edge.
        ldx     square,y
        cpx     #$60
        bcs     _stop
        lda     board+$0F,x
        bmi     _white_left
_white_right:
        lda     board+$11,x
        bpl     _white_next
        cmp     #OFF_BOARD              ; the edge
        bcs     _white_next
        ; A black piece: taken. _take leaves carry and X.
        stx     g_square
        txa
        adc     #$11
        jsr     _take
        bcc     _white_next
_white_left:
        ; Left of the pawn, the same; then the right.
        cmp     #OFF_BOARD
        bcs     _white_right
        stx     g_square
        txa
        adc     #$0F
        jsr     _take
        bcc     _white_right

_black_pawns:
        ; As for white, with ids from 16 on.
        lda     officers+1
        clc
        adc     #15
        sta     g_target
_black_next:
        dey
        cpy     g_target
        beq     _piece
        ; Negative: dead or hidden. Below $20: the last rank but one. Carry is
        ; set from here on.
        ldx     square,y
        bmi     _stop
        cpx     #$20
        bcc     _piece
        lda     board-$11,x
        bmi     _black_right            ; his own, or the edge
        bne     _black_left
_black_right:
        lda     board-$0F,x             ; black or the edge
        bmi     _black_next
        beq     _black_next
        stx     g_square
        txa
        sbc     #$0F                    ; carry set since cpx, and ever after
        jsr     _take
        bcs     _black_next
        ; A white piece on the left; then the right.
_black_left:
        stx     g_square
        txa
        sbc     #$11
        jsr     _take
        bcs     _black_right

        ; A dead pawn, or one that the loop leaves.
_stop:  inx                             ; $FF: a dead one
        bne     _piece
        lda     side
        beq     _white_next
        bne     _black_next

        ; Piece by piece.
_next:  dey
        ; Bit 7 of the square marks dead and hidden pieces. Else the ways of the
        ; piece, bit by bit, say what it is.
_piece: ldx     square,y
        bmi     @hidden
        stx     g_square
        lda     board,x
        lsr     a                       ; officers first: the loops have left
        lsr     a                       ; few of the others
        bcs     _knight
        lsr     a
        bcs     _bishop
        lsr     a
        bcs     _straight
        lsr     a
        bcc     @pawn
        jmp     _king
@pawn:  jmp     _pawn
@hidden:
        jmp     _hidden
_knight:
        jmp     _hops
_bishop:
        ; The straight bit too: a queen, whose straight lines come first.
        lsr     a
        bcs     _straight
        jmp     _diagonal

_straight:                              ; or a queen: one copy of the rays
        ; X comes back as the piece's square, which may be a queen's.
        STRAIGHT CAPTURE_SLIDE
        lda     board,x
        and     #WAY_DIAGONAL
        bne     _diagonal
        jmp     _next
_diagonal:
        DIAGONAL CAPTURE_SLIDE
        jmp     _next

_hops:  HOPS    CAPTURE_HOP
        jmp     _next

        ; A pawn that the loops above have left. The pawn's two captures, by the
        ; colour. X stays its square.
_pawn:  lda     board,x
        lsr     a
        bcc     @black
        lda     #$0F
        jsr     _pawn_capture
        lda     #$11
        jsr     _pawn_capture
        ; A white pawn on the last rank but one promotes if the square before it
        ; is empty. Carry is set there.
        cpx     #$60
        bcc     @next
        lda     board+$10,x
        bne     @next
        txa
        adc     #$10-1                  ; carry is set
        bne     @last_rank
@black: lda     #$EF
        jsr     _pawn_capture
        lda     #$F1
        jsr     _pawn_capture
        ; A black one in the same way, with carry clear.
        cpx     #$20
        bcs     @next
        lda     board-$10,x
        bne     @next
        txa
        sbc     #$10-1                  ; carry is clear
@last_rank:
        ; A = the last rank's square.
        ldx     #FLAG_PROMOTION
        jsr     _promotions
@next:  jmp     _next

        ; A dead or a hidden piece: X = its square, with bit 7.
_hidden:
        inx                             ; $FF: dead
        beq     @next
        lda     checkers
        bne     @next                   ; a pinned piece can't help
        ; The square without the mark; g_step is the step of the pin away from
        ; the king, along which alone it may move.
        dex
        txa
        and     #$77
        sta     g_square
        jsr     pin_of
        lda     board,x
        and     #ANY_PAWN
        bne     _pinned_pawn
        jsr     pin_fits
        beq     @next
        txa                             ; towards the pinner, who is there
@walk:  clc                             ; to be taken
        adc     g_step
        ; The walk ends at the pinner, for nothing else is on the line.
        tax
        lda     board,x
        bne     @pinner
        txa
        bpl     @walk
@pinner:
        txa
        jsr     _take
@next:  jmp     _next

        ; A pinned pawn takes along the pin, or en passant, which is judged
        ; later.
_pinned_pawn:
        ; The two steps of the pawn's captures, by its colour.
        lsr     a
        lda     #$0F
        ldx     #$11
        bcs     @white
        lda     #$EF
        ldx     #$F1
@white: stx     g_kept
        jsr     @either
        lda     g_kept
        jsr     @either
        jmp     _next
@either:
        ; X = the pawn's square. The step of the pin is a plain capture; any
        ; other may be en passant only.
        ldx     g_square
        cmp     g_step
        beq     _pawn_capture
        clc
        adc     g_square
        bpl     _en_passant
        rts                             ; off the board: ep may be NO_SQUARE

; The capture of the pawn on X = g_square over the distance A: plain, with
; promotion or en passant. X stays.
_pawn_capture:
        ; What stands on the square: nothing, the mover's piece or the edge, or
        ; the enemy's.
        clc
        adc     g_square
        tax
        lda     board,x
        beq     _empty
        and     g_own
        bne     _none
        txa
        clc
        adc     #$10                    ; the outer ranks: $1x, $8x
        and     #$60
        beq     @promotes
        txa
        ldx     g_square
        bpl     _take                   ; always
@promotes:
        txa
        ldx     #FLAG_CAPTURE | FLAG_PROMOTION
        bne     _promotions
_empty: txa
_en_passant:
        ; FLAG_CHECK: whether it checks is left open.
        ldx     #FLAG_CAPTURE | FLAG_EN_PASSANT | FLAG_CHECK
        cmp     ep
        beq     _append
_none:  ldx     g_square
        rts

; The capture from g_square to A. X stays, carry too.
_take:  sty     g_slot
        ; A is the to-square. The id waits in g_slot while Y is the number of
        ; the move.
        ldy     g_count
        sta     (g_to),y
        lda     g_square
        sta     (raw_end),y
        lda     #FLAG_CAPTURE
        sta     (g_flags),y
        inc     g_count
        ldy     g_slot
        rts

; The four promotions from g_square to A with flags X; leaves X = g_square.
_promotions:
        sta     g_target
        lda     g_square                ; a queen
        jsr     _put
        ora     #$08                    ; a rook
        jsr     _put
        eor     #$88                    ; a bishop
        jsr     _put
        ora     #$08                    ; a knight
        jsr     _put
        ldx     g_square
        rts
        ; One move: from A, to g_target, flags X. A, X and Y are as before.
_put:
        sty     g_slot
        ldy     g_count
        sta     (raw_end),y
        pha
        lda     g_target
        sta     (g_to),y
        txa
        sta     (g_flags),y
        pla
        inc     g_count
        ldy     g_slot
        rts

; The move from g_square to A with flags X; leaves X = g_square.
_append:
        sta     g_target
        lda     g_square
        jsr     _put
        ldx     g_square
        rts

_king_alone:                            ; in check
        ; The pins are put back. In check there is no map: each square of the
        ; king is tested.
        jsr     show_pinned
        lda     #0
        sta     g_stamp
        ldx     king_square
        stx     g_square
        bpl     _king_goes
_king:  jsr     finish
        ; finish filters the moves in check, and decides if the map can be used.
        ; The king is off the board while his squares are tested.
_king_goes:
        ldx     g_square
        lda     board,x
        pha
        lda     #0                      ; he must not block a line behind him
        sta     board,x                 ; him
        KING_STEPS KING_CAPTURE
        pla
        sta     board,x
        ; With a square to take en passant, those captures are played out.
        lda     ep
        bmi     @ended
        jsr     drop_bad_en_passant
@ended: ADVANCE
        rts

; The king's capture over the distance A, if it is not attacked there; leaves X =
; g_square.
_king_takes:
        ; The square must not be attacked; what stands on it does not matter to
        ; that.
        clc
        adc     g_square
        tax
        stx     g_target
        jsr     king_safe
        ldx     g_square
        bcs     @no
        lda     g_target
        jmp     _take
@no:    rts
