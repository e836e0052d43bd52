; movegen.s - the legal captures and promotions

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "movegen.inc"

        .global generate_tactical

        .text

; generate_tactical - append the legal captures and promotions
;
; In      side, board, lists, ep; the picture of look or look_own
; Out     raw moves appended at raw_end, piece by piece from the last slot
;         of the list to the first
; Uses    AF BC DE HL IX IY BC' DE' HL'
generate_tactical:
        BEGIN   t
        ld      a,(ep)
        inc     a
        jr      nz,.Lnextt
        PAWNS   t
.Lnextt:
        exx
.Lgott: dec     l
        ld      a,(hl)
        exx
        ld      c,a
        ld      e,a
        add     a,a
        jp      c,.Lhiddent
        ld      a,(de)
        rra                             ; officers first: PAWNS has left few
        rra                             ; of the others
        jp      c,.Lknightt
        rra
        jp      c,.Lbishopt
        rra
        jp      c,.Lrookt
        rra
        jp      c,.Lkingt
        rra
        jp      nc,.Lwhitet

        ; A pawn that the loops below have left, for thought or behind one that
        ; takes it.
.Lblackpawnt:
        ld      a,0xEF
        call    .Lpawncapture
        ld      a,0xF1
        call    .Lpawncapture
        ld      a,c
        cp      0x20
        jp      nc,.Lnextt
        TO      0xF0
        jr      .Llastrank
.Lwhitet:
        ld      a,0x0F
        call    .Lpawncapture
        ld      a,0x11
        call    .Lpawncapture
        ld      a,c
        cp      0x60
        jp      c,.Lnextt
        TO      0x10
.Llastrank:
        or      a
        ld      a,FLAG_PROMOTION
        call    z,.Lpromotions
        jp      .Lnextt

.Lknightt:
        HOPS    CAPTURE_HOP
        jp      .Lnextt

        ; Captures by pawns between the second rank and the last but one.
        ; Twice the board byte: carry is black or off the board, the sign
        ; white or off the board.
.Lwhitetakes1:
        jp      m,2f
        call    .Lpawntakes
        jr      2f
.Lwhitestopt:
        inc     a
        jr      z,3f                    ; dead
        inc     l
        jp      .Lgott
.Lwhitepawnst:
        dec     l
        ld      a,(hl)
        cp      0x60
        jr      nc,.Lwhitestopt
        add     a,0x0F
        ld      e,a
        ld      a,(de)
        add     a,a
        jr      c,.Lwhitetakes1
2:      inc     e
        inc     e
        ld      a,(de)
        add     a,a
        jr      c,.Lwhitetakes2
3:      djnz    .Lwhitepawnst
        jp      .Lgott
.Lwhitetakes2:
        call    p,.Lpawntakes
        djnz    .Lwhitepawnst
        jp      .Lgott

.Lblacktakes1:
        call    nc,.Lpawntakes
        jr      2f
.Lblackstopt:
        ld      a,(hl)
        inc     a
        jr      z,3f                    ; dead
        inc     l
        jp      .Lgott
.Lblackpawnst:
        dec     l
        ld      a,(hl)
        sub     0x20
        cp      0x50
        jr      nc,.Lblackstopt
        add     a,0x0F
        ld      e,a
        ld      a,(de)
        add     a,a
        jp      m,.Lblacktakes1
2:      inc     e
        inc     e
        ld      a,(de)
        add     a,a
        jp      m,.Lblacktakes2
3:      djnz    .Lblackpawnst
        jp      .Lgott
.Lblacktakes2:
        call    nc,.Lpawntakes
        djnz    .Lblackpawnst
        jp      .Lgott

; The capture on E' of the pawn at HL' in the list.
.Lpawntakes:
        ld      a,(hl)
        exx
        ld      (hl),a
        inc     hl
        exx
        ld      a,e
        exx
        ld      (hl),a
        inc     hl
        ld      (hl),FLAG_CAPTURE
        inc     hl
        exx
        ret

.Lbishopt:
        rra
        jp      nc,.Ldiagonalt
