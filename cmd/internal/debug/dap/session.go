package dap

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/go-dap"

	"github.com/searchex/searchex/cmd/internal/debug"
	"github.com/searchex/searchex/cmd/internal/report"
)

// session is the state of a session.
type session struct {
	Config
	ctx context.Context
	out io.Writer
	seq int
	err error // of the first message that could not be written
	d   *debug.Debugger

	stopOnEntry bool
	configured  bool
	hits        int // stops at breakpoints so far

	// number is that of the last breakpoint. sources, functions and data are those
	// of the client's last requests.
	number    int
	sources   map[string][]*debug.Breakpoint
	functions []*debug.Breakpoint
}

// response is an answer, event an event. Their bodies are go-dap's.
type (
	response struct {
		dap.Response
		Body any `json:"body,omitempty"`
	}
	event struct {
		dap.Event
		Body any `json:"body,omitempty"`
	}
)

func (s *session) send(m dap.Message) {
	if err := dap.WriteProtocolMessage(s.out, m); err != nil && s.err == nil {
		s.err = fmt.Errorf("%w: %v", ErrVanished, err)
	}
}

func (s *session) message(kind string) dap.ProtocolMessage {
	s.seq++
	return dap.ProtocolMessage{Seq: s.seq, Type: kind}
}

// reply answers a request.
func (s *session) reply(r *dap.Request, body any) {
	s.send(&response{dap.Response{ProtocolMessage: s.message("response"), Command: r.Command, RequestSeq: r.Seq, Success: true}, body})
}

// fail answers a request that is refused.
func (s *session) fail(r *dap.Request, err error) {
	body := dap.ErrorResponseBody{Error: &dap.ErrorMessage{Id: 1, Format: "{text}", Variables: map[string]string{"text": err.Error()}, ShowUser: true}}
	s.send(&response{dap.Response{ProtocolMessage: s.message("response"), Command: r.Command, RequestSeq: r.Seq, Message: err.Error()}, body})
}

// result is reply or, with an error, fail.
func (s *session) result(r *dap.Request, body any, err error) {
	if err != nil {
		s.fail(r, err)
		return
	}
	s.reply(r, body)
}

func (s *session) event(name string, body any) {
	s.send(&event{dap.Event{ProtocolMessage: s.message("event"), Event: name}, body})
}

// say prints a line in the client's console.
func (s *session) say(format string, args ...any) {
	s.event("output", dap.OutputEventBody{Category: "console", Output: fmt.Sprintf(format, args...) + "\n"})
}

var (
	errNotLaunched = errors.New("no search is set up: want a launch request first")
	errRunning     = errors.New("the machine is running: pause it first")
	errLaunched    = errors.New("the search is set up already: one session has one search")
)

// answer answers a request. done reports that the session is over.
func (s *session) answer(m dap.RequestMessage) (done bool) {
	r := m.GetRequest()
	switch m := m.(type) {
	case *dap.InitializeRequest:
		s.reply(r, capabilities)
		return false
	case *dap.LaunchRequest:
		s.launch(m)
		return false
	case *dap.DisconnectRequest, *dap.TerminateRequest:
		s.reply(r, nil)
		s.event("terminated", dap.TerminatedEventBody{})
		return true
	}
	switch {
	case s.d == nil:
		s.fail(r, errNotLaunched)
	case s.anytime(m):
	case s.d.Busy():
		s.fail(r, errRunning)
	case s.move(m), s.inspect(m):
	default:
		s.fail(r, fmt.Errorf("%s: not supported", report.Short(r.Command, 40)))
	}
	return false
}

var capabilities = dap.Capabilities{
	SupportsConfigurationDoneRequest: true, SupportsFunctionBreakpoints: true,
	SupportsConditionalBreakpoints: true, SupportsHitConditionalBreakpoints: true,
	SupportsEvaluateForHovers: true, SupportsStepBack: true, SupportsSteppingGranularity: true,
	SupportsDataBreakpoints: true, SupportsReadMemoryRequest: true, SupportsDisassembleRequest: true,
	SupportsTerminateRequest: true,
}

// launch sets up the search.
func (s *session) launch(m *dap.LaunchRequest) {
	var args struct {
		StopOnEntry *bool `json:"stopOnEntry"`
	}
	if s.d != nil {
		s.fail(&m.Request, errLaunched)
		return
	}
	if len(m.Arguments) > 0 {
		if err := json.Unmarshal(m.Arguments, &args); err != nil {
			s.fail(&m.Request, fmt.Errorf("launch: %w", err))
			return
		}
	}
	s.stopOnEntry = args.StopOnEntry == nil || *args.StopOnEntry
	d, err := s.New(s.ctx)
	if err != nil {
		s.fail(&m.Request, err)
		return
	}
	s.d = d
	s.reply(&m.Request, nil)
	s.event("initialized", nil)
}

