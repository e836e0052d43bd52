package debug

import (
	"fmt"
	"math"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
)

// A condition is an expression over numbers:
//
//	or     = and { "||" and }
//	and    = equal { "&&" equal }
//	equal  = sum [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) sum ]
//	sum    = term { ( "+" | "-" | "|" | "^" ) term }
//	term   = factor { ( "*" | "/" | "%" | "&" | "<<" | ">>" ) factor }
//	factor = ( "-" | "!" ) factor | "(" or ")" | number | "&" label | "%" register
//	       | ( "byte" | "word" | "long" ) "(" or ")"
//	       | name [ "[" or "]" ] | line ( "==" | "!=" | ">=" ) moves
//
// A name is a register, a flag as flag.z, one of the search's numbers (names), a
// constant, or a label, which is the byte there; label[n] is the byte n further on.
// Registers and the search's numbers may be in upper case. A local label is one of the
// routine at hand. moves are in quotes; >= reports whether the line begins with them.
// A condition returns an error where the expression has no value.
type condition func(d *Debugger) (bool, error)

// value is a compiled expression. It panics with a *ValueError where it has no value.
type value func(d *Debugger) int64

// ValueError is an expression that has no value: it reads where no memory is, divides
// by zero, or leaves the range of numbers.
type ValueError struct{ Text, What string }

func (e *ValueError) Error() string { return fmt.Sprintf("%q: %s", report.Short(e.Text, 60), e.What) }

func noValue(format string, args ...any) { panic(&ValueError{What: fmt.Sprintf(format, args...)}) }

// searchNames are the numbers of a search, in the words of the glossary.
var searchNames = map[string]value{
	"cycles": func(d *Debugger) int64 { return int64(d.m.Cycles()) },
	"ply":    func(d *Debugger) int64 { return int64(d.search.Ply()) },
	"node":   func(d *Debugger) int64 { return int64(d.search.Nodes()) },
	"sx":     func(d *Debugger) int64 { own, _ := d.search.Budget(); return int64(own) },
	"other":  func(d *Debugger) int64 { _, other := d.search.Budget(); return int64(other) },
	"alpha":  func(d *Debugger) int64 { alpha, _ := d.search.Window(); return int64(alpha) },
	"beta":   func(d *Debugger) int64 { _, beta := d.search.Window(); return int64(beta) },
	"static": func(d *Debugger) int64 { return int64(d.search.Static()) },
	// changed is of a data breakpoint: whether the instruction has changed a byte.
	"changed": func(d *Debugger) int64 { return truth(d.changed) },
}

// SyntaxError is an expression that cannot be read. Column counts from 1.
type SyntaxError struct {
	Text   string
	Column int
	What   string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%q, column %d: %s", report.Short(e.Text, 60), e.Column, e.What)
}

// compile parses a condition. here is an address in the routine whose local labels it
// may name.
func (d *Debugger) compile(text string, here uint32) (condition, error) {
	v, _, err := d.parse(text, here)
	if err != nil {
		return nil, err
	}
	return func(d *Debugger) (bool, error) {
		n, err := v.in(d, text)
		return n != 0, err
	}, nil
}

// in returns the value, or the *ValueError of an expression with a text. The machine's
// memory panics with a text where there is none: if the user has changed what the search
// reads by, its numbers may lie there.
func (v value) in(d *Debugger, text string) (n int64, err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *ValueError:
			n, err = 0, &ValueError{text, e.What}
		case string:
			n, err = 0, &ValueError{text, e}
		default:
			panic(e)
		}
	}()
	return v(d), nil
}

// Evaluate returns the value of an expression at the current instruction.
func (d *Debugger) Evaluate(text string) (int64, error) { return d.EvaluateIn(text, d.m.PC()) }

// EvaluateIn returns the value of an expression that may name local labels of the
// routine at an address.
func (d *Debugger) EvaluateIn(text string, here uint32) (int64, error) {
	v, _, err := d.parse(text, here)
	if err != nil {
		return 0, err
	}
	return v.in(d, text)
}

// parse parses an expression. at is nil unless it is a place that can be written.
func (d *Debugger) parse(text string, here uint32) (v value, at func(d *Debugger) Place, err error) {
	p := &parser{d: d, text: text, here: here}
	defer func() {
		if e := recover(); e != nil {
			bad, ok := e.(*SyntaxError)
			if !ok {
				panic(e)
			}
			v, at, err = nil, nil, bad
		}
	}()
	p.next()
	v = p.or()
	if p.token != "" {
		p.fail("want an operator or the end, found %s", p.token)
	}
	return v, p.place, nil
}

// level is a set of operators of two numbers.
type level map[string]func(a, b int64) int64

var (
	comparisons = level{
		"==": func(a, b int64) int64 { return truth(a == b) }, "!=": func(a, b int64) int64 { return truth(a != b) },
		"<": func(a, b int64) int64 { return truth(a < b) }, "<=": func(a, b int64) int64 { return truth(a <= b) },
		">": func(a, b int64) int64 { return truth(a > b) }, ">=": func(a, b int64) int64 { return truth(a >= b) },
	}
	sums = level{
		"+": func(a, b int64) int64 { return inRange(float64(a)+float64(b), a+b) },
		"-": func(a, b int64) int64 { return inRange(float64(a)-float64(b), a-b) },
		"|": func(a, b int64) int64 { return a | b }, "^": func(a, b int64) int64 { return a ^ b },
	}
	terms = level{
		"*": func(a, b int64) int64 { return inRange(float64(a)*float64(b), a*b) },
		"/": func(a, b int64) int64 { return a / divisor(b) }, "%": func(a, b int64) int64 { return a % divisor(b) },
		"&":  func(a, b int64) int64 { return a & b },
		"<<": func(a, b int64) int64 { return inRange(math.Ldexp(float64(a), shift(b)), a<<shift(b)) }, ">>": func(a, b int64) int64 { return a >> shift(b) },
	}
)

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// limit bounds the numbers of an expression, from -limit to limit.
const limit = 1 << 62

// inRange returns n, which is about the given number.
func inRange(about float64, n int64) int64 {
	if math.Abs(about) > limit {
		noValue("a number beyond 2^62")
	}
	return n
}

func divisor(n int64) int64 {
	if n == 0 {
		noValue("division by zero")
	}
	return n
}

func shift(n int64) int {
	if n < 0 || n > 63 {
		noValue("a shift by %d: want 0 to 63", n)
	}
	return int(n)
}

// Line returns the moves from the root to the current node.
func (d *Debugger) Line() (line []goengine.Move) {
	for _, f := range d.frames[:d.search.Ply()] {
		line = append(line, f.Move)
	}
	return line
}
