package ladder

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/match"
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
	"github.com/searchex/searchex/cmd/lab/internal/job"
)

// rules ends games that are decided according to both players, which saves a third of the time.
var rules = match.Rules{WinScore: 1000, WinMoves: 4}

// seed determines the order of the openings.
const seed = 1

// Schedule has the pairs of games of a ladder, numbered: a pair of each pairing, then the next pair of
// each. It runs them as jobs.
type Schedule struct {
	plan     *Plan
	met      []*Meeting
	pairings [][2]int // of players, by meeting
	openings []openings.Opening
	games    int // of a pairing
}

// Schedule returns the games of the plan until each pairing has a number of games. Programs that are
// not installed are left out. Games in r of players that have changed are dropped.
func (p *Plan) Schedule(r *Results, games int) (*Schedule, error) {
	from, err := openings.BuiltIn()
	if err != nil {
		return nil, err
	}
	s := &Schedule{plan: p, openings: openings.Shuffle(from, seed), games: games}
	if games > 2*len(from) {
		return nil, fmt.Errorf("%d games: want at most %d, two for each opening", games, 2*len(from))
	}
	prints := make([]string, len(p.Players))
	for i := range p.Players {
		if p.Players[i].Missing != nil {
			continue
		}
		if prints[i], err = p.Players[i].fingerprint(); err != nil {
			return nil, err
		}
	}
	for _, pair := range p.pairings() {
		first, second := &p.Players[pair[0]], &p.Players[pair[1]]
		if first.Missing != nil || second.Missing != nil {
			continue
		}
		want := &Meeting{
			Names:    [2]string{first.Name, second.Name},
			Players:  [2]string{first.Spec.String(), second.Spec.String()},
			Searches: [2]string{prints[pair[0]], prints[pair[1]]},
			Openings: openings.Digest(s.openings), Rules: rules,
		}
		have := r.find(want.Names)
		switch {
		case have == nil:
			have = want
			r.Meetings = append(r.Meetings, want)
		case !have.same(want):
			*have = *want
		}
		s.met, s.pairings = append(s.met, have), append(s.pairings, pair)
	}
	return s, nil
}

// Need returns the numbers of the pairs of games that are missing, in increasing order.
func (s *Schedule) Need() (need []int) {
	for round := 0; 2*round < s.games; round++ {
		for i, m := range s.met {
			if len(m.Games) <= 2*round {
				need = append(need, round*len(s.met)+i)
			}
		}
	}
	return need
}

// Run implements job.Runner: it plays the two games of an opening. Several goroutines may call it.
func (s *Schedule) Run(ctx context.Context, number int) ([]byte, error) {
	if number < 0 || number >= len(s.met)*len(s.openings) {
		return nil, errors.New("there is no such pair of games")
	}
	pair, round := s.pairings[number%len(s.met)], number/len(s.met)
	first, second := &s.plan.Players[pair[0]].Spec, &s.plan.Players[pair[1]].Spec
	result, err := match.Run(ctx, match.Config{
		First: first.Maker(true, uci.Run), Second: second.Maker(true, uci.Run),
		Openings: s.openings[round : round+1], Games: 2, Parallel: 1, Rules: rules,
	})
	if err != nil {
		return nil, err
	}
	var games []Game
	for _, g := range result.Games {
		games = append(games, newGame(g))
	}
	return json.Marshal(games)
}

// Add adds the games of a job to the results.
func (s *Schedule) Add(number int, result []byte) error {
	m := s.met[number%len(s.met)]
	var games []Game
	err := json.Unmarshal(result, &games)
	switch round := number / len(s.met); {
	case err == nil && len(games) != 2:
		err = fmt.Errorf("%d games: want 2", len(games))
	case err == nil && len(m.Games) != 2*round:
		err = fmt.Errorf("pair %d of %s and %s, which have %d games", round+1, m.Names[0], m.Names[1], len(m.Games))
	}
	if err == nil {
		with := *m
		with.Games = append(slices.Clone(m.Games), games...)
		if err = with.check(); err == nil {
			*m = with
			return nil
		}
	}
	return &job.Malformed{Err: fmt.Errorf("job %d: %w", number, err)}
}

// Known returns the hash of the result of a job whose games are in the results.
func (s *Schedule) Known(number int) (hash [sha256.Size]byte, ok bool) {
	if number < 0 || len(s.met) == 0 {
		return hash, false
	}
	m, first := s.met[number%len(s.met)], 2*(number/len(s.met))
	if len(m.Games) < first+2 {
		return hash, false
	}
	b, err := json.Marshal(m.Games[first : first+2])
	return sha256.Sum256(b), err == nil
}

// Piece returns the name of the games of a job: the players and the pair, from 1.
func (s *Schedule) Piece(number int) string {
	m := s.met[number%len(s.met)]
	return fmt.Sprintf("%s - %s, %d", m.Names[0], m.Names[1], number/len(s.met)+1)
}

// Withdraw removes pieces from the results, and what the same players have played after them.
func (s *Schedule) Withdraw(pieces []string) {
	for i, m := range s.met {
		for round := range len(m.Games) / 2 {
			if slices.Contains(pieces, s.Piece(round*len(s.met)+i)) {
				m.Games = m.Games[:2*round]
				break
			}
		}
	}
}

// Terms identify the pairs of games of a schedule: those of equal terms have the same results.
type Terms struct {
	Quick    bool        `json:"quick,omitempty"`
	Entrants [][2]string `json:"entrants"` // names of the players and fingerprints of their searches
	Openings string      `json:"openings"`
}

// Terms returns the terms of the schedule.
func (s *Schedule) Terms() Terms {
	t := Terms{Quick: s.plan.All, Openings: openings.Digest(s.openings)}
	in := map[int]string{}
	for i, pair := range s.pairings {
		for side, at := range pair {
			in[at] = s.met[i].Searches[side]
		}
	}
	for i := range s.plan.Players {
		if search, ok := in[i]; ok {
			t.Entrants = append(t.Entrants, [2]string{s.plan.Players[i].Name, search})
		}
	}
	return t
}

// Open returns the schedule with the given terms. It returns an error if this computer has not the
// same players.
func (t *Terms) Open() (*Schedule, error) {
	p, err := Full()
	if t.Quick {
		p, err = Quick()
	}
	if err != nil {
		return nil, err
	}
	want := map[string]string{}
	for _, e := range t.Entrants {
		want[e[0]] = e[1]
	}
	for i := range p.Players {
		w := &p.Players[i]
		search, ok := want[w.Name]
		delete(want, w.Name)
		if !ok {
			w.Missing = errors.New("it is left out there")
			continue
		}
		if w.Missing != nil {
			return nil, fmt.Errorf("%s: %w", w.Name, w.Missing)
		}
		if here, err := w.fingerprint(); err != nil {
			return nil, err
		} else if here != search {
			return nil, fmt.Errorf("%s: its searches are %q there, %q here", w.Name, search, here)
		}
	}
	for name := range want {
		return nil, fmt.Errorf("%q is not a player of the ladder", name)
	}
	s, err := p.Schedule(&Results{}, 2)
	if err == nil && openings.Digest(s.openings) != t.Openings {
		err = fmt.Errorf("openings %q there, %q here", t.Openings, openings.Digest(s.openings))
	}
	return s, err
}
