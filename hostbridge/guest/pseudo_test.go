package guest

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
)

// Moves that men do not make are not pseudo-legal; those that leave the king in check are, and castling out of check.
func TestPseudoLegalMoves(t *testing.T) {
	for _, c := range []struct{ fen, are, areNot string }{
		{"4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2d2 e2a2 e2h2 e2e8 e1d1 e1f2", "e2e1 e2d3 e1e2 e1g1 e1c1 e8e7 a1a2 e2e2"},
		{"r3k2r/8/8/8/4R3/8/8/R3K2R b kq - 0 1", "e8g8 e8c8 e8d7 a8a1 h8h1 a8d8", "e8e6 a8f8 h8d8 e1g1 e8f6 e8g7"},
		{"r3k2r/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "e1d1", "e1g1 e1c1"},
		{"4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1g1", "e1c1"},
		{"3rk3/8/8/3pP3/8/2N5/3P4/3K4 w - d6 0 1", "e5d6 e5e6 d2d3 d2d4 c3d5 c3b1", "e5f6 d2d5 d2c3 d2e3 c3d2 c3c4 e5e4"},
		{"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4d3 e4e3", "e4f3 e4e2 e4d4 e4e5"},
		{"3q1r2/4P3/4K3/8/8/8/8/7k w - - 0 1", "e7e8 e7d8 e7f8", "e7d7 e6e7 e6e8"},
		{"7k/8/8/8/3p4/2Q5/8/B6K w - - 0 1", "c3d4 c3c8 c3a3 c3a5 a1b2 h1g1", "c3e5 a1c3 a1d4 c3d5 a1a2"},
	} {
		p := from(t, c.fen).Position()
		for want, moves := range map[bool]string{true: c.are, false: c.areNot} {
			for move := range strings.FieldsSeq(moves) {
				at := func(name string) goengine.Square {
					return goengine.Square(name[1]-'1')<<4 | goengine.Square(name[0]-'a')
				}
				assert.Equal(t, want, pseudoLegal(p, moveOf(at(move), at(move[2:]))), "%s in %s", move, c.fen)
			}
		}
	}
	p := from(t, "7k/P6p/8/8/8/8/8/K7 w - - 0 1").Position()
	assert.True(t, pseudoLegal(p, moveOf(0x60, 0x70)|0x88), "to a knight")
	assert.False(t, pseudoLegal(p, moveOf(0x00, 0x10)|0x88), "a king to a knight")
}

// Every legal move is pseudo-legal, and a pseudo-legal move that is not legal leaves the king attacked: the same board with
// the move made, and the same side to move, is in check.
func TestPseudoLegalMovesThatAreNotLegal(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	others := 0
	for n := range 300 {
		p := position(r, n/2)
		if n%2 != 0 {
			p = random.Placed(r, n/2&1)
		}
		for _, m := range p.LegalMoves() {
			require.True(t, pseudoLegal(p, m), "%s in %s", p.UCI(m), p.FEN())
		}
		for i := range 64 * 64 {
			m := moveOf(square(i/64), square(i%64))
			if _, kind, _ := p.PieceAt(m.From()); !pseudoLegal(p, m) || p.Legal(m) || kinds[kind] == 'K' {
				continue
			}
			others++
			require.True(t, exposes(t, p, m), "%s in %s", p.UCI(m), p.FEN())
		}
	}
	assert.Greater(t, others, 400)
}

// exposes reports whether the side to move is in check after a move of its own that is no king's: the board has its men
// alone and the enemy's, without rights.
func exposes(t *testing.T, p *goengine.Position, m goengine.Move) bool {
	t.Helper()
	var men [64]byte
	for i := range men {
		if side, kind, is := p.PieceAt(square(i)); is {
			men[i] = kinds[kind] | byte(side)<<5
		}
	}
	a, z := place(m.From()), place(m.To())
	if men[a]|0x20 == 'p' && m.From()&7 != m.To()&7 && men[z] == 0 { // en passant
		men[place(m.From()&0x70|m.To()&7)] = 0
	}
	men[z], men[a] = men[a], 0
	var ranks []string
	for rank := 7; rank >= 0; rank-- {
		text := ""
		for _, man := range men[8*rank : 8*rank+8] {
			switch {
			case man == 0:
				text += "1"
			case man|0x20 == 'p' && rank%7 == 0: // a pawn on the last rank; what it becomes is no matter
				text += string(man + 'q' - 'p')
			default:
				text += string(man)
			}
		}
		ranks = append(ranks, text)
	}
	after, err := goengine.ParseFEN(strings.Join(ranks, "/") + " " + []string{"w", "b"}[p.Side()] + " - - 0 1")
	if err != nil { // the enemy is in check, too
		return true
	}
	return after.InCheck()
}

// generator are edits that make the list of the Z80's guest that of its generator, which does not look for checks.
var generator = []string{
	`call = "list_moves"`, `call = "generate"
set = ["kings = position.king", "kings[1] = position.black_king", "captures = 0", "word(&end) = &moves"]
pseudo_legal = true`,
	`count = "count"`, `count = "(word(&end) - &moves) / 4 - 1"`, // the last has the mark of the end
}

// A list may have moves that leave the king in check, which are counted; it must have all legal moves, and no other.
func TestAPseudoLegalList(t *testing.T) {
	check := func(edits ...string) Row {
		d, err := describe(t, "miniz80", append(generator, edits...)...)
		require.NoError(t, err)
		return parts(t, d, (*checker).lists).find("list")
	}
	assert.Equal(t, Row{"list", Works, "754 legal moves in 35 random positions, and 95 that leave the king in check", ""}, check())
	for what, c := range map[string]struct{ old, new, want string }{
		"the description does not say so": {"pseudo_legal = true\n", "", "list.pseudo_legal: "},
		"a legal move is missing":         {"/ 4 - 1", "/ 4 - 2", "is missing"},
		"a move is no man's":              {"moves[4 * list.index + 1]", "moves[4 * list.index]", "which is no legal move in "},
	} {
		row := check(c.old, c.new)
		assert.Equal(t, Fails, row.State, what)
		assert.Contains(t, row.Result, c.want, what)
	}
}

// A list may have entries that are no moves.
func TestAListWithOtherEntries(t *testing.T) {
	list := func(edits ...string) Row {
		d, err := describe(t, "miniz80", append([]string{`count = "count"`, `count = "2 * count"`}, edits...)...)
		require.NoError(t, err)
		return parts(t, d, (*checker).lists).find("list")
	}
	doubled := []string{"[4 * list.index]", "[2 * list.index]", "[4 * list.index + 1]", "[2 * list.index + 1]", "[4 * list.index + 2]", "[2 * list.index + 2]"}
	assert.Equal(t, Works, list(append(doubled, `count = "2 * count"`, "count = \"2 * count\"\nwhen = \"list.index % 2 == 0\"")...).State)
	assert.Equal(t, Fails, list(doubled...).State)
}

// A generated move may leave the king in check if the description says so.
func TestGeneratedMovesThatLeaveTheKingInCheck(t *testing.T) {
	// The place is before the move is made and tried, ten bytes before drop; five before that the next move is picked.
	early := []string{`at = "generated"`, `at = "drop - 10"
promotion = "becomes * (becomes != board[from])"
pseudo_legal = true`, `suppress = "pc = &drop"`, `suppress = "pc = &drop - 15"`}
	check := func(edits ...string) *Report {
		d, err := describe(t, "miniz80", append(early, edits...)...)
		require.NoError(t, err)
		return parts(t, d, (*checker).event, (*checker).suppress)
	}
	r := check()
	assert.Equal(t, 0, r.Failed(), "%+v", r.Rows)
	assert.Regexp(t, `^1268 seen, and \d+ that leave the king in check$`, r.find("events.generated").Result)
	assert.Contains(t, check("pseudo_legal = true", "").find("events.generated").Result, "events.generated.pseudo_legal: ")
	d, err := describe(t, "miniz80", "[events.best]", "[events.best]\npseudo_legal = true")
	require.NoError(t, err)
	_, err = open("", d)
	assert.ErrorContains(t, err, "events.best.pseudo_legal: pseudo_legal has no effect here")
}
