| pass.s - pass cuts (static null-move pruning)

        .include "memory.inc"
        .include "makeboard.inc"
        .include "search.inc"

        .global passes, passes_ahead, passes_likely, hook_pass

        .text

| passes - does a pass cut the node? That is: the static value, less the best
| swap-off against the side to move, half its budget and a margin, is at least
| beta
|
| In      D0.b = pass_margin, not 0; ply, checkers, n_static, n_sx, n_alpha,
|         n_beta
| Out     D1 = 1, Z clear: yes, D0 = n_beta; else D1 = 0, Z set
| Uses    D0 D1 D2 D7 A0 A1
|
| Not at the root, not in check, and not where beta is a mate.
passes: tst.b   checkers-G(%a5)
        | Not in check and not at the root.
        bne.s   .Lno
        tst.b   ply-G(%a5)
        beq.s   .Lno
        | D7 = static value, D1 = beta; PASS_STATIC subtracts margin and half
        | the budget.
        andi.w  #0xFF,%d0
        move.w  n_static(%a6),%d7
        move.w  n_beta(%a6),%d1
        PASS_STATIC .Lno

| Less than a queen's value above beta something may hang that brings the value,
| D7, below it. A gain up to the floor does not, and any other is enough.
.Lswap: move.w  %d7,%d0
        sub.w   n_beta(%a6),%d0
        lsr.w   #2,%d0                  | in units of swap-off, without sign
        cmpi.w  #QUEEN_WORTH,%d0
        bcc.s   .Lworth
        move.b  %d0,swap_floor-G(%a5)
        move.b  #1,swap_enough-G(%a5)
        | The map is made for this side; strike finds which of its pieces are
        | attacked.
        bsr     map_hits                | no node here has a map yet
        move.b  ply-G(%a5),hits_ply-G(%a5)
        bsr     strike
        beq.s   .Lworth
        bsr     best_swap
        | In score units, off the value.
        lsl.w   #2,%d0
        sub.w   %d0,%d7
.Lworth:
        move.w  %d7,%d0
hook_pass:                      | D0 = value, n_alpha, n_beta
        | At beta or above: the value is beta, fail-hard.
        move.w  n_beta(%a6),%d1
        cmp.w   %d1,%d0
        blt.s   .Lno
        move.w  %d1,%d0
        moveq   #1,%d1
        rts
.Lno:   moveq   #0,%d1
        rts

| passes_ahead - does a pass cut the node after a move? Before that is
| made
|
| In      as node, but the board is the parent's; D3 D4 D5 = the move
| Out     D1 = 1, Z clear: yes, D0 = n_beta; else Z set and D0.b = 0: the rest
|         of node decides, or no, bit 1 of n_maybe; or D0.b = 1: no, and the
|         attack map is the node's; neither a draw nor a limit ends it
| Uses    D0 D1 D2 D7 A0 A1
|
| Pass cuts end a third of all nodes. They need neither keys, rights nor look,
| unless they may be in check or a draw. The parent's result of look stays.
passes_ahead:
        | A child that may be in check, or without a margin, is left to node.
        tst.b   n_maybe-G(%a5)
        bne     .Lunknown
        moveq   #0,%d0
        move.b  pass_margin-G(%a5),%d0
        beq     .Lunknown
        move.w  n_static(%a6),%d7
        move.w  n_beta(%a6),%d1
        PASS_STATIC .Llow

| passes_likely - passes_ahead where the static value is enough; ends
| passes_ahead
|
| In      D7 = static value less the margin and half the budget, at least
|         n_beta; else as passes_ahead
| Out     as passes_ahead
| Uses    D0 D1 D2 D7 A0 A1
passes_likely:
        | With few pieces, or a clock that could repeat, a draw must be ruled
        | out first. A capture sets the clock to 0.
        cmpi.b  #6,pieces-G(%a5)        | one may be taken
        bcs     .Lunknown
        cmpi.b  #3,half-G(%a5)          | repeated needs 4
        bcs.s   .Lno_draw
        btst    #0,%d5                  | FLAG_CAPTURE
        beq     .Lunknown
.Lno_draw:
        LIMIT   .Lunknown
        | The map of the parent is lost.
        st      hits_ply-G(%a5)
        moveq   #SPECIAL,%d0
        and.b   %d5,%d0
        bne.s   .Lspecial
        | The move on the board alone; side is the enemy, whose pieces may hang.
        MAKE_BOARD_QUIET
        eori.b  #1,side-G(%a5)
        bsr     .Lswap
        eori.b  #1,side-G(%a5)
        move.w  %d1,%d7                 | the answer
        UNMAKE_BOARD_QUIET
.Lunmade:
        | D0.b = 1: it doesn't pass, but no draw or limit ends it. If it passes,
        | D0 is beta.
        moveq   #1,%d0
        move.w  %d7,%d1
        beq.s   .Lstays
        move.w  n_beta(%a6),%d0
        tst.w   %d1
.Lstays:
        rts
.Lspecial:
        | Captures and special moves are made by make_board.
        bsr     make_board
        eori.b  #1,side-G(%a5)
        bsr     .Lswap
        eori.b  #1,side-G(%a5)
        move.w  %d1,%d7
        bsr     unmake_board
        bra     .Lunmade
        | The static value is too low: node need not ask again.
.Llow:  move.b  #2,n_maybe-G(%a5)
.Lunknown:
        moveq   #0,%d0                  | and Z
        rts
