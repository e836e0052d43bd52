package measuring

import (
	"fmt"
	"slices"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/report/bars"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Engines shows the engines side by side: what each processor is able to do.
type Engines struct {
	cli.EngineFlag
	Profile string  `default:"sx81" placeholder:"NAME" help:"The profile. Default sx81."`
	Seconds float64 `default:"30" placeholder:"S" help:"The time in which mates are to be found, in seconds of each machine's own: 0.001 to 1000000. Default 30."`
	SVG     *string `name:"svg" placeholder:"FILE" help:"Write a picture, too; - prints it and nothing else."`
	JSON    bool    `name:"json" help:"Print one JSON object a line."`
}

// ability is what one engine takes for the benchmark and what it finds in its time, as
// --json prints it. Go, which has no clock, has nodes alone.
type ability struct {
	Engine  string    `json:"engine"`
	About   string    `json:"stands_for"`
	Profile string    `json:"profile"`
	SX      int       `json:"sx"`
	Clock   emu.Clock `json:"clock_hz"`
	Nodes   uint64    `json:"nodes"`
	Cycles  uint64    `json:"cycles"`
	PerNode float64   `json:"cycles_per_node"`
	Seconds float64   `json:"seconds"`
	// Solved are the mates found, of so many positions, in so many seconds by the model of the
	// machine's cycles.
	Solved    int     `json:"solved"`
	Positions int     `json:"positions"`
	Limit     float64 `json:"limit_seconds"`
	// ROM is what the engine takes without the opening book, in both ROMs where there are two.
	ROM      int `json:"rom_bytes"`
	ROMLimit int `json:"rom_limit"`
	RAM      int `json:"ram_bytes"`
	RAMLimit int `json:"ram_limit"`
}

// Run searches the benchmark with each engine, unwatched, and with Go the mates in each
// machine's time.
func (c *Engines) Run(a *cli.App) error {
	if c.SVG != nil && *c.SVG == "" {
		return cli.Usagef("--svg: want the name of a file, or -")
	}
	names, err := c.Names(a)
	if err != nil {
		return err
	}
	positions, err := cli.BuiltInPositions(cli.Benchmark)
	if err != nil {
		return err
	}
	jobs, err := a.Jobs(&cli.ProfileFlag{Profile: c.Profile}, positions, &cli.BudgetFlags{})
	if err != nil {
		return err
	}
	if len(jobs) != len(positions) {
		return cli.Usagef("--profile %s: want one profile", c.Profile)
	}
	mates := &Solve{Profile: c.Profile, Seconds: &c.Seconds}
	trials, err := mates.trials(a)
	if err != nil {
		return err
	}
	all, err := abilities(a, names, jobs)
	if err != nil {
		return err
	}
	if err := findMates(a, all, mates, trials); err != nil {
		return err
	}
	if c.SVG != nil {
		if printed, err := a.PutPicture(*c.SVG, drawAbilities(all, len(positions))); printed || err != nil {
			return err
		}
	}
	return writeAbilities(a, all, len(positions), c.JSON)
}

// abilities are those of the engines before any mate is looked for. They must count the
// same nodes.
func abilities(a *cli.App, names []string, jobs []cli.Job) ([]ability, error) {
	all := make([]ability, len(names))
	for i, name := range names {
		k, err := hostbridge.KindOf(name)
		if err != nil {
			return nil, err
		}
		x := ability{Engine: name, About: k.About, Profile: jobs[0].Prof.Name, SX: jobs[0].Limits.SX, Clock: k.Clock}
		img, err := cli.EmbeddedImage(name)
		if err != nil {
			return nil, err
		}
		if img != nil {
			s := img.Sizes()
			x.ROM, x.ROMLimit, x.RAM, x.RAMLimit = s.ROM+s.Code2, s.ROMLimit+s.Code2Limit, s.RAM, s.RAMLimit
		}
		all[i] = x
	}
	nodes := make([]uint64, len(jobs)) // of the first engine
	err := cli.Each(a, names, len(names)*len(jobs), func(b cli.Bench, i int) (hostbridge.Result, error) {
		j := jobs[i%len(jobs)]
		e := b[names[i/len(jobs)]]
		r, err := e.Search(goengine.NewGame(j.Pos.Board), &j.Prof.Data, j.Limits)
		switch {
		case err != nil:
			return r, fmt.Errorf("engine %s: profile %s: fen %q: %w", e.Name(), j.Prof.Name, j.Pos.FEN, err)
		case a.Ctx.Err() != nil:
			return r, a.Ctx.Err()
		}
		return r, nil
	}, func(i int, r hostbridge.Result) error {
		x, p := &all[i/len(jobs)], i%len(jobs)
		switch {
		case i < len(jobs):
			nodes[p] = r.Nodes
		case nodes[p] != r.Nodes:
			return fmt.Errorf("profile %s: fen %q: %s counts %d nodes, %s %d: see searchex diff", jobs[p].Prof.Name, jobs[p].Pos.FEN, names[0], nodes[p], x.Engine, r.Nodes)
		}
		x.Nodes += r.Nodes
		x.Cycles += r.Cycles
		return nil
	})
	for i := range all {
		x := &all[i]
		x.PerNode = report.Tenths(float64(x.Cycles) / float64(max(x.Nodes, 1)))
		x.Seconds = report.Tenths(float64(x.Cycles) / float64(max(x.Clock, 1)))
	}
	return all, err
}

// findMates counts the mates that Go finds in the time of each machine.
func findMates(a *cli.App, all []ability, mates *Solve, trials []trial) error {
	var names []string
	var timed []*ability
	for i := range all {
		if all[i].Clock == 0 {
			continue
		}
		name, err := cli.StandIn(all[i].Engine)
		if err != nil {
			return err
		}
		names, timed = append(names, name), append(timed, &all[i])
	}
	return cli.Each(a, names, len(names)*len(trials), func(b cli.Bench, i int) (outcome, error) {
		return mates.try(a, b[names[i/len(trials)]], trials[i%len(trials)])
	}, func(i int, o outcome) error {
		x := timed[i/len(trials)]
		x.Limit = mates.seconds()
		x.Positions++
		if o.solved {
			x.Solved++
		}
		return nil
	})
}

// searched says what the figures are of.
func (x *ability) searched(positions int) string {
	return fmt.Sprintf("%s, profile %s to SX %d, the same tree on all", report.Plural(positions, "position"), x.Profile, x.SX)
}

// within is the time in which mates are to be found.
func (x *ability) within() string { return fmt.Sprintf("%g s", x.Limit) }

// writeAbilities prints the table, or its rows as JSON.
func writeAbilities(a *cli.App, all []ability, positions int, asJSON bool) error {
	if asJSON {
		for _, x := range all {
			if err := report.JSON(a.Out, x); err != nil {
				return err
			}
		}
		return nil
	}
	first := machineAmong(all)
	mates := "mates"
	if first != nil {
		mates += " in " + first.within()
	}
	t := report.NewTable("<engine", "<stands for", "MHz", "nodes", "cycles", "a node", "<to finish", mates, "ROM", "+of", "RAM", "+of").Keys(1)
	for _, x := range all {
		if x.Clock == 0 {
			t.Add(x.Engine, x.About, "", x.Nodes)
			continue
		}
		t.Add(x.Engine, x.About, fmt.Sprintf("%g", x.Clock.MHz()), x.Nodes, x.Cycles, report.Whole(x.PerNode), report.Seconds(x.Cycles, x.Clock),
			fmt.Sprintf("%d/%d", x.Solved, x.Positions), x.ROM, x.ROMLimit, x.RAM, x.RAMLimit)
	}
	if err := t.Write(a.Out); err != nil {
		return err
	}
	below := "\n" + all[0].searched(positions) + "\n"
	if first != nil {
		below += "mates: of own_mates.epd, in each machine's own time by the model of its cycles\nROM: of the engine, without the opening book\n"
	}
	_, err := a.Out.Write([]byte(a.Out.Fold(below)))
	return err
}

// machineAmong is the first of the engines that has a clock, nil for none.
func machineAmong(all []ability) *ability {
	i := slices.IndexFunc(all, func(x ability) bool { return x.Clock > 0 })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// drawAbilities is the picture of the machines.
func drawAbilities(all []ability, positions int) []byte {
	c := bars.Chart{Title: "One search, several processors", Lines: []string{all[0].searched(positions)}}
	first := machineAmong(all)
	if first == nil {
		return c.SVG()
	}
	panels := []struct {
		title string
		value func(x *ability) (float64, string)
	}{
		{"to finish at its own clock: less is better", func(x *ability) (float64, string) {
			return float64(x.Cycles) / float64(x.Clock), report.Seconds(x.Cycles, x.Clock)
		}},
		{fmt.Sprintf("mates found in %s of its own time, of %d", first.within(), first.Positions), func(x *ability) (float64, string) {
			return float64(x.Solved), report.Int(x.Solved)
		}},
		{"clock cycles a node: less is better", func(x *ability) (float64, string) { return x.PerNode, report.Whole(x.PerNode) }},
		{"clock, MHz", func(x *ability) (float64, string) { return x.Clock.MHz(), fmt.Sprintf("%g", x.Clock.MHz()) }},
		{"ROM of the engine without its book, bytes", func(x *ability) (float64, string) { return float64(x.ROM), report.Int(x.ROM) }},
		{"RAM, bytes", func(x *ability) (float64, string) { return float64(x.RAM), report.Int(x.RAM) }},
	}
	for _, p := range panels {
		panel := bars.Panel{Title: p.title}
		for i := range all {
			if x := &all[i]; x.Clock > 0 {
				value, text := p.value(x)
				panel.Bars = append(panel.Bars, bars.Bar{Name: x.Engine, Value: value, Text: text})
			}
		}
		c.Panels = append(c.Panels, panel)
	}
	for i := range all {
		if x := &all[i]; x.Clock > 0 {
			c.Lines = append(c.Lines, fmt.Sprintf("%s: %s, %g MHz", x.Engine, x.About, x.Clock.MHz()))
		}
	}
	return c.SVG()
}

func (*Engines) Help() string {
	return cli.Detail("Prints for each engine the nodes of the benchmark, the same on all, and for a machine what it takes: clock cycles, cycles a node, time to finish at "+
		"its own clock; then the test mates that are found in 30 seconds of that time, and the memory in use.",
		"searchex engines\nsearchex engines --profile tuned --svg FILE", cli.ReadmeSession)
}
