; list.s - the list of a node's moves: categories, static values, order
;
; The generators leave raw moves: from, to and flags, a byte in each of three
; columns. The search needs them best first, and of each what it costs to follow
; it up. So each becomes a record of eight bytes at sorted_top: the move; a
; category, which decides its price; the static value, what the position after
; it is worth when no exchanges are counted; and the order by which it is
; sorted, that value and more or less for what else is known.
;
; The category is the first of these that fits. All moves: EVASION, out of
; check, where the profile prices that; FIRST_CHECK and CHECK, of a side that
; has not or has given check on this line. Captures and promotions: PROMOTION
; to a queen, while to anything else is LOSING; CAPTURE, but LOSING_CAPTURE
; where what the enemy takes back on the same square is more. Quiet moves:
; LOSING, where he takes the moved piece with gain; KILLER, which refuted
; another move at this ply lately; THREAT of mate; ATTACK on a more valuable piece;
; FORWARD and BACKWARD.

        .include "memory.inc"

        .export list_begin, list_tactical, list_end, list_full
        .export judge_tactical, judge_check, promoted_code, is_killer
        .export emit, hook_listed, hook_listed_quiet, raw_columns

        .exportzp raw_from, raw_to, raw_flags, king_ways, target_ways
        .exportzp list_next, list_table, list_base, list_sure, list_stamp
        .exportzp list_ask, list_front, list_temp

        .zeropage

raw_from:                       ; the columns of the raw moves that are gone
        .res    2               ; through: from,
raw_to: .res    2               ; to,
raw_flags:                      ; flags
        .res    2
king_ways:                      ; to the enemy king from the square in Y,
        .res    2
target_ways:                    ; to the first three of targets; where there
        .res    6               ; are fewer, to the king once more
list_next:                      ; number of the next move
        .res    1

; Of the piece whose moves list_full is at:
list_table:                     ; its root table, which begins a page;
        .res    2
list_base:                      ; static value less its entry there;
        .res    2
list_sure:                      ; 0: its moves check only where they point at
        .res    1               ; the king, and none is a killer or castling;
list_stamp:                     ; where hits has as much, something may be lost;
        .res    1
list_ask:                       ; bit 7: test each move for attacks,
        .res    1               ; bit 6: and threatens_mate;
list_front:                     ; white goes forward to squares from here on,
        .res    1               ; black to those below
list_temp:                      ; within one routine
        .res    1

        .bss

list_unsure:                    ; of the node: what list_sure is at least,
        .res    1
list_asks:                      ; and list_ask
        .res    1
list_killers:                   ; where the ply's killers are
        .res    1
list_white:                     ; 1: white moves
        .res    1

; PUT_MOVE - the move at hand, of category A, in the record at sorted_top,
; and counted.
        .macro  PUT_MOVE
        ; The four bytes from the category down to the from-square.
        ldy     #REC_CATEGORY
        sta     (sorted_top),y
        dey
        lda     m_flags
        sta     (sorted_top),y
        dey
        lda     m_to                    ; and the squares
        sta     (sorted_top),y
        dey
        lda     m_from
        sta     (sorted_top),y
        inc     nodes                   ; one more evaluated
        bne     :+
        inc     nodes+1
:
        .endmacro

; PUT_VALUE - value as the static value and the order of that record; A is its
; high byte then.
        .macro  PUT_VALUE
        ldy     #REC_SCORE
        lda     value
        sta     (sorted_top),y
        ldy     #REC_ORDER
        sta     (sorted_top),y
        iny
        lda     value+1                 ; high bytes
        sta     (sorted_top),y
        ldy     #REC_SCORE+1
        sta     (sorted_top),y
        .endmacro

        .code

