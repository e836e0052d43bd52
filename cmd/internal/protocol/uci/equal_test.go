package uci

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

var ofTheHost = regexp.MustCompile(` time \d+ nps \d+`)

func TestEnginesSayTheSameAtTheSameNodes(t *testing.T) {
	longSearches(t)
	say := func(engine, profile, position string) string {
		g := with(t, engine)
		g.best("setoption name Profile value "+profile, position, "go nodes 4000")
		// A long search reports better moves within an iteration, more often on a busy computer.
		var lines []string // the last of each depth
		for _, line := range depths(g.said) {
			if n := len(lines); n > 0 && field(t, lines[n-1], "depth") == field(t, line, "depth") {
				lines[n-1] = line
			} else {
				lines = append(lines, line)
			}
		}
		lines = append(lines, g.said[len(g.said)-1])
		return ofTheHost.ReplaceAllString(strings.Join(lines, "\n"), "")
	}
	for _, profile := range goengine.ProfileNames {
		for _, position := range []string{"position startpos", "position fen " + middlegame, "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3"} {
			want := say("go", profile, position)
			for _, engine := range hostbridge.AllNames()[1:] {
				assert.Equal(t, want, say(engine, profile, position), "%s %s %s", engine, profile, position)
			}
		}
	}
}

func TestAMachineGivenTimePlaysTheMovesOfTheSameNodes(t *testing.T) {
	longSearches(t)
	// A game of the machine on its clock, and of the Go engine with the machine's nodes.
	for _, k := range hostbridge.MachineKinds() {
		machine, reference := with(t, k.Name), with(t, "go")
		machine.send("setoption name Time value emulated", "setoption name Level value 4")
		b := newBoard(t)
		for range 30 {
			m := machine.best(b.position(), "go wtime 1000 btime 1000")
			lines := depths(machine.said)
			nodes := int(field(t, lines[len(lines)-1], "nodes"))
			again := reference.best(b.position(), fmt.Sprintf("go nodes %d", nodes))
			assert.Equal(t, m, again, "%s after %v", k.Name, b.moves)
			b.play(m)
		}
	}
}

// An engine's cycles have the number and the clock of the machine that it is or models.
func TestTimeIsThatOfTheMachineStoodFor(t *testing.T) {
	for _, engine := range hostbridge.AllNames() {
		k, err := hostbridge.KindOf(engine)
		require.NoError(t, err)
		m := k.Timed()
		e, err := hostbridge.New(engine)
		require.NoError(t, err)
		p, err := goengine.ParseFEN(middlegame)
		require.NoError(t, err)
		prof, _ := goengine.ProfileByName("net")
		want, err := e.Search(context.Background(), goengine.NewGame(p), &prof, goengine.Limits{Nodes: 2000})
		require.NoError(t, err)

		g := with(t, engine)
		g.best("position fen "+middlegame, "go nodes 2000")
		assert.Contains(t, strings.Join(g.said, "\n"), fmt.Sprintf(" cycles %d ", want.Spent()), engine)
		assert.InDelta(t, float64(want.Spent())/float64(m.Clock), g.seconds(), 0.001, engine)
		g.best("setoption name Clock value 1000", "go nodes 2000")
		assert.InDelta(t, float64(want.Spent())/1e6, g.seconds(), 0.001, "%s on another clock", engine)
		g.send("setoption name Clock value 0", "setoption name Level value 1")
		g.best("go wtime 10 btime 10")
		assert.InDelta(t, 1, g.seconds(), 0.1, "%s: a second of the machine", engine)
	}
}
