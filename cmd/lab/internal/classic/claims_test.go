package classic

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/cmd/internal/cli/clitest"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

var update = flag.Bool("update", false, "replace the claims in docs/lab/README.md with those of the records")

// The table of claims of "AI Chess Algorithms" has the figures and verdicts of the records.
func TestREADMEHasTheClaimsOfTheRecords(t *testing.T) {
	p, err := NewPlan(false)
	require.NoError(t, err)
	records, err := lab.Recorded[*Made](Name)
	require.NoError(t, err)
	claims, err := p.Claims(records)
	require.NoError(t, err)
	clitest.Block(t, "../../../../docs/lab/README.md", "claims-classic", claims, *update, "make docs")
}

// madeTree returns the search of a position with 10 moves at each of 4 nodes, or of the whole program with 25 and one more at
// a later position.
func madeTree(whole bool, position int) *Made {
	moves := uint64(10)
	if whole {
		moves = uint64(25 + position)
	}
	return &Made{Trees: []classic.Result{{Inner: 4, Tried: 4 * moves}}}
}

// Two trees of one ply: at the first the text's figure is exact, at the other a little off, so that it lies in the
// interval of the two, and 30 lies above it.
func TestMovesANodeOfTheWholeProgram(t *testing.T) {
	p, err := NewPlan(true)
	require.NoError(t, err)
	p.positions, p.depth = p.positions[:2], 1
	r := Records{}
	jobs := p.treeJobs()
	for i, w := range ways() {
		for k := range 2 {
			r[jobs[2*i+k].key] = madeTree(w.name == programWay, k)
		}
	}
	moves := p.movesANode(r, programWay)
	assert.Equal(t, lab.Sample{25, 26}, moves)
	assert.Equal(t, "25.5 (24.5 to 26.5)", mean(moves))
	assert.Equal(t, lab.Held, figure(textProgram, moves))
	assert.Equal(t, lab.Fails, figure(30, moves))
	assert.Equal(t, lab.Sample{10, 10}, p.movesANode(r, minimaxWay))
}
