package hostbridge

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// romTable are the bytes of a table in the machine's ROM.
func (m *rig) romTable(label string, size int) []byte {
	b := make([]byte, size)
	m.m.ReadBytes(m.addr(label), b)
	return b
}

// Each byte of a table in ROM has the value that it represents, also one that no position of the
// other tests asks for.
func TestRoutinesTablesInROM(t *testing.T) { onMachines(t, testTablesInROM) }

func testTablesInROM(t testing.TB, m *rig) {
	shared := probe.Of(nil).Tables()
	require.Equal(t, shared.AttackWays[:], m.romTable("attack_table", 256))
	require.Equal(t, shared.RayStep[:], m.romTable("ray_step", 256))
	if m.has("knight_steps") {
		require.Equal(t, shared.KnightSteps[:], m.romTable("knight_steps", len(shared.KnightSteps)))
	}
	for label, want := range map[string][6][32]int8{"opening_table": shared.Opening, "ending_table": shared.Ending} {
		got := m.romTable(label, 6*32)
		for i, v := range got {
			require.Equal(t, want[i/32][i%32], int8(v), "%s+%d", label, i)
		}
	}
	passed := m.romTable("passed_bonus", 16)
	for rank := range 8 {
		require.Equal(t, shared.PassedOpening[rank], int8(passed[rank]), "passed in the opening, rank %d", rank)
		require.Equal(t, shared.PassedEnding[rank], int8(passed[8+rank]), "passed in the ending, rank %d", rank)
	}
	for i, v := range m.romTable("shelter", 4) {
		want := 0 // no shelter from the fourth rank on
		if i < len(shared.Shelter) {
			want = shared.Shelter[i]
		}
		require.Equal(t, want, int(int8(v)), "shelter %d", i)
	}
	require.Equal(t, shared.PhaseWeight[:], m.romTable("phase_weight", 6))
	require.Equal(t, shared.RankValue[:], m.romTable("rank_value", 6))
	if m.has("near_king") {
		for kind, v := range m.romTable("near_king", 5) {
			require.Equal(t, shared.NearKing[kind], int(int8(v)), "near_king %d", kind)
		}
	} else {
		m.testLinear(t, shared)
	}
	if m.has("slot_bits") {
		for i, v := range m.romTable("slot_bits", 16) {
			require.Equal(t, byte(1)<<(i%8), v, "slot %d", i)
		}
	}
	if m.has("key_windows") {
		for i, want := range shared.Windows {
			require.Equal(t, want, m.long(m.addr("key_windows")+4*uint32(i)), "key_windows %d", i)
		}
	} else {
		require.Equal(t, shared.Keys, m.romTable("key_bytes", len(shared.Keys)))
	}
	if m.has("ways_from") { // the other way round, from the longest way down the board
		for i, ways := range m.romTable("ways_from", 0x77+0x77+1) {
			require.Equal(t, shared.AttackWays[uint8(0x77-i)], ways, "ways_from+%d", i)
		}
	}
	if m.has("square_pairs") {
		for i, v := range m.romTable("square_pairs", 2*0x78) {
			if i/2&0x88 == 0 {
				require.EqualValues(t, i/2, v, "square_pairs+%d", i)
			}
		}
	}
	m.testSwapStates(t, shared)
	m.testByBoardByte(t, shared)
}

// The rows of the plies' principal variations do not overlap, and stand in RAM that nothing else
// uses: of each page of pst the bytes with bit 7 set.
func TestRoutinesRowsOfLines(t *testing.T) { onMachines(t, testRowsOfLines) }

