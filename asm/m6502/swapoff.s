; swapoff.s - exchanges on one square

        .include "memory.inc"

        .export swap_off, swap_white, swap_black, swap_long, swap_many
        .export swap_knight, swap_king, swap_overflow, swap_straight, swap_diagonal
        .export swap_near_straight, swap_near_diagonal
        .export best_swap
        .exportzp swap_square, swap_prize, swap_by, swap_white_state, swap_black_state
        .exportzp swap_kings, swap_step, swap_front, slow_ray, slow_way, slow_rank
        .exportzp glance_ray, glance_step, glance_at, glance_there, glance_ep
        .exportzp glance_from, glance_to, glance_mate
        .export swap_gains

; Swap-off answers one question without making a move: a side captures on a
; square, the other takes back, and so on, each time with the cheapest piece
; that attacks the square, until a side has none left or would rather stop.
; What does the side that begins win, if both do the best they can?
;
; A piece's value is in sixteenths of a pawn: pawn 16, knight and bishop 54,
; rook 84, queen 160, king 255. Say that a white rook may take a knight which a
; pawn guards. What is taken, in turn: the knight, 54; the rook that took it,
; 84; then no piece is left to take the pawn. From the end: Black, by taking the
; rook, wins 84. So White wins 54 less 84 by beginning; that is less than
; nothing, hence he does not begin, and swap-off is 0. With a second rook behind
; the first he would win 54 - (84 - 16), still nothing. Had a bishop stood on
; the square with a bishop to take it, he would win 54 - 54 = 0, an even
; exchange, and of an unguarded piece all its value.
;
; It takes two parts. First the attackers of both sides are counted: X is the
; square, and from there the knights' squares and the eight rays are looked
; at. Then the exchange is played with the counts alone (swap_white,
; swap_black).
;
; The attackers of a square are counted a byte a side: the state.
;
;       bits 0-4  pawns + 3*knights + 9*rooks, each at most 2
;       bit 5     bishop
;       bits 6-7  queens, with the sliders behind a queen
;
; One look-up in a page gives the value of the cheapest (swap_values) and what
; state is left without it (swap_next): no sorting, no counters. What does not
; fit (three knights or rooks on one square, four queens) goes to swap_slow.
; Kings are the last to capture, they have flags of their own; a king may not
; take what is still guarded, which his high value prevents.
;
; A slider (bishop, rook, queen) also attacks through a friend that captures
; along the same line: once he has gone to the square, the way is free. So
; the look along a ray goes on behind a slider, and behind a pawn on a
; diagonal, to the next of the same side. One behind a foe does not count: it
; may never come to capture.

TWO_ROOKS = 2*ONE_ROOK
THREE_KNIGHTS = 3*ONE_KNIGHT
COUNTS = 31                     ; pawns, knights and rooks of a state
OVERFLOW = $80                  ; in swap_by

        .zeropage

; glance.s, whose moves ask for no swap-off, has some of it too.

swap_square:                    ; where the exchange is
glance_ray:                     ; number of the ray that is walked
        .res    1
swap_prize:                     ; what the piece there is worth
glance_step:                    ; of the line to the enemy king
        .res    1
swap_by:                        ; the side that captures first, and OVERFLOW
glance_at:                      ; flights: number of the step
        .res    1
swap_white_state:
slow_ray:                       ; swap_slow, which has no states: number of a
glance_there:                   ; ray; what stands at the ray's place
        .res    1
swap_black_state:               ; behind the other: their index is the side
slow_way:                       ; what attacks along the ray
glance_ep:                      ; the move at hand and the en passant square,
        .res    1               ; which are kept
swap_kings:                     ; WHITE, BLACK: that king attacks the square
slow_rank:                      ; the most expensive on the ray so far
glance_from:
        .res    1
swap_step:                      ; of the ray that is looked along
glance_to:
        .res    1
