package measuring

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Perft counts the leaves of the tree of legal moves.
type Perft struct {
	cli.EngineFlag
	cli.CoreFlag
	cli.PositionFlags
	Depth int  `default:"3" placeholder:"N" help:"Plies, 1 to 32. Default 3. Operations such as D3 of an EPD file are checked."`
	JSON  bool `name:"json" help:"Print one JSON object a line."`
}

// counted is the count of one engine, as --json prints it.
type counted struct {
	FEN    string `json:"fen"`
	ID     string `json:"id,omitempty"`
	Depth  int    `json:"depth"`
	Engine string `json:"engine"`
	Nodes  uint64 `json:"nodes"`
	Cycles uint64 `json:"cycles"`
	// Expected is the count in the EPD file, nil if it has none.
	Expected *uint64 `json:"expected,omitempty"`

	name  string
	clock emu.Clock
	took  time.Duration
}

// Run counts all positions with all engines.
func (c *Perft) Run(a *cli.App) error {
	names, err := c.Names(a)
	if err != nil {
		return err
	}
	if c.Depth < 1 || c.Depth > goengine.MaxPly {
		return cli.Usagef("--depth %d: want 1 to %d", c.Depth, goengine.MaxPly)
	}
	positions, err := c.Load(a, cli.Initial)
	if err != nil {
		return err
	}
	noteUnread(a, positions)
	table := report.NewTable("<position", "depth", "<engine", "nodes", "expected", "cycles", "a node", "<on its clock", "<host time").
		Abbreviate("position", 10).Later("host time")
	var wrong []string
	var first counted
	err = cli.Each(a, names, len(positions)*len(names), func(b cli.Bench, i int) (counted, error) {
		return perft(a, b[names[i%len(names)]], positions[i/len(names)], c.Depth)
	}, func(i int, r counted) error {
		if i%len(names) == 0 {
			first = r
		}
		if r.Expected != nil && r.Nodes != *r.Expected {
			wrong = append(wrong, fmt.Sprintf("%s: %s counts %d, expected %d", r.name, r.Engine, r.Nodes, *r.Expected))
		} else if first.FEN == r.FEN && r.Nodes != first.Nodes {
			wrong = append(wrong, fmt.Sprintf("%s: %s counts %d, %s %d", r.name, first.Engine, first.Nodes, r.Engine, r.Nodes))
		}
		if c.JSON {
			return report.JSON(a.Out, r)
		}
		table.Add(r.row()...)
		return nil
	})
	err = a.Finish(table, err)
	if err == nil && len(wrong) > 0 {
		err = fmt.Errorf("%d wrong at depth %d: %s", len(wrong), c.Depth, report.FirstOf(wrong, 3))
	}
	return err
}

// noteUnread names operations that look like counts of leaves and are not, such as d1 20.
func noteUnread(a *cli.App, positions []epd.Position) {
	for i := range positions {
		for _, code := range slices.Sorted(maps.Keys(positions[i].Ops)) {
			if args := positions[i].Ops[code]; counts.MatchString(code) && len(args) > 0 {
				fmt.Fprintf(a.Err, "%s: perft: %s: operation %q is no count that is checked: want one such as D1 20\n",
					a.Program, positions[i].Where, code+" "+strings.Join(args, " "))
				return // one is enough to see the form
			}
		}
	}
}

// counts matches opcodes with which some files give counts of leaves.
var counts = regexp.MustCompile(`^(?i:d[0-9]+|perft[0-9]*|depth[0-9]*)$`)

// perft counts the move sequences of one position.
func perft(a *cli.App, e hostbridge.Engine, p epd.Position, depth int) (counted, error) {
	r := counted{FEN: p.FEN, ID: p.ID, Depth: depth, Engine: e.Name(), name: p.Name(), clock: e.Clock()}
	if n, ok := p.Perft[depth]; ok {
		r.Expected = &n
	}
	begun := time.Now()
	err := a.Abandonable(func() (err error) {
		r.Nodes, r.Cycles, err = e.Perft(p.Board, depth)
		r.took = time.Since(begun)
		return err
	})
	if err != nil {
		return counted{}, fmt.Errorf("engine %s: fen %q: %w", e.Name(), p.FEN, err)
	}
	return r, nil
}

// row returns the row of the table.
func (r *counted) row() []any {
	expected := ""
	if r.Expected != nil {
		expected = report.Count(*r.Expected)
	}
	return []any{report.Short(r.name, 40), r.Depth, r.Engine, r.Nodes, expected, r.Cycles,
		r.Cycles / max(r.Nodes, 1), report.Seconds(r.Cycles, r.clock), report.Duration(r.took)}
}

func (*Perft) Help() string {
	return cli.Detail("Prints for each position and engine the number of move sequences of the given length, which tests the rules, and the machine's cycles. Counts "+
		"in an EPD file (D3 8902) are checked; the exit status is 1 if one is wrong.",
		"searchex perft --depth 3 --epd testdata/cpw_perft6.epd", cli.Sessions)
}
