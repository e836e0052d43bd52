package hostbridge

import (
	"maps"
	"math/rand"
	"slices"
	"strconv"
	"testing"

	"github.com/searchex/searchex/goengine"
)

// hostile are random positions made to go wrong: kings on edges and in corners,
// up to nine queens a side and up to fifteen other men, castling rights where
// king and rook are at home, pawns to be taken en passant, clocks near a
// hundred, and everything pinned and in check as it comes.
func hostile(seed int64, count int, f func(p *goengine.Position)) {
	r := rand.New(rand.NewSource(seed))
	for n := 0; n < count; {
		var board [64]byte
		put := func(c byte, at int) bool {
			if board[at] != 0 || (c|0x20) == 'p' && (at < 8 || at >= 56) {
				return false
			}
			board[at] = c
			return true
		}
		rights, ep := "", "-"
		side := r.Intn(2)
		home := r.Intn(3) == 0
		if home {
			put('K', 60)
			put('k', 4)
			for i, at := range []int{63, 56, 7, 0} {
				if r.Intn(3) > 0 {
					put("RRrr"[i], at)
					if r.Intn(4) > 0 {
						rights += "KQkq"[i : i+1]
					}
				}
			}
		} else {
			for _, c := range []byte("Kk") {
				for !put(c, []int{r.Intn(64), r.Intn(8), 56 + r.Intn(8), 8 * r.Intn(8), 7 + 8*r.Intn(8), []int{0, 7, 56, 63}[r.Intn(4)]}[r.Intn(6)]) {
				}
			}
		}
		if rights == "" {
			rights = "-"
		}
		if r.Intn(4) == 0 {
			// A pawn that has just gone two steps, and one or two beside it.
			file := r.Intn(8)
			row, pawn, taker, behind := 3, byte('p'), byte('P'), -1
			if side == 1 {
				row, pawn, taker, behind = 4, 'P', 'p', 1
			}
			if board[8*(row+behind)+file] == 0 && board[8*(row+2*behind)+file] == 0 && put(pawn, 8*row+file) {
				if file > 0 {
					put(taker, 8*row+file-1)
				}
				if file < 7 && (file == 0 || r.Intn(2) == 0) {
					put(taker, 8*row+file+1)
				}
				ep = string(rune('a'+file)) + string(rune('0'+8-row-behind))
			}
		}
		men := []string{"QqRrBbNnPpPpPp", "QQQQQqqqqqRrPp", "PPPPpppp", "RrBbQqNn", "NNNNnnnnRrPp"}[r.Intn(5)]
		blocked := map[int]bool{}
		if ep != "-" {
			file, rank := int(ep[0]-'a'), int(ep[1]-'0')
			for _, x := range []int{-1, 0, 1} {
				blocked[8*(8-rank+x)+file] = true
			}
		}
		for range r.Intn(29) {
			if at := r.Intn(64); !blocked[at] {
				put(men[r.Intn(len(men))], at)
			}
		}
		clock := []int{0, 0, 3, 97, 98, 99, 100, 101}[r.Intn(8)]
		if ep != "-" {
			clock = 0
		}
		fen := boardFEN(&board) + " " + "wb"[side:side+1] + " " + rights + " " + ep + " " + strconv.Itoa(clock) + " 60"
		if p, err := goengine.ParseFEN(fen); err == nil {
			n++
			f(p)
		}
	}
}

// The positions above are of the kinds that they are meant to be.
func TestHostilePositionsAreOfAllKinds(t *testing.T) {
	seen := map[string]int{}
	count := func(what string, is bool) { seen[what] += int(bit(is)) }
	hostile(1, 1000, func(p *goengine.Position) {
		s, v := p.State(), p.Look(true)
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
func officersOf(s *goengine.State, side uint8) (n uint8) {
	for id := side << 4; id < side<<4+16; id++ {
		if s.Square[id] != goengine.NoSquare && s.Kind[id] != goengine.Pawn {
			n++
		}
	}
	return n
}
