package window

import (
	"context"
	"fmt"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Kind is the kind of an Event.
type Kind string

// The kinds, as the log has them.
const (
	Created   Kind = "created"   // a position has got its static score
	Evaluated Kind = "evaluated" // a move's value is known
	Cutoff    Kind = "cutoff"    // it is at least beta
	NoCutoff  Kind = "no cutoff"
	Best      Kind = "best" // and above alpha
	NotBest   Kind = "not best"
	Confirmed Kind = "confirmed" // the engine has stored it as its node's best
)

// Event is one entry of the log.
type Event struct {
	Kind     Kind
	Position *Position
	// Value and Against, in score units, are what is compared in Cutoff, NoCutoff,
	// Best and NotBest, with the signs of the text: the mover's value against beta, then
	// both negated, the value against alpha.
	Value, Against int16
}

// Visit is what a search has made of a position.
type Visit struct {
	// Created and Evaluated are the places of these events, from 1; 0: never.
	Created, Evaluated int
	Static             int16 // the mover's view, score units
	// Value, Alpha and Beta are those of the tests, the mover's view; Verdict
	// is how they ended.
	Value, Alpha, Beta int16
	Verdict            Kind
	// Category and Price are those of the move, where it was priced.
	Priced   bool
	Category string
	Price    uint8
	// Expanded says that its moves were tried, with the budget SX.
	Expanded bool
	SX       uint8
	// InPV marks the principal variation.
	InPV bool
}

// Run is a search of a model.
type Run struct {
	Model   *Model
	Setting *Setting
	Engine  string
	Events  []Event
	Visits  map[string]*Visit // by key; every position has one
	// PV are the keys of the principal variation, A, AG, AGA.
	PV     []string
	Result hostbridge.Result
}

// Run searches a model on an engine, whose callbacks it replaces and leaves
// detached.
func (m *Model) Run(e hostbridge.Engine, s *Setting) (*Run, error) {
	if err := m.check(m.Root, *m.Start); err != nil {
		return nil, fmt.Errorf("model %s: %w", m.Name, err)
	}
	r := &Run{Model: m, Setting: s, Engine: e.Name(), Visits: map[string]*Visit{}}
	m.Root.Each(func(p *Position) { r.Visits[p.Key] = &Visit{} })
	rec := &recorder{Run: r, floor: map[*Position]int16{}}
	rec.create(m.Root)
	e.Attach(rec)
	defer e.Attach(nil)
	prof := s.Profile
	prof.Start = uint8(s.SX) // a single iteration
	var err error
	r.Result, err = e.Search(context.Background(), goengine.NewGame(m.Start), &prof, goengine.Limits{SX: s.SX, SXSet: true, Depth: s.Depth})
	switch {
	case err != nil:
		return nil, fmt.Errorf("model %s: %w", m.Name, err)
	case hostbridge.IsForeign(r.Engine) && r.Result.SX != s.Depth: // such an engine counts plies
		return nil, fmt.Errorf("model %s: it is to be searched to %d plies, and %s searches %d", m.Name, s.Depth, r.Engine, r.Result.SX)
	}
	for _, d := range hostbridge.PrincipalVariation(rec.decisions) {
		p, err := m.Root.at(d.Path)
		if err != nil {
			return nil, fmt.Errorf("model %s: %w", m.Name, err)
		}
		r.PV = append(r.PV, p.Key)
		r.Visits[p.Key].InPV = true
	}
	return r, nil
}

// check refuses what an engine can't be made to believe in: a move that is not
// legal on the board, or moves after a draw.
func (m *Model) check(p *Position, board goengine.Position) error {
	if err := searchable(p, &board); err != nil {
		return err
	}
	for _, c := range p.Children {
		next := board
		if !next.Play(c.Move) {
			return wrong(c.Key, "move %v is not legal in %s", c.Move, board.FEN())
		}
		if err := m.check(c, next); err != nil {
			return err
		}
	}
	return nil
}

// recorder makes an engine believe in the model, and notes what it does.
type recorder struct {
	*Run
	decisions []hostbridge.Decision
	floor     map[*Position]int16 // alpha of a position, after the last comparison there
	evaluated int
	followed  *Position // a position without moves whose moves were asked for
}

// position is the model's position after a node's move.
func (r *recorder) position(n hostbridge.Node, m goengine.Move) *Position {
	p, err := r.Model.Root.at(append(n.Path(nil), m))
	if err != nil {
		panic(err)
	}
	return p
}

func (r *recorder) add(k Kind, p *Position, value, against int16) {
	r.Events = append(r.Events, Event{k, p, value, against})
}

func (r *recorder) create(p *Position) {
	r.add(Created, p, 0, 0)
	r.Visits[p.Key].Created = len(r.Events)
}

// pretended is a position's score for the side that moved to it.
func (r *recorder) pretended(p *Position, value int16) int16 {
	score, ok := r.Setting.Scores[p.Key]
	if !ok {
		if !p.Scored {
			return value
		}
		score = p.Score
	}
	if (r.Model.Start.Side() == goengine.White) == (p.Ply()%2 == 1) {
		return score
	}
	return -score
}

// Event implements Callbacks.
func (r *recorder) Event(n hostbridge.Node, ev *goengine.Event) {
	switch ev.Kind {
	case goengine.EventGenerated:
		r.generated(n)
	case goengine.EventScored:
		r.scored(n, ev)
	case goengine.EventPriced:
		r.priced(n, ev)
	case goengine.EventBeta:
		r.tested(n, ev)
	case goengine.EventAlpha:
		r.compared(n, ev)
	case goengine.EventBest:
		r.decisions = append(r.decisions, hostbridge.Decision{Path: append(n.Path(nil), ev.Move)})
		r.add(Confirmed, r.position(n, ev.Move), 0, 0)
	}
}

// generated keeps only the moves that the model has.
func (r *recorder) generated(n hostbridge.Node) {
	p, err := r.Model.Root.at(n.Path(nil))
	if err != nil {
		panic(err)
	}
	if v := r.Visits[p.Key]; len(p.Children) > 0 {
		v.Expanded = true
		v.SX, _ = n.Budget()
	} else {
		r.followed = p
	}
	var keep []goengine.Move
	for _, m := range n.Moves(nil) {
		if p.child(m) != nil {
			keep = append(keep, m)
		}
	}
	n.Keep(keep)
}

// scored replaces the static value by the model's.
func (r *recorder) scored(n hostbridge.Node, ev *goengine.Event) {
	p := r.position(n, ev.Move)
	r.create(p)
	v := r.Visits[p.Key]
	v.Static = r.pretended(p, ev.Value)
	ev.Value = v.Static
}

// priced replaces category and price by the model's. A position without moves in
// the model is terminal: it gets the highest price. If the budget pays even that,
// its empty list ends the line, and tested corrects the value.
func (r *recorder) priced(n hostbridge.Node, ev *goengine.Event) {
	p := r.position(n, ev.Move)
	v := r.Visits[p.Key]
	v.Priced, v.Category, v.Price = true, goengine.CategoryNames[ev.Category], ev.Price
	if p.Category != "" {
		v.Category = p.Category
	}
	if p.Price != 0 {
		v.Price = p.Price
	}
	if len(p.Children) == 0 {
		ev.Price = goengine.MaxSX
		return
	}
	ev.Price = v.Price
}

// tested replaces the value of a terminal by the model's score, without what the
// engine computes from the real position, and records whether it cuts off.
func (r *recorder) tested(n hostbridge.Node, ev *goengine.Event) {
	if ev.Move == goengine.NoMove { // a pass, which the model knows nothing of
		return
	}
	p := r.position(n, ev.Move)
	v := r.Visits[p.Key]
	if len(p.Children) == 0 && r.followed == p {
		ev.Value = v.Static
	}
	if !v.Expanded {
		ev.Value = r.pretended(p, ev.Value)
	}
	r.add(Evaluated, p, 0, 0)
	r.evaluated++
	v.Evaluated = r.evaluated
	v.Value, v.Alpha, v.Beta = ev.Value, ev.Alpha, ev.Beta
	if alpha, ok := r.floor[p.Parent]; ok { // a guest tells it in comparisons alone
		v.Alpha = max(v.Alpha, alpha)
	}
	v.Verdict = NoCutoff
	if ev.Value >= ev.Beta {
		v.Verdict = Cutoff
	}
	r.add(v.Verdict, p, ev.Value, ev.Beta)
}

// compared records the comparison with alpha.
func (r *recorder) compared(n hostbridge.Node, ev *goengine.Event) {
	p := r.position(n, ev.Move)
	v := r.Visits[p.Key]
	v.Verdict, v.Alpha = NotBest, ev.Alpha
	r.floor[p.Parent] = max(ev.Alpha, ev.Value)
	if ev.Value > ev.Alpha {
		v.Verdict = Best
	}
	r.add(v.Verdict, p, -ev.Value, -ev.Alpha)
}
