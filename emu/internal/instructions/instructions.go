// Package instructions reads the tables of instructions, instructions.txt in the folder of each CPU, for what is generated from them
// and what is proved with them.
package instructions

import (
	"fmt"
	"strings"
)

// Row is a line of a table: columns separated by blanks up to a vertical bar, and what the instruction does, in Go, behind
// it.
type Row struct {
	Line    int
	Columns []string
	Effect  string
}

// Parse reads a table. Empty lines and those that begin with # are comments. A line that begins with a bar continues the
// effect of the row before. Errors begin with the number of the line.
func Parse(text string) (table []Row, err error) {
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		before, effect, _ := strings.Cut(line, "|")
		switch {
		case before != "":
			table = append(table, Row{i + 1, strings.Fields(before), strings.TrimSpace(effect)})
		case len(table) == 0:
			return nil, fmt.Errorf("%d: an effect before the first row", i+1)
		default:
			last := &table[len(table)-1]
			last.Effect = strings.TrimPrefix(last.Effect+"\n"+strings.TrimSpace(effect), "\n")
		}
	}
	return table, nil
}
