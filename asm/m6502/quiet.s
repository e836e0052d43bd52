; quiet.s - the other legal moves

        .include "memory.inc"
        .include "movegen.inc"

        .importzp at_to
        .export generate_quiet, generate_castling

        .code

; QUIET_HOP - a quiet move over a distance. The board's 0 is its flags.
        .macro  QUIET_HOP step
        LOOK    step, 1
        bne     :+
        sta     (g_flags),y
        txa
        sta     (raw_end),y
        ADD     step, 1
        sta     (g_to),y
        iny
:
        .endmacro

; QUIET_SLIDE - the quiet moves along a ray. X moves along; 36 cycles a move.
        .macro  QUIET_SLIDE step
        LOOK    step, 1
        bne     :++
:       sta     (g_flags),y
        lda     g_square
        sta     (raw_end),y
        txa
        ADD     step, 1
        tax
        sta     (g_to),y
        iny
        LOOK    step, 1                 ; up to the first piece
        beq     :-
        ldx     g_square
:
        .endmacro

; KING_QUIET - a quiet move by the king, to a square not attacked.
        .macro  KING_QUIET step
        LOOK    step, 1
        bne     :+
        lda     #step
        jsr     _king_steps
:
        .endmacro

; generate_quiet - append the other legal moves
;
; In      side, board, lists, castle; the result of look or look_own
; Out     raw moves appended at raw_end, g_count of them, in the order of
;         pieces of generate_tactical; castling comes last
; Uses    A X Y
;
; Y is the number of the next move.
generate_quiet:
        ; X = side, Y = the id behind the last slot. Carry set: two pieces give
        ; check, so that only the king may move.
        jsr     begin
        bcc     _several
        jmp     _king_alone
_several:
        lda     checkers
        beq     _pawns
        ; In check only squares between help: if there are none, only the
        ; king moves.
        ; The step from the king to the checker: none for a knight, and where it
        ; is the whole difference nothing lies between.
        lda     check_from
        sec
        sbc     king_square
        tax
        lda     ray_step,x
        beq     @nothing                ; a knight
        sta     g_step
        cpx     g_step                  ; equal: at the king's side
        beq     @nothing
        ldx     side
        bpl     _pawns                  ; always: 0 or 1
@nothing:
        jmp     _king_alone

        ; Pawns in loops of their own, unless one of them has been promoted.
        ; X is the slot. On their last rank but one they have no quiet move.
_pawns: lda     promoted,x
        beq     @loops
        jmp     _slots
@loops: txa
        bne     _black_pawns

        ; g_target = the last officer's slot, where the loop ends. X counts the
        ; ids down, Y is the square of the pawn.
        ldx     officers
        dex
        stx     g_target
        tya
        tax
_white_next:
        dex
        cpx     g_target
        beq     _loops_end
        ; From $60 on: the last rank but one, dead ($FF) or hidden (bit 7). Else
        ; carry is clear; A = 0 is the flag of a plain move.
        ldy     square,x
        cpy     #$60
        bcs     _white_stop
        lda     board+$10,y
        bne     _white_next
        sty     g_square
        ; The step to the next rank, appended to the three columns.
        ldy     g_count
        sta     (g_flags),y
        lda     g_square
        sta     (raw_end),y
        adc     #$10
        sta     (g_to),y
        iny
        sty     g_count
        ; A pawn that has come to $2x stood at home: two steps, if the second
        ; square is empty too. Carry is clear still.
        cmp     #$30
        bcs     _white_next
        tay
        lda     board+$10,y
        bne     _white_next
        tya
        adc     #$10
        jsr     _double
        bcc     _white_next             ; always: _double leaves carry
_white_stop:
        iny
        bpl     _white_next             ; dead, or has no move
        bmi     _loops_end              ; hidden, so pinned

_black_pawns:
        ; As for white, with ids from 16 on.
        lda     officers+1
        clc
        adc     #15
        sta     g_target
        tya
        tax
_black_next:
        dex
        cpx     g_target
        beq     _loops_end
        ; Negative: dead or hidden. Below $20: the last rank but one, no quiet
        ; move. Else carry is set, which the subtractions need.
        ldy     square,x
        bmi     _black_stop
        cpy     #$20
        bcc     _black_next
        lda     board-$10,y
        bne     _black_next
        sty     g_square
        ; One step down, appended.
        ldy     g_count
        sta     (g_flags),y
        lda     g_square
        sta     (raw_end),y
        sbc     #$10
        sta     (g_to),y
        iny
        sty     g_count
        ; From $50 on it stood at home: two steps, if both squares are empty.
        cmp     #$50
        bcc     _black_next
        tay
        lda     board-$10,y
        bne     _black_next
        tya
        sbc     #$10
        jsr     _double
        bcs     _black_next
_black_stop:
        iny                             ; $FF becomes 0
        beq     _black_next             ; dead

        ; Piece by piece.
