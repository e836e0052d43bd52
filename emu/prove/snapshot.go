package prove

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// Snapshot is a machine at a time: its memory, and the registers by which places are named.
type Snapshot struct {
	Memory    []byte
	Registers map[string]uint64
}

// state makes a state in which everything is as in a snapshot.
func (b *Book) state(x *Snapshot) (*Machine, *State) {
	m := &Machine{book: b, cpu: b.Program.CPU, program: b.Program, first: map[uint64]*Term{}, bad: False, snapshot: x, samples: newSamples(), lowest: 1 << 31}
	s := &State{mem: map[uint64]*Term{}, reg: map[string]*Term{}, cycles: Const(0, cycleBits)}
	m.cpu.begin(m, s)
	clear(s.mem)
	for name, v := range x.Registers {
		t, ok := m.cpu.place(s, name)
		if !ok || !m.cpu.replace(s, name, Const(v, t.w)) {
			panic("there is no register " + name)
		}
	}
	return m, s
}

// Expect runs a contract's function on a snapshot. If its needs are met, check says of a snapshot behind the routine what
// differs from what the function leaves; else unmet says which they are.
func (b *Book) Expect(routine string, x *Snapshot) (check func(after *Snapshot) error, unmet string, err error) {
	c := b.Contracts[routine]
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: %s: %v", c.Where, routine, p)
		}
	}()
	b.complete(c, x)
	m, s := b.state(x)
	args, unmet := b.arguments(c, m, s)
	if unmet != "" {
		return nil, unmet, nil
	}
	in := b.interp()
	in.read = m.at
	e := newEnv(map[uint64]*Term{})
	if b.needed(c, in, e, args) != True {
		return nil, "prove:needs of " + routine, nil
	}
	result := in.run(e, c.Func(), args)
	b.derive(c, m.at, e)
	if in.panics != False {
		return nil, "", fmt.Errorf("%s: %s: the function panics", c.Where, routine)
	}
	return func(after *Snapshot) error { return b.compare(c, m, s, e, result, after) }, "", nil
}

// arguments are those of a contract's function in a state that is known, or what is not as the contract wants it.
func (b *Book) arguments(c *Contract, m *Machine, s *State) (args []Value, unmet string) {
	for a, d := range b.facts(c) {
		if v := m.at(a).val; !d.has(v) {
			return nil, fmt.Sprintf("the byte at $%04X is $%02X", a, v)
		}
	}
	for _, p := range b.params(c) {
		v := Value{}
		if p.length > 0 {
			v.array = &Array{b.bytesAt(p.place, 1)[0], p.length}
			for a, t := range b.derived(p, m.at) {
				if m.at(a) != t {
					return nil, fmt.Sprintf("the byte at $%04X does not go with %s", a, p.name)
				}
			}
		} else {
			v = valueOf(b.get(m, s, p.place, p.kind), p.kind)
			if !c.oneOf(p, v) {
				return nil, fmt.Sprintf("%s is %d", p.name, v.t.val)
			}
			for a, t := range b.sets(p.place, v) {
				if m.at(a) != t {
					return nil, fmt.Sprintf("the byte at $%04X does not go with %s", a, p.name)
				}
			}
		}
		args = append(args, v)
	}
	for name, t := range b.entry(c, args) {
		if now, _ := m.cpu.place(s, name); now != resize(t, now.w, false) {
			return nil, fmt.Sprintf("%s is $%X", name, now.val)
		}
	}
	return args, ""
}

// oneOf reports whether a parameter has one of the values for which the contract is proved.
func (c *Contract) oneOf(p param, v Value) bool {
	for _, each := range c.each {
		if each[0] == p.name {
			all, err := Range(each[1])
			return err == nil && slices.Contains(all, v.t.val)
		}
	}
	return true
}

