package match

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ErrTimeout is the error of a player that gave no answer in time.
var ErrTimeout = errors.New("no answer")

// UCI is a player that runs a program and talks the Universal Chess Interface
// with it. The program is started by the first NewGame and again by the
// NewGame after it has crashed or fallen silent.
type UCI struct {
	// Label is the player's name; empty means the program's file name.
	Label string
	// StartTimeout is how long the program may take from its start to uciok,
	// and from isready to readyok; NewUCI sets 10 s.
	StartTimeout time.Duration
	// MoveTimeout is how long it may take to a bestmove; NewUCI sets 60 s.
	MoveTimeout time.Duration

	path    string
	args    []string
	options map[string]string
	goCmd   string

	mu     sync.Mutex
	proc   *process
	closed bool
}

// NewUCI returns a player for the program at path. The options are set once,
// after the program's start; goCmd is sent for every move, such as
// "go movetime 50".
func NewUCI(path string, args []string, options map[string]string, goCmd string) *UCI {
	return &UCI{
		StartTimeout: 10 * time.Second,
		MoveTimeout:  time.Minute,
		path:         path,
		args:         args,
		options:      options,
		goCmd:        goCmd,
	}
}

// Name returns the label or the program's file name.
func (u *UCI) Name() string {
	if u.Label != "" {
		return u.Label
	}
	return filepath.Base(u.path)
}

// NewGame starts the program if it does not run, and tells it of the new game.
func (u *UCI) NewGame() error {
	p, err := u.running()
	if err != nil {
		return err
	}
	return u.converse(p, "ucinewgame\nisready", "readyok", u.StartTimeout, nil)
}

// BestMove asks for a move. Whatever the program answers after "bestmove" is
// returned as it stands: the referee judges it.
func (u *UCI) BestMove(startFEN string, moves []string) (string, error) {
	p, err := u.running()
	if err != nil {
		return "", err
	}
	var move string
	err = u.converse(p, positionCommand(startFEN, moves)+"\n"+u.goCmd, "bestmove", u.MoveTimeout,
		func(line string) {
			if f := strings.Fields(line); len(f) > 1 && f[0] == "bestmove" {
				move = f[1]
			}
		})
	return move, err
}

// Close asks the program to quit, and kills it if it has not within 500 ms.
func (u *UCI) Close() error {
	u.mu.Lock()
	p := u.proc
	u.proc, u.closed = nil, true
	u.mu.Unlock()
	if p != nil {
		p.quit()
	}
	return nil
}

// running returns the program's process, which it starts if there is none.
func (u *UCI) running() (*process, error) {
	u.mu.Lock()
	p, closed := u.proc, u.closed
	u.mu.Unlock()
	if closed {
		return nil, u.errorf("already closed")
	}
	if p != nil {
		return p, nil
	}
	p, err := startProcess(u.path, u.args)
	if err != nil {
		return nil, u.errorf("start: %w", err)
	}
	u.mu.Lock()
	u.proc, closed = p, u.closed
	u.mu.Unlock()
	if closed {
		u.drop(p)
		return nil, u.errorf("already closed")
	}
	known := map[string]spin{}
	err = u.converse(p, "uci", "uciok", u.StartTimeout, func(line string) {
		if name, s, ok := parseOption(line); ok {
			known[strings.ToLower(name)] = s
		}
	})
	if err != nil {
		return nil, err
	}
	setup, err := setOptions(u.options, known)
	if err != nil {
		u.drop(p)
		return nil, u.errorf("%w", err)
	}
	return p, u.converse(p, setup+"isready", "readyok", u.StartTimeout, nil)
}

// converse sends a command and reads up to the line that begins with the word
// until, each line being shown to see. Where that fails, the process is ended.
func (u *UCI) converse(p *process, command, until string, limit time.Duration, see func(string)) error {
	err := p.converse(command, until, limit, see)
	if err == nil {
		return nil
	}
	u.drop(p)
	last := command[strings.LastIndexByte(command, '\n')+1:]
	return u.errorf("%q: %w", last, err)
}

// drop kills a process and forgets it.
func (u *UCI) drop(p *process) {
	u.mu.Lock()
	if u.proc == p {
		u.proc = nil
	}
	u.mu.Unlock()
	p.kill()
}

func (u *UCI) errorf(format string, args ...any) error {
	return fmt.Errorf("uci "+filepath.Base(u.path)+": "+format, args...)
}

// positionCommand returns the UCI command that sets up a position.
func positionCommand(startFEN string, moves []string) string {
	s := "position fen " + startFEN
	if startFEN == StartFEN {
		s = "position startpos"
	}
	if len(moves) > 0 {
		s += " moves " + strings.Join(moves, " ")
	}
	return s
}

// spin is the range of a numeric option; bounded is false for other types.
type spin struct {
	bounded  bool
	min, max int
}

// parseOption reads a line "option name N type spin default D min A max B".
func parseOption(line string) (name string, s spin, ok bool) {
	rest, ok := strings.CutPrefix(line, "option name ")
	if !ok {
		return "", spin{}, false
	}
	name, rest, _ = strings.Cut(rest, " type ")
	f := strings.Fields(rest)
	if len(f) > 0 && f[0] == "spin" {
		lo, errLo := strconv.Atoi(after(f, "min"))
		hi, errHi := strconv.Atoi(after(f, "max"))
		s = spin{bounded: errLo == nil && errHi == nil, min: lo, max: hi}
	}
	return strings.TrimSpace(name), s, true
}

