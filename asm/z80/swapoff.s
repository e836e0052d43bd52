; swapoff.s - exchanges on one square

        .include "constants_gen.inc"
        .include "rules.inc"

        .global swap_off, swap_white, swap_black, swap_long, swap_many
        .global swap_knight, swap_king, swap_overflow, swap_straight, swap_diagonal
        .global swap_near_straight, swap_near_white, swap_near_black
        .global best_swap

        .text

; The attackers of a square are counted a byte a side: the state.
;
;       bits 0-4  pawns + 3*knights + 9*rooks, each at most 2
;       bit 5     bishop
;       bits 6-7  queens, with the sliders behind a queen
;
; One look-up in a page gives the value of the cheapest (swap_values) and
; what state is left without it (swap_next): no sorting, no counters. What
; does not fit (three knights or rooks on one square, four queens) goes to
; swap_slow. Kings are the last to capture, they have flags of their own.

        .equ    TWO_ROOKS, 2*ONE_ROOK
        .equ    THREE_KNIGHTS, 3*ONE_KNIGHT
        .equ    OVERFLOW, 0x20          ; these in IXL, then B
        .equ    WHITE_KING_BIT, 6
        .equ    BLACK_KING_BIT, 7

; Two squares that are a knight's move away and hops apart: L runs from the
; first to the second. One AND tests both; B is the knight's bit.
        .macro  KNIGHTS n, step, hops
        ; Off the board lies OFF_BOARD, without the knight's bit. A common bit
        ; sends both squares to KNIGHTS_FOUND.
        ld      a,c
        add     a,\step
        ld      l,a
        ld      a,(hl)
        .rept   \hops
        dec     l
        .endr
        or      (hl)
        and     b
        jr      nz,.Lknights\n
.Lno_knights\n:
        .endm

        .macro  KNIGHTS_FOUND n, hops
.Lknights\n:
        ; L is at the second square; the hops lead back to the first.
        call    swap_knight
        .rept   \hops
        inc     l
        .endr
        call    swap_knight
        jr      .Lno_knights\n
        .endm

; Walk one ray from the square to its first piece. way is the sliders' bit,
; slider the routine that counts one and what stands behind it. B keeps the
; step for that.
        .macro  RAY n, step, way, slider
        ; The next square apart: a king or pawn attacks from there too.
        ld      b,\step
        ld      a,c
        add     a,b
        ld      l,a
        ld      a,(hl)
        or      a
        jp      nz,.Lfirst\n
        ; Then square by square to the first piece, or the border, which has no
        ; way bits. One of another way does not attack.
1:      ld      a,l
        add     a,b
        ld      l,a
        ld      a,(hl)
        or      a
        jp      z,1b
        and     \way
        call    nz,\slider
.Lnext\n:
        .endm

; The same along a rank, where INC and DEC do and the step is only needed
; for a slider.
        .macro  SIDEWAYS n, move, way
        ; L goes along the rank; B is not set before it is needed.
        ld      l,c
        \move   l
        ld      a,(hl)
        or      a
        jp      nz,.Lfirst\n
1:      \move   l
        ld      a,(hl)
        or      a
        jp      z,1b
        and     \way
        jp      nz,.Lslider\n
.Lnext\n:
        .endm

        .macro  FIRST_SIDEWAYS n, step, way
.Lfirst\n:
        ; On the next square: nothing but a slider of this way or the king
        ; attacks.
        and     \way | WAY_KING
        jp      z,.Lnext\n
.Lslider\n:
        ld      b,\step
        call    swap_near_straight
        jp      .Lnext\n
        .endm

; A piece on the next square, where king and pawn (near) attack too.
        .macro  FIRST n, near, routine
.Lfirst\n:
        ; Neither king, pawn nor slider of this way: the ray is done.
        and     \near
        jp      z,.Lnext\n
        call    \routine
        jp      .Lnext\n
        .endm

; From L to the next piece on the ray; returns where that is no slider of
; this way or no friend (foe: the condition that BIT 7 of a foe gives).
        .macro  BEHIND way, foe
        ; From L, square by square, to the next piece.
1:      ld      a,l
        add     a,b
        ld      l,a
        ld      a,(hl)
        or      a
        jp      z,1b
        ; It must slide this way and be a friend: behind an enemy nothing is
        ; counted.
        and     \way
        ret     z
        bit     7,(hl)
        ret     \foe
        .endm

