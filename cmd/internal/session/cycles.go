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
	if h, ok := img.HeaderAt(asm.Line{File: at.File, Line: at.Line}); ok {
		w.Task, w.Does = h.Label, h.What
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
func (s *Session) cycles(o *order) error {
	err := o.setUp()
	switch {
	case err != nil:
		return err
	case o.kind.Image == nil:
		return fmt.Errorf("engine %s has no machine whose cycles could be accounted for", o.Engine)
	case o.SX == nil && o.Nodes == nil:
		return fmt.Errorf("cycles without sx or nodes: want one of them")
	}
	return s.begin(o.ID, &running{}, func(x *running) (any, error) {
		a, err := s.account(x, o)
		return cyclesSpent{head{typeCycles, o.ID}, a}, err
	})
}

// account makes the search and returns where its cycles went.
func (s *Session) account(ctx context.Context, o *order) (*cycles.Account, error) {
	e, err := s.NewEngine(o.Engine)
	if err != nil {
		return nil, err
	}
	reference, err := s.NewEngine("go")
	if err != nil {
		return nil, err
	}
	img, err := o.kind.Image()
	if err != nil {
		return nil, err
	}
	spent, err := cycles.Measure(ctx, e, reference, o.task)
	if err != nil {
		return nil, err
	}
	a := cycles.NewAccount(o.Engine, o.task)
	a.Add(spent)
	a.Finish(img)
	return a, nil
}
