; pass.s - pass cuts (static null-move pruning)

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "search.inc"

        .global passes, passes_ahead, hook_pass

        .text

; passes - does a pass cut the node? That is: the static value, less the best
; swap-off against the side to move, half its budget and a margin, is at least
; beta
;
; In      A = pass_margin, not 0; ply, checkers, n_static, n_sx, n_alpha,
;         n_beta
; Out     carry set: yes, HL = n_beta
; Uses    everything
;
; Not at the root, not in check, and not where beta is a mate.
passes: ld      e,a
        ; E keeps the margin. In check, or at the root, it does not pass: or has
        ; left carry clear.
        ld      a,(checkers)
        or      a
        ret     nz
        ld      a,(ply)
        or      a
        ret     z
        ; Carry clear: not even without an exchange.
        ld      a,e
        call    .Lstatic
        ret     nc
        ; How far above beta: from 1024, or from QUEEN_WORTH quarters on, no
        ; exchange brings it below, and the gain is 0.
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
        ; A gain above the floor brings the value below beta, and any such one
        ; is enough to know.
        ld      a,l
        ld      (swap_floor),a
        ld      a,1
        ld      (swap_enough),a
        ; Which of the side's pieces are attacked? Only those can be taken.
        call    hits_of
        ld      a,(struck_done)
        or      a
        call    z,strike
        ld      hl,(struck)
        ld      a,h
        or      l
        call    nz,best_swap
        ; Value = t_score less four times the gain (sixteenths to 64ths).
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
        ; The margin, then half of n_sx, are taken off the static value.
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
        ; Below beta: carry is clear after ccf.
        ld      de,(n_beta)
        sbc     hl,de
        ccf
        ret     nc
        ; carry is 1: set again if beta is above all scores of being mated.
        ld      hl,MATED + 2*MAX_PLY + 1
        sbc     hl,de                   ; and the carry
        ret

; passes_ahead - does a pass cut the node after a move? Before that is
; made
;
; In      as node, but the board is the parent's; n_move
; Out     carry set: yes; else A = 0: the rest of node decides (bit 1 of
;         n_maybe: no); or A = 1: no, the attack map is the node's, and neither
;         a draw nor a limit ends it
; Uses    everything
;
; Pass cuts end a third of all nodes. They need neither keys, rights nor look,
; 2,300 T-states, unless they may be in check or a draw. The parent's result of
; look stays.
passes_ahead:
        ; It may be in check: node must call look. A = 0 without a margin.
        ld      a,(n_maybe)
        or      a
        jr      nz,.Lunknown
        ld      a,(pass_margin)
        or      a
        ret     z
        ; Below beta: the child does not pass, and need not test again.
        call    .Lstatic
        jr      nc,.Llow
        ; Few pieces may be a draw by material. A move that can repeat a
        ; position, or reach the fifty moves, may be one too; a capture can't.
        ld      a,(pieces)
        cp      6                       ; one may be taken
        jr      c,.Lunknown
        ld      a,(half)
        cp      3                       ; repeated needs 4
        jr      c,.Lno_draw
        ld      hl,(n_move)
        inc     hl
        inc     hl
        bit     0,(hl)                  ; a capture
        jr      z,.Lunknown
.Lno_draw:
        ; A limit may end the search at this node: node will find it.
        call    limit_reached
        jr      c,.Lunknown
        ; The attack map is made for the child: the move on the board and the
        ; other side to move.
        ld      a,0xFF
        ld      (hits_ply),a
        ld      hl,(n_move)
        call    make_board
        ld      hl,side
        ld      a,(hl)
        xor     1
        ld      (hl),a
        ; Carry is the result.
        call    .Lswap
        push    af
        ld      hl,side
        ld      a,(hl)
        xor     1
        ld      (hl),a
        ; Take the move back. A = 1: the map is the child's.
        ld      hl,(n_move)
        call    unmake_board
        pop     af
        ld      a,1
        ret
        ; Bit 1 of n_maybe: it does not pass, for node.
.Llow:  ld      a,2
        ld      (n_maybe),a
.Lunknown:
        xor     a
        ret
