; eval.s - the root tables: all positional knowledge, worked once a search
; into a piece-square table for each piece; the terms are in terms.s and
; kingterms.s

        .include "memory.inc"
        .include "eval.inc"

        .export phase, phase_of, build_tables, gather, mix, base, weigh
        .export bump, own_fact, king_of_enemy

        .code

; phase - the game phase, 0 all pieces on the board to 7 bare endgame
;
; In      lists
; Out     A = phase
; Uses    X Y; root_zp
phase:  lda     #0
        ldx     #31
        ; A captured piece's square has bit 7 set.
@piece: ldy     square,x
        bmi     @gone
        ldy     kind,x
        clc
        adc     phase_weight,y
@gone:  dex
        bpl     @piece

_quarter        = root_zp+3     ; phase_of, while it runs

; phase_of - the game phase by the weight of the pieces; ends phase
;
; In      A = sum of phase_weight
; Out     A = phase
; Uses    nothing; root_zp
phase_of:
        ; More than 24 in all, by promotion, counts as 24.
        eor     #$FF
        clc
        adc     #24 + 1                 ; 24 less the sum
        bcs     @some_gone
        lda     #0
@some_gone:
        ; The phase is 5/16 of what has gone, 0 to 7.
        sta     _quarter
        asl     a
        asl     a
        adc     _quarter                ; times 5
        lsr     a
        lsr     a
        lsr     a
        lsr     a
        rts

; build_tables - make the tables for the position at the root
;
; In      lists, board, castle
; Out     pst; no attack map
; Uses    A X Y; root_zp, two pages from raw_moves
;
; The squares that pawns guard are marked in the page of hits, which must be
; cleared anyway; guard_terms takes the marks away.
;
; Entries stop at 0 and 255, and then the order of what is added counts. By the
; numbers of goengine/eval.go only two kinds come so far: the queen from the
; enemy king's pull, at 255, and the king from passed pawns and the edge, at 0.
; All else is added without a test, in the most convenient order.
build_tables:
        ; First the facts, the phase, its products, and the additions to both
        ; sides' officers.
        jsr     clear_hits
        jsr     gather
        jsr     phase_of
        sta     raw_moves+PHASE
        jsr     mix
        jsr     _white
        jsr     worth
        jsr     _black
        jsr     worth
        ; First the mixed tables of both sides; then each side's terms are
        ; added. The last pass falls through.
        jsr     base
        jsr     _terms                  ; black's
        jsr     _white
_terms: jsr     pawn_terms
        jsr     guard_terms
        jsr     piece_terms
        jmp     king_terms

; Set up the side's variables.
_black: ldx     #PST_PAGE + 6
        lda     #FLIP
        bne     _side
_white: ldx     #PST_PAGE
        lda     #0
_side:  stx     own_page
        sta     own_flip
        and     #$10                    ; FLIP is $70: $10 for Black
        sta     own_facts
        rts

; Overlay of gather, while it runs.
_id             = root_zp+3
_at             = root_zp+4     ; square, own view
_weight         = root_zp+5

; gather - collect the facts about the root that the terms need
;
; In      lists, a clear page of hits
; Out     the facts except WORTH, PASSED and PHASE; A = sum of phase_weight;
;         marks in hits
; Uses    X Y; root_zp
gather: ldx     #31
        ; The facts of both sides, $20 bytes: nothing on any file, no pawn in
        ; front.
@clear: lda     #0
        sta     raw_moves+PAWNS,x
        lda     #NOBODY
        sta     raw_moves+REARMOST,x
        dex
        bpl     @clear
        lda     #0
        sta     _weight
        ldx     #31
        ; Each piece, black's first; own_flip turns its square into its side's
        ; view.
@piece: stx     _id
        txa
        and     #$10
        sta     own_facts
        beq     @white
        lda     #FLIP
@white: sta     own_flip
        lda     square,x
        bmi     @next
        eor     own_flip
        sta     _at
        ; Y = kind. Its weight is added, and of bishops, knights, kings and
        ; pawns something is noted. X = own_facts, A = square, own view.
        ldy     kind,x
        lda     phase_weight,y
        clc
        adc     _weight
        sta     _weight
        ldx     own_facts
        lda     _at
        cpy     #PAWN
        beq     @pawn
        cpy     #BISHOP                 ; carry clear: king, queen, rook
        bcc     @major
        bne     @knight
        inc     raw_moves+BISHOPS,x
