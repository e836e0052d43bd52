package symbols

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/searchex/searchex/emu"
)

// Bounds of qualified names. In the file a scope's name stands once, in the table with each of its symbols.
const (
	mostScopes = 32
	mostName   = 512 // bytes
)

// ld65 has what a debug file says, by the numbers that it gives.
type ld65 struct {
	*reader
	values         map[string]string // of the present line
	files, modules map[uint32]string
	segments       map[uint32]ld65Segment
	spans          map[uint32]ld65Span
	scopes         map[uint32]ld65Scope
	labels         map[uint32]ld65Symbol // and equates
	exported       map[uint32]bool       // symbols that another module imports
	lines          map[uint32]ld65Line
	err            error
}

type ld65Segment struct {
	start, size uint32
	output      bool // the linker wrote it to a file, as it does not with BSS
	shared      bool // another one in a file has addresses of it: they are in several banks
}

type ld65Span struct {
	segment, start, size uint32
	data                 bool // .byte and the like made it
}

type ld65Scope struct {
	name           string
	parent, module uint32
	top, routine   bool // it is the module, and has no parent; it is a .proc
}

type ld65Line struct {
	at, line, rank int // at is its line in the debug file
	file           uint32
	spans          []uint32
}

type ld65Symbol struct {
	at             int
	name           string
	value          uint32
	scope, segment uint32 // scope is a symbol if it is cheap
	cheap          bool
	equate, placed bool // placed: it has a segment
	lines          []uint32
}

// readLD65 reads the debug file of ld65, version 2. A C line goes before the assembly that cc65 made of it, and that before
// lines within macros. If .org has moved code away from its segment, there are no lines. An equate in a segment is a label.
// An import has its export's name and value, and adds nothing.
func readLD65(r *reader) error {
	d := &ld65{
		reader: r, values: map[string]string{}, files: map[uint32]string{}, modules: map[uint32]string{},
		segments: map[uint32]ld65Segment{}, spans: map[uint32]ld65Span{}, scopes: map[uint32]ld65Scope{}, lines: map[uint32]ld65Line{},
		labels: map[uint32]ld65Symbol{}, exported: map[uint32]bool{},
	}
	r.tellsCode = true
	for r.next() {
		if err := d.record(); err != nil {
			return err
		}
	}
	data, err := d.addLines()
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(d.labels)) {
		if err := d.add(id, data); err != nil {
			return err
		}
	}
	return nil
}

// value returns the number of the present line's value of a name. The first fault stays in err.
func (d *ld65) value(name string) uint32 {
	n, err := d.constant(d.values[name], 0)
	if err != nil && d.err == nil {
		d.err = d.errorf("%s=%s is no number of 32 bits", name, d.values[name])
	}
	return n
}

// optional is value, or 0 if the line does not have the name.
func (d *ld65) optional(name string) uint32 {
	if d.values[name] == "" {
		return 0
	}
	return d.value(name)
}

// list is the list of numbers of a name, which has plus signs between.
func (d *ld65) list(name string) (all []uint32) {
	for s := d.values[name]; s != ""; {
		d.values[name], s, _ = strings.Cut(s, "+")
		all = append(all, d.value(name))
	}
	return all
}

// record reads a line.
func (d *ld65) record() error {
	d.format = `KIND, a tabulator, and NAME=VALUE,NAME="VALUE"`
	kind, rest, _ := strings.Cut(d.line, "\t")
	if err := d.split(rest); err != nil {
		return err
	}
	v := d.values
	switch kind {
	case "version":
		if v["major"] != "2" {
			return d.errorf("another version than 2")
		}
	case "file":
		d.files[d.value("id")] = v["name"]
	case "mod":
		d.modules[d.value("id")] = strings.TrimSuffix(v["name"], ".o")
	case "seg":
		d.segments[d.value("id")] = ld65Segment{start: d.value("start"), size: d.value("size"), output: v["oname"] != ""}
	case "span":
		d.spans[d.value("id")] = ld65Span{d.value("seg"), d.value("start"), d.value("size"), v["type"] != ""}
	case "scope":
		d.scopes[d.value("id")] = ld65Scope{v["name"], d.optional("parent"), d.value("mod"), v["parent"] == "", v["sym"] != ""}
	case "line":
		l := ld65Line{at: d.number, line: int(d.value("line")), file: d.value("file")}
		l.rank = map[string]int{"": 1, "0": 1, "1": 2}[v["type"]]
		l.spans = d.list("span")
		d.lines[d.value("id")] = l
	case "sym":
		return d.symbol()
	case "info", "lib", "type", "csym":
	default:
		return d.errorf("%s is no kind of record", quote(kind))
	}
	return d.err
}

