package hostbridge

import (
	"context"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm/tools/mutant"
)

var (
	mutantROM    = flag.String("mutant-rom", "", "CPU,MUTANT: run the tests with this mutant of a ROM, as lab mutate names it")
	mutantSeed   = flag.Int64("mutant-seed", 1981, "of the choice of -mutant-trials")
	mutantTrials = flag.Int("mutant-trials", 0, "run the tests of routines with this many broken branches of each ROM, and print how soon the first failure comes and whether it names the routine")
)

// plant changes an embedded ROM, given "CPU,MUTANT".
func plant(name string) error {
	cpu, name, _ := strings.Cut(name, ",")
	k, err := KindOf(cpu)
	if err != nil {
		return err
	}
	if k.Image == nil {
		return fmt.Errorf("engine %s has no ROM", cpu)
	}
	img, err := k.Image()
	if err != nil {
		return err
	}
	all, err := mutant.All(img)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(x mutant.Mutant) bool { return x.Name == name })
	if i < 0 {
		return fmt.Errorf("the ROM of the %s has no mutant %q", cpu, name)
	}
	image, start, _ := img.ImageAt(all[i].Addr)
	copy(image[all[i].Addr-start:], all[i].Bytes)
	return nil
}

// TestBrokenBranches tries random inverted branches that searches reach, one at a time, with a
// process of the tests each: the figures of docs/contributing.md.
func TestBrokenBranches(t *testing.T) {
	if *mutantTrials == 0 {
		t.Skip("go test ./hostbridge -run BrokenBranches -mutant-trials 30 -v -timeout 0")
	}
	for _, k := range MachineKinds() {
		t.Run(k.Name, func(t *testing.T) { testBrokenBranches(t, k) })
	}
}

func testBrokenBranches(t *testing.T, k *EngineKind) {
	var took, user []time.Duration
	found, named, among := 0, 0, 0
	m := newRig(t, k.Name, Options{})
	for _, x := range brokenBranches(t, k, *mutantTrials) {
		r := tryBroken(t, k, &x)
		routine, _ := m.m.Program().RoutineAt(x.Addr)
		fmt.Printf("%s\t%.1f s, %.1f s of processors\t%s\t%s\t%s\n", k.Name, r.took.Seconds(), r.user.Seconds(), routine, x.Name, strings.Join(r.named, " "))
		took, user = append(took, r.took), append(user, r.user)
		if r.failed && r.took < 20*time.Second {
			found++
			if len(r.named) > 0 && r.named[0] == routine {
				named++
			}
			if slices.Contains(r.named, routine) {
				among++
			}
		}
	}
	slices.Sort(took)
	slices.Sort(user)
	fmt.Printf("%s: %d broken branches, %d found within 20 s, %d of them with the routine named first, %d with it among the three named; median %.1f s, %.1f s of processors\n",
		k.Name, len(took), found, named, among, took[len(took)/2].Seconds(), user[len(user)/2].Seconds())
}

// brokenBranches draws inverted branches that some searches reach.
func brokenBranches(t *testing.T, k *EngineKind, n int) (drawn []mutant.Mutant) {
	img, err := k.Image()
	require.NoError(t, err)
	all, err := mutant.All(img)
	require.NoError(t, err)
	equivalent, err := mutant.Equivalent(k.Name)
	require.NoError(t, err)
	m := newRig(t, k.Name, Options{})
	o := m.observe(img)
	checkSearches(t, m)
	checkMoreSearches(t, m)
	for _, i := range rand.New(rand.NewSource(*mutantSeed)).Perm(len(all)) {
		x := all[i]
		if len(drawn) < n && x.Kind == mutant.Inverted && !o.unseen[x.Addr] && equivalent[x.Name] == "" {
			drawn = append(drawn, x)
		}
	}
	return drawn
}

// trialOfTests is what the tests did with a broken ROM.
type trialOfTests struct {
	took, user time.Duration
	failed     bool
	named      []string // the routines that the first failure names, the most likely first
}

// firstRoutine finds the routine in a failure's text, and others that may be wrong instead.
var firstRoutine = regexp.MustCompile(`(\w+) \(asm/\w+/\w+\.\w+:\d+\)(?: differs from Go, most likely; else (\w+)(?: or (\w+))?)?`)

// tryBroken runs the tests with a mutant.
func tryBroken(t *testing.T, k *EngineKind, x *mutant.Mutant) (r trialOfTests) {
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, os.Args[0], "-mutant-rom="+k.Name+","+x.Name)
	start := time.Now()
	out, err := c.CombinedOutput()
	r.took, r.user, r.failed = time.Since(start), c.ProcessState.UserTime(), err != nil
	if m := firstRoutine.FindSubmatch(out); m != nil {
		for _, name := range m[1:] {
			r.named = append(r.named, string(name))
		}
	}
	return r
}
