package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/emu/internal/instructions"
)

func init() { generators["m68k"] = m68k }

// The addressing modes of the 68000, with the bits of an opcode that name them (those of the
// register where it matters), the cycles to read a byte or word, and the mode whose cases it
// shares: an absolute address is a displacement from 0. The entry has the cycles that al takes more.
var modes68k = map[string]struct {
	mode, register int // register -1: any
	cycles         int
	like           string
}{
	"dn": {0, -1, 0, ""}, "an": {1, -1, 0, ""}, "ai": {2, -1, 4, ""}, "pi": {3, -1, 4, ""}, "pd": {4, -1, 6, ""}, "di": {5, -1, 8, ""}, "ix": {6, -1, 10, ""},
	"aw": {7, 0, 8, "di"}, "al": {7, 1, 8, "di"}, "pc": {7, 2, 8, "di"}, "px": {7, 3, 10, "ix"}, "im": {7, 4, 4, ""},
}

// sets68k are the sets of addressing modes.
var sets68k = map[string][]string{
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

// conditions68k are the conditions of bcc, dbcc and scc.
var conditions68k = [16]string{
	"true", "false", "cf == 0 && zf != 0", "cf != 0 || zf == 0", "cf == 0", "cf != 0", "zf != 0", "zf == 0",
	"int32(vf) >= 0", "int32(vf) < 0", "int32(nf) >= 0", "int32(nf) < 0",
	"int32(nf^vf) >= 0", "int32(nf^vf) < 0", "int32(nf^vf) >= 0 && zf != 0", "int32(nf^vf) < 0 || zf == 0",
}

// case68k is a row with its size, modes and condition.
type case68k struct {
	instructions.Row
	source, destination string
	size                byte   // b, w or l
	mode, to            string // of the operand, and of the destination of move
	condition           int
	times               [4]int
	used                *[4]bool // which of them cases have
}

// m68k returns the loop of the 68000 and the forms of its opcodes.
func m68k(table, _ []instructions.Row) (string, error) {
	var cases, forms strings.Builder
	numbers := map[string]int{}
	for _, r := range table {
		if len(r.Columns) != 10 || len(r.Columns[1]) != 16 || sets68k[r.Columns[5]] == nil {
			return "", fmt.Errorf("line %d: want name, bits, sizes, source, destination, modes and four times", r.Line)
		}
		c := case68k{Row: r, source: r.Columns[3], destination: r.Columns[4], used: new([4]bool)}
		for i := range c.times {
			n, err := strconv.Atoi(r.Columns[6+i])
			if err != nil && r.Columns[6+i] != "-" {
				return "", fmt.Errorf("line %d: %w", r.Line, err)
			}
			c.times[i] = n
		}
		for _, v := range c.all() {
			value, mask := v.opcode()
			kind := v.kind()
			v.mode, v.to = shared(v.mode), shared(v.to)
			body := v.body()
			if numbers[body] == 0 { // another mode or size may be the same
				numbers[body] = len(numbers) + 1
				fmt.Fprintf(&cases, "case %d: // %s.%c %s %s\n%s", numbers[body], r.Columns[0], v.size, v.mode, v.to, body)
			}
			fmt.Fprintf(&forms, "{0x%04X, 0x%04X, %d, %s},\n", value, mask, numbers[body], kind)
		}
		for i, used := range c.used {
			if used != (r.Columns[6+i] != "-") {
				return "", fmt.Errorf("line %d: time %d: used %t: want - for a time that no case has", r.Line, i+1, used)
			}
		}
	}
	return fmt.Sprintf(frame68k, cases.String(), forms.String()), nil
}

// shared returns the mode whose cases a mode has.
func shared(mode string) string {
	if like := modes68k[mode].like; like != "" {
		return like
	}
	return mode
}

// all returns the cases of a row.
func (c case68k) all() (all []case68k) {
	to := []string{""}
	if c.destination == "to" {
		to = sets68k["dst"]
	}
	conditions := []int{0}
	if strings.Contains(c.Columns[1], "CCCC") {
		conditions = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	}
	for _, size := range []byte(c.Columns[2]) {
		for _, mode := range sets68k[c.Columns[5]] {
			for _, d := range to {
				for _, condition := range conditions {
					if size == 'b' && mode == "an" || condition == 1 && c.Columns[0] == "bcc" {
						continue
					}
					v := c
					v.size, v.mode, v.to, v.condition = size, mode, d, condition
					all = append(all, v)
				}
			}
		}
	}
	return all
}

// opcode returns the bits of the opcode that are fixed.
func (c case68k) opcode() (value, mask uint16) {
	bits := []byte(c.Columns[1])
	put := func(letters string, v, width int) {
		at := strings.Index(c.Columns[1], letters)
		for i := range width {
			bits[at+i] = byte('0' + v>>(width-1-i)&1)
		}
	}
	if strings.Contains(c.Columns[1], "xxxxxx") {
		m := modes68k[c.mode]
		put("xxxxxx", m.mode, 3)
		if m.register >= 0 {
			put("xxxxxx", m.mode<<3|m.register, 6)
		}
	}
	if c.to != "" { // in reverse
		m := modes68k[c.to]
		at := strings.Index(c.Columns[1], "eeeeee")
		for i := range 3 {
			bits[at+3+i] = byte('0' + m.mode>>(2-i)&1)
			if m.register >= 0 {
				bits[at+i] = byte('0' + m.register>>(2-i)&1)
			}
		}
	}
	sizes := map[byte]int{'b': 0, 'w': 1, 'l': 2}
	switch {
	case c.Columns[0] == "movea":
		put("z", map[byte]int{'w': 1, 'l': 0}[c.size], 1)
	case c.Columns[0] == "move":
		put("zz", map[byte]int{'b': 1, 'w': 3, 'l': 2}[c.size], 2)
	case strings.Contains(c.Columns[1], "zz"):
		put("zz", sizes[c.size], 2)
	case strings.Contains(c.Columns[1], "z"):
		put("z", sizes[c.size]-1, 1)
	}
	if strings.Contains(c.Columns[1], "CCCC") {
		put("CCCC", c.condition, 4)
	}
	for i, b := range bits {
		if b == '0' || b == '1' {
			mask |= 1 << (15 - i)
			value |= uint16(b-'0') << (15 - i)
		}
	}
	return value, mask
}

// kind returns what decoding needs to know: source, size and modes.
func (c case68k) kind() string {
	source := map[string]string{
		"ea": "fromOperand", "dn": "fromRegister", "imm": "fromCode", "bit": "fromBit", "quick": "fromQuick", "branch": "fromBranch", "many": "fromList", "every": "fromDisplacement",
		"-": "fromNothing",
	}[c.source]
	if c.Columns[0] == "moveq" {
		source = "fromByte"
	}
	to := "false"
	if c.destination == "an" || c.to != "" && c.to != "dn" {
		to = "true"
	}
	operand := fmt.Sprint(strings.Contains(c.Columns[1], "xxxxxx"))
	return fmt.Sprintf("%s, %d, %s, %s, %t", source, map[byte]int{'b': 1, 'w': 2, 'l': 4}[c.size], operand, to, c.to != "")
}

// sizes68k are the Go of a size: bits, the shift that brings the sign to bit 31, mask.
var sizes68k = map[byte]struct {
	bits, shift int
	mask        string
}{'b': {8, 24, "0xFF"}, 'w': {16, 16, "0xFFFF"}, 'l': {32, 0, "0xFFFFFFFF"}}

// cycles returns the cycles of a case.
func (c case68k) cycles() int {
	long := 0
	if c.size == 'l' {
		long = 2
	}
	ea := modes68k[c.mode].cycles
	c.used[0] = c.used[0] || c.Columns[5] == "ctl" || c.source == "many"
	switch {
	case c.Columns[5] == "ctl" && (c.Columns[0] == "jmp" || c.Columns[0] == "jsr"):
		return c.times[0] + jmpCycles[c.mode]
	case c.Columns[5] == "ctl":
		return c.times[0] + leaCycles[c.mode]
	case c.source == "many" && c.mode == "pd":
		return c.times[0]
	case c.source == "many":
		return c.times[0] + ea - 4
	}
	register := 0
	if c.mode == "dn" || c.mode == "an" || c.mode == "im" || c.mode == "" {
		register = 1
	}
	c.used[long+register] = true
	n := c.times[long+register] + ea
	if long > 0 && ea > 0 {
		n += 4
	}
	if to := modes68k[c.to].cycles; to > 0 {
		if c.to == "pd" { // a decrement before writing takes no time
			to = 4
		}
		n += to
		if long > 0 {
			n += 4
		}
	}
	return n
}

// takes returns the cycles of a case, in Go.
func (c case68k) takes() string {
	n := strconv.Itoa(c.cycles())
	if c.mode == "di" || c.to == "di" {
		n += " + int64(e.more)"
	}
	return n
}

// inRange is a check of an address below 1<<24.
func inRange(at string, size byte) string {
	return "if " + map[byte]string{
		'b': at + " >= len(access)",
		'w': at + "&1 != 0 || " + at + " >= len(access)-1",
		'l': at + "&1 != 0 || " + at + " >= len(access)-3",
	}[size] + " { goto byPackage }\n"
}

// loaded returns the bytes at an address in an array as one number.
func loaded(array, at string, size byte) string {
	switch size {
	case 'b':
		return fmt.Sprintf("uint32(%s[%s])", array, at)
	case 'w':
		return fmt.Sprintf("(uint32(%[1]s[%[2]s])<<8 | uint32(%[1]s[%[2]s+1]))", array, at)
	}
	return fmt.Sprintf("(uint32(%[1]s[%[2]s])<<24 | uint32(%[1]s[%[2]s+1])<<16 | uint32(%[1]s[%[2]s+2])<<8 | uint32(%[1]s[%[2]s+3]))", array, at)
}

// stored returns the assignment of a number to the bytes at an address.
func stored(array, at string, size byte, value string) string {
	switch size {
	case 'b':
		return fmt.Sprintf("%s[%s] = uint8(%s)", array, at, value)
	case 'w':
		return fmt.Sprintf("%[1]s[%[2]s], %[1]s[%[2]s+1] = uint8((%[3]s)>>8), uint8(%[3]s)", array, at, value)
	}
	return fmt.Sprintf("%[1]s[%[2]s], %[1]s[%[2]s+1], %[1]s[%[2]s+2], %[1]s[%[2]s+3] = uint8((%[3]s)>>24), uint8((%[3]s)>>16), uint8((%[3]s)>>8), uint8(%[3]s)", array, at, value)
}

// marks returns a bit of the access marks for each byte of a size.
func marks(bit uint32, size byte) string {
	return fmt.Sprintf("0x%X", bit*map[byte]uint32{'b': 1, 'w': 0x0101, 'l': 0x01010101}[size])
}

// mayRead and mayWrite are the checks of marks at an address that is in range. A byte that has
// been decoded, with bit 2, is written by the package.
func mayRead(at string, size byte) string {
	return fmt.Sprintf("if %s&%[2]s != %[2]s { goto byPackage }\n", loaded("access", at, size), marks(1, size))
}

func mayWrite(at string, size byte) string {
	return fmt.Sprintf("if m := %s; m != %s { if m&%s != %s { goto byPackage }\n%s }\n",
		loaded("access", at, size), marks(3, size), marks(2|4, size), marks(2, size), opened(at, size))
}

// opened returns the assignment of the marks of written bytes.
func opened(at string, size byte) string {
	n := map[byte]int{'b': 1, 'w': 2, 'l': 4}[size]
	var bytes []string
	for i := range n {
		bytes = append(bytes, fmt.Sprintf("access[%s+%d]", at, i))
	}
	return strings.Join(bytes, ", ") + " = " + strings.Repeat("open, ", n-1) + "open"
}

// address returns the address of a mode, and what is left to do to the register.
func (c case68k) address(mode, register, extension, index string) (address, after string) {
	bytes := map[byte]int{'b': 1, 'w': 2, 'l': 4}[c.size]
	base := fmt.Sprintf("r[%s&31]", register)
	switch mode {
	case "ai":
		return base, ""
	case "pi":
		return base, fmt.Sprintf("%s += %d\n", base, bytes)
	case "pd":
		return fmt.Sprintf("%s - %d", base, bytes), fmt.Sprintf("%s -= %d\n", base, bytes)
	case "ix":
		return fmt.Sprintf("%s + index(r[%[2]s&15], %[2]s) + %s", base, index, extension), ""
	}
	return base + " + " + extension, "" // di
}

// place returns the Go that sets a variable to the place of an address in memory, and checks it.
func place(name, address string, size byte) string {
	return fmt.Sprintf("%s := int((%s) & 0xFFFFFF)\n", name, address) + inRange(name, size)
}

// body returns the Go of a case. What may leave it to the package comes before everything
// that changes something.
func (c case68k) body() string {
	size, effect := sizes68k[c.size], c.Effect
	effect = replaceWord(effect, "IF", "("+conditions68k[c.condition]+")")
	effect = c.flags(effect)
	inMemory := c.mode != "" && c.mode != "dn" && c.mode != "an" && c.mode != "im"
	uses := func(name string) bool { return strings.Contains(" "+effect, name) && matchesWord(effect, name) }
	masked := func(register string) string {
		if c.size == 'l' {
			return fmt.Sprintf("r[%s&15]", register)
		}
		return fmt.Sprintf("r[%s&15]&%s", register, size.mask)
	}

	var checks, commit strings.Builder
	operand := ""
	reads := c.source == "ea" && uses("S") || c.destination == "ea" && c.source != "ea" && uses("D")
	writes := c.destination == "ea" && strings.Contains(effect, "SET(") || c.source == "ea" && c.destination == "ea" && strings.Contains(effect, "SET(")
	switch {
	case inMemory && c.source != "many":
		address, after := c.address(c.mode, "e.x", "e.s", "e.xi")
		if reads || writes {
			checks.WriteString(place("at", address, c.size))
		} else {
			fmt.Fprintf(&checks, "at := %s\n", address)
		}
		if reads {
			checks.WriteString(mayRead("at", c.size))
		}
		if writes {
			checks.WriteString(mayWrite("at", c.size))
		}
		commit.WriteString(after)
		operand = loaded("data", "at", c.size)
	case c.mode == "im":
		operand = "e.s"
	case c.mode != "":
		operand = masked("e.x")
	}

	source := map[string]string{"dn": masked("e.y"), "imm": "e.t", "bit": "e.t", "quick": "e.t"}[c.source]
	if c.source == "ea" {
		source = operand
	}
	destination, set := operand, ""
	switch {
	case c.destination == "an":
		if c.size == 'w' {
			source = fmt.Sprintf("uint32(int32(int16(%s)))", source)
		}
		destination, set = "r[e.y&15]", "r[e.y&15] = %s"
	case c.destination == "dn" || c.to == "dn":
		destination, set = masked("e.y"), c.setRegister("e.y")
	case c.to != "":
		address, after := c.address(c.to, "e.y", "e.t", "e.yi")
		checks.WriteString(place("to", address, c.size) + mayWrite("to", c.size))
		commit.WriteString(after)
		set = stored("data", "to", c.size, "%s")
	case inMemory:
		set = stored("data", "at", c.size, "%s")
	default:
		set = c.setRegister("e.x")
	}
	effect = c.stack(effect, &checks)
	text := checks.String() + "pc += uint32(e.length)\n" + fmt.Sprintf("left -= %s\n", c.takes())
	if uses("S") && c.source != "-" {
		text += "source := " + source + "\n"
	}
	text += commit.String()
	if uses("D") {
		text += "destination := " + destination + "\n"
	}
	effect = replaceWord(replaceWord(effect, "S", "source"), "D", "destination")
	effect = replaceWord(effect, "A", "at")
	effect = replaceWord(effect, "BITS", strconv.Itoa(size.bits))
	effect = instructions.Call("TAKES").ReplaceAllString(effect, "left -= $1")
	effect = instructions.Call("SIGNED").ReplaceAllString(effect, map[byte]string{'b': "int8($1)", 'w': "int16($1)", 'l': "int32($1)"}[c.size])
	effect = instructions.Call("SET").ReplaceAllStringFunc(effect, func(s string) string {
		return strings.ReplaceAll(strings.ReplaceAll(set, "%s", instructions.Call("SET").FindStringSubmatch(s)[1]), "%!", "%")
	})
	return text + strings.ReplaceAll(effect, "; ", "\n") + "\n"
}

// setRegister returns the assignment of a part of a register.
func (c case68k) setRegister(register string) string {
	if c.size == 'l' {
		return "r[" + register + "&15] = %s"
	}
	mask := sizes68k[c.size].mask
	return fmt.Sprintf("r[%[1]s&15] = r[%[1]s&15]&^%[2]s | (%%s)&%[2]s", register, mask)
}

// flags replaces the macros that set flags.
func (c case68k) flags(effect string) string {
	size := sizes68k[c.size]
	result := fmt.Sprintf("nf = v<<%d; zf = nf; ", size.shift)
	if c.destination == "an" { // cmpa compares longwords
		size, result = sizes68k['l'], "nf = v; zf = nf; "
	}
	carry, borrow := fmt.Sprintf("v>>%d&1", size.bits), fmt.Sprintf("v>>%d&1", size.bits)
	if size.bits == 32 {
		carry, borrow = "uint32((uint64(s)+uint64(d))>>32)", "uint32((uint64(d)-uint64(s))>>63)"
	}
	sum := result + fmt.Sprintf("vf = (s^v)&(d^v)<<%d; cf = %s", size.shift, carry)
	difference := result + fmt.Sprintf("vf = (s^d)&(v^d)<<%d; cf = %s", size.shift, borrow)
	effect = replaceWord(effect, "SUM", "s, d := S, D; v := d + s; "+strings.Replace(sum, "(s^v)&(d^v)", "((s^v)&(d^v))", 1)+"; xf = cf")
	sumX := strings.Replace(strings.Replace(sum, "zf = nf", "zf |= nf", 1), "uint64(s)+uint64(d)", "uint64(s)+uint64(d)+uint64(xf)", 1)
	sumX = strings.Replace(sumX, "(s^v)&(d^v)", "((s^v)&(d^v))", 1)
	effect = replaceWord(effect, "SUMX", "s, d := S, D; v := d + s + xf; "+sumX+"; xf = cf")
	difference = strings.Replace(difference, "(s^d)&(v^d)", "((s^d)&(v^d))", 1)
	effect = replaceWord(effect, "DIFFERENCE", "s, d := S, D; v := d - s; "+difference+"; xf = cf")
	effect = replaceWord(effect, "NEGATE", "s, d := D, uint32(0); v := d - s; "+difference+"; xf = cf")
	effect = replaceWord(effect, "COMPARE", "s, d := S, D; v := d - s; "+difference)
	effect = instructions.Call("LOGIC").ReplaceAllString(effect, fmt.Sprintf("nf = uint32($1) << %d; zf = nf; vf, cf = 0, 0", size.shift))
	effect = instructions.Call("LOGICL").ReplaceAllString(effect, "nf = $1; zf = nf; vf, cf = 0, 0")
	effect = instructions.Call("SHIFTED").ReplaceAllString(effect, fmt.Sprintf("nf = ($1) << %d; zf = nf; vf = 0", size.shift))
	return instructions.Call("LEFTOVER").ReplaceAllString(effect, "cf = ($1) & 1; xf = cf")
}

// stack replaces the macros of the stack, jumps and lists, and writes their checks.
func (c case68k) stack(effect string, checks *strings.Builder) string {
	if instructions.Call("PUSH").MatchString(effect) {
		checks.WriteString(place("top", "r[15] - 4", 'l') + mayWrite("top", 'l'))
		effect = instructions.Call("PUSH").ReplaceAllStringFunc(effect, func(s string) string {
			return "r[15] -= 4; " + strings.ReplaceAll(stored("data", "top", 'l', "%s"), "%s", instructions.Call("PUSH").FindStringSubmatch(s)[1])
		})
	}
	if strings.Contains(effect, "PULL; ") {
		checks.WriteString(place("top", "r[15]", 'l') + mayRead("top", 'l') + "pulled := " + loaded("data", "top", 'l') + "\n")
		effect = strings.Replace(effect, "PULL; ", "", 1)
	}
	for _, m := range instructions.Call("JUMP").FindAllStringSubmatch(effect, -1) {
		fmt.Fprintf(checks, "if %s&1 != 0 { goto byPackage }\n", replaceWord(m[1], "A", "at"))
		effect = strings.Replace(effect, "at := "+m[0]+"; ", "", 1)
		effect = strings.ReplaceAll(effect, m[0], m[1])
	}
	bytes := map[byte]int{'b': 1, 'w': 2, 'l': 4}[c.size]
	if matchesWord(effect, "STOREEVERY") {
		fmt.Fprintf(checks, "if !c.storeEvery(r[e.x&15]+e.s, r[e.y&15], %d) { goto byPackage }\n", bytes)
		effect = ""
	}
	if matchesWord(effect, "LOADEVERY") {
		fmt.Fprintf(checks, "v, ok := c.loadEvery(r[e.x&15]+e.s, %d)\nif !ok { goto byPackage }\n", bytes)
		effect = strings.Replace(effect, "LOADEVERY; SETY(v)", strings.ReplaceAll(c.setRegister("e.y"), "%s", "v"), 1)
	}
	if matchesWord(effect, "MANY") {
		in := c.Columns[5] == "in"
		address, _ := c.address(strings.Replace(strings.Replace(c.mode, "pd", "ai", 1), "pi", "ai", 1), "e.x", "e.s", "e.xi")
		name := map[bool]string{true: "loadMany", false: "storeMany"}[in]
		fmt.Fprintf(checks, "at := %s\n", address)
		if c.mode == "pd" {
			fmt.Fprintf(checks, "at -= %d * uint32(bits.OnesCount16(uint16(e.t)))\n", bytes)
		}
		fmt.Fprintf(checks, "if !c.%s(at, uint16(e.t), %d) { goto byPackage }\n", name, bytes)
		effect = fmt.Sprintf("left -= %d * int64(bits.OnesCount16(uint16(e.t)))", bytes*2)
		switch c.mode {
		case "pd":
			effect += "; r[e.x&15] = at"
		case "pi":
			effect += fmt.Sprintf("; r[e.x&15] = at + %d*uint32(bits.OnesCount16(uint16(e.t)))", bytes)
		}
	}
	return effect
}

// matchesWord reports whether a name stands in a text as a word.
func matchesWord(text, name string) bool {
	return slices.ContainsFunc(words(text), func(w string) bool { return w == name })
}

// replaceWord replaces a name that stands as a word.
func replaceWord(text, name, by string) string {
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

// frame68k is the loop around the cases.
const frame68k = `import "math/bits"

// execute executes instructions from an entry on. It returns why it ends.
func (c *cpu) execute(e *entry) exit {
	k, r := &c.core, &c.core.registers
	access, entries := c.mem.access, k.entries
	data := c.mem.data[:len(access)]
	left := k.left
	pc, nf, zf, vf, cf, xf := c.load()
	was := pc
	for {
		switch e.number {
		%s
		case attends:
			goto attend
		default:
			goto byPackage
		}
		if r[15]-k.lowest > k.span {
			goto stack
		}
	next:
		if left <= 0 || int(pc/2) >= len(entries) {
			goto attend
		}
		was = pc
		e = &entries[pc/2]
		continue

	stack: // out of its bounds so far
		c.store(pc, nf, zf, vf, cf, xf, left)
		if !c.inBounds(was) {
			return ends
		}
		goto next

	attend:
		c.store(pc, nf, zf, vf, cf, xf, left)
		return attending

	byPackage:
		c.store(pc, nf, zf, vf, cf, xf, left)
		return leaving
	}
}

// forms are the opcodes that have a case.
var opcodeForms = []opcodeForm{
%s}
`
