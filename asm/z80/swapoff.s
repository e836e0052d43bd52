; swapoff.s - exchanges on one square, and what the enemy attacks

        .include "constants_gen.inc"
        .include "rules.inc"

        .global swap_off, swap_white, swap_black, swap_long, swap_many
        .global swap_knight, swap_king, swap_overflow, swap_straight, swap_diagonal
        .global swap_near_straight, swap_near_white, swap_near_black
        .global swap_slow, swap_slow_count, swap_slow_cheapest
        .global map_hits, clear_hits, hits_of, strike, candidates
        .global best_swap, loses, exchange_loss, swap_at_to

        .text

; The attackers of a square are counted a byte a side: the state.
;
;       bits 0-4  pawns + 3*knights + 9*rooks, each at most 2
;       bit 5     bishop
;       bits 6-7  queens, with the sliders behind a queen
;
; One look into a page tells what the cheapest is worth (swap_values) and
; what state is left without it (swap_next): no sorting, no counters. What
; does not fit (three knights or rooks on one square, four queens) goes to
; swap_slow. Kings are the last to capture, they have flags of their own.

        .equ    ONE_PAWN, 1
        .equ    ONE_KNIGHT, 3
        .equ    ONE_ROOK, 9
        .equ    TWO_ROOKS, 18
        .equ    THREE_KNIGHTS, 9
        .equ    ONE_BISHOP, 32
        .equ    ONE_QUEEN, 64
        .equ    OVERFLOW, 0x20          ; these in IXL, then B
        .equ    WHITE_KING_BIT, 6
        .equ    BLACK_KING_BIT, 7

; Two squares that are a knight's move away and hops apart: L runs from the
; first to the second. Both are asked with one AND; B is the knight's bit.
        .macro  KNIGHTS n, step, hops
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
        ld      b,\step
        ld      a,c
        add     a,b
        ld      l,a
        ld      a,(hl)
        or      a
        jp      nz,.Lfirst\n
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
        and     \near
        jp      z,.Lnext\n
        call    \routine
        jp      .Lnext\n
        .endm

; From L to the next piece on the ray; returns where that is no slider of
; this way or no friend (foe: the condition that BIT 7 of a foe gives).
        .macro  BEHIND way, foe
1:      ld      a,l
        add     a,b
        ld      l,a
        ld      a,(hl)
        or      a
        jp      z,1b
        and     \way
        ret     z
        bit     7,(hl)
        ret     \foe
        .endm

; A side's rooks and queens on a straight ray. What stands behind a queen
; counts as another one, since she must capture first.
        .macro  STRAIGHT side, state, foe
.Lrook\side:
        ld      a,\state
        and     31
        cp      TWO_ROOKS
        jr      nc,swap_overflow
        ld      a,\state
        add     a,ONE_ROOK
        ld      \state,a
        BEHIND  WAY_STRAIGHT, \foe
        bit     2,(hl)
        jr      z,.Lrook\side
.Lqueen\side:
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
        inc     \state
        jr      .Lbehind\side
.Lbishop\side:
        bit     5,\state
        jr      nz,swap_overflow
        set     5,\state
.Lbehind\side:
        BEHIND  WAY_DIAGONAL, \foe
        bit     3,(hl)
        jr      z,.Lbishop\side
.Ldiagonal_queen\side:
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
        and     WAY_STRAIGHT
        jr      z,swap_king

; swap_straight - count a slider on a straight ray and those behind it
;
; In      HL = its place on the board, B = step, D, E = states
; Out     D, E, IXL
; Uses    AF L
swap_straight:
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
2:      cp      THREE_KNIGHTS
        ret     c
        jp      swap_overflow

        KNIGHTS_FOUND 0, 2
        KNIGHTS_FOUND 1, 4

