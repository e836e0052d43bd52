package prove

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Solver is z3, asked through a pipe. Each question stands alone: z3 forgets everything before it.
type Solver struct {
	// Asked counts the questions, and Version is z3's own line.
	Asked   int
	Version string
	ctx     context.Context
	cmd     *exec.Cmd
	in      io.WriteCloser
	lines   chan string
}

// NewSolver finds z3 and starts it. Proofs that ask it end with ctx.
func NewSolver(ctx context.Context) (*Solver, error) {
	out, err := exec.CommandContext(ctx, "z3", "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("run z3 --version: %w (Debian has it: apt-get install z3)", err)
	}
	s := &Solver{ctx: ctx, Version: strings.TrimSpace(string(out))}
	return s, s.start()
}

func (s *Solver) start() error {
	s.cmd = exec.Command("z3", "-in", "-smt2")
	in, err := s.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("start z3: %w", err)
	}
	lines := make(chan string, 64)
	s.in, s.lines = in, lines
	go func() {
		defer close(lines)
		scan := bufio.NewScanner(out)
		scan.Buffer(nil, 1<<20)
		for scan.Scan() {
			lines <- strings.TrimSpace(scan.Text())
		}
	}()
	return nil
}

// Close ends z3.
func (s *Solver) Close() {
	s.in.Close()
	s.kill()
}

func (s *Solver) kill() {
	s.cmd.Process.Kill() // it may have ended
	for range s.lines {  // until its output ends
	}
	s.cmd.Wait() // the error says that it was killed
}

// asked is the number of questions so far.
func (s *Solver) asked() int {
	if s == nil {
		return 0
	}
	return s.Asked
}

// ended is the error of the context with which proofs end.
func (s *Solver) ended() error {
	if s == nil {
		return nil
	}
	return s.ctx.Err()
}

// answer is what z3 says: of a set of facts, whether they can hold together.
type answer string

const (
	sat     answer = "sat"
	unsat   answer = "unsat"
	unknown answer = "unknown"
)

// Effort bounds what z3 does for a question, in its own unit, some millionths of a second: so an answer does not depend on
// the load of the computer. deadline is for a z3 that does not answer at all.
const (
	smallEffort = 300_000
	greatEffort = 40_000_000
	deadline    = 5 * time.Minute
)

// ask asks whether all of these can hold. model are the values of vars if they can. Where cut is not nil, its terms may
// have any value: then unsat holds all the same, and sat says little. unknown is an answer that would take too much effort.
func (s *Solver) ask(effort int, cut map[*Term]bool, vars []*Term, all ...*Term) (answer, map[*Term]uint64) {
	for _, t := range all {
		if t == False {
			return unsat, nil
		}
	}
	if s == nil {
		panic("z3 is needed, and was not started")
	}
	s.Asked++
	var b, lets strings.Builder
	done := map[*Term]bool{}
	for _, t := range all {
		t.define(&b, &lets, done, cut)
	}
	// One let within the other: z3 needs a hundred times as long for functions without arguments.
	fmt.Fprintf(&b, "(assert %s(and true", &lets)
	for _, t := range all {
		b.WriteString(" " + t.ref())
	}
	if cut == nil {
		alike(&b, done)
	}
	b.WriteString(")" + strings.Repeat(")", strings.Count(lets.String(), "(let ")) + ")\n")
	logic := "QF_BV"
	for t := range done {
		if t.w == arrayWidth {
			logic = "QF_ABV"
		}
	}
	limit := deadline / greatEffort * time.Duration(effort)
	// z3 has the limit too: it lives on where this program is killed.
	text := fmt.Sprintf("(reset)\n(set-option :rlimit %d)\n(set-option :timeout %d)\n(set-logic %s)\n%s(check-sat)\n", effort, limit.Milliseconds(), logic, b.String())
	go io.WriteString(s.in, text) // it ends with the pipe at the latest
	line, ok := s.line(limit + time.Second)
	if !ok {
		return unknown, nil
	}
	switch a := answer(line); a {
	case unsat, unknown:
		return a, nil
	case sat:
		return a, s.model(done, vars)
	}
	panic(fmt.Sprintf("z3 answers %q to %d facts", line, len(all)))
}

// line reads a line. If none comes in time, z3 is started again.
func (s *Solver) line(limit time.Duration) (string, bool) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case line, ok := <-s.lines:
		if ok {
			return line, true
		}
	case <-timer.C:
	case <-s.ctx.Done():
		panic(s.ctx.Err())
	}
	s.kill()
	if err := s.start(); err != nil {
		panic(err)
	}
	return "", false
}

// model reads the values of variables that a question has defined; others are free, and 0.
func (s *Solver) model(defined map[*Term]bool, vars []*Term) map[*Term]uint64 {
	model := map[*Term]uint64{}
	for _, v := range vars {
		if !defined[v] {
			model[v] = 0
			if v.dom != nil {
				model[v] = v.dom.values()[0]
			}
			continue
		}
		fmt.Fprintf(s.in, "(eval %s :completion true)\n", v.ref())
		text, ok := s.line(10 * time.Second)
		if !ok {
			panic("z3 has a model and does not say it")
		}
		if text == "true" {
			model[v] = 1
			continue
		}
		digits := strings.TrimPrefix(strings.TrimPrefix(text, "#b"), "#x")
		base := 2
		if strings.HasPrefix(text, "#x") {
			base = 16
		}
		n, err := strconv.ParseUint(digits, base, 64)
		if err != nil && text != "false" {
			panic(fmt.Sprintf("z3 says that %s is %q", v.name, text))
		}
		model[v] = n
	}
	return model
}
