; hits.s - the map of what the enemy attacks, and which pieces may hang

        .include "memory.inc"

        .export map_hits, clear_hits, hits_of, strike, candidates

        .zeropage

hits_slider:                    ; map_hits: the sliders' mark
line_end:                       ; candidates: where one end of a line is,
        .res    1
hits_slot:                      ; the officer at hand
line_piece:                     ; and what stands there
        .res    1
hits_last:                      ; with promoted pawns: behind all slots,
line_own:                       ; the mover's colour
        .res    1
hits_kind:                      ; and the kind that marks
        .res    1
hits_from:                      ; the slider's square
        .res    1

        .code

; A mark on each square of a list of steps from X.
        .macro  MARK s1, s2, s3, s4, s5, s6, s7, s8
        sta     a:hits + s1,x
        sta     a:hits + s2,x
        sta     a:hits + s3,x
        sta     a:hits + s4,x
        sta     a:hits + s5,x
        sta     a:hits + s6,x
        sta     a:hits + s7,x
        sta     a:hits + s8,x
        .endmacro

; One line of a slider on X, the mark in A: eleven cycles a square, since the
; squares are constants away from X and Y alone looks at them. The first
; square behind the edge is marked too.
        .macro  LINE_HITS step
        .local  ends
        .repeat 6, n
        sta     a:hits + (n + 1)*step,x
        ldy     a:board + (n + 1)*step,x
        bne     ends
        .endrepeat
        sta     a:hits + 7*step,x         ; no line is longer
ends:
        .endmacro

; map_hits - what the enemy of the side to move attacks, lines ending at the
; first piece, inclusive
;
; In      side, lists, board
; Out     hits and hits_stamp; struck is not done yet
; Uses    A X Y
;
; King, pawns and knights mark first and the sliders after them, so that
; one byte a square can hold the more important mark: "by a slider". In the lists
; the officers before the first pawn's slot stand sliders first, hence the
; walk from the last slot down; only where a pawn has been promoted does it
; take a second look at the pawns' slots.
map_hits:
        lda     hits_stamp
        clc
        adc     #2
        bne     @stamp
        jsr     clear_hits
@stamp: sta     hits_stamp
        ldx     #0
        stx     struck_done
        tax
        inx
        stx     hits_slider
        ldx     square + 16
        ldy     side
        beq     @king
        ldx     square
@king:  MARK    17, 16, 15, 1, -1, -15, -16, -17
        cpy     #0
        bne     @white

        ldy     slots + 1
        cpy     officers + 1
        beq     @black_officers
        ldx     promoted + 1
        bne     @black_promoted
@black_pawn:
        dey
        ldx     square + 16,y           ; dead pawns mark unused bytes
        sta     hits - 17,x
        sta     hits - 15,x
        cpy     officers + 1
        bne     @black_pawn
@black_officers:
        tya
        adc     #15                     ; and the carry: 16, which slots may be
        tay
        jmp     _next_slot
@black_promoted:
        tya
        adc     #15                     ; and the carry: 16, which slots may be
        tay
        bne     _promoted               ; always

@white: ldy     slots
        cpy     officers
        beq     @white_officers
        ldx     promoted
        bne     _promoted
@white_pawn:
        dey
        ldx     square,y
        sta     hits + 15,x
        sta     hits + 17,x
        cpy     officers
        bne     @white_pawn
@white_officers:
        jmp     _next_slot

; With promoted pawns the kinds in the list are no longer in order: one pass
; over the list marks each kind, pawns first. Y is the id behind the last slot.
_promoted:
        sty     hits_last
        lda     #PAWN
        sta     hits_kind
@kind:  ldy     hits_last
@slot:  dey
        lda     kind,y
        beq     @king                   ; all seen
        cmp     hits_kind
        bne     @slot
        ldx     square,y
        bmi     @slot
        cmp     #PAWN
        beq     @pawn
        tya
        pha
        and     #16
        ora     #1
        sta     hits_slot               ; behind this one comes the king
        jsr     _slot
        pla
        tay
        bne     @slot                   ; always
@king:  dec     hits_kind
        bne     @kind
        rts
@pawn:  lda     side
        bne     @white
        lda     hits_stamp
        sta     hits - 17,x
        sta     hits - 15,x
        bne     @slot                   ; always
@white: lda     hits_stamp
        sta     hits + 15,x
        sta     hits + 17,x
        bne     @slot                   ; always

; A bishop's or queen's lines. The slots come here and go on from here.
_diagonal:
        cmp     #1                      ; carry clear: a queen
        lda     hits_slider
        LINE_HITS 17
        LINE_HITS 15
        LINE_HITS -17
        LINE_HITS -15
        bcc     _straight_too

; The pieces in the slots before hits_slot, down to the king, which is in the
; first one and ends the loop.
_officer:
        ldy     hits_slot
_next_slot:
        dey
        sty     hits_slot
_slot:  ldx     square,y
        bmi     _next_slot              ; dead
        lda     kind,y                  ; king 0, queen 1, rook 2, bishop 3, knight 4
        lsr     a
        bcc     @even
        jmp     _diagonal
@even:  beq     @king
        lsr     a
        bcs     _straight
        lda     hits_stamp
        MARK    33, 31, 18, 14, -33, -31, -18, -14
        jmp     _officer
@king:  rts

_straight:
        lda     hits_slider
_straight_too:
        LINE_HITS 16
        LINE_HITS -16
        stx     hits_from               ; along the rank X goes itself
