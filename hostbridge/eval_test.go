package hostbridge

import (
	"bufio"
	"math/rand"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
	"github.com/searchex/searchex/internal/probe"
	"github.com/searchex/searchex/testdata"
)

// setExchange puts a position on the machine's board as build_tables leaves it,
// its map of attacks empty, its lists those of the reference: promoted pawns
// and dead pieces in their old places.
func (m *rig) setExchange(p *goengine.Position) {
	m.set(p)
	m.call("clear_hits", nil)
	m.setByte("ply", 0)
	s := p.Probe().State()
	for id, sq := range s.Square {
		m.setSquare(uint32(id), sq)
		if sq != goengine.NoSquare {
			m.m.Write(m.addr("kind")+uint32(id), s.Kind[id])
			m.m.Write(m.addr("ids")+uint32(sq), byte(id))
		}
	}
	for side := range uint32(2) {
		m.m.Write(m.addr("slots")+side, s.Slots[side])
	}
	m.m.WriteBytes(m.addr("board"), s.Board[:])
	m.setByte("side", s.Side)
}

// setTables writes the reference's root tables.
func (m *rig) setTables(t *probe.RootTables) {
	for i := range t {
		m.m.WriteBytes(m.addr("pst")+uint32(i)<<8, t[i][:])
	}
}

// evalPositions calls f for positions of random games from the test files'
// positions, every one with clean lists.
func evalPositions(t testing.TB, games, plies int, f func(p *goengine.Position)) {
	// First what makes the counts of attackers overflow, and what promotes.
	fens := []string{
		"7k/8/Q2Q2Q1/8/q2r2Q1/8/Q2R2Q1/7K b - -", "7k/3r4/3r4/3r4/RR1p1RR1/8/3R4/3R3K w - -",
		"4k3/1N3N2/2N1N3/3p4/8/2N1N3/1B3B2/4K3 b - -", "b6k/1b6/2b5/3p4/4B3/5B2/6B1/K6B w - -",
		"3q3k/3r4/3r4/3p4/4b3/5q2/3R2b1/K2Q4 w - -", "nnn1k3/P1P4P/8/8/8/8/p3p1pp/2K2NN1 w - -",
		"qqq4k/1q1q4/q4r2/3B4/1n3r2/3r1n2/3r4/K7 w - -", "8/PPPPk3/8/8/8/8/3Kpppp/8 w - -",
		"3q3k/3q4/3q4/3q4/3p4/3Q4/3Q4/K2Q4 w - -",
	}
	for _, name := range []string{"bench12.epd", "own_perft200.epd", "own_endgame3_dtm.epd"} {
		file, err := testdata.Files.Open(name)
		require.NoError(t, err)
		for s := bufio.NewScanner(file); s.Scan(); {
			if fields := strings.Fields(s.Text()); len(fields) >= 4 && !strings.HasPrefix(fields[0], "#") {
				fens = append(fens, strings.TrimSuffix(strings.Join(fields[:4], " "), ";"))
			}
		}
		require.NoError(t, file.Close())
	}
	rng := rand.New(rand.NewSource(1981))
	for game := range slow(games, games) {
		p := position(t, fens[game%len(fens)])
		for range plies {
			q := position(t, p.FEN())
			f(q)
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			p.Play(moves[rng.Intn(len(moves))])
		}
	}
}

// generated are all legal moves of a position.
func generated(p *goengine.Position) []probe.Move {
	tactical, quiet := p.Probe().Generated()
	return append(tactical, quiet...)
}

func TestRoutinesSwapOff(t *testing.T) { onMachines(t, testSwapOff) }

func testSwapOff(t testing.TB, m *rig) {
	worth := probe.Of(nil).Tables().SwapValue
	// The two ways out of the common case are taken too.
	slowly, longest := 0, 0
	m.runner.Watch(m.addr("swap_slow"), func() { slowly++ })
	m.runner.Watch(m.addr("swap_long"), func() { longest++ })
	compare := func(p *goengine.Position) {
		first := firstMen(p)
		for _, sq := range p.Probe().State().Square {
			if sq == goengine.NoSquare {
				continue
			}
			_, kind, _ := p.PieceAt(sq)
			for by := range goengine.Side(2) {
				want := p.Probe().SwapOff(sq, worth[kind], by)
				before := slowly
				m.gives("swap_off", in{"square": sq, "worth": worth[kind], "side": by}, out{"won": want})
				if slowly > before {
					require.False(t, first, "%s square %s by %d: a state holds the men of the initial position", p.FEN(), goengine.SquareName(sq), by)
				}
			}
		}
	}
	evalPositions(t, 300, 12, func(p *goengine.Position) {
		m.setExchange(p)
		compare(p)
	})
	enough(t, slowly, 100)
	enough(t, longest, 100)
}

