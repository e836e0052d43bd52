package rules

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
)

// Exactly the illegal moves have a reason. The engine's legal moves are the witness.
func TestExactlyTheIllegalMovesHaveAReason(t *testing.T) {
	r := rand.New(rand.NewSource(17))
	draw := []func() *goengine.Position{
		func() *goengine.Position { return random.Hostile(r) },
		func() *goengine.Position { return random.Placed(r, r.Intn(2)) },
		func() *goengine.Position { return random.Cornered(r, r.Intn(2)) },
		func() *goengine.Position { return played(r) },
	}
	for i := range 1000 {
		p := draw[i%len(draw)]()
		var legal []string
		isLegal := map[[2]int]string{} // the letters with which a move of two squares is legal
		for _, m := range p.LegalMoves() {
			uci := p.UCI(m)
			legal = append(legal, uci)
			squares := [2]int{squareAt(uci[:2]), squareAt(uci[2:4])}
			isLegal[squares] += "," + uci[4:]
		}
		g, err := New(p.FEN())
		require.NoError(t, err)
		b := look(g.pos, nil)
		for from := range 64 {
			for to := range 64 {
				letters, any := isLegal[[2]int{from, to}]
				for _, letter := range []string{"", "q", "n", "k", "Q"} {
					want := any && slices.Contains(strings.Split(letters, ",")[1:], letter)
					if why := b.reason(from, to, letter).text; (why == "") != want {
						t.Fatalf("fen %q: %s%s%s: reason %q", p.FEN(), name(from), name(to), letter, why)
					}
				}
			}
		}
		for _, uci := range legal {
			require.Equal(t, uci, g.UCI(g.SAN(uci)), "fen %q: %s read from its own notation %s", p.FEN(), uci, g.SAN(uci))
		}
	}
}

// played returns the position of a random game.
func played(r *rand.Rand) *goengine.Position {
	p, _ := goengine.ParseFEN(goengine.StartFEN)
	for range r.Intn(120) {
		legal := p.LegalMoves()
		if len(legal) == 0 {
			break
		}
		p.Play(legal[r.Intn(len(legal))])
	}
	return p
}

