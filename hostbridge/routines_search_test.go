package hostbridge

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// The moves of a list are tried as in Go, and so are those that wait.
func TestRoutinesTry(t *testing.T) { onMachines(t, testRoutinesTry) }

func testRoutinesTry(t testing.TB, r *rig) {
	searchPositions(t, 38, slow(120, 1200), func(rng *rand.Rand, p *goengine.Position) {
		n := searchNode(rng, p)
		n.Maybe = true
		n.Raised = rng.Intn(2) == 0
		if n.Raised && rng.Intn(2) == 0 { // to just below beta, where a scout's window is the node's
			n.Profile.Switches |= goengine.Scout
			n.SX, n.Alpha = 30, n.Static-int16(rng.Intn(100))
			n.Beta = n.Alpha + 1
		}
		tactical, quiet := p.Probe().Generated()
		r.looked(p, n)
		r.call("tactical_part", nil)
		r.call("generate_quiet", nil)
		r.call("list_begin", nil)
		r.setByte("listing", 0)
		r.call("list_tactical", nil)
		r.call("list_targets", nil)
		r.call("list_full", nil)
		r.call("list_end", nil)
		if n.Raised {
			r.m.Write(r.addr("pv_len")+uint32(n.Ply), 1)
			r.layout.setMove(r.cpu.row(r, n.Ply), n.Line)
		}
		if len(tactical)+len(quiet) > 0 {
			r.leavesNode(p, n, r.call("try_all", nil), p.Probe().TryAt(n))
		}

		at := r.addr("raw_moves")
		r.node(p, n)
		r.raw(at, quiet...)
		r.leavesNode(p, n, r.call("scan_quiet", in{"first": at, "checks": 0}), p.Probe().ScanAt(n, quiet))
		r.node(p, n)
		r.raw(at, quiet...)
		r.setPointer("n_first_waiting", at)
		r.setPointer("n_first_sorted", r.pointer("sorted_top"))
		r.leavesNode(p, n, r.call("try_waiting", in{"checks": 0}), p.Probe().ScanAt(n, quiet))
		n.Profile.Futility = 0 // it is asked before
		all := append(tactical, quiet...)
		r.node(p, n)
		r.raw(at, all...)
		r.setByte("scan_checks", 0)
		r.leavesNode(p, n, r.call("scan_moves", in{"first": at}), p.Probe().ScanAt(n, all))
	})
}

// terminalMoves calls f for the moves of random nodes.
func (r *rig) terminalMoves(seed int64, count int, f func(rng *rand.Rand, p *goengine.Position, n *probe.Node, m probe.Move)) {
	searchPositions(r.t, seed, count, func(rng *rand.Rand, p *goengine.Position) {
		n := searchNode(rng, p)
		n.Maybe = true
		r.node(p, n)
		state := p.Probe().State()
		state.Keys = r.cpu.history(r) // a machine may have one of the move before
		r.lookNode(n)
		r.setByte("scan_checks", 1)
		for _, m := range generated(p) {
			r.atHand(m)
			f(rng, p, n, m)
		}
		sameState(r.t, state, r.state(), p.FEN())
	})
}

// A move that ends a line has Go's value, is mate where it is, and is compared with the window.
func TestRoutinesTerminal(t *testing.T) { onMachines(t, testRoutinesTerminal) }

