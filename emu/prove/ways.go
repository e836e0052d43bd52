package prove

import "slices"

// turns is how often a branch is decided without questions: then it may be one of a loop that needs them to end. Where one byte
// decides, the loop ends when all its values are used up.
const (
	turns     = 40
	turnsByte = 300
)

// decide reports whether a condition may hold, and whether it may not. At first what no sample shows and no byte refutes
// counts as possible: in the end such a way is asked about like the others.
func (m *Machine) decide(s *State, c *Term) (yes, no bool) {
	switch {
	case c.isConst():
		return c == True, c == False
	case slices.Contains(s.path, c):
		return true, false
	case slices.Contains(s.path, Not(c)):
		return false, true
	}
	holds := m.samples.where(c)
	yes, no = s.live&holds != 0, s.live&^holds != 0
	if yes && no {
		return true, true
	}
	mayHold, mayNot, exact := m.byBytes(s, c)
	enough := turns
	if !c.many && len(c.vars) == 1 && c.vars[0].w == 8 {
		enough = turnsByte
	}
	if m.visits[s.pc]++; exact || m.visits[s.pc] < enough {
		return mayHold, mayNot
	}
	return mayHold && (yes || m.possible(s, c)), mayNot && (no || m.possible(s, Not(c)))
}

// possible asks whether a condition can hold in a state.
func (m *Machine) possible(s *State, c *Term) bool {
	all := append(append(slices.Clone(m.needs), s.path...), c)
	of := All(all...)
	if is, ok := m.asked[of]; ok {
		return is
	}
	is := m.ask(all)
	m.asked[of] = is
	return is
}

func (m *Machine) ask(all []*Term) bool {
	if cut := loads(All(all...)); len(cut) > 0 {
		if a, _ := m.solver.ask(smallEffort, cut, nil, all...); a == unsat {
			return false
		}
	}
	a, _ := m.solver.ask(smallEffort, nil, nil, all...)
	return a != unsat
}

// byBytes tries all values of the only byte that a condition is about. It is exact if nothing else speaks of that byte and
// of others.
func (m *Machine) byBytes(s *State, c *Term) (yes, no, exact bool) {
	if c.many || len(c.vars) != 1 || c.vars[0].w > 8 {
		return true, true, false
	}
	v := c.vars[0]
	var facts []*Term
	exact = true
	for _, t := range append(m.needs[:len(m.needs):len(m.needs)], s.path...) {
		switch {
		case t.many:
			exact = false
		case len(t.vars) == 1 && t.vars[0] == v:
			facts = append(facts, t)
		case slices.Contains(t.vars, v):
			exact = false
		}
	}
	all := All(facts...)
	for n := range mask(v.w) + 1 {
		of, memo := map[*Term]uint64{v: n}, map[*Term]uint64{}
		if !v.dom.has(n) || all.Eval(of, memo) == 0 {
			continue
		}
		if c.Eval(of, memo) == 1 {
			yes = true
		} else {
			no = true
		}
	}
	return yes, no, exact
}
