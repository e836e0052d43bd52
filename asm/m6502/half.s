; half.s - the quiet moves of half-frontiers, and attacks on a more valuable piece
;
; At a half-frontier the budget pays for following up captures, checks and the
; like, but no plain quiet move. So of the quiet moves only those are listed
; that check, attack a more valuable piece or are killers, and don't lose the piece.
; The others wait where the generator left them, moved together; once the
; sorted moves have been tried, scan_quiet values them as they stand.

        .include "memory.inc"

        .export list_half, judge_half, drop_waiting, list_targets
        .export attacks

        .importzp king_ways, target_ways, list_next, list_stamp, list_ask
        .importzp list_temp

; What list_full has in page 0 is free here.
seg_start = list_stamp          ; the moves that have not been moved down yet,
seg_write = list_ask            ; and where to
targets_end = list_stamp        ; list_targets: behind the enemy's last slot to look at
targets_promoted = list_ask     ; 0: none of his pawns has been promoted

        .bss

half_killers:                   ; the ply's killers, from NO_SQUARE: none
        .res    4

        .code

; list_half - list the quiet moves that may be worth it; the others wait
;
; In      n_first_waiting to raw_end; n_static, n_checked; the picture, and
;         what list_targets notes
; Out     sorted_top; raw_end
; Uses    everything
;
; Nearly all moves neither check nor attack, and one AND tests all targets:
; they stay where they are. What a piece is asks for one of several loops, so
; that its moves are gone through without a thought of it: 26 cycles a move
; where only the king counts, 31 with one target, 41 with three. X is a move's
; number from raw_moves on: all that wait are below 256 here (in_parts).
list_half:
        ldy     #0
        lda     #$FF                    ; no move's from
        sta     (raw_end),y
        sta     half_killers
        sta     half_killers+2
        lda     switches
        and     #1 << KILLERS
        beq     @no_killers
        lda     ply
        asl     a
        asl     a
        tay
        .repeat 4, i
        lda     killers+i,y
        sta     half_killers+i
        .endrepeat
@no_killers:
        ldx     n_first_waiting
        stx     seg_start
        stx     seg_write
        lda     bares
        beq     _first
        ; A bare piece's moves may all check: it is seldom that there is one.
_bare:  ldy     raw_moves,x
        bmi     _end
        sty     m_from
        lda     board,y
        sta     m_code
        jsr     judge_half
        inx
        bne     _bare                   ; always

_end:   stx     list_next
        jsr     drop_waiting
        lda     seg_write
        sta     raw_end
        rts

        ; A killer's piece. The killer is judged, a pawn too, the other moves
        ; of an officer where they point at the king or at one of three
        ; targets.
_killers_piece:
        ldy     n_targets
        cpy     #4
        bcs     _judge_all
        and     #ANY_PAWN
        bne     _judge_all
_with_killer:
        ldy     raw_moves + RAW_SPACE,x
        cpy     half_killers+1
        beq     @judge
        cpy     half_killers+3
        beq     @judge
        lda     (king_ways),y
        ora     (target_ways),y
        ora     (target_ways+2),y
        ora     (target_ways+4),y
        and     m_code
        beq     @next
@judge: jsr     judge_half
@next:  inx
        lda     raw_moves,x
        cmp     m_from
        beq     _with_killer
        jmp     _piece

_judge_all:
        jsr     judge_half
        inx
        lda     raw_moves,x
        cmp     m_from
        beq     _judge_all
        bne     _piece                  ; always

_first: lda     raw_moves,x
_piece: tay                             ; A is its square
        bmi     _end
        sta     m_from
        lda     board,y
        sta     m_code
        cpy     half_killers
        beq     _killers_piece
        cpy     half_killers+2
        beq     _killers_piece
        lsr     a
        bcc     @no_white_pawn
        jmp     _pawn
@no_white_pawn:
        lsr     a
        bcs     _minor                  ; knight
        and     #(WAY_DIAGONAL | WAY_STRAIGHT) >> 2
        beq     _king_or_pawn
        lsr     a
        bcc     _rook
        bne     _scan0                  ; queen

        ; Two targets are tried as three, the third of which is the king.
