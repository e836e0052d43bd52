; mini6502 - a small complete chess program for the 6502
;
; THE IDEA, for a reader who knows the 6502 and has never written a chess program.
;
; A chess program looks ahead. From the position on the board it makes each move, then each answer, then each answer to
; that, and so on for a few half-moves, which are called plies. The positions reached so form a tree. At its ends it
; gives each position a number, the evaluation: how well does the side to move stand? Here that is the worth of the men
; on the board plus a little for good squares (board.inc). Then it works backwards. I choose the move that leads to the
; best number for me; my opponent chooses what is worst for me; and what is good for one side is as bad for the other.
; So one routine serves both sides: the value of a position is the greatest of the negated values of the positions after
; its moves. This is called negamax, and `search` below is that sentence in assembly.
;
; Some twenty moves to a position make 8,000 positions after three plies and 160,000 after four. Most of them need no
; look. Suppose that one move has been searched and is worth +10 to me. Of the next move I find that the first answer
; makes it -50. Other answers can only make it worse, so I stop there: the move is refuted. Two bounds carry this
; through the tree: alpha is what the side to move is sure of already, beta is what the opponent is sure of already. A
; value of beta or more will not be allowed to happen, so the rest of the position is cut off. This is alpha-beta. Its
; result at the root is exactly that of negamax, for the square root of the work if good moves come first. Here captures
; come before other moves, which is the cheapest good order. From the initial position three plies are 20 + 400 + 8,902
; moves, of which alpha-beta makes 2,444. That and 64 moves beyond the horizon take 11.3 million cycles.
;
; Where does one stop? A queen that has just taken a defended pawn looks like a pawn won. So at the horizon the search
; does not stop: it goes on with captures alone, and the side to move may always decline (stand pat) and take the
; evaluation as it is. When nothing is left worth taking, the position is quiet and the number means something. Without
; a bound this becomes the greater part of the tree, so only the first capture is free; after it come recaptures, on the
; same square. A side that is in check exactly on the horizon gets all its moves instead, so that a mate there is seen.
;
; Who makes the moves legal? The generator (movegen.inc) makes moves by the way the men go, and does not ask whether the
; own king is left in check. Such moves are called pseudo-legal. Each is made on the board, and if the king is attacked
; then, it is taken back and forgotten. A position without a legal move is mate if the king is attacked, else
; stalemate. A mate that is nearer is worth more, so a mate's value contains the ply.
;
; There is no list of moves. The generator keeps its place (which man, which direction, how far) in a few cells, and
; `next` goes on from there. A node's cells, the generator's among them, are together in zero page; before a move is
; made `descend` copies them to a frame in RAM, and `ascend` brings them back. Whatever is in the cells is undone
; for nothing: castling rights, the en passant square, the evaluation. Only the board has to be put right.
;
; THE BOARD is 0x88: the square is 16 * rank + file, a1 = $00, h1 = $07, a8 = $70, h8 = $77. A step up is +16, a step
; to the right +1. Of 128 bytes the right half is not used, and that is the point: whoever leaves the board on any side
; arrives at a number in which bit 3 or bit 7 is set, so `and #$88` is the whole test for the edge.
;
; Left out: draws by repetition, the fifty-move rule, dead positions; any opening book, clock, or iteration. A history
; of the game is not kept. The program is in the spirit of those that played in one or two kilobytes from 1976 on, and
; has no code of theirs, nor any of this project's engines: it is here as a guest.
;
; INTERFACE. `make guests` builds mini6502.bin, a ROM of at most 2 KB at $8000, and mini6502.lbl, its labels in VICE's
; form. The program writes RAM below $0800 only, of the stack 40 bytes at most, and never its own code. Call (jsr) one
; of these; each ends with rts. D must be clear. Registers are not kept.
;
;   reset       sets up the initial position, depth = 3
;   think       searches: best_from, best_to, best_promo, best_score. Without a legal move best_from = $FF, and
;               the score is that of mate or stalemate. The position stays. depth is made 1 to 5 if it is not
;   play        makes the move best_from, best_to, best_promo on the board; it must be legal
;   list_moves  fills list_from, list_to, list_promo with the legal moves, list_count of them
;
; Cells that a host sets or reads:
;
;   board       128 bytes. 0 empty; 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king; bit 7 set: black
;   side        the side to move: 0 White, $80 Black
;   castling    rights: bit 0 White O-O, 1 White O-O-O, 2 Black O-O, 3 Black O-O-O. King and rook must be at home
;   ep          the square that a pawn has just passed over by a double step; $FF none
;   depth       plies, 1 to 5
;   best_from, best_to, best_promo    squares; 2 to 5 for the man that a pawn becomes, else 0
;   best_score  signed word, 1/20 pawn, for the side to move; 8000 - n: mate in n plies, negative if it is mated
;
; Events of think. Each label is reached once for each event; a watch there may read cells, and change what is named.
; ply is the distance from the root of the node that moves; a value is a signed word for the side that moves at this
; node, within -8190 and 8190.
;
;   generated   a legal move of the node has been made: from, to, promo. Go to `dropped` instead: the move is left out,
;               as if it did not exist. At this label and in `dropped` side, alpha, beta and ply are the node's still
;   scored      value: the evaluation of this node, one for each node of captures. May be changed. If it is beta or
;               more, the node is done without another event
;   at_beta     value: that of from, to, promo, about to be compared with beta. May be changed
;   cutoff      it was beta or more: the node is done
;   at_alpha    it was less, and is about to be compared with alpha. May be changed
;   improved    it was more than alpha: the node's best so far
;
; The sources: this file (search), movegen.inc (moves, attacks), board.inc (moves made and unmade, evaluation, tables).

        .setcpu "6502"

