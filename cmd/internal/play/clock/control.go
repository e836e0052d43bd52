package clock

import "time"

// horizon is how many more moves a game without a time control is expected to
// last: a thirtieth of what is left at each move is more at first, when most is
// to be decided, and never all.
const horizon = 30

// Control is how a chess clock stands before a move.
type Control struct {
	// Left is what the clock shows, Inc what each move adds after it was made.
	Left, Inc time.Duration
	// MovesToGo is how many moves Left has to last for, this one included;
	// 0 means the whole game.
	MovesToGo int
}

// Allot returns the time for the move. reserve is what a search may need beyond what
// it is given, until its answer has arrived: the clock keeps it, and a fifth of
// it for each move to come, since most need less. The result is never negative,
// and 0 where the least possible search is as much as the clock allows.
//
// Without a control a move gets a thirtieth of what is left, and nine tenths of
// the increment while that is little: a clock that is nearly down recovers.
// With a number of moves to go each gets an equal share, so that the time which
// a move did not need goes to those after it.
func (c Control) Allot(reserve time.Duration) time.Duration {
	left := min(max(c.Left, 0), Most)
	inc := min(max(c.Inc, 0), Most)
	n := time.Duration(min(c.MovesToGo, 1000))
	if n <= 0 {
		n = horizon
	}
	spendable := max(left-reserve-reserve/5*(n-1), 0)
	if c.MovesToGo > 0 {
		return min((spendable+inc*(n-1))/n, spendable)
	}
	return spendable/n + min(inc*9/10, spendable/6)
}
