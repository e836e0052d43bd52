; terms.s - the terms of the root tables for pawns and officers; the king's
; are in kingterms.s

        .include "memory.inc"
        .include "eval.inc"

        .export worth, exposed, pawn_terms, passed_from, guard_terms
        .export piece_terms, rook_files, near_king_terms, early_terms

        .code

; Overlay of worth, while it runs. weigh, which it calls, uses root_zp+3.
_bare           = root_zp+4     ; weighed
_bare_twice     = root_zp+5
_pawns          = root_zp+6     ; 5 for each pawn above 5

; worth - additions to officers' values that do not depend on their squares
;
; In      the facts, mix, own
; Out     WORTH
; Uses    A X Y; root_zp
;
; The queen gains against a bare king, knights with many pawns, rooks with few,
; bishops as a pair.
worth:  jsr     exposed
        ; The enemy king's bareness weighs in the middle game only.
        jsr     weigh
        sta     _bare
        ldx     own_facts
        ; Five for each pawn above five, as a number with sign.
        lda     raw_moves+COUNT,x
        sec
        sbc     #5
        sta     _pawns
        asl     a
        asl     a
        clc
        adc     _pawns                  ; 4 times and once
        sta     _pawns
        ; King and pawns get nothing; two bishops or more 15 each. A was 0
        ; before @no_pair where there are fewer.
        lda     #0
        sta     raw_moves+WORTH+KING,x
        sta     raw_moves+WORTH+PAWN,x
        ldy     raw_moves+BISHOPS,x
        cpy     #2
        bcc     @no_pair
        lda     #15
@no_pair:
        sta     raw_moves+WORTH+BISHOP,x
        ; The queen gains five times the bareness, a knight loses it once, a
        ; rook twice; and pawns count for knights and against rooks.
        lda     _bare
        asl     a
        sta     _bare_twice
        asl     a
        adc     _bare                   ; no carry
        sta     raw_moves+WORTH+QUEEN,x
        lda     _pawns                  ; knights
        sec
        sbc     _bare
        sta     raw_moves+WORTH+KNIGHT,x
        ; Rooks: less the pawns, less twice the bareness.
        lda     #0
        sec
        sbc     _pawns
        sec
        sbc     _bare_twice
        sta     raw_moves+WORTH+ROOK,x
        rts

; Overlay of exposed, while it runs.
_bareness       = root_zp+3
_king_rank      = root_zp+4
_files          = root_zp+5     ; still to look at

; exposed - how bare the enemy king stands: by his file and the two next to
; it, and by how far he is from his first rank
;
; In      the facts, own
; Out     A = number, 0 to 23
; Uses    X Y; root_zp
exposed:
        lda     own_facts
        eor     #$10                    ; the enemy's
        tax
        lda     raw_moves+KINGS,x
        and     #$70
        ; Two for each rank, which is a multiple of 16 here.
        sta     _king_rank
        lsr     a
        lsr     a
        lsr     a                       ; two for each
        sta     _bareness
        stx     _files
        ; Places by file + 1: the file itself is the one before the king's.
        lda     raw_moves+KINGS,x
        and     #7
        ora     _files
        tax                             ; the file before
        lda     #3
        sta     _files
        ; Places 0 and 9 of a side are off the board.
@file:  txa
        and     #15
        beq     @next                   ; off the board
        cmp     #9
        beq     @next
        ; Bit 7: none of his pawns on the file. Else the file counts one where
        ; the rearmost of them has gone three ranks or stands behind him.
        lda     raw_moves+REARMOST,x
        bmi     @nobody
        cmp     #$30
        bcs     @one                    ; his pawn has gone far
        cmp     _king_rank
        bcc     @one                    ; or stands behind him
        bcs     @next
@nobody:
        ; No pawn of his: 2, and 3 where the file has none of ours either.
        inc     _bareness
        inc     _bareness
        txa
        eor     #$10
        tay
        lda     raw_moves+PAWNS,y
        bne     @next
@one:   inc     _bareness               ; one more
@next:  inx
        dec     _files
        bne     @file
        lda     _bareness
        rts

; Overlay of pawn_terms, while it runs.
_stop_at        = root_zp+3     ; place in STOP of the file before the one at hand
_file_worth     = root_zp+4
_passed         = root_zp+5     ; from this rank on
_rank_step      = root_zp+6     ; a rank back