_minor: lda     n_targets
        beq     _scan0
        cmp     #2
        bcc     _scan1
        cmp     #4
        bcc     _scan3
        bcs     _judge_all              ; always
_rook:  lda     n_queens
        beq     _scan0
        cmp     #2
        bcs     _judge_all
        ldy     targets
        lda     board,y
        and     #WAY_DIAGONAL           ; a queen is first in the list, as a rule
        bne     _scan1
        beq     _judge_all              ; always

_king_or_pawn:
        lda     m_code
        and     #WAY_KING
        bne     _king
        jmp     _pawn
        ; The king neither checks nor attacks.
_king:  inx
        lda     raw_moves,x
        cmp     m_from
        beq     _king
        bne     _piece                  ; always

; SCAN - the moves of an officer against the king and some targets.
        .macro  SCAN label, count
label:  ldy     raw_moves + RAW_SPACE,x
        lda     (king_ways),y
        .repeat count, i
        ora     (target_ways+2*i),y
        .endrepeat
        and     m_code
        bne     @hit
@next:  inx
        lda     raw_moves,x
        cmp     m_from
        beq     label
        jmp     _piece
@hit:   jsr     judge_half
        jmp     @next
        .endmacro
        SCAN    _scan0, 0
        SCAN    _scan1, 1
        SCAN    _scan3, 3

        ; Does a pawn attack a piece worth more than itself, or the king?
_pawn:  clc
        lda     raw_moves + RAW_SPACE,x
        adc     pawn_left
        tay
        lda     board,y
        eor     enemy_colour
        and     #OFF_BOARD | ANY_PAWN
        beq     @judge
        iny
        iny
        lda     board,y
        eor     enemy_colour
        and     #OFF_BOARD | ANY_PAWN
        bne     @next
@judge: jsr     judge_half
@next:  inx
        lda     raw_moves,x
        cmp     m_from
        beq     _pawn
        jmp     _piece

; judge_half - judge a quiet move at a half-frontier
;
; In      X = its number from raw_moves on, m_from, m_code
; Out     sorted_top and, where it is among the sorted moves, seg_start and
;         seg_write; X as before
; Uses    A Y
judge_half:
        stx     list_next
        lda     raw_moves + RAW_SPACE,x
        sta     m_to
        lda     raw_moves + 2*RAW_SPACE,x
        sta     m_flags
        ldx     m_from
        jsr     judge_check
        bcs     @sort
        lda     switches
        and     #1 << KILLERS
        beq     @no_killer
        jsr     is_killer
        lda     j_killer
        beq     @no_killer
        lda     #KILLER
        bne     @worth                  ; always
@no_killer:
        jsr     attacks
        bcc     @stays
        lda     #ATTACK
@worth: pha
        lda     m_flags
        and     #FLAG_CASTLE
        bne     @sound
        jsr     loses
        beq     @sound
        pla
        lda     #0
        sta     j_bonus
@stays: ldx     list_next
        rts
@sound: pla
@sort:  jsr     emit
        lda     #0
        sta     j_bonus

; drop_waiting - take the move that is judged out of the waiting ones; ends
; judge_half
;
; In      list_next, its number; seg_start, seg_write
; Out     seg_start, seg_write; X = its number
; Uses    A Y
;
; The moves since the last one taken out are moved down now.
drop_waiting:
        ldx     seg_start
        ldy     seg_write
        cpx     list_next
        beq     @moved
        cpx     seg_write
        beq     @in_place
@move:  lda     raw_moves,x
        sta     raw_moves,y
        lda     raw_moves + RAW_SPACE,x
        sta     raw_moves + RAW_SPACE,y
        lda     raw_moves + 2*RAW_SPACE,x
        sta     raw_moves + 2*RAW_SPACE,y
        inx
        iny
        cpx     list_next
        bne     @move
        beq     @moved                  ; always
