package prove

import (
	"fmt"
	"go/ast"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
)

// callees are the contracts that stand for the routines a contract calls, by their addresses.
func (b *Book) callees(c *Contract) map[uint32]*Contract {
	all := map[uint32]*Contract{}
	for _, name := range c.calls {
		called := b.Contracts[name]
		at, ok := b.Program.Symbols[name]
		switch {
		case called == nil || !ok:
			panic("prove:calls " + name + ", which has no contract")
		case name == c.Routine || b.Bounds[name].Most == 0:
			panic("prove:calls " + name + ", which is not proved before it")
		}
		all[at] = called
	}
	return all
}

// symbols are the functions of callees that leave memory alone. Routine and specification have the same symbol for each, of
// which nothing is known but that it gives equal results for equal arguments.
func (b *Book) symbols(c *Contract) map[string]bool {
	all := map[string]bool{}
	for _, name := range c.calls {
		if f := b.Contracts[name]; f != nil && f.decl.Type.Results != nil && !b.stores(f.decl, map[*ast.FuncDecl]bool{}) {
			all[f.Func()] = true
		}
	}
	return all
}

// stores reports whether a function, or one that it calls, stores into an array.
func (b *Book) stores(f *ast.FuncDecl, seen map[*ast.FuncDecl]bool) (found bool) {
	if f == nil || seen[f] {
		return false
	}
	seen[f] = true
	array := func(x ast.Expr) { _, is := x.(*ast.IndexExpr); found = found || is }
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				array(x)
			}
		case *ast.IncDecStmt:
			array(n.X)
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && b.stores(b.funcs[id.Name], seen) {
				found = true
			}
		}
		return !found
	})
	return found
}

// symbol is a call of a function that is a symbol: its numbers in one term, and the bytes of its arrays in its name.
func (in *interp) symbol(e *env, name string, args []Value) Value {
	f := in.funcs[name]
	var numbers *Term = Const(0, 1)
	var memory strings.Builder
	for _, v := range args {
		for i := 0; v.array != nil && i < v.array.len; i++ {
			fmt.Fprint(&memory, in.byteAt(e, v.array.base+uint64(i)).id, ",")
		}
		switch {
		case v.array != nil:
		case v.t.w == 0:
			numbers = Concat(numbers, Ite(v.t, Const(1, 1), Const(0, 1)))
		default:
			numbers = Concat(numbers, v.t)
		}
	}
	if numbers.w > 64 {
		panic(name + " has more numbers than a symbol may")
	}
	h := fnv.New64a()
	h.Write([]byte(memory.String())) // two memories with one sum of 64 bits are not to be expected
	var all []Value
	for _, r := range f.Type.Results.List {
		kind := r.Type.(*ast.Ident).Name
		for range max(len(r.Names), 1) {
			of := fmt.Sprintf("%s %d %x", name, len(all), h.Sum64())
			all = append(all, valueOf(newTerm("call", width(kind), 0, of, numbers), kind))
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return Value{tuple: all}
}

// some is what a symbol gives in samples: any function will do.
func some(name string, of uint64) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, name, of)
	return h.Sum64() >> 7
}

// call does what a routine's contract says instead of executing it. What the contract needs must hold, else the caller is
// wrong.
func (m *Machine) call(s *State, c *Contract) []*State {
	b := m.book
	m.calls++
	must := func(t *Term) {
		if t != True && !m.holds(s, t) {
			m.fault(s, Not(t))
		}
	}
	read := func(at uint64) *Term { return m.read(s, at) }
	for a, d := range b.facts(c) {
		must(within(read(a), d.values()))
	}
	var args []Value
	for _, p := range b.params(c) {
		if p.length > 0 {
			for a, t := range b.derived(p, read) {
				must(Eq(read(a), t))
			}
			if _, ok := b.Records[p.place]; ok {
				must(Bool(m.window != nil))
				for i, a := range b.bytesAt(b.Records[p.place].Pointer, 2) {
					must(Eq(read(a), Extract(m.window.pointer, 8*i+7, 8*i)))
				}
			}
			args = append(args, Value{array: &Array{b.bytesAt(p.place, 1)[0], p.length}})
			continue
		}
		v := valueOf(b.get(m, s, p.place, p.kind), p.kind)
		if all := c.values(p); all != nil {
			must(within(v.t, all))
		}
		for a, t := range b.sets(p.place, v) {
			must(Eq(read(a), t))
		}
		args = append(args, v)
	}
	for name, t := range b.entry(c, args) {
		now, _ := m.cpu.place(s, name)
		must(Eq(now, resize(t, now.w, false)))
	}
	in, e := b.interp(), newEnv(map[uint64]*Term{})
	in.read, in.symbols = read, m.symbols
	must(b.needed(c, in, e, args))
	result := in.run(e, c.Func(), args)
	must(Not(in.panics))
	b.derive(c, read, e)
	m.returned(s, c, e, result)
	return m.cpu.back(m, s)
}

