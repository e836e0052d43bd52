package prove

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"time"
)

// Result is what has come of a proof.
type Result struct {
	Cases int // that were proved
	Asked int // questions to z3
	Terms int // made
	// Least and Most are the cycles of a call, its rts included. There are inputs for both, unless they are Loose: so where
	// it calls proved routines.
	Least, Most uint64
	Loose       bool
	Time        time.Duration
	Ran         map[uint32]bool // the bytes of instructions that were executed
	Counter     *Counter        // an input at which routine and function differ
}

// Counter is a counter-example: bytes of memory and registers, by their names, and the values of the case.
type Counter struct {
	Case      map[string]uint64
	Memory    map[uint64]byte
	Registers map[string]uint64
}

// pending is a case to be asked about.
type pending struct {
	set      map[string]uint64
	m        *Machine
	start    *State
	claims   []claim
	violated *Term
	finals   []*State
	needs    *Term
}

// mostTerms bounds a proof.
const mostTerms = 20_000_000

// batch is the number of cases of a question.
const batch = 32

// Undecided is the error of a proof that z3 did not decide in time.
type Undecided struct{ Routine, Where string }

func (u *Undecided) Error() string {
	return fmt.Sprintf("%s: whether %s can differ was not decided within the work that a proof may take", u.Where, u.Routine)
}

// Prove proves a routine, or finds where it does something else than its function, or says why neither can be.
func (b *Book) Prove(routine string) (r *Result, err error) {
	c := b.Contracts[routine]
	if c == nil {
		return nil, fmt.Errorf("prove %s: it has no contract", routine)
	}
	if c.Exhaust {
		return nil, fmt.Errorf("%s: prove %s: it is run for all its inputs instead: SEARCHEX_TESTS=slow go test ./hostbridge/contracts -run Exhausted", c.Where, routine)
	}
	if b.Places[routine].Missing {
		return nil, fmt.Errorf("%s: prove %s: the program has no such routine", c.Where, routine)
	}
	begin, result := time.Now(), &Result{Ran: map[uint32]bool{}, Least: 1 << cycleBits}
	r = result
	last = ids + int(cmp.Or(b.Share, 1)*mostTerms)
	defer func() {
		last = math.MaxInt
		result.Time = time.Since(begin)
		p := recover()
		cause, _ := p.(error)
		var undecided *Undecided
		switch {
		case p == nil:
		case errors.As(cause, &undecided), errors.Is(cause, context.Canceled), errors.Is(cause, context.DeadlineExceeded):
			err = cause
		case p == errWork:
			err = &Undecided{routine, c.Where}
		default:
			err = fmt.Errorf("%s: %s: %v", c.Where, routine, p)
		}
	}()
	cases, err := c.cases()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Where, err)
	}
	forget()
	if c.Lemma {
		return r, b.lemma(c, cases, r)
	}
	b.sent, b.held, b.asked, b.same = nil, map[*Term]bool{}, map[*Term]bool{}, map[[3]*Term]bool{}
	asked := b.Solver.asked()
	for i, set := range cases {
		if err := b.Solver.ended(); err != nil {
			return nil, err
		}
		b.one(c, set, r)
		if len(b.sent) == batch {
			b.flush(c, r)
		}
		if r.Counter != nil {
			break
		}
		if b.Progress != nil {
			b.Progress(i+1, len(cases))
		}
	}
	if r.Counter == nil {
		b.flush(c, r)
	}
	r.Asked = b.Solver.asked() - asked
	if r.Counter == nil {
		r.Terms = ids - (last - int(cmp.Or(b.Share, 1)*mostTerms))
		if r.Cases == 0 {
			return r, fmt.Errorf("%s: %s: no case meets what it needs", c.Where, routine)
		}
		b.Bounds[routine], r.Loose = Bounds{r.Least, r.Most}, c.loose
	}
	return r, nil
}

