package asm

import (
	"bytes"
	"fmt"
)

// MK5 is the ROM module of the Chess Champion MK V: the engine of the 6502, byte for byte, the opening book and the monitor.
type MK5 struct {
	Monitor []byte            // up to $FFFF
	Symbols map[string]uint32 // the monitor's labels
	Glass   []Segment         // the display's segments, in the monitor's order

	engine *Image
}

// LoadMK5 returns the embedded module.
func LoadMK5() (*MK5, error) {
	engine, err := Load("6502")
	if err != nil {
		return nil, err
	}
	m := &MK5{engine: engine}
	var content [3][]byte
	for i, name := range []string{"mk5/mk5.rom", "mk5/mk5.sym", "mk5/glass.txt"} {
		if content[i], err = files.ReadFile(name); err != nil {
			return nil, fmt.Errorf("asm mk5: %w (run make mk5)", err)
		}
	}
	m.Monitor = content[0]
	if m.Symbols, err = parseLabels("asm mk5: mk5.sym", string(content[1]), "make mk5"); err != nil {
		return nil, err
	}
	m.Glass, err = ParseGlass("asm/mk5/glass.txt", string(content[2]))
	return m, err
}

// BookRoom returns how many bytes the table of an opening book may have.
func (m *MK5) BookRoom() int {
	return 0x10000 - len(m.Monitor) - int(m.engine.Symbols["book_table"])
}

// ROM returns the module's 32 KB, from $8000, with a book's table in it.
func (m *MK5) ROM(table []byte) ([]byte, error) {
	if len(table) > m.BookRoom() {
		return nil, fmt.Errorf("asm mk5: book table of %d bytes, the module has room for %d", len(table), m.BookRoom())
	}
	rom := bytes.Repeat([]byte{0xFF}, 0x8000)
	at := int(m.engine.Symbols["book_table"]) - 0x8000
	copy(rom, m.engine.ROM[:at])
	copy(rom[at:], table)
	copy(rom[len(rom)-len(m.Monitor):], m.Monitor)
	return rom, nil
}