// firstMen reports whether neither side has more knights, rooks and queens than
// at first, or two bishops on squares of one colour. Then a state of swap-off
// holds whatever attacks a square: two knights, two rooks, a bishop, since only
// one of them can come to it, and of queens, with what stands behind one, three.
func firstMen(p *goengine.Position) bool {
	var count [2][goengine.Pawn + 1]int
	var bishops [2][2]int
	for id, sq := range p.Probe().State().Square {
		if sq == goengine.NoSquare {
			continue
		}
		_, kind, _ := p.PieceAt(sq)
		count[id>>4][kind]++
		if kind == goengine.Bishop {
			bishops[id>>4][(sq>>4+sq)&1]++
		}
	}
	for by, n := range count {
		if n[goengine.Queen] > 1 || n[goengine.Rook] > 2 || n[goengine.Knight] > 2 || max(bishops[by][0], bishops[by][1]) > 1 {
			return false
		}
	}
	return true
}

// besieged are positions in which a square is attacked from all sides: pieces
// near and far on each of its lines, mostly of one side and in each other's way,
// knights, and kings beside it.
func besieged(seed int64, count int, f func(p *goengine.Position, sq goengine.Square)) {
	r := rand.New(rand.NewSource(seed))
	for n := 0; n < count; {
		var board [64]byte
		at := func(file, rank int) *byte { return &board[8*(7-rank)+file] }
		file, rank := r.Intn(8), r.Intn(8)
		*at(file, rank) = "QqRrBbNn"[r.Intn(8)]
		kings := r.Perm(16) // two of the squares beside it, or none
		for ray := range 8 {
			step := [2]int{[]int{0, 1, 1, 1, 0, -1, -1, -1}[ray], []int{1, 1, 0, -1, -1, -1, 0, 1}[ray]}
			side := r.Intn(2)
			sliders := [2]string{"RRQRRQN", "BBQBBQP"}[ray%2]
			for i := 1; ; i++ {
				x, y := file+i*step[0], rank+i*step[1]
				if x&^7 != 0 || y&^7 != 0 {
					break
				}
				switch {
				case i == 1 && kings[0] == ray:
					*at(x, y) = 'K'
				case i == 1 && kings[1] == ray:
					*at(x, y) = 'k'
				case r.Intn(3) == 0:
					c := sliders[r.Intn(len(sliders))]
					if c == 'P' && (i > 1 || y == 0 || y == 7) {
						c = 'Q'
					}
					*at(x, y) = c | 0x20*byte(side)
					if r.Intn(6) == 0 {
						*at(x, y) ^= 0x20
					}
				}
			}
		}
		for _, jump := range [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
			if x, y := file+jump[0], rank+jump[1]; x&^7 == 0 && y&^7 == 0 && r.Intn(4) == 0 {
				*at(x, y) = "Nn"[r.Intn(2)]
			}
		}
		for _, king := range "Kk" {
			if !slices.Contains(board[:], byte(king)) {
				for {
					if c := &board[r.Intn(64)]; *c == 0 {
						*c = byte(king)
						break
					}
				}
			}
		}
		if p, err := goengine.ParseFEN(random.BoardFEN(&board) + " " + "wb"[n%2:n%2+1] + " - - 0 1"); err == nil {
			n++
			f(p, goengine.Square(rank<<4|file))
		}
	}
}

// An exchange among many pieces is worth what Go says.
func TestRoutinesSwapOffBesieged(t *testing.T) { onMachines(t, testSwapOffBesieged) }