; A side's rooks and queens on a straight ray. What stands behind a queen
; counts as another one, since she must capture first.
        .macro  STRAIGHT side, state, foe
.Lrook\side:
        ; The low five bits: pawns and knights come to 2 + 2*3 at most, so that
        ; 18 or more is two rooks.
        ld      a,\state
        and     31
        cp      TWO_ROOKS
        jr      nc,swap_overflow
        ld      a,\state
        add     a,ONE_ROOK
        ld      \state,a
        ; Behind a rook: another one, or a queen, whose byte has bit 2.
        BEHIND  WAY_STRAIGHT, \foe
        bit     2,(hl)
        jr      z,.Lrook\side
.Lqueen\side:
        ; Carry: a fourth queen does not fit into bits 6 and 7.
        ld      a,\state
        add     a,ONE_QUEEN
        jr      c,swap_overflow
        ld      \state,a
        BEHIND  WAY_STRAIGHT, \foe
        jr      .Lqueen\side
        .endm

; A side's pawn, bishops and queens on a diagonal.
        .macro  DIAGONAL side, state, foe
.Lpawn\side:
        ; A pawn counts 1. Behind it, or behind a bishop, may stand a bishop or
        ; a queen (bit 3).
        inc     \state
        jr      .Lbehind\side
.Lbishop\side:
        bit     5,\state                ; a second bishop does not fit
        jr      nz,swap_overflow
        set     5,\state
.Lbehind\side:
        BEHIND  WAY_DIAGONAL, \foe
        bit     3,(hl)
        jr      z,.Lbishop\side
.Ldiagonal_queen\side:
        ; Carry: a fourth queen. Behind her everything counts as a queen.
        ld      a,\state
        add     a,ONE_QUEEN
        jr      c,swap_overflow
        ld      \state,a
        BEHIND  WAY_DIAGONAL, \foe
        jr      .Ldiagonal_queen\side
        .endm

; swap_near_straight - what attacks along a straight ray from the next square
;
; In      A = its way bits, king and straight; HL, B, D, E as in
;         swap_straight
; Out     D, E, IXL
; Uses    AF L
swap_near_straight:
        and     WAY_STRAIGHT            ; else it is the king
        jr      z,swap_king

; swap_straight - count a slider on a straight ray and those behind it
;
; In      HL = its place on the board, B = step, D, E = states
; Out     D, E, IXL
; Uses    AF L
swap_straight:
        ; Bit 7, the colour, goes to carry.
        ld      a,(hl)
        rlca
        jr      c,.Lblack_straight
        bit     3,a                     ; the diagonal way, before RLCA
        jr      nz,.Lqueen_white
        STRAIGHT _white, d, nz
.Lblack_straight:
        bit     3,a
        jr      nz,.Lqueen_black
        STRAIGHT _black, e, z

; swap_king - a king attacks
;
; In      HL = his place on the board
; Out     his flag in IXL
; Uses    AF
swap_king:
        ; WHITE and BLACK are the kings' bits in IXL, so the colour is the flag.
        ld      a,(hl)
        and     WHITE | BLACK
        or      ixl
        ld      ixl,a
        ret

; swap_overflow - more attackers of a kind than a state can hold
;
; In      -
; Out     the flag for it in IXL
; Uses    AF
swap_overflow:
        ; swap_slow will count again, with numbers for each kind.
        ld      a,ixl
        or      OVERFLOW
        ld      ixl,a
        ret

; swap_near_white - what attacks diagonally from the next square, a white
; pawn among them
;
; In      A = its way bits, king, white pawn and diagonal; HL, B, D, E as in
;         swap_diagonal
; Out     D, E, IXL
; Uses    AF L
swap_near_white:
        ; Bit 0, a white pawn, goes to carry; then the king's is bit 3.
        rra
        jr      c,.Lpawn_white
        bit     3,a
        jr      nz,swap_king
        jr      swap_diagonal

; swap_near_black - what attacks diagonally from the next square, a black
; pawn among them
;
; In      A = its way bits, king, black pawn and diagonal; HL, B, D, E as in
;         swap_diagonal
; Out     D, E, IXL
; Uses    AF L
swap_near_black:
        ; Bit 5 is a black pawn, bit 4 the king.
        bit     5,a
        jr      nz,.Lpawn_black
        bit     4,a
        jr      nz,swap_king

