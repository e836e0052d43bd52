package measuring

import (
	"crypto/sha256"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine/book"
)

// Version shows the versions of the program and of Go, and the memory of the machines.
type Version struct {
	JSON bool `name:"json" help:"Print one JSON object."`
}

// versions is what version prints.
type versions struct {
	Version string          `json:"version"`
	Go      string          `json:"go"`
	Engines []engineVersion `json:"engines"`
}

type engineVersion struct {
	Engine   string    `json:"engine"`
	Clock    emu.Clock `json:"clock_hz"`
	ROM      int       `json:"rom_bytes"`
	ROMLimit int       `json:"rom_limit"`
	// Code2 is the size of the code in the second ROM, beside the book. It and its limit
	// are 0 for a machine with one ROM. Book is the size of the book's table.
	Code2      int `json:"second_rom_code_bytes"`
	Code2Limit int `json:"second_rom_code_limit"`
	// Module is the size of the network's ROM. It and its limit are 0 if the network is in the ROM.
	Module      int `json:"module_bytes"`
	ModuleLimit int `json:"module_limit"`
	Book        int `json:"book_bytes"`
	BookLimit   int `json:"book_limit"`
	Text        int `json:"text_bytes"`
	Rodata      int `json:"rodata_bytes"`
	RAM         int `json:"ram_bytes"`
	RAMLimit    int `json:"ram_limit"`
	// SHA256 is the hash of the ROM, the code in the second ROM and the module, one behind the other.
	SHA256 string `json:"rom_sha256"`
}

// Run prints the versions.
func (c *Version) Run(a *cli.App) error {
	v := versions{Version: programVersion(), Go: runtime.Version()}
	for _, name := range a.Engines {
		e, err := describe(a, name)
		if err != nil {
			return err
		}
		v.Engines = append(v.Engines, e)
	}
	if c.JSON {
		return report.JSON(a.Out, v)
	}
	if _, err := fmt.Fprintf(a.Out, "searchex %s, %s %s/%s\n\n", v.Version, v.Go, runtime.GOOS, runtime.GOARCH); err != nil {
		return err
	}
	t := report.NewTable("<engine", "MHz", "ROM", "+of", "2nd ROM", "+of", "module", "+of", "RAM", "+of", "book", "+of", "text", "tables", "<SHA-256 of all ROM but the book").
		Keys(1).Later("text", "tables", "SHA-256 of all ROM but the book")
	for _, e := range v.Engines {
		if e.SHA256 == "" {
			t.Add(e.Engine)
			continue
		}
		// used returns two cells, empty if the machine has no such ROM.
		used := func(bytes, limit int) (any, any) {
			if limit == 0 {
				return "", ""
			}
			return bytes, limit
		}
		second, secondOf := used(e.Code2, e.Code2Limit)
		module, moduleOf := used(e.Module, e.ModuleLimit)
		t.Add(e.Engine, fmt.Sprintf("%g", e.Clock.MHz()), e.ROM, e.ROMLimit, second, secondOf, module, moduleOf, e.RAM, e.RAMLimit,
			e.Book, e.BookLimit, e.Text, e.Rodata, e.SHA256)
	}
	return t.Write(a.Out)
}

// describe returns the version and the memory of an engine.
func describe(a *cli.App, name string) (engineVersion, error) {
	v := engineVersion{Engine: name}
	e, err := a.NewEngine(name)
	if err != nil {
		return v, fmt.Errorf("engine %s: %w", name, err)
	}
	v.Clock = e.Clock()
	img, err := cli.EmbeddedImage(name)
	if err != nil || img == nil {
		return v, err
	}
	s := img.Sizes()
	v.ROM, v.ROMLimit, v.Text, v.Rodata, v.RAM, v.RAMLimit = s.ROM, s.ROMLimit, s.Text, s.Rodata, s.RAM, s.RAMLimit
	v.Code2, v.Code2Limit, v.Module, v.ModuleLimit = s.Code2, s.Code2Limit, s.Module, s.ModuleLimit
	if img.Book != nil {
		v.Book, v.BookLimit = book.Default().Size(), book.MaxSize
	}
	v.SHA256 = fmt.Sprintf("%x", sha256.Sum256(slices.Concat(img.ROM, img.Book, img.Module)))
	return v, nil
}

// programVersion returns the version of the module, or the commit that was built.
func programVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	version := info.Main.Version
	if version == "" {
		version = "(devel)"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && version == "(devel)" {
			version += " " + s.Value[:min(12, len(s.Value))]
		}
	}
	return version
}

func (*Version) Help() string {
	return cli.Detail("Prints the version of the program and, for each machine, its clock, the bytes used and available in its ROM, a second ROM, RAM and the book, "+
		"and the hash of all ROM except the book.",
		"searchex version", cli.ReadmeCommands)
}
