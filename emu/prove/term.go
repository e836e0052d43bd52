// Package prove runs a routine's machine code on terms instead of numbers, and asks z3 whether it can leave anything else
// than a function of Go says. Instructions come from the instructions.txt of a CPU: their effects are parsed as Go and run
// by the same interpreter as the function.
package prove

import (
	"errors"
	"math"
	"math/bits"
	"slices"
)

// Term is a bit vector of w bits, or a truth value if w is 0. Equal terms are the same pointer, as long as forget is not
// called. The package is not for concurrent use.
type Term struct {
	op    string // "const", "var", "call" of a symbol, or SMT-LIB's name
	w     int
	args  []*Term
	val   uint64 // of a constant; the low bit of an extract
	name  string // of a variable or a symbol
	id    int
	known uint64  // bits that are known,
	bits  uint64  // and what they are
	vars  []*Term // the variables, up to 3; nil and many otherwise
	many  bool
	load  bool      // it is memory at an address that is not known
	dom   *domain   // of a variable of 8 bits: what it may be; nil is everything
	set   *[]uint64 // what Values has found
	table []uint64  // of a term of one small variable: its values for those of the variable
	// vals are the term's values in the samples of a case, whose number is stamp.
	vals  []uint64
	stamp int
}

// domain is a set of bytes.
type domain [4]uint64

func (d *domain) has(v uint64) bool { return d == nil || v < 256 && d[v>>6]>>(v&63)&1 != 0 }
func (d *domain) add(v uint64)      { d[v>>6] |= 1 << (v & 63) }

// values are the bytes of the set.
func (d *domain) values() (all []uint64) {
	for v := range uint64(256) {
		if d.has(v) {
			all = append(all, v)
		}
	}
	return all
}

type termKey struct {
	op      string
	w       int
	val     uint64
	name    string
	a, b, c int
}

// terms holds all terms that there are; ids counts those that there were. split holds what has become of an operation that
// goes into the branches of its argument, which may share theirs. same are the conditions on one small variable by what they are
// for each of its values: so two that are equal always are one term.
var (
	terms = map[termKey]*Term{}
	split = map[splitKey]*Term{}
	same  = map[sameKey]*Term{}
	ids   int
	// last is the number of terms that a proof may reach.
	last = math.MaxInt
)

type splitKey struct {
	op     string
	id     int
	hi, lo int
}

type sameKey struct {
	id, w int
	table string
}

// errWork ends a proof that makes too many terms.
var errWork = errors.New("too many terms")

// into computes an operation on the branches of a term once.
func into(op string, a *Term, hi, lo int, compute func() *Term) *Term {
	k := splitKey{op, a.id, hi, lo}
	t, ok := split[k]
	if !ok {
		t = compute()
		split[k] = t
	}
	return t
}

// True and False are the constants.
var True, False = Const(1, 0), Const(0, 0)

// forget drops the table of terms. Terms made before stay valid, and are unequal to those made later.
func forget() {
	terms, split, same = map[termKey]*Term{}, map[splitKey]*Term{}, map[sameKey]*Term{}
	for _, t := range []*Term{True, False} {
		terms[termKey{op: "const", val: t.val}] = t
	}
}

func mask(w int) uint64 {
	if w == 0 {
		return 1
	}
	return 1<<w - 1
}

func newTerm(op string, w int, val uint64, name string, args ...*Term) *Term {
	k := termKey{op: op, w: w, val: val, name: name}
	for i, to := range []*int{&k.a, &k.b, &k.c}[:len(args)] {
		*to = args[i].id
	}
	if t, ok := terms[k]; ok {
		return t
	}
	if ids++; ids > last {
		panic(errWork)
	}
	t := &Term{op: op, w: w, val: val, name: name, args: args, id: ids}
	switch op {
	case "const":
		t.known, t.bits = mask(w), val
	case "var":
		t.vars = []*Term{t}
	}
	for _, a := range args {
		t.many = t.many || a.many
		for _, v := range a.vars {
			if !slices.Contains(t.vars, v) {
				t.vars = append(t.vars[:len(t.vars):len(t.vars)], v)
			}
		}
	}
	if len(t.vars) > 3 || t.many || op == "call" {
		t.many, t.vars = true, nil
	}
	t.know()
	switch {
	case op != "const" && t.known == mask(w):
		t = Const(t.bits, w)
	case w == 0 && len(args) > 0 && len(t.vars) == 1 && !t.many && t.vars[0].w <= 8: // of numbers it makes questions harder
		t = t.unique()
	}
	terms[k] = t
	return t
}

// unique is the term that has the same value as t for each value of the only variable.
func (t *Term) unique() *Term {
	v := t.vars[0]
	var key []byte
	ones, zeros := mask(t.w), mask(t.w)
	for _, n := range t.values(v.Values()) {
		for i := 0; i < max(t.w, 1); i += 8 {
			key = append(key, byte(n>>i))
		}
		ones, zeros = ones&n, zeros&^n
	}
	t.known, t.bits = ones|zeros, ones
	if t.known == mask(t.w) {
		return Const(t.bits, t.w)
	}
	k := sameKey{v.id, t.w, string(key)}
	if same[k] == nil {
		same[k] = t
	}
	return same[k]
}

// values are the values of a term of one small variable, for all those of the variable.
func (t *Term) values(all []uint64) []uint64 {
	if t.op == "var" {
		return all
	}
	if t.table == nil {
		t.table = make([]uint64, len(all))
		var of [3][]uint64
		for k, x := range t.args {
			if !x.isConst() {
				of[k] = x.values(all)
			}
		}
		for i := range all {
			var a [3]uint64
			for k, x := range t.args {
				a[k] = x.val
				if of[k] != nil {
					a[k] = of[k][i]
				}
			}
			t.table[i] = t.apply(a[:len(t.args)]...)
		}
	}
	return t.table
}

// most is the greatest value that the known bits allow.
func (t *Term) most() uint64 { return t.bits | ^t.known&mask(t.w) }

// know finds the bits that are known.
func (t *Term) know() {
	m := mask(t.w)
	set := func(known, value uint64) { t.known, t.bits = known&m, value&known&m }
	if len(t.args) == 0 {
		return
	}
	a, b := t.args[0], t.args[len(t.args)-1]
	switch t.op {
	case "bvand", "and":
		z1, o1, z2, o2 := a.known&^a.bits, a.bits, b.known&^b.bits, b.bits
		set(z1|z2|o1&o2, o1&o2)
	case "bvor":
		z1, o1, z2, o2 := a.known&^a.bits, a.bits, b.known&^b.bits, b.bits
		set(o1|o2|z1&z2, o1|o2)
	case "bvxor":
		set(a.known&b.known, a.bits^b.bits)
	case "bvnot", "not":
		set(a.known, ^a.bits)
	case "concat":
		set(a.known<<b.w|b.known, a.bits<<b.w|b.bits)
	case "extract":
		set(a.known>>t.val, a.bits>>t.val)
	case "zext":
		set(^mask(a.w)|a.known, a.bits)
	case "ite":
		a = t.args[1]
		set(a.known&b.known&^(a.bits^b.bits), a.bits)
	case "bvadd":
		// The low bits up to the first unknown one, and the high zeros.
		low := uint64(1)<<bits.TrailingZeros64(^(a.known&b.known)) - 1
		known, value := low, a.bits+b.bits
		if top := a.most() + b.most(); top <= m && top >= a.most() {
			high := m &^ (1<<bits.Len64(top) - 1)
			known |= high
			value &^= high
		}
		set(known, value)
	case "bvult":
		if a.most() < b.bits {
			set(1, 1)
		} else if a.bits >= b.most() {
			set(1, 0)
		}
	case "=":
		if (a.bits^b.bits)&a.known&b.known != 0 {
			set(1, 0)
		}
	}
}

// Const is a number of w bits.
func Const(v uint64, w int) *Term { return newTerm("const", w, v&mask(w), "") }

// Var is a variable.
func Var(name string, w int) *Term { return newTerm("var", w, 0, name) }

// VarIn is a variable of 8 bits with its domain; one that may have one value is a constant.
func VarIn(name string, dom *domain) *Term {
	if dom == nil {
		return Var(name, 8)
	}
	if all := dom.values(); len(all) == 1 {
		return Const(all[0], 8)
	}
	t := Var(name, 8)
	t.dom = dom
	return t
}

func (t *Term) isConst() bool { return t.op == "const" }
func (t *Term) signed() int64 { return int64(t.val<<(64-t.w)) >> (64 - t.w) }

// loaded notes of a term that it is made of memory at an address that is not known.
func (t *Term) loaded(is bool) *Term {
	u := t
	if t.op == "not" {
		u = t.args[0]
	}
	u.load = u.load || is && !u.isConst()
	return t
}

