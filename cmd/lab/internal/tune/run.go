package tune

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"sync"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/match"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/goengine"
)

// Opponent is an opponent of the pool.
type Opponent struct {
	Name string
	Make player.Maker
}

// Config describes a tuning.
type Config struct {
	// Player is one of our engines with limits. The tuning starts from its profile.
	Player player.Spec
	// Pool has opponents of both trials, used in turn. It may be empty.
	Pool     []Opponent
	Openings []openings.Opening
	// Pairs is the number of pairs of games between the trials of an iteration, PoolPairs that of
	// each trial against the pool, with the same openings and opponents. The games of a pair have
	// the same opening, with colours reversed.
	Pairs, PoolPairs int
	Iterations       int
	// Carry runs the games of an iteration, Terms are their parameters for other computers.
	// If Carry is nil, they are played here, one for each processor.
	Carry func(ctx context.Context, r *job.Run) error
	Terms Terms
	Rules match.Rules
	// OnIteration is called after each iteration. An error ends the tuning.
	OnIteration func(Iteration) error
	// Warn is called with a line about each game that is played again.
	Warn func(line string)
}

// attempts is the number of times in a row that a game is tried against an opponent that fails.
const attempts = 3

// Run continues the tuning s. Cancelling ctx ends it with ctx's error, and the iteration under way is
// lost. If an opponent loses a game by fault, the opponent is started again and the game is repeated;
// if it fails several times in a row, Run returns an error.
func Run(ctx context.Context, c *Config, s *SPSA) error {
	t := &table{config: c}
	defer t.close()
	for s.Done() < c.Iterations {
		it, err := iterate(ctx, c, s, t)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("iteration %d: %w", s.Done()+1, err)
		}
		s.Learn(it.Points())
		it.At = s.At()
		if err := c.OnIteration(it); err != nil {
			return err
		}
	}
	return nil
}

// Replay repeats an iteration of a state file. It returns an error if that is not the next one.
func (c *Config) Replay(s *SPSA, i Iteration) error {
	if err := i.check(s); err != nil {
		return err
	}
	pool := 2 * c.PoolPairs
	if i.Self.Games() != 2*c.Pairs || i.PlusPool.Games() != pool || i.MinusPool.Games() != pool {
		return fmt.Errorf("iteration %d has not %d games and twice %d", i.Number, 2*c.Pairs, pool)
	}
	s.Learn(i.Points())
	for k, v := range s.At() {
		if k >= len(i.At) || i.At[k] != v {
			return fmt.Errorf("iteration %d does not lead to where it says", i.Number)
		}
	}
	return nil
}

// Profile returns a profile with values set.
func Profile(p goengine.Profile, keys []Key, values []int) (goengine.Profile, error) {
	for i, k := range keys {
		for _, name := range k.Names {
			if _, err := p.Set(name, strconv.Itoa(values[i])); err != nil {
				return p, err
			}
		}
	}
	return p, nil
}

// task is one game of an iteration.
type task struct {
	opening  openings.Opening
	trial    int // the first player: 0 plus, 1 minus
	opponent int // index in the pool, or self for the other trial
	white    bool
}

const self = -1

// tasks returns the games of an iteration, counted from 0. Openings are used in turn, first by games
// between the trials, then by those against the pool.
func (c *Config) tasks(iteration int) (all []task) {
	opening := iteration * (c.Pairs + c.PoolPairs)
	next := func() openings.Opening {
		opening++
		return c.Openings[(opening-1)%len(c.Openings)]
	}
	for range c.Pairs {
		o := next()
		all = append(all, task{o, 0, self, true}, task{o, 0, self, false})
	}
	for i := range c.PoolPairs {
		o, opponent := next(), (iteration*c.PoolPairs+i)%len(c.Pool)
		for trial := range 2 {
			all = append(all, task{o, trial, opponent, true}, task{o, trial, opponent, false})
		}
	}
	return all
}

// iterate plays the games of the next iteration.
func iterate(ctx context.Context, c *Config, s *SPSA, t *table) (Iteration, error) {
	it := Iteration{Number: s.Done() + 1}
	it.Plus, it.Minus = s.Trials()
	if err := t.lay(s.Done(), s.Keys, [2][]int{it.Plus, it.Minus}); err != nil {
		return it, err
	}
	r := &job.Run{Open: t.Open, Gapless: true, Emit: func(i int, result []byte) error {
		var score Score
		if err := json.Unmarshal(result, &score); err != nil || score != win && score != drawn && score != loss {
			return &job.Malformed{Err: fmt.Errorf("job %d: not the result of a game: %.40q", i, result)}
		}
		switch task := t.tasks[i]; {
		case task.opponent == self:
			it.Self.add(score)
		case task.trial == 0:
			it.PlusPool.add(score)
		default:
			it.MinusPool.add(score)
		}
		return nil
	}}
	r.Piece = func(i int) string { return fmt.Sprintf("%d/%d", it.Number, i) }
	r.Withdraw = func(pieces []string) (need []int, err error) {
		from := it.Number
		for _, p := range pieces {
			var n, game int
			if _, err := fmt.Sscanf(p, "%d/%d", &n, &game); err != nil {
				return nil, err
			}
			from = min(from, n)
		}
		if from < it.Number {
			return nil, &earlier{from}
		}
		it.Self, it.PlusPool, it.MinusPool = Score{}, Score{}, Score{}
		for i := range t.tasks {
			need = append(need, i)
		}
		return need, nil
	}
	for i := range t.tasks {
		r.Need = append(r.Need, i)
	}
	carry := job.Local{Workers: runtime.NumCPU()}.Do
	if c.Carry != nil {
		carry = c.Carry
		terms := c.Terms
		terms.Iteration, terms.Keys, terms.Trials = s.Done(), s.Keys, [2][]int{it.Plus, it.Minus}
		var err error
		if r.Plan, err = job.NewPlan(Kind, terms); err != nil {
			return it, err
		}
	}
	return it, carry(ctx, r)
}

