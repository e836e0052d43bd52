package main

import (
	"fmt"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/goengine"
)

// look notes what a machine is about to do and the board in its memory.
func (w *witness) look(m emu.Machine, engine string) {
	p, pc := m.Program(), m.PC()
	w.PC = fmt.Sprintf("$%04x", pc)
	if label, offset := p.LabelAt(pc); label != "" {
		w.PC += " " + label
		if offset > 0 {
			w.PC += fmt.Sprintf("+$%x", offset)
		}
	}
	if l, ok := p.LineAt(pc); ok {
		w.Source = l.String()
		if img, err := imageOf(engine); err == nil {
			w.Text = sourceText(img, l.File, l.Line)
		}
	}
	if z, ok := m.(*z80.Machine); ok {
		w.Registers = z.Regs().All().String()
	}
	w.Board = boardInMemory(m)
}

// letters are the pieces by side*6 + kind.
const letters = "KQRBNPkqrbnp"

// board draws eight ranks, the eighth first, of what a function finds on each
// square: an index in letters, or less than 0.
func board(on func(sq uint32) int) []string {
	var rows []string
	for rank := 7; rank >= 0; rank-- {
		row := fmt.Sprintf("%d", rank+1)
		for file := range 8 {
			c := "."
			if i := on(uint32(rank<<4 | file)); i >= 0 && i < len(letters) {
				c = letters[i : i+1]
			} else if i >= len(letters) {
				c = "?"
			}
			row += " " + c
		}
		rows = append(rows, row)
	}
	return rows
}

// boardOf draws a position's board.
func boardOf(p *goengine.Position) []string {
	return board(func(sq uint32) int {
		side, kind, ok := p.PieceAt(goengine.Square(sq))
		if !ok {
			return -1
		}
		return int(side)*6 + int(kind)
	})
}

// boardInMemory draws the board as a machine's memory has it: board bytes and
// piece ids by square, kinds by id. It is nil without these labels.
func boardInMemory(m emu.Machine) []string {
	var at [3]uint32
	for i, label := range []string{"board", "ids", "kind"} {
		addr, ok := m.Program().Symbols[label]
		if !ok {
			return nil
		}
		at[i] = addr
	}
	return board(func(sq uint32) int {
		if m.Read(at[0]+sq) == 0 {
			return -1
		}
		id := uint32(m.Read(at[1]+sq) & 0x1F)
		kind := int(m.Read(at[2] + id))
		if kind >= 6 {
			return len(letters)
		}
		return int(id>>4)*6 + kind
	})
}
