package clock

import "time"

// Keeper is a chess clock that counts an engine's cycles, for each side that the
// engine plays.
type Keeper struct {
	rate   Rate
	moves  int // per period; 0 for the whole game
	period time.Duration
	sides  [2]struct {
		made  int
		spent uint64
	}
}

// NewKeeper returns a clock with a period for each number of moves, or for the whole
// game if moves is 0.
func NewKeeper(rate Rate, moves int, period time.Duration) *Keeper {
	return &Keeper{rate: rate, moves: moves, period: period}
}

// Control returns the state of the clock of a side, 0 or 1.
func (k *Keeper) Control(side int) Control {
	s := &k.sides[side]
	given, toGo := k.period, 0
	if k.moves > 0 {
		given = min(k.period*time.Duration(min(1+s.made/k.moves, 1000)), Most)
		toGo = k.moves - s.made%k.moves
	}
	return Control{Left: given - k.rate.Time(s.spent), MovesToGo: toGo}
}

// Charge subtracts a move and its cycles from a side's clock.
func (k *Keeper) Charge(side int, cycles uint64) {
	k.sides[side].made++
	k.sides[side].spent += cycles
}
