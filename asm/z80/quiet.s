; quiet.s - the other legal moves

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "movegen.inc"

        .global generate_quiet, generate_castling

        .text

; generate_quiet - append the other legal moves
;
; In      side, board, lists, castle; the picture of look or look_own
; Out     raw moves appended at raw_end, in the order of pieces of
;         generate_tactical; castling comes last
; Uses    AF BC DE HL IX IY BC' DE' HL'
generate_quiet:
        BEGIN   q
        ld      b,0
        or      a
        jp      nz,.Lcheckq
        PAWNS   q
.Lnextq:
        exx
.Lgotq: dec     l
        ld      a,(hl)
        exx
        ld      c,a
        ld      e,a
        add     a,a
        jp      c,.Lhiddenq
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
        TO      0xF0
        or      a
        jr      nz,.Lnextq
        ld      a,e
        cp      0x10
        jr      c,.Lnextq
        APPEND  b
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
        TO      0x10
        or      a
        jr      nz,.Lnextq
        ld      a,e
        cp      0x70
        jr      nc,.Lnextq
        APPEND  b
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
        inc     a
        jp      p,3f                    ; dead, or there
        inc     l
        jp      .Lgotq
.Lwhitepawnsq:
        dec     l
        ld      a,(hl)
        cp      0x60
        jr      nc,.Lwhitestopq
        add     a,0x10
        ld      e,a
        ld      a,(de)
        or      a
        jr      nz,3f
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
        cp      0x30
        jr      nc,3f
        add     a,0x10
        ld      e,a
        ld      a,(de)
        or      a
        jr      nz,3f
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
        ld      a,(hl)
        inc     a
        jp      p,3f                    ; dead, or there
        inc     l
        jp      .Lgotq
.Lblackpawnsq:
        dec     l
        ld      a,(hl)
        sub     0x20
        cp      0x50
        jr      nc,.Lblackstopq
        add     a,0x10
        ld      e,a
        ld      a,(de)
        or      a
        jr      nz,3f
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
        cp      0x50
        jr      c,3f
        sub     0x10
        ld      e,a
        ld      a,(de)
        or      a
        jr      nz,3f
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
        rra
        jp      nc,.Ldiagonalq
.Lrookq:                                ; or a queen: one copy of the rays, 28
        STRAIGHT QUIET_SLIDE
        ld      e,c                     ; T-states a piece for 90 bytes
        ld      a,(de)
        and     WAY_DIAGONAL
        jp      z,.Lnextq
.Ldiagonalq:
        DIAGONAL QUIET_SLIDE
        jp      .Lnextq

.Lkingq:
        call    finish
.Ldoublekingq:
        call    known_hits
        ld      e,c
        ld      a,(de)
        push    af
        xor     a
        ld      (de),a
        STRAIGHT KING_QUIET
        DIAGONAL KING_QUIET
        ld      (raw_end),hl
        ld      e,c
        pop     af
        ld      (de),a
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
        jp      nz,.Lnextq
        jr      .Ldoubleq
.Lkinggoes:
        call    king_safe
        ret     c
        APPEND  b
        ret
.Ldoubleq:
        ld      b,0
        ld      a,(king_square)
        ld      c,a
        call    show_pinned
        jp      .Ldoublekingq

        ; A dead or hidden piece: C = square with bit 7.
.Lhiddenq:
        inc     a
        inc     a                       ; $FE + 2: dead
        jp      z,.Lnextq
        ld      a,(checkers)
        or      a
        jp      nz,.Lnextq              ; a pinned piece can't help
        res     7,c
        ld      e,c
        call    pin_of
        ld      a,(de)
        and     ANY_PAWN
        jr      nz,.Lpinnedpawnq
        call    pin_fits
        jp      z,.Lnextq
        ; both ways along the pin, in the order of rays
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
        xor     a
        sub     iyl
        ld      iyl,a
        call    .Lpinwalk
        jp      .Lnextq
.Lpinwalk:
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

; The castling move of the king on C by two steps D, unless one is
; attacked.
.Lthrough:
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
