package guest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/expr"
)

// numbers are what expressions may name besides registers, labels and memory.
type numbers struct {
	plies               int64
	from, to, promotion int64 // of a move, in the program's words
	man                 int64
	value               int64 // that an event is to have
	index               int64 // in the list of legal moves
	cell                int64 // that is about to be written
	position            positionNumbers
}

// positionNumbers are those of the position that is being set up.
type positionNumbers struct{ black, move, half, ep, white, blackKing, queen, blackQueen int64 }

// values are the numbers that expressions of a description may name, and the one that cells are given.
var values = map[string]func(*Engine) int64{
	"search.plies":         func(e *Engine) int64 { return e.now.plies },               // the plies that the program is to search
	"move.from":            func(e *Engine) int64 { return e.now.from },                // the square that the move to be played leaves, in the program's numbers
	"move.to":              func(e *Engine) int64 { return e.now.to },                  // the square that it goes to
	"move.promotion":       func(e *Engine) int64 { return e.now.promotion },           // the code of the man that a pawn becomes, as White's; 0 of other moves
	"move.man":             func(e *Engine) int64 { return e.now.man },                 // the code of the man who then stands on move.to
	"event.value":          func(e *Engine) int64 { return e.now.value },               // the value that a callback gives an event
	"list.index":           func(e *Engine) int64 { return e.now.index },               // the number of a move in the list of legal moves, from 0
	"position.black":       func(e *Engine) int64 { return e.now.position.black },      // 1 if Black is to move, else 0
	"position.move":        func(e *Engine) int64 { return e.now.position.move },       // the number of the move, from 1
	"position.half":        func(e *Engine) int64 { return e.now.position.half },       // the half-moves since the last capture or pawn move
	"position.ep":          func(e *Engine) int64 { return e.now.position.ep },         // the square that a pawn has just passed over; 0 without one
	"position.king":        func(e *Engine) int64 { return e.now.position.white },      // the square of White's king
	"position.black_king":  func(e *Engine) int64 { return e.now.position.blackKing },  // the square of Black's king
	"position.queen":       func(e *Engine) int64 { return e.now.position.queen },      // the square of White's queen, of several the last from a1 to h8; 0 without one
	"position.black_queen": func(e *Engine) int64 { return e.now.position.blackQueen }, // the square of Black's queen, in the same way
	cellValue:              func(e *Engine) int64 { return e.now.cell },
}

// cellValue is what a cell of the board is set to, a number of no description.
const cellValue = "cell.value"

type (
	value      = *expr.Expr[*Engine]
	assignment = *expr.Assignment[*Engine]
)

// compiler compiles the expressions of a description. It collects errors.
type compiler struct {
	d         *Description
	m         emu.Machine
	scope     *expr.Scope[*Engine]
	addresses *expr.Scope[*Engine]
	errs      []error
}

// newCompiler returns a compiler for a program. An address is an expression in which a label is its address.
func newCompiler(d *Description, p *emu.Program, m emu.Machine) *compiler {
	labels := maps.Clone(p.Constants)
	maps.Copy(labels, p.Symbols)
	machine := func(e *Engine) emu.Machine { return e.m }
	return &compiler{
		d: d, m: m,
		scope: &expr.Scope[*Engine]{Machine: machine, CPU: d.Program.CPU, Program: p, Numbers: values},
		addresses: &expr.Scope[*Engine]{
			Machine: machine, Program: &emu.Program{Constants: labels}, Labels: func() []string { return slices.Collect(maps.Keys(labels)) },
		},
	}
}

// ram returns the addresses of RAM.
func (c *compiler) ram() []emu.Range {
	o, err := c.d.options(c.scope.Program)
	c.fail("memory", err)
	return o.RAM
}

func (c *compiler) fail(key string, err error) {
	if err != nil {
		c.failf(key, "%v", err)
	}
}

func (c *compiler) failf(key, format string, args ...any) {
	c.errs = append(c.errs, c.d.wrong(key, format, args...))
}

// value compiles an expression, nil for none.
func (c *compiler) value(key, text string) value {
	if text == "" {
		return nil
	}
	v, err := c.scope.Parse(text)
	c.fail(key, err)
	return v
}

// sets compiles assignments.
func (c *compiler) sets(key string, lines Lines) (all []assignment) {
	for _, text := range lines {
		a, err := c.scope.ParseAssignment(text)
		c.fail(key, err)
		all = append(all, a)
	}
	return all
}

// cell is a place that is written and read.
type cell struct {
	key string
	is  bool
	set assignment // to cellValue
	get value
}

// cell compiles a place.
func (c *compiler) cell(key, place string) cell {
	if place == "" {
		return cell{key: key}
	}
	get, err := c.scope.Parse(place)
	if err != nil {
		c.fail(key+".at", err)
		return cell{key: key}
	}
	set, err := c.scope.ParseAssignment(place + " = " + cellValue)
	c.fail(key+".at", err)
	return cell{key, err == nil, set, get}
}

// address returns the value of an address. ok is false for none.
func (c *compiler) address(key, text string) (addr uint32, ok bool) {
	if text == "" {
		return 0, false
	}
	v, err := c.addresses.Parse(text)
	if err != nil {
		c.fail(key, err)
		return 0, false
	}
	n, err := v.Value(nil)
	if err == nil && (n < 0 || n > 0xFFFFFFFF) {
		err = fmt.Errorf("%q is $%x: want an address", text, n)
	}
	c.fail(key, err)
	return uint32(n), err == nil
}

// code returns an address at which the program has code.
func (c *compiler) code(key, text string) (addr uint32, ok bool) {
	addr, ok = c.address(key, text)
	switch p := c.scope.Program; {
	case !ok:
	case !c.m.InMap(addr, 1):
		c.failf(key, "%s is $%04x, where there is no memory", text, addr)
	case !p.InCode(addr) && !c.d.Memory.CodeInRAM:
		c.failf(key, "%s is $%04x, where the images have no code", text, addr)
	}
	return addr, ok
}

// call is a routine to be called.
type call struct {
	key    string
	at     uint32
	is     bool
	set    []assignment
	budget uint64
	// patient is set if the budget is no number of the description.
	patient bool
}

func (c *compiler) call(key string, d Call) call {
	at, is := c.code(key+".call", d.Call)
	if !is && len(d.Set) > 0 && key != "start" {
		c.failf(key, "set without call")
	}
	made := call{key, at, is, c.sets(key+".set", d.Set), d.Cycles, d.Cycles == 0}
	if made.patient {
		made.budget = defaultTime * min(max(c.d.Program.Clock, 1), defaultCycles/defaultTime)
	}
	return made
}

// A routine may take the less of defaultTime, in seconds of its clock, and defaultCycles, some ten seconds of the host's time,
// unless the description says how many cycles.
const (
	defaultTime   = 600
	defaultCycles = 2_400_000_000
)
