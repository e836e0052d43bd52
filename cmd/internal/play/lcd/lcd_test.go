package lcd

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestTheDisplayByHand(t *testing.T) {
	line := []string{"e7e5", "g1f3", "b8c6", "f1b5", "a7a6"}
	for _, c := range []struct {
		what string
		s    State
		want string
	}{
		{"before the first move", State{Number: 1}, "  1             "},
		{"White's move begins in column 4", State{Number: 1, Black: true, Last: "E2-E4"}, "  1 E2-E4       "},
		{"Black's move begins in column 7, under the number before", State{Number: 2, Last: "E7-E5"}, "  1    E7-E5    "},
		{"Black thinks of a move", State{Number: 1, Black: true, Last: "E2-E4", Thinking: true, Thought: "E7-E5"}, "  1    E7-E5    "},
		{"White thinks of a move", State{Number: 2, Last: "E7-E5", Thinking: true, Thought: "G1-F3"}, "  2 G1-F3       "},
		{"nothing found yet: the last move", State{Number: 2, Last: "E7-E5", Thinking: true}, "  1    E7-E5    "},
		{"a thought of before is not shown", State{Number: 2, Last: "E7-E5", Thought: "G1-F3"}, "  1    E7-E5    "},
		{"a promotion", State{Number: 101, Last: "E2-E1N"}, "100    E2-E1N   "},

		{"three moves of the line", State{Mode: Line, Line: line}, "E7E5 G1F3 B8C6  "},
		{"a move further at each beat", State{Mode: Line, Line: line, Beat: 2}, "B8C6 F1B5 A7A6  "},
		{"from its start again", State{Mode: Line, Line: line, Beat: 3}, "E7E5 G1F3 B8C6  "},
		{"a short line stands still", State{Mode: Line, Line: line[:2], Beat: 5}, "E7E5 G1F3       "},
		{"no line: the moves", State{Mode: Line, Number: 1}, "  1             "},
		{"depth, SX and number", State{Mode: Search, Number: 12, Depth: 5, SX: 38}, "D05 SX38  MV12  "},
		{"value", State{Mode: Value, Value: "+0.38"}, "VALUE      +0.38"},
		{"mate", State{Mode: Value, Value: "mate in 3"}, "VALUE  MATE IN 3"},
		{"clocks", State{Mode: Clock, Clocks: [2]time.Duration{3723 * time.Second, 59 * time.Second}}, "1:02:03  0:00:59"},

		{"comment waits with the moves", State{Beat: 2, Number: 1, Line: line, Value: "+0.38"}, "  1             "},
		{"comment thinks: moves first", State{Thinking: true, Beat: 1, Number: 1, Thought: "E7-E5", Line: line}, "  1 E7-E5       "},
		{"comment thinks: then the line", State{Thinking: true, Beat: 2, Number: 1, Line: line}, "B8C6 F1B5 A7A6  "},
		{"comment thinks: then the depth", State{Thinking: true, Beat: 4, Number: 1, Depth: 2, SX: 18}, "D02 SX18  MV1   "},
		{"comment thinks: then the value", State{Thinking: true, Beat: 7, Number: 1, Value: "-1.00"}, "VALUE      -1.00"},

		{"a message before all", State{Mode: Clock, Message: "checkmate"}, "CHECKMATE       "},
		{"a long message runs through by words", State{Message: "draw insufficient material"}, "DRAW            "},
		{"its next part", State{Message: "draw insufficient material", Beat: 1}, "INSUFFICIENT    "},
		{"a word longer than the display is cut", State{Message: "abcdefghijklmnopqrst"}, "ABCDEFGHIJKLMNOP"},
		{"what is no ASCII", State{Message: "Zoë"}, "ZO?             "},
	} {
		assert.Equal(t, c.want, Text(c.s), c.what)
		assert.Len(t, Text(c.s), Width, c.what)
	}
}

func TestTimesStayInSevenCharacters(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Second: "0:00:00", 999 * time.Millisecond: "0:00:00", 9*time.Hour + 59*time.Minute + 59*time.Second: "9:59:59", 100 * time.Hour: "9:59:59",
	} {
		assert.Equal(t, want, Time(d))
	}
}

func TestMovesByHand(t *testing.T) {
	for _, c := range []struct {
		uci     string
		castles bool
		want    string
	}{
		{"e2e4", false, "E2-E4"}, {"e7e8q", false, "E7-E8Q"}, {"e1g1", true, "O-O:"}, {"e8g8", true, "O-O:"}, {"e1c1", true, "O-O-"},
		{"e1g1", false, "E1-G1"}, {"", false, ""}, {"e2", false, ""},
	} {
		assert.Equal(t, c.want, Move(c.uci, c.castles), c.uci)
	}
}
