package main

import (
	"fmt"
	"time"

	"github.com/searchex/searchex/cmd/searchex/internal/epd"
	"github.com/searchex/searchex/cmd/searchex/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// benchCmd measures this computer.
type benchCmd struct {
	engineFlag
	profileFlag
	positionFlags
	JSON bool `name:"json" help:"Print one JSON object a line."`
}

// speed is how fast an engine runs here, as --json prints it.
type speed struct {
	Engine  string  `json:"engine"`
	Profile string  `json:"profile"`
	Nodes   uint64  `json:"nodes"`
	Cycles  uint64  `json:"cycles"`
	Seconds float64 `json:"seconds"`
	// NodesPerSecond is the host's, MHz the emulated clock, 0 for Go.
	NodesPerSecond float64 `json:"nodes_per_second"`
	MHz            float64 `json:"emulated_mhz"`
}

// benchTime is how long each engine is measured, benchNodes how long its
// searches are.
const (
	benchTime  = 1500 * time.Millisecond
	benchNodes = 5000
)

// Run measures the engines one after the other, on one core, unwatched.
func (c *benchCmd) Run(a *app) error {
	names, err := c.names(a)
	if err != nil {
		return err
	}
	profiles, err := c.profiles()
	if err != nil {
		return err
	}
	positions, err := c.load(a, benchmark)
	if err != nil {
		return err
	}
	t := report.NewTable("<engine", "<profile", "million nodes/s", "emulated MHz", "times its clock", "nodes", "cycles").Later("nodes", "cycles")
	for _, name := range names {
		e, err := a.newEngine(name)
		if err != nil {
			return a.finish(t, fmt.Errorf("engine %s: %w", name, err))
		}
		for _, p := range profiles {
			s, err := a.measure(e, p, positions)
			if err != nil {
				return a.finish(t, err)
			}
			if c.JSON {
				if err := report.JSON(a.out, s); err != nil {
					return err
				}
				continue
			}
			mhz, times := "", ""
			if hz := e.Clock(); hz > 0 {
				mhz, times = fmt.Sprintf("%.0f", s.MHz), fmt.Sprintf("%.0f", s.MHz*1e6/float64(hz))
			}
			t.Add(s.Engine, s.Profile, fmt.Sprintf("%.3f", s.NodesPerSecond/1e6), mhz, times, s.Nodes, s.Cycles)
		}
	}
	return a.finish(t, nil)
}

// measure searches the positions in turn until the time is over.
func (a *app) measure(e hostbridge.Engine, p profile, positions []epd.Position) (speed, error) {
	s := speed{Engine: e.Name(), Profile: p.name}
	begun := time.Now()
	for i := 0; time.Since(begun) < benchTime; i++ {
		pos := positions[i%len(positions)]
		r, err := e.Search(goengine.NewGame(pos.Board), &p.data, goengine.Limits{Nodes: benchNodes, Stop: a.stop})
		if err != nil {
			return s, fmt.Errorf("engine %s: fen %q: %w", e.Name(), pos.FEN, err)
		}
		if a.ctx.Err() != nil {
			return s, interrupted{}
		}
		s.Nodes += r.Nodes
		s.Cycles += r.Cycles
	}
	took := time.Since(begun)
	s.Seconds = took.Seconds()
	s.NodesPerSecond = round(perSecond(s.Nodes, took))
	s.MHz = round(perSecond(s.Cycles, took) / 1e6)
	return s, nil
}
