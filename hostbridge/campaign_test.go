package hostbridge

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/asm/tools/mutant"
)

// The flags of a campaign, which go run ./asm/tools/mutate sets.
var (
	mutants       = flag.Int("mutants", 0, "how many mutants of a ROM to try, chosen by its hash; -1 for all")
	mutantEngine  = flag.String("mutant-engine", "z80", "whose ROM is mutated")
	mutantFile    = flag.String("mutant-file", "", "only of this source file")
	mutantKinds   = flag.String("mutant-kinds", "", "only of these kinds, with commas between them; empty for all")
	mutantMatch   = flag.String("mutant-match", "", "only those whose line has this in it")
	mutantOpen    = flag.Bool("mutant-open", false, "none that is listed as equivalent")
	mutantVerbose = flag.Bool("mutant-verbose", false, "print each mutant and what killed it")
	mutantJournal = flag.String("mutant-journal", "", "a file that verdicts are read from and appended to")
	mutantNames   = flag.String("mutant-names", "", "only those whose names are lines of this file")
	mutantCheck   = flag.String("mutant-check", "", "only this check")
	mutantServe   = flag.Bool("mutant-serve", false, "try the mutants that standard input asks for, as lab mutate does")
)

// TestMutants runs a campaign. It prints each mutant that survives, and fails if
// the mutant is not listed as equivalent.
func TestMutants(t *testing.T) {
	if *mutants == 0 && !*mutantServe {
		t.Skip("a campaign runs by go run ./asm/tools/mutate")
	}
	k, err := KindOf(*mutantEngine)
	require.NoError(t, err)
	img, err := k.Image()
	require.NoError(t, err)
	all, err := mutant.All(img)
	require.NoError(t, err)
	h := fnv.New64a()
	_, _ = h.Write(img.ROM)
	romHash := h.Sum64()
	known, err := mutant.Equivalent(k.Name)
	require.NoError(t, err)
	all = narrowed(t, all)
	observe(t, k, img)
	if *mutantServe {
		require.NoError(t, serve(t, k, img, all))
		return
	}
	chosen := sample(all, known, int64(romHash))
	j, err := openJournal(*mutantJournal, fmt.Sprintf("# %s %016x", k.Name, romHash))
	require.NoError(t, err)
	verdicts := make([]string, len(chosen))
	next := make(chan int)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			m, killers := newRig(t, k.Name, Options{}), map[string]*check{}
			for i := range next {
				verdicts[i] = m.try(t, img, &chosen[i], killers)
				if err := j.add(chosen[i].Name, verdicts[i]); err != nil {
					t.Error(err)
				}
				if *mutantVerbose || verdicts[i] == "" {
					fmt.Printf("%v  [% X > % X]  %s\n", chosen[i], chosen[i].Old, chosen[i].Bytes, cmp.Or(verdicts[i], "SURVIVED"))
				}
			}
		}()
	}
	for i := range chosen {
		verdict, done := j.verdicts[chosen[i].Name]
		if verdicts[i] = verdict; !done {
			next <- i
		}
	}
	close(next)
	wait.Wait()
	require.NoError(t, j.close())
	report(t, chosen, verdicts, known)
}

// narrowed returns the mutants that -mutant-names names, and leaves the check that
// -mutant-check names.
func narrowed(t *testing.T, all []mutant.Mutant) []mutant.Mutant {
	if *mutantNames != "" {
		names, err := os.ReadFile(*mutantNames)
		require.NoError(t, err)
		named := strings.Split(string(names), "\n")
		all = slices.DeleteFunc(all, func(x mutant.Mutant) bool { return !slices.Contains(named, x.Name) })
	}
	if *mutantCheck != "" {
		checks = slices.DeleteFunc(slices.Clone(checks), func(c check) bool { return c.name != *mutantCheck })
		require.NotEmpty(t, checks, "no check has the name %q", *mutantCheck)
		require.Empty(t, *mutantJournal, "a journal has the verdicts of all checks")
	}
	return all
}

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
		require.False(t, c.fails(t, sound), "%s fails without any change", c.name)
		c.patience, c.unseen = max(10*observer.longest, leastPatience), observer.unseen
	}
}

// serve tries mutants for lab mutate. It prints "ready", and then reads lines with the
// place of a mutant among all of them and a number of mutants, and prints for each the
// name, a tab and its verdict, and after all of a line an empty line. The verdicts depend
// on the two numbers alone.
func serve(t *testing.T, k *Kind, img *asm.Image, all []mutant.Mutant) error {
	fmt.Println("ready")
	for {
		var from, n int
		switch _, err := fmt.Scanln(&from, &n); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case from < 0 || n < 1 || from > len(all) || n > len(all)-from:
			return fmt.Errorf("mutants %d to %d of %d", from, from+n, len(all))
		}
		m, killers := newRig(t, k.Name, Options{}), map[string]*check{}
		for i := range all[from : from+n] {
			x := &all[from+i]
			fmt.Printf("%s\t%s\n", x.Name, cmp.Or(m.try(t, img, x, killers), survived))
		}
		fmt.Println()
	}
}

// survived is the verdict of a journal's mutant that no check has killed.
const survived = "SURVIVED"

// journal is a file that keeps what a campaign has found: a line for its ROM, then
// a line a mutant, with its name, a tab and the check that killed it. Who wants a mutant
// tried again deletes its line.
type journal struct {
	sync.Mutex
	file     *os.File          // nil: no journal is kept
	verdicts map[string]string // by mutant, of earlier runs; empty if it survived
}

