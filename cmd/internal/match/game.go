package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/report"
)

// The ends of a game other than those of package rules. The last three are losses by
// fault of the player named in Game.Detail.
const (
	EndMaxPlies     rules.End = "maximum length" // a draw
	EndResignation  rules.End = "resignation"    // by the player itself
	EndAdjudication rules.End = "adjudication"   // by the players' scores (see Rules)
	EndInterruption rules.End = "interruption"   // no result
	EndIllegal      rules.End = "illegal move"
	EndTimeout      rules.End = "timeout" // no answer, or out of time
	EndFailure      rules.End = "failure" // the player crashed or returned an error
)

// isFault reports whether a game with this end was lost by fault.
func isFault(e rules.End) bool { return e == EndIllegal || e == EndTimeout || e == EndFailure }

// Rules end games in addition to the rules of chess.
type Rules struct {
	// MaxPlies is the number of plies after which a game ends as a draw, including the opening's;
	// 0 means never.
	MaxPlies int `json:"draw_after"`
	// A player loses if its score is -ResignScore centipawns or less ResignMoves times
	// in a row; ResignMoves 0 means never.
	ResignScore int `json:"resign_centipawns"`
	ResignMoves int `json:"resign_moves"`
	// A player wins if its score is WinScore centipawns or more and the opponent's
	// -WinScore or less, WinMoves times each in a row; WinMoves 0 means never.
	WinScore int `json:"win_centipawns,omitempty"`
	WinMoves int `json:"win_moves,omitempty"`
	// From move DrawFrom on, a game is drawn if both players' scores are within
	// DrawScore centipawns of 0, DrawMoves times each in a row; DrawMoves 0 means never.
	DrawScore int `json:"draw_centipawns,omitempty"`
	DrawMoves int `json:"draw_moves,omitempty"`
	DrawFrom  int `json:"draw_from,omitempty"`
}

// streaks counts, for White (0) and Black (1), the moves in a row with a score that
// counts for resignation, for a loss or a win by the scores, or for a draw.
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

// verdict returns the result by the scores after a number of plies, "" if there is
// none. side has just moved.
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
	// FirstIsWhite reports that the first player of the match had White.
	FirstIsWhite bool
	// TimeControls has the players' time controls in PGN's form, White's first.
	TimeControls [2]string
	// Moves has the moves from Opening.FEN on, including the opening's, in UCI notation.
	// Comments has the player's score, depth and time for each of them (see comment).
	Moves    []string
	Comments []string
	// Nodes has the nodes of each move's search, 0 if the player did not report them.
	Nodes  []uint64
	Result string
	End    rules.End
	Detail string // what went wrong, with the name of the player at fault
	// Date is the day on which the game ended, YYYY.MM.DD; empty if unknown.
	Date    string
	Elapsed time.Duration
	// Spent is what each player used, White's first.
	Spent [2]Spent

	// notStarted is the name of a player whose NewGame failed, startErr the error.
	notStarted string
	startErr   error
}

// Spent is what a player used for its moves of a game.
type Spent struct {
	Moves         int
	Nodes, Cycles uint64        // as far as reported
	Time          time.Duration // on the player's own clock
}

// Play plays one game from an opening. It returns an error for an invalid opening;
// faults of players are in the record.
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
				(-clock[c].left()).Round(time.Millisecond), len(r.Moves())+1))
			continue
		}
		if err := r.Play(reply.Move); err != nil {
			g.forfeit(ctx, c, sides[c].Name(), err)
			continue
		}
		g.Comments = append(g.Comments, comment(reply))
		g.Nodes = append(g.Nodes, reply.Nodes)
		seen.see(&extra, c, reply)
		// The rules of chess have precedence over adjudication.
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

// ask calls a player's Move, unless the match has been interrupted.
func ask(ctx context.Context, p player.Player, t player.Turn) (player.Reply, error) {
	if err := ctx.Err(); err != nil {
		return player.Reply{}, err
	}
	// Limit the capacity, so that a player that appends doesn't write to the record.
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

// lose ends the game as a loss for a side, 0 White, 1 Black.
func (g *Game) lose(side int, end rules.End) {
	g.Result, g.End = [2]string{rules.BlackWins, rules.WhiteWins}[side], end
}

// forfeit ends the game as a loss for the side at fault, or without a result if the
// match was interrupted.
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
	g.Detail = fmt.Sprintf("%s (%s): %s", name, colourNames[side], report.OneLine(err.Error(), mostDetail))
}

// mostDetail bounds the output of a program in a record, in bytes.
const mostDetail = 500
