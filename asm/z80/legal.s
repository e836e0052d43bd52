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

; pin_of - by which step from the king is a piece pinned?
;
; In      C = square of a pinned piece
; Out     IYL = step from the king
; Uses    AF
pin_of: push    hl
        ; The square is in the list, so the loop needs no end.
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
        ; attack_table of a step is the ways along it. The pawns' bits do not
        ; count.
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
        ; Each pinned square's id leads to its place in the list. Bit 7 is
        ; inverted, so that a second call takes the marks away.
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

; finish - prepare for the king's moves: show pinned pieces again, and in check
; drop the moves that do not answer it
;
; In      HL = end of the raw moves from gen_start on
; Out     HL = their end
; Uses    AF IY
finish: call    show_pinned
        ; Not in check: all moves so far stand.
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
; If the king is not in check, any square without attack is safe: a slider that
; reached it through the king would give check. It saves 400 T-states a square.
; hits_ply is $FF outside a search. In a search the generators are only called
; at a node, or in check after a move that may be mate.
known_hits:
        ; In check a slider may see through the king: the map can't be used. $FF
        ; in hits_ply: there is no map.
        ld      a,(checkers)
        or      a
        jr      nz,1f
        ld      a,(hits_ply)
        inc     a
        jr      z,2f
        ; A map, but of this ply? If not, A = 0.
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
; In      C = king's square, where the board is empty now; E = the other; C' as
;         known_hits returns it
; Out     carry clear: yes
; Uses    AF IX IY
king_safe:
        ; C' = 0: no map, so attackers are looked for.
        exx
        ld      a,c
        exx
        or      a
        jr      z,.Lsearch_attackers
        ; carry is set for the subtraction: stamp - 1 - mark borrows where the
        ; mark is the stamp or more.
        push    hl
        ld      h,hits >> 8
        ld      l,e
        scf
        sbc     a,(hl)                  ; carry: attacked, at least the stamp
        pop     hl
        ret
.Lsearch_attackers:
        ; The enemy of the side to move; IX and IY are lost in it.
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

; filter_evasions - keep the moves that capture the only checker or block its
; line, and en passant captures, which are tested later
;
; In      raw moves from gen_start to HL
; Out     HL = their end
; Uses    AF BC DE IY
;
; Bit 7 in ids marks the squares that help: a move needs a single test.
filter_evasions:
        ; IY = end of the moves; the squares that help are marked.
        push    hl
        pop     iy
        ld      c,0x80
        call    mark_helpful
        ld      hl,(gen_start)
        ; HL reads, DE writes; both begin at the first move.
        ld      d,h
        ld      e,l
.Levasion:
        ; Low bytes first, since they differ most of the time.
        ld      a,l
        cp      iyl
        jr      nz,.Ljudge
        ld      a,h
        cp      iyh
        jr      z,.Ljudged
.Ljudge:
        ; BC = place in ids of the move's to. Bit 7, the mark, goes to carry.
        inc     hl
        ld      c,(hl)
        inc     hl
        ld      b,ids >> 8
        ld      a,(bc)
        rla
        jr      c,.Lhelps
        ; Not marked: kept only if it is en passant (bit 1 of flags). HL runs on
        ; to the next move.
        bit     1,(hl)
        inc     hl
        jr      z,.Levasion
        dec     hl
.Lhelps:
        ; Keep the move: copy its three bytes down. LDI also counts BC down,
        ; which does not matter.
        dec     hl
        dec     hl
        ldi
        ldi
        ldi
        jr      .Levasion
.Ljudged:
        ; Take the marks away. HL = end of the moves kept.
        push    de
        ld      c,0
        call    mark_helpful
        pop     hl
        ret

; mark_helpful - set or clear bit 7 in ids, on the checker's square and on the
; squares between it and the king
;
; In      C = $80 or 0, check_from, king_square
; Out     ids
; Uses    AF B DE HL
mark_helpful:
        ; E = king, B = checker, D = the step from king to checker, 0 for a
        ; knight's distance.
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
        ; The squares between are empty, so their ids mean nothing and can be
        ; written.
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
        ; The checker's id keeps its low bits.
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
        ; HL reads, kept_end is where the next one goes. add restores HL; Z of
        ; sbc says the end.
        ld      hl,(gen_start)
        ld      (kept_end),hl
