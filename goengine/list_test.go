package goengine

import (
	"sort"
	"strings"
	"testing"

	"github.com/searchex/searchex/internal/work"
)

// listingEngine is an engine that stands at the root of a position, ready to list.
func listingEngine(p *Position, prof Profile) *Engine {
	e := NewEngine()
	e.pos, e.prof = *p, prof
	e.setUp()
	f := &e.frames[0]
	f.static = e.pos.static(&e.tables)
	e.hits.ply = -1
	e.pos.look(&f.info, true)
	f.flights = 7 // of another position
	return e
}

// lists fills the buffer with all moves and lists those of a selection.
func (e *Engine) lists(which selection) (sorted []listed, waiting []raw) {
	f := &e.frames[0]
	e.buffer.n, e.nSorted, e.nWaiting = 0, 0, 0
	e.pos.generateTactical(&f.info, &e.buffer)
	tactical := e.buffer.n
	e.pos.generateQuiet(&f.info, &e.buffer)
	e.list(0, tactical, which)
	return e.sorted[:e.nSorted], e.waiting[:e.nWaiting]
}

// TestCategoriesByHand: one move each, and why it is what it is.
func TestCategoriesByHand(t *testing.T) {
	for _, c := range []struct {
		name, fen, move string
		want            Category
		profile         string // sx81 where it is empty
		killer          string
		checked         uint8 // who has checked in the line: 1 White, 2 Black
	}{
		// Checks.
		{name: "the first check", fen: "4k3/8/8/8/8/8/8/R3K3 w - -", move: "a1a8", want: FirstCheck},
		{name: "White has checked before", fen: "4k3/8/8/8/8/8/8/R3K3 w - -", move: "a1a8", want: Check, checked: 1},
		{name: "Black's checks don't count for White", fen: "4k3/8/8/8/8/8/8/R3K3 w - -", move: "a1a8", want: FirstCheck, checked: 2},
		{name: "a discovered check", fen: "4k3/8/8/8/8/8/4N3/4RK2 w - -", move: "e2c3", want: FirstCheck},
		{name: "a check that loses the piece is a check", fen: "r3k3/8/8/8/8/8/8/R4K2 w - -", move: "a1e1", want: FirstCheck},
		{name: "a capture that checks is a check", fen: "n3k3/8/8/8/8/8/8/R4K2 w - -", move: "a1a8", want: FirstCheck},
		{name: "a promotion that checks is a check", fen: "3k4/P7/8/8/8/8/8/4K3 w - -", move: "a7a8q", want: FirstCheck},
		{name: "to a knight it does not", fen: "3k4/P7/8/8/8/8/8/4K3 w - -", move: "a7a8n", want: Losing},
		{name: "castling may check, and is priced as castling", fen: "5k2/8/8/8/8/8/8/4K2R w K -", move: "e1g1", want: Forward},

		// Evasions: any move out of check.
		{name: "a step out of check", fen: "4r2k/8/8/8/8/8/8/4K3 w - -", move: "e1d1", want: Evasion},
		{name: "a capture out of check", fen: "7k/8/8/8/8/8/4r3/4K3 w - -", move: "e1e2", want: Evasion},
		{name: "an interposition that checks", fen: "4r2k/8/8/8/8/8/2B5/4K3 w - -", move: "c2e4", want: Evasion},
		{name: "uniform knows no evasions: backward", fen: "4r2k/8/8/8/8/8/8/4K3 w - -", move: "e1d1", want: Backward, profile: "uniform"},
		{name: "uniform: forward", fen: "4r2k/8/8/8/8/8/8/4K3 w - -", move: "e1d2", want: Forward, profile: "uniform"},
		{name: "uniform: a capture", fen: "7k/8/8/8/8/8/4r3/4K3 w - -", move: "e1e2", want: Capture, profile: "uniform"},

		// Captures and promotions.
		{name: "a queen", fen: "8/P7/8/8/8/8/8/k3K3 w - -", move: "a7a8q", want: FirstCheck},
		{name: "a queen off the king's lines", fen: "8/P7/8/8/8/1k6/8/4K3 w - -", move: "a7a8q", want: Promotion},
		{name: "a rook", fen: "8/P7/8/8/8/1k6/8/4K3 w - -", move: "a7a8r", want: Losing},
		{name: "a queen by capture", fen: "1n6/P7/8/8/8/2k5/8/4K3 w - -", move: "a7b8q", want: Promotion},
		{name: "a bishop by capture", fen: "1n6/P7/8/8/8/2k5/8/4K3 w - -", move: "a7b8b", want: Losing},
		{name: "en passant, even where it loses the pawn", fen: "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6", move: "e5d6", want: Capture},
		{name: "a pawn takes what is guarded", fen: "4k3/8/4p3/3p4/4P3/8/8/4K3 w - -", move: "e4d5", want: Capture},
		{name: "a bishop for a knight is even", fen: "4k3/8/4p3/3n4/8/1B6/8/4K3 w - -", move: "b3d5", want: Capture},
		{name: "a rook takes a free pawn", fen: "4k3/8/8/3p4/8/8/8/3RK3 w - -", move: "d1d5", want: Capture},
		{name: "a rook takes a guarded pawn: 84 for 16", fen: "4k3/8/4p3/3p4/8/8/8/3RK3 w - -", move: "d1d5", want: LosingCapture},
		{name: "a rook takes a knight guarded by a pawn: 84-16 back, more than 54", fen: "4k3/8/4p3/3n4/8/8/3R4/3RK3 w - -", move: "d2d5", want: LosingCapture},
		{name: "a rook takes a knight guarded by a knight: 84-54 back, less than 54", fen: "4k3/8/5n2/3n4/8/8/3R4/3RK3 w - -", move: "d2d5", want: Capture},
		{name: "a knight takes a pawn and two knights and a pawn go: 54-(54-16) back, as much as the pawn's 16", fen: "3rk3/8/5n2/3p4/4P3/2N5/8/4K3 w - -", move: "c3d5", want: Capture},
		{name: "a queen takes a guarded rook: 160 back for 84", fen: "4k3/8/4p3/3r4/8/8/8/3QK3 w - -", move: "d1d5", want: LosingCapture},

		// Quiet moves that lose the moved piece.
		{name: "a knight where a pawn takes it", fen: "4k3/8/2p5/8/8/4N3/8/4K3 w - -", move: "e3d5", want: Losing},
		{name: "a guarded knight where a pawn takes it: 54-16", fen: "4k3/8/2p5/8/8/4N3/6B1/4K3 w - -", move: "e3d5", want: Losing},
		{name: "a guarded knight where a knight takes it: 54-54", fen: "4k3/8/5n2/8/8/4N3/6B1/4K3 w - -", move: "e3d5", want: Forward},
		{name: "a pawn where a pawn takes it", fen: "4k3/8/2p5/8/3P4/8/8/4K3 w - -", move: "d4d5", want: Losing},
		{name: "a guarded pawn: 16-16", fen: "4k3/8/2p5/8/2PP4/8/8/4K3 w - -", move: "d4d5", want: Forward},
		{name: "a rook that stays on the line of a rook that attacks it", fen: "4r2k/8/8/8/4R3/8/8/K7 w - -", move: "e4e2", want: Losing},
		{name: "a rook that leaves it", fen: "4r2k/8/8/8/4R3/8/8/K7 w - -", move: "e4d4", want: Backward},

		// Killers.
		{name: "a killer", fen: "4k3/8/8/8/8/8/8/R3K3 w - -", move: "a1b1", want: Killer, killer: "a1b1"},
		{name: "another move is none", fen: "4k3/8/8/8/8/8/8/R3K3 w - -", move: "a1c1", want: Backward, killer: "a1b1"},
		{name: "uniform has no killers", fen: "4k3/8/8/8/8/8/8/R3K3 w - -", move: "a1b1", want: Backward, killer: "a1b1", profile: "uniform"},
		{name: "a killer that loses is losing", fen: "4k3/8/2p5/8/8/4N3/8/4K3 w - -", move: "e3d5", want: Losing, killer: "e3d5"},
		{name: "a killer that checks is a check", fen: "4k3/8/8/8/8/8/8/R3K3 w - -", move: "a1a8", want: FirstCheck, killer: "a1a8"},
		{name: "a killer that attacks is a killer", fen: "6k1/8/8/1r6/8/8/8/1N4K1 w - -", move: "b1c3", want: Killer, killer: "b1c3"},
		{name: "a killer that threatens mate is a killer", fen: "7k/6pp/8/8/8/8/8/R5K1 w - -", move: "a1b1", want: Killer, profile: "cyrus86", killer: "a1b1"},

		// Mate at a glance: next to the king on h8 only g8 is free.
		{name: "a rook that threatens mate on the last rank", fen: "7k/6pp/8/8/8/8/8/R5K1 w - -", move: "a1b1", want: Threat, profile: "cyrus86"},
		{name: "sex88 knows it too", fen: "7k/6pp/8/8/8/8/8/R5K1 w - -", move: "a1a2", want: Threat, profile: "sex88"},
		{name: "sx81 does not look: backward", fen: "7k/6pp/8/8/8/8/8/R5K1 w - -", move: "a1b1", want: Backward},
		{name: "sx81 does not look: forward", fen: "7k/6pp/8/8/8/8/8/R5K1 w - -", move: "a1a2", want: Forward},
		{name: "with two squares to flee to there is no threat", fen: "7k/6p1/8/8/8/8/8/R5K1 w - -", move: "a1b1", want: Backward, profile: "cyrus86"},
		{name: "a bishop that can't reach the last rank does not", fen: "7k/6pp/8/8/8/8/1b6/3R2K1 w - -", move: "d1d3", want: Threat, profile: "cyrus86"},
		{name: "a rook guards the last rank", fen: "r6k/6pp/8/8/8/8/8/3R2K1 w - -", move: "d1d6", want: Forward, profile: "cyrus86"},
		{name: "a queen that threatens Qg7, from beside it", fen: "6k1/5p1p/5B2/8/8/8/8/2Q3K1 w - -", move: "c1h6", want: Threat, profile: "cyrus86"},
		{name: "or Qa8 along the rank", fen: "6k1/5p1p/5B2/8/8/8/8/2Q3K1 w - -", move: "c1a1", want: Threat, profile: "cyrus86"},
		{name: "nothing where the king has three squares to flee to", fen: "6k1/5p1p/8/6B1/8/8/8/2Q3K1 w - -", move: "c1c5", want: Forward, profile: "cyrus86"},
		{name: "stalemate is no threat", fen: "k7/2Q5/8/8/8/8/8/7K w - -", move: "c7d6", want: Backward, profile: "cyrus86"},
		{name: "a bishop's threats are not looked for", fen: "7k/6pp/8/8/8/8/8/B5K1 w - -", move: "a1b2", want: Forward, profile: "cyrus86"},

		{name: "a rook does not go by diagonals: not over d5 to a8", fen: "7k/6pp/8/4P3/R7/8/8/6K1 w - -", move: "a4e4", want: Backward, profile: "cyrus86"},
		{name: "nor over c6 to e8", fen: "7k/6pp/1P6/R7/8/8/8/6K1 w - -", move: "a5b5", want: Backward, profile: "cyrus86"},
		{name: "the pawn on b4 is in the way", fen: "7k/6pp/8/8/1p6/8/8/R5K1 w - -", move: "a1b1", want: Backward, profile: "cyrus86"},
		{name: "Qg7 would be mate, but the king has g8 and h7", fen: "7k/8/5K2/8/8/8/8/2Q5 w - -", move: "c1g1", want: Backward, profile: "cyrus86"},
		{name: "Rb8 is mate, though Rh1 is none", fen: "7k/6p1/8/8/8/3B4/5K2/R7 w - -", move: "a1b1", want: Threat, profile: "cyrus86"},
		{name: "Rb8 is none where the bishop does not guard h7: it is on d4", fen: "7k/6p1/8/8/3B4/8/5K2/R7 w - -", move: "a1b1", want: Backward, profile: "cyrus86"},

		// Attacks on more valuable pieces.
		{name: "the rook behind a queen in the list", fen: "q5k1/8/8/1r6/8/8/8/1N4K1 w - -", move: "b1c3", want: Attack},
		{name: "a bishop a knight's move from a rook", fen: "1r4k1/8/8/8/8/8/8/5BK1 w - -", move: "f1a6", want: Forward},
		{name: "with all men on the board", fen: StartFEN, move: "g1f3", want: Forward},
		{name: "a knight that attacks nothing", fen: "6k1/8/8/5r2/8/8/8/1N4K1 w - -", move: "b1c3", want: Forward},
		{name: "a knight attacks a rook", fen: "6k1/8/8/1r6/8/8/8/1N4K1 w - -", move: "b1c3", want: Attack},
		{name: "a knight attacks a queen", fen: "6k1/8/8/1q6/8/8/8/1N4K1 w - -", move: "b1c3", want: Attack},
		{name: "but not a bishop", fen: "6k1/8/8/1b6/8/8/8/1N4K1 w - -", move: "b1c3", want: Forward},
		{name: "nor its own rook", fen: "6k1/8/8/1R6/8/8/8/1N4K1 w - -", move: "b1c3", want: Forward},
		{name: "a bishop attacks a rook", fen: "1r4k1/8/8/8/8/8/8/2B3K1 w - -", move: "c1f4", want: Attack},
		{name: "a bishop behind a pawn does not", fen: "1r4k1/8/3p4/8/8/8/8/2B3K1 w - -", move: "c1f4", want: Forward},
		{name: "a rook attacks a queen from a square that is guarded", fen: "1q3k2/8/8/8/8/8/2B5/R6K w - -", move: "a1b1", want: Attack},
		{name: "a rook attacks a rook: no dearer", fen: "1r3k2/8/8/8/8/8/2B5/R6K w - -", move: "a1b1", want: Backward},
		{name: "a pawn attacks a knight", fen: "4k3/8/8/2n5/8/1P6/3P4/4K3 w - -", move: "b3b4", want: Attack},
		{name: "a pawn attacks a bishop to its right", fen: "4k3/8/8/5b2/8/3P4/4P3/4K3 w - -", move: "e2e4", want: Attack},
		{name: "a pawn attacks a bishop to its left", fen: "4k3/8/8/3b4/8/8/4P3/4K3 w - -", move: "e2e4", want: Losing}, // it takes the pawn
		{name: "a guarded pawn attacks a bishop to its left", fen: "4k3/8/8/3b4/8/3P4/4P3/4K3 w - -", move: "e2e4", want: Attack},
		{name: "a pawn attacks a pawn: no dearer", fen: "4k3/8/8/3p4/8/3P4/4P3/4K3 w - -", move: "e2e4", want: Forward},
		{name: "a pawn and its own knight", fen: "4k3/8/8/5N2/8/8/4P3/4K3 w - -", move: "e2e4", want: Forward},
		{name: "a queen attacks nothing that counts", fen: "1r4k1/1p6/8/8/8/8/8/Q6K w - -", move: "a1f1", want: Backward},
		{name: "a king neither", fen: "6k1/8/8/8/8/1r6/8/K7 w - -", move: "a1a2", want: Forward},

		// The rest.
		{name: "up the board", fen: "4k3/8/8/8/8/8/8/R3K3 w - -", move: "a1a7", want: Forward},
		{name: "along the rank", fen: "4k3/8/8/8/8/8/8/R3K3 w - -", move: "a1d1", want: Backward},
		{name: "down the board", fen: "4k3/8/8/8/8/R7/8/4K3 w - -", move: "a3a2", want: Backward},
		{name: "castling is forward", fen: "3k4/8/8/8/8/8/8/4K2R w K -", move: "e1g1", want: Forward},
	} {
		profile := c.profile
		if profile == "" {
			profile = "sx81"
		}
		prof, err := ParseProfile(profile)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(profile+" "+c.name, func(t *testing.T) {
			bothColours(t, c.fen, func(t *testing.T, p *Position, white Side, at func(string) string) {
				e := listingEngine(p, prof)
				if c.killer != "" {
					m, err := p.ParseMove(at(c.killer))
					if err != nil {
						t.Fatal(err)
					}
					e.killers[0][1] = m
				}
				e.frames[0].checked = c.checked
				if white == Black {
					e.frames[0].checked = c.checked>>1 | c.checked<<1&2
				}
				sorted, _ := e.lists(everything)
				for _, m := range sorted {
					if p.UCI(m.move) == at(c.move) {
						if m.category != c.want {
							t.Errorf("%s: %s is %s, want %s", p.FEN(), at(c.move), CategoryNames[m.category], CategoryNames[c.want])
						}
						return
					}
				}
				t.Errorf("%s: %s is not listed", p.FEN(), at(c.move))
			})
		})
	}
}

