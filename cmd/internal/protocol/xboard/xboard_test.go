package xboard

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/protocol/uci"
)

// converse checks a transcript: lines that begin with > are sent, and the next line of the output
// must match the regular expression of a line that begins with <. Thinking output, notes and
// features that are not in the transcript are skipped. If a line doesn't come within a minute, the
// test fails.
func converse(t *testing.T, script string) {
	t.Helper()
	converseWith(t, uci.Run, script)
}

// converseWith is converse with a session.
func converseWith(t *testing.T, session Session, script string) {
	t.Helper()
	in, toUs := io.Pipe()
	fromUs, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- Run(t.Context(), in, out, session)
		out.Close()
	}()
	stuck := time.AfterFunc(time.Minute, func() { out.CloseWithError(errors.New("nothing is said any more")) })
	defer stuck.Stop()
	heard := bufio.NewScanner(fromUs)
	skipped := regexp.MustCompile(`^([0-9]+ -?[0-9]+ [0-9]+ [0-9]+|#|feature)`)
	for line := range strings.Lines(strings.TrimSpace(script)) {
		line = strings.TrimSpace(line)
		mark, text, _ := strings.Cut(line, " ")
		switch mark {
		case ">":
			_, err := io.WriteString(toUs, text+"\n")
			require.NoError(t, err, line)
		case "<":
			want := regexp.MustCompile("^(" + text + ")$")
			for {
				require.True(t, heard.Scan(), "the end came before %q: %v", line, heard.Err())
				if want.MatchString(heard.Text()) {
					break
				}
				if !skipped.MatchString(heard.Text()) {
					t.Fatalf("%s\nhave %q", line, heard.Text())
				}
			}
		}
	}
	toUs.Close()
	for heard.Scan() {
		if !skipped.MatchString(heard.Text()) {
			t.Errorf("more is said than asked for: %q", heard.Text())
		}
	}
	require.NoError(t, <-done)
}

func TestAGameAsXBoardAndCuteChessPlayIt(t *testing.T) {
	converse(t, `
> xboard
> protover 2
< feature myname="searchex" .*ping=1 setboard=1 .*usermove=1 .*
< feature option="Engine -combo \*go /// z80 .*"
< feature option="OwnBook -check 0"
< feature option="BookSeed -spin 0 0 1000000000"
< feature option="LogFile -file "
< feature done=1
> accepted ping
> rejected san
> easy
> post
> option Profile=sx81
> ping 1
< pong 1
> new
> random
> level 40 5 0
> sd 4
> time 30000
> otim 30000
> usermove e2e4
< 1 -?[0-9]+ [0-9]+ [0-9]+ [a-h][1-8].*
< move [a-h][1-8][a-h][1-8]
> hint
< Hint: [a-h][1-8][a-h][1-8]
> ping 2
< pong 2
> time 29000
> usermove g1f3
< move .*
> usermove g1f3
< Illegal move \(no piece on g1\): g1f3
> undo
> undo
> ping 3
< pong 3
> usermove b1c3
> ping 4
< pong 4
> go
< move .*
> remove
> usermove d2d3
< move .*
> result 1/2-1/2 {agreed}
> new
> force
> e2e4
> e7e5
> usermove Ke2
> usermove f8b4
> ping 5
< pong 5
> usermove d2d4
> sd 2
> go
< move .*
> quit
`)
}

func TestMovesThatCannotBeMade(t *testing.T) {
	converse(t, `
> xboard
> force
> usermove e2e5
< Illegal move \(pawns go straight ahead.*\): e2e5
> usermove
< Illegal move \(not a move.*\):\s*
> e7e5
< Illegal move \(the pawn on e7 is Black's, and White is to move\): e7e5
> setboard 4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1
> usermove c3d5
< Illegal move \(pinned to the king by the bishop on b4\): c3d5
> setboard 8/8/8/8/8/8/8/8 w - - 0 1
< tellusererror Illegal position: .*
> setboard nonsense
< tellusererror Illegal position: .*
> usermove c3a4
< Illegal move \(pinned to the king by the bishop on b4\): c3a4
> usermove e1e2
> undo
> remove
< Error \(no move to take back\): 2
> undo
< Error \(no move to take back\): 1
> variant suicide
< Error \(unknown variant\): variant suicide
> variant normal
> level x
< Error \(want moves, minutes or minutes:seconds, increment\): level x
> level 0 1:x 0
< Error \("1:x" is no time: want moves, .*\): level 0 1:x 0
> level -1 5 0
< Error \("-1" is no number of moves: want moves, .*\): level -1 5 0
> level 0 5:90 0
< Error \(90 after a colon: want 00 to 59: want moves, .*\): level 0 5:90 0
> st -1
< Error \(want seconds\): st -1
> sd 0
< Error \(want plies\): sd 0
> time soon
< Error \(want hundredths of a second\): time soon
> memory 64
< Error \(unknown command\): memory 64
> cores 2
< Error \(unknown command\): cores 2
> option Nothing=1
< Error \(unknown option\): Nothing=1
> protover 2
< feature done=1
> option Profile=none
< # option Profile: "none" is unknown: .*
> xyzzy
< Error \(unknown command\): xyzzy
`)
}

