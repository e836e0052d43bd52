package kinds

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/match/journal"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/equal"
)

// SoakHeader identifies the soak of a state file.
type SoakHeader struct {
	Version int      `json:"searchex_soak"`
	Engines []string `json:"engines"`
	// Searches has the engines' fingerprints.
	Searches []string `json:"searches"`
	Seed     uint64   `json:"seed"`
	From     uint64   `json:"from"`
}

const soakVersion = 1

var soakWork = journal.Work{Name: "soak", Key: "searchex_soak"}

// Header returns the header of the soak's state file.
func (s *Soak) Header() (SoakHeader, error) {
	h := SoakHeader{Version: soakVersion, Engines: s.Engines, Seed: s.Seed, From: s.From}
	tuned, _ := goengine.ProfileByName("tuned")
	for _, name := range s.Engines {
		f, err := player.Fingerprint(name, tuned)
		if err != nil {
			return h, fmt.Errorf("engine %s: %w", name, err)
		}
		h.Searches = append(h.Searches, f)
	}
	return h, nil
}

func (h *SoakHeader) difference(o *SoakHeader) string {
	return journal.Difference([]journal.Field{
		{What: "version", There: h.Version, Now: o.Version}, {What: "engines", There: h.Engines, Now: o.Engines},
		{What: "seed", There: h.Seed, Now: o.Seed}, {What: "from", There: h.From, Now: o.From},
		{What: "searches (the engines have changed)", There: h.Searches, Now: o.Searches},
	})
}

// SoakState is what a soak has found. With a file it is kept there, a line a search.
type SoakState struct {
	Lines
	Soak  Soak
	Tally *equal.Tally
	// Differs is the first search that differs, nil if none does.
	Differs *equal.Summary
}

// NewSoakState returns the state of a new soak without a file.
func NewSoakState(s Soak, n int) *SoakState {
	state := &SoakState{Soak: s, Tally: equal.NewTally()}
	state.Lines = newLines(n, s.Batch, state.read, s.last)
	return state
}

// Keep keeps the searches in a file from now on. With resume those of the file count as
// made.
func (s *SoakState) Keep(path string, resume bool) error {
	h, err := s.Soak.Header()
	if err != nil {
		return err
	}
	if err := keep(&s.Lines, path, resume, soakWork, h, func(old SoakHeader) string { return old.difference(&h) }); err != nil {
		return err
	}
	if s.Tally.Searches > s.N {
		return fmt.Errorf("%s holds %d searches already: want at least as many", path, s.Tally.Searches)
	}
	return nil
}

// read reads the line of a search.
func (s *SoakState) read(line []byte) (i int, count func(), err error) {
	var x equal.Summary
	if err := json.Unmarshal(line, &x); err != nil {
		return 0, nil, fmt.Errorf("not a search: %w", err)
	}
	if x.Number < s.Soak.From || x.Number-s.Soak.From >= MaxFrom {
		return 0, nil, fmt.Errorf("search %d: the first is %d", x.Number, s.Soak.From)
	}
	return int(x.Number - s.Soak.From), func() {
		s.Tally.AddSummary(&x)
		if len(x.Differences) > 0 && s.Differs == nil {
			s.Differs = &x
		}
	}, nil
}

// last reports whether a job ends with the line of a search: one that differs.
func (s *Soak) last(line []byte) (bool, error) {
	var x equal.Summary
	err := json.Unmarshal(line, &x)
	if err == nil {
		err = canonical(line, &x)
	}
	if err == nil {
		d := equal.Draw(s.Seed, x.Number)
		err = d.Check(&x, len(s.Engines))
	}
	return len(x.Differences) > 0, err
}

// Need returns the jobs with searches that are missing.
func (s *SoakState) Need() []int {
	if s.Differs != nil {
		return nil
	}
	return s.Lines.Need()
}

// Withdraw removes pieces, and returns the jobs with searches that are missing then.
func (s *SoakState) Withdraw(pieces []string) ([]int, error) {
	s.Tally, s.Differs = equal.NewTally(), nil
	if _, err := s.withdraw(pieces); err != nil {
		return nil, err
	}
	return s.Need(), nil
}

// Add adds the result of a job, those of its searches that are missing, and returns their
// lines. The error is a *DiffersError if a search differs.
func (s *SoakState) Add(number int, result []byte) (kept []byte, err error) {
	kept, err = s.Lines.Add(number, result)
	if err == nil && s.Differs != nil {
		err = &DiffersError{s.Soak.Seed, *s.Differs}
	}
	return kept, err
}

// DiffersError is the error of a search that differs.
type DiffersError struct {
	Seed uint64
	equal.Summary
}

func (d *DiffersError) Error() string {
	return fmt.Sprintf("search %d of seed %d differs: %s", d.Number, d.Seed, strings.Join(d.Differences, "; "))
}
