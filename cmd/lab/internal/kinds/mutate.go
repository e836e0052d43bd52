package kinds

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/searchex/searchex/asm/tools/mutant"
	"github.com/searchex/searchex/cmd/internal/match/journal"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/hostbridge"
)

// MutateKind is the kind of jobs that try mutants of a ROM.
const MutateKind = "mutate"

// Mutate are the parameters of a campaign. Job i tries the mutants i*Batch to i*Batch+
// Batch-1 of the campaign, as many as there are. Its result has a line of JSON for each of
// them, a Verdict. The checks are tests of package hostbridge, which each computer builds
// from its sources.
type Mutate struct {
	CPU   string `json:"cpu"`
	Batch int    `json:"batch"`
	// Checks is a hash of the program of the checks.
	Checks string `json:"checks"`
	// Only is the check that is run, empty for all.
	Only string `json:"only,omitempty"`
	// Chosen are the places of the campaign's mutants among those of the ROM, which are in
	// order of addresses; nil for all.
	Chosen []int `json:"chosen,omitempty"`
}

// Verdict is what the checks say of a mutant.
type Verdict struct {
	// I is the place of the mutant among those of the campaign, from 0.
	I int `json:"i"`
	// Mutant is its name.
	Mutant string `json:"mutant"`
	// Killed is the check that killed it, empty if it survived.
	Killed string `json:"killed,omitempty"`
}

// MaxMutantBatch is the greatest number of mutants of a job.
const MaxMutantBatch = 1000

// NewMutate returns the parameters of a campaign with all mutants of a ROM, by all checks
// of the sources here.
func NewMutate(cpu string, batch int) (Mutate, error) {
	checks, err := checksProgram()
	if err != nil {
		return Mutate{}, err
	}
	sum := sha256.Sum256(checks)
	return Mutate{CPU: cpu, Batch: batch, Checks: hex.EncodeToString(sum[:8])}, nil
}

// CheckNames returns the names of the checks of the sources here.
func CheckNames(cpu string) ([]string, error) {
	checks, err := checksProgram()
	if err != nil {
		return nil, err
	}
	c := &campaigner{Mutate: Mutate{CPU: cpu}, checks: checks}
	defer c.Close()
	err = c.start()
	return c.names, err
}

// Mutants returns the mutants of a ROM.
func Mutants(cpu string) ([]mutant.Mutant, error) {
	for _, k := range hostbridge.MachineKinds() {
		if k.Name != cpu {
			continue
		}
		img, err := k.Image()
		if err != nil {
			return nil, err
		}
		return mutant.All(img)
	}
	return nil, fmt.Errorf("engine %q has no ROM here", cpu)
}

// mutants returns the mutants of the campaign.
func (m *Mutate) mutants() ([]mutant.Mutant, error) {
	all, err := Mutants(m.CPU)
	if err != nil {
		return nil, err
	}
	return chosen(all, m.Chosen)
}

// checksProgram builds the test program of package hostbridge from the sources in the
// working folder. The same sources, release of Go and kind of processor give the same
// bytes.
var checksProgram = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "lab-checks-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "checks")
	c := exec.Command("go", "test", "-c", "-trimpath", "-buildvcs=false", "-o", path, "github.com/searchex/searchex/hostbridge")
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the checks: %w: want Go, and the searchex sources as the working folder: %.300s", err, bytes.TrimSpace(out))
	}
	return os.ReadFile(path)
})

// open returns what opens runners of the campaign. It returns an error unless the checks of the sources
// here are the same.
func (m *Mutate) open() (job.Open, error) {
	if m.Batch < 1 || m.Batch > MaxMutantBatch {
		return nil, fmt.Errorf("batch %d: want 1 to %d", m.Batch, MaxMutantBatch)
	}
	all, err := m.mutants()
	if err != nil {
		return nil, err
	}
	here, err := NewMutate(m.CPU, m.Batch)
	if err != nil {
		return nil, err
	}
	if here.Checks != m.Checks {
		return nil, fmt.Errorf("checks %s there, %s here: want the same sources, release of Go and kind of processor", m.Checks, here.Checks)
	}
	checks, err := checksProgram()
	return func() (job.Runner, error) { return &campaigner{Mutate: *m, all: all, checks: checks}, nil }, err
}

// campaigner tries mutants with a process of the checks.
type campaigner struct {
	Mutate
	all    []mutant.Mutant // of the campaign
	checks []byte

	dir string
	cmd *exec.Cmd // nil before the first job, and after one that failed
	// names has the names of the checks.
	names []string
	// started says whether the checks have found the sound ROM sound.
	started bool
	in      io.WriteCloser
	out     *bufio.Scanner
}

