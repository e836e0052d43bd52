; node.s - the RAM of the search except for its stacks

        .include "search.inc"

        .global profile_check_bonus, profile_futility, profile_pass
        .global profile_deep_from, profile_deep_quiet, profile_deep_other
        .global profile_budgets, profile_late_from, profile_late
        .global profile_recapture, profile_single, profile_above_by
        .global profile_tempo, scan_tempo
        .global root_alpha, draw_even, draw_odd, pass_margin, listing
        .global price, profile, switches, switches2, profile_start
        .global profile_step, profile_price, profile_above, profile_shift
        .global profile_cap, profile_parity, profile_bonus, profile_phase
        .global n_block, n_sx, n_other, n_checked, n_row, n_static, n_alpha
        .global n_beta, n_first_sorted, n_first_waiting, n_move
        .global n_best_quiet, n_pv, n_left, n_any, n_block_end, n_maybe
        .global n_following, ply, look_ply, n_evasion, sorted_top
        .global tactical_end, nodes, nodes_high, node_limit, depth, last_sx
        .global stop_flag, stopped, limited, line_tried, root_score, search_sx
        .global result_sx, result_score, best_move, line_len, restrict_count
        .global scan_slack, scan_checks, scan_castling
        .global scan_castles, scan_from, scan_next, move_price, price_rules, t_score
        .global j_move, j_bonus, j_killer, n_targets, n_queens, targets
        .global pawn_left, enemy_colour
        .global queens, seg_start, seg_write, flights_count, glance_code
        .global pv_len, killers, hits, cached_moves, cut_rules
        .global cache_check, cache_from, cache_to, cache_budget

        .bss

        .balign 256

; What the enemy of the side to move attacks at a node: a byte each square,
; hits_stamp where a pawn, knight or king attacks, hits_stamp + 1 where a
; slider does, anything less elsewhere. A new map takes the next
; stamp, so that the page needs no clearing. build_tables uses the page too.
hits:   .space  256

; A page of data used at every node. First the prices, twelve categories, least,
; quietest and least of evasions, a row of 16 bytes each for even plies from
; DeepFrom on, even plies before it, and odd plies alike.
price:  .space  64
profile:                        ; the bytes of Profile.Bytes
        .space  PROFILE_SIZE
        .set    switches, profile + PROFILE_SWITCHES
        .set    switches2, profile + PROFILE_SWITCHES2
        .set    profile_start, profile + PROFILE_START
        .set    profile_step, profile + PROFILE_STEP
        .set    profile_price, profile + PROFILE_PRICE
        .set    profile_above, profile + PROFILE_ABOVE
        .set    profile_shift, profile + PROFILE_SCORE_SHIFT
        .set    profile_cap, profile + PROFILE_SCORE_CAP
        .set    profile_parity, profile + PROFILE_PARITY
        .set    profile_bonus, profile + PROFILE_KILLER_BONUS
        .set    profile_check_bonus, profile + PROFILE_CHECK_BONUS
        .set    profile_phase, profile + PROFILE_PHASE
        .set    profile_futility, profile + PROFILE_FUTILITY
        .set    profile_pass, profile + PROFILE_PASS
        .set    profile_deep_from, profile + PROFILE_DEEP_FROM
        .set    profile_deep_quiet, profile + PROFILE_DEEP_QUIET
        .set    profile_deep_other, profile + PROFILE_DEEP_OTHER
        .set    profile_budgets, profile + PROFILE_BUDGETS
        .set    profile_late_from, profile + PROFILE_LATE_FROM
        .set    profile_late, profile + PROFILE_LATE
        .set    profile_recapture, profile + PROFILE_RECAPTURE
        .set    profile_single, profile + PROFILE_SINGLE
        .set    profile_above_by, profile + PROFILE_ABOVE_BY
        .set    profile_tempo, profile + PROFILE_TEMPO

; The current node. All up to n_block_end is on the stack while a child is
; searched.
n_block:
n_sx:   .space  1               ; budget of the side to move
n_other:                        ; and of the other one (two budgets)
        .space  1
n_checked:                      ; a bit for each side that has given check
        .space  1
n_row:  .space  1               ; low byte of the row of prices
n_static:                       ; static value
        .space  2
n_alpha:
        .space  2
