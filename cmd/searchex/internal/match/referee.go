package match

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/corentings/chess/v2"
)

var errIllegal = errors.New("illegal move")

// referee knows the rules and the game so far.
type referee struct {
	pos   *chess.Position
	moves []string       // UCI
	seen  map[string]int // how often each position has stood
}

// fenLock guards the chess package's FEN reader, which splits the ranks into one
// global buffer (v2.3.2): parallel games would set up each other's pieces.
// chess.NewGame goes through the same buffer and must not be used beside it.
var fenLock sync.Mutex

func parseFEN(fen string) (*chess.Position, error) {
	fenLock.Lock()
	defer fenLock.Unlock()
	pos := new(chess.Position)
	return pos, pos.UnmarshalText([]byte(fen))
}

// newReferee returns a referee for a game after the opening's moves.
func newReferee(o Opening) (*referee, error) {
	if o.ready != nil {
		return o.ready.clone(), nil
	}
	pos, err := parseFEN(o.FEN)
	if err != nil {
		return nil, fmt.Errorf("opening %q: fen %q: %w", o.Name, o.FEN, err)
	}
	r := &referee{pos: pos, seen: map[string]int{}}
	r.seen[positionKey(r.pos)]++
	for _, m := range o.Moves {
		if err := r.play(m); err != nil {
			return nil, fmt.Errorf("opening %q: %w", o.Name, err)
		}
	}
	return r, nil
}

// clone returns a referee that goes on from here by itself. The position is its
// own: it remembers its valid moves when it is first asked for them.
func (r *referee) clone() *referee {
	pos := *r.pos
	return &referee{pos: &pos, moves: slices.Clone(r.moves), seen: maps.Clone(r.seen)}
}

// play makes a move if it is legal.
func (r *referee) play(uci string) error {
	for _, m := range r.pos.ValidMoves() {
		if m.String() == uci {
			r.pos = r.pos.Update(&m)
			r.moves = append(r.moves, uci)
			r.seen[positionKey(r.pos)]++
			return nil
		}
	}
	if len(uci) > 20 {
		uci = uci[:20] + "…"
	}
	return fmt.Errorf("%w %q at ply %d in %q", errIllegal, uci, len(r.moves)+1, r.pos)
}

// legal checks a whole game, without counting repetitions.
func legal(fen string, moves []string) error {
	pos, err := parseFEN(fen)
	if err != nil {
		return err
	}
	for i, uci := range moves {
		next := pos
		for _, m := range pos.ValidMoves() {
			if m.String() == uci {
				next = pos.Update(&m)
				break
			}
		}
		if next == pos {
			return fmt.Errorf("%w %q at ply %d", errIllegal, short(uci), i+1)
		}
		pos = next
	}
	return nil
}

// verdict returns result and end of a game that is over, "*" and "" otherwise.
// Checkmate goes before the fifty moves, as the laws of chess have it.
func (r *referee) verdict() (result string, end End) {
	switch r.pos.Status() {
	case chess.Checkmate:
		if r.pos.Turn() == chess.White {
			return BlackWins, EndCheckmate
		}
		return WhiteWins, EndCheckmate
	case chess.Stalemate:
		return Draw, EndStalemate
	}
	switch {
	case r.seen[positionKey(r.pos)] >= 3:
		return Draw, EndRepetition
	case r.pos.HalfMoveClock() >= 100:
		return Draw, EndFiftyMoves
	case insufficientMaterial(r.pos):
		return Draw, EndMaterial
	}
	return Unknown, ""
}

// positionKey identifies a position as the rule of repetition does: pieces,
// side to move, castling rights, and the en passant square only where a pawn
// can legally capture there (the chess package compares the square itself,
// which misses repetitions after a double step).
func positionKey(pos *chess.Position) string {
	f := strings.Fields(pos.String())
	if f[3] != "-" {
		ep := "-"
		for _, m := range pos.ValidMoves() {
			if m.HasTag(chess.EnPassant) {
				ep = f[3]
			}
		}
		f[3] = ep
	}
	return strings.Join(f[:4], " ")
}

// insufficientMaterial reports whether neither side has the pieces to mate: at
// most one minor piece on the board, or only bishops of one square colour.
func insufficientMaterial(pos *chess.Position) bool {
	knights, bishops := 0, [2]int{}
	for sq, p := range pos.Board().SquareMap() {
		switch p.Type() {
		case chess.King:
		case chess.Knight:
			knights++
		case chess.Bishop:
			bishops[(int(sq.File())+int(sq.Rank()))%2]++
		default:
			return false
		}
	}
	if knights == 0 {
		return bishops[0] == 0 || bishops[1] == 0
	}
	return knights == 1 && bishops == [2]int{}
}