; swap_off - what a side wins by capturing on a square
;
; In      E = square, A = worth of the piece there, B = side that captures
;         (0 white, 1 black)
; Out     A = gain in sixteenths of a pawn
; Uses    AF BC DE HL AF' IXL
; Cycles  mean 1,480 on the benchmark positions' searches, 1,230 where
;         nobody attacks
;
; D and E are the states of white and black, C is the square, A' the
; worth; IXL has the side in bit 0, an overflow in bit 5 and the kings in
; bits 6 and 7.
swap_off:
        ex      af,af'
        ld      ixl,b
        ld      c,e
        ld      de,0
        ld      h,board >> 8
        ld      b,WAY_KNIGHT
        KNIGHTS 0, 0x21, 2
        KNIGHTS 1, 0x12, 4
        KNIGHTS 2, 0xF2, 4
        KNIGHTS 3, 0xE1, 2
        jr      .Lrays
        KNIGHTS_FOUND 2, 4
        KNIGHTS_FOUND 3, 2
.Lrays:
        RAY     0, 0x11, WAY_DIAGONAL, swap_diagonal
        RAY     1, 0x0F, WAY_DIAGONAL, swap_diagonal
        RAY     2, 0xEF, WAY_DIAGONAL, swap_diagonal
        RAY     3, 0xF1, WAY_DIAGONAL, swap_diagonal
        RAY     4, 0x10, WAY_STRAIGHT, swap_straight
        RAY     5, 0xF0, WAY_STRAIGHT, swap_straight
        SIDEWAYS 6, inc, WAY_STRAIGHT
        SIDEWAYS 7, dec, WAY_STRAIGHT
        ld      a,ixl
        ld      b,a
        and     OVERFLOW | 1
        jr      z,swap_white
        and     OVERFLOW
        jp      z,swap_black
        jp      swap_slow

; The exchange itself. by is the state of the side that captures, other
; that of the side whose piece stands there, by_king and other_king the
; kings' bits. Nearly all exchanges end within two captures: those are
; told apart here, without a list of gains; many is where the others go.
        .macro  EXCHANGE by, other, by_king, other_king, many
        ld      a,\by
        or      a
        jr      z,.Lonly_king\@
        ld      l,a
        ld      a,\other
        or      a
        jr      nz,.Ldefended\@
        bit     \other_king,b
        jr      z,.Lall\@
        ; Their king is the only defender: a second attacker keeps him
        ; away.
        ld      h,swap_next >> 8
        ld      a,(hl)
        or      a
        jr      nz,.Lall\@
        bit     \by_king,b
        jr      z,.Lone\@
.Lall\@:
        ex      af,af'
        ret
.Lonly_king\@:
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
        ld      h,swap_next >> 8
        ld      a,(hl)
        or      a
        jr      nz,.Lmore\@
        bit     \by_king,b
        jr      nz,.Lmore\@
        ; One attacker, who will be taken.
.Lone\@:
        ld      h,swap_values >> 8
        ex      af,af'
        sub     (hl)
        ret     nc
        xor     a
        ret
        ; At least two against at least one, no king.
.Lmore\@:
        ld      l,\other
        ld      a,(hl)
        or      a
        jp      nz,\many
        bit     \other_king,b
        jp      nz,\many
        ; Two against one: worth less what they get by taking back, which
        ; is our first piece less their only one.
        ld      h,swap_values >> 8
        ld      a,(hl)
        ld      l,\by
        sub     (hl)
        jr      nc,.Lall\@
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
; In      D, E = states, B = kings, A' = worth
; Out     A = gain
; Uses    AF BC DE HL AF'
swap_white:
        EXCHANGE d, e, WHITE_KING_BIT, BLACK_KING_BIT, swap_long

; swap_black - the exchange when all attackers are counted, black to
; capture; ends swap_off
;
; In      D, E = states, B = kings, A' = worth
; Out     A = gain
; Uses    AF BC DE HL AF'
swap_black:
        EXCHANGE e, d, BLACK_KING_BIT, WHITE_KING_BIT, .Lturned

        ; A long one is reckoned as if white began.