; swap_diagonal - count a slider on a diagonal and those behind it
;
; In      HL = its place on the board, B = step, D, E = states
; Out     D, E, IXL
; Uses    AF L
swap_diagonal:
        ; Bit 7, the colour, goes to carry. D is white's state, E black's.
        ld      a,(hl)
        rlca
        jr      c,.Lblack_diagonal
        bit     4,a                     ; the straight way, before RLCA
        jr      nz,.Ldiagonal_queen_white
        jr      .Lbishop_white
.Lblack_diagonal:
        bit     4,a
        jr      nz,.Ldiagonal_queen_black
        jr      .Lbishop_black
        DIAGONAL _white, d, nz
        DIAGONAL _black, e, z

; swap_knight - count a knight, if there is one
;
; In      HL = place on the board, D, E = states without anything else yet
; Out     D, E, IXL
; Uses    AF
swap_knight:
        ; Bit 1: there is a knight here. Its colour says to which state it adds.
        ld      a,(hl)
        bit     1,a
        ret     z
        rlca
        ld      a,ONE_KNIGHT
        jr      c,1f
        add     a,d
        ld      d,a
        jr      2f
1:      add     a,e
        ld      e,a
        ; A third knight makes 9, which would read as a rook.
2:      cp      THREE_KNIGHTS
        ret     c
        jp      swap_overflow

        KNIGHTS_FOUND 0, 2
        KNIGHTS_FOUND 1, 4

; swap_off - what a side wins by capturing on a square
;
; In      E = square, A = value of the piece there, B = side that captures (0
;         white, 1 black)
; Out     A = gain in sixteenths of a pawn
; Uses    AF BC DE HL AF' IXL
;
; D and E are the states of white and black, C is the square, A' the value;
; IXL has the side in bit 0, an overflow in bit 5 and the kings in bits 6 and
; 7.
swap_off:
        ; A' = value, IXL = side with no flags, C = square, no attackers yet.
        ; Off the board nothing has way bits, so edges need no test.
        ex      af,af'
        ld      ixl,b
        ld      c,e
        ld      de,0
        ld      h,board >> 8
        ld      b,WAY_KNIGHT
        ; Knights first: swap_knight needs states without anything else.
        KNIGHTS 0, KNIGHT_1, 2
        KNIGHTS 1, KNIGHT_2, 4
        KNIGHTS 2, KNIGHT_3, 4
        KNIGHTS 3, KNIGHT_4, 2
        jr      .Lrays
        KNIGHTS_FOUND 2, 4
        KNIGHTS_FOUND 3, 2
.Lrays:
        ; Eight rays. Each ends at its first piece, or with the sliders behind
        ; it.
        RAY     0, 0x11, WAY_DIAGONAL, swap_diagonal
        RAY     1, 0x0F, WAY_DIAGONAL, swap_diagonal
        RAY     2, 0xEF, WAY_DIAGONAL, swap_diagonal
        RAY     3, 0xF1, WAY_DIAGONAL, swap_diagonal
        RAY     4, 0x10, WAY_STRAIGHT, swap_straight
        RAY     5, 0xF0, WAY_STRAIGHT, swap_straight
        SIDEWAYS 6, inc, WAY_STRAIGHT
        SIDEWAYS 7, dec, WAY_STRAIGHT
        ; B = flags for the exchange. No overflow: bit 0 chooses the side; else
        ; swap_slow counts the attackers of all kinds.
        ld      a,ixl
        ld      b,a
        and     OVERFLOW | 1
        jr      z,swap_white
        and     OVERFLOW
        jp      z,swap_black
        jp      swap_slow

; The exchange itself. by is the state of the side that captures, other that of
; the side whose piece stands there, by_king and other_king the kings' bits.
; Nearly all exchanges end within two captures: those are handled here, without
; a list of gains; the others go to many.
        .macro  EXCHANGE by, other, by_king, other_king, many
        ; Does a piece except the king capture? L = by, the index into swap_next
        ; and swap_values. Has the other side a piece except its king?
        ld      a,\by
        or      a
        jr      z,.Lonly_king\@
        ld      l,a
        ld      a,\other
        or      a
        jr      nz,.Ldefended\@
        bit     \other_king,b
        jr      z,.Lall\@
        ; Their king is the only defender: with a second attacker of ours he
        ; can't recapture.
        ld      h,swap_next >> 8
        ld      a,(hl)
        or      a
        jr      nz,.Lall\@
        bit     \by_king,b
        jr      z,.Lone\@
