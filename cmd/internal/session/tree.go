package session

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/explain/probe"
	"github.com/searchex/searchex/cmd/internal/explain/tree"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// treeOrder is a message that asks for a part of a search's tree.
type treeOrder struct {
	head
	Engine  string   `json:"engine"`
	Profile string   `json:"profile"`
	FEN     string   `json:"fen"`
	Moves   []string `json:"moves"`
	SX      int      `json:"sx"`
	// Line leads from the position searched to the node that is shown, in UCI notation.
	Line []string `json:"line"`
	// Plies and Top are how many plies are shown, and how many moves of a node at least.
	Plies int `json:"plies"`
	Top   int `json:"top"`
	// Why is a move of the node that is to be explained, in UCI notation or SAN.
	Why string `json:"why"`
}

// Bounds of a treeOrder.
const (
	maxPlies     = 6
	maxTop       = 20
	maxTreeNodes = 3_000_000
)

// check returns what is wrong with the numbers of an order.
func (o *treeOrder) check() error {
	switch {
	case o.ID == "":
		return errors.New("a tree wants an id, by which it is stopped")
	case o.SX < 0 || o.SX > goengine.MaxSX:
		return fmt.Errorf("sx %d: want 0 to %d", o.SX, goengine.MaxSX)
	case o.Plies < 1 || o.Plies > maxPlies:
		return fmt.Errorf("plies %d: want 1 to %d", o.Plies, maxPlies)
	case o.Top < 1 || o.Top > maxTop:
		return fmt.Errorf("top %d: want 1 to %d", o.Top, maxTop)
	case len(o.Line) >= goengine.MaxPly:
		return fmt.Errorf("line has %d moves: no search looks at more than %d", len(o.Line), goengine.MaxPly)
	case len(o.Moves) > maxMoves:
		return fmt.Errorf("%d moves: want at most %d", len(o.Moves), maxMoves)
	}
	return nil
}

// task returns the search that an order asks for, whose bounds are checked, and the position at
// its root.
func (o *treeOrder) task() (*hostbridge.Task, *goengine.Position, error) {
	o.Engine = cmp.Or(o.Engine, "go")
	if err := o.check(); err != nil {
		return nil, nil, err
	}
	t, err := (&order{head: o.head, Profile: o.Profile, FEN: o.FEN, Moves: o.Moves, SX: &o.SX}).task()
	if err != nil {
		return nil, nil, err
	}
	t.Limits.Nodes = maxTreeNodes
	if _, err := hostbridge.KindOf(o.Engine); err != nil {
		return nil, nil, err
	}
	start, err := goengine.ParseFEN(t.Position().FEN())
	return t, start, err
}

// tree begins a search whose tree is shown.
func (s *Session) tree(h head, message []byte) error {
	o := &treeOrder{}
	if err := decode(message, o); err != nil {
		return err
	}
	t, start, err := o.task()
	if err != nil {
		return err
	}
	l := &tree.Look{Start: start, ProfileName: o.Profile, Why: o.Why}
	at := *start
	game, err := rules.New(start.FEN())
	if err != nil {
		return err
	}
	if l.Line, err = probe.ReadLine(strings.Join(o.Line, " "), &at, game); err != nil {
		return fmt.Errorf("line: %w", err)
	}
	if o.Why != "" {
		if l.Wanted, err = probe.ReadMove(o.Why, &at, game); err != nil {
			return fmt.Errorf("why: %s: %w", short(o.Why), err)
		}
	}
	return s.begin(h.ID, &running{}, func(ctx context.Context) (any, error) { return s.look(ctx, o, t, l, &at) })
}

// look makes the search, and describes the node at the end of the line. at is the position
// there.
func (s *Session) look(ctx context.Context, o *treeOrder, t *hostbridge.Task, l *tree.Look, at *goengine.Position) (*treeShown, error) {
	e, err := s.NewEngine(o.Engine)
	if err != nil {
		return nil, err
	}
	e.Follow(&hostbridge.Follower{Every: fastNodes, Tick: func(hostbridge.Progress) { s.yield(ctx) }})
	found, err := probe.Record(ctx, e, l.Start, &t.Profile, t.Limits, probe.Scope{Line: l.Line, Plies: o.Plies})
	if err != nil {
		return nil, err
	}
	l.Searches = []*probe.Search{found}
	if l.Shown, err = probe.Show(found, l.Start, &t.Profile, probe.Choice{Top: o.Top, Plies: o.Plies, Line: l.Line, Wanted: l.Wanted}); err != nil {
		return nil, err
	}
	if l.Wanted != goengine.NoMove && l.Shown.Root != nil {
		more := t.Limits
		more.Nodes = 0
		if l.Raised, err = probe.Raise(ctx, e, l.Start, &t.Profile, more, l.Line, l.Wanted, found.Result.SX, maxTreeNodes); err != nil {
			return nil, err
		}
	}
	w := &treeShown{
		head: head{typeTree, o.ID}, Summary: l.Summary(), SX: found.Result.SX, Score: int(found.Result.Score), Value: report.PawnsInWords(int(found.Result.Score)), Nodes: found.Result.Nodes,
		Moves: []json.RawMessage{}, More: l.Shown.More, Why: l.Reasons(), FEN: at.FEN(), Legal: []string{},
	}
	root, err := rules.ParsePosition(l.Start.FEN())
	if err != nil {
		return nil, err
	}
	w.SAN = append([]string{}, root.Line(l.Start.UCILine(found.Result.PV))...)
	for _, m := range at.LegalMoves() {
		w.Legal = append(w.Legal, at.UCI(m))
	}
	slices.Sort(w.Legal)
	raised := l.Raised
	l.Raised = nil // told in sentences
	var b bytes.Buffer
	err = l.WriteJSON(report.ScreenOf(&b))
	l.Raised = raised
	for line := range bytes.Lines(b.Bytes()) {
		w.Moves = append(w.Moves, bytes.TrimSpace(bytes.Clone(line)))
	}
	w.cut()
	return w, err
}

// mostTree is the greatest size of the moves of a tree, in bytes: with the rest of the
// message they fit in MaxMessage.
const mostTree = MaxMessage * 3 / 4

// cut leaves out the last moves of a tree that is too large for a message.
func (w *treeShown) cut() {
	size := 0
	for i, m := range w.Moves {
		if size += len(m) + 1; size > mostTree {
			w.Cut = len(w.Moves) - i
			w.Moves = w.Moves[:i]
			return
		}
	}
}
