package tour

import (
	"fmt"

	"github.com/searchex/searchex/cmd/internal/explain/tree"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/window"
)

// run returns the run of a model with a name, made on all engines.
func (g *guide) run(model, name string) (*view, error) {
	if g.runs[model] == nil {
		m, err := window.Builtin(model)
		if err != nil {
			return nil, err
		}
		for i := range m.Runs {
			r, err := g.agreed(m, &m.Runs[i])
			if err != nil {
				return nil, err
			}
			g.runs[model] = append(g.runs[model], &view{r})
		}
	}
	for _, v := range g.runs[model] {
		if v.Setting.Name == name {
			return v, nil
		}
	}
	return nil, fmt.Errorf("model %s has no run %q", model, name)
}

// agreed runs a model on all engines. It returns an error if they differ in anything.
func (g *guide) agreed(m *window.Model, s *window.Setting) (*window.Run, error) {
	var first *window.Run
	for _, e := range g.engines {
		r, err := m.Run(e, s)
		if err != nil {
			return nil, err
		}
		if first == nil {
			first = r
			continue
		}
		where := window.Difference(first, r)
		if where == "" {
			where = difference(first.Engine, &first.Result, r.Engine, &r.Result)
		}
		if where != "" {
			return nil, fmt.Errorf("model %s, %s: the engines differ: %s", m.Name, tree.Settings(first), where)
		}
	}
	return first, nil
}

// difference describes the difference between two results. It ignores cycles, and
// returns "" if there is none.
func difference(x string, a *hostbridge.Result, y string, b *hostbridge.Result) string {
	if a.Agrees(b) {
		return ""
	}
	return fmt.Sprintf("%s plays %v, score %d, %d nodes, %s plays %v, score %d, %d nodes",
		x, a.PV, a.Score, a.Nodes, y, b.PV, b.Score, b.Nodes)
}

// least returns the least SX with which a run of a model prefers the move of a key.
func (g *guide) least(model, name, key string) (int, error) {
	v, err := g.run(model, name)
	if err != nil {
		return 0, err
	}
	s := *v.Setting
	for s.SX = 0; s.SX <= goengine.MaxSX; s.SX++ {
		r, err := g.agreed(v.Model, &s)
		if err != nil {
			return 0, err
		}
		if len(r.PV) > 0 && r.PV[0] == key {
			return s.SX, nil
		}
	}
	return 0, fmt.Errorf("model %s, run %q: no SX plays %s", model, name, key)
}

// withoutWindowPrices returns the run of a model with window prices switched off.
func (g *guide) withoutWindowPrices(model, name string) (*view, error) {
	v, err := g.run(model, name)
	if err != nil {
		return nil, err
	}
	s := *v.Setting
	s.Profile.Switches &^= goengine.WindowPrices
	s.Spec += ",switch.window-prices=off"
	r, err := g.agreed(v.Model, &s)
	return &view{r}, err
}
