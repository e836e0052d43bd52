package tour

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/window"
)

// Scan shows how the principal variation is found in the list of "best so far"
// decisions. It returns an error if that differs from the search's variation.
func (v *view) Scan() (string, error) {
	var decisions []hostbridge.Decision
	var keys []string
	for _, e := range v.Events {
		if e.Kind == window.Best {
			decisions = append(decisions, hostbridge.Decision{Path: path(e.Position)})
			keys = append(keys, e.Position.Key)
		}
	}
	found := hostbridge.PrincipalVariation(decisions)
	var line []goengine.Move
	if len(found) > 0 {
		line = found[len(found)-1].Path
	}
	if !slices.Equal(line, v.Result.PV) {
		return "", fmt.Errorf("model %s, run %q: the decisions give the variation %v, the search %v",
			v.Model.Name, v.Setting.Name, line, v.Result.PV)
	}
	rows := make([]string, len(keys))
	for i := len(keys) - 1; i >= 0; i-- {
		rows[i] = "best  " + keys[i]
		if len(found) > 0 && slices.Equal(found[0].Path, decisions[i].Path) {
			rows[i] = fmt.Sprintf("best  %-*s  <- ply %d", v.Setting.Depth, keys[i], len(keys[i]))
			found = found[1:]
		}
	}
	return fenced(strings.Join(rows, "\n")), nil
}

// path returns the moves that lead to a position.
func path(p *window.Position) (line []goengine.Move) {
	for ; p.Parent != nil; p = p.Parent {
		line = append(line, p.Move)
	}
	slices.Reverse(line)
	return line
}

// Decisions returns the number of "best so far" decisions.
func (v *view) Decisions() (n int) {
	for _, e := range v.Events {
		if e.Kind == window.Best {
			n++
		}
	}
	return n
}
