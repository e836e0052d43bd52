package ladder

import (
	"context"
	"fmt"
	"slices"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/match"
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
)

// rules ends games that are decided according to both players, which saves a third of the time.
var rules = match.Rules{WinScore: 1000, WinMoves: 4}

// seed determines the order of the openings.
const seed = 1

// Play plays until each pairing has a number of games: a pair of games of each pairing, then the
// next pair of each. It calls keep after every pair of games, and progress before it with the number
// of pairs done and to do. Programs that are not installed are left out. Games of players that have
// changed are dropped. When ctx ends, the results have the games played so far.
func (p *Plan) Play(ctx context.Context, r *Results, games, parallel int, progress func(done, of int), keep func() error) error {
	from, err := openings.BuiltIn()
	if err != nil {
		return err
	}
	from = openings.Shuffle(from, seed)
	if games > 2*len(from) {
		return fmt.Errorf("%d games: want at most %d, two for each opening", games, 2*len(from))
	}
	prints := make([]string, len(p.Players))
	for i := range p.Players {
		if p.Players[i].Missing != nil {
			continue
		}
		if prints[i], err = p.Players[i].fingerprint(); err != nil {
			return err
		}
	}
	var met []*Meeting
	var pairings [][2]int
	done, of := 0, 0
	for _, pair := range p.pairings() {
		first, second := &p.Players[pair[0]], &p.Players[pair[1]]
		if first.Missing != nil || second.Missing != nil {
			continue
		}
		want := &Meeting{
			Names:    [2]string{first.Name, second.Name},
			Players:  [2]string{first.Spec.String(), second.Spec.String()},
			Searches: [2]string{prints[pair[0]], prints[pair[1]]},
			Openings: openings.Digest(from), Rules: rules,
		}
		have := r.find(want.Names)
		switch {
		case have == nil:
			have = want
			r.Meetings = append(r.Meetings, want)
		case !have.same(want):
			*have = *want
		}
		met, pairings = append(met, have), append(pairings, pair)
		of += max(games-len(have.Games), 0) / 2
	}
	for round := 0; 2*round < games; round++ {
		for i, m := range met {
			if len(m.Games) > 2*round {
				continue
			}
			progress(done, of)
			if err := p.playPair(ctx, m, pairings[i], from[round:round+1], min(parallel, 2)); err != nil {
				return err
			}
			done++
			if err := keep(); err != nil {
				return err
			}
		}
	}
	return nil
}

// playPair plays the two games of an opening.
func (p *Plan) playPair(ctx context.Context, m *Meeting, pair [2]int, from []openings.Opening, parallel int) error {
	first, second := &p.Players[pair[0]].Spec, &p.Players[pair[1]].Spec
	result, err := match.Run(ctx, match.Config{
		First: first.Maker(true, uci.Run), Second: second.Maker(true, uci.Run),
		Openings: from, Games: 2, Parallel: parallel, Rules: rules,
	})
	if err != nil {
		return err
	}
	games := slices.Clone(m.Games)
	for _, g := range result.Games {
		games = append(games, newGame(g))
	}
	m.Games = games
	return nil
}
