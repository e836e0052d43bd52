// Package roms makes the images of real machines: an engine with a user interface, and what
// fits of the opening book.
package roms

import (
	"archive/zip"
	"bytes"
	"fmt"
	"sync"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/goengine/book"
)

// File is a file of an image.
type File struct {
	Name    string
	Content []byte
}

// Machine is a computer that an image can be written for.
type Machine struct {
	Name   string
	Folder string // where an emulator looks for the set
	// Image makes the files, and says what they hold.
	Image func() (files []File, what string, err error)
}

// Machines are the computers that have an image.
var Machines = []Machine{{"mk5", "ccmk5", mk5Set}, {"msx", "msx", msxCartridge}, {"md", "md", mdCartridge}}

// Downloads returns each image as one file, by name. A set of several files is a zip, named
// after the folder, which MAME reads as it reads the folder.
var Downloads = sync.OnceValues(func() (map[string][]byte, error) {
	all := map[string][]byte{}
	for _, m := range Machines {
		files, _, err := m.Image()
		if err != nil {
			return nil, err
		}
		f := files[0]
		if len(files) > 1 {
			if f, err = zipped(m.Folder+".zip", files); err != nil {
				return nil, err
			}
		}
		all[f.Name] = f.Content
	}
	return all, nil
})

// zipped packs files into one. They have no dates, so that the same files make the same bytes.
func zipped(name string, files []File) (File, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.Create(f.Name)
		if err == nil {
			_, err = w.Write(f.Content)
		}
		if err != nil {
			return File{}, fmt.Errorf("zip %s: %s: %w", name, f.Name, err)
		}
	}
	if err := z.Close(); err != nil {
		return File{}, fmt.Errorf("zip %s: %w", name, err)
	}
	return File{name, b.Bytes()}, nil
}

// svgSize is the size that MAME's list has for the drawing.
const svgSize = 1_887_415

// mk5Set returns the files of MAME's set ccmk5.
func mk5Set() ([]File, string, error) {
	m, err := asm.LoadMK5()
	if err != nil {
		return nil, "", err
	}
	rom, what, err := withBook(m)
	if err != nil {
		return nil, "", err
	}
	var files []File
	for i, name := range []string{"c47024_syp_2364-3-y51", "c47025_syp_2364-3-y5a", "c47026_syp_2364-3-y5c", "c47027_syp_2364-3-y5d"} {
		files = append(files, File{name, rom[i*0x2000 : (i+1)*0x2000]})
	}
	svg := []byte(asm.GlassSVG(m.Glass))
	svg = append(svg, bytes.Repeat([]byte{'\n'}, max(0, svgSize-len(svg)))...)
	return append(files, File{"ccmk5.svg", svg}), what, nil
}

// msxCartridge returns the image of the MSX's cartridge.
func msxCartridge() ([]File, string, error) { return cartridge("searchex.rom", asm.LoadMSX) }

// mdCartridge returns the image of the Mega Drive's cartridge.
func mdCartridge() ([]File, string, error) { return cartridge("searchex.bin", asm.LoadMD) }

func cartridge(name string, load func() (*asm.Cartridge, error)) ([]File, string, error) {
	c, err := load()
	if err != nil {
		return nil, "", err
	}
	rom, what, err := withBook(c)
	if err != nil {
		return nil, "", err
	}
	return []File{{name, rom}}, what, nil
}

// withBook returns the ROM of a machine with what fits of the built-in book, and says how much
// that is.
func withBook(m interface {
	BookRoom() int
	ROM(table []byte) ([]byte, error)
}) (rom []byte, what string, err error) {
	table, what, err := fittingBook(m.BookRoom())
	if err != nil {
		return nil, "", err
	}
	rom, err = m.ROM(table)
	return rom, what, err
}

// fittingBook packs of the built-in book what fits into room bytes.
func fittingBook(room int) (table []byte, what string, err error) {
	tree, err := book.Parse(book.Source(), book.SourceName)
	if err != nil {
		return nil, "", err
	}
	f, err := tree.Fit(room)
	if err != nil {
		return nil, "", err
	}
	if f.Whole() {
		return f.Table, fmt.Sprintf("book: whole, %d bytes of %d\n", len(f.Table), room), nil
	}
	return f.Table, fmt.Sprintf("book: the %d half-moves that come up most often, of %d; %d bytes of %d\n", f.Taken, f.Of, len(f.Table), room), nil
}
