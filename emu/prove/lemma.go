package prove

import (
	"fmt"
	"slices"
)

// arrayWidth stands for the width of a term that is an array of bytes.
const arrayWidth = 1 << 16

// Lemmas are the contracts that have no routine.
func (b *Book) Lemmas() []string {
	return slices.DeleteFunc(slices.Clone(b.Order), func(name string) bool { return !b.Contracts[name].Lemma })
}

// lemma proves that a property of functions holds in each of its cases. The arrays of the functions are arrays of z3 here: no
// memory of a machine is asked about.
func (b *Book) lemma(c *Contract, cases []map[string]uint64, r *Result) error {
	asked := b.Solver.asked()
	defer func() { r.Asked = b.Solver.asked() - asked }()
	r.Least = 0 // it takes no cycles
	for _, set := range cases {
		if err := b.Solver.ended(); err != nil {
			return err
		}
		in, e := b.interp(), newEnv(map[uint64]*Term{})
		in.arrays = true
		in.read = func(base uint64) *Term { return Var(fmt.Sprintf("array%d", base), arrayWidth) }
		var args []Value
		may := map[uint64]bool{}
		for i, p := range b.params(c) {
			n, fixed := set[p.name]
			switch {
			case p.length > 0:
				args = append(args, Value{array: &Array{uint64(i), p.length}})
				may[uint64(i)] = slices.Contains(c.changes, p.name)
			case fixed:
				args = append(args, valueOf(Const(n, width(p.kind)), p.kind))
			default:
				args = append(args, valueOf(Var("number"+p.name, width(p.kind)), p.kind))
			}
		}
		needs := b.needed(c, in, e, args)
		result := in.run(e, c.Func(), args)
		if result.kind != "bool" {
			panic("a lemma's function returns one truth value")
		}
		violated := []*Term{in.panics, Not(result.t)}
		for base, t := range e.mem {
			if !may[base] {
				violated = append(violated, Not(Eq(t, in.read(base))))
			}
		}
		switch a, _ := b.Solver.ask(b.effort(), nil, nil, needs); {
		case a == unsat:
			return fmt.Errorf("%s: %s: nothing meets the needs in the case %v", c.Where, c.Routine, set)
		case a == unknown:
			return &Undecided{c.Routine, c.Where}
		}
		for _, t := range violated {
			switch a, _ := b.Solver.ask(b.effort(), nil, nil, needs, t); a {
			case unknown:
				return &Undecided{c.Routine, c.Where}
			case sat:
				r.Counter = &Counter{Case: set}
				return nil
			}
		}
		r.Cases++
	}
	return nil
}

// index is the term by which z3 indexes an array.
func index(i *Term) *Term { return resize(i, 16, false) }
