package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/hostbridge"
)

// ROMFlag replaces the embedded ROM of a machine.
type ROMFlag struct {
	ROM string `name:"rom" placeholder:"FILE" help:"Run this ROM instead of the built-in one: ${roms}, in a folder with the sources and all files that make asm writes."`
}

// Machine returns the machine that the ROM is for, by the name of the file, or ""
// without the flag.
func (f *ROMFlag) Machine() (string, error) {
	if f.ROM == "" {
		return "", nil
	}
	for _, k := range hostbridge.OnMachines() {
		if filepath.Base(f.ROM) == romName(k) {
			return k.Name, nil
		}
	}
	return "", Usagef("--rom %s: want a file of one of these names: %s", f.ROM, strings.Join(romNames(), ", "))
}

// romName returns the name of the file that holds a machine's ROM.
func romName(k *hostbridge.Kind) string { return k.CPU.File(".rom") }

// romNames lists the names of the ROMs of all machines.
func romNames() (names []string) {
	for _, k := range hostbridge.OnMachines() {
		names = append(names, romName(k))
	}
	return names
}

// anyROM names the ROMs of all machines for a help text: a, b or c.
func anyROM() string {
	names := romNames()
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Read returns an App like a that runs the ROM instead of the embedded one. The ROM's
// machine must be among the names.
func (f *ROMFlag) Read(a *App, names []string) (*App, error) {
	of, err := f.Machine()
	switch {
	case err != nil || of == "":
		return a, err
	case !slices.Contains(names, of):
		return nil, Usagef("--rom %s: is of the %s, which --engine leaves out", f.ROM, of)
	}
	k, err := hostbridge.KindOf(of)
	if err != nil {
		return nil, err
	}
	img, err := asm.Read(os.DirFS(filepath.Dir(f.ROM)), k.CPU)
	if err != nil {
		return nil, Usagef("--rom %s: %w", f.ROM, err)
	}
	b := *a
	b.images = map[string]*asm.Image{of: img}
	b.NewEngine = func(name string) (hostbridge.Engine, error) {
		if name == of {
			return hostbridge.NewWith(name, hostbridge.Options{Image: img})
		}
		return a.NewEngine(name)
	}
	if _, err := b.NewEngine(of); err != nil {
		return nil, Usagef("--rom %s: %w", f.ROM, err)
	}
	return &b, nil
}
