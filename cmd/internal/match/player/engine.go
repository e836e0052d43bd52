package player

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Limits limit a move of a player in this process; 0 means no limit. At least one must
// be set.
type Limits struct {
	Nodes uint64
	// Depth is in plies, 1 to 32.
	Depth int
	// SX is the budget of the last iteration, valid if SXSet is set.
	SX    int
	SXSet bool
	// Cycles are those of the machine; for Go those of the cost model.
	Cycles uint64
}

// The greatest limits. No move of a game comes near them.
const (
	MaxNodes  = 1 << 40
	MaxCycles = 1 << 50
)

// Engine is a player that searches with an engine of hostbridge in this process, without
// a UCI session and a clock. It always makes the same moves.
type Engine struct {
	name   string
	prof   goengine.Profile
	limits Limits
	build  func() (hostbridge.Engine, error)

	engine hostbridge.Engine
	ctx    context.Context // done after Close
	stop   context.CancelFunc
	game   *goengine.Game
	fen    string
	played []string
}

// NewEngine returns a player that searches with a profile and limits.
func NewEngine(name, engine string, prof goengine.Profile, limits Limits) *Engine {
	ctx, stop := context.WithCancel(context.Background())
	return &Engine{
		name: name, prof: prof, limits: limits, ctx: ctx, stop: stop,
		build: func() (hostbridge.Engine, error) { return hostbridge.New(engine) },
	}
}

// Name returns the player's name.
func (p *Engine) Name() string { return p.name }

// TimeControl returns the zero time control, which means none.
func (p *Engine) TimeControl() TimeControl { return TimeControl{} }

// NewGame creates the engine if there is none.
func (p *Engine) NewGame() (err error) {
	defer recovered(&err)
	p.game = nil
	if p.engine != nil {
		return nil
	}
	e, err := p.build()
	if err != nil {
		return err
	}
	if p.limits.Cycles > 0 {
		c, ok := e.(hostbridge.CycleLimiter)
		if !ok {
			return fmt.Errorf("engine %s: its clock can't be limited", e.Name())
		}
		c.SetCycleLimit(p.limits.Cycles)
	}
	p.engine = e
	return nil
}

// Close stops the search under way.
func (p *Engine) Close() error {
	p.stop()
	return nil
}

// Move searches for a move. After an error, NewGame creates a new engine.
func (p *Engine) Move(t Turn) (r Reply, err error) {
	defer func() {
		if err != nil {
			p.engine, p.game = nil, nil
		}
	}()
	defer recovered(&err)
	if p.ctx.Err() != nil {
		return r, fmt.Errorf("already closed")
	}
	if err := p.catchUp(t); err != nil {
		return r, err
	}
	l := goengine.Limits{Nodes: p.limits.Nodes, Depth: p.limits.Depth, SX: p.limits.SX, SXSet: p.limits.SXSet}
	found, err := hostbridge.SearchToPlay(p.ctx, p.engine, p.game, &p.prof, l)
	switch {
	case errors.Is(err, hostbridge.ErrIllegal):
		return r, fmt.Errorf("%w: %w", rules.ErrIllegal, err)
	case err != nil:
		return r, fmt.Errorf("%w: fen %q", err, p.game.Position().FEN())
	}
	r.Move = p.game.Position().UCI(found.Best)
	switch score := int(found.Score); {
	case !p.scored():
	case found.Score >= goengine.MateBound:
		r.mateIn(int(goengine.Mate) - score)
	case found.Score <= -goengine.MateBound:
		r.mateIn(-int(goengine.Mate) - score)
	default:
		r.centipawns(report.Centipawns(score))
	}
	r.Depth, r.Nodes, r.Cycles = p.depth(found.SX), found.Nodes, found.Cycles
	if hostbridge.IsForeign(p.engine.Name()) {
		r.Depth = found.SX // its plies
	}
	return r, nil
}

// scored reports whether the engine's searches have a score.
func (p *Engine) scored() bool {
	k, err := hostbridge.KindOf(p.engine.Name())
	return err != nil || k.Can&hostbridge.Values != 0 // classic is not registered
}

// catchUp plays the moves since the last turn.
func (p *Engine) catchUp(t Turn) error {
	n := len(p.played)
	if p.game == nil || p.fen != t.FEN || len(t.Moves) < n || !slices.Equal(t.Moves[:n], p.played) {
		pos, err := goengine.ParseFEN(t.FEN)
		if err != nil {
			return err
		}
		p.game, p.fen, p.played, n = goengine.NewGame(pos), t.FEN, p.played[:0], 0
	}
	for _, m := range t.Moves[n:] {
		if err := p.game.Play(m); err != nil {
			return err
		}
		p.played = append(p.played, m)
	}
	return nil
}

// depth returns the number of iterations of a search up to an SX, which is the depth in a
// UCI session, limited by the depth limit.
func (p *Engine) depth(sx int) int {
	start, step := int(p.prof.Start), int(p.prof.Step)
	return min(1+max(sx-start+step-1, 0)/step, cmp.Or(p.limits.Depth, goengine.MaxPly))
}

// fingerprinted returns the positions whose searches make a fingerprint.
func fingerprinted() (all [2]*goengine.Position) {
	for i, fen := range []string{goengine.StartFEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"} {
		all[i], _ = goengine.ParseFEN(fen)
	}
	return all
}

// Fingerprint identifies the searches of an engine with a profile: it has the event hashes
// of searches of two fixed positions. With it a match is not continued by a program that
// searches differently.
func Fingerprint(engine string, prof goengine.Profile) (string, error) {
	e, err := hostbridge.New(engine)
	if err != nil {
		return "", err
	}
	h := &goengine.EventHash{}
	e.Attach(h)
	for _, p := range fingerprinted() {
		if _, err := e.Search(context.Background(), goengine.NewGame(p), &prof, goengine.Limits{Nodes: 3000}); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%016x", h.Sum), nil
}

// classicFingerprint identifies a search of classic by its results in these positions.
func classicFingerprint(s classic.Search) string {
	h := fnv.New64a()
	s.Depth, s.MaxNodes = classic.MaxDepth, 2000
	for _, p := range fingerprinted() {
		last := s.Deepen(p, func(r classic.Result) { fmt.Fprint(h, r) })
		fmt.Fprint(h, last)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// model returns what a fingerprint has besides if the time of an engine is limited: a hash of
// the cost model, for Go.
func model(engine string, prof *goengine.Profile) (string, error) {
	k, err := hostbridge.KindOf(engine)
	if err != nil || k.Timed() == k {
		return "", err
	}
	m, err := k.Timed().Model()
	if err != nil {
		return "", err
	}
	h := fnv.New64a()
	fmt.Fprint(h, m.Units(prof))
	return fmt.Sprintf(" %016x", h.Sum64()), nil
}
