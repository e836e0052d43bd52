package emu

import (
	"fmt"
	"slices"
)

// Options change the machine that a package models, for programs of other machines.
// Each machine's own options embed them.
//
// A machine with options decodes an instruction when it is executed first, or first after a
// change, for the predecoded core. That core leaves to the package what interrupts, exceptions,
// undocumented opcodes, ports and devices have to do with, decimal mode, and instructions
// that are watched or change code.
type Options struct {
	// ROM and RAM are the memory map, if there is one of either, instead of the
	// machine's. They may be several each, which must not overlap. An image of the
	// program may lie in any of them; Reset restores one in RAM. Elsewhere nothing
	// is connected.
	//
	// The stack is in the last RAM, or where stack_bottom and stack_top say. A
	// called routine returns to an address outside the map, or to the last address
	// if the map has no gap.
	ROM, RAM []Range
	// CodeInRAM permits instructions in RAM, which a program may write and change.
	// With guards, code that nobody wrote is refused as Unwritten.
	CodeInRAM bool
	// Devices are at addresses of a map of one's own where no ROM and no RAM is.
	Devices []Device
}

// Device is what answers at some addresses instead of memory: memory-mapped I/O. Read and
// Write are called on the goroutine of the run, during an instruction, once for each byte
// that it reads or writes, of a word the lower address first. What they may call is what
// the Z80's Options.Ports may. Without Read an address reads as $FF, without Write it
// ignores what is written. The state of a device is no part of the machine's, and the
// host's Read and Write do not reach it.
//
// The predecoded core leaves an instruction that accesses a device to the package. All
// others cost nothing more there.
type Device struct {
	Range
	Read  func(addr uint32) byte
	Write func(addr uint32, v byte)
}

// With returns the specification of the same machine with options. size is the number
// of addresses that the CPU's arrays hold.
func (s Spec) With(o Options, p *Program, size uint32) (Spec, error) {
	refuse := func(format string, args ...any) (Spec, error) {
		return Spec{}, fmt.Errorf("%s %s: %s", s.Name, p.Name, fmt.Sprintf(format, args...))
	}
	s.options, s.codeInRAM = true, o.CodeInRAM
	if o.ROM == nil && o.RAM == nil {
		if o.Devices != nil {
			return refuse("devices without a map: want ROM and RAM in the options")
		}
		return s, nil
	}
	if len(o.RAM) == 0 {
		return refuse("a map without RAM: a call needs a stack")
	}
	s.roms, s.rams, s.devices, s.Slots, s.Far = o.ROM, o.RAM, o.Devices, nil, 0
	areas := o.areas()
	for i, r := range areas {
		if r.Size == 0 || r.Start >= size || r.Size > size-r.Start {
			return refuse("$%x bytes at $%04x: want 1 or more, below $%x", r.Size, r.Start, size)
		}
		for _, other := range areas[:i] {
			if r.overlaps(other) {
				return refuse("$%04x to $%04x and $%04x to $%04x overlap", other.Start, other.End()-1, r.Start, r.End()-1)
			}
		}
	}
	s.RAM = o.RAM[len(o.RAM)-1]
	if top, ok := p.Symbol("stack_top"); ok {
		if i := slices.IndexFunc(o.RAM, func(r Range) bool { return r.Has(top - 1) }); i >= 0 {
			s.RAM = o.RAM[i]
		}
	}
	s.Home = homeIn(areas, s.Home, size)
	return s, nil
}

// End is one past the last address of the map.
func (o *Options) End() (end uint32) {
	for _, r := range o.areas() {
		end = max(end, r.End())
	}
	return end
}

// areas lists the ranges of ROMs, RAMs and devices.
func (o *Options) areas() []Range {
	all := slices.Concat(o.ROM, o.RAM)
	for _, d := range o.Devices {
		all = append(all, d.Range)
	}
	return all
}

// homeIn returns home if it is outside of a map, or else the last address that is, or
// of a map without gaps its last.
func homeIn(areas []Range, home, size uint32) uint32 {
	outside := func(addr uint32) bool {
		return !slices.ContainsFunc(areas, func(r Range) bool { return r.Has(addr) })
	}
	if outside(home) {
		return home
	}
	for at := size; at > 0; at-- {
		if outside(at - 1) {
			return at - 1
		}
	}
	return size - 1
}
