/* mini68k - a small complete chess program in C, for the plain 68000

   It is here for two reasons: as a program that was not written for the project's tools, since a C compiler chose its
   code, registers and stack frames; and to be read by somebody who knows C and has never written a chess program. It
   shares nothing with the engine in asm/m68k.

   HOW IT WORKS

   The board is 64 bytes: square = 8 * rank + file, both from 0, so a1 = 0, h1 = 7, a8 = 56, h8 = 63. A step on the board
   is an addition: 8 is one rank up, 1 one file to the right, 17 a knight's jump. Such a board has no edge, so a step
   must find out whether it has left it (see step).

   The generator lists moves as the pieces go, without regard to check ("pseudo-legal" moves). A move is then made on the
   board. If the mover's king is attacked there, it is unmade and forgotten. That is simple, and right for pins, double
   checks and en passant alike.

   The search is a "negamax". The value of a position for the side to move is the best of its moves' values; the value of
   a move is that of the position behind it, negated, for what is good for one side is bad for the other. So one function
   that calls itself plays both sides. A move of one side is a "ply", and `depth` says how many plies are searched. A
   position without a legal move is mate if the king is attacked, else stalemate. A mate is worth less the farther it is
   away, so that the program gets on with it.

   Two bounds save most of the work ("alpha-beta"): alpha is what the side to move has for certain elsewhere in the tree,
   beta what the opponent has for certain, seen from here. A move of beta or more refutes the opponent's last move: he will
   not play it, and the other moves here need no look. At the root this gives the value of a plain negamax. The sooner a
   good move comes, the more it saves, so captures of dear pieces by cheap ones come first (pick).

   At the end of the depth an exchange may be half done: a queen that takes a defended pawn looks like a pawn won. So the
   search goes on with captures and promotions to a queen ("quiescence"). There the side to move may decline them all and
   take the evaluation as it stands. In check it may not, and gets all its moves. After QUIET plies this ends in any case.

   The evaluation is material and a number for the square of each pawn, knight, bishop and king, in hundredths of a pawn.
   It is kept up to date as the moves are made (put).

   Left out: draws by repetition, the fifty-move rule, a clock, an opening book.

   INTERFACE

   `make guest-68000` builds mini68k.bin, an image of at most 8 KB at address 0, which begins with the vectors of stack
   and start; mini68k.nm, its symbols; mini68k.elf, the same with the lines of this file. RAM is 16 KB at $10000, of which
   stack_bottom to stack_top is the stack. Nothing is started or cleared: a host calls one of these functions (jsr). They
   have no arguments. Registers are kept but D0, D1, A0 and A1.

     reset        sets up the initial position, depth = 3
     think        searches: best_from, best_to, best_promo, best_score. Without a legal move best_from = NONE, and the
                  score is that of mate or stalemate. The position stays. depth is made 1 to 4 if it is not
     play         plays the move best_from, best_to, best_promo, which must be legal
     list_moves   fills moves with the legal moves, list_count of them: four bytes each, from, to, promo, one free

   Variables that a host sets or reads, bytes if no more is said:

     board        64 bytes: 0 empty; 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king; 8 more for Black's
     side         the side to move: 0 White, 8 Black
     castling     rights: 1 White O-O, 2 White O-O-O, 4 Black O-O, 8 Black O-O-O. King and rook must be at home
     ep           the square that a pawn has just passed by a double step, NONE (255) if none
     depth        plies, 1 to 4
     best_promo   2 to 5 for the piece that a pawn becomes, else 0
     best_score   signed word, hundredths of a pawn, for the side to move. 30000 - n: mate in n plies; negative if mated
     list_count   word

   Places in the search. A C program has no label that a host could watch, or jump to. So the search calls an empty
   function at each place, and the compiler is told to know nothing about it (PLACE): before the call all variables below
   are in memory, and behind it they are read again. The host watches the function's address.

     generated    a legal move of this node has been made: from, to, promo. Set drop to 1: the move is left out, as if it
                  did not exist
     scored       value: the evaluation of a node beyond the depth, once. May be changed. If it is beta or more, the node
                  is done without another event
     at_beta      value: that of from, to, promo, unmade again, about to be compared with beta. May be changed
     cutoff       it was beta or more: the node is done
     at_alpha     it was less, and is about to be compared with alpha. May be changed
     improved     it was more than alpha: the best move of this node so far

   There ply is the distance of the node from the root, side its side to move; value, alpha, beta are signed words for that
   side, within -31999 and 31999. At scored from, to, promo, alpha and beta mean nothing. */

