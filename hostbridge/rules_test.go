package hostbridge

import (
	"bufio"
	"math/rand"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
	"github.com/searchex/searchex/testdata"
	"github.com/searchex/searchex/testdata/switches"
)

// perftLine is a line of a perft EPD.
type perftLine struct {
	fen    string
	counts map[int]uint64
}

func readPerft(t testing.TB, name string) []perftLine {
	f, err := testdata.Files.Open(name)
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
func sameState(t testing.TB, want, got probe.State, what ...any) {
	t.Helper()
	if !reflect.DeepEqual(want, got) {
		t.Fatalf("%v: want -, have +\n%s", what, cmp.Diff(want, got))
	}
}

// rulesPositions calls f for the positions of the perft files, and of games of
// random moves from the initial position and from these.
func rulesPositions(t testing.TB, games, plies int, f func(p *goengine.Position)) {
	lines := append(readPerft(t, "cpw_perft6.epd"), readPerft(t, "own_perft200.epd")...)
	few := slow(len(lines), len(lines))
	for i, l := range lines {
		if i%(len(lines)/few) == 0 {
			p := position(t, l.fen)
			f(p)
		}
	}
	games = slow(games, games)
	r := rand.New(rand.NewSource(1981))
	for g := range games {
		start := goengine.StartFEN
		if g%2 == 1 {
			start = lines[r.Intn(len(lines))].fen
		}
		p := position(t, start)
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

func TestRoutinesSetPosition(t *testing.T) { onMachines(t, testSetPosition) }

func testSetPosition(t testing.TB, m *rig) {
	rulesPositions(t, 2, 40, func(p *goengine.Position) {
		fresh := position(t, p.FEN())
		m.set(fresh)
		sameState(t, fresh.Probe().State(), m.state(), p.FEN())
	})
}

// The two halves of the generator give the same moves, order and flags.
func TestRoutinesGenerate(t *testing.T) { onMachines(t, testGenerate) }

func testGenerate(t testing.TB, m *rig) {
	checked := 0
	rulesPositions(t, 20, 100, func(p *goengine.Position) {
		p = position(t, p.FEN())
		m.set(p)
		checked += int(bit(p.InCheck()))
		m.call("look", in{"maybe": 1})
		before := m.state()
		m.call("generate_tactical", nil)
		tactical := m.moves(m.addr("raw_moves"))
		middle := m.layout.quiet.end()
		m.call("generate_quiet", nil)
		quiet := m.moves(middle)
		wantTactical, wantQuiet := p.Probe().Generated()
		if d := cmp.Diff(append([]probe.Move(nil), wantTactical...), tactical); d != "" {
			t.Fatalf("%s: tactical: Go -, machine +\n%s", p.FEN(), d)
		}
		if d := cmp.Diff(append([]probe.Move(nil), wantQuiet...), quiet); d != "" {
			t.Fatalf("%s: quiet: Go -, machine +\n%s", p.FEN(), d)
		}
		sameState(t, before, m.state(), p.FEN(), "generating changed the position")
	})
	require.Positive(t, checked)
}

func TestRoutinesHasLegalMove(t *testing.T) { onMachines(t, testHasLegalMove) }

func testHasLegalMove(t testing.TB, m *rig) {
	check := func(p *goengine.Position) {
		m.set(p)
		another := drawAnother(m)
		m.layout.quiet.setEnd(m.rawAt(250)) // on the 6502, near the end of a page
		end := m.layout.quiet.end()
		m.gives("has_legal_move", nil, out{"yes": len(p.LegalMoves()) > 0})
		require.Equal(t, end, m.layout.quiet.end())
		for at, b := range another {
			require.Equal(t, b, m.m.Read(at), "%s: the picture that waits, at %x", p.FEN(), at)
		}
		sameState(t, p.Probe().State(), m.state(), p.FEN())
	}
	rulesPositions(t, 10, 100, func(p *goengine.Position) {
		p = position(t, p.FEN())
		check(p)
	})
	for _, fen := range []string{
		"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
		"6rk/5Npp/8/8/8/8/8/K7 b - - 0 1",
		// A pawn mates, and others could move.
		"7k/p3N1P1/8/8/8/3B4/8/4K1R1 b - - 0 1",
		"4k1r1/8/3b4/8/8/8/P3n1p1/7K w - - 0 1",
	} {
		check(position(t, fen))
	}
}

// drawAnother draws the picture of no position: two checks and eight pins. It
// returns its bytes by address.
func drawAnother(m *rig) map[uint32]byte {
	picture := map[uint32]byte{
		m.addr("king_square"): 0x34, m.addr("enemy_king"): 0x71,
		m.addr("checkers"): 2, m.addr("check_from"): 0x52, m.addr("pins"): 8,
	}
	for i := range uint32(8) {
		picture[m.addr("pinned")+i] = byte(0x11 * i)
		picture[m.addr("pin_step")+i] = byte(0xF0 + i)
	}
	for at, b := range picture {
		m.m.Write(at, b)
	}
	return picture
}

// attackedAs requires that each square is attacked by each side as in a position.
func (m *rig) attackedAs(p *goengine.Position) {
	squares(func(sq goengine.Square) {
		for by := range uint8(2) {
			m.gives("attacked", in{"square": sq, "side": by}, out{"yes": p.Probe().Attacked(sq, by)}, "%s by %d", goengine.SquareName(sq), by)
		}
	})
}

func TestRoutinesAttacked(t *testing.T) { onMachines(t, testAttacked) }

func testAttacked(t testing.TB, m *rig) {
	rulesPositions(t, 4, 60, func(p *goengine.Position) {
		m.set(p)
		m.attackedAs(p)
		m.gives("in_check", nil, out{"yes": p.InCheck()}, p.FEN())
	})
}

func TestRoutinesLook(t *testing.T) { onMachines(t, testLook) }

func testLook(t testing.TB, m *rig) {
	rulesPositions(t, 10, 80, func(p *goengine.Position) {
		m.set(p)
		want := p.Probe().Look(true)
		if want.Checkers == 0 {
			if d := cmp.Diff(want, m.look(false)); d != "" {
				t.Fatalf("%s: look without checks: Go -, machine +\n%s", p.FEN(), d)
			}
		}
		if d := cmp.Diff(want, m.look(true)); d != "" {
			t.Fatalf("%s: look: Go -, machine +\n%s", p.FEN(), d)
		}
		tactical, quiet := p.Probe().Generated()
		for _, g := range append(tactical, quiet...) {
			if g.Flags&(2|4) != 0 { // en passant and castling can't be judged
				continue
			}
			var code uint8
			p.Probe().Made(g, func() { code = p.Probe().State().Board[g.Move.To()] })
			m.gives("gives_check", in{"code": code, "from": g.Move.From(), "to": g.Move.To()}, out{"yes": p.Probe().GivesCheck(code, g.Move.From(), g.Move.To())})
		}
	})
}

// Every move makes the reference's position, and taking it back restores it.
func TestRoutinesMake(t *testing.T) { onMachines(t, testMake) }

func testMake(t testing.TB, m *rig) {
	rulesPositions(t, 4, 60, func(p *goengine.Position) {
		fresh := position(t, p.FEN())
		p = fresh
		m.set(p)
		before := m.state()
		tactical, quiet := p.Probe().Generated()
		for _, g := range append(tactical, quiet...) {
			at := in{"move": m.rawMove(g)}
			m.call("make_move", at)
			p.Probe().Made(g, func() {
				sameState(t, p.Probe().State(), m.state(), fresh.FEN(), g, "make")
				for sq := range uint8(128) {
					if sq&0x88 == 0 && g.Flags&16 != 0 {
						c := m.call("attacked", in{"square": sq, "side": before.Side})
						require.Equal(t, p.Probe().Attacked(sq, before.Side), c.yes(), "%s %v %x", fresh.FEN(), g, sq)
					}
				}
			})
			m.call("full_key", nil)
			p.Probe().Made(g, func() { require.Equal(t, p.Probe().State().Key, m.state().Key) })
			m.call("unmake_move", nil)
			sameState(t, before, m.state(), fresh.FEN(), g, "unmake")
			m.call("make_board", at)
			p.Probe().Made(g, func() {
				want, got := p.Probe().State(), m.state()
				got.Side, got.Castle, got.EP, got.Half, got.Key, got.Keys = want.Side, want.Castle, want.EP, want.Half, want.Key, want.Keys
				sameState(t, want, got, fresh.FEN(), g, "make_board")
			})
			m.call("unmake_board", at)
			sameState(t, before, m.state(), fresh.FEN(), g, "unmake_board")
		}
	})
}

// Games played move by move keep the same history, and repetitions and dead
// positions are found.
func TestRoutinesPlayGames(t *testing.T) { onMachines(t, testPlayGames) }

func testPlayGames(t testing.TB, m *rig) {
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
		p := position(t, fen)
		m.set(p)
		for ply := range 160 {
			m.gives("repeated", nil, out{"yes": p.Repeated()}, "%s after %d plies: repeated", fen, ply)
			if p.Repeated() {
				repetitions++
			}
			m.gives("insufficient", nil, out{"yes": p.Insufficient()}, "%s: insufficient", p.FEN())
			if p.Insufficient() {
				dead++
			}
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			mv := moves[r.Intn(len(moves))]
			bad := mv ^ 0x100
			m.layout.setMove(m.addr("play_from"), bad)
			if !p.Play(bad) {
				m.gives("play_move", nil, out{"yes": false}, "%s %04x", p.FEN(), bad)
				require.Zero(t, m.byte("play_ok"))
				require.True(t, p.Play(mv))
				m.layout.setMove(m.addr("play_from"), mv)
			}
			m.gives("play_move", nil, out{"yes": true}, p.FEN())
			require.Equal(t, byte(1), m.byte("play_ok"))
			sameState(t, p.Probe().State(), m.state(), p.FEN(), "play")
		}
	}
	require.NotZero(t, repetitions)
	require.NotZero(t, dead)

	// A search has left the map of its root, by which the second rank is safe.
	p := position(t, "7k/r7/8/8/8/8/8/4K3 w - - 0 1")
	m.set(p)
	m.setByte("ply", 0)
	m.call("clear_hits", nil)
	m.call("hits_of", nil)
	type played struct {
		move  string
		legal bool
	}
	play := func(moves ...played) {
		for _, c := range moves {
			from, to := goengine.Move(c.move[1]-'1')<<4|goengine.Move(c.move[0]-'a'), goengine.Move(c.move[3]-'1')<<4|goengine.Move(c.move[2]-'a')
			m.layout.setMove(m.addr("play_from"), to<<8|from)
			m.gives("play_move", nil, out{"yes": c.legal}, c.move)
		}
	}
	play(played{"e1d1", true}, played{"a7a2", true}, played{"d1d2", false}, played{"d1c2", false}, played{"d1e1", true})

	// A pawn gives check.
	for _, fen := range []string{"k7/8/8/8/8/3p4/4K2R/8 w - - 0 1", "k7/8/8/8/8/5p2/4K2R/8 w - - 0 1"} {
		p := position(t, fen)
		m.set(p)
		play(played{"h2h3", false}, played{"e2e1", true})
	}
}

func TestRoutinesPerft(t *testing.T) { onMachines(t, testPerft) }

func testPerft(t testing.TB, m *rig) {
	depth := 2
	if switches.Has("slow") && m.patience == 0 { // a machine that may be broken has no patience for more
		depth = 3
	}
	for _, name := range []string{"cpw_perft6.epd", "own_perft200.epd"} {
		m.m.SetGuards(depth == 2)
		var leaves, cycles uint64
		lines := readPerft(t, name)
		for i, l := range lines {
			if i%(len(lines)/slow(len(lines), len(lines))) != 0 {
				continue
			}
			p := position(t, l.fen)
			for d := 1; d <= depth; d++ {
				m.set(p)
				before := m.state()
				got, c, err := m.Perft(p, d)
				require.NoError(t, err)
				require.Equal(t, l.counts[d], got, "%s depth %d", l.fen, d)
				sameState(t, before, m.state(), l.fen)
				if d == depth {
					leaves += got
					cycles += c
				}
			}
		}
		t.Logf("%s, depth %d: %d leaves, %d %s a leaf, stack %d bytes", name, depth, leaves, cycles/leaves, m.kind.Unit, m.m.Usage().Stack)
	}
}

// With one byte wrong in a table that the rules stand on, perft is wrong.
func TestPerftNoticesAPatchedROM(t *testing.T) { onMachines(t, testPerftNoticesAPatchedROM) }

func testPerftNoticesAPatchedROM(t testing.TB, m *rig) {
	// What attacks two ranks away.
	ways, above := "attack_table", uint32(0x20)
	if m.has("ways_from") {
		ways, above = "ways_from", 0x77-0x20
	}
	for _, patch := range []struct {
		label  string
		offset uint32
		b      byte
	}{
		{ways, above, 0},
		{"ray_step", 0x30, 0xFF},
		{"castle_mask", 0x07, 0x0F},
	} {
		at := m.addr(patch.label) + patch.offset
		right := m.m.Read(at)
		m.m.Write(at, patch.b)
		noticed := slices.ContainsFunc(readPerft(t, "cpw_perft6.epd"), func(l perftLine) bool {
			p := position(t, l.fen)
			n, _, err := m.Perft(p, 3)
			return err != nil || n != l.counts[3]
		})
		m.m.Write(at, right)
		require.True(t, noticed, patch.label)
	}
}
