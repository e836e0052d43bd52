package session

import (
	"encoding/json"

	"github.com/searchex/searchex/cmd/internal/explain/difference"
	"github.com/searchex/searchex/cmd/internal/explain/tree"
	"github.com/searchex/searchex/cmd/internal/play"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/hostbridge/cycles"
	"github.com/searchex/searchex/hostbridge/equal"
)

// The types of the messages that a session sends.
const (
	typeWelcome  = "welcome"
	typeGame     = "game"
	typeDisplay  = "display"
	typeKeep     = "keep"
	typePGN      = "pgn"
	typeGames    = "games"
	typeGuest    = "guest"
	typeProgress = "progress"
	typeFound    = "found"
	typeDiffers  = "differs"
	typeStopped  = "stopped"
	typeWaiting  = "waiting"
	typeTree     = "tree"
	typeGrown    = "decisions"
	typeWatched  = "watched"
	typeCycles   = "cycles"
	typeJudging  = "judging"
	typeReviewed = "reviewed"
	typeDone     = "done"
	typeError    = "error"
)

// receivers handle the messages that a page sends, by type.
var receivers = map[string]func(s *Session, h head, message []byte) error{
	"hello":  onTable((*Session).hello),
	"resume": onTable((*Session).resume),
	"say":    onTable((*Session).say),
	"move":   onTable((*Session).move),
	"setup":  onTable((*Session).setup),
	"load":   onTable((*Session).load),
	"list":   atOnce((*Session).list),
	"save":   onTable((*Session).save),
	"bring":  onTable((*Session).bring),
	"guest":  onTable((*Session).guest),
	"search": atOnce((*Session).search),
	"stop":   atOnce((*Session).stop),
	"tree":   atOnce((*Session).tree),
	"watch":  atOnce((*Session).watch),
	"more":   atOnce((*Session).more),
	"pace":   atOnce((*Session).pace),
	"cycles": atOnce((*Session).cycles),
	"review": atOnce((*Session).review),
}

// atOnce returns a receiver that reads a message and calls do.
func atOnce[M any](do func(*Session, *M) error) func(*Session, head, []byte) error {
	return func(s *Session, _ head, message []byte) error {
		m := new(M)
		if err := decode(message, m); err != nil {
			return err
		}
		return do(s, m)
	}
}

// onTable returns a receiver that reads a message, lets the loop's goroutine call do, and
// then answers that it is done.
func onTable[M any](do func(*Session, *M) error) func(*Session, head, []byte) error {
	return func(s *Session, h head, message []byte) error {
		m := new(M)
		if err := decode(message, m); err != nil {
			return err
		}
		job := func() {
			err := do(s, m)
			s.greeted() // so that the answer comes after what has changed
			if err != nil {
				s.fail(h, err)
				return
			}
			s.send(answer{head: head{typeDone, h.ID}})
		}
		select {
		case s.inbox <- job:
		case <-s.ctx.Done():
		}
		return nil
	}
}

// welcome answers hello: what the program has.
type welcome struct {
	head
	Protocol int          `json:"protocol"`
	Engines  []engineKind `json:"engines"`
	Profiles []string     `json:"profiles"`
	// Opponents are machines with a program and a level, to be chosen at once.
	Opponents  []level.Opponent `json:"opponents"`
	Displays   []string         `json:"displays"`
	Boards     int              `json:"boards"`
	MaxMessage int              `json:"max_message"`
}

// engineKind is an engine that can be chosen.
type engineKind struct {
	Name  string `json:"name"`
	About string `json:"about"`
	// Clock is the clock of its machine in Hz, 0 for Go.
	Clock uint64 `json:"clock_hz"`
	// Unit is the name of a clock cycle, in the plural.
	Unit string `json:"unit,omitempty"`
}

// guestKind answers guest: a machine that the page may choose from now on.
type guestKind struct {
	head
	engineKind
	// Title is the program's name, CPU its processor's.
	Title string `json:"title"`
	CPU   string `json:"cpu"`
}

// moveMade is a move of a game.
type moveMade struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	// Millis is the time of the move in milliseconds, on the machine's clock if the
	// machine made it.
	Millis int64 `json:"ms"`
	// Value is the machine's value of its move in words, for the mover.
	Value   string `json:"value,omitempty"`
	Book    bool   `json:"book,omitempty"`
	Comment string `json:"comment,omitempty"`
}

