; search.s - the nodes of the SEX search: fail-hard alpha-beta under a budget

        .include "memory.inc"

        .export expand, node, value_draw, spent
        .export has_room, quiet_room
        .export no_moves, in_parts, look_node, begin_lists, tactical_part
        .export limit_reached, expand_unpassed
        .export any_waiting, fifty, hook_tactical
        .export hook_quiet, hook_generated, pv_row_low, pv_row_high

; Overlay of search_zp, while the routine runs.
_sum    = search_zp             ; spent: both budgets
_wanted = search_zp             ; has_room: records

; Up to here in sorted_stack any node's moves find room behind sorted_top.
ROOMY   = sorted_stack + REC_SIZE*(SORTED_SPACE-MAX_MOVES)

; FIFTY - call fifty if the clock is high enough, and jump to a label if it is a
; draw.
.macro  FIFTY   drawn
        lda     half
        cmp     #FIFTY_MOVES
        bcc     :+
        jsr     fifty
        bcs     drawn
:
.endmacro

; ROOM - near the end of the sorted stack call a routine, and jump to a label if
; there is no room.
.macro  ROOM    routine, none
        lda     sorted_top+1
        cmp     #>ROOMY
        bcc     :+
        jsr     routine
        bcc     none
:
.endmacro

        .code

; node - search a position that is to be expanded
;
; In      ply, n_sx, n_other, n_checked, n_static, n_alpha, n_beta; n_maybe:
;         the side to move may be in check; n_following
; Out     value, alpha to beta; carry set: a move's value is at least beta, so
;         the parent drops its move
; Uses    everything
node:   ldx     ply
        lda     #0
        sta     pv_len,x                ; no line yet
        txa
        beq     @limits                 ; the root is never a draw
        ; Below the root a repetition or too little material is a draw, whatever
        ; the moves. Carry set: it is one.
        jsr     repeated
        bcs     value_draw
        jsr     insufficient
        bcs     value_draw
@limits:
        jsr     limit_reached
        bcc     expand
        lda     #1                      ; whatever the value is from here on,
        sta     stopped                 ; it is not used

; value_draw - the value of a draw; ends node
;
; In      ply, draw_even, draw_odd
; Out     as node
; Uses    A X
value_draw:
        ; The draw's value depends on the side to move: the parity of the
        ; ply.
        lda     ply
        and     #1
        asl     a                       ; from draw_even to draw_odd; clears carry
        tax
        lda     draw_even,x
        sta     value
        lda     draw_even+1,x
        sta     value+1
        rts

; limit_reached - does a limit end the search at this node?
;
; In      limited, stop_flag, nodes, node_limit
; Out     carry set: it does; limited, nodes
; Uses    A
;
; All code that counts nodes adds to the low word only. Its bit 15 is the carry
; to the high word, which is taken over here.
limit_reached:
        lda     nodes+1                 ; the low word has 15 bits
        bmi     @carry
@counted:
        lda     limited                 ; 1: limits count
        beq     @grace
        lda     stop_flag
        bne     @yes                    ; the host wants to stop
        lda     nodes_high+1            ; as a rule that decides
        cmp     node_limit+3
        bne     @told                   ; carry set: more
        ; The top bytes are equal: compare the other three.
        lda     nodes
        cmp     node_limit
        lda     nodes+1
        sbc     node_limit+1
        lda     nodes_high
        sbc     node_limit+2            ; carry set: as many, or more
@told:  rts
@yes:   sec
        rts
        ; The low word begins again; 32,768 more in the high one.
@carry: and     #$7F
        sta     nodes+1
        inc     nodes_high
        bne     @counted
        inc     nodes_high+1
        bne     @counted                ; always, but after 2^31 nodes

        ; No root move has been searched yet, so limits do not count.
@grace: lda     nodes+1
        cmp     #>GRACE_NODES
        bcc     @no
        lda     #1
        sta     limited
        bne     @counted                ; always
@no:    rts