.Lall\@:
        ex      af,af'                  ; it is won for nothing: gain = value
        ret
.Lonly_king\@:
        ; Only our king may capture, and only what nobody defends. A = 0 is the
        ; gain if we have no attacker at all.
        bit     \by_king,b
        ret     z
        ld      a,\other
        or      a
        jr      nz,.Lnothing\@
        bit     \other_king,b
        jr      z,.Lall\@
.Lnothing\@:
        xor     a
        ret
.Ldefended\@:
        ; A piece defends. A second attacker of ours, or the king behind the
        ; first, makes a longer exchange.
        ld      h,swap_next >> 8
        ld      a,(hl)
        or      a
        jr      nz,.Lmore\@
        bit     \by_king,b
        jr      nz,.Lmore\@
        ; One attacker, which will be recaptured.
.Lone\@:
        ; L = by: our capturer's value is lost for A'. If it is worth no more
        ; than that, the difference is the gain; otherwise we don't capture.
        ld      h,swap_values >> 8
        ex      af,af'
        sub     (hl)
        ret     nc
        xor     a
        ret
        ; At least two against at least one, no king.
.Lmore\@:
        ; What is left of theirs without their first piece, or their king, makes
        ; it longer than is handled here.
        ld      l,\other
        ld      a,(hl)
        or      a
        jp      nz,\many
        bit     \other_king,b
        jp      nz,\many
        ; Two against one: worth less what they get by taking back, which
        ; is our first piece less their only one.
        ld      h,swap_values >> 8
        ; L = other, so A = their piece's value; less that of our first. Not
        ; negative: they do not take back, and all of the value is won.
        ld      a,(hl)
        ld      l,\by
        sub     (hl)
        jr      nc,.Lall\@
        ; A = -(what they win by taking back). Carry: the sum is not negative.
        ld      l,a
        ex      af,af'
        add     a,l
        ret     c
        xor     a
        ret
        .endm

; swap_white - the exchange when all attackers are counted, white to
; capture; ends swap_off
;
; In      D, E = states, B = kings, A' = value
; Out     A = gain
; Uses    AF BC DE HL AF'
swap_white:
        EXCHANGE d, e, WHITE_KING_BIT, BLACK_KING_BIT, swap_long

; swap_black - the exchange when all attackers are counted, black to
; capture; ends swap_off
;
; In      D, E = states, B = kings, A' = value
; Out     A = gain
; Uses    AF BC DE HL AF'
swap_black:
        EXCHANGE e, d, BLACK_KING_BIT, WHITE_KING_BIT, .Lturned

        ; A long one is computed as if white began.
.Lturned:
        ; The states change places, and so do the kings, if there is just one:
        ; and sets parity even for none or both.
        ld      a,d
        ld      d,e
        ld      e,a
        ld      a,b
        and     WHITE | BLACK
        jp      pe,swap_long            ; both kings or none
        xor     WHITE | BLACK
        ld      b,a

; A = value of the next piece of a side that captures.
        .macro  CAPTURER state, king
        ; The cheapest piece first: swap_next is the state without it,
        ; swap_values its value.
        ld      a,\state
        or      a
        jr      z,.Lking\@
        ld      l,a
        ld      h,swap_next >> 8
        ld      \state,(hl)
        ld      h,swap_values >> 8
        ld      a,(hl)
        jr      .Lcaptures\@
.Lking\@:
        ; Only the king is left: he captures last, once. Without him the
        ; exchange is over.
        bit     \king,b
        jr      z,swap_many
        res     \king,b
        ld      a,255
.Lcaptures\@:
        .endm

; swap_long - an exchange of any length; ends swap_off
;
; In      D = state of the side that captures, its king at WHITE_KING_BIT of B,
;         E = the other's, A' = value
; Out     A = gain
; Uses    AF BC DE HL AF'
;
; All gains go to the stack, C counts them.
swap_long:
        ex      af,af'
        ; Each capture pushes what it wins: first the piece on the square, then
        ; in turn what has just captured.
        ld      c,0
