package debug

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
)

// Place is where a value can be written: a register, a bit of it, or bytes of memory.
type Place struct {
	// Register is empty for memory. Bit is the place of a bit in it, -1 for all bits.
	Register string
	Bit      int
	// Addr and Size are the bytes.
	Addr, Size uint32
}

// register returns the place of a register or a flag.
func (d *Debugger) register(name string) (at Place, ok bool) {
	c := d.cpu()
	if flag, ok := strings.CutPrefix(name, "flag."); ok && len(flag) == 1 && flag != " " {
		i := strings.Index(c.flags, flag)
		return Place{Register: c.flagsIn, Bit: 7 - i}, i >= 0
	}
	return Place{Register: name, Bit: -1}, slices.ContainsFunc(c.registers, func(r register) bool { return r.name == name })
}

// get returns what is at a place.
func (d *Debugger) get(at Place) int64 {
	switch {
	case at.Register == "":
		b, ok := d.Read(at.Addr, int(at.Size))
		if !ok {
			noValue("$%04X is outside the memory of the %s", at.Addr, d.m.Name())
		}
		return d.join(b)
	case at.Bit >= 0:
		return int64(d.m.Register(at.Register) >> at.Bit & 1)
	}
	return int64(d.m.Register(at.Register))
}

// sizes are the numbers of bytes that are read at an address.
var sizes = map[string]uint32{"byte": 1, "word": 2, "long": 4}

// name reads a name and what belongs to it.
func (p *parser) name() value {
	name, begin, changing := p.token, p.begin, p.changing
	lower := strings.ToLower(name)
	p.next()
	if size := sizes[lower]; size > 0 && p.take("(") {
		addr := p.or()
		p.want(")")
		return p.memory(changing, begin, addr, size)
	}
	indexed := p.token == "[" // only a label, whatever else has its name
	if !indexed {
		if v := p.variable(name); v != nil {
			return v
		}
	}
	if addr, ok := p.label(name); ok {
		index := func(*Debugger) int64 { return 0 }
		if p.take("[") {
			index = p.or()
			p.want("]")
		}
		return p.memory(changing, begin, func(d *Debugger) int64 { return int64(addr) + index(d) }, 1)
	}
	if c, ok := p.d.program.Constants[name]; ok {
		return p.result(func(*Debugger) int64 { return int64(c) })
	}
	if !indexed {
		if v := p.variable(lower); v != nil {
			return v
		}
	}
	p.begin = begin
	p.unknown(name)
	return nil
}

// variable returns the value of a number of the search, a register or a flag, nil if
// there is no such name.
func (p *parser) variable(name string) value {
	if v := searchNames[name]; v != nil {
		p.changing++
		return p.result(v)
	}
	at, ok := p.d.register(name)
	if !ok {
		return nil
	}
	p.changing++
	p.place = func(*Debugger) Place { return at }
	return func(d *Debugger) int64 { return d.get(at) }
}

// label returns the address of a label.
func (p *parser) label(name string) (addr uint32, ok bool) {
	if addr, ok = p.d.program.Symbols[name]; !ok {
		addr, ok = p.d.local(name, p.here)
	}
	return addr, ok
}

// memory returns the number at an address. changing and begin are what they were at its
// beginning.
func (p *parser) memory(changing, begin int, addr value, size uint32) value {
	at := func(d *Debugger) Place {
		n := addr(d)
		if n < 0 || n > math.MaxUint32 {
			noValue("address %s is outside the memory of the %s", hexNumber(n), d.m.Name())
		}
		return Place{Addr: uint32(n), Size: size}
	}
	v := func(d *Debugger) int64 { return d.get(at(d)) }
	p.folded(changing, begin, v) // an address that is constant must be one
	p.changing++
	p.place = at
	return v
}

// hexNumber returns a number in hexadecimal, with its sign.
func hexNumber(n int64) string {
	if n < 0 {
		return fmt.Sprintf("-$%X", -n)
	}
	return fmt.Sprintf("$%X", n)
}

