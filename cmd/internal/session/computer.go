package session

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/play"
	"github.com/searchex/searchex/cmd/internal/play/lcd"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/play/shelf"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// sides are the sides by play.White and play.Black.
var sides = [2]string{"white", "black"}

// hello begins the conversation.
func (s *Session) hello(m *head) error {
	w := welcome{
		head: head{typeWelcome, m.ID}, Protocol: Protocol, Profiles: goengine.AllProfileNames, Opponents: level.Opponents, Displays: lcd.Names[:], Boards: play.Boards, MaxMessage: MaxMessage,
	}
	for _, k := range hostbridge.Kinds {
		w.Engines = append(w.Engines, engineKind{k.Name, k.About, uint64(k.Clock), k.Unit})
	}
	s.send(w)
	s.sent = map[string][]byte{} // a page that says hello again wants all of it
	s.refresh()
	return nil
}

// refresh sends what has changed of the game and the display.
func (s *Session) refresh() {
	s.sendNew(typeGame, s.gameState())
	s.sendNew(typeDisplay, s.displayState())
}

// gameState describes the game on the board.
func (s *Session) gameState() gameState {
	t, g := s.table, s.table.Game()
	w := gameState{
		head: head{Type: typeGame}, Board: t.Current() + 1, Start: g.Start, FEN: g.FEN(), At: g.At(), Turn: sides[g.Turn()],
		First: sides[g.MoverOf(0)], Number: g.NumberOf(0), Level: g.Level.String(), About: t.About(g.Level), Speed: t.Speed,
		Hint: t.Hinted(), Moves: []moveMade{}, Legal: []string{}, Book: []string{}, Boards: []int{},
	}
	for i := range play.Boards {
		if i == t.Current() || t.At(i).Begun() {
			w.Boards = append(w.Boards, i+1)
		}
	}
	for _, m := range g.Moves() {
		made := moveMade{UCI: m.UCI, SAN: m.SAN, Millis: m.Time.Milliseconds(), Book: m.Book, Comment: m.Comment}
		if m.Scored {
			made.Value = valueOf(m.Score)
		}
		w.Moves = append(w.Moves, made)
	}
	w.Result, w.Why = g.Result()
	w.Outcome = g.Outcome()
	p := g.Position()
	if w.Why == "" {
		for _, m := range p.LegalMoves() {
			w.Legal = append(w.Legal, p.UCI(m))
		}
		slices.Sort(w.Legal)
		w.Book = append(w.Book, t.BookMoves()...)
	}
	if p.InCheck() {
		w.Check = g.King()
	}
	w.Seats = g.Seats
	return w
}

// displayState describes the display.
func (s *Session) displayState() displayState {
	t, r := s.table, s.table.Thoughts()
	w := displayState{
		head: head{Type: typeDisplay}, LCD: t.LCD(), Mode: lcd.Names[t.Display], Message: s.console.Message(),
		Entering: s.console.Entering(), Asking: s.console.Asking(), Thinking: t.Thinking(), Bells: t.Bells(),
		Line: r.Line, Depth: r.Depth, SX: r.SX, Nodes: r.Nodes, Cycles: r.Cycles,
	}
	if w.Line == nil {
		w.Line = []string{}
	}
	w.SAN = s.sanOf(&r)
	if len(r.Line) > 0 && r.Depth > 0 {
		w.Side, w.Value = sides[r.Side], valueOf(r.Score)
	}
	if len(r.Path) > 0 && w.Thinking {
		if p, err := rules.ParsePosition(t.Game().FEN()); err == nil {
			w.Now = p.SAN(r.Path[0].Move)
		}
		for _, x := range r.Path {
			w.Trying = append(w.Trying, trying(x))
		}
	}
	for side, d := range t.Clocks() {
		w.Clocks[side] = int64(d / time.Second)
	}
	if left, ok := t.Left(); ok {
		w.Left = []int64{int64(left[0] / time.Second), int64(left[1] / time.Second)}
	}
	return w
}

// valueOf returns a score in words, rounded as in a PGN.
func valueOf(score int) string {
	if _, mate := report.Mate(score); mate {
		return report.PawnsInWords(score)
	}
	return fmt.Sprintf("%+.2f", float64(report.Centipawns(score))/100)
}

