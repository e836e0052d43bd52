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

// violated holds where the routine leaves something else than its function, or does what it must not.
func (b *Book) violated(c *Contract, m *Machine, start *State, finals []*State, e *env, result Value) *Term {
	free := b.mayChange(c)
	outs := c.outs(result)
	places := b.results(c)
	all := m.bad
	for _, f := range finals {
		ok := Bool(f.sp == b.Program.Symbols["stack_top"])
		own := map[uint64]bool{}
		for i, place := range places {
			if place == "" {
				continue
			}
			ok = And(ok, Eq(b.get(m, f, place, outs[i].kind), outs[i].t))
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
			ok = And(ok, Eq(now, was))
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
			ok = And(ok, Eq(m.read(f, a), want))
		}
		all = Or(all, And(All(f.path...), Not(ok)))
	}
	return all
}

// flush asks about the pending cases: whether one can differ, and whether one can take more or fewer cycles.
func (b *Book) flush(c *Contract, r *Result) {
	list := b.sent
	b.sent = nil
	any := False
	for _, p := range list {
		any = Or(any, And(p.needs, p.violated))
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
	cut := map[*Term]bool{}
	walk(func(t *Term) (down bool) {
		if t.load {
			cut[t] = true
		}
		return !t.load
	}, t)
	if len(cut) > 0 {
		if a, _ := b.Solver.ask(b.effort()/4, cut, nil, t); a == unsat {
			return unsat, nil
		}
	}
	return b.Solver.ask(b.effort(), nil, variables(t), t)
}

// counter makes a counter-example of a model.
func (b *Book) counter(list []pending, model map[*Term]uint64, r *Result) {
	memo := map[*Term]uint64{}
	for _, p := range list {
		if p.needs.Eval(model, memo) == 0 || p.violated.Eval(model, memo) == 0 {
			continue
		}
		x := &Counter{Case: p.set, Memory: map[uint64]byte{}, Registers: map[string]uint64{}}
		for a, t := range p.m.first {
			if v, ok := model[t]; ok || t.op != "var" {
				x.Memory[a] = byte(t.Eval(model, memo))
			} else if t.dom == nil {
				x.Memory[a] = byte(v)
			} else {
				x.Memory[a] = byte(t.dom.values()[0])
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
