package commands

import (
	"errors"
	"fmt"
	"os"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/cmd/lab/internal/evalfit"
	"github.com/searchex/searchex/goengine"
)

// fitEvaluation fits the numbers of the evaluation.
type fitEvaluation struct {
	Positions *int    `placeholder:"N" help:"Positions to take from our searches. Default 60000."`
	Seed      *uint64 `placeholder:"N" help:"Seed of the sample. Default 1."`
	By        *string `sep:"none" placeholder:"PLAYER" help:"The player that values them, as in match. Default stockfish,depth=6,option.Threads=1,option.Hash=1."`
	Keep      *string `placeholder:"FILE" help:"Write the positions with their values, a JSON object a line."`
	Values    *string `placeholder:"FILE" help:"Take positions with their values from a file instead."`
	Ridge     float64 `default:"200" placeholder:"X" help:"The penalty for changing a number by a unit, in errors of a unit. Default 200."`
	Out       *string `placeholder:"FILE" help:"Write the fitted numbers as Go source."`
	Overwrite bool    `help:"Let --out and --keep replace a file."`
	JSON      bool    `name:"json" help:"Print the errors, one JSON object a line."`
}

const (
	defaultPositions = 60_000
	maxFitted        = 10_000_000
	maxValues        = 4 << 30 // bytes of a file
	valuer           = "stockfish,depth=6,option.Threads=1,option.Hash=1"
)

// Run values positions, fits the numbers and prints the errors.
func (c *fitEvaluation) Run(a *cli.App) error {
	if err := c.check(); err != nil {
		return cli.UsageError{Err: err}
	}
	examples, by, err := c.examples(a)
	if err != nil {
		return err
	}
	fitted, err := evalfit.Fit(examples, c.Ridge)
	if err != nil {
		return err
	}
	fitted = evalfit.Rounded(fitted)
	if c.Out != nil {
		source, err := evalfit.Source(fitted, fmt.Sprintf("Numbers of the evaluation, fitted by go run ./cmd/lab fit evaluation to %s,", report.Plural(len(examples), "position")),
			by+fmt.Sprintf(", ridge %g.", c.Ridge))
		if err != nil {
			return err
		}
		if err := userfile.Write(a.Ctx, *c.Out, source); err != nil {
			return err
		}
	}
	return c.write(a, examples, fitted)
}

// check returns an error for flags that contradict each other, values out of range, and
// files that exist or can't be written.
func (c *fitEvaluation) check() error {
	switch {
	case c.Positions != nil && (*c.Positions < 10 || *c.Positions > maxFitted):
		return fmt.Errorf("--positions %d: want 10 to %d", *c.Positions, maxFitted)
	case !(c.Ridge > 0):
		return fmt.Errorf("--ridge %g: want more than 0", c.Ridge)
	case c.Values != nil && (c.Positions != nil || c.Seed != nil || c.By != nil || c.Keep != nil):
		return errors.New("--values: the positions are those of the file: want no --positions, --seed, --by or --keep")
	}
	for _, f := range []struct {
		flag string
		file *string
	}{{"values", c.Values}, {"keep", c.Keep}, {"out", c.Out}} {
		if f.file != nil && *f.file == "" {
			return fmt.Errorf("--%s: want the name of a file", f.flag)
		}
		if f.file == nil || f.flag == "values" {
			continue
		}
		if _, err := os.Stat(*f.file); err == nil && !c.Overwrite {
			return fmt.Errorf("--%s %s: the file exists: --overwrite replaces it", f.flag, *f.file)
		}
		if err := cli.Writable("--"+f.flag, *f.file); err != nil {
			return err
		}
	}
	return nil
}

// examples returns positions with their values, and a description of where they are from.
func (c *fitEvaluation) examples(a *cli.App) ([]evalfit.Example, string, error) {
	if c.Values != nil {
		b, err := a.ReadFile(*c.Values, maxValues)
		if err != nil {
			return nil, "", err
		}
		all, err := evalfit.ReadValues(b, *c.Values)
		if err == nil && len(all) < 10 {
			err = fmt.Errorf("%s: %s: want at least 10", *c.Values, report.Plural(len(all), "position"))
		}
		if err != nil {
			return nil, "", cli.UsageError{Err: err}
		}
		return all, "values of " + *c.Values, nil
	}
	text := valuer
	if c.By != nil {
		text = *c.By
	}
	specs, err := player.ParseSpec(text, player.Defaults{})
	switch {
	case err != nil && c.By == nil:
		return nil, "", cli.Usagef("%v; want it installed, or --by PLAYER, or --values FILE", err)
	case err != nil:
		return nil, "", cli.Usagef("--by: %v", err)
	case len(specs) != 1:
		return nil, "", cli.Usagef("--by %s: want one player", text)
	}
	values, err := c.value(a, &specs[0])
	if err != nil {
		return nil, "", err
	}
	if len(values) < 10 {
		return nil, "", fmt.Errorf("%s gave a score to %s: want at least 10", specs[0].Label, report.Plural(len(values), "position"))
	}
	if err := c.keep(a, values); err != nil {
		return nil, "", err
	}
	all, err := evalfit.Examples(values)
	if err != nil {
		return nil, "", err
	}
	return all, fmt.Sprintf("seed %d, valued by %s", c.seed(), text), nil
}

