package goengine

import (
	"reflect"
	"sort"
	"strconv"
	"testing"
)

// TestPricesByHand: every category's price in every profile. A profile's own
// numbers hold, but that parity and phase are added to the quiet moves
// (losing, forward, backward) and that no price is less than 1.
func TestPricesByHand(t *testing.T) {
	type row [categories]uint8
	for _, c := range []struct {
		name            string
		profile         string
		phase           int
		even, odd       row // evasion, first check, check, promotion, capture, losing capture, losing, killer, threat, attack, forward, backward
		least, quietest [2]uint8
	}{
		{"all 8; it knows no evasions, and their 0 becomes 1", "uniform", 0,
			row{1, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8}, row{1, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8}, [2]uint8{8, 8}, [2]uint8{8, 8}},
		{"3, 7, 21, 24 and 34 as docs/sources.md has them; no parity", "sx81", 0,
			row{10, 3, 7, 7, 7, 34, 34, 10, 7, 7, 21, 24}, row{10, 3, 7, 7, 7, 34, 34, 10, 7, 7, 21, 24}, [2]uint8{3, 3}, [2]uint8{21, 21}},
		{"and no phases", "sx81", 7,
			row{10, 3, 7, 7, 7, 34, 34, 10, 7, 7, 21, 24}, row{10, 3, 7, 7, 7, 34, 34, 10, 7, 7, 21, 24}, [2]uint8{3, 3}, [2]uint8{21, 21}},
		{"a quiet move above the window costs 14, less than 21", "parker83", 0,
			row{10, 3, 7, 7, 7, 34, 34, 10, 7, 7, 21, 24}, row{10, 3, 7, 7, 7, 34, 34, 10, 7, 7, 21, 24}, [2]uint8{3, 3}, [2]uint8{14, 14}},
		{"its own", "cyrus86", 0,
			row{8, 3, 7, 7, 7, 24, 24, 8, 7, 10, 10, 12}, row{8, 3, 7, 7, 7, 24, 24, 8, 7, 10, 10, 12}, [2]uint8{3, 3}, [2]uint8{10, 10}},
		{"parity 1 and -1 on losing 24, forward 16, backward 18, and on nothing else", "sex88", 0,
			row{7, 3, 7, 7, 7, 24, 25, 10, 7, 8, 17, 19}, row{7, 3, 7, 7, 7, 24, 23, 10, 7, 8, 15, 17}, [2]uint8{3, 3}, [2]uint8{17, 15}},
		{"phase 3 adds nothing yet", "sex88", 3,
			row{7, 3, 7, 7, 7, 24, 25, 10, 7, 8, 17, 19}, row{7, 3, 7, 7, 7, 24, 23, 10, 7, 8, 15, 17}, [2]uint8{3, 3}, [2]uint8{17, 15}},
		{"phase 4 takes 1 off", "sex88", 4,
			row{7, 3, 7, 7, 7, 24, 24, 10, 7, 8, 16, 18}, row{7, 3, 7, 7, 7, 24, 22, 10, 7, 8, 14, 16}, [2]uint8{3, 3}, [2]uint8{16, 14}},
		{"phase 5 takes 2 off", "sex88", 5,
			row{7, 3, 7, 7, 7, 24, 23, 10, 7, 8, 15, 17}, row{7, 3, 7, 7, 7, 24, 21, 10, 7, 8, 13, 15}, [2]uint8{3, 3}, [2]uint8{15, 13}},
		{"phase 6 takes 3 off", "sex88", 6,
			row{7, 3, 7, 7, 7, 24, 22, 10, 7, 8, 14, 16}, row{7, 3, 7, 7, 7, 24, 20, 10, 7, 8, 12, 14}, [2]uint8{3, 3}, [2]uint8{14, 12}},
		{"phase 7 takes 4 off", "sex88", 7,
			row{7, 3, 7, 7, 7, 24, 21, 10, 7, 8, 13, 15}, row{7, 3, 7, 7, 7, 24, 19, 10, 7, 8, 11, 13}, [2]uint8{3, 3}, [2]uint8{13, 11}},
		{"its own", "tuned", 0,
			row{9, 3, 6, 7, 8, 18, 18, 13, 8, 10, 15, 18}, row{9, 3, 6, 7, 8, 18, 18, 13, 8, 10, 15, 18}, [2]uint8{3, 3}, [2]uint8{15, 15}},
		{"8-9 is less than 1, 8+127 is 135", "uniform,switch.parity-prices=on,parity.even=-9,parity.odd=127", 0,
			row{1, 8, 8, 8, 8, 8, 1, 8, 8, 8, 1, 1}, row{1, 8, 8, 8, 8, 8, 135, 8, 8, 8, 135, 135}, [2]uint8{1, 8}, [2]uint8{1, 135}},
		{"250+9 is more than a byte; the cheapest quiet move is a losing one", "sx81,switch.phase-prices=on,phase.2=9,price.forward=250,price.backward=250", 2,
			row{10, 3, 7, 7, 7, 34, 43, 10, 7, 7, 255, 255}, row{10, 3, 7, 7, 7, 34, 43, 10, 7, 7, 255, 255}, [2]uint8{3, 3}, [2]uint8{43, 43}},
		{"parity and phase without their switches", "uniform,parity.even=3,parity.odd=3,phase.0=3", 0,
			row{1, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8}, row{1, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8}, [2]uint8{8, 8}, [2]uint8{8, 8}},
		{"nothing for less than all", "uniform,price.first-check=255,price.check=255,price.promotion=255,price.capture=255,price.losing-capture=255," +
			"price.losing=255,price.killer=255,price.threat=255,price.attack=255,price.forward=255,price.backward=255", 0,
			row{1, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255}, row{1, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255}, [2]uint8{255, 255}, [2]uint8{255, 255}},
		{"nothing quiet for less than all", "uniform,price.losing=255,price.forward=255,price.backward=255", 0,
			row{1, 8, 8, 8, 8, 8, 255, 8, 8, 8, 255, 255}, row{1, 8, 8, 8, 8, 8, 255, 8, 8, 8, 255, 255}, [2]uint8{8, 8}, [2]uint8{255, 255}},
		{"an evasion is the cheapest where it has a price", "uniform,price.evasion=5", 0,
			row{5, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8}, row{5, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8}, [2]uint8{5, 5}, [2]uint8{8, 8}},
		{"above the window is the cheapest of all", "uniform,switch.window-prices=on,above=2", 0,
			row{1, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8}, row{1, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8}, [2]uint8{2, 2}, [2]uint8{2, 2}},
	} {
		t.Run(c.profile+" "+c.name, func(t *testing.T) {
			p, err := ParseProfile(c.profile)
			if err != nil {
				t.Fatal(err)
			}
			got := probe{}.Prices(&p, c.phase)
			for i, want := range []row{c.even, c.even, c.odd, c.odd} {
				for category, name := range CategoryNames {
					if got.Price[i][category] != want[category] {
						t.Errorf("row %d: %s costs %d, want %d", i, name, got.Price[i][category], want[category])
					}
				}
				if got.Least[i] != c.least[i/2] || got.Quietest[i] != c.quietest[i/2] {
					t.Errorf("row %d: least %d, of quiet moves %d, want %v and %v", i, got.Least[i], got.Quietest[i], c.least, c.quietest)
				}
			}
		})
	}
}

