package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/searchex/searchex/emu/internal/instructions"
)

func init() { generators["m68k"] = m68k }

// m68k returns the loop of the 68000 and the forms of its opcodes.
func m68k(table, _ []instructions.Row) (string, error) {
	var cases, forms strings.Builder
	numbers := map[string]int{}
	for _, r := range table {
		c, err := instructions.New68k(r)
		if err != nil {
			return "", err
		}
		for _, x := range c.All() {
			v := case68k{x}
			value, mask := v.OpcodeBits()
			kind := v.kind()
			v.Mode, v.To = shared(v.Mode), shared(v.To)
			body := v.body()
			if numbers[body] == 0 { // another mode or size may be the same
				numbers[body] = len(numbers) + 1
				fmt.Fprintf(&cases, "case %d: // %s.%c %s %s\n%s", numbers[body], r.Columns[0], v.Size, v.Mode, v.To, body)
			}
			fmt.Fprintf(&forms, "{0x%04X, 0x%04X, %d, %s},\n", value, mask, numbers[body], kind)
		}
		for i, used := range c.Used {
			if used != (r.Columns[6+i] != "-") {
				return "", fmt.Errorf("line %d: time %d: used %t: want - for a time that no case has", r.Line, i+1, used)
			}
		}
	}
	return fmt.Sprintf(frame68k, cases.String(), forms.String()), nil
}

// case68k is an instruction with its size, modes and condition.
type case68k struct{ instructions.M68k }

// shared returns the mode whose cases a mode has.
func shared(mode string) string {
	if like := instructions.Modes68k[mode].Like; like != "" {
		return like
	}
	return mode
}

// kind returns what decoding needs to know: source, size and modes.
func (c case68k) kind() string {
	source := map[string]string{
		"ea": "fromOperand", "dn": "fromRegister", "imm": "fromCode", "bit": "fromBit", "quick": "fromQuick", "branch": "fromBranch", "many": "fromList", "every": "fromDisplacement",
		"-": "fromNothing",
	}[c.Source]
	if c.Columns[0] == "moveq" {
		source = "fromByte"
	}
	to := "false"
	if c.Destination == "an" || c.To != "" && c.To != "dn" {
		to = "true"
	}
	operand := fmt.Sprint(strings.Contains(c.Columns[1], "xxxxxx"))
	return fmt.Sprintf("%s, %d, %s, %s, %t", source, map[byte]int{'b': 1, 'w': 2, 'l': 4}[c.Size], operand, to, c.To != "")
}

