package guest

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// noChess are the edits of a description of a toy that make it one of a program that plays no chess.
var noChess = []string{"[board]\nat = \"$0200\"\nsquares = \"0x88\"\nmen = { empty = 0, P = 1, N = 2, B = 3, R = 4, Q = 5, K = 6, black = 0x80 }\n", "",
	"[answer]\nfrom = \"byte($10)\"\nto = \"byte($11)\"\n", "", "[labels]", "unguarded = true\n[labels]"}

// A program that plays no chess is run, and checked; what wants positions and moves says what the description lacks.
func TestAProgramThatPlaysNoChess(t *testing.T) {
	path := toy(t, "\xE6\x10\x60", noChess...) // INC $10; RTS
	k, err := hostbridge.KindOf(Prefix + path)
	require.NoError(t, err)
	assert.EqualError(t, k.Lacks("search", hostbridge.Plays), path+": answer: want from and to, the squares of the move that was found")
	_, err = hostbridge.PlayerOf(Prefix + path)
	require.Error(t, err)
	e, err := k.Make(hostbridge.Options{})
	require.NoError(t, err)
	r := depth(t, e.(*Engine), initial(), 1)
	assert.Equal(t, uint64(11), r.Cycles)
	assert.Equal(t, goengine.NoMove, r.Best)
	assert.True(t, r.Complete)
	d, err := Read(path)
	require.NoError(t, err)
	assert.Contains(t, parts(t, d, (*checker).search).Rows, Row{"run", Works, "ends after 11 cycles", ""})
	d, err = Read(toy(t, "\x4C\x00\x80", noChess...))
	require.NoError(t, err)
	checked := parts(t, d, (*checker).search)
	assert.Equal(t, 1, checked.Failed())
	assert.Contains(t, checked.Rows[len(checked.Rows)-1].Result, "search: 6502 toy: runaway, no return within the budget, instruction at $8000 first, cycle 10002")
	d, err = Read(toy(t, "\x60", append(slices.Clone(noChess), "[search]\ncall = \"first\"\ncycles = 10_000\n", "")...))
	require.NoError(t, err)
	bare, err := open("toy", d)
	require.NoError(t, err)
	_, err = bare.Search(t.Context(), initial(), uniform, goengine.Limits{})
	assert.ErrorContains(t, err, "search.call: want the routine that searches, or is to be run")
	_, err = bare.Step(t.Context(), initial(), uniform, goengine.Limits{})
	assert.ErrorContains(t, err, "search.call: want the routine")
}

// A machine with nothing but a snapshot's memory and registers comes to its end, in as many cycles, with the same RAM.
func TestASnapshotRunsElsewhere(t *testing.T) {
	e := openGuest(t, "mini6502")
	task := &hostbridge.Task{FEN: fewMen, Game: from(t, fewMen), ProfileName: "uniform", Profile: *uniform, Limits: goengine.Limits{Depth: 2}}
	s, r, err := hostbridge.TakeSnapshot(t.Context(), e, task)
	require.NoError(t, err)
	found := depth(t, e, task.Game, 2)
	assert.Equal(t, []any{found.Cycles, found.Nodes, found.Best, found.Score, found.PV}, []any{r.Cycles, r.Nodes, r.Best, r.Score, r.PV})
	back, err := hostbridge.ParseSnapshot(s.Bytes())
	require.NoError(t, err)
	require.Equal(t, s, back)
	rom := s.ROM[0]
	m, err := m6502.NewWithOptions(&emu.Program{Name: "snapshot", ROM: s.Memory[rom.Start:rom.End()], Origin: rom.Start},
		m6502.Options{Options: emu.Options{ROM: s.ROM, RAM: []emu.Range{s.RAM}}, JumpAtPageEnd: true})
	require.NoError(t, err)
	m.SetGuards(false)
	m.Enter(s.Register("pc"))
	m.WriteBytes(s.RAM.Start, s.Memory[s.RAM.Start:s.RAM.End()])
	for _, reg := range s.Registers {
		m.SetRegister(reg.Name, reg.Value)
	}
	begin := m.Cycles()
	require.NoError(t, m.Continue(2*s.Cycles))
	assert.Equal(t, s.Home, m.PC())
	after := make([]byte, s.RAM.Size)
	m.ReadBytes(s.RAM.Start, after)
	assert.Equal(t, s.Cycles, m.Cycles()-begin)
	assert.Equal(t, s.After, after)
}

