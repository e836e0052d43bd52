package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// table is a labelled run of constants in ROM, all of one size.
type table struct {
	name, comment string
	bytes         []byte
	words         []int16
	longs         []uint32
	align         int // its address is a multiple of this power of two; 0 or 1: anywhere
}

// dialect spells directives for one assembler. Words and longwords come out in the CPU's byte order.
type dialect interface {
	comment(text string) string
	equ(name string, value int, hex bool) string
	global(name string) string
	// once wraps the definitions of constants, the first of which is named, so that a unit may include them twice.
	once(first, text string) string
	// section begins what lies in the ROM at a multiple of align.
	section(align int) string
	align(n int) string
	bytes(values []byte) string
	words(values []int16) string
	longs(values []uint32) string
}

// target is a CPU whose folder gets tables_gen.s and constants_gen.inc.
type target struct {
	dir     string
	dialect dialect
	// longwords tells that the CPU reads four bytes at once, but not at any address.
	longwords bool
	// pst is the address in RAM of the root tables, a page each; 0 for a CPU that doesn't find them by their page.
	pst int
	// linear tells that the CPU adds an index to an address without wrapping at a page's end, and gets tables that
	// a pointer or an index with an offset can make use of.
	linear bool
}

// targets are all CPUs; files are written for those that have a folder.
var targets = []target{
	{dir: "z80", dialect: gas{comments: "; ", paged: true}, pst: 0x4300},
	{dir: "m6502", dialect: ca65{}, pst: 0x600, linear: true},
	{dir: "m68k", dialect: gas{comments: "| "}, longwords: true},
}

// file is one generated file; its path is relative to the module's folder.
type file struct {
	path string
	text []byte
}

const notice = "written by go generate ./asm from asm/gen/tables.go; don't edit"

// generate returns the book's table and all files for the CPUs whose folder is in the module's folder asm.
func generate(root string) ([]file, error) {
	table, err := compileBook()
	if err != nil {
		return nil, err
	}
	files := []file{table}
	for _, t := range targets {
		if _, err := os.Stat(filepath.Join(root, "asm", t.dir)); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := check(groups(t), tables(t)); err != nil {
			return nil, fmt.Errorf("asm/gen/tables.go, %s: %w", t.dir, err)
		}
		files = append(files,
			file{"asm/" + t.dir + "/constants_gen.inc", []byte(emitConstants(t.dialect, groups(t)))},
			file{"asm/" + t.dir + "/tables_gen.s", []byte(emitTables(t.dialect, tables(t)))})
	}
	return files, nil
}

var labelName = regexp.MustCompile(`^[A-Za-z_]\w*$`)

func check(groups []goengine.Constants, tables []table) error {
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
	for _, g := range groups {
		if len(g.List) == 0 {
			return fmt.Errorf("%q has no constants", g.Title)
		}
		for _, c := range g.List {
			if err := name(c.Name); err != nil {
				return err
			}
			if c.Value < -32768 || c.Value > 65535 {
				return fmt.Errorf("%s: %d has more than 16 bits", c.Name, c.Value)
			}
		}
	}
	for _, t := range tables {
		if err := name(t.name); err != nil {
			return err
		}
		if n := min(len(t.bytes), 1) + min(len(t.words), 1) + min(len(t.longs), 1); n != 1 {
			return fmt.Errorf("%s: needs either bytes, words or longwords", t.name)
		}
		if t.align < 0 || t.align > 256 || t.align&(t.align-1) != 0 {
			return fmt.Errorf("%s: align %d is not a power of two up to 256", t.name, t.align)
		}
	}
	return nil
}

func emitConstants(d dialect, groups []goengine.Constants) string {
	var s strings.Builder
	for _, g := range groups {
		fmt.Fprintf(&s, "\n%s\n", d.comment(g.Title))
		for _, c := range g.List {
			line := d.equ(c.Name, c.Value, g.Hex)
			if c.Comment != "" {
				line = fmt.Sprintf("%-40s%s", line, d.comment(c.Comment))
			}
			fmt.Fprintln(&s, line)
		}
	}
	return d.comment("constants_gen.inc - shared constants, "+notice) + "\n" + d.once(groups[0].List[0].Name, s.String())
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
		for from := 0; from < len(t.longs); from += 8 {
			fmt.Fprintln(&s, d.longs(t.longs[from:min(from+8, len(t.longs))]))
		}
	}
	return s.String()
}

// gas is the GNU assembler, whose .word has 16 bits and .long 32 for each of our CPUs.
type gas struct {
	comments string // what begins one
	// paged tells that tables are aligned to pages where that is asked for. COFF then rounds a unit's section up to its
	// largest alignment, so they are kept apart. Without it nothing is aligned to more than four bytes.
	paged bool
}

func (g gas) comment(text string) string      { return g.comments + text }
func (gas) global(name string) string         { return "        .global " + name }
func (gas) once(_ string, text string) string { return text } // .equ may be repeated

func (g gas) align(n int) string {
	if !g.paged {
		n = min(n, 4)
	}
	return fmt.Sprintf("        .balign %d", n)
}

func (gas) equ(name string, value int, hex bool) string {
	if hex {
		return fmt.Sprintf("        .equ    %s, 0x%02X", name, value)
	}
	return fmt.Sprintf("        .equ    %s, %d", name, value)
}

func (g gas) section(align int) string {
	switch {
	case !g.paged:
		return `        .section .rodata, "a"`
	case align > 1:
		return `        .section .page, "r"`
	}
	return `        .section .rodata, "r"`
}

func (gas) bytes(values []byte) string   { return "        .byte   " + join(values, "0x%02X") }
func (gas) words(values []int16) string  { return "        .word   " + join(values, "%d") }
func (gas) longs(values []uint32) string { return "        .long   " + join(values, "0x%08X") }

// ca65 is the assembler of cc65, for the 6502: low byte first.
type ca65 struct{}

func (ca65) comment(text string) string { return "; " + text }
func (ca65) global(name string) string  { return "        .export " + name }
func (ca65) align(n int) string         { return fmt.Sprintf("        .align  %d", n) }

// once keeps a constant from being defined twice, which ca65 refuses.
func (ca65) once(first, text string) string {
	return fmt.Sprintf("\n.ifndef %s\n%s\n.endif\n", first, text)
}

func (ca65) equ(name string, value int, hex bool) string {
	if hex {
		return fmt.Sprintf("%s = $%02X", name, value)
	}
	return fmt.Sprintf("%s = %d", name, value)
}

func (ca65) section(align int) string {
	if align > 1 {
		return `        .segment "PAGE"`
	}
	return `        .segment "RODATA"`
}

func (ca65) bytes(values []byte) string { return "        .byte   " + join(values, "$%02X") }

// words are written without a sign, which .word refuses.
func (ca65) words(values []int16) string {
	plain := make([]uint16, len(values))
	for i, v := range values {
		plain[i] = uint16(v)
	}
	return "        .word   " + join(plain, "$%04X")
}

func (ca65) longs(values []uint32) string { return "        .dword  " + join(values, "$%08X") }

func join[T any](values []T, format string) string {
	s := make([]string, len(values))
	for i, v := range values {
		s[i] = fmt.Sprintf(format, v)
	}
	return strings.Join(s, ", ")
}
