package random

import (
	"math/rand"

	"github.com/searchex/searchex/goengine"
)

// Profile is a profile nobody would play by, which finds what the named ones
// never meet.
func Profile(r *rand.Rand) goengine.Profile {
	var prof goengine.Profile
	prof.Switches = goengine.Switch(r.Intn(256))
	prof.Switches2 = goengine.Switches2(r.Intn(2 * int(goengine.Cache)))
	prof.Start, prof.Step = uint8(r.Intn(20)), uint8(r.Intn(12))
	for c := range prof.Price {
		prof.Price[c] = uint8(4 + r.Intn(30))
	}
	if r.Intn(2) == 0 {
		prof.Price[goengine.Evasion] = 0
	}
	prof.Above = uint8(1 + r.Intn(30))
	prof.ScoreShift, prof.ScoreCap = uint8(r.Intn(6)), uint8(r.Intn(60))
	prof.Parity = [2]int8{int8(r.Intn(9) - 4), int8(r.Intn(9) - 4)}
	prof.KillerBonus = uint8(r.Intn(100))
	for i := range prof.Phase {
		prof.Phase[i] = int8(r.Intn(21) - 10)
	}
	if r.Intn(2) == 0 {
		prof.Futility, prof.Pass = uint8(r.Intn(256)), uint8(r.Intn(256))
	}
	if r.Intn(2) == 0 {
		prof.Budgets = uint8(r.Intn(3))
		prof.Tempo = int8(r.Intn(2) * (r.Intn(256) - 128))
		prof.LateFrom, prof.Late = uint8(r.Intn(12)), uint8(r.Intn(2)*r.Intn(20))
		prof.Recapture, prof.Single = uint8(r.Intn(2)*r.Intn(12)), uint8(r.Intn(2)*r.Intn(12))
		prof.AboveBy = int8(r.Intn(256) - 128)
		prof.DeepFrom, prof.DeepQuiet, prof.DeepOther = uint8(r.Intn(4)), int8(r.Intn(21)-10), int8(r.Intn(9)-4)
	}
	return prof
}

// Absurd is a profile that any bytes make: prices of nothing or of everything,
// steps that never end.
func Absurd(r *rand.Rand) goengine.Profile {
	few := []uint8{0, 1, 2, 8, 255}
	any := func() uint8 {
		if r.Intn(4) == 0 {
			return uint8(r.Intn(256))
		}
		return few[r.Intn(len(few))]
	}
	p := goengine.Profile{
		Switches: goengine.Switch(r.Intn(256)), Switches2: goengine.Switches2(r.Intn(2 * int(goengine.Cache))),
		Start: any(), Step: any(), Above: max(any(), 1), ScoreShift: any(), ScoreCap: any(),
		Parity: [2]int8{int8(any()), int8(any())}, KillerBonus: any(), CheckBonus: any(), Futility: any(), Pass: any(),
	}
	p.DeepFrom, p.DeepQuiet, p.DeepOther, p.Budgets = any(), int8(any()), int8(any()), any()
	p.LateFrom, p.Late, p.Recapture, p.Single, p.AboveBy, p.Tempo = any(), any(), any(), any(), int8(any()), int8(any())
	same := any()
	for c := range p.Price {
		if p.Price[c] = same; r.Intn(3) == 0 {
			p.Price[c] = any()
		}
	}
	for i := range p.Phase {
		p.Phase[i] = int8(any())
	}
	return p
}

// Limits are those of a shallow search.
func Limits(r *rand.Rand) goengine.Limits {
	l := goengine.Limits{SX: 1 + r.Intn(24), Depth: 1 + r.Intn(5), Nodes: 3000}
	switch r.Intn(4) {
	case 0:
		l.Draw = int16(r.Intn(300) - 150)
	case 1:
		l.MateIn, l.Depth = 1+r.Intn(3), 0
	}
	return l
}
