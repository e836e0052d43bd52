package uci

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

var toldSeconds = regexp.MustCompile(`^info string sx .* seconds (\d+\.\d+) `)

// seconds returns the machine's seconds in the last info string.
func (g *gui) seconds() float64 {
	g.t.Helper()
	for i := len(g.said) - 1; i >= 0; i-- {
		if m := toldSeconds.FindStringSubmatch(g.said[i]); m != nil {
			s, err := strconv.ParseFloat(m[1], 64)
			require.NoError(g.t, err)
			return s
		}
	}
	require.Fail(g.t, "no seconds told", "%s", strings.Join(g.said, "\n"))
	return 0
}

// board is a game between sessions.
type board struct {
	t     *testing.T
	game  *goengine.Game
	moves []string
}

func newBoard(t *testing.T, moves ...string) *board {
	p, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	b := &board{t: t, game: goengine.NewGame(p)}
	for _, m := range moves {
		b.play(m)
	}
	return b
}

func (b *board) play(m string) {
	b.t.Helper()
	require.NoError(b.t, b.game.Play(m), "after %v", b.moves)
	b.moves = append(b.moves, m)
}

// over reports whether the game has ended.
func (b *board) over() bool {
	p := b.game.Position()
	return len(p.LegalMoves()) == 0 || p.HalfmoveClock() >= 100 || p.Insufficient()
}

func (b *board) position() string { return "position startpos moves " + strings.Join(b.moves, " ") }

func TestFortyMovesInTwoHoursUseTheClockAndKeepIt(t *testing.T) {
	longSearches(t)
	// A slow machine clock makes the test fast: the machine does less in a second, with the same
	// sums. If a game ends early, another one begins with the same clock.
	for _, c := range []struct {
		engine string
		kHz    int
	}{{"go", 500}, {"z80", 30}, {"6502", 10}} {
		t.Run(c.engine, func(t *testing.T) {
			g := with(t, c.engine)
			g.send("setoption name Time value emulated", fmt.Sprintf("setoption name Clock value %d", c.kHz))
			b := newBoard(t)
			left := [2]float64{7200, 7200}
			for ply := range 80 {
				if b.over() {
					b = newBoard(t, [][]string{{}, {"d2d4"}}[ply&1]...)
				}
				side := ply & 1
				m := g.best(b.position(), fmt.Sprintf("go wtime %d btime %d movestogo %d", int(left[0]*1000), int(left[1]*1000), 40-ply/2))
				left[side] -= g.seconds()
				require.GreaterOrEqual(t, left[side], 0.0, "overstepped at half-move %d", ply)
				b.play(m)
			}
			for side, rest := range left {
				assert.LessOrEqual(t, rest, 7200*0.15, "side %d used too little", side)
				t.Logf("%s side %d: %.2f%% of the clock used", c.engine, side, 100*(7200-rest)/7200)
			}
		})
	}
}

func TestNoEmulatedClockIsEverOverstepped(t *testing.T) {
	for _, c := range []struct{ base, inc, moves int }{{60, 0, 0}, {10, 2, 0}, {20, 0, 10}, {15, 0, 0}} {
		g := with(t, "go")
		g.send("setoption name Time value emulated")
		b := newBoard(t)
		left := [2]float64{float64(c.base), float64(c.base)}
		for ply := 0; ply < 160 && !b.over(); ply++ {
			side := ply & 1
			words := fmt.Sprintf("go wtime %d btime %d winc %d binc %d", int(left[0]*1000), int(left[1]*1000), c.inc*1000, c.inc*1000)
			if c.moves > 0 {
				words += fmt.Sprintf(" movestogo %d", c.moves-ply/2%c.moves)
			}
			m := g.best(b.position(), words)
			left[side] -= g.seconds()
			require.GreaterOrEqual(t, left[side], 0.0, "%+v: overstepped at half-move %d", c, ply)
			left[side] += float64(c.inc)
			if c.moves > 0 && ply/2%c.moves == c.moves-1 {
				left[side] += float64(c.base)
			}
			b.play(m)
		}
	}
}

