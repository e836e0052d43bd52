package match

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/match/journal"
)

// Header identifies the match of a state file. It has everything on which the games
// depend, and nothing else: not their number, for example.
type Header struct {
	Version int `json:"searchex_match"`
	// RoundRobin reports that all players meet each other. Otherwise each meets the last.
	RoundRobin bool `json:"round_robin,omitempty"`
	// Players has the specs of the players.
	Players []string `json:"players"`
	// Names has the players' names in tables.
	Names []string `json:"names"`
	// Searches has the fingerprints of the engines in this process.
	Searches []string `json:"searches"`
	Openings string   `json:"openings"`
	Seed     uint64   `json:"seed"`
	Rules    Rules    `json:"rules"`
	Time     string   `json:"time"`
}

// Pairings returns the pairs of players that meet, in order.
func (h *Header) Pairings() [][2]int { return Pairings(len(h.Players), h.RoundRobin) }

// Pairings returns the pairs of players that meet: each player and the last, or all
// pairs, in rounds, so that even an interrupted tournament has games of every player.
func Pairings(players int, roundRobin bool) (all [][2]int) {
	last := players - 1
	if !roundRobin {
		for i := range last {
			all = append(all, [2]int{i, last})
		}
		return all
	}
	// Berger's tables: the last player stays, the others rotate. With an odd number of
	// players, the last one doesn't exist.
	n := players + players%2
	for round := range n - 1 {
		for k := range n / 2 {
			a, b := (round+k)%(n-1), (round+n-1-k)%(n-1)
			if k == 0 {
				b = n - 1
			}
			if max(a, b) < players {
				all = append(all, [2]int{min(a, b), max(a, b)})
			}
		}
	}
	return all
}

// stateVersion is the version of the file's format.
const stateVersion = 2

// difference describes the difference between two headers, "" if there is none.
func (h *Header) difference(o *Header) string {
	fields := []journal.Field{
		{What: "version", There: h.Version, Now: o.Version}, {What: "round robin", There: h.RoundRobin, Now: o.RoundRobin},
	}
	fields = append(fields, each("players", h.Players, o.Players)...)
	fields = append(fields, each("names", h.Names, o.Names)...)
	fields = append(fields,
		journal.Field{What: "openings", There: h.Openings, Now: o.Openings}, journal.Field{What: "seed", There: h.Seed, Now: o.Seed},
		journal.Field{What: "rules", There: h.Rules, Now: o.Rules}, journal.Field{What: "time", There: h.Time, Now: o.Time})
	return journal.Difference(append(fields, each("searches (the engines have changed)", h.Searches, o.Searches)...))
}

// each returns the elements of two lists as fields if the lists have the same length, so
// that only the elements that differ are shown.
func each(what string, old, new []string) []journal.Field {
	if len(old) != len(new) {
		return []journal.Field{{What: what, There: old, Now: new}}
	}
	var all []journal.Field
	for i := range old {
		all = append(all, journal.Field{What: what, There: old[i], Now: new[i]})
	}
	return all
}

// record is a game as a line of a state file.
type record struct {
	Pairing      int       `json:"pairing"`
	Game         int       `json:"game"` // from 1
	Opening      string    `json:"opening"`
	FEN          string    `json:"fen"`
	White        string    `json:"white"`
	Black        string    `json:"black"`
	FirstIsWhite bool      `json:"first_is_white"`
	Result       string    `json:"result"`
	End          rules.End `json:"end"`
	Detail       string    `json:"detail,omitempty"`
	Plies        int       `json:"plies"`
	Moves        string    `json:"moves"`
	Date         string    `json:"date"`
	Seconds      float64   `json:"seconds"`
	Asked        [2]int    `json:"moves_asked"` // of White and Black, as below
	Nodes        [2]uint64 `json:"nodes"`
	Cycles       [2]uint64 `json:"cycles"`
	Clock        [2]string `json:"clock"` // durations on the players' clocks
	TimeControls [2]string `json:"time_controls"`
	// Comments has the comment of each move in PGN.
	Comments []string `json:"comments"`
	// MoveNodes has the nodes of each move. Old files have none.
	MoveNodes []uint64 `json:"move_nodes,omitempty"`
}

func newRecord(pairing int, g Game) record {
	r := record{
		Pairing: pairing, Game: g.Index + 1, Opening: g.Opening.Name, FEN: g.Opening.FEN,
		White: g.White, Black: g.Black, FirstIsWhite: g.FirstIsWhite, Result: g.Result, End: g.End, Detail: g.Detail,
		Plies: len(g.Moves), Moves: strings.Join(g.Moves, " "), Date: g.Date, Seconds: g.Elapsed.Seconds(),
		TimeControls: g.TimeControls, Comments: g.Comments, MoveNodes: g.Nodes,
	}
	for i, s := range g.Spent {
		r.Asked[i], r.Nodes[i], r.Cycles[i], r.Clock[i] = s.Moves, s.Nodes, s.Cycles, s.Time.String()
	}
	return r
}

