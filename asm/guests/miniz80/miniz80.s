; miniz80.s - a small complete chess program for the Z80
;
; It fits in 2 KB, in the spirit of the programs that home computers had about 1980. It is here for two reasons: to run
; under the project's tools as a program from elsewhere would, and to be read by somebody who knows the Z80 and has never
; written a chess program. It shares nothing with the engine in asm/z80.
;
; HOW IT WORKS
;
; The board is a "mailbox" of 10 by 12 bytes, with the 8 by 8 squares in the middle:
;
;     square = 21 + file + 10 * rank      both from 0, so a1 = 21, h1 = 28, a8 = 91, h8 = 98
;
; A byte is 0 for an empty square, $FF for the edge, else a man: bits 0 to 2 are his kind (1 pawn, 2 knight, 3 bishop,
; 4 rook, 5 queen, 6 king), bit 7 is set for Black's. A step on the board is an addition: 10 is one rank up, 1 one file to
; the right, 21 a knight's jump. The edge is why the board is larger than 8 by 8: a man that walks off the board meets
; $FF, and nothing has to be computed to know it. Two rows above and below are there for the knights; at the sides one
; column does for both, since a step to the left of file a ends in the last column of the row below.
;
; Moves are generated (generate) "pseudo-legally": as the men move, without regard to check. A move is then made on the
; board, and if the mover's king is attacked (attacked), it is taken back and forgotten. That is simple and right for
; pins, double checks and the rest alike.
;
; The search (search) is a "negamax". The value of a position, for the side to move, is the best of its moves' values,
; and a move's value is the value of the position behind it with its sign changed, since what is good for one side is bad
; for the other. So one routine that calls itself plays both sides. One half-move is a "ply"; `depth` says after how many
; it stops. A position without legal moves is mate, if its king is attacked, or stalemate. A mate is worth less the
; farther it is away, so that the program gets on with it.
;
; "Alpha-beta" saves most of that work. Two bounds go down with the search: `low` (alpha), what the side to move has
; for certain by another way, and `high` (beta), what the opponent has for certain, seen from here. A move that is
; worth `high` or more refutes the opponent's last move, which he will not play: no need to know how good it is, and the
; rest of the list is left unsearched. That changes no result at the root, and the better the order of the moves, the
; more it saves. So each move gets a "key", and the best key is picked first (pick): dear victims before cheap ones,
; taken by cheap men before dear ones.
;
; Where the depth is used up, an exchange may be half done, and a count of the material would be nonsense: QxP looks like
; a pawn won, with the queen taken next. So the search goes on with captures and promotions alone, for up to QUIET plies.
; The side to move need not take anything. The value of the position as it stands is therefore the least that it has
; ("standing pat"). Check and mate are not looked for there, so a mate in one takes two plies to be seen.
;
; That value is material and a small bonus for the square of each man (tables): knights, bishops and centre pawns are
; better in the middle, pawns farther forward, the king in a corner, or in the middle when few men are left. It is
; counted once, at the root; a move then changes it by three table look-ups (descend).
;
; A node has NODE bytes of state, from `node` on. To make a move they are copied to the next frame, to take it back they
; are copied from there. Castling rights and the en passant square are among them: nothing that a move destroys needs to
; be worked out again. Four squares of the board are put back by hand.
;
; All rules are there but repetition and the fifty moves, which only a game has. The search also promotes to rook, bishop
; and knight.
;
; THE INTERFACE
;
; Image at $4000, RAM from $C000 to the end of `moves`; `stack_bottom` to `stack_top` is for the caller's stack. Routines
; are called, return, and change all registers but SP and the other set. Cells are bytes if no more is said.
;
;   reset       call: sets up the initial position and `depth` 2. It writes the edge of the board, too.
;   think       call: searches. Its results are `best_from`, `best_to`, `best_man`, `best_score`.
;   list_moves  call: fills `moves` with the legal moves and `count` with their number.
;   play        call: plays the legal move in `from`, `to`, `becomes`.
;
;   board       in: 120 bytes, as above, with the edge
;   side        in: 0 White is to move, $80 Black
;   castling    in: bit 0 White's king's side, bit 1 his queen's side, bits 2 and 3 Black's. King and rook are at home.
;   ep          in: the square that a pawn has just passed with a step of two, 0 for none
;   depth       in: plies, 1 to 5; think takes 0 for 1 and more for 5
;   best_from   out: 0 if there is no legal move
;   best_to     out
;   best_man    out: the man who then stands on best_to, which says to what a pawn promotes
;   best_score  out: signed word, for the side to move, in twentieths of a pawn. MATE - n is mate with n plies to go.
;   moves       out: 4 bytes a move: from, to, the man who then stands there, the man who moves
;   count       out
;
; Places in the search, for a debugger or a harness. At each of them the cells of `node` may be read.
;
;   generated   reached once for each legal move that is made, here and among the captures. It is on the board; it is
;               `from`, `to`, `becomes`; `moved` and `taken` are the men. `ply` is 0 at the root, `left` the depth left.
;               A jump from here to `drop` takes the move back and goes on with the next. If all are dropped, that is
;               no mate: the node is worth `low`.
;   scored      HL = value of a position with no depth left, for its side to move, within +-8000. HL may be changed.
;   beta        HL = value of the move `from`, `to`, which is taken back already; it cuts off if it reaches (high).
;   alpha       HL = the same where it did not cut off; it is the best so far if it is more than (low).
;   improved    HL = the same where it is. At beta and alpha HL may be changed, within +-16000.
;
; `side`, `ply` and `left` are those of the position in which the move is made, at scored those of the position scored. At
; generated the side has changed already.

        .global reset, think, list_moves, play, generated, drop, scored, beta, alpha, improved
        .global board, side, castling, ep, depth, best_from, best_to, best_man, best_score, moves, count
        .global from, to, becomes, moved, taken, ply, left, low, high, stack_bottom, stack_top

