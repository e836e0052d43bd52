package prove

import (
	"cmp"
	"maps"
	"slices"
)

// check requires that each sample has come to one end, and notes the cycles.
func (b *Book) check(c *Contract, m *Machine, start *State, finals []*State, r *Result) {
	var once uint64
	for _, f := range finals {
		here := m.samples.where(All(f.path...)) & start.live
		if here&once != 0 {
			panic("a sample comes to two ends: the prover is wrong")
		}
		once |= here
		if c.loose {
			r.Least, r.Most = min(r.Least, f.least), max(r.Most, f.most)
			continue
		}
		for i, v := range m.samples.values(f.cycles) {
			if here>>i&1 != 0 {
				r.Least, r.Most = min(r.Least, v), max(r.Most, v)
			}
		}
	}
	if once != start.live {
		panic("a sample comes to no end: the prover is wrong")
	}
}

// claim is what must hold behind a routine where ways have led: two terms are equal.
type claim struct{ path, got, want *Term }

// claims are what must hold behind a routine: the results, the registers that are kept, and memory are as its function leaves
// them.
func (b *Book) claims(c *Contract, m *Machine, start *State, finals []*State, e *env, result Value) (all []claim) {
	free := b.mayChange(c)
	outs := c.outs(result)
	places, meant := b.results(c), c.meant(outs)
	for _, f := range finals {
		path := All(f.path...)
		if len(finals) == 1 && c.steps {
			path = True // it comes here in any case
		}
		must := func(got, want *Term) { all = append(all, claim{path, got, want}) }
		must(Bool(f.sp == b.Program.Symbols["stack_top"]), True)
		own := b.absent(c)
		for i, place := range places {
			if place == "" {
				continue
			}
			got := b.get(m, f, place, outs[i].kind)
			must(got, Ite(meant[i], outs[i].t, got))
			for _, a := range b.outBytes(m, f, place, outs[i].t) {
				own[a] = true
			}
		}
		for _, k := range b.Places[c.Routine].Keeps {
			now, _ := m.cpu.place(f, k)
			was, known := m.cpu.place(start, k)
			if !known {
				panic("there is no register " + k)
			}
			must(now, was)
		}
		addrs := map[uint64]bool{}
		for a := range f.mem {
			addrs[a] = true
		}
		for a := range e.mem {
			addrs[a] = true
		}
		for _, a := range slices.Sorted(maps.Keys(addrs)) {
			want, told := e.mem[a]
			switch {
			case own[a], !told && free[a], a < uint64(start.sp) && a >= uint64(m.lowest):
				continue
			case !told:
				want = m.read(start, a)
			}
			must(m.read(f, a), want)
		}
	}
	return all
}

// violated holds where a claim does not, or the machine does what it must not.
func violated(m *Machine, claims []claim) *Term {
	all := m.bad
	for _, c := range claims {
		all = Or(all, And(c.path, Not(Eq(c.got, c.want))))
	}
	return all
}

// ask asks whether something can hold in a case, where it is a counter-example.
func (b *Book) ask(c *Contract, p pending, t *Term, r *Result) {
	switch a, model := b.question(And(p.needs, t)); a {
	case sat:
		for _, v := range variables(p.violated) {
			if _, ok := model[v]; !ok && v.op == "var" && v.dom != nil {
				model[v] = v.dom.values()[0]
			}
		}
		b.counter([]pending{p}, model, r)
	case unknown:
		panic(&Undecided{c.Routine, c.Where})
	}
}

// flush asks about the pending cases: whether one can differ, and whether one can take more or fewer cycles.
func (b *Book) flush(c *Contract, r *Result) {
	list := b.sent
	b.sent = nil
	any := False
	for _, p := range list {
		if c.steps {
			b.stepwise(c, p, r)
		} else {
			any = Or(any, And(p.needs, p.violated))
		}
		if r.Counter != nil {
			return
		}
	}
	if a, model := b.question(any); a == sat {
		b.counter(list, model, r)
		return
	} else if a == unknown {
		panic(&Undecided{c.Routine, c.Where})
	}
	if !c.loose {
		b.cycles(c, list, r)
	}
}

