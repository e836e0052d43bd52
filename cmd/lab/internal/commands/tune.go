package commands

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/cmd/lab/internal/tune"
	"github.com/searchex/searchex/goengine"
)

// Tune changes numbers of a profile by games.
type Tune struct {
	Player     string   `arg:"" optional:"" default:"go@6502:tuned" help:"An engine here with a profile, and settings, as in match. Default go@6502:tuned."`
	Key        []string `sep:"none" placeholder:"NAME=LOW..HIGH[/STEP]" help:"A number of the profile to tune (docs/manual/match.md lists them), its range, and how far the first trials go from its value, by default an eighth of the range; NAME+NAME tunes two that are always equal. Repeatable."`
	Against    []string `sep:"none" placeholder:"PLAYER" help:"An opponent of both trials, as in match. Repeatable."`
	Cycles     uint64   `default:"88473600" placeholder:"N" help:"Clock cycles a move, for engines here that name no limit. Default 88473600, 45 seconds of the 6502."`
	Iterations int      `default:"200" placeholder:"N" help:"Iterations in all. Default 200."`
	Pairs      int      `default:"4" placeholder:"N" help:"Pairs of games between the two trials of an iteration. Default 4."`
	PoolPairs  int      `default:"2" placeholder:"N" help:"Pairs of games of each trial against the opponents, which take turns. Default 2."`
	Gain       float64  `default:"0.03" placeholder:"X" help:"Steps that the numbers move at first for each point that a trial is ahead. Default 0.03."`
	Seed       uint64   `default:"1" placeholder:"N" help:"Chance and the order of the openings. Default 1."`
	Openings   *string  `placeholder:"FILE" help:"Openings, as in match."`
	DrawAfter  *int     `placeholder:"N" help:"Call a game drawn after N plies. Default never."`
	Resign     *string  `sep:"none" placeholder:"CP,MOVES" help:"Call a game lost, as in match. Default never."`
	Parallel   *int     `placeholder:"N" help:"Games at a time. Default one for each processor."`

	Out    *string `placeholder:"FILE" help:"Keep each iteration in a state file, a JSON object a line."`
	Resume bool    `help:"Continue the tuning of the state file."`
	SVG    *string `name:"svg" placeholder:"FILE" help:"Draw every number by iteration."`
	JSON   bool    `name:"json" help:"Print the result as one JSON object."`
}

// tuning is all that a tune command works with.
type tuning struct {
	config     tune.Config
	spsa       *tune.SPSA
	header     tune.Header
	state      *tune.State
	iterations []tune.Iteration
}

// Run makes the iterations that are left and prints where the numbers stand.
func (c *Tune) Run(a *cli.App) error {
	t, err := c.prepare(a)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	if c.Out != nil {
		if err := c.openState(t); err != nil {
			return cli.UsageError{Err: err}
		}
		defer t.state.Close()
	}
	if n := t.spsa.Done(); n > c.Iterations {
		return cli.Usagef("--iterations %d: %s holds %d already: want at least as many", c.Iterations, *c.Out, n)
	}
	live := newTuneLive(a, c, t)
	t.config.Warn = live.warn
	t.config.OnIteration = func(i tune.Iteration) error {
		t.iterations = append(t.iterations, i)
		live.show(i)
		if t.state != nil {
			return t.state.Add(i)
		}
		return nil
	}
	runErr := tune.Run(a.Ctx, &t.config, t.spsa)
	live.clear()
	if len(t.iterations) > 0 || runErr == nil {
		if err := c.write(a, t); err != nil {
			return err
		}
	}
	return c.outcome(a, t, runErr)
}

// outcome is the command's error.
func (c *Tune) outcome(a *cli.App, t *tuning, err error) error {
	kept := ""
	if t.state != nil && t.spsa.Done() > 0 {
		kept = fmt.Sprintf("; %s holds what was finished: --resume goes on", *c.Out)
	}
	switch {
	case a.Ctx.Err() != nil:
		return keptInterruption{cli.Interrupted{Done: t.spsa.Done(), Of: c.Iterations}, kept}
	case err != nil:
		return fmt.Errorf("%w%s", err, kept)
	}
	return nil
}

// keptInterruption says where what was finished is kept.
type keptInterruption struct {
	cli.Interrupted
	kept string
}

func (e keptInterruption) Error() string { return e.Interrupted.Error() + e.kept }
func (e keptInterruption) Unwrap() error { return e.Interrupted }

// The greatest numbers that make sense.
const (
	maxIterations = 1_000_000
	maxPairs      = 1000
)

