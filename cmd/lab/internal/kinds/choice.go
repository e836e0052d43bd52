package kinds

import (
	"fmt"
	"hash/fnv"
	"math/rand"
	"slices"
	"strings"

	"github.com/searchex/searchex/asm/tools/mutant"
)

// Choice says which mutants of a ROM a campaign tries. The empty one stands for all.
type Choice struct {
	// Match is text that the place or the name has in it.
	Match string
	// Kinds are kinds of changes, empty for all.
	Kinds []mutant.Kind
	// Names are names, nil for all.
	Names []string
	// Not has names that are left out.
	Not map[string]string
	// Sample is how many of the others are tried, 0 for all. Which ones depends on all
	// mutants alone.
	Sample int
}

// Of returns the places of the mutants that are chosen, in increasing order, nil for all
// of them.
func (c *Choice) Of(all []mutant.Mutant) (places []int, err error) {
	for i := range all {
		x := &all[i]
		_, listed := c.Not[x.Name]
		if !listed && strings.Contains(x.String(), c.Match) &&
			(len(c.Kinds) == 0 || slices.Contains(c.Kinds, x.Kind)) && (c.Names == nil || slices.Contains(c.Names, x.Name)) {
			places = append(places, i)
		}
	}
	if len(places) == 0 {
		return nil, fmt.Errorf("none of the %d mutants is chosen", len(all))
	}
	if c.Sample > 0 && c.Sample < len(places) {
		h := fnv.New64a()
		for i := range all {
			fmt.Fprintln(h, all[i].Name, all[i].Addr, all[i].Bytes)
		}
		r := rand.New(rand.NewSource(int64(h.Sum64())))
		r.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
		places = places[:c.Sample]
		slices.Sort(places)
	}
	if len(places) == len(all) {
		return nil, nil
	}
	return places, nil
}

// chosen returns the mutants at some places, nil for all.
func chosen(all []mutant.Mutant, places []int) ([]mutant.Mutant, error) {
	if places == nil {
		return all, nil
	}
	some := make([]mutant.Mutant, len(places))
	for k, i := range places {
		if i < 0 || i >= len(all) || k > 0 && i <= places[k-1] {
			return nil, fmt.Errorf("mutant %d of %d: want increasing places", i, len(all))
		}
		some[k] = all[i]
	}
	return some, nil
}
