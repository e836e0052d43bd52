; legal.s - pins, evasions and the king's safety, for the move generators

        .include "memory.inc"
        .include "movegen.inc"

        .export has_legal_move, king_safe, known_hits, filter_evasions
        .export mark_helpful, hide_pinned, show_pinned, finish, pin_of
        .export pin_fits, drop_bad_en_passant, king_steps, is_legal

        .bss

; has_legal_move: what is put back.
_saved_end:
        .res    2
_saved_picture:
        .res    5
_saved_pinned:                  ; and pin_step
        .res    16

        .code

; pin_of - by which step from the king is a piece pinned?
;
; In      g_square = square of a pinned piece
; Out     g_step = step from the king; X = g_square
; Uses    A
pin_of: lda     g_square
        ; The square is among the pinned ones, so the search ends.
        ldx     #$FF
@next:  inx
        cmp     pinned,x
        bne     @next
        lda     pin_step,x
        sta     g_step
        ldx     g_square
        rts

; pin_fits - can a pinned piece other than a pawn move along its pin?
;
; In      g_square, g_step
; Out     Z set: no; X = g_square
; Uses    A
pin_fits:
        ; A step has the ways of one that moves along it: what is left of the
        ; piece's must be a line's.
        ldx     g_step
        lda     attack_table,x
        ldx     g_square
        and     board,x
        and     #WAY_DIAGONAL | WAY_STRAIGHT
        rts

; show_pinned - take the marks of pinned pieces away again
;
; In      pins
; Out     square without them
; Uses    A X Y
show_pinned:
        lda     pins
        bne     hide_pinned
        rts

; hide_pinned - mark the pinned pieces' squares in the list
;
; In      pins, not 0
; Out     square: the marks, or none where they were
; Uses    A X Y
hide_pinned:
        ; By the id on its square; the same eor sets the mark and takes it away.
        ldy     pins
@piece: ldx     pinned-1,y
        lda     ids,x
        tax
        lda     square,x
        eor     #$80
        sta     square,x
        dey
        bne     @piece
        rts

; filter_evasions - keep the moves that capture the only checker or block its
; line, and en passant captures, which are tested later
;
; In      g_count raw moves from raw_end on, g_to, g_flags
; Out     g_count
; Uses    A X Y
;
; Bit 7 in ids marks the squares that help: a move needs a single test.
filter_evasions:
        ; The marks, and then one pass over the moves. Y = the move's number,
        ; g_kept the number of those kept.
        lda     #$80
        jsr     mark_helpful
        ldy     #0
        sty     g_kept
@move:  cpy     g_count
        beq     @judged
        ; A move to a marked square helps. En passant may remove a checking pawn
        ; that stands beside the new square: it is kept.
        lda     (g_to),y
        tax
        lda     ids,x
        bmi     @helps
        lda     ep
        bmi     @next
        lda     (g_flags),y
        and     #FLAG_EN_PASSANT
        beq     @next
@helps: jsr     _keep
@next:  iny
        bne     @move
@judged:
        ; What follows takes the marks away again.
        lda     g_kept
        sta     g_count
        lda     #0

; mark_helpful - set or clear bit 7 in ids, on the checker's square and on the
; squares between it and the king
;
; In      A = $80 or 0, check_from, king_square
; Out     ids
; Uses    A X; g_target, g_step
mark_helpful:
        ; The step from the king to the checker; only a line has squares
        ; between.
        sta     g_target
        lda     check_from
        sec
        sbc     king_square
        tax
        lda     ray_step,x
        beq     @checker                ; a knight
        AIM     g_step
        ; From the king outwards, with carry as AIM has it, up to the checker.
        ; An empty square's id means nothing, so it can be the mark.
        lda     king_square
@between:
        adc     g_step
        tax
        eor     check_from
        beq     @checker
        lda     g_target
        sta     ids,x                   ; as a mark
        txa
        bpl     @between                ; always
@checker:
        ; On the checker's square the id must stay.
        ldx     check_from
        lda     ids,x
        and     #$7F
        ora     g_target
        sta     ids,x
        rts

; The raw move Y is kept, as number g_kept.
_keep:  cpy     g_kept
        beq     @stays
        sty     g_slot
        ; From each column in turn; g_slot is Y while g_kept indexes.
        lda     (raw_end),y
        ldy     g_kept
        sta     (raw_end),y
        ldy     g_slot
        lda     (g_to),y
        ldy     g_kept
        sta     (g_to),y
        ldy     g_slot
        lda     (g_flags),y             ; and the flags
        ldy     g_kept
        sta     (g_flags),y
        ldy     g_slot
