package goengine

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// switchNamed are the switches of a profile.
var switchNamed = map[string]Switch{
	"two-budgets": TwoBudgets, "window-prices": WindowPrices, "score-prices": ScorePrices,
	"killers": Killers, "parity-prices": ParityPrices, "mate-threats": MateThreats,
	"half-frontier": HalfFrontier, "phase-prices": PhasePrices,
}

// switch2Named are those of the second byte.
var switch2Named = map[string]Switches2{"mate-test": MateTest, "swap-sort": SwapSort, "staged": Staged, "scout": Scout, "cache": Cache}

// changeable are the bytes of a profile that can be set by name, beside the switches.
func changeable(p *Profile) map[string]*uint8 {
	all := map[string]*uint8{
		"start": &p.Start, "step": &p.Step, "above": &p.Above, "score-shift": &p.ScoreShift,
		"score-cap": &p.ScoreCap, "killer-bonus": &p.KillerBonus, "check-bonus": &p.CheckBonus,
		"futility": &p.Futility, "pass": &p.Pass, "deep.from": &p.DeepFrom, "budgets": &p.Budgets,
		"late.from": &p.LateFrom, "late": &p.Late, "recapture": &p.Recapture, "single": &p.Single,
	}
	for c, name := range CategoryNames {
		all["price."+strings.ReplaceAll(name, " ", "-")] = &p.Price[c]
	}
	return all
}

// changeableSigned are the signed ones.
func changeableSigned(p *Profile) map[string]*int8 {
	all := map[string]*int8{
		"parity.even": &p.Parity[0], "parity.odd": &p.Parity[1],
		"deep.quiet": &p.DeepQuiet, "deep.other": &p.DeepOther, "above-by": &p.AboveBy, "tempo": &p.Tempo,
	}
	for i := range p.Phase {
		all["phase."+strconv.Itoa(i)] = &p.Phase[i]
	}
	return all
}

// Keys are the names of all that Set can change, by name.
func Keys() (all []string) {
	var p Profile
	all = slices.AppendSeq(all, maps.Keys(changeable(&p)))
	all = slices.AppendSeq(all, maps.Keys(changeableSigned(&p)))
	for _, name := range switchNames() {
		all = append(all, "switch."+name)
	}
	slices.Sort(all)
	return all
}

// Get is the number that Set sets, of a switch 1 where it is on and 0 where it is
// off. It answers false where a profile has nothing of that name.
func (p *Profile) Get(key string) (value int, known bool) {
	all := *p
	if b := changeable(&all)[key]; b != nil {
		return int(*b), true
	}
	if b := changeableSigned(&all)[key]; b != nil {
		return int(*b), true
	}
	name, ok := strings.CutPrefix(key, "switch.")
	one, two := switchNamed[name], switch2Named[name]
	switch {
	case !ok || one == 0 && two == 0:
		return 0, false
	case p.Switches&one != 0 || p.Switches2&two != 0:
		return 1, true
	}
	return 0, true
}

// Set sets one number of a profile by its name: "price.evasion" to "7",
// "switch.killers" to "on", "step" to "4", "parity.even" to "-1". It answers
// false where a profile has nothing of that name.
func (p *Profile) Set(key, value string) (known bool, err error) {
	if name, ok := strings.CutPrefix(key, "switch."); ok {
		return p.setSwitch(name, value)
	}
	if b := changeable(p)[key]; b != nil {
		n, err := strconv.ParseUint(value, 10, 8)
		least, most := uint64(0), uint64(math.MaxUint8)
		if strings.HasPrefix(key, "price.") && key != "price.evasion" {
			least = 1 // moves that cost nothing would never end
		}
		if key == "budgets" {
			most = uint64(BudgetsOwn)
		}
		if err != nil || n < least || n > most {
			return true, fmt.Errorf("%s=%s: want a number from %d to %d", key, value, least, most)
		}
		*b = uint8(n)
		return true, nil
	}
	if b := changeableSigned(p)[key]; b != nil {
		n, err := strconv.ParseInt(value, 10, 8)
		if err != nil {
			return true, fmt.Errorf("%s=%s: want a number from -128 to 127", key, value)
		}
		*b = int8(n)
		return true, nil
	}
	return false, nil
}

func (p *Profile) setSwitch(name, value string) (bool, error) {
	one, two := switchNamed[name], switch2Named[name]
	if one == 0 && two == 0 {
		return true, fmt.Errorf("switch.%s: want one of %s", name, strings.Join(switchNames(), ", "))
	}
	p.Switches &^= one
	p.Switches2 &^= two
	switch value {
	case "on", "1", "true":
		p.Switches |= one
		p.Switches2 |= two
	case "off", "0", "false":
	default:
		return true, fmt.Errorf("switch.%s=%s: want on or off", name, value)
	}
	return true, nil
}

func switchNames() []string {
	var all []string
	for name := range switchNamed {
		all = append(all, name)
	}
	for name := range switch2Named {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// ParseProfile reads a profile's name and what is different in it:
// "sx81,price.killer=12,switch.killers=on".
func ParseProfile(spec string) (Profile, error) {
	fields := strings.Split(spec, ",")
	p, ok := ProfileByName(fields[0])
	if !ok {
		return p, fmt.Errorf("profile %q is unknown: want one of %s", fields[0], strings.Join(ProfileNames, ", "))
	}
	for _, field := range fields[1:] {
		key, value, _ := strings.Cut(field, "=")
		known, err := p.Set(key, value)
		if err == nil && !known {
			err = fmt.Errorf("%s: a profile has nothing of that name", key)
		}
		if err != nil {
			return p, fmt.Errorf("profile %s: %w", spec, err)
		}
	}
	if p.Switches&WindowPrices != 0 && p.Above == 0 {
		return p, fmt.Errorf("profile %s: above=0: with window-prices want a number from 1 to 255", spec)
	}
	return p, nil
}

// Changes are what makes another profile this one, as ParseProfile reads it:
// "price.killer=12", "switch.killers=on", by name.
func (p *Profile) Changes(from Profile) (all []string) {
	to := *p
	was, is := changeable(&from), changeable(&to)
	for _, key := range slices.Sorted(maps.Keys(is)) {
		if *is[key] != *was[key] {
			all = append(all, fmt.Sprintf("%s=%d", key, *is[key]))
		}
	}
	wasSigned, isSigned := changeableSigned(&from), changeableSigned(&to)
	for _, key := range slices.Sorted(maps.Keys(isSigned)) {
		if *isSigned[key] != *wasSigned[key] {
			all = append(all, fmt.Sprintf("%s=%d", key, *isSigned[key]))
		}
	}
	for _, name := range switchNames() {
		one, two := switchNamed[name], switch2Named[name]
		is, was := to.Switches&one != 0 || to.Switches2&two != 0, from.Switches&one != 0 || from.Switches2&two != 0
		if is != was {
			all = append(all, fmt.Sprintf("switch.%s=%s", name, map[bool]string{true: "on", false: "off"}[is]))
		}
	}
	return all
}