func testRoutinesTerminal(t testing.TB, r *rig) {
	mates := 0
	r.terminalMoves(32, whole(120, 1200), func(rng *rand.Rand, p *goengine.Position, n *probe.Node, m probe.Move) {
		want := p.Probe().Mates(m)
		r.gives("mates", nil, out{"yes": want}, "%v", m)
		if want {
			mates++
		}
		static := n.Static + int16(rng.Intn(800)-300)
		value := p.Probe().TerminalAt(n, m, static)
		r.gives("terminal", in{"static": static}, out{"value": value}, "%v static %d %+v", m, static, n)
		less := static - int16(n.Profile.Tempo)
		r.gives("less_tempo", in{"static": static, "tempo": uint8(n.Profile.Tempo)}, out{"value": less})
		if less > n.Alpha {
			r.gives("terminal_high", in{"static": less}, out{"value": value}, "%v static %d %+v", m, static, n)
		}

		// So far above alpha that what is enough does not fit a byte, or just does.
		far := *n
		for _, above := range []int{1024*(1+rng.Intn(8)) + rng.Intn(8), 1014 + rng.Intn(12)} {
			far.Alpha = static - int16(above)
			r.setScore("n_alpha", far.Alpha)
			r.gives("terminal", in{"static": static}, out{"value": p.Probe().TerminalAt(&far, m, static)}, "%v static %d %+v", m, static, &far)
		}
		r.setScore("n_alpha", n.Alpha)

		// The best move goes before the line of the ply below.
		below := uint32(rng.Intn(5))
		row := r.cpu.row(r, n.Ply+1)
		want2 := []goengine.Move{m.Move}
		for i := range below {
			r.layout.setMove(row+2*i, goengine.Move(0x1200+i))
			want2 = append(want2, goengine.Move(0x1200+i))
		}
		r.m.Write(r.addr("pv_len")+uint32(n.Ply)+1, byte(below))
		r.gives("best", in{"ply": n.Ply}, out{"cut": false})
		require.Equal(t, want2, r.nodeState(n, 0, false).PV)
		r.m.Write(r.addr("pv_len")+uint32(n.Ply)+1, 0)
	})
	enough(t, mates, 20)

	// The queen is worth 76 to the rook, for the pawn takes back; the rook is
	// worth 84 to the other pawn, and is asked about only where 76 isn't enough.
	p := position(t, "1k1r4/1p6/R7/8/3Q4/2P5/8/7K w - - 0 1")
	n := searchNode(rand.New(rand.NewSource(46)), p)
	n.Profile, n.Ply = profile(t, "sx81"), 2
	m := probe.Move{Move: 0x06<<8 | 0x07} // Kg1
	try := func(above, want int16) {
		r.looked(p, n)
		r.setByte("scan_checks", 1)
		r.atHand(m)
		r.gives("terminal", in{"static": n.Static}, out{"value": n.Static - 4*want}, "%d above alpha", above)
		require.Equal(t, n.Static-4*want, p.Probe().TerminalAt(n, m, n.Static), "%d above alpha", above)
	}
	for above, want := range map[int16]int16{4 * 75: 76, 4 * 76: 76, 4*76 + 1: 84, 1020: 84, 1021: 84, 1024: 84, 1025: 84} {
		n.Alpha, n.Beta = n.Static-above, goengine.Infinity
		try(above, want)
	}
	// Above beta too, where only a gain that brings it below counts.
	for above, want := range map[int16]int16{4 * 75: 76, 4 * 76: 76, 4*76 + 1: 84, 4*84 + 1: 0} {
		n.Alpha, n.Beta = n.Static-above, n.Static-above+1
		try(above, want)
	}
}

// A value is compared with the window as in Go: a cutoff, alpha, the killers, the principal
// variation, what the cache has, at the root the score.
func TestRoutinesWindow(t *testing.T) { onMachines(t, testRoutinesWindow) }