@stays: inc     g_kept
        rts

; finish - prepare for the king's moves: show pinned pieces again, and in check
; drop the moves that do not answer it
;
; In      g_count raw moves from raw_end on, g_to, g_flags; as known_hits
; Out     g_count; as known_hits
; Uses    A X Y
finish: lda     pins
        beq     @shown
        jsr     hide_pinned
@shown: lda     checkers
        beq     _by_map
        jsr     filter_evasions
_no_map:
        lda     #0                      ; attackers are looked for
        sta     g_stamp
        rts

; known_hits - does the attack map show where the king may go?
;
; In      checkers, hits_ply, ply
; Out     g_stamp = its stamp, 0 where there is none
; Uses    A
;
; If the king is not in check, any square without attack is safe: a slider that
; reached it through the king would give check. hits_ply is $FF outside a
; search. In a search the generators are only called at a node, or in check
; after a move that may be mate.
known_hits:
        lda     checkers                ; in check no map
        bne     _no_map
_by_map:
        ; hits_ply is $FF, negative, where there is no map, and the map must be
        ; of this node.
        lda     hits_ply
        bmi     _no_map
        cmp     ply
        bne     _no_map
        lda     hits_stamp
        sta     g_stamp
        rts

; king_safe - may the king go to a square?
;
; In      X = the square; the king's own square is empty on the board, unless he
;         castles; g_stamp as known_hits returns it
; Out     carry clear: yes
; Uses    A X Y; at_ways, at_to, at_from, at_step
king_safe:
        lda     g_stamp
        beq     @attackers
        lda     hits,x
        cmp     g_stamp                 ; carry: attacked, at least the stamp
        rts
@attackers:
        ; Without a map the enemy's pieces are scanned.
        lda     side
        bne     @white
        jmp     attacked_by_black
@white: jmp     attacked_by_white

; drop_bad_en_passant - remove en passant captures that would leave the
; own king attacked
;
; In      g_count raw moves from raw_end on, g_to, g_flags
; Out     g_count
; Uses    A X Y
;
; Two pawns leave a rank at once, so each capture is made and tested.
drop_bad_en_passant:
        ; As filter_evasions, but only en passant captures are tested: X = their
        ; from.
        ldy     #0
        sty     g_kept
@move:  cpy     g_count
        beq     @judged
        lda     (g_flags),y
        and     #FLAG_EN_PASSANT
        beq     @keep
        lda     (raw_end),y
        tax
        sty     g_slot                  ; kept for the number
        jsr     _bad_en_passant
        ldy     g_slot
        bcs     @next                   ; it leaves the king attacked: dropped
@keep:  jsr     _keep
@next:  iny
        bne     @move
@judged:
        lda     g_kept                  ; so many are left
        sta     g_count
        rts

; Carry set: the pawn on X leaves the king attacked when it takes en passant.
; The lists stay: an empty square attacks nothing.
_bad_en_passant:
        stx     g_target
        lda     ep
        eor     #$10
        tay
        ; The pawn taken stands on ep's file, one rank back. It leaves the
        ; board, and the own pawn goes to ep.
        lda     board,y
        pha
        lda     #0
        sta     board,y
        ldy     ep
        lda     board,x
        sta     board,y                 ; the pawn, as on ep
        pha
        lda     #0
        sta     board,x                 ; and not on from
        ; The king is looked for by the list. Then everything is put back, with
        ; the carry as it is: pla and sta leave it.
        jsr     in_check
        ldx     g_target
        pla
        sta     board,x
        ; The pawn to its square, ep empty, the pawn taken behind it.
        ldy     ep
        lda     #0
        sta     board,y
        tya
        eor     #$10
        tay
        pla
        sta     board,y
        rts

; has_legal_move - has the side to move any legal move?
;
; In      the position; nothing else
; Out     carry set: yes. Raw moves, the result of look, the move at hand: kept
; Uses    A X Y
;
; The king's own moves are tried first, since callers ask in check. Only if he
; has none are the others generated.
has_legal_move:
        ; What the generators and look_own change: raw_end, five bytes of look's
        ; result from king_square on, and the pins.
        lda     raw_end
        sta     _saved_end
        lda     raw_end+1
        sta     _saved_end+1
        ldx     #pins - king_square
@picture:
        lda     king_square,x
        sta     _saved_picture,x
        dex
        bpl     @picture
        ; The pins, of which there are seldom any: squares and steps.
        ldy     pins
        beq     @look
