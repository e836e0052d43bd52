package hostbridge

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/searchex/searchex/asm"
)

// locating is the part of their positions that tests try while the routine that is wrong is
// looked for, else 0.
var locating atomic.Int32

// TestRoutinesAgree is the first test of the package: each machine makes the searches of
// Go. Where one doesn't, it looks for the routine that is wrong, and no other test begins.
func TestRoutinesAgree(t *testing.T) {
	for _, k := range OnMachines() {
		t.Run(k.Name, func(t *testing.T) {
			m := newRig(t, k.Name, Options{})
			c := searchesOfGo()
			if words, red := c.failure(t, m); red {
				t.Error(m.locate(t, words))
			}
		})
	}
}

// searchesOfGo returns the check that makes a few searches of every profile.
func searchesOfGo() check {
	c := checks[slices.IndexFunc(checks, func(c check) bool { return c.name == "searches" })]
	c.patience = locatePatience
	return c
}

// locatePatience is what a call may take while the wrong routine is looked for, in cycles:
// more than the longest call of the sound engines there, which takes 5.8 million.
const locatePatience = 8_000_000

// enoughFindings is how many checks may fail before no other is begun. Those of the lower
// routines come first.
const enoughFindings = 12

// finding is a check that failed.
type finding struct {
	check, words string
	label        string // of the routine that it called last
	asks         string
	before       map[string]bool // the routines that it called for the same input
}

// locate looks for the routine that makes searches differ, by all checks of routines. It
// returns what is to be said of it; words are those of the search that differs.
func (m *rig) locate(t testing.TB, words string) string {
	search := m.asks()
	defer locating.Store(0)
	locating.Store(20)
	calls := make([]map[string]bool, len(checks)) // by check
	found := m.findings(t, calls, func(int) bool { return true })
	below := m.callsInSource()
	best := lowest(below, found)
	// More positions, for what may have escaped: all, or what lies below.
	locating.Store(2)
	more := m.findings(t, calls, func(i int) bool {
		return best == nil || slices.ContainsFunc(slices.Collect(maps.Keys(calls[i])), func(label string) bool {
			return reached(below, best.label)[label]
		})
	})
	found = append(found, more...)
	best = lowest(below, found)
	if best == nil {
		return fmt.Sprintf("searches differ from Go's, and no test of a routine does: %s\n%s", search, words)
	}
	others := map[string]bool{}
	for _, f := range found {
		if f.label != best.label {
			others[f.label] = true
		}
	}
	text := fmt.Sprintf("%s differs from Go\n%s\n%s: %s", m.routinePlace(best.label), best.asks, best.check, strings.TrimSpace(best.words))
	if len(others) > 0 {
		text += "\nbehind it, too: " + strings.Join(slices.Sorted(maps.Keys(others)), ", ")
	}
	return text
}

// findings runs some checks of routines on machines like this, and returns those that
// fail. It notes which routines each calls.
func (m *rig) findings(t testing.TB, calls []map[string]bool, wanted func(i int) bool) (found []*finding) {
	next := make(chan int)
	go func() {
		defer close(next)
		for i := range checks {
			if !checks[i].whole && wanted(i) {
				next <- i
			}
		}
	}()
	all := make([]*finding, len(checks))
	var wait sync.WaitGroup
	var failed atomic.Int32
	for range 2 {
		r := newRig(t, m.Name(), Options{})
		wait.Go(func() {
			for i := range next {
				if failed.Load() >= enoughFindings {
					continue
				}
				c := checks[i]
				c.patience = locatePatience
				r.asked = asked{all: map[string]bool{}, before: map[string]bool{}}
				if words, red := c.failure(t, r); red {
					failed.Add(1)
					all[i] = &finding{c.name, words, r.asked.label, r.asks(), r.asked.before}
				}
				calls[i] = r.asked.all
			}
		})
	}
	wait.Wait()
	return slices.DeleteFunc(all, func(f *finding) bool { return f == nil })
}

// lowest returns the finding of the routine that is most likely the cause of all: the one
// with the fewest of the other routines below it. It returns nil if nothing was found.
func lowest(calls map[string]map[string]bool, found []*finding) *finding {
	if len(found) == 0 {
		return nil
	}
	labels := map[string]bool{}
	for _, f := range found {
		labels[f.label] = true
	}
	// One that others come to, rather than one that nothing else depends on.
	rank := func(f *finding) (others, above, all int) {
		below := reached(calls, f.label)
		for label := range labels {
			if label != f.label && (below[label] || f.before[label]) {
				others++
			}
			if label != f.label && reached(calls, label)[f.label] {
				above++
			}
		}
		return others, above, len(below)
	}
	return slices.MinFunc(found, func(a, b *finding) int {
		others, above, all := rank(a)
		others2, above2, all2 := rank(b)
		return cmp.Or(others-others2, above2-above, all-all2)
	})
}

// reached returns the routines that one calls or goes on in, directly or not.
func reached(calls map[string]map[string]bool, label string) map[string]bool {
	seen := map[string]bool{}
	var visit func(label string)
	visit = func(label string) {
		for to := range calls[label] {
			if !seen[to] {
				seen[to] = true
				visit(to)
			}
		}
	}
	visit(label)
	return seen
}

// word matches what may be a label, and endsRoutine an instruction behind which control
// does not go on.
var (
	word        = regexp.MustCompile(`[a-z_][a-z_0-9]*`)
	endsRoutine = regexp.MustCompile(`^(ret|rts|rte)$|^(jp|jr) [^,]*$|^(jmp|bra\S*) `)
)

// callsInSource returns for each routine those that its source names, and the one behind it
// if it goes on there.
func (m *rig) callsInSource() map[string]map[string]bool {
	img, err := m.kind.Image()
	if err != nil {
		return nil
	}
	p := m.m.Program()
	texts := map[string][]string{}
	calls := map[string]map[string]bool{}
	last, lastCode := "", ""
	for _, l := range img.Lines {
		label, _ := p.RoutineAt(l.Addr)
		if calls[label] == nil {
			calls[label] = map[string]bool{}
		}
		if last != "" && label != last && !endsRoutine.MatchString(lastCode) {
			calls[last][label] = true
		}
		code := m.codeOf(img, texts, l)
		for _, w := range word.FindAllString(code, -1) {
			if img.IsRoutine(w) && w != label {
				calls[label][w] = true
			}
		}
		last, lastCode = label, code
	}
	return calls
}

// codeOf returns a source line's code without its label. texts keeps the files.
func (m *rig) codeOf(img *asm.Image, texts map[string][]string, l asm.Line) string {
	if texts[l.File] == nil {
		text, err := img.SourceFile(l.File)
		if err != nil {
			return ""
		}
		texts[l.File] = strings.Split(text, "\n")
	}
	code := strings.Join(strings.Fields(img.CPU.Code(texts[l.File][l.Line-1])), " ")
	if _, rest, labelled := strings.Cut(code, ": "); labelled {
		code = rest
	}
	return code
}
