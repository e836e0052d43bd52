package prove

import (
	"fmt"
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// interp runs a subset of Go on terms: functions of integers, truth values and arrays of bytes in memory, with if, switch,
// for and calls. An if whose condition is not known merges both branches; a loop ends when its condition is known to be
// false.
type interp struct {
	funcs  map[string]*ast.FuncDecl
	global map[string]Value
	// read says what memory holds where nothing was stored.
	read func(at uint64) *Term
	// ident, assign and macro are what names and calls of an instruction's effect mean.
	ident  func(name string) (Value, bool)
	assign func(name string, v Value) bool
	macro  func(e *env, name string, args []ast.Expr) (Value, bool)
	// indexed is what name[i] means, and name[i] = v if there is one.
	indexed func(name string, i Value, v *Value) (Value, bool)
	// guard holds where the expression at hand is evaluated; panics holds where Go would panic: an index out of its range, a
	// division by 0.
	guard, panics *Term
	steps, depth  int
	symbols       map[string]bool // functions that are not run
	results       *ast.FieldList  // of the function that runs
	arrays        bool            // memory is an array at the base of each, as z3 has them
}

// patience bounds the statements that a function or an instruction executes, deepest the turns of a loop and the calls within calls.
const (
	patience = 1_000_000
	deepest  = 3000
)

func newInterp() *interp {
	return &interp{guard: True, panics: False, read: func(uint64) *Term { panic("no memory here") }}
}

// under runs f where a condition holds too.
func (in *interp) under(c *Term, f func() *env) *env {
	old := in.guard
	in.guard = And(old, c)
	defer func() { in.guard = old }()
	return f()
}

// deeper counts a turn of a loop or a call, and returns what ends the count.
func (in *interp) deeper() func() {
	if in.depth++; in.depth > deepest {
		panic("a loop without end")
	}
	return func() { in.depth-- }
}

// block runs statements. Behind a return in a branch the others are executed only where there was none.
func (in *interp) block(e *env, list []ast.Stmt) *env {
	if len(list) == 0 {
		return e
	}
	return in.then(in.stmt(e, list[0]), func(e *env) *env { return in.block(e, list[1:]) })
}

// then runs more where the function has not returned.
func (in *interp) then(e *env, more func(*env) *env) *env {
	switch e.done {
	case False:
		return more(e)
	case True:
		return e
	}
	live, rest := Not(e.done), e.clone()
	rest.done = False
	rest = in.under(live, func() *env { return more(rest) })
	out := join(live, rest, e, in.read)
	out.vars = rest.vars // where it has returned they mean nothing
	return out
}

func (in *interp) stmt(e *env, s ast.Stmt) *env {
	if in.steps++; in.steps > patience {
		panic(fmt.Sprintf("more than %d statements: a loop without end?", patience))
	}
	switch s := s.(type) {
	case *ast.BlockStmt:
		return in.block(e, s.List)
	case *ast.ExprStmt:
		in.expr(e, s.X)
	case *ast.AssignStmt:
		in.assignment(e, s)
	case *ast.IncDecStmt:
		op := token.ADD
		if s.Tok == token.DEC {
			op = token.SUB
		}
		in.store(e, s.X, in.binary(op, in.expr(e, s.X), number(1)))
	case *ast.ReturnStmt:
		return in.returned(e, s)
	case *ast.IfStmt:
		if s.Init != nil {
			e = in.stmt(e, s.Init)
		}
		return in.choice(e, in.expr(e, s.Cond).t, s.Body, s.Else)
	case *ast.SwitchStmt:
		return in.choose(e, s)
	case *ast.ForStmt:
		if s.Init != nil {
			e = in.stmt(e, s.Init)
		}
		return in.loop(e, s)
	default:
		panic(fmt.Sprintf("a %T is not in the subset of Go", s))
	}
	return e
}

// choice runs one of two statements, or both and merges.
func (in *interp) choice(e *env, c *Term, then, other ast.Stmt) *env {
	no, yes := e, (*env)(nil)
	switch c {
	case True:
		return in.stmt(e, then)
	case False:
	default:
		yes = in.under(c, func() *env { return in.stmt(e.clone(), then) })
		no = e.clone()
	}
	if other != nil {
		no = in.under(Not(c), func() *env { return in.stmt(no, other) })
	}
	return join(c, yes, no, in.read)
}

// choose runs a switch, as the ifs that it stands for.
func (in *interp) choose(e *env, s *ast.SwitchStmt) *env {
	var other ast.Stmt = &ast.BlockStmt{}
	if s.Tag != nil || s.Init != nil {
		panic("a switch of a value is not in the subset of Go")
	}
	for i := len(s.Body.List) - 1; i >= 0; i-- {
		switch c := s.Body.List[i].(*ast.CaseClause); {
		case c.List == nil && i == len(s.Body.List)-1:
			other = &ast.BlockStmt{List: c.Body}
		case len(c.List) == 1:
			other = &ast.IfStmt{Cond: c.List[0], Body: &ast.BlockStmt{List: c.Body}, Else: other}
		default:
			panic("a case of several conditions, or a default before others, is not in the subset of Go")
		}
	}
	return in.stmt(e, other)
}

func (in *interp) loop(e *env, s *ast.ForStmt) *env {
	defer in.deeper()()
	c := True
	if s.Cond != nil {
		c = in.expr(e, s.Cond).t
	}
	if c == False {
		return e
	}
	before := e
	if c != True {
		e = e.clone()
	}
	after := in.under(c, func() *env {
		return in.then(in.block(e, s.Body.List), func(e *env) *env {
			if s.Post != nil {
				e = in.stmt(e, s.Post)
			}
			return in.loop(e, s)
		})
	})
	return join(c, after, before, in.read)
}

func (in *interp) assignment(e *env, s *ast.AssignStmt) {
	var right []Value
	for _, r := range s.Rhs {
		if v := in.expr(e, r); v.tuple != nil && len(s.Rhs) == 1 {
			right = v.tuple
		} else {
			right = append(right, v)
		}
	}
	for i, l := range s.Lhs {
		v := right[i]
		switch s.Tok {
		case token.DEFINE:
			if v.untyped() {
				v = v.as("int")
			}
			e.vars[l.(*ast.Ident).Name] = v
			continue
		case token.ASSIGN:
		default:
			v = in.binary(token.ADD+(s.Tok-token.ADD_ASSIGN), in.expr(e, l), v)
		}
		in.store(e, l, v)
	}
}

func (in *interp) returned(e *env, s *ast.ReturnStmt) *env {
	var out []Value
	for _, r := range s.Results {
		out = append(out, in.expr(e, r))
	}
	if len(out) == 1 && out[0].tuple != nil {
		out = out[0].tuple
	}
	if in.results != nil {
		i := 0
		for _, f := range in.results.List {
			for range max(len(f.Names), 1) {
				if i >= len(out) {
					panic("a return of too few values")
				}
				out[i] = out[i].as(f.Type.(*ast.Ident).Name)
				i++
			}
		}
	}
	switch len(out) {
	case 0:
	case 1:
		e.ret = out[0]
	default:
		e.ret = Value{tuple: out}
	}
	e.done = True
	return e
}

func (in *interp) store(e *env, l ast.Expr, v Value) {
	switch l := l.(type) {
	case *ast.SelectorExpr:
		in.store(e, &ast.Ident{Name: selected(l)}, v)
	case *ast.Ident:
		if l.Name == "_" || in.assign != nil && in.assign(l.Name, v) {
			return
		}
		old, ok := e.vars[l.Name]
		if !ok {
			panic("there is no variable " + l.Name)
		}
		e.vars[l.Name] = v.as(old.kind)
	case *ast.IndexExpr:
		if in.indexed != nil {
			in.indexed(l.X.(*ast.Ident).Name, in.expr(e, l.Index), &v)
			return
		}
		a, i := in.element(e, l)
		in.poke(e, a, i, v.as("uint8").t)
	default:
		panic(fmt.Sprintf("an assignment to a %T is not in the subset of Go", l))
	}
}

// element is the array and the index of an expression. Where the index is out of its range Go panics.
func (in *interp) element(e *env, x *ast.IndexExpr) (*Array, *Term) {
	a, i := in.expr(e, x.X).array, in.expr(e, x.Index).as("int").t
	if a == nil {
		panic("an index of no array")
	}
	n := uint64(a.len)
	if all := i.Values(); all != nil && all[len(all)-1] < n || i.w < 64 && n > mask(i.w) {
		return a, i
	}
	in.panics = Or(in.panics, And(in.guard, Not(Bin("bvult", i, Const(n, i.w)))))
	return a, i
}

// peek is the byte of memory at an index of an array.
func (in *interp) peek(e *env, a *Array, i *Term) *Term {
	if in.arrays {
		return newTerm("select", 8, 0, "", in.byteAt(e, a.base), index(i))
	}
	t := choose(i, func(v uint64) *Term {
		if v >= uint64(a.len) {
			return Const(0, 8) // Go panics there
		}
		return in.byteAt(e, a.base+v)
	})
	if t == nil {
		panic(fmt.Sprintf("an index may be more than %d values", setLimit))
	}
	t.load = t.many
	return t
}

// byteAt is a byte of memory.
func (in *interp) byteAt(e *env, at uint64) *Term {
	if t, ok := e.mem[at]; ok {
		return t
	}
	return in.read(at)
}

func (in *interp) poke(e *env, a *Array, i, v *Term) {
	if in.arrays {
		e.mem[a.base] = newTerm("store", arrayWidth, 0, "", in.byteAt(e, a.base), index(i), v)
		return
	}
	ok := eachChoice(i, func(k uint64, is *Term) {
		if k >= uint64(a.len) {
			return
		}
		at := a.base + k
		old, ok := e.mem[at]
		if !ok && is != True {
			old = in.read(at)
		}
		if is == True {
			e.mem[at] = v
		} else {
			e.mem[at] = Ite(is, v, old)
		}
	})
	if !ok {
		panic(fmt.Sprintf("an index may be more than %d values", setLimit))
	}
}

// selected is the name of x.y.
func selected(x *ast.SelectorExpr) string {
	l, ok := x.X.(*ast.Ident)
	if !ok {
		panic("a selector of no name")
	}
	return l.Name + "." + x.Sel.Name
}

// literal is a number as Go writes it.
func literal(x *ast.BasicLit) Value {
	n, err := strconv.ParseInt(strings.ReplaceAll(x.Value, "_", ""), 0, 64)
	if err != nil {
		panic("the literal " + x.Value + " is not in the subset of Go")
	}
	return number(n)
}
