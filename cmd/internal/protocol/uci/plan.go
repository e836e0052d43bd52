package uci

import (
	"slices"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/books"
	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// plainTime is the time of a go without limits, on the machine's clock.
const plainTime = 3 * time.Minute

// plan describes a search. It shares no data with the session.
type plan struct {
	limits goengine.Limits // without Stop
	// cycles limits the search on the machine's clock, wall on the host's; 0 is no limit.
	cycles uint64
	wall   time.Duration
	// quick stops a search after the first iteration.
	quick bool
	// mate is the number of moves of the mate to prove; 0 for an ordinary search.
	mate int
	// ponder reports that the limits count from ponderhit on, infinite that the search
	// answers only after stop.
	ponder, infinite bool
	mayPonder        bool
	multiPV          int
	book             bool
	bookRand         uint64
	library          *books.Held
	start            string   // of the game
	moves            []string // from there, UCI

	guest    *hostbridge.EngineKind // nil for one of our engines
	prof     goengine.Profile
	rate     clock.Rate
	speed    int
	emulated bool

	// key identifies the game. kept reports that the keeper is charged.
	key    string
	side   int
	kept   bool
	keeper *clock.Keeper
}

// autoProfile is the default of the option Profile: the strongest profile for which a search
// has the time.
const autoProfile = "auto"

// netTime is the time of the machine from which on auto is net: the network takes up to 0.3 s
// of it before a search. docs/lab/log.md has games with one and two seconds.
const netTime = 2 * time.Second

// profile returns the profile of the option Profile for a search; brief is whether the search
// has less than netTime. It has no effect on the limits of a search: net and tuned begin with
// the same SX and have the same step.
func (s *session) profile(brief bool) goengine.Profile {
	name := s.opts.profile
	switch {
	case s.guest != nil:
		name = "uniform" // in whose SX are plies
	case name == autoProfile && brief:
		name = "tuned"
	case name == autoProfile:
		name = "net"
	}
	prof, _ := goengine.ProfileByName(name)
	return prof
}

// brief reports whether a plan with limits has less than netTime, or only an iteration.
// MultiPV repeats the network with each search. For the Go engine as fast as possible on the
// host's clock the network takes no time that matters.
func (s *session) brief(p *plan) bool {
	switch {
	case p.cycles > 0:
		return p.multiPV > 1 || p.rate.Time(p.cycles) < netTime
	case p.wall == 0:
		return p.quick
	case p.speed > 0:
		return p.wall < netTime*100/time.Duration(p.speed)
	}
	return s.engine.Clock() > 0 && p.wall < netTime
}

// planGo returns the plan of a go command.
func (s *session) planGo(words []string) *plan {
	p := &plan{
		guest: s.guest, prof: s.profile(false), rate: s.rate(), speed: s.opts.speed, emulated: s.opts.emulated,
		multiPV: s.opts.multiPV, key: s.game.key(), side: int(s.game.Position().Side()), bookRand: s.bookRand, library: s.library, start: s.game.fen, moves: s.game.moves,
	}
	if s.given.key != p.key {
		s.given.exclude = nil
	} else if len(words) == 0 && len(s.given.exclude) > 0 {
		words = s.lastGo
	}
	s.lastGo = words
	g := parseGo(words, s.game.Position())
	for _, c := range g.complaints {
		s.out.note("%s", c)
	}
	limited := s.opts.limited && s.opts.engine != classic.EngineName && s.guest == nil
	if s.opts.limited && s.opts.engine == classic.EngineName {
		s.out.note("UCI_LimitStrength: classic has no rated levels: set ClassicNodes or ClassicDepth")
	}
	if limited {
		p.prof, p.multiPV = level.AtElo(s.opts.elo).Profile, 1
	}
	p.ponder, p.infinite = g.ponder, g.infinite
	p.mayPonder = s.opts.ponder || g.ponder
	draw := int16(-s.opts.contempt * 64 / 100)
	p.limits = goengine.Limits{Moves: s.allowed(g), Draw: min(max(draw, -goengine.MaxDraw), goengine.MaxDraw)}

	game := s.bound(p, g)
	if limited && p.mate == 0 { // a mate problem has no rated level
		s.weaken(p)
	} else {
		p.prof = s.profile(s.brief(p))
	}
	if s.guest != nil {
		s.suit(p)
	}
	if legal := s.game.Position().LegalMoves(); game && !p.ponder && (len(legal) == 1 || len(p.limits.Moves) == 1) {
		p.quick = true // there is only one legal move
	}
	p.book = s.opts.ownBook && s.guest == nil && !p.infinite && !p.ponder && p.mate == 0 && p.multiPV == 1
	if p.mate > 0 {
		p.multiPV = 1
	}
	return p
}

// suit leaves out of a plan what a guest cannot do, and says so.
func (s *session) suit(p *plan) {
	k, l := s.guest, &p.limits
	least, most := k.Depths[0], k.Depths[1]
	lacks := func(asked bool, what string, need hostbridge.Ability) bool {
		err := k.Lacks(what, need)
		if asked && err != nil {
			s.out.note("%v: left out", err)
		}
		return asked && err != nil
	}
	if lacks(l.Moves != nil, "searchmoves", hostbridge.Suppresses) {
		l.Moves = nil
	}
	if lacks(p.multiPV > 1, "MultiPV", hostbridge.Suppresses) {
		p.multiPV = 1
	}
	if lacks(l.Nodes > 0, "go nodes", hostbridge.CountsNodes) {
		if l.Nodes = 0; !l.SXSet && p.cycles == 0 && p.wall == 0 && !p.infinite {
			p.cycles = p.rate.Cycles(plainTime)
		}
	}
	if n := p.mate; n > 0 {
		s.out.note("mate in %d: %s proves no mates: it searches %d plies", n, k.Title, min(max(2*n, least), most))
		p.mate, l.SX, l.SXSet = 0, pliesSX(min(2*n, most)), true
	}
	if plies := l.SX/uniformPrice + 1; l.SXSet && !k.Reaches(plies) {
		s.out.note("depth %d: %s searches %d to %d plies", plies, k.Title, least, most)
	}
}

// uniformPrice is the price of a ply in profile uniform, whose SX say a guest's plies.
const uniformPrice = 8

// pliesSX returns the SX of a number of plies.
func pliesSX(plies int) int { return uniformPrice * (plies - 1) }

// allowed returns the moves to which a search is restricted, nil for all.
func (s *session) allowed(g *goWords) []goengine.Move {
	exclude := s.given.exclude
	if len(exclude) == 0 {
		return g.searchmoves
	}
	from := g.searchmoves
	if from == nil {
		from = s.game.Position().LegalMoves()
	}
	left := slices.DeleteFunc(slices.Clone(from), func(m goengine.Move) bool { return slices.Contains(exclude, m) })
	if len(left) == 0 {
		s.out.note("NextBest: every move has been given: all are searched again")
		s.given.exclude = nil
		return g.searchmoves
	}
	return left
}

// bound sets the limits of a plan. It reports whether they are those of a game: of a level
// or a clock.
func (s *session) bound(p *plan, g *goWords) (game bool) {
	named := g.infinite
	if g.nodes != nil {
		p.limits.Nodes, named = uint64(*g.nodes), true
	}
	if g.depth != nil {
		p.limits.SX = min(int(p.prof.Start)+int(p.prof.Step)*int(*g.depth-1), goengine.MaxSX)
		p.limits.SXSet, named = true, true
	}
	if g.mate != nil {
		p.mate, named = int(*g.mate), true
	}
	if g.movetime != nil {
		s.spend(p, ms(g.movetime), min(s.opts.overhead, ms(g.movetime)/2))
		named = true
	}
	if g.unlimitedDepth || g.distantMate {
		p.cycles, named = p.rate.Cycles(plainTime), true
	}
	l := s.opts.level
	if l.Kind != level.None && !named {
		return s.boundByLevel(p, l)
	}
	if c, ok := s.control(g); ok && g.movetime == nil && !g.infinite {
		reserve := s.opts.overhead
		if p.emulated {
			// The machine's clock has no delays, but with a speed it runs in parallel with
			// the chess program's.
			if p.speed == 0 {
				reserve = 0
			}
			reserve = max(reserve, p.rate.Time(clock.ReserveCycles))
		}
		s.spend(p, c.Allot(reserve), 0)
		return !named
	}
	if !named {
		p.cycles = p.rate.Cycles(plainTime)
	}
	return false
}

// spend limits a plan by a time on the clock of the option Time. On the host's clock it
// subtracts a margin.
func (s *session) spend(p *plan, d, margin time.Duration) {
	if p.emulated {
		p.cycles = p.rate.Cycles(d)
	} else {
		p.wall = max(d-margin, time.Millisecond)
	}
}

// weaken limits a plan to the nodes of UCI_Elo, in addition to its other limits.
func (s *session) weaken(p *plan) {
	at := level.AtElo(s.opts.elo)
	s.out.note("UCI_Elo %d: %s, stopped at %d nodes", s.opts.elo, at.Name, at.Nodes)
	if p.limits.Nodes == 0 || at.Nodes < p.limits.Nodes {
		p.limits.Nodes = at.Nodes
	}
}

// boundByLevel sets the limits of a level.
func (s *session) boundByLevel(p *plan, l level.Level) (game bool) {
	switch l.Kind {
	case level.Problem:
		p.mate = l.Moves
		return false
	case level.Move:
		if p.quick = l.Time == 0; !p.quick {
			p.cycles = p.rate.Cycles(l.Time)
		}
	default:
		c := s.keeper.Control(p.side)
		p.kept, p.keeper = true, s.keeper
		p.cycles = p.rate.Cycles(c.Allot(p.rate.Time(clock.ReserveCycles)))
		toGo := "the rest of the game"
		if c.MovesToGo > 0 {
			toGo = report.Plural(c.MovesToGo, "move")
		}
		s.out.note("level %v: %v left for %s", l, c.Left.Round(time.Millisecond), toGo)
	}
	return true
}

// control returns the clock of the side to move in a go command. If only the other side's
// is given, it counts for both.
func (s *session) control(g *goWords) (c clock.Control, ok bool) {
	own, inc := g.wtime, g.winc
	other, otherInc := g.btime, g.binc
	if s.game.Position().Side() == goengine.Black {
		own, inc, other, otherInc = other, otherInc, own, inc
	}
	if own == nil {
		own, inc = other, otherInc
	}
	if own == nil {
		return c, false
	}
	c = clock.Control{Left: ms(own), Inc: ms(inc)}
	if g.movestogo != nil {
		c.MovesToGo = int(*g.movestogo)
	}
	return c, true
}
