; try.s - trying a node's moves: picking, following up, testing

        .include "memory.inc"

        .export try_all, try_waiting, scout, pick_next, pick_best, follow, test, best
        .export hook_priced, hook_beta_test, hook_alpha_test, hook_best
        .export bucket_page, bucket_at

; Overlay of search_zp: pick_best, while it runs. With Y = the low byte of a
; record's address the first two lead to the bytes of its order, and never leave
; the page.
_lows         = search_zp
_highs        = search_zp + 2
_best_low     = search_zp + 4   ; the best order,
_best_high    = search_zp + 5
_best_at      = search_zp + 6   ; and its record's address
_best_page    = search_zp + 7
_next_high    = search_zp + 8   ; the next best one's; its low byte is in X
_next_at      = search_zp + 9
_next_page    = search_zp + 10
_sorting      = search_zp + 11  ; 1: the rest are to be chained

; _chain, while it runs; pick_best ends with it.
_base         = _best_low       ; what the least order of the range is above
_least        = _next_high      ; the least order, from _base on
_record       = search_zp + 12  ; the record that is chained
_chained      = search_zp + 14  ; the chain so far

; A chain has orders of RANGE values; chaining fewer records does not pay.
RANGE   = 128
WORTH   = 8

; best, while it runs.
_row          = search_zp       ; the principal variation of the ply
_below        = search_zp + 2   ; and of the one below

; follow, from passes_ahead until it branches on it: A of passes_ahead.
_pass_result  = search_zp

FROM_ALPHA = 2                  ; to n_beta

; The saved state of a node while a child is searched, by ply. The deepest ply
; that follows a move up is MAX_PLY - 2.
FRAMES = MAX_PLY - 1

        .bss

; The same for all moves of a list: written before the first of them is
; followed up.
frame_kept:                     ; 1: so they are
        .res    FRAMES
frame_sx:
        .res    FRAMES
frame_other:
        .res    FRAMES
frame_checked:
        .res    FRAMES
frame_static:
        .res    FRAMES
frame_static_high:
        .res    FRAMES
frame_beta:
        .res    FRAMES
frame_beta_high:
        .res    FRAMES
frame_row:
        .res    FRAMES
frame_first_sorted:
        .res    FRAMES
frame_first_sorted_high:
        .res    FRAMES
frame_first_waiting:
        .res    FRAMES
frame_any:
        .res    FRAMES

; Written before each move.
frame_left:
        .res    FRAMES
frame_record:
        .res    FRAMES
frame_record_high:
        .res    FRAMES
frame_quiet:
        .res    FRAMES
frame_quiet_high:
        .res    FRAMES
frame_price:                    ; its own, of a scout's move
        .res    FRAMES

; Of _chain, the last record of each order in a range: empty, the page 0, but
; while it is at work.
bucket_page:
        .res    RANGE
bucket_at:
        .res    RANGE

        .code

; try_all - search the moves of a node's list, the sorted part from the highest
; order down, then the waiting part as it stands; ends node
;
; In      n_first_sorted to sorted_top, n_first_waiting to raw_end
; Out     as node; both stacks without them
; Uses    as node
;
; Each sorted move is priced. Where the budget doesn't reach, its value is
; that of the position after it (terminal); else the position after it is
; searched (follow). Either is compared with the window (test).
try_all:
        ; No quiet move has been priced, and the frame of this ply is not
        ; written.
        lda     #<INFINITY
        sta     n_best_quiet
        lda     #>INFINITY
        sta     n_best_quiet+1
        ldx     ply
        lda     #0
        sta     frame_kept,x

        ; A = the moves of the sorted part. With one alone there is nothing to
        ; pick.
        jsr     count_sorted
        sta     n_left
        tax
        bne     @some
        jmp     _waiting
@some:  dex
        beq     _only                   ; just one
        jsr     pick_best
        bcc     _picked                 ; always

_only:                          ; nothing to choose
        lda     n_first_sorted          ; where the list begins
        ldx     n_first_sorted+1
        jsr     _take
        bcc     _picked                 ; always

; The child found a move that is too good for its side: this one can't raise
; alpha. The root counts it all the same, and needs to know which it was.
_dropped:
        ; The record of the move says which one it was: follow does not bring it
        ; back where it drops one.
        lda     ply
        bne     _tried
        jsr     _retake
        jsr     _root_tried
        jmp     _tried

