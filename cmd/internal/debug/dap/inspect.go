package dap

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/go-dap"

	"github.com/searchex/searchex/cmd/internal/debug"
	"github.com/searchex/searchex/cmd/internal/report"
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

// reference is an address as the protocol has it.
func reference(addr uint32) string { return fmt.Sprintf("0x%04X", addr) }

// address reads a reference, with an offset.
func address(text string, offset int) (uint32, error) {
	n, err := strconv.ParseInt(strings.Replace(text, "$", "0x", 1), 0, 64)
	if err != nil || n < 0 || n > 0xFFFFFF {
		return 0, fmt.Errorf("address %q: want a number such as 0x4000", report.Short(text, 40))
	}
	if n += int64(offset); n < 0 || n > 0xFFFFFF {
		return 0, fmt.Errorf("address %s with offset %d: outside the machine's memory", text, offset)
	}
	return uint32(n), nil
}

// inspect answers questions about the machine as it stands.
func (s *session) inspect(m dap.RequestMessage) bool {
	r := m.GetRequest()
	switch m := m.(type) {
	case *dap.StackTraceRequest:
		s.reply(r, s.stackTrace(&m.Arguments))
	case *dap.ScopesRequest:
		s.reply(r, dap.ScopesResponseBody{Scopes: s.scopes(m.Arguments.FrameId)})
	case *dap.VariablesRequest:
		all, err := s.variables(m.Arguments.VariablesReference)
		s.result(r, dap.VariablesResponseBody{Variables: all}, err)
	case *dap.EvaluateRequest:
		text, err := s.evaluate(strings.TrimSpace(m.Arguments.Expression))
		s.result(r, dap.EvaluateResponseBody{Result: text}, err)
	case *dap.SourceRequest:
		s.sourceText(r, &m.Arguments)
	case *dap.ReadMemoryRequest:
		s.readMemory(r, &m.Arguments)
	case *dap.DisassembleRequest:
		s.disassemble(r, &m.Arguments)
	case *dap.DataBreakpointInfoRequest:
		s.reply(r, s.dataInfo(&m.Arguments))
	default:
		return false
	}
	return true
}

func (s *session) stackTrace(args *dap.StackTraceArguments) dap.StackTraceResponseBody {
	all := []dap.StackFrame{}
	if args.ThreadId == plies {
		for i, p := range s.d.Plies() {
			after := "the root"
			if len(p.Line) > 0 {
				after = "after " + strings.Join(p.Line, " ")
			}
			all = append(all, dap.StackFrame{
				Id:   plies*frames + i,
				Name: fmt.Sprintf("ply %d, %s: window %d to %d, SX %d", p.Ply, after, p.Alpha, p.Beta, p.Own), PresentationHint: "label",
			})
		}
	} else {
		for i, c := range s.d.Stack() {
			f := dap.StackFrame{Id: instructions*frames + i, Name: c.Name, Line: c.Line, InstructionPointerReference: reference(c.PC)}
			if c.File != "" {
				f.Source, f.Column = s.source(c.File), 1
			}
			all = append(all, f)
		}
	}
	total := len(all)
	from := min(max(args.StartFrame, 0), total)
	all = all[from:]
	if args.Levels > 0 {
		all = all[:min(args.Levels, len(all))]
	}
	return dap.StackTraceResponseBody{StackFrames: all, TotalFrames: total}
}

func (s *session) scopes(frame int) []dap.Scope {
	if frame/frames == plies {
		return []dap.Scope{{Name: "Ply", VariablesReference: byPly + frame%frames}}
	}
	return []dap.Scope{
		{Name: "Registers", PresentationHint: "registers", VariablesReference: registers},
		{Name: "Search", VariablesReference: chess},
		{Name: "Node", VariablesReference: node},
		{Name: "Memory by symbol", VariablesReference: memory, Expensive: true},
	}
}