// compare says what a routine has left otherwise than its function.
func (b *Book) compare(c *Contract, m *Machine, before *State, e *env, result Value, x *Snapshot) error {
	after, s := b.state(x)
	outs := c.outs(result)
	own, meant := b.mayChange(c), c.meant(outs)
	maps.Copy(own, b.absent(c))
	for i, place := range b.results(c) {
		if place == "" {
			continue
		}
		if got := b.get(after, s, place, outs[i].kind); got != outs[i].t && meant[i] == True {
			return fmt.Errorf("%s leaves %s=$%X: want $%X", c.Routine, place, got.val, outs[i].t.val)
		}
		for _, a := range b.outBytes(m, s, place, outs[i].t) {
			own[a] = true
		}
	}
	for _, k := range b.Places[c.Routine].Keeps {
		was, _ := m.cpu.place(before, k)
		if now, ok := m.cpu.place(s, k); ok && now != was {
			return fmt.Errorf("%s changes %s", c.Routine, k)
		}
	}
	told := map[uint64]*Term{}
	for a, t := range e.mem {
		told[b.real(a, m.snapshot.Memory)] = t
	}
	low, high := uint64(b.Program.Symbols["stack_bottom"]), uint64(b.Program.Symbols["stack_top"])
	for _, ram := range b.Program.RAM {
		for a := uint64(ram[0]); a < uint64(ram[1]); a++ {
			want := uint64(m.snapshot.Memory[a])
			t, is := told[a]
			if is {
				want = t.val
			}
			if own[a] || !is && a >= low && a < high {
				continue
			}
			if got := uint64(x.Memory[a]); got != want {
				return fmt.Errorf("%s leaves $%02X at $%04X: want $%02X", c.Routine, got, a, want)
			}
		}
	}
	return nil
}

// mayChange are the bytes that a routine uses.
func (b *Book) mayChange(c *Contract) map[uint64]bool {
	free := map[uint64]bool{}
	for _, u := range b.Places[c.Routine].Uses {
		at, n, err := b.Program.span(u)
		if err != nil {
			panic(err)
		}
		for i := range n {
			free[at+uint64(i)] = true
		}
	}
	return free
}

// absent are the bytes of a contract's arrays that the CPU has not, at places where it keeps nothing: what is derived from them
// stands for them.
func (b *Book) absent(c *Contract) map[uint64]bool {
	all := map[uint64]bool{}
	for _, p := range b.params(c) {
		if _, ok := b.Forms[strings.TrimSuffix(p.name, "_")]; ok && p.length > 0 {
			for _, a := range b.bytesAt(p.place, p.length) {
				all[a] = true
			}
		}
	}
	return all
}

// complete gives a snapshot the bytes that the CPU has not, from which what it has follows.
func (b *Book) complete(c *Contract, x *Snapshot) {
	missing := b.absent(c)
	read := func(at uint64) *Term { return Const(uint64(x.Memory[at]), 8) }
	for _, p := range b.params(c) {
		for i := range p.length {
			at := b.bytesAt(p.place, 1)[0] + uint64(i)
			fits := func(v int) bool {
				x.Memory[at] = byte(v)
				for a, t := range b.derivedAt(p, i, read) {
					if read(a) != t {
						return false
					}
				}
				return true
			}
			if missing[at] && !fits(int(x.Memory[at])) {
				for v := 0; v < 256 && !fits(v); v++ {
				}
			}
		}
	}
}

// outBytes are the addresses of a result in memory.
func (b *Book) outBytes(m *Machine, s *State, place string, t *Term) []uint64 {
	bare, _ := b.plain(place)
	if _, ok := m.cpu.place(s, bare); ok || b.Forms[place].Place != "" {
		return nil
	}
	return b.bytesAt(bare, max(t.w, 8)/8)
}

// Vary changes what a contract's function reads in a snapshot at random, as its facts and cases allow. It tries a few times to
// meet the needs, and returns what Expect does of the last one.
func (b *Book) Vary(routine string, x *Snapshot, r *rand.Rand) (check func(after *Snapshot) error, unmet string, err error) {
	for range 10 {
		b.vary(b.Contracts[routine], x, r)
		if check, unmet, err = b.Expect(routine, x); unmet == "" || err != nil {
			break
		}
	}
	return check, unmet, err
}

func (b *Book) vary(c *Contract, x *Snapshot, r *rand.Rand) {
	m, s := b.state(x)
	e, in := newEnv(map[uint64]*Term{}), b.interp()
	in.read = m.at
	params, args := b.params(c), []Value(nil)
	for _, p := range params {
		if p.length > 0 {
			b.varyArray(c, m, p, x, r)
			args = append(args, Value{array: &Array{b.bytesAt(p.place, 1)[0], p.length}})
		} else {
			args = append(args, valueOf(Const(b.draw(c, m, s, p, r), width(p.kind)), p.kind))
		}
		e.vars[p.name] = args[len(args)-1]
	}
	for _, need := range c.needs {
		c.settle(in, e, need)
	}
	for i, p := range params {
		if p.length > 0 {
			continue
		}
		if pair, ok := strings.CutPrefix(p.place, "raw:"); ok {
			pair, _, _ = strings.Cut(pair, "+")
			m.cpu.replace(s, pair, Const(uint64(b.Program.Symbols["raw_moves"]), 16))
		}
		args[i] = e.vars[p.name]
		for _, a := range b.put(m, s, p.place, args[i].t) {
			x.Memory[a] = byte(s.mem[a].val)
		}
		for a, t := range b.sets(p.place, args[i]) {
			x.Memory[a] = byte(t.val)
		}
	}
	for name, t := range b.entry(c, args) {
		m.cpu.replace(s, name, t)
	}
	for name := range x.Registers {
		if t, ok := m.cpu.place(s, name); ok && t.isConst() {
			x.Registers[name] = t.val
		}
	}
}

