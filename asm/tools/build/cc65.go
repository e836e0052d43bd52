package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/searchex/searchex/asm"
)

// cc65 is the toolchain of ca65 and ld65. It reads the debug file that ld65 writes, which doc/dbginfo.sgml in the sources
// of cc65 describes, and the symbols of the linker script from ld65's file of labels.
type cc65 struct {
	workspace
	debug debugInfo
}

// kindOfSegment has the kind of the labels in each segment.
var kindOfSegment = map[string]asm.Kind{
	"CODE": asm.Text, "BOOK": asm.Text, "NET": asm.Text, "WEIGHTS": asm.Rodata, "RODATA": asm.Rodata, "PAGE": asm.Rodata, "VECTORS": asm.Rodata,
	"ZEROPAGE": asm.BSS, "PLACED": asm.BSS, "BSS": asm.BSS, "STACK": asm.BSS,
}

// tool runs a program and treats its warnings as errors.
func (c *cc65) tool(dir, name string, args ...string) error {
	_, said, err := tool{name, c.cpu.Toolchain.Package}.run(dir, args...)
	if said = strings.TrimSpace(said); err == nil && said != "" {
		return errors.New(said)
	}
	return err
}

func (c *cc65) assemble(unit string) error {
	args := append(slices.Clone(c.cpu.Toolchain.Flags), "-g", "-U", "-o", filepath.Join(c.tmp, unit+".o"), unit+".s")
	return c.tool(c.src, c.cpu.Toolchain.Assembler(), args...)
}

// unresolved matches ld65's error about a symbol that no unit defines, with a first place.
var unresolved = regexp.MustCompile(`(?m)^Unresolved external '(\w+)' referenced in:\n\s+(\S+)\((\d+)\)`)

// undefined returns an error for each symbol that no unit defines, or nil.
func undefined(said error) error {
	var errs []error
	for _, m := range unresolved.FindAllStringSubmatch(said.Error(), -1) {
		errs = append(errs, fmt.Errorf("%s:%s: undefined symbol %s", m[2], m[3], m[1]))
	}
	return errors.Join(errs...)
}

// room matches the size of a memory area in a linker script, fixed a segment's place in its area.
var (
	room  = regexp.MustCompile(`size = [^,]*, type = r`)
	fixed = regexp.MustCompile(`(load = [^;]*),\s+start = [^,;]*`)
)

// linkAnywhere links with areas that have room for everything, since ld65 looks for undefined symbols only then.
func (c *cc65) linkAnywhere(objects []string) error {
	script, err := os.ReadFile(filepath.Join(c.src, c.cpu.LinkerScript()))
	if err != nil {
		return err
	}
	large := filepath.Join(c.tmp, "large.cfg")
	script = fixed.ReplaceAll(room.ReplaceAll(script, []byte("size = $$7FFFFF, type = r")), []byte("$1"))
	if err := os.WriteFile(large, script, 0o644); err != nil {
		return err
	}
	return c.tool(c.tmp, "ld65", append([]string{"-C", large, "-o", "large"}, objects...)...)
}

// overflowing matches ld65's error about a memory area that is too small.
var overflowing = regexp.MustCompile(`(?m)^.*Segment '\w+' overflows memory area '(\w+)' by (\d+) byte`)

