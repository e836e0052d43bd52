package hostbridge

import (
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/goengine"
)

// m6502Symbols are labels and constants (of memory.inc) whose meaning is the
// 6502's own.
type m6502Symbols struct {
	NMove, NRecord, NStatic, NAny uint32
	Value, MovePrice, SearchSx    uint32
	ListTable, ListNext, Nodes    uint32
	PvRowLow, PvRowHigh           uint32
	RawMoves, RawSpace            uint32
	PassedOver, RecCategory       uint32
}

// open6502 is a 6502 with a program, and the program's layout.
func open6502(p *emu.Program) (emu.Machine, *layout, error) {
	m, err := m6502.New(p)
	if err != nil {
		return nil, nil, err
	}
	var s m6502Symbols
	if err := resolve(&s, p); err != nil {
		return nil, nil, err
	}
	l, err := byteLayout(m, p, rawList{
		size: 1,
		move: func(addr uint32) goengine.Move {
			return goengine.Move(m.Read(addr)) | goengine.Move(m.Read(addr+s.RawSpace))<<8
		},
		copy: func(to, from uint32) {
			for column := range uint32(3) {
				m.Write(to+column*s.RawSpace, m.Read(from+column*s.RawSpace))
			}
		},
	})
	if err != nil {
		return nil, nil, err
	}
	r := m.Regs()
	l.lineBelow = func() uint32 { return uint32(m.Read(s.PvRowLow+1)) | uint32(m.Read(s.PvRowHigh+1))<<8 }
	l.setArgument = r.SetA
	l.jump = func(addr uint32) { r.SetPC(uint16(addr)) }
	l.returns = func() (sp, addr uint32) {
		sp = 0x0101 + uint32(r.S())
		return sp, uint32(m.ReadWord(sp) + 1)
	}
	l.hooks = m6502Hooks(m, l, &s)
	return m, l, nil
}

// m6502Hooks are the hooks of the 6502's program: what they tell of lies in page
// 0.
func m6502Hooks(m *m6502.Machine, l *layout, s *m6502Symbols) []hook {
	r := m.Regs()
	pointer := func(at uint32) uint32 { return uint32(m.ReadWord(at)) }
	n := func() goengine.Move { return l.move(s.NMove) }
	value := place{func() int16 { return l.score(s.Value) }, func(v int16) { l.setScore(s.Value, v) }}
	price := place{func() int16 { return int16(m.Read(s.MovePrice)) }, func(v int16) { m.Write(s.MovePrice, uint8(v)) }}

	return []hook{
		{label: "hook_generated", kind: atGenerated, parts: tactical | quiet},
		{label: "hook_tactical", kind: atGenerated, parts: tactical},
		{label: "hook_quiet", kind: atGenerated, parts: quiet,
			again: func() bool { return m.Read(s.NAny)&uint8(s.PassedOver) != 0 }},
		{label: "hook_part", kind: atGenerated, parts: quiet},
		{label: "hook_killer", kind: atGenerated, parts: quiet},
		{label: "hook_killers", kind: atGenerated, parts: quiet},
		{label: "hook_cached", kind: atGenerated, parts: tactical | quiet},
		{label: "hook_listed", kind: atScored, move: n, value: value},
		{label: "hook_listed_quiet", kind: atScored, move: n, value: value},
		{label: "hook_scored_one", kind: atScored, move: n, value: value},
		{label: "hook_scored_high", kind: atScored, move: n, value: value},
		// Of the move X, from m_from to Y, the machine has looked up A, its entry in
		// the piece's table. What the static value becomes is added up here only to
		// be told. It counts the moves later: list_next is the first not counted.
		{
			label: "hook_low", kind: atLow,
			move: func() goengine.Move { return goengine.Move(m.Read(s.NMove)) | goengine.Move(r.Y())<<8 },
			value: place{get: func() int16 {
				from := pointer(s.ListTable) + uint32(m.Read(s.NMove))
				return l.score(s.NStatic) + int16(r.A()) - int16(m.Read(from))
			}},
			scoredAt: "hook_scored_high", worthAt: "hook_test_high",
			leave: func() {
				next := r.X() + 1
				m.WriteWord(s.Nodes, m.ReadWord(s.Nodes)+uint16(next-m.Read(s.ListNext)))
				m.Write(s.ListNext, next)
				m.Write(s.NMove+1, r.Y())
				m.Write(s.NMove+2, m.Read(s.RawMoves+2*s.RawSpace+uint32(r.X())))
			},
		},
		{label: "hook_low_value", kind: atLowValue, move: n, value: value, worthAt: "hook_test_one", leave: func() {}},
		{label: "hook_test_one", kind: atEntry, value: value},
		{label: "hook_test_high", kind: atEntry, value: value},
		{label: "hook_priced", kind: atPriced, move: n, value: price,
			category: func() goengine.Category { return goengine.Category(m.Read(pointer(s.NRecord) + s.RecCategory)) }},
		{label: "follow", kind: atFollow},
		{label: "hook_beta_test", kind: atBeta, move: n, value: value},
		{label: "hook_pass", kind: atPass, value: value},
		{label: "hook_alpha_test", kind: atAlpha, move: n, value: value},
		{label: "hook_best", kind: atBest, move: n},
		{label: "hook_iteration", kind: atIteration, value: value, sx: func() uint8 { return m.Read(s.SearchSx) }},
	}
}
