// Package mutant lists mutants of an engine's ROM: changes in a single place. A
// check that is worth something fails on a mutant, unless the mutant is
// equivalent to the engine. The command lab mutate runs campaigns.
package mutant

import (
	"bytes"
	"embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/goengine/tools/equivalent"
)

//go:embed equivalent/*.txt
var lists embed.FS

// Equivalent returns the mutants of a CPU's ROM that no check can notice, by
// name, with the reasons.
func Equivalent(cpu string) (map[string]string, error) {
	file := "equivalent/" + cpu + ".txt"
	text, err := lists.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("equivalent mutants of the %s: %w", cpu, err)
	}
	listed, err := equivalent.Parse("asm/tools/mutant/"+file, string(text))
	if err != nil {
		return nil, err
	}
	reasons := map[string]string{}
	for name, reason := range listed {
		names, err := bytesOfTable(name)
		if err != nil {
			return nil, fmt.Errorf("asm/tools/mutant/%s: %w", file, err)
		}
		for _, n := range names {
			if reasons[n] != "" {
				return nil, fmt.Errorf("asm/tools/mutant/%s: %q is listed twice", file, n)
			}
			reasons[n] = reason
		}
	}
	return reasons, nil
}

// tableRange matches the name of several mutants of a table's bytes.
var tableRange = regexp.MustCompile(`^(\w+\+)(\d+)\.\.(\d+)( -> .*)$`)

// bytesOfTable expands a name such as "pst_page+8..15 -> table +1", which stands for
// those of eight bytes. Other names stand for themselves.
func bytesOfTable(name string) (names []string, err error) {
	m := tableRange.FindStringSubmatch(name)
	if m == nil {
		return []string{name}, nil
	}
	from, _ := strconv.Atoi(m[2])
	to, _ := strconv.Atoi(m[3])
	if from >= to {
		return nil, fmt.Errorf("%q: want a range that rises", name)
	}
	for ; from <= to; from++ {
		names = append(names, fmt.Sprint(m[1], from, m[4]))
	}
	return names, nil
}

// Kind is the kind of change.
type Kind string

// The kinds.
const (
	Inverted Kind = "inverted" // a conditional branch: the opposite condition
	Never    Kind = "never"    // a conditional branch: never taken
	Always   Kind = "always"   // a conditional branch: always taken
	Less     Kind = "-1"       // a constant operand
	More     Kind = "+1"
	Omitted  Kind = "left out" // an instruction: no-operations in its place
	Table    Kind = "table +1" // a byte of a table
	// Swapped is an instruction and the next in the other order, unless that changes nothing.
	// Neither goes elsewhere or is relative to PC, and no label or branch leads between them.
	Swapped Kind = "swapped"
	// Register is an operand in another register, or at one, in an instruction of the same
	// form: one mutant for each register that the instruction names.
	Register Kind = "register"
)

// Kinds lists all kinds, branches first.
var Kinds = []Kind{Inverted, Never, Always, Less, More, Omitted, Table, Swapped, Register}

// Mutant is one change.
type Mutant struct {
	Kind  Kind
	Addr  uint32 // of Bytes, in ROM
	Bytes []byte // the changed bytes
	// Old has the bytes of the ROM.
	Old []byte
	// Place is the source line. It is empty for a byte of a table.
	Place string
	// Name is unique, and does not change when lines move: file, routine,
	// instruction, kind. #3 is the third instruction that a macro makes, (2) the
	// second mutant of that name in its routine. A byte of a table is named by
	// label and offset.
	Name string
}

// File returns the source file, "" for a byte of a table.
func (m Mutant) File() string {
	file, _, _ := strings.Cut(m.Place, ":")
	return file
}

// String returns the place and the name.
func (m Mutant) String() string { return fmt.Sprintf("%-16s %s", m.Place, m.Name) }

