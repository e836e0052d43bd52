package play

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/cmd/internal/play/lcd"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/play/thinker"
	"github.com/searchex/searchex/cmd/internal/report"
)

// Enter plays a person's move, in UCI or algebraic notation. It rejects an illegal
// move with the reason, and any move while the machine is thinking.
func (t *Table) Enter(text string) bool {
	g := t.Game()
	if _, why := g.Result(); why != "" {
		t.say("GAME OVER", "the game is over: %s: take back, or begin a new game", why)
		return false
	}
	if t.search != nil && !t.search.hint {
		t.say("", "%s", t.Wording.Thinking)
		return false
	}
	uci, err := g.board.Read(text)
	if err != nil {
		t.say("ILLEGAL MOVE", "%s: %v", text, err)
		return false
	}
	t.abandon()
	side := g.Turn()
	if g.Seats[side].Machine {
		// The person moves for the machine, so they change sides.
		g.Seats[White].Machine, g.Seats[Black].Machine = side == Black, side == White
	}
	m, rest := Move{UCI: uci}, g.moves[g.at:]
	if len(rest) > 0 && rest[0].UCI != uci {
		t.replaced = fmt.Sprintf("%s replaces %s: %s", g.board.SAN(uci), inShort(rest), t.Wording.Undo)
	}
	if g.at == len(g.moves) {
		m.Time = t.thinkingTime()
	}
	if !t.made(g, m) {
		return false
	}
	t.turn()
	return true
}

// inShort returns the first move of a line, and how many follow.
func inShort(line []Move) string {
	if len(line) == 1 {
		return line[0].SAN
	}
	return fmt.Sprintf("%s and %s after it", line[0].SAN, report.Plural(len(line)-1, "move"))
}

// Go makes the machine move for the side to move. If it is thinking, it moves now.
func (t *Table) Go() {
	g := t.Game()
	switch {
	case t.search != nil:
		t.search.handle.Stop()
		return
	case t.saysOver():
		return
	}
	if side := g.Turn(); !g.Seats[side].Machine {
		t.swap(g)
	}
	g.held = false
	t.turn()
}

// swap exchanges person and machine. With two persons, the machine takes the side to
// move.
func (t *Table) swap(g *Game) {
	if g.Seats[White].Machine == g.Seats[Black].Machine {
		side := g.Turn()
		g.Seats[side].Machine, g.Seats[1-side].Machine = true, false
		return
	}
	g.Seats[White].Machine, g.Seats[Black].Machine = g.Seats[Black].Machine, g.Seats[White].Machine
}

// Swap exchanges the sides.
func (t *Table) Swap() {
	t.abandon()
	g := t.Game()
	t.swap(g)
	g.held = false
	t.say("", "you have %s", colors(g))
	t.save()
	t.turn()
}

// colors returns the colours of the persons.
func colors(g *Game) string {
	switch {
	case g.Seats[White].Machine && g.Seats[Black].Machine:
		return "neither side"
	case !g.Seats[White].Machine && !g.Seats[Black].Machine:
		return "both sides"
	case g.Seats[White].Machine:
		return "Black"
	}
	return "White"
}

// TwoPlayers toggles between persons on both sides and the machine on the side that
// is not to move.
func (t *Table) TwoPlayers() {
	t.abandon()
	g := t.Game()
	if !g.Seats[White].Machine && !g.Seats[Black].Machine {
		g.Seats[1-g.Turn()].Machine = true
		t.say("", "you have %s", colors(g))
	} else {
		g.Seats[White].Machine, g.Seats[Black].Machine = false, false
		t.say("TWO PLAYERS", "two players: the machine keeps the score and the clocks")
	}
	t.save()
}

