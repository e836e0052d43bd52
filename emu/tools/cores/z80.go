package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/emu/internal/instructions"
)

func init() { generators["z80"] = z80 }

// z80 returns the loop of the Z80 and the forms of its opcodes.
func z80(table, rows []instructions.Row) (string, error) {
	g := z80Cases{forms: map[string]*[256]form{}, byText: map[string]int{}, sequences: newSequences(rows)}
	for _, prefix := range []string{"base", "cb", "ed", "dd", "fd", "ddcb", "fdcb"} {
		g.forms[prefix] = new([256]form)
	}
	for _, r := range table {
		if err := g.add(r); err != nil {
			return "", fmt.Errorf("line %d: %w", r.Line, err)
		}
	}
	var forms strings.Builder
	for _, prefix := range []string{"base", "cb", "ed", "dd", "fd", "ddcb", "fdcb"} {
		fmt.Fprintf(&forms, "%sForms = [256]form{\n", prefix)
		for op, f := range g.forms[prefix] {
			if f.number > 0 {
				fmt.Fprintf(&forms, "0x%02X: {%d, %d, %s},\n", op, f.number, f.length, f.operand)
			}
		}
		forms.WriteString("}\n")
	}
	more, byFirst, err := g.sequences.cases(g.count+1, "left < 1<<24")
	if err != nil {
		return "", err
	}
	return fmt.Sprintf(frameZ80, g.text.String()+more, forms.String(), g.count+1, byFirst), nil
}

// form is the case of an opcode and the operand that its entry has.
type form struct {
	number, length int
	operand        string
}

// z80Cases collects cases.
type z80Cases struct {
	text  strings.Builder
	count int
	forms map[string]*[256]form
	// byText has the number of a case by its Go, since opcodes may share one.
	byText    map[string]int
	sequences *sequences
}

// add adds the cases of a row, for all values of the letters in its opcode.
func (g *z80Cases) add(r instructions.Row) error {
	if len(r.Columns) < 6 || len(r.Columns[1]) != 8 {
		return fmt.Errorf("%q: want prefix, bits, bytes, T-states, operand and instruction", r.Columns)
	}
	bits := r.Columns[1]
	var letters []byte
	for _, c := range []byte(bits) {
		if c > '1' && !slices.Contains(letters, c) {
			letters = append(letters, c)
		}
	}
	prefixes := []string{r.Columns[0]}
	if prefix, ok := strings.CutPrefix(r.Columns[0], "dd"); ok {
		prefixes = append(prefixes, "fd"+prefix)
	}
	for _, prefix := range prefixes {
		if err := g.expand(r, prefix, bits, letters, map[byte]int{}); err != nil {
			return err
		}
	}
	return nil
}

// expand gives values to the letters that have none yet.
func (g *z80Cases) expand(r instructions.Row, prefix, bits string, letters []byte, values map[byte]int) error {
	if len(letters) == 0 {
		return g.instruction(r, prefix, bits, values)
	}
	letter := letters[0]
	width := strings.Count(bits, string(letter))
	for v := range 1 << width {
		switch {
		case (letter == 'd' || letter == 's' || letter == 'h' || letter == 'k') && v == 6:
		case letter == 'h' && !strings.ContainsRune(bits, 'k') && v != 4 && v != 5: // a half
		case letter == 'k' && v != 4 && v != 5 && values['h'] != 4 && values['h'] != 5: // neither is
		case letter == 'p' && v == 3: // sp and af have rows of their own
		case letter == 'r' && v == 6: // sll
		default:
			values[letter] = v
			text := bits
			for i := range width {
				text = strings.Replace(text, string(letter), strconv.Itoa(v>>(width-1-i)&1), 1)
			}
			if err := g.expand(r, prefix, text, letters[1:], values); err != nil {
				return err
			}
		}
	}
	delete(values, letter)
	return nil
}