// TestSelectionsByHand: which moves each kind of list takes. White's rook can
// take a knight that a pawn guards and a free one; d1b1 is the killer.
func TestSelectionsByHand(t *testing.T) {
	// King a3; rook d1; black knights d6, guarded by the pawn c7, and g1.
	const fen = "7k/2p5/3n4/8/8/K7/8/3R2n1 w - -"
	const king = "a3a2 a3a4 a3b2 a3b3 a3b4" // b4 a4 b3 a2 b2; the knights guard none: d6 b5 b7 c4 c8 e4 e8 f5 f7, g1 e2 f3 h3
	for _, c := range []struct {
		name            string
		which           selection
		profile         string
		sorted, waiting string
		losing          bool
	}{
		// d1d6 costs the rook 84 and wins 54. e1, f1, b1, c1, a1, and d2 to d5 are quiet; e2 is the knight's.
		{"everything", everything, "sx81", "d1d6 d1g1 d1d2 d1d3 d1d4 d1d5 d1a1 d1b1 d1c1 d1e1 d1f1 " + king, "", false},
		{"sound", sound, "sx81", "d1g1 d1d2 d1d3 d1d4 d1d5 d1a1 d1b1 d1c1 d1e1 d1f1 " + king, "", true},
		{"losing captures and the quiet moves", losingAndQuiet, "sx81", "d1d6 d1d2 d1d3 d1d4 d1d5 d1a1 d1b1 d1c1 d1e1 d1f1 " + king, "", false},
		// No quiet move checks on the eighth rank or attacks a queen; the killer is worth it, the others wait.
		{"worthy", worthy, "sx81", "d1d6 d1g1 d1b1", "d1d2 d1d3 d1d4 d1d5 d1a1 d1c1 d1e1 d1f1 " + king, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			bothColours(t, fen, func(t *testing.T, p *Position, _ Side, at func(string) string) {
				prof, _ := ProfileByName(c.profile)
				e := listingEngine(p, prof)
				e.killers[0][0], _ = p.ParseMove(at("d1b1"))
				e.killers[0][1], _ = p.ParseMove(at("d1d6")) // where it was a quiet move; here it captures
				sorted, waiting := e.lists(c.which)
				var got, waits []string
				for _, m := range sorted {
					got = append(got, at(p.UCI(m.move)))
				}
				for _, r := range waiting {
					waits = append(waits, at(p.UCI(r.move)))
				}
				same := func(what string, got []string, want string) {
					wanted := strings.Fields(want)
					sort.Strings(got)
					sort.Strings(wanted)
					if strings.Join(got, " ") != strings.Join(wanted, " ") {
						t.Errorf("%s: %v, want %v", what, got, wanted)
					}
				}
				same("sorted", got, c.sorted)
				same("waiting", waits, c.waiting)
				if e.frames[0].losingLeft != c.losing {
					t.Errorf("losing %v, want %v", e.frames[0].losingLeft, c.losing)
				}
				if int(e.nodes) != len(got) {
					t.Errorf("%d nodes counted for %d moves listed", e.nodes, len(got))
				}
			})
		})
	}
}

