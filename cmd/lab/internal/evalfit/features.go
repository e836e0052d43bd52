// Package evalfit fits the numbers of the evaluation to values that a stronger program gives to
// positions of our own searches.
package evalfit

import (
	"strings"

	"github.com/searchex/searchex/goengine"
)

// The numbers of the evaluation as a list of weights. A static value is linear in them, except for
// rounding after interpolation by phase and for saturation of bytes.
const (
	material = 0 // queen, rook, bishop, knight; a pawn is 64 units
	opening  = material + 4
	ending   = opening + 6*32
	passed0  = ending + 6*32 // opening, by rank
	passed1  = passed0 + 8   // ending
	nearKing = passed1 + 8   // queen, rook, bishop, knight
	shelter  = nearKing + 4  // a pawn on its second and on its third rank
	pull     = shelter + 2   // own and enemy passed pawns
	singles  = pull + 2
	weights  = singles + int(countOfSingles)
)

// single is a number in the engine's code that is not part of a table.
type single int

const (
	isolated single = iota
	doubled
	guardedPawn
	halfOpen
	open
	guardedBishop
	guardedKnight
	bareQueen
	bareRook
	bareKnight
	knightPawns
	rookPawns
	bishopPair
	blockedCentre
	earlyQueen0
	earlyQueen1
	earlyQueen2
	noShelter
	kingInCentre
	mayCastle
	rookToCastle
	towardsKing
	offTheEdge
	countOfSingles
)

// singleNumbers has today's single numbers and their places in the code.
var singleNumbers = [countOfSingles]struct {
	name, where string
	today       float64
}{
	isolated:      {"isolated", "pawnTerms", -4},
	doubled:       {"doubled", "pawnTerms", -6},
	guardedPawn:   {"guardedPawn", "pawnTerms", 3},
	halfOpen:      {"halfOpen", "pieceTerms", 13},
	open:          {"open", "pieceTerms", 18},
	guardedBishop: {"guardedBishop", "pieceTerms", -5},
	guardedKnight: {"guardedKnight", "pieceTerms", -8},
	bareQueen:     {"bareQueen", "pieceTerms", 5},
	bareRook:      {"bareRook", "pieceTerms", -2},
	bareKnight:    {"bareKnight", "pieceTerms", -1},
	knightPawns:   {"knightPawns", "pieceTerms", 5},
	rookPawns:     {"rookPawns", "pieceTerms", -5},
	bishopPair:    {"bishopPair", "pieceTerms", 15},
	blockedCentre: {"blockedCentre", "pieceTerms", -19},
	earlyQueen0:   {"earlyQueenD1", "pieceTerms", 14},
	earlyQueen1:   {"earlyQueenE1", "pieceTerms", 8},
	earlyQueen2:   {"earlyQueenE2C2", "pieceTerms", 6},
	noShelter:     {"noShelter", "kingTerms", -7},
	kingInCentre:  {"kingInCentre", "kingTerms", -5},
	mayCastle:     {"mayCastle", "kingTerms", 4},
	rookToCastle:  {"rookToCastle", "kingTerms", 8},
	towardsKing:   {"towardsKing", "kingEnding", 4},
	offTheEdge:    {"offTheEdge", "kingEnding", -10},
}

// Today returns the engine's numbers.
func Today() []float64 {
	w := make([]float64, weights)
	t := goengine.SharedTables()
	for kind := goengine.Queen; kind <= goengine.Knight; kind++ {
		w[material+int(kind)-1] = float64(int(t.SwapValue[kind]) * t.SwapUnit)
		w[nearKing+int(kind)-1] = float64(t.NearKing[kind])
	}
	for kind := range 6 {
		for i := range 32 {
			w[opening+32*kind+i] = float64(t.Opening[kind][i])
			w[ending+32*kind+i] = float64(t.Ending[kind][i])
		}
	}
	for rank := range 8 {
		w[passed0+rank] = float64(t.PassedOpening[rank])
		w[passed1+rank] = float64(t.PassedEnding[rank])
	}
	w[shelter], w[shelter+1] = float64(t.Shelter[1]), float64(t.Shelter[2])
	w[pull], w[pull+1] = 7, 13
	for i, s := range singleNumbers {
		w[singles+i] = s.today
	}
	return w
}

// Feature is the coefficient of a weight in the static value of a position.
type Feature struct {
	Weight int
	Count  float64
}

// view is a root position with what its tables depend on. Squares and ranks count from each side's
// own edge.
type view struct {
	phase    int
	kind     [2][64]int // of the piece on a square, -1 for none
	king     [2]int
	rearmost [2][10]int // by file 1 to 8, 8 for none
	count    [2][10]int
	pawns    [2]int
	bishops  [2]int
	minors   [2]int // on the first rank
	guarded  [2][64]bool
	sum      [2]int
	castle   [2]struct{ any, short bool }
}

// see returns the view of a root.
func see(root *goengine.Position) *view {
	v := &view{phase: root.Phase()}
	t := goengine.SharedTables()
	for side := range v.kind {
		for f := range v.rearmost[side] {
			v.rearmost[side][f] = 8
		}
		for at := range 64 {
			v.kind[side][at] = -1
		}
	}
	for at := range 64 {
		s, k, ok := root.PieceAt(square(at))
		if !ok {
			continue
		}
		side, kind := int(s), int(k)
		own := at ^ 56*side
		rank, file := own/8, own%8+1
		v.kind[side][own] = kind
		switch goengine.Kind(kind) {
		case goengine.King:
			v.king[side] = own
			continue
		case goengine.Pawn:
			v.pawns[side]++
			v.count[side][file]++
			v.rearmost[side][file] = min(v.rearmost[side][file], rank)
			for _, df := range []int{-1, 1} {
				if f := own%8 + df; rank < 7 && f >= 0 && f < 8 {
					v.guarded[side][8*(rank+1)+f] = true
				}
			}
		case goengine.Bishop, goengine.Knight:
			if rank == 0 {
				v.minors[side]++
			}
			if goengine.Kind(kind) == goengine.Bishop {
				v.bishops[side]++
			}
		}
		v.sum[side] += int(t.SwapValue[kind]) * t.SwapUnit
	}
	rights := strings.Fields(root.FEN())[2]
	for side, letters := range []string{"KQ", "kq"} {
		v.castle[side].any = strings.ContainsAny(rights, letters)
		v.castle[side].short = strings.ContainsAny(rights, letters[:1])
	}
	return v
}

// square converts a square from 0 to 63 to 0x88.
func square(at int) goengine.Square { return goengine.Square(at/8<<4 | at%8) }

// Features returns the coefficients of the weights in the static value of a position for the side to
// move, with the tables of a root.
func Features(root, at *goengine.Position) []Feature {
	v := see(root)
	sum := make([]float64, weights)
	for i := range 64 {
		s, kind, ok := at.PieceAt(square(i))
		if !ok {
			continue
		}
		sign := 1.0
		if s != at.Side() {
			sign = -1
		}
		v.piece(int(s), kind, i^56*int(s), func(weight int, n float64) { sum[weight] += sign * n })
	}
	var all []Feature
	for w, n := range sum {
		if n != 0 {
			all = append(all, Feature{w, n})
		}
	}
	return all
}

// piece adds the coefficients of a piece on a square, seen from its side.
func (v *view) piece(side int, kind goengine.Kind, at int, add func(weight int, n float64)) {
	early, late := float64(8-v.phase)/8, float64(v.phase)/8
	file := min(at%8, 7-at%8)
	add(opening+32*int(kind)+4*(at/8)+file, early)
	add(ending+32*int(kind)+4*(at/8)+file, late)
	switch kind {
	case goengine.King:
		v.kingOn(side, at, add)
	case goengine.Pawn:
		v.pawnOn(side, at, add)
	default:
		add(material+int(kind)-1, 1)
		v.officerOn(side, kind, at, add)
	}
	if v.phase < 2 && kind != goengine.Pawn {
		for _, centre := range []int{19, 20} { // d3, e3: before a pawn on d2, e2
			if at == centre && v.kind[side][centre-8] == int(goengine.Pawn) {
				add(singles+int(blockedCentre), 1)
			}
		}
	}
}

// passedFrom returns the first rank on which a pawn on a file, 1 to 8, is passed.
func (v *view) passedFrom(side, file int) int {
	from := 0
	for f := max(file-1, 1); f <= min(file+1, 8); f++ {
		if r := v.rearmost[1-side][f]; r < 8 {
			from = max(from, 7-r)
		}
	}
	return from
}

func (v *view) pawnOn(side, at int, add func(int, float64)) {
	rank, file := at/8, at%8+1
	if rank < 1 || rank > 6 {
		return
	}
	if v.count[side][file-1]+v.count[side][file+1] == 0 {
		add(singles+int(isolated), 1)
	}
	if v.count[side][file] > 1 {
		add(singles+int(doubled), 1)
	}
	if rank >= v.passedFrom(side, file) {
		add(passed0+rank, float64(8-v.phase)/8)
		add(passed1+rank, float64(v.phase)/8)
	}
	if v.guarded[side][at] {
		add(singles+int(guardedPawn), 1)
	}
}

func (v *view) officerOn(side int, kind goengine.Kind, at int, add func(int, float64)) {
	enemy := 1 - side
	if near := 4 - steps(at, v.king[enemy]^56); near > 0 {
		add(nearKing+int(kind)-1, float64(near))
	}
	bare := float64(v.bare(enemy) * (8 - v.phase) >> 3)
	pawns := float64(v.pawns[side] - 5)
	guarded := v.guarded[enemy][at^56]
	switch kind {
	case goengine.Queen:
		add(singles+int(bareQueen), bare)
		if v.phase < 2 && v.minors[side] > 1 {
			switch at {
			case 3: // d1
				add(singles+int(earlyQueen0), 1)
			case 4: // e1
				add(singles+int(earlyQueen1), 1)
			case 12, 10: // e2, c2
				add(singles+int(earlyQueen2), 1)
			}
		}
	case goengine.Rook:
		switch file := at%8 + 1; {
		case v.count[side][file] > 0:
		case v.count[enemy][file] > 0:
			add(singles+int(halfOpen), 1)
		default:
			add(singles+int(open), 1)
		}
		add(singles+int(rookPawns), pawns)
		add(singles+int(bareRook), bare)
		if v.phase < 5 && v.castle[side].short && at == 7 {
			add(singles+int(rookToCastle), 1)
		}
	case goengine.Bishop:
		if guarded {
			add(singles+int(guardedBishop), 1)
		}
		if v.bishops[side] > 1 {
			add(singles+int(bishopPair), 1)
		}
	case goengine.Knight:
		if guarded {
			add(singles+int(guardedKnight), 1)
		}
		add(singles+int(knightPawns), pawns)
		add(singles+int(bareKnight), bare)
	}
}

// bare returns the exposure of a king, as the engine's function exposed does.
func (v *view) bare(side int) int {
	king := v.king[side]
	n := 2 * (king / 8)
	for f := max(king%8, 1); f <= min(king%8+2, 8); f++ {
		switch low := v.rearmost[side][f]; {
		case low == 8 && v.count[1-side][f] == 0:
			n += 3
		case low == 8:
			n += 2
		case low > 2 || low < king/8:
			n++
		}
	}
	return n
}

func (v *view) kingOn(side, at int, add func(int, float64)) {
	if v.phase >= 5 {
		v.kingInEnding(side, at, add)
		return
	}
	early := float64(8-v.phase) / 8
	if rank, file := at/8, at%8; rank < 2 {
		for f := file; f <= file+2; f++ {
			switch low := v.rearmost[side][f]; {
			case low == 8:
				add(singles+int(noShelter), early)
			case low == 1 || low == 2:
				add(shelter+low-1, early)
			}
		}
		if file == 3 || file == 4 {
			add(singles+int(kingInCentre), early)
		}
	}
	if v.castle[side].any && at == 4 {
		add(singles+int(mayCastle), 1)
	}
}

// muchAhead is the lead, in 64ths of a pawn, from which a side drives the enemy king to the edge.
const muchAhead = 256

func (v *view) kingInEnding(side, at int, add func(int, float64)) {
	for owner := range 2 {
		for from, kind := range v.kind[owner] {
			rank := from / 8
			if kind != int(goengine.Pawn) || rank < v.passedFrom(owner, from%8+1) {
				continue
			}
			front := from + 8
			whose := 0
			if owner != side {
				front ^= 56
				whose = 1
			}
			add(pull+whose, -float64(rank*steps(at, front))/8)
		}
	}
	switch ahead := v.sum[side] - v.sum[1-side]; {
	case ahead >= muchAhead:
		add(singles+int(towardsKing), float64(7-steps(at, v.king[1-side]^56)))
	case ahead <= -muchAhead:
		add(singles+int(offTheEdge), float64(edge(at)))
	}
}

// steps returns the number of king steps between two squares.
func steps(a, b int) int {
	df, dr := a%8-b%8, a/8-b/8
	return max(df, -df, dr, -dr)
}

// edge returns the distance of a square from the centre of the board, 0 to 6.
func edge(at int) int {
	f, k := at%8, at/8
	return max(3-f, f-4) + max(3-k, k-4)
}
