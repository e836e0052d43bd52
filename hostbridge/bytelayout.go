package hostbridge

import (
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// byteSymbols are labels and constants that the programs of the 8-bit CPUs share, in
// addition to symbols.
type byteSymbols struct {
	NFirstWaiting, RawEnd        uint32
	TacticalMoves, TacticalEnd   uint32
	Nodes, NodesHigh, NodeLimit  uint32
	Pst, ScoreBias, RestrictedAt uint32
}

// byteLayout returns the part of the layout that these programs share: all but
// lineBelow, setArgument, jump and hooks. records describes the records in their
// lists of raw moves.
func byteLayout(m emu.Machine, p *emu.Program, records rawList) (*layout, error) {
	var s byteSymbols
	if err := resolve(&s, p); err != nil {
		return nil, err
	}
	score := func(addr uint32) int16 { return int16(m.ReadWord(addr) - uint16(s.ScoreBias)) }
	// list returns a list whose end is stored in a word.
	list := func(begin func() uint32, end uint32) rawList {
		l := records
		l.begin = begin
		l.end = func() uint32 { return uint32(m.ReadWord(end)) }
		l.setEnd = func(a uint32) { m.WriteWord(end, uint16(a)) }
		return l
	}
	return &layout{
		score:     score,
		setScore:  func(addr uint32, v int16) { m.WriteWord(addr, uint16(v)+uint16(s.ScoreBias)) },
		nodeScore: score,
		nodeByte:  m.Read,
		move:      func(addr uint32) goengine.Move { return goengine.Move(m.ReadWord(addr)) },
		setMove:   func(addr uint32, mv goengine.Move) { m.WriteWord(addr, uint16(mv)) },
		long:      func(addr uint32) uint32 { return uint32(m.ReadWord(addr)) | uint32(m.ReadWord(addr+2))<<16 },
		// Bit 15 of the low word belongs to the high part. It is set for a moment,
		// until the program carries it over.
		nodes: func() uint64 { return uint64(m.ReadWord(s.Nodes)) + uint64(m.ReadWord(s.NodesHigh))<<15 },
		setNodeLimit: func(n uint64) {
			m.WriteWord(s.NodeLimit, uint16(n&0x7FFF))
			m.WriteWord(s.NodeLimit+2, uint16(n>>15))
		},
		restricted: func(i int) uint32 { return s.Pst + s.RestrictedAt + uint32(i/64<<8+i%64*2) },
		tactical:   list(func() uint32 { return s.TacticalMoves }, s.TacticalEnd),
		quiet:      list(func() uint32 { return uint32(m.ReadWord(s.NFirstWaiting)) }, s.RawEnd),
	}, nil
}
