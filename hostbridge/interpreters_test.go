//go:build unix

package hostbridge

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// interpreter is another project's interpreter of a CPU, in C.
type interpreter struct {
	cpu     string
	folder  string   // its checkout, in the folder that SEARCHEX_C names
	prepare []string // a command to run there first
	sources []string
	roughly bool // its cycles are not exact
}

var interpreters = []interpreter{
	{cpu: "z80", folder: "z80", sources: []string{"z80.c"}},
	{cpu: "6502", folder: "fake6502", sources: []string{"fake6502.c"}},
	// Musashi counts some instructions by tables that are not exact, and is asked only every 10,000 cycles whether it has returned.
	{
		cpu: "68000", folder: "Musashi", prepare: []string{"make", "-s", "m68kops.c"}, sources: []string{"m68kcpu.c", "m68kops.c", "m68kdasm.c", "softfloat/softfloat.c"},
		roughly: true,
	},
}

// After a whole search each interpreter in C has the result and the RAM of ours, and the
// same cycles. gcc builds three of them from the checkouts in the folder that SEARCHEX_C
// names: github.com/superzazu/z80, omarandlorraine/fake6502 and kstenerud/Musashi. Each
// program CPU-NAME there is one more, built by the reader: docs/witnesses.md says what it
// reads and writes. NAME ends in -roughly where its cycles are not exact. The test prints
// how fast they are and ours is.
func TestInterpretersInC(t *testing.T) {
	folder := os.Getenv("SEARCHEX_C")
	if folder == "" {
		t.Skip("SEARCHEX_C is not set: it names a folder with checkouts or programs of interpreters, docs/witnesses.md")
	}
	ran := false
	for _, c := range interpreters {
		checkout := filepath.Join(folder, c.folder)
		if _, err := os.Stat(checkout); err == nil {
			ran = true
			t.Run(c.cpu, func(t *testing.T) { newDuel(t, c.cpu, 30_000).measure(t, c.folder, c.build(t, checkout), c.roughly) })
		}
	}
	for _, k := range OnMachines() {
		programs, err := filepath.Glob(filepath.Join(folder, k.Name+"-*"))
		require.NoError(t, err)
		for _, program := range programs {
			ran = true
			name := filepath.Base(program)
			t.Run(name, func(t *testing.T) {
				newDuel(t, k.Name, 30_000).measure(t, name, program, strings.HasSuffix(name, "-roughly"))
			})
		}
	}
	require.True(t, ran, "SEARCHEX_C %s: want a checkout named z80, fake6502 or Musashi, or a program named CPU-NAME", folder)
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