// gameState is the game on the board.
type gameState struct {
	head
	// Board is its number, from 1; Boards has the numbers of all boards with a game.
	Board  int    `json:"board"`
	Boards []int  `json:"boards"`
	Start  string `json:"start"`
	FEN    string `json:"fen"`
	// Moves are all moves, of which At are on the board.
	Moves []moveMade `json:"moves"`
	At    int        `json:"at"`
	// First is the side that moves first, Turn the one that moves next: white or black.
	First string `json:"first"`
	Turn  string `json:"turn"`
	// Number is the number of the first move.
	Number int `json:"number"`
	// Legal are the legal moves in UCI notation.
	Legal []string `json:"legal"`
	// Check is the square of a king in check.
	Check string       `json:"check,omitempty"`
	Seats [2]play.Seat `json:"seats"`
	// Level is the level as it is entered, About what it means.
	Level string `json:"level"`
	About string `json:"about"`
	// Speed is the speed of the machine's clock in percent, 0 for as fast as possible.
	Speed int `json:"speed"`
	// Result is the result in PGN's form, Why the reason; * and "" while the game goes on.
	Result string `json:"result"`
	Why    string `json:"why,omitempty"`
	// Outcome says in words who has won.
	Outcome string `json:"outcome,omitempty"`
	// Hint is the move of a hint, in UCI notation.
	Hint string `json:"hint,omitempty"`
	// Book has the moves that the book knows here.
	Book []string `json:"book"`
}

// displayState is what changes while a game stands still.
type displayState struct {
	head
	// LCD is the text of the display: sixteen ASCII characters. Mode is what it shows.
	LCD  string `json:"lcd"`
	Mode string `json:"mode"`
	// Message is for the person. Entering reports that numbers of a level are being
	// entered, Asking that a question waits for yes or no.
	Message  string `json:"message"`
	Entering bool   `json:"entering,omitempty"`
	Asking   bool   `json:"asking,omitempty"`
	Thinking bool   `json:"thinking"`
	// Clocks are the seconds that White and Black have used, Left those that they have left if
	// the level has a clock: less than 0 when the time is over.
	Clocks [2]int64 `json:"clocks"`
	Left   []int64  `json:"left,omitempty"`
	// Bells counts the occasions for a sound.
	Bells int `json:"bells"`
	// Of the search under way or the last one, if it was of the position on the board or found the
	// last move: the best line, its value for Side, the iteration and its budget, and what was spent.
	Line []string `json:"line"`
	// SAN is Line in standard algebraic notation. Now is the root's move, in SAN, that is being
	// searched, "" between searches.
	SAN []string `json:"san"`
	Now string   `json:"now,omitempty"`
	// Trying is the line that is being searched, nothing between searches.
	Trying []trying `json:"trying,omitempty"`
	Value  string   `json:"value,omitempty"`
	Side   string   `json:"side,omitempty"`
	Depth  int      `json:"depth"`
	SX     int      `json:"sx"`
	Nodes  uint64   `json:"nodes"`
	Cycles uint64   `json:"cycles"`
}

// trying is a move of the line that is being searched: its price, and the SX that is left.
type trying struct {
	Move  string `json:"move"`
	Price int    `json:"price"`
	Left  int    `json:"sx_left"`
}

// keptGame is a game in the form in which a page keeps it.
type keptGame struct {
	// Board is the board's number, from 1.
	Board int          `json:"board"`
	PGN   string       `json:"pgn"`
	At    int          `json:"at"`
	Held  bool         `json:"held"`
	Ms    int64        `json:"thought_ms"`
	Seats [2]play.Seat `json:"seats"`
	Level string       `json:"level"`

	absent string // the program of a seat that is not loaded
}

// keep asks the page to keep a game.
type keep struct {
	head
	// Current is the number of the board in use.
	Current int      `json:"current"`
	Speed   int      `json:"speed"`
	Game    keptGame `json:"game"`
}

// pgnText answers save.
type pgnText struct {
	head
	PGN string `json:"pgn"`
}

// gamesList answers list.
type gamesList struct {
	head
	Games []string `json:"games"`
}

// iteration is the end of an iteration of a search.
type iteration struct {
	SX     int    `json:"sx"`
	Events uint64 `json:"events"`
	Hash   string `json:"hash"`
	Nodes  uint64 `json:"nodes"`
	Cycles uint64 `json:"cycles"`
}

