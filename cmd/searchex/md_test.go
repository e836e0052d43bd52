package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"math"
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

// md is the cartridge in MAME's Mega Drive, whose buttons are pressed.
type md struct {
	t      *testing.T
	dir    string
	cmd    *exec.Cmd
	pipe   *os.File
	lines  *bufio.Scanner
	cursor int // square
}

// mdSymbols are the variables that the script reads, with their sizes.
var mdSymbols = []struct {
	name string
	size int
}{{"last_move", 2}, {"now", 2}, {"thinking", 1}, {"cursor", 1}, {"board", 128}, {"ids", 128}, {"kind", 32}}

// startMD exports the cartridge and starts MAME with it.
func startMD(t *testing.T) *md {
	t.Helper()
	if os.Getenv("SEARCHEX_MD") == "" {
		t.Skip("SEARCHEX_MD is not set: needs Debian's mame")
	}
	mame := findMAME(t)
	m := &md{t: t, dir: t.TempDir(), cursor: 0x14}
	code, _, stderr := runWith(t, fake{}, "export", "md", "--out", m.dir)
	require.Zero(t, code, stderr)
	cartridge, err := asm.LoadMD()
	require.NoError(t, err)
	var symbols []string
	for _, s := range mdSymbols {
		require.NotZero(t, cartridge.Symbols[s.name], s.name)
		symbols = append(symbols, fmt.Sprintf("%s=%d+%d", s.name, cartridge.Symbols[s.name], s.size))
	}
	waits, after := cartridge.Symbols["get_key"], uint32(math.MaxUint32)
	for _, at := range cartridge.Symbols {
		if at > waits {
			after = min(after, at)
		}
	}
	script, err := filepath.Abs("testdata/mame/md.lua")
	require.NoError(t, err)
	pipe := filepath.Join(m.dir, "keys")
	require.NoError(t, exec.Command("mkfifo", pipe).Run())
	m.cmd = exec.Command(mame, "genesis", "-cart", filepath.Join(m.dir, "searchex.bin"), "-cfg_directory", filepath.Join(m.dir, "cfg"),
		"-nvram_directory", filepath.Join(m.dir, "nvram"), "-video", "none", "-sound", "none", "-nothrottle", "-skip_gameinfo",
		"-snapshot_directory", m.dir, "-snapname", "screen", "-autoboot_delay", "0", "-autoboot_script", script, "-seconds_to_run", "7200")
	m.cmd.Dir = m.dir
	m.cmd.Env = append(os.Environ(), "HOME="+m.dir, "MD_PIPE="+pipe, "MD_SYMBOLS="+strings.Join(symbols, " "),
		fmt.Sprintf("MD_WAITS=%d %d", waits, after))
	out, err := m.cmd.StdoutPipe()
	require.NoError(t, err)
	m.lines = bufio.NewScanner(out)
	require.NoError(t, m.cmd.Start())
	t.Cleanup(func() { _ = m.cmd.Process.Kill(); _ = m.cmd.Wait() })
	m.pipe, err = os.OpenFile(pipe, os.O_RDWR, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = m.pipe.Close() })
	return m
}

// tell gives the script a command.
func (m *md) tell(format string, args ...any) {
	m.t.Helper()
	_, err := fmt.Fprintf(m.pipe, format+"\n", args...)
	require.NoError(m.t, err)
}

// press presses buttons: U, D, L, R are the pad's directions, S is Start.
func (m *md) press(buttons string) {
	m.t.Helper()
	names := map[rune]string{'U': "Up", 'D': "Down", 'L': "Left", 'R': "Right", 'A': "A", 'B': "B", 'C': "C", 'S': "Start"}
	for _, b := range buttons {
		require.NotEmpty(m.t, names[b], string(b))
		m.tell("key %s", names[b])
	}
}

// pick moves the cursor to a square and presses A.
func (m *md) pick(square int) {
	m.t.Helper()
	way := func(steps int, less, more string) {
		m.press(strings.Repeat(less, max(0, -steps)) + strings.Repeat(more, max(0, steps)))
	}
	way(square>>4-m.cursor>>4, "D", "U")
	way(square&7-m.cursor&7, "L", "R")
	m.press("A")
	m.cursor = square
}

// enter picks the squares of a move, and the piece of a promotion.
func (m *md) enter(uci string) {
	m.t.Helper()
	square := func(s string) int { return int(s[1]-'1')<<4 | int(s[0]-'a') }
	m.pick(square(uci))
	m.pick(square(uci[2:]))
	if len(uci) == 5 {
		m.press(strings.Repeat("R", strings.IndexByte("qrbn", uci[4])) + "A")
	}
}

