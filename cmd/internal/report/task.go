package report

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/hostbridge"
)

// Task describes the profile and the limits of a search.
func Task(t *hostbridge.Task) string {
	var b strings.Builder
	fmt.Fprintf(&b, "profile %s", t.ProfileName)
	l := &t.Limits
	if l.SXSet {
		fmt.Fprintf(&b, ", SX %d", l.SX)
	}
	if l.Nodes > 0 {
		fmt.Fprintf(&b, ", %s nodes", Count(l.Nodes))
	}
	if l.Depth > 0 {
		fmt.Fprintf(&b, ", plies %d", l.Depth)
	}
	if l.Draw != 0 {
		fmt.Fprintf(&b, ", a draw worth %d", l.Draw)
	}
	if l.MateIn > 0 {
		fmt.Fprintf(&b, ", mates in %d", l.MateIn)
	}
	if len(l.Moves) > 0 {
		fmt.Fprintf(&b, ", only %s", strings.Join(t.RootMoves(), " "))
	}
	return b.String()
}
