package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/testdata/switches"
)

// msx is the cartridge in openMSX, whose keys are pressed.
type msx struct{ played }

// startMSX exports the cartridge and starts openMSX with it.
func startMSX(t *testing.T) *msx {
	t.Helper()
	switches.Need(t, "msx")
	m := &msx{played{t: t, dir: t.TempDir()}}
	export(t, "msx", m.dir)
	cartridge, err := asm.LoadMSX()
	require.NoError(t, err)
	var symbols []string
	for _, name := range []string{"last_move", "now", "board", "ids", "kind", "row", "replay", "clocks"} {
		require.NotZero(t, cartridge.Symbols[name], name)
		symbols = append(symbols, fmt.Sprintf("%s=%d", name, cartridge.Symbols[name]))
	}
	script, err := filepath.Abs("testdata/openmsx/play.tcl")
	require.NoError(t, err)
	pipe := filepath.Join(m.dir, "keys")
	m.cmd = exec.Command("openmsx", "-machine", "C-BIOS_MSX1", "-cart", filepath.Join(m.dir, "searchex.rom"), "-romtype", "Normal4000", "-script", script)
	m.cmd.Env = append(os.Environ(), "HOME="+m.dir, "SDL_VIDEODRIVER=dummy", "SDL_AUDIODRIVER=dummy", "MSX_PIPE="+pipe,
		"MSX_SYMBOLS="+strings.Join(symbols, " "))
	out, err := m.cmd.StderrPipe()
	require.NoError(t, err)
	m.start(pipe, out)
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
		m.tell("key %d %d", at/8, 1<<(at%8))
	}
}

// state waits until the keys are worked off and returns what the machine shows.
func (m *msx) state() seen { return m.seen() }

// enter presses the keys of a move.
func (m *msx) enter(uci string) { m.press(strings.ToUpper(uci) + "!") }

// A game is played on the keys to mate, and each move of the machine is legal.
func TestMSXPlaysAGameToMate(t *testing.T) {
	m := startMSX(t)
	m.press("LLLLL")
	require.Contains(t, m.state().text, "000 S/MOVE")
	playToMate(t, m, showsMate)
}

// What is not legal is refused, keys at odd moments do no harm, moves are taken back and made again, and the line and the
// seconds are shown while the machine thinks. With -update the picture goes to the manual.
func TestMSXRefusesTakesBackAndThinks(t *testing.T) {
	m := startMSX(t)
	before := m.state()
	require.Contains(t, before.text, ">WHITE")
	require.Contains(t, before.text, "005 S/MOVE")
	require.Contains(t, before.text, "SX81")
	m.enter("e2e5")
	s := m.state()
	require.Contains(t, s.text, "HE DOES NOT MOVE SO")
	require.Equal(t, before.board, s.board)
	m.press("U<RXYZ90IE<<A!E2")
	require.Contains(t, m.state().text, ",A2 ")
	m.press("<<<<SSS")
	require.Contains(t, m.state().text, "TUNED")
	require.Zero(t, m.state().now)

	// The cursor picks squares and stays on the board.
	m.press("ddddrrrr!uuuuuuuuulllllllll!")
	require.Contains(t, m.state().text, ",E1A8 ")
	m.press("!")
	require.Contains(t, m.state().text, "HE DOES NOT MOVE SO")
	require.Equal(t, before.board, m.state().board)

	// Out of the book: 1. h4 d5 2. Rh3, and the machine thinks for five seconds.
	m.enter("h2h4")
	require.Equal(t, 2, m.state().now)
	m.enter("h1h3")
	s = m.state()
	require.Equal(t, 4, s.now)
	require.Regexp(t, ` [A-H][1-8][A-H][1-8] [A-H][1-8][A-H][1-8] `, s.text, "the line")
	takeBack(t, m.press, m.state, "UU", "RRR")
	again := m.state()
	picture := filepath.Join(m.dir, "screen.png")
	m.tell("picture %s", picture)
	require.Equal(t, again, m.state())
	keepPicture(t, picture, "msx.png")
	m.press("N")
	require.Zero(t, m.state().now)
	require.Equal(t, before.board, m.state().board)
}

// Castling, en passant and promotions are entered as other moves. U takes the machine's reply back, so that the test plays
// both sides.
func TestMSXPlaysSpecialMoves(t *testing.T) {
	m := startMSX(t)
	m.press("LLLLL")
	playSpecialMoves(t, m, func() { m.press("U") })
}
