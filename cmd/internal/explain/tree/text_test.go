package tree

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/window"
)

const pawn = 64

// fates returns a tree with every fate of a position. 1.a4 gets the value 1.0 from 1...g5. 1.b5 is
// refuted by 1...h5, the first reply that is tried, whose value -0.5 is at least beta, which is
// -1.0: so 1...g5, which has a static value, is not tried, and the positions after it are not
// created. 1.c4, of which only 1...h5 is known, ends for lack of SX.
func fates(t *testing.T) *window.Run {
	r := made(t, "A 1.a4", "AG 1.a4 g5", "B 1.b5", "BG 1.b5 g5", "BGA 1.b5 g5 2.a4", "BH 1.b5 h5", "C 1.c4", "CH 1.c4 h5")
	r.Setting.Depth = 9
	const top = goengine.Infinity
	v := r.Visits
	*v["A"] = window.Visit{Created: 2, Static: pawn / 2, Expanded: true, InPV: true, Priced: true, Price: 8,
		Evaluated: 2, Value: pawn, Alpha: -top, Beta: top, Verdict: window.Best}
	*v["AG"] = window.Visit{Created: 5, Static: -pawn, InPV: true, Evaluated: 1, Value: -pawn, Alpha: -top, Beta: top, Verdict: window.Best}
	*v["B"] = window.Visit{Created: 3, Static: 0, Expanded: true, Priced: true, Price: 8}
	*v["BG"] = window.Visit{Created: 7, Static: -2 * pawn}
	*v["BH"] = window.Visit{Created: 6, Static: -pawn / 2, Evaluated: 3, Value: -pawn / 2, Alpha: -top, Beta: -pawn, Verdict: window.Cutoff}
	*v["C"] = window.Visit{Created: 4, Static: -pawn / 4, Priced: true, Price: 24,
		Evaluated: 4, Value: -pawn / 4, Alpha: pawn, Beta: top, Verdict: window.NotBest}
	r.PV = []string{"A", "AG"}
	r.Result.Score = pawn
	return r
}

func TestEveryFateOfAPositionIsShown(t *testing.T) {
	assert.Equal(t, strings.TrimPrefix(`
move           key  static    N  [A,M]           value           verdict
(root)                                           1.000 is the result
├─*1.a4        A     0.500  (2)  [MAX,-MAX]      1.000 > -MAX    new best
│  └─*1...g5   AG   -1.000  (1)  [MAX,-MAX]     -1.000 > -MAX    new best
├─ 1.b5        B     0.000  · refuted by (3), dropped without a word
│  ├─ 1...g5   BG   -2.000  · scored, never tried: (3) cut off
│  │  └─ 2.a4  BGA          · never looked at
│  └─ 1...h5   BH   -0.500  (3)  [-1.000,-MAX]  -0.500 ≥ -1.000  cutoff
└─ 1.c4        C    -0.250  (4)  [MAX,1.000]    -0.250 ≤ 1.000   not better, SX spent
   └─ 1...h5   CH           · beyond the horizon
`, "\n"), textOf(t, fates(t), false))
}

// In profile uniform with a budget of 16, a move that costs 8 leaves 8. One that costs 24 leaves
// -8, so it is not searched. Moves at a frontier have no price.
func TestPricesAndBudgetsAreShownWhereTheyDiffer(t *testing.T) {
	r := fates(t)
	r.Model.Root.Children[0].Price = 8 // the model prices a move: SX is no count of plies
	r.Visits["A"].Category, r.Visits["B"].Category, r.Visits["C"].Category = "capture", "first check", "losing"
	assert.Equal(t, strings.TrimPrefix(`
move           key  static  price          SX left    N  [A,M]           value            verdict
(root)                                          16                       1.000 is the result
|-*1.a4        A     0.500  capture 8            8  (2)  [MAX,-MAX]      1.000 > -MAX     new best
|  '-*1...g5   AG   -1.000  unpriced                (1)  [MAX,-MAX]     -1.000 > -MAX     new best
|- 1.b5        B     0.000  first check 8        8  - refuted by (3), dropped without a word
|  |- 1...g5   BG   -2.000                          - scored, never tried: (3) cut off
|  |  '- 2.a4  BGA                                  - never looked at
|  '- 1...h5   BH   -0.500  unpriced                (3)  [-1.000,-MAX]  -0.500 >= -1.000  cutoff
'- 1.c4        C    -0.250  losing 24           -8  (4)  [MAX,1.000]    -0.250 <= 1.000   not better, SX spent
   '- 1...h5   CH                                   - beyond the horizon
`, "\n"), textOf(t, r, true))
}

