| memory.s - the RAM of the 68000 engine, from $010000 on, in a Mega Drive from
| $FF0000 on
|
| A5 holds G, the board's address, all the time: a variable is name-G(%a5),
| and the board byte of the square in D0 is (%a5,%d0.w). A pointer to a square
| has the square for its low byte, and reaches by a displacement what other
| tables hold of that square.
|
| The variables are in ram.inc, which every unit lays out for itself, because
| the assembler must know how far from G they are. Here they get their space.

        .include "layout.inc"

        .global ids, kind, board_edge, board, board_end, hits_edge, hits
        .global piece_keys, rights_lost
        .global square, slots, officers, promoted, scan_count, pieces
        .global sliders, line_count
        .global side, castle, ep, half, king_square, enemy_king, key
        .global undo_top, checkers, check_from, pins, bares, pinned
        .global pin_step, bare, bare_step, hits_stamp, hits_ply, struck
        .global wanted, struck_done, swap_floor, swap_enough, board_taken
        .global board_code, swap_counts, play_from, play_to, play_ok
        .global perft_depth, perft_count, ply, look_ply, n_maybe
        .global n_following, n_evasion, listing, j_bonus, j_killer
        .global n_targets, n_queens, flights_count, scan_checks, targets
        .global sorted_top, raw_end, tactical_end, nodes, node_limit, depth
        .global last_sx, root_alpha, draw_even, draw_odd, pass_margin
        .global stop_flag, limited, stopped, line_tried, search_sx
        .global king_ways, target_ways, seg_start, seg_write, pawn_left
        .global enemy_colour, list_killers, list_stamp, list_front, list_unsure
        .global root_score, result_score, best_move, result_sx, line_len
        .global restrict_count, price_rules, try_rules, cut_rules, price, profile
        .global switches, switches2, profile_start, profile_step
        .global profile_price, profile_above, profile_shift, profile_cap
        .global profile_parity, profile_bonus, profile_check_bonus
        .global profile_phase, profile_futility, profile_pass
        .global profile_deep_from, profile_deep_quiet, profile_deep_other
        .global profile_budgets, profile_late_from, profile_late
        .global profile_recapture, profile_single, profile_above_by
        .global profile_tempo, profile_end, pv_len, killers, cached_moves
        .global line, pv_root, pv_rows, restricted, frames, undo, undo_end
        .global pst, position_block, raw_moves, tactical_moves, raw_limit, cache
        .global sorted_stack, stack_bottom, stack_top

        .bss

        .include "ram.inc"

| FIELD - refuse to assemble if a field of the profile is not where the host
| writes it: Profile.Bytes in goengine.
        .macro  FIELD label, offset
        .if     \label-profile != \offset
        .error  "\label is not where Profile.Bytes has it"
        .endif
        .endm

        FIELD   switches, PROFILE_SWITCHES
        FIELD   switches2, PROFILE_SWITCHES2
        FIELD   profile_start, PROFILE_START
        FIELD   profile_step, PROFILE_STEP
        FIELD   profile_price, PROFILE_PRICE
        FIELD   profile_above, PROFILE_ABOVE
        FIELD   profile_shift, PROFILE_SCORE_SHIFT
        FIELD   profile_cap, PROFILE_SCORE_CAP
        FIELD   profile_parity, PROFILE_PARITY
        FIELD   profile_bonus, PROFILE_KILLER_BONUS
        FIELD   profile_check_bonus, PROFILE_CHECK_BONUS
        FIELD   profile_phase, PROFILE_PHASE
        FIELD   profile_futility, PROFILE_FUTILITY
        FIELD   profile_pass, PROFILE_PASS
        FIELD   profile_deep_from, PROFILE_DEEP_FROM
        FIELD   profile_deep_quiet, PROFILE_DEEP_QUIET
        FIELD   profile_deep_other, PROFILE_DEEP_OTHER
        FIELD   profile_budgets, PROFILE_BUDGETS
        FIELD   profile_late_from, PROFILE_LATE_FROM
        FIELD   profile_late, PROFILE_LATE
        FIELD   profile_recapture, PROFILE_RECAPTURE
        FIELD   profile_single, PROFILE_SINGLE
        FIELD   profile_above_by, PROFILE_ABOVE_BY
        FIELD   profile_tempo, PROFILE_TEMPO
        FIELD   profile_end, PROFILE_SIZE

        .section .stack, "aw", @nobits

stack_bottom:
        .space  31*24 + 512
stack_top:
