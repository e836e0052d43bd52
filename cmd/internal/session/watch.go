package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/explain/probe"
	"github.com/searchex/searchex/cmd/internal/explain/tree"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// watchOrder is a message that begins a search whose tree is shown while it grows.
type watchOrder struct {
	head
	Engine  string   `json:"engine"`
	Profile string   `json:"profile"`
	FEN     string   `json:"fen"`
	Moves   []string `json:"moves"`
	SX      int      `json:"sx"`
	// Plies is how many plies are shown.
	Plies int `json:"plies"`
	// Decisions is how many decisions the search may report before it waits for more.
	Decisions int `json:"decisions"`
}

// Bounds of a watchOrder.
const (
	// maxCredit bounds the decisions that a search may report before it waits.
	maxCredit = 10_000
	// mostRows bounds the rows of a message.
	mostRows = 64
)

// checkDecisions returns what is wrong with a number of decisions.
func checkDecisions(n int) error {
	if n < 1 || n > maxCredit {
		return fmt.Errorf("decisions %d: want 1 to %d", n, maxCredit)
	}
	return nil
}

// credit is how many decisions a search may still report.
type credit struct {
	lock sync.Mutex
	left int
	more chan struct{} // has an element if left was raised
}

// add raises the credit.
func (c *credit) add(n int) {
	c.lock.Lock()
	c.left = min(c.left+n, maxCredit)
	c.lock.Unlock()
	select {
	case c.more <- struct{}{}:
	default:
	}
}

// spend takes n, and reports whether there is any left.
func (c *credit) spend(n int) bool {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.left -= n
	return c.left > 0
}

