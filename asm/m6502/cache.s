; cache.s - the cache of moves: which move cut off or raised alpha when a
; position was searched before

        .include "memory.inc"

        .export try_cached, remember, filter, filter_waiting, hook_cached
        .importzp list_stamp

; An entry is a byte in each of four tables of CACHE_SIZE: a byte of the key,
; from with a promotion's bits, to, and the node's budget, reduced by ageing.
; The first ten bits of the key are the number of the entry.
;
; Overlay of search_zp. _entry is in use during remember, and in try_cached
; until the entry has been read; _place and _half from then to the end of
; try_cached.
_entry  = search_zp             ; address of the entry's byte in one table
_place  = search_zp             ; address of the move in a column of raw moves
_half   = search_zp + 2         ; 1: at a half-frontier

seg_start = list_stamp          ; of half.s, for judge_half

CACHE_PAGES = >CACHE_SIZE

        .code

; remember - keep the move that cut off or raised alpha at a node
;
; In      n_move, key, n_any, n_sx
; Out     the position's entry. A frontier, which never reads the cache,
;         changes nothing. If the entry belongs to another position and has a
;         larger budget, it stays, and its budget loses 1
; Uses    A Y; search_zp
remember:
        ; A frontier never reads the cache, so it writes nothing.
        lda     n_any
        and     #FRONTIER
        bne     @done
        jsr     _find
        ; The same position: overwrite its entry. Y = 0.
        lda     key+2
        cmp     (_entry),y
        beq     @ours
        ; Another position's entry: read its budget, from the last of the four
        ; tables. If it is larger than this node's, reduce it by 1.
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
        ; Back to the first table. Write key byte, from, to and budget, a table
        ; each.
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

; _find: _entry = the position's entry in the first table, Y = 0. _keep: write
; A there, then _next_table: go on to the same entry in the next table.
_find:  ldy     #0
        ; Ten bits of the key: its first byte is the offset in a page, two bits
        ; of its second byte are the page.
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

; try_cached - try the cached move of a node before other moves are generated
;
; In      A = 1: a half-frontier; else 0; as node, and the result of look
; Out     carry set: a cutoff, and the value; else n_alpha, stopped, and in
;         n_any what has been tried
; Uses    as node
try_cached:
        ; Not on the principal variation of the last iteration, and only if the
        ; third byte of the key equals the entry's.
        sta     _half
        lda     n_following
        bne     _none
        jsr     _find
        lda     key+2
        cmp     (_entry),y
        bne     _none
        lda     n_evasion
        beq     @any_number
        lda     profile_single          ; needs the number of all evasions
        bne     _none
@any_number:
        ; Not where a draw by fifty moves is near.
        lda     half
        cmp     #FIFTY_MOVES            ; never the root: it is on the variation
        bcs     _none
        lda     sorted_top              ; later parts need room for all moves
        cmp     #<(sorted_stack + REC_SIZE*(SORTED_SPACE-MAX_MOVES) + 1)
        lda     sorted_top+1
        sbc     #>(sorted_stack + REC_SIZE*(SORTED_SPACE-MAX_MOVES) + 1)
        bcs     _none
        ; The move is in the second and third table. It must be legal here, as
        ; a position with the same key bits may have stored it.
        jsr     _next_table
        lda     (_entry),y
        sta     m_from
        jsr     _next_table
        lda     (_entry),y
        sta     m_to
        jsr     is_legal
        bcc     _none
        sta     m_flags

        ; Later parts leave this move out, as a killer too. Y = 2 * ply, into
        ; cached_moves; X = 4 * ply, into killers.
        lda     ply
        asl     a
        tay
        asl     a
        tax
        ; With FILTERED set, filter leaves out the move that it finds in
        ; cached_moves.
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

        ; Make it the only move of one of two lists: a capture or promotion goes
        ; to tactical_moves, a quiet move to raw_end. X = the low byte of
        ; tactical_end, behind one tactical move or none.
        jsr     begin_lists
        ldx     #<tactical_moves
        lda     m_flags
        and     #FLAG_CAPTURE | FLAG_PROMOTION
        beq     @quiet
        txa
        ; A and Y = the address, low and high, where it goes.
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
        ; A byte into each column; m_from, m_to and m_flags are neighbours.
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
        ; A capture or promotion is listed, with listing = 0, and tried.
        ldx     tactical_end
        cpx     #<tactical_moves
        beq     @no_tactical
        jsr     @tried
        lda     #0
        sta     listing
        jsr     list_tactical
        jmp     try_all
@no_tactical:
        ; No quiet move either: a callback dropped it. There is no cutoff.
        jsr     any_waiting
        bne     @waits
        clc
        rts
@waits: jsr     @tried
        ; At a full node it is listed like any quiet move.
        jsr     list_targets
        lda     _half
        bne     @half
        jsr     list_full
        jmp     try_all
        ; list_half can't reach the mark behind this move if 255 moves wait at
        ; the nodes above. So judge_half is called for this move alone.
@half:  ldx     m_from
        lda     board,x
        sta     m_code
        ; X = its number. If judge_half changes seg_start, the move is now in
        ; the sorted list and no longer waits.
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
        ; Note that the node has a legal move.
@tried: lda     n_any
        ora     #ANY_MOVES
        sta     n_any
        rts

; If the move is the killer at X, note in n_any by bit Y that it was tried.
_killer:
        ; It is the killer if both bytes are equal.
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

; filter_waiting - filter the moves from n_first_waiting on
;
; In      as filter
; Out     raw_end
; Uses    as filter
filter_waiting:
        lda     n_first_waiting
        ldx     n_first_waiting+1

; filter - drop moves at a node with FILTERED set: at the root all moves to
; which the search is not restricted, elsewhere the cached move, which has been
; tried
;
; In      A, low, and X, high, of the first raw move's address; raw_end; ply;
;         restrict_count; cached_moves
; Out     raw_end
; Uses    A X Y; m_from, m_to
filter: ldy     ply
        bne     @below
        jmp     restrict
        ; The cached move of this node, two bytes a ply.
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
