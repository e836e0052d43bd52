package hostbridge

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
)

// asked is what a rig's machine was asked last: to run a routine, or to search.
type asked struct {
	label  string // of the routine, "search" for a search
	args   in
	block  [68]byte        // the position that was last set up, as PositionBlock has it
	set    bool            // whether there is one
	before map[string]bool // if not nil, the routines called since the last position was set up
}

// closing is the label of the routine that closes what the one called before it has listed.
const closing = "list_end"

func (a *asked) begin(p *goengine.Position) {
	clear(a.before)
	a.block, a.set = PositionBlock(p), true
}

func (a *asked) note(label string, args in) {
	if a.before != nil {
		a.before[label] = true
	}
	if label != closing {
		a.label, a.args = label, args
	}
}

// rigTest is the test of a rig. A failure also says what the machine was asked last, and
// how to look at it. Helper does nothing: it looks up its caller, which takes as long as
// some of the routines do, and every check that passes calls it.
type rigTest struct {
	testing.TB
	m *rig
}

// Helper implements testing.TB.
func (*rigTest) Helper() {}

// Errorf implements testing.TB.
func (t *rigTest) Errorf(format string, a ...any) {
	t.TB.Errorf("%s\n%s", t.m.asks(), fmt.Sprintf(format, a...))
}

// Fatalf implements testing.TB.
func (t *rigTest) Fatalf(format string, a ...any) {
	t.Errorf(format, a...)
	t.FailNow()
}

// asks says which routine the machine ran last, on what, and how to look at it in the
// debugger.
func (m *rig) asks() string {
	if m == nil || m.asked.label == "" {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", m.Name(), m.routinePlace(m.asked.label))
	for _, name := range slices.Sorted(maps.Keys(m.asked.args)) {
		fmt.Fprintf(&b, " %s=$%X", name, number(m.asked.args[name]))
	}
	fen := m.asked.fen()
	if fen == "" {
		return b.String()
	}
	fmt.Fprintf(&b, ", in %s\n%s", fen, m.debugLine(m.asked.label, fen))
	return b.String()
}

// routinePlace returns a routine's label with the source line of its first instruction.
func (m *rig) routinePlace(label string) string {
	addr, ok := m.m.Program().Symbol(label)
	if line, found := m.m.Program().LineAt(addr); ok && found {
		return fmt.Sprintf("%s (asm/%s/%s:%d)", label, m.kind.CPU.Folder, line.File, line.Line)
	}
	return label
}

// debugLine returns the command that opens the debugger where a search of a position first
// calls a routine.
func (m *rig) debugLine(label, fen string) string {
	folder := m.kind.CPU.Folder
	return fmt.Sprintf("go run ./cmd/searchex debug --engine %s --rom asm/%s/%s --fen '%s' --from %s --listen 127.0.0.1:4711",
		m.Name(), folder, m.kind.CPU.File(".rom"), fen, label)
}

// fen returns the position that was last set up, "" if there is none.
func (a *asked) fen() string {
	if !a.set {
		return ""
	}
	var board [64]byte
	for i, c := range a.block[:64] {
		if c > 0 {
			board[i^56] = letters[c-1] // a8 comes first in a FEN
		}
	}
	castle := ""
	for i, c := range "KQkq" {
		if a.block[65]>>i&1 != 0 {
			castle += string(c)
		}
	}
	ep := "-"
	if sq := a.block[66]; sq != goengine.NoSquare {
		ep = goengine.SquareName(sq)
	}
	return fmt.Sprintf("%s %c %s %s %d 1", random.BoardFEN(&board), "wb"[a.block[64]&1], cmp.Or(castle, "-"), ep, a.block[67])
}
