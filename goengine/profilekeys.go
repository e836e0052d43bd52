package goengine

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// fieldByKey holds the rows of ProfileFields by key.
var fieldByKey = func() map[string]*ProfileField {
	all := map[string]*ProfileField{}
	for i := range ProfileFields {
		all[ProfileFields[i].Key] = &ProfileFields[i]
	}
	return all
}()

// written are the rows of ProfileFields in the order in which Changes writes
// them: unsigned numbers, signed numbers, switches, each by name. The soak
// shuffles them from there, so that its searches depend on this order.
var written = func() (all []*ProfileField) {
	for i := range ProfileFields {
		all = append(all, &ProfileFields[i])
	}
	kind := func(f *ProfileField) int {
		switch {
		case f.Bit != 0:
			return 2
		case f.Min < 0:
			return 1
		}
		return 0
	}
	slices.SortFunc(all, func(a, b *ProfileField) int {
		return cmp.Or(kind(a)-kind(b), strings.Compare(a.Key, b.Key))
	})
	return all
}()

// Get returns the number of a key, 1 for a switch that is on and 0 for one that
// is off. It returns false if there is no such key.
func (p *Profile) Get(key string) (value int, known bool) {
	f := fieldByKey[key]
	if f == nil {
		return 0, false
	}
	return f.Get(p), true
}

// Set changes the number of a key: "price.evasion" to "7", "switch.killers" to
// "on", "step" to "4", "parity.even" to "-1". It returns false if there is no
// such key.
func (p *Profile) Set(key, value string) (known bool, err error) {
	f := fieldByKey[key]
	if f == nil {
		if name, ok := strings.CutPrefix(key, "switch."); ok {
			return true, fmt.Errorf("switch.%s: want one of %s", name, strings.Join(switchNames(), ", "))
		}
		return false, nil
	}
	n, err := f.parse(value)
	if err == nil {
		f.Set(p, n)
	}
	return true, err
}

// parse reads a value of the field.
func (f *ProfileField) parse(value string) (n int, err error) {
	switch {
	case f.Bit != 0:
		switch value {
		case "on", "1", "true":
			return 1, nil
		case "off", "0", "false":
			return 0, nil
		}
		return 0, fmt.Errorf("%s=%s: want on or off", f.Key, value)
	case f.Min < 0:
		n, err = strconv.Atoi(value)
	default:
		var u uint64
		u, err = strconv.ParseUint(value, 10, 8) // a sign is an error
		n = int(u)
	}
	if err != nil || n < f.Min || n > f.Max {
		return 0, fmt.Errorf("%s=%s: want a number from %d to %d", f.Key, value, f.Min, f.Max)
	}
	return n, nil
}

// switchNames returns the names of all switches, sorted.
func switchNames() (all []string) {
	for i := range ProfileFields {
		if name, ok := strings.CutPrefix(ProfileFields[i].Key, "switch."); ok {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// ParseProfile reads the name of a profile and what is changed in it:
// "sx81,price.killer=12,switch.killers=on".
func ParseProfile(spec string) (Profile, error) {
	fields := strings.Split(spec, ",")
	p, ok := ProfileByName(fields[0])
	if !ok {
		return p, fmt.Errorf("profile %q is unknown: want one of %s", fields[0], strings.Join(AllProfileNames, ", "))
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

// Changes returns what makes another profile this one, as ParseProfile reads it:
// "price.killer=12", "switch.killers=on".
func (p *Profile) Changes(from Profile) (all []string) {
	for _, f := range written {
		switch value := f.Get(p); {
		case value == f.Get(&from):
		case f.Bit == 0:
			all = append(all, fmt.Sprintf("%s=%d", f.Key, value))
		case value == 1:
			all = append(all, f.Key+"=on")
		default:
			all = append(all, f.Key+"=off")
		}
	}
	return all
}