PAWN    = 1
KNIGHT  = 2
BISHOP  = 3
ROOK    = 4
QUEEN   = 5
KING    = 6
BLACK   = 0x80
EDGE    = 0xFF

QUIET   = 6                             ; plies of captures at most
MATE    = 8000                          ; more than all men are worth
INFINITE = 9000                         ; more than any value
FEW     = 13                            ; men from which on it is no endgame, kings included
NODE    = node_end - node

;;; Tables

        .text

; Terms of the value of a square, for files a to h or ranks 1 to 8. They begin a page, so that the low byte of an address
; finds one.
terms:
centre: .byte   0, 1, 2, 3, 3, 2, 1, 0
edge:   .byte   3, 3, 1, 0, 0, 1, 3, 3
forward: .byte  0, 0, 1, 3, 5, 8, 14, 0

; For each kind, 0 for an empty square and 7 for the king in the endgame: his material in twentieths of a pawn, how often
; the two terms are added, and the terms for file and rank. A rook has none, so castling changes the value by the king's
; alone.
kinds:  .byte   0, 0, centre - terms, centre - terms
        .byte   20, 1, centre - terms, forward - terms
        .byte   62, 2, centre - terms, centre - terms
        .byte   64, 1, centre - terms, centre - terms
        .byte   100, 0, centre - terms, centre - terms
        .byte   186, 0, centre - terms, centre - terms
        .byte   0, 2, edge - terms, edge - terms
        .byte   0, 2, centre - terms, centre - terms

; Steps along ranks and files, steps along diagonals, and knights' jumps, which must follow.
rays:   .byte   1, -1, 10, -10
        .byte   9, 11, -9, -11
jumps:  .byte   8, 12, 19, 21, -8, -12, -19, -21

; For knight, bishop, rook, queen, king: the first step in rays, and how many.
walks:  .byte   8, 8,  4, 4,  0, 4,  0, 8,  0, 8

; Squares of kings and rooks, and the castling rights that are left when a man goes there or leaves.
homes:  .byte   21, 0b1101,  25, 0b1100,  28, 0b1110
        .byte   91, 0b0111,  95, 0b0011,  98, 0b1011

back:   .byte   ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK

;;; Attacks

; checked - is a side's king attacked?
;
; In      A = the side (0 white, $80 black), kings
; Out     carry set: yes; E = the king's square, C = the other side
; Uses    AF BC DE HL IX
checked:
        ; The cells of kings are in the page of the board, so H is right for both.
        xor     BLACK
        ld      c,a
        ld      hl,kings
        jr      nz,.Lwhite
        inc     l                       ; white attacks: it is Black's king
.Lwhite:
        ld      l,(hl)
        ; falls through into attacked

; attacked - does a side attack a square?
;
; In      HL = board + square, C = the side that attacks
; Out     carry set: yes; E = square, C as before
; Uses    AF B DE HL IX
;
; It looks from the square outwards: if a rook standing here could take a rook, that rook attacks the square. A man of
; the side that attacks is his bare kind after xor C; an empty square, the edge and the other men then equal no kind.
attacked:
        ld      e,l
        ld      d,ROOK                  ; who moves along the ray, beside the queen
        ld      b,8
        ld      ix,rays
