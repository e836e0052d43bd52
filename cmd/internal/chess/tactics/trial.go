package tactics

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Tasks returns the tasks of a set of positions. Positions without a task are
// left out.
func Tasks(positions []epd.Position, bad func(error)) (all []*Task, err error) {
	for _, p := range positions {
		t, err := New(p)
		switch {
		case errors.Is(err, ErrNoTask):
			continue
		case err != nil && bad != nil:
			bad(err)
			continue
		case err != nil:
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// column returns what the task is counted in: its file and, of mates, the number
// of moves.
func (t *Task) column() string {
	file, _, _ := strings.Cut(filepath.Base(t.Pos.Where), ":")
	return strings.TrimSpace(strings.TrimSuffix(file, ".epd") + " " + t.Group)
}

// Trial is a task for a profile with a limit.
type Trial struct {
	Task        *Task
	ProfileName string
	Profile     *goengine.Profile
	// Nodes is the limit of nodes, Seconds that of the machine's own time; 0 is no
	// limit.
	Nodes   uint64
	Seconds float64
}

// Outcome is how a trial went.
type Outcome struct {
	Solved        bool
	Nodes, Cycles uint64
}

// Search tries to solve the task on an engine, until ctx is done.
func (t *Trial) Search(ctx context.Context, e hostbridge.Engine) (Outcome, error) {
	if t.Seconds > 0 {
		clock, ok := e.(hostbridge.CycleLimiter)
		if !ok {
			return Outcome{}, fmt.Errorf("engine %s: its clock can't be limited", e.Name())
		}
		clock.SetCycleLimit(uint64(t.Seconds * float64(hostbridge.ClockOf(e))))
	}
	r, err := e.Search(ctx, goengine.NewGame(t.Task.Pos.Board), t.Profile, goengine.Limits{Nodes: t.Nodes})
	if err != nil {
		return Outcome{}, fmt.Errorf("engine %s: fen %q: %w", e.Name(), t.Task.Pos.FEN, err)
	}
	return Outcome{t.Task.Solved(t.Task.Pos.Board.UCI(r.Best), r.Score), r.Nodes, r.Cycles}, nil
}

// Count is how many tasks of a column a profile solved with a limit.
type Count struct {
	Engine    string   `json:"engine"`
	Profile   string   `json:"profile"`
	Limit     uint64   `json:"limit_nodes"`
	Seconds   float64  `json:"limit_seconds,omitempty"`
	Group     string   `json:"group"`
	Solved    int      `json:"solved"`
	Positions int      `json:"positions"`
	Nodes     uint64   `json:"nodes"`
	Cycles    uint64   `json:"cycles"`
	Unsolved  []string `json:"unsolved"`
}

// Line is the counts of a profile with a limit, one a column.
type Line []*Count

// Sum returns the sum of the line.
func (l Line) Sum() Count {
	sum := *l[0]
	sum.Group, sum.Unsolved = "all", nil
	for _, c := range l[1:] {
		sum.Solved += c.Solved
		sum.Positions += c.Positions
		sum.Nodes += c.Nodes
		sum.Cycles += c.Cycles
	}
	for _, c := range l {
		sum.Unsolved = append(sum.Unsolved, c.Unsolved...)
	}
	return sum
}

// Scoreboard counts the outcomes of trials.
type Scoreboard struct {
	Columns []string
	Lines   []Line
}

// NewScoreboard returns an empty scoreboard with the columns of the trials.
func NewScoreboard(trials []Trial) *Scoreboard {
	s := &Scoreboard{}
	for _, t := range trials {
		if c := t.Task.column(); !slices.Contains(s.Columns, c) {
			s.Columns = append(s.Columns, c)
		}
	}
	return s
}

// Add counts an outcome. The trials of a line must come one after the other.
func (s *Scoreboard) Add(engine string, t *Trial, o Outcome) {
	n := len(s.Lines)
	if n == 0 || s.Lines[n-1][0].Profile != t.ProfileName || s.Lines[n-1][0].Limit != t.Nodes {
		var l Line
		for _, c := range s.Columns {
			l = append(l, &Count{Engine: engine, Profile: t.ProfileName, Limit: t.Nodes, Seconds: t.Seconds, Group: c, Unsolved: []string{}})
		}
		s.Lines = append(s.Lines, l)
		n++
	}
	c := s.Lines[n-1][slices.Index(s.Columns, t.Task.column())]
	c.Positions++
	c.Nodes += o.Nodes
	c.Cycles += o.Cycles
	if o.Solved {
		c.Solved++
	} else {
		c.Unsolved = append(c.Unsolved, t.Task.Pos.Name())
	}
}
