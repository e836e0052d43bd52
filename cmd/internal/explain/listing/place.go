package listing

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/explain/poke"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu"
)

// Files returns the source files that have code in an image.
func Files(img *asm.Image) (names []string) {
	for _, l := range img.Lines {
		if !slices.Contains(names, l.File) {
			names = append(names, l.File)
		}
	}
	return names
}

// AddrsOf returns the instructions that a source line made. If it made none, they are
// those of the nearest line that did, which is returned too. addrs is empty if the
// image has no such file.
func AddrsOf(img *asm.Image, file string, line int) (addrs []uint32, nearest int) {
	for _, l := range img.Lines {
		if l.File != file {
			continue
		}
		// Of two that are as near the one below, where the code goes on.
		if nearest == 0 || dist(l.Line, line) < dist(nearest, line) || dist(l.Line, line) == dist(nearest, line) && l.Line > nearest {
			nearest = l.Line
		}
	}
	for i, l := range img.Lines {
		if l.File == file && l.Line == nearest && (i == 0 || len(addrs) == 0 || img.Lines[i-1].File != file || img.Lines[i-1].Line != nearest) { // not a repetition
			addrs = append(addrs, l.Addr)
		}
	}
	return addrs, nearest
}

func dist(a, b int) int { return max(a-b, b-a) }

// AddrOf returns the address of a label in code.
func AddrOf(p *emu.Program, label string) (uint32, error) {
	addr, ok := p.Symbols[label]
	if ok && p.InCode(addr) {
		return addr, nil
	}
	var code []string
	for name, addr := range p.Symbols {
		if p.InCode(addr) {
			code = append(code, name)
		}
	}
	slices.Sort(code)
	what := "no such label in the ROM"
	if ok {
		what = "is not code"
	}
	return 0, fmt.Errorf("%s: %s: the nearest is %s", report.Short(label, 40), what, report.Nearest(label, code))
}

// Where returns the routine that an address is in, with the offset.
func Where(p *emu.Program, addr uint32) string {
	name, offset := p.RoutineAt(addr)
	switch {
	case name == "":
		return fmt.Sprintf("$%04x", addr)
	case offset > 0:
		return fmt.Sprintf("%s+$%x", name, offset)
	}
	return name
}

// Find returns the instructions at a place that people name: a label, label+offset, a
// number such as $3000, or FILE:LINE. Of a line with a macro there may be several.
func (l *Listing) Find(where string) ([]uint32, error) {
	if file, number, ok := strings.Cut(where, ":"); ok {
		return l.findLine(file, number)
	}
	if _, err := poke.Number(where); err != nil {
		label, _, _ := strings.Cut(where, "+")
		if _, err := AddrOf(l.program, label); err != nil {
			return nil, err
		}
	}
	addr, err := poke.Address(where, l.program)
	if err != nil {
		return nil, err
	}
	if i := l.Index(addr); i < 0 || !l.program.InCode(addr) || addr-l.Addr(i) >= maxEntry {
		return nil, fmt.Errorf("%s: no code of the %s is there", report.Short(where, 40), l.m.Name())
	}
	return []uint32{addr}, nil
}

// findLine finds FILE:LINE.
func (l *Listing) findLine(file, number string) ([]uint32, error) {
	line, err := strconv.Atoi(number)
	if err != nil {
		return nil, fmt.Errorf("%s:%s: want FILE:LINE with a number", report.Short(file, 40), report.Short(number, 20))
	}
	addrs, nearest := AddrsOf(l.img, file, line)
	switch {
	case len(addrs) == 0:
		return nil, fmt.Errorf("%s: the program has no code of this file: the nearest is %s", report.Short(file, 40), report.Nearest(file, Files(l.img)))
	case nearest != line:
		return nil, fmt.Errorf("%s:%d: the line has no code: the nearest that has is %d", file, line, nearest)
	}
	return addrs, nil
}

// IsLabel reports whether a place that Find accepts is a label without an offset.
func IsLabel(where string) bool {
	_, err := poke.Number(where)
	return err != nil && !strings.ContainsAny(where, "+:")
}
