package hostbridge

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/goengine"
)

// snapshotOf returns the snapshot of a search of a benchmark position, read back from
// its file.
func snapshotOf(t *testing.T, cpu, prof string, g *goengine.Game, nodes uint64) *Snapshot {
	t.Helper()
	e, err := New(cpu)
	require.NoError(t, err)
	task := &Task{FEN: g.Position().FEN(), Game: g, ProfileName: prof, Profile: *profile(t, prof), Limits: goengine.Limits{Nodes: nodes}}
	s, r, err := TakeSnapshot(t.Context(), e, task)
	require.NoError(t, err)
	require.Equal(t, r.Cycles, s.Cycles)
	found, err := task.Search(t.Context(), e) // the way that commands search
	require.NoError(t, err)
	require.Equal(t, found, r)
	back, err := ParseSnapshot(s.Bytes())
	require.NoError(t, err)
	require.Equal(t, s, back)
	return back
}

// bare returns a machine with the memory and registers of a snapshot, and nothing else.
func bare(t *testing.T, s *Snapshot) emu.Machine {
	t.Helper()
	image := func(r emu.Range) []byte { return s.Memory[r.Start:r.End()] }
	p := &emu.Program{Name: "snapshot", ROM: image(s.ROM[0]), Origin: s.ROM[0].Start}
	for _, r := range s.ROM[1:] {
		p.More = append(p.More, emu.Image{Name: "ROM", Data: image(r), Origin: r.Start, Code: int(r.Size)})
	}
	m, err := map[string]func() (emu.Machine, error){
		"z80":   func() (emu.Machine, error) { m, err := z80.New(p); return m.Machine, err },
		"6502":  func() (emu.Machine, error) { m, err := m6502.New(p); return m.Machine, err },
		"68000": func() (emu.Machine, error) { m, err := m68k.New(p); return m.Machine, err },
	}[s.CPU]()
	require.NoError(t, err)
	m.SetGuards(false)
	m.Enter(s.Register("pc"))
	m.WriteBytes(s.RAM.Start, image(s.RAM))
	for _, r := range s.Registers {
		m.SetRegister(r.Name, r.Value)
	}
	m.ResetCycles()
	return m
}

// A snapshot has all that the search depends on, and the cycles and memory that the search leaves.
func TestSnapshotRunsFromTheFileAlone(t *testing.T) {
	games := epd(t, "bench12.epd")
	for i, k := range MachineKinds() {
		t.Run(k.Name, func(t *testing.T) {
			s := snapshotOf(t, k.Name, []string{"sx81", "tuned", "sex88"}[i], games[3*i], 300)
			for _, core := range []emu.Core{emu.Package, emu.Predecoded} {
				m := bare(t, s)
				m.SetCore(core)
				require.NoError(t, m.Continue(0))
				require.Equal(t, s.Home, m.PC())
				require.Equal(t, s.Cycles, m.Cycles())
				after := make([]byte, s.RAM.Size)
				m.ReadBytes(s.RAM.Start, after)
				require.True(t, bytes.Equal(s.After, after), "RAM after the search")
			}
		})
	}
}

// Debian's libz80ex takes the same T-states for a whole search, and leaves the same RAM.
func TestZ80exRunsWholeSearches(t *testing.T) {
	const header = "/usr/include/z80ex/z80ex.h"
	if _, err := os.Stat(header); err != nil {
		t.Skip("no libz80ex-dev: ", err)
	}
	folder := t.TempDir()
	harness, file := filepath.Join(folder, "z80ex"), filepath.Join(folder, "snapshot")
	out, err := exec.Command("gcc", "-O2", "-o", harness, "testdata/c/z80ex.c", "-lz80ex").CombinedOutput()
	require.NoError(t, err, "%s", out)
	games := epd(t, "bench12.epd")
	for i, name := range goengine.ProfileNames {
		s := snapshotOf(t, "z80", name, games[2*i%len(games)], uint64(slow(300, 30_000)))
		require.NoError(t, os.WriteFile(file, s.Bytes(), 0o600))
		out, err := exec.Command(harness, file).CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Equal(t, fmt.Sprintln(s.Cycles), string(out))
		t.Logf("%-8s %s: %11d T-states, equal; RAM equal", name, games[2*i%len(games)].Position().FEN(), s.Cycles)

		if i > 0 {
			continue
		}
		s.After[len(s.After)/2]++
		require.NoError(t, os.WriteFile(file, s.Bytes(), 0o600))
		out, err = exec.Command(harness, file).CombinedOutput()
		require.Error(t, err)
		require.Contains(t, string(out), "RAM differs: 1")
		s.After[len(s.After)/2]--
		s.Cycles++
		require.NoError(t, os.WriteFile(file, s.Bytes(), 0o600))
		out, err = exec.Command(harness, file).CombinedOutput()
		require.Error(t, err)
		require.Contains(t, string(out), "RAM differs: 0")
	}
}

func TestParseSnapshotRefuses(t *testing.T) {
	s := snapshotOf(t, "z80", "sx81", startGame(t), 1)
	good := string(s.Bytes())
	replaced := func(old, new string) string {
		require.Contains(t, good, old)
		return strings.Replace(good, old, new, 1)
	}
	for _, tt := range []struct{ file, says string }{
		{"", "the file is empty"},
		{"searchex snapshot 2\n", `the first line is "searchex snapshot 2": want "searchex snapshot 1"`},
		{"\x7fELF", `want "searchex snapshot 1"`},
		{good[:60], "ends within its lines of text"},
		{good[:len(good)-1], "bytes of memory follow"},
		{good + "x", "bytes of memory follow"},
		{good[:len(good)-1] + "\xEE", "the file was changed"},
		{replaced("cycles ", "cycles 1"), "the file was changed"},
		{replaced("cycles ", "cycles x"), "is no line of searchex snapshot 1"},
		{replaced("cpu z80", "cpu 8080"), "want one of z80, 6502, 68000"},
		{replaced("memory 10000", "memory ffffffff"), "bytes of memory: want 1 to"},
		{replaced("memory 10000", "memory -1"), "bytes of memory: want 1 to"},
		{replaced("ram 4000 4000", "ram c001 4000"), "are not in a memory of"},
		{replaced("ram 4000 4000", "ram fffffff0 ff"), "are not in a memory of"},
		{replaced("register bc", "register cb"), "with all its registers in order"},
		{replaced("sha256 ", "sha255 "), "want the sha256 before the empty line"},
	} {
		_, err := ParseSnapshot([]byte(tt.file))
		if assert.Error(t, err, tt.says) {
			assert.Contains(t, err.Error(), tt.says)
			assert.NotContains(t, err.Error(), "\n")
		}
	}
}

// A search that is stopped leaves no snapshot.
func TestAStoppedSearchHasNoSnapshot(t *testing.T) {
	e, err := New("6502")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := startGame(t)
	_, _, err = TakeSnapshot(ctx, e, &Task{FEN: goengine.StartFEN, Game: g, ProfileName: "sx81", Profile: *profile(t, "sx81"), Limits: goengine.Limits{SX: 255}})
	require.ErrorIs(t, err, context.Canceled)
}