// registers are the expressions of the registers, and sets how they are set.
var (
	registers = [8]string{"uint8(bc>>8)", "uint8(bc)", "uint8(de>>8)", "uint8(de)", "uint8(hl>>8)", "uint8(hl)", "", "a"}
	pairs     = [4]string{"bc", "de", "hl", "z.SP"}
	states    = [8]string{"f&flagZ == 0", "f&flagZ != 0", "f&flagC == 0", "f&flagC != 0", "f&flagP == 0", "f&flagP != 0", "f&flagS == 0", "f&flagS != 0"}
	sums      = [8]string{
		"r := uint32(a) + uint32(%[1]s); f = szxy[uint8(r)] | carries[(uint32(a)^uint32(%[1]s)^r)&0x1FF]; a = uint8(r)",
		"r := uint32(a) + uint32(%[1]s) + uint32(f&flagC); f = szxy[uint8(r)] | carries[(uint32(a)^uint32(%[1]s)^r)&0x1FF]; a = uint8(r)",
		"r := uint32(a) - uint32(%[1]s); f = szxy[uint8(r)] | borrows[(uint32(a)^uint32(%[1]s)^r)&0x1FF]; a = uint8(r)",
		"r := uint32(a) - uint32(%[1]s) - uint32(f&flagC); f = szxy[uint8(r)] | borrows[(uint32(a)^uint32(%[1]s)^r)&0x1FF]; a = uint8(r)",
		"a &= %[1]s; f = szp[a] | flagH",
		"a ^= %[1]s; f = szp[a]",
		"a |= %[1]s; f = szp[a]",
		"r := uint32(a) - uint32(%[1]s); f = sz[uint8(r)] | borrows[(uint32(a)^uint32(%[1]s)^r)&0x1FF] | %[1]s&flagsXY",
	}
	rotates = [8]string{
		"carry := v>>7; v = v<<1 | carry; f = szp[v] | carry",
		"carry := v&1; v = v>>1 | carry<<7; f = szp[v] | carry",
		"carry := v>>7; v = v<<1 | f&flagC; f = szp[v] | carry",
		"carry := v&1; v = v>>1 | f<<7; f = szp[v] | carry",
		"carry := v>>7; v <<= 1; f = szp[v] | carry",
		"carry := v&1; v = v&0x80 | v>>1; f = szp[v] | carry",
		"",
		"carry := v&1; v >>= 1; f = szp[v] | carry",
	}
)

// get returns the expression of a register; half names the halves of ix or iy instead of
// h and l, or is empty.
func get(v int, half string) string {
	switch {
	case half != "" && v == 4:
		return "uint8(" + half + ">>8)"
	case half != "" && v == 5:
		return "uint8(" + half + ")"
	}
	return registers[v]
}

// set returns the assignment of a register.
func set(v int, half, value string) string {
	if v == 7 {
		return "a = " + value
	}
	pair := []string{"bc", "de", "hl"}[v/2]
	if half != "" && v/2 == 2 {
		pair = half
	}
	if v%2 == 0 {
		return fmt.Sprintf("%[1]s = %[1]s&0xFF | uint16(%[2]s)<<8", pair, value)
	}
	return fmt.Sprintf("%[1]s = %[1]s&0xFF00 | uint16(%[2]s)", pair, value)
}

// call matches a macro with an argument that may contain four levels of parentheses.
func call(name string) *regexp.Regexp {
	inner := `[^()]*`
	for range 4 {
		inner = `(?:[^()]|\(` + inner + `\))*`
	}
	return regexp.MustCompile(`\b` + name + `\((` + inner + `)\)`)
}

var (
	getCall, setCall, pairCall      = call("GET"), call("SET"), call("PAIR")
	aluCall, rotateCall, ifCall     = call("ALU"), call("ROTATE"), call("IF")
	storeCall, wordCall, pushCall   = call("STORE"), call("STOREWORD"), call("PUSH")
	stackCall, readsCall, writeCall = call("STACK"), call("READS"), call("WRITES")
	takesCall                       = call("TAKES")
	wordName                        = regexp.MustCompile(`\bWORD\b`)
	byteName, wordOperand           = regexp.MustCompile(`\bN\b`), regexp.MustCompile(`\bNN\b`)
	pullName                        = regexp.MustCompile(`\bPULL\b`)
)