.Lturned:
        ld      a,d
        ld      d,e
        ld      e,a
        ld      a,b
        and     WHITE | BLACK
        jp      pe,swap_long            ; both kings or none
        xor     WHITE | BLACK
        ld      b,a

; A = worth of the next piece of a side that captures.
        .macro  CAPTURER state, king
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
        bit     \king,b
        jr      z,swap_many
        res     \king,b
        ld      a,255
.Lcaptures\@:
        .endm

; swap_long - an exchange of any length; ends swap_off
;
; In      D = state of the side that captures, its king at WHITE_KING_BIT of
;         B, E = the other's, A' = worth
; Out     A = gain
; Uses    AF BC DE HL AF'
;
; All gains go to the stack, C counts them.
swap_long:
        ex      af,af'
        ld      c,0
1:      push    af
        inc     c
        CAPTURER d, WHITE_KING_BIT
        push    af
        inc     c
        CAPTURER e, BLACK_KING_BIT
        jp      1b

; swap_many - fold the gains of a long exchange, of which each may be left;
; ends swap_off
;
; In      C gains on the stack, the last of which nobody is left to take
; Out     A = gain; the stack without them
; Uses    F BC
swap_many:
        ld      b,0
        pop     af
        ld      a,b
        dec     c
        ret     z                       ; swap_slow found no attacker
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

; swap_slow - swap_off begun again with counters in memory; ends it where a
; state can't hold the attackers
;
; In      B = side that captures and kings found, C = square, A' = worth
; Out     A = gain
; Uses    AF BC DE HL AF'
; Cycles  5,800
swap_slow:
        ld      hl,swap_counts
        ld      d,12
1:      ld      (hl),0
        inc     hl
        dec     d
        jr      nz,1b
        bit     0,b
        ld      b,0
        jr      z,2f
        ld      b,6
2:      push    bc                      ; B = offset of the side's counters
        ld      h,board >> 8
        ld      de,knight_steps
        ld      b,8
3:      ld      a,(de)
        inc     de
        add     a,c
        ld      l,a
        bit     1,(hl)
        jr      z,4f
        push    de
        ld      d,1
        call    swap_slow_count
        pop     de
4:      djnz    3b

        ld      de,king_steps
        ld      b,8
.Lslow_ray:
        push    bc
        push    de
        ld      a,(de)
        ld      e,a                     ; step
        ld      h,attack_table >> 8
        ld      l,a
        ld      a,(hl)
        and     WAY_DIAGONAL | WAY_STRAIGHT
        ld      b,a                     ; the sliders' way
        ld      d,0                     ; floor
        ld      a,c
        ld      h,board >> 8
        add     a,e
        ld      l,a
        ld      a,(hl)
        or      a
        jr      nz,.Lslow_first
        call    .Lslow_walk
        and     b
        jr      nz,.Lslow_slider
        jr      .Lslow_next
.Lslow_first:
        and     b
        jr      nz,.Lslow_slider
        ; A king or pawn next to the square?
        ld      a,(hl)
        push    hl
        ld      l,a
        xor     a
        sub     e
        ld      h,attack_table >> 8
        ld      c,l
        ld      l,a
        ld      a,c
        and     (hl)
        pop     hl
        jr      z,.Lslow_next
        and     WAY_KING
        ld      d,0
        jr      z,6f
        ld      d,5
6:      call    swap_slow_count
        ld      a,(hl)
        and     WAY_KING
        jr      nz,.Lslow_next
.Lslow_behind:
        ld      c,(hl)                  ; whose it is
        call    .Lslow_walk
        and     b
        jr      z,.Lslow_next
        ld      a,(hl)
        xor     c
        rlca
        jr      c,.Lslow_next
.Lslow_slider:
        ; Rank 2 bishop, 3 rook, 4 queen, but no less than the floor.
        ld      a,(hl)
        and     WAY_DIAGONAL | WAY_STRAIGHT
        rrca
        rrca
        inc     a
        cp      d
        jr      c,7f
        ld      d,a
7:      call    swap_slow_count
        jr      .Lslow_behind
