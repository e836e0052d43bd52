package hostbridge

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// record is a move of the sorted stack.
func (r *rig) record(at uint32) probe.Listed {
	return probe.Listed{
		Move: r.layout.move(at), Flags: r.m.Read(at + 2), Category: goengine.Category(r.m.Read(at + 3)),
		Score: r.layout.score(at + 4), Order: r.layout.score(at + 6),
	}
}

// toList generates the moves of a node that has been looked at, and begins its
// list.
func (r *rig) toList(p *goengine.Position) {
	r.call("tactical_part", nil)
	if !p.InCheck() {
		r.call("hits_of", nil)
	}
	r.call("generate_quiet", nil)
	r.call("list_begin", nil)
	r.call("list_targets", nil)
}

// list reads the sorted stack.
func (r *rig) list() (list []probe.Listed) {
	for at := r.addr("sorted_stack"); at < r.pointer("sorted_top"); at += 8 {
		list = append(list, r.record(at))
	}
	return list
}

// listable brings the machine to a node and generates its moves.
func (r *rig) listable(p *goengine.Position, n *probe.Node) {
	r.looked(p, n)
	r.setByte("n_any", 0)
	r.setByte("listing", 0)
	r.toList(p)
}

// givesList requires that the machine has listed what Go lists of captures and quiet moves: the moves, their order, and which are
// left waiting, or whether some were passed over.
func (r *rig) givesList(p *goengine.Position, n *probe.Node, tactical, quiet bool, which probe.Selection) (list []probe.Listed, passed bool) {
	list, waiting, passed := p.Probe().ListAt(n, tactical, quiet, which)
	line := -1
	if n.Following {
		line = slices.IndexFunc(list, func(l probe.Listed) bool { return l.Move == n.Line })
	}
	if line >= 0 { // the last variation's move comes first
		list[line].Order = goengine.Infinity
	}
	if line >= 0 || which != probe.LosingAndQuiet {
		r.call("list_end", nil)
	}
	what := []any{"%s, selection %d: %+v %+v", p.FEN(), which, n, n.Profile}
	require.Equal(r.t, list, r.list(), what...)
	switch which {
	case probe.Worthy:
		require.Equal(r.t, waiting, r.between("n_first_waiting", "raw_end"), what...)
	case probe.Sound:
		require.Equal(r.t, passed, r.byte("n_any")&0x40 != 0, what...)
	}
	return list, passed
}

// A node's list has Go's moves, categories, values and order, and single moves are judged and
// valued as there.
func TestRoutinesLists(t *testing.T) { onMachines(t, testRoutinesLists) }

