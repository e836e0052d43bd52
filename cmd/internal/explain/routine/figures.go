package routine

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/explain/cycletables"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// figureTitles are the columns of the table of a routine's figures. The cycles of a call
// include those of what it calls, own cycles don't.
var figureTitles = []string{"<machine", "bytes", "calls a node", "cycles a call", "microseconds", "own a node", "of all cycles"}

// figureRow returns the row of a machine.
func figureRow(x *cycles.Account, e *Entry) []any {
	f := x.Figures(e.Label)
	machine := fmt.Sprintf("%s, %s MHz", x.Engine, strconv.FormatFloat(x.Clock.MHz(), 'g', 3, 64))
	perCall, time := "-", "-"
	if f.Calls > 0 {
		perCall, time = report.Digits(f.PerCall), report.Digits(f.Microseconds)
	}
	return []any{machine, e.On[x.Engine].Size, cycletables.Calls(x, f.Calls), perCall, time, report.Digits(f.OwnPerNode),
		fmt.Sprintf("%.1f%%", 100*float64(f.Self)/float64(max(f.AllCycles, 1)))}
}

// WriteFigures prints the routine's figures on each machine.
func WriteFigures(out *report.Screen, e *Entry, accounts []*cycles.Account) error {
	if len(accounts) == 0 {
		return nil
	}
	if err := out.Print(cycletables.Searches(accounts[0]) + "\n"); err != nil {
		return err
	}
	t := report.NewTable(figureTitles...).Later("own a node", "of all cycles")
	for _, x := range accounts {
		t.Add(figureRow(x, e)...)
	}
	return t.Write(out)
}

// onEngine is a routine on one engine, as --json prints it.
type onEngine struct {
	Routine string `json:"routine"`
	What    string `json:"what"`
	Engine  string `json:"engine"`
	// Place is the file and line, or why the engine has no such routine.
	Place  string   `json:"place,omitempty"`
	Bytes  int      `json:"bytes"`
	Source []string `json:"source,omitempty"`
	*cycles.Figures
	Proved *asm.Proved `json:"proved,omitempty"`
}

// WriteJSON prints a JSON object for each engine.
func WriteJSON(w io.Writer, e *Entry, panels []Panel, accounts []*cycles.Account) error {
	for _, p := range panels {
		s := onEngine{Routine: e.Label, What: e.What, Engine: p.Engine, Place: p.Title, Source: p.Text}
		if r := e.On[p.Engine]; r != nil {
			s.Bytes = r.Size
			if r.Cycles != nil && r.Cycles.Proved.How != "" {
				s.Proved = &r.Cycles.Proved
			}
		}
		if i := slices.IndexFunc(accounts, func(x *cycles.Account) bool { return x.Engine == p.Engine }); i >= 0 {
			s.Figures = accounts[i].Figures(e.Label)
		}
		if err := report.JSON(w, s); err != nil {
			return err
		}
	}
	return nil
}