.Lep:   ld      de,(raw_end)
        or      a
        sbc     hl,de
        add     hl,de
        jr      z,.Lepend
        ; Bit 1 of the flags: en passant.
        inc     hl
        inc     hl
        bit     1,(hl)
        dec     hl
        dec     hl
        jr      z,.Lepkeep
        ; Make it on the board alone; does the enemy attack the king then? Carry
        ; waits while it is taken back.
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
        ; Carry: it is left out.
        inc     hl
        inc     hl
        inc     hl
        jr      .Lep
.Lepkeep:
        ; Keep it: copy its three bytes down.
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
; Out     carry set: yes. Raw moves and the result of look: kept
; Uses    AF BC DE HL IX IY BC' DE' HL'
;
; The king's own moves are tried first, since callers ask in check. Only if he
; has none are the others generated.
has_legal_move:
        ; raw_end, both kings' squares and checkers with check_from wait on the
        ; stack; the pins only where there are any, since they take 16 bytes.
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
        ; look_own for the side to move. Then the king, byte B, leaves the
        ; board.
        ld      a,1
        call    look_own
        ld      a,(king_square)
        ld      c,a
        ld      h,board >> 8
        ld      l,c
        ld      b,(hl)
        ld      (hl),0                  ; as for his moves in the generators
        ld      hl,king_steps
        ; His eight squares. D = what stands there, HL -> the next step, 0 at
        ; the end.
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
        ; If the enemy attacks it, try the next one. Otherwise he has a move:
        ; set carry, and put him back.
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
        ; No move of the king. In double check nothing else helps: no legal
        ; move, carry clear.
        call    .Lputking
        ld      a,(checkers)
        cp      2
        ccf
        jr      nc,.Lothers
        or      a
        jr      .Lknown
.Lothers:
        ; Captures and promotions first. Raw moves were appended if raw_end has
        ; gone up: carry.
        ld      hl,(raw_end)
        push    hl
        call    generate_tactical
        pop     hl
        ld      de,(raw_end)
        or      a
        sbc     hl,de                   ; carry: more than before
        jr      c,.Lknown
        ; HL is raw_end again. Then quiet moves.
        add     hl,de
        push    hl
        call    generate_quiet
        pop     hl
        ld      de,(raw_end)
        or      a
        sbc     hl,de
.Lknown:
        ; C keeps carry in bit 0 while everything is restored in reverse order.
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
        ; attacked needs the side in A; E is the square.
        ld      a,(side)
        xor     1
        jp      attacked

; is_legal - is a move legal?
;
; In      C = from with a promotion's bits, E = to: any two bytes; look's
;         result
; Out     carry set: it is, A = its flags, as the generators set them; C =
;         from without the bits
; Uses    AF B D HL IX IY, and where the king moves C'
;
; D is the piece's board byte, B the flags.
is_legal:
        ; D = the piece on from, B = what stands on to. Any two bytes are
        ; allowed: off the board both colour bits are set.
        ld      h,board >> 8
        ld      a,c
        and     0x77
        ld      l,a
        ld      d,(hl)
        ld      l,e
        ld      b,(hl)
        ; side + 1 is 1 or 2; turned right twice it is WHITE or BLACK.
        ld      a,(side)
        inc     a
        rrca
        rrca                            ; own colour bit
        ld      l,a
        and     b
        ret     nz                      ; his own piece, or off the board
        ; No piece of his on from (carry clear). An occupied to makes B
        ; FLAG_CAPTURE; else B is 0 already.
        ld      a,l
        and     d
        ret     z
        ld      a,b
        or      a
        jr      z,.Lempty
        ld      b,FLAG_CAPTURE
.Lempty:
        ; Pawns apart. A promotion's bits on another piece are not legal.
        ld      a,d
        and     ANY_PAWN
        jp      nz,.Lpawn
        ld      a,c
        and     0x88
        ret     nz
        ; Which of its ways lead over the distance? If none does, only castling
        ; is left.
        ld      a,e
        sub     c
        ld      l,a
        ld      h,attack_table >> 8
        ld      a,d
        and     (hl)
        jr      z,.Lno_way
        ; For a king the distance is one square; a knight is there at once.
        bit     4,d                     ; WAY_KING
        jr      nz,.Lking
        and     WAY_KNIGHT
        jr      nz,.Lreaches
        ; along the line
        ; D, no longer needed, = the step from from to to.
        ld      h,ray_step >> 8
        ld      d,(hl)
        ld      h,board >> 8
        ld      a,c
