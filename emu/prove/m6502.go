package prove

import (
	"fmt"
	"go/ast"
	"go/parser"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/emu/internal/instructions"
)

// m6502 is the 6502. By hand are the addressing modes and the macros of its instructions.txt.
type m6502 struct {
	forms [256]*form6502
	in    *interp
	now   now6502
}

// form6502 is an instruction in an addressing mode.
type form6502 struct {
	name, mode   string
	length       int
	cycles       int
	more         bool // one cycle more where adding the index changes the page
	effect       []ast.Stmt
	branch, pack bool
}

// now6502 is the instruction under way.
type now6502 struct {
	m              *Machine
	s              *State
	f              *form6502
	pc             uint32
	word           uint64
	at, operand    *Term
	branch, target *Term
	pulled         [2]*Term
}

var lengths6502 = map[string]int{"imp": 1, "acc": 1, "imm": 2, "rel": 2, "ind": 3, "zpg": 2, "zpx": 2, "zpy": 2, "abs": 3, "abx": 3, "aby": 3, "inx": 2, "iny": 2}

// New6502 reads the table of the 6502's instructions.
func New6502(table string) (CPU, error) {
	c := &m6502{}
	rows, err := instructions.Parse(table)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		body, err := parseEffect(r.Effect)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", r.Line, err)
		}
		for _, column := range r.Columns[1:] {
			p := strings.Split(column, ":")
			op, err := strconv.ParseUint(p[1], 16, 8)
			n, more := strings.CutSuffix(p[2], "+")
			cycles, err2 := strconv.Atoi(n)
			if err != nil || err2 != nil || lengths6502[p[0]] == 0 {
				return nil, fmt.Errorf("line %d: %q: no such mode, opcode or cycles", r.Line, column)
			}
			c.forms[op] = &form6502{r.Columns[0], p[0], lengths6502[p[0]], cycles, more, body, strings.Contains(r.Effect, "BRANCH"), r.Effect == "PACKAGE"}
		}
	}
	c.in = newInterp()
	c.in.ident, c.in.assign, c.in.macro = c.ident, c.assign, c.macro
	return c, nil
}

func (c *m6502) Registers() map[string][]string {
	return map[string][]string{"a": {"A"}, "x": {"X"}, "y": {"Y"}}
}

// kinds6502 are the registers as the table has them.
var kinds6502 = map[string]string{"a": "uint8", "x": "uint8", "y": "uint8", "nz": "uint32", "cf": "uint32", "k.ov": "uint32"}

func (c *m6502) begin(m *Machine, s *State) {
	s.reg = c.unknown(m, "")
	s.sp = m.program.Symbols["stack_top"]
	m.push(s, Const((home-1)>>8, 8), Const((home-1)&0xFF, 8))
}

func (c *m6502) unknown(m *Machine, after string) map[string]*Term {
	return map[string]*Term{
		"a": m.variable(after+"A", nil), "x": m.variable(after+"X", nil), "y": m.variable(after+"Y", nil),
		"nz": Zext(Var(after+"NZ", 9), 32), "cf": Zext(Var(after+"C", 1), 32), "k.ov": Zext(Var(after+"V", 8), 32),
	}
}

func (c *m6502) back(m *Machine, s *State) []*State {
	b := m.pull(s, 2)
	return m.goTo(s, Bin("bvadd", Concat(b[1], b[0]), Const(1, 16)))
}

func (c *m6502) place(s *State, name string) (*Term, bool) {
	switch name {
	case "a", "x", "y":
		return s.reg[name], true
	case "carry":
		return Not(Eq(s.reg["cf"], Const(0, 32))), true
	case "zero":
		return Eq(Extract(s.reg["nz"], 7, 0), Const(0, 8)), true
	case "plus":
		return Eq(Extract(s.reg["nz"], 8, 7), Const(0, 2)), true
	}
	return nil, false
}

func (c *m6502) replace(s *State, name string, t *Term) bool {
	switch name {
	case "a", "x", "y":
		s.reg[name] = resize(t, 8, false)
	case "carry":
		s.reg["cf"] = Ite(t, Const(1, 32), Const(0, 32))
	case "zero": // N, in bit 8, stays
		s.reg["nz"] = Bin("bvor", Bin("bvand", s.reg["nz"], Const(0x100, 32)), Ite(t, Const(0, 32), Const(1, 32)))
	case "plus": // and so does Z
		s.reg["nz"] = Bin("bvor", Bin("bvand", s.reg["nz"], Const(0x7F, 32)), Ite(t, Const(0, 32), Const(0x100, 32)))
	default:
		return false
	}
	return true
}

func (c *m6502) Named() []string { return []string{"a", "x", "y", "carry", "zero", "plus"} }

func (c *m6502) flow(m *Machine, pc uint32) (next []uint32, length uint32) {
	code, ok := m.program.rom(uint64(pc))
	f := c.forms[code]
	if !ok || f == nil {
		return nil, 0
	}
	length = uint32(f.length)
	behind := pc + length
	switch {
	case f.branch:
		return []uint32{behind, behind + uint32(int8(m.code(pc, 1)))}, length
	case f.name == "jmp" && f.mode == "abs":
		return []uint32{uint32(m.code(pc, 1) | m.code(pc, 2)<<8)}, length
	case f.name == "jmp" || f.name == "rts":
		return nil, length
	}
	return []uint32{behind}, length
}