// returned makes a state that of a return from a routine: what its function gives, and anything where it may change more.
func (m *Machine) returned(s *State, c *Contract, e *env, result Value) {
	b := m.book
	for name, t := range m.cpu.unknown(m, fmt.Sprintf("call%d", m.calls)) {
		if !slices.Contains(b.Places[c.Routine].Keeps, name) {
			s.reg[name] = t
		}
	}
	for a := range b.mayChange(c) {
		s.mem[a] = Var(fmt.Sprintf("call%d_%04x", m.calls, a), 8)
	}
	maps.Copy(s.mem, e.mem)
	outs := c.outs(result)
	meant := c.meant(outs)
	for i, place := range b.results(c) {
		if place != "" {
			other := outs[i].t
			if meant[i] != True {
				other = Var(fmt.Sprintf("call%d_result%d", m.calls, i), other.w)
			}
			b.put(m, s, place, Ite(meant[i], outs[i].t, other))
		}
	}
	n := b.Bounds[c.Routine]
	s.least, s.most = s.least+n.Least, s.most+n.Most
}

// values are the values of a parameter for which a contract is proved, nil if that is all.
func (c *Contract) values(p param) (all []uint64) {
	for _, each := range c.each {
		if each[0] == p.name {
			all, _ = Range(each[1]) // the contract's own proof has said what is wrong
		}
	}
	return all
}

// within holds if a term has one of some values.
func within(t *Term, all []uint64) *Term {
	if may := t.Values(); may != nil && !slices.ContainsFunc(may, func(v uint64) bool { return !slices.Contains(all, v) }) {
		return True
	}
	some := False
	for _, r := range runs(all) {
		lo, hi := Const(r[0], t.w), Const(r[1], t.w)
		some = Or(some, And(Not(Bin("bvult", t, lo)), Not(Bin("bvult", hi, t))))
	}
	return some
}

// holds reports whether a condition is among what is needed or was decided, or follows from what was decided last. It asks once
// for all cases.
func (m *Machine) holds(s *State, t *Term) bool {
	given := func(t *Term) bool { return slices.Contains(m.needs, t) || slices.Contains(s.path, t) }
	if !slices.ContainsFunc(conjuncts(t), func(t *Term) bool { return !given(t) }) {
		return true
	}
	if len(s.path) == 0 {
		return false
	}
	not := And(s.path[len(s.path)-1], Not(t))
	known, ok := m.book.held[not]
	if !ok {
		if known = never(not, variables(not)); !known {
			a, _ := m.solver.ask(smallEffort*10, nil, nil, not)
			known = a == unsat
		}
		m.book.held[not] = known
	}
	return known
}

// never reports that a condition does not hold, by trying the values of the first byte with few of them, and those of the
// byte that is left then. If it reports false nothing is known.
func never(t *Term, vars []*Term) bool {
	if t.isConst() {
		return t == False
	}
	for _, v := range vars {
		if v.op != "var" || v.w != 8 || v.dom == nil || len(v.dom.values()) > 65 {
			continue
		}
		if !t.many && !slices.Contains(t.vars, v) {
			continue
		}
		for _, n := range v.dom.values() {
			u := t.with(v, n, map[*Term]*Term{})
			if u.many || len(u.vars) > 1 || !never(u, u.vars) {
				return false
			}
		}
		return true
	}
	return false
}
