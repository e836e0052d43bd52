; movegen.s - the legal captures and promotions

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "movegen.inc"

        .global generate_tactical

        .text

; generate_tactical - append the legal captures and promotions
;
; In      side, board, lists, ep; the result of look or look_own
; Out     raw moves appended at raw_end, piece by piece from the last slot
;         of the list to the first
; Uses    AF BC DE HL IX IY BC' DE' HL'
generate_tactical:
        ; En passant: the pawn loops do not test for it, so pawns go the general
        ; way.
        BEGIN   t
        ld      a,(ep)
        inc     a
        jr      nz,.Lnextt
        PAWNS   t
.Lnextt:
        ; The next slot downwards. Bit 7 of its square: dead, or pinned and
        ; hidden.
        exx
.Lgott: dec     l
        ld      a,(hl)
        exx
        ld      c,a
        ld      e,a
        add     a,a
        jp      c,.Lhiddent
        ; The way bits one after the other go into carry: knight, diagonal (a
        ; bishop or queen), straight, king, and of the pawns' bits the black
        ; one's.
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

        ; A pawn that the loops below have left: a special one, or one behind
        ; it.
.Lblackpawnt:
        ; Both captures. From rank two ($1x) the step down promotes as well.
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
        ; Both captures. From rank seven ($6x) the step up promotes as well.
        ld      a,0x0F
        call    .Lpawncapture
        ld      a,0x11
        call    .Lpawncapture
        ld      a,c
        cp      0x60
        jp      c,.Lnextt
        TO      0x10
.Llastrank:
        ; A = what stands in front. It must be empty.
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
        ; Carry, and the sign clear: a black piece. With the sign it is the
        ; border.
        jp      m,2f
        call    .Lpawntakes
        jr      2f
.Lwhitestopt:
        ; A = square + 1. $FF: dead. Else it is hidden or on its last rank but
        ; one; HL goes back one slot and the general way takes it.
        inc     a
        jr      z,3f                    ; dead
        inc     l
        jp      .Lgott
.Lwhitepawnst:
        ; The next pawn. Its captures to the left, then to the right.
        dec     l
        ld      a,(hl)
        cp      0x60
        jr      nc,.Lwhitestopt
        add     a,0x0F
        ld      e,a
        ld      a,(de)
        add     a,a
        jr      c,.Lwhitetakes1
        ; Two files on.
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
        call    nc,.Lpawntakes          ; sign, and no carry: a white piece
        jr      2f
.Lblackstopt:
        ; As for white.
        ld      a,(hl)
        inc     a
        jr      z,3f                    ; dead
        inc     l
        jp      .Lgott
.Lblackpawnst:
        ; Less $20, all squares from $20 to $6F lie below $50: rank two, dead
        ; and hidden ones do not.
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
        ; Two files on.
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
        ; Here the sets are exchanged: HL in the list, DE on the board. The move
        ; goes to the HL of the other set.
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
        ; The straight way too: a queen, who goes on like a rook.
        rra
        jp      nc,.Ldiagonalt
.Lrookt:                                ; or a queen
        STRAIGHT CAPTURE_SLIDE
        ; One copy of the rays for rooks and queens: 28 T-states a piece for 90
        ; bytes. What stands on C may be a queen: then the diagonals too.
        ld      e,c
        ld      a,(de)
        and     WAY_DIAGONAL
        jp      z,.Lnextt
.Ldiagonalt:
        DIAGONAL CAPTURE_SLIDE
        jp      .Lnextt

.Lkingt:
        call    finish
.Ldoublekingt:
        ; C' = the result of known_hits. The king is off the board for his own
        ; moves.
        call    known_hits
        ld      e,c
        ld      a,(de)
        push    af
        xor     a
        ld      (de),a                  ; he must not block a line behind him
        STRAIGHT KING_CAPTURE
        DIAGONAL KING_CAPTURE
        ; The end of all moves. The king comes back.
        ld      (raw_end),hl
        ld      e,c
        pop     af
        ld      (de),a
        ; Without an en passant square there is nothing left to be judged.
        ld      a,(ep)
        inc     a
        ret     z
        jp      drop_bad_en_passant
.Lkingtakes:
        ; carry: the square is attacked.
        call    king_safe
        ret     c
        APPEND  FLAG_CAPTURE
        ret
.Ldoublet:
        ; Double check: only the king moves.
        ld      a,(king_square)
        ld      c,a
        call    show_pinned
        jp      .Ldoublekingt

        ; A dead or hidden piece: C = square with bit 7.
.Lhiddent:
        ; A = twice the square, without bit 7.
        inc     a
        inc     a                       ; $FE + 2: dead
        jp      z,.Lnextt
        ld      a,(checkers)
        or      a
        jp      nz,.Lnextt              ; a pinned piece can't help
        ; C = E = the square itself. IYL = the step of the pin.
        res     7,c
        ld      e,c
        call    pin_of
        ld      a,(de)
        and     ANY_PAWN
        jr      nz,.Lpinnedpawnt
        ; Z: the piece has no way along its pin.
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
        ; Bit 0: a white pawn. Of its two captures the one along the pin counts.
        ld      a,(de)
        rra
        jr      nc,.Lpinnedblackt
        ld      a,0x0F
        call    .Lpinnedcapture
        ld      a,0x11
        call    .Lpinnedcapture
        jp      .Lnextt
.Lpinnedblackt:
        ; A black pawn.
        ld      a,0xEF
        call    .Lpinnedcapture
        ld      a,0xF1
        call    .Lpinnedcapture
        jp      .Lnextt

; The capture of the pawn on C, pinned along IYL, over the distance A.
.Lpinnedcapture:
        ; Along the pin: a capture like any other. Otherwise test only for en
        ; passant.
        cp      iyl
        jr      z,.Lpawncapture
        add     a,c
        ld      e,a
        jr      .Lenpassant

; The capture of the pawn on C over the distance A: plain, with promotion or
; en passant.
.Lpawncapture:
        ; E = to. Empty: perhaps en passant.
        add     a,c
        ld      e,a
        ld      a,(de)
        or      a
        jr      z,.Lenpassant
        ; B = own colour: his own piece, or the border, which has both.
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
        ; to is the en passant square, unless both are $FF. Whether the capture
        ; checks, and leaves the own king safe, is found later.
        ld      a,(ep)
        cp      e
        ret     nz
        inc     a                       ; $FF: no square, and a2's neighbour
        ret     z
        APPEND  FLAG_CAPTURE | FLAG_EN_PASSANT | FLAG_CHECK
        ret

; The four promotions from C to E with flags A.
.Lpromotions:
        ; B = flags. The promotion stands in bits 7 and 3 of from; A keeps it
        ; from one to the next.
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
