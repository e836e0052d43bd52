package tactics

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/testdata"
)

func task(t *testing.T, line string) (*Task, error) {
	t.Helper()
	all, err := epd.Read(strings.NewReader(line), "x.epd")
	require.NoError(t, err)
	return New(all[0])
}

func TestSolved(t *testing.T) {
	const kings = "4k3/8/8/8/8/8/8/4K2R w K - "
	tests := []struct {
		name, ops, move string
		score           int16
		want            bool
	}{
		{"the best move", "bm Rh8+;", "h1h8", 0, true},
		{"one of two", "bm Rh8+ O-O;", "e1g1", 0, true},
		{"another move", "bm Rh8+;", "h1h7", 0, false},
		{"a mate score does not help bm", "bm Rh8+;", "h1h7", goengine.Mate - 3, false},
		{"a move to avoid", "am Rh8+;", "h1h8", 0, false},
		{"not that move to avoid", "am Rh8+;", "h1h7", 0, true},
		{"both", "bm Rh7; am Rh8+;", "h1g1", 0, false},
		{"predicted move", "dm 2; pm Rh8+;", "h1h8", 0, true},
		{"another mate", "dm 2; pm Rh8+;", "h1h7", goengine.Mate - 5, true},
		{"no mate seen", "dm 2; pm Rh8+;", "h1h7", 900, false},
		{"sees that it is mated", "dm -3;", "h1h7", 6 - goengine.Mate, true},
		{"does not see that it is mated", "dm -3;", "h1h7", -2000, false},
		{"no move", "am Rh8+;", "0000", 0, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			task, err := task(t, kings+test.ops)
			require.NoError(t, err)
			assert.Equal(t, test.want, task.Solved(test.move, test.score))
		})
	}
}

func TestBadTasksNameTheLine(t *testing.T) {
	const kings = "4k3/8/8/8/8/8/8/4K2R w K - "
	tests := map[string]string{
		"id \"x\";":  "x.epd:1: no bm, am, dm or pm says what solves it",
		"bm Qd4;":    `x.epd:1: operation bm: move "Qd4": White has no queen in ` + kings + "0 1",
		"dm soon;":   `x.epd:1: operation dm: "soon" is not a number of moves`,
		"am nonsens": "",
	}
	for ops, want := range tests {
		_, err := task(t, kings+ops)
		require.Error(t, err, ops)
		if want != "" {
			assert.EqualError(t, err, want)
		}
	}
}

func TestPromotionAndEnPassant(t *testing.T) {
	got, err := task(t, "4k3/P7/8/3pP3/8/8/8/4K3 w - d6 bm a8=N exd6;")
	require.NoError(t, err)
	assert.Equal(t, []string{"a7a8n", "e5d6"}, got.best)
}

func TestAllMatesOfTheProjectCanBeRead(t *testing.T) {
	for _, name := range []string{"own_mates.epd", "own_endgame3_dtm.epd"} {
		b, err := fs.ReadFile(testdata.Files, name)
		require.NoError(t, err)
		all, err := epd.Read(strings.NewReader(string(b)), name)
		require.NoError(t, err)
		for _, p := range all {
			if _, err := New(p); len(p.Ops["dm"]) > 0 && p.Ops["dm"][0] != "0" {
				assert.NoError(t, err)
			} else {
				assert.ErrorIs(t, err, ErrNoTask)
			}
		}
	}
}
