package guest

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/emu/symbols"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/internal/words"
)

// processor is a CPU that guests may have.
type processor struct {
	unit, clock string // clock is that of a new description, in Hz
	open        func(p *emu.Program, o emu.Options, f Features) (emu.Machine, error)
}

// processors are the CPUs by name.
var processors = map[string]processor{
	"z80": {"T-states", "4_000_000", func(p *emu.Program, o emu.Options, f Features) (emu.Machine, error) {
		m, err := z80.NewWithOptions(p, z80.Options{Options: o, Interrupts: f.Interrupts, Undocumented: f.Undocumented})
		return m.Machine, err
	}},
	"6502": {"cycles", "1_000_000", func(p *emu.Program, o emu.Options, f Features) (emu.Machine, error) {
		m, err := m6502.NewWithOptions(p, m6502.Options{Options: o, Interrupts: f.Interrupts, Decimal: f.Decimal, JumpAtPageEnd: true})
		return m.Machine, err
	}},
	"68000": {"cycles", "8_000_000", func(p *emu.Program, o emu.Options, f Features) (emu.Machine, error) {
		m, err := m68k.NewWithOptions(p, m68k.Options{Options: o, Exceptions: f.Interrupts, TAS: true})
		return m.Machine, err
	}},
}

// unknownCPU is the message about a name that processors lacks.
const unknownCPU = "%q is unknown: want one of z80, 6502, 68000"

// maxFile is the largest size of a file that a description names, in bytes, and maxFiles how many it may name in a key.
const (
	maxFile  = 64 << 20
	maxFiles = 100
)

// read returns the contents of a file that a key of the description names, relative to the description's folder.
func (d *Description) read(key, file string) ([]byte, error) {
	path := d.pathOf(file)
	b, err := d.from.read(path, maxFile)
	if err != nil {
		return nil, d.wrong(key, "%s: %v", path, err)
	}
	return b, nil
}

// pathOf returns the path of a file that the description names.
func (d *Description) pathOf(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(d.folder(), file)
}

// source is a file that a description names, as it was read.
type source struct {
	key, file     string
	size          int
	sha256        string // of an image
	at            uint32 // of an image
	described     bool   // the hash is in the description
	labels, lines int    // of symbols
}

// program reads images and symbols.
func (d *Description) program() (p *emu.Program, read []source, err error) {
	if _, ok := processors[d.Program.CPU]; !ok {
		return nil, nil, d.wrong("program.cpu", unknownCPU, d.Program.CPU)
	}
	switch {
	case d.Program.Name == "":
		return nil, nil, d.wrong("program.name", "want a name, such as the file's")
	case d.Program.Clock == 0:
		return nil, nil, d.wrong("program.clock", "want the clock in Hz, such as 1_000_000")
	case len(d.Program.Images) == 0 || d.Program.Images[0].Data:
		return nil, nil, d.wrong("program.images", `want one with code first: images = [{ file = "program.bin", at = 0x8000 }]`)
	}
	for key, n := range map[string]int{"program.images": len(d.Program.Images), "program.symbols": len(d.Program.Symbols)} {
		if n > maxFiles {
			return nil, nil, d.wrong(key, "%d files: want at most %d", n, maxFiles)
		}
	}
	p = &emu.Program{Name: d.Program.Name, Symbols: map[string]uint32{}, Constants: map[string]uint32{}, Level: d.Program.Level}
	for i, image := range d.Program.Images {
		b, sum, err := d.image(&image)
		read = append(read, source{key: "program.images", file: image.File, size: len(b), sha256: sum, at: image.At, described: image.SHA256 != ""})
		switch {
		case err != nil:
			return nil, read, err
		case i == 0:
			p.File, p.ROM, p.Origin = filepath.Base(image.File), b, image.At
		default:
			more := emu.Image{Name: filepath.Base(image.File), Data: b, Origin: image.At, Code: len(b)}
			if image.Data {
				more.Code = 0
			}
			p.More = append(p.More, more)
		}
	}
	var tables []*symbols.Table
	for _, file := range d.Program.Symbols {
		t, err := d.symbols(p, file)
		if err != nil {
			return nil, read, err
		}
		tables = append(tables, t)
		read = append(read, source{key: "program.symbols", file: file, labels: len(t.Labels), lines: len(t.Lines)})
	}
	p.Routines = routines(tables)
	slices.SortStableFunc(p.Lines, func(a, b emu.Line) int { return cmp.Compare(a.Addr, b.Addr) })
	maps.Copy(p.Symbols, d.Labels)
	return p, read, d.stack(p)
}

