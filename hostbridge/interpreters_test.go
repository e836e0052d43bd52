//go:build unix

package hostbridge

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// interpreter is another project's interpreter of a CPU, in C.
type interpreter struct {
	cpu       string
	folder    string   // its checkout, in the folder that SEARCHEX_C names
	prepare   []string // a command to run there first
	sources   []string
	registers []string // those that its harness is given, the PC last
	memory    int      // bytes
	// roughly is how far its cycles may be from ours, as a part of ours.
	roughly float64
}

var interpreters = []interpreter{
	{cpu: "z80", folder: "z80", sources: []string{"z80.c"}, registers: []string{"a", "f", "bc", "de", "hl", "sp", "pc"}, memory: 1 << 16},
	{cpu: "6502", folder: "fake6502", sources: []string{"fake6502.c"}, registers: []string{"a", "x", "y", "p", "s", "pc"}, memory: 1 << 16},
	// Musashi counts some instructions by tables that are not exact, and is asked only every 10,000 cycles whether it has returned.
	{
		cpu: "68000", folder: "Musashi", prepare: []string{"make", "-s", "m68kops.c"}, sources: []string{"m68kcpu.c", "m68kops.c", "m68kdasm.c", "softfloat/softfloat.c"},
		registers: strings.Fields("d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5 a6 a7 pc"), memory: 1 << 17, roughly: 0.001,
	},
}

// An interpreter in C leaves the same bytes in RAM after a whole search, and counts the same
// cycles. The test prints how fast both are; gcc builds the interpreters from the checkouts in the
// folder that SEARCHEX_C names: github.com/superzazu/z80, omarandlorraine/fake6502 and
// kstenerud/Musashi.
func TestInterpretersInC(t *testing.T) {
	folder := os.Getenv("SEARCHEX_C")
	if folder == "" {
		t.Skip("SEARCHEX_C is not set")
	}
	for _, c := range interpreters {
		t.Run(c.cpu, func(t *testing.T) { c.compare(t, filepath.Join(folder, c.folder)) })
	}
}

func (c *interpreter) compare(t *testing.T, checkout string) {
	if _, err := os.Stat(checkout); err != nil {
		t.Skip(err)
	}
	e, err := NewWith(c.cpu, Options{})
	require.NoError(t, err)
	m := e.(*machineEngine)
	ours := m.m
	task := &Task{Game: startGame(t), Profile: *profile(t, "tuned"), Limits: goengine.Limits{Nodes: 30_000}}
	s, _, err := TakeSnapshot(t.Context(), e, task)
	require.NoError(t, err)
	arguments := []string{filepath.Join(t.TempDir(), "start"), filepath.Join(t.TempDir(), "left")}
	require.NoError(t, os.WriteFile(arguments[0], s.Memory[:c.memory], 0o644))
	for _, r := range c.registers {
		arguments = append(arguments, fmt.Sprint(s.Register(r)))
	}
	arguments = append(arguments, fmt.Sprint(s.Home))
	harness := c.build(t, checkout)

	speeds := map[string]float64{}
	for range 3 {
		out, err := exec.Command(harness, arguments...).Output()
		require.NoError(t, err)
		var theirs, nanoseconds uint64
		_, err = fmt.Sscan(string(out), &theirs, &nanoseconds)
		require.NoError(t, err)
		speeds[c.folder] = max(speeds[c.folder], 1000*float64(theirs)/float64(nanoseconds))
		left, err := os.ReadFile(arguments[1])
		require.NoError(t, err)
		for _, core := range []emu.Core{emu.Predecoded, emu.Package} {
			ours.WriteBytes(s.RAM.Start, s.Memory[s.RAM.Start:s.RAM.End()])
			ours.SetCore(core)
			ours.Enter(m.sym.Search)
			ours.ResetCycles()
			began := userTime(t)
			require.NoError(t, ours.Continue(0))
			name := []string{"predecoded", "package"}[core]
			speeds[name] = max(speeds[name], float64(ours.Cycles())/float64((userTime(t)-began).Microseconds()))
			require.InEpsilon(t, ours.Cycles(), theirs, c.roughly+1e-12, "cycles")
			require.True(t, bytes.Equal(left[s.RAM.Start:s.RAM.End()], s.After), "RAM after the search")
			after := make([]byte, s.RAM.Size)
			ours.ReadBytes(s.RAM.Start, after)
			require.True(t, bytes.Equal(after, s.After), "RAM after the search here")
		}
		t.Logf("%s: %d cycles, we %d", c.folder, theirs, ours.Cycles())
	}
	for name, mhz := range speeds {
		t.Logf("%-10s %5.0f MHz, the predecoded core %.2f times that", name, mhz, speeds["predecoded"]/mhz)
	}
}

// build compiles a harness with an interpreter.
func (c *interpreter) build(t *testing.T, checkout string) string {
	if c.prepare != nil {
		make := exec.Command(c.prepare[0], c.prepare[1:]...)
		make.Dir = checkout
		out, err := make.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	program := filepath.Join(t.TempDir(), "harness")
	args := []string{"-O2", "-w", "-DNMOS6502", "-I", checkout, "-I", "testdata/c", "-o", program, "testdata/c/" + c.cpu + ".c"}
	for _, s := range c.sources {
		args = append(args, filepath.Join(checkout, s))
	}
	out, err := exec.Command("gcc", append(args, "-lm")...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}

// userTime returns the processor time that this process has taken.
func userTime(t *testing.T) time.Duration {
	var r syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &r))
	return time.Duration(r.Utime.Nano())
}
