package console

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/cmd/internal/play"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/play/thinker"
)

var update = flag.Bool("update", false, "write the screens of the transcripts anew")

// stillClock is a clock that advances when a test says so.
type stillClock struct{ now time.Time }

func (c *stillClock) Now() time.Time { return c.now }

func (c *stillClock) Sleep(time.Duration, <-chan struct{}) {}

// scripted is a brain that answers when a test says so.
type scripted struct {
	search *thinker.Search
	tell   func(thinker.Report)
	done   func(thinker.Answer)
}

func (b *scripted) Start(_ thinker.Task, tell func(thinker.Report), done func(thinker.Answer)) *thinker.Search {
	b.search, b.tell, b.done = thinker.Idle(), tell, done
	return b.search
}

// sitting is a person at a console whose machine is scripted.
type sitting struct {
	*testing.T
	console *Console
	table   *play.Table
	brain   *scripted
	clock   *stillClock
}

func sit(t *testing.T, o Options) *sitting {
	s := &sitting{T: t, brain: &scripted{}, clock: &stillClock{time.Date(1981, 9, 1, 12, 0, 0, 0, time.UTC)}}
	s.table = play.New(play.Options{
		Clock: s.clock, Brain: s.brain, Engine: "6502", Profile: "sx81",
		Level: level.Level{Kind: level.Move, Time: 5 * time.Second}, Speed: 100,
	})
	s.console = New(s.table, o)
	return s
}

// TestTranscripts plays the files of testdata. A line is one of
//
//	look plain|color ascii|unicode   starts again
//	size COLUMNS LINES
//	press KEY…                        keys by name, or characters
//	type TEXT                         the text's characters, then Enter
//	click SQUARE, drag FROM TO, hit TEXT   the mouse: squares, or where a text stands
//	report NODES CYCLES TIME DEPTH SX SCORE LINE…
//	path MOVE LEFT…                   added to the report
//	answer TIME SCORE LINE…           the machine moves
//	wait TIME
//	show                              the screen, which follows with bars in front
//
// and # begins a remark.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text := given.File(t, file)
			now := replay(t, string(text))
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(now), 0o600))
			}
			if now != string(text) {
				t.Errorf("the screens have changed (go test ./cmd/internal/play/console -update):\n%s", cmp.Diff(strings.Split(string(text), "\n"), strings.Split(now, "\n")))
			}
		})
	}
}

// replay returns a transcript with the screens that the console draws now.
func replay(t *testing.T, text string) string {
	var b strings.Builder
	s := sit(t, Options{ASCII: true, Plain: true})
	var report thinker.Report
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "|") {
			continue
		}
		b.WriteString(line + "\n")
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		args := words[1:]
		switch words[0] {
		case "look":
			s = sit(t, Options{Plain: args[0] == "plain", ASCII: args[1] == "ascii"})
		case "size":
			s.console.Resize(s.number(args[0]), s.number(args[1]))
		case "press":
			for _, k := range args {
				if k == "Space" {
					k = " "
				}
				s.console.Press(Key(k))
			}
		case "type":
			s.types(strings.TrimPrefix(line, "type "))
		case "click":
			s.click(args[0], true)
			s.click(args[0], false)
		case "drag":
			s.click(args[0], true)
			s.click(args[1], false)
		case "hit":
			s.hit(strings.TrimPrefix(line, "hit "))
		case "report":
			report = thinker.Report{
				Nodes: uint64(s.number(args[0])), Cycles: uint64(s.number(args[1])), Time: s.duration(args[2]),
				Depth: s.number(args[3]), SX: s.number(args[4]), Score: s.number(args[5]), Line: args[6:],
			}
			s.brain.tell(report)
		case "path":
			for i := 0; i < len(args); i += 2 {
				report.Path = append(report.Path, thinker.Step{Move: args[i], Left: s.number(args[i+1])})
			}
			s.brain.tell(report)
		case "answer":
			require.True(t, s.table.Thinking(), line)
			s.brain.done(thinker.Answer{Move: args[2], Report: thinker.Report{
				Time: s.duration(args[0]), Score: s.number(args[1]), Line: args[2:], Depth: 3, SX: 26, Nodes: 5000, Cycles: 5_900_000,
			}})
			s.table.Handle(<-s.table.Events())
		case "wait":
			s.clock.now = s.clock.now.Add(s.duration(args[0]))
			s.table.Tick()
		case "show":
			for row := range strings.Lines(s.console.Draw().String()) {
				b.WriteString("|" + row)
			}
		default:
			t.Fatalf("unknown line %q", line)
		}
	}
	return b.String()
}

func (s *sitting) number(text string) int {
	n, err := strconv.Atoi(text)
	require.NoError(s, err)
	return n
}

func (s *sitting) duration(text string) time.Duration {
	d, err := time.ParseDuration(text)
	require.NoError(s, err)
	return d
}

// types types a line.
func (s *sitting) types(text string) {
	for _, r := range text {
		s.console.Press(Key(r))
	}
	s.console.Press(Enter)
}

// click presses or releases the mouse's button in the middle of a square.
func (s *sitting) click(name string, pressed bool) {
	l, q := s.console.layout(), squareOf(name)
	column, row := q.file, 7-q.rank
	if s.console.flipped {
		column, row = 7-q.file, q.rank
	}
	s.console.Mouse(l.x+column*l.sw+l.sw/2, l.y+row*l.sh+l.sh/2, pressed)
}

// hit clicks on a text on the screen.
func (s *sitting) hit(text string) {
	for y, line := range strings.Split(s.console.Draw().String(), "\n") {
		if at := strings.Index(line, text); at >= 0 {
			x := len([]rune(line[:at]))
			s.console.Mouse(x, y, true)
			s.console.Mouse(x, y, false)
			return
		}
	}
	s.Fatalf("%q does not stand on the screen", text)
}

// The screens in the manual come from transcripts.
func TestTheManualsScreensAreReal(t *testing.T) {
	manual := given.File(t, "../../../../docs/manual/play.md")
	files, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	var transcripts strings.Builder
	for _, file := range files {
		text := given.File(t, file)
		transcripts.Write(text)
	}
	screens := 0
	lines := strings.Split(string(manual), "\n")
	for i := 0; i < len(lines); i++ {
		if !strings.HasPrefix(lines[i], "    Chess Champion") {
			continue
		}
		var screen strings.Builder
		for range MinHeight {
			screen.WriteString("|" + strings.TrimPrefix(lines[i], "    ") + "\n")
			i++
		}
		if !strings.Contains(transcripts.String(), screen.String()) {
			t.Errorf("docs/manual/play.md, line %d: no transcript has this screen:\n%s", i+1-MinHeight, &screen)
		}
		screens++
	}
	require.Equal(t, 1, screens)
}