; Once alpha has been raised, the others are searched with a null window, and
; again with the whole window if they turn out better.
_scouts:
        ; The variation of this ply is empty until a move has raised alpha; the
        ; first move has the whole window therefore.
        ldx     ply
        lda     pv_len,x
        beq     _whole_window
        lda     move_price
        jsr     scout                   ; Z clear: not above alpha, in value
        bcs     _dropped
        beq     _whole_window
_scouted:
        lda     stopped                 ; of a stopped search no value counts
        bne     _alpha
        beq     _searched               ; always

; The budget pays for the move, but it may be late: then it must first beat
; alpha at its late price or, if that is too expensive, by its static value.
_is_it_late:
        ; Carry clear: this one is not late. Else A is its late price.
        jsr     late_price
        bcc     _pays
        jsr     spent                   ; carry set: too expensive, X = price
        bcs     @terminal
        ; A scout at the late price; only a move above alpha is searched again
        ; at its own.
        txa
        jsr     scout
        bcs     _dropped
        beq     _pays
        bne     _scouted                ; always
        ; Too expensive even then: compare alpha with its static value.
@terminal:
        ldy     #REC_SCORE
        lda     n_alpha
        cmp     (n_record),y
        iny
        lda     n_alpha+1
        sbc     (n_record),y
        bcc     _pays                   ; above alpha
        bcs     _terminal               ; always

_next_move:
        jsr     pick_next
_picked:
        ; If the budget is less than the price, the move is terminal.
        jsr     price_of
        sta     move_price
hook_priced:                    ; move_price, n_move, n_record
        lda     switches
        lsr     a                       ; TWO_BUDGETS
        bcs     _two_budgets
        lda     n_sx
        cmp     move_price
        bcc     _terminal
_affordable:
        ; The move is searched. 0: the profile has no late prices.
        lda     profile_late
        bne     _is_it_late
_pays:  lda     switches2
        ; Scouts, or at once the whole window.
        and     #1 << SCOUT
        bne     _scouts
_whole_window:
        jsr     follow
        bcs     _dropped
        lda     stopped
        bne     _alpha
        jsr     _negate                 ; from the side to move here
_searched:                      ; value is the move's
        ; At the root it counts as tried before its value is tested.
        lda     ply
        bne     _value
        jsr     _root_tried
_value: jsr     test
        bcs     _cutoff                 ; carry set: it is at least beta
_tried: dec     n_left
        bne     _next_move
_waiting:
        ; The waiting part: moves that are only evaluated.
        lda     raw_end
        cmp     n_first_waiting         ; they are less than 256 apart
        beq     _alpha
        lda     #0                      ; the list knows which moves check

; try_waiting - value and test the waiting moves of a node; ends try_all and
; node
;
; In      n_first_waiting to raw_end; A as scan_quiet; n_first_sorted
; Out     as try_all
; Uses    as node
try_waiting:
        jsr     scan_quiet
        bcs     _cutoff
        ; X = 0 picks alpha as the value, X = FROM_ALPHA beta, which lies behind
        ; it. The stacks end where the node's own part began.
_alpha: ldx     #0
        beq     _end
_cutoff:
        ldx     #FROM_ALPHA
_end:   lda     n_first_sorted
        sta     sorted_top
        lda     n_first_sorted+1
        sta     sorted_top+1
        ; And the waiting moves.
        lda     n_first_waiting
        sta     raw_end
        lda     n_first_waiting+1
        sta     raw_end+1
        lda     n_alpha,x               ; or n_beta
        sta     value
        lda     n_alpha+1,x
        sta     value+1
        cpx     #FROM_ALPHA       ; carry set: beta
        rts

_two_budgets:
        lda     move_price              ; two budgets: the price in A
        jsr     spent
        bcc     _affordable
_terminal:
        ; Its static value, from the record, is all that terminal looks at
        ; beside the threats; the list has looked for check already.
        ldy     #REC_SCORE
        lda     (n_record),y
        sta     value
        iny
        lda     (n_record),y
        sta     value+1
        lda     #0
        sta     scan_checks             ; not to be looked for
        jsr     terminal
        jmp     _searched

