// Package export writes the profiles of emulated programs for the tools in which
// people read profiles: pprof, speedscope, and KCachegrind or callgrind_annotate.
//
// All of them get cycles and instructions, by routine and by the routines that
// called it; pprof and callgrind by source line too. In each format the sum of all
// costs is the number of cycles that the runs took.
//
// Recursion is folded, as emu.Profile.Samples says: no chain of pprof and speedscope
// is longer than a turn of it, and each routine's cost with callees is its
// emu.RoutineCycles.Total in every format.
package export

import (
	"cmp"
	"slices"

	"github.com/searchex/searchex/emu"
)

// Options say more of a file than its format.
type Options struct {
	// Title says what has run.
	Title string
	// Levels makes a sample of pprof for each Level, which has it as a numeric
	// label with the name that the program gives it. It makes the file of a
	// search a tenth to a quarter larger.
	Levels bool
}

// place is a line of a routine: all its instructions are one. Without a line table
// it is an instruction, and its line 0.
type place struct {
	addr uint32 // the least of its instructions
	line emu.Line
	// routine is where the routine begins, in the same file or in another.
	routine     string
	declaration emu.Line
}

// cost is a share of the cycles and instructions.
type cost struct{ cycles, instructions uint64 }

func (c *cost) add(cycles, instructions uint64) {
	c.cycles += cycles
	c.instructions += instructions
}

// atlas are the places of a program in the order of their addresses, numbered
// from 0.
type atlas struct {
	program *emu.Program
	places  []place
	number  map[uint32]int
}

// newAtlas has the places of all that a profile has executed.
func newAtlas(p *emu.Profile) *atlas {
	a := &atlas{program: p.Program, number: map[uint32]int{}}
	known := map[place]int{}
	for _, x := range p.ByAddr {
		p := a.at(x.Addr)
		key := p
		if key.line.Line != 0 {
			key.addr = 0
		}
		i, ok := known[key]
		if !ok {
			i = len(a.places)
			known[key] = i
			a.places = append(a.places, p)
		}
		a.number[x.Addr] = i
	}
	return a
}

// at is the place of an instruction.
func (a *atlas) at(addr uint32) place {
	p := place{addr: addr, routine: "(no label)"}
	p.line, _ = a.program.LineAt(addr)
	p.line.Addr = 0
	if label, offset := a.program.RoutineAt(addr); label != "" {
		p.routine = label
		p.declaration, _ = a.program.LineAt(addr - offset)
		p.declaration.Addr = 0
	}
	return p
}

// chain is a chain of numbers, innermost first, at some level, with its cost.
type chain struct {
	numbers []int
	level   uint8
	cost
}

// chains adds up the samples of a profile by the numbers of their instructions,
// with all levels or without, in a fixed order.
func chains(p *emu.Profile, number func(addr uint32) int, levels bool) []chain {
	var all []chain
	for _, s := range p.Samples() {
		c := chain{numbers: make([]int, len(s.Stack)), cost: cost{s.Cycles, s.Count}}
		for i, addr := range s.Stack {
			c.numbers[i] = number(addr)
		}
		if levels {
			c.level = s.Level
		}
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b chain) int {
		return cmp.Or(compareFromOutside(a.numbers, b.numbers), cmp.Compare(a.level, b.level))
	})
	sums := all[:0]
	for _, c := range all {
		if n := len(sums); n > 0 && slices.Equal(sums[n-1].numbers, c.numbers) && sums[n-1].level == c.level {
			sums[n-1].add(c.cycles, c.instructions)
		} else {
			sums = append(sums, c)
		}
	}
	return sums
}

// compareFromOutside orders chains so that those of one caller stand together.
func compareFromOutside(a, b []int) int {
	for i := range min(len(a), len(b)) {
		if c := cmp.Compare(a[len(a)-1-i], b[len(b)-1-i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}