// Auto toggles whether the machine plays against itself, with engines and profiles
// for White and Black ("" keeps the present ones).
func (t *Table) Auto(white, black Seat) {
	t.abandon()
	g := t.Game()
	if white == (Seat{}) && black == (Seat{}) && g.Seats[White].Machine && g.Seats[Black].Machine {
		g.Seats[g.Turn()].Machine = false
		t.say("", "you have %s", colors(g))
		t.save()
		return
	}
	for side, s := range [2]Seat{white, black} {
		if s.Engine != "" {
			g.Seats[side].Engine = s.Engine
			g.Seats[side] = t.titled(g.Seats[side])
		}
		if s.Profile != "" {
			g.Seats[side].Profile = s.Profile
		}
		g.Seats[side].Machine = true
	}
	g.held = false
	t.say("AUTO PLAY", "%s against %s", g.Seats[White].Name(), g.Seats[Black].Name())
	t.save()
	t.turn()
}

// Back takes n half-moves back.
func (t *Table) Back(n int) { t.step(-n) }

// Undo takes the person's last move back, and the machine's answer. If that move replaced others,
// those are the ones that can be played forward again.
func (t *Table) Undo() {
	g, n := t.Game(), 1
	if g.at >= 2 && t.search == nil && g.Seats[g.MoverOf(g.at-1)].Machine && !g.Seats[g.MoverOf(g.at-2)].Machine {
		n = 2
	}
	before := g.at
	t.step(-n)
	if g.at < before && g.bringBack() {
		t.say("", "back again: %s; %s", inShort(g.moves[g.at:]), t.Wording.Again)
		t.save()
	}
}

// Forward plays n half-moves that were taken back.
func (t *Table) Forward(n int) { t.step(n) }

// step moves n half-moves through the game. The machine then waits for Go or a move.
func (t *Table) step(n int) {
	t.abandon()
	g := t.Game()
	to := min(max(g.at+n, 0), len(g.moves))
	switch {
	case to == g.at && n < 0:
		t.say("START", "this is the start of the game")
		return
	case to == g.at:
		t.say("", "no move was taken back")
		return
	}
	if err := g.goTo(to); err != nil {
		t.say("FAULT", "%v", err)
		return
	}
	g.given, g.held, t.hinted = nil, true, ""
	t.remark(g)
	t.turnBegan = t.Clock.Now()
	t.save()
}

// replayStep is the time between the moves of a replay.
const replayStep = time.Second

// Replay shows the game from its start, a move a second, until a key is pressed.
func (t *Table) Replay() {
	t.abandon()
	g := t.Game()
	if len(g.moves) == 0 {
		t.say("", "there is nothing to replay yet")
		return
	}
	_ = g.goTo(0)
	g.given, g.held, t.hinted = nil, true, ""
	t.replay = t.Clock.Now().Add(replayStep)
}

// Hint shows a move for the side to move: the one that the machine expects, or else
// one that it finds in a few seconds of its time.
func (t *Table) Hint() {
	g := t.Game()
	switch {
	case t.search != nil:
		t.say("", "the machine is thinking")
	case t.saysOver():
	case slices.Contains(g.board.LegalMoves(), g.expected):
		t.hint(g, g.expected)
	default:
		t.think(true)
	}
}

// hint shows a hint.
func (t *Table) hint(g *Game, uci string) {
	if uci == "" {
		return
	}
	t.hinted = uci
	t.say("HINT "+t.move(uci), "hint: %s", g.board.SAN(uci))
}

// NextBest takes the machine's move back and makes it search for another.
func (t *Table) NextBest() {
	g := t.Game()
	given := g.given
	switch {
	case t.search != nil:
		t.say("", "the machine is thinking")
		return
	case len(given) == 0 || g.at == 0:
		t.say("", "the machine has given no move here")
		return
	}
	if err := g.goTo(g.at - 1); err != nil {
		t.say("FAULT", "%v", err)
		return
	}
	if len(given) >= len(g.board.LegalMoves()) {
		t.say("NO OTHER MOVE", "every move has been given: from the best again")
		given = nil
	}
	g.excluded, g.given, g.held = given, nil, false
	g.Seats[g.Turn()].Machine = true
	t.turn()
}

