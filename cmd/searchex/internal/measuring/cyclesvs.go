package measuring

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// maxAccounts bounds a file of --vs, in bytes.
const maxAccounts = 64 << 20

// before reads what --json has printed earlier, an account for each of those to come;
// nil without --vs. What is not of the same searches is refused.
func (c *Cycles) before(a *cli.App, names []string, tasks []hostbridge.Task, positions int) (all []*cycles.Account, err error) {
	if c.VS == nil {
		return nil, nil
	}
	b, err := a.ReadFile(*c.VS, maxAccounts)
	if err != nil {
		return nil, err
	}
	old, err := cycles.Read(b)
	if err != nil {
		return nil, cli.Usagef("--vs %s: %w", *c.VS, err)
	}
	for _, name := range names {
		for i := 0; i < len(tasks); i += positions {
			x, err := cycles.Find(old, name, tasks[i:i+positions])
			if err != nil {
				return nil, cli.Usagef("--vs %s: %w", *c.VS, err)
			}
			all = append(all, x)
		}
	}
	return all, nil
}

// writeChanges prints what has changed.
func writeChanges(a *cli.App, old, accounts []*cycles.Account, top int, asJSON bool) error {
	for i, x := range accounts {
		c := cycles.Compare(old[i], x)
		if asJSON {
			if err := report.JSON(a.Out, c); err != nil {
				return err
			}
			continue
		}
		if i > 0 {
			fmt.Fprintln(a.Out)
		}
		if err := writeChange(a, c, x, top); err != nil {
			return err
		}
	}
	return nil
}

// writeChange prints a line for all and a table for the parts.
func writeChange(a *cli.App, c *cycles.Changes, x *cycles.Account, top int) error {
	nodes := "the same " + report.Plural(int(c.Nodes), "node")
	if c.NodesBefore != c.Nodes {
		nodes = fmt.Sprintf("but %s for %s: another search", report.Count(c.Nodes), report.Plural(int(c.NodesBefore), "node"))
	}
	all := cycles.Change{Before: c.Before, After: c.After}
	line := fmt.Sprintf("%s, profile %s, %s, %s: ", c.Engine, c.Profile, x.Budget(), nodes)
	if len(c.Routines) == 0 {
		line += fmt.Sprintf("%s %s as before", report.Count(c.After), cli.Unit(c.Engine))
	} else {
		line += fmt.Sprintf("%s %s, before %s: %s%s", report.Count(c.After), cli.Unit(c.Engine), report.Count(c.Before), signed(all), inPercent(all))
	}
	if _, err := a.Out.Write([]byte(a.Out.Fold(line + "\n"))); err != nil || len(c.Routines) == 0 {
		return err
	}
	t := report.NewTable("<", "before", "after", "change", "+%", "% of all")
	add := func(what string, all []cycles.Change) {
		t.Add(what)
		for i, r := range all {
			if top > 0 && i == top {
				t.Add("  " + report.Plural(len(all)-top, "other"))
				break
			}
			t.Add("  "+r.Name, r.Before, r.After, signed(r), strings.Trim(inPercent(r), " ()%"), fmt.Sprintf("%+.2f", 100*float64(r.By())/float64(max(c.Before, 1))))
		}
	}
	add("routines", c.Routines)
	if len(c.Kinds) > 0 {
		add("nodes", c.Kinds)
	}
	return t.Write(a.Out)
}

// signed is the change with its sign.
func signed(c cycles.Change) string {
	if c.By() < 0 {
		return "-" + report.Count(uint64(-c.By()))
	}
	return "+" + report.Count(uint64(c.By()))
}

// inPercent is the change in percent of before, in brackets; nothing where that was nothing.
func inPercent(c cycles.Change) string {
	if c.Before == 0 {
		return ""
	}
	return fmt.Sprintf(" (%+.2f%%)", 100*float64(c.By())/float64(c.Before))
}
