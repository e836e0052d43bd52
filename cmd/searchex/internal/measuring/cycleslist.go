package measuring

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// sourceListing is a routine's source on one machine.
type sourceListing struct {
	engine string
	asm.Routine
}

// listedLine is a line of a routine's source, as --json prints it.
type listedLine struct {
	Engine  string `json:"engine"`
	Profile string `json:"profile"`
	Routine string `json:"routine"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Count   uint64 `json:"count"`
	Cycles  uint64 `json:"cycles"`
	Text    string `json:"text"`
}

// routine finds the one of --list on the machines that have it, nil without the flag.
func (c *Cycles) routine(a *cli.App, names []string) (all []sourceListing, err error) {
	if c.List == nil {
		return nil, nil
	}
	var known []string
	for _, name := range names {
		img, err := a.ImageOf(name)
		if err != nil {
			return nil, err
		}
		if img == nil {
			continue
		}
		routines, err := img.Routines()
		if err != nil {
			return nil, err
		}
		for _, r := range routines {
			if r.Label == *c.List {
				all = append(all, sourceListing{name, r})
			}
			if !slices.Contains(known, r.Label) {
				known = append(known, r.Label)
			}
		}
	}
	if all == nil {
		return nil, cli.Unknown("--list: routine", *c.List, known, "searchex routine lists all")
	}
	return all, nil
}

// writeListings prints a routine's source with what each line took, on each machine.
func writeListings(a *cli.App, accounts []*cycles.Account, all []sourceListing, asJSON bool) error {
	for i, x := range accounts {
		for _, l := range all {
			if l.engine != x.Engine {
				continue
			}
			if !asJSON && i > 0 {
				fmt.Fprintln(a.Out)
			}
			if err := l.write(a, x, asJSON); err != nil {
				return err
			}
		}
	}
	return nil
}

// write prints the source. What a macro takes stands at the line that invokes it.
func (l *sourceListing) write(a *cli.App, x *cycles.Account, asJSON bool) error {
	lines, self := x.Lines(&l.Routine)
	if !asJSON {
		title := fmt.Sprintf("%s, %s:%d %s: %s of its own, %s%% of all; %s", x.Engine, l.File, l.Line, l.Label,
			report.Count(self)+" "+cli.Unit(x.Engine), tenths(x.Percent(self)), cli.AboutAccount(x))
		if _, err := a.Out.Write([]byte(a.Out.Fold(title + "\n"))); err != nil {
			return err
		}
	}
	t := report.NewTable("line", "count", cli.Unit(x.Engine), "%", "<source").Keys(1).Abbreviate("source", 20)
	for i, text := range l.Text {
		cost := lines[i]
		text = strings.ReplaceAll(text, "\t", "        ")
		switch {
		case asJSON:
			if err := report.JSON(a.Out, listedLine{x.Engine, x.Profile, l.Label, l.File, l.Line + i, cost.Count, cost.Cycles, text}); err != nil {
				return err
			}
		case cost.Count == 0:
			t.Add(l.Line+i, "", "", "", text)
		default:
			t.Add(l.Line+i, cost.Count, cost.Cycles, tenths(100*float64(cost.Cycles)/float64(max(self, 1))), text)
		}
	}
	if asJSON {
		return nil
	}
	return t.Write(a.Out)
}
