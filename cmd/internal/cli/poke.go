package cli

import (
	"strings"

	"github.com/searchex/searchex/cmd/internal/explain/poke"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/hostbridge"
)

// PokeFlag changes bytes of an emulated ROM, to show how a difference is found.
type PokeFlag struct {
	Poke []string `sep:"none" placeholder:"ADDR=BYTE" help:"Change a byte of the machine's ROM first: of the machine that --engine names, or of the first machine. Address and byte in hexadecimal with $ or 0x, or decimal; the address may be label or label+offset. May be given several times."`
}

// Apply changes the ROM of the machine among the engines.
func (f *PokeFlag) Apply(engines []hostbridge.Engine) error {
	if len(f.Poke) == 0 {
		return nil
	}
	var machines []emu.Machine
	var names []string
	for _, e := range engines {
		if m, ok := MachineOf(e); ok {
			machines, names = append(machines, m), append(names, e.Name())
		}
	}
	switch {
	case len(machines) == 0:
		return Usagef("--poke %s: none of the engines has a ROM that can be changed", strings.Join(f.Poke, " "))
	case len(machines) > 1:
		return Usagef("--poke %s: is for one machine, and %s are several: want --engine go,%s", strings.Join(f.Poke, " "), report.Sentence(names), names[0])
	}
	for _, s := range f.Poke {
		c, err := parsePoke(s, machines[0].Program())
		if err != nil {
			return err
		}
		m := machines[0]
		m.Write(c.Addr, c.To)
		if m.Reset(); m.Read(c.Addr) != c.To {
			return Usagef("--poke %s: $%04x is in RAM, where each search begins with what the program's file has", s, c.Addr)
		}
	}
	return nil
}

// Poked returns an App like a whose NewEngine changes the ROM. There must be one machine
// among the names.
func (f *PokeFlag) Poked(a *App, names []string) (*App, error) {
	if len(f.Poke) == 0 {
		return a, nil
	}
	bench, err := a.NewBench(names)()
	if err != nil {
		return nil, err
	}
	if err := f.Apply(bench.List(names)); err != nil {
		return nil, err
	}
	b := *a
	b.NewEngine = func(name string) (hostbridge.Engine, error) {
		e, err := a.NewEngine(name)
		if err != nil {
			return nil, err
		}
		if _, ok := MachineOf(e); ok {
			err = f.Apply([]hostbridge.Engine{e})
		}
		return e, err
	}
	return &b, nil
}

// parsePoke parses ADDR=BYTE.
func parsePoke(s string, p *emu.Program) (poke.Change, error) {
	c, err := poke.Parse(s, p)
	if err != nil {
		return c, Usagef("--poke %s: %w", s, err)
	}
	return c, nil
}
