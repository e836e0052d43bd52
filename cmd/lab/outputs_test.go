package main

import (
	"strings"
	"testing"

	"github.com/searchex/searchex/cmd/internal/cli/clitest"
)

// An output that cannot be written is refused only after the work.
func TestOutputsAreCheckedBeforeTheWork(t *testing.T) {
	const (
		games  = "--cycles 999999999999 --key price.capture=1..9 "
		values = "fit evaluation --positions 60000 "
	)
	clitest.Outputs(t, &subcommands{}, []string{"sex --games", "match --openings", "match --token-file", "match --tls-ca", "match --tls-cert", "match --tls-key",
		"soak --token-file", "soak --tls-ca", "soak --tls-cert", "soak --tls-key", "worker --token-file", "worker --tls-ca", "jobs --token-file", "jobs --tls-ca", "tune --openings", "fit evaluation --values", "net --positions"}, map[string]string{
		"odd-even --folder":     "odd-even --doc --folder @",
		"odd-even --raw":        "odd-even --doc --folder / --raw @",
		"ladder --folder":       "ladder --doc --folder @",
		"ladder --raw":          "ladder --doc --folder / --raw @",
		"classic --folder":      "classic --doc --folder @",
		"classic --raw":         "classic --doc --folder / --raw @",
		"sex --folder":          "sex --doc --folder @",
		"sex --raw":             "sex --doc --folder / --raw @",
		"soak --out":            "soak 1000000000 --out @",
		"match --out":           "match go z80 --games 1000000 --out @",
		"match --pgn":           "match go z80 --games 1000000 --pgn @",
		"tune --out":            "tune " + games + "--out @",
		"tune --svg":            "tune " + games + "--svg @",
		"fit evaluation --keep": values + "--keep @",
		"fit evaluation --out":  values + "--out @",
		"positions --out":       "positions --games 1000000 --out @",
		"net --out":             "net --positions /dev/null --out @",
		"net --svg":             "net --positions /dev/null --svg @",
	}, func(args ...string) (int, string, string) { return runLab(t, strings.Join(args, " ")) })
}
