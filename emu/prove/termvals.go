package prove

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// sampleCount is the number of samples of a case: inputs at random, by which most questions need no solver.
const sampleCount = 64

// Samples are inputs of a case. Terms hold their values in them.
type Samples struct {
	stamp int
	r     *rand.Rand
}

var stamps int

// newSamples begins a case. They are the same ones each time that it is proved.
func newSamples() *Samples {
	stamps++
	return &Samples{stamp: stamps, r: rand.New(rand.NewPCG(56, 0))}
}

// values are a term's values in the samples. A variable that has none yet gets some from its domain.
func (s *Samples) values(t *Term) []uint64 {
	if t.stamp == s.stamp {
		return t.vals
	}
	vals := make([]uint64, sampleCount)
	switch {
	case t.isConst():
		for i := range vals {
			vals[i] = t.val
		}
	case t.op == "var":
		all := []uint64{0, 1, mask(t.w), mask(t.w) >> 1}
		if t.dom != nil {
			all = t.dom.values()
		}
		for i := range vals {
			switch {
			case t.dom.has(0) && s.r.IntN(3) == 0: // an empty square, a number of 0
				vals[i] = 0
			case t.dom != nil || i%4 == 0:
				vals[i] = all[s.r.IntN(len(all))]
			default:
				vals[i] = s.r.Uint64() & mask(t.w)
			}
		}
	default:
		var a [3][]uint64
		for i, x := range t.args {
			a[i] = s.values(x)
		}
		var one [3]uint64
		for i := range vals {
			for k := range t.args {
				one[k] = a[k][i]
			}
			vals[i] = t.apply(one[:len(t.args)]...)
		}
	}
	t.vals, t.stamp = vals, s.stamp
	return vals
}

// where is the set of samples in which a truth value holds.
func (s *Samples) where(t *Term) (live uint64) {
	for i, v := range s.values(t) {
		live |= v << i
	}
	return live
}

// one is what some variables have in a sample; nil if there is no such sample.
func (s *Samples) one(i int, vars []*Term) map[*Term]uint64 {
	if i >= sampleCount {
		return nil
	}
	model := map[*Term]uint64{}
	for _, v := range vars {
		model[v] = s.values(v)[i]
	}
	return model
}

// around makes all samples meet a condition: the first one is a model of it, the others are that with some of its variables
// changed.
func (s *Samples) around(model map[*Term]uint64, holds *Term, vars []*Term) {
	slices.SortStableFunc(vars, func(a, b *Term) int { return strings.Compare(b.op, a.op) }) // variables before symbols, which need them
	for i := range sampleCount {
		all := maps.Clone(model)
		for range min(i, 2*len(vars)) {
			v := vars[s.r.IntN(len(vars))]
			old := all[v]
			if v.op == "var" {
				all[v] = s.r.Uint64() & mask(v.w)
			}
			if !v.dom.has(all[v]) || holds.Eval(all, map[*Term]uint64{}) == 0 {
				all[v] = old
			}
		}
		for _, v := range vars {
			s.values(v)[i] = all[v]
		}
	}
}

// setLimit bounds the sets of Values.
const setLimit = 600

// Values is a set that has all values which the term may have, perhaps more; nil if that would be too many.
func (t *Term) Values() []uint64 {
	if t.isConst() {
		return []uint64{t.val}
	}
	if t.set == nil {
		v := t.findValues()
		if len(v) == 0 && t.w <= 9 {
			for n := range mask(t.w) + 1 {
				if n&t.known == t.bits {
					v = append(v, n)
				}
			}
		}
		t.set = &v
	}
	return *t.set
}