// TestDeepPricesByHand: from ply 2 on losing, forward and backward cost 5 more
// than 34, 21 and 24, and all else 2 less: a first check 1, not 3. Evasions have a
// price of 10.
func TestDeepPricesByHand(t *testing.T) {
	deep := [categories]uint8{8, 1, 5, 5, 5, 32, 39, 8, 5, 5, 26, 29}
	near := [categories]uint8{10, 3, 7, 7, 7, 34, 34, 10, 7, 7, 21, 24}
	for _, c := range []struct {
		ply             int
		spec            string
		want            [categories]uint8
		least, quietest uint8
	}{
		{0, "", near, 3, 21},
		{1, "", near, 3, 21},
		{2, "", deep, 1, 26},
		{3, "", deep, 1, 26},
		{31, "", deep, 1, 26},
		{0, ",deep.from=0", deep, 1, 26},
		{31, ",deep.from=32", near, 3, 21},
		{0, ",deep.from=1", near, 3, 21},
		{1, ",deep.from=1", deep, 1, 26},
		// 3-128 is less than 1, 34+127 is 161; losing captures, 34-128, too.
		{2, ",deep.quiet=127,deep.other=-128", [categories]uint8{1, 1, 1, 1, 1, 1, 161, 1, 1, 1, 148, 151}, 1, 148},
		// To 5 and parity's 1 at an even ply, -1 at an odd one.
		{2, ",switch.parity-prices=on,parity.even=1,parity.odd=-1", [categories]uint8{8, 1, 5, 5, 5, 32, 40, 8, 5, 5, 27, 30}, 1, 27},
		{3, ",switch.parity-prices=on,parity.even=1,parity.odd=-1", [categories]uint8{8, 1, 5, 5, 5, 32, 38, 8, 5, 5, 25, 28}, 1, 25},
		{1, ",switch.parity-prices=on,parity.even=1,parity.odd=-1", [categories]uint8{10, 3, 7, 7, 7, 34, 33, 10, 7, 7, 20, 23}, 3, 20},
		// The price of nothing else counts where the profile knows no evasions: 0-2 is 1, and the least a check's.
		{2, ",price.evasion=0,price.first-check=9", [categories]uint8{1, 7, 5, 5, 5, 32, 39, 8, 5, 5, 26, 29}, 5, 26},
	} {
		p, err := ParseProfile("sx81,deep.from=2,deep.quiet=5,deep.other=-2" + c.spec)
		if err != nil {
			t.Fatal(err)
		}
		got, row := probe{}.Prices(&p, 0), probe{}.PriceRow(&p, c.ply)
		if got.Price[row] != c.want || got.Least[row] != c.least || got.Quietest[row] != c.quietest {
			t.Errorf("ply %d%s: %v, least %d, of quiet moves %d, want %v, %d, %d",
				c.ply, c.spec, got.Price[row], got.Least[row], got.Quietest[row], c.want, c.least, c.quietest)
		}
	}
}

