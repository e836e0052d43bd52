// Package uci speaks the Universal Chess Interface for the engines of
// hostbridge.
package uci

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// defaultNodes is what a move gets where go names no limit: three minutes of
// the machine's time at 4,000 cycles a node (design: 88,000 nodes).
const defaultNodes = 88000

// session is one conversation.
type session struct {
	mu      sync.Mutex // guards out
	out     io.Writer
	engine  hostbridge.Engine
	name    string
	profile string
	game    *goengine.Game
	stop    atomic.Bool
	stopped chan struct{} // closed when the search is told to stop
	done    chan struct{} // closed when it has answered; nil when idle
}

// Run reads commands until quit, the end of input or the end of ctx, and
// answers them. A search that runs then is stopped first.
func Run(ctx context.Context, in io.Reader, out io.Writer) error {
	start, err := goengine.ParseFEN(goengine.StartFEN)
	if err != nil {
		return err
	}
	s := &session{out: out, name: "go", profile: "tuned", game: goengine.NewGame(start)}
	if s.engine, err = hostbridge.New(s.name); err != nil {
		return err
	}
	commands := make(chan string)
	failed := make(chan error, 1)
	go func() {
		defer close(commands)
		r := bufio.NewReader(in)
		for {
			line, err := r.ReadString('\n')
			select {
			case commands <- line:
			case <-ctx.Done():
				return
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					failed <- err
				}
				return
			}
		}
	}()
	defer s.halt()
	for {
		select {
		case <-ctx.Done():
			return nil
		case line, ok := <-commands:
			if !ok {
				select {
				case err := <-failed:
					return fmt.Errorf("uci: reading commands: %w", err)
				default:
					return nil
				}
			}
			if quit := s.command(strings.Fields(line)); quit {
				return nil
			}
		}
	}
}

// say writes one line; the session and its search both do.
func (s *session) say(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(s.out, format+"\n", args...)
}

// command obeys one line; words in front of a command that UCI does not know
// are skipped, as the protocol asks.
func (s *session) command(words []string) (quit bool) {
	for len(words) > 0 {
		rest := words[1:]
		switch words[0] {
		case "uci":
			s.say("id name searchex")
			s.say("id author the searchex authors")
			s.say("option name Engine type combo default go%s", vars(hostbridge.Names))
			s.say("option name Profile type combo default tuned%s", vars(goengine.ProfileNames))
			s.say("uciok")
		case "isready":
			s.say("readyok")
		case "ucinewgame":
			s.halt()
		case "setoption":
			s.halt()
			s.setOption(rest)
		case "position":
			s.halt()
			if err := s.position(rest); err != nil {
				s.say("info string %v", err)
			}
		case "go":
			s.halt()
			s.search(rest)
		case "stop":
			s.halt()
		case "quit":
			return true
		default:
			words = rest
			continue
		}
		return false
	}
	return false
}

func vars(names []string) string {
	return " var " + strings.Join(names, " var ")
}

// setOption obeys "name N… [value V…]".
func (s *session) setOption(words []string) {
	if len(words) < 2 || words[0] != "name" {
		return
	}
	at := slices.Index(words, "value")
	if at < 0 {
		at = len(words)
	}
	name := strings.ToLower(strings.Join(words[1:at], " "))
	value := ""
	if at < len(words) {
		value = strings.Join(words[at+1:], " ")
	}
	switch name {
	case "engine":
		e, err := hostbridge.New(value)
		if err != nil {
			s.say("info string %v", err)
			return
		}
		s.engine, s.name = e, value
	case "profile":
		if _, ok := goengine.ProfileByName(value); !ok {
			s.say("info string profile %q is unknown: want one of %s", value, strings.Join(goengine.ProfileNames, ", "))
			return
		}
		s.profile = value
	default:
		s.say("info string option %q is unknown", name)
	}
}

// position obeys "startpos|fen … [moves …]". A position that is refused, or
// has an illegal move, leaves the one before in force.
func (s *session) position(words []string) error {
	fen := goengine.StartFEN
	moves := slices.Index(words, "moves")
	setup := words
	if moves >= 0 {
		setup = words[:moves]
	}
	switch {
	case len(setup) > 0 && setup[0] == "startpos":
	case len(setup) > 0 && setup[0] == "fen":
		fen = strings.Join(setup[1:], " ")
	default:
		return errors.New("position: want startpos or fen")
	}
	p, err := goengine.ParseFEN(fen)
	if err != nil {
		return err
	}
	g := goengine.NewGame(p)
	if moves >= 0 {
		for _, m := range words[moves+1:] {
			if err := g.Play(m); err != nil {
				return err
			}
		}
	}
	s.game = g
	return nil
}