// SetLevel sets the level of the game on the board.
func (t *Table) SetLevel(l level.Level) {
	t.abandon()
	g := t.Game()
	g.Level, t.Level = l, l
	t.say("LEVEL "+l.String(), "level %v: %s", l, t.About(l))
	t.save()
	t.turn()
}

// About describes a level.
func (t *Table) About(l level.Level) string {
	switch l.Kind {
	case level.Problem:
		return fmt.Sprintf("Go looks for a mate in %d and proves it, or that there is none", l.Moves)
	case level.Speed:
		return fmt.Sprintf("the whole game in %d minutes of the machine's time", l.Time/time.Minute)
	case level.Tournament:
		return clock.Describe(l.Periods()) + " of the machine's time"
	case level.Rated:
		s := level.AtElo(l.Elo)
		return fmt.Sprintf("%s with %d nodes a move, about %d on %s", s.Name, s.Nodes, l.Elo, t.Wording.Scale)
	}
	if l.Time == 0 {
		return "the first iteration of the search"
	}
	return report.Plural(int(l.Time/time.Second), "second") + " a move of the machine's time"
}

// NewGame begins a game on the current board, from a position ("" for the initial
// one), with a person on one side. The game that was there stays in its file.
func (t *Table) NewGame(fen string, person int) error {
	g, err := t.fresh(fen, person)
	if err != nil {
		return err
	}
	t.put(t.current, g)
	t.say("NEW GAME", "new game: you have %s", colors(g))
	t.save()
	t.turn()
	return nil
}

// put puts a game on a board and selects that board.
func (t *Table) put(board int, g *Game) {
	t.leave()
	t.games[board], t.current, t.last = g, board, thinker.Report{}
	t.hinted = ""
	t.startTurn()
}

// leave stops the clock of the game on the board.
func (t *Table) leave() {
	t.abandon()
	t.Game().thought = t.thinkingTime()
	t.turnBegan = t.Clock.Now()
}

// Look selects another board. It begins a game there if there is none. The game's
// clock continues, and the machine thinks if it is its turn.
func (t *Table) Look(board int) {
	if board < 0 || board >= Boards {
		t.say("", "game %d: want 1 to %d", board+1, Boards)
		return
	}
	g := t.games[board]
	fresh := g == nil
	if fresh {
		g, _ = t.fresh("", White)
	}
	t.put(board, g)
	t.say(fmt.Sprintf("GAME %d", board+1), "game %d of %d", board+1, Boards)
	t.save()
	t.turn()
}

// NextGame selects the next board that has a game.
func (t *Table) NextGame() {
	for i := 1; i <= Boards; i++ {
		if next := (t.current + i) % Boards; t.games[next] != nil {
			t.Look(next)
			return
		}
	}
}

// drawAt is the value, in 64ths of a pawn, up to which the machine accepts a draw.
const drawAt = -64

// Draw offers a draw. The machine accepts if its last value is a pawn or more
// against it; between two persons a draw is always agreed.
func (t *Table) Draw() {
	g := t.Game()
	if t.saysOver() {
		return
	}
	machine := g.Seats[White].Machine || g.Seats[Black].Machine
	if machine {
		last, ok := t.machinesLast(g)
		if !ok || last.Score > drawAt {
			t.say("NO DRAW", "the machine plays on")
			return
		}
	}
	t.abandon()
	g.end(rules.Draw, "agreed")
	t.say("DRAW", "draw agreed")
	t.save()
}

// machinesLast returns the machine's last move with a value.
func (t *Table) machinesLast(g *Game) (m Move, ok bool) {
	for i := g.at - 1; i >= 0; i-- {
		if m := g.moves[i]; m.Scored && g.Seats[g.MoverOf(i)].Machine {
			return m, true
		}
	}
	return m, false
}

