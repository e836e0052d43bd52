package annotate

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/report/svgtest"
	"github.com/searchex/searchex/goengine"
)

func game(moves ...string) *pgn.Game {
	g := &pgn.Game{FEN: goengine.StartFEN, Result: "*"}
	for _, m := range moves {
		g.Moves = append(g.Moves, pgn.Move{UCI: m})
	}
	return g
}

// The fool's mate, with invented scores for the side to move, in 64ths of a pawn.
func TestJudge(t *testing.T) {
	g := game("f2f3", "e7e5", "g2g4", "d8h4")
	found := []Found{
		{Score: 16, Line: []string{"e2e4", "e7e5"}, Nodes: 7}, // +0.25 for White
		{Score: 20, Line: []string{"e7e5"}},                   // +0.31 for Black: 0.56 lost
		{Score: -32, Line: []string{"e2e4"}},                  // -0.50 for White
		{Score: goengine.Mate - 1, Line: []string{"d8h4"}},    // mate in one: -6 against -0.50
		{Score: -goengine.Mate},
	}
	v, err := Judge(g, found)
	require.NoError(t, err)
	require.Len(t, v, 4)
	assert.Equal(t, Verdict{Ply: 0, UCI: "f2f3", SAN: "f3", Name: "1. f3", Eval: pgn.Eval{Centipawns: -31}, Loss: 25 + 31, NAG: 6,
		Best: []string{"e2e4", "e7e5"}, BestSAN: []string{"e4", "e5"}, Nodes: 7}, v[0])
	assert.Equal(t, Verdict{Ply: 1, UCI: "e7e5", SAN: "e5", Name: "1... e5", Eval: pgn.Eval{Centipawns: -50}}, v[1], "the move that the search would play loses nothing")
	assert.Equal(t, pgn.Eval{Mate: -1}, v[2].Eval)
	assert.Equal(t, []int{600 - 50, 4}, []int{v[2].Loss, v[2].NAG})
	assert.True(t, v[3].Mated)
	assert.Equal(t, []string{"-0.31", "-0.50", "#-1", "mate"}, []string{v[0].Value(), v[1].Value(), v[2].Value(), v[3].Value()})

	text, glyphs := inserted(t, "1. f3 e5 2. g4 $2 {his own word} Qh4# *", v)
	assert.Contains(t, text, "1. f3 $6 {[%eval -0.31] [%sx $6]} ({Better, by 0.56: [%sx 355598fc]} 1. e4 e5)\n1... e5 {[%eval -0.50]} 2. g4 $2 {[%eval #-1] his own word} ({Better, by\n5.50: [%sx 0da5ce4e]} 2. e4) 2... Qh4# *")
	assert.Equal(t, []int{6, 0, 2, 0}, glyphs)

	short, err := Judge(g, found[:3])
	require.NoError(t, err)
	assert.Len(t, short, 2, "a move is judged when both positions have been searched")
	none, err := Judge(g, nil)
	require.NoError(t, err)
	assert.Empty(t, none)
}

func TestWhatCannotBeJudged(t *testing.T) {
	bad := game("e2e4")
	bad.FEN = "8/8 w"
	_, err := Judge(bad, make([]Found, 2))
	require.Error(t, err)
	_, err = Judge(game("e2e5"), make([]Found, 2))
	require.Error(t, err)
	// More searches than moves, and a better line with an illegal move.
	v, err := Judge(game("e2e4"), []Found{{Line: []string{"d2d4", "d2d4", "e7e5"}}, {}, {}, {}})
	require.NoError(t, err)
	require.Len(t, v, 1)
	assert.Equal(t, []string{"d4"}, v[0].BestSAN)
}

func TestWhatCountsAsAFall(t *testing.T) {
	for _, tt := range []struct {
		before, after int16 // the mover's, in 64ths
		loss, nag     int
	}{
		{0, 0, 0, 0},
		{0, 64, 0, 0},                    // better than expected
		{0, -31, 48, 0}, {0, -32, 50, 6}, // half a pawn
		{0, -63, 98, 6}, {0, -64, 100, 2}, // one
		{64, -95, 248, 2}, {64, -96, 250, 4}, // two and a half
		{20 * 64, 7 * 64, 0, 0},   // won before and after
		{-7 * 64, -20 * 64, 0, 0}, // lost before and after
		{goengine.Mate - 3, goengine.Mate - 9, 0, 0},
		{goengine.Mate - 3, 64, 500, 4}, // the mate is gone
		{0, -goengine.Mate + 4, 600, 4},
	} {
		v, err := Judge(game("e2e4"), []Found{{Score: tt.before, Line: []string{"d2d4"}}, {Score: -tt.after}})
		require.NoError(t, err)
		assert.Equal(t, []int{tt.loss, tt.nag}, []int{v[0].Loss, v[0].NAG}, "%d to %d", tt.before, tt.after)
	}
}

