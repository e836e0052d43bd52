// Command build assembles and links one CPU's engine and writes, next to its sources, the ROM image, the symbols, the
// line table and the manifest that package asm embeds:
//
//	go run ./asm/tools/build z80
//
// It needs the CPU's assembler, a Debian package: binutils-z80 for z80, cc65 for m6502, binutils-m68k-linux-gnu for m68k.
// Equal sources give equal outputs, byte for byte.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/asm/tools/internal/tree"
)

func main() {
	out := flag.String("out", "", "folder to write to (default: the sources' folder)")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./asm/tools/build [-out DIR] CPU")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(cpu, out string) error {
	root, err := tree.Asm()
	if err != nil {
		return err
	}
	src := filepath.Join(root, cpu)
	if out == "" {
		out = src
	}
	files, err := build(cpu, src)
	if err != nil {
		return fmt.Errorf("build %s: %w", cpu, err)
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(out, f.name), f.content, 0o644); err != nil {
			return err
		}
	}
	img, err := asm.Read(os.DirFS(out), cpu)
	if err != nil {
		return err
	}
	fmt.Printf("%s\n%s\n", cpu, img.Sizes())
	return nil
}

// file is something built: a name in the CPU's folder and its bytes.
type file struct {
	name    string
	content []byte
}

// build assembles the sources in src and returns the outputs. It writes only to a temporary folder.
func build(cpu, src string) ([]file, error) {
	newToolchain, ok := toolchains[cpu]
	if !ok {
		return nil, fmt.Errorf("unknown CPU %q", cpu)
	}
	src, err := filepath.Abs(src)
	if err != nil {
		return nil, err
	}
	tmp, err := os.MkdirTemp("", "searchex-asm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)

	w := workspace{src: src, tmp: tmp}
	if w.sources, err = asm.Sources(os.DirFS(src)); err != nil {
		return nil, err
	}
	tools := newToolchain(w)
	units, err := assemble(tools, w)
	if err != nil {
		return nil, err
	}
	if err := tools.link(cpu, units); err != nil {
		return nil, err
	}
	p, err := readProgram(tools)
	if err != nil {
		return nil, err
	}
	lines, err := asm.FormatLines(p.parts)
	if err != nil {
		return nil, err
	}
	built := []file{{cpu + ".rom", p.rom}}
	if p.book != nil {
		built = append(built, file{cpu + "book.rom", p.book})
	}
	built = append(built, file{cpu + ".sym", []byte(asm.FormatSymbols(p.parts, p.constants))}, file{cpu + ".lines", []byte(lines)})
	manifest, err := w.manifest(built)
	if err != nil {
		return nil, err
	}
	return append(built, file{cpu + ".manifest", []byte(manifest.String())}), nil
}

// assemble assembles each *.s, and reports the errors of all of them.
func assemble(tools toolchain, w workspace) (units []string, err error) {
	var errs []error
	for _, s := range w.sources {
		if unit, ok := strings.CutSuffix(s, ".s"); ok {
			units = append(units, unit)
			errs = append(errs, tools.assemble(unit))
		}
	}
	if len(units) == 0 {
		return nil, fmt.Errorf("no *.s in %s", w.src)
	}
	return units, errors.Join(errs...)
}

func (w workspace) manifest(built []file) (asm.Manifest, error) {
	var m asm.Manifest
	for _, s := range w.sources {
		content, err := os.ReadFile(filepath.Join(w.src, s))
		if err != nil {
			return nil, err
		}
		m = append(m, asm.Hash(s, content))
	}
	for _, f := range built {
		m = append(m, asm.Hash(f.name, f.content))
	}
	return m, nil
}
