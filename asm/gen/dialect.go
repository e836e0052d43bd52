package main

import (
	"fmt"
	"regexp"
	"strings"
)

// constant is a number that the assemblies know by name.
type constant struct {
	name, comment string
	value         int
}

// table is a labelled run of constants in ROM: bytes or words, not both.
type table struct {
	name, comment string
	bytes         []byte
	words         []int16
	align         int // its address is a multiple of this power of two; 0 or 1: anywhere
}

// dialect spells directives for one assembler.
type dialect interface {
	comment(text string) string
	equ(name string, value int) string
	global(name string) string
	// section begins what lies in the ROM at a multiple of align.
	section(align int) string
	align(n int) string
	bytes(values []byte) string
	words(values []int16) string
}

// target is a CPU whose folder gets tables_gen.s and constants_gen.inc.
type target struct {
	dir     string
	dialect dialect
}

var targets = []target{
	{"z80", gas{}},
}

// file is one generated file; its path is relative to the module's folder.
type file struct {
	path string
	text []byte
}

const notice = "written by go generate ./asm from asm/gen/tables.go; don't edit"

// generate returns the book's table and all files for all CPUs.
func generate() ([]file, error) {
	if err := check(constants(), tables()); err != nil {
		return nil, fmt.Errorf("asm/gen/tables.go: %w", err)
	}
	table, err := compileBook()
	if err != nil {
		return nil, err
	}
	files := []file{table}
	for _, t := range targets {
		files = append(files,
			file{"asm/" + t.dir + "/constants_gen.inc", []byte(emitConstants(t.dialect, constants()))},
			file{"asm/" + t.dir + "/tables_gen.s", []byte(emitTables(t.dialect, tables()))})
	}
	return files, nil
}

var labelName = regexp.MustCompile(`^[A-Za-z_]\w*$`)

func check(constants []constant, tables []table) error {
	seen := map[string]bool{}
	name := func(n string) error {
		if !labelName.MatchString(n) {
			return fmt.Errorf("%q is not a name", n)
		}
		if seen[n] {
			return fmt.Errorf("%s appears twice", n)
		}
		seen[n] = true
		return nil
	}
	for _, c := range constants {
		if err := name(c.name); err != nil {
			return err
		}
		if c.value < -32768 || c.value > 65535 {
			return fmt.Errorf("%s: %d has more than 16 bits", c.name, c.value)
		}
	}
	for _, t := range tables {
		if err := name(t.name); err != nil {
			return err
		}
		if (len(t.bytes) == 0) == (len(t.words) == 0) {
			return fmt.Errorf("%s: needs either bytes or words", t.name)
		}
		if t.align < 0 || t.align > 256 || t.align&(t.align-1) != 0 {
			return fmt.Errorf("%s: align %d is not a power of two up to 256", t.name, t.align)
		}
	}
	return nil
}

func emitConstants(d dialect, constants []constant) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s\n\n", d.comment("constants_gen.inc - shared constants, "+notice))
	for _, c := range constants {
		line := d.equ(c.name, c.value)
		if c.comment != "" {
			line = fmt.Sprintf("%-40s%s", line, d.comment(c.comment))
		}
		fmt.Fprintln(&s, line)
	}
	return s.String()
}

func emitTables(d dialect, tables []table) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s\n", d.comment("tables_gen.s - shared tables, "+notice))
	section := ""
	for _, t := range tables {
		fmt.Fprintln(&s)
		if next := d.section(t.align); next != section {
			section = next
			fmt.Fprintf(&s, "%s\n\n", section)
		}
		for line := range strings.Lines(t.comment) {
			fmt.Fprintln(&s, d.comment(strings.TrimSpace(line)))
		}
		fmt.Fprintln(&s, d.global(t.name))
		if t.align > 1 {
			fmt.Fprintln(&s, d.align(t.align))
		}
		fmt.Fprintf(&s, "%s:\n", t.name)
		for from := 0; from < len(t.bytes); from += 16 {
			fmt.Fprintln(&s, d.bytes(t.bytes[from:min(from+16, len(t.bytes))]))
		}
		for from := 0; from < len(t.words); from += 8 {
			fmt.Fprintln(&s, d.words(t.words[from:min(from+8, len(t.words))]))
		}
	}
	return s.String()
}

// gas is the GNU assembler for the Z80: ; begins a comment, .word is 16 bits, low byte first.
type gas struct{}

func (gas) comment(text string) string { return "; " + text }
func (gas) global(name string) string  { return "        .global " + name }
func (gas) align(n int) string         { return fmt.Sprintf("        .balign %d", n) }

func (gas) equ(name string, value int) string {
	return fmt.Sprintf("        .equ    %s, %d", name, value)
}

// section keeps aligned tables apart: COFF rounds a unit's section up to its largest alignment.
func (gas) section(align int) string {
	if align > 1 {
		return `        .section .page, "r"`
	}
	return `        .section .rodata, "r"`
}

func (gas) bytes(values []byte) string  { return "        .byte   " + join(values, "0x%02X") }
func (gas) words(values []int16) string { return "        .word   " + join(values, "%d") }

func join[T any](values []T, format string) string {
	s := make([]string, len(values))
	for i, v := range values {
		s[i] = fmt.Sprintf(format, v)
	}
	return strings.Join(s, ", ")
}
