package guest

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/symbols"
)

// template is a description to begin with. A line that begins with #@ has parts of the names of labels that may be meant
// below.
//
//go:embed template.toml
var template string

// Beginning is what a new description is filled in with.
type Beginning struct {
	CPU     string   // of processors
	Images  []string // FILE@ADDRESS
	Symbols []string // files
	// Folder is where the description will be, "" for the current folder.
	Folder string
}

// Write returns a description to begin with.
func (b *Beginning) Write() ([]byte, error) {
	cpu, ok := processors[b.CPU]
	if !ok {
		return nil, fmt.Errorf("cpu "+unknownCPU, b.CPU)
	}
	images, ranges, err := b.images()
	if err != nil {
		return nil, err
	}
	labels := map[string]uint32{}
	var files []string
	for _, file := range b.Symbols {
		data, err := readFile(file, maxFile)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		t, err := symbols.Read(file, data)
		if err != nil {
			return nil, err
		}
		maps.Copy(labels, t.Labels)
		files = append(files, strconv.Quote(b.relative(file)))
	}
	lines := map[string]string{"cpu": strconv.Quote(b.CPU), "clock": cpu.clock}
	if images != nil {
		file := filepath.Base(b.Images[0][:strings.LastIndexByte(b.Images[0], '@')])
		lines["name"] = strconv.Quote(strings.TrimSuffix(file, filepath.Ext(file)))
		lines["images"] = "[\n    " + strings.Join(images, ",\n    ") + ",\n]"
		ram := room(b.CPU, ranges)
		if outside(labels, append(slices.Clone(ranges), ram)) { // a program in RAM, or with devices
			ram, lines["#code_in_ram"] = whole(b.CPU), "true"
		}
		lines["ram"] = strconv.Quote(fmt.Sprintf("$%04X-$%04X", ram.Start, ram.End()-1))
	}
	if files != nil {
		lines["#symbols"] = "[" + strings.Join(files, ", ") + "]"
	}
	return []byte(fill(template, lines, labels)), nil
}

// images returns the tables of the images, and where they are.
func (b *Beginning) images() (tables []string, ranges []emu.Range, err error) {
	for _, text := range b.Images {
		i := strings.LastIndexByte(text, '@')
		if i < 0 {
			return nil, nil, fmt.Errorf("image %s: want FILE@ADDRESS, such as program.bin@0x8000", text)
		}
		at, err := parseAddress(text[i+1:])
		if err != nil {
			return nil, nil, fmt.Errorf("image %s: %q is no address: want one such as $8000", text, text[i+1:])
		}
		data, err := readFile(text[:i], maxFile)
		if err != nil {
			return nil, nil, fmt.Errorf("image %s: %w", text[:i], err)
		}
		tables = append(tables, fmt.Sprintf("{ file = %q, at = 0x%04X, sha256 = \"%x\" }", b.relative(text[:i]), at, sha256.Sum256(data)))
		ranges = append(ranges, emu.Range{Start: at, Size: uint32(len(data))})
	}
	return tables, ranges, nil
}

// relative returns a file's name as seen from the description's folder.
func (b *Beginning) relative(file string) string {
	folder, errA := filepath.Abs(b.Folder)
	path, errB := filepath.Abs(file)
	if name, err := filepath.Rel(folder, path); errA == nil && errB == nil && err == nil {
		file = name
	}
	return filepath.ToSlash(file)
}

// room returns a range of addresses for RAM: that up to the first image for the 6502, which has its stack there, else the
// largest one without an image.
func room(cpu string, images []emu.Range) emu.Range {
	slices.SortFunc(images, func(a, b emu.Range) int { return cmp.Compare(a.Start, b.Start) })
	end := uint64(whole(cpu).End())
	var best [2]uint64
	from := uint64(0)
	for _, r := range append(images, emu.Range{Start: uint32(end)}) {
		if to := min(uint64(r.Start), end); to > from && to-from > best[1]-best[0] && (cpu != "6502" || best[1] == 0) {
			best = [2]uint64{from, to}
		}
		from = max(from, uint64(r.Start)+uint64(r.Size))
	}
	return emu.Range{Start: uint32(best[0]), Size: uint32(max(best[1], best[0]+1) - best[0])}
}

// whole returns the addresses that a new description may have as RAM.
func whole(cpu string) emu.Range {
	if cpu == "68000" {
		return emu.Range{Size: 0x100000}
	}
	return emu.Range{Size: 0x10000}
}

// outside reports whether a label lies outside of all ranges.
func outside(labels map[string]uint32, ranges []emu.Range) bool {
	for _, addr := range labels {
		if !slices.ContainsFunc(ranges, func(r emu.Range) bool { return r.Has(addr) || r.End() == addr }) {
			return true
		}
	}
	return false
}

var keyLine = regexp.MustCompile(`^(#?[a-z_]+) = [^#]*?(\s*#.*)?$`)

// fill gives keys of the template values, and writes labels in place of the lines with parts of names.
func fill(template string, values map[string]string, labels map[string]uint32) string {
	var out strings.Builder
	for line := range strings.Lines(template) {
		line = strings.TrimSuffix(line, "\n")
		if parts, ok := strings.CutPrefix(line, "#@ "); ok {
			if line = alike(strings.Fields(parts), labels); line == "" {
				continue
			}
		} else if m := keyLine.FindStringSubmatch(line); m != nil && values[m[1]] != "" {
			line = strings.TrimPrefix(m[1], "#") + " = " + values[m[1]]
			delete(values, m[1])
		}
		out.WriteString(line + "\n")
	}
	return out.String()
}

// alike returns a comment with the labels whose names have one of some parts, at most eight, or "".
func alike(parts []string, labels map[string]uint32) string {
	type found struct {
		name string
		rank int
	}
	var all []found
	for name := range labels {
		least := -1
		for _, part := range parts {
			lower, rank := strings.ToLower(strings.Trim(name, "_")), -1
			switch {
			case lower == part:
				rank = 0
			case len(part) > 2 && strings.HasPrefix(lower, part):
				rank = 1
			case len(part) > 3 && strings.Contains(lower, part):
				rank = 2
			}
			if rank >= 0 && (least < 0 || rank < least) {
				least = rank
			}
		}
		if least >= 0 {
			all = append(all, found{name, least})
		}
	}
	if all == nil {
		return ""
	}
	slices.SortFunc(all, func(a, b found) int { return cmp.Or(a.rank-b.rank, strings.Compare(a.name, b.name)) })
	var names []string
	for _, f := range all[:min(len(all), 8)] {
		names = append(names, fmt.Sprintf("%s ($%04X)", f.name, labels[f.name]))
	}
	return "# Labels with such names: " + strings.Join(names, ", ")
}
