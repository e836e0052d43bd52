// Package asm holds the engines' assembly sources and what make asm builds from them: for each CPU a ROM image, its
// symbols, the source line of each instruction, and a manifest with the hashes of sources and outputs.
//
// All of it is embedded, so running the engines needs nothing but Go. Only a change to the sources needs an assembler.
// asm/README.md describes the formats.
package asm

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"sync"
)

//go:generate go run ./tools/gen

//go:embed z80 m6502 m68k
var files embed.FS

// machines has the folders of the MK V's module and of the cartridges. The page in WebAssembly does not carry it.
//
//go:embed mk5 msx md cartridge
var machines embed.FS

// Kind is the kind of a symbol.
type Kind string

// The kinds of symbols, as the .sym file has them.
const (
	Text   Kind = "text"   // a routine or hook in ROM
	Rodata Kind = "rodata" // a table in ROM
	BSS    Kind = "bss"    // state in RAM
	Abs    Kind = "abs"    // a constant that is not an address
)

// Line is the source line that made the bytes at an address.
type Line struct {
	Addr uint32
	File string // in the CPU's folder, such as movegen.s
	Line int    // from 1
}

// String returns file:line.
func (l Line) String() string { return fmt.Sprintf("%s:%d", l.File, l.Line) }

// Image is the assembled engine of a CPU, or a guest. Callers share it: copy ROM before you patch it.
type Image struct {
	CPU      *CPU
	ROM      []byte            // the used bytes, from the ROM's first address
	Book     []byte            // the code at the beginning of the book's ROM; nil if the CPU has no such ROM
	Module   []byte            // code, then tables, of the network's ROM; nil if the CPU has no such ROM
	Symbols  map[string]uint32 // global labels and constants
	Kinds    map[string]Kind   // of the symbols
	Lines    []Line            // one for each instruction or data line of code, by rising address
	Cycles   map[string]Cycles // of a call of each routine, as measured last; nil if nothing was measured
	Manifest Manifest
	// Entries are the addresses at which a guest is called or watched; nil for this project's engines. A guest's Lines are
	// of statements, which may make several instructions, or none are known.
	Entries []uint32

	source fs.FS
	parts  []Part
	// gaps counts the unused bytes between used parts of the ROM, such as those before the vectors at its end. apart counts
	// the bytes of tables outside of rodata.
	gaps, apart int
}

// loaded holds a function for each CPU that parses its embedded image once.
var loaded = func() map[*CPU]func() (*Image, error) {
	all := map[*CPU]func() (*Image, error){}
	for _, cpu := range CPUs {
		all[cpu] = sync.OnceValues(func() (*Image, error) {
			dir, err := fs.Sub(files, cpu.Folder)
			if err != nil {
				return nil, err
			}
			return Read(dir, cpu)
		})
	}
	return all
}()

// Load returns the embedded engine of a CPU, given its name. The image is parsed once, and all callers share it.
func Load(name string) (*Image, error) {
	cpu, err := FindCPU(name)
	if err != nil {
		return nil, err
	}
	return cpu.Load()
}

// Load returns the embedded engine of the CPU. The image is parsed once, and all callers share it.
func (c *CPU) Load() (*Image, error) { return loaded[c]() }

