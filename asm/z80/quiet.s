; quiet.s - the other legal moves

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "movegen.inc"

        .global generate_quiet, generate_castling

        .text

; generate_quiet - append the other legal moves
;
; In      side, board, lists, castle; the result of look or look_own
; Out     raw moves appended at raw_end, in the order of pieces of
;         generate_tactical; castling comes last
; Uses    AF BC DE HL IX IY BC' DE' HL'
generate_quiet:
        BEGIN   q
        ; B = 0: the flags of nearly all moves. A = the checkers, 0 or 1; two go
        ; to .Ldoubleq.
        ld      b,0
        or      a
        jp      nz,.Lcheckq
        PAWNS   q
.Lnextq:
        ; The next slot downwards. Bit 7 of its square: dead, or pinned and
        ; hidden.
        exx
.Lgotq: dec     l
        ld      a,(hl)
        exx
        ld      c,a
        ld      e,a
        add     a,a
        jp      c,.Lhiddenq
        ; The way bits one after the other go into carry: knight, diagonal (a
        ; bishop or queen), straight, king, and of the pawns' bits the black
        ; one's.
        ld      a,(de)
        rra                             ; officers first: PAWNS has left few
        rra                             ; of the others
        jp      c,.Lknightq
        rra
        jp      c,.Lbishopq
        rra
        jp      c,.Lrookq
        rra
        jp      c,.Lkingq
        rra
        jp      nc,.Lwhiteq

.Lblackpawnq:
        ; One step down, if the square is free and not on the last rank, whose
        ; moves are promotions.
        TO      0xF0
        or      a
        jr      nz,.Lnextq
        ld      a,e
        cp      0x10
        jr      c,.Lnextq
        APPEND  b
        ; From its own second rank ($6x) two steps, if the next square is free
        ; too.
        ld      a,c
        cp      0x60
        jr      c,.Lnextq
        ld      a,e
        sub     0x10
        ld      e,a
        ld      a,(de)
        or      a
        jr      nz,.Lnextq
        APPEND  FLAG_DOUBLE
        jp      .Lnextq

.Lwhiteq:
        ; One step up, in the same way.
        TO      0x10
        or      a
        jr      nz,.Lnextq
        ld      a,e
        cp      0x70
        jr      nc,.Lnextq
        APPEND  b
        ; From rank two ($1x) two steps.
        ld      a,c
        cp      0x20
        jr      nc,.Lnextq
        ld      a,e
        add     a,0x10
        ld      e,a
        ld      a,(de)
        or      a
        jr      nz,.Lnextq
        APPEND  FLAG_DOUBLE
        jp      .Lnextq

.Lknightq:
        HOPS    QUIET_HOP
        jp      .Lnextq

        ; Pawns one by one; on their last rank but one they have no quiet
        ; move.
.Lwhitestopq:
        ; A = square + 1. Plus: $FF became 0, or rank seven, $6x. Minus: a
        ; hidden pawn; HL goes back one slot and the general way takes it.
        inc     a
        jp      p,3f                    ; dead, or there
        inc     l
        jp      .Lgotq
.Lwhitepawnsq:
        ; The next pawn. From $60 on it is on its last rank but one, dead or
        ; hidden.
        dec     l
        ld      a,(hl)
        cp      0x60
        jr      nc,.Lwhitestopq
        add     a,0x10
        ld      e,a
        ; The square in front is occupied: no move. D is the page of the board
        ; here too.
        ld      a,(de)
        or      a
        jr      nz,3f
        ; Append from, to and flags 0 in the other set of registers. exx leaves
        ; A.
        ld      a,(hl)
        exx
        ld      (hl),a
        inc     hl
        add     a,0x10
        ld      (hl),a
        inc     hl
        ld      (hl),b
        inc     hl
        exx
        ; A = to. From $20 (rank two) a second step, if it is free.
        cp      0x30
        jr      nc,3f
        add     a,0x10
        ld      e,a
        ld      a,(de)
        or      a
        jr      nz,3f
        ; Append the double step.
        ld      a,(hl)
        exx
        ld      (hl),a
        inc     hl
        add     a,0x20
        ld      (hl),a
        inc     hl
        ld      (hl),FLAG_DOUBLE
        inc     hl
        exx