.Lslow_walk:
        ld      a,l
        add     a,e
        ld      l,a
        ld      a,(hl)
        or      a
        jr      z,.Lslow_walk
        ret
.Lslow_next:
        pop     de
        inc     de
        pop     bc
        djnz    .Lslow_ray

        pop     bc                      ; B = offset of the side's counters
        ex      af,af'
        ld      c,0
8:      push    af
        inc     c
        call    swap_slow_cheapest
        jp      c,swap_many
        ex      af,af'
        ld      a,6
        sub     b
        ld      b,a
        ex      af,af'
        jr      8b

; swap_slow_count - count an attacker
;
; In      HL = its place on the board, D = rank
; Out     swap_counts
; Uses    AF
swap_slow_count:
        push    hl
        ld      a,(hl)
        rlca
        ld      a,d
        jr      nc,1f
        add     a,6
1:      ld      hl,swap_counts
        add     a,l
        ld      l,a
        jr      nc,2f
        inc     h
2:      inc     (hl)
        pop     hl
        ret

; swap_slow_cheapest - take a side's cheapest attacker
;
; In      B = offset of its counters
; Out     A = worth; carry set: there is none
; Uses    F DE HL
swap_slow_cheapest:
        ld      hl,swap_counts
        ld      d,0
        ld      e,b
        add     hl,de
        ld      de,rank_value
1:      ld      a,(hl)
        or      a
        jr      nz,2f
        inc     hl
        inc     de
        ld      a,(de)
        inc     a
        jr      nz,1b
        ; The king, whose worth is 255, is the last.
        ld      a,(hl)
        or      a
        scf
        ret     z
2:      dec     (hl)
        ld      a,(de)
        or      a
        ret

; clear_hits - forget all maps; the stamps begin again
;
; In      -
; Out     A = 2, the stamp of the next map; hits_stamp 0, hits_ply $FF
; Uses    F
; Cycles  3,330; once in 127 maps
clear_hits:
        push    hl
        push    bc
        ld      hl,hits
        xor     a
        ld      b,32
1:      .rept   8
        ld      (hl),a
        inc     l
        .endr
        djnz    1b
        ld      (hits_stamp),a
        dec     a
        ld      (hits_ply),a
        ld      a,2
        pop     bc
        pop     hl
        ret

; The squares next to the one at L, row by row.
        .macro  KING_HITS
        ld      a,l
        sub     0x11
        ld      l,a
        ld      (hl),c
        inc     l
        ld      (hl),c
        inc     l
        ld      (hl),c
        add     a,0x10
        ld      l,a
        ld      (hl),c
        inc     l
        inc     l
        ld      (hl),c
        add     a,0x10
        ld      l,a
        ld      (hl),c
        inc     l
        ld      (hl),c
        inc     l
        ld      (hl),c
        .endm

        .macro  KNIGHT_HITS
        add     a,0xDF
        ld      l,a
        ld      (hl),c
        inc     l
        inc     l
        ld      (hl),c
        .irp    step, 0x0F, 4, 0x1C, 4, 0x0D
        add     a,\step
        ld      l,a
        ld      (hl),c
        .endr
        inc     l
        inc     l
        ld      (hl),c
        .endm

; One line of a slider on C: board at D, hits at H, the mark in B.
        .macro  LINE_HITS step
        ld      a,c
1:      add     a,\step
        ld      l,a
        ld      e,a
        ld      (hl),b
        ld      a,(de)
        or      a
        ld      a,e
        jp      z,1b
        .endm

        .macro  RANK_HITS move
        ld      l,c
1:      \move   l
        ld      e,l
        ld      (hl),b
        ld      a,(de)
        or      a
        jp      z,1b
        .endm

; The slider on A. Its registers are the other set.
        .macro  SLIDER_HITS
        exx
        ld      c,a
        ld      e,a
        ld      a,(de)
        and     WAY_DIAGONAL
        jr      z,.Lstraight\@
        LINE_HITS 0x11
        LINE_HITS 0x0F
        LINE_HITS 0xEF
        LINE_HITS 0xF1
        ld      e,c
        ld      a,(de)
        and     WAY_STRAIGHT
        jr      z,.Lslid\@
