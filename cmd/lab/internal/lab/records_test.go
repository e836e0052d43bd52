package lab

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRecordsAreReadAsTheyWereWritten(t *testing.T) {
	all := Records[[]int]{"b": {1, 2}, "a": {3}, "gone": {4}}
	file, err := all.File("go run ./try", []string{"b", "missing", "a"})
	require.NoError(t, err)
	assert.Equal(t, "# Written by go run ./try.\n"+`{"key":"b","made":[1,2]}`+"\n"+`{"key":"a","made":[3]}`+"\n", string(file))
	again, err := ReadRecords[[]int](strings.NewReader(string(file)), "try")
	require.NoError(t, err)
	assert.Equal(t, Records[[]int]{"b": {1, 2}, "a": {3}}, again)
}

func TestAFileThatHasNoRecordsSaysWhere(t *testing.T) {
	for text, want := range map[string]string{
		"# x\n{\"key\":\"a\"":         "try:2: ",
		"{\"key\":\"\",\"made\":[1]}": "try:1: a record without a key",
		"{\"key\":\"a\",\"made\":{}}": "try:1: ",
		"\n":                          "try:1: ",
		"# " + strings.Repeat("x", maxRecord) + "": "try: ",
	} {
		_, err := ReadRecords[[]int](strings.NewReader(text), "try")
		assert.ErrorContains(t, err, want)
	}
}

// 2, 4, 4, 4, 5, 5, 7, 9: the mean is 40/8 = 5, the squares of the distances add up
// to 9+1+1+1+0+0+4+16 = 32, so that the deviation is √(32/7) = 2.1381, and the error
// 1.96 × 2.1381/√8 = 1.4816.
func TestStatisticsByHand(t *testing.T) {
	s := Sample{2, 4, 4, 4, 5, 5, 7, 9}
	assert.InDelta(t, 5, s.Mean(), 1e-12)
	assert.InDelta(t, 2.1381, s.Deviation(), 1e-4)
	assert.InDelta(t, 1.4816, s.Error95(), 1e-4)
	assert.InDelta(t, 6, Sample{math.Log(4), math.Log(9)}.Factor(), 1e-12, "√(4 × 9)")
	assert.True(t, math.IsNaN(Sample{}.Mean()))
	assert.True(t, math.IsNaN(Sample{1}.Error95()))
}
