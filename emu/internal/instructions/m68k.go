package instructions

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The addressing modes of the 68000, with the bits of an opcode that name them (those of the
// register where it matters), the cycles to read a byte or word, and the mode whose cases it
// shares: an absolute address is a displacement from 0. The entry has the cycles that al takes more.
var Modes68k = map[string]struct {
	Mode, Register int // register -1: any
	Cycles         int
	Like           string
}{
	"dn": {0, -1, 0, ""}, "an": {1, -1, 0, ""}, "ai": {2, -1, 4, ""}, "pi": {3, -1, 4, ""}, "pd": {4, -1, 6, ""}, "di": {5, -1, 8, ""}, "ix": {6, -1, 10, ""},
	"aw": {7, 0, 8, "di"}, "al": {7, 1, 8, "di"}, "pc": {7, 2, 8, "di"}, "px": {7, 3, 10, "ix"}, "im": {7, 4, 4, ""},
}

// Sets68k are the sets of addressing modes.
var Sets68k = map[string][]string{
	"all":  {"dn", "an", "ai", "pi", "pd", "di", "ix", "aw", "al", "pc", "px", "im"},
	"data": {"dn", "ai", "pi", "pd", "di", "ix", "aw", "al", "pc", "px", "im"},
	"dst":  {"dn", "ai", "pi", "pd", "di", "ix", "aw", "al"},
	"mem":  {"ai", "pi", "pd", "di", "ix", "aw", "al"},
	"ctl":  {"ai", "di", "ix", "aw", "al", "pc", "px"},
	"out":  {"ai", "pd", "di", "aw", "al"},
	"few":  {"ai", "di", "aw", "al"},
	"in":   {"ai", "pi", "di", "aw", "al", "pc"},
	"dn":   {"dn"}, "an": {"an"}, "none": {""},
}

// The cycles of an address alone, by lea and by jmp.
var (
	leaCycles = map[string]int{"ai": 4, "di": 8, "ix": 12}
	jmpCycles = map[string]int{"ai": 8, "di": 10, "ix": 14}
)

// Conditions68k are the conditions of bcc, dbcc and scc.
var Conditions68k = [16]string{
	"true", "false", "cf == 0 && zf != 0", "cf != 0 || zf == 0", "cf == 0", "cf != 0", "zf != 0", "zf == 0",
	"int32(vf) >= 0", "int32(vf) < 0", "int32(nf) >= 0", "int32(nf) < 0",
	"int32(nf^vf) >= 0", "int32(nf^vf) < 0", "int32(nf^vf) >= 0 && zf != 0", "int32(nf^vf) < 0 || zf == 0",
}

// M68k is a row with its size, modes and condition.
type M68k struct {
	Row
	Source, Destination string
	Size                byte   // b, w or l
	Mode, To            string // of the operand, and of the destination of move
	Condition           int
	Times               [4]int
	Used                *[4]bool // which of them cases have
}

// New68k reads a row of the 68000's table.
func New68k(r Row) (M68k, error) {
	if len(r.Columns) != 10 || len(r.Columns[1]) != 16 || Sets68k[r.Columns[5]] == nil {
		return M68k{}, fmt.Errorf("line %d: want name, bits, sizes, source, destination, modes and four times", r.Line)
	}
	c := M68k{Row: r, Source: r.Columns[3], Destination: r.Columns[4], Used: new([4]bool)}
	for i := range c.Times {
		n, err := strconv.Atoi(r.Columns[6+i])
		if err != nil && r.Columns[6+i] != "-" {
			return M68k{}, fmt.Errorf("line %d: %w", r.Line, err)
		}
		c.Times[i] = n
	}
	return c, nil
}

// All returns the cases of a row.
func (c M68k) All() (all []M68k) {
	to := []string{""}
	if c.Destination == "to" {
		to = Sets68k["dst"]
	}
	conditions := []int{0}
	if strings.Contains(c.Columns[1], "CCCC") {
		conditions = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	}
	for _, size := range []byte(c.Columns[2]) {
		for _, mode := range Sets68k[c.Columns[5]] {
			for _, d := range to {
				for _, condition := range conditions {
					if size == 'b' && mode == "an" || condition == 1 && c.Columns[0] == "bcc" {
						continue
					}
					v := c
					v.Size, v.Mode, v.To, v.Condition = size, mode, d, condition
					all = append(all, v)
				}
			}
		}
	}
	return all
}

// OpcodeBits returns the bits of the opcode that are fixed.
func (c M68k) OpcodeBits() (value, mask uint16) {
	bits := []byte(c.Columns[1])
	put := func(letters string, v, width int) {
		at := strings.Index(c.Columns[1], letters)
		for i := range width {
			bits[at+i] = byte('0' + v>>(width-1-i)&1)
		}
	}
	if strings.Contains(c.Columns[1], "xxxxxx") {
		m := Modes68k[c.Mode]
		put("xxxxxx", m.Mode, 3)
		if m.Register >= 0 {
			put("xxxxxx", m.Mode<<3|m.Register, 6)
		}
	}
	if c.To != "" { // in reverse
		m := Modes68k[c.To]
		at := strings.Index(c.Columns[1], "eeeeee")
		for i := range 3 {
			bits[at+3+i] = byte('0' + m.Mode>>(2-i)&1)
			if m.Register >= 0 {
				bits[at+i] = byte('0' + m.Register>>(2-i)&1)
			}
		}
	}
	sizes := map[byte]int{'b': 0, 'w': 1, 'l': 2}
	switch {
	case c.Columns[0] == "movea":
		put("z", map[byte]int{'w': 1, 'l': 0}[c.Size], 1)
	case c.Columns[0] == "move":
		put("zz", map[byte]int{'b': 1, 'w': 3, 'l': 2}[c.Size], 2)
	case strings.Contains(c.Columns[1], "zz"):
		put("zz", sizes[c.Size], 2)
	case strings.Contains(c.Columns[1], "z"):
		put("z", sizes[c.Size]-1, 1)
	}
	if strings.Contains(c.Columns[1], "CCCC") {
		put("CCCC", c.Condition, 4)
	}
	for i, b := range bits {
		if b == '0' || b == '1' {
			mask |= 1 << (15 - i)
			value |= uint16(b-'0') << (15 - i)
		}
	}
	return value, mask
}

// Sizes68k are the Go of a size: bits, the shift that brings the sign to bit 31, mask.
var Sizes68k = map[byte]struct {
	Bits, Shift int
	Mask        string
}{'b': {8, 24, "0xFF"}, 'w': {16, 16, "0xFFFF"}, 'l': {32, 0, "0xFFFFFFFF"}}

// Cycles returns the cycles of a case.
func (c M68k) Cycles() int {
	long := 0
	if c.Size == 'l' {
		long = 2
	}
	ea := Modes68k[c.Mode].Cycles
	c.Used[0] = c.Used[0] || c.Columns[5] == "ctl" || c.Source == "many"
	switch {
	case c.Columns[5] == "ctl" && (c.Columns[0] == "jmp" || c.Columns[0] == "jsr"):
		return c.Times[0] + jmpCycles[c.Mode]
	case c.Columns[5] == "ctl":
		return c.Times[0] + leaCycles[c.Mode]
	case c.Source == "many" && c.Mode == "pd":
		return c.Times[0]
	case c.Source == "many":
		return c.Times[0] + ea - 4
	}
	register := 0
	if c.Mode == "dn" || c.Mode == "an" || c.Mode == "im" || c.Mode == "" {
		register = 1
	}
	c.Used[long+register] = true
	n := c.Times[long+register] + ea
	if long > 0 && ea > 0 {
		n += 4
	}
	if to := Modes68k[c.To].Cycles; to > 0 {
		if c.To == "pd" { // a decrement before writing takes no time
			to = 4
		}
		n += to
		if long > 0 {
			n += 4
		}
	}
	return n
}

// Flags replaces the macros that set flags.
func (c M68k) Flags(effect string) string {
	size := Sizes68k[c.Size]
	result := fmt.Sprintf("nf = v<<%d; zf = nf; ", size.Shift)
	if c.Destination == "an" { // cmpa compares longwords
		size, result = Sizes68k['l'], "nf = v; zf = nf; "
	}
	carry, borrow := fmt.Sprintf("v>>%d&1", size.Bits), fmt.Sprintf("v>>%d&1", size.Bits)
	if size.Bits == 32 {
		carry, borrow = "uint32((uint64(s)+uint64(d))>>32)", "uint32((uint64(d)-uint64(s))>>63)"
	}
	sum := result + fmt.Sprintf("vf = (s^v)&(d^v)<<%d; cf = %s", size.Shift, carry)
	difference := result + fmt.Sprintf("vf = (s^d)&(v^d)<<%d; cf = %s", size.Shift, borrow)
	effect = ReplaceWord(effect, "SUM", "s, d := S, D; v := d + s; "+strings.Replace(sum, "(s^v)&(d^v)", "((s^v)&(d^v))", 1)+"; xf = cf")
	sumX := strings.Replace(strings.Replace(sum, "zf = nf", "zf |= nf", 1), "uint64(s)+uint64(d)", "uint64(s)+uint64(d)+uint64(xf)", 1)
	sumX = strings.Replace(sumX, "(s^v)&(d^v)", "((s^v)&(d^v))", 1)
	effect = ReplaceWord(effect, "SUMX", "s, d := S, D; v := d + s + xf; "+sumX+"; xf = cf")
	difference = strings.Replace(difference, "(s^d)&(v^d)", "((s^d)&(v^d))", 1)
	effect = ReplaceWord(effect, "DIFFERENCE", "s, d := S, D; v := d - s; "+difference+"; xf = cf")
	effect = ReplaceWord(effect, "NEGATE", "s, d := D, uint32(0); v := d - s; "+difference+"; xf = cf")
	effect = ReplaceWord(effect, "COMPARE", "s, d := S, D; v := d - s; "+difference)
	effect = Call("LOGIC").ReplaceAllString(effect, fmt.Sprintf("nf = uint32($1) << %d; zf = nf; vf, cf = 0, 0", size.Shift))
	effect = Call("LOGICL").ReplaceAllString(effect, "nf = $1; zf = nf; vf, cf = 0, 0")
	effect = Call("SHIFTED").ReplaceAllString(effect, fmt.Sprintf("nf = ($1) << %d; zf = nf; vf = 0", size.Shift))
	return Call("LEFTOVER").ReplaceAllString(effect, "cf = ($1) & 1; xf = cf")
}

// MatchesWord reports whether a name stands in a text as a word.
func MatchesWord(text, name string) bool {
	return slices.ContainsFunc(words(text), func(w string) bool { return w == name })
}

// ReplaceWord replaces a name that stands as a word.
func ReplaceWord(text, name, by string) string {
	parts := words(text)
	for i, w := range parts {
		if w == name {
			parts[i] = by
		}
	}
	return strings.Join(parts, "")
}

// words splits a text into words and what is between them.
func words(text string) (parts []string) {
	isWord := func(b byte) bool {
		return b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
	}
	for i := 0; i < len(text); {
		j := i + 1
		for j < len(text) && isWord(text[j]) == isWord(text[i]) {
			j++
		}
		parts = append(parts, text[i:j])
		i = j
	}
	return parts
}
