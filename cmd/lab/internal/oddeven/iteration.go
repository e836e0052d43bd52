package oddeven

import (
	"encoding/json"
	"fmt"
)

// Iteration has the result and the counts of an iteration. Nodes and Cycles count from the beginning
// of the search, all others from the beginning of the iteration.
type Iteration struct {
	SX, Score, Best int64 // Best is the number of the move
	Nodes, Cycles   int64
	// Leaves and Inner count leaves and inner nodes by kind. OddLeaves counts those at odd plies,
	// LeafPlies is the sum of the plies of all leaves.
	Leaves, Inner        [Kinds]int64
	OddLeaves, LeafPlies int64
	// Cuts counts nodes that cut off, CutFirst those that did so with the first move tried, and
	// CutTried the moves tried at all of them.
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

// UnmarshalJSON reads a list of MarshalJSON.
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

// all returns the sum of the counts of all kinds.
func all(of [Kinds]int64) (sum int64) {
	for _, n := range of {
		sum += n
	}
	return sum
}