// Scores are for the side to move after the move. Mates count half-moves.
func TestEvalByHand(t *testing.T) {
	const white, black = -1, 1 // who has moved
	for _, tt := range []struct {
		score int16
		sign  int
		want  pgn.Eval
	}{
		{64, white, pgn.Eval{Centipawns: -100}}, {64, black, pgn.Eval{Centipawns: 100}}, {-96, white, pgn.Eval{Centipawns: 150}},
		{goengine.Mate - 1, white, pgn.Eval{Mate: -1}}, {goengine.Mate - 3, white, pgn.Eval{Mate: -2}}, {goengine.Mate - 3, black, pgn.Eval{Mate: 2}},
		{-goengine.Mate + 2, white, pgn.Eval{Mate: 1}}, {-goengine.Mate + 6, white, pgn.Eval{Mate: 3}}, {-goengine.Mate + 6, black, pgn.Eval{Mate: -3}},
		{-goengine.Mate, white, pgn.Eval{Centipawns: Decided}}, {-goengine.Mate, black, pgn.Eval{Centipawns: -Decided}},
		{goengine.MateBound - 1, black, pgn.Eval{Centipawns: (int(goengine.MateBound) - 1) * 100 / 64}},
	} {
		assert.Equal(t, tt.want, eval(tt.score, tt.sign), "%d, %d", tt.score, tt.sign)
	}
	// The bound itself is a mate, the longest that a search can find.
	assert.NotZero(t, eval(goengine.MateBound, black).Mate)
	assert.NotZero(t, eval(-goengine.MateBound, black).Mate)
}

// inserted returns a game with its verdicts, and the glyphs that it then has.
func inserted(t *testing.T, text string, v []Verdict) (string, []int) {
	t.Helper()
	r := pgn.NewReader(strings.NewReader(text), "x")
	r.KeepSource()
	raw, err := r.Next()
	require.NoError(t, err)
	b, glyphs, err := raw.Insert(Notes(v), "searchex")
	require.NoError(t, err)
	return string(b), glyphs
}

func TestValuesForPeople(t *testing.T) {
	for want, v := range map[string]Verdict{
		"+0.50": {Eval: pgn.Eval{Centipawns: 50}}, "-0.50": {Eval: pgn.Eval{Centipawns: -50}}, "0.00": {},
		"#3": {Eval: pgn.Eval{Mate: 3}}, "#-3": {Eval: pgn.Eval{Mate: -3}}, "mate": {Eval: pgn.Eval{Centipawns: 600}, Mated: true},
	} {
		assert.Equal(t, want, v.Value())
	}
}

// The picture has 480 by 240 pixels from 44, 80; 600 centipawns are 120 of them.
func TestThePictureByHand(t *testing.T) {
	values := []pgn.Eval{{Centipawns: 300}, {Centipawns: -900}, {Mate: 3}, {Mate: -2}}
	var verdicts []Verdict
	for i, e := range values {
		verdicts = append(verdicts, Verdict{Name: []string{"9. a3", "9... a6", "10. b3", "10... b6"}[i], Eval: e})
	}
	verdicts[0].NAG, verdicts[1].NAG = 6, 4
	verdicts[0].Shown, verdicts[1].Shown, verdicts[2].Shown, verdicts[3].Shown = 6, 1, 3, 4
	var line, area string
	var circles, words []string
	var frame svgtest.Element
	for _, e := range svgtest.Elements(t, SVG("Title", "by whom", verdicts)) {
		switch e.Name {
		case "polyline":
			line = e.Attr["points"]
		case "polygon":
			area = e.Attr["points"]
		case "circle":
			circles = append(circles, e.Attr["cx"]+","+e.Attr["cy"])
		case "text":
			words = append(words, strings.TrimSpace(e.Text)+" at "+e.Attr["x"]+","+e.Attr["y"])
		case "svg":
			frame = e
		}
	}
	assert.Equal(t, "104.0,140.0 224.0,320.0 344.0,80.0 464.0,320.0", line)
	assert.Equal(t, "104.0,200 "+line+" 464.0,200", area)
	assert.Equal(t, []string{"104.0,140.0", "224.0,320.0", "464.0,320.0"}, circles)
	assert.Equal(t, []string{"568", "382"}, []string{frame.Attr["width"], frame.Attr["height"]})
	assert.Equal(t, []string{
		"Title at 44.0,44.0", "by whom at 44.0,68.0",
		"-6 at 38.0,324.0", "-3 at 38.0,264.0", "+0 at 38.0,204.0", "+3 at 38.0,144.0", "+6 at 38.0,84.0",
		"9 at 104.0,336.0", "?! at 104.0,132.0", "! at 224.0,336.0", "10 at 344.0,336.0", "?? at 464.0,336.0",
		"pawns, White's advantage up; ?! ? ?? lost half a pawn, one, two and a half at 44.0,368.0",
	}, words)

	// Half-moves have eight pixels at least.
	many := make([]Verdict, 100)
	for _, e := range svgtest.Elements(t, SVG("", "", many)) {
		if e.Name == "svg" {
			assert.Equal(t, "888", e.Attr["width"])
		}
	}
}