; A root move has been searched: from now on limits count, and line_tried counts
; the moves from the last iteration's best one on.
_root_tried:
        ; Any searched root move ends the grace. line_tried counts from the best
        ; move of the last iteration on: 0 until that comes.
        lda     #1
        sta     limited
        lda     line
        cmp     m_from
        bne     @other
        lda     line+1
        cmp     m_to
        beq     @count
@other: lda     line_tried              ; the best move has not come yet
        beq     @done
@count: inc     line_tried
@done:  rts

; value from the other side.
_negate:
        ; The bias $8000 stays through it: 0 - ($8000 + v) is $8000 - v.
        sec
        lda     #0
        sbc     value
        sta     value
        lda     #0
        sbc     value+1
        sta     value+1
        rts

; scout - follow a move up with a null window
;
; In      A = price to search it for; n_move, n_record, move_price, n_alpha
; Out     carry set: the move is to be dropped; else Z set: it is better than
;         alpha, clear: it is not, or the search was stopped; value is the
;         move's, and n_move, move_price and n_beta are as they were
; Uses    as node
;
; follow brings back the node's own beta.
scout:  tay
        ; Y holds the price while the node's state is written, with its own beta
        ; and before the window gets narrow.
        ldx     ply
        lda     frame_kept,x
        bne     @kept
        jsr     _keep
        ; The move's own price waits in the frame, and move_price is the
        ; scout's.
@kept:  lda     move_price
        sta     frame_price,x
        sty     move_price
        ; The window of one: beta is alpha + 1.
        clc
        lda     n_alpha
        adc     #1
        sta     n_beta
        lda     n_alpha+1
        adc     #0
        sta     n_beta+1                ; n_beta is put back by follow
        jsr     follow
        bcs     @dropped
        lda     frame_price,x           ; X is the ply again
        sta     move_price
        lda     stopped
        bne     @dropped                ; with carry clear
        jsr     _negate
        ; A = 0 where the value is above alpha, which as a rule means another
        ; search; else 1.
        lda     n_alpha
        cmp     value
        lda     n_alpha+1
        sbc     value+1
        lda     #0
        rol     a                       ; 0 above alpha; carry is clear
@dropped:
        rts

; pick_next - pick the best untried move, after the first
;
; In      n_record, the move that has been tried; else as pick_best
; Out     as pick_best
; Uses    as pick_best
;
; An order that has been picked by becomes the place of the next best record,
; and 0 when its own record has been tried: no order's high byte is 0. Where the
; places end the rest are looked through once more.
pick_next:
        ; The order of the tried record: the place of the next, or page 0, which
        ; means that none is known.
        ldy     #REC_ORDER
        lda     (n_record),y
        tax
        iny
        lda     (n_record),y
        beq     @again
        sta     _next_high
        ; Its page becomes 0, which marks it as tried, and the next is taken.
        lda     #0
        sta     (n_record),y
        stx     n_record
        lda     _next_high
        sta     n_record+1
        bne     _retake
        ; Look again: where at least WORTH are left the rest are chained, A = 1.
@again: lda     n_left
        cmp     #WORTH
        rol     a
        and     #1
        bpl     _scan                   ; always

; _take: the record at A, low, and X, high, becomes the move at hand;
; _retake: the one at n_record. Carry is clear.
_take:  sta     n_record
        stx     n_record+1
_retake:
        ldy     #REC_FROM
        lda     (n_record),y
        sta     m_from
        iny
        lda     (n_record),y            ; the record's bytes one by one
        sta     m_to
        iny
        lda     (n_record),y
        sta     m_flags
        clc
        rts

; pick_best where only one has not been tried.
_another:
        ; Its order's page was 0: it has been tried. Y moves by a record, and
        ; the page with it.
        tya
        clc
        adc     #REC_SIZE
        tay
        bcc     _last
        inc     _highs+1
_last:  lda     (_highs),y              ; its page: 0 if tried
        beq     _another
        tya                             ; Y and _highs+1 are its address
        ldx     _highs+1
        bne     _take

; pick_best - pick the best untried move, the first of equals
;
; In      n_first_sorted, sorted_top; a list that is not empty
; Out     n_record = its record, whose order is now the place of the next best
;         one, and so on; its high byte is 0 where pick_next is to look again;
;         n_move = its from, to and flags
; Uses    A X Y
;
; One scan finds the best two. Behind the last record, where the next would
; have its order, one that none has ends the loop.
pick_best:
        lda     #0
