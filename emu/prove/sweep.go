package prove

import (
	"cmp"
	"fmt"
	"slices"
)

// sweep is a proof in steps: terms of the routine that are proved equal to terms of its function are these from then on.
type sweep struct {
	p    pending
	book *Book
	// like are terms of the function by their width and their values in the samples.
	like map[string][]*Term
	now  map[*Term]*Term
}

// newSweep notes the terms of the function that are numbers, and the bytes of them.
func newSweep(b *Book, p pending) *sweep {
	s := &sweep{p: p, book: b, like: map[string][]*Term{}, now: map[*Term]*Term{}}
	for _, c := range p.claims {
		for _, t := range below(c.want) {
			if s.now[t] != nil {
				continue
			}
			u := t
			if len(t.args) > 0 {
				u = t.rebuilt(func(i int) *Term { return s.now[t.args[i]] })
			}
			if u.w == 16 && u.op != "zext" && u.op != "sext" {
				s.note(Extract(u, 15, 8))
				s.note(Extract(u, 7, 0))
				u = newTerm("concat", 16, 0, "", Extract(u, 15, 8), Extract(u, 7, 0)) // Concat would make them one again
			}
			s.now[t] = u
			s.note(u)
		}
	}
	return s
}

// below are a term and those that it is made of, each behind its own.
func below(t *Term) (all []*Term) {
	walk(func(t *Term) bool { all = append(all, t); return true }, t)
	slices.SortFunc(all, func(a, b *Term) int { return a.id - b.id })
	return all
}

func (s *sweep) note(t *Term) {
	if k := s.key(t); t.w > 1 && !t.isConst() && !slices.Contains(s.like[k], t) {
		s.like[k] = append(s.like[k], t)
	}
}

func (s *sweep) key(t *Term) string { return fmt.Sprint(t.w, s.p.m.samples.values(t)) }

// twin is the term of the function that may be equal to u, which t has become: of several the one with the most arguments
// in common.
func (s *sweep) twin(t, u *Term) (best *Term) {
	most := -1
	for _, f := range s.like[s.key(t)] {
		n := 0
		for _, a := range f.args {
			if slices.Contains(u.args, a) {
				n++
			}
		}
		if f == u {
			return f
		}
		if n > most {
			best, most = f, n
		}
	}
	return best
}

// is makes a term of the function's terms, as far as they are proved equal.
func (s *sweep) is(t *Term) *Term {
	for _, t := range below(t) {
		if s.now[t] != nil {
			continue
		}
		u := t
		if len(t.args) > 0 {
			u = t.rebuilt(func(i int) *Term { return s.now[t.args[i]] })
		}
		if f := s.twin(t, u); f != nil && f != u && !u.isConst() && u.op != "var" {
			if s.equal(u, f) {
				u = f
			}
		}
		s.now[t] = u
	}
	return s.now[t]
}

// equal reports whether two terms are proved equal: first where all that they have in common may be anything.
func (s *sweep) equal(u, f *Term) bool {
	of := [3]*Term{u, f, s.p.needs}
	is, ok := s.book.same[of]
	if !ok {
		is = s.prove(u, f)
		s.book.same[of] = is
	}
	return is
}

// prove is equal, asked.
func (s *sweep) prove(u, f *Term) bool {
	of, cut := map[*Term]bool{}, map[*Term]bool{}
	walk(func(t *Term) bool { of[t] = true; return true }, f)
	walk(func(t *Term) bool {
		common := of[t] && t.w > 1 && len(t.args) > 0
		if common {
			cut[t] = true
		}
		return !common
	}, u)
	if len(cut) > 0 {
		if a, _ := s.book.Solver.ask(smallEffort, cut, nil, s.p.needs, Not(Eq(u, f))); a == unsat {
			return true
		}
	}
	a, _ := s.book.Solver.ask(smallEffort, nil, nil, s.p.needs, Not(Eq(u, f)))
	return a == unsat
}

// stepwise asks about the claims of a case one by one, those that need fewer terms first.
func (b *Book) stepwise(c *Contract, p pending, r *Result) {
	s, claims := newSweep(b, p), slices.Clone(p.claims)
	slices.SortStableFunc(claims, func(x, y claim) int { return cmp.Compare(max(x.got.id, x.want.id), max(y.got.id, y.want.id)) })
	for _, x := range claims {
		is := s.is(x.got)
		if b.ask(c, p, And(x.path, Not(Eq(is, s.now[x.want]))), r); r.Counter != nil {
			return
		}
		if x.path == True {
			s.now[x.got] = s.now[x.want]
		}
	}
	b.ask(c, p, p.m.bad, r)
}
