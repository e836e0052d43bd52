// Package equivalent reads lists of equivalent mutants: changes of a program that no test can notice, each with the reason.
//
// In such a list a mutant's name stands at the beginning of a line, and its reason on the next one, indented. Lines that
// begin with # are comments, and empty lines mean nothing.
package equivalent

import (
	"fmt"
	"strings"
)

// Parse returns the reasons of a list by the mutants' names. The file's name is for errors.
func Parse(file, text string) (map[string]string, error) {
	reasons := map[string]string{}
	name := "" // whose reason is to follow
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		indented := strings.HasPrefix(line, " ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			continue
		case indented && name == "":
			return nil, fmt.Errorf("%s:%d: this reason follows no mutant", file, n)
		case indented:
			reasons[name], name = strings.TrimSpace(line), ""
		case name != "":
			return nil, fmt.Errorf("%s:%d: %q has no reason: want it indented on the next line", file, n, name)
		case reasons[line] != "":
			return nil, fmt.Errorf("%s:%d: %q is listed twice", file, n, line)
		default:
			name = line
		}
	}
	if name != "" {
		return nil, fmt.Errorf("%s:%d: %q has no reason: want it indented on the next line", file, n, name)
	}
	return reasons, nil
}
