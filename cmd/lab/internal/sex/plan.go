// Package sex is the laboratory's experiment on the SEX algorithm: what its ideas are worth at
// equal cycles of a machine.
package sex

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/chess/tactics"
	"github.com/searchex/searchex/cmd/internal/match"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/testdata"
)

// Name is the experiment's on the command line, and that of its files.
const Name = "sex"

// Command is what writes the page and the raw results that the project commits.
const Command = "go run ./cmd/lab sex --doc"

// Engine is the one that searches: Go, which stops where the model of the 6502's cycles says so.
const Engine = "go@6502"

// seed is that of the openings' order.
const seed = 1

// matchRules end games that both players see as decided, which saves a third of the time.
var matchRules = match.Rules{WinScore: 1000, WinMoves: 4}

// Size is how much is measured.
type Size struct {
	// Small and Large are the cycles of the 6502 a move; Large 0 leaves that out.
	Small, Large uint64
	// Games are those of each pairing at Small, IdeaGames of the ideas in sx81 that the sources have,
	// LongGames of the first Long at Large; a multiple of Chunk, which is how many make one job.
	Games, IdeaGames, LongGames, Long, Chunk int
	// Rows leaves out all pairings at Small but so many of the first; 0: none.
	Rows int
	// Openings are how many self-play games the prices are learned from, Every which plies of them are
	// searched more deeply, to Deep plies; they are played at Shallow.
	Openings, Every, Shallow, Deep int
	// Tactics is how many positions of the tactics there are to one that is tried.
	Tactics int
	// SX is to which the benchmark is searched; Benchmark how many of its positions.
	SX, Benchmark int
	// Styled is how many games the positions are from whose principal variations are looked at.
	Styled int
	// Published are the cycles that searches have in the positions of published games.
	Published []uint64
	// Quick is said of a run whose numbers are no evidence.
	Quick bool
}

// The sizes.
var (
	Full = Size{
		Small: 2_880_000, Large: 28_800_000, Games: 200, IdeaGames: 400, LongGames: 100, Long: 11, Chunk: 20,
		Openings: 40, Every: 4, Shallow: 3, Deep: 6, Tactics: 1, SX: 42, Benchmark: 12, Styled: 40,
		Published: []uint64{2_880_000, 28_800_000},
	}
	Quick = Size{
		Small: 720_000, Games: 4, IdeaGames: 4, Chunk: 4,
		Openings: 6, Every: 8, Shallow: 2, Deep: 4, Tactics: 5, SX: 26, Benchmark: 4, Styled: 4,
		Published: []uint64{720_000}, Quick: true,
	}
)

// task is a job: what it makes, and under which key.
type task struct {
	key string
	do  func(w *worker) (Record, error)
}

// worker is what a job is done with.
type worker struct {
	ctx    context.Context
	stop   *atomic.Bool
	engine hostbridge.Engine
}

// Plan is all that is measured.
type Plan struct {
	Size
	tasks []task
	// at are the places of the tasks by what they are for.
	at map[string][]int

	openings []openings.Opening
	bench    []epd.Position
	tactics  []*tactics.Task
	games    Games
	selves   []func() (*selfGame, error)
	profiles map[string]goengine.Profile
	ground   []byte // what all results depend on
}

// NewPlan returns the plan of an experiment, with published games or, where they are nil, without. known
// says that they are not here but have been looked at before.
func NewPlan(size Size, games Games, known bool) (*Plan, error) {
	p := &Plan{Size: size, at: map[string][]int{}, games: games, profiles: map[string]goengine.Profile{}}
	if err := p.load(); err != nil {
		return nil, err
	}
	p.planOdds()
	if games != nil || known {
		p.planPublished()
	}
	return p, errors.Join(
		p.planMatches(p.pairings(), p.Games), p.planTrials(), p.planHorizon(), p.planEqualSX(), p.planStyle(),
		p.planMatches(p.ideaPairings(), p.IdeaGames), p.planMatches(p.longPairings(), p.LongGames))
}

// load reads positions and openings, and what results depend on.
func (p *Plan) load() error {
	all, err := openings.BuiltIn()
	if err != nil {
		return err
	}
	p.openings = openings.Shuffle(all, seed)
	for i := range max(p.Openings, p.Styled) {
		p.selves = append(p.selves, sync.OnceValues(func() (*selfGame, error) { return p.playSelf(i) }))
	}
	read := func(name string) ([]epd.Position, error) {
		b, err := testdata.Files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		return epd.Read(bytes.NewReader(b), name)
	}
	if p.bench, err = read("bench12.epd"); err != nil {
		return err
	}
	p.bench = p.bench[:p.Benchmark]
	for _, name := range []string{"own_mates.epd", "own_endgame3_dtm.epd"} {
		positions, err := read(name)
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
	for _, name := range goengine.ProfileNames {
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
	p.ground = fmt.Append(nil, prints, *m.Costs(), openings.Digest(p.openings))
	return nil
}

// profile reads a profile once.
func (p *Plan) profile(spec string) (*goengine.Profile, error) {
	prof, ok := p.profiles[spec]
	if !ok {
		var err error
		if prof, err = goengine.ParseProfile(spec); err != nil {
			return nil, err
		}
		p.profiles[spec] = prof
	}
	return &prof, nil
}

// state returns a hash of what results depend on beside names: the engine, the model of cycles, the
// openings, and the numbers of profiles.
func (p *Plan) state(specs ...string) (string, error) {
	h := sha256.New()
	h.Write(p.ground)
	for _, spec := range specs {
		prof, err := p.profile(spec)
		if err != nil {
			return "", err
		}
		h.Write(prof.Bytes())
	}
	return fmt.Sprintf("%.3x", h.Sum(nil)), nil
}

// add adds a job, of so many that are for one thing, unless it is planned already.
func (p *Plan) add(what, part, state string, do func(w *worker) (Record, error)) {
	key := what
	if part != "" {
		key += ", " + part
	}
	key += ", " + state
	for _, i := range p.at[what] {
		if p.tasks[i].key == key {
			return
		}
	}
	p.at[what] = append(p.at[what], len(p.tasks))
	p.tasks = append(p.tasks, task{key, do})
}

// Keys returns the keys of what is measured, in order.
func (p *Plan) Keys() (keys []string) {
	for _, t := range p.tasks {
		keys = append(keys, t.key)
	}
	return keys
}

// Measure does the i-th of the plan's jobs. ctx, whose stop is the other, ends it early.
func (p *Plan) Measure(ctx context.Context, stop *atomic.Bool, i int, engine hostbridge.Engine) (Record, error) {
	r, err := p.tasks[i].do(&worker{ctx, stop, engine})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%s: %w", p.tasks[i].key, err)
	}
	return r, err
}

// limited returns a search by cycles.
func (w *worker) limited(g *goengine.Game, prof *goengine.Profile, cycles uint64) (hostbridge.Result, error) {
	if clock, ok := w.engine.(hostbridge.CycleLimiter); ok {
		clock.SetCycleLimit(cycles)
		defer clock.SetCycleLimit(0)
	}
	return w.engine.Search(g, prof, goengine.Limits{Stop: w.stop})
}

// to returns a search to an SX.
func (w *worker) to(g *goengine.Game, prof *goengine.Profile, sx int) (hostbridge.Result, error) {
	return w.engine.Search(g, prof, goengine.Limits{SX: sx, SXSet: true, Stop: w.stop})
}