3:      djnz    .Lwhitepawnsq
        jp      .Lgotq

.Lblackstopq:
        ; A = square + 1, as for white.
        ld      a,(hl)
        inc     a
        jp      p,3f                    ; dead, or there
        inc     l
        jp      .Lgotq
.Lblackpawnsq:
        ; Less $20, all squares from $20 to $6F lie below $50: rank two, dead
        ; and hidden ones do not.
        dec     l
        ld      a,(hl)
        sub     0x20
        cp      0x50
        jr      nc,.Lblackstopq
        add     a,0x10
        ; E = square - $10. Is it free?
        ld      e,a
        ld      a,(de)
        or      a
        jr      nz,3f
        ; Append from, to and flags 0. A = to.
        ld      a,(hl)
        exx
        ld      (hl),a
        inc     hl
        sub     0x10
        ld      (hl),a
        inc     hl
        ld      (hl),b
        inc     hl
        exx
        ; To $5x: from rank seven, so a second step, if it is free.
        cp      0x50
        jr      c,3f
        sub     0x10
        ld      e,a
        ld      a,(de)
        or      a
        jr      nz,3f
        ; Append the double step.
        ld      a,(hl)
        exx
        ld      (hl),a
        inc     hl
        sub     0x20
        ld      (hl),a
        inc     hl
        ld      (hl),FLAG_DOUBLE
        inc     hl
        exx
3:      djnz    .Lblackpawnsq
        jp      .Lgotq

.Lbishopq:
        ; The straight way too: a queen, who goes on like a rook.
        rra
        jp      nc,.Ldiagonalq
.Lrookq:                                ; or a queen
        STRAIGHT QUIET_SLIDE
        ; One copy of the rays for rooks and queens: 28 T-states a piece for 90
        ; bytes. What stands on C may be a queen: then the diagonals too.
        ld      e,c
        ld      a,(de)
        and     WAY_DIAGONAL
        jp      z,.Lnextq
.Ldiagonalq:
        DIAGONAL QUIET_SLIDE
        jp      .Lnextq

.Lkingq:
        call    finish
.Ldoublekingq:
        ; C' = the result of known_hits. The king leaves the board meanwhile: he
        ; must not block a line behind him.
        call    known_hits
        ld      e,c
        ld      a,(de)
        push    af
        xor     a
        ld      (de),a
        STRAIGHT KING_QUIET
        DIAGONAL KING_QUIET
        ; The end of all moves. The king comes back.
        ld      (raw_end),hl
        ld      e,c
        pop     af
        ld      (de),a
        ; In check he can't castle; nor without any right.
        ld      a,(checkers)
        or      a
        ret     nz
        ld      a,(castle)
        or      a
        ret     z
        jp      generate_castling
        ; In check only squares between help: if there are none, only the
        ; king moves.
.Lcheckq:
        ; Single check. L = checker - king. No step between them: a knight. Step
        ; and difference equal: the checker is next to the king. Both are 0 in
        ; A.
        push    hl
        ld      hl,king_square
        ld      a,(check_from)
        sub     (hl)
        ld      l,a
        ld      h,ray_step >> 8
        ld      a,(hl)
        or      a
        jr      z,.Lnothing             ; a knight
        sub     l                       ; 0: at the king's side
.Lnothing:
        pop     hl
        ; Z clear: there are squares between. The pieces' moves are generated,
        ; and finish keeps those that help.
        jp      nz,.Lnextq
        jr      .Ldoubleq
.Lkinggoes:
        ; An empty square beside the king. Carry: it is attacked.
        call    king_safe
        ret     c
        APPEND  b
        ret
