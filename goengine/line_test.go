package goengine

import (
	"slices"
	"strings"
)

// only leaves of the moves of every node at a ply those that its entry names,
// in UCI notation with blanks between; an empty entry, and a ply beyond the
// last, leave them all.
type only []string

// Event implements Callbacks.
func (o only) Event(n Node, ev *Event) {
	if ev.Kind != EventGenerated {
		return
	}
	if n.Ply() >= len(o) || o[n.Ply()] == "" {
		return
	}
	n.Keep(slices.DeleteFunc(n.Moves(nil), func(m Move) bool {
		return !slices.Contains(strings.Fields(o[n.Ply()]), m.String())
	}))
}
