package match

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// switches names the switches of a profile.
var switches = map[string]goengine.Switch{
	"two-budgets": goengine.TwoBudgets, "window-prices": goengine.WindowPrices, "score-prices": goengine.ScorePrices,
	"killers": goengine.Killers, "parity-prices": goengine.ParityPrices, "mate-threats": goengine.MateThreats,
	"half-frontier": goengine.HalfFrontier, "phase-prices": goengine.PhasePrices,
}

// switches2 names those of the second byte.
var switches2 = map[string]goengine.Switches2{"mate-test": goengine.MateTest, "swap-sort": goengine.SwapSort, "staged": goengine.Staged}

// changeable names the bytes of a profile that a match may change, beside the
// switches.
func changeable(p *goengine.Profile) map[string]*uint8 {
	all := map[string]*uint8{
		"start": &p.Start, "step": &p.Step, "above": &p.Above, "score-shift": &p.ScoreShift,
		"score-cap": &p.ScoreCap, "killer-bonus": &p.KillerBonus, "check-bonus": &p.CheckBonus,
		"futility": &p.Futility, "pass": &p.Pass,
	}
	for c, name := range goengine.CategoryNames {
		all["price."+strings.ReplaceAll(name, " ", "-")] = &p.Price[c]
	}
	return all
}

// changeableSigned names the signed ones.
func changeableSigned(p *goengine.Profile) map[string]*int8 {
	all := map[string]*int8{"parity.even": &p.Parity[0], "parity.odd": &p.Parity[1]}
	for i := range p.Phase {
		all["phase."+strconv.Itoa(i)] = &p.Phase[i]
	}
	return all
}

// changeProfile sets one number of a profile: "price.evasion" to "7",
// "switch.killers" to "on", "step" to "4", "parity.even" to "-1". It answers
// false where a profile has nothing of that name.
func changeProfile(p *goengine.Profile, key, value string) (known bool, err error) {
	if name, ok := strings.CutPrefix(key, "switch."); ok {
		return changeSwitch(p, name, value)
	}
	if b := changeable(p)[key]; b != nil {
		n, err := strconv.ParseUint(value, 10, 8)
		least := uint64(0)
		if key == "step" || strings.HasPrefix(key, "price.") && key != "price.evasion" {
			least = 1 // a step or a move that costs nothing would never end
		}
		if err != nil || n < least {
			return true, fmt.Errorf("%s=%s: want a number from %d to 255", key, value, least)
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

func changeSwitch(p *goengine.Profile, name, value string) (bool, error) {
	one, two := switches[name], switches2[name]
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
	for name := range switches {
		all = append(all, name)
	}
	for name := range switches2 {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// ProfileKeys are the names that a player's profile may be changed by, sorted.
func ProfileKeys() []string {
	var p goengine.Profile
	var all []string
	for name := range changeable(&p) {
		all = append(all, name)
	}
	for name := range changeableSigned(&p) {
		all = append(all, name)
	}
	for _, name := range switchNames() {
		all = append(all, "switch."+name)
	}
	slices.Sort(all)
	return all
}
