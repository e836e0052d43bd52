package clock

import (
	"math"
	"math/rand"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestThreeMinutesOfAClock(t *testing.T) {
	z80 := RateOf(4_000_000, 0)
	assert.Equal(t, uint64(720_000_000), z80.Cycles(3*time.Minute))
	assert.Equal(t, 3*time.Minute, z80.Time(720_000_000))
	assert.Equal(t, 6*time.Minute, RateOf(4_000_000, 2000).Time(720_000_000))
}

func TestNumbersOutOfRangeNeitherWrapNorPanic(t *testing.T) {
	r := RateOf(math.MaxUint64, 0)
	assert.Equal(t, uint64(math.MaxUint64), r.Cycles(math.MaxInt64))
	assert.Equal(t, uint64(1), r.Cycles(math.MinInt64))
	assert.Equal(t, Most, RateOf(1, 0).Time(math.MaxUint64))
	for _, c := range []Control{
		{}, {Left: math.MinInt64, Inc: math.MinInt64, MovesToGo: math.MinInt},
		{Left: math.MaxInt64, Inc: math.MaxInt64, MovesToGo: math.MaxInt}, {Left: 1, MovesToGo: 1},
		{Left: math.MaxInt64, Inc: math.MaxInt64},
	} {
		a := c.Allot(time.Second)
		assert.GreaterOrEqual(t, a, time.Duration(0), "%+v", c)
		assert.LessOrEqual(t, a, Most, "%+v", c)
	}
}

// With a reserve of a second the clock keeps that, and 0.2 s for each move to come.
func TestAllotByHand(t *testing.T) {
	const s = time.Second
	for _, tt := range []struct {
		c    Control
		want time.Duration
	}{
		{Control{Left: 31 * s, MovesToGo: 1}, 30 * s},
		{Control{Left: 101*s + 800*time.Millisecond, MovesToGo: 5}, 20 * s},              // 101.8 - 1 - 0.8, in five
		{Control{Left: 101*s + 800*time.Millisecond, MovesToGo: 5, Inc: 10 * s}, 28 * s}, // and four increments
		{Control{Left: 2*s + 200*time.Millisecond, MovesToGo: 2, Inc: 60 * s}, s},        // not more than there is
		{Control{Left: 306*s + 800*time.Millisecond}, 10 * s},                            // 306.8 - 1 - 5.8, a thirtieth
		{Control{Left: 306*s + 800*time.Millisecond, Inc: 10 * s}, 19 * s},               // and nine tenths of the increment
		{Control{Left: 306*s + 800*time.Millisecond, Inc: 100 * s}, 60 * s},              // but a sixth of 300 at most
		{Control{Left: 306*s + 800*time.Millisecond, MovesToGo: -3}, 10 * s},
		{Control{Left: 6*s + 800*time.Millisecond}, 0}, {Control{Left: s, MovesToGo: 1}, 0}, {Control{Left: s + 1, MovesToGo: 1}, 1},
		{Control{}, 0}, {Control{Left: -5 * s, Inc: 5 * s}, 0},
	} {
		assert.Equal(t, tt.want, tt.c.Allot(s), "%+v", tt.c)
	}
	assert.EqualValues(t, 1, Control{Left: 1, MovesToGo: 1}.Allot(0))
}

func TestNoControlIsOversteppedAndALongOneIsUsed(t *testing.T) {
	const reserve = 500 * time.Millisecond
	rnd := rand.New(rand.NewSource(1))
	for range 300 {
		moves := 1 + rnd.Intn(60)
		given := time.Duration(moves) * time.Duration(1+rnd.Intn(200)) * time.Second
		c := Control{Left: given, Inc: time.Duration(rnd.Intn(3)) * time.Second, MovesToGo: moves}
		total := given
		for ; c.MovesToGo > 0; c.MovesToGo-- {
			used := c.Allot(reserve)
			if used += time.Duration(rnd.Int63n(int64(reserve))); c.MovesToGo > 5 && rnd.Intn(3) == 0 {
				used /= 10 // a mate seen, a single reply
			}
			c.Left -= used
			assert.GreaterOrEqual(t, c.Left, time.Duration(0))
			if c.MovesToGo > 1 {
				c.Left += c.Inc
				total += c.Inc
			}
		}
		assert.LessOrEqual(t, c.Left, total*15/100+reserve, "%v for %d", total, moves)
	}
}

func TestAGameWithoutAControlNeverRunsOutOfTime(t *testing.T) {
	for _, inc := range []time.Duration{0, time.Second} {
		c := Control{Left: 5 * time.Minute, Inc: inc}
		for range 300 {
			used := c.Allot(100 * time.Millisecond)
			c.Left -= used + 99*time.Millisecond*min(1, used)
			assert.GreaterOrEqual(t, c.Left, time.Duration(0))
			c.Left += inc
		}
	}
}

func TestAnIncrementKeepsMoreOnTheClockThanADelayOfTheHost(t *testing.T) {
	const lag = 8 * time.Millisecond
	c := Control{Left: 500 * time.Millisecond, Inc: 20 * time.Millisecond}
	for range 500 {
		c.Left -= max(c.Allot(50*time.Millisecond), time.Millisecond) + lag
		assert.Greater(t, c.Left, 60*time.Millisecond)
		c.Left += c.Inc
	}
}

func TestAKeptClockGivesEachControlItsTime(t *testing.T) {
	r := RateOf(4_000_000, 0)
	k := NewKeeper(r, Period{Moves: 40, Time: 2 * time.Hour})
	for i := range 40 {
		assert.Equal(t, 40-i, k.Control(0).MovesToGo)
		k.Charge(0, r.Cycles(time.Minute))
	}
	assert.Equal(t, Control{Left: 200 * time.Minute, MovesToGo: 40}, k.Control(0))
	assert.Equal(t, Control{Left: 120 * time.Minute, MovesToGo: 40}, k.Control(1), "the other side's clock")
	blitz := NewKeeper(r, Period{Time: 5 * time.Minute})
	blitz.Charge(1, r.Cycles(2*time.Minute))
	assert.Equal(t, Control{Left: 3 * time.Minute}, blitz.Control(1))
}

func TestPeriodsByHand(t *testing.T) {
	three := []Period{{Moves: 40, Time: 120 * time.Minute}, {Moves: 20, Time: 60 * time.Minute}, {Time: 30 * time.Minute}}
	two := three[:2]
	for _, c := range []struct {
		periods     []Period
		made        int
		given, toGo int
	}{
		{three, 0, 120, 40}, {three, 39, 120, 1}, {three, 40, 180, 20}, {three, 59, 180, 1}, {three, 60, 210, 0}, {three, 500, 210, 0},
		{two, 40, 180, 20}, {two, 60, 240, 20}, {two, 99, 300, 1}, {two, 100, 360, 20},
		{three[2:], 7, 30, 0}, {nil, 7, 0, 0}, {[]Period{{Moves: 1, Time: time.Minute}}, 5, 6, 1},
	} {
		s := After(c.periods, c.made)
		assert.Equal(t, [2]int{c.given, c.toGo}, [2]int{int(s.Given / time.Minute), s.ToGo}, "%v after %d", c.periods, c.made)
	}
	assert.Equal(t, Most, After([]Period{{Moves: 1, Time: Most}}, 1<<30).Given)
}
