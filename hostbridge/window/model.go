// Package window runs small made-up trees, models, on an engine and records
// every decision of its search: Bill Forster's "Window into Sargon" for any
// engine here. The engine searches a real position; callbacks suppress the
// moves that the model does not have and pretend scores and prices.
package window

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// Model is a made-up tree of positions that an engine searches.
type Model struct {
	Name  string // of its file, without .json
	Title string
	// About describes what it shows, Outcome what its runs show.
	About, Outcome string
	// Start is the position that is really searched.
	Start *goengine.Position
	// Pretend is the position that it represents, a FEN, or empty.
	Pretend string
	Root    *Position
	Runs    []Setting
}

// Position is a position of a model, that after the last move of its key.
type Position struct {
	Key    string // a letter a ply, empty for the root
	Number int    // its label: children together, then the first child's
	Move   goengine.Move
	Line   string // the pretended moves from the root
	// Score is the pretended static score in score units, White's view; where
	// Scored is not set, the engine's own counts.
	Score  int16
	Scored bool
	// Category is what the move is said to be, empty for the engine's own word;
	// Price its SXDEC, 0 for the engine's own.
	Category string
	Price    uint8
	Parent   *Position
	Children []*Position // in the order of the file
}

// Setting is how a model is searched.
type Setting struct {
	Name    string // empty where there is but one
	Spec    string // the profile, as goengine.ParseProfile has it
	Profile goengine.Profile
	SX      int // 0 to 255
	Depth   int // 1 to 32
	// Scores replace those of positions, by key.
	Scores map[string]int16
}

// Unit is an eighth of a pawn in score units: scores of models are rounded to
// it, as the original's.
const Unit = 8

// Ply is how many moves lead to the position.
func (p *Position) Ply() int { return len(p.Key) }

// MoveName is the last move of the pretended line.
func (p *Position) MoveName() string {
	words := strings.Fields(p.Line)
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// Each calls f with the position and all below it, parents first.
func (p *Position) Each(f func(*Position)) {
	f(p)
	for _, c := range p.Children {
		c.Each(f)
	}
}

// child is the position after a move, or nil.
func (p *Position) child(m goengine.Move) *Position {
	for _, c := range p.Children {
		if c.Move == m {
			return c
		}
	}
	return nil
}

// find is the position of a key below this one, itself for the empty key, or
// nil.
func (p *Position) find(key string) *Position {
	for _, c := range p.Children {
		if key != "" && c.Key == p.Key+key[:1] {
			return c.find(key[1:])
		}
	}
	if key != "" {
		return nil
	}
	return p
}

// at is the position at the end of a path from the root.
func (p *Position) at(path []goengine.Move) (*Position, error) {
	for i, m := range path {
		next := p.child(m)
		if next == nil {
			return nil, fmt.Errorf("key %q, ply %d: the model has no move %v", p.Key, i, m)
		}
		p = next
	}
	return p, nil
}

// number gives the positions their labels, from next on.
func (p *Position) number(next int) int {
	for _, c := range p.Children {
		c.Number = next
		next++
	}
	for _, c := range p.Children {
		next = c.number(next)
	}
	return next
}
