; glance.s - mate at a glance

        .include "memory.inc"

        .export threatens_mate, flights

        .importzp glance_ray, glance_step, glance_at, glance_there, glance_ep
        .importzp glance_from, glance_to, glance_mate

        .code

; threatens_mate - does a quiet move of a queen or rook threaten to mate
; with that piece's next move?
;
; In      m_from, m_to, m_code; flights_count; before the move;
;         tactical_moves are free
; Out     carry set: yes
; Uses    everything
;
; It does if the enemy king has at most one flight square and a check by the
; piece's next move leaves him no legal move.
threatens_mate:
        ; X = the last of its rays in king_steps, which begin with the straight
        ; ones. Any other piece does not mate alone.
        lda     m_code
        and     #WAY_DIAGONAL | WAY_STRAIGHT
        ldx     #7                      ; eight rays or four
        cmp     #WAY_DIAGONAL | WAY_STRAIGHT
        beq     @piece
        ldx     #3
        cmp     #WAY_STRAIGHT
        bne     @no                     ; neither queen nor rook
@piece: stx     glance_ray
        ; Counted once for each node; $FF: not yet.
        lda     flights_count
        bpl     @counted
        jsr     flights
@counted:
        cmp     #2
        bcs     @no                     ; two squares to flee to
        ; The move is made on the board, and the side stays to move, as if the
        ; enemy had passed. A right to take en passant is gone then.
        jsr     make_board_quiet
        ldx     #NO_SQUARE
        lda     ep
        stx     ep
        sta     glance_ep
        ; The move at hand becomes the next move, from its to-square.
        lda     m_from
        sta     glance_from
        ldx     m_to                    ; the next move begins there
        stx     glance_to
        stx     m_from
@ray:   ldx     glance_to
        ; The next square along the ray, X and m_to.
@step:  txa
        ldy     glance_ray
        clc
        adc     king_steps,y
        sta     m_to
        tax
        lda     board,x
        ; What stands there: nothing, an enemy or what ends the ray.
        sta     glance_there
        and     m_code
        and     #OFF_BOARD
        bne     @next                   ; his own piece, or the edge
        sta     glance_mate             ; A = 0: not proved
        ; Is a check from there mate? An enemy's piece there is the last square
        ; of the ray.
        jsr     _prove
        asl     glance_mate
        bcs     @end
        ldx     m_to
        lda     glance_there
        beq     @step
@next:  dec     glance_ray              ; the next ray
        bpl     @ray
        clc
        ; Carry, the answer, waits in bit 7 while move and board are put back.
@end:   ror     glance_mate
        lda     glance_from
        sta     m_from
        lda     glance_to
        sta     m_to
        lda     glance_ep
        sta     ep
        jsr     unmake_board_quiet
        asl     glance_mate
        rts
@no:    clc
        rts

; Bit 7 of glance_mate: is the move from m_from to m_to, X, mate? First, does
; the piece see the enemy king from there?
_prove: lda     enemy_king
        ; The piece's ways towards the king, and then the squares up to him.
        sec
        sbc     m_to
        tay
        lda     attack_table,y
        and     m_code
        beq     @no
        ; Along the line to the first piece, which must be the king.
        lda     ray_step,y
        sta     glance_step
@walk:  txa
        clc
        adc     glance_step
        tax
        lda     board,x
        beq     @walk
        cpx     enemy_king
        bne     @no
        ; It gives check. Make the move, or capture, and look for an answer.
        lda     glance_there
        bne     @takes
        jsr     make_board_quiet
        jsr     @answer
        jmp     unmake_board_quiet
@takes: jsr     make_board_capture
        jsr     @answer
        jmp     unmake_board_capture

        ; Has the other side a legal move? Its moves go where there is room.
@answer:
        ; raw_end is saved on the stack; the generators write where the captures
        ; were, which have been listed.
        lda     raw_end
        pha
        lda     raw_end + 1
        pha
        lda     #<tactical_moves
        sta     raw_end
        lda     #>tactical_moves
        sta     raw_end + 1
        ; The enemy to move: carry set, he has a move. Bit 7 is the opposite.
        jsr     @turn
        jsr     has_legal_move
        ror     a
        eor     #$80
        sta     glance_mate
        pla
        sta     raw_end + 1             ; the node's list again
        pla
        sta     raw_end
@turn:  lda     side
        ; The other side: once before the answer and once after it.
        eor     #1
        sta     side
@no:    rts

; flights - count the squares that the enemy king could flee to
;
; In      side, enemy_king, the board
; Out     A, flights_count: those next to him, free of his own pieces and not
;         attacked by the side to move
; Uses    A X Y
flights:
        ; Eight squares about him, by the steps of kings.
        lda     #0
        sta     flights_count
        ldy     #7
@king:  sty     glance_at
        ldx     enemy_king
        txa
        clc
        adc     king_steps,y
        ; Y = the square; one of his own pieces takes it from him.
        tay
        lda     board,y
        and     board,x                 ; his colour: no king stands next to him
        bne     @taken
        tya                             ; attacked by the mover?
        tax
        lda     side                    ; the mover, 0 or 1
        jsr     attacked
        bcs     @taken
        inc     flights_count
@taken: ldy     glance_at               ; the next square about him
        dey
        bpl     @king
        lda     flights_count
        rts
