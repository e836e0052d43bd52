; legal.s - pins, evasions and the king's safety, for the move generators

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "movegen.inc"

        .global has_legal_move, king_safe, known_hits, filter_evasions
        .global mark_helpful, hide_pinned, show_pinned, finish, pin_of
        .global pin_fits, drop_bad_en_passant, king_steps, is_legal

; RAM of drop_bad_en_passant while it runs.
        .equ    kept_end, shared_bytes          ; where the next kept move goes

        .text

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
; Out     square: the marks, or none where they were
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
; Out     square without them
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

; known_hits - does the attack map show where the king may go?
;
; In      checkers, hits_ply, ply
; Out     C' = its stamp, 0 where there is none
; Uses    AF E C'
;
; Not in check, a square that is not attacked is safe: a slider that reached it
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
; Out     ids
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
; Two pawns leave a rank at once, so each such capture is made on the board
; and the king's square is tested. The moves that are kept are copied down;
; kept_end is where the next one goes.
drop_bad_en_passant:
        ld      hl,(gen_start)
        ld      (kept_end),hl
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
        ld      de,(kept_end)
        ldi
        ldi
        ldi
        ld      (kept_end),de
        jr      .Lep
.Lepend:
        ld      hl,(kept_end)
        ld      (raw_end),hl
        ret

; has_legal_move - has the side to move any legal move?
;
; In      the position; nothing else
; Out     carry set: yes. Raw moves and picture as before
; Uses    AF BC DE HL IX IY BC' DE' HL'
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
        ld      a,b                     ; WAY_KING is no other piece's near him
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
.Lbyenemy:
        ld      a,(side)
        xor     1
        jp      attacked

; is_legal - is a move legal?
;
; In      C = from with a promotion's bits, E = to: any two bytes; the
;         picture
; Out     carry set: it is, A = its flags, as the generators set them; C =
;         from without the bits
; Uses    AF B D HL IX IY, and where the king moves C'
;
; D is the piece's board byte, B the flags.
is_legal:
        ld      h,board >> 8
        ld      a,c
        and     0x77
        ld      l,a
        ld      d,(hl)
        ld      l,e
        ld      b,(hl)
        ld      a,(side)
        inc     a
        rrca
        rrca                            ; own colour bit
        ld      l,a
        and     b
        ret     nz                      ; his own piece, or off the board
        ld      a,l
        and     d
        ret     z
        ld      a,b
        or      a
        jr      z,.Lempty
        ld      b,FLAG_CAPTURE
.Lempty:
        ld      a,d
        and     ANY_PAWN
        jp      nz,.Lpawn
        ld      a,c
        and     0x88
        ret     nz
        ld      a,e
        sub     c
        ld      l,a
        ld      h,attack_table >> 8
        ld      a,d
        and     (hl)
        jr      z,.Lno_way
        bit     4,d                     ; WAY_KING
        jr      nz,.Lking
        and     WAY_KNIGHT
        jr      nz,.Lreaches
        ; along the line
        ld      h,ray_step >> 8
        ld      d,(hl)
        ld      h,board >> 8
        ld      a,c
.Lalong:
        add     a,d
        cp      e
        jr      z,.Lreaches
        ld      l,a
        ld      a,(hl)
        or      a
        ld      a,l
        jr      z,.Lalong
        or      a
        ret

; A piece other than the king may go there: but not off the line of a pin,
; and in check only to the checker or between.
.Lreaches:
        ld      a,(pins)
        or      a
        jr      z,.Lunpinned
        ld      hl,pinned
        ld      d,a
        ld      a,c
.Lpin:  cp      (hl)
        jr      z,.Lpinned
        inc     l
        dec     d
        jr      nz,.Lpin
.Lunpinned:
        ld      a,(checkers)
        or      a
        jr      nz,.Lhelping
.Llegal:
        ld      a,b
        scf
        ret
.Lpinned:
        set     3,l                     ; pin_step
        ld      d,(hl)
        ld      hl,king_square
        ld      a,e
        sub     (hl)
        ld      l,a
        ld      h,ray_step >> 8
        ld      a,(hl)
        sub     d
        jr      z,.Lunpinned
        or      a
        ret
