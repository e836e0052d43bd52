// Package books shows opening books and adds lines to them: sources in the form
// of PGN, and the tables that the engines look up.
package books

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/polyglot"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// Size is how large a book is.
type Size struct {
	File           string `json:"file,omitempty"`
	Lines          int    `json:"lines,omitempty"`
	HalfMoves      int    `json:"half_moves"`
	Known          int    `json:"known_only"`
	Positions      int    `json:"positions"`
	Transpositions int    `json:"transpositions,omitempty"`
	Bytes          int    `json:"bytes"`
	Room           int    `json:"room,omitempty"` // for the machines; 0: the book is not for them
	Format         string `json:"format,omitempty"`
	// Taken is the number of half-moves that the machines take of a book that is too large for them, TakenBytes what
	// these take.
	Taken      int `json:"taken,omitempty"`
	TakenBytes int `json:"taken_bytes,omitempty"`
}

// SizeOf returns the size of a book that was read from its source. f is its table for the machines.
func SizeOf(tree *book.Tree, f *book.Fitted) Size {
	s := tree.Stats()
	size := Size{
		Lines: tree.Lines, HalfMoves: s.Played, Known: s.HalfMoves - s.Played, Positions: s.Positions,
		Transpositions: s.Transpositions, Bytes: tree.Size(), Room: book.MaxSize,
	}
	if !f.Whole() {
		size.Taken, size.TakenBytes = f.Taken, len(f.Table)
	}
	return size
}

// part says what the machines take of a book that is too large for them.
func (s Size) part() string {
	return fmt.Sprintf("the machines take the %s that come up most often, %s of %s bytes", report.Plural(s.Taken, "half-move"), report.Int(s.TakenBytes), report.Int(s.Room))
}

// String returns the size in a line.
func (s Size) String() string {
	if s.Format != "" {
		return fmt.Sprintf("%s, %s, %s, %s bytes", s.Format, report.Plural(s.HalfMoves, "move"), report.Plural(s.Positions, "position"), report.Int(s.Bytes))
	}
	if s.Taken > 0 {
		return fmt.Sprintf("%s, %s, %s bytes: %s", report.Plural(s.HalfMoves, "half-move"), report.Plural(s.Positions, "position"), report.Int(s.Bytes), s.part())
	}
	return fmt.Sprintf("%s, %s, %s of %s bytes", report.Plural(s.HalfMoves, "half-move"), report.Plural(s.Positions, "position"), report.Int(s.Bytes), report.Int(s.Room))
}

// Write writes all figures for people.
func (s Size) Write(w io.Writer) error {
	if s.Format != "" {
		_, err := fmt.Fprintf(w, "format           %s\nmoves            %7s\npositions        %7s\nbytes            %7s\n",
			s.Format, report.Int(s.HalfMoves), report.Int(s.Positions), report.Int(s.Bytes))
		return err
	}
	room := fmt.Sprintf("of %s, %s free", report.Int(s.Room), report.Int(s.Room-s.Bytes))
	if s.Taken > 0 {
		room = "whole; " + s.part()
	}
	_, err := fmt.Fprintf(w, "lines            %7s\nhalf-moves       %7s played, %s more are known\npositions        %7s with a move to play\n"+
		"transpositions   %7s positions that several moves lead to\nbytes            %7s %s\n",
		report.Int(s.Lines), report.Int(s.HalfMoves), report.Int(s.Known), report.Int(s.Positions),
		report.Int(s.Transpositions), report.Int(s.Bytes), room)
	return err
}

// Book is a book as it was read: the tree of a source, a compiled table, or a Polyglot
// book.
type Book struct {
	// Name is what errors and headings call it.
	Name     string
	tree     *book.Tree
	table    *book.Table
	polyglot *polyglot.Book
}

// Move is a move of the book.
type Move struct {
	move    goengine.Move
	UCI     string  `json:"move"`
	SAN     string  `json:"san"`
	Weight  int     `json:"weight"`
	Percent float64 `json:"percent"`
	Opening string  `json:"opening,omitempty"` // after the move
}

// Position is a position of the book.
type Position struct {
	FEN     string `json:"fen"`
	Opening string `json:"opening,omitempty"`
	Moves   []Move `json:"moves"`
}

// Chosen returns how often the move is chosen, in words.
func (m *Move) Chosen() string {
	if m.Weight == 0 {
		return "never"
	}
	return fmt.Sprintf("%.1f%%", m.Percent)
}

// BuiltIn returns the book that comes with the program.
func BuiltIn() (*Book, error) {
	tree, err := book.Parse(book.Source(), book.SourceName)
	return &Book{Name: "built-in book", tree: tree}, err
}

// Open reads a book: source, compiled, or Polyglot. Errors call it by its name.
func Open(name string, content []byte) (b *Book, err error) {
	b = &Book{Name: name}
	switch {
	case len(content) == 0:
		err = errors.New("is empty: want a book")
	case book.IsTable(content):
		b.table, err = book.Open(content)
	case polyglot.Is(content):
		b.polyglot, err = polyglot.Parse(content)
	default:
		b.tree = book.NewTree()
		return b, Read(b.tree, content, name, 0)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return b, err
}

// Read reads a source into a tree, of each line at most plies half-moves, or all if plies is
// 0: lines of moves, PGN, or a table of openings (book.IsTabbed), in any encoding that
// userfile.Text reads. It returns the error of book.Parse.
func Read(tree *book.Tree, content []byte, name string, plies int) error {
	text, err := userfile.Text(content)
	if err != nil {
		return fmt.Errorf("%s: %w: want lines of moves or PGN", name, err)
	}
	if rows, ok := book.FromTabbed(text); ok {
		text = rows
	}
	return tree.Read(strings.NewReader(text), name, plies)
}

// Unusable returns the number of entries of a Polyglot book for a position whose moves are
// not legal there.
func (b *Book) Unusable(p *goengine.Position) int {
	if b.polyglot == nil {
		return 0
	}
	return b.polyglot.At(p) - len(b.polyglot.Moves(p))
}

// Size returns how large the book is.
func (b *Book) Size() (Size, error) {
	switch {
	case b.tree != nil:
		f, err := b.tree.Fit(book.MaxSize)
		if err != nil {
			return Size{}, err
		}
		return SizeOf(b.tree, f), nil
	case b.polyglot != nil:
		return Size{Format: "Polyglot book", HalfMoves: b.polyglot.Entries(), Positions: b.polyglot.Positions(), Bytes: b.polyglot.Size()}, nil
	}
	return Size{HalfMoves: b.table.HalfMoves(), Positions: b.table.Positions(), Bytes: b.table.Size(), Room: book.MaxSize}, nil
}

// At returns what the book knows in a position, the greatest weight first.
func (b *Book) At(p *goengine.Position) Position {
	at := Position{FEN: p.FEN(), Moves: []Move{}}
	if b.polyglot != nil {
		moves := b.polyglot.Moves(p)
		slices.SortStableFunc(moves, func(a, b polyglot.Choice) int { return cmp.Compare(b.Weight, a.Weight) })
		for _, m := range moves {
			at.add(p, m.Move, book.SAN(p, m.Move), m.Weight, "")
		}
	} else if b.tree == nil {
		for _, m := range b.table.Moves(p) {
			at.add(p, m.Move, book.SAN(p, m.Move), m.Weight, "")
		}
	} else if n := b.tree.Node(p); n != nil {
		at.Opening = n.Name().String()
		for _, e := range n.Played() {
			at.add(p, e.Move, e.SAN, e.Weight(), e.To.Name().String())
		}
		for _, e := range n.Moves {
			if e.Weight() == 0 {
				at.add(p, e.Move, e.SAN, 0, e.To.Name().String())
			}
		}
	}
	total := 0
	for _, m := range at.Moves {
		total += m.Weight
	}
	for i := range at.Moves {
		at.Moves[i].Percent = 100 * float64(at.Moves[i].Weight) / float64(max(total, 1))
	}
	return at
}

// add adds a move.
func (at *Position) add(p *goengine.Position, m goengine.Move, san string, weight int, opening string) {
	at.Moves = append(at.Moves, Move{move: m, UCI: p.UCI(m), SAN: san, Weight: weight, Opening: opening})
}

// WriteTree prints the moves of some plies, each indented by one step more. A
// position that has been shown as far is not shown again.
func (b *Book) WriteTree(to io.Writer, p *goengine.Position, depth int) error {
	shown := map[string]int{} // to how many plies
	w := bufio.NewWriter(to)
	var show func(p *goengine.Position, opening string, ply int)
	show = func(p *goengine.Position, opening string, ply int) {
		fields := strings.Fields(p.FEN())
		number := fields[5] + "."
		if fields[1] == "b" {
			number += ".."
		}
		for _, m := range b.At(p).Moves {
			after := *p
			after.Play(m.move)
			line := fmt.Sprintf("%s%s %s", strings.Repeat("  ", ply), number, m.SAN)
			line = fmt.Sprintf("%-40s %6s", line, m.Chosen())
			if m.Opening != opening {
				line += "  " + m.Opening
			}
			id, left := book.Identity(&after), depth-ply-1
			again := left > 0 && shown[id] >= left && len(b.At(&after).Moves) > 0
			if again {
				line += "  (see above)"
			}
			fmt.Fprintln(w, strings.TrimRight(line, " "))
			if left > 0 && !again {
				shown[id] = left
				show(&after, m.Opening, ply+1)
			}
		}
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	show(p, b.At(p).Opening, 0)
	return w.Flush()
}

// Positions returns the position and all positions that the book's moves reach within a
// number of plies, each once.
func (b *Book) Positions(p *goengine.Position, plies int) iter.Seq[Position] {
	return func(yield func(Position) bool) {
		seen := map[string]bool{}
		level := []goengine.Position{*p}
		for range plies {
			var next []goengine.Position
			for i := range level {
				at := b.At(&level[i])
				id := book.Identity(&level[i])
				if seen[id] || len(seen) > 0 && len(at.Moves) == 0 {
					continue
				}
				seen[id] = true
				if !yield(at) {
					return
				}
				for _, m := range at.Moves {
					after := level[i]
					after.Play(m.move)
					next = append(next, after)
				}
			}
			level = next
		}
	}
}
