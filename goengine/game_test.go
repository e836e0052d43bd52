package goengine

import (
	"math/rand"
	"testing"
)

// TestGameKnowsItsRepetitions plays random games, and shuffles in between, and
// counts repetitions in another way: by the FENs of all positions.
func TestGameKnowsItsRepetitions(t *testing.T) {
	rng := rand.New(rand.NewSource(7))
	found := 0
	for range 40 {
		g := NewGame(mustParse(t, StartFEN))
		seen := map[string]int{}
		key := func() string {
			p := *g.Position()
			p.half, p.full = 0, 0
			return p.FEN()
		}
		seen[key()]++
		for range 150 {
			moves := g.Position().LegalMoves()
			if len(moves) == 0 || g.Position().half >= 140 {
				break
			}
			m := moves[rng.Intn(len(moves))]
			if rng.Intn(4) > 0 { // back and forth with the knights, kings, rooks
				for _, x := range moves {
					if c := g.Position().board[x.From()]; c&(wayKnight|wayKing) != 0 && g.Position().board[x.To()] == 0 {
						m = x
						break
					}
				}
			}
			if err := g.Play(g.Position().UCI(m)); err != nil {
				t.Fatal(err)
			}
			want := seen[key()] > 0
			seen[key()]++
			if got := g.Position().Repeated(); got != want {
				t.Fatalf("%s: repeated %v, want %v", g.Position().FEN(), got, want)
			}
			if want {
				found++
			}
			if g.Position().key != g.Position().fullKey() {
				t.Fatalf("%s: the key has drifted", g.Position().FEN())
			}
		}
	}
	if found < 50 {
		t.Errorf("only %d repetitions came up", found)
	}
}

// TestGameOrderComesFromItsLine: the moves of a game's position come in the
// order of one that is set up from the line, whatever was captured before.
func TestGameOrderComesFromItsLine(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	g := NewGame(mustParse(t, StartFEN))
	for range 200 {
		moves := g.Position().LegalMoves()
		if len(moves) == 0 || g.Position().half > 120 {
			break
		}
		if err := g.Play(g.Position().UCI(moves[rng.Intn(len(moves))])); err != nil {
			t.Fatal(err)
		}
		base, line := g.Line()
		p := mustParse(t, base.FEN())
		for _, m := range line {
			p.Play(m)
		}
		want, got := p.LegalMoves(), g.Position().LegalMoves()
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("%s: move %d is %v, set up anew %v", g.Position().FEN(), i, got[i], want[i])
			}
		}
	}
}
