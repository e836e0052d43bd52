; scan.s - terminal moves: frontiers and waiting moves, evaluated and tested one
; by one
;
; At a frontier the budget pays for following up no move. So each move's value
; is what the position after it is worth, less what the enemy wins at once by
; captures on one square; nothing is sorted, and the first move that reaches
; beta ends the node.

        .include "memory.inc"

        .export frontier, scan_moves, scan_quiet, terminal, terminal_high
        .export mates, hook_part, hook_scored_one, hook_low, hook_low_value
        .export less_tempo, hook_scored_high, swap_bounds, hook_test_one
        .export hook_test_high

        .importzp raw_from, raw_to, raw_flags, list_next, list_table
        .importzp list_base, list_sure, list_stamp, list_ask, list_temp

; What list.s has in page 0 is free while moves are scanned.
scan_next  = list_next          ; number of the next move
scan_table = list_table         ; the root table of the piece that moves
scan_slack = list_base          ; alpha - static value + tempo, 16 bits
scan_least = list_sure          ; the least entry that is above alpha
gain_low   = list_stamp         ; what a swap-off wins, in score units
gain_high  = list_ask

        .bss

scan_rest:                      ; the first move that is left to scan_moves
        .res    1
scan_kept:                      ; its from, where the mark stands
        .res    1

        .code

; NOT_ABOVE - carry set: the score is not above alpha. A is lost.
        .macro  NOT_ABOVE score
        lda     n_alpha
        cmp     score
        lda     n_alpha+1
        sbc     score+1
        .endmacro

; frontier - evaluate the moves of a node where none can be followed up,
; captures and promotions first; ends node
;
; In      as node, and look's result
; Out     as node
; Uses    as node
frontier:
        ; The node's moves begin here. FRONTIER in n_any keeps the cutoff out of
        ; the cache.
        lda     raw_end
        sta     n_first_waiting
        lda     raw_end+1
        sta     n_first_waiting+1
        lda     n_any
        ora     #FRONTIER
        sta     n_any
        ; The killers, if they are legal; carry set: one cuts.
        jsr     try_killers
        bcs     @cutoff
        jsr     generate_tactical
        jsr     @part
        bcs     @draw
        beq     @no_tactical
        jsr     _waiting                ; values the captures, in their order
        bcs     @cutoff
@no_tactical:
        jsr     @empty
        ; If the position is above alpha, a quiet move will need the map: make
        ; it now, for the king's moves.
        NOT_ABOVE n_static
        bcs     @low_node
        lda     checkers
        bne     @low_node
        jsr     hits_of
@low_node:
        ; The quiet moves, without the killers that were tried.
        jsr     generate_quiet
        jsr     drop_early
        jsr     @part
        bcs     @draw
        beq     @no_quiet
        lda     #1
        jsr     scan_quiet
        bcs     @cutoff
@no_quiet:
        ; No move in any part: mate or stalemate. Else the value is alpha, or
        ; with carry set beta, by the offset in X.
        lda     n_any
        lsr     a                       ; ANY_MOVES
        bcc     @none
        ldx     #0                      ; alpha
        clc
        bcc     @value                  ; always
@cutoff:
        ldx     #n_beta - n_alpha
@value: lda     n_alpha,x
        sta     value
        lda     n_alpha+1,x
        sta     value+1

; Take the node's moves off the list.
@empty: lda     n_first_waiting
        sta     raw_end
        lda     n_first_waiting+1
        sta     raw_end+1
        rts
@none:  jsr     @empty
        jmp     no_moves
@draw:  jsr     @empty
        jmp     value_draw

; After a part of the list: Z clear: it has moves; carry set: but it is a draw
; by fifty moves.
        ; At the root, or where the cached move was tried, some are dropped.
@part:  lda     n_any
        and     #FILTERED
        beq     hook_part
        jsr     filter_waiting
hook_part:                      ; n_first_waiting, raw_end
        lda     raw_end                 ; they are less than 256 apart
        cmp     n_first_waiting
        clc
        beq     _parted
        ; It has moves, so it is neither mate nor stalemate; the clock of fifty
        ; moves counts only then.
        lda     n_any
        ora     #ANY_MOVES
        sta     n_any
        lda     half
        cmp     #FIFTY_MOVES
        bcc     _moves
        jsr     fifty
_moves: lda     #1                      ; 1, and Z clear with it
        sta     scan_checks
_parted:
        rts

_waiting:
        lda     n_first_waiting
        ldx     n_first_waiting+1

; scan_moves - value and test terminal moves of any kind
;
; In      A = low, X = high byte of the first raw move's address; raw_end
; Out     carry set: a cutoff
; Uses    everything
scan_moves:
        jsr     raw_columns
