package hostbridge

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/emu/z80/z80test"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// z80Registers are the bytes that a call may change.
var z80Registers = []string{
	"A", "F", "B", "C", "D", "E", "H", "L", "IXH", "IXL", "IYH", "IYL",
	"A'", "F'", "B'", "C'", "D'", "E'", "H'", "L'",
}

// z80Test is what the tests of routines have to know of the Z80's.
var z80Test = &cpuTest{
	registers: z80Registers,
	groups: map[string][]string{
		"AF": {"A", "F"}, "BC": {"B", "C"}, "DE": {"D", "E"}, "HL": {"H", "L"},
		"IX": {"IXH", "IXL"}, "IY": {"IYH", "IYL"},
		"AF'": {"A'", "F'"}, "BC'": {"B'", "C'"}, "DE'": {"D'", "E'"}, "HL'": {"H'", "L'"},
		"BCDE":  {"B", "C", "D", "E"},
		"carry": {"F"}, "Carry": {"F"}, "Z": {"F"},
		"SP": {},
	},
	readRegisters: func(m emu.Machine, into []byte) {
		r := z80.Of(m).Regs().All()
		for i, w := range [...]uint16{r.AF, r.BC, r.DE, r.HL, r.IX, r.IY, r.AF2, r.BC2, r.DE2, r.HL2} {
			into[2*i], into[2*i+1] = byte(w>>8), byte(w)
		}
	},
	stackPointer: func(m emu.Machine) uint32 { return uint32(z80.Of(m).Regs().SP()) },
	fill: func(m emu.Machine, first, step uint32) {
		r := z80.Of(m).Regs()
		all := r.All()
		for i, w := range []*uint16{&all.AF, &all.BC, &all.DE, &all.HL, &all.AF2, &all.BC2, &all.DE2, &all.HL2, &all.IX, &all.IY} {
			*w = uint16(first>>16) + uint16(i)*uint16(step)
		}
		r.SetAll(all)
	},
	callLength: func(m emu.Machine, addr uint32) uint32 {
		if op := m.Read(addr); op == 0xCD || op&0xC7 == 0xC4 {
			return 3
		}
		return 0
	},
	seldom: map[string]string{
		"generate_castling IX": "the king's steps are asked about before, and leave the same",
		"look_enemy AF":        "only look falls into it, when look_own has left what it leaves",
		"loses D":              "all who call it have the piece's board byte there already",
		"loses_hit D":          "the same",
	},
	neverCalled: map[string]string{
		"start": "entered by reset",
		"idle":  "entered by reset, never left",
	},
	untested: map[string]string{
		"start": "entered, not called: TestRoutinesStart",
		"idle":  "the same",

		"search":  "every search of a test",
		"iterate": "search but for set_up",
		"follow":  "what try_all and node are compared by: it needs both",
		"scout":   "follow with another window and price, which try_all chooses",

		"judge_half":   "keeps list_half's places, and is compared with it",
		"drop_waiting": "keeps list_half's places, and is compared with it",

		"king_passed":  "what king_ending begins with, and is compared with it",
		"near_side":    "a loop of near_king_terms, by its registers",
		"near_squares": "a loop of near_king_terms, by its registers",

		"swap_straight":      "counts into swap_off's states, in the midst of its look along a ray",
		"swap_diagonal":      "as swap_straight",
		"swap_near_straight": "as swap_straight",
		"swap_near_white":    "as swap_straight",
		"swap_near_black":    "as swap_straight",
		"swap_knight":        "as swap_straight",
		"swap_king":          "as swap_straight",
		"swap_overflow":      "as swap_straight",
		"swap_many":          "takes from the stack what swap_long and swap_slow have put there",
	},
	squareAt: func(m *rig, id uint32) uint32 { return m.addr("square") + id },
	register: func(m *rig, name string) (uint32, bool) {
		all := z80.Of(m.m).Regs().All()
		switch name {
		case "carry":
			return uint32(all.AF & 1), true
		case "zero":
			return uint32(all.AF >> 6 & 1), true
		}
		name, biased := strings.CutPrefix(name, "score:")
		pair, shift, mask, ok := z80Register(&all, name)
		if !ok {
			return 0, false
		}
		v := *pair >> shift & mask
		if biased {
			v -= 0x8000 // search.inc
		}
		return uint32(v), true
	},
	setRegister: func(m *rig, name string, v uint32) bool {
		r := z80.Of(m.m).Regs()
		all := r.All()
		name, biased := strings.CutPrefix(name, "score:")
		pair, shift, mask, ok := z80Register(&all, name)
		if !ok {
			return false
		}
		if biased {
			v += 0x8000
		}
		*pair = *pair&^(mask<<shift) | uint16(v)&mask<<shift
		r.SetAll(all)
		return true
	},
	flags: func(m *rig, addr uint32) uint8 { return m.m.Read(addr + 2) },
	setRaw: func(m *rig, addr uint32, g probe.Move) {
		m.layout.setMove(addr, g.Move)
		m.m.Write(addr+2, g.Flags)
	},
	take:        func(m *rig, addr uint32) { m.putWord("n_move", uint16(addr)) },
	judge:       func(m *rig, addr uint32) { m.putWord("j_move", uint16(addr)) },
	flagsJudged: func(m *rig) uint8 { return m.m.Read(uint32(m.word("j_move")) + 2) },
	takeRecord:  func(m *rig, addr uint32) { m.putWord("n_move", uint16(addr)) },
	early:       func(m *rig) probe.Move { return m.rawMoveAt(uint32(m.word("raw_end"))) },
	row:         func(m *rig, ply int) uint32 { return uint32(m.m.ReadWord(m.addr("pv_rows") + 2*uint32(ply))) },
	made: func(m *rig, g probe.Move) {
		m.layout.setMove(m.addr("undo"), g.Move)
		m.m.Write(m.addr("undo")+2, g.Flags)
		m.putWord("undo_top", uint16(m.addr("undo")+3))
	},
	scans: []string{"scan_white", "scan_black"},
	unseen: []brokenROM{
		// jr nc,.Lhigh: no good quiet move that ends at its node is seen.
		{"a high quiet move goes unseen", "scan_quiet", 0, []byte{0xB9, 0x30}, []byte{0xB9, 0x00, 0x00}},
		// ld (hl),0: a terminal move above alpha gets the line of an earlier one.
		{"an old line is kept", "terminal_high", 0, []byte{0x36, 0x00}, []byte{0x00, 0x00}},
	},
	sift: func(m *rig, label string, start uint32) {
		m.putWord("gen_start", uint16(start))
		if label == "drop_bad_en_passant" {
			m.call(label, nil)
			return
		}
		m.putWord("raw_end", uint16(m.call(label, in{"end": m.word("raw_end")}).value("end")))
	},
	turned: true,
	unscan: func(m *rig, side uint8) { m.setByte(z80Scan(side), 0xEE) },
	scanned: func(m *rig, side, slots uint8) {
		label := z80Scan(side)
		// The last slot, and the entry of the jump table for that number.
		require.Equal(m.t, m.addr("square")+uint32(side)<<4+uint32(slots)-1, uint32(m.word(label)))
		entry := m.m.ReadWord(m.addr("officer_scan") + 2*uint32(min(slots, 9)))
		require.Equal(m.t, entry, m.m.ReadWord(m.addr(label)+2))
	},
	// The keys lie in four pages, one for each byte.
	history: func(m *rig) []uint32 {
		keys := []uint32{}
		for i := range uint32(m.byte("nkeys")) {
			k := uint32(0)
			for b := range uint32(4) {
				k |= uint32(m.m.Read(m.addr("keys")+b<<8+i)) << (8 * b)
			}
			keys = append(keys, k)
		}
		return keys
	},
	setHistory: func(m *rig, keys []uint32, rest uint32) {
		for i := range uint32(256) {
			k := rest
			if i < uint32(len(keys)) {
				k = keys[i]
			}
			for b := range uint32(4) {
				m.m.Write(m.addr("keys")+b<<8+i, byte(k>>(8*b)))
			}
		}
		m.setByte("nkeys", byte(len(keys)))
	},
	slots: func(m *rig, label string) uint32 { return uint32(m.m.ReadWord(m.addr(label))) },
	hitClass: func(m *rig, sq goengine.Square) int {
		switch got, stamp := m.m.Read(m.addr("hits")+uint32(sq)), m.byte("hits_stamp"); {
		case got > stamp:
			return 2
		case got == stamp:
			return 1
		}
		return 0
	},
	cached: func(m *rig) (mv goengine.Move, check, budget uint8) {
		at := uint32(m.word("key") & 0x3FF)
		mv = goengine.Move(m.m.Read(m.addr("cache_from")+at)) | goengine.Move(m.m.Read(m.addr("cache_to")+at))<<8
		return mv, m.m.Read(m.addr("cache_check") + at), m.m.Read(m.addr("cache_budget") + at)
	},
	setCached: func(m *rig, mv goengine.Move, check, budget uint8) {
		at := uint32(m.word("key") & 0x3FF)
		m.m.Write(m.addr("cache_from")+at, uint8(mv))
		m.m.Write(m.addr("cache_to")+at, uint8(mv>>8))
		m.m.Write(m.addr("cache_check")+at, check)
		m.m.Write(m.addr("cache_budget")+at, budget)
	},
	longest:   23,
	nodeBar:   4000,
	stackPly:  32,                                                // memory.s
	undefined: []byte{0xDD, 0xDD},                                // a prefix before a prefix
	loop:      func(uint32) []byte { return []byte{0x18, 0xFE} }, // jr
	lockstep:  func(m *rig, cycles uint64) error { return z80test.Run(z80.Of(m.m), cycles) },
}

