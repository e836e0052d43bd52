package hostbridge

import (
	"bufio"
	"math/rand"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/goengine"
)

// rulesZ80 is the machine with names for what the tests of the rules read.
type rulesZ80 struct {
	*z80.Machine
	t testing.TB
}

func newRulesZ80(t testing.TB) *rulesZ80 {
	m, err := newZ80Machine()
	require.NoError(t, err)
	return &rulesZ80{m, t}
}

func (m *rulesZ80) addr(label string) uint32 {
	a, ok := m.Program().Symbol(label)
	require.True(m.t, ok, label)
	return a
}

func (m *rulesZ80) byte(label string) byte   { return m.Read(m.addr(label)) }
func (m *rulesZ80) word(label string) uint16 { return m.ReadWord(m.addr(label)) }

// call runs a routine and returns its T-states.
func (m *rulesZ80) call(label string) uint64 {
	before := m.Cycles()
	require.NoError(m.t, m.Call(label, 0))
	return m.Cycles() - before
}

func (m *rulesZ80) carry() bool { return m.Regs().F()&1 != 0 }

func (m *rulesZ80) set(p *goengine.Position) {
	require.NoError(m.t, setPosition(m.Machine, p))
}

// state reads what State returns for the reference.
func (m *rulesZ80) state() goengine.State {
	s := goengine.State{
		Slots:  [2]uint8{m.Read(m.addr("slots")), m.Read(m.addr("slots") + 1)},
		Pieces: m.byte("pieces"), Side: m.byte("side"), Castle: m.byte("castle"),
		EP: m.byte("ep"), Half: m.byte("half"),
		Key: uint32(m.word("key")) | uint32(m.ReadWord(m.addr("key")+2))<<16,
	}
	m.ReadBytes(m.addr("board"), s.Board[:])
	m.ReadBytes(m.addr("square"), s.Square[:])
	var ids [256]uint8
	m.ReadBytes(m.addr("ids"), ids[:])
	for id, sq := range s.Square {
		if sq != goengine.NoSquare {
			s.ID[sq] = ids[sq]
			s.Kind[id] = m.Read(m.addr("kind") + uint32(id))
		}
	}
	s.Keys = []uint32{}
	for i := range uint32(m.byte("nkeys")) {
		k := uint32(0)
		for b := range uint32(4) {
			k |= uint32(m.Read(m.addr("keys")+b<<8+i)) << (8 * b)
		}
		s.Keys = append(s.Keys, k)
	}
	return s
}

// moves reads the raw moves from an address to raw_end.
func (m *rulesZ80) moves(from uint16) []goengine.GeneratedMove {
	var list []goengine.GeneratedMove
	for a := uint32(from); a < uint32(m.word("raw_end")); a += 3 {
		list = append(list, goengine.GeneratedMove{Move: goengine.Move(m.ReadWord(a)), Flags: m.Read(a + 2)})
	}
	return list
}

// look calls look and reads the picture.
func (m *rulesZ80) look(maybeCheck bool) goengine.Picture {
	m.Regs().SetA(0)
	if maybeCheck {
		m.Regs().SetA(1)
	}
	m.call("look")
	list := func(count, squares, steps string) map[goengine.Square]uint8 {
		found := map[goengine.Square]uint8{}
		for i := range uint32(m.byte(count)) {
			found[m.Read(m.addr(squares)+i)] = m.Read(m.addr(steps) + i)
		}
		return found
	}
	v := goengine.Picture{
		Checkers: m.byte("checkers"), CheckFrom: goengine.NoSquare,
		Pinned: list("pins", "pinned", "pin_step"), Bare: list("bares", "bare", "bare_step"),
	}
	if v.Checkers == 1 {
		v.CheckFrom = m.byte("check_from")
	}
	return v
}

// perftLine is a line of a perft EPD.
type perftLine struct {
	fen    string
	counts map[int]uint64
}

func readPerft(t testing.TB, name string) []perftLine {
	f, err := os.Open("../testdata/" + name)
	require.NoError(t, err)
	defer f.Close()
	var lines []perftLine
	for s := bufio.NewScanner(f); s.Scan(); {
		parts := strings.Split(s.Text(), ";")
		l := perftLine{strings.TrimSpace(parts[0]), map[int]uint64{}}
		for _, part := range parts[1:] {
			if f := strings.Fields(part); len(f) == 2 && f[0][0] == 'D' {
				d, err := strconv.Atoi(f[0][1:])
				require.NoError(t, err)
				l.counts[d], err = strconv.ParseUint(f[1], 10, 64)
				require.NoError(t, err)
			}
		}
		lines = append(lines, l)
	}
	return lines
}