// The end of a game is claimed after the last move of either side.
func TestTheEndOfAGame(t *testing.T) {
	converse(t, `
> new
> force
> setboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1
> sd 2
> go
< move g6(g7|h7|e8)
< 1-0 \{checkmate\}
> new
> sd 1
> usermove f2f3
< move .*
> new
> force
> f2f3
> e7e5
> g2g4
> sd 2
> go
< move d8h4
< 0-1 \{checkmate\}
> go
< 0-1 \{checkmate\}
> new
> force
> setboard 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1
> playother
> usermove e1e2
< 1/2-1/2 \{insufficient material\}
`)
}

func TestMoveNowAnalysisAndWhatIsNotWaitedFor(t *testing.T) {
	converse(t, `
> xboard
> st 3600
> usermove e2e4
> ping 1
> ?
< move .*
< pong 1
> st 3600
> usermove d2d4
> usermove d2d3
< Illegal move \(it is the engine's move\): d2d3
> force
> ping 2
< pong 2
> undo
> analyze
< [0-9]+ -?[0-9]+ [0-9]+ [0-9]+ .*
> .
< stat01: [0-9]+ [0-9]+ [0-9]+ 0 0
> ping 3
< pong 3
> usermove d2d3
< 1 -?[0-9]+ [0-9]+ [0-9]+ .*
> undo
> setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
> exit
> ping 4
< pong 4
> new
> sd 1
> usermove e2e4
< move .*
`)
}

// A chess program sends level again where another period begins.
func TestALevelInTheGameBeginsAPeriodThere(t *testing.T) {
	var asked bytes.Buffer
	spy := func(ctx context.Context, in io.Reader, out io.Writer) error {
		return uci.Run(ctx, io.TeeReader(in, &asked), out)
	}
	converseWith(t, spy, `
> new
> sd 1
> level 3 1 0
> usermove e2e4
< move .*
> usermove a2a3
< move .*
> level 3 0:30 5
> usermove b2b3
< move .*
> usermove h2h3
< move .*
> setboard 4k3/7p/8/8/8/8/P7/4K3 w - - 0 1
> go
< move .*
> usermove h7h6
< move .*
> quit
`)
	assert.Equal(t, []string{
		"go depth 1 btime 60000 wtime 60000 movestogo 3", "go depth 1 btime 60000 wtime 60000 movestogo 2",
		"go depth 1 btime 30000 wtime 30000 winc 5000 binc 5000 movestogo 3", "go depth 1 btime 30000 wtime 30000 winc 5000 binc 5000 movestogo 2",
		"go depth 1 wtime 30000 btime 30000 winc 5000 binc 5000 movestogo 3", "go depth 1 wtime 30000 btime 30000 winc 5000 binc 5000 movestogo 2",
	}, regexp.MustCompile(`(?m)^go .*$`).FindAllString(asked.String(), -1))
}

func TestTheClocksAreThoseOfUCI(t *testing.T) {
	for _, tt := range []struct {
		commands string
		white    bool
		plies    int
		want     string
	}{
		{"", true, 0, ""},
		{"sd 4", true, 0, " depth 4"},
		{"st 5", true, 0, " movetime 5000"},
		{"st 0.25", true, 0, " movetime 250"},
		{"level 40 5 0", true, 0, " wtime 300000 btime 300000 movestogo 40"},
		{"level 40 5 0", false, 1, " btime 300000 wtime 300000 movestogo 40"},
		{"level 40 5 0|time 100|otim 200", false, 79, " btime 1000 wtime 2000 movestogo 1"},
		{"level 40 5 0|time 100|otim 200", false, 81, " btime 1000 wtime 2000 movestogo 40"},
		{"level 0 0:30 1.5|time -5|sd 3", true, 20, " depth 3 wtime 0 btime 30000 winc 1500 binc 1500"},
		{"level 0 2 12|st 9", true, 20, " movetime 9000"},
		{"st 9|level 0 2 12", true, 20, " wtime 120000 btime 120000 winc 12000 binc 12000"},
	} {
		var c clocks
		if tt.commands != "" {
			for command := range strings.SplitSeq(tt.commands, "|") {
				name, rest, _ := strings.Cut(command, " ")
				known, err := c.hear(name, rest)
				require.True(t, known)
				require.NoError(t, err)
			}
		}
		assert.Equal(t, tt.want, c.words(tt.white, tt.plies), tt.commands)
	}
	// level in the game: the period begins there. Of 80 half-moves White has made 40.
	for _, tt := range []struct {
		white             bool
		from, plies, toGo int
	}{
		{true, 80, 80, 15}, {true, 80, 106, 2}, {true, 80, 110, 15}, {false, 79, 79, 15}, {false, 79, 107, 1}, {false, 79, 109, 15},
		{false, 80, 81, 15}, {true, 80, 60, 15},
	} {
		c := clocks{}
		_, err := c.hear("level", "15 5 0")
		require.NoError(t, err)
		c.from = tt.from
		assert.Regexp(t, fmt.Sprintf(" movestogo %d$", tt.toGo), c.words(tt.white, tt.plies), "%+v", tt)
	}
	c := clocks{}
	_, err := c.hear("level", "0 5 0")
	require.NoError(t, err)
	_, _ = c.hear("time", "7")
	c.newGame()
	assert.Equal(t, " wtime 300000 btime 300000", c.words(true, 0), "a new game has its whole time")
}

