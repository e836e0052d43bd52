package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/testdata"
)

// A search on MAME's MK V, from a prepared state, has the cycles, the registers and the 16 KB of RAM of ours at its end,
// and so the nodes, the move, the score and the line.
func TestMK5SearchesInMAMEAsOnOurMachine(t *testing.T) {
	positions := benchGames(t)
	for i, profile := range []string{"sx81", "tuned", "parker83"} {
		t.Run(profile, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file := filepath.Join(dir, "search.snapshot")
			cmd := mameMK5(t, dir, "search.lua", "MK5_SNAPSHOT="+file)
			e, err := hostbridge.New("6502")
			require.NoError(t, err)
			prof, err := goengine.ParseProfile(profile)
			require.NoError(t, err)
			task := hostbridge.Task{Game: positions[2*i], Profile: prof, Limits: goengine.Limits{Nodes: 8000}}
			s, want, err := hostbridge.TakeSnapshot(t.Context(), e, &task)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(file, s.Bytes(), 0o644))

			found := regexp.MustCompile(`^search (\d+) a (\w+) x (\w+) y (\w+) p (\w+) s (\w+) ram (\w+)$`).FindStringSubmatch(firstLine(t, cmd, "search "))
			require.NotNil(t, found)
			require.Equal(t, fmt.Sprint(s.Cycles), found[1])
			for j, name := range []string{"a", "x", "y", "p", "s"} {
				var have uint32
				_, err := fmt.Sscanf(found[2+j], "%x", &have)
				require.NoError(t, err)
				if name == "p" { // bits 4 and 5 are none of the register's
					require.Equal(t, e.(hostbridge.OnMachine).Machine().Register(name)&^0x30, have&^0x30)
					continue
				}
				require.Equal(t, e.(hostbridge.OnMachine).Machine().Register(name), have, name)
			}
			ram, err := hex.DecodeString(found[7])
			require.NoError(t, err)
			require.Len(t, ram, 0x4000)
			for at := range ram {
				require.Equal(t, s.After[at], ram[at], "$%04x", at)
			}
			t.Log(resultIn(t, ram, task.Position()), s.Cycles, "cycles")
			require.Equal(t, fmt.Sprintf("%d nodes, %s, score %d, line %s", want.Nodes, task.Position().UCI(want.Best), want.Score,
				strings.Join(task.Position().UCILine(want.PV), " ")), resultIn(t, ram, task.Position()))
		})
	}
}

// firstLine starts a program, returns its first line of output that begins with prefix, and ends it.
func firstLine(t *testing.T, cmd *exec.Cmd, prefix string) string {
	t.Helper()
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	late := time.AfterFunc(3*time.Minute, func() { _ = cmd.Process.Kill() })
	defer func() { late.Stop(); _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), prefix) {
			return lines.Text()
		}
	}
	t.Fatalf("%s has ended without a line %q", cmd.Path, prefix)
	return ""
}

// benchGames returns the twelve positions that searches are measured in.
func benchGames(t *testing.T) (games []*goengine.Game) {
	t.Helper()
	b, err := testdata.Files.ReadFile("bench12.epd")
	require.NoError(t, err)
	lines, err := epd.Read(bytes.NewReader(b), "bench12.epd")
	require.NoError(t, err)
	for _, l := range lines {
		games = append(games, goengine.NewGame(l.Board))
	}
	return games
}

// resultIn reads the result of a search from the 6502's RAM.
func resultIn(t *testing.T, ram []byte, p *goengine.Position) string {
	img, err := asm.Load("6502")
	require.NoError(t, err)
	word := func(label string, i uint32) int {
		at := img.Symbols[label] + 2*i
		return int(ram[at]) | int(ram[at+1])<<8
	}
	var line []goengine.Move
	for i := range uint32(ram[img.Symbols["line_len"]]) {
		line = append(line, goengine.Move(word("line", i)))
	}
	return fmt.Sprintf("%d nodes, %s, score %d, line %s", word("nodes", 0)+word("nodes_high", 0)<<15,
		p.UCI(goengine.Move(word("best_move", 0))), word("result_score", 0)-0x8000, strings.Join(p.UCILine(line), " "))
}
