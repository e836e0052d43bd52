package prove

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
	"strings"

	"github.com/searchex/searchex/emu/internal/instructions"
)

// z80 is the Z80. By hand are the operands and the macros of its instructions.txt, and the tables of flags.
type z80 struct {
	forms map[string]*formZ80 // by prefix and opcode
	in    *interp
	// of the instruction under way
	m    *Machine
	s    *State
	f    *formZ80
	at   *Term
	code [4]uint64
}

// formZ80 is an instruction with its parsed effect.
type formZ80 struct {
	instructions.Z80
	effect []ast.Stmt
}

// registersZ80 are the registers of a byte by their places, with those by which the pairs are found; the flags are bits of f.
var (
	registersZ80 = []string{"a", "b", "c", "d", "e", "h", "l", "ixh", "ixl", "iyh", "iyl", "a'", "f'", "b'", "c'", "d'", "e'", "h'", "l'"}
	pairsZ80     = map[string][2]string{
		"af": {"a", "f"}, "bc": {"b", "c"}, "de": {"d", "e"}, "hl": {"h", "l"}, "ix": {"ixh", "ixl"}, "iy": {"iyh", "iyl"},
		"af'": {"a'", "f'"}, "bc'": {"b'", "c'"}, "de'": {"d'", "e'"}, "hl'": {"h'", "l'"},
	}
	flagsZ80 = map[string]int64{"flagS": 0x80, "flagZ": 0x40, "flagH": 0x10, "flagP": 0x04, "flagN": 0x02, "flagC": 0x01, "flagsXY": 0x28}
)

// alternateZ80 are the other registers' names as the emulator has them, and as they are here.
var alternateZ80 = strings.NewReplacer(
	"z.Alternate.AF.Hi, z.Alternate.AF.Lo", "a_, f_", "o := z.Alternate.AF", "oa, of := a_, f_", "o.Hi, o.Lo", "oa, of", "o := &z.Alternate; ", "",
	"o.BC.U16(), o.DE.U16(), o.HL.U16()", "bc_, de_, hl_", "o.BC.SetU16(bc)", "bc_ = bc", "o.DE.SetU16(de)", "de_ = de", "o.HL.SetU16(hl)", "hl_ = hl",
)

// NewZ80 reads the table of the Z80's instructions.
func NewZ80(table string) (CPU, error) {
	c := &z80{forms: map[string]*formZ80{}, in: newInterp()}
	rows, err := instructions.Parse(table)
	if err != nil {
		return nil, err
	}
	all, err := instructions.ExpandZ80(rows)
	if err != nil {
		return nil, err
	}
	for _, in := range all {
		body, err := parseEffect(alternateZ80.Replace(in.Effect))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", in.Line, err)
		}
		c.forms[fmt.Sprint(in.Prefix, in.Opcode)] = &formZ80{in, body}
	}
	c.in.global = map[string]Value{}
	for name, bits := range flagsZ80 {
		c.in.global[name] = number(bits)
	}
	c.in.ident, c.in.assign, c.in.macro, c.in.indexed = c.ident, c.assign, c.macro, c.indexed
	return c, nil
}

func (c *z80) Registers() map[string][]string {
	all := map[string][]string{"f": {"F", "AF", "BCDE", "everything", "carry", "Carry", "Z"}}
	for _, r := range registersZ80 {
		all[r] = []string{strings.ToUpper(r), "everything"}
		if len(r) == 1 && strings.Contains("bcde", r) {
			all[r] = append(all[r], "BCDE")
		}
	}
	for pair, of := range pairsZ80 {
		for _, r := range of {
			all[r] = append(all[r], strings.ToUpper(pair))
		}
	}
	return all
}

func (c *z80) Named() []string { return slices.Sorted(maps.Keys(pairsZ80)) }

func (c *z80) begin(m *Machine, s *State) {
	s.reg = c.unknown(m, "")
	s.sp = m.program.Symbols["stack_top"]
	m.push(s, Const(home>>8, 8), Const(home&0xFF, 8))
}

// unknown are registers of which nothing is known, named after something.
func (c *z80) unknown(m *Machine, after string) map[string]*Term {
	all := map[string]*Term{}
	for _, r := range registersZ80 {
		all[r] = m.variable(after+strings.ToUpper(strings.ReplaceAll(r, "'", "2")), nil)
	}
	for i := range 8 {
		all[flagName(i)] = Var(fmt.Sprintf("%sF%d", after, i), 1)
	}
	return all
}

// back returns from a routine, whose cycles are counted.
func (c *z80) back(m *Machine, s *State) []*State { return m.goTo(s, c.pull(m, s)) }

func (c *z80) pull(m *Machine, s *State) *Term {
	b := m.pull(s, 2)
	return Concat(b[1], b[0])
}