.Lray:
        ; Along the ray to the first man or the edge.
        ld      a,l
        add     a,(ix+0)
        ld      l,a
        ld      a,(hl)
        or      a
        jr      z,.Lray
        ; Does he move that way?
        xor     c
        cp      d
        jr      z,.Lyes
        cp      QUEEN
        jr      z,.Lyes
        ; A king reaches the first square only.
        cp      KING
        jr      nz,.Ljump
        ld      a,e
        add     a,(ix+0)
        cp      l
        jr      z,.Lyes
.Ljump:
        ; The knight's jump with the same number, eight bytes on.
        ld      a,e
        add     a,(ix+8)
        ld      l,a
        ld      a,(hl)
        xor     c
        cp      KNIGHT
        jr      z,.Lyes
        ; The next ray. The last four are the bishop's.
        ld      l,e
        inc     ix
        ld      a,b
        cp      5
        jr      nz,.Lsame
        dec     d
.Lsame: djnz    .Lray
        ; Pawns: White's attack from below, Black's from above.
        ld      a,e
        add     a,9
        bit     7,c
        jr      nz,.Labove
        sub     20
.Labove:
        ; The two squares are two files apart.
        ld      l,a
        ld      a,(hl)
        xor     c
        cp      PAWN
        jr      z,.Lyes
        inc     l
        inc     l
        ld      a,(hl)
        xor     c
        cp      PAWN
        jr      z,.Lyes
        or      a                       ; carry clear: no
        ret
.Lyes:  scf
        ret

;;; The move generator

; generate - lists the moves of the side to move
;
; In      the position, end, captures (0 all moves, else captures and promotions)
; Out     next = the list, end = behind it. An entry is 4 bytes: from, to, man who then stands there, key. A key of $FF
;         ends the list.
; Uses    all but the other set
;
; Within it IY is the end of the list, C the side to move, and from and becomes are the man who moves.
generate:
        ld      iy,(end)
        ld      (next),iy
        ld      a,(side)
        ld      c,a
        ld      hl,board+21
.Lsquare:
        ; A man of one's own is 1 to 6 after xor with the side to move, and nothing else is.
        ld      a,c
        xor     (hl)
        dec     a
        cp      KING
        jr      nc,.Lother
        push    hl
        call    walk
        pop     hl
.Lother:
        inc     l
        ld      a,l
        cp      99
        jr      nz,.Lsquare
        ; Castling is no capture. B = its rights, the king's side in bit 0, whoever moves.
        ld      a,(captures)
        or      a
        jr      nz,.Lfinish
        ld      a,(castling)
        bit     7,c
        jr      z,.Lrights
        rrca
        rrca
.Lrights:
        and     3
        jr      z,.Lfinish
        ld      b,a
        ; A king in check must not castle.
        push    bc
        ld      a,c
        call    checked
        pop     bc
        jr      c,.Lfinish
        ; checked has left his square in E. C = the side that may attack the squares on his way.
        ld      a,c
        xor     BLACK
        ld      c,a
        ld      h,board >> 8
        ld      l,e
        ld      a,l
        ld      (from),a
        ld      a,(hl)
        ld      (becomes),a
        ; Both sides; D = the direction.
        ld      d,1
        bit     0,b
        call    nz,castle
        ld      d,-1
        bit     1,b
        call    nz,castle
.Lfinish:
        ; The mark behind the last move is an entry, too, so that lists made later do not overwrite it.
        ld      (iy+3),0xFF
        ld      de,4
        add     iy,de
        ld      (end),iy
        ret

; castle - lists castling to one side, if it is possible
;
; In      D = 1 the king's side, -1 the queen's; from, becomes = the king; C = the other side
; Uses    AF DE HL IX
castle:
        ; The two squares next to the king must be empty. E = the first of them.
        ld      h,board >> 8
        ld      a,(from)
        add     a,d
        ld      e,a
        ld      l,a
        ld      a,(hl)
        or      a
        ret     nz
        ld      a,l
        add     a,d
        ld      l,a
        ld      a,(hl)
        or      a
        ret     nz
        ; On the queen's side there is a third.
        bit     7,d
        jr      z,.Lempty
        dec     l
        ld      a,(hl)
        or      a
        ret     nz
        inc     l
.Lempty:
        ; The king must not pass an attacked square. Where he arrives is tested as for all moves.
        push    bc
        push    hl
        ld      l,e
        call    attacked
        pop     hl
        pop     bc
        ret     c
        xor     a
        jp      add_move

; walk - lists the moves of a man
;
; In      HL = board + square, C = side to move
; Uses    AF B DE HL IX
walk:
        ld      a,l
        ld      (from),a
        ld      a,(hl)
        ld      (becomes),a
        and     7
        dec     a
        jr      z,pawn
        ; B = number of his steps, IX = the first.
        ld      ix,walks-2
        add     a,a
        ld      e,a
        ld      d,0
        add     ix,de
        ld      b,(ix+1)
        ld      e,(ix+0)
        ld      ix,rays
        add     ix,de
