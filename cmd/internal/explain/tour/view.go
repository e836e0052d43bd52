package tour

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/explain/tree"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/window"
)

// view is a run with the methods that the template calls. They return an error for a key
// that the model doesn't have, and for a position that the run did not reach.
type view struct{ *window.Run }

// at returns a position and its visit in the run.
func (v *view) at(key string) (*window.Position, *window.Visit, error) {
	var found *window.Position
	v.Model.Root.Each(func(p *window.Position) {
		if p.Key == key {
			found = p
		}
	})
	if found == nil {
		return nil, nil, fmt.Errorf("model %s has no position %q", v.Model.Name, key)
	}
	return found, v.Visits[key], nil
}

func (v *view) missing(key, what string) error {
	return fmt.Errorf("model %s, run %q: position %q has no %s", v.Model.Name, v.Setting.Name, key, what)
}

// white converts a value for the side that moved to a position to a value for White.
func (v *view) white(p *window.Position, value int16) int16 {
	if (v.Model.Start.Side() == goengine.White) == (p.Ply()%2 == 1) {
		return value
	}
	return -value
}

// pawns formats a value in pawns for prose: 9, 3.25, -0.5.
func pawns(v int16) string {
	return strconv.FormatFloat(float64(v)/64, 'f', -1, 64)
}

// Tree returns the drawing of the tree.
func (v *view) Tree() (string, error) {
	var b strings.Builder
	err := tree.Text(&b, v.Run)
	return fenced(b.String()), err
}

// Score returns the result for White, in pawns.
func (v *view) Score() string {
	if v.Model.Start.Side() == goengine.White {
		return pawns(v.Result.Score)
	}
	return pawns(-v.Result.Score)
}

// Line returns the principal variation.
func (v *view) Line() string { return tree.Variation(v.Run) }

// Best returns the best move of the root.
func (v *view) Best() (string, error) {
	if len(v.PV) == 0 {
		return "", v.missing("", "best move")
	}
	return v.Move(v.PV[0])
}

// Key returns the key of the best move of the root.
func (v *view) Key() string { return v.PV[0] }

// Move returns a position's last move with its number: 1.Qg8+, 1...Nxg8.
func (v *view) Move(key string) (string, error) {
	p, _, err := v.at(key)
	if err != nil {
		return "", err
	}
	if key == "" {
		return "", v.missing(key, "move")
	}
	name := p.MoveName()
	if strings.ContainsRune(name, '.') {
		return name, nil
	}
	return fmt.Sprintf("%d...%s", (p.Ply()+1)/2, name), nil
}

// Path returns the moves that lead to a position, in the notation of the model.
func (v *view) Path(key string) (string, error) {
	p, _, err := v.at(key)
	if err != nil {
		return "", err
	}
	return p.Line, nil
}

// What a visit may lack.
var (
	decided  = func(x *window.Visit) bool { return x.Evaluated > 0 }
	created  = func(x *window.Visit) bool { return x.Created > 0 }
	priced   = func(x *window.Visit) bool { return x.Priced }
	expanded = func(x *window.Visit) bool { return x.Expanded }
)

// known is at for a position that must have something, which what names.
func (v *view) known(key, what string, has func(x *window.Visit) bool) (*window.Position, *window.Visit, error) {
	p, visit, err := v.at(key)
	if err == nil && !has(visit) {
		err = v.missing(key, what)
	}
	return p, visit, err
}

// Value returns the value that the search found for a position, for White, in pawns.
func (v *view) Value(key string) (string, error) {
	p, visit, err := v.known(key, "value", decided)
	if err != nil {
		return "", err
	}
	return pawns(v.white(p, visit.Value)), nil
}

// Static returns a position's static score, for White, in pawns.
func (v *view) Static(key string) (string, error) {
	p, visit, err := v.known(key, "static score", created)
	if err != nil {
		return "", err
	}
	return pawns(v.white(p, visit.Static)), nil
}

// Beta returns the beta with which a position's value was compared, for White, in pawns.
func (v *view) Beta(key string) (string, error) {
	p, visit, err := v.known(key, "decision", decided)
	if err == nil && (visit.Beta >= goengine.Infinity || visit.Beta <= -goengine.Infinity) {
		err = v.missing(key, "bound")
	}
	if err != nil {
		return "", err
	}
	return pawns(v.white(p, visit.Beta)), nil
}

// N returns the number of the decision about a position.
func (v *view) N(key string) (int, error) {
	_, visit, err := v.known(key, "decision", decided)
	if err != nil {
		return 0, err
	}
	return visit.Evaluated, nil
}

// Cut reports whether a position's value was a cutoff.
func (v *view) Cut(key string) (bool, error) {
	_, visit, err := v.at(key)
	if err != nil {
		return false, err
	}
	return visit.Verdict == window.Cutoff, nil
}

// Seen reports whether a position was created.
func (v *view) Seen(key string) (bool, error) {
	_, visit, err := v.at(key)
	if err != nil {
		return false, err
	}
	return visit.Created > 0, nil
}

// Price returns the price of a move.
func (v *view) Price(key string) (int, error) {
	_, visit, err := v.known(key, "price", priced)
	if err != nil {
		return 0, err
	}
	return int(visit.Price), nil
}

// Left returns the SX of the side to move at a position whose moves were tried.
func (v *view) Left(key string) (int, error) {
	_, visit, err := v.known(key, "moves that were tried", expanded)
	if err != nil {
		return 0, err
	}
	return int(visit.SX), nil
}

// Deepest returns the length in plies of the longest line through a position in the run.
func (v *view) Deepest(key string) (plies int) {
	for k, visit := range v.Visits {
		if visit.Created > 0 && strings.HasPrefix(k, key) {
			plies = max(plies, len(k))
		}
	}
	return plies
}