typedef unsigned char byte;
typedef struct { byte from, to, promo, key; } move;
typedef struct { short score; byte victim, taken, castling, ep; } undo; /* what making a move destroys */

enum { PAWN = 1, KNIGHT, BISHOP, ROOK, QUEEN, KING, BLACK = 8, NONE = 255 };
enum { MATE = 30000, INFINITE = 32000, DEEPEST = 4, QUIET = 4, LAST = DEEPEST + QUIET };
enum { LONGEST = 256 }; /* moves of a list; what does not fit is lost. No position of chess is known with more than 218 */

byte board[64], side, castling, ep, depth;
byte best_from, best_to, best_promo, from, to, promo, ply, drop;
short best_score, list_count, value, alpha, beta;
move moves[LAST][LONGEST]; /* of each ply; at the last none is made */

static short score;   /* the evaluation, for White */
static byte kings[2]; /* the kings' squares, White's first */
static move *full;    /* where the list at hand has no more room */

#define PLACE(name) __attribute__((noipa)) void name(void) {}
PLACE(generated)
PLACE(scored)
PLACE(at_beta)
PLACE(cutoff)
PLACE(at_alpha)
PLACE(improved)

/* Four steps along ranks and files, four along diagonals, of which White's pawns take by the first two and Black's by
   the others, and the jumps of a knight. */
static const signed char steps[16] = { 8, 1, -1, -8, 9, 7, -7, -9, 17, 15, 10, 6, -6, -10, -15, -17 };

/* By piece: the first of its steps, and where they end. Pawns have none here. */
static const byte first_step[7] = { 0, 0, 8, 4, 0, 0, 0 }, end_step[7] = { 0, 0, 16, 8, 4, 8, 8 };

/* The castling rights that are lost when a piece leaves a square or comes to it. */
static const byte lost[64] = { [0] = 2, [4] = 3, [7] = 1, [56] = 8, [60] = 12, [63] = 4 };

static const byte back_rank[8] = { ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK };

static const short material[7] = { 0, 100, 320, 330, 500, 950, 0 };

