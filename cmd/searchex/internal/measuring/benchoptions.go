package measuring

import (
	"fmt"
	"time"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/hostbridge"
)

// alone is another project's package by itself, which begins where a machine was.
type alone interface {
	Begin()
	RunTo(addr uint32)
	Holds(addr uint32, b []byte) bool
}

// withOptions returns a machine with options that is about to make the search of a
// snapshot of another machine, with the same map and stack, and its package alone.
func withOptions(of emu.Machine, s *hostbridge.Snapshot) (emu.Machine, alone, error) {
	image := func(r emu.Range) []byte { return s.Memory[r.Start:r.End()] }
	p := &emu.Program{Name: "snapshot", ROM: image(s.ROM[0]), Origin: s.ROM[0].Start, Symbols: of.Program().Symbols}
	roms := []emu.Range{s.ROM[0]}
	for _, r := range s.ROM[1:] {
		if roms[0].Has(r.Start) { // the book, in the memory of the ROM that has it
			continue
		}
		roms = append(roms, r)
		p.More = append(p.More, emu.Image{Name: "ROM", Data: image(r), Origin: r.Start, Code: int(r.Size)})
	}
	m, begin, err := map[string]func(o emu.Options) (emu.Machine, func() alone, error){
		"z80": func(o emu.Options) (emu.Machine, func() alone, error) {
			m, err := z80.NewWithOptions(p, z80.Options{Options: o})
			return m.Machine, func() alone { return m.Alone() }, err
		},
		"6502": func(o emu.Options) (emu.Machine, func() alone, error) {
			m, err := m6502.NewWithOptions(p, m6502.Options{Options: o})
			return m.Machine, func() alone { return m.Alone() }, err
		},
		"68000": func(o emu.Options) (emu.Machine, func() alone, error) {
			m, err := m68k.NewWithOptions(p, m68k.Options{Options: o})
			return m.Machine, func() alone { return m.Alone() }, err
		},
	}[s.CPU](emu.Options{ROM: roms, RAM: []emu.Range{s.RAM}})
	if err != nil {
		return emu.Machine{}, nil, err
	}
	m.Enter(s.Register("pc"))
	m.WriteBytes(s.RAM.Start, image(s.RAM))
	for _, r := range s.Registers {
		m.SetRegister(r.Name, r.Value)
	}
	m.ResetCycles()
	return m, begin(), nil
}

// searches are the searches of a machine with options: how it makes them with and without
// guards, and its package alone.
type searches struct {
	machines  []emu.Machine
	packages  []alone
	states    []*emu.State
	snapshots []*hostbridge.Snapshot
}

// searchesOf returns the searches of some tasks on the machine of an engine.
func searchesOf(a *cli.App, name string, tasks []hostbridge.Task) (*searches, error) {
	e, err := hostbridge.New(name)
	if err != nil {
		return nil, fmt.Errorf("engine %s: %w", name, err)
	}
	of, ok := cli.MachineOf(e)
	if !ok {
		return nil, fmt.Errorf("engine %s: it runs on no machine", name)
	}
	all := new(searches)
	for i := range tasks {
		s, _, err := hostbridge.TakeSnapshot(a.Ctx, e, &tasks[i])
		if err = a.Ended(err); err != nil {
			return nil, err
		}
		m, p, err := withOptions(of, s)
		if err != nil {
			return nil, err
		}
		all.machines, all.packages = append(all.machines, m), append(all.packages, p)
		all.states, all.snapshots = append(all.states, m.State()), append(all.snapshots, s)
	}
	return all, nil
}

// mhz makes the searches one after the other, repeatedly until benchTime has passed, and
// returns the emulated MHz.
func (all *searches) mhz(a *cli.App, search func(i int) error) (float64, error) {
	var cycles uint64
	begun := time.Now()
	for cycles == 0 || time.Since(begun) < benchTime {
		for i, s := range all.snapshots {
			if a.Ctx.Err() != nil {
				return 0, cli.Interrupted{}
			}
			if err := search(i); err != nil {
				return 0, err
			}
			cycles += s.Cycles
		}
		if cycles == 0 {
			break // no position has a move
		}
	}
	return float64(cycles) / time.Since(begun).Seconds() / 1e6, nil
}

// withOptions makes a search on the machine with options.
func (all *searches) withOptions(i int, guards bool) error {
	m := all.machines[i]
	m.SetState(all.states[i])
	m.SetGuards(guards)
	if err := m.Continue(0); err != nil {
		return err
	}
	if s := all.snapshots[i]; m.Cycles() != s.Cycles {
		return fmt.Errorf("%s with options: %d cycles, without %d", s.CPU, m.Cycles(), s.Cycles)
	}
	return nil
}

// alone makes a search on the package alone.
func (all *searches) alone(i int) error {
	p, s := all.packages[i], all.snapshots[i]
	p.Begin()
	if p.RunTo(s.Home); !p.Holds(s.RAM.Start, s.After) {
		return fmt.Errorf("the package of the %s alone: its search leaves other RAM than that of the machine", s.CPU)
	}
	return nil
}
