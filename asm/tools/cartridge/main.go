// Command cartridge assembles an engine for the map of a real machine, and the user interface, and links them to a cartridge:
// that of the Z80 for the MSX, that of the 68000 for the Mega Drive. In asm/msx or asm/md it writes what package asm embeds:
// the cartridge, its symbols and the manifest.
//
//	go run ./asm/tools/cartridge msx
//	go run ./asm/tools/cartridge md
//
// It needs Debian's binutils-z80 or binutils-m68k-linux-gnu. Equal sources give equal outputs, byte for byte.
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/asm/tools/internal/tree"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "cartridge:", err)
		os.Exit(1)
	}
}

// target is a machine that has a cartridge.
type target struct {
	*asm.CPU        // the engine as the cartridge has it
	engine   string // the folder of its sources
	from, to int    // the addresses of the ROM
	profiles []string
	pictures func(dir string, write func(label, what string, b []byte)) error
}

var targets = []target{
	{asm.MSXEngine, "z80", 0x4000, 0xC000, []string{"sx81", "tuned", "uniform"}, picturesOfMSX},
	{asm.MDEngine, "m68k", 0, 0x20000, []string{"sx81", "tuned"}, picturesOfMD},
}

func run(args []string) error {
	for _, t := range targets {
		if len(args) == 1 && t.Folder == args[0] {
			return build(t)
		}
	}
	return fmt.Errorf("arguments %q: want msx or md", args)
}

// shared is the folder of what is seen on all machines.
const shared = "cartridge"

// build makes the cartridge of a machine.
func build(t target) error {
	root, err := tree.Asm()
	if err != nil {
		return err
	}
	dir, engine := filepath.Join(root, t.Folder), filepath.Join(root, t.engine)
	generated, err := t.generate(filepath.Join(root, shared))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "ui_gen.s"), generated, 0o644); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "searchex-"+t.Folder+"-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	b := builder{target: t, tmp: tmp}
	objects, err := b.assemble(engine, dir)
	if err != nil {
		return err
	}
	if _, err := b.tool("ld", append([]string{"--orphan-handling=error", "-T", filepath.Join(dir, t.LinkerScript()), "-o", "image"}, objects...)...); err != nil {
		return err
	}
	if _, err := b.tool("objcopy", "-O", "binary", "--gap-fill", "0xff", "--pad-to", fmt.Sprint(t.to), "image", "rom"); err != nil {
		return err
	}
	return b.write(dir)
}

// builder runs the assembler's programs in a folder.
type builder struct {
	target
	tmp string
}

func (b *builder) tool(name string, args ...string) (string, error) {
	cmd := exec.Command(b.Toolchain.Prefix+name, args...)
	cmd.Dir = b.tmp
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s (Debian's %s): %v %s", name, b.Toolchain.Package, err, strings.TrimSpace(string(out)))
	}
	return string(out), nil
}

// assemble makes the objects of the engine and of what the cartridge has of its own. A file of the cartridge takes the
// place of the engine's of that name. start.s is not used, nor, on the MSX, which has no room for them, are the network's weights.
func (b *builder) assemble(engine, dir string) (objects []string, err error) {
	own, err := filepath.Glob(filepath.Join(dir, "*.s"))
	if err != nil {
		return nil, err
	}
	units, err := filepath.Glob(filepath.Join(engine, "*.s"))
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{"start.s": true, "weights_gen.s": b.CPU == asm.MSXEngine}
	for _, u := range append(own, units...) {
		name := filepath.Base(u)
		if seen[name] {
			continue
		}
		seen[name] = true
		o := strings.TrimSuffix(name, ".s") + ".o"
		args := append([]string{"-I", dir, "-I", engine, "-o", o}, b.Toolchain.Flags...)
		if _, err := b.tool("as", append(args, u)...); err != nil {
			return nil, err
		}
		objects = append(objects, o)
	}
	sort.Strings(objects)
	return objects, nil
}

var global = regexp.MustCompile(`(?m)^([0-9a-f]+) [TDRBA] (\w+)$`)

// write writes the cartridge, the labels and the manifest.
func (b *builder) write(dir string) error {
	rom, err := os.ReadFile(filepath.Join(b.tmp, "rom"))
	if err != nil {
		return err
	}
	if len(rom) != b.to-b.from {
		return fmt.Errorf("the cartridge has %d bytes: want %d", len(rom), b.to-b.from)
	}
	rom = bytes.TrimRight(rom, "\xff") // package asm fills it up
	names, err := b.tool("nm", "image")
	if err != nil {
		return err
	}
	at := map[string]string{}
	var lines []string
	for _, m := range global.FindAllStringSubmatch(names, -1) {
		value, err := strconv.ParseUint(m[1], 16, 64)
		if err != nil {
			return err
		}
		address := fmt.Sprintf("%04X", value&uint64(b.Toolchain.ValueMask))
		at[m[2]] = address
		lines = append(lines, m[2]+" "+address+"\n")
	}
	sort.Strings(lines)
	labels := "# the cartridge's labels; written by make " + b.Folder + "\n" + strings.Join(lines, "")
	outputs := []tree.File{{Name: b.File(".rom"), Content: rom}, {Name: b.File(".sym"), Content: []byte(labels)}}
	var m asm.Manifest
	for _, folder := range []string{b.engine, b.Folder, shared} {
		from := filepath.Join(filepath.Dir(dir), folder)
		names, err := asm.Sources(os.DirFS(from), "*.txt")
		if err != nil {
			return err
		}
		sources, err := tree.Read(from, names)
		if err != nil {
			return err
		}
		m = append(m, tree.Manifest(folder+"/", sources)...)
	}
	m = append(m, tree.Manifest(b.Folder+"/", outputs)...)
	fmt.Printf("%s\nROM free for the book: from $%s to $%s\nRAM used: to $%s\n", b.Folder, at["book_table"], at["book_limit"], at["bss_end"])
	return tree.Write(dir, append(outputs, tree.File{Name: b.File(".manifest"), Content: []byte(m.String())}))
}