// more lets a search that is watched report more decisions.
func (s *Session) more(h head, message []byte) error {
	var m struct {
		head
		Decisions int `json:"decisions"`
	}
	if err := decode(message, &m); err != nil {
		return err
	}
	if err := checkDecisions(m.Decisions); err != nil {
		return err
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	if x := s.searches[h.ID]; x != nil && x.credit != nil {
		x.credit.add(m.Decisions)
	}
	return nil
}

// watch begins a search that is watched.
func (s *Session) watch(h head, message []byte) error {
	o := &watchOrder{}
	if err := decode(message, o); err != nil {
		return err
	}
	if o.ID == "" {
		return errors.New("a search wants an id, by which it is stopped")
	}
	if err := checkDecisions(o.Decisions); err != nil {
		return err
	}
	o.Engine = cmp.Or(o.Engine, "go")
	t, start, err := (&treeOrder{head: o.head, Engine: o.Engine, Profile: o.Profile, FEN: o.FEN, Moves: o.Moves, SX: o.SX, Plies: o.Plies, Top: 1}).task()
	if err != nil {
		return err
	}
	root, err := rules.ParsePosition(start.FEN())
	if err != nil {
		return err
	}
	x := &running{credit: &credit{left: o.Decisions, more: make(chan struct{}, 1)}}
	g := &grower{s: s, x: x, start: start, root: root, two: t.Profile.Switches&goengine.TwoBudgets != 0}
	g.next.head = head{typeGrown, o.ID}
	return s.begin(h.ID, x, func(ctx context.Context) (any, error) {
		g.ctx = ctx
		return g.run(o, t)
	})
}

// grower sends the moves of a search as they are tried. It implements probe.Watcher.
type grower struct {
	s     *Session
	x     *running
	ctx   context.Context
	start *goengine.Position
	root  rules.Position
	two   bool

	next grown // what is to be sent
	sent time.Time
	rows int // of the iteration
	// at has the moves under way, by ply.
	at [goengine.MaxPly + 2]under
}

// under is the last move at a ply that has begun.
type under struct {
	row       int
	uci, name string
	// after is the position after it, if known is set.
	after rules.Position
	known bool
}

// run makes the search, and returns its last message.
func (g *grower) run(o *watchOrder, t *hostbridge.Task) (any, error) {
	e, err := g.s.NewEngine(o.Engine)
	if err != nil {
		return nil, err
	}
	e.Follow(&hostbridge.Follower{Every: fastNodes, Tick: func(q hostbridge.Progress) {
		g.next.Nodes = q.Nodes
		if g.s.Clock.Now().Sub(g.sent) >= reportEvery {
			g.send()
		}
		g.s.yield(g.ctx)
	}})
	found, err := probe.Watch(g.ctx, e, g.start, &t.Profile, t.Limits, probe.Scope{Plies: o.Plies}, g)
	if err != nil {
		return nil, err
	}
	g.next.Nodes = found.Result.Nodes
	g.send()
	l := &tree.Look{Start: g.start, ProfileName: o.Profile, Searches: []*probe.Search{found}, Shown: &probe.Shown{Search: found}}
	r := &found.Result
	w := watched{head: head{typeWatched, o.ID}, Summary: l.Summary(), SX: r.SX, Score: int(r.Score), Value: report.PawnsInWords(int(r.Score)), Nodes: r.Nodes}
	w.PV = append([]string{}, g.start.UCILine(r.PV)...)
	w.SAN = append([]string{}, g.root.Line(w.PV)...)
	return w, nil
}

// Iteration implements probe.Watcher.
func (g *grower) Iteration(sx uint8) {
	if len(g.next.Rows) > 0 {
		g.send()
	}
	g.rows = 0
	g.next.Iteration++
	g.next.SX = int(sx)
}

// Change implements probe.Watcher.
func (g *grower) Change(line []goengine.Move, n *probe.Node, x *probe.Move, c probe.Change) {
	if g.ctx.Err() != nil {
		return // the search is about to stop
	}
	p := n.Ply
	uci := g.start.UCILine(line)
	if c == probe.Begun {
		g.at[p] = under{row: g.rows, uci: uci[p], name: g.before(p).SAN(uci[p])}
		g.rows++
	}
	r := grownRow{N: g.at[p].row, Up: -1, Done: c == probe.Ended}
	if p > 0 {
		r.Up = g.at[p-1].row
	}
	if r.Done && x.Reply != goengine.NoMove {
		r.Reply = g.before(p + 1).SAN(g.start.UCILine(append(line, x.Reply))[p+1])
	}
	if r.Done && x.Fate == probe.Cutoff {
		for _, y := range n.Moves {
			if y.Fate == probe.Untried || y.Fate == probe.Unvalued {
				r.Skipped++
			}
		}
	}
	r.MoveJSON = tree.NewMoveJSON(&probe.Row{Move: x, Node: n, UCI: uci, Name: g.at[p].name}, g.two)
	if x.Priced && r.Alpha == nil {
		r.Alpha, r.Beta = &x.Alpha, &x.Beta
	}
	if last := len(g.next.Rows) - 1; last >= 0 && g.next.Rows[last].N == r.N {
		g.next.Rows[last] = r
	} else {
		g.next.Rows = append(g.next.Rows, r)
	}
	if len(g.next.Rows) >= mostRows {
		g.send()
	}
	if r.Done {
		g.wait()
	}
}

// before returns the position before the moves at a ply.
func (g *grower) before(p int) rules.Position {
	if p == 0 {
		return g.root
	}
	u := &g.at[p-1]
	if !u.known {
		u.known = true
		if after, _, err := g.before(p - 1).Move(u.uci); err == nil { // the search makes legal moves only
			u.after = after
		}
	}
	return u.after
}

// wait counts a decision, and waits until the page wants another. It makes room for other
// searches.
func (g *grower) wait() {
	for n := 1; !g.x.credit.spend(n); n = 0 {
		g.send()
		g.s.leave(g.x)
		select {
		case <-g.x.credit.more:
		case <-g.ctx.Done():
			return
		}
		if !g.s.enter(g.ctx, g.x, nil) {
			return
		}
	}
}

// send sends what has been decided.
func (g *grower) send() {
	if g.next.Rows == nil {
		g.next.Rows = []grownRow{}
	}
	g.s.send(&g.next)
	g.next.Rows = g.next.Rows[:0]
	g.sent = g.s.Clock.Now()
}
