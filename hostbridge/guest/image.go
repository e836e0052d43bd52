package guest

import (
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
)

// image returns the program with its symbols, lines and sources, as the commands read it that show code.
func (e *Engine) image() (*asm.Image, error) {
	cpu, err := asm.FindCPU(e.m.Name())
	if err != nil {
		return nil, err
	}
	p := e.program
	img := &asm.Image{CPU: cpu, ROM: p.ROM, Symbols: maps.Clone(p.Constants), Kinds: map[string]asm.Kind{}, Entries: e.entries()}
	for name := range p.Constants {
		img.Kinds[name] = asm.Abs
	}
	for name, addr := range p.Symbols {
		img.Symbols[name], img.Kinds[name] = addr, e.kindOf(addr)
	}
	for _, l := range p.Lines {
		img.Lines = append(img.Lines, asm.Line{Addr: l.Addr, File: l.File, Line: l.Line})
	}
	return img.WithSources(e.d.from), nil
}

// kindOf returns the kind of a label by its address: of an image, of RAM, or outside of the memory.
func (e *Engine) kindOf(addr uint32) asm.Kind {
	p := e.program
	switch {
	case p.InCode(addr):
		return asm.Text
	case slices.ContainsFunc(p.More, func(i emu.Image) bool { return i.Range().Has(addr) }):
		return asm.Rodata
	case e.m.InMap(addr, 1):
		return asm.BSS
	}
	return asm.Abs
}

// entries returns the addresses of code that the description has.
func (e *Engine) entries() []uint32 {
	all := []uint32{}
	for _, c := range []*call{&e.start, &e.play, &e.search, &e.list} {
		if c.is {
			all = append(all, c.at)
		}
	}
	if e.hasUntil {
		all = append(all, e.until)
	}
	for _, ev := range e.events {
		all = append(all, ev.at...)
	}
	return all
}

// folder returns the description's folder.
func (d *Description) folder() string { return filepath.Dir(d.path) }

// nameSource returns what a source file of the symbols is called: its path from the description's folder if it is there,
// else its name.
func (d *Description) nameSource(file string) string {
	name := path.Clean(strings.ReplaceAll(file, `\`, "/"))
	if _, err := fs.Stat(d.from, name); err == nil {
		return name
	}
	return path.Base(name)
}
