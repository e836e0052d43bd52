package sex

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/match"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
	"github.com/searchex/searchex/goengine"
)

// pairing has two profiles that meet, and their cycles a move.
type pairing struct {
	first, second string
	cycles        uint64
}

func (x *pairing) what() string {
	return fmt.Sprintf("match %s : %s at %d cycles", x.first, x.second, x.cycles)
}

// planMatches plans a number of games of each pairing, some pairs of games for each job.
func (p *Plan) planMatches(all []pairing, games int) {
	for _, x := range all {
		for from := 0; from+p.Chunk <= games; from += p.Chunk {
			p.add(x.what(), fmt.Sprintf("games %d to %d", from+1, from+p.Chunk), func(w *worker) (Record, error) {
				m, err := p.play(w, &x, from)
				return Record{Match: m}, err
			}, x.first, x.second)
		}
	}
}

// once returns a spec that sets each number once, as a player's spec requires.
func (p *Plan) once(spec string) string {
	name, _, _ := strings.Cut(spec, ",")
	base, _ := goengine.ProfileByName(name)
	return strings.Join(append([]string{name}, p.profile(spec).Changes(base)...), ",")
}

// play plays a job's games.
func (p *Plan) play(w *worker, x *pairing, from int) (*Match, error) {
	var makers []player.Maker
	for _, spec := range []string{x.first, x.second} {
		all, err := player.ParseSpec(fmt.Sprintf("%s:%s,cycles=%d", Engine, p.once(spec), x.cycles), player.Defaults{})
		if err != nil {
			return nil, err
		}
		makers = append(makers, all[0].Maker(true, uci.Run))
	}
	r, err := match.Run(w.ctx, match.Config{
		First: makers[0], Second: makers[1], Openings: p.openings[from/2 : (from+p.Chunk)/2], Games: p.Chunk, Parallel: 1, Rules: matchRules,
	})
	if err != nil {
		return nil, err
	}
	m := &Match{Pairs: r.Pairs, Score: [3]int{r.Score.Wins, r.Score.Draws, r.Score.Losses}, Faults: len(r.Faults)}
	for i, s := range r.Spent {
		m.Nodes[i], m.Asked[i] = s.Nodes, s.Moves
	}
	return m, nil
}
