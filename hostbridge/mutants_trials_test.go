package hostbridge

import (
	"bytes"
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm/tools/mutant"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// Mutants have the same verdicts in any order, alone, and with the checks in another order,
// also if checks leave the machine as badly as they can.
func TestVerdictsDependOnNoOtherMutant(t *testing.T) {
	for _, k := range MachineKinds() {
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			img, err := k.Image()
			require.NoError(t, err)
			all, err := mutant.All(img)
			require.NoError(t, err)
			var some []*mutant.Mutant // of bytes that only the network reads
			for i := range all {
				if strings.HasPrefix(all[i].Name, "net_in+") && len(some) < 4 {
					some = append(some, &all[i])
				}
			}
			unused := newRig(t, k.Name, Options{})
			unused.m.Reset()
			wants := func(t testing.TB, m *rig) { wantNewMachine(t, m, unused) }
			four := []check{
				{name: "spoils", run: spoil, patience: leastPatience},
				{name: "wants a new machine", run: wants, patience: leastPatience},
				{name: "writes to ROM", run: writeToROM, patience: leastPatience},
				{name: "wants another", run: wants, patience: leastPatience},
			}
			verdicts := func(b *bench) (of map[string]bool) {
				of = map[string]bool{}
				for _, x := range some {
					of[x.Name] = b.try(x) != ""
				}
				return of
			}
			alone := map[string]bool{}
			for i, x := range some {
				alone[x.Name] = newBench(t, k, img, four).try(x) != ""
				require.Equal(t, i == 0 || i == 2, alone[x.Name], x.Name)
			}
			require.Equal(t, alone, verdicts(newBench(t, k, img, four)), "in order")
			slices.Reverse(some)
			require.Equal(t, alone, verdicts(newBench(t, k, img, four)), "backwards")
			slices.Reverse(four)
			require.Equal(t, alone, verdicts(newBench(t, k, img, four)), "the checks backwards")
		})
	}
}

// sound reports whether a weight of the network is as it was assembled.
func sound(t testing.TB, m *rig, weight uint32) bool {
	img, err := m.kind.Image()
	require.NoError(t, err)
	at := m.addr("net_in") + weight
	image, start, _ := img.ImageAt(at)
	return m.m.Read(at) == image[at-start]
}

// spoil does to a machine all that a check can do but write to ROM. It goes red for the
// first weight.
func spoil(t testing.TB, m *rig) {
	p := m.m.Program()
	ram := p.Constants["ram_start"]
	m.m.WriteBytes(ram, bytes.Repeat([]byte{0xA5}, int(p.Constants["ram_limit"]-ram)))
	m.cpu.scramble(m.m)
	m.runner.Watch(m.addr("search"), m.m.Stop)
	m.m.SetAlarm(1, m.m.Stop)
	m.m.SetCore(emu.Package)
	m.m.SetGuards(false)
	m.m.StartProfile()
	m.m.StartCounting()
	m.Attach(&faulty{at: 1, cause: "left behind"})
	m.SetCycleLimit(1)
	require.NoError(t, CountVisits(m.machineEngine, &Visits{}))
	require.True(t, sound(t, m, 0))
}

// writeToROM goes red for the third weight.
func writeToROM(t testing.TB, m *rig) {
	red := !sound(t, m, 2)
	m.writeBook([]byte("no book"))
	m.m.WriteBytes(m.addr("set_position"), m.cpu.undefined)
	require.False(t, red)
}

// wantNewMachine requires that a machine with a mutant is otherwise as one that nobody has
// used.
func wantNewMachine(t testing.TB, m, unused *rig) {
	require.True(t, reflect.DeepEqual(unused.m.State(), m.m.State()), "registers, RAM, what of it is written, cycles")
	rom, patches := unused.rom(), 0
	for i, b := range m.rom() {
		if b != rom[i] {
			patches++
		}
	}
	require.Equal(t, 1, patches, "bytes of ROM")
	require.Nil(t, m.m.StopProfile())
	require.Nil(t, m.m.StopCounting())
	var fault *emu.Fault
	require.ErrorAs(t, m.runner.CallAddr(m.addr("search"), m.patience), &fault)
	require.Contains(t, []emu.FaultKind{emu.Unwritten, emu.WriteROM}, fault.Kind) // the guards see it
	require.Nil(t, m.visits)
	start := position(t, goengine.StartFEN)
	found, err := m.Search(context.Background(), goengine.NewGame(start), profile(t, "sx81"), goengine.Limits{Nodes: 50})
	require.NoError(t, err)
	require.GreaterOrEqual(t, found.Nodes, uint64(50))
}
