package uci

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// rated begins a session at a rated level.
func rated(t *testing.T, engine string, elo int) *gui {
	t.Helper()
	g := with(t, engine)
	g.send("setoption name UCI_LimitStrength value true", fmt.Sprint("setoption name UCI_Elo value ", elo))
	return g
}

// spent returns the number of nodes of the last search.
func (g *gui) spent() float64 {
	g.t.Helper()
	lines := depths(g.said)
	require.NotEmpty(g.t, lines)
	return field(g.t, lines[len(lines)-1], "nodes")
}

// overstep is the greatest excess of a search over its limit of nodes: a list of moves.
const overstep = 218

func TestEnginesPlayTheSameAtARatedLevel(t *testing.T) {
	least, _ := level.EloBounds()
	game := func(engine string, elo, plies int) string {
		g := rated(t, engine, elo)
		b := newBoard(t)
		for range plies {
			b.play(g.best(b.position(), "go wtime 100000 btime 100000"))
		}
		return strings.Join(b.moves, " ")
	}
	for _, elo := range []int{least, least + 1, 500, 700} {
		want := game("go", elo, 20)
		for _, engine := range hostbridge.AllNames() {
			assert.Equal(t, want, game(engine, elo, 20), "%s at %d", engine, elo)
		}
	}
}

func TestARatedLevelHasItsNodesWhateverElseIsSet(t *testing.T) {
	nodes := float64(level.AtElo(700).Nodes)
	want := fmt.Sprintf("info string UCI_Elo 700: sx81, stopped at %.0f nodes", nodes)
	g := rated(t, "go", 700)
	g.send("position fen " + middlegame)
	var moves []string
	for _, words := range []string{
		"go wtime 600000 btime 600000", "go", "go movetime 60000", "go depth 30", "go nodes 1000000",
		"go wtime 600000 btime 600000 movestogo 2", "go depth 999", "setoption name Level value TOURN 40/120", "setoption name MultiPV value 3",
		"setoption name Profile value uniform",
	} {
		if strings.HasPrefix(words, "setoption") {
			g.send(words)
			words = "go"
		}
		moves = append(moves, g.best(words))
		assert.InDelta(t, nodes+overstep/2, g.spent(), overstep/2, words)
		assert.Contains(t, g.said, want, words)
		assert.NotContains(t, strings.Join(g.said, "\n"), "multipv", words)
		assert.Equal(t, moves[0], moves[len(moves)-1], words)
	}
	g.best("setoption name UCI_LimitStrength value false", "setoption name MultiPV value 1", "go nodes 20000")
	assert.Greater(t, g.spent(), 19_999.0)
	assert.NotContains(t, strings.Join(g.said, "\n"), "UCI_Elo")
}

// Even a level of few nodes evaluates every move of the root.
func TestTheWeakestLevelValuesEachMove(t *testing.T) {
	least, _ := level.EloBounds()
	g := rated(t, "go", least)
	for fen, want := range map[string]string{
		mateInOne:                                "a1a8",
		"6k1/5ppp/8/8/7q/6P1/5P1P/6K1 w - - 0 1": "g3h4",
		"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq -": "h5f7",
	} {
		assert.Equal(t, want, g.best("position fen "+fen, "go"))
		p, err := goengine.ParseFEN(fen)
		require.NoError(t, err)
		assert.Equal(t, float64(len(p.LegalMoves())), field(t, depths(g.said)[0], "nodes"), "the first iteration, %s", fen)
	}
}

func TestTheTighterLimitOfARatedLevelWins(t *testing.T) {
	_, most := level.EloBounds()
	g := rated(t, "go", most)
	g.best("position fen "+middlegame, "go nodes 300")
	assert.InDelta(t, 300+overstep/2, g.spent(), overstep/2)
	g.best("go depth 2")
	assert.Equal(t, 2.0, field(t, depths(g.said)[1], "depth"))
	assert.Len(t, depths(g.said), 2)
	g.best("setoption name Time value emulated", "go movetime 1000")
	assert.InDelta(t, 1, g.seconds(), 0.2)
	assert.Equal(t, "a2a3", g.best("position startpos", "go searchmoves a2a3 nodes 100"))
	g.best("setoption name Level value 2", "go")
	assert.InDelta(t, 2, g.seconds(), 0.2)
	bubble(t, func(t *testing.T) {
		g := on(t, desk, "go")
		g.send("setoption name UCI_LimitStrength value true", fmt.Sprint("setoption name UCI_Elo value ", most))
		began := time.Now()
		g.best("position fen "+middlegame, "go movetime 200")
		assert.InDelta(t, 150, time.Since(began).Milliseconds(), 10)
	})
}

