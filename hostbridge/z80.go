package hostbridge

import (
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/goengine"
)

// z80Symbols are labels and constants (of search.inc) whose meaning is the
// Z80's own.
type z80Symbols struct {
	NMove, JMove, NStatic uint32
	NAny, PassedOver      uint32
	ScanNext, Nodes       uint32
	PvRows, ScoreBias     uint32
}

const (
	// z80RawMove is the size of a raw move: from, to, flags.
	z80RawMove = 3
	// z80Category is the place of the category in a record of the sorted list.
	z80Category = 3
)

// openZ80 is a Z80 with a program, and the program's layout.
func openZ80(p *emu.Program) (emu.Machine, *layout, error) {
	m, err := z80.New(p)
	if err != nil {
		return nil, nil, err
	}
	var s z80Symbols
	if err := resolve(&s, p); err != nil {
		return nil, nil, err
	}
	move := func(addr uint32) goengine.Move { return goengine.Move(m.ReadWord(addr)) }
	l, err := byteLayout(m, p, rawList{
		size: z80RawMove,
		move: move,
		copy: func(to, from uint32) {
			for i := range uint32(z80RawMove) {
				m.Write(to+i, m.Read(from+i))
			}
		},
	})
	if err != nil {
		return nil, nil, err
	}
	r := m.Regs()
	l.lineBelow = func() uint32 { return uint32(m.ReadWord(s.PvRows + 2)) }
	l.setArgument = r.SetA
	l.jump = func(addr uint32) { r.SetPC(uint16(addr)) }
	l.returns = func() (sp, addr uint32) { return uint32(r.SP()), uint32(m.ReadWord(uint32(r.SP()))) }
	l.hooks = z80Hooks(m, l, &s)
	return m, l, nil
}

// z80Hooks are the hooks of the Z80's program. What the registers hold at a
// hook is said in the sources, at the label.
func z80Hooks(m *z80.Machine, l *layout, s *z80Symbols) []hook {
	r := m.Regs()
	score := func(w uint16) int16 { return int16(w - uint16(s.ScoreBias)) }
	word := func(v int16) uint16 { return uint16(v) + uint16(s.ScoreBias) }
	pointer := func(at uint32) uint32 { return uint32(m.ReadWord(at)) }
	moveBy := func(at uint32) func() goengine.Move {
		return func() goengine.Move { return l.move(pointer(at)) }
	}
	n := moveBy(s.NMove)
	hl := place{func() int16 { return score(r.HL()) }, func(v int16) { r.SetHL(word(v)) }}
	de := place{func() int16 { return score(r.DE()) }, func(v int16) { r.SetDE(word(v)) }}
	c := place{func() int16 { return int16(r.C()) }, func(v int16) { r.SetC(uint8(v)) }}

	return []hook{
		{label: "hook_generated", kind: atGenerated, parts: tactical | quiet},
		{label: "hook_tactical", kind: atGenerated, parts: tactical},
		{label: "hook_quiet", kind: atGenerated, parts: quiet,
			again: func() bool { return m.Read(s.NAny)>>s.PassedOver&1 != 0 }},
		{label: "hook_part", kind: atGenerated, parts: quiet},
		{label: "hook_killer", kind: atGenerated, parts: quiet},
		{label: "hook_killers", kind: atGenerated, parts: quiet},
		{label: "hook_cached", kind: atGenerated, parts: tactical | quiet},
		{label: "hook_listed", kind: atScored, move: moveBy(s.JMove), value: hl},
		{label: "hook_listed_quiet", kind: atScored, move: moveBy(s.JMove), value: hl},
		{label: "hook_scored_one", kind: atScored, move: n, value: hl},
		{label: "hook_scored_high", kind: atScored, move: n, value: hl},
		// DE is behind the move. The machine has compared two entries of a
		// piece's table, at HL and, in the same page, at B. Their difference
		// and the static value are added up here only to be told.
		{
			label: "hook_low", kind: atLow,
			move: func() goengine.Move { return l.move(uint32(r.DE() - z80RawMove)) },
			value: place{get: func() int16 {
				from := uint32(r.H())<<8 | uint32(r.B())
				return l.score(s.NStatic) + int16(m.Read(uint32(r.HL()))) - int16(m.Read(from))
			}},
			scoredAt: "hook_scored_high", worthAt: "hook_test_high",
			leave: func() {
				m.WriteWord(s.NMove, r.DE()-z80RawMove)
				m.WriteWord(s.ScanNext, r.DE())
				m.WriteWord(s.Nodes, r.IX()+1)
			},
		},
		{label: "hook_low_value", kind: atLowValue, move: n, value: de, worthAt: "hook_test_one", leave: func() {}},
		{label: "hook_test_one", kind: atEntry, value: de},
		{label: "hook_test_high", kind: atEntry, value: de},
		{label: "hook_priced", kind: atPriced, move: n, value: c,
			category: func() goengine.Category { return goengine.Category(m.Read(pointer(s.NMove) + z80Category)) }},
		{label: "follow", kind: atFollow},
		{label: "hook_beta_test", kind: atBeta, move: n, value: de},
		{label: "hook_pass", kind: atPass, value: de},
		{label: "hook_alpha_test", kind: atAlpha, move: n, value: de},
		{label: "hook_best", kind: atBest, move: n},
		{label: "hook_iteration", kind: atIteration, value: hl, sx: r.A},
	}
}