_scan:  sta     _sorting
        ; The order behind the last record becomes $FFFF, the mark. _lows and
        ; _highs point to the page of the first record, to the bytes of an order
        ; at Y = 0.
        ldy     #REC_ORDER+1
        lda     #$FF
        sta     (sorted_top),y
        sty     _highs
        dey
        sta     (sorted_top),y
        sty     _lows
        ; Y = the first record, with X its page.
        ldx     n_first_sorted+1
        stx     _lows+1
        stx     _highs+1
        ldy     n_first_sorted
        lda     n_left                  ; the last one: no comparison is needed
        cmp     #1
        beq     _last

        ; The first is the best so far, and there is no next best.
        stx     _best_page
        sty     _best_at
        lda     (_lows),y
        sta     _best_low
        lda     (_highs),y
        sta     _best_high
        ldx     #0                      ; no order's high byte
        stx     _next_high
        sec

        ; X and _next_high are the next best order, Y is the place.
        ; A record no better than the next best: on to the one behind it.
@worse: tya                             ; carry is set
        adc     #REC_SIZE-1
        tay
        bcs     @page
        ; The next best order against this one, the low byte in X.
@look:  txa
        cmp     (_lows),y
        lda     _next_high
        sbc     (_highs),y
        bcs     @worse

        ; Better than the next best, perhaps than the best; or the end.
        lda     _best_low
        cmp     (_lows),y
        lda     _best_high
        sbc     (_highs),y
        bcc     @best
        ; Second best: its order and its place are the next best's.
        lda     (_highs),y
        sta     _next_high
        lda     (_lows),y
        tax
        sty     _next_at
        lda     _lows+1
        sta     _next_page
        bne     @worse                  ; carry is set
@page:  inc     _lows+1                 ; a new page
        inc     _highs+1
        bne     @look
        ; An order $FFFF is the mark. Else the best becomes the next best, and
        ; this one the best.
@best:  lda     (_highs),y
        cmp     #$FF
        beq     @picked
        ldx     _best_high
        stx     _next_high
        sta     _best_high
        ; The low byte of the next best order is X from here on.
        ldx     _best_low
        lda     (_lows),y
        sta     _best_low
        lda     _best_at
        sta     _next_at
        sty     _best_at
        ; Places too: the old best's, then this one's.
        lda     _best_page
        sta     _next_page
        lda     _lows+1
        sta     _best_page
        sec
        bcs     @worse

        ; The best one's order becomes the place of the next best, whose own
        ; becomes 0.
@picked:
        ; A list long enough is chained. Y = the high byte of an order.
        lda     _sorting
        bne     _chain
        ldy     #REC_ORDER+1
        lda     _next_high
        beq     @no_next
        lda     #0                      ; the next one's own order: tried
        sta     (_next_at),y
        ; The best one's order leads to the next best, or has page 0 for none.
        lda     _next_page
@no_next:
        sta     (_best_at),y
        dey
        lda     _next_at
        sta     (_best_at),y
        lda     _best_at                ; it is the move at hand
        ldx     _best_page
        jmp     _take

; A list of which three moves have been tried and many are left will as a rule
; be tried to its end. So the rest are sorted, into a bucket for each order,
; from the best one's down to RANGE less; worse ones are left for another pass.
; The records of a bucket are linked by their orders, last one first; then, from
; the worst bucket to the best, each is put before those that were taken before
; it: the chain that pick_next follows.
_chain: lda     _best_low
        ; The range: from 1 above _base to the best order.
        sec
        sbc     #RANGE
        sta     _base
        bcs     @scan
        dec     _base+1
@scan:  lda     n_first_sorted+1
        sta     _lows+1
        sta     _highs+1
        ; The first pass, over all records: each is put into the bucket of its
        ; order, X = 0 to RANGE-1. _least is the lowest bucket in use.
        ldx     #RANGE-1
        stx     _least
        ldy     n_first_sorted
