// Package classic is the laboratory's experiment on the baseline program, which "AI Chess
// Algorithms" describes.
package classic

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/goengine"
)

// Name is the name of the experiment on the command line, and Command the command that writes its page.
const (
	Name    = "classic"
	Command = "go run ./cmd/lab classic --doc"
)

// Made is the result of a job. One of its fields is set.
type Made struct {
	// Trees has the results of searches to one ply, two plies, and so on.
	Trees []classic.Result `json:"trees,omitempty"`
	// Price is the time that searches took on this computer.
	Price *Price `json:"price,omitempty"`
	// Generation is a generation of a tournament.
	Generation *Generation `json:"generation,omitempty"`
	// Pair has the two games of a match from one opening.
	Pair []Game `json:"pair,omitempty"`
	// Readings has counts of boards in all readings of protections.
	Readings *Readings `json:"readings,omitempty"`
}

// Records has the results of jobs by their keys.
type Records = lab.Records[*Made]

// way is a way of searching.
type way struct {
	name string
	classic.Search
}

// The ways of searching. The text gives branching factors of minimax and of its program as a whole.
const (
	minimaxWay  = "minimax"
	unsortedWay = "alpha-beta, as generated"
	textWay     = "alpha-beta, the text's order"
	bestWay     = "alpha-beta, best first"
	nullWay     = "alpha-beta, the text's order, null move"
	programWay  = "alpha-beta, the text's order, null move, quiescence"
)

// ways returns the ways whose trees are compared, minimax first and the program as a whole last.
func ways() []way {
	return []way{
		{minimaxWay, classic.Search{Minimax: true}},
		{unsortedWay, classic.Search{}},
		{textWay, classic.Search{Order: classic.Smallest}},
		{bestWay, classic.Search{Order: classic.Best}},
		{nullWay, classic.Search{Order: classic.Smallest, Null: true}},
		{"minimax, quiescence", classic.Search{Minimax: true, Quiescence: true}},
		{programWay, classic.Search{Order: classic.Smallest, Null: true, Quiescence: true}},
	}
}

// Plan has the searches and games of the experiment.
type Plan struct {
	positions   []epd.Position
	openings    []openings.Opening
	depth       int // of the trees
	tournaments []tournament
	matches     []match
	pairs       int // of each match
	nodes       uint64
	readings    *readingsPlan // nil in a plan of tournaments alone
	// searches is a fingerprint of the engine: results of other versions have other keys.
	searches string
}

// NewPlan returns the plan of the page, or a quick one.
func NewPlan(quick bool) (*Plan, error) {
	p := &Plan{depth: 3, pairs: 50, nodes: 2000, matches: matches()}
	s := DefaultSettings()
	if quick {
		p.depth, p.pairs, p.nodes = 2, 1, 500
		s.Functions, s.Generations, s.Depth, s.Plies = 6, 3, 1, 60
	}
	p.tournaments = s.tournaments()
	var err error
	if p.positions, err = epd.BuiltIn("bench12.epd"); err != nil {
		return nil, err
	}
	all, err := openings.BuiltIn()
	if err != nil {
		return nil, err
	}
	p.openings = openings.Shuffle(all, 1)
	if p.readings, err = newReadingsPlan(quick, 1); err != nil {
		return nil, err
	}
	p.searches = fingerprint(p.positions)
	return p, nil
}

// fingerprint returns a hash of the results of short searches in all ways, and of evaluations.
func fingerprint(positions []epd.Position) string {
	h := fnv.New32a()
	for _, w := range ways() {
		for _, at := range positions[:4] {
			s := w.Search
			s.Weights, s.Depth, s.MaxNodes = classic.Default, classic.MaxDepth, 300
			fmt.Fprint(h, s.Deepen(at.Board, func(classic.Result) {}), classic.Count(at.Board))
		}
	}
	return fmt.Sprintf("%08x", h.Sum32())
}

// job is a search, a generation or a pair of games.
type job struct {
	key string
	run func(ctx context.Context, stop *atomic.Bool) (*Made, error)
}

// jobs returns the jobs that are known so far, in their order, and the number of all jobs.
func (p *Plan) jobs(r Records) (all []job, of int, err error) {
	all = p.treeJobs()
	all = append(all, p.priceJobs()...)
	of = len(all)
	if p.readings != nil {
		read, n := p.readings.jobs(r)
		all, of = append(all, read...), of+n
	}
	for i := range p.matches {
		of += p.pairsOf(&p.matches[i])
	}
	learned := map[string]*classic.Weights{}
	for i := range p.tournaments {
		t := &p.tournaments[i]
		of += t.generations
		known := t.jobs(r, p.searches)
		all = append(all, known...)
		if len(known) == t.generations {
			if made, ok := r[known[t.generations-1].key]; ok {
				learned[t.kind] = made.Generation.best()
			}
		}
	}
	played, err := p.matchJobs(r, learned)
	return append(all, played...), of, err
}

// keys returns the keys of jobs.
func keys(all []job) (keys []string) {
	for _, j := range all {
		keys = append(keys, j.key)
	}
	return keys
}

// Run does the jobs that are not in the records. It calls progress before each job and keep after it. When ctx ends, the
// records have the results so far.
func (p *Plan) Run(ctx context.Context, r Records, progress func(done, of int), keep func() error) error {
	stop := new(atomic.Bool)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	for {
		all, of, err := p.jobs(r)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(all, func(j job) bool { return r[j.key] == nil })
		if i < 0 {
			return nil
		}
		done := 0
		for _, j := range all {
			if r[j.key] != nil {
				done++
			}
		}
		progress(done, of)
		made, err := all[i].run(ctx, stop)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", all[i].key, err)
		}
		r[all[i].key] = made
		if err := keep(); err != nil {
			return err
		}
	}
}

// File formats the records of the plan as a file.
func (p *Plan) File(r Records) ([]byte, error) {
	all, _, err := p.jobs(r)
	if err != nil {
		return nil, err
	}
	return r.File(Command, keys(all))
}

// Lacks returns the key of the first record that the page needs and r does not have, "" if there is none. Matches may
// be incomplete.
func (p *Plan) Lacks(r Records) (key string, err error) {
	all, _, err := p.jobs(r)
	for _, j := range all {
		if r[j.key] == nil && !strings.HasPrefix(j.key, matchKey) {
			return j.key, err
		}
	}
	return "", err
}

// Count returns the number of jobs done, and that of all jobs.
func (p *Plan) Count(r Records) (done, of int, err error) {
	all, of, err := p.jobs(r)
	for _, j := range all {
		if r[j.key] != nil {
			done++
		}
	}
	return done, of, err
}

// treeJobs returns jobs that search the benchmark in all ways.
func (p *Plan) treeJobs() (all []job) {
	for _, w := range ways() {
		for _, at := range p.positions {
			all = append(all, job{
				fmt.Sprintf("tree: %s, %d plies, %s, %s", w.name, p.depth, at.FEN, p.searches),
				func(_ context.Context, stop *atomic.Bool) (*Made, error) {
					return p.tree(w.Search, at.Board, stop), nil
				},
			})
		}
	}
	return all
}

// tree searches a position to all depths.
func (p *Plan) tree(s classic.Search, at *goengine.Position, stop *atomic.Bool) *Made {
	made := &Made{}
	s.Weights, s.Stop = classic.Default, stop
	for s.Depth = 1; s.Depth <= p.depth; s.Depth++ {
		r := s.Run(at)
		r.Line = nil
		made.Trees = append(made.Trees, r)
	}
	return made
}