swap_front:                     ; the pieces on it so far, one over the other
glance_mate:                    ; bit 7: it is mate
        .res    1
swap_id:                        ; best_swap: the piece
        .res    1
swap_best:                      ; the best gain so far
        .res    1
swap_least:                     ; and the least that is worth a look
        .res    1

        .bss

swap_gains:                     ; what each capture of an exchange takes; 15
        .res    34              ; attackers a side, a king twice, the prize

; TO_PIECE - on from square Y by swap_step to the next piece, or over the
; edge: A = what stands on Y there.
        .macro  TO_PIECE
:       tya
        clc
        adc     swap_step
        tay
        lda     board,y
        beq     :-
        .endmacro

        .code

; Walk one ray from the square at X to its first piece: a board byte is 0
; where the square is empty, and else has a bit for each way in which the
; piece attacks. Squares are constants away from X, so an empty one costs six
; cycles; how far the walk has come is not kept, since it is seldom needed.
; On the next square (at_hand) a king or pawn attacks too, further away only
; a slider of the ray's way. Where the first piece is no attacker, that is
; all. Routines get the step in Y, keep X, and leave N clear.
        .macro  RAY step, way, slider, at_hand, near
        .local  far, near_one, attacks, next
        ; The next square apart, since kings and pawns attack from there too.
        lda     a:board + step,x
        bne     near_one
        .repeat 5, n
        ; The squares behind it, up to the first piece.
        lda     a:board + (n + 2)*step,x
        bne     far
        .endrepeat
        lda     a:board + 7*step,x      ; no line is longer; 0 is no slider
far:    and     #way
        beq     next
        ldy     #<step
        jsr     slider
        bpl     next
attacks:
        ldy     #<step
        jsr     near
        bpl     next
near_one:
        and     #at_hand
        bne     attacks
next:
        .endmacro

; Four squares a knight's move away, tested by one AND: Z set if there is no
; knight.
        .macro  KNIGHTS s1, s2, s3, s4
        ; Or-ing four board bytes keeps WAY_KNIGHT if any has it.
        lda     a:board + s1,x
        ora     a:board + s2,x
        ora     a:board + s3,x
        ora     a:board + s4,x
        and     #WAY_KNIGHT
        .endmacro

; Count the knight that may stand there.
        .macro  KNIGHT_AT step
        .local  no
        lda     a:board + step,x
        lsr     a
        lsr     a                       ; carry: WAY_KNIGHT
        bcc     no
        jsr     swap_knight
no:
        .endmacro

; swap_off - what a side wins by capturing on a square
;
; In      X = square, A = value of the piece there, Y = side that captures (0
;         white, 1 black)
; Out     A = gain in sixteenths of a pawn
; Uses    X Y
;
; X stays the square until all attackers are counted. The knights come
; first, since their overflow is seen in a state without anything else.
swap_off:
        stx     swap_square
        sta     swap_prize
        sty     swap_by
_known: lda     #0
        sta     swap_white_state
        sta     swap_black_state
        ; There is seldom a knight: four squares are tested at once, and counted
        ; elsewhere.
        sta     swap_kings
        KNIGHTS 33, 31, 18, 14
        beq     _no_knights_up
        jmp     _knights_up
_no_knights_up:
        KNIGHTS -33, -31, -18, -14
        beq     _no_knights_down
        jmp     _knights_down