/* What a square adds, as White sees the board: his own first rank is at the bottom. */
static const signed char place[7][64] = {
    [PAWN] = {
          0,   0,   0,   0,   0,   0,   0,   0,
         60,  60,  60,  60,  60,  60,  60,  60,
         25,  25,  30,  35,  35,  30,  25,  25,
         10,  10,  15,  25,  25,  15,  10,  10,
          2,   4,  10,  22,  22,   4,   4,   2,
          2,   4,   6,   8,   8,   0,   4,   2,
          0,   4,   4, -12, -12,   8,   4,   0,
          0,   0,   0,   0,   0,   0,   0,   0 },
    [KNIGHT] = {
        -40, -25, -15, -15, -15, -15, -25, -40,
        -25, -10,   0,   5,   5,   0, -10, -25,
        -15,   5,  15,  20,  20,  15,   5, -15,
        -15,   5,  20,  25,  25,  20,   5, -15,
        -15,   5,  18,  22,  22,  18,   5, -15,
        -15,   0,  12,  12,  12,  12,   0, -15,
        -25, -10,   0,   4,   4,   0, -10, -25,
        -40, -22, -15, -15, -15, -15, -22, -40 },
    [BISHOP] = {
        -15, -10, -10, -10, -10, -10, -10, -15,
        -10,   2,   0,   2,   2,   0,   2, -10,
        -10,   2,   8,  10,  10,   8,   2, -10,
        -10,   6,   8,  14,  14,   8,   6, -10,
        -10,   4,  12,  14,  14,  12,   4, -10,
        -10,   8,  10,   8,   8,  10,   8, -10,
        -10,  12,   4,   6,   6,   4,  12, -10,
        -15, -10, -14, -10, -10, -14, -10, -15 },
    [KING] = {
        -50, -40, -40, -50, -50, -40, -40, -50,
        -40, -30, -30, -40, -40, -30, -30, -40,
        -30, -20, -20, -30, -30, -20, -20, -30,
        -20, -15, -15, -25, -25, -15, -15, -20,
        -15, -10, -15, -20, -20, -15, -10, -15,
         -8,  -8, -12, -15, -15, -12,  -8,  -8,
         12,  10,  -5, -10, -10,  -5,  10,  12,
         15,  30,  15,  -5,   0,   5,  32,  20 },
};

/* step returns the square that lies `by` away, NONE beyond the edge. A step changes the file by two at most. If the
   numbers of the files differ by more, it has gone over the edge of the board into the next rank. */
static int step(int sq, int by)
{
    int there = sq + by, files = (there & 7) - (sq & 7);

    return there < 0 || there > 63 || files > 2 || files < -2 ? NONE : there;
}

/* worth returns what a piece on a square adds to the evaluation, for White. */
static int worth(int sq, int man)
{
    int kind = man & 7;

    if (man & BLACK)
        return -material[kind] - place[kind][sq];
    return material[kind] + place[kind][sq ^ 56];
}

/* put sets a piece down on a square, or with 0 makes it empty. */
static void put(int sq, int man)
{
    score += worth(sq, man) - worth(sq, board[sq]);
    board[sq] = man;
    if ((man & 7) == KING)
        kings[man >> 3] = sq;
}

/* prepare finds what the program keeps beside the board. */
static void prepare(void)
{
    int sq;

    for (score = 0, sq = 0; sq < 64; sq++) {
        score += worth(sq, board[sq]);
        if ((board[sq] & 7) == KING)
            kings[board[sq] >> 3] = sq;
    }
    ply = drop = 0;
}

/* attacked reports whether a side attacks a square. It looks from the square outwards, step by step, for the first
   piece on each line, and asks whether that one goes along the line. */
static int attacked(int sq, int by)
{
    int d;

    for (d = 0; d < 16; d++) {
        int at = sq, near = 1, man, kind;

        while ((at = step(at, steps[d])) != NONE && board[at] == 0 && d < 8)
            near = 0;
        if (at == NONE)
            continue;
        man = board[at];
        kind = man & 7;
        if (man == 0 || (man & BLACK) != by)
            continue;
        if (kind == PAWN) {
            /* A pawn of White stands below the square, so it is met by a step down. */
            if (near && d >> 1 == (by ? 2 : 3))
                return 1;
        } else if (d >= first_step[kind] && d < end_step[kind] && (near || kind != KING))
            return 1;
    }
    return 0;
}

static int in_check(void) { return attacked(kings[side >> 3], side ^ BLACK); }

/* castles returns the square that the rook goes to if the king castles, and its corner; else NONE. */
static int castles(const move *m, int kind, int *corner)
{
    if (kind != KING || (m->to != m->from + 2 && m->to != m->from - 2))
        return NONE;
    *corner = m->to > m->from ? m->from + 3 : m->from - 4;
    return (m->from + m->to) / 2;
}

