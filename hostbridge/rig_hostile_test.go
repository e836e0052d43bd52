package hostbridge

import (
	"maps"
	"math/rand"
	"slices"
	"testing"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
	"github.com/searchex/searchex/internal/probe"
)

// hostile are random positions made to go wrong.
func hostile(seed int64, count int, f func(p *goengine.Position)) {
	r := rand.New(rand.NewSource(seed))
	for range count {
		f(random.Hostile(r))
	}
}

// The positions above are of the kinds that they are meant to be.
func TestHostilePositionsAreOfAllKinds(t *testing.T) {
	seen := map[string]int{}
	count := func(what string, is bool) { seen[what] += int(bit(is)) }
	hostile(1, 1000, func(p *goengine.Position) {
		s, v := p.Probe().State(), p.Probe().Look(true)
		queens := 0
		for id, sq := range s.Square[:16] {
			if sq != goengine.NoSquare && s.Kind[id] == goengine.Queen {
				queens++
			}
		}
		promotions, castles := false, false
		for _, m := range generated(p) {
			promotions = promotions || m.Flags&16 != 0
			castles = castles || m.Flags&4 != 0
		}
		count("en passant", s.EP != goengine.NoSquare)
		count("castling rights", s.Castle != 0)
		count("castling", castles)
		count("promotions", promotions)
		count("check", v.Checkers == 1)
		count("double check", v.Checkers == 2)
		count("pins", len(v.Pinned) > 0)
		count("bare pieces", len(v.Bare) > 0)
		count("nine officers", officersOf(&s, 0) > 8 || officersOf(&s, 1) > 8)
		count("four queens", queens > 3)
		count("clock near a hundred", s.Half > 96)
		count("no move", len(p.LegalMoves()) == 0)
	})
	t.Log(seen)
	for _, what := range slices.Sorted(maps.Keys(seen)) {
		enough(t, seen[what], 5, what)
	}
}

// officersOf counts a side's living men but pawns.
func officersOf(s *probe.State, side uint8) (n uint8) {
	for id := side << 4; id < side<<4+16; id++ {
		if s.Square[id] != goengine.NoSquare && s.Kind[id] != goengine.Pawn {
			n++
		}
	}
	return n
}
