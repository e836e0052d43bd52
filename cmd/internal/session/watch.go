package session

import (
	"fmt"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/explain/probe"
	"github.com/searchex/searchex/cmd/internal/explain/tree"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// watchOrder is a message that begins a search whose tree is shown while it grows.
type watchOrder struct {
	part
	// Decisions is how many decisions the search may report before it waits for more.
	Decisions int `json:"decisions"`
}

// mostRows bounds the rows of a message.
const mostRows = 64

// credit has an element for each decision that a search may still report after the next one.
type credit chan struct{}

// maxCredit bounds the decisions that a search may report before it waits.
const maxCredit = 10_000

// add raises the credit.
func (c credit) add(n int) {
	for range n {
		select {
		case c <- struct{}{}:
		default: // it is full
			return
		}
	}
}

// checkDecisions returns what is wrong with a number of decisions.
func checkDecisions(n int) error {
	if n < 1 || n > maxCredit {
		return fmt.Errorf("decisions %d: want 1 to %d", n, maxCredit)
	}
	return nil
}

// moreOrder is a message that raises the credit of a search.
type moreOrder struct {
	head
	Decisions int `json:"decisions"`
}

// more lets a search that is watched report more decisions.
func (s *Session) more(m *moreOrder) error {
	if err := checkDecisions(m.Decisions); err != nil {
		return err
	}
	s.onRunning(m.ID, func(x *running) { x.credit.add(m.Decisions) })
	return nil
}

// watch begins a search that is watched.
func (s *Session) watch(o *watchOrder) error {
	if err := checkDecisions(o.Decisions); err != nil {
		return err
	}
	if err := o.setUp("a search"); err != nil {
		return err
	}
	x := &running{credit: make(credit, maxCredit)}
	x.credit.add(o.Decisions - 1)
	g := &grower{s: s, o: o, running: x, two: o.task.Profile.Switches&goengine.TwoBudgets != 0}
	g.next.head = head{typeGrown, o.ID}
	return s.begin(o.ID, x, func(*running) (any, error) { return g.run() })
}

// grower sends the moves of a search as they are tried. It implements probe.Watcher.
type grower struct {
	s *Session
	o *watchOrder
	*running
	two bool // the profile has two budgets

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
func (g *grower) run() (any, error) {
	o, t := g.o, g.o.task
	e, err := g.s.NewEngine(o.Engine)
	if err != nil {
		return nil, err
	}
	e.Follow(&hostbridge.Follower{Every: fastNodes, Tick: func(q hostbridge.Progress) {
		g.next.Nodes = q.Nodes
		if g.s.Clock.Now().Sub(g.sent) >= reportEvery {
			g.send()
		}
		g.s.yield(g.running)
	}})
	found, err := probe.Watch(g, e, o.start, &t.Profile, t.Limits, probe.Scope{Plies: o.Plies}, g)
	if err != nil {
		return nil, err
	}
	g.next.Nodes = found.Result.Nodes
	g.send()
	w := watched{head: head{typeWatched, o.ID}}
	w.outcome, w.PV = o.outcome(&tree.Look{
		Start: o.start, ProfileName: o.Profile, Searches: []*probe.Search{found}, Shown: &probe.Shown{Search: found},
	})
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
	if g.Err() != nil {
		return // the search is about to stop
	}
	p := n.Ply
	uci := g.o.start.UCILine(line)
	if c == probe.Begun {
		g.at[p] = under{row: g.rows, uci: uci[p], name: g.before(p).SAN(uci[p])}
		g.rows++
	}
	r := grownRow{N: g.at[p].row, Up: -1, Done: c == probe.Ended}
	if p > 0 {
		r.Up = g.at[p-1].row
	}
	if r.Done && x.Reply != goengine.NoMove {
		r.Reply = g.before(p + 1).SAN(g.o.start.UCILine(append(line, x.Reply))[p+1])
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
		return g.o.root
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

// wait waits until the page wants another decision. It makes room for other searches.
func (g *grower) wait() {
	select {
	case <-g.credit:
		return
	default:
	}
	g.send()
	g.s.leave(g.running)
	select {
	case <-g.credit:
		g.s.enter(g.running, nil)
	case <-g.Done():
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