; The men. A table with a row for each has White's pawns in row 1 and Black's in row 0.
PAWN     = 1
KNIGHT   = 2
BISHOP   = 3
ROOK     = 4
QUEEN    = 5
KING     = 6
BLACK    = $80
NONE     = $FF

; The stages of the generator.
ONLY     = 0            ; captures, and then no more
QUIET    = 1            ; the moves that are no captures
ALL      = 2            ; captures, QUIET to follow

INFINITY = 8191         ; more than any value; twice that is still a signed word
MATE     = 8000
PLIES    = 11           ; the root and ten more: frames for that many fit into a page
DEEPEST  = 5

        ; For the label file: what a host, a debugger or a profiler knows by name.
        .export board, side, castling, ep, depth, best_from, best_to, best_promo, best_score
        .export list_from, list_to, list_promo, list_count
        .export from, to, promo, piece, captured, ply, value, alpha, beta, score, kings, frames
        .export reset, think, play, list_moves
        .export generated, dropped, scored, at_beta, cutoff, at_alpha, improved
        .export search, compare, raise_alpha, negate_value, negate, turn_round
        .export begin, next, in_check, attacked, row
        .export descend, ascend, move, passed, rook_of, put, lift, weigh, prepare
        .export steps, worth, table, places

        .zeropage

depth:      .res 1
best_from:  .res 1
best_to:    .res 1
best_promo: .res 1
best_score: .res 2
list_count: .res 1
value:      .res 2      ; of a node, for its side to move: what search returns
frame:      .res 1      ; where the next frame begins in frames
target:     .res 1      ; attacked: the square
found:      .res 1      ;   and where a man was met
man:        .res 1      ; weigh: the man
sign:       .res 1      ;   bit 7: subtract, else add
temp:       .res 2

