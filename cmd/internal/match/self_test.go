package match

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/match/player/playertest"
	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/goengine"
)

// session returns a UCI session that plays random moves, each with the info line. It calls spy with
// each go line.
func session(info string, spy func(goLine string)) player.Session {
	return func(ctx context.Context, in io.Reader, out io.Writer) error {
		lines := bufio.NewScanner(in)
		var moves []string
		for lines.Scan() {
			switch f := strings.Fields(lines.Text()); f[0] {
			case "uci":
				fmt.Fprintln(out, "option name Time type combo default wall var wall var emulated\nuciok")
			case "isready":
				fmt.Fprintln(out, "readyok")
			case "position":
				_, tail, _ := strings.Cut(lines.Text(), " moves ")
				moves = strings.Fields(tail)
			case "go":
				if spy != nil {
					spy(lines.Text())
				}
				switch info {
				case "panic":
					panic("out of cheese")
				case "error":
					return errors.New("no more ink")
				case "hang":
					<-ctx.Done()
					return nil
				}
				move, err := playertest.RandomMove(1, goengine.StartFEN, moves)
				if err != nil {
					return err
				}
				fmt.Fprintf(out, "%s\nbestmove %s\n", info, move)
			case "quit":
				return nil
			}
		}
		return lines.Err()
	}
}

// The machine's seconds count on the clock, not the host's: 40 s a move do not
// fit into a minute for two moves, 25 s do.
func TestTheMachinesSecondsCountOnItsClock(t *testing.T) {
	for seconds, end := range map[string]rules.End{"25.0": EndMaxPlies, "40.0": EndTimeout} {
		var shown []string
		s := session("info string sx 10 cycles 5000 seconds 1.5 cycles_per_node 1\ninfo string sx 18 cycles 9000 seconds "+seconds, func(g string) { shown = append(shown, g) })
		u := player.NewSelf("self", s, map[string]string{"Time": "emulated"}, "go", true)
		u.Control = player.TimeControl{Periods: []clock.Period{{Moves: 2, Time: time.Minute}}}
		g, err := Play(t.Context(), u, playertest.Random("random", 2), start, Rules{MaxPlies: 8})
		require.NoError(t, err)
		assert.Equal(t, end, g.End, g.Detail)
		if end == EndMaxPlies {
			assert.Equal(t, []string{
				"go wtime 60000 btime 60000 movestogo 2", "go wtime 35000 btime 35000 movestogo 1",
				"go wtime 70000 btime 70000 movestogo 2", "go wtime 45000 btime 45000 movestogo 1",
			}, shown)
			assert.Equal(t, []any{100 * time.Second, uint64(36000)}, []any{g.Spent[0].Time, g.Spent[0].Cycles})
		} else {
			assert.Contains(t, g.Detail, "clock overstepped by 20s at ply 3")
		}
		require.NoError(t, u.Close())
	}
}

// Two moves in 60 s, then one in each 10 s and 5 s a move. The player takes 12.5 s for each
// move, so that it has 35 s for the third move, 37.5 s for the fourth and 40 s for the fifth.
func TestEachPeriodOfATimeControlIsPlayed(t *testing.T) {
	var shown []string
	s := session("info string sx 10 cycles 5000 seconds 12.5 cycles_per_node 1", func(g string) { shown = append(shown, g) })
	u := player.NewSelf("self", s, map[string]string{"Time": "emulated"}, "go", true)
	var err error
	u.Control, err = player.ParseTimeControl("2/60:1/10+5")
	require.NoError(t, err)
	g, err := Play(t.Context(), u, playertest.Random("random", 2), start, Rules{MaxPlies: 9})
	require.NoError(t, err)
	assert.Equal(t, EndMaxPlies, g.End, g.Detail)
	assert.Equal(t, []string{
		"go wtime 60000 btime 60000 movestogo 2", "go wtime 47500 btime 47500 movestogo 1",
		"go wtime 45000 btime 45000 winc 5000 binc 5000 movestogo 1", "go wtime 47500 btime 47500 winc 5000 binc 5000 movestogo 1",
		"go wtime 50000 btime 50000 winc 5000 binc 5000 movestogo 1",
	}, shown)
	text, err := g.pgn("test")
	require.NoError(t, err)
	read, _, _ := readBack(t, text)
	again, err := player.ParseTimeControl(read[0].GetTagPair("WhiteTimeControl"))
	require.NoError(t, err)
	assert.Equal(t, u.Control, again, "the tag is read as it was written")
	require.NoError(t, u.Close())
}

func TestASessionThatFailsLosesTheGame(t *testing.T) {
	for info, want := range map[string]string{
		"panic": "ended: panic: out of cheese", "error": "ended: no more ink", "hang": "no answer within 100ms",
	} {
		u := player.NewSelf("self", session(info, nil), nil, "go", false)
		u.MoveTimeout = 20 * time.Second
		if info == "hang" {
			u.MoveTimeout = 100 * time.Millisecond
		}
		for range 2 { // the second time it has been started again
			g, err := Play(t.Context(), u, playertest.Random("random", 2), start, Rules{MaxPlies: 8})
			require.NoError(t, err)
			assert.Equal(t, rules.BlackWins, g.Result)
			assert.Contains(t, g.Detail, want)
		}
		require.NoError(t, u.Close())
	}
}
