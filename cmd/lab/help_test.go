package main

import (
	"strings"
	"testing"

	"github.com/searchex/searchex/cmd/internal/cli/clitest"
)

func TestEveryHelpSaysWhatIsPrintedAndGivesAnExample(t *testing.T) {
	clitest.Help(t, &subcommands{}, "go run ./cmd/lab", "../..", func(args ...string) (int, string, string) {
		return runLab(t, strings.Join(args, " "))
	})
}