// sameState insists on equal states, and where they aren't shows what differs.
func sameState(t testing.TB, want, got goengine.State, what ...any) {
	t.Helper()
	if !reflect.DeepEqual(want, got) {
		t.Fatalf("%v: want -, have +\n%s", what, cmp.Diff(want, got))
	}
}

// rulesPositions calls f for the positions of the perft files, and of games of
// random moves from the initial position and from these.
func rulesPositions(t testing.TB, games, plies int, f func(p *goengine.Position)) {
	lines := append(readPerft(t, "cpw_perft6.epd"), readPerft(t, "own_perft200.epd")...)
	for _, l := range lines {
		p, err := goengine.ParseFEN(l.fen)
		require.NoError(t, err)
		f(p)
	}
	r := rand.New(rand.NewSource(1981))
	for g := range games {
		start := goengine.StartFEN
		if g%2 == 1 {
			start = lines[r.Intn(len(lines))].fen
		}
		p, err := goengine.ParseFEN(start)
		require.NoError(t, err)
		for range plies {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			require.True(t, p.Play(moves[r.Intn(len(moves))]))
			f(p)
		}
	}
}

func TestZ80SetPosition(t *testing.T) {
	m := newRulesZ80(t)
	rulesPositions(t, 2, 40, func(p *goengine.Position) {
		fresh, err := goengine.ParseFEN(p.FEN())
		require.NoError(t, err)
		m.set(fresh)
		sameState(t, fresh.State(), m.state(), p.FEN())
	})
}

// The two halves of the generator give the same moves, order and flags.
func TestZ80Generate(t *testing.T) {
	m := newRulesZ80(t)
	var cycles [2][3]uint64 // not in check, in check; by routine
	var positions, moves [2]uint64
	rulesPositions(t, 20, 100, func(p *goengine.Position) {
		p, err := goengine.ParseFEN(p.FEN())
		require.NoError(t, err)
		m.set(p)
		m.Regs().SetA(1)
		check := 0
		if p.InCheck() {
			check = 1
		}
		cycles[check][0] += m.call("look")
		before := m.state()
		cycles[check][1] += m.call("generate_tactical")
		tactical := m.moves(uint16(m.addr("raw_moves")))
		middle := m.word("raw_end")
		cycles[check][2] += m.call("generate_quiet")
		quiet := m.moves(middle)
		wantTactical, wantQuiet := p.Generated()
		moves[check] += uint64(len(wantTactical) + len(wantQuiet))
		positions[check]++
		if d := cmp.Diff(append([]goengine.GeneratedMove(nil), wantTactical...), tactical); d != "" {
			t.Fatalf("%s: tactical: Go -, Z80 +\n%s", p.FEN(), d)
		}
		if d := cmp.Diff(append([]goengine.GeneratedMove(nil), wantQuiet...), quiet); d != "" {
			t.Fatalf("%s: quiet: Go -, Z80 +\n%s", p.FEN(), d)
		}
		sameState(t, before, m.state(), p.FEN(), "generating changed the position")
	})
	for check, name := range []string{"not in check", "in check"} {
		c, n := cycles[check], positions[check]
		t.Logf("%s: %d positions, %d moves: look %d, tactical %d, quiet %d T-states a position, %d a move",
			name, n, moves[check], c[0]/n, c[1]/n, c[2]/n, (c[1]+c[2])/moves[check])
	}
}

func TestZ80HasLegalMove(t *testing.T) {
	m := newRulesZ80(t)
	var cycles, n, inCheck uint64
	check := func(p *goengine.Position) {
		m.set(p)
		wantPicture := m.look(true)
		end := m.word("raw_end")
		c := m.call("has_legal_move")
		require.Equal(t, len(p.LegalMoves()) > 0, m.carry(), p.FEN())
		require.Equal(t, end, m.word("raw_end"))
		require.Equal(t, wantPicture.Checkers, m.byte("checkers"))
		require.Equal(t, byte(len(wantPicture.Pinned)), m.byte("pins"))
		sameState(t, p.State(), m.state(), p.FEN())
		if p.InCheck() {
			inCheck++
			cycles += c
		}
		n++
	}
	rulesPositions(t, 10, 100, func(p *goengine.Position) {
		p, err := goengine.ParseFEN(p.FEN())
		require.NoError(t, err)
		check(p)
	})
	for _, fen := range []string{
		"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
		"6rk/5Npp/8/8/8/8/8/K7 b - - 0 1",
	} {
		p, err := goengine.ParseFEN(fen)
		require.NoError(t, err)
		check(p)
	}
	t.Logf("%d positions, %d in check: %d T-states each", n, inCheck, cycles/max(inCheck, 1))
}