// z80Register is where a register or a pair is among all.
func z80Register(all *z80.All, name string) (pair *uint16, shift int, mask uint16, ok bool) {
	pairs := [...]*uint16{&all.AF, &all.BC, &all.DE, &all.HL, &all.IX, &all.IY, &all.AF2, &all.BC2, &all.DE2, &all.HL2}
	for i, pair := range [...]string{"af", "bc", "de", "hl", "ix", "iy", "af'", "bc'", "de'", "hl'"} {
		if pair == name {
			return pairs[i], 0, 0xFFFF, true
		}
	}
	i := slices.Index(z80Registers, strings.ToUpper(name))
	if i < 0 {
		return nil, 0, 0, false
	}
	return pairs[i/2], 8 * (1 - i%2), 0xFF, true
}

// A search may end between two looks at the low word, when it holds 32,768 or
// more that the high part has not got yet.
func TestZ80NodesAreNotLostBetweenTwoLooks(t *testing.T) {
	m := newRig(t, "z80", Options{})
	m.m.WriteWord(m.addr("nodes"), 0x8002)
	m.m.WriteWord(m.addr("nodes_high"), 1)
	require.Equal(t, uint64(32768+0x8002), m.layout.nodes())
}

// Constants that the Z80's sources can't check are what they should be.
func TestZ80Memory(t *testing.T) {
	m := newRig(t, "z80", Options{})
	require.Equal(t, uint32(22), m.addr("n_block_end")-m.addr("n_block"), "what follow pushes and pops")
	require.Zero(t, m.addr("killers")&0xFF)
	require.Zero(t, m.addr("price")&0xFF)
	require.Zero(t, m.addr("sorted_stack")&7)
	require.Equal(t, m.addr("killers")>>8, (m.addr("cached_moves")+2*goengine.MaxPly-1)>>8)
	for i, name := range []string{"cache_check", "cache_from", "cache_to", "cache_budget"} {
		require.Equal(t, m.addr("cache_check")&^0xFF+uint32(i)*1024, m.addr(name))
	}
	require.Equal(t, m.addr("price")>>8, (m.addr("profile")+uint32(len((&goengine.Profile{}).Bytes()))-1)>>8)
	require.Equal(t, m.addr("pv_len")>>8, (m.addr("pv_len")+goengine.MaxPly+1)>>8)
	require.Zero(t, m.addr("raw_moves")&0xFF, "where fewer than 256 moves wait the high byte tells")
	require.Equal(t, uint32(0x4300), m.addr("pst"))
	for name, size := range map[string]uint32{"officer_scan": 20, "ways": 5, "key_place": 28, "pv_rows": 66} {
		require.LessOrEqual(t, m.addr(name)&0xFF+size, uint32(256), "%s crosses a page", name)
	}
}

// z80Scan is where set_scan puts what it has of a side.
func z80Scan(side uint8) string {
	if side == goengine.Black {
		return "scan_black"
	}
	return "scan_white"
}
