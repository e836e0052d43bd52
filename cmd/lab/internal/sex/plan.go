// Package sex is the laboratory's experiment on the SEX algorithm: the value of its ideas at equal
// cycles of a machine.
package sex

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/chess/tactics"
	"github.com/searchex/searchex/cmd/internal/match"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Name is the name of the experiment on the command line, and of its files.
const Name = "sex"

// Command is the command that writes the committed page and raw results.
const Command = "go run ./cmd/lab sex --doc"

// Engine is the engine that searches: Go, limited by the cost model of the 6502.
const Engine = "go@6502"

// seed determines the order of the openings.
const seed = 1

// matchRules ends games that are decided according to both players, which saves a third of the time.
var matchRules = match.Rules{WinScore: 1000, WinMoves: 4}

// Size says how much is measured.
type Size struct {
	// Small and Large are the budgets in cycles of the 6502 a move; Large may be 0 for none.
	Small, Large uint64
	// Games is the number of games of each pairing at Small, IdeaGames that of the ideas in sx81 that
	// are in the sources, TextGames that of the texts with what is added to them, at most two for each
	// opening, LongGames that of the
	// first Long pairings at Large. All are multiples of Chunk, the number of games of a job.
	Games, IdeaGames, TextGames, LongGames, Long, Chunk int
	// Rows is the number of pairings at Small; 0 means all.
	Rows int
	// Openings is the number of self-play games from which prices are learned. They are played with
	// Shallow plies, and one position in Every is searched with Deep plies.
	Openings, Every, Shallow, Deep int
	// Tactics: one in this many positions of the tactics is tried.
	Tactics int
	// SX is the SX of the benchmark, Benchmark the number of its positions.
	SX, Benchmark int
	// Styled is the number of games from which positions are taken for the style of their principal
	// variations.
	Styled int
	// Published has the budgets, in cycles, of searches in published games.
	Published []uint64
	// Quick reports that the numbers of the run are no evidence.
	Quick bool
}

// The sizes.
var (
	Full = Size{
		Small: 2_880_000, Large: 28_800_000, Games: 200, IdeaGames: 400, TextGames: 780, LongGames: 100, Long: 13, Chunk: 20,
		Openings: 40, Every: 4, Shallow: 3, Deep: 6, Tactics: 1, SX: 42, Benchmark: 12, Styled: 40,
		Published: []uint64{2_880_000, 28_800_000},
	}
	Quick = Size{
		Small: 720_000, Games: 4, IdeaGames: 4, TextGames: 4, Chunk: 4,
		Openings: 6, Every: 8, Shallow: 2, Deep: 4, Tactics: 5, SX: 26, Benchmark: 4, Styled: 4,
		Published: []uint64{720_000}, Quick: true,
	}
)

// task is a job with its key.
type task struct {
	key string
	do  func(w *worker) (Record, error)
}

// worker has the engine and the context of a job.
type worker struct {
	ctx    context.Context
	engine hostbridge.Engine
}

// Plan has everything that is measured.
type Plan struct {
	Size
	tasks []task
	// at has the places of the tasks by purpose.
	at map[string][]int

	openings []openings.Opening
	bench    []epd.Position
	tactics  []*tactics.Task
	games    Games
	selves   []func() (*selfGame, error)
	profiles map[string]goengine.Profile
	ground   []byte // everything on which all results depend
}

// NewPlan returns the plan of an experiment. games may be nil for none. known reports that published
// games are not available, but that their results are recorded.
func NewPlan(size Size, games Games, known bool) (*Plan, error) {
	p := &Plan{Size: size, at: map[string][]int{}, games: games, profiles: map[string]goengine.Profile{}}
	if err := p.load(); err != nil {
		return nil, err
	}
	p.planOdds()
	if games != nil || known {
		p.planPublished()
	}
	p.planMatches(p.pairings(), p.Games)
	p.planTrials()
	p.planHorizon()
	p.planEqualSX()
	p.planStyle()
	p.planMatches(p.ideaPairings(), p.IdeaGames)
	p.planMatches(p.textPairings(), p.TextGames)
	p.planMatches(p.longPairings(), p.LongGames)
	return p, nil
}