func TestZ80Attacked(t *testing.T) {
	m := newRulesZ80(t)
	var cycles, calls [2]uint64
	rulesPositions(t, 4, 60, func(p *goengine.Position) {
		m.set(p)
		for sq := range 128 {
			if sq&0x88 != 0 {
				continue
			}
			for by := range uint8(2) {
				m.Regs().SetE(uint8(sq))
				m.Regs().SetA(by)
				c := m.call("attacked")
				want := p.Attacked(goengine.Square(sq), by)
				require.Equal(t, want, m.carry(), "%s: %s by %d", p.FEN(), goengine.SquareName(goengine.Square(sq)), by)
				i := 0
				if want {
					i = 1
				}
				cycles[i] += c
				calls[i]++
			}
		}
		m.call("in_check")
		require.Equal(t, p.InCheck(), m.carry(), p.FEN())
	})
	t.Logf("unattacked %d, attacked %d T-states", cycles[0]/calls[0], cycles[1]/calls[1])
}

func TestZ80Look(t *testing.T) {
	m := newRulesZ80(t)
	var cycles, calls uint64
	rulesPositions(t, 10, 80, func(p *goengine.Position) {
		m.set(p)
		want := p.Look(true)
		if want.Checkers == 0 {
			if d := cmp.Diff(want, m.look(false)); d != "" {
				t.Fatalf("%s: look without checks: Go -, Z80 +\n%s", p.FEN(), d)
			}
		}
		if d := cmp.Diff(want, m.look(true)); d != "" {
			t.Fatalf("%s: look: Go -, Z80 +\n%s", p.FEN(), d)
		}
		tactical, quiet := p.Generated()
		for _, g := range append(tactical, quiet...) {
			if g.Flags&(2|4) != 0 { // en passant and castling can't be judged
				continue
			}
			var code uint8
			p.Made(g, func() { code = p.State().Board[g.Move.To()] })
			m.Regs().SetD(code)
			m.Regs().SetC(g.Move.From())
			m.Regs().SetE(g.Move.To())
			cycles += m.call("gives_check")
			calls++
			require.Equal(t, p.GivesCheck(code, g.Move.From(), g.Move.To()), m.carry(), "%s %s", p.FEN(), p.UCI(g.Move))
		}
	})
	t.Logf("gives_check %d T-states", cycles/calls)
}

// Every move makes the reference's position, and taking it back restores.
func TestZ80Make(t *testing.T) {
	m := newRulesZ80(t)
	var cycles, calls [2][4]uint64
	rulesPositions(t, 4, 60, func(p *goengine.Position) {
		fresh, err := goengine.ParseFEN(p.FEN())
		require.NoError(t, err)
		p = fresh
		m.set(p)
		before := m.state()
		tactical, quiet := p.Generated()
		raw := m.addr("raw_moves")
		for _, g := range append(tactical, quiet...) {
			m.WriteWord(raw, uint16(g.Move))
			m.Write(raw+2, g.Flags)
			kind := g.Flags & 1
			count := func(i int, c uint64) {
				cycles[kind][i] += c
				calls[kind][i]++
			}
			m.Regs().SetHL(uint16(raw))
			count(0, m.call("make_move"))
			p.Made(g, func() {
				sameState(t, p.State(), m.state(), fresh.FEN(), g, "make")
				for sq := range uint8(128) {
					if sq&0x88 == 0 && g.Flags&16 != 0 {
						m.Regs().SetE(sq)
						m.Regs().SetA(before.Side)
						m.call("attacked")
						require.Equal(t, p.Attacked(sq, before.Side), m.carry(), "%s %v %x", fresh.FEN(), g, sq)
					}
				}
			})
			m.call("full_key")
			p.Made(g, func() { require.Equal(t, p.State().Key, m.state().Key) })
			count(1, m.call("unmake_move"))
			sameState(t, before, m.state(), fresh.FEN(), g, "unmake")
			m.Regs().SetHL(uint16(raw))
			count(2, m.call("make_board"))
			p.Made(g, func() {
				want, got := p.State(), m.state()
				got.Side, got.Castle, got.EP, got.Half, got.Key, got.Keys = want.Side, want.Castle, want.EP, want.Half, want.Key, want.Keys
				sameState(t, want, got, fresh.FEN(), g, "make_board")
			})
			m.Regs().SetHL(uint16(raw))
			count(3, m.call("unmake_board"))
			sameState(t, before, m.state(), fresh.FEN(), g, "unmake_board")
		}
	})
	for i, name := range []string{"make_move", "unmake_move", "make_board", "unmake_board"} {
		t.Logf("%s: %d quiet, %d capture", name, cycles[0][i]/calls[0][i], cycles[1][i]/calls[1][i])
	}
}

