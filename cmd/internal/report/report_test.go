package report

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/goengine"
)

func TestTableAlignsNumbersRightAndNamesLeft(t *testing.T) {
	table := NewTable("<name", "nodes", "<note")
	table.Add("a", uint64(1234567), "x")
	table.Add("bénédicte", 5, "")
	var b bytes.Buffer
	assert.NoError(t, table.Write(&b))
	assert.Equal(t, ""+
		"name           nodes  note\n"+
		"a          1,234,567  x\n"+
		"bénédicte          5\n", b.String())
}

func TestNumbersForPeople(t *testing.T) {
	assert.Equal(t, "0", Count(0))
	assert.Equal(t, "999", Count(999))
	assert.Equal(t, "1,000", Count(1000))
	assert.Equal(t, "-12,345", Int(-12345))
	assert.Equal(t, "+1.25", Pawns(80))
	assert.Equal(t, "-0.50", Pawns(-32))
	assert.Equal(t, "#1", Pawns(goengine.Mate-1))
	assert.Equal(t, "#2", Pawns(goengine.Mate-3))
	assert.Equal(t, "#-1", Pawns(2-goengine.Mate))
	assert.Equal(t, "#-0", Pawns(-goengine.Mate))
	assert.Equal(t, "mate in 3", PawnsInWords(int(goengine.Mate)-5))
	assert.Equal(t, "mated in 2", PawnsInWords(4-int(goengine.Mate)))
	assert.Equal(t, "-1.50", PawnsInWords(-96))
	assert.Equal(t, "mate in 2", PawnsInWords(int(goengine.Mate)-3))
	assert.Equal(t, "mated in 1", PawnsInWords(2-int(goengine.Mate)))
	assert.Equal(t, "mated in 0", PawnsInWords(-int(goengine.Mate)))
	assert.Equal(t, "-0.50", PawnsInWords(-32))
	assert.Equal(t, -50, Centipawns(-32))
	assert.Equal(t, "1 half-move", Plural(1, "half-move"))
	assert.Equal(t, "1,200 searches", Plural(1200, "search"))
	assert.Equal(t, "0.500 s", Seconds(2_000_000, 4_000_000))
	assert.Equal(t, "-", Seconds(1, 0))
	assert.Equal(t, "12.3 s", Duration(12345*time.Millisecond))
	assert.Equal(t, "2 min 05 s", Duration(125*time.Second))
	assert.Equal(t, "2 h 00 min", Duration(2*time.Hour))
	assert.Equal(t, "abc", Short("abc", 3))
	assert.Equal(t, "ab…", Short("abcd", 3))
}

// Objects are written a line each; Put writes one or adds a row.
func TestObjectsOrRows(t *testing.T) {
	var b bytes.Buffer
	assert.NoError(t, JSONLines(&b, slices.Values([]int{3, 4})))
	table, empty := NewTable("<name", "n"), NewTable("none")
	assert.NoError(t, table.Put(&b, true, map[string]int{"n": 5}, "a", 5))
	assert.True(t, table.Empty())
	assert.NoError(t, table.Put(&b, false, nil, "a", 5))
	assert.NoError(t, WriteAll(&b, empty, table, empty))
	assert.Equal(t, "3\n4\n{\"n\":5}\nname  n\na     5\n\n", b.String())
}