; list_begin - prepare the list of a node, or of one part of it
;
; In      n_following, ply
; Out     n_pv; flights_count
; Uses    A X Y
list_begin:
        ; The flights of the enemy's king are not known, no move is a killer
        ; yet, and there is no move of the last variation, 0, unless the line is
        ; on it.
        ldx     #$FF
        stx     flights_count
        inx
        stx     j_bonus
        txa
        ldy     n_following
        beq     @no_line
        ; Two bytes a ply.
        lda     ply
        asl     a
        tay
        ldx     line,y
        lda     line+1,y
@no_line:
        stx     n_pv
        sta     n_pv+1
        rts

; list_tactical - list captures and promotions
;
; In      tactical_moves to tactical_end; listing: 0 all, STAGES all but
;         losing captures, LOSING_ONLY those; n_evasion, n_checked, n_static
; Out     sorted_top; bit PASSED_OVER of n_any if losing captures were left out
; Uses    everything
list_tactical:
        ; A mark behind the last move ends the loop.
        ldy     #0
        sty     list_next
        lda     #$FF                    ; no move's from
        sta     (tactical_end),y
        ; The next raw move becomes the move at hand.
@move:  ldx     list_next
        lda     tactical_moves,x
        cmp     #$FF
        beq     @done
        sta     m_from
        lda     tactical_moves + RAW_SPACE,x
        sta     m_to
        lda     tactical_moves + 2*RAW_SPACE,x
        sta     m_flags
        inc     list_next
        jsr     judge_tactical
        ; A losing capture is taken, or left, by what listing says.
        cmp     #LOSING_CAPTURE
        beq     @losing
        ldx     listing
        dex                             ; LOSING_ONLY
        beq     @move
@take:  jsr     emit
        jmp     @move                   ; the next one
@losing:
        bit     listing                 ; STAGES
        bpl     @take
        ; Leave it for the last stage, and note that in n_any.
        lda     n_any
        ora     #PASSED_OVER
        sta     n_any
        bne     @move                   ; always
@done:  rts

; list_end - finish a list: the last iteration's move goes first
;
; In      n_pv, n_first_sorted, sorted_top
; Out     the order of that move
; Uses    A X Y
list_end:
        lda     n_pv                    ; 0: off the last variation
        ora     n_pv+1
        beq     @done
        lda     n_first_sorted          ; the records lie on multiples of 8
        ldx     n_first_sorted+1
        ; The address of a record in raw_from, its high byte in X as well.
@record:
        sta     raw_from
        stx     raw_from+1
        cmp     sorted_top
        bne     @look
        cpx     sorted_top+1
        beq     @done
        ; Its move is compared in two bytes; a promotion's bits are in from.
@look:  ldy     #REC_FROM
        lda     (raw_from),y
        cmp     n_pv
        bne     @other
        iny
        lda     (raw_from),y
        cmp     n_pv+1
        beq     @first
@other: clc
        lda     raw_from                ; the next record
        adc     #REC_SIZE
        bcc     @record
        inx
        bcs     @record                 ; always
        ; No order is above it, so that it is picked first.
@first: ldy     #REC_ORDER
        lda     #<INFINITY
        sta     (raw_from),y
        iny
        lda     #>INFINITY
        sta     (raw_from),y
@done:  rts

; judge_tactical - the category of a capture or promotion
;
; In      m_from, m_to, m_flags; n_evasion, n_checked, ply
; Out     A = category; FLAG_CHECK in m_flags; m_code
; Uses    X Y
judge_tactical:
        ; After a promotion the board byte is the new piece's, else it is the
        ; one on the from-square. X = from.
        lda     m_flags
        and     #FLAG_PROMOTION
        bne     @promoted
        ldx     m_from
        lda     board,x
        sta     m_code
