package play

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/books"
	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/cmd/internal/play/lcd"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/play/thinker"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
	"github.com/searchex/searchex/hostbridge"
)

// Boards is the number of games that the machine keeps side by side, as the MK V did.
const Boards = 12

// Brain searches for moves. thinker.Thinker implements it.
type Brain interface {
	Start(task thinker.Task, onReport func(thinker.Report), done func(thinker.Answer)) *thinker.Search
}

// Options configures a table.
type Options struct {
	Clock thinker.Clock
	Brain Brain
	// Engine and Profile are the machine's at the beginning.
	Engine, Profile string
	Level           level.Level
	// Speed is the speed of the machine's clock in percent, 0 for no delay.
	Speed int
	// Seed determines the choice among moves of the book.
	Seed uint64
	// Library is the book that Brain plays from, nil for the built-in one.
	Library *books.Held
	// Store keeps the games. If it is nil, they are not kept.
	Store Store
	// ClockWaits lets the clock of a game stand until its first move.
	ClockWaits bool
	// Kinds returns the kinds of machines that play, by name: hostbridge.PlayerOf if it is nil.
	Kinds func(name string) (*hostbridge.EngineKind, error)
	// Wording is how messages name keys and files, as Terminal has it unless it is set.
	Wording Wording
}

// Store keeps games. The table shows an error and goes on.
type Store interface {
	// Save keeps a table after a change.
	Save(t *Table) error
}

// Table is the machine with its games. It must be used by one goroutine, which passes
// what it receives from Events to Handle.
type Table struct {
	Options
	// Display is the mode of the LCD. Watch makes searches report the line under search.
	Display lcd.Mode
	Watch   bool

	games   [Boards]*Game
	current int
	search  *search
	events  chan Event

	message string // for the person
	word    string // on the LCD, until the next key
	hinted  string // the move of the last hint, UCI
	// turnBegan is when the person's turn began, or when this board was selected
	// during it.
	turnBegan time.Time
	stopped   bool // the person's clock is stopped
	bells     int  // occasions for a bell so far
	began     time.Time
	replay    time.Time // when a replay makes its next move; zero if there is no replay
	last      thinker.Report
	lastOf    *search // the search of last
	replaced  string  // what is said of moves that another one has replaced, until the next key
	unsaved   string
}

// search is a search under way.
type search struct {
	handle *thinker.Search
	game   *Game
	hint   bool
	level  level.Level
	moves  []string // that lead to its position
	now    atomic.Pointer[thinker.Report]
}

// Event is the end of a search, for Handle.
type Event struct {
	search *search
	answer thinker.Answer
}

// New returns a table with one new game.
func New(o Options) *Table {
	t := &Table{Options: o, events: make(chan Event, 2*Boards)}
	if o.Wording == (Wording{}) {
		t.Wording = Terminal
	}
	if o.Kinds == nil {
		t.Kinds = hostbridge.PlayerOf
	}
	t.began = o.Clock.Now()
	t.games[0], _ = t.fresh("", White)
	t.startTurn()
	return t
}

// fresh returns a new game with a person on one side.
func (t *Table) fresh(fen string, person int) (*Game, error) {
	g, err := NewGame(fen, t.seats(person), t.Level)
	if err != nil {
		return nil, err
	}
	t.tag(g)
	return g, nil
}

// seats returns seats with a person on one side and the machine on the other.
func (t *Table) seats(person int) (s [2]Seat) {
	for side := range s {
		s[side] = t.titled(Seat{Machine: side != person, Engine: t.Engine, Profile: t.Profile})
	}
	return s
}

// tag sets the tags of a game that began at this table.
func (t *Table) tag(g *Game) {
	g.Tags = []pgn.Tag{{Name: "Event", Value: eventTag}, {Name: "Date", Value: t.Clock.Now().Format("2006.01.02")}}
}

// Game returns the game on the current board.
func (t *Table) Game() *Game { return t.games[t.current] }