// anytime answers requests that may come while the machine runs: between two slices
// it stands still.
func (s *session) anytime(m dap.RequestMessage) bool {
	r := m.GetRequest()
	switch m := m.(type) {
	case *dap.SetBreakpointsRequest:
		s.reply(r, dap.SetBreakpointsResponseBody{Breakpoints: s.setSource(&m.Arguments)})
	case *dap.SetFunctionBreakpointsRequest:
		s.reply(r, dap.SetFunctionBreakpointsResponseBody{Breakpoints: s.setFunctions(m.Arguments.Breakpoints)})
	case *dap.SetDataBreakpointsRequest:
		s.reply(r, dap.SetDataBreakpointsResponseBody{Breakpoints: s.setData(m.Arguments.Breakpoints)})
	case *dap.SetExceptionBreakpointsRequest:
		s.reply(r, nil)
	case *dap.ThreadsRequest:
		s.reply(r, dap.ThreadsResponseBody{Threads: []dap.Thread{
			{Id: instructions, Name: s.d.Image().CPU.Name + ": routines"}, {Id: plies, Name: "line of moves, by ply"},
		}})
	case *dap.PauseRequest:
		s.reply(r, nil)
		if s.d.Busy() {
			s.stopped(s.d.Pause())
		}
	default:
		return false
	}
	return true
}

// move answers requests that make the machine go.
func (s *session) move(m dap.RequestMessage) bool {
	r := m.GetRequest()
	by := func(g dap.SteppingGranularity) debug.Granularity { return debug.Granularity(g == "instruction") }
	var begin func()
	var body any
	switch m := m.(type) {
	case *dap.ConfigurationDoneRequest:
		s.reply(r, nil)
		switch {
		case s.configured:
		case s.stopOnEntry:
			s.stopped(&debug.Stop{Reason: debug.Entry})
		default:
			s.d.Continue()
		}
		s.configured = true
		return true
	case *dap.ContinueRequest:
		begin, body = s.d.Continue, dap.ContinueResponseBody{AllThreadsContinued: true}
	case *dap.ReverseContinueRequest:
		begin = s.d.ReverseContinue
	case *dap.NextRequest:
		begin = func() { s.d.StepOver(by(m.Arguments.Granularity)) }
	case *dap.StepInRequest:
		begin = func() { s.d.StepIn(by(m.Arguments.Granularity)) }
	case *dap.StepOutRequest:
		begin = s.d.StepOut
	case *dap.StepBackRequest:
		begin = func() { s.d.StepBack(by(m.Arguments.Granularity)) }
	default:
		return false
	}
	s.reply(r, body)
	switch m.(type) {
	case *dap.ReverseContinueRequest, *dap.StepBackRequest:
	default:
		if s.d.Ended() != nil {
			s.say("the search is over: step back or run back, or disconnect")
			s.event("terminated", dap.TerminatedEventBody{})
			return true
		}
	}
	begin()
	return true
}

// stopped tells the client where and why the machine stands.
func (s *session) stopped(stop *debug.Stop) {
	at := s.d.Stack()[0]
	where := fmt.Sprintf("$%04X %s", at.PC, at.Name)
	if at.File != "" {
		where += fmt.Sprintf(" (%s:%d)", at.File, at.Line)
	}
	line := fmt.Sprintf("%s: %s, cycle %s", stop.Reason, where, report.Count(s.d.Cycles()))
	text := stop.Text
	switch stop.Reason {
	case debug.AtBreakpoint, debug.AtFunction, debug.AtDataBreakpoint:
		s.hits++
	case debug.Ended, debug.Failed:
		line = fmt.Sprintf("%s: cycle %s", stop.Reason, report.Count(s.d.Cycles()))
		if s.hits == 0 && len(s.functions)+len(s.sources) > 0 {
			text += "; it reached no breakpoint"
		}
	}
	if text != "" {
		line += ": " + text
	}
	s.say("%s", line)
	s.event("stopped", dap.StoppedEventBody{
		Reason: string(stop.Reason), Description: strings.TrimSpace(string(stop.Reason) + " " + text), Text: text,
		ThreadId: instructions, AllThreadsStopped: true, HitBreakpointIds: stop.Hit,
	})
}