// TestOrderByHand: what a move's place in the list owes to more than its
// static value.
func TestOrderByHand(t *testing.T) {
	for _, c := range []struct {
		name, profile, fen, move, killer, pv string
		want                                 int16 // more than the static value
	}{
		{"nothing", "sx81", "4k3/8/8/8/8/8/8/R3K3 w - -", "a1b1", "", "", 0},
		{"a killer gains 30", "sx81", "4k3/8/8/8/8/8/8/R3K3 w - -", "a1b1", "a1b1", "", 30},
		{"a check gains 200 in uniform", "uniform", "4k3/8/8/8/8/8/8/R3K3 w - -", "a1a8", "", "", 200},
		{"and nothing in sx81", "sx81", "4k3/8/8/8/8/8/8/R3K3 w - -", "a1a8", "", "", 0},
		{"castling may check", "uniform", "3k4/8/8/8/8/8/8/4K2R w K -", "e1g1", "", "", 200},
		{"a losing capture loses 84 units of 4", "tuned,switch.swap-sort=on", "4k3/8/4p3/3p4/8/8/8/3RK3 w - -", "d1d5", "", "", -336},
		{"an even one 16 of 4", "tuned,switch.swap-sort=on", "4k3/8/4p3/3p4/4P3/8/8/4K3 w - -", "e4d5", "", "", -64},
		{"but not in sx81", "sx81", "4k3/8/4p3/3p4/8/8/8/3RK3 w - -", "d1d5", "", "", 0},
		{"en passant loses nothing", "tuned,switch.swap-sort=on", "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6", "e5d6", "", "", 0},
		{"the principal variation is first", "sx81", "4k3/8/8/8/8/8/8/R3K3 w - -", "a1b1", "", "a1b1", Infinity},
		{"but not off its line", "sx81", "4k3/8/8/8/8/8/8/R3K3 w - -", "a1b1", "", "off a1b1", 0},
		{"a quiet move that loses its piece loses nothing more", "tuned,switch.swap-sort=on", "4k3/8/2p5/8/8/4N3/8/4K3 w - -", "e3d5", "", "", 0},
		{"and of no use to another move", "sx81", "4k3/8/8/8/8/8/8/R3K3 w - -", "a1c1", "", "a1b1", 0},
	} {
		t.Run(c.profile+" "+c.name, func(t *testing.T) {
			bothColours(t, c.fen, func(t *testing.T, p *Position, _ Side, at func(string) string) {
				prof, _ := ParseProfile(c.profile)
				e := listingEngine(p, prof)
				if c.killer != "" {
					e.killers[0][0], _ = p.ParseMove(at(c.killer))
				}
				following := c.pv != "" && !strings.HasPrefix(c.pv, "off ")
				if c.pv != "" {
					m, _ := p.ParseMove(at(strings.TrimPrefix(c.pv, "off ")))
					e.line = append(e.line, m)
				}
				e.frames[0].following = following
				sorted, _ := e.lists(everything)
				if e.frames[0].following != following {
					t.Errorf("following %v, want %v", !following, following)
				}
				for _, m := range sorted {
					if p.UCI(m.move) != at(c.move) {
						continue
					}
					if more := m.order - m.score; more != c.want && !(c.want == Infinity && m.order == Infinity) {
						t.Errorf("%s: %d more than its value, want %d", at(c.move), more, c.want)
					}
					if want := -valueAfter(e, m); m.score != want {
						t.Errorf("%s: value %d, the position after it is worth %d", at(c.move), m.score, want)
					}
				}
			})
		})
	}
}

