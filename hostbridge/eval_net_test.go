package hostbridge

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
	"github.com/searchex/searchex/internal/probe"
)

// netBars are the most cycles that net_tables may take, by machine.
var netBars = map[string]uint64{"z80": 3_000_000, "6502": 1_000_000, "68000": 1_600_000}

// netRoots are roots that play hardly reaches, each tried with both sides to move where the
// rules permit it, and turned round.
var netRoots = []string{
	"qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1",           // nine queens a side
	"qqqqkqqq/qqrrbbnn/8/8/8/8/RRQQBBNN/QQQQKQQQ w - - 0 1", // and more, as no game has them
	"4k3/8/8/8/8/8/8/QQQQKQQQ w - - 0 1",                    // a king alone
	"4k3/8/8/8/8/8/8/4K3 w - - 0 1",                         // both
	"4k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1",                  // the pawns that one has
	"k7/8/8/8/8/8/8/6NK w - - 0 1",
	"k6n/8/8/8/8/8/8/N6K w - - 0 1", // corners
	"nrbqkbrn/8/8/8/8/8/8/NRBQKBRN w - - 0 1",
	"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1", // no pawns
	"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
	"8/PPPPPPPP/8/2k5/5K2/8/pppppppp/8 w - - 0 1", // all about to promote
	"rrrrkrrr/rrr5/8/8/8/8/RRR5/RRRRKRRR w - - 0 1",
	"bbbbkbbb/bbb5/8/8/8/8/BBB5/BBBBKBBB w - - 0 1",
	"nnnnknnn/nnn5/8/8/8/8/NNN5/NNNNKNNN w - - 0 1",
	"1R3K2/8/8/8/3rk3/2rq2Q1/1R1n2R1/8 w - - 0 1", // a pawn on a7 would gain 264, of more than a byte
	goengine.StartFEN,
}

// TestRoutinesNetTables: the network adds to the root tables what it adds in the Go engine, leaves
// the position as it is, and takes no longer than it may.
func TestRoutinesNetTables(t *testing.T) { onMachines(t, testNetTables) }

func testNetTables(t testing.TB, m *rig) {
	m.needNet(t)
	worst, where := uint64(0), ""
	note := func(cycles uint64, p *goengine.Position) {
		if cycles > worst {
			worst, where = cycles, p.FEN()
		}
	}
	check := func(p *goengine.Position) {
		m.set(p)
		note(m.checkNet(p, probed.RootNet()), p)
	}
	roots := 0
	for _, fen := range netRoots {
		for _, fen := range []string{fen, turned(fen)} {
			board, rest, _ := strings.Cut(fen, " ")
			for _, side := range []string{" w", " b"} {
				if p, err := goengine.ParseFEN(board + side + rest[1:]); err == nil {
					roots++
					check(p)
				}
			}
		}
	}
	enough(t, roots, 3*len(netRoots))
	for _, name := range []string{
		"bench12.epd", "cpw_perft6.epd", "own_perft200.epd", "own_mates.epd", "own_endgame3_dtm.epd", "openings.epd", "openings-fresh.epd",
	} {
		games := epd(t, name)
		for i := 0; i < len(games); i += max(1, len(games)/slow(30, len(games))) {
			check(games[i].Position())
		}
	}
	placed(36, slow(300, 10000), check)
	r := rand.New(rand.NewSource(36))
	for range slow(300, 10000) {
		check(random.Hostile(r))
	}
	for range slow(200, 4000) {
		check(fullBoard(r))
	}
	t.Logf("net_tables at worst %d: %s", worst, where)
	require.LessOrEqual(t, worst, netBars[m.Name()], "%s: net_tables takes too long", where)
}

// TestRoutinesNetTablesClip: a hidden value whose sum is 256 and more is NetOne, whatever the low byte. Such a sum is rare
// with the network in use, so here the machine has 256 more in its table net_bias.
func TestRoutinesNetTablesClip(t *testing.T) { onMachines(t, testNetTablesClip) }

func testNetTablesClip(t testing.TB, m *rig) {
	m.needNet(t)
	for k := range probed.RootNet().Hidden {
		n := *probed.RootNet()
		put := func() {
			for c := range n.Bias {
				m.m.WriteWord(m.addr("net_bias")+uint32(4*k+2*c), uint16(n.Bias[c][k]))
			}
		}
		for c, b := range n.Bias {
			n.Bias[c] = slices.Clone(b)
			n.Bias[c][k] += 256
		}
		put()
		for _, fen := range netRoots {
			p := position(t, fen)
			m.set(p)
			m.checkNet(p, &n)
		}
		n = *probed.RootNet()
		put()
	}
}

