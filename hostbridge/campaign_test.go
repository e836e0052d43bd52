package hostbridge

import (
	"bufio"
	"cmp"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/asm/tools/mutant"
)

// The flags of a campaign, which lab mutate sets.
var (
	mutantEngine = flag.String("mutant-engine", "", "try the mutants of this engine's ROM that standard input asks for, as lab mutate does")
	mutantCheck  = flag.String("mutant-check", "", "only by this check")
)

// TestMutants tries mutants for lab mutate. It prints the names of the checks with tabs
// between them, and "ready" when the ROM as it is has passed them. Then it reads lines
// with the places of mutants among all of the ROM, and prints for each mutant the name, a
// tab and its verdict, and after all of a line an empty line. The verdicts depend on the
// line alone.
func TestMutants(t *testing.T) {
	if *mutantEngine == "" {
		t.Skip("lab mutate runs campaigns")
	}
	k, err := KindOf(*mutantEngine)
	require.NoError(t, err)
	img, err := k.Image()
	require.NoError(t, err)
	all, err := mutant.All(img)
	require.NoError(t, err)
	names := make([]string, len(checks))
	for i := range checks {
		names[i] = checks[i].name
	}
	fmt.Println(strings.Join(names, "\t"))
	if *mutantCheck != "" {
		checks = slices.DeleteFunc(slices.Clone(checks), func(c check) bool { return c.name != *mutantCheck })
		require.NotEmpty(t, checks, "no check has the name %q", *mutantCheck)
	}
	observe(t, k, img)
	fmt.Println("ready")
	require.NoError(t, serve(t, k, img, all))
}

// serve tries the mutants of each line of standard input.
func serve(t *testing.T, k *Kind, img *asm.Image, all []mutant.Mutant) error {
	for in := bufio.NewScanner(os.Stdin); ; {
		if !in.Scan() {
			return in.Err()
		}
		m, killers := newRig(t, k.Name, Options{}), map[string]*check{}
		for _, text := range strings.Fields(in.Text()) {
			i, err := strconv.Atoi(text)
			if err != nil || i < 0 || i >= len(all) {
				return fmt.Errorf("mutant %q of %d", text, len(all))
			}
			fmt.Printf("%s\t%s\n", all[i].Name, cmp.Or(m.try(t, img, &all[i], killers), survived))
		}
		fmt.Println()
	}
}

// survived is the verdict of a mutant that no check has killed.
const survived = "SURVIVED"

// observe runs the checks on the sound ROM, to know their patience and what they do not
// execute.
func observe(t *testing.T, k *Kind, img *asm.Image) {
	sound := newRig(t, k.Name, Options{})
	observer := &observer{Machine: sound.m}
	sound.m = observer
	for i := range checks {
		c := &checks[i]
		observer.longest, observer.unseen = 0, map[uint32]bool{}
		for _, l := range img.Lines {
			observer.unseen[l.Addr] = true
		}
		for addr := range observer.unseen {
			observer.watch(addr)
		}
		if c.fails(t, sound) {
			fmt.Printf("%s fails without any change\n", c.name) // lab mutate reads it
			t.FailNow()
		}
		c.patience, c.unseen = max(10*observer.longest, leastPatience), observer.unseen
	}
}

// try runs the checks on a mutant and returns the name of one that goes red, empty
// if none does. killers are the checks that killed the last mutant, by routine or
// table: they are tried first, since a late check may take a thousand times as long
// to reach.
func (m *rig) try(t testing.TB, img *asm.Image, x *mutant.Mutant, killers map[string]*check) string {
	right := make([]byte, len(x.Bytes))
	m.m.ReadBytes(x.Addr, right)
	m.m.WriteBytes(x.Addr, x.Bytes)
	defer m.m.WriteBytes(x.Addr, right)
	at, code := x.Addr, x.File() != "" && x.Kind != mutant.Table // what tables hold is read, not executed
	if i, found := slices.BinarySearchFunc(img.Lines, at, func(l asm.Line, at uint32) int { return cmp.Compare(l.Addr, at) }); code && !found {
		at = img.Lines[i-1].Addr // the operand of an instruction
	}
	fails := func(c *check) bool { return !(code && c.unseen[at]) && c.fails(t, m) }
	routine, _, _ := strings.Cut(x.Name, ":")
	if x.Kind == mutant.Table {
		routine, _, _ = strings.Cut(x.Name, "+")
	}
	if c := killers[routine]; c != nil && fails(c) {
		return c.name
	}
	for i := range checks {
		if c := &checks[i]; fails(c) {
			killers[routine] = c
			return c.name
		}
	}
	return ""
}
