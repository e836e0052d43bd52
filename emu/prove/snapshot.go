package prove

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Snapshot is a machine at a time: its memory, and the registers by which places are named.
type Snapshot struct {
	Memory    []byte
	Registers map[string]uint64
}

// state makes a state in which everything is as in a snapshot.
func (b *Book) state(x *Snapshot) (*Machine, *State) {
	m := &Machine{cpu: b.Program.CPU, program: b.Program, first: map[uint64]*Term{}, bad: False, snapshot: x, samples: newSamples(), lowest: 1 << 31}
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
	own := b.mayChange(c)
	for i, place := range b.results(c) {
		if place == "" {
			continue
		}
		if got := b.get(after, s, place, outs[i].kind); got != outs[i].t {
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
	low, high := uint64(b.Program.Symbols["stack_bottom"]), uint64(b.Program.Symbols["stack_top"])
	for _, ram := range b.Program.RAM {
		for a := uint64(ram[0]); a < uint64(ram[1]); a++ {
			want := uint64(m.snapshot.Memory[a])
			t, told := e.mem[a]
			if told {
				want = t.val
			}
			if own[a] || !told && a >= low && a < high {
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

// outBytes are the addresses of a result in memory.
func (b *Book) outBytes(m *Machine, s *State, place string, t *Term) []uint64 {
	bare, _ := b.plain(place)
	if _, ok := m.cpu.place(s, bare); ok || b.Forms[place].Place != "" {
		return nil
	}
	return b.bytesAt(bare, max(t.w, 8)/8)
}

// Vary changes what a contract's function reads in a snapshot at random, as its facts and cases allow.
func (b *Book) Vary(routine string, x *Snapshot, r *rand.Rand) {
	c := b.Contracts[routine]
	facts := b.facts(c)
	m, s := b.state(x)
	var args []Value
	for _, p := range b.params(c) {
		args = append(args, Value{})
		if p.length > 0 {
			base := b.bytesAt(p.place, 1)[0]
			for k := range uint64(p.length) {
				if d := facts[base+k]; d != nil && r.IntN(3) == 0 {
					all := d.values()
					x.Memory[base+k] = byte(all[r.IntN(len(all))])
				}
			}
			continue
		}
		v := r.Uint64() & mask(width(p.kind))
		switch r.IntN(4) {
		case 0:
			v = 0
		case 1:
			v &= 0x1F
		}
		for _, each := range c.each {
			if all, err := Range(each[1]); each[0] == p.name && err == nil {
				v = all[r.IntN(len(all))]
			}
		}
		value := valueOf(Const(v, width(p.kind)), p.kind)
		args[len(args)-1] = value
		for _, a := range b.put(m, s, p.place, value.t) {
			x.Memory[a] = byte(s.mem[a].val)
		}
		for a, t := range b.sets(p.place, value) {
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
		x.Memory[a] = byte(d.values()[0])
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
