package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/testdata/switches"
)

// mk5 is a module that runs in MAME, and whose keys are pressed.
type mk5 struct{ played }

// findMAME returns MAME's path: Debian has it in a folder that the path may lack.
func findMAME(t *testing.T) string {
	t.Helper()
	mame, err := exec.LookPath("mame")
	if err != nil {
		mame, err = exec.LookPath("/usr/games/mame")
	}
	require.NoError(t, err)
	return mame
}

// mameMK5 exports the set and returns the command that runs it with a script, in a folder that keeps the battery RAM.
func mameMK5(t *testing.T, dir, script string, env ...string) *exec.Cmd {
	t.Helper()
	switches.Need(t, "mame")
	mame := findMAME(t)
	set := filepath.Join(dir, "roms", "ccmk5")
	require.NoError(t, os.MkdirAll(set, 0o755))
	export(t, "mk5", set)
	script, err := filepath.Abs(filepath.Join("testdata", "mame", script))
	require.NoError(t, err)
	cmd := exec.Command(mame, "ccmk5", "-rompath", filepath.Join(dir, "roms"), "-nvram_directory", filepath.Join(dir, "nvram"),
		"-cfg_directory", filepath.Join(dir, "cfg"), "-video", "none", "-sound", "none", "-nothrottle", "-skip_gameinfo",
		"-snapshot_directory", dir, "-snapname", "screen", "-snapsize", "942x1080",
		"-autoboot_delay", "0", "-autoboot_script", script, "-seconds_to_run", "7200")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	return cmd
}

// startMK5 starts the module with the script that presses keys.
func startMK5(t *testing.T, dir string) *mk5 {
	t.Helper()
	pipe := filepath.Join(dir, "keys")
	module, err := asm.LoadMK5()
	require.NoError(t, err)
	engine, err := asm.Load("6502")
	require.NoError(t, err)
	var symbols []string
	for _, name := range []string{"text", "last_move", "now", "thinking", "board", "ids", "kind"} {
		at := max(module.Symbols[name], engine.Symbols[name])
		require.NotZero(t, at, name)
		symbols = append(symbols, fmt.Sprintf("%s=%d", name, at))
	}
	m := &mk5{played{t: t, dir: dir}}
	m.cmd = mameMK5(t, dir, "mk5.lua", "MK5_PIPE="+pipe, "MK5_SYMBOLS="+strings.Join(symbols, " "))
	out, err := m.cmd.StdoutPipe()
	require.NoError(t, err)
	m.start(pipe, out)
	return m
}

// press presses keys, each given by its name or a part of it.
func (m *mk5) press(keys ...string) {
	m.t.Helper()
	for _, k := range keys {
		number := slices.IndexFunc(asm.MK5Keys[:], func(key asm.MK5Key) bool {
			return slices.ContainsFunc(strings.Split(key.Name, " / "), func(part string) bool { return strings.EqualFold(part, k) })
		})
		require.GreaterOrEqual(m.t, number, 0, "no key %s", k)
		m.tell("key %d", number)
	}
}

// enter presses the keys of a move.
func (m *mk5) enter(uci string) {
	for _, c := range uci[:4] {
		m.press(string(c))
	}
	if len(uci) > 4 {
		m.press(map[byte]string{'q': "5", 'r': "4", 'b': "3", 'n': "2"}[uci[4]])
	}
	m.press("Enter")
}

// state waits until the keys are worked off and returns what the machine shows. The last place of the text is the side to move.
func (m *mk5) state() seen {
	m.t.Helper()
	s := m.seen()
	s.turn = s.text[15]
	s.text = strings.TrimSpace(s.text[:15])
	return s
}

// quit switches the machine off.
func (m *mk5) quit() {
	m.t.Helper()
	_, _ = fmt.Fprintln(m.pipe, "quit")
	m.ended()
}

// ended waits until MAME has ended.
func (m *mk5) ended() {
	m.t.Helper()
	late := time.AfterFunc(10*time.Minute, func() { _ = m.cmd.Process.Kill() })
	for m.lines.Scan() { // it keeps the battery RAM while it ends
	}
	_ = m.cmd.Wait()
	require.True(m.t, late.Stop(), "MAME goes on")
}