// Bool is True or False.
func Bool(b bool) *Term {
	if b {
		return True
	}
	return False
}

// Not is the opposite.
func Not(a *Term) *Term {
	switch {
	case a.isConst():
		return Bool(a.val == 0)
	case a.op == "not":
		return a.args[0]
	}
	return newTerm("not", 0, 0, "", a)
}

// And holds if both hold.
func And(a, b *Term) *Term {
	switch {
	case a == False || b == False || a == Not(b):
		return False
	case a == True || a == b:
		return b
	case b == True:
		return a
	}
	for range 2 {
		if b.op == "not" && b.args[0].op == "and" { // a and not (p and q)
			p, q := b.args[0].args[0], b.args[0].args[1]
			switch {
			case a == p:
				return And(a, Not(q))
			case a == q:
				return And(a, Not(p))
			case a == Not(p) || a == Not(q):
				return a
			}
		}
		a, b = b, a
	}
	if a.id > b.id {
		a, b = b, a
	}
	return newTerm("and", 0, 0, "", a, b)
}

// Or holds if one holds.
func Or(a, b *Term) *Term { return Not(And(Not(a), Not(b))) }

// All holds if all of them hold.
func All(ts ...*Term) *Term {
	out := True
	for _, t := range ts {
		out = And(out, t)
	}
	return out
}

// Ite is a where c holds, else b.
func Ite(c, a, b *Term) *Term {
	switch {
	case a == b || c == True:
		return a
	case c == False:
		return b
	case c.op == "not":
		return Ite(c.args[0], b, a)
	}
	if a.op == "ite" && a.args[0] == c {
		a = a.args[1]
	}
	if b.op == "ite" && b.args[0] == c {
		b = b.args[2]
	}
	switch {
	case a == b:
		return a
	case a == True:
		return Or(c, b)
	case a == False:
		return And(Not(c), b)
	case b == True:
		return Or(Not(c), a)
	case b == False:
		return And(c, a)
	}
	return newTerm("ite", a.w, 0, "", c, a, b)
}

// Eq holds if both have the same value.
func Eq(a, b *Term) *Term {
	if a == b {
		return True
	}
	if a.isConst() {
		a, b = b, a
	}
	switch {
	case a.isConst():
		return Bool(a.val == b.val)
	case b.isConst():
		return eqConst(a, b)
	case a.w == 0:
		return Not(Ite(a, Not(b), b))
	case a.op == "ite" && b.op == "ite" && a.args[0] == b.args[0]:
		return Ite(a.args[0], Eq(a.args[1], b.args[1]), Eq(a.args[2], b.args[2]))
	case a.op == "bvxor" && b.op == "bvxor" && !b.args[1].isConst():
		for i, x := range a.args {
			if k := slices.Index(b.args, x); k >= 0 { // the same in both
				return Eq(a.args[1-i], b.args[1-k])
			}
		}
	}
	if a.id > b.id {
		a, b = b, a
	}
	return newTerm("=", 0, 0, "", a, b)
}

// eqConst is Eq where b is a constant.
func eqConst(a, b *Term) *Term {
	if a.w == 1 && b.val == 0 {
		return Not(Eq(a, Const(1, 1)))
	}
	if a.w == 0 {
		if b == True {
			return a
		}
		return Not(a)
	}
	switch a.op {
	case "var":
		if !a.dom.has(b.val) {
			return False
		}
	case "ite":
		return into("=", a, b.id, 0, func() *Term {
			if x, y := Eq(a.args[1], b), Eq(a.args[2], b); x.isConst() || y.isConst() {
				return Ite(a.args[0], x, y).loaded(a.load)
			}
			return newTerm("=", 0, 0, "", a, b)
		})
	case "zext":
		in := a.args[0]
		if b.val>>in.w != 0 {
			return False
		}
		return Eq(in, Const(b.val, in.w))
	case "bvxor":
		if a.args[1].isConst() {
			return Eq(a.args[0], Const(b.val^a.args[1].val, a.w))
		}
	case "bvadd":
		if a.args[1].isConst() {
			return Eq(a.args[0], Const(b.val-a.args[1].val, a.w))
		}
	case "bvsub":
		if b.val == 0 {
			return Eq(a.args[0], a.args[1])
		}
	case "concat":
		hi, lo := a.args[0], a.args[1]
		return And(Eq(hi, Const(b.val>>lo.w, hi.w)), Eq(lo, Const(b.val, lo.w)))
	}
	return newTerm("=", 0, 0, "", a, b)
}
