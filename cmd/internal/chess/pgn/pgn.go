// Package pgn keeps games in Portable Game Notation: with tags, comments, clocks,
// evaluations, annotation glyphs and variations. Files of any size are read game
// by game, and a file is replaced in one step.
package pgn

import (
	"fmt"
	"slices"
	"time"
)

// Game is a game as a file has it.
type Game struct {
	// Tags are all but SetUp, FEN and Result, in the order of the file.
	Tags []Tag
	// FEN is the position that the game begins at.
	FEN string
	// Comment stands before the first move.
	Comment string
	Moves   []Move
	// Result is 1-0, 0-1, 1/2-1/2 or *.
	Result string
}

// Tag is a tag pair.
type Tag struct{ Name, Value string }

// Move is a move with what is said about it.
type Move struct {
	UCI string
	// NAGs are annotation glyphs: 1 is !, 2 ?, 3 !!, 4 ??, 5 !?, 6 ?!.
	NAGs []int
	// Comment is text, without the three commands that follow.
	Comment string
	// Clock is what is left on the mover's clock, [%clk]; nil is unknown.
	Clock *time.Duration
	// Elapsed is how long the move took, [%emt]; nil is unknown.
	Elapsed *time.Duration
	// Eval is the value of the position after the move, [%eval]; nil is unknown.
	Eval *Eval
	// Variations are other lines in place of this move.
	Variations []Line
}

// Line is a variation.
type Line struct {
	// Comment stands before the first move.
	Comment string
	Moves   []Move
}

// Eval is a value as White sees it.
type Eval struct {
	// Centipawns count where Mate is 0.
	Centipawns int
	// Mate is the number of moves to the mate, negative where Black gives it.
	Mate int
	// Depth in plies; 0 is unknown.
	Depth int
}

// String returns the value as [%eval] writes it.
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

// Tag returns the value of a tag, empty where there is none.
func (g *Game) Tag(name string) string {
	if i := g.tag(name); i >= 0 {
		return g.Tags[i].Value
	}
	return ""
}

// SetTag sets a tag, which goes to the end if it is new.
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

// UCI returns the moves of the game in UCI notation.
func (g *Game) UCI() []string {
	all := make([]string, len(g.Moves))
	for i := range g.Moves {
		all[i] = g.Moves[i].UCI
	}
	return all
}

// Error tells where in a file something is wrong.
type Error struct {
	File string
	// Game and Line count from 1; Game is 0 where none has begun.
	Game, Line int
	// Move is the move at which it is, as in 12... Nf3; empty elsewhere.
	Move string
	Err  error
}

// Error returns file:line: game n: move: what is wrong.
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
