package prove

import (
	"fmt"
	"math/bits"
	"slices"
)

// fold computes an operation of SMT-LIB on numbers of w bits.
func fold(op string, w int, a, b uint64) uint64 {
	sa, sb := int64(a<<(64-w))>>(64-w), int64(b<<(64-w))>>(64-w)
	is := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	switch op {
	case "bvadd":
		return a + b
	case "bvsub":
		return a - b
	case "bvmul":
		return a * b
	case "bvand":
		return a & b
	case "bvor":
		return a | b
	case "bvxor":
		return a ^ b
	case "bvshl":
		return a << b
	case "bvlshr":
		return a >> b
	case "bvashr":
		return uint64(sa >> min(b, 63))
	case "bvudiv": // by 0: all ones, as SMT-LIB has it
		if b == 0 {
			return mask(w)
		}
		return a / b
	case "bvsdiv":
		switch {
		case sb == 0 && sa < 0:
			return 1
		case sb == 0:
			return mask(w)
		}
		return uint64(sa / sb)
	case "bvult":
		return is(a < b)
	case "bvslt":
		return is(sa < sb)
	}
	panic("no operation " + op)
}

var commutes = map[string]bool{"bvadd": true, "bvand": true, "bvor": true, "bvxor": true, "bvmul": true}

// Bin is an operation of SMT-LIB on two vectors of the same width.
func Bin(op string, a, b *Term) *Term {
	w := a.w
	if a.w != b.w {
		panic(fmt.Sprintf("%s of %d and %d bits", op, a.w, b.w))
	}
	out := w
	if op == "bvult" || op == "bvslt" {
		out = 0
	}
	if a.isConst() && b.isConst() {
		return Const(fold(op, w, a.val, b.val), out)
	}
	if op == "bvsub" && b.isConst() {
		return Bin("bvadd", a, Const(-b.val, w))
	}
	if commutes[op] && (a.isConst() || !b.isConst() && a.id > b.id) {
		a, b = b, a
	}
	if b.isConst() {
		if t := binConst(op, a, b); t != nil {
			return t
		}
	}
	if a == b {
		switch op {
		case "bvxor", "bvsub":
			return Const(0, w)
		case "bvand", "bvor":
			return a
		case "bvult", "bvslt":
			return False
		}
	}
	if op == "bvadd" {
		for range 2 {
			if b.op == "bvsub" { // x and a number, and y less x
				switch x := b.args[1]; {
				case a == x:
					return b.args[0]
				case a.op == "bvadd" && a.args[0] == x && a.args[1].isConst():
					return Bin(op, b.args[0], a.args[1])
				}
			}
			a, b = b, a
		}
	}
	if op == "bvand" && a.op == "ite" && b.op == "ite" && a.args[0] == b.args[0] { // look-ups by one index: one look-up
		t := into(op, a, b.id, 0, func() *Term { return Ite(a.args[0], Bin(op, a.args[1], b.args[1]), Bin(op, a.args[2], b.args[2])) })
		return t.loaded(a.load || b.load)
	}
	return newTerm(op, out, 0, "", a, b)
}

// binConst simplifies an operation with a constant, or returns nil.
func binConst(op string, a, b *Term) *Term {
	w, v := a.w, b.val
	switch op {
	case "bvadd", "bvor", "bvxor", "bvshl", "bvlshr", "bvashr":
		if v == 0 {
			return a
		}
	case "bvand":
		if v == 0 {
			return b
		}
		if ^v&mask(w)&^(a.known&^a.bits) == 0 { // clears only bits that are 0
			return a
		}
	case "bvmul":
		switch {
		case v == 0:
			return b
		case v == 1:
			return a
		case v&(v-1) == 0:
			return Bin("bvshl", a, Const(uint64(bits.TrailingZeros64(v)), w))
		}
	}
	if a.op == "concat" {
		hi, lo := a.args[0], a.args[1]
		switch {
		case op == "bvand" || op == "bvor" || op == "bvxor":
			return Concat(Bin(op, hi, Const(v>>lo.w, hi.w)), Bin(op, lo, Const(v, lo.w)))
		case op == "bvadd" && v&mask(lo.w) == 0:
			return Concat(Bin(op, hi, Const(v>>lo.w, hi.w)), lo)
		case op == "bvult" && v&mask(lo.w) == 0:
			return Bin(op, hi, Const(v>>lo.w, hi.w))
		}
	}
	switch {
	case op == "bvslt" && v == 0:
		return Eq(Extract(a, w-1, w-1), Const(1, 1))
	case op == "bvult" && v == 1:
		return Eq(a, Const(0, w))
	case (op == "bvadd" || op == "bvxor" || op == "bvand") && a.op == op && a.args[1].isConst():
		return Bin(op, a.args[0], Const(fold(op, w, a.args[1].val, v), w))
	case (op == "bvshl" || op == "bvlshr") && v >= uint64(w):
		return Const(0, w)
	case op == "bvshl":
		return Concat(Extract(a, w-1-int(v), 0), Const(0, int(v)))
	case op == "bvlshr":
		return Zext(Extract(a, w-1, int(v)), w)
	case op == "bvxor" && v == mask(w):
		return BvNot(a)
	case a.op == "ite" && (a.args[1].isConst() || a.args[2].isConst()):
		return into(op, a, b.id, 0, func() *Term { return Ite(a.args[0], Bin(op, a.args[1], b), Bin(op, a.args[2], b)) })
	}
	return nil
}

// BvNot has all bits turned.
func BvNot(a *Term) *Term {
	switch {
	case a.isConst():
		return Const(^a.val, a.w)
	case a.op == "bvnot":
		return a.args[0]
	}
	return newTerm("bvnot", a.w, 0, "", a)
}

// Extract has the bits from lo to hi.
func Extract(a *Term, hi, lo int) *Term {
	w := hi - lo + 1
	switch {
	case w == a.w:
		return a
	case a.isConst():
		return Const(a.val>>lo, w)
	case a.op == "extract":
		return Extract(a.args[0], hi+int(a.val), lo+int(a.val))
	case a.op == "zext":
		in := a.args[0]
		switch {
		case hi < in.w:
			return Extract(in, hi, lo)
		case lo >= in.w:
			return Const(0, w)
		}
		return Zext(Extract(in, in.w-1, lo), w)
	case a.op == "sext" && hi < a.args[0].w:
		return Extract(a.args[0], hi, lo)
	case a.op == "concat":
		l := a.args[1]
		switch {
		case hi < l.w:
			return Extract(l, hi, lo)
		case lo >= l.w:
			return Extract(a.args[0], hi-l.w, lo-l.w)
		}
		return Concat(Extract(a.args[0], hi-l.w, 0), Extract(l, l.w-1, lo))
	case a.op == "bvand" || a.op == "bvor" || a.op == "bvxor" || lo == 0 && (a.op == "bvadd" || a.op == "bvsub" || a.op == "bvmul"):
		return into("extract", a, hi, lo, func() *Term {
			return Bin(a.op, Extract(a.args[0], hi, lo), Extract(a.args[1], hi, lo))
		})
	case a.op == "bvnot":
		return BvNot(Extract(a.args[0], hi, lo))
	case hi == lo && hi == a.w-1 && a.borrows() != nil:
		return Ite(a.borrows(), Const(1, 1), Const(0, 1))
	case a.op == "ite":
		return into("extract", a, hi, lo, func() *Term {
			return Ite(a.args[0], Extract(a.args[1], hi, lo), Extract(a.args[2], hi, lo))
		})
	}
	return newTerm("extract", w, uint64(lo), "", a)
}

// borrows holds where a difference of numbers that were widened is negative; nil if the term is none.
func (t *Term) borrows() *Term {
	if len(t.args) != 2 || t.args[0].op != "zext" {
		return nil
	}
	a := t.args[0].args[0]
	switch b := t.args[1]; {
	case t.op == "bvsub" && b.op == "zext" && b.args[0].w == a.w:
		return Bin("bvult", a, b.args[0])
	case t.op == "bvadd" && b.isConst() && -b.val&mask(t.w) <= mask(a.w):
		return Bin("bvult", a, Const(-b.val, a.w))
	}
	return nil
}

// Concat has the bits of a above those of b.
func Concat(a, b *Term) *Term {
	switch {
	case b.w == 0:
		return a
	case a.isConst() && b.isConst():
		return Const(a.val<<b.w|b.val, a.w+b.w)
	case a.isConst() && a.val == 0:
		return Zext(b, a.w+b.w)
	case a.op == "extract" && int(a.val) >= b.w && Extract(a.args[0], int(a.val)-1, int(a.val)-b.w) == b:
		return Extract(a.args[0], int(a.val)+a.w-1, int(a.val)-b.w) // two halves of one term
	}
	return newTerm("concat", a.w+b.w, 0, "", a, b)
}