func (c *cc65) link(units []string) error {
	var objects []string
	for _, u := range units {
		objects = append(objects, u+".o")
	}
	args := []string{"-C", filepath.Join(c.src, c.cpu.LinkerScript()), "-o", "image", "--dbgfile", "image.dbg", "-Ln", "image.labels"}
	if c.noBook {
		args = append(args, c.cpu.Toolchain.NoBook...)
	}
	if err := c.tool(c.tmp, "ld65", append(args, objects...)...); err != nil {
		if undefined := undefined(err); undefined != nil {
			return undefined
		}
		if large := c.linkAnywhere(objects); large != nil {
			if undefined := undefined(large); undefined != nil {
				return undefined
			}
		}
		// The overflow of a segment includes that of the segments before it, so the last number is the total.
		missing := map[string]int64{}
		var memories []string
		for _, m := range overflowing.FindAllStringSubmatch(err.Error(), -1) {
			n, numeric := strconv.ParseInt(m[2], 10, 64)
			if numeric != nil {
				return err
			}
			if missing[m[1]] == 0 {
				memories = append(memories, m[1])
			}
			missing[m[1]] = max(missing[m[1]], n)
		}
		var said []string
		for _, m := range memories {
			said = append(said, overflow(m, missing[m]).Error())
		}
		if said == nil {
			return err
		}
		return errors.New(strings.Join(said, "; "))
	}
	text, err := os.ReadFile(filepath.Join(c.tmp, "image.dbg"))
	if err != nil {
		return err
	}
	c.debug, err = readDebugInfo(string(text))
	return err
}

// record is a line of a debug file: name=value pairs. A list of numbers has + between them.
type record map[string]string

func (r record) number(name string) (int, error) {
	n, err := strconv.ParseInt(r[name], 0, 64)
	if err != nil {
		return 0, fmt.Errorf("%s=%q is not a number", name, r[name])
	}
	return int(n), nil
}

func (r record) numbers(name string) ([]int, error) {
	if r[name] == "" {
		return nil, nil
	}
	var all []int
	for _, s := range strings.Split(r[name], "+") {
		n, err := strconv.Atoi(s)
		if err != nil {
			return nil, fmt.Errorf("%s=%q is not a list of numbers", name, r[name])
		}
		all = append(all, n)
	}
	return all, nil
}

// debugInfo has the parts of a debug file that are used here.
type debugInfo struct {
	files, modules []string // by id
	segments       []segment
	spans          []span
	scopes         []scope
	lines          []sourceLine
	symbols        []record // labels and constants
}

type segment struct {
	name, file  string // file is the ROM's, "" for a segment without contents
	start, size uint32
	offset      int // in file
}

// span is a run of bytes in a segment.
type span struct {
	segment    int
	start, end uint32
}

type scope struct {
	module int
	top    bool // the outermost of its module
	spans  []int
}

// sourceLine is a line that made the bytes of spans. A line that was expanded from a macro or a repetition has a count; the
// line that invoked the macro has a span that covers those of the expansion.
type sourceLine struct {
	file, line      int
	expanded, macro bool
	spans           []int
}

var pair = regexp.MustCompile(`(\w+)=("[^"]*"|[^,]*)`)

func readDebugInfo(text string) (d debugInfo, err error) {
	number := 0
	for line := range strings.Lines(text) {
		number++
		kind, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		r := record{}
		for _, m := range pair.FindAllStringSubmatch(rest, -1) {
			r[m[1]] = strings.Trim(m[2], `"`)
		}
		if err := d.add(kind, r); err != nil {
			return d, fmt.Errorf("image.dbg:%d: %w", number, err)
		}
	}
	return d, d.check()
}

