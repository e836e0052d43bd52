// Command build assembles and links one CPU's engine and writes, next to its sources, the ROM image, the symbols, the
// line table and the manifest that package asm embeds:
//
//	go run ./asm/build z80
//
// It needs the CPU's assembler (z80: the Debian package binutils-z80). Equal sources give equal outputs, byte for byte.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/asm/internal/tree"
)

func main() {
	out := flag.String("out", "", "folder to write to (default: the sources' folder)")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./asm/build [-out DIR] z80")
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

// toolchain says how a CPU's assembler is called.
type toolchain struct {
	prefix string   // of the binutils programs
	asArgs []string // before -almn and -o
	debian string   // the package that holds them
	mask   uint32   // of an address: nm shows negative constants with 32 bits
}

var toolchains = map[string]toolchain{
	// Without -no-pad-sections each object's bss is rounded up to its largest alignment.
	"z80": {"z80-unknown-coff-", []string{"-march=z80+xyhl", "--fatal-warnings", "-no-pad-sections"}, "binutils-z80", 0xFFFF},
}

// build assembles the sources in src and returns the outputs. It writes only to a temporary folder.
func build(cpu, src string) ([]file, error) {
	tools, ok := toolchains[cpu]
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

	b := builder{tools: tools, src: src, tmp: tmp, symbols: map[string]uint32{}, kinds: map[string]asm.Kind{}}
	if b.sources, err = asm.Sources(os.DirFS(src)); err != nil {
		return nil, err
	}
	for _, step := range []func() error{b.assemble, func() error { return b.link(cpu + ".ld") }, b.readSymbols, b.readConstants, b.readROM, b.readParts, b.readLabels, b.readLines} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	lines, err := asm.FormatLines(b.parts)
	if err != nil {
		return nil, err
	}
	built := []file{
		{cpu + ".rom", b.rom},
		{cpu + "book.rom", b.book},
		{cpu + ".sym", []byte(asm.FormatSymbols(b.parts, b.constants()))},
		{cpu + ".lines", []byte(lines)},
	}
	manifest, err := b.manifest(built)
	if err != nil {
		return nil, err
	}
	return append(built, file{cpu + ".manifest", []byte(manifest.String())}), nil
}

// builder carries what the steps of a build hand to each other.
type builder struct {
	tools    toolchain
	src, tmp string   // absolute folders
	sources  []string // names in src
	units    []string // *.s without the suffix
	linkMap  string
	symbols  map[string]uint32
	kinds    map[string]asm.Kind
	rom      []byte
	book     []byte // the code in the book's ROM
	parts    []asm.Part
}

// tool runs one of the binutils in a folder and returns its standard output. Its error is what the tool said.
func (b *builder) tool(dir, name string, args ...string) (string, error) {
	path, err := exec.LookPath(b.tools.prefix + name)
	if err != nil {
		return "", fmt.Errorf("%s%s is not installed (Debian package %s)", b.tools.prefix, name, b.tools.debian)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if said := strings.TrimSpace(stderr.String()); errors.As(err, &exit) && said != "" {
			return "", errors.New(said)
		}
		return "", fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return stdout.String(), nil
}

func (b *builder) as(unit, input string) error {
	args := append([]string{}, b.tools.asArgs...)
	args = append(args, "-almn="+filepath.Join(b.tmp, unit+".lst"), "-o", filepath.Join(b.tmp, unit+".o"), input)
	_, err := b.tool(b.src, "as", args...)
	return err
}

// assemble makes an object and a listing of each *.s, and reports the errors of all of them.
func (b *builder) assemble() error {
	var errs []error
	for _, s := range b.sources {
		unit, ok := strings.CutSuffix(s, ".s")
		if !ok {
			continue
		}
		b.units = append(b.units, unit)
		if err := b.as(unit, s); err != nil {
			errs = append(errs, err)
			continue
		}
		if err := b.checkLabels(unit); err != nil {
			errs = append(errs, err)
		}
	}
	if len(b.units) == 0 {
		return fmt.Errorf("no *.s in %s", b.src)
	}
	return errors.Join(errs...)
}

// checkLabels insists that every named label is global: the profiler would add the cycles of one that isn't to its
// neighbour, and no test could call it.
func (b *builder) checkLabels(unit string) error {
	out, err := b.tool(b.tmp, "nm", unit+".o")
	if err != nil {
		return err
	}
	for line := range strings.Lines(out) {
		f := strings.Fields(line)
		if len(f) == 3 && strings.Contains("tdrb", f[1]) && !strings.HasPrefix(f[2], ".") {
			return fmt.Errorf("%s.s: label %s is not .global (name local labels 1: or .Lname)", unit, f[2])
		}
	}
	return nil
}

func (b *builder) link(script string) error {
	args := []string{"--orphan-handling=error", "-T", filepath.Join(b.src, script), "-Map", "image.map", "-o", "image.elf"}
	for _, u := range b.units {
		args = append(args, u+".o")
	}
	_, failed := b.tool(b.tmp, "ld", args...)
	m, err := os.ReadFile(filepath.Join(b.tmp, "image.map"))
	if failed == nil {
		b.linkMap = string(m)
		return err
	}
	if err := overflow(string(m)); err != nil {
		return err
	}
	return failed
}

// bound matches the values of the linker script's symbols in a link map.
var bound = regexp.MustCompile(`(?m)^ +0x([0-9a-f]+) +(\w+_(?:end|limit)) = `)

// overflow returns an error that says by how much ROM or RAM are too small. ld doesn't always give the number.
func overflow(linkMap string) error {
	at := map[string]int64{}
	for _, m := range bound.FindAllStringSubmatch(linkMap, -1) {
		addr, err := strconv.ParseInt(m[1], 16, 64)
		if err != nil {
			return err
		}
		at[m[2]] = addr
	}
	var full []string
	if n := max(at["text_end"], at["rodata_end"]) - at["rom_limit"]; n > 0 {
		full = append(full, fmt.Sprintf("ROM is too small: %d bytes too many", n))
	}
	if n := at["bss_end"] - at["ram_limit"]; n > 0 {
		full = append(full, fmt.Sprintf("RAM is too small: %d bytes too many", n))
	}
	if full == nil {
		return nil
	}
	return errors.New(strings.Join(full, "; "))
}

// kindOf maps nm's letters to kinds of symbols. COFF calls constants data.
var kindOf = map[string]asm.Kind{"T": asm.Text, "D": asm.Rodata, "R": asm.Rodata, "B": asm.BSS, "A": asm.Abs}

// add records nm's global symbols.
func (b *builder) add(nm string) error {
	for line := range strings.Lines(nm) {
		f := strings.Fields(line)
		if len(f) != 3 || strings.ToUpper(f[1]) != f[1] {
			continue
		}
		kind, known := kindOf[f[1]]
		var addr uint32
		if _, err := fmt.Sscanf(f[0], "%x", &addr); err != nil || !known {
			return fmt.Errorf("nm: can't read %q", strings.TrimSpace(line))
		}
		addr &= b.tools.mask
		if old, twice := b.symbols[f[2]]; twice && old != addr {
			return fmt.Errorf("%s is both %04X and %04X", f[2], old, addr)
		} else if twice {
			continue
		}
		b.symbols[f[2]], b.kinds[f[2]] = addr, kind
	}
	return nil
}

func (b *builder) readSymbols() error {
	out, err := b.tool(b.tmp, "nm", "image.elf")
	if err != nil {
		return err
	}
	return b.add(out)
}

var equ = regexp.MustCompile(`(?m)^\s*\.equ\s+(\w+)\s*,`)

// readConstants adds the .equ constants of the include files to the symbols. The objects keep no local constants, so
// an assembly of its own, which is not linked, makes them global.
func (b *builder) readConstants() error {
	for _, inc := range b.sources {
		if !strings.HasSuffix(inc, ".inc") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(b.src, inc))
		if err != nil {
			return err
		}
		names := equ.FindAllSubmatch(text, -1)
		if len(names) == 0 {
			continue
		}
		src := fmt.Sprintf("\t.include \"%s\"\n", inc)
		for _, n := range names {
			src += fmt.Sprintf("\t.global %s\n", n[1])
		}
		unit := "constants of " + inc
		input := filepath.Join(b.tmp, unit+".s")
		if err := os.WriteFile(input, []byte(src), 0o644); err != nil {
			return err
		}
		if err := b.as(unit, input); err != nil {
			return err
		}
		out, err := b.tool(b.tmp, "nm", unit+".o")
		if err != nil {
			return err
		}
		if err := b.add(out); err != nil {
			return fmt.Errorf("%s: %w", inc, err)
		}
	}
	return nil
}

// readROM puts the ROM together from its two sections, and reads the code in the book's. Each is cut to the size that
// the linker script's symbols give: in the linked file the COFF writer stretches a section until the next one is
// aligned.
func (b *builder) readROM() error {
	rom := b.symbols["rom_start"]
	for _, section := range []string{"text", "rodata"} {
		bytes, err := b.section(section)
		if err != nil {
			return err
		}
		start := int(b.symbols[section+"_start"] - rom)
		if len(bytes) == 0 {
			continue
		}
		if start < len(b.rom) {
			return fmt.Errorf("section .%s: %d bytes at %04X don't fit after %04X", section, len(bytes), start, len(b.rom))
		}
		// RST 38 in the gap, as in an unburnt EPROM.
		for len(b.rom) < start {
			b.rom = append(b.rom, 0xFF)
		}
		b.rom = append(b.rom, bytes...)
	}
	var err error
	b.book, err = b.section("book")
	return err
}

// section returns the bytes of a section of the linked file.
func (b *builder) section(name string) ([]byte, error) {
	file := name + ".bin"
	if _, err := b.tool(b.tmp, "objcopy", "-O", "binary", "-j", "."+name, "image.elf", file); err != nil {
		return nil, err
	}
	bytes, err := os.ReadFile(filepath.Join(b.tmp, file))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	size := int(b.symbols[name+"_end"] - b.symbols[name+"_start"])
	if size > len(bytes) {
		return nil, fmt.Errorf("section .%s: %d bytes of %d", name, len(bytes), size)
	}
	return bytes[:size], nil
}

func (b *builder) manifest(built []file) (asm.Manifest, error) {
	var m asm.Manifest
	for _, s := range b.sources {
		content, err := os.ReadFile(filepath.Join(b.src, s))
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