// prepare reads everything that the command line says.
func (c *Tune) prepare(a *cli.App) (*tuning, error) {
	switch {
	case c.Cycles < 1 || c.Cycles > player.MaxCycles:
		return nil, fmt.Errorf("--cycles %d: want 1 to %d", c.Cycles, uint64(player.MaxCycles))
	case c.Iterations < 1 || c.Iterations > maxIterations:
		return nil, fmt.Errorf("--iterations %d: want 1 to %d", c.Iterations, maxIterations)
	case c.Pairs < 0 || c.Pairs > maxPairs:
		return nil, fmt.Errorf("--pairs %d: want 0 to %d", c.Pairs, maxPairs)
	case c.PoolPairs < 1 || c.PoolPairs > maxPairs:
		return nil, fmt.Errorf("--pool-pairs %d: want 1 to %d", c.PoolPairs, maxPairs)
	case c.Pairs == 0 && len(c.Against) == 0:
		return nil, errors.New("--pairs 0: without --against there is nobody to play")
	case !(c.Gain > 0 && c.Gain <= 10):
		return nil, fmt.Errorf("--gain %g: want more than 0, at most 10", c.Gain)
	}
	if err := cli.CheckGames(c.Parallel, c.DrawAfter, c.Resume, c.Out, cli.FileFlag{Name: "openings", File: c.Openings}, cli.FileFlag{Name: "svg", File: c.SVG}); err != nil {
		return nil, err
	}
	if c.Out != nil && c.SVG != nil && *c.Out == *c.SVG {
		return nil, fmt.Errorf("--svg %s: is the file of --out: want one of its own", *c.SVG)
	}
	if c.SVG != nil {
		if err := userfile.Writable(*c.SVG); err != nil {
			return nil, fmt.Errorf("--svg %s: %w", *c.SVG, err)
		}
	}
	t := &tuning{config: tune.Config{Pairs: c.Pairs, Iterations: c.Iterations, Parallel: cli.Given(c.Parallel)}}
	t.config.Rules.MaxPlies = cli.Given(c.DrawAfter)
	if c.Resign != nil {
		if err := cli.ScoreRule("resign", *c.Resign, "600,4", 1, &t.config.Rules.ResignScore, &t.config.Rules.ResignMoves); err != nil {
			return nil, err
		}
	}
	if err := c.players(t); err != nil {
		return nil, err
	}
	all, err := cli.ReadOpenings(a, c.Openings)
	if err != nil {
		return nil, fmt.Errorf("openings: %w", err)
	}
	t.config.Openings = openings.Shuffle(all, c.Seed)
	keys, err := c.keys(&t.config.Player.Profile)
	if err != nil {
		return nil, err
	}
	t.spsa = tune.NewSPSA(keys, c.Seed, c.Gain)
	t.header.Keys = keys
	t.header.Openings, t.header.Rules = openings.Digest(t.config.Openings), t.config.Rules
	t.header.Seed, t.header.Pairs, t.header.PoolPairs, t.header.Gain = c.Seed, c.Pairs, t.config.PoolPairs, c.Gain
	return t, nil
}

// players reads the player and its opponents.
func (c *Tune) players(t *tuning) error {
	d := player.Defaults{Limits: player.Limits{Cycles: c.Cycles}}
	specs, err := player.ParseSpec(c.Player, d)
	switch {
	case err != nil:
		return err
	case len(specs) != 1 || specs[0].Engine == "":
		return fmt.Errorf("player %q: want one engine here, such as go@6502:tuned", c.Player)
	case specs[0].MoveTime > 0 || specs[0].Control.Base > 0:
		return fmt.Errorf("player %q: want cycles=, nodes=, sx= or depth=, which repeat on any computer", c.Player)
	}
	t.config.Player = specs[0]
	if len(c.Against) > 0 {
		t.config.PoolPairs = c.PoolPairs
	}
	for _, text := range c.Against {
		some, err := player.ParseSpec(text, d)
		if err != nil {
			return err
		}
		specs = append(specs, some...)
	}
	for i := range specs {
		s := &specs[i]
		f, err := s.Fingerprint()
		if err != nil {
			return fmt.Errorf("%s: %w", s.Label, err)
		}
		t.header.Searches = append(t.header.Searches, f)
		if i == 0 {
			t.header.Player = s.String()
			continue
		}
		t.header.Pool = append(t.header.Pool, s.String())
		t.config.Pool = append(t.config.Pool, tune.Opponent{Name: s.Label, Make: s.Maker(true, uci.Run)})
	}
	return nil
}

