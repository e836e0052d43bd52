package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/pool"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// app is what all commands work with.
type app struct {
	// program is the program's name, with which its complaints begin.
	program string

	ctx context.Context
	in  io.Reader
	out *report.Screen
	err io.Writer
	// stop ends all searches; it follows ctx.
	stop *atomic.Bool
	// engines are the names that newEngine knows.
	engines   []string
	newEngine func(name string) (hostbridge.Engine, error)
	// images are the ROMs by engine that stand for the embedded ones.
	images map[string]*asm.Image
}

func newApp(ctx context.Context, in io.Reader, out, err io.Writer) *app {
	a := &app{
		ctx: ctx, in: in, out: &report.Screen{Writer: output{out}}, err: err, stop: new(atomic.Bool),
		engines: hostbridge.Names, newEngine: hostbridge.New,
	}
	context.AfterFunc(ctx, func() { a.stop.Store(true) })
	return a
}

// bench are engines by name, for one worker.
type bench map[string]hostbridge.Engine

func (a *app) newBench(names []string) func() (bench, error) {
	return func() (bench, error) {
		b := bench{}
		for _, name := range names {
			e, err := a.newEngine(name)
			if err != nil {
				return nil, fmt.Errorf("engine %s: %w", name, err)
			}
			b[name] = e
		}
		return b, nil
	}
}

// each runs n jobs on all cores, with engines of their own. write is called
// in order with the results. An end by ctrl-C says how far it came.
func each[T any](a *app, engines []string, n int, job func(b bench, i int) (T, error), write func(i int, v T) error) error {
	bar := newProgress(a.err, n)
	defer bar.clear()
	done := 0
	err := pool.Each(a.ctx, runtime.GOMAXPROCS(0), n, a.newBench(engines), job, func(i int, v T) error {
		bar.clear()
		if err := write(i, v); err != nil {
			return err
		}
		done++
		bar.show(done)
		return nil
	})
	if err != nil && err == a.ctx.Err() {
		err = interrupted{done, n}
	}
	return err
}

// abandonable calls a function that can't be stopped. When the context ends
// it is left to itself: the program is about to end.
func (a *app) abandonable(f func() error) error {
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		return err
	case <-a.ctx.Done():
		return a.ctx.Err()
	}
}

// readFile reads a file that the user has named, of at most limit bytes.
func (a *app) readFile(name string, limit int64) ([]byte, error) {
	b, err := userfile.Read(a.ctx, name, limit)
	switch {
	case err == nil:
		return b, nil
	case a.ctx.Err() != nil:
		return nil, interrupted{}
	}
	return nil, usageError{err}
}

// machineOf is the machine behind an engine.
func machineOf(e hostbridge.Engine) (emu.Machine, bool) {
	on, ok := e.(hostbridge.OnMachine)
	if !ok {
		return nil, false
	}
	return on.Machine(), true
}

// machineNames are the engines that run on a machine.
func machineNames() (names []string) {
	for _, k := range hostbridge.OnMachines() {
		names = append(names, k.Name)
	}
	return names
}

// sentence lists names as a sentence does: go, z80 and 6502.
func sentence(names []string) string {
	if n := len(names) - 1; n > 0 {
		return strings.Join(names[:n], ", ") + " and " + names[n]
	}
	return strings.Join(names, "")
}

// imageOf is the ROM that an engine is to run, nil for one without.
func (a *app) imageOf(name string) (*asm.Image, error) {
	if img := a.images[name]; img != nil {
		return img, nil
	}
	return imageOf(name)
}

// imageOf is the embedded ROM of an engine by name, nil for one without.
func imageOf(name string) (*asm.Image, error) {
	k, err := hostbridge.KindOf(name)
	if err != nil || k.Image == nil {
		return nil, err
	}
	return k.Image()
}

// plural is a number of things.
func plural(n int, what string) string {
	if n != 1 {
		if strings.HasSuffix(what, "ch") {
			what += "e"
		}
		what += "s"
	}
	return report.Int(n) + " " + what
}

// list parses a comma list of names out of known ones; all stands for each.
// what says in errors what the names are.
func list(what, value string, known []string) ([]string, error) {
	if value == "all" {
		return known, nil
	}
	var names []string
	for name := range strings.SplitSeq(value, ",") {
		name = strings.TrimSpace(name)
		switch {
		case !slices.Contains(known, name):
			return nil, usagef("--%s: %q is unknown: want one of %s", what, name, strings.Join(known, ", "))
		case slices.Contains(names, name):
			return nil, usagef("--%s: %s stands twice", what, name)
		}
		names = append(names, name)
	}
	return names, nil
}

