package hostbridge

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/emu/m6502/m6502test"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// m6502Test is what the tests of routines have to know of the 6502's.
var m6502Test = &cpuTest{
	registers: []string{"A", "X", "Y"},
	groups:    map[string][]string{"carry": {}, "Carry": {}, "Z": {}},
	readRegisters: func(m emu.Machine, into []byte) {
		r := m6502.Of(m).Regs()
		into[0], into[1], into[2] = r.A(), r.X(), r.Y()
	},
	stackPointer: func(m emu.Machine) uint32 { return 0x101 + uint32(m6502.Of(m).Regs().S()) },
	fill: func(m emu.Machine, first, _ uint32) {
		const carry = 0x01
		r := m6502.Of(m).Regs()
		r.SetA(byte(first >> 24))
		r.SetX(byte(first >> 16))
		r.SetY(byte(first >> 8))
		r.SetP(r.P()&^carry | carry*byte(bit(first != 0)))
	},
	callLength: func(m emu.Machine, addr uint32) uint32 {
		if m.Read(addr) == 0x20 {
			return 3
		}
		return 0
	},
	seldom: map[string]string{
		"gather X":            "clear_hits before it ends with the same X",
		"king_passed X":       "near_king_terms before it ends with the same X",
		"root_ahead X":        "king_passed before it ends with the same X",
		"book_moves_legal Y":  "0 before, as book_move has it, and 0 behind the last move that was looked up",
		"full_key X":          "set_position's last loop leaves $FF in it, and so does its own",
		"look_enemy A":        "only look falls into it, when look_own has left what it leaves",
		"generate_castling X": "is_legal has the king's square in it, and here it is where no move is found",
		"restrict Y":          "the searches here keep all moves, and look for 0 of them",
	},
	neverCalled: map[string]string{
		"start": "entered by reset",
		"idle":  "entered by reset, never left",
	},
	untested: map[string]string{
		"raw_columns":  "begins list_full and scan_moves, which are compared",
		"judge_half":   "keeps list_half's places, and is compared with it",
		"drop_waiting": "the same",

		"swap_straight":      "counts into swap_off's states, in the midst of its look along a ray",
		"swap_diagonal":      "as swap_straight",
		"swap_near_straight": "as swap_straight",
		"swap_near_diagonal": "as swap_straight",
		"swap_knight":        "as swap_straight",
		"swap_king":          "as swap_straight",
		"swap_overflow":      "as swap_straight",
		"swap_many":          "folds what swap_long and swap_slow have listed",

		"begin": "what both generators begin with, and are compared with it",

		"start": "entered, not called: TestRoutinesStart",
		"idle":  "the same",

		"search":  "every search of a test",
		"iterate": "search but for set_up",
		"follow":  "what try_all and node are compared by: it needs both",
		"scout":   "follow with another window and price, which try_all chooses",

		"king_passed": "what king_ending begins with, and is compared with it",
	},
	squareAt: func(m *rig, id uint32) uint32 { return m.addr("square") + id },
	register: func(m *rig, name string) (uint32, bool) {
		r := m6502.Of(m.m).Regs()
		switch name {
		case "a":
			return uint32(r.A()), true
		case "x":
			return uint32(r.X()), true
		case "y":
			return uint32(r.Y()), true
		case "carry":
			return bit(r.Carry()), true
		case "zero":
			return bit(r.Zero()), true
		case "plus":
			return bit(r.P()&0x80 == 0), true
		case "fact": // the place in the page of facts
			return m.addr("raw_moves") + uint32(r.X()), true
		case "from": // without a promotion's bits
			return uint32(m.byte("m_from")) & 0x77, true
		}
		return 0, false
	},
	setRegister: func(m *rig, name string, v uint32) bool {
		r := m6502.Of(m.m).Regs()
		switch name {
		case "a":
			r.SetA(uint8(v))
		case "x":
			r.SetX(uint8(v))
		case "y":
			r.SetY(uint8(v))
		case "carry":
			r.SetP(r.P()&^1 | uint8(bit(v != 0)))
		case "ax":
			r.SetA(uint8(v))
			r.SetX(uint8(v >> 8))
		case "square:x":
			r.SetX(uint8(v - m.addr("board")))
		case "square:g_square":
			m.setByte("g_square", uint8(v-m.addr("board")))
		case "side": // of an id
			r.SetX(uint8(v >> 4))
		case "list": // the first id of the side that a place in square is of
			r.SetX(uint8(v-m.addr("square")) & 0x10)
		case "asked": // the square that attacked asks about
			m.setByte("at_to", uint8(v))
			m.putWord("at_ways", uint16(m.addr("ways_from")+0x77^v))
		case "own": // eval.inc
			m.m.WriteBytes(m.addr("root_zp"), []byte{byte(v), byte(v >> 8), byte(v) & 0x10})
		case "move":
			m.putWord("m_from", uint16(m.layout.move(v)))
		default:
			return false
		}
		return true
	},
	flags: func(m *rig, addr uint32) uint8 { return m.m.Read(addr + 2*m6502RawSpace(m)) },
	setRaw: func(m *rig, addr uint32, g probe.Move) {
		space := m6502RawSpace(m)
		m.m.Write(addr, uint8(g.Move))
		m.m.Write(addr+space, uint8(g.Move>>8))
		m.m.Write(addr+2*space, g.Flags)
	},
	take:        m6502Take,
	judge:       m6502Take,
	flagsJudged: func(m *rig) uint8 { return m.byte("m_flags") },
	takeRecord: func(m *rig, addr uint32) {
		m.putWord("n_record", uint16(addr))
		m.putWord("m_from", uint16(m.layout.move(addr)))
		m.setByte("m_flags", m.m.Read(addr+2))
	},
	early: func(m *rig) probe.Move {
		return probe.Move{Move: m.layout.move(m.addr("m_from")), Flags: m.byte("m_flags")}
	},
	row: func(m *rig, ply int) uint32 {
		return uint32(m.m.Read(m.addr("pv_row_low")+uint32(ply))) | uint32(m.m.Read(m.addr("pv_row_high")+uint32(ply)))<<8
	},
	made: func(m *rig, g probe.Move) {
		m.layout.setMove(m.addr("undo"), g.Move)
		m.m.Write(m.addr("undo")+2, g.Flags)
		m.setByte("undo_top", byte(m.addr("undo")-m.addr("keys")+3))
	},
	unseen: []brokenROM{
		// bcs _high, right before hook_low.
		{"a high quiet move goes unseen", "hook_low", -2, []byte{0xB0}, []byte{0xEA, 0xEA}},
		// sta pv_len+1,x behind lda #0.
		{"an old line is kept", "terminal_high", 0, []byte{0xA9, 0x00, 0x9D}, []byte{0xA9, 0x00, 0xEA, 0xEA, 0xEA}},
	},
	scans: []string{"scan_count"},
	sift: func(m *rig, label string, start uint32) {
		count := uint32(m.word("raw_end")) - start
		m.putWord("raw_end", uint16(start))
		m.call("columns", nil)
		m.setByte("g_count", byte(count))
		ep := m.byte("ep")
		if label != "drop_bad_en_passant" {
			m.setByte("ep", 0x25) // without it none is looked for
		}
		m.call(label, nil)
		m.setByte("ep", ep)
		m.putWord("raw_end", uint16(start+uint32(m.byte("g_count"))))
	},
	unscan: func(m *rig, side uint8) {
		m.m.Write(m.addr("scan_count")+uint32(side), 0xEE)
		m.m.WriteWord(m.addr("scan_entry")+2*uint32(side), 0xEEEE)
	},
	scanned: func(m *rig, side, slots uint8) {
		require.Equal(m.t, slots, m.m.Read(m.addr("scan_count")+uint32(side)))
		entry := m.m.ReadWord(m.addr("officer_scan") + 2*uint32(min(slots, 9)))
		require.Equal(m.t, entry, m.m.ReadWord(m.addr("scan_entry")+2*uint32(side)))
	},
	// The keys lie in four pages, one for each byte.
	history:    z80Test.history,
	setHistory: z80Test.setHistory,
	slots:      z80Test.slots,
	hitClass:   z80Test.hitClass,
	cached:     z80Test.cached,
	setCached:  z80Test.setCached,
	longest:    7,
	nodeBar:    1600,
	stackPly:   6, // README.md
	undefined:  []byte{0x02},
	loop:       func(addr uint32) []byte { return []byte{0x4C, byte(addr), byte(addr >> 8)} }, // jmp
	lockstep: func(m *rig, cycles uint64) error {
		err := m6502test.Run(m6502.Of(m.m), cycles)
		if errors.Is(err, m6502test.ErrNoSim65) {
			m.t.Skip(err)
		}
		return err
	},
}