// Run implements job.Runner.
func (c *campaigner) Run(ctx context.Context, number int) (result []byte, err error) {
	first := number * c.Batch
	if number < 0 || number > len(c.all) || first >= len(c.all) {
		return nil, fmt.Errorf("there are %d mutants", len(c.all))
	}
	defer func() {
		if err != nil {
			_ = c.Close()
		}
	}()
	if c.cmd == nil {
		if err := c.start(); err != nil {
			return nil, err
		}
	}
	defer context.AfterFunc(ctx, func() { _ = c.cmd.Process.Kill() })()
	if err := c.ready(); err != nil {
		return nil, err
	}
	n := min(c.Batch, len(c.all)-first)
	if _, err := fmt.Fprintln(c.in, c.places(first, n)); err != nil {
		return nil, err
	}
	for i := first; i < first+n; i++ {
		line, err := c.line()
		name, killed, ok := strings.Cut(line, "\t")
		if err != nil || !ok || name != c.all[i].Name {
			return nil, fmt.Errorf("mutant %q: the checks say %q (%v)", c.all[i].Name, line, err)
		}
		if killed == survived {
			killed = ""
		}
		verdict, err := journal.Line(Verdict{i, name, killed})
		if err != nil {
			return nil, err
		}
		result = append(result, verdict...)
	}
	if line, err := c.line(); err != nil || line != "" {
		return nil, fmt.Errorf("the checks go on with %q (%v)", line, err)
	}
	return result, nil
}

// places returns the places of n mutants of the campaign among those of the ROM.
func (c *campaigner) places(first, n int) string {
	places := make([]string, n)
	for k := range places {
		if i := first + k; c.Chosen == nil {
			places[k] = strconv.Itoa(i)
		} else {
			places[k] = strconv.Itoa(c.Chosen[i])
		}
	}
	return strings.Join(places, " ")
}

// survived is what the checks say of a mutant that none has killed.
const survived = "SURVIVED"

// start starts the checks, and reads their names. They try the sound ROM then, which takes
// some ten seconds.
func (c *campaigner) start() (err error) {
	if c.dir, err = os.MkdirTemp("", "lab-checks-*"); err != nil {
		return err
	}
	path := filepath.Join(c.dir, "checks")
	// A process that another worker starts meanwhile would hold the file open for a moment,
	// and a file that is being written can't be executed ("text file busy").
	syscall.ForkLock.RLock()
	err = os.WriteFile(path, c.checks, 0o700)
	syscall.ForkLock.RUnlock()
	if err != nil {
		return err
	}
	cmd := exec.Command(path, "-test.run=^TestMutants$", "-test.timeout=0", "-mutant-engine="+c.CPU, "-mutant-check="+c.Only)
	cmd.Dir = os.TempDir() // what is embedded is all that they need
	player.Detach(cmd)     // ctrl-C lets a worker finish its jobs
	if c.in, err = cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	c.out = bufio.NewScanner(out)
	if err := cmd.Start(); err != nil {
		return err
	}
	c.cmd, c.started = cmd, false
	names, err := c.line()
	if err != nil {
		return fmt.Errorf("the names of the checks: %w", err)
	}
	_ = os.RemoveAll(c.dir) // not left behind when this process is killed; a system that refuses lets Close do it
	if c.names = strings.Split(names, "\t"); c.Only != "" && !slices.Contains(c.names, c.Only) {
		return fmt.Errorf("no check has the name %q", c.Only)
	}
	return nil
}

// ready waits until the checks have tried the sound ROM.
func (c *campaigner) ready() error {
	if c.started {
		return nil
	}
	line, err := c.line()
	if err != nil || line != "ready" {
		return fmt.Errorf("the checks of the ROM as it is: %q (%v)", line, err)
	}
	c.started = true
	return nil
}

// line reads a line of the checks.
func (c *campaigner) line() (string, error) {
	if !c.out.Scan() {
		if err := c.out.Err(); err != nil {
			return "", err
		}
		return "", io.ErrUnexpectedEOF
	}
	return c.out.Text(), nil
}

// Close ends the process.
func (c *campaigner) Close() error {
	if c.cmd != nil {
		c.in.Close()
		_ = c.cmd.Process.Kill()
		_ = c.cmd.Wait()
		c.cmd = nil
	}
	return os.RemoveAll(c.dir)
}
