package match

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/match/stats"
	"github.com/searchex/searchex/cmd/internal/report"
)

// Contest is a set of matches with the same rules and openings: each player
// against one opponent, or all against all.
type Contest struct {
	// Players are all who play. Without RoundRobin the last one is the opponent
	// of the others.
	Players    []player.Spec
	RoundRobin bool
	Anchor     Anchor
	Openings   []openings.Opening
	// Seed decides the order of the openings.
	Seed  uint64
	Rules Rules
	SPRT  *stats.SPRT
	// Games is the number of games of a match, Parallel how many are played at a
	// time, 0 for one a processor.
	Games, Parallel int
	// Emulated makes the engines here play by the machines' clocks.
	Emulated bool

	pairings [][2]int
	state    *State
	pgn      *PGNFile
}

// maxPlayers keeps the number of matches of a round robin below 20,000.
const maxPlayers = 200

// Enter reads the players, and who meets whom. Without RoundRobin each player
// meets the opponent; two players without an opponent meet each other.
func (c *Contest) Enter(players []string, opponent string, d player.Defaults) error {
	switch {
	case c.RoundRobin || opponent != "":
	case len(players) == 2:
		players, opponent = players[:1], players[1]
	default:
		return fmt.Errorf("%s: want two, or --against PLAYER, or --round-robin", report.Plural(len(players), "player"))
	}
	for _, text := range players {
		some, err := player.ParseSpec(text, d)
		if err != nil {
			return err
		}
		c.Players = append(c.Players, some...)
	}
	if !c.RoundRobin {
		some, err := player.ParseSpec(opponent, d)
		if err != nil {
			return err
		}
		if len(some) != 1 {
			return fmt.Errorf("player %q: an opponent must be one", opponent)
		}
		c.Players = append(c.Players, some[0])
	}
	if n := len(c.Players); n < 2 || n > maxPlayers {
		return fmt.Errorf("%s: want 2 to %d", report.Plural(n, "player"), maxPlayers)
	}
	c.pairings = Pairings(len(c.Players), c.RoundRobin)
	return c.label()
}

// label adds its file to the name of a guest that a player of another file has too, then
// its limit to the name of a player that another player has too. The opponent may be the
// same player as another.
func (c *Contest) label() error {
	count := map[string]int{}
	for _, s := range c.Players {
		count[s.Label]++
		count[s.Label+"\x00"+s.File()]++
	}
	for i := range c.Players {
		s := &c.Players[i]
		if file := s.File(); file != "" && count[s.Label] > count[s.Label+"\x00"+file] {
			s.Label += " (" + file + ")"
		}
	}
	clear(count)
	for _, s := range c.Players {
		count[s.Label]++
	}
	for i := range c.Players {
		s := &c.Players[i]
		if count[s.Label] > 1 {
			if limit := s.Limit(); limit != "" {
				s.Label += "," + limit
			}
		}
	}
	distinct := c.Players
	if !c.RoundRobin {
		distinct = distinct[:len(distinct)-1]
	}
	seen := map[string]bool{}
	for _, s := range distinct {
		if seen[s.Label] {
			return fmt.Errorf("player %q stands twice", s.Label)
		}
		seen[s.Label] = true
	}
	return nil
}

// ReadAnchor reads "PLAYER=ELO", the rating of a player in the list.
func (c *Contest) ReadAnchor(text string) error {
	at := strings.LastIndexByte(text, '=')
	if at < 0 {
		return errors.New("want PLAYER=ELO")
	}
	name := text[:at]
	elo, err := strconv.ParseFloat(text[at+1:], 64)
	if err != nil || !(elo >= -10_000 && elo <= 10_000) {
		return errors.New("want a rating from -10000 to 10000")
	}
	for i, s := range c.Players {
		if s.Label == name {
			c.Anchor = Anchor{Player: i, Elo: elo}
			return nil
		}
	}
	return fmt.Errorf("no player is called %q: want one of %s", name, strings.Join(c.Names(), ", "))
}

// Names returns the players' names in tables.
func (c *Contest) Names() (all []string) {
	for _, s := range c.Players {
		all = append(all, s.Label)
	}
	return all
}

