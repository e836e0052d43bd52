package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
)

// Writable says before a long search that a file that a flag names can't be written
// after it.
func Writable(flag, path string) error {
	switch info, err := os.Stat(path); {
	case path == "":
		return Usagef("%s: want the name of a file", flag)
	case err == nil && info.IsDir():
		return Usagef("%s %s: is a folder: want a file", flag, path)
	}
	folder := filepath.Dir(path)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return Usagef("%s %s: there is no folder %s", flag, path, folder)
	}
	return nil
}

// PutPicture writes a picture to the file that --svg names, or prints it for -, and
// then it is all that is printed.
func (a *App) PutPicture(to string, picture []byte) (printed bool, err error) {
	if to != "-" {
		return false, WriteFile(to, picture)
	}
	if a.Out.ASCII {
		picture = report.ASCIIXML(picture)
	}
	_, err = a.Out.Write(picture)
	return true, err
}

// WriteFile replaces a file in one step; what is no file, as a pipe, is
// written to.
func WriteFile(path string, content []byte) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return userfile.Replace(path, content)
	case err != nil:
		return userfile.NotWritten(path, err)
	case info.IsDir():
		return fmt.Errorf("writing %s: is a folder: want a file", path)
	case !info.Mode().IsRegular():
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return userfile.NotWritten(path, err)
		}
		if _, err = f.Write(content); err != nil {
			_ = f.Close()
			return userfile.NotWritten(path, err)
		}
		return f.Close()
	}
	return userfile.Replace(path, content)
}
