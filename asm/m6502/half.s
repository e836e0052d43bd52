; half.s - the quiet moves of half-frontiers, and attacks on a more valuable piece
;
; At a half-frontier the budget pays for following up captures, checks and the like,
; but no plain quiet move. So of the quiet moves only those are listed that check,
; attack a more valuable piece or are killers, and don't lose the piece. The others
; wait where the generator left them, moved together; once the sorted moves have
; been tried, scan_quiet evaluates them as they stand.

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
; In      n_first_waiting to raw_end; n_static, n_checked; look's result, and
;         what list_targets notes
; Out     sorted_top; raw_end
; Uses    everything
;
; Nearly all moves neither check nor attack, and one AND tests all targets: they
; stay where they are. Each kind of piece has its own loop, so its moves are
; scanned without testing the kind again: 26 cycles a move where only the king
; counts, 31 with one target, 41 with three. X is a move's number from raw_moves
; on: all that wait are below 256 here (in_parts).
list_half:
        ; The mark that ends the loops; and no killers to begin with, since the
        ; profile may have none: NO_SQUARE is no move's from.
        ldy     #0
        lda     #$FF                    ; no move's from
        sta     (raw_end),y
        sta     half_killers
        sta     half_killers+2
        lda     switches
        and     #1 << KILLERS
        beq     @no_killers
        lda     ply                     ; two moves of two bytes a ply
        asl     a
        asl     a
        tay
        .repeat 4, i
        lda     killers+i,y             ; both moves, from and to
        sta     half_killers+i
        .endrepeat
@no_killers:
        ; Where the moves begin, in the low byte of the address: raw_moves
        ; begins a page, so it is their number too. Nothing is moved down yet.
        ldx     n_first_waiting
        stx     seg_start
        stx     seg_write
        lda     bares
        beq     _first
        ; A bare piece's moves may all check: it is seldom that there is one.
        ; All are judged, whatever the piece.
_bare:  ldy     raw_moves,x
        bmi     _end
        sty     m_from
        lda     board,y
        sta     m_code
        jsr     judge_half
        inx                             ; judge_half leaves X
        bne     _bare                   ; always

        ; drop_waiting moves down those behind the last one taken out. seg_write
        ; is the low byte of the new end; its page does not change.
_end:   stx     list_next
        jsr     drop_waiting
        lda     seg_write
        sta     raw_end
        rts

        ; A killer's piece. Judge the killer and all moves of a pawn; of an
        ; officer's other moves, those that point at the king or at one of three
        ; targets.
_killers_piece:
        ; Four targets do not fit the three pointers, and the pawn's squares are
        ; not in them: all its moves are judged.
        ldy     n_targets
        cpy     #4
        bcs     _judge_all
        and     #ANY_PAWN
        bne     _judge_all
_with_killer:
        ; Y = the new square. Either killer's to will do, since from is a
        ; killer's already; judge_half compares the whole move.
        ldy     raw_moves + RAW_SPACE,x
        cpy     half_killers+1
        beq     @judge
        cpy     half_killers+3
        beq     @judge
        lda     (king_ways),y           ; does it point at king or target?
        ora     (target_ways),y         ; all four pointers
        ora     (target_ways+2),y
        ora     (target_ways+4),y
        and     m_code
        beq     @next
@judge: jsr     judge_half
@next:  inx
        lda     raw_moves,x             ; while it is the same piece's move
        cmp     m_from
        beq     _with_killer
        jmp     _piece

        ; All moves of the piece are judged.
_judge_all:
        jsr     judge_half
        inx
        lda     raw_moves,x
        cmp     m_from
        beq     _judge_all
        bne     _piece                  ; always

_first: lda     raw_moves,x
_piece: tay                             ; A is its square
        bmi     _end                    ; the mark
        ; A new piece. One of the killers' pieces goes its own way.
        sta     m_from
        lda     board,y
        sta     m_code
        cpy     half_killers
        beq     _killers_piece
        cpy     half_killers+2
        beq     _killers_piece
        ; Bit 0 is the way of a white pawn, bit 1 a knight's; behind them the
        ; diagonal is bit 0 and the straight bit 1 of what is left.
        lsr     a
        bcc     @no_white_pawn
        jmp     _pawn
@no_white_pawn:
        lsr     a
        bcs     _minor                  ; knight
        ; Neither: a king or a black pawn. Straight alone: a rook. Both: a
        ; queen, who attacks nothing worth more. Else it is a bishop.
        and     #(WAY_DIAGONAL | WAY_STRAIGHT) >> 2
        beq     _king_or_pawn
        lsr     a
        bcc     _rook
        bne     _scan0                  ; queen

        ; With two targets, the third pointer leads to the king. A knight or
        ; bishop, of queens and rooks: with none only the king counts, with one,
        ; one of the pointers.
_minor: lda     n_targets
        beq     _scan0
        cmp     #2
        bcc     _scan1
        cmp     #4
        bcc     _scan3
        bcs     _judge_all              ; always
        ; A rook, of queens only. One queen is the first pointer's if she is the
        ; first target; otherwise nothing is sorted out beforehand.
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
        ; King or black pawn, by the way of the king.
        lda     m_code
        and     #WAY_KING
        bne     _king
        jmp     _pawn
        ; The king neither checks nor attacks.
_king:  inx                             ; castling waits too
        lda     raw_moves,x
        cmp     m_from
        beq     _king
        bne     _piece                  ; always

; SCAN - the moves of an officer against the king and some targets.
        .macro  SCAN label, count
        ; Has the piece a way from the new square to the king or a target? Then
        ; the move is judged.
label:  ldy     raw_moves + RAW_SPACE,x
        lda     (king_ways),y
        .repeat count, i
        ora     (target_ways+2*i),y
        .endrepeat
        and     m_code
        bne     @hit
