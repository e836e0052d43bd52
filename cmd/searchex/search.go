package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// searchCmd searches positions.
type searchCmd struct {
	engineFlag
	profileFlag
	positionFlags
	budgetFlags
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

// job is one search to be made.
type job struct {
	pos    epd.Position // its Board is the one searched
	prof   profile
	limits goengine.Limits
	game   *goengine.Game // that led to the position, nil without a history
	// most events are allowed, 0 for any number: one more is an error.
	most uint64
}

// start is the game that ends at the position.
func (j *job) start() *goengine.Game {
	if j.game != nil {
		return j.game
	}
	return goengine.NewGame(j.pos.Board)
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

// jobs are all profiles on all positions.
func (a *app) jobs(pf *profileFlag, positions []epd.Position, bf *budgetFlags) ([]job, error) {
	profiles, err := pf.profiles()
	if err != nil {
		return nil, err
	}
	var all []job
	for _, p := range profiles {
		l, err := bf.limits(a, p)
		if err != nil {
			return nil, err
		}
		for _, pos := range positions {
			all = append(all, job{pos: pos, prof: p, limits: l})
		}
	}
	return all, nil
}

// search searches with the events hashed.
func (a *app) search(e hostbridge.Engine, j job) (found, error) {
	hash := bounded{most: j.most}
	e.Attach(&hash)
	defer e.Attach(nil)
	begun := time.Now()
	r, err := e.Search(j.start(), &j.prof.data, j.limits)
	if err != nil {
		return found{}, fmt.Errorf("engine %s: profile %s: fen %q: %w", e.Name(), j.prof.name, j.pos.FEN, err)
	}
	if a.ctx.Err() != nil && r.Stopped {
		return found{}, context.Canceled
	}
	f := found{
		FEN: j.pos.FEN, ID: j.pos.ID, Profile: j.prof.name, SX: r.SX, LastSX: r.SX, Engine: e.Name(),
		BestMove: j.pos.Board.UCI(r.Best), Score: r.Score, Nodes: r.Nodes,
		Events: report.Hash(hash.Sum), Count: hash.Count, PV: j.pos.Board.UCILine(r.PV),
		Cycles: r.Cycles, PerNode: round(r.CyclesPerNode()), Stopped: r.Stopped, Complete: r.Complete,
		name: j.pos.Name(), clock: e.Clock(), took: time.Since(begun), result: r,
	}
	if j.limits.SXSet {
		f.SX = j.limits.SX
	}
	return f, nil
}

// round keeps one decimal.
func round(x float64) float64 { return float64(int64(x*10+0.5)) / 10 }

// whole is a number without decimals, its thousands apart.
func whole(x float64) string { return report.Count(uint64(x + 0.5)) }

// Run searches all positions with all profiles and engines.
func (c *searchCmd) Run(a *app) error {
	names, err := c.names(a)
	if err != nil {
		return err
	}
	positions, err := c.load(a, initial)
	if err != nil {
		return err
	}
	jobs, err := a.jobs(&c.profileFlag, positions, &c.budgetFlags)
	if err != nil {
		return err
	}
	table := report.NewTable("<position", "<profile", "sx", "<engine", "<move", "pawns", "score", "nodes", "<events", "cycles", "a node", "<on its clock", "<line").
		Abbreviate("position", 10).Break("line", 24).Later("events", "score", "sx")
	err = each(a, names, len(jobs)*len(names), func(b bench, i int) (found, error) {
		return a.search(b[names[i%len(names)]], jobs[i/len(names)])
	}, func(_ int, f found) error {
		if c.JSON {
			return report.JSON(a.out, f)
		}
		table.Add(report.Short(f.name, 34), f.Profile, f.LastSX, f.Engine, f.BestMove, report.Pawns(f.Score), f.Score, f.Nodes, f.Events,
			f.Cycles, whole(f.PerNode), report.Seconds(f.Cycles, f.clock), strings.Join(f.PV, " "))
		return nil
	})
	return a.finish(table, err)
}

// finish prints a table if it has rows, and returns the first error.
func (a *app) finish(t *report.Table, err error) error {
	if !t.Empty() {
		if werr := t.Write(a.out); err == nil {
			err = werr
		}
	}
	return err
}