func TestThePictureIsWellFormed(t *testing.T) {
	v, err := Judge(game("e2e4", "e7e5"), []Found{{Score: 60, Line: []string{"d2d4"}}, {Score: 300}, {Score: goengine.Mate - 5}})
	require.NoError(t, err)
	v[0].Shown = 2
	for _, verdicts := range [][]Verdict{v, nil} {
		picture := string(SVG(`<A> & "B"`, "by x", verdicts))
		d := xml.NewDecoder(strings.NewReader(picture))
		for {
			_, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
		}
		assert.Contains(t, picture, "&lt;A&gt; &amp;")
		assert.NotContains(t, picture, "NaN")
		assert.Equal(t, len(verdicts) > 0, strings.Contains(picture, "1. e4?: -4.68; better by 5.61 was d4; glyph of the file"))
	}
}

// After a null move the other side is to move, en passant is over, the clocks go on, and
// positions before it are no repetitions of those after it.
func TestPositionsAfterNullMoves(t *testing.T) {
	for _, tt := range []struct{ fen, moves, want string }{
		{goengine.StartFEN, "e2e4 0000", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"},
		{goengine.StartFEN, "e2e4 0000 e4e5 d7d5 0000 g8f6 0000", "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 3 4"},
		{"4k3/8/8/8/8/8/8/R3K3 w Q - 150 7", "0000 e8d7 a1a2 0000", "8/3k4/8/8/8/8/R7/4K3 w - - 150 9"},
	} {
		moves := strings.Fields(tt.moves)
		p, err := NewPositions(tt.fen, moves)
		require.NoError(t, err)
		g, err := p.At(len(moves))
		require.NoError(t, err, tt.moves)
		assert.Equal(t, tt.want, g.Position().FEN())
	}
	p, err := NewPositions(goengine.StartFEN, strings.Fields("e2e4 e7e5 d1h5 a7a6 h5f7 0000"))
	require.NoError(t, err)
	_, err = p.At(6)
	assert.EqualError(t, err, "a null move in check")
}

// Each position has its own history, in whatever order the positions are searched.
func TestPositionsInAnyOrder(t *testing.T) {
	moves := strings.Fields("g1f3 g8f6 f3g1 f6g8 g1f3 0000 e2e4 e7e5")
	p, err := NewPositions(goengine.StartFEN, moves)
	require.NoError(t, err)
	for _, i := range []int{1, 0, 5, 3, 2, 4, 8, 7, 6} {
		got, err := p.At(i)
		require.NoError(t, err)
		start, err := goengine.ParseFEN(goengine.StartFEN)
		require.NoError(t, err)
		want := goengine.NewGame(start)
		for n, m := range moves[:i] {
			if m == pgn.NullMove {
				start, err = goengine.ParseFEN("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 6 4")
				require.NoError(t, err)
				want = goengine.NewGame(start)
				continue
			}
			require.NoError(t, want.Play(m), "%d", n)
		}
		assert.Equal(t, want, got, "%d", i)
	}
	assert.Empty(t, p.ahead)
}

// Each move is played once. Replayed for each position, these would take minutes.
func TestPositionsOfALongGame(t *testing.T) {
	var moves []string
	for range 500 {
		moves = append(moves, "g1f3", "g8f6", "f3g1", "f6g8", "0000", "0000")
	}
	p, err := NewPositions(goengine.StartFEN, moves)
	require.NoError(t, err)
	for i := range len(moves) + 1 {
		g, err := p.At(i)
		require.NoError(t, err)
		_, line := g.Line()
		require.Len(t, line, []int{0, 1, 2, 3, 4, 0}[i%6])
	}
}

// The table counts the glyphs of the annotated game.
func TestTheTableShowsTheGlyphsOfTheFile(t *testing.T) {
	v := []Verdict{
		{Name: "1. f3", SAN: "f3", NAG: 6, Shown: 6, Loss: 56, BestSAN: []string{"e4"}},
		{Name: "1... e5", SAN: "e5", NAG: 0, Shown: 4},
		{Name: "2. g4", SAN: "g4", NAG: 4, Shown: 1, Loss: 550, BestSAN: []string{"e4"}},
		{Name: "2... Qh4#", SAN: "Qh4#"},
	}
	var b strings.Builder
	require.NoError(t, WriteTable(report.ScreenOf(&b), "A - B", "by", v))
	assert.Equal(t, `A - B
by

move           White  lost  better
1. f3      ?!   0.00  0.56  e4
1... e5    ??   0.00
2. g4      !    0.00  5.50  e4
2... Qh4#       0.00

White 1 ?!, 0 ?, 0 ??; Black 0 ?!, 0 ?, 1 ??
Kept: 2 glyphs of the file

`, b.String())
}