// address finds the operand's address and the cycle for a crossed page.
func (c *m6502) address() {
	n := &c.now
	c16 := func(v uint64) *Term { return Const(v, 16) }
	zero := func(v *Term) *Term { return Zext(v, 16) }
	word := func(p *Term) *Term { // in page 0
		return Concat(n.m.load(n.s, zero(Bin("bvadd", p, Const(1, 8)))), n.m.load(n.s, zero(p)))
	}
	var base *Term
	index := "x"
	switch n.f.mode {
	case "zpg", "abs":
		n.at = c16(n.word)
	case "zpx", "zpy":
		n.at = zero(Bin("bvadd", Const(n.word, 8), n.s.reg[n.f.mode[2:]]))
	case "inx":
		n.at = word(Bin("bvadd", Const(n.word, 8), n.s.reg["x"]))
	case "abx", "aby":
		base, index = c16(n.word), n.f.mode[2:]
	case "iny":
		base, index = word(Const(n.word, 8)), "y"
	}
	if base == nil {
		return
	}
	n.at = Bin("bvadd", base, zero(n.s.reg[index]))
	if n.f.more {
		same := Eq(Extract(base, 15, 8), Extract(n.at, 15, 8))
		if all := n.at.Values(); base.isConst() && !slices.ContainsFunc(all, func(v uint64) bool { return v>>8 != base.val>>8 }) && all != nil {
			same = True
		}
		n.s.spend(Ite(same, Const(0, 2), Const(1, 2)))
	}
}

func (c *m6502) step(m *Machine, s *State) []*State {
	f := c.forms[m.code(s.pc, 0)]
	if f == nil {
		panic(fmt.Sprintf("$%04X: no instruction $%02X is known", s.pc, m.code(s.pc, 0)))
	}
	c.now = now6502{m: m, s: s, f: f, pc: s.pc}
	for i := range f.length {
		if i > 0 {
			c.now.word |= m.code(s.pc, i) << (8 * (i - 1))
		}
	}
	next := s.pc + uint32(f.length)
	if f.mode == "ind" && uint8(c.now.word) != 0xFF { // there the 6502 takes the high byte from the same page
		s.spend(Const(uint64(f.cycles), 8))
		return m.goTo(s, Concat(m.load(s, Const(c.now.word+1, 16)), m.load(s, Const(c.now.word, 16))))
	}
	if f.pack {
		panic(fmt.Sprintf("$%04X: %s is not in reach", s.pc, f.name))
	}
	c.address()
	c.in.steps = 0
	c.in.block(newEnv(nil), f.effect)
	s.spend(Const(uint64(f.cycles), 8))
	if b := c.now.branch; b != nil {
		to := next + uint32(int8(c.now.word))
		return m.fork(s, b, func(t *State) {
			t.spend(Const(uint64(1+bit(to>>8 != next>>8)), 2))
			t.pc = to
			known(t, b)
		}, func(t *State) {
			t.pc = next
			known(t, Not(b))
		})
	}
	if c.now.target != nil {
		return m.goTo(s, c.now.target)
	}
	s.pc = next
	return []*State{s}
}

// known makes the carry a number where what holds says which.
func known(s *State, holds *Term) {
	switch clear := Eq(s.reg["cf"], Const(0, 32)); {
	case clear == holds:
		s.reg["cf"] = Const(0, 32)
	case Not(clear) == holds && s.reg["cf"].most() == 1:
		s.reg["cf"] = Const(1, 32)
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (c *m6502) ident(name string) (Value, bool) {
	n := &c.now
	if k, ok := kinds6502[name]; ok {
		return valueOf(n.s.reg[name], k), true
	}
	switch name {
	case "M":
		if n.operand == nil {
			switch n.f.mode {
			case "imm":
				n.operand = Const(n.word, 8)
			case "acc":
				n.operand = n.s.reg["a"]
			default:
				n.operand = n.m.load(n.s, n.at)
			}
		}
		return valueOf(n.operand, "uint8"), true
	case "k.s":
		return valueOf(Const(uint64(n.s.sp-1), 8), "uint8"), true
	case "pc":
		return valueOf(Const(uint64(n.pc), 16), "uint16"), true
	case "TARGET":
		return valueOf(Const(n.word, 16), "uint16"), true
	case "p0", "p1":
		return valueOf(n.pulled[name[1]-'0'], "uint8"), true
	}
	return Value{}, false
}

func (c *m6502) assign(name string, v Value) bool {
	n := &c.now
	if k, ok := kinds6502[name]; ok {
		n.s.reg[name] = v.as(k).t
		return true
	}
	switch name {
	case "pc":
		n.target = v.as("uint16").t
	case "k.s":
		panic(fmt.Sprintf("$%04X: txs", n.pc))
	default:
		return false
	}
	return true
}

func (c *m6502) macro(e *env, name string, args []ast.Expr) (Value, bool) {
	n := &c.now
	switch name {
	case "STORE":
		v := c.in.expr(e, args[0]).as("uint8").t
		if n.f.mode == "acc" {
			n.s.reg["a"] = v
		} else {
			n.m.store(n.s, n.at, v)
		}
	case "PUSH":
		for _, a := range args {
			n.m.push(n.s, c.in.expr(e, a).as("uint8").t)
		}
	case "PULL":
		copy(n.pulled[:], n.m.pull(n.s, int(c.in.expr(e, args[0]).n)))
	case "BRANCH":
		n.branch = c.in.expr(e, args[0]).t
	case "STACK":
	default:
		return Value{}, false
	}
	return Value{}, true
}

// parseEffect parses an effect as the statements of a function.
func parseEffect(text string) ([]ast.Stmt, error) {
	x, err := parser.ParseExpr("func() {\n" + text + "\n}")
	if err != nil {
		return nil, fmt.Errorf("the effect %q is no Go: %w", text, err)
	}
	return x.(*ast.FuncLit).Body.List, nil
}
