package hostbridge

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/work"
)

func TestModelsAreRead(t *testing.T) {
	m, err := ParseModel([]byte(`{"engine": "toy", "cycles": {"visits": 100.5, "no such work": 7}}`))
	require.NoError(t, err)
	want := &work.Costs{}
	want.Each[work.Visits] = 100*work.Unit + work.Unit/2
	require.Equal(t, want, m.Costs())
	for text, want := range map[string]string{
		`{"engine": "toy", "cycles": {"visits": -1}}`:   "model of toy: visits take -1 cycles: want 0 to",
		`{"engine": "toy", "cycles": {"visits": 1e99}}`: "model of toy: visits take 1e+99 cycles: want 0 to",
		`{`: "model: unexpected end",
	} {
		_, err := ParseModel([]byte(text))
		assert.ErrorContains(t, err, want)
	}
}

// A limit of cycles ends a search in Go at the first node that reaches it, and so
// as near to it as a machine's does.
func TestCycleLimitInGo(t *testing.T) {
	for _, name := range AllNames() {
		k, err := KindOf(name)
		require.NoError(t, err)
		if k.Image != nil {
			continue
		}
		e, err := New(name)
		require.NoError(t, err)
		machine, err := New(k.Timed().Name)
		require.NoError(t, err)
		model, err := k.Timed().Model()
		require.NoError(t, err)
		for i, g := range epd(t, "bench12.epd") {
			prof := profile(t, goengine.ProfileNames[i%len(goengine.ProfileNames)])
			limit := uint64(k.Timed().Clock) + uint64(i*500_000)
			e.(CycleLimiter).SetCycleLimit(limit)
			r, err := e.Search(context.Background(), g, prof, goengine.Limits{})
			require.NoError(t, err)
			require.True(t, r.Stopped)
			require.Zero(t, r.Cycles)
			require.Equal(t, r.Modelled, r.Spent())
			require.GreaterOrEqual(t, r.Modelled, limit)
			require.Less(t, r.Modelled, limit+200_000, "no node takes so long")
			machine.(CycleLimiter).SetCycleLimit(limit)
			m, err := machine.Search(context.Background(), g, prof, goengine.Limits{})
			require.NoError(t, err)
			if model.Engine == machine.Name() { // as the tests of package cost demand
				assert.InEpsilon(t, m.Nodes, r.Nodes, 0.15, "%s in position %d", name, i)
			}

			e.(CycleLimiter).SetCycleLimit(0)
			free, err := e.Search(context.Background(), g, prof, goengine.Limits{Nodes: 4000})
			require.NoError(t, err)
			assert.GreaterOrEqual(t, free.Nodes, uint64(4000), "0 is no limit")
		}
	}
}

// Go's time is that of the machine that it models.
func TestClockOf(t *testing.T) {
	for _, name := range AllNames() {
		e, err := New(name)
		require.NoError(t, err)
		require.Equal(t, name, e.Name())
		k, err := KindOf(name)
		require.NoError(t, err)
		require.Equal(t, name, k.Name)
		assert.Equal(t, e.Clock() > 0, k.Timed() == k)
		assert.NotNil(t, k.Timed().Image, "a machine")
		assert.Equal(t, k.Timed().Clock, ClockOf(e))
		assert.Positive(t, ClockOf(e))
	}
}

// Go can stand for every machine: plain, for its own, and by name for each of
// the others.
func TestGoStandsForEveryMachine(t *testing.T) {
	var machines []*EngineKind
	for _, name := range AllNames() {
		k, err := KindOf(name)
		require.NoError(t, err)
		if k.Image == nil {
			machines = append(machines, k.Timed())
		}
	}
	assert.ElementsMatch(t, MachineKinds(), machines)
	assert.Equal(t, Names, AllNames()[:len(Names)], "those that do the work themselves come first")

	for _, name := range []string{"", "go@", "go@go", "go@z81", "go@go@6502", "6502@go", "@6502", standing + Kinds[0].StandsFor} {
		_, err := New(name)
		assert.ErrorContains(t, err, "is unknown: want one of go, z80, 6502, 68000, go@6502, go@68000", name)
	}
}

// The model in use is that of the machine stood for, and no other's.
func TestEachMachineHasItsOwnModel(t *testing.T) {
	for _, k := range MachineKinds() {
		own := k.Model
		k.Model = func() (*Model, error) { return &Model{Cycles: map[string]float64{"visits": 1000}}, nil }
		for _, name := range AllNames() {
			stands, err := KindOf(name)
			require.NoError(t, err)
			if stands.Image != nil {
				continue
			}
			e, err := New(name)
			require.NoError(t, err)
			prof := profile(t, "sx81")
			r, err := e.Search(context.Background(), epd(t, "bench12.epd")[0], prof, goengine.Limits{Nodes: 500})
			require.NoError(t, err)
			assert.Equal(t, stands.Timed() == k, r.Modelled == 1000*r.Work[work.Visits], "%s with the model of %s replaced", name, k.Name)

			e.(CycleLimiter).SetCycleLimit(r.Modelled / 2)
			half, err := e.Search(context.Background(), epd(t, "bench12.epd")[0], prof, goengine.Limits{})
			require.NoError(t, err)
			assert.True(t, half.Stopped, name)
			assert.GreaterOrEqual(t, half.Modelled, r.Modelled/2, name)
			assert.Less(t, half.Nodes, r.Nodes, name)
		}
		k.Model = own
	}
}

// Each CPU of asm is an engine here, and the engines come in the order of the CPUs.
func TestEveryCPUIsAnEngine(t *testing.T) {
	var names []string
	for _, k := range MachineKinds() {
		names = append(names, k.Name)
	}
	assert.Equal(t, asm.Names(), names)
}
