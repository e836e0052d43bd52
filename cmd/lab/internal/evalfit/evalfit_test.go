package evalfit

import (
	"encoding/json"
	"go/parser"
	"go/token"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/goengine"
)

func sample(t *testing.T, n int) []Position {
	t.Helper()
	all, err := openings.BuiltIn()
	require.NoError(t, err)
	p, _ := goengine.ProfileByName("tuned")
	positions, err := Sample(openings.Shuffle(all, 1), p, n, 1, func(int) error { return nil })
	require.NoError(t, err)
	return positions
}

// The weights times what they count are the engine's static value: each piece's mixture by phase is
// rounded down, and a king's squares may reach the end of a byte.
func TestFeaturesAreWhatTheEngineCounts(t *testing.T) {
	w := Today()
	phases, off := map[int]int{}, 0
	seen := make([]bool, weights)
	for _, p := range sample(t, 1200) {
		x, err := NewExample(Valued{Position: p})
		require.NoError(t, err)
		sum := 0.0
		for _, f := range x.Features {
			sum += f.Count * w[f.Weight]
			seen[f.Weight] = true
		}
		pawns, mover := strings.Count(strings.Fields(p.At)[0], "P")-strings.Count(strings.Fields(p.At)[0], "p"), -1
		if strings.Fields(p.At)[1] == "b" {
			mover = 1
		}
		sum += float64(64 * pawns * mover) // which no weight says
		root, err := goengine.ParseFEN(p.Root)
		require.NoError(t, err)
		phases[root.Phase()]++
		if math.Abs(sum-x.Static) > 12 {
			off++
			t.Logf("%s at %s: %.1f, engine %.0f", p.At, p.Root, sum, x.Static)
		}
	}
	assert.LessOrEqual(t, off, 24, "more than one in fifty")
	assert.Greater(t, phases[0], 50)
	assert.Greater(t, phases[5]+phases[6]+phases[7], 50)
	for i, s := range singleNumbers {
		assert.True(t, seen[singles+i] || single(i) == earlyQueen1 || single(i) == mayCastle, s.name)
	}
}

// Values that other numbers made lead back to these numbers: a knight is worth 3.1 pawns, a passed pawn
// on the sixth rank of the ending 90 units.
func TestFitFindsTheNumbersThatMadeTheValues(t *testing.T) {
	truth := Today()
	knight, sixth := material+int(goengine.Knight)-1, passed1+5
	truth[knight], truth[sixth] = 200, 90
	change := difference(truth, Today())
	var all []Example
	n, of := 0, map[int]bool{} // held out
	for _, p := range sample(t, 3000) {
		x, err := NewExample(Valued{Position: p})
		require.NoError(t, err)
		if p.Game%10 == 2 {
			n++
			of[p.Game] = true
		}
		x.Score = x.value(change) * theirCentipawns / ourUnits
		all = append(all, x)
	}
	w, err := Fit(all, 0.01)
	require.NoError(t, err)
	assert.InDelta(t, 200, w[knight], 2)
	assert.InDelta(t, 90, w[sixth], 6)
	assert.Greater(t, n, 150)
	assert.Greater(t, len(of), 3)
	number, games := Count(all, true)
	assert.Equal(t, []int{n, len(of)}, []int{number, games})
	number, _ = Count(all, false)
	assert.Equal(t, 3000-n, number)
	before, after := Error(all, Today(), true), Error(all, Rounded(w), true)
	assert.Less(t, after, before/3)
	assert.InDelta(t, 0, Error(all, truth, true), 1e-9)
	held, err := Fit(all, 1e9)
	require.NoError(t, err)
	for i := range held {
		assert.InDelta(t, Today()[i], held[i], 0.1)
	}
}

// Whole games are held out, the second of ten; of the games from which positions were taken none gives as many that
// it would outweigh the others.
func TestWholeGamesAreHeldBack(t *testing.T) {
	held, of := map[int]bool{}, map[int]int{}
	all := sample(t, 1000)
	for i, p := range all {
		x, err := NewExample(Valued{Position: p})
		require.NoError(t, err)
		assert.Equal(t, p.Game%10 == 2, x.Held)
		if i > 0 {
			assert.GreaterOrEqual(t, p.Game, all[i-1].Game)
		}
		held[p.Game] = x.Held
		of[p.Game]++
	}
	assert.Greater(t, len(of), 15)
	assert.False(t, held[1])
	assert.True(t, held[2])
	for game, n := range of {
		assert.Less(t, n, 120, "game %d", game)
	}
	n, games := Count(nil, true)
	assert.Zero(t, n)
	assert.Zero(t, games)
	_, err := NewExample(Valued{})
	assert.EqualError(t, err, "game 0: want the number of the game it is from, 1 or more")
}

