package tree

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/window"
)

// pawnsOnly is a position in which both sides have little to do.
const pawnsOnly = "7k/8/6pp/8/1P6/P7/8/K7 w - - 0 1"

// made returns a run of invented positions, each as "key line", parents before children. Nothing
// has been searched yet.
func made(t *testing.T, positions ...string) *window.Run {
	t.Helper()
	start := given.Position(t, pawnsOnly)
	prof, _ := goengine.ProfileByName("uniform")
	m := &window.Model{Name: "made", Title: "Made up", Start: start, Root: &window.Position{}}
	r := &window.Run{
		Model: m, Setting: &window.Setting{Spec: "uniform", Profile: prof, SX: 16, Depth: 3},
		Visits: map[string]*window.Visit{"": {Created: 1, Expanded: true, SX: 16}},
	}
	byKey := map[string]*window.Position{"": m.Root}
	for _, text := range positions {
		key, line, _ := strings.Cut(text, " ")
		p := &window.Position{Key: key, Line: line, Parent: byKey[key[:len(key)-1]]}
		p.Parent.Children = append(p.Parent.Children, p)
		byKey[key], r.Visits[key] = p, &window.Visit{}
	}
	return r
}

// builtin returns all runs of a model on the Go engine.
func builtin(t *testing.T, name string) (runs []*window.Run) {
	t.Helper()
	m, err := window.Builtin(name)
	require.NoError(t, err)
	e := given.Engine(t, "go")
	for i := range m.Runs {
		r, err := m.Run(e, &m.Runs[i])
		require.NoError(t, err)
		runs = append(runs, r)
	}
	return runs
}

// textOf returns a run's drawing.
func textOf(t *testing.T, r *window.Run, ascii bool) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, Text(&report.Screen{Writer: &b, ASCII: ascii}, r))
	return b.String()
}