// TestWorthyQuietMovesByHand: at a half-frontier a killer or an attack that
// does not lose the piece is sorted, with its category, and all else waits.
func TestWorthyQuietMovesByHand(t *testing.T) {
	for _, c := range []struct {
		name, profile, fen, move, killer string
		want                             Category
		waits                            bool
	}{
		{"a killer", "sx81", "6k1/8/8/1r6/8/8/8/1N4K1 w - -", "b1a3", "b1a3", Killer, false},
		{"an attack", "sx81", "6k1/8/8/1r6/8/8/8/1N4K1 w - -", "b1c3", "", Attack, false},
		{"neither", "sx81", "6k1/8/8/1r6/8/8/8/1N4K1 w - -", "b1d2", "", 0, true},
		{"an attack where a pawn takes the knight", "sx81", "6k1/8/8/1r6/3p4/8/8/1N4K1 w - -", "b1c3", "", 0, true},
		{"a killer where a pawn takes the knight", "sx81", "6k1/8/8/1r6/3p4/8/8/1N4K1 w - -", "b1c3", "b1c3", 0, true},
		{"castling as a killer", "sx81", "2k5/8/8/8/8/8/8/4K2R w K -", "e1g1", "e1g1", Killer, false},
		// Ra3 attacks the queen, guarded by the pawn, and threatens mate on a8, where the queen can't help.
		{"an attack that threatens mate too is an attack", "cyrus86", "7k/6pp/8/8/6p1/7q/1P6/R5K1 w - -", "a1a3", "", Attack, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			bothColours(t, c.fen, func(t *testing.T, p *Position, _ Side, at func(string) string) {
				prof, _ := ProfileByName(c.profile)
				e := listingEngine(p, prof)
				if c.killer != "" {
					e.killers[0][0], _ = p.ParseMove(at(c.killer))
				}
				sorted, waiting := e.lists(worthy)
				times := 0
				for _, m := range sorted {
					if p.UCI(m.move) == at(c.move) {
						times++
						if c.waits || m.category != c.want {
							t.Errorf("%s is sorted as %s", at(c.move), CategoryNames[m.category])
						}
					}
				}
				for _, r := range waiting {
					if p.UCI(r.move) == at(c.move) {
						times++
						if !c.waits {
							t.Errorf("%s waits", at(c.move))
						}
					}
				}
				if times != 1 {
					t.Errorf("%s is listed %d times", at(c.move), times)
				}
			})
		})
	}
}