.Lalong:
        ; Up to to all squares must be empty.
        add     a,d
        cp      e
        jr      z,.Lreaches
        ld      l,a
        ld      a,(hl)
        or      a
        ld      a,l
        jr      z,.Lalong
        ; Something is in between: carry clear.
        or      a
        ret

; A piece other than the king. A pinned piece must stay on its line. In check
; the move must capture the checker or block its line.
.Lreaches:
        ; Is from among the pinned squares? D counts them.
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
        ; Not pinned, or along its pin.
        ld      a,(checkers)
        or      a
        jr      nz,.Lhelping
.Llegal:
        ld      a,b
        scf
        ret
.Lpinned:
        ; ray_step of to - king is the line that to lies on. It must be that of
        ; the pin, on the same side of the king.
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
        ; In double check only the king may move; carry is clear from or.
        dec     a
        ret     nz
        ; Capturing the checker is legal.
        ld      a,(check_from)
        cp      e
        jr      z,.Llegal
        ; D = checker, L = the step towards it from the king: is to on the way?
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
        ; A runs from the king to the checker: to is met first, or not at all.
        add     a,l
        cp      e
        jr      z,.Llegal
        cp      d
        jr      nz,.Ltowards
        or      a
        ret

        ; The king, to a neighbour square. known_hits changes E. He must
        ; not block a line to his target, so he leaves the board for the
        ; test.
.Lking: push    de
        call    known_hits
        pop     de
        ld      h,board >> 8
        ld      l,c
        ld      (hl),0
        call    king_safe
        ld      (hl),d
        ; Carry clear means safe: inverted it means legal. A = flags.
        ccf
        ld      a,b
        ret

        ; No piece moves that way, except a king that castles.
.Lno_way:
        ; Not a king, or in check: not legal; and has left carry clear.
        bit     4,d
        ret     z
        ld      a,(checkers)
        or      a
        ret     nz
        ; The castling moves are generated behind the raw moves and compared:
        ; their from is the king's, so to is enough. B = low byte of their end.
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
        ; None left: carry is clear after cp.
        ld      a,l
        cp      b
        ret     z
        inc     hl
        ld      a,(hl)
        inc     hl
        cp      e
        ld      a,(hl)                  ; his flags; Z of cp stays
        inc     hl
        jr      nz,.Lcastles
        scf
        ret

; A pawn; B = FLAG_CAPTURE or 0.
        ; C = from, L = the promotion's bits, 0 for a queen or none.
.Lpawn: ld      a,c
        and     0x77
        ld      l,a
        xor     c                       ; the promotion's bits
        ld      c,l
        ld      l,a
        ; Not on the last rank: no bits may be set.
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
        ; Does the pawn's way lead over the distance? Then it takes. If it does
        ; not, and to is occupied, it can't go there.
        ld      a,e
        sub     c
        ld      l,a
        ld      h,attack_table >> 8
        ld      a,d
        and     (hl)
        jr      nz,.Lpawn_takes
        bit     0,b
        ret     nz
        ; A = to - from, L = a step ahead. One step: done; two: the square
        ; between must be empty, and from on the pawn's home rank.
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
        ; The square between is on $2x for white, $5x for black.
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
        ; A piece to take. Else to must be the en passant square.
        bit     0,b
        jp      nz,.Lreaches
        ld      a,(ep)
        cp      e
        jr      nz,.Lno
        ; The capture alone is put behind the raw moves, from gen_start, and
        ; judged as the generators do.
        push    bc
        push    de
        ld      hl,(raw_end)
        push    hl
        ld      (gen_start),hl
        ld      b,FLAG_CAPTURE | FLAG_EN_PASSANT | FLAG_CHECK
        APPEND  b
        ld      (raw_end),hl
        call    drop_bad_en_passant
        ; raw_end has moved if it was kept: raw_end before - after borrows.
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