_no_knights_down:
        RAY     17, WAY_DIAGONAL, swap_diagonal, WAY_DIAGONAL | WAY_KING | WAY_BLACK_PAWN, swap_near_diagonal
        RAY     15, WAY_DIAGONAL, swap_diagonal, WAY_DIAGONAL | WAY_KING | WAY_BLACK_PAWN, swap_near_diagonal
        RAY     -17, WAY_DIAGONAL, swap_diagonal, WAY_DIAGONAL | WAY_KING | WAY_WHITE_PAWN, swap_near_diagonal
        RAY     -15, WAY_DIAGONAL, swap_diagonal, WAY_DIAGONAL | WAY_KING | WAY_WHITE_PAWN, swap_near_diagonal
        RAY     16, WAY_STRAIGHT, swap_straight, WAY_STRAIGHT | WAY_KING, swap_near_straight
        RAY     -16, WAY_STRAIGHT, swap_straight, WAY_STRAIGHT | WAY_KING, swap_near_straight
        RAY     1, WAY_STRAIGHT, swap_straight, WAY_STRAIGHT | WAY_KING, swap_near_straight
        RAY     -1, WAY_STRAIGHT, swap_straight, WAY_STRAIGHT | WAY_KING, swap_near_straight
        ; swap_by is 0 or 1 for the side, and negative where a state has run
        ; over.
        lda     swap_by
        beq     swap_white
        bpl     swap_black
        jmp     swap_slow

_knights_up:
        KNIGHT_AT 33
        KNIGHT_AT 31
        KNIGHT_AT 18
        KNIGHT_AT 14
        jmp     _no_knights_up

; swap_black - the exchange when all attackers are counted, black to
; capture; ends swap_off
;
; In      swap_white_state, swap_black_state, swap_kings, swap_prize
; Out     A = gain
; Uses    X Y
swap_black:
        ; The exchange needs the king of the side that begins at bit 6. With
        ; none or both nothing changes.
        lda     swap_kings              ; black's to bit 6
        beq     @turned
        cmp     #WHITE | BLACK
        beq     @turned
        eor     #WHITE | BLACK
        sta     swap_kings
@turned:
        ; X = the attackers of the side that begins; Z from it.
        ldy     swap_white_state
        ldx     swap_black_state
        jmp     _exchange

; swap_white - the exchange when all attackers are counted, white to
; capture; ends swap_off
;
; In      as swap_black
; Out     A = gain
; Uses    X Y
swap_white:
        ldy     swap_black_state
        ldx     swap_white_state

        ; From here on X is the state of the side that captures, Y that of the
        ; side whose piece stands there; bit 6 of swap_kings is the king of the
        ; first, bit 7 the other's: BIT puts them into V and N. Nearly all
        ; exchanges end within two captures: those are handled here, without a
        ; list of gains.
_exchange:
        beq     @only_king              ; X = 0
        ; They have no piece to take back with. Without a king either, the prize
        ; is won.
        tya
        bne     @defended
        bit     swap_kings
        bpl     @all                    ; no recapture
        ; Their king is the only defender: with a second attacker of ours he
        ; can't recapture.
        lda     swap_next,x
        bne     @all
        bvc     @one
@all:   lda     swap_prize
        rts
@only_king:
        ; Only our king can take, and only where nobody takes back: no king of
        ; theirs, and no piece (Y = 0).
        bit     swap_kings
        bvc     @nothing
        bmi     @nothing
        tya
        beq     @all
@nothing:
        lda     #0
        rts
@defended:
        ; They have a piece to take back with. Have we a second attacker, or our
        ; king as one?
        lda     swap_next,x
        bne     @more
        bit     swap_kings
        bvs     @more
        ; One attacker, which will be recaptured. The prize less the capturer
        ; that is lost for it, if that is a gain.
@one:   lda     swap_prize
        sec
        sbc     swap_values,x
        bcc     @nothing
        rts
        ; At least two attackers, of which one may be our king, against at least
        ; one piece.
@more:  lda     swap_next,y             ; a second one of theirs
        bne     swap_long
        bit     swap_kings              ; or their king
        bmi     swap_long
        ; Two against one: worth less what they get by taking back, which
        ; is our first piece less their only one.
        lda     swap_values,y
        sec
        sbc     swap_values,x
        bcs     @all
        adc     swap_prize
        bcc     @nothing
        rts

_knights_down:
        KNIGHT_AT -33
        KNIGHT_AT -31
        KNIGHT_AT -18
        KNIGHT_AT -14
        jmp     _no_knights_down

