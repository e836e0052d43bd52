package debug

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/explain/listing"
	"github.com/searchex/searchex/cmd/internal/explain/probe"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/expr"
	"github.com/searchex/searchex/goengine"
)

// frameRegisters are the registers that point to the node's frame, in which constants that
// begin with n_ are offsets. On the other CPUs these names are labels.
var frameRegisters = map[string]string{"68000": "a6"}

// cpu returns the description of the machine's CPU.
func (d *Debugger) cpu() *expr.CPU { return expr.CPUOf(d.m.Name()) }

// Variable is a name with its value.
type Variable struct {
	Name, Value string
	// Addr is its address and Size its length in bytes, 0 if it is not in memory.
	Addr, Size uint32
	// Expression evaluates to its value; empty if that is no number in memory.
	Expression string
}

// Registers lists the registers, and then the flags.
func (d *Debugger) Registers() (all []Variable) {
	c := d.cpu()
	for _, r := range c.Registers {
		all = append(all, Variable{Name: r.Name, Value: fmt.Sprintf("$%0*X", r.Digits(), d.m.Register(r.Name))})
	}
	for i, f := range c.Flags {
		if f != ' ' {
			all = append(all, Variable{Name: "flag." + string(f), Value: fmt.Sprint(d.m.Register(c.FlagsIn) >> (7 - i) & 1)})
		}
	}
	return all
}

// symbols has the labels in RAM and the constants of a node's frame, by address.
// Each extends up to the next.
type symbols struct{ ram, frame []Variable }

func newSymbols(m emu.Machine, img *asm.Image) *symbols {
	s := &symbols{}
	for name, addr := range img.Symbols {
		switch {
		case img.Kinds[name] == asm.BSS:
			s.ram = append(s.ram, Variable{Name: name, Addr: addr})
		case img.Kinds[name] == asm.Abs && strings.HasPrefix(name, "n_"):
			s.frame = append(s.frame, Variable{Name: name, Addr: addr})
		}
	}
	size(s.ram, func(addr uint32) uint32 { return listing.EndOfRAM(m, img, addr) })
	size(s.frame, func(uint32) uint32 { return img.Symbols["FRAME"] })
	return s
}

// size sorts variables and sets their sizes. end returns where those end that lie with an address.
func size(all []Variable, end func(addr uint32) uint32) {
	sort.Slice(all, func(i, j int) bool {
		if all[i].Addr != all[j].Addr {
			return all[i].Addr < all[j].Addr
		}
		return all[i].Name < all[j].Name
	})
	for i := len(all) - 1; i >= 0; i-- {
		v := &all[i]
		next := end(v.Addr)
		for _, w := range all[i+1:] {
			if w.Addr > v.Addr {
				next = min(next, w.Addr)
				break
			}
		}
		v.Size = max(next, v.Addr+1) - v.Addr
	}
}

// Memory lists the variables in RAM.
func (d *Debugger) Memory() []Variable { return d.values(d.symbols.ram, "") }

// Node lists the variables of the current node, whose names begin with n_.
func (d *Debugger) Node() []Variable {
	if frame := frameRegisters[d.m.Name()]; frame != "" {
		return d.values(d.symbols.frame, frame)
	}
	return d.values(slices.DeleteFunc(slices.Clone(d.symbols.ram), func(v Variable) bool { return !strings.HasPrefix(v.Name, "n_") }), "")
}

// values returns variables with their current values. Their addresses are offsets from
// the register, if one is named.
func (d *Debugger) values(of []Variable, register string) (all []Variable) {
	for _, v := range of {
		at := "&" + v.Name
		if register != "" {
			v.Addr += d.m.Register(register)
			at = register + "+" + v.Name
		}
		v.Value = d.show(v.Addr, v.Size)
		for name, size := range expr.Sizes {
			if size == v.Size {
				v.Expression = fmt.Sprintf("%s(%s)", name, at)
			}
		}
		all = append(all, v)
	}
	return all
}

// shown is how many bytes of a long variable are shown.
const shown = 16

// show returns the bytes at addr as text: a number, or a row of bytes.
func (d *Debugger) show(addr, size uint32) string {
	b, ok := d.Read(addr, int(min(size, shown)))
	if !ok {
		return "outside the memory"
	}
	text := d.hex(b)
	if size > shown {
		text += fmt.Sprintf(" … %d bytes", size)
	}
	return text
}

// isNumber reports whether a variable of size bytes is shown as a number.
func isNumber(size int) bool { return size == 1 || size == 2 || size == 4 }

// hex returns 1, 2 or 4 bytes as one number, and other rows byte by byte.
func (d *Debugger) hex(b []byte) string {
	if isNumber(len(b)) {
		n := expr.Join(d.m, b)
		return fmt.Sprintf("$%0*X (%d)", 2*len(b), n, n)
	}
	return fmt.Sprintf("% X", b)
}