func testRoutinesWindow(t testing.TB, r *rig) {
	kinds := map[string]int{}
	searchPositions(t, 71, slow(1500, 15000), func(rng *rand.Rand, p *goengine.Position) {
		moves := generated(p)
		if len(moves) == 0 {
			return
		}
		n := searchNode(rng, p)
		n.Ply *= rng.Intn(2)
		if rng.Intn(4) > 0 {
			n.Profile.Switches |= goengine.Cache
		}
		// The place in the cache may be another position's, and more expensive.
		n.CachedElse, n.CachedBudget = rng.Intn(4) > 0, n.SX+uint8(rng.Intn(5)-2)
		r.looked(p, n)
		m := moves[rng.Intn(len(moves))]
		r.atHand(m)
		value := n.Alpha + int16(rng.Intn(700)-200)
		if n.Alpha == -goengine.Infinity {
			value = int16(rng.Intn(2000) - 1000)
		}
		what := fmt.Sprintf("%s %v value %d %+v", p.FEN(), m, value, n)
		r.setScore("root_score", ^value)
		want := p.Probe().TestAt(n, m, value)
		cut := r.call("test", in{"value": value}).is("cut")
		got := r.nodeState(n, r.layout.score(r.addr("n_alpha")), cut)
		got.Nodes, want.Nodes = 0, 0
		require.Equal(t, want, got, what)
		root := ^value
		if n.Ply == 0 && !cut && value > n.Alpha {
			root = value
		}
		require.Equal(t, root, r.layout.score(r.addr("root_score")), what)
		place := "not kept"
		switch {
		case n.Profile.Switches&goengine.Cache == 0 || value <= n.Alpha:
		case want.Cached.Own && want.Cached.Move == m.Move:
			place = "taken"
		case want.Cached.Budget != n.CachedBudget:
			place = "worn off"
		}
		kinds[fmt.Sprintf("root %v, cut %v, raised %v, %s", n.Ply == 0, cut, !cut && value > n.Alpha, place)]++
	})
	t.Log(kinds)
	for _, root := range []bool{true, false} {
		enough(t, kinds[fmt.Sprintf("root %v, cut false, raised false, not kept", root)], 4, "low")
		for _, cut := range []bool{true, false} {
			for _, place := range []string{"not kept", "taken", "worn off"} {
				kind := fmt.Sprintf("root %v, cut %v, raised %v, %s", root, cut, !cut, place)
				enough(t, kinds[kind], 3, kind)
			}
		}
	}
}

// priced makes a record the one at hand: the move at a place of a list of so many, whose first quiet move is worth best. It
// returns where the record lies.
func (r *rig) priced(l probe.Listed, place, of int, best int16) uint32 {
	at := r.addr("sorted_stack")
	r.setPointer("n_first_sorted", at)
	r.setPointer("sorted_top", at+8*uint32(of))
	r.setByte("n_left", byte(of-place+1))
	r.setScore("n_best_quiet", best)
	r.layout.setMove(at, l.Move)
	r.m.Write(at+3, byte(l.Category))
	r.layout.setScore(at+4, l.Score)
	r.cpu.takeRecord(r, at)
	return at
}

// randomRecord is a random move at a place of a list of so many, whose first quiet move is worth best. It also draws what the node's
// profile says of scores and late moves.
func randomRecord(rng *rand.Rand, n *probe.Node) (l probe.Listed, place, of int, best int16) {
	l = probe.Listed{Category: goengine.Category(rng.Intn(len(goengine.CategoryNames))), Score: n.Beta + int16(rng.Intn(400)-200)}
	if n.Beta == goengine.Infinity {
		l.Score = n.Static + int16(rng.Intn(400)-200)
	} else if rng.Intn(8) == 0 { // just at the threshold
		l.Score = n.Beta + int16(n.Profile.AboveBy)
	}
	best = goengine.Infinity
	switch rng.Intn(6) {
	case 0, 1, 2:
		best = l.Score + int16(rng.Intn(500)-50)
	case 3: // far behind the best
		best = l.Score + int16(rng.Intn(5000))
	}
	place = 1 + rng.Intn(1+rng.Intn(goengine.MaxMoves))
	of = place + rng.Intn(goengine.MaxMoves+1-place)
	if rng.Intn(2) == 0 { // about as late as can be dear
		place = max(int(n.Profile.LateFrom)-rng.Intn(2)+8*rng.Intn(2), 1)
		of = max(of, place)
	}
	if rng.Intn(4) == 0 {
		place, of = 1, 1
	}
	if l.Move = n.Last; rng.Intn(3) == 0 { // a stranger, from h8 to a1
		l.Move = goengine.Move(0x77)
	}
	n.Profile.ScoreShift, n.Profile.ScoreCap = uint8(rng.Intn(8)), uint8(rng.Intn(256))
	if rng.Intn(4) == 0 { // price and distance add up to about a byte
		l.Category = goengine.Forward + goengine.Category(rng.Intn(2))
		n.Profile.ScoreShift = uint8(rng.Intn(6))
		best = l.Score + int16(225+rng.Intn(40))<<n.Profile.ScoreShift
	}
	if rng.Intn(16) == 0 { // better than the first, and nothing is shifted
		l.Category = goengine.Forward + goengine.Category(rng.Intn(2))
		n.Profile.ScoreShift = 0
		best = l.Score - 1 - int16(rng.Intn(50))
	}
	if rng.Intn(4) == 0 {
		n.Profile.Late = uint8(rng.Intn(256))
	}
	return l, place, of, best
}

