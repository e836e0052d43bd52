package main

import (
	"testing"

	"github.com/searchex/searchex/cmd/internal/cli/clitest"
)

func TestEveryHelpSaysWhatIsPrintedAndGivesAnExample(t *testing.T) {
	clitest.Help(t, &commands{}, "searchex", "../..", func(args ...string) (int, string, string) {
		return runWith(t, fake{}, args...)
	})
}
