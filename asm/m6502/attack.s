; attack.s - what is attacked, pinned, in check

        .include "memory.inc"
        .include "movegen.inc"

        .export attacked, attacked_by_white, attacked_by_black, in_check
        .export officer_attacks, officer_reaches, set_scan
        .exportzp at_ways, at_to, at_from
        .export look_line, look, look_own, gives_check

        .zeropage

at_ways:                        ; ways_from, less the square asked about
        .res    2
at_to:  .res    1               ; the square asked about
at_from:                        ; where a piece stands whose ways fit
        .res    1
at_step:                        ; from the one to the other: AIM
        .res    1
look_colour:                    ; the mover's colour bit while look runs; else 0
        .res    1
look_shield:
        .res    1

        .code

; in_check - is the side to move in check?
;
; In      side, the lists, the board
; Out     carry set: yes
; Uses    A X Y; at_ways, at_to, at_from, at_step
in_check:
        ; The square of the own king, and the entry of the side that may attack
        ; it. Squares are below $80, so the last branch is always taken.
        ldx     square
        lda     side
        beq     attacked_by_black
        ldx     square+16
        bpl     attacked_by_white       ; always

; attacked - does a side attack a square?
;
; In      X = square, A = side that attacks (0 white, 1 black)
; Out     carry set: yes
; Uses    A X Y; at_ways, at_to, at_from, at_step
;
; Whether the square is empty, or whose piece is on it, does not matter.
; Pawns are found by two looks at the board, the other pieces by their
; list.
attacked:
        lsr     a
        bcs     attacked_by_black

; attacked_by_white - does white attack a square?
;
; In      X = square
; Out     carry set: yes
; Uses    A X Y; at_ways, at_to, at_from, at_step
attacked_by_white:
        ; A white pawn attacks upwards, so one that hits X stands a row below
        ; it, a file to either side. The edge around the board holds no pawn.
        lda     #WHITE_PAWN
        cmp     board-$11,x
        beq     _yes
        cmp     board-$0F,x
        beq     _yes
_of_white:
        ; ways_from begins a page and a square has bits of $77 only: eor #$77
        ; makes $77 - square, the low byte of the pointer. With Y a square,
        ; (at_ways),y has the ways that lead from there to at_to.
        stx     at_to
        txa
        eor     #$77
        sta     at_ways
        lda     #>ways_from
        sta     at_ways+1
        ldx     #0                      ; white's first id
        jmp     (scan_entry)            ; declared jump table: officer_scan

; attacked_by_black - does black attack a square?
;
; In      X = square
; Out     carry set: yes
; Uses    A X Y; at_ways, at_to, at_from, at_step
attacked_by_black:
        ; As for white, with the pawns a row above.
        lda     #BLACK_PAWN
        cmp     board+$11,x
        beq     _yes
        cmp     board+$0F,x
        beq     _yes
_of_black:
        ; The pointer as for white.
        stx     at_to
        txa
        eor     #$77
        sta     at_ways
        lda     #>ways_from
        sta     at_ways+1
        ldx     #16                     ; black's first id
        jmp     (scan_entry+2)          ; declared jump table: officer_scan

; officer_attacks - does a piece other than a pawn attack a square?
;
; In      X = the side's first id, at_to = square, at_ways; look_colour =
;         0, or the mover's colour bit, for look. Entered in its midst
; Out     carry set: yes
; Uses    A X Y
;
; Eight slots are unrolled, fifteen cycles each, and entered where the count
; says (set_scan). Slots from 8 on, which an officer only has if a pawn was
; promoted, are a loop. A captured piece is on square $FF: the board has no way
; bits there, so it needs no test. A pawn in a scanned slot fits only where it
; attacks, which has been tested before.
officer_attacks:
_high:  txa                             ; the side's slot 15
        ora     #15
        tax
        ; Slots 15 to 8. A = the ways in which the piece attacks that lead to
        ; the square; 0: none does.
@high:  ldy     square,x
        lda     (at_ways),y
        and     board,y
        beq     @highnext
        jsr     officer_reaches
        bcs     _yes
@highnext:                              ; down to slot 8
        dex
        txa
        and     #8
        bne     @high
        txa                             ; the side's first id again
        and     #16
        tax
        bpl     _slot7                  ; always

; A match that may be another piece's line.
        .macro  MATCH n, next
        .ident(.sprintf("_match%d", n)):
        ; Carry clear: its line is blocked, or look has noted it. X is kept.
        jsr     officer_reaches
        bcs     _yes
        jmp     next
        .endmacro

        MATCH   7, _slot6
        MATCH   6, _slot5
        MATCH   5, _slot4
        MATCH   4, _slot3

_yes:   sec
        rts

