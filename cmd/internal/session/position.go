package session

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/explain/tree"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// position is what every message that begins a search has: who searches, and where.
type position struct {
	head
	Engine  string   `json:"engine"`
	Profile string   `json:"profile"`
	FEN     string   `json:"fen"`
	Moves   []string `json:"moves"`
	// SX is the budget of the last iteration.
	SX *int `json:"sx"`

	// What setUp has made of them.
	kind *hostbridge.EngineKind
	task *hostbridge.Task
	root rules.Position
}

// maxMoves bounds the moves of a position.
const maxMoves = 6000

// setUp makes the task of a search, which errors call what.
func (o *position) setUp(what string) error {
	switch {
	case o.ID == "":
		return fmt.Errorf("%s wants an id, by which it is stopped", what)
	case o.SX != nil && (*o.SX < 0 || *o.SX > goengine.MaxSX):
		return fmt.Errorf("sx %d: want 0 to %d", *o.SX, goengine.MaxSX)
	case len(o.Moves) > maxMoves:
		return fmt.Errorf("%d moves: want at most %d", len(o.Moves), maxMoves)
	}
	prof, err := goengine.ParseProfile(o.Profile)
	if err != nil {
		return err
	}
	p, err := goengine.ParseFEN(o.FEN)
	if err != nil {
		return err
	}
	o.task = &hostbridge.Task{FEN: o.FEN, Game: goengine.NewGame(p), ProfileName: o.Profile, Profile: prof}
	for _, m := range o.Moves {
		if err := o.task.Game.Play(m); err != nil {
			return err
		}
	}
	if o.SX != nil {
		o.task.Limits.SX, o.task.Limits.SXSet = *o.SX, true
	}
	if o.kind, err = kindOf(o.Engine); err != nil {
		return err
	}
	o.root, err = rules.ParsePosition(o.task.Position().FEN())
	return err
}

// order is a message that begins a search.
type order struct {
	position
	// Root restricts the root to some moves, in UCI notation.
	Root []string `json:"root"`
	// Nodes and Seconds, of the machine's time, end the search.
	Nodes   *uint64  `json:"nodes"`
	Seconds *float64 `json:"seconds"`
	// Speed is the speed of the machine's clock in percent, 0 for as fast as possible.
	Speed int `json:"speed"`
	// Poke changes bytes of the machine's ROM: ADDR=BYTE.
	Poke []string `json:"poke"`
	// Hz, if it isn't 0, is the machine's clock, instead of Speed. Places asks for the
	// place in the program with the progress.
	Hz     float64 `json:"hz"`
	Places bool    `json:"places"`
}

// Bounds of an order.
const (
	maxPokes   = 16
	maxSeconds = 1_000_000
	maxHz      = 1_000_000_000
)

// setUp makes the task.
func (o *order) setUp() error {
	switch {
	case o.Nodes != nil && *o.Nodes == 0:
		return errors.New("nodes 0: want at least 1")
	case o.Seconds != nil && !(*o.Seconds > 0 && *o.Seconds <= maxSeconds):
		return fmt.Errorf("seconds %g: want more than 0, up to %d", *o.Seconds, maxSeconds)
	case o.Speed < 0 || o.Speed > maxSpeed:
		return fmt.Errorf("speed %d: want 1 to %d percent, or 0 for no delay", o.Speed, maxSpeed)
	case !(o.Hz >= 0 && o.Hz <= maxHz) || o.Hz > 0 && o.Speed > 0:
		return fmt.Errorf("hz %g: want up to %d, and no speed", o.Hz, maxHz)
	case len(o.Poke) > maxPokes:
		return fmt.Errorf("%d pokes: want at most %d", len(o.Poke), maxPokes)
	case len(o.Poke) > 0 && o.Seconds != nil:
		return errors.New("seconds with poke: want sx or nodes, so that Go stops where the machine does")
	}
	if err := o.position.setUp("a search"); err != nil {
		return err
	}
	if o.Nodes != nil {
		o.task.Limits.Nodes = *o.Nodes
	}
	for _, name := range o.Root {
		m, err := o.task.Position().ParseMove(name)
		if err != nil {
			return err
		}
		o.task.Limits.Moves = append(o.task.Limits.Moves, m)
	}
	return nil
}

// part is a message that asks for the part of a search's tree that is near its root.
type part struct {
	position
	// Plies is how many plies are shown.
	Plies int `json:"plies"`
	// start is the position searched, without the moves before it.
	start *goengine.Position
}

// Bounds of a part.
const (
	maxPlies     = 6
	maxTreeNodes = 3_000_000
)

// setUp makes the task, as position does.
func (o *part) setUp(what string) (err error) {
	o.Engine = cmp.Or(o.Engine, "go")
	if o.SX == nil {
		o.SX = new(int)
	}
	if o.Plies < 1 || o.Plies > maxPlies {
		return fmt.Errorf("plies %d: want 1 to %d", o.Plies, maxPlies)
	}
	if err := o.position.setUp(what); err != nil {
		return err
	}
	o.task.Limits.Nodes = maxTreeNodes
	o.start, err = goengine.ParseFEN(o.task.Position().FEN())
	return err
}

// outcome returns what a search has found, and its best line in UCI notation.
func (o *part) outcome(l *tree.Look) (outcome, []string) {
	r := &l.Searches[0].Result
	pv := append([]string{}, o.start.UCILine(r.PV)...)
	return outcome{
		Summary: l.Summary(), SAN: append([]string{}, o.root.Line(pv)...), SX: r.SX, Score: int(r.Score),
		Value: report.PawnsInWords(int(r.Score)), Nodes: r.Nodes,
	}, pv
}