// Current returns the number of the current board, 0 to Boards-1.
func (t *Table) Current() int { return t.current }

// At returns the game on a board, nil if there is none.
func (t *Table) At(i int) *Game { return t.games[i] }

// Message returns the message for the person, "" if there is none.
func (t *Table) Message() string { return t.message }

// Unsaved returns the reason why the last change could not be saved, "" if it was
// saved.
func (t *Table) Unsaved() string { return t.unsaved }

// Bells returns the number of occasions for a bell so far: the machine has moved, or has
// found a mate.
func (t *Table) Bells() int { return t.bells }

// Ask shows a question to the person until the next key.
func (t *Table) Ask(word, text string) { t.say(word, "%s", text) }

// Hinted returns the move of a hint for the position on the board, in UCI notation,
// "" if there is none.
func (t *Table) Hinted() string { return t.hinted }

// Events returns the channel on which searches report their end.
func (t *Table) Events() <-chan Event { return t.events }

// Thinking reports whether a search is under way.
func (t *Table) Thinking() bool { return t.search != nil }

// Report returns the progress of the search under way, or of the last one.
func (t *Table) Report() thinker.Report {
	if t.search != nil {
		return *t.search.now.Load()
	}
	return t.last
}

// Thoughts is what the machine thinks, or thought, of the position on the board.
type Thoughts struct {
	thinker.Report
	// Moves lead from the game's start to the position that was searched, Side was to move there.
	Moves []string
	Side  int
}

// Thoughts returns the progress of the search under way or the last one. If that was of another
// position than the one on the board, and has not found the last move, it is empty.
func (t *Table) Thoughts() Thoughts {
	g, s := t.Game(), t.search
	if s == nil {
		s = t.lastOf
	}
	if s == nil || s.game != g {
		return Thoughts{}
	}
	r, moves, n := t.Report(), g.uci(), len(s.moves)
	of := len(moves) >= n && slices.Equal(moves[:n], s.moves)
	here := len(moves) == n
	found := len(moves) == n+1 && len(r.Line) > 0 && r.Line[0] == moves[n]
	if !of || !here && !found {
		return Thoughts{}
	}
	return Thoughts{r, s.moves, g.MoverOf(n)}
}

// say shows a message to the person, and a word on the LCD unless word is "".
func (t *Table) say(word, format string, args ...any) {
	t.message, t.word = fmt.Sprintf(format, args...), word
}

// Hush clears the messages and ends a replay. It is called at every key, and reports
// whether there was a replay.
func (t *Table) Hush() (replayed bool) {
	replayed = !t.replay.IsZero()
	t.message, t.word, t.replaced, t.replay = "", "", "", time.Time{}
	return replayed
}

// Begin starts the machine's search if it is its turn, after a game was resumed.
func (t *Table) Begin() {
	t.startTurn()
	t.turn()
}

// startTurn starts the clock of the person to move. With ClockWaits it stands before the first
// move of a game, until a move or the key Start Clock starts it.
func (t *Table) startTurn() {
	t.turnBegan, t.stopped = t.Clock.Now(), t.ClockWaits && len(t.Game().moves) == 0
}

// Leave ends the session: it stops the search and the clock, and saves the table.
func (t *Table) Leave() {
	t.leave()
	t.save()
}

// turn starts the machine's search if it is its turn.
func (t *Table) turn() {
	g := t.Game()
	if t.search != nil || !g.Seats[g.Turn()].Machine || g.held || t.Over() {
		return
	}
	t.think(false)
}

// Over reports whether the game on the board has ended.
func (t *Table) Over() bool {
	_, why := t.Game().Result()
	return why != ""
}

// hintTime limits the search for a hint, in the machine's time.
const hintTime = 5 * time.Second