// cycles finds the least and the most cycles of some cases.
func (b *Book) cycles(c *Contract, list []pending, r *Result) {
	for {
		out := False
		for _, p := range list {
			for _, f := range p.finals {
				if !f.cycles.isConst() || f.cycles.val < r.Least || f.cycles.val > r.Most {
					low, high := Bin("bvult", f.cycles, Const(r.Least, cycleBits)), Bin("bvult", Const(r.Most, cycleBits), f.cycles)
					out = Or(out, All(append(slices.Clone(f.path), p.needs, Or(low, high))...))
				}
			}
		}
		a, model := b.question(out)
		switch a {
		case unsat:
			return
		case unknown:
			panic(&Undecided{c.Routine, c.Where})
		}
		memo := map[*Term]uint64{}
		for _, p := range list {
			for _, f := range p.finals {
				if p.needs.Eval(model, memo) == 1 && All(f.path...).Eval(model, memo) == 1 {
					v := f.cycles.Eval(model, memo)
					r.Least, r.Most = min(r.Least, v), max(r.Most, v)
				}
			}
		}
	}
}

// effort is what z3 may do for a question.
func (b *Book) effort() int { return int(cmp.Or(b.Share, 1) * greatEffort) }

// question asks first with loads cut, then exactly.
func (b *Book) question(t *Term) (answer, map[*Term]uint64) {
	if t == False {
		return unsat, nil
	}
	if cut := loads(t); len(cut) > 0 {
		if a, _ := b.Solver.ask(b.effort()/4, cut, nil, t); a == unsat {
			return unsat, nil
		}
	}
	return b.Solver.ask(b.effort(), nil, variables(t), t)
}

// loads are the terms of memory at addresses that are not known, of which a term is made.
func loads(t *Term) map[*Term]bool {
	cut := map[*Term]bool{}
	walk(func(t *Term) (down bool) {
		if t.load {
			cut[t] = true
		}
		return !t.load
	}, t)
	return cut
}

// counter makes a counter-example of a model.
func (b *Book) counter(list []pending, model map[*Term]uint64, r *Result) {
	memo := map[*Term]uint64{}
	for _, p := range list {
		if p.needs.Eval(model, memo) == 0 || p.violated.Eval(model, memo) == 0 {
			continue
		}
		model, memo = p.pointing(model)
		x := &Counter{Case: p.set, Memory: map[uint64]byte{}, Registers: map[string]uint64{}}
		for _, t := range p.m.first { // what the model leaves open
			if _, ok := model[t]; !ok && t.op == "var" && t.dom != nil {
				model[t] = t.dom.values()[0]
			}
		}
		clear(memo)
		for a, t := range p.m.first {
			x.Memory[a] = byte(t.Eval(model, memo))
		}
		for at, t := range p.m.pointed {
			x.Memory[at.Eval(model, memo)] = byte(t.Eval(model, memo))
		}
		if w := p.m.window; w != nil {
			for k := range w.length {
				if v, ok := x.Memory[recordAt+k]; ok {
					delete(x.Memory, recordAt+k)
					x.Memory[w.pointer.Eval(model, memo)+k] = v
				}
			}
		}
		for _, name := range p.m.cpu.Named() {
			t, _ := p.m.cpu.place(p.start, name)
			x.Registers[name] = t.Eval(model, memo)
		}
		r.Counter = x
		return
	}
	panic("z3's counter-example is none: the prover is wrong")
}

// pointing is a model whose pointer is to the raw moves, if that is a counter-example, too: so that the bytes there are no
// others'.
func (p *pending) pointing(model map[*Term]uint64) (moved, memo map[*Term]uint64) {
	moved, memo = maps.Clone(model), map[*Term]uint64{}
	for at := range p.m.pointed {
		base := at
		for base.op == "bvadd" {
			base = base.args[0]
		}
		for i, v := range base.args {
			moved[v] = uint64(p.m.program.Symbols["raw_moves"]) >> (8 * (1 - i)) & 0xFF
		}
	}
	if p.needs.Eval(moved, memo) == 0 || p.violated.Eval(moved, memo) == 0 {
		return model, map[*Term]uint64{}
	}
	return moved, memo
}
