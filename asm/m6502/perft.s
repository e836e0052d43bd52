; perft.s - counting the tree of legal moves

        .include "memory.inc"

        .export perft, perft_node

; The raw move that is at hand.
_move = root_zp

        .code

; perft - count the leaves of the tree of legal moves
;
; In      perft_depth, at least 0
; Out     perft_count, 32 bits
; Uses    A X Y
; Cycles  not on the benchmark
;
; Every leaf is made and unmade: nothing is counted in bulk.
perft:  lda     #$FF
        sta     hits_ply
        ldx     #3
        lda     #0
@zero:  sta     perft_count,x
        dex
        bpl     @zero
        lda     perft_depth
        bne     perft_node
        inc     perft_count
        rts

; perft_node - count the leaves below a node
;
; In      perft_depth, at least 1
; Out     perft_count, more by them; raw_end as before
; Uses    A X Y
; Cycles  not on the benchmark
;
; Of a node above another one the stack holds where its moves begin, the
; move at hand and the return: six bytes a ply.
perft_node:
        lda     raw_end
        sta     _move
        pha
        lda     raw_end+1
        sta     _move+1
        pha
        lda     #1
        jsr     look_own
        jsr     generate_tactical
        jsr     generate_quiet
@move:  lda     _move
        cmp     raw_end
        bne     @make
        lda     _move+1
        cmp     raw_end+1
        beq     @end
@make:  ldy     #0
        lda     (_move),y
        sta     m_from
        lda     _move+1
        pha
        clc
        adc     #>RAW_SPACE
        sta     _move+1
        lda     (_move),y
        sta     m_to
        lda     _move+1
        adc     #>RAW_SPACE
        sta     _move+1
        lda     (_move),y
        sta     m_flags
        pla
        sta     _move+1
        jsr     make_move
        dec     perft_depth
        beq     @leaf
        lda     _move
        pha
        lda     _move+1
        pha
        jsr     perft_node
        pla
        sta     _move+1
        pla
        sta     _move
@made:  inc     perft_depth
        jsr     unmake_move
        inc     _move
        bne     @move
        inc     _move+1
        bne     @move

@leaf:  ldx     #0
@carry: inc     perft_count,x
        bne     @made
        inx
        cpx     #4
        bne     @carry
        beq     @made

@end:   pla
        sta     raw_end+1
        pla
        sta     raw_end
        rts
