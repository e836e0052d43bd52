package rootnet

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/searchex/searchex/cmd/internal/match/player"
)

// valuer is a UCI program that values positions, many at a time: all are written before the
// first answer is read, which saves a switch of processes for each.
type valuer struct {
	name string // as the program gives it
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Scanner
	pipe io.Closer // what out reads
	goes string    // its go command
}

// How long a program may be silent: at its start, and while it values a position.
const (
	startPatience = 30 * time.Second
	valuePatience = 10 * time.Minute
)

// startValuer starts a program. It runs until Close, or until ctx ends.
func startValuer(ctx context.Context, by *player.Spec) (*valuer, error) {
	v := &valuer{goes: "go"}
	if by.Limits.Depth > 0 {
		v.goes += fmt.Sprintf(" depth %d", by.Limits.Depth)
	}
	if by.Limits.Nodes > 0 {
		v.goes += fmt.Sprintf(" nodes %d", by.Limits.Nodes)
	}
	v.cmd = exec.CommandContext(ctx, by.Path, by.Args...)
	var err error
	if v.in, err = v.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := v.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	v.out, v.pipe = bufio.NewScanner(out), out
	if err := v.cmd.Start(); err != nil {
		return nil, err
	}
	ask := "uci\n"
	for _, name := range slices.Sorted(maps.Keys(by.Options)) {
		ask += fmt.Sprintf("setoption name %s value %s\n", name, by.Options[name])
	}
	if _, err = io.WriteString(v.in, ask+"isready\n"); err != nil {
		err = unread(err)
	} else {
		err = v.until("readyok", startPatience, func(line string) {
			if name, ok := strings.CutPrefix(line, "id name "); ok {
				v.name = name
			}
		})
	}
	if err != nil {
		v.Close()
		return nil, fmt.Errorf("%s: %w", by.Label, err)
	}
	return v, nil
}

// Close ends the program.
func (v *valuer) Close() {
	v.in.Close()
	v.kill()
	_ = v.cmd.Wait()
}

func (v *valuer) kill() { _ = v.cmd.Process.Kill() }

// until reads lines up to one that begins with a word. A program that writes no line for as long as
// patience is ended.
func (v *valuer) until(word string, patience time.Duration, each func(line string)) error {
	var silent atomic.Bool
	timer := time.AfterFunc(patience, func() {
		silent.Store(true)
		v.kill()
		v.pipe.Close() // which a child of the program may hold open
	})
	defer timer.Stop()
	for v.out.Scan() {
		timer.Reset(patience)
		line := v.out.Text()
		each(line)
		if strings.HasPrefix(line, word) {
			return nil
		}
	}
	switch {
	case silent.Load():
		return fmt.Errorf("it wrote nothing for %v, where %q was wanted", patience, word)
	case v.out.Err() != nil:
		return v.out.Err()
	}
	return fmt.Errorf("it ended without %q", word)
}

// score is a program's value of a position for the side to move, in centipawns.
type score struct {
	value int16
	ok    bool // it is neither a mate nor missing
}

// maxScore bounds scores, in centipawns.
const maxScore = 15000

// values returns the scores of positions, which depend on these alone: the program forgets
// what it knows before the first.
func (v *valuer) values(fens []string) ([]score, error) {
	wrote := make(chan error, 1)
	go func() {
		w := bufio.NewWriterSize(v.in, 1<<14)
		fmt.Fprint(w, "ucinewgame\nisready\n")
		for _, fen := range fens {
			fmt.Fprintf(w, "position fen %s\n%s\n", fen, v.goes)
		}
		wrote <- w.Flush()
	}()
	all := make([]score, len(fens))
	err := v.until("readyok", valuePatience, func(string) {})
	for i := 0; i < len(fens) && err == nil; i++ {
		err = v.until("bestmove", valuePatience, func(line string) {
			if s, ok := lineScore(line); ok {
				all[i] = s
			}
		})
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", v.cmd.Path, err)
	}
	if err := <-wrote; err != nil {
		return nil, fmt.Errorf("%s: %w", v.cmd.Path, unread(err))
	}
	return all, nil
}

// unread is the error of a program that does not read. It does not wrap err, which would look like
// that of a closed output of our own.
func unread(err error) error { return fmt.Errorf("it does not read its input (%v)", err) }

// lineScore returns the score of a line of information, and false if it has none, or only a
// bound.
func lineScore(line string) (s score, ok bool) {
	_, text, ok := strings.Cut(line, " score ")
	if !ok || !strings.HasPrefix(line, "info ") {
		return s, false
	}
	f := strings.Fields(text)
	if len(f) < 2 || len(f) > 2 && strings.HasSuffix(f[2], "bound") {
		return s, false
	}
	n, err := strconv.Atoi(f[1])
	if f[0] != "cp" || err != nil {
		return score{}, true
	}
	return score{int16(min(max(n, -maxScore), maxScore)), true}, true
}