// keys reads what is tuned.
func (c *Tune) keys(p *goengine.Profile) (keys []tune.Key, err error) {
	seen := map[string]bool{}
	for _, text := range c.Key {
		k, err := parseKey(text, p)
		if err != nil {
			return nil, fmt.Errorf("--key %s: %w", report.Short(text, 60), err)
		}
		for _, name := range k.Names {
			if seen[name] {
				return nil, fmt.Errorf("--key: %s stands twice", name)
			}
			seen[name] = true
		}
		keys = append(keys, k)
	}
	if len(keys) == 0 {
		return nil, errors.New("want a number to tune, such as --key pass=1..64")
	}
	least := *p
	for _, k := range keys {
		for _, name := range k.Names {
			value := k.Low
			if name == "switch.window-prices" {
				value = k.High
			}
			least.Set(name, strconv.Itoa(value))
		}
	}
	if least.Switches&goengine.WindowPrices != 0 && least.Above == 0 {
		return nil, errors.New("above=0: with window-prices want a number from 1 to 255")
	}
	return keys, nil
}

// parseKey reads "price.losing+price.losing-capture=10..40/4". A switch is 0 or 1.
func parseKey(text string, p *goengine.Profile) (k tune.Key, err error) {
	names, values, ok := strings.Cut(text, "=")
	values, step, stepped := strings.Cut(values, "/")
	low, high, ranged := strings.Cut(values, "..")
	if !ok || !ranged {
		return k, errors.New("want a name and a range, such as pass=1..64")
	}
	k.Names = strings.Split(names, "+")
	for i, name := range k.Names {
		v, known := p.Get(name)
		switch {
		case !known:
			return k, cli.Unknown("key", name, goengine.Keys(), "docs/manual/match.md lists them")
		case i > 0 && v != k.Start:
			return k, fmt.Errorf("%s is %d and %s is %d: want two that are equal", k.Names[0], k.Start, name, v)
		}
		k.Start = v
		for _, end := range []string{low, high} {
			trial := *p
			if _, err := trial.Set(name, end); err != nil {
				return k, err
			}
		}
	}
	var err1, err2 error
	k.Low, err1 = strconv.Atoi(low)
	k.High, err2 = strconv.Atoi(high)
	switch {
	case err1 != nil || err2 != nil:
		return k, errors.New("want whole numbers for the range, of a switch 0..1")
	case k.Low >= k.High:
		return k, errors.New("the range is empty: want the lower number first")
	case k.Start < k.Low || k.Start > k.High:
		return k, fmt.Errorf("the player has %d, which is not in the range", k.Start)
	}
	k.Step = max(float64(k.High-k.Low)/8, 1)
	if k.High-k.Low == 1 {
		k.Step = 0.5
	}
	if stepped {
		k.Step, err = strconv.ParseFloat(step, 64)
		if err != nil || !(k.Step >= 0.5 && k.Step <= float64(k.High-k.Low)) {
			return k, fmt.Errorf("step %q: want a number from 0.5 to %d", step, k.High-k.Low)
		}
	}
	return k, nil
}

// openState begins or continues the state file.
func (c *Tune) openState(t *tuning) (err error) {
	if !c.Resume {
		t.state, err = tune.CreateState(*c.Out, t.header)
		return err
	}
	t.state, err = tune.OpenState(*c.Out, t.header, func(i tune.Iteration) error { return t.config.Replay(t.spsa, i) })
	if err == nil {
		t.iterations = t.state.Iterations
	}
	return err
}

// tuned is the player that a tuning has come to, as match reads it.
func (t *tuning) tuned() string {
	p := t.config.Player
	profile, err := tune.Profile(p.Profile, t.spsa.Keys, t.spsa.Values())
	if err != nil {
		panic(err) // the ends of each range were tried
	}
	base, _ := goengine.ProfileByName(p.ProfileName)
	words := append([]string{p.Engine + ":" + p.ProfileName}, profile.Changes(base)...)
	return strings.Join(append(words, p.Limit()), ",")
}

// tuneResult is what --json prints.
type tuneResult struct {
	Player     string        `json:"player"`
	Iterations int           `json:"iterations"`
	Games      int           `json:"games"`
	Keys       []tunedKey    `json:"keys"`
	Scores     [3]tune.Score `json:"self_plus_minus"`
}

// tunedKey is a key and where it stands.
type tunedKey struct {
	tune.Key
	At    float64 `json:"at"`
	Value int     `json:"value"`
}

