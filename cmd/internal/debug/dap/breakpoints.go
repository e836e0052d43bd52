package dap

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-dap"

	"github.com/searchex/searchex/cmd/internal/debug"
	"github.com/searchex/searchex/cmd/internal/report"
)

// set answers the requests that replace breakpoints, which may come at any time.
func (s *session) set(m dap.RequestMessage) bool {
	r := m.GetRequest()
	switch m := m.(type) {
	case *dap.SetBreakpointsRequest:
		s.reply(r, dap.SetBreakpointsResponseBody{Breakpoints: s.setSource(&m.Arguments)})
	case *dap.SetFunctionBreakpointsRequest:
		s.functions = nil
		s.reply(r, dap.SetFunctionBreakpointsResponseBody{Breakpoints: each(s, m.Arguments.Breakpoints, s.setFunction)})
	case *dap.SetInstructionBreakpointsRequest:
		s.atInstr = nil
		s.reply(r, dap.SetInstructionBreakpointsResponseBody{Breakpoints: each(s, m.Arguments.Breakpoints, s.setInstruction)})
	case *dap.SetDataBreakpointsRequest:
		var data []*debug.Data
		all := each(s, m.Arguments.Breakpoints, func(want *dap.DataBreakpoint) (dap.Breakpoint, error) {
			b, err := s.newData(want)
			if err != nil {
				return dap.Breakpoint{}, err
			}
			data = append(data, b)
			return dap.Breakpoint{}, nil
		})
		s.d.SetData(data)
		s.reply(r, dap.SetDataBreakpointsResponseBody{Breakpoints: all})
	case *dap.SetExceptionBreakpointsRequest:
		if n := len(m.Arguments.Filters) + len(m.Arguments.FilterOptions) + len(m.Arguments.ExceptionOptions); n > 0 {
			s.fail(r, fmt.Errorf("setExceptionBreakpoints: not supported: a fault of the machine ends the search, and always stops"))
			break
		}
		s.reply(r, nil)
	default:
		return false
	}
	return true
}

// each sets breakpoints one by one, and passes all of the session to the debugger. One that
// can't be set is answered with the reason.
func each[T any](s *session, wanted []T, set func(want *T) (dap.Breakpoint, error)) []dap.Breakpoint {
	all := []dap.Breakpoint{}
	for i := range wanted {
		s.number++
		b, err := set(&wanted[i])
		if b.Id, b.Verified = s.number, err == nil; err != nil {
			b = dap.Breakpoint{Id: s.number, Message: err.Error()}
		}
		all = append(all, b)
	}
	s.apply()
	return all
}

// apply passes all breakpoints to the debugger.
func (s *session) apply() {
	all := slices.Concat(s.functions, s.atInstr)
	for _, some := range s.sources {
		all = append(all, some...)
	}
	slices.SortFunc(all, func(a, b *debug.Breakpoint) int { return a.Number - b.Number })
	s.d.SetBreakpoints(all)
}

// setSource replaces the breakpoints of a file.
func (s *session) setSource(args *dap.SetBreakpointsArguments) []dap.Breakpoint {
	file := s.fileOf(args.Source)
	delete(s.sources, file)
	return each(s, args.Breakpoints, func(want *dap.SourceBreakpoint) (set dap.Breakpoint, err error) {
		wanted := s.lineOf(want.Line)
		addrs, line := s.d.AddrsOf(file, wanted)
		if len(addrs) == 0 {
			return set, s.noFile(file)
		}
		b, err := s.d.NewBreakpoint(s.number, addrs, debug.AtBreakpoint, debug.Spec{Condition: want.Condition, HitCondition: want.HitCondition, Log: want.LogMessage})
		if err != nil {
			return set, err
		}
		s.sources[file] = append(s.sources[file], b)
		set = dap.Breakpoint{Source: s.source(file), Line: s.line(line), InstructionReference: reference(int64(addrs[0]))}
		if line != wanted {
			set.Message = fmt.Sprintf("line %d has no code: the nearest that has is %d", wanted, line)
		}
		return set, nil
	})
}

