package asm

import (
	"fmt"
	"regexp"
	"strings"
)

// CPU is a processor that has an engine in assembly: the facts in which the sources, the tools and the tests of the
// processors differ.
type CPU struct {
	// Name is what people call the processor, in flags, messages and pages.
	Name string
	// Folder holds the sources. The names of the linker script and of what make asm writes begin with it, too.
	Folder string
	// Comment begins a comment.
	Comment string
	// BigEndian reports whether the high byte of a number comes first in memory.
	BigEndian bool
	// Toolchain assembles and links the sources.
	Toolchain Toolchain

	// The rest says in what form the CPU gets the generated tables.

	// Pages reports whether tables are aligned to pages of 256 bytes where that saves work.
	Pages bool
	// Longwords reports whether the CPU reads four bytes at once, and only from even addresses.
	Longwords bool
	// Linear reports whether an index is added to an address without wrapping at the end of a page.
	Linear bool
	// RootTables is the address in RAM of the first root table, each of which takes a page, where the sources have it as a
	// constant; else 0.
	RootTables int
}

// Dialect is the language of an assembler.
type Dialect string

// The dialects.
const (
	GNU  Dialect = "GNU as" // of binutils
	CA65 Dialect = "ca65"   // of cc65
)

// Toolchain is what turns sources into a ROM.
type Toolchain struct {
	Dialect Dialect
	// Prefix begins the names of the programs: z80-unknown-coff-as.
	Prefix string
	// Package is the Debian package that holds the programs.
	Package string
	// Flags are for the assembler.
	Flags []string
	// NoBook are flags for the linker that give the book's room to the engine; nil if the two are in ROMs of their own.
	NoBook []string
	// ValueMask has the bits that a constant's value can have. The GNU tools show negative constants in 32 bits.
	ValueMask uint32
}

// CPUs lists the processors, in the order in which they are shown.
var CPUs = []*CPU{
	{
		Name: "z80", Folder: "z80", Comment: ";", Pages: true,
		Toolchain: Toolchain{
			Dialect: GNU, Prefix: "z80-unknown-coff-", Package: "binutils-z80", ValueMask: 0xFFFF,
			// Without -no-pad-sections each object's bss is rounded up to its largest alignment.
			Flags: []string{"-march=z80+xyhl", "--fatal-warnings", "-no-pad-sections"},
		},
	},
	{
		Name: "6502", Folder: "m6502", Comment: ";", Pages: true, Linear: true, RootTables: 0x600,
		Toolchain: Toolchain{
			Dialect: CA65, Package: "cc65", ValueMask: 0xFFFF,
			Flags: []string{"--cpu", "6502"}, NoBook: []string{"-D", "__BOOK__=$FFFA"},
		},
	},
	{
		Name: "68000", Folder: "m68k", Comment: "|", BigEndian: true, Longwords: true,
		Toolchain: Toolchain{
			Dialect: GNU, Prefix: "m68k-linux-gnu-", Package: "binutils-m68k-linux-gnu", ValueMask: 0xFFFFFFFF,
			Flags: []string{"-m68000", "--fatal-warnings"},
		},
	},
}

// Names lists the names of the CPUs.
func Names() (names []string) {
	for _, c := range CPUs {
		names = append(names, c.Name)
	}
	return names
}

// FindCPU returns the CPU of a name.
func FindCPU(name string) (*CPU, error) {
	for _, c := range CPUs {
		if c.Name == name {
			return c, nil
		}
	}
	return nil, fmt.Errorf("asm: no engine for the CPU %q: want one of %s", name, strings.Join(Names(), ", "))
}

// File returns the name of a file that is called after the folder, given what follows in the name: .rom.
func (c *CPU) File(suffix string) string { return c.Folder + suffix }

// LinkerScript returns the name of the file that lays out the memory.
func (c *CPU) LinkerScript() string {
	if c.Toolchain.Dialect == CA65 {
		return c.File(".cfg")
	}
	return c.File(".ld")
}

// Assembler returns the name of the assembler.
func (t *Toolchain) Assembler() string {
	if t.Dialect == CA65 {
		return "ca65"
	}
	return t.Prefix + "as"
}

// IsComment reports whether a source line is a comment from its first column on.
func (c *CPU) IsComment(line string) bool { return strings.HasPrefix(line, c.Comment) }

// Code returns a source line without its comment.
func (c *CPU) Code(line string) string {
	code, _, _ := strings.Cut(line, c.Comment)
	return code
}

var dataLine = regexp.MustCompile(`^(\S+:)?\s*\.(byte|word|short|long|dbyt|addr|ascii|asciz|incbin|fill|space|skip|zero|res|align|balign|p2align)\b`)

// IsData reports whether a source line makes data, by the directive in it.
func (c *CPU) IsData(line string) bool { return dataLine.MatchString(line) }
