package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// fake is the Go engine under the name of a machine, with errors on purpose.
type fake struct {
	hostbridge.Engine
	name string
	lie  int16 // added to the score
	fail error
	// slip is added to each static value that callbacks get below the root.
	slip int16
}

// slipping reports wrong values to callbacks, and ignores what they return.
type slipping struct {
	hostbridge.Callbacks
	by int16
}

// Event implements Callbacks.
func (s slipping) Event(n hostbridge.Node, ev *goengine.Event) {
	wrong := *ev
	if ev.Kind == goengine.EventScored && n.Ply() > 0 {
		wrong.Value += s.by
	}
	s.Callbacks.Event(n, &wrong)
}

func (f fake) Attach(c hostbridge.Callbacks) {
	if c != nil {
		c = slipping{c, f.slip}
	}
	f.Engine.Attach(c)
}

func (f fake) Name() string     { return f.name }
func (f fake) Clock() emu.Clock { return 4_000_000 }

func (f fake) Search(ctx context.Context, g *goengine.Game, p *goengine.Profile, l goengine.Limits) (hostbridge.Result, error) {
	r, err := f.Engine.Search(ctx, g, p, l)
	r.Score += f.lie
	r.Cycles = 1000 * r.Nodes
	return r, errors.Join(err, f.fail)
}

func (f fake) Perft(p *goengine.Position, depth int) (uint64, uint64, error) {
	n, _, err := f.Engine.Perft(p, depth)
	return n + uint64(f.lie), 1000 * n, errors.Join(err, f.fail)
}

// runWith runs a command line with fakes instead of all machines. Only the one that f
// names has errors, or the last if f names none.
func runWith(t *testing.T, f fake, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, complaint bytes.Buffer
	a := cli.NewApp(t.Context(), strings.NewReader(""), &out, &complaint)
	if f.name == "" {
		f.name = a.Engines[len(a.Engines)-1]
	}
	a.NewEngine = f.engine
	status = run(a, args)
	return status, out.String(), complaint.String()
}

// engine returns the Go engine, under the name of a machine unless name is "go". It has
// errors if f has the name.
func (f fake) engine(name string) (hostbridge.Engine, error) {
	e, err := hostbridge.New("go")
	switch name {
	case "go":
		return e, err
	case f.name:
		return fake{e, name, f.lie, f.fail, f.slip}, err
	}
	return fake{Engine: e, name: name}, err
}

// machines are the engines that are compared with go.
var machines = hostbridge.Names[1:]

func TestCompareNamesTheEngineThatDiffers(t *testing.T) {
	for _, name := range machines {
		status, out, complaint := runWith(t, fake{name: name, lie: 1}, "compare", "--sx", "10", "--fen", goengine.StartFEN)
		assert.Equal(t, cli.ExitFailed, status)
		assert.Regexp(t, "  NO, "+name+": score  ", out)
		assert.NotContains(t, out, "all equal")
		assert.Equal(t, "searchex: compare: 1 of 1 searches differ between "+report.Sentence(hostbridge.Names)+": "+
			goengine.StartFEN+", profile sx81 ("+name+": score)\n", complaint)

		status, out, _ = runWith(t, fake{name: name, lie: 1}, "compare", "--json", "--sx", "10")
		assert.Equal(t, cli.ExitFailed, status)
		assert.Equal(t, 12, strings.Count(out, `"equal":false,"differences":["`+name+`: score"]`))
	}
	status, out, _ := runWith(t, fake{name: "z80", lie: 1}, "compare", "--engine", "z80,6502,go", "--sx", "10", "--fen", goengine.StartFEN)
	assert.Equal(t, cli.ExitFailed, status)
	assert.Contains(t, out, "NO, 6502: score; go: score  ", "each is compared with the first")

	status, out, complaint := runWith(t, fake{}, "compare", "--sx", "10")
	assert.Equal(t, cli.ExitFine, status)
	assert.Contains(t, out, "12 searches in ")
	assert.Empty(t, complaint)
}

