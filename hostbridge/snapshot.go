package hostbridge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// Snapshot is a machine that is about to search, and what it must have become at the
// search's return. docs/witnesses.md describes the file that it is written to.
type Snapshot struct {
	CPU string
	// About says what is searched, for people: one line each.
	About []string
	// Registers are those that the program can rely on, the PC included. All others
	// may have any value.
	Registers []Register
	// Home is the address to which the search returns.
	Home uint32
	// ROM and RAM are what can be read and what can be written. Where neither is,
	// reading gives $FF and writing does nothing.
	ROM []emu.Range
	RAM emu.Range
	// Memory is all memory from address 0 on, at the search's first instruction.
	Memory []byte
	// Cycles is the number of clock cycles to the return, After is RAM there.
	Cycles uint64
	After  []byte
}

// Register is a register with its value.
type Register struct {
	Name  string
	Value uint32
}

// snapshotRegisters are the registers in a snapshot, by CPU.
var snapshotRegisters = map[string][]string{
	"z80":   strings.Fields("a f bc de hl ix iy sp pc"),
	"6502":  strings.Fields("a x y p s pc"),
	"68000": strings.Fields("d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5 a6 a7 sr pc"),
}

// TakeSnapshot makes a search and returns its snapshot and what it found. If the
// context ends first, the error is the context's.
func TakeSnapshot(ctx context.Context, e Engine, t *Task) (*Snapshot, Result, error) {
	on, ok := e.(*machineEngine)
	if !ok {
		return nil, Result{}, fmt.Errorf("engine %s: snapshot: it runs on no machine", e.Name())
	}
	s, err := on.snapshot(t, func() error {
		on.poll(ctx, 0, nil)
		defer on.m.SetAlarm(0, nil)
		return on.call(on.sym.Search)
	})
	if err != nil {
		return nil, Result{}, fmt.Errorf("engine %s: profile %s: fen %q: %w", e.Name(), t.ProfileName, t.FEN, err)
	}
	r := on.result(0)
	if r.Stopped && ctx.Err() != nil {
		return nil, Result{}, ctx.Err()
	}
	best := "none"
	if r.Best != goengine.NoMove {
		best = t.Position().UCI(r.Best)
	}
	s.About = []string{
		"fen " + t.Position().FEN(), "profile " + t.ProfileName,
		fmt.Sprintf("found %s, score %d/64 of a pawn, %d nodes", best, r.Score, r.Nodes),
	}
	return s, r, nil
}

// snapshot sets up a search, takes the state of the machine before it and after run.
func (e *machineEngine) snapshot(t *Task, run func() error) (*Snapshot, error) {
	if err := e.prepare(t.Game, &t.Profile, t.Limits); err != nil {
		return nil, err
	}
	m, p := e.m, e.m.Program()
	m.Enter(e.sym.Search)
	m.ResetCycles()
	ram := emu.Range{Start: p.Constants["ram_start"], Size: p.Constants["ram_limit"] - p.Constants["ram_start"]}
	s := &Snapshot{CPU: m.Name(), RAM: ram, ROM: []emu.Range{{Start: p.Origin, Size: uint32(len(p.ROM))}}}
	end := max(ram.End(), s.ROM[0].End())
	for i := range p.More {
		r := p.More[i].Range()
		s.ROM = append(s.ROM, r)
		end = max(end, r.End())
	}
	size := 1 << 16
	for uint32(size) < end {
		size *= 2
	}
	s.Memory = bytes.Repeat([]byte{0xFF}, size)
	for _, r := range append([]emu.Range{ram}, s.ROM...) {
		m.ReadBytes(r.Start, s.Memory[r.Start:r.End()])
	}
	for _, name := range snapshotRegisters[s.CPU] {
		s.Registers = append(s.Registers, Register{name, m.Register(name)})
	}
	if err := run(); err != nil && !errors.Is(err, emu.ErrStopped) {
		return nil, err
	}
	s.Home, s.Cycles, s.After = m.PC(), m.Cycles(), make([]byte, ram.Size)
	m.ReadBytes(ram.Start, s.After)
	return s, nil
}
