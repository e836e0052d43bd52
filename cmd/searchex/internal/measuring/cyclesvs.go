package measuring

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
)

// maxAccounts bounds a file of --vs, in bytes.
const maxAccounts = 64 << 20

// before reads what --json has printed earlier, an account for each of those to come;
// nil without --vs. What is not of the same searches is refused.
func (c *Cycles) before(a *cli.App, names []string, jobs []cli.Job, positions int) (all []*Account, err error) {
	if c.VS == nil {
		return nil, nil
	}
	b, err := a.ReadFile(*c.VS, maxAccounts)
	if err != nil {
		return nil, err
	}
	old, err := readAccounts(b)
	if err != nil {
		return nil, cli.Usagef("--vs %s: %w", *c.VS, err)
	}
	for _, name := range names {
		for i := 0; i < len(jobs); i += positions {
			x, err := same(old, name, jobs[i:i+positions])
			if err != nil {
				return nil, cli.Usagef("--vs %s: %w", *c.VS, err)
			}
			all = append(all, x)
		}
	}
	return all, nil
}

// readAccounts reads a JSON object a line.
func readAccounts(b []byte) (all []*Account, err error) {
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

// same is the account of an engine and the searches, or an error that says what the
// file has instead.
func same(old []*Account, engine string, jobs []cli.Job) (*Account, error) {
	want := newAccount(engine, jobs[0])
	var has []string
	for _, x := range old {
		if x.Engine != engine || x.Profile != want.Profile {
			has = append(has, x.Engine+" with profile "+x.Profile)
			continue
		}
		if x.SX != want.SX || x.Limit != want.Limit {
			return nil, fmt.Errorf("is of %s, this of %s", budget(x), budget(want))
		}
		return x, x.of(jobs)
	}
	return nil, fmt.Errorf("has no %s with profile %s, but %s", engine, want.Profile, strings.Join(has, ", "))
}

func budget(x *Account) string {
	nodes := "at most " + report.Plural(int(x.Limit), "node")
	switch {
	case x.Limit == 0:
		return fmt.Sprintf("SX %d", x.SX)
	case x.SX == 0:
		return nodes
	}
	return fmt.Sprintf("SX %d and %s", x.SX, nodes)
}

// of tells whether the account is of the searches' positions.
func (x *Account) of(jobs []cli.Job) error {
	if len(x.ByPosition) != len(jobs) {
		return fmt.Errorf("is of %s, this of %d", report.Plural(len(x.ByPosition), "position"), len(jobs))
	}
	for i, j := range jobs {
		if x.ByPosition[i].FEN != j.Pos.FEN {
			return fmt.Errorf("its position %d is %s, this one's %s", i+1, report.Short(x.ByPosition[i].FEN, 100), j.Pos.FEN)
		}
	}
	return nil
}

// shift is what became of one part of the cycles, as --json prints it.
type shift struct {
	Name   string `json:"name"`
	Before uint64 `json:"before"`
	After  uint64 `json:"after"`
}

// by is how much more it is.
func (c shift) by() int64 { return int64(c.After) - int64(c.Before) }

// changes are what changed on one machine, as --json prints it.
type changes struct {
	Engine      string  `json:"engine"`
	Profile     string  `json:"profile"`
	NodesBefore uint64  `json:"nodes_before"`
	Nodes       uint64  `json:"nodes"`
	Before      uint64  `json:"before"`
	After       uint64  `json:"after"`
	Routines    []shift `json:"routines"`
	Kinds       []shift `json:"kinds"`
}

// newChanges compares two accounts.
func newChanges(old, x *Account) *changes {
	c := &changes{Engine: x.Engine, Profile: x.Profile, NodesBefore: old.Nodes, Nodes: x.Nodes, Before: old.Cycles, After: x.Cycles}
	for _, label := range labels([]*Account{old, x}) {
		c.Routines = append(c.Routines, shift{label, old.routine(label).Self, x.routine(label).Self})
	}
	for _, k := range old.Kinds {
		c.Kinds = append(c.Kinds, shift{k.Kind, k.Cycles, x.kind(k.Kind).Cycles})
	}
	for _, k := range x.Kinds {
		if old.kind(k.Kind).Visits == 0 {
			c.Kinds = append(c.Kinds, shift{k.Kind, 0, k.Cycles})
		}
	}
	c.Kinds = append(c.Kinds, shift{"outside nodes", old.Outside, x.Outside})
	c.Routines, c.Kinds = most(c.Routines), most(c.Kinds)
	return c
}

// most are the parts that have changed, most first.
func most(all []shift) []shift {
	all = slices.DeleteFunc(all, func(c shift) bool { return c.by() == 0 })
	size := func(c shift) int64 { return max(c.by(), -c.by()) }
	slices.SortFunc(all, func(x, y shift) int {
		return cmp.Or(cmp.Compare(size(y), size(x)), cmp.Compare(x.Name, y.Name))
	})
	return all
}

// writeChanges prints what has changed.
func writeChanges(a *cli.App, old, accounts []*Account, top int, asJSON bool) error {
	for i, x := range accounts {
		c := newChanges(old[i], x)
		if asJSON {
			if err := report.JSON(a.Out, c); err != nil {
				return err
			}
			continue
		}
		if i > 0 {
			fmt.Fprintln(a.Out)
		}
		if err := c.write(a, x, top); err != nil {
			return err
		}
	}
	return nil
}

// write prints a line for all and a table for the parts.
func (c *changes) write(a *cli.App, x *Account, top int) error {
	nodes := "the same " + report.Plural(int(c.Nodes), "node")
	if c.NodesBefore != c.Nodes {
		nodes = fmt.Sprintf("but %s for %s: another search", report.Count(c.Nodes), report.Plural(int(c.NodesBefore), "node"))
	}
	all := shift{"", c.Before, c.After}
	line := fmt.Sprintf("%s, profile %s, %s, %s: ", c.Engine, c.Profile, budget(x), nodes)
	if len(c.Routines) == 0 {
		line += fmt.Sprintf("%s %s as before", report.Count(c.After), cli.Unit(c.Engine))
	} else {
		line += fmt.Sprintf("%s %s, before %s: %s%s", report.Count(c.After), cli.Unit(c.Engine), report.Count(c.Before), all.signed(), all.part())
	}
	if _, err := a.Out.Write([]byte(a.Out.Fold(line + "\n"))); err != nil || len(c.Routines) == 0 {
		return err
	}
	t := report.NewTable("<", "before", "after", "change", "+%", "% of all")
	add := func(what string, all []shift) {
		t.Add(what)
		for i, r := range all {
			if top > 0 && i == top {
				t.Add("  " + report.Plural(len(all)-top, "other"))
				break
			}
			t.Add("  "+r.Name, r.Before, r.After, r.signed(), strings.Trim(r.part(), " ()%"), fmt.Sprintf("%+.2f", 100*float64(r.by())/float64(max(c.Before, 1))))
		}
	}
	add("routines", c.Routines)
	if len(c.Kinds) > 0 {
		add("nodes", c.Kinds)
	}
	return t.Write(a.Out)
}

// signed is the change with its sign.
func (c shift) signed() string {
	if c.by() < 0 {
		return "-" + report.Count(uint64(-c.by()))
	}
	return "+" + report.Count(uint64(c.by()))
}

// part is the change in percent of before, in brackets; nothing where that was nothing.
func (c shift) part() string {
	if c.Before == 0 {
		return ""
	}
	return fmt.Sprintf(" (%+.2f%%)", 100*float64(c.by())/float64(c.Before))
}
