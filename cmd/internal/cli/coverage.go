package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge/equal"
)

// Coverage is what random searches have covered.
type Coverage struct {
	Engines    []string
	Seed, From uint64
	Tally      *equal.Tally
	Took       time.Duration
}

// Write prints tables by kind of position and of profile, each with an empty line after it, then a summary with the
// verdict, and more.
func (c *Coverage) Write(a *App, verdict, more string) error {
	var tables []*report.Table
	for _, group := range []struct {
		title string
		rows  []*equal.Coverage
	}{{"position", append(slices.Clone(c.Tally.Sources), c.Tally.All)}, {"profile", c.Tally.Kinds}} {
		t := report.NewTable("<"+group.title, "searches", "nodes", "most", "in check", "history", "clock 90+", "no move", "mates", "draws", "stopped").Keys(1)
		for _, x := range group.rows {
			if x.Searches > 0 {
				t.Add(x.Name, x.Searches, x.Nodes, x.MostNodes, x.Checks, x.Histories, x.Late, x.NoMove, x.Mates, x.Draws, x.Stopped)
			}
		}
		tables = append(tables, t)
	}
	var b strings.Builder
	if err := report.WriteAll(a.Out.On(&b), tables...); err != nil {
		return err
	}
	b.WriteString(a.Out.Fold(fmt.Sprintf("%s of %s, each watched and unwatched, seed %d from %d: %s, %s nodes, %s events, in %s\n%s",
		report.Plural(c.Tally.Searches, "search"), report.Sentence(c.Engines), c.Seed, c.From, verdict,
		report.Count(c.Tally.All.Nodes), report.Count(c.Tally.All.Events), report.Duration(c.Took), more)))
	_, err := a.Out.Write([]byte(b.String()))
	return err
}
