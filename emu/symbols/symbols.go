// Package symbols reads the symbol files that cross tools for the Z80, the 6502 and the 68000 write. A guest, a program from
// elsewhere, gets its labels, constants and source lines from it.
//
// If a file gives one name to several addresses, a global symbol keeps it, or else the first. The others are qualified, by
// their unit (main::loop) if the file tells it, or else by their address (loop@8012). What lies in a scope of ca65, or in a
// function of SDCC, is always qualified (draw::loop). A cheap local label follows its parent (draw@loop).
//
// Lines are those of C, if a compiler made the code, or else of the assembly. Code of a macro has the line that uses it.
package symbols

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/searchex/searchex/emu"
)

// Table has what a symbol file says of a program.
type Table struct {
	// Labels has addresses. If the format does not tell numbers from addresses (VICE labels, NoICE commands, EQU), all
	// names are here.
	Labels    map[string]uint32
	Constants map[string]uint32 // numbers that are no addresses
	// Lines is the line table by ascending address, for emu.Program. An entry whose Line is 0 begins bytes
	// that no line is known for. It is nil if the file has no lines.
	Lines []emu.Line
	// Routines names the labels of code, sorted, without those that compilers make. It is nil if the file does not tell.
	Routines []string
	Format   string // in words: "VICE labels"
}

// format is a kind of text file.
type format struct {
	name  string
	first *regexp.Regexp // matches its first line that is neither blank nor a comment
	read  func(*reader) error
}

// The formats, the most specific first.
var formats = []format{
	{"sjasmplus SLD", regexp.MustCompile(`^\|SLD\.data\.version\|`), readSLD},
	{"ld65 debug file", regexp.MustCompile(`^version\tmajor=`), readLD65},
	{"VICE labels", viceFirst, readVICE},
	{"SDCC map", regexp.MustCompile(`^\s*ASxxxx Linker`), readSDCCMap},
	{"NoICE commands", regexp.MustCompile(`^(DEF|FILE|LOAD) \S`), readNoICE},
	{"nm list", regexp.MustCompile(`^((?:[0-9a-fA-F]{8}){1,2} ([0-9a-fA-F]{8,16} )?[a-zA-Z?-]|\s+[Uvw]) \S`), readNM},
	{"searchex symbols", regexp.MustCompile(`^((text|rodata|bss) \S+ \S+ [0-9A-F]+|abs)$`), readSearchex},
	{"z88dk map", z88dkSymbol, readZ88dk},
	{"EQU list", equate, readEQU},
	{"label list", regexp.MustCompile(`^\S+ [0-9A-F]{4,8}$`), readLabels},
}

// known lists the formats, for messages.
func known() string {
	names := []string{elfFormat}
	for _, f := range formats {
		names = append(names, f.name)
	}
	return strings.Join(names, ", ")
}

// Read reads a symbol file. It tells the format from the contents; name is for messages only. An error is one line, with the
// number of the line that is wrong.
func Read(name string, data []byte) (*Table, error) {
	if bytes.HasPrefix(data, []byte("\x7fELF")) {
		return readELF(name, data)
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	data = bytes.TrimRight(data, "\x1a") // the end of a text in CP/M and DOS
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")):
		return nil, fmt.Errorf("%s: text in UTF-16: save it as UTF-8", name)
	case bytes.ContainsFunc(data, isControl):
		return nil, fmt.Errorf("%s: a binary file of another kind; known symbol files: %s", name, known())
	}
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	data = bytes.ReplaceAll(data, []byte("\r"), []byte("\n"))
	r := &reader{file: name, rest: data}
	if !r.next() {
		return nil, fmt.Errorf("%s: no symbols, the file is empty; known symbol files: %s", name, known())
	}
	first := r.line[:min(len(r.line), 2<<20)] // for a file without ends of lines
	for _, f := range formats {
		if f.first.MatchString(first) {
			r = &reader{file: name, rest: data}
			if err := f.read(r); err != nil {
				return nil, err
			}
			return r.table(f.name)
		}
	}
	return nil, fmt.Errorf("%s:%d: %s begins none of the known symbol files: %s", name, r.number, quote(r.line), known())
}

// isControl reports whether r is a control character that no text has.
func isControl(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune("\t\n\f\r", r) }
