// Package engines shows the engines side by side: what each processor takes and
// finds.
package engines

import (
	"fmt"
	"slices"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/report/bars"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/hostbridge"
)

// Engine is what an engine takes for the benchmark, what it finds in its time, and
// its memory. Go, which has no clock, has nodes only.
type Engine struct {
	Engine  string    `json:"engine"`
	About   string    `json:"stands_for"`
	Profile string    `json:"profile"`
	SX      int       `json:"sx"`
	Clock   emu.Clock `json:"clock_hz"`
	Nodes   uint64    `json:"nodes"`
	Cycles  uint64    `json:"cycles"`
	PerNode float64   `json:"cycles_per_node"`
	Seconds float64   `json:"seconds"`
	// Solved is the number of mates found, each in Limit seconds by the model of the
	// machine's cycles.
	Solved    int     `json:"solved"`
	Positions int     `json:"positions"`
	Limit     float64 `json:"limit_seconds"`
	// ROM is the engine's without the opening book, in both ROMs if there are two.
	ROM      int `json:"rom_bytes"`
	ROMLimit int `json:"rom_limit"`
	RAM      int `json:"ram_bytes"`
	RAMLimit int `json:"ram_limit"`
}

// New returns an engine with its memory, before any search, for a profile and an
// SX.
func New(name, profile string, sx int) (Engine, error) {
	k, err := hostbridge.KindOf(name)
	if err != nil {
		return Engine{}, err
	}
	x := Engine{Engine: name, About: k.About, Profile: profile, SX: sx, Clock: k.Clock}
	if k.Image == nil {
		return x, nil
	}
	img, err := k.Image()
	if err != nil {
		return x, err
	}
	s := img.Sizes()
	x.ROM, x.ROMLimit, x.RAM, x.RAMLimit = s.ROM+s.Code2, s.ROMLimit+s.Code2Limit, s.RAM, s.RAMLimit
	return x, nil
}

// Add adds a search of the benchmark.
func (x *Engine) Add(r hostbridge.Result) {
	x.Nodes += r.Nodes
	x.Cycles += r.Cycles
	x.PerNode = report.Tenths(float64(x.Cycles) / float64(max(x.Nodes, 1)))
	x.Seconds = report.Tenths(float64(x.Cycles) / float64(max(x.Clock, 1)))
}

// searched says what was searched.
func (x *Engine) searched(positions int) string {
	return fmt.Sprintf("%s, profile %s to SX %d, the same tree on all", report.Plural(positions, "position"), x.Profile, x.SX)
}

// within returns the time limit for a mate.
func (x *Engine) within() string { return fmt.Sprintf("%g s", x.Limit) }

// Write prints a table of the engines, which searched some positions.
func Write(w *report.Screen, all []Engine, positions int) error {
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
	if err := t.Write(w); err != nil {
		return err
	}
	below := "\n" + all[0].searched(positions) + "\n"
	if first != nil {
		below += "mates: of own_mates.epd, in each machine's own time by the model of its cycles\nROM: of the engine, without the opening book\n"
	}
	return w.Print(below)
}

// machineAmong returns the first engine that has a clock, or nil.
func machineAmong(all []Engine) *Engine {
	i := slices.IndexFunc(all, func(x Engine) bool { return x.Clock > 0 })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// SVG draws the machines.
func SVG(all []Engine, positions int) []byte {
	c := bars.Chart{Title: "One search, several processors", Lines: []string{all[0].searched(positions)}}
	first := machineAmong(all)
	if first == nil {
		return c.SVG()
	}
	panels := []struct {
		title string
		value func(x *Engine) (float64, string)
	}{
		{"to finish at its own clock: less is better", func(x *Engine) (float64, string) {
			return float64(x.Cycles) / float64(x.Clock), report.Seconds(x.Cycles, x.Clock)
		}},
		{fmt.Sprintf("mates found in %s of its own time, of %d", first.within(), first.Positions), func(x *Engine) (float64, string) {
			return float64(x.Solved), report.Int(x.Solved)
		}},
		{"clock cycles a node: less is better", func(x *Engine) (float64, string) { return x.PerNode, report.Whole(x.PerNode) }},
		{"clock, MHz", func(x *Engine) (float64, string) { return x.Clock.MHz(), fmt.Sprintf("%g", x.Clock.MHz()) }},
		{"ROM of the engine without its book, bytes", func(x *Engine) (float64, string) { return float64(x.ROM), report.Int(x.ROM) }},
		{"RAM, bytes", func(x *Engine) (float64, string) { return float64(x.RAM), report.Int(x.RAM) }},
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
