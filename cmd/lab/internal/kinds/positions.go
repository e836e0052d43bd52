package kinds

import (
	"context"
	"fmt"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/rootnet"
	"github.com/searchex/searchex/testdata"
)

// PositionsKind is the kind of jobs that draw positions for a network. Job N is game N of
// a drawing, its result the game's bytes in the file.
const PositionsKind = "positions"

// Labeller is the program that values the positions. Each computer runs its own; the
// header of the drawing has its name and version.
const Labeller = "stockfish,depth=4,option.Threads=1,option.Hash=1"

// FreshFile has the openings with which no game begins.
const FreshFile = "openings-fresh.epd"

// NewDrawing returns a drawing whose positions a program values.
func NewDrawing(by *player.Spec, seed uint64) (*rootnet.Drawing, error) {
	book, err := openings.BuiltIn()
	if err != nil {
		return nil, err
	}
	f, err := testdata.Files.Open(FreshFile)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	fresh, err := openings.Read(f, FreshFile)
	if err != nil {
		return nil, err
	}
	return &rootnet.Drawing{Openings: book, Fresh: fresh, By: by, Seed: seed}, nil
}

// openPositions reads the header of a drawing. It refuses one that this computer would
// draw otherwise.
func openPositions(want *rootnet.Header) (job.Open, error) {
	specs, err := player.ParseSpec(Labeller, player.Defaults{})
	if err != nil {
		return nil, fmt.Errorf("%w: want it installed", err)
	}
	d, err := NewDrawing(&specs[0], want.Seed)
	if err != nil {
		return nil, err
	}
	here, err := d.Header(context.Background())
	if err != nil {
		return nil, err
	}
	if x := want.Difference(&here); x != "" {
		return nil, fmt.Errorf("this computer draws other positions: %s", x)
	}
	return d.Open, nil
}
