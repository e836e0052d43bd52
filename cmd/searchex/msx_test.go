package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// msx is the cartridge in openMSX, whose keys are pressed.
type msx struct {
	t     *testing.T
	dir   string
	cmd   *exec.Cmd
	pipe  *os.File
	lines *bufio.Scanner
}

// startMSX exports the cartridge and starts openMSX with it.
func startMSX(t *testing.T) *msx {
	t.Helper()
	if os.Getenv("SEARCHEX_MSX") == "" {
		t.Skip("SEARCHEX_MSX is not set: needs Debian's openmsx and cbios")
	}
	m := &msx{t: t, dir: t.TempDir()}
	code, _, stderr := runWith(t, fake{}, "export", "msx", "--out", m.dir)
	require.Zero(t, code, stderr)
	cartridge, err := asm.LoadMSX()
	require.NoError(t, err)
	var symbols []string
	for _, name := range []string{"last_move", "now", "board", "ids", "kind", "row", "replay"} {
		require.NotZero(t, cartridge.Symbols[name], name)
		symbols = append(symbols, fmt.Sprintf("%s=%d", name, cartridge.Symbols[name]))
	}
	script, err := filepath.Abs("testdata/openmsx/play.tcl")
	require.NoError(t, err)
	pipe := filepath.Join(m.dir, "keys")
	require.NoError(t, exec.Command("mkfifo", pipe).Run())
	m.cmd = exec.Command("openmsx", "-machine", "C-BIOS_MSX1", "-cart", filepath.Join(m.dir, "searchex.rom"), "-romtype", "Normal4000", "-script", script)
	m.cmd.Env = append(os.Environ(), "HOME="+m.dir, "SDL_VIDEODRIVER=dummy", "SDL_AUDIODRIVER=dummy", "MSX_PIPE="+pipe,
		"MSX_SYMBOLS="+strings.Join(symbols, " "))
	out, err := m.cmd.StderrPipe()
	require.NoError(t, err)
	m.lines = bufio.NewScanner(out)
	require.NoError(t, m.cmd.Start())
	t.Cleanup(func() { _ = m.cmd.Process.Kill(); _ = m.cmd.Wait() })
	m.pipe, err = os.OpenFile(pipe, os.O_RDWR, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = m.pipe.Close() })
	return m
}

// msxKeys are the letters and digits in the order of the keyboard's rows, eight a row; . is another key, < erases, ! is Enter,
// _ the space bar, and l, u, d, r are the arrows.
const msxKeys = "01234567" + "89......" + "......AB" + "CDEFGHIJ" + "KLMNOPQR" + "STUVWXYZ" + "........" + ".....<.!" + "_...ludr"

// press presses keys of msxKeys.
func (m *msx) press(keys string) {
	m.t.Helper()
	for _, k := range keys {
		at := strings.IndexRune(msxKeys, k)
		require.GreaterOrEqual(m.t, at, 0, string(k))
		_, err := fmt.Fprintf(m.pipe, "key %d %d\n", at/8, 1<<(at%8))
		require.NoError(m.t, err)
	}
}

// state waits until the keys are worked off and returns what the machine shows.
func (m *msx) state() (s seen) {
	m.t.Helper()
	_, err := fmt.Fprintln(m.pipe, "state")
	require.NoError(m.t, err)
	late := time.AfterFunc(10*time.Minute, func() { _ = m.cmd.Process.Kill() })
	defer late.Stop()
	for m.lines.Scan() {
		f := strings.Split(m.lines.Text(), "|")
		if f[0] != "state" {
			continue
		}
		var from, to int
		_, err := fmt.Sscanf(f[2]+" "+f[3], "%02x%02x %d", &from, &to, &s.now)
		require.NoError(m.t, err)
		s.text, s.last, s.board = f[1], goengine.Move(from|to<<8), f[4]
		return s
	}
	m.t.Fatal("openMSX has ended")
	return s
}

// enter presses the keys of a move.
func (m *msx) enter(uci string) { m.press(strings.ToUpper(uci) + "!") }

// boardOf returns the men of a position as state does.
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

