package main

import (
	"strings"
	"testing"

	"github.com/searchex/searchex/cmd/internal/cli/clitest"
)

// inputs are the arguments that name files to read.
var inputs = []string{"scale <file>"}

// outputs are what command lines need besides a file to write (see clitest.Outputs).
var outputs = map[string]string{
	"odd-even": "--doc --folder /", "ladder": "--doc --folder /", "classic": "--doc --folder /", "classic --out": "--depth 9", "sex": "--doc --folder /",
	"soak": "1000000000", "match": "go z80 --games 1000000", "mutate": "z80", "tune": "--cycles 999999999999 --key price.capture=1..9", "positions": "--games 1000000", "net": "--positions /dev/null",
}

// An output that cannot be written is refused before the work.
func TestOutputsAreCheckedBeforeTheWork(t *testing.T) {
	clitest.Outputs(t, &subcommands{}, inputs, outputs, func(args ...string) (int, string, string) { return runLab(t, strings.Join(args, " ")) })
}