; swap_long - an exchange of any length; ends swap_off
;
; In      X = state of the side that captures, its king at bit 6 of
;         swap_kings, Y = the other's and its king at bit 7; swap_prize
; Out     A = gain
; Uses    X Y
;
; The side that captures wins what stands on the square and puts there the
; cheapest piece that it has, which is what the next one wins: swap_gains
; lists it all, until a side has no piece left.
swap_long:
        ; From here on the side that begins has the name of white. Y counts the
        ; gains, A is the next one.
        stx     swap_white_state        ; as if white began
        sty     swap_black_state
        ldy     #0
        lda     swap_prize
@begins:
        ; What is to be won now is listed; the side to capture takes with its
        ; cheapest piece, which is the next prize.
        sta     swap_gains,y
        iny
        ldx     swap_white_state
        beq     @king
        lda     swap_next,x
        sta     swap_white_state
        lda     swap_values,x
@answers:
        ; The same for the other side.
        sta     swap_gains,y
        iny
        ldx     swap_black_state
        beq     @other_king
        lda     swap_next,x
        sta     swap_black_state
        lda     swap_values,x
        bne     @begins                 ; always
        ; No piece is left: the king takes, if he can and has not yet. His bit
        ; is cleared, so that he does it once.
@king:  bit     swap_kings
        bvc     swap_many
        lda     swap_kings
        and     #BLACK
        sta     swap_kings
        lda     #255                    ; a king's value
        bne     @answers
        ; The same for the other side's king.
@other_king:
        lda     swap_kings
        bpl     swap_many
        and     #WHITE
        sta     swap_kings
        lda     #255
        bne     @begins

; swap_many - fold the gains of a long exchange, in which a side may stop; ends
; swap_off
;
; In      swap_gains, Y of them, the last of which no piece is left to take
; Out     A = gain
; Uses    Y
;
; From the end: a capture brings what it takes less what the answer brings; if
; that is below 0, the side does not capture.
swap_many:
        ; The last gain is a piece that nobody can take: to answer brings 0.
        lda     #0
        beq     @first
@fold:  sta     swap_prize
        lda     swap_gains - 1,y        ; what it takes, less that
        sec
        sbc     swap_prize
        bcs     @first
        lda     #0                      ; below 0: no capture
@first: dey
        bne     @fold
        rts

; swap_knight - count a knight
;
; In      A = a quarter of its board byte, carry set; the states without
;         anything but knights yet
; Out     the states, OVERFLOW
; Uses    A
swap_knight:
        ; The colour tells whose state it is. Carry is set, hence one less.
        and     #BLACK/4
        bne     @black
        lda     swap_white_state
        adc     #ONE_KNIGHT - 1         ; and carry
        sta     swap_white_state
        bne     @counted                ; always
@black: lda     swap_black_state
        adc     #ONE_KNIGHT - 1
        sta     swap_black_state
@counted:
        cmp     #THREE_KNIGHTS          ; a third one does not fit
        bcs     swap_overflow
        rts

; swap_near_straight - what attacks along a straight ray from the next square
;
; In      A = its way bits, king and straight; X = swap_square, Y = step
; Out     the states, swap_kings, OVERFLOW; X as before, N clear
; Uses    A Y
swap_near_straight:
        ; King or slider: a slider is counted from this square on.
        and     #WAY_STRAIGHT
        beq     swap_king
        tya                             ; the first place: one step away
        bne     _straight

; swap_straight - count a slider on a straight ray and those behind it
;
; In      Y = step; the slider is the first piece, not on the next square;
;         X = swap_square
; Out     the states, OVERFLOW; X as before, N clear
; Uses    A Y
;
; Y is the place on the ray and X the side. What stands behind a queen counts
; as another one, since she must capture first: swap_front keeps her way
; bits when the next is laid over it.
swap_straight:
        tya                             ; the first place: two steps away
        asl     a
