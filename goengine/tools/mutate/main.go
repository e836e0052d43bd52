// Mutate breaks the Go engine in one place at a time and reports whether its tests notice: a mutation campaign.
//
//	go run ./goengine/tools/mutate                  all mutants, of constants and table entries a tenth
//	go run ./goengine/tools/mutate -n 60 -seed 7    60 of them, the same 60 for the same seed
//	go run ./goengine/tools/mutate -files list.go,try.go -v
//
// A mutant is killed if a test fails or does not end, and survives if all tests pass. equivalent.txt, in this folder, lists
// the mutants that change nothing, each with the reason. The command fails if a survivor is not listed, if a listed mutant is
// killed, or if the sources have no mutant of a listed name. With -n the listed ones are left out: each costs all tests.
//
// All mutants but those of constant declarations are compiled into one binary, and an environment variable selects one;
// only the tests that reach its place are run, the fast ones first. The package's files are not touched.
package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/searchex/searchex/goengine/tools/equivalent"
)

// options has the values of the flags.
type options struct {
	dir, files, match, known  string
	n, jobs                   int
	seed                      int64
	all, list, quick, verbose bool
}

func main() {
	var o options
	flag.StringVar(&o.dir, "dir", "goengine", "folder of the package")
	flag.StringVar(&o.files, "files", "", "only these files, base names with commas; all but the probe and shared files if empty")
	flag.StringVar(&o.match, "match", "", "only mutants whose name matches this regular expression")
	flag.StringVar(&o.known, "known", "goengine/tools/mutate/equivalent.txt", "the list of equivalent mutants")
	flag.IntVar(&o.n, "n", 0, "number of mutants to try; 0: all")
	flag.Int64Var(&o.seed, "seed", 1, "of the choice with -n")
	flag.BoolVar(&o.all, "all", false, "all constants and table entries, not always the same tenth of them")
	flag.IntVar(&o.jobs, "jobs", runtime.NumCPU(), "runs at a time")
	flag.BoolVar(&o.quick, "quick", false, "run the quick tests only")
	flag.BoolVar(&o.list, "list", false, "list the mutants and try none")
	flag.BoolVar(&o.verbose, "v", false, "print the killed ones too, each with the test that fails")
	flag.Parse()
	ok, err := campaign(os.Stdout, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// choose returns the mutants that a campaign tries, in the order of the sources.
func choose(all []*mutant, known map[string]string, o options) ([]*mutant, error) {
	match, err := regexp.Compile(o.match)
	if err != nil {
		return nil, fmt.Errorf("-match %q: %w", o.match, err)
	}
	// A mutant's lot depends on its name alone, so a change of one file does not change the sample of the others.
	lot := func(seed int64, m *mutant) uint64 {
		sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", seed, m.name))
		return binary.BigEndian.Uint64(sum[:])
	}
	var chosen []*mutant
	for _, m := range all {
		if _, listed := known[m.name]; listed && o.n > 0 {
			continue
		}
		if (o.all || lot(1, m)%10 == 0 || !sampled(m.kind)) && match.MatchString(m.name) {
			chosen = append(chosen, m)
		}
	}
	if o.n > 0 && o.n < len(chosen) {
		slices.SortFunc(chosen, func(a, b *mutant) int { return cmp.Compare(lot(o.seed, a), lot(o.seed, b)) })
		chosen = chosen[:o.n]
		slices.SortFunc(chosen, func(a, b *mutant) int { return cmp.Compare(a.id, b.id) })
	}
	return chosen, nil
}

// campaign tries mutants, prints the results, and reports whether all survivors are listed and all listed ones survive.
func campaign(out *os.File, o options) (bool, error) {
	known, err := readKnown(o.known)
	if err != nil {
		return false, err
	}
	wanted := func(base string) bool {
		if o.files == "" {
			return !strings.HasPrefix(base, "probe") && !strings.HasPrefix(base, "shared")
		}
		return slices.Contains(strings.Split(o.files, ","), base)
	}
	f, err := find(o.dir, wanted)
	if err != nil {
		return false, err
	}
	chosen, err := choose(f.mutants, known, o)
	if err != nil {
		return false, err
	}
	if o.list {
		for _, m := range chosen {
			fmt.Fprintf(out, "%s:%d %s\n", m.file, m.line, strings.TrimPrefix(m.name, m.file+" "))
		}
		return true, nil
	}
	if len(chosen) == 0 {
		return false, fmt.Errorf("%s: no mutants to try", o.dir)
	}
	tmp, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(tmp)
	began := time.Now()
	tests, bad, err := f.build(tmp)
	if err != nil {
		return false, err
	}
	r := &runner{dir: o.dir, tmp: tmp, quick: o.quick}
	if err := r.measure(tests, len(f.mutants), o.jobs); err != nil {
		return false, err
	}
	fmt.Fprintf(out, "%d mutants, %d of them not viable; %d tests; %d mutants to try\n", len(f.mutants), len(bad), len(r.tests), len(chosen))
	table := tally{}
	ok := true
	for _, name := range strangers(known, f.mutants, wanted) {
		ok = false
		fmt.Fprintf(out, "STRANGER %s: %s lists it, and the sources have no such mutant\n", name, o.known)
	}
	var mu sync.Mutex
	var failed error
	each(chosen, o.jobs, func(m *mutant) {
		v, test, err := r.attempt(f, tests, m)
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			failed = err
			return
		}
		reason, listed := known[m.name]
		table.add(m.kind, v, listed)
		where := fmt.Sprintf("%s:%d %s", filepath.Join(o.dir, m.file), m.line, strings.TrimPrefix(m.name, m.file+" "))
		switch {
		case (v == survived || v == unreached) && listed:
			if o.verbose {
				fmt.Fprintf(out, "known    %s: %s\n", where, reason)
			}
		case v == survived:
			ok = false
			fmt.Fprintf(out, "SURVIVED %s\n", where)
		case v == unreached:
			ok = false
			fmt.Fprintf(out, "SURVIVED %s (no test reaches it)\n", where)
		case listed:
			ok = false
			fmt.Fprintf(out, "KILLED   %s, though %s says: %s\n", where, o.known, reason)
		case o.verbose && v == hung:
			fmt.Fprintf(out, "killed   %s: ran without end\n", where)
		case o.verbose && v == killed:
			fmt.Fprintf(out, "killed   %s: %s\n", where, test)
		}
	})
	if failed != nil {
		return false, failed
	}
	table.print(out)
	fmt.Fprintf(out, "%s\n", time.Since(began).Round(time.Second))
	return ok, nil
}

// strangers returns the listed names, of wanted files, that no mutant has.
func strangers(known map[string]string, all []*mutant, wanted func(base string) bool) (names []string) {
	has := map[string]bool{}
	for _, m := range all {
		has[m.name] = true
	}
	for name := range known {
		if file, _, _ := strings.Cut(name, " "); wanted(file) && !has[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// tally counts verdicts by kind.
type tally map[string]*counts

type counts struct{ killed, hung, survived, known, notViable int }

func (t tally) add(kind string, v verdict, listed bool) {
	if t[kind] == nil {
		t[kind] = &counts{}
	}
	c := t[kind]
	switch {
	case v == killed:
		c.killed++
	case v == hung:
		c.hung++
	case v == notViable:
		c.notViable++
	case listed:
		c.known++
	default:
		c.survived++
	}
}

func (t tally) print(out *os.File) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "mutation\ttried\tkilled\tof them without end\tequivalent, listed\tSURVIVED\tnot viable\t")
	line := func(name string, c counts) {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", name, c.killed+c.hung+c.known+c.survived+c.notViable, c.killed+c.hung, c.hung, c.known, c.survived, c.notViable)
	}
	var sum counts
	for _, kind := range kinds {
		if c := t[kind]; c != nil {
			line(kind, *c)
			sum.killed += c.killed
			sum.hung += c.hung
			sum.survived += c.survived
			sum.known += c.known
			sum.notViable += c.notViable
		}
	}
	line("all", sum)
	w.Flush()
}

// readKnown reads the list of equivalent mutants.
func readKnown(path string) (map[string]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the list of equivalent mutants: %w", err)
	}
	return equivalent.Parse(path, string(text))
}