// A game is played on the keys to mate, and each move of the machine is legal.
func TestMSXPlaysAGameToMate(t *testing.T) {
	m := startMSX(t)
	start, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	g := goengine.NewGame(start)
	prof, err := goengine.ParseProfile("tuned")
	require.NoError(t, err)
	partner, err := hostbridge.New("go")
	require.NoError(t, err)
	m.press("LLLLL")
	require.Contains(t, m.state().text, "000 S/MOVE")
	for ply := 0; ; ply += 2 {
		require.Less(t, ply, 300, "no mate")
		r, err := partner.Search(g, &prof, goengine.Limits{Nodes: 150_000})
		require.NoError(t, err)
		uci := g.Position().UCI(r.Best)
		require.NoError(t, g.Play(uci))
		m.enter(uci)
		s := m.state()
		if len(g.Position().LegalMoves()) == 0 {
			require.True(t, g.Position().InCheck(), "stalemate")
			require.Contains(t, s.text, "CHECKMATE")
			require.Equal(t, boardOf(g.Position()), s.board)
			t.Logf("mate after %d half-moves", ply+1)
			return
		}
		reply := g.Position().UCI(s.last)
		require.True(t, g.Position().Legal(s.last), "%s in %s: %q", reply, g.Position().FEN(), s.text)
		require.NoError(t, g.Play(reply))
		require.Equal(t, boardOf(g.Position()), s.board)
		if len(g.Position().LegalMoves()) == 0 {
			require.Equal(t, g.Position().InCheck(), strings.Contains(s.text, "CHECKMATE"))
			return
		}
	}
}

// What is not legal is refused, keys at odd moments do no harm, moves are taken back and made again, and the line and the
// seconds are shown while the machine thinks. With -update the picture goes to the manual.
func TestMSXRefusesTakesBackAndThinks(t *testing.T) {
	m := startMSX(t)
	before := m.state()
	require.Contains(t, before.text, "WHITE")
	require.Contains(t, before.text, "005 S/MOVE")
	require.Contains(t, before.text, "SX81")
	m.enter("e2e5")
	s := m.state()
	require.Contains(t, s.text, "NOT LEGAL")
	require.Equal(t, before.board, s.board)
	m.press("U<RXYZ90IE<<A!E2")
	require.Contains(t, m.state().text, ",  A2 ")
	m.press("<<<<SSS")
	require.Contains(t, m.state().text, "TUNED")
	require.Zero(t, m.state().now)

	// The cursor picks squares and stays on the board.
	m.press("dddd!uuuuuuuuulllllllll!")
	require.Contains(t, m.state().text, ",  E1A8 ")
	m.press("!")
	require.Contains(t, m.state().text, "NOT LEGAL")
	require.Equal(t, before.board, m.state().board)

	// Out of the book: 1. h4 d5 2. Rh3, and the machine thinks for five seconds.
	m.enter("h2h4")
	require.Equal(t, 2, m.state().now)
	m.enter("h1h3")
	s = m.state()
	require.Equal(t, 4, s.now)
	require.Regexp(t, ` [A-H][1-8][A-H][1-8] [A-H][1-8][A-H][1-8] `, s.text, "the line")
	m.press("UU")
	taken := m.state()
	require.Equal(t, 2, taken.now)
	require.NotEqual(t, s.board, taken.board)
	m.press("RRR")
	again := m.state()
	require.Equal(t, s.board, again.board)
	require.Equal(t, s.last, again.last)
	require.Equal(t, 4, again.now)
	picture := filepath.Join(m.dir, "screen.png")
	_, err := fmt.Fprintln(m.pipe, "picture "+picture)
	require.NoError(t, err)
	require.Equal(t, again, m.state())
	require.FileExists(t, picture)
	if *update {
		b, err := os.ReadFile(picture)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile("../../docs/manual/msx.png", b, 0o644))
	}
	m.press("N")
	require.Zero(t, m.state().now)
	require.Equal(t, before.board, m.state().board)
}

// Castling, en passant and promotions are entered as other moves. U takes the machine's reply back, so that the test plays
// both sides.
func TestMSXPlaysSpecialMoves(t *testing.T) {
	m := startMSX(t)
	start, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	g := goengine.NewGame(start)
	m.press("LLLLL")
	moves := strings.Fields("a2a4 b7b5 a4b5 a7a6 b5a6 g8f6 a6a7 g7g6 a7b8n f8g7 e2e4 e8g8 e4e5 d7d5 e5d6 c7d6 b8c6 d8c7 c6e7 g8h8 e7c8 c7c2 c8b6 c2d1")
	for i, uci := range moves {
		require.NoError(t, g.Play(uci))
		m.enter(uci)
		s := m.state()
		require.Equal(t, i+2, s.now, "%s: %s", uci, s.text)
		m.press("U")
		require.Equal(t, boardOf(g.Position()), m.state().board, uci)
	}
}