; expand - expand a node that is no draw and not stopped; ends node
;
; In      as node
; Out     as node
; Uses    as node
expand:
        lda     #$FF
        sta     hits_ply                ; the attack map is of another node
        ; The result of look: bit 0 says whether checks must be looked for.
        lda     n_maybe
        and     #1
        jsr     look_node
        lda     n_maybe
        and     #2
        bne     expand_unpassed         ; known not to pass
        lda     pass_margin             ; 0: no pass cuts in this profile
        beq     expand_unpassed
        jsr     passes                  ; carry set: a pass cut, value is beta
        bcc     expand_unpassed
        rts

; expand_unpassed - expand a node that does not pass; ends node
;
; In      as node, and look's result
; Out     as node
; Uses    as node
;
; The node's budget against the least prices says what becomes of it. If it pays
; for no move, all are evaluated one by one: a frontier. If it pays only for
; captures and the like, it is a half-frontier, and the quiet moves are
; evaluated after the others. Else all moves are listed, at once or in stages,
; and followed up as far as the budget goes.
expand_unpassed:
        ; The row of prices: even plies have two, the first from DeepFrom on;
        ; odd plies have two more behind them. X = ply, Y = the row.
        ldx     ply
        txa
        lsr     a
        lda     #0
        bcc     @even
        lda     #$20
@even:  cpx     profile_deep_from
        bcs     @deep
        adc     #$10                    ; carry is clear
@deep:  sta     n_row
        tay
        lda     n_following
        asl     a
        asl     a
        sta     n_any                   ; FOLLOWING; at the root FILTERED
        inx
        cpx     depth
        bcs     _frontier               ; the line may get no longer
        lda     n_evasion
        beq     @any
        iny                             ; to price+LEAST_EVASION
        iny
@any:   lda     switches
        lsr     a                       ; TWO_BUDGETS
        bcs     _two_least
        ; The least price of a move in this row, or of an evasion.
        lda     n_sx                    ; spent, with one budget: tested inline
        cmp     price+LEAST,y
        bcc     _frontier
        ; It pays for some move. If the profile has half-frontiers, does it pay
        ; for a quiet move too? Y may point to evasions, hence n_row again.
_pays:  bit     switches
        bvc     _full                   ; HALF_FRONTIER
        ldy     n_row
        lda     price+QUIETEST,y
        ldx     n_evasion
        beq     @least
        lda     #0                      ; evasions have one price, which it pays
@least: jsr     spent
        bcc     _full
        ; A half-frontier. The move of the cache comes first, with A = 1 for it.
        ; Carry set: it cuts, and value is beta.
_half:  lda     switches2
        and     #1 << CACHE
        beq     @uncached
        lda     #1
        jsr     try_cached
        bcs     _done
        lda     stopped
        bne     _done                   ; with carry clear
        jsr     _look_again             ; a child has called look
@uncached:
        ; A killer that the budget does not follow is only evaluated, which is
        ; cheap: it is tried before the captures are generated. Carry set: it
        ; cuts.
        ldy     n_row
        lda     price+KILLER,y
        jsr     spent
        bcc     @parts
        jsr     try_killers
        bcs     _beta
@parts: lda     #0
        jmp     in_parts

_beta:  lda     n_beta                  ; a cut, with carry set
        sta     value
        lda     n_beta+1
        sta     value+1
_done:  rts

_frontier:
        jmp     frontier

_two_least:                             ; the same by two budgets
        lda     price+LEAST,y
        jsr     spent
        bcs     _frontier
        bcc     _pays
        ; A full node: the move of the cache first, with A = 0 for it.
_full:  lda     switches2
        and     #1 << CACHE
        beq     @uncached
        lda     #0
        jsr     try_cached
        bcs     _done
        lda     stopped
        bne     _done                   ; with carry clear
        jsr     _look_again
@uncached:
        ; Stages: not on the last variation, nor in check where a single evasion
        ; has a price of its own, since then all moves are to be counted.
        lda     switches2
        and     #1 << STAGED
        beq     _at_once
        lda     n_following
        bne     _at_once
        lda     n_evasion
        beq     @stages
        lda     profile_single          ; needs the number of all moves
        bne     _at_once