func TestReasonsInWords(t *testing.T) {
	for _, tt := range []struct {
		fen, played, move, why string
	}{
		{"", "", "e3e4", "no piece on e3"},
		{"", "", "b8c6", "the knight on b8 is Black's, and White is to move"},
		{"", "e2e4", "g1f3", "the knight on g1 is White's, and Black is to move"},
		{"", "", "e2e2", "a move must leave its square"},
		{"", "", "b1b3", "knights move two squares straight and one to the side"},
		{"", "", "b1d2", "own pawn on d2"},
		{"", "", "f1c5", "bishops move on diagonals"},
		{"", "", "f1d3", "the pawn on e2 is in the way"},
		{"", "", "a1b2", "rooks move on ranks and files"},
		{"", "", "a1a5", "the pawn on a2 is in the way"},
		{"", "", "d1e3", "queens move on ranks, files and diagonals"},
		{"", "", "e1e3", "kings move one square"},
		{"", "e2e4 e7e5", "e4e3", "a pawn on e4 can't move backwards"},
		{"", "e2e4 e7e5", "e4d3", "a pawn on e4 can't move backwards"},
		{"", "e2e4 e7e5", "e4d4", "a pawn on e4 can't move sideways"},
		{"", "e2e4 e7e5", "e4e5", "the pawn on e5 is in the way"},
		{"", "e2e4 d7d5 d2d3 d5d4", "d3d5", "only a pawn that has not moved goes two squares"},
		{"", "g1f3 a7a6", "f2f4", "the knight on f3 is in the way"},
		{"", "", "e2e5", "pawns go straight ahead, one square or two at first, and take one square diagonally"},
		{"", "", "e2d3", "pawns take diagonally, and nothing is on d3"},
		{"", "", "e2e4q", "only a pawn that comes to the last rank becomes another piece"},
		{"4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "", "b7b8", "promotion piece missing: add q, r, b or n for what the pawn becomes on b8"},
		{"4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "", "b7b8k", `a pawn becomes q, r, b or n, not "k"`},
		// En passant: only at once, and not if it exposes the king on the rank.
		{"", "e2e4 a7a6 e4e5 d7d5 a2a3 a6a5", "e5d6", "too late to take en passant: that must answer d7d5 at once"},
		{"", "e2e4 d7d6 e4e5 a7a6 a2a3 d6d5", "e5d6", "the pawn on d5 has not just gone two squares, so it can't be taken en passant"},
		{"4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "", "e5d6", "taking en passant opens the king to the rook on h5"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1e2 e8e7 e2e1 e7e8", "e1g1", "castling after the king has moved"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "h1h2 e8e7 h2h1 e7e8", "e1g1", "castling after the rook on h1 has moved"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "h1h2 e8e7 h2h1 e7e8", "e1c1", ""},
		{"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "", "e1g1", "castling without a rook on h1"},
		{"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "", "e1g1", "castling to g1 was given up before this position"},
		{"4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "", "e1c1", "castling: the knight on b1 is in the way"},
		{"4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "", "e1g1", "castling out of check from the rook on e4"},
		{"4k3/8/q7/8/8/8/8/R3K2R w KQ - 0 1", "", "e1g1", "castling through f1, which the queen on a6 attacks"},
		{"4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 1", "", "e1c1", "castling through d1, which the pawn on e2 attacks"},
		{"4k3/8/8/8/8/6n1/q7/4K2R w K - 0 1", "", "e1g1", "castling through f1, which the knight on g3 attacks"},
		{"4k3/8/8/8/8/8/q6n/4K2R w K - 0 1", "", "e1g1", "castling through f1, which the knight on h2 attacks"},
		{"4k3/8/q7/8/8/6n1/8/4K2R w K - 0 1", "", "e1g1", "castling through f1, which the knight on g3 and the queen on a6 attack"},
		{"4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", "e1g1", "castling into check from the rook on g8"},
		{"r3k3/8/8/8/8/8/8/4K2R b q - 0 1", "", "e8g8", "castling without a rook on h8"},
		{"4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "", "c3d5", "pinned to the king by the bishop on b4"},
		{"4k3/8/8/8/8/8/r3P2K/8 w - - 0 1", "", "e2e4", "pinned to the king by the rook on a2"},
		{"4r1k1/8/8/8/8/8/8/3K4 w - - 0 1", "", "d1e1", "into check from the rook on e8"},
		{"4r1k1/8/8/8/8/8/4K3/8 w - - 0 1", "", "e2e1", "into check from the rook on e8"},
		{"8/8/8/8/8/3k4/8/3K4 w - - 0 1", "", "d1d2", "into check from the king on d3"},
		{"4r1k1/8/8/8/8/8/P7/4K3 w - - 0 1", "", "a2a3", "the king is in check from the rook on e8"},
		{"4r1k1/8/8/8/1b6/8/P7/4K3 w - - 0 1", "", "a2a3", "the king is in check from the bishop on b4 and the rook on e8: only he can move"},
		// In check from a knight, with a pinned rook: the pin forbids to take the knight.
		{"4r1k1/8/8/8/8/3n4/4R3/4K3 w - - 0 1", "", "e2d2", "the king is in check from the knight on d3"},
		{"4r1k1/8/8/8/8/3nB3/4B3/4K3 w - - 0 1", "", "e2d3", ""},
		{"4r1k1/8/8/8/8/3n4/4B3/4K3 w - - 0 1", "", "e2d3", "pinned to the king by the rook on e8"},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "h8g8", "into check from the queen on f7"},
		{"", "", "hello", notAMove},
		{"", "", "e2e9", notAMove},
		{"", "", "", notAMove},
	} {
		g := after(t, tt.fen, tt.played)
		assert.Equal(t, tt.why, g.WhyNot(tt.move), "%s %s: %s", tt.fen, tt.played, tt.move)
	}
}

func after(t *testing.T, fen, moves string) *Game {
	t.Helper()
	if fen == "" {
		fen = goengine.StartFEN
	}
	g, err := New(fen, strings.Fields(moves)...)
	require.NoError(t, err)
	return g
}

func TestReadingMoves(t *testing.T) {
	const (
		knights  = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
		three    = "4k3/8/8/8/8/1N3N2/8/1N2K3 w - - 0 1"
		pinned   = "4k3/8/8/8/1b6/5N2/3N4/4K3 w - - 0 1"
		promotes = "3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1"
		castles  = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"
		bishops  = "4k3/1p6/2P5/8/8/1B6/P7/4K3 b - - 0 1"
	)
	for _, tt := range []struct {
		fen, played, text string
		uci, why          string
	}{
		{"", "", "e4", "e2e4", ""},
		{"", "", "e2e4", "e2e4", ""},
		{"", "", "e2-e4", "e2e4", ""},
		{"", "", "Pe4!?", "e2e4", ""},
		{"", "", " Nf3 ", "g1f3", ""},
		{"", "", "nf3", "g1f3", ""},
		{"", "", "Ng1-f3", "g1f3", ""},
		{"", "e2e4 d7d5", "exd5", "e4d5", ""},
		{"", "e2e4 d7d5", "ed5", "e4d5", ""},
		{"", "e2e4 d7d5", "d5", "", "pawn on d2: pawns go straight ahead, one square or two at first, and take one square diagonally"},
		{"", "e2e4 a7a6 e4e5 d7d5", "exd6 e.p.", "e5d6", ""},
		{"", "e2e4 a7a6 e4e5 d7d5", "exd6ep", "e5d6", ""},
		{castles, "", "0-0", "e8g8", ""},
		{castles, "", "O-O-O+", "e8c8", ""},
		{castles, "", "oo", "e8g8", ""},
		{castles, "", "Kg8", "e8g8", ""},
		{"", "", "O-O", "", "castling: the bishop on f1 is in the way"},
		{promotes, "", "c8Q", "c7c8q", ""},
		{promotes, "", "cxd8=N+", "c7d8n", ""},
		{promotes, "", "cxd8(b)", "c7d8b", ""},
		{promotes, "", "c7c8Q", "c7c8q", ""},
		{promotes, "", "c8", "", "promotion piece missing: add q, r, b or n for what the pawn becomes on c8"},
		{promotes, "", "c8=K", "", `a pawn becomes q, r, b or n, not "k"`},
		{knights, "", "Nd2", "", "knights on b1 and f3 can both go to d2"},
		{knights, "", "Nbd2", "b1d2", ""},
		{knights, "", "N3d2", "f3d2", ""},
		{knights, "", "Nf3d2", "f3d2", ""},
		{three, "", "Nd2", "", "knights on b1, b3 and f3 can all go to d2"},
		{three, "", "Nbd2", "", "knights on b1 and b3 can both go to d2"},
		{pinned, "", "Nc4", "", "knight on d2: pinned to the king by the bishop on b4"},
		{pinned, "", "Ng5", "f3g5", ""},
		{pinned, "", "Ne4", "", "knight on d2: pinned to the king by the bishop on b4"},
		{bishops, "", "bc6", "b7c6", ""},
		{bishops, "", "Bc6", "", "Black has no bishop"},
		{knights, "", "Nad2", "", "White has no knight on the a-file"},
		{knights, "", "N5d2", "", "White has no knight on rank 5"},
		{knights, "", "Na8d2", "", "White has no knight on a8"},
		{knights, "", "Nh8", "", "no knight can go to h8"},
		{knights, "", "Qd2", "", "White has no queen"},
		{"", "", "Bd3", "", "bishop on f1: the pawn on e2 is in the way"},
		{"", "", "Ke2", "", "king on e1: own pawn on e2"},
		{"", "", "e5", "", "pawn on e2: pawns go straight ahead, one square or two at first, and take one square diagonally"},
		{"", "", "exd3", "", "pawn on e2: pawns take diagonally, and nothing is on d3"},
		{"", "", "xyzzy", "", notAMove},
		{"", "", "Ni9", "", notAMove},
		{"", "", "--", "", notAMove},
		{"", "", "", "", notAMove},
	} {
		uci, err := after(t, tt.fen, tt.played).Read(tt.text)
		if tt.why != "" {
			assert.EqualError(t, err, tt.why, "%s: %q", tt.fen, tt.text)
			continue
		}
		require.NoError(t, err, "%s: %q", tt.fen, tt.text)
		assert.Equal(t, tt.uci, uci, tt.text)
	}
}