// With two budgets of 22, White's 8 leaves 14, Black's 24 spends all of his 22, and White's next 7
// leaves 7. Black's budget follows the slash.
func TestTwoBudgetsAreEachSidesOwn(t *testing.T) {
	r := made(t, "A 1.a4", "AG 1.a4 g5", "AGA 1.a4 g5 2.b5")
	r.Setting.SX, r.Setting.Profile.Switches = 22, r.Setting.Profile.Switches&^0xFF|goengine.TwoBudgets
	for key, price := range map[string]uint8{"A": 8, "AG": 24, "AGA": 7} {
		*r.Visits[key] = window.Visit{Created: 1, Expanded: true, Priced: true, Price: price}
	}
	p := newPicture(r)
	a := p.root.children[0]
	ag := a.children[0]
	assert.Equal(t, []string{"22/22", "14/22", "14/0", "7/0"},
		[]string{p.budget(p.root), p.budget(a), p.budget(ag), p.budget(ag.children[0])})
	assert.Contains(t, textOf(t, r, false), "SEX W/B", "the authors' name of the second generation's budgets")

	// With shared budgets, White pays the 2 that Black lacks of 24.
	r.Setting.Profile.Budgets = goengine.BudgetsShared
	p = newPicture(r)
	ag = p.root.children[0].children[0]
	assert.Equal(t, []string{"12/0", "5/0"}, []string{p.budget(ag), p.budget(ag.children[0])})
}

// The SX calculated from prices is the engine's SX at the next node.
func TestBudgetsAreTheEngines(t *testing.T) {
	seen := 0
	for _, name := range window.BuiltinNames() {
		for _, r := range builtin(t, name) {
			p := newPicture(r)
			var check func(n *node)
			check = func(n *node) {
				if n.Expanded {
					left := n.own
					if p.two {
						left = n.other // the side to move's
					}
					require.True(t, n.known, n.Key)
					require.Equal(t, int(n.SX), left, "%s, %s: %s", name, r.Setting.Name, n.Key)
					seen++
				}
				for _, c := range n.children {
					check(c)
				}
			}
			check(p.root)
		}
	}
	assert.Greater(t, seen, 50)
}

// verdicts maps the verdicts of the source to ours.
var verdicts = map[string]string{"NEW BEST MOVE": "new best", "discard": "not better", "ALPHA BETA CUTOFF": "cutoff"}

var decisionLine = regexp.MustCompile(`^(\*?)(1\.[^(]*?)(?: \((\d+)\): (\S+) (\[\S+\]) \S+?(>=|<=|>) ?(\S+) so (.*))?$`)

func TestTheFiveModelsAreDrawnWithTheTextsDecisions(t *testing.T) {
	table, err := os.ReadFile("testdata/sargon.txt")
	require.NoError(t, err)
	var rows map[string]string // of our drawing, by the pretended line
	compared := 0
	for line := range strings.Lines(string(table)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		if model, ok := strings.CutPrefix(line, "model "); ok {
			rows = rowsByLine(t, builtin(t, model)[0])
			continue
		}
		m := decisionLine.FindStringSubmatch(line)
		require.NotNil(t, m, line)
		star, moves, number, value, bounds, sign, against, result := m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]
		row, ok := rows[moves]
		require.True(t, ok, "%s in\n%v", moves, rows)
		assert.Equal(t, star == "*", strings.Contains(row, "-*1.") || strings.Contains(row, "-*2."), row)
		if number == "" {
			assert.NotRegexp(t, `\[.*\]`, row)
			assert.Contains(t, row, " - ")
		} else {
			want := regexp.QuoteMeta("("+number+")") + ` +` + regexp.QuoteMeta(bounds) + ` +` + value + ` ` +
				regexp.QuoteMeta(sign+" "+against) + ` +` + verdicts[result] + `$`
			assert.Regexp(t, want, row)
		}
		compared++
	}
	assert.Equal(t, 5*14, compared)
}

// rowsByLine returns the rows of a drawing by the lines of their positions.
func rowsByLine(t *testing.T, r *window.Run) map[string]string {
	rows := strings.Split(textOf(t, r, true), "\n")[1:]
	byLine, i := map[string]string{}, 0
	r.Model.Root.Each(func(p *window.Position) {
		require.Contains(t, rows[i], p.Key)
		byLine[p.Line] = rows[i]
		i++
	})
	return byLine
}

func TestTheTableOfDecisionsIsTheTexts(t *testing.T) {
	const path = "../../../../../shared/reference/window-into-sargon.txt"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Skipf("%s is not here: the table stands for it", path)
	}
	table, err := os.ReadFile("testdata/sargon.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(table)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "1") || strings.HasPrefix(line, "*") {
			assert.Contains(t, string(text), line)
		}
	}
}

