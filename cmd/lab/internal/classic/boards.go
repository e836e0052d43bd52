package classic

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	chess "github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/goengine"
)

// sample has White's counts on the board that "AI Chess Algorithms" breaks down. Its picture is lost.
var sample = classic.Features{
	Possession: [...]int{goengine.King: 1, goengine.Queen: 1, goengine.Rook: 2, goengine.Bishop: 2, goengine.Knight: 1, goengine.Pawn: 8},
	Mobility:   [...]int{goengine.King: 3, goengine.Queen: 3, goengine.Rook: 4, goengine.Bishop: 8, goengine.Knight: 5, goengine.Pawn: 8},
	Threats:    [...]int{goengine.Pawn: 2},
	Protects:   [...]int{goengine.King: 3, goengine.Queen: 1, goengine.Rook: 0, goengine.Bishop: 2, goengine.Knight: 1, goengine.Pawn: 3},
}

// The boards of each source are made with random numbers of a seed. White is to move and has the men of the sample.

// playedBoards returns n boards of games: an opening, a knight of White's and up to two of Black's minor pieces taken
// off, then up to 40 half-moves. Each is the best of some by a one-ply search with as much as a pawn of chance, and
// leaves White its men.
func playedBoards(ctx context.Context, all []openings.Opening, seed uint64, n int) (boards []*goengine.Position, err error) {
	random := rand.New(rand.NewPCG(seed, 1))
	for len(boards) < n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		o := all[random.IntN(len(all))]
		g, err := o.Game()
		if err != nil {
			return nil, err
		}
		opening, err := goengine.ParseFEN(g.FEN())
		if err != nil {
			return nil, fmt.Errorf("opening %s: %w", o.Name, err)
		}
		p, err := goengine.ParseFEN(odds(opening, random))
		if err != nil {
			continue // a check is open: no board of chess
		}
		for range 40 {
			moves := p.LegalMoves()
			if len(moves) == 0 || p.Repeated() {
				break
			}
			next := choose(p, moves, random)
			if next == nil || !hasSample(next) {
				break
			}
			if p = next; p.Side() == goengine.White && random.IntN(2) == 0 && len(boards) < n {
				boards = append(boards, p)
			}
		}
	}
	return boards, nil
}

// odds returns the FEN of a board with a knight of White's and up to two minor pieces of Black's taken off. White is to
// move.
func odds(p *goengine.Position, random *rand.Rand) string {
	var squares [64]byte
	unplace(p, &squares)
	off := []byte{'N'}
	for range random.IntN(3) {
		off = append(off, "nb"[random.IntN(2)])
	}
	for _, man := range off {
		for _, at := range random.Perm(64) {
			if squares[at] == man {
				squares[at] = 0
				break
			}
		}
	}
	return placed(&squares)
}

// choose returns the position after a move of a player who sees one ply and errs by up to a pawn.
func choose(p *goengine.Position, moves []goengine.Move, random *rand.Rand) (best *goengine.Position) {
	most := 0
	for range min(8, len(moves)) {
		next := *p
		next.Play(moves[random.IntN(len(moves))])
		if v := 1 - classic.Default.Evaluate(&next) + random.IntN(100); best == nil || v > most {
			best, most = &next, v
		}
	}
	return best
}

// randomBoards returns n boards with White's men, Black's king and up to 15 other men of Black's on random squares.
func randomBoards(ctx context.Context, _ []openings.Opening, seed uint64, n int) (boards []*goengine.Position, err error) {
	random := rand.New(rand.NewPCG(seed, 2))
	const white, black = "PPPPPPPPNBBRRQK", "ppppppppnnbbrrq"
	for len(boards) < n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var squares [64]byte
		put := func(men string) {
			for i := range len(men) {
				for {
					at := random.IntN(64)
					pawn := men[i] == 'P' || men[i] == 'p'
					if squares[at] == 0 && !(pawn && (at < 8 || at >= 56)) {
						squares[at] = men[i]
						break
					}
				}
			}
		}
		put(white)
		men := []byte(black)
		random.Shuffle(len(men), func(i, j int) { men[i], men[j] = men[j], men[i] })
		put("k" + string(men[:random.IntN(len(men)+1)]))
		if p, err := goengine.ParseFEN(placed(&squares)); err == nil {
			boards = append(boards, p)
		}
	}
	return boards, nil
}

// placed returns the FEN of a board with White to move, who has all rights to castle that it can have.
func placed(squares *[64]byte) string {
	return chess.Placement(func(rank, file int) byte { return squares[8*(7-rank)+file] }) + " w " + castling(squares) + " - 0 1"
}

// hasSample reports whether White has the men of the sample.
func hasSample(p *goengine.Position) bool {
	return classic.Count(p)[goengine.White].Possession == sample.Possession
}

// unplace writes the men of a position on squares, from a8 to h1.
func unplace(p *goengine.Position, squares *[64]byte) {
	for i := range squares {
		if side, kind, ok := p.PieceAt(goengine.Square((7-i/8)<<4 | i%8)); ok {
			squares[i] = "KQRBNPkqrbnp"[int(side)*6+int(kind)]
		}
	}
}

// vary changes a board by a man that goes to another square or changes places with another, or by one of Black's that
// comes or goes. It returns false if chance chose nothing that can be done.
func vary(squares *[64]byte, random *rand.Rand) bool {
	from, to := random.IntN(64), random.IntN(64)
	man := squares[from]
	switch {
	case man == 0 && squares[to] == 0 && random.IntN(20) == 0:
		man = "ppppnbrq"[random.IntN(8)] // comes
	case man >= 'a' && man != 'k' && random.IntN(20) == 0:
		squares[from] = 0 // goes
		return true
	case man == 0:
		return false
	}
	squares[from], squares[to] = squares[to], man
	return !bytes.ContainsAny(squares[:8], "Pp") && !bytes.ContainsAny(squares[56:], "Pp")
}

// castling returns the rights that White's men may have on a board, in FEN.
func castling(squares *[64]byte) (rights string) {
	if squares[60] == 'K' && squares[63] == 'R' {
		rights += "K"
	}
	if squares[60] == 'K' && squares[56] == 'R' {
		rights += "Q"
	}
	if rights == "" {
		return "-"
	}
	return rights
}
