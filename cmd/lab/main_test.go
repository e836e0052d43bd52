package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/cli/clitest"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/testdata/switches"
)

// TestMain makes the test program stockfish if it has that name.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "stockfish" {
		engine()
		return
	}
	testscript.Main(m, map[string]func(){"lab": main, "engine": engine, "endless": endless, "liar": liar, "natsd": natsd, "older": older})
}

// engine is a UCI program for transcripts.
func engine() {
	if err := uci.Run(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// TestScripts runs the transcripts in testdata.
func TestScripts(t *testing.T) { clitest.Run(t, "lab", nil) }

// runLab runs a command line of the laboratory.
func runLab(t *testing.T, line string) (status int, stdout, stderr string) {
	t.Helper()
	var out, complaint bytes.Buffer
	a := cli.NewApp(t.Context(), strings.NewReader(""), &out, &complaint)
	status = run(a, strings.Fields(line))
	return status, out.String(), complaint.String()
}

// The pages of the laboratory, and the plots, are what --doc writes.
func TestThePagesOfTheLaboratoryAreFresh(t *testing.T) {
	for _, name := range []string{"odd-even --recorded", "ladder --recorded", "classic --recorded", "sex --recorded"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			status, out, complaint := runLab(t, name+" --doc --folder "+dir)
			require.Zero(t, status, complaint)
			assert.Empty(t, out)
			written, err := filepath.Glob(filepath.Join(dir, "*"))
			require.NoError(t, err)
			require.NotEmpty(t, written)
			for _, path := range written {
				want := given.File(t, path)
				have := given.File(t, filepath.Join("../../docs/lab", filepath.Base(path)))
				assert.Equal(t, string(want), string(have), "%s: write it by the command in its first line", filepath.Base(path))
			}
		})
	}
}

// With all results recorded, --doc measures nothing, and writes what it writes from them; here into another folder.
func TestDocOfClassicGoesOnFromItsRecords(t *testing.T) {
	dir, raw := t.TempDir(), t.TempDir()
	records := given.File(t, "../../testdata/lab/classic.jsonl")
	require.NoError(t, os.WriteFile(filepath.Join(raw, "classic.jsonl"), records, 0o600))
	status, _, complaint := runLab(t, "classic --doc --folder "+dir+" --raw "+raw)
	require.Zero(t, status, complaint)
	want := given.File(t, "../../docs/lab/classic.md")
	have := given.File(t, filepath.Join(dir, "classic.md"))
	assert.Equal(t, string(want), string(have))
	after := given.File(t, filepath.Join(raw, "classic.jsonl"))
	assert.Equal(t, string(records), string(after))
}

// The section on readings is printed alone: from the record with each row of the page, and counted the same for the same seed.
func TestReadingsOfProtects(t *testing.T) {
	status, recorded, complaint := runLab(t, "classic --readings --recorded --json")
	require.Zero(t, status, complaint)
	page := given.File(t, "../../docs/lab/classic.md")
	rows, onPage := 0, 0
	for line := range strings.Lines(recorded) {
		var row struct {
			Protects, Remains string
			Played            int `json:"played_pawns"`
			Random            int `json:"random_pawns"`
		}
		require.NoError(t, json.Unmarshal([]byte(line), &row))
		rows++
		cells := regexp.MustCompile(fmt.Sprintf(`(?m)^\| %s \| .*$`, regexp.QuoteMeta(row.Protects))).FindString(string(page))
		if cells == "" {
			continue
		}
		onPage++
		assert.Regexp(t, fmt.Sprintf(`^\| \S+ \| %s \| [0-9,]+ \| %s \|.* %s \|$`, report.Int(row.Played), report.Int(row.Random), row.Remains), cells)
	}
	assert.Greater(t, rows, 10)
	assert.Contains(t, string(page), fmt.Sprintf("\n%d of %d rows: the likeliest, ", onPage, rows), "no other rows stand on the page")
	quick := func(flags string) string {
		status, out, complaint := runLab(t, "classic --readings --quick --json"+flags)
		require.Zero(t, status, complaint)
		return out
	}
	assert.Equal(t, quick(""), quick(" --seed 1"))
}

func TestLabRefusesWhatItCannotDo(t *testing.T) {
	for line, want := range map[string]string{
		"odd-even --doc --json":                    "--doc and --json: want one of them",
		"odd-even --doc --quick":                   "--doc and --quick: a page of the documents wants the whole experiment",
		"odd-even --recorded --quick":              "--recorded and --quick: want one of them",
		"classic --recorded --quick":               "--recorded and --quick: want one of them",
		"classic --doc --folder / --raw /nowhere":  "--doc: there is no folder /nowhere here: want the root of the sources, or --raw",
		"classic --seed 2 --quick":                 "--doc and --quick are about the page of the documents: with flags of tournaments want --out DIR, or none of them",
		"classic --kind both --doc":                "--doc and --quick are about the page of the documents",
		"classic --readings --kind both":           "--readings plays no tournaments: of their flags want --seed alone",
		"classic --readings --doc":                 "--readings and --doc: --doc alone writes the whole page, readings included",
		"classic --readings --recorded --quick":    "--recorded and --quick: want one of them",
		"classic --readings --recorded --seed 2":   "--recorded --seed: the record is of seed 1",
		"classic --kind breed":                     `--kind "breed": want preserve, mutate or both`,
		"classic --functions 3":                    "--functions 3: want 4 to 100",
		"classic --generations 0":                  "--generations 0: want 1 to 1000",
		"classic --depth 0":                        "--depth 0: want 1 to ",
		"classic --plies 1001":                     "--plies 1001: want 1 to 1000",
		"odd-even --doc --folder /nowhere":         "--doc: there is no folder /nowhere here: want the root of the sources, or --folder",
		"odd-even --doc --folder / --raw /nowhere": "--doc: there is no folder /nowhere here: want the root of the sources, or --raw",
		"sex --doc --quick":                        "--doc and --quick: a page of the documents wants the whole experiment",
		"sex --recorded --quick":                   "--recorded and --quick: want one of them",
		"mutate z81":                               `CPU "z81": want one of z80, 6502, 68000`,
		"mutate z80 --sample 0":                    "--sample 0: want at least 1",
		"mutate z80 --batch 1001":                  "--batch 1001: want 1 to 1000",
		"mutate z80 --kinds never,nothing":         `--kinds "nothing": want some of ["inverted" "never" `,
		"mutate z80 --names /nowhere":              "--names: open /nowhere: ",
		"mutate z80 --match nowhere.s":             "mutants is chosen",
		"sex --quick --games main_test.go":         "main_test.go:1: game 1: ",
		"sex --quick --games testdata":             "testdata: is a folder",
	} {
		status, out, complaint := runLab(t, line)
		assert.Equal(t, cli.ExitUsage, status, line)
		assert.Empty(t, out, line)
		assert.Contains(t, complaint, want, line)
		assert.Equal(t, 1, strings.Count(complaint, "\n"), line)
	}
}

// The quick experiment on SX has rows in all its tables, without published games.
func TestTheQuickExperimentOnSX(t *testing.T) {
	switches.Need(t, "slow")
	status, out, complaint := runLab(t, "sex --quick --json --games no-such-file.pgn")
	require.Zero(t, status, complaint)
	for _, table := range []string{"odds", "prices", "profiles", "ideas", "theirs", "ours", "without", "added", "graded", "horizon", "equal_sx", "readings", "found", "style"} {
		assert.Contains(t, out, `{"table":"`+table+`",`)
	}
	assert.NotContains(t, out, `"published`)
}