func (c *fitEvaluation) seed() uint64 {
	if c.Seed == nil {
		return 1
	}
	return *c.Seed
}

// value samples positions and has the player value them.
func (c *fitEvaluation) value(a *cli.App, by *player.Spec) ([]evalfit.Valued, error) {
	n := defaultPositions
	if c.Positions != nil {
		n = *c.Positions
	}
	from, err := openings.BuiltIn()
	if err != nil {
		return nil, err
	}
	bar := cli.NewProgress(a.Err, 2*n) // each position is sampled and valued
	defer bar.Clear()
	tuned, _ := goengine.ProfileByName("tuned")
	positions, err := evalfit.Sample(openings.Shuffle(from, c.seed()), tuned, n, c.seed(), func(done int) error {
		bar.Show(done)
		return a.Ctx.Err()
	})
	if a.Ctx.Err() != nil {
		return nil, cli.Interrupted{}
	}
	if err != nil {
		return nil, err
	}
	all, err := evalfit.Value(a.Ctx, positions, by, func(done int) { bar.Show(n + done) })
	if a.Ctx.Err() != nil {
		return nil, cli.Interrupted{Done: len(all), Of: n}
	}
	return all, err
}

// keep writes the values to the file of --keep.
func (c *fitEvaluation) keep(a *cli.App, all []evalfit.Valued) error {
	if c.Keep == nil {
		return nil
	}
	b, err := evalfit.FormatValues(all)
	if err != nil {
		return err
	}
	return userfile.Write(a.Ctx, *c.Keep, b)
}

// fitError is a row of the table, as --json prints it.
type fitError struct {
	Positions string `json:"positions"`
	Number    int    `json:"number"`
	Games     int    `json:"games"`
	// Today and Fitted are nil if there are no positions.
	Today  *float64 `json:"error_today"`
	Fitted *float64 `json:"error_fitted"`
}

// write prints the errors, of the positions fitted and of those held out.
func (c *fitEvaluation) write(a *cli.App, examples []evalfit.Example, fitted []float64) error {
	t := report.NewTable("<positions", "number", "games", "error of today's numbers", "of the fitted ones")
	for _, held := range []bool{false, true} {
		r := fitError{Positions: map[bool]string{false: "fitted", true: "held back"}[held]}
		today, fit := "-", "-"
		r.Number, r.Games = evalfit.Count(examples, held)
		if r.Number > 0 {
			e, f := evalfit.Error(examples, evalfit.Today(), held), evalfit.Error(examples, fitted, held)
			r.Today, r.Fitted = &e, &f
			today, fit = fmt.Sprintf("%.4f", e), fmt.Sprintf("%.4f", f)
		}
		if c.JSON {
			if err := report.JSON(a.Out, r); err != nil {
				return err
			}
			continue
		}
		t.Add(r.Positions, r.Number, r.Games, today, fit)
	}
	if c.JSON {
		return nil
	}
	if err := t.Write(a.Out); err != nil {
		return err
	}
	_, err := a.Out.Write([]byte(a.Out.Fold("\nroot mean square error of the expected score, 0 to 1\n")))
	return err
}

func (*fitEvaluation) Help() string {
	return cli.Detail("Prints the error of today's numbers and of fitted ones, compared with the values of a stronger program: for the games fitted, and for the tenth of the games "+
		"that was held out. The positions are ends of lines of our own searches. --out writes the fitted numbers as Go source; the engine's own stay as they are.",
		"go run ./cmd/lab fit evaluation --positions 60000 --keep values.jsonl --out numbers.txt\ngo run ./cmd/lab fit evaluation --values values.jsonl --ridge 1000", tuneManual)
}