// instruction adds the case of an opcode.
func (g *z80Cases) instruction(r instructions.Row, prefix, bits string, values map[byte]int) error {
	opcode, err := strconv.ParseUint(bits, 2, 8)
	if err != nil {
		return err
	}
	length, err1 := strconv.Atoi(r.Columns[2])
	tstates, err2 := strconv.Atoi(r.Columns[3])
	if err1 != nil || err2 != nil {
		return fmt.Errorf("%q: want numbers of bytes and T-states", r.Columns)
	}
	f := &g.forms[prefix][opcode]
	if f.number > 0 {
		return fmt.Errorf("opcode %s %02X is there twice", prefix, opcode)
	}
	effect, operand := r.Effect, operandOf(r)
	index, half := "z.IX", ""
	if prefix[0] == 'f' {
		index = "z.IY"
		effect = strings.ReplaceAll(effect, "z.IX", "z.IY")
	}
	if prefix == "dd" || prefix == "fd" {
		half = index
	}
	if r.Columns[4] == "n+ix" { // whose h and l are h and l
		half = ""
	}
	if bits[:2] == "11" && prefix == "base" && strings.Contains(effect, "PAIR(p)") && values['p'] == 3 {
		return nil
	}
	effect = g.substitute(effect, values, index, half)

	var checks strings.Builder
	address := map[string]string{"hl": "hl", "bc": "bc", "de": "de", "sp": "z.SP", "nn": "uint16(e >> 16)", "n+ix": index + " + uint16(int8(e>>16))"}[r.Columns[4]]
	if address != "" {
		fmt.Fprintf(&checks, "at := %s\n", address)
	}
	immediate := "uint8(e>>16)"
	if r.Columns[4] == "n+ix" {
		immediate = "uint8(e>>24)"
	}
	effect = byteName.ReplaceAllString(effect, immediate)
	effect = wordOperand.ReplaceAllString(effect, "uint16(e>>16)")
	effect = strings.ReplaceAll(effect, "TARGET", "uint16(e>>16)")
	effect = strings.ReplaceAll(effect, "MASK", immediateMask(prefix))
	effect = z80Memory(effect, &checks)
	m1 := 1
	if prefix != "base" {
		m1 = 2
	}
	cost := func(t int, m1 int) string { return fmt.Sprintf("left -= %d<<24 - %d", t, m1) }
	effect = takesCall.ReplaceAllStringFunc(effect, func(s string) string {
		n, _ := strconv.Atoi(takesCall.FindStringSubmatch(s)[1])
		return fmt.Sprintf("left -= %d << 24", n)
	})
	body := fmt.Sprintf("%spc += %d\n%s\n%s\n", checks.String(), length, cost(tstates, m1), strings.ReplaceAll(effect, "; ", "\n"))
	if g.byText == nil {
		g.byText = map[string]int{}
	}
	number := g.byText[body]
	if number == 0 {
		g.count++
		number = g.count
		g.byText[body] = number
		fmt.Fprintf(&g.text, "case %d: // %s %02X: %s\n%s", number, prefix, opcode, strings.Join(r.Columns[5:], " "), body)
	} // else, say, bit b,(hl) of another bit
	*f = form{number, length, operand}
	g.sequences.add(fmt.Sprintf("%s%02X", strings.ToUpper(strings.TrimPrefix(prefix, "base")), opcode), number, body)
	return nil
}

// operandOf returns the kind of operand that an entry has.
func operandOf(r instructions.Row) string {
	switch {
	case strings.Contains(r.Effect, "MASK") && r.Columns[4] == "n+ix":
		return "displacementAndMask"
	case strings.Contains(r.Effect, "MASK"):
		return "mask"
	case strings.Contains(r.Effect, "TARGET"):
		return "target"
	case r.Columns[4] == "nn", r.Columns[4] == "n+ix", byteName.MatchString(r.Effect), wordOperand.MatchString(r.Effect):
		return "inCode"
	}
	return "none"
}

// immediateMask returns the expression of the mask of a bit.
func immediateMask(prefix string) string {
	if len(prefix) == 4 {
		return "uint8(e>>24)"
	}
	return "uint8(e>>16)"
}

// substitute replaces the letters of an opcode by what they stand for.
func (g *z80Cases) substitute(effect string, values map[byte]int, index, half string) string {
	value := func(letter string) (int, bool) {
		v, ok := values[letter[0]]
		return v, ok && len(letter) == 1
	}
	effect = getCall.ReplaceAllStringFunc(effect, func(s string) string {
		v, _ := value(getCall.FindStringSubmatch(s)[1])
		return get(v, half)
	})
	effect = pairCall.ReplaceAllStringFunc(effect, func(s string) string {
		letter := pairCall.FindStringSubmatch(s)[1]
		v, _ := value(letter)
		if letter == "q" && v == 2 {
			return index
		}
		return pairs[v]
	})
	effect = aluCall.ReplaceAllStringFunc(effect, func(s string) string {
		operation, operand, _ := strings.Cut(aluCall.FindStringSubmatch(s)[1], ", ")
		v, ok := value(operation)
		if !ok {
			v, _ = strconv.Atoi(operation)
		}
		return "n := " + operand + "; " + fmt.Sprintf(sums[v], "n")
	})
	effect = rotateCall.ReplaceAllStringFunc(effect, func(s string) string {
		v, _ := value(rotateCall.FindStringSubmatch(s)[1])
		return rotates[v]
	})
	effect = ifCall.ReplaceAllStringFunc(effect, func(s string) string {
		v, _ := value(ifCall.FindStringSubmatch(s)[1])
		return states[v]
	})
	effect = setCall.ReplaceAllStringFunc(effect, func(s string) string {
		letter, v, _ := strings.Cut(setCall.FindStringSubmatch(s)[1], ", ")
		n, _ := value(letter)
		if v == get(n, half) {
			return "" // ld a,a
		}
		return set(n, half, v)
	})
	return strings.ReplaceAll(effect, "RST", fmt.Sprintf("0x%02X", values['t']*8))
}

