package hostbridge

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// trail is a machine that notes which source lines it executes, in parts: a part is a call of
// a routine, or what a search does from one event to the next. A part was right or wrong, as
// the test of it finds. Lines that only wrong parts execute are where a program is wrong
// (J. A. Jones, M. J. Harrold, J. Stasko, Visualization of test information to assist fault
// localization, 2002).
type trail struct {
	emu.Machine
	at      map[uint32]int    // index of a line, by address
	watches map[uint32]func() // those of whoever runs the machine
	part    uint32
	last    []uint32 // by line: the last part that executed it
	now     []int    // the lines of this part, in the order in which it came to them
	before  []int    // those of the call before, if nothing has shown yet that it was right
	since   []bool   // by line: executed since a position was set up
	spectrum
}

// spectrum is what right and wrong parts have executed.
type spectrum struct {
	rightParts int
	right      []int   // by line: right parts that execute it
	wrong      [][]int // the lines of each wrong part
}

// newTrail makes an engine's machine one that notes what it does.
func newTrail(e *machineEngine) *trail {
	lines := e.m.Program().Lines
	m := &trail{Machine: e.m, at: map[uint32]int{}, watches: map[uint32]func(){}, part: 1, last: make([]uint32, len(lines))}
	m.right, m.since = make([]int, len(lines)), make([]bool, len(lines))
	e.m = m
	for i, l := range lines {
		m.at[l.Addr] = i
		m.watch(l.Addr)
	}
	return m
}

// Watch implements emu.Machine.
func (m *trail) Watch(addr uint32, fn func()) {
	m.watches[addr] = fn
	m.watch(addr)
}

// Unwatch implements emu.Machine.
func (m *trail) Unwatch(addr uint32) { m.Watch(addr, nil) }

// UnwatchAll removes the watches of whoever runs the machine.
func (m *trail) UnwatchAll() {
	theirs := m.watches
	m.watches = map[uint32]func(){}
	for addr := range theirs {
		m.watch(addr)
	}
}

func (m *trail) watch(addr uint32) {
	fn := m.watches[addr]
	i, ok := m.at[addr]
	if !ok {
		m.Machine.Watch(addr, fn)
		return
	}
	m.Machine.Watch(addr, func() {
		if m.last[i] != m.part {
			m.last[i], m.since[i] = m.part, true
			m.now = append(m.now, i)
		}
		if fn != nil {
			fn()
		}
	})
}

// Call implements emu.Machine. list_end closes what the call before it has listed.
func (m *trail) Call(label string, budget uint64) error {
	if label != "list_end" {
		m.next()
	}
	return m.Machine.Call(label, budget)
}

// CallAddr implements emu.Machine.
func (m *trail) CallAddr(addr uint32, budget uint64) error {
	m.next()
	if set, _ := m.Program().Symbol("set_position"); addr == set {
		clear(m.since)
	}
	return m.Machine.CallAddr(addr, budget)
}

// next begins another call. Tests compare what a call has left before they make the next but
// one, so the call before the last was right.
func (m *trail) next() {
	m.ended(m.before)
	m.before, m.now = m.now, m.before[:0]
	m.part++
}

// ended counts a part that was right.
func (m *trail) ended(part []int) {
	if len(part) > 0 {
		m.rightParts++
	}
	for _, i := range part {
		m.right[i]++
	}
}

// isRight says that all until now was right.
func (m *trail) isRight() {
	m.next()
	m.next()
}

// isWrong says that the last call was wrong, or the one before it, and returns their lines.
func (m *trail) isWrong() (part []int) {
	for _, i := range append(m.now, m.before...) {
		if !slices.Contains(part, i) {
			part = append(part, i)
		}
	}
	m.before, m.now = nil, nil
	m.wrong = append(m.wrong, part)
	m.part++
	return part
}

// add adds what another machine of the program has found.
func (s *spectrum) add(o *spectrum) {
	s.rightParts += o.rightParts
	if s.right == nil {
		s.right = make([]int, len(o.right))
	}
	for i, n := range o.right {
		s.right[i] += n
	}
	s.wrong = append(s.wrong, o.wrong...)
}

// suspects returns the lines of a part that go with wrong parts, the most suspicious first,
// by the measure D* (W. E. Wong, V. Debroy, R. Gao, Y. Li, The DStar method for effective
// software fault localization, 2014).
func (s *spectrum) suspects(part []int) []int {
	wrong := s.wrongParts()
	measure := func(i int) float64 {
		n := float64(wrong[i])
		return n * n * n / (float64(s.right[i]+len(s.wrong)) - n + 0.01)
	}
	sorted := slices.Clone(part)
	slices.SortStableFunc(sorted, func(a, b int) int { return cmp.Compare(measure(b), measure(a)) })
	return sorted
}

// wrongParts returns for each line how many wrong parts execute it.
func (s *spectrum) wrongParts() []int {
	n := make([]int, len(s.right))
	for _, part := range s.wrong {
		for _, i := range part {
			n[i]++
		}
	}
	return n
}

// forget removes a wrong part.
func (s *spectrum) forget(part []int) {
	s.wrong = slices.DeleteFunc(s.wrong, func(p []int) bool { return slices.Equal(p, part) })
}

// sameAsGo compares the events of a search with those of Go, one by one. A part ends at each.
func (tr *trail) sameAsGo(t testing.TB, m *rig, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) {
	var want []goengine.Event
	e := newGo(t)
	e.Attach(goengine.CallbackFunc(func(_ Node, ev *goengine.Event) { want = append(want, *ev) }))
	result, err := e.Search(g, prof, l)
	require.NoError(t, err)
	n := 0
	m.Attach(goengine.CallbackFunc(func(_ Node, ev *goengine.Event) {
		if n >= len(want) || *ev != want[n] {
			t.Fatalf("event %d is %v", n, ev)
		}
		n++
		tr.isRight()
	}))
	got, err := m.Search(g, prof, l)
	require.NoError(t, err)
	require.Len(t, want, n)
	require.True(t, result.Agrees(&got))
}