func (p *parser) unknown(name string) {
	p.fail("%s is not a register, a label or a number of the search: the nearest is %s", report.Short(name, 40), report.Nearest(name, p.d.Names(p.here)))
}

// Names lists what an expression may name in a routine, given an address in it.
func (d *Debugger) Names(here uint32) (all []string) {
	c := d.cpu()
	all = slices.Collect(maps.Keys(searchNames))
	for _, r := range c.registers {
		all = append(all, r.name)
	}
	for _, f := range strings.ReplaceAll(c.flags, " ", "") {
		all = append(all, "flag."+string(f))
	}
	all = slices.AppendSeq(all, maps.Keys(d.program.Symbols))
	for _, l := range d.localsIn(d.lineAt(here).File).all {
		if addr, ok := d.local(l.name, here); ok && addr == l.addr {
			all = append(all, l.name)
		}
	}
	slices.Sort(all)
	return append(all, "line")
}

// localLabel matches the definition of a label that is known only near to it, globalLabel
// that of another.
var (
	localLabel  = regexp.MustCompile(`^\s*(\.L\w+|@\w+):`)
	globalLabel = regexp.MustCompile(`^\s*[A-Za-z_]\w*:`)
)

// local is a local label. scope is the number of global labels before it in its file.
type local struct {
	name  string
	scope int
	addr  uint32
}

// locals are the local labels of a source file, and the lines of its global ones.
type locals struct {
	all     []local
	globals []int
}

// scope returns the number of global labels up to a line.
func (l *locals) scope(line int) int { return sort.SearchInts(l.globals, line+1) }

// localsIn returns the labels of a source file, none of one that can't be read.
func (d *Debugger) localsIn(file string) *locals {
	if found := d.locals[file]; found != nil {
		return found
	}
	found := new(locals)
	d.locals[file] = found
	text, err := d.Source(file)
	if err != nil {
		return found
	}
	var code []int // the lines that have code
	first := map[int]uint32{}
	for _, l := range d.img.Lines {
		if _, seen := first[l.Line]; l.File == file && !seen {
			code, first[l.Line] = append(code, l.Line), l.Addr
		}
	}
	slices.Sort(code)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if globalLabel.MatchString(line) {
			found.globals = append(found.globals, i+1)
		}
		if name := localLabel.FindStringSubmatch(line); name != nil {
			if at, _ := slices.BinarySearch(code, i+1); at < len(code) && d.nothing(lines[i:code[at]-1]) {
				found.all = append(found.all, local{name[1], len(found.globals), first[code[at]]})
			}
		}
	}
	return found
}

// noBytes matches what a source line may have that makes no bytes: labels and conditions.
// repetition matches the beginning of a repetition, whose code is listed at its end.
var (
	noBytes    = regexp.MustCompile(`^\s*([.@\w]+:\s*)*(\.(if|else|endif)\w*\b.*)?$`)
	repetition = regexp.MustCompile(`^\s*([.@\w]+:\s*)*\.(irp|irpc|rept|repeat)\b`)
)

// nothing reports whether some source lines make no bytes before the next line that has
// code: what makes some and is not listed, as a table in another section, has no address
// here.
func (d *Debugger) nothing(lines []string) bool {
	for _, line := range lines {
		line = d.img.CPU.Code(line)
		if repetition.MatchString(line) {
			return true
		}
		if !noBytes.MatchString(line) {
			return false
		}
	}
	return true
}

// local returns the address of a local label that the code at an address may use. One of
// GNU as is known in all of its file, one of ca65 between two global labels.
func (d *Debugger) local(name string, here uint32) (addr uint32, ok bool) {
	if !strings.HasPrefix(name, ".L") && !strings.HasPrefix(name, "@") {
		return 0, false
	}
	at := d.lineAt(here)
	in := d.localsIn(at.File)
	for _, l := range in.all {
		if l.name == name && (name[0] == '.' || l.scope == in.scope(at.Line)) {
			return l.addr, true
		}
	}
	return 0, false
}