// z80Memory replaces accesses of memory, and writes their checks.
func z80Memory(effect string, checks *strings.Builder) string {
	both := func(check func(string) string, at string) { checks.WriteString(check(at) + check(at+"+1")) }
	for _, m := range readsCall.FindAllStringSubmatch(effect, -1) {
		checks.WriteString(readable(m[1]))
		effect = strings.Replace(effect, m[0]+"; ", "", 1)
	}
	for _, m := range writeCall.FindAllStringSubmatch(effect, -1) {
		checks.WriteString(writable(m[1]))
		effect = strings.Replace(effect, m[0]+"; ", "", 1)
	}
	if wordName.MatchString(effect) {
		both(readable, "at")
		effect = wordName.ReplaceAllString(effect, "uint16(data[at]) | uint16(data[at+1])<<8")
	}
	if memory.MatchString(effect) {
		checks.WriteString(readable("at"))
		effect = memory.ReplaceAllString(effect, "data[at]")
	}
	if wordCall.MatchString(effect) {
		both(writable, "at")
		effect = wordCall.ReplaceAllString(effect, "data[at], data[at+1] = uint8($1), uint8(($1)>>8)")
	}
	if storeCall.MatchString(effect) {
		checks.WriteString(writable("at"))
		effect = storeCall.ReplaceAllString(effect, "data[at] = $1")
	}
	if stackCall.MatchString(effect) {
		m := stackCall.FindStringSubmatch(effect)
		fmt.Fprintf(checks, "if v := %s; v < k.lowest || v > k.top { goto byPackage }\n", m[1])
		effect = strings.Replace(effect, m[0]+"; ", "", 1)
	}
	guard := "" // of a call or ret on a condition
	if i := strings.Index(effect, "if "); i >= 0 && (strings.Contains(effect, "PUSH(pc)") || strings.Contains(effect, "PULL")) {
		guard = effect[i+3 : strings.Index(effect, " {")]
	}
	within := func(text string) {
		if guard != "" {
			text = "if " + guard + " {\n" + text + "}\n"
		}
		checks.WriteString(text)
	}
	if m := pushCall.FindStringSubmatch(effect); m != nil {
		within("if v := z.SP - 2; v < k.lowest || v > k.top { goto byPackage }\n" + writable("z.SP-1") + writable("z.SP-2"))
		effect = strings.Replace(effect, m[0], fmt.Sprintf("data[z.SP-1], data[z.SP-2] = uint8((%[1]s)>>8), uint8(%[1]s); z.SP -= 2", m[1]), 1)
	}
	if pullName.MatchString(effect) {
		within("if v := z.SP + 2; v < k.lowest || v > k.top { goto byPackage }\n" + readable("z.SP") + readable("z.SP+1"))
		effect = pullName.ReplaceAllString(effect, "pulled := uint16(data[z.SP]) | uint16(data[z.SP+1])<<8; z.SP += 2")
	}
	return effect
}

// frameZ80 is the loop around the cases.
const frameZ80 = `import "github.com/searchex/searchex/emu"

// execute executes instructions, the first with the entry e. It ends where the package
// is needed, or Control.Attend, which it reports. It calls nothing: for a call, all registers
// would be spilled at each instruction.
func (c *cpu) execute(e uint32) (attend bool) {
	const written = emu.Readable | emu.Writable
	data, access, k, z := &c.mem.data, &c.mem.access, &c.core, &c.z80
	a, f, pc, left := z.AF.Hi, z.AF.Lo, z.PC, k.left
	bc, de, hl := z.BC.U16(), z.DE.U16(), z.HL.U16()
	for ; ; e = k.entries[pc] | uint32((left-1<<24)>>63) { // attends, if no cycle is left
		switch e & 0x3FF {
		%s
		case attends:
			goto attend
		case 0:
			goto byPackage
		}
	}
attend:
	attend = true
byPackage:
	z.AF.Hi, z.AF.Lo, z.PC, k.left = a, f, pc, left
	z.BC.SetU16(bc)
	z.DE.SetU16(de)
	z.HL.SetU16(hl)
	return attend
}

// The forms of the opcodes that have a case, by prefix.
var (
%s)

// sequences are those that have a case, by the case of the first instruction.
var sequences = [%d][]sequence{
%s}
`
