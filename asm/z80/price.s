; price.s - what moves cost

        .include "search.inc"

        .global set_prices, price_of, late_price, within_byte

        .section .book, "x"

; set_prices - work the profile's additions into a table of prices and find
; the least ones
;
; In      profile; A = game phase
; Out     price, price_rules
; Uses    AF BC DE HL IX IY
set_prices:
        add     a,profile_phase & 255
        ld      l,a
        ld      h,profile_phase >> 8
        ld      c,(hl)                  ; C = phase's addition
        ld      a,(switches)
        ld      b,a
        and     1 << SCORE_PRICES | 1 << WINDOW_PRICES
        ld      hl,profile_recapture
        or      (hl)
        inc     l                       ; profile_single
        or      (hl)
        ld      (price_rules),a
        bit     PHASE_PRICES,b
        jr      nz,.Lphase
        ld      c,0
.Lphase:
        ld      de,price
        ld      a,(profile_parity)
        call    .Lrows
        ld      a,(profile_parity+1)

; Two rows at DE, from DeepFrom on and before: A = parity's addition, C =
; phase's. IY = what is added for quiet moves, IX for others.
.Lrows: bit     PARITY_PRICES,b
        jr      nz,.Lparity
        xor     a
.Lparity:
        push    bc
        call    .Lsigned
        ld      a,c
        ld      b,h
        ld      c,l
        call    .Lsigned
        add     hl,bc
        push    hl
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
        call    .Lrow
        pop     iy
        ld      ix,0
        call    .Lrow
        pop     bc
        ret

; HL = A with its sign.
.Lsigned:
        ld      l,a
        rla
        sbc     a,a
        ld      h,a
        ret

.Lrow:  ld      hl,profile_price
        ld      bc,0xFFFF               ; B = least, C = quietest
.Lcategory:
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
.Ladds: add     hl,bc
        call    within_byte
        pop     bc
        pop     hl
        ld      (de),a
        ld      a,e
        and     15
        jr      nz,.Lcounts
        or      (hl)                    ; an evasion counts if it has a price
        jr      z,.Lnext
.Lcounts:
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
.Lnext: inc     hl
        inc     de
        ld      a,e
        and     15
        cp      CATEGORIES
        jr      nz,.Lcategory
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
        ld      a,(profile_recapture)
        dec     a                       ; 0 becomes the most
        cp      b
        jr      nc,.Lleast
        ld      b,a
        inc     b
.Lleast:
        ld      a,b
        ld      (de),a                  ; LEAST
        inc     e
        ld      a,c
        ld      (de),a                  ; QUIETEST
        inc     e
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
        ld      (de),a
        ld      a,e
        or      15
        inc     a
        ld      e,a
        ret

; Carry set: the category of DE takes the additions.
.Lquiet:
        ld      a,e
        and     15
        cp      LOSING
        scf
        ret     z
        cp      FORWARD
        ccf
        ret

; within_byte - a number as a price: 1 at least, 255 at most
;
; In      HL = number
; Out     A = price
; Uses    AF
within_byte:
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
        inc     l
        inc     l
        inc     l
        ld      a,(n_row)
        add     a,(hl)
        ld      l,a
        ld      h,price >> 8
        ld      c,(hl)
        ld      a,(price_rules)
        or      a
        ret     z

; Something else counts too. HL = the category's place in the record, C =
; the price.
        ld      hl,(n_move)
        inc     l
        inc     l
        inc     l
        ld      a,(hl)
        cp      FORWARD
        jr      nc,.Lquiet_move
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
        dec     l
        cp      (hl)
        ret     nz
        ld      c,b
        ret

        ; Is it the only move?
.Levasion:
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
        inc     l
        ld      e,(hl)
        inc     l
        ld      d,(hl)                  ; DE = static value after the move
        ld      a,(switches)
        bit     SCORE_PRICES,a
        jr      z,.Lwindow
        ld      hl,(n_best_quiet)
        ld      a,h
        cp      INFINITY >> 8
        jr      nz,.Lknown
        ld      h,d
        ld      l,e
        ld      (n_best_quiet),hl
.Lknown:
        or      a
        sbc     hl,de
        jr      nc,.Lbehind
        ld      hl,0
.Lbehind:
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
        ld      a,(switches)
        bit     WINDOW_PRICES,a
        ret     z
        ld      a,(ply)
        or      a
        ret     z
        ld      a,(profile_above_by)
        ld      l,a
        rla
        sbc     a,a
        ld      h,a
        push    de
        ld      de,(n_beta)
        add     hl,de
        ex      de,hl                   ; DE = beta and the threshold
        pop     hl
        or      a
        sbc     hl,de
        ret     c
        ld      a,(profile_above)
        cp      c
        ret     nc
        ld      c,a
        ret

; late_price - what a late move is first searched for
;
; In      n_move, C = its price; n_left, n_first_sorted, sorted_top;
;         profile_late, not 0
; Out     carry set: it is late, A = late price
; Uses    AF HL
;
; From the profile's place in the list on, quiet moves are late, and those far
; behind it twice over.
late_price:
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
        call    .Lplaces
        ld      hl,n_left
        sub     (hl)
        inc     a                       ; the move's place
        ld      hl,profile_late_from
        sub     (hl)
        ccf
        ret     nc
        cp      VERY_LATE
        ld      a,(profile_late)
        jr      c,.Lonce
        add     a,a
        jr      c,.Lmost
.Lonce: add     a,c
        ccf
        ret     c
.Lmost: ld      a,0xFF
        scf
        ret

; A = moves in the list. Uses HL.
.Lplaces:
        push    de
        COUNT_SORTED
        pop     de
        ret