// state waits until the buttons are worked off and returns what the machine shows.
func (m *md) state() (s seen) {
	m.t.Helper()
	m.tell("state")
	late := time.AfterFunc(5*time.Minute, func() { _ = m.cmd.Process.Kill() })
	defer late.Stop()
	for m.lines.Scan() {
		f := strings.Split(m.lines.Text(), "|")
		if f[0] != "state" {
			continue
		}
		bytes := map[string][]byte{}
		for _, v := range f[2:] {
			name, digits, _ := strings.Cut(v, "=")
			b, err := hex.DecodeString(digits)
			require.NoError(m.t, err)
			bytes[name] = b
		}
		s.text, s.now = f[1], int(bytes["now"][0])<<8|int(bytes["now"][1])
		s.last = goengine.Move(bytes["last_move"][0]) | goengine.Move(bytes["last_move"][1])<<8
		require.EqualValues(m.t, m.cursor, bytes["cursor"][0], "the cursor")
		for square := 0x70; square >= 0; square++ {
			if square&8 != 0 {
				s.board, square = s.board+"/", square-0x19
				continue
			}
			if bytes["board"][square] == 0 {
				s.board += "."
				continue
			}
			id := bytes["ids"][square] & 0x1F
			s.board += []string{"KQRBNP", "kqrbnp"}[id>>4][bytes["kind"][id]:][:1]
		}
		return s
	}
	m.t.Fatal("MAME has ended")
	return s
}

// A game is played on the pad to mate, and each move of the machine is legal.
func TestMDPlaysAGameToMate(t *testing.T) {
	t.Parallel()
	m := startMD(t)
	start, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	g := goengine.NewGame(start)
	prof, err := goengine.ParseProfile("tuned")
	require.NoError(t, err)
	partner, err := hostbridge.New("go")
	require.NoError(t, err)
	m.press("CLLLB")
	require.Contains(t, m.state().text, "LEVEL   0 S")
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

// What is not legal is refused, and buttons at odd moments do no harm.
func TestMDRefusesWhatIsNotLegal(t *testing.T) {
	t.Parallel()
	m := startMD(t)
	before := m.state()
	for _, text := range []string{"WHITE", "LEVEL   5 S", "STYLE SX81"} {
		require.Contains(t, before.text, text)
	}
	m.enter("e2e5")
	s := m.state()
	require.Contains(t, s.text, "NOT LEGAL")
	require.Equal(t, before.board, s.board)

	// Nothing to take back, nothing to pick up; the cursor stays on the board; another man in place of the first.
	m.press("BBA")
	m.press("RRRRRRRRRRUUUUUUUUUUU")
	m.cursor = 0x77
	m.pick(0x33)
	m.pick(0x00)
	m.enter("h2h5")
	s = m.state()
	require.Contains(t, s.text, "NOT LEGAL")
	require.Equal(t, before.board, s.board)
	require.Zero(t, s.now)
	m.press("CUURRLLDDDDDDSLRUAC") // up stays on the first entry, down on the last; forward has nothing
	s = m.state()
	require.Contains(t, s.text, "LEVEL   5 S")
	require.Contains(t, s.text, "STYLE SX81")
	require.Equal(t, before.board, s.board)
}

// What is known of a search is shown, Start ends it, moves are taken back and made again. With -update the picture goes to
// the manual.
func TestMDThinksAndTakesBack(t *testing.T) {
	t.Parallel()
	m := startMD(t)
	before := m.state()
	m.press("CDAB")
	require.Contains(t, m.state().text, "STYLE TUNED")

	// Out of the book: 1. h4 and 2. Rh3, and the machine thinks for five seconds.
	m.enter("h2h4")
	require.Equal(t, 2, m.state().now)
	m.enter("h1h3")
	s := m.state()
	require.Equal(t, 4, s.now)
	require.Regexp(t, `SX +\d+ *,SCORE *[+-]\d*\.\d\d *,NODES +\d+ *,TIME +0 *,`, s.text)
	require.Regexp(t, `,[A-H][1-8][A-H][1-8] [A-H][1-8][A-H][1-8]`, s.text, "the line")
	picture := filepath.Join(m.dir, "screen.png")
	m.tell("picture")
	require.Equal(t, s, m.state())
	require.FileExists(t, picture)
	if *update {
		b, err := os.ReadFile(picture)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile("../../docs/manual/md.png", b, 0o644))
	}
	m.press("BB")
	taken := m.state()
	require.Equal(t, 2, taken.now)
	require.NotEqual(t, s.board, taken.board)
	m.press("CDDAAAB")
	again := m.state()
	require.Equal(t, s.board, again.board)
	require.Equal(t, s.last, again.last)
	require.Equal(t, 4, again.now)
	m.tell("thinking Start 60")
	m.enter("g2h3")
	s = m.state()
	require.Equal(t, 6, s.now, "Start plays no second move")
	require.Regexp(t, `TIME +[34] *,`, s.text)
	m.press("CUDDDA")
	require.Zero(t, m.state().now)
	require.Equal(t, before.board, m.state().board)
}

// Castling, en passant and promotions are entered as other moves. B takes the machine's reply back, so that the test plays
// both sides.
func TestMDPlaysSpecialMoves(t *testing.T) {
	t.Parallel()
	m := startMD(t)
	start, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	g := goengine.NewGame(start)
	m.press("CLLLB")
	moves := strings.Fields("a2a4 b7b5 a4b5 a7a6 b5a6 g8f6 a6a7 g7g6 a7b8n f8g7 e2e4 e8g8 e4e5 d7d5 e5d6 c7d6 b8c6 d8c7 c6e7 g8h8 e7c8 c7c2 c8b6 c2d1")
	for i, uci := range moves {
		require.NoError(t, g.Play(uci))
		m.enter(uci)
		s := m.state()
		require.Equal(t, i+2, s.now, "%s: %s", uci, s.text)
		m.press("B")
		require.Equal(t, boardOf(g.Position()), m.state().board, uci)
	}
}
