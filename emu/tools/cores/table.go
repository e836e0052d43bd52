package main

import (
	"fmt"
	"strings"
)

// row is a line of a table: columns separated by blanks up to a vertical bar, and what
// the instruction does, in Go, behind it.
type row struct {
	line    int
	columns []string
	effect  string
}

// parse reads a table. Empty lines and those that begin with # are comments. A line
// that begins with a bar continues the effect of the row before. Errors begin with the
// number of the line.
func parse(text []byte) (table []row, err error) {
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		before, effect, _ := strings.Cut(line, "|")
		switch {
		case before != "":
			table = append(table, row{i + 1, strings.Fields(before), strings.TrimSpace(effect)})
		case len(table) == 0:
			return nil, fmt.Errorf("%d: an effect before the first row", i+1)
		default:
			last := &table[len(table)-1]
			last.effect = strings.TrimPrefix(last.effect+"\n"+strings.TrimSpace(effect), "\n")
		}
	}
	return table, nil
}