.Lstraight\@:
        LINE_HITS 0x10
        LINE_HITS 0xF0
        RANK_HITS inc
        RANK_HITS dec
.Lslid\@:
        exx
        .endm

; map_hits - what the enemy of the side to move attacks, lines ending at the
; first piece, inclusive
;
; In      side, lists, board
; Out     hits and hits_stamp; struck is not done yet
; Uses    AF BC DE HL BC' DE' HL'
; Cycles  mean 2,630 on the benchmark positions' searches
;
; King, pawns and knights mark first and the sliders after them, so that
; one byte a square can hold the dearer news: "by a slider". In the lists
; the officers before the first pawn's slot stand sliders first, hence the
; walk from the last slot down; only where a pawn has been promoted does it
; take a second look at the pawns' slots.
map_hits:
        ld      hl,hits_stamp
        ld      a,(hl)
        add     a,2
        call    z,clear_hits
        ld      (hl),a
        exx
        ld      b,a
        inc     b                       ; the sliders' mark
        ld      d,board >> 8
        ld      h,hits >> 8
        exx
        ld      c,a
        xor     a
        ld      (struck_done),a
        ld      d,square >> 8
        ld      h,hits >> 8
        ld      a,(side)
        or      a
        jr      nz,.Lwhite_hits

        ld      a,(square+16)
        ld      l,a
        KING_HITS
        ld      hl,(slots+1)
        ld      a,(officers+1)
        ld      b,a
        ld      a,l
        sub     b
        ld      h,hits >> 8
        jr      z,.Lblack_officers
        ld      e,b
        set     4,e
        ld      b,a
        ld      a,(promoted+1)
        or      a
        jr      nz,.Lblack_promoted
1:      ld      a,(de)
        inc     e
        sub     0x11
        cp      0xEE                    ; a dead one's $FF
        jr      z,2f
        ld      l,a
        ld      (hl),c
        inc     l
        inc     l
        ld      (hl),c
2:      djnz    1b
.Lblack_officers:
        ld      a,(officers+1)
        ld      b,a
        add     a,15
        jr      .Lofficers
.Lblack_promoted:
        ld      a,0xEF
        jp      .Lpromoted

.Lwhite_hits:
        ld      a,(square)
        ld      l,a
        KING_HITS
        ld      hl,(slots)
        ld      a,(officers)
        ld      b,a
        ld      a,l
        sub     b
        ld      h,hits >> 8
        jr      z,.Lwhite_officers
        ld      e,b
        ld      b,a
        ld      a,(promoted)
        or      a
        jp      nz,.Lwhite_promoted
1:      ld      a,(de)
        inc     e
        add     a,0x0F
        jr      c,2f                    ; a dead one's $FF
        ld      l,a
        ld      (hl),c
        inc     l
        inc     l
        ld      (hl),c
2:      djnz    1b
.Lwhite_officers:
        ld      a,(officers)
        ld      b,a
        dec     a

        ; Slots B-1 down to 1, A = id of the last.
.Lofficers:
        ld      e,a
        dec     b
        ret     z
.Lofficer:
        ld      a,(de)
        dec     e
        ld      l,a
        ld      h,board >> 8
        ld      a,(hl)
        ld      h,hits >> 8
        bit     1,a
        jr      nz,.Lknight_hits
        and     WAY_DIAGONAL | WAY_STRAIGHT
        jr      z,.Ldead_officer
        ld      a,l
        SLIDER_HITS
.Ldead_officer:
        dec     b
        jp      nz,.Lofficer
        ret
.Lknight_hits:
        ld      a,l
        KNIGHT_HITS
        dec     b
        jp      nz,.Lofficer
        ret

        ; Pawns' slots with a promoted one among them: E = id of the first,
        ; B = how many, A = the pawns' step less 1. What is near marks now,
        ; sliders once everything else has.