// Zext widens a number without sign.
func Zext(a *Term, w int) *Term {
	switch {
	case a.w == w:
		return a
	case a.isConst():
		return Const(a.val, w)
	case a.op == "zext":
		return Zext(a.args[0], w)
	case a.op == "ite" && a.args[1].isConst() && a.args[2].isConst():
		return Ite(a.args[0], Zext(a.args[1], w), Zext(a.args[2], w))
	}
	return newTerm("zext", w, 0, "", a)
}

// Sext widens a number with sign.
func Sext(a *Term, w int) *Term {
	switch {
	case a.w == w:
		return a
	case a.isConst():
		return Const(uint64(a.signed()), w)
	case a.known>>(a.w-1)&1 == 1 && a.bits>>(a.w-1)&1 == 0:
		return Zext(a, w)
	}
	return newTerm("sext", w, 0, "", a)
}

// resize makes a term as wide as w, with or without sign.
func resize(a *Term, w int, sign bool) *Term {
	switch {
	case a.w > w:
		return Extract(a, w-1, 0)
	case sign:
		return Sext(a, w)
	}
	return Zext(a, w)
}

// apply computes the term's value from those of its arguments.
func (t *Term) apply(a ...uint64) uint64 {
	var v uint64
	switch t.op {
	case "not":
		v = a[0] ^ 1
	case "and":
		v = a[0] & a[1]
	case "ite":
		v = a[2]
		if a[0] != 0 {
			v = a[1]
		}
	case "=":
		if a[0] == a[1] {
			v = 1
		}
	case "bvnot":
		v = ^a[0]
	case "extract":
		v = a[0] >> t.val
	case "concat":
		v = a[0]<<t.args[1].w | a[1]
	case "zext":
		v = a[0]
	case "call":
		v = some(t.name, a[0])
	case "sext":
		v = uint64(int64(a[0]<<(64-t.args[0].w)) >> (64 - t.args[0].w))
	default:
		v = fold(t.op, t.args[0].w, a[0], a[1])
	}
	return v & mask(t.w)
}

// with is a term where a variable has a value.
func (t *Term) with(v *Term, n uint64, memo map[*Term]*Term) *Term {
	switch {
	case t == v:
		return Const(n, t.w)
	case len(t.args) == 0, !t.many && !slices.Contains(t.vars, v):
		return t
	}
	if u, ok := memo[t]; ok {
		return u
	}
	u := t.rebuilt(func(i int) *Term { return t.args[i].with(v, n, memo) })
	memo[t] = u
	return u
}

// rebuilt is a term with other arguments.
func (t *Term) rebuilt(in func(i int) *Term) *Term {
	var u *Term
	switch t.op {
	case "ite":
		switch c := in(0); c {
		case True:
			u = in(1)
		case False:
			u = in(2)
		default:
			u = Ite(c, in(1), in(2))
		}
	case "and":
		if u = in(0); u != False {
			u = And(u, in(1))
		}
	case "not":
		u = Not(in(0))
	case "=":
		u = Eq(in(0), in(1))
	case "bvnot":
		u = BvNot(in(0))
	case "extract":
		u = Extract(in(0), int(t.val)+t.w-1, int(t.val))
	case "concat":
		u = Concat(in(0), in(1))
	case "zext":
		u = Zext(in(0), t.w)
	case "sext":
		u = Sext(in(0), t.w)
	case "call":
		u = newTerm("call", t.w, 0, t.name, in(0))
	default:
		u = Bin(t.op, in(0), in(1))
	}
	return u
}

// Eval is the value of a term where its variables have these values.
func (t *Term) Eval(of, memo map[*Term]uint64) uint64 {
	switch {
	case t.isConst():
		return t.val
	case t.op == "var":
		return of[t] & mask(t.w)
	}
	if v, ok := of[t]; ok { // a symbol
		return v
	}
	if v, ok := memo[t]; ok {
		return v
	}
	var a [3]uint64
	for i, x := range t.args {
		a[i] = x.Eval(of, memo)
	}
	v := t.apply(a[:len(t.args)]...)
	memo[t] = v
	return v
}
