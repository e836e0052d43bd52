package window

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

var update = flag.Bool("update", false, "write the recorded logs of our own models anew")

func engine(t testing.TB, name string) hostbridge.Engine {
	e, err := hostbridge.New(name)
	require.NoError(t, err)
	return e
}

// recorded is the file of a run's log: NAME.log, and with several runs
// NAME.RUN.log, with hyphens for spaces.
func recorded(r *Run) string {
	name := r.Model.Name
	if len(r.Model.Runs) > 1 {
		name += "." + strings.ReplaceAll(r.Setting.Name, " ", "-")
	}
	return filepath.Join("..", "..", "testdata", "models", name+".log")
}

// The logs of sargon1 to 5 are the text's, converted; they are never written
// from a search.
func TestEveryEngineReproducesTheRecordedLogs(t *testing.T) {
	for _, name := range BuiltinNames() {
		m, err := Builtin(name)
		require.NoError(t, err)
		t.Run(name, func(t *testing.T) {
			for i := range m.Runs {
				var first *Run
				for _, on := range hostbridge.Names {
					r, err := m.Run(engine(t, on), &m.Runs[i])
					require.NoError(t, err)
					if first == nil {
						first = r
					}
					require.Empty(t, Difference(first, r), m.Runs[i].Name)
					log := strings.Join(r.Log(), "\n") + "\n"
					if *update && on == "go" && !strings.HasPrefix(name, sargon) {
						require.NoError(t, os.WriteFile(recorded(r), []byte(log), 0o644))
					}
					want, err := os.ReadFile(recorded(r))
					require.NoError(t, err, "go test ./hostbridge/window -update writes it")
					require.Equal(t, string(want), log, "%s on %s", m.Runs[i].Name, on)
				}
			}
		})
	}
}

func TestNoRecordedLogIsLeftOver(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "models", "*.log"))
	require.NoError(t, err)
	known := map[string]bool{}
	for _, name := range BuiltinNames() {
		m, err := Builtin(name)
		require.NoError(t, err)
		for i := range m.Runs {
			known[recorded(&Run{Model: m, Setting: &m.Runs[i]})] = true
		}
	}
	for _, f := range files {
		assert.True(t, known[f], "%s is the log of no run", f)
	}
}

func TestSargonsModelsHaveTheTextsVariation(t *testing.T) {
	for name, want := range map[string]string{
		"1": "1.Ng6+ Kg8 2.Nxe5", "2": "1.Qg8+ Nxg8 2.Nf7#", "3": "1.Qg8+ Nxg8 2.Nf7#",
		"4": "1.Nf5+ Kg8 2.Nxh6+", "5": "1.Ng6+ Kg8 2.Nxe5",
	} {
		m, err := Builtin(name)
		require.NoError(t, err)
		for _, on := range hostbridge.Names {
			r, err := m.Run(engine(t, on), &m.Runs[0])
			require.NoError(t, err)
			require.Len(t, r.PV, 3)
			assert.Equal(t, want, m.Root.find(r.PV[2]).Line, "%s on %s", name, on)
			for i, key := range r.PV {
				assert.Equal(t, m.Root.find(key).Move, r.Result.PV[i], "the search's own variation")
			}
		}
	}
}

// A letter of a key of Sargon's models is the file of the pawn that moves, as the
// text has them: A and B for White's a and b pawns, G and H for Black's g and h.
func TestSargonsKeysNameThePawnsFiles(t *testing.T) {
	for _, name := range BuiltinNames()[:5] {
		m, err := Builtin(name)
		require.NoError(t, err)
		m.Root.Each(func(p *Position) {
			if p.Ply() > 0 {
				last := p.Key[len(p.Key)-1:]
				assert.Equal(t, strings.ToLower(last), p.Move.String()[:1], "%s, key %s", name, p.Key)
			}
		})
	}
}

// A log depends on each score that the search looks at: with any of them
// changed the comparison with the record fails.
func TestTheRecordNoticesEveryScoreThatCounts(t *testing.T) {
	e := engine(t, "go")
	for _, name := range []string{"1", "2", "3", "4", "5"} {
		m, err := Builtin(name)
		require.NoError(t, err)
		was, err := m.Run(e, &m.Runs[0])
		require.NoError(t, err)
		m.Root.Each(func(p *Position) {
			v := was.Visits[p.Key]
			if len(p.Children) > 0 || v.Evaluated == 0 {
				return
			}
			s := m.Runs[0]
			s.Scores = map[string]int16{p.Key: p.Score + Unit}
			now, err := m.Run(e, &s)
			require.NoError(t, err)
			assert.NotEmpty(t, Difference(was, now), "model %s, %s", name, p.Key)
			assert.NotEqual(t, was.Log(), now.Log(), "model %s, %s", name, p.Key)
		})
	}
}

func TestBuiltinNames(t *testing.T) {
	names := BuiltinNames()
	require.GreaterOrEqual(t, len(names), 5)
	assert.Equal(t, []string{"sargon1", "sargon2", "sargon3", "sargon4", "sargon5"}, names[:5])
	for i, name := range names[:5] {
		short, err := Builtin(string(rune('1' + i)))
		require.NoError(t, err)
		assert.Equal(t, name, short.Name)
		assert.Equal(t, goengine.White, short.Start.Side())
		numbers := map[string]int{}
		short.Root.Each(func(p *Position) { numbers[p.Key] = p.Number })
		assert.Equal(t, map[string]int{ // reference/window-rules.md
			"": 0, "A": 1, "B": 2, "AG": 3, "AH": 4, "AGA": 5, "AGB": 6, "AHA": 7, "AHB": 8,
			"BG": 9, "BH": 10, "BGA": 11, "BGB": 12, "BHA": 13, "BHB": 14,
		}, numbers)
	}
	for _, name := range []string{"", "0", "6", "sargon", "../bench12", "sargon1.json", "\n"} {
		_, err := Builtin(name)
		require.ErrorContains(t, err, "is unknown: want a number from 1 to 5, sargon1, sargon2")
		assert.NotContains(t, err.Error(), "\n")
	}
}