// The price of a move is Go's, and so is whether its budget is spent.
func TestRoutinesPrices(t *testing.T) { onMachines(t, testRoutinesPrices) }

func testRoutinesPrices(t testing.TB, r *rig) {
	for v := -600; v < 1000; v++ {
		r.gives("within_byte", in{"number": uint16(v)}, out{"price": probed.WithinByte(v)}, v)
	}
	searchPositions(t, 35, slow(150, 1500), func(rng *rand.Rand, p *goengine.Position) {
		n := searchNode(rng, p)
		if rng.Intn(4) == 0 {
			n.Ply = 0
		}
		r.node(p, n)
		phase := r.call("phase", nil).value("phase")
		r.call("set_prices", in{"phase": phase})
		for range 20 {
			l, place, of, best := randomRecord(rng, n)
			r.m.WriteBytes(r.addr("profile"), n.Profile.Bytes())
			want := p.Probe().PriceAt(n, l, of, best)
			r.gives("price_of", in{"record": r.priced(l, place, of, best)}, out{"price": want}, "%+v best %d, of %d %+v %+v", l, best, of, n, n.Profile)
			if n.Profile.Late > 0 {
				if rng.Intn(4) == 0 { // about as much as a byte holds
					want = max(-n.Profile.Late*uint8(1+rng.Intn(2))+uint8(rng.Intn(3))-1, 1)
				}
				late, is := n.Profile.LatePrice(l.Category, want, place)
				dearer := out{"late": is}
				if is {
					dearer["price"] = late
				}
				r.gives("late_price", in{"price": want}, dearer, "%+v, price %d, %d of %d %+v", l, want, place, of, n.Profile)
			}

			n.SX, n.Other = uint8(rng.Intn(30)), uint8(rng.Intn(3))
			if rng.Intn(4) == 0 { // together about a byte, or about the price
				n.Other = []uint8{255, 128, 15}[rng.Intn(3)] - uint8(rng.Intn(15))
			}
			r.setByte("n_sx", n.SX)
			r.setByte("n_other", n.Other)
			price := uint8(rng.Intn(30))
			r.gives("spent", in{"price": price}, out{"yes": probed.SpentAt(n, price)}, "price %d of %d and %d", price, n.SX, n.Other)
		}
	})

	// At the root no move is the only answer, takes back, or stands beside a window.
	p := position(t, goengine.StartFEN)
	n := searchNode(rand.New(rand.NewSource(51)), p)
	prof := *profile(t, "parker83,single=5,recapture=3,price.evasion=9")
	n.Profile, n.Alpha, n.Beta = &prof, 0, 10
	n.Last, n.LastCaptured = goengine.Move(0x3312), true
	for category, below := range map[goengine.Category]uint8{goengine.Evasion: 5, goengine.Capture: 3, goengine.Forward: n.Profile.Above} {
		for ply, want := range []uint8{n.Profile.Price[category], below} {
			n.Ply = ply
			r.node(p, n)
			r.call("set_prices", in{"phase": r.call("phase", nil).value("phase")})
			l := probe.Listed{Move: n.Last, Category: category, Score: n.Beta + int16(n.Profile.AboveBy)}
			require.EqualValues(t, want, p.Probe().PriceAt(n, l, 1, goengine.Infinity), "%v, ply %d", category, ply)
			r.gives("price_of", in{"record": r.priced(l, 1, 1, goengine.Infinity)}, out{"price": want}, "%v, ply %d", category, ply)
		}
	}
}

