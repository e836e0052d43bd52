package emu

import (
	"fmt"
	"slices"
	"strings"
)

// Spec describes a machine, whatever program it runs.
type Spec struct {
	// Name is the CPU, for messages.
	Name string
	// Clock is the machine's clock.
	Clock Clock
	// ROM and RAM are their addresses in the map.
	ROM, RAM Range
	// Slots are the addresses of a program's further images: ROMs of their own, or
	// parts of ROM. Without an image there is nothing in a ROM of its own.
	Slots []Range
	// Far is by how much RAM's addresses are more than where the CPU's memory has it: of a RAM that
	// lies high above all else. Such a machine has no predecoded core.
	Far uint32
	// Stack is the range in which the stack may be. A program with the symbols
	// stack_bottom and stack_top, the first and one past the last byte
	// that its stack may use, has narrower bounds.
	Stack Range
	// ReturnSize is the number of bytes that a call pushes, StackStep the
	// smallest number that any instruction does.
	ReturnSize, StackStep uint32
	// Home is the address to which a called routine returns. It is outside the
	// map, so no code of a program is there.
	Home uint32
	// BigEndian reports whether the high byte of a word comes first.
	BigEndian bool

	// What options change, see With. roms and rams are a map of one's own, of which RAM
	// is the one with the stack.
	options, codeInRAM bool
	roms, rams         []Range
	devices            []Device
}

// slot returns the slot that begins at addr, or one of size 0 if there is none.
func (s *Spec) slot(addr uint32) Range {
	for _, r := range s.Slots {
		if r.Start == addr {
			return r
		}
	}
	return Range{}
}

// slots lists the addresses of the slots, for messages.
func (s *Spec) slots() string {
	var at []string
	for _, r := range s.Slots {
		at = append(at, fmt.Sprintf("$%04x", r.Start))
	}
	if at == nil {
		return "of which the machine has none"
	}
	return strings.Join(at, " or ")
}

// place returns an error if an image of a program has no place in the map.
func (s *Spec) place(p *Program) error {
	if s.ownMap() {
		return s.placeAnywhere(p)
	}
	switch {
	case p.Origin != s.ROM.Start:
		return fmt.Errorf("origin $%04x, the ROM is at $%04x", p.Origin, s.ROM.Start)
	case len(p.ROM) == 0 || len(p.ROM) > int(s.ROM.Size):
		return fmt.Errorf("image of %d bytes, the ROM has %d", len(p.ROM), s.ROM.Size)
	}
	for i, image := range p.More {
		slot := s.slot(image.Origin)
		switch {
		case slot.Size == 0:
			return fmt.Errorf("%s at $%04x: want one of the slots, %s", image.Name, image.Origin, s.slots())
		case len(image.Data) > int(slot.Size):
			return fmt.Errorf("%s of %d bytes, its ROM has %d", image.Name, len(image.Data), slot.Size)
		case slices.ContainsFunc(p.More[:i], func(other Image) bool { return other.Origin == image.Origin }):
			return fmt.Errorf("%s at $%04x, where another image is", image.Name, image.Origin)
		}
		if err := image.check(); err != nil {
			return err
		}
	}
	return nil
}

// ownMap reports whether the map is not the machine's but one of the options.
func (s *Spec) ownMap() bool { return s.rams != nil }

// area returns the ROM or RAM that an image lies in, or one of size 0.
func (s *Spec) area(image Range) Range {
	for _, r := range slices.Concat(s.roms, s.rams) {
		if r.Has(image.Start) && uint64(image.Start)+uint64(image.Size) <= uint64(r.End()) {
			return r
		}
	}
	return Range{}
}

// placeAnywhere returns an error if an image of a program is not in one ROM or RAM of a
// map of one's own, or overlaps with another.
func (s *Spec) placeAnywhere(p *Program) error {
	images := append([]Image{{Name: "image", Data: p.ROM, Origin: p.Origin}}, p.More...)
	for i, image := range images {
		r := image.Range()
		if r.Size == 0 || s.area(r).Size == 0 {
			return fmt.Errorf("%s of %d bytes at $%04x: want it in one ROM or RAM of the map", image.Name, r.Size, r.Start)
		}
		for _, other := range images[:i] {
			if r.overlaps(other.Range()) {
				return fmt.Errorf("%s at $%04x, where another image is", image.Name, r.Start)
			}
		}
		if err := image.check(); err != nil {
			return err
		}
	}
	return nil
}