// after returns the word that follows key, empty if there is none.
func after(words []string, key string) string {
	if i := slices.Index(words, key); i >= 0 && i+1 < len(words) {
		return words[i+1]
	}
	return ""
}

// setOptions returns the setoption lines, sorted by name so that a program is
// always set up alike. An option that the program doesn't have, or a number
// out of its range, is an error: programs ignore both silently, and the match
// would measure another opponent than the one asked for.
func setOptions(options map[string]string, known map[string]spin) (string, error) {
	names := make([]string, 0, len(options))
	for name := range options {
		names = append(names, name)
	}
	slices.Sort(names)
	var b strings.Builder
	for _, name := range names {
		s, ok := known[strings.ToLower(name)]
		if !ok {
			return "", fmt.Errorf("no option %q", name)
		}
		value := options[name]
		if s.bounded {
			n, err := strconv.Atoi(value)
			if err != nil || n < s.min || n > s.max {
				return "", fmt.Errorf("option %q: %q is not in %d..%d", name, value, s.min, s.max)
			}
		}
		fmt.Fprintf(&b, "setoption name %s value %s\n", name, value)
	}
	return b.String(), nil
}

// process is a running program, its output split into lines.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout io.ReadCloser
	stderr *tail
	lines  chan string   // closed at the end of output
	killed chan struct{} // closed by kill: nobody reads lines any more
	exited chan struct{} // closed when the program is gone
	status error         // of the program; read after exited
	once   sync.Once
}

func startProcess(path string, args []string) (*process, error) {
	cmd := exec.Command(path, args...)
	// Whoever inherits the program's stderr can't hold up Wait for longer.
	cmd.WaitDelay = time.Second
	detach(cmd)
	p := &process{
		cmd:    cmd,
		stderr: &tail{},
		lines:  make(chan string, 64),
		killed: make(chan struct{}),
		exited: make(chan struct{}),
	}
	cmd.Stderr = p.stderr
	var err error
	if p.stdin, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if p.stdout, err = cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go p.read()
	return p, nil
}

// read passes the output on, line by line, then waits for the program's end.
func (p *process) read() {
	r := bufio.NewReader(p.stdout)
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			break
		}
		select {
		case p.lines <- strings.TrimSpace(line):
			continue
		case <-p.killed:
		}
		break
	}
	close(p.lines)
	p.status = p.cmd.Wait()
	close(p.exited)
}

func (p *process) converse(command, until string, limit time.Duration, see func(string)) error {
	deadline := time.Now().Add(limit)
	// A program that doesn't read its input would block the write for ever.
	if d, ok := p.stdin.(interface{ SetWriteDeadline(time.Time) error }); ok {
		d.SetWriteDeadline(deadline)
	}
	// A failed write is not reported by itself: the program's exit status,
	// which the end of its output brings, says more.
	_, writeErr := io.WriteString(p.stdin, command+"\n")
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	for {
		select {
		case line, ok := <-p.lines:
			if !ok {
				return p.obituary(writeErr)
			}
			if see != nil {
				see(line)
			}
			if word, _, _ := strings.Cut(line, " "); word == until {
				return nil
			}
		case <-p.killed:
			return errors.New("killed")
		case <-timer.C:
			return fmt.Errorf("%w within %v", ErrTimeout, limit)
		}
	}
}

// obituary says how the program ended, with its last words on stderr.
func (p *process) obituary(writeErr error) error {
	select {
	case <-p.exited:
	case <-time.After(time.Second):
		return errors.New("closed its output")
	}
	how := "exit status 0"
	if p.status != nil {
		how = p.status.Error()
	} else if writeErr != nil {
		how = writeErr.Error()
	}
	if words := p.stderr.String(); words != "" {
		return fmt.Errorf("ended: %s: %s", how, words)
	}
	return fmt.Errorf("ended: %s", how)
}

// quit ends the program politely, then by force.
func (p *process) quit() {
	go func() {
		// In a goroutine of its own: the program may not read its input.
		io.WriteString(p.stdin, "stop\nquit\n")
		p.stdin.Close()
	}()
	select {
	case <-p.exited:
	case <-time.After(500 * time.Millisecond):
	}
	p.kill()
}

// kill ends the program and waits up to 2 s until it is gone.
func (p *process) kill() {
	p.once.Do(func() {
		close(p.killed)
		select {
		case <-p.exited:
		default:
			killGroup(p.cmd)
		}
		p.stdin.Close()
		p.stdout.Close()
	})
	select {
	case <-p.exited:
	case <-time.After(2 * time.Second):
	}
}

// tail keeps the end of what is written to it.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

// tailSize is how many bytes of a program's stderr are kept for its obituary.
const tailSize = 400

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, b...)
	if over := len(t.buf) - tailSize; over > 0 {
		t.buf = slices.Delete(t.buf, 0, over)
	}
	return len(b), nil
}

// String returns the kept text on one line.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(strings.Fields(string(t.buf)), " ")
}