.Ldoubleq:
        ; Only the king moves: C = his square, B = 0. Pins need not be hidden.
        ld      b,0
        ld      a,(king_square)
        ld      c,a
        call    show_pinned
        jp      .Ldoublekingq

        ; A dead or hidden piece: C = square with bit 7.
.Lhiddenq:
        ; A = twice the square, without bit 7.
        inc     a
        inc     a                       ; $FE + 2: dead
        jp      z,.Lnextq
        ld      a,(checkers)
        or      a
        jp      nz,.Lnextq              ; a pinned piece can't help
        ; C = the square itself. IYL = the step of the pin.
        res     7,c
        ld      e,c
        call    pin_of
        ld      a,(de)
        and     ANY_PAWN
        jr      nz,.Lpinnedpawnq
        ; Z: the piece has no way along its pin.
        call    pin_fits
        jp      z,.Lnextq
        ; both ways along the pin, in the order of rays
        ; Of a pair of opposite steps rays has $10, $01, $11 and $F1 first. Bit
        ; 7 is set in the later one except for $0F and $F1, where it is set in
        ; the first one.
        ld      a,iyl
        cp      0x0F
        jr      z,.Lturn
        cp      0xF1
        jr      z,.Lahead
        rla
        jr      nc,.Lahead
.Lturn: xor     a
        sub     iyl
        ld      iyl,a
.Lahead:
        call    .Lpinwalk
        ; Then the opposite step.
        xor     a
        sub     iyl
        ld      iyl,a
        call    .Lpinwalk
        jp      .Lnextq
.Lpinwalk:
        ; From C along IYL over empty squares, each a move. The line ends at the
        ; king and at the pinner: both occupied.
        ld      e,c
.Lpinstep:
        ld      a,e
        add     a,iyl
        ld      e,a
        ld      a,(de)
        or      a
        ret     nz
        APPEND  b
        jr      .Lpinstep
.Lpinnedpawnq:
        ; A step without a file, $10 or $F0: the pawn may go on along it.
        ld      a,iyl
        and     0x0F
        jp      nz,.Lnextq              ; not pinned on its file
        ld      a,(de)
        rra
        jp      c,.Lwhiteq
        jp      .Lblackpawnq

; generate_castling - append the castling moves
;
; In      castle; side to move not in check; C = king's square; C' as by known_hits
; Out     raw moves appended at raw_end
; Uses    AF BC DE HL IX IY
generate_castling:
        ; B = the side's two rights, white's as they are, black's from bits 2
        ; and 3.
        ld      a,(castle)
        ld      b,a
        ld      a,(side)
        or      a
        ld      a,b
        jr      z,.Lwhiterights
        rrca
        rrca
.Lwhiterights:
        and     3
        ret     z
        ld      b,a
        ; Kingside: both squares between king and rook are empty (0).
        bit     0,b
        jr      z,.Lnotkingside
        ld      h,board >> 8
        ld      l,c
        inc     l
        ld      a,(hl)
        inc     l
        or      (hl)
        jr      nz,.Lnotkingside
        ld      d,1
        call    .Lthrough
.Lnotkingside:
        ; Queenside: three of them. D is the king's step, as a number with sign.
        bit     1,b
        ret     z
        ld      h,board >> 8
        ld      l,c
        dec     l
        ld      a,(hl)
        dec     l
        or      (hl)
        dec     l
        or      (hl)
        ret     nz
        ld      d,0xFF

; The castling move of the king on C by two steps D, unless one of them is
; attacked.
.Lthrough:
        ; E = the square passed over, then the one reached. carry: attacked, no
        ; castling.
        ld      a,c
        add     a,d
        ld      e,a
        call    king_safe
        ret     c
        ld      a,e
        add     a,d
        ld      e,a
        call    king_safe
        ret     c
        ld      hl,(raw_end)
        APPEND  FLAG_CASTLE|FLAG_CHECK
        ld      (raw_end),hl
        ret
