; memory.s - the RAM of the 6502 engine, $0000 to $3FFF
;
; Page 0 is here, except for bytes that only one file uses; page 1 is the stack;
; from $0200 on lie the tables, each where its index does not leave the page.
; The gaps in their pages hold small variables.

        .include "memory.inc"

; Page 0 ------------------------------------------------------------------

        .zeropage

; The position. set_position copies the first four in one go.
side:   .res    1               ; to move: 0 white, 1 black
castle: .res    1               ; rights: 1 K, 2 Q, 4 k, 8 q
ep:     .res    1               ; en passant square or NO_SQUARE
half:   .res    1               ; half-moves since a capture or pawn move
nkeys:  .res    1               ; earlier positions in keys
key:    .res    4               ; low byte first
undo_top:                       ; where in the pages of keys the next undo
        .res    1               ; record goes: MAX_KEYS + 3*plies
slots:  .res    2               ; slots in use by side, captured ones included
pieces: .res    1               ; living pieces of both sides
officers:                       ; slots before the first pawn's, by side
        .res    2
promoted:                       ; pawns promoted on the line, by side
        .res    2
scan_count:                     ; slots among which all officers are, by side:
        .res    2               ; officers, but slots where a pawn is promoted
piece_table:                    ; pages of pst, 0 below, so that Y is the
        .res    2               ; square: of the piece at hand
taken_table:                    ; and of the piece it takes
        .res    2
king_square:                    ; generator: of the side to move
        .res    1
enemy_king:
        .res    1
checkers:                       ; look's result: pieces that give check, 0 to 2
        .res    1
check_from:                     ; where one of them stands
        .res    1
pins:   .res    1
bares:  .res    1
square: .res    32              ; by id; NO_SQUARE: a dead piece or a free slot

raw_end:                        ; where the generators append: an address in
        .res    2               ; raw_moves

hits_stamp:                     ; even; 0: no map yet
        .res    1
hits_ply:                       ; ply of the map's node, or $FF
        .res    1
struck: .res    2               ; slots of the mover's attacked pieces
struck_done:                    ; 1: struck is of this map
        .res    1
wanted: .res    2               ; slots that best_swap is to look at
swap_floor:                     ; best_swap: gains up to this don't matter
        .res    1
swap_enough:                    ; best_swap: and this gain is enough
        .res    1

; The score that a routine takes or leaves, 16 bits with SCORE_BIAS.
value:  .res    2

; The current node. All up to n_block_end is saved in the frames (search.s)
; while a child is searched.
n_block:
n_sx:   .res    1               ; budget of the side to move
n_other:                        ; and of the other one (two budgets)
        .res    1
n_checked:                      ; a bit for each side that has given check
        .res    1
n_static:                       ; static value
        .res    2
n_alpha:
        .res    2
n_beta: .res    2
n_row:  .res    1               ; the row of prices: 0, $10, $20 or $30
n_first_sorted:
        .res    2
n_first_waiting:
        .res    2
n_move:                         ; the move at hand, judged or tried:
m_from: .res    1               ; from with a promotion's bits,
m_to:   .res    1               ; to,
m_flags:                        ; flags
        .res    1
n_record:                       ; its record in sorted_stack
        .res    2
n_best_quiet:                   ; score prices: the first quiet move's
        .res    2
n_pv:   .res    2               ; the last principal variation's move, or 0
n_left: .res    1               ; sorted moves not tried yet
n_any:  .res    1               ; bit 0: a part had moves; what search.inc says
n_block_end:

n_maybe:                        ; bit 0: the side to move may be in check;
        .res    1               ; bit 1: it is known not to pass
n_following:                    ; the line is the principal variation; and
        .res    1               ; at the root the bit of FILTERED
ply:    .res    1
look_ply:                       ; ply for which look was called
        .res    1
n_evasion:                      ; in check, and the profile prices evasions
        .res    1
