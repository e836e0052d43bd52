package rootnet

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/goengine"
)

// freshPlies is the number of random moves of a fresh opening, freshBatch the number of positions
// that are valued at a time.
const (
	freshPlies = 8
	freshBatch = 50
	// freshTries bounds the positions tried for each opening.
	freshTries = 1000
)

// Fresh returns n openings of random moves that a program values at most level centipawns for
// either side, as lines of EPD. They depend on the seed alone. None of them is the position
// after a known opening. more is called with the number of openings so far.
func Fresh(ctx context.Context, by *player.Spec, known []openings.Opening, n, level int, seed uint64, more func(done int)) (lines []string, err error) {
	seen := map[string]bool{}
	for _, o := range known {
		g, err := o.Game()
		if err != nil {
			return nil, err
		}
		seen[g.Key()] = true
	}
	v, err := startValuer(ctx, by)
	if err != nil {
		return nil, err
	}
	defer v.Close()
	r := rand.New(rand.NewPCG(seed, 0xF4E5))
	for tried := 0; len(lines) < n; tried += freshBatch {
		if tried >= freshTries*n {
			return nil, fmt.Errorf("%s: it calls only %d of %d positions level: want another", by.Label, len(lines), tried)
		}
		var fens []string
		for len(fens) < freshBatch {
			g, err := randomGame(r, goengine.StartFEN, freshPlies)
			if err != nil {
				return nil, err
			}
			if g == nil || seen[g.Key()] {
				continue
			}
			seen[g.Key()] = true
			fens = append(fens, g.FEN())
		}
		scores, err := v.values(fens)
		if err != nil {
			return nil, err
		}
		for i, s := range scores {
			if s.ok && int(s.value) <= level && int(s.value) >= -level && len(lines) < n {
				lines = append(lines, fmt.Sprintf("%s id \"FRESH.%03d\"; ce %d;", strings.Join(strings.Fields(fens[i])[:4], " "), len(lines)+1, s.value))
			}
		}
		more(len(lines))
	}
	return lines, nil
}

// randomGame returns a game after random moves, nil if it has ended.
func randomGame(r *rand.Rand, fen string, plies int, moves ...string) (*rules.Game, error) {
	g, err := rules.New(fen, moves...)
	if err != nil {
		return nil, err
	}
	for range plies {
		legal := g.LegalMoves()
		if len(legal) == 0 {
			return nil, nil
		}
		if err := g.Play(legal[r.IntN(len(legal))]); err != nil {
			return nil, err
		}
	}
	if len(g.LegalMoves()) == 0 {
		return nil, nil
	}
	return g, nil
}