_straight:
        ; Y = the place, from which the walk goes on to the first piece.
        sty     swap_step
        clc
        adc     swap_square
        tay
        lda     board,y
        bne     @found
        TO_PIECE
@found: sta     swap_front
        ; X = the side of the slider. swap_front collects the ways of the pieces
        ; along the ray.
        ldx     #0
        asl     a
        bcc     @white
        inx
@white: lda     swap_front
        ; With the way of a diagonal it is a queen, or a rook behind one.
@count: and     #WAY_DIAGONAL
        bne     @queen
        ; Pawns and knights together are less than one rook: two rooks are there
        ; from TWO_ROOKS on.
        lda     swap_white_state,x
        and     #COUNTS
        cmp     #TWO_ROOKS
        bcs     swap_overflow
        lda     swap_white_state,x
        adc     #ONE_ROOK
        bcc     @counted                ; always
        ; Queens are the top two bits: a fourth one runs over.
@queen: lda     swap_white_state,x
        clc
        adc     #ONE_QUEEN
        bcs     swap_overflow
@counted:
        sta     swap_white_state,x
@behind:
        ; The next piece behind: one of the same side with the straight way
        ; counts too. One off the board has no ways.
        TO_PIECE
        eor     swap_front
        bmi     @end                    ; a foe
        lda     board,y
        and     #WAY_STRAIGHT
        beq     @end
        ; It counts as no cheaper than those before it.
        lda     board,y
        ora     swap_front
        sta     swap_front
        bne     @count                  ; always
@end:   ldx     swap_square
        rts

; swap_king - a king attacks
;
; In      X = swap_square, Y = his step from there
; Out     his flag in swap_kings; X as before, N clear
; Uses    A Y
swap_king:
        ; The colour bit of what stands there, WHITE or BLACK, is his flag.
        tya
        clc
        adc     swap_square
        tay
        lda     board,y
        and     #WHITE | BLACK
        ora     swap_kings
        sta     swap_kings
        ldx     swap_square
        rts

; swap_overflow - more attackers of a kind than a state can hold
;
; In      swap_square
; Out     the flag for it in swap_by; X = swap_square, N clear
; Uses    A
swap_overflow:
        ; The rest of the rays is walked in vain; then swap_slow counts all
        ; again.
        lda     swap_by
        ora     #OVERFLOW
        sta     swap_by
        ldx     swap_square
        rts

; swap_near_diagonal - what attacks diagonally from the next square
;
; In      A = its way bits, king, diagonal and the pawn that attacks from
;         there; X = swap_square, Y = step
; Out     the states, swap_kings, OVERFLOW; X as before, N clear
; Uses    A Y
;
; Mostly it is a pawn, and then there is seldom a slider behind it: so X
; stays the square until one is seen.
swap_near_diagonal:
        ; Slider, king, or the pawn of that direction.
        cmp     #WAY_DIAGONAL
        beq     @slider
        cmp     #WAY_KING
        beq     swap_king
        ; A pawn: bit 0 of a state's counts. A square has at most two of a side,
        ; so this never runs over.
        sty     swap_step
        lsr     a                       ; carry: a white pawn
        bcs     @white
        inc     swap_black_state
        bcc     @pawn                   ; always
@white: inc     swap_white_state
        ; Carry goes to bit 7: 1 behind a white pawn, so that eor with a white
        ; piece has bit 7 set, and with a black one not. The walk begins two
        ; steps from the square.
@pawn:  ror     a
        sta     swap_front              ; bit 7: the foe's
        tya
        asl     a
        clc
        adc     swap_square
        tay
        lda     board,y
        bne     @behind
        TO_PIECE
@behind:
        ; A slider of the pawn's side stands behind it: it is counted as the
        ; first one of the ray.
        and     #WAY_DIAGONAL
        beq     @end
        lda     board,y
        eor     swap_front
        bpl     @end                    ; a foe
        lda     board,y
        bne     _first_diagonal         ; always
