// Package openings reads the positions and lines from which games begin.
package openings

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/testdata"
)

// Opening is where a game starts: a position and moves from there, so that
// the players know the game's history.
type Opening struct {
	Name  string
	FEN   string
	Moves []string // UCI

	played *rules.Game // after the moves, once they have been played
}

// BuiltIn returns the openings of testdata/openings.txt.
func BuiltIn() ([]Opening, error) {
	all, err := readBuiltIn()
	return slices.Clone(all), err
}

var readBuiltIn = sync.OnceValues(func() ([]Opening, error) {
	return Read(strings.NewReader(testdata.Openings), "openings.txt")
})

// Game returns a new game in which the opening's moves have been played.
func (o Opening) Game() (*rules.Game, error) {
	if o.played != nil {
		return o.played.Clone(), nil
	}
	g, err := rules.New(o.FEN, o.Moves...)
	if err != nil {
		return nil, o.wrong(err)
	}
	return g, nil
}

// maxName is the number of characters of a name that errors show.
const maxName = 60

// Shuffle returns the openings in a random order that depends on the seed alone.
// Files list openings by family; shuffled, a short match meets every family.
func Shuffle(all []Opening, seed uint64) []Opening {
	mixed := make([]Opening, len(all))
	for i, j := range rand.New(rand.NewPCG(seed, 0x5EA4C4E8)).Perm(len(all)) {
		mixed[i] = all[j]
	}
	return mixed
}

// Digest returns a hash of the openings in their order.
func Digest(openings []Opening) string {
	h := sha256.New()
	for _, o := range openings {
		fmt.Fprintf(h, "%s|%s\n", o.FEN, strings.Join(o.Moves, " "))
	}
	return fmt.Sprintf("%d openings, sha256 %.8x", len(openings), h.Sum(nil))
}