// The moves are picked from the best to the worst, the first of equals first.
func TestRoutinesPick(t *testing.T) { onMachines(t, testRoutinesPick) }

func testRoutinesPick(t testing.TB, r *rig) {
	rng := rand.New(rand.NewSource(36))
	p := position(t, goengine.StartFEN)
	r.node(p, searchNode(rng, p))
	for round := range slow(300, 3000) {
		count := 1 + rng.Intn(40)
		if round%50 == 0 {
			count = goengine.MaxMoves
		}
		first := r.addr("sorted_stack") + 8*uint32(rng.Intn(100))
		var orders []int16
		for i := range uint32(count) {
			order := []int16{int16(rng.Intn(5)), int16(rng.Intn(2000) - 1000), -goengine.Infinity + int16(rng.Intn(2)), goengine.Infinity}[min(rng.Intn(12), 3)%4]
			orders = append(orders, order)
			r.m.WriteWord(first+8*i, uint16(i))
			r.m.Write(first+8*i+2, byte(i+1))
			r.layout.setScore(first+8*i+6, order)
		}
		r.setPointer("n_first_sorted", first)
		r.setPointer("sorted_top", first+8*uint32(count))
		var want []int
		for i := range count {
			want = append(want, i)
		}
		slices.SortStableFunc(want, func(a, b int) int { return int(orders[b]) - int(orders[a]) })
		r.setByte("n_left", byte(count))
		o := r.call("pick_best", nil)
		for i, w := range want {
			require.Equal(t, first+8*uint32(w), o.value("record"), "the %dth of %v", i, orders)
			if o.has("flags") { // it becomes the move at hand
				require.EqualValues(t, w, o.value("move"), "the %dth of %v", i, orders)
				require.EqualValues(t, byte(w+1), o.value("flags"), "the %dth of %v", i, orders)
			}
			if i+1 < count {
				r.cpu.takeRecord(r, o.value("record"))
				r.setByte("n_left", byte(count-i-1))
				o = r.call("pick_next", nil)
			}
		}
	}
}

// Of the captures at the root those stay that the search is restricted to.
func TestRoutinesRestrictedRoot(t *testing.T) { onMachines(t, testRoutinesRestrictedRoot) }

func testRoutinesRestrictedRoot(t testing.TB, r *rig) {
	searchPositions(t, 39, slow(100, 1000), func(rng *rand.Rand, p *goengine.Position) {
		tactical, _ := p.Probe().Generated()
		if len(tactical) == 0 {
			return
		}
		n := searchNode(rng, p)
		n.Maybe = true
		for ply := range 2 { // only the root is restricted
			n.Ply = ply
			r.looked(p, n)
			keep := tactical[rng.Intn(len(tactical))]
			require.NoError(t, r.restrict([]goengine.Move{keep.Move}))
			want := tactical
			if ply == 0 {
				want = []probe.Move{keep}
			}
			r.setByte("n_any", byte(bit(ply == 0))<<3) // search.inc
			r.call("tactical_part", nil)
			require.Equal(t, want, r.between("tactical_moves", "tactical_end"), p.FEN())
		}
	})
}

// Small answers of a node are Go's: draws, mates, fifty moves, root moves.
func TestRoutinesOfANode(t *testing.T) { onMachines(t, testRoutinesOfANode) }

