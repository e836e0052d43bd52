// Package listing shows the code of a machine's program: a disassembly with bytes,
// cycles, labels and source lines; the symbols in the formats of other tools; and
// what searches do with it, by routine, table and variable.
package listing

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/disasm"
)

// Listing is the code in a machine's memory, patched bytes included. An entry is an
// instruction or the data of a source line, by rising address.
type Listing struct {
	m       emu.Machine
	program *emu.Program
	img     *asm.Image
	timer   *disasm.Timer
	sources map[string][]string
	ram     []variable
	// names are the labels of each address that has several.
	names map[uint32][]string
	rows  []row
}

// variable is a label in RAM, up to the next one.
type variable struct {
	name       string
	addr, size uint32
}

// Entry is an instruction, or the data of a source line.
type Entry struct {
	Addr  uint32
	Bytes []byte
	// Label is the label at Addr, or empty.
	Label string
	// Text is the disassembled instruction; of data, its bytes.
	Text   string
	Data   bool
	Cycles disasm.Cycles
	// File and Line are where the source is, Source is its text without a comment: of
	// an instruction in a macro the line that calls it.
	File   string
	Line   int
	Source string
}

// New returns the listing of a machine that runs an image. It reads the machine's
// memory and changes nothing.
func New(m emu.Machine, img *asm.Image) (*Listing, error) {
	l := &Listing{m: m, program: m.Program(), img: img, sources: map[string][]string{}, names: map[uint32][]string{}}
	var err error
	if img.Entries != nil {
		l.timer, err = disasm.NewBareTimer(m.Name())
	} else {
		l.timer, err = disasm.NewTimer(m.Name(), l.program)
	}
	if err != nil {
		return nil, err
	}
	for name, addr := range img.Symbols {
		if img.Kinds[name] == asm.Abs {
			continue
		}
		l.names[addr] = append(l.names[addr], name)
		if img.Kinds[name] == asm.BSS {
			l.ram = append(l.ram, variable{name: name, addr: addr})
		}
	}
	sort.Slice(l.ram, func(i, j int) bool {
		a, b := l.ram[i], l.ram[j]
		return a.addr < b.addr || a.addr == b.addr && a.name < b.name
	})
	l.ram = slices.CompactFunc(l.ram, func(a, b variable) bool { return a.addr == b.addr })
	for i := range l.ram {
		v := &l.ram[i]
		end := EndOfRAM(m, img, v.addr)
		if i+1 < len(l.ram) {
			end = min(end, l.ram[i+1].addr)
		}
		v.size = end - v.addr
	}
	if img.Entries != nil {
		l.rows = l.decode(img.Entries)
		return l, nil
	}
	for _, line := range img.Lines {
		l.rows = append(l.rows, row{Line: line})
	}
	return l, nil
}

// EndOfRAM returns where the variables end that lie with one at an address.
func EndOfRAM(m emu.Machine, img *asm.Image, addr uint32) uint32 {
	if end, ok := img.Symbols["bss_end"]; ok && img.Entries == nil {
		return end
	}
	for _, a := range m.Map() {
		if a.Has(addr) {
			return a.End()
		}
	}
	return addr + 1
}

// Len returns the number of entries.
func (l *Listing) Len() int { return len(l.rows) }

// Index returns the entry that the byte at an address belongs to: the last one at or
// below it, -1 for none.
func (l *Listing) Index(addr uint32) int {
	return sort.Search(len(l.rows), func(i int) bool { return l.rows[i].Addr > addr }) - 1
}

// Addr returns the address of an entry.
func (l *Listing) Addr(i int) uint32 { return l.rows[i].Addr }

// Entry returns an entry with its cycles.
func (l *Listing) Entry(i int) Entry {
	e := l.Untimed(i)
	if !e.Data {
		e.Cycles = l.timer.Cycles(e.Addr, e.Bytes)
	}
	return e
}

