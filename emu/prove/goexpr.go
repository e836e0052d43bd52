package prove

import (
	"fmt"
	"go/ast"
	"go/token"
)

func (in *interp) expr(e *env, x ast.Expr) Value {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return in.expr(e, x.X)
	case *ast.BasicLit:
		return literal(x)
	case *ast.SelectorExpr:
		return in.name(e, selected(x))
	case *ast.Ident:
		return in.name(e, x.Name)
	case *ast.UnaryExpr:
		return in.unary(x.Op, in.expr(e, x.X))
	case *ast.BinaryExpr:
		if x.Op != token.LAND && x.Op != token.LOR {
			return in.binary(x.Op, in.expr(e, x.X), in.expr(e, x.Y))
		}
		a := in.expr(e, x.X)
		if a.t == Bool(x.Op == token.LOR) {
			return a
		}
		c := a.t
		if x.Op == token.LOR {
			c = Not(c)
		}
		var b Value
		in.under(c, func() *env { b = in.expr(e, x.Y); return nil })
		return in.binary(x.Op, a, b)
	case *ast.IndexExpr:
		if id, ok := x.X.(*ast.Ident); ok && in.indexed != nil {
			if v, ok := in.indexed(id.Name, in.expr(e, x.Index), nil); ok {
				return v
			}
		}
		a, i := in.element(e, x)
		return valueOf(in.peek(e, a, i), "uint8")
	case *ast.CallExpr:
		id, ok := x.Fun.(*ast.Ident)
		if !ok {
			panic("a call of no function by name is not in the subset of Go")
		}
		return in.call(e, id.Name, x.Args)
	}
	panic(fmt.Sprintf("a %T is not in the subset of Go", x))
}

func (in *interp) name(e *env, name string) Value {
	if v, ok := e.vars[name]; ok {
		return v
	}
	if in.ident != nil {
		if v, ok := in.ident(name); ok {
			return v
		}
	}
	switch name {
	case "true":
		return truth(True)
	case "false":
		return truth(False)
	}
	if v, ok := in.global[name]; ok {
		return v
	}
	panic("there is no " + name)
}

func (in *interp) unary(op token.Token, v Value) Value {
	switch {
	case op == token.ADD:
		return v
	case op == token.NOT && v.kind == "bool":
		return truth(Not(v.t))
	case op == token.SUB && v.untyped():
		return number(-v.n)
	case op == token.XOR && v.untyped():
		return number(^v.n)
	case op == token.XOR && v.t != nil:
		return valueOf(BvNot(v.t), v.kind)
	case op == token.SUB && v.t != nil:
		return valueOf(Bin("bvsub", Const(0, v.t.w), v.t), v.kind)
	}
	panic(op.String() + " is not in the subset of Go")
}

func (in *interp) call(e *env, name string, list []ast.Expr) Value {
	if in.macro != nil {
		if v, ok := in.macro(e, name, list); ok {
			return v
		}
	}
	var args []Value
	for _, a := range list {
		args = append(args, in.expr(e, a))
	}
	switch {
	case kinds[name] > 0:
		return args[0].convert(name)
	case name == "min" || name == "max":
		op := token.LSS
		if name == "max" {
			op = token.GTR
		}
		v := args[0]
		for _, w := range args[1:] {
			v = merge(in.binary(op, v, w).t, v, w)
		}
		return v
	}
	return in.run(e, name, args)
}

// run calls a function, which reads and writes e's memory.
func (in *interp) run(e *env, name string, args []Value) Value {
	f := in.funcs[name]
	if f == nil {
		panic("there is no function " + name)
	}
	defer in.deeper()()
	c := newEnv(e.mem)
	var given []Value
	for _, p := range f.Type.Params.List {
		for _, n := range p.Names {
			if len(given) >= len(args) {
				panic("too few arguments for " + name)
			}
			v := args[len(given)]
			if id, ok := p.Type.(*ast.Ident); ok {
				if v = v.as(id.Name); v.kind != id.Name {
					panic(fmt.Sprintf("%s has a %s for its %s %s", name, v.kind, id.Name, n.Name))
				}
			}
			c.vars[n.Name] = v
			given = append(given, v)
		}
	}
	results := in.results
	in.results = f.Type.Results
	if in.symbols[name] {
		return in.symbol(e, name, given)
	}
	c = in.block(c, f.Body.List)
	in.results = results
	if f.Type.Results != nil && c.done != True {
		panic(name + " may end without a return")
	}
	e.mem = c.mem
	return c.ret
}