1:      push    af
        inc     c
        CAPTURER d, WHITE_KING_BIT
        push    af
        inc     c
        CAPTURER e, BLACK_KING_BIT
        jp      1b

; swap_many - fold the gains of a long exchange, in which a side may stop; ends
; swap_off
;
; In      C gains on the stack; no piece is left to take the last one
; Out     A = gain; the stack without them
; Uses    F BC
swap_many:
        ; The last piece is not captured. B = the gain of the side that captures
        ; next, 0 behind the end.
        ld      b,0
        pop     af
        ld      a,b
        dec     c
        ret     z                       ; swap_slow found no attacker
        ; From the last capture to the first: what it wins less what the other
        ; side wins then, or 0, since no side must capture. B goes one up with
        ; each.
.Lfold: pop     af
        sub     b
        jr      nc,.Lpays
        xor     a
.Lpays: ld      b,a
        dec     c
        jr      nz,.Lfold
        ret

        .irp    n, 0, 1
        FIRST   \n, WAY_DIAGONAL | WAY_KING | WAY_BLACK_PAWN, swap_near_black
        .endr
        .irp    n, 2, 3
        FIRST   \n, WAY_DIAGONAL | WAY_KING | WAY_WHITE_PAWN, swap_near_white
        .endr
        .irp    n, 4, 5
        FIRST   \n, WAY_STRAIGHT | WAY_KING, swap_near_straight
        .endr
        FIRST_SIDEWAYS 6, 0x01, WAY_STRAIGHT
        FIRST_SIDEWAYS 7, 0xFF, WAY_STRAIGHT

; best_swap - the best swap-off against the mover's pieces in some slots, the
; most valuable first
;
; In      HL = slots; swap_floor, swap_enough; side is the mover
; Out     A = gain in sixteenths of a pawn, 0 where none is above the floor
; Uses    AF BC DE HL AF' IXL BC' DE' HL'
;
; A piece worth no more than the floor, or than what has been found, is skipped.
; The loop lives in the other set of registers while swap_off uses this one: B
; what a gain must exceed, C the best, DE the place in the list, HL the slots
; that are left.
best_swap:
        ; B = floor, C = 0: nothing found. E = id of slot 0 of the mover.
        ld      a,(swap_floor)
        ld      b,a
        ld      c,0
        ld      a,(side)
        add     a,a
        add     a,a
        add     a,a
        add     a,a
        ld      e,a
        ld      d,square >> 8
        srl     l                       ; slot 0 is the king
.Lslots:
        ; L = slots 1 to 7, or later 8 to 15, shifted so that bit 0 is the next
        ; one.
        ld      a,l
        or      a
        jr      z,.Llow_done
1:      inc     e
        rra                             ; carry was 0
        jp      nc,1b
        ld      l,a
        ; A captured piece's square is $FF.
        ld      a,(de)
        inc     a
        jr      z,.Lslots               ; dead
        dec     a
        ; In the first set: E = square, and its value by the way bits of its
        ; byte.
        exx
        ld      e,a
        ld      l,a
        ld      h,board >> 8
        ld      a,(hl)
        and     0x3F
        ld      l,a
        ld      h,swap_worth >> 8
        ld      a,(hl)
        exx
        ; The value is the most that can be won: not above B, it is passed over.
        cp      b
        jr      c,.Lslots
        jr      z,.Lslots
        exx
        ; The enemy captures: B = the other side, A = value.
        ld      c,a
        ld      a,(side)
        xor     1
        ld      b,a
        ld      a,c
        call    swap_off
        exx
        ; A gain above B is the best so far, and what others must exceed.
        cp      b
        jr      c,.Lslots
        jr      z,.Lslots
        ld      b,a
        ld      c,a
        ; As much as is enough ends it: swap_enough - 1 is below the gain.
        ld      a,(swap_enough)
        dec     a
        cp      c
        jr      nc,.Lslots
        ld      a,c
        ret
.Llow_done:
        ; The low slots are done, so the high ones come down to L. E is set to
        ; slot 7; inc makes it 8.
        or      h
        jr      z,.Lbest
        ld      l,h
        ld      h,0
        ld      a,e                     ; of slot 7 at most
        or      7
        ld      e,a
        jr      .Lslots
.Lbest: ld      a,c
        ret
