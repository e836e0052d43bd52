package cycletables

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// WriteChanges prints what has changed between old accounts and new ones of the same
// searches, as tables of the top rows, all for 0, or as JSON.
func WriteChanges(out *report.Screen, old, accounts []*cycles.Account, top int, asJSON bool) error {
	for i, x := range accounts {
		c := cycles.Compare(old[i], x)
		if asJSON {
			if err := report.JSON(out, c); err != nil {
				return err
			}
			continue
		}
		if i > 0 {
			fmt.Fprintln(out)
		}
		if err := writeChange(out, c, x, top); err != nil {
			return err
		}
	}
	return nil
}

// writeChange prints a line for the total and a table of routines and kinds of nodes.
func writeChange(out *report.Screen, c *cycles.Changes, x *cycles.Account, top int) error {
	nodes := "the same " + report.Plural(int(c.Nodes), "node")
	if c.NodesBefore != c.Nodes {
		nodes = fmt.Sprintf("but %s for %s: another search", report.Count(c.Nodes), report.Plural(int(c.NodesBefore), "node"))
	}
	total := cycles.Change{Before: c.Before, After: c.After}
	line := fmt.Sprintf("%s, profile %s, %s, %s: ", c.Engine, c.Profile, x.Budget(), nodes)
	if len(c.Routines) == 0 {
		line += fmt.Sprintf("%s %s as before", report.Count(c.After), hostbridge.UnitOf(c.Engine))
	} else {
		line += fmt.Sprintf("%s %s, before %s: %s%s", report.Count(c.After), hostbridge.UnitOf(c.Engine), report.Count(c.Before), signed(total), inPercent(total))
	}
	if err := out.Print(line + "\n"); err != nil || len(c.Routines) == 0 {
		return err
	}
	t := report.NewTable("<", "before", "after", "change", "+%", "% of all")
	add := func(title string, rows []cycles.Change) {
		t.Add(title)
		for i, r := range rows {
			if top > 0 && i == top {
				t.Add("  " + report.Plural(len(rows)-top, "other"))
				break
			}
			t.Add("  "+r.Name, r.Before, r.After, signed(r), strings.Trim(inPercent(r), " ()%"), fmt.Sprintf("%+.2f", 100*float64(r.By())/float64(max(c.Before, 1))))
		}
	}
	add("routines", c.Routines)
	if len(c.Kinds) > 0 {
		add("nodes", c.Kinds)
	}
	return t.Write(out)
}

// signed formats the change with its sign.
func signed(c cycles.Change) string {
	if c.By() < 0 {
		return "-" + report.Count(uint64(-c.By()))
	}
	return "+" + report.Count(uint64(c.By()))
}

// inPercent formats the change in percent of the cycles before, in brackets. Without
// cycles before it returns nothing.
func inPercent(c cycles.Change) string {
	if c.Before == 0 {
		return ""
	}
	return fmt.Sprintf(" (%+.2f%%)", 100*float64(c.By())/float64(c.Before))
}
