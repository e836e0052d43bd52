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
	MovePrice             uint32
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

// openZ80 returns a Z80 with a program, and the program's layout.
func openZ80(p *emu.Program) (emu.Machine, *layout, error) {
	m, err := z80.New(p)
	if err != nil {
		return emu.Machine{}, nil, err
	}
	var s z80Symbols
	if err := resolve(&s, p); err != nil {
		return emu.Machine{}, nil, err
	}
	move := func(addr uint32) goengine.Move { return goengine.Move(m.ReadWord(addr)) }
	l, err := byteLayout(m.Machine, p, rawList{
		size: z80RawMove,
		move: move,
		copy: func(to, from uint32) {
			for i := range uint32(z80RawMove) {
				m.Write(to+i, m.Read(from+i))
			}
		},
	})
	if err != nil {
		return emu.Machine{}, nil, err
	}
	r := m.Regs()
	l.lineBelow = func() uint32 { return uint32(m.ReadWord(s.PvRows + 2)) }
	l.setArgument = r.SetA
	l.jump = func(addr uint32) { r.SetPC(uint16(addr)) }
	l.returns = func() (sp, addr uint32) { return uint32(r.SP()), uint32(m.ReadWord(uint32(r.SP()))) }
	l.hooks = z80Hooks(m, l, &s)
	return m.Machine, l, nil
}

// z80Hooks returns the hooks of the Z80's program. The sources say at each label
// what the registers hold.
func z80Hooks(m z80.Machine, l *layout, s *z80Symbols) []hook {
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

	return hooksOf(nil, func(h *hook) {
		h.move, h.value = n, de
		switch h.kind {
		case atScored:
			h.value = hl
		case atPriced:
			h.value = c
			h.category = func() goengine.Category { return goengine.Category(m.Read(pointer(s.NMove) + z80Category)) }
		case atFollow:
			h.value = place{get: func() int16 { return int16(m.Read(s.MovePrice)) }}
		case atIteration:
			h.value, h.sx = hl, r.A
		}
		switch h.label {
		case "hook_quiet":
			h.again = func() bool { return m.Read(s.NAny)>>s.PassedOver&1 != 0 }
		case "hook_listed", "hook_listed_quiet":
			h.move = moveBy(s.JMove)
		case "hook_low":
			// DE is behind the move. The machine has compared two entries of a
			// piece's table, at HL and, in the same page, at B. Their difference
			// and the static value are added up here only to be reported.
			h.move = func() goengine.Move { return l.move(uint32(r.DE() - z80RawMove)) }
			h.value = place{get: func() int16 {
				from := uint32(r.H())<<8 | uint32(r.B())
				return l.score(s.NStatic) + int16(m.Read(uint32(r.HL()))) - int16(m.Read(from))
			}}
			h.leave = func() {
				m.WriteWord(s.NMove, r.DE()-z80RawMove)
				m.WriteWord(s.ScanNext, r.DE())
				m.WriteWord(s.Nodes, r.IX()+1)
			}
		case "hook_low_value":
			h.leave = func() {}
		}
	})
}