// Invalid input must neither hang nor end the session.
func FuzzHear(f *testing.F) {
	for _, s := range []string{"new\nusermove e2e4\n?\n", "setboard x\ngo\nforce\n", "analyze\nexit\nundo\nremove\n", "level 0 0 0\ntime 0\ngo\n", "option A=B\nping\nresult *\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		script := append([]byte("xboard\nprotover 2\nsd 1\n"), b...)
		script = append(script, "\nforce\nsd 1\nexit\nping end\n"...)
		if regexp.MustCompile(`(?m)^\s*quit\b`).Match(script) {
			return
		}
		var out bytes.Buffer
		require.NoError(t, Run(t.Context(), bytes.NewReader(script), &out, quick))
		require.Contains(t, out.String(), "pong end\n")
	})
}

// A line of 10 MB is a command like any other; what repeats it is cut.
func TestALongLineIsACommand(t *testing.T) {
	long := strings.Repeat("e2e4 ", 2<<20)
	var out bytes.Buffer
	script := "force\nusermove " + strings.Repeat(" ", 10<<20) + "e2e4\nusermove " + long + "\nsetboard " + long[:2<<20] + "\nlevel " + long[:2<<20] + "\n" + long[:2<<20] + "\nvariant " + long[:2<<20] + "\nping 7\n"
	require.NoError(t, Run(t.Context(), strings.NewReader(script), &out, quick))
	var said []string
	for line := range strings.Lines(out.String()) {
		assert.Less(t, len(line), 5000)
		word, _, _ := strings.Cut(line, " (")
		said = append(said, strings.TrimSpace(word[:min(len(word), 40)]))
	}
	assert.Equal(t, []string{"Illegal move", "tellusererror Illegal position: fen \"e2e", "Error", "Error", "Error", "pong 7"}, said)
}

// Options are set even in a session that is slow to send its options: commands wait until all have
// come.
func TestCommandsWaitForTheOptions(t *testing.T) {
	var got []string
	slow := func(_ context.Context, in io.Reader, out io.Writer) error {
		lines := newQueue(in) // so that the writer never blocks
		time.Sleep(20 * time.Millisecond)
		if _, err := io.WriteString(out, "option name A type check default false\nuciok\n"); err != nil {
			return err
		}
		for range lines.wake {
			said, _, done := lines.take()
			for _, line := range said {
				if strings.HasPrefix(line, "setoption") {
					got = append(got, line)
				}
			}
			if done {
				break
			}
		}
		return nil
	}
	var out bytes.Buffer
	require.NoError(t, Run(t.Context(), strings.NewReader("option a=1\noption B=1\nquit\n"), &out, slow))
	assert.Equal(t, []string{"setoption name A value true"}, got)
	assert.Equal(t, "Error (unknown option): B=1\n", out.String())
}

// quick is a session that answers at once with a move.
func quick(_ context.Context, in io.Reader, out io.Writer) error {
	s := bufio.NewScanner(in)
	for s.Scan() {
		var err error
		switch word, _, _ := strings.Cut(s.Text(), " "); word {
		case "uci":
			_, err = io.WriteString(out, "option name A type string default <empty>\nuciok\n")
		case "isready":
			_, err = io.WriteString(out, "readyok\n")
		case "go":
			_, err = io.WriteString(out, "info depth 1 score cp 1 nodes 1 time 1 pv e7e5\nbestmove e7e5\n")
		case "quit":
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func TestAnOutputThatIsGoneEndsTheConversation(t *testing.T) {
	err := Run(t.Context(), strings.NewReader("protover 2\n"), closed{}, uci.Run)
	assert.ErrorIs(t, err, errGone)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in, _ := io.Pipe()
	assert.NoError(t, Run(ctx, in, io.Discard, uci.Run))
	err = Run(t.Context(), io.MultiReader(strings.NewReader("new\n"), broken{}), io.Discard, uci.Run)
	assert.EqualError(t, err, "reading commands: the input is gone")
	err = Run(t.Context(), in, io.Discard, func(context.Context, io.Reader, io.Writer) error { return errGone })
	assert.ErrorIs(t, err, errGone, "a session that ends by itself")
}

var errGone = errors.New("the input is gone")

type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, errGone }

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errGone }
