package prove

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Contract says that a routine does what a function of Go does. It is that function, with directives in its comment:
//
//	//prove:routine LABEL
//	//prove:each PARAMETER=VALUES …   a case for each of the values: 1,2,5..9, or squares
//	//prove:needs CONDITION           what callers must see to
//	//prove:calls LABEL …              proved routines that are not executed: their contracts stand for them
//	//prove:exhaust                    no proof: each gives all inputs that occur, and tests run the routine for them
//	//prove:steps                      what the routine leaves is asked about number by number: those proved help with the next
//	//prove:loose                      bounds of the cycles will do, which need not occur; so with calls
//	//prove:lemma NAME                 a property of functions, of no routine: the result is true, and each array is left as it was
//	//prove:changes ARRAY …            but for those that a lemma may change
//	//prove:cells ARRAY=FUNCTION …    what holds of each byte of an array: func(index int, value uint8) bool
//	//prove:only RESULT=RESULT …       a result that means something only where the other one, a truth value, holds, or !RESULT does not
//
// A parameter is a value that the table of places has for the routine, or a byte or an array in memory at the label of that
// name, or an array where a Record says; an underscore behind its name tells it from an array's. Results are what the table has behind >. All other memory must be as the function leaves it, and the registers that
// the header does not list as they were.
type Contract struct {
	Routine string
	Where   string // file:line
	Exhaust bool   // it is run for all its inputs instead of proved
	Lemma   bool   // it has no routine
	decl    *ast.FuncDecl
	each    [][2]string
	needs   []ast.Expr
	cells   [][2]string
	only    [][2]string
	calls   []string
	changes []string // arrays
	steps   bool
	loose   bool // the cycles that are proved are bounds, and need not occur
}

// Bounds are the least and the most cycles of a call that meets a contract.
type Bounds struct{ Least, Most uint64 }

// Func is the name of the contract's function.
func (c *Contract) Func() string { return c.decl.Name.Name }

// Places are where a routine takes and leaves values on a CPU, by their names; what else it may change, and which registers
// it keeps.
type Places struct {
	In, Out map[string]string
	Outs    []string // the names of Out, in their order
	Uses    []string
	Keeps   []string
	// Entry are registers with what they hold besides, as expressions of the parameters.
	Entry   [][2]string
	Missing bool // the CPU has no such routine
}

// Form is a place that is more than a register or bytes at a label: where the value is, and what bytes it makes others, as
// expressions of v.
type Form struct {
	Place string
	Sets  [][2]string
}

// Book holds contracts, for a program.
type Book struct {
	Program   *Program
	Contracts map[string]*Contract
	Order     []string
	Places    map[string]Places
	Forms     map[string]Form
	Records   map[string]Record
	// Facts are what holds of bytes wherever an array of that name is asked about: places with expressions.
	Facts map[string][][2]string
	// Derived are bytes that a CPU keeps besides an array: an address and a byte, as expressions of an index i and of the
	// array's byte v there.
	Derived map[string][][2]string
	Solver  *Solver
	// Bounds are those of the routines proved so far.
	Bounds map[string]Bounds
	// Share is the part of the work that a proof may take, 1 if it is 0: where that does not suffice, it is undecided.
	Share float64
	// Progress is called after each case with the number of those done, of all.
	Progress func(done, of int)

	funcs  map[string]*ast.FuncDecl
	global map[string]Value
	preds  map[string]*domain
	sent   []pending
	held   map[*Term]bool    // what holds was asked about
	asked  map[*Term]bool    // and what possible was
	same   map[[3]*Term]bool // whether two terms are equal where the needs are met
	known  map[*Contract]map[uint64]*domain
}

// NewBook reads contracts from Go files, by their names.
func NewBook(files map[string]string) (*Book, error) {
	b := &Book{Contracts: map[string]*Contract{}, funcs: map[string]*ast.FuncDecl{}, global: map[string]Value{}, preds: map[string]*domain{}, Bounds: map[string]Bounds{}, known: map[*Contract]map[uint64]*domain{}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, files[name], parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, d := range f.Decls {
			if err := b.declare(set, d); err != nil {
				return nil, err
			}
		}
	}
	return b, nil
}

