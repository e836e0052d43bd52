package prove

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
	"strings"

	"github.com/searchex/searchex/emu/internal/instructions"
)

// m68k is the 68000. By hand are the addressing modes and the macros of its instructions.txt.
type m68k struct {
	forms []*form68k
	known map[uint64]*form68k // by opcode
	in    *interp
	// of the instruction under way
	m      *Machine
	s      *State
	f      *form68k
	op     uint64
	ext    uint32           // behind what has been read of the instruction
	number *Term            // in or behind the opcode: e.t
	at     *Term            // the operand's address
	to     *Term            // that of move's destination
	values map[string]*Term // S and D, as they were
}

// form68k is an instruction with its size and modes, and its parsed effect.
type form68k struct {
	instructions.M68k
	value, mask uint64
	effect      []ast.Stmt
}

// typed68k makes of an effect Go that needs no types from what stands around, and no package.
var typed68k = strings.NewReplacer("bits.OnesCount16", "ONES", "(1 <<", "(uint32(1) <<")

// New68000 reads the table of the 68000's instructions.
func New68000(table string) (CPU, error) {
	c := &m68k{known: map[uint64]*form68k{}, in: newInterp()}
	rows, err := instructions.Parse(table)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		row, err := instructions.New68k(r)
		if err != nil {
			return nil, err
		}
		for _, v := range row.All() {
			value, mask := v.OpcodeBits()
			text := v.Flags(instructions.ReplaceWord(v.Effect, "IF", "("+instructions.Conditions68k[v.Condition]+")"))
			body, err := parseEffect(typed68k.Replace(text))
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", r.Line, err)
			}
			c.forms = append(c.forms, &form68k{v, uint64(value), uint64(mask), body})
		}
	}
	c.in.ident, c.in.assign, c.in.macro, c.in.indexed = c.ident, c.assign, c.macro, c.indexed
	return c, nil
}

// register68k is the name of a register by its number.
func register68k(n int) string { return fmt.Sprintf("%c%d", "da"[n/8], n%8) }

func (c *m68k) Registers() map[string][]string {
	all := map[string][]string{}
	for n := range 15 {
		all[register68k(n)] = []string{strings.ToUpper(register68k(n)), "everything"}
	}
	return all
}

func (c *m68k) Named() []string {
	return append(slices.Sorted(maps.Keys(c.Registers())), "carry", "plus", "zero")
}

func (c *m68k) begin(m *Machine, s *State) {
	s.reg = c.unknown(m, "")
	if g, ok := m.program.Symbols["G"]; ok { // as start does
		s.reg["a5"] = Const(uint64(g), 32)
	}
	s.sp = m.program.Symbols["stack_top"]
	c.push(m, s, Const(home, 32))
}

// unknown are registers of which nothing is known, named after something.
func (c *m68k) unknown(m *Machine, after string) map[string]*Term {
	all := map[string]*Term{}
	for r := range c.Registers() {
		for i := range 4 {
			if b := m.variable(fmt.Sprintf("%s%s_%d", after, r, i), nil); i == 0 {
				all[r] = b
			} else {
				all[r] = Concat(b, all[r])
			}
		}
	}
	for _, f := range []string{"nf", "vf"} {
		all[f] = Concat(Var(after+f, 1), Const(0, 31))
	}
	for _, f := range []string{"zf", "cf", "xf"} {
		all[f] = Zext(Var(after+f, 1), 32)
	}
	return all
}

// back returns from a routine, whose cycles are counted.
func (c *m68k) back(m *Machine, s *State) []*State {
	c.m, c.s = m, s
	return m.goTo(s, big(m.pull(s, 4)))
}

func (c *m68k) push(m *Machine, s *State, v *Term) {
	for i := 0; i < 32; i += 8 {
		m.push(s, Extract(v, i+7, i))
	}
}

// big is the number that bytes are, the highest first.
func big(bytes []*Term) *Term {
	t := bytes[0]
	for _, b := range bytes[1:] {
		t = Concat(t, b)
	}
	return t
}

// part is the name of a register, and how many of its bits a place is.
func (c *m68k) part(name string) (register string, bits int) {
	register, size, _ := strings.Cut(name, ".")
	return register, map[string]int{"": 32, "w": 16, "b": 8}[size]
}

func (c *m68k) place(s *State, name string) (*Term, bool) {
	z := Eq(s.reg["zf"], Const(0, 32))
	switch name {
	case "zero":
		return z, true
	case "yes":
		return Not(z), true
	case "carry":
		return Not(Eq(s.reg["cf"], Const(0, 32))), true
	case "plus":
		return Not(Bin("bvslt", s.reg["nf"], Const(0, 32))), true
	}
	r, bits := c.part(name)
	t, ok := s.reg[r]
	if !ok || bits == 0 {
		return nil, false
	}
	return Extract(t, bits-1, 0), true
}

func (c *m68k) replace(s *State, name string, t *Term) bool {
	number := func(yes, no uint64) *Term { return Ite(t, Const(yes, 32), Const(no, 32)) }
	switch name {
	case "zero":
		s.reg["zf"] = number(0, 1)
		return true
	case "carry":
		s.reg["cf"] = number(1, 0)
		return true
	case "plus":
		s.reg["nf"] = number(0, 1<<31)
		return true
	}
	r, bits := c.part(name)
	if c.Registers()[r] == nil || bits == 0 {
		return false
	}
	if old := s.reg[r]; old != nil && bits < 32 {
		t = Concat(Extract(old, 31, bits), resize(t, bits, false))
	}
	s.reg[r] = resize(t, 32, false)
	return true
}

// form finds the instruction at pc.
func (c *m68k) form(m *Machine, pc uint32) *form68k {
	c.op = m.code(pc, 0)<<8 | m.code(pc, 1)
	f, ok := c.known[c.op]
	if !ok {
		for _, g := range c.forms {
			if f == nil && c.op&g.mask == g.value {
				f = g
			}
		}
		c.known[c.op] = f
	}
	c.m, c.f, c.ext = m, f, pc+2
	return f
}

// word reads the next word of the instruction.
func (c *m68k) word() uint64 {
	c.ext += 2
	return c.m.code(c.ext-2, 0)<<8 | c.m.code(c.ext-2, 1)
}

// immediate reads a number of the instruction's size.
func (c *m68k) immediate() uint64 {
	v := c.word()
	if c.f.Size == 'l' {
		v = v<<16 | c.word()
	}
	return v & mask(instructions.Sizes68k[c.f.Size].Bits)
}

// source reads what is in or behind the opcode.
func (c *m68k) source() {
	v := c.op >> 9 & 7
	switch c.f.Source {
	case "imm":
		v = c.immediate()
	case "bit":
		v = c.word() & 0xFF
	case "quick":
		if v == 0 {
			v = 8
		}
		if c.f.Columns[0] == "moveq" {
			v = uint64(int8(c.op))
		}
	case "branch":
		base := c.ext
		if v = uint64(int8(c.op)); c.op>>12 == 5 || v == 0 {
			v = uint64(int16(c.word()))
		}
		v += uint64(base)
	case "many", "every":
		panic(fmt.Sprintf("$%04X: %s is not in reach", c.ext-2, c.f.Columns[0]))
	}
	c.number = Const(v, 32)
}

func (c *m68k) flow(m *Machine, pc uint32) (next []uint32, length uint32) {
	f := c.form(m, pc)
	if f == nil {
		return nil, 0
	}
	c.s = nil
	c.source()
	c.address(f.Mode, c.op&7)
	c.address(f.To, c.op>>9&7)
	length = c.ext - pc
	switch {
	case strings.Contains(f.Effect, "pc = e.s") && !strings.Contains(f.Effect, "PUSH"):
		next = append(next, uint32(c.number.val))
		if f.Condition == 0 && f.Columns[0] == "bcc" {
			return next, length
		}
	case f.Columns[0] == "jmp" && c.at != nil && c.at.isConst():
		return []uint32{uint32(c.at.val)}, length
	case strings.Contains(f.Effect, "pc = ") && !strings.Contains(f.Effect, "PUSH"):
		return nil, length
	}
	return append(next, c.ext), length
}

