package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/cli/clitest"
	"github.com/searchex/searchex/cmd/internal/given"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"searchex": main, interruptedCommand: interrupted})
}

// TestScripts runs the transcripts in testdata.
func TestScripts(t *testing.T) {
	positions, err := os.ReadFile("../../testdata/cpw_perft6.epd")
	if err != nil {
		t.Fatal(err)
	}
	clitest.Run(t, "searchex", func(folder string) error {
		if err := os.CopyFS(folder+"/guests", os.DirFS("../../asm/guests")); err != nil {
			return err
		}
		return os.WriteFile(folder+"/cpw.epd", positions, 0o600)
	})
}

// The ROM of --rom is the one that runs, and its source the one shown.
func TestCyclesOfAnotherROM(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "asm")
	require.NoError(t, os.CopyFS(folder, os.DirFS("../../asm/z80")))
	rom := filepath.Join(folder, "z80.rom")
	printed := func(args ...string) string {
		var out, complaint bytes.Buffer
		a := cli.NewApp(t.Context(), strings.NewReader(""), &out, &complaint)
		require.Equal(t, cli.ExitFine, run(a, args), &complaint)
		return out.String()
	}
	cycles := []string{"cycles", "--engine", "z80", "--sx", "10", "--profile", "sx81"}
	same := printed(append(cycles, "--json")...)
	require.Equal(t, same, printed(append(cycles, "--json", "--rom", rom)...))

	// passes_ahead that leaves all to the node, as in docs/manual/cycles.md.
	img, err := cli.EmbeddedImage("z80")
	require.NoError(t, err)
	b := given.File(t, rom)
	copy(b[img.Symbols["passes_ahead"]-img.Symbols["rom_start"]:], []byte{0xAF, 0xC9})
	require.NoError(t, os.WriteFile(rom, b, 0o600))
	source := filepath.Join(folder, "pass.s")
	text := given.File(t, source)
	require.NoError(t, os.WriteFile(source, bytes.Replace(text, []byte("passes_ahead:\n"), []byte("passes_ahead:           ; changed\n"), 1), 0o600))
	changed := printed(append(cycles, "--json", "--rom", rom)...)
	require.Equal(t, changed, printed(append(cycles, "--json", "--poke", "passes_ahead=$af", "--poke", "passes_ahead+1=$c9")...))
	require.NotEqual(t, same, changed)
	require.Contains(t, printed(append(cycles, "--rom", rom, "--list", "passes_ahead")...), "passes_ahead:           ; changed\n")
	require.Contains(t, printed("diff", "--rom", rom, "--sx", "10"), "no difference between go and z80\n")

	require.NoError(t, os.WriteFile(rom, nil, 0o600))
	var complaint bytes.Buffer
	a := cli.NewApp(t.Context(), nil, &complaint, &complaint)
	require.Equal(t, cli.ExitUsage, run(a, append(cycles, "--rom", rom)))
	require.Contains(t, complaint.String(), "--rom "+rom+": ")
}

// A ROM from standard input or a pipe has the labels of the built-in one. Its size shows
// which.
func TestAROMFromAPipe(t *testing.T) {
	img, err := cli.EmbeddedImage("z80")
	require.NoError(t, err)
	broken := bytes.Clone(img.ROM)
	for at := range len(broken) / 2 {
		broken[at] = 0 // nop
	}
	for _, tt := range []struct {
		rom    []byte
		args   []string
		status int
		says   string
	}{
		{img.ROM, []string{"diff", "--sx", "10"}, 0, "no difference between go and z80"},
		{img.ROM, []string{"cycles", "--sx", "10", "--profile", "sx81"}, 0, "z80"},
		{img.ROM, []string{"cycles", "--sx", "10", "--engine", "6502"}, cli.ExitUsage, "is of the z80"},
		{broken, []string{"diff", "--sx", "10"}, cli.ExitFailed, "z80"},
		{img.ROM[1:], []string{"diff", "--sx", "10"}, cli.ExitUsage, fmt.Sprintf("%d bytes: want the size of a built-in ROM (z80 %d, ", len(img.ROM)-1, len(img.ROM))},
		{nil, []string{"diff", "--sx", "10"}, cli.ExitUsage, "it has 0 bytes"},
	} {
		var out bytes.Buffer
		a := cli.NewApp(t.Context(), bytes.NewReader(tt.rom), &out, &out)
		require.Equal(t, tt.status, run(a, append(tt.args, "--rom", "-")), out.String())
		require.Contains(t, out.String(), tt.says)
	}
}

// A failed write leaves no incomplete file, and the old one as it was.
func TestAProfileThatCannotBeWritten(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	dir := t.TempDir()
	full := filepath.Join(dir, "full")
	require.NoError(t, os.Symlink("/dev/full", full))
	var complaint bytes.Buffer
	a := cli.NewApp(t.Context(), strings.NewReader(""), &bytes.Buffer{}, &complaint)
	require.Equal(t, cli.ExitOutput, run(a, []string{"profile", "--nodes", "20", "--out", full}))
	require.Regexp(t, "^searchex: profile: writing "+regexp.QuoteMeta(full)+": no space left on device\n$", complaint.String())
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)
}
