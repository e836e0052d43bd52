package books

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine/book"
)

// ErrNoMove is the error of a line to add that has no move.
var ErrNoMove = errors.New("has no move")

// BadLines returns an error that says how many bad lines there are, nil for none.
func BadLines(n int, where string) error {
	switch {
	case n == 0:
		return nil
	case n >= book.MaxErrors:
		return fmt.Errorf("%s or more in %s", report.Plural(n, "bad line"), where)
	}
	return fmt.Errorf("%s in %s", report.Plural(n, "bad line"), where)
}

// Added is a source to which lines were added.
type Added struct {
	Text []byte
	Size Size
	// New is the number of half-moves that the source did not have.
	New int
}

// Add adds lines of moves to a source, all or none. With an error, bad are the
// mistakes in the source or in the lines.
func Add(source []byte, name string, lines []string) (added Added, bad book.Errors, err error) {
	tree := book.NewTree()
	if err := Read(tree, source, name, 0); err != nil {
		if !errors.As(err, &bad) {
			return added, nil, err
		}
		return added, bad, fmt.Errorf("%w: mend them first; nothing is added", BadLines(len(bad), name))
	}
	before := tree.Stats().HalfMoves
	text := bytes.NewBuffer(bytes.Clone(source))
	if len(source) > 0 {
		if source[len(source)-1] != '\n' {
			text.WriteByte('\n')
		}
		if tree.Open {
			text.WriteString("*\n")
		}
		text.WriteByte('\n')
	}
	for i, line := range lines {
		mistakes, err := addLine(tree, fmt.Sprintf("line %d", i+1), line, text)
		bad = append(bad, mistakes...)
		if err != nil {
			return added, bad, err
		}
	}
	if len(bad) > 0 {
		return added, bad, fmt.Errorf("%w: nothing is added to %s", BadLines(len(bad), "the lines given"), name)
	}
	fitted, err := tree.Fit(book.MaxSize)
	if err != nil {
		return added, nil, fmt.Errorf("%w: nothing is added to %s", err, name)
	}
	// What is about to be written must be read as the lines were.
	again := book.NewTree()
	if err := Read(again, text.Bytes(), name, 0); err != nil {
		return added, nil, fmt.Errorf("with the lines added: %w: nothing is added", err)
	}
	if again.Stats() != tree.Stats() {
		return added, nil, fmt.Errorf("%s: behind what stands there the lines would be read otherwise: nothing is added", name)
	}
	return Added{Text: text.Bytes(), Size: SizeOf(tree, fitted), New: tree.Stats().HalfMoves - before}, nil, nil
}

// addLine reads a line into the tree and appends it to the text, ended by a
// result. It returns the mistakes in the line.
func addLine(tree *book.Tree, name, line string, text *bytes.Buffer) (bad book.Errors, err error) {
	lines := tree.Lines
	if err := tree.Read(strings.NewReader(line), name, 0); err != nil {
		if errors.As(err, &bad) {
			return bad, nil
		}
		return nil, err
	}
	if tree.Lines == lines {
		return nil, fmt.Errorf("%s: %q %w", name, report.Short(line, 60), ErrNoMove)
	}
	text.WriteString(strings.TrimSpace(line))
	if tree.Open {
		// On a line of its own, lest a comment takes it in.
		text.WriteString("\n*")
	}
	text.WriteByte('\n')
	return nil, nil
}