// m6502RawSpace is how far a raw move's bytes are apart.
func m6502RawSpace(m *rig) uint32 {
	space, ok := m.m.Program().Constants["RAW_SPACE"]
	require.True(m.t, ok)
	return space
}

// m6502Take makes a raw move the one at hand.
func m6502Take(m *rig, addr uint32) {
	g := m.rawMoveAt(addr)
	m.putWord("m_from", uint16(g.Move))
	m.setByte("m_flags", g.Flags)
}

// What is addressed by an index alone is where it should be.
func Test6502Memory(t *testing.T) {
	m := newRig(t, "6502", Options{})
	require.EqualValues(t, 0x80, m.addr("board")&0xFF)
	require.EqualValues(t, 0x0600, m.addr("pst"))
	require.Less(t, m.addr("undo"), m.addr("keys")+256)
	for i, name := range []string{"cache_check", "cache_from", "cache_to", "cache_budget"} {
		require.Equal(t, m.addr("cache_check")&^0xFF+uint32(i)*1024, m.addr(name))
	}
}

// The list of sorted moves has as many records as it is long.
func TestRoutines6502CountSorted(t *testing.T) {
	m := newRig(t, "6502", Options{})
	begin := uint16(m.addr("sorted_stack"))
	for count := range goengine.MaxMoves + 1 {
		for _, first := range []uint16{begin, begin + 8*23, begin + 8*200} {
			m.putWord("n_first_sorted", first)
			m.putWord("sorted_top", first+8*uint16(count))
			m.gives("count_sorted", nil, out{"count": count}, "from record %d", (first-begin)/8)
		}
	}
}

