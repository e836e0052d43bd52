; early.s - killers tried before the quiet moves are generated

        .include "memory.inc"

        .export try_killers, killers_part, early_killer, drop_early
        .export drop_move
        .export hook_killer, hook_killers

; Overlay of search_zp: _bit is kept from early_killer to the end of _add, _place
; within _add.
_bit    = search_zp + 6         ; the killer's in n_any
_place  = search_zp             ; where the killer goes, in a column of raw moves

; Of drop_move, while it runs; _found is its argument.
_it     = search_zp             ; to a column from the list's first move on
_to     = search_zp + 2         ; and to the second one
_count  = search_zp + 4         ; moves in the list
_found  = search_zp + 5         ; number of the one to drop

        .code

; try_killers - try the killers, one by one, at a node where they end the line,
; before anything is generated
;
; In      The result of look, n_following, n_any: FRONTIER if killers that check
;         end it too
; Out     carry set: a cutoff; else n_any: what has been tried
; Uses    everything
try_killers:
        ; Not without killers in the profile, nor on the last variation, nor
        ; where a draw by fifty moves is near.
        lda     switches
        and     #1 << KILLERS
        beq     _none
        lda     n_following
        bne     _none
        lda     half
        cmp     #FIFTY_MOVES            ; never the root: it is on the variation
        bcs     _none
        ; The node's waiting moves begin and end here: at most one is there.
        lda     raw_end
        sta     n_first_waiting
        lda     raw_end+1
        sta     n_first_waiting+1
        lda     #KILLER_1
        jsr     @one
        bcs     _cutoff
        lda     #KILLER_2               ; the second, as the end of this

        ; Legal and quiet: value is the static value after it. Below beta a move
        ; that ends the line can't cut, and carry is clear.
@one:   jsr     early_killer
        bcc     _none
        lda     value
        cmp     n_beta
        lda     value+1
        sbc     n_beta+1
        bcc     _cutoff                 ; it can't cut
        ; At a frontier any move ends the line. Else one that checks may be
        ; followed up, so it is left to the list.
        lda     n_any
        and     #FRONTIER
        bne     @try
        lda     m_flags
        and     #FLAG_CHECK
        bne     _none                   ; castling may check
        ; X = from, m_code = its board byte, as gives_check needs them.
        ldx     m_from
        lda     board,x
        sta     m_code
        jsr     gives_check
        bcs     _none
@try:   jsr     _add
hook_killer:                    ; n_first_waiting, raw_end
        ; A callback may have removed it. Else the node has a move, and whether
        ; it checks scan_moves is to find out.
        jsr     any_waiting
        beq     _none
        lda     n_any
        ora     #ANY_MOVES
        sta     n_any
        lda     #1
        sta     scan_checks
        ; It is evaluated and tested like any other; carry set: a cutoff. Then
        ; the list is empty again.
        lda     n_first_waiting
        ldx     n_first_waiting+1
        jsr     scan_moves
        lda     n_first_waiting
        sta     raw_end
        lda     n_first_waiting+1
        sta     raw_end+1               ; carry is scan_moves'
        rts
_none:  clc
_cutoff:
        rts

; killers_part - try the killers of a node before its other quiet moves; at
; a half-frontier only those that may cut
;
; In      The result of look, n_any
; Out     as node; n_any: what has been tried
; Uses    as node
killers_part:
        ; The same conditions as in try_killers, and room for two records.
        lda     switches
        and     #1 << KILLERS
        beq     _none
        lda     n_any
        and     #FOLLOWING
        bne     _none
        lda     half                    ; no draw by fifty moves near
        cmp     #FIFTY_MOVES            ; never the root: it is on the variation
        bcs     _none
        ; Two records must be free.
        lda     sorted_top
        cmp     #<(sorted_stack + REC_SIZE*(SORTED_SPACE-2) + 1)
        lda     sorted_top+1
        sbc     #>(sorted_stack + REC_SIZE*(SORTED_SPACE-2) + 1)
        bcs     _none                   ; no room for two
        ; Both may join the list, in the columns behind n_first_waiting.
        lda     #KILLER_1
        jsr     _next
        lda     #KILLER_2
        jsr     _next
        jsr     any_waiting
        bne     hook_killers
_no_killers:
        clc
        rts

        ; It is legal and quiet. At a staged node that is enough; at a
        ; half-frontier its static value must be at least beta.
_next:  jsr     early_killer
        bcc     @no
        bit     n_any                   ; STAGED_NODE
        bmi     _add
        lda     value
        cmp     n_beta
        lda     value+1                 ; its static value
        sbc     n_beta+1
        bcs     _add
@no:    rts

