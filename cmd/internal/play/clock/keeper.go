package clock

import "time"

// Period is a part of a game: a number of moves and the time for them. 0 moves are the
// rest of the game.
type Period struct {
	Moves int
	Time  time.Duration
}

// Given returns the time that a side has been given after some moves, and the number of
// moves to the end of the period, 0 for the rest of the game. The last period is repeated.
func Given(periods []Period, made int) (given time.Duration, toGo int) {
	for i, p := range periods {
		times := 1
		if p.Moves > 0 && i == len(periods)-1 {
			times = min(1+made/p.Moves, 1000)
		}
		given = min(given+p.Time*time.Duration(times), Most)
		if p.Moves == 0 {
			return given, 0
		}
		if made -= p.Moves * (times - 1); made < p.Moves || i == len(periods)-1 {
			return given, max(p.Moves-made, 1)
		}
		made -= p.Moves
	}
	return given, 0
}

// Keeper is a chess clock that counts an engine's cycles, for each side that the
// engine plays.
type Keeper struct {
	rate    Rate
	periods []Period
	sides   [2]struct {
		made  int
		spent uint64
	}
}

// NewKeeper returns a clock of some periods.
func NewKeeper(rate Rate, periods ...Period) *Keeper { return &Keeper{rate: rate, periods: periods} }

// Control returns the state of the clock of a side, 0 or 1.
func (k *Keeper) Control(side int) Control {
	s := &k.sides[side]
	given, toGo := Given(k.periods, s.made)
	return Control{Left: given - k.rate.Time(s.spent), MovesToGo: toGo}
}

// Charge subtracts a move and its cycles from a side's clock.
func (k *Keeper) Charge(side int, cycles uint64) {
	k.sides[side].made++
	k.sides[side].spent += cycles
}
