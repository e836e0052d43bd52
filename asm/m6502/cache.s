; cache.s - the move that cut off or raised alpha when a position was searched
; before

        .include "memory.inc"

        .export try_cached, remember, filter, filter_waiting, hook_cached
        .importzp list_stamp

; An entry is four bytes in four tables of CACHE_SIZE: a byte of the key, from
; with a promotion's bits, to, and the budget that the node had, less what has
; worn off. The key's first ten bits say which.
;
; Overlay of search_zp. _entry is kept while remember runs, and in try_cached
; until the entry has been read; _place and _half from there to the end of
; try_cached.
_entry  = search_zp             ; to the position's, in a table
_place  = search_zp             ; of the move in a column of raw moves
_half   = search_zp + 2         ; 1: at a half-frontier

seg_start = list_stamp          ; of half.s, for judge_half

CACHE_PAGES = >CACHE_SIZE

        .code

; remember - keep the move that cut off or raised alpha at a node
;
; In      n_move, key, n_any, n_sx
; Out     the position's entry, but of a frontier, where the cache isn't asked,
;         and where it is another position's with a larger budget, which loses
;         a unit of it
; Uses    A Y
remember:
        ; A frontier does not ask the cache.
        lda     n_any
        and     #FRONTIER
        bne     @done
        jsr     _find
        ; The same position: its entry is written anew. Y = 0.
        lda     key+2
        cmp     (_entry),y
        beq     @ours
        ; Another one's: the budget is in the last of the four tables. A larger
        ; one stays, but counts a unit less from now on.
        lda     _entry+1
        clc
        adc     #3*CACHE_PAGES
        sta     _entry+1
        lda     n_sx
        cmp     (_entry),y
        bcs     @cheaper
        lda     (_entry),y
        sbc     #0                      ; carry clear: 1
        sta     (_entry),y
        rts
@cheaper:
        ; _find leads to the first table again, and then key, from, to and
        ; budget follow.
        jsr     _find
        lda     key+2
@ours:  jsr     _keep
        lda     m_from
        jsr     _keep
        lda     m_to
        jsr     _keep
        lda     n_sx
        sta     (_entry),y
@done:  rts

; _entry = the position's in the first table, or from there on in the next,
; to _keep A in this one first; Y = 0.
_find:  ldy     #0
        ; Ten bits of the key: its first byte is the place in a page, two bits
        ; of the second the page.
        lda     key
        sta     _entry
        lda     key+1
        and     #CACHE_PAGES-1
        clc
        adc     #>cache_check
        sta     _entry+1
        rts
        ; The next table lies CACHE_PAGES further on.
_keep:  sta     (_entry),y
_next_table:
        lda     _entry+1
        clc
        adc     #CACHE_PAGES
        sta     _entry+1
        rts

_none:  clc
        rts

; try_cached - try the move that the cache has for a node, as a part of it
;
; In      A = 1: a half-frontier; else 0; as node, and the picture
; Out     carry set: a cutoff, and the value; else n_alpha, stopped, n_any: what
;         has been tried
; Uses    as node
try_cached:
        ; Not on the last variation, and only if the third byte of the key is
        ; the entry's.
        sta     _half
        lda     n_following
        bne     _none
        jsr     _find
        lda     key+2
        cmp     (_entry),y
        bne     _none
        lda     n_evasion
        beq     @any_number
        lda     profile_single          ; to be known, it takes all moves
        bne     _none
