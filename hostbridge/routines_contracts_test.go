package hostbridge

import (
	"math/rand"
	random "math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu/prove"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/contracts"
)

// snapshot is the machine's memory, and the registers that a proof knows by name.
func (m *rig) snapshot(names []string) *prove.Snapshot {
	x := &prove.Snapshot{Memory: make([]byte, m.addr("ram_limit")), Registers: map[string]uint64{}}
	m.m.ReadBytes(0, x.Memory)
	for _, name := range names {
		v, ok := m.cpu.register(m, name)
		require.True(m.t, ok, name)
		x.Registers[name] = uint64(v)
	}
	return x
}

// Each contract says what its routine leaves on the machine, and the call takes cycles that were proved, in positions with
// what the contract reads changed at random.
func TestRoutinesHoldTheirContracts(t *testing.T) {
	for _, name := range contracts.CPUs() {
		t.Run(name, func(t *testing.T) { holdTheirContracts(t, name) })
	}
}

func holdTheirContracts(t *testing.T, name string) {
	m := newRig(t, name, Options{})
	book, err := contracts.Load(name, nil)
	require.NoError(t, err)
	img, err := asm.Load(name)
	require.NoError(t, err)
	proved := contracts.Proved(img)
	rng, met := random.New(random.NewPCG(56, 1)), map[string]int{}
	searchPositions(t, 56, 40, func(_ *rand.Rand, p *goengine.Position) {
		m.set(p)
		start := m.snapshot(book.Program.CPU.Named())
		for _, label := range book.Routines() {
			for range 4 {
				x := &prove.Snapshot{Memory: slices.Clone(start.Memory), Registers: start.Registers}
				book.Vary(label, x, rng)
				check, unmet, err := book.Expect(label, x)
				require.NoError(t, err)
				if unmet != "" {
					continue
				}
				m.m.WriteBytes(0, x.Memory)
				for name, v := range x.Registers {
					m.cpu.setRegister(m, name, uint32(v))
				}
				before := m.m.Cycles()
				require.NoError(t, m.runner.Call(label, m.patience), label)
				cycles := m.m.Cycles() - before
				require.NoError(t, check(m.snapshot(book.Program.CPU.Named())), label)
				require.True(t, cycles >= proved[label].Least && cycles <= proved[label].Most, "%s takes %d cycles, and %v is proved", label, cycles, proved[label])
				met[label]++
			}
		}
	})
	for _, label := range book.Routines() {
		require.Positive(t, met[label], "%s: nothing at random meets what it needs", label)
	}
	t.Log(met)
}