func TestDiffShowsBothSides(t *testing.T) {
	args := []string{"diff", "--sx", "34", "--fen", goengine.StartFEN}
	for _, c := range []struct {
		wrong   string
		engines []string
		two     string // that differ
	}{
		{"z80", nil, "go z80"}, {"6502", nil, "go 6502"},
		{"6502", []string{"--engine", "z80,6502"}, "z80 6502"}, {"6502", []string{"--engine", "6502,z80,go"}, "6502 z80"},
	} {
		status, out, complaint := runWith(t, fake{name: c.wrong, slip: 1}, append(args, c.engines...)...)
		assert.Equal(t, cli.ExitFailed, status)
		assert.Regexp(t, `(?m)^searchex: diff: `+strings.Replace(c.two, " ", " and ", 1)+` differ: rnbq.*, profile sx81, event [0-9,]+$`, complaint)
		for _, line := range []string{
			`events 1 to [0-9,]+ are equal, event [0-9,]+ differs`,
			` +` + strings.Replace(c.two, " ", " +", 1),
			`event +scored +scored`,
			`ply +1 +1`,
			`values +value -?[0-9]+ +≠ +value -?[0-9]+`,
			`line +[a-h1-8]{4} +[a-h1-8]{4}`,
			`board +8 r n b q k b n r +8 r n b q k b n r`,
		} {
			assert.Regexp(t, "(?m)^"+line+"$", out)
		}
	}

	status, out, _ := runWith(t, fake{slip: 1}, append(args, "--json")...)
	assert.Equal(t, cli.ExitFailed, status)
	assert.Regexp(t, `^\{"fen":"rnbq.*"event_index":[0-9]+,"engines":\[\{"engine":"go","event":"scored","ply":1,.*\n$`, out)

	status, out, complaint := runWith(t, fake{}, args...)
	assert.Equal(t, cli.ExitFine, status)
	assert.Regexp(t, `^1 search, [0-9,]+ events: no difference between `+report.Sentence(hostbridge.Names)+`\n$`, out)
	assert.Empty(t, complaint)

	status, _, complaint = runWith(t, fake{}, append(args, "--poke", "1=2")...)
	assert.Equal(t, cli.ExitUsage, status)
	assert.Contains(t, complaint, "none of the engines has a ROM that can be changed")
}

func TestPerftFindsADifference(t *testing.T) {
	status, _, complaint := runWith(t, fake{lie: 1}, "perft", "--depth", "2")
	assert.Equal(t, cli.ExitFailed, status)
	assert.Equal(t, "searchex: perft: 1 wrong at depth 2: initial position: go counts 400, "+machines[len(machines)-1]+" 401\n", complaint)
}

func TestAFaultOfTheMachineNamesThePosition(t *testing.T) {
	f := fake{fail: errors.New("write to ROM at $0123")}
	for _, command := range []string{"search", "compare", "bench"} {
		status, out, complaint := runWith(t, f, command, "--fen", goengine.StartFEN)
		assert.Equal(t, cli.ExitFailed, status, command)
		if command == "compare" {
			assert.Empty(t, out)
		}
		assert.Contains(t, complaint, "searchex: "+command+": engine "+machines[len(machines)-1]+": ", command)
		assert.Contains(t, complaint, goengine.StartFEN, command)
		assert.Contains(t, complaint, ": write to ROM at $0123\n", command)
	}
}

// ended is a position in which a search ends immediately, start one in which a search with
// SX 255 takes years.
const ended = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"

func TestEndOfContextPrintsWhatIsFinished(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	var complaint bytes.Buffer
	a := cli.NewApp(ctx, strings.NewReader(""), w, &complaint)
	status := make(chan int, 1)
	go func() {
		status <- run(a, []string{"search", "--json", "--engine", "go", "--sx", "255", "--fen", ended, "--fen", goengine.StartFEN})
		w.Close()
	}()
	lines := bufio.NewReader(r)
	line, err := lines.ReadString('\n')
	require.NoError(t, err)
	assert.Contains(t, line, `"bestmove":"0000"`)
	cancel()
	rest, err := io.ReadAll(lines)
	require.NoError(t, err)
	assert.Empty(t, rest)
	assert.Equal(t, cli.ExitInterrupted, <-status)
	assert.Equal(t, "searchex: search: interrupted: 1 of 2 finished\n", complaint.String())
}

