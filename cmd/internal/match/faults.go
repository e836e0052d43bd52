package match

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
)

// Played returns the number of games of all results.
func Played(results []Result) (games int) {
	for _, r := range results {
		games += r.Score.Games()
	}
	return games
}

// FaultError returns an error that counts the games that each player lost by fault, nil if
// there are none.
func FaultError(results []Result) error {
	faults := map[string]int{}
	for _, r := range results {
		for name, n := range r.FaultsBy {
			faults[name] += n
		}
	}
	if len(faults) == 0 {
		return nil
	}
	var words []string
	for name, n := range faults {
		words = append(words, fmt.Sprintf("%s lost %s by fault", name, report.Plural(n, "game")))
	}
	slices.Sort(words)
	return errors.New(strings.Join(words, ", "))
}
