package hostbridge

import (
	"bufio"
	"bytes"
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
// tab and its verdict, and after all of a line an empty line. Whether a mutant survives
// depends on nothing else; which check is named, on the mutants before it in the line.
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
func serve(t *testing.T, k *EngineKind, img *asm.Image, all []mutant.Mutant) error {
	for in := bufio.NewScanner(os.Stdin); ; {
		if !in.Scan() {
			return in.Err()
		}
		b := newBench(t, k, img, checks)
		for _, text := range strings.Fields(in.Text()) {
			i, err := strconv.Atoi(text)
			if err != nil || i < 0 || i >= len(all) {
				return fmt.Errorf("mutant %q of %d", text, len(all))
			}
			fmt.Printf("%s\t%s\n", all[i].Name, cmp.Or(b.try(&all[i]), survived))
		}
		fmt.Println()
	}
}

// survived is the verdict of a mutant that no check has killed.
const survived = "SURVIVED"

// observe runs the checks on the sound ROM, each on a machine of its own, to know their
// patience and what they do not execute.
func observe(t *testing.T, k *EngineKind, img *asm.Image) {
	for i := range checks {
		c := &checks[i]
		sound := newRig(t, k.Name, Options{Image: img})
		observer := sound.observe(img)
		if c.fails(t, sound) {
			fmt.Printf("%s fails without any change\n", c.name) // lab mutate reads it
			t.FailNow()
		}
		c.patience, c.unseen = max(10*observer.longest, leastPatience), observer.unseen
	}
}

// bench tries mutants of a ROM, one after the other. Whether one is killed depends on nothing
// that was tried before it.
type bench struct {
	t      testing.TB
	k      *EngineKind
	img    *asm.Image
	checks []check
	// killers are the checks that killed the last mutant, by routine or table: they are
	// tried first, since a late check may take a thousand times as long to reach. Which of
	// several checks kills a mutant depends on them.
	killers map[string]*check
}

func newBench(t testing.TB, k *EngineKind, img *asm.Image, checks []check) *bench {
	return &bench{t, k, img, checks, map[string]*check{}}
}

// mutated returns a new machine with a mutant.
func (b *bench) mutated(x *mutant.Mutant) *rig {
	m := newRig(b.t, b.k.Name, Options{Image: b.img})
	m.m.WriteBytes(x.Addr, x.Bytes)
	return m
}

// try runs the checks on a mutant and returns the name of one that goes red, empty if none
// does. The mutant gets a new machine, and another one where a check has written to ROM.
func (b *bench) try(x *mutant.Mutant) string {
	m := b.mutated(x)
	rom := m.rom()
	at, code := x.Addr, x.File() != "" && x.Kind != mutant.Table // what tables hold is read, not executed
	if i, found := slices.BinarySearchFunc(b.img.Lines, at, func(l asm.Line, at uint32) int { return cmp.Compare(l.Addr, at) }); code && !found {
		at = b.img.Lines[i-1].Addr // the operand of an instruction
	}
	fails := func(c *check) bool {
		if code && c.unseen[at] {
			return false
		}
		if !bytes.Equal(m.rom(), rom) {
			m = b.mutated(x)
		}
		return c.fails(b.t, m)
	}
	routine, _, _ := strings.Cut(x.Name, ":")
	if x.Kind == mutant.Table {
		routine, _, _ = strings.Cut(x.Name, "+")
	}
	first := b.killers[routine]
	if first != nil && fails(first) {
		return first.name
	}
	for i := range b.checks {
		if c := &b.checks[i]; c != first && fails(c) {
			b.killers[routine] = c
			return c.name
		}
	}
	return ""
}

// rom returns what the machine's ROMs hold.
func (m *rig) rom() []byte {
	p := m.m.Program()
	all := make([]byte, len(p.ROM))
	m.m.ReadBytes(p.Origin, all)
	for _, i := range p.More {
		b := make([]byte, len(i.Data))
		m.m.ReadBytes(i.Origin, b)
		all = append(all, b...)
	}
	return all
}
