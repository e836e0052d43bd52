package hostbridge

import (
	"slices"

	"github.com/searchex/searchex/goengine"
)

// Decision is a "best so far" of a search: the last move of Path, the moves
// from the root, was the best of its node when it was tried.
type Decision struct{ Path []goengine.Move }

// PrincipalVariation returns a search's principal variation from its decisions
// alone, given in the order in which they were made, as "A Window into Sargon"
// does: going back from the last one, it takes the first decision at ply 1, then
// the next at ply 2, and so on. Sargon's lines all have the same length. Here a
// line may end early, and the decisions before it belong to another line, so a
// decision must also continue the line.
func PrincipalVariation(decisions []Decision) (line []Decision) {
	var path []goengine.Move
	for _, d := range slices.Backward(decisions) {
		if n := len(path); len(d.Path) == n+1 && slices.Equal(d.Path[:n], path) {
			path = d.Path
			line = append(line, d)
		}
	}
	return line
}

// DecisionRecorder collects the decisions of a search's last iteration, or of the one
// before if the last has none at the root yet. It implements Callbacks. The zero
// value is ready for use, for one search.
type DecisionRecorder struct {
	All      []Decision // in the order in which they were made
	Complete []Decision // those of the last complete iteration
	fresh    []Decision // of this iteration
}

// Event implements Callbacks.
func (d *DecisionRecorder) Event(n Node, ev *goengine.Event) {
	switch ev.Kind {
	case goengine.EventBest:
		d.fresh = append(d.fresh, Decision{append(n.Path(nil), ev.Move)})
		if n.Ply() == 0 {
			d.All = d.fresh
		}
	case goengine.EventIteration:
		d.Complete, d.fresh = d.All, nil
	}
}