// TestRoutinesNetTablesInAGame: captured men, which stay in the lists, have no weight, and promoted
// ones are weighed as what they are.
func TestRoutinesNetTablesInAGame(t *testing.T) { onMachines(t, testNetTablesInAGame) }

func testNetTablesInAGame(t testing.TB, m *rig) {
	m.needNet(t)
	play := func(p *goengine.Position, mv goengine.Move) {
		m.layout.setMove(m.addr("play_from"), mv)
		m.gives("play_move", nil, out{"yes": true}, p.FEN())
		p.Play(mv)
	}
	for _, line := range [][]string{
		{"4k3/8/8/8/8/8/4q3/4K2N w - - 0 1", "e1e2"}, // Black's king is alone with a dead queen
		{"4k2n/4Q3/8/8/8/8/8/4K3 b - - 0 1", "e8e7"},
		{"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q"}, // and with two men against him
		{"7k/P6p/8/8/8/8/p7/7K w - - 0 1", "a7a8n", "a2a1r"},
	} {
		p := position(t, line[0])
		m.set(p)
		for _, uci := range line[1:] {
			mv, err := p.ParseMove(uci)
			require.NoError(t, err)
			play(p, mv)
			m.checkNet(p, probed.RootNet())
		}
	}
	r := rand.New(rand.NewSource(36))
	dead, promoted := 0, 0
	for range slow(12, 200) {
		p := position(t, random.Hostile(r).FEN())
		m.set(p)
		for range 40 {
			moves := generated(p)
			if len(moves) == 0 {
				break
			}
			mv := moves[r.Intn(len(moves))]
			play(p, mv.Move)
			if mv.Flags&1 == 0 {
				continue // not a capture
			}
			m.checkNet(p, probed.RootNet())
			dead++
			promoted += int(bit(promotedPawn(p)))
		}
	}
	enough(t, dead, 10)
	enough(t, promoted, 1)
}

// promotedPawn reports whether a man in the list is of higher rank than one before him in it:
// he was a pawn.
func promotedPawn(p *goengine.Position) bool {
	s := p.Probe().State()
	for id := 1; id < len(s.Square); id++ {
		if id != 16 && s.Square[id] != goengine.NoSquare && s.Square[id-1] != goengine.NoSquare && s.Kind[id] < s.Kind[id-1] {
			return true
		}
	}
	return false
}

// TestRoutinesNetTablesStop: an entry stops at the ends of a byte, and not before them.
func TestRoutinesNetTablesStop(t *testing.T) { onMachines(t, testNetTablesStop) }

func testNetTablesStop(t testing.TB, m *rig) {
	m.needNet(t)
	shared := probe.Of(nil).Tables()
	r := rand.New(rand.NewSource(360))
	stops := map[uint8]int{}
	for range slow(60, 2000) {
		p := fullBoard(r)
		// A network whose tables are its own begins with numbers at will, which the machine gets as the builder's.
		n := *probed.RootNet()
		n.Alone, n.Ground = true, make([]int8, 6*64)
		var plain probe.RootTables
		for i := range n.Ground {
			ground := [...]int{r.Intn(256), r.Intn(12), 255 - r.Intn(12), 0, 255}[r.Intn(5)]
			n.Ground[i] = int8(ground - shared.TableBias)
			sq := i&0x38<<1 | i&7
			plain[i/64][sq] = uint8(ground)
			plain[6+i/64][sq^0x70] = uint8(ground)
		}
		m.set(p)
		m.call("build_tables", nil)
		m.setSquares(&plain)
		m.call("net_tables", nil)
		want := p.Probe().NetTables(&n)
		m.sameTables(p, want, &plain)
		for i := range want {
			for sq, v := range want[i] {
				if sq&0x88 == 0 && v != plain[i][sq] {
					stops[v]++
				}
			}
		}
	}
	enough(t, stops[0], 100)
	enough(t, stops[255], 100)
}

