package clock

import "time"

// Keeper is a chess clock that the engine keeps itself, in cycles, for each
// side that it plays.
type Keeper struct {
	rate   Rate
	moves  int // of a control, 0: the whole game
	period time.Duration
	sides  [2]struct {
		made  int
		spent uint64
	}
}

// NewKeeper returns a clock with so much time for each so many moves, or, where
// moves is 0, for the whole game.
func NewKeeper(rate Rate, moves int, period time.Duration) *Keeper {
	return &Keeper{rate: rate, moves: moves, period: period}
}

// Control returns how the clock of a side, 0 or 1, stands.
func (k *Keeper) Control(side int) Control {
	s := &k.sides[side]
	given, toGo := k.period, 0
	if k.moves > 0 {
		given = min(k.period*time.Duration(min(1+s.made/k.moves, 1000)), Most)
		toGo = k.moves - s.made%k.moves
	}
	return Control{Left: given - k.rate.Time(s.spent), MovesToGo: toGo}
}

// Charge takes a move and what it has cost off a side's clock.
func (k *Keeper) Charge(side int, cycles uint64) {
	k.sides[side].made++
	k.sides[side].spent += cycles
}