// declare notes a declaration of a file: constants, tables and functions.
func (b *Book) declare(set *token.FileSet, d ast.Decl) (err error) {
	where := set.Position(d.Pos()).String()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: %v", where, p)
		}
	}()
	switch d := d.(type) {
	case *ast.GenDecl:
		in := b.interp()
		for _, s := range d.Specs {
			if s, ok := s.(*ast.ValueSpec); ok {
				for i, n := range s.Names {
					b.global[n.Name] = in.expr(newEnv(nil), s.Values[i])
				}
			}
		}
	case *ast.FuncDecl:
		b.funcs[d.Name.Name] = d
		return b.contract(set, d)
	}
	return nil
}

// contract reads the directives of a function.
func (b *Book) contract(set *token.FileSet, d *ast.FuncDecl) error {
	if d.Doc == nil {
		return nil
	}
	c := &Contract{decl: d}
	for _, l := range d.Doc.List {
		text, ok := strings.CutPrefix(l.Text, "//prove:")
		if !ok {
			continue
		}
		c.Where = set.Position(l.Pos()).String()
		word, rest, _ := strings.Cut(text, " ")
		var pairs [][2]string
		for _, f := range strings.Fields(rest) {
			p, q, _ := strings.Cut(f, "=")
			pairs = append(pairs, [2]string{p, q})
		}
		switch word {
		case "routine":
			c.Routine = rest
		case "lemma":
			c.Routine, c.Lemma = rest, true
		case "changes":
			c.changes = append(c.changes, strings.Fields(rest)...)
		case "each":
			c.each = append(c.each, pairs...)
		case "cells":
			c.cells = append(c.cells, pairs...)
		case "only":
			c.only = append(c.only, pairs...)
		case "calls":
			c.calls, c.loose = append(c.calls, strings.Fields(rest)...), true
		case "exhaust":
			c.Exhaust = true
		case "loose":
			c.loose = true
		case "steps":
			c.steps = true
		case "needs":
			x, err := parser.ParseExpr(rest)
			if err != nil {
				return fmt.Errorf("%s: needs: %w", c.Where, err)
			}
			c.needs = append(c.needs, x)
		default:
			return fmt.Errorf("%s: there is no directive prove:%s", c.Where, word)
		}
	}
	switch {
	case c.Where == "":
		return nil
	case c.Routine == "":
		return fmt.Errorf("%s: %s has directives and no prove:routine", c.Where, d.Name.Name)
	case b.Contracts[c.Routine] != nil:
		return fmt.Errorf("%s: %s has a contract already", c.Where, c.Routine)
	}
	b.Contracts[c.Routine] = c
	b.Order = append(b.Order, c.Routine)
	return nil
}

func (b *Book) interp() *interp {
	in := newInterp()
	in.funcs, in.global = b.funcs, b.global
	return in
}

// Range are the values that a directive lists: numbers, ranges lo..hi, squares.
func Range(text string) (all []uint64, err error) {
	for part := range strings.SplitSeq(text, ",") {
		if part == "squares" {
			for sq := range uint64(128) {
				if sq&0x88 == 0 {
					all = append(all, sq)
				}
			}
			continue
		}
		lo, hi, ok := strings.Cut(part, "..")
		if !ok {
			hi = lo
		}
		l, err := strconv.ParseInt(lo, 0, 64)
		h, err2 := strconv.ParseInt(hi, 0, 64)
		if err != nil || err2 != nil || h < l {
			return nil, fmt.Errorf("%q is no list of values: 1,2,5..9 or squares", text)
		}
		for v := l; v <= h; v++ {
			all = append(all, uint64(v))
		}
	}
	return all, nil
}

// domain is what a predicate allows at an index of an array.
func (b *Book) domain(pred string, index int) *domain {
	key := fmt.Sprintf("%s %d", pred, index)
	if d, ok := b.preds[key]; ok {
		return d
	}
	d, in, v := &domain{}, b.interp(), Var("cell", 8)
	holds := in.run(newEnv(nil), pred, []Value{number(int64(index)).as("int"), valueOf(v, "uint8")}).t
	holds = And(holds, Not(in.panics))
	for n := range uint64(256) {
		if holds.Eval(map[*Term]uint64{v: n}, map[*Term]uint64{}) == 1 {
			d.add(n)
		}
	}
	if *d == (domain{}) {
		panic(fmt.Sprintf("%s allows nothing at %d", pred, index))
	}
	b.preds[key] = d
	return d
}

