package oddeven

import (
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// position is a position that is searched: of the benchmark, or after an opening.
type position struct {
	name  string
	set   int
	board *goengine.Position
}

// The sets of positions.
const (
	benchmark = iota
	opened
	sets
)

var setNames = [sets + 1]string{"benchmark", "openings", "all"}

// positions returns positions of the benchmark, and of openings taken evenly from the list.
func positions(nBench, nOpenings int) ([]position, error) {
	var all []position
	bench, err := epd.BuiltIn("bench12.epd")
	if err != nil {
		return nil, err
	}
	for i := range nBench {
		at := i * len(bench) / nBench
		all = append(all, position{fmt.Sprintf("benchmark %d", at+1), benchmark, bench[at].Board})
	}
	lines, err := openings.BuiltIn()
	if err != nil {
		return nil, err
	}
	for i := range nOpenings {
		at := i * len(lines) / nOpenings
		o := lines[at]
		g, err := o.Game()
		if err != nil {
			return nil, err
		}
		p, err := goengine.ParseFEN(g.FEN())
		if err != nil {
			return nil, fmt.Errorf("opening %s: %w", o.Name, err)
		}
		all = append(all, position{fmt.Sprintf("opening %d", at+1), opened, p})
	}
	return all, nil
}

// manner is the way in which a position is searched and what is recorded.
type manner int

const (
	widths    manner = iota // no search: the number of lines of legal moves, by length
	counted                 // with the profile, counting nodes
	ordered                 // uniform, moves in the order of generation
	disorder                // uniform, moves shuffled
	noSwaps                 // uniform without swap-off
	plain                   // with the profile, only scores
	timed                   // with the clock of a machine
	unsettled               // uniform without swap-off, counting nodes and a model's cycles
)

// config is a manner with a profile and an engine.
type config struct {
	manner manner
	spec   string // the profile
	engine string
	sx     int // of the last iteration; plies for widths
	only   int // the set of positions; sets for all
}

// name returns the name of a config in keys.
func (c *config) name() string {
	return fmt.Sprintf("%s %s %s to %d", [...]string{"widths", "counted", "generated", "shuffled", "no swaps", "scores", "timed", "unsettled"}[c.manner], c.engine, c.spec, c.sx)
}

// job is a search, or a sequence of searches of increasing depth.
type job struct {
	config
	position
	profile goengine.Profile
	key     string
}

// Plan has everything that is measured.
type Plan struct {
	jobs []job
	// Engines has the names of the engines.
	Engines []string

	quick     bool
	positions []position
}

// machines has the engines whose clocks are used, and the Go engines that model them.
var machines = [...]struct{ exact, model string }{{"z80", "go"}, {"6502", "go@6502"}, {"68000", "go@68000"}}

// tempos has the bonuses that are tried, in 64ths of a pawn.
var tempos = [...]int{0, 8, 16, 24}

// reach has the SX of the last iterations, which steps of 8 and of 16 both reach. For uniform it is
// 8(n-1) for n plies.
type reach struct{ uniform, disorder, scores, times, sx81, tuned, widths int }

var (
	fully   = reach{uniform: 40, disorder: 32, scores: 32, times: 32, sx81: 58, tuned: 56, widths: 4}
	quickly = reach{uniform: 24, disorder: 16, scores: 24, times: 16, sx81: 42, tuned: 40, widths: 3}
)

// steps returns the profiles whose iterations are timed.
func (r *reach) steps() (all []config) {
	for _, c := range []struct {
		spec string
		sx   int
	}{
		{"uniform", r.times}, {"uniform,step=16", r.times}, {"uniform,start=8,step=16", r.times - ply},
		{"sx81", r.sx81}, {"sx81,step=7", r.sx81}, {"sx81,step=16", r.sx81},
		{"tuned", r.tuned}, {"tuned,step=7", r.tuned}, {"tuned,step=16", r.tuned},
	} {
		all = append(all, config{manner: timed, spec: c.spec, sx: c.sx})
	}
	return all
}

// configs returns all configs in the order of the page.
func (r *reach) configs() []config {
	all := []config{
		{widths, "uniform", "go", r.widths, sets},
		{counted, "uniform", "go", r.uniform, sets},
		{ordered, unordered, "go", r.disorder, sets},
		{disorder, unordered, "go", r.disorder, sets},
		{counted, "sx81", "go", r.sx81, sets},
		{counted, "tuned", "go", r.tuned, sets},
	}
	for _, m := range machines {
		for _, c := range r.steps() {
			c.engine, c.only = m.exact, benchmark
			all = append(all, c)
			c.engine, c.only = m.model, opened
			all = append(all, c)
		}
	}
	for _, m := range machines {
		all = append(all, config{unsettled, "uniform", m.model, r.times, sets})
	}
	for _, tempo := range tempos {
		for _, c := range []config{
			{plain, "uniform", "go", r.scores, sets}, {noSwaps, "uniform", "go", r.scores, sets},
			{plain, "sx81", "go", r.sx81, sets}, {plain, "tuned", "go", r.tuned, sets},
		} {
			c.spec += fmt.Sprintf(",tempo=%d", tempo)
			all = append(all, c)
		}
	}
	return all
}

// unordered is uniform with moves sorted by their scores alone.
const unordered = "uniform,check-bonus=0"

// NewPlan returns the plan of the experiment, or of a quick one.
func NewPlan(quick bool) (*Plan, error) {
	p := &Plan{quick: quick, Engines: []string{"go"}}
	var err error
	if quick {
		p.positions, err = positions(4, 4)
	} else {
		p.positions, err = positions(12, 60)
	}
	if err != nil {
		return nil, err
	}
	for _, m := range machines {
		p.Engines = append(p.Engines, m.exact)
		if m.model != "go" {
			p.Engines = append(p.Engines, m.model)
		}
	}
	prints := map[string]string{}
	for _, c := range p.reach().configs() {
		prof, err := goengine.ParseProfile(c.spec)
		if err != nil {
			return nil, err
		}
		if prints[c.spec] == "" {
			if prints[c.spec], err = player.Fingerprint("go", prof); err != nil {
				return nil, err
			}
		}
		for _, pos := range p.positions {
			state, err := c.state(prints[c.spec], &prof, pos.board)
			if err != nil {
				return nil, err
			}
			if c.only == sets || c.only == pos.set {
				p.jobs = append(p.jobs, job{c, pos, prof, fmt.Sprintf("%s, %s, %s", c.name(), state, pos.name)})
			}
		}
	}
	return p, nil
}

func (p *Plan) reach() *reach {
	if p.quick {
		return &quickly
	}
	return &fully
}

// state returns a hash of what results depend on in addition to names: the position, the profile's
// numbers and the fingerprint of its searches, a machine's ROM or cost model.
func (c *config) state(print string, prof *goengine.Profile, p *goengine.Position) (string, error) {
	h := sha256.New()
	fmt.Fprint(h, print)
	h.Write(prof.Bytes())
	h.Write([]byte(p.FEN()))
	if c.manner == timed || c.manner == unsettled {
		k, err := hostbridge.KindOf(c.engine)
		if err != nil {
			return "", err
		}
		if k.Image != nil {
			img, err := k.Image()
			if err != nil {
				return "", err
			}
			h.Write(img.ROM)
			h.Write(img.Book)
			h.Write(img.Module)
		} else {
			m, err := k.Timed().Model()
			if err != nil {
				return "", err
			}
			fmt.Fprint(h, m.Units(prof))
		}
	}
	return fmt.Sprintf("%.3x", h.Sum(nil)), nil
}

// Keys returns the keys of the plan's jobs, in order.
func (p *Plan) Keys() (keys []string) {
	for _, j := range p.jobs {
		keys = append(keys, j.key)
	}
	return keys
}

// Measure does the i-th job of the plan. engine returns the engine with a name. the end of ctx ends it early;
// then its result is meaningless.
func (p *Plan) Measure(ctx context.Context, i int, engine func(name string) hostbridge.Engine) ([]Iteration, error) {
	j := &p.jobs[i]
	e := engine(j.engine)
	all, err := j.measure(ctx, e)
	if err != nil {
		return nil, fmt.Errorf("engine %s: profile %s: %s: %w", j.engine, j.spec, j.position.name, err)
	}
	return all, nil
}

func (j *job) measure(ctx context.Context, e hostbridge.Engine) ([]Iteration, error) {
	switch j.manner {
	case widths:
		var all []Iteration
		for n := 1; n <= j.sx; n++ {
			lines, _, err := e.Perft(j.board, n)
			if err != nil {
				return nil, err
			}
			all = append(all, Iteration{SX: int64(n), Nodes: int64(lines)})
		}
		return all, nil
	case counted:
		t := &Tally{}
		err := j.search(ctx, e, t, nil, j.sx)
		return t.Iterations, err
	case unsettled:
		return j.searchUnsettled(ctx)
	case ordered, disorder:
		var all []Iteration
		for sx := 0; sx <= j.sx; sx += ply {
			a := &arranged{order: asGenerated}
			if j.manner == disorder {
				a.order = shuffled
			}
			j.profile.Start = uint8(sx)
			if err := j.search(ctx, e, a, nil, sx); err != nil {
				return nil, err
			}
			all = append(all, a.Iterations...)
		}
		return all, nil
	}
	var watch hostbridge.Callbacks
	if j.manner == noSwaps {
		watch = &bare{tempo: int16(j.profile.Tempo)}
	}
	var all []Iteration
	err := j.search(ctx, e, watch, &hostbridge.Follower{Iteration: func(p hostbridge.Progress) {
		it := Iteration{SX: int64(p.SX), Score: int64(p.Score), Nodes: int64(p.Nodes)}
		if len(p.PV) > 0 {
			it.Best = int64(p.PV[0])
		}
		if j.manner == timed {
			it.Cycles = int64(p.Cycles)
		}
		all = append(all, it)
	}}, j.sx)
	return all, err
}

// search searches the job's position.
func (j *job) search(ctx context.Context, e hostbridge.Engine, c hostbridge.Callbacks, f *hostbridge.Follower, sx int) error {
	e.Attach(c)
	e.Follow(f)
	defer e.Attach(nil)
	defer e.Follow(nil)
	_, err := e.Search(ctx, goengine.NewGame(j.board), &j.profile, goengine.Limits{SX: sx, SXSet: true})
	return err
}
