package routine

import (
	"slices"

	"github.com/searchex/searchex/cmd/internal/report"
)

// WriteList prints a line for each routine, or a JSON object a line.
func (c *Catalogue) WriteList(out *report.Screen, asJSON bool) error {
	titles := []string{"<routine", "<file"}
	for _, name := range c.Engines {
		if name == "go" {
			titles = append(titles, "<go")
		} else {
			titles = append(titles, name)
		}
	}
	t := report.NewTable(append(titles, "<what it does")...).Keys(1).Break("what it does", 30)
	for _, e := range c.Entries {
		row := []any{e.Label, e.File}
		for _, name := range c.Engines {
			switch r := e.On[name]; {
			case name == "go":
				row = append(row, e.Go.Name())
			case r == nil:
				row = append(row, "-")
			default:
				row = append(row, r.Size)
			}
		}
		if err := t.Put(out, asJSON, e.listed(c.Engines), append(row, e.What)...); err != nil {
			return err
		}
	}
	if asJSON {
		return nil
	}
	if err := t.Write(out); err != nil {
		return err
	}
	legend := "\n" + report.Plural(len(c.Entries), "routine") + "; the figures are bytes of code."
	if slices.Contains(c.Engines, "go") {
		legend += " In brackets: the function that does the same among other things."
	}
	return out.Print(legend + "\n")
}

// listed returns the row of the list as --json prints it: the routine's bytes on each
// engine.
func (e *Entry) listed(engines []string) any {
	bytes := map[string]int{}
	for _, name := range engines {
		if r := e.On[name]; r != nil {
			bytes[name] = r.Size
		}
	}
	return struct {
		Routine string         `json:"routine"`
		What    string         `json:"what"`
		File    string         `json:"file"`
		Go      string         `json:"go,omitempty"`
		Bytes   map[string]int `json:"bytes"`
	}{e.Label, e.What, e.File, e.Go.Name(), bytes}
}