// Games played move by move keep the same history, and repetitions and dead
// positions are found.
func TestZ80PlayGames(t *testing.T) {
	m := newRulesZ80(t)
	r := rand.New(rand.NewSource(1982))
	repetitions, dead := 0, 0
	for _, fen := range []string{
		goengine.StartFEN,
		"4k3/8/8/8/8/8/8/R3K2R w KQ - 90 80",
		"8/8/4k3/8/8/3BK3/8/5b2 w - - 0 1",
		"8/8/4k3/8/8/3BK3/8/4b3 w - - 0 1",
		"8/8/4k3/4p3/8/3NK3/8/8 w - - 0 1",
		"8/8/4k3/8/4n3/3NK3/8/8 w - - 0 1",
		"8/P6k/8/8/8/8/p6K/8 w - - 3 40",
		"7k/8/8/8/8/8/8/K7 w - - 3 40",
	} {
		p, err := goengine.ParseFEN(fen)
		require.NoError(t, err)
		m.set(p)
		for ply := range 160 {
			m.call("repeated")
			require.Equal(t, p.Repeated(), m.carry(), "%s after %d plies: repeated", fen, ply)
			if p.Repeated() {
				repetitions++
			}
			m.call("insufficient")
			require.Equal(t, p.Insufficient(), m.carry(), "%s: insufficient", p.FEN())
			if p.Insufficient() {
				dead++
			}
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			mv := moves[r.Intn(len(moves))]
			m.Write(m.addr("play_from"), uint8(mv))
			m.Write(m.addr("play_to"), uint8(mv>>8)^1)
			if bad := mv ^ 0x100; !p.Play(bad) {
				m.call("play_move")
				require.False(t, m.carry(), "%s %04x", p.FEN(), bad)
				require.Zero(t, m.byte("play_ok"))
				require.True(t, p.Play(mv))
				m.Write(m.addr("play_to"), uint8(mv>>8))
			}
			m.call("play_move")
			require.True(t, m.carry(), p.FEN())
			require.Equal(t, byte(1), m.byte("play_ok"))
			sameState(t, p.State(), m.state(), p.FEN(), "play")
		}
	}
	require.NotZero(t, repetitions)
	require.NotZero(t, dead)
}

func TestZ80Perft(t *testing.T) {
	depth := 2
	if os.Getenv("SEARCHEX_SLOW") != "" {
		depth = 3
	}
	for _, name := range []string{"cpw_perft6.epd", "own_perft200.epd"} {
		t.Run(name, func(t *testing.T) {
			m := newRulesZ80(t)
			m.SetGuards(depth == 2)
			var leaves, cycles uint64
			for _, l := range readPerft(t, name) {
				p, err := goengine.ParseFEN(l.fen)
				require.NoError(t, err)
				for d := 1; d <= depth; d++ {
					m.set(p)
					before := m.state()
					m.Write(m.addr("perft_depth"), byte(d))
					c := m.call("perft")
					got := uint64(m.word("perft_count")) | uint64(m.ReadWord(m.addr("perft_count")+2))<<16
					require.Equal(t, l.counts[d], got, "%s depth %d", l.fen, d)
					sameState(t, before, m.state(), l.fen)
					if d == depth {
						leaves += got
						cycles += c
					}
				}
			}
			t.Logf("depth %d: %d leaves, %d T-states a leaf, stack %d bytes", depth, leaves, cycles/leaves, m.Usage().Stack)
		})
	}
}

// One byte wrong in a table that the rules stand on, and perft is wrong.
func TestZ80PerftNoticesPatchedROM(t *testing.T) {
	for _, patch := range []struct {
		label  string
		offset uint32
		b      byte
	}{
		{"attack_table", 0x20, 0},
		{"ray_step", 0x30, 0xFF},
		{"castle_mask", 0x07, 0x0F},
	} {
		m := newRulesZ80(t)
		m.Write(m.addr(patch.label)+patch.offset, patch.b)
		wrong := 0
		for _, l := range readPerft(t, "cpw_perft6.epd") {
			p, err := goengine.ParseFEN(l.fen)
			require.NoError(t, err)
			m.set(p)
			m.Write(m.addr("perft_depth"), 3)
			if err := m.Call("perft", 0); err != nil || uint64(m.word("perft_count")) != l.counts[3]&0xFFFF {
				wrong++
			}
		}
		require.NotZero(t, wrong, patch.label)
	}
}