_any_move:                              ; Y = its number
        ; The next raw move, up to the mark.
        lda     (raw_from),y
        cmp     #$FF
        beq     _all_scanned
        sta     m_from
        lda     (raw_to),y
        sta     m_to
        lda     (raw_flags),y
        sta     m_flags
        iny
        sty     scan_next
        inc     nodes                   ; counted as evaluated
        bne     _counted
        inc     nodes+1
_counted:
        jsr     after
hook_scored_one:                ; value, n_move
        lda     profile_tempo
        beq     _no_tempo
        jsr     less_tempo
_no_tempo:
        ; As a rule it is not above alpha: go on.
        NOT_ABOVE value
        bcc     _above
hook_low_value:                 ; value, not above alpha; n_move
        ldy     scan_next
        bne     _any_move               ; always
_above: jsr     terminal_high
hook_test_one:                  ; value, n_move: the host may enter
        jsr     test
        bcs     _cut
        ldy     scan_next
        bne     _any_move               ; always

_all_scanned:
        clc
_cut:   rts

; less_tempo - take the tempo off a static value
;
; In      value, profile_tempo, a number with sign
; Out     value less the tempo
; Uses    A
less_tempo:
        ; The tempo is taken off as a number without sign, so that a negative
        ; one takes off 256 too much.
        sec
        lda     value
        sbc     profile_tempo
        sta     value
        lda     value+1
        sbc     #0
        bit     profile_tempo           ; N: its sign
        bpl     @less
        clc                             ; 256 too much
        adc     #1
@less:  sta     value+1
        rts

; scan_quiet - value and test terminal quiet moves
;
; In      n_first_waiting to raw_end; A = 1: whether a move checks is not known,
;         but the result of look is; profile_futility, not 0: no move is tried
;         if the static value plus it, less the tempo, is not above alpha
; Out     carry set: a cutoff
; Uses    everything
;
; The moves of a piece stand together and differ by one table entry: the
; value is above alpha where the entry of the new square is at least
; scan_least. A move that is not costs 26 cycles. X is its number from
; raw_moves on, Y its square; m_from is the piece's. scan_least may let pass
; a value that is not above alpha, which terminal then finds.
;
; X reaches 255 moves, which nearly always is enough, and always the first one,
; as no node has more than MOST_WAITING above it. Those behind, and
; castling moves, which are the last ones, are left to scan_moves: the first
; of them gives way to the mark for a while. The moves are counted where
; another routine is called and at the end: scan_next is the first that
; isn't counted.
scan_quiet:
        ; Futility: the static value with the margin, less the tempo, must be
        ; above alpha.
        sta     scan_checks
        lda     profile_futility
        beq     @not_futile
        clc
        adc     n_static
        sta     value
        lda     n_static+1
        adc     #0
        sta     value+1
        jsr     less_tempo
        NOT_ABOVE value
        bcc     @not_futile
@nothing:
        clc
        rts

        ; None, or none but castling moves and those out of reach.
@no_plain:
        cpx     raw_end
        beq     @nothing                ; no move at all
        jmp     _waiting

@not_futile:
        ; X = the end of the moves, or the 255th, where they reach into the next
        ; page.
        ldx     raw_end
        lda     raw_end+1
        cmp     #>raw_moves
        beq     @back
        ldx     #255
@back:  cpx     n_first_waiting         ; sets carry
        beq     @no_plain
        ; The flags of the last move before X: castling moves, the last that are
        ; generated, move two pieces and are left out.
        lda     raw_moves + 2*RAW_SPACE - 1,x
        and     #FLAG_CASTLE
        beq     @mark
        dex
        bcs     @back                   ; always
        ; The mark comes behind the last plain move; what it covers is kept.
@mark:  stx     scan_rest
        cpx     raw_end
        beq     @none_left              ; where nothing may ever have stood
        lda     raw_moves,x
        sta     scan_kept
@none_left:
        ; scan_table's pages begin at low byte 0.
        lda     #$FF
        sta     raw_moves,x
        lda     #0
        sta     scan_table
        jsr     _slack
        ; X = the first move, none is counted yet.
        ldx     n_first_waiting
        stx     scan_next
        lda     raw_moves,x
_piece:                         ; A = its square
        ; A new piece, or the mark.
        tay
        bmi     _end
        sty     m_from
        ; Its root table by its board byte.
        lda     board,y
        tay
        lda     pst_page - $40,y
        sta     scan_table+1
        ; The entry of the new square must be at least that of the old one and
        ; the slack and one. The sum has 16 bits: unless its high byte is 0, no
        ; entry reaches it, or every one does.
        ldy     m_from
        lda     (scan_table),y
        sec                             ; equal to alpha is not above it
        adc     scan_slack
        sta     scan_least
        lda     scan_slack+1
        adc     #0
        bne     _far
        ; The loop for the moves of a piece.
