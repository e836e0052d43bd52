package prove

import (
	"fmt"
	"strconv"
	"strings"
)

// Program is what is proved of: bytes at addresses, and names.
type Program struct {
	CPU CPU
	// ROM are the bytes of the program by their first address, RAM the addresses of memory, from and to.
	ROM map[uint32][]byte
	RAM [][2]uint32
	// BigEndian is set if the highest byte of a number comes first.
	BigEndian bool
	// Symbols are addresses by label.
	Symbols map[string]uint32
}

func (p *Program) rom(addr uint64) (byte, bool) {
	for origin, data := range p.ROM {
		if i := addr - uint64(origin); i < uint64(len(data)) {
			return data[i], true
		}
	}
	return 0, false
}

// Write changes bytes of the ROM.
func (p *Program) Write(addr uint32, code []byte) {
	for origin, data := range p.ROM {
		if i := addr - origin; i < uint32(len(data)) {
			copy(data[i:], code)
		}
	}
}

func (p *Program) mapped(addr uint64) bool {
	for _, r := range p.RAM {
		if addr >= uint64(r[0]) && addr < uint64(r[1]) {
			return true
		}
	}
	_, ok := p.rom(addr)
	return ok
}

// span returns the address and the number of bytes of label+offset:length.
func (p *Program) span(text string) (addr uint64, n int, err error) {
	label, length, long := strings.Cut(text, ":")
	n = 1
	if long {
		if n, err = strconv.Atoi(length); err != nil {
			return 0, 0, fmt.Errorf("the place %s has no length", text)
		}
	}
	label, offset, later := strings.Cut(label, "+")
	a, ok := p.Symbols[label]
	if !ok {
		return 0, 0, fmt.Errorf("there is no label %s", label)
	}
	k := 0
	if later {
		if k, err = strconv.Atoi(offset); err != nil {
			return 0, 0, fmt.Errorf("the place %s has no offset", text)
		}
	}
	return uint64(a) + uint64(k), n, nil
}
