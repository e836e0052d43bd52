package listing

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/asm"
)

// Format is a format of symbols that other tools read.
type Format struct {
	Name string
	// Of is the only CPU that the tool has, empty for all.
	Of    string
	write func(b *bytes.Buffer, img *asm.Image, all []symbol) error
}

// Formats lists the formats.
var Formats = []Format{
	{"vice", "6502", viceSymbols},
	{"mame", "", mameSymbols},
	{"sld", "z80", sldSymbols},
	{"ghidra", "", ghidraSymbols},
	{"map", "", mapSymbols},
}

// symbol is a label or constant.
type symbol struct {
	name  string
	value uint32
	kind  asm.Kind
}

// Symbols returns the symbols of an image in a format, sorted by address.
func (f Format) Symbols(img *asm.Image) ([]byte, error) {
	var all []symbol
	for name, value := range img.Symbols {
		all = append(all, symbol{name, value, img.Kinds[name]})
	}
	slices.SortFunc(all, func(a, b symbol) int {
		return cmp.Or(cmp.Compare(a.value, b.value), strings.Compare(a.name, b.name))
	})
	var b bytes.Buffer
	if err := f.write(&b, img, all); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// viceSymbols writes commands of VICE's monitor, as ld65 -Ln does.
func viceSymbols(b *bytes.Buffer, _ *asm.Image, all []symbol) error {
	for _, s := range all {
		if s.kind != asm.Abs {
			fmt.Fprintf(b, "al C:%04x .%s\n", s.value, s.name)
		}
	}
	return nil
}

// mameSymbols writes commands of MAME's debugger, which has comments on code and no
// symbols. Numbers are hexadecimal.
func mameSymbols(b *bytes.Buffer, img *asm.Image, all []symbol) error {
	lines := map[uint32]asm.Line{}
	for _, l := range img.Lines {
		lines[l.Addr] = l
	}
	for i, s := range all {
		l, ok := lines[s.value]
		if s.kind != asm.Text || !ok {
			continue
		}
		names := s.name // an address has one comment
		if i > 0 && all[i-1].kind == asm.Text && all[i-1].value == s.value {
			continue
		}
		for _, next := range all[i+1:] {
			if next.value != s.value {
				break
			}
			if next.kind == asm.Text {
				names += " " + next.name
			}
		}
		fmt.Fprintf(b, "comadd %X,%s (%s)\n", s.value, names, l)
	}
	return nil
}

// sldSymbols writes source level debugging data of sjasmplus, version 1, which DeZog
// reads: labels, constants, and the source line of each instruction.
func sldSymbols(b *bytes.Buffer, img *asm.Image, all []symbol) error {
	if len(img.Lines) == 0 {
		return errors.New("no source lines are known: want another format, such as map")
	}
	at, err := definitions(img)
	if err != nil {
		return err
	}
	first := img.Lines[0]
	fmt.Fprintf(b, "|SLD.data.version|1\n%s|%d||0|-1|-1|Z|pages.size:65536,pages.count:32,slots.count:1,slots.adr:0\n", first.File, first.Line)
	for _, s := range all {
		l, ok := at[s.name]
		if !ok { // of the linker script
			continue
		}
		page, traits := 0, ""
		if s.kind == asm.Abs {
			page, traits = -1, ",+equ"
		}
		fmt.Fprintf(b, "%s|%d||0|%d|%d|L|,%s,%s\n", l.File, l.Line, page, s.value, s.name, traits)
	}
	for _, l := range img.Lines {
		fmt.Fprintf(b, "%s|%d||0|0|%d|T|\n", l.File, l.Line, l.Addr)
	}
	return nil
}

// definitions returns the source lines that define symbols.
func definitions(img *asm.Image) (map[string]asm.Line, error) {
	files, err := img.SourceFiles()
	if err != nil {
		return nil, err
	}
	at := map[string]asm.Line{}
	for _, file := range files {
		text, err := img.SourceFile(file)
		if err != nil {
			return nil, err
		}
		for i, line := range strings.Split(text, "\n") {
			name, ok := defined(line)
			if _, is := img.Symbols[name]; !ok || !is {
				continue
			}
			if _, twice := at[name]; !twice {
				at[name] = asm.Line{File: file, Line: i + 1}
			}
		}
	}
	return at, nil
}

// defined returns the symbol that a source line of the GNU assembler defines.
func defined(line string) (name string, ok bool) {
	for _, directive := range []string{".equ", ".set"} {
		if rest, found := strings.CutPrefix(strings.TrimSpace(line), directive); found {
			name, _, ok = strings.Cut(strings.TrimSpace(rest), ",")
			return strings.TrimSpace(name), ok
		}
	}
	i := strings.IndexFunc(line, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
	if i <= 0 {
		return "", false
	}
	rest := strings.TrimSpace(line[i:])
	return line[:i], strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "=")
}

// ghidraSymbols writes what Ghidra's ImportSymbolsScript.py reads: functions and labels.
func ghidraSymbols(b *bytes.Buffer, img *asm.Image, all []symbol) error {
	for _, s := range all {
		if s.kind == asm.Abs {
			continue
		}
		kind := "l"
		if img.IsRoutine(s.name) {
			kind = "f"
		}
		fmt.Fprintf(b, "%s 0x%04x %s\n", s.name, s.value, kind)
	}
	return nil
}

// mapSymbols writes a list as nm does: T is code, R a table, B is in RAM, A a constant.
func mapSymbols(b *bytes.Buffer, _ *asm.Image, all []symbol) error {
	for _, s := range all {
		letter := map[asm.Kind]string{asm.Text: "T", asm.Rodata: "R", asm.BSS: "B", asm.Abs: "A"}[s.kind]
		fmt.Fprintf(b, "%08x %s %s\n", s.value, letter, s.name)
	}
	return nil
}
