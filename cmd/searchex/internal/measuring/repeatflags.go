package measuring

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
	"github.com/searchex/searchex/hostbridge"
)

// repeatFlags are the limits of a search besides its budget, and the game before its
// position. With them diff repeats any search that compare --soak has drawn.
type repeatFlags struct {
	Moves string `placeholder:"MOVES" help:"Moves that lead from the one --fen to the position searched, such as 'g1f3 g8f6'; the positions in between count for repetition."`
	Plies *int   `placeholder:"N" help:"Plies of the longest line, 1 to 32."`
	Draw  *int   `placeholder:"N" help:"Value of a draw for the side to move, in 64ths of a pawn, -127 to 127."`
	Mate  *int   `placeholder:"N" help:"Search only for mates in at most N moves, 1 to 16."`
	Only  string `placeholder:"MOVES" help:"Search only these moves at the root."`
}

// apply sets the flags in the tasks. single reports that all of them search the position
// of one --fen.
func (f *repeatFlags) apply(tasks []hostbridge.Task, single bool) error {
	if err := f.check(); err != nil {
		return err
	}
	moves, only := strings.Fields(f.Moves), strings.Fields(f.Only)
	if !single && len(moves) > 0 {
		return cli.Usagef("--moves %s: want one --fen that they lead on from", f.Moves)
	}
	if !single && len(only) > 0 {
		return cli.Usagef("--only %s: want one --fen whose moves they are", f.Only)
	}
	for i := range tasks {
		t := &tasks[i]
		if len(moves) > 0 {
			g := goengine.NewGame(t.Position())
			at := *g.Position()
			line, err := book.ParseLine(&at, f.Moves)
			if err != nil {
				return cli.Usagef("--moves: %w", err)
			}
			for _, m := range line {
				if err := g.Play(g.Position().UCI(m)); err != nil {
					return cli.Usagef("--moves: %w", err)
				}
			}
			base, _ := g.Line()
			t.Game, t.FEN = g, base.FEN()
		}
		for _, m := range only {
			move, err := book.ParseSAN(t.Position(), m)
			if err != nil {
				return cli.Usagef("--only: move %q: %w in %s", report.Short(m, 20), err, t.Position().FEN())
			}
			t.Limits.Moves = append(t.Limits.Moves, move)
		}
		f.limit(&t.Limits)
	}
	return nil
}

// limit sets the limits that are numbers.
func (f *repeatFlags) limit(l *goengine.Limits) {
	if f.Plies != nil {
		l.Depth = *f.Plies
	}
	if f.Draw != nil {
		l.Draw = int16(*f.Draw)
	}
	if f.Mate != nil {
		l.MateIn = *f.Mate
	}
}

// check returns a usage error for a value out of range.
func (f *repeatFlags) check() error {
	for _, n := range []struct {
		flag        string
		value       *int
		least, most int
	}{
		{"plies", f.Plies, 1, goengine.MaxPly},
		{"draw", f.Draw, -int(goengine.MaxDraw), int(goengine.MaxDraw)},
		{"mate", f.Mate, 1, goengine.MaxPly / 2},
	} {
		if n.value != nil && (*n.value < n.least || *n.value > n.most) {
			return cli.Usagef("--%s %d: want %d to %d", n.flag, *n.value, n.least, n.most)
		}
	}
	return nil
}

// diffCommand returns the command line with which diff repeats a search.
func diffCommand(t *hostbridge.Task, engines, poke []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "searchex diff --engine %s", strings.Join(engines, ","))
	for _, s := range poke {
		fmt.Fprintf(&b, " --poke %s", quoted(s))
	}
	fmt.Fprintf(&b, " --fen %s", quoted(t.FEN))
	if moves := t.Moves(); len(moves) > 0 {
		fmt.Fprintf(&b, " --moves %s", quoted(strings.Join(moves, " ")))
	}
	fmt.Fprintf(&b, " --profile %s", t.ProfileName)
	l := &t.Limits
	if l.SXSet {
		fmt.Fprintf(&b, " --sx %d", l.SX)
	}
	if l.Nodes > 0 {
		fmt.Fprintf(&b, " --nodes %d", l.Nodes)
	}
	if l.Depth > 0 {
		fmt.Fprintf(&b, " --plies %d", l.Depth)
	}
	if l.Draw != 0 {
		fmt.Fprintf(&b, " --draw=%d", l.Draw)
	}
	if l.MateIn > 0 {
		fmt.Fprintf(&b, " --mate %d", l.MateIn)
	}
	if len(l.Moves) > 0 {
		fmt.Fprintf(&b, " --only %s", quoted(strings.Join(t.RootMoves(), " ")))
	}
	return b.String()
}

// quoted quotes a word for a shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
