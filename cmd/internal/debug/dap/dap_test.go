package dap

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-dap"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/debug"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// config debugs a search of the initial position with profile sx81.
func config(engine string, sx int) Config {
	return Config{New: func(ctx context.Context) (*debug.Debugger, error) {
		e, err := hostbridge.New(engine)
		if err != nil {
			return nil, err
		}
		img, err := asm.Load(engine)
		if err != nil {
			return nil, err
		}
		p, err := goengine.ParseFEN(goengine.StartFEN)
		if err != nil {
			return nil, err
		}
		profile, err := goengine.ParseProfile("sx81")
		if err != nil {
			return nil, err
		}
		return debug.New(ctx, e, img, &hostbridge.Task{
			FEN: goengine.StartFEN, Game: goengine.NewGame(p), ProfileName: "sx81", Profile: profile, Limits: goengine.Limits{SX: sx, SXSet: true},
		})
	}}
}

// client is a client of a session.
type client struct {
	t    *testing.T
	out  io.WriteCloser
	in   chan []byte // what the session sends, closed at the end
	seq  int
	ends chan error
	// events are those that came before the last answer and are not read yet.
	events []dap.Message
}

// connect begins a session.
func connect(t *testing.T, c Config) *client {
	t.Helper()
	toServer, out := io.Pipe()
	in, fromServer := io.Pipe()
	cl := newClient(t, in, out)
	go func() {
		err := Serve(context.Background(), toServer, fromServer, c)
		fromServer.Close()
		toServer.Close()
		cl.ends <- err
	}()
	t.Cleanup(func() { out.Close(); in.Close() })
	return cl
}

// newClient reads all that the session sends as soon as it comes.
func newClient(t *testing.T, in io.Reader, out io.WriteCloser) *client {
	c := &client{t: t, out: out, in: make(chan []byte, 10_000), ends: make(chan error, 1)}
	go func() {
		defer close(c.in)
		for r := bufio.NewReader(in); ; {
			content, err := dap.ReadBaseMessage(r)
			if err != nil {
				return
			}
			c.in <- content
		}
	}()
	return c
}

// read reads a message, which must be the protocol's to the letter.
func (c *client) read() dap.Message {
	c.t.Helper()
	var content []byte
	ok := true
	select {
	case content, ok = <-c.in:
	case <-time.After(time.Minute):
		c.t.Fatal("the session says nothing more")
	}
	require.True(c.t, ok, "the session is over")
	c.strict(content)
	m, err := dap.DecodeProtocolMessage(content)
	require.NoError(c.t, err)
	return m
}

// ask sends a request, and returns its answer.
func (c *client) ask(command string, arguments any) dap.ResponseMessage {
	c.t.Helper()
	c.seq++
	b, err := json.Marshal(map[string]any{"seq": c.seq, "type": "request", "command": command, "arguments": arguments})
	require.NoError(c.t, err)
	require.NoError(c.t, dap.WriteBaseMessage(c.out, b))
	for {
		m := c.read()
		if r, ok := m.(dap.ResponseMessage); ok {
			require.Equal(c.t, c.seq, r.GetResponse().RequestSeq)
			return r
		}
		c.events = append(c.events, m)
	}
}

// must is ask for a request that must be granted.
func must[T dap.ResponseMessage](c *client, command string, arguments any) T {
	c.t.Helper()
	r := c.ask(command, arguments)
	require.True(c.t, r.GetResponse().Success, "%s: %s", command, r.GetResponse().Message)
	answer, ok := r.(T)
	require.True(c.t, ok, "%T", r)
	return answer
}

// refused is ask for a request that must be refused, and returns the reason.
func (c *client) refused(command string, arguments any) string {
	c.t.Helper()
	r := c.ask(command, arguments).GetResponse()
	require.False(c.t, r.Success, command)
	require.NotEmpty(c.t, r.Message)
	require.NotContains(c.t, r.Message, "\n")
	return r.Message
}