// sanOf returns the best line of a search in standard algebraic notation.
func (s *Session) sanOf(r *play.Thoughts) []string {
	g, line := s.table.Game(), r.Line
	key := fmt.Sprint(g.Start, r.Moves, line)
	if key == s.lineKey {
		return s.lineSAN
	}
	s.lineKey, s.lineSAN = key, []string{}
	board, err := rules.New(g.Start, r.Moves...)
	if err != nil {
		return s.lineSAN
	}
	if san := board.Position().Line(line); len(san) == len(line) && len(san) > 0 {
		s.lineSAN = san
	}
	return s.lineSAN
}

// maxLine is the greatest length of what is said, in bytes: a FEN is the longest.
const maxLine = 300

// spoken is a message with a word or a move.
type spoken struct {
	head
	Text string `json:"text"`
}

// say carries out a word of the machine, or a move, as if it had been typed.
func (s *Session) say(m *spoken) error {
	if len(m.Text) > maxLine || strings.TrimSpace(m.Text) == "" {
		return fmt.Errorf("text has %d bytes: want 1 to %d, a word of the machine or a move", len(m.Text), maxLine)
	}
	s.console.Obey(m.Text)
	return nil
}

// moved is a message with a move.
type moved struct {
	head
	Move string `json:"move"`
}

// move plays a move.
func (s *Session) move(m *moved) error {
	if len(m.Move) > maxLine || m.Move == "" {
		return fmt.Errorf("the move has %d bytes: want 1 to %d", len(m.Move), maxLine)
	}
	if !s.console.Move(m.Move) {
		return fmt.Errorf("%s", cmp.Or(s.console.Message(), "the move is not possible now"))
	}
	return nil
}

// setupMessage is a message with a position.
type setupMessage struct {
	head
	FEN string `json:"fen"`
}

// setup begins a game from a position.
func (s *Session) setup(m *setupMessage) error {
	if len(m.FEN) > maxLine {
		return fmt.Errorf("the FEN has %d bytes: want at most %d", len(m.FEN), maxLine)
	}
	return s.table.UseSetup(m.FEN)
}

// pgnMessage is a message with the text of a PGN file.
type pgnMessage struct {
	head
	PGN string `json:"pgn"`
	// Number is that of the game in the file, 0 for the first.
	Number int `json:"number"`
	// Name is the file's, for errors.
	Name string `json:"name"`
}

// maxGame bounds the half-moves that a message has, as UCI bounds those of a game. By the
// rules no game has more than 17,697.
const maxGame = 20_000

// budget returns the bound of what is read of a message.
func (s *Session) budget() *pgn.Budget { return &pgn.Budget{Ctx: s.ctx, Plies: maxGame} }

// games returns a reader of games.
func (s *Session) games(text, name string, b *pgn.Budget) *pgn.Reader {
	return pgn.NewReader(strings.NewReader(text), name).Within(b)
}

// read returns a reader of the message's games. Errors name the file.
func (m *pgnMessage) read(s *Session) *pgn.Reader {
	m.Name = cmp.Or(short(m.Name), "PGN")
	return s.games(m.PGN, m.Name, s.budget())
}

// load puts a game of a PGN file on a board.
func (s *Session) load(m *pgnMessage) error {
	number := max(m.Number, 1)
	t := s.table
	g, err := shelf.Read(s.ctx, m.read(s), number, t.Game().Seats, t.Game().Level)
	if g != nil {
		t.AddGame(g, fmt.Sprintf("%s, game %d", m.Name, number))
	}
	if g != nil && err != nil {
		t.Notice("%v", err) // it is loaded up to there
	}
	return err
}

// list lists the games of a PGN file.
func (s *Session) list(m *pgnMessage) error {
	games, err := shelf.List(m.read(s))
	if len(games) == 0 && err != nil {
		return err
	}
	s.send(gamesList{head{typeGames, m.ID}, games})
	return nil
}

// save sends the game on the board as PGN.
func (s *Session) save(m *head) error {
	text, err := s.table.Game().PGN().Text()
	if err != nil {
		return err
	}
	s.send(pgnText{head{typePGN, m.ID}, text})
	return nil
}