.Lwhite_promoted:
        ld      a,0x0F
.Lpromoted:
        push    de
        push    bc
        push    af
1:      ld      a,(de)
        inc     e
        ld      l,a
        ld      h,board >> 8
        ld      a,(hl)
        ld      h,hits >> 8
        bit     1,a
        jr      nz,3f
        and     ANY_PAWN
        jr      z,2f
        pop     af
        push    af
        add     a,l
        ld      l,a
        ld      (hl),c
        inc     l
        inc     l
        ld      (hl),c
        jr      2f
3:      call    .Lone_officer
2:      djnz    1b
        pop     af
        bit     7,a
        jr      nz,4f
        call    .Lwhite_officers
        jr      5f
4:      call    .Lblack_officers
5:      pop     bc
        pop     de
6:      ld      a,(de)
        inc     e
        ld      l,a
        ld      h,board >> 8
        ld      a,(hl)
        and     WAY_DIAGONAL | WAY_STRAIGHT
        call    nz,.Lone_officer
        djnz    6b
        ret

; The officer in the slot before E's.
.Lone_officer:
        push    bc
        push    de
        ld      a,e
        dec     a
        ld      b,2
        call    .Lofficers
        pop     de
        pop     bc
        ld      h,hits >> 8
        ret

; hits_of - the map of the enemy's attacks at the node, made where it is
; not that of this node
;
; In      ply
; Out     hits, hits_stamp, hits_ply
; Uses    AF HL, and where it makes one BC' DE' HL'
; Cycles  45 where it is
hits_of:
        ld      hl,hits_ply
        ld      a,(ply)
        cp      (hl)
        ret     z
        push    bc
        push    de
        call    map_hits                ; clear_hits may write hits_ply
        pop     de
        pop     bc
        ld      a,(ply)
        ld      (hits_ply),a
        ret

; strike - which of the mover's pieces the enemy attacks
;
; In      hits, side, lists, as they were when the map was made
; Out     struck, struck_done
; Uses    AF HL
; Cycles  721
;
; Only candidates needs it, so a node that asks for less does not pay.
; The pieces must stand where they stood when the map was made.
strike:
        push    bc
        push    de
        ld      a,1
        ld      (struck_done),a
        xor     a
        ld      (hits + 0xFF),a         ; where the dead stand
        ld      a,(side)
        add     a,a
        add     a,a
        add     a,a
        add     a,a
        inc     a
        ld      e,a
        ld      d,square >> 8
        ld      h,hits >> 8
        ld      a,(hits_stamp)
        ld      c,a
        scf                             ; the king never counts
        rr      b
        .rept   7
        ld      a,(de)
        inc     e
        ld      l,a
        ld      a,(hl)
        cp      c
        rr      b
        .endr
        ld      a,b
        cpl
        ld      (struck),a
        .rept   8
        ld      a,(de)
        inc     e
        ld      l,a
        ld      a,(hl)
        cp      c
        rr      b
        .endr
        ld      a,b
        cpl
        ld      (struck+1),a
        pop     de
        pop     bc
        ret

