package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// msxStick is the cartridge in openMSX, played by nothing but a joystick in port 1.
type msxStick struct {
	*msx
	cursor int // square
}

// push pushes the stick, by l, u, d and r, and presses its buttons, 1 and 2.
func (m *msxStick) push(ways string) {
	m.t.Helper()
	for _, w := range ways {
		at := strings.IndexRune("udlr12", w)
		require.GreaterOrEqual(m.t, at, 0, string(w))
		m.tell("stick %d", 1<<at)
	}
}

// pick moves the cursor to a square and presses the first button.
func (m *msxStick) pick(name string) {
	m.t.Helper()
	square := int(name[1]-'1')<<4 | int(name[0]-'a')
	m.push(way(m.cursor, square, "dulr") + "1")
	m.cursor = square
}

// enter picks the squares of a move, and makes it.
func (m *msxStick) enter(uci string) {
	m.t.Helper()
	m.pick(uci[:2])
	m.pick(uci[2:])
	m.push("1")
}

// The stick moves the cursor, its first button picks squares and makes the move, the second takes a square's rank and file
// back. Three moves are played by nothing else.
func TestMSXIsPlayedByTheStick(t *testing.T) {
	t.Parallel()
	m := &msxStick{startMSX(t), 0x14}
	m.press("LLLLL")
	before := m.state()
	require.Contains(t, before.text, "000 S/MOVE")

	m.push("uuurrd1")
	require.Contains(t, m.state().text, ",G4 ")
	m.push("dddd1")
	require.Contains(t, m.state().text, ",G4G1 ", "the cursor stays on the board")
	m.push("1")
	s := m.state()
	require.Contains(t, s.text, "NO MAN THERE")
	require.Equal(t, before.board, s.board)
	m.cursor = 0x06
	m.pick("h2")
	m.pick("g3")
	require.Contains(t, m.state().text, ",H2G3 ")
	m.push("22")
	require.Contains(t, m.state().text, ",H2 ")
	m.push("222")
	require.NotContains(t, m.state().text, "H2")
	require.Equal(t, before.board, m.state().board)

	g := newGame(t)
	for move := range 3 {
		s := playMove(t, m, g)
		playReply(t, g, s)
		require.Equal(t, 2*move+2, s.now)
	}
}
