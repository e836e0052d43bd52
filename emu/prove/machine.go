package prove

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
)

// home is the address to which a routine returns, where its call ends.
const home = 0xFFFE

// cycleBits is the width of a count of cycles.
const cycleBits = 24

// State is a machine before an instruction.
type State struct {
	pc, sp uint32
	reg    map[string]*Term
	mem    map[uint64]*Term
	path   []*Term // what has been decided on the way
	// cycles are those spent. least and most are bounds for them, for contracts with calls.
	cycles      *Term
	least, most uint64
	live        uint64 // the samples that come this way
	// next is where an instruction under way leads, pulled what it took from the stack.
	next, pulled *Term
}

func (s *State) clone() *State {
	c := *s
	c.reg, c.mem, c.path = maps.Clone(s.reg), maps.Clone(s.mem), slices.Clone(s.path)
	return &c
}

func (s *State) spend(n *Term) {
	s.cycles = Bin("bvadd", s.cycles, resize(n, cycleBits, false))
	all := n.Values() // few
	s.least, s.most = s.least+all[0], s.most+all[len(all)-1]
}

// CPU is what the machines differ in.
type CPU interface {
	// begin gives a state its registers, which are not known, and a call's return address.
	begin(m *Machine, s *State)
	// step executes an instruction and returns the states behind it.
	step(m *Machine, s *State) []*State
	// unknown are registers of which nothing is known, named after something.
	unknown(m *Machine, after string) map[string]*Term
	// back returns from a routine, whose cycles are counted.
	back(m *Machine, s *State) []*State
	// flow returns where the instruction at pc may lead, as far as it says so itself, and its length.
	flow(m *Machine, pc uint32) (next []uint32, length uint32)
	// place reads a register, a flag or a pair, and replace writes it; false for another name.
	place(s *State, name string) (*Term, bool)
	replace(s *State, name string, t *Term) bool
	// Registers are the places of those that a header may list, with the words by which it does.
	Registers() map[string][]string
	// Named are the registers and flags that are written to replay a counter-example.
	Named() []string
}

// Machine executes on terms.
type Machine struct {
	cpu     CPU
	program *Program
	// first are the bytes of RAM at the beginning, facts what may be there.
	first map[uint64]*Term
	facts map[uint64]*domain
	// narrow are what the needs leave of single bytes, by their variables' names.
	narrow map[string]*domain
	needs  []*Term // what holds at the beginning
	// pointed are bytes at the beginning at addresses of which nothing is known. begun is the number of bytes written by then.
	pointed map[*Term]*Term
	begun   int
	// snapshot, if not nil, has the bytes that first lacks: then all is known.
	snapshot *Snapshot
	// bad holds where the machine would do what it must not: write into the ROM, or read where there is nothing.
	bad     *Term
	solver  *Solver
	samples *Samples
	ran     map[uint32]bool // the bytes of instructions that were executed
	lowest  uint32          // stack pointer
	Steps   int
	rank    map[uint32]int // of an instruction among those to be executed
	looping map[uint32]bool
	asked   map[*Term]bool // whether conditions can hold
	visits  map[uint32]int // of branches that were not clear
	// callees are not executed: their contracts say what they do. symbols are those functions of which no more is known.
	book    *Book
	callees map[uint32]*Contract
	symbols map[string]bool
	window  *window // the record at hand, if there is one
	calls   int
	alive   map[place]map[string]bool // the registers that are live at an instruction,
	left    map[string]bool           // and behind the routine
}

// at is the byte of memory at the beginning.
func (m *Machine) at(addr uint64) *Term {
	if b, ok := m.program.rom(addr); ok {
		return Const(uint64(b), 8)
	}
	t, ok := m.first[addr]
	if !ok && m.snapshot != nil {
		return Const(uint64(m.snapshot.Memory[m.book.real(addr, m.snapshot.Memory)]), 8)
	}
	if !ok {
		t = m.variable(fmt.Sprintf("m%04x", addr), m.facts[addr])
		m.first[addr] = t
	}
	return t
}

// variable is a byte at the beginning. One that the needs narrow has a name of its own in each case.
func (m *Machine) variable(name string, d *domain) *Term {
	if n := m.narrow[name]; n != nil {
		return VarIn(fmt.Sprintf("%s_%x_%x_%x_%x", name, n[0], n[1], n[2], n[3]), n)
	}
	return VarIn(name, d)
}

func (m *Machine) read(s *State, addr uint64) *Term {
	if t, ok := s.mem[addr]; ok {
		return t
	}
	return m.at(addr)
}

// fault notes that something must not happen.
func (m *Machine) fault(s *State, when *Term) {
	m.bad = Or(m.bad, All(append(slices.Clone(s.path), when)...))
}

