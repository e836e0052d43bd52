package openings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// readTable reads a table of openings: each row is one. A row that cannot be used is skipped; if none can, the first error
// is returned.
func (g Games) readTable(text string) (all []Opening, line int, err error) {
	places, at := book.Columns, 0
	var first error
	for row := range strings.Lines(text) {
		line++
		cells := strings.Split(strings.TrimRight(row, "\n"), "\t")
		if line == 1 {
			if by, head := book.Headed(cells); head {
				places = by
				continue
			}
		}
		if strings.TrimSpace(row) == "" || strings.HasPrefix(row, "#") {
			continue
		}
		o, err := openingOf(cells, places)
		if err == nil {
			all = append(all, o)
			continue
		}
		if g.Skipped != nil {
			g.Skipped(fmt.Errorf("line %d: %w (skipped)", line, err))
		}
		if first == nil {
			first, at = err, line
		}
	}
	if len(all) == 0 {
		return nil, at, first
	}
	return all, 0, nil
}

// openingOf returns the opening of a row.
func openingOf(cells []string, places [3]int) (Opening, error) {
	if len(cells) <= slices.Max(places[:]) {
		return Opening{}, fmt.Errorf("%d columns: want eco, name and moves between tabs", len(cells))
	}
	o := Opening{Name: strings.TrimSpace(cells[places[0]] + " " + cells[places[1]]), FEN: goengine.StartFEN}
	return o, o.play(cells[places[2]])
}
