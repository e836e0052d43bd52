package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/emu/internal/instructions"
)

func init() { generators["m6502"] = m6502 }

// mode is an addressing mode of the 6502. In its Go, op is the instruction's operand.
type mode struct {
	length int
	// address is Go that sets at, the operand's address, or empty.
	address string
	// crosses is the cycle for a crossed page, if the instruction has one.
	crosses string
	// zero reports whether the operand is in the zero page, which is RAM.
	zero bool
}

var modes = map[string]mode{
	"imp": {length: 1},
	"acc": {length: 1},
	"imm": {length: 2},
	"rel": {length: 2},
	"ind": {length: 3},
	"zpg": {length: 2, address: "at := uint16(e >> 16)", zero: true},
	"zpx": {length: 2, address: "at := uint16(uint8(e>>16) + x)", zero: true},
	"zpy": {length: 2, address: "at := uint16(uint8(e>>16) + y)", zero: true},
	"abs": {length: 3, address: "at := uint16(e >> 16)"},
	"abx": {length: 3, address: "indexed := e>>16 + uint32(x); at := uint16(indexed)", crosses: "(indexed ^ e>>16) >> 8 & 1"},
	"aby": {length: 3, address: "indexed := e>>16 + uint32(y); at := uint16(indexed)", crosses: "(indexed ^ e>>16) >> 8 & 1"},
	"inx": {length: 2, address: "p := uint8(e>>16) + x; " + readable("p") + readable("p + 1") + "at := uint16(data[p]) | uint16(data[p+1])<<8"},
	"iny": {length: 2, address: "p := uint8(e >> 16); " + readable("p") + readable("p + 1") +
		"low := uint32(data[p]) + uint32(y); at := uint16(uint32(data[p+1])<<8 + low)", crosses: "low >> 8"},
}

// readable is a check of a byte that is read.
func readable(address string) string {
	return fmt.Sprintf("if access[%s]&emu.Readable == 0 { goto byPackage }\n", address)
}

// writable is a check of a byte that is written. The first write marks it.
func writable(address string) string {
	return fmt.Sprintf("if access[%[1]s] != written { if access[%[1]s] != emu.Writable { goto byPackage }; access[%[1]s] = written }\n", address)
}

// m6502 returns the loop of the 6502.
func m6502(table, rows []instructions.Row) (string, error) {
	var cases, lengths strings.Builder
	var seen [256]bool
	sequences := newSequences(rows)
	for _, r := range table {
		for _, form := range r.Columns[1:] {
			parts := strings.Split(form, ":")
			if len(parts) != 3 {
				return "", fmt.Errorf("line %d: %q: want mode:opcode:cycles", r.Line, form)
			}
			m, known := modes[parts[0]]
			opcode, err := strconv.ParseUint(parts[1], 16, 8)
			count, more := strings.CutSuffix(parts[2], "+")
			cycles, cerr := strconv.Atoi(count)
			if !known || err != nil || cerr != nil || more && m.crosses == "" || seen[opcode] {
				return "", fmt.Errorf("line %d: %q: no such mode, opcode or cycles, or the opcode twice", r.Line, form)
			}
			seen[opcode] = true
			fmt.Fprintf(&lengths, "0x%02X: %d, // %s %s\n", opcode, m.length, r.Columns[0], parts[0])
			fmt.Fprintf(&cases, "case 0x%02X: // %s %s\n", opcode, r.Columns[0], parts[0])
			body, err := instruction6502(r.Effect, parts[0], m, cycles, more)
			if err != nil {
				return "", fmt.Errorf("line %d: %w", r.Line, err)
			}
			cases.WriteString(body)
			sequences.add(fmt.Sprintf("%02X", opcode), int(opcode), body)
		}
	}
	more, byFirst, err := sequences.cases(0x100, "left <= 0")
	if err != nil {
		return "", err
	}
	return fmt.Sprintf(frame6502, cases.String()+more, lengths.String(), byFirst), nil
}

var (
	memory   = regexp.MustCompile(`\bM\b`)
	stores   = regexp.MustCompile(`STORE\(((?:[^()]|\([^()]*\))*)\)`)
	pushes   = regexp.MustCompile(`PUSH\((.*)\)(;|$)`)
	pulls    = regexp.MustCompile(`PULL\((\d)\)`)
	branches = regexp.MustCompile(`BRANCH\((.*)\)`)
	stack    = regexp.MustCompile(`STACK\((.*)\)`)
	assigns  = regexp.MustCompile(`\bpc = `)
)

