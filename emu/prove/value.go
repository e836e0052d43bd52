package prove

import (
	"fmt"
	"maps"
)

// Value is a value of Go: a term with its kind, a number without one, an array of bytes in memory, or several values.
type Value struct {
	t     *Term
	kind  string // uint8 and so on; "" is a constant without a type
	n     int64
	array *Array
	tuple []Value
}

// Array is bytes of memory from base on.
type Array struct {
	base uint64
	len  int
}

// kinds are the kinds of values with their widths; those of integers with a sign begin with i.
var kinds = map[string]int{"bool": 0, "uint8": 8, "int8": 8, "uint16": 16, "int16": 16, "uint32": 32, "int32": 32, "uint64": 64, "int64": 64, "int": 64}

func width(kind string) int {
	w, ok := kinds[kind]
	if !ok {
		panic("the type " + kind + " is not in the subset of Go")
	}
	return w
}

func signed(kind string) bool { return kind[0] == 'i' }

func number(n int64) Value               { return Value{n: n} }
func (v Value) untyped() bool            { return v.kind == "" && v.t == nil && v.array == nil && v.tuple == nil }
func truth(t *Term) Value                { return Value{t: t, kind: "bool"} }
func valueOf(t *Term, kind string) Value { return Value{t: t, kind: kind} }

// as gives a constant without a type the type that it is used as.
func (v Value) as(kind string) Value {
	if !v.untyped() {
		return v
	}
	w := width(kind)
	if lo, hi := limits(kind); w == 0 || v.n < lo || v.n > hi {
		panic(fmt.Sprintf("the constant %d is not a %s", v.n, kind))
	}
	return valueOf(Const(uint64(v.n), w), kind)
}

// limits are the least and the greatest number of a kind.
func limits(kind string) (lo, hi int64) {
	w := width(kind)
	if signed(kind) {
		return -1 << (w - 1), 1<<(w-1) - 1
	}
	return 0, 1<<w - 1
}

// convert is Go's conversion to a type.
func (v Value) convert(kind string) Value {
	if v.untyped() {
		return v.as(kind)
	}
	if v.t == nil || v.kind == "bool" {
		panic("a conversion to " + kind + " of no number")
	}
	return valueOf(resize(v.t, width(kind), signed(v.kind)), kind)
}

// env is what Go's names mean, whether the function has returned, and what the memory is.
type env struct {
	vars map[string]Value
	mem  map[uint64]*Term // what has been stored, by address
	// done holds where the function has returned, with ret; there vars mean nothing.
	done *Term
	ret  Value
}

func newEnv(mem map[uint64]*Term) *env {
	return &env{vars: map[string]Value{}, mem: mem, done: False}
}

func (e *env) clone() *env {
	c := *e
	c.vars, c.mem = maps.Clone(e.vars), maps.Clone(e.mem)
	return &c
}

// merge is a where c holds, else b.
func merge(c *Term, a, b Value) Value {
	switch {
	case c == True:
		return a
	case c == False:
		return b
	case a.tuple != nil && b.tuple != nil:
		m := Value{tuple: make([]Value, len(a.tuple))}
		for i := range a.tuple {
			m.tuple[i] = merge(c, a.tuple[i], b.tuple[i])
		}
		return m
	case a.array != nil && a.array == b.array:
		return a
	case a.untyped() && b.untyped():
		if a.n == b.n {
			return a
		}
		a, b = a.as("int"), b.as("int")
	case a.untyped():
		a = a.as(b.kind)
	case b.untyped():
		b = b.as(a.kind)
	}
	if a.t == nil || b.t == nil || a.kind != b.kind {
		panic(fmt.Sprintf("a choice between a %s and a %s", a.kind, b.kind))
	}
	return valueOf(Ite(c, a.t, b.t), a.kind)
}

// join is a where c holds, else b. read says what memory is where nothing was stored.
func join(c *Term, a, b *env, read func(at uint64) *Term) *env {
	switch c {
	case True:
		return a
	case False:
		return b
	}
	m := newEnv(map[uint64]*Term{})
	m.done = Ite(c, a.done, b.done)
	for k, v := range a.vars {
		if w, ok := b.vars[k]; ok { // else it was declared in a branch
			switch {
			case a.done == True:
				m.vars[k] = w
			case b.done == True:
				m.vars[k] = v
			default:
				m.vars[k] = merge(c, v, w)
			}
		}
	}
	at := func(e *env, k uint64) *Term {
		if t, ok := e.mem[k]; ok {
			return t
		}
		return read(k)
	}
	for k, t := range a.mem {
		m.mem[k] = Ite(c, t, at(b, k))
	}
	for k, t := range b.mem {
		m.mem[k] = Ite(c, at(a, k), t)
	}
	switch {
	case a.done == False:
		m.ret = b.ret
	case b.done == False:
		m.ret = a.ret
	default:
		m.ret = merge(c, a.ret, b.ret)
	}
	return m
}
