//go:build unix

package hostbridge

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// programRegisters are the registers that a program of an interpreter is given, the PC last.
// Its memory is the snapshot's.
var programRegisters = map[string][]string{
	"z80":   strings.Fields("a f bc de hl sp pc"),
	"6502":  strings.Fields("a x y p s pc"),
	"68000": strings.Fields("d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5 a6 a7 pc"),
}

// duel is one search that ours and a program of another interpreter run from the same memory.
type duel struct {
	ours      *machineEngine
	s         *Snapshot
	found     Result
	arguments []string // of the program: the file with the memory, the file that it writes, registers, home
}

// newDuel prepares the search of the initial position with tuned.
func newDuel(t *testing.T, cpu string, nodes uint64) *duel {
	t.Helper()
	e, err := NewWith(cpu, Options{})
	require.NoError(t, err)
	d := &duel{ours: e.(*machineEngine)}
	task := &Task{Game: startGame(t), Profile: *profile(t, "tuned"), Limits: goengine.Limits{Nodes: nodes}}
	d.s, d.found, err = TakeSnapshot(t.Context(), e, task)
	require.NoError(t, err)
	folder := t.TempDir()
	d.arguments = []string{filepath.Join(folder, "start"), filepath.Join(folder, "left")}
	require.NoError(t, os.WriteFile(d.arguments[0], d.s.Memory, 0o600))
	for _, r := range programRegisters[cpu] {
		d.arguments = append(d.arguments, fmt.Sprint(d.s.Register(r)))
	}
	d.arguments = append(d.arguments, fmt.Sprint(d.s.Home))
	return d
}

// theirs runs the program once and returns its cycles and its processor time. The error says what differs
// from ours.
func (d *duel) theirs(program string, roughly bool) (cycles uint64, took time.Duration, err error) {
	_ = os.Remove(d.arguments[1])
	out, err := exec.Command(program, d.arguments...).Output()
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w", program, err)
	}
	if _, err = fmt.Sscan(string(out), &cycles, &took); err != nil {
		return 0, 0, fmt.Errorf("%s printed %q: want cycles and nanoseconds", program, out)
	}
	left, err := os.ReadFile(d.arguments[1])
	switch {
	case err != nil:
		return 0, 0, fmt.Errorf("%s left no memory: %w", program, err)
	case len(left) != len(d.s.Memory):
		return 0, 0, fmt.Errorf("%s left %d bytes of memory: want %d", program, len(left), len(d.s.Memory))
	}
	return cycles, took, d.differs(cycles, left, roughly)
}

// differs returns an error if a run took other cycles than the snapshot says, or left another result
// or other RAM. Roughly allows cycles that are a thousandth off.
func (d *duel) differs(cycles uint64, left []byte, roughly bool) error {
	ram := left[d.s.RAM.Start:d.s.RAM.End()]
	d.ours.m.WriteBytes(d.s.RAM.Start, ram)
	found := d.ours.result(0)
	found.Cycles = d.found.Cycles // result takes those of our machine, whatever ran
	off := max(cycles, d.s.Cycles) - min(cycles, d.s.Cycles)
	switch {
	case !assert.ObjectsAreEqual(d.found, found):
		return fmt.Errorf("found %+v, ours %+v", found, d.found)
	case off > 0 && !roughly || off > d.s.Cycles/1000:
		return fmt.Errorf("%d cycles, ours %d", cycles, d.s.Cycles)
	}
	for i := range ram {
		if ram[i] != d.s.After[i] {
			return fmt.Errorf("RAM at $%04X is $%02X, ours $%02X", int(d.s.RAM.Start)+i, ram[i], d.s.After[i])
		}
	}
	return nil
}

// here runs the search on a core of ours and returns its processor time.
func (d *duel) here(t *testing.T, core emu.Core) time.Duration {
	t.Helper()
	m := d.ours.m
	m.WriteBytes(d.s.RAM.Start, d.s.Memory[d.s.RAM.Start:d.s.RAM.End()])
	m.SetCore(core)
	m.Enter(d.ours.sym.Search)
	m.ResetCycles()
	began := processorTime(t)
	require.NoError(t, m.Continue(0))
	took := processorTime(t) - began
	left := bytes.Clone(d.s.Memory)
	m.ReadBytes(d.s.RAM.Start, left[d.s.RAM.Start:d.s.RAM.End()])
	require.NoError(t, d.differs(m.Cycles(), left, false), "ours")
	return took
}

