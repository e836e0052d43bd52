package hostbridge

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
	"github.com/searchex/searchex/internal/work"
)

// m68kTest is what the tests of routines have to know of the 68000's.
var m68kTest = &cpuTest{
	registers: m68kRegisters,
	groups:    m68kGroups,
	readRegisters: func(m emu.Machine, into []byte) {
		r := m68k.Of(m).Regs()
		for n := range 15 {
			v := m68kRegister(r, n)
			for i := range 4 {
				into[4*n+i] = byte(v >> (24 - 8*i))
			}
		}
	},
	stackPointer: func(m emu.Machine) uint32 { return m68k.Of(m).Regs().A(7) },
	fill: func(m emu.Machine, first, step uint32) {
		r := m68k.Of(m).Regs()
		for n := range 8 {
			r.SetD(n, first+uint32(n)*step)
		}
		for n := range 5 {
			r.SetA(n, first+8*step+uint32(n)*step)
		}
	},
	callLength: func(m emu.Machine, addr uint32) uint32 {
		switch op := m.ReadWord(addr); {
		case op == 0x6100: // bsr, jsr
			return 4
		case op>>8 == 0x61:
			return 2
		case op == 0x4EB9:
			return 6
		case op == 0x4EB8 || op == 0x4EBA || op&^7 == 0x4EA8 || op == 0x4EBB || op&^7 == 0x4EB0:
			return 4
		case op&^7 == 0x4E90:
			return 2
		}
		return 0
	},
	seldom: map[string]string{
		"look_enemy D7":      "only look falls into it, when look_own has left the same in it",
		"repeated D1":        "make_move leaves the key in it",
		"base A0":            "weigh before it leaves the same in it",
		"gather D1":          "clear_hits before it ends with the same",
		"near_king_terms D2": "rook_files before it ends with the same",
		"near_king_terms D5": "four times a bishop's pull, 8, is what pawn_terms ends with",
		"piece_terms D5":     "the same",
		"swap_long A0":       "swap_white, which goes on there, has the same in it",
		"worth A0":           "mix before it leaves the same in it",
	},
	neverCalled: map[string]string{
		"start": "entered by reset",
		"idle":  "entered by reset, never left",

		"pawn_guards": "loses_hit and judge_tactical have it in line",
		"swap_off":    "who has the place calls swap_place",
		"swap_bounds": "terminal_high has the same sum in line, by a macro of both",

		"passes_ahead": "follow has its beginning in line, by a macro of both",
		"terminal":     "scan_quiet and try_all have its beginning in line",
		"early_killer": "try_killers and killers_part have it in line, by a macro of all",
		"pick_next":    "try_all has it in line",
		"is_killer":    "list_full and judge_half compare both bytes at once",
	},
	untested: map[string]string{
		"passes_likely": "what passes_ahead falls into",

		"tactical_rare": "a part of generate_tactical, and tested with it",
		"quiet_rare":    "a part of generate_quiet, and tested with it",

		"judge_half":   "keeps list_half's places, and is compared with it",
		"drop_waiting": "the same",

		"king_passed": "what king_ending begins with, and is compared with it",

		"set_kind": "what promote and demote are compared by",

		"start": "entered, not called: TestRoutinesStart",
		"idle":  "the same",

		"swap_place":    "what swap_off falls into, and best_swap calls",
		"swap_overflow": "leads swap_off to swap_slow, whose test takes it",
		"swap_many":     "takes from the stack what swap_long and swap_slow have put there",

		"search":  "every search of a test",
		"iterate": "search but for set_up",
		"follow":  "what try_all and node are compared by: it needs both",
		"scout":   "follow with another window and price, which try_all chooses",
	},
	wide: true,
	workCalls: map[work.Kind][]string{
		// best_swap and loses see without one that a pawn guarded by a pawn is safe.
		work.SwapOffs: {},
		// list_full judges a list of two without a map, where no move needs it.
		work.Maps: {},
		// list_tactical judges most captures in line.
		work.JudgedCaptures: {},
		// early_killer sees itself that there is no killer yet.
		work.EarlyTests: {},
		// try_all looks most prices up in line.
		work.Picks: {},
	},
	unseen: []brokenROM{
		// bls.s .Lhigh, right before hook_low.
		{"a high quiet move goes unseen", "hook_low", -2, []byte{0x63}, []byte{0x4E, 0x71}},
		// clr.b (%a0,%d1.w): a terminal move above alpha gets the line of an earlier one.
		{"an old line is kept", "terminal_high", 0, []byte{0x42, 0x30, 0x10, 0x00}, []byte{0x4E, 0x71, 0x4E, 0x71}},
	},
	squareAt: func(m *rig, id uint32) uint32 { return m.addr("square") + 4*id + 3 },
	ready: func(m *rig) {
		r := m68k.Of(m.m).Regs()
		r.SetA(5, m.addr("board"))
		r.SetA(6, m68kFrame(m))
	},
	register: func(m *rig, name string) (uint32, bool) {
		r := m68k.Of(m.m).Regs()
		switch name {
		case "yes":
			return bit(!r.Zero()), true
		case "plus":
			return bit(!r.Negative()), true
		case "zero":
			return bit(r.Zero()), true
		case "carry":
			return bit(r.Carry()), true
		case "d3:square": // without a promotion's bits
			return r.D(3) & 0x77, true
		}
		if register, ok := strings.CutPrefix(name, "board:"); ok {
			name = register
		}
		base, size, _ := strings.Cut(name, ".")
		if n := m68kNumber(base); n >= 0 {
			switch v := m68kRegister(r, n); {
			case base != name && size == "b":
				return v & 0xFF, true
			case base != name:
				return v & 0xFFFF, true
			default:
				return v, true
			}
		}
		return 0, false
	},
	setRegister: func(m *rig, name string, v uint32) bool {
		r := m68k.Of(m.m).Regs()
		name, board := strings.CutPrefix(name, "board:")
		if board {
			v += m.addr("board")
		}
		base, size, part := strings.Cut(name, ".")
		switch n := m68kNumber(base); {
		case name == "d7:bit":
			r.SetD(7, uint32(bits.TrailingZeros32(v)))
		case name == "own": // eval.inc
			facts, side := m.addr("raw_moves"), (v-m.addr("pst"))/0x600
			r.SetA(2, facts+0x10*(1-side))
			r.SetA(3, facts+0x10*side)
			r.SetA(4, m.addr("pst")+0x600*side)
			r.SetD(7, 0x70*side)
		case name == "kings": // white's or the own one, and the other's: bit 16 of their states
			r.SetD(1, r.D(1)&0xFFFF|v&0x40<<10)
			r.SetD(2, r.D(2)&0xFFFF|v&0x80<<9)
		case name == "move":
			m68kAtHand(m, m.layout.move(v), uint8(r.D(5)))
		case n < 0:
			return false
		default:
			if part {
				mask := map[string]uint32{"b": 0xFF, "w": 0xFFFF}[size]
				v = m68kRegister(r, n)&^mask | v&mask
			}
			if n < 8 {
				r.SetD(n, v)
			} else {
				r.SetA(n-8, v)
			}
		}
		return true
	},
	flags: func(m *rig, addr uint32) uint8 { return m.m.Read(addr + 2) },
	setRaw: func(m *rig, addr uint32, g probe.Move) {
		m.m.WriteBytes(addr, []byte{uint8(g.Move), uint8(g.Move >> 8), g.Flags, 0})
	},
	take:        m68kTake,
	judge:       m68kTake,
	flagsJudged: func(m *rig) uint8 { return uint8(m68k.Of(m.m).Regs().D(5)) },
	takeRecord: func(m *rig, addr uint32) {
		m.putLong(m.addr("n_record"), addr)
		m68kTake(m, addr)
	},
	early: func(m *rig) probe.Move {
		r := m68k.Of(m.m).Regs()
		return probe.Move{Move: goengine.Move(r.D(3)&0xFF | r.D(4)&0xFF<<8), Flags: uint8(r.D(5))}
	},
	row: func(m *rig, ply int) uint32 { return m.addr("pv_rows") + 2*goengine.MaxPly*uint32(ply) },
	made: func(m *rig, g probe.Move) {
		at := m68kUndo(m, 0)
		m.m.Write(at+m68kConstant(m, "UNDO_FLAGS"), g.Flags)
		m.putLong(at+m68kConstant(m, "UNDO_FROM"), m.addr("board")+uint32(g.Move.From()))
		m.putLong(at+m68kConstant(m, "UNDO_TO"), m.addr("board")+uint32(g.Move.To()))
		// Before it stood a position that none equals, and that isn't history.
		m.putLong(at, m68kNoState)
		m.putLong(at+m68kConstant(m, "UNDO_KEY"), ^m.long(m.addr("key")))
		m.putLong(m.addr("undo_top"), at)
	},
	highFirst: true,
	scans:     []string{"scan_count", "line_count"},
	sift: func(m *rig, label string, start uint32) {
		m.call(label, in{"first": start})
	},
	unscan: func(m *rig, side uint8) { m.m.Write(m.addr("scan_count")+uint32(side), 0xEE) },
	scanned: func(m *rig, side, slots uint8) {
		require.Equal(m.t, slots, m.m.Read(m.addr("scan_count")+uint32(side)))
	},
	history: func(m *rig) []uint32 {
		keys := []uint32{}
		for i := uint32(0); m68kUndo(m, i) >= m.long(m.addr("undo_top")); i++ {
			if m.long(m68kUndo(m, i)) != m68kNoState {
				keys = append(keys, m.long(m68kUndo(m, i)+m68kConstant(m, "UNDO_KEY")))
			}
		}
		return keys
	},
	setHistory: func(m *rig, keys []uint32, rest uint32) {
		for i := range m68kConstant(m, "MAX_KEYS") {
			k := rest
			if i < uint32(len(keys)) {
				k = keys[i]
			}
			m.putLong(m68kUndo(m, i)+m68kConstant(m, "UNDO_KEY"), k)
		}
		m.putLong(m.addr("undo_top"), m.addr("undo_end")-m68kConstant(m, "UNDO")*uint32(len(keys)))
	},
	slots:    func(m *rig, label string) uint32 { return uint32(m.m.ReadWord(m.addr(label))) },
	hitClass: z80Test.hitClass,
	// An entry is the byte of the key, the budget and the move.
	cached: func(m *rig) (mv goengine.Move, check, budget uint8) {
		at := m.addr("cache") + 4*(m.long(m.addr("key"))&0x3FF)
		return m.layout.move(at + 2), m.m.Read(at), m.m.Read(at + 1)
	},
	setCached: func(m *rig, mv goengine.Move, check, budget uint8) {
		at := m.addr("cache") + 4*(m.long(m.addr("key"))&0x3FF)
		m.m.WriteBytes(at, []byte{check, budget, uint8(mv), uint8(mv >> 8)})
	},
	longest:   170,
	nodeBar:   3500,
	stackPly:  24,
	undefined: []byte{0xF1, 0x23}, // line F
	loop:      func(uint32) []byte { return []byte{0x60, 0xFE} },
	lockstep: func(m *rig, cycles uint64) error {
		_, err := onHatari(m, cycles)
		return err
	},
}