// profile is a profile with its name, behind which stands what is changed in it.
type profile struct {
	name string
	data goengine.Profile
}

// base is the name alone.
func (p *profile) base() string {
	name, _, _ := strings.Cut(p.name, ",")
	return name
}

// profileFlag chooses profiles.
type profileFlag struct {
	Profile string `default:"sx81" placeholder:"NAMES" help:"Profiles, a comma list of uniform, sx81, parker83, cyrus86, sex88, tuned, or all. Default sx81. NAME,KEY=VALUE changes a number of it (docs/manual/match.md)."`
}

func (f *profileFlag) profiles() ([]profile, error) {
	value := f.Profile
	if value == "all" {
		value = strings.Join(goengine.ProfileNames, ",")
	}
	var all []profile
	for field := range strings.SplitSeq(value, ",") {
		field = strings.TrimSpace(field)
		n := len(all) - 1
		switch {
		case n >= 0 && strings.Contains(field, "="):
			all[n].name += "," + field
		default:
			all = append(all, profile{name: field})
		}
	}
	for i := range all {
		p := &all[i]
		if _, err := list("profile", p.base(), goengine.ProfileNames); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all[:i], func(q profile) bool { return q.name == p.name }) {
			return nil, usagef("--profile: %s stands twice", p.name)
		}
		data, err := goengine.ParseProfile(p.name)
		if err != nil {
			return nil, usagef("--profile: %v", err)
		}
		p.data = data
	}
	return all, nil
}

// engineFlag chooses engines.
type engineFlag struct {
	Engine string `default:"all" placeholder:"NAMES" help:"Engines, a comma list of ${engines}. Default all that exist."`
}

func (f *engineFlag) names(a *app) ([]string, error) { return list("engine", f.Engine, a.engines) }

// machines are the engines chosen that run on a machine; they must be all
// unless the user left the choice open.
func (f *engineFlag) machines(a *app) ([]string, error) {
	names, err := f.names(a)
	if err != nil {
		return nil, err
	}
	isGo := func(name string) bool { return name == "go" }
	if f.Engine != "all" && slices.ContainsFunc(names, isGo) {
		return nil, usagef("--engine: go has no clock cycles: want one of %s", strings.Join(slices.DeleteFunc(slices.Clone(a.engines), isGo), ", "))
	}
	return slices.DeleteFunc(slices.Clone(names), isGo), nil
}

// budgetFlags limit a search.
type budgetFlags struct {
	SX    *int    `name:"sx" placeholder:"N" help:"SX of the last iteration, 0 to 255."`
	Depth *int    `placeholder:"N" help:"Plies, 1 to 32, for profile uniform: the same as an SX of 8(N-1)."`
	Nodes *uint64 `placeholder:"N" help:"Nodes after which a search ends."`
}

// defaultSX are budgets that give each of the twelve benchmark positions
// hundreds to tens of thousands of nodes.
var defaultSX = map[string]int{"uniform": 24, "sx81": 50, "parker83": 50, "cyrus86": 34, "sex88": 12, "tuned": 36}

// check refuses values out of range.
func (f *budgetFlags) check() error {
	switch {
	case f.SX != nil && (*f.SX < 0 || *f.SX > goengine.MaxSX):
		return usagef("--sx %d: want 0 to %d", *f.SX, goengine.MaxSX)
	case f.Depth != nil && (*f.Depth < 1 || *f.Depth > goengine.MaxPly):
		return usagef("--depth %d: want 1 to %d", *f.Depth, goengine.MaxPly)
	case f.Depth != nil && f.SX != nil:
		return usagef("--depth %d and --sx %d: want one of them", *f.Depth, *f.SX)
	case f.Nodes != nil && *f.Nodes == 0:
		return usagef("--nodes 0: want at least 1")
	}
	return nil
}

// limits are the limits of a search with a profile. Without any flag it gets
// the default SX of the profile.
func (f *budgetFlags) limits(a *app, p profile) (goengine.Limits, error) {
	l := goengine.Limits{Stop: a.stop}
	if err := f.check(); err != nil {
		return l, err
	}
	if f.Nodes != nil {
		l.Nodes = *f.Nodes
	}
	switch {
	case f.Depth != nil && p.name != "uniform":
		return l, usagef("--depth %d: only profile uniform counts plies, %s takes --sx", *f.Depth, p.name)
	case f.Depth != nil:
		l.SX, l.SXSet = 8*(*f.Depth-1), true
	case f.SX != nil:
		l.SX, l.SXSet = *f.SX, true
	case f.Nodes == nil:
		l.SX, l.SXSet = defaultSX[p.base()], true
	}
	return l, nil
}
