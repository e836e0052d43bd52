package report

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// on returns a table on a screen of a width.
func on(t *testing.T, table *Table, width int, ascii bool) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, table.Write(&Screen{Writer: &b, Width: width, ASCII: ascii}))
	return "\n" + b.String()
}

// sample returns a table with a name, two numbers that belong together, a less important one, and a
// bar. On one line it is 4+2+5+2+4+2+4+2+4 = 29 characters wide.
func sample() *Table {
	t := NewTable("<name", "nodes", "+of", "rank", "<").Later("rank").Bars("", 2)
	t.Add("Zoë", 1234, 9876, 1, Bar(4))
	t.Add("b…", 5, 98, 22, Bar(1))
	return t
}

func TestATableThatFitsIsOneBlock(t *testing.T) {
	want := `
name  nodes     of  rank
Zoë   1,234  9,876     1  ████
b…        5     98    22  █
`
	assert.Equal(t, want, on(t, sample(), 0, false))
	assert.Equal(t, want, on(t, sample(), 30, false))
}

func TestBarsGetShorterAllAlike(t *testing.T) {
	assert.Equal(t, `
name  nodes     of  rank
Zoë   1,234  9,876     1  ██
b…        5     98    22  █
`, on(t, sample(), 28, false))
}

func TestColumnsThatDoNotFitGoBelow(t *testing.T) {
	assert.Equal(t, `
name  nodes     of  rank
Zoë   1,234  9,876     1
b…        5     98    22
`, on(t, sample(), 25, false), "the bar goes first")
	assert.Equal(t, `
name  nodes     of
Zoë   1,234  9,876
b…        5     98

name  rank
Zoë      1
b…      22
`, on(t, sample(), 19, false), "columns that belong together stay so")
}

func TestWhatMattersLessGoesBelowFirst(t *testing.T) {
	table := NewTable("<name", "least", "nodes").Later("least")
	table.Add("a", 111, 222)
	assert.Equal(t, `
name  nodes
a       222

name  least
a       111
`, on(t, table, 12, false))
}

func TestEachRowIsARecordWhereNothingFits(t *testing.T) {
	assert.Equal(t, `
name   Zoë
nodes  1,234
of     9,876
rank   1

name   b…
nodes  5
of     98
rank   22
`, on(t, sample(), 15, false))
	assert.Equal(t, `
name
Zoë
nodes
1,234
of
9,876
rank
  1

name
 b…
nodes
  5
of
 98
rank
 22
`, on(t, sample(), 3, false))
}

func TestASCIIIsAlignedAsItIsShown(t *testing.T) {
	assert.Equal(t, `
name  nodes     of  rank
Zoe   1,234  9,876     1  ####
b...      5     98    22  #
`, on(t, sample(), 0, true))
}

func TestTextsAreAbbreviatedOrBroken(t *testing.T) {
	table := NewTable("<name", "n", "<line").Abbreviate("name", 5).Break("line", 9)
	table.Add("a long name", 1, "e2e4 e7e5 g1f3")
	table.Add("b", 22, "e2e4")
	assert.Equal(t, `
name          n  line
a long name   1  e2e4 e7e5 g1f3
b            22  e2e4
`, on(t, table, 31, false))
	assert.Equal(t, `
name     n  line
a lon…   1  e2e4 e7e5 g1f3
b       22  e2e4
`, on(t, table, 26, false))
	assert.Equal(t, `
name    n  line
a lo…   1  e2e4 e7e5
           g1f3
b      22  e2e4
`, on(t, table, 20, false))
	assert.Equal(t, `
name    n  line
a...    1  e2e4 e7e5
           g1f3
b      22  e2e4
`, on(t, table, 20, true))
}

func TestANoteRunsOnFromItsRow(t *testing.T) {
	table := NewTable("<name", "n", "value", "~<", "<verdict")
	table.Add("a", 1, "2.5", "> 1", "best")
	table.AddNote("is the result", "root", "", "3.5")
	table.AddNote("never looked at", "b", 7)
	assert.Equal(t, `
name  n  value      verdict
a     1    2.5 > 1  best
root       3.5 is the result
b     7  never looked at
`, on(t, table, 0, false))
	assert.Equal(t, `
name  n  value
a     1    2.5 > 1
root       3.5 is
               the
               result
b     7  never looked
         at

name  verdict
a     best
root
b
`, on(t, table, 21, false))
}

// At any width, no line is longer unless a single cell is, and every number is complete.
func TestNoWidthCutsANumber(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var titles []string
		for i := range 2 + r.IntN(8) {
			titles = append(titles, []string{"", "<", "+", "~<", "+<"}[r.IntN(5)]+fmt.Sprintf("t%d", i))
		}
		table := NewTable(titles...).Keys(1)
		plain := strings.TrimLeft(titles[0], "<+~")
		table.Abbreviate(plain, 3)
		if len(titles) > 3 {
			table.Later(strings.TrimLeft(titles[2], "<+~")).Break(strings.TrimLeft(titles[3], "<+~"), 4)
		}
		var numbers []string
		longest := 0
		for range 1 + r.IntN(4) {
			cells := []any{strings.Repeat("n", 1+r.IntN(12))}
			longest = max(longest, len(cells[0].(string)))
			for i := 1; i < len(titles); i++ {
				if i == 3 {
					cells = append(cells, "some words here")
					continue
				}
				n := 1000000 + r.IntN(9000000)
				cells, numbers = append(cells, n), append(numbers, Int(n))
			}
			table.Add(cells...)
		}
		wide := 1 + r.IntN(70)
		out := on(t, table, wide, r.IntN(2) == 0)
		for _, n := range numbers {
			require.Contains(t, strings.Fields(out), n, "%d:%s", wide, out)
		}
		for line := range strings.Lines(out) {
			line = strings.TrimRight(line, "\n")
			if width(line) > wide {
				require.Len(t, strings.Fields(line), 1, "%d: %q in%s", wide, line, out)
			}
		}
	}
}

func TestTextsAreBrokenIntoLines(t *testing.T) {
	assert.Equal(t, []string{"one two", "three"}, Fit("one  two\nthree", 9))
	assert.Equal(t, []string{"ééééé ééé", "é"}, Fit("ééééé ééé é", 9))
	assert.Equal(t, []string{"a", "12345678", "90 b"}, Fit("a 1234567890 b", 8), "a word that is too long")
	assert.Equal(t, []string{"a", "b"}, Fit("ab", 0), "a character at least")
	assert.Empty(t, Fit("", 9))
}