// m68kRegisters are the bytes of d0 to d7 and a0 to a6, high byte first, and
// m68kGroups the registers that they make, and runs of them, as D0-D7.
var m68kRegisters, m68kGroups = func() (all []string, groups map[string][]string) {
	groups = map[string][]string{"carry": {}, "Z": {}, "SP": {}}
	name := func(n int) string { return fmt.Sprintf("%c%d", "DA"[n/8], n%8) }
	for n := range 15 {
		for i := range 4 {
			all = append(all, fmt.Sprintf("%s.%d", name(n), 3-i))
		}
		groups[name(n)] = all[4*n:]
		for first := n &^ 7; first < n; first++ {
			groups[name(first)+"-"+name(n)] = all[4*first:]
		}
	}
	return all, groups
}()

// m68kNumber is a register's number, d0 0 to a6 14, or -1.
func m68kNumber(name string) int {
	if len(name) != 2 || name[1] < '0' || name[1] > '7' {
		return -1
	}
	switch name[0] {
	case 'd':
		return int(name[1] - '0')
	case 'a':
		return 8 + int(name[1]-'0')
	}
	return -1
}

func m68kRegister(r m68k.Regs, n int) uint32 {
	if n < 8 {
		return r.D(n)
	}
	return r.A(n - 8)
}

