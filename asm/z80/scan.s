; scan.s - terminal moves: frontiers and waiting moves, evaluated and tested one
; by one

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "search.inc"

        .global frontier, scan_moves, scan_quiet, terminal, terminal_high
        .global mates, hook_part, hook_scored_one, hook_low, hook_low_value
        .global less_tempo, hook_scored_high, swap_bounds, hook_test_one, hook_test_high

        .text

; frontier - evaluate the moves of a node where none can be followed up,
; captures and promotions first; ends node
;
; In      as node, and look's result
; Out     as node
; Uses    as node
frontier:
        ; The node's moves begin where those of the plies above end. FRONTIER
        ; lets try_killers take checks as well.
        ld      hl,(raw_end)
        ld      (n_first_waiting),hl
        ld      hl,n_any
        set     FRONTIER,(hl)
        call    try_killers
        jr      c,.Lcutoff
        ; Captures and promotions. Z set: there are none.
        call    generate_tactical
        call    .Lpart
        jr      c,.Ldraw
        ld      hl,(n_first_waiting)
        call    nz,scan_moves
        jr      c,.Lcutoff
        ; They are evaluated; the quiet moves take their place.
        ld      hl,(n_first_waiting)
        ld      (raw_end),hl
        ; If the position is above alpha, a quiet move will need the map: make
        ; it now, for the king's moves.
        ld      hl,(n_alpha)
        ld      de,(n_static)
        xor     a
        sbc     hl,de
        jr      nc,.Llow_node
        ld      hl,checkers             ; A = 0 before
        or      (hl)
        call    z,hits_of
.Llow_node:
        ; Quiet moves without the killers that have been tried. A = 1: look's
        ; result is at hand for moves that may check.
        call    generate_quiet
        call    drop_early
        call    .Lpart
        jr      c,.Ldraw
        ld      de,(n_first_waiting)
        ld      a,1
        call    nz,scan_quiet
        jr      c,.Lcutoff
.Lno_quiet:
        ; No cutoff. The moves are dropped; bit 0 of n_any says whether there
        ; was one in any part.
        ld      hl,(n_first_waiting)
        ld      (raw_end),hl
        ld      a,(n_any)
        rrca
        jp      nc,no_moves
        ld      hl,(n_alpha)
        or      a
        ret
.Lcutoff:                               ; with carry set
        ; ld leaves carry: the value is beta.
        ld      hl,(n_first_waiting)
        ld      (raw_end),hl
        ld      hl,(n_beta)
        ret
.Ldraw: ld      hl,(n_first_waiting)
        ld      (raw_end),hl
        jp      value_draw

; After a part of the list: Z clear: it has moves; carry set: but it is a draw
; by fifty moves.
        ; FILTERED: a cached move has been tried and goes out.
.Lpart: ld      a,(n_any)
        and     1 << FILTERED
        call    nz,filter_waiting
hook_part:                      ; n_first_waiting, raw_end
        call    any_waiting
        ret     z
        ; There is a legal move. No move has been tested for
        ; check.
        ld      hl,n_any
        set     0,(hl)
        ld      a,1
        ld      (scan_checks),a
        FIFTY                           ; with carry clear Z is clear too
        ret

; scan_moves - value and test terminal moves of any kind
;
; In      HL = first raw move, raw_end
; Out     carry set: a cutoff
; Uses    everything
scan_moves:
        ; $FF behind the last move ends the loop.
        ld      de,(raw_end)
        ld      a,0xFF
        ld      (de),a
.Lmove: ld      a,(hl)
        inc     a
        ret     z                       ; carry is clear
        ; A node is a move evaluated: count it. DE = the static value before it.
        ld      (n_move),hl
        ld      de,(nodes)
        inc     de
        ld      (nodes),de
        ld      de,(n_static)
        call    after
hook_scored_one:                ; HL = value, n_move
        ; The value less the tempo. Not above alpha: the move is passed without
        ; a test, for it can neither raise alpha nor cut.
        ex      de,hl
        ld      a,(profile_tempo)
        or      a
        call    nz,less_tempo
        ld      hl,(n_alpha)
        sbc     hl,de
        jr      nc,.Llow
        call    terminal_high
hook_test_one:                  ; DE = value, n_move: the host may enter
        call    test
        ret     c