.Lline:
        ld      a,(from)
        ld      l,a
.Lstep:
        ; One step. What is there?
        ld      a,l
        add     a,(ix+0)
        ld      l,a
        ld      a,(hl)
        or      a
        jr      nz,.Lstop
        ; Nothing. King and knight stay there, kinds 2 and 6; the others go on.
        call    add_move
        ld      a,(becomes)
        and     3
        cp      2
        jr      nz,.Lstep
        jr      .Lturn
.Lstop:
        ; A man or the edge: he ends the line, and is taken if he is the opponent's.
        call    victim
        call    nz,add_move
.Lturn: inc     ix
        djnz    .Lline
        ret

; victim - may what is on a square be taken?
;
; In      A = what is there, C = side to move
; Out     Z clear: yes, A = his kind
victim:
        ; An opponent's man differs in bit 7. So does the edge, if White is to move, and nothing, if Black is.
        xor     c
        jp      p,.Lnobody
        and     7
        cp      7
        ret     z
        or      a
        ret
.Lnobody:
        xor     a
        ret

; pawn - lists the moves of a pawn
;
; In      from, becomes = the pawn, H = board >> 8, C = side to move
; Uses    AF B DE HL
pawn:
        ; B = one step forward.
        ld      b,10
        bit     7,c
        jr      z,.Lup
        ld      b,-10
.Lup:
        ld      a,(from)
        add     a,b
        ld      l,a
        ld      a,(hl)
        or      a
        jr      nz,.Ltakes
        call    pawn_to
        ; He may go two from where he began: there the edge is two steps behind him, three from where L is.
        ld      a,l
        sub     b
        sub     b
        sub     b
        ld      l,a
        ld      a,(hl)
        inc     a
        jr      nz,.Ltakes
        ; Four steps on from there.
        ld      a,(from)
        add     a,b
        add     a,b
        ld      l,a
        ld      a,(hl)
        or      a
        call    z,add_move
.Ltakes:
        ; Captures, on both sides of the square in front of him.
        ld      a,(from)
        add     a,b
        dec     a
        ld      l,a
        call    .Ltake
        inc     l
        inc     l
.Ltake:
        ; A pawn may be taken on the square that it has just passed.
        ld      a,(ep)
        cp      l
        ld      a,PAWN
        jr      z,pawn_to
        ld      a,(hl)
        call    victim
        ret     z
        ; falls through into pawn_to

; pawn_to - lists a pawn's move, four times if he promotes
;
; In      A = kind of the man he takes or 0, L = to; from, becomes = the pawn
; Uses    AF DE
pawn_to:
        ; The first and the last rank are 21 to 28 and 91 to 98.
        ld      d,a
        ld      a,l
        sub     29
        cp      62
        ld      a,d
        jr      c,add_move
        ; Queen, rook, bishop, knight. After the knight becomes is a pawn again.
        ld      a,(becomes)
        add     a,QUEEN-PAWN
.Lpromote:
        ld      (becomes),a
        ; The key: 8 times the kinds of both.
        push    de
        and     7
        add     a,d
        add     a,a
        add     a,a
        add     a,a
        call    put_move
        pop     de
        ; The next kind, until it is a pawn.
        ld      a,(becomes)
        dec     a
        ld      (becomes),a
        and     7
        cp      PAWN
        ld      a,(becomes)
        jr      nz,.Lpromote
        ret

; add_move - lists a move
;
; In      A = kind of the man who is taken, 0 for none; L = to; from, becomes
; Uses    AF DE
add_move:
        ; The key of a capture: 8 times the victim, and 1 (king) to 6 (pawn) for who takes. That of other moves is 0.
        or      a
        jr      z,.Lquiet
        add     a,a
        add     a,a
        add     a,a
        ld      d,a
        ld      a,(becomes)
        and     7
        neg
        add     a,7
        add     a,d
        jr      put_move
.Lquiet:
        ; Among captures there is no room for it.
        ld      a,(captures)
        or      a
        ret     nz
        ; falls through into put_move

; put_move - writes an entry of the list
;
; In      A = key, L = to, from, becomes, IY = end of the list
; Out     IY = the new end
; Uses    AF DE
put_move:
        ld      (iy+3),a
        ld      a,(from)
        ld      (iy+0),a
        ld      (iy+1),l
        ld      a,(becomes)
        ld      (iy+2),a
        ld      de,4
        add     iy,de
        ret

