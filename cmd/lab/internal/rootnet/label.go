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

	"github.com/searchex/searchex/cmd/internal/match/player"
)

// valuer is a UCI program that values positions, many at a time: all are written before the
// first answer is read, which saves a switch of processes for each.
type valuer struct {
	name string // as the program gives it
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Scanner
	goes string // its go command
}

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
	v.out = bufio.NewScanner(out)
	if err := v.cmd.Start(); err != nil {
		return nil, err
	}
	ask := "uci\n"
	for _, name := range slices.Sorted(maps.Keys(by.Options)) {
		ask += fmt.Sprintf("setoption name %s value %s\n", name, by.Options[name])
	}
	if _, err = io.WriteString(v.in, ask+"isready\n"); err == nil {
		err = v.until("readyok", func(line string) {
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

// until reads lines up to one that begins with a word.
func (v *valuer) until(word string, each func(line string)) error {
	for v.out.Scan() {
		line := v.out.Text()
		each(line)
		if strings.HasPrefix(line, word) {
			return nil
		}
	}
	if err := v.out.Err(); err != nil {
		return err
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
	err := v.until("readyok", func(string) {})
	for i := 0; i < len(fens) && err == nil; i++ {
		err = v.until("bestmove", func(line string) {
			if s, ok := lineScore(line); ok {
				all[i] = s
			}
		})
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", v.cmd.Path, err)
	}
	return all, <-wrote
}

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
