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

	// client is what the client has said of itself.
	client      clientInfo
	stopOnEntry bool
	configured  bool
	terminated  bool
	changed     bool // the client knows that the search is no longer the engine's
	hits        int  // stops at breakpoints so far

	// number is the last breakpoint's number. sources, functions and instructions are those
	// of the client's last requests.
	number             int
	sources            map[string][]*debug.Breakpoint
	functions, atInstr []*debug.Breakpoint
}

// clientInfo is what a client says in initialize.
type clientInfo struct {
	LinesStartAt1            *bool `json:"linesStartAt1"`
	ColumnsStartAt1          *bool `json:"columnsStartAt1"`
	SupportsInvalidatedEvent bool  `json:"supportsInvalidatedEvent"`
	SupportsMemoryEvent      bool  `json:"supportsMemoryEvent"`
}

// newSession returns a session before its first message.
func newSession(ctx context.Context, c Config, out io.Writer) *session {
	return &session{Config: c, ctx: ctx, out: out, sources: map[string][]*debug.Breakpoint{}}
}

// below is 1 for a client that counts from 0, else 0.
func below(startAt1 *bool) int {
	if startAt1 != nil && !*startAt1 {
		return 1
	}
	return 0
}

// line returns a line as the client counts it. lineOf is the reverse.
func (s *session) line(n int) int   { return n - below(s.client.LinesStartAt1) }
func (s *session) lineOf(n int) int { return n + below(s.client.LinesStartAt1) }

// column returns a column as the client counts it.
func (s *session) column(n int) int { return n - below(s.client.ColumnsStartAt1) }

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
	errTerminated  = errors.New("the session was terminated: restart or disconnect")
	errLaunched    = errors.New("the search is set up already: one session has one search")
)

// arguments decodes the arguments of a request for which go-dap has not all fields.
func arguments(raw []byte, to any) error {
	var m struct {
		Arguments json.RawMessage `json:"arguments"`
	}
	if err := json.Unmarshal(raw, &m); err != nil || len(m.Arguments) == 0 {
		return err
	}
	return json.Unmarshal(m.Arguments, to)
}

// answer answers a request. done reports that the session is over.
func (s *session) answer(m message) (done bool) {
	r := m.request.GetRequest()
	defer s.survive(r)
	switch request := m.request.(type) {
	case *dap.InitializeRequest:
		if err := arguments(m.raw, &s.client); err != nil {
			s.fail(r, fmt.Errorf("initialize: %w", err))
			return false
		}
		s.reply(r, capabilities)
		return false
	case *dap.LaunchRequest:
		s.launch(request)
		return false
	case *dap.TerminateRequest:
		s.reply(r, nil)
		if s.d != nil && s.d.Busy() {
			s.d.Pause()
		}
		s.terminate()
		return false
	case *dap.DisconnectRequest:
		s.reply(r, nil)
		s.terminate()
		return true
	}
	switch {
	case s.d == nil:
		s.fail(r, errNotLaunched)
	case s.set(m.request), s.anytime(m.request):
	case s.d.Busy():
		s.fail(r, errRunning)
	case s.move(m.request), s.inspect(m), s.change(m.request):
	default:
		s.fail(r, fmt.Errorf("%s: not supported", report.Short(r.Command, 40)))
	}
	return false
}

// survive refuses a request that can't be answered since the user has changed what the
// search's numbers are read by.
func (s *session) survive(r *dap.Request) {
	if s.d == nil {
		return
	}
	if _, changed := s.d.Changed(); changed {
		if e := recover(); e != nil {
			s.fail(r, fmt.Errorf("%s: the machine was changed, and its memory makes no sense: %v", report.Short(r.Command, 40), e))
		}
	}
}

// terminate tells the client once that nothing more will happen.
func (s *session) terminate() {
	if !s.terminated {
		s.terminated = true
		s.event("terminated", dap.TerminatedEventBody{})
	}
}

// capabilities are all that the session offers: what is not here is refused.
var capabilities = dap.Capabilities{
	SupportsConfigurationDoneRequest: true, SupportsFunctionBreakpoints: true,
	SupportsConditionalBreakpoints: true, SupportsHitConditionalBreakpoints: true, SupportsLogPoints: true,
	SupportsInstructionBreakpoints: true, SupportsDataBreakpoints: true, SupportsBreakpointLocationsRequest: true,
	SupportsEvaluateForHovers: true, SupportsCompletionsRequest: true, SupportsSetVariable: true, SupportsSetExpression: true,
	SupportsStepBack: true, SupportsSteppingGranularity: true, SupportsRestartRequest: true, SupportsTerminateRequest: true,
	SupportsReadMemoryRequest: true, SupportsWriteMemoryRequest: true, SupportsDisassembleRequest: true,
	SupportsDelayedStackTraceLoading: true, SupportsLoadedSourcesRequest: true,
}

// launchArguments are the arguments of a launch that are not the command line's.
type launchArguments struct {
	StopOnEntry *bool `json:"stopOnEntry"`
}

