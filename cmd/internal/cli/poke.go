package cli

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/hostbridge"
)

// PokeFlag changes bytes of an emulated ROM, to show how a difference is found.
type PokeFlag struct {
	Poke []string `sep:"none" placeholder:"ADDR=BYTE" help:"Change a byte of the machine's ROM first: of the machine that --engine names, or of the first machine. Address and byte in hexadecimal with $ or 0x, or decimal; the address may be label or label+offset. May be given several times."`
}

// change is a new value for one byte.
type change struct {
	addr uint32
	to   byte
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
		machines[0].Write(c.addr, c.to)
	}
	return nil
}

// Poked returns an App like a whose NewEngine changes the ROM. There must be one machine
// among the names.
func (f *PokeFlag) Poked(a *App, names []string) (*App, error) {
	if len(f.Poke) == 0 {
		return a, nil
	}
	var engines []hostbridge.Engine
	for _, name := range names {
		e, err := a.NewEngine(name)
		if err != nil {
			return nil, fmt.Errorf("engine %s: %w", name, err)
		}
		engines = append(engines, e)
	}
	if err := f.Apply(engines); err != nil {
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
func parsePoke(s string, p *emu.Program) (change, error) {
	where, what, ok := strings.Cut(s, "=")
	if !ok {
		return change{}, Usagef("--poke %s: want ADDR=BYTE", s)
	}
	b, err := pokeNumber(what)
	if err != nil || b > 0xFF {
		return change{}, Usagef("--poke %s: %q is not a byte", s, what)
	}
	addr, err := address(where, p)
	if err != nil {
		return change{}, Usagef("--poke %s: %w", s, err)
	}
	if !p.InROM(addr) {
		return change{}, Usagef("--poke %s: $%04x is not in the ROM, $%04x to $%04x", s, addr, p.Origin, int(p.Origin)+len(p.ROM)-1)
	}
	return change{addr, byte(b)}, nil
}

// address parses a number, a label or label+offset.
func address(s string, p *emu.Program) (uint32, error) {
	if n, err := pokeNumber(s); err == nil {
		return n, nil
	}
	label, offset, plus := strings.Cut(s, "+")
	addr, ok := p.Symbols[label]
	if !ok {
		labels := slices.Sorted(maps.Keys(p.Symbols))
		return 0, fmt.Errorf("%q is neither a number nor a label: the nearest is %s", label, strings.Join(nearest(label, labels), " or "))
	}
	if !plus {
		return addr, nil
	}
	n, err := pokeNumber(offset)
	if err != nil {
		return 0, fmt.Errorf("offset %q is not a number", offset)
	}
	return addr + n, nil
}

// pokeNumber parses a number of at most 24 bits: $12, 0x12 or 18.
func pokeNumber(s string) (uint32, error) {
	base := 10
	for _, prefix := range []string{"$", "0x", "0X"} {
		if rest, ok := strings.CutPrefix(s, prefix); ok {
			s, base = rest, 16
			break
		}
	}
	n, err := strconv.ParseUint(s, base, 24)
	return uint32(n), err
}
