//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pane is a terminal of 80 by 24 under tmux.
type pane struct {
	*testing.T
	dir, socket string
}

// patience is the time within which the screen must show a change, even on a busy computer.
const patience = 2 * time.Minute

// newPane opens a terminal in which a shell runs a script. In it $play is the program
// with a new folder for games, at --speed max and level 0. The files before and after
// have the terminal's settings, pid has the process ID.
func newPane(t *testing.T, script string, env ...string) *pane {
	t.Helper()
	for _, name := range []string{"tmux", "searchex"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is not installed", name)
		}
	}
	p := &pane{t, t.TempDir(), filepath.Join(t.TempDir(), "s")}
	play := fmt.Sprintf(`sh -c 'echo $$ >%s/pid; exec searchex play --speed max --level 0 --dir %s/games'`, p.dir, p.dir)
	body := fmt.Sprintf("export %s\nstty -a >%s/before\n%s\nstty -a >%s/after\ncat\n", strings.Join(env, " "), p.dir, strings.ReplaceAll(script, "$play", play), p.dir)
	file := filepath.Join(p.dir, "script")
	require.NoError(t, os.WriteFile(file, []byte(body), 0o600))
	p.tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "sh "+file)
	t.Cleanup(func() { p.tmux("kill-server") })
	return p
}

// tmux runs a command of tmux.
func (p *pane) tmux(args ...string) string {
	p.Helper()
	c := exec.Command("tmux", append([]string{"-S", p.socket, "-u"}, args...)...)
	c.Env = append(os.Environ(), "TMUX=")
	out, err := c.CombinedOutput()
	require.NoError(p, err, "tmux %s: %s", strings.Join(args, " "), out)
	return string(out)
}

// keys presses keys, given by their names in tmux.
func (p *pane) keys(keys ...string) {
	p.Helper()
	p.tmux(append([]string{"send-keys"}, keys...)...)
}

// types types a line.
func (p *pane) types(text string) {
	p.Helper()
	p.tmux("send-keys", "-l", text)
	p.keys("Enter")
}

// screen returns the text on the terminal.
func (p *pane) screen() string {
	p.Helper()
	return p.tmux("capture-pane", "-p")
}

// sees waits until the screen shows a pattern.
func (p *pane) sees(pattern string) string {
	p.Helper()
	want := regexp.MustCompile(pattern)
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		s := p.screen()
		if want.MatchString(s) {
			return s
		}
		if time.Now().After(end) {
			p.Fatalf("%q is not to be seen:\n%s", pattern, s)
		}
	}
}

// read returns a file of the folder.
func (p *pane) read(name string) string {
	p.Helper()
	b := given.File(p, filepath.Join(p.dir, name))
	return string(b)
}

// games returns the games of the folder.
func (p *pane) games() string {
	p.Helper()
	files, err := filepath.Glob(filepath.Join(p.dir, "games", "*.pgn"))
	require.NoError(p, err)
	var all strings.Builder
	for _, f := range files {
		b := given.File(p, f)
		all.Write(b)
	}
	return all.String()
}

// signal sends a signal to the program.
func (p *pane) signal(s syscall.Signal) {
	p.Helper()
	pid, err := strconv.Atoi(strings.TrimSpace(p.read("pid")))
	require.NoError(p, err)
	require.NoError(p, syscall.Kill(pid, s))
}

// restored waits for the end, and checks that the terminal has its old settings.
func (p *pane) restored() {
	p.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if b, err := os.ReadFile(filepath.Join(p.dir, "after")); err == nil && len(b) > 0 {
			break
		}
		require.True(p, time.Now().Before(end), "the program does not end:\n%s", p.screen())
	}
	assert.Equal(p, p.read("before"), p.read("after"))
	assert.Equal(p, "0 0\n", p.tmux("display-message", "-p", "#{alternate_on} #{mouse_any_flag}"), "the screen and the mouse are given back")
}

// answered matches a screen on which both sides have made the first move.
const answered = `(?m) 1\. e4 +[a-hN]`

