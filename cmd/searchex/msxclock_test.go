package main

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// clocks returns the seconds that White's and Black's clocks show.
func (m *msx) clocks() (seconds [2]int) {
	m.t.Helper()
	f := m.fields()
	var n [4]int
	_, err := fmt.Sscanf(f[4], "%d:%d %d:%d", &n[0], &n[1], &n[2], &n[3])
	require.NoError(m.t, err, f[4])
	require.Len(m.t, f[4], len("00:00 00:00"), f[4])
	return [2]int{60*n[0] + n[1], 60*n[2] + n[3]}
}

// ran requires that the clock of a side has run for a number of seconds since it showed others, give or take those that the keys of
// the test need, and that the other one has stood. Side 2 is neither. It returns what they show.
func (m *msx) ran(side, seconds int, before [2]int) [2]int {
	m.t.Helper()
	now := m.clocks()
	for s := range now {
		want := 0
		if s == side {
			want = seconds
		}
		require.InDelta(m.t, want, now[s]-before[s], map[bool]float64{true: 3, false: 0}[s == side], "side %d: %v, then %v", s, before, now)
	}
	return now
}

// The clock of the side to move runs, and that of the machine while it thinks. A new game sets both to 0.
func TestMSXClocksRunForTheSideToMove(t *testing.T) {
	s := newSetter(t)
	c := s.clocks()
	require.Zero(t, c[1])
	s.tell("wait 75")
	c = s.ran(0, 75, c)
	s.enter("h2h4") // to which the book has a reply
	c = s.ran(0, 3, c)
	s.press("U")
	c = s.clocks()
	s.tell("wait 20")
	c = s.ran(1, 20, c)

	// The machine looks for a move for ten seconds as Black, then for a mate until the player stops it after five minutes.
	s.enter("a7a5")
	s.press("U")
	s.press("LLLL")
	require.Contains(t, s.state().text, "010 S/MOVE")
	c = s.clocks()
	s.enter("h1h3")
	require.Equal(t, 4, s.state().now)
	now := s.clocks()
	require.Less(t, now[0]-c[0], 5, "the keys of the move")
	c = s.ran(1, 10, [2]int{now[0], c[1]})
	s.pressLater("_", 300)
	s.press("M7")
	require.Contains(t, s.state().text, "STOPPED")
	s.ran(0, 300, c)
	s.press("N")
	s.ran(0, 1, [2]int{})
}

// No clock runs in a set-up or when the game is over. What is set up begins with both at 0, and none shows more than 99:59.
func TestMSXClocksStand(t *testing.T) {
	s := newSetter(t)
	s.tell("wait 30")
	s.press("P")
	c := s.clocks()
	require.InDelta(t, 32, c[0], 3)
	s.tell("wait 30")
	c = s.ran(2, 0, c)
	s.press("L")
	s.tell("wait 30")
	s.ran(0, 30, c)

	s.position("7k/8/6K1/8/8/8/8/R7 w - - 0 1")
	c = s.ran(0, 0, [2]int{})
	s.enter("a1a8")
	require.Contains(t, s.state().text, "CHECKMATE")
	c = s.ran(0, 3, c)
	s.tell("wait 30")
	c = s.ran(2, 0, c)
	s.press("U")
	s.tell("wait 30")
	c = s.ran(0, 30, c)
	s.press("R")
	c = s.clocks()
	s.tell("wait 30")
	s.ran(2, 0, c)

	s.press("U")
	s.tell("poke clocks 0 50")
	s.tell("poke clocks 1 99")
	s.tell("wait 30")
	require.Equal(t, [2]int{99*60 + 59, 0}, s.clocks())
}