// halt stops a search that runs and waits for its answer.
func (s *session) halt() {
	if s.done == nil {
		return
	}
	s.stop.Store(true)
	close(s.stopped)
	<-s.done
	s.done = nil
}

// search obeys go. The answer comes when the search ends by itself, or, to
// infinite, on stop.
func (s *session) search(words []string) {
	l, infinite, movetime := s.limits(words)
	s.stop.Store(false)
	l.Stop = &s.stop
	stopped, done := make(chan struct{}), make(chan struct{})
	s.stopped, s.done = stopped, done
	prof, _ := goengine.ProfileByName(s.profile)
	game := s.game
	began := time.Now()
	s.engine.Watch(&reporter{s: s, game: game, began: began})
	go func() {
		defer close(done)
		if movetime > 0 {
			timer := time.AfterFunc(movetime, func() { s.stop.Store(true) })
			defer timer.Stop()
		}
		r, err := s.engine.Search(game, &prof, l)
		if err != nil {
			s.say("info string %v", err)
		}
		if infinite {
			<-stopped
		}
		s.report(game, &r, began)
		s.say("bestmove %s", game.Position().UCI(r.Best))
	}()
}

// limits reads the words after go. Clock times are not kept yet: they count
// as no limit named.
func (s *session) limits(words []string) (l goengine.Limits, infinite bool, movetime time.Duration) {
	named := false
	for i := 0; i < len(words); i++ {
		n := 0
		if i+1 < len(words) {
			n, _ = strconv.Atoi(words[i+1])
		}
		switch words[i] {
		case "infinite":
			infinite, named = true, true
		case "nodes":
			l.Nodes, named = uint64(max(n, 1)), true
		case "depth":
			l.Depth, named = min(max(n, 1), goengine.MaxPly), true
		case "movetime":
			movetime, named = time.Duration(max(n, 1))*time.Millisecond, true
		case "searchmoves":
			for _, w := range words[i+1:] {
				if m, err := s.game.Position().ParseMove(w); err == nil {
					l.Moves = append(l.Moves, m)
				}
			}
		}
	}
	if !named {
		l.Nodes = defaultNodes
	}
	return l, infinite, movetime
}

// reporter turns iterations into info lines.
type reporter struct {
	goengine.NoWatch
	s     *session
	game  *goengine.Game
	began time.Time
}

// Iteration is a Watcher's.
func (r *reporter) Iteration(sx uint8, score int16, best goengine.Move) {
	r.s.say("info string sx %d best %s", sx, r.game.Position().UCI(best))
}

// report writes the info line of a finished search.
func (s *session) report(game *goengine.Game, r *hostbridge.Result, began time.Time) {
	p := *game.Position()
	var pv []string
	for _, m := range r.PV {
		pv = append(pv, p.UCI(m))
		p.Play(m)
	}
	ms := time.Since(began).Milliseconds()
	line := fmt.Sprintf("info depth %d score %s nodes %d time %d nps %d", max(len(pv), 1), score(r.Score), r.Nodes, ms, r.Nodes*1000/uint64(max(ms, 1)))
	if len(pv) > 0 {
		line += " pv " + strings.Join(pv, " ")
	}
	s.say("%s", line)
	if r.Cycles > 0 {
		s.say("info string sx %d cycles %d seconds %.1f cycles_per_node %.0f", r.SX, r.Cycles, float64(r.Cycles)/float64(s.engine.ClockHz()), r.CyclesPerNode())
	}
}

// score is a value as UCI writes it.
func score(v int16) string {
	switch {
	case v >= goengine.MateBound:
		return fmt.Sprintf("mate %d", (int(goengine.Mate)-int(v)+1)/2)
	case v <= -goengine.MateBound:
		return fmt.Sprintf("mate %d", -(int(goengine.Mate)+int(v))/2)
	}
	return fmt.Sprintf("cp %d", int(v)*100/64)
}