; candidates - the slots of the mover's pieces that may stand attacked after
; the move that has just been made on the board
;
; In      C = from (without a promotion's bits), E = to, B = flags; side is
;         the mover still; hits of the position before the move
; Out     HL = slots, one bit each
; Uses    AF BC DE AF' IX
; Cycles  mean 300; 800 more where the move may have opened a line, 800
;         more after a new map, for strike
candidates:
        ld      a,b
        and     FLAG_EN_PASSANT | FLAG_CASTLE
        ld      hl,0xFFFF
        ret     nz
        ld      a,(struck_done)
        or      a
        jp      z,.Lfirst_child
.Lstruck:
        ld      h,hits >> 8
        ld      l,e
        ld      de,(struck)
        ld      a,(hits_stamp)
        cp      (hl)
        jr      c,.Lhit_there
        jr      nz,.Lsafe_there
.Lhit_there:
        call    .Ladd
        ld      a,(hits_stamp)
        ld      h,hits >> 8
.Lsafe_there:
        ld      l,c
        cp      (hl)
        ex      de,hl
        ret     nc
        ex      de,hl

        ; More than the stamp: a slider saw the square that was left. Has
        ; some line through it an enemy slider at one end and a piece of the
        ; mover at the other?
        ld      b,WHITE
        ld      a,(side)
        or      a
        jr      z,.Lown
        ld      b,BLACK
.Lown:  ld      h,board >> 8

        ld      ixh,WAY_STRAIGHT
        ld      ixl,0x10
        call    .Laxis
        ld      ixl,0x01
        call    .Laxis
        ld      ixh,WAY_DIAGONAL
        ld      ixl,0x11
        call    .Laxis
        ld      ixl,0x0F
        call    .Laxis
        ex      de,hl
        ret

; The line of step IXL and way IXH through C; H is the page of board, B the
; mover's colour. Its end along the step decides what the other must be.
.Laxis: ld      a,c
1:      add     a,ixl
        ld      l,a
        ld      a,(hl)
        or      a
        ld      a,l
        jp      z,1b
        ld      a,(hl)
        cp      OFF_BOARD
        ret     z
        and     b
        jr      nz,.Lown_end
        ld      a,(hl)
        and     ixh
        ret     z
        ld      a,c
2:      sub     ixl
        ld      l,a
        ld      a,(hl)
        or      a
        ld      a,l
        jp      z,2b
        ld      a,(hl)
        cp      OFF_BOARD
        ret     z
        and     b
        ret     z
        jr      .Ladd
.Lown_end:
        ld      a,l
        ex      af,af'
        ld      a,c
3:      sub     ixl
        ld      l,a
        ld      a,(hl)
        or      a
        ld      a,l
        jp      z,3b
        ld      a,(hl)
        and     b
        ret     nz
        ld      a,(hl)
        and     ixh
        ret     z
        ex      af,af'
        ld      l,a
        jr      .Ladd

.Lfirst_child:
        ; The moved piece steps back for the map's list.
        ld      h,ids >> 8
        ld      l,e
        ld      l,(hl)
        ld      h,square >> 8
        ld      (hl),c
        push    hl
        call    strike
        pop     hl
        ld      (hl),e
        jp      .Lstruck

; Add the slot of the piece on L to DE; H is the page of board then.
.Ladd:  ld      h,ids >> 8
        ld      a,(hl)
        and     15
        add     a,slot_bits & 255
        ld      l,a
        ld      h,slot_bits >> 8
        ld      a,(hl)
        bit     3,l
        ld      h,board >> 8
        jr      nz,.Ladd_high
        or      e
        ld      e,a
        ret
.Ladd_high:
        or      d
        ld      d,a
        ret

; best_swap - the best swap-off against the mover's pieces of some slots,
; dearest slots first
;
; In      HL = slots; swap_floor, swap_enough; side is the mover
; Out     A = gain in sixteenths of a pawn, 0 where none is above the floor
; Uses    AF BC DE HL AF' IXL BC' DE' HL'
; Cycles  120, 18 for each slot before the last candidate, 90 for each
;         candidate, and the swap-offs
;
; A piece worth no more than the floor, or than what has been found, is not
; looked at. The loop lives in the other set of registers while swap_off
; uses this one: B what a gain must exceed, C the best, DE the place in the
; list, HL the slots that are left.
best_swap:
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
        ld      a,l
        or      a
        jr      z,.Llow_done
1:      inc     e
        rra                             ; carry was 0
        jp      nc,1b
        ld      l,a
        ld      a,(de)
        inc     a
        jr      z,.Lslots               ; dead
        dec     a
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
        cp      b
        jr      c,.Lslots
        jr      z,.Lslots
        exx
        ld      c,a
        ld      a,(side)
        xor     1
        ld      b,a
        ld      a,c
        call    swap_off
        exx
        cp      b
        jr      c,.Lslots
        jr      z,.Lslots
        ld      b,a
        ld      c,a
        ld      a,(swap_enough)
        dec     a
        cp      c
        jr      nc,.Lslots
        ld      a,c
        ret
.Llow_done:
        or      h
        jr      z,.Lbest
        ld      l,h
        ld      h,0
        ld      a,e
        and     0x10
        or      7
        ld      e,a
        jr      .Lslots
.Lbest: ld      a,c
        ret

; loses - does a quiet move but castling lose the moved piece, or some of
; it, by swap-off on its new square?
;
; In      C = from, E = to, ply, side; before the move
; Out     A not 0, and Z clear: it does
; Uses    AF BC DE HL AF' IXL, and where the map is to be made BC' DE' HL'
; Cycles  100 where nothing attacks, 210 where a pawn does, else swap_off
;         and 190
;
; A pawn that attacks a dearer piece wins something whatever follows, so
; there is nothing to reckon.
loses:
        ld      hl,hits_ply
        ld      a,(ply)
        cp      (hl)
        call    nz,hits_of
        ld      h,hits >> 8
        ld      l,e
        ld      a,(hits_stamp)
        cp      (hl)
        jr      c,1f
        jr      z,1f
        ld      l,c
        cp      (hl)
        jr      c,1f                    ; a slider behind
        xor     a
        ret
1:      ld      h,board >> 8
        ld      l,c
        ld      a,(hl)
        ld      d,a
        and     ANY_PAWN
        jr      nz,swap_at_to
        ld      a,e
        bit     7,d
        jr      nz,.Lwhite_pawns
        add     a,0x0F
        ld      l,a
        ld      a,BLACK_PAWN
        cp      (hl)
        jr      z,.Lpawn_takes
        inc     l
        inc     l
        cp      (hl)
        jr      z,.Lpawn_takes
        ld      l,c
        jr      swap_at_to
.Lwhite_pawns:
        sub     0x11
        ld      l,a
        ld      a,WHITE_PAWN
        cp      (hl)
        jr      z,.Lpawn_takes
        inc     l
        inc     l
        cp      (hl)
        ld      l,c
        jr      nz,swap_at_to
.Lpawn_takes:
        or      a
        ret

; exchange_loss - how much of a captured piece's worth the answer on the same
; square takes back
;
; In      C = from (a promotion's bits may be set), E = to, B = flags, ply,
;         side; before the move
; Out     A = loss in sixteenths of a pawn, Z set: none
; Uses    AF BC DE HL AF' IXL, and where the map is to be made BC' DE' HL'
; Cycles  130 where nothing attacks, else swap_off and 220
exchange_loss:
        bit     1,b                     ; en passant is never reckoned
        jr      nz,.Lno_loss
        ld      hl,hits_ply
        ld      a,(ply)
        cp      (hl)
        call    nz,hits_of
        ld      a,c
        and     0x77
        ld      c,a
        ld      h,hits >> 8
        ld      l,e
        ld      a,(hits_stamp)
        cp      (hl)
        jr      c,1f
        jr      z,1f
        ld      l,c
        cp      (hl)
        jr      c,1f
.Lno_loss:
        xor     a
        ret
1:      ld      h,board >> 8
        ld      l,c
        ld      d,(hl)

; swap_at_to - what the enemy wins by capturing a piece that has moved
;
; In      HL = the piece's place on the board, D = its board byte, E = the
;         square it moves to
; Out     A = gain, Z set: none; the board as it was
; Uses    AF BC DE HL AF' IXL
swap_at_to:
        ld      (hl),0
        push    hl
        push    de
        ld      b,1
        ld      a,d
        rlca
        jr      nc,1f
        dec     b
1:      ld      a,d
        and     0x3F
        ld      l,a
        ld      h,swap_worth >> 8
        ld      a,(hl)
        call    swap_off
        pop     de
        pop     hl
        ld      (hl),d
        or      a
        ret