// param is a parameter of a contract's function: a scalar at a place, or an array at a label.
type param struct {
	name, kind, place string
	length            int // of an array, else 0
}

// params are the parameters of a contract's function, with their places.
func (b *Book) params(c *Contract) (all []param) {
	for _, f := range c.decl.Type.Params.List {
		for _, n := range f.Names {
			bare := strings.TrimSuffix(n.Name, "_")
			p := param{name: n.Name, place: bare}
			switch t := f.Type.(type) {
			case *ast.Ident:
				p.kind = t.Name
				if place, ok := b.Places[c.Routine].In[bare]; ok {
					p.place = place
				}
			case *ast.StarExpr:
				a := t.X.(*ast.ArrayType)
				if place := b.Places[c.Routine].In[bare]; b.Records[place] != (Record{}) {
					p.place = place
				}
				p.kind, p.length = a.Elt.(*ast.Ident).Name, int(b.interp().expr(newEnv(nil), a.Len).n)
				if f, ok := b.Forms[bare]; ok {
					p.place = f.Place
				}
				if width(p.kind) != 8 {
					panic(p.name + " is no array of bytes")
				}
			default:
				panic(p.name + " is no number and no array by pointer")
			}
			b.apart(all, p)
			all = append(all, p)
		}
	}
	return all
}

// apart requires of an array that it shares no byte with the arrays before: Go's arrays do not.
func (b *Book) apart(all []param, p param) {
	for _, q := range all {
		if q.length == 0 || p.length == 0 {
			continue
		}
		if at, other := b.bytesAt(p.place, 1)[0], b.bytesAt(q.place, 1)[0]; at < other+uint64(q.length) && other < at+uint64(p.length) {
			panic(fmt.Sprintf("the arrays %s and %s have bytes in common", q.name, p.name))
		}
	}
}

// outs are the results of a contract's function, of what a call of it gives.
func (c *Contract) outs(result Value) []Value {
	if result.tuple == nil && c.decl.Type.Results != nil {
		return []Value{result}
	}
	return result.tuple
}

// named is the number of the result of a contract's function of that name, -1 if there is none.
func (c *Contract) named(name string) int {
	var all []string
	if c.decl.Type.Results != nil {
		for _, f := range c.decl.Type.Results.List {
			for _, n := range f.Names {
				all = append(all, n.Name)
			}
		}
	}
	return slices.Index(all, name)
}

// truth is a result that is a truth value, by its name.
func (c *Contract) truth(directive, name string, outs []Value) *Term {
	bare, not := strings.CutPrefix(name, "!")
	if i := c.named(bare); i >= 0 && outs[i].kind == "bool" {
		if not {
			return Not(outs[i].t)
		}
		return outs[i].t
	}
	panic(fmt.Sprintf("prove:%s: %s is no result that is a truth value", directive, name))
}

// meant are the conditions under which the results of a contract's function mean something.
func (c *Contract) meant(outs []Value) []*Term {
	all := make([]*Term, len(outs))
	for i := range all {
		all[i] = True
	}
	for _, o := range c.only {
		i := c.named(o[0])
		if i < 0 {
			panic("prove:only: " + o[0] + " is no result")
		}
		all[i] = And(all[i], c.truth("only", o[1], outs))
	}
	return all
}

// results are the places of the results of a contract's function, "" where this CPU leaves none.
func (b *Book) results(c *Contract) (all []string) {
	places := b.Places[c.Routine]
	if c.decl.Type.Results == nil {
		return nil
	}
	i := 0
	for _, f := range c.decl.Type.Results.List {
		for k := range max(len(f.Names), 1) {
			name := ""
			if len(f.Names) > 0 {
				name = strings.TrimSuffix(f.Names[k].Name, "_")
			} else if i < len(places.Outs) {
				name = places.Outs[i]
			}
			place, ok := places.Out[name]
			if !ok { // where the parameter of its name is
				place, ok = places.In[name]
			}
			_, label := b.Program.Symbols[name]
			if _, form := b.Forms[name]; !ok && (label || form) {
				place, ok = name, true
			}
			if !ok && !slices.Contains(places.Outs, name) {
				panic(fmt.Sprintf("%s leaves no %q", c.Routine, name))
			}
			all = append(all, place)
			i++
		}
	}
	return all
}
