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

// open6502 returns a 6502 with a program, and the program's layout.
func open6502(p *emu.Program) (emu.Machine, *layout, error) {
	m, err := m6502.New(p)
	if err != nil {
		return emu.Machine{}, nil, err
	}
	var s m6502Symbols
	if err := resolve(&s, p); err != nil {
		return emu.Machine{}, nil, err
	}
	l, err := byteLayout(m.Machine, p, rawList{
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
		return emu.Machine{}, nil, err
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
	return m.Machine, l, nil
}

// m6502Hooks returns the hooks of the 6502's program. What they report is in page
// 0.
func m6502Hooks(m m6502.Machine, l *layout, s *m6502Symbols) []hook {
	r := m.Regs()
	pointer := func(at uint32) uint32 { return uint32(m.ReadWord(at)) }
	n := func() goengine.Move { return l.move(s.NMove) }
	value := place{func() int16 { return l.score(s.Value) }, func(v int16) { l.setScore(s.Value, v) }}
	price := place{func() int16 { return int16(m.Read(s.MovePrice)) }, func(v int16) { m.Write(s.MovePrice, uint8(v)) }}

	return hooksOf(nil, func(h *hook) {
		h.move, h.value = n, value
		switch h.kind {
		case atPriced:
			h.value = price
			h.category = func() goengine.Category { return goengine.Category(m.Read(pointer(s.NRecord) + s.RecCategory)) }
		case atFollow:
			h.value = price
		case atIteration:
			h.sx = func() uint8 { return m.Read(s.SearchSx) }
		}
		switch h.label {
		case "hook_quiet":
			h.again = func() bool { return m.Read(s.NAny)&uint8(s.PassedOver) != 0 }
		case "hook_low":
			// Of the move X, from m_from to Y, the machine has looked up A, its entry
			// in the piece's table. What the static value becomes is added up here
			// only to be reported. It counts the moves later: list_next is the first
			// not counted.
			h.move = func() goengine.Move { return goengine.Move(m.Read(s.NMove)) | goengine.Move(r.Y())<<8 }
			h.value = place{get: func() int16 {
				from := pointer(s.ListTable) + uint32(m.Read(s.NMove))
				return l.score(s.NStatic) + int16(r.A()) - int16(m.Read(from))
			}}
			h.leave = func() {
				next := r.X() + 1
				m.WriteWord(s.Nodes, m.ReadWord(s.Nodes)+uint16(next-m.Read(s.ListNext)))
				m.Write(s.ListNext, next)
				m.Write(s.NMove+1, r.Y())
				m.Write(s.NMove+2, m.Read(s.RawMoves+2*s.RawSpace+uint32(r.X())))
			}
		case "hook_low_value":
			h.leave = func() {}
		}
	})
}