func flagName(bit int) string { return fmt.Sprintf("f.%d", bit) }

func (c *z80) place(s *State, name string) (*Term, bool) {
	switch name {
	case "carry", "zero":
		return Eq(s.reg[flagName(map[string]int{"carry": 0, "zero": 6}[name])], Const(1, 1)), true
	case "f":
		t := s.reg[flagName(7)]
		for i := 6; i >= 0; i-- {
			t = Concat(t, s.reg[flagName(i)])
		}
		return t, true
	}
	if p, ok := pairsZ80[name]; ok {
		hi, _ := c.place(s, p[0])
		lo, _ := c.place(s, p[1])
		return Concat(hi, lo), true
	}
	t, ok := s.reg[name]
	return t, ok
}

func (c *z80) replace(s *State, name string, t *Term) bool {
	if p, ok := pairsZ80[name]; ok {
		t = resize(t, 16, false)
		return c.replace(s, p[0], Extract(t, 15, 8)) && c.replace(s, p[1], Extract(t, 7, 0))
	}
	switch {
	case name == "carry":
		s.reg[flagName(0)] = Ite(t, Const(1, 1), Const(0, 1))
	case name == "zero":
		s.reg[flagName(6)] = Ite(t, Const(1, 1), Const(0, 1))
	case name == "f":
		for i := range 8 {
			s.reg[flagName(i)] = Extract(t, i, i)
		}
	case s.reg[name] != nil || slices.Contains(registersZ80, name):
		s.reg[name] = resize(t, 8, false)
	default:
		return false
	}
	return true
}

// form finds the instruction at pc.
func (c *z80) form(m *Machine, pc uint32) *formZ80 {
	var b [4]uint64
	for i := range b {
		if v, ok := m.program.rom(uint64(pc) + uint64(i)); ok {
			b[i] = uint64(v)
		}
	}
	prefix, at := "base", 0
	switch b[0] {
	case 0xCB, 0xED:
		prefix, at = fmt.Sprintf("%x", b[0]), 1
	case 0xDD, 0xFD:
		if prefix, at = fmt.Sprintf("%x", b[0]), 1; b[1] == 0xCB {
			prefix, at = prefix+"cb", 3
		}
	}
	f := c.forms[fmt.Sprint(prefix, byte(b[at]))]
	c.code = [4]uint64{b[at]} // the opcode, and what is behind it
	if copy(c.code[1:], b[at+1:]); at == 3 {
		c.code[1] = b[2]
	}
	return f
}

// word is the word in the instruction.
func (c *z80) word() uint64 { return c.code[1] | c.code[2]<<8 }

// target is where a relative jump at pc goes.
func (c *z80) target(pc uint32) uint32 { return pc + 2 + uint32(int8(c.code[1])) }

func (c *z80) flow(m *Machine, pc uint32) (next []uint32, length uint32) {
	f := c.form(m, pc)
	if f == nil {
		return nil, 0
	}
	length = uint32(f.Length)
	if strings.Contains(f.Effect, "if ") || !strings.Contains(f.Effect, "pc = ") || strings.Contains(f.Effect, "PUSH(pc)") {
		next = append(next, pc+length)
	}
	switch {
	case strings.Contains(f.Effect, "PUSH(pc)"):
	case strings.Contains(f.Effect, "pc = NN"):
		next = append(next, uint32(c.word()))
	case strings.Contains(f.Effect, "TARGET"):
		next = append(next, c.target(pc))
	case strings.Contains(f.Effect, "pc -= "):
		next = append(next, pc)
	}
	return next, length
}

func (c *z80) step(m *Machine, s *State) []*State {
	f := c.form(m, s.pc)
	if f == nil {
		panic(fmt.Sprintf("$%04X: no instruction %02X %02X is known", s.pc, m.code(s.pc, 0), m.code(s.pc, 1)))
	}
	m.code(s.pc, f.Length-1)
	c.m, c.s, c.f = m, s, f
	switch f.Operand {
	case "":
	case "nn":
		c.at = Const(c.word(), 16)
	case "n+ix":
		ix, _ := c.place(s, strings.ToLower(f.Index[2:]))
		c.at = Bin("bvadd", ix, Sext(Const(c.code[1], 8), 16))
	case "sp":
		c.at = Const(uint64(s.sp), 16)
	default:
		c.at, _ = c.place(s, f.Operand)
	}
	s.spend(Const(uint64(f.TStates), 8))
	s.next = Const(uint64(s.pc)+uint64(f.Length), 16)
	return m.effect(c.in, func(s *State) { c.s = s }, s, newEnv(nil), f.effect)
}

