package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
)

// counting writes a 6502 program that plays no chess, with labels and a description, and returns the description's name.
func counting(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"count.bin":  "\xA2\x05\xE6\x10\xCA\xD0\xFB\x60", // LDX #5; again: INC $10; DEX; BNE again; RTS
		"count.lbl":  "al 008000 .count\nal 008002 .again\nal 008007 .back\nal 000010 .cell\n",
		"count.toml": "[program]\nname = \"count\"\ncpu = \"6502\"\nclock = 1_000_000\nimages = [{ file = \"count.bin\", at = 0x8000 }]\nsymbols = \"count.lbl\"\n[memory]\nram = \"$0000-$01FF\"\nunguarded = true\n[search]\ncall = \"count\"\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	return filepath.Join(dir, "count.toml")
}

// The commands of machines serve a program that plays no chess; those of positions and moves say what its description lacks.
func TestAProgramThatPlaysNoChess(t *testing.T) {
	file := counting(t)
	engine := []string{"--engine", "guest:" + file}
	for says, args := range map[string][]string{
		`\$8002 .* again +inc cell`:                          {"disasm", "again"},
		`(?mi)8000 .*count$`:                                 {"symbols"},
		`(?m)^ +2 +5 +\$8002 +again +inc cell`:               {"trace", "--from", "again", "--count", "1"},
		`1 search.*\n57 cycles, of which 0 `:                 {"profile", "--out", filepath.Join(t.TempDir(), "p")},
		`count\.toml +uniform +1 +0 +57 `:                    {"cycles"},
		`17 instructions executed`:                           {"heat"},
		`0 nodes, 57 cycles from search at \$8000 to its re`: {"snapshot", "--out", filepath.Join(t.TempDir(), "s")},
	} {
		status, out, complaint := ran(t, append(args, engine...)...)
		require.Zero(t, status, complaint)
		require.Regexp(t, says, out, args)
	}
	lacks := file + ": answer: want from and to, the squares of the move that was found\n"
	for _, args := range [][]string{{"search"}, {"compare"}, {"tree"}, {"window"}, {"play"}, {"uci"}, {"diff"}} {
		status, _, complaint := ran(t, append(args, engine...)...)
		require.Equal(t, cli.ExitUsage, status, args)
		require.True(t, strings.HasSuffix(complaint, lacks), complaint)
	}
	status, _, complaint := ran(t, "match", "guest:"+file, "go:uniform")
	require.Equal(t, cli.ExitUsage, status)
	require.True(t, strings.HasSuffix(complaint, lacks), complaint)
}

// No command writes its result over a file from which its guest is read.
func TestAGuestIsNotOverwritten(t *testing.T) {
	file := counting(t)
	for _, of := range []string{".toml", ".bin", ".lbl"} {
		name := strings.TrimSuffix(file, ".toml") + of
		before, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, args := range [][]string{{"profile", "--out"}, {"snapshot", "--out"}, {"symbols", "--out"}, {"heat", "--svg"}, {"cycles", "--svg"}} {
			status, _, complaint := ran(t, append(args, name, "--engine", "guest:"+file)...)
			require.Equal(t, cli.ExitUsage, status)
			require.Equal(t, "searchex: "+args[0]+": "+args[1]+" "+name+": guest:"+file+" is read from it: want another file\n", complaint)
		}
		after, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, before, after)
	}
}

// cycles --list shows the lines of a guest's routine, if its symbols have some, with the cycles of each.
func TestLinesOfAGuestsRoutine(t *testing.T) {
	const guest = "guest:../../asm/guests/mini68k/mini68k.toml"
	status, out, complaint := ran(t, "cycles", "--engine", guest, "--depth", "1", "--fen", endgame, "--list", "think")
	require.Zero(t, status, complaint)
	require.Regexp(t, `^`+guest+`, mini68k\.c:\d+ think: [\d,]+ cycles of its own, `, out)
	require.Regexp(t, `(?m)^ *\d+ +2 +\d+ +\d+\.\d +if \(depth < 1\)$`, out)
	status, _, complaint = ran(t, "cycles", "--engine", guest, "--list", "thing")
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, complaint, `searchex: cycles: --list: routine "thing" is unknown: the nearest is think`)
}

// trace ends where a program does not, and names the place by its label.
func TestTraceOfAProgramThatDoesNotReturn(t *testing.T) {
	file := counting(t)
	require.NoError(t, os.WriteFile(strings.TrimSuffix(file, "toml")+"bin", []byte("\xEA\xEA\x4C\x02\x80\x00\x00\x60"), 0o600)) // again: JMP again
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, append(b, "cycles = 10_000\n"...), 0o600))
	status, _, complaint := ran(t, "trace", "--engine", "guest:"+file, "--from", "back")
	require.Equal(t, cli.ExitFailed, status)
	require.Regexp(t, `^searchex: trace: --from back: reached 0 times, not 1: the search has not returned after [\d,]+ cycles, and is at \$8002 again\n$`, complaint)
}

// A complaint has no characters that control a terminal, whatever a file is called.
func TestComplaintsControlNoTerminal(t *testing.T) {
	for _, name := range []string{"a\x1b[2Jb", "a\u009b2Jb"} {
		status, _, complaint := ran(t, "search", "--engine", "guest:"+name)
		require.Equal(t, cli.ExitUsage, status)
		require.Equal(t, "searchex: search: "+strings.NewReplacer("\x1b", " ", "\u009b", " ").Replace(name)+": no such file or directory\n", complaint)
	}
}
