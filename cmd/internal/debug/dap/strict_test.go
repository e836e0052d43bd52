package dap

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-dap"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/hostbridge"
)

// strict checks a message of the server as the protocol's schema has it: no field that
// go-dap does not know, none missing that must be there.
func (c *client) strict(content []byte) {
	c.t.Helper()
	m, err := dap.DecodeProtocolMessage(content)
	require.NoError(c.t, err, "%s", content)
	if r, ok := m.(*dap.DisassembleResponse); ok && r.Success { // go-dap has no presentationHint
		outside := 0
		for _, in := range r.Body.Instructions {
			if in.InstructionBytes == "" {
				outside++
			}
		}
		require.Equal(c.t, outside, bytes.Count(content, []byte(`"presentationHint":"invalid"`)))
		content = bytes.ReplaceAll(content, []byte(`,"presentationHint":"invalid"`), nil)
	}
	again := reflect.New(reflect.TypeOf(m).Elem()).Interface()
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	require.NoError(c.t, d.Decode(again), "%s", content)
	var fields any
	require.NoError(c.t, json.Unmarshal(content, &fields))
	required(c.t, reflect.TypeOf(m).Elem(), fields, fmt.Sprintf("%T", m))
}

// required checks that an object has all fields of a type that the protocol requires:
// those that go-dap never leaves out.
func required(t *testing.T, of reflect.Type, is any, path string) {
	t.Helper()
	switch of.Kind() {
	case reflect.Pointer:
		required(t, of.Elem(), is, path)
	case reflect.Slice:
		all, ok := is.([]any)
		require.True(t, ok || of.Elem().Kind() == reflect.Uint8, "%s is no list: %v", path, is)
		for i, one := range all {
			required(t, of.Elem(), one, fmt.Sprintf("%s[%d]", path, i))
		}
	case reflect.Struct:
		fields, ok := is.(map[string]any)
		require.True(t, ok, "%s is no object: %v", path, is)
		for i := range of.NumField() {
			f := of.Field(i)
			name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.Anonymous {
				required(t, f.Type, is, path)
				continue
			}
			value, has := fields[name]
			if !has {
				require.Equal(t, "omitempty", options, "%s has no %s: %v", path, name, is)
				continue
			}
			if f.Type.Kind() != reflect.Interface && value != nil {
				required(t, f.Type, value, path+"."+name)
			}
		}
	}
}

// A client that knows the protocol to the letter uses all that is announced, on all
// machines, and gets from each request what the protocol promises.
func TestStrictClient(t *testing.T) {
	for _, k := range hostbridge.MachineKinds() {
		t.Run(k.Name, func(t *testing.T) {
			c := connect(t, config(k.Name, 34))
			offered := must[*dap.InitializeResponse](c, "initialize", object{
				"adapterID": "searchex", "supportsInvalidatedEvent": true, "supportsMemoryEvent": true, "columnsStartAt1": true,
			}).Body
			must[*dap.LaunchResponse](c, "launch", object{"stopOnEntry": true, "noSuchField": 1})
			require.IsType(t, &dap.InitializedEvent{}, c.read())
			must[*dap.ConfigurationDoneResponse](c, "configurationDone", object{})
			require.Equal(t, "entry", c.stopped().Body.Reason)
			c.usesBreakpoints()
			c.looksAround()
			c.writes()
			c.restarts()
			used := map[string]bool{}
			for _, name := range []string{
				"ConfigurationDoneRequest", "FunctionBreakpoints", "ConditionalBreakpoints", "HitConditionalBreakpoints", "LogPoints",
				"InstructionBreakpoints", "DataBreakpoints", "BreakpointLocationsRequest", "EvaluateForHovers", "CompletionsRequest",
				"SetVariable", "SetExpression", "StepBack", "SteppingGranularity", "RestartRequest", "TerminateRequest",
				"ReadMemoryRequest", "WriteMemoryRequest", "DisassembleRequest", "DelayedStackTraceLoading", "LoadedSourcesRequest",
			} {
				used["Supports"+name] = true
			}
			is := reflect.ValueOf(offered)
			for i := range is.NumField() {
				name := is.Type().Field(i).Name
				require.Equal(t, used[name], !is.Field(i).IsZero(), name)
			}
			for _, command := range []string{
				"attach", "goto", "gotoTargets", "stepInTargets", "restartFrame", "terminateThreads", "modules", "exceptionInfo", "cancel", "runInTerminal",
			} {
				require.Contains(t, c.refused(command, object{"threadId": 1, "frameId": 1000, "source": object{}, "line": 1, "threadIds": []int{1}}), "not supported", command)
			}
			must[*dap.TerminateResponse](c, "terminate", object{})
			c.refused("continue", object{"threadId": 1})
			must[*dap.DisconnectResponse](c, "disconnect", object{"restart": false})
			require.NoError(t, <-c.ends)
		})
	}
}

