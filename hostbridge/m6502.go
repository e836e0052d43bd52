package hostbridge

import (
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/goengine"
)

// m6502Symbols are labels and constants (of memory.inc) whose meaning is the
// 6502's own.
type m6502Symbols struct {
	NStatic, ListTable, ListNext, RawMoves        uint32
	NMove, NRecord, Value, MovePrice              uint32
	NAny, NFirstWaiting, RawEnd                   uint32
	TacticalMoves, TacticalEnd                    uint32
	Nodes, NodesHigh, NodeLimit                   uint32
	Pst, PvRowLow, PvRowHigh, SearchSx            uint32
	ScoreBias, RestrictedAt, RawSpace, PassedOver uint32
	RecCategory                                   uint32
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
	return m, m6502Layout(m, &s), nil
}

// m6502Layout is the layout of the 6502's program: what the hooks tell of lies
// in page 0.
func m6502Layout(m *m6502.Machine, s *m6502Symbols) *layout {
	r := m.Regs()
	bias := uint16(s.ScoreBias)
	score := func(addr uint32) int16 { return int16(m.ReadWord(addr) - bias) }
	setScore := func(addr uint32, v int16) { m.WriteWord(addr, uint16(v)+bias) }
	move := func(addr uint32) goengine.Move { return goengine.Move(m.ReadWord(addr)) }
	pointer := func(at uint32) uint32 { return uint32(m.ReadWord(at)) }
	n := func() goengine.Move { return move(s.NMove) }
	value := place{func() int16 { return score(s.Value) }, func(v int16) { setScore(s.Value, v) }}
	price := place{func() int16 { return int16(m.Read(s.MovePrice)) }, func(v int16) { m.Write(s.MovePrice, uint8(v)) }}
	list := rawList{
		size: 1,
		move: func(addr uint32) goengine.Move {
			return goengine.Move(m.Read(addr)) | goengine.Move(m.Read(addr+s.RawSpace))<<8
		},
		copy: func(to, from uint32) {
			for column := range uint32(3) {
				m.Write(to+column*s.RawSpace, m.Read(from+column*s.RawSpace))
			}
		},
	}
	tacticals, quiets := list, list
	tacticals.begin = func() uint32 { return s.TacticalMoves }
	tacticals.end = func() uint32 { return pointer(s.TacticalEnd) }
	tacticals.setEnd = func(a uint32) { m.WriteWord(s.TacticalEnd, uint16(a)) }
	quiets.begin = func() uint32 { return pointer(s.NFirstWaiting) }
	quiets.end = func() uint32 { return pointer(s.RawEnd) }
	quiets.setEnd = func(a uint32) { m.WriteWord(s.RawEnd, uint16(a)) }

	return &layout{
		score:     score,
		setScore:  setScore,
		nodeScore: score,
		nodeByte:  m.Read,
		move:      move,
		setMove:   func(addr uint32, mv goengine.Move) { m.WriteWord(addr, uint16(mv)) },
		// As the Z80's: between two looks bit 15 of the low word is the high part's.
		nodes: func() uint64 { return uint64(m.ReadWord(s.Nodes)) + uint64(m.ReadWord(s.NodesHigh))<<15 },
		setNodeLimit: func(n uint64) {
			m.WriteWord(s.NodeLimit, uint16(n&0x7FFF))
			m.WriteWord(s.NodeLimit+2, uint16(n>>15))
		},
		restricted: func(i int) uint32 { return s.Pst + s.RestrictedAt + uint32(i/64<<8+i%64*2) },
		lineBelow: func() uint32 {
			return uint32(m.Read(s.PvRowLow+1)) | uint32(m.Read(s.PvRowHigh+1))<<8
		},
		tactical:    tacticals,
		quiet:       quiets,
		setArgument: r.SetA,
		jump:        func(addr uint32) { r.SetPC(uint16(addr)) },

		hooks: []hook{
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
					return score(s.NStatic) + int16(r.A()) - int16(m.Read(from))
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
		},
	}
}