// load reads positions, openings, and everything on which results depend.
func (p *Plan) load() error {
	all, err := openings.BuiltIn()
	if err != nil {
		return err
	}
	p.openings = openings.Shuffle(all, seed)
	for i := range max(p.Openings, p.Styled) {
		p.selves = append(p.selves, sync.OnceValues(func() (*selfGame, error) { return p.playSelf(i) }))
	}
	if p.bench, err = epd.BuiltIn("bench12.epd"); err != nil {
		return err
	}
	p.bench = p.bench[:p.Benchmark]
	for _, name := range []string{"own_mates.epd", "own_endgame3_dtm.epd"} {
		positions, err := epd.BuiltIn(name)
		if err != nil {
			return err
		}
		for i := 0; i < len(positions); i += p.Tactics {
			task, err := tactics.New(positions[i])
			if errors.Is(err, tactics.ErrNoTask) {
				continue
			}
			if err != nil {
				return err
			}
			p.tactics = append(p.tactics, task)
		}
	}
	var prints []string
	for _, name := range profiles {
		prof, _ := goengine.ProfileByName(name)
		print, err := player.Fingerprint("go", prof)
		if err != nil {
			return err
		}
		prints = append(prints, print)
	}
	k, err := hostbridge.KindOf(Engine)
	if err != nil {
		return err
	}
	m, err := k.Timed().Model()
	if err != nil {
		return err
	}
	p.ground = fmt.Append(nil, prints, m.Units(&goengine.Profile{}), openings.Digest(p.openings))
	return nil
}

// profile reads a profile once. It panics for what is none: specs are constants of this package.
func (p *Plan) profile(spec string) *goengine.Profile {
	prof, ok := p.profiles[spec]
	if !ok {
		var err error
		if prof, err = goengine.ParseProfile(spec); err != nil {
			panic(err)
		}
		p.profiles[spec] = prof
	}
	return &prof
}

// add adds a job with a purpose, unless it is planned already. Its key ends with a hash of what the
// result depends on in addition to names: the engine, the cost model, the openings, and the numbers
// of the profiles of specs.
func (p *Plan) add(what, part string, do func(w *worker) (Record, error), specs ...string) {
	h := sha256.New()
	h.Write(p.ground)
	for _, spec := range specs {
		h.Write(p.profile(spec).Bytes())
	}
	key := what
	if part != "" {
		key += ", " + part
	}
	key += fmt.Sprintf(", %.3x", h.Sum(nil))
	for _, i := range p.at[what] {
		if p.tasks[i].key == key {
			return
		}
	}
	p.at[what] = append(p.at[what], len(p.tasks))
	p.tasks = append(p.tasks, task{key, do})
}

// Keys returns the keys of the plan's jobs, in order.
func (p *Plan) Keys() (keys []string) {
	for _, t := range p.tasks {
		keys = append(keys, t.key)
	}
	return keys
}

// Measure does the i-th job of the plan. ctx ends it early.
func (p *Plan) Measure(ctx context.Context, i int, engine hostbridge.Engine) (Record, error) {
	r, err := p.tasks[i].do(&worker{ctx, engine})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%s: %w", p.tasks[i].key, err)
	}
	return r, err
}

// limited searches with a limit of cycles.
func (w *worker) limited(g *goengine.Game, prof *goengine.Profile, cycles uint64) (hostbridge.Result, error) {
	if clock, ok := w.engine.(hostbridge.CycleLimiter); ok {
		clock.SetCycleLimit(cycles)
		defer clock.SetCycleLimit(0)
	}
	return w.engine.Search(w.ctx, g, prof, goengine.Limits{})
}

// to searches up to an SX.
func (w *worker) to(g *goengine.Game, prof *goengine.Profile, sx int) (hostbridge.Result, error) {
	return w.engine.Search(w.ctx, g, prof, goengine.Limits{SX: sx, SXSet: true})
}
