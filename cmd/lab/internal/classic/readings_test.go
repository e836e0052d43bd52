package classic

import (
	"encoding/json"
	"math"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/goengine"
)

// The boards of both sources have White's men of the text, White to move, and depend on the seed alone.
func TestBoardsHaveTheMenOfTheText(t *testing.T) {
	p, err := newReadingsPlan(true, 1)
	require.NoError(t, err)
	for _, s := range sources {
		fens := func(seed uint64) (all []string) {
			boards, err := s.boards(t.Context(), p.openings, seed, 30)
			require.NoError(t, err)
			for _, b := range boards {
				assert.Equal(t, goengine.White, b.Side(), b.FEN())
				assert.Equal(t, counts{goengine.King: 1, goengine.Queen: 1, goengine.Rook: 2, goengine.Bishop: 2, goengine.Knight: 1, goengine.Pawn: 8},
					classic.Count(b)[goengine.White].Possession, b.FEN())
				all = append(all, b.FEN())
			}
			return all
		}
		one := fens(1)
		assert.Len(t, one, 30)
		assert.Equal(t, one, fens(1), s.name)
		assert.NotEqual(t, one, fens(2), s.name)
	}
}

// Castling is a legal move of the king, which the program's own count lacks: d1, d2, e2, f2, f1 and O-O. A promotion is
// one square. The rook has f1, g1 and h2 to h8.
func TestMobilitiesByHand(t *testing.T) {
	p := given.Position(t, "4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
	asCounted, legal := mobilities(p)
	assert.Equal(t, counts{goengine.King: 5, goengine.Rook: 9, goengine.Pawn: 1}, asCounted)
	assert.Equal(t, counts{goengine.King: 6, goengine.Rook: 9, goengine.Pawn: 1}, legal)
}

// The text's protects are 3, 1, 2, 0, 1, 3 from pawns to king. The rook on a4 guards two pawns, and the king one of them:
// 3 of pawns, as the text, and none of the others, so 1 + 2 + 1 + 3 = 7 from it.
func TestABoardIsComparedWithTheText(t *testing.T) {
	p := given.Position(t, "4k3/8/8/8/R1P5/2K5/P7/8 w - - 0 1")
	x := Reading{Least: math.MaxInt}
	x.add(classic.Relate(p, goengine.White), 0, true)
	assert.Equal(t, counts{goengine.Rook: 1, goengine.Pawn: 1}, x.Kinds)
	assert.Equal(t, []int{0, 0, 7}, []int{x.Protects, x.All, x.Least})
}

// Of 100 boards 10 have the count of each kind, for two kinds 1 and none: 0.1⁴ · 0.01 · 0.005 = 5·10⁻⁹.
func TestLikelihoodByHand(t *testing.T) {
	x := Reading{Kinds: counts{10, 10, 10, 10, 1, 0}}
	assert.InDelta(t, math.Log10(5e-9), x.likelihood(100), 1e-9)
	assert.Equal(t, 200_000_000, x.oneIn(100))
}

// All readings have one board in ten for each kind, except for three: "by" has all of them, "of+men" two kinds fewer on
// random boards, a 100th, and "of+guards" one kind, a tenth; "by+men" has all on random boards alone. So "by" and "of+guards" remain. The ten likeliest are shown,
// the likeliest first, and "by+guards", which is plain though it is the least likely.
func TestWhichReadingsRemain(t *testing.T) {
	var from [len(sources)]*Readings
	for k := range from {
		from[k] = &Readings{Boards: 100}
		for _, p := range classic.Readings() {
			x := Reading{Reading: p.String(), Kinds: counts{10, 10, 10, 10, 10, 10}}
			switch {
			case p == classic.By, k == 0 && p&^(classic.Men|classic.Guards) == 0 && p != 0:
				x.Kinds = counts{100, 100, 100, 100, 100, 100}
			case p == classic.By|classic.Men && k == 1:
				x.Kinds = counts{100, 100, 100, 100, 100, 100}
			case p == classic.By|classic.Guards:
				x.Kinds = counts{1, 1, 1, 1, 1, 1}
			case p == classic.Men:
				x.Kinds = counts{10, 10, 100, 100, 100, 100}
			case p == classic.Guards:
				x.Kinds = counts{10, 100, 100, 100, 100, 100}
			}
			from[k].Readings = append(from[k].Readings, x)
		}
	}
	shown := compare(&from)
	var names, remain []string
	for _, x := range shown {
		names = append(names, x.reading.String())
		if x.remains {
			remain = append(remain, x.reading.String())
		}
	}
	assert.Equal(t, []string{"by", "of+guards", "of+men", "by+men"}, names[:4])
	assert.Equal(t, []string{"by", "of+guards"}, remain)
	assert.Equal(t, []string{"by+guards"}, names[leading:])
}

func TestReadingsAreRecordedAsLists(t *testing.T) {
	x := Reading{Reading: "by", Kinds: counts{1, 2, 3, 4, 5, 6}, Protects: 7, All: 8, Least: 9}
	b, err := json.Marshal(x)
	require.NoError(t, err)
	assert.Equal(t, `["by",1,2,3,4,5,6,7,8,9]`, string(b))
	var again Reading
	require.NoError(t, json.Unmarshal(b, &again))
	assert.Equal(t, x, again)
	assert.ErrorContains(t, json.Unmarshal([]byte(`["by",1]`), &again), "2 cells: want 10")
}

// The records are of today's program, and each board that was found has all counts of the text, counted again. A search
// of few steps is the same each time.
func TestTheRecordedReadings(t *testing.T) {
	p, err := newReadingsPlan(false, 1)
	require.NoError(t, err)
	records, err := lab.Recorded[*Made](Name)
	require.NoError(t, err)
	all, of := p.jobs(records)
	require.Len(t, all, of)
	for _, j := range all {
		made := records[j.key]
		require.NotNil(t, made, "%s is not recorded: run %s", j.key, Command)
		assert.NotEmpty(t, made.Readings.Date)
		assert.Regexp(t, "^[0-9a-f]{7}$", made.Readings.Commit)
	}
	found := 0
	for _, s := range records[all[len(sources)].key].Readings.Sought {
		reading, err := classic.ParseProtects(s.Reading)
		require.NoError(t, err)
		for _, fen := range s.Found {
			at := given.Position(t, fen)
			assert.True(t, hasSample(at), fen)
			assert.Zero(t, astray(at, reading), "%s: %s", s.Reading, fen)
			found++
		}
	}
	assert.NotZero(t, found)
	p.starts, p.steps = 1, 300
	j, _ := p.jobs(records)
	one, err := j[len(sources)].run(t.Context(), new(atomic.Bool))
	require.NoError(t, err)
	two, err := j[len(sources)].run(t.Context(), new(atomic.Bool))
	require.NoError(t, err)
	assert.Equal(t, one.Readings.Sought, two.Readings.Sought)
}
