package cli

import (
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// ParseNames parses a comma list of known names; "all" means all of them. flag is the
// name of the flag, for errors.
func ParseNames(flag, value string, known []string) ([]string, error) {
	if value == "all" {
		return known, nil
	}
	var names []string
	for name := range strings.SplitSeq(value, ",") {
		name = strings.TrimSpace(name)
		switch {
		case !slices.Contains(known, name):
			return nil, Usagef("--%s: %q is unknown: want one of %s", flag, name, strings.Join(known, ", "))
		case slices.Contains(names, name):
			return nil, Usagef("--%s: %s stands twice", flag, name)
		}
		names = append(names, name)
	}
	return names, nil
}

// Profile is a profile with its name. The name includes the changes, as in
// "sx81,pass=20".
type Profile struct {
	Name string
	Data goengine.Profile
}

// base returns the name without the changes.
func (p *Profile) base() string {
	name, _, _ := strings.Cut(p.Name, ",")
	return name
}

// ProfileFlag chooses profiles.
type ProfileFlag struct {
	Profile string `default:"sx81" placeholder:"NAMES" help:"Profiles, a comma list of uniform, sx81, parker83, cyrus86, sex88, tuned, net, sx81-text, sx81-graded, or all. Default sx81. NAME,KEY=VALUE changes a number of it (docs/manual/match.md)."`
}

// Profiles parses the flag.
func (f *ProfileFlag) Profiles() ([]Profile, error) {
	value := f.Profile
	if value == "all" {
		value = strings.Join(goengine.AllProfileNames, ",")
	}
	var all []Profile
	for field := range strings.SplitSeq(value, ",") {
		field = strings.TrimSpace(field)
		n := len(all) - 1
		switch {
		case n >= 0 && strings.Contains(field, "="):
			all[n].Name += "," + field
		default:
			all = append(all, Profile{Name: field})
		}
	}
	for i := range all {
		p := &all[i]
		if _, err := ParseNames("profile", p.base(), goengine.AllProfileNames); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all[:i], func(q Profile) bool { return q.Name == p.Name }) {
			return nil, Usagef("--profile: %s stands twice", p.Name)
		}
		data, err := goengine.ParseProfile(p.Name)
		if err != nil {
			return nil, Usagef("--profile: %v", err)
		}
		p.Data = data
	}
	return all, nil
}

// EngineFlag chooses engines.
type EngineFlag struct {
	Engine string `default:"all" placeholder:"NAMES" help:"Engines, a comma list of ${engines}. Default all."`
}

// Names parses the flag, for a command that only this project's engines can serve.
func (f *EngineFlag) Names(a *App) ([]string, error) {
	return f.Able(a, "--engine "+f.Engine+": this command", hostbridge.SameTree)
}

// Able parses the flag, for a command of positions and moves. A guest must have some abilities besides; what is what needs
// them, for the error.
func (f *EngineFlag) Able(a *App, what string, need hostbridge.Ability) ([]string, error) {
	return f.able(a, what, need|hostbridge.Plays)
}

func (f *EngineFlag) able(a *App, what string, need hostbridge.Ability) ([]string, error) {
	if f.Engine == "all" {
		return a.Engines, nil
	}
	known := a.Engines
	for name := range strings.SplitSeq(f.Engine, ",") {
		if name = strings.TrimSpace(name); !hostbridge.IsForeign(name) {
			continue
		}
		k, err := hostbridge.KindOf(name)
		if err == nil {
			err = k.Lacks(what, need)
		}
		if err != nil {
			return nil, Usagef("%w", err)
		}
		known = append(slices.Clip(known), name)
	}
	return ParseNames("engine", f.Engine, known)
}

// FindEngine returns the engine that --engine names, for a command of positions and moves. It may be a guest.
func FindEngine(name string) (*hostbridge.EngineKind, error) {
	k, err := hostbridge.PlayerOf(name)
	if err != nil {
		return nil, Usagef("--engine: %w", err)
	}
	return k, nil
}