/* make makes a move of `side`, and keeps in u what unmake needs. The side to move stays. */
static void make(const move *m, undo *u)
{
    int man = board[m->from], kind = man & 7, beside, corner;

    u->score = score;
    u->castling = castling;
    u->ep = ep;
    /* En passant the pawn that is taken stands beside the one that takes: one rank behind its goal. */
    u->victim = kind == PAWN && m->to == ep ? m->to ^ 8 : m->to;
    u->taken = board[u->victim];
    put(u->victim, 0);
    put(m->from, 0);
    put(m->to, m->promo ? m->promo | side : man);
    if ((beside = castles(m, kind, &corner)) != NONE) {
        put(corner, 0);
        put(beside, ROOK | side);
    }
    castling &= ~(lost[m->from] | lost[m->to]);
    ep = kind == PAWN && (m->from ^ m->to) == 16 ? (m->from + m->to) / 2 : NONE;
}

/* unmake takes it back. */
static void unmake(const move *m, const undo *u)
{
    int man = m->promo ? PAWN | side : board[m->to], kind = man & 7, beside, corner;

    board[m->to] = 0;
    board[u->victim] = u->taken;
    board[m->from] = man;
    if (kind == KING)
        kings[side >> 3] = m->from;
    if ((beside = castles(m, kind, &corner)) != NONE) {
        board[beside] = 0;
        board[corner] = ROOK | side;
    }
    score = u->score;
    castling = u->castling;
    ep = u->ep;
}

/* add appends a move to a list. Its key is the higher, the dearer the victim and the cheaper the piece that takes. */
static move *add(move *m, int from, int to, int promo)
{
    int kind = board[from] & 7, victim = kind == PAWN && to == ep ? PAWN : board[to] & 7;

    if (m == full)
        return m;
    m->from = from;
    m->to = to;
    m->promo = promo;
    m->key = 8 * promo + (victim ? 8 * victim + KING - kind : 0);
    return m + 1;
}

/* add_pawn appends a pawn's move, which may promote: to all pieces, or if not all moves are wanted to a queen. */
static move *add_pawn(move *m, int from, int to, int all)
{
    int kind;

    if (to > 7 && to < 56)
        return add(m, from, to, 0);
    for (kind = QUEEN; kind >= (all ? KNIGHT : QUEEN); kind--)
        m = add(m, from, to, kind);
    return m;
}

/* pawn_moves appends the moves of a pawn. */
static move *pawn_moves(move *m, int from, int all)
{
    int up = side ? -8 : 8, d = side ? 6 : 4, end = d + 2;

    for (; d < end; d++) {
        int to = step(from, steps[d]);

        if (to != NONE && (board[to] ? (board[to] & BLACK) != side : to == ep))
            m = add_pawn(m, from, to, all);
    }
    if (board[from + up] == 0) {
        if (all || from >> 3 == (side ? 1 : 6))
            m = add_pawn(m, from, from + up, all);
        if (all && from >> 3 == (side ? 6 : 1) && board[from + 2 * up] == 0)
            m = add(m, from, from + 2 * up, 0);
    }
    return m;
}

/* castling_moves appends castling: the way is free, and the king neither in check nor does he pass an attacked square.
   The square that he goes to is looked at as for any other move. */
static move *castling_moves(move *m)
{
    int home = side ? 60 : 4, rights = side ? castling >> 2 : castling;

    if ((rights & 1) && !board[home + 1] && !board[home + 2] && !in_check() && !attacked(home + 1, side ^ BLACK))
        m = add(m, home, home + 2, 0);
    if ((rights & 2) && !board[home - 1] && !board[home - 2] && !board[home - 3] && !in_check() &&
        !attacked(home - 1, side ^ BLACK))
        m = add(m, home, home - 2, 0);
    return m;
}

