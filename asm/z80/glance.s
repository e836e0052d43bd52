; glance.s - mate at a glance

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "search.inc"

        .global threatens_mate, flights

        .text

; threatens_mate - does a quiet move of a queen or rook threaten to mate
; with that piece's next move?
;
; In      C = from, E = to, D = the piece's board byte, flights_count;
;         before the move; tactical_moves are free
; Out     carry set: yes
; Uses    AF B HL IX IY BC' DE' HL'
;
; It does if the enemy king has at most one flight square and a check by the
; piece's next move leaves him no legal move.
threatens_mate:
        ; B = how many of king_steps it goes along: a queen all eight, a rook
        ; the first four. Other pieces do not count.
        ld      a,d
        and     WAY_DIAGONAL | WAY_STRAIGHT
        ld      b,8
        cp      WAY_DIAGONAL | WAY_STRAIGHT
        jr      z,.Lqueen
        ld      b,4
        cp      WAY_STRAIGHT
        jr      z,.Lqueen
.Lno:   or      a
        ret
.Lqueen:
        ; $FF: not counted at this node yet.
        ld      a,(flights_count)
        inc     a
        push    bc
        push    de
        call    z,flights
        pop     de
        pop     bc
        ; Two flight squares are too many.
        ld      a,(flights_count)
        cp      2
        jr      nc,.Lno
        ; has_legal_move appends its moves at raw_end, so that is put where the
        ; captures lay. The enemy passes, so there is no en passant either.
        ld      hl,(raw_end)
        push    hl
        ld      hl,tactical_moves
        ld      (raw_end),hl
        ld      a,(ep)
        push    af
        ld      a,NO_SQUARE
        ld      (ep),a
        ; The move on the board alone; the side to move stays.
        call    make_board_quiet
        push    bc
        push    de
        ld      a,d
        ld      (glance_code),a
        ld      c,e                     ; C = where it stands now
        ld      hl,king_steps
        ; Along each ray, square by square. Own piece or border: the next ray.
.Lray:  ld      e,c
.Lstep: ld      a,e
        add     a,(hl)
        ld      e,a
        ld      d,board >> 8
        ld      a,(de)
        ld      d,a                     ; D = what stands there
        push    hl
        ld      hl,glance_code
        and     (hl)
        pop     hl
        and     OFF_BOARD
        jr      nz,.Lnext               ; his own piece, or the edge
        ; If the piece gives check from there, is it mate? Carry: yes.
        call    .Lbears
        call    c,.Lmates
        jr      c,.Lfound
        ; It can't pass an enemy piece.
        ld      a,d
        or      a
        jr      z,.Lstep
.Lnext: inc     hl
        djnz    .Lray                   ; carry is clear
.Lfound:
        ; Carry goes from the stack to HL and back while board, en passant and
        ; raw_end are restored.
        pop     de
        pop     bc
        push    af
        call    unmake_board_quiet
        pop     hl                      ; carry
        pop     af
        ld      (ep),a
        ex      (sp),hl
        ld      (raw_end),hl
        pop     af
        ret

; Does the piece on E see the enemy king? Carry set: yes.
.Lbears:
        ; A = the ways to the king that the piece has: 0 leaves carry clear.
        push    hl
        push    bc
        ld      a,(enemy_king)
        ld      c,a
        sub     e
        ld      l,a
        ld      h,attack_table >> 8
        ld      a,(glance_code)
        and     (hl)
        jr      z,.Lblind
        ; From E along the line to the first piece, A.
        ld      h,ray_step >> 8
        ld      b,(hl)
        ld      h,board >> 8
        ld      a,e
.Lwalk: add     a,b
        ld      l,a
        ld      a,(hl)
        or      a
        ld      a,l
        jr      z,.Lwalk
        ; Equal to the king's square: 0, and 1 less borrows.
        sub     c
        sub     1                       ; carry: it is the king's square
.Lblind:                        ; after the and with carry clear
        pop     bc
        pop     hl
        ret

; Is the move from C to E mate? D = what stands on E.
.Lmates:
        ; make_board_quiet for an empty square (Z), else the capture. Z is kept.
        push    hl
        push    bc
        push    de
        ld      a,d
        or      a
        push    af
        call    z,make_board_quiet
        pop     af
        push    af
        call    nz,make_board_capture
        ; The king's side is to move: has it any answer? No move means mate:
        ; invert carry.
        ld      hl,side
        ld      a,(hl)
        xor     1
        ld      (hl),a
        call    has_legal_move
        ccf
        ; C, E and D as they were; carry is saved on the stack.
        pop     hl                      ; flags of D
        pop     de
        pop     bc
        push    bc
        push    de
        push    af
        ; The side and the board go back in reverse order.
        ld      a,(side)
        xor     1
        ld      (side),a
        ; By D, as before: the quiet move or the capture.
        ld      a,d
        or      a
        push    de
        push    af
        call    z,unmake_board_quiet
        pop     af
        call    nz,unmake_board_capture
        pop     de
        pop     af
        pop     de
        pop     bc
        pop     hl
        ret

; flights - count the squares that the enemy king could flee to
;
; In      side, enemy_king, the board
; Out     flights_count: those next to him, free of his own pieces and not
;         attacked by the side to move
; Uses    AF BC DE HL IX IY
flights:
        ; Eight steps, 0 at the end.
        xor     a
        ld      (flights_count),a
        ld      hl,king_steps
.Lking: ld      a,(hl)
        or      a
        ret     z
        inc     hl
        push    hl
        ; B = the king's byte, E = the square beside him.
        ld      c,a
        ld      a,(enemy_king)
        ld      l,a
        ld      h,board >> 8
        ld      b,(hl)
        add     a,c
        ld      l,a
        ld      e,a
        ; His own piece has his colour, the border both: no flight square.
        ld      a,(hl)
        and     b
        and     OFF_BOARD
        jr      nz,.Ltaken
        ; A square that the side to move attacks does not count.
        ld      a,(side)
        call    attacked
        jr      c,.Ltaken
        ld      hl,flights_count
        inc     (hl)
.Ltaken:
        pop     hl
        jr      .Lking
