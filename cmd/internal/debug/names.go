package debug

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
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
	if v := p.variable(name); v != nil && !indexed {
		return v
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
	if v := p.variable(lower); v != nil && !indexed {
		return v
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
	p.fail("%s is not a register, a label or a number of the search: the nearest is %s", report.Short(name, 40), strings.Join(report.Nearest(name, p.d.Names(p.here)), " or "))
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
	for name := range d.localsIn(d.lineAt(here).File) {
		if _, ok := d.local(name, here); ok {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return append(all, "line")
}

// localLabel matches the definition of a label that is known only near to it.
var localLabel = regexp.MustCompile(`^\s*(\.L\w+|@\w+):`)

// localsIn returns the addresses of the local labels of a source file by name. Several
// routines may have one of the same name.
func (d *Debugger) localsIn(file string) map[string][]uint32 {
	if all, ok := d.locals[file]; ok {
		return all
	}
	all := map[string][]uint32{}
	d.locals[file] = all
	text, err := d.Source(file)
	if err != nil {
		return all
	}
	var code []int // the lines that have code
	first := map[int]uint32{}
	for _, l := range d.img.Lines {
		if _, seen := first[l.Line]; l.File == file && !seen {
			code, first[l.Line] = append(code, l.Line), l.Addr
		}
	}
	slices.Sort(code)
	for i, line := range strings.Split(text, "\n") {
		if found := localLabel.FindStringSubmatch(line); found != nil {
			if at, _ := slices.BinarySearch(code, i+1); at < len(code) {
				all[found[1]] = append(all[found[1]], first[code[at]])
			}
		}
	}
	return all
}

// local returns the address of a local label that code at an address may use.
func (d *Debugger) local(name string, here uint32) (addr uint32, ok bool) {
	if !strings.HasPrefix(name, ".L") && !strings.HasPrefix(name, "@") {
		return 0, false
	}
	all := d.localsIn(d.lineAt(here).File)[name]
	label, _ := d.program.LabelAt(here)
	routine, _ := d.program.RoutineAt(here)
	for _, addr := range all {
		if l, _ := d.program.LabelAt(addr); l == label {
			return addr, true
		}
	}
	for _, addr := range all {
		if r, _ := d.program.RoutineAt(addr); r == routine {
			return addr, true
		}
	}
	if len(all) == 1 && name[0] == '.' { // which are known in all of a file
		return all[0], true
	}
	return 0, false
}