func testRoutinesOfANode(t testing.TB, r *rig) {
	rng := rand.New(rand.NewSource(37))
	for ply := range byte(goengine.MaxPly) {
		r.setByte("ply", ply)
		r.setScore("draw_even", 40)
		r.setScore("draw_odd", -40)
		draw := int16(40)
		if ply%2 == 1 {
			draw = -40
		}
		r.gives("value_draw", nil, out{"value": draw, "cut": false})
		for checkers := range byte(3) {
			r.setByte("checkers", checkers)
			want := draw
			if checkers > 0 {
				want = int16(ply) - goengine.Mate
			}
			r.cpu.scramble(r.m)
			r.gives("no_moves", nil, out{"value": want, "cut": false})
		}
		for _, half := range []byte{0, 1, 50, 98, 99, 100, 101, 102, 200, 255} {
			r.setByte("half", half)
			r.gives("fifty", nil, out{"yes": ply > 0 && half >= 100}, "%d at ply %d", half, ply)
		}
	}
	r.stopsAtLimits(searchNode(rng, position(t, goengine.StartFEN)))
	r.forgetsTheLastSearch()
	r.restrictsMoves(rng)
}

// stopsAtLimits requires that a node stops where a limit is reached, or the host says so.
func (r *rig) stopsAtLimits(n *probe.Node) {
	t, p := r.t, position(r.t, goengine.StartFEN)
	// A stopped node counts nothing, and carries from the counter's low word to
	// the high one.
	for _, c := range []struct{ low, high uint16 }{{0x400, 0}, {0x7FFF, 0}, {0x8000, 0}, {0x8123, 7}, {0x8000, 0xFF}, {0x8123, 0x1FF}} {
		for _, limited := range []byte{0, 1} {
			if limited == 0 && c.low >= 0x8000 { // limits have counted long before
				continue
			}
			r.node(p, n)
			r.layout.setNodeLimit(1 << 30)
			r.setByte("limited", limited)
			r.setByte("stop_flag", 1)
			r.setNodes(c.low, c.high)
			r.call("node", nil)
			require.Equal(t, byte(1), r.byte("stopped"), "%+v", c)
			require.Equal(t, uint64(c.low)+uint64(c.high)<<15, r.layout.nodes(), "%+v", c)
			if !r.cpu.wide {
				require.Less(t, r.word("nodes"), uint16(0x8000), "%+v", c)
			}
		}
	}
	r.setByte("stop_flag", 0)

	// 23 nodes more than 2 times 32,768, limited to as many or one more.
	for _, c := range []struct {
		nodes, high uint16
		limit       uint64
		limited     byte
		stop        byte
		want        bool
	}{
		{23, 2, 65559, 1, 0, true},
		{23, 2, 65560, 1, 0, false},
		{23, 2, 65560, 1, 1, true},
		{5, 3, 65559, 1, 0, true}, // one word is above the limit's, the other below
		{40, 1, 65559, 1, 0, false},
		{23, 2, 1<<23 + 5, 1, 0, false}, // the highest byte says it alone
		{23, 0x102, 1<<23 - 1, 1, 0, true},
		{0x8017, 1, 65559, 1, 0, true}, // the carry is still in the low word
		{0x8017, 1, 65560, 1, 0, false},
		{0x8017, 0xFF, 1<<23 + 23, 1, 0, true}, // and goes on to the highest byte
		{0x8017, 0xFF, 1<<23 + 24, 1, 0, false},
		{1023, 0, 100, 0, 0, false}, // of grace
		{1023, 0, 100, 0, 1, false},
		{1024, 0, 100, 0, 0, true},
		{1024, 0, 2000, 0, 0, false},
	} {
		r.setNodes(c.nodes, c.high)
		r.layout.setNodeLimit(c.limit)
		r.setByte("limited", c.limited)
		r.setByte("stop_flag", c.stop)
		r.gives("limit_reached", nil, out{"yes": c.want}, "%+v", c)
	}
	r.setByte("stop_flag", 0)
}