// add adds a record. The ids of a kind's records must be 0, 1, 2 and so on.
func (d *debugInfo) add(kind string, r record) error {
	var errs []error
	number := func(name string) int {
		n, err := r.number(name)
		errs = append(errs, err)
		return n
	}
	numbers := func(name string) []int {
		n, err := r.numbers(name)
		errs = append(errs, err)
		return n
	}
	count := 0
	switch kind {
	case "version":
		if r["major"] != "2" {
			return fmt.Errorf("version %s.%s of the debug file, 2 can be read", r["major"], r["minor"])
		}
		return nil
	case "file":
		count = len(d.files)
		d.files = append(d.files, r["name"])
	case "mod":
		count = len(d.modules)
		d.modules = append(d.modules, strings.TrimSuffix(r["name"], ".o"))
	case "seg":
		count = len(d.segments)
		s := segment{name: r["name"], file: r["oname"], start: uint32(number("start")), size: uint32(number("size"))}
		if s.file != "" {
			s.offset = number("ooffs")
		}
		d.segments = append(d.segments, s)
	case "span":
		count = len(d.spans)
		start := uint32(number("start"))
		d.spans = append(d.spans, span{number("seg"), start, start + uint32(number("size"))})
	case "scope":
		count = len(d.scopes)
		d.scopes = append(d.scopes, scope{number("mod"), r["parent"] == "", numbers("span")})
	case "line":
		count = len(d.lines)
		d.lines = append(d.lines, sourceLine{number("file"), number("line"), r["count"] != "", r["type"] == "2", numbers("span")})
	case "sym":
		count = len(d.symbols)
		d.symbols = append(d.symbols, r)
	default:
		return nil
	}
	if id := number("id"); id != count {
		return fmt.Errorf("%s %d comes as number %d", kind, id, count)
	}
	return errors.Join(errs...)
}

// check returns an error if a record refers to one that does not exist.
func (d *debugInfo) check() error {
	within := func(n, size int, what string) error {
		if n < 0 || n >= size {
			return fmt.Errorf("image.dbg: there is no %s %d", what, n)
		}
		return nil
	}
	var errs []error
	for _, s := range d.spans {
		errs = append(errs, within(s.segment, len(d.segments), "segment"))
	}
	for _, s := range d.scopes {
		errs = append(errs, within(s.module, len(d.modules), "module"))
		for _, n := range s.spans {
			errs = append(errs, within(n, len(d.spans), "span"))
		}
	}
	for _, l := range d.lines {
		errs = append(errs, within(l.file, len(d.files), "file"))
		for _, n := range l.spans {
			errs = append(errs, within(n, len(d.spans), "span"))
		}
	}
	return errors.Join(errs...)
}

func (c *cc65) sections() ([]asm.Part, error) {
	d := &c.debug
	var parts []asm.Part
	for _, s := range d.scopes {
		if !s.top {
			continue
		}
		for _, n := range s.spans {
			sp := d.spans[n]
			seg := d.segments[sp.segment]
			kind, ok := kindOfSegment[seg.name]
			if !ok {
				return nil, fmt.Errorf("%s.s: segment %s is unknown: use one that asm/README.md lists", d.modules[s.module], seg.name)
			}
			parts = append(parts, asm.Part{Kind: kind, Section: seg.name, Unit: d.modules[s.module], Addr: seg.start + sp.start, Size: sp.end - sp.start})
		}
	}
	sort.SliceStable(parts, func(i, j int) bool { return parts[i].Addr < parts[j].Addr })
	return parts, nil
}

func (c *cc65) rom() ([]chunk, error) {
	var chunks []chunk
	for _, s := range c.debug.segments {
		if s.file == "" || s.size == 0 {
			continue
		}
		image, err := os.ReadFile(filepath.Join(c.tmp, filepath.Base(s.file)))
		if err != nil {
			return nil, err
		}
		if s.offset+int(s.size) > len(image) {
			return nil, fmt.Errorf("segment %s: %s has only %d bytes", s.name, s.file, len(image))
		}
		chunks = append(chunks, chunk{s.start, image[s.offset : s.offset+int(s.size)]})
	}
	slices.SortFunc(chunks, func(a, b chunk) int { return int(a.addr) - int(b.addr) })
	return chunks, nil
}

// plainName matches a name that is exported: not a cheap local label, not a label that a macro has made, and without the
// underscore that marks a unit's own labels.
var plainName = regexp.MustCompile(`^[A-Za-z]\w*$`)

