package cli

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/goengine"
)

// PositionFlags are the positions to work on.
type PositionFlags struct {
	FEN []string `name:"fen" sep:"none" placeholder:"FEN" help:"A position; may be given several times."`
	EPD []string `name:"epd" sep:"none" placeholder:"FILE" help:"A file of positions, one a line: EPD or FEN; - is standard input. May be given several times."`

	KeepGoing bool `help:"Name a bad line of --epd and go on with the others."`
}

// Bad returns what is called with the error of a bad line: nil without --keep-going.
func (f *PositionFlags) Bad(a *App) func(error) {
	if !f.KeepGoing {
		return nil
	}
	return func(err error) { fmt.Fprintf(a.Err, "%s: %v: left out\n", a.Program, err) }
}

// Refused is the error of a bad line, with what to do about it.
func Refused(err error) error {
	return UsageError{fmt.Errorf("%w: mend the line, or leave it out with --keep-going", err)}
}

// Load returns the positions of the flags or, without any, those of builtIn, a file in
// testdata.
func (f *PositionFlags) Load(a *App, builtIn string) ([]epd.Position, error) {
	var all []epd.Position
	for _, fen := range f.FEN {
		p, err := epd.FromFEN(fen)
		if err != nil {
			return nil, UsageError{err}
		}
		all = append(all, p)
	}
	for _, name := range f.EPD {
		some, err := readEPD(a, name, f.Bad(a))
		switch {
		case errors.As(err, new(*epd.LineError)):
			return nil, Refused(err)
		case err != nil:
			return nil, UsageError{err}
		}
		all = append(all, some...)
	}
	if len(all) > 0 {
		return all, nil
	}
	return BuiltInPositions(builtIn)
}

// Benchmark is the file of the twelve benchmark positions.
const Benchmark = "bench12.epd"

// Initial is the name of the initial position, which is in no file.
const Initial = ""

// BuiltInPositions returns the positions of a file in testdata.
func BuiltInPositions(name string) ([]epd.Position, error) {
	if name == Initial {
		p, err := epd.FromFEN(goengine.StartFEN)
		p.ID = "initial position"
		return []epd.Position{p}, err
	}
	return epd.BuiltIn(name)
}

func readEPD(a *App, name string, bad func(error)) ([]epd.Position, error) {
	b, err := a.ReadText(name, epd.MaxFile)
	if err != nil {
		return nil, err
	}
	return epd.ReadGood(bytes.NewReader(b), InputName(name), bad)
}
