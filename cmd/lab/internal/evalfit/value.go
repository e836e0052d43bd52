package evalfit

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"runtime"

	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/pool"
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
	"github.com/searchex/searchex/goengine"
)

// Value has a player score positions, each as in a new game, so that no score depends on
// those before. Positions with a mate, or without a move, get none and are left out.
// progress is called with the number of positions done.
func Value(ctx context.Context, positions []Position, by *player.Spec, progress func(done int)) ([]Valued, error) {
	var players []player.Player
	for range min(runtime.GOMAXPROCS(0), len(positions)) {
		p := by.Maker(true, uci.Run)()
		players = append(players, p)
		defer p.Close()
		defer context.AfterFunc(ctx, func() { p.Close() })()
	}
	free := make(chan player.Player, len(players))
	for _, p := range players {
		free <- p
	}
	var all []Valued
	err := pool.Each(ctx, len(players), len(positions), func() (player.Player, error) { return <-free, nil }, func(p player.Player, i int) (player.Reply, error) {
		return score(p, by.Label, positions[i].At)
	}, func(i int, r player.Reply) error {
		if r.Scored && r.Mate == 0 {
			all = append(all, Valued{Position: positions[i], Score: r.Score})
		}
		progress(i + 1)
		return nil
	})
	return all, err
}

// score returns a player's reply in a position. It has no score if the position has no move.
func score(p player.Player, name, fen string) (player.Reply, error) {
	if at, err := goengine.ParseFEN(fen); err != nil || len(at.LegalMoves()) == 0 {
		return player.Reply{}, err
	}
	if err := p.NewGame(); err != nil {
		return player.Reply{}, fmt.Errorf("%s: %w", name, err)
	}
	r, err := p.Move(player.Turn{FEN: fen})
	if err != nil {
		err = fmt.Errorf("%s: fen %q: %w", name, fen, err)
	}
	return r, err
}

// Examples returns an example for each valued position.
func Examples(values []Valued) ([]Example, error) {
	all := make([]Example, len(values))
	for i, v := range values {
		var err error
		if all[i], err = NewExample(v); err != nil {
			return nil, fmt.Errorf("position %d: %w", i+1, err)
		}
	}
	return all, nil
}

// FormatValues returns a file of values, which ReadValues reads.
func FormatValues(all []Valued) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	for _, v := range all {
		if err := e.Encode(v); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}