func testRoutinesLists(t testing.TB, r *rig) {
	seen := map[goengine.Category]int{}
	passedOver := 0
	searchPositions(t, 33, whole(160, 1600), func(rng *rand.Rand, p *goengine.Position) {
		n := searchNode(rng, p)
		n.Profile.Switches |= goengine.Killers
		n.Maybe = true
		tactical, quiet := p.Probe().Generated()
		for _, m := range quiet {
			if m.Flags&4 != 0 && rng.Intn(2) == 0 { // castling, which is not asked without killers
				n.Killers[1] = m.Move
				n.Profile.Switches &^= goengine.Killers * goengine.Switches(rng.Intn(2))
			}
		}
		begin := func() {
			r.listable(p, n)
			require.Equal(t, tactical, append([]probe.Move{}, r.between("tactical_moves", "tactical_end")...), p.FEN())
			r.setByte("n_any", 0)
		}
		same := func(withTactical, withQuiet bool, which probe.Selection) {
			list, passed := r.givesList(p, n, withTactical, withQuiet, which)
			passedOver += int(bit(passed))
			for _, l := range list {
				seen[l.Category]++
			}
		}

		begin()
		r.call("list_tactical", nil)
		r.cpu.clear(r.m)
		r.call("list_full", nil)
		same(true, true, probe.Everything)
		if !evades(p, n) {
			begin()
			r.call("list_half", nil)
			same(false, true, probe.Worthy)
		}
		begin()
		r.setByte("listing", 0x80)
		r.call("list_tactical", nil)
		same(true, false, probe.Sound)
		begin()
		r.call("list_begin", nil)
		r.setByte("listing", 1)
		r.call("list_tactical", nil)
		r.call("list_full", nil)
		same(true, true, probe.LosingAndQuiet)

		begin()
		r.judgesEach(p, n, tactical, quiet)
	})
	// The knight attacks the last of four targets, where the node has no map of what
	// the enemy attacks yet.
	p := position(t, "1r4rq/8/K7/5r2/8/8/5PN1/1k6 w - - 0 1")
	n := searchNode(rand.New(rand.NewSource(51)), p)
	prof := *profile(t, "sx81")
	n.Profile, n.Ply, n.Following, n.Killers = &prof, 2, false, [2]goengine.Move{}
	r.listable(p, n)
	r.setByte("hits_ply", 0xFF)
	r.call("list_full", nil)
	list, _ := r.givesList(p, n, false, true, probe.Everything)
	require.True(t, slices.ContainsFunc(list, func(l probe.Listed) bool {
		return p.UCI(l.Move) == "g2e3" && l.Category == goengine.Attack
	}))

	for c := goengine.Evasion; int(c) < len(goengine.CategoryNames); c++ {
		enough(t, seen[c], 5, goengine.CategoryNames[c])
	}
	enough(t, passedOver, 10)
}

// judgesEach requires that each move of a node by itself is judged and valued as in its list.
func (r *rig) judgesEach(p *goengine.Position, n *probe.Node, tactical, quiet []probe.Move) {
	kill := func(m probe.Move) bool {
		return n.Profile.Switches&goengine.Killers != 0 && slices.Contains(n.Killers[:], m.Move)
	}
	list, _, _ := p.Probe().ListAt(n, true, true, probe.Everything)
	for i, l := range list {
		m := probe.Move{Move: l.Move}
		if i < len(tactical) {
			m = tactical[i]
		} else {
			m = quiet[i-len(tactical)]
		}
		at := r.rawAt(200)
		r.putRaw(at, m)
		r.cpu.judge(r, at)
		s := p.Probe().State()
		code := s.Board[m.Move.From()]
		if m.Flags&16 != 0 {
			code = probed.CodeOf(s.Side, m.Move.Promotion())
		}
		want, judged := out{"judged": false}, l.Category <= goengine.Check
		if judged {
			want = out{"judged": true, "category": l.Category}
		}
		r.gives("judge_check", in{"from": m.Move.From(), "to": m.Move.To(), "code": code, "flags": m.Flags}, want, "%v", m)
		require.Equal(r.t, l.Flags, r.cpu.flagsJudged(r), "%s %v", p.FEN(), m)
		if i < len(tactical) {
			r.putRaw(at, m)
			r.cpu.judge(r, at)
			r.gives("judge_tactical", in{"move": at}, out{"category": l.Category}, "%v", m)
			require.Equal(r.t, l.Flags, r.cpu.flagsJudged(r), "%s %v", p.FEN(), m)
		} else {
			r.gives("attacks", in{"code": code, "to": m.Move.To()}, out{"yes": p.Probe().Attacks(code, m.Move.To())}, "%v", m)
		}
		r.setPointer("sorted_top", r.addr("sorted_stack"))
		r.setByte("j_bonus", 0)
		if i >= len(tactical) && !judged && kill(m) {
			r.setByte("j_bonus", n.Profile.KillerBonus)
		}
		r.call("emit", in{"category": l.Category})
		got := r.record(r.addr("sorted_stack"))
		if l.Order == goengine.Infinity {
			got.Order = l.Order // list_end's
		}
		require.Equal(r.t, l, got, "%s %v %+v", p.FEN(), m, n.Profile)
	}
}

