package emu

import (
	"fmt"
	"sort"
	"strings"
	"sync"
)

// Program is an assembled program: the ROM image and what its addresses are
// called. It is not to be changed once a machine has been made from it.
type Program struct {
	// Name is used in messages.
	Name string
	// File names the file of the image, for profiles. It is Name.rom if empty.
	File string
	// ROM is the image, which the machine sees at Origin.
	ROM    []byte
	Origin uint32
	// More are images in ROMs of their own, or in a part of the ROM that the
	// machine's map keeps for one.
	More []Image
	// Symbols gives the addresses of labels, in ROM and in RAM.
	Symbols map[string]uint32
	// Constants has the values of symbols that are not addresses. They are
	// separate because a number such as 100 is not an address in the ROM.
	Constants map[string]uint32
	// Routines names the labels that are routines, the profiler's units
	// of account. Without it each label in ROM is one if its name is
	// that of a routine.
	Routines []string
	// Level is the label of a byte in RAM with the depth of the program's
	// recursion, such as the ply of a search. A profile separates its samples
	// by it. It may be empty.
	Level string
	// Lines is the line table by ascending address.
	Lines []Line

	once     sync.Once
	labels   []label
	routines []label
}

// Image is an image of a program beside its ROM.
type Image struct {
	// Name is used in messages: "book".
	Name string
	// Data is the image, which the machine sees at Origin.
	Data   []byte
	Origin uint32
	// Code is the number of bytes at the beginning of Data that are code.
	Code int
}

// Range returns the addresses of the image.
func (i *Image) Range() Range { return Range{i.Origin, uint32(len(i.Data))} }

// check returns an error if the image has more code than bytes.
func (i *Image) check() error {
	if i.Code < 0 || i.Code > len(i.Data) {
		return fmt.Errorf("%d bytes of code in a %s of %d", i.Code, i.Name, len(i.Data))
	}
	return nil
}

// code returns the addresses of the image's code.
func (i *Image) code() Range { return Range{i.Origin, uint32(i.Code)} }

// Line says that the code from Addr on, up to the next Line's address, was
// assembled from a line of a source file. Lines count from 1. A Line of 0 says
// that no line is known for that code.
type Line struct {
	Addr uint32
	File string
	Line int
}

// String is file:line.
func (l Line) String() string { return fmt.Sprintf("%s:%d", l.File, l.Line) }

type label struct {
	name string
	addr uint32
}

// Symbol returns the value of a label or of a constant.
func (p *Program) Symbol(name string) (value uint32, ok bool) {
	if value, ok = p.Symbols[name]; !ok {
		value, ok = p.Constants[name]
	}
	return value, ok
}

// InROM reports whether addr is in the image.
func (p *Program) InROM(addr uint32) bool {
	return addr >= p.Origin && addr-p.Origin < uint32(len(p.ROM))
}

// InCode reports whether addr is in the ROM's image or in the code of another.
func (p *Program) InCode(addr uint32) bool {
	_, ok := p.codeAt(addr)
	return ok
}

// codeAt returns the addresses of the code that addr is in.
func (p *Program) codeAt(addr uint32) (code Range, ok bool) {
	if p.InROM(addr) {
		return Range{p.Origin, uint32(len(p.ROM))}, true
	}
	for i := range p.More {
		if code := p.More[i].code(); code.Has(addr) {
			return code, true
		}
	}
	return Range{}, false
}

// codeSpan returns the range from the first address of code to the last, with what
// lies between the images.
func (p *Program) codeSpan() Range {
	start, end := p.Origin, p.Origin+uint32(len(p.ROM))
	for i := range p.More {
		if code := p.More[i].code(); code.Size > 0 {
			start, end = min(start, code.Start), max(end, code.End())
		}
	}
	return Range{start, end - start}
}

// LabelAt returns the nearest label in ROM at or below addr and the distance
// in bytes, or "" if there is no such label or addr is outside the ROM. Of several
// labels at one address, that of a routine comes first.
func (p *Program) LabelAt(addr uint32) (label string, offset uint32) {
	p.once.Do(p.index)
	return p.nearest(p.labels, addr)
}

// RoutineAt returns the routine that the code at addr belongs to, which is
// the nearest routine label at or below, and the distance in bytes.
func (p *Program) RoutineAt(addr uint32) (label string, offset uint32) {
	p.once.Do(p.index)
	return p.nearest(p.routines, addr)
}

// LineAt returns the source line that the code at addr came from.
func (p *Program) LineAt(addr uint32) (line Line, ok bool) {
	i := sort.Search(len(p.Lines), func(i int) bool { return p.Lines[i].Addr > addr })
	if i == 0 || p.Lines[i-1].Line == 0 || !p.InCode(addr) {
		return Line{}, false
	}
	return p.Lines[i-1], true
}

// Where names addr for people: "make_move+$12 (moves.s:88)", or what of that
// is known.
func (p *Program) Where(addr uint32) string {
	name, offset := p.LabelAt(addr)
	s := at(name, offset)
	if line, ok := p.LineAt(addr); ok {
		s += " (" + line.String() + ")"
	}
	return strings.TrimSpace(s)
}

func (p *Program) nearest(labels []label, addr uint32) (string, uint32) {
	i := sort.Search(len(labels), func(i int) bool { return labels[i].addr > addr })
	code, ok := p.codeAt(addr)
	if i == 0 || !ok || !code.Has(labels[i-1].addr) {
		return "", 0
	}
	l := labels[i-1]
	return l.name, addr - l.addr
}

// index sorts the labels, so that the last one at or below an address is the
// one to name it by: at the same address routines come last, and of those
// the alphabetically first.
func (p *Program) index() {
	listed := map[string]bool{}
	for _, name := range p.Routines {
		listed[name] = true
	}
	isRoutine := func(name string) bool {
		if p.Routines != nil {
			return listed[name]
		}
		return NamesRoutine(name)
	}
	for name, addr := range p.Symbols {
		if !p.InCode(addr) {
			continue
		}
		p.labels = append(p.labels, label{name, addr})
		if isRoutine(name) {
			p.routines = append(p.routines, label{name, addr})
		}
	}
	order := func(labels []label) {
		sort.Slice(labels, func(i, j int) bool {
			a, b := labels[i], labels[j]
			if a.addr != b.addr {
				return a.addr < b.addr
			}
			if ra, rb := isRoutine(a.name), isRoutine(b.name); ra != rb {
				return rb
			}
			return a.name > b.name
		})
	}
	order(p.labels)
	order(p.routines)
}

// NamesRoutine reports whether a label of code may be a routine's: it begins neither with "hook_" nor, as local labels do,
// with "L" or ".L".
func NamesRoutine(label string) bool {
	return !strings.HasPrefix(label, "hook_") && !strings.HasPrefix(label, "L") && !strings.HasPrefix(label, ".L")
}

// at writes a label and an offset as people write it in assembly.
func at(name string, offset uint32) string {
	if offset == 0 {
		return name
	}
	return fmt.Sprintf("%s+$%x", name, offset)
}