; pick - takes the move with the highest key from the list
;
; In      next
; Out     carry set: there is none; else from, to, becomes, and next behind one entry more
; Uses    AF BC DE HL
pick:
        ; HL goes from key to key. The mark is more than any key.
        ld      hl,(next)
        inc     hl
        inc     hl
        inc     hl
        ld      b,(hl)
        ld      a,b
        inc     a
        scf
        ret     z
        ; B = the highest key so far, DE = where it is.
.Lhighest:
        ld      d,h
        ld      e,l
.Lseek:
        inc     hl
        inc     hl
        inc     hl
        inc     hl
        ld      a,b
        cp      (hl)
        jr      nc,.Lseek
        ; A higher one, or the mark.
        ld      b,(hl)
        inc     b
        jr      z,.Lfound
        dec     b
        jr      .Lhighest
.Lfound:
        ; Copy the move to its cells. The first entry takes its place, and the list begins one later.
        ex      de,hl
        dec     hl
        dec     hl
        dec     hl
        push    hl
        ld      de,from
        ld      bc,3
        ldir
        pop     de
        ld      hl,(next)
        ld      bc,4
        ldir
        ld      (next),hl
        or      a
        ret

;;; Making moves

; make - makes a move on the board
;
; In      from, to, becomes; the position
; Out     the position behind the move; the node before it in a frame
; Uses    AF BC DE HL
make:
        ; Who moves, and where is what he takes? B = the man.
        ld      h,board >> 8
        ld      a,(from)
        ld      l,a
        ld      b,(hl)
        ld      a,b
        ld      (moved),a
        ld      a,(to)
        ld      l,a
        ; A pawn who goes to the square that another has passed takes that one, which is one rank behind.
        ld      a,b
        and     7
        dec     a
        jr      nz,.Lthere
        ld      a,(ep)
        cp      l
        jr      nz,.Lthere
        sub     10
        bit     7,b
        jr      z,.Lbehind
        add     a,20
.Lbehind:
        ld      l,a
.Lthere:
        ld      a,l
        ld      (taken_at),a
        ld      a,(hl)
        ld      (taken),a
        ; All that is needed to take the move back is known: keep it.
        ld      hl,node
        ld      de,(frame)
        ld      bc,NODE
        ldir
        ld      (frame),de
        ; The men.
        ld      h,board >> 8
        ld      a,(taken_at)
        ld      l,a
        ld      (hl),0
        ld      a,(from)
        ld      l,a
        ld      (hl),0
        ld      a,(to)
        ld      l,a
        ld      a,(becomes)
        ld      (hl),a
        ; The other side is to move. No pawn can be taken in passing, if this is not one who goes two steps.
        ld      hl,side
        ld      a,(hl)
        xor     BLACK
        ld      (hl),a
        xor     a
        ld      (ep),a
        ; C = how far he goes.
        ld      hl,from
        ld      a,(to)
        sub     (hl)
        ld      c,a
        ld      a,(moved)
        and     7
        cp      PAWN
        jr      nz,.Lno_pawn
        ld      a,c
        cp      20
        jr      z,.Ltwo
        cp      -20
        jr      nz,.Lcastling
.Ltwo:
        ; The square between is the mean of both.
        ld      a,(to)
        add     a,(hl)
        rra
        ld      (ep),a
        jr      .Lcastling
.Lno_pawn:
        ; A king: where he is. If he castles, the rook, too.
        cp      KING
        jr      nz,.Lcastling
        ld      a,(moved)
        rlca
        and     1
        add     a,kings & 0xFF
        ld      l,a
        ld      a,(to)
        ld      (hl),a
        call    hop
        call    z,carry_rook
.Lcastling:
        ; Rights go when a man leaves a home of king or rook, and when one arrives, who has taken the rook.
        ld      a,(castling)
        or      a
        ret     z
        ld      hl,homes
        ld      b,6
.Lhome:
        ld      a,(from)
        cp      (hl)
        jr      z,.Lgone
        ld      a,(to)
        cp      (hl)
.Lgone: inc     hl
        jr      nz,.Lkept
        ld      a,(castling)
        and     (hl)
        ld      (castling),a
.Lkept: inc     hl
        djnz    .Lhome
        ret

; undo - takes back the last move
;
; In      frame
; Out     the node before the move, and its board
; Uses    AF BC DE HL
undo:
        ld      hl,(frame)
        ld      bc,-NODE
        add     hl,bc
        ld      (frame),hl
        ld      de,node
        ld      bc,NODE
        ldir
        ; The men. The square to is emptied first, for it may be that of the man taken.
        ld      h,board >> 8
        ld      a,(to)
        ld      l,a
        ld      (hl),0
        ld      a,(taken_at)
        ld      l,a
        ld      a,(taken)
        ld      (hl),a
        ld      a,(from)
        ld      l,a
        ld      a,(moved)
        ld      (hl),a
        call    hop
        ret     nz
        ex      de,hl
        ; falls through into carry_rook