@code:  jsr     judge_check
        bcs     @done
        ; No check that counts. Promotions and en passant are judged apart.
        lda     m_flags
        and     #FLAG_PROMOTION | FLAG_EN_PASSANT
        bne     @special
        ; Compare victim and capturer. If a pawn can recapture, the
        ; capture loses: the capturer is worth more than the victim and a
        ; pawn.
        ldx     m_to
        lda     board,x
        and     #$3F
        tay
        lda     swap_worth,y
        sta     list_temp
        lda     m_code
        and     #$3F
        tay
        lda     list_temp
        cmp     swap_worth,y
        bcs     @capture
        ; The capturer is worth more. If a pawn recaptures, it loses; otherwise
        ; the exchange decides.
        lda     m_code
        jsr     pawn_guards             ; X is m_to still
        beq     @loses
        jsr     exchange_loss           ; in sixteenths of a pawn, as list_temp
        cmp     list_temp
        bcc     @capture
        beq     @capture                ; even: no loss
@loses: lda     #LOSING_CAPTURE
        rts
@capture:
        lda     #CAPTURE
@done:  rts
@special:
        ; A = FLAG_EN_PASSANT or FLAG_PROMOTION, the larger. A promotion to
        ; anything but a queen has a bit of $88 in from.
        cmp     #FLAG_PROMOTION
        bcc     @capture                ; en passant
        lda     m_from
        and     #$88
        cmp     #1                      ; carry clear: to a queen
        lda     #PROMOTION
        bcc     @done
        lda     #LOSING
        rts
@promoted:
        jsr     promoted_code
        bne     @code                   ; always

; promoted_code - the board byte of a promoted pawn
;
; In      m_from with the promotion's bits
; Out     m_code = board byte, X = from without them; Z clear
; Uses    A Y
;
; The bits stand for queen 0, rook $08, bishop $80, knight $88.
promoted_code:
        ; Without the bits it is the square; bit 7 goes to carry, bit 3 to $10.
        lda     m_from
        and     #$77
        tax
        lda     m_from
        ldy     #WAY_DIAGONAL
        asl     a                       ; carry: a minor piece
        and     #$10
        bcs     @minor
        ldy     #WAY_STRAIGHT
        cmp     #1                      ; carry: a rook
        bcs     @kind
        ldy     #WAY_DIAGONAL | WAY_STRAIGHT
        bne     @kind                   ; always
@minor: beq     @kind                   ; a bishop
        ldy     #WAY_KNIGHT
@kind:  sty     m_code
        ; The colour of the pawn and the ways of the new piece.
        lda     board,x
        and     #OFF_BOARD
        ora     m_code
        sta     m_code
        rts

; judge_check - does the move check, and is check its category?
;
; In      m_from, m_to, m_flags; m_code = the piece's board byte after the move;
;         X = from without a promotion's bits; look's result, n_evasion,
;         n_checked
; Out     FLAG_CHECK in m_flags; carry set: A = its category
; Uses    A X Y
;
; Nearly all moves end here: nothing points at the king, no piece is bare. So
; gives_check begins inline.
judge_check:
        ; A flag from the generator stands for a move that only may check: it is
        ; not judged.
        lda     m_flags
        and     #FLAG_CHECK             ; en passant, castling: may check
        bne     @unsure
        ; Do the piece's ways lead from there to the king, or is any piece bare?
        ; Else it cannot check.
        sec
        lda     enemy_king
        sbc     m_to
        tay
        lda     attack_table,y
        and     m_code
        ora     bares
        beq     @unsure
        jsr     gives_check
        bcc     @unsure
        ; It checks. Evasions have a category of their own; else it depends on
        ; whether this side has checked before on the line.
        lda     m_flags
        ora     #FLAG_CHECK
        sta     m_flags
        lda     n_evasion
        bne     @evasion
        ldx     side
        inx                             ; 1 white, 2 black
        txa
        and     n_checked
        cmp     #1                      ; carry: it is a further check
        lda     #FIRST_CHECK
        adc     #0
        sec
        rts
        ; No check, or not known: only an evasion has its category then.
@unsure:
        clc
        lda     n_evasion
        beq     @done