// launch sets up the search.
func (s *session) launch(m *dap.LaunchRequest) {
	if s.d != nil {
		s.fail(&m.Request, errLaunched)
		return
	}
	if err := s.readLaunch(m.Arguments); err != nil {
		s.fail(&m.Request, err)
		return
	}
	d, err := s.New(s.ctx)
	if err != nil {
		s.fail(&m.Request, err)
		return
	}
	s.d = d
	d.OnLog = s.log
	s.reply(&m.Request, nil)
	s.event("initialized", nil)
}

// readLaunch reads the arguments of a launch, which may be missing.
func (s *session) readLaunch(raw json.RawMessage) error {
	var args launchArguments
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &args); err != nil {
			return fmt.Errorf("launch: %w", err)
		}
	}
	s.stopOnEntry = args.StopOnEntry == nil || *args.StopOnEntry
	return nil
}

// restart begins the search again, as the engine makes it.
func (s *session) restart(m *dap.RestartRequest) {
	var args struct {
		Arguments json.RawMessage `json:"arguments"`
	}
	err := error(nil)
	if len(m.Arguments) > 0 {
		err = json.Unmarshal(m.Arguments, &args)
	}
	if err == nil && len(args.Arguments) > 0 {
		err = s.readLaunch(args.Arguments)
	}
	if err != nil {
		s.fail(&m.Request, fmt.Errorf("restart: %w", err))
		return
	}
	s.d.Restart()
	s.hits, s.terminated, s.changed = 0, false, false
	s.reply(&m.Request, nil)
	if s.configured {
		s.begin()
	}
}

// begin stops at the first instruction, or runs.
func (s *session) begin() {
	if s.stopOnEntry {
		s.stopped(&debug.Stop{Reason: debug.Entry})
		return
	}
	s.d.Continue()
}

// anytime answers requests that may come while the machine runs: between two slices
// it stands still.
func (s *session) anytime(m dap.RequestMessage) bool {
	r := m.GetRequest()
	switch m := m.(type) {
	case *dap.ThreadsRequest:
		s.reply(r, dap.ThreadsResponseBody{Threads: s.threads()})
	case *dap.RestartRequest:
		s.restart(m)
	case *dap.PauseRequest:
		if err := thread(m.Arguments.ThreadId); err != nil {
			s.fail(r, err)
			break
		}
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
	var begin func()
	var body any
	id := instructions
	by := func(g dap.SteppingGranularity) debug.Granularity { return debug.Granularity(g == "instruction") }
	switch m := m.(type) {
	case *dap.ConfigurationDoneRequest:
		s.reply(r, nil)
		if !s.configured {
			s.configured = true
			s.begin()
		}
		return true
	case *dap.ContinueRequest:
		id, begin, body = m.Arguments.ThreadId, s.d.Continue, dap.ContinueResponseBody{AllThreadsContinued: true}
		if s.d.Ended() != nil {
			begin = s.terminate
		}
	case *dap.ReverseContinueRequest:
		id, begin = m.Arguments.ThreadId, s.d.ReverseContinue
	case *dap.NextRequest:
		id, begin = m.Arguments.ThreadId, func() { s.d.StepOver(by(m.Arguments.Granularity)) }
	case *dap.StepInRequest:
		id, begin = m.Arguments.ThreadId, func() { s.d.StepIn(by(m.Arguments.Granularity)) }
	case *dap.StepOutRequest:
		id, begin = m.Arguments.ThreadId, s.d.StepOut
	case *dap.StepBackRequest:
		id, begin = m.Arguments.ThreadId, func() { s.d.StepBack(by(m.Arguments.Granularity)) }
	default:
		return false
	}
	switch err := thread(id); {
	case err != nil:
		s.fail(r, err)
	case s.terminated && s.d.Ended() == nil:
		s.fail(r, errTerminated)
	default:
		s.reply(r, body)
		begin()
	}
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
	case debug.AtBreakpoint, debug.AtFunction, debug.AtInstruction, debug.AtDataBreakpoint:
		s.hits++
	case debug.Ended, debug.Failed:
		line = fmt.Sprintf("%s: cycle %s", stop.Reason, report.Count(s.d.Cycles()))
		if s.hits == 0 && len(s.functions)+len(s.sources)+len(s.atInstr) > 0 {
			text += "; it reached no breakpoint"
		}
	}
	if text != "" {
		line += ": " + text
	}
	s.say("%s", line)
	if s.d.Ended() != nil {
		s.say("step back, run back or restart; continue ends the session")
	}
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
	name = strings.ReplaceAll(name, `\`, "/")
	found := path.Base(name)
	for _, file := range s.d.Files() { // a guest's may lie in folders
		if len(file) > len(found) && strings.HasSuffix(name, "/"+file) {
			found = file
		}
	}
	return found
}

// log prints the message of a logpoint, with its place.
func (s *session) log(addr uint32, text string) {
	body := dap.OutputEventBody{Category: "console", Output: text + "\n"}
	if file, line := s.d.SourceOf(addr); file != "" {
		body.Source, body.Line = s.source(file), s.line(line)
	}
	s.event("output", body)
}
