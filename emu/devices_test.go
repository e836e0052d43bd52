package emu_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/emu/z80"
)

// A device gets what a program writes at its addresses and gives what the program reads there, in each way
// to run, with the cycles as they were when the instruction began; the alarm that it sets rings.
func TestDevices(t *testing.T) {
	s, _ := suitesZ80()
	testDevices(t, s, func(p *emu.Program, o emu.Options) (emu.Machine, error) {
		m, err := z80.NewWithOptions(p, z80.Options{Options: o})
		return m.Machine, err
	})
	s, _ = suites6502()
	testDevices(t, s, func(p *emu.Program, o emu.Options) (emu.Machine, error) {
		m, err := m6502.NewWithOptions(p, m6502.Options{Options: o})
		return m.Machine, err
	})
	s, _ = suites68000()
	testDevices(t, s, func(p *emu.Program, o emu.Options) (emu.Machine, error) {
		m, err := m68k.NewWithOptions(p, m68k.Options{Options: o})
		return m.Machine, err
	})
}

func testDevices(t *testing.T, s suite, make func(p *emu.Program, o emu.Options) (emu.Machine, error)) {
	var m emu.Machine
	var did []uint64 // addresses, bytes and cycles
	o := emu.Options{ROM: []emu.Range{s.Spec.ROM}, RAM: []emu.Range{s.Spec.RAM}, Devices: []emu.Device{
		{
			Range: emu.Range{Start: s.Unmapped, Size: 1},
			Read: func(addr uint32) byte {
				did = append(did, uint64(addr), m.Cycles())
				return 0x41
			},
		},
		{
			Range: emu.Range{Start: s.Unmapped + 1, Size: 1},
			Write: func(addr uint32, v byte) {
				did = append(did, uint64(addr), uint64(v), m.Cycles())
				m.SetAlarm(m.Cycles()+1, func() { did = append(did, m.Cycles()) })
			},
		},
	}}
	s.New = func(p *emu.Program) (emu.Machine, error) { return make(p, o) }
	load, store, none := s.Load(s.Unmapped), s.Store(s.Unmapped+1), s.Load(s.Unmapped+1)
	p := s.program([]instruction{s.Count, load, s.Count, store, s.Count, s.Count, none, s.Store(s.Unmapped), s.Return})
	at := uint64(s.Unmapped)
	n := s.Count.Cycles
	s.each(t, p, func(t *testing.T, made emu.Machine, call func(string) error) {
		m = made
		for range 2 { // the second time it is decoded
			did = nil
			m.ResetCycles()
			require.NoError(t, call("main"))
			loaded := 2*n + load.Cycles
			require.Equal(t, []uint64{at, n, at + 1, 0x42, loaded, loaded + store.Cycles}, did, s.Spec.Name)
			require.Equal(t, 0xFF, s.count(m)&0xFF, "a device that cannot be read")
		}
	})
	m = s.machine(t, p)
	m.SetGuards(false)
	o.Devices[1].Write = func(uint32, byte) { m.Stop() }
	require.ErrorIs(t, m.Call("main", budget), emu.ErrStopped)
	require.Equal(t, 2*n+load.Cycles+store.Cycles, m.Cycles(), "stopped behind the instruction")

	_, err := make(p, emu.Options{Devices: o.Devices})
	require.ErrorContains(t, err, "devices without a map")
	o.Devices = append(o.Devices, emu.Device{Range: emu.Range{Start: s.Unmapped + 1, Size: 4}})
	_, err = make(p, o)
	require.ErrorContains(t, err, "overlap")
}
