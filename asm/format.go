package asm

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Part is what one unit, a source file that is assembled by itself, has in one section.
type Part struct {
	Kind          Kind // not Abs
	Section, Unit string
	Addr, Size    uint32
	Labels        []Label  // by rising offset, then by name
	Lines         []OfLine // for code: all its bytes, by rising offset
}

// Label is a symbol in a part.
type Label struct {
	Name   string
	Offset uint32
}

// OfLine is a run of code that one source line made.
type OfLine struct {
	Offset, Size uint32
	File         string
	Line         int
}

func (p Part) end() uint32    { return p.Addr + p.Size }
func (p Part) String() string { return p.Unit + " " + p.Section }

// The .sym and .lines files hold sizes and differences instead of addresses and line numbers, so that an edit of the
// sources changes them only where the sources changed. asm/README.md describes them.

// FormatSymbols returns the text of a .sym file. The parts must come by rising address.
func FormatSymbols(parts []Part, constants map[string]uint32) string {
	var s strings.Builder
	s.WriteString("# kind section unit [address], then the size of each label; written by make asm\n")
	end := uint32(0)
	for i, p := range parts {
		fmt.Fprintf(&s, "%s %s %s", p.Kind, p.Section, p.Unit)
		if i == 0 || p.Addr != end {
			fmt.Fprintf(&s, " %04X", p.Addr)
		}
		s.WriteByte('\n')
		end = p.end()
		if first := p.bytesBefore(0); first > 0 {
			fmt.Fprintf(&s, "%d %s\n", first, unnamed)
		}
		for i, l := range p.Labels {
			fmt.Fprintf(&s, "%d %s\n", p.bytesBefore(i+1)-l.Offset, l.Name)
		}
	}
	fmt.Fprintf(&s, "%s\n", Abs)
	for _, name := range slices.Sorted(maps.Keys(constants)) {
		fmt.Fprintf(&s, "%X %s\n", constants[name], name)
	}
	return s.String()
}

// unnamed is written for the bytes of a part before its first label.
const unnamed = "-"

// bytesBefore returns the offset of label i, or the size of the part if there is no such label.
func (p Part) bytesBefore(label int) uint32 {
	if label < len(p.Labels) {
		return p.Labels[label].Offset
	}
	return p.Size
}

// FormatLines returns the text of a .lines file. Each label of code must stand where a source line's bytes begin.
func FormatLines(parts []Part) (string, error) {
	var s strings.Builder
	s.WriteString("# unit and section, then for each line of code its distance from the one before and its bytes; written by make asm\n")
	for _, p := range parts {
		if p.Kind != Text || p.Size == 0 {
			continue
		}
		fmt.Fprintf(&s, "%s\n", p)
		file, last, labels := "", map[string]int{}, p.Labels
		for _, l := range p.Lines {
			for len(labels) > 0 && labels[0].Offset <= l.Offset {
				if labels[0].Offset != l.Offset {
					return "", fmt.Errorf("%s: label %s is inside what the line before %s:%d made", p, labels[0].Name, l.File, l.Line)
				}
				fmt.Fprintf(&s, "%s:\n", labels[0].Name)
				labels = labels[1:]
			}
			if l.File != file {
				file = l.File
				fmt.Fprintf(&s, "%s\n", file)
			}
			fmt.Fprintf(&s, "%d %d\n", l.Line-last[file], l.Size)
			last[file] = l.Line
		}
		for _, l := range labels {
			if l.Offset != p.Size {
				return "", fmt.Errorf("%s: label %s is inside what the last line made", p, l.Name)
			}
			fmt.Fprintf(&s, "%s:\n", l.Name)
		}
	}
	return s.String(), nil
}

// reader reads the lines of a text file, except blank lines and # comments.
type reader struct {
	file, rest string
	number     int // of the line read last, counted from 1
	line       string
}