var binOps = map[token.Token]string{token.ADD: "bvadd", token.SUB: "bvsub", token.MUL: "bvmul", token.AND: "bvand", token.OR: "bvor", token.XOR: "bvxor"}

func (in *interp) binary(op token.Token, a, b Value) Value {
	if a.array != nil || b.array != nil || a.tuple != nil || b.tuple != nil {
		panic(op.String() + " of arrays is not in the subset of Go")
	}
	if a.untyped() && b.untyped() {
		v := in.binary(op, a.as("int"), b.as("int"))
		if v.kind == "int" {
			return number(int64(v.t.val))
		}
		return v
	}
	if op == token.SHL || op == token.SHR {
		return in.shift(op, a, b)
	}
	if a.untyped() {
		a = a.as(b.kind)
	}
	if b.untyped() {
		b = b.as(a.kind)
	}
	if a.kind != b.kind {
		panic(fmt.Sprintf("a %s %s a %s", a.kind, op, b.kind))
	}
	x, y := a.t, b.t
	if a.kind == "bool" {
		switch op {
		case token.LAND:
			return truth(And(x, y))
		case token.LOR:
			return truth(Or(x, y))
		case token.EQL:
			return truth(Eq(x, y))
		case token.NEQ:
			return truth(Not(Eq(x, y)))
		}
		panic(op.String() + " of truth values")
	}
	if name, ok := binOps[op]; ok {
		return valueOf(Bin(name, x, y), a.kind)
	}
	return in.compare(op, a.kind, x, y)
}

// compare has the operations that depend on the sign.
func (in *interp) compare(op token.Token, kind string, x, y *Term) Value {
	less, divide := "bvult", "bvudiv"
	if signed(kind) {
		less, divide = "bvslt", "bvsdiv"
	}
	switch op {
	case token.AND_NOT:
		return valueOf(Bin("bvand", x, BvNot(y)), kind)
	case token.QUO:
		if zero := Eq(y, Const(0, y.w)); zero != False {
			in.panics = Or(in.panics, And(in.guard, zero))
		}
		return valueOf(Bin(divide, x, y), kind)
	case token.EQL:
		return truth(Eq(x, y))
	case token.NEQ:
		return truth(Not(Eq(x, y)))
	case token.LSS:
		return truth(Bin(less, x, y))
	case token.GTR:
		return truth(Bin(less, y, x))
	case token.LEQ:
		return truth(Not(Bin(less, y, x)))
	case token.GEQ:
		return truth(Not(Bin(less, x, y)))
	}
	panic(op.String() + " is not in the subset of Go")
}

// shift shifts. A count with a sign must not be negative.
func (in *interp) shift(op token.Token, a, b Value) Value {
	a = a.as("int")
	name := "bvshl"
	if op == token.SHR {
		name = "bvlshr"
		if signed(a.kind) {
			name = "bvashr"
		}
	}
	if b.untyped() {
		b = b.as("uint32")
	} else if signed(b.kind) {
		if neg := Bin("bvslt", b.t, Const(0, b.t.w)); neg != False {
			in.panics = Or(in.panics, And(in.guard, neg))
		}
	}
	x, count := a.t, b.t
	if count.w > x.w { // computed wide, so that no bit of the count is lost
		wide := resize(x, count.w, signed(a.kind))
		return valueOf(Extract(Bin(name, wide, count), x.w-1, 0), a.kind)
	}
	return valueOf(Bin(name, x, Zext(count, x.w)), a.kind)
}
