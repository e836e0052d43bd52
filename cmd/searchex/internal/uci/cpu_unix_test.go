//go:build unix && !race

package uci

import (
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cpu is what this process has used of the host's processors.
func cpu(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano())
}

// Processor time, since others may keep the host busy.
func TestThreeMinutesOfTheZ80TakeTwoSecondsOfTheHost(t *testing.T) {
	g := with(t, "z80")
	g.send("setoption name Time value emulated", "setoption name Level value 180", "position fen "+middlegame)
	before := cpu(t)
	g.best("go wtime 1 btime 1")
	took := cpu(t) - before
	assert.InDelta(t, 180, g.seconds(), 0.5)
	assert.Less(t, took, 2*time.Second)
	t.Logf("%.1f s of the machine in %v", g.seconds(), took)
}
