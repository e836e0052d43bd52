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
; Uses    A X Y
in_check:
        ldx     square
        lda     side
        beq     attacked_by_black
        ldx     square+16
        bpl     attacked_by_white       ; always

; attacked - does a side attack a square?
;
; In      X = square, A = side that attacks (0 white, 1 black)
; Out     carry set: yes
; Uses    A X Y
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
; Uses    A X Y
attacked_by_white:
        lda     #WHITE_PAWN
        cmp     board-$11,x
        beq     _yes
        cmp     board-$0F,x
        beq     _yes
_of_white:
        stx     at_to
        txa
        eor     #$77
        sta     at_ways
        lda     #>ways_from
        sta     at_ways+1
        ldx     #0
        jmp     (scan_entry)            ; declared jump table: officer_scan

; attacked_by_black - does black attack a square?
;
; In      X = square
; Out     carry set: yes
; Uses    A X Y
attacked_by_black:
        lda     #BLACK_PAWN
        cmp     board+$11,x
        beq     _yes
        cmp     board+$0F,x
        beq     _yes
_of_black:
        stx     at_to
        txa
        eor     #$77
        sta     at_ways
        lda     #>ways_from
        sta     at_ways+1
        ldx     #16
        jmp     (scan_entry+2)          ; declared jump table: officer_scan

; officer_attacks - does a piece other than a pawn attack a square?
;
; In      X = the side's first id, at_to = square, at_ways; look_colour =
;         0, or the mover's colour bit, for look. Entered in its midst
; Out     carry set: yes
; Uses    A X Y
;
; Eight slots are unrolled, fifteen cycles each, and entered where the count
; says (set_scan). Those from 8 on, which an officer only has where a pawn
; has been promoted, are a loop. A dead piece is on square $FF: the board
; has no way bits there, so it needs no test. A pawn in a slot that is
; looked at fits only where it attacks, and that has been asked before.
officer_attacks:
_high:  txa
        ora     #15
        tax
@high:  ldy     square,x
        lda     (at_ways),y
        and     board,y
        beq     @highnext
        jsr     officer_reaches
        bcs     _yes
@highnext:
        dex
        txa
        and     #8
        bne     @high
        txa
        and     #16
        tax
        bpl     _slot7

; A match that may be another piece's line.
        .macro  MATCH n, next
        .ident(.sprintf("_match%d", n)):
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
; Uses    A Y
;
; The line is walked from the target to the first piece on it.
officer_reaches:
        sty     at_from
        ldy     look_colour
        bne     look_line
        and     #WAY_DIAGONAL | WAY_STRAIGHT
        beq     @reached
        lda     at_from
        sec
        sbc     at_to
        tay
        lda     ray_step,y
        AIM     at_step
        ldy     at_to
@walk:  tya
        adc     at_step
        tay
        lda     board,y
        beq     @walk
        cpy     at_from
        beq     @done                   ; and has set carry
        clc
        rts
@reached:
        sec
@done:  rts

; look_line - what a piece whose ways fit means to a king, for look
;
; In      A = ways in common, at_from = the piece's square, at_to = the
;         king's, look_colour
; Out     an entry in the picture, or none; carry clear
; Uses    A Y
;
; From the king outwards: the piece itself first means check, and a piece
; of the mover's before it a pin, or where it is his own, a bare piece. At
; a piece before at_from, cpy at_from leaves carry as the walk wants it.
look_line:
        and     #WAY_KNIGHT | WAY_DIAGONAL | WAY_STRAIGHT
        beq     @out                    ; a pawn, already seen
        and     #WAY_DIAGONAL | WAY_STRAIGHT
        beq     @checker
        lda     at_from
        sec
        sbc     at_to
        tay
        lda     ray_step,y
        AIM     at_step
        ldy     at_to
@first: tya
        adc     at_step
        tay
        lda     board,y
        beq     @first
        cpy     at_from
        beq     @checker
        and     look_colour
        beq     @out
        sty     look_shield