@next:  inx
        lda     raw_moves,x             ; while it is the same piece's move
        cmp     m_from
        beq     label
        jmp     _piece
@hit:   jsr     judge_half              ; which leaves X
        jmp     @next
        .endmacro
        SCAN    _scan0, 0
        SCAN    _scan1, 1
        SCAN    _scan3, 3

        ; Does a pawn attack a piece worth more than itself, or the king?
        ; The square to the left of the new one, where a pawn captures to. eor
        ; makes 0 of the enemy's colour, and neither a pawn nor an empty square
        ; nor one off the board has 0 there.
_pawn:  clc
        lda     raw_moves + RAW_SPACE,x
        adc     pawn_left
        tay
        lda     board,y
        eor     enemy_colour
        and     #OFF_BOARD | ANY_PAWN
        beq     @judge
        iny                             ; the one to the right
        iny
        lda     board,y
        eor     enemy_colour
        and     #OFF_BOARD | ANY_PAWN
        bne     @next                   ; neither side: it stays
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
        ; The move at hand, from the columns. Carry of judge_check: A is the
        ; category of a check.
        stx     list_next
        lda     raw_moves + RAW_SPACE,x
        sta     m_to
        lda     raw_moves + 2*RAW_SPACE,x
        sta     m_flags
        ldx     m_from
        jsr     judge_check
        bcs     @sort
        ; No check, or not known whether.
        lda     switches
        and     #1 << KILLERS
        beq     @no_killer
        ; A killer, or an attack; of the latter j_bonus is 0.
        jsr     is_killer
        lda     j_killer
        beq     @no_killer
        lda     #KILLER
        bne     @worth                  ; always
@no_killer:
        jsr     attacks
        bcc     @stays
        lda     #ATTACK
        ; It is worth it, if the piece isn't lost there. A castling king is not.
@worth: pha
        lda     m_flags
        and     #FLAG_CASTLE
        bne     @sound
        jsr     loses
        beq     @sound
        pla
        ; It would be lost: it waits, and the bonus is not for the next.
        lda     #0
        sta     j_bonus
@stays: ldx     list_next
        rts
@sound: pla
@sort:  jsr     emit                    ; with A = category
        lda     #0
        sta     j_bonus

; drop_waiting - remove the judged move from the waiting moves; ends
; judge_half
;
; In      list_next, its number; seg_start, seg_write
; Out     seg_start, seg_write; X = its number
; Uses    A Y
;
; The moves since the last one taken out are moved down now.
drop_waiting:
        ; X = the first move that is still where the generator has put it, Y =
        ; where it is to lie. If there is none before the one taken out, nothing
        ; is to be moved.
        ldx     seg_start
        ldy     seg_write
        cpx     list_next
        beq     @moved
        cpx     seg_write               ; nothing has been taken out yet
        beq     @in_place
        ; Three columns, down by as many places as have been taken out.
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
        ; The first one that is taken out: those before it stay.
@in_place:
        ldy     list_next
        ; The next moves go where this one was; those to come begin behind it.
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
        ; Y = the enemy's side. What belongs to it: colour, where the own pawns
        ; capture to, whether there are promoted pawns.
        lda     side
        eor     #1
        tay
        ldx     kings,y
        lda     colours,y
        sta     enemy_colour
        lda     left_captures,y
        sta     pawn_left
        lda     promoted,y              ; 0: officers lie in order
        sta     targets_promoted
        ; X = the king's id. Slots from there on to scan_count hold all
        ; officers.
        txa
        clc
        adc     scan_count,y
        sta     targets_end
        ; All four pointers lead to the king at first, so that a pointer not
        ; used changes nothing: low byte $77 - square, as in attack.s.
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
        ; The ways of the piece in the slot: 0 is a pawn or a captured piece,
        ; less than WAY_STRAIGHT a knight or bishop.
        ldy     square,x
        lda     board,y                 ; captured pieces are off the board
        and     #WAY_KNIGHT | WAY_DIAGONAL | WAY_STRAIGHT
        beq     @slot
        cmp     #WAY_STRAIGHT
        bcs     @target
        lda     targets_promoted        ; not 0: the list is not in order
        bne     @slot
@done:  rts
@target:
        beq     @rook                   ; Z: straight only
        inc     n_queens
        ; X goes to list_temp while it is the target's number. Only the first
        ; three have a pointer.
@rook:  stx     list_temp
        ldx     n_targets
        inc     n_targets
        tya
        sta     targets,x
        cpx     #3
        bcs     @noted
        ldy     doubled,x               ; a pointer is two bytes
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
        ; A pawn attacks any officer; a knight or bishop queens and rooks; king
        ; and queen none worth more.
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
        ; Each target: the difference from the new square to it, and what of the
        ; piece's ways fits. Y = the difference.
@one:   sec
        lda     targets-1,x
        sbc     m_to
        tay
        lda     attack_table,y
        and     m_code
        bne     @points
@next:  dex
        bne     @one
@no:    clc                             ; X = 0: none
        rts
@points:
        ; A knight needs no free line.
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
        ; Along the line to its first piece: the target stands on it, so the
        ; walk ends on the board.
@line:  lda     m_to
@walk:  clc
        adc     list_temp
        tay
        lda     board,y
        bne     @piece
        tya                             ; on to the next square
        bpl     @walk                   ; always
@piece: tya
        cmp     targets-1,x
        bne     @next
@yes:   sec
        rts
        ; As in list_half: 0 after eor is an enemy's officer.
@pawn:  clc
        lda     m_to
        adc     pawn_left
        tay
        lda     board,y
        eor     enemy_colour
        and     #OFF_BOARD | ANY_PAWN
        beq     @yes
        iny                             ; the square to the right
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
