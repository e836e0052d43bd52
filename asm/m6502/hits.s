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
        ; All are written, on the board or off it: hits has edges, and those
        ; bytes are never read.
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
        sta     a:hits + (n + 1)*step,x ; this square is attacked too
        ldy     a:board + (n + 1)*step,x
        bne     ends                    ; the first piece ends the line
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
        ; All old marks are below a new stamp, so the map needs no clearing.
        ; After 254 the stamps are used up.
        lda     hits_stamp
        clc
        adc     #2
        bne     @stamp
        jsr     clear_hits
@stamp: sta     hits_stamp
        ldx     #0                      ; the stamp stays in A for near marks
        stx     struck_done
        tax
        ; The sliders' mark is one more. Y = side is tested again below: MARK
        ; changes no register.
        inx
        stx     hits_slider
        ldx     square + 16
        ldy     side
        beq     @king
        ldx     square
@king:  MARK    17, 16, 15, 1, -1, -15, -16, -17 ; around the enemy's king
        cpy     #0
        bne     @white

        ; White is to move, black attacks. Y counts down from the slots in use
        ; to the first pawn's; A is the stamp.
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

        ; Black is to move, white attacks: the same, and Y is an id as it is.
@white: ldy     slots
        cpy     officers
        beq     @white_officers
        ldx     promoted
        ; No promoted pawn: all slots from officers on are pawns. cpy leaves A,
        ; the stamp.
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
        ; One walk down the ids for each kind from pawn to queen. kind is 0 in
        ; the king's slot, where it ends.
@kind:  ldy     hits_last
@slot:  dey
        lda     kind,y
        beq     @king                   ; all seen
        cmp     hits_kind
        bne     @slot
        ldx     square,y
        bmi     @slot                   ; dead
        cmp     #PAWN
        beq     @pawn
        ; An officer marks by the code of the other walk, which then goes on to
        ; the slot before hits_slot. That is the king's, and it returns.
        tya
        pha
        and     #16
        ora     #1
        sta     hits_slot               ; behind this one comes the king
        jsr     _slot
        pla
        tay
        bne     @slot                   ; always
@king:  dec     hits_kind               ; queen is kind 1, the king is done
        bne     @kind
        rts
        ; The pawn marks two squares; which ones, the side that attacks says. A
        ; stamp is never 0.
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
        ; A = kind/2 here: 0 for the queen, 1 for the bishop, who ends after
        ; four lines. LINE_HITS leaves carry alone.
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
        ; Bit 0 set: queen or bishop, with A = kind/2. Else 0 is the king, and
        ; bit 1 of kind tells rook (2) from knight (4).
        lsr     a
        bcc     @even
        jmp     _diagonal
@even:  beq     @king
        lsr     a
        bcs     _straight
        ; A knight's squares get the near mark.
        lda     hits_stamp
        MARK    33, 31, 18, 14, -33, -31, -18, -14
        jmp     _officer
@king:  rts

        ; The files: two lines as above, the mark in A.
_straight:
        lda     hits_slider
_straight_too:
        LINE_HITS 16
        LINE_HITS -16
        stx     hits_from               ; along the rank X goes itself
        ; To the right up to the first piece or the edge, then from the slider's
        ; square to the left.
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

; clear_hits - drop all maps and restart the stamps
;
; In      -
; Out     A = 2, the stamp of the next map; hits_stamp 0, hits_ply $FF
; Uses    X
clear_hits:
        ; 0 is less than every stamp. Only the squares $00 to $77 are
        ; read.
        lda     #0
        sta     hits_stamp
        ldx     #128
@clear: sta     hits - 1,x
        dex
        bne     @clear
        dex                             ; X = $FF: of no node
        stx     hits_ply
        lda     #2
        rts

; hits_of - make the map of the enemy's attacks at the node, if there is none
; yet
;
; In      ply
; Out     hits, hits_stamp, hits_ply
; Uses    A X Y
hits_of:
        lda     ply
        cmp     hits_ply                ; this node's map, kept
        beq     @same
        jsr     map_hits                ; clear_hits may write hits_ply
        lda     ply
        sta     hits_ply
@same:  rts

; One slot more of struck in A: Y alone looks, and A stays the bits.
        .macro  STRUCK slot
        ; hits is at least the stamp where the enemy attacks: cpy sets carry
        ; then, and rol takes it as the slot's bit.
        ldx     square + slot
        ldy     hits,x
        cpy     hits_stamp
        rol     a
        .endmacro

; A side's slots, eight, if there are so many, and seven; ends strike.
        .macro  STRIKE first, many
        .local  low
        ; Slots 15 to 8 are looked at only where the side has more than eight;
        ; else their byte is 0.
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
; Only candidates needs it, so other nodes do not pay for it. The pieces must
; stand where they stood when the map was made.
strike:
        ; Captured pieces stand on $FF. 1 sets struck_done and is below all
        ; stamps, so they are never struck.
        lda     #1
        sta     struck_done
        sta     hits + $FF              ; captured pieces' square: below any stamp
        ldx     side
        beq     @white
        jmp     _black_struck
@white: STRIKE  0, slots                ; each ends with rts
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
        ; These moves change more than two squares: all slots are examined.
        lda     m_flags
        and     #FLAG_EN_PASSANT | FLAG_CASTLE
        bne     @all
        lda     struck_done
        beq     @first_child
@struck:
        ; What was attacked before the move may be attacked still.
        lda     struck
        sta     wanted
        lda     struck + 1
        sta     wanted + 1
        ; The moved piece, if the enemy attacks its new square.
        ldx     m_to
        lda     hits,x
        cmp     hits_stamp
        bcc     @safe_there
        jsr     _add
@safe_there:
        ; A mark above the stamp is a slider's, whose line the piece has left
        ; open.
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
        ; The list has the piece on its new square, hits is of the board before:
        ; it goes back to m_from while strike looks, and then forward again.
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
        lda     #WHITE                  ; WHITE or BLACK, by the side
        ldx     side
        beq     @own
        asl     a
@own:   sta     line_own
        ldy     #3                      ; four lines, both ends of each
        ; Forwards to the first piece. At the edge nothing stands, so this line
        ; does not matter.
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
        ; Backwards from the same square.
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
        ; One end must be an enemy slider of this line and the other the mover's
        ; piece.
        and     line_own
        bne     @mine
        ; The enemy is at this end, X: is the mover's piece at the other, and
        ; does the slider move on such a line?
        lda     line_piece
        and     line_own
        beq     @next
        lda     board,x
        and     _ways,y
        beq     @next
        ldx     line_end
        bpl     @add                    ; always
        ; The mover's piece is at this end, X: the same with the ends exchanged.
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
        ; The slot within its side picks the bit, its bit 3 the byte of wanted.
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
