; movegen.s - legal moves

        .include "constants_gen.inc"
        .include "rules.inc"

        .global generate_tactical, generate_quiet, has_legal_move
        .global king_safe, known_hits, filter_evasions, mark_helpful, hide_pinned, show_pinned, finish
        .global pin_of, pin_fits, drop_bad_en_passant, generate_castling, king_steps

        .text

; In the generators HL is where the next raw move goes, DE a square of the
; board, C the piece's square, HL' the place in the list, and C' in the end
; what known_hits gives. The list is
; walked down and the king, in slot 0, ends it. A dead piece's square has
; bit 7 set; for the time of a generator so has a pinned piece's, which
; then takes a way of its own: all other moves but the king's need no
; thought of the king.

; TO - E = square at a distance from the piece's; A = its board byte.
        .macro  TO step
        .if     \step == 0x01
        ld      e,c
        inc     e
        .elseif \step == 0xFF
        ld      e,c
        dec     e
        .else
        ld      a,c
        add     a,\step
        ld      e,a
        .endif
        ld      a,(de)
        .endm

; APPEND - append a move from C to E with flags. 42 T-states.
        .macro  APPEND flags
        ld      (hl),c
        inc     hl
        ld      (hl),e
        inc     hl
        ld      (hl),\flags
        inc     hl
        .endm

; CAPTURE_HOP - a capture over a distance. B = own colour bit.
        .macro  CAPTURE_HOP step
        TO      \step
        or      a
        jr      z,.Lno\@
        and     b
        jr      nz,.Lno\@
        APPEND     FLAG_CAPTURE
.Lno\@:
        .endm

; CAPTURE_SLIDE - a capture along a ray. B = own colour bit.
        .macro  CAPTURE_SLIDE step
        ld      e,c
.Lempty\@:
        .if     \step == 0x01
        inc     e
        .elseif \step == 0xFF
        dec     e
        .else
        ld      a,e
        add     a,\step
        ld      e,a
        .endif
        ld      a,(de)
        or      a
        jp      z,.Lempty\@
        and     b
        jr      nz,.Lno\@
        APPEND     FLAG_CAPTURE
.Lno\@:
        .endm

; QUIET_HOP - a quiet move over a distance. B = 0.
        .macro  QUIET_HOP step
        TO      \step
        or      a
        jr      nz,.Lno\@
        APPEND     b
.Lno\@:
        .endm

; QUIET_SLIDE - the quiet moves along a ray. B = 0. 75 T-states a move,
; 64 along a rank.
        .macro  QUIET_SLIDE step
        TO      \step
        or      a
        jr      nz,.Lno\@
.Lempty\@:
        APPEND     b
        .if     \step == 0x01
        inc     e
        .elseif \step == 0xFF
        dec     e
        .else
        ld      a,e
        add     a,\step
        ld      e,a
        .endif
        ld      a,(de)
        or      a
        jp      z,.Lempty\@
.Lno\@:
        .endm

; KING_CAPTURE, KING_QUIET - as the hops, to squares not attacked.
        .macro  KING_CAPTURE step
        TO      \step
        or      a
        jr      z,.Lno\@
        and     b
        call    z,.Lkingtakes
.Lno\@:
        .endm

        .macro  KING_QUIET step
        TO      \step
        or      a
        call    z,.Lkinggoes
        .endm

        .macro  STRAIGHT what
        \what   0x10
        \what   0x01
        \what   0xF0
        \what   0xFF
        .endm

        .macro  DIAGONAL what
        \what   0x11
        \what   0xF1
        \what   0xEF
        \what   0x0F
        .endm

        .macro  HOPS what
        \what   0x21
        \what   0x12
        \what   0xF2
        \what   0xE1
        \what   0xDF
        \what   0xEE
        \what   0x0E
        \what   0x1F
        .endm

; BEGIN - what both generators begin with: HL = raw_end, also kept in
; gen_start; HL' behind the list's last slot; B = own colour bit.
        .macro  BEGIN list
        ld      a,(pins)
        or      a
        call    nz,hide_pinned
        ld      hl,(raw_end)
        ld      (gen_start),hl
        ld      d,board >> 8
        ld      a,(side)
        or      a
        jr      nz,.Lblack\list
        ld      b,WHITE
        exx
        ld      hl,slots
        ld      l,(hl)
        jr      .Lbegun\list