@any_number:
        ; Nor where a draw by fifty moves is near.
        lda     half
        cmp     #FIFTY_MOVES            ; not at the root, which is of the variation
        bcs     _none
        lda     sorted_top              ; later parts want room for any moves
        cmp     #<(sorted_stack + REC_SIZE*(SORTED_SPACE-MAX_MOVES) + 1)
        lda     sorted_top+1
        sbc     #>(sorted_stack + REC_SIZE*(SORTED_SPACE-MAX_MOVES) + 1)
        bcs     _none
        ; Its move, from the second and third table, must be legal here: another
        ; position may have left it.
        jsr     _next_table
        lda     (_entry),y
        sta     m_from
        jsr     _next_table
        lda     (_entry),y
        sta     m_to
        jsr     is_legal
        bcc     _none
        sta     m_flags

        ; The later parts do without it, and a killer is tried with it.
        ; Y = two bytes a ply, X = four, where the killers are.
        lda     ply
        asl     a
        tay
        asl     a
        tax
        ; filter finds it in cached_moves and leaves it out, since FILTERED is
        ; set.
        lda     m_to
        sta     cached_moves+1,y
        lda     m_from
        sta     cached_moves,y
        lda     n_any
        ora     #FILTERED
        sta     n_any
        ldy     #KILLER_1
        jsr     _killer
        inx
        inx
        ldy     #KILLER_2
        jsr     _killer

        ; It is the only move of one list or the other.
        ; A capture or promotion goes to tactical_moves, a quiet move to
        ; raw_end. X = the low byte of tactical_end: with one move or none.
        jsr     begin_lists
        ldx     #<tactical_moves
        lda     m_flags
        and     #FLAG_CAPTURE | FLAG_PROMOTION
        beq     @quiet
        txa
        ; A and Y = where it goes to.
        ldy     #>tactical_moves
        inx
        bne     @append
@quiet: lda     raw_end
        ldy     raw_end+1
        inc     raw_end
        bne     @append
        inc     raw_end+1
@append:
        stx     tactical_end
        sta     _place
        sty     _place+1
        ; A byte in each column: from, to, flags lie one behind the other.
        ldy     #0
        ldx     #0
@column:
        lda     m_from,x                ; m_to, m_flags
        sta     (_place),y
        clc
        lda     _place+1
        adc     #>RAW_SPACE
        sta     _place+1
        inx
        cpx     #3
        bne     @column
        lda     #>tactical_moves
        sta     tactical_end+1
hook_cached:                    ; tactical_end, n_first_waiting, raw_end
        jsr     list_begin
        ; A capture is listed with nothing left out, and tried.
        ldx     tactical_end
        cpx     #<tactical_moves
        beq     @no_tactical
        jsr     @tried
        lda     #0
        sta     listing
        jsr     list_tactical
        jmp     try_all
@no_tactical:
        ; No quiet move either: a host has dropped it, and there is no cutoff.
        jsr     any_waiting
        bne     @waits
        clc
        rts
@waits: jsr     @tried
        ; At a full node it is listed as any quiet move is.
        jsr     list_targets
        lda     _half
        bne     @half
        jsr     list_full
        jmp     try_all
        ; Where 255 moves wait above the node this one is the last that list_half
        ; reaches, and the mark behind it isn't. So it is judged by itself.
@half:  ldx     m_from
        lda     board,x
        sta     m_code
        ; X = its number. If seg_start has moved the move is in the list and no
        ; longer waits.
        ldx     n_first_waiting
        stx     seg_start
        jsr     judge_half
        cpx     seg_start
        beq     @waits_on
        stx     raw_end                 ; it is among the sorted moves
        lda     n_first_waiting+1
        sta     raw_end+1
@waits_on:
        jmp     try_all
        ; The node has a move.
@tried: lda     n_any
        ora     #ANY_MOVES
        sta     n_any
        rts

; Is it the killer at X? Then its bit Y has been tried.
_killer:
        ; Both bytes equal: it is that killer.
        lda     killers,x
        cmp     m_from
        bne     @no
        lda     killers+1,x
        cmp     m_to
        bne     @no
        tya
        ora     n_any
        sta     n_any
@no:    rts

; filter_waiting - filter, for the moves from n_first_waiting on
;
; In      as filter
; Out     raw_end
; Uses    as filter
filter_waiting:
        lda     n_first_waiting
        ldx     n_first_waiting+1

; filter - leave out of a node's moves what a node of FILTERED does without: at
; the root what the search isn't restricted to, elsewhere the cached move that
; has been tried
;
; In      A, low, and X, high, of the first raw move's address; raw_end; ply;
;         restrict_count; cached_moves
; Out     raw_end
; Uses    A X Y; m_from, m_to
filter: ldy     ply
        bne     @below
        jmp     restrict
        ; Two bytes a ply: the move that has been tried at this node.
@below: pha
        tya
        asl     a
        tay
        lda     cached_moves,y
        sta     m_from
        lda     cached_moves+1,y
        sta     m_to
        pla
        jmp     drop_move
