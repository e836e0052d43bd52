package work

import "testing"

// Each kind of work has a name of its own; a number beyond the kinds is unknown.
func TestKindsHaveNames(t *testing.T) {
	seen := map[string]bool{"": true}
	for _, w := range Kinds {
		if seen[w.String()] {
			t.Errorf("kind %d of work: name %q is none or another's", w, w)
		}
		seen[w.String()] = true
	}
	if got := Kind(200).String(); got != "unknown" {
		t.Errorf("%q", got)
	}
	if len(Kinds) != int(kinds) || Kinds[len(Kinds)-1] != kinds-1 {
		t.Errorf("%d kinds of work of %d", len(Kinds), kinds)
	}
	if got := kinds.String(); got != "unknown" {
		t.Errorf("the kind after the last is %q", got)
	}
}

// TestCostsAreAddedUp: units of all work and all picks are added up, and then rounded down to cycles.
func TestCostsAreAddedUp(t *testing.T) {
	c := Costs{Each: [kinds]uint32{Visits: 3 * Unit / 2, Quiets: 1}}
	c.Pick[4][2] = Unit
	for _, x := range []struct {
		n      Counts
		picked Picked
		want   uint64
	}{
		{Counts{}, Picked{}, 0},
		{Counts{Visits: 2}, Picked{}, 3},
		{Counts{Visits: 3, Quiets: Unit / 2}, Picked{}, 5}, // 4 and a half, and a half
		{Counts{Quiets: Unit - 1, Listed: 1000}, Picked{}, 0},
		{Counts{Visits: 2}, Picked{4: {2: 7}}, 3 + 7},
		{Counts{}, Picked{2: {4: 7}, 4: {1: 7, 3: 7}}, 0},
	} {
		if got := c.Cycles(&x.n, &x.picked); got != x.want {
			t.Errorf("%v: %d cycles, want %d", x.n, got, x.want)
		}
	}
}

// TestPickedByHand: a move picked adds the length of its list at its place; long
// lists are counted together, and so are late places.
func TestPickedByHand(t *testing.T) {
	const last = pickSizes - 1
	for _, c := range []struct {
		what   string
		picks  [][2]int // length of the list, place
		length int
		place  int
		want   uint64
	}{
		{"once", [][2]int{{9, 0}}, 9, 0, 9},
		{"three times", [][2]int{{9, 2}, {9, 2}, {9, 2}}, 9, 2, 27},
		{"another place", [][2]int{{9, 2}}, 9, 1, 0},
		{"another length", [][2]int{{9, 2}}, 8, 2, 0},
		{"the longest list that is told apart", [][2]int{{last - 1, 0}, {last, 0}}, last - 1, 0, last - 1},
		{"longer lists", [][2]int{{last, 3}, {218, 3}}, last, 3, last + 218},
		{"late places", [][2]int{{218, last}, {218, 218 - 1}}, last, last, 2 * 218},
	} {
		var p Picked
		for _, x := range c.picks {
			p.Add(x[0], x[1])
		}
		if got := p[c.length][c.place]; got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
}
