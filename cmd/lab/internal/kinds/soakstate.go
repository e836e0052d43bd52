package kinds

import (
	"bytes"
	"crypto/sha256"
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
	Soak Soak
	// N is the number of searches wanted.
	N     int
	Tally *equal.Tally
	// Differs is the first search that differs, nil if none does.
	Differs *equal.Summary
	// Cut is the number of bytes of a half-written line that were dropped.
	Cut int

	file *journal.Journal
	done map[int]bool // searches, from 0
	// lines collects the lines of jobs for their hashes. Complete jobs are in known.
	lines map[int][]string
	known map[int][sha256.Size]byte
}

// NewSoakState returns the state of a new soak without a file.
func NewSoakState(s Soak, n int) *SoakState {
	return &SoakState{
		Soak: s, N: n, Tally: equal.NewTally(), done: map[int]bool{},
		lines: map[int][]string{}, known: map[int][sha256.Size]byte{},
	}
}

// Keep keeps the searches in a file from now on. With resume those of the file count as
// made.
func (s *SoakState) Keep(path string, resume bool) error {
	h, err := s.Soak.Header()
	if err != nil {
		return err
	}
	if !resume {
		s.file, err = journal.Create(path, soakWork, h)
		return err
	}
	s.file, err = journal.Open(path, soakWork, h, func(old SoakHeader) string { return old.difference(&h) }, s.count)
	if err == nil {
		s.Cut = s.file.Cut
		if s.Tally.Searches > s.N {
			err = fmt.Errorf("%s holds %d searches already: want at least as many", path, s.Tally.Searches)
		}
	}
	return err
}

// count counts the search of a line.
func (s *SoakState) count(line []byte) error {
	var x equal.Summary
	if err := json.Unmarshal(line, &x); err != nil {
		return fmt.Errorf("not a search: %w", err)
	}
	i := int(x.Number - s.Soak.From)
	switch {
	case x.Number < s.Soak.From || x.Number-s.Soak.From >= MaxFrom:
		return fmt.Errorf("search %d: the first is %d", x.Number, s.Soak.From)
	case s.done[i]:
		return fmt.Errorf("search %d stands twice", x.Number)
	}
	s.done[i] = true
	s.Tally.AddSummary(&x)
	if len(x.Differences) > 0 && s.Differs == nil {
		s.Differs = &x
	}
	n := i / s.Soak.Batch
	s.lines[n] = append(s.lines[n], string(line))
	if len(s.lines[n]) == s.Soak.Batch {
		s.known[n] = sha256.Sum256([]byte(strings.Join(s.lines[n], "")))
		delete(s.lines, n)
	}
	return nil
}

// Need returns the jobs with searches that are missing.
func (s *SoakState) Need() (need []int) {
	if s.Differs != nil {
		return nil
	}
	for i := 0; i < s.N; i++ {
		if n := i / s.Soak.Batch; !s.done[i] && (len(need) == 0 || need[len(need)-1] != n) {
			need = append(need, n)
		}
	}
	return need
}

// Known returns the hash of the result of a job that is complete in the state.
func (s *SoakState) Known(number int) (hash [sha256.Size]byte, ok bool) {
	hash, ok = s.known[number]
	return hash, ok
}

// Add adds the result of a job, those of its searches that are missing, and returns their
// lines. The error is a *DiffersError if a search differs.
func (s *SoakState) Add(number int, result []byte) (kept []byte, err error) {
	first := number * s.Soak.Batch
	for k, line := range bytes.SplitAfter(result, []byte("\n")) {
		if i := first + k; len(line) == 0 || i >= s.N || s.done[i] {
			continue
		}
		if err := s.check(line, first+k); err != nil {
			return nil, fmt.Errorf("job %d: %w", number, err)
		}
		kept = append(kept, line...)
	}
	if s.file != nil && len(kept) > 0 {
		if err := s.file.AddLines(kept); err != nil {
			return nil, err
		}
	}
	for line := range bytes.Lines(kept) {
		if err := s.count(line); err != nil {
			return kept, fmt.Errorf("job %d: %w", number, err)
		}
	}
	if s.Differs != nil {
		return kept, &DiffersError{s.Soak.Seed, *s.Differs}
	}
	return kept, nil
}

// check returns an error for a line that isn't search i, counted from 0.
func (s *SoakState) check(line []byte, i int) error {
	var x equal.Summary
	if err := json.Unmarshal(line, &x); err != nil {
		return fmt.Errorf("not a search: %w", err)
	}
	if want := s.Soak.From + uint64(i); x.Number != want {
		return fmt.Errorf("search %d where %d was asked for", x.Number, want)
	}
	return nil
}

// Close closes the file.
func (s *SoakState) Close() {
	if s.file != nil {
		s.file.Close()
	}
}

// DiffersError is the error of a search that differs.
type DiffersError struct {
	Seed uint64
	equal.Summary
}

func (d *DiffersError) Error() string {
	return fmt.Sprintf("search %d of seed %d differs: %s", d.Number, d.Seed, strings.Join(d.Differences, "; "))
}