// think starts a search for a move or a hint.
func (t *Table) think(hint bool) {
	g := t.Game()
	seat := g.Seats[g.Turn()]
	task := thinker.Task{
		Engine: seat.Engine, Profile: seat.Profile, FEN: g.Start, Moves: g.uci(),
		Exclude: g.excluded, Book: true, Seed: t.Seed + uint64(t.current), Speed: t.Speed, Watch: t.Watch,
	}
	switch g.Level.Kind {
	case level.Problem:
		task.Mate = g.Level.Moves
	case level.Rated:
		task.Elo = g.Level.Elo
	default:
		task.Time = t.allotted(g)
	}
	if hint {
		task.Time, task.Mate, task.Elo, task.Exclude = min(max(task.Time, time.Second), hintTime), 0, 0, nil
	}
	s := &search{game: g, hint: hint, level: g.Level, moves: task.Moves}
	s.now.Store(&thinker.Report{})
	t.search = s
	t.began = t.Clock.Now()
	s.handle = t.Brain.Start(task,
		func(r thinker.Report) { s.now.Store(&r) },
		func(a thinker.Answer) { t.events <- Event{s, a} })
}

// allotted returns the machine's time for a move at the game's level.
func (t *Table) allotted(g *Game) time.Duration {
	l := g.Level
	periods := l.Periods()
	if periods == nil {
		return l.Time
	}
	side := g.Turn()
	rate := t.rateOf(g.Seats[side].Engine)
	keeper := clock.NewKeeper(rate, periods...)
	for i, m := range g.moves[:g.at] {
		if g.MoverOf(i) == side {
			keeper.Charge(side, rate.Cycles(m.Time))
		}
	}
	return keeper.Control(side).Allot(rate.Time(clock.ReserveCycles))
}

// rateOf returns the rate at which an engine's work counts as time.
func (t *Table) rateOf(engine string) clock.Rate {
	k, err := t.Kinds(engine)
	if err != nil {
		return clock.Rate{Clock: 1}
	}
	return clock.Rate{Clock: k.Timed().Clock}
}

// abandon ends a search without a move.
func (t *Table) abandon() {
	if t.search == nil {
		return
	}
	t.last, t.lastOf = t.Report(), t.search
	t.search.handle.Stop()
	t.search = nil
}

// Handle handles the end of a search.
func (t *Table) Handle(e Event) {
	if e.search != t.search {
		return // an abandoned search
	}
	a := e.answer
	t.search, t.last, t.lastOf = nil, a.Report, e.search
	g := e.search.game
	switch {
	case errors.Is(a.Err, hostbridge.ErrIllegal) && !e.search.hint:
		t.forfeit(g, a.Err)
	case a.Err != nil:
		g.held = true
		t.say("FAULT", "%v", a.Err)
	case e.search.hint:
		t.hint(g, a.Move)
	case e.search.level.Kind == level.Problem && !a.Proved:
		g.held = true
		what := "the search was stopped before it was proved or refuted"
		if a.Refuted {
			what = "proved"
		}
		t.say(fmt.Sprintf("NO MATE IN %d", e.search.level.Moves), "no mate in %d: %s", e.search.level.Moves, what)
	case a.Move == "":
		g.held = true
	default:
		before := g.board.Position()
		t.machineMoves(g, a)
		if e.search.level.Kind == level.Problem {
			t.mate(g, a, before)
		}
	}
}

// forfeit ends a game in which the machine has answered with an illegal move: it has lost.
func (t *Table) forfeit(g *Game, err error) {
	result := rules.BlackWins
	if g.Turn() == Black {
		result = rules.WhiteWins
	}
	g.end(result, "illegal move")
	t.bells++
	t.say("ILLEGAL MOVE", "%v: %s", err, result)
	t.save()
}

// mate announces a mate that was proved from a position.
func (t *Table) mate(g *Game, a thinker.Answer, from rules.Position) {
	n, ok := report.Mate(a.Score)
	if _, why := g.Result(); why != "" || !ok || n < 1 {
		return // it is on the board
	}
	t.bells++
	t.say(fmt.Sprintf("MATE IN %d", n), "mate in %d: %s", n, strings.Join(from.Line(a.Line), " "))
}

