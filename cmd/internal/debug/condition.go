package debug

import (
	"maps"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/explain/probe"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/expr"
	"github.com/searchex/searchex/goengine"
)

// searchNumbers are the numbers of a search, in the words of the glossary.
var searchNumbers = map[string]func(*Debugger) int64{
	"cycles": func(d *Debugger) int64 { return int64(d.m.Cycles()) },
	"ply":    func(d *Debugger) int64 { return int64(d.Ply()) },
	"node":   func(d *Debugger) int64 { return int64(d.Nodes()) },
	"sx":     func(d *Debugger) int64 { own, _ := d.search.Budget(); return int64(own) },
	"other":  func(d *Debugger) int64 { _, other := d.search.Budget(); return int64(other) },
	"alpha":  func(d *Debugger) int64 { alpha, _ := d.search.Window(); return int64(alpha) },
	"beta":   func(d *Debugger) int64 { _, beta := d.search.Window(); return int64(beta) },
	"static": func(d *Debugger) int64 { return int64(d.search.Static()) },
	// changed is of a data breakpoint: whether the instruction has changed a byte.
	"changed": func(d *Debugger) int64 {
		if d.changed {
			return 1
		}
		return 0
	},
}

// numbers returns those of searchNumbers that are known.
func (d *Debugger) numbers() map[string]func(*Debugger) int64 {
	known := maps.Clone(searchNumbers)
	for _, name := range []string{"ply", "node", "sx", "other", "alpha", "beta", "static"} {
		if !d.Knows(name) {
			delete(known, name)
		}
	}
	return known
}

// scope returns what an expression may name: numbers of the search, local labels of the
// routine at an address, and line, which compares the line of moves.
func (d *Debugger) scope(here uint32) *expr.Scope[*Debugger] {
	return &expr.Scope[*Debugger]{
		Machine: func(d *Debugger) emu.Machine { return d.m },
		CPU:     d.m.Name(), InMap: d.m.InMap, Program: d.program,
		Label:   func(name string) (uint32, bool) { return d.local(name, here) },
		Labels:  func() []string { return d.localNames(here) },
		Numbers: d.numbers(), Called: "a number of the search",
		Comparisons: map[string]func(*expr.Parser[*Debugger]) func(*Debugger) bool{"line": d.readLine},
	}
}

// Names lists what an expression may name in a routine, given an address in it.
func (d *Debugger) Names(here uint32) []string { return d.scope(here).Names() }

// Evaluate returns the value of an expression at the current instruction.
func (d *Debugger) Evaluate(text string) (int64, error) { return d.EvaluateIn(text, d.m.PC()) }

// EvaluateIn returns the value of an expression that may name local labels of the
// routine at an address.
func (d *Debugger) EvaluateIn(text string, here uint32) (int64, error) {
	e, err := d.scope(here).Parse(text)
	if err != nil {
		return 0, err
	}
	return e.Value(d)
}

// readLine reads a comparison of the line of moves with moves in quotes. >= reports whether
// the line begins with them.
func (d *Debugger) readLine(p *expr.Parser[*Debugger]) func(*Debugger) bool {
	p.Next()
	op := p.Token()
	if op != "==" && op != "!=" && op != ">=" {
		p.Fail(`line: want == "e4 e5", != or >= (begins with)`)
	}
	p.Next()
	if !strings.HasPrefix(p.Token(), `"`) {
		p.Fail(`want moves in quotes, such as "e4 e5 Nf3"`)
	}
	at := *d.task.Position()
	game, err := rules.New(at.FEN())
	if err != nil {
		p.Fail("%v", err)
	}
	moves, err := probe.ReadLine(strings.Trim(p.Token(), `"`), &at, game)
	if err != nil {
		p.Fail("%v", err)
	}
	p.Next()
	return func(d *Debugger) bool {
		line := d.Line()
		switch op {
		case "!=":
			return !slices.Equal(line, moves)
		case ">=":
			return len(line) >= len(moves) && slices.Equal(line[:len(moves)], moves)
		}
		return slices.Equal(line, moves)
	}
}

// Line returns the moves from the root to the current node.
func (d *Debugger) Line() (line []goengine.Move) {
	for _, f := range d.frames[:d.Ply()] {
		line = append(line, f.Move)
	}
	return line
}