// result adds up the iterations.
func (t *tuning) result() tuneResult {
	r := tuneResult{Player: t.tuned(), Iterations: t.spsa.Done()}
	for _, i := range t.iterations {
		for k, s := range []tune.Score{i.Self, i.PlusPool, i.MinusPool} {
			r.Games += s.Games()
			for j, n := range s {
				r.Scores[k][j] += n
			}
		}
	}
	at, values := t.spsa.At(), t.spsa.Values()
	for i, k := range t.spsa.Keys {
		r.Keys = append(r.Keys, tunedKey{k, at[i], values[i]})
	}
	return r
}

// write prints where the numbers stand, and draws them.
func (c *Tune) write(a *cli.App, t *tuning) error {
	if c.SVG != nil {
		picture, err := tune.SVG(t.spsa.Keys, t.iterations)
		if err != nil {
			return err
		}
		if err := userfile.Write(*c.SVG, picture); err != nil {
			return err
		}
	}
	r := t.result()
	if c.JSON {
		return report.JSON(a.Out, r)
	}
	table := report.NewTable("<key", "from", "to", "first step", "start", "now", "rounded")
	for _, k := range r.Keys {
		table.Add(strings.Join(k.Names, "+"), strconv.Itoa(k.Low), strconv.Itoa(k.High), fmt.Sprintf("%g", k.Step), strconv.Itoa(k.Start),
			fmt.Sprintf("%.2f", k.At), strconv.Itoa(k.Value))
	}
	if err := table.Write(a.Out); err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s, %s, seed %d, %s", report.Plural(r.Iterations, "iteration"), report.Plural(r.Games, "game"), c.Seed, t.header.Openings)
	if len(t.config.Pool) > 0 {
		points := r.Scores[1].Points() + r.Scores[2].Points()
		fmt.Fprintf(&b, "; both trials against the opponents %.1f%%", 100*points/float64(max(r.Scores[1].Games()+r.Scores[2].Games(), 1)))
	}
	b.WriteString("\n")
	if _, err := a.Out.Write([]byte(a.Out.Fold(b.String()))); err != nil {
		return err
	}
	_, err := fmt.Fprintln(a.Out, r.Player)
	return err
}

// tuneLive shows a tuning while it runs: on a terminal one line that is written anew, elsewhere
// a line now and then.
type tuneLive struct {
	a        *cli.App
	c        *Tune
	t        *tuning
	terminal bool
	begun    time.Time
	last     time.Time
	before   int // iterations that were not made now
	drawn    bool
}

// How often a tuning is shown where standard error is no terminal.
const tuneInterval = time.Minute

func newTuneLive(a *cli.App, c *Tune, t *tuning) *tuneLive {
	f, ok := a.Err.(*os.File)
	now := time.Now()
	return &tuneLive{a: a, c: c, t: t, terminal: ok && cli.IsTerminal(f), begun: now, last: now, before: t.spsa.Done()}
}

func (l *tuneLive) show(tune.Iteration) {
	now := time.Now()
	if !l.terminal && now.Sub(l.last) < tuneInterval {
		return
	}
	l.last = now
	done := l.t.spsa.Done()
	took := now.Sub(l.begun)
	left := took / time.Duration(done-l.before) * time.Duration(l.c.Iterations-done)
	line := fmt.Sprintf("iteration %d of %d, %s, %s left:", done, l.c.Iterations, report.Duration(took), report.Duration(left))
	for i, v := range l.t.spsa.At() {
		line += fmt.Sprintf(" %s %.1f", l.t.spsa.Keys[i].Names[0], v)
	}
	if !l.terminal {
		fmt.Fprintln(l.a.Err, line)
		return
	}
	// A line that is too wide is cut, not wrapped.
	fmt.Fprintf(l.a.Err, "\r\x1b[?7l%s\x1b[K\x1b[?7h", line)
	l.drawn = true
}

// warn tells of what doesn't end the tuning.
func (l *tuneLive) warn(line string) {
	l.clear()
	fmt.Fprintln(l.a.Err, strings.ReplaceAll(line, "\n", "; "))
}

// clear wipes the line away.
func (l *tuneLive) clear() {
	if l.drawn {
		fmt.Fprint(l.a.Err, "\r\x1b[K")
		l.drawn = false
	}
}

const tuneManual = "docs/lab/tuning.md"

func (*Tune) Help() string {
	return cli.Detail("Prints where numbers of a profile stand after being changed by games (SPSA), and last the player that this makes. Each iteration plays two trials, a step "+
		"to either side of where the numbers stand, against each other and against the opponents, and moves the numbers towards the one that did better.",
		"go run ./cmd/lab tune go@6502:tuned --key pass=1..48 --key late=0..12 --out pass.jsonl", tuneManual)
}
