package tour

import (
	"context"
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/window"
)

// found is the result of an ordinary search, without a model.
type found struct {
	hostbridge.Result
	pos *goengine.Position
}

// search searches the position of a model on all engines, with a profile (see
// ParseProfile) and one iteration with the budget sx.
func (g *guide) search(model, spec string, sx int) (*found, error) {
	m, err := window.Builtin(model)
	if err != nil {
		return nil, err
	}
	prof, err := goengine.ParseProfile(spec)
	if err != nil {
		return nil, err
	}
	prof.Start = uint8(sx)
	var first hostbridge.Result
	var hash goengine.EventHash
	for i, e := range g.engines {
		h := goengine.EventHash{}
		e.Attach(&h)
		r, err := e.Search(context.Background(), goengine.NewGame(m.Start), &prof, goengine.Limits{SX: sx, SXSet: true})
		e.Attach(nil)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			first, hash = r, h
			continue
		}
		where := difference(g.engines[0].Name(), &first, e.Name(), &r)
		if where == "" && h != hash {
			where = fmt.Sprintf("events %x of %s, %x of %s", hash.Sum, g.engines[0].Name(), h.Sum, e.Name())
		}
		if where != "" {
			return nil, fmt.Errorf("%s, profile %s, SX %d: the engines differ: %s", m.Start.FEN(), spec, sx, where)
		}
	}
	return &found{first, m.Start}, nil
}

// Move returns the best move in UCI notation.
func (f *found) Move() string { return f.Best.String() }

// White returns the score for White in pawns.
func (f *found) White() string {
	v := f.Score
	if f.pos.Side() == goengine.Black {
		v = -v
	}
	return report.Pawns(v)
}

// Hundredths returns the score for White in hundredths of a pawn, for claims.
func (f *found) Hundredths() int {
	v := int(f.Score)
	if f.pos.Side() == goengine.Black {
		v = -v
	}
	return report.Centipawns(v)
}

// Variation returns the principal variation in UCI notation.
func (f *found) Variation() string { return strings.Trim(fmt.Sprint(f.PV), "[]") }

// Count returns the number of nodes.
func (f *found) Count() string { return report.Int(int(f.Nodes)) }
