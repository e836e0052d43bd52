package ladder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/match"
	"github.com/searchex/searchex/cmd/internal/match/stats"
)

// Results has all games played so far, by pairing.
type Results struct {
	Meetings []*Meeting
}

// Meeting has the games of two players: a line of the file.
type Meeting struct {
	// Names, Players and Searches are the names, settings and fingerprints of both players. Games
	// with different ones don't count.
	Names    [2]string `json:"names"`
	Players  [2]string `json:"players"`
	Searches [2]string `json:"searches"`
	// Openings identifies the list of openings. Game i has opening i/2, and the first player has
	// White if i is even. Rules are those that ended games in addition to the rules of chess.
	Openings string      `json:"openings"`
	Rules    match.Rules `json:"rules"`
	Games    []Game      `json:"games"`
}

// Game is a game that was played to its end.
type Game struct {
	Result string `json:"r"` // of the first player: won, drawn, lost
	Plies  int    `json:"p"`
	// Moves is a hash of the moves, to distinguish games.
	Moves string `json:"m"`
	// Nodes has the nodes of both players, Asked the number of moves for which they searched.
	Nodes [2]uint64 `json:"n"`
	Asked [2]int    `json:"a"`
	Fault string    `json:"fault,omitempty"`
}

const (
	won, drawn, lost = "won", "drawn", "lost"
)

// newGame converts a game.
func newGame(g match.Game) Game {
	h := fnv.New64a()
	fmt.Fprint(h, g.Opening.FEN, g.Moves)
	r := match.Tally("", "", []match.Game{g})
	game := Game{
		Result: [3]string{lost, drawn, won}[2*r.Score.Wins+r.Score.Draws],
		Plies:  len(g.Moves), Moves: fmt.Sprintf("%016x", h.Sum64()), Fault: strings.Join(r.Faults, "; "),
	}
	for i, s := range r.Spent {
		game.Nodes[i], game.Asked[i] = s.Nodes, s.Moves
	}
	return game
}

// points returns the first player's half points.
func (g *Game) points() int { return map[string]int{won: 2, drawn: 1, lost: 0}[g.Result] }

// Pairs counts the pairs of a meeting without games that repeat an earlier one.
func (m *Meeting) Pairs() (p stats.Pairs) {
	seen := map[string]bool{}
	isNew := func(i int) bool {
		key := fmt.Sprint(m.Games[i].Moves, i%2)
		defer func() { seen[key] = true }()
		return !seen[key]
	}
	for i := 0; i+1 < len(m.Games); i += 2 {
		a, b := isNew(i), isNew(i+1)
		if a && b {
			p[m.Games[i].points()+m.Games[i+1].points()]++
		}
	}
	return p
}

// same reports whether two meetings have the same players and terms.
func (m *Meeting) same(o *Meeting) bool {
	return m.Names == o.Names && m.Players == o.Players && m.Searches == o.Searches && m.Openings == o.Openings && m.Rules == o.Rules
}

// find returns the meeting of two players by name, nil if they have not met.
func (r *Results) find(names [2]string) *Meeting {
	for _, m := range r.Meetings {
		if m.Names == names {
			return m
		}
	}
	return nil
}

// Read reads results in the format of Bytes.
func Read(b []byte) (*Results, error) {
	r := &Results{}
	for i, line := range bytes.Split(bytes.TrimSuffix(b, []byte("\n")), []byte("\n")) {
		if len(line) == 0 && i == 0 {
			break // an empty file
		}
		m := &Meeting{}
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		err := d.Decode(m)
		if err == nil {
			err = m.check()
		}
		if err == nil && r.find(m.Names) != nil {
			err = fmt.Errorf("%s and %s stand twice", m.Names[0], m.Names[1])
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: not the results of a ladder: %w", i+1, err)
		}
		r.Meetings = append(r.Meetings, m)
	}
	return r, nil
}

// check returns an error for an invalid meeting.
func (m *Meeting) check() error {
	switch {
	case m.Names[0] == "" || m.Names[1] == "" || m.Names[0] == m.Names[1]:
		return fmt.Errorf("players %q", m.Names)
	case len(m.Games)%2 != 0:
		return errors.New("half a pair of games")
	}
	for i, g := range m.Games {
		if g.Result != won && g.Result != drawn && g.Result != lost || g.Plies < 0 || g.Asked[0] < 0 || g.Asked[1] < 0 {
			return fmt.Errorf("game %d: result %q, %d plies", i+1, g.Result, g.Plies)
		}
	}
	return nil
}

// Bytes formats the results for a file.
func (r *Results) Bytes() ([]byte, error) {
	var b bytes.Buffer
	for _, m := range r.Meetings {
		line, err := json.Marshal(m)
		if err != nil {
			return nil, err
		}
		b.Write(append(line, '\n'))
	}
	return b.Bytes(), nil
}
