package kinds

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/searchex/searchex/asm/tools/mutant"
	"github.com/searchex/searchex/cmd/internal/match/journal"
)

// MutateHeader identifies the campaign of a state file. The checks are not part of it: a
// check that is added is tried on the mutants whose lines somebody removes.
type MutateHeader struct {
	Version int    `json:"searchex_mutants"`
	CPU     string `json:"cpu"`
	// Mutants is a hash of all mutants of the campaign.
	Mutants string `json:"mutants"`
	Batch   int    `json:"batch"`
	Only    string `json:"only,omitempty"`
}

const mutateVersion = 1

var mutateWork = journal.Work{Name: "campaign", Key: "searchex_mutants"}

func (h *MutateHeader) difference(o *MutateHeader) string {
	return journal.Difference([]journal.Field{
		{What: "version", There: h.Version, Now: o.Version}, {What: "cpu", There: h.CPU, Now: o.CPU},
		{What: "mutants (the ROM or the choice has changed)", There: h.Mutants, Now: o.Mutants}, {What: "batch", There: h.Batch, Now: o.Batch},
		{What: "only", There: h.Only, Now: o.Only},
	})
}

// MutateState has the verdicts of a campaign.
type MutateState struct {
	Lines
	Mutate Mutate
	// All are the mutants of the campaign.
	All []mutant.Mutant
	// Killed has for each mutant the check that killed it, empty if none did, for those
	// that were tried.
	Killed map[int]string
}

// NewMutateState returns the state of a new campaign without a file.
func NewMutateState(m Mutate) (*MutateState, error) {
	all, err := m.mutants()
	if err != nil {
		return nil, err
	}
	s := &MutateState{Mutate: m, All: all, Killed: map[int]string{}}
	s.Lines = newLines(len(all), m.Batch, s.read, s.last)
	return s, nil
}

// Keep keeps the verdicts in a file from now on. With resume those of the file count as
// found.
func (s *MutateState) Keep(path string, resume bool) error {
	all := sha256.New()
	for i := range s.All {
		x := &s.All[i]
		fmt.Fprintf(all, "%s %d %x %x\n", x.Name, x.Addr, x.Old, x.Bytes)
	}
	h := MutateHeader{mutateVersion, s.Mutate.CPU, hex.EncodeToString(all.Sum(nil)[:8]), s.Mutate.Batch, s.Mutate.Only}
	return keep(&s.Lines, path, resume, mutateWork, h, func(old MutateHeader) string { return old.difference(&h) })
}

// read reads the line of a mutant.
func (s *MutateState) read(line []byte) (i int, count func(), err error) {
	var v Verdict
	if err := json.Unmarshal(line, &v); err != nil {
		return 0, nil, fmt.Errorf("not a mutant: %w", err)
	}
	if v.I < 0 || v.I >= len(s.All) || s.All[v.I].Name != v.Mutant {
		return 0, nil, fmt.Errorf("mutant %d is not %q", v.I, v.Mutant)
	}
	return v.I, func() { s.Killed[v.I] = v.Killed }, nil
}

// Withdraw removes pieces, and returns the jobs with mutants that are missing then.
func (s *MutateState) Withdraw(pieces []string) ([]int, error) {
	clear(s.Killed)
	return s.withdraw(pieces)
}

// maxCheckName bounds the name of a check in bytes.
const maxCheckName = 200

// last reports whether a job ends with the line of a mutant: that of the last mutant.
func (s *MutateState) last(line []byte) (bool, error) {
	var v Verdict
	err := json.Unmarshal(line, &v)
	switch {
	case err != nil:
	case len(v.Killed) > maxCheckName || s.Mutate.Only != "" && v.Killed != "" && v.Killed != s.Mutate.Only:
		err = fmt.Errorf("mutant %q: no check has the name %.100q", v.Mutant, v.Killed)
	default:
		err = canonical(line, &v)
	}
	return v.I == len(s.All)-1, err
}
