package goengine

import "testing"

// No move may cost nothing, so prices by the window want one.
func TestParseProfileRefusesMovesThatCostNothing(t *testing.T) {
	for _, spec := range []string{"sx81,switch.window-prices=on", "parker83,above=0", "sx81,price.check=0", "sx81,step=0"} {
		if _, err := ParseProfile(spec); err == nil {
			t.Errorf("%s is taken", spec)
		}
	}
	for _, spec := range []string{"sx81,above=0", "sx81,switch.window-prices=on,above=1", "sx81,price.evasion=0"} {
		if _, err := ParseProfile(spec); err != nil {
			t.Error(err)
		}
	}
}
