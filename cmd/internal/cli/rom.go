package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/hostbridge"
)

// ROMFlag replaces the embedded ROM of a machine.
type ROMFlag struct {
	ROM string `name:"rom" placeholder:"FILE" help:"Run this ROM instead of the built-in one: ${roms}, in a folder with the sources and all files that make asm writes; or a pipe or - with a ROM that has the labels of the built-in one."`

	piped *asm.Image // the ROM, once it has been read from a pipe
}

// Machine returns the name of the machine that the ROM is for, "" without the flag. The name of the file decides,
// or the size of a ROM from a pipe.
func (f *ROMFlag) Machine(a *App) (string, error) {
	if f.ROM == "" {
		return "", nil
	}
	if streamed(f.ROM) {
		if err := f.readPipe(a); err != nil {
			return "", err
		}
		return f.piped.CPU.Name, nil
	}
	for _, k := range hostbridge.MachineKinds() {
		if filepath.Base(f.ROM) == romName(k) {
			return k.Name, nil
		}
	}
	return "", Usagef("--rom %s: want a file of one of these names: %s", f.ROM, strings.Join(romNames(), ", "))
}

// maxROM is the largest size of a ROM from a pipe, in bytes.
const maxROM = 1 << 20

// readPipe reads a ROM from a pipe, which has no file name and no symbols. It is for the machine whose built-in ROM has
// the same size, and uses the labels of that ROM.
func (f *ROMFlag) readPipe(a *App) error {
	if f.piped != nil {
		return nil
	}
	b, err := a.ReadFile(f.ROM, maxROM)
	if err != nil {
		return err
	}
	var sizes []string
	for _, k := range hostbridge.MachineKinds() {
		img, err := k.CPU.Load()
		if err != nil {
			return err
		}
		sizes = append(sizes, fmt.Sprintf("%s %d", k.Name, len(img.ROM)))
		if len(img.ROM) == len(b) {
			other := *img
			other.ROM = b
			f.piped = &other
			return nil
		}
	}
	return Usagef("--rom %s: it has %d bytes: want the size of a built-in ROM (%s), or a file with its symbols", f.ROM, len(b), strings.Join(sizes, ", "))
}

// romName returns the name of the file that holds a machine's ROM.
func romName(k *hostbridge.EngineKind) string { return k.CPU.File(".rom") }

// romNames lists the names of the ROMs of all machines.
func romNames() (names []string) {
	for _, k := range hostbridge.MachineKinds() {
		names = append(names, romName(k))
	}
	return names
}

// anyROM lists the names of all ROMs for a help text: a, b or c.
func anyROM() string {
	names := romNames()
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Read returns an App like a that runs the ROM instead of the embedded one. The ROM's
// machine must be among the names.
func (f *ROMFlag) Read(a *App, names []string) (*App, error) {
	of, err := f.Machine(a)
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
	img := f.piped
	if img == nil {
		if img, err = asm.Read(os.DirFS(filepath.Dir(f.ROM)), k.CPU); err != nil {
			return nil, Usagef("--rom %s: %w", f.ROM, err)
		}
	}
	b := *a
	b.images = map[string]*asm.Image{of: img}
	b.NewEngine = func(name string) (hostbridge.Engine, error) {
		if name == of {
			return hostbridge.NewWith(name, hostbridge.Options{Image: img, Core: a.core})
		}
		return a.NewEngine(name)
	}
	if _, err := b.NewEngine(of); err != nil {
		return nil, Usagef("--rom %s: %w", f.ROM, err)
	}
	return &b, nil
}
