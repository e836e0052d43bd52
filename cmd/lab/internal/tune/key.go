package tune

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
)

// ParseKeys reads the keys of --key. They start from the values of a profile.
func ParseKeys(texts []string, p *goengine.Profile) (keys []Key, err error) {
	seen := map[string]bool{}
	for _, text := range texts {
		k, err := ParseKey(text, p)
		if err != nil {
			return nil, fmt.Errorf("--key %s: %w", report.Short(text, 60), err)
		}
		for _, name := range k.Names {
			if seen[name] {
				return nil, fmt.Errorf("--key: %s stands twice", name)
			}
			seen[name] = true
		}
		keys = append(keys, k)
	}
	if len(keys) == 0 {
		return nil, errors.New("want a number to tune, such as --key pass=1..64")
	}
	least := *p
	for _, k := range keys {
		for _, name := range k.Names {
			value := k.Low
			if name == "switch.window-prices" {
				value = k.High
			}
			least.Set(name, strconv.Itoa(value))
		}
	}
	if least.Switches&goengine.WindowPrices != 0 && least.Above == 0 {
		return nil, errors.New("above=0: with window-prices want a number from 1 to 255")
	}
	return keys, nil
}

// allKeys returns the keys of all numbers and switches of a profile, sorted.
func allKeys() (all []string) {
	for _, f := range goengine.ProfileFields {
		all = append(all, f.Key)
	}
	slices.Sort(all)
	return all
}

// ParseKey reads a key such as "price.losing+price.losing-capture=10..40/4": names that
// share a value, its range, and the step of the first trials. A switch is 0 or 1.
func ParseKey(text string, p *goengine.Profile) (k Key, err error) {
	names, values, ok := strings.Cut(text, "=")
	values, step, stepped := strings.Cut(values, "/")
	low, high, ranged := strings.Cut(values, "..")
	if !ok || !ranged {
		return k, errors.New("want a name and a range, such as pass=1..64")
	}
	k.Names = strings.Split(names, "+")
	for i, name := range k.Names {
		v, known := p.Get(name)
		switch {
		case !known:
			return k, cli.Unknown("key", name, allKeys(), "docs/manual/match.md lists them")
		case i > 0 && v != k.Start:
			return k, fmt.Errorf("%s is %d and %s is %d: want two that are equal", k.Names[0], k.Start, name, v)
		}
		k.Start = v
		for _, end := range []string{low, high} {
			trial := *p
			if _, err := trial.Set(name, end); err != nil {
				return k, err
			}
		}
	}
	if err := k.setRange(low, high); err != nil || !stepped {
		return k, err
	}
	k.Step, err = strconv.ParseFloat(step, 64)
	if err != nil || !(k.Step >= 0.5 && k.Step <= float64(k.High-k.Low)) {
		return k, fmt.Errorf("step %q: want a number from 0.5 to %d", step, k.High-k.Low)
	}
	return k, nil
}

// setRange sets the range, which must include the start, and a step of an eighth of it.
func (k *Key) setRange(low, high string) error {
	var err1, err2 error
	k.Low, err1 = strconv.Atoi(low)
	k.High, err2 = strconv.Atoi(high)
	switch {
	case err1 != nil || err2 != nil:
		return errors.New("want whole numbers for the range, of a switch 0..1")
	case k.Low >= k.High:
		return errors.New("the range is empty: want the lower number first")
	case k.Start < k.Low || k.Start > k.High:
		return fmt.Errorf("the player has %d, which is not in the range", k.Start)
	}
	k.Step = max(float64(k.High-k.Low)/8, 1)
	if k.High-k.Low == 1 {
		k.Step = 0.5
	}
	return nil
}
