package cli

import (
	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/hostbridge"
)

// MachineOf is the machine behind an engine.
func MachineOf(e hostbridge.Engine) (emu.Machine, bool) {
	on, ok := e.(hostbridge.OnMachine)
	if !ok {
		return nil, false
	}
	return on.Machine(), true
}

// MachineNames are the engines that run on a machine.
func MachineNames() (names []string) {
	for _, k := range hostbridge.OnMachines() {
		names = append(names, k.Name)
	}
	return names
}

// ImageOf is the ROM that an engine is to run, nil for one without.
func (a *App) ImageOf(name string) (*asm.Image, error) {
	if img := a.images[name]; img != nil {
		return img, nil
	}
	return EmbeddedImage(name)
}

// EmbeddedImage is the embedded ROM of an engine by name, nil for one without.
func EmbeddedImage(name string) (*asm.Image, error) {
	k, err := hostbridge.KindOf(name)
	if err != nil || k.Image == nil {
		return nil, err
	}
	return k.Image()
}

// Unit is what the clock cycles of a machine are called.
func Unit(engine string) string { return hostbridge.UnitOf(engine) }