// variables lists the variables of a scope.
func (s *session) variables(scope int) (all []dap.Variable, err error) {
	all = []dap.Variable{}
	var from []debug.Variable
	switch scope {
	case registers:
		from = s.d.Registers()
	case chess:
		from = s.d.Chess()
	case node:
		from = s.d.Node()
	case memory:
		from = s.d.Memory()
	default:
		return s.ply(scope - byPly)
	}
	for _, v := range from {
		w := dap.Variable{Name: v.Name, Value: v.Value, EvaluateName: v.Name}
		if v.Size > 0 {
			w.MemoryReference = reference(v.Addr)
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
	add := func(name, value string) { all = append(all, dap.Variable{Name: name, Value: value}) }
	if p.Ply > 0 {
		add("move", p.Line[p.Ply-1])
	}
	add("ply", strconv.Itoa(p.Ply))
	add("alpha", strconv.Itoa(int(p.Alpha)))
	add("beta", strconv.Itoa(int(p.Beta)))
	add("sx", strconv.Itoa(int(p.Own)))
	add("other", strconv.Itoa(int(p.Other)))
	return all, nil
}

// evaluate returns the value of an expression in words.
func (s *session) evaluate(text string) (string, error) {
	if text == "line" {
		if line := s.d.SAN(s.d.Line()); len(line) > 0 {
			return strings.Join(line, " "), nil
		}
		return "at the root", nil
	}
	n, err := s.d.Evaluate(text)
	switch {
	case err != nil:
		return "", err
	case n < 0:
		return strconv.FormatInt(n, 10), nil
	}
	return fmt.Sprintf("%d ($%X)", n, n), nil
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

// The greatest numbers of bytes and of lines in an answer.
const (
	mostBytes = 1 << 16
	mostLines = 10_000
)

func (s *session) readMemory(r *dap.Request, args *dap.ReadMemoryArguments) {
	addr, err := address(args.MemoryReference, args.Offset)
	if err == nil && args.Count < 0 {
		err = fmt.Errorf("%d bytes: want 0 or more", args.Count)
	}
	if err != nil {
		s.fail(r, err)
		return
	}
	b := s.d.ReadSome(addr, min(args.Count, mostBytes))
	s.reply(r, dap.ReadMemoryResponseBody{
		Address: reference(addr), Data: base64.StdEncoding.EncodeToString(b), UnreadableBytes: args.Count - len(b),
	})
}

func (s *session) disassemble(r *dap.Request, args *dap.DisassembleArguments) {
	addr, err := address(args.MemoryReference, args.Offset)
	switch {
	case err != nil:
	case args.InstructionCount < 0 || args.InstructionCount > mostLines:
		err = fmt.Errorf("%d instructions: want 0 to %d", args.InstructionCount, mostLines)
	case args.InstructionOffset < -1<<24 || args.InstructionOffset > 1<<24:
		err = fmt.Errorf("instruction offset %d: outside the program", args.InstructionOffset)
	}
	if err != nil {
		s.fail(r, err)
		return
	}
	l, err := s.d.Code()
	if err != nil {
		s.fail(r, err)
		return
	}
	all := []dap.DisassembledInstruction{}
	from := l.Index(addr) + args.InstructionOffset
	for i := from; i < from+args.InstructionCount; i++ {
		if i < 0 || i >= l.Len() { // before or behind the program
			all = append(all, dap.DisassembledInstruction{Address: reference(uint32(max(i, 0))), Instruction: "no code"})
			continue
		}
		e := l.Entry(i)
		in := dap.DisassembledInstruction{
			Address: reference(e.Addr), Symbol: e.Label, Instruction: e.Text, InstructionBytes: fmt.Sprintf("% X", e.Bytes),
			Location: s.source(e.File), Line: e.Line,
		}
		if c := e.Cycles.String(); c != "" {
			in.Instruction = fmt.Sprintf("%-24s %s %s", e.Text, s.d.Image().CPU.Comment, c)
		}
		all = append(all, in)
	}
	s.reply(r, dap.DisassembleResponseBody{Instructions: all})
}

// dataInfo says whether a variable can have a data breakpoint.
func (s *session) dataInfo(args *dap.DataBreakpointInfoArguments) dap.DataBreakpointInfoResponseBody {
	from := s.d.Memory()
	if args.VariablesReference == node {
		from = s.d.Node()
	}
	for _, v := range from {
		if v.Name == args.Name {
			return dap.DataBreakpointInfoResponseBody{
				DataId: fmt.Sprintf("%s:%d:%s", reference(v.Addr), v.Size, v.Name), AccessTypes: []dap.DataBreakpointAccessType{"write"},
				Description: fmt.Sprintf("%s: %d bytes at %s", v.Name, v.Size, reference(v.Addr)),
			}
		}
	}
	return dap.DataBreakpointInfoResponseBody{Description: report.Short(args.Name, 40) + ": is not a variable in RAM"}
}

// parseDataID reads what dataInfo has written.
func parseDataID(text string) (v debug.Variable, err error) {
	fields := strings.SplitN(text, ":", 3)
	bad := fmt.Errorf("data %q: want ADDRESS:BYTES:NAME, as dataBreakpointInfo gives it", report.Short(text, 40))
	if len(fields) != 3 {
		return v, bad
	}
	if v.Addr, err = address(fields[0], 0); err != nil {
		return v, err
	}
	size, err := strconv.ParseUint(fields[1], 10, 16)
	if err != nil || size == 0 {
		return v, bad
	}
	v.Size, v.Name = uint32(size), fields[2]
	return v, nil
}