; One slot: has the piece a way in common with the difference?
        .repeat 8, i
        .ident(.sprintf("_slot%d", 7-i)):
        ldy     square+7-i,x
        lda     (at_ways),y
        and     board,y
        .if     i < 7
        bne     .ident(.sprintf("_match%d", 7-i))
        .else
        bne     _yes                    ; a king needs no free line
        .endif
        .endrepeat
        clc
        rts

        MATCH   3, _slot2
        MATCH   2, _slot1
        MATCH   1, _slot0

; officer_reaches - does a piece whose ways fit reach the square?
;
; In      A = ways in common, Y = the piece's square, at_to; look_colour as
;         officer_attacks
; Out     carry set: yes
; Uses    A Y; at_from, at_step
;
; The line is walked from the target to the first piece on it.
officer_reaches:
        ; For look, A is judged otherwise. For an attack, a way that is no line
        ; is enough: a knight's, a king's or a pawn's.
        sty     at_from
        ldy     look_colour
        bne     look_line
        and     #WAY_DIAGONAL | WAY_STRAIGHT
        beq     @reached
        ; The step from the target towards the piece; A, with carry, is added at
        ; each square (AIM).
        lda     at_from
        sec
        sbc     at_to
        tay
        lda     ray_step,y
        AIM     at_step
        ldy     at_to
        ; The first piece on the line: the walk ends there at the latest, since
        ; at_from is on it and occupied.
@walk:  tya
        adc     at_step
        tay
        lda     board,y
        beq     @walk
        cpy     at_from                 ; the piece itself?
        beq     @done                   ; and has set carry
        clc                             ; another one stands before it
        rts
@reached:
        sec
@done:  rts

; look_line - enter a check, pin or bare piece on a king's line, for look
;
; In      A = ways in common, at_from = the piece's square, at_to = the
;         king's, look_colour
; Out     an entry in the result of look, or none; carry clear
; Uses    A Y
;
; From the king outwards. The piece itself comes first: check. One of the
; mover's pieces first: it is pinned, or bare if the slider is the mover's. At a
; piece before at_from, cpy at_from leaves carry as the walk needs it.
look_line:
        ; Kings do not come here. A knight whose way fits gives check; on a
        ; line another piece may stand between.
        and     #WAY_KNIGHT | WAY_DIAGONAL | WAY_STRAIGHT
        beq     @out                    ; a pawn, already seen
        and     #WAY_DIAGONAL | WAY_STRAIGHT
        beq     @checker
        ; The step from the king towards the piece, as in officer_reaches.
        lda     at_from
        sec
        sbc     at_to
        tay
        lda     ray_step,y
        AIM     at_step
        ldy     at_to
        ; The first piece on the line, at Y.
@first: tya
        adc     at_step
        tay
        lda     board,y
        beq     @first
        cpy     at_from                 ; no piece before it
        beq     @checker
        ; Another piece is before it. Only one of the mover's can be pinned or
        ; bare; it is noted, with carry as the walk needs it.
        and     look_colour
        beq     @out
        sty     look_shield
@second:
        ; The next piece behind it. If that is not the one at at_from, two
        ; pieces stand between and nothing holds.
        tya
        adc     at_step
        tay
        lda     board,y
        beq     @second
        cpy     at_from
        bne     @out
        ; A is the slider's board byte. The enemy's own slider pins the piece,
        ; at pinned,y; the mover's makes it bare, at bare,y, 16 further on.
        ldy     pins
        and     look_colour
        bne     @bare
        inc     pins
        bpl     @entry                  ; always
@bare:  lda     bares                   ; the next entry of bare
        inc     bares
        ora     #16                     ; from pinned to bare
        tay
        ; Square and step go into the same columns for both; the step is made of
        ; what the walk adds: a step down is one more.
@entry: lda     look_shield
        sta     pinned,y
        lda     at_step
        bpl     @step
        adc     #0                      ; carry set since cpy
@step:  sta     pin_step,y
@out:   clc
        rts
@checker:
        ; Check: the last checker is noted, all are counted. Carry is clear, so
        ; that the scan goes on to the next slot.
        lda     at_from
        sta     check_from
        inc     checkers
        clc
        rts

        .assert bare - pinned = 16 && bare_step - bare = 8 && pin_step - pinned = 8, error, "pins and bare pieces lie apart"

; set_scan - note which slots of a side attacked must scan
;
; In      A = how many, X = side
; Out     X = side; scan_count and scan_entry of the side, look_colour
; Uses    A Y
set_scan:
        sta     scan_count,x
        ; Above 8 slots the entry is the loop of the high ones. Then Y =
        ; 2*count and X = 2*side, since the tables hold words.
        cmp     #9
        bcc     @count
        lda     #9
@count: asl     a
        tay
        txa
        asl     a
        tax
        ; The jump of the side, as attacked takes it.
        lda     officer_scan,y
        sta     scan_entry,x
        lda     officer_scan+1,y
        sta     scan_entry+1,x
        lda     #0                      ; attacked is called without look
        sta     look_colour
        txa                             ; the side again
        lsr     a
        tax
        rts

