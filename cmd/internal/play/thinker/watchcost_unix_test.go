//go:build unix

package thinker

import (
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/testdata/switches"
)

// spent is the processor time of this process so far.
func spent() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // it has no errors for this process
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// To report the line under search costs at most 5% of a search's speed, in moves evaluated a second of
// processor time: runs with it and without take turns.
func TestTheLineUnderSearchCostsLittle(t *testing.T) {
	switches.Need(t, "timed")
	for _, name := range hostbridge.Names {
		th := New(HostClock{}, hostbridge.New)
		limit := 4 * time.Second // of the machine
		if name == "go" {
			limit *= 20
		}
		var took [2]time.Duration
		var nodes [2]uint64
		for i := range 42 {
			with := (i + i/2) % 2
			began := spent()
			var a Answer
			th.Start(Task{Engine: name, Profile: "sx81", FEN: middle, Time: limit, Watch: with == 1}, func(Report) {}, func(x Answer) { a = x }).Wait()
			require.NoError(t, a.Err)
			if i >= 2 { // the first ones warm up
				took[with] += spent() - began
				nodes[with] += a.Nodes
			}
		}
		without, with := float64(nodes[0])/took[0].Seconds(), float64(nodes[1])/took[1].Seconds()
		t.Logf("%s: %.0f moves evaluated a second without, %.0f with, %.1f%%", name, without, with, 100*(with/without-1))
		assert.Greater(t, with, 0.95*without, name)
	}
}