// progress is how far a search has come.
type progress struct {
	head
	Engine string `json:"engine"`
	Nodes  uint64 `json:"nodes"`
	// Cycles are those of the machine, or of the model for Go; Ms is their time by the
	// machine's clock in milliseconds.
	Cycles uint64 `json:"cycles"`
	Ms     int64  `json:"ms"`
	// Deepest is the longest line in plies whose last move was evaluated.
	Deepest int `json:"deepest"`
	// Score, in 64ths of a pawn, and Value, the same in words, are for the side to move.
	Score int      `json:"score"`
	Value string   `json:"value,omitempty"`
	PV    []string `json:"pv"`
	SAN   []string `json:"san"`
	// Events is the number of events so far, Hash their hash.
	Events uint64 `json:"events"`
	Hash   string `json:"hash"`
	// Iterations are all that have ended.
	Iterations []iteration `json:"iterations"`
	// Place is where the machine stands, if it was asked for.
	Place *place `json:"place,omitempty"`
}

// place is an instruction of a machine's program.
type place struct {
	PC string `json:"pc"`
	// Routine is the label before it, and Label that with the offset.
	Routine   string `json:"routine"`
	Label     string `json:"label"`
	File      string `json:"file"`
	Line      int    `json:"line"`
	Registers string `json:"registers"`
	// Task is the label and what the header says of the routine that it is in.
	Task string `json:"task,omitempty"`
	Does string `json:"does,omitempty"`
	// Lines are the source around it, from line First on.
	First int      `json:"first"`
	Lines []string `json:"lines"`
}

// cyclesSpent is where the cycles of a search went. Its fields are those of searchex cycles
// --json.
type cyclesSpent struct {
	head
	Account *cycles.Account `json:"account"`
}

// found is the result of a search. Its fields are those of searchex search --json.
type found struct {
	head
	Result equal.Found `json:"result"`
	Value  string      `json:"value"`
	SAN    []string    `json:"san"`
	// Iterations are all that have ended: a short search has no progress that says so.
	Iterations []iteration `json:"iterations"`
	// Ms is the machine's time in milliseconds, Took the host's.
	Ms   int64 `json:"ms"`
	Took int64 `json:"took_ms"`
}

// differs is the first event in which a machine with a changed ROM differs from Go. Its
// fields are those of searchex diff --json.
type differs struct {
	head
	Difference *difference.Report `json:"difference"`
	Text       string             `json:"text"`
}

// outcome is what a search whose tree is shown has found.
type outcome struct {
	// Summary is a sentence; SAN is the best line, Value the score in words.
	Summary string   `json:"summary"`
	SAN     []string `json:"san"`
	SX      int      `json:"sx"`
	Score   int      `json:"score"`
	Value   string   `json:"value"`
	Nodes   uint64   `json:"nodes"`
}

// treeShown is a part of a search's tree. Its moves are those of searchex tree --json.
type treeShown struct {
	head
	outcome
	// Moves has the moves that lead to the node that is shown, then its own and those below,
	// each after its parent; More says what of the node is not shown.
	Moves []json.RawMessage `json:"moves"`
	More  string            `json:"more,omitempty"`
	// Cut is how many of the last moves were left out, since the message would be too large.
	Cut int `json:"cut,omitempty"`
	// Why says in sentences why a move was not seen.
	Why []string `json:"why"`
	// FEN is the position at the node that is shown, Legal its moves.
	FEN   string   `json:"fen"`
	Legal []string `json:"legal"`
}

// grown is what a search that is watched has decided since the last one.
type grown struct {
	head
	// Iteration is its number, from 1, and SX its budget.
	Iteration int `json:"iteration"`
	SX        int `json:"sx"`
	// Nodes are the moves evaluated so far, Rows the moves that have begun or ended.
	Nodes uint64     `json:"nodes"`
	Rows  []grownRow `json:"rows"`
}

// grownRow is a move as it is known now. Its other fields are those of searchex tree --json.
type grownRow struct {
	// N is its number in the iteration, in the order in which the moves began; Up is that
	// of the move that leads there, -1 at the root.
	N    int  `json:"n"`
	Up   int  `json:"up"`
	Done bool `json:"done"`
	// Reply is the reply, in SAN, that refuted the move or gave it its value. Skipped is how
	// many moves of the node were not tried because of this one.
	Reply   string `json:"reply,omitempty"`
	Skipped int    `json:"skipped,omitempty"`
	tree.MoveJSON
}

// watched is the end of a search that was watched.
type watched struct {
	head
	outcome
	PV []string `json:"pv"`
}
