package hostbridge

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
)

// mk5Monitor is the MK V's module in a machine without its interrupt, whose routines are called.
type mk5Monitor struct {
	*testing.T
	m6502.Machine
	labels map[string]uint32
	glass  []asm.Segment
}

func newMK5Monitor(t *testing.T) *mk5Monitor {
	module, err := asm.LoadMK5()
	require.NoError(t, err)
	engine, err := asm.Load("6502")
	require.NoError(t, err)
	rom, err := module.ROM(nil)
	require.NoError(t, err)
	var o m6502.Options
	o.ROM = []emu.Range{{Start: 0x8000, Size: 0x8000}}
	o.RAM = []emu.Range{{Start: 0, Size: 0x4000}, {Start: 0x5000, Size: 0x100}}
	m := &mk5Monitor{T: t, labels: map[string]uint32{}, glass: module.Glass}
	m.Machine, err = m6502.NewWithOptions(&emu.Program{Name: "mk5", ROM: rom, Origin: 0x8000}, o)
	require.NoError(t, err)
	for _, labels := range []map[string]uint32{engine.Symbols, module.Symbols} {
		for name, at := range labels {
			m.labels[name] = at
		}
	}
	m.Write(m.labels["cursor"], 0xFF) // no square, as after reset
	return m
}

// call runs a routine of the monitor.
func (m *mk5Monitor) call(name string) {
	m.Helper()
	require.NotZero(m, m.labels[name], name)
	require.NoError(m, m.CallAddr(m.labels[name], 0), name)
}

// shows requires that the text begins like this.
func (m *mk5Monitor) shows(want string) {
	m.Helper()
	text := make([]byte, len(want))
	m.ReadBytes(m.labels["text"], text)
	require.Equal(m, want, string(text))
}

// lit returns the names of the segments that are on, as draw has left its buffer: run k of eight rows is at the places of the root
// tables that no square has, and has the shifts 2k and 2k+1 of each chip.
func (m *mk5Monitor) lit() map[string]bool {
	on := map[string]bool{}
	for _, g := range m.glass {
		run := uint32(g.Shift() / 2)
		b := m.Read(m.labels["pst"] + 256*(run/8) + 16*(run%8) + 8 + uint32(g.Row))
		on[g.Name] = b>>(2*g.Chip+g.Shift()%2)&1 != 0
	}
	return on
}

// play plays a move between two squares, and requires that display and battery RAM have its number: before it the number
// of the next move, behind it the move in the column of its side.
func (m *mk5Monitor) play(from, to byte, name string, number int, black bool) {
	m.Helper()
	m.call("show_next")
	m.shows(fmt.Sprintf("%3d         ", number))
	m.Write(m.labels["play_from"], from)
	m.Write(m.labels["play_to"], to)
	m.call("try_move")
	require.NotZero(m, m.Register("p")&1, "%d. %s is not legal", number, name)
	m.Write(m.labels["m_from"], from)
	m.Write(m.labels["m_to"], to)
	m.call("clear_text")
	side, indent := uint32(0), ""
	if black {
		side, indent = 1, "   "
	}
	m.SetRegister("a", side)
	m.SetRegister("x", '-')
	m.call("show_move")
	m.shows(fmt.Sprintf("%3d %s%s", number, indent, name))
	if from&7 != 5 {
		return // to draw takes as long as to move
	}
	m.call("draw")
	m.shows(fmt.Sprintf("%-15s%c", fmt.Sprintf("%3d %s%s", number, indent, name), "BW"[side]))
}

// knights are four half-moves that lead back to the initial position.
var knights = []struct {
	from, to byte
	name     string
}{{0x06, 0x25, "G1-F3"}, {0x76, 0x55, "G8-F6"}, {0x25, 0x06, "F3-G1"}, {0x55, 0x76, "F6-G8"}}

// blackFirst are the same with Black to move.
var blackFirst = append(append(knights[1:2:2], knights[0]), knights[3], knights[2])

// nvBefore is mk5.inc's NV_BEFORE.
const nvBefore = 0x5058

// The number of a move stays right when the record, which has room for 80 half-moves, forgets the older half of them: also if the
// record begins with Black's move. Place 15 is the side to move.
func TestMK5CountsMoves(t *testing.T) {
	t.Run("White begins", func(t *testing.T) {
		m := newMK5Monitor(t)
		m.call("new_game")
		for ply := range 90 {
			k := knights[ply%4]
			m.play(k.from, k.to, k.name, ply/2+1, ply%2 == 1)
		}
	})
	t.Run("Black begins", func(t *testing.T) {
		m := newMK5Monitor(t)
		m.call("new_game")
		m.Write(m.labels["side"], 1)
		m.call("position_to_base")
		m.Write(nvBefore+1, 8)
		for ply := range 90 {
			k := blackFirst[ply%4]
			m.play(k.from, k.to, k.name, 80+(ply+1)/2+1, ply%2 == 0)
		}
	})
	t.Run("a thousand moves", func(t *testing.T) {
		m := newMK5Monitor(t)
		m.call("new_game")
		m.Write(nvBefore, 9)
		m.Write(nvBefore+1, 8)
		for ply := range 90 {
			k := knights[ply%4]
			m.play(k.from, k.to, k.name, (980+ply/2+1)%1000, ply%2 == 1)
		}
	})
	t.Run("no digits in the battery RAM", func(t *testing.T) {
		m := newMK5Monitor(t)
		m.call("new_game")
		m.Write(nvBefore, 0xFA) // as a chip of four bits may read
		m.Write(nvBefore+1, 0x0F)
		m.call("restore")
		m.call("show_next")
		m.shows("  1 ")
	})
}

// Each man lights his own segment, and a Black one the filling too. All other segments of the squares are dark.
func TestMK5LightsTheMen(t *testing.T) {
	m := newMK5Monitor(t)
	m.call("new_game")
	m.call("clear_text")
	m.Write(m.labels["cursor"], 0x33)
	m.call("draw")
	want := map[string]bool{"d4 cursor": true}
	for file, kind := range []string{"rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook"} {
		for rank, kind := range map[int]string{1: kind, 2: "pawn", 7: "pawn", 8: kind} {
			square := fmt.Sprintf("%c%d ", 'a'+file, rank)
			want[square+kind] = true
			want[square+"black"] = rank > 2
		}
	}
	lit := m.lit()
	for _, g := range m.glass[:512] {
		require.Equal(t, want[g.Name], lit[g.Name], g.Name)
	}
}