; carry_rook - moves what is at HL to DE
carry_rook:
        ld      a,(hl)
        ld      (de),a
        ld      (hl),0
        ret

; hop - where does the rook go, if the move is castling?
;
; In      from, to, moved
; Out     Z set: it is; HL = the rook's corner, DE = where he goes
; Uses    AF DE HL
hop:
        ; Castling is a king's move of two squares.
        ld      a,(moved)
        and     7
        cp      KING
        ret     nz
        ld      hl,from
        ld      a,(to)
        ld      d,h
        sub     (hl)
        ld      hl,(to)
        ld      h,d
        ld      e,l
        cp      2
        jr      nz,.Llong
        ; On the king's side the corner is one to the right of him.
        inc     l
        dec     e
        cp      a
        ret
.Llong:
        cp      -2
        ret     nz
        ; On the queen's side it is two to the left.
        dec     l
        dec     l
        inc     e
        cp      a
        ret

; try - makes a move and says whether it was legal
;
; In      from, to, becomes
; Out     carry set: the king of the side that moved is attacked: no
; Uses    AF BC DE HL IX
try:
        call    make
        ld      a,(side)
        xor     BLACK
        jp      checked

;;; The value of a position

; tables - fills a page for each kind of man with what he is worth on each square
;
; Uses    AF BC DE HL IX
tables:
        ld      ix,kinds
        ld      h,values >> 8
.Lkind:
        ld      l,21
        ld      c,0                     ; rank
.Lrank:
        ld      b,0                     ; file
.Lfile:
        ; The sum of both terms, in E.
        ld      d,terms >> 8
        ld      a,(ix+2)
        add     a,b
        ld      e,a
        ld      a,(de)
        ld      (hl),a
        ld      a,(ix+3)
        add     a,c
        ld      e,a
        ld      a,(de)
        add     a,(hl)
        ld      e,a
        ; The material, and that sum as often as it counts.
        ld      a,(ix+0)
        ld      d,(ix+1)
.Ladd:
        dec     d
        jp      m,.Lsum
        add     a,e
        jr      .Ladd
.Lsum:
        ld      (hl),a
        ; The next file; after eight of them the next rank, two squares on; then the next kind.
        inc     l
        inc     b
        bit     3,b
        jr      z,.Lfile
        inc     l
        inc     l
        inc     c
        bit     3,c
        jr      z,.Lrank
        ld      de,4
        add     ix,de
        inc     h
        ld      a,h
        cp      values_end >> 8
        jr      nz,.Lkind
        ret

; value - what is a man worth on a square?
;
; In      A = man or 0, L = square, king_page
; Out     DE = value, 0 to 255, for his own side
; Uses    AF HL
value:
        ; For Black the board is turned round.
        or      a
        jp      p,.Lturned
        ld      e,a
        ld      a,119
        sub     l
        ld      l,a
        ld      a,e
        and     7
.Lturned:
        ; The page of his kind; a king has two.
        add     a,values >> 8
        cp      king_values >> 8
        jr      c,.Lpage
        ld      a,(king_page)
.Lpage: ld      h,a
        ld      e,(hl)
        ld      d,0
        ret

; count_up - what is the position worth?
;
; In      the position, the tables
; Out     score = value for the side to move
; Uses    AF BC DE HL
count_up:
        ld      bc,0                    ; the sum
        ld      hl,board+21
.Lman:
        ; Neither an empty square nor the edge.
        ld      a,(hl)
        or      a
        jr      z,.Lskip
        cp      EDGE
        jr      z,.Lskip
        push    hl
        call    value
        pop     hl
        ; Added for the side to move, else subtracted.
        ld      a,(side)
        xor     (hl)
        push    hl
        ld      h,b
        ld      l,c
        jp      p,.Lown
        sbc     hl,de                   ; xor has cleared carry
        jr      .Lsummed
.Lown:  add     hl,de
.Lsummed:
        ld      b,h
        ld      c,l
        pop     hl
.Lskip:
        inc     l
        ld      a,l
        cp      99
        jr      nz,.Lman
        ld      (score),bc
        ret

;;; The search

