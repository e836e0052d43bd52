package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/explain/probe"
	"github.com/searchex/searchex/cmd/internal/explain/tree"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
)

// treeOrder is a message that asks for a part of a search's tree.
type treeOrder struct {
	part
	// Line leads from the position searched to the node that is shown, in UCI notation.
	Line []string `json:"line"`
	// Top is how many moves of a node are shown at least.
	Top int `json:"top"`
	// Why is a move of the node that is to be explained, in UCI notation or SAN.
	Why string `json:"why"`
}

// maxTop bounds the moves of a node that are shown at least.
const maxTop = 20

// tree begins a search whose tree is shown.
func (s *Session) tree(o *treeOrder) error {
	switch {
	case o.Top < 1 || o.Top > maxTop:
		return fmt.Errorf("top %d: want 1 to %d", o.Top, maxTop)
	case len(o.Line) >= goengine.MaxPly:
		return fmt.Errorf("line has %d moves: no search looks at more than %d", len(o.Line), goengine.MaxPly)
	}
	if err := o.setUp("a tree"); err != nil {
		return err
	}
	l := &tree.Look{Start: o.start, ProfileName: o.Profile, Why: o.Why}
	at := *o.start
	game, err := rules.New(o.start.FEN())
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
	return s.begin(o.ID, &running{}, func(x *running) (any, error) { return s.look(x, o, l, &at) })
}

// look makes the search, and describes the node at the end of the line. at is the position
// there.
func (s *Session) look(x *running, o *treeOrder, l *tree.Look, at *goengine.Position) (*treeShown, error) {
	e, err := s.NewEngine(o.Engine)
	if err != nil {
		return nil, err
	}
	e.Follow(s.yielding(x))
	t := o.task
	found, err := probe.Record(x, e, l.Start, &t.Profile, t.Limits, probe.Scope{Line: l.Line, Plies: o.Plies})
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
		if l.Raised, err = probe.Raise(x, e, l.Start, &t.Profile, more, l.Line, l.Wanted, found.Result.SX, maxTreeNodes); err != nil {
			return nil, err
		}
	}
	w := &treeShown{head: head{typeTree, o.ID}, More: l.Shown.More, Why: l.Reasons(), FEN: at.FEN(), Legal: []string{}}
	w.outcome, _ = o.outcome(l)
	for _, m := range at.LegalMoves() {
		w.Legal = append(w.Legal, at.UCI(m))
	}
	slices.Sort(w.Legal)
	l.Raised = nil // told in sentences
	var b bytes.Buffer
	err = l.WriteJSON(report.ScreenOf(&b))
	w.Moves = jsonLines(b.Bytes())
	w.cut()
	return w, err
}

// jsonLines returns the JSON objects of a text that has one a line.
func jsonLines(text []byte) []json.RawMessage {
	all := []json.RawMessage{}
	for line := range bytes.Lines(text) {
		all = append(all, bytes.TrimSpace(line))
	}
	return all
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
