package check

import (
	"testing"

	"github.com/searchex/searchex/asm/guests/guesttest"
	"github.com/searchex/searchex/goengine"
)

// What mini68k.c says of its search.
const (
	mate  = 30000
	quiet = 4
)

// search is that of the program as its source describes it.
func (g *guest) search(depth int) guesttest.Search {
	return guesttest.Search{
		Evaluate: g.evaluation, Last: depth + quiet, Mate: mate,
		All: func(p *goengine.Position, ply int) bool { return ply < depth || p.InCheck() },
		Some: func(p *goengine.Position, m goengine.Move, _ guesttest.Step) bool {
			if guesttest.Promotes(p, m) {
				return m == m.ToQueen()
			}
			return guesttest.Takes(p, m)
		},
	}
}

// evaluation is the program's: the worth of the pieces and of their squares, by the tables of the image.
func (g *guest) evaluation(s guesttest.Setup) (v int) {
	rom := g.Program().ROM
	material, place := rom[g.At("material"):], rom[g.At("place"):]
	for sq, man := range s.Board {
		kind := int(man & 7)
		if kind == 0 {
			continue
		}
		worth := int(material[2*kind])<<8 | int(material[2*kind+1])
		if man < 0x80 {
			v += worth + int(int8(place[64*kind+sq^56]))
		} else {
			v -= worth + int(int8(place[64*kind+sq]))
		}
	}
	if s.Black {
		v = -v
	}
	return v
}

// The value of a search is that of plain negamax, and the best move has it; also if a host changes evaluations or drops
// moves.
func TestValues(t *testing.T) {
	g := newGuest(t)
	guesttest.Values(t, g, g.search, 1979, 120, 300)
}

// The places of a node come in order, and all of them come.
func TestPlaces(t *testing.T) { guesttest.InOrder(t, newGuest(t)) }

// A value that a host changes counts.
func TestChangedValues(t *testing.T) { guesttest.Changes(t, newGuest(t)) }

// Mate and stalemate have no move.
func TestNoMove(t *testing.T) { guesttest.NoMove(t, newGuest(t), mate) }
