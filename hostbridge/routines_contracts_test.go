package hostbridge

import (
	"math/bits"
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

// callFrom calls a routine of a book with the RAM and the registers of a snapshot, and returns what it leaves.
func (m *rig) callFrom(book *prove.Book, label string, x *prove.Snapshot, patience uint64) (*prove.Snapshot, error) {
	for _, ram := range book.Program.RAM {
		m.m.WriteBytes(ram[0], x.Memory[ram[0]:ram[1]])
	}
	for name, v := range x.Registers {
		m.cpu.setRegister(m, name, uint32(v))
	}
	if err := m.runner.Call(label, patience); err != nil {
		return nil, err
	}
	return m.snapshot(book.Program.CPU.Named()), nil
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
	try := func(start *prove.Snapshot, label string) {
		x := &prove.Snapshot{Memory: slices.Clone(start.Memory), Registers: start.Registers}
		check, unmet, err := book.Vary(label, x, rng)
		require.NoError(t, err)
		if unmet != "" {
			return
		}
		before := m.m.Cycles()
		after, err := m.callFrom(book, label, x, m.patience)
		require.NoError(t, err, label)
		cycles := m.m.Cycles() - before
		require.NoError(t, check(after), label)
		require.True(t, cycles >= proved[label].Least && cycles <= proved[label].Most, "%s takes %d cycles, and %v is proved", label, cycles, proved[label])
		met[label]++
	}
	var start *prove.Snapshot
	searchPositions(t, 56, 40, func(_ *rand.Rand, p *goengine.Position) {
		m.set(p)
		start = m.snapshot(book.Program.CPU.Named())
		for _, label := range book.Routines() {
			for range 4 {
				try(start, label)
			}
		}
	})
	for _, label := range book.Routines() {
		for n := 0; n < 10_000 && met[label] == 0; n++ {
			try(start, label)
		}
		require.Positive(t, met[label], "%s: nothing at random meets what it needs", label)
	}
	t.Log(met)
}

// Those who call a routine in a search see to what its contract needs, and it leaves what the contract says. Of the calls of
// a routine the first are looked at, and then fewer and fewer.
func TestCallersMeetTheNeeds(t *testing.T) {
	for _, name := range contracts.CPUs() {
		t.Run(name, func(t *testing.T) {
			m := newRig(t, name, Options{})
			book, err := contracts.Load(name, nil)
			require.NoError(t, err)
			called, met := map[string]int{}, map[string]int{}
			for i, g := range epd(t, "bench12.epd") {
				for k, with := range goengine.ProfileNames {
					if i%3 == k%3 || with == "sx81" {
						_, err := m.Search(t.Context(), g, profile(t, with), goengine.Limits{SX: 26, Nodes: 2000})
						require.NoError(t, err)
						meetTheNeeds(t, m, book, g, called, met)
					}
				}
			}
			for label := range called {
				require.Positive(t, met[label], "no call of %s is as its contract wants it", label)
			}
			t.Logf("%d of %d routines with contracts are called: %v", len(called), len(book.Routines()), met)
		})
	}
}

// meetTheNeeds repeats a search and counts the calls of routines that have contracts, and of those looked at the calls that
// are as the contracts want them.
func meetTheNeeds(t *testing.T, m *rig, book *prove.Book, g *goengine.Game, called, met map[string]int) {
	names, routines, here := book.Program.CPU.Named(), book.Routines(), map[string]int{}
	f := follow(m, func(*call, uint64, []byte) {})
	f.began = func(c *call) {
		label := f.labels[c.label]
		if !slices.Contains(routines, label) {
			return
		}
		called[label]++
		if here[label]++; bits.OnesCount(uint(here[label])) > 1 {
			return
		}
		check, unmet, err := book.Expect(label, m.snapshot(names))
		require.NoError(t, err)
		if unmet == "" {
			met[label]++
			c.end = func() { require.NoError(t, check(m.snapshot(names))) }
			return
		}
		known := slices.ContainsFunc(f.stack, func(o call) bool { return slices.Contains(contracts.Outside[label], f.labels[o.label]) })
		require.True(t, known, "a call of %s does not meet what its contract needs: %s", label, unmet)
		if called[label]--; called[label] == 0 { // a routine with only such calls does not count as called
			delete(called, label)
		}
	}
	f.search(t, g)
}