// machineMoves plays the machine's move.
func (t *Table) machineMoves(g *Game, a thinker.Answer) {
	excluded := g.excluded
	m := Move{UCI: a.Move, Time: a.Time, Book: a.Book, Score: a.Score, Scored: !a.Book, Depth: a.Depth, SX: a.SX}
	if !t.made(g, m) {
		return
	}
	g.excluded = nil
	if len(a.Line) > 1 && a.Line[0] == a.Move {
		g.expected = a.Line[1]
	}
	g.given = append(excluded, a.Move)
	t.bells++
	t.turn()
}

// made puts a move on the board, announces the state of the game, and saves.
func (t *Table) made(g *Game, m Move) bool {
	if err := g.play(m); err != nil {
		g.held = true
		t.say("FAULT", "%v", err)
		return false
	}
	g.given, g.held, t.hinted = nil, false, ""
	t.say("", "%s", t.replaced)
	t.turnBegan, t.stopped = t.Clock.Now(), false
	t.announce(g)
	t.save()
	return true
}

// announce shows the state of the game after a move: check, or how it has ended.
func (t *Table) announce(g *Game) {
	switch result, why := g.Result(); {
	case why != "":
		you := ""
		if o := g.Outcome(); strings.HasPrefix(o, "you") {
			you = ", " + o
		}
		t.say(endWord(result, why), "%s: %s%s", why, result, you)
	case g.pos.InCheck():
		t.say("CHECK", "check")
	}
}

// endWord returns the word with which the display shows the end of a game.
func endWord(result, why string) string {
	switch {
	case why == string(rules.Checkmate):
		return "CHECKMATE"
	case result == rules.Draw:
		return "DRAW " + why
	}
	return why
}

// save saves the table. A failure is shown once.
func (t *Table) save() {
	if t.Store == nil {
		return
	}
	before := t.unsaved
	t.unsaved = ""
	if err := t.Store.Save(t); err != nil {
		t.unsaved = strings.ReplaceAll(err.Error(), "\n", "; ")
		if before == "" {
			t.say(t.word, "not saved: %s; play goes on", t.unsaved)
		}
	}
}

// Clocks returns the time that each side has used, including the running clock.
func (t *Table) Clocks() (d [2]time.Duration) {
	g := t.Game()
	for side := range d {
		d[side] = g.used(side)
	}
	switch side := g.Turn(); {
	case t.Over():
	case t.search != nil && !t.search.hint:
		d[side] += t.Report().Time
	case g.at == len(g.moves) && !g.Seats[side].Machine:
		d[side] += t.thinkingTime()
	}
	return d
}

// Left returns the time that each side has left, less than nothing if it is over. It reports
// false if the level has no clock.
func (t *Table) Left() (d [2]time.Duration, ok bool) {
	g, used := t.Game(), t.Clocks()
	periods := g.Level.Periods()
	if periods == nil {
		return d, false
	}
	var made [2]int
	for i := range g.at {
		made[g.MoverOf(i)]++
	}
	for side := range d {
		d[side] = clock.After(periods, made[side]).Given - used[side]
	}
	return d, true
}

// thinkingTime returns the time that the person has used for this move.
func (t *Table) thinkingTime() time.Duration {
	if t.stopped {
		return t.Game().thought
	}
	return t.Game().thought + max(t.Clock.Now().Sub(t.turnBegan), 0)
}

// Tick makes a replay go on. It is called regularly.
func (t *Table) Tick() {
	if t.replay.IsZero() || t.Clock.Now().Before(t.replay) {
		return
	}
	g := t.Game()
	if g.at == len(g.moves) {
		t.replay = time.Time{}
		return
	}
	_ = g.goTo(g.at + 1)
	t.remark(g)
	t.replay = t.replay.Add(replayStep)
}

