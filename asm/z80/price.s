; price.s - what moves cost

        .include "search.inc"

        .global set_prices, price_of, late_price, within_byte

        .section .book, "x"

; set_prices - make the table of prices, with the profile's additions, and find
; the least ones
;
; In      profile; A = game phase
; Out     price, price_rules
; Uses    AF BC DE HL IX IY
set_prices:
        ; HL -> the phase's addition.
        add     a,profile_phase & 255
        ld      l,a
        ld      h,profile_phase >> 8
        ld      c,(hl)                  ; C = phase's addition
        ; price_rules is 0 if only the table counts, so that price_of can
        ; return early: no prices by score or window, no recapture, no single
        ; evasion.
        ld      a,(switches)
        ld      b,a
        and     1 << SCORE_PRICES | 1 << WINDOW_PRICES
        ld      hl,profile_recapture
        or      (hl)
        inc     l                       ; profile_single
        or      (hl)
        ld      (price_rules),a
        ; The phase counts where the profile says so.
        bit     PHASE_PRICES,b
        jr      nz,.Lphase
        ld      c,0
.Lphase:
        ; DE runs through the rows. Even plies' two here, odd ones' inline.
        ld      de,price
        ld      a,(profile_parity)
        call    .Lrows
        ld      a,(profile_parity+1)

; Two rows at DE, from DeepFrom on and before: A = parity's addition, C =
; phase's. IY = what is added for quiet moves, IX for others.
        ; Parity counts where the profile says so.
.Lrows: bit     PARITY_PRICES,b
        jr      nz,.Lparity
        xor     a
.Lparity:
        ; HL = parity's and phase's additions together, on the stack for the
        ; second row.
        push    bc
        call    .Lsigned
        ld      a,c
        ld      b,h
        ld      c,l
        call    .Lsigned
        add     hl,bc
        push    hl
        ; The row from DeepFrom on adds DeepQuiet to that, and DeepOther for the
        ; other moves.
        ld      b,h
        ld      c,l
        ld      a,(profile_deep_quiet)
        call    .Lsigned
        add     hl,bc
        push    hl
        pop     iy
        ld      a,(profile_deep_other)
        call    .Lsigned
        push    hl
        pop     ix
        ; The row before DeepFrom adds neither.
        call    .Lrow
        pop     iy
        ld      ix,0
        call    .Lrow
        pop     bc
        ret

; HL = A with its sign.
.Lsigned:
        ld      l,a                     ; its bit 7, spread over H
        rla
        sbc     a,a
        ld      h,a
        ret

.Lrow:  ld      hl,profile_price
        ld      bc,0xFFFF               ; B = least, C = quietest
.Lcategory:
        ; BC = the profile's price, HL = what is added in this row.
        push    hl
        push    bc
        ld      c,(hl)
        ld      b,0
        push    iy
        pop     hl
        call    .Lquiet
        jr      c,.Ladds
        push    ix
        pop     hl
        ; The price in the table, 1 to 255.
.Ladds: add     hl,bc
        call    within_byte
        pop     bc
        pop     hl
        ld      (de),a
        ; Category 0, the evasion: A = 0 from and, so or leaves its price. 0: it
        ; is none and can't be the least.
        ld      a,e
        and     15
        jr      nz,.Lcounts
        or      (hl)                    ; an evasion counts if it has a price
        jr      z,.Lnext
.Lcounts:
        ; B = min(B, price), and of quiet moves C = min(C, price).
        ld      a,(de)
        cp      b
        jr      nc,.Lnotleast
        ld      b,a
.Lnotleast:
        call    .Lquiet
        jr      nc,.Lnext
        ld      a,(de)
        cp      c
        jr      nc,.Lnext
        ld      c,a
        ; Twelve categories of a row of 16.
