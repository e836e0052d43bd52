package commands

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/kinds"
	"github.com/searchex/searchex/cmd/lab/internal/tune"
)

// Tune changes numbers of a profile by games.
type Tune struct {
	Player     string   `arg:"" optional:"" default:"go@6502:tuned" help:"A built-in engine with a profile, and settings, as in match. Default go@6502:tuned."`
	Key        []string `sep:"none" placeholder:"NAME=LOW..HIGH[/STEP]" help:"A number of the profile to tune (docs/manual/match.md lists them), its range, and how far the first trials go from its value, by default an eighth of the range; NAME+NAME tunes two that stay equal. Repeatable."`
	Against    []string `sep:"none" placeholder:"PLAYER" help:"An opponent of both trials, as in match. Repeatable."`
	Cycles     uint64   `default:"88473600" placeholder:"N" help:"Clock cycles a move, for built-in engines without a limit of their own. Default 88473600, 45 seconds of the 6502."`
	Iterations int      `default:"200" placeholder:"N" help:"Iterations in all. Default 200."`
	Pairs      int      `default:"4" placeholder:"N" help:"Pairs of games between the two trials of an iteration. Default 4."`
	PoolPairs  int      `default:"2" placeholder:"N" help:"Pairs of games of each trial against the opponents, which take turns. Default 2."`
	Gain       float64  `default:"0.03" placeholder:"X" help:"How many steps the numbers move at first for each point by which a trial leads. Default 0.03."`
	Seed       uint64   `default:"1" placeholder:"N" help:"Seed of the trials and of the order of the openings. Default 1."`
	Openings   *string  `placeholder:"FILE" help:"Openings, as in match."`
	DrawAfter  *int     `placeholder:"N" help:"Call a game drawn after N plies. Default never."`
	Resign     *string  `sep:"none" placeholder:"CP,MOVES" help:"Call a game lost, as in match. Default never."`

	Out    *string `placeholder:"FILE" help:"Keep each iteration in a state file, a JSON object a line."`
	Resume bool    `help:"Continue the tuning of the state file."`
	SVG    *string `name:"svg" placeholder:"FILE" help:"Draw every number by iteration."`
	JSON   bool    `name:"json" help:"Print the result as one JSON object."`
	carrierFlags
}

// Run makes the iterations that are left and prints the values of the numbers.
func (c *Tune) Run(a *cli.App) error {
	t, err := c.prepare(a)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	if c.Out != nil {
		if err := t.KeepState(*c.Out, c.Resume); err != nil {
			return cli.UsageError{Err: err}
		}
		defer t.Close()
	}
	if n := t.SPSA.Done(); n > c.Iterations {
		return cli.Usagef("--iterations %d: %s holds %d already: want at least as many", c.Iterations, *c.Out, n)
	}
	f, ok := a.Err.(*os.File)
	disconnect := func(bool) {}
	ledger, err := c.ledger(c.Out)
	if err != nil {
		return err
	}
	defer ledger.Close()
	t.Config.Carry = func(ctx context.Context, r *job.Run) error {
		if err := ledger.Settle(r, logTo(a, "tune")); err != nil {
			return err
		}
		return job.Local{Workers: c.workers(runtime.GOMAXPROCS(0))}.Do(ctx, r)
	}
	if c.Spread != nil && t.SPSA.Done() < c.Iterations {
		s, end, err := c.connect(a, "tune", c.Out)
		if err != nil {
			return err
		}
		s.Ledger = ledger
		t.Config.Carry, disconnect = s.Do, end
	}
	runErr := t.Run(a.Ctx, tune.NewLive(a.Err, ok && cli.IsTerminal(f)))
	disconnect(runErr == nil)
	if t.SPSA.Done() > 0 || runErr == nil {
		if err := c.write(a, t); err != nil {
			return err
		}
	}
	return c.outcome(a, t, runErr)
}

// outcome returns the command's error. It names the file that keeps the iterations.
func (c *Tune) outcome(a *cli.App, t *tune.Tuning, err error) error {
	kept := ""
	if t.Kept() {
		kept = fmt.Sprintf("; %s holds what was finished: --resume goes on", *c.Out)
	}
	switch {
	case a.Ctx.Err() != nil:
		return keptInterruption{cli.Interrupted{Done: t.SPSA.Done(), Of: c.Iterations}, kept}
	case err != nil:
		return fmt.Errorf("%w%s", err, kept)
	}
	return nil
}

// keptInterruption is an interruption after which finished iterations are kept in a file.
type keptInterruption struct {
	cli.Interrupted
	kept string
}

func (e keptInterruption) Error() string { return e.Interrupted.Error() + e.kept }
func (e keptInterruption) Unwrap() error { return e.Interrupted }