@in_place:
        ldy     list_next
@moved: sty     seg_write
        ldx     list_next
        inx
        stx     seg_start
        dex
        rts

; list_targets - note the enemy's queens and rooks
;
; In      side, the lists
; Out     targets, n_targets, n_queens; king_ways, target_ways; pawn_left,
;         enemy_colour
; Uses    A X Y
;
; An officer is listed before those of a lesser kind: where none of the pawns
; behind them has been promoted, the first bishop or knight ends the list.
list_targets:
        lda     #0
        sta     n_targets
        sta     n_queens
        lda     side
        eor     #1
        tay
        ldx     kings,y
        lda     colours,y
        sta     enemy_colour
        lda     left_captures,y
        sta     pawn_left
        lda     promoted,y
        sta     targets_promoted
        txa
        clc
        adc     scan_count,y
        sta     targets_end
        lda     square,x                ; the king's
        eor     #$77
        sta     king_ways
        sta     target_ways
        sta     target_ways+2
        sta     target_ways+4
        lda     #>ways_from
        sta     king_ways+1
        sta     target_ways+1
        sta     target_ways+3
        sta     target_ways+5
@slot:  inx                             ; from the one behind the king
        cpx     targets_end
        bcs     @done
        ldy     square,x
        lda     board,y                 ; the dead stand off the board
        and     #WAY_KNIGHT | WAY_DIAGONAL | WAY_STRAIGHT
        beq     @slot
        cmp     #WAY_STRAIGHT
        bcs     @target
        lda     targets_promoted
        bne     @slot
@done:  rts
@target:
        beq     @rook
        inc     n_queens
@rook:  stx     list_temp
        ldx     n_targets
        inc     n_targets
        tya
        sta     targets,x
        cpx     #3
        bcs     @noted
        ldy     doubled,x
        eor     #$77
        sta     a:target_ways,y
@noted: ldx     list_temp
        bne     @slot                   ; always

; attacks - does a quiet move bring a piece to attack a more valuable one?
;
; In      m_code, m_to, n_targets, targets, pawn_left, enemy_colour; before
;         the move
; Out     carry set: yes
; Uses    A X Y
attacks:
        lda     m_code
        and     #ANY_PAWN
        bne     @pawn
        lda     m_code
        and     #WAY_KNIGHT | WAY_DIAGONAL | WAY_STRAIGHT
        beq     @no                     ; a king
        cmp     #WAY_DIAGONAL | WAY_STRAIGHT
        beq     @no                     ; a queen
        ldx     n_targets
        beq     @no
@one:   sec
        lda     targets-1,x
        sbc     m_to
        tay
        lda     attack_table,y
        and     m_code
        bne     @points
@next:  dex
        bne     @one
@no:    clc
        rts
@points:
        and     #WAY_KNIGHT
        bne     @yes
        lda     ray_step,y
        sta     list_temp
        lda     m_code                  ; a rook attacks only queens
        and     #WAY_STRAIGHT
        beq     @line
        ldy     targets-1,x
        lda     board,y
        and     #WAY_DIAGONAL
        beq     @next
        ; along the line to its first piece
@line:  lda     m_to
@walk:  clc
        adc     list_temp
        tay
        lda     board,y
        bne     @piece
        tya
        bpl     @walk                   ; always
@piece: tya
        cmp     targets-1,x
        bne     @next
@yes:   sec
        rts
@pawn:  clc
        lda     m_to
        adc     pawn_left
        tay
        lda     board,y
        eor     enemy_colour
        and     #OFF_BOARD | ANY_PAWN
        beq     @yes
        iny
        iny
        lda     board,y
        eor     enemy_colour
        and     #OFF_BOARD | ANY_PAWN
        bne     @no
        sec
        rts

        .rodata

doubled:
        .byte   0, 2, 4
; by the enemy's side:
kings:  .byte   0, 16                   ; his king's id
colours:
        .byte   WHITE, BLACK
left_captures:
        .byte   DIAGONAL_3, DIAGONAL_4
