package spread

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/match/journal"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/job"
)

// Ledger says who has done which pieces of a state, and who is barred since a result was
// wrong. With a file it stands beside the state file, and outlives runs and servers.
type Ledger struct {
	file *journal.Journal
	// by has the workers with the result of a piece that went into the state.
	by     map[string][]string
	barred map[string]bool
	// withdrew says that results were withdrawn from the state at some time.
	withdrew bool
}

// here stands for the coordinator's computer among the workers. No worker can have the name.
const here = "this computer"

// entry is a line of a ledger's file: a piece and who has done it, a worker that is barred,
// or pieces that were withdrawn from the state.
type entry struct {
	Piece     string   `json:"piece,omitempty"`
	By        []string `json:"by,omitempty"`
	Barred    string   `json:"barred,omitempty"`
	Why       string   `json:"why,omitempty"`
	Withdrawn []string `json:"withdrawn,omitempty"`
}

type ledgerHeader struct {
	Version int `json:"searchex_workers"`
}

const ledgerVersion = 1

// NewLedger returns an empty ledger without a file.
func NewLedger() *Ledger {
	return &Ledger{by: map[string][]string{}, barred: map[string]bool{}}
}

// OpenLedger opens the ledger of a state file. If there is none it makes one, or returns
// nil without make.
func OpenLedger(state string, make bool) (*Ledger, error) {
	path := state + ".workers"
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && !make {
		return nil, nil
	}
	l := NewLedger()
	var err error
	l.file, err = journal.Open(path, journal.Work{Name: "list of workers", Key: "searchex_workers"}, ledgerHeader{ledgerVersion}, func(old ledgerHeader) string {
		return journal.Difference([]journal.Field{{What: "version", There: old.Version, Now: ledgerVersion}})
	}, l.load)
	return l, err
}

// load reads a line.
func (l *Ledger) load(line []byte) error {
	var e entry
	if err := json.Unmarshal(line, &e); err != nil {
		return fmt.Errorf("not a line of a list of workers: %w", err)
	}
	l.apply(&e)
	return nil
}

func (l *Ledger) apply(e *entry) {
	if e.Piece != "" {
		l.by[e.Piece] = e.By
	}
	if e.Barred != "" {
		l.barred[e.Barred] = true
	}
	for _, piece := range e.Withdrawn {
		delete(l.by, piece)
		l.withdrew = true
	}
}

// add applies entries, and writes them at once.
func (l *Ledger) add(entries ...entry) error {
	var lines []byte
	for i := range entries {
		l.apply(&entries[i])
		line, err := journal.Line(entries[i])
		if err != nil {
			return err
		}
		lines = append(lines, line...)
	}
	if l.file == nil || len(lines) == 0 {
		return nil
	}
	return l.file.AddLines(lines)
}

// bar bars a worker for a reason.
func (l *Ledger) bar(worker, why string) error { return l.add(entry{Barred: worker, Why: why}) }

// wrong reports whether all of some workers are barred.
func (l *Ledger) wrong(workers []string) bool {
	return len(workers) > 0 && !slices.ContainsFunc(workers, func(w string) bool { return !l.barred[w] })
}

// doubtful returns the pieces that only barred workers have done.
func (l *Ledger) doubtful() (pieces []string) {
	for piece, by := range l.by {
		if l.wrong(by) {
			pieces = append(pieces, piece)
		}
	}
	slices.SortFunc(pieces, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) }) // 2 before 10
	return pieces
}

// names returns the barred workers.
func (l *Ledger) names() []string { return slices.Sorted(maps.Keys(l.barred)) }

// Settle withdraws from the state of a run what only barred workers have done, so that it is
// missing from then on. It returns an error for a state from which nothing can be withdrawn.
func (l *Ledger) Settle(r *job.Run, say func(format string, args ...any)) error {
	pieces := l.doubtful()
	if len(pieces) == 0 {
		return nil
	}
	text := fmt.Sprintf("%s that only barred workers have done (%s)", report.Plural(len(pieces), "job"), some(pieces))
	if r.Withdraw == nil {
		return fmt.Errorf("the state has %s, and of this kind nothing is withdrawn: begin again with another state file", text)
	}
	need, err := r.Withdraw(pieces)
	if err != nil {
		return fmt.Errorf("withdrawing %s from the state: %w", text, err)
	}
	if err := l.add(entry{Withdrawn: pieces}); err != nil {
		return err
	}
	r.Need = need
	say("withdrawn from the state: %s; they are done again", text)
	return nil
}

// some returns the first of some names.
func some(names []string) string {
	const most = 10
	if len(names) > most {
		return strings.Join(names[:most], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}

// Withdrew reports whether results were withdrawn from the state at some time, so that what
// was done again stands at its end.
func (l *Ledger) Withdrew() bool { return l.withdrew }

// Close closes the file.
func (l *Ledger) Close() {
	if l.file != nil {
		l.file.Close()
	}
}
