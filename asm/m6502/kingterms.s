; kingterms.s - the king's terms of the root tables

        .include "memory.inc"
        .include "eval.inc"

        .export king_terms, king_ending, king_passed, draw_king, root_ahead

        .code

; king_terms, while it runs: what he finds on a file. weigh, which it calls, uses
; root_zp+3.
_finds          = root_zp+4

; king_terms - judge the king's squares
;
; In      the facts, castle, own
; Out     the side's tables
; Uses    A X Y; root_zp, piece_table
king_terms:
        ; From phase 5 on it is an ending.
        lda     raw_moves+PHASE
        cmp     #5
        bcc     @middle
        jmp     king_ending

        ; What each file's pawns shelter him.
@middle:
        ; From place 9, the edge beyond the file h, down to place 0, that before
        ; a. Edges have no pawns: NOBODY, which is negative.
        lda     #9
        jsr     own_fact
@shelter:
        lda     raw_moves+REARMOST,x
        bmi     @bare
        lsr     a
        lsr     a
        lsr     a
        lsr     a
        tay                             ; the rank of his rearmost pawn
        lda     shelter,y
        bpl     @sheltered              ; always
@bare:  lda     #<-7                    ; no pawn at all
@sheltered:
        sta     raw_moves+SHELTERS,x
        dex
        cpx     own_facts               ; down to place 0
        bpl     @shelter

        ; And so what he finds on a file and the next ones.
        inx
        lda     own_page
        sta     piece_table+1
        ; Three places from X on: the file and its two neighbours. X - own_facts
        ; is the file.
@file:  lda     raw_moves+SHELTERS,x
        clc
        adc     raw_moves+SHELTERS+1,x
        clc
        adc     raw_moves+SHELTERS+2,x
        tay
        ; Files 3 and 4 less 3 are 0 and 1: the middle costs 5 more.
        txa
        and     #7
        sec
        sbc     #3
        cmp     #2
        tya
        bcs     @wing
        sbc     #5 - 1                  ; the two files in the middle
@wing:  jsr     weigh                   ; keeps X
        sta     _finds
        ; The file's square on the first rank, in white's view, and that on the
        ; second. X stays the file.
        txa
        and     #7
        eor     own_flip
        jsr     @square
        tya
        eor     #$10                    ; second rank
        jsr     @square
        inx                             ; the next file, to h
        txa
        and     #8
        beq     @file

        ; The side's two rights in bits 0 and 1. With any of them e1 is worth
        ; more; with that of the king's side the rook on h1.
        ldx     own_facts
        lda     castle
        cpx     #1
        bcc     @rights
        lsr     a
        lsr     a
@rights:
        and     #3
        beq     @done
        lsr     a
        php                             ; carry: kingside
        ; bump adds A to the entry of kind X on Y, the own view.
        ldx     #KING
        ldy     #$04
        lda     #4
        jsr     bump
        plp
        bcc     @done
        ldx     #ROOK
        ldy     #$07
        lda     #8
        jmp     bump
@done:  rts

@square:
        ; A = the square in white's view: its entry gains what he finds.
        tay
        lda     _finds
        clc
        adc     (piece_table),y
        sta     (piece_table),y
        rts

; Overlay of draw_king, while it runs. king_ending uses the last two for itself
; between two calls of it.
_step           = root_zp+3
_last_file      = root_zp+4     ; place of its cost
_rank           = root_zp+5     ; and of the rank's
_rank_cost      = root_zp+6

; king_ending - judge the king's squares in the ending: towards passed pawns,
; and, with much the better of it, towards the enemy king, who belongs on the
; edge; ends king_terms
;
; In      the facts, lists, board, own
; Out     the side's table of the king
; Uses    A X Y; root_zp, value, piece_table, COSTS
;
; 28 less 4 for each step to the enemy king, in this order: the 28 first, so
; that no entry stops at 0.
king_ending:
        ; Passed pawns first. Then the material decides; Y = $77 is the last
        ; square for all that follows.
        jsr     king_passed
        jsr     root_ahead
        ldy     own_page
        sty     piece_table+1
        ldy     #$77
        ; value in sixteenths of a pawn: at least 4 pawns ahead?
        lda     value+1
        bmi     @behind
        bne     @far_ahead
        lda     value
        cmp     #4*16
        bcc     @done                   ; less than 4 pawns
@far_ahead:
        ; 28 more on each square of the board; gaps have bit 3 set.
        tya
        and     #8
        bne     @gap
        lda     (piece_table),y
        clc
        adc     #28
        sta     (piece_table),y
@gap:   dey
        bpl     @far_ahead
        ; And 4 less for each step from the enemy king.
        jsr     king_of_enemy
        tay
        lda     #4
        jmp     draw_king

@behind:
        ; At least 4 pawns behind? The high byte is $FF where it is little.
        cmp     #$FF
        bne     @far_behind
        lda     value
        cmp     #<(-4*16) + 1
        bcs     @done                   ; -4 itself counts
@far_behind:
        ; The king loses with his distance from the middle: rank and file each
        ; have their part.
        lda     #7
        sta     _rank
@rank:  ldx     _rank
        lda     _from_middle,x
        sta     _rank_cost
        ldx     #7                      ; file
@square:
        lda     _from_middle,x
        clc
        adc     _rank_cost
        eor     #$FF
        sec                             ; less the sum
        ; The sum is subtracted and stops at 0.
        adc     (piece_table),y
        bcs     @entry
        lda     #0
