package sex

import (
	"github.com/searchex/searchex/cmd/internal/match/stats"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

// Results are the raw results by the keys of a plan.
type Results = lab.Records[Record]

// Record is what a job has made: some of these.
type Record struct {
	Match  *Match  `json:"match,omitempty"`
	Solved *Solved `json:"solved,omitempty"`
	Cost   *Cost   `json:"cost,omitempty"`
	Odds   []Odds  `json:"odds,omitempty"`
	Prey   *Prey   `json:"prey,omitempty"`
	Lines  []Shape `json:"lines,omitempty"`
	Sides  []Side  `json:"sides,omitempty"`
}

// Match is games of one profile against another, with each opening two.
type Match struct {
	// Pairs are by the first one's points; games that were replayed are in none.
	Pairs stats.Pairs `json:"pairs"`
	// Score has all games: won, drawn, lost by the first.
	Score [3]int `json:"score"`
	// Nodes are those of the first and the second, Asked the moves they searched for.
	Nodes  [2]uint64 `json:"nodes"`
	Asked  [2]int    `json:"asked"`
	Faults int       `json:"faults,omitempty"`
}

// add joins other games of the same two.
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

// games returns how many games there were.
func (m *Match) games() int { return m.Score[0] + m.Score[1] + m.Score[2] }

// nodes returns how many nodes a move the first had, or the second.
func (m *Match) nodes(side int) float64 {
	return float64(m.Nodes[side]) / float64(max(m.Asked[side], 1))
}

// Solved is what a profile has found of some positions: by group, found and all, and where lines are
// shown each.
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

// mates returns how many mates were found, of how many.
func (s *Solved) mates() (n, of int) {
	for name, g := range s.Groups {
		if name != endings {
			n, of = n+g[0], of+g[1]
		}
	}
	return n, of
}

// longMates returns how many mates in 3 and 4 were found.
func (s *Solved) longMates() int { return s.Groups["mate in 3"][0] + s.Groups["mate in 4"][0] }

// Cost is what searches to a fixed SX take, by the model of the machine's cycles.
type Cost struct {
	Nodes  uint64 `json:"nodes"`
	Cycles uint64 `json:"cycles"`
}

// Prey is from which SX on a search sees what an example wins, 0 for none that was tried, and
// what it took to get there.
type Prey struct {
	SX     int    `json:"sx"`
	Nodes  uint64 `json:"nodes"`
	Cycles uint64 `json:"cycles"`
	// Move and Score are those of one SX less.
	Move  string `json:"move"`
	Score int16  `json:"score"`
}

// Side is what one player of a published game did, and how often a search agreed.
type Side struct {
	Game      int    `json:"game"`
	Player    string `json:"player"`
	Year      string `json:"year"`
	Positions int    `json:"positions"`
	Same      int    `json:"same"`
}
