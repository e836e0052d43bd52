package goengine

import "testing"

// TestCheckFlagTellsTheTruth: a move that is flagged gives check and one that
// is not does not, castling and en passant apart, which only may.
func TestCheckFlagTellsTheTruth(t *testing.T) {
	positions := readEPD(t, "../testdata/own_perft200.epd")
	positions = append(positions, readEPD(t, "../testdata/own_mates.epd")...)
	// A pawn that promotes and checks along the file it has left.
	positions = append(positions, mustParse(t, "8/4P3/8/4k3/8/8/8/K7 w - - 0 1"),
		mustParse(t, "8/P7/8/2k5/8/8/8/K7 w - - 0 1"), mustParse(t, "8/8/8/8/3K4/8/3p4/k7 b - - 0 1"))
	for _, p := range positions {
		var tree func(p *Position, depth int)
		tree = func(p *Position, depth int) {
			var b moveBuffer
			var v picture
			p.look(&v, true)
			p.generateTactical(&v, &b)
			p.generateQuiet(&v, &b)
			for _, r := range b.moves[:b.n] {
				code := p.board[r.move.From()]
				if r.flags&flagPromotion != 0 {
					code = codeOf[p.side][r.move.Promotion()]
				}
				flagged := r.flags&flagCheck != 0 || p.givesCheck(&v, code, r.move.From(), r.move.To())
				fen := p.FEN()
				var u undo
				p.make(r.move, r.flags, &u)
				if check := p.InCheck(); check != flagged && (check || r.flags&(flagCastle|flagEnPassant) == 0) {
					t.Errorf("%s: %s: gives check %v, flagged %v", fen, SquareName(r.move.From())+SquareName(r.move.To()), check, flagged)
				}
				if depth > 1 {
					tree(p, depth-1)
				}
				p.unmake(r.move, r.flags, &u)
			}
		}
		tree(p, 2)
	}
}
