package cycletables

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// Source is the source of a routine on one machine.
type Source struct {
	Engine string
	asm.Routine
}

// GuestSource returns the source of a routine of a guest, from the first line of its code to the last one, nil if it has no
// such routine. routines are those that it has.
func GuestSource(p *emu.Program, img *asm.Image, label string) (r *asm.Routine, routines []string, err error) {
	seen, last := map[string]bool{}, 0
	for _, l := range p.Lines {
		name, _ := p.RoutineAt(l.Addr)
		switch seen[name] = true; {
		case name != label || l.Line == 0:
		case r == nil:
			r = &asm.Routine{Label: label, Addr: l.Addr, Block: asm.Block{File: l.File, Line: l.Line}}
			last = l.Line
		case l.File == r.File:
			r.Line, last = min(r.Line, l.Line), max(last, l.Line)
		}
	}
	switch _, known := p.Symbols[label]; {
	case r == nil && known:
		return nil, nil, errors.New("its symbols have no source lines of it: want a file of program.symbols that has")
	case r == nil:
		return nil, slices.Collect(maps.Keys(seen)), nil
	}
	text, err := img.SourceFile(r.File)
	if err != nil {
		return nil, nil, fmt.Errorf("want %s in the folder of the description: %w", r.File, err)
	}
	lines := strings.Split(text, "\n")
	if last > len(lines) {
		return nil, nil, fmt.Errorf("%s has %d lines, and the symbols have line %d: want the source that was compiled", r.File, len(lines), last)
	}
	r.Text = lines[r.Line-1 : last]
	return r, nil, nil
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

// WriteListings prints a routine's source on each machine, each line with its count and
// its cycles, as tables or as JSON.
func WriteListings(out *report.Screen, accounts []*cycles.Account, sources []Source, asJSON bool) error {
	for i, x := range accounts {
		for _, l := range sources {
			if l.Engine != x.Engine {
				continue
			}
			if !asJSON && i > 0 {
				fmt.Fprintln(out)
			}
			if err := l.write(out, x, asJSON); err != nil {
				return err
			}
		}
	}
	return nil
}

// write prints the source with an account. The cycles of a macro stand at the line that
// invokes it.
func (l *Source) write(out *report.Screen, x *cycles.Account, asJSON bool) error {
	lines, self := x.Lines(&l.Routine)
	if !asJSON {
		title := fmt.Sprintf("%s, %s:%d %s: %s of its own, %s%% of all; %s", x.Engine, l.File, l.Line, l.Label,
			report.Count(self)+" "+hostbridge.UnitOf(x.Engine), tenths(x.Percent(self)), Searches(x))
		if err := out.Print(title + "\n"); err != nil {
			return err
		}
	}
	t := report.NewTable("line", "count", hostbridge.UnitOf(x.Engine), "%", "<source").Keys(1).Abbreviate("source", 20)
	for i, text := range l.Text {
		cost := lines[i]
		text = strings.ReplaceAll(text, "\t", "        ")
		switch {
		case asJSON:
			if err := report.JSON(out, listedLine{x.Engine, x.Profile, l.Label, l.File, l.Line + i, cost.Count, cost.Cycles, text}); err != nil {
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
	return t.Write(out)
}