// run continues and waits for a stop.
func (c *client) run(command string) *dap.StoppedEvent {
	c.t.Helper()
	c.events = nil
	c.ask(command, object{"threadId": 1})
	return c.stopped()
}

// value evaluates an expression.
func (c *client) value(expression string) int64 {
	c.t.Helper()
	text := must[*dap.EvaluateResponse](c, "evaluate", object{"expression": expression, "context": "watch"}).Body.Result
	n, err := strconv.ParseInt(strings.Fields(text)[0], 10, 64)
	require.NoError(c.t, err)
	return n
}

// usesBreakpoints uses each kind of breakpoint.
func (c *client) usesBreakpoints() {
	t := c.t
	// A line: its locations, a log message with and without a condition.
	at := must[*dap.SetFunctionBreakpointsResponse](c, "setFunctionBreakpoints", object{"breakpoints": []object{{"name": "follow", "hitCondition": "3"}}}).Body.Breakpoints[0]
	follow := at.InstructionReference
	require.Equal(t, "function breakpoint", c.run("continue").Body.Reason)
	third := c.value("cycles")
	frame := must[*dap.StackTraceResponse](c, "stackTrace", object{"threadId": 1, "startFrame": 0, "levels": 1}).Body.StackFrames[0]
	lines := must[*dap.BreakpointLocationsResponse](c, "breakpointLocations", object{"source": frame.Source, "line": frame.Line, "endLine": frame.Line + 5}).Body.Breakpoints
	require.Equal(t, frame.Line, lines[0].Line)
	require.Greater(t, len(lines), 1)
	must[*dap.RestartResponse](c, "restart", object{})
	require.Equal(t, "entry", c.stopped().Body.Reason)
	must[*dap.SetFunctionBreakpointsResponse](c, "setFunctionBreakpoints", object{"breakpoints": []object{}})
	set := must[*dap.SetBreakpointsResponse](c, "setBreakpoints", object{"source": frame.Source, "breakpoints": []object{
		{"line": frame.Line, "logMessage": "follow at {cycles}, ply {ply}: {line}; {byte(cycles * 0 - 1)}"}, {"line": frame.Line, "logMessage": "bad {sx"},
		{"line": frame.Line, "logMessage": "worse {nothing}"}, {"line": frame.Line, "condition": "ply == 0", "hitCondition": "== 3"},
	}}).Body.Breakpoints
	require.Equal(t, []bool{true, false, false, true}, []bool{set[0].Verified, set[1].Verified, set[2].Verified, set[3].Verified})
	c.events = nil
	must[*dap.ContinueResponse](c, "continue", object{"threadId": 1})
	logs := []*dap.OutputEvent{}
	for {
		m := c.read()
		if o, ok := m.(*dap.OutputEvent); ok && strings.HasPrefix(o.Body.Output, "follow at ") {
			logs = append(logs, o)
		}
		if s, ok := m.(*dap.StoppedEvent); ok {
			require.Equal(t, []int{set[3].Id}, s.Body.HitBreakpointIds)
			break
		}
	}
	require.GreaterOrEqual(t, len(logs), 3, "a logpoint stops nothing")
	require.Regexp(t, `^follow at \d+, ply 0: at the root; \{.*address -\$1 is outside the memory of the `, logs[0].Body.Output)
	require.Equal(t, frame.Line, logs[0].Body.Line)
	must[*dap.SetBreakpointsResponse](c, "setBreakpoints", object{"source": frame.Source, "breakpoints": []object{}})

	// An instruction: with an offset from another, a condition, a count.
	must[*dap.RestartResponse](c, "restart", object{})
	require.Equal(t, "entry", c.stopped().Body.Reason)
	set = must[*dap.SetInstructionBreakpointsResponse](c, "setInstructionBreakpoints", object{"breakpoints": []object{
		{"instructionReference": "0x0", "offset": c.value("&follow"), "hitCondition": "3", "condition": "ply < 9"},
		{"instructionReference": follow, "offset": 1}, {"instructionReference": "0xFFFFFF", "offset": 1 << 20},
	}}).Body.Breakpoints
	require.Equal(t, follow, set[0].InstructionReference)
	require.False(t, set[1].Verified)
	require.Contains(t, set[1].Message, "no instruction of the program begins there")
	require.False(t, set[2].Verified)
	require.Equal(t, "instruction breakpoint", c.run("continue").Body.Reason)
	require.Equal(t, third, c.value("cycles"))
	must[*dap.SetInstructionBreakpointsResponse](c, "setInstructionBreakpoints", object{"breakpoints": []object{}})
	c.usesData()
}