@save:  lda     pinned-1,y
        sta     _saved_pinned-1,y
        lda     pin_step-1,y
        sta     _saved_pinned+7,y
        dey
        bne     @save

        ; Call look_own, in check or not. The king is off the board while his
        ; eight squares are tested.
@look:  lda     #1
        jsr     look_own
        ldx     king_square
        stx     g_square
        lda     #0
        sta     g_stamp
        ldy     board,x
        sty     g_kept
        sta     board,x                 ; as for his moves in the generators
        ; OFF_BOARD has both colour bits, so that g_own stops the edge as well.
        tya
        and     #OFF_BOARD
        sta     g_own
        ldy     #7
        ; Y = number of the step. The first safe square is enough.
@step:  sty     g_slot
        lda     king_steps,y
        clc
        adc     g_square
        tax
        lda     board,x
        and     g_own
        bne     @next                   ; his own piece, or the edge
        jsr     king_safe
        bcc     @escapes
@next:  ldy     g_slot
        dey                             ; the next one
        bpl     @step
        ; He has none. In double check no other piece can move; otherwise any
        ; generated move is legal.
        jsr     @put_king
        lda     checkers
        cmp     #2
        bcs     @none
        jsr     generate_tactical
        lda     g_count
        bne     @some                   ; one is enough
        jsr     generate_quiet
        lda     g_count
        bne     @some
@none:  clc
        bcc     @known                  ; always: no
@escapes:
        jsr     @put_king
@some:  sec
        ; Carry, the answer, stays while everything is put back.
@known: ldx     #pins - king_square
@put_picture:
        lda     _saved_picture,x
        sta     king_square,x
        dex
        bpl     @put_picture
        ldy     pins
        ; The pins as they were, by their old number; then raw_end.
        beq     @unpinned
@pins:  lda     _saved_pinned-1,y
        sta     pinned-1,y
        lda     _saved_pinned+7,y
        sta     pin_step-1,y
        dey
        bne     @pins
@unpinned:
        lda     _saved_end
        sta     raw_end
        lda     _saved_end+1
        sta     raw_end+1
        rts
@put_king:
        ; X = the king's square.
        ldx     g_square
        lda     g_kept
        sta     board,x
        rts

; is_legal - is a move legal?
;
; In      m_from with a promotion's bits, m_to: any two bytes; look's result
; Out     carry set: it is, A = its flags, as the generators set them
; Uses    A X Y
;
; X is the from-square, g_kept the flags.
is_legal:
        ; The byte on from must be the mover's; to must neither have his piece
        ; nor lie off the board, whose byte has both colours.
        lda     m_from
        and     #$77
        tax
        ldy     side
        lda     board,x
        and     _colours,y
        beq     @no                     ; not his piece
        ldy     m_to
        and     board,y
        bne     @no                     ; to his own, or off the board
        stx     g_square
        ; Carry is set where anything stands there, so the enemy's.
        lda     board,y
        cmp     #1
        lda     #0
        rol     a                       ; FLAG_CAPTURE, or 0
        sta     g_kept
        lda     board,x
        and     #ANY_PAWN               ; a pawn has rules of its own
        beq     @officer
        jmp     _pawn
@no:    clc
        rts

@officer:
        ; No bits of a promotion, and the difference is one of the piece's ways.
        ; X = from, Y = the difference.
        cpx     m_from
        bne     @no                     ; bits of a promotion
        txa
        sbc     m_to                    ; carry set since cpx
        tay
        lda     attack_table,y
        and     board,x
        beq     @no_way
        ; The highest way of an officer is the king's; a knight arrives, a
        ; slider needs a free line.
        cmp     #WAY_KING
        bcs     @king
        and     #WAY_KNIGHT
        bne     _reaches
        lda     ray_step,y
        AIM     g_step                  ; back along the line
        ; From the to-square to the first piece: the walk cannot miss the mover.
        ldy     m_to
@along: tya
        adc     g_step
        tay
        lda     board,y
        beq     @along
        cpy     g_square                ; the mover comes first
        beq     _reaches
        clc
        rts
@king:  jmp     _king
@no_way:
        jmp     _no_way

; A piece other than the king. A pinned piece must stay on its line. In check
; the move must capture the checker or block its line.
_reaches:
        ; Is it pinned? Y = its entry, or 0.
        ldy     pins
        beq     _unpinned
        txa
@pin:   cmp     pinned-1,y
        beq     _pinned
        dey
        bne     @pin                    ; to the last entry
_unpinned:
        ; Not pinned, or along the pin. Without a check that is all.
        lda     checkers
        bne     _helping
_legal: lda     g_kept
        sec
        rts