sorted_top:
        .res    2
tactical_end:                   ; where the tactical moves end
        .res    2
nodes:  .res    2               ; nodes so far: what came since the last
nodes_high:                     ; look, and 32,768s
        .res    2
move_price:
        .res    1
scan_checks:                    ; 1: whether a move checks is not known yet
        .res    1
j_bonus:                        ; what the move judged gains in the order
        .res    1
j_killer:                       ; 1: it is a killer
        .res    1
n_targets:                      ; the enemy's queens and rooks
        .res    1
n_queens:
        .res    1
pawn_left:                      ; where the side's pawns capture to the left
        .res    1
enemy_colour:                   ; colour bit of the other side
        .res    1
flights_count:                  ; the enemy king's, $FF unknown
        .res    1
m_code: .res    1               ; board byte of the piece of the move at hand

; Two overlays. A routine that uses one gives its bytes names at the head of
; its file or above itself, and says there how long they are kept. No name is
; kept across a call of a routine that uses the same bytes.
;
; search_zp: routines of search.s, try.s, pass.s, root.s, early.s and cache.s.
; Nothing in it is kept longer than one move of a node.
search_zp:
        .res    16

; root_zp: what runs once a search or a game and never within a search: the
; root tables, set_position, the book.
root_zp:
        .res    24

; From $0200 on ------------------------------------------------------------

        .segment "PLACED"

; $0200: 95 bytes before the board's lower edge.
kind:   .res    32              ; by id; King 0, Queen, Rook, Bishop, Knight, Pawn 5
pinned: .res    8
pin_step:
        .res    8
bare:   .res    8
bare_step:
        .res    8
targets:
        .res    16              ; squares of the enemy's queens and rooks
play_from:                      ; the host's move for play_move
        .res    1
play_to:
        .res    1
play_ok:                        ; 1: it was legal and was played
        .res    1
perft_depth:
        .res    1
perft_count:
        .res    4
board_taken:                    ; make_board: id of the captured piece
        .res    1
board_code:                     ; make_board: its board byte
        .res    1
scan_entry:                     ; where attacked begins, by the side that
        .res    4               ; attacks: addresses of officer_scan
        .res    1

; $025F: the board's lower edge, 33 squares; $0280: the board byte of each 0x88
; square: 0 empty, else $40 white or $80 black and the way bits; $C0 off the
; board. An unrolled look at a square some steps away, board + 16,x, stays in
; page 2 for all squares of the board; an index that has been computed modulo
; 256 is as good. $FF is the square of a captured piece.
board_edge:
        .res    33
board:  .res    256

; $0380: the piece id, side<<4 | slot, on each occupied square. Bytes of
; empty squares mean nothing; bit 7 is a mark of filter_evasions while it
; runs.
ids:    .res    128

; $0400: 95 bytes before the edge of hits.
        .res    16
swap_counts:                    ; swap_slow: white's by rank, pawn 0 to king 5,
        .res    12              ; then black's
cached_moves:                   ; by ply, the cached move that has been tried
        .res    2*MAX_PLY
        .res    3

; $045F: what the enemy of the side to move attacks at a node: a byte each
; square, hits_stamp where a pawn, knight or king attacks, hits_stamp + 1
; where a slider does, anything less elsewhere. A new map takes the
; next stamp. build_tables uses it too. With edges as the board's, since lines
; mark the square behind the edge too; hits + $FF stands for the dead, and what
; a dead pawn marks lies up to 17 bytes on either side of that. Around it have
; room lines of moves, from and to.
hits_edge:
        .res    33
hits:   .res    $A0
line:   .res    2*MAX_PLY       ; the last iteration's, zeros behind it
        .res    $FF + 17 + 1 - ($A0 + 2*MAX_PLY)
pv_root:                        ; the principal variation of the root
        .res    2*MAX_PLY
        .res    $180 - ($FF + 17 + 1 + 2*MAX_PLY)

