; price.s - what moves cost

        .include "memory.inc"

        .export set_prices, price_of, late_price, within_byte, count_sorted

        .code

; Overlay of set_prices, while it runs.
_phase = root_zp                ; what the phase adds, and the row's parity
_parity = root_zp+1
_deep_quiet = root_zp+2
_deep_other = root_zp+3
_least = root_zp+4

; set_prices - make the table of prices, with the profile's additions, and find
; the least ones
;
; In      profile; A = game phase
; Out     price, price_rules
; Uses    A X Y; root_zp, value
;
; X is the place in price, of four rows: even plies from DeepFrom on, even
; ones before, and odd ones so; Y is the category.
set_prices:
        ; What the game's phase adds to quiet moves, if the profile has that.
        tax
        lda     profile_phase,x
        bit     switches                ; PHASE_PRICES
        bmi     @phase
        lda     #0
@phase: sta     _phase
        ; Not 0: price_of has to look at more than the table.
        lda     switches
        and     #1 << SCORE_PRICES | 1 << WINDOW_PRICES
        ora     profile_recapture
        ora     profile_single
        sta     price_rules
        ldx     #0
@row:   ldy     #0
        ; Y = 0 for even plies, 1 for odd ones: the rows from $20 on.
        cpx     #$20
        bcc     @even
        iny
@even:  lda     switches
        and     #1 << PARITY_PRICES
        beq     @parity
        lda     profile_parity,y
@parity:
        sta     _parity
        ; The deep additions count in the rows $00 and $20 alone.
        ldy     profile_deep_quiet
        txa
        and     #$10
        beq     @deep
        lda     #0
        tay
        beq     @before                 ; always
@deep:  lda     profile_deep_other
@before:
        ; Y is for quiet moves, A for others. No least price yet.
        sty     _deep_quiet
        sta     _deep_other
        lda     #$FF
        sta     _least
        ldy     #0
@category:
        ; value = the profile's price, 16 bits for the sums.
        lda     #0
        sta     value+1
        lda     profile_price,y
        sta     value
        ; LOSING, FORWARD and what comes behind it are the quiet categories:
        ; phase and parity count for them too. Carry is clear before @last.
        cpy     #LOSING
        beq     @quiet
        cpy     #FORWARD
        bcs     @quiet
        lda     _deep_other
        bcc     @last                   ; always
@quiet: lda     _phase                  ; three additions
        jsr     @add
        lda     _parity
        jsr     @add
        lda     _deep_quiet
@last:  jsr     @add
        ; As a price from 1 to 255. It may be the least of the row; an
        ; evasion's, category 0, only where evasions have a price of their own.
        jsr     within_byte
        sta     price,x
        tya
        bne     @counts
        ora     profile_price           ; an evasion counts if it has a price
        beq     @next
@counts:
        lda     price,x
        jsr     @to_least
@next:  inx
        iny
        cpy     #CATEGORIES
        bne     @category               ; twelve of them

        ; X is behind the categories now. The least of the three quiet prices:
        ; LOSING, FORWARD, BACKWARD.
        lda     price-CATEGORIES+LOSING,x
        cmp     price-CATEGORIES+FORWARD,x
        bcc     @not_forward
        lda     price-CATEGORIES+FORWARD,x
@not_forward:
        cmp     price-CATEGORIES+BACKWARD,x
        bcc     @not_backward
        lda     price-CATEGORIES+BACKWARD,x
@not_backward:
        sta     price+1,x               ; QUIETEST
        ; A move that is well above beta may cost less yet.
        lda     switches
        and     #1 << WINDOW_PRICES
        beq     @no_window
        lda     profile_above
        jsr     @to_least
        cmp     price+1,x
        bcs     @no_window
        sta     price+1,x
@no_window:
        ; And a recapture, which is no quiet move.
        lda     profile_recapture
        beq     @no_recapture
        jsr     @to_least
@no_recapture:
        lda     _least
        sta     price,x                 ; LEAST
        ; An evasion that is the only one may be cheaper than the others.
        lda     profile_single
        beq     @evasion
        cmp     price-CATEGORIES,x
        bcc     @single
@evasion:
        lda     price-CATEGORIES,x
@single:
        sta     price+2,x               ; LEAST_EVASION
        inx                             ; the next row, 16 bytes on
        inx
        inx
        inx
        cpx     #4*16
        beq     @done
        jmp     @row

; value and A, which has a sign.
@add:   clc
        bpl     @more
        dec     value+1                 ; negative: 256 less
@more:  adc     value
        sta     value
        bcc     @added
        inc     value+1
@added: rts

@to_least:
        cmp     _least
        bcs     @done
        sta     _least
@done:  rts

; within_byte - limit a number to a price, 1 to 255
;
; In      value = number
; Out     A = price
; Uses    nothing
within_byte:
        lda     value+1
        bmi     @least                  ; below 0
        bne     @most                   ; above 255
        lda     value
        bne     @done
@least: lda     #1
        rts
@most:  lda     #255                    ; the most that a byte holds
@done:  rts

; price_of - the SXDEC of a move
;
; In      n_record = record of the move; n_row, n_beta, n_best_quiet
; Out     A = its price
; Uses    X Y; value, move_price
price_of:
        ; The row and the category make the index. Where nothing else counts
        ; that is all.
        ldy     #REC_CATEGORY
        lda     (n_record),y
        ora     n_row
        tax
        lda     price,x
        ldx     price_rules
        bne     @rules
        rts
        ; Nothing of the rest applies: the price of the table.
