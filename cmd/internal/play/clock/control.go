package clock

import "time"

// horizon is the number of further moves for which time is reserved in a game
// without a number of moves to go. With a thirtieth of the rest for each move, early
// moves get more, and time never runs out.
const horizon = 30

// Control is the state of a chess clock before a move.
type Control struct {
	// Left is the time left, Inc the increment after each move.
	Left, Inc time.Duration
	// MovesToGo is the number of moves for which Left has to last, including this
	// one; 0 means the rest of the game.
	MovesToGo int
}

// Allot returns the time for the move. reserve is the time that a search may need
// beyond its limit until its answer has arrived. The clock keeps one reserve for
// this move and a fifth of one for each move to come, since most need less. The
// result is never negative. It is 0 if the clock allows only the shortest search.
//
// Without MovesToGo a move gets a thirtieth of the time left, and nine tenths of the
// increment, as long as that is a small part of it: a clock that is nearly down
// recovers. With MovesToGo each move gets an equal share, so that time which a move
// didn't need goes to the later ones.
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