; pawn_terms - judge the squares of pawns by the pawns of both sides
;
; In      the facts, own
; Out     the side's table of pawns
; Uses    A X Y; root_zp, piece_table
pawn_terms:
        ; The pawns' table; on it, from the seventh rank back to the second.
        lda     own_page
        clc
        adc     #PAWN
        sta     piece_table+1
        ; own_facts is 0 or $10, so that a rank back is -$10 or $10.
        lda     own_facts
        asl     a
        sec
        sbc     #$10
        sta     _rank_step
        lda     #STOP
        jsr     own_fact
        ; X = the place of the file before. Y = what the file's pawns are worth:
        ; both neighbours empty is isolated, 2 pawns or more are doubled.
@file:  stx     _stop_at
        ldy     #0
        lda     raw_moves+PAWNS-STOP,x
        ora     raw_moves+PAWNS-STOP+2,x
        bne     @neighbours
        ldy     #<-4                    ; isolated
@neighbours:
        lda     raw_moves+PAWNS-STOP+1,x
        cmp     #2
        tya                             ; 0 or -4; carry as cmp left it
        bcc     @single
        sbc     #6                      ; doubled
@single:
        sta     _file_worth
        ; The rank from which on a pawn of this file is passed: 0 to 6.
        jsr     passed_from
        lsr     a
        lsr     a
        lsr     a
        lsr     a
        sta     _passed
        ; Y = the file's seventh rank in white's view; X = the rank.
        txa
        and     #7
        ora     #$60
        eor     own_flip
        tay
        ldx     #6
@rank:  lda     _file_worth
        cpx     _passed
        bcc     @not_passed
        clc
        adc     raw_moves+PASSED,x
        clc                             ; as after cpx
@not_passed:
        ; The entry gains the file's worth, and the passed pawn's bonus.
        adc     (piece_table),y
        sta     (piece_table),y
        tya
        clc
        adc     _rank_step
        tay
        dex                             ; down to the second rank
        bne     @rank
        ldx     _stop_at                ; the next file
        inx
        txa
        and     #8
        beq     @file
        rts

; passed_from - the rank from which on a pawn is passed
;
; In      X = place in STOP of the file before the pawn's, of its side
; Out     A = rank, $00 to $60
; Uses    nothing
passed_from:
        ; The greatest of three: the enemy's pawns on the file and both beside
        ; it.
        lda     raw_moves,x
        cmp     raw_moves+1,x
        bcs     @first
        lda     raw_moves+1,x
@first: cmp     raw_moves+2,x
        bcs     @farthest
        lda     raw_moves+2,x
@farthest:
        rts

; Overlay of guard_terms, while it runs.
_mark           = root_zp+3
_pawn_page      = root_zp+4
_minor_page     = root_zp+5     ; the enemy's bishops

; guard_terms - judge the squares that the side's pawns guard: good for its
; pawns, bad for the enemy's minor pieces
;
; In      the marks in hits, own
; Out     the tables of these kinds; no marks of the side
; Uses    A X Y; root_zp, piece_table
guard_terms:
        ; The mark of the side's pawns in hits, the page of its pawns' table,
        ; and that of the enemy's bishops, who avoid these squares.
        lda     own_flip
        eor     #GUARDED
        sta     _mark
        lda     own_page
        clc
        adc     #PAWN
        sta     _pawn_page
        lda     own_page
        eor     #PST_PAGE ^ (PST_PAGE + 6) ; the other side's king
        adc     #BISHOP                 ; no carry
        sta     _minor_page
        ldy     #$7F
@square:
        ; A marked square loses its mark. White's and black's bits differ, so
        ; the other's stays.
        lda     hits,y
        beq     @next
        and     _mark
        beq     @next
        eor     hits,y
        sta     hits,y
        ; The rank in the own view: on the last one no pawn stands. X = page.
        tya
        eor     own_flip
        cmp     #$70
        bcs     @no_pawn                ; where none comes
        ldx     _pawn_page
        lda     #3
        jsr     _add
        ; The bishops' table is followed by the knights'.
@no_pawn:
        ldx     _minor_page
        lda     #<-5
        jsr     _add
        inx
        lda     #<-8
        jsr     _add
@next:  dey
        bpl     @square
        rts

; A more in the table in page X at Y.
_add:   stx     piece_table+1
        clc
        adc     (piece_table),y
        sta     (piece_table),y
        rts

; piece_terms - judge the officers' squares: files for rooks, the
; neighbourhood of the enemy king, blocked centre pawns, an early queen
;
; In      the facts, board, own
; Out     the side's tables
; Uses    A X Y; root_zp, piece_table
piece_terms:
        jsr     rook_files
        jsr     near_king_terms
        lda     raw_moves+PHASE         ; carry set: not early any more
        cmp     #2
        bcs     _done

