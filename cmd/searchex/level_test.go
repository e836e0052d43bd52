package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/testdata/switches"
)

// outOfBook returns positions that an engine's book does not have.
func outOfBook(t *testing.T, e hostbridge.Engine) (positions []*goengine.Game) {
	t.Helper()
	for _, g := range append(epdGames(t, "bench12.epd"), epdGames(t, "openings-fresh.epd")...) {
		_, known, _, err := e.BookMove(g, 0)
		require.NoError(t, err)
		if !known {
			positions = append(positions, g)
		}
	}
	return positions
}

// uciAt returns the move that uci plays with an engine at a number of its cycles, and the nodes that it searches.
func uciAt(t *testing.T, e hostbridge.Engine, profile string, p *goengine.Position, cycles float64) (move string, nodes int) {
	t.Helper()
	var out, complaint bytes.Buffer
	script := fmt.Sprintf("setoption name Engine value %s\nsetoption name Profile value %s\nsetoption name Time value emulated\n"+
		"position fen %s\ngo movetime %.0f\n", e.Name(), profile, p.FEN(), 1000*cycles/float64(hostbridge.ClockOf(e)))
	require.Zero(t, run(cli.NewApp(t.Context(), strings.NewReader(script), &out, &complaint), []string{"uci"}), complaint.String())
	best := regexp.MustCompile(`(?m)^bestmove (\w+)`).FindStringSubmatch(out.String())
	require.NotNil(t, best, out.String())
	infos := regexp.MustCompile(`(?m)^info .* nodes (\d+)`).FindAllStringSubmatch(out.String(), -1)
	require.NotEmpty(t, infos, out.String())
	nodes, err := strconv.Atoi(infos[len(infos)-1][1])
	require.NoError(t, err)
	return best[1], nodes
}

// leveled is a cartridge in a machine that is set to a level and a style.
type leveled struct {
	t         *testing.T
	machine   *played
	cartridge *asm.Cartridge
	engine    hostbridge.Engine // of the project's own machine
	ramStart  uint32
	beside    uint32 // bytes below the stack that are not the engine's
}

// newLeveled returns the cartridge of a machine that has started.
func newLeveled(t *testing.T, machine *played, cpu string, load func() (*asm.Cartridge, error), ramStart, beside uint32) *leveled {
	t.Helper()
	e := given.Engine(t, cpu)
	cartridge, err := load()
	require.NoError(t, err)
	return &leveled{t, machine, cartridge, e, ramStart, beside}
}

// leveling is how a machine plays at levels of seconds.
type leveling struct {
	first, seconds, slow int // at the first two positions, at the others, and with SEARCHEX_TESTS=all
	choose               func(seconds int, style string)
	think                func() (s seen, nodes int) // a move at what is set up
	// bounds returns the least and the most cycles that a search may take.
	bounds func(g *goengine.Game, profile string, seconds float64) (least, most float64)
}

// playsAsUCI requires that the machine plays in 20 positions the moves of uci at as many cycles.
func (l *leveled) playsAsUCI(how *leveling) {
	l.t.Helper()
	differ := 0
	for i, g := range outOfBook(l.t, l.engine)[:20] {
		seconds, profile := how.seconds, []string{"sx81", "tuned"}[i%2]
		if i < 2 {
			seconds = how.first
		}
		if switches.Has("all") {
			seconds = how.slow
		}
		how.choose(seconds, strings.ToUpper(profile)+" ")
		l.setUp(g)
		s, nodes := how.think()
		require.Equal(l.t, 1, s.now)
		least, most := how.bounds(g, profile, float64(seconds))
		if !l.compare(g.Position(), profile, s.last, nodes, least, most) {
			differ++
		}
	}
	require.LessOrEqual(l.t, differ, 1, "positions in which uci itself plays two moves within the bounds")
}

// setUp writes a position into the machine's RAM, as the engine has it when it is set up.
func (l *leveled) setUp(g *goengine.Game) {
	l.t.Helper()
	rom, err := l.cartridge.ROM(nil)
	require.NoError(l.t, err)
	img, err := l.cartridge.Engine(rom)
	require.NoError(l.t, err)
	e, err := hostbridge.NewWith(l.engine.Name(), hostbridge.Options{Image: img})
	require.NoError(l.t, err)
	profile := given.Profile(l.t, "sx81")
	s, _, err := hostbridge.TakeSnapshot(l.t.Context(), e, &hostbridge.Task{Game: g, Profile: profile, Limits: goengine.Limits{Nodes: 1}})
	require.NoError(l.t, err)
	path := filepath.Join(l.machine.dir, "ram")
	require.NoError(l.t, os.WriteFile(path, s.Memory[l.ramStart:l.cartridge.Symbols["stack_bottom"]-l.beside], 0o644))
	l.machine.tell("ram %s", path)
}

// bytes returns what lies at a label.
func (l *leveled) bytes(label string, size int) []byte {
	l.t.Helper()
	require.NotZero(l.t, l.cartridge.Symbols[label], label)
	l.machine.tell("bytes %d %d", l.cartridge.Symbols[label], size)
	for l.machine.lines.Scan() {
		if digits, ok := strings.CutPrefix(l.machine.lines.Text(), "bytes|"); ok {
			b, err := hex.DecodeString(digits)
			require.NoError(l.t, err)
			return b
		}
	}
	l.t.Fatal("the emulator has ended")
	return nil
}

// compare checks that the machine, which has played a move in a position and searched some nodes for it, has done what uci
// does between a least and a most number of cycles. It returns false if the two play different moves, of which the machine
// may have played either.
func (l *leveled) compare(p *goengine.Position, profile string, played goengine.Move, nodes int, least, most float64) bool {
	l.t.Helper()
	first, fewest := uciAt(l.t, l.engine, profile, p, least)
	last, greatest := uciAt(l.t, l.engine, profile, p, most)
	about := fmt.Sprintf("%s, %s: %s after %d nodes; uci %s after %d, %s after %d", p.FEN(), profile, p.UCI(played), nodes, first, fewest, last, greatest)
	l.t.Log(about)
	require.GreaterOrEqual(l.t, nodes, fewest, about)
	require.LessOrEqual(l.t, nodes, greatest, about)
	require.Contains(l.t, []string{first, last}, p.UCI(played), about)
	return first == last
}
