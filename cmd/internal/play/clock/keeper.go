package clock

import "time"

// Period is a part of a game: a number of moves, the time for them, and the increment
// after each of them. 0 moves are the rest of the game.
type Period struct {
	Moves     int
	Time, Inc time.Duration
}

// Standing is where a side stands in its time control.
type Standing struct {
	// Given is the time that it has been given so far, with increments; Most at most.
	Given time.Duration
	// Period is the number of the period, counted from 0, a repeated one once. Inc is the
	// increment of its moves, ToGo the number of moves to its end, 0 for the rest of the
	// game.
	Period int
	Inc    time.Duration
	ToGo   int
}

// After returns the standing after a number of moves of a side. The last period is repeated.
func After(periods []Period, made int) (s Standing) {
	give := func(d time.Duration, times int) {
		if times > 0 && d > (Most-s.Given)/time.Duration(times) {
			s.Given = Most
			return
		}
		s.Given += d * time.Duration(times)
	}
	for i, p := range periods {
		last := i == len(periods)-1
		s.Period, s.Inc = i, p.Inc
		switch {
		case p.Moves == 0:
			give(p.Time, 1)
			give(p.Inc, made)
			return s
		case made < p.Moves || last:
			give(p.Time, 1+made/p.Moves)
			give(p.Inc, made)
			s.ToGo = p.Moves - made%p.Moves
			return s
		}
		give(p.Time, 1)
		give(p.Inc, p.Moves)
		made -= p.Moves
	}
	return s
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
	now := After(k.periods, s.made)
	return Control{Left: now.Given - k.rate.Time(s.spent), Inc: now.Inc, MovesToGo: now.ToGo}
}

// Charge subtracts a move and its cycles from a side's clock.
func (k *Keeper) Charge(side int, cycles uint64) {
	k.sides[side].made++
	k.sides[side].spent += cycles
}