// usesData uses data breakpoints on all that they can be on.
func (c *client) usesData() {
	t := c.t
	info := func(args object) dap.DataBreakpointInfoResponseBody {
		return must[*dap.DataBreakpointInfoResponse](c, "dataBreakpointInfo", args).Body
	}
	board := uint64(c.value("&board"))
	for _, at := range []struct {
		args object
		id   string
	}{
		{object{"name": "board[3]"}, fmt.Sprintf("0x%04X:1:board[3]", board+3)},
		{object{"name": fmt.Sprintf("$%X", board)}, fmt.Sprintf("0x%04X:1:$%X", board, board)},
		{object{"name": fmt.Sprintf("0x%X", board), "asAddress": true, "bytes": 7}, fmt.Sprintf("0x%04X:7:0x%X", board, board)},
		{object{"name": "&board..&board+8"}, fmt.Sprintf("0x%04X:9:&board..&board+8", board)},
		{object{"name": "word(&board)"}, fmt.Sprintf("0x%04X:2:word(&board)", board)},
	} {
		body := info(at.args)
		require.Equal(t, at.id, body.DataId, body.Description)
		require.Len(t, body.AccessTypes, 3)
	}
	for _, name := range []string{"a", "d0", "x", "nothing", "1+", "$FFFFFFFF", "9..3", ""} {
		require.Nil(t, info(object{"name": name}).DataId, name)
	}
	require.Nil(t, info(object{"name": "board", "bytes": 0}).DataId)
	require.Nil(t, info(object{"name": "board", "asAddress": true}).DataId)

	ply := info(object{"name": "ply", "variablesReference": memory}).DataId
	for _, test := range []struct{ access, says string }{
		{"", `^ply was \$\w+ \(\d\), is \$\w+ \(\d\)$`}, {"read", `^ply was read, is `}, {"write", `^ply was .*is `}, {"readWrite", `^ply was .*is `},
	} {
		set := must[*dap.SetDataBreakpointsResponse](c, "setDataBreakpoints", object{"breakpoints": []object{{"dataId": ply, "accessType": test.access, "hitCondition": "== 2", "condition": "ply < 60"}}}).Body
		if test.access == "" {
			set = must[*dap.SetDataBreakpointsResponse](c, "setDataBreakpoints", object{"breakpoints": []object{{"dataId": ply, "hitCondition": "== 2"}}}).Body
		}
		require.True(t, set.Breakpoints[0].Verified, set.Breakpoints[0].Message)
		stop := c.run("continue").Body
		require.Equal(t, "data breakpoint", stop.Reason)
		require.Regexp(t, test.says, stop.Text)
	}
	all := info(object{"name": "board"}).DataId
	must[*dap.SetDataBreakpointsResponse](c, "setDataBreakpoints", object{"breakpoints": []object{{"dataId": all}}})
	require.Regexp(t, `^board\+\$\w+ \(\$\w+\) was \$\w\w \(\d+\), is \$\w\w \(\d+\)(, and \d+ bytes? more)?$`, c.run("continue").Body.Text, "of a long variable the byte that changed")
	bad := must[*dap.SetDataBreakpointsResponse](c, "setDataBreakpoints", object{"breakpoints": []object{{"dataId": all, "accessType": "execute"}, {"dataId": "0xFFFFFFFF:9:x"}, {"dataId": all, "hitCondition": "x"}}}).Body
	for _, b := range bad.Breakpoints {
		require.False(t, b.Verified)
		require.NotEmpty(t, b.Message)
	}
	must[*dap.SetDataBreakpointsResponse](c, "setDataBreakpoints", object{"breakpoints": []object{}})
}

