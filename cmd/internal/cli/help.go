package cli

import (
	"fmt"
	"strings"
)

// Detail returns the second part of a command's help: what it prints, an example and
// its manual.
func Detail(prints, example, manual string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nFor example:\n\n", prints)
	for line := range strings.Lines(example) {
		b.WriteString("    " + line)
	}
	fmt.Fprintf(&b, "\n\nManual: %s", manual)
	return b.String()
}

// Pages that several commands name as their manual.
const (
	ReadmeSession  = `README.md, "A session"`
	ReadmeCommands = `README.md, "Commands"`
	Sessions       = "docs/session.md"
)
