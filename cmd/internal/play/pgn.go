package play

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
)

// eventTag is the tag Event of games that began in this program.
const eventTag = "searchex play"

// timeControlTag is the tag of a level with a clock, of the machine's time.
const timeControlTag = "TimeControl"

// PGN returns the whole game: with the moves taken back, the time of each move, the
// clocks if the level has any, and the machine's values. The players are the present
// ones, or, of a game that is over, those of the last moves.
func (g *Game) PGN() *pgn.Game {
	p := &pgn.Game{FEN: g.Start, Tags: slices.Clone(g.Tags), Result: g.finalResult()}
	p.Moves = g.written(g.moves, 0, [2]time.Duration{})
	if p.Tag("Event") == eventTag {
		for side, name := range []string{"White", "Black"} {
			who := g.Seats[side].player()
			if p.Result != rules.Unknown {
				who = cmp.Or(g.players[side], who)
			}
			p.SetTag(name, who)
		}
		p.Tags = slices.DeleteFunc(p.Tags, func(t pgn.Tag) bool { return t.Name == timeControlTag })
		if periods := g.Level.Periods(); periods != nil {
			p.SetTag(timeControlTag, clock.Format(periods))
		}
	}
	if g.why != "" && g.ended != "" {
		p.SetTag("Termination", g.why)
	}
	return p
}

// finalResult returns the result at the end of the game, even if moves are taken
// back.
func (g *Game) finalResult() string {
	if g.ended != "" {
		return g.ended
	}
	end, err := g.after(len(g.moves))
	if err != nil {
		return rules.Unknown
	}
	result, _ := end.Verdict()
	return result
}

// written converts moves to PGN. The first of them is move from of the game; used is
// the time that the sides used before it.
func (g *Game) written(moves []Move, from int, used [2]time.Duration) (all []pgn.Move) {
	for i, m := range moves {
		side := g.MoverOf(from + i)
		w := pgn.Move{UCI: m.UCI, Comment: m.Comment}
		for _, line := range m.Others {
			w.Variations = append(w.Variations, pgn.Line{Moves: g.written(line, from+i, used)})
		}
		used[side] += m.Time
		if m.Time > 0 {
			took := m.Time
			w.Elapsed = &took
			if left, ok := g.left(from+i, used[side]); ok {
				w.Clock = &left
			}
		}
		if m.Scored {
			w.Eval = evalOf(m, side)
		}
		if m.Book && w.Comment == "" {
			w.Comment = bookComment
		}
		all = append(all, w)
	}
	return all
}

// bookComment is the comment on a move of the book.
const bookComment = "book"

// left returns the time left on the mover's clock after move i. It reports false if
// the level has no clock.
func (g *Game) left(i int, used time.Duration) (time.Duration, bool) {
	periods := g.Level.Periods()
	return max(clock.After(periods, i/2).Given-used, 0), periods != nil
}

// evalOf returns a move's value from White's point of view.
func evalOf(m Move, side int) *pgn.Eval {
	sign := 1 - 2*side
	e := &pgn.Eval{Depth: m.Depth}
	switch mate, ok := report.Mate(m.Score); {
	case !ok:
		e.Centipawns = sign * report.Centipawns(m.Score)
	case m.Score > 0:
		e.Mate = sign * max(mate, 1)
	default:
		e.Mate = sign * min(mate, -1)
	}
	return e
}

// FromPGN returns a game of a file, at its initial position. The end of the context is an
// error.
func FromPGN(ctx context.Context, p *pgn.Game, seats [2]Seat, l level.Level) (*Game, error) {
	g, err := NewGame(p.FEN, seats, l)
	if err != nil {
		return nil, err
	}
	g.Tags = slices.Clone(p.Tags)
	g.players = [2]string{p.Tag("White"), p.Tag("Black")}
	pos, err := rules.ParsePosition(g.Start)
	if err != nil {
		return nil, err
	}
	if g.moves, err = g.read(ctx, pos, p.Moves, 0); err != nil {
		return nil, err
	}
	if err := g.goTo(len(g.moves)); err != nil {
		return nil, err
	}
	if _, why := g.Result(); why == "" && p.Result != rules.Unknown && p.Result != "" {
		g.ended, g.why = p.Result, p.Tag("Termination")
		if g.why == "" {
			g.why = "as the file has it"
		}
	}
	return g, g.goTo(0)
}

// read converts a line of PGN to moves.
func (g *Game) read(ctx context.Context, pos rules.Position, moves []pgn.Move, from int) (all []Move, err error) {
	for i, w := range pgn.Playable(moves) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		m := Move{UCI: w.UCI, SAN: pos.SAN(w.UCI), Comment: w.Comment}
		if w.Elapsed != nil {
			m.Time = *w.Elapsed
		}
		if w.Comment == bookComment {
			m.Book, m.Comment = true, ""
		}
		if e := w.Eval; e != nil {
			m.Scored, m.Depth, m.Score = true, e.Depth, scoreOf(e, g.MoverOf(from+i))
		}
		for _, v := range w.Variations {
			line, err := g.read(ctx, pos, v.Moves, from+i)
			if err != nil {
				return nil, err
			}
			if len(line) > 0 {
				m.Others = append(m.Others, line)
			}
		}
		if pos, _, err = pos.Move(w.UCI); err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// scoreOf converts a value to 64ths of a pawn for a side.
func scoreOf(e *pgn.Eval, side int) int {
	sign := 1 - 2*side
	switch mate := sign * e.Mate; {
	case mate > 0:
		return int(goengine.Mate) - 2*mate + 1
	case mate < 0:
		return -int(goengine.Mate) - 2*mate
	}
	// Rounded away from 0, as evalOf rounds towards it.
	units := sign * e.Centipawns * 64
	if units < 0 {
		return (units - 99) / 100
	}
	return (units + 99) / 100
}