// Worked out by hand: a static value of 90 units is 73.1 of 100 points, and so are 160 centipawns; none are 50. One example
// without error and one that says 50 for 73.1 have a mean square of 0.231^2/2.
func TestErrorByHand(t *testing.T) {
	all := []Example{{Static: 90, Score: 160}, {Static: 100, Swap: 10}, {Static: 1000, Held: true}}
	all[0].Game, all[1].Game, all[2].Game = 3, 3, 12
	assert.InDelta(t, 0.23106/math.Sqrt2, Error(all, Today(), false), 1e-5)
	assert.InDelta(t, 0.5, Error(all, Today(), true), 1e-4)
	n, games := Count(all, false)
	assert.Equal(t, []int{2, 1}, []int{n, games})
	assert.True(t, math.IsNaN(Error(nil, Today(), true)))
}

// A sample is a function of its seed, of legal positions whose features don't depend on the sample.
func TestSampleRepeats(t *testing.T) {
	a, b := sample(t, 50), sample(t, 50)
	assert.Equal(t, a, b)
	for _, p := range a {
		_, err := goengine.ParseFEN(p.At)
		assert.NoError(t, err)
	}
}

// By hand: White has a knight more than the bare kings, on e4; the root is the position itself, phase 7,
// no pawns. The knight's square counts by an eighth of the opening's table and seven of the ending's.
func TestFeaturesByHand(t *testing.T) {
	p, err := goengine.ParseFEN("7k/8/8/8/4N3/8/8/K7 w - - 0 1")
	require.NoError(t, err)
	counts := map[int]float64{}
	for _, f := range Features(p, p) {
		counts[f.Weight] = f.Count
	}
	e4 := 32*int(goengine.Knight) + 4*3 + 3 // fourth rank, the file like d
	assert.Equal(t, 1.0, counts[material+int(goengine.Knight)-1])
	assert.InDelta(t, 0.125, counts[opening+e4], 1e-9)
	assert.InDelta(t, 0.875, counts[ending+e4], 1e-9)
	assert.Equal(t, -5.0, counts[singles+int(knightPawns)])
	// h8 is four king's steps from e4: no pull. The kings stand alike, in their corners.
	assert.NotContains(t, counts, nearKing+int(goengine.Knight)-1)
	assert.NotContains(t, counts, ending+0)
}

// The source is Go and holds the numbers, and the numbers of the engine give the engine's files.
func TestSource(t *testing.T) {
	b, err := Source(Rounded(Today()), "Made by a test.")
	require.NoError(t, err)
	_, err = parser.ParseFile(token.NewFileSet(), "x.go", b, 0)
	require.NoError(t, err)
	text := string(b)
	assert.Contains(t, text, "// Made by a test.\n")
	assert.Contains(t, text, "var swapValue = [6]uint8{King: 255, Queen: 160, Rook: 84, Bishop: 54, Knight: 54, Pawn: 16}")
	for _, file := range []string{"eval.go", "terms.go", "kingterms.go"} {
		engine, err := goengine.Source.ReadFile(file)
		require.NoError(t, err)
		for _, name := range []string{"openingTable", "endingTable", "nearKing", "shelter", "passedPull"} {
			from := "var " + name + " = "
			if i := strings.Index(string(engine), from); i >= 0 {
				declared, _, _ := strings.Cut(string(engine)[i:], "\n}\n")
				declared, _, _ = strings.Cut(declared, "\n\n")
				assert.Contains(t, strings.Join(strings.Fields(text), " "), strings.Join(strings.Fields(declared), " "), name)
			}
		}
	}
}

// Errors of invalid files of values name the place.
func TestReadValues(t *testing.T) {
	good, err := json.Marshal(Valued{sample(t, 1)[0], 25})
	require.NoError(t, err)
	all, err := ReadValues(append(good, '\n'), "x")
	require.NoError(t, err)
	require.Len(t, all, 1)
	assert.Equal(t, -25.0, all[0].Score, "of who has moved, not of who is to")
	for text, want := range map[string]string{
		"hello":      "x:2: want an object with game, root, before, move, fen and score",
		"{}":         "x:2: game 0: want the number",
		`{"game":1}`: "x:2: root: ",
		strings.Replace(string(good), `"move":"`, `"move":"a1a1`, 1): "x:2: ",
	} {
		_, err := ReadValues([]byte(string(good)+"\n"+text+"\n"), "x")
		assert.ErrorContains(t, err, want)
	}
}