// stopped waits until the machine stops.
func (c *client) stopped() *dap.StoppedEvent {
	c.t.Helper()
	for {
		var m dap.Message
		if len(c.events) > 0 {
			m, c.events = c.events[0], c.events[1:]
		} else {
			m = c.read()
		}
		if s, ok := m.(*dap.StoppedEvent); ok {
			return s
		}
	}
}

// begin sets up the search and stops at its first instruction.
func (c *client) begin() {
	c.t.Helper()
	must[*dap.InitializeResponse](c, "initialize", map[string]any{"adapterID": "searchex"})
	must[*dap.LaunchResponse](c, "launch", map[string]any{"stopOnEntry": true})
	must[*dap.ConfigurationDoneResponse](c, "configurationDone", nil)
	require.Equal(c.t, "entry", c.stopped().Body.Reason)
}

type object = map[string]any

// A client that sets, hits, inspects and steps back sees the machine's state.
func TestSession(t *testing.T) {
	for _, k := range hostbridge.MachineKinds() {
		t.Run(k.Name, func(t *testing.T) {
			c := connect(t, config(k.Name, 34))
			c.begin()
			set := must[*dap.SetFunctionBreakpointsResponse](c, "setFunctionBreakpoints", object{"breakpoints": []object{
				{"name": "node", "condition": "ply == 2"}, {"name": "nod"}, {"name": "node", "condition": "ply = 2"},
			}}).Body.Breakpoints
			require.True(t, set[0].Verified)
			require.Equal(t, "nod: no such label in the ROM: the nearest is node", set[1].Message)
			require.False(t, set[2].Verified)
			require.Contains(t, set[2].Message, "column 5")
			must[*dap.ContinueResponse](c, "continue", object{"threadId": 1})
			stop := c.stopped().Body
			require.Equal(t, "function breakpoint", stop.Reason)
			require.Equal(t, []int{set[0].Id}, stop.HitBreakpointIds)

			stack := must[*dap.StackTraceResponse](c, "stackTrace", object{"threadId": 1}).Body.StackFrames
			require.Equal(t, "node", stack[0].Name)
			require.Equal(t, "search.s", stack[0].Source.Name)
			lines := must[*dap.StackTraceResponse](c, "stackTrace", object{"threadId": 2}).Body.StackFrames
			require.Len(t, lines, 3)
			require.Regexp(t, `^ply 2, after \S+ \S+: window -?\d+ to -?\d+, SX \d+$`, lines[0].Name)
			require.Regexp(t, `^ply 0, the root: window`, lines[2].Name)

			values := map[string]string{}
			for _, s := range must[*dap.ScopesResponse](c, "scopes", object{"frameId": stack[0].Id}).Body.Scopes {
				for _, v := range must[*dap.VariablesResponse](c, "variables", object{"variablesReference": s.VariablesReference}).Body.Variables {
					values[s.Name+" "+v.Name] = v.Value
				}
			}
			require.Equal(t, "2", values["Search ply"])
			require.Regexp(t, `^[rnbq.]( [rnbq.]){3} k( [rnbq.]){3}$`, values["Search rank 8"])
			require.Equal(t, "$02 (2)", values["Memory by symbol ply"])
			require.Contains(t, values, "Node n_alpha")
			require.Contains(t, values, "Registers flag.c")
			require.Equal(t, stack[0].InstructionPointerReference[2:], strings.TrimLeft(values["Registers pc"], "$0"))
			require.Equal(t, "2 ($2)", must[*dap.EvaluateResponse](c, "evaluate", object{"expression": "ply"}).Body.Result)

			memory := must[*dap.ReadMemoryResponse](c, "readMemory", object{"memoryReference": stack[0].InstructionPointerReference, "count": 4}).Body
			b, err := base64.StdEncoding.DecodeString(memory.Data)
			require.NoError(t, err)
			code := must[*dap.DisassembleResponse](c, "disassemble", object{
				"memoryReference": stack[0].InstructionPointerReference, "instructionOffset": -2, "instructionCount": 5,
			}).Body.Instructions
			require.Len(t, code, 5)
			require.Equal(t, memory.Address, code[2].Address)
			require.True(t, strings.HasPrefix(fmt.Sprintf("% X", b), code[2].InstructionBytes[:2]))

			pc := must[*dap.EvaluateResponse](c, "evaluate", object{"expression": "cycles"}).Body.Result
			for range 3 {
				must[*dap.StepInResponse](c, "stepIn", object{"threadId": 1, "granularity": "instruction"})
				require.Equal(t, "step", c.stopped().Body.Reason)
			}
			for range 3 {
				must[*dap.StepBackResponse](c, "stepBack", object{"threadId": 1, "granularity": "instruction"})
				require.Equal(t, "step", c.stopped().Body.Reason)
			}
			require.Equal(t, pc, must[*dap.EvaluateResponse](c, "evaluate", object{"expression": "cycles"}).Body.Result)
			must[*dap.StepOutResponse](c, "stepOut", object{"threadId": 1})
			require.Contains(t, []string{"step", "function breakpoint"}, c.stopped().Body.Reason)

			info := must[*dap.DataBreakpointInfoResponse](c, "dataBreakpointInfo", object{"name": "ply"}).Body
			data := must[*dap.SetDataBreakpointsResponse](c, "setDataBreakpoints", object{"breakpoints": []object{{"dataId": info.DataId}, {"dataId": "x"}}}).Body
			require.True(t, data.Breakpoints[0].Verified)
			require.Contains(t, data.Breakpoints[1].Message, "want ADDRESS:BYTES:NAME")
			must[*dap.SetFunctionBreakpointsResponse](c, "setFunctionBreakpoints", object{"breakpoints": []object{}})
			must[*dap.ContinueResponse](c, "continue", object{"threadId": 1})
			require.Equal(t, "data breakpoint", c.stopped().Body.Reason)
			must[*dap.SetDataBreakpointsResponse](c, "setDataBreakpoints", object{"breakpoints": []object{}})
			must[*dap.ReverseContinueResponse](c, "reverseContinue", object{"threadId": 1})
			require.Equal(t, "beginning of the search", c.stopped().Body.Reason)
			must[*dap.DisconnectResponse](c, "disconnect", nil)
			require.NoError(t, <-c.ends)
		})
	}
}

