package hostbridge

import (
	"fmt"
	"math"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// NewProgram is an assembled engine, with the built-in book, as the machines
// want it.
func NewProgram(img *asm.Image) *emu.Program {
	p := &emu.Program{
		Name: img.Name, ROM: img.ROM, Origin: img.Symbols["rom_start"],
		Symbols: map[string]uint32{}, Constants: map[string]uint32{},
	}
	if rom, err := img.BookROM(book.Default().Bytes()); err == nil && rom != nil {
		p.Book, p.BookOrigin, p.BookCode = rom, img.Symbols["book_start"], len(img.Book)
	}
	for name, value := range img.Symbols {
		switch img.Kinds[name] {
		case asm.Abs:
			p.Constants[name] = value
		default:
			p.Symbols[name] = value
		}
	}
	for _, l := range img.Lines {
		p.Lines = append(p.Lines, emu.Line{Addr: l.Addr, File: l.File, Line: l.Line})
	}
	return p
}

// newZ80Machine is a Z80 with the engine in its ROM.
func newZ80Machine() (*z80.Machine, error) {
	img, err := asm.Load("z80")
	if err != nil {
		return nil, err
	}
	return z80.New(NewProgram(img))
}

// PositionBlock is a position as a host hands it to set_position: 64 squares
// from a1 to h8, 0 empty, else 1 + side*6 + kind; then the side to move, the
// castling rights, the en passant square and the half-move clock.
func PositionBlock(p *goengine.Position) [68]byte {
	var b [68]byte
	for i := range 64 {
		if side, kind, ok := p.PieceAt(goengine.Square(i/8<<4 | i%8)); ok {
			b[i] = 1 + side*6 + kind
		}
	}
	s := p.State()
	b[64], b[65], b[66], b[67] = s.Side, s.Castle, s.EP, s.Half
	return b
}

// setPosition sets a machine up with a position, without a history.
func setPosition(m emu.Machine, p *goengine.Position) error {
	block, ok := m.Program().Symbol("position_block")
	if !ok {
		return fmt.Errorf("%s has no position_block", m.Name())
	}
	b := PositionBlock(p)
	m.WriteBytes(block, b[:])
	return m.Call("set_position", 0)
}

// Perft counts on the machine; its counter has 32 bits.
func (e *z80Engine) Perft(p *goengine.Position, depth int) (nodes, cycles uint64, err error) {
	if err := setPosition(e.m, p); err != nil {
		return 0, 0, err
	}
	at := func(label string) uint32 {
		a, _ := e.m.Program().Symbol(label)
		return a
	}
	e.m.Write(at("perft_depth"), byte(depth))
	before := e.m.Cycles()
	if err := e.m.Call("perft", math.MaxUint64); err != nil {
		return 0, 0, err
	}
	count := at("perft_count")
	nodes = uint64(e.m.ReadWord(count)) | uint64(e.m.ReadWord(count+2))<<16
	return nodes, e.m.Cycles() - before, nil
}
