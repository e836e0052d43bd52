package cli

import (
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/hostbridge/guest" // guest:FILE is an engine
)

// Writable returns a usage error if the file that a flag names can't be written, or is one from which a guest is read.
// Commands call it before a long search whose result goes to the file. A disk that is full
// or broken is no usage error.
func Writable(flag, path string) error {
	err := userfile.Writable(path)
	user := guest.UserOf(path)
	switch {
	case user != "":
		return Usagef("%s %s: %s is read from it: want another file", flag, path, user)
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

// Put writes a result to the file with a name, or to standard output for "" and "-".
func (a *App) Put(name string, result []byte) error {
	if name == "" || name == "-" {
		_, err := a.Out.Write(result)
		return err
	}
	return userfile.Write(a.Ctx, name, result)
}

// PutPicture draws a picture for --svg, if the flag is given, and writes it to the file that
// it names. For "-" it prints the picture and returns true: then nothing else may be printed.
func (a *App) PutPicture(to *string, draw func() []byte) (printed bool, err error) {
	switch {
	case to == nil:
		return false, nil
	case *to != "-":
		return false, userfile.Write(a.Ctx, *to, draw())
	}
	picture := draw()
	if a.Out.ASCII {
		picture = report.ASCIIXML(picture)
	}
	_, err = a.Out.Write(picture)
	return true, err
}