// Read returns n bytes from addr on. ok is false if one of them is outside the memory.
func (d *Debugger) Read(addr uint32, n int) (b []byte, ok bool) {
	if !d.m.InMap(addr, n) {
		return nil, false
	}
	b = make([]byte, n)
	d.m.ReadBytes(addr, b)
	return b, true
}

// ReadSome returns up to n bytes from addr on, nil if there is no memory at addr.
func (d *Debugger) ReadSome(addr uint32, n int) []byte {
	for _, a := range d.areas {
		if a.Has(addr) {
			b, _ := d.Read(addr, min(n, int(a.End()-addr)))
			return b
		}
	}
	return nil
}

// NextMemory returns the first address of memory that is not below addr. ok is false if
// there is none.
func (d *Debugger) NextMemory(addr int64) (at int64, ok bool) {
	for _, a := range d.areas {
		if addr < int64(a.End()) {
			return max(addr, int64(a.Start)), true
		}
	}
	return 0, false
}

// SourceOf returns the source line of an address; file is "" if it has none.
func (d *Debugger) SourceOf(addr uint32) (file string, line int) {
	l := d.lineAt(addr)
	return l.File, l.Line
}

// lineAt returns the source line of an address, the zero Line if there is none, or if its
// file can't be read.
func (d *Debugger) lineAt(addr uint32) emu.Line {
	l, _ := d.program.LineAt(addr)
	readable, known := d.readable[l.File]
	if !known {
		_, err := d.Source(l.File)
		readable = err == nil
		d.readable[l.File] = readable
	}
	if !readable {
		return emu.Line{}
	}
	l.Addr = 0
	return l
}

// Call is an active routine.
type Call struct {
	// Name is the routine with the offset of the instruction in it.
	Name string
	PC   uint32
	File string // empty if the source is not known
	Line int
}

// Stack lists the active routines, innermost first.
func (d *Debugger) Stack() (all []Call) {
	add := func(pc uint32) {
		l := d.lineAt(pc)
		all = append(all, Call{listing.Where(d.program, pc), pc, l.File, l.Line})
	}
	add(d.m.PC())
	for _, r := range d.returns() {
		add(r.Addr)
		c := &all[len(all)-1]
		l := d.lineAt(r.Addr - 1) // of the call, which ends before the return address
		c.File, c.Line = l.File, l.Line
	}
	return all
}

// Ply is a node of the line being searched.
type Ply struct {
	Ply  int
	Line []string // in standard algebraic notation, from the root
	Frame
}

// Plies lists the nodes from the current one up to the root.
func (d *Debugger) Plies() (all []Ply) {
	san := d.SAN(d.Line())
	alpha, beta := d.search.Window()
	own, other := d.search.Budget()
	at := Frame{goengine.NoMove, alpha, beta, own, other}
	for ply := d.Ply(); ply >= 0; ply-- {
		all = append(all, Ply{ply, san[:min(ply, len(san))], at})
		if ply > 0 {
			at = d.frames[ply-1]
		}
	}
	return all
}

// Chess lists the state of the search: line, budgets, window, killers, board.
func (d *Debugger) Chess() (all []Variable) {
	add := func(name, format string, args ...any) {
		all = append(all, Variable{Name: name, Value: fmt.Sprintf(format, args...)})
	}
	alpha, beta := d.search.Window()
	own, other := d.search.Budget()
	add("line", "%s", d.LineText())
	for _, n := range []struct {
		name  string
		value int
	}{
		{"ply", d.Ply()}, {"sx", int(own)}, {"other", int(other)}, {"alpha", int(alpha)}, {"beta", int(beta)}, {"static", int(d.search.Static())},
	} {
		if d.Knows(n.name) {
			add(n.name, "%d", n.value)
		}
	}
	if killers, ok := d.search.Killers(d.Ply()); ok {
		var names []string
		for _, m := range killers {
			if m != goengine.NoMove {
				names = append(names, m.String())
			}
		}
		if names == nil {
			names = []string{"none"}
		}
		add("killers", "%s", strings.Join(names, " "))
	}
	if d.Knows("node") {
		add("node", "%d", d.Nodes())
	}
	add("cycles", "%d", d.m.Cycles())
	if board, ok := d.search.Board(); ok {
		for _, rank := range board {
			add("rank "+rank[:1], "%s", rank[2:])
		}
	}
	return all
}

// SAN returns moves from the root in standard algebraic notation. A broken machine may
// make illegal moves; these are in UCI notation.
func (d *Debugger) SAN(line []goengine.Move) (names []string) {
	return probe.SAN(d.task.Position(), line)
}

// Source returns the text of a source file.
func (d *Debugger) Source(file string) (string, error) { return d.img.SourceFile(file) }

// Code returns the listing of the program, as it is in the machine's memory.
func (d *Debugger) Code() (*listing.Listing, error) {
	if d.listing == nil {
		var err error
		if d.listing, err = listing.New(d.m, d.img); err != nil {
			return nil, err
		}
	}
	return d.listing, nil
}
