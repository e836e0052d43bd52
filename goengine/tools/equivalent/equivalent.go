// Package equivalent reads lists of equivalent mutants: changes of a program that no test can notice, each with the reason.
//
// In such a list a mutant's name stands at the beginning of a line, and its reason on the next one, indented. Names in
// consecutive lines share the reason that follows them. Lines that begin with # are comments, and empty lines mean nothing.
package equivalent

import (
	"fmt"
	"slices"
	"strings"
)

// Parse returns the reasons of a list by the mutants' names. The file's name is for errors.
func Parse(file, text string) (map[string]string, error) {
	reasons := map[string]string{}
	var names []string // whose reason is to follow
	n := 0
	unexplained := func() error {
		return fmt.Errorf("%s:%d: %q has no reason: want it indented on the next line", file, n, names[len(names)-1])
	}
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		indented := strings.HasPrefix(line, " ")
		switch {
		case (line == "" || strings.HasPrefix(line, "#")) && len(names) == 0:
			continue
		case line == "" || strings.HasPrefix(line, "#"):
			return nil, unexplained()
		case indented && len(names) == 0:
			return nil, fmt.Errorf("%s:%d: this reason follows no mutant", file, n)
		case indented:
			for _, name := range names {
				reasons[name] = strings.TrimSpace(line)
			}
			names = nil
		case reasons[line] != "" || slices.Contains(names, line):
			return nil, fmt.Errorf("%s:%d: %q is listed twice", file, n, line)
		default:
			names = append(names, line)
		}
	}
	if len(names) > 0 {
		return nil, unexplained()
	}
	return reasons, nil
}
