package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/report"
)

// FileFlag is a flag that names a file.
type FileFlag struct {
	Name string
	File *string
}

// CheckGames returns an error for wrong values of the flags that all commands with games
// share.
func CheckGames(parallel, drawAfter *int, resume bool, out *string, files ...FileFlag) error {
	switch {
	case parallel != nil && (*parallel < 1 || *parallel > 1000):
		return fmt.Errorf("--parallel %d: want 1 to 1000", *parallel)
	case drawAfter != nil && *drawAfter < 1:
		return fmt.Errorf("--draw-after %d: want at least 1", *drawAfter)
	case resume && out == nil:
		return errors.New("--resume: want --out FILE, the state to continue")
	}
	for _, f := range append(files, FileFlag{"out", out}) {
		if f.File != nil && *f.File == "" {
			return fmt.Errorf("--%s: want the name of a file", f.Name)
		}
	}
	return nil
}

// maxSkipped is the number of games that cannot be used, of a file of openings, that are
// named.
const maxSkipped = 5

// ReadOpenings reads a file of openings, or the built-in ones if file is nil. plies is the
// length of an opening that is a game, 0 for the whole game. Games that cannot be used are
// named on standard error.
func ReadOpenings(a *App, file *string, plies int) ([]openings.Opening, error) {
	if file == nil {
		return openings.BuiltIn()
	}
	skipped := 0
	g := openings.Games{Plies: plies, Skipped: func(err error) {
		if skipped++; skipped <= maxSkipped {
			fmt.Fprintf(a.Err, "searchex: openings: %v\n", err)
		}
	}}
	r, err := a.Open(*file)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	name := InputName(*file)
	text, err := Unpack(r)
	if err != nil {
		return nil, Usagef("%s: %w", name, err)
	}
	all, err := g.Read(text, name)
	if skipped > maxSkipped {
		fmt.Fprintf(a.Err, "searchex: openings: %s of %s skipped or used up to an error\n", report.Plural(skipped, "game"), name)
	}
	if a.Ctx.Err() != nil {
		return nil, Interrupted{}
	}
	return all, err
}

// ScoreRule parses a rule "centipawns,moves", such as example. At least least centipawns
// are allowed.
func ScoreRule(flag, s, example string, least int, score, moves *int) error {
	first, second, _ := strings.Cut(s, ",")
	cp, err1 := strconv.Atoi(first)
	n, err2 := strconv.Atoi(second)
	if err1 != nil || err2 != nil || cp < least || cp > 100_000 || n < 1 || n > 1000 {
		return fmt.Errorf("--%s %s: want centipawns and moves, such as %s", flag, s, example)
	}
	*score, *moves = cp, n
	return nil
}
