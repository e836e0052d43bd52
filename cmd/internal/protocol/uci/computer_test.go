package uci

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/searchex/searchex/hostbridge"
)

// The tests that are about time run in a bubble of testing/synctest: its clock
// stands still while anybody in it computes, and moves on when all of them wait.
// So the outcome does not depend on how busy the computer is that runs the tests.
// That an engine's work takes time on this clock is the part of computer.

// computer is an engine on a computer of a known speed.
type computer struct {
	hostbridge.Engine
	speed
	follow  func(*hostbridge.Follower)
	done    uint64 // nodes or cycles of the search under way that time was taken for
	worked  time.Duration
	slept   time.Duration // of worked
	stalls  int
	stalled time.Duration // when worked was so much
}

// speed is how long a computer takes for an engine's work.
type speed struct {
	node, cycle time.Duration // for a node of the Go engine, for 1,000 cycles of a machine
	// stall is what else the computer does every now and then, meanwhile.
	stall time.Duration
}

// Computers of these tests. A desk does 50,000 nodes or 50 million cycles a
// second, an old one half of that; a busy one has something else to do for
// 20 ms after each 10 ms of work on the average.
var (
	desk = speed{node: 20 * time.Microsecond, cycle: 20 * time.Microsecond}
	old  = speed{node: 40 * time.Microsecond, cycle: 40 * time.Microsecond}
	busy = speed{node: 20 * time.Microsecond, cycle: 20 * time.Microsecond, stall: 20 * time.Millisecond}
)

// step is how often the clock is moved, an odd time so that an engine and a timer
// seldom wake at the same moment.
const step = 997 * time.Microsecond

// Follow puts the computer's clock before what the engine is followed by.
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

// shares are the work between stalls, in turn. Were they equal, two engines that move by
// turns after half a share each would leave all stalls to one of them.
var shares = [...]time.Duration{6 * time.Millisecond, 13 * time.Millisecond, 9 * time.Millisecond, 15 * time.Millisecond, 7 * time.Millisecond}

// work takes the time for what has been done since the last time.
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

// machineComputer has the face of an engine on a machine.
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

// on begins a conversation with an engine on a computer. It is for bubbles: outside
// of one its clock is the real one.
func on(t *testing.T, s speed, engine string) *gui {
	t.Helper()
	// A search that is given up has this time to end.
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