_to:    ldy     raw_moves + RAW_SPACE,x
        lda     (scan_table),y
        cmp     scan_least
        bcs     _high
; The move X, from m_from to Y, is not above alpha, nor is its static value less
; the tempo, n_static + A - what scan_table has at m_from. A host that raises
; it leaves m_to, m_flags, scan_next = X + 1, adds X + 1 less what scan_next
; was to nodes, and goes on at hook_scored_high or hook_test_high with value.
hook_low:
        inx
        lda     raw_moves,x
        cmp     m_from
        beq     _to
        bne     _piece                  ; always

        ; No move of the piece is above alpha, or all are.
        ; Negative: least is 0, which each entry reaches. Too high: $FF, which
        ; at most a few are; terminal finds them not above alpha.
_far:   asl     a                       ; carry: scan_slack is negative
        lda     #$FF
        adc     #0
        sta     scan_least
        jmp     _to

_high:  sty     m_to
        ; The static value: n_static and the difference of the entries, of which
        ; Y has the high byte.
        ldy     m_from
        sbc     (scan_table),y          ; carry was set
        ldy     n_static+1
        bcs     @gains
        dey
@gains: clc
        adc     n_static
        sta     value
        bcc     @sum
        iny
@sum:   sty     value+1
        ; Count the moves up to this one, as a callback may read nodes.
        lda     raw_moves + 2*RAW_SPACE,x
        sta     m_flags
        inx
        jsr     _count
        stx     scan_next
hook_scored_high:               ; value, n_move
        jsr     terminal
hook_test_high:                 ; value, n_move, scan_next: the host may enter
        ; Carry set: it cuts. If alpha is the value now, the slack is another.
        jsr     test
        bcs     _quiet_cut
        lda     value                   ; alpha, where it is above that
        cmp     n_alpha
        bne     _same_alpha
        jsr     _slack
_same_alpha:
        ; Compute the piece's scan_least again, too.
        ldx     scan_next
        lda     raw_moves,x
        jmp     _piece

        ; The mark was reached. If it was the end of all moves that is all; else
        ; the move that it covers is put back and the rest is evaluated singly.
_end:   jsr     _count
        cpx     raw_end
        clc
        beq     _quiet_cut
        lda     scan_kept
        sta     raw_moves,x
        txa
        ldx     #>raw_moves
        jmp     scan_moves
_quiet_cut:
        rts

; Count the moves from scan_next up to X.
_count: txa
        sec
        sbc     scan_next
        clc
        adc     nodes
        sta     nodes
        bcc     @done
        inc     nodes+1
@done:  rts

; scan_slack = alpha - static value + tempo; far values are brought nearer,
; but an entry of a table still doesn't change their signs.
_slack: lda     n_static
        ; value = the static value less the tempo, as in terminal.
        sta     value
        lda     n_static+1
        sta     value+1
        lda     profile_tempo
        beq     @no_tempo
        jsr     less_tempo
@no_tempo:
        ; alpha - value, of which the high byte is kept within -2 to 1: an entry
        ; adds less than 256.
        sec
        lda     n_alpha
        sbc     value
        sta     scan_slack
        lda     n_alpha+1
        sbc     value+1
        bcs     @positive
        ; Negative: $FF is near, anything less becomes $FE.
        cmp     #$FF
        beq     @near
        lda     #$FE
        bne     @near                   ; always
@positive:
        beq     @near
        lda     #$01                    ; 256 or more
@near:  sta     scan_slack+1
        rts

; terminal - evaluate a move that is not followed up
;
; In      value = its static value, n_move, n_alpha, n_beta, ply
; Out     value = static value less the tempo and, where that beats alpha,
;         less what the other side wins by its best swap-off; mate where it
;         is mate
; Uses    A X Y
terminal:
        ; The side to move next has the tempo.
        lda     profile_tempo
        beq     @no_tempo
        jsr     less_tempo
@no_tempo:
        NOT_ABOVE value
        bcc     terminal_high
        rts

; terminal_high - terminal, if the static value less the tempo beats
; alpha
;
; In      value = static value less the tempo; else as terminal
; Out     as terminal
; Uses    A X Y
terminal_high:
        ; No variation goes on below a leaf.
        ldx     ply
        lda     #0
        sta     pv_len+1,x
        lda     switches2
        lsr     a                       ; MATE_TEST
        bcc     @no_mate
        jsr     mates
        bcs     @mate