hook_killers:                   ; n_first_waiting, raw_end
        ; If any is left they are listed as all quiet moves are, and tried.
        jsr     any_waiting
        beq     _no_killers
        lda     n_any
        ora     #ANY_MOVES
        sta     n_any

        ; list_begin has been called for the captures. A killer is no threat, so
        ; flights_count doesn't matter.
        jsr     list_targets
        jsr     list_full
        jmp     try_all

; The move at hand, the killer of bit _bit, joins the list.
_add:   lda     n_any
        ; n_any notes it, for early_killer and drop_early.
        ora     _bit
        sta     n_any
        ldy     #0
        lda     raw_end
        sta     _place
        lda     m_from
        sta     (raw_end),y
        ; Three columns, RAW_SPACE apart; the sums don't carry.
        clc
        lda     raw_end+1
        adc     #>RAW_SPACE
        sta     _place+1
        lda     m_to
        sta     (_place),y
        lda     _place+1                ; the flags' column
        adc     #>RAW_SPACE
        sta     _place+1
        lda     m_flags
        sta     (_place),y
        inc     raw_end                 ; one move more
        bne     @added
        inc     raw_end+1
@added: rts

; early_killer - is an untried killer of the ply legal and quiet here?
;
; In      A = its bit of n_any, KILLER_1 or KILLER_2; ply, n_static, look's
;         result
; Out     carry set: it is, n_move, and value = static value after it
; Uses    A X Y; m_from, m_to, m_flags
early_killer:
        ; Its bit is also what tells the first from the second. Tried already:
        ; no.
        sta     _bit
        tay
        and     n_any
        bne     @no
        ; Four bytes a ply, two for each killer.
        lda     ply
        asl     a
        asl     a
        tax
        cpy     #KILLER_1
        beq     @first
        inx                             ; the second: two bytes on
        inx
@first: lda     killers,x
        sta     m_from
        lda     killers+1,x
        sta     m_to
        ; A = its flags, if it is legal in this position; it must not take or
        ; promote.
        jsr     is_legal
        bcc     @no
        sta     m_flags
        and     #FLAG_CAPTURE | FLAG_PROMOTION
        bne     @no
        jsr     after
        sec
        rts
@no:    clc
        rts

; drop_early - drop the killers already tried from the quiet moves
;
; In      n_first_waiting to raw_end, all quiet moves; n_any, ply
; Out     raw_end
; Uses    A X Y; m_from, m_to
drop_early:
        ; Neither has been tried: nothing to do. Else each by its place in
        ; killers.
        lda     n_any
        and     #KILLER_1 | KILLER_2
        beq     @none
        and     #KILLER_1
        beq     @second
        lda     #0
        jsr     @drop                   ; the first killer
        lda     n_any
        and     #KILLER_2
        beq     @none
@second:
        lda     #2
@drop:  sta     _found
        lda     ply                     ; first or second of the ply
        ; X = 4*ply, and 2 more for the second.
        asl     a
        asl     a
        ora     _found
        tax
        ; The move to look for, and where the list begins.
        lda     killers,x
        sta     m_from
        lda     killers+1,x
        sta     m_to
        lda     n_first_waiting
        ldx     n_first_waiting+1
        jmp     drop_move
@none:  rts

; drop_move - take a move out of a list, if it is there
;
; In      m_from, m_to; A, low, and X, high, of the first raw move's address;
;         raw_end
; Out     raw_end
; Uses    A X Y
;
; The search runs from the last move to the first. Then what is behind the
; move goes up a place, column by column.
drop_move:
        ; _it leads to the column of from, _to to that of to; Y = the number of
        ; moves.
        sta     _it
        sta     _to
        stx     _it+1
        eor     #$FF
        sec
        adc     raw_end                 ; moves in the list
        sta     _count
        tay
        ; The column of to lies RAW_SPACE further on.
        txa
        clc
        adc     #>RAW_SPACE
        sta     _to+1
        ; From the last one down: both squares must be the same.
@find:  tya
        beq     @done
        dey
        lda     (_it),y
        cmp     m_from
        bne     @find
        lda     (_to),y                 ; the same from: and to?
        cmp     m_to
        bne     @find
        sty     _found
        ; In each of the three columns the bytes behind it move by one place.
        ldx     #3
@column:
        ldy     _found
@up:    iny
        cpy     _count
        beq     @whole
        lda     (_it),y
        dey                             ; a place further in front
        sta     (_it),y
        iny
        bne     @up
@whole: clc                             ; on to the next column
        lda     _it+1
        adc     #>RAW_SPACE
        sta     _it+1
        dex
        bne     @column
        ; The list is one shorter.
        lda     raw_end
        bne     @low
        dec     raw_end+1
@low:   dec     raw_end
@done:  rts
