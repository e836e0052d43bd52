package difference

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/report"
)

// A mark stands beside what differs and nothing else; the machine's place and the changed bytes are
// shown.
func TestWrite(t *testing.T) {
	r := &Report{
		FEN: "FEN", ID: "name", Moves: []string{"e2e4"}, Profile: "sx81", Index: 1234, search: "profile sx81, SX 8",
		Sides: [2]Side{
			{Engine: "go", Event: "priced", Ply: 2, Move: "e7e5", Values: "price 7", Line: []string{"d2d4"}},
			{Engine: "z80", Event: "priced", Ply: 2, Move: "e7e5", Values: "price 8", Line: []string{"d2d4"},
				PC: "$0012 try_move", Source: "try.s:9", Registers: "A=08", listing: []string{"try_move:", "ld a, b"}},
		},
	}
	r.Sides[0].Board[3], r.Sides[1].Board[3] = "....", "...p"
	var b strings.Builder
	require.NoError(t, r.Write(report.ScreenOf(&b), []string{"1=2"}))
	require.Equal(t, `name
FEN
after e2e4
profile sx81, SX 8
ROM changed: 1=2

events 1 to 1,234 are equal, event 1,235 differs

        go          z80
event   priced      priced
ply     2           2
move    e7e5        e7e5
values  price 7  ≠  price 8
line    d2d4        d2d4
board


        ....     ≠  ...p





z80 at $0012 try_move, try.s:9
    try_move:
            ld a, b
A=08
`, stripped(b.String()))
	require.EqualError(t, r, "go and z80 differ: name, profile sx81, event 1,235")
}

// stripped removes the spaces at the ends of lines.
func stripped(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}
