package hostbridge

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// The second killer is found where the first one has been tried before.
func TestRoutinesSecondKillerAlone(t *testing.T) { onMachines(t, testSecondKillerAlone) }

func testSecondKillerAlone(t testing.TB, r *rig) {
	const staged = 0x80
	p := position(t, "4k3/8/8/8/8/2N5/4B3/R3K3 w - - 0 1")
	n := nodeOf(t, p, "uniform,switch.killers=on", 2, 0)
	n.Killers[1] = 0x43<<8 | 0x22 // Nd5
	n.Alpha, n.Beta = n.Static-200, n.Static-100
	want := p.Probe().KillersPartAt(n, false)
	require.True(t, want.Cut)
	r.looked(p, n)
	r.setByte("n_any", staged|anyKiller1)
	r.call("list_begin", nil)
	r.setPointer("n_first_waiting", r.pointer("raw_end"))
	r.setPointer("n_first_sorted", r.pointer("sorted_top"))
	r.cpu.scramble(r.m)
	o := r.call("killers_part", nil)
	require.True(t, o.is("cut"))
	require.Equal(t, want.Result, r.nodeState(n, r.layout.score(r.addr("n_beta")), true))
}

// The enemy's queens are counted from 0.
func TestRoutinesQueensAmongTargets(t *testing.T) { onMachines(t, testQueensAmongTargets) }

func testQueensAmongTargets(t testing.TB, r *rig) {
	for fen, queens := range map[string]byte{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1": 0, "r3k2r/8/8/8/8/8/8/4K3 w - - 0 1": 0,
		"q3k2r/8/8/8/8/8/8/4K3 w - - 0 1": 1, "q3k2q/8/8/8/8/8/8/4K3 w - - 0 1": 2,
	} {
		for _, fen := range []string{fen, turned(fen)} {
			p := position(t, fen)
			r.set(p)
			r.call("look", in{"maybe": 1}) // which finds the ways to the king
			r.cpu.scramble(r.m)
			r.call("list_targets", nil)
			require.Equal(t, queens, r.byte("n_queens"), fen)
		}
	}
}

// Where the stamps of maps are used up, the new map is known as its ply's.
func TestRoutinesMapBehindTheLastStamp(t *testing.T) { onMachines(t, testMapBehindTheLastStamp) }

func testMapBehindTheLastStamp(t testing.TB, r *rig) {
	p := position(t, goengine.StartFEN)
	r.set(p)
	r.call("clear_hits", nil)
	for stamp := 0; stamp < 256; stamp += 2 {
		r.setByte("hits_stamp", byte(stamp))
		r.setByte("ply", 7)
		r.setByte("hits_ply", 0xFF)
		r.cpu.scramble(r.m)
		r.call("hits_of", nil)
		require.Equal(t, byte(7), r.byte("hits_ply"), "stamp %d", stamp)
	}
}

// A slider at the far end of a line, behind which the board ends, counts for its own line alone.
func TestRoutinesSliderAtTheFarEnd(t *testing.T) { onMachines(t, testSliderAtTheFarEnd) }

func testSliderAtTheFarEnd(t testing.TB, r *rig) {
	const rook, bishop, queen = 8, 4, 12
	p := position(t, goengine.StartFEN)
	r.set(p) // for the edges of the board
	for _, ray := range []struct {
		from, step int
		slider     byte
	}{
		{0x00, 17, bishop}, {0x07, 15, bishop}, {0x70, -15, bishop}, {0x77, -17, bishop},
		{0x00, 16, rook}, {0x77, -16, rook}, {0x00, 1, rook}, {0x77, -1, rook},
	} {
		for _, slider := range []byte{ray.slider, queen} {
			r.swapByHand(ray.from, 160, 160, map[int]byte{ray.from: 0x80 | queen, ray.from + 7*ray.step: 0x40 | slider})
		}
	}
}