.Lnext: ld      hl,(n_move)             ; carry is clear
        inc     hl
        inc     hl
        inc     hl
        jr      .Lmove
.Llow:
hook_low_value:                 ; DE = value, not above alpha; n_move
        jr      .Lnext

; less_tempo - take the tempo off a static value
;
; In      DE = value, A = profile_tempo
; Out     DE = value less the tempo; carry clear
; Uses    AF HL
less_tempo:
        ; H = the sign of the tempo: its bit 7, spread by rla and sbc.
        ld      l,a
        rla
        sbc     a,a
        ld      h,a
        ex      de,hl
        or      a
        sbc     hl,de
        ex      de,hl
        or      a
        ret

; scan_quiet - value and test terminal quiet moves
;
; In      DE = first raw move, raw_end; A = 1: whether a move checks is not
;         known, but look's result is; profile_futility, not 0: no move is tried
;         if the static value plus it, less the tempo, is not above alpha
; Out     carry set: a cutoff
; Uses    everything
;
; The moves of a piece stand together and differ by one table entry: the
; value is above alpha where the entry of the new square is at least C. H
; is the page of the piece's table, B its square, DE behind the move. C may
; let pass a value that is not above alpha, which terminal then finds.
; Castling moves, at the end, are left to scan_moves.
scan_quiet:
        ; Futility: where the profile has it, perhaps no move is tried at all.
        ld      (scan_checks),a
        ld      a,(profile_futility)
        or      a
        jp      nz,.Lfutile
.Lnot_futile:
        ; Castling moves stand at the end, if there are any. From raw_end back
        ; to the last move that is none; carry is clear, for add has not
        ; overflowed.
        xor     a
        ld      (scan_castling),a
        ld      hl,(raw_end)
.Lback: sbc     hl,de                   ; carry is clear
        jp      z,.Lonly_castles
        add     hl,de
        dec     hl
        bit     2,(hl)
        jp      nz,.Lcastle
        ; HL -> behind the last plain move. If castling moves follow, the first
        ; one's first byte gives way to the end mark for a while.
        inc     hl
        ld      a,(scan_castling)
        or      a
        jr      z,.Lplain
        ld      a,(hl)
        ld      (scan_from),a
        ld      (scan_castles),hl
.Lplain:
        ; IX counts the nodes in the loop: two bytes of RAM less to touch a
        ; move.
        ld      (hl),0xFF
        call    .Lslack
        ld      ix,(nodes)
        ld      a,(de)
        inc     de
.Lpiece:
        ; A new piece on B, or the end. H = page of its table.
        inc     a
        jr      z,.Lend
        dec     a
        ld      b,a
        ld      l,a
        ld      h,board >> 8
        ld      l,(hl)
        ld      h,pst_page >> 8
        ld      h,(hl)
        ld      l,b
        ; C = slack + entry of the old square: what an entry must be for a value
        ; above alpha. It fits a byte only if the high byte comes out 0.
        ld      a,(scan_slack)
        add     a,(hl)
        ld      c,a
        ld      a,(scan_slack+1)
        adc     a,0
        jr      nz,.Lfar
        ; The loop for most moves: the entry of the new square is below C, so
        ; the value is not above alpha.
.Lto:   ld      a,(de)
        ld      l,a
        inc     de
        inc     de
        ld      a,(hl)
        cp      c
        jr      nc,.Lhigh
hook_low:                       ; DE - 3 = move, B = from, HL = entry of pst
        ; Count the move. The next one of the same piece needs no new C.
        inc     ix
        ld      a,(de)
        inc     de
        cp      b
        jp      z,.Lto
        jp      .Lpiece

        ; Far below: C = 0, each entry will do. Far above: C = 255, which only
        ; the greatest entry reaches, and terminal sorts that out.
.Lfar:  ld      c,0
        jp      m,.Lto
        dec     c
        jr      .Lto

        ; DE = the move behind this one. n_move is 3 bytes before it.
.Lhigh: ld      (scan_next),de
        dec     de
        dec     de
        dec     de
        ld      (n_move),de
        ; Value = static value + entry of to - entry of from; the borrow makes
        ; the difference 16 bits.
        ld      a,(hl)
        ld      l,b
        sub     (hl)
        ld      e,a
        sbc     a,a
        ld      d,a
        ld      hl,(n_static)
        add     hl,de
        ; A callback may read nodes: IX goes back to RAM. Carry set by test:
        ; cutoff.
        inc     ix
        ld      (nodes),ix
