package measuring

import (
	"fmt"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// coreSpeed is the speed of a machine with its two cores, as --json prints it. Speeds are
// emulated MHz.
type coreSpeed struct {
	Engine  string `json:"engine"`
	Profile string `json:"profile"`
	// Package and Predecoded search without callbacks, Hashed is the predecoded core
	// with all events hashed, Unguarded without guards.
	Package    float64 `json:"package_mhz"`
	Predecoded float64 `json:"predecoded_mhz"`
	Hashed     float64 `json:"hashed_mhz"`
	Unguarded  float64 `json:"unguarded_mhz"`
	// Options is the machine with options that give it the same map, with guards;
	// OptionsUnguarded without. Alone is the package by itself.
	Options          float64 `json:"options_mhz"`
	OptionsUnguarded float64 `json:"options_unguarded_mhz"`
	Alone            float64 `json:"package_alone_mhz"`
	// Left is the part of all instructions, by cycles counted as four, that the
	// predecoded core left to the package.
	Left uint64 `json:"left"`
}

// cores measures the machines with each core.
func (c *Bench) cores(a *cli.App, names []string, tasks []hostbridge.Task, n int) error {
	t := report.NewTable("<engine", "<profile", "package MHz", "predecoded", "ratio", "events hashed", "ratio", "unguarded", "left to package",
		"with options", "options unguarded", "package alone").Later("unguarded", "left to package")
	for _, name := range names {
		if k, err := hostbridge.KindOf(name); err != nil || k.Image == nil {
			continue // without a machine
		}
		for i := 0; i < len(tasks); i += n {
			s, err := measureCores(a, name, tasks[i:i+n])
			if err != nil {
				return a.Finish(t, err)
			}
			mhz := func(f float64) string { return fmt.Sprintf("%.0f", f) }
			ratio := func(f, to float64) string { return fmt.Sprintf("%.2f", f/max(to, 0.1)) }
			if err := t.Put(a.Out, c.JSON, s, s.Engine, s.Profile, mhz(s.Package), mhz(s.Predecoded), ratio(s.Predecoded, s.Package),
				mhz(s.Hashed), ratio(s.Hashed, s.Predecoded), mhz(s.Unguarded), s.Left,
				mhz(s.Options), mhz(s.OptionsUnguarded), mhz(s.Alone)); err != nil {
				return err
			}
		}
	}
	return a.Finish(t, nil)
}

// measureCores measures a machine with both cores, in turn.
func measureCores(a *cli.App, name string, tasks []hostbridge.Task) (s coreSpeed, err error) {
	s = coreSpeed{Engine: name, Profile: tasks[0].ProfileName}
	for _, way := range []struct {
		to      *float64
		options hostbridge.Options
		hashed  bool
	}{
		{&s.Package, hostbridge.Options{Core: emu.Package}, false},
		{&s.Predecoded, hostbridge.Options{}, false},
		{&s.Hashed, hostbridge.Options{}, true},
		{&s.Unguarded, hostbridge.Options{Unguarded: true}, false},
	} {
		e, err := hostbridge.NewWith(name, way.options)
		if err != nil {
			return s, fmt.Errorf("engine %s: %w", name, err)
		}
		if way.hashed {
			e.Attach(&goengine.EventHash{})
		}
		m, err := measure(a, e, tasks)
		if err != nil {
			return s, err
		}
		*way.to = m.MHz
		if on, ok := cli.MachineOf(e); ok && way.to == &s.Predecoded {
			s.Left = on.Left()
		}
	}
	return s, s.measureOptions(a, tasks)
}

// measureOptions measures the same searches on the machine with options and on the package
// alone.
func (s *coreSpeed) measureOptions(a *cli.App, tasks []hostbridge.Task) error {
	all, err := searchesOf(a, s.Engine, tasks)
	if err != nil {
		return err
	}
	for _, way := range []struct {
		to     *float64
		search func(i int) error
	}{
		{&s.Options, func(i int) error { return all.withOptions(i, true) }},
		{&s.OptionsUnguarded, func(i int) error { return all.withOptions(i, false) }},
		{&s.Alone, all.alone},
	} {
		if *way.to, err = all.mhz(a, way.search); err != nil {
			return err
		}
	}
	return nil
}
