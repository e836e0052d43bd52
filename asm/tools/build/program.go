package main

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/searchex/searchex/asm"
)

// program is a linked program in the form of package asm.
type program struct {
	parts     []asm.Part
	constants map[string]uint32
	rom       []byte
	book      []byte // the code in the book's ROM, nil if the CPU has no such ROM
	module    []byte // code and tables in the module's ROM, nil if the CPU has no such ROM
}

func readProgram(tools toolchain) (*program, error) {
	p := &program{constants: map[string]uint32{}}
	var err error
	if p.parts, err = tools.sections(); err != nil {
		return nil, err
	}
	chunks, err := tools.rom()
	if err != nil {
		return nil, err
	}
	symbols, err := tools.symbols()
	if err != nil {
		return nil, err
	}
	if err := p.addSymbols(symbols); err != nil {
		return nil, err
	}
	if p.rom, err = p.memory(chunks, "rom"); err != nil {
		return nil, err
	}
	if p.book, err = p.memory(chunks, "book"); err != nil {
		return nil, err
	}
	if p.module, err = p.memory(chunks, "module"); err != nil {
		return nil, err
	}
	lines, err := tools.lines()
	if err != nil {
		return nil, err
	}
	return p, p.addLines(lines)
}

// addSymbols adds the labels to the parts, and the constants to the program.
func (p *program) addSymbols(symbols []symbol) error {
	unit := map[string]string{}
	for _, s := range symbols {
		if s.unit == "" {
			if old, twice := p.constants[s.name]; twice && old != s.value {
				return fmt.Errorf("%s is both %04X and %04X", s.name, old, s.value)
			}
			p.constants[s.name] = s.value
			continue
		}
		if other, twice := unit[s.name]; twice {
			return fmt.Errorf("label %s is in %s.s and in %s.s", s.name, other, s.unit)
		}
		unit[s.name] = s.unit
		part := p.holding(s)
		if part == nil {
			return fmt.Errorf("%s.s: label %s at %04X is in none of the unit's sections", s.unit, s.name, s.value)
		}
		part.Labels = append(part.Labels, asm.Label{Name: s.name, Offset: s.value - part.Addr})
	}
	for name := range unit {
		if _, twice := p.constants[name]; twice {
			return fmt.Errorf("%s is a label and a constant", name)
		}
	}
	for _, part := range p.parts {
		slices.SortFunc(part.Labels, func(a, b asm.Label) int {
			if a.Offset != b.Offset {
				return int(a.Offset) - int(b.Offset)
			}
			return strings.Compare(a.Name, b.Name)
		})
	}
	return nil
}

// holding returns the part of the unit that contains a label, or the one that ends there: a label may be behind the last
// byte.
func (p *program) holding(s symbol) *asm.Part {
	var ending *asm.Part
	for i := range p.parts {
		part := &p.parts[i]
		switch {
		case part.Unit != s.unit || s.value < part.Addr:
		case s.value < part.Addr+part.Size:
			return part
		case s.value == part.Addr+part.Size:
			ending = part
		}
	}
	return ending
}

// memory returns the contents of a memory, such as rom, whose bounds the linker script defines, from its first address on.
// Gaps are $FF, as in an EPROM that is not programmed.
func (p *program) memory(chunks []chunk, name string) ([]byte, error) {
	start, known := p.constants[name+"_start"]
	limit := p.constants[name+"_limit"]
	if !known {
		return nil, nil
	}
	image := []byte{}
	for _, r := range chunks {
		if r.addr < start || r.addr >= limit || len(r.bytes) == 0 {
			continue
		}
		at := int(r.addr - start)
		if at < len(image) {
			return nil, fmt.Errorf("%d bytes at %04X don't fit behind %04X", len(r.bytes), r.addr, start+uint32(len(image)))
		}
		image = append(image, bytes.Repeat([]byte{0xFF}, at-len(image))...)
		image = append(image, r.bytes...)
	}
	return image, nil
}

// byteAt returns a byte of the ROM, of the book's code or of the module.
func (p *program) byteAt(addr uint32) (value byte, ok bool) {
	for memory, image := range map[string][]byte{"rom": p.rom, "book": p.book, "module": p.module} {
		if at := addr - p.constants[memory+"_start"]; at < uint32(len(image)) {
			return image[at], true
		}
	}
	return 0, false
}

// addLines adds the lines to the parts of code.
func (p *program) addLines(lines []codeLine) error {
	type place struct{ unit, section string }
	parts := map[place]*asm.Part{}
	for i := range p.parts {
		parts[place{p.parts[i].Unit, p.parts[i].Section}] = &p.parts[i]
	}
	sort.SliceStable(lines, func(i, j int) bool { return lines[i].offset < lines[j].offset })
	for _, l := range lines {
		part := parts[place{l.unit, l.section}]
		if part == nil {
			return fmt.Errorf("%s:%d: made code, but nothing of the unit was linked in %s", l.file, l.line, l.section)
		}
		if first, ok := p.byteAt(part.Addr + l.offset); l.opcode >= 0 && (!ok || int(first) != l.opcode) {
			return fmt.Errorf("%s:%d: listing and ROM differ at %04X", l.file, l.line, part.Addr+l.offset)
		}
		if n := len(part.Lines); n == 0 || part.Lines[n-1].Offset < l.offset {
			part.Lines = append(part.Lines, asm.OfLine{Offset: l.offset, File: l.file, Line: l.line})
		}
	}
	for _, part := range p.parts {
		end := part.Size
		for i := len(part.Lines) - 1; i >= 0; i-- {
			part.Lines[i].Size, end = end-part.Lines[i].Offset, part.Lines[i].Offset
		}
		if part.Kind == asm.Text && end != 0 {
			return fmt.Errorf("%s: no source line for its first %d bytes", part, end)
		}
	}
	return nil
}
