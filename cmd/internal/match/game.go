package match

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/match/player"
)

// The ends of a game beside those of package rules. The last three are losses
// by fault of the player who is named in Game.Detail.
const (
	EndMaxPlies     rules.End = "maximum length" // a draw
	EndResignation  rules.End = "resignation"    // by the player itself
	EndAdjudication rules.End = "adjudication"   // by the players' scores, see Rules
	EndInterruption rules.End = "interruption"   // no result
	EndIllegal      rules.End = "illegal move"
	EndTimeout      rules.End = "timeout" // no answer, or the clock overstepped
	EndFailure      rules.End = "failure" // the player crashed or returned an error
)

// isFault reports whether an end is one by fault.
func isFault(e rules.End) bool { return e == EndIllegal || e == EndTimeout || e == EndFailure }

// Rules are what ends a game beside the rules of chess.
type Rules struct {
	// MaxPlies ends a game as a draw, the opening's plies included; 0: never.
	MaxPlies int `json:"draw_after"`
	// A player that ResignMoves times in a row sees itself ResignScore
	// centipawns or more behind has lost; ResignMoves 0: never.
	ResignScore int `json:"resign_centipawns"`
	ResignMoves int `json:"resign_moves"`
	// A player has won when it sees itself WinScore centipawns or more ahead and
	// the other sees itself as much behind, WinMoves times each in a row; WinMoves
	// 0: never.
	WinScore int `json:"win_centipawns,omitempty"`
	WinMoves int `json:"win_moves,omitempty"`
	// From move DrawFrom on, a game is drawn when both players have seen it within
	// DrawScore centipawns of equal DrawMoves times each in a row; DrawMoves 0: never.
	DrawScore int `json:"draw_centipawns,omitempty"`
	DrawMoves int `json:"draw_moves,omitempty"`
	DrawFrom  int `json:"draw_from,omitempty"`
}

// streaks count for how many moves in a row a player, 0 White and 1 Black, has
// seen itself behind as far as resigns, lost and won say, or the game as equal.
type streaks struct {
	resigns, lost, won, equal [2]int
}

// see counts a reply.
func (s *streaks) see(r *Rules, side int, reply player.Reply) {
	count := func(n *[2]int, holds bool) {
		if n[side]++; !holds || !reply.Scored {
			n[side] = 0
		}
	}
	count(&s.resigns, reply.Score <= -r.ResignScore)
	count(&s.lost, reply.Score <= -r.WinScore)
	count(&s.won, reply.Score >= r.WinScore)
	count(&s.equal, max(reply.Score, -reply.Score) <= r.DrawScore)
}

// verdict returns the result for which the scores have been seen often enough after
// so many plies, empty for none; side has just moved.
func (s *streaks) verdict(r *Rules, side, plies int) string {
	wins := [2]string{rules.WhiteWins, rules.BlackWins}
	other := 1 - side
	switch {
	case r.ResignMoves > 0 && s.resigns[side] >= r.ResignMoves:
		return wins[other]
	case r.WinMoves > 0 && s.won[side] >= r.WinMoves && s.lost[other] >= r.WinMoves:
		return wins[side]
	case r.WinMoves > 0 && s.lost[side] >= r.WinMoves && s.won[other] >= r.WinMoves:
		return wins[other]
	case r.DrawMoves > 0 && plies >= 2*r.DrawFrom-1 && min(s.equal[0], s.equal[1]) >= r.DrawMoves:
		return rules.Draw
	}
	return ""
}