// forgetsTheLastSearch requires that a search knows nothing of the one before: no move, no counts, no line, no killers, no cache;
// its stacks are empty.
func (r *rig) forgetsTheLastSearch() {
	t := r.t
	pointers := []string{"sorted_top", "raw_end"}
	bytes := []string{"stopped", "limited", "line_len", "result_sx"}
	r.putWord("best_move", 0x1111)
	r.setScore("result_score", 0x1111)
	r.setNodes(0x1111, 0x1111)
	for _, label := range pointers {
		r.setPointer(label, 0x1111)
	}
	for _, label := range bytes {
		r.setByte(label, 0x11)
	}
	r.call("set_up", nil)
	begin := map[string]uint32{"sorted_top": r.addr("sorted_stack"), "raw_end": r.addr("raw_moves")}
	require.Zero(t, r.word("best_move"))
	require.Zero(t, r.layout.score(r.addr("result_score")))
	require.Zero(t, r.layout.nodes())
	for _, label := range pointers {
		require.Equal(t, begin[label], r.pointer(label), label)
	}
	for _, label := range bytes {
		require.Zero(t, r.byte(label), label)
	}
	for _, label := range []string{"line", "killers"} {
		for i := range uint32(2 * goengine.MaxPly) {
			r.m.Write(r.addr(label)+i, 0x11)
		}
		r.call("set_up", nil)
		for i := range uint32(2 * goengine.MaxPly) {
			require.Zero(t, r.m.Read(r.addr(label)+i), "%s + %d", label, i)
		}
	}
	// Nor does its cache.
	r.m.WriteBytes(r.addr("profile"), profile(t, "tuned").Bytes())
	for _, empty := range []bool{false, true} {
		for i := range uint16(1 << 10) {
			r.m.Write(r.byteOf("key", 0), byte(i))
			r.m.Write(r.byteOf("key", 1), byte(i>>8))
			if !empty {
				r.cpu.setCached(r, 0x1111, 0x11, 0x11)
				continue
			}
			mv, check, budget := r.cpu.cached(r)
			require.Zero(t, mv, "entry %d", i)
			require.Zero(t, check, "entry %d", i)
			require.Zero(t, budget, "entry %d", i)
		}
		r.call("set_up", nil)
	}
}

// restrictsMoves requires that of random moves those are kept that a search is restricted to, at the root and among those that wait.
func (r *rig) restrictsMoves(rng *rand.Rand) {
	t := r.t
	for range slow(300, 3000) {
		var moves, keep []probe.Move
		for i := range rng.Intn(60) {
			moves = append(moves, probe.Move{Move: goengine.Move(rng.Intn(4)<<8 | rng.Intn(4)), Flags: byte(i)})
		}
		wanted := map[goengine.Move]bool{}
		count := rng.Intn(130)
		for i := range uint32(count) {
			mv := goengine.Move((rng.Intn(2)*0x44+rng.Intn(4))<<8 | rng.Intn(3))
			wanted[mv] = true
			r.layout.setMove(r.layout.restricted(int(i)), mv)
		}
		for _, m := range moves {
			if count == 0 || wanted[m.Move] {
				keep = append(keep, m)
			}
		}
		r.setByte("restrict_count", byte(count))
		start := r.rawAt(rng.Intn(20))
		r.raw(start, moves...)
		r.call("restrict", in{"first": start})
		require.Equal(t, keep, r.moves(start))
		r.raw(start, moves...)
		r.setByte("ply", 0)
		r.setPointer("n_first_waiting", start)
		r.call("filter_waiting", nil)
		require.Equal(t, keep, r.between("n_first_waiting", "raw_end"))
		r.gives("any_waiting", nil, out{"none": len(keep) == 0})
	}
}
