package cli

import (
	"fmt"
	"io"
	"slices"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge/equal"
)

// WriteCoverage writes tables of what random searches covered, by kind of position and of
// profile, each with an empty line after it.
func WriteCoverage(a *App, w io.Writer, tally *equal.Tally) error {
	for _, group := range []struct {
		title string
		rows  []*equal.Coverage
	}{{"position", append(slices.Clone(tally.Sources), tally.All)}, {"profile", tally.Kinds}} {
		t := report.NewTable("<"+group.title, "searches", "nodes", "most", "in check", "history", "clock 90+", "no move", "mates", "draws", "stopped").Keys(1)
		for _, x := range group.rows {
			if x.Searches > 0 {
				t.Add(x.Name, x.Searches, x.Nodes, x.MostNodes, x.Checks, x.Histories, x.Late, x.NoMove, x.Mates, x.Draws, x.Stopped)
			}
		}
		if t.Empty() {
			continue
		}
		if err := t.Write(a.Out.On(w)); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	return nil
}