// instruction is the result of a CPU's decoder.
type instruction struct {
	size int
	// instead has the bytes that replace the first bytes, by kind, if the
	// instruction is a conditional branch or has a constant in its opcode.
	instead map[Kind][]byte
	counts  bool // a branch that counts a register down
	// operand is the offset of a constant operand, and operandSize its size, 0
	// if there is none.
	operand, operandSize int
}

// decoder is what mutants need to know of a CPU.
type decoder struct {
	// decode decodes an instruction. It is given the bytes from the instruction
	// on, and its address.
	decode func(code []byte, addr uint32) instruction
	nop    []byte // no operation
	// registers lists the bytes that replace the first bytes of an instruction, for another
	// register in the place of each that it names.
	registers func(code []byte) [][]byte
}

// decoders has the decoders by the CPU's name.
var decoders = map[string]decoder{
	"z80":   {decodeZ80, []byte{0x00}, registersZ80},
	"6502":  {decode6502, []byte{0xEA}, registers6502},
	"68000": {decode68000, []byte{0x4E, 0x71}, registers68000},
}

// omitted returns what replaces an instruction that is left out, nil if another
// mutant is the same: a conditional branch that is never taken, if it does no more
// than branch.
func (d *decoder) omitted(code []byte, in *instruction) []byte {
	nops := bytes.Repeat(d.nop, in.size/len(d.nop))
	if _, branch := in.instead[Never]; branch && !in.counts || bytes.Equal(nops, code[:in.size]) {
		return nil
	}
	return nops
}

// piece is an instruction, or a byte of a table between instructions.
type piece struct {
	addr uint32
	code []byte // the bytes from addr on
	line asm.Line
	text string
	data bool
}

// All lists all mutants of an image, by rising address.
func All(img *asm.Image) ([]Mutant, error) {
	cpu, ok := decoders[img.CPU.Name]
	if !ok {
		return nil, fmt.Errorf("asm %s: there is no decoder for mutants of this CPU", img.CPU.Name)
	}
	pieces, err := split(img, cpu.decode)
	if err != nil {
		return nil, err
	}
	// If a macro makes several instructions of a line, they get numbers.
	of, number := map[asm.Line]int{}, map[asm.Line]int{}
	place := func(l asm.Line) asm.Line { return asm.Line{File: l.File, Line: l.Line} }
	for _, p := range pieces {
		of[place(p.line)]++
	}
	routine := routines(img)
	named := map[string]int{}
	follow := newProgram(img.CPU.Name, pieces, func(p *piece) int { return cpu.decode(p.code, p.addr).size })
	lands := follow.landings(img.Symbols)
	var all []Mutant
	for _, p := range pieces {
		instruction := strings.Join(strings.Fields(img.CPU.Code(p.text)), " ")
		if l := place(p.line); of[l] > 1 {
			number[l]++
			instruction = fmt.Sprintf("%s #%d", instruction, number[l])
		}
		add := func(k Kind, at uint32, b []byte) {
			name := fmt.Sprintf("%s %s: %s -> %s", p.line.File, routine(p.addr), instruction, k)
			if named[name]++; named[name] > 1 {
				name = fmt.Sprintf("%s (%d)", name, named[name])
			}
			all = append(all, Mutant{Kind: k, Addr: at, Bytes: b, Old: p.code[at-p.addr:][:len(b)], Place: p.line.String(), Name: name})
		}
		if p.data {
			add(Table, p.addr, []byte{p.code[0] + 1})
			continue
		}
		in := cpu.decode(p.code, p.addr)
		for _, k := range Kinds {
			if b, ok := in.instead[k]; ok {
				add(k, p.addr, b)
			}
		}
		if n := in.operandSize; n > 0 {
			old := p.code[in.operand:][:n]
			add(Less, p.addr+uint32(in.operand), plus(img.CPU, old, -1))
			add(More, p.addr+uint32(in.operand), plus(img.CPU, old, 1))
		}
		if nops := cpu.omitted(p.code, &in); nops != nil {
			add(Omitted, p.addr, nops)
		}
		if b := follow.swapped(&p, lands); b != nil {
			add(Swapped, p.addr, b)
		}
		for _, b := range cpu.registers(p.code[:in.size]) {
			add(Register, p.addr, b)
		}
	}
	return append(all, tables(img)...), nil
}