// value is a register or a pair by the name that it has in an effect.
func (c *z80) value(name string) (place, kind string) {
	place = strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(name, "z.")), "_", "'")
	if _, ok := pairsZ80[place]; ok {
		return place, "uint16"
	}
	return place, "uint8"
}

func (c *z80) ident(name string) (Value, bool) {
	immediate := c.code[1]
	if c.f.Operand == "n+ix" {
		immediate = c.code[2]
	}
	switch name {
	case "M":
		return valueOf(c.m.load(c.s, c.at), "uint8"), true
	case "WORD":
		return valueOf(Concat(c.m.load(c.s, Bin("bvadd", c.at, Const(1, 16))), c.m.load(c.s, c.at)), "uint16"), true
	case "N":
		return valueOf(Const(immediate, 8), "uint8"), true
	case "NN":
		return valueOf(Const(c.word(), 16), "uint16"), true
	case "TARGET":
		return valueOf(Const(uint64(c.target(c.s.pc)), 16), "uint16"), true
	case "MASK":
		return valueOf(Const(1<<(c.f.Opcode>>3&7), 8), "uint8"), true
	case "pc":
		return valueOf(c.s.next, "uint16"), true
	case "z.SP":
		return valueOf(Const(uint64(c.s.sp), 16), "uint16"), true
	case "PULL":
		c.s.pulled = c.pull(c.m, c.s)
		return Value{}, true
	case "pulled":
		return valueOf(c.s.pulled, "uint16"), true
	}
	place, kind := c.value(name)
	t, ok := c.place(c.s, place)
	return valueOf(t, kind), ok
}

func (c *z80) assign(name string, v Value) bool {
	switch name {
	case "pc":
		c.s.next = v.as("uint16").t
		return true
	case "z.SP":
		c.m.moveStack(c.s, v.as("uint16").t)
		return true
	}
	place, kind := c.value(name)
	old, ok := c.place(c.s, place)
	return ok && c.replace(c.s, place, Ite(c.in.guard, v.as(kind).t, old))
}

func (c *z80) macro(e *env, name string, args []ast.Expr) (Value, bool) {
	arg := func(kind string) *Term { return c.in.expr(e, args[0]).as(kind).t }
	switch name {
	case "STORE":
		c.m.store(c.s, c.at, arg("uint8"))
	case "STOREWORD":
		v := arg("uint16")
		c.m.store(c.s, c.at, Extract(v, 7, 0))
		c.m.store(c.s, Bin("bvadd", c.at, Const(1, 16)), Extract(v, 15, 8))
	case "PUSH":
		v := arg("uint16")
		c.m.push(c.s, Extract(v, 15, 8), Extract(v, 7, 0))
	case "TAKES":
		c.s.spend(arg("uint16"))
	case "STACK", "READS", "WRITES":
	default:
		return Value{}, false
	}
	return Value{}, true
}

// indexed reads memory or a table of flags, or writes memory.
func (c *z80) indexed(name string, i Value, v *Value) (Value, bool) {
	switch {
	case name == "data" && v != nil:
		c.m.store(c.s, i.t, v.as("uint8").t)
		return Value{}, true
	case name == "data":
		return valueOf(c.m.load(c.s, i.t), "uint8"), true
	}
	t := flagTable(name, i.t)
	return valueOf(t, "uint8"), t != nil
}

// flagTable are the flags of a result v, or of the carries between the bits of a sum.
func flagTable(name string, v *Term) *Term {
	at := func(n int) *Term { return Extract(v, n, n) }
	is := func(c *Term) *Term { return Ite(c, Const(1, 1), Const(0, 1)) }
	no := Const(0, 1)
	low := func(n uint64) *Term { return is(Eq(Extract(v, 3, 0), Const(n, 4))) }
	var h, p, n, carry = no, no, no, no
	s, z, y, x := at(7), is(Eq(Extract(v, 7, 0), Const(0, 8))), at(5), at(3)
	switch name {
	case "sz":
		y, x = no, no
	case "szxy":
	case "szp":
		p = Const(1, 1)
		for i := range 8 {
			p = Bin("bvxor", p, at(i))
		}
	case "incremented":
		h, p = low(0), is(Eq(v, Const(0x80, 8)))
	case "decremented":
		h, p, n = low(0xF), is(Eq(v, Const(0x7F, 8))), Const(1, 1)
	case "carries", "borrows":
		s, z, y, x = no, no, no, no
		h, p, carry = at(4), Bin("bvxor", at(8), at(7)), at(8)
		n = Const(uint64(bit(name == "borrows")), 1)
	default:
		return nil
	}
	out := s
	for _, f := range []*Term{z, y, h, x, p, n, carry} {
		out = Concat(out, f)
	}
	return out
}