// settle makes a number what the needs say that it equals.
func (c *Contract) settle(in *interp, e *env, need ast.Expr) {
	x, ok := need.(*ast.BinaryExpr)
	switch {
	case !ok:
	case x.Op == token.LAND:
		c.settle(in, e, x.X)
		c.settle(in, e, x.Y)
	case x.Op == token.EQL:
		if id, ok := x.X.(*ast.Ident); ok && e.vars[id.Name].t != nil {
			e.vars[id.Name] = in.expr(e, x.Y).as(e.vars[id.Name].kind)
		}
	}
}

// draw is a number for a parameter.
func (b *Book) draw(c *Contract, m *Machine, s *State, p param, r *rand.Rand) uint64 {
	for _, each := range c.each {
		if all, err := Range(each[1]); each[0] == p.name && err == nil {
			return all[r.IntN(len(all))]
		}
	}
	v, params := r.Uint64()&mask(width(p.kind)), b.params(c)
	switch r.IntN(2 + width(p.kind)/4) {
	case 0:
		return 0
	case 1:
		return v & 0x1F
	case 2, 3, 4: // a word near another
		if q := params[r.IntN(len(params))]; q.length == 0 && q.kind == p.kind && width(p.kind) == 16 {
			return (b.get(m, s, q.place, q.kind).val + uint64(r.IntN(64)) - 32) & mask(16)
		}
	}
	return v
}

// varyArray changes bytes of an array, and where it lies if a pointer says so. Bytes of which nothing is said become anything
// in some arrays.
func (b *Book) varyArray(c *Contract, m *Machine, p param, x *Snapshot, r *rand.Rand) {
	base, facts, wild := b.bytesAt(p.place, 1)[0], b.facts(c), r.IntN(4) == 0
	if base == recordAt {
		may := b.pointers(p)
		for _, a := range b.bytesAt(b.Records[p.place].Pointer, 2) {
			all := may[a].values()
			x.Memory[a] = byte(all[r.IntN(len(all))])
		}
	}
	for k := range uint64(p.length) {
		_, rom := b.Program.rom(base + k)
		switch d := facts[base+k]; {
		case rom || r.IntN(3) > 0:
		case d != nil:
			all := d.values()
			x.Memory[b.real(base+k, x.Memory)] = byte(all[r.IntN(len(all))])
		case wild:
			x.Memory[b.real(base+k, x.Memory)] = byte(r.Uint32())
		}
	}
	for a, t := range b.derived(p, m.at) {
		x.Memory[a] = byte(t.val)
	}
}

// Routines are the contracts of routines that the CPU has, in their order.
func (b *Book) Routines() []string {
	return slices.DeleteFunc(slices.Clone(b.Order), func(name string) bool { return b.Places[name].Missing || b.Contracts[name].Lemma })
}

// Replay runs a routine on a machine from a counter-example on, and says what it leaves otherwise than its function. It is an
// error if that is nothing: then the counter-example is none, as it can be where a function was a symbol.
func (b *Book) Replay(routine string, c *Counter, run func(x *Snapshot) (after *Snapshot, err error)) (differs string, err error) {
	x := &Snapshot{Memory: make([]byte, b.Program.RAM[0][1]), Registers: c.Registers}
	for origin, rom := range b.Program.ROM {
		if uint64(origin) < uint64(len(x.Memory)) {
			copy(x.Memory[origin:], rom)
		}
	}
	for a, d := range b.facts(b.Contracts[routine]) { // which the proof has not looked at, where c lacks them
		if a < recordAt {
			x.Memory[a] = byte(d.values()[0])
		}
	}
	for a, v := range c.Memory {
		if a < uint64(len(x.Memory)) {
			x.Memory[a] = v
		}
	}
	check, unmet, err := b.Expect(routine, x)
	switch {
	case err != nil:
		return "", err
	case unmet != "":
		return "", fmt.Errorf("replay a counter-example to %s: it does not meet what the contract needs: %s", routine, unmet)
	}
	after, err := run(x)
	if err != nil {
		return err.Error(), nil // no return, or a trap: no function does that
	}
	if err := check(after); err != nil {
		return err.Error(), nil
	}
	return "", fmt.Errorf("replay a counter-example to %s: the machine does what the contract says: nothing is known", routine)
}