func TestLinesOfTheFiveModelsFitATerminal(t *testing.T) {
	for _, model := range []string{"1", "2", "3", "4", "5"} {
		for line := range strings.Lines(textOf(t, builtin(t, model)[0], false)) {
			assert.Less(t, utf8.RuneCountInString(line), 110, line)
		}
	}
}

func TestASCIIHasNothingElse(t *testing.T) {
	r := fates(t)
	r.Model.Root.Children[0].Line = "1.é\x1b[31m\u202e♔" + strings.Repeat("z", 99)
	for _, name := range window.BuiltinNames() {
		for _, r := range append(builtin(t, name), r) {
			for _, c := range textOf(t, r, true) {
				require.True(t, c == '\n' || c >= ' ' && c < 0x7f, "%q", c)
			}
		}
	}
	assert.NotContains(t, textOf(t, r, false), "\x1b")
	assert.NotContains(t, textOf(t, r, false), "\u202e")
}

func TestDeepTreesKeepTheirColumns(t *testing.T) {
	var positions []string
	key, line := "", ""
	for range goengine.MaxPly {
		key += "A"
		line += " 1.a4"
		positions = append(positions, key+line, key[1:]+"B"+line+"x") // A…A and A…AB
	}
	r := made(t, positions...)
	out := textOf(t, r, false)
	assert.Equal(t, 2+2*goengine.MaxPly, strings.Count(out, "\n"))
	column := -1
	for line := range strings.Lines(out) {
		if i := strings.Index(line, "·"); i >= 0 {
			at := utf8.RuneCountInString(line[:i])
			if column < 0 {
				column = at
			}
			assert.Equal(t, column, at, line)
		}
	}
	assert.Positive(t, column)
}

func TestMovesGetTheNumberOfTheirLine(t *testing.T) {
	for line, want := range map[string]string{
		"1.Qg8+": "1.Qg8+", "1.Qg8+ Nxg8": "1...Nxg8", "1.Qg8+ Nxg8 2.Nf7#": "2.Nf7#", "1.a4 b5 12.c4 d5": "12...d5",
		"1...Kg8": "1...Kg8", "Kg8": "Kg8", "x.y Kg8": "Kg8", "": "a3a4", "  ": "a3a4",
	} {
		r := made(t, "A "+line)
		m, err := r.Model.Start.ParseMove("a3a4")
		require.NoError(t, err)
		r.Model.Root.Children[0].Move = m
		assert.Equal(t, want, newPicture(r).root.children[0].label(), line)
	}
}

func TestTheLegendExplainsTheColumnsThatAreThere(t *testing.T) {
	legend := func(runs ...*window.Run) string {
		var b strings.Builder
		require.NoError(t, Legend(&b, runs...))
		return b.String()
	}
	plain, horizon := builtin(t, "1"), builtin(t, "horizon")
	assert.NotContains(t, legend(plain...), "price")
	assert.Contains(t, legend(horizon[0]), "\nprice ")
	assert.NotContains(t, legend(horizon[0]), "SEX W/B")
	assert.Contains(t, legend(append(plain, horizon...)...), "\nSEX W/B ")
}

func TestScoresAreWrittenAsInTheText(t *testing.T) {
	for v, want := range map[int16]string{
		goengine.Infinity: "MAX", -goengine.Infinity: "-MAX", 8: "0.125", -3*pawn - 24: "-3.375", 0: "0.000", 12 * pawn: "12.000",
		goengine.Mate - 1: "#1", goengine.Mate - 3: "#2", 2 - goengine.Mate: "#-1",
	} {
		assert.Equal(t, want, Pawns(v))
	}
}

func TestBoardsShowWhatIsPretended(t *testing.T) {
	r := made(t)
	var b strings.Builder
	require.NoError(t, Boards(&b, r.Model))
	assert.NotContains(t, b.String(), "pretended")
	assert.Contains(t, b.String(), "\n6 . . . . . . p p\n")

	b.Reset()
	r.Model.Pretend = "1rr4k/4n1pp/7N/8/8/8/Q4PPP/6K1 b - - 0 1"
	require.NoError(t, Boards(&b, r.Model))
	assert.Contains(t, b.String(), "pretended               really searched\n8 . r r . . . . k       8 . . . . . . . k\n")
	assert.Contains(t, b.String(), "Black to move           White to move\n")

	r.Model.Pretend = "8/8"
	assert.ErrorContains(t, Boards(&b, r.Model), "model made: pretend: ")
}
