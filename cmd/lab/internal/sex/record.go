package sex

import (
	"errors"
	"fmt"
	"slices"

	"github.com/searchex/searchex/cmd/internal/match/stats"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

// Results maps the keys of a plan to raw results.
type Results = lab.Records[Record]

// Record is the result of a job: some of these.
type Record struct {
	Match  *Match  `json:"match,omitempty"`
	Solved *Solved `json:"solved,omitempty"`
	Cost   *Cost   `json:"cost,omitempty"`
	Odds   []Odds  `json:"odds,omitempty"`
	Prey   *Prey   `json:"prey,omitempty"`
	Lines  []Shape `json:"lines,omitempty"`
	Sides  []Side  `json:"sides,omitempty"`
}

// Check returns an error for a record that no job has: an empty one, or counts that do not
// add up.
func (r *Record) Check() error {
	empty := r.Match == nil && r.Solved == nil && r.Cost == nil && r.Prey == nil && len(r.Odds)+len(r.Lines)+len(r.Sides) == 0
	switch m := r.Match; {
	case empty:
		return errors.New("an empty record")
	case m != nil && (slices.Min(m.Score[:]) < 0 || m.games() == 0 || min(m.Asked[0], m.Asked[1], m.Faults) < 0):
		return fmt.Errorf("games %v, moves %v", m.Score, m.Asked)
	case m != nil && (slices.Min(m.Pairs[:]) < 0 || 2*m.Pairs.Count() > m.games()):
		return fmt.Errorf("pairs %v of %d games", m.Pairs, m.games())
	}
	if r.Solved != nil {
		for name, g := range r.Solved.Groups {
			if g[0] < 0 || g[0] > g[1] {
				return fmt.Errorf("%s: %d solved of %d", name, g[0], g[1])
			}
		}
	}
	for _, s := range r.Sides {
		if s.Same < 0 || s.Same > s.Positions {
			return fmt.Errorf("%s: %d of %d moves", s.Player, s.Same, s.Positions)
		}
	}
	return nil
}

// Match has the games of one profile against another, two with each opening.
type Match struct {
	// Pairs counts pairs of games by the first profile's points, without repeated games.
	Pairs stats.Pairs `json:"pairs"`
	// Score counts all games: won, drawn and lost by the first profile.
	Score [3]int `json:"score"`
	// Nodes has the nodes of both profiles, Asked the number of moves for which they searched.
	Nodes  [2]uint64 `json:"nodes"`
	Asked  [2]int    `json:"asked"`
	Faults int       `json:"faults,omitempty"`
}

// add adds other games of the same profiles.
func (m *Match) add(o *Match) {
	for i, n := range o.Pairs {
		m.Pairs[i] += n
	}
	for i, n := range o.Score {
		m.Score[i] += n
	}
	for i := range o.Nodes {
		m.Nodes[i] += o.Nodes[i]
		m.Asked[i] += o.Asked[i]
	}
	m.Faults += o.Faults
}

// games returns the number of games.
func (m *Match) games() int { return m.Score[0] + m.Score[1] + m.Score[2] }

// nodes returns the nodes a move of a side, 0 for the first profile.
func (m *Match) nodes(side int) float64 {
	return float64(m.Nodes[side]) / float64(max(m.Asked[side], 1))
}

// Solved has the positions that a profile has solved: by group, solved and all, and each position if
// lines are recorded.
type Solved struct {
	Groups map[string][2]int `json:"groups"`
	Found  []Found           `json:"found,omitempty"`
}

// Found is a search of a position that has a solution.
type Found struct {
	Place int   `json:"i"` // among the plan's positions
	OK    bool  `json:"ok,omitempty"`
	Score int16 `json:"score"`
	// Line is the principal variation in UCI notation.
	Line  string `json:"line"`
	Nodes uint64 `json:"nodes"`
	SX    int    `json:"sx"` // of the last iteration that was finished
}

// mates returns the number of mates found, and of all mates.
func (s *Solved) mates() (n, of int) {
	for name, g := range s.Groups {
		if name != endings {
			n, of = n+g[0], of+g[1]
		}
	}
	return n, of
}

// longMates returns the number of mates in 3 and 4 that were found.
func (s *Solved) longMates() int { return s.Groups["mate in 3"][0] + s.Groups["mate in 4"][0] }

// Cost is the cost of searches up to a fixed SX, by the cost model of the machine.
type Cost struct {
	Nodes  uint64 `json:"nodes"`
	Cycles uint64 `json:"cycles"`
}

// Prey is the least SX with which a search sees the gain of an example, 0 if none was found, and the
// cost of that search.
type Prey struct {
	SX     int    `json:"sx"`
	Nodes  uint64 `json:"nodes"`
	Cycles uint64 `json:"cycles"`
	// Move and Score are the result with one SX less.
	Move  string `json:"move"`
	Score int16  `json:"score"`
}

// Side is a player of a published game, with the number of moves with which a search agreed.
type Side struct {
	Game      int    `json:"game"`
	Player    string `json:"player"`
	Year      string `json:"year"`
	Positions int    `json:"positions"`
	Same      int    `json:"same"`
}
