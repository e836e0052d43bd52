package window

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// setUp makes the tree out of a file's positions and checks it.
func (m *Model) setUp(f *file) error {
	switch {
	case f.start == "":
		return errors.New("start is missing: want the position that is searched, a FEN")
	case len(f.positions) == 0:
		return errors.New("there are no positions: want at least one")
	}
	var err error
	if m.Start, err = goengine.ParseFEN(f.start); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	m.Pretend = f.pretend
	if f.pretend != "" {
		if _, err := goengine.ParseFEN(f.pretend); err != nil {
			return fmt.Errorf("pretend: %w", err)
		}
	}
	m.Root = &Position{}
	byKey := map[string]*Position{"": m.Root}
	for _, p := range f.positions {
		byKey[p.Key] = p
	}
	for _, p := range f.positions {
		above := p.Key[:len(p.Key)-1]
		if p.Parent = byKey[above]; p.Parent == nil {
			return wrong(p.Key, "the position before its last move, %s, is missing", quoted(above))
		}
		p.Parent.Children = append(p.Parent.Children, p)
	}
	if err := m.play(f, m.Root, *m.Start); err != nil {
		return err
	}
	m.Root.number(1)
	return nil
}

// play finds the moves after a position, on the board, and all below them.
func (m *Model) play(f *file, p *Position, board goengine.Position) error {
	if err := searchable(p, &board); err != nil {
		return err
	}
	for i, c := range p.Children {
		name := f.moves[c]
		var err error
		if c.Move, err = board.ParseMove(shortened(name)); err != nil {
			return atKey(c.Key, err)
		}
		if c.Line == "" {
			c.Line = m.extended(p, name)
		}
		for _, other := range p.Children[:i] {
			switch {
			case other.Move == c.Move:
				return wrong(c.Key, "its move %s is that of %q already", name, other.Key)
			case other.Line == c.Line:
				return wrong(c.Key, "its line %s is that of %q already", quoted(c.Line), other.Key)
			}
		}
		next := board
		next.Play(c.Move)
		if err := m.play(f, c, next); err != nil {
			return err
		}
	}
	return nil
}

// searchable refuses a position whose moves no search would try, because it is
// a draw on the board, whatever it pretends.
func searchable(p *Position, board *goengine.Position) error {
	if len(p.Children) == 0 || p.Ply() == 0 {
		return nil
	}
	why := ""
	switch {
	case board.Repeated():
		why = "repetition"
	case board.Insufficient():
		why = "insufficient material"
	case board.HalfmoveClock() >= 100:
		why = "fifty moves"
	default:
		return nil
	}
	return wrong(p.Key, "is a draw by %s on the board, so its moves would never be tried", why)
}

// extended is the line of a position and a move, numbered.
func (m *Model) extended(p *Position, move string) string {
	half := p.Ply()
	if m.Start.Side() == goengine.Black {
		half++
	}
	switch {
	case half%2 == 0:
		move = fmt.Sprintf("%d.%s", half/2+1, move)
	case p.Ply() == 0:
		move = "1..." + move
	}
	return strings.TrimSpace(p.Line + " " + move)
}

// set makes the settings of the runs out of the file's.
func (m *Model) set(f *file) error {
	switch {
	case !f.given:
		f.runs = []rawSetting{{sx: -1}}
	case len(f.runs) == 0:
		return errors.New("runs: the list is empty, want at least one run")
	}
	deepest := 0
	m.Root.Each(func(p *Position) { deepest = max(deepest, p.Ply()) })
	for i, r := range f.runs {
		s, err := r.setting(&f.setting, deepest)
		switch {
		case err != nil:
		case s.Name == "" && len(f.runs) > 1:
			err = errors.New("its name is missing")
		case slices.ContainsFunc(m.Runs, func(o Setting) bool { return o.Name == s.Name }):
			err = fmt.Errorf("the name %s is another's already", quoted(s.Name))
		}
		for key := range s.Scores {
			if p := m.Root.find(key); err == nil && (p == nil || key == "") {
				err = wrong(key, "the model has no such position")
			}
		}
		if err != nil && f.given {
			err = &placed{fmt.Sprintf("run %d", i+1), err}
		}
		if err != nil {
			return err
		}
		m.Runs = append(m.Runs, s)
	}
	return nil
}

// setting is a run's setting, with what it does not say from the model's own.
func (r rawSetting) setting(own *rawSetting, deepest int) (s Setting, err error) {
	s = Setting{Name: r.name, Spec: r.spec, SX: r.sx, Depth: r.depth, Scores: r.scores}
	if s.Spec == "" {
		s.Spec = own.spec
	}
	if s.Spec == "" {
		s.Spec = uniform
	}
	if s.SX < 0 {
		s.SX = own.sx
	}
	if s.Depth == 0 {
		s.Depth = own.depth
	}
	if s.Depth == 0 {
		s.Depth = deepest
	}
	if s.SX < 0 {
		s.SX = goengine.MaxSX
		s.followDepth()
	}
	s.Profile, err = ParseProfile(s.Spec)
	return s, err
}

// ParseProfile reads a profile as goengine.ParseProfile does, and leaves out
// what models leave out (see Parse) unless the text sets it.
func ParseProfile(spec string) (goengine.Profile, error) {
	if len(spec) > maxSpec {
		return goengine.Profile{}, fmt.Errorf("profile %s is too long: want at most %d characters", quoted(spec), maxSpec)
	}
	profile, err := goengine.ParseProfile(spec)
	if err != nil {
		return profile, err
	}
	_, changes, _ := strings.Cut(spec, ",")
	// A model would not show moves that are left out, sorted by what stands on
	// the board, or searched twice.
	for i := range goengine.ProfileFields {
		f := &goengine.ProfileFields[i]
		if f.Shortcut && !strings.Contains(","+changes, ","+f.Key+"=") {
			f.Set(&profile, f.Off)
		}
	}
	return profile, nil
}

// maxSpec bounds a profile's text, in bytes.
const maxSpec = 400

// uniform is the profile of a model that names none; plySX is what a ply costs
// in it.
const (
	uniform = "uniform"
	plySX   = 8
)

// SetDepth sets the plies, and with them SX where the profile is uniform.
func (s *Setting) SetDepth(plies int) {
	s.Depth = plies
	s.followDepth()
}

// followDepth makes SX what uniform's plies cost, where the profile is uniform.
func (s *Setting) followDepth() {
	if name, _, _ := strings.Cut(s.Spec, ","); name == uniform {
		s.SX = plySX * (s.Depth - 1)
	}
}