// remark shows the comment of the last move, which a file may have.
func (t *Table) remark(g *Game) {
	t.message = ""
	if g.at > 0 {
		t.message = g.moves[g.at-1].Comment
	}
}

// wordBeats is the number of seconds that a word stays on the display while the
// machine is thinking.
const wordBeats = 2

// LCD returns the text of the machine's display.
func (t *Table) LCD() string {
	g, r := t.Game(), t.Report()
	beat, word := int(t.Clock.Now().Sub(t.began)/time.Second), t.word
	if t.search != nil && beat >= wordBeats {
		word = ""
	}
	s := lcd.State{
		Mode: t.Display, Message: word, Beat: beat, Thinking: t.search != nil,
		Number: g.Number(), Black: g.Turn() == Black, Line: r.Line, Depth: r.Depth, SX: r.SX, Clocks: t.Clocks(),
	}
	if m, ok := g.Last(); ok {
		s.Last = lcd.Move(m.UCI, strings.HasPrefix(m.SAN, "O-O"))
	}
	if s.Thinking && len(r.Line) > 0 {
		s.Thought = t.move(r.Line[0])
	}
	if word == "" && t.Display == lcd.Auto && g.at == len(g.moves) {
		if result, why := g.Result(); why != "" {
			s.Message = endWord(result, why)
		}
	}
	s.Value = t.Value()
	return lcd.Text(s)
}

// move returns a move on the board as the display shows it.
func (t *Table) move(uci string) string {
	return lcd.Move(uci, strings.HasPrefix(t.Game().board.SAN(uci), "O-O"))
}

// Value returns the value of the best line found, "" if there is none.
func (t *Table) Value() string {
	if r := t.Report(); len(r.Line) > 0 && r.Depth > 0 {
		return report.PawnsInWords(r.Score)
	}
	return ""
}

// BookMoves returns the moves of the book in the position on the board, the most frequent
// first. If only guests play for machines, there are none: a guest has no book.
func (t *Table) BookMoves() (names []string) {
	g := t.Game()
	isGuest := func(s Seat) bool { return s.Machine && hostbridge.IsForeign(s.Engine) }
	hasBook := func(s Seat) bool { return s.Machine && !isGuest(s) }
	if slices.ContainsFunc(g.Seats[:], isGuest) && !slices.ContainsFunc(g.Seats[:], hasBook) {
		return nil
	}
	var moves []goengine.Move
	if t.Library != nil {
		moves = t.Library.Moves(g.pos, g.Start, g.uci())
	} else {
		for _, e := range book.Default().Moves(g.pos) {
			moves = append(moves, e.Move)
		}
	}
	for _, m := range moves {
		names = append(names, g.board.SAN(g.pos.UCI(m)))
	}
	return names
}

// Restore puts games on their boards, nil for an empty board, and selects one.
func (t *Table) Restore(games [Boards]*Game, current int) {
	t.abandon()
	t.games = games
	for _, g := range games {
		if g != nil && len(g.moves) == 0 && g.Tags == nil {
			t.tag(g)
		}
	}
	if t.current = current; t.games[current] == nil {
		t.games[current], _ = t.fresh("", White)
	}
}

// Kept is the state of a game that its PGN doesn't have.
type Kept struct {
	At      int           `json:"at"`
	Held    bool          `json:"held"`
	Thought time.Duration `json:"thought"`
}

// Kept returns the state of the game that its PGN doesn't have.
func (g *Game) Kept() Kept { return Kept{g.at, g.held, g.thought} }

// Resume restores the state of a game.
func (g *Game) Resume(k Kept) error {
	if k.At < 0 || k.At > len(g.moves) {
		return fmt.Errorf("move %d: the game has %d", k.At, len(g.moves))
	}
	if err := g.goTo(k.At); err != nil {
		return err
	}
	g.held, g.thought = k.Held, min(max(k.Thought, 0), clock.Most)
	return nil
}

// Notice shows a message from outside the table.
func (t *Table) Notice(format string, args ...any) { t.say(t.word, format, args...) }
