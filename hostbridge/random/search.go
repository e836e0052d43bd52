package random

import (
	"math"
	"math/rand"
	randv2 "math/rand/v2"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// Search is something for all engines to search alike.
type Search struct {
	// Source is where its position is from, one of Sources.
	Source string
	Game   *goengine.Game
	// Kind is the name of its profile, or how that was made: one of Kinds.
	Kind string
	// Name is what goengine.ParseProfile reads Profile from.
	Name    string
	Profile goengine.Profile
	Limits  goengine.Limits
}

// Sources are where positions are drawn from: random games, games that repeat
// positions, the project's own test positions, and pieces set down (Placed,
// Hostile, Cornered).
var Sources = []string{"game", "repeating", "known", "placed", "hostile", "cornered"}

// Kinds are the profiles by name, and such as have some numbers of another
// (changed), all numbers by lot (random) or extreme ones (absurd).
var Kinds = append(goengine.ProfileNames[:len(goengine.ProfileNames):len(goengine.ProfileNames)], "changed", "random", "absurd")

// NewSearch is search number i of a seed. It depends on nothing else.
func NewSearch(seed, i uint64) Search {
	r := rand.New(source{randv2.NewPCG(seed, i)})
	s := Search{Source: Sources[r.Intn(len(Sources))]}
	switch s.Source {
	case "game":
		s.Game = Game(r)
	case "repeating":
		s.Game = Repeating(r)
	case "known":
		s.Game = goengine.NewGame(own()[r.Intn(len(own()))])
	case "placed":
		s.Game = goengine.NewGame(Placed(r, r.Intn(2)))
	case "hostile":
		s.Game = goengine.NewGame(Hostile(r))
	default:
		s.Game = goengine.NewGame(Cornered(r, r.Intn(2)))
	}
	s.profile(r)
	s.Limits = limits(r, s.Game.Position())
	return s
}

// source is a source of 64 bits as rand.New wants one.
type source struct{ *randv2.PCG }

func (s source) Int63() int64    { return int64(s.Uint64() >> 1) }
func (s source) Seed(seed int64) { s.PCG.Seed(uint64(seed), 0) }

// profile draws a profile: two times in three one of those with a name. All can
// be written down, for a difference must be: no price but that of evasions is 0.
func (s *Search) profile(r *rand.Rand) {
	base := goengine.ProfileNames[r.Intn(len(goengine.ProfileNames))]
	s.Profile, _ = goengine.ProfileByName(base)
	named := s.Profile
	s.Kind = base
	switch r.Intn(12) {
	case 0, 1:
		s.Kind, s.Profile = "random", Profile(r)
	case 2:
		s.Kind, s.Profile = "absurd", Absurd(r)
	case 3:
		s.Kind = "changed"
		other := Profile(r)
		changes := other.Changes(named)
		r.Shuffle(len(changes), func(i, j int) { changes[i], changes[j] = changes[j], changes[i] })
		for _, change := range changes[:min(len(changes), 1+r.Intn(6))] {
			key, value, _ := strings.Cut(change, "=")
			if _, err := s.Profile.Set(key, value); err != nil {
				panic(err)
			}
		}
	}
	if s.Name = base; s.Kind == base {
		return
	}
	bound(&s.Profile)
	s.Name = strings.Join(append([]string{base}, s.Profile.Changes(named)...), ",")
}

// The greatest limits of nodes that are drawn, the second one time in deepOneIn.
const (
	mostNodes = 3000
	deepNodes = 30_000
	deepOneIn = 40
)

// limits draws a limit of nodes, as likely 10 to 20 as 1,000 to 2,000, and one
// time in two an SX that may end the search before; and what else a search can
// be given.
func limits(r *rand.Rand, p *goengine.Position) goengine.Limits {
	most := float64(mostNodes)
	if r.Intn(deepOneIn) == 0 {
		most = deepNodes
	}
	l := goengine.Limits{Nodes: uint64(math.Exp(r.Float64() * math.Log(most+1)))}
	if r.Intn(2) == 0 {
		l.SX, l.SXSet = r.Intn(60), true
	}
	if r.Intn(6) == 0 {
		l.Depth = 1 + r.Intn(6)
	}
	if r.Intn(4) == 0 {
		l.Draw = int16(r.Intn(2*int(goengine.MaxDraw)+1)) - goengine.MaxDraw
	}
	if r.Intn(16) == 0 {
		l.MateIn = 1 + r.Intn(3)
	}
	if moves := p.LegalMoves(); r.Intn(12) == 0 && len(moves) > 0 {
		r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		l.Moves = moves[:1+r.Intn(len(moves))]
	}
	return l
}