// cases are the values of the parameters in each case.
func (c *Contract) cases() ([]map[string]uint64, error) {
	all := []map[string]uint64{{}}
	for _, e := range c.each {
		values, err := Range(e[1])
		if err != nil {
			return nil, err
		}
		var next []map[string]uint64
		for _, set := range all {
			for _, v := range values {
				n := maps.Clone(set)
				n[e[0]] = v
				next = append(next, n)
			}
		}
		all = next
	}
	return all, nil
}

// machine makes a machine and its state at a routine, where some parameters have a value.
func (b *Book) machine(c *Contract, set map[string]uint64, narrow map[string]*domain, r *Result) (*Machine, *State, []Value) {
	m := &Machine{narrow: narrow,
		cpu: b.Program.CPU, program: b.Program, first: map[uint64]*Term{}, facts: b.facts(c), bad: False, solver: b.Solver, samples: newSamples(),
		book: b, callees: b.callees(c), symbols: b.symbols(c), ran: r.Ran, pointed: map[*Term]*Term{}, rank: map[uint32]int{}, looping: map[uint32]bool{}, visits: map[uint32]int{}, asked: b.asked, alive: map[place]map[string]bool{}, left: b.left(c),
	}
	at, _, err := b.Program.span(c.Routine)
	if err != nil {
		panic(err)
	}
	s := &State{pc: uint32(at), mem: map[uint64]*Term{}, cycles: Const(0, cycleBits), live: 1<<sampleCount - 1}
	m.cpu.begin(m, s)
	m.lowest, m.begun = s.sp, len(s.mem)
	params := b.params(c)
	for _, p := range params {
		if v, ok := set[p.name]; ok {
			for _, a := range b.put(m, s, p.place, Const(v, width(p.kind))) {
				m.first[a] = s.mem[a]
				delete(s.mem, a)
			}
		}
	}
	b.open(m, params)
	var args []Value
	for _, p := range params {
		if p.length > 0 {
			maps.Copy(m.first, b.derived(p, m.at))
			args = append(args, Value{array: &Array{b.bytesAt(p.place, 1)[0], p.length}})
			continue
		}
		v := valueOf(b.get(m, s, p.place, p.kind), p.kind)
		for a, t := range b.sets(p.place, v) {
			m.first[a] = t
		}
		args = append(args, v)
	}
	for name, t := range b.entry(c, args) {
		m.cpu.replace(s, name, t)
	}
	return m, s, args
}

// left are the registers and flags that a routine leaves or keeps, as the CPU's terms have them.
func (b *Book) left(c *Contract) map[string]bool {
	all := map[string]bool{}
	of := map[string]string{"carry": "cf", "zero": "nz", "plus": "nz"}
	for _, name := range slices.Concat(b.Places[c.Routine].Keeps, b.results(c)) {
		all[cmp.Or(of[name], name)] = true
	}
	return all
}

// needed is what a contract's function needs of its arguments.
func (b *Book) needed(c *Contract, in *interp, e *env, args []Value) *Term {
	e = newEnv(maps.Clone(e.mem))
	for i, p := range b.params(c) {
		e.vars[p.name] = args[i]
	}
	panics := in.panics
	in.panics = False
	all := True
	for _, x := range c.needs {
		v := in.expr(e, x)
		if v.kind != "bool" {
			panic("prove:needs is no condition")
		}
		all = And(all, v.t)
	}
	all = And(all, Not(in.panics))
	in.panics = panics
	return all
}

// conjuncts are the parts of a condition.
func conjuncts(t *Term) []*Term {
	if t.op == "and" {
		return append(conjuncts(t.args[0]), conjuncts(t.args[1])...)
	}
	if t == True {
		return nil
	}
	return []*Term{t}
}