// Read reads a CPU's image from a folder that has what make asm writes, and the sources. A .cycles file may be missing.
func Read(dir fs.FS, cpu *CPU) (*Image, error) {
	read := func(suffix string) ([]byte, error) {
		b, err := fs.ReadFile(dir, cpu.File(suffix))
		if err != nil {
			return nil, fmt.Errorf("asm %s: %w (run make asm)", cpu.Name, err)
		}
		return b, nil
	}
	rom, err := read(".rom")
	if err != nil {
		return nil, err
	}
	img := &Image{CPU: cpu, ROM: rom, source: dir}
	sym, err := read(".sym")
	if err != nil {
		return nil, err
	}
	parts, constants, err := parseSymbols(cpu.File(".sym"), string(sym))
	if err != nil {
		return nil, fmt.Errorf("asm %s: %w", cpu.Name, err)
	}
	if err := img.addSymbols(parts, constants); err != nil {
		return nil, fmt.Errorf("asm %s: %s: %w", cpu.Name, cpu.File(".sym"), err)
	}
	img.addGaps(parts)
	if _, ok := img.Symbols["book_table"]; ok {
		if img.Book, err = read("book.rom"); err != nil {
			return nil, err
		}
	}
	if _, ok := img.Symbols["module_start"]; ok {
		if img.Module, err = read("module.rom"); err != nil {
			return nil, err
		}
	}
	lines, err := read(".lines")
	if err != nil {
		return nil, err
	}
	if err := parseLines(cpu.File(".lines"), string(lines), parts); err != nil {
		return nil, fmt.Errorf("asm %s: %w", cpu.Name, err)
	}
	img.parts = parts
	for _, p := range parts {
		for _, l := range p.Lines {
			img.Lines = append(img.Lines, Line{p.Addr + l.Offset, l.File, l.Line})
		}
	}
	if cycles, err := fs.ReadFile(dir, cpu.File(".cycles")); err == nil { // make asm alone measures nothing
		if img.Cycles, err = parseCycles(cpu.File(".cycles"), string(cycles)); err != nil {
			return nil, fmt.Errorf("asm %s: %w", cpu.Name, err)
		}
		img.forgetChanged()
	}
	manifest, err := read(".manifest")
	if err != nil {
		return nil, err
	}
	if img.Manifest, err = parseManifest(cpu.File(".manifest"), string(manifest)); err != nil {
		return nil, fmt.Errorf("asm %s: %w", cpu.Name, err)
	}
	return img, nil
}

// WithSources returns an image like this one with its source files in a folder.
func (img *Image) WithSources(dir fs.FS) *Image {
	other := *img
	other.source = dir
	return &other
}

// addSymbols adds the labels of all parts, and the constants.
func (img *Image) addSymbols(parts []Part, constants map[string]uint32) error {
	img.Symbols, img.Kinds = map[string]uint32{}, map[string]Kind{}
	for name, value := range constants {
		img.Symbols[name], img.Kinds[name] = value, Abs
	}
	for _, p := range parts {
		for _, l := range p.Labels {
			img.Symbols[l.Name], img.Kinds[l.Name] = p.Addr+l.Offset, p.Kind
		}
	}
	for _, s := range sectionSymbols {
		if img.Kinds[s] != Abs {
			return fmt.Errorf("no constant %s, which the linker script must define", s)
		}
	}
	return nil
}

// addGaps computes gaps and apart. The parts must come by rising address. The fill before a page is not a gap.
func (img *Image) addGaps(parts []Part) {
	end := img.Symbols["rom_start"]
	for _, p := range parts {
		if p.Kind == BSS || p.Addr < img.Symbols["rom_start"] || p.end() > img.Symbols["rom_limit"] {
			continue
		}
		if gap := int(p.Addr) - int(end); gap >= 0x100 {
			img.gaps += gap
		}
		if p.Kind == Rodata && (p.Addr < img.Symbols["rodata_start"] || p.end() > img.Symbols["rodata_end"]) {
			img.apart += int(p.Size)
		}
		end = p.end()
	}
}

// sectionSymbols are the bounds of the sections. Every linker script defines them.
var sectionSymbols = []string{
	"rom_start", "rom_limit", "ram_start", "ram_limit",
	"text_start", "text_end", "rodata_start", "rodata_end", "bss_start", "bss_end",
}

// Sizes has the numbers of bytes that an image uses.
type Sizes struct {
	ROM, ROMLimit     int // used, including the fill between sections; available, excluding the room for the book
	Code2, Code2Limit int // code in the book's ROM; what the book's table leaves for it, 0 if the CPU has no such ROM
	// Module counts code and tables in the module's ROM; ModuleLimit is 0 if the CPU has no such ROM.
	Module, ModuleLimit int
	Text, Rodata, BSS   int // by section
	RAM, RAMLimit       int // used, from the first to the last byte of bss; available
}

// Fill returns the number of ROM bytes in no section: what the alignment of the tables costs.
func (s Sizes) Fill() int { return s.ROM - s.Text - s.Rodata }