// A breakpoint at a line without code moves to the nearest and says so; one in no file is
// refused.
func TestBreakpointsAtLines(t *testing.T) {
	c := connect(t, config("z80", 18))
	c.begin()
	set := must[*dap.SetBreakpointsResponse](c, "setBreakpoints", object{
		"source": object{"path": `C:\work\asm\z80\try.s`}, "breakpoints": []object{{"line": 1}, {"line": 386}, {"line": 386, "hitCondition": "x"}, {"line": 99999}},
	}).Body.Breakpoints
	require.True(t, set[0].Verified)
	require.Equal(t, fmt.Sprintf("line 1 has no code: the nearest that has is %d", set[0].Line), set[0].Message)
	require.Greater(t, set[0].Line, 1)
	require.Equal(t, 386, set[1].Line)
	require.Empty(t, set[1].Message)
	require.Equal(t, `hit count "x": want a number such as 3, == 3, < 3 or % 10`, set[2].Message)
	require.Contains(t, set[3].Message, "line 99999 has no code")
	set = must[*dap.SetBreakpointsResponse](c, "setBreakpoints", object{"source": object{"name": "trie.s"}, "breakpoints": []object{{"line": 1}}}).Body.Breakpoints
	require.Equal(t, "trie.s: the program has no code of this file: the nearest is price.s or try.s", set[0].Message)
	must[*dap.ContinueResponse](c, "continue", object{"threadId": 1})
	require.Equal(t, "breakpoint", c.stopped().Body.Reason)
	frame := must[*dap.StackTraceResponse](c, "stackTrace", object{"threadId": 1, "levels": 1}).Body.StackFrames[0]
	require.Equal(t, "try.s", frame.Source.Name)
	text := must[*dap.SourceResponse](c, "source", object{"sourceReference": frame.Source.SourceReference}).Body.Content
	require.Contains(t, text, "\nfollow:")
}