@no_mate:
        ; Carry set: no exchange can bring it below beta.
        jsr     swap_bounds
        bcs     @safe
        ; The map must be of this node, and of the board before the move.
        lda     ply
        cmp     hits_ply
        beq     @mapped
        jsr     hits_of
@mapped:
        ; The move is made on the board alone. candidates needs the from-square
        ; without a promotion's bits: they are saved on the stack.
        jsr     make_board
        lda     m_from
        pha
        and     #$77
        sta     m_from
        jsr     candidates
        beq     @none
        jsr     best_swap               ; the best that the enemy can win
@none:  sta     list_temp
        pla
        sta     m_from
        jsr     unmake_board

        ; A sixteenth of a pawn is four score units: gain = 4*A, 16 bits, is
        ; taken off the value.
        ldx     #0
        stx     gain_high
        lda     list_temp
        beq     @safe
        asl     a
        rol     gain_high
        asl     a
        rol     gain_high
        sta     gain_low
        sec
        lda     value
        sbc     gain_low
        sta     value
        lda     value+1
        sbc     gain_high
        sta     value+1
@safe:  rts
        ; MATE less the plies up to this move: a nearer mate is worth more.
@mate:  lda     #<MATE
        clc                             ; one ply more
        sbc     ply
        sta     value
        lda     #>MATE
        sbc     #0
        sta     value+1
        rts

; swap_bounds - bounds of the gains that matter to best_swap
;
; In      value, above n_alpha; n_beta
; Out     swap_floor: gains up to this leave the value at beta or above;
;         swap_enough: this gain brings it to alpha. Carry set: no piece is
;         worth more than the floor, and neither is set
; Uses    A X; list_temp
;
; Both fit a byte, for no gain is more than QUEEN_WORTH.
swap_bounds:
        ; X and A = value - beta. Below beta even no gain is needed: the floor
        ; is 0.
        sec
        lda     value
        sbc     n_beta
        tax
        lda     value+1
        sbc     n_beta+1
        bcs     @above_beta
        lda     #0
        beq     @floor                  ; always
        ; 1,024 score units above it are more than a queen's 160 sixteenths.
        ; Else a quarter of it is the floor, in sixteenths of a pawn.
@above_beta:
        cmp     #4
        bcs     @none
        stx     list_temp
        lsr     a                       ; what enters above X's bits is lost
        ror     list_temp
        lsr     a
        lda     list_temp
        ror     a
        cmp     #QUEEN_WORTH
        bcs     @none
@floor: sta     swap_floor
        clc                             ; a unit less, a quarter, one more
        ; value - alpha is at least 1, and carry clear takes 1 off: rounded up,
        ; this many sixteenths bring it to alpha.
        lda     value
        sbc     n_alpha
        sta     list_temp
        lda     value+1
        sbc     n_alpha+1
        ; More than a byte: no gain is enough.
        cmp     #4
        bcs     @any
        lsr     a
        ror     list_temp
        lsr     a
        lda     list_temp
        ror     a
        clc
        adc     #1                      ; a quarter, rounded up
        bcc     @enough
@any:   lda     #255
        clc
@enough:
        sta     swap_enough
@none:  rts

; mates - is a move that may give check mate?
;
; In      n_move, scan_checks; with it look's result
; Out     carry set: it is
; Uses    A X Y
;
; The mated side's moves are generated behind the node's, where there is room
; for any: the captures have been listed.
mates:  lda     m_flags
        ; The generator's flag means that it may check; otherwise gives_check
        ; decides, if it is not known yet.
        and     #FLAG_CHECK
        bne     @check
        lda     scan_checks
        beq     @no
        lda     m_flags
        and     #FLAG_PROMOTION
        ; The board byte after the move, by which it is judged. X = from.
        bne     @promoted
        ldx     m_from
        lda     board,x
        sta     m_code
@code:  jsr     gives_check             ; X is its from
        bcc     @done
        ; Make it and see: is the enemy in check, and has he a move? Carry is
        ; turned: set where he has none.
@check: jsr     make_move
        jsr     in_check
        bcc     @unmake
        jsr     has_legal_move
        ldy     #0
        lda     #$FF                    ; where the scan's mark was
        sta     (raw_end),y
        tya                             ; 0
        rol     a
        eor     #1
        lsr     a                       ; carry set: no move, mate
@unmake:
        php                             ; carry is the answer
        jsr     unmake_move
        plp
@done:  rts
@promoted:                              ; X = from, without the bits
        jsr     promoted_code
        jmp     @code
@no:    clc
        rts
