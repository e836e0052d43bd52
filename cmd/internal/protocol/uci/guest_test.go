package uci

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	rig "github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine"
)

// deaf is an edit of a guest: it has no event of scored and none of generated moves.
func deaf(t testing.TB, files map[string][]byte) {
	rig.Without("events.scored")(t, files)
	rig.Without("events.generated")(t, files)
}

// depthsOf returns the depths of the info lines about a depth.
func depthsOf(t *testing.T, g *gui) (all []int) {
	t.Helper()
	for _, line := range depths(g.said) {
		all = append(all, int(field(t, line, "depth")))
	}
	return all
}

// A guest searches the plies of go depth at once, and one ply after the other to any other limit, of its own clock.
func TestAGuestInASession(t *testing.T) {
	g := with(t, rig.Guest(t))
	assert.Equal(t, "b1c3", g.best("position startpos", "go depth 3"))
	assert.Equal(t, []int{3}, depthsOf(t, g))
	assert.Contains(t, g.said, "info string plies 3 cycles 11337536 seconds 11.338 cycles_per_node 4845")

	g.send("setoption name Time value emulated")
	g.best("go movetime 3000")
	last := depths(g.said)[len(depths(g.said))-1]
	assert.Equal(t, []any{[]int{1, 2, 2}, 3000.0}, []any{depthsOf(t, g), field(t, last, "time")}, "3,000,000 cycles of a clock of 1 MHz")
	g.best("go wtime 90000 btime 1") // a thirtieth
	assert.InDelta(t, 3000, field(t, depths(g.said)[len(depths(g.said))-1], "time"), 300)
	g.best("go nodes 500")
	assert.EqualValues(t, 500, g.spent())
	g.send("setoption name Level value 2")
	g.best("go")
	assert.EqualValues(t, 2000, field(t, depths(g.said)[len(depths(g.said))-1], "time"))
	g.send("setoption name Level value none")

	assert.Equal(t, "a2a3", g.best("go depth 2 searchmoves a2a3"))
	g.send("setoption name MultiPV value 2")
	g.best("go depth 2 searchmoves a2a3 h2h3 e2e4")
	assert.Equal(t, []int{1, 1, 2, 2}, depthsOf(t, g))
	g.send("setoption name MultiPV value 1", "go ponder wtime 60000 btime 60000")
	g.until("^info depth 2 ")
	g.send("ponderhit")
	g.until("^bestmove [a-h]")

	// It ends at the deepest ply of the description, and waits for stop.
	g.send("position fen 8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", "go infinite")
	assert.Contains(t, g.sync(), "readyok")
	assert.NotContains(t, strings.Join(g.said, "\n"), "bestmove")
	g.send("stop")
	g.until("^bestmove 0000$") // stalemate
}

// What a guest cannot do is left out, and an info string says so.
func TestWhatAGuestHasNot(t *testing.T) {
	g := with(t, rig.Guest(t, deaf))
	said := func(lines ...string) []string {
		g.best(lines...)
		return g.said
	}
	mate := "position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
	assert.Contains(t, said("setoption name Time value emulated", "go depth 2 searchmoves a2a3"), "info string searchmoves wants moves that can be left out; mini6502 has none: left out")
	assert.Contains(t, said(mate, "go movetime 10 nodes 5"), "info string go nodes wants a count of nodes; mini6502 has none: left out")
	assert.Contains(t, said(mate, "go mate 1"), "info string mate in 1: mini6502 proves no mates: it searches 2 plies")
	assert.Contains(t, g.said[1], " score mate 1 ")
	assert.Equal(t, "bestmove d1d8", g.said[len(g.said)-1])
	assert.Contains(t, said("position fen 8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", "go depth 9"), "info string depth 9: mini6502 searches 1 to 5 plies")
	for option, want := range map[string]string{
		"Profile value sx81":           "option Profile wants the tree of this project's engines; mini6502 has none",
		"UCI_LimitStrength value true": "option UCI_LimitStrength wants the tree of this project's engines; mini6502 has none",
		"OwnBook value true":           "option OwnBook wants the tree of this project's engines; mini6502 has none",
		"MultiPV value 3":              "option MultiPV wants moves that can be left out; mini6502 has none",
		"NextBest":                     "option NextBest: another move wants moves that can be left out; mini6502 has none",
		"Engine value guest:nowhere":   "nowhere: no such file or directory",
	} {
		g.send("setoption name " + option)
		assert.Contains(t, g.sync(), want)
	}
	assert.Contains(t, said("position startpos", "go depth 1"), "info string MultiPV wants moves that can be left out; mini6502 has none: left out")
	assert.Len(t, depths(g.said), 1)
}

// What another engine has is not offered where a guest begins.
func TestASessionThatBeginsWithAGuest(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, Beginning(rig.Guest(t))(t.Context(), strings.NewReader("uci\nsetoption name Engine value go\nsetoption name OwnBook value true\ngo depth 1\nuci\n"), &out))
	before, after, _ := strings.Cut(out.String(), "uciok\n")
	assert.Contains(t, before, "id name searchex mini6502\n")
	assert.Contains(t, before, "option name MultiPV ")
	for _, name := range []string{"Profile", "UCI_Elo", "OwnBook", "BookFile", "Contempt", "ClassicDepth"} {
		assert.NotContains(t, before, "option name "+name+" ")
		assert.Contains(t, after, "option name "+name+" ", "of go")
	}
	assert.Error(t, Beginning("guest:nowhere")(t.Context(), strings.NewReader(""), io.Discard))
}

// A guest that fails or answers illegally gives no move, and the session goes on.
func TestABrokenGuestInASession(t *testing.T) {
	for want, guest := range map[string]string{
		"no legal move in " + goengine.StartFEN:                 rig.Guest(t, rig.AnswersIllegally),
		`undefined opcode .*: fen "` + goengine.StartFEN:        rig.Guest(t, rig.Faults),
		"answers that there is no move in " + goengine.StartFEN: rig.Guest(t, rig.Described(`"best_from == $FF"`, `"1"`)),
		`runaway, no return .*: fen "` + goengine.StartFEN:      rig.Guest(t, rig.NeverReturns, rig.Described("[search]", "[search]\ncycles = 100_000")),
	} {
		g := with(t, guest)
		assert.Equal(t, "0000", g.best("position startpos", "go depth 1"))
		assert.Regexp(t, want, strings.Join(g.said, "\n"))
		g.send("setoption name Engine value go")
		assert.NotEqual(t, "0000", g.best("go depth 1"))
	}
	// Stop ends a program that never returns at once.
	g := with(t, rig.Guest(t, rig.NeverReturns))
	g.send("position startpos", "go infinite", "stop")
	g.until("^bestmove [a-h]")
	assert.Contains(t, g.said, "info string mini6502 was stopped before it had an answer: the first legal move")
}

// The host's time ends a guest's search when it has an answer, not before.
func TestAGuestAnswersWhateverTheHostsTime(t *testing.T) {
	g := with(t, rig.Guest(t, rig.Described("least = 1", "least = 3"))) // 11 million cycles
	assert.Equal(t, "b1c3", g.best("position startpos", "go movetime 1"))
	assert.NotContains(t, strings.Join(g.said, "\n"), "stopped")
	assert.NotEmpty(t, depths(g.said))
}