// prepare reads the flags.
func (c *Tune) prepare(a *cli.App) (*tune.Tuning, error) {
	switch {
	case c.Cycles < 1 || c.Cycles > player.MaxCycles:
		return nil, fmt.Errorf("--cycles %d: want 1 to %d", c.Cycles, uint64(player.MaxCycles))
	case c.Iterations < 1 || c.Iterations > tune.MaxIterations:
		return nil, fmt.Errorf("--iterations %d: want 1 to %d", c.Iterations, tune.MaxIterations)
	case c.Pairs < 0 || c.Pairs > tune.MaxPairs:
		return nil, fmt.Errorf("--pairs %d: want 0 to %d", c.Pairs, tune.MaxPairs)
	case c.PoolPairs < 1 || c.PoolPairs > tune.MaxPairs:
		return nil, fmt.Errorf("--pool-pairs %d: want 1 to %d", c.PoolPairs, tune.MaxPairs)
	case c.Pairs == 0 && len(c.Against) == 0:
		return nil, errors.New("--pairs 0: without --against there is nobody to play")
	case !(c.Gain > 0 && c.Gain <= 10):
		return nil, fmt.Errorf("--gain %g: want more than 0, at most 10", c.Gain)
	}
	if err := cli.CheckGames(nil, c.DrawAfter, c.Resume, c.Out, cli.FileFlag{Name: "openings", File: c.Openings}, cli.FileFlag{Name: "svg", File: c.SVG}); err != nil {
		return nil, err
	}
	if err := c.carrierFlags.check(); err != nil {
		return nil, err
	}
	if c.Out != nil && c.SVG != nil && *c.Out == *c.SVG {
		return nil, fmt.Errorf("--svg %s: is the file of --out: want one of its own", *c.SVG)
	}
	if c.SVG != nil {
		if err := cli.Writable("--svg", *c.SVG); err != nil {
			return nil, err
		}
	}
	t := &tune.Tuning{Config: tune.Config{Pairs: c.Pairs, Iterations: c.Iterations}}
	t.Config.Rules.MaxPlies = cli.Given(c.DrawAfter)
	if c.Resign != nil {
		if err := cli.ScoreRule("resign", *c.Resign, "600,4", 1, &t.Config.Rules.ResignScore, &t.Config.Rules.ResignMoves); err != nil {
			return nil, err
		}
	}
	if err := c.players(t); err != nil {
		return nil, err
	}
	all, err := cli.ReadOpenings(a, c.Openings, openings.DefaultPlies)
	if err != nil {
		return nil, fmt.Errorf("openings: %w", err)
	}
	t.Config.Openings = openings.Shuffle(all, c.Seed)
	keys, err := tune.ParseKeys(c.Key, &t.Config.Player.Profile)
	if err != nil {
		return nil, err
	}
	t.Config.Terms = tune.Terms{
		Player: c.Player, Against: c.Against, Cycles: c.Cycles, Openings: t.Config.Openings, Rules: t.Config.Rules,
		Pairs: c.Pairs, PoolPairs: t.Config.PoolPairs,
	}
	t.SPSA = tune.NewSPSA(keys, c.Seed, c.Gain)
	t.Header.Keys = keys
	t.Header.Openings, t.Header.Rules = openings.Digest(t.Config.Openings), t.Config.Rules
	t.Header.Seed, t.Header.Pairs, t.Header.PoolPairs, t.Header.Gain = c.Seed, c.Pairs, t.Config.PoolPairs, c.Gain
	return t, nil
}

// players reads the player and the opponents.
func (c *Tune) players(t *tune.Tuning) error {
	d := player.Defaults{Limits: player.Limits{Cycles: c.Cycles}}
	specs, err := player.ParseSpec(c.Player, d)
	switch {
	case err != nil:
		return err
	case len(specs) != 1 || specs[0].Engine == "":
		return fmt.Errorf("player %q: want one engine here, such as go@6502:tuned", c.Player)
	case specs[0].MoveTime > 0 || specs[0].Control.Clocked():
		return fmt.Errorf("player %q: want cycles=, nodes=, sx= or depth=, which repeat on any computer", c.Player)
	}
	t.Config.Player = specs[0]
	if len(c.Against) > 0 {
		t.Config.PoolPairs = c.PoolPairs
	}
	for _, text := range c.Against {
		some, err := player.ParseSpec(text, d)
		if err != nil {
			return err
		}
		specs = append(specs, some...)
	}
	if c.Spread != nil {
		if err := kinds.Repeats(specs); err != nil {
			return err
		}
	}
	for i := range specs {
		s := &specs[i]
		f, err := s.Fingerprint()
		if err != nil {
			return fmt.Errorf("%s: %w", s.Label, err)
		}
		t.Header.Searches = append(t.Header.Searches, f)
		if i == 0 {
			t.Header.Player = s.String()
			continue
		}
		t.Header.Pool = append(t.Header.Pool, s.String())
		t.Config.Pool = append(t.Config.Pool, tune.Opponent{Name: s.Label, Make: s.Maker(true, uci.Run)})
	}
	return nil
}

// write draws the numbers and prints their values.
func (c *Tune) write(a *cli.App, t *tune.Tuning) error {
	if err := writeMade(a, c.SVG, t.SVG); err != nil {
		return err
	}
	if c.JSON {
		return report.JSON(a.Out, t.Result())
	}
	return t.Write(a.Out)
}

const tuneManual = "docs/lab/tuning.md"

func (*Tune) Help() string {
	return cli.Detail("Prints the values of numbers of a profile after tuning by games (SPSA), and the tuned player. Each iteration plays two trials, a step "+
		"to either side of the values, against each other and against the opponents, and moves the values towards the better one.",
		"go run ./cmd/lab tune go@6502:tuned --key pass=1..48 --key late=0..12 --out pass.jsonl", tuneManual)
}