// Untimed returns an entry without its cycles.
func (l *Listing) Untimed(i int) Entry {
	row := l.rows[i]
	line := row.Line
	e := Entry{Addr: line.Addr, File: line.File, Line: line.Line, Source: l.source(line)}
	if name, offset := l.program.LabelAt(e.Addr); offset == 0 {
		e.Label = name
	}
	most := uint32(maxEntry)
	if i+1 < l.Len() {
		most = min(most, l.rows[i+1].Addr-e.Addr)
	}
	e.Bytes = l.read(e.Addr, most)
	if len(e.Bytes) == 0 {
		e.Data = true
		return e
	}
	in := disasm.Decode(l.m.Name(), l.read(e.Addr, longest), e.Addr, func(addr uint32) string { return l.nameIn(e.Source, addr) })
	if !row.data && (l.img.Entries != nil || !l.img.CPU.IsData(e.Source)) && in.Size <= len(e.Bytes) && !strings.HasPrefix(in.Text, ".") {
		e.Text, e.Bytes = in.Text, e.Bytes[:in.Size]
		return e
	}
	e.Data, e.Text = true, data(e.Bytes)
	return e
}

// Executed returns the instruction at an address that the machine is about to execute, without its cycles: that of the
// listing, or, where that has none, what is in memory.
func (l *Listing) Executed(addr uint32) Entry {
	if i := l.Index(addr); i >= 0 && l.Addr(i) == addr {
		if e := l.Untimed(i); !e.Data {
			return e
		}
	}
	var b []byte
	for a := addr; a < addr+longest && l.m.InMap(a, 1); a++ {
		b = append(b, l.m.Read(a))
	}
	in := disasm.Decode(l.m.Name(), b, addr, l.Name)
	return Entry{Addr: addr, Bytes: b[:min(in.Size, len(b))], Text: in.Text}
}

// data returns bytes as the assemblers have them.
func data(bytes []byte) string {
	all := make([]string, len(bytes))
	for i, b := range bytes {
		all[i] = fmt.Sprintf("$%02X", b)
	}
	return ".byte " + strings.Join(all, ",")
}

const (
	// maxEntry bounds the bytes of an entry, longest those of an instruction.
	maxEntry = 64
	longest  = 10
)

// read returns bytes of code, fewer at its end.
func (l *Listing) read(addr, most uint32) (b []byte) {
	for a := addr; a < addr+most && l.program.InCode(a); a++ {
		b = append(b, l.m.Read(a))
	}
	return b
}

// source returns the text of a source line without its comment.
func (l *Listing) source(line asm.Line) string {
	lines, ok := l.sources[line.File]
	if !ok {
		if text, err := l.img.SourceFile(line.File); err == nil { // without, there is no text
			lines = strings.Split(text, "\n")
		}
		l.sources[line.File] = lines
	}
	if line.Line < 1 || line.Line > len(lines) {
		return ""
	}
	return strings.Join(strings.Fields(l.img.CPU.Code(lines[line.Line-1])), " ")
}

// word matches the names in a source line.
var word = regexp.MustCompile(`\w+`)

// nameIn is Name, but of several labels at the address it returns the one that stands in
// a source text.
func (l *Listing) nameIn(source string, addr uint32) string {
	if names := l.names[addr]; len(names) > 1 {
		for _, w := range word.FindAllString(source, -1) {
			if slices.Contains(names, w) {
				return w
			}
		}
	}
	return l.Name(addr)
}

// Name returns what an address is called: the nearest label at or below it, with the
// offset, or "" if there is none.
func (l *Listing) Name(addr uint32) string {
	name, offset := l.program.LabelAt(addr)
	if name == "" {
		i := sort.Search(len(l.ram), func(i int) bool { return l.ram[i].addr > addr }) - 1
		if i < 0 || addr-l.ram[i].addr >= l.ram[i].size {
			return ""
		}
		name, offset = l.ram[i].name, addr-l.ram[i].addr
	}
	if offset > 0 {
		name += fmt.Sprintf("+$%x", offset)
	}
	return name
}