.Lnext: inc     hl
        inc     de
        ld      a,e
        and     15
        cp      CATEGORIES
        jr      nz,.Lcategory
        ; Prices by window may lower a quiet move to Above.
        ld      a,(switches)
        bit     WINDOW_PRICES,a
        jr      z,.Lnowindow
        ld      a,(profile_above)
        cp      b
        jr      nc,.Labove
        ld      b,a
.Labove:
        cp      c
        jr      nc,.Lnowindow
        ld      c,a
.Lnowindow:
        ; A recapture may be the least. Compared less 1, a price of 0, which
        ; means none, is 255.
        ld      a,(profile_recapture)
        dec     a                       ; 0 becomes the most
        cp      b
        jr      nc,.Lleast
        ld      b,a
        inc     b
.Lleast:
        ; Behind the categories: LEAST, QUIETEST.
        ld      a,b
        ld      (de),a                  ; LEAST
        inc     e
        ld      a,c
        ld      (de),a                  ; QUIETEST
        inc     e
        ; HL -> the evasions' price, at the row's begin. A single evasion's is
        ; less if it is not 0; inc leaves carry.
        ld      a,e
        and     3 << 4
        ld      l,a
        ld      h,d                     ; the evasions' price
        ld      a,(profile_single)
        dec     a
        cp      (hl)
        inc     a
        jr      c,.Lleast_evasion
        ld      a,(hl)
.Lleast_evasion:
        ; LEAST_EVASION; DE = the next row.
        ld      (de),a
        ld      a,e
        or      15
        inc     a
        ld      e,a
        ret

; Carry set: the category of DE takes the additions.
.Lquiet:
        ; Losing, forward and backward moves are quiet here.
        ld      a,e
        and     15
        cp      LOSING
        scf
        ret     z
        cp      FORWARD
        ccf
        ret

; within_byte - limit a number to a price, 1 to 255
;
; In      HL = number
; Out     A = price
; Uses    AF
within_byte:
        ; H = 0: L is the number. Negative: 0, else 255.
        ld      a,h
        or      a
        ld      a,l
        jr      z,.Lbyte
        bit     7,h
        ld      a,0                     ; below 1
        jr      nz,.Lbyte
        dec     a
.Lbyte: cp      1
        adc     a,0                     ; 0 to 1
        ret

        .text

; price_of - the SXDEC of a move
;
; In      HL = n_move, record of the move; n_row, n_beta, n_best_quiet
; Out     C = its price
; Uses    AF B DE HL; not B, D and E where only the table counts
price_of:
        ; HL -> the category. Its price in the node's row.
        inc     l
        inc     l
        inc     l
        ld      a,(n_row)
        add     a,(hl)
        ld      l,a
        ld      h,price >> 8
        ld      c,(hl)
        ; In most profiles this is all.
        ld      a,(price_rules)
        or      a
        ret     z

; More than the table counts. HL = the category's address in the record, C = the
; price.
        ; Quiet: forward or backward, the last two categories.
        ld      hl,(n_move)
        inc     l
        inc     l
        inc     l
        ld      a,(hl)
        cp      FORWARD
        jr      nc,.Lquiet_move
        ; At the root only the table counts: a recapture or a single move means
        ; nothing there.
        ld      b,a
        ld      a,(ply)
        or      a
        ret     z
        ld      a,b
        or      a                       ; EVASION
        jr      z,.Levasion
        cp      CAPTURE
        ret     nz

        ; Does it go where the last move captured?
        ; HL -> to in the record. The last undo record ends at undo_top: flags,
        ; and before them to.
        ld      a,(profile_recapture)
        or      a
        ret     z
        ld      b,a
        dec     l
        dec     l
        ld      a,(hl)
        ld      hl,(undo_top)
        dec     l
        bit     0,(hl)                  ; FLAG_CAPTURE
        ret     z
        ; The same square: the recapture's price.
        dec     l
        cp      (hl)
        ret     nz
        ld      c,b
        ret

        ; Is it the only move?