// Machines returns the engines chosen that run on a machine. It is an error to choose
// the Go engine by name. what and need are Able's.
func (f *EngineFlag) Machines(a *App, what string, need hostbridge.Ability) ([]string, error) {
	names, err := f.able(a, what, need|hostbridge.CountsCycles)
	if err != nil {
		return nil, err
	}
	isGo := func(name string) bool { return name == "go" }
	if f.Engine != "all" && slices.ContainsFunc(names, isGo) {
		return nil, Usagef("--engine: go has no clock cycles: want one of %s", strings.Join(slices.DeleteFunc(slices.Clone(a.Engines), isGo), ", "))
	}
	return slices.DeleteFunc(slices.Clone(names), isGo), nil
}

// OneMachine returns the machine that --engine names. what is what needs one, for the error, and need what a guest must
// be able to do for it.
func OneMachine(a *App, engine, what string, need hostbridge.Ability) (string, error) {
	names, err := (&EngineFlag{Engine: engine}).Machines(a, what, need)
	if err == nil && len(names) != 1 {
		err = Usagef("--engine %s: %s is of one machine", engine, what)
	}
	if err != nil {
		return "", err
	}
	return names[0], nil
}

// BudgetFlags are the budget of a search.
type BudgetFlags struct {
	SX    *int    `name:"sx" placeholder:"N" help:"SX of the last iteration, 0 to 255."`
	Depth *int    `placeholder:"N" help:"Plies, 1 to 32, for profile uniform: the same as an SX of 8(N-1)."`
	Nodes *uint64 `placeholder:"N" help:"Nodes after which a search ends."`
}

// None reports whether no flag is given.
func (f *BudgetFlags) None() bool { return f.SX == nil && f.Depth == nil && f.Nodes == nil }

// defaultSX has a budget for each profile with which a search of a benchmark position
// takes hundreds to tens of thousands of nodes.
var defaultSX = map[string]int{"uniform": 24, "sx81": 50, "parker83": 50, "cyrus86": 34, "sex88": 12, "tuned": 36, "net": 36, "sx81-text": 50, "sx81-graded": 34}

// Check returns a usage error for a value out of range.
func (f *BudgetFlags) Check() error {
	switch {
	case f.SX != nil && (*f.SX < 0 || *f.SX > goengine.MaxSX):
		return Usagef("--sx %d: want 0 to %d", *f.SX, goengine.MaxSX)
	case f.Depth != nil && (*f.Depth < 1 || *f.Depth > goengine.MaxPly):
		return Usagef("--depth %d: want 1 to %d", *f.Depth, goengine.MaxPly)
	case f.Depth != nil && f.SX != nil:
		return Usagef("--depth %d and --sx %d: want one of them", *f.Depth, *f.SX)
	case f.Nodes != nil && *f.Nodes == 0:
		return Usagef("--nodes 0: want at least 1")
	}
	return nil
}

// Limits returns the limits of a search with a profile: those of the flags, or else the
// default SX of the profile.
func (f *BudgetFlags) Limits(a *App, p Profile) (goengine.Limits, error) {
	l := goengine.Limits{}
	if err := f.Check(); err != nil {
		return l, err
	}
	if f.Nodes != nil {
		l.Nodes = *f.Nodes
	}
	switch {
	case f.Depth != nil && p.Name != "uniform":
		return l, Usagef("--depth %d: only profile uniform counts plies, %s takes --sx", *f.Depth, p.Name)
	case f.Depth != nil:
		l.SX, l.SXSet = 8*(*f.Depth-1), true
	case f.SX != nil:
		l.SX, l.SXSet = *f.SX, true
	case f.Nodes == nil:
		l.SX, l.SXSet = defaultSX[p.base()], true
	}
	return l, nil
}

// Given returns the value of a flag, or 0 if the flag was not given.
func Given[T any](flag *T) (value T) {
	if flag != nil {
		value = *flag
	}
	return value
}

// Guests splits names of engines in those of this project and guests.
func Guests(names []string) (own, guests []string) {
	for _, name := range names {
		if hostbridge.IsForeign(name) {
			guests = append(guests, name)
		} else {
			own = append(own, name)
		}
	}
	return own, guests
}

// AllGuests reports whether all of some engines are guests.
func AllGuests(names []string) bool {
	own, _ := Guests(names)
	return len(own) == 0
}
