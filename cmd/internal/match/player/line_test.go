//go:build unix

package player

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// shell returns a player whose program is a shell script that answers go by a command.
func shell(t *testing.T, answer string) *UCI {
	t.Helper()
	u := NewUCI("shell", "/bin/sh", []string{"-c", `while read line; do case $line in
uci) echo uciok ;; isready) echo readyok ;; go*) ` + answer + ` ;; esac; done`}, nil, "go")
	u.StartTimeout, u.MoveTimeout = time.Hour, time.Hour
	t.Cleanup(func() { u.Close() })
	return u
}

// A line counts when it is whole: the last one of a program that ends within it may be the
// beginning of another move.
func TestALineThatIsCutOffIsNoAnswer(t *testing.T) {
	u := shell(t, `printf "bestmove e7e8"; exit 7`)
	require.NoError(t, u.NewGame())
	_, err := u.Move(Turn{FEN: goengine.StartFEN})
	assert.EqualError(t, err, `uci: "go": ended: exit status 7`)
}

// What a program has said before it ended counts, and the next game starts it again.
func TestTheLastWordsOfAProgramCount(t *testing.T) {
	u := shell(t, `echo info depth 3 score cp 5; echo bestmove e2e4; exit 7`)
	for range 3 {
		require.NoError(t, u.NewGame())
		r, err := u.Move(Turn{FEN: goengine.StartFEN})
		require.NoError(t, err)
		assert.Equal(t, []any{"e2e4", 3, 5}, []any{r.Move, r.Depth, r.Score})
	}
	_, err := u.Move(Turn{FEN: goengine.StartFEN})
	assert.ErrorContains(t, err, `uci: "isready": ended: exit status 7`)
}

// An obituary has the end of what a program wrote to its standard error, as one line.
func TestAnObituaryIsShort(t *testing.T) {
	u := shell(t, `for i in 1 2 3 4 5 6 7 8 9; do printf "%0100d\n" $i >&2; done; echo the end >&2; exit 7`)
	require.NoError(t, u.NewGame())
	_, err := u.Move(Turn{FEN: goengine.StartFEN})
	require.ErrorContains(t, err, "9 the end")
	assert.NotContains(t, err.Error(), "\n")
	assert.Less(t, len(err.Error()), 450)
}
