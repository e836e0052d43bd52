package sex

import (
	"fmt"
	"strings"
)

// in writes a match in a cell of docs/sources.md, with its time a move if that is not the usual one.
func (v *view) in(x idea, cycles uint64) string {
	text := v.scored(x.with, x.without, cycles)
	if text == "" {
		return "not recorded"
	}
	if cycles != v.Small {
		text += " in " + (&decider{cycles: cycles}).seconds()
	}
	return strings.ReplaceAll(text, "-", "−")
}

// named returns the idea of a name.
func named(all []idea, name string) idea {
	for _, x := range all {
		if x.name == name {
			return x
		}
	}
	return idea{}
}

// costs has the rows of the table of differences in docs/sources.md whose cost was measured,
// by the words of the document.
var costs = []struct {
	words string
	cost  func(v *view) string
}{
	{`"up to 21 (forward moves) or 24 (backward moves)"`, func(v *view) string {
		return fmt.Sprintf("`sx81-graded` against `sx81-text`: %s, %s; up to 24: %s", v.in(graded[0], v.Small), v.in(graded[0], v.Large), v.in(graded[1], v.Small))
	}},
	{`"late non-tactical moves were reduced by up to two and some fractional plies"`, func(v *view) string {
		return "in sx81, 34 against 24: " + v.in(others[0], v.Small)
	}},
	{`"moves which produced non-swap-off scores that were above the window"`, func(v *view) string {
		return fmt.Sprintf("%s; half a pawn lower: %s; other readings not measured", v.in(named(ideas, "window: quiet moves at or above beta 14"), v.Small), v.in(named(ideas, "window, half a pawn below beta"), v.Small))
	}},
	{`Cyrus 68K "evaluated and sorted all the moves from a node being expanded"`, func(v *view) string {
		return fmt.Sprintf("in sx81: %s; in cyrus86: %s", v.in(takenAway[0], v.Small), v.in(others[1], v.Small))
	}},
	{`"Parity Pruning"`, func(v *view) string {
		return "in sx81: " + v.in(named(ideas, "parity, own plies 1 dearer, others 1 cheaper"), v.Small)
	}},
	{`"Mate at a Glance"`, func(v *view) string {
		return fmt.Sprintf("in sx81: %s; the patterns not measured", v.in(named(ideas, "mate threats at 7"), v.Small))
	}},
	{"the program of 1981, by static properties of moves", func(v *view) string {
		return fmt.Sprintf("`sx81` against `sx81-text`: %s, %s", v.in(allAdded, v.Small), v.in(allAdded, v.Large))
	}},
}

// The block of docs/sources.md that is written from the records.
const addedBegins, blockEnds = "<!-- added -->\n", "<!-- end -->"

// Sources returns docs/sources.md with its figures replaced by the figures of the results. It is
// an error if a row or the block is missing.
func (p *Plan) Sources(results Results, page string) (string, error) {
	v := &view{p, results}
	before, rest, found := strings.Cut(page, addedBegins)
	_, after, ends := strings.Cut(rest, blockEnds)
	if !found || !ends {
		return "", fmt.Errorf("no block of %q to %q", addedBegins, blockEnds)
	}
	page = before + addedBegins + v.addedTable() + blockEnds + after
	lines := strings.Split(page, "\n")
	for _, x := range costs {
		n := 0
		for i, line := range lines {
			cells := strings.Split(line, " | ")
			if len(cells) == 5 && cells[1] == x.words {
				cells[4] = x.cost(v) + " |"
				lines[i], n = strings.Join(cells, " | "), n+1
			}
		}
		if n != 1 {
			return "", fmt.Errorf("%d rows of five cells with the words %s: want one", n, x.words)
		}
	}
	return strings.Join(lines, "\n"), nil
}

// addedTable returns the table of what sx81 adds to the texts, in Markdown, and a sentence on it.
func (v *view) addedTable() string {
	var b strings.Builder
	b.WriteString("| addition | decision | off by | taken away from `sx81` | added to `sx81-text` |\n|---|---:|---|---|---|\n")
	for i := range additions {
		a := &additions[i]
		fmt.Fprintf(&b, "| %s | %d | `%s` | %s | %s |\n", a.name, a.decision, a.off, v.in(a.inSX81(), v.Small), v.in(a.inText(), v.Small))
	}
	all := v.in(allAdded, v.Small)
	if v.Large > 0 {
		all += ", " + v.in(allAdded, v.Large)
	}
	fmt.Fprintf(&b, "| **%s** | | profile `%s` | %s | the same games |\n", allAdded.name, textProfile, all)
	fmt.Fprintf(&b, "\n%s\n", v.foundOf("In `sx81`", takenAway))
	fmt.Fprintf(&b, "%s\n", v.foundOf("Added to `sx81-text`", addedAlone))
	return b.String()
}