// noFile is the error of a file without code.
func (s *session) noFile(file string) error {
	return fmt.Errorf("%s: the program has no code of this file: the nearest is %s", report.Short(file, 40), report.Nearest(file, s.d.Files()))
}

// setFunction sets a breakpoint at a label.
func (s *session) setFunction(want *dap.FunctionBreakpoint) (set dap.Breakpoint, err error) {
	addr, err := s.d.AddrOf(want.Name)
	if err != nil {
		return set, err
	}
	b, err := s.d.NewBreakpoint(s.number, []uint32{addr}, debug.AtFunction, debug.Spec{Condition: want.Condition, HitCondition: want.HitCondition})
	if err != nil {
		return set, err
	}
	s.functions = append(s.functions, b)
	return dap.Breakpoint{InstructionReference: reference(int64(addr))}, nil
}

// setInstruction sets a breakpoint at an address.
func (s *session) setInstruction(want *dap.InstructionBreakpoint) (set dap.Breakpoint, err error) {
	addr, err := address(want.InstructionReference, want.Offset)
	if err != nil {
		return set, err
	}
	if addr < 0 || addr > most || !s.d.IsInstruction(uint32(addr)) {
		return set, fmt.Errorf("%s: no instruction of the program begins there", reference(addr))
	}
	b, err := s.d.NewBreakpoint(s.number, []uint32{uint32(addr)}, debug.AtInstruction, debug.Spec{Condition: want.Condition, HitCondition: want.HitCondition})
	if err != nil {
		return set, err
	}
	s.atInstr = append(s.atInstr, b)
	set.InstructionReference = reference(addr)
	if file, line := s.d.SourceOf(uint32(addr)); file != "" {
		set.Source, set.Line = s.source(file), s.line(line)
	}
	return set, nil
}

// locations answers which lines of a file can have breakpoints.
func (s *session) locations(r *dap.Request, args *dap.BreakpointLocationsArguments) {
	if args == nil {
		s.fail(r, fmt.Errorf("breakpointLocations: want arguments"))
		return
	}
	file := s.fileOf(args.Source)
	if !slices.Contains(s.d.Files(), file) {
		s.fail(r, s.noFile(file))
		return
	}
	all := []dap.BreakpointLocation{}
	for _, line := range s.d.LinesIn(file, s.lineOf(args.Line), s.lineOf(max(args.Line, args.EndLine))) {
		all = append(all, dap.BreakpointLocation{Line: s.line(line)})
	}
	s.reply(r, dap.BreakpointLocationsResponseBody{Breakpoints: all})
}

// dataArguments are the arguments of dataBreakpointInfo; go-dap lacks the last two.
type dataArguments struct {
	VariablesReference int    `json:"variablesReference"`
	Name               string `json:"name"`
	FrameID            int    `json:"frameId"`
	AsAddress          bool   `json:"asAddress"`
	Bytes              *int   `json:"bytes"`
}

// accessTypes are the kinds of access, by the protocol's names.
var accessTypes = []dap.DataBreakpointAccessType{dap.DataBreakpointAccessType(debug.Reads), dap.DataBreakpointAccessType(debug.Writes), dap.DataBreakpointAccessType(debug.ReadsWrites)}

// dataInfo says whether something can have a data breakpoint.
func (s *session) dataInfo(r *dap.Request, raw []byte) {
	var args dataArguments
	if err := arguments(raw, &args); err != nil {
		s.fail(r, fmt.Errorf("dataBreakpointInfo: %w", err))
		return
	}
	v, err := s.bytesOf(&args)
	if err == nil && len(s.d.ReadSome(v.Addr, int(v.Size))) < int(v.Size) {
		err = fmt.Errorf("%s: %s at %s: not all is in memory", report.Short(args.Name, 40), report.Plural(int(v.Size), "byte"), reference(int64(v.Addr)))
	}
	if err != nil {
		s.reply(r, dap.DataBreakpointInfoResponseBody{Description: err.Error()})
		return
	}
	s.reply(r, dap.DataBreakpointInfoResponseBody{
		DataId: fmt.Sprintf("%s:%d:%s", reference(int64(v.Addr)), v.Size, v.Name), AccessTypes: accessTypes,
		Description: fmt.Sprintf("%s: %s at %s", v.Name, report.Plural(int(v.Size), "byte"), reference(int64(v.Addr))),
	})
}

