package cli

import (
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
)

// Writable returns a usage error if the file that a flag names can't be written.
// Commands call it before a long search whose result goes to the file. A disk that is full
// or broken is no usage error.
func Writable(flag, path string) error {
	err := userfile.Writable(path)
	switch {
	case userfile.Broken(err):
		return err
	case err != nil:
		return Usagef("%s: %v", strings.TrimSpace(flag+" "+path), err)
	}
	return nil
}

// WritableOrOut is Writable for an optional flag whose value "-" stands for standard
// output.
func WritableOrOut(flag string, path *string) error {
	switch {
	case path == nil || *path == "-":
		return nil
	case *path == "":
		return Usagef("%s: want the name of a file, or -", flag)
	}
	return Writable(flag, *path)
}

// PutPicture writes a picture to the file that --svg names. For "-" it prints the
// picture and returns true: then nothing else may be printed.
func (a *App) PutPicture(to string, picture []byte) (printed bool, err error) {
	if to != "-" {
		return false, userfile.Write(a.Ctx, to, picture)
	}
	if a.Out.ASCII {
		picture = report.ASCIIXML(picture)
	}
	_, err = a.Out.Write(picture)
	return true, err
}