hook_scored_high:               ; HL = value, n_move
        ex      de,hl
        call    terminal
hook_test_high:                 ; DE = value, n_move, scan_next: the host may enter
        call    test
        ret     c
        ; alpha may have risen, and terminal uses all registers: begin again
        ; with the next move, with slack, counter and place.
        call    .Lslack
        ld      ix,(nodes)
        ld      de,(scan_next)
        ld      a,(de)
        inc     de
        jp      .Lpiece

        ; Put the castling move's byte back and value those moves by scan_moves.
.Lend:  ld      (nodes),ix
        ld      a,(scan_castling)
        or      a
        ret     z
        ld      hl,(scan_castles)
        ld      a,(scan_from)
        ld      (hl),a
        jp      scan_moves

.Lcastle:
        ; One castling move further to the front.
        dec     hl
        dec     hl
        ld      a,1
        ld      (scan_castling),a
        jp      .Lback

        ; Is the static value so far below alpha that no move is worth it?
.Lfutile:
        ; HL = static value + futility - tempo. add leaves carry clear, so that
        ; scan_tempo, one more than the tempo, makes <= of the last comparison.
        ld      c,a
        ld      b,0
        ld      hl,(n_static)
        add     hl,bc                   ; far from a carry
        ld      bc,(scan_tempo)
        sbc     hl,bc
        ld      bc,(n_alpha)
        or      a
        sbc     hl,bc                   ; carry: static - tempo + futility <= alpha
        jp      nc,.Lnot_futile
        or      a                       ; no move is tried, and none cuts off
        ret

        ; Nothing, or nothing else.
.Lonly_castles:
        ; HL = the first castling move; everything to raw_end is one.
        ld      a,(scan_castling)
        or      a
        ret     z
        ex      de,hl
        jp      scan_moves

; scan_slack = alpha - static value + tempo + 1, far values brought nearer.
; Uses BC. Carry is clear before.
.Lslack:
        ; HL = alpha - static value.
        ld      hl,(n_alpha)
        ld      bc,(n_static)
        sbc     hl,bc
        ld      a,h
        jr      c,.Lnegative
        ; At $200 or more no entry reaches it; $1FF says the same, and what is
        ; added can't carry. Below -$200 in the same way each entry does.
        cp      2
        jr      c,.Lnear
        ld      hl,0x1FF
        jr      .Lnear
.Lnegative:
        cp      0xFE
        jr      nc,.Lnear
        ld      hl,0xFE00
.Lnear: ld      bc,(scan_tempo)
        add     hl,bc
        ld      (scan_slack),hl
        ret

; terminal - evaluate a move that is not followed up
;
; In      DE = its static value, n_move, n_alpha, n_beta, ply
; Out     DE = static value less the tempo and, where that beats alpha, less
;         what the other side wins by its best swap-off; mate where it is mate
; Uses    AF BC HL, and where it beats alpha everything
terminal:
        ld      a,(profile_tempo)
        or      a
        call    nz,less_tempo
        ; carry is clear with or without a tempo. Not above alpha: it stands.
        ld      hl,(n_alpha)
        sbc     hl,de
        ret     nc

; terminal_high - terminal, if the static value less the tempo beats
; alpha
;
; In      DE = static value less the tempo; else as terminal
; Out     as terminal
; Uses    everything
terminal_high:
        ; A leaf has no variation: the length of the ply below is 0.
        ld      (t_score),de
        ld      a,(ply)
        add     a,(pv_len + 1) & 255
        ld      l,a
        ld      h,pv_len >> 8
        ld      (hl),0
        ; Mate, where the profile tests for it? Then the value is that of mate.
        ld      a,(switches2)
        rrca                            ; MATE_TEST
        call    c,mates
        jr      c,.Lmate
        ; Carry: so far above beta that no exchange matters. Else the attack map
        ; before the move must be this node's.
        call    swap_bounds
        jr      c,.Lsafe
        ld      hl,hits_ply
        ld      a,(ply)
        cp      (hl)
        call    nz,hits_of
        ; The move is made on the board alone. candidates needs C without a
        ; promotion's bits; E and B are to and flags.
        ld      hl,(n_move)
        call    make_board
        ld      a,c
        and     0x77
        ld      c,a
        call    candidates
        ; No slot may hang: A = 0 from the or, no gain.
        ld      a,h
        or      l
        call    nz,best_swap
        push    af
        ld      hl,(n_move)
        call    unmake_board
        pop     af
        ; No gain: the value stands.
        ld      de,(t_score)
        or      a
        ret     z
        ; A gain is in sixteenths of a pawn, a value in 64ths: four times it.
        ld      l,a
        ld      h,0
        add     hl,hl
        add     hl,hl                   ; a gain's byte: carry is clear
        ex      de,hl
        sbc     hl,de
        ex      de,hl
        ret