// instruction6502 returns the Go of an instruction in an addressing mode. What may leave
// it to the package comes before everything that changes something.
func instruction6502(effect, name string, m mode, cycles int, more bool) (string, error) {
	if effect == "PACKAGE" {
		return "goto byPackage\n", nil
	}
	var checks string
	reads, writes := memory.MatchString(effect), stores.MatchString(effect)
	operand := "data[at]"
	switch name {
	case "imm":
		operand = "uint8(e>>16)"
	case "acc":
		operand = "a"
		effect = stores.ReplaceAllString(effect, "a = $1")
	default:
		if reads || writes {
			checks = m.address + "\n"
		}
		if reads {
			checks += readable("at")
		}
		if writes {
			checks += writable("at")
		}
	}
	effect = memory.ReplaceAllString(effect, operand)
	effect = stores.ReplaceAllString(effect, "data[at] = $1")
	if found := pushes.FindStringSubmatch(effect); found != nil {
		values := regexp.MustCompile(`, `).Split(found[1], -1)
		push := ""
		checks += fmt.Sprintf("if low := k.s - %d; low < k.lowest || low > k.top { goto byPackage }\n", len(values))
		for i, v := range values {
			at := fmt.Sprintf("0x100|uint16(k.s-%d)", i)
			checks += writable(at)
			push += fmt.Sprintf("data[%s] = %s\n", at, v)
		}
		effect = strings.Replace(effect, found[0], push+fmt.Sprintf("k.s -= %d\n", len(values)), 1)
	}
	if rest, found := strings.CutPrefix(effect, "BINARY; "); found {
		checks = "if data[0x100|uint16(k.s+1)]&0x08 != 0 { goto attend }\n"
		effect = rest
	}
	if found := pulls.FindStringSubmatch(effect); found != nil {
		n, _ := strconv.Atoi(found[1])
		checks += fmt.Sprintf("if high := k.s + %d; high < k.lowest || high > k.top { goto byPackage }\n", n)
		for i := range n {
			at := fmt.Sprintf("0x100|uint16(k.s+%d)", i+1)
			checks += readable(at) + fmt.Sprintf("p%d := data[%s]\n", i, at)
		}
		effect = strings.Replace(effect, found[0], fmt.Sprintf("k.s += %d", n), 1)
	}
	if found := stack.FindStringSubmatch(effect); found != nil {
		checks += fmt.Sprintf("if %[1]s < k.lowest || %[1]s > k.top { goto byPackage }\n", found[1])
		effect = strings.TrimPrefix(effect, found[0]+"; ")
	}
	effect = strings.ReplaceAll(effect, "TARGET", "uint16(e >> 16)")
	effect = strings.ReplaceAll(effect, "FLAGS", "k.modes | uint8(nz|nz>>1)&0x80 | uint8(k.ov)>>1&0x40 | uint8((nz&0xFF-1)>>30&2) | uint8(cf)")
	if found := branches.FindStringSubmatch(effect); found != nil {
		return fmt.Sprintf("if %s { pc = uint16(e >> 16); left -= int64(e >> 12 & 0xF) } else { pc += 2; left -= %d }\n", found[1], cycles), nil
	}
	effect = strings.ReplaceAll(effect, "; ", "\n")
	if i := slices.Index([]bool{assigns.MatchString(effect)}, false); i == 0 {
		effect += fmt.Sprintf("\npc += %d", m.length)
	}
	count := strconv.Itoa(cycles)
	if more {
		count += fmt.Sprintf(" + int64(%s)", m.crosses)
	}
	return fmt.Sprintf("%s%s\nleft -= %s\n", checks, effect, count), nil
}

// frame6502 is the loop around the cases.
const frame6502 = `import "github.com/searchex/searchex/emu"

// execute executes instructions, the first with the entry e. It ends where the package
// is needed, or Control.Attend, which it reports. It calls nothing: for a call, all registers
// would be spilled at each instruction.
func (c *cpu) execute(e uint32) (attend bool) {
	const written = emu.Readable | emu.Writable
	data, access, k := &c.mem.data, &c.mem.access, &c.core
	a, x, y, pc, nz, cf, left := k.a, k.x, k.y, k.pc, k.nz, k.cf, k.left
	for ; ; e = k.entries[pc] | uint32((left-1)>>63) { // attends, if no cycle is left
		switch e & 0x1FF {
		%s
		case attends:
			goto attend
		case 0x00: // so that the cases span all values: then the compiler need not check
			goto byPackage
		default:
			goto byPackage
		}
	}
attend:
	attend = true
byPackage:
	k.a, k.x, k.y, k.pc, k.nz, k.cf, k.left = a, x, y, pc, nz, cf, left
	return attend
}

// lengths are the bytes of the instructions that have a case, by opcode.
var lengths = [256]uint8{
%s}

// sequences are those that have a case, by the first opcode.
var sequences = [256][]sequence{
%s}
`