// mostData bounds the bytes of a data breakpoint.
const mostData = 1 << 16

// bytesOf returns the bytes that a client means: a variable of a scope; label, label[n],
// byte(n), word(n) or long(n); an address; or a range of addresses, FIRST..LAST.
func (s *session) bytesOf(args *dataArguments) (v debug.Variable, err error) {
	name := strings.TrimSpace(args.Name)
	short := report.Short(name, 40)
	found, err := s.plainBytes(args, name)
	if err != nil {
		return v, fmt.Errorf("%s: %w", short, err)
	}
	v = found
	if args.Bytes != nil {
		if *args.Bytes < 1 || *args.Bytes > mostData {
			return v, fmt.Errorf("%s: %d bytes: want 1 to %d", short, *args.Bytes, mostData)
		}
		v.Size = uint32(*args.Bytes)
	}
	if v.Size == 0 || v.Size > mostData {
		return v, fmt.Errorf("%s: want 1 to %d bytes", short, mostData)
	}
	return v, nil
}

// plainBytes is bytesOf without the number of bytes that the client wants.
func (s *session) plainBytes(args *dataArguments, name string) (v debug.Variable, err error) {
	here, err := s.frame(args.FrameID)
	if err != nil {
		return v, err
	}
	v = debug.Variable{Name: name, Size: 1}
	if first, last, ok := strings.Cut(name, ".."); ok {
		from, err := s.d.EvaluateIn(first, here)
		if err != nil {
			return v, err
		}
		to, err := s.d.EvaluateIn(last, here)
		if err != nil {
			return v, err
		}
		if from < 0 || to < from || to > most {
			return v, fmt.Errorf("want FIRST..LAST, two addresses")
		}
		v.Addr, v.Size = uint32(from), uint32(min(to-from+1, mostData+1))
		return v, nil
	}
	if addr, err := address(name, 0); err == nil {
		v.Addr = uint32(addr)
		return v, nil
	}
	if args.AsAddress {
		return v, fmt.Errorf("want an address such as 0x4000")
	}
	from, err := s.variablesOf(max(args.VariablesReference, 0))
	if args.VariablesReference == 0 {
		from, err = s.d.Memory(), nil
	}
	if err != nil {
		return v, err
	}
	for _, v := range from {
		switch {
		case v.Name != name:
		case v.Size == 0:
			return v, fmt.Errorf("is not in memory")
		default:
			return v, nil
		}
	}
	at, err := s.d.PlaceOf(name, here)
	switch {
	case err != nil:
		return v, err
	case at.Register != "":
		return v, fmt.Errorf("is a register, not in memory")
	}
	v.Addr, v.Size = at.Addr, at.Size
	return v, nil
}

// newData returns a data breakpoint.
func (s *session) newData(want *dap.DataBreakpoint) (*debug.Data, error) {
	fields := strings.SplitN(want.DataId, ":", 3)
	bad := fmt.Errorf("data %q: want ADDRESS:BYTES:NAME, as dataBreakpointInfo gives it", report.Short(want.DataId, 40))
	if len(fields) != 3 {
		return nil, bad
	}
	addr, err := address(fields[0], 0)
	if err != nil {
		return nil, err
	}
	size, err := strconv.ParseUint(fields[1], 10, 32)
	if err != nil || size == 0 || size > mostData {
		return nil, bad
	}
	return s.d.NewData(s.number, uint32(addr), uint32(size), fields[2], debug.Access(want.AccessType), debug.Spec{Condition: want.Condition, HitCondition: want.HitCondition})
}