func TestPlayInATerminal(t *testing.T) {
	p := newPane(t, `$play; echo STATUS $?`, "LC_ALL=C.UTF-8")
	p.sees(`(?m)^8   ♜ .*game 1`)
	p.types("e2e4")
	p.sees(answered)
	p.types("Ke3")
	p.sees("Ke3: ")
	p.keys("C-c")
	p.sees("STATUS 0")
	p.restored()
	assert.Regexp(t, `1\. e4 \{[^}]*\} 1\.\.\. [a-hN]`, p.games())
}

func TestPlayIsResumedAfterAKill(t *testing.T) {
	p := newPane(t, `$play; stty sane; printf '\033[?1049l\033[2JKILLED'; read x; $play; echo STATUS $?`, "LC_ALL=C.UTF-8")
	p.sees("Your move")
	p.types("e4")
	p.sees(answered)
	p.signal(syscall.SIGKILL)
	p.sees("KILLED")
	p.keys("Enter")
	p.sees(`(?s)` + answered + `.*Your move`)
	p.types("d4")
	p.sees(`2\. d4`)
	p.types("quit")
	p.sees("STATUS 0")
	assert.Regexp(t, `2\. d4`, p.games())
}

func TestPlayEndsInOrderBySignals(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
		p := newPane(t, `$play; echo STATUS $?`, "LC_ALL=C.UTF-8")
		p.sees("Your move")
		p.types("e4")
		p.sees(answered)
		p.signal(s)
		p.sees(`STATUS (0|130)`)
		p.restored()
		assert.Contains(t, p.games(), "1. e4")
	}
}

func TestPlayStopsAndGoesOn(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed: a shell with jobs")
	}
	p := newPane(t, `exec bash --norc --noprofile -i`, "LC_ALL=C.UTF-8", `PS1=READY`)
	p.sees("READY")
	p.types("searchex play --speed max --level 0 --dir " + p.dir + "/games")
	p.sees("Your move")
	p.types("e4")
	p.sees(answered)
	p.keys("C-z")
	p.sees("Stopped")
	p.types("stty -a >" + p.dir + "/after")
	p.restored()
	p.types("fg")
	p.sees(`(?s)` + answered + `.*Your move`)
	p.types("d4")
	p.sees(`2\. d4`)
	p.keys("C-c")
	p.sees("READY")
}

func TestPlayFitsItsTerminal(t *testing.T) {
	p := newPane(t, `$play; echo STATUS $?`, "LC_ALL=C", "NO_COLOR=1")
	p.sees("Your move")
	for _, c := range p.screen() {
		require.Less(t, c, rune(0x80), "no UTF-8 in a locale without it")
	}
	assert.NotRegexp(t, `\x1b\[[0-9;]*(3[0-8]|4[0-8]|9[0-7])[;m]`, p.tmux("capture-pane", "-p", "-e"), "no colours")
	p.tmux("resize-window", "-x", "60", "-y", "20")
	p.sees("The screen has 60 columns")
	p.types("e4")
	p.tmux("resize-window", "-x", "100", "-y", "32")
	p.sees(answered)
	// The square of the knight is not checked: the book may just have moved it.
	p.sees(`(?m)^8    r   ::`)
	// The mouse: press and release on d2, then on d4, as xterm reports them.
	for _, at := range []string{"27;20", "27;14"} {
		p.tmux("send-keys", "-l", "\x1b[<0;"+at+"M")
		p.tmux("send-keys", "-l", "\x1b[<0;"+at+"m")
	}
	p.sees(`2\. d4`)
	p.keys("C-c")
	p.sees("STATUS 0")
}

func TestPlayIsOfferedInATerminal(t *testing.T) {
	p := newPane(t, `searchex; echo STATUS $?`, "LC_ALL=C.UTF-8")
	p.sees("Play now")
	p.types("n")
	p.sees("STATUS 0")
	p = newPane(t, `XDG_DATA_HOME=`+t.TempDir()+` searchex; echo STATUS $?`, "LC_ALL=C.UTF-8")
	p.sees("Play now")
	p.types("y")
	p.sees("Your move")
	p.keys("C-c")
	p.sees("STATUS 0")
	p.restored()
}
