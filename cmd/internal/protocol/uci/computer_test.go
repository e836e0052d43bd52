package uci

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/searchex/searchex/hostbridge"
)

// The tests about time run in a bubble of testing/synctest. Its clock stands still while any
// goroutine computes, and advances when all of them wait. So the result doesn't depend on the load
// of the computer that runs the tests. Type computer makes an engine's work take time on this
// clock.

// computer is an engine on a computer of a known speed.
type computer struct {
	hostbridge.Engine
	speed
	follow  func(*hostbridge.Follower)
	done    uint64 // nodes or cycles of the search under way that have taken time
	worked  time.Duration
	slept   time.Duration // of worked
	stalls  int
	stalled time.Duration // worked at the last stall
}

// speed is the speed of a computer.
type speed struct {
	node, cycle time.Duration // for a node of the Go engine, for 1,000 cycles of a machine
	// stall is the time for which the computer does something else from time to time.
	stall time.Duration
}

// The computers of these tests. A desk does 50,000 nodes or 50 million cycles a second, an old one
// half of that. A busy one does something else for 20 ms after each 10 ms of work on average.
var (
	desk = speed{node: 20 * time.Microsecond, cycle: 20 * time.Microsecond}
	old  = speed{node: 40 * time.Microsecond, cycle: 40 * time.Microsecond}
	busy = speed{node: 20 * time.Microsecond, cycle: 20 * time.Microsecond, stall: 20 * time.Millisecond}
)

// step is the interval at which the clock advances, an odd number so that an engine and a timer
// seldom wake at the same time.
const step = 997 * time.Microsecond

// Follow adds the computer's clock before a follower.
func (c *computer) Follow(f *hostbridge.Follower) {
	if f == nil {
		c.follow(nil)
		return
	}
	c.done = 0
	timed := *f
	timed.Tick = func(q hostbridge.Progress) { c.work(q); f.Tick(q) }
	timed.Best = func(q hostbridge.Progress) { c.work(q); f.Best(q) }
	timed.Iteration = func(q hostbridge.Progress) { c.work(q); f.Iteration(q) }
	c.follow(&timed)
}

// shares has the times of work between stalls, used in turn. If they were equal, and two engines
// moved alternately after half a share each, all stalls would hit one of them.
var shares = [...]time.Duration{6 * time.Millisecond, 13 * time.Millisecond, 9 * time.Millisecond, 15 * time.Millisecond, 7 * time.Millisecond}

// work takes the time for the work since the last call.
func (c *computer) work(q hostbridge.Progress) {
	n, each := q.Nodes, c.node
	if c.Clock() > 0 {
		n, each = q.Cycles/1000, c.cycle
	}
	c.worked += time.Duration(n-c.done) * each
	c.done = n
	if share := shares[c.stalls%len(shares)]; c.worked-c.stalled >= share {
		c.stalls++
		c.stalled += share
		time.Sleep(c.stall)
	}
	for c.slept+step <= c.worked {
		c.slept += step
		time.Sleep(step)
	}
}

// machineComputer implements the interface of an engine on a machine.
type machineComputer struct {
	*computer
	hostbridge.CycleLimiter
}

// at returns the configuration of engines on a computer.
func at(s speed) Config {
	c := standard()
	c.New = func(name string) (hostbridge.Engine, error) {
		e, err := hostbridge.New(name)
		if err != nil {
			return nil, err
		}
		timed := &computer{Engine: e, speed: s, follow: e.Follow}
		if l, ok := e.(hostbridge.CycleLimiter); ok {
			return machineComputer{timed, l}, nil
		}
		return timed, nil
	}
	return c
}

// on begins a session with an engine on a computer. It must be called in a bubble.
func on(t *testing.T, s speed, engine string) *gui {
	t.Helper()
	// This is the time for an abandoned search to end.
	t.Cleanup(func() { time.Sleep(time.Second) })
	g := begin(t, at(s))
	g.send("setoption name Engine value " + engine)
	return g
}

// bubble runs a test in a bubble.
func bubble(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, f)
}