// saysOver reports whether the game is over, and says so then.
func (t *Table) saysOver() bool {
	if t.Over() {
		t.say("GAME OVER", "the game is over")
	}
	return t.Over()
}

// StopClock stops the clock of the side to move. A machine that is thinking stops too.
func (t *Table) StopClock() {
	g := t.Game()
	if t.saysOver() {
		return
	}
	t.abandon()
	g.held, g.thought, t.stopped = true, t.thinkingTime(), true
	t.say("CLOCK STOPPED", "the clock is stopped: start, or a move, starts it again")
	t.save()
}

// StartClock starts the clock again, and the machine if it is its turn.
func (t *Table) StartClock() {
	g := t.Game()
	if t.saysOver() {
		return
	}
	if t.stopped {
		t.stopped, t.turnBegan = false, t.Clock.Now()
	}
	g.held = false
	t.say("", "the clock runs")
	t.turn()
}

// Resign resigns for the person; of two, for the one to move.
func (t *Table) Resign() {
	g := t.Game()
	if t.saysOver() {
		return
	}
	loser := g.Turn()
	if g.Seats[loser].Machine {
		if g.Seats[1-loser].Machine {
			t.say("", "the machine plays both sides")
			return
		}
		loser = 1 - loser
	}
	t.abandon()
	result, who := rules.BlackWins, "White"
	if loser == Black {
		result, who = rules.WhiteWins, "Black"
	}
	g.end(result, who+" resigns")
	t.say(who+" RESIGNS", "%s resigns: %s", who, result)
	t.save()
}

// SetSpeed sets the speed of the machine's clock in percent, 0 for no delay, from its
// next move on.
func (t *Table) SetSpeed(percent int) {
	t.Speed = percent
	switch percent {
	case 0:
		t.say("", "the machine's clock runs as fast as this computer can")
	case 100:
		t.say("", "the machine's clock runs at its own speed")
	default:
		t.say("", "the machine's clock runs at %g times its own speed", float64(percent)/100)
	}
}

// SetMachine sets engine and profile from the next move on. "" keeps the present one.
func (t *Table) SetMachine(engine, profile string) {
	t.abandon()
	g := t.Game()
	for side := range g.Seats {
		if engine != "" {
			g.Seats[side].Engine, t.Engine = engine, engine
			g.Seats[side] = t.titled(g.Seats[side])
		}
		if profile != "" {
			g.Seats[side].Profile, t.Profile = profile, profile
		}
	}
	t.say("", "the machine is %s", g.Seats[0].Name())
	t.save()
	t.turn()
}

// NextDisplay switches the display to its next mode.
func (t *Table) NextDisplay() { t.Show((t.Display + 1) % lcd.Modes) }

// Show sets the mode of the display.
func (t *Table) Show(mode lcd.Mode) {
	t.Display = mode
	t.say("", "the display shows: %s", lcd.Names[t.Display])
}

// Verify shows the squares of all pieces.
func (t *Table) Verify() {
	g := t.Game()
	var sides [2]string
	for side := range sides {
		sides[side] = strings.Join(pieces(g, side), " ")
	}
	t.say("W "+sides[0]+" B "+sides[1], "White %s; Black %s", sides[0], sides[1])
}

// AddGame puts a game of a file on the first free board, or on the current one if
// none is free, and shows its initial position.
func (t *Table) AddGame(g *Game, where string) {
	board := t.current
	if len(t.Game().moves) > 0 {
		if free := slices.IndexFunc(t.games[:], func(g *Game) bool { return !g.Begun() }); free >= 0 {
			board = free
		}
	}
	g.held = true
	t.put(board, g)
	t.say(fmt.Sprintf("GAME %d", board+1), "%s: %s - %s %s, %d half-moves: %s", where, g.tag("White"), g.tag("Black"), g.finalResult(), len(g.moves), t.Wording.Step)
	t.save()
}

// tag returns the value of a tag, "" if there is none.
func (g *Game) tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return "?"
}
