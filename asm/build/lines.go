package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"github.com/searchex/searchex/asm"
)

// placed matches what a unit has in a section, in the link map: section, address, size and object.
var placed = regexp.MustCompile(`(?m)^ (\.\w+)\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)\s+(\S+)\.o$`)

// kindOfSection is what the labels of a section are.
var kindOfSection = map[string]asm.Kind{
	".text": asm.Text, ".book": asm.Text, ".page": asm.Rodata, ".rodata": asm.Rodata, ".bss": asm.BSS, ".stack": asm.BSS,
}

// readParts takes from the link map where each unit's sections went.
func (b *builder) readParts() error {
	for _, m := range placed.FindAllStringSubmatch(b.linkMap, -1) {
		addr, err := strconv.ParseUint(m[2], 16, 32)
		if err != nil {
			return fmt.Errorf("link map: %w", err)
		}
		size, err := strconv.ParseUint(m[3], 16, 32)
		if err != nil {
			return fmt.Errorf("link map: %w", err)
		}
		if size > 0 {
			b.parts = append(b.parts, asm.Part{Kind: kindOfSection[m[1]], Section: m[1], Unit: m[4], Addr: uint32(addr), Size: uint32(size)})
		}
	}
	sort.SliceStable(b.parts, func(i, j int) bool { return b.parts[i].Addr < b.parts[j].Addr })
	return nil
}

// part returns a unit's part by section, or the one that holds an address: one that begins or ends there counts too,
// since a label may stand behind a unit's last byte.
func (b *builder) part(unit, section string, addr uint32) *asm.Part {
	var at *asm.Part
	for i := range b.parts {
		p := &b.parts[i]
		if p.Unit != unit || section != "" && p.Section != section {
			continue
		}
		switch {
		case section != "" || p.Addr <= addr && addr < p.Addr+p.Size:
			return p
		case addr == p.Addr+p.Size:
			at = p
		}
	}
	return at
}

// readLabels gives each part its labels.
func (b *builder) readLabels() error {
	for _, unit := range b.units {
		out, err := b.tool(b.tmp, "nm", unit+".o")
		if err != nil {
			return err
		}
		for line := range strings.Lines(out) {
			f := strings.Fields(line)
			if len(f) != 3 || !strings.Contains("TDRB", f[1]) {
				continue
			}
			addr := b.symbols[f[2]]
			p := b.part(unit, "", addr)
			if p == nil {
				return fmt.Errorf("%s.s: label %s at %04X is in none of the unit's sections", unit, f[2], addr)
			}
			p.Labels = append(p.Labels, asm.Label{Name: f[2], Offset: addr - p.Addr})
		}
	}
	for _, p := range b.parts {
		sort.Slice(p.Labels, func(i, j int) bool {
			a, b := p.Labels[i], p.Labels[j]
			return a.Offset < b.Offset || a.Offset == b.Offset && a.Name < b.Name
		})
	}
	return nil
}

// constants are the symbols that are not labels.
func (b *builder) constants() map[string]uint32 {
	c := map[string]uint32{}
	for name, kind := range b.kinds {
		if kind == asm.Abs {
			c[name] = b.symbols[name]
		}
	}
	return c
}

// readLines gives the parts of code their lines, from the listings.
func (b *builder) readLines() error {
	for _, unit := range b.units {
		text, err := os.ReadFile(filepath.Join(b.tmp, unit+".lst"))
		if err != nil {
			return err
		}
		l := listing{dir: b.src, frames: []frame{{file: unit + ".s"}}, section: ".text"}
		if err := l.read(string(text)); err != nil {
			return err
		}
		for _, s := range l.statements {
			p := b.part(unit, s.section, 0)
			if p == nil {
				return fmt.Errorf("%s: the link map has no %s of the unit", s, s.section)
			}
			// An instruction's first byte is never relocated, so it tells whether the sections were followed rightly.
			if first, ok := b.byteAt(p.Addr + s.Addr); s.instruction && (!ok || first != s.first) {
				return fmt.Errorf("%s: listing and ROM differ at %04X", s, p.Addr+s.Addr)
			}
			if n := len(p.Lines); n == 0 || p.Lines[n-1].Offset < s.Addr {
				p.Lines = append(p.Lines, asm.OfLine{Offset: s.Addr, File: s.File, Line: s.Line.Line})
			}
		}
	}
	for _, p := range b.parts {
		end := p.Size
		for i := len(p.Lines) - 1; i >= 0; i-- {
			p.Lines[i].Size, end = end-p.Lines[i].Offset, p.Lines[i].Offset
		}
		if p.Kind == asm.Text && end != 0 {
			return fmt.Errorf("%s: the listing shows nothing for the first %d bytes", p, end)
		}
	}
	return nil
}

