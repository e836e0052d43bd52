; memory.s - the RAM of the Z80 engine, $4000 to $7FFF
;
; z80.ld puts this file's .bss first, so that the addresses below hold,
; then that of the other files, then the stack. Pages of 256 bytes let a
; pointer's high byte say what it points to and its low byte which one. On
; an MSX all lies $8000 higher (asm/msx/msx.ld).

        .global board, ids, square, kind, lists_end
        .global slots, pieces, side, castle, ep, half, nkeys, key
        .global undo_top, raw_end, officers, promoted, scan_white, scan_black
        .global checkers, check_from, pins, bares
        .global pinned, pin_step, bare, bare_step
        .global perft_depth, perft_count, play_from, play_to, play_ok
        .global king_square, enemy_king, gen_start, board_taken, board_code
        .global shared_bytes, hot_free
        .global pst, keys, undo, position_block, raw_moves, tactical_moves, raw_limit
        .global pv_root, line
        .global hits_stamp, hits_ply, struck, struck_done
        .global swap_counts, swap_floor, swap_enough
        .global stack_bottom, stack_top

        .include "constants_gen.inc"

        .bss

; $4000: the board byte of each 0x88 square: 0 empty, else $40 white or $80
; black and the way bits; $C0 on the squares off the board, which takes in $FF,
; the square of a captured piece.
board:  .space  256

; $4100: the piece id, side<<4 | slot, on each occupied square. Bytes of empty
; squares mean nothing; bit 7 is a mark of the move generator's while it runs.
; The ids of squares with bit 7 set are never read, so two lines of moves lie
; there; set_position clears them with the page.
ids:    .space  128
pv_root:                        ; the principal variation of the root
        .space  2*MAX_PLY
line:   .space  2*MAX_PLY             ; the last iteration's, zeros behind it

; $4200: the piece lists by id, and what is used most.
square: .space  32              ; NO_SQUARE: a captured piece or a free slot
kind:   .space  32              ; King 0, Queen, Rook, Bishop, Knight, Pawn 5
lists_end:
slots:  .space  2               ; slots in use by side, captured ones included
pieces: .space  1               ; living pieces of both sides
side:   .space  1               ; to move: 0 white, 1 black
castle: .space  1               ; rights: 1 K, 2 Q, 4 k, 8 q
ep:     .space  1               ; en passant square or NO_SQUARE
half:   .space  1               ; half-moves since a capture or pawn move
nkeys:  .space  1               ; earlier positions in keys
key:    .space  4               ; low byte first
undo_top:                       ; address in undo of the next record
        .space  2
raw_end:                        ; where the generator appends
        .space  2
officers:                       ; slots before the first pawn's, by side
        .space  2
promoted:                       ; pawns promoted on the line, by side
        .space  2
scan_white:                     ; attacked: the last slot to look at in the
        .space  4               ; list, and where in officer_attacks
scan_black:
        .space  4
king_square:                    ; generator: of the side to move
        .space  1
enemy_king:
        .space  1

; The result of look. pinned begins at a multiple of 16, and the lists of steps
; 8 behind those of squares.
checkers:                       ; pieces that give check: 0, 1, 2
        .space  1
check_from:                     ; where one of them stands
        .space  1
pins:   .space  1
bares:  .space  1
        .balign 16
pinned: .space  8
pin_step:
        .space  8
bare:   .space  8
bare_step:
        .space  8

gen_start:                      ; generator: raw_end as it was
        .space  2
perft_depth:
        .space  1
perft_count:
        .space  4
play_from:                      ; the host's move for play_move
        .space  1
play_to:
        .space  1
play_ok:                        ; 1: it was legal and was played
        .space  1
board_taken:                    ; make_board: id of the captured piece
        .space  1
board_code:                     ; make_board: its board byte
        .space  1
shared_bytes:                   ; named by each user: book_total, kept_end;
                                ; kept only while it runs
        .space  8
hot_free:                       ; set_position clears the page up to here

; Of the attack map, hits.
hits_stamp:                     ; even; 0: no map yet
        .space  1
hits_ply:                       ; ply of the map's node, or $FF
        .space  1
struck: .space  2               ; slots of the mover's attacked pieces
struck_done:                    ; 1: struck is of this map
        .space  1

swap_floor:                     ; best_swap: gains up to this don't matter
        .space  1
swap_enough:                    ; best_swap: and this gain is enough
        .space  1

; swap_slow's counters: white's by rank, pawn 0 to king 5, then black's.
swap_counts:
        .space  12

.Lunused:                       ; the rest of the page, unused
        .space  board + 0x300 - .Lunused

; $4300: piece-square tables, one page for each side*6 + kind, by square,
; from pst_first on. The bytes with bit 3 or 7 of their index set are free.
pst:    .space  12*256

; $4F00: the keys of earlier positions, one page for each byte of a key,
; by number. From MAX_KEYS on the pages hold the undo records, three columns
; a ply: page 0 from, to, flags; page 1 square of the captured piece, its
; id, castling rights; page 2 en passant square, half-move clock,
; board byte of the captured piece. The last $7A bytes of page 3 are unused.
keys:   .space  MAX_KEYS
undo:   .space  4*256-MAX_KEYS

; $5300: raw moves of three bytes: from (with a promotion's bits), to,
; flags. Before a search the host's position lies here.
position_block:
raw_moves:
        .space  3*WAITING_SPACE + 1     ; and the mark behind the last
tactical_moves:                 ; of the node that is expanded
        .space  3*240
raw_limit:

        .section .stack, "b"

; The stack grows down from stack_top, which is the first byte that
; doesn't belong to it. Each of the 31 plies that can be followed up has 32
; bytes on it: 22 of n_block, the returns of follow, node and in_parts'
; try_all, and a scout's price and beta. What a node calls takes 90 at most:
; an exchange of all 32 pieces at the end of list_half, judge_half, emit,
; exchange_loss; 74 with has_legal_move in list_full's threatens_mate. Two
; more returns are iterate's and the host's.
stack_bottom:
        .space  31*32 + 156
stack_top:
