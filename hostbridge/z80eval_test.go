package hostbridge

import (
	"bufio"
	"math/rand"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/goengine"
)

// evalZ80 is the machine with what the tests of evaluation and swap-off need.
type evalZ80 struct {
	*z80.Machine
	t     testing.TB
	spent map[string]*spent
}

// spent is what the calls of a routine have cost.
type spent struct{ calls, cycles uint64 }

func newEvalZ80(t testing.TB) *evalZ80 {
	m, err := newZ80Machine()
	require.NoError(t, err)
	return &evalZ80{m, t, map[string]*spent{}}
}

func (m *evalZ80) addr(label string) uint32 {
	a, ok := m.Program().Symbol(label)
	require.True(m.t, ok, label)
	return a
}

func (m *evalZ80) byte(label string) byte { return m.Read(m.addr(label)) }

// call runs a routine and books its T-states under a name, the return
// included, the call not.
func (m *evalZ80) call(label, name string) {
	before := m.Cycles()
	if err := m.Call(label, 0); err != nil {
		require.NoError(m.t, err, label)
	}
	m.book(name, m.Cycles()-before)
}

func (m *evalZ80) book(name string, cycles uint64) {
	if m.spent[name] == nil {
		m.spent[name] = &spent{}
	}
	m.spent[name].calls++
	m.spent[name].cycles += cycles
}

// log prints the means of what has been booked.
func (m *evalZ80) log() {
	for name, s := range m.spent {
		m.t.Logf("%-28s %8d calls, mean %d T-states", name, s.calls, s.cycles/s.calls)
	}
}

// set puts a position on the machine's board; the root tables and the map of
// attacks are as after build_tables.
func (m *evalZ80) set(p *goengine.Position) {
	require.NoError(m.t, setPosition(m.Machine, p))
	m.call("clear_hits", "clear_hits")
	m.Write(m.addr("ply"), 0)
	m.lists(p)
}

// lists makes the machine's lists those of the reference, promoted pawns in
// their old places.
func (m *evalZ80) lists(p *goengine.Position) {
	s := p.State()
	for id, sq := range s.Square {
		m.Write(m.addr("square")+uint32(id), sq)
		if sq != goengine.NoSquare {
			m.Write(m.addr("kind")+uint32(id), s.Kind[id])
			m.Write(m.addr("ids")+uint32(sq), byte(id))
		}
	}
	for side := range uint32(2) {
		m.Write(m.addr("slots")+side, s.Slots[side])
	}
	m.WriteBytes(m.addr("board"), s.Board[:])
	m.Write(m.addr("side"), s.Side)
}

// setTables writes the reference's root tables.
func (m *evalZ80) setTables(t *goengine.RootTables) {
	for i := range t {
		m.WriteBytes(m.addr("pst")+uint32(i)<<8, t[i][:])
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
		file, err := os.Open("../testdata/" + name)
		require.NoError(t, err)
		for s := bufio.NewScanner(file); s.Scan(); {
			if fields := strings.Fields(s.Text()); len(fields) >= 4 && !strings.HasPrefix(fields[0], "#") {
				fens = append(fens, strings.TrimSuffix(strings.Join(fields[:4], " "), ";"))
			}
		}
		require.NoError(t, file.Close())
	}
	rng := rand.New(rand.NewSource(1981))
	for game := range games {
		p, err := goengine.ParseFEN(fens[game%len(fens)])
		require.NoError(t, err)
		for range plies {
			q, err := goengine.ParseFEN(p.FEN())
			require.NoError(t, err)
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
func generated(p *goengine.Position) []goengine.GeneratedMove {
	tactical, quiet := p.Generated()
	return append(tactical, quiet...)
}

// rawMove puts a move where after and others read it.
func (m *evalZ80) rawMove(mv goengine.GeneratedMove) uint16 {
	at := m.addr("raw_moves")
	m.WriteWord(at, uint16(mv.Move))
	m.Write(at+2, mv.Flags)
	return uint16(at)
}

// makeMove makes a move on the machine.
func (m *evalZ80) makeMove(mv goengine.GeneratedMove) {
	m.Regs().SetHL(m.rawMove(mv))
	m.call("make_move", "make_move")
}

func TestZ80SwapOff(t *testing.T) {
	m := newEvalZ80(t)
	worth := goengine.SharedEvalTables().SwapValue
	// The two ways out of the common case are taken too.
	slow, long := 0, 0
	m.Watch(m.addr("swap_slow"), func() { slow++ })
	m.Watch(m.addr("swap_long"), func() { long++ })
	compare := func(p *goengine.Position) {
		for i, sq := range p.State().Square {
			if sq == goengine.NoSquare {
				continue
			}
			_, kind, _ := p.PieceAt(sq)
			for by := range goengine.Side(2) {
				want := p.SwapOff(sq, worth[kind], by)
				r := m.Regs()
				r.SetDE(uint16(sq))
				r.SetA(worth[kind])
				r.SetB(by)
				name := "swap_off own piece"
				slowly := slow
				if by != uint8(i>>4) {
					name = "swap_off not attacked"
					if want != 0 || p.Attacked(sq, by) {
						name = "swap_off attacked"
					}
				}
				before := m.Cycles()
				m.call("swap_off", name)
				if slow > slowly {
					m.book("swap_off by swap_slow", m.Cycles()-before)
				}
				require.Equal(t, want, m.Regs().A(), "%s square %s by %d", p.FEN(), goengine.SquareName(sq), by)
			}
		}
	}
	evalPositions(t, 300, 12, func(p *goengine.Position) {
		m.set(p)
		compare(p)
	})
	require.Greater(t, slow, 100)
	require.Greater(t, long, 100)
	m.log()
}

// checkHits compares the machine's map with the reference's.
func (m *evalZ80) checkHits(p *goengine.Position, h *goengine.Hits) {
	stamp := m.byte("hits_stamp")
	for i, want := range h.At {
		if i&0x88 != 0 {
			continue
		}
		got := m.Read(m.addr("hits") + uint32(i))
		class := 0
		if got == stamp {
			class = 1
		} else if got > stamp {
			class = 2
		}
		wanted := 0
		if want&2 != 0 {
			wanted = 2
		} else if want != 0 {
			wanted = 1
		}
		require.Equal(m.t, wanted, class, "%s square %s", p.FEN(), goengine.SquareName(goengine.Square(i)))
	}
}

func TestZ80Hits(t *testing.T) {
	m := newEvalZ80(t)
	rng := rand.New(rand.NewSource(1))
	evalPositions(t, 300, 6, func(p *goengine.Position) {
		m.set(p)
		m.Write(m.addr("hits_stamp"), byte(rng.Intn(127)*2))
		h := p.Hits()
		m.call("map_hits", "map_hits")
		m.checkHits(p, h)
		m.call("strike", "strike")
		require.Equal(t, h.Struck, uint32(m.ReadWord(m.addr("struck"))), p.FEN())
		m.Write(m.addr("struck_done"), 0)
		state := p.State()
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
			m.rawMove(mv)
			m.Regs().SetHL(uint16(m.addr("raw_moves")))
			m.call("make_board", "make_board")
			p.AfterMove(h, mv, func(slots uint32, best func(static, alpha, beta int16) uint8) {
				r := m.Regs()
				r.SetBC(uint16(mv.Flags)<<8 | uint16(mv.Move.From()))
				r.SetDE(uint16(mv.Move.To()))
				m.call("candidates", "candidates")
				require.Equal(t, slots, uint32(m.Regs().HL()), "%s %v", p.FEN(), mv)
				for range 4 {
					static, alpha, beta := bounds()
					for label, score := range map[string]int16{"t_score": static, "n_alpha": alpha, "n_beta": beta} {
						m.WriteWord(m.addr(label), uint16(score)+0x8000) // as search.inc has it
					}
					m.call("swap_bounds", "swap_bounds")
					want := best(static, alpha, beta)
					if m.Regs().Carry() {
						require.Zero(t, want)
						continue
					}
					m.Regs().SetHL(uint16(slots))
					m.call("best_swap", "best_swap")
					require.Equal(t, want, m.Regs().A(), "%s %v static %d alpha %d beta %d slots %x", p.FEN(), mv, static, alpha, beta, slots)
				}
			})
			m.Regs().SetHL(uint16(m.addr("raw_moves")))
			m.call("unmake_board", "unmake_board")
		}
		var squares [32]byte
		m.ReadBytes(m.addr("square"), squares[:])
		require.Equal(t, state.Square, squares)
		// A promoted pawn keeps its place in the list, and so does a dead
		// piece.
		for _, mv := range generated(p) {
			if mv.Flags&(1|16) == 0 {
				continue
			}
			m.makeMove(mv)
			p.Made(mv, func() {
				compare := func() {
					h := p.Hits()
					m.call("map_hits", "map_hits dead or promoted")
					m.checkHits(p, h)
					m.call("strike", "strike")
					require.Equal(t, h.Struck, uint32(m.ReadWord(m.addr("struck"))), p.FEN())
				}
				compare()
				replies := generated(p)
				if len(replies) == 0 {
					return
				}
				reply := replies[rng.Intn(len(replies))]
				m.makeMove(reply)
				p.Made(reply, compare)
				m.call("unmake_move", "unmake_move")
			})
			m.call("unmake_move", "unmake_move")
		}
	})
	m.log()
}

func TestZ80Loses(t *testing.T) {
	m := newEvalZ80(t)
	evalPositions(t, 400, 8, func(p *goengine.Position) {
		m.set(p)
		m.Write(m.addr("hits_ply"), 0xFF)
		x := p.Exchange()
		before := p.State().Board
		for _, mv := range generated(p) {
			r := m.Regs()
			r.SetBC(uint16(mv.Flags)<<8 | uint16(mv.Move)&0xFF)
			r.SetDE(uint16(mv.Move.To()))
			if mv.Flags&1 == 0 && mv.Flags&(4|16) == 0 {
				name := "loses, no map yet"
				if m.byte("hits_ply") == 0 {
					name = "loses"
				}
				m.call("loses", name)
				require.Equal(t, x.Loses(mv), m.Regs().A() != 0, "%s %v", p.FEN(), mv)
				require.Equal(t, m.Regs().A() == 0, m.Regs().Zero())
			} else {
				m.call("exchange_loss", "exchange_loss")
				require.Equal(t, x.ExchangeLoss(mv), int16(m.Regs().A())*goengine.SwapUnit, "%s %v", p.FEN(), mv)
				require.Equal(t, m.Regs().A() == 0, m.Regs().Zero())
			}
		}
		var board [256]byte
		m.ReadBytes(m.addr("board"), board[:])
		require.Equal(t, before, board)
	})
	m.log()
}

func TestZ80After(t *testing.T) {
	m := newEvalZ80(t)
	rng := rand.New(rand.NewSource(2))
	evalPositions(t, 300, 12, func(p *goengine.Position) {
		m.set(p)
		tables := p.BuildTables()
		if rng.Intn(2) == 0 {
			// Tables that no position has, but two entries may well differ so.
			for i := range tables {
				for sq := range tables[i] {
					tables[i][sq] = byte(rng.Intn(256))
				}
			}
		}
		m.setTables(tables)
		static := p.Static(tables)
		m.call("static", "static")
		require.Equal(t, static, int16(m.Regs().HL()), p.FEN())
		for _, mv := range generated(p) {
			m.Regs().SetHL(m.rawMove(mv))
			m.Regs().SetDE(uint16(static))
			name := "after special"
			switch mv.Flags & 0x1F {
			case 0:
				name = "after quiet"
			case 8:
				name = "after double step"
			case 1:
				name = "after capture"
			}
			m.call("after", name)
			require.Equal(t, p.After(tables, static, mv), int16(m.Regs().HL()), "%s %v", p.FEN(), mv)
		}
	})
	m.log()
}

func TestZ80BuildTables(t *testing.T) {
	m := newEvalZ80(t)
	worst := uint64(0)
	check := func(p *goengine.Position) {
		m.set(p)
		m.call("phase", "phase")
		require.Equal(t, p.Phase(), int(m.Regs().A()), p.FEN())
		before := m.Cycles()
		m.call("build_tables", "build_tables")
		worst = max(worst, m.Cycles()-before)
		want := p.BuildTables()
		for i := range want {
			for sq := range 128 {
				if got := m.Read(m.addr("pst") + uint32(i<<8|sq)); sq&0x88 == 0 && got != want[i][sq] {
					t.Fatalf("%s table %d square %s: %d, want %d",
						p.FEN(), i, goengine.SquareName(goengine.Square(sq)), got, want[i][sq])
				}
			}
		}
		for i := range uint32(256) {
			if m.Read(m.addr("hits")+i) != 0 {
				t.Fatalf("%s: hits+%d is not cleared", p.FEN(), i)
			}
		}
	}
	evalPositions(t, 300, 8, check)
	// Where entries would saturate, if any did.
	placed(9, slow(1000, 10000), check)
	m.log()
	t.Logf("build_tables at worst %d", worst)
}
