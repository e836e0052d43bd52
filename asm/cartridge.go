package asm

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"strings"
)

// MSXEngine is the Z80 as the MSX's cartridge has it: the same sources, with the RAM at $C000, which the linker script in
// asm/msx says.
var MSXEngine = func() *CPU {
	c := *CPUs[0]
	c.Folder = "msx"
	return &c
}()

// MDEngine is the 68000 as the Mega Drive's cartridge has it: the same sources, with the RAM at $FF0000, which map.inc in
// asm/md says.
var MDEngine = func() *CPU {
	c := *CPUs[2]
	c.Folder = "md"
	return &c
}()

// Cartridge is a cartridge of a real machine: the engine of a CPU, the opening book and a user interface.
type Cartridge struct {
	Symbols map[string]uint32 // all labels, the engine's included

	engine *CPU   // as the cartridge has it
	image  []byte // all of the ROM, nothing where the book's table goes
	// seal changes the ROM with the book's table in it.
	seal func(rom []byte)
}

// LoadMSX returns the embedded cartridge of the MSX.
func LoadMSX() (*Cartridge, error) { return loadCartridge(MSXEngine, func([]byte) {}) }

// LoadMD returns the embedded cartridge of the Mega Drive.
func LoadMD() (*Cartridge, error) { return loadCartridge(MDEngine, sumMD) }

func loadCartridge(engine *CPU, seal func([]byte)) (*Cartridge, error) {
	c := &Cartridge{engine: engine, seal: seal}
	name := engine.Folder
	var err error
	if c.image, err = machines.ReadFile(name + "/" + engine.File(".rom")); err != nil {
		return nil, fmt.Errorf("asm %s: %w (run make %[1]s)", name, err)
	}
	text, err := machines.ReadFile(name + "/" + engine.File(".sym"))
	if err != nil {
		return nil, fmt.Errorf("asm %s: %w (run make %[1]s)", name, err)
	}
	if c.Symbols, err = parseLabels("asm "+name+": "+engine.File(".sym"), string(text), "make "+name); err != nil {
		return nil, err
	}
	// The file ends where nothing but the erased chip's bytes follows.
	if free := int(c.Symbols["rom_limit"]-c.Symbols["rom_start"]) - len(c.image); free > 0 {
		c.image = append(c.image, bytes.Repeat([]byte{0xFF}, free)...)
	}
	return c, nil
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

// sumMD writes the checksum of a Mega Drive's cartridge: the sum of the words behind the names.
func sumMD(rom []byte) {
	var sum uint16
	for at := 0x200; at < len(rom); at += 2 {
		sum += binary.BigEndian.Uint16(rom[at:])
	}
	binary.BigEndian.PutUint16(rom[0x18E:], sum)
}

// BookRoom returns how many bytes the table of an opening book may have.
func (c *Cartridge) BookRoom() int { return int(c.Symbols["book_limit"] - c.Symbols["book_table"]) }

// ROM returns the cartridge's bytes with a book's table in them.
func (c *Cartridge) ROM(table []byte) ([]byte, error) {
	if len(table) > c.BookRoom() {
		return nil, fmt.Errorf("asm %s: book table of %d bytes, the cartridge has room for %d", c.engine.Folder, len(table), c.BookRoom())
	}
	rom := bytes.Clone(c.image)
	copy(rom[c.Symbols["book_table"]-c.Symbols["rom_start"]:], table)
	c.seal(rom)
	return rom, nil
}

// engineROM is the most that the machine of an engine's own has of ROM. The engine lies at the cartridge's beginning; behind this
// there is at most a part of the book's table.
const engineROM = 0x10000

// Engine returns the engine in a cartridge in the form of the CPU's own, to be run by its labels.
func (c *Cartridge) Engine(rom []byte) (*Image, error) {
	own, err := Load(c.engine.Name)
	if err != nil {
		return nil, err
	}
	img := &Image{CPU: own.CPU, ROM: rom[:min(len(rom), engineROM)], Symbols: maps.Clone(own.Symbols), Kinds: own.Kinds, source: own.source}
	for name := range img.Symbols {
		switch at, ok := c.Symbols[name]; {
		case ok:
			img.Symbols[name] = at
		case own.Kinds[name] != Abs: // start.s is not in it
			delete(img.Symbols, name)
		}
	}
	if _, ok := img.Symbols["G"]; ok { // which is no label
		img.Symbols["G"] = c.Symbols["board"]
	}
	return img, nil
}