// A search that ends before its breakpoint says so, can be stepped back in, and ends the
// session when it is continued.
func TestSearchEndsBeforeTheBreakpoint(t *testing.T) {
	c := connect(t, config("68000", 18))
	c.begin()
	must[*dap.SetFunctionBreakpointsResponse](c, "setFunctionBreakpoints", object{"breakpoints": []object{{"name": "follow", "condition": `line == "e4 e5 Nf3"`}}})
	must[*dap.ContinueResponse](c, "continue", object{"threadId": 1})
	stop := c.stopped().Body
	require.Equal(t, "end of the search", stop.Reason)
	require.Regexp(t, `^the search returned after [\d,]+ cycles: best move \w+, score -?\d+, [\d,]+ moves evaluated; it reached no breakpoint$`, stop.Text)
	must[*dap.StepBackResponse](c, "stepBack", object{"threadId": 1})
	require.Equal(t, "step", c.stopped().Body.Reason)
	must[*dap.ContinueResponse](c, "continue", object{"threadId": 1})
	require.Equal(t, "end of the search", c.stopped().Body.Reason)
	must[*dap.NextResponse](c, "next", object{"threadId": 1})
	require.Equal(t, "end of the search", c.stopped().Body.Reason, "steps stop there again")
	must[*dap.ContinueResponse](c, "continue", object{"threadId": 1})
	for {
		if _, ok := c.read().(*dap.TerminatedEvent); ok {
			break
		}
	}
	must[*dap.RestartResponse](c, "restart", nil)
	require.Equal(t, "entry", c.stopped().Body.Reason)
	must[*dap.ContinueResponse](c, "continue", object{"threadId": 1})
	require.Equal(t, stop.Text, c.stopped().Body.Text)
}

// A machine that runs can be paused; what it can't answer then is refused.
func TestPause(t *testing.T) {
	c := connect(t, config("6502", 120))
	c.begin()
	must[*dap.ContinueResponse](c, "continue", object{"threadId": 1})
	require.Equal(t, errRunning.Error(), c.refused("stackTrace", object{"threadId": 1}))
	require.Equal(t, errRunning.Error(), c.refused("next", object{"threadId": 1}))
	must[*dap.SetFunctionBreakpointsResponse](c, "setFunctionBreakpoints", object{"breakpoints": []object{}})
	must[*dap.PauseResponse](c, "pause", object{"threadId": 1})
	require.Equal(t, "pause", c.stopped().Body.Reason)
	must[*dap.StackTraceResponse](c, "stackTrace", object{"threadId": 1})
}

