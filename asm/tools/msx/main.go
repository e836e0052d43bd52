// Command msx assembles the engine of the Z80 for the map of an MSX, and the user interface, and links them to a cartridge.
// In asm/msx it writes what package asm embeds: the cartridge, its symbols and the manifest.
//
//	go run ./asm/tools/msx
//
// It needs Debian's binutils-z80. Equal sources give equal outputs, byte for byte.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/asm/tools/internal/tree"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "msx:", err)
		os.Exit(1)
	}
}

func run() error {
	root, err := tree.Asm()
	if err != nil {
		return err
	}
	dir, engine := filepath.Join(root, "msx"), filepath.Join(root, "z80")
	generated, err := generate(dir)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "ui_gen.s"), generated, 0o644); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "searchex-msx-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	b := builder{cpu: asm.MSXEngine, tmp: tmp}
	objects, err := b.assemble(engine, dir)
	if err != nil {
		return err
	}
	if _, err := b.tool("ld", append([]string{"--orphan-handling=error", "-T", filepath.Join(dir, "msx.ld"), "-o", "image"}, objects...)...); err != nil {
		return err
	}
	if _, err := b.tool("objcopy", "-O", "binary", "--gap-fill", "0xff", "--pad-to", "0xC000", "image", "rom"); err != nil {
		return err
	}
	return b.write(dir)
}

// builder runs the assembler's programs in a folder.
type builder struct {
	cpu *asm.CPU
	tmp string
}

func (b *builder) tool(name string, args ...string) (string, error) {
	cmd := exec.Command(b.cpu.Toolchain.Prefix+name, args...)
	cmd.Dir = b.tmp
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s (Debian's %s): %v %s", name, b.cpu.Toolchain.Package, err, strings.TrimSpace(string(out)))
	}
	return string(out), nil
}

// assemble makes the objects of the engine and of what the cartridge has of its own. A file of the cartridge takes the
// place of the engine's of that name, and start.s and the network's weights are not used.
func (b *builder) assemble(engine, dir string) (objects []string, err error) {
	own, err := filepath.Glob(filepath.Join(dir, "*.s"))
	if err != nil {
		return nil, err
	}
	units, err := filepath.Glob(filepath.Join(engine, "*.s"))
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{"start.s": true, "weights_gen.s": true}
	for _, u := range append(own, units...) {
		name := filepath.Base(u)
		if seen[name] {
			continue
		}
		seen[name] = true
		o := strings.TrimSuffix(name, ".s") + ".o"
		args := append([]string{"-I", dir, "-I", engine, "-o", o}, b.cpu.Toolchain.Flags...)
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
	if len(rom) != 0x8000 {
		return fmt.Errorf("the cartridge has %d bytes: want 32,768", len(rom))
	}
	names, err := b.tool("nm", "image")
	if err != nil {
		return err
	}
	at := map[string]string{}
	var lines []string
	for _, m := range global.FindAllStringSubmatch(names, -1) {
		address := strings.ToUpper(m[1][len(m[1])-4:])
		at[m[2]] = address
		lines = append(lines, m[2]+" "+address+"\n")
	}
	sort.Strings(lines)
	outputs := []struct {
		name    string
		content []byte
	}{{"msx.rom", rom}, {"msx.sym", []byte("# the cartridge's labels; written by make msx\n" + strings.Join(lines, ""))}}
	var m asm.Manifest
	for _, folder := range []string{asm.CPUs[0].Folder, b.cpu.Folder} {
		from := filepath.Join(filepath.Dir(dir), folder)
		sources, err := asm.Sources(os.DirFS(from))
		if err != nil {
			return err
		}
		if folder == b.cpu.Folder {
			sources = append(sources, "pieces.txt")
		}
		for _, name := range sources {
			content, err := os.ReadFile(filepath.Join(from, name))
			if err != nil {
				return err
			}
			m = append(m, asm.Hash(folder+"/"+name, content))
		}
	}
	for _, o := range outputs {
		if err := os.WriteFile(filepath.Join(dir, o.name), o.content, 0o644); err != nil {
			return err
		}
		m = append(m, asm.Hash(b.cpu.Folder+"/"+o.name, o.content))
	}
	fmt.Printf("msx\nROM free for the book: from $%s to $%s\nRAM used: to $%s\n", at["book_table"], at["book_limit"], at["bss_end"])
	return os.WriteFile(filepath.Join(dir, "msx.manifest"), []byte(m.String()), 0o644)
}