func (r *reader) next() bool {
	for r.rest != "" {
		line, rest, _ := strings.Cut(r.rest, "\n")
		r.rest = rest
		r.number++
		r.line = line
		if !strings.HasPrefix(r.line, "#") && strings.TrimSpace(r.line) != "" {
			return true
		}
	}
	return false
}

func (r *reader) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", r.file, r.number, fmt.Sprintf(format, args...))
}

// isNumber reports whether the line begins with a number, perhaps a negative one.
func (r *reader) isNumber() bool { return r.line[0] >= '0' && r.line[0] <= '9' || r.line[0] == '-' }

// two splits the line into two fields.
func (r *reader) two() (a, b string, err error) {
	a, b, ok := strings.Cut(r.line, " ")
	if !ok || a == "" || b == "" || strings.Contains(b, " ") {
		return "", "", r.errorf("%q is not two fields with one blank between", r.line)
	}
	return a, b, nil
}

func (r *reader) size(s string) (uint32, error) {
	n, err := strconv.ParseUint(s, 10, 32)
	if err != nil {
		return 0, r.errorf("%q is not a number of bytes", s)
	}
	return uint32(n), nil
}

func (r *reader) address(s string) (uint32, error) {
	a, err := strconv.ParseUint(s, 16, 32)
	if err != nil {
		return 0, r.errorf("%q is not a hexadecimal number", s)
	}
	return uint32(a), nil
}

// addressLimit bounds the addresses of parts: no machine here has more memory.
const addressLimit = 1 << 24

// parseSymbols reads a .sym file.
func parseSymbols(file, text string) (parts []Part, constants map[string]uint32, err error) {
	r := reader{file: file, rest: text}
	constants = map[string]uint32{}
	known := map[string]bool{}
	absolute := false
	for r.next() {
		if !absolute && !r.isNumber() {
			if absolute = r.line == string(Abs); absolute {
				continue
			}
			p, err := r.part(parts)
			if err != nil {
				return nil, nil, err
			}
			parts = append(parts, p)
			continue
		}
		value, name, err := r.two()
		if err != nil {
			return nil, nil, err
		}
		if name != unnamed {
			if known[name] {
				return nil, nil, r.errorf("%s appears twice", name)
			}
			known[name] = true
		}
		if absolute {
			if constants[name], err = r.address(value); err != nil {
				return nil, nil, err
			}
			continue
		}
		if len(parts) == 0 {
			return nil, nil, r.errorf("%q before the first kind, section and unit", r.line)
		}
		p := &parts[len(parts)-1]
		size, err := r.size(value)
		if err != nil {
			return nil, nil, err
		}
		if name == unnamed {
			if p.Size > 0 || len(p.Labels) > 0 {
				return nil, nil, r.errorf("bytes without a label behind one")
			}
		} else {
			p.Labels = append(p.Labels, Label{name, p.Size})
		}
		if uint64(p.end())+uint64(size) > addressLimit {
			return nil, nil, r.errorf("%s: %d bytes reach beyond all memory", name, size)
		}
		p.Size += size
	}
	return parts, constants, nil
}

// part reads a line that begins a part: kind section unit [address]. Without an address it follows the part before.
func (r *reader) part(before []Part) (Part, error) {
	f := strings.Split(r.line, " ")
	if len(f) != 3 && len(f) != 4 || slices.Contains(f, "") {
		return Part{}, r.errorf("%q is neither kind, section, unit and perhaps address, nor a size and a name", r.line)
	}
	p := Part{Kind: Kind(f[0]), Section: f[1], Unit: f[2]}
	switch p.Kind {
	case Text, Rodata, BSS:
	default:
		return Part{}, r.errorf("%q is not a kind of symbol", f[0])
	}
	for _, b := range before {
		if b.Section == p.Section && b.Unit == p.Unit {
			return Part{}, r.errorf("%s appears twice", p)
		}
	}
	end := uint32(0)
	if len(before) > 0 {
		end = before[len(before)-1].end()
	}
	if len(f) == 3 {
		if len(before) == 0 {
			return Part{}, r.errorf("the first part has no address")
		}
		p.Addr = end
		return p, nil
	}
	var err error
	if p.Addr, err = r.address(f[3]); err != nil {
		return Part{}, err
	}
	if p.Addr < end || p.Addr > addressLimit {
		return Part{}, r.errorf("address %04X: the part before ends at %04X", p.Addr, end)
	}
	return p, nil
}

