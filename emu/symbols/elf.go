package symbols

import (
	"bytes"
	"debug/dwarf"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/searchex/searchex/emu"
)

const elfFormat = "ELF32 file"

// elfMachines are the processors whose programs are read. The last is the 6502 of LLVM-MOS.
var elfMachines = []elf.Machine{elf.EM_68K, 220 /* Z80 */, 6502}

// readELF reads a linked program in ELF with 32 bits, and its lines if it has DWARF. A routine is a function or, from
// assembly, any label in a section of code.
func readELF(name string, data []byte) (t *Table, err error) {
	defer func() {
		if p := recover(); p != nil { // debug/elf and debug/dwarf may panic on damaged files
			t, err = nil, fmt.Errorf("%s: damaged ELF file: %v", name, p)
		}
	}()
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: damaged ELF file: %v", name, err)
	}
	switch {
	case f.Class != elf.ELFCLASS32 || !slices.Contains(elfMachines, f.Machine):
		return nil, fmt.Errorf("%s: an ELF file for %v, %v; want 32 bits, and a 68000, Z80 or 6502", name, f.Machine, f.Class)
	case f.Type == elf.ET_REL:
		return nil, fmt.Errorf("%s: an object file, whose symbols have no addresses; want the linked program", name)
	}
	symbols, err := f.Symbols()
	if errors.Is(err, elf.ErrNoSymbols) {
		return nil, fmt.Errorf("%s: an ELF file without symbols; want one that was not stripped", name)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: damaged ELF file: %v", name, err)
	}
	r := &reader{file: name, tellsCode: true}
	for file := ""; len(symbols) > 0; symbols = symbols[1:] {
		if s := symbols[0]; elf.ST_TYPE(s.Info) == elf.STT_FILE {
			file = s.Name
		} else if s.Section != elf.SHN_UNDEF && s.Name != "" {
			r.elfSymbol(f, s, file)
		}
	}
	if err := r.dwarf(f); err != nil {
		return nil, fmt.Errorf("%s: lines in DWARF: %v", name, err)
	}
	return r.table(elfFormat)
}

func (r *reader) elfSymbol(f *elf.File, e elf.Symbol, file string) {
	s := symbol{name: e.Name, value: uint32(e.Value), constant: e.Section == elf.SHN_ABS}
	switch elf.ST_TYPE(e.Info) {
	case elf.STT_FUNC:
		s.code = true
	case elf.STT_NOTYPE:
		s.code = int(e.Section) < len(f.Sections) && f.Sections[e.Section].Flags&elf.SHF_EXECINSTR != 0 && isRoutine(e.Name)
	case elf.STT_OBJECT:
	default:
		return // a section, or of a thread
	}
	if elf.ST_BIND(e.Info) == elf.STB_LOCAL {
		s.scope, s.rank = file, 1
	}
	r.symbols = append(r.symbols, s)
}

// dwarf adds the lines, if there are any. Files in the folder of the compilation have names without it.
func (r *reader) dwarf(f *elf.File) error {
	if f.Section(".debug_line") == nil {
		return nil
	}
	d, err := f.DWARF()
	if err != nil {
		return err
	}
	var spans []span
	for units := d.Reader(); ; {
		unit, err := units.Next()
		if unit == nil || err != nil {
			r.points = flatten(spans)
			return err
		}
		units.SkipChildren()
		lines, err := d.LineReader(unit)
		if lines == nil && err == nil {
			continue
		}
		if err == nil {
			dir, _ := unit.Val(dwarf.AttrCompDir).(string)
			spans, err = unitSpans(spans, lines, dir, codeOf(f))
		}
		if err != nil {
			return err
		}
	}
}

// codeOf returns the sections of code. Lines of functions that the linker has left out are at addresses outside of them.
func codeOf(f *elf.File) (code []*elf.Section) {
	for _, s := range f.Sections {
		if s.Flags&elf.SHF_EXECINSTR != 0 {
			code = append(code, s)
		}
	}
	return code
}

// unitSpans appends what the lines of a unit made in sections of code.
func unitSpans(spans []span, lines *dwarf.LineReader, dir string, code []*elf.Section) ([]span, error) {
	last := dwarf.LineEntry{EndSequence: true}
	for {
		var next dwarf.LineEntry
		if err := lines.Next(&next); err == io.EOF {
			return spans, nil
		} else if err != nil {
			return spans, err
		}
		in := func(s *elf.Section) bool { return last.Address >= s.Addr && last.Address-s.Addr < s.Size }
		if !last.EndSequence && last.File != nil && slices.ContainsFunc(code, in) {
			file, ok := strings.CutPrefix(last.File.Name, dir+"/")
			if !ok {
				file = last.File.Name
			}
			spans = append(spans, span{last.Address, next.Address, 0, emu.Line{File: file, Line: last.Line}})
		}
		last = next
	}
}