@record:
        lda     (_highs),y
        cmp     #$FF                    ; the mark behind the last
        beq     @collect                ; else carry is clear
        lda     (_lows),y
        sbc     _base                   ; one less: 0 to RANGE-1
        tax
        lda     (_highs),y
        sbc     _base+1
        bne     @next                   ; tried, or too far down
        ; Its order is the bucket's last record so far, and it is now the last
        ; itself.
        lda     bucket_at,x
        sta     (_lows),y
        lda     bucket_page,x
        sta     (_highs),y
        tya
        sta     bucket_at,x
        lda     _lows+1
        sta     bucket_page,x
        cpx     _least                  ; a lower bucket
        bcs     @next
        stx     _least
@next:  tya
        ; The next record, eight bytes on.
        clc
        adc     #REC_SIZE
        tay
        bcc     @record
        inc     _lows+1
        inc     _highs+1
        bne     @record

@collect:
        ; The second pass, from the lowest bucket up: the chain begins empty,
        ; with page 0.
        lda     #0
        sta     _chained
        sta     _chained+1
        ldx     _least
@bucket:
        ; Take the last record of the bucket: the bucket goes on to what its
        ; order leads to, and its order leads to the chain. At the end the
        ; bucket is 0, ready for the next use.
        lda     bucket_page,x
        beq     @empty
        sta     _record+1
        lda     bucket_at,x
        sta     _record
        ldy     #REC_ORDER
        lda     (_record),y             ; the bucket's next
        ; The next of the bucket may be none, page 0.
        sta     bucket_at,x
        lda     _chained
        sta     (_record),y
        iny
        lda     (_record),y
        sta     bucket_page,x
        lda     _chained+1
        sta     (_record),y
        lda     _record                 ; the record begins the chain
        sta     _chained
        lda     _record+1
        sta     _chained+1
        bne     @bucket
@empty: inx                             ; the next higher bucket
        bpl     @bucket                 ; to RANGE
        ; The chain begins with the best one, which is the move at hand now.
        lda     _chained
        ldx     _chained+1
        jmp     _take

; follow with two budgets: the other side is to move on its own, and this one
; keeps what the price leaves.
_two_left:
        ; A = n_sx less the price, carry clear where it is not enough.
        lda     n_sx
        sbc     move_price              ; carry is set
        bcs     @left
        ldx     profile_budgets
        cpx     #BUDGETS_SHARED
        bne     @nothing
        clc                             ; it borrows the missing part
        adc     n_other
        sta     n_other
@nothing:                               ; nothing is left of it
        lda     #0
        ; The sides change: the other one's budget is to move.
@left:  ldx     n_other
        stx     n_sx
        sta     n_other
        jmp     _budgets

; follow - make a move, search the position after it and take it back
;
; In      n_move, n_record, move_price
; Out     value = the child's value, carry set: the move is to be dropped; else
;         n_move is the move again, and X = ply
; Uses    as node
;
; The node's state is saved in tables by ply. What is the same for all moves of
; the list is written once; alpha isn't written at all, for it is the child's
; beta from the other side; the move is in its record; and the page of
; n_first_waiting is the same for all nodes, since no more than MOST_WAITING
; moves wait.
follow: ldx     ply
        lda     frame_kept,x            ; 0: the first move of its list
        bne     @kept
        jsr     _keep

        ; The child's budget is what the price leaves.
@kept:  lda     switches
        lsr     a                       ; TWO_BUDGETS
        bcs     _two_left
        lda     n_sx                    ; there is as much
        sec
        sbc     move_price
        sta     n_sx
_budgets:
        ; A check: the child may be in check, and this side has given one,
        ; except for en passant and castling, which only may check.
        lda     m_flags
        and     #FLAG_CHECK
        beq     @no_check
        lda     m_flags
        and     #FLAG_EN_PASSANT | FLAG_CASTLE
        bne     @maybe
        ; The side's bit of n_checked, 1 for white and 2 for black.
        ldx     side
        inx
        txa
        ora     n_checked
        sta     n_checked
@maybe: lda     #1
@no_check:
        sta     n_maybe

        ; Is it the last principal variation's move? Behind the variation its
        ; moves are 0, which none is. n_pv isn't kept for this, nor otherwise.
        ldy     #0
        lda     n_any                   ; below the variation nothing follows it
        and     #FOLLOWING
        beq     @off_line
        lda     ply
        ; The variation's move of this ply: two bytes a ply.
        asl     a
        tax
        lda     line,x
        cmp     m_from
        bne     @off_line
        lda     line+1,x
        cmp     m_to
        bne     @off_line
        iny                             ; Y = 1: it is, so the child follows too