.Lrookt:                                ; or a queen: one copy of the rays, 28
        STRAIGHT CAPTURE_SLIDE
        ld      e,c                     ; T-states a piece for 90 bytes
        ld      a,(de)
        and     WAY_DIAGONAL
        jp      z,.Lnextt
.Ldiagonalt:
        DIAGONAL CAPTURE_SLIDE
        jp      .Lnextt

.Lkingt:
        call    finish
.Ldoublekingt:
        call    known_hits
        ld      e,c
        ld      a,(de)
        push    af
        xor     a
        ld      (de),a                  ; he must not shade a square behind him
        STRAIGHT KING_CAPTURE
        DIAGONAL KING_CAPTURE
        ld      (raw_end),hl
        ld      e,c
        pop     af
        ld      (de),a
        ld      a,(ep)
        inc     a
        ret     z
        jp      drop_bad_en_passant
.Lkingtakes:
        call    king_safe
        ret     c
        APPEND  FLAG_CAPTURE
        ret
.Ldoublet:
        ld      a,(king_square)
        ld      c,a
        call    show_pinned
        jp      .Ldoublekingt

        ; A dead or hidden piece: C = square with bit 7.
.Lhiddent:
        inc     a
        inc     a                       ; $FE + 2: dead
        jp      z,.Lnextt
        ld      a,(checkers)
        or      a
        jp      nz,.Lnextt              ; a pinned piece can't help
        res     7,c
        ld      e,c
        call    pin_of
        ld      a,(de)
        and     ANY_PAWN
        jr      nz,.Lpinnedpawnt
        call    pin_fits
        jp      z,.Lnextt
        ; towards the pinner, who is there to be taken
        ld      a,iyl
        push    bc
        ld      c,a
.Lpint: ld      a,e
        add     a,c
        ld      e,a
        ld      a,(de)
        or      a
        jr      z,.Lpint
        pop     bc
        APPEND     FLAG_CAPTURE
        jp      .Lnextt

        ; A pinned pawn takes along the pin, or en passant, which is
        ; judged later.
.Lpinnedpawnt:
        ld      a,(de)
        rra
        jr      nc,.Lpinnedblackt
        ld      a,0x0F
        call    .Lpinnedcapture
        ld      a,0x11
        call    .Lpinnedcapture
        jp      .Lnextt
.Lpinnedblackt:
        ld      a,0xEF
        call    .Lpinnedcapture
        ld      a,0xF1
        call    .Lpinnedcapture
        jp      .Lnextt

; The capture of the pawn on C, pinned along IYL, over the distance A.
.Lpinnedcapture:
        cp      iyl
        jr      z,.Lpawncapture
        add     a,c
        ld      e,a
        jr      .Lenpassant

; The capture of the pawn on C over the distance A: plain, with promotion or
; en passant.
.Lpawncapture:
        add     a,c
        ld      e,a
        ld      a,(de)
        or      a
        jr      z,.Lenpassant
        and     b
        ret     nz
        ld      a,e
        add     a,0x10                  ; the outer ranks: $1x, $8x
        and     0x60
        ld      a,FLAG_CAPTURE | FLAG_PROMOTION
        jr      z,.Lpromotions
        APPEND  FLAG_CAPTURE
        ret
.Lenpassant:
        ld      a,(ep)
        cp      e
        ret     nz
        inc     a                       ; $FF: no square, and a2's neighbour
        ret     z
        APPEND  FLAG_CAPTURE | FLAG_EN_PASSANT | FLAG_CHECK
        ret

; The four promotions from C to E with flags A.
.Lpromotions:
        push    bc
        ld      b,a
        ld      a,c                     ; queen
        call    .Lpromotion
        set     3,a                     ; rook
        call    .Lpromotion
        xor     0x88                    ; bishop
        call    .Lpromotion
        set     3,a                     ; knight
        call    .Lpromotion
        pop     bc
        ret
.Lpromotion:
        ld      (hl),a
        inc     hl
        ld      (hl),e
        inc     hl
        ld      (hl),b
        inc     hl
        ret
