// Package pgn reads and writes games in Portable Game Notation, with tags, comments,
// clocks, evaluations, annotation glyphs and variations. Files of any size are read
// game by game; a file is replaced in one step. library_test.go shows why
// github.com/corentings/chess/v2 is not used.
package pgn

import (
	"fmt"
	"slices"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
)

// Game is a game of a file.
type Game struct {
	// Tags are the tags other than SetUp, FEN and Result, in the order of the file.
	Tags []Tag
	// FEN is the initial position.
	FEN string
	// Comment stands before the first move.
	Comment string
	Moves   []Move
	// Result is 1-0, 0-1, 1/2-1/2 or *.
	Result string
}

// Tag is a tag pair.
type Tag struct{ Name, Value string }

// Move is a move with its annotations.
type Move struct {
	// UCI is the move in UCI notation, or NullMove.
	UCI string
	// NAGs are annotation glyphs: 1 is !, 2 ?, 3 !!, 4 ??, 5 !?, 6 ?!.
	NAGs []int
	// Comment is the text without the commands [%clk], [%emt] and [%eval].
	Comment string
	// Clock is the time left on the mover's clock, [%clk]; nil if unknown.
	Clock *time.Duration
	// Elapsed is the time that the move took, [%emt]; nil if unknown.
	Elapsed *time.Duration
	// Eval is the value of the position after the move, [%eval]; nil if unknown.
	Eval *Eval
	// Variations are alternatives to this move.
	Variations []Line
}

// Line is a variation.
type Line struct {
	// Comment stands before the first move.
	Comment string
	Moves   []Move
}

// Eval is a value from White's point of view.
type Eval struct {
	// Centipawns is valid if Mate is 0.
	Centipawns int
	// Mate is the number of moves to the mate, negative if Black mates.
	Mate int
	// Depth is in plies; 0 if unknown.
	Depth int
}

// String formats the value for [%eval].
func (e Eval) String() string {
	s := fmt.Sprintf("%d.%02d", e.Centipawns/100, max(e.Centipawns, -e.Centipawns)%100)
	if e.Centipawns < 0 && e.Centipawns > -100 {
		s = "-" + s
	}
	if e.Mate != 0 {
		s = fmt.Sprintf("#%d", e.Mate)
	}
	if e.Depth > 0 {
		s += fmt.Sprintf(",%d", e.Depth)
	}
	return s
}

// Tag returns the value of a tag, empty if there is no such tag.
func (g *Game) Tag(name string) string {
	if i := g.tag(name); i >= 0 {
		return g.Tags[i].Value
	}
	return ""
}

// SetTag sets a tag. A new tag goes to the end.
func (g *Game) SetTag(name, value string) {
	if i := g.tag(name); i >= 0 {
		g.Tags[i].Value = value
		return
	}
	g.Tags = append(g.Tags, Tag{name, value})
}

func (g *Game) tag(name string) int {
	return slices.IndexFunc(g.Tags, func(t Tag) bool { return t.Name == name })
}

// NullMove is the UCI notation of a null move.
const NullMove = rules.NullMove

// UCI returns the moves of the game in UCI notation, up to the first null move.
func (g *Game) UCI() []string {
	moves := Playable(g.Moves)
	all := make([]string, len(moves))
	for i := range moves {
		all[i] = moves[i].UCI
	}
	return all
}

// Playable returns the moves of a line up to the first null move.
func Playable(moves []Move) []Move {
	if i := slices.IndexFunc(moves, func(m Move) bool { return m.UCI == NullMove }); i >= 0 {
		return moves[:i]
	}
	return moves
}

// Error is an error in a file, with its place.
type Error struct {
	File string
	// Game and Line count from 1; Game is 0 before the first game.
	Game, Line int
	// Move is the move with the error, such as 12... Nf3; empty if it is elsewhere.
	Move string
	Err  error
}

// Error returns "file:line: game n: move: message".
func (e *Error) Error() string {
	s := fmt.Sprintf("%s:%d: ", e.File, e.Line)
	if e.Game > 0 {
		s += fmt.Sprintf("game %d: ", e.Game)
	}
	if e.Move != "" {
		s += e.Move + ": "
	}
	return s + e.Err.Error()
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }
