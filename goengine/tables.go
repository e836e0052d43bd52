package goengine

// The steps of the pieces, in the order of generation.
var (
	// rays are the eight directions, straight ones first.
	rays        = [8]uint8{0x10, 0x01, 0xF0, 0xFF, 0x11, 0xF1, 0xEF, 0x0F}
	knightSteps = [8]uint8{0x21, 0x12, 0xF2, 0xE1, 0xDF, 0xEE, 0x0E, 0x1F}
)

// rayWay is the way bit of the sliders that move along rays[i].
var rayWay = [8]uint8{wayStraight, wayStraight, wayStraight, wayStraight, wayDiagonal, wayDiagonal, wayDiagonal, wayDiagonal}

// pawnStep is the step of each side's pawns.
var pawnStep = [2]uint8{0x10, 0xF0}

// The three tables are indexed by the difference to - from (mod 256) of two squares.
// attackTable has the ways in which a piece attacks over it, rayStep the step that
// leads there along a ray, or 0, and rayDistance the number of such steps.
var attackTable, rayStep, rayDistance = func() (way, step, distance [256]uint8) {
	for i, r := range rays {
		d := uint8(0)
		for n := uint8(1); n < 8; n++ {
			d += r
			way[d] |= rayWay[i]
			step[d] = r
			distance[d] = n
		}
		way[r] |= wayKing
	}
	for _, s := range knightSteps {
		way[s] |= wayKnight
	}
	way[0x11] |= wayWhitePawn
	way[0x0F] |= wayWhitePawn
	way[0xF1] |= wayBlackPawn
	way[0xEF] |= wayBlackPawn
	return way, step, distance
}()
