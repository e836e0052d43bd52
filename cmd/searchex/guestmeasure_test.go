package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// miniGuests are the descriptions of the guests in the tree.
var miniGuests = []string{"guest:../../asm/guests/mini6502/mini6502.toml", "guest:../../asm/guests/miniz80/miniz80.toml"}

// titleOf returns the name of a guest's program, which is that of its file.
func titleOf(guest string) string { return strings.TrimSuffix(filepath.Base(guest), ".toml") }

// endgame is a position in which the guests search fast.
const endgame = "8/5k2/8/3p4/3P4/8/2K5/8 w - - 0 1"

// ran executes a command line, and returns its exit status and what it has printed and complained.
func ran(t *testing.T, args ...string) (status int, out, complaint string) {
	t.Helper()
	var o, c bytes.Buffer
	status = run(cli.NewApp(t.Context(), strings.NewReader(""), &o, &c), args)
	return status, o.String(), c.String()
}

// The cycles of a guest's routines add up to those of its search, also if the host calls the program several times. What
// only this project's engines have is left out.
func TestCyclesOfAGuestAddUp(t *testing.T) {
	for _, guest := range miniGuests {
		for _, budget := range [][]string{{"--depth", "2"}, {"--nodes", "200"}} {
			args := append([]string{"--json", "--engine", guest, "--profile", "uniform", "--fen", endgame}, budget...)
			status, out, complaint := ran(t, append([]string{"search"}, args...)...)
			require.Zero(t, status, complaint)
			var found struct {
				Cycles, Nodes uint64
				LastSX        int `json:"last_sx"`
			}
			require.NoError(t, json.Unmarshal([]byte(out), &found))
			status, out, complaint = ran(t, append([]string{"cycles"}, args...)...)
			require.Zero(t, status, complaint)
			all, err := cycles.Read([]byte(out))
			require.NoError(t, err)
			require.Len(t, all, 1)
			self := uint64(0)
			for _, r := range all[0].Routines {
				self += r.Self
			}
			require.Equal(t, []uint64{found.Cycles, found.Cycles, found.Nodes}, []uint64{self, all[0].Cycles, all[0].Nodes}, "%s %s", guest, budget)
			require.Equal(t, found.LastSX, all[0].Plies)
			require.Empty(t, all[0].Kinds)
			if budget[0] == "--depth" {
				require.Equal(t, uint64(1), all[0].Routine("think").Calls)
			} else {
				require.Greater(t, all[0].Routine("think").Calls, uint64(1))
			}
		}
	}
}

// The documented search of the 6502's guest takes what search prints.
func TestCyclesOfTheDocumentedSearch(t *testing.T) {
	status, out, complaint := ran(t, "cycles", "--engine", miniGuests[0], "--depth", "3", "--top", "3",
		"--fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	require.Zero(t, status, complaint)
	require.Regexp(t, `engine +profile +plies +nodes +cycles `, out)
	require.Regexp(t, `mini6502.toml +uniform +3 +2,340 +11,337,536 `, out)
	require.Regexp(t, `\nnext +1\.229 +1,469 +1747\.2 +36\.1 `, out)
	require.NotContains(t, out, "kind of node")
	require.NotContains(t, out, "ROM")
}

// A guest beside an engine of this project has its routines in the same table, and no kinds of nodes.
func TestCyclesOfAGuestBesideAMachine(t *testing.T) {
	status, out, complaint := ran(t, "cycles", "--engine", miniGuests[0]+",z80", "--profile", "uniform", "--depth", "2", "--fen", endgame)
	require.Zero(t, status, complaint)
	require.Regexp(t, `\nnode +visits +% +valued a visit +z80 a visit +%\n`, out)
	require.Regexp(t, `\nroutine +guest:\S+ +% +z80 +% `, out)
	require.Regexp(t, `\nz80: ROM `, out)
}

// A guest's profile has the cycles of its search and of setting up, by its labels, its level and its clock.
func TestProfileOfAGuest(t *testing.T) {
	for _, guest := range miniGuests {
		k, err := hostbridge.KindOf(guest)
		require.NoError(t, err)
		file := filepath.Join(t.TempDir(), "guest.pb.gz")
		status, out, complaint := ran(t, "profile", "--engine", guest, "--depth", "2", "--fen", endgame, "--out", file)
		require.Zero(t, status, complaint)
		b, err := os.ReadFile(file)
		require.NoError(t, err)
		p, err := profile.ParseData(b)
		require.NoError(t, err)
		sum, levels, functions := int64(0), map[int64]bool{}, map[string]bool{}
		for _, s := range p.Sample {
			sum += s.Value[0]
			levels[s.NumLabel["ply"][0]] = true
		}
		for _, f := range p.Function {
			functions[f.Name] = true
		}
		require.Contains(t, strings.ReplaceAll(out, ",", ""), "\n"+fmt.Sprint(sum)+" "+k.Unit+" of which ")
		require.True(t, functions["think"] && functions["attacked"])
		require.Greater(t, len(levels), 2, "plies")
		require.InDelta(t, float64(sum)/float64(k.Clock)*1e9, float64(p.DurationNanos), 1e3, guest)
	}
}

// What a guest can't have is refused on one line that names it.
func TestWhatNoGuestHas(t *testing.T) {
	for _, guest := range miniGuests {
		for _, c := range []struct {
			args []string
			says string
		}{
			{[]string{"cycles", "--model"}, "cycles --model wants the tree of this project's engines; " + titleOf(guest) + " has none"},
			{[]string{"cycles", "--list", "think"}, "--list think: " + guest + ": its symbols have no source lines of it: want a file of program.symbols that has"},
			{[]string{"cycles", "--rom", "../../asm/z80/z80.rom"}, "--rom ../../asm/z80/z80.rom: is of the z80: want --engine z80"},
		} {
			status, _, complaint := ran(t, append(c.args, "--engine", guest)...)
			require.Equal(t, cli.ExitUsage, status)
			require.Equal(t, "searchex: "+c.args[0]+": "+c.says+"\n", complaint)
		}
	}
}