func m68kConstant(m *rig, name string) uint32 {
	v, ok := m.m.Program().Constants[name]
	require.True(m.t, ok, name)
	return v
}

// m68kUndo is the undo record of a move, the oldest 0.
func m68kUndo(m *rig, i uint32) uint32 {
	return m.addr("undo_end") - m68kConstant(m, "UNDO")*(i+1)
}

// m68kNoState marks the record of a move that made writes, in the place of side,
// castle, ep and half.
const m68kNoState = 0xFFFFFFFF

// m68kFrame is where the frame of the ply at hand lies.
func m68kFrame(m *rig) uint32 {
	return m.addr("frames") + m68kConstant(m, "FRAME")*uint32(m.byte("ply"))
}

// m68kAtHand makes a move the one at hand.
func m68kAtHand(m *rig, mv goengine.Move, flags uint8) {
	r := m68k.Of(m.m).Regs()
	r.SetD(3, uint32(mv&0xFF))
	r.SetD(4, uint32(mv>>8))
	r.SetD(5, r.D(5)&^0xFF|uint32(flags))
}

// m68kTake makes the raw move, or the record, at an address the one at hand.
func m68kTake(m *rig, addr uint32) { m68kAtHand(m, m.layout.move(addr), m.m.Read(addr+2)) }

// Constants that the 68000's sources can't check are what they should be.
func Test68000Memory(t *testing.T) {
	m := newRig(t, "68000", Options{})
	require.Zero(t, m.addr("board")&0xFF)
	require.EqualValues(t, m68kConstant(m, "G"), m.addr("board"))
	for _, label := range []string{"side", "piece_keys", "square", "undo", "undo_end", "frames", "sorted_stack", "raw_moves", "cache"} {
		require.Zero(t, m.addr(label)&3, label)
	}
}
