package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-dap"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/given"
)

// debugClient is a client of searchex debug that a script drives.
type debugClient struct {
	t    *testing.T
	out  io.WriteCloser
	in   chan dap.Message
	seq  int
	says []string // of the debugger's console
	stop bool     // the machine has stopped
	// breaks are the breakpoints so far.
	functions, lines []map[string]any
}

// startDebug runs searchex debug and connects a client.
func startDebug(t *testing.T, args ...string) (c *debugClient, exit chan int) {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	exit = make(chan int, 1)
	go func() {
		a := cli.NewApp(context.Background(), in, out, io.Discard)
		exit <- run(a, args)
		out.Close()
		in.Close()
	}()
	c = &debugClient{t: t, out: toServer, in: make(chan dap.Message, 10_000)}
	go func() {
		defer close(c.in)
		for r := bufio.NewReader(fromServer); ; {
			m, err := dap.ReadProtocolMessage(r)
			if err != nil {
				return
			}
			c.in <- m
		}
	}()
	c.ask("initialize", map[string]any{"adapterID": "searchex"})
	c.ask("launch", map[string]any{"stopOnEntry": true})
	c.ask("configurationDone", nil)
	c.wait()
	return c, exit
}

// next reads a message, and notes what it says.
func (c *debugClient) next() dap.Message {
	m, ok := <-c.in
	require.True(c.t, ok, "searchex debug has ended")
	switch m := m.(type) {
	case *dap.OutputEvent:
		c.says = append(c.says, strings.TrimSuffix(m.Body.Output, "\n"))
	case *dap.StoppedEvent:
		c.stop = true
	}
	return m
}

// ask sends a request and returns its answer.
func (c *debugClient) ask(command string, arguments any) dap.ResponseMessage {
	c.seq++
	b, err := json.Marshal(map[string]any{"seq": c.seq, "type": "request", "command": command, "arguments": arguments})
	require.NoError(c.t, err)
	require.NoError(c.t, dap.WriteBaseMessage(c.out, b))
	for {
		if r, ok := c.next().(dap.ResponseMessage); ok {
			if !r.GetResponse().Success {
				c.says = append(c.says, command+": "+r.GetResponse().Message)
			}
			return r
		}
	}
}

// wait waits until the machine has stopped.
func (c *debugClient) wait() {
	for !c.stop {
		c.next()
	}
	c.stop = false
}

// do executes a command of the script and returns what it prints.
func (c *debugClient) do(command string) []string {
	words := strings.SplitN(command, " ", 2)
	rest := ""
	if len(words) > 1 {
		rest = words[1]
	}
	thread := map[string]any{"threadId": 1}
	switch words[0] {
	case "break":
		c.breakAt(rest)
	case "continue", "next", "stepIn", "stepOut", "stepBack", "reverseContinue":
		c.ask(words[0], thread)
		c.wait()
	case "instruction":
		c.ask("stepIn", map[string]any{"threadId": 1, "granularity": "instruction"})
		c.wait()
	case "stack", "plies":
		id := map[string]int{"stack": 1, "plies": 2}[words[0]]
		r := c.ask("stackTrace", map[string]any{"threadId": id}).(*dap.StackTraceResponse)
		for _, f := range r.Body.StackFrames {
			line := f.Name
			if f.Source != nil {
				line += fmt.Sprintf(" (%s:%d)", f.Source.Name, f.Line)
			}
			c.says = append(c.says, line)
		}
	case "print":
		if r, ok := c.ask("evaluate", map[string]any{"expression": rest}).(*dap.EvaluateResponse); ok {
			c.says = append(c.says, r.Body.Result)
		}
	case "show":
		c.show(rest)
	case "code":
		pc := c.ask("stackTrace", thread).(*dap.StackTraceResponse).Body.StackFrames[0].InstructionPointerReference
		r := c.ask("disassemble", map[string]any{"memoryReference": pc, "instructionOffset": -2, "instructionCount": 4}).(*dap.DisassembleResponse)
		for _, in := range r.Body.Instructions {
			c.says = append(c.says, strings.TrimRight(fmt.Sprintf("%s  %-9s  %s", in.Address, in.InstructionBytes, in.Instruction), " "))
		}
	default:
		c.t.Errorf("no command %q", command)
	}
	said := c.says
	c.says = nil
	return said
}

// breakAt sets a breakpoint: LABEL or FILE:LINE, and perhaps "if CONDITION".
func (c *debugClient) breakAt(text string) {
	where, condition, _ := strings.Cut(text, " if ")
	file, line, isLine := strings.Cut(where, ":")
	var all []dap.Breakpoint
	if isLine {
		n, err := strconv.Atoi(line)
		require.NoError(c.t, err)
		c.lines = append(c.lines, map[string]any{"line": n, "condition": condition})
		all = c.ask("setBreakpoints", map[string]any{"source": map[string]any{"name": file}, "breakpoints": c.lines}).(*dap.SetBreakpointsResponse).Body.Breakpoints
	} else {
		c.functions = append(c.functions, map[string]any{"name": where, "condition": condition})
		all = c.ask("setFunctionBreakpoints", map[string]any{"breakpoints": c.functions}).(*dap.SetFunctionBreakpointsResponse).Body.Breakpoints
	}
	if m := all[len(all)-1].Message; m != "" {
		c.says = append(c.says, m)
	}
}

// show prints the variables of a scope, or those of them that are named.
func (c *debugClient) show(text string) {
	scope, names, _ := strings.Cut(text, ": ")
	stack := c.ask("stackTrace", map[string]any{"threadId": 1}).(*dap.StackTraceResponse).Body.StackFrames
	for _, s := range c.ask("scopes", map[string]any{"frameId": stack[0].Id}).(*dap.ScopesResponse).Body.Scopes {
		if s.Name != scope {
			continue
		}
		for _, v := range c.ask("variables", map[string]any{"variablesReference": s.VariablesReference}).(*dap.VariablesResponse).Body.Variables {
			if names == "" || strings.Contains(" "+names+" ", " "+v.Name+" ") {
				c.says = append(c.says, fmt.Sprintf("%-8s %s", v.Name, v.Value))
			}
		}
	}
}

// A session with --from begins where the search first comes to the routine.
func TestDebugBeginsAtARoutine(t *testing.T) {
	c, exit := startDebug(t, "debug", "--engine", "z80", "--rom", "../../asm/z80/z80.rom", "--fen", "4k3/8/8/8/8/8/8/R3K2R w KQ - 90 1", "--from", "repeated")
	require.Contains(t, strings.Join(c.says, "\n"), "repeated (key.s:")
	c.ask("disconnect", nil)
	require.Zero(t, <-exit)
}

// A session with --set begins where and with what it writes.
func TestDebugBeginsWithWhatIsSet(t *testing.T) {
	c, exit := startDebug(t, "debug", "--engine", "6502", "--set", "a=0x12", "--set", "pc=&hop_rook")
	require.Contains(t, strings.Join(c.says, "\n"), "hop_rook (board.s:")
	c.ask("disconnect", nil)
	require.Zero(t, <-exit)
}

// The manual of the debugger and the walk through a search show the answers that a client gets: a breakpoint is hit, a step
// back leads back, a planted bug is found.
func TestManualOfDebugShowsWhatAClientGets(t *testing.T) {
	for page, want := range map[string]int{"manual/debug.md": 2, "reading.md": 1} {
		t.Run(page, func(t *testing.T) { showsWhatAClientGets(t, "../../docs/"+page, want) })
	}
}

// showsWhatAClientGets compares a page's sessions of debug, of which there must be as many as wanted, with the answers of the
// debugger, or with -update writes these.
func showsWhatAClientGets(t *testing.T, file string, want int) {
	t.Helper()
	page := given.File(t, file)
	var is []string
	var c *debugClient
	var exit chan int
	sessions := 0
	end := func() {
		if c == nil {
			return
		}
		c.ask("disconnect", nil)
		require.Zero(t, <-exit)
		c = nil
	}
	for line := range strings.Lines(string(page)) {
		line = strings.TrimSuffix(line, "\n")
		args, begins := strings.CutPrefix(line, "$ searchex debug ")
		command, isCommand := strings.CutPrefix(line, "(client) ")
		switch {
		case begins:
			end()
			sessions++
			c, exit = startDebug(t, append([]string{"debug"}, split(args)...)...)
			is = append(append(is, line), c.says...)
			c.says = nil
		case isCommand:
			is = append(append(is, line), c.do(command)...)
		case strings.HasPrefix(line, "```"):
			end()
			is = append(is, line)
		case c == nil:
			is = append(is, line)
		}
	}
	require.Equal(t, want, sessions)
	text := strings.Join(is, "\n") + "\n"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		return
	}
	require.Equal(t, string(page), text, "after a change on purpose: go test ./cmd/searchex -run Manual -update")
}

// split splits a command line at blanks, but not within single quotes.
func split(line string) (args []string) {
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			args = append(args, part)
		} else {
			args = append(args, strings.Fields(part)...)
		}
	}
	return args
}
