package prove

import (
	"maps"
	"slices"
)

// Input is a number that a routine takes, with the values that it may have: in a register, or else in a byte of memory.
type Input struct {
	Register string
	Bits     uint64 // of the register that are the number's, 0 if all are
	At       uint64
	Values   []uint64
}

// Inputs are what a routine takes, in the order of its function's parameters.
func (b *Book) Inputs(routine string) (all []Input) {
	c := b.Contracts[routine]
	for _, p := range b.params(c) {
		in, place := Input{Values: c.values(p)}, p.place
		if f, ok := b.Forms[place]; ok {
			place, _, in.Bits = scaled(f.Place)
		}
		if b.register(place) {
			in.Register = place
		} else {
			in.At = b.bytesAt(place, 1)[0]
		}
		all = append(all, in)
	}
	return all
}

// MayChange are the bytes that a routine may change, the stack's among them.
func (b *Book) MayChange(routine string) []uint64 {
	all := b.mayChange(b.Contracts[routine])
	for a := b.Program.Symbols["stack_bottom"]; a < b.Program.Symbols["stack_top"]; a++ {
		all[uint64(a)] = true
	}
	return slices.Collect(maps.Keys(all))
}

// Bytes are those of the instructions at some addresses.
func (b *Book) Bytes(at map[uint32]bool) map[uint32]bool {
	all := map[uint32]bool{}
	for pc := range at {
		_, n := b.Program.CPU.flow(&Machine{program: b.Program}, pc)
		for i := range n {
			all[pc+i] = true
		}
	}
	return all
}
