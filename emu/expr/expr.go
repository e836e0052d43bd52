// Package expr is a language of numbers over a machine's registers and memory: of the
// debugger's conditions, and of the descriptions of other programs.
//
//	assignment = or "=" or
//	or     = and { "||" and }
//	and    = equal { "&&" equal }
//	equal  = sum [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) sum ] | comparison
//	sum    = term { ( "+" | "-" | "|" | "^" ) term }
//	term   = factor { ( "*" | "/" | "%" | "&" | "<<" | ">>" ) factor }
//	factor = ( "-" | "!" ) factor | "(" or ")" | number | "&" label | "%" register
//	       | ( "byte" | "word" | "long" | function ) "(" or ")"
//	       | "signed" "(" or [ "," ( "8" | "16" | "32" ) ] ")"
//	       | name [ "[" or "]" ]
//
// A name is a number of the Scope, a register, a flag as flag.z, a label, which is the
// byte there, or a constant; label[n] is the byte n further on. Numbers of the Scope and
// registers may be in upper case. The Scope has the functions of one number, and the
// comparisons of other things than numbers. byte, word and long read memory, in the
// machine's byte order, and are not negative. signed is the lowest bits of a number as
// two's complement: as many as a register has or as were read from memory, or 8, 16 or 32.
// What an assignment writes to is a register, a flag, a label or byte, word or long.
package expr

import (
	"fmt"
	"maps"
	"slices"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/internal/words"
)

// Scope is what the names in an expression mean. C is what an expression is evaluated on.
type Scope[C any] struct {
	// Machine returns the machine. It is called when an expression is evaluated.
	Machine func(C) emu.Machine
	// CPU is the machine's name: its registers and flags have names.
	CPU string
	// InMap reports whether there is memory at n addresses. With it Parse refuses a
	// constant address that has none; it may be nil.
	InMap func(addr uint32, n int) bool
	// Program has labels and constants. It may be nil.
	Program *emu.Program
	// Label returns the address of a further label, such as a local one, and Labels
	// lists these for messages. They may be nil.
	Label  func(name string) (addr uint32, ok bool)
	Labels func() []string
	// Numbers are further numbers, which come before all else of the same name. They
	// and Functions may panic by NoValue. Called is what a message calls them: "a
	// number of the search".
	Numbers map[string]func(C) int64
	Called  string
	// Functions are functions of one number, by name.
	Functions map[string]func(c C, n int64) int64
	// Comparisons are those of other things than numbers, by the word with which they
	// begin. Each reads a comparison from its word on.
	Comparisons map[string]func(p *Parser[C]) func(C) bool
}

// Names lists what an expression may name, but for constants.
func (s *Scope[C]) Names() (all []string) {
	all = slices.AppendSeq(CPUOf(s.CPU).names(), maps.Keys(s.Numbers))
	all = slices.AppendSeq(all, maps.Keys(s.Functions))
	if s.Program != nil {
		all = slices.AppendSeq(all, maps.Keys(s.Program.Symbols))
	}
	if s.Labels != nil {
		all = append(all, s.Labels()...)
	}
	slices.Sort(all)
	return append(all, slices.Sorted(maps.Keys(s.Comparisons))...)
}

// Expr is an expression that was parsed.
type Expr[C any] struct {
	text  string
	value func(C) int64 // panics with a *ValueError where it has no value
	place *place[C]     // nil unless it can be written
	scope *Scope[C]
	// registers is set if it names a register or a flag.
	registers bool
}

// Registers reports whether the expression names a register or a flag.
func (e *Expr[C]) Registers() bool { return e.registers }

// place is where a value can be written. bits is its size.
type place[C any] struct {
	at   func(C) Place
	bits int
}

// Parse parses an expression, or returns a *SyntaxError.
func (s *Scope[C]) Parse(text string) (*Expr[C], error) {
	var e *Expr[C]
	if err := s.parse(text, "", func(p *Parser[C]) { e = p.expr() }); err != nil {
		return nil, err
	}
	return e, nil
}

// Value returns the value, or a *ValueError.
func (e *Expr[C]) Value(c C) (int64, error) {
	return attempt(e.text, func() int64 { return e.value(c) })
}

// notWritten says what a place is not.
const notWritten = "is not a register, a flag, a label or byte(n), word(n), long(n)"

// Place returns where the value can be written: a register, a flag, or what label,
// label[n], byte(n), word(n) and long(n) read. It returns an error if that is nowhere.
func (e *Expr[C]) Place(c C) (Place, error) {
	if e.place == nil {
		return Place{}, fmt.Errorf("%q "+notWritten, e.text)
	}
	return attempt(e.text, func() Place {
		at := e.place.at(c)
		e.scope.read(c, at) // fails if there is no memory
		return at
	})
}

// read returns the number at a place.
func (s *Scope[C]) read(c C, at Place) int64 {
	n, err := at.Read(s.Machine(c))
	if err != nil {
		NoValue("%v", err)
	}
	return n
}

// Assignment is a place and a value to write there.
type Assignment[C any] struct {
	text      string
	to, value *Expr[C]
}

// ParseAssignment parses an assignment, or returns a *SyntaxError.
func (s *Scope[C]) ParseAssignment(text string) (*Assignment[C], error) {
	a := &Assignment[C]{text: text}
	err := s.parse(text, "=", func(p *Parser[C]) {
		begin := p.begin
		a.to = p.expr()
		p.want("=")
		if a.to.place == nil {
			p.begin = begin
			p.Fail("what is before = " + notWritten)
		}
		a.value = p.expr()
	})
	if err != nil {
		return nil, err
	}
	return a, nil
}

// Do writes the value, or returns a *ValueError and writes nothing: also if the place
// cannot hold the value.
func (a *Assignment[C]) Do(c C) error {
	_, err := attempt(a.text, func() (none struct{}) {
		n := a.value.value(c)
		if err := a.to.place.at(c).Write(a.to.scope.Machine(c), n); err != nil {
			NoValue("%v", err)
		}
		return none
	})
	return err
}

// SyntaxError is an expression that cannot be read. Column counts bytes, from 1.
type SyntaxError struct {
	Text   string
	Column int
	What   string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%q, column %d: %s", words.Short(e.Text, 60), e.Column, e.What)
}

// ValueError is an expression that has no value: it reads where no memory is, divides
// by zero, or leaves the range of numbers.
type ValueError struct{ Text, What string }

func (e *ValueError) Error() string { return fmt.Sprintf("%q: %s", words.Short(e.Text, 60), e.What) }

// NoValue panics with a *ValueError, which Value, Place and Do return.
func NoValue(format string, args ...any) { panic(&ValueError{What: fmt.Sprintf(format, args...)}) }

// attempt returns what f returns, or the *ValueError of an expression with a text. A
// machine panics with a text where there is no memory: the numbers of a Scope may lie
// there.
func attempt[T any](text string, f func() T) (v T, err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *ValueError:
			err = &ValueError{text, e.What}
		case string:
			err = &ValueError{text, e}
		default:
			panic(e)
		}
	}()
	return f(), nil
}
