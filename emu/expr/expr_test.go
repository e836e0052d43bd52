package expr

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/emu/z80"
)

// moment is what the expressions of the tests are evaluated on.
type moment struct {
	m    emu.Machine
	ply  int64
	line string
}

// rig is a machine with a Scope. The label cell is in RAM, table in ROM.
type rig struct {
	t *testing.T
	*moment
	scope *Scope[*moment]
}

// rigOf returns a rig with a CPU. The bytes at cell are $FE $7F $80 $01.
func rigOf(t *testing.T, cpu string) *rig {
	t.Helper()
	p := &emu.Program{
		Name: "toy", ROM: []byte{1, 2, 3, 0xF0},
		Symbols:   map[string]uint32{"table": 0, "cell": 0x4010, "a1b": 0x4020},
		Constants: map[string]uint32{"SIZE": 100, "table_size": 4},
	}
	var m emu.Machine
	var err error
	switch cpu {
	case "z80":
		var made z80.Machine
		made, err = z80.New(p)
		m = made.Machine
	case "6502":
		p.Origin, p.Symbols = m6502.ROMStart, map[string]uint32{"table": m6502.ROMStart, "cell": 0x210, "a1b": 0x220}
		var made m6502.Machine
		made, err = m6502.New(p)
		m = made.Machine
	case "68000":
		p.Symbols["cell"], p.Symbols["a1b"] = m68k.RAMStart+0x10, m68k.RAMStart+0x20
		var made m68k.Machine
		made, err = m68k.New(p)
		m = made.Machine
	}
	require.NoError(t, err)
	m.WriteBytes(p.Symbols["cell"], []byte{0xFE, 0x7F, 0x80, 0x01})
	r := &rig{t: t, moment: &moment{m: m, ply: 3, line: "e4"}}
	r.scope = &Scope[*moment]{
		Machine: func(c *moment) emu.Machine { return c.m },
		CPU:     cpu, InMap: m.InMap, Program: p,
		Label: func(name string) (uint32, bool) {
			return p.Symbols["cell"] + 2, name == ".near"
		},
		Labels:  func() []string { return []string{".near"} },
		Numbers: map[string]func(*moment) int64{"ply": func(c *moment) int64 { return c.ply }},
		Called:  "a number of the search",
		Functions: map[string]func(*moment, int64) int64{"square": func(c *moment, n int64) int64 {
			if n < 0 || n > 63 {
				NoValue("square %d: want 0 to 63", n)
			}
			return n + n&^7
		}},
		Comparisons: map[string]func(*Parser[*moment]) func(*moment) bool{"line": func(p *Parser[*moment]) func(*moment) bool {
			if p.Next(); p.Token() != "==" {
				p.Fail("line: want ==")
			}
			p.Next()
			want := strings.Trim(p.Token(), `"`)
			p.Next()
			return func(c *moment) bool { return c.line == want }
		}},
	}
	return r
}

// rigs makes a test with each CPU.
func rigs(t *testing.T, test func(t *testing.T, r *rig)) {
	for _, cpu := range []string{"z80", "6502", "68000"} {
		t.Run(cpu, func(t *testing.T) { test(t, rigOf(t, cpu)) })
	}
}

// value returns the value of an expression.
func (r *rig) value(text string) (int64, error) {
	e, err := r.scope.Parse(text)
	if err != nil {
		return 0, err
	}
	return e.Value(r.moment)
}