@off_line:
        sty     n_following

        ; Value and window from the other side.
        ; n_static of the child is the move's value negated.
        ldy     #REC_SCORE
        sec
        lda     #0
        sbc     (n_record),y
        sta     n_static
        iny
        lda     #0
        sbc     (n_record),y
        sta     n_static+1
        ; beta of the child is -alpha, alpha is -beta. X and Y hold the one
        ; while n_alpha is written.
        sec
        lda     #0
        sbc     n_alpha
        tax
        lda     #0
        sbc     n_alpha+1
        tay
        ; beta's sign changes too.
        sec
        lda     #0
        sbc     n_beta
        sta     n_alpha
        lda     #0
        sbc     n_beta+1
        sta     n_alpha+1
        stx     n_beta
        sty     n_beta+1

        ; passes_ahead tests the child without making the move. Carry set: it
        ; passes, so the move is to be dropped. A = 0: all of node must run; 1:
        ; its first tests are done.
        inc     ply
        jsr     passes_ahead
        bcs     @passed
        sta     _pass_result
        ; What differs from move to move goes into the frame of the ply above
        ; the child's, hence -1.
        ldx     ply                     ; the child's
        lda     n_left
        sta     frame_left-1,x
        lda     n_record
        sta     frame_record-1,x
        lda     n_record+1
        sta     frame_record_high-1,x
        lda     n_best_quiet
        sta     frame_quiet-1,x
        lda     n_best_quiet+1
        sta     frame_quiet_high-1,x
        lda     _pass_result
        bne     @unpassed
        jsr     make_move               ; A = 0: the child does it all
        jsr     node
        ; The child's answer, its carry, is saved on the stack while the
        ; position and the node come back: first what differs from move to move,
@back:  php
        jsr     unmake_move
        dec     ply
        ldx     ply
        lda     frame_left,x
        sta     n_left
        ; Its record, and the first quiet move's value.
        lda     frame_record,x
        sta     n_record
        lda     frame_record_high,x
        sta     n_record+1
        lda     frame_quiet,x
        sta     n_best_quiet
        lda     frame_quiet_high,x
        sta     n_best_quiet+1
        ; then what is the same for the list,
        lda     frame_row,x
        sta     n_row
        lda     frame_first_sorted,x
        sta     n_first_sorted
        lda     frame_first_sorted_high,x
        sta     n_first_sorted+1
        ; The page of n_first_waiting is as it was.
        lda     frame_first_waiting,x
        sta     n_first_waiting
        lda     frame_any,x
        sta     n_any
        ; then the budget and the window. A move that is not dropped is read
        ; from its record again, with carry clear.
        jsr     _window_back
        plp
        bcs     @dropped
        jmp     _retake
@dropped:
        rts

@passed:
        ; The move was never made, so only the window and budgets come back.
        dec     ply
        ldx     ply
        jsr     _window_back
        sec
        rts

        ; The tests of node before that for a pass are done.
@unpassed:
        ; The child is known neither to be in check (A = 0) nor to pass: its
        ; node begins behind these questions.
        jsr     make_move
        ldx     ply
        lda     #0
        sta     pv_len,x
        jsr     look_node
        jsr     expand_unpassed
        jmp     @back

; What passes_ahead and the way to it have changed, from the frame of ply X.
_window_back:
        ; The budgets and the static value that the child's have taken the place
        ; of.
        lda     frame_sx,x
        sta     n_sx
        lda     frame_other,x
        sta     n_other
        lda     frame_checked,x
        sta     n_checked
        lda     frame_static,x
        sta     n_static
        lda     frame_static_high,x
        sta     n_static+1
        ; alpha may have been raised, so it is not in the frame: the child's
        ; beta is still its negation.
        sec
        lda     #0
        sbc     n_beta                  ; the child's
        sta     n_alpha
        lda     #0
        sbc     n_beta+1
        sta     n_alpha+1
        ; The node's own beta, not a scout's.
        lda     frame_beta,x
        sta     n_beta
        lda     frame_beta_high,x
        sta     n_beta+1
        rts