// TestSwapOffsOfAListByHand: a swap-off is computed where it can matter
// something: not for a capture of as much as the piece is worth, nor for a
// move to a square that nothing attacks and off no slider's line, nor where a
// pawn takes a more valuable piece.
func TestSwapOffsOfAListByHand(t *testing.T) {
	for fen, want := range map[string]uint64{
		"4k3/8/8/3p4/4P3/8/8/4K3 w - -":   0,  // exd5 gains as much as it risks; e5 and the king's squares are not attacked
		"4k3/8/4p3/3p4/4P3/8/8/4K3 w - -": 0,  // nor is it asked where d5 is guarded
		"4k3/8/8/3p4/8/8/8/K2R4 w - -":    0,  // Rxd5 and the rook's other squares are not attacked
		"4k3/8/1n6/3p4/8/8/8/K2R4 w - -":  1,  // Rxd5 is, by the knight on b6
		"4k3/8/4p3/3p4/8/8/8/K2R4 w - -":  0,  // and here by the pawn on e6
		"4k3/8/8/3p4/8/4N3/8/K7 w - -":    0,  // of Nxd5 and 7 quiet ones Nc4, where the pawn takes the knight
		"4k3/8/8/3p4/8/4P3/8/K7 w - -":    1,  // and here a pawn, on e4
		"4rk2/8/8/8/8/8/4R3/K7 w - -":     12, // Rxe8 and Rf2 check; 6 more on the file and 6 off it: the rook stands on a slider's line
	} {
		bothColours(t, fen, func(t *testing.T, p *Position, _ Side, _ func(string) string) {
			prof, _ := ProfileByName("sx81")
			prof.Switches &^= 0xFF
			e := listingEngine(p, prof)
			e.lists(everything)
			if e.meter.work[work.SwapOffs] != want {
				t.Errorf("%s: %d swap-offs, want %d", p.FEN(), e.meter.work[work.SwapOffs], want)
			}
		})
	}
}

// valueAfter is the static value after a move for the side then to move,
// counted from nothing.
func valueAfter(e *Engine, m listed) int16 {
	q := e.pos
	var u undo
	q.make(m.move, m.flags, &u)
	return q.static(&e.tables)
}