@evasion:
        lda     #EVASION
        sec
@done:  rts

; emit - append the judged move to the sorted moves
;
; In      A = category, m_from, m_to, m_flags, n_static, j_bonus: what a
;         killer gains in the order
; Out     sorted_top
; Uses    A X Y
emit:   PUT_MOVE                        ; four bytes of the record
        jsr     after                   ; value = the static value after it
hook_listed:                    ; value, n_move
        PUT_VALUE
        ; Does anything else count in the order?
        lda     j_bonus
        bne     @order
        lda     m_flags
        beq     @leave
        and     #FLAG_CHECK
        beq     @no_check
        lda     profile_check_bonus     ; 0: checks gain nothing
        bne     @order
@no_check:
        lda     m_flags
        lsr     a                       ; FLAG_CAPTURE
        bcc     @leave
        ; The exchange counts in the order of captures, if the profile has
        ; SWAP_SORT.
        lda     switches2
        and     #1 << SWAP_SORT
        bne     @order
        ; The record is done: the next one begins behind it.
@leave: clc
        lda     sorted_top
        adc     #REC_SIZE
        sta     sorted_top
        bcc     @left
        inc     sorted_top+1
@left:  rts

        ; value becomes the order: more by the killer's bonus, 0 for others,
        ; and by that of a check; less by what a capture loses.
@order: lda     j_bonus
        jsr     @add
        lda     m_flags
        and     #FLAG_CHECK
        beq     @no_bonus
        lda     profile_check_bonus
        jsr     @add
@no_bonus:
        lda     m_flags
        lsr     a                       ; FLAG_CAPTURE
        bcc     @ordered
        lda     switches2
        and     #1 << SWAP_SORT
        beq     @ordered
        jsr     exchange_loss
        ldy     #4                      ; a sixteenth of a pawn: 4 score units
        sta     list_temp
@less:  sec                             ; four times
        lda     value
        sbc     list_temp
        sta     value
        bcs     @lessened
        dec     value+1
@lessened:
        dey
        bne     @less
@ordered:
        ; value is no longer the static value, but that is in the record.
        ldy     #REC_ORDER
        lda     value
        sta     (sorted_top),y
        iny
        lda     value+1
        sta     (sorted_top),y
        bne     @leave                  ; always: no score is below 256

        ; A more, 16 bits.
@add:   clc
        adc     value
        sta     value
        bcc     @left
        inc     value+1
        rts

; list_full - list all quiet moves
;
; In      n_first_waiting to raw_end; n_evasion, n_checked, n_static; look's
;         result, and what list_targets notes
; Out     sorted_top; raw_end = n_first_waiting
; Uses    everything
;
; The moves of a piece stand together, so what they share is computed
; once. Table look-ups then show that nearly every move neither checks
; nor loses nor attacks; other routines judge the rest. emit is
; inlined.
list_full:
        ; In check the moves are not looked up in the map, since all are
        ; evasions.
        lda     n_evasion
        bne     @evasions
        jsr     hits_of
        lda     #0
@evasions:
        ; Not 0: every move is judged singly, since it is an evasion or may
        ; uncover a check.
        ora     bares
        sta     list_unsure
        lda     side
        eor     #1
        sta     list_white
        ; What list_ask has for each piece: bit 6, if the profile looks for
        ; threats of mate, and bit 7, if three pointers are not enough for the
        ; targets.
        lda     switches
        asl     a                       ; MATE_THREATS, bit 5, to bit 6
        and     #$40
        ldx     n_targets
        cpx     #4
        bcc     @few
        ora     #$80
@few:   sta     list_asks
        lda     ply                     ; four bytes a ply
        asl     a
        asl     a
        sta     list_killers
        ; Root tables begin pages, so the low byte of their pointer stays 0. Y =
        ; 0 and A = the first move's from.
        lda     #0
        sta     list_table
        sta     list_next
        lda     n_first_waiting
        ldx     n_first_waiting+1
        jsr     raw_columns
        lda     (raw_from),y

        ; A piece, A its square.
