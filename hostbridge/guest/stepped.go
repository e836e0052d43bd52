package guest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// stepped is a search that is executed piece by piece. Its ply, its window and its moves are those of the description's
// events. What is in memory is read at any instruction, what needs registers at the events alone: these are as the event has
// them.
type stepped struct {
	e       *Engine
	watcher watcher // with the side to move at the root
	root    *goengine.Position
	setUp   uint64
	ply     value // nil if it is not known
	// marked is set if the program tells the ply at its events alone.
	marked bool
}

// Step implements hostbridge.Stepper.
func (e *Engine) Step(ctx context.Context, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (hostbridge.Stepped, error) {
	if l.Nodes != 0 {
		return nil, fmt.Errorf("engine %s: %d nodes: the program has no limit of nodes: want a number of plies", e.name, l.Nodes)
	}
	if err := e.runnable(); err != nil {
		return nil, err
	}
	if err := e.setUp(ctx, g); err != nil {
		return nil, cmp.Or(context.Cause(ctx), err)
	}
	e.m.SetAlarm(0, nil)
	plies, _ := e.plies(prof, l)
	e.now.plies = int64(plies)
	if err := e.do(e.search.key+".set", e.search.set); err != nil {
		return nil, err
	}
	s := &stepped{e: e, watcher: watcher{e: e, side: g.Position().Side()}, root: g.Position(), setUp: e.m.Cycles()}
	for _, ev := range e.events {
		if !ev.node && (s.ply == nil || s.marked && !ev.ply.Registers()) {
			s.ply, s.marked = ev.ply, ev.ply.Registers()
		}
	}
	e.m.ResetCycles()
	e.m.Enter(e.search.at)
	return s, nil
}

// Machine implements hostbridge.Stepped.
func (s *stepped) Machine() emu.Machine { return s.e.m }

// SetUp implements hostbridge.Stepped.
func (s *stepped) SetUp() uint64 { return s.setUp }

// Over implements hostbridge.Stepped.
func (s *stepped) Over() bool {
	return s.e.m.Returned() || s.e.hasUntil && s.e.m.PC() == s.e.until
}

// Patience implements hostbridge.Stepped.
func (s *stepped) Patience() uint64 {
	if s.e.search.patient && s.e.countsNodes() {
		return emu.DefaultBudget
	}
	return s.e.search.budget
}

// Result implements hostbridge.Stepped.
func (s *stepped) Result() (r hostbridge.Result, err error) {
	r.Cycles, r.SX, r.Complete = s.e.m.Cycles(), int(s.e.now.plies), true
	s.e.watcher = watcher{e: s.e}
	return r, s.e.read(s.root, &r)
}

// Marks implements hostbridge.Stepped.
func (s *stepped) Marks() (all []uint32) {
	for i := range s.e.events {
		if ev := &s.e.events[i]; s.marked || s.follows(ev) || s.scores(ev) {
			all = append(all, ev.at...)
		}
	}
	if s.e.hasUntil {
		all = append(all, s.e.until)
	}
	return all
}

func (s *stepped) follows(ev *event) bool {
	return ev == s.e.events.following() && ev.from != nil && ev.to != nil
}

func (s *stepped) scores(ev *event) bool {
	return ev.kind == goengine.EventScored && s.e.answer.nodes == nil
}

// At implements hostbridge.Stepped.
func (s *stepped) At(mark uint32) hostbridge.Mark {
	at := hostbridge.Mark{Ply: -1}
	for i := range s.e.events {
		ev := &s.e.events[i]
		if slices.Contains(ev.at, mark) && (ev.when == nil || s.read(ev.when) != 0) {
			at.Follows = at.Follows || s.follows(ev)
			at.Scores = at.Scores || s.scores(ev) && !(ev.node && s.read(ev.ply) < 1)
			at.Ply = inRange(s.read(ev.ply))
		}
	}
	return at
}

// inRange returns a ply as there may be one.
func inRange(ply int64) int { return int(min(max(ply, 0), goengine.MaxPly)) }

// read evaluates an expression, 0 if it has no value here.
func (s *stepped) read(v value) int64 {
	if v == nil {
		return 0
	}
	n, err := v.Value(s.e)
	if err != nil {
		return 0
	}
	return n
}

// Followed implements hostbridge.Stepped.
func (s *stepped) Followed() goengine.Move {
	m := s.watcher.move(s.e.events.following())
	if s.watcher.failed != nil {
		s.watcher.failed = nil
		return goengine.NoMove
	}
	return m
}

// Knows implements hostbridge.Stepped.
func (s *stepped) Knows(number string) bool {
	switch number {
	case "ply":
		return s.ply != nil
	case "node":
		return s.e.countsNodes()
	case "alpha":
		return s.bound(goengine.EventAlpha) != nil
	case "beta":
		return s.bound(goengine.EventBeta) != nil
	}
	return false
}

// bound returns the event that has alpha or beta, nil for none, or if only the event itself has it.
func (s *stepped) bound(kind goengine.EventKind) *event {
	if ev := s.e.events.find(kind); ev != nil && ev.against != nil && !ev.against.Registers() && !s.marked {
		return ev
	}
	return nil
}

// Ply implements hostbridge.Stepped.
func (s *stepped) Ply(noted int) int {
	if s.marked {
		return noted
	}
	return inRange(s.read(s.ply))
}

// Window implements hostbridge.Stepped.
func (s *stepped) Window() (alpha, beta int16) {
	of := func(kind goengine.EventKind) int16 {
		ev := s.bound(kind)
		if ev == nil {
			return 0
		}
		s.watcher.ply = s.Ply(0) // for the side whose value it is
		return s.watcher.ours(s.watcher.sign(ev) * s.read(ev.against))
	}
	return of(goengine.EventAlpha), of(goengine.EventBeta)
}

// Budget implements hostbridge.Stepped.
func (s *stepped) Budget() (own, other uint8) { return 0, 0 }

// Static implements hostbridge.Stepped.
func (s *stepped) Static() int16 { return 0 }

// Nodes implements hostbridge.Stepped.
func (s *stepped) Nodes() (n uint64, ok bool) {
	return uint64(max(s.read(s.e.answer.nodes), 0)), s.e.answer.nodes != nil
}

// Killers implements hostbridge.Stepped.
func (s *stepped) Killers(int) (killers [2]goengine.Move, ok bool) { return killers, false }

// Board implements hostbridge.Stepped.
func (s *stepped) Board() (d hostbridge.Diagram, ok bool) {
	if !s.e.board.is {
		return d, false
	}
	men, err := s.e.diagram()
	if err != nil {
		return d, false
	}
	for i, rank := range strings.Split(men, "/") {
		d[i] = fmt.Sprint(8 - i)
		for _, c := range rank {
			if n := int(c - '0'); n >= 1 && n <= 8 {
				d[i] += strings.Repeat(" .", n)
			} else {
				d[i] += " " + string(c)
			}
		}
	}
	return d, true
}
