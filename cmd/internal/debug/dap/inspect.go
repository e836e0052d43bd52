package dap

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/google/go-dap"

	"github.com/searchex/searchex/cmd/internal/debug"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu/expr"
)

// The threads. A frame's number is its thread's times frames, and its place.
const (
	instructions = 1
	plies        = 2
	frames       = 1000
)

// The scopes, by the number under which their variables are asked for.
const (
	registers = 1 + iota
	chess
	node
	memory
	// byPly and higher are the plies.
	byPly
)

// inspect answers questions about the machine as it stands.
func (s *session) inspect(of message) bool {
	r := of.request.GetRequest()
	switch m := of.request.(type) {
	case *dap.StackTraceRequest:
		body, err := s.stackTrace(&m.Arguments)
		s.result(r, body, err)
	case *dap.ScopesRequest:
		all, err := s.scopes(m.Arguments.FrameId)
		s.result(r, dap.ScopesResponseBody{Scopes: all}, err)
	case *dap.VariablesRequest:
		all, err := s.variables(m.Arguments.VariablesReference)
		s.result(r, dap.VariablesResponseBody{Variables: all}, err)
	case *dap.EvaluateRequest:
		body, err := s.evaluate(&m.Arguments)
		s.result(r, body, err)
	case *dap.CompletionsRequest:
		s.completions(r, &m.Arguments)
	case *dap.SourceRequest:
		s.sourceText(r, &m.Arguments)
	case *dap.LoadedSourcesRequest:
		all := []dap.Source{}
		for _, file := range s.d.Files() {
			all = append(all, *s.source(file))
		}
		s.reply(r, dap.LoadedSourcesResponseBody{Sources: all})
	case *dap.BreakpointLocationsRequest:
		s.locations(r, m.Arguments)
	case *dap.ReadMemoryRequest:
		s.readMemory(r, &m.Arguments)
	case *dap.DisassembleRequest:
		s.disassemble(r, &m.Arguments)
	case *dap.DataBreakpointInfoRequest:
		s.dataInfo(r, of.raw)
	default:
		return false
	}
	return true
}

// threads lists the threads. Their names say if the search is no longer the engine's.
func (s *session) threads() []dap.Thread {
	name := s.d.Image().CPU.Name
	if cycles, ok := s.d.Changed(); ok {
		name += fmt.Sprintf(", changed at cycle %s: no longer the engine's search", report.Count(cycles))
	}
	return []dap.Thread{{Id: instructions, Name: name + ": routines"}, {Id: plies, Name: "line of moves, by ply"}}
}

// thread returns an error if there is no such thread.
func thread(id int) error {
	if id != instructions && id != plies {
		return fmt.Errorf("thread %d: want %d or %d", id, instructions, plies)
	}
	return nil
}

// frame returns the instruction of a frame, for its local labels: of 0 and of a ply the
// current one.
func (s *session) frame(id int) (pc uint32, err error) {
	calls := s.d.Stack()
	switch n := id % frames; {
	case id == 0, id/frames == plies && n < len(s.d.Plies()):
		return calls[0].PC, nil
	case id > 0 && id/frames == instructions && n < len(calls):
		return calls[n].PC, nil
	}
	return 0, fmt.Errorf("frame %d: want one of the last stackTrace", id)
}

func (s *session) stackTrace(args *dap.StackTraceArguments) (body dap.StackTraceResponseBody, err error) {
	if err := thread(args.ThreadId); err != nil {
		return body, err
	}
	if args.StartFrame < 0 || args.Levels < 0 {
		return body, fmt.Errorf("startFrame %d, levels %d: want 0 or more", args.StartFrame, args.Levels)
	}
	all := []dap.StackFrame{}
	if args.ThreadId == plies {
		for i, p := range s.d.Plies() {
			after := "the root"
			if len(p.Line) > 0 {
				after = "after " + strings.Join(p.Line, " ")
			}
			all = append(all, dap.StackFrame{
				Id:   plies*frames + i,
				Name: s.plyText(&p, after), PresentationHint: "label",
			})
		}
	} else {
		for i, c := range s.d.Stack() {
			f := dap.StackFrame{Id: instructions*frames + i, Name: c.Name, InstructionPointerReference: reference(int64(c.PC))}
			if c.File != "" {
				f.Source, f.Line, f.Column = s.source(c.File), s.line(c.Line), s.column(1)
			}
			all = append(all, f)
		}
	}
	total := len(all)
	all = all[min(args.StartFrame, total):]
	if args.Levels > 0 {
		all = all[:min(args.Levels, len(all))]
	}
	return dap.StackTraceResponseBody{StackFrames: all, TotalFrames: total}, nil
}

// plyText describes a node of the line by what is known of it.
func (s *session) plyText(p *debug.Ply, after string) string {
	text := fmt.Sprintf("ply %d, %s", p.Ply, after)
	var more []string
	if s.d.Knows("alpha") && s.d.Knows("beta") {
		more = append(more, fmt.Sprintf("window %d to %d", p.Alpha, p.Beta))
	}
	if s.d.Knows("sx") {
		more = append(more, fmt.Sprintf("SX %d", p.Own))
	}
	if more == nil {
		return text
	}
	return text + ": " + strings.Join(more, ", ")
}

func (s *session) scopes(frame int) ([]dap.Scope, error) {
	if _, err := s.frame(frame); err != nil || frame == 0 {
		return nil, fmt.Errorf("frame %d: want one of the last stackTrace", frame)
	}
	if frame/frames == plies {
		return []dap.Scope{{Name: "Ply", VariablesReference: byPly + frame%frames}}, nil
	}
	return []dap.Scope{
		{Name: "Registers", PresentationHint: "registers", VariablesReference: registers},
		{Name: "Search", VariablesReference: chess},
		{Name: "Node", VariablesReference: node},
		{Name: "Memory by symbol", VariablesReference: memory, Expensive: true},
	}, nil
}