@stages:
        lda     sorted_top              ; stages need room for all moves
        cmp     #<(ROOMY+1)
        lda     sorted_top+1
        sbc     #>(ROOMY+1)
        bcs     _at_once
        lda     #STAGES
        bne     in_parts                ; always
        ; All at once: all moves are generated before the first is tried. In
        ; check the map is not needed: no move of the king is read from it.
_at_once:
        lda     checkers
        bne     @evasions
        jsr     hits_of                 ; for the king, and list_full needs it
@evasions:
        jsr     tactical_part
        jsr     generate_quiet
        lda     n_any                   ; the root, or the cached move was tried
        and     #FILTERED
        beq     hook_generated
        jsr     filter_waiting
hook_generated:                 ; tactical_end, n_first_waiting, raw_end
        ; No move at all is mate or stalemate, or all have been tried.
        jsr     _any_tactical
        bne     @moves
        jsr     any_waiting
        beq     _no_quiet
@moves: FIFTY   _fifty
        ROOM    has_room, _no_room
        jsr     list_begin
        lda     #0                      ; 0: all captures, none passed over
        sta     listing
        jsr     list_tactical
        jsr     list_targets
        jsr     list_full
        jsr     list_end
        jmp     try_all

; in_parts - search a node in parts: first captures and promotions, sorted; then
; quiet moves; ends node
;
; In      as node, and look's result; A = 0: a half-frontier: quiet moves that
;         check, attack or are killers are sorted, the rest is evaluated as
;         generated; A = STAGES: the killers come first, then all others sorted,
;         and with them the losing captures, which the first part has passed
;         over
; Out     as node
; Uses    as node
in_parts:
        ; n_any keeps what kind of node it is, since children use listing too.
        sta     listing
        ora     n_any
        sta     n_any
        jsr     list_begin
        jsr     tactical_part
hook_tactical:                  ; tactical_end
        jsr     _any_tactical
        beq     _no_tactical
        jsr     _has_moves
        FIFTY   _fifty
        ROOM    has_room, _no_room
        ; First the captures and promotions, at a staged node only the sound
        ; ones; they are tried, and alpha with them. Carry set: a cut.
        jsr     list_tactical
        jsr     list_end
        jsr     try_all
        bcs     _parts_done
        lda     stopped
        beq     _no_tactical
_parts_done:
        rts

; The sorted moves have no room for the node's: none is followed up.
_no_room:
        ; Its waiting moves are dropped, and frontier evaluates them all again.
        jsr     _has_moves
        jsr     _no_waiting
        jmp     frontier

; No quiet moves are left: the value is alpha, as the other parts raised it,
; unless these had no moves either.
_no_quiet:
        lda     n_any
        lsr     a                       ; ANY_MOVES
        bcc     @none
        lda     n_alpha                 ; fail-hard: alpha is the value
        sta     value
        lda     n_alpha+1
        sta     value+1
        clc
        rts
@none:  jmp     no_moves

_fifty: jsr     _no_waiting
        jmp     value_draw

        ; No capture has cut. The killers follow, by their own routine; each
        ; child calls look.
_no_tactical:
        jsr     _look_again
        jsr     killers_part
        bcs     _parts_done
        lda     stopped
        bne     _parts_done
        jsr     _look_again
        lda     checkers
        bne     @evasions
        jsr     hits_of                 ; for the king, and loses needs it
        ; A losing capture was passed over: the captures are generated again,
        ; for the last stage to list.
@evasions:
        bit     n_any
        bvc     @none_passed            ; PASSED_OVER
        jsr     tactical_part
@none_passed:
        ; The quiet moves without the killers that were tried, and at the root
        ; without those that it is restricted from.
        jsr     generate_quiet
        jsr     drop_early
        lda     n_any
        and     #FILTERED
        beq     hook_quiet
        jsr     filter_waiting
hook_quiet:                     ; n_first_waiting, raw_end
        bit     n_any                   ; N: STAGED_NODE, V: PASSED_OVER
        bmi     _last_stage             ; STAGED_NODE
        jsr     any_waiting
        beq     _no_quiet
        FIFTY   _fifty
        lda     raw_end+1               ; at most MOST_WAITING moves may wait
        cmp     #>(raw_moves + MOST_WAITING + 1)
        bcs     @none_followed
        ROOM    quiet_room, @none_followed
        lda     n_any
        and     #FOLLOWING
        beq     @line
        sta     n_following             ; a child has changed it, and n_pv
        jsr     list_begin
        ; A half-frontier lists those quiet moves that are worth it; the others
        ; wait behind and are only evaluated.