// String returns the sizes in the form that make asm prints.
func (s Sizes) String() string {
	more := ""
	if s.Code2Limit > 0 {
		more = fmt.Sprintf("ROM %5d of %d bytes beside the book's table; %d free\n", s.Code2, s.Code2Limit, s.Code2Limit-s.Code2)
	}
	if s.ModuleLimit > 0 {
		more += fmt.Sprintf("ROM %5d of %d bytes in the module; %d free\n", s.Module, s.ModuleLimit, s.ModuleLimit-s.Module)
	}
	return fmt.Sprintf("ROM %5d of %d bytes: text %d, rodata %d, fill %d; %d free\n%sRAM %5d of %d bytes: bss, stack included; %d free",
		s.ROM, s.ROMLimit, s.Text, s.Rodata, s.Fill(), s.ROMLimit-s.ROM, more, s.RAM, s.RAMLimit, s.RAMLimit-s.RAM)
}

// Sizes returns how much ROM and RAM the image uses.
func (img *Image) Sizes() Sizes {
	at := func(name string) int { return int(img.Symbols[name]) }
	span := func(section string) int { return at(section+"_end") - at(section+"_start") }
	limit := at("rom_limit") - at("rom_start")
	if start := at("book_start"); start > at("rom_start") && start < at("rom_limit") {
		limit -= at("book_limit") - start
	}
	return Sizes{
		ROM: len(img.ROM) - img.gaps, ROMLimit: limit,
		Code2: len(img.Book), Code2Limit: at("book_table") - at("book_start"),
		Module: len(img.Module), ModuleLimit: at("module_limit") - at("module_start"),
		Text: span("text"), Rodata: span("rodata") + img.apart, BSS: span("bss"),
		RAM: span("bss"), RAMLimit: at("ram_limit") - at("ram_start"),
	}
}

// BookROM returns the whole book ROM with a table in it, or nil if the CPU has no such ROM.
func (img *Image) BookROM(table []byte) ([]byte, error) {
	if img.Book == nil {
		return nil, nil
	}
	start, at, limit := img.Symbols["book_start"], img.Symbols["book_table"], img.Symbols["book_limit"]
	if uint32(len(table)) > limit-at {
		return nil, fmt.Errorf("asm %s: book table of %d bytes, its ROM has room for %d", img.CPU.Name, len(table), limit-at)
	}
	rom := bytes.Repeat([]byte{0xFF}, int(limit-start))
	copy(rom, img.Book)
	copy(rom[at-start:], table)
	return rom, nil
}

// ImageAt returns the image that holds an address of the code or of the tables, the image's first address, and the end
// of the code in it. It returns nil if no image holds it.
func (img *Image) ImageAt(addr uint32) (image []byte, start, codeEnd uint32) {
	for _, i := range []struct {
		image []byte
		name  string
		end   string
	}{{img.Module, "module", "module_end"}, {img.Book, "book", "book_end"}, {img.ROM, "rom", "text_end"}} {
		if start := img.Symbols[i.name+"_start"]; addr-start < uint32(len(i.image)) {
			return i.image, start, img.Symbols[i.end]
		}
	}
	return nil, 0, 0
}

// ModuleCode returns the number of bytes at the beginning of Module that are code.
func (img *Image) ModuleCode() int {
	return int(img.Symbols["module_end"] - img.Symbols["module_start"])
}

// SourceFile returns the text of a source file.
func (img *Image) SourceFile(name string) (string, error) {
	b, err := fs.ReadFile(img.source, name)
	if err != nil {
		return "", fmt.Errorf("asm %s: %w", img.CPU.Name, err)
	}
	return string(b), nil
}

// SourceText returns the text of a source line without blanks around it.
func (img *Image) SourceText(l Line) (string, error) {
	all, err := img.SourceFile(l.File)
	if err != nil {
		return "", err
	}
	i := 0
	for text := range strings.SplitSeq(all, "\n") {
		if i++; i == l.Line {
			return strings.TrimSpace(text), nil
		}
	}
	return "", fmt.Errorf("asm %s: %s has no line %d", img.CPU.Name, l.File, l.Line)
}