func (t *Term) findValues() []uint64 {
	seen := map[uint64]bool{}
	if len(t.vars) == 1 && !t.many && t.vars[0].w <= 8 { // exact
		v := t.vars[0]
		for n := range mask(v.w) + 1 {
			if v.dom.has(n) {
				seen[t.Eval(map[*Term]uint64{v: n}, map[*Term]uint64{})] = true
			}
		}
		return sorted(seen)
	}
	if hi, lo := t.pair(); hi != nil { // exact too
		for _, h := range hi.Values() {
			for _, l := range lo.Values() {
				seen[t.Eval(map[*Term]uint64{hi: h, lo: l}, map[*Term]uint64{})] = true
			}
		}
		return sorted(seen)
	}
	switch {
	case t.op == "var", t.op == "call", t.w == 0:
		return nil
	case t.op == "ite":
		a, b := t.args[1].Values(), t.args[2].Values()
		if a == nil || b == nil {
			return nil
		}
		for _, n := range slices.Concat(a, b) {
			seen[n] = true
		}
	case len(t.args) == 1:
		for _, n := range t.args[0].Values() {
			seen[t.apply(n)] = true
		}
	default:
		a, b := t.args[0].Values(), t.args[1].Values()
		if len(a)*len(b) > 1<<16 {
			return nil
		}
		for _, x := range a {
			for _, y := range b {
				if v := t.apply(x, y); v&t.known == t.bits {
					seen[v] = true
				}
			}
		}
	}
	return sorted(seen)
}

func sorted(seen map[uint64]bool) (all []uint64) {
	if len(seen) > setLimit {
		return nil
	}
	for v := range seen {
		all = append(all, v)
	}
	slices.Sort(all)
	return all
}

func sortName(w int) string {
	switch w {
	case 0:
		return "Bool"
	case arrayWidth:
		return "(Array (_ BitVec 16) (_ BitVec 8))"
	}
	return fmt.Sprintf("(_ BitVec %d)", w)
}

// ref is how SMT-LIB text speaks of a term that has been defined.
func (t *Term) ref() string {
	switch {
	case t == True:
		return "true"
	case t == False:
		return "false"
	case t.isConst():
		return fmt.Sprintf("(_ bv%d %d)", t.val, t.w)
	case t.op == "var":
		return t.name
	}
	return fmt.Sprintf("n%d", t.id)
}

// define writes declarations of the variables of which a term is made, and the beginnings of lets of all the rest. What is cut
// becomes a variable.
func (t *Term) define(b, lets *strings.Builder, done, cut map[*Term]bool) {
	if t.isConst() || done[t] {
		return
	}
	done[t] = true
	if t.op == "call" && !cut[t] {
		t.args[0].define(b, lets, done, cut)
	}
	if t.op == "var" || t.op == "call" || cut[t] {
		fmt.Fprintf(b, "(declare-const %s %s)\n", t.ref(), sortName(t.w))
		if t.dom != nil {
			b.WriteString("(assert (or")
			for _, r := range runs(t.dom.values()) {
				fmt.Fprintf(b, " (and (bvuge %[1]s (_ bv%[2]d 8)) (bvule %[1]s (_ bv%[3]d 8)))", t.name, r[0], r[1])
			}
			b.WriteString("))\n")
		}
		return
	}
	for _, a := range t.args {
		a.define(b, lets, done, cut)
	}
	op := t.op
	switch op {
	case "extract":
		op = fmt.Sprintf("(_ extract %d %d)", int(t.val)+t.w-1, t.val)
	case "zext":
		op = fmt.Sprintf("(_ zero_extend %d)", t.w-t.args[0].w)
	case "sext":
		op = fmt.Sprintf("(_ sign_extend %d)", t.w-t.args[0].w)
	}
	fmt.Fprintf(lets, "(let ((n%d (%s", t.id, op)
	for _, a := range t.args {
		lets.WriteString(" " + a.ref())
	}
	lets.WriteString(")))\n")
}