// Threats of mate are a category by their switch, whatever the others are.
func TestRoutinesThreatsByHand(t *testing.T) { onMachines(t, testThreatsByHand) }

func testThreatsByHand(t testing.TB, r *rig) {
	for _, c := range []struct {
		fen     string
		threats uint32
	}{
		// The rook threatens to mate on the back rank by twelve moves, of which one
		// does.
		{"7k/6pp/8/8/8/8/8/R5K1 w - - 0 1", 11},
		// The answers that are looked at are written where none of many moves waits.
		{"7k/6pp/8/8/8/8/8/RQ4K1 w - - 0 1", 21},
		// The pawn beside the first square takes nothing there en passant.
		{"7k/6pp/8/8/8/8/1p6/3R2K1 w - - 0 1", 8},
	} {
		r.threats(position(t, c.fen), c.threats)
	}
}

// threats lists the quiet moves of a position with any switches, and with few or
// many moves above them that wait. So many threaten mate where that is asked.
func (r *rig) threats(p *goengine.Position, want uint32) {
	n := searchNode(rand.New(rand.NewSource(49)), p)
	prof := *profile(r.t, "sx81")
	n.Profile, n.Ply, n.Following, n.Checked, n.Killers = &prof, 2, false, 0, [2]goengine.Move{}
	n.Static = p.Probe().Static(p.Probe().BuildTables())
	for bits := range 1 << 8 {
		prof.Switches = prof.Switches&^0xFF | goengine.Switches(bits)
		if bits&(bits-1) != 0 && (bits^0xFF)&((bits^0xFF)-1) != 0 {
			continue // but one, all but one, none and all
		}
		n.Waiting = []int{0, 210, 255}[bits%3]
		r.listable(p, n)
		before := r.state()
		r.call("list_full", nil)
		sameState(r.t, before, r.state(), p.FEN())
		list, _ := r.givesList(p, n, false, true, probe.Everything)
		var threats uint32
		for _, l := range list {
			threats += bit(l.Category == goengine.Threat)
		}
		require.Equal(r.t, want*bit(prof.Switches&goengine.MateThreats != 0), threats, "%08b", bits)
	}
}

// Where evasions have no price of their own, quiet moves out of check are judged
// as any others are, by a map that is this node's.
func TestRoutinesEvasionsListedByHand(t *testing.T) { onMachines(t, testEvasionsListedByHand) }

func testEvasionsListedByHand(t testing.TB, r *rig) {
	p := position(t, "6k1/8/8/2p5/r5K1/8/4N3/3Q4 w - - 0 1")
	n := searchNode(rand.New(rand.NewSource(50)), p)
	prof := *profile(t, "sx81")
	prof.Price[goengine.Evasion] = 0
	n.Profile, n.Ply, n.Maybe, n.Killers, n.Line = &prof, 2, true, [2]goengine.Move{}, goengine.NoMove
	n.Static = p.Probe().Static(p.Probe().BuildTables())
	for i := range byte(4) {
		listing := i & 1
		n.Following = i&2 != 0
		r.node(p, n)
		r.call("clear_hits", nil)
		r.setByte("hits_stamp", 4) // of another node, where nothing is attacked
		r.lookNode(n)
		r.setByte("n_any", 0)
		r.setByte("listing", listing)
		r.toList(p)
		r.call("list_full", nil)
		list, _ := r.givesList(p, n, false, true, probe.Everything)
		var losing []string
		for _, l := range list {
			if l.Category == goengine.Losing {
				losing = append(losing, p.UCI(l.Move))
			}
		}
		require.ElementsMatch(t, []string{"d1d4", "e2d4"}, losing) // the pawn takes; the king guards Nf4
	}
}

// between reads the raw moves from where one word points to where another does.
func (r *rig) between(from, to string) (list []probe.Move) {
	start := r.addr(from)
	if from != "tactical_moves" {
		start = r.pointer(from)
	}
	for ; start < r.pointer(to); start += r.layout.quiet.size {
		list = append(list, r.rawMoveAt(start))
	}
	return list
}