// TestThePriceOfAMoveByHand: what its score and the window do to the price of
// a quiet move.
func TestThePriceOfAMoveByHand(t *testing.T) {
	for _, c := range []struct {
		name, profile     string
		ply               int
		category          Category
		score, beta, best int16 // best: of the quiet moves before it, Infinity if it is the first
		want              uint8
		wantBest          int16
	}{
		{"flat", "sx81", 0, Forward, 0, 100, Infinity, 21, Infinity},
		{"flat", "sx81", 1, Backward, 0, 100, Infinity, 24, Infinity},
		{"before it is deep", "sx81,deep.from=3,deep.quiet=4", 2, Backward, 0, 100, Infinity, 24, Infinity},
		{"from where it is deep on", "sx81,deep.from=3,deep.quiet=4", 3, Backward, 0, 100, Infinity, 28, Infinity},
		{"parity at an odd ply", "sex88", 1, Backward, 0, 100, Infinity, 17, Infinity},
		{"parity at an even ply", "sex88", 2, Backward, 0, 100, Infinity, 19, Infinity},

		{"the first quiet move is the best one", "cyrus86", 0, Forward, 100, 999, Infinity, 10, 100},
		{"40 worse, a quarter: 12+10", "cyrus86", 0, Backward, 60, 999, 100, 22, 100},
		{"3 worse: a quarter of it is nothing", "cyrus86", 0, Forward, 97, 999, 100, 10, 100},
		{"4 worse: 10+1", "cyrus86", 0, Forward, 96, 999, 100, 11, 100},
		{"56 worse: 10+14, the cap of 24", "cyrus86", 0, Forward, 44, 999, 100, 24, 100},
		{"60 worse: no more than 24", "cyrus86", 0, Forward, 40, 999, 100, 24, 100},
		{"better than the first: no discount", "cyrus86", 0, Forward, 104, 999, 100, 10, 100},
		{"far worse: 2000/4 is more than a byte, and no more than 24", "cyrus86", 0, Forward, -1900, 999, 100, 24, 100},
		{"as good as the best, and every score unit counts", "cyrus86,score-shift=0", 0, Forward, 100, 999, 100, 10, 100},
		{"one score unit worse", "cyrus86,score-shift=0", 0, Forward, 99, 999, 100, 11, 100},
		{"a cap below the price does not lower it", "cyrus86,score-cap=5", 0, Forward, 60, 999, 100, 10, 100},
		{"the texts graded: the best backward move", "sx81-graded", 0, Backward, 100, 999, Infinity, 12, 100},
		{"40 worse, a quarter: 10+10", "sx81-graded", 0, Forward, 60, 999, 100, 20, 100},
		{"far worse: up to 21 forward", "sx81-graded", 0, Forward, -1900, 999, 100, 21, 100},
		{"and no more backward", "sx81-graded", 0, Backward, -1900, 999, 100, 21, 100},
		{"the texts at the most: 21 forward", "sx81-text", 0, Forward, 100, 999, Infinity, 21, Infinity},
		{"and 24 backward", "sx81-text", 0, Backward, 100, 999, Infinity, 24, Infinity},
		{"an attack is not reckoned so", "cyrus86", 0, Attack, 60, 999, 100, 10, 100},
		{"nor is it the first", "cyrus86", 0, Attack, 60, 999, Infinity, 10, Infinity},
		{"nor a losing move", "cyrus86", 0, Losing, 60, 999, 100, 24, 100},

		{"below beta", "parker83", 1, Forward, 99, 100, Infinity, 21, Infinity},
		{"at beta", "parker83", 1, Forward, 100, 100, Infinity, 14, Infinity},
		{"above beta", "parker83", 1, Backward, 101, 100, Infinity, 14, Infinity},
		{"but not at the root", "parker83", 0, Forward, 100, 100, Infinity, 21, Infinity},
		{"and no dearer than it was", "parker83,above=30", 1, Forward, 100, 100, Infinity, 21, Infinity},
		{"a threshold of 20 asks for 120", "parker83,above-by=20", 1, Forward, 119, 100, Infinity, 21, Infinity},
		{"and has it", "parker83,above-by=20", 1, Forward, 120, 100, Infinity, 14, Infinity},
		{"20 less than beta will do", "parker83,above-by=-20", 1, Forward, 80, 100, Infinity, 14, Infinity},
		{"and not 21", "parker83,above-by=-20", 1, Forward, 79, 100, Infinity, 21, Infinity},
		{"without the switch it does not count", "sx81,above=5", 1, Forward, 100, 100, Infinity, 21, Infinity},
		{"an attack keeps its price", "parker83,price.attack=20", 1, Attack, 100, 100, Infinity, 20, Infinity},
	} {
		t.Run(c.profile+" "+c.name, func(t *testing.T) {
			prof, err := ParseProfile(c.profile)
			if err != nil {
				t.Fatal(err)
			}
			e := Engine{prof: prof}
			e.setPrices()
			best := c.best
			got := e.priceOf(c.ply, &listed{category: c.category, score: c.score}, 2, c.beta, &best)
			if got != c.want || best != c.wantBest {
				t.Errorf("price %d, best score %d, want %d and %d", got, best, c.want, c.wantBest)
			}
		})
	}
}