// source describes a source file.
func (s *session) source(file string) *dap.Source {
	if s.Sources != "" {
		return &dap.Source{Name: file, Path: filepath.Join(s.Sources, file)}
	}
	i := slices.Index(s.d.Files(), file)
	return &dap.Source{Name: file, Path: file, SourceReference: i + 1, Origin: "the sources that the ROM was built from"}
}

// fileOf returns the name of the file that a client means.
func (s *session) fileOf(from dap.Source) string {
	if files := s.d.Files(); from.SourceReference > 0 && from.SourceReference <= len(files) {
		return files[from.SourceReference-1]
	}
	name := from.Path
	if name == "" {
		name = from.Name
	}
	return path.Base(strings.ReplaceAll(name, `\`, "/"))
}

// apply passes all breakpoints to the debugger.
func (s *session) apply() {
	all := slices.Clone(s.functions)
	for _, some := range s.sources {
		all = append(all, some...)
	}
	slices.SortFunc(all, func(a, b *debug.Breakpoint) int { return a.Number - b.Number })
	s.d.SetBreakpoints(all)
}

// refused is a breakpoint that cannot be set.
func (s *session) refused(err error) dap.Breakpoint {
	return dap.Breakpoint{Id: s.number, Message: err.Error()}
}

// setSource replaces the breakpoints of a file.
func (s *session) setSource(args *dap.SetBreakpointsArguments) (all []dap.Breakpoint) {
	all = []dap.Breakpoint{}
	file := s.fileOf(args.Source)
	delete(s.sources, file)
	for _, want := range args.Breakpoints {
		s.number++
		addrs, line := s.d.AddrsOf(file, want.Line)
		if len(addrs) == 0 {
			all = append(all, s.refused(fmt.Errorf("%s: the program has no code of this file: the nearest is %s",
				report.Short(file, 40), strings.Join(report.Nearest(file, s.d.Files()), " or "))))
			continue
		}
		b, err := s.d.NewBreakpoint(s.number, addrs, debug.AtBreakpoint, debug.Spec{Condition: want.Condition, HitCondition: want.HitCondition})
		if err != nil {
			all = append(all, s.refused(err))
			continue
		}
		s.sources[file] = append(s.sources[file], b)
		set := dap.Breakpoint{Id: s.number, Verified: true, Source: s.source(file), Line: line, InstructionReference: reference(addrs[0])}
		if line != want.Line {
			set.Message = fmt.Sprintf("line %d has no code: the nearest that has is %d", want.Line, line)
		}
		all = append(all, set)
	}
	s.apply()
	return all
}

// setFunctions replaces the breakpoints of routines.
func (s *session) setFunctions(wanted []dap.FunctionBreakpoint) (all []dap.Breakpoint) {
	all, s.functions = []dap.Breakpoint{}, nil
	for _, want := range wanted {
		s.number++
		addr, err := s.d.AddrOf(want.Name)
		var b *debug.Breakpoint
		if err == nil {
			b, err = s.d.NewBreakpoint(s.number, []uint32{addr}, debug.AtFunction, debug.Spec{Condition: want.Condition, HitCondition: want.HitCondition})
		}
		if err != nil {
			all = append(all, s.refused(err))
			continue
		}
		s.functions = append(s.functions, b)
		all = append(all, dap.Breakpoint{Id: s.number, Verified: true, InstructionReference: reference(addr)})
	}
	s.apply()
	return all
}

// setData replaces the data breakpoints.
func (s *session) setData(wanted []dap.DataBreakpoint) (all []dap.Breakpoint) {
	all = []dap.Breakpoint{}
	var data []*debug.Data
	for _, want := range wanted {
		s.number++
		id, err := parseDataID(want.DataId)
		var b *debug.Data
		switch {
		case err != nil:
		case want.AccessType != "" && want.AccessType != "write":
			err = fmt.Errorf("%s: data breakpoints stop at changes: want write, not %s", id.Name, want.AccessType)
		case want.HitCondition != "":
			err = fmt.Errorf("%s: data breakpoints have no hit counts: want a condition", id.Name)
		default:
			b, err = s.d.NewData(s.number, id.Addr, id.Size, id.Name, want.Condition)
		}
		if err != nil {
			all = append(all, s.refused(err))
			continue
		}
		data = append(data, b)
		all = append(all, dap.Breakpoint{Id: s.number, Verified: true})
	}
	s.d.SetData(data)
	return all
}
