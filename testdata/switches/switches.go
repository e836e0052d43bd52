// Package switches reads SEARCHEX_TESTS, which says what tests do beyond go test ./...: a list
// of switches, separated by commas, as in SEARCHEX_TESTS=slow,seed=7.
package switches

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Variable is the variable of the environment with the list.
const Variable = "SEARCHEX_TESTS"

// Known has the switches, each with what it does. A switch that has a value ends with =.
var Known = map[string]string{
	"few":           "twice the positions in hostbridge",
	"slow":          "more positions, profiles and depth; pages and commands that take minutes",
	"all":           "slow, and what takes a night",
	"browser":       "the page in Debian's chromium, from the server and as static files",
	"timed":         "figures of the page in processor time must hold, and are not only logged",
	"shorter":       "a search for shorter code in the routines that are proved",
	"realtime":      "UCI on the computer's own clock, which must be idle",
	"spread":        "processes of work on many computers are killed and stopped, and a disk fills",
	"mame":          "the MK V's module in Debian's mame",
	"md":            "the Mega Drive's cartridge in Debian's mame and blastem",
	"msx":           "the MSX's cartridge in Debian's openmsx with cbios",
	"match":         "whether the openings are balanced, with Stockfish",
	"away=":         "seconds for which a server of work on many computers is away",
	"guests=":       "folder with images and symbols of programs whose files the repository lacks",
	"instructions=": "random instructions of the tests of predecoded cores",
	"interpreters=": "folder with programs of interpreters in C, docs/witnesses.md",
	"jobs=":         "jobs of the benchmarks of cmd/lab",
	"pairs=":        "pairs of runs of the benchmarks of cmd/lab",
	"pictures=":     "folder for pictures of the page's screens",
	"seed=":         "first seed of the tests of predecoded cores",
	"site=":         "folder with a site that make site wrote, to be tested",
}

// given is what the variable has: the value of each switch, empty if it has none.
var given = sync.OnceValue(func() map[string]string {
	all, err := Parse(os.Getenv(Variable))
	if err != nil {
		panic(err.Error())
	}
	return all
})

// Parse reads a list of switches, and returns the value of each, empty if it has none.
func Parse(list string) (map[string]string, error) {
	all := map[string]string{}
	for text := range strings.SplitSeq(list, ",") {
		name, value, valued := strings.Cut(strings.TrimSpace(text), "=")
		key := name
		if valued {
			key += "="
		}
		switch _, ok := Known[key]; {
		case text == "" && list == "":
		case !ok, valued && value == "":
			return nil, fmt.Errorf("%s=%s: %q is no switch: want some of %s, with commas between them",
				Variable, list, text, strings.Join(slices.Sorted(maps.Keys(Known)), " "))
		default:
			all[name] = value
		}
	}
	if _, ok := all["all"]; ok {
		all["slow"] = ""
	}
	return all, nil
}

// Has reports whether a switch is given. It panics if the variable has an unknown one.
func Has(name string) bool {
	must(name)
	_, ok := given()[name]
	return ok
}

// Value returns the value of a switch, which is empty if it is not given.
func Value(name string) string {
	must(name + "=")
	return given()[name]
}

// Number returns the number that a switch has, or another if it is not given. It panics if the
// value is no number.
func Number(name string, otherwise int) int {
	text := Value(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(fmt.Sprintf("%s: %s=%s: want a number", Variable, name, text))
	}
	return n
}

// must panics for a switch that Known lacks.
func must(key string) {
	if _, ok := Known[key]; !ok {
		panic("switches: " + key + " is not known")
	}
}

// skipper is a test.
type skipper interface {
	Helper()
	Skipf(format string, args ...any)
}

// Need skips a test unless a switch is given.
func Need(t skipper, name string) {
	t.Helper()
	if !Has(name) {
		t.Skipf("%s=%s runs it: %s", Variable, name, Known[name])
	}
}
