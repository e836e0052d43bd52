package match

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/corentings/chess/v2"
)

// End says how a game ended.
type End string

// The ends of a game. Those from EndIllegal to EndFailure are losses by fault
// of the player who is named in Game.Detail.
const (
	EndCheckmate    End = "checkmate"
	EndStalemate    End = "stalemate"
	EndRepetition   End = "threefold repetition"
	EndFiftyMoves   End = "fifty moves"
	EndMaterial     End = "insufficient material"
	EndMaxPlies     End = "maximum length" // a draw
	EndResignation  End = "resignation"    // by the player itself
	EndAdjudication End = "adjudication"   // resigned for it, by Rules
	EndIllegal      End = "illegal move"
	EndTimeout      End = "timeout"      // no answer, or the clock overstepped
	EndFailure      End = "failure"      // the player crashed or returned an error
	EndInterruption End = "interruption" // no result
)

// fault tells whether an end is one by fault.
func (e End) fault() bool { return e == EndIllegal || e == EndTimeout || e == EndFailure }

// The results of a game, as PGN writes them.
const (
	WhiteWins = "1-0"
	BlackWins = "0-1"
	Draw      = "1/2-1/2"
	Unknown   = "*"
)

// Rules are what ends a game beside the rules of chess.
type Rules struct {
	// MaxPlies ends a game as a draw, the opening's plies included; 0: never.
	MaxPlies int `json:"draw_after"`
	// A player that ResignMoves times in a row sees itself ResignScore
	// centipawns or more behind has lost; ResignMoves 0: never.
	ResignScore int `json:"resign_centipawns"`
	ResignMoves int `json:"resign_moves"`
}

// Game is the record of one game.
type Game struct {
	Index   int // in the match, from 0
	Opening Opening
	White   string // names of the players
	Black   string
	// FirstIsWhite says that the match's first player had White.
	FirstIsWhite bool
	// Moves are in UCI notation, from Opening.FEN on, the opening's included.
	Moves  []string
	Result string
	End    End
	Detail string // what went wrong, with the name of the player at fault
	// Date is the day of the game's end, YYYY.MM.DD; empty: unknown.
	Date    string
	Elapsed time.Duration
	// Spent is what both players used, White first.
	Spent [2]Spent

	// notStarted is the name of a player whose NewGame failed, with the error.
	notStarted string
	startErr   error
}

// Spent is what a player's moves of a game cost.
type Spent struct {
	Moves         int
	Nodes, Cycles uint64        // as far as reported
	Time          time.Duration // on the player's own clock
}

// Play plays one game from an opening. An error tells of a wrong opening;
// whatever the players do wrong is in the record.
func Play(ctx context.Context, white, black Player, opening Opening, rules Rules) (Game, error) {
	start := time.Now()
	g := Game{Opening: opening, White: white.Name(), Black: black.Name(), Result: Unknown}
	r, err := newReferee(opening)
	if err != nil {
		return g, err
	}
	sides := [2]Player{white, black}
	for c, p := range sides {
		if err := newGame(ctx, p); err != nil {
			g.forfeit(ctx, c, p.Name(), err)
			g.notStarted, g.startErr = p.Name(), err
			break
		}
	}
	clock := [2]*running{newRunning(white.TimeControl()), newRunning(black.TimeControl())}
	behind := [2]int{}
	for g.End == "" {
		if g.Result, g.End = r.verdict(); g.End != "" {
			break
		}
		if rules.MaxPlies > 0 && len(r.moves) >= rules.MaxPlies {
			g.Result, g.End = Draw, EndMaxPlies
			break
		}
		c := 0
		if r.pos.Turn() == chess.Black {
			c = 1
		}
		reply, err := ask(ctx, sides[c], Turn{opening.FEN, r.moves, clocks(clock[0], clock[1], c == 0)})
		if err == nil {
			g.Spent[c].add(reply)
		}
		switch {
		case err != nil:
			g.forfeit(ctx, c, sides[c].Name(), err)
			continue
		case reply.Resigns:
			g.lose(c, EndResignation)
			continue
		case !clock[c].spend(reply.Elapsed):
			g.forfeit(ctx, c, sides[c].Name(), fmt.Errorf("%w in time: clock overstepped by %v at ply %d", ErrTimeout,
				(-clock[c].left).Round(time.Millisecond), len(r.moves)+1))
			continue
		}
		if err := r.play(reply.Move); err != nil {
			g.forfeit(ctx, c, sides[c].Name(), err)
			continue
		}
		if behind[c]++; !reply.Scored || reply.Score > -rules.ResignScore {
			behind[c] = 0
		}
		// A move that ends the game by the rules goes before adjudication.
		if rules.ResignMoves > 0 && behind[c] >= rules.ResignMoves {
			if g.Result, g.End = r.verdict(); g.End == "" {
				g.lose(c, EndAdjudication)
			}
		}
	}
	g.Moves = r.moves
	g.Elapsed = time.Since(start)
	return g, nil
}

// newGame prepares a player unless the match has been interrupted.
func newGame(ctx context.Context, p Player) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	defer recovered(&err)
	return p.NewGame()
}

// ask asks a player for a move, unless the match has been interrupted.
func ask(ctx context.Context, p Player, t Turn) (Reply, error) {
	if err := ctx.Err(); err != nil {
		return Reply{}, err
	}
	// The capacity is cut, so that a player that appends does not write into
	// the record.
	t.Moves = t.Moves[:len(t.Moves):len(t.Moves)]
	begun := time.Now()
	r, err := p.Move(t)
	if r.Elapsed == 0 {
		r.Elapsed = time.Since(begun)
	}
	return r, err
}

func (s *Spent) add(r Reply) {
	s.Moves++
	s.Nodes += r.Nodes
	s.Cycles += r.Cycles
	s.Time += r.Elapsed
}

var colourNames = [2]string{"white", "black"}

// lose ends the game as a loss of a side, 0 White, 1 Black.
func (g *Game) lose(side int, end End) {
	g.Result, g.End = [2]string{BlackWins, WhiteWins}[side], end
}

// forfeit ends the game as a loss of the side at fault, or without a result
// where the match was interrupted.
func (g *Game) forfeit(ctx context.Context, side int, name string, err error) {
	if ctx.Err() != nil {
		g.Result, g.End, g.Detail = Unknown, EndInterruption, ctx.Err().Error()
		return
	}
	end := EndFailure
	switch {
	case errors.Is(err, errIllegal):
		end = EndIllegal
	case errors.Is(err, ErrTimeout):
		end = EndTimeout
	}
	g.lose(side, end)
	g.Detail = fmt.Sprintf("%s (%s): %s", name, colourNames[side], oneLine(err.Error()))
}

// oneLine makes whatever a program said fit for a record: no control
// characters, at most 500 bytes.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	if len(s) > 500 {
		s = strings.ToValidUTF8(s[:500], "") + "…"
	}
	return s
}