_piece: tax
        bpl     @piece
        ; All have been listed, and none waits.
        lda     n_first_waiting         ; it is the mark
        sta     raw_end
        lda     n_first_waiting+1
        sta     raw_end+1
        rts
        ; The table of its kind and colour, by the board byte.
@piece: stx     m_from
        ldy     board,x
        sty     m_code
        lda     pst_page - $40,y
        sta     list_table+1
        txa
        tay
        ; Its moves differ only by the entry of the new square, which is added
        ; to this base.
        sec
        lda     n_static
        sbc     (list_table),y
        sta     list_base
        lda     n_static+1
        sbc     #0
        sta     list_base+1
        ; White's squares forward begin behind the last one of this rank ($0F is
        ; off the board), black's end before its first one.
        txa
        ldy     list_white
        beq     @black
        ora     #$0F
        bne     @front                  ; always
@black: and     #$70
@front: sta     list_front

        ; A killer's piece may make the killer's move, a king may castle, a pawn
        ; may attack any officer.
        ; A killer is compared by its from-square alone here.
        ldy     list_killers
        txa
        cmp     killers,y
        beq     @killer
        cmp     killers+2,y
        beq     @killer
        lda     #0
        beq     @no_killer              ; always
@killer:
        lda     #1
@no_killer:
        ora     list_unsure
        sta     list_sure
        ; Neither pawn nor king: A = 0, nothing more to ask. A pawn: bit 7. The
        ; king may castle, so castling rights, of either side, make him unsure.
        lda     m_code
        and     #WAY_KING | ANY_PAWN
        beq     @officer
        and     #WAY_KING
        bne     @king
        lda     #$80
        bne     @officer                ; always
@king:  lda     list_sure
        ora     castle
        sta     list_sure
        lda     #0
@officer:
        ora     list_asks
        sta     list_ask
        ; Where a slider hits the square, it may take something whatever moves.
        ; A mark above the stamp is a slider's: then list_stamp is 0, which
        ; every byte of hits reaches, and each move is tested for a loss.
        lda     n_evasion
        bne     @no_map
        lda     hits_stamp
        cmp     hits,x
        bcs     @no_slider
        lda     #0
@no_slider:
        sta     list_stamp
@no_map:
        ldy     list_next
        jmp     _move

        ; An evasion, a killer's or a castling king's move, or one that points
        ; at the enemy king or may uncover a check.
_unsure:
        ; Carry set: A is EVASION, a check or a first check.
        ldx     m_from
        jsr     judge_check
        bcs     _emit
        ; A killer, where the profile has killers and it does not lose the
        ; piece. Castling loses none.
        lda     switches
        and     #1 << KILLERS
        beq     @no_killer
        jsr     is_killer
        lda     j_killer
        beq     @no_killer
        lda     m_flags
        and     #FLAG_CASTLE
        bne     @killer
        jsr     loses
        bne     @loses
@killer:
        lda     #KILLER
        bne     _emit                   ; always
@loses: lda     #LOSING
        bne     _emit                   ; always
        ; No killer. Castling is FORWARD; any other move is a plain quiet move.
@no_killer:
        ldy     m_to
        lda     m_flags
        and     #FLAG_CASTLE
        beq     _quiet
        lda     #FORWARD
        ; Here value and order may differ, so emit is called; the bonus was for
        ; this move alone.
_emit:  jsr     emit
        lda     #0
        sta     j_bonus
        jmp     _next

        ; A move of that piece, Y its number and then its square.
        ; Y = the new square, list_next the number of the next move.
_move:  lda     (raw_flags),y
        sta     m_flags
        lda     (raw_to),y
        sta     m_to
        iny
        sty     list_next
        tay
        ; Does it point at the king, or is it unsure for one of the reasons
        ; above?
        lda     (king_ways),y
        and     m_code
        ora     list_sure
        bne     _unsure
        ; It doesn't check. Does the enemy see its square, or what is behind it?