// alike says of the symbols that have been defined that equal arguments give equal results.
func alike(b *strings.Builder, done map[*Term]bool) {
	of := map[string][]*Term{}
	for t := range done {
		if t.op == "call" {
			of[t.name] = append(of[t.name], t)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		all := of[name]
		slices.SortFunc(all, func(a, b *Term) int { return a.id - b.id })
		for i, t := range all {
			for _, u := range all[:i] {
				fmt.Fprintf(b, " (=> (= %s %s) (= %s %s))", t.args[0].ref(), u.args[0].ref(), t.ref(), u.ref())
			}
		}
	}
}

// runs are the first and last of each run of following numbers.
func runs(all []uint64) (out [][2]uint64) {
	for _, v := range all {
		if n := len(out); n > 0 && out[n-1][1]+1 == v {
			out[n-1][1] = v
			continue
		}
		out = append(out, [2]uint64{v, v})
	}
	return out
}

// choose is the term that has, for each value of t, what of says for it; nil if t may have too many.
func choose(t *Term, of func(v uint64) *Term) *Term {
	sel, by, vs := choices(t)
	if by == nil {
		return nil
	}
	ts := make([]*Term, len(by))
	seen := map[uint64]*Term{}
	for i, v := range vs {
		if seen[v] == nil {
			seen[v] = of(v)
		}
		ts[i] = seen[v]
	}
	return tree(sel, sel.w-1, by, ts)
}

// pair are the two bytes that a term is made of, if they have few values together; else nil.
func (t *Term) pair() (hi, lo *Term) {
	if t.many || len(t.vars) != 2 || t.vars[0].w != 8 || t.vars[1].w != 8 || len(t.vars[0].Values())*len(t.vars[1].Values()) > setLimit {
		return nil, nil
	}
	if t.vars[0].id < t.vars[1].id {
		return t.vars[0], t.vars[1]
	}
	return t.vars[1], t.vars[0]
}

// choices is what t is made of by adding numbers, or the only byte that it is made of, or the two of which there are few values,
// with its values and those of t.
func choices(t *Term) (sel *Term, by, vs []uint64) {
	if hi, lo := t.pair(); hi != nil {
		for _, h := range hi.Values() {
			for _, l := range lo.Values() {
				by = append(by, h<<8|l)
				vs = append(vs, t.Eval(map[*Term]uint64{hi: h, lo: l}, map[*Term]uint64{}))
			}
		}
		return Concat(hi, lo), by, vs
	}
	if len(t.vars) != 1 || t.many || t.vars[0].w != 8 {
		sel, of := bare(t)
		for _, k := range sel.Values() {
			by = append(by, k)
			vs = append(vs, of(k))
		}
		return sel, by, vs
	}
	v := t.vars[0]
	for _, k := range v.Values() {
		by = append(by, k)
		vs = append(vs, t.Eval(map[*Term]uint64{v: k}, map[*Term]uint64{}))
	}
	return v, by, vs
}

// bare is a term without what is added to it and set before it, with what it is by that.
func bare(t *Term) (u *Term, of func(k uint64) uint64) {
	in := func(u *Term, with func(k uint64) uint64) (*Term, func(k uint64) uint64) {
		u, of := bare(u)
		return u, func(k uint64) uint64 { return with(of(k)) }
	}
	switch {
	case t.op == "zext":
		return bare(t.args[0])
	case t.op == "bvadd" && t.args[1].isConst():
		return in(t.args[0], func(k uint64) uint64 { return t.apply(k, t.args[1].val) })
	case t.op == "concat" && t.args[0].isConst():
		return in(t.args[1], func(k uint64) uint64 { return t.apply(t.args[0].val, k) })
	}
	return t, func(k uint64) uint64 { return k }
}

// tree decides by the bits of sel, which is one of by, from bit on.
func tree(sel *Term, bit int, by []uint64, ts []*Term) *Term {
	if !slices.ContainsFunc(ts, func(t *Term) bool { return t != ts[0] }) {
		return ts[0]
	}
	var v [2][]uint64
	var t [2][]*Term
	for i, k := range by {
		n := k >> bit & 1
		v[n], t[n] = append(v[n], k), append(t[n], ts[i])
	}
	if len(v[0]) == 0 || len(v[1]) == 0 {
		return tree(sel, bit-1, by, ts)
	}
	return Ite(Eq(Extract(sel, bit, bit), Const(1, 1)), tree(sel, bit-1, v[1], t[1]), tree(sel, bit-1, v[0], t[0]))
}

// eachChoice calls f for each value that t may have, with the condition for it. It reports false if they are too many.
func eachChoice(t *Term, f func(v uint64, is *Term)) bool {
	sel, by, vs := choices(t)
	if by == nil {
		return false
	}
	is := map[uint64]*Term{}
	var order []uint64
	for i, v := range vs {
		if is[v] == nil {
			is[v] = False
			order = append(order, v)
		}
		is[v] = Or(is[v], Eq(sel, Const(by[i], sel.w)))
	}
	for _, v := range order {
		f(v, is[v])
	}
	return true
}