// A game is played on the keys to mate, and each move of the machine is legal.
func TestMK5PlaysAGameToMate(t *testing.T) {
	m := startMK5(t, t.TempDir())
	m.press("Mode", "0", "0", "0", "Enter")
	playToMate(t, m, func(text string) bool { return text == "CHECKMATE" })
}

// What is not legal is refused, keys at odd moments do no harm, and the game is there again after the power was off.
func TestMK5RefusesAndRemembers(t *testing.T) {
	dir := t.TempDir()
	m := startMK5(t, dir)
	m.press("Mode", "0", "0", "0", "Enter")
	m.enter("e2e5")
	s := m.state()
	require.Equal(t, "NOT LEGAL", s.text)
	require.Equal(t, goengine.Move(0xFF), s.last&0xFF)
	require.Equal(t, "rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR/", s.board)
	m.press("Draw", "Peripheral", "Next Simult", "CE", "Enter", "Backward", "Forward", "9", "0", "a", "Enter", "CE")
	require.Zero(t, m.state().now)
	m.enter("e2e4")
	before := m.state()
	require.Equal(t, 2, before.now)
	require.Regexp(t, "^1    [A-H][78]-[A-H][56]$", before.text) // Black's move, in his column
	require.Equal(t, byte('W'), before.turn)
	m.press("Backward", "Backward", "Forward")
	require.Equal(t, "1 E2-E4", m.state().text)
	require.Equal(t, byte('B'), m.state().turn)
	m.press("Forward")
	require.Equal(t, before.last, m.state().last)
	m.quit()

	m = startMK5(t, dir)
	again := m.state()
	require.Equal(t, before.last, again.last)
	require.Equal(t, 2, again.now)
	m.press("New Game", "0")
	require.Equal(t, 2, m.state().now)
	m.press("New Game", "9")
	require.Zero(t, m.state().now)
}

// A game whose power went in the middle of a search is there again, and goes on.
func TestMK5RemembersWhatItThoughtAbout(t *testing.T) {
	dir := t.TempDir()
	m := startMK5(t, dir)
	m.press("Mode", "9", "9", "9", "Enter")
	p := given.Position(t, goengine.StartFEN)
	g := goengine.NewGame(p)
	require.NoError(t, g.Play("h2h4"))
	m.enter("h2h4")
	require.NoError(t, g.Play(g.Position().UCI(m.state().last))) // by the book
	m.tell("off 300")                                            // at 60 a second
	m.enter("h1h3")                                              // which is not in the book
	m.ended()

	m = startMK5(t, dir)
	s := m.state()
	require.Equal(t, 3, s.now)
	require.Equal(t, "h1h3", g.Position().UCI(s.last))
	require.NoError(t, g.Play("h1h3"))
	m.press("Mode", "0", "0", "0", "Enter", "Go")
	s = m.state()
	require.Equal(t, 4, s.now)
	require.True(t, g.Position().Legal(s.last), s.text)
}

// After 80 half-moves the record begins 40 later, at the position that was there.
func TestMK5ForgetsTheOlderHalf(t *testing.T) {
	dir := t.TempDir()
	p := given.Position(t, "4k3/8/8/8/8/K7/8/8 w - - 0 1")
	nv := batteryOf(p, 0, 0)
	nv[2], nv[3], nv[4], nv[5] = 5, 0, 5, 0 // 80 moves, each the first of the list
	writeBattery(t, dir, nv)
	m := startMK5(t, dir)
	before := m.state()
	require.Equal(t, 80, before.now)
	m.press("Go")
	require.Equal(t, 41, m.state().now)
	m.press("Backward")
	after := m.state()
	require.Equal(t, before.board, after.board)
	require.Equal(t, 40, after.now)
	m.press("Replay")
	require.Zero(t, m.state().now)
}

