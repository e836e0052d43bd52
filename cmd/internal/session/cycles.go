package session

import (
	"context"
	"fmt"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// around is how many source lines are shown on each side of an instruction.
const around = 9

// placeOf returns where an engine's machine stands, nil for Go.
func placeOf(e hostbridge.Engine) *place {
	on, ok := e.(hostbridge.Emulated)
	if !ok {
		return nil
	}
	at := hostbridge.LocationOf(on.Machine())
	w := &place{PC: fmt.Sprintf("$%04x", at.PC), Label: at.Label, File: at.File, Line: at.Line, Registers: at.Registers, Lines: []string{}}
	w.Routine, _, _ = strings.Cut(at.Label, "+")
	k, err := hostbridge.KindOf(e.Name())
	if err != nil || at.File == "" {
		return w
	}
	img, err := k.Image()
	if err != nil {
		return w
	}
	w.First = max(at.Line-around, 1)
	for i := w.First; i <= at.Line+around; i++ {
		text, err := img.SourceText(asm.Line{File: at.File, Line: i})
		if err != nil {
			break
		}
		w.Lines = append(w.Lines, text)
	}
	return w
}

// cycles begins a search whose cycles are accounted for by routine and kind of node.
func (s *Session) cycles(h head, message []byte) error {
	o := &order{}
	if err := decode(message, o); err != nil {
		return err
	}
	if err := o.check(); err != nil {
		return err
	}
	t, err := o.task()
	if err != nil {
		return err
	}
	switch kind, err := hostbridge.KindOf(o.Engine); {
	case err != nil:
		return err
	case kind.Image == nil:
		return fmt.Errorf("engine %s has no machine whose cycles could be accounted for", o.Engine)
	case o.SX == nil && o.Nodes == nil:
		return fmt.Errorf("cycles without sx or nodes: want one of them")
	}
	return s.begin(h.ID, &running{}, func(ctx context.Context) (any, error) {
		a, err := s.account(ctx, o, t)
		return cyclesSpent{head{typeCycles, o.ID}, a}, err
	})
}

// account makes the search and returns where its cycles went.
func (s *Session) account(ctx context.Context, o *order, t *hostbridge.Task) (*cycles.Account, error) {
	e, err := s.NewEngine(o.Engine)
	if err != nil {
		return nil, err
	}
	reference, err := s.NewEngine("go")
	if err != nil {
		return nil, err
	}
	spent, err := cycles.Measure(ctx, e, reference, t)
	if err != nil {
		return nil, err
	}
	a := cycles.NewAccount(o.Engine, t)
	a.Add(spent)
	k, err := hostbridge.KindOf(o.Engine)
	if err != nil {
		return nil, err
	}
	img, err := k.Image()
	if err != nil {
		return nil, err
	}
	a.Finish(img)
	return a, nil
}