// game returns the game of the record. It returns an error for an illegal game.
func (r *record) game(from []openings.Opening) (Game, error) {
	g := Game{
		Index: r.Game - 1, White: r.White, Black: r.Black, FirstIsWhite: r.FirstIsWhite,
		Moves: strings.Fields(r.Moves), Result: r.Result, End: r.End, Detail: r.Detail, Date: r.Date,
		Elapsed: time.Duration(r.Seconds * float64(time.Second)), TimeControls: r.TimeControls, Comments: r.Comments, Nodes: r.MoveNodes,
	}
	switch {
	case r.Game < 1 || r.Pairing < 0:
		return g, fmt.Errorf("game %d of pairing %d", r.Game, r.Pairing)
	case !(r.Seconds >= 0 && r.Seconds < 1e9):
		return g, fmt.Errorf("%g seconds", r.Seconds)
	}
	g.Opening = from[g.Index/2%len(from)]
	switch {
	case r.Result != rules.WhiteWins && r.Result != rules.BlackWins && r.Result != rules.Draw:
		return g, fmt.Errorf("result %q", r.Result)
	case r.FirstIsWhite != (g.Index%2 == 0):
		return g, errors.New("the colours are wrong")
	case r.FEN != g.Opening.FEN || len(g.Moves) < len(g.Opening.Moves):
		return g, errors.New("another opening")
	}
	if err := rules.Check(g.Opening.FEN, g.Moves); err != nil {
		return g, err
	}
	if len(g.Comments) != len(g.Moves) {
		return g, fmt.Errorf("%d comments on %d moves", len(g.Comments), len(g.Moves))
	}
	if g.Nodes != nil && len(g.Nodes) != len(g.Moves) {
		return g, fmt.Errorf("nodes of %d moves of %d", len(g.Nodes), len(g.Moves))
	}
	for i := range g.Spent {
		g.Spent[i] = Spent{Moves: r.Asked[i], Nodes: r.Nodes[i], Cycles: r.Cycles[i]}
		var err error
		if g.Spent[i].Time, err = time.ParseDuration(r.Clock[i]); err != nil || g.Spent[i].Time < 0 || r.Asked[i] < 0 {
			return g, fmt.Errorf("%d moves in %q", r.Asked[i], r.Clock[i])
		}
	}
	return g, nil
}

// State is a state file of a match: a header and a line for every game.
type State struct {
	*journal.Journal
	// Played has the games that the file had when it was opened, by pairing.
	Played map[int][]Game
}

// work identifies state files of matches.
var work = journal.Work{Name: "match", Key: "searchex_match"}

// CreateState creates a state file. It returns an error if the file exists.
func CreateState(path string, h Header) (*State, error) {
	h.Version = stateVersion
	j, err := journal.Create(path, work, h)
	if err != nil {
		return nil, err
	}
	return &State{Journal: j, Played: map[int][]Game{}}, nil
}

// OpenState opens the state file of the match that h describes. It returns an error if
// the file is of another match, and creates it if it doesn't exist or is empty.
func OpenState(path string, h Header, from []openings.Opening) (*State, error) {
	h.Version = stateVersion
	s := &State{Played: map[int][]Game{}}
	seen := map[[2]int]bool{}
	pairings := len(h.Pairings())
	var err error
	s.Journal, err = journal.Open(path, work, h, func(old Header) string { return old.difference(&h) }, func(line []byte) error {
		return s.loadGame(line, from, pairings, seen)
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// loadGame reads a line. seen has the pairings and games of earlier lines.
func (s *State) loadGame(text []byte, from []openings.Opening, pairings int, seen map[[2]int]bool) error {
	var r record
	if err := json.Unmarshal(text, &r); err != nil {
		return fmt.Errorf("not a game: %w", err)
	}
	g, err := r.game(from)
	if err != nil {
		return fmt.Errorf("game %d of pairing %d: %w", r.Game, r.Pairing, err)
	}
	if r.Pairing >= pairings {
		return fmt.Errorf("pairing %d does not exist", r.Pairing)
	}
	at := [2]int{r.Pairing, r.Game}
	if seen[at] {
		return fmt.Errorf("game %d of pairing %d stands twice", r.Game, r.Pairing)
	}
	seen[at] = true
	s.Played[r.Pairing] = append(s.Played[r.Pairing], g)
	return nil
}

// Add writes a game.
func (s *State) Add(pairing int, g Game) error { return s.Journal.Add(newRecord(pairing, g)) }

// WithdrawGames removes games from the state file. Their places, pairing/game from 0, are the
// keys of gone.
func (c *Contest) WithdrawGames(gone map[[2]int]bool) error {
	if c.state == nil {
		return nil
	}
	for i, all := range c.state.Played {
		c.state.Played[i] = slices.DeleteFunc(all, func(g Game) bool { return gone[[2]int{i, g.Index}] })
	}
	return c.state.Rewrite(context.Background(), func(lines [][]byte) [][]byte {
		return slices.DeleteFunc(lines, func(line []byte) bool { return gone[place(line)] })
	})
}

// OrderGames puts the games of the state file in order.
func (c *Contest) OrderGames() error {
	if c.state == nil {
		return nil
	}
	return c.state.Rewrite(context.Background(), func(lines [][]byte) [][]byte {
		slices.SortStableFunc(lines, func(a, b []byte) int {
			x, y := place(a), place(b)
			return cmp.Or(cmp.Compare(x[0], y[0]), cmp.Compare(x[1], y[1]))
		})
		return lines
	})
}

// place returns pairing and game of a line of a state file, from 0.
func place(line []byte) [2]int {
	var r struct{ Pairing, Game int }
	_ = json.Unmarshal(line, &r) // it was read before
	return [2]int{r.Pairing, r.Game - 1}
}
