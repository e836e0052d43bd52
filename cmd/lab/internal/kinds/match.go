package kinds

import (
	"context"
	"errors"
	"fmt"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/match"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/lab/internal/job"
)

// MatchKind is the kind of jobs that play a game.
const MatchKind = "match"

// MaxGames is the greatest number of games of a pairing.
const MaxGames = 1_000_000

// Match are the parameters of a contest. Job i is game i%Games of pairing i/Games; its
// result is the game's line in a state file.
type Match struct {
	// Players are as on the command line, with their defaults: built-in engines with
	// limits other than time. Opponent and RoundRobin are as in match.Contest.
	Players    []string        `json:"players"`
	Opponent   string          `json:"opponent,omitempty"`
	RoundRobin bool            `json:"round_robin,omitempty"`
	Defaults   player.Defaults `json:"defaults"`
	Openings   []Opening       `json:"openings"`
	Rules      match.Rules     `json:"rules"`
	Games      int             `json:"games"`
}

// Opening is an opening in the parameters.
type Opening struct {
	Name  string   `json:"name,omitempty"`
	FEN   string   `json:"fen"`
	Moves []string `json:"moves,omitempty"`
}

// NewOpenings returns openings as parameters.
func NewOpenings(from []openings.Opening) (all []Opening) {
	for _, o := range from {
		all = append(all, Opening{o.Name, o.FEN, o.Moves})
	}
	return all
}

// Contest returns the contest. It returns an error for players whose games don't repeat
// everywhere: programs, and engines with clocks.
func (m *Match) Contest() (*match.Contest, error) {
	if m.Games < 1 || m.Games > MaxGames || len(m.Openings) == 0 {
		return nil, fmt.Errorf("%d games from %d openings: want 1 to %d from at least one", m.Games, len(m.Openings), MaxGames)
	}
	c := &match.Contest{RoundRobin: m.RoundRobin, Rules: m.Rules, Games: m.Games, Emulated: true}
	for _, o := range m.Openings {
		opening := openings.Opening{Name: o.Name, FEN: o.FEN, Moves: o.Moves}
		if _, err := opening.Game(); err != nil {
			return nil, err
		}
		c.Openings = append(c.Openings, opening)
	}
	if err := c.Enter(m.Players, m.Opponent, m.Defaults); err != nil {
		return nil, err
	}
	return c, Repeats(c.Players)
}

// Repeats returns an error for a player whose games are not the same on each computer.
func Repeats(players []player.Spec) error {
	for i := range players {
		s := &players[i]
		switch {
		case s.Engine == "":
			return fmt.Errorf("player %s: is a program: want a built-in engine, whose games repeat on any computer (searchex match plays programs)", s.Label)
		case s.MoveTime > 0 || s.Control.Clocked() || s.Control.PerMove > 0 || s.Elo > 0:
			return fmt.Errorf("player %s: plays by a clock or a level: want nodes=, sx=, depth= or cycles=, with which games repeat on any computer", s.Label)
		}
	}
	return nil
}

// open returns what opens runners of the contest.
func (m *Match) open() (job.Open, error) {
	if _, err := m.Contest(); err != nil {
		return nil, err
	}
	return func() (job.Runner, error) {
		c, err := m.Contest()
		return &matchRunner{contest: c, seats: map[int]*match.Seat{}}, err
	}, nil
}

type matchRunner struct {
	contest *match.Contest
	seats   map[int]*match.Seat // by pairing
}

// Run implements job.Runner.
func (r *matchRunner) Run(ctx context.Context, number int) ([]byte, error) {
	pairing, game := number/r.contest.Games, number%r.contest.Games
	if n, _ := r.contest.Matches(); number < 0 || pairing >= n {
		return nil, errors.New("there is no such game")
	}
	s := r.seats[pairing]
	if s == nil {
		s = r.contest.Seat(pairing)
		r.seats[pairing] = s
	}
	return s.Play(ctx, game)
}
