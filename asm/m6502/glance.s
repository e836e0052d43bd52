; glance.s - mate at a glance

        .include "memory.inc"

        .export threatens_mate, flights

        .bss

glance_from:                    ; the move at hand, which is kept
        .res    1
glance_to:
        .res    1
glance_ep:                      ; what else is kept
        .res    1
glance_raw_end:
        .res    2
glance_ray:                     ; number of the ray that is walked
        .res    1
glance_at:                      ; how far, and what stands there
        .res    1
glance_there:
        .res    1
glance_mate:                    ; carry while moves are taken back
        .res    1

        .code

; threatens_mate - does a quiet move of a queen or rook threaten to mate
; with that piece's next move?
;
; In      m_from, m_to, m_code; flights_count; before the move;
;         tactical_moves are free
; Out     carry set: yes
; Uses    everything
; Cycles  not on the benchmark
;
; The enemy king has at most one square to flee to, and a check by the
; piece from where it can go next leaves him no legal move.
threatens_mate:
        lda     m_code
        and     #WAY_DIAGONAL | WAY_STRAIGHT
        ldx     #7                      ; eight rays or four
        cmp     #WAY_DIAGONAL | WAY_STRAIGHT
        beq     @piece
        ldx     #3
        cmp     #WAY_STRAIGHT
        bne     @no
@piece: stx     glance_at               ; flights needs glance_ray
        lda     flights_count
        cmp     #$FF
        bne     @counted
        jsr     flights
@counted:
        lda     flights_count
        cmp     #2
        bcc     @prove
@no:    clc
        rts

@prove: lda     glance_at
        sta     glance_ray
        lda     ep
        sta     glance_ep
        lda     raw_end
        sta     glance_raw_end
        lda     raw_end + 1
        sta     glance_raw_end + 1
        lda     #<tactical_moves
        sta     raw_end
        lda     #>tactical_moves
        sta     raw_end + 1
        lda     #NO_SQUARE
        sta     ep
        jsr     make_board_quiet
        lda     m_from
        sta     glance_from
        lda     m_to                    ; the next move begins there
        sta     glance_to
        sta     m_from
@ray:   lda     glance_to
        sta     m_to
@step:  ldy     glance_ray
        lda     ring_steps,y
        clc
        adc     m_to
        sta     m_to
        tax
        lda     board,x
        sta     glance_there
        and     m_code
        and     #OFF_BOARD
        bne     @next                   ; his own piece, or the edge
        jsr     _mates
        bcs     @end
        lda     glance_there
        beq     @step
@next:  dec     glance_ray
        bpl     @ray
        clc
@end:   ror     glance_mate
        lda     glance_from
        sta     m_from
        lda     glance_to
        sta     m_to
        jsr     unmake_board_quiet
        lda     glance_ep
        sta     ep
        lda     glance_raw_end
        sta     raw_end
        lda     glance_raw_end + 1
        sta     raw_end + 1
        asl     glance_mate
        rts

; Is the move from m_from to m_to mate? Carry set: yes. First, does the piece
; see the enemy king from there?
_mates: sec
        lda     enemy_king
        sbc     m_to
        tay
        lda     attack_table,y
        and     m_code
        beq     @no
        lda     ray_step,y
        sta     glance_at
        lda     m_to
@walk:  clc
        adc     glance_at
        tax
        lda     board,x
        beq     @empty
        cpx     enemy_king
        bne     @no
        jsr     _make
        jsr     has_legal_move
        ror     glance_mate
        jsr     _unmake
        asl     glance_mate
        rol     a                       ; carry: no legal move
        eor     #1
        ror     a
        rts
@empty: txa
        jmp     @walk
@no:    clc
        rts

; Make the move, quiet or a capture, and let the other side move; and back.
_make:  jsr     _turn
        lda     glance_there
        bne     @capture
        jmp     make_board_quiet
@capture:
        jmp     make_board_capture
_unmake:
        jsr     _turn
        lda     glance_there
        bne     @capture
        jmp     unmake_board_quiet
@capture:
        jmp     unmake_board_capture
_turn:  lda     side
        eor     #1
        sta     side
        rts

; flights - count the squares that the enemy king could flee to
;
; In      side, enemy_king, the board
; Out     flights_count: those next to him, free of his own pieces and not
;         attacked by the side to move
; Uses    A X Y
; Cycles  not on the benchmark
flights:
        lda     #0
        sta     flights_count
        ldy     #7
@king:  sty     glance_ray
        ldx     enemy_king
        txa
        clc
        adc     ring_steps,y
        tay
        lda     board,y
        and     board,x
        and     #OFF_BOARD
        bne     @taken
        tya
        tax
        lda     side
        jsr     attacked
        bcs     @taken
        inc     flights_count
@taken: ldy     glance_ray
        dey
        bpl     @king
        rts
