; pass.s - nodes that are cut since to pass would be good enough

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "search.inc"

        .global passes, passes_ahead, hook_pass

        .text

; passes - would it be good enough to pass? The static value, less the best
; swap-off against the side to move, half its budget and a margin, is at
; least beta
;
; In      A = pass_margin, not 0; ply, checkers, n_static, n_sx, n_alpha,
;         n_beta
; Out     carry set: yes, HL = n_beta
; Uses    everything
;
; Not at the root, not in check, and not where beta is a mate.
passes: ld      e,a
        ld      a,(checkers)
        or      a
        ret     nz
        ld      a,(ply)
        or      a
        ret     z
        ld      a,e
        call    .Lstatic
        ret     nc
.Lswap: ld      hl,(t_score)            ; as in swap_bounds
        ld      de,(n_beta)
        xor     a
        sbc     hl,de
        ld      a,h
        cp      4
        ld      a,0
        jr      nc,.Lwon
        srl     h
        rr      l
        srl     h
        rr      l
        ld      a,l
        cp      QUEEN_WORTH
        ld      a,0
        jr      nc,.Lwon
        ld      a,l
        ld      (swap_floor),a
        ld      a,1
        ld      (swap_enough),a
        call    hits_of
        ld      a,(struck_done)
        or      a
        call    z,strike
        ld      hl,(struck)
        ld      a,h
        or      l
        call    nz,best_swap
.Lwon:  ld      l,a
        ld      h,0
        add     hl,hl
        add     hl,hl                   ; a gain's byte: carry is clear
        ex      de,hl
        ld      hl,(t_score)
        sbc     hl,de
        ex      de,hl
hook_pass:                      ; DE = value, n_alpha, n_beta
        ld      hl,(n_beta)
        scf
        sbc     hl,de                   ; carry: value >= beta
        ld      hl,(n_beta)
        ret

; t_score = the static value less A and half the budget; carry set: that is
; at least beta, which is no mate. Carry is clear before.
.Lstatic:
        ld      e,a
        ld      d,0
        ld      hl,(n_static)
        sbc     hl,de
        ld      a,(n_sx)
        and     0xFE                    ; rra leaves carry clear
        rra
        ld      e,a
        sbc     hl,de                   ; such values are far from a borrow
        ld      (t_score),hl
        ld      de,(n_beta)
        sbc     hl,de
        ccf
        ret     nc
        ld      hl,MATED + 2*MAX_PLY + 1
        sbc     hl,de                   ; and the carry
        ret

; passes_ahead - passes for the node that a move leads to, before the move is
; made
;
; In      as node, but the board is the parent's; n_move
; Out     carry set: yes; else A = 0: the rest of node
;         decides, or no, bit 1 of n_maybe; or A = 1: no, and the map of hits is
;         the node's; neither a draw nor a limit ends it
; Uses    everything
;
; A third of all nodes pass. They need neither keys and rights nor the
; picture, 2,300 T-states, unless they may be in check or a draw. The
; parent's picture stays.
passes_ahead:
        ld      a,(n_maybe)
        or      a
        jr      nz,.Lunknown
        ld      a,(pass_margin)
        or      a
        ret     z
        call    .Lstatic
        jr      nc,.Llow
        ld      a,(pieces)
        cp      6                       ; one may be taken
        jr      c,.Lunknown
        ld      a,(half)
        cp      3                       ; repeated wants 4
        jr      c,.Lno_draw
        ld      hl,(n_move)
        inc     hl
        inc     hl
        bit     0,(hl)                  ; a capture
        jr      z,.Lunknown
.Lno_draw:
        call    limit_reached
        jr      c,.Lunknown
        ld      a,0xFF
        ld      (hits_ply),a
        ld      hl,(n_move)
        call    make_board
        ld      hl,side
        ld      a,(hl)
        xor     1
        ld      (hl),a
        call    .Lswap
        push    af
        ld      hl,side
        ld      a,(hl)
        xor     1
        ld      (hl),a
        ld      hl,(n_move)
        call    unmake_board
        pop     af
        ld      a,1
        ret
.Llow:  ld      a,2
        ld      (n_maybe),a
.Lunknown:
        xor     a
        ret