// equal checks values.
func (r *rig) equal(t *testing.T, values map[string]int64) {
	t.Helper()
	for text, want := range values {
		got, err := r.value(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
}

// do makes an assignment.
func (r *rig) do(text string) error {
	a, err := r.scope.ParseAssignment(text)
	if err != nil {
		return err
	}
	return a.Do(r.moment)
}

// order chooses between what little-endian machines have and what big-endian ones have.
func (r *rig) order(little, big int64) int64 {
	if r.m.BigEndian() {
		return big
	}
	return little
}

// Names, operators and functions have the values that one works out by hand.
func TestValues(t *testing.T) {
	rigs(t, func(t *testing.T, r *rig) {
		r.equal(t, map[string]int64{
			"ply + 1 * 2 == 5 && !(1 > 2)": 1, "ply == 4 || 0": 0, "$10 | 0x01": 17, "6 ^ 3": 5, "-1 < 0": 1, "1 << 4 >> 3": 2, "7 / 2": 3, "-7 / 2": -3,
			"7 % 4 * 2": 6, "1 << 62 >> 60": 4, "PLY": 3, "ply == 99 && 1 / (ply - 3)": 0,
			"table": 1, "table[3]": 0xF0, "table[ply]": 0xF0, "cell": 0xFE, "cell[1]": 0x7F, "Byte(&cell + 2)": 0x80,
			"word(&cell)": r.order(0x7FFE, 0xFE7F), "long(&cell)": r.order(0x01807FFE, 0xFE7F8001),
			".near": 0x80, "&.near - &cell": 2, "SIZE / table_size": 25,
			"square(9)": 17, "Square(ply + 5)": 16, `line == "e4"`: 1, `line == "d4" || ply`: 1, "pc - PC": 0,
		})
	})
}

// Each register and flag of a CPU has the value that the machine has, and can be written.
func TestRegistersAndFlags(t *testing.T) {
	rigs(t, func(t *testing.T, r *rig) {
		c := CPUOf(r.scope.CPU)
		require.NotEmpty(t, c.Registers)
		for _, reg := range c.Registers {
			n := uint32(1)
			switch reg.Name {
			case "p": // of which two bits are as they are
				n = 0x21
			case "sr": // of which the flags alone can be written
				n = 0x2701
			}
			require.NoError(t, r.do(fmt.Sprintf("%s = %d", reg.Name, n)), reg.Name)
			require.Equal(t, n, r.m.Register(reg.Name), reg.Name)
			r.equal(t, map[string]int64{reg.Name: int64(r.m.Register(reg.Name)), strings.ToUpper(reg.Name): int64(r.m.Register(reg.Name)), "%" + reg.Name: int64(r.m.Register(reg.Name))})
		}
		flags := 0
		for i, f := range c.Flags {
			if f == ' ' || r.scope.CPU == "6502" && f == 'd' { // which no machine here can have
				continue
			}
			flags++
			name := "flag." + string(f)
			for _, n := range []int64{1, 0} {
				require.NoError(t, r.do(fmt.Sprintf("%s = %d", name, n)))
				require.Equal(t, uint32(n), r.m.Register(c.FlagsIn)>>(7-i)&1, name)
				r.equal(t, map[string]int64{name: n})
			}
		}
		require.GreaterOrEqual(t, flags, 5)
	})
}

// signed has the size of a register or of what was read, or that which is given.
func TestSigned(t *testing.T) {
	rigs(t, func(t *testing.T, r *rig) {
		r.equal(t, map[string]int64{
			"signed(cell)": -2, "signed(cell[1])": 127, "signed(.near)": -128, "signed(byte(&cell))": -2, "SIGNED((cell))": -2,
			"signed(word(&cell))":     r.order(32766, 0xFE7F-0x10000),
			"signed(word(&cell + 1))": r.order(0x807F-0x10000, 0x7F80),
			"signed(long(&cell))":     r.order(0x01807FFE, 0xFE7F8001-0x100000000),
			"signed(cell + 0, 8)":     -2, "signed(cell, 16)": 254, "signed($7F, 8)": 127, "signed($80, 8)": -128, "signed(-200, 8)": 56,
			"signed($8000, 16)": -32768, "signed($12345, 8)": 0x45, "signed($80000000, 32)": -1 << 31, "signed(ply, 8) - 1": 2,
			"-signed(cell) + signed(signed(cell), 8)": 0, "signed(square(signed(ply, $8)), 8)": 3,
		})
	})
	for cpu, values := range map[string]map[string]int64{
		"z80":   {"a": -1, "hl": -1, "b": -128, "ix": -32768, "hl'": 127, "r": -1},
		"6502":  {"a": -1, "x": -128, "y": 127},
		"68000": {"d0": -1, "d7": -1 << 31, "a5": 1<<31 - 1, "sp": -1},
	} {
		r := rigOf(t, cpu)
		for name, n := range values {
			r.m.SetRegister(name, uint32(n))
			r.equal(t, map[string]int64{"signed(" + name + ")": n, "signed(%" + strings.ToUpper(name) + ")": n})
		}
	}
	r := rigOf(t, "z80")
	r.m.SetRegister("hl", 0x01FF)
	r.equal(t, map[string]int64{"signed(hl)": 511, "signed(hl, 8)": -1, "hl": 511})
	for text, want := range map[string]string{
		"signed(1)":          "column 9: the size of the number is not known: want signed(x, 8), signed(x, 16) or signed(x, 32)",
		"signed(a + 1)":      "column 13: the size of the number is not known",
		"signed(-a)":         "column 10: the size",
		"signed(flag.z)":     "column 14: the size",
		"signed(iff1)":       "column 12: the size",
		"signed(ply)":        "column 11: the size",
		"signed(signed(a))":  "column 17: the size",
		"signed(square(1))":  "column 17: the size",
		"signed(a, 7)":       "column 11: want signed(x, 8), signed(x, 16) or signed(x, 32), found 7",
		"signed(a, )":        "column 11: want signed(x, 8), signed(x, 16) or signed(x, 32), found )",
		"signed(a, ply)":     "column 11: want signed",
		"signed(a,":          "column 10: want signed(x, 8), signed(x, 16) or signed(x, 32), found the end",
		"signed(a, 8":        "column 12: want ), found the end",
		"signed(a":           "column 9: want ), found the end",
		"signed(a + 1":       "column 13: want ), found the end",
		"signed(":            "column 8: want a number or a name, found the end",
		"signed(a, 8, 8)":    "column 12: want ), found ,",
		"signed":             "column 1: signed is not a register",
		"signed(byte(a, 8))": "column 14: want ), found ,",
		"a, 8":               "column 2: ',' is not an operator",
	} {
		_, err := r.scope.Parse(text)
		require.ErrorContains(t, err, want, text)
	}
}

// An assignment writes what the machine then has.
func TestAssignments(t *testing.T) {
	rigs(t, func(t *testing.T, r *rig) {
		cell := r.scope.Program.Symbols["cell"]
		for _, c := range []struct {
			text string
			then map[string]int64
		}{
			{"cell = ply", map[string]int64{"cell": 3, "cell[1]": 0x7F}},
			{"cell[ply] = -1", map[string]int64{"cell[3]": 255, "cell[2]": 0x80}},
			{"byte(&cell) = cell[1] + 1", map[string]int64{"cell": 0x80}},
			{"word(&cell) = $1234", map[string]int64{"cell": r.order(0x34, 0x12), "cell[1]": r.order(0x12, 0x34), "cell[2]": 0x80}},
			{"long(&cell) = -2", map[string]int64{"long(&cell)": 0xFFFFFFFE, "cell": r.order(0xFE, 0xFF), "cell[3]": r.order(0xFF, 0xFE)}},
			{"(cell) = cell == 5", map[string]int64{"cell": 0}},
			{"table[1]=9", map[string]int64{"table[1]": 9}}, // in ROM
			{"pc = &table", map[string]int64{"pc - &table": 0}},
			{"FLAG.Z = 1", map[string]int64{"flag.z": 1}},
			{"flag.c = !flag.z", map[string]int64{"flag.c": 0, "flag.z": 1}},
		} {
			require.NoError(t, r.do(c.text), c.text)
			r.equal(t, c.then)
		}
		require.NoError(t, r.do("word(&cell) = signed(word(&cell)) * 1"), "what signed gives can be written back")
		require.Equal(t, uint16(r.order(0xFF00, 0x00FF)), r.m.ReadWord(cell))
	})
	for cpu, c := range map[string][2]string{"z80": {"hl = a * 257", "hl"}, "6502": {"x = a", "x"}, "68000": {"%d3 = a5", "d3"}} {
		r := rigOf(t, cpu)
		r.m.SetRegister(map[string]string{"68000": "a5"}[cpu]+map[string]string{"z80": "a", "6502": "a"}[cpu], 0x5A)
		require.NoError(t, r.do(c[0]))
		require.Equal(t, map[string]uint32{"z80": 0x5A5A, "6502": 0x5A, "68000": 0x5A}[cpu], r.m.Register(c[1]))
	}
}

// What does not fit is refused with a *ValueError, and nothing is written then.
func TestAssignmentsThatAreRefused(t *testing.T) {
	every := map[string]string{
		"cell = 256": `"cell = 256": 256: want -128 to 255`, "cell = -129": "-129: want -128 to 255", "word(&cell) = 65536": "want -32768 to 65535",
		"long(&cell) = 1 << 32": "4294967296: want -2147483648 to 4294967295", "flag.z = 2": "2: want 0 or 1", "flag.z = -1": "-1: want 0 or 1",
		"cell = 1 / (ply - 3)": "division by zero", "byte(ply - 4) = 1": "address -$1 is outside the memory of the", "cell[ply << 28] = 1": "is outside the memory of the",
		"long($FFFFFFFE + ply * 0) = 1": "$FFFFFFFE is outside the memory of the", "cell = square(64)": "square 64: want 0 to 63",
	}
	for cpu, own := range map[string]map[string]string{
		"z80":   {"a = 256": "want -128 to 255", "hl' = -32769": "want -32768 to 65535", "im = 3": "$3: the im of this machine would hold $2 then", "iff1 = 2": "want 0 or 1", "word($BFFF + ply * 0) = 0": "outside the memory of the z80"},
		"6502":  {"x = -129": "want -128 to 255", "pc = 65536": "want -32768 to 65535", "flag.d = 1": "$1: the p of this machine would hold $0 then"},
		"68000": {"d0 = 1 << 32": "want -2147483648 to 4294967295", "sr = 0": "$0: the sr of this machine would hold $2700 then", "ccr = 256": "want -128 to 255"},
	} {
		r := rigOf(t, cpu)
		before := r.m.State()
		for _, table := range []map[string]string{every, own} {
			for text, want := range table {
				var bad *ValueError
				err := r.do(text)
				require.ErrorAs(t, err, &bad, text)
				require.ErrorContains(t, err, want, text)
				require.Equal(t, text, bad.Text)
				require.Equal(t, before, r.m.State(), text)
			}
		}
	}
	r := rigOf(t, "z80")
	for text, want := range map[string]string{
		"1 = 2":             "column 1: what is before = is not a register, a flag, a label or byte(n), word(n), long(n)",
		"ply + a = 2":       "column 1: what is before = is not",
		" ply = 2":          "column 2: what is before = is not",
		"signed(a) = 2":     "column 1: what is before = is not",
		"&cell = 2":         "column 1: what is before = is not",
		`line == "e4" = 2`:  "column 1: what is before = is not",
		"SIZE = 2":          "column 1: what is before = is not",
		"a":                 "column 2: want =, found the end",
		"a == 2":            "column 7: want =, found the end",
		"a 2":               "column 3: want =, found 2",
		"a =":               "column 4: want a number or a name, found the end",
		"= 2":               "column 1: want a number or a name, found =",
		"a = 1 = 2":         "column 7: want an operator or the end, found =",
		"a = (b = 2)":       "column 8: want ), found =",
		"a == = 2":          "column 6: want a number or a name, found =",
		"a, b = 2":          "column 2: ',' is not an operator",
		"signed(a,8),b = 1": "column 12: want =, found ,",
		"byte(-1) = 2":      "column 1: address -$1 is outside the memory of the z80",
		"":                  "column 1: want a number or a name, found the end",
	} {
		_, err := r.scope.ParseAssignment(text)
		var bad *SyntaxError
		require.ErrorAs(t, err, &bad, text)
		require.ErrorContains(t, err, want, text)
	}
	_, err := r.scope.Parse("a = 1")
	require.ErrorContains(t, err, "column 3: '=' is not an operator", "an expression is no assignment")
}

// A text that cannot be read is refused, with the column.
func TestTextsThatDoNotParse(t *testing.T) {
	r := rigOf(t, "z80")
	for text, want := range map[string]string{
		"ply ==":                           `column 7: want a number or a name, found the end`,
		"ply == 1)":                        `column 9: want an operator or the end, found )`,
		"(ply":                             `column 5: want ), found the end`,
		"plyy > 2":                         `column 1: plyy is not a register, a label or a number of the search: the nearest is ply`,
		"a ? b":                            `column 3: '?' is not an operator`,
		"&nolabel":                         `column 2: nolabel is not`,
		`line == "e4`:                      `column 9: the quote is not closed`,
		`line`:                             `column 5: line: want ==`,
		"ply[1":                            `column 1: ply is not`,
		"cell[1":                           `column 7: want ], found the end`,
		"":                                 `column 1: want a number or a name, found the end`,
		"99999999999":                      `column 1: 99999999999 is not`,
		"flag.q":                           `column 1: flag.q is not`,
		"1 << 70":                          `column 1: a shift by 70: want 0 to 63`,
		"1 << 63":                          `column 1: a number beyond 2^62`,
		"ply + (1 / 0)":                    `column 8: division by zero`,
		"5 % (2 - 2)":                      `column 1: division by zero`,
		"byte(-1)":                         `column 1: address -$1 is outside the memory`,
		"2 + byte($ffffffff)":              `column 5: $FFFFFFFF is outside the memory`,
		"cell[99999]":                      `outside the memory of the z80`,
		"% 3":                              `column 3: want a register behind %, found 3`,
		"ply ~ 1":                          `column 5: '~' is not`,
		".Lnowhere":                        `column 1: .Lnowhere is not`,
		"ply é":                            `column 5: 'é' is not`,
		"ply \xff":                         `column 5: '�' is not`,
		"squares(1)":                       `column 1: squares is not a register, a label or a number of the search: the nearest is square`,
		"1 < 2 < 3":                        `column 7: want an operator or the end, found <`,
		strings.Repeat("(", 100_000):       `column 51: nested too deep`,
		strings.Repeat("-", 100_000):       `column 100: nested too deep`,
		strings.Repeat("a+", 20_000) + "a": `column 10001: too long`,
	} {
		_, err := r.scope.Parse(text)
		var bad *SyntaxError
		require.ErrorAs(t, err, &bad, text)
		assert.ErrorContains(t, err, want)
		assert.Less(t, len(err.Error()), 250)
	}
	r.scope.Called, r.scope.InMap = "", nil
	_, err := r.scope.Parse("plyy")
	require.ErrorContains(t, err, "plyy is not a register, a label or a known number: the nearest is ply")
	e, err := r.scope.Parse("byte($ffffffff)")
	require.NoError(t, err, "without a map the address is not known to be wrong")
	_, err = e.Value(r.moment)
	require.ErrorContains(t, err, "$FFFFFFFF is outside the memory of the z80")
	empty := &Scope[*moment]{Machine: r.scope.Machine}
	for _, text := range []string{"a", "&cell", "cell", "byte(x)"} {
		_, err := empty.Parse(text)
		require.ErrorContains(t, err, "is not a register", text)
	}
}

// An expression without a value is an error, not 0.
func TestExpressionsWithoutValue(t *testing.T) {
	rigs(t, func(t *testing.T, r *rig) {
		for text, want := range map[string]string{
			"1 / (ply * 0)": "division by zero", "byte(-1 - ply)": "address -$4 is outside the memory of the " + r.scope.CPU, "word($ffffffff + ply * 0)": "$FFFFFFFF is outside the memory",
			"cell[ply + 99999999]": "outside the memory", "1 << (ply + 70)": "a shift by 73: want 0 to 63", "1 << (62 + 0 * ply) + 1 << 62": "beyond 2^62", "square(ply * 99)": "square 297: want",
		} {
			_, err := r.value(text)
			var bad *ValueError
			require.ErrorAs(t, err, &bad, text)
			require.ErrorContains(t, err, want)
			require.Equal(t, text, bad.Text)
		}
		r.scope.Numbers["gone"] = func(c *moment) int64 { return int64(c.m.Read(0xFFFFFFF0)) }
		_, err := r.value("gone + 1")
		require.ErrorContains(t, err, "outside the map", "what a machine says of a number that lies nowhere")
	})
}

// Place is where the value of an expression is, and an error where it is nowhere.
func TestPlaces(t *testing.T) {
	rigs(t, func(t *testing.T, r *rig) {
		cell, c := r.scope.Program.Symbols["cell"], CPUOf(r.scope.CPU)
		for text, want := range map[string]Place{
			"cell": {Addr: cell, Size: 1}, "(cell[ply])": {Addr: cell + 3, Size: 1}, "word(&cell + 1)": {Addr: cell + 1, Size: 2}, "long(&.near)": {Addr: cell + 2, Size: 4},
			"PC": {Register: "pc", Bit: -1}, "flag.c": {Register: c.FlagsIn, Bit: 0},
		} {
			e, err := r.scope.Parse(text)
			require.NoError(t, err, text)
			got, err := e.Place(r.moment)
			require.NoError(t, err, text)
			require.Equal(t, want, got, text)
		}
		for text, want := range map[string]string{
			"1": `"1" is not a register, a flag, a label or byte(n), word(n), long(n)`, "-pc": "is not", "pc + 1": "is not", "ply": "is not", "SIZE": "is not", "&cell": "is not",
			"signed(cell)": "is not", "square(1)": "is not", `line == "e4"`: "is not", "ply || cell": "is not", "byte(ply << 40)": `"byte(ply << 40)": address $30000000000 is outside the memory`,
			"byte(ply - 4)": "outside the memory",
		} {
			e, err := r.scope.Parse(text)
			require.NoError(t, err, text)
			_, err = e.Place(r.moment)
			require.ErrorContains(t, err, want, text)
		}
	})
}

// Names are in order, the words of comparisons last.
func TestNames(t *testing.T) {
	names := rigOf(t, "6502").scope.Names()
	assert.Equal(t, []string{".near", "a", "a1b", "cell", "flag.c", "flag.d", "flag.i", "flag.n", "flag.v", "flag.z", "p", "pc", "ply", "s", "square", "table", "x", "y", "line"}, names)
	for text, want := range map[string]string{"": "", "ply + ce": "ce", "a + ": "", "(flag.": "flag.", "hl'": "hl'", "%d": "d", "é.L": ".L"} {
		assert.Equal(t, want, LastWord(text), text)
	}
}

// Whatever is written, it is parsed or refused, and has a value or an error.
func TestNoTextPanics(t *testing.T) {
	words := []string{
		"a", "hl", "d0", "ply", "cell", "cell[", "&", "&cell", "byte(", "word(", "long(", "signed(", "square(", "line", "line ==", `"e4"`, `"`, "(", ")", "[", "]", ",", "=", "==", "<=", "<<", ">>", "<", "*",
		"/", "%", "|", "||", "&&", "^", "!", "-", "+", "0", "1", "8", "64", "$", "$FFFFFFFF", "0x", "4294967296", "flag.", "flag.z", "flag. ", ".near", "SIZE", "é", "\xff", "\x00", "\n", "'", "@", "1a", " ", "",
	}
	random := rand.New(rand.NewPCG(68000, 6502))
	rigs(t, func(t *testing.T, r *rig) {
		read, done := 0, 0
		for i := range 2_000 {
			var b strings.Builder
			for range 1 + i%9 {
				b.WriteString(words[random.IntN(len(words))])
				if i%2 == 0 {
					b.WriteByte(' ')
				}
			}
			if e, err := r.scope.Parse(b.String()); err == nil {
				read++
				e.Value(r.moment)
				e.Place(r.moment)
			}
			r.do(b.String())
			if r.do("cell = "+b.String()) == nil {
				done++
			}
		}
		require.Greater(t, read, 30)
		require.Greater(t, done, 30)
		for _, text := range []string{"", "cell", "signed(cell)", "word(&cell) = signed(a, 8)", `line == "e4" && square(ply)`} {
			for i := range len(text) + 1 { // each beginning and each end
				r.value(text[:i])
				r.value(text[i:])
				r.do(text[:i])
				r.do(text[i:])
			}
		}
		long := strings.Repeat("ply+", maxTokens/2-1) + "ply"
		r.equal(t, map[string]int64{long: 3 * maxTokens / 2})
	})
}
