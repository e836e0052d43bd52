package oddeven

import (
	"encoding/json"
	"fmt"
)

// Iteration is what an iteration of a search has found and counted. Nodes and
// Cycles are from the beginning of the search; all others are its own.
type Iteration struct {
	SX, Score, Best int64 // Best is the move's number
	Nodes, Cycles   int64
	// Leaves and Inner nodes by kind. OddLeaves are those at odd plies, LeafPlies
	// the sum of the plies of all.
	Leaves, Inner        [Kinds]int64
	OddLeaves, LeafPlies int64
	// Cuts are nodes that cut off, CutFirst those that did so by the first move
	// tried, CutTried the moves tried at all of them.
	Cuts, CutFirst, CutTried int64
}

// fields returns the numbers in the order in which they are recorded.
func (it *Iteration) fields() []*int64 {
	all := []*int64{&it.SX, &it.Score, &it.Best, &it.Nodes, &it.Cycles}
	for k := range Kinds {
		all = append(all, &it.Leaves[k])
	}
	for k := range Kinds {
		all = append(all, &it.Inner[k])
	}
	return append(all, &it.OddLeaves, &it.LeafPlies, &it.Cuts, &it.CutFirst, &it.CutTried)
}

// MarshalJSON writes the numbers as a list, without zeros at its end.
func (it Iteration) MarshalJSON() ([]byte, error) {
	list := []int64{}
	zeros := 0
	for _, n := range it.fields() {
		list = append(list, *n)
		if zeros++; *n != 0 {
			zeros = 0
		}
	}
	return json.Marshal(list[:len(list)-zeros])
}

// UnmarshalJSON reads such a list.
func (it *Iteration) UnmarshalJSON(b []byte) error {
	var list []int64
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	*it = Iteration{}
	fields := it.fields()
	if len(list) > len(fields) {
		return fmt.Errorf("an iteration of %d numbers: want %d at most", len(list), len(fields))
	}
	for i, n := range list {
		*fields[i] = n
	}
	return nil
}

// all returns how many of some nodes there are.
func all(of [Kinds]int64) (sum int64) {
	for _, n := range of {
		sum += n
	}
	return sum
}
