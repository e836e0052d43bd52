package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/hostbridge"
)

// objects reads what a command prints with --json.
func objects[T any](t *testing.T, args ...string) (all []T) {
	t.Helper()
	status, out, complaint := ran(t, append(args, "--json")...)
	require.Zero(t, status, complaint)
	for line := range strings.Lines(out) {
		var v T
		require.NoError(t, json.Unmarshal([]byte(line), &v), line)
		all = append(all, v)
	}
	return all
}

// instruction is one of disasm or of trace.
type instruction struct {
	Addr        uint32
	Bytes, Text string
	Data        bool
	Cycle, Took uint64
	Least       uint64 `json:"cycles_least"`
	Most        uint64 `json:"cycles_most"`
	Ply         int
	End         string
}

// guestProgram returns the program that a guest runs.
func guestProgram(t *testing.T, guest string) hostbridge.Engine {
	t.Helper()
	return given.Engine(t, guest)
}

// The listing of a guest has each byte of its image once, and each instruction that its search executes, with the cycles
// that it takes.
func TestListingOfAGuestHasWhatItExecutes(t *testing.T) {
	for _, guest := range miniGuests {
		p := guestProgram(t, guest).(hostbridge.Emulated).Machine().Program()
		at, next := map[uint32]instruction{}, p.Origin
		bytes := ""
		for _, in := range objects[instruction](t, "disasm", "--engine", guest) {
			require.Equal(t, next, in.Addr)
			next += uint32(len(in.Bytes) / 2)
			bytes += in.Bytes
			at[in.Addr] = in
		}
		require.Equal(t, hexOf(p.ROM), bytes)
		search := []string{"trace", "--engine", guest, "--depth", "1", "--fen", endgame}
		for _, in := range objects[instruction](t, append(search, "--from", "search", "--count", "1500")...) {
			listed := at[in.Addr]
			require.False(t, listed.Data, "%s $%04x", guest, in.Addr)
			require.Equal(t, in.Text, listed.Text)
			require.True(t, listed.Least <= in.Took && in.Took <= listed.Most, "%s $%04x %s: %d, not %d to %d", guest, in.Addr, in.Text, in.Took, listed.Least, listed.Most)
		}
		found := objects[struct{ Cycles uint64 }](t, "search", "--engine", guest, "--profile", "uniform", "--depth", "1", "--fen", endgame)[0]
		executed := objects[instruction](t, append(search, "--routine", "think", "--count", "0")...)
		last := executed[len(executed)-2]
		require.Equal(t, found.Cycles, last.Cycle+last.Took)
		require.Contains(t, executed[len(executed)-1].End, "the search returned after ")
	}
}

func hexOf(b []byte) string {
	var s strings.Builder
	for _, x := range b {
		s.WriteString(strconv.FormatUint(uint64(x)|0x100, 16)[1:])
	}
	return s.String()
}

// The symbols of a guest are its own: labels by where they lie. A format that wants what it lacks is refused.
func TestSymbolsOfAGuest(t *testing.T) {
	for _, guest := range miniGuests {
		p := guestProgram(t, guest).(hostbridge.Emulated).Machine().Program()
		status, out, complaint := ran(t, "symbols", "--engine", guest)
		require.Zero(t, status, complaint)
		have := map[string]string{}
		for line := range strings.Lines(out) {
			f := strings.Fields(line)
			n, err := strconv.ParseUint(f[0], 16, 32)
			require.NoError(t, err)
			require.Equal(t, p.Symbols[f[2]], uint32(n), line)
			have[f[2]] = f[1]
		}
		require.Len(t, have, len(p.Symbols))
		require.Equal(t, []string{"T", "T", "B"}, []string{have["think"], have["attacked"], have["depth"]})
		status, _, complaint = ran(t, "symbols", "--engine", guest, "--format", "sld")
		require.NotZero(t, status)
		require.Regexp(t, "^searchex: symbols: --format sld: (is for the z80, not for the 6502|.*: no source lines are known): want another format, such as map\n$", complaint)
	}
}

// Heat has a guest's accesses by its own labels.
func TestHeatOfAGuest(t *testing.T) {
	for _, guest := range miniGuests {
		searches := []string{"heat", "--engine", guest, "--depth", "1", "--fen", endgame}
		areas := objects[struct {
			Name     string
			Executed uint64
		}](t, searches...)
		i := slices.IndexFunc(areas, func(a struct {
			Name     string
			Executed uint64
		}) bool {
			return a.Name == "attacked"
		})
		require.GreaterOrEqual(t, i, 0)
		calls := 0
		for _, in := range objects[instruction](t, "trace", "--engine", guest, "--depth", "1", "--fen", endgame, "--count", "0", "--routine", "attacked") {
			if in.End == "" {
				calls++
			}
		}
		require.Equal(t, uint64(calls), areas[i].Executed)
		status, out, complaint := ran(t, append(searches, "--svg", "-")...)
		require.Zero(t, status, complaint)
		require.Contains(t, out, ">code<")
		require.Contains(t, out, ">RAM<")
		status, _, complaint = ran(t, append(searches, "--random", "2")...)
		require.Equal(t, cli.ExitUsage, status)
		require.Equal(t, "searchex: heat: heat --random wants the tree of this project's engines; "+titleOf(guest)+" has none\n", complaint)
	}
}

// copyGuest copies the folder of a guest, and returns the name of the copy. edit changes the description.
func copyGuest(t *testing.T, guest string, edit func(string) string) string {
	t.Helper()
	dir := t.TempDir()
	file := strings.TrimPrefix(guest, "guest:")
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Dir(file))))
	copied := filepath.Join(dir, filepath.Base(file))
	text := edit(string(given.File(t, copied)))
	require.NoError(t, os.WriteFile(copied, []byte(text), 0o600))
	return "guest:" + copied
}

// What a description leaves out, a trace names in one line, and does without where it can.
func TestTraceOfAGuestWithoutEvents(t *testing.T) {
	for _, guest := range miniGuests {
		bare := copyGuest(t, guest, func(text string) string { return text[:strings.Index(text, "[events]")] })
		short := []string{"trace", "--engine", bare, "--depth", "1", "--fen", endgame, "--count", "1"}
		status, out, complaint := ran(t, append(short, "--from", "attacked")...)
		require.Zero(t, status, complaint)
		require.Regexp(t, `\$[0-9A-F]{4} +attacked +(sta|ld) `, out)
		for _, c := range []struct{ args, says string }{
			{"--from-node 1", "the moves evaluated are not counted: want events of scored moves"},
			{"--from attacked --when static==1", `--when "static==1", column 1: static is not a register, a label or a number of the search: the nearest is `},
			{"--from nowhere", "--from nowhere: no such label in the ROM: the nearest is "},
			{"--event 2", "event 2: the search has only 1"},
		} {
			status, _, complaint = ran(t, append(short, strings.Fields(c.args)...)...)
			require.NotZero(t, status, c.args)
			require.Equal(t, 1, strings.Count(complaint, "\n"))
			require.True(t, strings.HasPrefix(complaint, "searchex: trace: "+c.says), complaint)
		}
		status, _, complaint = ran(t, "trace", "--engine", guest, "--nodes", "100")
		require.NotZero(t, status)
		require.Equal(t, "searchex: trace: engine "+guest+": 100 nodes: the program has no limit of nodes: want a number of plies\n", complaint)
	}
}