@line:  jsr     list_targets
        jsr     list_half
        jsr     list_end
        jmp     try_all
@none_followed:
        lda     #1                      ; which moves check isn't known
        jmp     try_waiting

; The last stage: the losing captures that were passed over, and all quiet
; moves.
_last_stage:
        bvs     @moves                  ; PASSED_OVER
        jsr     any_waiting             ; no losing captures: any quiet moves?
        bne     @moves
        jmp     _no_quiet
@moves: lda     half
        cmp     #FIFTY_MOVES            ; the root has no stages
        bcc     @no_draw
        jmp     _fifty
@no_draw:
        ; Only the losing captures are listed now, if any; then all quiet moves,
        ; sorted together.
        jsr     list_begin
        lda     #LOSING_ONLY
        sta     listing
        bit     n_any
        bvc     @quiet
        jsr     list_tactical
@quiet: jsr     list_targets
        jsr     list_full
        jmp     try_all

; no_moves - the value of mate or stalemate; ends node
;
; In      checkers, ply
; Out     as node
; Uses    A X
no_moves:
        ; Without check it is stalemate. For the loser a mate is better the
        ; further it is from the root.
        lda     checkers
        bne     @mate
        jmp     value_draw
@mate:  clc
        lda     ply
        adc     #<MATED
        sta     value
        lda     #>MATED
        adc     #0                      ; and clears carry
        sta     value+1
        rts

; Call look again, if a child has called it since.
_look_again:
        ; look_ply is the ply of the last look: a searched child has called it
        ; since. A = 1: it is not known whether it is check.
        lda     look_ply
        cmp     ply
        beq     _looked
        lda     #1

; look_node - call look, and set n_evasion
;
; In      A as look
; Out     The result of look, n_evasion
; Uses    A X Y
look_node:
        jsr     look
        lda     ply
        sta     look_ply
        ; n_evasion is the price of an evasion at a node in check, else 0: then
        ; moves have their usual prices.
        lda     checkers
        beq     @no_evasion
        lda     profile_price+EVASION
@no_evasion:
        sta     n_evasion
_looked:
        rts

; begin_lists - a part's lists begin where those above them end
;
; In      sorted_top, raw_end
; Out     n_first_sorted, n_first_waiting
; Uses    A
begin_lists:
        lda     sorted_top
        sta     n_first_sorted
        lda     sorted_top+1
        sta     n_first_sorted+1
        lda     raw_end
        sta     n_first_waiting
        lda     raw_end+1
        sta     n_first_waiting+1
        rts

; tactical_part - generate a node's captures and promotions, and begin its
; lists
;
; In      The result of look
; Out     tactical_end; n_first_sorted, n_first_waiting; raw_end as before
; Uses    A X Y
tactical_part:
        jsr     begin_lists
        ; Captures go to a place of their own, which every node uses again.
        lda     #<tactical_moves
        sta     raw_end
        lda     #>tactical_moves
        sta     raw_end+1
        jsr     generate_tactical
        ; FILTERED: drop what has been tried, or what the root leaves out.
        lda     n_any
        and     #FILTERED
        beq     @all
        lda     #<tactical_moves
        ldx     #>tactical_moves
        jsr     filter
@all:   lda     raw_end
        sta     tactical_end
        lda     raw_end+1
        sta     tactical_end+1

; The node's waiting moves are gone.
_no_waiting:
        lda     n_first_waiting
        sta     raw_end
        lda     n_first_waiting+1
        sta     raw_end+1
        rts

; A part of the node has moves.
_has_moves:
        lda     n_any
        ora     #ANY_MOVES
        sta     n_any
        rts

; Z set: there are no moves from tactical_moves to tactical_end.
_any_tactical:
        lda     tactical_end
        cmp     #<tactical_moves
        bne     @yes
        lda     tactical_end+1
        cmp     #>tactical_moves
