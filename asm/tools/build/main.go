// Command build assembles and links engines and writes, next to their sources, the ROM image, the symbols, the line
// table and the manifest that package asm embeds:
//
//	go run ./asm/tools/build             all CPUs
//	go run ./asm/tools/build 6502        one of them; -cpu 6502 says the same
//	go run ./asm/tools/build -cpu 6502 -nobook -out DIR   a larger ROM, for experiments
//
// It needs the assemblers, which are Debian packages; an error names the one that is missing. Equal sources give equal
// outputs, byte for byte.
package main

import (
	"cmp"
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
	name := flag.String("cpu", "", "build only this engine: "+strings.Join(asm.Names(), ", "))
	out := flag.String("out", "", "existing folder to write to, with -cpu; the sources are copied there too (default: the sources' folder)")
	noBook := flag.Bool("nobook", false, "give the opening book's room in the 6502's ROM to code and tables, with -cpu 6502 and -out")
	flag.Parse()
	if flag.NArg() == 1 && *name == "" {
		*name = flag.Arg(0)
		_ = flag.CommandLine.Parse(nil) // nothing is left over
	}
	if flag.NArg() > 0 || *out != "" && *name == "" || *noBook && *out == "" {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*name, *out, *noBook); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// run builds the engine of a CPU, or of all if there is no name, and prints how much memory each uses.
func run(name, out string, noBook bool) error {
	cpus := asm.CPUs
	if name != "" {
		cpu, err := asm.FindCPU(name)
		if err != nil {
			return err
		}
		cpus = []*asm.CPU{cpu}
	}
	root, err := tree.Asm()
	if err != nil {
		return err
	}
	for _, cpu := range cpus {
		src := filepath.Join(root, cpu.Folder)
		if noBook && cpu.Toolchain.NoBook == nil {
			return fmt.Errorf("-nobook: the book of the %s is not in the engine's ROM", cpu.Name)
		}
		img, err := write(cpu, src, cmp.Or(out, src), noBook)
		if err != nil {
			return fmt.Errorf("%s: %w", cpu.Name, err)
		}
		fmt.Printf("%s\n%s\n", cpu.Name, img.Sizes())
	}
	return nil
}

// write builds the sources in src, writes the outputs to a folder and returns the image that they make. It copies the
// sources to another folder than their own.
func write(cpu *asm.CPU, src, out string, noBook bool) (*asm.Image, error) {
	files, err := build(cpu, src, noBook)
	if err != nil {
		return nil, err
	}
	if out != src {
		names, err := asm.Sources(os.DirFS(src))
		if err != nil {
			return nil, err
		}
		sources, err := tree.Read(src, names)
		if err != nil {
			return nil, err
		}
		files = append(files, sources...)
	}
	if err := tree.Write(out, files); err != nil {
		return nil, err
	}
	return asm.Read(os.DirFS(out), cpu)
}

// build assembles the sources in src and returns the outputs. With noBook the book's room is the engine's. It writes only
// to a temporary folder.
func build(cpu *asm.CPU, src string, noBook bool) ([]tree.File, error) {
	src, err := filepath.Abs(src)
	if err != nil {
		return nil, err
	}
	tmp, err := os.MkdirTemp("", "searchex-asm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)

	w := workspace{cpu: cpu, src: src, tmp: tmp, noBook: noBook}
	if w.sources, err = asm.Sources(os.DirFS(src)); err != nil {
		return nil, err
	}
	tools := toolchainOf(w)
	units, err := assemble(tools, w)
	if err != nil {
		return nil, err
	}
	if err := tools.link(units); err != nil {
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
	built := []tree.File{{Name: cpu.File(".rom"), Content: p.rom}}
	if p.book != nil {
		built = append(built, tree.File{Name: cpu.File("book.rom"), Content: p.book})
	}
	if p.module != nil {
		built = append(built, tree.File{Name: cpu.File("module.rom"), Content: p.module})
	}
	built = append(built, tree.File{Name: cpu.File(".sym"), Content: []byte(asm.FormatSymbols(p.parts, p.constants))},
		tree.File{Name: cpu.File(".lines"), Content: []byte(lines)})
	sources, err := tree.Read(src, w.sources)
	if err != nil {
		return nil, err
	}
	manifest := tree.Manifest("", append(sources, built...))
	return append(built, tree.File{Name: cpu.File(".manifest"), Content: []byte(manifest.String())}), nil
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