// blitz plays games of 0.6 seconds, and of 0.4 seconds with a small increment, and requires that
// none is lost on time.
func blitz(t *testing.T, begin func(engine string) *gui) {
	for _, engine := range hostbridge.Names {
		for _, c := range []struct{ base, inc time.Duration }{{600 * time.Millisecond, 0}, {400 * time.Millisecond, 20 * time.Millisecond}} {
			g := begin(engine)
			b := newBoard(t)
			left := [2]time.Duration{c.base, c.base}
			for ply := 0; ply < 60 && !b.over(); ply++ {
				side := ply & 1
				words := fmt.Sprintf("go wtime %d btime %d winc %d binc %d", left[0].Milliseconds(), left[1].Milliseconds(), c.inc.Milliseconds(), c.inc.Milliseconds())
				began := time.Now()
				m := g.best(b.position(), words)
				left[side] -= time.Since(began)
				require.Positive(t, left[side], "%s %+v: lost on time at half-move %d", engine, c, ply)
				left[side] += c.inc
				b.play(m)
			}
		}
	}
}

func TestBlitzGamesWithTheDefaultsAreNotLostOnTime(t *testing.T) {
	for name, s := range map[string]speed{"desk": desk, "old": old, "busy": busy} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) { blitz(t, func(engine string) *gui { return on(t, s, engine) }) })
		})
	}
}

func TestTheMachineDoesNotRunAheadOfItsClock(t *testing.T) {
	for _, engine := range hostbridge.AllNames() {
		for speed, percent := range map[string]float64{"100": 100, "200": 200} {
			bubble(t, func(t *testing.T) {
				g := on(t, desk, engine)
				g.send("setoption name Speed value "+speed, "position fen "+middlegame, "go infinite")
				began := time.Now()
				g.silent(400 * time.Millisecond)
				g.best("stop")
				took := time.Since(began).Seconds() * percent / 100
				assert.InDelta(t, took, g.seconds(), 0.15, "%s at %s%%: no more than two move lists ahead", engine, speed)
			})
		}
	}
	for _, engine := range hostbridge.Names {
		bubble(t, func(t *testing.T) {
			g := on(t, desk, engine)
			g.send("setoption name Speed value 100", "setoption name Time value emulated", "position fen "+middlegame)
			began := time.Now()
			g.best("go movetime 500")
			// Both are whole milliseconds, one rounded down, the other up; sleeps last at least one, and
			// the computer has its work since the last tick.
			assert.InDelta(t, g.seconds(), time.Since(began).Seconds(), 0.0031, "%s: it answers when the machine would", engine)
			assert.InDelta(t, 0.5, g.seconds(), 0.1, "%s: half a second and at most a move list", engine)
		})
	}
}

func TestAStoppedMachineHasWhatItHadThen(t *testing.T) {
	// At its speed the machine gets as far in 300 ms as a search with a limit of 300 ms of its time.
	bubble(t, func(t *testing.T) {
		g := on(t, desk, "z80")
		g.send("setoption name Profile value tuned", "setoption name Speed value 100", "position fen "+middlegame, "go infinite")
		g.silent(300 * time.Millisecond)
		g.best("stop")
		paced := g.seconds()
		assert.InDelta(t, 0.3, paced, 0.02)
		free := on(t, desk, "z80")
		free.send("setoption name Time value emulated")
		free.best("position fen "+middlegame, fmt.Sprintf("go movetime %d", int(paced*1000)))
		assert.InDelta(t, paced, free.seconds(), 0.02)
		assert.Equal(t, pv(depths(free.said)[0]), pv(depths(g.all)[0]))
	})
}

func TestEmulatedTimeIsTheSameOnEveryComputer(t *testing.T) {
	longSearches(t)
	for _, engine := range hostbridge.Names {
		for _, lvl := range []string{"0", "2", "TOURN 40/1", "SPEED 1", "PROBLEM 1"} {
			play := func(s speed) (said string) {
				bubble(t, func(t *testing.T) {
					g := on(t, s, engine)
					g.send("setoption name Clock value 400", "setoption name Time value emulated", "setoption name Level value "+lvl)
					b := newBoard(t)
					for len(b.moves) < 12 && !b.over() { // a shallow search may be mated early
						// A level ignores the chess program's clock.
						b.play(g.best(b.position(), fmt.Sprintf("go wtime %d btime 1000", time.Now().UnixMilli()%10_000)))
					}
					assert.GreaterOrEqual(t, len(b.moves), 8)
					said = strings.Join(g.all, "\n")
				})
				return said
			}
			fast := play(desk)
			assert.Contains(t, fast, "bestmove ")
			for _, s := range []speed{old, busy} {
				assert.Equal(t, fast, play(s), "%s level %s on %+v: every line, bit for bit", engine, lvl, s)
			}
		}
	}
}