func testSwapOffBesieged(t testing.TB, m *rig) {
	worth := probe.Of(nil).Tables().SwapValue
	slowly := 0
	m.runner.Watch(m.addr("swap_slow"), func() { slowly++ })
	start := position(t, goengine.StartFEN)
	m.set(start) // for the edges of the board
	check := func(p *goengine.Position, sq goengine.Square) {
		s := p.Probe().State()
		m.m.WriteBytes(m.addr("board"), s.Board[:])
		for by := range goengine.Side(2) {
			for kind := goengine.Queen; kind <= goengine.Pawn; kind++ {
				want := p.Probe().SwapOff(sq, worth[kind], by)
				args := in{"square": sq, "worth": worth[kind], "side": by}
				m.gives("swap_off", args, out{"won": want}, "%s %s worth %d by %d", p.FEN(), goengine.SquareName(sq), worth[kind], by)
				m.gives("swap_slow", args, out{"gain": want}, "%s %s worth %d by %d slowly", p.FEN(), goengine.SquareName(sq), worth[kind], by)
			}
		}
	}
	// A bishop behind its king never attacks: he captures last.
	for _, fen := range []string{"8/8/4k3/3n4/2K5/1B6/8/8 w - - 0 1", "8/8/1b6/2k5/3N4/4K3/8/8 b - - 0 1"} {
		p := position(t, fen)
		check(p, 0x43)
		check(p, 0x33)
	}
	besieged(28, 4000, check)
	enough(t, slowly, 100)
}

// Each slider behind others on a line is counted, and no other.
func TestRoutinesSwapOffAlongLines(t *testing.T) { onMachines(t, testSwapOffAlongLines) }

func testSwapOffAlongLines(t testing.TB, m *rig) {
	worth := probe.Of(nil).Tables().SwapValue[goengine.Queen]
	start := position(t, goengine.StartFEN)
	m.set(start) // for the edges of the board
	for _, x := range queensOnLines() {
		s := x.Probe().State()
		m.m.WriteBytes(m.addr("board"), s.Board[:])
		got := m.call("swap_off", in{"square": x.queen, "worth": worth, "side": x.by})
		require.EqualValues(t, x.Probe().SwapOff(x.queen, worth, x.by), got.value("won"), x.FEN())
	}
}

// queenOnALine is a position with a queen that a side may take along a line.
type queenOnALine struct {
	*goengine.Position
	queen goengine.Square
	by    goengine.Side
}

// queensOnLines are queens with all that linesOfSliders has on each line from
// them, guarded by one rook or two, so that it matters whether a second piece
// captures, and a third; and unguarded ones with four queens on one line or two.
var queensOnLines = sync.OnceValue(func() (list []queenOnALine) {
	for n, step := range steps {
		for _, line := range linesOfSliders("RB"[n%2 : n%2+1]) {
			for variant := range 4 {
				black, rooks := variant&1 != 0, 1+variant>>1
				board, queen := onALine(step, "q"+line)
				for _, beside := range []uint8{0x01, 0x10, 0xF0, 0xFF} {
					at := uint8(queen) + beside
					if at&0x88 == 0 && rooks > 0 && board[at>>4][at&7] == '.' {
						board[at>>4][at&7] = 'r'
						rooks--
					}
				}
				if black {
					queen ^= 0x70
				}
				withKings(board, black, black, func(p *goengine.Position) bool {
					list = append(list, queenOnALine{p, queen, goengine.Side(bit(black))})
					return true
				})
			}
		}
		for _, other := range steps {
			for _, ahead := range []int{2, 3} {
				list = append(list, fourQueens(step, other, ahead)...)
			}
		}
	}
	return list
})

// fourQueens are unguarded queens with the given number of enemy queens on one line and all
// others on another, four in all; white's and black's.
func fourQueens(step, other [2]int, ahead int) (list []queenOnALine) {
	board, queen := onALine(step, "qQQQQ")
	if step != other {
		board, queen = onALine([2]int{}, "")
		setDown(&board, queen, step, "qQQQ"[:1+ahead])
		setDown(&board, queen, other, "qQQ"[:5-ahead])
	}
	for _, black := range []bool{false, true} {
		at := queen
		if black {
			at ^= 0x70
		}
		// Where the side to move stands in check.
		withKings(board, black, !black, func(p *goengine.Position) bool {
			list = append(list, queenOnALine{p, at, goengine.Side(bit(black))})
			return true
		})
	}
	return list
}

// linesOfSliders are what may stand on a line from a square on: one slider, the
// one given or a queen, two, and three, near and far, and what is in their way.
func linesOfSliders(slider string) (lines []string) {
	kinds := []string{slider, "Q"}
	gap := func(n int) string { return "______"[:n] }
	for _, first := range kinds {
		for i := range 7 {
			lines = append(lines, gap(i)+first)
		}
		for _, second := range kinds {
			for i := range 6 {
				lines = append(lines, first+gap(i)+second)
			}
			for i := range 2 {
				for _, third := range []string{slider, "Q", "N", "N" + strings.ToLower(slider), strings.ToLower(slider)} {
					lines = append(lines, first+gap(i)+second+third, first+gap(i)+second+gap(1)+third)
				}
			}
		}
		for i := range 6 { // a pawn attacks on a diagonal
			lines = append(lines, "P"+gap(i)+first)
		}
		lines = append(lines, first+"N"+slider, first+strings.ToLower(slider)+slider, "P"+strings.ToLower(slider)+first)
	}
	return lines
}

// Of the pieces of some slots the one is lost that Go names, and none that is not among them.
func TestRoutinesBestSwap(t *testing.T) { onMachines(t, testBestSwap) }

func testBestSwap(t testing.TB, m *rig) {
	worth := probe.Of(nil).Tables().SwapValue
	rng := rand.New(rand.NewSource(29))
	check := func(p *goengine.Position, s *probe.State, slots uint32, floor, enough int) {
		// The dearest first, and no more once one is enough.
		best := 0
		for slot := uint32(1); slot < 16 && best < enough; slot++ {
			sq := s.Square[uint32(s.Side)<<4|slot]
			if slots>>slot&1 == 0 || sq == goengine.NoSquare {
				continue
			}
			if won := int(p.Probe().SwapOff(sq, worth[s.Kind[s.ID[sq]]], s.Side^1)); won > max(best, floor) {
				best = won
			}
		}
		m.setByte("swap_floor", byte(floor))
		m.setByte("swap_enough", byte(min(enough, 255)))
		m.gives("best_swap", in{"slots": slots}, out{"won": best}, "%s slots %x floor %d enough %d", p.FEN(), slots, floor, enough)
	}
	hostile(29, slow(300, 3000), func(p *goengine.Position) {
		m.set(p)
		s := p.Probe().State()
		for range 8 {
			slots, floor := uint32(rng.Intn(1<<16)), rng.Intn(2)*rng.Intn(100)
			enough := 1 + floor + rng.Intn(200)
			check(p, &s, slots, floor, enough)
		}
	})
	// Any slots of the first eight, and of the others.
	p := position(t, goengine.StartFEN)
	m.set(p)
	s := p.Probe().State()
	for slots := range uint32(256) {
		check(p, &s, slots, 0, 255)
		check(p, &s, slots<<8, 0, 255)
	}
}

// checkHits compares the machine's map with the reference's.
func (m *rig) checkHits(p *goengine.Position, h *probe.Hits) {
	for i, by := range h.At {
		if i&0x88 != 0 {
			continue
		}
		want := 0
		if by&2 != 0 {
			want = 2
		} else if by != 0 {
			want = 1
		}
		sq := goengine.Square(i)
		if got := m.cpu.hitClass(m, sq); got != want {
			require.Equal(m.t, want, got, "%s square %s", p.FEN(), goengine.SquareName(sq))
		}
	}
}

// checkStruck has the machine list the attacked pieces, and note that it has.
func (m *rig) checkStruck(p *goengine.Position, h *probe.Hits) {
	m.setByte("struck_done", 0)
	m.call("strike", nil)
	require.Equal(m.t, h.Struck, m.cpu.slots(m, "struck"), p.FEN())
	require.NotZero(m.t, m.byte("struck_done"), p.FEN())
}

func TestRoutinesHits(t *testing.T) { onMachines(t, testHits) }