n_beta: .space  2
n_first_sorted:
        .space  2
n_first_waiting:
        .space  2
n_move: .space  2               ; record of the move at hand
n_best_quiet:                   ; score prices: the first quiet move's
        .space  2
n_pv:   .space  2               ; the last principal variation's move, or 0
n_left: .space  1               ; sorted moves not tried yet
n_any:  .space  1               ; bit 0: a part had moves; what search.inc says
n_block_end:

n_maybe:                        ; bit 0: the side to move may be in check;
                                ; bit 1: it is known not to pass
        .space  1
n_following:                    ; the line is the principal variation
        .space  1
ply:    .space  1
look_ply:                       ; ply for which look was called
        .space  1
n_evasion:                      ; in check, and the profile prices evasions
        .space  1

sorted_top:
        .space  2
tactical_end:                   ; where the tactical moves end
        .space  2
nodes:  .space  2               ; nodes so far: what came since the last
nodes_high:                     ; look, and 32,768s
        .space  2
node_limit:                     ; the same: 15 bits and 16
        .space  4
depth:  .space  1
last_sx:                        ; the last iteration's budget
        .space  1
root_alpha:                     ; MINUS_INFINITY, or what a mate must beat
        .space  2
draw_even:                      ; a draw's value for the side to move at even
        .space  2
draw_odd:                       ; and at odd plies
        .space  2
pass_margin:                    ; profile_pass and the tempo, at least 1; or 0
        .space  1
listing:                        ; which captures the list takes
        .space  1
stop_flag:                      ; the host asks to stop
        .space  1
limited:                        ; 1: limits count; behind stop_flag
        .space  1
stopped:                        ; 1: a limit has ended the search; 2: and its
        .space  1               ; result is not of a complete iteration
line_tried:                     ; root moves searched in the iteration, from
        .space  1               ; the last one's best move on
root_score:
        .space  2
search_sx:
        .space  1
result_sx:
        .space  1
result_score:
        .space  2
best_move:
        .space  2
line_len:
        .space  1
restrict_count:                 ; root moves to keep, 0: all
        .space  1
scan_tempo:                     ; profile_tempo + 1, in 16 bits
        .space  2
scan_slack:                     ; alpha - static value + scan_tempo
        .space  2
scan_checks:                    ; 1: checks are not known yet
        .space  1
scan_castling:                  ; 1: castling moves are left
        .space  1
scan_castles:                   ; where
        .space  2
scan_from:                      ; and the first one's first byte
        .space  1
scan_next:                      ; place of the next move
        .space  2
move_price:
        .space  1
price_rules:                    ; not 0: prices depend on more than the table
        .space  1
cut_rules:                      ; of what cuts off: bit 7 remember it, KILLERS
        .space  1               ; quiet moves are killers
t_score:
        .space  2
j_move: .space  2               ; raw move that is judged
j_bonus:                        ; what it gains in the order
        .space  1
j_killer:                       ; 1: it is a killer
        .space  1
n_targets:                      ; the enemy's queens and rooks
        .space  1
n_queens:
        .space  1
pawn_left:                      ; where the side's pawns capture to the left
        .space  1
enemy_colour:                   ; colour bit of the other side
        .space  1
targets:
        .space  16
queens: .space  16
seg_start:                      ; waiting moves in place from here
        .space  2
seg_write:                      ; where they belong
        .space  2
flights_count:                  ; the enemy king's, $FF unknown
        .space  1
glance_code:                    ; board byte of the piece that threatens
        .space  1

; The principal variations of the plies below the root lie in the free upper
; halves of the first eight pages of pst, two plies in 64 bytes; the moves
; that the root is restricted to in those of the other four. Their lengths
; are in the killers' page, and the cached moves that have been tried.
        .balign 256
killers:                        ; two moves a ply
        .space  4*MAX_PLY
pv_len: .space  MAX_PLY+2       ; moves of the variation of a ply
cached_moves:                   ; by ply, the cached move that has been tried
        .space  2*MAX_PLY

; The cache: cache.s.
        .balign 256
cache_check:
        .space  CACHE_SIZE
cache_from:
        .space  CACHE_SIZE
cache_to:
        .space  CACHE_SIZE
cache_budget:
        .space  CACHE_SIZE