@right: inx
        sta     hits,x
        ldy     board,x
        beq     @right
        ldx     hits_from
@left:  dex
        sta     hits,x
        ldy     board,x
        beq     @left
        jmp     _officer

; clear_hits - forget all maps; the stamps begin again
;
; In      -
; Out     A = 2, the stamp of the next map; hits_stamp 0, hits_ply $FF
; Uses    X
clear_hits:
        lda     #0
        sta     hits_stamp
        ldx     #128
@clear: sta     hits - 1,x
        dex
        bne     @clear
        dex
        stx     hits_ply
        lda     #2
        rts

; hits_of - the map of the enemy's attacks at the node, made where it is
; not that of this node
;
; In      ply
; Out     hits, hits_stamp, hits_ply
; Uses    A X Y
hits_of:
        lda     ply
        cmp     hits_ply
        beq     @same
        jsr     map_hits                ; clear_hits may write hits_ply
        lda     ply
        sta     hits_ply
@same:  rts

; One slot more of struck in A: Y alone looks, and A stays the bits.
        .macro  STRUCK slot
        ldx     square + slot
        ldy     hits,x
        cpy     hits_stamp
        rol     a
        .endmacro

; A side's slots, eight, if there are so many, and seven; ends strike.
        .macro  STRIKE first, many
        .local  low
        lda     #0
        ldx     many
        cpx     #9
        bcc     low
        .repeat 8, n
        STRUCK  first + 15 - n
        .endrepeat
low:    sta     struck + 1              ; A's bits will all be shifted out
        .repeat 7, n
        STRUCK  first + 7 - n
        .endrepeat
        asl     a                       ; to its place; the king never counts
        sta     struck
        rts
        .endmacro

; strike - which of the mover's pieces the enemy attacks
;
; In      hits, side, lists, as they were when the map was made
; Out     struck, struck_done
; Uses    A X Y
;
; Only candidates needs it, so a node that asks for less does not pay.
; The pieces must stand where they stood when the map was made.
strike:
        lda     #1
        sta     struck_done
        sta     hits + $FF              ; where the dead stand: less than any stamp
        ldx     side
        beq     @white
        jmp     _black_struck
@white: STRIKE  0, slots
_black_struck:
        STRIKE  16, slots + 1

; candidates - the slots of the mover's pieces that may stand attacked after
; the move that has just been made on the board
;
; In      m_from (without a promotion's bits), m_to, m_flags; side is the
;         mover still; hits of the position before the move
; Out     wanted = slots, one bit each; A not 0: there are any, and Z from it
; Uses    X Y
candidates:
        lda     m_flags
        and     #FLAG_EN_PASSANT | FLAG_CASTLE
        bne     @all
        lda     struck_done
        beq     @first_child
@struck:
        lda     struck
        sta     wanted
        lda     struck + 1
        sta     wanted + 1
        ldx     m_to
        lda     hits,x
        cmp     hits_stamp
        bcc     @safe_there
        jsr     _add
@safe_there:
        ldx     m_from
        lda     hits_stamp
        cmp     hits,x
        bcc     @uncovered
@end:   lda     wanted
        ora     wanted + 1
        rts
@all:   lda     #$FF
        sta     wanted
        sta     wanted + 1
        rts

        ; The moved piece steps back for the map's list.
@first_child:
        ldx     m_to
        ldy     ids,x
        ldx     m_from
        stx     square,y
        jsr     strike
        ldx     m_to
        ldy     ids,x
        stx     square,y
        bpl     @struck                 ; always: an id is below 32

        ; More than the stamp: a slider saw the square that was left. Has
        ; some line through it an enemy slider at one end and a piece of the
        ; mover at the other?
@uncovered:
        lda     #WHITE
        ldx     side
        beq     @own
        asl     a
@own:   sta     line_own
        ldy     #3
@line:  ldx     m_from
@there: txa
        clc
        adc     _steps,y
        tax
        lda     board,x
        beq     @there
        cmp     #OFF_BOARD
        beq     @next
        stx     line_end
        sta     line_piece
        ldx     m_from
@back:  txa
        sec
        sbc     _steps,y
        tax
        lda     board,x
        beq     @back
        cmp     #OFF_BOARD
        beq     @next
        ; Board byte A on X at this end, line_piece on line_end at the other.
        and     line_own
        bne     @mine
        lda     line_piece
        and     line_own
        beq     @next
        lda     board,x
        and     _ways,y
        beq     @next
        ldx     line_end
        bpl     @add                    ; always
@mine:  lda     line_piece
        and     line_own
        bne     @next
        lda     line_piece
        and     _ways,y
        beq     @next
@add:   jsr     _add
@next:  dey
        bpl     @line
        bmi     @end                    ; always

; Add the slot of the piece on X. Y stays.
_add:   lda     ids,x
        and     #15
        tax
        lda     slot_bits,x
        cpx     #8
        bcs     @high
        ora     wanted
        sta     wanted
        rts
@high:  ora     wanted + 1
        sta     wanted + 1
        rts

        .rodata

; Four lines through a square: one of their steps, and the sliders' way.
_steps: .byte   STRAIGHT_1, STRAIGHT_2, DIAGONAL_1, DIAGONAL_4
_ways:  .byte   WAY_STRAIGHT, WAY_STRAIGHT, WAY_DIAGONAL, WAY_DIAGONAL