@knight:
        ; A bishop or knight on its first rank: not developed.
        cmp     #$10
        bcs     @next
        inc     raw_moves+MINORS,x
        bcc     @next                   ; always
        ; Only the king's square is kept; it may be on any rank.
@major: cpy     #KING
        bne     @next
        sta     raw_moves+KINGS,x
        beq     @next                   ; always

        ; One pawn more, in all and on its file, which has the file + 1 as its
        ; place; and the lowest rank of the file.
@pawn:  inc     raw_moves+COUNT,x
        and     #7
        ora     own_facts
        tax
        inc     raw_moves+PAWNS+1,x
        lda     _at
        and     #$70
        cmp     raw_moves+REARMOST+1,x
        bcs     @guards
        sta     raw_moves+REARMOST+1,x
@guards:
        ; The two squares that it guards, one rank on.
        lda     _at
        clc
        adc     #$0F
        jsr     _guard
        lda     _at
        adc     #$11                    ; carry is clear: _at is below $78
        jsr     _guard
@next:  ldx     _id
        dex
        bpl     @piece

        ; A pawn on rank r bars the enemy's pawns until they stand on 7-r. What
        ; this leaves in the gaps is skipped.
        ldx     #$19
@stop:  txa
        eor     #$10                    ; the place of the other side
        tay
        ; $70 less the rank; NOBODY is above $70, so nothing bars there, 0.
        lda     #$70
        sec
        sbc     raw_moves+REARMOST,x
        bcs     @barred
        lda     #0
@barred:
        sta     raw_moves+STOP,y
        dex
        bpl     @stop
        lda     _weight
        rts

; Mark the square A, own view, if it is one.
_guard: eor     own_flip
        ; The square in white's view. Bit 3 is set beside the board; no rank is
        ; off it, since no pawn is on the last one.
        tay
        and     #8
        bne     @beside
        lda     own_flip                ; $30 white's, $40 black's
        eor     #GUARDED
        ora     hits,y
        sta     hits,y
@beside:
        rts

_eighth         = root_zp+3     ; mix, while it runs: PHASE / 8, with eight bits

; mix - multiply by the phase all numbers that will be needed
;
; In      PHASE
; Out     for each N, -MIXED_LOW to MIXED_HIGH, TABLE_BIAS + N*PHASE >> 3 in
;         the page of facts at N; PASSED
; Uses    A X Y; root_zp
;
; 160 additions cost less than 192 products in base, and the terms find
; theirs here too. Y is the product rounded down, A eight bits behind the
; point.
mix:    lda     raw_moves+PHASE
        ; 8 * PHASE is MIXED_LOW*PHASE / 8, with MIXED_LOW 64; times 4 more it
        ; is PHASE / 8 in 256ths.
        asl     a
        asl     a
        asl     a
        tax                             ; MIXED_LOW*PHASE / 8
        asl     a
        asl     a
        sta     _eighth
        ; Y = TABLE_BIAS - 8*PHASE: the product for X = -MIXED_LOW.
        txa
        eor     #$FF
        adc     #TABLE_BIAS + 1         ; no carry
        tay
        ldx     #256 - MIXED_LOW
        lda     #0
@number:
        ; Y is stored at X for each number; the fraction adds up in A, and its
        ; carry takes Y one on.
        pha
        tya
        sta     raw_moves,x
        pla
        clc
        adc     _eighth
        bcc     @same
        iny
@same:  inx
        cpx     #MIXED_HIGH + 1
        bne     @number

        ldx     #6
        ; The bonus of a passed pawn by rank: opening and the mixed difference.
        ; eor turns the bias at 128 into the sign.
@rank:  lda     passed_bonus+8,x
        sec
        sbc     passed_bonus,x          ; ending - opening
        tay
        lda     raw_moves,y
        eor     #TABLE_BIAS
        clc
        adc     passed_bonus,x
        sta     raw_moves+PASSED,x
        dex
        bne     @rank
        rts

_number         = root_zp+3     ; weigh, while it runs