func testRowsOfLines(t testing.TB, m *rig) {
	if m.Name() == "68000" {
		return // no table says where they are: one lies behind the other
	}
	pst := m.addr("pst")
	require.Equal(t, m.addr("pv_root"), m.cpu.row(m, 0))
	taken := map[uint32]int{}
	for ply := 1; ply < goengine.MaxPly; ply++ {
		row := m.cpu.row(m, ply)
		for i := range uint32(2 * (goengine.MaxPly - ply)) {
			at := row + i
			other, twice := taken[at]
			require.False(t, twice, "plies %d and %d share $%04x", other, ply, at)
			taken[at] = ply
			require.True(t, at >= pst && at < pst+8<<8 && at&0x80 != 0, "ply %d: $%04x is in use", ply, at)
		}
	}
	require.Zero(t, m.cpu.row(m, goengine.MaxPly), "the last ply has no line below it")
}

// testLinear holds the tables of a CPU that indexes from any address on.
func (m *rig) testLinear(t testing.TB, shared probe.Tables) {
	for i, v := range m.romTable("near_pulls", 16) {
		require.EqualValues(t, shared.NearKing[1+i%4]*(1+i/4), v, "kind %d, %d steps away", 1+i%4, 3-i/4)
	}
	low, high := m.romTable("material_low", 12), m.romTable("material_high", 12)
	for i := range low {
		want := -shared.TableBias
		if kind := i % 6; kind != 0 {
			want += 4 * int(shared.SwapValue[kind])
		}
		require.EqualValues(t, want, int16(uint16(low[i])|uint16(high[i])<<8), "root table %d", i)
	}
	from := m.romTable("ways_from", 0x177)
	squares(func(a goengine.Square) {
		squares(func(b goengine.Square) {
			require.Equal(t, shared.AttackWays[a-b], from[0x77-int(a)+int(b)], "from %x to %x", b, a)
		})
		require.Zero(t, from[0x77-int(a)+int(goengine.NoSquare)]&0xC0, "from a dead piece to %x: off the board is a colour alone", a)
	})
}

// testSwapStates compares the two pages of swap-off with what their states
// count: in bits 0 to 4, by threes, pawns, knights and rooks, no more than two
// of each; in bit 5 a bishop; above it queens.
func (m *rig) testSwapStates(t testing.TB, shared probe.Tables) {
	next, values := m.romTable("swap_next", 256), m.romTable("swap_values", 256)
	require.Zero(t, next[0])
	require.Zero(t, values[0])
	for state := 1; state < 256; state++ {
		low := state & 31
		pawns, knights, rooks := low%3, low/3%3, low/9
		bishop, queens := state>>5&1, state>>6
		cheapest, kind := 64, goengine.Queen
		switch {
		case pawns > 0:
			cheapest, kind = 1, goengine.Pawn
		case knights > 0:
			cheapest, kind = 3, goengine.Knight
		case bishop > 0:
			cheapest, kind = 32, goengine.Bishop
		case rooks > 0:
			cheapest, kind = 9, goengine.Rook
		default:
			require.Positive(t, queens)
		}
		require.EqualValues(t, state-cheapest, next[state], "swap_next+%d", state)
		require.Equal(t, shared.SwapValue[kind], values[state], "swap_values+%d", state)
	}
}

// testByBoardByte compares the tables by board byte with the pieces that have
// one.
func (m *rig) testByBoardByte(t testing.TB, shared probe.Tables) {
	worth := m.romTable("swap_worth", 33)
	p := position(t, goengine.StartFEN)
	s := p.Probe().State()
	for id, sq := range s.Square {
		code, kind := s.Board[sq], s.Kind[id]
		require.Equal(t, shared.SwapValue[kind], worth[code&0x3F], "worth of %02x", code)
		table := m.addr("pst") + (uint32(id)>>4*6+uint32(kind))<<8
		if m.has("piece_tables") { // longwords from a white pawn's code on
			require.Equal(t, table, m.long(m.addr("piece_tables")+4*uint32(code-0x41)), "table of %02x", code)
		} else {
			require.Equal(t, byte(table>>8), m.romTable("pst_page", 0xA1-0x40)[code-0x40], "page of %02x", code)
		}
	}
}
