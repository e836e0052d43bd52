package dap

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/google/go-dap"

	"github.com/searchex/searchex/cmd/internal/debug"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu/expr"
)

// change answers requests that write registers or memory.
func (s *session) change(m dap.RequestMessage) bool {
	r := m.GetRequest()
	switch m := m.(type) {
	case *dap.SetVariableRequest:
		value, err := s.setVariable(&m.Arguments)
		s.result(r, dap.SetVariableResponseBody{Value: value}, err)
		s.tellChange(err)
	case *dap.SetExpressionRequest:
		value, err := s.setExpression(&m.Arguments)
		s.result(r, dap.SetExpressionResponseBody{Value: value}, err)
		s.tellChange(err)
	case *dap.WriteMemoryRequest:
		body, err := s.writeMemory(&m.Arguments)
		s.result(r, body, err)
		s.tellChange(err)
	default:
		return false
	}
	return true
}

// tellChange tells the client what a change, made without an error, means.
func (s *session) tellChange(err error) {
	cycles, ok := s.d.Changed()
	if err != nil || !ok {
		return
	}
	if !s.changed {
		s.changed = true
		s.say("changed: from cycle %s on this is no longer the engine's search; going back before it undoes the change, coming back makes it again, restart forgets it", report.Count(cycles))
	}
	if s.client.SupportsInvalidatedEvent {
		s.event("invalidated", dap.InvalidatedEventBody{Areas: []dap.InvalidatedAreas{"all"}})
	}
}

// tellMemory tells the client which bytes have changed.
func (s *session) tellMemory(addr, n int64) {
	if s.client.SupportsMemoryEvent {
		s.event("memory", dap.MemoryEventBody{MemoryReference: reference(addr), Count: int(n)})
	}
}

// write writes the value of an expression to a place.
func (s *session) write(at expr.Place, text string, here uint32) error {
	n, err := s.d.EvaluateIn(strings.TrimSpace(text), here)
	if err != nil {
		return err
	}
	if err := s.d.Set(at, n); err != nil {
		return err
	}
	if at.Register == "" {
		s.tellMemory(int64(at.Addr), int64(at.Size))
	}
	return nil
}

// setVariable writes a variable of a scope, and returns its new value.
func (s *session) setVariable(args *dap.SetVariableArguments) (value string, err error) {
	find := func() (v debug.Variable, err error) {
		scope := args.VariablesReference
		if scope == chess || scope >= byPly {
			return v, fmt.Errorf("%s: worked out from the machine's memory: set what is there", report.Short(args.Name, 40))
		}
		all, err := s.variablesOf(scope)
		if err != nil {
			return v, err
		}
		for _, v := range all {
			if v.Name == args.Name {
				return v, nil
			}
		}
		return v, fmt.Errorf("%s: no variable of this scope", report.Short(args.Name, 40))
	}
	v, err := find()
	if err != nil {
		return "", err
	}
	here, _ := s.frame(0)
	at := expr.Place{Addr: v.Addr, Size: v.Size}
	switch {
	case v.Size == 0:
		if at, err = s.d.PlaceOf(v.Name, here); err != nil {
			return "", err
		}
	case v.Expression == "":
		return "", fmt.Errorf("%s: %d bytes: set one of them as %s[n], or write memory", v.Name, v.Size, v.Name)
	}
	if err := s.write(at, args.Value, here); err != nil {
		return "", fmt.Errorf("%s: %w", v.Name, err)
	}
	v, err = find()
	return v.Value, err
}

// setExpression writes to the place that an expression names, and returns its new value.
func (s *session) setExpression(args *dap.SetExpressionArguments) (value string, err error) {
	here, err := s.frame(args.FrameId)
	if err != nil {
		return "", err
	}
	text := strings.TrimSpace(args.Expression)
	at, err := s.d.PlaceOf(text, here)
	if err != nil {
		return "", err
	}
	if err := s.write(at, args.Value, here); err != nil {
		return "", fmt.Errorf("%s: %w", report.Short(text, 40), err)
	}
	n, err := s.d.EvaluateIn(text, here)
	return number(n), err
}

// written answers writeMemory. go-dap leaves out zeros.
type written struct {
	Offset       int `json:"offset"`
	BytesWritten int `json:"bytesWritten"`
}

// writeMemory writes bytes, all of them or, if the client allows it, those for which there
// is memory.
func (s *session) writeMemory(args *dap.WriteMemoryArguments) (body written, err error) {
	from, err := address(args.MemoryReference, args.Offset)
	if err != nil {
		return body, err
	}
	b, err := base64.StdEncoding.DecodeString(args.Data)
	if err != nil {
		return body, fmt.Errorf("data: want base64: %w", err)
	}
	start, ok := s.d.NextMemory(max(from, 0))
	skipped := start - from
	if !ok || skipped > int64(len(b)) {
		start, skipped = from, int64(len(b))
	}
	n := 0
	if rest := b[skipped:]; len(rest) > 0 {
		n = len(s.d.ReadSome(uint32(start), len(rest)))
	}
	if n < len(b) && !args.AllowPartial {
		return body, fmt.Errorf("%s at %s: not all are in the memory of the machine", report.Plural(len(b), "byte"), reference(from))
	}
	if n > 0 {
		if err := s.d.WriteMemory(uint32(start), b[skipped:][:n]); err != nil {
			return body, err
		}
		s.tellMemory(start, int64(n))
	}
	return written{int(skipped), n}, nil
}
