package cycles

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/internal/number"
)

// Read reads accounts that were written as JSON, an object a line. They have no
// cycles by source line.
func Read(b []byte) (all []*Account, err error) {
	d := json.NewDecoder(bytes.NewReader(b))
	for {
		x := &Account{}
		err := d.Decode(x)
		switch {
		case errors.Is(err, io.EOF) && all == nil:
			return nil, errors.New("is empty: want what searchex cycles --json prints")
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("is not what searchex cycles --json prints: %w", err)
		case x.Engine == "" || x.Profile == "" || len(x.ByPosition) == 0 || len(x.Routines) == 0:
			return nil, fmt.Errorf("object %d is not one that searchex cycles --json prints: it has no cycles by routine", len(all)+1)
		}
		all = append(all, x)
	}
}

// Find returns the account of an engine and the searches of tasks, which have
// the same profile. The error says what the accounts are of instead.
func Find(accounts []*Account, engine string, tasks []hostbridge.Task) (*Account, error) {
	want := NewAccount(engine, &tasks[0])
	var has []string
	for _, x := range accounts {
		if x.Engine != engine || x.Profile != want.Profile {
			has = append(has, x.Engine+" with profile "+x.Profile)
			continue
		}
		if x.SX != want.SX || x.Limit != want.Limit {
			return nil, fmt.Errorf("is of %s, this of %s", x.Budget(), want.Budget())
		}
		return x, x.checkPositions(tasks)
	}
	return nil, fmt.Errorf("has no %s with profile %s, but %s", engine, want.Profile, strings.Join(has, ", "))
}

// Budget returns the limits of the searches in words.
func (x *Account) Budget() string {
	nodes := fmt.Sprintf("at most %s nodes", number.Thousands(x.Limit))
	if x.Limit == 1 {
		nodes = "at most 1 node"
	}
	switch {
	case x.Guest() && x.Limit == 0:
		return fmt.Sprintf("at most %d plies", x.Plies)
	case x.Limit == 0:
		return fmt.Sprintf("SX %d", x.SX)
	case x.SX == 0:
		return nodes
	}
	return fmt.Sprintf("SX %d and %s", x.SX, nodes)
}

// checkPositions returns an error if the account is not of the tasks' positions.
func (x *Account) checkPositions(tasks []hostbridge.Task) error {
	if n := len(x.ByPosition); n != len(tasks) {
		s := "s"
		if n == 1 {
			s = ""
		}
		return fmt.Errorf("is of %s position%s, this of %d", number.Thousands(uint64(n)), s, len(tasks))
	}
	for i, t := range tasks {
		if fen := x.ByPosition[i].FEN; fen != t.FEN {
			if r := []rune(fen); len(r) > maxFEN {
				fen = strings.TrimRight(string(r[:maxFEN-1]), " ,") + "…"
			}
			return fmt.Errorf("its position %d is %s, this one's %s", i+1, fen, t.FEN)
		}
	}
	return nil
}

// maxFEN is how many characters of a position that was read an error shows.
const maxFEN = 100

// Change is one part of the cycles in two accounts.
type Change struct {
	Name   string `json:"name"`
	Before uint64 `json:"before"`
	After  uint64 `json:"after"`
}

// By returns how many more cycles it is.
func (c Change) By() int64 { return int64(c.After) - int64(c.Before) }

// Changes is what changed on one machine.
type Changes struct {
	Engine      string   `json:"engine"`
	Profile     string   `json:"profile"`
	NodesBefore uint64   `json:"nodes_before"`
	Nodes       uint64   `json:"nodes"`
	Before      uint64   `json:"before"`
	After       uint64   `json:"after"`
	Routines    []Change `json:"routines"`
	Kinds       []Change `json:"kinds"`
}

// Compare returns what changed from an old account to x, of the routines and
// the kinds of nodes the most first, without those that have not changed.
func Compare(old, x *Account) *Changes {
	c := &Changes{Engine: x.Engine, Profile: x.Profile, NodesBefore: old.Nodes, Nodes: x.Nodes, Before: old.Cycles, After: x.Cycles}
	for _, label := range Labels([]*Account{old, x}) {
		c.Routines = append(c.Routines, Change{label, old.Routine(label).Self, x.Routine(label).Self})
	}
	for _, k := range old.Kinds {
		c.Kinds = append(c.Kinds, Change{k.Kind, k.Cycles, x.Kind(k.Kind).Cycles})
	}
	for _, k := range x.Kinds {
		if old.Kind(k.Kind).Visits == 0 {
			c.Kinds = append(c.Kinds, Change{k.Kind, 0, k.Cycles})
		}
	}
	c.Kinds = append(c.Kinds, Change{"outside nodes", old.Outside, x.Outside})
	c.Routines, c.Kinds = changed(c.Routines), changed(c.Kinds)
	return c
}

// changed returns the parts that have changed, most first.
func changed(all []Change) []Change {
	all = slices.DeleteFunc(all, func(c Change) bool { return c.By() == 0 })
	size := func(c Change) int64 { return max(c.By(), -c.By()) }
	slices.SortFunc(all, func(x, y Change) int {
		return cmp.Or(cmp.Compare(size(y), size(x)), cmp.Compare(x.Name, y.Name))
	})
	return all
}