// looksAround uses what shows the machine.
func (c *client) looksAround() {
	t := c.t
	require.NotEmpty(t, must[*dap.LoadedSourcesResponse](c, "loadedSources", object{}).Body.Sources)
	stack := must[*dap.StackTraceResponse](c, "stackTrace", object{"threadId": 1}).Body
	part := must[*dap.StackTraceResponse](c, "stackTrace", object{"threadId": 1, "startFrame": 1, "levels": 1}).Body
	require.Equal(t, stack.StackFrames[1:2], part.StackFrames)
	for _, thread := range must[*dap.ThreadsResponse](c, "threads", nil).Body.Threads {
		frames := must[*dap.StackTraceResponse](c, "stackTrace", object{"threadId": thread.Id}).Body.StackFrames
		for _, scope := range must[*dap.ScopesResponse](c, "scopes", object{"frameId": frames[0].Id}).Body.Scopes {
			for i, v := range must[*dap.VariablesResponse](c, "variables", object{"variablesReference": scope.VariablesReference}).Body.Variables {
				if v.EvaluateName == "" || i%5 > 0 && scope.Name != "Search" {
					continue
				}
				is := must[*dap.EvaluateResponse](c, "evaluate", object{"expression": v.EvaluateName, "frameId": stack.StackFrames[0].Id, "context": "hover"}).Body
				if v.EvaluateName == "line" {
					continue
				}
				if scope.Name == "Registers" || v.MemoryReference != "" {
					require.Contains(t, v.Value, strings.Trim(is.Result[strings.Index(is.Result, "$")+1:], ")"), v.Name)
				}
				require.Equal(t, v.MemoryReference, is.MemoryReference, v.Name)
			}
		}
	}
	found := must[*dap.CompletionsResponse](c, "completions", object{"text": "é + PL", "column": 7}).Body.Targets
	require.Contains(t, found, dap.CompletionItem{Label: "ply", Type: "variable", Start: 5, Length: 2})

	// Memory: below 0, at the end, in a hole.
	read := func(at string, offset, count int) (dap.ReadMemoryResponseBody, []byte) {
		body := must[*dap.ReadMemoryResponse](c, "readMemory", object{"memoryReference": at, "offset": offset, "count": count}).Body
		return body, mustDecode(t, body.Data)
	}
	whole, want := read("0x0", 0, 8)
	body, b := read("0x4", -8, 12)
	require.Equal(t, "0x0000", body.Address)
	if len(want) > 0 { // the machine has memory at 0
		require.Equal(t, want, b)
		require.Equal(t, 4, body.UnreadableBytes)
	} else {
		require.Equal(t, 12, body.UnreadableBytes+whole.UnreadableBytes*0)
	}
	body, b = read("0xFFFFFF", 0, 16)
	require.Equal(t, 16, body.UnreadableBytes+len(b))

	// Code: exactly as many rows, with rising addresses, below and above the memory too.
	for _, at := range []string{"0x7FFE", "0xFFF8", "0x0", "0xFFFFFF", fmt.Sprintf("0x%X", c.value("&board"))} {
		for _, offset := range []int{-50, 0, 50} {
			rows := must[*dap.DisassembleResponse](c, "disassemble", object{"memoryReference": at, "instructionOffset": offset, "instructionCount": 60, "resolveSymbols": true}).Body.Instructions
			require.Len(t, rows, 60)
			last := int64(-1 << 40)
			for i, r := range rows {
				addr, err := strconv.ParseInt(r.Address, 0, 64)
				require.NoError(t, err)
				require.Greater(t, addr, last)
				last = addr
				if from, _ := strconv.ParseInt(at, 0, 64); i == -offset {
					require.Equal(t, from, addr)
				}
				if r.InstructionBytes != "" && i%8 == 0 {
					_, b := read(r.Address, 0, len(strings.Fields(r.InstructionBytes)))
					require.Equal(t, r.InstructionBytes, fmt.Sprintf("% X", b))
				}
			}
		}
	}
}

