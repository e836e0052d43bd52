package match

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/corentings/chess/v2"
)

// End says how a game ended.
type End string

// The ends of a game. Those from EndIllegal to EndFailure are losses of the
// player at fault, who is named in Game.Detail.
const (
	EndCheckmate    End = "checkmate"
	EndStalemate    End = "stalemate"
	EndRepetition   End = "threefold repetition"
	EndFiftyMoves   End = "fifty moves"
	EndMaterial     End = "insufficient material"
	EndMaxPlies     End = "maximum length" // a draw
	EndIllegal      End = "illegal move"
	EndTimeout      End = "timeout"
	EndFailure      End = "failure"      // the player crashed or returned an error
	EndInterruption End = "interruption" // no result
)

// The results of a game, as PGN writes them.
const (
	WhiteWins = "1-0"
	BlackWins = "0-1"
	Draw      = "1/2-1/2"
	Unknown   = "*"
)

// Game is the record of one game.
type Game struct {
	Index   int // in the match, from 0
	Opening Opening
	White   string // names of the players
	Black   string
	// FirstIsWhite says that the match's first player had White.
	FirstIsWhite bool
	// Moves are in UCI notation, from Opening.FEN on, the opening's included.
	Moves   []string
	Result  string
	End     End
	Detail  string // what went wrong, with the name of the player at fault
	Elapsed time.Duration
}

// Play plays one game from an opening. A game that reaches maxPlies plies (the
// opening's included; 0 means no limit) is a draw. An error tells of a wrong
// opening; whatever the players do wrong is in the record.
func Play(ctx context.Context, white, black Player, opening Opening, maxPlies int) (Game, error) {
	start := time.Now()
	g := Game{Opening: opening, White: white.Name(), Black: black.Name(), Result: Unknown}
	r, err := newReferee(opening)
	if err != nil {
		return g, err
	}
	sides := map[chess.Color]Player{chess.White: white, chess.Black: black}
	for _, c := range []chess.Color{chess.White, chess.Black} {
		if err := sides[c].NewGame(); err != nil {
			g.forfeit(ctx, c, sides[c].Name(), err)
			break
		}
	}
	for g.End == "" {
		if g.Result, g.End = r.verdict(); g.End != "" {
			break
		}
		if maxPlies > 0 && len(r.moves) >= maxPlies {
			g.Result, g.End = Draw, EndMaxPlies
			break
		}
		turn := r.pos.Turn()
		move, err := bestMove(ctx, sides[turn], opening.FEN, r.moves)
		if err == nil {
			err = r.play(move)
		}
		if err != nil {
			g.forfeit(ctx, turn, sides[turn].Name(), err)
		}
	}
	g.Moves = r.moves
	g.Elapsed = time.Since(start)
	return g, nil
}

// bestMove asks a player for a move, unless the match has been interrupted. It
// gets a copy of the moves, which it may keep or change.
func bestMove(ctx context.Context, p Player, fen string, moves []string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	return p.BestMove(fen, append([]string(nil), moves...))
}

// forfeit ends the game as a loss of the side at fault, or without a result
// where the match was interrupted.
func (g *Game) forfeit(ctx context.Context, side chess.Color, name string, err error) {
	if ctx.Err() != nil {
		g.Result, g.End, g.Detail = Unknown, EndInterruption, ctx.Err().Error()
		return
	}
	g.Result = WhiteWins
	if side == chess.White {
		g.Result = BlackWins
	}
	g.Detail = fmt.Sprintf("%s (%s): %v", name, strings.ToLower(side.Name()), err)
	switch {
	case errors.Is(err, errIllegal):
		g.End = EndIllegal
	case errors.Is(err, ErrTimeout):
		g.End = EndTimeout
	default:
		g.End = EndFailure
	}
}

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
	return fmt.Errorf("%w %q at ply %d in %q", errIllegal, uci, len(r.moves)+1, r.pos)
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