// A killer is found among the waiting moves, and no other move is.
func TestRoutinesKillers(t *testing.T) { onMachines(t, testRoutinesKillers) }

func testRoutinesKillers(t testing.TB, r *rig) {
	rng := rand.New(rand.NewSource(34))
	r.setByte("profile_bonus", 77)
	for range slow(1000, 10000) {
		ply := rng.Intn(goengine.MaxPly)
		r.setByte("ply", byte(ply))
		square := func() uint16 { return uint16([]int{0x00, 0x12, 0x13, 0x24, 0x77}[rng.Intn(5)]) }
		var killers [2]goengine.Move
		for i := range killers {
			killers[i] = goengine.Move(square() | square()<<8)
			r.layout.setMove(r.addr("killers")+4*uint32(ply)+2*uint32(i), killers[i])
		}
		var moves []probe.Move
		for range rng.Intn(12) {
			moves = append(moves, probe.Move{Move: goengine.Move(square() | square()<<8)})
		}
		for _, m := range moves {
			want := slices.Contains(killers[:], m.Move)
			r.setByte("j_bonus", 0)
			r.cpu.scramble(r.m)
			r.call("is_killer", in{"from": m.Move.From(), "to": m.Move.To()})
			require.Equal(t, byte(bit(want)), r.byte("j_killer"))
			require.Equal(t, byte(77*bit(want)), r.byte("j_bonus"))
		}
	}
}

// early brings the machine to a node before its moves are generated, with bits of n_any.
func (r *rig) early(p *goengine.Position, n *probe.Node, any byte) {
	r.looked(p, n)
	r.setByte("n_any", any)
	r.call("list_begin", nil)
	r.setPointer("n_first_waiting", r.pointer("raw_end"))
	r.setPointer("n_first_sorted", r.pointer("sorted_top"))
}

// earlyNode is a random node in which killers may be tried early, may castle, take, or cut off, or find the stacks nearly full.
func earlyNode(rng *rand.Rand, p *goengine.Position) *probe.Node {
	n := searchNode(rng, p)
	if rng.Intn(8) > 0 {
		n.Profile.Switches |= goengine.Killers
	} else {
		n.Profile.Switches |= goengine.TwoBudgets // a bit that a mask of one more than Killers takes in
	}
	n.Following = rng.Intn(8) == 0
	if rng.Intn(2) == 0 { // so that killers may cut
		n.Beta = n.Static + int16(rng.Intn(40)-30)
		n.Alpha = n.Beta - 1 - int16(rng.Intn(60))
	}
	if all := generated(p); len(all) > 0 && rng.Intn(8) == 0 {
		n.Killers[0] = all[rng.Intn(len(all))].Move // a capture, perhaps
	}
	for _, m := range generated(p) {
		if m.Flags&4 != 0 && rng.Intn(2) == 0 { // castling, which may check
			n.Killers = [2]goengine.Move{m.Move, n.Killers[0]}
		}
	}
	if n.Killers[0] == n.Killers[1] {
		n.Killers[1] = goengine.NoMove
	}
	if rng.Intn(8) == 0 { // 384 records
		n.Sorted = 381 + rng.Intn(4)
	}
	if rng.Intn(4) == 0 { // as many as may be: on the 6502, one more lies in the next page
		n.Waiting = 255
	}
	return n
}

// A killer is tried early where it should be, and only there, at its value; and it is taken out of
// the quiet moves.
func TestRoutinesEarly(t *testing.T) { onMachines(t, testRoutinesEarly) }