func (m *Machine) load(s *State, at *Term) *Term {
	if k, ok := m.offset(at); ok {
		return m.read(s, recordAt+k)
	}
	t := choose(at, func(v uint64) *Term {
		if !m.program.mapped(v) || m.among(v) {
			m.fault(s, Eq(at, Const(v, at.w)))
		}
		return m.read(s, v)
	})
	if t == nil {
		return m.anywhere(s, at)
	}
	t.load = t.many
	return t
}

// anywhere is a byte at an address that a place gives, and of which nothing else is known: the byte of the beginning, as long
// as no byte but the return address has been written.
func (m *Machine) anywhere(s *State, at *Term) *Term {
	t := m.pointed[at]
	if t == nil || len(s.mem) > m.begun {
		panic(fmt.Sprintf("$%04X: reads at more than %d addresses", s.pc, setLimit))
	}
	return t
}

func (m *Machine) store(s *State, at, v *Term) {
	if k, ok := m.offset(at); ok {
		s.mem[recordAt+k] = v
		return
	}
	ok := eachChoice(at, func(k uint64, is *Term) {
		if _, rom := m.program.rom(k); rom || !m.program.mapped(k) || m.among(k) {
			m.fault(s, is)
			return
		}
		if is == True {
			s.mem[k] = v
		} else {
			s.mem[k] = Ite(is, v, m.read(s, k))
		}
	})
	if !ok {
		panic(fmt.Sprintf("$%04X: writes at more than %d addresses", s.pc, setLimit))
	}
}

// code is the i-th byte of the instruction at pc.
func (m *Machine) code(pc uint32, i int) uint64 {
	b, ok := m.program.rom(uint64(pc) + uint64(i))
	if !ok {
		panic(fmt.Sprintf("$%04X: there is no code", pc))
	}
	return uint64(b)
}

// effect executes the statements of an instruction, where on says in which state. Behind an if that goes elsewhere there are
// two states.
func (m *Machine) effect(in *interp, on func(*State), s *State, e *env, list []ast.Stmt) (all []*State) {
	on(s)
	in.steps = 0
	for i, x := range list {
		f, ok := x.(*ast.IfStmt)
		if !ok || !leads(f) {
			e = in.stmt(e, x)
			continue
		}
		way := map[*State]ast.Stmt{}
		for _, t := range m.fork(s, in.expr(e, f.Cond).t, func(t *State) { way[t] = f.Body }, func(t *State) { way[t] = f.Else }) {
			rest := list[i+1:]
			if b, ok := way[t].(*ast.BlockStmt); ok {
				rest = slices.Concat(b.List, rest)
			}
			all = append(all, m.effect(in, on, t, e.clone(), rest)...)
		}
		return all
	}
	return m.goTo(s, s.next)
}

// leads reports whether a statement sets pc.
func leads(s ast.Stmt) (found bool) {
	ast.Inspect(s, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == "pc"
		return true
	})
	return found
}

// push writes bytes below the stack, one below the other.
func (m *Machine) push(s *State, bytes ...*Term) {
	for _, b := range bytes {
		m.moveStack(s, Const(uint64(s.sp-1), 32))
		s.mem[uint64(s.sp)] = b
	}
}

// pull takes bytes from the stack, the lowest first.
func (m *Machine) pull(s *State, n int) (all []*Term) {
	for range n {
		all = append(all, m.read(s, uint64(s.sp)))
		m.moveStack(s, Const(uint64(s.sp+1), 32))
	}
	return all
}

// moveStack sets the stack pointer.
func (m *Machine) moveStack(s *State, to *Term) {
	if !to.isConst() || uint32(to.val) < m.program.Symbols["stack_bottom"] || uint32(to.val) > m.program.Symbols["stack_top"] {
		panic(fmt.Sprintf("$%04X: the stack leaves its bounds", s.pc))
	}
	s.sp = uint32(to.val)
	m.lowest = min(m.lowest, s.sp)
}

// goTo continues at an address.
func (m *Machine) goTo(s *State, to *Term) []*State {
	if !to.isConst() {
		panic(fmt.Sprintf("$%04X: jumps to an address that is not known", s.pc))
	}
	s.pc = uint32(to.val)
	return []*State{s}
}

// follow goes where a condition holds.
func (m *Machine) follow(s *State, c *Term) *State {
	if c != True {
		s.path = append(s.path, c)
		s.live &= m.samples.where(c)
	}
	return s
}

// fork executes what differs by a condition: both ways, or the one that is possible.
func (m *Machine) fork(s *State, c *Term, then, other func(*State)) []*State {
	yes, no := m.decide(s, c)
	var out []*State
	if yes {
		t := s
		if no {
			t = s.clone()
		}
		t = m.follow(t, c)
		then(t)
		out = append(out, t)
	}
	if no {
		s = m.follow(s, Not(c))
		other(s)
		out = append(out, s)
	}
	return out
}