// symbols returns the labels of the outermost scopes, and the constants that include files define.
func (c *cc65) symbols() ([]symbol, error) {
	d := &c.debug
	all, err := c.scriptSymbols()
	if err != nil {
		return nil, err
	}
	for _, r := range d.symbols {
		name, kind := r["name"], r["type"]
		if kind != "lab" && kind != "equ" || !plainName.MatchString(name) || r["scope"] == "" {
			continue
		}
		in, err := r.number("scope")
		if err != nil {
			return nil, err
		}
		value, err := r.number("val")
		if err != nil {
			return nil, err
		}
		lines, err := r.numbers("def")
		if err != nil {
			return nil, err
		}
		if in < 0 || in >= len(d.scopes) || len(lines) == 0 || slices.Max(lines) >= len(d.lines) {
			return nil, fmt.Errorf("image.dbg: symbol %s has no place", name)
		}
		switch {
		case !d.scopes[in].top:
		case kind == "lab":
			all = append(all, symbol{name, uint32(value), d.modules[d.scopes[in].module]})
		case strings.HasSuffix(d.files[d.lines[lines[0]].file], ".inc"):
			all = append(all, symbol{name, uint32(value) & c.cpu.Toolchain.ValueMask, ""})
		}
	}
	return all, nil
}

// labelLine matches a line of ld65's file of labels, in the format of the VICE emulator.
var labelLine = regexp.MustCompile(`(?m)^al ([0-9A-F]+) \.([a-z]\w*)$`)

// scriptSymbols returns the symbols of the linker script, which no unit defines.
func (c *cc65) scriptSymbols() ([]symbol, error) {
	text, err := os.ReadFile(filepath.Join(c.tmp, "image.labels"))
	if err != nil {
		return nil, err
	}
	ofUnits := map[string]bool{}
	for _, r := range c.debug.symbols {
		if r["type"] != "imp" {
			ofUnits[r["name"]] = true
		}
	}
	var all []symbol
	for _, m := range labelLine.FindAllStringSubmatch(string(text), -1) {
		value, err := hexadecimal(m[1])
		if err != nil {
			return nil, err
		}
		if !ofUnits[m[2]] {
			all = append(all, symbol{m[2], value, ""})
		}
	}
	return all, nil
}

// lines returns, for each place at which a span begins, the line that made the code there: the line that invoked the macro
// if there is one, otherwise the line with the narrowest span.
func (c *cc65) lines() ([]codeLine, error) {
	d := &c.debug
	parts, err := c.sections()
	if err != nil {
		return nil, err
	}
	type cover struct {
		span
		sourceLine
	}
	var covers []cover
	for _, l := range d.lines {
		for _, n := range l.spans {
			if kindOfSegment[d.segments[d.spans[n].segment].name] == asm.Text {
				covers = append(covers, cover{d.spans[n], l})
			}
		}
	}
	var all []codeLine
	for _, p := range parts {
		if p.Kind != asm.Text {
			continue
		}
		var here []cover
		starts := map[uint32]bool{}
		for _, v := range covers {
			seg := d.segments[v.segment]
			if seg.name != p.Section || v.start == v.end || seg.start+v.start < p.Addr || seg.start+v.start >= p.Addr+p.Size {
				continue
			}
			v.start, v.end = seg.start+v.start-p.Addr, seg.start+v.end-p.Addr
			here = append(here, v)
			starts[v.start] = true
		}
		for offset := range starts {
			var widest, narrowest *cover
			inMacro := false
			for i := range here {
				v := &here[i]
				if offset < v.start || offset >= v.end {
					continue
				}
				inMacro = inMacro || v.macro
				if !v.expanded && (widest == nil || v.end-v.start > widest.end-widest.start) {
					widest = v
				}
				if narrowest == nil || v.end-v.start < narrowest.end-narrowest.start {
					narrowest = v
				}
			}
			made := narrowest
			if inMacro && widest != nil {
				made = widest
			}
			all = append(all, codeLine{p.Unit, p.Section, offset, d.files[made.file], made.line, -1})
		}
	}
	return all, nil
}