// image reads an image, and compares its hash.
func (d *Description) image(image *Image) (b []byte, sum string, err error) {
	const key = "program.images"
	if b, err = d.read(key, image.File); err != nil {
		return nil, "", err
	}
	sum = fmt.Sprintf("%x", sha256.Sum256(b))
	switch {
	case len(b) == 0:
		return nil, sum, d.wrong(key, "%s is empty", image.File)
	case image.SHA256 != "" && !strings.EqualFold(sum, image.SHA256):
		return nil, sum, d.wrong(key, "%s has %d bytes and the SHA-256 %s: the description is of another, %s", image.File, len(b), sum, words.Short(image.SHA256, 64))
	}
	return b, sum, nil
}

// symbols adds what a symbol file has to a program.
func (d *Description) symbols(p *emu.Program, file string) (*symbols.Table, error) {
	const key = "program.symbols"
	b, err := d.read(key, file)
	if err != nil {
		return nil, err
	}
	t, err := symbols.Read(file, b)
	if err != nil {
		return nil, d.wrong(key, "%v", err)
	}
	maps.Copy(p.Symbols, t.Labels)
	maps.Copy(p.Constants, t.Constants)
	for _, l := range t.Lines {
		l.File = d.nameSource(l.File)
		p.Lines = append(p.Lines, l)
	}
	return t, nil
}

// routines returns the labels of routines, nil if no file tells them. A file that does not tell them adds its labels at
// addresses that the other files have no label for: those of a compiler's library, which ld65's debug file lacks.
func routines(tables []*symbols.Table) (names []string) {
	told := map[uint32]bool{}
	for _, t := range tables {
		if t.Routines != nil {
			names = append(slices.Grow(names, 1), t.Routines...) // not nil
			for _, addr := range t.Labels {
				told[addr] = true
			}
		}
	}
	for _, t := range tables {
		if names == nil || t.Routines != nil {
			continue
		}
		for name, addr := range t.Labels {
			if linker := strings.HasPrefix(name, "__"); !told[addr] && !linker && emu.NamesRoutine(name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// stack adds the labels that bound the stack.
func (d *Description) stack(p *emu.Program) error {
	if d.Memory.Stack == "" {
		return nil
	}
	r, err := parseRange(d.Memory.Stack)
	if err != nil {
		return d.wrong("memory.stack", "%v", err)
	}
	p.Symbols["stack_bottom"], p.Symbols["stack_top"] = r.Start, r.End()
	return nil
}

// options returns the memory map of a program.
func (d *Description) options(p *emu.Program) (emu.Options, error) {
	o := emu.Options{CodeInRAM: d.Memory.CodeInRAM}
	for _, area := range []struct {
		key  string
		text Lines
		to   *[]emu.Range
	}{{"memory.rom", d.Memory.ROM, &o.ROM}, {"memory.ram", d.Memory.RAM, &o.RAM}} {
		for _, text := range area.text {
			r, err := parseRange(text)
			if err != nil {
				return o, d.wrong(area.key, "%v", err)
			}
			*area.to = append(*area.to, r)
		}
	}
	if len(o.RAM) == 0 {
		return o, d.wrong("memory.ram", `want the addresses of RAM, such as "$0000-$07FF"`)
	}
	if o.ROM == nil {
		o.ROM = unmapped(p, o.RAM)
	}
	return o, nil
}

// machine makes the machine of a program.
func (d *Description) machine(p *emu.Program) (emu.Machine, error) {
	o, err := d.options(p)
	if err != nil {
		return emu.Machine{}, err
	}
	m, err := processors[d.Program.CPU].open(p, o, d.Features)
	if err != nil {
		return emu.Machine{}, d.wrong("memory", "%v", err)
	}
	m.SetGuards(!d.Memory.Unguarded)
	return m, nil
}

// unmapped returns the addresses of the images that are not in RAM.
func unmapped(p *emu.Program, ram []emu.Range) (rom []emu.Range) {
	images := append([]emu.Image{{Data: p.ROM, Origin: p.Origin}}, p.More...)
	for _, i := range images {
		if r := i.Range(); !slices.ContainsFunc(ram, func(a emu.Range) bool { return a.Has(r.Start) }) {
			rom = append(rom, r)
		}
	}
	return rom
}

// parseRange reads a range of addresses, "$0000-$07FF"; both ends are in it.
func parseRange(text string) (emu.Range, error) {
	first, last, ok := strings.Cut(text, "-")
	a, errA := parseAddress(first)
	b, errB := parseAddress(last)
	if !ok || errA != nil || errB != nil || b < a || b-a == 0xFFFFFFFF {
		return emu.Range{}, fmt.Errorf("%q: want the first and the last address, such as $0000-$07FF", text)
	}
	return emu.Range{Start: a, Size: b - a + 1}, nil
}

// parseAddress reads an address: hexadecimal behind $ or 0x, or decimal.
func parseAddress(text string) (uint32, error) {
	text = strings.TrimSpace(text)
	if hex, ok := strings.CutPrefix(text, "$"); ok {
		text = "0x" + hex
	}
	n, err := strconv.ParseUint(text, 0, 32)
	return uint32(n), err
}