// routines returns a function that returns the routine that contains an address.
func routines(img *asm.Image) func(addr uint32) string {
	at := labels(img, asm.Text)
	starts := slices.Sorted(maps.Keys(at))
	return func(addr uint32) string {
		i, found := slices.BinarySearch(starts, addr)
		if !found {
			i--
		}
		return at[starts[i]]
	}
}

// labels returns the labels of a kind by address, of several at an address the first.
func labels(img *asm.Image, k asm.Kind) map[uint32]string {
	at := map[uint32]string{}
	for name, a := range img.Symbols {
		if img.Kinds[name] == k && (at[a] == "" || name < at[a]) {
			at[a] = name
		}
	}
	return at
}

// split splits the lines of an image into instructions and bytes of tables.
func split(img *asm.Image, decode func(code []byte, addr uint32) instruction) (pieces []piece, err error) {
	for i, l := range img.Lines {
		text, err := img.SourceText(l)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(text, ".balign") { // nothing reads the fill
			continue
		}
		code, start, end := img.ImageAt(l.Addr)
		if i+1 < len(img.Lines) && img.Lines[i+1].Addr < end {
			end = img.Lines[i+1].Addr
		}
		data, err := isData(img, l)
		if err != nil {
			return nil, err
		}
		for a := l.Addr; a < end; {
			p := piece{a, code[a-start:], l, text, data}
			pieces = append(pieces, p)
			if data {
				a++
			} else if a += uint32(decode(p.code, a).size); a > end {
				return nil, fmt.Errorf("asm %s: %s: an instruction goes on behind the bytes of its line", img.CPU.Name, l)
			}
		}
	}
	return pieces, nil
}

// isData reports whether a line holds data. The bytes of an assembler's loop belong
// to the line that ends the loop; its body shows what they are.
func isData(img *asm.Image, l asm.Line) (bool, error) {
	text, err := img.SourceText(l)
	for err == nil && text == ".endr" {
		l.Line--
		text, err = img.SourceText(l)
	}
	return strings.HasPrefix(text, ".byte") || strings.HasPrefix(text, ".word") || strings.HasPrefix(text, ".long"), err
}

// tables lists the mutants of the bytes of rodata, and of the module's tables.
func tables(img *asm.Image) []Mutant {
	all := tablesIn(img, img.Symbols["rodata_start"], img.Symbols["rodata_end"])
	start := img.Symbols["module_start"]
	return append(all, tablesIn(img, start+uint32(img.ModuleCode()), start+uint32(len(img.Module)))...)
}

// tablesIn lists the mutants of the bytes of tables from one address to another.
func tablesIn(img *asm.Image, from, end uint32) (all []Mutant) {
	image, start, _ := img.ImageAt(from)
	label := "rodata"
	at := labels(img, asm.Rodata)
	for a := from; a < end; a++ {
		if name, ok := at[a]; ok {
			label, from = name, a
		}
		old := image[a-start]
		all = append(all, Mutant{Kind: Table, Addr: a, Bytes: []byte{old + 1}, Old: []byte{old}, Name: fmt.Sprintf("%s+%d -> %s", label, a-from, Table)})
	}
	return all
}

// plus returns the sum of d and a number in the CPU's byte order.
func plus(c *asm.CPU, old []byte, d int) []byte {
	b := slices.Clone(old)
	if c.BigEndian {
		slices.Reverse(b)
	}
	b = bytesOf(numberOf(b)+d, len(b))
	if c.BigEndian {
		slices.Reverse(b)
	}
	return b
}

// numberOf returns the little-endian number in some bytes.
func numberOf(b []byte) (v int) {
	for i, x := range b {
		v |= int(x) << (8 * i)
	}
	return v
}

func bytesOf(v, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(v >> (8 * i))
	}
	return b
}