.Lhelping:
        dec     a
        ret     nz
        ld      a,(check_from)
        cp      e
        jr      z,.Llegal
        ld      d,a
        ld      hl,king_square
        sub     (hl)
        ld      l,a
        ld      h,ray_step >> 8
        ld      a,(hl)
        or      a
        ret     z                       ; a knight
        ld      l,a
        ld      a,(king_square)
.Ltowards:
        add     a,l
        cp      e
        jr      z,.Llegal
        cp      d
        jr      nz,.Ltowards
        or      a
        ret

        ; The king, next to him.
.Lking: push    de
        call    known_hits
        pop     de
        ld      h,board >> 8
        ld      l,c
        ld      (hl),0
        call    king_safe
        ld      (hl),d
        ccf
        ld      a,b
        ret

        ; No piece goes there but a king who castles.
.Lno_way:
        bit     4,d
        ret     z
        ld      a,(checkers)
        or      a
        ret     nz
        push    de
        call    known_hits
        ld      hl,(raw_end)
        push    hl
        call    generate_castling       ; and C is his square as before
        pop     hl
        pop     de
        ld      a,(raw_end)
        ld      b,a
        ld      (raw_end),hl
.Lcastles:
        ld      a,l
        cp      b
        ret     z
        inc     hl
        ld      a,(hl)
        inc     hl
        cp      e
        ld      a,(hl)
        inc     hl
        jr      nz,.Lcastles
        scf
        ret

; A pawn; B = FLAG_CAPTURE or 0.
.Lpawn: ld      a,c
        and     0x77
        ld      l,a
        xor     c                       ; the promotion's bits
        ld      c,l
        ld      l,a
        ld      a,e
        add     a,0x10
        and     0x60                    ; the outer ranks: $1x, $8x
        jr      z,.Llast_rank
        inc     l
        dec     l
        ret     nz                      ; and has cleared carry
        jr      .Lpawn_goes
.Llast_rank:
        set     4,b                     ; FLAG_PROMOTION
.Lpawn_goes:
        ld      a,e
        sub     c
        ld      l,a
        ld      h,attack_table >> 8
        ld      a,d
        and     (hl)
        jr      nz,.Lpawn_takes
        bit     0,b
        ret     nz
        ld      a,l
        ld      l,0x10
        bit     0,d                     ; WAY_WHITE_PAWN
        jr      nz,.Lpawn_step
        ld      l,0xF0
.Lpawn_step:
        sub     l
        jp      z,.Lreaches
        sub     l
        jr      nz,.Lno
        ld      a,c
        add     a,l
        ld      l,a                     ; between the two
        ld      h,board >> 8
        ld      a,(hl)
        or      a
        ret     nz
        ld      b,FLAG_DOUBLE
        ld      a,l
        and     0x70
        bit     0,d
        jr      nz,.Lwhite_home
        sub     0x30
.Lwhite_home:
        sub     0x20
        jp      z,.Lreaches
.Lno:   or      a
        ret
.Lpawn_takes:
        bit     0,b
        jp      nz,.Lreaches
        ld      a,(ep)
        cp      e
        jr      nz,.Lno
        push    bc
        push    de
        ld      hl,(raw_end)
        push    hl
        ld      (gen_start),hl
        ld      b,FLAG_CAPTURE | FLAG_EN_PASSANT | FLAG_CHECK
        APPEND  b
        ld      (raw_end),hl
        call    drop_bad_en_passant
        ex      de,hl                   ; DE = their end
        pop     hl
        ld      (raw_end),hl
        or      a
        sbc     hl,de                   ; carry: it is still there
        pop     de
        pop     bc
        ld      a,FLAG_CAPTURE | FLAG_EN_PASSANT | FLAG_CHECK
        ret

        .section .rodata, "r"

; The king's steps in the order of generation, 0 at the end.
king_steps:
        .byte   0x10, 0x01, 0xF0, 0xFF, 0x11, 0xF1, 0xEF, 0x0F, 0
