package main

import (
	"fmt"
	"regexp"
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
	all, err := instructions.ExpandZ80(table)
	if err != nil {
		return "", err
	}
	for _, in := range all {
		g.add(in)
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

// add adds the case of an opcode.
func (g *z80Cases) add(in instructions.Z80) {
	effect := in.Effect
	var checks strings.Builder
	address := map[string]string{"hl": "hl", "bc": "bc", "de": "de", "sp": "z.SP", "nn": "uint16(e >> 16)", "n+ix": in.Index + " + uint16(int8(e>>16))"}[in.Operand]
	if address != "" {
		fmt.Fprintf(&checks, "at := %s\n", address)
	}
	immediate := "uint8(e>>16)"
	if in.Operand == "n+ix" {
		immediate = "uint8(e>>24)"
	}
	effect = byteName.ReplaceAllString(effect, immediate)
	effect = wordOperand.ReplaceAllString(effect, "uint16(e>>16)")
	effect = strings.ReplaceAll(effect, "TARGET", "uint16(e>>16)")
	effect = strings.ReplaceAll(effect, "MASK", immediateMask(in.Prefix))
	effect = z80Memory(effect, &checks)
	m1 := 1
	if in.Prefix != "base" {
		m1 = 2
	}
	cost := func(t int, m1 int) string { return fmt.Sprintf("left -= %d<<24 - %d", t, m1) }
	effect = takesCall.ReplaceAllStringFunc(effect, func(s string) string {
		n, _ := strconv.Atoi(takesCall.FindStringSubmatch(s)[1])
		return fmt.Sprintf("left -= %d << 24", n)
	})
	body := fmt.Sprintf("%spc += %d\n%s\n%s\n", checks.String(), in.Length, cost(in.TStates, m1), strings.ReplaceAll(effect, "; ", "\n"))
	number := g.byText[body]
	if number == 0 {
		g.count++
		number = g.count
		g.byText[body] = number
		fmt.Fprintf(&g.text, "case %d: // %s %02X: %s\n%s", number, in.Prefix, in.Opcode, strings.Join(in.Columns[5:], " "), body)
	} // else, say, bit b,(hl) of another bit
	g.forms[in.Prefix][in.Opcode] = form{number, in.Length, operandOf(in)}
	g.sequences.add(fmt.Sprintf("%s%02X", strings.ToUpper(strings.TrimPrefix(in.Prefix, "base")), in.Opcode), number, body)
}

var (
	storeCall, wordCall, pushCall   = instructions.Call("STORE"), instructions.Call("STOREWORD"), instructions.Call("PUSH")
	stackCall, readsCall, writeCall = instructions.Call("STACK"), instructions.Call("READS"), instructions.Call("WRITES")
	takesCall                       = instructions.Call("TAKES")
	wordName                        = regexp.MustCompile(`\bWORD\b`)
	byteName, wordOperand           = regexp.MustCompile(`\bN\b`), regexp.MustCompile(`\bNN\b`)
	pullName                        = regexp.MustCompile(`\bPULL\b`)
)

// operandOf returns the kind of operand that an entry has.
func operandOf(in instructions.Z80) string {
	switch {
	case strings.Contains(in.Row.Effect, "MASK") && in.Operand == "n+ix":
		return "displacementAndMask"
	case strings.Contains(in.Row.Effect, "MASK"):
		return "mask"
	case strings.Contains(in.Row.Effect, "TARGET"):
		return "target"
	case in.Operand == "nn", in.Operand == "n+ix", byteName.MatchString(in.Row.Effect), wordOperand.MatchString(in.Row.Effect):
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
