package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// played is a real machine in another project's emulator, whose keys a script presses.
type played struct {
	t     *testing.T
	dir   string
	cmd   *exec.Cmd
	pipe  *os.File
	lines *bufio.Scanner
}

// seen is what a machine shows.
type seen struct {
	text  string
	turn  byte // 'W' or 'B' on the MK V
	last  goengine.Move
	now   int
	board string
}

// export writes the files of a machine to a folder.
func export(t *testing.T, machine, dir string) {
	t.Helper()
	code, _, stderr := runWith(t, fake{}, "export", machine, "--out", dir)
	require.Zero(t, code, stderr)
}

// keepPicture requires a picture of the screen, which with -update goes to the manual.
func keepPicture(t *testing.T, picture, manual string) {
	t.Helper()
	b, err := os.ReadFile(picture)
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile("../../docs/manual/"+manual, b, 0o644))
	}
}

// takeBack takes two moves back with some keys and makes them again with others.
func takeBack(t *testing.T, press func(keys string), state func() seen, back, forth string) {
	t.Helper()
	before := state()
	press(back)
	taken := state()
	require.Equal(t, before.now-2, taken.now)
	require.NotEqual(t, before.board, taken.board)
	press(forth)
	again := state()
	require.Equal(t, []any{before.board, before.last, before.now}, []any{again.board, again.last, again.now})
}

// start starts the emulator, whose script reads commands from a new pipe and writes to out.
func (p *played) start(pipe string, out io.Reader) {
	p.t.Helper()
	_ = os.Remove(pipe)
	require.NoError(p.t, exec.Command("mkfifo", pipe).Run()) // not syscall.Mkfifo, which Windows lacks
	p.lines = bufio.NewScanner(out)
	require.NoError(p.t, p.cmd.Start())
	p.t.Cleanup(func() { _ = p.cmd.Process.Kill(); _ = p.cmd.Wait() })
	var err error
	p.pipe, err = os.OpenFile(pipe, os.O_RDWR, 0)
	require.NoError(p.t, err)
	p.t.Cleanup(func() { _ = p.pipe.Close() })
}

// tell gives the script a command.
func (p *played) tell(format string, args ...any) {
	p.t.Helper()
	_, err := fmt.Fprintf(p.pipe, format+"\n", args...)
	require.NoError(p.t, err)
}

// fields waits until the keys are worked off and returns the script's line on the machine's state, behind its first word.
func (p *played) fields() []string {
	p.t.Helper()
	p.tell("state")
	late := time.AfterFunc(10*time.Minute, func() { _ = p.cmd.Process.Kill() })
	defer late.Stop()
	for p.lines.Scan() {
		f := strings.Split(p.lines.Text(), "|")
		if f[0] == "state" {
			return f[1:]
		}
		require.NotEqual(p.t, "error", f[0], p.lines.Text())
	}
	p.t.Fatal("the emulator has ended")
	return nil
}

// seen returns the state of a script that writes the text, the last move, the number of half-moves and the board.
func (p *played) seen() (s seen) {
	p.t.Helper()
	f := p.fields()
	var from, to int
	_, err := fmt.Sscanf(f[1]+" "+f[2], "%02x%02x %d", &from, &to, &s.now)
	require.NoError(p.t, err)
	s.text, s.last, s.board = f[0], goengine.Move(from|to<<8), f[3]
	return s
}

// boardOf returns the men of a position as states have them.
func boardOf(p *goengine.Position) string {
	var s strings.Builder
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			side, kind, ok := p.PieceAt(goengine.Square(rank<<4 | file))
			if !ok {
				s.WriteByte('.')
				continue
			}
			s.WriteByte([]string{"KQRBNP", "kqrbnp"}[side][kind])
		}
		s.WriteByte('/')
	}
	return s.String()
}

// player is a machine on which moves are entered.
type player interface {
	enter(uci string)
	state() seen
}

// choose presses a key of a machine until its screen has a text.
func choose(t *testing.T, press func(keys string), state func() seen, key, text string) {
	t.Helper()
	for range 12 {
		if strings.Contains(state().text, text) {
			return
		}
		press(key)
	}
	t.Fatalf("%s does not lead to %s", key, text)
}

// way returns the presses that move a cursor from square to square, of keys for down, up, left and right.
func way(from, to int, keys string) string {
	along := func(steps int, less, more byte) string {
		if steps < 0 {
			return strings.Repeat(string(less), -steps)
		}
		return strings.Repeat(string(more), steps)
	}
	return along(to>>4-from>>4, keys[0], keys[1]) + along(to&7-from&7, keys[2], keys[3])
}

// playToMate plays a game against a machine to mate. Each of its moves is legal, and its board equals the game's. mated
// reports whether it shows a mate.
func playToMate(t *testing.T, m player, mated func(text string) bool) {
	t.Helper()
	g := newGame(t)
	for ply := 0; ; ply += 2 {
		require.Less(t, ply, 300, "no mate")
		s := playMove(t, m, g)
		if len(g.Position().LegalMoves()) == 0 {
			require.True(t, g.Position().InCheck(), "stalemate")
			require.True(t, mated(s.text), s.text)
			require.Equal(t, boardOf(g.Position()), s.board)
			t.Logf("mate after %d half-moves", ply+1)
			return
		}
		playReply(t, g, s)
		if len(g.Position().LegalMoves()) == 0 {
			require.Equal(t, g.Position().InCheck(), mated(s.text), s.text)
			return
		}
	}
}

// playMove enters a move of the Go engine in a game, and returns what the machine shows after its reply.
func playMove(t *testing.T, m player, g *goengine.Game) seen {
	t.Helper()
	prof, err := goengine.ParseProfile("tuned")
	require.NoError(t, err)
	partner, err := hostbridge.New("go")
	require.NoError(t, err)
	r, err := partner.Search(context.Background(), g, &prof, goengine.Limits{Nodes: 150_000})
	require.NoError(t, err)
	uci := g.Position().UCI(r.Best)
	require.NoError(t, g.Play(uci))
	m.enter(uci)
	return m.state()
}

// playReply plays the machine's reply, which is legal, and leads to the board that it shows.
func playReply(t *testing.T, g *goengine.Game, s seen) {
	t.Helper()
	reply := g.Position().UCI(s.last)
	require.True(t, g.Position().Legal(s.last), "%s in %s: %q", reply, g.Position().FEN(), s.text)
	require.NoError(t, g.Play(reply))
	require.Equal(t, boardOf(g.Position()), s.board)
}

// showsMate reports whether a text has the word for mate.
func showsMate(text string) bool { return strings.Contains(text, "CHECKMATE") }

// playSpecialMoves enters castling, en passant and promotions. back takes the machine's reply back, so that the test
// plays both sides.
func playSpecialMoves(t *testing.T, m player, back func()) {
	t.Helper()
	g := newGame(t)
	moves := strings.Fields("a2a4 b7b5 a4b5 a7a6 b5a6 g8f6 a6a7 g7g6 a7b8n f8g7 e2e4 e8g8 e4e5 d7d5 e5d6 c7d6 b8c6 d8c7 c6e7 g8h8 e7c8 c7c2 c8b6 c2d1")
	for i, uci := range moves {
		require.NoError(t, g.Play(uci))
		m.enter(uci)
		s := m.state()
		require.Equal(t, i+2, s.now, "%s: %s", uci, s.text)
		back()
		require.Equal(t, boardOf(g.Position()), m.state().board, uci)
	}
}

// newGame returns a game at the initial position.
func newGame(t *testing.T) *goengine.Game {
	t.Helper()
	start, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	return goengine.NewGame(start)
}
