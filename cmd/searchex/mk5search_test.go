package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/testdata"
)

// mk5Search is a search on MAME's MK V from a prepared state.
type mk5Search struct {
	before   *hostbridge.Snapshot // with what our machine found
	position *goengine.Position
	result   string // as resultIn returns it, of our machine
	machine  emu.Machine
	cycles   uint64 // in MAME
	register map[string]uint32
	ram      []byte
}

// searchInMAME makes a search on our machine and in MAME. prepare may change the state before the latter.
func searchInMAME(t *testing.T, g *goengine.Game, profile string, l goengine.Limits, prepare func(*hostbridge.Snapshot)) *mk5Search {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "search.snapshot")
	cmd := mameMK5(t, dir, "search.lua", "MK5_SNAPSHOT="+file)
	e, err := hostbridge.New("6502")
	require.NoError(t, err)
	prof, err := goengine.ParseProfile(profile)
	require.NoError(t, err)
	task := hostbridge.Task{Game: g, Profile: prof, Limits: l}
	s, r, err := hostbridge.TakeSnapshot(t.Context(), e, &task)
	require.NoError(t, err)
	p := g.Position()
	m := &mk5Search{before: s, position: p, machine: e.(hostbridge.Emulated).Machine(), register: map[string]uint32{}}
	m.result = describe(p, r.Nodes, r.Best, r.Score, r.PV)
	if prepare != nil {
		prepare(s)
	}
	require.NoError(t, os.WriteFile(file, s.Bytes(), 0o644))
	for _, f := range strings.Fields(firstLine(t, cmd, "search "))[1:] {
		name, value, ok := strings.Cut(f, "=")
		require.True(t, ok, f)
		switch name {
		case "ram":
			m.ram, err = hex.DecodeString(value)
		case "cycles":
			m.cycles, err = strconv.ParseUint(value, 10, 64)
		default:
			var v uint64
			v, err = strconv.ParseUint(value, 16, 8)
			m.register[name] = uint32(v)
		}
		require.NoError(t, err, f)
	}
	require.Len(t, m.ram, 0x4000)
	return m
}

// A search on MAME's MK V, from a prepared state, has the cycles, the registers and the 16 KB of RAM of ours at its end,
// and so the nodes, the move, the score and the line.
func TestMK5SearchesInMAMEAsOnOurMachine(t *testing.T) {
	for i, profile := range []string{"sx81", "tuned", "parker83"} {
		t.Run(profile, func(t *testing.T) {
			t.Parallel()
			m := searchInMAME(t, epdGames(t, "bench12.epd")[2*i], profile, goengine.Limits{Nodes: 8000}, nil)
			require.Equal(t, m.before.Cycles, m.cycles)
			for _, name := range []string{"a", "x", "y", "s"} {
				require.Equal(t, m.machine.Register(name), m.register[name], name)
			}
			const unused = 0x30 // bits of P that the processor does not have
			require.Equal(t, m.machine.Register("p")|unused, m.register["p"]|unused)
			for at := range m.ram {
				require.Equal(t, m.before.After[at], m.ram[at], "$%04x", at)
			}
			require.Equal(t, m.result, resultIn(t, m.ram, m.position))
			t.Log(m.result, m.cycles, "cycles")
		})
	}
}

// The interrupt does not change what a search finds, and takes the share of the cycles that docs/manual/machines.md has.
func TestMK5SearchesUnderItsInterrupt(t *testing.T) {
	module, err := asm.LoadMK5()
	require.NoError(t, err)
	for dark, share := range []float64{4.65, 1.87} {
		t.Run(fmt.Sprint("dark ", dark), func(t *testing.T) {
			t.Parallel()
			m := searchInMAME(t, epdGames(t, "bench12.epd")[0], "sx81", goengine.Limits{Nodes: 8000}, func(s *hostbridge.Snapshot) {
				for name, value := range map[string]byte{
					"thinking": 1, "running": 1, "left": 0xFF, "tick": 240, "dark": byte(dark), "phase_bit": 1, "row": 0,
				} {
					require.NotZero(t, module.Symbols[name], name)
					s.Memory[module.Symbols[name]] = value
				}
				s.Memory[module.Symbols["left"]+1] = 0xFF
				for i, r := range s.Registers {
					if r.Name == "p" {
						s.Registers[i].Value &^= 4
					}
				}
			})
			require.Equal(t, m.result, resultIn(t, m.ram, m.position))
			for at := range m.ram { // except for the monitor's, and the stack
				if at < 0xE3 || at >= 0x200 && at < 0x3FC3 {
					require.Equal(t, m.before.After[at], m.ram[at], "$%04x", at)
				}
			}
			got := 100 * (1 - float64(m.before.Cycles)/float64(m.cycles))
			t.Logf("%d cycles and %d of the interrupt, %.2f%%", m.before.Cycles, m.cycles-m.before.Cycles, got)
			require.InDelta(t, share, got, 0.03)
		})
	}
}

// firstLine starts a program, returns its first line of output that begins with prefix, and ends it.
func firstLine(t *testing.T, cmd *exec.Cmd, prefix string) string {
	t.Helper()
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	late := time.AfterFunc(10*time.Minute, func() { _ = cmd.Process.Kill() })
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

// epdGames returns the positions of a file of testdata.
func epdGames(t *testing.T, name string) (games []*goengine.Game) {
	t.Helper()
	b, err := testdata.Files.ReadFile(name)
	require.NoError(t, err)
	lines, err := epd.Read(bytes.NewReader(b), name)
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
	return describe(p, uint64(word("nodes", 0)+word("nodes_high", 0)<<15), goengine.Move(word("best_move", 0)),
		int16(word("result_score", 0)-0x8000), line)
}

// describe returns what a search found.
func describe(p *goengine.Position, nodes uint64, best goengine.Move, score int16, line []goengine.Move) string {
	return fmt.Sprintf("%d nodes, %s, score %d, line %s", nodes, p.UCI(best), score, strings.Join(p.UCILine(line), " "))
}