func testHits(t testing.TB, m *rig) {
	rng := rand.New(rand.NewSource(1))
	check := func(p *goengine.Position) {
		m.setExchange(p)
		m.setByte("hits_stamp", byte(rng.Intn(128)*2))
		h := p.Probe().Hits()
		m.call("map_hits", nil)
		m.checkHits(p, h)
		m.checkStruck(p, h)
		m.setByte("struck_done", 0)
		state := p.Probe().State()
		for _, mv := range generated(p) {
			bounds := func() (static, alpha, beta int16) {
				static = int16(rng.Intn(4000) - 2000)
				alpha = static - 1 - int16(rng.Intn(700))
				beta = alpha + 1 + int16(rng.Intn(800))
				switch rng.Intn(8) {
				case 0:
					alpha = -goengine.Infinity
				case 1:
					beta = goengine.Infinity
				case 2:
					beta = -goengine.Infinity + 1
					alpha = -goengine.Infinity
				}
				return
			}
			at := in{"move": m.rawMove(mv)}
			m.call("make_board", at)
			p.Probe().AfterMove(mv, func(slots uint32, best func(static, alpha, beta int16) uint8) {
				c := m.gives("candidates", in{"from": mv.Move.From(), "flags": mv.Flags, "to": mv.Move.To()}, out{"slots": slots}, "%v", mv)
				if c.has("none") { // the Z80's has no flag for that
					require.Equal(t, slots == 0, c.is("none"), "%s %v: slots %x", p.FEN(), mv, slots)
				}
				for range 4 {
					static, alpha, beta := bounds()
					m.setScore("n_alpha", alpha)
					m.setScore("n_beta", beta)
					want := best(static, alpha, beta)
					if m.call("swap_bounds", in{"score": static}).is("none") {
						require.Zero(t, want)
						continue
					}
					m.gives("best_swap", in{"slots": slots}, out{"won": want}, "%s %v static %d alpha %d beta %d slots %x", p.FEN(), mv, static, alpha, beta, slots)
				}
			})
			m.call("unmake_board", at)
		}
		var squares [32]byte
		for id := range squares {
			squares[id] = m.square(uint32(id))
		}
		require.Equal(t, state.Square, squares)
		// A promoted pawn keeps its place in the list, and so does a dead
		// piece.
		for _, mv := range generated(p) {
			if mv.Flags&(1|16) == 0 {
				continue
			}
			makeMove := func(mv probe.Move) { m.call("make_move", in{"move": m.rawMove(mv)}) }
			makeMove(mv)
			p.Probe().Made(mv, func() {
				compare := func() {
					h := p.Probe().Hits()
					m.call("map_hits", nil)
					m.checkHits(p, h)
					m.checkStruck(p, h)
				}
				compare()
				replies := generated(p)
				if len(replies) == 0 {
					return
				}
				reply := replies[rng.Intn(len(replies))]
				makeMove(reply)
				p.Probe().Made(reply, compare)
				m.call("unmake_move", nil)
			})
			m.call("unmake_move", nil)
		}
	}
	for _, fen := range []string{
		// A bishop sees no further than the piece before the other corner.
		"k7/6p1/8/8/8/8/8/B6K b - - 0 1", "7B/k7/8/8/8/8/1p5K/8 b - - 0 1",
		"8/1p6/8/8/8/8/k6K/7B b - - 0 1", "B7/8/8/8/8/k6K/6p1/8 b - - 0 1",
		// What the knight uncovers for the rook is no piece of its own side.
		"7k/4N3/8/8/4n3/8/8/4R2K b - - 0 1", "4r2k/8/8/4N3/8/8/4n3/7K w - - 0 1",
	} {
		check(position(t, fen))
	}
	uncovered(check)
	evalPositions(t, 300, 6, check)
}

// uncovered calls f for positions in which a knight stands between a piece of
// his own that is not attacked, one square behind him, and an enemy queen one to
// six squares before him, in each direction; black's and white's by turns.
func uncovered(f func(p *goengine.Position)) {
	for _, step := range steps {
		for distance := 1; distance <= 6; distance++ {
			board, own := onALine(step, "RN______"[:1+distance]+"q")
			withKings(board, distance%2 == 0, distance%2 == 0, func(p *goengine.Position) bool {
				if p.InCheck() || len(p.LegalMoves()) <= 8 {
					return false
				}
				at := own
				if distance%2 == 0 {
					at ^= 0x70
				}
				if p.Probe().Hits().At[at] != 0 {
					return false
				}
				f(p)
				return true
			})
		}
	}
}