// narrowed are the bytes of which some parts of a condition speak alone, with what these allow.
func narrowed(needs *Term) map[string]*domain {
	of := map[*Term]*Term{}
	for _, c := range conjuncts(needs) {
		if !c.many && len(c.vars) == 1 && c.vars[0].w == 8 {
			of[c.vars[0]] = And(c, cmp.Or(of[c.vars[0]], True))
		}
	}
	all := map[string]*domain{}
	for v, c := range of {
		d := &domain{}
		for n := range uint64(256) {
			if v.dom.has(n) && c.Eval(map[*Term]uint64{v: n}, map[*Term]uint64{}) == 1 {
				d.add(n)
			}
		}
		if *d != (domain{}) {
			all[v.name] = d
		}
	}
	return all
}

// sample makes samples that meet the needs, at least one. It reports false if nothing does.
func (b *Book) sample(c *Contract, m *Machine, s *State) bool {
	needs := All(m.needs...)
	s.live = m.samples.where(needs)
	if bits.OnesCount64(s.live) >= sampleCount/2 {
		return true
	}
	vars := variables(needs)
	model := m.samples.one(bits.TrailingZeros64(s.live), vars)
	if s.live == 0 {
		var a answer
		switch a, model = b.Solver.ask(b.effort(), nil, vars, m.needs...); a {
		case unknown:
			panic(&Undecided{c.Routine, c.Where})
		case unsat:
			return false
		}
	}
	m.samples = newSamples()
	m.samples.around(model, needs, vars)
	if s.live = m.samples.where(needs); s.live&1 == 0 {
		panic("z3's model does not meet the needs")
	}
	return true
}

// walk calls visit once for each of some terms, and for those below them where it returns true.
func walk(visit func(t *Term) (down bool), ts ...*Term) {
	seen := map[*Term]bool{}
	var at func(t *Term)
	at = func(t *Term) {
		if seen[t] {
			return
		}
		if seen[t] = true; visit(t) {
			for _, a := range t.args {
				at(a)
			}
		}
	}
	for _, t := range ts {
		at(t)
	}
}

// variables are those of which terms are made.
func variables(ts ...*Term) (all []*Term) {
	walk(func(t *Term) (down bool) {
		if t.op == "var" || t.op == "call" {
			all = append(all, t)
		}
		return true
	}, ts...)
	return all
}

// one executes a case and notes what is to be asked.
func (b *Book) one(c *Contract, set map[string]uint64, r *Result) {
	var narrow map[string]*domain
	var m *Machine
	var s *State
	var args []Value
	var in *interp
	var needs *Term
	e := newEnv(map[uint64]*Term{})
	for again := true; again; {
		m, s, args = b.machine(c, set, narrow, r)
		in = b.interp()
		in.read, in.symbols = m.at, m.symbols
		needs = b.needed(c, in, e, args)
		again = narrow == nil
		if again {
			narrow = narrowed(needs)
			again = len(narrow) > 0
		}
	}
	if needs == False {
		return
	}
	m.needs = conjuncts(needs)
	if !b.sample(c, m, s) {
		panic(fmt.Sprintf("nothing meets the needs in the case %v", set))
	}
	result := in.run(e, c.Func(), args)
	b.derive(c, m.at, e)
	start := s.clone()
	finals := m.run(s)
	r.Cases++
	m.bad = Or(m.bad, in.panics)
	claims := b.claims(c, m, start, finals, e, result)
	b.sent = append(b.sent, pending{set, m, start, claims, violated(m, claims), finals, needs})
	b.check(c, m, start, finals, r)
}

// derive makes the bytes derived from arrays those of the arrays as they are now.
func (b *Book) derive(c *Contract, read func(at uint64) *Term, e *env) {
	for _, p := range b.params(c) {
		base := uint64(0)
		if p.length > 0 {
			base = b.bytesAt(p.place, 1)[0]
		}
		for i := range uint64(p.length) {
			if _, stored := e.mem[base+i]; !stored {
				continue
			}
			maps.Copy(e.mem, b.derived(p, func(at uint64) *Term {
				if t, ok := e.mem[at]; ok {
					return t
				}
				return read(at)
			}))
			break
		}
	}
}