func TestEndOfContextEndsEveryCommand(t *testing.T) {
	lines := []string{
		"compare --sx 255", "cycles --sx 255", "routine --sx 255 repeated", "routine --doc --sx 255", "bench --profile all", "uci", "diff --sx 255", "compare --soak 1000000000",
		"diff --engine go,z80 --sx 255 --poke set_position=$18 --poke set_position+1=$fe",                            // jr to itself
		"diff --engine go,6502 --sx 255 --poke set_position=$b8 --poke set_position+1=$50 --poke set_position+2=$fd", // clv, bvc back to it
		"profile --sx 255 --out none.pb.gz", "profile --out none.pb.gz --epd -", "snapshot --sx 255 --out none.pb.gz",
		"search --epd -", "book check -", "book build - -o none.sxb", "book show -", "window --model -",
	}
	for _, name := range hostbridge.Names {
		lines = append(lines, "search --sx 255 --engine "+name, "perft --depth 20 --engine "+name)
	}
	for _, name := range hostbridge.AllNames() {
		lines = append(lines, "solve --nodes 100000000000 --engine "+name, "solve --seconds 1e6 --engine "+name)
	}
	for _, line := range lines {
		t.Run(line, func(t *testing.T) {
			// None of these ends in a day by itself; ctrl-C must end it.
			c := exec.Command(interruptedCommand, strings.Fields(line)...)
			out, _ := c.CombinedOutput()
			assert.Equal(t, cli.ExitInterrupted, c.ProcessState.ExitCode(), "%s", out)
			assert.NoFileExists(t, "none.pb.gz")
		})
	}
}

// interruptedCommand is searchex with input that never comes, interrupted after 50 ms. It
// is a process of its own: some commands leave work behind that only the end of the process
// ends, and it would slow down all other tests.
const interruptedCommand = "interrupted-searchex"

func interrupted() {
	ctx, cancel := context.WithCancel(context.Background())
	silent, _ := io.Pipe()
	a := cli.NewApp(ctx, silent, io.Discard, io.Discard)
	time.AfterFunc(50*time.Millisecond, cancel)
	os.Exit(run(a, os.Args[1:]))
}

func TestInterruptSignal(t *testing.T) {
	c := exec.Command("searchex", "search", "--json", "--engine", "go", "--sx", "255", "--fen", ended, "--fen", goengine.StartFEN)
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	lines := bufio.NewReader(out)
	_, err = lines.ReadString('\n')
	require.NoError(t, err)
	require.NoError(t, c.Process.Signal(os.Interrupt))
	rest, err := io.ReadAll(lines)
	require.NoError(t, err)
	assert.Empty(t, rest)
	_ = c.Wait()
	assert.Equal(t, cli.ExitInterrupted, c.ProcessState.ExitCode())
}

func TestAReaderThatHasEnoughEndsTheProgramQuietly(t *testing.T) {
	for _, line := range []string{
		"search --json --engine go --profile all --nodes 2000", "tree --engine go --sx 10", "tree --engine go --sx 10 --json", "tree --engine go --sx 10 --svg -",
		"window --engine go", "window --engine go --log", "window --engine go --log --json", "window --engine go --list", "window --engine go --svg -",
	} {
		status, complaint := toClosedPipe(t, strings.Fields(line)...)
		assert.Empty(t, complaint, line)
		assert.NotEqual(t, cli.ExitFailed, status, line)
	}
}

// toClosedPipe runs the program with a closed pipe as its output.
func toClosedPipe(t *testing.T, args ...string) (status int, complaint string) {
	t.Helper()
	c := exec.Command("searchex", args...)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	r, w, err := os.Pipe()
	require.NoError(t, err)
	c.Stdout = w
	require.NoError(t, r.Close())
	require.NoError(t, c.Start())
	require.NoError(t, w.Close())
	_ = c.Wait()
	return c.ProcessState.ExitCode(), stderr.String()
}

func TestOutputThatCannotBeWrittenIsAnError(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	defer full.Close()
	for _, line := range []string{"search --engine go --sx 10", "compare --sx 10", "compare --soak 20", "diff --sx 10", "search --engine go --sx 10 --json", "version", "perft --engine go", "help", "search --help", "book show --depth 3", "book check", "solve --nodes 20", "routine", "routine --json", "routine --source repeated", "routine --source --json repeated", "cycles --nodes 9 --profile sx81", "cycles --nodes 9 --profile sx81 --list repeated", "cycles --nodes 9 --profile sx81 --svg -", "bench --engine go --json",
		"window --engine go", "window --engine go --log", "window --engine go --json", "window --engine go --list", "window --engine go --list --json", "window --engine go --svg -"} {
		var complaint bytes.Buffer
		a := cli.NewApp(t.Context(), strings.NewReader(""), full, &complaint)
		assert.Equal(t, cli.ExitOutput, run(a, strings.Fields(line)), line)
		assert.Contains(t, complaint.String(), "writing the output: ")
	}
}