// The keys set up a position, in which the machine finds a mate in two.
func TestMK5SetsUpAndSolves(t *testing.T) {
	m := startMK5(t, t.TempDir())
	// White Ka1 Qb6... a ladder: Kg1, Ra6, Rb5 against Kh8: 1. Rb7 Kg8 2. Ra8 mate.
	m.press("Enter Position", "9",
		"g", "1", "7", "6", "a", "6", "4", "b", "5", "4", "h", "8", "8", "6")
	s := m.state()
	require.Equal(t, "POSITION", s.text)
	require.Equal(t, byte('B'), s.turn, "the colour of the next man")
	m.press("Enter", "7")
	s = m.state()
	require.Equal(t, "SEARCHEX MK5", s.text)
	require.Equal(t, byte('W'), s.turn)
	m.press("Clock")
	require.Regexp(t, `^W00\.\d\d  B00\.\d\d$`, m.state().text)
	m.press("Mode", "Mode", "2")
	require.Equal(t, "1!B5-B7", m.state().text)
	m.press("Mode", "Mode", "1")
	require.Equal(t, "NO MATE", m.state().text)
}

// A position that cannot be is refused, set up by hand and from the battery RAM: with more men than
// the lists have places for, the engine's would run over.
func TestMK5RefusesImpossiblePositions(t *testing.T) {
	m := startMK5(t, t.TempDir())
	kings := []string{"Enter Position", "9", "e", "1", "7", "6", "e", "8", "8", "6"}
	knights := []string{"a", "3", "7", "2"} // eight on the third rank, two on the fourth
	for _, square := range []string{"b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4"} {
		knights = append(knights, square[:1], square[1:], "2")
	}
	for name, more := range map[string][]string{
		"a second white king": {"a", "4", "7", "6"},
		"no black king":       {"e", "8", "0"},
		"a pawn at the edge":  {"b", "8", "7", "1"},
		"eleven knights":      append(slices.Clone(knights), "c", "4", "2"),
	} {
		m.press(slices.Concat(kings, more, []string{"Enter", "7"})...)
		require.Equal(t, "IMPOSSIBLE", m.state().text, name)
		m.press("CE", "CE")
	}
	m.press(slices.Concat(kings, knights, []string{"Enter", "7"})...)
	require.Equal(t, "SEARCHEX MK5", m.state().text, "ten knights")
}

// A battery RAM with more men than there are is no game.
func TestMK5BeginsAnewWithoutAPosition(t *testing.T) {
	p := given.Position(t, "4k3/8/8/8/8/8/8/4K3 w - -")
	nv := batteryOf(p, 0, 0)
	for i := range 16 {
		nv[0x20+i] = 2 // queens on the third and fourth rank
	}
	dir := t.TempDir()
	writeBattery(t, dir, nv)
	m := startMK5(t, dir)
	start := given.Position(t, goengine.StartFEN)
	require.Equal(t, boardOf(start), m.state().board)
}

// MAME's debugger takes every symbol, at its address.
func TestMK5DebuggerTakesTheSymbols(t *testing.T) {
	dir := t.TempDir()
	symbols := filepath.Join(dir, "symbols")
	code, _, stderr := runWith(t, fake{}, "symbols", "--engine", "6502", "--format", "mame", "--out", symbols)
	require.Zero(t, code, stderr)
	commands := given.File(t, symbols)
	c := mameMK5(t, dir, "symbols.lua", "SYMBOLS="+symbols)
	c.Args = append(c.Args, "-debug", "-debugger", "none", "-comment_directory", filepath.Join(dir, "comments"))
	out, err := c.CombinedOutput()
	saved, serr := os.ReadFile(filepath.Join(dir, "comments", "ccmk5.cmt"))
	require.NoError(t, serr, "%v: %s", err, out)
	require.Equal(t, strings.Count(string(commands), "\n"), strings.Count(string(saved), "<comment "))
	img, err := asm.Load("6502")
	require.NoError(t, err)
	require.Regexp(t, fmt.Sprintf(`<comment address="%d"[^>]*>\s*follow \(try\.s:\d+\)`, img.Symbols["follow"]), string(saved))
}