; $0600: piece-square tables, one page for each side*6 + kind, by square.
; The bytes with bit 3 of their index set are free; those with bit 7 hold
; the principal variations below the root (pv_rows) and the moves that the
; root is restricted to (RESTRICTED_AT).
pst:    .res    12*256

; $1200: the keys of earlier positions, one page for each byte of a key,
; by number. From MAX_KEYS on the pages hold the undo records, three columns
; a ply: page 0 from, to, flags; page 1 square of the captured piece, its
; id, castling rights; page 2 en passant square, half-move clock,
; board byte of the captured piece.
keys:   .res    MAX_KEYS
undo:   .res    4*256-MAX_KEYS

; $1600: raw moves: three bytes in three tables RAW_SPACE apart, from (with
; a promotion's bits), to, flags. Before a search the host's position lies
; here, and while the root tables are made their facts.
position_block:
raw_moves:
        .res    WAITING_SPACE + 1       ; and the mark behind the last
tactical_moves:                 ; of the node that is expanded
        .res    240
raw_limit:
        .res    RAW_SPACE - (raw_limit - raw_moves)
        .res    RAW_SPACE
        .res    RAW_SPACE

; $1F00: the cache: cache.s.
cache_check:
        .res    CACHE_SIZE
cache_from:
        .res    CACHE_SIZE
cache_to:
        .res    CACHE_SIZE
cache_budget:
        .res    CACHE_SIZE

; $2F00: the list of sorted moves of all nodes of the line, eight bytes a
; record (search.inc), and room for the mark behind the last.
sorted_stack:
        .res    SORTED_SPACE*REC_SIZE + REC_SIZE

        .assert <board = $80 && <hits = $80 && <ids = $80, error, "the board's tables have moved in their pages"
        .assert pst = PST_PAGE << 8, error, "pst is not where PST_PAGE says"
        .assert raw_limit - raw_moves <= RAW_SPACE, error, "raw moves overflow RAW_SPACE"

        .bss

; What is used at every node. First the prices, twelve categories, least,
; quietest and least of evasions, a row of 16 bytes each for even plies
; from DeepFrom on, even plies before it, and odd plies alike.
price:  .res    64
profile:                        ; the bytes of Profile.Bytes
switches:
        .res    1
switches2:
        .res    1
profile_start:
        .res    1
profile_step:
        .res    1
profile_price:
        .res    12
profile_above:
        .res    1
profile_shift:
        .res    1
profile_cap:
        .res    1
profile_parity:
        .res    2
profile_bonus:
        .res    1
profile_check_bonus:
        .res    1
profile_phase:
        .res    8
profile_futility:
        .res    1
profile_pass:
        .res    1
profile_deep_from:
        .res    1
profile_deep_quiet:
        .res    1
profile_deep_other:
        .res    1
profile_budgets:
        .res    1
profile_late_from:
        .res    1
profile_late:
        .res    1
profile_recapture:
        .res    1
profile_single:
        .res    1
profile_above_by:
        .res    1
profile_tempo:
        .res    1
profile_end:

node_limit:                     ; 15 bits and 16, as nodes and nodes_high
        .res    4
depth:  .res    1
last_sx:                        ; the last iteration's budget
        .res    1
root_alpha:                     ; MINUS_INFINITY, or what a mate must beat
        .res    2
draw_even:                      ; a draw's value for the side to move at even
        .res    2
draw_odd:                       ; and at odd plies
        .res    2
pass_margin:                    ; profile_pass and the tempo, at least 1; or 0
        .res    1
listing:                        ; which captures the list takes
        .res    1
stop_flag:                      ; the host asks to stop
        .res    1
limited:                        ; 1: limits count
        .res    1
stopped:                        ; 1: a limit has ended the search; 2: and its
        .res    1               ; result is not of a complete iteration
line_tried:                     ; root moves searched in the iteration, from
        .res    1               ; the last one's best move on
root_score:
        .res    2
search_sx:
        .res    1
result_sx:
        .res    1
result_score:
        .res    2
best_move:
        .res    2
line_len:
        .res    1
restrict_count:                 ; root moves to keep, 0: all
        .res    1
price_rules:                    ; not 0: prices depend on more than the table
        .res    1
cut_rules:                      ; of what cuts off: bit 7 remember it, KILLERS
        .res    1               ; quiet moves are killers
pv_len: .res    MAX_PLY+2       ; moves of the variation of a ply
killers:                        ; two moves a ply: from, to, from, to
        .res    4*MAX_PLY

        .assert switches - profile = PROFILE_SWITCHES, error, "switches is not where Profile.Bytes has it"
        .assert switches2 - profile = PROFILE_SWITCHES2, error, "switches2 is not where Profile.Bytes has it"
        .assert profile_start - profile = PROFILE_START, error, "profile_start is not where Profile.Bytes has it"
        .assert profile_step - profile = PROFILE_STEP, error, "profile_step is not where Profile.Bytes has it"
        .assert profile_price - profile = PROFILE_PRICE, error, "profile_price is not where Profile.Bytes has it"
        .assert profile_above - profile = PROFILE_ABOVE, error, "profile_above is not where Profile.Bytes has it"
        .assert profile_shift - profile = PROFILE_SCORE_SHIFT, error, "profile_shift is not where Profile.Bytes has it"
        .assert profile_cap - profile = PROFILE_SCORE_CAP, error, "profile_cap is not where Profile.Bytes has it"
        .assert profile_parity - profile = PROFILE_PARITY, error, "profile_parity is not where Profile.Bytes has it"
        .assert profile_bonus - profile = PROFILE_KILLER_BONUS, error, "profile_bonus is not where Profile.Bytes has it"
        .assert profile_check_bonus - profile = PROFILE_CHECK_BONUS, error, "profile_check_bonus is not where Profile.Bytes has it"
        .assert profile_phase - profile = PROFILE_PHASE, error, "profile_phase is not where Profile.Bytes has it"
        .assert profile_futility - profile = PROFILE_FUTILITY, error, "profile_futility is not where Profile.Bytes has it"
        .assert profile_pass - profile = PROFILE_PASS, error, "profile_pass is not where Profile.Bytes has it"
        .assert profile_deep_from - profile = PROFILE_DEEP_FROM, error, "profile_deep_from is not where Profile.Bytes has it"
        .assert profile_deep_quiet - profile = PROFILE_DEEP_QUIET, error, "profile_deep_quiet is not where Profile.Bytes has it"
        .assert profile_deep_other - profile = PROFILE_DEEP_OTHER, error, "profile_deep_other is not where Profile.Bytes has it"
        .assert profile_budgets - profile = PROFILE_BUDGETS, error, "profile_budgets is not where Profile.Bytes has it"
        .assert profile_late_from - profile = PROFILE_LATE_FROM, error, "profile_late_from is not where Profile.Bytes has it"
        .assert profile_late - profile = PROFILE_LATE, error, "profile_late is not where Profile.Bytes has it"
        .assert profile_recapture - profile = PROFILE_RECAPTURE, error, "profile_recapture is not where Profile.Bytes has it"
        .assert profile_single - profile = PROFILE_SINGLE, error, "profile_single is not where Profile.Bytes has it"
        .assert profile_above_by - profile = PROFILE_ABOVE_BY, error, "profile_above_by is not where Profile.Bytes has it"
        .assert profile_tempo - profile = PROFILE_TEMPO, error, "profile_tempo is not where Profile.Bytes has it"
        .assert profile_end - profile = PROFILE_SIZE, error, "profile is not as large as Profile.Bytes"

        .segment "STACK"

        .res    3               ; so that a push too many is seen
stack_bottom:
        .res    253
stack_top:
