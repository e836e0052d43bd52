package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/searchex/searchex/emu/internal/instructions"
)

// sequences are those instructions that follow each other so often that one case executes
// them all.
type sequences struct {
	// rows have the opcodes, and behind the bar what they are.
	rows []instructions.Row
	// instructions are those that have a case, by opcode.
	instructions map[string]instruction
}

// instruction is a case.
type instruction struct {
	number int
	body   string
	// between is the body before another instruction in the same case: there a branch that is
	// taken ends it. It is empty if it always jumps.
	between string
}

func newSequences(rows []instructions.Row) *sequences {
	return &sequences{rows, map[string]instruction{}}
}

// jump matches what sets pc, but not behind the instruction.
var jump = regexp.MustCompile(`\bpc -?= `)

// add adds an instruction with its case.
func (s *sequences) add(opcode string, number int, body string) {
	in := instruction{number, body, body}
	if at := jump.FindStringIndex(body); at != nil {
		in.between = ""
		if end := strings.Index(body[at[0]:], "}"); end >= 0 {
			end += at[0]
			in.between = body[:end] + "\ncontinue\n" + body[end:]
		}
	}
	s.instructions[opcode] = in
}

// cases returns the cases of the sequences, with numbers from first on, and the sequences by
// the number of the first instruction, the long ones first. Between two instructions is done
// what is done between two cases, so a sequence may end after each: where noneLeft holds, or
// where the package executes one. Only watches are not looked at.
func (s *sequences) cases(first int, noneLeft string) (cases, byFirst string, err error) {
	var text strings.Builder
	found := map[int][]string{}
	rows := slices.Clone(s.rows)
	slices.SortStableFunc(rows, func(a, b instructions.Row) int { return len(b.Columns) - len(a.Columns) })
	for i, r := range rows {
		if n := len(r.Columns); n != 2 && n != 3 {
			return "", "", fmt.Errorf("sequences.txt:%d: a sequence has two or three opcodes", r.Line)
		}
		var all [3]instruction
		fmt.Fprintf(&text, "case %d: // %s\n", first+i, r.Effect)
		for j, opcode := range r.Columns {
			in, known := s.instructions[opcode]
			last := j == len(r.Columns)-1
			if !known || !last && in.between == "" {
				return "", "", fmt.Errorf("sequences.txt:%d: %s has no case, or jumps before the end", r.Line, opcode)
			}
			if j > 0 {
				fmt.Fprintf(&text, "if %s { continue }\ne = k.entries[pc]\n", noneLeft)
			}
			if !last {
				in.body = in.between
			}
			fmt.Fprintf(&text, "{\n%s}\n", in.body)
			all[j] = in
		}
		found[all[0].number] = append(found[all[0].number], fmt.Sprintf("{[2]uint16{%d, %d}, %d}", all[1].number, all[2].number, first+i))
	}
	var lines strings.Builder
	for n := range first {
		if found[n] != nil {
			fmt.Fprintf(&lines, "%d: {%s},\n", n, strings.Join(found[n], ", "))
		}
	}
	return text.String(), lines.String(), nil
}
