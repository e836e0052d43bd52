package expr

import (
	"fmt"
	"slices"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/internal/number"
)

// Place is where a value can be written: a register, a bit of it, or bytes of memory.
type Place struct {
	// Register is empty for memory. Bit is the place of a bit in it, -1 for all bits.
	Register string
	Bit      int
	// Addr and Size are the bytes.
	Addr, Size uint32
}

// bits is the number of bits of the place in a machine with a CPU.
func (at Place) bits(c *CPU) int {
	switch {
	case at.Register == "":
		return 8 * int(at.Size)
	case at.Bit >= 0:
		return 1
	}
	return c.bits(at.Register)
}

// Read returns the number at the place, which is not negative, or an error if there is no
// memory.
func (at Place) Read(m emu.Machine) (int64, error) {
	switch {
	case at.Register == "":
		if !m.InMap(at.Addr, int(at.Size)) {
			return 0, outside(at.Addr, m.Name())
		}
		b := make([]byte, at.Size)
		m.ReadBytes(at.Addr, b)
		return Join(m, b), nil
	case at.Bit >= 0:
		return int64(m.Register(at.Register) >> at.Bit & 1), nil
	}
	return int64(m.Register(at.Register)), nil
}

func outside(addr uint32, machine string) error {
	return fmt.Errorf("$%04X is outside the memory of the %s", addr, machine)
}

// Check returns an error if a number has too many bits for the place. It may be negative,
// but not for a single bit.
func (at Place) Check(m emu.Machine, n int64) error {
	bits := at.bits(CPUOf(m.Name()))
	least, most := -int64(1)<<max(bits-1, 0), int64(1)<<bits-1
	switch {
	case bits == 0:
		return fmt.Errorf("the %s has no register %s", m.Name(), at.Register)
	case bits == 1 && n != 0 && n != 1:
		return fmt.Errorf("%d: want 0 or 1", n)
	case n < least || n > most:
		return fmt.Errorf("%d: want %d to %d", n, least, most)
	}
	return nil
}

// Write writes a number that may be negative, also to ROM. If the place can't hold it, it
// returns an error and changes nothing.
func (at Place) Write(m emu.Machine, n int64) error {
	if err := at.Check(m, n); err != nil {
		return err
	}
	if at.Register == "" {
		if !m.InMap(at.Addr, int(at.Size)) {
			return outside(at.Addr, m.Name())
		}
		m.WriteBytes(at.Addr, Split(m, n, int(at.Size)))
		return nil
	}
	old := m.Register(at.Register)
	value := uint32(n)
	if at.Bit >= 0 {
		value = old&^(1<<at.Bit) | value<<at.Bit
	}
	m.SetRegister(at.Register, value)
	is, _ := at.Read(m)
	if mask := int64(1)<<at.bits(CPUOf(m.Name())) - 1; is != n&mask {
		m.SetRegister(at.Register, old)
		return fmt.Errorf("%s: the %s of this machine would hold %s then", number.Hex(n), at.Register, number.Hex(is))
	}
	return nil
}

// Join returns the number that up to 7 bytes form in the machine's byte order.
func Join(m emu.Machine, b []byte) (n int64) {
	for i := range b {
		c := b[len(b)-1-i]
		if m.BigEndian() {
			c = b[i]
		}
		n = n<<8 | int64(c)
	}
	return n
}

// Split returns the lowest bytes of a number, size of them, in the machine's byte order.
func Split(m emu.Machine, n int64, size int) []byte {
	b := make([]byte, size)
	for i := range b {
		b[i] = byte(n >> (8 * i))
	}
	if m.BigEndian() {
		slices.Reverse(b)
	}
	return b
}
