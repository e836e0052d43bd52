// Command mk5 assembles the monitor of the MK V and links it to the engine of the 6502. In asm/mk5 it writes what package
// asm embeds: the monitor's bytes, its symbols and the manifest, and before that the tables and the drawing that come from
// glass.txt:
//
//	go run ./asm/tools/mk5
//
// It needs Debian's cc65. Equal sources give equal outputs, byte for byte.
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/asm/tools/internal/tree"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "mk5:", err)
		os.Exit(1)
	}
}

func run() error {
	root, err := tree.Asm()
	if err != nil {
		return err
	}
	dir, engine := filepath.Join(root, "mk5"), filepath.Join(root, "m6502")
	generated, err := generate(dir)
	if err != nil {
		return err
	}
	if err := tree.Write(dir, []tree.File{{Name: "tables_gen.s", Content: generated}, {Name: "keys_gen.inc", Content: keys()}}); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "searchex-mk5-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	var objects []string
	for _, from := range []string{engine, dir} {
		units, err := filepath.Glob(filepath.Join(from, "*.s"))
		if err != nil {
			return err
		}
		if from == dir {
			if units, err = linked(dir, units); err != nil {
				return err
			}
		}
		for _, u := range units {
			o := filepath.Base(filepath.Dir(u)) + "_" + strings.TrimSuffix(filepath.Base(u), ".s") + ".o"
			if err := tool(tmp, "ca65", "--cpu", "6502", "-U", "-I", engine, "-I", dir, "-o", o, u); err != nil {
				return err
			}
			objects = append(objects, o)
		}
	}
	args := append([]string{"-C", filepath.Join(dir, "mk5.cfg"), "-Ln", "labels", "-o", "image"}, objects...)
	if err := tool(tmp, "ld65", args...); err != nil {
		return err
	}
	return write(dir, tmp)
}

// order has the monitor's units in the order in which they are linked.
var order = []string{"display", "game", "irq", "keys", "main", "think", "browse", "clock", "level", "setup", "tables_gen"}

// linked returns the units in their order. Each must be in it.
func linked(dir string, units []string) (all []string, err error) {
	for _, name := range order {
		all = append(all, filepath.Join(dir, name+".s"))
	}
	if !slices.Equal(slices.Sorted(slices.Values(all)), units) {
		return nil, fmt.Errorf("the folder's units are %s: want those of the order in which they are linked, %s", units, order)
	}
	return all, nil
}

// write checks that the engine is the one of the 6502, byte for byte, and writes monitor, symbols and manifest.
func write(dir, tmp string) error {
	var read [3][]byte
	for i, name := range []string{"rom.bin", "monitor.bin", "top.bin"} {
		b, err := os.ReadFile(filepath.Join(tmp, name))
		if err != nil {
			return err
		}
		read[i] = b
	}
	img, err := asm.Load("6502")
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(img.ROM, read[0]) {
		return fmt.Errorf("the engine beside the monitor is not that of m6502.rom: run make asm first")
	}
	monitor := append(read[1], read[2]...)
	labels, err := os.ReadFile(filepath.Join(tmp, "labels"))
	if err != nil {
		return err
	}
	outputs := []tree.File{{Name: "mk5.rom", Content: monitor}, {Name: "mk5.sym", Content: symbols(labels, img)}}
	names, err := asm.Sources(os.DirFS(dir))
	if err != nil {
		return err
	}
	sources, err := tree.Read(dir, append(names, "glass.txt"))
	if err != nil {
		return err
	}
	m := tree.Manifest("", append(sources, outputs...))
	fmt.Printf("mk5\nROM %5d bytes from $%04X; %d free\n", len(monitor), 0x10000-len(monitor), len(monitor)-len(bytes.TrimRight(read[1], "\xff"))-6)
	return tree.Write(dir, append(outputs, tree.File{Name: "mk5.manifest", Content: []byte(m.String())}))
}

var labelLine = regexp.MustCompile(`(?m)^al 00([0-9A-F]{4}) \.([a-z]\w*)$`)

// symbols lists the labels that the engine alone does not have, by name.
func symbols(labels []byte, engine *asm.Image) []byte {
	var lines []string
	for _, m := range labelLine.FindAllStringSubmatch(string(labels), -1) {
		if _, ok := engine.Symbols[m[2]]; !ok {
			lines = append(lines, m[2]+" "+m[1]+"\n")
		}
	}
	sort.Strings(lines)
	return []byte("# the monitor's labels; written by make mk5\n" + strings.Join(lines, ""))
}

// tool runs a program of cc65 in a folder; warnings are errors.
func tool(dir, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if said := strings.TrimSpace(string(out)); err != nil || said != "" {
		return fmt.Errorf("%s (Debian's cc65): %v %s", name, err, said)
	}
	return nil
}