// Game is the record of one game.
type Game struct {
	Index   int // in the match, from 0
	Opening openings.Opening
	White   string // names of the players
	Black   string
	// FirstIsWhite says that the match's first player had White.
	FirstIsWhite bool
	// TimeControls are the players', as PGN has them, White's first.
	TimeControls [2]string
	// Moves are in UCI notation, from Opening.FEN on, the opening's included;
	// Comments say of each what its player thought of it, see comment.
	Moves    []string
	Comments []string
	// Nodes are those of each move's search, 0 where its player has not told.
	Nodes  []uint64
	Result string
	End    rules.End
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
func Play(ctx context.Context, white, black player.Player, opening openings.Opening, extra Rules) (Game, error) {
	start := time.Now()
	g := Game{Opening: opening, White: white.Name(), Black: black.Name(), Result: rules.Unknown}
	g.TimeControls = [2]string{white.TimeControl().PGN(), black.TimeControl().PGN()}
	r, err := opening.Game()
	if err != nil {
		return g, err
	}
	for range r.Moves() {
		g.Comments = append(g.Comments, bookComment)
		g.Nodes = append(g.Nodes, 0)
	}
	sides := [2]player.Player{white, black}
	for c, p := range sides {
		if err := newGame(ctx, p); err != nil {
			g.forfeit(ctx, c, p.Name(), err)
			g.notStarted, g.startErr = p.Name(), err
			break
		}
	}
	clock := [2]*running{newRunning(white.TimeControl()), newRunning(black.TimeControl())}
	var seen streaks
	for g.End == "" {
		if g.Result, g.End = r.Verdict(); g.End != "" {
			break
		}
		if extra.MaxPlies > 0 && len(r.Moves()) >= extra.MaxPlies {
			g.Result, g.End = rules.Draw, EndMaxPlies
			break
		}
		c := 0
		if !r.WhiteToMove() {
			c = 1
		}
		reply, err := ask(ctx, sides[c], player.Turn{FEN: opening.FEN, Moves: r.Moves(), Clock: clocks(clock[0], clock[1], c == 0)})
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
			g.forfeit(ctx, c, sides[c].Name(), fmt.Errorf("%w in time: clock overstepped by %v at ply %d", player.ErrTimeout,
				(-clock[c].left).Round(time.Millisecond), len(r.Moves())+1))
			continue
		}
		if err := r.Play(reply.Move); err != nil {
			g.forfeit(ctx, c, sides[c].Name(), err)
			continue
		}
		g.Comments = append(g.Comments, comment(reply))
		g.Nodes = append(g.Nodes, reply.Nodes)
		seen.see(&extra, c, reply)
		// A move that ends the game by the rules goes before adjudication.
		if result := seen.verdict(&extra, c, r.Ply()); result != "" {
			if g.Result, g.End = r.Verdict(); g.End == "" {
				g.Result, g.End = result, EndAdjudication
			}
		}
	}
	g.Moves = r.Moves()
	g.Elapsed = time.Since(start)
	return g, nil
}

// newGame prepares a player unless the match has been interrupted.
func newGame(ctx context.Context, p player.Player) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return p.NewGame()
}

// ask asks a player for a move, unless the match has been interrupted.
func ask(ctx context.Context, p player.Player, t player.Turn) (player.Reply, error) {
	if err := ctx.Err(); err != nil {
		return player.Reply{}, err
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

func (s *Spent) add(r player.Reply) {
	s.Moves++
	s.Nodes += r.Nodes
	s.Cycles += r.Cycles
	s.Time += r.Elapsed
}

var colourNames = [2]string{"white", "black"}

// lose ends the game as a loss of a side, 0 White, 1 Black.
func (g *Game) lose(side int, end rules.End) {
	g.Result, g.End = [2]string{rules.BlackWins, rules.WhiteWins}[side], end
}

// forfeit ends the game as a loss of the side at fault, or without a result
// where the match was interrupted.
func (g *Game) forfeit(ctx context.Context, side int, name string, err error) {
	if ctx.Err() != nil {
		g.Result, g.End, g.Detail = rules.Unknown, EndInterruption, ctx.Err().Error()
		return
	}
	end := EndFailure
	switch {
	case errors.Is(err, rules.ErrIllegal):
		end = EndIllegal
	case errors.Is(err, player.ErrTimeout):
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