// writes uses what changes the machine.
func (c *client) writes() {
	t := c.t
	names := func() string {
		return must[*dap.ThreadsResponse](c, "threads", nil).Body.Threads[0].Name
	}
	require.NotContains(t, names(), "no longer")
	register := map[string]string{"z80": "hl'", "6502": "x", "68000": "d3"}[strings.Split(names(), ":")[0]]
	require.NotEmpty(t, register, names())
	value := must[*dap.SetVariableResponse](c, "setVariable", object{"variablesReference": registers, "name": register, "value": "$11 + 1"}).Body.Value
	require.Equal(t, int64(0x12), c.value(register))
	require.Contains(t, value, "12")
	require.Regexp(t, `changed at cycle [\d,]+: no longer the engine's search`, names())
	must[*dap.SetExpressionResponse](c, "setExpression", object{"expression": "word(&board+2)", "value": "$1234"})
	require.Equal(t, int64(0x1234), c.value("word(&board + 2)"))
	must[*dap.SetExpressionResponse](c, "setExpression", object{"expression": "FLAG.C", "value": "1"})
	require.Equal(t, int64(1), c.value("flag.c"))
	board := fmt.Sprintf("0x%X", c.value("&board"))
	wrote := must[*dap.WriteMemoryResponse](c, "writeMemory", object{"memoryReference": board, "offset": 1, "data": base64.StdEncoding.EncodeToString([]byte{7, 8})}).Body
	require.Equal(t, 2, wrote.BytesWritten)
	require.Equal(t, int64(8), c.value("board[2]"))
	invalidated, changed := 0, 0
	for _, e := range c.events {
		switch e.(type) {
		case *dap.InvalidatedEvent:
			invalidated++
		case *dap.MemoryEvent:
			changed++
		}
	}
	require.Equal(t, []int{4, 2}, []int{invalidated, changed})
	partial := must[*dap.WriteMemoryResponse](c, "writeMemory", object{"memoryReference": "0xFFFFFFFE", "allowPartial": true, "data": "AAAA"}).Body
	require.Zero(t, partial.BytesWritten)

	// Back before the change, and forth again.
	before := c.value("cycles")
	require.Equal(t, "step", c.run("stepBack").Body.Reason)
	require.NotContains(t, names(), "no longer")
	require.Less(t, c.value("cycles"), before)
	require.Equal(t, "step", c.run("stepIn").Body.Reason)
	require.Equal(t, int64(0x12), c.value(register))
	require.Contains(t, names(), "no longer")
}

// restarts begins again, with and without a stop.
func (c *client) restarts() {
	t := c.t
	must[*dap.RestartResponse](c, "restart", object{"arguments": object{"stopOnEntry": true}})
	require.Equal(t, "entry", c.stopped().Body.Reason)
	require.Zero(t, c.value("cycles"))
	for _, command := range []string{"next", "stepIn"} {
		c.ask(command, object{"threadId": 1, "granularity": "line", "singleThread": true})
		require.NotEmpty(t, c.stopped().Body.Reason)
	}
	require.Equal(t, "end of the search", c.run("continue").Body.Reason)
	require.Equal(t, "end of the search", c.run("stepOut").Body.Reason)
	require.NotEmpty(t, c.refused("setExpression", object{"expression": "byte(&board)", "value": "1"}), "nothing reads it")
	c.events = nil
	must[*dap.RestartResponse](c, "restart", object{"arguments": object{"stopOnEntry": false}})
	require.Equal(t, "end of the search", c.stopped().Body.Reason)
	require.Equal(t, "beginning of the search", c.run("reverseContinue").Body.Reason)
}