// earlier is the error of an iteration whose steps depend on games that are withdrawn: those
// of the iteration from, which was made before.
type earlier struct{ from int }

func (e *earlier) Error() string { return fmt.Sprintf("iteration %d is to be played again", e.from) }

// table has the games of an iteration, and the workers that play them.
type table struct {
	config *Config
	tasks  []task
	trials [2]goengine.Profile

	mu      sync.Mutex
	workers []*worker
	used    int // workers of this iteration
}

// lay prepares the games of an iteration, counted from 0.
func (t *table) lay(iteration int, keys []Key, trials [2][]int) (err error) {
	for i, values := range trials {
		if t.trials[i], err = Profile(t.config.Player.Profile, keys, values); err != nil {
			return err
		}
	}
	t.tasks, t.used = t.config.tasks(iteration), 0
	return nil
}

// Open returns a worker of an earlier iteration, or a new one.
func (t *table) Open() (job.Runner, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.used == len(t.workers) {
		t.workers = append(t.workers, &worker{table: t, pool: make([]player.Player, len(t.config.Pool))})
	}
	t.used++
	return t.workers[t.used-1], nil
}

func (t *table) close() {
	for _, w := range t.workers {
		for _, p := range w.pool {
			if p != nil {
				p.Close()
			}
		}
	}
}

// worker plays one game at a time, and keeps the programs of the pool running.
type worker struct {
	*table
	pool []player.Player
}

// Run implements job.Runner. Job i is game i of the iteration, its result a Score in JSON.
func (w *worker) Run(ctx context.Context, number int) ([]byte, error) {
	if number < 0 || number >= len(w.tasks) {
		return nil, errors.New("there is no such game")
	}
	score, err := w.play(ctx, w.tasks[number])
	if err != nil {
		return nil, err
	}
	return json.Marshal(score)
}

// trialNames has the names of the trials in messages.
var trialNames = [2]string{"plus", "minus"}

// trial returns the player of one of the profiles.
func (w *worker) trial(i int) player.Player {
	p := w.config.Player
	return player.NewEngine(trialNames[i], p.Engine, w.trials[i], p.Limits)
}

// play plays a game until it has a result without a fault.
func (w *worker) play(ctx context.Context, t task) (Score, error) {
	for attempt := 1; ; attempt++ {
		g, err := w.once(ctx, t)
		switch {
		case err != nil:
			return Score{}, err
		case g.End == match.EndInterruption:
			return Score{}, context.Canceled
		case g.End != match.EndIllegal && g.End != match.EndTimeout && g.End != match.EndFailure:
			return score(g), nil
		}
		fault := fmt.Sprintf("%s: %s", g.End, g.Detail)
		if t.opponent == self || score(g) == loss {
			return Score{}, errors.New(fault)
		}
		w.pool[t.opponent].Close()
		w.pool[t.opponent] = nil
		if attempt == attempts {
			return Score{}, fmt.Errorf("%s failed %d times in a row: %s", w.config.Pool[t.opponent].Name, attempts, fault)
		}
		w.config.Warn(fmt.Sprintf("a game is played again, %s", fault))
	}
}

// once plays a game once.
func (w *worker) once(ctx context.Context, t task) (match.Game, error) {
	first := w.trial(t.trial)
	var second player.Player
	if t.opponent == self {
		second = w.trial(1 - t.trial)
	} else {
		if w.pool[t.opponent] == nil {
			w.pool[t.opponent] = w.config.Pool[t.opponent].Make()
		}
		second = w.pool[t.opponent]
	}
	defer context.AfterFunc(ctx, func() {
		first.Close()
		second.Close()
	})()
	white, black := first, second
	if !t.white {
		white, black = second, first
	}
	g, err := match.Play(ctx, white, black, t.opening, w.config.Rules)
	g.FirstIsWhite = t.white
	return g, err
}

var win, drawn, loss = Score{1, 0, 0}, Score{0, 1, 0}, Score{0, 0, 1}

// score returns the result of a game for the first player.
func score(g match.Game) Score {
	switch {
	case g.Result == rules.Draw:
		return drawn
	case (g.Result == rules.WhiteWins) == g.FirstIsWhite:
		return win
	}
	return loss
}