// takes returns the cycles of a case, in Go.
func (c case68k) takes() string {
	n := strconv.Itoa(c.Cycles())
	if c.Mode == "di" || c.To == "di" {
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
	bytes := map[byte]int{'b': 1, 'w': 2, 'l': 4}[c.Size]
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
	size, effect := instructions.Sizes68k[c.Size], c.Effect
	effect = instructions.ReplaceWord(effect, "IF", "("+instructions.Conditions68k[c.Condition]+")")
	effect = c.Flags(effect)
	inMemory := c.Mode != "" && c.Mode != "dn" && c.Mode != "an" && c.Mode != "im"
	uses := func(name string) bool {
		return strings.Contains(" "+effect, name) && instructions.MatchesWord(effect, name)
	}
	masked := func(register string) string {
		if c.Size == 'l' {
			return fmt.Sprintf("r[%s&15]", register)
		}
		return fmt.Sprintf("r[%s&15]&%s", register, size.Mask)
	}

	var checks, commit strings.Builder
	operand := ""
	reads := c.Source == "ea" && uses("S") || c.Destination == "ea" && c.Source != "ea" && uses("D")
	writes := c.Destination == "ea" && strings.Contains(effect, "SET(") || c.Source == "ea" && c.Destination == "ea" && strings.Contains(effect, "SET(")
	switch {
	case inMemory && c.Source != "many":
		address, after := c.address(c.Mode, "e.x", "e.s", "e.xi")
		if reads || writes {
			checks.WriteString(place("at", address, c.Size))
		} else {
			fmt.Fprintf(&checks, "at := %s\n", address)
		}
		if reads {
			checks.WriteString(mayRead("at", c.Size))
		}
		if writes {
			checks.WriteString(mayWrite("at", c.Size))
		}
		commit.WriteString(after)
		operand = loaded("data", "at", c.Size)
	case c.Mode == "im":
		operand = "e.s"
	case c.Mode != "":
		operand = masked("e.x")
	}

	source := map[string]string{"dn": masked("e.y"), "imm": "e.t", "bit": "e.t", "quick": "e.t"}[c.Source]
	if c.Source == "ea" {
		source = operand
	}
	destination, set := operand, ""
	switch {
	case c.Destination == "an":
		if c.Size == 'w' {
			source = fmt.Sprintf("uint32(int32(int16(%s)))", source)
		}
		destination, set = "r[e.y&15]", "r[e.y&15] = %s"
	case c.Destination == "dn" || c.To == "dn":
		destination, set = masked("e.y"), c.setRegister("e.y")
	case c.To != "":
		address, after := c.address(c.To, "e.y", "e.t", "e.yi")
		checks.WriteString(place("to", address, c.Size) + mayWrite("to", c.Size))
		commit.WriteString(after)
		set = stored("data", "to", c.Size, "%s")
	case inMemory:
		set = stored("data", "at", c.Size, "%s")
	default:
		set = c.setRegister("e.x")
	}
	effect = c.stack(effect, &checks)
	text := checks.String() + "pc += uint32(e.length)\n" + fmt.Sprintf("left -= %s\n", c.takes())
	if uses("S") && c.Source != "-" {
		text += "source := " + source + "\n"
	}
	text += commit.String()
	if uses("D") {
		text += "destination := " + destination + "\n"
	}
	effect = instructions.ReplaceWord(instructions.ReplaceWord(effect, "S", "source"), "D", "destination")
	effect = instructions.ReplaceWord(effect, "A", "at")
	effect = instructions.ReplaceWord(effect, "BITS", strconv.Itoa(size.Bits))
	effect = instructions.Call("TAKES").ReplaceAllString(effect, "left -= $1")
	effect = instructions.Call("SIGNED").ReplaceAllString(effect, map[byte]string{'b': "int8($1)", 'w': "int16($1)", 'l': "int32($1)"}[c.Size])
	effect = instructions.Call("SET").ReplaceAllStringFunc(effect, func(s string) string {
		return strings.ReplaceAll(strings.ReplaceAll(set, "%s", instructions.Call("SET").FindStringSubmatch(s)[1]), "%!", "%")
	})
	return text + strings.ReplaceAll(effect, "; ", "\n") + "\n"
}

// setRegister returns the assignment of a part of a register.
func (c case68k) setRegister(register string) string {
	if c.Size == 'l' {
		return "r[" + register + "&15] = %s"
	}
	mask := instructions.Sizes68k[c.Size].Mask
	return fmt.Sprintf("r[%[1]s&15] = r[%[1]s&15]&^%[2]s | (%%s)&%[2]s", register, mask)
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
		fmt.Fprintf(checks, "if %s&1 != 0 { goto byPackage }\n", instructions.ReplaceWord(m[1], "A", "at"))
		effect = strings.Replace(effect, "at := "+m[0]+"; ", "", 1)
		effect = strings.ReplaceAll(effect, m[0], m[1])
	}
	bytes := map[byte]int{'b': 1, 'w': 2, 'l': 4}[c.Size]
	if instructions.MatchesWord(effect, "STOREEVERY") {
		fmt.Fprintf(checks, "if !c.storeEvery(r[e.x&15]+e.s, r[e.y&15], %d) { goto byPackage }\n", bytes)
		effect = ""
	}
	if instructions.MatchesWord(effect, "LOADEVERY") {
		fmt.Fprintf(checks, "v, ok := c.loadEvery(r[e.x&15]+e.s, %d)\nif !ok { goto byPackage }\n", bytes)
		effect = strings.Replace(effect, "LOADEVERY; SETY(v)", strings.ReplaceAll(c.setRegister("e.y"), "%s", "v"), 1)
	}
	if instructions.MatchesWord(effect, "MANY") {
		in := c.Columns[5] == "in"
		address, _ := c.address(strings.Replace(strings.Replace(c.Mode, "pd", "ai", 1), "pi", "ai", 1), "e.x", "e.s", "e.xi")
		name := map[bool]string{true: "loadMany", false: "storeMany"}[in]
		fmt.Fprintf(checks, "at := %s\n", address)
		if c.Mode == "pd" {
			fmt.Fprintf(checks, "at -= %d * uint32(bits.OnesCount16(uint16(e.t)))\n", bytes)
		}
		fmt.Fprintf(checks, "if !c.%s(at, uint16(e.t), %d) { goto byPackage }\n", name, bytes)
		effect = fmt.Sprintf("left -= %d * int64(bits.OnesCount16(uint16(e.t)))", bytes*2)
		switch c.Mode {
		case "pd":
			effect += "; r[e.x&15] = at"
		case "pi":
			effect += fmt.Sprintf("; r[e.x&15] = at + %d*uint32(bits.OnesCount16(uint16(e.t)))", bytes)
		}
	}
	return effect
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
