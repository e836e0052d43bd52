package mutant

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/disasm"
)

// resources is a set of registers and flags of a CPU, a bit each, as in its names.
type resources uint64

// effects is what an instruction reads and writes. It may name too much, except in kills.
type effects struct {
	// known is false for an instruction of which nothing is known; it may do anything.
	known bool
	// fixed is set for an instruction that must stay where it is: one that goes elsewhere,
	// or whose operand is relative to PC.
	fixed         bool
	reads, writes resources
	// kills are the flags that get a value that depends on none that they had.
	kills resources
	mem   []access
	// change is how the instruction changes the registers into, if it does so by a value that
	// does not depend on them: two of the same change, as of "or", do the same in either
	// order. With ofResult the flags that it writes depend on the result alone.
	change   string
	into     resources
	ofResult bool
	// value is what the instruction copies or tests, with its size, empty if it does neither:
	// the flags that it writes depend on nothing else, and those of two values of the same
	// sign are the same.
	value, sign string
	// to are the addresses where the program goes on, if that is not only behind the
	// instruction; ends is set if it may also go on at an address that is not known.
	to   []uint32
	ends bool
	next uint32 // the address behind the instruction
}

// access is an access to memory: size bytes at a number of bytes from what base stands for,
// which is an address if base is empty. Where base is "?" they may be anywhere. If within is
// not empty, they are in these addresses.
type access struct {
	write    bool
	base     string
	at, size int
	within   emu.Range
}

// analyst finds the effects of a CPU's instructions from their text.
type analyst struct {
	// names has the names of the registers and flags; flags has the flags among them.
	names []string
	flags resources
	// of fills in the effects of a mnemonic with its operands. It returns false if it
	// does not know them.
	of effectsOf
}

type effectsOf func(a *analyst, e *effects, name string, operands []string) (known bool)

var analysts = map[string]*analyst{
	"z80":   newAnalyst(namesZ80, flagsZ80, effectsZ80),
	"6502":  newAnalyst(names6502, flags6502, effects6502),
	"68000": newAnalyst(names68000, flags68000, effects68000),
}

func newAnalyst(names, flags string, of effectsOf) *analyst {
	a := &analyst{names: strings.Fields(names), of: of}
	a.flags = a.set(flags)
	return a
}

// set returns the set of the names in a list. It ignores words that are no register or flag.
func (a *analyst) set(list string) (s resources) {
	for _, name := range strings.Fields(list) {
		for i, n := range a.names {
			if n == name {
				s |= 1 << i
			}
		}
	}
	return s
}

// effects returns the effects of the instruction at the beginning of some code.
func (a *analyst) effects(cpu string, code []byte, addr uint32) (e effects) {
	in := disasm.Decode(cpu, code, addr, nil)
	name, operands, _ := strings.Cut(in.Text, " ")
	e.fixed = name[0] == '.' || strings.Contains(operands, "%pc")
	e.next = addr + uint32(in.Size)
	if e.known = !e.fixed; e.known {
		e.known = a.of(a, &e, name, splitOperands(operands))
	}
	return e
}

// splitOperands splits operands at the commas that are not in parentheses.
func splitOperands(text string) (all []string) {
	depth, from := 0, 0
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				all, from = append(all, text[from:i]), i+1
			}
		}
	}
	if text != "" {
		all = append(all, text[from:])
	}
	return all
}

// ends returns the first and the last operand, "" if there is none.
func ends(operands []string) (first, last string) {
	if len(operands) > 0 {
		first, last = operands[0], operands[len(operands)-1]
	}
	return first, last
}

// jump says that the instruction goes to the address of an operand, and behind the
// instruction too if it may.
func (e *effects) jump(operand string, behind bool) {
	e.fixed = true
	if addr, ok := number(operand); ok {
		e.to = append(e.to, uint32(addr))
	} else {
		e.ends = true
	}
	if behind {
		e.to = append(e.to, e.next)
	}
}

// changes says how the instruction changes registers, by a value made of operands.
func (e *effects) changes(how string, into, operands resources, ofResult bool) {
	if into != 0 && into&operands == 0 {
		e.change, e.into, e.ofResult = how, into, ofResult
	}
}

// copies says what the instruction copies or tests: an operand of some bytes.
func (e *effects) copies(operand string, size int) {
	e.value = fmt.Sprintf("%s.%d", operand, size)
	e.sign = e.value
	if n, ok := number(operand); ok && operand[0] == '#' {
		switch bits := uint(8 * size); {
		case n&(1<<bits-1) == 0:
			e.sign = "zero"
		case n>>(bits-1)&1 == 1:
			e.sign = "negative"
		default:
			e.sign = "positive"
		}
	}
}

// number reads a number as package disasm writes it.
func number(text string) (n int, ok bool) {
	text = strings.TrimPrefix(text, "#")
	base := 10
	if hex, found := strings.CutPrefix(text, "$"); found {
		text, base = hex, 16
	}
	v, err := strconv.ParseInt(text, base, 64)
	return int(v), err == nil
}

