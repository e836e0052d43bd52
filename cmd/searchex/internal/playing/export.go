package playing

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/goengine/book"
)

// Export writes the images of machines that the engines run on besides their own.
type Export struct {
	Machine string `arg:"" placeholder:"MACHINE" help:"Machine: mk5, the ROM module of the Chess Champion MK V; msx, md: a cartridge of the MSX, the Mega Drive."`
	Out     string `short:"o" placeholder:"DIR" help:"Folder to write to; it is made in a folder that exists. Default ccmk5, the folder of the set, msx or md."`
}

// exported is a file of an image.
type exported struct {
	name    string
	content []byte
}

// machine is a computer that an image can be written for.
type machine struct {
	name   string
	folder string // where an emulator looks for the set
	// image makes the files, and says what they hold.
	image func() (files []exported, what string, err error)
}

// machines are the computers that have an image.
var machines = []machine{{"mk5", "ccmk5", mk5Set}, {"msx", "msx", msxCartridge}, {"md", "md", mdCartridge}}

// Run writes the files of the machine. Files that are there with other contents are refused before any is written.
func (c *Export) Run(a *cli.App) error {
	var names []string
	for _, m := range machines {
		if names = append(names, m.name); m.name != c.Machine {
			continue
		}
		files, what, err := m.image()
		if err != nil {
			return err
		}
		dir := cmp.Or(c.Out, m.folder)
		made, err := makeFolder(dir)
		if err != nil {
			return err
		}
		if err := writeSet(a, dir, files); err != nil {
			if made {
				_ = os.Remove(dir) // unless some files are in it
			}
			return err
		}
		_, err = fmt.Fprintf(a.Out, "%s: %s in %s\n%s", m.name, report.Plural(len(files), "file"), dir, what)
		return err
	}
	return cli.Unknown("machine", c.Machine, names, "want one of "+strings.Join(names, ", "))
}

// makeFolder makes a folder unless something of that name is there. The folder that it is in
// must exist.
func makeFolder(dir string) (made bool, err error) {
	err = userfile.MakeFolder(dir)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err == nil, nil
	}
	parent := filepath.Dir(filepath.Clean(dir))
	if _, missing := os.Stat(parent); errors.Is(missing, fs.ErrNotExist) {
		return false, cli.Usagef("--out %s: there is no folder %s", dir, parent)
	}
	return false, err
}

// writeSet writes files to the folder of --out unless one is there that is different.
func writeSet(a *cli.App, dir string, files []exported) error {
	for _, f := range files {
		path := filepath.Join(dir, f.name)
		old, err := os.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if err := userfile.Writable(path); err != nil {
				return cli.Usagef("--out %s: %w", dir, err)
			}
		case err != nil:
			return userfile.NotWritten(path, err)
		case !bytes.Equal(old, f.content):
			return userfile.NotWritten(path, errors.New("a different file of that name is there: move it away or name another folder with --out"))
		}
	}
	for _, f := range files {
		if err := userfile.Replace(a.Ctx, filepath.Join(dir, f.name), f.content); err != nil {
			return err
		}
	}
	return nil
}

// svgSize is the size that MAME's list has for the drawing.
const svgSize = 1_887_415

// mk5Set returns the files of MAME's set ccmk5.
func mk5Set() ([]exported, string, error) {
	m, err := asm.LoadMK5()
	if err != nil {
		return nil, "", err
	}
	rom, what, err := withBook(m)
	if err != nil {
		return nil, "", err
	}
	var files []exported
	for i, name := range []string{"c47024_syp_2364-3-y51", "c47025_syp_2364-3-y5a", "c47026_syp_2364-3-y5c", "c47027_syp_2364-3-y5d"} {
		files = append(files, exported{name, rom[i*0x2000 : (i+1)*0x2000]})
	}
	svg := []byte(asm.GlassSVG(m.Glass))
	svg = append(svg, bytes.Repeat([]byte{'\n'}, max(0, svgSize-len(svg)))...)
	return append(files, exported{"ccmk5.svg", svg}), what, nil
}

// msxCartridge returns the image of the MSX's cartridge.
func msxCartridge() ([]exported, string, error) { return cartridge("searchex.rom", asm.LoadMSX) }

// mdCartridge returns the image of the Mega Drive's cartridge.
func mdCartridge() ([]exported, string, error) { return cartridge("searchex.bin", asm.LoadMD) }

func cartridge(name string, load func() (*asm.Cartridge, error)) ([]exported, string, error) {
	c, err := load()
	if err != nil {
		return nil, "", err
	}
	rom, what, err := withBook(c)
	if err != nil {
		return nil, "", err
	}
	return []exported{{name, rom}}, what, nil
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

func (*Export) Help() string {
	return cli.Detail("Prints the number of files that it writes, and how much of the opening book fits. A file that is there with other contents is refused.",
		"searchex export mk5\nsearchex export mk5 --out roms/ccmk5\nsearchex export msx\nsearchex export md", "docs/manual/machines.md")
}
