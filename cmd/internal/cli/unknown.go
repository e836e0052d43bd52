package cli

import (
	"github.com/searchex/searchex/cmd/internal/report"
)

// Unknown returns the error for an unknown name. It suggests the nearest of the known
// names, of which there must be at least one. what says what the name is of, list how to
// see all names.
func Unknown(what, name string, known []string, list string) error {
	return Usagef("%s %q is unknown: the nearest is %s; %s", what, report.Short(name, 40), report.Nearest(name, known), list)
}
