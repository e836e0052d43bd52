// Package routine shows a routine of the engines in all the languages in which it is
// written.
package routine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/hostbridge"
)

// Catalogue has all routines of some engines.
type Catalogue struct {
	Engines []string
	Entries []*Entry // by file, and in the order of the file
	byLabel map[string]*Entry
}

// Entry is one routine on all engines.
type Entry struct {
	Label, What, File string // the file without its extension
	On                map[string]*asm.Routine
	Go                Twin
}

// Load reads the routines of some engines.
func Load(engines []string) (*Catalogue, error) {
	c := &Catalogue{Engines: engines, byLabel: map[string]*Entry{}}
	rank := map[*Entry]int{}
	for _, k := range hostbridge.MachineKinds() {
		img, err := k.Image()
		if err != nil {
			return nil, err
		}
		all, err := img.Routines()
		if err != nil {
			return nil, err
		}
		slices.SortStableFunc(all, func(a, b asm.Routine) int {
			return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
		})
		last := -1 // rank of the previous routine
		for i := range all {
			r := &all[i]
			e := c.byLabel[r.Label]
			if e == nil {
				unit, _, _ := strings.Cut(r.File, ".")
				e = &Entry{Label: r.Label, What: r.What, File: unit, On: map[string]*asm.Routine{}}
				c.byLabel[r.Label] = e
				c.Entries = append(c.Entries, e)
				rank[e] = last + 1
			}
			last = max(last, rank[e])
			if e.What == "" {
				e.What = r.What
			}
			e.On[k.Name] = r
		}
	}
	slices.SortStableFunc(c.Entries, func(a, b *Entry) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(rank[a], rank[b]))
	})
	functions, err := goFunctions()
	if err != nil {
		return nil, err
	}
	c.addTwins(functions)
	// Drop the routines that none of the engines has.
	c.Entries = slices.DeleteFunc(c.Entries, func(e *Entry) bool { return !c.has(e) })
	return c, nil
}

// has reports whether any of the engines has a routine.
func (c *Catalogue) has(e *Entry) bool {
	return slices.ContainsFunc(c.Engines, func(name string) bool {
		return e.On[name] != nil || name == goEngine && e.Go.Func != nil
	})
}

// goEngine is the name of the Go engine.
const goEngine = "go"

// Find returns the routine with a label, or with the name of a Go function; nil if there
// is none.
func (c *Catalogue) Find(name string) *Entry {
	for _, e := range c.Entries {
		unexported, exported := asm.GoNames(e.Label)
		if name == e.Label || e.Go.same() && (name == unexported || name == exported) {
			return e
		}
	}
	return nil
}

// Names returns the labels of all routines.
func (c *Catalogue) Names() (names []string) {
	for _, e := range c.Entries {
		names = append(names, e.Label)
	}
	return names
}

// Panel is a routine in one language, with a title.
type Panel struct {
	Engine string
	// Title is the routine's place and further remarks, or the reason for an empty Text.
	Title string
	File  string   // in the engine's folder
	Note  string   // of Title: ", a part of tryAll"
	Text  []string // empty where the engine has no such routine
	mark  string   // that a comment begins with
}

// shortMacro is the length in lines of the longest macro that is shown with the routines
// that use it.
const shortMacro = 24

// Panels returns the panels of a routine, one for each engine.
func (c *Catalogue) Panels(e *Entry) (all []Panel) {
	for _, name := range c.Engines {
		switch r := e.On[name]; {
		case name == goEngine:
			all = append(all, e.Go.panel())
		case r == nil:
			all = append(all, Panel{Engine: name, Title: "no routine of this name"})
		default:
			all = append(all, machinePanel(name, r))
		}
	}
	return all
}

func machinePanel(name string, r *asm.Routine) Panel {
	p := Panel{Engine: name, File: r.File, Title: fmt.Sprintf("%s:%d, %d bytes", r.File, r.Line, r.Size), Text: slices.Clone(r.Listing()), mark: r.CPU.Comment}
	for _, m := range r.Macros {
		if m.Line >= r.Line && m.File == r.File && m.Line < r.Line+len(r.Text) {
			continue // it is one of the routine's lines
		}
		if len(m.Text) > shortMacro {
			p.Text = append(p.Text, "", fmt.Sprintf("%s %s is a macro of %d lines: %s:%d", p.mark, m.Name, len(m.Text), m.File, m.Line))
			continue
		}
		p.Text = append(p.Text, "")
		p.Text = append(p.Text, m.Text...)
	}
	for i, l := range p.Text {
		p.Text[i] = strings.TrimRight(strings.ReplaceAll(l, "\t", "        "), " ")
	}
	return p
}
