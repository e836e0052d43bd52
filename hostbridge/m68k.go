package hostbridge

import (
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/goengine"
)

// m68kSymbols are labels and constants (of memory.inc) whose meaning is the
// 68000's own.
type m68kSymbols struct {
	NFirstWaiting, NRecord     uint32
	NStatic, NAny              uint32
	RawEnd                     uint32
	TacticalMoves, TacticalEnd uint32
	Nodes, NodeLimit           uint32
	Restricted, PvRows         uint32
	SearchSx                   uint32
	PassedOver, RecCategory    uint32
	PieceTables, WhitePawn     uint32
	G                          uint32
}

// m68kRawMove is the size of a raw move: from, to, flags, and a byte that is
// free.
const m68kRawMove = 4

// open68000 returns a 68000 with a program, and the program's layout.
func open68000(p *emu.Program) (emu.Machine, *layout, error) {
	m, err := m68k.New(p)
	if err != nil {
		return emu.Machine{}, nil, err
	}
	var s m68kSymbols
	if err := resolve(&s, p); err != nil {
		return emu.Machine{}, nil, err
	}
	r := m.Regs()
	r.SetA(5, s.G) // as start does
	frame := func(offset uint32) uint32 { return r.A(6) + offset }
	score := func(addr uint32) int16 { return int16(m.ReadWord(addr)) }
	long := func(addr uint32) uint32 { return uint32(m.ReadWord(addr))<<16 | uint32(m.ReadWord(addr+2)) }
	setLong := func(addr, v uint32) {
		m.WriteWord(addr, uint16(v>>16))
		m.WriteWord(addr+2, uint16(v))
	}
	move := func(addr uint32) goengine.Move {
		return goengine.Move(m.Read(addr)) | goengine.Move(m.Read(addr+1))<<8
	}
	list := func(begin func() uint32, end uint32) rawList {
		return rawList{
			begin:  begin,
			end:    func() uint32 { return long(end) },
			setEnd: func(a uint32) { setLong(end, a) },
			size:   m68kRawMove,
			move:   move,
			copy:   func(to, from uint32) { setLong(to, long(from)) },
		}
	}
	l := &layout{
		score:        score,
		setScore:     func(addr uint32, v int16) { m.WriteWord(addr, uint16(v)) },
		nodeScore:    func(offset uint32) int16 { return score(frame(offset)) },
		nodeByte:     func(offset uint32) byte { return m.Read(frame(offset)) },
		move:         move,
		setMove:      func(addr uint32, mv goengine.Move) { m.WriteWord(addr, uint16(mv)<<8|uint16(mv)>>8) },
		long:         long,
		nodes:        func() uint64 { return uint64(long(s.Nodes)) },
		setNodeLimit: func(n uint64) { setLong(s.NodeLimit, uint32(n)) },
		restricted:   func(i int) uint32 { return s.Restricted + 2*uint32(i) },
		lineBelow:    func() uint32 { return s.PvRows + 2*goengine.MaxPly },
		tactical:     list(func() uint32 { return s.TacticalMoves }, s.TacticalEnd),
		quiet:        list(func() uint32 { return long(frame(s.NFirstWaiting)) }, s.RawEnd),
		setArgument:  func(b byte) { r.SetD(0, r.D(0)&^0xFF|uint32(b)) },
		jump:         r.SetPC,
		returns:      func() (sp, addr uint32) { return r.A(7), long(r.A(7)) },
	}
	l.hooks = m68kHooks(m, l, &s)
	return m.Machine, l, nil
}

// m68kHooks returns the hooks of the 68000's program. The current move is in D3
// and D4, what a hook reports of it in D0.
func m68kHooks(m m68k.Machine, l *layout, s *m68kSymbols) []hook {
	r := m.Regs()
	n := func() goengine.Move { return goengine.Move(r.D(3)&0xFF | r.D(4)&0xFF<<8) }
	value := place{
		func() int16 { return int16(r.D(0)) },
		func(v int16) { r.SetD(0, r.D(0)&^0xFFFF|uint32(uint16(v))) },
	}
	lowValue := func(table, from, to uint32) int16 {
		entry := func(square uint32) int16 { return int16(m.Read(table + square&0xFF)) }
		return l.nodeScore(s.NStatic) + entry(to) - entry(from)
	}
	table := func(square uint32) uint32 {
		return l.long(s.PieceTables + 4*(uint32(m.Read(s.G+square))-s.WhitePawn))
	}
	price := place{
		func() int16 { return int16(uint8(r.D(0))) },
		func(v int16) { r.SetD(0, r.D(0)&^0xFF|uint32(uint8(v))) },
	}
	own := []hook{
		{label: "hook_listed_capture", kind: atScored},
		{label: "hook_listed_judged", kind: atScored},
		{label: "hook_low_all", kind: atLow, scoredAt: "hook_scored_high", worthAt: "hook_test_high"},
		{label: "hook_low_tried", kind: atLowValue, worthAt: "hook_test_tried"},
		{label: "hook_test_tried", kind: atEntry},
	}
	return hooksOf(own, func(h *hook) {
		h.move, h.value = n, value
		switch h.kind {
		case atPriced:
			h.value = price
			h.category = func() goengine.Category {
				return goengine.Category(m.Read(l.long(r.A(6)+s.NRecord) + s.RecCategory))
			}
		case atFollow:
			h.value = price
		case atIteration:
			h.sx = func() uint8 { return m.Read(s.SearchSx) }
		}
		switch h.label {
		case "hook_quiet":
			h.again = func() bool { return l.nodeByte(s.NAny)>>s.PassedOver&1 != 0 }
		case "hook_low":
			// Of the move from D3 to D4, whose flags are at A2, the machine has looked
			// up the entry in the piece's table, A3. What the static value becomes is
			// added up here only to be reported.
			h.value = place{get: func() int16 { return lowValue(r.A(3), r.D(3), r.D(4)) }}
			h.leave = func() {
				r.SetD(5, r.D(5)&^0xFF|uint32(m.Read(r.A(2))))
				r.SetA(2, r.A(2)+2)
			}
		case "hook_low_all":
			// Here it has looked up nothing: the move is at A2.
			h.move = func() goengine.Move { return l.move(r.A(2)) }
			h.value = place{get: func() int16 {
				from, to := uint32(m.Read(r.A(2))), uint32(m.Read(r.A(2)+1))
				return lowValue(table(from), from, to)
			}}
			h.leave = func() {
				from, to, flags := uint32(m.Read(r.A(2))), uint32(m.Read(r.A(2)+1)), uint32(m.Read(r.A(2)+2))
				r.SetA(3, table(from))
				r.SetD(3, r.D(3)&^0xFF|from)
				r.SetD(4, r.D(4)&^0xFF|to)
				r.SetD(5, r.D(5)&^0xFF|flags)
				r.SetA(2, r.A(2)+m68kRawMove)
			}
		case "hook_low_value", "hook_low_tried":
			h.leave = func() {}
		}
	})
}