// A part's lists begin where those above them end.
func TestRoutines6502BeginLists(t *testing.T) {
	m := newRig(t, "6502", Options{})
	for i := range uint16(0x300) { // over three pages
		sorted, waiting := uint16(m.addr("sorted_stack"))+7*i, uint16(m.addr("raw_moves"))+i
		m.putWord("sorted_top", sorted)
		m.putWord("raw_end", waiting)
		m.call("begin_lists", nil)
		require.Equal(t, [4]uint16{sorted, sorted, waiting, waiting},
			[4]uint16{m.word("n_first_sorted"), m.word("sorted_top"), m.word("n_first_waiting"), m.word("raw_end")})
	}
}

// Nothing stays of the search before: its map, its raw moves, what it would take back; and the
// shorter way in does no more than it says.
func TestRoutines6502AtRest(t *testing.T) {
	r := newRig(t, "6502", Options{})
	unrest := func() {
		r.setByte("hits_ply", 3)
		r.setByte("undo_top", 9)
		r.setPointer("raw_end", r.addr("raw_moves")+0x123)
	}
	unrest()
	r.call("at_rest", nil)
	require.EqualValues(t, 0xFF, r.byte("hits_ply"))
	require.EqualValues(t, r.m.Program().Constants["MAX_KEYS"], r.byte("undo_top"))
	require.Equal(t, r.addr("raw_moves"), r.pointer("raw_end"))

	unrest()
	r.call("no_raw_moves", nil)
	require.EqualValues(t, 3, r.byte("hits_ply"))
	require.EqualValues(t, 9, r.byte("undo_top"))
	require.Equal(t, r.addr("raw_moves"), r.pointer("raw_end"))
}
