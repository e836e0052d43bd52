package random

import (
	"math/rand"
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// order is the order in which Profile draws numbers, by key or array. The
// searches of a seed depend on it. Numbers that it does not name are drawn last.
var order = []string{
	"start step price",
	"above score-shift score-cap parity killer-bonus phase",
	"futility pass",
	"budgets tempo late.from late recapture single above-by deep.from deep.quiet deep.other",
}

// stages are the rows of the table of fields by line of order, and a last stage
// of those that it does not name.
var stages = func() [][]goengine.ProfileField {
	all := make([][]goengine.ProfileField, len(order)+1)
	var named []string
	for i, line := range order {
		for _, name := range strings.Fields(line) {
			named = append(named, name)
			for _, f := range goengine.ProfileFields {
				if f.Key == name || f.Array == name {
					all[i] = append(all[i], f)
				}
			}
		}
	}
	for _, f := range goengine.ProfileFields {
		if !slices.Contains(named, f.Key) && !slices.Contains(named, f.Array) {
			all[len(order)] = append(all[len(order)], f)
		}
	}
	return all
}()

// Profile returns a profile with random switches and numbers, to find what the
// profiles with a name never meet.
func Profile(r *rand.Rand) goengine.Profile {
	var p goengine.Profile
	switches(r, &p)
	draw(r, &p, stages[0])
	if r.Intn(2) == 0 {
		p.Price[goengine.Evasion] = 0
	}
	draw(r, &p, stages[1])
	if r.Intn(2) == 0 {
		draw(r, &p, stages[2])
	}
	if r.Intn(2) == 0 {
		draw(r, &p, stages[3])
	}
	draw(r, &p, stages[4])
	return p
}

// switches draws each byte of switches.
func switches(r *rand.Rand, p *goengine.Profile) {
	all := map[string]int{}
	for _, f := range goengine.ProfileFields {
		all[f.Array] |= int(f.Bit)
	}
	p.Switches = goengine.Switches(r.Intn(all["switches"]+1) & all["switches"])
	p.Switches |= goengine.Switches(r.Intn(all["switches2"]+1)&all["switches2"]) << 8
}

// draw draws numbers from their ranges.
func draw(r *rand.Rand, p *goengine.Profile, fields []goengine.ProfileField) {
	for _, f := range fields {
		d := f.Draw
		if f.Bit != 0 || d == (goengine.Draw{}) {
			continue
		}
		times := 1
		if d.OrZero {
			times = r.Intn(2)
		}
		f.Set(p, times*(d.Low+r.Intn(d.High-d.Low+1)))
	}
}

// Absurd returns a profile of any bytes: prices of nothing or of everything,
// steps that never end.
func Absurd(r *rand.Rand) goengine.Profile {
	few := []uint8{0, 1, 2, 8, 255}
	anything := func() int {
		if r.Intn(4) == 0 {
			return r.Intn(256)
		}
		return int(few[r.Intn(len(few))])
	}
	var p goengine.Profile
	switches(r, &p)
	for _, f := range goengine.ProfileFields {
		if f.Bit == 0 && f.Array != "price" && f.Array != "phase" {
			f.Set(&p, anything())
		}
	}
	p.Above = max(p.Above, 1)
	same := uint8(anything())
	for c := range p.Price {
		if p.Price[c] = same; r.Intn(3) == 0 {
			p.Price[c] = uint8(anything())
		}
	}
	for i := range p.Phase {
		p.Phase[i] = int8(anything())
	}
	return p
}

// bound makes a profile one that can be written as key=value.
func bound(p *goengine.Profile) {
	for _, f := range goengine.ProfileFields {
		switch v := f.Get(p); {
		case v < f.Min:
			f.Set(p, f.Min)
		case v > f.Max:
			f.Set(p, v%(f.Max+1))
		}
	}
	p.Above = max(p.Above, 1) // or window prices would be refused
}