; weigh - multiply a number by the weight of the middlegame
;
; In      A = number, -MIXED_HIGH to MIXED_LOW; mix
; Out     A = A*(8-PHASE) >> 3
; Uses    Y; root_zp
;
; That is A + (-A*PHASE >> 3).
weigh:  sta     _number
        ; Y = -number; the product's place in the page of facts.
        eor     #$FF
        tay
        iny
        lda     raw_moves,y
        eor     #TABLE_BIAS
        clc
        adc     _number
        rts

; Overlay of base, while it runs.
_worth          = root_zp+3     ; white's
_difference     = root_zp+4     ; and what black's is more
_entry          = root_zp+5
_square         = root_zp+6

; base - mix the opening and ending tables by phase, for both sides, and add
; the WORTH of the kinds
;
; In      mix, WORTH
; Out     pst
; Uses    A X Y; root_zp, piece_table, taken_table
;
; Both sides and both wings at once: four entries from each number, which X
; counts; piece_table is white's, taken_table black's. The sums stay in a
; byte: officers' worths are less than 64 either way, but the queen's,
; 5*exposed weighed, 115 at phase 0 where her table has 10 at most.
base:   ldx     #191
        ; X counts 32 numbers of a kind, from the last kind's down: X/32 is the
        ; kind, and the page of both sides' tables.
@kind:  txa
        lsr     a
        lsr     a
        lsr     a
        lsr     a
        lsr     a
        tay
        clc
        adc     #PST_PAGE
        sta     piece_table+1
        adc     #6
        sta     taken_table+1
        ; The value of white's kind is added to each entry; black's entry is
        ; white's and the difference.
        lda     raw_moves+WORTH,y
        sta     _worth
        lda     raw_moves+WORTH+$10,y
        sec
        sbc     _worth
        sta     _difference
        lda     #$73                    ; the file d of the last rank
@rank:  sta     _square
        ; The ending less the opening, mixed, and the opening: with TABLE_BIAS
        ; and the value it is the entry.
@entry: lda     ending_table,x
        sec
        sbc     opening_table,x
        tay
        lda     raw_moves,y
        clc
        adc     opening_table,x
        clc
        adc     _worth
        sta     _entry
        ; White's two squares: file, and 7 less file.
        ldy     _square
        sta     (piece_table),y
        tya
        eor     #7
        tay
        lda     _entry
        sta     (piece_table),y
        ; Black's entry, on the two squares of the mirrored rank.
        clc
        adc     _difference
        sta     _entry
        tya
        eor     #FLIP
        tay
        lda     _entry
        sta     (taken_table),y
        tya
        eor     #7
        tay
        lda     _entry
        sta     (taken_table),y
        ; Four numbers a rank: at X + 1 = 0 modulo 4 the rank is done.
        dex
        dec     _square
        txa
        and     #3
        eor     #3
        bne     @entry                  ; to the file a
        ; From file $F of the rank before to its file d; below 0 the kind is
        ; done.
        lda     _square
        and     #$F3                    ; the rank before
        bpl     @rank
        cpx     #255
        bne     @kind
        rts

; own_fact - the address of a fact about the side
;
; In      A = PAWNS, REARMOST, KINGS or the like, own
; Out     X = place in the page of facts
; Uses    A
own_fact:
        ora     own_facts
        tax
        rts

; king_of_enemy - the square of the enemy king
;
; In      square, own
; Out     A = square
; Uses    X
king_of_enemy:
        lda     own_facts
        eor     #$10
        tax
        lda     square,x
        rts

; bump - add to an entry of the side's tables, limited to 0 and 255
;
; In      A = what to add, with sign; X = kind, Y = square in the own view;
;         own
; Out     the entry
; Uses    A Y; piece_table
bump:   pha
        ; The page of the kind's table; the square in white's view.
        txa
        clc
        adc     own_page
        sta     piece_table+1
        tya
        eor     own_flip
        ; The sum stops at 255; a negative addend without carry stops at 0.
        tay
        pla
        bmi     @less
        adc     (piece_table),y         ; carry is clear since the page
        bcc     @entry
        lda     #255
        bne     @entry                  ; always
@less:  adc     (piece_table),y         ; carry is clear too
        bcs     @entry
        lda     #0
@entry: sta     (piece_table),y
        rts