// steps are files and ranks to go in each direction.
var steps = [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

// onALine sets pieces down one behind the other, from the corner or edge where
// the line begins; no king may stand on it.
func onALine(step [2]int, pieces string) (board [8][8]byte, start goengine.Square) {
	at := [2]int{3, 3} // file and rank
	for i := range at {
		if step[i] > 0 {
			at[i] = 0
		} else if step[i] < 0 {
			at[i] = 7
		}
	}
	start = goengine.Square(at[1]<<4 | at[0])
	for i := range board {
		copy(board[i][:], "........")
	}
	setDown(&board, start, step, pieces+"________"[len(pieces):])
	return board, start
}

// setDown sets pieces down one behind the other, as far as the board goes.
func setDown(board *[8][8]byte, start goengine.Square, step [2]int, pieces string) {
	for i, piece := range []byte(pieces) {
		if file, rank := int(start&7)+i*step[0], int(start>>4)+i*step[1]; min(file, rank) >= 0 && max(file, rank) < 8 {
			board[rank][file] = piece
		}
	}
}

// withKings sets both kings down where the position is legal, turns the colours
// round where that is asked, and calls f until it says that it was so good.
func withKings(board [8][8]byte, turn, blackToMove bool, f func(p *goengine.Position) bool) {
	for white := range 64 {
		for black := range 64 {
			b := board
			if b[white/8][white%8] != '.' || b[black/8][black%8] != '.' || white == black {
				continue
			}
			b[white/8][white%8], b[black/8][black%8] = 'K', 'k'
			var squares [64]byte
			for sq := range squares {
				c := b[7-sq/8][sq%8]
				if c == '.' || c == '_' {
					c = 0
				}
				if turn && c != 0 {
					c ^= 0x20 // the other case
				}
				if turn {
					squares[sq^56] = c
				} else {
					squares[sq] = c
				}
			}
			fen := random.BoardFEN(&squares) + map[bool]string{false: " w - - 0 1", true: " b - - 0 1"}[blackToMove]
			if p, err := goengine.ParseFEN(fen); err == nil && f(p) {
				return
			}
		}
	}
}

func TestRoutinesLoses(t *testing.T) { onMachines(t, testLoses) }

func testLoses(t testing.TB, m *rig) {
	evalPositions(t, 400, 8, func(p *goengine.Position) {
		m.setExchange(p)
		m.setByte("hits_ply", 0xFF)
		m.setByte("ply", 2)
		h, fen := p.Probe().Hits(), p.FEN()
		before := p.Probe().State().Board
		moves := generated(p)
		slices.Reverse(moves)      // the first is quiet, and finds a map of no position: nothing is attacked
		m.setByte("hits_stamp", 2) // the same number as the ply
		for sq := range uint32(128) {
			if sq&0x88 == 0 {
				m.m.Write(m.addr("hits")+sq, 0)
			}
		}
		for _, mv := range moves {
			move := in{"from": mv.Move & 0xFF, "flags": mv.Flags, "to": mv.Move.To()}
			if mv.Flags&1 == 0 && mv.Flags&(4|16) == 0 {
				loses := p.Probe().Loses(mv)
				m.gives("loses", move, out{"yes": loses, "zero": !loses}, "%v", mv)
				if h.At[mv.Move.To()] != 0 || h.At[mv.Move.From()]&2 != 0 {
					m.gives("loses_hit", move, out{"yes": loses, "zero": !loses}, "%v", mv)
				}
			} else {
				c := m.call("exchange_loss", move)
				require.Equal(t, p.Probe().ExchangeLoss(mv), int16(c.value("lost"))*goengine.SwapUnit, "%s %v", fen, mv)
				require.Equal(t, c.value("lost") == 0, c.value("zero") != 0)
			}
		}
		for sq := range goengine.Square(128) {
			if sq&0x88 != 0 {
				continue
			}
			for own, pawns := range map[uint32][2]byte{0x40: {before[(sq+0x0F)&0xFF], before[sq+0x11]}, 0x80: {before[(sq-0x11)&0xFF], before[(sq-0x0F)&0xFF]}} {
				pawn := map[uint32]byte{0x40: 0xA0, 0x80: 0x41}[own] // of the other side
				m.gives("pawn_guards", in{"code": own | 8, "square": sq}, out{"yes": pawns[0] == pawn || pawns[1] == pawn})
			}
		}
		var board [256]byte
		m.m.ReadBytes(m.addr("board"), board[:])
		require.Equal(t, before, board)
	})
}

func TestRoutinesAfterGeneratedMoves(t *testing.T) { onMachines(t, testAfter) }

func testAfter(t testing.TB, m *rig) {
	rng := rand.New(rand.NewSource(2))
	evalPositions(t, 300, 12, func(p *goengine.Position) {
		m.setExchange(p)
		tables := p.Probe().BuildTables()
		if rng.Intn(2) == 0 {
			// Tables that no position has, but two entries may well differ so.
			for i := range tables {
				for sq := range tables[i] {
					tables[i][sq] = byte(rng.Intn(256))
				}
			}
		}
		m.setTables(tables)
		static := p.Probe().Static(tables)
		m.gives("static", nil, out{"value": static})
		for _, mv := range generated(p) {
			m.gives("after", in{"move": m.rawMove(mv), "static": static}, out{"value": p.Probe().After(tables, static, mv)}, "%v", mv)
		}
	})
}

func TestRoutinesBuildTables(t *testing.T) { onMachines(t, testBuildTables) }

func testBuildTables(t testing.TB, m *rig) {
	worst := uint64(0)
	check := func(p *goengine.Position) {
		m.setExchange(p)
		worst = max(worst, m.checkTables(p))
		for i := range uint32(256) {
			if m.m.Read(m.addr("hits")+i) != 0 {
				t.Fatalf("%s: hits+%d is not cleared", p.FEN(), i)
			}
		}
	}
	for _, fen := range []string{
		"4k3/8/8/8/8/8/8/KQRN4 w - - 0 1", // 18.6 pawns ahead: more than 255 sixteenths in the ending
		"kqrn4/8/8/8/8/8/8/4K3 w - - 0 1",
		"nrbqkbrn/nnnnnnnn/8/8/8/8/8/N3K3 w - - 0 1", // a knight is black's sixteenth piece, and counts in the phase
	} {
		check(position(t, fen))
	}
	evalPositions(t, 300, 8, check)
	// Where entries would saturate, if any did.
	placed(9, slow(1000, 10000), check)
	t.Logf("build_tables at worst %d", worst)
}

// checkTables compares the phase and the root tables with the reference's and
// returns what the tables have cost.
func (m *rig) checkTables(p *goengine.Position) uint64 {
	m.t.Helper()
	m.gives("phase", nil, out{"phase": p.Phase()})
	o := m.call("build_tables", nil)
	want := p.Probe().BuildTables()
	for i := range want {
		for sq := range 128 {
			if got := m.m.Read(m.addr("pst") + uint32(i<<8|sq)); sq&0x88 == 0 && got != want[i][sq] {
				m.t.Fatalf("%s table %d square %s: %d, want %d",
					p.FEN(), i, goengine.SquareName(goengine.Square(sq)), got, want[i][sq])
			}
		}
	}
	return o.cycles
}

// The tables are right where the game before the search has left dead and promoted pieces in the
// lists.
func TestRoutinesBuildTablesInAGame(t *testing.T) { onMachines(t, testBuildTablesInAGame) }

func testBuildTablesInAGame(t testing.TB, m *rig) {
	rng := rand.New(rand.NewSource(27))
	dead, endings := 0, 0
	play := func(p *goengine.Position, mv probe.Move) {
		m.layout.setMove(m.addr("play_from"), mv.Move)
		m.gives("play_move", nil, out{"yes": true}, p.FEN())
		p.Play(mv.Move)
		if mv.Flags&1 == 0 {
			return
		}
		dead++
		endings += int(bit(p.Phase() > 4))
		m.checkTables(p)
		for side := range goengine.Side(2) {
			ahead := m.call("root_ahead", in{"side": m.side(side)}).value("ahead")
			require.EqualValues(t, p.Probe().Ahead(side), 4*int16(ahead), p.FEN())
		}
	}
	// The king takes the queen: an ending with a side's last slot in use, by a
	// passed pawn.
	const lastSlot = "rnb1kbnr/ppppppp1/8/8/7p/8/3q4/4K3 w - - 0 1"
	for _, fen := range []string{lastSlot, turned(lastSlot)} {
		p := position(t, fen)
		m.set(p)
		tactical, _ := p.Probe().Generated()
		require.Len(t, tactical, 1)
		play(p, tactical[0])
		require.Greater(t, p.Phase(), 4)
	}
	hostile(27, whole(40, 400), func(p *goengine.Position) {
		m.set(p)
		for range 40 {
			tactical, quiet := p.Probe().Generated()
			moves := quiet
			if len(quiet) == 0 || len(tactical) > 0 && rng.Intn(4) > 0 {
				moves = tactical
			}
			if len(moves) == 0 {
				return
			}
			play(p, moves[rng.Intn(len(moves))])
		}
	})
	enough(t, dead, 200)
	enough(t, endings, 50)
}
