package goengine

import (
	"fmt"
	"strings"
	"testing"
)

// searched is a search of a game's last position with given root moves.
func searched(t *testing.T, fen, game, root, profile string, sx int, draw int16) Result {
	t.Helper()
	g := NewGame(mustParse(t, fen))
	for _, m := range strings.Fields(game) {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	prof, err := ParseProfile(profile)
	if err != nil {
		t.Fatal(err)
	}
	prof.Start = uint8(sx)
	l := Limits{SX: sx, SXSet: true, Draw: draw}
	if root != "" {
		m, err := g.Position().ParseMove(root)
		if err != nil {
			t.Fatal(err)
		}
		l.Moves = []Move{m}
	}
	return NewEngine().search(background, g.Position(), &prof, l)
}

// TestDrawsByHand: White is a rook ahead, 336 for it and something for where it
// stands, unless the move that is searched draws: then the score is what a
// draw is worth to the side to move at the root, whoever is to move when it
// comes about.
func TestDrawsByHand(t *testing.T) {
	const rook = 300 // less than what a rook is worth
	for _, c := range []struct {
		name, fen, game, root, profile string
		sx                             int
		want                           string // draw, ahead, behind or mate
	}{
		// Repetition. The king goes to a2 and back, Black's to g8 and back to h8: the first position again.
		{"the move repeats a position of the game", "7k/8/8/8/8/8/8/KR6 w - - 10 40", "a1a2 h8g8 a2a1", "g8h8", "uniform", 8, "draw"},
		{"without the game it does not", "6k1/8/8/8/8/8/8/KR6 b - - 13 41", "", "g8h8", "uniform", 8, "behind"},
		{"it has been there with the other side to move only", "7k/8/8/8/8/8/8/KR6 w - - 10 40", "b1c1 h8g8 c1b1", "g8g7", "uniform", 8, "behind"},
		{"the root itself repeats: that is no draw yet", "7k/8/8/8/8/8/8/KR6 w - - 10 40", "a1a2 h8g8 a2a1 g8h8", "b1b2", "uniform", 0, "ahead"},
		{"a horizon before the repetition does not see it", "7k/8/8/8/8/8/8/KR6 w - - 10 40", "a1a2 h8g8 a2a1", "g8h8", "uniform", 0, "behind"},

		// Fifty moves: the hundredth half-move draws where the game goes on.
		{"99 half-moves and a quiet one, at a frontier", "7k/8/8/8/8/8/8/KR6 w - - 99 80", "", "b1b2", "uniform", 8, "draw"},
		{"98 and a quiet one", "7k/8/8/8/8/8/8/KR6 w - - 98 80", "", "b1b2", "uniform", 8, "ahead"},
		{"at an inner node", "7k/8/8/8/8/8/8/KR6 w - - 99 80", "", "b1b2", "uniform", 16, "draw"},
		{"97 and a quiet one, at an inner node", "7k/8/8/8/8/8/8/KR6 w - - 97 80", "", "b1b2", "uniform", 16, "ahead"},
		{"at a half-frontier: 31-21 = 10, less than 21", "7k/8/8/8/8/8/8/KR6 w - - 99 80", "", "b1b2", "sx81", 31, "draw"},
		{"at a node in stages: 31-15 = 16, as much as the dearest", "7k/8/8/8/8/8/8/KR6 w - - 99 80", "", "b1b2", "tuned", 31, "draw"},
		// After Kb2 the pawn may take on b1: the game would go on by a capture.
		{"at a frontier with a capture", "7k/8/8/8/8/8/p7/KR6 w - - 99 80", "", "a1b2", "uniform", 8, "draw"},
		{"at an inner node with a capture", "7k/8/8/8/8/8/p7/KR6 w - - 99 80", "", "a1b2", "uniform", 16, "draw"},
		{"at a half-frontier with a capture", "7k/8/8/8/8/8/p7/KR6 w - - 99 80", "", "a1b2", "sx81", 31, "draw"},
		{"in stages with a capture", "7k/8/8/8/8/8/p7/KR6 w - - 99 80", "", "a1b2", "tuned", 31, "draw"},
		{"with one answer alone, Kg8", "7k/8/5K2/8/8/8/8/1R6 w - - 99 80", "", "b1b7", "uniform", 8, "draw"},
		{"a capture begins anew", "7k/8/1p6/8/8/8/8/KR6 w - - 99 80", "", "b1b6", "uniform", 8, "ahead"},
		{"a pawn move too", "7k/8/8/8/8/8/6P1/KR6 w - - 99 80", "", "g2g3", "uniform", 8, "ahead"},
		{"the root never is one", "7k/8/8/8/8/8/8/KR6 w - - 100 80", "", "", "uniform", 0, "ahead"},
		{"mate by the hundredth half-move is mate, found by the mate test", "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "", "a1a8", "uniform", 0, "mate"},
		{"by a node without moves, at a frontier", "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "", "a1a8", "uniform,switch.mate-test=off", 8, "mate"},
		{"at an inner node", "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "", "a1a8", "uniform,switch.mate-test=off", 16, "mate"},
		{"at a half-frontier: 16-3 = 13; an evasion costs more", "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "", "a1a8", "sx81,switch.mate-test=off,price.evasion=0", 16, "mate"},
		{"in stages", "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "", "a1a8", "tuned,switch.mate-test=off", 31, "mate"},

		// Stalemate: after Qg6 the king on h8 can't move.
		{"at a frontier", "7k/5K2/8/8/8/8/8/6Q1 w - -", "", "g1g6", "uniform", 8, "draw"},
		{"at an inner node", "7k/5K2/8/8/8/8/8/6Q1 w - -", "", "g1g6", "uniform", 16, "draw"},
		{"at a half-frontier", "7k/5K2/8/8/8/8/8/6Q1 w - -", "", "g1g6", "sx81", 31, "draw"},
		{"in stages", "7k/5K2/8/8/8/8/8/6Q1 w - -", "", "g1g6", "tuned", 31, "draw"},
		{"a horizon before it does not see it", "7k/5K2/8/8/8/8/8/6Q1 w - -", "", "g1g6", "uniform", 0, "ahead"},

		// Insufficient material.
		{"bishop against king", "7k/8/8/3p4/8/8/6B1/K7 w - -", "", "g2d5", "uniform", 8, "draw"},
		{"rook against king", "7k/8/8/3p4/8/8/3R4/K7 w - -", "", "d2d5", "uniform", 8, "ahead"},
	} {
		for _, draw := range []int16{0, 50, -50, MaxDraw + 1, -1000} {
			t.Run(fmt.Sprintf("%s, a draw is %d", c.name, draw), func(t *testing.T) {
				for _, mirrored := range []bool{false, true} {
					fen, game, root := c.fen, c.game, c.root
					if mirrored {
						fen, game, root = mirrorFEN(fen), mirrorMove(game), mirrorMove(root)
					}
					got := searched(t, fen, game, root, c.profile, c.sx, draw).Score
					want := false
					switch c.want {
					case "draw":
						want = got == min(max(draw, -127), 127)
					case "ahead":
						want = got > rook && got < MateBound
					case "behind":
						want = got < -rook && got > -MateBound
					case "mate":
						want = got == Mate-1
					}
					if !want {
						t.Errorf("%s: score %d, want %s", fen, got, c.want)
					}
				}
			})
		}
	}
}

// TestDrawsOfALineByHand: the same at the second and at the fourth ply. The
// nodes of each ply have one move, or those that are named.
func TestDrawsOfALineByHand(t *testing.T) {
	for _, c := range []struct {
		name, fen, game string
		line            only
		sx              int
	}{
		{"the knights go out and back: the root is repeated", StartFEN, "", only{"g1f3", "g8f6", "f3g1", "f6g8"}, 32},
		{"the second ply repeats a position of the game", "7k/8/8/8/8/8/8/KR6 w - - 10 40", "a1a2 h8g8", only{"a2a1", "g8h8"}, 16},
		// Kh1, and the queen takes g1, g2 and h2 from him.
		{"stalemate at the second ply", "6q1/8/8/8/8/8/5k1K/8 w - -", "", only{"h2h1", "g8g3"}, 16},
		{"bare kings at the second ply", "8/8/8/2k5/8/3P4/8/K7 w - -", "", only{"d3d4", "c5d4"}, 16},
		{"the hundredth half-move at the second ply", "7k/8/8/8/8/8/8/KR6 w - - 98 80", "", only{"b1b2", "h8g8"}, 16},
	} {
		for _, draw := range []int16{0, 50, -50} {
			prof, _ := ProfileByName("uniform")
			prof.Start = uint8(c.sx)
			g := NewGame(mustParse(t, c.fen))
			for _, m := range strings.Fields(c.game) {
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			e := NewEngine()
			e.Callbacks = c.line
			if got := e.search(background, g.Position(), &prof, Limits{SX: c.sx, Draw: draw}).Score; got != draw {
				t.Errorf("%s: score %d, want %d", c.name, got, draw)
			}
		}
	}
}

// TestRepeatedByHand: a position can come again after 4 plies or more, an even
// number, and nothing before the last capture or pawn move counts.
func TestRepeatedByHand(t *testing.T) {
	for _, c := range []struct {
		name       string
		half, back uint8 // plies since a capture or pawn move, and since the same position
		nkeys      int
		want       bool
	}{
		{"4 plies ago", 4, 4, 4, true},
		{"4 plies ago, but a pawn moved 3 plies ago", 3, 4, 4, false},
		{"6 plies ago", 6, 6, 6, true},
		{"6 plies ago of 10 that are known", 9, 6, 10, true},
		{"6 plies ago, but a pawn moved 5 plies ago", 5, 6, 10, false},
		{"2 plies ago: no two moves lead back", 9, 2, 10, false},
		{"5 plies ago: the other side was to move", 9, 5, 10, false},
		{"the clock says more than is known", 100, 4, 3, false},
		{"100 plies ago", 100, 100, 100, true},
	} {
		p := mustParse(t, "7k/8/8/8/8/8/8/KR6 w - -")
		p.half, p.nkeys = c.half, c.nkeys
		if i := c.nkeys - int(c.back); i >= 0 {
			p.keys[i] = p.key
		}
		if got := p.Repeated(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestInsufficientByHand: neither side can mate, whatever is played.
func TestInsufficientByHand(t *testing.T) {
	for fen, want := range map[string]bool{
		"7k/8/8/8/8/8/8/K7 w - -":     true,  // bare kings
		"7k/8/8/8/8/8/8/KB6 w - -":    true,  // a bishop
		"7k/8/8/8/8/8/8/KN6 w - -":    true,  // a knight
		"7k/8/8/8/8/8/8/KR6 w - -":    false, // a rook
		"7k/8/8/8/8/8/8/KQ6 w - -":    false, // a queen
		"7k/8/8/8/8/8/P7/K7 w - -":    false, // a pawn
		"7k/8/8/8/8/8/8/KNN5 w - -":   false, // two knights mate with help
		"6nk/8/8/8/8/8/8/KN6 w - -":   false, // so do two on either side
		"7k/6n1/8/8/8/8/8/KB6 w - -":  false, // bishop and knight
		"7k/8/8/8/8/8/8/KB1B4 w - -":  true,  // b1 and d1 are both light
		"7k/8/8/8/8/8/8/KBB5 w - -":   false, // light and dark
		"6bk/8/8/8/8/8/8/KB6 w - -":   true,  // g8 and b1 are both light
		"5b1k/8/8/8/8/8/8/KB6 w - -":  false, // f8 is dark
		"5b1k/8/8/8/8/8/B7/K7 w - -":  false,
		"7k/6b1/8/8/8/8/1B6/K7 w - -": true,  // g7 and b2 are both dark
		"6bk/8/8/8/8/8/8/KB1B4 w - -": false, // five men are not looked at
		"6nk/8/8/8/8/8/8/KB1B4 w - -": false,
	} {
		bothColours(t, fen, func(t *testing.T, p *Position, _ Side, _ func(string) string) {
			if got := p.Insufficient(); got != want {
				t.Errorf("%s: %v, want %v", p.FEN(), got, want)
			}
		})
	}
}