/* generate lists the pseudo-legal moves from m on, all or captures and promotions alone, and returns their end. */
static move *generate(move *m, int all)
{
    int from, d;

    full = m + LONGEST;
    for (from = 0; from < 64; from++) {
        int kind = board[from] & 7;

        if (kind == 0 || (board[from] & BLACK) != side)
            continue;
        if (kind == PAWN) {
            m = pawn_moves(m, from, all);
            continue;
        }
        for (d = first_step[kind]; d < end_step[kind]; d++) {
            int to = from, met;

            do {
                if ((to = step(to, steps[d])) == NONE)
                    break;
                met = board[to];
                if (met ? (met & BLACK) != side : all)
                    m = add(m, from, to, 0);
            } while (met == 0 && kind != KNIGHT && kind != KING);
        }
    }
    return all ? castling_moves(m) : m;
}

/* pick swaps the move with the highest key to the front of a list. */
static void pick(move *m, const move *end)
{
    move *best = m, *other, first = *m;

    for (other = m + 1; other < end; other++)
        if (other->key > best->key)
            best = other;
    *m = *best;
    *best = first;
}

/* show sets what a host sees at the places of the search. */
static void show(const move *m, int low, int high)
{
    from = m->from;
    to = m->to;
    promo = m->promo;
    alpha = low;
    beta = high;
}

/* search returns the value of a node for its side to move. It is exact between low and high, which are alpha and beta;
   else it is a bound: low or less if no move is better, high or more if one is too good. */
static int search(int low, int high)
{
    int checked = ply >= depth && in_check(), all = ply < depth || checked, legal = 0;
    move *m = moves[ply], *end;
    undo u;

    /* Beyond the depth nobody has to capture: the evaluation is a value that the side to move has at least. */
    if (!all || ply == depth + QUIET) {
        value = side ? -score : score;
        scored();
        if (value >= high || ply == depth + QUIET)
            return value;
        if (value > low)
            low = value;
    }
    for (end = generate(m, all); m < end; m++) {
        pick(m, end);
        make(m, &u);
        if (in_check()) { /* The mover's own king: not legal. */
            unmake(m, &u);
            continue;
        }
        show(m, low, high);
        generated();
        if (drop) {
            drop = 0;
            unmake(m, &u);
            continue;
        }
        legal = 1;
        /* The other side moves. What is good for it is bad for us, the bounds too. */
        side ^= BLACK;
        ply++;
        value = -search(-high, -low);
        ply--;
        side ^= BLACK;
        unmake(m, &u);
        show(m, low, high);
        at_beta();
        if (value >= high) { /* The opponent will not let it come to this. */
            cutoff();
            return value;
        }
        at_alpha();
        if (value > low) {
            low = value;
            improved();
            if (ply == 0) {
                best_from = m->from;
                best_to = m->to;
                best_promo = m->promo;
            }
        }
    }
    if (all && !legal)
        return in_check() ? ply - MATE : 0;
    return low;
}

/* What a host calls */

void reset(void)
{
    int sq;

    for (sq = 0; sq < 64; sq++)
        board[sq] = sq >> 3 == 1 ? PAWN : sq >> 3 == 6 ? PAWN | BLACK : 0;
    for (sq = 0; sq < 8; sq++)
        board[sq] = back_rank[sq], board[sq + 56] = back_rank[sq] | BLACK;
    side = 0;
    castling = 15;
    ep = NONE;
    depth = 3;
}

void think(void)
{
    if (depth < 1)
        depth = 1;
    if (depth > DEEPEST)
        depth = DEEPEST;
    prepare();
    best_from = NONE;
    best_score = search(-INFINITE, INFINITE);
}

void play(void)
{
    move m = { best_from, best_to, best_promo, 0 };
    undo u;

    prepare();
    make(&m, &u);
    side ^= BLACK;
}

void list_moves(void)
{
    move *m = moves[0], *end, *next = m;
    undo u;

    prepare();
    for (end = generate(m, 1); m < end; m++) {
        make(m, &u);
        if (!in_check())
            *next++ = *m;
        unmake(m, &u);
    }
    list_count = next - moves[0];
}
