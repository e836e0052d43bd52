package symbols

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/searchex/searchex/emu"
)

// reader reads the lines of a text file, except blank ones and comments, and collects what they say.
type reader struct {
	file   string
	rest   []byte
	number int // of the line read last, from 1
	line   string
	format string // of a line, for messages

	symbols   []symbol
	points    []point
	tellsCode bool // the format tells code from data
}

// symbol is a name in a symbol file.
type symbol struct {
	name  string
	scope string // qualifies the name, if another has it
	value uint32
	rank  int // of several with one name that of the lowest rank has it, and of these the first

	constant bool
	code     bool // it names code, and no compiler made it
}

// point is a place where a source line begins. A line 0 begins bytes without one.
type point struct {
	line emu.Line
	rank int    // of several at one address that of the highest rank counts, and of these the last
	unit string // for forget
}

func (r *reader) next() bool {
	for len(r.rest) > 0 {
		var line []byte
		line, r.rest, _ = bytes.Cut(r.rest, []byte("\n"))
		r.number++
		if text := bytes.TrimSpace(line); len(text) > 0 && text[0] != ';' && text[0] != '#' {
			r.line = string(bytes.Trim(line, "\f"))
			return true
		}
	}
	return false
}

// errorf returns an error of the present line, with the form that the line should have.
func (r *reader) errorf(format string, args ...any) error {
	s := fmt.Sprintf("%s:%d: %s: %s", r.file, r.number, quote(r.line), fmt.Sprintf(format, args...))
	if r.format != "" {
		s += "; want " + r.format
	}
	return fmt.Errorf("%s", s)
}

// quote quotes the beginning of a line.
func quote(line string) string {
	if len(line) > 80 {
		return strconv.Quote(line[:77]) + "..."
	}
	return strconv.Quote(line)
}

// address reads an address of at most 32 bits.
func (r *reader) address(digits string, base int) (uint32, error) {
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil {
		return 0, r.errorf("%s is no number of 32 bits to the base %d", quote(digits), base)
	}
	return uint32(n), nil
}

// constant reads a number of 32 bits, which may be negative: with a sign, or with 64 bits.
func (r *reader) constant(digits string, base int) (uint32, error) {
	if n, err := strconv.ParseUint(digits, base, 64); err == nil && n>>31 == 1<<33-1 {
		return uint32(n), nil
	}
	if n, err := strconv.ParseInt(digits, base, 32); err == nil && n < 0 {
		return uint32(n), nil
	}
	return r.address(digits, base)
}

// lineNumber reads the number of a line, and returns 0 for what is none.
func lineNumber(digits string) int {
	if n, err := strconv.Atoi(digits); err == nil && n > 0 {
		return n
	}
	return 0
}

// label adds a label that the format says no more of.
func (r *reader) label(name string, value uint32) {
	r.symbols = append(r.symbols, symbol{name: name, value: value})
}

// begins adds a place where a line begins, or with line 0 where bytes without one do.
func (r *reader) begins(addr uint32, file string, line, rank int) {
	r.beginsIn("", addr, file, line, rank)
}

// beginsIn is begins in a unit, for forget.
func (r *reader) beginsIn(unit string, addr uint32, file string, line, rank int) {
	r.points = append(r.points, point{emu.Line{Addr: addr, File: file, Line: line}, rank, unit})
}

// forget removes the places in some units, of which better ones are known.
func (r *reader) forget(units map[string]bool) {
	r.points = slices.DeleteFunc(r.points, func(p point) bool { return p.unit != "" && units[p.unit] })
}

// table returns what has been read.
func (r *reader) table(format string) (*Table, error) {
	t := &Table{Labels: map[string]uint32{}, Constants: map[string]uint32{}, Lines: lines(r.points), Format: format}
	if len(r.symbols) == 0 && t.Lines == nil {
		return nil, fmt.Errorf("%s: %s without symbols and lines", r.file, format)
	}
	if r.tellsCode {
		t.Routines = []string{}
	}
	slices.SortStableFunc(r.symbols, func(a, b symbol) int { return cmp.Compare(a.rank, b.rank) })
	for _, s := range r.symbols {
		t.add(s)
	}
	slices.Sort(t.Routines)
	return t, nil
}

// add adds a symbol. If another has its name, it gets a qualified one.
func (t *Table) add(s symbol) {
	mine, other := t.Labels, t.Constants
	if s.constant {
		mine, other = other, mine
	}
	for try := range 3 {
		name := s.name
		switch {
		case try == 1 && s.scope != "":
			name = s.scope + "::" + name
		case try > 0:
			name = fmt.Sprintf("%s@%04X", name, s.value)
		}
		value, known := mine[name]
		if known && value == s.value {
			return
		}
		if _, taken := other[name]; !known && !taken {
			mine[name] = s.value
			if s.code && !s.constant {
				t.Routines = append(t.Routines, name)
			}
			return
		}
	}
}

// lines returns the line table of points.
func lines(points []point) (all []emu.Line) {
	if !slices.ContainsFunc(points, func(p point) bool { return p.line.Line > 0 }) {
		return nil
	}
	slices.SortStableFunc(points, func(a, b point) int {
		return cmp.Or(cmp.Compare(a.line.Addr, b.line.Addr), cmp.Compare(a.rank, b.rank))
	})
	last := emu.Line{}
	for i, p := range points {
		if p.line.Line == 0 {
			p.line.File = ""
		}
		if i+1 < len(points) && points[i+1].line.Addr == p.line.Addr || p.line.File == last.File && p.line.Line == last.Line {
			continue
		}
		last = p.line
		all = append(all, last)
	}
	return all
}
