package main

import (
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/testdata/switches"
)

// md is the cartridge in MAME's Mega Drive, whose buttons are pressed.
type md struct {
	played
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
	switches.Need(t, "md")
	mame := findMAME(t)
	m := &md{played{t: t, dir: t.TempDir()}, 0x14}
	export(t, "md", m.dir)
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
	m.cmd = exec.Command(mame, "genesis", "-cart", filepath.Join(m.dir, "searchex.bin"), "-cfg_directory", filepath.Join(m.dir, "cfg"),
		"-nvram_directory", filepath.Join(m.dir, "nvram"), "-video", "none", "-sound", "none", "-nothrottle", "-skip_gameinfo",
		"-snapshot_directory", m.dir, "-snapname", "screen", "-autoboot_delay", "0", "-autoboot_script", script, "-seconds_to_run", "7200")
	m.cmd.Dir = m.dir
	m.cmd.Env = append(os.Environ(), "HOME="+m.dir, "MD_PIPE="+pipe, "MD_SYMBOLS="+strings.Join(symbols, " "),
		fmt.Sprintf("MD_WAITS=%d %d", waits, after))
	out, err := m.cmd.StdoutPipe()
	require.NoError(t, err)
	m.start(pipe, out)
	return m
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
	m.press(way(m.cursor, square, "DULR") + "A")
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
	f := m.fields()
	bytes := map[string][]byte{}
	for _, v := range f[1:] {
		name, digits, _ := strings.Cut(v, "=")
		b, err := hex.DecodeString(digits)
		require.NoError(m.t, err)
		bytes[name] = b
	}
	s.text, s.now = f[0], int(bytes["now"][0])<<8|int(bytes["now"][1])
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

// A game is played on the pad to mate, and each move of the machine is legal.
func TestMDPlaysAGameToMate(t *testing.T) {
	t.Parallel()
	m := startMD(t)
	m.press("CLLLB")
	require.Contains(t, m.state().text, "LEVEL   0 S")
	playToMate(t, m, showsMate)
}

// What is not legal is refused, and buttons at odd moments do no harm.
func TestMDRefusesWhatIsNotLegal(t *testing.T) {
	t.Parallel()
	m := startMD(t)
	before := m.state()
	for _, text := range []string{">WHITE", "LEVEL   5 S", "STYLE SX81"} {
		require.Contains(t, before.text, text)
	}
	m.enter("e2e5")
	s := m.state()
	require.Contains(t, s.text, "HE DOES NOT MOVE SO")
	require.Equal(t, before.board, s.board)

	// Nothing to take back, nothing to pick up; the cursor stays on the board; another man in place of the first.
	m.press("BBA")
	m.press("RRRRRRRRRRUUUUUUUUUUU")
	m.cursor = 0x77
	m.pick(0x33)
	m.pick(0x00)
	m.enter("h2h5")
	s = m.state()
	require.Contains(t, s.text, "HE DOES NOT MOVE SO")
	require.Equal(t, before.board, s.board)
	require.Zero(t, s.now)
	m.press("CUURRLLDDDDDDSLRUACDDDDLRUUAC") // up stays on the first entry, down on the last; next best and forward have nothing
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
	require.Regexp(t, `SX +\d+ *, SCORE *[+-]\d*\.\d\d *, NODES +\d+ *, TIME +0 *,`, s.text)
	require.Regexp(t, `, [A-H][1-8][A-H][1-8] [A-H][1-8][A-H][1-8]`, s.text, "the line")
	picture := filepath.Join(m.dir, "screen.png")
	m.tell("picture")
	require.Equal(t, s, m.state())
	keepPicture(t, picture, "md.png")
	takeBack(t, m.press, m.state, "BB", "CDDAAAB")
	m.tell("thinking Start 60")
	m.enter("g2h3")
	s = m.state()
	require.Equal(t, 6, s.now, "Start plays no second move")
	require.Regexp(t, `TIME +[34] *,`, s.text)
	m.press("CUDDDDDA")
	require.Zero(t, m.state().now)
	require.Equal(t, before.board, m.state().board)
}

// Castling, en passant and promotions are entered as other moves. B takes the machine's reply back, so that the test plays
// both sides.
func TestMDPlaysSpecialMoves(t *testing.T) {
	t.Parallel()
	m := startMD(t)
	m.press("CLLLB")
	playSpecialMoves(t, m, func() { m.press("B") })
}