@second:
        tya
        adc     at_step
        tay
        lda     board,y
        beq     @second
        cpy     at_from
        bne     @out
        ldy     pins
        and     look_colour
        bne     @bare
        inc     pins
        bpl     @entry
@bare:  lda     bares
        inc     bares
        ora     #16                     ; from pinned to bare
        tay
@entry: lda     look_shield
        sta     pinned,y
        lda     at_step
        bpl     @step
        adc     #0                      ; carry set since cpy
@step:  sta     pin_step,y
@out:   clc
        rts
@checker:
        lda     at_from
        sta     check_from
        inc     checkers
        clc
        rts

        .assert bare - pinned = 16 && bare_step - bare = 8 && pin_step - pinned = 8, error, "pins and bare pieces lie apart"

; set_scan - note what slots of a side attacked has to look at
;
; In      A = how many, X = side
; Out     X = side; scan_count and scan_entry of the side, look_colour
; Uses    A Y
set_scan:
        sta     scan_count,x
        cmp     #9
        bcc     @count
        lda     #9
@count: asl     a
        tay
        txa
        asl     a
        tax
        lda     officer_scan,y
        sta     scan_entry,x
        lda     officer_scan+1,y
        sta     scan_entry+1,x
        lda     #0
        sta     look_colour
        txa
        lsr     a
        tax
        rts

; gives_check - does a move check the enemy king, directly or by
; discovery?
;
; In      m_code = the piece's board byte after the move, X = from without
;         bits, m_to, the picture by look
; Out     carry set: yes. Castling and en passant can't be judged.
; Uses    A X Y
gives_check:
        lda     enemy_king
        sec
        sbc     m_to
        tay
        lda     attack_table,y
        and     m_code
        bne     @direct
@discovery:
        ldy     bares
        beq     @no
        txa
@bare:  cmp     bare-1,y
        beq     @opens
        dey
        bne     @bare
@no:    clc
        rts
@opens: lda     m_to
        sbc     enemy_king              ; carry set since cmp
        tax
        lda     ray_step,x
        eor     bare_step-1,y           ; 0: stays on the line
        cmp     #1
        rts
@direct:
        and     #WAY_DIAGONAL | WAY_STRAIGHT
        beq     @check
        lda     ray_step,y
        AIM     at_step
        stx     at_from
        ldy     m_to
@walk:  tya
        adc     at_step
        tay
        lda     board,y
        beq     @walk
        cpy     enemy_king
        beq     @done                   ; and has set carry
        cpy     at_from
        bne     @discovery
        lda     at_step                 ; a promoted pawn has left the line
        asl     a                       ; the walk's carry
        bne     @walk
@check: sec
@done:  rts

; look - scan the lines of both kings for checks and pins
;
; In      A = 0: the side to move is known not to be in check; else 1
; Out     the picture: checks, pins, bare pieces; king_square, enemy_king
; Uses    A X Y
;
; Not the lines are looked along but the pieces are looked through, for
; those that stand on one with a king: few do.
look:   lsr     a                       ; leaves 0
        sta     checkers
        sta     pins
        sta     bares
        lda     side
        bne     @black
        jsr     _own_white
        ldx     square+16
        stx     enemy_king
        jsr     _of_white
        jmp     _looked
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
        lsr     a                       ; leaves 0
        sta     checkers
        sta     pins
        lda     side
        bne     @black
        jsr     _own_white
        jmp     _looked
@black: jsr     _own_black
_looked:
        lda     #0
        sta     look_colour
        rts

; Carry: the king may be in check, by pawns too.
_own_white:
        lda     #WHITE
        sta     look_colour
        ldx     square
        stx     king_square
        bcc     @officers
        lda     #BLACK_PAWN
        ldy     #$0F
        cmp     board+$0F,x
        beq     @pawn
        ldy     #$11
        cmp     board+$11,x
        bne     @officers
@pawn:  jsr     _pawn
@officers:
        jmp     _of_black
_own_black:
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
