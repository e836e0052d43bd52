package uci

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/goengine"
)

var ofTheHost = regexp.MustCompile(` time \d+ nps \d+`)

func TestBothEnginesSayTheSameAtTheSameNodes(t *testing.T) {
	say := func(engine, profile, position string) string {
		g := with(t, engine)
		g.best("setoption name Profile value "+profile, position, "go nodes 4000")
		// A search that takes long tells of better moves within an iteration: on a busy
		// computer more often.
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
			assert.Equal(t, say("go", profile, position), say("z80", profile, position), "%s %s", profile, position)
		}
	}
}

func TestAMachineGivenTimePlaysTheMovesOfTheSameNodes(t *testing.T) {
	// A game of the Z80 on its clock, and the Go engine told by its nodes.
	z80, reference := with(t, "z80"), with(t, "go")
	z80.send("setoption name Time value emulated", "setoption name Level value 4")
	b := newBoard(t)
	for range 30 {
		m := z80.best(b.position(), "go wtime 1000 btime 1000")
		lines := depths(z80.said)
		nodes := int(field(t, lines[len(lines)-1], "nodes"))
		again := reference.best(b.position(), fmt.Sprintf("go nodes %d", nodes))
		assert.Equal(t, m, again, "after %v", b.moves)
		b.play(m)
	}
}
