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
; The enemy king has at most one square to flee to, and a check by the
; piece from where it can go next leaves him no legal move.
threatens_mate:
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
        ld      a,(flights_count)
        inc     a
        push    bc
        push    de
        call    z,flights
        pop     de
        pop     bc
        ld      a,(flights_count)
        cp      2
        jr      nc,.Lno
        ld      hl,(raw_end)
        push    hl
        ld      hl,tactical_moves
        ld      (raw_end),hl
        ld      a,(ep)
        push    af
        ld      a,NO_SQUARE
        ld      (ep),a
        call    make_board_quiet
        push    bc
        push    de
        ld      a,d
        ld      (glance_code),a
        ld      c,e                     ; C = where it stands now
        ld      hl,king_steps
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
        call    .Lbears
        call    c,.Lmates
        jr      c,.Lfound
        ld      a,d
        or      a
        jr      z,.Lstep
.Lnext: inc     hl
        djnz    .Lray                   ; carry is clear
.Lfound:
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
        sub     c
        sub     1                       ; carry: it is the king's square
.Lblind:                        ; after the and with carry clear
        pop     bc
        pop     hl
        ret

; Is the move from C to E mate? D = what stands on E.
.Lmates:
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
        ld      hl,side
        ld      a,(hl)
        xor     1
        ld      (hl),a
        call    has_legal_move
        ccf
        pop     hl                      ; flags of D
        pop     de
        pop     bc
        push    bc
        push    de
        push    af
        ld      a,(side)
        xor     1
        ld      (side),a
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
        xor     a
        ld      (flights_count),a
        ld      hl,king_steps
.Lking: ld      a,(hl)
        or      a
        ret     z
        inc     hl
        push    hl
        ld      c,a
        ld      a,(enemy_king)
        ld      l,a
        ld      h,board >> 8
        ld      b,(hl)
        add     a,c
        ld      l,a
        ld      e,a
        ld      a,(hl)
        and     b
        and     OFF_BOARD
        jr      nz,.Ltaken
        ld      a,(side)
        call    attacked
        jr      c,.Ltaken
        ld      hl,flights_count
        inc     (hl)
.Ltaken:
        pop     hl
        jr      .Lking