@end:   rts
@slider:
        tya                             ; the first place: one step away
        bne     _diagonal               ; always

; swap_diagonal - count a slider on a diagonal and those behind it
;
; In      Y = step; the slider is the first piece, not on the next square;
;         X = swap_square
; Out     the states, OVERFLOW; X as before, N clear
; Uses    A Y
;
; As swap_straight.
swap_diagonal:
        tya                             ; the first place: two steps away
        ; Y = the place of the slider, as in swap_straight.
        asl     a
_diagonal:
        sty     swap_step
        clc
        adc     swap_square
        tay
        lda     board,y
        bne     _first_diagonal
        TO_PIECE
_first_diagonal:
        sta     swap_front
        ; X = its side.
        ldx     #0
        asl     a
        bcc     @white
        inx
@white: lda     swap_front
        ; With the straight way it is a queen, or a bishop behind one.
@count: and     #WAY_STRAIGHT
        bne     @queen
        ; A state has room for one bishop: two of a side on one square do not
        ; fit.
        lda     swap_white_state,x
        and     #ONE_BISHOP
        bne     swap_overflow
        lda     swap_white_state,x
        ora     #ONE_BISHOP
        bne     @counted                ; always
@queen: lda     swap_white_state,x      ; the top two bits
        clc
        adc     #ONE_QUEEN
        bcs     swap_overflow
@counted:
        sta     swap_white_state,x
@behind:
        ; The next one behind, as in swap_straight.
        TO_PIECE
        eor     swap_front
        bmi     @end                    ; a foe
        lda     board,y
        and     #WAY_DIAGONAL
        beq     @end
        lda     board,y
        ora     swap_front
        sta     swap_front
        bne     @count
@end:   ldx     swap_square
        rts

; best_swap - the best swap-off against the mover's pieces in some slots, the
; most valuable first
;
; In      wanted = slots; swap_floor, swap_enough; side is the mover
; Out     A = gain in sixteenths of a pawn, 0 where none is above the floor
; Uses    X Y; wanted
;
; A piece worth no more than the floor, or than what has been found, is skipped.
; X is the piece, A the slots behind it.
best_swap:
        ; Nothing found yet. A gain counts from one more than the floor on.
        lda     #0
        sta     swap_best
        ldx     swap_floor
        inx
        stx     swap_least
        ldx     side                    ; X = the king's id
        beq     @white
        ldx     #16
@white: lda     wanted
        lsr     a                       ; slot 0 is the king
        beq     @half
        ; The next slot in wanted: X = its id, A = the bits behind it.
@slot:  inx
        lsr     a
        bcc     @slot
        sta     wanted
        ldy     square,x
        bmi     @next                   ; dead
        ; Its value bounds what can be won: the ways of its board byte are the
        ; index.
        stx     swap_id
        lda     board,y
        and     #$3F
        tax
        lda     swap_worth,x
        cmp     swap_least
        bcc     @cheap
        ; The exchange on its square, the enemy to begin. X = the square.
        sta     swap_prize
        sty     swap_square
        lda     side
        eor     #1
        sta     swap_by
        ldx     swap_square
        jsr     _known
        ; The best so far. If it is enough, stop; otherwise others must exceed
        ; it.
        cmp     swap_least
        bcc     @less
        sta     swap_best
        cmp     swap_enough
        bcs     @end
        adc     #1
        sta     swap_least
        bne     @less                   ; always
@cheap: ldx     side                    ; unless a pawn is promoted, the slots
        ldy     promoted,x              ; behind it no piece is worth more
        beq     @best
@less:  ldx     swap_id
@next:  lda     wanted
        bne     @slot
@half:  txa                             ; on to slot 8, or through
        ora     #7
        tax
        and     #8
        bne     @best
        lda     wanted + 1
        bne     @slot
@best:  lda     swap_best
@end:   rts