@entry: sta     (piece_table),y
        dey
        dex
        bpl     @square
        tya                             ; the gap is from $x8 to $xF
        and     #$F7                    ; over the gap behind a rank
        tay
        dec     _rank
        bpl     @rank
@done:  rts

; Overlay of king_passed, while it runs, above that of draw_king, which it calls.
_id             = root_zp+8
_at             = root_zp+9     ; square, its owner's view
_owner          = root_zp+10    ; as own_facts
_from           = root_zp+11

; king_passed - draw the king to the squares before passed pawns
;
; In      the facts, lists, own
; Out     the side's table of the king
; Uses    A X Y; root_zp, piece_table, COSTS
king_passed:
        ldx     #31
        ; All pawns of both sides, black's first.
@piece: stx     _id
        lda     kind,x
        cmp     #PAWN
        bne     @next
        txa
        and     #$10
        sta     _owner
        cmp     #$10                    ; carry: black's
        lda     square,x
        bmi     @next
        bcc     @white
        eor     #FLIP
        ; The pawn's square in its owner's view; X = the place of the file
        ; before it.
@white: sta     _at
        and     #7
        ora     #STOP                   ; the file before
        ora     _owner
        tax
        jsr     passed_from
        sta     _from
        ; Is it past the ranks from which on it is passed?
        lda     _at
        and     #$70
        cmp     _from
        bcc     @next
        lsr     a
        lsr     a
        lsr     a
        lsr     a
        tax                             ; rank, 1 to 6
        ; A step costs 7 eighths a rank for an own pawn, 13 for the enemy's.
        lda     #7                      ; an own pawn
        ldy     _owner
        cpy     own_facts
        beq     @own
        lda     #13                     ; the enemy's
@own:   sta     _from
        ; Times the rank, by adding; an eighth of it.
        lda     #0
        clc
@times: adc     _from
        dex
        bne     @times
        lsr     a
        lsr     a
        lsr     a
        beq     @next                   ; nothing: less than 1
        ; The square before it, back in white's view.
        tax
        lda     _at
        clc
        adc     #$10                    ; the square before it
        ldy     _owner
        beq     @front
        eor     #FLIP
@front: tay
        txa                             ; what a step costs
        jsr     draw_king
@next:  ldx     _id
        dex
        bpl     @piece
        rts

; draw_king - take from the king's entries for each step to a square
;
; In      A = what a step costs, 1 to 9; Y = square, white's view; own
; Out     the side's table of the king; COSTS
; Uses    A X Y; root_zp, piece_table
;
; Of file and rank the greater cost counts. COSTS is symmetrical about the
; square: X finds the file's, and walks down with it.
draw_king:
        sta     _step
        ; The place in COSTS at which the last file has its cost: 7 is none.
        tya
        and     #7
        eor     #7
        clc
        adc     #7                      ; 7 + 7 - file
        sta     _last_file
        ; The same for the last rank.
        tya
        lsr     a
        lsr     a
        lsr     a
        lsr     a
        eor     #7
        adc     #7
        sta     _rank
        ; Costs grow by one step outwards from the middle, at X down and at Y
        ; up.
        ldx     #7
        ldy     #7
        lda     #0
@cost:  sta     raw_moves+COSTS,x
        sta     raw_moves+COSTS,y
        adc     _step                   ; no carry
        iny
        dex
        bpl     @cost

        ; From $77 down: the rank's cost goes with the rank, X walks with the
        ; file.
        lda     own_page
        sta     piece_table+1
        ldy     #$77
@rank:  ldx     _rank
        dec     _rank
        lda     raw_moves+COSTS,x
        sta     _rank_cost
        ldx     _last_file
@square:
        ; The greater of the file's cost and the rank's.
        lda     raw_moves+COSTS,x
        cmp     _rank_cost
        bcs     @greater
        lda     _rank_cost
        ; Less the greater cost, stopped at 0.
@greater:
        eor     #$FF
        sec                             ; less the cost
        adc     (piece_table),y
        bcs     @entry
        lda     #0
@entry: sta     (piece_table),y
        dex                             ; the next file
        dey
        tya
        and     #8                      ; set behind the file a
        beq     @square
        tya
        and     #$F7                    ; over the gap behind a rank
        tay
        bpl     @rank
        rts

; root_ahead - the side's lead in material
;
; In      lists, board, own
; Out     value = sixteenths of a pawn, with sign
; Uses    A X Y; root_zp
;
; The kings, 255 each, are level.
root_ahead:
        lda     #0
        sta     value
        sta     value+1
        ldx     #31
        ; The value by the ways of the board byte.
@piece: ldy     square,x
        bmi     @next
        lda     board,y
        and     #$3F
        tay
        ; Whose piece? The own are added, the enemy's subtracted.
        txa
        and     #$10
        eor     own_facts
        bne     @enemy
        lda     swap_worth,y
        clc
        adc     value
        sta     value
        bcc     @next
        inc     value+1
        bcs     @next                   ; always
        ; 16 bits, with a borrow.
@enemy: lda     value
        sec
        sbc     swap_worth,y
        sta     value
        bcs     @next
        dec     value+1
@next:  dex
        bpl     @piece
        rts

        .rodata

; What a king has less for his distance from the middle, by rank or file.
_from_middle:
        .byte   30, 20, 10, 0, 0, 10, 20, 30
