package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/searchex/searchex/asm"
)

// binutils is the toolchain of GNU binutils. It takes the addresses of the units' sections from the link map, the symbols
// from nm, and the lines from the assembler's listings.
type binutils struct {
	workspace
	units   []string
	linkMap string
	values  map[string]uint32 // of the linked file's symbols
}

// kindOfSection has the kind of the labels in each section.
var kindOfSection = map[string]asm.Kind{
	".text": asm.Text, ".book": asm.Text, ".net": asm.Text, ".weights": asm.Rodata, ".page": asm.Rodata, ".rodata": asm.Rodata, ".vectors": asm.Rodata,
	".bss": asm.BSS, ".stack": asm.BSS,
}

func (b *binutils) tool(dir, name string, args ...string) (string, error) {
	out, _, err := tool{b.cpu.Toolchain.Prefix + name, b.cpu.Toolchain.Package}.run(dir, args...)
	return out, err
}

func (b *binutils) as(unit, input string) error {
	args := slices.Clone(b.cpu.Toolchain.Flags)
	args = append(args, "-almn="+filepath.Join(b.tmp, unit+".lst"), "-o", filepath.Join(b.tmp, unit+".o"), input)
	_, err := b.tool(b.src, "as", args...)
	return err
}

// assemble makes an object and a listing. Every named label must be global: otherwise the profiler would add its cycles
// to those of its neighbour, and no test could call it.
func (b *binutils) assemble(unit string) error {
	if err := b.as(unit, unit+".s"); err != nil {
		return err
	}
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

func (b *binutils) link(units []string) error {
	b.units = units
	args := []string{"--orphan-handling=error", "-T", filepath.Join(b.src, b.cpu.LinkerScript()), "-Map", "image.map", "-o", "image.elf"}
	for _, u := range units {
		args = append(args, u+".o")
	}
	_, failed := b.tool(b.tmp, "ld", args...)
	m, err := os.ReadFile(filepath.Join(b.tmp, "image.map"))
	if failed == nil {
		b.linkMap = string(m)
		return err
	}
	if located := b.locate(failed.Error()); located != nil {
		return located
	}
	if err := overflows(string(m)); err != nil {
		return err
	}
	return failed
}

// located matches a message of ld about a place in a unit's section. The unit may stand in a line before.
var (
	inUnit  = regexp.MustCompile(`\b(\w+)\.o:`)
	located = regexp.MustCompile(`\((\.\w+)\+0x([0-9a-f]+)\): (.*)`)
	missing = regexp.MustCompile("^undefined reference to `(.*)'$")
)

// locate returns the messages of ld about places in the sources, with file and line, or nil if there are none.
func (b *binutils) locate(said string) error {
	var errs []error
	unit := ""
	for line := range strings.Lines(said) {
		if m := inUnit.FindStringSubmatch(line); m != nil {
			unit = m[1]
		}
		m := located.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		offset, err := hexadecimal(m[2])
		if err != nil {
			return err
		}
		errs = append(errs, fmt.Errorf("%s: %s", b.place(unit, m[1], offset), missing.ReplaceAllString(m[3], "undefined symbol $1")))
	}
	return errors.Join(errs...)
}

// place returns the source line of an offset in a unit's section, or the unit if it isn't known.
func (b *binutils) place(unit, section string, offset uint32) string {
	statements, err := b.statements(unit)
	at := ""
	for _, s := range statements {
		if s.section == section && s.offset <= offset {
			at = fmt.Sprintf("%s:%d", s.file, s.line)
		}
	}
	if err != nil || at == "" {
		return fmt.Sprintf("%s.s: %s+$%x", unit, section, offset)
	}
	return at
}

// bound matches the values of the linker script's symbols in a link map.
var bound = regexp.MustCompile(`(?m)^ +0x([0-9a-f]+) +(\w+_(?:end|limit)) = `)

// overflows returns an error that says by how much ROM or RAM is too small. ld doesn't always print the number.
func overflows(linkMap string) error {
	at := map[string]int64{}
	for _, m := range bound.FindAllStringSubmatch(linkMap, -1) {
		addr, err := strconv.ParseInt(m[1], 16, 64)
		if err != nil {
			return err
		}
		at[m[2]] = addr
	}
	var errs []string
	if n := max(at["text_end"], at["rodata_end"]) - at["rom_limit"]; n > 0 {
		errs = append(errs, overflow("ROM", n).Error())
	}
	if n := at["bss_end"] - at["ram_limit"]; n > 0 {
		errs = append(errs, overflow("RAM", n).Error())
	}
	if errs == nil {
		return nil
	}
	return errors.New(strings.Join(errs, "; "))
}

// placed matches the entry of a unit's section in the link map: section, address, size and object.
var placed = regexp.MustCompile(`(?m)^ (\.\w+)\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)\s+(\S+)\.o$`)

func (b *binutils) sections() ([]asm.Part, error) {
	var parts []asm.Part
	for _, m := range placed.FindAllStringSubmatch(b.linkMap, -1) {
		addr, err := hexadecimal(m[2])
		if err != nil {
			return nil, fmt.Errorf("link map: %w", err)
		}
		size, err := hexadecimal(m[3])
		if err != nil {
			return nil, fmt.Errorf("link map: %w", err)
		}
		if size == 0 {
			continue
		}
		kind, ok := kindOfSection[m[1]]
		if !ok {
			return nil, fmt.Errorf("%s.s: section %s is none of those that asm/README.md lists", m[4], m[1])
		}
		parts = append(parts, asm.Part{Kind: kind, Section: m[1], Unit: m[4], Addr: addr, Size: size})
	}
	sort.SliceStable(parts, func(i, j int) bool { return parts[i].Addr < parts[j].Addr })
	return parts, nil
}

func hexadecimal(s string) (uint32, error) {
	n, err := strconv.ParseUint(s, 16, 32)
	return uint32(n), err
}

// header matches the lines of objdump -h on a section: name, size, address; then the flags.
var header = regexp.MustCompile(`(?m)^ *\d+ \.(\w+) +([0-9a-f]+) +([0-9a-f]+) .*\n(.*)$`)

// rom returns the linked file's sections with contents. The COFF writer extends a section until the next one is aligned,
// so a section is cut where the linker script says that it ends.
func (b *binutils) rom() ([]chunk, error) {
	if err := b.readValues(); err != nil {
		return nil, err
	}
	out, err := b.tool(b.tmp, "objdump", "-h", "image.elf")
	if err != nil {
		return nil, err
	}
	var chunks []chunk
	for _, m := range header.FindAllStringSubmatch(out, -1) {
		if !strings.Contains(m[4], "CONTENTS") || !strings.Contains(m[4], "ALLOC") {
			continue
		}
		addr, err := hexadecimal(m[3])
		if err != nil {
			return nil, err
		}
		bytes, err := b.section(m[1])
		if err != nil {
			return nil, err
		}
		if end, ok := b.values[m[1]+"_end"]; ok {
			if end-addr > uint32(len(bytes)) {
				return nil, fmt.Errorf("section .%s: %d bytes of %d", m[1], len(bytes), end-addr)
			}
			bytes = bytes[:end-addr]
		}
		chunks = append(chunks, chunk{addr, bytes})
	}
	return chunks, nil
}

// section returns the bytes of a section of the linked file.
func (b *binutils) section(name string) ([]byte, error) {
	file := name + ".bin"
	if _, err := b.tool(b.tmp, "objcopy", "-O", "binary", "-j", "."+name, "image.elf", file); err != nil {
		return nil, err
	}
	bytes, err := os.ReadFile(filepath.Join(b.tmp, file))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return bytes, nil
}

// global is a line of nm: a global symbol, its value and nm's letter.
type global struct {
	name   string
	value  uint32
	letter string
}

// globals returns the global symbols that an object or the linked file defines.
func (b *binutils) globals(file string) ([]global, error) {
	out, err := b.tool(b.tmp, "nm", file)
	if err != nil {
		return nil, err
	}
	var all []global
	for line := range strings.Lines(out) {
		f := strings.Fields(line)
		if len(f) != 3 || strings.ToUpper(f[1]) != f[1] {
			continue
		}
		value, err := hexadecimal(f[0])
		if err != nil || !strings.Contains("TDRBA", f[1]) {
			return nil, fmt.Errorf("nm: can't read %q", strings.TrimSpace(line))
		}
		all = append(all, global{f[2], value & b.cpu.Toolchain.ValueMask, f[1]})
	}
	return all, nil
}

func (b *binutils) readValues() error {
	all, err := b.globals("image.elf")
	b.values = map[string]uint32{}
	for _, g := range all {
		b.values[g.name] = g.value
	}
	return err
}

func (b *binutils) symbols() ([]symbol, error) {
	linked, err := b.globals("image.elf")
	if err != nil {
		return nil, err
	}
	var all []symbol
	for _, g := range linked {
		if g.letter == "A" {
			all = append(all, symbol{g.name, g.value, ""})
		}
	}
	for _, unit := range b.units {
		defined, err := b.globals(unit + ".o")
		if err != nil {
			return nil, err
		}
		for _, g := range defined {
			if g.letter != "A" {
				all = append(all, symbol{g.name, b.values[g.name], unit})
			}
		}
	}
	constants, err := b.constants()
	return append(all, constants...), err
}

var equ = regexp.MustCompile(`(?m)^\s*\.equ\s+(\w+)\s*,`)

// constants returns the .equ constants of the include files. Objects have no local constants, so the files are assembled
// once more, with the constants global; that object is not linked.
func (b *binutils) constants() ([]symbol, error) {
	var all []symbol
	for _, inc := range b.sources {
		if !strings.HasSuffix(inc, ".inc") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(b.src, inc))
		if err != nil {
			return nil, err
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
			return nil, err
		}
		if err := b.as(unit, input); err != nil {
			return nil, err
		}
		defined, err := b.globals(unit + ".o")
		if err != nil {
			return nil, fmt.Errorf("%s: %w", inc, err)
		}
		for _, g := range defined {
			all = append(all, symbol{g.name, g.value, ""})
		}
	}
	return all, nil
}

func (b *binutils) lines() ([]codeLine, error) {
	var all []codeLine
	for _, unit := range b.units {
		statements, err := b.statements(unit)
		if err != nil {
			return nil, err
		}
		all = append(all, statements...)
	}
	return all, nil
}

// statements returns the source lines that made a unit's code, from its listing.
func (b *binutils) statements(unit string) ([]codeLine, error) {
	text, err := os.ReadFile(filepath.Join(b.tmp, unit+".lst"))
	if err != nil {
		return nil, err
	}
	l := listing{dir: b.src, unit: unit, frames: []frame{{file: unit + ".s"}}, section: ".text"}
	err = l.read(string(text))
	return l.statements, err
}
