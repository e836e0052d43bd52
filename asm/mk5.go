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

// MK5Key is a key of the MK V.
type MK5Key struct {
	Label string // of its number in the assembly, without KEY_; "" if the monitor does nothing with it
	Name  string // as MAME's driver has it, parts separated by " / "
}

// MK5Keys are the keys by number: row*6 + bit of what the machine reads at $4000. The driver of MAME 0.251 had White and Black of
// G and H the other way round; later ones have them as here.
var MK5Keys = [30]MK5Key{
	{"SETUP", "Enter Position"}, {"NEW", "New Game"}, {"", "Draw"}, {"", "Peripheral"}, {"", "Next Simult"}, {"SWAP", "Swap"},
	{"BEST", "Next Best"}, {"AUTO", "Auto"}, {"COMMENT", "Comment"}, {"HINT", "Analysis"}, {"CLOCK", "Clock"}, {"STOP", "Stop Clock"},
	{"NO", "No / 0 / CS"}, {"A", "A / 1 / Pawn"}, {"", "B / 2 / Knight"}, {"", "C / 3 / Bishop"}, {"", "D / 4 / Rook"}, {"", "E / 5 / Queen"},
	{"", "F / 6 / King"}, {"WHITE", "G / 7 / White"}, {"BLACK", "H / 8 / Black"}, {"YES", "Yes / 9 / CB"}, {"BACK", "Backward"}, {"FORWARD", "Forward"},
	{"REPLAY", "Replay"}, {"GO", "Go"}, {"ENTER", "Enter"}, {"CE", "CE"}, {"MODE", "Mode"}, {"START", "Start Clock"},
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
		if content[i], err = machines.ReadFile(name); err != nil {
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
