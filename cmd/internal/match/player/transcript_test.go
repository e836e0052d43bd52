package player

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// listener is a program in this process that notes what it is told.
type listener struct {
	lock  sync.Mutex
	lines []string
}

// session answers lines from a table; "#" in an answer stands for the line's last word.
func (l *listener) session(answers map[string]string) Session {
	return func(_ context.Context, in io.Reader, out io.Writer) error {
		for s := bufio.NewScanner(in); s.Scan(); {
			l.lock.Lock()
			l.lines = append(l.lines, s.Text())
			l.lock.Unlock()
			words := strings.Fields(s.Text())
			if answer := answers[words[0]]; answer != "" {
				if _, err := fmt.Fprintln(out, strings.ReplaceAll(answer, "#", words[len(words)-1])); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// told returns what it was told since the last call.
func (l *listener) told() (lines []string) {
	l.lock.Lock()
	defer l.lock.Unlock()
	lines, l.lines = l.lines, nil
	return lines
}

// patient lets tests wait for an answer as long as it takes.
func patient(t *testing.T, p *program) {
	p.StartTimeout, p.MoveTimeout, p.FeatureWait = time.Hour, time.Hour, time.Hour
	t.Cleanup(func() { _ = p.Close() })
}

// xboard returns a player for a program of the xboard protocol that answers from a table.
func xboard(t *testing.T, answers map[string]string) (*XBoard, *listener) {
	l := &listener{}
	x := NewXBoard("listener", "", nil)
	x.start = l.session(answers).start
	patient(t, &x.program)
	return x, l
}

// lines splits a text at bars.
func lines(text string) []string { return strings.Split(text, "|") }

// What a program of the xboard protocol is told: the clocks before the move that makes it
// think, go at its first move only, a level at the beginning of each period and of each game,
// and ping after what it answers.
func TestWhatAnXBoardProgramIsTold(t *testing.T) {
	x, l := xboard(t, map[string]string{
		"protover": "feature ping=1 setboard=1 usermove=1 done=1", "ping": "pong #", "go": "move e7e5",
	})
	var err error
	x.Control, err = ParseTimeControl("40/7200:900")
	require.NoError(t, err)
	x.Depth = 3
	require.NoError(t, x.NewGame())
	const game = "new|force|level 40 120 0|sd 3|ping "
	assert.Equal(t, lines("xboard|protover 2|easy|post|ping 1|"+game+"2"), l.told())
	moves := append(make([]string, 0, 9), "e2e4")
	clock := &Clock{White: 10 * time.Second, Black: 20 * time.Second}
	r, err := x.Move(Turn{FEN: goengine.StartFEN, Moves: moves, Clock: clock})
	require.NoError(t, err)
	assert.Equal(t, "e7e5", r.Move)
	assert.Empty(t, moves[:2][1], "the moves are shared with the opponent")
	assert.Equal(t, lines("usermove e2e4|time 2000|otim 1000|go"), l.told())
	require.NoError(t, x.NewGame())
	assert.Equal(t, lines(game+"3"), l.told())
	fen := "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"
	_, err = x.Move(Turn{FEN: fen, Clock: &Clock{White: time.Second, Black: 2 * time.Second, Period: 1}})
	require.NoError(t, err)
	assert.Equal(t, lines("setboard "+fen+"|level 0 15 0|time 200|otim 100|go"), l.told())
	require.NoError(t, x.NewGame())
	assert.Equal(t, lines(game+"4"), l.told())
	_, err = x.Move(Turn{FEN: goengine.StartFEN, Clock: clock})
	require.NoError(t, err)
	assert.Equal(t, lines("time 1000|otim 2000|go"), l.told(), "the level of the first period is known")
}

// A program that has moved is told the clocks and the opponent's move.
func TestAnXBoardProgramThatHasMovedIsToldTheNextMove(t *testing.T) {
	x, l := xboard(t, map[string]string{"protover": "feature usermove=1 done=1", "go": "move e2e4", "usermove": "move g1f3"})
	require.NoError(t, x.NewGame())
	clock := &Clock{White: 10 * time.Second, Black: 20 * time.Second}
	_, err := x.Move(Turn{FEN: goengine.StartFEN, Clock: clock})
	require.NoError(t, err)
	l.told()
	r, err := x.Move(Turn{FEN: goengine.StartFEN, Moves: []string{"e2e4", "e7e5"}, Clock: clock})
	require.NoError(t, err)
	assert.Equal(t, "g1f3", r.Move)
	assert.Equal(t, lines("time 1000|otim 2000|usermove e7e5"), l.told())
	_, err = x.Move(Turn{FEN: goengine.StartFEN, Moves: []string{"e2e4", "e7e5", "b1c3", "b8c6"}, Clock: clock})
	assert.EqualError(t, err, "xboard: the game has jumped from move 3 to 4")
}

// A program that plays one game is started again after it has played, not before.
func TestAProgramOfOneGameIsStartedForEach(t *testing.T) {
	x, l := xboard(t, map[string]string{"protover": "feature reuse=0 done=1", "go": "move e2e4"})
	started := func() (n int) {
		for _, line := range l.told() {
			if line == "xboard" {
				n++
			}
		}
		return n
	}
	require.NoError(t, x.NewGame())
	require.NoError(t, x.NewGame())
	_, err := x.Move(Turn{FEN: goengine.StartFEN})
	require.NoError(t, err)
	assert.Equal(t, 1, started())
	require.NoError(t, x.NewGame())
	_, err = x.Move(Turn{FEN: goengine.StartFEN})
	require.NoError(t, err)
	assert.Equal(t, 1, started())
}

// What a program says before the answer to the last ping is no answer to what follows.
func TestOnlyTheLastPingIsAnswered(t *testing.T) {
	x, _ := xboard(t, map[string]string{"protover": "feature ping=1 done=1", "ping": "pong #", "force": "pong 77\nmove a2a3", "go": "move e2e4"})
	require.NoError(t, x.NewGame())
	r, err := x.Move(Turn{FEN: goengine.StartFEN})
	require.NoError(t, err)
	assert.Equal(t, "e2e4", r.Move)
}

// A program that refuses a command of the set-up plays no game.
func TestARefusalIsTheErrorOfAGame(t *testing.T) {
	x, _ := xboard(t, map[string]string{"protover": "feature ping=1 done=1", "ping": "Error (unknown command): force\npong #"})
	assert.EqualError(t, x.NewGame(), `xboard: "ping 2": it answers "Error (unknown command): force"`)
}

// A program that says done=0 is waited for. On a busy computer that may come too late to be
// heard: then another one is asked.
func TestAProgramThatIsNotDoneIsWaitedFor(t *testing.T) {
	l := &listener{}
	for !slices.Contains(l.told(), "ping 2") {
		x := NewXBoard("listener", "", nil)
		x.start = Session(func(ctx context.Context, in io.Reader, out io.Writer) error {
			return l.session(map[string]string{"protover": "feature done=0\nfeature ping=1 done=1", "ping": "pong #"})(ctx, in, pausing{out})
		}).start
		patient(t, &x.program)
		x.FeatureWait = 20 * time.Millisecond
		require.NoError(t, x.NewGame())
	}
}

// pausing waits after done=0.
type pausing struct{ io.Writer }

func (p pausing) Write(b []byte) (int, error) {
	first, rest, both := strings.Cut(string(b), "done=0\n")
	if !both {
		return p.Writer.Write(b)
	}
	_, _ = io.WriteString(p.Writer, first+"done=0\n")
	time.Sleep(60 * time.Millisecond)
	return io.WriteString(p.Writer, rest)
}

// A program has ended when end returns.
func TestTheEndOfAProgramIsWaitedFor(t *testing.T) {
	for ended := false; !ended; { // it has two seconds
		l, err := Session(func(ctx context.Context, _ io.Reader, _ io.Writer) error {
			<-ctx.Done()
			time.Sleep(200 * time.Millisecond)
			return nil
		}).start(time.Hour)
		require.NoError(t, err)
		l.end()
		select {
		case <-l.gone:
			ended = true
		default:
		}
	}
}

// Who claims to have won twice has not moved.
func TestASecondClaimIsNoMove(t *testing.T) {
	x, _ := xboard(t, map[string]string{"protover": "feature done=1", "go": "1-0 {White mates}\n1-0 {White mates}"})
	x.ClaimWait = time.Hour
	require.NoError(t, x.NewGame())
	_, err := x.Move(Turn{FEN: goengine.StartFEN})
	assert.EqualError(t, err, `xboard: it claims "1-0 {White mates}", but the game is not over`)
}

// What a UCI program is told, and that its seconds count if they are the machine's: then the
// host's do not limit it.
func TestWhatAUCIProgramIsTold(t *testing.T) {
	l := &listener{}
	u := NewSelf("listener", func(ctx context.Context, in io.Reader, out io.Writer) error {
		return l.session(map[string]string{
			"uci":     "option name Hash type spin default 1 min 1 max 10\nuciok",
			"isready": "readyok", "go": "info string cycles 7 seconds 0.25\nbestmove e7e5",
		})(ctx, in, slow{out})
	}, map[string]string{"Hash": "3"}, "go nodes 5", true)
	patient(t, &u.program)
	u.Margin = 0
	require.NoError(t, u.NewGame())
	assert.Equal(t, lines("uci|setoption name Hash value 3|isready|ucinewgame|isready"), l.told())
	turn := Turn{FEN: goengine.StartFEN, Moves: []string{"e2e4"}}
	r, err := u.Move(turn)
	require.NoError(t, err)
	assert.Equal(t, Reply{Move: "e7e5", Elapsed: time.Second / 4, Cycles: 7}, r)
	assert.Equal(t, lines("position startpos moves e2e4|isready|go nodes 5"), l.told())
	turn.Clock = &Clock{White: 2 * time.Millisecond, Black: time.Millisecond, MovesToGo: 3}
	r, err = u.Move(turn)
	require.NoError(t, err)
	assert.Equal(t, time.Second/4, r.Elapsed)
	assert.Equal(t, lines("position startpos moves e2e4|isready|go wtime 2 btime 1 movestogo 3"), l.told())
}

// A program that did not answer in time is started again for the next game.
func TestASilentProgramIsStartedAgain(t *testing.T) {
	l := &listener{}
	u := NewSelf("listener", l.session(map[string]string{"uci": "uciok", "isready": "readyok"}), nil, "go", false)
	patient(t, &u.program)
	u.MoveTimeout = time.Millisecond
	require.NoError(t, u.NewGame())
	_, err := u.Move(Turn{FEN: goengine.StartFEN})
	require.ErrorIs(t, err, ErrTimeout)
	l.told()
	require.NoError(t, u.NewGame())
	assert.Contains(t, l.told(), "uci")
}

// A program is asked to stop thinking and to quit before it is killed, and may say what it has
// to say then. It has half a second for that: on a busy computer another one may be needed.
func TestAProgramIsAskedToQuit(t *testing.T) {
	last := strings.Repeat("info\n", 30_000)
	var told []string
	for !slices.Contains(told, "quit") {
		l := &listener{}
		u := NewSelf("listener", l.session(map[string]string{"uci": "uciok", "isready": "readyok", "stop": last}), nil, "go", false)
		patient(t, &u.program)
		require.NoError(t, u.NewGame())
		l.told()
		require.NoError(t, u.Close())
		told = l.told()
	}
	assert.Equal(t, []string{"stop", "quit"}, told)
}

// slow delays what is written, by more than the clocks of its test have.
type slow struct{ io.Writer }

func (s slow) Write(b []byte) (int, error) {
	time.Sleep(10 * time.Millisecond)
	return s.Writer.Write(b)
}

// A player is waited for until its own clock has run down, and the margin; within that it has
// not overstepped.
func TestPatienceIsThePlayersOwnTime(t *testing.T) {
	u := NewUCI("x", "x", nil, nil, "go")
	turn := Turn{FEN: goengine.StartFEN, Moves: []string{"e2e4"}}
	assert.Equal(t, []time.Duration{moveTimeout, time.Hour}, []time.Duration{u.patience(turn), u.allow(turn, time.Hour)})
	u.Margin = 50 * time.Millisecond
	turn.Clock = &Clock{White: time.Second, Black: 2 * time.Second}
	assert.Equal(t, 2050*time.Millisecond, u.patience(turn))
	for took, want := range map[time.Duration]time.Duration{1500: 1500, 2000: 2000, 2040: 2000, 2050: 2000, 2051: 2051} {
		assert.Equal(t, want*time.Millisecond, u.allow(turn, took*time.Millisecond))
	}
}

// A spec's times are those of the player that is made.
func TestAMadePlayerHasTheTimesOfItsSpec(t *testing.T) {
	made := func(text string) *program {
		all, err := ParseSpec(text, Defaults{})
		require.NoError(t, err)
		u := all[0].Maker(true, nil)().(*UCI)
		return &u.program
	}
	p := made("z80:sx81,tc=40/7200,margin=7,timeout=600")
	assert.Equal(t, []any{"40/7200+0", 7 * time.Millisecond, 600 * time.Millisecond, 600 * time.Millisecond},
		[]any{p.TimeControl().String(), p.Margin, p.MoveTimeout, p.StartTimeout})
	p = made("z80:sx81,movetime=90000")
	assert.Equal(t, []time.Duration{90 * time.Second, 100 * time.Second, startTimeout},
		[]time.Duration{p.TimeControl().PerMove, p.MoveTimeout, p.StartTimeout})
}

// An option of a spec replaces the one of the session, however it is written.
func TestAnOptionReplacesOurs(t *testing.T) {
	s := Spec{Engine: "z80", ProfileName: "sx81", Options: map[string]string{"profile": "tuned", "TIME": "Wall"}}
	all, machine := s.sessionOptions(true)
	assert.Equal(t, map[string]string{"Engine": "z80", "profile": "tuned", "Speed": "0", "TIME": "Wall", "OwnBook": "false"}, all)
	assert.False(t, machine)
	s.Options = nil
	_, machine = s.sessionOptions(true)
	assert.True(t, machine)
}

// A player here that gets another game plays there, and one that is closed plays no more.
func TestAnEngineFollowsTheGame(t *testing.T) {
	prof, _ := goengine.ProfileByName("sx81")
	p := NewEngine("go", "go", prof, Limits{Nodes: 500})
	require.NoError(t, p.NewGame())
	for _, fen := range []string{"7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "k7/2Q5/1K6/8/8/8/8/8 w - - 0 1", goengine.StartFEN} {
		fresh := NewEngine("go", "go", prof, Limits{Nodes: 500})
		require.NoError(t, fresh.NewGame())
		want, err := fresh.Move(Turn{FEN: fen})
		require.NoError(t, err)
		got, err := p.Move(Turn{FEN: fen})
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	require.NoError(t, p.Close())
	_, err := p.Move(Turn{FEN: goengine.StartFEN})
	assert.EqualError(t, err, "already closed")
}