// number ranks the instructions that can follow an address: those that lead to others come before them, but for loops.
func (m *Machine) number(from uint32) {
	if _, ok := m.rank[from]; ok {
		return
	}
	var order []uint32
	on := map[uint32]bool{}
	var back [][2]uint32
	var visit func(pc uint32)
	visit = func(pc uint32) {
		m.rank[pc] = 0
		on[pc] = true
		next, _ := m.cpu.flow(m, pc)
		for _, to := range next {
			if on[to] {
				back = append(back, [2]uint32{to, pc})
			} else if _, seen := m.rank[to]; !seen {
				visit(to)
			}
		}
		on[pc] = false
		order = append(order, pc)
	}
	visit(from)
	for i, pc := range order {
		m.rank[pc] = len(order) - i
	}
	for _, b := range back {
		for _, pc := range order {
			if m.rank[pc] >= m.rank[b[0]] && m.rank[pc] <= m.rank[b[1]] {
				m.looping[pc] = true
			}
		}
	}
}

// where is equal for states that are merged: at the same instruction of the same call and, within a loop, with the same
// known registers.
func (m *Machine) where(s *State, top uint32) string {
	k := fmt.Sprintf("%04x %04x", s.sp, s.pc)
	for a := s.sp; a < top; a++ {
		if t := m.read(s, uint64(a)); t.isConst() {
			k += fmt.Sprintf(" %x", t.val)
		} else {
			k += " ?"
		}
	}
	if m.looping[s.pc] {
		live := m.live(s.pc, s.sp == top)
		for _, r := range slices.Sorted(maps.Keys(s.reg)) {
			if t := s.reg[r]; t.isConst() && t.w > 0 && len(r) <= 2 && (live == nil || live[r]) {
				k += fmt.Sprintf(",%s%x", r, t.val)
			}
		}
	}
	return k
}

// maxSteps bounds the instructions that a case executes.
const maxSteps = 60_000

// run executes until all states have returned. Where ways meet they are merged.
func (m *Machine) run(start *State) (done []*State) {
	work := map[string]*State{}
	top := start.sp
	add := func(s *State) {
		if s.pc == home {
			done = append(done, s)
			return
		}
		m.number(s.pc)
		k := m.where(s, top)
		if o, ok := work[k]; ok {
			s = m.join(o, s)
		}
		work[k] = s
	}
	add(start)
	for len(work) > 0 {
		pick, best := "", (*State)(nil)
		for k, s := range work {
			if best == nil || s.sp < best.sp || s.sp == best.sp && (m.rank[s.pc] < m.rank[best.pc] || m.rank[s.pc] == m.rank[best.pc] && k < pick) {
				pick, best = k, s
			}
		}
		delete(work, pick)
		m.lowest = min(m.lowest, best.sp)
		if m.Steps++; m.Steps > maxSteps {
			panic(fmt.Sprintf("$%04X: more than %d instructions: a loop without end?", best.pc, maxSteps))
		}
		for _, s := range m.step(best) {
			add(s)
		}
	}
	return done
}

// step executes an instruction. What no proof can go through does not matter in a state that nothing comes to.
func (m *Machine) step(s *State) (out []*State) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		if s.live != 0 || m.possible(s, True) {
			panic(p)
		}
		out = nil
	}()
	if c := m.callees[s.pc]; c != nil {
		return m.call(s, c)
	}
	if !m.ran[s.pc] && (s.live != 0 || m.possible(s, True)) {
		_, n := m.cpu.flow(m, s.pc)
		for i := range n {
			m.ran[s.pc+i] = true
		}
	}
	return m.cpu.step(m, s)
}

// join is the state a or b, each where its path holds.
func (m *Machine) join(a, b *State) *State {
	n := 0
	for n < len(a.path) && n < len(b.path) && a.path[n] == b.path[n] {
		n++
	}
	c, d := All(a.path[n:]...), All(b.path[n:]...)
	out := &State{pc: a.pc, sp: a.sp, reg: map[string]*Term{}, mem: map[uint64]*Term{}, live: a.live | b.live}
	out.path = slices.Clone(a.path[:n])
	if either := Or(c, d); either != True {
		out.path = append(out.path, either)
	}
	out.cycles, out.least, out.most = Ite(c, a.cycles, b.cycles), min(a.least, b.least), max(a.most, b.most)
	for r := range a.reg {
		out.reg[r] = Ite(c, a.reg[r], b.reg[r])
	}
	for k, t := range a.mem {
		out.mem[k] = Ite(c, t, m.read(b, k))
	}
	for k, t := range b.mem {
		out.mem[k] = Ite(c, m.read(a, k), t)
	}
	return out
}
