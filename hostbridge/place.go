package hostbridge

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// Location is where a machine stands: before the instruction at PC.
type Location struct {
	PC uint32
	// Label is the nearest label, as label+$offset. At a hook it is the hook's
	// label.
	Label string
	// File and Line are the instruction's source, if known.
	File string
	Line int
	// Registers is one line of hexadecimal numbers.
	Registers string
}

// String returns the place on one line.
func (p *Location) String() string {
	s := fmt.Sprintf("$%04x %s", p.PC, p.Label)
	if p.File != "" {
		s += fmt.Sprintf(" (%s:%d)", p.File, p.Line)
	}
	return s
}

// LocationOf returns where a machine stands.
func LocationOf(m emu.Machine) *Location {
	program := m.Program()
	p := &Location{PC: m.PC(), Label: hookAt(program, m.PC()), Registers: m.Registers()}
	if p.Label == "" {
		label, offset := program.LabelAt(p.PC)
		if p.Label = label; offset != 0 {
			p.Label = fmt.Sprintf("%s+$%x", label, offset)
		}
	}
	if line, ok := program.LineAt(p.PC); ok {
		p.File, p.Line = line.File, line.Line
	}
	return p
}

// hookAt returns the label of the hook at this address, or an empty string.
func hookAt(p *emu.Program, addr uint32) string {
	for name, a := range p.Symbols {
		if a == addr && strings.HasPrefix(name, "hook_") {
			return name
		}
	}
	return ""
}

// Diagram is a board as text: eight ranks, the eighth first.
type Diagram [8]string

// letters are the pieces by side*6 + kind.
const letters = "KQRBNPkqrbnp"

// draw draws what on returns for each square: an index in letters, or a negative
// number for an empty square.
func draw(on func(sq uint32) int) (d Diagram) {
	for row := range d {
		rank := 7 - row
		d[row] = fmt.Sprint(rank + 1)
		for file := range 8 {
			c := "."
			if i := on(uint32(rank<<4 | file)); i >= len(letters) {
				c = "?"
			} else if i >= 0 {
				c = letters[i : i+1]
			}
			d[row] += " " + c
		}
	}
	return d
}

// DiagramOf draws a position's board.
func DiagramOf(p *goengine.Position) Diagram {
	return draw(func(sq uint32) int {
		side, kind, ok := p.PieceAt(goengine.Square(sq))
		if !ok {
			return -1
		}
		return int(side)*6 + int(kind)
	})
}

// DiagramIn draws the board in the memory of a machine: board bytes and piece ids
// by square, kinds by id. ok is false if the program lacks these labels.
func DiagramIn(m emu.Machine) (d Diagram, ok bool) {
	var at [3]uint32
	for i, label := range []string{"board", "ids", "kind"} {
		addr, ok := m.Program().Symbols[label]
		if !ok {
			return Diagram{}, false
		}
		at[i] = addr
	}
	return draw(func(sq uint32) int {
		if m.Read(at[0]+sq) == 0 {
			return -1
		}
		id := uint32(m.Read(at[1]+sq) & 0x1F)
		kind := int(m.Read(at[2] + id))
		if kind >= 6 {
			return len(letters)
		}
		return int(id>>4)*6 + kind
	}), true
}
