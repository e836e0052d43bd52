; perft.s - counting the tree of legal moves

        .include "memory.inc"

        .export perft, perft_node

        .code

; perft - count the leaves of the tree of legal moves
;
; In      perft_depth, at least 0
; Out     perft_count, 32 bits
; Uses    A X Y
;
; Every leaf is made and unmade: nothing is counted in bulk.
perft:  lda     #$FF
        ; No attack map, and a count of 0.
        sta     hits_ply
        ldx     #3
        lda     #0
@zero:  sta     perft_count,x
        dex
        bpl     @zero
        lda     perft_depth             ; depth 0: the position itself
        bne     perft_node
        inc     perft_count
        rts

; perft_node - count the leaves below a node
;
; In      perft_depth, at least 1
; Out     perft_count, more by them; raw_end as before
; Uses    A X Y
;
; The moves are taken from the end of the list, so raw_end shows which is
; next, and the moves of the nodes below may lie where it was. On the stack a
; node has its return and where its list begins: four bytes a ply.
perft_node:
        ; The start of the list is saved on the stack, low byte first.
        lda     raw_end
        pha
        lda     raw_end+1
        pha
        ; A = 1: it is not known whether it is check. All legal moves, behind
        ; raw_end.
        lda     #1
        jsr     look_own
        jsr     generate_tactical
        jsr     generate_quiet
        ; X = the stack pointer: the two bytes are just above it. Equal: all
        ; moves of the node have been made.
@next:  tsx
        lda     raw_end+1
        cmp     stack_top - $FF,x
        bne     @move
        lda     raw_end
        cmp     stack_top - $FE,x
        beq     @end

        ; The last move of the list is taken off it.
@move:  lda     raw_end
        bne     @low
        dec     raw_end+1
@low:   dec     raw_end
        ; Its three bytes from the columns; afterwards raw_end is in the first
        ; one again. Carry is set from cpx.
        ldx     #0
        ldy     #0
        clc
@column:
        lda     (raw_end),y
        sta     m_from,x                ; and m_to, m_flags
        lda     raw_end+1
        adc     #>RAW_SPACE
        sta     raw_end+1
        inx
        cpx     #3
        bne     @column
        sbc     #>(3*RAW_SPACE)
        sta     raw_end+1

        ; A leaf where the depth has come to 0; else the nodes below count on.
        jsr     make_move
        dec     perft_depth
        beq     @leaf
        jsr     perft_node
@made:  inc     perft_depth
        jsr     unmake_move
        jmp     @next

        ; One more, with the carry through four bytes.
@leaf:  ldx     #0
@carry: inc     perft_count,x
        bne     @made
        inx
        cpx     #4
        bne     @carry
        beq     @made

@end:   pla
        pla
        rts

        .assert <RAW_SPACE = 0, error, "the columns of raw moves are not whole pages apart"
