package prove

import (
	"fmt"
	"go/parser"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// bytesAt are the addresses of a number of n bytes, the lowest byte first.
func (b *Book) bytesAt(place string, n int) []uint64 {
	if _, ok := b.Records[place]; ok {
		return []uint64{recordAt}
	}
	at, _, err := b.Program.span(place)
	if err != nil {
		panic(err)
	}
	all := make([]uint64, n)
	for i := range all {
		all[i] = at + uint64(i)
	}
	if b.Program.BigEndian {
		slices.Reverse(all)
	}
	return all
}

// plain is a place without the word before the colon that says what kind of number it is, and what is added to the number
// there.
func (b *Book) plain(place string) (bare string, bias uint64) {
	form, label, ok := strings.Cut(place, ":")
	switch {
	case ok && form == "score":
		return label, uint64(b.Program.Symbols["SCORE_BIAS"])
	case ok && (form == "word" || form == "square"):
		return label, 0
	case ok && form == "board":
		return label, uint64(b.Program.Symbols["board"])
	}
	return place, 0
}

// scaled is a place with what its value is multiplied by, or of which bits it is: x*16, ixl&16.
func scaled(place string) (bare, op string, by uint64) {
	if i := strings.IndexAny(place, "*&"); i >= 0 {
		if _, err := fmt.Sscan(place[i+1:], &by); err == nil {
			return place[:i], map[byte]string{'*': "bvmul", '&': "bvand"}[place[i]], by
		}
	}
	return place, "", 0
}

// pointer is the address at a place raw:PAIR+N: it is in a pair of registers, or so far behind it. nil for another place.
func (b *Book) pointer(m *Machine, s *State, place string) *Term {
	at, ok := strings.CutPrefix(place, "raw:")
	if !ok {
		return nil
	}
	pair, offset, _ := strings.Cut(at, "+")
	t, ok := m.cpu.place(s, pair)
	n, err := strconv.ParseUint("0"+offset, 10, 8)
	if !ok || err != nil {
		panic(place + " is no place of a byte of a raw move")
	}
	return Bin("bvadd", t, Const(n, t.w))
}

// get is the value at a place, of a kind. A place may be a number.
func (b *Book) get(m *Machine, s *State, place, kind string) *Term {
	if f, ok := b.Forms[place]; ok {
		if bare, op, by := scaled(f.Place); op != "" {
			return Bin(op, b.get(m, s, bare, kind), Const(by, width(kind)))
		}
		place = f.Place
	}
	w := width(kind)
	if at := b.pointer(m, s, place); at != nil {
		if at.Values() == nil && m.pointed[at] == nil {
			m.pointed[at] = m.variable(fmt.Sprintf("p%d", len(m.pointed)), nil)
		}
		return m.load(s, at)
	}
	place, bias := b.plain(place)
	if n, err := strconv.ParseUint(place, 0, 32); err == nil {
		return Const(n, w)
	}
	if label, ok := strings.CutPrefix(place, "#"); ok {
		return Const(b.bytesAt(label, 1)[0], w)
	}
	if t, ok := m.cpu.place(s, place); ok {
		switch {
		case w == 0 && t.w > 0:
			return Not(Eq(t, Const(0, t.w)))
		case w > 0 && t.w == 0:
			return Ite(t, Const(1, w), Const(0, w))
		}
		return unbiased(resize(t, w, false), bias)
	}
	var t *Term
	for _, a := range b.bytesAt(place, max(w, 8)/8) {
		if byte := m.read(s, a); t == nil {
			t = byte
		} else {
			t = Concat(byte, t)
		}
	}
	if w == 0 {
		return Not(Eq(t, Const(0, 8)))
	}
	return unbiased(t, bias)
}

func unbiased(t *Term, bias uint64) *Term {
	if bias == 0 {
		return t
	}
	return Bin("bvsub", t, Const(bias, t.w))
}

// put makes the value at a place that of a term. It returns the addresses that it has written.
func (b *Book) put(m *Machine, s *State, place string, t *Term) (at []uint64) {
	if f, ok := b.Forms[place]; ok {
		bare, op, by := scaled(f.Place)
		if op != "" && !t.isConst() {
			panic("an answer at the place " + f.Place)
		}
		if place = bare; op == "bvmul" {
			t = Const(t.val/by, t.w)
		}
	}
	if _, err := strconv.ParseUint(place, 0, 32); err == nil || strings.HasPrefix(place, "#") { // always the same
		return nil
	}
	if p := b.pointer(m, s, place); p != nil {
		if p.isConst() {
			s.mem[p.val] = t
			return []uint64{p.val}
		}
		m.pointed[p] = t
		return nil
	}
	place, bias := b.plain(place)
	if bias != 0 {
		t = Bin("bvadd", t, Const(bias, t.w))
	}
	if m.cpu.replace(s, place, t) {
		return nil
	}
	at = b.bytesAt(place, max(t.w, 8)/8)
	for i, a := range at {
		if t.w == 0 {
			s.mem[a] = Ite(t, Const(1, 8), Const(0, 8))
		} else {
			s.mem[a] = Extract(t, 8*i+7, 8*i)
		}
	}
	return at
}

// sets are the bytes that a form makes others where its value is v, by their addresses.
func (b *Book) sets(place string, v Value) map[uint64]*Term {
	all := map[uint64]*Term{}
	for _, set := range b.Forms[place].Sets {
		if b.register(set[0]) {
			continue
		}
		at, n, err := b.Program.span(set[0])
		if err != nil {
			panic(err)
		}
		for i := range n {
			all[at+uint64(i)] = b.formula(set[1], map[string]Value{"v": v, "i": number(int64(i))}).convert("uint8").t
		}
	}
	return all
}

// register reports whether a name is a register's.
func (b *Book) register(name string) bool { return b.Program.CPU.Registers()[name] != nil }

// entry are the registers that hold something besides at a routine's entry, where the parameters have these values.
func (b *Book) entry(c *Contract, args []Value) map[string]*Term {
	all, with := map[string]*Term{}, map[string]Value{}
	for i, p := range b.params(c) {
		if p.length > 0 {
			continue
		}
		with[p.name] = args[i]
		if c, ok := b.Program.CPU.(*m68k); ok { // whose numbers fill a register, or its low part
			bare, bias := b.plain(p.place)
			if r, bits := c.part(bare); b.register(r) && bits > width(p.kind) && width(p.kind) > 0 {
				all[bare] = Bin("bvadd", resize(args[i].t, bits, signed(p.kind)), Const(bias, bits))
			}
		}
		for _, set := range b.Forms[p.place].Sets {
			if b.register(set[0]) {
				all[set[0]] = b.formula(set[1], map[string]Value{"v": args[i]}).t
			}
		}
	}
	for _, set := range b.Places[c.Routine].Entry {
		all[set[0]] = b.formula(set[1], with).t
	}
	return all
}

// derived are the bytes that a CPU has besides an array, by their addresses, where the array's bytes are those of read.
func (b *Book) derived(p param, read func(at uint64) *Term) map[uint64]*Term {
	all := map[uint64]*Term{}
	for i := range p.length {
		maps.Copy(all, b.derivedAt(p, i, read))
	}
	return all
}

// derivedAt are those of the array's byte with an index.
func (b *Book) derivedAt(p param, index int, read func(at uint64) *Term) map[uint64]*Term {
	all := map[uint64]*Term{}
	for _, d := range b.Derived[p.name] {
		with := map[string]Value{"i": number(int64(index)), "v": valueOf(read(b.bytesAt(p.place, 1)[0]+uint64(index)), "uint8")}
		all[uint64(b.formula(d[0], with).as("int").t.val)] = b.formula(d[1], with).convert("uint8").t
	}
	return all
}

// formula is what an expression of these names has; labels in it are addresses or, with an index, tables in ROM.
func (b *Book) formula(text string, with map[string]Value) Value {
	in := b.interp()
	in.read = func(at uint64) *Term {
		c, ok := b.Program.rom(at)
		if !ok {
			panic(fmt.Sprintf("%s reads $%04X, which is not ROM", text, at))
		}
		return Const(uint64(c), 8)
	}
	in.ident = func(name string) (Value, bool) {
		if v, ok := with[name]; ok {
			return v.convert("int"), true
		}
		at, ok := b.Program.Symbols[name]
		if strings.Contains(text, name+"[") && ok {
			return Value{array: &Array{uint64(at), 256}}, true
		}
		return number(int64(at)), ok
	}
	x, err := parser.ParseExpr(text)
	if err != nil {
		panic(fmt.Sprintf("the formula %q is no Go: %v", text, err))
	}
	return in.expr(newEnv(map[uint64]*Term{}), x).as("int")
}

// facts are what holds of bytes of memory where a contract's arrays are asked about.
func (b *Book) facts(c *Contract) map[uint64]*domain {
	if all, ok := b.known[c]; ok {
		return all
	}
	all := map[uint64]*domain{}
	b.known[c] = all
	arrays := map[string]param{}
	for _, p := range b.params(c) {
		if p.length > 0 {
			arrays[p.name] = p
		}
	}
	for _, cell := range c.cells {
		label, length, _ := strings.Cut(cell[0], ":")
		p, ok := arrays[label]
		if !ok {
			panic("prove:cells of " + label + ", which is no array of the function")
		}
		n := p.length
		if length != "" {
			fmt.Sscan(length, &n)
		}
		base := b.bytesAt(p.place, 1)[0]
		for k := range n {
			all[base+uint64(k)] = b.domain(cell[1], k)
		}
	}
	for name, p := range arrays {
		if _, ok := b.Records[p.place]; ok {
			maps.Copy(all, b.pointers(p))
		}
		for _, f := range b.Facts[name] {
			at, n, err := b.Program.span(f[0])
			if err != nil {
				panic(err)
			}
			d := &domain{}
			d.add(b.formula(f[1], nil).convert("uint8").t.val)
			for i := range n {
				all[at+uint64(i)] = d
			}
		}
	}
	return all
}