// Bad requests are refused in one line each, and the session goes on.
func TestBadRequests(t *testing.T) {
	c := connect(t, config("z80", 18))
	require.Equal(t, errNotLaunched.Error(), c.refused("continue", object{"threadId": 1}))
	require.Equal(t, errNotLaunched.Error(), c.refused("threads", nil))
	require.Contains(t, c.refused("launch", []int{1}), "launch: ")
	c.begin()
	require.Equal(t, errLaunched.Error(), c.refused("launch", nil))
	require.Equal(t, `command "fly" is unknown`, c.refused("fly", nil))
	require.Contains(t, c.refused("goto", object{"threadId": 1}), "goto: not supported")
	require.Contains(t, c.refused("next", object{"threadId": "one"}), "malformed message: ")
	for command, arguments := range map[string][]object{
		"variables":               {{"variablesReference": 0}, {"variablesReference": -5}, {"variablesReference": 1 << 40}},
		"readMemory":              {{"memoryReference": "here", "count": 1}, {"memoryReference": "0x4000", "count": -1}, {"memoryReference": "0x4000", "offset": -1 << 40}},
		"disassemble":             {{"memoryReference": "0x0", "instructionCount": 1 << 30}, {"memoryReference": "-1"}, {"memoryReference": "0", "instructionOffset": 1 << 40}},
		"evaluate":                {{"expression": ""}, {"expression": "1 +"}, {"expression": "1", "frameId": 9999}, {"expression": "byte(-1)"}, {"expression": "1 / (cycles - cycles)"}},
		"stackTrace":              {{"threadId": 99}, {"threadId": 1, "startFrame": -1}, {"threadId": 1, "levels": -1}, {}},
		"scopes":                  {{"frameId": -1}, {"frameId": 9999}, {}},
		"next":                    {{"threadId": 99}, {}},
		"continue":                {{"threadId": 0}},
		"pause":                   {{"threadId": -1}},
		"setVariable":             {{"variablesReference": 1, "name": "a", "value": "256"}, {"variablesReference": 1, "name": "q", "value": "1"}, {"variablesReference": 2, "name": "sx", "value": "1"}, {"variablesReference": 77, "name": "sx", "value": "1"}, {}},
		"setExpression":           {{"expression": "1", "value": "1"}, {"expression": "a + 1", "value": "1"}, {"expression": "pc", "value": "$FFFF"}, {"expression": "byte($FFFF)", "value": "1"}, {"expression": "flag.z", "value": "2"}, {}},
		"writeMemory":             {{"memoryReference": "0x4000", "data": "*"}, {"memoryReference": "0xFFFF", "data": "AA=="}, {"memoryReference": "0x4000", "offset": -0x4001, "data": "AA=="}, {}},
		"completions":             {{"text": "a", "column": 9}, {"text": "a", "column": 0}, {"text": "a", "column": 1, "line": 7}, {"text": "a", "column": 1, "frameId": 5}},
		"breakpointLocations":     {{"source": object{"name": "no.s"}, "line": 1}, nil},
		"setExceptionBreakpoints": {{"filters": []string{"all"}}},
		"source":                  {{"sourceReference": 0}, {"sourceReference": 12345, "source": object{"path": "../../etc/passwd"}}},
	} {
		for _, a := range arguments {
			c.refused(command, a)
		}
	}
	memory := must[*dap.ReadMemoryResponse](c, "readMemory", object{"memoryReference": "0x7FFE", "count": 1 << 30}).Body
	require.Equal(t, 1<<30, memory.UnreadableBytes+len(mustDecode(t, memory.Data)))
	require.Len(t, must[*dap.DisassembleResponse](c, "disassemble", object{"memoryReference": "0xFFFF", "instructionOffset": -9999, "instructionCount": 9}).Body.Instructions, 9)
	must[*dap.StackTraceResponse](c, "stackTrace", object{"threadId": 1, "startFrame": 1 << 40})
	require.NoError(t, dap.WriteBaseMessage(c.out, []byte(`{"seq":1,"type":"event","event":"stopped"}`)))
	require.NoError(t, dap.WriteBaseMessage(c.out, []byte(`{nonsense`)))
	must[*dap.ThreadsResponse](c, "threads", nil)
}

func mustDecode(t *testing.T, s string) []byte {
	b, err := base64.StdEncoding.DecodeString(s)
	require.NoError(t, err)
	return b
}