.Lsafe: ld      de,(t_score)
        ret
.Lmate: ld      a,(ply)
        ; MATE less the plies to it, one more than this node's.
        inc     a
        ld      e,a
        ld      d,0
        ld      hl,MATE
        or      a
        sbc     hl,de
        ex      de,hl
        ret

; swap_bounds - bounds of the gains that matter to best_swap
;
; In      t_score, above n_alpha; n_beta
; Out     swap_floor: gains up to this leave the value at beta or above;
;         swap_enough: this gain brings it to alpha. Carry set: no piece is
;         worth more than the floor, and neither is set
; Uses    AF DE HL
;
; Both fit a byte, for no gain is more than QUEEN_WORTH.
swap_bounds:
        ; HL = t_score - beta. Below beta every gain matters: floor 0 (A = 0).
        ld      hl,(t_score)
        ld      de,(n_beta)
        xor     a
        sbc     hl,de
        jr      c,.Lfloor
        ; From 1024 on no gain brings it below beta. Else a quarter of it, by
        ; two shifts of A and L, is the floor.
        ld      a,h
        cp      4
        ccf
        ret     c
        rra                             ; what enters above L's bits is lost
        rr      l
        rra
        rr      l
        ld      a,l                     ; no gain exceeds QUEEN_WORTH
        cp      QUEEN_WORTH
        ccf
        ret     c
.Lfloor:
        ld      (swap_floor),a
        ; How much is enough: (t_score - alpha) / 4, rounded up.
        ld      hl,(t_score)
        ld      de,(n_alpha)
        scf                             ; a unit less, a quarter, one more
        sbc     hl,de
        ; 1024 or more, or 256 quarters: no gain is enough.
        ld      a,h
        cp      4
        jr      nc,.Lany
        rra
        rr      l
        rra
        rr      l
        ld      a,l
        inc     a
        jr      z,.Lany
.Lenough:
        ld      (swap_enough),a
        or      a
        ret
.Lany:  ld      a,255
        jr      .Lenough

; mates - is a move that may give check mate?
;
; In      n_move, scan_checks; with it look's result
; Out     carry set: it is
; Uses    everything
mates:  ld      hl,(n_move)
        ; C = from, E = to, B = flags. Bit 5: the move is known to check, or
        ; may.
        ld      c,(hl)
        inc     hl
        ld      e,(hl)
        inc     hl
        ld      b,(hl)
        bit     5,b
        jr      nz,.Lcheck
        ; Else, if checks are known, it does not; if not, ask gives_check with
        ; the piece's byte after the move.
        ld      a,(scan_checks)
        or      a
        ret     z
        ld      h,board >> 8
        bit     4,b
        jr      nz,.Lpromoted
        ld      l,c
        ld      d,(hl)
.Lcode: call    gives_check
        ret     nc
.Lcheck:
        ; Made in full. A move that only may check is tested here.
        ld      hl,(n_move)
        call    make_move
        call    in_check
        jr      nc,.Lno
        ; has_legal_move generates into the buffer of captures, which is free
        ; while moves are evaluated. Carry set: there is a move; inverted it is
        ; no mate.
        ld      hl,(raw_end)
        push    hl
        ld      hl,tactical_moves
        ld      (raw_end),hl
        call    has_legal_move
        pop     hl
        ld      (raw_end),hl
        ccf
        ; Carry is kept while the move is taken back.
.Lno:   push    af
        call    unmake_move
        pop     af
        ret
.Lpromoted:
        call    promoted_code
        jr      .Lcode