// Header returns what identifies the contest in its state file.
func (c *Contest) Header() (Header, error) {
	h := Header{RoundRobin: c.RoundRobin, Openings: openings.Digest(c.Openings), Seed: c.Seed, Rules: c.Rules, Time: "wall"}
	if c.Emulated {
		h.Time = "emulated"
	}
	for _, s := range c.Players {
		h.Players = append(h.Players, s.String())
		h.Names = append(h.Names, s.Label)
		f, err := s.Fingerprint()
		if err != nil {
			return h, fmt.Errorf("%s: %w", s.Label, err)
		}
		h.Searches = append(h.Searches, f)
	}
	return h, nil
}

// KeepState writes each game to a state file from now on. With resume the games
// in the file count as played.
func (c *Contest) KeepState(path string, h Header, resume bool) (err error) {
	if !resume {
		c.state, err = CreateState(path, h)
		return err
	}
	if c.state, err = OpenState(path, h, c.Openings); err != nil {
		return err
	}
	for i := range c.pairings {
		for _, g := range c.played(i) {
			if g.Index >= c.Games {
				return fmt.Errorf("--games %d: %s holds game %d already: want at least as many as before", c.Games, path, g.Index+1)
			}
		}
	}
	return nil
}

// KeepPGN appends each game to a PGN file from now on. No file in others, by
// the flags that name them, may be the same.
func (c *Contest) KeepPGN(ctx context.Context, path string, others map[string]*string) (err error) {
	if c.pgn, err = OpenPGN(ctx, path); err != nil {
		return err
	}
	for flag, file := range others {
		if file != nil && c.pgn.Is(*file) {
			return fmt.Errorf("--pgn %s: is the file of %s %s: want one of its own", path, flag, *file)
		}
	}
	return nil
}

// CompletePGN appends the games of the state file that the PGN file lacks.
func (c *Contest) CompletePGN() error {
	if c.pgn == nil {
		return nil
	}
	for i := range c.pairings {
		if err := c.pgn.Complete(c.event(i), c.played(i)); err != nil {
			return err
		}
	}
	return nil
}

// Matches returns the number of matches, and how many games of them have been
// played before.
func (c *Contest) Matches() (n, played int) {
	for i := range c.pairings {
		played += len(c.played(i))
	}
	return len(c.pairings), played
}

// Close closes the files.
func (c *Contest) Close() {
	if c.state != nil {
		c.state.Close()
	}
	if c.pgn != nil {
		c.pgn.Close()
	}
}

// played returns the games of a match that the state file held.
func (c *Contest) played(i int) []Game {
	if c.state == nil {
		return nil
	}
	return c.state.Played[i]
}

// event returns what a match is called in a PGN.
func (c *Contest) event(i int) string {
	return c.Players[c.pairings[i][0]].Label + " - " + c.Players[c.pairings[i][1]].Label
}

// Play plays match i and keeps its games.
func (c *Contest) Play(ctx context.Context, i int, onScore func(Result)) (Result, error) {
	first, second := c.makers(i)
	return Run(ctx, Config{
		First:    first,
		Second:   second,
		Openings: c.Openings,
		Games:    c.Games,
		Played:   c.played(i),
		Parallel: c.Parallel,
		Rules:    c.Rules,
		SPRT:     c.SPRT,
		OnScore:  onScore,
		OnGame: func(g Game) error {
			if c.state != nil {
				if err := c.state.Add(i, g); err != nil {
					return err
				}
			}
			if c.pgn != nil {
				return c.pgn.Add(c.event(i), g)
			}
			return nil
		},
	})
}

// Standings returns the rating list of a round robin.
func (c *Contest) Standings(results []Result) ([]Standing, error) {
	return Standings(c.Names(), c.pairings, results, c.Anchor)
}

// Describe returns the players with their limits.
func (c *Contest) Describe() string {
	var all []string
	for i := range c.Players {
		s := &c.Players[i]
		text := s.Label
		if l := s.Limit(); l != "" && !strings.HasSuffix(s.Label, l) {
			text += " " + l
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}