// byteAt is the byte of ROM or of the book's code at an address.
func (b *builder) byteAt(addr uint32) (first byte, ok bool) {
	rom, book := addr-b.symbols["rom_start"], addr-b.symbols["book_start"]
	switch {
	case rom < uint32(len(b.rom)):
		return b.rom[rom], true
	case book < uint32(len(b.book)):
		return b.book[book], true
	}
	return 0, false
}

// statement is a listed line of code that made bytes.
type statement struct {
	asm.Line
	section     string
	first       byte
	instruction bool // not a directive
}

// frame is a source file on the include stack.
type frame struct {
	file  string
	line  int // last line read
	lines int // in all; unused for the outermost
}

// listing reads what `as -almn` wrote. It shows neither the section of a line nor, for an included file, its name;
// so both are followed here.
type listing struct {
	dir        string // of the sources
	frames     []frame
	section    string
	included   string // file that the line before included
	bodies     int    // .macro and .rept around the line: their text is listed where it stands, before it is expanded
	ifs        int    // conditionals around the line: false ones are listed too
	statements []statement
}

var (
	listed     = regexp.MustCompile(`^ *(\d+) (?:([0-9a-f]{4,8}) ((?:[0-9A-Fa-f]{2} )+))?[^\t]*\t(.*)$`)
	expansion  = regexp.MustCompile(`^>+ *`)
	labels     = regexp.MustCompile(`^\s*(?:[\w.$]+:\s*)*`)
	firstWord  = regexp.MustCompile(`^[.\w]+`)
	quotedName = regexp.MustCompile(`"([^"]*)"`)
	directives = regexp.MustCompile(`^(?i:\..*|equ|org|ds|def\w|d[bw]\d*|end)$`)
)

func (l *listing) top() *frame { return &l.frames[len(l.frames)-1] }

func (l *listing) read(text string) error {
	for line := range strings.Lines(text) {
		m := listed.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil { // further bytes of a long line
			continue
		}
		number, err := strconv.Atoi(m[1])
		if err != nil {
			return err
		}
		expanded := expansion.FindString(m[4])
		if expanded == "" {
			if err := l.newLine(number); err != nil {
				return err
			}
		}
		code := labels.ReplaceAllString(m[4][len(expanded):], "")
		word := firstWord.FindString(code)
		if m[2] != "" && (l.section == ".text" || l.section == ".book") {
			if err := l.keep(number, m[2], m[3], word); err != nil {
				return err
			}
		}
		if err := l.follow(word, code, expanded != ""); err != nil {
			return fmt.Errorf("%s:%d: %w", l.top().file, number, err)
		}
	}
	return nil
}

// newLine enters and leaves included files: a line numbered 1 begins one, and one that is exhausted gives way to the
// file that included it.
func (l *listing) newLine(number int) error {
	if included := l.included; included != "" {
		l.included = ""
		if number == 1 {
			text, err := os.ReadFile(filepath.Join(l.dir, included))
			if err != nil {
				return err
			}
			l.frames = append(l.frames, frame{file: included, lines: strings.Count(string(text), "\n")})
		}
	}
	for len(l.frames) > 1 && l.top().line >= l.top().lines {
		l.frames = l.frames[:len(l.frames)-1]
	}
	if number != l.top().line+1 {
		return fmt.Errorf("%s:%d: the listing goes on with line %d", l.top().file, l.top().line, number)
	}
	l.top().line = number
	return nil
}

func (l *listing) keep(number int, addr, bytes, word string) error {
	a, err := strconv.ParseUint(addr, 16, 32)
	if err != nil {
		return err
	}
	first, err := strconv.ParseUint(bytes[:2], 16, 8)
	if err != nil {
		return err
	}
	l.statements = append(l.statements, statement{
		Line: asm.Line{Addr: uint32(a), File: l.top().file, Line: number}, section: l.section,
		first: byte(first), instruction: word != "" && !directives.MatchString(word),
	})
	return nil
}

// follow notes what a directive means for the lines after it.
func (l *listing) follow(word, code string, expanded bool) error {
	word = strings.ToLower(word)
	if !expanded {
		switch word {
		case ".macro", ".rept", ".irp", ".irpc":
			l.bodies++
		case ".endm", ".endr":
			l.bodies--
		case ".endif":
			l.ifs--
		default:
			if strings.HasPrefix(word, ".if") {
				l.ifs++
			}
		}
	}
	switch word {
	case ".include":
		if m := quotedName.FindStringSubmatch(code); m != nil && l.bodies == 0 {
			l.included = m[1]
		}
	case ".text", ".bss", ".data", ".section", ".pushsection", ".popsection", ".previous", ".subsection":
		if l.bodies > 0 {
			return nil
		}
		if expanded || l.ifs > 0 || strings.HasPrefix(word, ".p") || word == ".subsection" {
			return fmt.Errorf("%s: switch sections with .text, .bss or .section, outside macros and conditionals", word)
		}
		l.section = word
		if word == ".section" {
			l.section = strings.FieldsFunc(code, func(r rune) bool { return strings.ContainsRune(" \t,;", r) })[1]
		}
	}
	return nil
}