// measure runs theirs and ours in turn, and prints the speeds of the shortest runs, their ratio, and the median of
// the ratios of the pairs: other load slows both runs of a pair.
func (d *duel) measure(t *testing.T, name, program string, roughly bool) {
	t.Helper()
	d.here(t, emu.Package)
	d.here(t, emu.Predecoded)
	var ratios, theirs, ours []float64 // seconds
	var cycles uint64
	for range pairs {
		var took time.Duration
		var err error
		cycles, took, err = d.theirs(program, roughly)
		require.NoError(t, err)
		theirs, ours = append(theirs, took.Seconds()), append(ours, d.here(t, emu.Predecoded).Seconds())
		ratios = append(ratios, theirs[len(theirs)-1]/ours[len(ours)-1])
	}
	slices.Sort(ratios)
	shortest, own := slices.Min(theirs), slices.Min(ours)
	t.Logf("%s: result and RAM equal, %d cycles, ours %d", name, cycles, d.s.Cycles)
	t.Logf("%s: %.0f MHz, ours %.0f, %.2f times its speed; median of %d pairs %.2f (%.2f to %.2f)",
		name, 1e-6*float64(cycles)/shortest, 1e-6*float64(d.s.Cycles)/own, shortest/own, pairs, ratios[pairs/2], ratios[0], ratios[pairs-1])
}

// asProgram is set where the test's own binary is to be such a program: the CPU, and what it spoils.
const asProgram = "SEARCHEX_TEST_PROGRAM"

// A program that runs the search exactly passes. Another result, another byte of RAM, another number of cycles or no
// memory is an error that says so.
func TestProgramsOfInterpretersAreCompared(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	run := func(d *duel, spoilt string, roughly bool) error {
		t.Setenv(asProgram, d.s.CPU+" "+spoilt)
		_, _, err := d.theirs(self, roughly)
		return err
	}
	for _, k := range MachineKinds() {
		d := newDuel(t, k.Name, 100)
		require.NoError(t, run(d, "nothing", false), k.Name)
		require.ErrorContains(t, run(d, "cycle", false), fmt.Sprintf("%d cycles, ours %d", d.s.Cycles+1, d.s.Cycles), k.Name)
		require.ErrorContains(t, run(d, "result", false), "found {", k.Name)
		d.here(t, emu.Predecoded)
	}
	d := newDuel(t, "z80", 1)
	for spoilt, says := range map[string]string{
		"ram": "RAM at $", "memory": "bytes of memory: want 65536", "no memory": "left no memory", "exit": "exit status 1", "print": "want cycles and nanoseconds",
	} {
		require.ErrorContains(t, run(d, spoilt, true), says, spoilt)
	}
	require.NoError(t, run(d, "cycle", true))
	require.ErrorContains(t, run(d, "cycles", true), "cycles, ours")
}

func init() {
	if cpu, spoilt, ok := strings.Cut(os.Getenv(asProgram), " "); ok {
		os.Exit(runAsProgram(cpu, spoilt, os.Args[1:]))
	}
}

// runAsProgram does what docs/witnesses.md asks of a program, on the package's core, with one thing spoilt, and
// returns its exit status.
func runAsProgram(cpu, spoilt string, arguments []string) int {
	fail := func(err error) int {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	e, err := NewWith(cpu, Options{})
	if err != nil {
		return fail(err)
	}
	memory, err := os.ReadFile(arguments[0])
	if err != nil {
		return fail(err)
	}
	on := e.(*machineEngine)
	m, s := on.m, on.sym
	p := m.Program()
	ram := memory[p.Constants["ram_start"]:p.Constants["ram_limit"]]
	names := programRegisters[cpu]
	values := make([]uint32, len(names)+1) // home the last
	for i := range values {
		v, err := strconv.ParseUint(arguments[2+i], 10, 32)
		if err != nil {
			return fail(err)
		}
		values[i] = uint32(v)
	}
	m.SetCore(emu.Package)
	m.Enter(values[len(names)-1])
	m.WriteBytes(p.Constants["ram_start"], ram)
	for i, name := range names {
		m.SetRegister(name, values[i])
	}
	m.ResetCycles()
	if err := m.Continue(0); err != nil {
		return fail(err)
	}
	if m.PC() != values[len(names)] {
		return fail(fmt.Errorf("returned to $%X", m.PC()))
	}
	m.ReadBytes(p.Constants["ram_start"], ram)
	cycles := m.Cycles()
	switch spoilt {
	case "cycle":
		cycles++
	case "cycles":
		cycles += cycles / 500
	case "ram":
		ram[len(ram)/2]++
	case "result":
		memory[s.ResultScore]++
	case "memory":
		memory = memory[1:]
	case "exit":
		return 1
	}
	if spoilt != "no memory" {
		if err := os.WriteFile(arguments[1], memory, 0o600); err != nil {
			return fail(err)
		}
	}
	if spoilt != "print" {
		fmt.Println(cycles, 1000)
	}
	return 0
}