_loops_end:
        ; X is the id behind the next piece: the last officer, or the pawn that
        ; stopped the loop.
        inx
        lda     checkers
        bne     @in_check
        txa
        tay
        jmp     _slots

        ; In check the pawns' moves are filtered; of the officers' only moves to
        ; the squares between are made. Two of one piece would stand in the order
        ; of its lines: that, and a pawn that a loop has left, take the long way.
        ; A dead or a hidden piece's square finds no ways on the board.
@in_check:
        ; The step from the king to the checker again, while X is saved on the
        ; stack.
        txa
        pha
        jsr     filter_evasions
        lda     check_from
        sec
        sbc     king_square
        tax
        lda     ray_step,x              ; not 0: a knight was tested before
        sta     g_step
        pla
        tax
        ; The next slot, down to the king's. A pawn here is one that a loop has
        ; left.
@slot:  dex
        txa
        and     #15
        bne     @piece
        jmp     _king_alone
@piece: ldy     square,x
        sty     g_square
        lda     board,y
        and     #ANY_PAWN
        bne     @again
        ; The squares between, from the king outwards, for each officer.
        lda     king_square
@between:
        clc
        adc     g_step
        cmp     check_from
        beq     @slot
        ; Do the piece's ways lead from its square to this one, and is the line
        ; free? officer_reaches keeps X.
        sta     at_to
        sec
        sbc     g_square
        tay
        lda     attack_table,y
        ldy     g_square
        and     board,y
        beq     @next
        jsr     officer_reaches
        bcc     @next
        ; It may be the piece's second move: then Y - 1 has its square as from.
        ldy     g_count
        beq     @first
        dey
        lda     (raw_end),y
        cmp     g_square
        beq     @again
        iny
@first: lda     g_square                ; the move, without flags
        sta     (raw_end),y
        lda     at_to
        sta     (g_to),y
        lda     #0
        sta     (g_flags),y
        inc     g_count
@next:  lda     at_to
        jmp     @between
        ; Begin again, piece by piece: finish filters the moves then.
@again: jsr     columns
        jmp     _slots

        ; The double step from g_square to A. X and carry stay.
_double:
        ldy     g_count
        sta     (g_to),y
        lda     g_square
        sta     (raw_end),y
        lda     #FLAG_DOUBLE
        sta     (g_flags),y
        inc     g_count
        rts

        ; A pawn that the loops above have left. The step of the side's pawns.
        ; _steps leaves the square in X.
_pawn:  lda     side
        lsr     a
        lda     #$10
        bcc     @white
        lda     #$F0
@white: sta     g_step
        jsr     _steps
        bne     @next
        ; A step to the first or last rank is a promotion, which is not quiet.
        txa
        clc
        adc     #$10                    ; the outer ranks: $1x, $8x
        and     #$60
        beq     @next
        jsr     _quiet
        ; The second step is for pawns that come to $3x, or black to $4x.
        jsr     _steps
        bne     @next
        txa
        ldx     g_step
        bmi     @black
        cmp     #$40
        bcs     @next
        bcc     @home                   ; always
@black: cmp     #$40
        bcc     @next
@home:  sty     g_count                 ; _double counts in g_count
        jsr     _double
        iny
@next:  jmp     _next

; X = a step on; A = what stands there.
_steps: txa
        clc
        adc     g_step
        tax
        lda     board,x
        rts

; The quiet move from g_square to X.
_quiet: txa
        sta     (g_to),y
        lda     #0
        sta     (g_flags),y
        lda     g_square
        sta     (raw_end),y
        iny
        rts

        ; A dead or a hidden piece: A = its square, with bit 7.
_hidden:
        ldx     checkers
        bne     _next                   ; a pinned piece can't help
        cmp     #NO_SQUARE
        beq     _next
        ; The pinned piece's square without the mark; g_step is the step of the
        ; pin away from the king. A pawn may go on along a file only.
        and     #$77
        sta     g_square
        jsr     pin_of
        lda     board,x
        and     #ANY_PAWN
        beq     @officer
        lda     g_step
        and     #$0F
        beq     _pawn                   ; pinned on its file
        bne     _next
@officer:
        jsr     pin_fits                ; Z set: it does not move that way
        beq     @nextq
        ; g_step becomes the step that comes first in the order of rays: up, to
        ; the right, ...; the other one second.
        lda     g_step                  ; both ways along the pin, in the order
        cmp     #DIAGONAL_4             ; of rays
        beq     @turn
        cmp     #DIAGONAL_2
        beq     @ahead
        asl     a
        bcc     @ahead
@turn:  jsr     @back
@ahead: jsr     @walk                   ; to the pinner or the king
        jsr     @back
        jsr     @walk
@nextq: jmp     _next
@back:  lda     #0                      ; the opposite step
        sec
        sbc     g_step
        sta     g_step
        rts
        ; One square after the other, until something stands there.
