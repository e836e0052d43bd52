package measuring

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Search searches positions.
type Search struct {
	cli.EngineFlag
	cli.ProfileFlag
	cli.PositionFlags
	cli.BudgetFlags
	JSON bool `name:"json" help:"Print one JSON object a line."`
}

// found is what one engine has found in a position, as --json prints it.
type found struct {
	FEN     string `json:"fen"`
	ID      string `json:"id,omitempty"`
	Profile string `json:"profile"`
	// SX is the budget asked for; where none was, that of the last iteration
	// that was finished, as LastSX.
	SX       int      `json:"sx"`
	LastSX   int      `json:"last_sx"`
	Engine   string   `json:"engine"`
	BestMove string   `json:"bestmove"`
	Score    int16    `json:"score"`
	Nodes    uint64   `json:"nodes"`
	Events   string   `json:"events"`
	Count    uint64   `json:"event_count"`
	PV       []string `json:"pv"`
	Cycles   uint64   `json:"cycles"`
	PerNode  float64  `json:"cycles_per_node"`
	Stopped  bool     `json:"stopped"`
	Complete bool     `json:"complete"` // of goengine.Result

	name   string
	clock  emu.Clock
	took   time.Duration
	result hostbridge.Result
}

// bounded hashes events, and ends a search that has too many.
type bounded struct {
	goengine.EventHash
	most uint64
}

// Generated is told of every node, so that no search goes on without.
func (b *bounded) Generated(n hostbridge.Node, count int) {
	if b.most > 0 && b.Count >= b.most {
		panic(fmt.Sprintf("more than %s events", report.Count(b.most)))
	}
	b.EventHash.Generated(n, count)
}

// search searches with the events hashed.
func search(a *cli.App, e hostbridge.Engine, j cli.Job) (found, error) {
	hash := bounded{most: j.Most}
	e.Attach(&hash)
	defer e.Attach(nil)
	begun := time.Now()
	r, err := e.Search(j.Start(), &j.Prof.Data, j.Limits)
	if err != nil {
		return found{}, fmt.Errorf("engine %s: profile %s: fen %q: %w", e.Name(), j.Prof.Name, j.Pos.FEN, err)
	}
	if a.Ctx.Err() != nil && r.Stopped {
		return found{}, context.Canceled
	}
	f := found{
		FEN: j.Pos.FEN, ID: j.Pos.ID, Profile: j.Prof.Name, SX: r.SX, LastSX: r.SX, Engine: e.Name(),
		BestMove: j.Pos.Board.UCI(r.Best), Score: r.Score, Nodes: r.Nodes,
		Events: report.Hash(hash.Sum), Count: hash.Count, PV: j.Pos.Board.UCILine(r.PV),
		Cycles: r.Cycles, PerNode: report.Tenths(r.CyclesPerNode()), Stopped: r.Stopped, Complete: r.Complete,
		name: j.Pos.Name(), clock: e.Clock(), took: time.Since(begun), result: r,
	}
	if j.Limits.SXSet {
		f.SX = j.Limits.SX
	}
	return f, nil
}

// Run searches all positions with all profiles and engines.
func (c *Search) Run(a *cli.App) error {
	names, err := c.Names(a)
	if err != nil {
		return err
	}
	positions, err := c.Load(a, cli.Initial)
	if err != nil {
		return err
	}
	jobs, err := a.Jobs(&c.ProfileFlag, positions, &c.BudgetFlags)
	if err != nil {
		return err
	}
	table := report.NewTable("<position", "<profile", "sx", "<engine", "<move", "pawns", "score", "nodes", "<events", "cycles", "a node", "<on its clock", "<line").
		Abbreviate("position", 10).Break("line", 24).Later("events", "score", "sx")
	err = cli.Each(a, names, len(jobs)*len(names), func(b cli.Bench, i int) (found, error) {
		return search(a, b[names[i%len(names)]], jobs[i/len(names)])
	}, func(_ int, f found) error {
		if c.JSON {
			return report.JSON(a.Out, f)
		}
		table.Add(report.Short(f.name, 34), f.Profile, f.LastSX, f.Engine, f.BestMove, report.Pawns(f.Score), f.Score, f.Nodes, f.Events,
			f.Cycles, report.Whole(f.PerNode), report.Seconds(f.Cycles, f.clock), strings.Join(f.PV, " "))
		return nil
	})
	return a.Finish(table, err)
}

const readmeSX = `README.md, "What SX is"`

// Help is kong's hook for a command's details, as all those below.
func (*Search) Help() string {
	return cli.Detail("Prints a line for each position, profile and engine: best move, score in pawns for the side to move (#3: mate in three "+
		"moves), nodes, the hash of all events of the search (equal hashes mean equal searches), clock cycles, and the principal variation.",
		`searchex search --fen '6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1' --profile all`, readmeSX)
}
