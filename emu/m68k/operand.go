package m68k

import (
	"bytes"
	"io"
	"log"

	"github.com/searchex/searchex/emu"
)

// found is the registers that an instruction begins with.
type found struct {
	d, a [8]uint32
	pc   uint32
}

// source is the word operand of the instruction at r.pc, and where it is in memory;
// an even address of code if it is in a register.
func (m *memory) source(r found, op uint16) (v uint16, at uint32) {
	if op&0x38 == 0 {
		return uint16(r.d[op&7]), r.pc
	}
	at, _ = m.locate(&r, op, 2, r.pc+2)
	at &= 0xFFFFFF
	return m.word(at &^ 1), at
}

// locate finds the operand of some bytes in memory that bits 0-5 of op name, with
// its extension words at ext, and the address behind those. Registers that are
// incremented or decremented are.
func (m *memory) locate(r *found, op uint16, size, ext uint32) (addr, next uint32) {
	reg := op & 7
	signed := func(w uint16) uint32 { return uint32(int32(int16(w))) }
	index := func(base uint32) uint32 {
		w := m.word(ext)
		x := r.d[w>>12&7]
		if w&0x8000 != 0 {
			x = r.a[w>>12&7]
		}
		if w&0x800 == 0 {
			x = signed(uint16(x))
		}
		return base + x + uint32(int32(int8(w)))
	}
	switch op >> 3 & 7 {
	case 2:
		return r.a[reg], ext
	case 3:
		r.a[reg] += size
		return r.a[reg] - size, ext
	case 4:
		r.a[reg] -= size
		return r.a[reg], ext
	case 5:
		return r.a[reg] + signed(m.word(ext)), ext + 2
	case 6:
		return index(r.a[reg]), ext + 2
	}
	switch reg {
	case 0:
		return signed(m.word(ext)), ext + 2
	case 1:
		return uint32(m.word(ext))<<16 | uint32(m.word(ext+2)), ext + 4
	case 2:
		return ext + signed(m.word(ext)), ext + 2
	case 3:
		return index(ext), ext + 2
	}
	return ext, ext + (size+1)&^1 // an immediate operand
}

// refuseOdd notes why the instruction that found the registers r has halted the
// chip: a word or longword at an odd address, or a jump to one. It lets the chip go
// on.
func (c *cpu) refuseOdd(r *found) {
	now := *c.reg
	addr := now.PC
	for _, a := range c.mem.accesses(*r, c.formOf(c.mem.word(r.pc))) {
		if a%2 != 0 {
			addr = a
			break
		}
	}
	kind := emu.Unaligned
	if addr%2 == 0 { // an exception without a vector
		kind = emu.Execute
	}
	c.control.Refuse(kind, addr)
	c.set(now)
}

// accesses lists the words and longwords that the instruction at r.pc accesses, of the
// form f, in order. Of a movem it is the first, to which the others lie even.
func (m *memory) accesses(r found, f form) (all []uint32) {
	op := m.word(r.pc)
	size, ext := uint32(f.size), r.pc+2+2*uint32(f.skip)
	other := op >> 9 & 7
	access := func(ea uint16, size uint32) {
		var addr uint32
		addr, ext = m.locate(&r, ea, size, ext)
		all = append(all, addr)
	}
	switch f.also {
	case predecremented, postincremented:
		access(uint16(f.also)<<3|op&7, size)
		access(uint16(f.also)<<3|other, size)
		return all
	}
	if size > 0 {
		access(op, size)
	}
	switch f.also {
	case destination:
		access(op>>3&0x38|other, 4-2*uint32(op>>12&1))
	case pushes:
		all = append(all, r.a[7]-4)
	case pulls:
		all = append(all, r.a[7])
	case unlinks:
		all = append(all, r.a[op&7])
	}
	return all
}

// muteChip suppresses what go-chip-m68k logs: an odd address before it halts, and
// perhaps an exception after that. The fault says the same.
func muteChip() { log.SetOutput(muted{log.Writer()}) }

type muted struct{ io.Writer }

func (m muted) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte("[m68k] ")) {
		return len(line), nil
	}
	return m.Writer.Write(line)
}