@empty: jsr     _quiet
@on:    jsr     _steps
        beq     @empty
        rts
@walk:  ldx     g_square
        bpl     @on

_slots: sty     g_slot
        ldy     g_count
        ; The next slot: bit 7 of the square marks dead and hidden pieces. The
        ; ways of the piece, bit by bit, say what it is.
_next:  dec     g_slot
        ldx     g_slot
        lda     square,x
        bmi     _hidden
        sta     g_square
        tax
        lda     board,x
        lsr     a                       ; officers first: the loops have left
        lsr     a                       ; few of the others
        bcs     _knight
        lsr     a
        bcs     _bishop                 ; or a queen
        lsr     a
        bcs     _straight               ; a rook
        lsr     a
        bcs     @king
        jmp     _pawn
@king:  jmp     _king
_knight:
        jmp     _hops
_bishop:
        ; The straight bit too: a queen, whose straight moves come first.
        lsr     a
        bcs     _straight
        jmp     _diagonal

_straight:                              ; or a queen: one copy of the rays
        STRAIGHT QUIET_SLIDE
        lda     board,x
        and     #WAY_DIAGONAL
        bne     _diagonal               ; a queen goes on
        jmp     _next
_diagonal:
        DIAGONAL QUIET_SLIDE
        jmp     _next

_hops:  HOPS    QUIET_HOP
        jmp     _next

_king_alone:                            ; in check
        ; Two checkers, or all other moves are made. In check there is no map:
        ; each square of the king is tested.
        jsr     show_pinned
        lda     #0
        sta     g_stamp
        ldx     king_square
        stx     g_square
        bpl     _king_goes
        ; Pins are put back, and in check the moves are filtered. g_stamp
        ; decides if the map can be used.
_king:  sty     g_count
        jsr     finish
_king_goes:
        ; He is off the board while his squares are tested.
        ldx     g_square
        lda     board,x
        pha
        lda     #0                      ; he must not block a line behind him
        sta     board,x                 ; him
        KING_STEPS KING_QUIET
        pla
        sta     board,x
        ; He castles only when not in check, and only with a right.
        lda     checkers
        bne     _ended
        lda     castle
        beq     _ended
        jsr     _castling
_ended: ADVANCE
        rts

; The king's move over the distance A, if it is not attacked there; leaves X =
; g_square.
_king_steps:
        ; X = g_target = the new square. The map says at once whether it is
        ; attacked.
        clc
        adc     g_square
        tax
        stx     g_target
        lda     g_stamp                 ; king_safe, twelve cycles faster
        beq     @attackers
        lda     hits,x
        cmp     g_stamp
        bcc     @safe                   ; less than the stamp
        ldx     g_square
        rts
@attackers:
        jsr     king_safe
        bcs     @no
        ; Safe: append the move; X is g_square for the next step.
@safe:  ldy     g_count
        lda     #0
        sta     (g_flags),y
        lda     g_target
        sta     (g_to),y
        lda     g_square
        sta     (raw_end),y
        inc     g_count
@no:    ldx     g_square
        rts

; generate_castling - append the castling moves
;
; In      castle, king_square; side to move not in check; g_stamp as known_hits
;         returns it
; Out     raw moves appended at raw_end, g_count of them; g_to, g_flags at
;         the first
; Uses    A X Y
generate_castling:
        jsr     columns
        jsr     _castling
        jmp     _ended

_castling:
        ; The rights of the side: bit 0 the king's side, to carry; bit 1 the
        ; queen's, to g_kept.
        lda     castle
        ldx     side
        beq     @rights
        lsr     a
        lsr     a
@rights:
        lsr     a
        and     #1
        sta     g_kept                  ; of the queen's side
        ldx     king_square
        bcc     @queenside
        ; Both squares beside him must be empty; A = the step to there.
        lda     board+1,x
        ora     board+2,x
        bne     @queenside
        lda     #1
        jsr     @through
        ldx     king_square
@queenside:
        lda     g_kept
        beq     @no
        ; Three squares on this side; the third, where he does not go, may be
        ; attacked.
        lda     board-1,x
        ora     board-2,x
        ora     board-3,x
        bne     @no
        lda     #$FF

; The castling move by two steps A, unless one of them is attacked.
@through:
        sta     g_step
        ; The square that he crosses, then the one where he lands.
        clc
        adc     king_square
        tax
        stx     g_target
        jsr     king_safe
        bcs     @no
        lda     g_target
        adc     g_step                  ; carry is clear
        tax
        stx     g_target
        jsr     king_safe
        bcs     @no
        ; The rook may give check, hence FLAG_CHECK: may check.
        ldy     g_count
        lda     g_target
        sta     (g_to),y
        lda     king_square
        sta     (raw_end),y
        lda     #FLAG_CASTLE | FLAG_CHECK
        sta     (g_flags),y
        inc     g_count
@no:    rts
