package cli

import (
	"fmt"
	"io"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/hostbridge"
)

// MachineOf returns the machine on which an engine runs. ok is false for the Go engine.
func MachineOf(e hostbridge.Engine) (m emu.Machine, ok bool) {
	on, ok := e.(hostbridge.Emulated)
	if !ok {
		return emu.Machine{}, false
	}
	return on.Machine(), true
}

// MachineNames returns the names of the engines that run on a machine.
func MachineNames() (names []string) {
	for _, k := range hostbridge.MachineKinds() {
		names = append(names, k.Name)
	}
	return names
}

// ImageOf returns the ROM that an engine runs, or nil for an engine without a ROM.
func (a *App) ImageOf(name string) (*asm.Image, error) {
	if img := a.images[name]; img != nil {
		return img, nil
	}
	return EmbeddedImage(name)
}

// EmbeddedImage returns the embedded ROM of an engine, or nil for an engine without a
// ROM.
func EmbeddedImage(name string) (*asm.Image, error) {
	k, err := hostbridge.KindOf(name)
	if err != nil || k.Image == nil {
		return nil, err
	}
	return k.Image()
}

// WriteMemory writes a line on the memory that an engine's machine uses, nothing for an
// engine without a ROM or for a guest. Of a second ROM it counts what is not the book's table; the
// module has the network.
func (a *App) WriteMemory(w io.Writer, engine string) error {
	img, err := a.ImageOf(engine)
	if err != nil || img == nil || img.Entries != nil {
		return err
	}
	s := img.Sizes()
	second := ""
	if s.Code2Limit > 0 {
		second = fmt.Sprintf(" and %s of %s", report.Int(s.Code2), report.Int(s.Code2Limit))
	}
	if s.ModuleLimit > 0 {
		second += fmt.Sprintf(" and, in the module, %s of %s", report.Int(s.Module), report.Int(s.ModuleLimit))
	}
	_, err = fmt.Fprintf(w, "%s: ROM %s of %s%s bytes, RAM %s of %s bytes\n",
		engine, report.Int(s.ROM), report.Int(s.ROMLimit), second, report.Int(s.RAM), report.Int(s.RAMLimit))
	return err
}