// What a snapshot cannot have is refused: several ranges of RAM, a limit of nodes, a search that does not end.
func TestSnapshotsThatAreRefused(t *testing.T) {
	task := &hostbridge.Task{FEN: goengine.StartFEN, Game: initial(), ProfileName: "uniform", Profile: *uniform}
	for _, c := range []struct {
		code, old, new string
		l              goengine.Limits
		want           string
	}{
		{"\x60", `"$0000-$03FF"`, `["$0000-$03FF", "$0500-$05FF"]`, goengine.Limits{}, "memory.ram: a snapshot has one range of RAM, not 2"},
		{"\x60", "first", "first", goengine.Limits{Nodes: 9}, "the program has no limit of nodes"},
		{"\x4C\x00\x80", "first", "first", goengine.Limits{}, "instruction at $8000 first, cycle 10002: cycles permits more"},
	} {
		task.Limits = c.l
		_, _, err := hostbridge.TakeSnapshot(t.Context(), openToy(t, c.code, c.old, c.new), task)
		require.ErrorContains(t, err, c.want)
		assert.NotContains(t, err.Error(), "\n")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	task.Limits = goengine.Limits{}
	_, _, err := hostbridge.TakeSnapshot(ended, openToy(t, "\x4C\x00\x80", "10_000", "1_000_000_000_000"), task)
	require.ErrorIs(t, err, context.Canceled)
}

// A program without scored events counts its nodes itself: a limit of nodes ends its search.
func TestNodesThatTheProgramCounts(t *testing.T) {
	// again: INC $10; BNE again; INC $11; JMP again: a node each 8 cycles
	e := openToy(t, "\xE6\x10\xD0\xFC\xE6\x11\x4C\x00\x80", "[answer]", "[answer]\nnodes = \"word($10)\"", "[labels]", "unguarded = true\n[labels]", "cycles = 10_000", "")
	assert.NotZero(t, e.can()&hostbridge.CountsNodes)
	r, err := e.Search(t.Context(), initial(), uniform, goengine.Limits{Depth: 1, Nodes: 5000})
	require.NoError(t, err)
	assert.True(t, r.Stopped)
	assert.InDelta(t, 5000+nodesEvery/16, r.Nodes, nodesEvery/16+10)
	assert.Zero(t, openToy(t, "\x60").can()&hostbridge.CountsNodes)
}

// A routine may take ten minutes of its clock, at most 2.4 G cycles, unless the description says how many cycles.
func TestBudgets(t *testing.T) {
	for clock, want := range map[string]uint64{"1_000_000": 600_000_000, "4_000_000": 2_400_000_000, "9_000_000_000_000_000_000": 2_400_000_000} {
		assert.Equal(t, want, openToy(t, "\x60", "cycles = 10_000", "", "clock = 1_000_000", "clock = "+clock).search.budget, clock)
	}
	assert.Equal(t, uint64(10_000), openToy(t, "\x60").search.budget)
}

// A search that counts nodes may take longer than its budget, one that counts none may not.
func TestASearchThatCountsNodesIsNotEndless(t *testing.T) {
	for at, ends := range map[string]bool{"$10": true, "$20": false} {
		// LDX #0; INC $10; DEX; BNE; RTS: 2,566 cycles
		e := openToy(t, "\xA2\x00\xE6\x10\xCA\xD0\xFB\x60", "[answer]", "[answer]\nnodes = \"byte("+at+")\"", "[labels]", "unguarded = true\n[labels]", "cycles = 10_000", "")
		e.search.budget = 1000
		_, err := e.Search(t.Context(), initial(), uniform, goengine.Limits{Depth: 1})
		assert.Equal(t, !ends, isFault(err, emu.Runaway), "%v", err)
		s, err := e.Step(t.Context(), initial(), uniform, goengine.Limits{Depth: 1})
		require.NoError(t, err)
		assert.Equal(t, uint64(emu.DefaultBudget), s.Patience())
	}
}

// The end of the context ends the setting up of a search for a debugger, and a check.
func TestTheContextEndsASettingUp(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	path := toy(t, "\x4C\x00\x80", "[search]", "[start]\ncall = \"first\"\n[search]")
	d, err := Read(path)
	require.NoError(t, err)
	e, err := open("toy", d)
	require.NoError(t, err)
	_, err = e.Step(ended, initial(), uniform, goengine.Limits{})
	require.ErrorIs(t, err, context.Canceled)
	_, err = Check(ended, d)
	require.ErrorIs(t, err, context.Canceled)
}

// A label outside of the images and the room beside them makes all memory RAM, and code run there. An image at the wrong
// address is told from its labels.
func TestANewDescriptionOfAProgramInRAM(t *testing.T) {
	dir := t.TempDir()
	image, labels := filepath.Join(dir, "c.bin"), filepath.Join(dir, "c.lbl")
	require.NoError(t, os.WriteFile(image, make([]byte, 0x200), 0o600))
	require.NoError(t, os.WriteFile(labels, []byte("al 001000 .main\nal 001500 .bss\n"), 0o600))
	for at, want := range map[string]Lines{"$1000": {"$0000-$FFFF"}, "$8000": {"$0000-$7FFF"}} {
		text, err := (&Beginning{CPU: "6502", Images: []string{image + "@" + at}, Symbols: []string{labels}, Folder: dir}).Write()
		require.NoError(t, err)
		path := filepath.Join(dir, "c.toml")
		require.NoError(t, os.WriteFile(path, text, 0o600))
		d, err := Read(path)
		require.NoError(t, err)
		assert.Equal(t, want, d.Memory.RAM)
		assert.Equal(t, at == "$1000", d.Memory.CodeInRAM)
		r := parts(t, d)
		assert.Zero(t, r.Failed())
		wrong := false
		for _, row := range r.Rows {
			wrong = wrong || row.Result == "none of 2 labels is in an image"
		}
		assert.Equal(t, at != "$1000", wrong)
	}
}