// parseLines reads a .lines file into the parts of the .sym file, and checks that both describe the same code.
func parseLines(file, text string, parts []Part) error {
	r := reader{file: file, rest: text}
	var code []*Part
	for i := range parts {
		if parts[i].Kind == Text && parts[i].Size > 0 {
			code = append(code, &parts[i])
		}
	}
	var l lineReader
	for r.next() {
		switch label, isLabel := strings.CutSuffix(r.line, ":"); {
		case r.isNumber():
			if err := l.bytes(&r); err != nil {
				return err
			}
		case isLabel:
			if err := l.label(&r, label); err != nil {
				return err
			}
		case !strings.Contains(r.line, " "):
			if l.part == nil {
				return r.errorf("%q before the first unit and section", r.line)
			}
			l.open(r.line)
		default:
			if err := l.end(&r); err != nil {
				return err
			}
			if len(code) == 0 {
				return r.errorf("%q is a part of code that the symbols don't know", r.line)
			}
			if r.line != code[0].String() {
				return r.errorf("%q: the symbols go on with %q", r.line, code[0])
			}
			l = lineReader{part: code[0], last: map[string]int{}}
			code = code[1:]
		}
	}
	if err := l.end(&r); err != nil {
		return err
	}
	if len(code) > 0 {
		return r.errorf("the file ends without %q", code[0])
	}
	return nil
}

// lineReader reads the lines of one part.
type lineReader struct {
	part   *Part
	file   string
	line   int            // of file, read last
	last   map[string]int // the same of the other files
	labels int            // met
	offset uint32
}

// open continues in another file.
func (l *lineReader) open(file string) {
	l.last[l.file] = l.line
	l.file, l.line = file, l.last[file]
}

func (l *lineReader) bytes(r *reader) error {
	if l.part == nil || l.file == "" {
		return r.errorf("%q before the first file", r.line)
	}
	a, b, err := r.two()
	if err != nil {
		return err
	}
	distance, err := strconv.Atoi(a)
	if err != nil {
		return r.errorf("%q is not a distance of lines", a)
	}
	size, err := r.size(b)
	if err != nil {
		return err
	}
	number := l.line + distance
	if number < 1 || number > 1<<20 {
		return r.errorf("%s has no line %d", l.file, number)
	}
	if size == 0 || size > l.part.Size-l.offset {
		return r.errorf("%d bytes, %d are left of %s", size, l.part.Size-l.offset, l.part)
	}
	if want := l.part.bytesBefore(l.labels); want < l.offset+size && l.labels < len(l.part.Labels) {
		return r.errorf("label %s must come first, at %04X", l.part.Labels[l.labels].Name, l.part.Addr+want)
	}
	l.line = number
	l.part.Lines = append(l.part.Lines, OfLine{l.offset, size, l.file, number})
	l.offset += size
	return nil
}

func (l *lineReader) label(r *reader, name string) error {
	if l.part == nil {
		return r.errorf("%q before the first unit and section", r.line)
	}
	if l.labels == len(l.part.Labels) || l.part.Labels[l.labels] != (Label{name, l.offset}) {
		return r.errorf("the symbols have no label %s at %04X", name, l.part.Addr+l.offset)
	}
	l.labels++
	return nil
}

// end checks that the part is complete.
func (l *lineReader) end(r *reader) error {
	switch {
	case l.part == nil:
		return nil
	case l.offset != l.part.Size:
		return r.errorf("%s has %d bytes here, %d by its symbols", l.part, l.offset, l.part.Size)
	case l.labels != len(l.part.Labels):
		return r.errorf("%s lacks label %s", l.part, l.part.Labels[l.labels].Name)
	}
	return nil
}