_front          = root_zp+3     ; early_terms, while it runs: square before the pawn

; early_terms - judge the squares before blocked centre pawns, and the early
; queen's; ends piece_terms
;
; In      the facts, board, own
; Out     the side's tables
; Uses    A X Y; root_zp, piece_table
early_terms:
        ; d2 and e2: no piece should stand in front of an own pawn there.
        lda     #$23
@pawn:  sta     _front
        ; The square of the own pawn, on d2 or e2.
        eor     own_flip
        eor     #$30                    ; one rank back
        tay
        lda     #WHITE_PAWN
        ldx     own_facts
        beq     @white
        lda     #BLACK_PAWN
@white: cmp     board,y
        bne     @next
        ; Kinds from knight down to king: all that may stand in front of it.
        ldx     #KNIGHT
@kind:  ldy     _front
        lda     #<-19
        jsr     bump
        dex
        bpl     @kind
@next:  lda     _front                  ; and e3
        clc
        adc     #1
        cmp     #$25
        bne     @pawn
        ; The queen stays at home until the minor pieces are out: with two of
        ; them on the first rank d1, e1, e2 and c2 are good for her.
        ldx     own_facts
        lda     raw_moves+MINORS,x
        cmp     #2
        bcc     _done
        ldx     #QUEEN
        ldy     #$03
        lda     #14
        jsr     bump                    ; keeps X
        ldy     #$04
        lda     #8
        jsr     bump
        ldy     #$14
        lda     #6
        jsr     bump
        ldy     #$12
        lda     #6
        jmp     bump
_done:  rts

_file_bonus     = root_zp+3     ; rook_files, while it runs

; rook_files - a bonus for rooks on files without own pawns, more without any
;
; In      the facts, own
; Out     the side's table of rooks
; Uses    A X Y; root_zp, piece_table
rook_files:
        lda     own_page
        clc
        adc     #ROOK
        sta     piece_table+1
        ldx     own_facts
        ; X = the file's place, less 1. Only a file without own pawns has a
        ; bonus; 18 if the enemy has none there either.
@file:  lda     raw_moves+PAWNS+1,x
        bne     @next
        txa
        eor     #$10
        tay
        lda     raw_moves+PAWNS+1,y
        cmp     #1
        lda     #13
        bcs     @half_open
        lda     #18
@half_open:
        sta     _file_bonus
        txa                             ; the file's square on the first rank
        and     #7
        ; From the first rank up; at $80 the file is done.
@rank:  tay
        lda     _file_bonus
        clc
        adc     (piece_table),y
        sta     (piece_table),y
        tya
        clc
        adc     #$10
        bpl     @rank
@next:  inx                             ; the next file, to h
        txa
        and     #8
        beq     @file
        rts

; Overlay of near_king_terms, while it runs.
_rank           = root_zp+3
_rank_near      = root_zp+4
_file           = root_zp+5

; near_king_terms - draw the officers to the enemy king, for each step nearer
; than four
;
; In      lists, own
; Out     the side's tables of officers
; Uses    A X Y; root_zp, piece_table
;
; Seven ranks and files about the king, from the last corner: a square's
; place in near_pulls is the lesser of its rank's and its file's.
near_king_terms:
        ; Y = the last corner: three files and ranks up from the king. X counts
        ; ranks, then files, from the end.
        jsr     king_of_enemy
        clc
        adc     #$33
        tay
        ldx     #6
@rank:  stx     _rank
        ; How near the rank is; then seven squares of it.
        lda     _near,x
        sta     _rank_near
        ldx     #6
@square:
        ; A square off the board is passed by.
        tya
        and     #$88
        bne     @next
        lda     _near,x
        cmp     _rank_near
        bcc     @file
        lda     _rank_near
@file:  stx     _file
        tax
        ; The four officers' tables one after the other; X runs through their
        ; four pulls.
        lda     own_page
        sta     piece_table+1
@kind:  inc     piece_table+1
        lda     (piece_table),y
        clc
        adc     near_pulls,x
        bcc     @entry                  ; stops at 255
        lda     #255
@entry: sta     (piece_table),y
        inx
        txa
        and     #3
        bne     @kind
        ldx     _file
        ; From one square to the next; behind seven of them on to the row below.
@next:  dey
        dex
        bpl     @square
        tya
        sec
        sbc     #$10 - 7                ; to its last square
        tay
        ldx     _rank
        dex
        bpl     @rank
        rts

        .rodata

; How near seven ranks or files are to the king's: places in near_pulls.
_near:  .byte   0, 4, 8, 12, 8, 4, 0
