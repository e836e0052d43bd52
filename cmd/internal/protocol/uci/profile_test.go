package uci

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// The profile auto is net, but tuned for a search that has less than two seconds of the machine's
// clock or of a machine's on the host's, for the first iteration alone, and where several lines
// share a machine's time. A profile that is named is used for any search.
func TestTheProfileIsNetWhereTheClockAllowsIt(t *testing.T) {
	for _, c := range []struct{ name, engine, options, words, want string }{
		{"no limit: three minutes of the machine", "go", "", "go", "net"},
		{"without an end", "6502", "", "go infinite", "net"},
		{"nodes", "z80", "", "go nodes 1", "net"},
		{"the host's clock, and Go as fast as it can", "go", "", "go movetime 20", "net"},
		{"a model of a machine too", "go@6502", "", "go wtime 100 btime 100", "net"},
		{"a machine on the host's clock", "6502", "", "go movetime 2060", "net"},
		{"less", "6502", "", "go movetime 2040", "tuned"},
		{"at half its speed the machine has a second", "go", "Speed 50", "go movetime 2060", "tuned"},
		{"and two of four", "go", "Speed 50", "go movetime 4060", "net"},
		{"the machine's clock", "go", "Time emulated", "go movetime 2000", "net"},
		{"less of it", "go", "Time emulated", "go movetime 1999", "tuned"},
		{"a thirtieth of two minutes", "68000", "Time emulated", "go wtime 120000 btime 120000", "net"},
		{"of half a minute", "68000", "Time emulated", "go wtime 30000 btime 30000", "tuned"},
		{"a level", "z80", "Level 2", "go", "net"},
		{"a shorter one", "z80", "Level 1", "go", "tuned"},
		{"its first iteration", "z80", "Level 0", "go", "tuned"},
		{"two lines in the machine's time", "go", "MultiPV 2", "go", "tuned"},
		{"two lines without a clock", "go", "MultiPV 2", "go infinite", "net"},
		{"named", "6502", "Profile net", "go movetime 20", "net"},
		{"another one", "6502", "Profile sx81", "go", "sx81"},
		{"and auto again", "6502", "Profile auto", "go", "net"},
	} {
		s := &session{cfg: standard(), out: &output{w: &strings.Builder{}, cancel: func() {}}, opts: defaultOptions("go")}
		s.position([]string{"startpos"})
		s.newGame()
		require.NoError(t, s.setEngine(c.engine, 0))
		if name, value, ok := strings.Cut(c.options, " "); ok {
			s.setOption("name " + name + " value " + value)
		}
		want, ok := goengine.ProfileByName(c.want)
		require.True(t, ok)
		assert.Equal(t, want, s.planGo(strings.Fields(c.words)[1:]).prof, c.name)
	}
	net, _ := goengine.ProfileByName("net")
	tuned, _ := goengine.ProfileByName("tuned")
	assert.Equal(t, []uint8{tuned.Start, tuned.Step}, []uint8{net.Start, net.Step}, "a depth is the same SX in both")
}
