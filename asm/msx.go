package asm

import (
	"bytes"
	"fmt"
	"maps"
	"strings"
)

// MSXEngine is the Z80 as the MSX's cartridge has it: the same sources, with the RAM at $C000. The constants and tables in
// which that makes a difference are generated once more, in asm/msx.
var MSXEngine = func() *CPU {
	c := *CPUs[0]
	c.Folder, c.RootTables = "msx", 0xC300
	return &c
}()

// MSX is the MSX's cartridge: the engine of the Z80, the opening book and a user interface.
type MSX struct {
	Cartridge []byte            // up to the book's table and from its limit on, all 32 KB from $4000
	Symbols   map[string]uint32 // all labels, the engine's included
}

// LoadMSX returns the embedded cartridge.
func LoadMSX() (*MSX, error) {
	rom, err := files.ReadFile("msx/msx.rom")
	if err != nil {
		return nil, fmt.Errorf("asm msx: %w (run make msx)", err)
	}
	text, err := files.ReadFile("msx/msx.sym")
	if err != nil {
		return nil, fmt.Errorf("asm msx: %w (run make msx)", err)
	}
	m := &MSX{Cartridge: rom}
	m.Symbols, err = parseLabels("asm msx: msx.sym", string(text), "make msx")
	return m, err
}

// parseLabels reads lines of a label and its address, hexadecimal.
func parseLabels(file, text, run string) (map[string]uint32, error) {
	labels := map[string]uint32{}
	for line := range strings.Lines(text) {
		var name string
		var addr uint32
		if strings.HasPrefix(line, "#") {
			continue
		}
		if _, err := fmt.Sscanf(line, "%s %x", &name, &addr); err != nil {
			return nil, fmt.Errorf("%s: %q: %w (run %s)", file, line, err, run)
		}
		labels[name] = addr
	}
	return labels, nil
}

// BookRoom returns how many bytes the table of an opening book may have.
func (m *MSX) BookRoom() int { return int(m.Symbols["book_limit"] - m.Symbols["book_table"]) }

// ROM returns the cartridge's 32 KB, from $4000, with a book's table in it.
func (m *MSX) ROM(table []byte) ([]byte, error) {
	if len(table) > m.BookRoom() {
		return nil, fmt.Errorf("asm msx: book table of %d bytes, the cartridge has room for %d", len(table), m.BookRoom())
	}
	rom := bytes.Clone(m.Cartridge)
	copy(rom[m.Symbols["book_table"]-m.Symbols["rom_start"]:], table)
	return rom, nil
}

// Engine returns the engine in a cartridge in the form of the Z80's own, to be run by its labels.
func (m *MSX) Engine(rom []byte) (*Image, error) {
	z80, err := Load("z80")
	if err != nil {
		return nil, err
	}
	img := &Image{CPU: z80.CPU, ROM: rom, Symbols: maps.Clone(z80.Symbols), Kinds: z80.Kinds, source: z80.source}
	for name := range img.Symbols {
		switch at, ok := m.Symbols[name]; {
		case ok:
			img.Symbols[name] = at
		case z80.Kinds[name] != Abs: // start.s is not in it
			delete(img.Symbols, name)
		}
	}
	return img, nil
}
