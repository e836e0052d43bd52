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

// Snapshotter is an engine on a machine that can take a snapshot of a search.
type Snapshotter interface {
	Snapshot(ctx context.Context, t *Task) (*Snapshot, Result, error)
}

// TakeSnapshot makes a search and returns its snapshot and what it found. If the
// context ends first, the error is the context's.
func TakeSnapshot(ctx context.Context, e Engine, t *Task) (*Snapshot, Result, error) {
	on, ok := e.(Snapshotter)
	if !ok {
		return nil, Result{}, fmt.Errorf("engine %s: snapshot: it runs on no machine", e.Name())
	}
	s, r, err := on.Snapshot(ctx, t)
	switch {
	case ctx.Err() != nil && (err != nil || r.Stopped):
		return nil, Result{}, ctx.Err()
	case err != nil:
		return nil, Result{}, fmt.Errorf("engine %s: profile %s: fen %q: %w", e.Name(), t.ProfileName, t.FEN, err)
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

// Snapshot implements Snapshotter.
func (e *machineEngine) Snapshot(ctx context.Context, t *Task) (*Snapshot, Result, error) {
	s, err := e.snapshot(t, func() error {
		e.poll(ctx, 0, nil)
		defer e.m.SetAlarm(0, nil)
		return e.call(e.sym.Search)
	})
	if err != nil {
		return nil, Result{}, err
	}
	return s, e.result(0), nil
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
	rom := []emu.Range{{Start: p.Origin, Size: uint32(len(p.ROM))}}
	for i := range p.More {
		rom = append(rom, p.More[i].Range())
	}
	s := NewSnapshot(m, rom, ram)
	if err := run(); err != nil && !errors.Is(err, emu.ErrStopped) {
		return nil, err
	}
	s.End(m)
	return s, nil
}

// NewSnapshot returns the snapshot of a machine that is about to search, with what can be
// read and what can be written. End completes it.
func NewSnapshot(m emu.Machine, rom []emu.Range, ram emu.Range) *Snapshot {
	s := &Snapshot{CPU: m.Name(), RAM: ram, ROM: rom}
	size := 1 << 16
	for _, r := range append([]emu.Range{ram}, rom...) {
		for uint32(size) < r.End() {
			size *= 2
		}
	}
	s.Memory = bytes.Repeat([]byte{0xFF}, size)
	for _, r := range append([]emu.Range{ram}, rom...) {
		m.ReadBytes(r.Start, s.Memory[r.Start:r.End()])
	}
	for _, name := range snapshotRegisters[s.CPU] {
		s.Registers = append(s.Registers, Register{name, m.Register(name)})
	}
	return s
}

// End notes what the machine has become at the search's end.
func (s *Snapshot) End(m emu.Machine) {
	s.Home, s.Cycles, s.After = m.PC(), m.Cycles(), make([]byte, s.RAM.Size)
	m.ReadBytes(s.RAM.Start, s.After)
}
