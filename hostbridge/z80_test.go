package hostbridge

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/emu/z80/z80test"
	"github.com/searchex/searchex/goengine"
)

// z80Test is what the tests of routines have to know of the Z80's.
var z80Test = &cpuTest{
	in: map[string]map[string]string{
		"look":           {"maybe": "a"},
		"attacked":       {"square": "e", "side": "a"},
		"gives_check":    {"code": "d", "from": "c", "to": "e"},
		"make_move":      {"move": "hl"},
		"make_board":     {"move": "hl"},
		"unmake_board":   {"move": "hl"},
		"swap_off":       {"square": "de", "worth": "a", "side": "b"},
		"candidates":     {"from": "c", "flags": "b", "to": "de"},
		"best_swap":      {"slots": "hl"},
		"loses":          {"from": "c", "flags": "b", "to": "de"},
		"exchange_loss":  {"from": "c", "flags": "b", "to": "de"},
		"after":          {"move": "hl", "static": "de"},
		"set_prices":     {"phase": "a"},
		"threatens_mate": {"code": "d", "from": "c", "to": "e"},
		"book_move":      {"random": "a"},
	},
	out: map[string]map[string]string{
		"has_legal_move": {"yes": "carry"},
		"attacked":       {"yes": "carry"},
		"in_check":       {"yes": "carry"},
		"gives_check":    {"yes": "carry"},
		"repeated":       {"yes": "carry"},
		"insufficient":   {"yes": "carry"},
		"play_move":      {"yes": "carry"},
		"swap_off":       {"won": "a"},
		"candidates":     {"slots": "hl"},
		"swap_bounds":    {"none": "carry"},
		"best_swap":      {"won": "a"},
		"loses":          {"yes": "a", "zero": "zero"},
		"exchange_loss":  {"lost": "a", "zero": "zero"},
		"static":         {"value": "hl"},
		"after":          {"value": "hl"},
		"phase":          {"phase": "a"},
		"threatens_mate": {"yes": "carry"},
		"book_move":      {"yes": "carry", "move": "hl"},
	},
	register: func(m *rig, name string) (uint32, bool) {
		r := m.m.(*z80.Machine).Regs()
		switch name {
		case "a":
			return uint32(r.A()), true
		case "hl":
			return uint32(r.HL()), true
		case "carry":
			return bit(r.Carry()), true
		case "zero":
			return bit(r.Zero()), true
		}
		return 0, false
	},
	setRegister: func(m *rig, name string, v uint32) bool {
		r := m.m.(*z80.Machine).Regs()
		switch name {
		case "a":
			r.SetA(uint8(v))
		case "b":
			r.SetB(uint8(v))
		case "c":
			r.SetC(uint8(v))
		case "d":
			r.SetD(uint8(v))
		case "e":
			r.SetE(uint8(v))
		case "de":
			r.SetDE(uint16(v))
		case "hl":
			r.SetHL(uint16(v))
		default:
			return false
		}
		return true
	},
	flags: func(m *rig, addr uint32) uint8 { return m.m.Read(addr + 2) },
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
	longest:   23,
	nodeBar:   4000,
	stackPly:  32,                 // memory.s
	undefined: []byte{0xDD, 0xDD}, // a prefix before a prefix
	loop:      []byte{0x18, 0xFE}, // jr
	lockstep:  func(m *rig, cycles uint64) error { return z80test.Run(m.m.(*z80.Machine), cycles) },
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
	require.Equal(t, m.addr("price")>>8, (m.addr("pv_len")+goengine.MaxPly+1)>>8)
	require.Equal(t, uint32(0x4300), m.addr("pst"))
	for name, size := range map[string]uint32{"officer_scan": 20, "ways": 5, "key_place": 28, "pv_rows": 66} {
		require.LessOrEqual(t, m.addr(name)&0xFF+size, uint32(256), "%s crosses a page", name)
	}
}