func TestARatedLevelWaitsWhereItIsAskedTo(t *testing.T) {
	bubble(t, func(t *testing.T) {
		g := on(t, desk, "go")
		g.send("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 700")
		plain := g.best("position fen "+middlegame, "go wtime 600000 btime 600000")
		for words, end := range map[string]string{"go infinite": "stop", "go ponder wtime 600000 btime 600000": "ponderhit"} {
			g.send(words)
			g.silent(time.Second)
			assert.Equal(t, plain, g.best(end), words)
		}
	})
}

func TestAProblemIsProvedAtAnyRatedLevel(t *testing.T) {
	least, _ := level.EloBounds()
	g := rated(t, "go", least)
	g.best("position fen "+mateInTwo, "go mate 2")
	assert.Contains(t, strings.Join(g.said, "\n"), "info string mate in 2: ")
	g.best("setoption name Level value PROBLEM 2", "go wtime 10 btime 10")
	assert.Contains(t, strings.Join(g.said, "\n"), "info string mate in 2: ")
	assert.NotContains(t, strings.Join(g.all, "\n"), "UCI_Elo")
	g.best("position fen "+middlegame, "go mate 1")
	assert.Greater(t, g.spent(), 1000.0, "the move without a mate is an ordinary one")
	_, consolation, _ := strings.Cut(strings.Join(g.said, "\n"), "info string no mate in 1\n")
	assert.Contains(t, consolation, "info string sx 6 ", "of the profile that is set")
	// With a limit the level counts again.
	g.best("go nodes 900")
	assert.Less(t, g.spent(), 300.0)
}

func TestARatedLevelOutOfRangeIsTheNearest(t *testing.T) {
	least, most := level.EloBounds()
	g := begin(t, standard())
	g.send("uci")
	g.until("^uciok$")
	assert.Contains(t, g.said, "option name UCI_LimitStrength type check default false")
	assert.Contains(t, g.said, fmt.Sprintf("option name UCI_Elo type spin default %d min %d max %d", level.DefaultElo, least, most))
	for given, want := range map[string]int{"0": least, "-5": least, "4000": most, "99999999999999999999": most} {
		g.send("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value "+given)
		assert.Contains(t, g.sync(), fmt.Sprintf("info string option UCI_Elo: %s is out of range %d to %d: taken as %d", given, least, most, want))
		g.best("position startpos", "go nodes 50")
		assert.Contains(t, strings.Join(g.said, "\n"), fmt.Sprintf("info string UCI_Elo %d: ", want))
	}
	for _, bad := range []string{"", "strong", "1e3"} {
		g.send("setoption name UCI_Elo value " + bad)
		assert.Contains(t, g.sync(), "is no number", bad)
	}
	g.send("setoption name UCI_LimitStrength value perhaps")
	assert.Contains(t, g.sync(), `option UCI_LimitStrength: "perhaps" is unknown: want one of true, false`)
}

// A printed mate score is a proved mate, even with few nodes.
func TestARatedLevelPrintsNoFalseMate(t *testing.T) {
	longSearches(t)
	proof, ok := goengine.ProfileByName("uniform")
	require.True(t, ok)
	e := goengine.NewEngine()
	mates := 0
	for _, elo := range []int{0, 400, 560, 700} {
		g := rated(t, "go", elo)
		b := newBoard(t)
		for ply := 0; ply < 200 && !b.over(); ply++ {
			m := g.best(b.position(), "go")
			for _, line := range depths(g.said) {
				_, after, found := strings.Cut(line, "score mate ")
				if !found {
					continue
				}
				var moves int
				_, err := fmt.Sscan(after, &moves)
				require.NoError(t, err)
				mates++
				if moves > 0 {
					r, err := e.Search(t.Context(), b.game, &proof, goengine.Limits{MateIn: moves})
					require.NoError(t, err)
					assert.NotEqual(t, goengine.NoMove, r.Best, "%s: %s", line, b.game.Position().FEN())
				} else {
					r, err := e.Search(t.Context(), b.game, &proof, goengine.Limits{Depth: 1 - 2*moves, SX: -16 * moves})
					require.NoError(t, err)
					assert.LessOrEqual(t, r.Score, -goengine.MateBound, "%s: %s", line, b.game.Position().FEN())
				}
			}
			b.play(m)
		}
	}
	assert.Positive(t, mates)
}