func testRoutinesEarly(t testing.TB, r *rig) {
	const killer1, killer2, frontier, staged = 0x20, 0x10, 2, 0x80 // search.inc
	kinds := map[string]int{}
	searchPositions(t, 39, slow(200, 2000), func(rng *rand.Rand, p *goengine.Position) {
		n := earlyNode(rng, p)
		any := byte(4 * bit(n.Following))
		begin := func(more byte) {
			r.early(p, n, any|more)
		}
		bits := [2]uint32{killer1, killer2}
		for i, m := range n.Killers {
			begin(0)
			g, static, ok := p.Probe().EarlyKillerAt(n, m)
			want := out{"yes": false}
			if ok {
				want = out{"yes": true, "static": static}
			}
			if r.gives("early_killer", in{"bit": bits[i]}, want, "%v", m); ok {
				require.Equal(t, g, r.cpu.early(r), "%v", m)
			}
		}
		same := func(want probe.Early, o outcome, more byte) {
			if o.is("cut") {
				kinds[o.label+" cut"]++
			} else {
				kinds[fmt.Sprintf("%s %d", o.label, len(want.Tried))]++
			}
			r.leavesNode(p, n, o, want.Result)
			for i, m := range n.Killers {
				more |= byte(bits[i]) * byte(bit(slices.Contains(want.Tried, m)))
			}
			if len(want.Tried) > 0 {
				more |= 1
			}
			require.Equal(t, any|more, r.byte("n_any"), "%s: %s %+v %+v", o.label, p.FEN(), n, n.Profile)
			if want.Cut || want.Nodes > n.Limit { // there are other killers now, or it was stopped
				return
			}
			r.lookNode(n)
			r.setByte("hits_ply", 0xFF)
			r.call("generate_quiet", nil)
			r.call("drop_early", nil)
			require.Equal(t, want.Quiet, r.between("n_first_waiting", "raw_end"), "%s: %s %+v", o.label, p.FEN(), n)
		}
		for _, checks := range []bool{true, false} {
			begin(frontier * byte(bit(checks)))
			r.cpu.scramble(r.m)
			same(p.Probe().TryKillersAt(n, checks), r.call("try_killers", nil), frontier*byte(bit(checks)))
			if checks || !evades(p, n) {
				begin(staged * byte(bit(checks)))
				r.cpu.scramble(r.m)
				same(p.Probe().KillersPartAt(n, !checks), r.call("killers_part", nil), staged*byte(bit(checks)))
			}
		}
	})
	// The killer mates, though a pawn takes the queen: so it cuts off, whatever the
	// last terminal move was asked.
	p := position(t, "6k1/5ppp/8/p7/1Q6/8/8/3R2K1 w - - 0 1")
	n := searchNode(rand.New(rand.NewSource(47)), p)
	prof := *profile(t, "sx81")
	prof.Pass = 0
	n.Profile, n.Ply, n.Following, n.Killers = &prof, 2, false, [2]goengine.Move{0x73<<8 | 0x03} // Rd8
	n.Alpha, n.Beta = n.Static-200, n.Static-100
	require.True(t, p.Probe().TryKillersAt(n, true).Cut)
	r.looked(p, n)
	r.setByte("n_any", frontier)
	r.setByte("scan_checks", 0)
	r.gives("try_killers", nil, out{"cut": true})

	// At a half-frontier the killer ends the line, and cuts off as the first move
	// that is tried.
	p = position(t, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
	n.Static = p.Probe().Static(p.Probe().BuildTables())
	n.SX, n.Cached, n.Killers = prof.Price[goengine.Check], goengine.NoMove, [2]goengine.Move{0x05<<8 | 0x06} // Kf1
	n.Alpha, n.Beta = n.Static-200, n.Static-100
	want := probe.Result{Value: n.Beta, Cut: true, Nodes: 1, Killers: n.Killers}
	require.Equal(t, want, p.Probe().SearchAt(n))
	r.node(p, n)
	require.Equal(t, want, r.nodeResult(n, r.call("node", nil)))

	for _, kind := range []string{"try_killers cut", "try_killers 0", "try_killers 1", "try_killers 2", "killers_part cut", "killers_part 0", "killers_part 1", "killers_part 2"} {
		enough(t, kinds[kind], 4, kind)
	}
	t.Log(kinds)
}

// A killer is tried early where it has not been tried yet, is legal and takes
// nothing, be it the first or the second.
func TestRoutinesKillersByHand(t *testing.T) { onMachines(t, testKillersByHand) }

func testKillersByHand(t testing.TB, r *rig) {
	const killer1, killer2, frontier, staged = 0x20, 0x10, 2, 0x80 // search.inc
	bits := [2]uint32{killer1, killer2}
	p := position(t, "r3k2r/8/8/8/8/1p6/3Q4/R3K2R w KQkq - 0 1")
	n := searchNode(rand.New(rand.NewSource(48)), p)
	prof := *profile(t, "sx81")
	n.Profile, n.Ply, n.Following, n.Static = &prof, 2, false, p.Probe().Static(p.Probe().BuildTables())
	for _, c := range []struct {
		move  goengine.Move
		early bool
	}{
		{0x05<<8 | 0x04, true},  // Kf1
		{0x06<<8 | 0x04, true},  // castles
		{0x02<<8 | 0x04, true},  // castles the other way
		{0x70 << 8, false},      // Rxa8
		{0x24<<8 | 0x04, false}, // Ke3
		{0x75<<8 | 0x74, false}, // Black's
		{goengine.NoMove, false},
	} {
		for i, bit := range bits {
			n.Killers = [2]goengine.Move{0x03<<8 | 0x13} // Qd1
			n.Killers[1-i], n.Killers[i] = n.Killers[0], c.move
			_, static, early := p.Probe().EarlyKillerAt(n, c.move)
			require.Equal(t, c.early, early, "%v", c.move)
			for _, tried := range []uint32{0, bits[1-i], bit} {
				r.looked(p, n)
				r.setByte("n_any", byte(tried))
				for _, fill := range []func(emu.Machine){r.cpu.scramble, r.cpu.clear} {
					fill(r.m)
					want := out{"yes": false}
					if early && tried != bit {
						want = out{"yes": true, "static": static}
					}
					r.gives("early_killer", in{"bit": bit}, want, "%v %x", n.Killers, tried)
				}
			}
		}
	}

	// Castling is tried where it is worth beta.
	n.Killers = [2]goengine.Move{0x06<<8 | 0x04}
	_, castled, _ := p.Probe().EarlyKillerAt(n, n.Killers[0])
	for below := range int16(2) {
		n.Beta = castled + below
		n.Alpha = n.Beta - 100
		r.looked(p, n)
		r.setByte("n_any", frontier)
		r.call("try_killers", nil)
		require.Equal(t, uint64(1-below), r.layout.nodes())
	}

	// Qc2 loses the queen, so it is counted and cuts nothing off; but not where
	// it has been tried.
	n.Alpha, n.Beta = n.Static-200, n.Static-100
	for i := range bits {
		n.Killers = [2]goengine.Move{}
		n.Killers[i] = 0x12<<8 | 0x13
		for _, tried := range []uint32{0, bits[1-i], bits[i]} {
			r.looked(p, n)
			r.setByte("n_any", byte(frontier|tried))
			r.cpu.scramble(r.m)
			r.gives("try_killers", nil, out{"cut": false})
			require.Equal(t, uint64(bit(tried != bits[i])), r.layout.nodes(), "%v %x", n.Killers, tried)
		}
	}

	// What takes something waits for the captures.
	for i := range bits {
		n.Killers = [2]goengine.Move{}
		n.Killers[i] = 0x70 << 8 // Rxa8
		r.early(p, n, staged)
		r.gives("killers_part", nil, out{"cut": false})
		require.Equal(t, byte(staged), r.byte("n_any"), "%v", n.Killers)
		require.Zero(t, r.layout.nodes(), "%v", n.Killers)
	}
}
