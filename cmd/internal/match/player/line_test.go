//go:build unix

package player

import (
	"os/exec"
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

// Output that was not read when the program ended is read.
func TestWhatAProgramHasWrittenIsReadAfterItsEnd(t *testing.T) {
	l, err := process("/bin/sh", []string{"-c", `i=0; while [ $i -lt 200 ]; do echo line; i=$((i+1)); done
sleep 0.1; while [ $i -lt 1000 ]; do echo line; i=$((i+1)); done`})(time.Hour)
	require.NoError(t, err)
	defer l.end()
	<-l.gone
	n := 0
	err = l.converse("", time.Hour, func(string) (bool, error) { n++; return false, nil })
	assert.EqualError(t, err, "ended: exit status 0")
	assert.Equal(t, 1000, n)
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

// A program that has ended is not waited for, though a process that it has left behind, out of
// its group, holds its output.
func TestAProgramIsNotWaitedForThatHasEnded(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip(err)
	}
	u := shell(t, `setsid sleep 3 & exit 0`)
	u.EndWait = 50 * time.Millisecond
	require.NoError(t, u.NewGame())
	begun := time.Now()
	_, err := u.Move(Turn{FEN: goengine.StartFEN})
	assert.EqualError(t, err, `uci: "go": ended: exit status 0`)
	assert.Less(t, time.Since(begun), 3*time.Second)
}

// A program that says that it has lost resigns; one that says that it has won has to mate.
func TestAClaimOfAResultIsARefusalToMove(t *testing.T) {
	for fen, claims := range map[string][2]string{
		"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1": {"0-1", "1-0"}, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1": {"1-0", "0-1"},
	} {
		for i, claim := range claims {
			x := NewXBoard("shell", "/bin/sh", []string{"-c", `while read line; do case $line in
protover*) echo feature setboard=1 done=1 ;; go*) echo "` + claim + ` {so it is}" ;; esac; done`})
			x.ClaimWait = time.Millisecond
			require.NoError(t, x.NewGame())
			r, err := x.Move(Turn{FEN: fen})
			assert.Equal(t, i == 0, r.Resigns, "%s %s", fen, claim)
			if i == 1 {
				assert.EqualError(t, err, `xboard: it claims "`+claim+` {so it is}", but the game is not over`)
			}
			require.NoError(t, x.Close())
		}
	}
}
