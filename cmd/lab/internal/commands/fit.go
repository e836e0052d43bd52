package commands

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/cost"
)

// Fit has the commands that fit numbers to measurements.
type Fit struct {
	Cycles fitCycles `cmd:"" help:"Fit the model that estimates the machines' cycles from the work of the Go engine."`
}

// fitCycles fits the models of the machines' cycles.
type fitCycles struct {
	cli.EngineFlag
	Every int  `default:"1" placeholder:"N" help:"Only every Nth search of the sample, for a quick look. Default 1."`
	Net   bool `help:"Fit the costs of the network alone, to searches of profile net. The others stay as they are."`
	Write bool `help:"Write the models to hostbridge/costs. Run it in the root of the sources."`
	JSON  bool `name:"json" help:"Print the models, one JSON object a line."`
}

// costFolder is the folder of the models in the sources.
const costFolder = "hostbridge/costs"

// maxEvery is the greatest value of --every, with which the sample still has enough
// searches for a fit.
const maxEvery = 20

// Run measures the sample on each machine and fits the model.
func (c *fitCycles) Run(a *cli.App) error {
	names, err := c.Machines(a, "a fit", hostbridge.SameTree)
	if err != nil {
		return err
	}
	switch {
	case c.Every < 1 || c.Every > maxEvery:
		return cli.Usagef("--every %d: want 1 to %d", c.Every, maxEvery)
	case c.Write && c.Every > 1:
		return cli.Usagef("--write --every %d: a model is fitted to the whole sample", c.Every)
	}
	if s, err := os.Stat(costFolder); c.Write && (err != nil || !s.IsDir()) {
		return cli.Usagef("--write: there is no folder %s here: want the root of the sources", costFolder)
	}
	trials, err := cost.Trials()
	if err != nil {
		return err
	}
	if c.Net {
		trials = slices.DeleteFunc(trials, func(t cost.Trial) bool { return t.Profile != "net" })
	}
	kept := trials[:0]
	for i, t := range trials {
		if i%c.Every == 0 {
			kept = append(kept, t)
		}
	}
	trials = kept
	samples := make([][]cost.Sample, len(names))
	err = cli.Each(a, append(slices.Clone(names), "go"), len(trials)*len(names), func(b cli.Bench, i int) (cost.Sample, error) {
		return cost.Measure(b[names[i/len(trials)]], b["go"], trials[i%len(trials)])
	}, func(i int, s cost.Sample) error {
		samples[i/len(trials)] = append(samples[i/len(trials)], s)
		return nil
	})
	if err != nil {
		return err
	}
	var bad []string
	for i, name := range names {
		m, err := c.fit(name, samples[i])
		if err != nil {
			return err
		}
		if err := c.write(a, m, samples[i]); err != nil {
			return err
		}
		if !(cost.Error{Mean: m.Mean, Most95: m.Most95}).Good() {
			bad = append(bad, name)
		}
	}
	if len(bad) > 0 {
		return fmt.Errorf("%s: the error is above %g%% in the mean, or %g%% in 95 of 100 searches: the machine pays for work that is not counted",
			strings.Join(bad, ", "), cost.MeanBar, cost.Most95Bar)
	}
	return nil
}

// fit returns the model of a machine, or what it is with --net.
func (c *fitCycles) fit(name string, samples []cost.Sample) (*hostbridge.Model, error) {
	if !c.Net {
		return cost.Fit(name, samples), nil
	}
	k, err := hostbridge.KindOf(name)
	if err != nil {
		return nil, err
	}
	m, err := k.Model()
	if err != nil {
		return nil, err
	}
	return cost.FitOnly(m, hostbridge.NetKinds, samples), nil
}

// write writes the model's file with --write, and prints the model and its errors.
func (c *fitCycles) write(a *cli.App, m *hostbridge.Model, samples []cost.Sample) error {
	if c.Write {
		b, err := json.MarshalIndent(m, "", "  ")
		if err != nil {
			return err
		}
		if err := userfile.Write(a.Ctx, filepath.Join(costFolder, m.Engine+".json"), append(b, '\n')); err != nil {
			return err
		}
	}
	if c.JSON {
		return report.JSON(a.Out, m)
	}
	if err := writeCosts(a, m, samples); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(a.Out); err != nil {
		return err
	}
	return writeErrors(a, m, samples)
}

// writeCosts prints the cycles of each kind of work, and its share in the samples.
func writeCosts(a *cli.App, m *hostbridge.Model, samples []cost.Sample) error {
	kinds := hostbridge.WorkKinds()
	counts := make([]uint64, len(kinds))
	for _, s := range samples {
		for i, n := range hostbridge.Work(&s.Work, &s.Picked) {
			counts[i] += n
		}
	}
	total := 0.0
	for i, kind := range kinds {
		total += m.Cycles[kind] * float64(counts[i])
	}
	total = max(math.Floor(total), 1)
	t := report.NewTable("<"+m.Engine+", work", hostbridge.UnitOf(m.Engine), "+% of all")
	for i, kind := range kinds {
		cycles := m.Cycles[kind]
		t.Add(kind, fmt.Sprintf("%.1f", cycles), fmt.Sprintf("%.1f", 100*cycles*float64(counts[i])/total))
	}
	return t.Write(a.Out)
}

// writeErrors prints the errors of the model: of the samples fitted and of those held out.
func writeErrors(a *cli.App, m *hostbridge.Model, samples []cost.Sample) error {
	costs := m.Costs()
	t := report.NewTable("<searches", "number", "mean error", "95 of 100 below", "worst", "of all cycles")
	row := func(title string, includes func(s *cost.Sample) bool) {
		var some []cost.Sample
		for _, s := range samples {
			if includes(&s) {
				some = append(some, s)
			}
		}
		e := cost.Errors(costs, some)
		percent := func(v float64) string { return fmt.Sprintf("%.2f%%", v) }
		t.Add(title, e.Searches, percent(e.Mean), percent(e.Most95), percent(e.Worst), fmt.Sprintf("%+.2f%%", e.Total))
	}
	row("fitted", func(s *cost.Sample) bool { return !s.Held })
	row("held back", func(s *cost.Sample) bool { return s.Held })
	for _, name := range goengine.ProfileNames {
		row("held back, "+name, func(s *cost.Sample) bool { return s.Held && s.Profile == name })
	}
	return t.Write(a.Out)
}

func (*Fit) Help() string {
	return cli.Detail("Prints what was fitted, and the errors, also those of the samples held out from the fit.",
		"go run ./cmd/lab fit cycles --every 10", tuneManual)
}

func (*fitCycles) Help() string {
	return cli.Detail("Prints the cycles of each kind of work on each machine, fitted to the cycles of two thousand searches, and the errors, also those of the searches "+
		"held out from the fit. The exit status is 1 if the errors are too great. It takes a few minutes. A model is stale when the assembly has changed.",
		"go run ./cmd/lab fit cycles --every 10\ngo run ./cmd/lab fit cycles --write", cli.ReadmeCommands)
}
