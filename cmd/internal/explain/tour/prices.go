package tour

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// kinds describes the categories in a list of prices.
var kinds = map[goengine.Category]string{
	goengine.Evasion:       "a move out of check",
	goengine.FirstCheck:    "of a side in a line",
	goengine.Check:         "a further one",
	goengine.Promotion:     "",
	goengine.Capture:       "",
	goengine.LosingCapture: "by the exchange on its square",
	goengine.Losing:        "a quiet move to a square where the piece is lost",
	goengine.Killer:        "a quiet move that has just refuted something else at this ply",
	goengine.Attack:        "of a dearer piece by a quiet move",
	goengine.Forward:       "other quiet moves",
	goengine.Backward:      "",
}

// prices returns a list of a profile's prices, in the order in which the categories are tested.
func prices(spec string) (string, error) {
	p, err := goengine.ParseProfile(spec)
	if err != nil {
		return "", err
	}
	var parts []string
	for c, name := range goengine.CategoryNames {
		what, known := kinds[goengine.Category(c)]
		if !known || c == int(goengine.Evasion) && p.Price[c] == 0 {
			continue
		}
		if what != "" {
			what = " (" + what + ")"
		}
		parts = append(parts, fmt.Sprintf("%s%s %d", name, what, p.Price[c]))
	}
	return strings.Join(parts, ", "), nil
}