// symbol reads a symbol.
func (d *ld65) symbol() error {
	v := d.values
	if v["type"] == "imp" {
		if v["exp"] != "" {
			d.exported[d.value("exp")] = true
		}
		return d.err
	}
	s := ld65Symbol{
		at: d.number, name: v["name"], value: d.value("val"), segment: d.optional("seg"),
		cheap: v["parent"] != "", equate: v["type"] == "equ", placed: v["seg"] != "",
	}
	if s.name == "" || v["type"] != "lab" && !s.equate {
		return d.errorf("want a name, and type equ, lab or imp")
	}
	if s.cheap {
		s.scope = d.value("parent")
	} else {
		s.scope = d.value("scope")
	}
	if !s.placed && !s.equate {
		s.lines = d.list("def")
	}
	d.labels[d.value("id")] = s
	return d.err
}

// split reads the names and values of a line. A value in quotation marks may have commas.
func (d *ld65) split(s string) error {
	clear(d.values)
	for s != "" {
		name, rest, ok := strings.Cut(s, "=")
		var value string
		if quoted := strings.TrimPrefix(rest, `"`); quoted != rest {
			value, rest, ok = strings.Cut(quoted, `"`)
			ok = ok && (rest == "" || rest[0] == ',')
			rest = strings.TrimPrefix(rest, ",")
		} else {
			value, rest, _ = strings.Cut(rest, ",")
		}
		if !ok {
			return d.errorf("%s is no NAME=VALUE", quote(s))
		}
		d.values[name] = value
		s = rest
	}
	return nil
}

// addLines adds the lines, and returns the addresses where data begins.
func (d *ld65) addLines() (data map[uint32]bool, err error) {
	d.share()
	data = map[uint32]bool{}
	for _, s := range d.spans {
		if s.data {
			data[d.segments[s.segment].start+s.start] = true
		}
	}
	if d.moved() {
		return data, nil
	}
	var spans []span
	for _, id := range slices.Sorted(maps.Keys(d.lines)) {
		l := d.lines[id]
		file, ok := d.files[l.file]
		if !ok {
			return nil, fmt.Errorf("%s:%d: line of file %d, which is missing", d.file, l.at, l.file)
		}
		for _, id := range l.spans {
			s, ok := d.spans[id]
			segment, in := d.segments[s.segment]
			if !ok || !in {
				return nil, fmt.Errorf("%s:%d: span %d or its segment is missing", d.file, l.at, id)
			}
			if segment.output && !segment.shared {
				start := uint64(segment.start) + uint64(s.start)
				spans = append(spans, span{start, start + uint64(s.size), l.rank, emu.Line{File: file, Line: l.line}})
			}
		}
	}
	d.points = flatten(spans)
	return data, nil
}

// moved reports whether code is at another address than its segment's, by .org. Then a label of code has no segment, and
// another value than the place of its line.
func (d *ld65) moved() bool {
	for _, l := range d.labels {
		known, found := false, false
		for _, line := range l.lines {
			for _, span := range d.lines[line].spans {
				s := d.spans[span]
				if segment := d.segments[s.segment]; segment.output {
					known = true
					found = found || segment.start+s.start == l.value
				}
			}
		}
		if known && !found {
			return true
		}
	}
	return false
}

// share finds the segments that share addresses. Their lines are left out: an address does not tell which bank is there.
func (d *ld65) share() {
	var ids []uint32
	for id, s := range d.segments {
		if s.output && s.size > 0 {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b uint32) int { return cmp.Compare(d.segments[a].start, d.segments[b].start) })
	furthest := -1 // the index of the one that reaches furthest
	for i, id := range ids {
		s := d.segments[id]
		if furthest >= 0 {
			f := d.segments[ids[furthest]]
			if end := uint64(f.start) + uint64(f.size); uint64(s.start) < end {
				f.shared, s.shared = true, true
				d.segments[ids[furthest]], d.segments[id] = f, s
				if uint64(s.start)+uint64(s.size) <= end {
					continue
				}
			}
		}
		furthest = i
	}
}

// add adds a symbol with its qualified name.
func (d *ld65) add(id uint32, data map[uint32]bool) error {
	s := d.labels[id]
	name, scope := s.name, s.scope
	if s.cheap {
		parent, ok := d.labels[scope]
		if !ok || parent.cheap {
			return fmt.Errorf("%s:%d: %s has no label %d as its parent", d.file, s.at, quote(name), scope)
		}
		name, scope = parent.name+"@"+strings.TrimPrefix(name, "@"), parent.scope
	}
	code := !s.cheap && !s.equate && (!s.placed || d.segments[s.segment].output) && !data[s.value] && isRoutine(name)
	in, ok := d.scopes[scope]
	for depth := 0; ok && !in.top; depth++ {
		if depth == mostScopes || len(name) > mostName {
			return fmt.Errorf("%s:%d: %s lies in more than %d scopes, or has more than %d bytes", d.file, s.at, quote(s.name), mostScopes, mostName)
		}
		name = in.name + "::" + name
		code = code && !in.routine
		in, ok = d.scopes[in.parent]
	}
	if !ok {
		return fmt.Errorf("%s:%d: a scope of %s is missing", d.file, s.at, quote(s.name))
	}
	rank := 1
	if d.exported[id] {
		rank = 0
	}
	d.symbols = append(d.symbols, symbol{
		name: name, scope: d.modules[in.module], value: s.value, rank: rank, constant: s.equate && !s.placed, code: code,
	})
	return nil
}