// reg is a register by its number, where a7 is the stack's.
func (c *m68k) reg(n int) *Term {
	switch {
	case c.s == nil:
		return Var("register", 32) // only the length is wanted
	case n == 15:
		return Const(uint64(c.s.sp), 32)
	}
	return c.s.reg[register68k(n)]
}

func (c *m68k) setReg(n int, v *Term) {
	switch {
	case c.s == nil:
	case n == 15:
		c.m.moveStack(c.s, v)
	default:
		c.s.reg[register68k(n)] = Ite(c.in.guard, v, c.s.reg[register68k(n)])
	}
}

// address is that of an operand in memory, nil if it is in none; registers move.
func (c *m68k) address(mode string, register uint64) (at *Term) {
	n := int(register) + 8
	size := uint64(instructions.Sizes68k[c.f.Size].Bits / 8)
	add := func(a *Term, v uint64) *Term { return Bin("bvadd", a, Const(v, 32)) }
	word := func() uint64 { return uint64(int16(c.word())) }
	if n == 15 && size == 1 && (mode == "pi" || mode == "pd") {
		panic(fmt.Sprintf("$%04X: a byte of the stack is not in reach", c.ext-2))
	}
	switch mode {
	case "ai":
		return c.reg(n)
	case "pi":
		at = c.reg(n)
		c.setReg(n, add(at, size))
	case "pd":
		at = add(c.reg(n), -size)
		c.setReg(n, at)
	case "di":
		at = add(c.reg(n), word())
	case "aw":
		at = Const(word(), 32)
	case "al":
		v := c.word() << 16
		at = Const(v|c.word(), 32)
	case "pc":
		base := c.ext
		at = Const(uint64(base)+word(), 32)
	case "ix", "px":
		base := Const(uint64(c.ext), 32)
		if mode == "ix" {
			base = c.reg(n)
		}
		w := c.word()
		index := c.reg(int(w >> 12))
		if w&0x800 == 0 {
			index = Sext(Extract(index, 15, 0), 32)
		}
		at = Bin("bvadd", add(base, uint64(int8(w))), index)
	}
	return at
}

// cycles are those of the instruction but for TAKES.
func (c *m68k) cycles() (n int) {
	v := c.f.M68k
	v.Used = new([4]bool)
	for _, mode := range []*string{&v.Mode, &v.To} {
		if *mode == "al" && (v.Columns[0] == "jmp" || v.Columns[0] == "jsr") {
			n += 2
		} else if *mode == "al" {
			n += 4
		}
		if like := instructions.Modes68k[*mode].Like; like != "" {
			*mode = like
		}
	}
	return n + v.Cycles()
}

func (c *m68k) step(m *Machine, s *State) []*State {
	f := c.form(m, s.pc)
	if f == nil {
		panic(fmt.Sprintf("$%04X: no instruction %04X is known", s.pc, c.op))
	}
	c.s, c.values = s, map[string]*Term{}
	c.source()
	if f.Mode == "im" {
		c.values["ea"] = Const(c.immediate(), 32)
	} else if c.at = c.address(f.Mode, c.op&7); f.To != "" && c.at != nil && f.Columns[5] != "ctl" {
		c.values["ea"] = c.load(c.at) // before the destination's register moves
	}
	c.to = c.address(f.To, c.op>>9&7)
	s.spend(Const(uint64(c.cycles()), cycleBits))
	s.next = Const(uint64(c.ext), 32)
	return m.effect(c.in, func(s *State) { c.s = s }, s, newEnv(nil), f.effect)
}