; The cells of a node. The side's own king is at kings for White, kings+1 for Black.
node:
side:       .res 1
castling:   .res 1
ep:         .res 1
ply:        .res 1
kings:      .res 2
score:      .res 2      ; the evaluation, for White
alpha:      .res 2
beta:       .res 2
legal:      .res 1      ; legal moves searched so far
from:       .res 1      ; the move at hand
to:         .res 1
promo:      .res 1      ; the man that the pawn becomes, or 0
piece:      .res 1      ; the man that moves
captured:   .res 1      ; what stood on `to`, or 0
dir:        .res 1      ; its direction, an index of steps
kind:       .res 1      ; its row in the tables
stage:      .res 1      ; ALL, QUIET or ONLY
recapture:  .res 1      ; the one square on which captures are wanted, or NONE
NODE = * - node

        .bss

board:      .res 128
            .res 128    ; free: frames begins a page, which saves cycles
frames:     .res 256    ; the cells of the nodes above
list_from:  .res 256
list_to:    .res 256
list_promo: .res 256

        .assert NODE * PLIES <= 256, error, "frames do not fit into a page"

        .code

; reset - set up the initial position
;
; Out     board, side, castling, ep, depth
reset:
        ; Empty the board.
        ldx     #0
        txa
:       sta     board,x
        inx
        bpl     :-
        sta     side
        ; Men on the first, second, seventh and eighth ranks, file by file.
        ldx     #7
:       lda     officers,x
        sta     board,x
        ora     #BLACK
        sta     board+$70,x
        lda     #PAWN
        sta     board+$10,x
        lda     #PAWN|BLACK
        sta     board+$60,x
        dex
        bpl     :-
        ; All may castle still; X is $FF, no square passed over.
        stx     ep
        lda     #$0F
        sta     castling
        lda     #3
        sta     depth
        rts

; think - find the best move
;
; In      board, side, castling, ep, depth
; Out     best_from, best_to, best_promo, best_score
think:
        ; Keep depth within 1 to DEEPEST.
        lda     depth
        bne     :+
        inc     depth
:       cmp     #DEEPEST+1
        bcc     :+
        lda     #DEEPEST
        sta     depth
        ; No move found yet.
:       jsr     prepare
        lda     #NONE
        sta     best_from
        ; The root is a node like any other; improved keeps its best move.
        jsr     search
        lda     value
        sta     best_score
        lda     value+1
        sta     best_score+1
        rts

; play - make a move for good
;
; In      best_from, best_to, best_promo
; Out     board, side, castling, ep
play:
        jsr     prepare
        ; The move at hand, as the generator would leave it.
        ldx     best_from
        stx     from
        lda     board,x
        sta     piece
        ldx     best_to
        stx     to
        lda     board,x
        sta     captured
        lda     best_promo
        sta     promo
        ; Make it; then it is the other side's turn.
        jsr     move
        jmp     turn_round

; list_moves - list the legal moves
;
; In      board, side, castling, ep
; Out     list_from, list_to, list_promo, list_count
list_moves:
        jsr     prepare
        lda     #0
        sta     list_count
        lda     #ALL
        ldx     #NONE
        jsr     begin
        ; Make each move and take it back; carry tells whether it was legal.
@next:  jsr     next
        bcs     @done
        jsr     descend
        php
        jsr     ascend
        plp
        bcs     @next
        ; It was: note it.
        ldx     list_count
        lda     from
        sta     list_from,x
        lda     to
        sta     list_to,x
        lda     promo
        sta     list_promo,x
        inc     list_count
        bne     @next           ; always
@done:  rts

; search - the value of a node: negamax with alpha-beta
;
; In      the node's cells: side to move, alpha, beta, ply
; Out     value, for the side to move. It is exact between alpha and beta; else it is a bound: alpha or less if no move
;         is better, beta or more if one is too good
; Uses    A X Y, temp
search:
        ; All moves before the horizon, and on it in check; else captures. depth is 1 or more: the root has all.
        lda     #0
        sta     legal
        lda     ply
        cmp     depth
        bcc     all_moves
        bne     stand_pat
        jsr     in_check
        bcs     all_moves

        ; Captures alone. Nobody is forced to capture: the evaluation is a value that the side to move has at least.
stand_pat:
        lda     score
        sta     value
        lda     score+1
        sta     value+1
        bit     side
        bpl     scored
        jsr     negate_value
scored: sec
        ldx     #beta
        jsr     compare
        bmi     :+
        rts                     ; good enough
        ; It may raise alpha, as a move does.
:       clc
        ldx     #alpha
        jsr     compare
        bmi     :+
        jsr     raise_alpha
        ; In the last frame there is no room for a move.
:       lda     ply
        cmp     #PLIES-1
        bcs     give_alpha
        ; If the node above was such a node, too (its stage and move are still in the cells), recaptures alone.
        ldx     #NONE
        lda     stage
        bne     :+
        ldx     to
:       lda     #ONLY           ; 0
        beq     moves
all_moves:
        lda     #ALL
        ldx     #NONE
moves:  jsr     begin

        ; The loop: a move, if there is one more, and is it legal?
next_move:
        jsr     next
        bcs     no_more
        jsr     descend
        bcc     generated
        ; A move that is not to be searched: take it back.
dropped:
        jsr     ascend
        jmp     next_move
        ; From the child's side the window is turned round: its alpha is -beta, its beta -alpha.
generated:
        ldx     #alpha
        jsr     negate
        ldx     #beta
        jsr     negate
        ldx     #1
:       lda     alpha,x
        ldy     beta,x
        sta     beta,x
        sty     alpha,x
        dex
        bpl     :-
        ; The same for the child, one ply down. What is good for it is bad for us.
        inc     ply
        jsr     turn_round
        jsr     search
        jsr     ascend
        inc     legal
        jsr     negate_value

        ; Too good: the opponent will not allow this position. The other moves do not matter.
at_beta:
        sec
        ldx     #beta
        jsr     compare
        bmi     at_alpha
cutoff: rts

        ; Better than what we had?
at_alpha:
        clc
        ldx     #alpha
        jsr     compare
        bmi     next_move
improved:
        jsr     raise_alpha
        ; At the root, this is the move to play.
        lda     ply
        bne     next_move
        lda     from
        sta     best_from
        lda     to
        sta     best_to
        lda     promo
        sta     best_promo
        jmp     next_move

        ; All moves are done. Without a legal one it is mate or stalemate, unless captures alone were tried.
no_more:
        lda     stage
        beq     give_alpha
        lda     legal
        beq     ended
        ; The value is that of the best move, alpha.
give_alpha:
        lda     alpha
        sta     value
        lda     alpha+1
        sta     value+1
done:   rts

        ; Stalemate is worth 0. Mate is the worst there is, but the later the better: -MATE + ply.
ended:  sta     value           ; A = 0
        sta     value+1
        jsr     in_check
        bcc     done
        lda     ply
        adc     #<(-MATE-1)     ; carry is set
        sta     value
        lda     #>(-MATE-1)
        adc     #0
        sta     value+1
        rts

; compare - value less a word
;
; In      X = the word's address; carry set, or clear for one less
; Out     N set: value < word; with carry clear on entry: value <= word
; Uses    A
compare:
        ; Both are within 8191 of zero, so the difference does not overflow.
        lda     value
        sbc     0,x
        lda     value+1
        sbc     1,x
        rts

; raise_alpha - alpha = value
;
; Uses    A
raise_alpha:
        lda     value
        sta     alpha
        lda     value+1
        sta     alpha+1
        rts

; negate_value, negate - change the sign of a word
;
; In      X = its address
; Uses    A, negate_value X
negate_value:
        ldx     #value
negate: sec
        lda     #0
        sbc     0,x
        sta     0,x
        lda     #0
        sbc     1,x
        sta     1,x
        rts

; turn_round - the other side is to move
;
; Uses    A
turn_round:
        lda     side
        eor     #BLACK
        sta     side
        rts

        .include "movegen.inc"
        .include "board.inc"