.Lblack\list:
        ld      b,BLACK
        exx
        ld      hl,slots+1
        ld      a,(hl)
        add     a,0x10
        ld      l,a
.Lbegun\list:
        exx
        ld      a,(checkers)
        cp      2
        jp      nc,.Ldouble\list
        .endm

; PAWNS - begin with a loop of their own over the pawns' slots, unless one
; of them has been promoted, or for captures, may take en passant. What
; takes thought (the last rank but one, a pin) stops it, and the generator
; goes on as for any piece. The loop's registers are the other set, with
; HL' in the list, B' the slots left, D' the page of board. That saves 25
; to 110 T-states a pawn.
        .macro  PAWNS list
        ld      a,(side)
        or      a
        exx
        ld      d,board >> 8
        jr      nz,.Lblackside\list
        ld      a,(promoted)
        or      a
        jr      nz,.Lgot\list
        ld      a,(officers)
        ld      b,a
        ld      a,l
        sub     b
        jr      z,.Lgot\list
        ld      b,a
        jp      .Lwhitepawns\list
.Lblackside\list:
        ld      a,(promoted+1)
        or      a
        jr      nz,.Lgot\list
        ld      a,(officers+1)
        add     a,0x10
        ld      b,a
        ld      a,l
        sub     b
        jr      z,.Lgot\list
        ld      b,a
        jp      .Lblackpawns\list
        .endm

; generate_tactical - append the legal captures and promotions
;
; In      side, board, lists, ep; the picture of look or look_own
; Out     raw moves appended at raw_end, piece by piece from the last slot
;         of the list to the first
; Uses    AF BC DE HL IX IY BC' DE' HL'
; Cycles  mean 4,700 a position of random games
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

; pin_of - along what step is a piece pinned?
;
; In      C = square of a pinned piece
; Out     IYL = step from the king
; Uses    AF
pin_of: push    hl
        ld      hl,pinned
        ld      a,c
.Lpinof:
        cp      (hl)
        jr      z,.Lpinfound
        inc     l
        jr      .Lpinof
.Lpinfound:
        set     3,l                     ; pin_step
        ld      a,(hl)
        ld      iyl,a
        pop     hl
        ret

; pin_fits - can a pinned piece other than a pawn move along its pin?
;
; In      DE = place on the board, IYL = step
; Out     Z set: no
; Uses    AF
pin_fits:
        push    hl
        ld      h,attack_table >> 8
        ld      a,iyl
        ld      l,a
        ld      a,(de)
        and     (hl)
        and     WAY_DIAGONAL | WAY_STRAIGHT
        pop     hl
        ret

; hide_pinned - mark the pinned pieces' squares in the list
;
; In      pins, not 0
; Uses    AF BC DE HL
hide_pinned:
        ld      hl,pinned
        ld      a,(pins)
        ld      b,a
.Lhide: ld      e,(hl)
        ld      d,ids >> 8
        ld      a,(de)
        ld      e,a
        ld      d,square >> 8
        ld      a,(de)
        xor     0x80
        ld      (de),a
        inc     l
        djnz    .Lhide
        ret

; show_pinned - take the marks away again
;
; In      pins
; Uses    AF
show_pinned:
        ld      a,(pins)
        or      a
        ret     z
        push    hl
        push    de
        push    bc
        call    hide_pinned
        pop     bc
        pop     de
        pop     hl
        ret

; finish - what comes before the king's moves: pins are no longer hidden,
; and in check those moves that help are kept
;
; In      HL = end of the raw moves from gen_start on
; Out     HL = their end
; Uses    AF IY
finish: call    show_pinned
        ld      a,(checkers)
        or      a
        ret     z
        push    bc
        push    de
        call    filter_evasions
        pop     de
        pop     bc
        ret

; known_hits - is there a map of hits that tells where the king may go?
;
; In      checkers, hits_ply, ply
; Out     C' = its stamp, 0 where there is none
; Uses    AF E C'
;
; Not in check, a square that nobody hits is safe: a slider that reached it
; through the king would check. It saves 400 T-states a square. hits_ply is
; $FF but in a search; there the generators are only called at a node, or
; in check after a move that may be mate.
known_hits:
        ld      a,(checkers)
        or      a
        jr      nz,1f
        ld      a,(hits_ply)
        inc     a
        jr      z,2f
        dec     a
        ld      e,a
        ld      a,(ply)
        cp      e
        ld      a,(hits_stamp)
        jr      z,2f
1:      xor     a
2:      exx
        ld      c,a
        exx
        ret

; king_safe - may the king go to a square?
;
; In      C = king's square, where the board is empty now; E = the other;
;         C' as by known_hits
; Out     carry clear: yes
; Uses    AF IX IY
king_safe:
        exx
        ld      a,c
        exx
        or      a
        jr      z,.Lsearch_attackers
        push    hl
        ld      h,hits >> 8
        ld      l,e
        scf
        sbc     a,(hl)                  ; carry: the stamp or more is there
        pop     hl
        ret
.Lsearch_attackers:
        push    hl
        push    bc
        push    de
        ld      a,(side)
        or      a
        jr      nz,.Lbywhite
        call    attacked_by_black
        jr      .Ltested
.Lbywhite:
        call    attacked_by_white
.Ltested:
        pop     de
        pop     bc
        pop     hl
        ret

; filter_evasions - keep the moves that take the only checker or step
; between him and the king, and en passant, which is judged later
;
; In      raw moves from gen_start to HL
; Out     HL = their end
; Uses    AF BC DE IY
;
; The squares that help get bit 7 set in ids: one look for each move.
filter_evasions:
        push    hl
        pop     iy
        ld      c,0x80
        call    mark_helpful
        ld      hl,(gen_start)
        ld      d,h
        ld      e,l
.Levasion:
        ld      a,l
        cp      iyl
        jr      nz,.Ljudge
        ld      a,h
        cp      iyh
        jr      z,.Ljudged
.Ljudge:
        inc     hl
        ld      c,(hl)
        inc     hl
        ld      b,ids >> 8
        ld      a,(bc)
        rla
        jr      c,.Lhelps
        bit     1,(hl)
        inc     hl
        jr      z,.Levasion
        dec     hl
.Lhelps:
        dec     hl
        dec     hl
        ldi
        ldi
        ldi
        jr      .Levasion
.Ljudged:
        push    de
        ld      c,0
        call    mark_helpful
        pop     hl
        ret

; mark_helpful - set bit 7 in ids of a checker's square and of those
; between him and the king, or clear it
;
; In      C = $80 or 0, check_from, king_square
; Uses    AF B DE HL
mark_helpful:
        ld      a,(king_square)
        ld      e,a
        ld      a,(check_from)
        ld      b,a
        sub     e
        ld      l,a
        ld      h,ray_step >> 8
        ld      d,(hl)
        ld      h,ids >> 8
        ld      a,d
        or      a
        jr      z,.Lchecker             ; a knight
.Lbetween:
        ld      a,e
        add     a,d
        ld      e,a
        cp      b
        jr      z,.Lchecker
        ld      l,a
        ld      (hl),c
        jr      .Lbetween
.Lchecker:
        ld      l,b
        ld      a,(hl)
        and     0x7F
        or      c
        ld      (hl),a
        ret

; drop_bad_en_passant - remove en passant captures that would leave the
; own king attacked
;
; In      raw moves from gen_start to raw_end
; Out     raw_end
; Uses    AF BC DE HL IX IY
;
; Two pawns leave a rank at once, so they are played out and looked at.
drop_bad_en_passant:
        ld      hl,(gen_start)
        ld      (scratch),hl
.Lep:   ld      de,(raw_end)
        or      a
        sbc     hl,de
        add     hl,de
        jr      z,.Lepend
        inc     hl
        inc     hl
        bit     1,(hl)
        dec     hl
        dec     hl
        jr      z,.Lepkeep
        push    hl
        call    make_board
        ld      a,(king_square)
        ld      e,a
        ld      a,(side)
        xor     1
        call    attacked
        pop     hl
        push    hl
        push    af
        call    unmake_board
        pop     af
        pop     hl
        jr      nc,.Lepkeep
        inc     hl
        inc     hl
        inc     hl
        jr      .Lep
.Lepkeep:
        ld      de,(scratch)
        ldi
        ldi
        ldi
        ld      (scratch),de
        jr      .Lep
.Lepend:
        ld      hl,(scratch)
        ld      (raw_end),hl
        ret

; generate_quiet - append the other legal moves
;
; In      side, board, lists, castle; the picture of look or look_own
; Out     raw moves appended at raw_end, in the order of pieces of
;         generate_tactical; castling comes last
; Uses    AF BC DE HL IX IY BC' DE' HL'
; Cycles  mean 7,600 a position of random games, of 31 moves with the others
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
        ; In check only squares between help: where there are none, only the
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
; In      castle, not 0; side to move not in check; C' as by known_hits
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
        ld      a,(king_square)
        ld      c,a
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
.Lbyenemy:
        ld      a,(side)
        xor     1
        jp      attacked

; has_legal_move - has the side to move any legal move?
;
; In      the position; nothing else
; Out     carry set: yes. Raw moves and picture as before
; Uses    AF BC DE HL IX IY BC' DE' HL'
; Cycles  mean 2,900 in check
;
; The king's own moves are tried first, since it is asked in check. All
; other moves are generated where he has none.
has_legal_move:
        ld      hl,(raw_end)
        push    hl
        ld      hl,(king_square)
        push    hl
        ld      hl,(checkers)
        push    hl
        ld      a,(pins)
        or      a
        jr      z,.Lpushpins
        ld      hl,pinned               ; and pin_step
        ld      b,8
.Lpush: ld      e,(hl)
        inc     l
        ld      d,(hl)
        inc     l
        push    de
        djnz    .Lpush
.Lpushpins:
        push    af
        ld      a,1
        call    look_own
        ld      a,(king_square)
        ld      c,a
        ld      h,board >> 8
        ld      l,c
        ld      b,(hl)
        ld      (hl),0                  ; as for his moves in the generators
        ld      hl,king_steps
.Lstep: ld      a,(hl)
        or      a
        jr      z,.Lkingstays
        add     a,c
        ld      e,a
        ld      d,board >> 8
        ld      a,(de)
        ld      d,a
        ld      a,b
        and     OFF_BOARD
        and     d
        inc     hl
        jr      nz,.Lstep               ; his own piece, or the edge
        push    hl
        push    bc
        call    .Lbyenemy
        pop     bc
        pop     hl
        jr      c,.Lstep
        call    .Lputking
        scf
        jr      .Lknown
.Lkingstays:
        call    .Lputking
        ld      a,(checkers)
        cp      2
        ccf
        jr      nc,.Lothers
        or      a
        jr      .Lknown
.Lothers:
        ld      hl,(raw_end)
        push    hl
        call    generate_tactical
        pop     hl
        ld      de,(raw_end)
        or      a
        sbc     hl,de                   ; carry: more than before
        jr      c,.Lknown
        add     hl,de
        push    hl
        call    generate_quiet
        pop     hl
        ld      de,(raw_end)
        or      a
        sbc     hl,de
.Lknown:
        rl      c                       ; keep carry
        pop     af
        ld      (pins),a
        or      a
        jr      z,.Lwerenopins
        ld      hl,pin_step+7           ; the pins' arrays lie above
        ld      b,8
.Lpop:  pop     de
        ld      (hl),d
        dec     l
        ld      (hl),e
        dec     l
        djnz    .Lpop
.Lwerenopins:
        pop     hl
        ld      (checkers),hl
        pop     hl
        ld      (king_square),hl        ; and enemy_king
        pop     hl
        ld      (raw_end),hl
        rr      c
        ret
.Lputking:
        ld      h,board >> 8
        ld      l,c
        ld      (hl),b
        ret

        .section .rodata, "r"

; The king's steps in the order of generation, 0 at the end.
king_steps:
        .byte   0x10, 0x01, 0xF0, 0xFF, 0x11, 0xF1, 0xEF, 0x0F, 0