// A client that vanishes, or sends no protocol, ends its session with an error of one line.
func TestEndsOfSessions(t *testing.T) {
	for name, test := range map[string]struct {
		input string
		want  error
		text  string
	}{
		"nothing":          {"", ErrVanished, ""},
		"half a message":   {"Content-Length: 100\r\n\r\n{", ErrVanished, ""},
		"another protocol": {"GET / HTTP/1.1\r\n\r\n", nil, "malformed message: "},
		"no length":        {"Content-Length: many\r\n\r\n{}", nil, "malformed message: "},
		"too long":         {"Content-Length: 999999999999\r\n\r\n{}", nil, "malformed message: "},
		"a long header":    {strings.Repeat("X-Y: 1\r\n", 1000), nil, "malformed message: "},
		"no end of line":   {strings.Repeat("Content-Length: 1", 1000), nil, "malformed message: "},
		"no field":         {"\r\n\r\n", nil, "malformed message: "},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			err := Serve(context.Background(), strings.NewReader(test.input), &out, config("z80", 10))
			require.Error(t, err)
			require.NotContains(t, err.Error(), "\n")
			if test.want != nil {
				require.ErrorIs(t, err, test.want)
			} else {
				require.ErrorContains(t, err, test.text)
			}
		})
	}
	t.Run("while it runs", func(t *testing.T) {
		c := connect(t, config("z80", 200))
		c.begin()
		must[*dap.ContinueResponse](c, "continue", object{"threadId": 1})
		c.out.Close()
		require.ErrorIs(t, <-c.ends, ErrVanished)
	})
	t.Run("nobody reads", func(t *testing.T) {
		in := "Content-Length: 53\r\n\r\n" + `{"seq":1,"type":"request","command":"threads","x": 1}`
		err := Serve(context.Background(), strings.NewReader(in), broken{}, config("z80", 10))
		require.ErrorIs(t, err, ErrVanished)
	})
	t.Run("interrupted", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		r, w := io.Pipe()
		defer w.Close()
		require.ErrorIs(t, Serve(ctx, r, io.Discard, config("z80", 10)), context.Canceled)
	})
}

// A header has its fields in any case and order; what is no field ends the session.
func TestHeaders(t *testing.T) {
	content := `{"seq":1,"type":"request","command":"disconnect"}`
	for _, header := range []string{
		"Content-Length: 49\r\n", "content-length:49\r\n", "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nCONTENT-LENGTH: 49\r\n", "Content-Length: 49\r\nX-Y: 1\r\n", "Content-Length: 49\n",
	} {
		var out bytes.Buffer
		require.NoError(t, Serve(context.Background(), strings.NewReader(header+"\r\n"+content), &out, config("z80", 10)), header)
		require.Contains(t, out.String(), `"command":"disconnect"`)
	}
}

// Whatever the arguments of a request are, it gets one answer of one line, and the session
// goes on.
func TestAnyArgumentsAreAnswered(t *testing.T) {
	c := connect(t, config("6502", 18))
	c.begin()
	absurd := []any{nil, []int{1}, "x", 7, object{}, object{"arguments": object{}}}
	for _, n := range []any{-1, 0, 1 << 31, 1 << 62, 1.5, "1", nil, []int{}, 1e300} {
		of := object{"memoryReference": "0x10", "name": "a", "expression": "a", "value": "1", "text": "a"}
		for _, field := range []string{"threadId", "frameId", "variablesReference", "count", "offset", "instructionOffset", "instructionCount", "line", "column", "startFrame", "levels"} {
			of[field] = n
		}
		absurd = append(absurd, of, object{"memoryReference": n, "name": n, "expression": n, "breakpoints": n, "source": n, "data": n, "filters": n})
	}
	for _, command := range []string{
		"setBreakpoints", "setFunctionBreakpoints", "setInstructionBreakpoints", "setDataBreakpoints", "setExceptionBreakpoints", "dataBreakpointInfo", "breakpointLocations",
		"stackTrace", "scopes", "variables", "evaluate", "setVariable", "setExpression", "completions", "source", "loadedSources", "readMemory", "writeMemory", "disassemble", "threads",
		"pause", "configurationDone", "initialize", "launch", "restart",
	} {
		for _, a := range absurd {
			r := c.ask(command, a).GetResponse()
			require.NotContains(t, r.Message, "\n", "%s %v", command, a)
			require.Equal(t, r.Success, r.Message == "", "%s %v", command, a)
		}
	}
	must[*dap.ThreadsResponse](c, "threads", nil)
}

