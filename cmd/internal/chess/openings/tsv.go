package openings

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// tabbed matches a table of openings: its head, or a first row that begins with an ECO code.
var tabbed = regexp.MustCompile(`(?i)^\s*(?:eco[ -]?(?:code)?\t|[a-e][0-9][0-9]\t)`)

// IsTable reports whether a text is a table of openings.
func IsTable(text string) bool { return tabbed.MatchString(text) }

// columns are the places of ECO code, name and moves in a table without a head.
var columns = [3]int{0, 1, 2}

// headed returns the places of ECO code, name and moves by the head of a table. It reports
// false if the row is no head.
func headed(row []string) (places [3]int, ok bool) {
	for i, names := range [][]string{{"eco", "eco code", "eco-code", "ecocode"}, {"name", "opening"}, {"pgn", "moves", "san"}} {
		at := slices.IndexFunc(row, func(cell string) bool { return slices.Contains(names, strings.ToLower(strings.TrimSpace(cell))) })
		if at < 0 {
			return columns, false
		}
		places[i] = at
	}
	return places, true
}

// Table returns the rows of a table of openings as sections of PGN, a line of text each, so
// that a book reads them. It reports false for a text that is no such table.
func Table(text string) (pgn string, ok bool) {
	if !IsTable(text) {
		return "", false
	}
	var b strings.Builder
	places, n := columns, 0
	for line := range strings.Lines(text) {
		row := strings.Split(strings.TrimRight(line, "\n"), "\t")
		n++
		if n == 1 {
			if by, head := headed(row); head {
				places = by
				b.WriteString("\n")
				continue
			}
		}
		cell := func(i int) string {
			if places[i] < len(row) {
				return strings.TrimSpace(row[places[i]])
			}
			return ""
		}
		if cell(2) != "" {
			quoted := strings.NewReplacer("\\", "\\\\", `"`, `\"`)
			fmt.Fprintf(&b, `[ECO "%s"] [Opening "%s"] %s *`, quoted.Replace(cell(0)), quoted.Replace(cell(1)), cell(2))
		}
		b.WriteString("\n")
	}
	return b.String(), true
}

// readTable reads a table of openings: each row is one. A row that cannot be used is skipped; if none can, the first error
// is returned.
func (g Games) readTable(text string) (all []Opening, line int, err error) {
	places, at := columns, 0
	var first error
	for row := range strings.Lines(text) {
		line++
		cells := strings.Split(strings.TrimRight(row, "\n"), "\t")
		if line == 1 {
			if by, head := headed(cells); head {
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