; descend - makes the node of the position behind a move
;
; In      the cells of node as make leaves them
; Out     score, low, high, left, ply
; Uses    AF DE HL
;
; What the side to move has gained is value(becomes, to) - value(moved, from) + value(taken, taken_at). The other side's
; score is the sum of score and gain with its sign changed.
descend:
        ld      a,(from)
        ld      l,a
        ld      a,(moved)
        call    value
        push    de
        ld      a,(to)
        ld      l,a
        ld      a,(becomes)
        call    value
        pop     hl
        or      a
        sbc     hl,de
        push    hl
        ; The man taken, then the score.
        ld      a,(taken_at)
        ld      l,a
        ld      a,(taken)
        call    value
        pop     hl
        or      a
        sbc     hl,de
        ld      de,(score)
        or      a
        sbc     hl,de
        ld      (score),hl
        ; The bounds change places and signs.
        ld      de,(low)
        call    negated
        ld      de,(high)
        ld      (high),hl
        call    negated
        ld      (low),hl
        ; One ply farther down, with no legal move known yet.
        ld      hl,left
        dec     (hl)
        inc     hl
        inc     (hl)                    ; ply
        inc     hl
        ld      (hl),0                  ; legal
        ret

; negated - HL = -DE
negated:
        ld      hl,0
        or      a
        sbc     hl,de
        ret

; search - the value of a position
;
; In      node: the position, score, low, high, left, ply, legal = 0, end
; Out     HL = value for the side to move. If it is not between low and high, only that is certain.
; Uses    all but the other set
search:
        ; Is there depth left? If so, A = 0 asks generate for all moves.
        ld      hl,(score)
        ld      a,(left)
        dec     a
        rla
        ld      a,0
        jr      nc,.Lall
        ; No: as it stands, the position is worth this, for nobody has to take anything.
scored:
        ld      de,(high)
        call    compare
        ret     p
        ld      de,(low)
        call    compare
        jp      m,.Lworse
        ld      (low),hl
.Lworse:
        ; After QUIET plies of captures that is all. Before, A is not 0, which asks for captures.
        ld      a,(left)
        add     a,QUIET
        jr      z,.Lreturn
.Lall:
        ld      (captures),a
        call    generate
.Lnext:
        ; The next move. If it leaves the king attacked, it was none.
        call    pick
        jr      c,.Ldone
        call    try
        jr      nc,generated
        call    undo
        jr      .Lnext
drop:
        ; From here a harness goes on without the move. It was legal, though.
        call    undo
        ld      a,1
        ld      (legal),a
        jr      .Lnext
generated:
        ; The value of the move is the opponent's with its sign changed.
        call    descend
        call    search
        ex      de,hl
        call    negated
        push    hl
        call    undo
        pop     hl
        ld      a,1
        ld      (legal),a
beta:
        ; Is it too good, so that the opponent will not let it come to that?
        ld      de,(high)
        call    compare
        ret     p
alpha:
        ; Is it the best so far?
        ld      de,(low)
        call    compare
        jp      m,.Lnext
        jr      z,.Lnext
improved:
        ; At the root that is the move to play, as far as is known.
        ld      (low),hl
        ld      a,(ply)
        or      a
        jr      nz,.Lnext
        ld      hl,(from)
        ld      (best_from),hl
        ld      a,(becomes)
        ld      (best_man),a
        jr      .Lnext

.Ldone:
        ; The list is empty. Without a legal move it is mate or stalemate, if all moves were listed.
        ld      a,(left)
        dec     a
        jp      m,.Lreturn
        ld      a,(legal)
        or      a
        jr      nz,.Lreturn
        ld      a,(side)
        call    checked
        ld      hl,0
        ret     nc
        ; Mate, the worse the nearer to the root.
        ld      a,(ply)
        ld      l,a
        ld      de,-MATE
        add     hl,de
        ret
.Lreturn:
        ld      hl,(low)
        ret

; compare - compares HL and DE
;
; Out     S set: HL < DE; Z set: equal. The two must not be more than 32,767 apart.
; Uses    F
compare:
        ; add hl leaves S and Z as sbc sets them.
        or      a
        sbc     hl,de
        add     hl,de
        ret

;;; What is called from outside

; think - finds a move
;
; In      the position, depth
; Out     best_from, best_to, best_man, best_score
; Uses    all but the other set
think:
        call    set_up
        call    tables
        call    count_up
        ld      hl,-INFINITE
        ld      (low),hl
        ld      hl,INFINITE
        ld      (high),hl
        ; The depth is 1 to 5, whatever it says.
        ld      a,(depth)
        cp      6
        jr      c,.Lnot_more
        ld      a,5
.Lnot_more:
        or      a
        jr      nz,.Lnot_less
        inc     a
.Lnot_less:
        ld      (left),a
        ; Nothing is found yet.
        xor     a
        ld      (best_from),a
        call    search
        ld      (best_score),hl
        ret

; set_up - finds the kings, and makes list and frames empty
;
; In      board
; Out     kings, king_page, end, frame; the node's cells from score on are 0 but for end
; Uses    AF BC DE HL
set_up:
        ld      b,0                     ; men
        ld      hl,board+21
