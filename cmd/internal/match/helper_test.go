package match

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/match/player/playertest"
	"github.com/searchex/searchex/goengine"
)

func TestMain(m *testing.M) { playertest.Main(m) }

var start = openings.Opening{Name: "start", FEN: goengine.StartFEN}

func maker(p player.Player) player.Maker { return func() player.Player { return p } }

// script returns a player that plays the moves of a line, alternately for both sides.
func script(name, line string) playertest.Func {
	all := strings.Fields(line)
	return playertest.Func{Label: name, Fn: func(t player.Turn) (player.Reply, error) {
		if len(t.Moves) >= len(all) {
			return player.Reply{}, fmt.Errorf("script of %d moves is over", len(all))
		}
		return player.Reply{Move: all[len(t.Moves)]}, nil
	}}
}

// manyOpenings returns a copy of the committed openings.
func manyOpenings(t *testing.T) []openings.Opening {
	t.Helper()
	all, err := builtIn()
	require.NoError(t, err)
	return slices.Clone(all)
}

var builtIn = sync.OnceValues(openings.BuiltIn)

// timeless removes from games what is not a function of their inputs.
func timeless(games []Game) []Game {
	for i := range games {
		g := &games[i]
		g.Elapsed, g.Spent[0].Time, g.Spent[1].Time = 0, 0, 0
		for i, c := range g.Comments {
			g.Comments[i] = c[:strings.LastIndexByte(c, ' ')+1] // the time is the last word
		}
	}
	return games
}
