package hostbridge

import (
	"cmp"
	"fmt"
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

// TestRoutinesAgree is the first test of the package: a part of what the others try, on each
// machine. Where that fails, it looks for the routine that is wrong, and no other test begins.
func TestRoutinesAgree(t *testing.T) {
	for _, k := range MachineKinds() {
		t.Run(k.Name, func(t *testing.T) {
			if text := newRig(t, k.Name, Options{}).locate(t); text != "" {
				t.Error(text)
			}
		})
	}
}

// checkNamed returns one of the checks.
func checkNamed(name string) check {
	return checks[slices.IndexFunc(checks, func(c check) bool { return c.name == name })]
}

// locatePatience is what a call may take while the wrong routine is looked for, in cycles:
// more than the longest call of the sound engines there, which takes 5.8 million.
const locatePatience = 8_000_000

// enoughFindings is how many checks may fail before no other is begun. Those of the lower
// routines come first.
const enoughFindings = 12

// finding is a check that failed.
type finding struct {
	check *check
	words string
	label string // of the routine that it called last
	asks  string
	// part are the lines of the part that was wrong, if the machine has noted them.
	part   []int
	before map[string]bool // the routines that were called for the same input
}

// locate tries a machine. If it is not as Go is, locate looks for the routine that is wrong:
// by the check that fails closest to it, and by the lines of its wrong call that go with
// wrong parts. It returns what is to be said of it, "" if nothing fails.
func (m *rig) locate(t testing.TB) string {
	defer locating.Store(0)
	locating.Store(20)
	tried := []check{checkNamed("searches")}
	for _, c := range checks {
		if !c.whole {
			tried = append(tried, c)
		}
	}
	tried = append(tried, checkNamed("more searches"), checkNamed("random searches"))
	found := m.run(t, tried, nil)
	if len(found) == 0 {
		return ""
	}
	failed := []check{tried[0]}
	for _, f := range found {
		if f.check != &tried[0] {
			failed = append(failed, *f.check)
		}
	}
	var right spectrum
	if noted := m.run(t, failed, &right); len(noted) > 0 {
		found = noted
	}
	best := lowest(m.callsInSource(), found)
	wrong := spectrum{by: make([]int, len(right.by))}
	for _, f := range found {
		if f.check.whole == best.check.whole { // the parts of searches are longer than those of routines
			wrong.count(f.part)
		}
	}
	return m.report(best, &right, &wrong)
}

// report says which routine is wrong, most likely, and how a check shows it.
func (m *rig) report(f *finding, right, wrong *spectrum) string {
	lines := suspects(f.part, right, wrong)
	names := m.routinesOf(lines)
	if len(names) == 0 {
		return f.asks + "\n" + f.words
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s differs from Go, most likely", m.routinePlace(names[0]))
	if len(names) > 1 {
		fmt.Fprintf(&b, "; else %s", strings.Join(names[1:min(3, len(names))], " or "))
	}
	first := lines[0]
	fmt.Fprintf(&b, "\nasm/%s/%v is in %d of %d parts that are wrong, in %d of %d that are right",
		m.kind.CPU.Folder, m.m.Program().Lines[first], wrong.by[first], wrong.parts, right.by[first], right.parts)
	fmt.Fprintf(&b, "\n%s\n%s: %s", f.asks, f.check.name, strings.TrimSpace(f.words))
	return b.String()
}

// run runs checks on two machines like this, and returns those that fail. If right is not nil,
// the machines note what they execute, and right parts are counted there.
func (m *rig) run(t testing.TB, all []check, right *spectrum) []*finding {
	next := make(chan int)
	go func() {
		defer close(next)
		for i := range all {
			next <- i
		}
	}()
	found := make([]*finding, len(all))
	var failed atomic.Int32
	var wait sync.WaitGroup
	var lock sync.Mutex
	for range 2 {
		r := newRig(t, m.Name(), Options{})
		var tr *trail
		if right != nil {
			tr = newTrail(r.machineEngine)
		}
		wait.Go(func() {
			for i := range next {
				if failed.Load() < enoughFindings {
					if found[i] = r.find(t, &all[i], tr); found[i] != nil {
						failed.Add(1)
					}
				}
			}
			if tr != nil {
				lock.Lock()
				defer lock.Unlock()
				right.add(&tr.right)
			}
		})
	}
	wait.Wait()
	return slices.DeleteFunc(found, func(f *finding) bool { return f == nil })
}

// find runs a check and returns what fails, nil if nothing does. tr is the rig's machine,
// if that notes what it executes.
func (m *rig) find(t testing.TB, c *check, tr *trail) *finding {
	patient := *c
	if patient.patience = locatePatience; c.whole {
		patient.patience = silence
	}
	m.asked = asked{before: map[string]bool{}}
	words, red := patient.failure(t, m)
	f := &finding{check: c, words: words, label: m.asked.label, asks: m.asks(), before: m.asked.before}
	switch {
	case !red && tr != nil:
		tr.isRight()
	case tr != nil:
		for i, l := range tr.Program().Lines {
			if name, at := tr.Program().RoutineAt(l.Addr); at == 0 && tr.since[i] {
				f.before[name] = true
			}
		}
		f.part = tr.isWrong()
	}
	if !red {
		return nil
	}
	return f
}

// routinesOf returns the routines of lines, each once.
func (m *rig) routinesOf(lines []int) (names []string) {
	p := m.m.Program()
	for _, i := range lines {
		if name, _ := p.RoutineAt(p.Lines[i].Addr); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
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
		return cmp.Or(others-others2, above2-above, all-all2, len(a.part)-len(b.part))
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