.Lfind:
        ; Is it a man? If it is a king, his square goes to kings + 0 or 1.
        ld      a,(hl)
        or      a
        jr      z,.Lnone
        cp      EDGE
        jr      z,.Lnone
        inc     b
        ld      c,a
        and     7
        cp      KING
        jr      nz,.Lnone
        ; Bit 7 is the colour.
        ld      a,l
        rl      c
        jr      c,.Lblack
        ld      (kings),a
        jr      .Lnone
.Lblack:
        ld      (kings+1),a
.Lnone:
        inc     l
        ld      a,l
        cp      99
        jr      nz,.Lfind
        ; Few men: the endgame, with the king's other page.
        ld      a,b
        cp      FEW
        ld      a,king_values >> 8
        jr      nc,.Lmany
        inc     a
.Lmany: ld      (king_page),a
        ; The root: score, bounds, depth, ply, legal are 0. Nothing is listed, no move made.
        ld      hl,score
        ld      de,score+1
        ld      bc,node_end-score-1
        ld      (hl),0
        ldir
        ld      hl,moves
        ld      (end),hl
        ld      hl,frames
        ld      (frame),hl
        ret

; list_moves - lists the legal moves
;
; In      the position
; Out     moves, count
; Uses    all but the other set
list_moves:
        call    set_up
        xor     a
        ld      (captures),a
        ld      (count),a
        call    generate
        ld      hl,moves
        ld      (listed),hl
.Leach:
        call    pick
        ret     c
        call    try
        push    af
        call    undo
        pop     af
        jr      c,.Leach
        ; A legal move goes to the beginning of the list, over entries that were picked before.
        ld      hl,from
        ld      de,(listed)
        ld      bc,4
        ldir
        ld      (listed),de
        ld      hl,count
        inc     (hl)
        jr      .Leach

; play - plays a move
;
; In      the position; from, to, becomes: a legal move
; Out     the position
; Uses    AF BC DE HL
play:
        call    set_up
        jp      make

; reset - sets up the initial position
;
; Out     the position, depth
; Uses    AF BC DE HL IX
reset:
        ; Edge everywhere.
        ld      hl,board
        ld      de,board+1
        ld      bc,119
        ld      (hl),EDGE
        ldir
        ; File after file.
        ld      hl,back
        ld      ix,board+21
        ld      b,8
.Lset:
        ld      a,(hl)
        ld      (ix+0),a
        ld      (ix+10),PAWN
        ld      (ix+20),0
        ld      (ix+30),0
        ld      (ix+40),0
        ld      (ix+50),0
        ; Black's.
        ld      (ix+60),PAWN+BLACK
        or      BLACK
        ld      (ix+70),a
        inc     hl
        inc     ix
        djnz    .Lset
        ; White is to move and both may castle.
        xor     a
        ld      (side),a
        ld      (ep),a
        ld      a,15
        ld      (castling),a
        ld      a,2
        ld      (depth),a
        ret

;;; RAM

        .bss

; One page, which begins with the board: H = board >> 8 finds all of it.
board:  .space  128
depth:  .space  1
best_from: .space 1
best_to: .space 1
best_man: .space 1
best_score: .space 2
count:  .space  1

; A node: what is kept while a move is on the board.
node:
side:   .space  1
castling: .space 1
ep:     .space  1
kings:  .space  2                       ; their squares, White's first
from:   .space  1                       ; the move, as in a list
to:     .space  1
becomes: .space 1
moved:  .space  1                       ; the man on from before it
taken:  .space  1                       ; the man whom it takes, or 0
taken_at: .space 1                      ; where he was
score:  .space  2                       ; value as the position stands, for the side to move
low:    .space  2
high:   .space  2
left:   .space  1                       ; depth left; 0 to -QUIET among captures
ply:    .space  1                       ; distance from the root
legal:  .space  1                       ; 1 if a legal move was found
next:   .space  2                       ; the list: the first move not picked yet
end:    .space  2                       ; behind the list
node_end:

; Not kept.
captures: .space 1                      ; what generate lists: 0 all moves
king_page: .space 1                     ; page of values for kings
frame:  .space  2                       ; where the next node is kept
listed: .space  2                       ; end of the legal moves in list_moves
        .balign 256
; What a man is worth on a square: a page for each kind.
values: .space  KING*256
king_values: .space 2*256               ; in the middle game and in the endgame
values_end:
; Kept nodes: 5 plies and those of captures.
frames: .space  (5+QUIET)*NODE
stack_bottom: .space 128
stack_top:
; Lists: 4 bytes a move, all those of the nodes from the root to the current one.
moves:  .space  0x3F00 - (moves - board)
