package match

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/searchex/searchex/testdata"
)

// Opening is where a game starts: a position and moves from there, so that
// the players know the game's history.
type Opening struct {
	Name  string
	FEN   string
	Moves []string // UCI

	ready *referee // after the moves; nil: not prepared
}

// BuiltInOpenings returns the openings of testdata/openings.txt.
func BuiltInOpenings() ([]Opening, error) {
	f, err := testdata.Files.Open("openings.txt")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadOpenings(f)
}

// prepare plays the moves once for all games to come.
func (o *Opening) prepare() error {
	o.ready = nil
	r, err := newReferee(*o)
	if err != nil {
		return err
	}
	o.ready = r
	return nil
}

// Position returns the FEN of the position after the opening's moves.
func (o Opening) Position() (string, error) {
	r, err := newReferee(o)
	if err != nil {
		return "", err
	}
	return r.pos.String(), nil
}

// Shuffle returns the openings in an order that is a matter of the seed: a
// short match then meets every kind, though a file has them in families.
func Shuffle(all []Opening, seed uint64) []Opening {
	mixed := make([]Opening, len(all))
	for i, j := range rand.New(rand.NewPCG(seed, 0x5EA4C4E8)).Perm(len(all)) {
		mixed[i] = all[j]
	}
	return mixed
}

// Digest tells lists of openings apart, their order included.
func Digest(openings []Opening) string {
	h := sha256.New()
	for _, o := range openings {
		fmt.Fprintf(h, "%s|%s\n", o.FEN, strings.Join(o.Moves, " "))
	}
	return fmt.Sprintf("%d openings, sha256 %.8x", len(openings), h.Sum(nil))
}