// openJournal reads a journal, or begins one. An unfinished last line is removed.
func openJournal(path, rom string) (*journal, error) {
	j := &journal{verdicts: map[string]string{}}
	if path == "" {
		return j, nil
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	j.file = f
	b, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	text := string(b[:bytes.LastIndexByte(b, '\n')+1])
	if err := f.Truncate(int64(len(text))); err != nil {
		return nil, err
	}
	if text == "" {
		_, err := fmt.Fprintln(f, rom)
		return j, err
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if lines[0] != rom {
		return nil, fmt.Errorf("journal %s begins with %q, want %q: it is of another ROM", path, lines[0], rom)
	}
	for i, line := range lines[1:] {
		name, verdict, ok := strings.Cut(line, "\t")
		if !ok {
			return nil, fmt.Errorf("journal %s:%d: %q is no name and verdict with a tab between them", path, i+2, line)
		}
		if verdict == survived {
			verdict = ""
		}
		j.verdicts[name] = verdict
	}
	return j, nil
}

func (j *journal) add(name, verdict string) error {
	if j.file == nil {
		return nil
	}
	j.Lock()
	defer j.Unlock()
	_, err := fmt.Fprintf(j.file, "%s\t%s\n", name, cmp.Or(verdict, survived))
	return err
}

func (j *journal) close() error {
	if j.file == nil {
		return nil
	}
	return j.file.Close()
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

// sample chooses the mutants of a campaign; known are the reasons of those that
// are listed as equivalent, by name.
func sample(all []mutant.Mutant, known map[string]string, seed int64) (chosen []mutant.Mutant) {
	kinds := strings.Split(*mutantKinds, ",")
	for _, x := range all {
		switch {
		case *mutantOpen && known[x.Name] != "":
		case *mutantFile != "" && x.File() != *mutantFile:
		case !strings.Contains(x.String(), *mutantMatch):
		case *mutantKinds != "" && !slices.Contains(kinds, string(x.Kind)):
		default:
			chosen = append(chosen, x)
		}
	}
	r := rand.New(rand.NewSource(seed))
	r.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	if *mutants > 0 {
		chosen = chosen[:min(*mutants, len(chosen))]
	}
	return chosen
}

// report prints the tables of a campaign. It fails the test for each survivor
// that is not known to be equivalent, and for each known one that is killed.
func report(t testing.TB, chosen []mutant.Mutant, verdicts []string, known map[string]string) {
	byKind := map[mutant.Kind][3]int{} // killed, survived and listed, survived
	byCheck := map[string]int{}
	var survivors []string
	for i, x := range chosen {
		n := byKind[x.Kind]
		switch {
		case verdicts[i] != "":
			n[0]++
			byCheck[verdicts[i]]++
			if reason, listed := known[x.Name]; listed {
				t.Errorf("check %q kills %q, which is listed as equivalent: %s", verdicts[i], x.Name, reason)
			}
		case known[x.Name] != "":
			n[1]++
		default:
			n[2]++
			survivors = append(survivors, x.Name)
		}
		byKind[x.Kind] = n
	}
	fmt.Printf("\n%-10s %7s %7s %23s %9s\n", "kind", "tried", "killed", "equivalent, listed", "SURVIVED")
	line := func(name string, n [3]int) {
		fmt.Printf("%-10s %7d %7d %23d %9d\n", name, n[0]+n[1]+n[2], n[0], n[1], n[2])
	}
	var sum [3]int
	for _, k := range mutant.Kinds {
		if n, ok := byKind[k]; ok {
			line(string(k), n)
			for i := range sum {
				sum[i] += n[i]
			}
		}
	}
	line("all", sum)
	fmt.Printf("\n%-32s %7s\n", "check", "killed")
	for _, c := range checks {
		fmt.Printf("%-32s %7d\n", c.name, byCheck[c.name])
	}
	slices.Sort(survivors)
	fmt.Printf("\n%d survivors that are not listed as equivalent\n", len(survivors))
	for _, s := range survivors {
		fmt.Println(s)
	}
	if len(survivors) > 0 {
		t.Fail()
	}
}

// A journal loses what it has, keeps half a line, or is taken for another ROM's.
func TestJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j, err := openJournal(path, "# z80 1")
	require.NoError(t, err)
	require.Empty(t, j.verdicts)
	require.NoError(t, j.add("a.s f: or a -> left out", "perft"))
	require.NoError(t, j.add("t+1 -> table +1", ""))
	require.NoError(t, j.close())
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteString("a.s g: ret -> left")
	require.NoError(t, err)
	require.NoError(t, f.Close())

	j, err = openJournal(path, "# z80 1")
	require.NoError(t, err)
	require.Equal(t, map[string]string{"a.s f: or a -> left out": "perft", "t+1 -> table +1": ""}, j.verdicts)
	require.NoError(t, j.add("a.s g: ret -> left out", "start"))
	require.NoError(t, j.close())
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "# z80 1\na.s f: or a -> left out\tperft\nt+1 -> table +1\tSURVIVED\na.s g: ret -> left out\tstart\n", string(b))

	_, err = openJournal(path, "# z80 2")
	require.ErrorContains(t, err, `begins with "# z80 1", want "# z80 2": it is of another ROM`)
	require.NoError(t, os.WriteFile(path, []byte("# z80 2\nno tab\n"), 0o644))
	_, err = openJournal(path, "# z80 2")
	require.ErrorContains(t, err, `journal:2: "no tab" is no name and verdict`)
}
