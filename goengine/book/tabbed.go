package book

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// tabbed matches a table of openings: its head, or a first row that begins with an ECO code.
var tabbed = regexp.MustCompile(`(?i)^\s*(?:eco[ -]?(?:code)?\t|[a-e][0-9][0-9]\t)`)

// IsTabbed reports whether a text is a table of openings: ECO codes, names and moves between tabs.
func IsTabbed(text string) bool { return tabbed.MatchString(text) }

// Columns are the places of ECO code, name and moves in a table without a head.
var Columns = [3]int{0, 1, 2}

// Headed returns the places of ECO code, name and moves by the head of a table. It reports
// false if the row is no head.
func Headed(row []string) (places [3]int, ok bool) {
	for i, names := range [][]string{{"eco", "eco code", "eco-code", "ecocode"}, {"name", "opening"}, {"pgn", "moves", "san"}} {
		at := slices.IndexFunc(row, func(cell string) bool { return slices.Contains(names, strings.ToLower(strings.TrimSpace(cell))) })
		if at < 0 {
			return Columns, false
		}
		places[i] = at
	}
	return places, true
}

// FromTabbed returns the rows of a table of openings as sections of PGN, a line of text each, so
// that a book reads them. It reports false for a text that is no such table.
func FromTabbed(text string) (pgn string, ok bool) {
	if !IsTabbed(text) {
		return "", false
	}
	var b strings.Builder
	places, n := Columns, 0
	for line := range strings.Lines(text) {
		row := strings.Split(strings.TrimRight(line, "\n"), "\t")
		n++
		if n == 1 {
			if by, head := Headed(row); head {
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
