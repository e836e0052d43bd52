package tour

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// kinds describes each category.
var kinds = map[goengine.Category]string{
	goengine.Evasion:       "any move out of check",
	goengine.FirstCheck:    "the first check that a side gives in a line",
	goengine.Check:         "a further check",
	goengine.Promotion:     "a pawn becomes a queen",
	goengine.Capture:       "a capture that does not lose by the exchange on its square",
	goengine.LosingCapture: "a capture that does",
	goengine.Losing:        "a quiet move to a square where the piece is lost",
	goengine.Killer:        "a quiet move that has just refuted something else at this ply",
	goengine.Attack:        "a quiet move that attacks a dearer piece",
	goengine.Forward:       "any other quiet move towards the enemy",
	goengine.Backward:      "any other quiet move",
}

// prices returns the table of a profile's prices, in the order in which the
// categories are tested.
func prices(spec string) (string, error) {
	p, err := goengine.ParseProfile(spec)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("| category | price | what it is |\n|---|---:|---|\n")
	for c, name := range goengine.CategoryNames {
		what, known := kinds[goengine.Category(c)]
		if !known || c == int(goengine.Evasion) && p.Price[c] == 0 {
			continue
		}
		fmt.Fprintf(&b, "| %s | %d | %s |\n", name, p.Price[c], what)
	}
	return strings.TrimRight(b.String(), "\n"), nil
}