// A search whose memory the user has filled with nonsense can still be looked at, or says
// that it can't; it ends, fails or is paused; and restart brings it back.
func TestNonsenseInMemoryIsSurvived(t *testing.T) {
	for _, k := range hostbridge.MachineKinds() {
		t.Run(k.Name, func(t *testing.T) {
			c := connect(t, config(k.Name, 34))
			c.begin()
			must[*dap.SetFunctionBreakpointsResponse](c, "setFunctionBreakpoints", object{"breakpoints": []object{{"name": "follow", "condition": "sx > 0"}}})
			c.run("continue")
			want := c.value("cycles")
			register := map[string]string{"z80": "ix", "6502": "y", "68000": "a6"}[k.Name]
			must[*dap.SetExpressionResponse](c, "setExpression", object{"expression": register, "value": "-1"})
			size := c.value("bss_end - &board")
			nonsense := bytes.Repeat([]byte{0xA5, 0xFF, 0x7E}, int(size)/3)
			c.ask("writeMemory", object{"memoryReference": fmt.Sprintf("0x%X", c.value("&board")), "data": base64.StdEncoding.EncodeToString(nonsense), "allowPartial": true})
			for _, thread := range []int{1, 2} {
				c.ask("stackTrace", object{"threadId": thread})
			}
			for scope := range 8 {
				c.ask("variables", object{"variablesReference": scope})
			}
			c.ask("evaluate", object{"expression": "sx + alpha + static"})
			c.ask("evaluate", object{"expression": "line"})
			c.events = nil
			must[*dap.ContinueResponse](c, "continue", object{"threadId": 1})
			must[*dap.PauseResponse](c, "pause", object{"threadId": 1})
			require.NotEmpty(t, c.stopped().Body.Reason)
			c.events = nil
			must[*dap.RestartResponse](c, "restart", object{})
			require.Equal(t, "entry", c.stopped().Body.Reason)
			c.run("continue")
			require.Equal(t, want, c.value("cycles"))
		})
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// A second client is refused in one line as long as the first is there. The next one is
// served with a search of its own, at once, and so on until the listener is ended.
func TestClientsComeOneAfterTheOther(t *testing.T) {
	l, err := ListenLoopback("127.0.0.1:0")
	require.NoError(t, err)
	log := new(lockedLog)
	ends := make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() { ends <- Listen(ctx, l, log, config("z80", 10)) }()
	dial := func() net.Conn {
		c, err := net.Dial("tcp", l.Addr().String())
		require.NoError(t, err)
		return c
	}
	for range 3 {
		first := dial()
		c := newClient(t, first, first)
		c.begin()
		must[*dap.StepInResponse](c, "stepIn", object{"threadId": 1})
		second := dial()
		m, err := dap.ReadProtocolMessage(bufio.NewReader(second))
		require.NoError(t, err)
		require.Regexp(t, `^searchex debug: client 127\S+ refused: 127\S+ is being served, and there is one search\n$`, m.(*dap.OutputEvent).Body.Output)
		_, err = second.Read(make([]byte, 1))
		require.Error(t, err, "it is closed")
		must[*dap.ThreadsResponse](c, "threads", nil)
		must[*dap.DisconnectResponse](c, "disconnect", object{"restart": true})
	}
	first := dial()
	newClient(t, first, first).begin()
	first.Close() // without a word
	last := dial()
	newClient(t, last, last).begin()
	cancel()
	require.ErrorIs(t, <-ends, context.Canceled)
	require.Equal(t, 3, strings.Count(log.String(), "refused"))
	require.Equal(t, 3, strings.Count(log.String(), "has disconnected; waiting for the next one"))
	require.Equal(t, 1, strings.Count(log.String(), ErrVanished.Error()+"; waiting"))
	_, err = net.Dial("tcp", l.Addr().String())
	require.Error(t, err, "it listens no more")
}

// lockedLog is a log that several goroutines write to.
type lockedLog struct {
	sync.Mutex
	strings.Builder
}

func (l *lockedLog) Write(b []byte) (int, error) {
	l.Lock()
	defer l.Unlock()
	return l.Builder.Write(b)
}

// Only this computer can connect.
func TestListensOnThisComputerOnly(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "example.org:1", "127.0.0.1", "127.0.0.1:99999", "[::]:0", ""} {
		_, err := ListenLoopback(address)
		require.Error(t, err, address)
	}
}
