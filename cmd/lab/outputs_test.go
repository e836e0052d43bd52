package main

import (
	"strings"
	"testing"

	"github.com/searchex/searchex/cmd/internal/cli/clitest"
)

const games = "--cycles 999999999999 --key price.capture=1..9 "

// outputs are the flags that name files to write, each with a command line that would work for
// hours.
var outputs = map[string]string{
	"odd-even --folder": "odd-even --doc --folder @",
	"odd-even --raw":    "odd-even --doc --folder / --raw @",
	"ladder --folder":   "ladder --doc --folder @",
	"ladder --raw":      "ladder --doc --folder / --raw @",
	"classic --folder":  "classic --doc --folder @",
	"classic --raw":     "classic --doc --folder / --raw @",
	"classic --out":     "classic --depth 9 --out @",
	"sex --folder":      "sex --doc --folder @",
	"sex --raw":         "sex --doc --folder / --raw @",
	"soak --out":        "soak 1000000000 --out @",
	"match --out":       "match go z80 --games 1000000 --out @",
	"match --pgn":       "match go z80 --games 1000000 --pgn @",
	"mutate --out":      "mutate z80 --out @",
	"tune --out":        "tune " + games + "--out @",
	"tune --svg":        "tune " + games + "--svg @",
	"positions --out":   "positions --games 1000000 --out @",
	"net --out":         "net --positions /dev/null --out @",
	"net --svg":         "net --positions /dev/null --svg @",
	"hidden --svg":      "hidden --svg @",
}

// An output that cannot be written is refused before the work.
func TestOutputsAreCheckedBeforeTheWork(t *testing.T) {
	inputs := []string{"scale <file>", "sex --games", "match --openings", "tune --openings", "net --positions", "mutate --names"}
	for _, command := range []string{"soak", "match", "positions", "mutate", "ladder", "sex", "tune", "worker", "jobs"} {
		inputs = append(inputs, command+" --token-file", command+" --tls-ca")
		if command != "worker" && command != "jobs" {
			inputs = append(inputs, command+" --tls-cert", command+" --tls-key")
		}
	}
	clitest.Outputs(t, &subcommands{}, inputs, outputs, func(args ...string) (int, string, string) { return runLab(t, strings.Join(args, " ")) })
}
