package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli/clitest"
	"github.com/searchex/searchex/cmd/lab/internal/ladder"
	"github.com/searchex/searchex/testdata/switches"
)

// The n-th step of writing fails, for each n, in each command of the laboratory that writes
// files: nothing is lost, left over or reported as written that is not.
func TestTheLaboratorySurvivesADiskThatFails(t *testing.T) {
	const (
		soak      = "soak --seed 1 --batch 1 --engine go,z80 --out @/s "
		match     = "match go:sx81 go:uniform --nodes 50 --draw-after 18 --out @/m --pgn @/p --games "
		tune      = "tune go:tuned --key pass=1..48 --cycles 9000 --pairs 1 --pool-pairs 1 --draw-after 17 --out @/t --iterations "
		positions = "positions --by engine,depth=1 --out @/p --games "
		net       = "net --positions @/p --hidden 1 --epochs 1 --out @/n.go --svg @/svg"
	)
	t.Setenv("TMPDIR", t.TempDir())                                       // where lab net keeps what it cannot write
	record := regexp.MustCompile(`["\]}]\}\n$|(1-0|0-1|1/2-1/2|\*)\n\n$`) // ends a line of JSON or a game
	tries := regexp.MustCompile(`(?m)^lab: mutate: (building the checks|\d+ mutants,) .*\n`)
	leftOut := regexp.MustCompile(`(?m)^lab: ladder: .* is left out: .* is not installed\n`)
	writings := map[string]clitest.Writing{
		"soak":                 {Line: soak + "2", Record: record},
		"soak, continued":      {Line: soak + "2 --resume", Before: soak + "1", Record: record},
		"match":                {Line: match + "2", Record: record, Slow: true},
		"match, continued":     {Line: match + "2 --resume", Before: match + "1", Record: record, Slow: true},
		"tune":                 {Line: tune + "2", Record: record},
		"tune, drawn":          {Line: tune + "1 --resume --svg @/svg", Before: tune + "1"},
		"positions":            {Line: positions + "1", Slow: true},
		"positions, continued": {Line: positions + "2 --resume", Before: positions + "1", Slow: true},
		"positions --openings": {Line: "positions --openings 2 --by engine,depth=1 --out @/e", Slow: true},
		"mutate":               {Line: "mutate z80 --match movegen.s:4 --only perft --sample 2 --out @/m", Record: record, Says: tries, Slow: true},
		"net":                  {Line: net, Before: positions + "2", Slow: true},
		"hidden":               {Line: "hidden --units 1 --svg @/svg", Slow: true},
		"odd-even":             {Line: "odd-even --recorded --doc --folder @", Slow: true},
		"sex":                  {Line: "sex --recorded --doc --folder @", Slow: true},
		"ladder":               {Line: "ladder --recorded --doc --folder @", Slow: true},
		"ladder --raw":         {Line: "ladder --games 2 --raw @", Old: map[string]string{"ladder.jsonl": allButOne(t)}, Says: leftOut, Slow: true},
		"classic":              {Line: "classic --recorded --doc --folder @", Slow: true},
		"tournaments":          {Line: "classic --kind preserve --functions 4 --generations 1 --depth 1 --plies 9 --out @", Slow: true},
	}
	const raw = "TestRawResultsSurviveADiskThatFails of package commands"
	clitest.Covered(t, &subcommands{}, inputs, outputs, writings, map[string]string{
		"odd-even --raw": raw, "classic --raw": raw, "sex --raw": raw, "fit cycles --write": "TestModelsSurviveADiskThatFails",
	})
	clitest.Faults(t, writings, func(args ...string) (int, string, string) { return runLab(t, strings.Join(args, " ")) })
}

// allButOne returns the results of a ladder with the test program as Stockfish: all games are drawn
// but those of a pair of programs, which are missing. It takes a second, and is for the slow tests.
func allButOne(t *testing.T) string {
	t.Helper()
	if !switches.Has("slow") {
		return ""
	}
	self, err := os.Executable()
	require.NoError(t, err)
	bin := t.TempDir()
	require.NoError(t, os.Symlink(self, filepath.Join(bin, "stockfish")))
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	p, err := ladder.Full()
	require.NoError(t, err)
	r := &ladder.Results{}
	s, err := p.Schedule(r, 2)
	require.NoError(t, err)
	for _, n := range s.Need() {
		if s.Piece(n) != "Stockfish 300 - Stockfish 1000, 1" {
			require.NoError(t, s.Add(n, []byte(`[{"r":"drawn"},{"r":"drawn"}]`)))
		}
	}
	require.Len(t, s.Need(), 1)
	b, err := r.Bytes()
	require.NoError(t, err)
	return string(b)
}