// variablesOf returns the variables of a scope of a routine.
func (s *session) variablesOf(scope int) ([]debug.Variable, error) {
	switch scope {
	case registers:
		return s.d.Registers(), nil
	case chess:
		return s.d.Chess(), nil
	case node:
		return s.d.Node(), nil
	case memory:
		return s.d.Memory(), nil
	}
	return nil, fmt.Errorf("no scope %d: want one of the scopes of a frame", scope)
}

// readOnly marks a variable that has no place in the machine.
var readOnly = &dap.VariablePresentationHint{Attributes: []string{"readOnly"}}

// variables lists the variables of a scope.
func (s *session) variables(scope int) (all []dap.Variable, err error) {
	if scope >= byPly {
		return s.ply(scope - byPly)
	}
	from, err := s.variablesOf(scope)
	if err != nil {
		return nil, err
	}
	all = []dap.Variable{}
	for _, v := range from {
		w := dap.Variable{Name: v.Name, Value: v.Value}
		switch {
		case scope == registers:
			w.EvaluateName = v.Name
		case scope == chess:
			w.PresentationHint = readOnly
			if v.Name != "killers" && !strings.HasPrefix(v.Name, "rank ") {
				w.EvaluateName = v.Name
			}
		case v.Size > 0:
			w.MemoryReference, w.EvaluateName = reference(int64(v.Addr)), v.Expression
		}
		all = append(all, w)
	}
	return all, nil
}

// ply lists what is known of a node of the line; 0 is the current one.
func (s *session) ply(up int) (all []dap.Variable, err error) {
	line := s.d.Plies()
	if up < 0 || up >= len(line) {
		return nil, fmt.Errorf("no scope %d: want one of the scopes of a frame", up+byPly)
	}
	p := line[up]
	add := func(name, value string) {
		all = append(all, dap.Variable{Name: name, Value: value, PresentationHint: readOnly})
	}
	if p.Ply > 0 {
		add("move", p.Line[p.Ply-1])
	}
	for _, n := range []struct {
		name  string
		value int
	}{{"ply", p.Ply}, {"alpha", int(p.Alpha)}, {"beta", int(p.Beta)}, {"sx", int(p.Own)}, {"other", int(p.Other)}} {
		if s.d.Knows(n.name) {
			add(n.name, strconv.Itoa(n.value))
		}
	}
	return all, nil
}

// evaluate returns the value of an expression in words.
func (s *session) evaluate(args *dap.EvaluateArguments) (body dap.EvaluateResponseBody, err error) {
	here, err := s.frame(args.FrameId)
	if err != nil {
		return body, err
	}
	text := strings.TrimSpace(args.Expression)
	if text == "line" {
		return dap.EvaluateResponseBody{Result: s.d.LineText()}, nil
	}
	n, err := s.d.EvaluateIn(text, here)
	if err != nil {
		return body, err
	}
	body.Result = number(n)
	if at, err := s.d.PlaceOf(text, here); err == nil && at.Register == "" {
		body.MemoryReference = reference(int64(at.Addr))
	}
	return body, nil
}

// number returns a number for people.
func number(n int64) string {
	if n < 0 {
		return strconv.FormatInt(n, 10)
	}
	return fmt.Sprintf("%d ($%X)", n, n)
}

// item is a completion. go-dap leaves out a start of 0, which counts for a client that
// counts columns from 0.
type item struct {
	Label  string `json:"label"`
	Type   string `json:"type"`
	Start  int    `json:"start"`
	Length int    `json:"length"`
}

// mostItems bounds the completions of an answer.
const mostItems = 200

// completions answers which names begin with what stands before the cursor.
func (s *session) completions(r *dap.Request, args *dap.CompletionsArguments) {
	here, err := s.frame(args.FrameId)
	lines := strings.Split(args.Text, "\n")
	at := 0
	if args.Line != 0 {
		at = s.lineOf(args.Line) - 1
	}
	column := args.Column - s.column(1) // counted from 0
	switch {
	case err != nil:
	case at < 0 || at >= len(lines):
		err = fmt.Errorf("line %d: the text has %d", args.Line, len(lines))
	case column < 0 || column > len(utf16.Encode([]rune(lines[at]))):
		err = fmt.Errorf("column %d: the text has not so many", args.Column)
	}
	if err != nil {
		s.fail(r, err)
		return
	}
	before := string(utf16.Decode(utf16.Encode([]rune(lines[at]))[:column])) // columns are UTF-16's
	prefix := expr.LastWord(before)
	items := []item{}
	for _, name := range s.d.Names(here) {
		if len(items) < mostItems && strings.HasPrefix(strings.ToLower(name), strings.ToLower(prefix)) {
			items = append(items, item{name, "variable", s.column(column + 1 - len(prefix)), len(prefix)})
		}
	}
	s.reply(r, struct {
		Targets []item `json:"targets"`
	}{items})
}

func (s *session) sourceText(r *dap.Request, args *dap.SourceArguments) {
	from := dap.Source{SourceReference: args.SourceReference}
	if args.Source != nil {
		from = *args.Source
		from.SourceReference = max(from.SourceReference, args.SourceReference)
	}
	text, err := s.d.Source(s.fileOf(from))
	s.result(r, dap.SourceResponseBody{Content: text, MimeType: "text/x-asm"}, err)
}
