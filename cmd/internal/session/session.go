// Package session is one page's conversation with the program: a chess computer with its
// games, and searches. It speaks the JSON protocol of docs/session-protocol.md, whatever
// carries the messages: it knows neither files nor a network.
//
// A WebSocket carries it in package web, and a Web Worker in cmd/searchexwasm.
package session

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/books"
	"github.com/searchex/searchex/cmd/internal/play"
	"github.com/searchex/searchex/cmd/internal/play/console"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/play/thinker"
	"github.com/searchex/searchex/hostbridge"
)

// Protocol is the version of the protocol.
const Protocol = 1

// MaxMessage is the greatest size of a message in bytes. A PGN file is the largest.
const MaxMessage = 1 << 20

// MaxSearches is the greatest number of searches that a session runs at a time, the
// machine's own not counted.
const MaxSearches = 8

// BeatEvery is how often a carrier has a display refreshed: the interval of Options.Beat.
const BeatEvery = 200 * time.Millisecond

// Options configures a session.
type Options struct {
	// Clock is the clock of the host.
	Clock thinker.Clock
	// NewEngine makes engines; nil means hostbridge.New.
	NewEngine func(name string) (hostbridge.Engine, error)
	// Guest returns the kind of a program from the files that a page brings, by their names; name is the
	// description's. If it is nil, a page can bring no programs.
	Guest func(name string, files map[string][]byte) (*hostbridge.EngineKind, error)
	// Slots bounds the searches that run at a time, of all sessions that share it. nil
	// means no bound.
	Slots *Slots
	// Yield is called by searches several times a second of the host. In a Web Worker it
	// lets messages arrive. It may be nil.
	Yield func()
	// Seed determines the choice among moves of the book.
	Seed uint64
	// Library is the book of the chess computer, nil for the engines' own.
	Library *books.Held
	// Beat delivers a value every BeatEvery, on which the display is refreshed.
	Beat <-chan time.Time
}

// Session is a conversation. Receive may be called by one goroutine at a time.
type Session struct {
	Options
	emit func(message []byte)

	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup
	inbox  chan func()

	// The chess computer, which the goroutine of loop uses.
	table   *play.Table
	console *console.Console
	sent    map[string][]byte // the last message of a type
	lineKey string            // what lineSAN was made of: see sanOf
	lineSAN []string

	lock     sync.Mutex
	searches map[string]*running

	guests guests
}

// New returns a session that passes its messages to emit, and ends what it does with the
// context. emit may block; it is called by several goroutines at a time, and no more after
// Close. The message is valid during the call only.
func New(ctx context.Context, o Options, emit func(message []byte)) *Session {
	if o.NewEngine == nil {
		o.NewEngine = hostbridge.New
	}
	if o.Yield == nil {
		o.Yield = func() {}
	}
	s := &Session{Options: o, emit: emit, inbox: make(chan func(), 16), sent: map[string][]byte{}, searches: map[string]*running{}}
	s.ctx, s.cancel = context.WithCancel(ctx)
	s.guests.kinds = map[string]*hostbridge.EngineKind{}
	s.guests.drop()
	thinks := thinker.New(o.Clock, s.newEngine)
	thinks.Library, thinks.Kinds = o.Library, s.kindOf
	s.table = play.New(play.Options{
		Clock: o.Clock, Brain: brain{thinks, o.Yield}, Library: o.Library,
		Engine: "6502", Profile: "sx81", Level: level.Level{Kind: level.Move, Time: 5 * time.Second}, Speed: 100, Seed: o.Seed,
		Store: keeper{s}, Wording: play.Page, Kinds: s.kindOf, ClockWaits: true,
	})
	s.console = console.New(s.table, console.Options{})
	s.table.Watch = true
	s.console.Open = func(string, int) (*play.Game, error) {
		return nil, errors.New("no file is opened by its name here: paste the game, or choose its file under Save or load a game")
	}
	s.work.Go(s.loop)
	return s
}

// brain is a thinker whose searches yield.
type brain struct {
	*thinker.Thinker
	yield func()
}

// Start implements play.Brain.
func (b brain) Start(task thinker.Task, onReport func(thinker.Report), done func(thinker.Answer)) *thinker.Search {
	return b.Thinker.Start(task, func(r thinker.Report) {
		onReport(r)
		b.yield()
	}, done)
}

// Close ends the session and all its searches, and waits for their end.
func (s *Session) Close() {
	s.cancel()
	s.work.Wait()
}

// loop serves the chess computer.
func (s *Session) loop() {
	defer s.table.StopClock()
	for {
		select {
		case <-s.ctx.Done():
			return
		case do := <-s.inbox:
			do()
		case e := <-s.table.Events():
			s.table.Handle(e)
		case <-s.Beat:
			s.table.Tick()
		}
		s.greeted()
	}
}

// greeted sends what has changed, if the page has said hello.
func (s *Session) greeted() {
	if s.sent[typeDisplay] != nil {
		s.refresh()
	}
}

// head is what every message has.
type head struct {
	Type string `json:"type"`
	// ID is repeated in the answers to a message.
	ID string `json:"id,omitempty"`
}

// maxID is the greatest length of an ID, in bytes.
const maxID = 64

// Receive handles a message. It returns before a search that the message began has ended.
func (s *Session) Receive(message []byte) {
	var h head
	if len(message) > MaxMessage {
		s.fail(h, fmt.Errorf("the message has %d bytes: want at most %d", len(message), MaxMessage))
		return
	}
	if err := json.Unmarshal(message, &h); err != nil {
		s.fail(head{}, fmt.Errorf("the message is not a JSON object with a type: %w", err))
		return
	}
	if len(h.ID) > maxID {
		s.fail(head{Type: h.Type}, fmt.Errorf("the id has %d bytes: want at most %d", len(h.ID), maxID))
		return
	}
	receive, ok := receivers[h.Type]
	if !ok {
		s.fail(h, fmt.Errorf("type %q is unknown: want one of %s", short(h.Type), strings.Join(slices.Sorted(maps.Keys(receivers)), ", ")))
		return
	}
	if err := receive(s, h, message); err != nil {
		s.fail(h, err)
	}
}

// answer is the end of a message that was carried out, or the reason why it was not.
type answer struct {
	head
	Text string `json:"text,omitempty"`
}

// fail sends the reason why a message was not carried out.
func (s *Session) fail(h head, err error) {
	s.send(answer{head{Type: typeError, ID: h.ID}, strings.ReplaceAll(err.Error(), "\n", "; ")})
}

// send sends a message unless the session has ended.
func (s *Session) send(message any) {
	if s.ctx.Err() == nil {
		s.emit(encode(message))
	}
}

// sendNew sends a message unless it equals the last one of its type.
func (s *Session) sendNew(kind string, message any) {
	text := encode(message)
	if bytes.Equal(text, s.sent[kind]) || s.ctx.Err() != nil {
		return
	}
	s.sent[kind] = text
	s.emit(text)
}

// encode returns a message as JSON.
func encode(message any) []byte {
	text, err := json.Marshal(message)
	if err != nil {
		panic(err) // a type that JSON does not have
	}
	return text
}

// decode reads a message strictly: a field that its type does not have is a mistake.
func decode(message []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(message))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil // Receive has read it once, so nothing follows
}

// short cuts a text that a page sent to what fits in an error.
func short(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return text
}