// keeper asks the page to keep games.
type keeper struct{ s *Session }

// Save implements play.Store.
func (k keeper) Save(t *play.Table) error {
	g := t.Game()
	text, err := g.PGN().Text()
	if err != nil {
		return err
	}
	kept := g.Kept()
	k.s.send(keep{head{Type: typeKeep}, t.Current() + 1, t.Speed, keptGame{
		Board: t.Current() + 1, PGN: text, At: kept.At, Held: kept.Held, Ms: kept.Thought.Milliseconds(), Seats: g.Seats, Level: g.Level.String(),
	}})
	return nil
}

// keptGames is a message with the games that a page has kept.
type keptGames struct {
	head
	Current int        `json:"current"`
	Speed   *int       `json:"speed"`
	Games   []keptGame `json:"games"`
}

// resume puts the games that the page has kept on their boards.
func (s *Session) resume(m *keptGames) error {
	if len(m.Games) > play.Boards {
		return fmt.Errorf("%d games: want at most %d", len(m.Games), play.Boards)
	}
	var games [play.Boards]*play.Game
	var wrong []string
	absent, current := "", min(max(m.Current, 1), play.Boards)-1
	budget := s.budget()
	for i := range m.Games {
		k := &m.Games[i]
		g, err := k.game(s, budget)
		if err != nil {
			wrong = append(wrong, fmt.Sprintf("game %d: %v", k.Board, err))
		}
		if g != nil {
			games[k.Board-1] = g
		}
		if k.Board == current+1 {
			absent = k.absent
		}
	}
	if m.Speed != nil {
		s.table.Speed = min(max(*m.Speed, 0), maxSpeed)
	}
	s.table.Restore(games, current)
	if g := games[current]; g != nil {
		s.table.Level, s.table.Engine, s.table.Profile = g.Level, g.Seats[0].Engine, g.Seats[0].Profile
	}
	s.table.Begin()
	if games[current] != nil && absent != "" {
		s.table.Notice("%s is not loaded, the 6502 has its place: load its files again to play on against it", absent)
	}
	if len(wrong) > 0 {
		return fmt.Errorf("not resumed: %s", strings.Join(wrong, "; "))
	}
	return nil
}

// maxSpeed is the greatest speed of a machine's clock in percent.
const maxSpeed = 1_000_000

// seat checks a seat. A program that is not loaded loses its seat, so that the game is not lost.
func (k *keptGame) seat(s *Session, side int) error {
	x := &k.Seats[side]
	kind, err := s.kindOf(x.Engine)
	switch foreign := strings.HasPrefix(x.Engine, hostbridge.Loaded); {
	case err != nil && foreign:
		k.absent, k.Held = cmp.Or(short(x.Title), short(x.Engine)), true
		*x = play.Seat{Machine: x.Machine, Engine: "6502", Profile: "sx81"}
	case err != nil:
		return err
	case foreign:
		x.Title = kind.Title
	default:
		x.Title = ""
	}
	_, err = goengine.ParseProfile(x.Profile)
	return err
}

// game returns the game that was kept, if the budget allows it. A game that is broken is
// returned up to the error.
func (k *keptGame) game(s *Session, budget *pgn.Budget) (*play.Game, error) {
	if k.Board < 1 || k.Board > play.Boards {
		return nil, fmt.Errorf("want a board from 1 to %d", play.Boards)
	}
	for side := range k.Seats {
		if err := k.seat(s, side); err != nil {
			return nil, err
		}
	}
	l, err := level.ParseRated(k.Level)
	if err != nil {
		return nil, err
	}
	if l.Kind == level.None {
		return nil, fmt.Errorf("it has no level")
	}
	g, err := shelf.Read(s.ctx, s.games(k.PGN, "PGN", budget), 1, k.Seats, l)
	if g == nil {
		return nil, err
	}
	if err != nil {
		return g, cmp.Or(g.Resume(play.Kept{At: len(g.Moves()), Held: true}), err)
	}
	if w, _ := g.Result(); w == rules.Unknown && k.At > len(g.Moves()) {
		k.At = len(g.Moves())
	}
	return g, g.Resume(play.Kept{At: k.At, Held: k.Held, Thought: time.Duration(k.Ms) * time.Millisecond})
}