// fullBoard is a position of all men, those of each side set down anywhere: 16, of which up to
// eight are pawns.
func fullBoard(r *rand.Rand) *goengine.Position {
	for {
		var board [64]byte
		at := r.Perm(64)
		for side := range byte(2) {
			men := "K" + "PPPPPPPP"[:r.Intn(9)]
			for len(men) < 16 {
				men += string("QRBN"[r.Intn(4)])
			}
			for _, c := range []byte(men) {
				for at[0] < 8 && c == 'P' || at[0] >= 56 && c == 'P' {
					r.Shuffle(len(at), func(i, j int) { at[i], at[j] = at[j], at[i] })
				}
				board[at[0]], at = c|side<<5, at[1:]
			}
		}
		if p, err := goengine.ParseFEN(random.BoardFEN(&board) + " " + "wb"[r.Intn(2):][:1] + " - - 0 1"); err == nil {
			return p
		}
	}
}

// TestNetWeights: the weights in the machine's tables are those of the Go engine.
func TestNetWeights(t *testing.T) { onMachines(t, testNetWeights) }

func testNetWeights(t testing.TB, m *rig) {
	m.needNet(t)
	n := probed.RootNet()
	const half, codes = 184, 16 // bytes of codes of six kinds; codes of a hidden value
	// same compares the weights of a table of codes, of one side's men or of both's.
	same := func(label string, weights []int8, sides int) {
		all, values := m.romTable(label, n.Hidden*sides*half), m.romTable(label+"_values", n.Hidden*codes)
		for i, want := range weights {
			row, k := i/n.Hidden, i%n.Hidden
			side, kind, square := row/(6*64), row/64%6, row%64
			if goengine.Kind(kind) == goengine.Pawn {
				if square < 8 || square >= 56 {
					continue
				}
				square -= 8 // the first rank is left out
			}
			at := (k*sides+side)*half + kind*32 + square/2
			code := all[at] >> (square % 2 * 4) & 15
			require.Equal(t, want, int8(values[k*codes+int(code)]), "%s+%d: hidden value %d, side %d, kind %d, square %d", label, at, k, side, kind, row%64)
		}
	}
	same("net_in", n.In, 2)
	same("net_out", n.Out, 1)
	for i := range 2 * n.Hidden {
		require.Equal(t, n.Bias[i%2][i/2], int16(m.m.ReadWord(m.addr("net_bias")+uint32(2*i))), "bias %d", i)
	}
}

// needNet skips the test on a machine whose program has no network.
func (m *rig) needNet(t testing.TB) {
	if !m.has("net_tables") || !m.hasModule() {
		t.Skipf("the program of the %s has no network", m.Name())
	}
}

// checkNet compares the root tables with the network's for the position on the machine with
// the reference's, and returns what the network has cost.
func (m *rig) checkNet(p *goengine.Position, n *probe.Net) uint64 {
	m.t.Helper()
	m.call("build_tables", nil)
	before := m.state()
	m.cpu.scramble(m.m)
	o := m.call("net_tables", nil)
	m.sameTables(p, p.Probe().NetTables(n), p.Probe().BuildTables())
	require.Equal(m.t, before, m.state(), "%s: net_tables changes the position", p.FEN())
	m.gives("phase", nil, out{"phase": p.Phase()}, "%s: net_tables changes the phase", p.FEN())
	return o.cycles
}

// sameTables compares the root tables with the reference's; plain are those without the
// network. It names the first entry that differs.
func (m *rig) sameTables(p *goengine.Position, want, plain *probe.RootTables) {
	m.t.Helper()
	differ, first := 0, ""
	for i := range want {
		var got [256]byte
		m.m.ReadBytes(m.addr("pst")+uint32(i)<<8, got[:])
		for sq := range goengine.Square(128) {
			if sq&0x88 != 0 || got[sq] == want[i][sq] {
				continue
			}
			if differ++; differ == 1 {
				first = fmt.Sprintf("%s %s %s: %d, want %d, %d without the network", [2]string{"White", "Black"}[i/6],
					[6]string{"king", "queen", "rook", "bishop", "knight", "pawn"}[i%6], goengine.SquareName(sq), got[sq], want[i][sq], plain[i][sq])
			}
		}
	}
	if differ > 0 {
		m.t.Fatalf("%s: %d entries differ, first %s", p.FEN(), differ, first)
	}
}

// setSquares writes root tables, but for what is not of a square.
func (m *rig) setSquares(t *probe.RootTables) {
	for i := range t {
		for sq, v := range t[i] {
			if sq&0x88 == 0 {
				m.m.Write(m.addr("pst")+uint32(i<<8|sq), v)
			}
		}
	}
}