@yes:   rts

; any_waiting - are there moves from n_first_waiting to raw_end?
;
; In      n_first_waiting, raw_end
; Out     Z set: no
; Uses    A
any_waiting:
        lda     raw_end
        cmp     n_first_waiting
        bne     @yes
        lda     raw_end+1
        cmp     n_first_waiting+1
@yes:   rts

; quiet_room - do the quiet moves of a node find room among the sorted ones?
;
; In      n_first_waiting to raw_end; sorted_top
; Out     carry set: yes
; Uses    A X; search_zp
quiet_room:
        lda     #0                      ; no captures to count
        beq     _wanted_room

; has_room - do the moves of a node find room among the sorted ones?
;
; In      tactical_moves to tactical_end; else as quiet_room
; Out     carry set: yes
; Uses    A X; search_zp
;
; All moves of a node together are at most MAX_MOVES, a byte.
has_room:
        ; The captures and the waiting moves, counted in the low bytes of their
        ; addresses.
        lda     tactical_end
        sec
        sbc     #<tactical_moves
_wanted_room:
        clc
        adc     raw_end
        sec
        sbc     n_first_waiting
        sta     _wanted

        ; The free records, an eighth of the bytes: 9 bits.
        lda     #<(sorted_stack + REC_SIZE*SORTED_SPACE)
        sec
        sbc     sorted_top
        tax
        lda     #>(sorted_stack + REC_SIZE*SORTED_SPACE)
        sbc     sorted_top+1
        stx     _wanted+1
        lsr     a
        ror     _wanted+1
        lsr     a
        ror     _wanted+1
        lsr     a
        ror     _wanted+1
        lsr     a                       ; carry set: 256 or more
        bcs     @room
        lda     _wanted+1
        cmp     _wanted                 ; carry set: room for all
@room:  rts

; fifty - is it a draw by fifty moves?
;
; In      half, ply; the side to move has a legal move
; Out     carry set: it is; not at the root
; Uses    A
fifty:  lda     half
        cmp     #FIFTY_MOVES
        bcc     @no
        lda     ply                     ; carry clear at ply 0
        cmp     #1
@no:    rts

; spent - is a move of this price, and so any more expensive one, terminal?
;
; In      A = price; n_sx, n_other
; Out     carry set: yes; X = price
; Uses    A; search_zp
spent:  tax
        lda     switches
        lsr     a                       ; TWO_BUDGETS
        bcs     @two
        txa
        sbc     n_sx                    ; with a borrow: carry set where it is
        rts                             ; less than the price
@two:   lda     profile_budgets
        cmp     #BUDGETS_SHARED
        beq     @shared
        cmp     #BUDGETS_OWN
        beq     @own
        ; The third rule: both budgets must be used up, the other side's to 0
        ; and this one to the price.
        lda     n_other
        bne     @no
        cpx     n_sx                    ; the price is as much, or more
        rts
@own:   lda     #0
        cmp     n_other                 ; who is to move after it has nothing
        rts
@shared:
        ; The sum of both budgets must not be above the price.
        clc
        lda     n_sx
        adc     n_other
        bcs     @no                     ; more than a byte
        sta     _sum
        cpx     _sum
        rts
@no:    clc
        rts

        .rodata

; Where the principal variation of each ply lies: the root's in a place of
; its own, the others in the upper halves of pst's first eight pages, two in 64
; bytes. From ply p on a line has at most MAX_PLY - p moves, so that the lines
; of plies p and MAX_PLY - p fit together.
.macro  PV_ROWS byte
        .byte   byte(pv_root)
        .repeat 16, k
        .byte   byte(pst + $80 + 256*(k/2) + 64*(k .mod 2))
        .endrepeat
        .repeat 15, k
        .byte   byte(pst + $80 + 256*((14-k)/2) + 64*((14-k) .mod 2) + 2*(17+k))
        .endrepeat
        .byte   0
.endmacro
pv_row_low:
        PV_ROWS .lobyte
pv_row_high:
        PV_ROWS .hibyte