// TestThePriceOfALateMoveByHand: quiet moves from the third of a list on are
// first searched for 5 more, from the eleventh on for 10 more, whatever they cost.
func TestThePriceOfALateMoveByHand(t *testing.T) {
	for _, c := range []struct {
		name, change string
		category     Category
		price        uint8
		place        int
		want         uint8
		late         bool
	}{
		{"the second is not late", "", Forward, 21, 2, 21, false},
		{"the third is: 21+5", "", Forward, 21, 3, 26, true},
		{"and the tenth", "", Forward, 21, 10, 26, true},
		{"the eleventh is so twice over: 21+10", "", Forward, 21, 11, 31, true},
		{"24+10", "", Backward, 24, 100, 34, true},
		{"a losing move is a quiet one: 34+5", "", Losing, 34, 3, 39, true},
		{"an attack is never late", "", Attack, 7, 3, 7, false},
		{"nor a threat", "", Threat, 7, 3, 7, false},
		{"nor a killer", "", Killer, 10, 3, 10, false},
		{"nor a capture", "", Capture, 7, 3, 7, false},
		{"nor a losing one", "", LosingCapture, 34, 3, 34, false},
		{"nor an evasion", "", Evasion, 10, 3, 10, false},
		{"no more than 255", "", Forward, 251, 3, 255, true},
		{"as much as 255", "", Forward, 250, 3, 255, true},
		{"and less: 249+5", "", Forward, 249, 3, 254, true},
		{"255 is late, too", "", Forward, 255, 3, 255, true},
		{"more than a byte without the price: 2*128", ",late=128", Forward, 21, 11, 255, true},
		{"from 0 on is from the first on: 21+5", ",late.from=0", Forward, 21, 1, 26, true},
		{"without a price nothing is late", ",late=0", Forward, 21, 3, 21, false},
	} {
		prof, err := ParseProfile("sx81,late.from=3,late=5" + c.change)
		if err != nil {
			t.Fatal(err)
		}
		if got, late := prof.LatePrice(c.category, c.price, c.place); got != c.want || late != c.late {
			t.Errorf("%s: %d, %v, want %d, %v", c.name, got, late, c.want, c.late)
		}
	}
}