// apart reports whether two accesses certainly have no byte in common. The registers of
// their bases have the same values.
func (x *access) apart(y *access) bool {
	if x.base == y.base && x.base != "?" && (x.at+x.size <= y.at || y.at+y.size <= x.at) {
		return true
	}
	a, b := x.span(), y.span()
	return a.Size > 0 && b.Size > 0 && (a.End() <= b.Start || b.End() <= a.Start)
}

// span returns addresses that have all bytes of an access, of size 0 if they are not known.
func (x *access) span() emu.Range {
	if x.base == "" {
		return emu.Range{Start: uint32(x.at), Size: uint32(x.size)}
	}
	return x.within
}

// independent reports whether two instructions do the same in either order, except for some
// flags. It may be wrong only in reporting false.
func (a *analyst) independent(x, y *effects) (flags resources, ok bool) {
	xReads, xWrites, yReads, yWrites := x.reads, x.writes, y.reads, y.writes
	both := x.writes & y.writes
	equal := x.value != "" && y.value != "" && x.sign == y.sign // the flags that both write
	if x.change != "" && x.change == y.change && x.into == y.into {
		xReads, xWrites, yReads, yWrites = xReads&^x.into, xWrites&^x.into, yReads&^x.into, yWrites&^x.into
		both = (xWrites | yWrites) & a.flags // each flag is of what both have made
		equal = x.ofResult && y.ofResult
	}
	if !x.known || !y.known || xWrites&yReads != 0 || xReads&yWrites != 0 || xWrites&yWrites&^a.flags != 0 {
		return 0, false
	}
	for i := range x.mem {
		for k := range y.mem {
			p, q := &x.mem[i], &y.mem[k]
			same := p.write && q.write && p.size == 1 && q.size == 1 && x.value != "" && x.value == y.value
			if (p.write || q.write) && !same && !p.apart(q) {
				return 0, false
			}
		}
	}
	if equal {
		both = 0
	}
	return both, true
}

// program is the code of a ROM, for what follows an instruction.
type program struct {
	*analyst
	cpu string
	// at has the instructions by address.
	at map[uint32]*step
}

// step is an instruction of a program.
type step struct {
	effects
	size int
}

// newProgram analyses the instructions among the pieces.
func newProgram(cpu string, pieces []piece, size func(*piece) int) *program {
	p := &program{analysts[cpu], cpu, map[uint32]*step{}}
	for i := range pieces {
		if x := &pieces[i]; !x.data {
			p.at[x.addr] = &step{p.effects(cpu, x.code, x.addr), size(x)}
		}
	}
	return p
}

// maxSteps bounds how far dead looks ahead.
const maxSteps = 60

// dead reports whether some flags are overwritten before anything reads them, on each way
// from an address on. It may be wrong only in reporting false.
func (p *program) dead(flags resources, addr uint32) bool {
	type state struct {
		addr  uint32
		flags resources
	}
	seen := map[state]bool{}
	open := []state{{addr, flags}}
	for len(open) > 0 {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		if s.flags == 0 || seen[s] {
			continue
		}
		seen[s] = true
		in := p.at[s.addr]
		if in == nil || !in.known || in.reads&s.flags != 0 || in.ends || len(seen) > maxSteps {
			return false
		}
		next := in.to
		if next == nil {
			next = []uint32{s.addr + uint32(in.size)}
		}
		for _, to := range next {
			open = append(open, state{to, s.flags &^ in.kills})
		}
	}
	return true
}

// swapped returns what two instructions are the other way round, the first of which is a piece, nil if
// that changes nothing or they cannot be exchanged. lands are where code may jump to.
func (p *program) swapped(x *piece, lands map[uint32]bool) []byte {
	size := p.at[x.addr].size
	next := x.addr + uint32(size)
	y := p.at[next]
	if y == nil || lands[next] || !p.swaps(x.addr, next) {
		return nil
	}
	b := slices.Concat(x.code[size:][:y.size], x.code[:size])
	if bytes.Equal(b, x.code[:len(b)]) {
		return nil
	}
	return b
}

// swaps reports whether two instructions, one behind the other, can be exchanged and whether
// that may change something.
func (p *program) swaps(addr, next uint32) bool {
	x, y := p.at[addr], p.at[next]
	if x == nil || y == nil || x.fixed || y.fixed {
		return false
	}
	flags, ok := p.independent(&x.effects, &y.effects)
	return !ok || !p.dead(flags, next+uint32(y.size))
}

// landings are the addresses to which code may jump: labels, and targets of branches.
func (p *program) landings(labels map[string]uint32) map[uint32]bool {
	all := map[uint32]bool{}
	for _, a := range labels {
		all[a] = true
	}
	for addr, in := range p.at {
		for _, to := range in.to {
			if to != addr+uint32(in.size) {
				all[to] = true
			}
		}
	}
	return all
}