_pinned:
        ; It may go along the pin, either way from the king's view the same
        ; step.
        lda     m_to
        sbc     king_square             ; carry set since cmp
        tax
        lda     ray_step,x
        cmp     pin_step-1,y
        beq     _unpinned
_illegal:
        clc
        rts
_helping:
        ; One checker: the move takes it, or steps between.
        cmp     #1
        bne     _illegal
        lda     check_from
        cmp     m_to
        beq     _legal
        ; Square by square from the king to the checker.
        sec
        sbc     king_square
        tax
        lda     ray_step,x
        beq     _illegal                ; a knight
        sta     g_step
        ; Either the new square comes first or the checker does.
        lda     king_square
@towards:
        clc
        adc     g_step
        cmp     m_to
        beq     _legal
        cmp     check_from
        bne     @towards
        clc
        rts

        ; The king, to a neighbour square. As in the
        ; generators: the king is off the board while his
        ; target is tested.
_king:  jsr     known_hits
        lda     board,x
        pha
        lda     #0
        sta     board,x
        ldx     m_to
        jsr     king_safe               ; carry set: attacked
        ldx     g_square
        pla
        sta     board,x
        bcs     @no
        sec
        lda     g_kept                  ; his capture, or 0
        rts
@no:    clc
        rts

        ; No piece moves that way, except a king that castles.
_no_way:
        ; Castling: a king, not in check, by generating what castling moves
        ; there are. g_to points RAW_SPACE behind the old raw_end, which it
        ; gives back.
        lda     board,x
        and     #WAY_KING
        beq     @no
        lda     checkers
        bne     @no
        jsr     known_hits
        jsr     generate_castling
        lda     g_to                    ; raw_end as it was
        sta     raw_end
        lda     g_to+1
        sec
        sbc     #>RAW_SPACE
        sta     raw_end+1
        ldy     g_count                 ; is the move among them?
@castles:
        ; The moves are few: one or two. Carry set and the flags, if one goes
        ; there.
        dey
        bmi     @no
        lda     (g_to),y
        cmp     m_to
        bne     @castles
        lda     #FLAG_CASTLE | FLAG_CHECK
        sec
        rts
@no:    clc
        rts

        ; Y = the to-square. A promotion on the outer ranks, with any bits in
        ; from; none on the others.
_pawn:  tya
        clc
        adc     #$10
        and     #$60                    ; the outer ranks: $1x, $8x
        bne     @inner
        lda     g_kept
        ora     #FLAG_PROMOTION         ; and so not 0
        sta     g_kept
        bne     @goes
@inner: cpx     m_from
        bne     @no                     ; bits of a promotion
        ; A = to - from. Is it one of the pawn's captures?
@goes:  tya
        sec
        sbc     g_square
        tay
        lda     attack_table,y
        and     board,x
        bne     @takes
        ; A step forward must not capture. Turned for Black it is $10 or $20.
        lda     g_kept
        lsr     a
        bcs     @no
        tya
        ldy     side
        beq     @white
        eor     #$FF                    ; less A: carry is clear
        adc     #1
@white: cmp     #$10
        beq     @reaches
        cmp     #$20
        bne     @no                     ; no pawn goes there
        ; Two steps: the square between, which is half their sum, must be empty,
        ; and the pawn at home.
        lda     g_square
        adc     m_to                    ; carry is set: a unit too many,
        ror     a                       ; which goes to carry
        tay
        lda     board,y
        bne     @no
        ; A pawn at home stands below $20, or for Black from $60 on.
        lda     #FLAG_DOUBLE
        sta     g_kept
        lda     side
        bne     @black
        cpx     #$20
        bcs     @no
@reaches:
        jmp     _reaches
@black: cpx     #$60                    ; from the seventh rank
        bcs     @reaches
@no:    clc
        rts
        ; A capture takes a piece, or en passant; that one is played out.
@takes: lda     g_kept
        lsr     a                       ; FLAG_CAPTURE
        bcs     @reaches
        lda     m_to
        cmp     ep
        bne     @no
        jsr     _bad_en_passant         ; carry set: the king is attacked
        bcs     @no
        lda     #FLAG_CAPTURE | FLAG_EN_PASSANT | FLAG_CHECK
        sec
        rts

        .rodata

; The king's steps in the order of generation.
king_steps:
        .byte   STRAIGHT_1, STRAIGHT_2, STRAIGHT_3, STRAIGHT_4
        .byte   DIAGONAL_1, DIAGONAL_2, DIAGONAL_3, DIAGONAL_4

_colours:
        .byte   WHITE, BLACK