// TestThePriceOfARecaptureByHand: the last move captured on d5.
func TestThePriceOfARecaptureByHand(t *testing.T) {
	const d5, e5, a1 = Square(0x43), Square(0x44), Square(0x00)
	for _, c := range []struct {
		name, spec string
		ply        int
		last       Square
		captured   uint8
		category   Category
		to         Square
		want       uint8
	}{
		{"back on d5", ",recapture=2", 1, d5, 17, Capture, d5, 2},
		{"a dearer one", ",recapture=200", 1, d5, 17, Capture, d5, 200},
		{"elsewhere", ",recapture=2", 1, d5, 17, Capture, e5, 7},
		{"where the last move did not capture", ",recapture=2", 1, d5, noPiece, Capture, d5, 7},
		{"the pieces are numbered from 0", ",recapture=2", 1, a1, 0, Capture, a1, 2},
		{"one that loses is none", ",recapture=2", 1, d5, 17, LosingCapture, d5, 34},
		{"nor a check", ",recapture=2", 1, d5, 17, Check, d5, 7},
		{"nor a promotion", ",recapture=2,price.promotion=6", 1, d5, 17, Promotion, d5, 6},
		{"nor an evasion", ",recapture=2", 1, d5, 17, Evasion, d5, 10},
		{"at the root there is no move before", ",recapture=2", 0, d5, 17, Capture, d5, 7},
		{"0 leaves it out", "", 1, d5, 17, Capture, d5, 7},
	} {
		prof, err := ParseProfile("sx81" + c.spec)
		if err != nil {
			t.Fatal(err)
		}
		e := Engine{prof: prof}
		e.setPrices()
		e.frames[0].move, e.frames[0].undo.captured = newMove(e5, c.last), c.captured
		best := Infinity
		if got := e.priceOf(c.ply, &listed{move: newMove(a1, c.to), category: c.category}, 2, 100, &best); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// TestThePriceOfASingleReplyByHand: of an evasion that is all its list.
func TestThePriceOfASingleReplyByHand(t *testing.T) {
	for _, c := range []struct {
		name, spec string
		ply, of    int
		category   Category
		want       uint8
	}{
		{"the only one", ",single=1", 1, 1, Evasion, 1},
		{"a dearer one", ",single=200", 1, 1, Evasion, 200},
		{"one of two", ",single=1", 1, 2, Evasion, 10},
		{"no evasion", ",single=1", 1, 1, Check, 7},
		{"not at the root", ",single=1", 0, 1, Evasion, 10},
		{"0 leaves it out", "", 1, 1, Evasion, 10},
	} {
		prof, err := ParseProfile("sx81" + c.spec)
		if err != nil {
			t.Fatal(err)
		}
		e := Engine{prof: prof}
		e.setPrices()
		best := Infinity
		if got := e.priceOf(c.ply, &listed{category: c.category}, c.of, 100, &best); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// TestTheLeastPricesByHand: a node is a frontier only where nothing can be
// followed up, so a cheap recapture or single reply counts among the least.
func TestTheLeastPricesByHand(t *testing.T) {
	for _, c := range []struct {
		spec                     string
		least, quietest, evasion uint8
	}{
		{"", 3, 21, 10},
		{",recapture=2", 2, 21, 10},
		{",recapture=3", 3, 21, 10},
		{",recapture=4", 3, 21, 10},
		{",single=2", 3, 21, 2}, // only in check is there such a move
		{",single=10", 3, 21, 10},
		{",single=11", 3, 21, 10},
		{",late=7", 3, 21, 10},
		{",recapture=1,single=1", 1, 21, 1},
		{",deep.other=5,single=9", 8, 21, 9}, // 3+5, and 10+5 is more than 9
		{",deep.other=5", 8, 21, 15},
	} {
		prof, err := ParseProfile("sx81" + c.spec)
		if err != nil {
			t.Fatal(err)
		}
		got := probe{}.Prices(&prof, 0)
		if row := (probe{}).PriceRow(&prof, 0); got.Least[row] != c.least || got.Quietest[row] != c.quietest || got.Evasion[row] != c.evasion {
			t.Errorf("%s: least %d, of quiet moves %d, of evasions %d, want %d, %d, %d", c.spec,
				got.Least[row], got.Quietest[row], got.Evasion[row], c.least, c.quietest, c.evasion)
		}
	}
}

// TestSpentByHand: with one budget a move may cost all of it. With two, a side
// pays what it has, and the line ends where nothing is left for either; or where
// nothing is left of both together; or where nothing is left for who is to move.
func TestSpentByHand(t *testing.T) {
	two := Profile{Switches: TwoBudgets}
	shared := Profile{Switches: TwoBudgets, Budgets: BudgetsShared}
	own := Profile{Switches: TwoBudgets, Budgets: BudgetsOwn}
	for _, c := range []struct {
		sx, other, price uint8
		prof             Profile
		want             bool
	}{
		{7, 0, 7, Profile{}, false},
		{6, 0, 7, Profile{}, true},
		{6, 200, 7, Profile{}, true},
		{6, 200, 7, Profile{Budgets: BudgetsShared}, true}, // there is one budget only
		{6, 200, 7, Profile{Budgets: BudgetsOwn}, true},

		{8, 0, 7, two, false}, // 1 left
		{7, 0, 7, two, true},  // nothing left for either
		{6, 0, 7, two, true},
		{0, 1, 7, two, false}, // the other side has 1
		{0, 1, 7, Profile{Switches: TwoBudgets, Budgets: 3}, false}, // no reading: as 0
		{0, 0, 1, Profile{Switches: TwoBudgets, Budgets: 3}, true},

		{5, 3, 7, shared, false}, // 1 left between them
		{5, 2, 7, shared, true},
		{7, 0, 7, shared, true},
		{8, 0, 7, shared, false},
		{0, 1, 7, shared, true},
		{0, 8, 7, shared, false},
		{255, 255, 255, shared, false}, // 255 left
		{128, 128, 255, shared, false}, // 1
		{128, 127, 255, shared, true},

		{200, 0, 1, own, true}, // the other side is to move and has nothing
		{0, 1, 200, own, false},
		{1, 1, 200, own, false},
	} {
		e := NewEngine()
		e.prof = c.prof
		if got := e.spent(&frame{sx: c.sx, other: c.other}, c.price); got != c.want {
			t.Errorf("SX %d and %d, price %d, reading %d: spent %v, want %v", c.sx, c.other, c.price, c.prof.Budgets, got, c.want)
		}
	}
}

// budgets notes the budgets at the first node of each ply.
type budgets struct {
	only
	seen [][2]uint8
}

// Event implements Callbacks.
func (b *budgets) Event(n Node, ev *Event) {
	if ev.Kind != EventGenerated {
		b.only.Event(n, ev)
		return
	}
	if n.Ply() == len(b.seen) {
		own, other := n.Budget()
		b.seen = append(b.seen, [2]uint8{own, other})
	}
	b.only.Event(n, ev)
}

// TestBudgetsByHand follows the line Ke1-e2, Ke8-e7, Ke2-e1: forward, forward,
// backward. It is a bare ending, phase 7, so sex88 takes 4 off, and adds 1 at
// even plies and takes 1 off at odd ones: 13, 11, 15. At the last ply that has
// been searched nothing is left.
func TestBudgetsByHand(t *testing.T) {
	for _, c := range []struct {
		profile string
		sx      int
		want    [][2]uint8 // of the side to move and of the other one, by ply
	}{
		{"uniform", 24, [][2]uint8{{24, 0}, {16, 0}, {8, 0}, {0, 0}}},
		{"uniform,deep.from=1,deep.quiet=-3", 24, [][2]uint8{{24, 0}, {16, 0}, {11, 0}, {6, 0}}}, // 24-8, then 5 each
		{"uniform,deep.from=2,deep.quiet=1", 24, [][2]uint8{{24, 0}, {16, 0}, {8, 0}}},           // 9 is more than 8
		{"sx81", 50, [][2]uint8{{50, 0}, {29, 0}, {8, 0}}},                                       // 50-21, 29-21; 24 is more than 8
		{"sex88", 20, [][2]uint8{{20, 20}, {20, 7}, {7, 9}, {9, 0}}},                             // 20-13; 20-11; 7-15 is none; 9-11 is none: the end
		{"sex88,budgets=1", 20, [][2]uint8{{20, 20}, {20, 7}, {7, 9}, {1, 0}}},                   // 20-13; 20-11; 15 of 7 and 9 leave 1; 11 is more: the end
		{"sex88,budgets=1", 16, [][2]uint8{{16, 16}, {16, 3}, {3, 5}}},                           // 16-13; 16-11; 15 is more than 3 and 5
		{"sex88,budgets=2", 20, [][2]uint8{{20, 20}, {20, 7}, {7, 9}, {9, 0}}},                   // as apart: White, who is to move next, has nothing
		{"sex88,budgets=2", 13, [][2]uint8{{13, 13}, {13, 0}}},                                   // 13-13: White, who is to move next, has nothing, and Black's 2 are lost
		{"sex88", 13, [][2]uint8{{13, 13}, {13, 0}, {0, 2}, {2, 0}}},                             // 13-13; 13-11; free; 2-11 is none: the end
	} {
		prof, err := ParseProfile(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		prof.Start, prof.Pass, prof.Switches = uint8(c.sx), 0, prof.Switches&^Killers
		b := &budgets{only: only{"e1e2", "e8e7", "e2e1", "e7e8", "e1e2"}}
		e := NewEngine()
		e.Callbacks = b
		e.search(background, mustParse(t, "4k3/p7/8/8/8/8/P7/4K3 w - -"), &prof, Limits{SX: c.sx})
		if len(b.seen) != len(c.want) {
			t.Errorf("%s: budgets %v, want %v", c.profile, b.seen, c.want)
			continue
		}
		for ply, want := range c.want {
			if b.seen[ply] != want {
				t.Errorf("%s: ply %d: budgets %v, want %v", c.profile, ply, b.seen[ply], want)
			}
		}
	}
}

// TestSharedBudgetsAreOneOfTwice: two sides that borrow from each other have 2n
// between them, of which 1 must remain: what one budget of 2n-1 has, of which
// none must.
func TestSharedBudgetsAreOneOfTwice(t *testing.T) {
	for _, fen := range []string{
		"r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq -",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
		"7k/5K2/8/8/8/8/8/6Q1 w - -",
	} {
		for n := 1; n <= 13; n += 3 {
			var of [2]Result
			for i, sx := range []int{n, 2*n - 1} {
				prof, err := ParseProfile("sex88,budgets=1,pass=0") // a pass reckons with a side's own budget
				if err != nil {
					t.Fatal(err)
				}
				if i == 1 {
					prof.Switches &^= TwoBudgets
				}
				prof.Start = uint8(sx)
				of[i] = NewEngine().search(background, mustParse(t, fen), &prof, Limits{SX: sx})
				of[i].SX = 0
			}
			if !reflect.DeepEqual(of[0], of[1]) {
				t.Errorf("%s: SX %d for each %+v, %d for both %+v", fen, n, of[0], 2*n-1, of[1])
			}
		}
	}
}

// pricedAt notes what is priced at a ply, in order, and how often moves are reported
// there.
type pricedAt struct {
	only
	ply    int
	seen   []string
	called int
}

// Event implements Callbacks.
func (p *pricedAt) Event(n Node, ev *Event) {
	switch ev.Kind {
	case EventGenerated:
		if n.Ply() == p.ply {
			p.called++
		}
		p.only.Event(n, ev)
	case EventPriced:
		if n.Ply() == p.ply {
			p.seen = append(p.seen, ev.Move.String()+" "+strconv.Itoa(int(ev.Price)))
		}
	default:
		p.only.Event(n, ev)
	}
}

// TestPricesInASearchByHand: what counts beside the table where a node is
// searched, and how it is generated.
func TestPricesInASearchByHand(t *testing.T) {
	// exd5 exd5: 7, and what is a recapture.
	const change = "4k3/8/4p3/3p4/4P3/8/8/4K3 w - -"
	// Ra8 checks, and Rd8 is all there is.
	const single = "6k1/5ppp/8/8/8/8/3r4/R6K w - -"
	// Here Bc8 is another.
	const double = "6k1/5ppp/8/8/8/7b/3r4/R6K w - -"
	for _, c := range []struct {
		fen, spec string
		moves     only
		sx, ply   int
		want      []string
		called    int
	}{
		{"7k/p7/8/8/8/8/8/K7 w - -", "sx81,late.from=2,late=5", only{"a1a2 a1b1"}, 30, 0, []string{"a1a2 21", "a1b1 24"}, 1}, // late or not

		{change, "sx81", only{"e4d5", "e6d5"}, 14, 1, []string{"e6d5 7"}, 2},
		{change, "sx81,recapture=2", only{"e4d5", "e6d5"}, 14, 1, []string{"e6d5 2"}, 2},
		{change, "sx81", only{"e4d5", "e6d5"}, 9, 1, nil, 2}, // 2 left is less than 3: a frontier
		{change, "sx81,recapture=2", only{"e4d5", "e6d5"}, 9, 1, []string{"e6d5 2"}, 2},
		{change, "sx81,recapture=2", only{"e4d5", "e6d5"}, 8, 1, nil, 2}, // 1 is less than 2

		{single, "sx81", only{"a1a8"}, 30, 1, []string{"d2d8 10"}, 1},
		{single, "sx81,single=1", only{"a1a8"}, 30, 1, []string{"d2d8 1"}, 1},
		{single, "sx81,single=1", only{"a1a8"}, 4, 1, []string{"d2d8 1"}, 1}, // 1 left
		{single, "sx81,single=1", only{"a1a8"}, 3, 1, nil, 2},
		{double, "sx81,single=1", only{"a1a8"}, 30, 1, []string{"d2d8 10", "h3c8 10"}, 1},
		{single, "sx81,single=1,price.evasion=0", only{"a1a8"}, 60, 1, []string{"d2d8 34"}, 1}, // it knows no evasions: Rxd8 wins the rook
		{single, "tuned,single=0", only{"a1a8"}, 30, 1, []string{"d2d8 9"}, 2},                 // in stages
		{single, "tuned,single=1", only{"a1a8"}, 30, 1, []string{"d2d8 1"}, 1},                 // all at once, to count them
		{single, "tuned,single=1,price.evasion=0", only{"a1a8"}, 60, 1, []string{"d2d8 18"}, 2},
		{single, "tuned,single=1,pass=0", only{"a1b1", "d2d7"}, 60, 1, []string{"d2d7 18"}, 2}, // no check
	} {
		prof, err := ParseProfile(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		prof.Start = uint8(c.sx)
		e, p := NewEngine(), &pricedAt{only: c.moves, ply: c.ply}
		e.Callbacks = p
		e.search(background, mustParse(t, c.fen), &prof, Limits{SX: c.sx})
		sort.Strings(p.seen)
		if !reflect.DeepEqual(p.seen, c.want) || p.called != c.called {
			t.Errorf("%s, SX %d: %v, told %d times, want %v, %d", c.spec, c.sx, p.seen, p.called, c.want, c.called)
		}
	}
}