; Write what is the same for all moves of the list into the frame of ply X.
_keep:  lda     #1
        sta     frame_kept,x
        ; Budgets and static value, which follow overwrites,
        lda     n_sx
        sta     frame_sx,x
        lda     n_other
        sta     frame_other,x
        lda     n_checked
        sta     frame_checked,x
        lda     n_static
        sta     frame_static,x
        lda     n_static+1
        sta     frame_static_high,x
        ; beta, the row of prices, and where the lists begin.
        lda     n_beta
        sta     frame_beta,x
        lda     n_beta+1
        sta     frame_beta_high,x
        lda     n_row
        sta     frame_row,x
        ; The page of n_first_waiting is the same for all.
        lda     n_first_sorted
        sta     frame_first_sorted,x
        lda     n_first_sorted+1
        sta     frame_first_sorted_high,x
        lda     n_first_waiting
        sta     frame_first_waiting,x
        lda     n_any
        sta     frame_any,x
        rts

; test - compare a move's value with the window
;
; In      value, n_move, n_alpha, n_beta
; Out     carry set: a cutoff; else n_alpha and the principal variation
; Uses    A X Y
test:
hook_beta_test:                 ; value, n_move, n_alpha, n_beta
        ; At least beta: a cutoff, whatever alpha is.
        lda     value
        cmp     n_beta
        lda     value+1
        sbc     n_beta+1
        bcs     _cut
hook_alpha_test:                ; value, n_move, n_alpha
        ; Not above alpha: nothing changes.
        lda     n_alpha
        cmp     value
        lda     n_alpha+1
        sbc     value+1
        bcs     @low
        ; Above alpha: that is the new one. Bit 7 of cut_rules: the cache keeps
        ; the move.
        lda     value
        sta     n_alpha
        lda     value+1
        sta     n_alpha+1
        bit     cut_rules
        bpl     @forgotten
        jsr     remember
@forgotten:
        ; At the root it is the score of the search so far.
        lda     ply
        bne     best
        lda     value
        sta     root_score
        lda     value+1
        sta     root_score+1
        lda     #0                      ; ply
        beq     best
@low:   clc
        rts

; best - make a move and the line below it the principal variation of a
; ply; ends test
;
; In      A = ply, n_move
; Out     pv_len, the ply's variation; carry clear
; Uses    A X Y
best:   tax
        ; _row is the line of this ply, _below of the next one, whose first move
        ; is the reply to this one.
        lda     pv_row_low,x
        sta     _row
        lda     pv_row_high,x
        sta     _row+1
        lda     pv_row_low+1,x
        sta     _below
        lda     pv_row_high+1,x
        sta     _below+1
        ldy     #1
hook_best:                      ; n_move
        lda     m_to
        sta     (_row),y
        dey
        lda     m_from
        sta     (_row),y
        ; The line is one move longer than the one below. Y = the length of
        ; that.
        ldy     pv_len+1,x
        tya
        clc
        adc     #1
        sta     pv_len,x
        dey
        bmi     @copied                 ; carry is clear
        inc     _row                    ; behind the move; a row stays within
        inc     _row                    ; its page
        tya                             ; two bytes a move
        asl     a
        tay
        iny                             ; the last byte of the line below
@copy:  lda     (_below),y
        sta     (_row),y
        dey
        bpl     @copy
@copied:
        rts

; A quiet move that cuts off is a killer of the ply.
_cut:   lda     cut_rules               ; bit 7: the cache keeps it
        bpl     @remembered
        jsr     remember
        lda     cut_rules
@remembered:
        ; Killers are quiet moves only.
        and     #1 << KILLERS
        beq     @done
        lda     m_flags
        and     #FLAG_CAPTURE | FLAG_PROMOTION
        bne     @done
        ; Four bytes a ply. Where it is the first killer already nothing
        ; changes; else the first one becomes the second.
        lda     ply
        asl     a
        asl     a
        tax
        ldy     killers+1,x
        lda     killers,x
        cmp     m_from
        bne     @new
        cpy     m_to
        beq     @done
@new:   sta     killers+2,x
        tya
        sta     killers+3,x
        lda     m_from
        sta     killers,x
        lda     m_to
        sta     killers+1,x
@done:  sec
        rts