_quiet: lda     hits,y
        cmp     list_stamp
        bcs     _hit
        ; It loses nothing. Does it threaten or attack? N and V are bits 7 and 6
        ; of list_ask.
_keeps: bit     list_ask
        bvs     _threat
        bmi     _ask
        lda     (target_ways),y         ; has the piece a way to a target?
        ora     (target_ways+2),y
        ora     (target_ways+4),y
        and     m_code
        bne     _ask

        ; Up the board for white, down for black?
_no_attack:
        cpy     list_front              ; carry: white's forward, black's not
        lda     #FORWARD >> 1
        rol     a
        eor     list_white

        ; emit for a move without flags that matter, A = category.
_plain: PUT_MOVE
        ; The static value: the base and the entry of the new square.
        ldy     m_to
        clc
        lda     (list_table),y
        adc     list_base
        sta     value
        lda     list_base+1
        adc     #0
        sta     value+1
hook_listed_quiet:              ; value, n_move
        PUT_VALUE
        lda     sorted_top              ; carry is clear since the value's sum
        adc     #REC_SIZE
        sta     sorted_top
        bcc     _next
        inc     sorted_top+1
        ; While from is the same it is the same piece's move, and its tables and
        ; bounds stay.
_next:  ldy     list_next
        lda     (raw_from),y
        cmp     m_from
        beq     _move
        jmp     _piece

_hit:   jsr     loses_hit               ; Z clear: the piece is lost
        bne     _loses
        ldy     m_to
        bpl     _keeps                  ; always
_loses: lda     #LOSING
        bne     _plain                  ; always

        ; It points at a target: is the line free, and the target worth more?
_ask:   jsr     attacks
        ldy     m_to
        bcc     _no_attack
        lda     #ATTACK
        bne     _plain                  ; always

_threat:
        jsr     threatens_mate          ; carry set: it threatens mate
        lda     #THREAT
        bcs     _plain
        bcc     _ask                    ; always

; raw_columns - where the columns of a list of raw moves begin
;
; In      A = low, X = high byte of the first one's address; raw_end
; Out     raw_from, raw_to, raw_flags; a mark behind the last, A = $FF, which is
;         no move's from; Y = 0
; Uses    nothing
raw_columns:
        ; The columns are whole pages apart, so the low bytes are the same.
        sta     raw_from
        sta     raw_to
        sta     raw_flags
        stx     raw_from+1
        txa
        clc
        adc     #>RAW_SPACE
        sta     raw_to+1
        adc     #>RAW_SPACE
        sta     raw_flags+1
        ldy     #0
        lda     #$FF                    ; the mark
        sta     (raw_end),y
        rts

; is_killer - is the move a killer of this ply?
;
; In      m_from, m_to, ply
; Out     yes: j_killer 1, j_bonus the profile's; no: j_killer 0
; Uses    A X
is_killer:
        lda     ply                     ; four bytes a ply: two moves
        asl     a
        asl     a
        tax
        ; The first killer; with its from but another to it may be the second.
        lda     m_from
        cmp     killers,x
        beq     @first
@second:
        cmp     killers+2,x
        bne     @none
        lda     m_to
        cmp     killers+3,x
        beq     @killer
@none:  lda     #0
        sta     j_killer
        rts
@first: lda     m_to
        cmp     killers+1,x
        beq     @killer
        lda     m_from
        jmp     @second
        ; It is: the order gains what the profile has for killers.
@killer:
        lda     profile_bonus
        sta     j_bonus
        lda     #1
        sta     j_killer
        rts

        .assert FORWARD .mod 2 = 0 && BACKWARD = FORWARD + 1, error, "FORWARD and BACKWARD are no pair"
