package tree

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/window"
)

// pretended returns the position that a model represents, nil if it is the position that
// is searched.
func pretended(m *window.Model) (*goengine.Position, error) {
	if m.Pretend == "" {
		return nil, nil
	}
	p, err := goengine.ParseFEN(m.Pretend)
	if err != nil {
		return nil, fmt.Errorf("model %s: pretend: %w", m.Name, err)
	}
	return p, nil
}

// toMove returns the side to move in words.
func toMove(p *goengine.Position) string {
	if p.Side() == goengine.White {
		return "White to move"
	}
	return "Black to move"
}

// Boards draws a model's position and, if the position that is searched is a different
// one, that position next to it.
func Boards(w io.Writer, m *window.Model) error {
	columns := [][]string{diagram("the position", m.Start)}
	p, err := pretended(m)
	if err != nil {
		return err
	}
	if p != nil {
		columns = [][]string{diagram("pretended", p), diagram("really searched", m.Start)}
	}
	const wide = 24
	if limit := report.ScreenOf(w).Width; limit > 0 && limit < len(columns)*wide {
		_, err = io.WriteString(w, strings.Join(slices.Concat(columns...), "\n")+"\n") // below each other
		return err
	}
	var b strings.Builder
	for i := range columns[0] {
		line := ""
		for _, c := range columns {
			line += fmt.Sprintf("%-*s", wide, c[i])
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// diagram returns a board with a caption.
func diagram(caption string, p *goengine.Position) []string {
	d := hostbridge.DiagramOf(p)
	lines := append([]string{caption}, d[:]...)
	return append(lines, "  a b c d e f g h", toMove(p))
}
