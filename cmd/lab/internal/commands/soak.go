package commands

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/lab/internal/kinds"
)

// Soak compares engines on random searches, on any number of computers.
type Soak struct {
	Searches int `arg:"" help:"How many searches to make, up to the first that differs."`
	cli.EngineFlag
	Seed  *uint64 `placeholder:"S" help:"The seed of the searches. Default a new one each time; it is printed."`
	From  uint64  `default:"1" placeholder:"I" help:"The number of the first search. Default 1."`
	Batch int     `default:"25" placeholder:"N" help:"Searches of a job: one takes a second on one core, about. Default 25."`

	Out    *string `placeholder:"FILE" help:"Keep each search in a state file, a JSON object a line."`
	Resume bool    `help:"Continue the soak of the state file. Wants its --seed."`
	JSON   bool    `name:"json" help:"Print one JSON object a search."`
	carrierFlags
}

const maxSoak = 1_000_000_000

// Run makes the searches that are missing, and prints what they covered.
func (c *Soak) Run(a *cli.App) error {
	s, err := c.prepare(a)
	if err != nil {
		return err
	}
	if c.Out != nil {
		if err := s.Keep(*c.Out, c.Resume); err != nil {
			return cli.UsageError{Err: err}
		}
	}
	defer s.Close()
	begun := time.Now()
	err = c.carryLines(a, kinds.SoakKind, s.Soak, c.Out, c.JSON, &s.Lines, s)
	if s.Differs != nil {
		err = &kinds.DiffersError{Seed: s.Soak.Seed, Summary: *s.Differs}
	}
	if !c.JSON {
		if werr := c.write(a, s, time.Since(begun)); werr != nil {
			return werr
		}
	}
	return err
}

// prepare reads the flags.
func (c *Soak) prepare(a *cli.App) (*kinds.SoakState, error) {
	names, err := c.Names(a)
	switch {
	case err != nil:
		return nil, err
	case len(names) < 2:
		return nil, cli.Usagef("--engine: one engine alone has nothing to be compared with: want several of %s", strings.Join(a.Engines, ","))
	case c.Searches < 1 || c.Searches > maxSoak:
		return nil, cli.Usagef("%d searches: want 1 to %d", c.Searches, maxSoak)
	case c.From < 1 || c.From > kinds.MaxFrom:
		return nil, cli.Usagef("--from %d: want 1 to %d", c.From, uint64(kinds.MaxFrom))
	case c.Batch < 1 || c.Batch > kinds.MaxBatch:
		return nil, cli.Usagef("--batch %d: want 1 to %d", c.Batch, kinds.MaxBatch)
	case c.Resume && c.Seed == nil:
		return nil, cli.Usagef("--resume: want --seed too, that of the state file")
	}
	if err := cli.CheckGames(nil, nil, c.Resume, c.Out); err != nil {
		return nil, cli.UsageError{Err: err}
	}
	if err := c.carrierFlags.check(); err != nil {
		return nil, cli.UsageError{Err: err}
	}
	seed := uint64(rand.Uint32())
	if c.Seed != nil {
		seed = *c.Seed
	}
	return kinds.NewSoakState(kinds.Soak{Engines: names, Seed: seed, From: c.From, Batch: c.Batch}, c.Searches), nil
}

// write prints what was searched.
func (c *Soak) write(a *cli.App, s *kinds.SoakState, took time.Duration) error {
	verdict, more := "all equal", ""
	if s.Differs != nil {
		verdict = fmt.Sprintf("search %d differs", s.Differs.Number)
		more = fmt.Sprintf("This prints the command that shows the difference: searchex compare --engine %s --soak 1 --seed %d --from %d\n",
			strings.Join(s.Soak.Engines, ","), s.Soak.Seed, s.Differs.Number)
	}
	covered := cli.Coverage{Engines: s.Soak.Engines, Seed: s.Soak.Seed, From: s.Soak.From, Tally: s.Tally, Took: took}
	return covered.Write(a, verdict, more)
}

func (*Soak) Help() string {
	return cli.Detail("Prints the number of random searches of each kind, as searchex compare --soak does, on which all engines made the same search. Search I of seed S is "+
		"always the same, so the state file is the same to the byte however many workers there were.",
		"go run ./cmd/lab soak 1000 --seed 1981 --out soak.jsonl\ngo run ./cmd/lab soak 1000000 --seed 1981 --out soak.jsonl --resume --spread embedded", spreadManual)
}
