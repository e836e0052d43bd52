package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// verdict is what became of a mutant.
type verdict int

const (
	survived  verdict = iota
	unreached         // survived, and no test reaches it
	killed
	hung // killed by the limit of CPU time
	notViable
)

// runner runs tests on mutants.
type runner struct {
	dir, tmp string
	tests    []testTime // quickest first
	reach    map[string][]byte
	quick    bool // run the quick tests only
}

// testTime is a test and the time that it takes without a mutant.
type testTime struct {
	name string
	took time.Duration
}

// quick is the limit for tests that run together, before the others.
const quick = 150 * time.Millisecond

// run runs tests of a binary within a limit of CPU time, seconds, and reports whether they passed.
func (r *runner) run(binary string, tests []string, cpu int, env ...string) (passed, overrun bool, out []byte, took time.Duration, err error) {
	// The wall clock ends a test that waits without using the CPU.
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(60+20*cpu)*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, "-test.short", "-test.failfast", "-test.run", "^("+strings.Join(tests, "|")+")$")
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOTRACEBACK=none", fmt.Sprintf("MUTANT_CPU=%d", cpu))
	cmd.Env = append(cmd.Env, env...)
	out, err = cmd.CombinedOutput()
	if state := cmd.ProcessState; state != nil {
		took = state.UserTime() + state.SystemTime()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return false, false, out, took, err
	}
	overrun = exit != nil && (exit.ExitCode() < 0 || ctx.Err() != nil)
	return err == nil, overrun, out, took, nil
}

// measure runs each test alone, without a mutant. It records the time, and which mutants the test reaches.
func (r *runner) measure(binary string, mutants, jobs int) error {
	list := exec.Command(binary, "-test.list", "^Test")
	list.Dir = r.dir
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("list the tests: %w", err)
	}
	names := strings.Fields(string(out))
	r.reach = map[string][]byte{}
	var mu sync.Mutex
	var failed error
	limit := 600
	if r.quick {
		limit = 1
	}
	each(names, jobs, func(name string) {
		file := filepath.Join(r.tmp, name+".reached")
		passed, overrun, out, took, err := r.run(binary, []string{name}, limit, fmt.Sprintf("MUTANT_REACH=%d", mutants), "MUTANT_REACHED="+file)
		if overrun && r.quick {
			return
		}
		if err == nil && !passed {
			err = fmt.Errorf("%s fails without a mutant:\n%s", name, bytes.TrimSpace(out))
		}
		var reached []byte
		if err == nil {
			reached, err = os.ReadFile(file)
		}
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			failed = err
			return
		}
		r.tests = append(r.tests, testTime{name, took})
		r.reach[name] = reached
	})
	sort.Slice(r.tests, func(i, j int) bool { return r.tests[i].took < r.tests[j].took })
	return failed
}

// try runs the tests that reach a mutant, the quick ones first, and returns the first that fails.
func (r *runner) try(binary string, m *mutant, env string) (verdict, string, error) {
	type group struct {
		tests []string
		took  time.Duration
	}
	groups := []group{{}} // the quick ones together, then each of the others
	reached := false
	for _, t := range r.tests {
		if m.edit == nil && r.reach[t.name][m.id] == 0 {
			continue
		}
		reached = true
		if t.took < quick {
			groups[0].tests = append(groups[0].tests, t.name)
			groups[0].took += t.took
		} else if !r.quick {
			groups = append(groups, group{[]string{t.name}, t.took})
		}
	}
	if !reached {
		return unreached, "", nil
	}
	for _, g := range groups {
		if len(g.tests) == 0 {
			continue
		}
		passed, overrun, out, _, err := r.run(binary, g.tests, 2+int(5*g.took.Seconds()), env)
		switch {
		case err != nil:
			return survived, "", err
		case overrun:
			return hung, "", nil
		case !passed:
			return killed, failing(out), nil
		}
	}
	return survived, "", nil
}

var failLine = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// failing returns the name of the innermost test that failed first, or "panic".
func failing(out []byte) string {
	all := failLine.FindAllSubmatch(out, -1)
	if all == nil {
		return "panic"
	}
	best := string(all[0][1])
	for _, m := range all {
		if strings.HasPrefix(string(m[1]), best+"/") {
			best = string(m[1])
		}
	}
	return best
}

// attempt tries one mutant of the common binary, or builds it alone.
func (r *runner) attempt(f *finder, binary string, m *mutant) (verdict, string, error) {
	if m.edit == nil {
		if m.site == nil {
			return notViable, "", nil
		}
		return r.try(binary, m, "MUTANT="+strconv.Itoa(m.id))
	}
	one, err := f.buildOne(r.tmp, m)
	if err != nil {
		return notViable, "", nil
	}
	defer os.Remove(one)
	return r.try(one, m, "MUTANT=0")
}

// each calls do for all items, at most jobs of them at a time.
func each[T any](items []T, jobs int, do func(T)) {
	var group errgroup.Group
	group.SetLimit(max(jobs, 1))
	for _, item := range items {
		group.Go(func() error { do(item); return nil })
	}
	_ = group.Wait()
}