; gives_check - does a move check the enemy king, directly or by
; discovery?
;
; In      m_code = the piece's board byte after the move, X = from without bits,
;         m_to, the result of look
; Out     carry set: yes. Castling and en passant can't be judged.
; Uses    A X Y
gives_check:
        ; The difference from the new square to the king, and the ways of the
        ; piece that fit it.
        lda     enemy_king
        sec
        sbc     m_to
        tay
        lda     attack_table,y
        and     m_code
        bne     @direct
@discovery:
        ; No direct check. The bare pieces are few or none: is the one that
        ; moves among them? The carry of cmp is set where it is.
        ldy     bares
        beq     @no
        txa
@bare:  cmp     bare-1,y
        beq     @opens
        dey
        bne     @bare
@no:    clc
        rts
        ; It is: the move checks unless it stays on the line that the piece has
        ; covered. Both steps lead away from the king.
@opens: lda     m_to
        sbc     enemy_king              ; carry set since cmp
        tax
        lda     ray_step,x
        eor     bare_step-1,y           ; 0: stays on the line
        cmp     #1                      ; carry set: another line
        rts
@direct:
        ; A knight or a pawn checks from there without a line.
        and     #WAY_DIAGONAL | WAY_STRAIGHT
        beq     @check
        ; Walk from the new square to the first piece, with Y the difference;
        ; at_from is the square that the mover leaves, where the board still has
        ; the piece.
        lda     ray_step,y
        AIM     at_step
        stx     at_from
        ldy     m_to
@walk:  tya
        adc     at_step
        tay
        lda     board,y
        beq     @walk
        cpy     enemy_king              ; nothing in between?
        beq     @done                   ; and has set carry
        cpy     at_from                 ; his own old square is no obstacle
        bne     @discovery
        lda     at_step                 ; a promoted pawn has left the line
        asl     a                       ; the walk's carry
        bne     @walk
@check: sec
@done:  rts

; look - scan the lines of both kings for checks and pins
;
; In      A = 0: the side to move is known not to be in check; else 1
; Out     The result of look: checks, pins, bare pieces; king_square, enemy_king
; Uses    A X Y
;
; It scans the pieces, not the lines: few stand on a line with a king.
look:   lsr     a                       ; leaves 0
        ; A was 0 or 1, so carry is the bit now, and stays until _own_white or
        ; _own_black asks it. No entries in look's result yet.
        sta     checkers
        sta     pins
        sta     bares
        lda     side
        bne     @black
        ; White to move: black's pieces against his king, then his own against
        ; the enemy's. look_colour is white's for both.
        jsr     _own_white
        ldx     square+16
        stx     enemy_king
        jsr     _of_white
        jmp     _looked
        ; Black to move, in the same way.
@black: jsr     _own_black
        ldx     square
        stx     enemy_king
        jsr     _of_black
        jmp     _looked

; look_own - checks and pins of the side to move
;
; In      A as look
; Out     checkers, check_from, pins, pinned, pin_step, king_square
; Uses    A X Y
look_own:
        ; As look, without what is only needed for checks given.
        lsr     a                       ; leaves 0
        sta     checkers
        sta     pins
        lda     side
        bne     @black
        jsr     _own_white
        jmp     _looked
@black: jsr     _own_black
_looked:
        lda     #0                      ; attacked is called without look again
        sta     look_colour
        rts

; Carry: the king may be in check, by pawns too.
_own_white:
        ; look_colour is the mover's bit and X his king. Carry clear: no check,
        ; so the pawns need no look.
        lda     #WHITE
        sta     look_colour
        ldx     square
        stx     king_square
        bcc     @officers
        lda     #BLACK_PAWN
        ; The two squares from which a black pawn gives check. Two pawns never
        ; check at once, so the first one ends it.
        ldy     #$0F
        cmp     board+$0F,x
        beq     @pawn
        ldy     #$11
        cmp     board+$11,x
        bne     @officers
@pawn:  jsr     _pawn
@officers:
        jmp     _of_black               ; checks and pins by officers
_own_black:
        ; As for white, the pawns a row below.
        lda     #BLACK
        sta     look_colour
        ldx     square+16
        stx     king_square
        bcc     @officers
        lda     #WHITE_PAWN
        ldy     #$EF
        cmp     board-$11,x
        beq     @pawn
        ldy     #$F1
        cmp     board-$0F,x
        bne     @officers
@pawn:  jsr     _pawn
@officers:
        jmp     _of_white

; A pawn on X + Y gives check.
_pawn:  sty     check_from
        ; Their sum is the pawn's square.
        txa
        clc
        adc     check_from
        sta     check_from
        inc     checkers
        rts

        .rodata

; Declared jump table: where officer_attacks begins, by count of slots up to
; 9.
officer_scan:
        .word   _slot0, _slot0, _slot1, _slot2, _slot3, _slot4, _slot5
        .word   _slot6, _slot7, _high