@table: lda     move_price
        rts

; More than the table counts. move_price is the price so far.
@rules: sta     move_price
        ; Quiet moves by the score, captures and evasions by what they are, and
        ; these not at the root.
        lda     (n_record),y
        cmp     #FORWARD
        bcs     @quiet_move
        ldx     ply
        beq     @table
        tax
        beq     @evasion                ; category 0
        cmp     #CAPTURE
        bne     @table

        ; Does it go where the last move captured?
        ldx     profile_recapture
        beq     @table
        ; The undo record of the move before: its flags and its to-square lie
        ; below undo_top.
        ldy     undo_top
        lda     keys-1,y                ; its flags
        and     #FLAG_CAPTURE
        beq     @table
        lda     keys-2,y
        ldy     #REC_TO
        cmp     (n_record),y
        bne     @table
        txa                             ; the profile's price for it
        rts

        ; Is it the only move?
@evasion:
        ldx     profile_single
        beq     @table
        jsr     count_sorted
        lsr     a                       ; 0: there is one alone
        bne     @table
        txa
        rts

@quiet_move:
        ; The first quiet move that is tried sets the mark: as a rule it has the
        ; best value.
        lda     switches
        and     #1 << SCORE_PRICES
        beq     @window
        ldy     #REC_SCORE
        lda     n_best_quiet+1
        cmp     #>INFINITY
        bne     @known
        lda     (n_record),y            ; INFINITY: this is the first
        sta     n_best_quiet
        iny
        lda     (n_record),y
        sta     n_best_quiet+1
        dey
        ; How far it is behind that; nothing where it is ahead.
@known: lda     n_best_quiet
        sec
        sbc     (n_record),y
        sta     value
        iny
        lda     n_best_quiet+1
        sbc     (n_record),y
        bcs     @behind
        lda     #0                      ; better than the first
        sta     value
@behind:
        ; Divided by 2 as often as the profile says: A and value.
        ldx     profile_shift
        beq     @shifted
@shift: lsr     a
        ror     value
        dex
        bne     @shift
@shifted:
        tay                             ; high byte
        ; The sum of that and the price, at most X.
        lda     profile_cap             ; X = max(price, cap)
        cmp     move_price
        bcs     @cap
        lda     move_price
@cap:   tax
        tya
        bne     @capped                 ; 256 or more
        lda     value
        clc
        adc     move_price
        bcs     @capped
        sta     move_price
        cpx     move_price
        bcs     @window
        ; More than the cap.
@capped:
        stx     move_price
@window:
        ; Not at the root: above_by is a number with sign, so X is its high
        ; byte.
        lda     switches
        and     #1 << WINDOW_PRICES
        beq     @priced
        lda     ply
        beq     @priced
        ldx     #0
        lda     profile_above_by
        bpl     @positive
        dex
@positive:
        ; value = beta and the threshold.
        clc
        adc     n_beta
        sta     value
        txa
        adc     n_beta+1
        sta     value+1
        ; Its static value is as much as that, or more: the lower of both
        ; prices.
        ldy     #REC_SCORE
        lda     (n_record),y
        cmp     value
        iny
        lda     (n_record),y
        sbc     value+1
        bcc     @priced
        lda     profile_above
        cmp     move_price
        bcc     @done                   ; the lower one, in A
@priced:
        lda     move_price
@done:  rts

; late_price - the price at which a late move is first searched
;
; In      n_record, move_price; n_left, n_first_sorted, sorted_top;
;         profile_late, not 0
; Out     carry set: it is late, A = late price
; Uses    Y; value
;
; From the profile's place in the list on, quiet moves are late; far behind it
; the addition is doubled.
late_price:
        ; Only quiet categories are late: LOSING, FORWARD, BACKWARD.
        ldy     #REC_CATEGORY
        lda     (n_record),y
        cmp     #LOSING
        beq     @may_be_late
        cmp     #FORWARD
        bcc     @in_time
@may_be_late:
        ; The place in the list, from 1: the moves that are done and this one.
        jsr     count_sorted
        sec
        sbc     n_left
        adc     #0                      ; and 1: the move's place
        ; Carry set: it is late, A by so many places. From VERY_LATE places on
        ; it costs twice.
        sec
        sbc     profile_late_from
        bcc     @in_time
        cmp     #VERY_LATE
        lda     profile_late
        bcc     @once
        asl     a
        bcs     @most
        ; Carry is clear in both cases. The sum ends at 255.
@once:  adc     move_price
        bcc     @late
@most:  lda     #255
@late:  sec
@in_time:
        rts

; count_sorted - the sorted moves of the node
;
; In      n_first_sorted, sorted_top
; Out     A = records in the list
; Uses    nothing; value
count_sorted:
        ; 16 bits, since a list may have 218 records of eight bytes.
        lda     sorted_top
        sec
        sbc     n_first_sorted
        sta     value
        lda     sorted_top+1
        sbc     n_first_sorted+1
        lsr     a                       ; an eighth of the bytes
        ror     value
        lsr     a
        ror     value
        lsr     a
        ror     value
        lda     value
        rts