.Levasion:
        ; One move in the list: the single evasion's price.
        ld      a,(profile_single)
        or      a
        ret     z
        ld      b,a
        call    .Lplaces
        dec     a
        ret     nz
        ld      c,b
        ret

.Lquiet_move:
        ; HL runs from category to the value.
        inc     l
        ld      e,(hl)
        inc     l
        ld      d,(hl)                  ; DE = static value after the move
        ld      a,(switches)
        bit     SCORE_PRICES,a
        jr      z,.Lwindow
        ; n_best_quiet is that of the first quiet move, which is INFINITY until
        ; then.
        ld      hl,(n_best_quiet)
        ld      a,h
        cp      INFINITY >> 8
        jr      nz,.Lknown
        ld      h,d
        ld      l,e
        ld      (n_best_quiet),hl
.Lknown:
        ; HL = how far the move is behind it, 0 if it is not.
        or      a
        sbc     hl,de
        jr      nc,.Lbehind
        ld      hl,0
.Lbehind:
        ; Shifted right as the profile says, this is added to the price.
        ld      a,(profile_shift)
        or      a
        jr      z,.Lshifted
        ld      b,a
.Lshift:
        srl     h
        rr      l
        djnz    .Lshift
.Lshifted:
        ld      a,(profile_cap)         ; B = max(price, cap)
        cp      c
        jr      nc,.Lcap
        ld      a,c
.Lcap:  ld      b,a
        ; 256 or more, or the sum above B: the price is B.
        ld      a,h
        or      a
        ld      a,b
        jr      nz,.Lpriced
        ld      a,l
        add     a,c
        jr      c,.Ltoomuch
        cp      b
        jr      c,.Lpriced
.Ltoomuch:
        ld      a,b
.Lpriced:
        ld      c,a
.Lwindow:
        ; Prices by window: not at the root.
        ld      a,(switches)
        bit     WINDOW_PRICES,a
        ret     z
        ld      a,(ply)
        or      a
        ret     z
        ; HL = AboveBy with its sign.
        ld      a,(profile_above_by)
        ld      l,a
        rla
        sbc     a,a
        ld      h,a
        ; Value - (beta + AboveBy): no carry, so the move stands above the
        ; window.
        push    de
        ld      de,(n_beta)
        add     hl,de
        ex      de,hl                   ; DE = beta and the threshold
        pop     hl
        or      a
        sbc     hl,de
        ret     c
        ; The price is Above where that is less.
        ld      a,(profile_above)
        cp      c
        ret     nc
        ld      c,a
        ret

; late_price - the price at which a late move is first searched
;
; In      n_move, C = its price; n_left, n_first_sorted, sorted_top;
;         profile_late, not 0
; Out     carry set: it is late, A = late price
; Uses    AF HL
;
; From the profile's place in the list on, quiet moves are late; far behind it
; the addition is doubled.
late_price:
        ; The category says whether the move is quiet. carry is clear where it
        ; is not.
        ld      hl,(n_move)
        inc     l
        inc     l
        inc     l
        ld      a,(hl)
        cp      LOSING
        jr      z,.Lmay_be_late
        cp      FORWARD
        ccf
        ret     nc
.Lmay_be_late:
        ; Place = moves in the list - moves left + 1.
        call    .Lplaces
        ld      hl,n_left
        sub     (hl)
        inc     a                       ; the move's place
        ; A = places behind the first late one, or it is not late: carry clear.
        ld      hl,profile_late_from
        sub     (hl)
        ccf
        ret     nc
        ; VERY_LATE places further on twice the addition.
        cp      VERY_LATE
        ld      a,(profile_late)
        jr      c,.Lonce
        add     a,a
        jr      c,.Lmost
        ; The price with it, 255 at most. Carry set: late.
.Lonce: add     a,c
        ccf
        ret     c
.Lmost: ld      a,0xFF
        scf
        ret

; A = moves in the list. Uses HL.
.Lplaces:
        push    de                      ; price_of keeps DE across it
        COUNT_SORTED
        pop     de
        ret
