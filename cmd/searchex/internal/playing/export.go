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

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/roms"
	"github.com/searchex/searchex/cmd/internal/userfile"
)

// Export writes the images of machines that the engines run on besides their own.
type Export struct {
	Machine string `arg:"" placeholder:"MACHINE" help:"Machine: mk5, the ROM module of the Chess Champion MK V; msx, md: a cartridge of the MSX, the Mega Drive."`
	Out     string `short:"o" placeholder:"DIR" help:"Folder to write to; it is made in a folder that exists. Default ccmk5, the folder of the set, msx or md."`
}

// Run writes the files of the machine. Files that are there with other contents are refused before any is written.
func (c *Export) Run(a *cli.App) error {
	var names []string
	for _, m := range roms.Machines {
		if names = append(names, m.Name); m.Name != c.Machine {
			continue
		}
		files, what, err := m.Image()
		if err != nil {
			return err
		}
		dir := cmp.Or(c.Out, m.Folder)
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
		_, err = fmt.Fprintf(a.Out, "%s: %s in %s\n%s", m.Name, report.Plural(len(files), "file"), dir, what)
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
func writeSet(a *cli.App, dir string, files []roms.File) error {
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		old, err := os.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if err := userfile.Writable(path); err != nil {
				return cli.Usagef("--out %s: %w", dir, err)
			}
		case err != nil:
			return userfile.NotWritten(path, err)
		case !bytes.Equal(old, f.Content):
			return userfile.NotWritten(path, errors.New("a different file of that name is there: move it away or name another folder with --out"))
		}
	}
	for _, f := range files {
		if err := userfile.Replace(a.Ctx, filepath.Join(dir, f.Name), f.Content); err != nil {
			return err
		}
	}
	return nil
}

func (*Export) Help() string {
	return cli.Detail("Prints the number of files that it writes, and how much of the opening book fits. A file that is there with other contents is refused.",
		"searchex export mk5\nsearchex export mk5 --out roms/ccmk5\nsearchex export msx\nsearchex export md", "docs/manual/machines.md")
}
