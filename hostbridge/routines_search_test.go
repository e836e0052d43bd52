package hostbridge

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// searchNode is a random node of a search in a position.
func searchNode(rng *rand.Rand, p *goengine.Position) *goengine.SearchNode {
	prof, _ := goengine.ProfileByName(goengine.ProfileNames[rng.Intn(len(goengine.ProfileNames))])
	if rng.Intn(2) == 0 { // ideas in any company
		prof.Switches = goengine.Switch(rng.Intn(256))
		prof.Switches2 = goengine.Switches2(rng.Intn(2 * int(goengine.Cache)))
		prof.CheckBonus = uint8(rng.Intn(2) * 200)
		prof.KillerBonus = uint8(rng.Intn(2) * 30)
		if prof.Above == 0 {
			prof.Above, prof.ScoreCap, prof.ScoreShift = 14, 24, 2
		}
		if rng.Intn(3) == 0 {
			prof.Price[goengine.Evasion] = 0
		}
		prof.Budgets = uint8(rng.Intn(4))
		prof.Tempo = int8(rng.Intn(2) * (rng.Intn(256) - 128))
		if rng.Intn(2) == 0 {
			prof.Pass = uint8(1 + rng.Intn(3)*rng.Intn(128))
		}
		prof.LateFrom, prof.Late = uint8(rng.Intn(10)), uint8(rng.Intn(3)*rng.Intn(20))
		prof.Recapture, prof.Single = uint8(rng.Intn(2)*rng.Intn(12)), uint8(rng.Intn(2)*rng.Intn(12))
		prof.AboveBy = int8(rng.Intn(2) * (rng.Intn(256) - 128))
		prof.DeepFrom, prof.DeepQuiet, prof.DeepOther = uint8(rng.Intn(12)), int8(rng.Intn(21)-10), int8(rng.Intn(9)-4)
	}
	n := &goengine.SearchNode{
		Profile: &prof, Ply: 1 + rng.Intn(9), SX: uint8(rng.Intn(24)), Other: uint8(rng.Intn(24)),
		Checked: uint8(rng.Intn(4)), Maybe: p.InCheck() || rng.Intn(2) == 0, Static: p.Static(p.BuildTables()),
		Draw: int16(rng.Intn(200) - 100), Limit: 300,
	}
	if n.LastCaptured = rng.Intn(2) == 0; n.LastCaptured { // one of these can capture there
		if tactical, _ := p.Generated(); len(tactical) > 0 {
			n.Last = tactical[rng.Intn(len(tactical))].Move
		}
	}
	n.Alpha = n.Static + int16(rng.Intn(600)-350)
	n.Beta = n.Alpha + 1 + int16(rng.Intn(3)*rng.Intn(700))
	switch rng.Intn(8) {
	case 0:
		n.Alpha, n.Beta = -goengine.Infinity, goengine.Infinity
	case 1:
		n.Beta = goengine.Infinity
	}
	if moves := generated(p); len(moves) > 0 {
		_, quiet := p.Generated()
		for i := range n.Killers {
			if len(quiet) > 0 && rng.Intn(2) == 0 {
				n.Killers[i] = quiet[rng.Intn(len(quiet))].Move
			}
		}
		if n.Killers[0] == n.Killers[1] { // test never lets that be
			n.Killers[1] = goengine.NoMove
		}
		if rng.Intn(2) == 0 {
			n.Cached, n.CachedElse = moves[rng.Intn(len(moves))].Move, rng.Intn(8) == 0
		}
		if rng.Intn(3) == 0 {
			n.Following, n.Line = true, moves[rng.Intn(len(moves))].Move
		}
	}
	return n
}

// at brings the machine to a node: the position, what a search sets up, and the
// node itself.
func (r *rig) node(p *goengine.Position, n *goengine.SearchNode) {
	r.set(p)
	r.enter(n)
}

// enter is node in the position that the machine holds.
func (r *rig) enter(n *goengine.SearchNode) {
	r.m.WriteBytes(r.addr("profile"), n.Profile.Bytes())
	r.call("set_up", nil)
	r.setByte("depth", goengine.MaxPly)
	r.setByte("stop_flag", 0)
	r.setByte("restrict_count", 0)
	r.setByte("limited", 1)
	r.layout.setNodeLimit(n.Limit)
	r.setScore("draw_even", n.Draw)
	r.setScore("draw_odd", -n.Draw)
	r.setByte("ply", uint8(n.Ply))
	r.setByte("n_sx", n.SX)
	r.setByte("n_other", n.Other)
	r.setByte("n_checked", n.Checked)
	r.setByte("n_maybe", byte(bit(n.Maybe)))
	r.setByte("n_following", byte(bit(n.Following)))
	r.setScore("n_static", n.Static)
	r.setScore("n_alpha", n.Alpha)
	r.setScore("n_beta", n.Beta)
	r.layout.setMove(r.addr("line")+2*uint32(n.Ply), n.Line)
	for i, k := range n.Killers {
		r.layout.setMove(r.addr("killers")+4*uint32(n.Ply)+2*uint32(i), k)
	}
	r.cache(n)
	undo := r.addr("undo") // the record of the move that led here
	r.layout.setMove(undo, n.Last)
	r.m.Write(undo+2, byte(bit(n.LastCaptured)))
	r.putWord("undo_top", uint16(undo)+3)
	r.setByte("n_any", byte(4*bit(n.Following)))
	r.setByte("n_row", byte(r.addr("price"))+16*byte(n.Profile.PriceRow(n.Ply)))
	for i := range uint32(goengine.MaxPly + 2) { // no line yet
		r.m.Write(r.addr("pv_len")+i, 0)
	}
	r.setByte("hits_ply", 0xFF)
	r.putWord("sorted_top", uint16(r.addr("sorted_stack"))+8*uint16(n.Sorted))
	r.putWord("raw_end", uint16(r.addr("raw_moves"))+3*uint16(n.Waiting))
}

// cache gives the position's entry of the cache what the node says.
func (r *rig) cache(n *goengine.SearchNode) {
	check := r.m.Read(r.addr("key") + 2)
	if n.CachedElse {
		check ^= 0x10
	}
	r.cpu.setCached(r, n.Cached, check)
}

// evades tells whether a node's moves are evasions: it is never a half-frontier
// then, since all its moves have one price.
func evades(p *goengine.Position, n *goengine.SearchNode) bool {
	return p.InCheck() && n.Profile.Price[goengine.Evasion] > 0
}

// lookNode draws the picture of the node.
func (r *rig) lookNode(n *goengine.SearchNode) {
	r.call("look_node", in{"maybe": bit(n.Maybe)})
}

// nodeResult reads what a routine has made of the node.
func (r *rig) nodeResult(n *goengine.SearchNode, o outcome) goengine.NodeResult {
	return r.nodeState(n, int16(o.value("value")), o.is("cut"))
}

// nodeState is a value, and what the machine holds of the node.
func (r *rig) nodeState(n *goengine.SearchNode, value int16, cut bool) goengine.NodeResult {
	got := goengine.NodeResult{Value: value, Cut: cut, Nodes: r.layout.nodes()}
	for i := range got.Killers {
		got.Killers[i] = r.layout.move(r.addr("killers") + 4*uint32(n.Ply) + 2*uint32(i))
	}
	row := uint32(r.m.ReadWord(r.addr("pv_rows") + 2*uint32(n.Ply)))
	for i := range uint32(r.m.Read(r.addr("pv_len") + uint32(n.Ply))) {
		got.PV = append(got.PV, r.layout.move(row+2*i))
	}
	if n.Profile.Switches&goengine.Killers == 0 {
		got.Killers = [2]goengine.Move{} // nobody asks for them
	}
	if m, check := r.cpu.cached(r); n.Profile.Switches2&goengine.Cache != 0 && check == r.m.Read(r.addr("key")+2) {
		got.Cached = m
	}
	return got
}

// searchPositions are few, for each of them is searched.
func searchPositions(t testing.TB, seed int64, count int, f func(rng *rand.Rand, p *goengine.Position)) {
	rng := rand.New(rand.NewSource(seed))
	hostile(seed, count, func(p *goengine.Position) { f(rng, p) })
	cornered(t, seed, count/4, func(p *goengine.Position) { f(rng, p) })
}

// A node has another value, counts other nodes, or remembers other moves; and so
// where it is expanded without a look at draws, at a frontier, and in parts.
func TestRoutinesNode(t *testing.T) { t.Parallel(); onMachines(t, testRoutinesNode) }

func testRoutinesNode(t testing.TB, r *rig) {
	kinds := map[string]int{}
	searchPositions(t, 31, slow(160, 1600), func(rng *rand.Rand, p *goengine.Position) {
		n := searchNode(rng, p)
		what := func(label ...any) []any {
			return []any{"%v: %s, %+v, profile %+v", label, p.FEN(), n, n.Profile}
		}
		stack := func() {
			require.Equal(t, uint16(r.addr("sorted_stack")), r.word("sorted_top"))
			require.Equal(t, uint16(r.addr("raw_moves")), r.word("raw_end"))
		}
		r.node(p, n)
		want := p.SearchAt(n)
		require.Equal(t, want, r.nodeResult(n, r.call("node", nil)), what("node")...)
		stack()
		sameState(t, p.State(), r.state(), p.FEN())
		if !p.Insufficient() {
			r.node(p, n)
			require.Equal(t, want, r.nodeResult(n, r.call("expand", nil)), what("expand")...)
			stack()

			// A frontier: no node below passes either.
			leaf, prof := *n, *n.Profile
			leaf.SX, leaf.Other, leaf.Profile = 0, 0, &prof
			r.node(p, &leaf)
			pass := r.byte("pass_margin")
			prof.Pass = 0
			want = p.SearchAt(&leaf)
			r.node(p, &leaf)
			r.setByte("pass_margin", pass)
			r.lookNode(n)
			require.Equal(t, want, r.nodeResult(n, r.call("expand_unpassed", nil)), what("expand_unpassed")...)
			stack()
			if !p.InCheck() {
				r.node(p, &leaf)
				r.setByte("pass_margin", pass)
				r.setByte("n_maybe", 2)
				require.Equal(t, want, r.nodeResult(n, r.call("expand", nil)), what("expand, known not to pass")...)
			}
		}

		r.node(p, n)
		r.lookNode(n)
		require.Equal(t, p.FrontierAt(n), r.nodeResult(n, r.call("frontier", nil)), what("frontier")...)
		stack()

		for _, half := range []bool{true, false} {
			if half && evades(p, n) || !half && n.Following { // never in stages then
				continue
			}
			r.node(p, n)
			r.lookNode(n)
			stages := uint32(0x80)
			if half {
				stages = 0
			}
			want := p.InPartsAt(n, half)
			require.Equal(t, want, r.nodeResult(n, r.call("in_parts", in{"stages": stages})), what("in_parts", half)...)
			stack()
			if want.Cut {
				kinds["cut"]++
			} else if want.Value > n.Alpha {
				kinds["raised"]++
			} else {
				kinds["low"]++
			}
		}
		if n.Profile.Pass > 0 && !p.InCheck() {
			n.Beta = n.Static - int16(rng.Intn(60))
			n.Alpha = n.Beta - 1 - int16(rng.Intn(2)*rng.Intn(200))
			r.node(p, n)
			r.lookNode(n)
			if margin := r.byte("pass_margin"); margin > 0 {
				want := p.PassesAt(n)
				require.Equal(t, want, r.call("passes", in{"margin": uint32(margin)}).is("yes"), what("passes")...)
				if want {
					kinds["passes"]++
				}
			}
		}
	})
	for _, kind := range []string{"cut", "raised", "low", "passes"} {
		enough(t, kinds[kind], 20, kind)
	}
	t.Log(kinds)
}

// A node passes, or doesn't, against what it does once the move to it is made;
// the answer is given where a draw, a check or a limit comes first; or it leaves
// traces in the parent.
func TestRoutinesPassesAhead(t *testing.T) {
	t.Parallel()
	onMachines(t, testRoutinesPassesAhead)
}

func testRoutinesPassesAhead(t testing.TB, r *rig) {
	kinds := map[string]int{}
	searchPositions(t, 39, slow(300, 3000), func(rng *rand.Rand, p *goengine.Position) {
		n := searchNode(rng, p)
		n.Ply = 1 + rng.Intn(goengine.MaxPly-1)
		n.Profile.Pass = uint8(rng.Intn(4) * 9)
		r.node(p, n)
		passes := r.byte("pass_margin") > 0
		margin := min(max(int16(n.Profile.Pass)+int16(n.Profile.Tempo), 1), 255)
		at := r.addr("raw_moves")
		for _, m := range generated(p) {
			n.Beta = n.Static - int16(n.SX/2) - margin - int16(rng.Intn(4)*rng.Intn(100)) + 1
			if rng.Intn(16) == 0 { // about the worst that is no mate
				n.Beta = -goengine.MateBound - 1 + int16(rng.Intn(4))
			}
			n.Alpha = n.Beta - 1 - int16(rng.Intn(2)*rng.Intn(200))
			p.Made(m, func() {
				n.Maybe = p.InCheck() || rng.Intn(8) == 0
				if p.Phase() == 7 { // the root's counts
					n.Beta = goengine.Infinity
				}
			})
			half, limit := byte(rng.Intn(6)), uint64(rng.Intn(3)*100)
			r.raw(at, m)
			r.putWord("n_move", uint16(at))
			r.setByte("n_maybe", byte(bit(n.Maybe)))
			r.setScore("n_alpha", n.Alpha)
			r.setScore("n_beta", n.Beta)
			r.setByte("half", half)
			r.layout.setNodeLimit(limit)
			r.putWord("nodes", 100)
			r.setByte("hits_ply", byte(n.Ply)) // a map of another node of this ply
			r.setByte("checkers", 7)
			before := r.state()
			o := r.call("passes_ahead", nil)
			sameState(t, before, r.state(), p.FEN())
			require.Equal(t, byte(7), r.byte("checkers"))
			asked, known := o.value("asked") == 1 || o.is("yes"), r.byte("n_maybe") == 2

			high := n.Static-int16(n.SX/2)-margin >= n.Beta && n.Beta > -goengine.MateBound
			draw := before.Pieces < 6 || half >= 3 && m.Flags&1 == 0
			require.Equal(t, passes && !n.Maybe && !high, known, "%s %v %+v", p.FEN(), m, n)
			require.Equal(t, passes && !n.Maybe && high && !draw && limit > 100, asked, "%s %v %+v", p.FEN(), m, n)
			if !asked {
				kinds["not asked"]++
				continue
			}
			p.Made(m, func() {
				want := p.PassesAt(n)
				require.Equal(t, want, o.is("yes"), "%s %v %+v", p.FEN(), m, n)
				if want {
					kinds["passes"]++
				} else {
					kinds["stays"]++
					require.Equal(t, byte(n.Ply), r.byte("hits_ply"))
				}
			})
		}
	})
	for _, kind := range []string{"passes", "stays", "not asked"} {
		enough(t, kinds[kind], 100, kind)
	}
	t.Log(kinds)
}

// The moves of a list are tried in another way, or those that wait.
func TestRoutinesTry(t *testing.T) { t.Parallel(); onMachines(t, testRoutinesTry) }

func testRoutinesTry(t testing.TB, r *rig) {
	searchPositions(t, 38, slow(120, 1200), func(rng *rand.Rand, p *goengine.Position) {
		n := searchNode(rng, p)
		n.Maybe = true
		n.Raised = rng.Intn(2) == 0
		if n.Raised && rng.Intn(2) == 0 { // to just below beta, where a scout's window is the node's
			n.Profile.Switches2 |= goengine.Scout
			n.SX, n.Alpha = 30, n.Static-int16(rng.Intn(100))
			n.Beta = n.Alpha + 1
		}
		tactical, quiet := p.Generated()
		r.node(p, n)
		r.lookNode(n)
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
			r.layout.setMove(uint32(r.m.ReadWord(r.addr("pv_rows")+2*uint32(n.Ply))), n.Line)
		}
		if len(tactical)+len(quiet) > 0 {
			require.Equal(t, p.TryAt(n), r.nodeResult(n, r.call("try_all", nil)), "%s %+v %+v", p.FEN(), n, n.Profile)
		}

		at := r.addr("raw_moves")
		r.node(p, n)
		r.raw(at, quiet...)
		o := r.call("scan_quiet", in{"first": at, "checks": 0})
		require.Equal(t, p.ScanAt(n, quiet), r.scanned(n, o), "%s %+v %+v", p.FEN(), n, n.Profile)
		r.node(p, n)
		r.raw(at, quiet...)
		r.putWord("n_first_waiting", uint16(at))
		r.putWord("n_first_sorted", r.word("sorted_top"))
		require.Equal(t, p.ScanAt(n, quiet), r.nodeResult(n, r.call("try_waiting", in{"checks": 0})), "%s %+v %+v", p.FEN(), n, n.Profile)
		n.Profile.Futility = 0 // it is asked before
		all := append(tactical, quiet...)
		r.node(p, n)
		r.raw(at, all...)
		r.setByte("scan_checks", 0)
		o = r.call("scan_moves", in{"first": at})
		require.Equal(t, p.ScanAt(n, all), r.scanned(n, o), "%s %+v %+v", p.FEN(), n, n.Profile)
	})
}

// scanned is the result of a scan, whose value is in the window.
func (r *rig) scanned(n *goengine.SearchNode, o outcome) goengine.NodeResult {
	if o.is("cut") {
		return r.nodeState(n, r.layout.score(r.addr("n_beta")), true)
	}
	return r.nodeState(n, r.layout.score(r.addr("n_alpha")), false)
}

// terminalMoves calls f for the moves of random nodes.
func (r *rig) terminalMoves(seed int64, count int, f func(rng *rand.Rand, p *goengine.Position, n *goengine.SearchNode, m goengine.GeneratedMove)) {
	searchPositions(r.t, seed, count, func(rng *rand.Rand, p *goengine.Position) {
		n := searchNode(rng, p)
		n.Maybe = true
		r.node(p, n)
		r.lookNode(n)
		r.setByte("scan_checks", 1)
		at := r.addr("raw_moves")
		for _, m := range generated(p) {
			r.raw(at, m)
			r.putWord("n_move", uint16(at))
			f(rng, p, n, m)
		}
		sameState(r.t, p.State(), r.state(), p.FEN())
	})
}

// A move that ends a line has another value, is mate or not, or is held against
// the window wrongly.
func TestRoutinesTerminal(t *testing.T) { t.Parallel(); onMachines(t, testRoutinesTerminal) }

func testRoutinesTerminal(t testing.TB, r *rig) {
	mates := 0
	r.terminalMoves(32, slow(120, 1200), func(rng *rand.Rand, p *goengine.Position, n *goengine.SearchNode, m goengine.GeneratedMove) {
		want := p.Mates(m)
		require.Equal(t, want, r.call("mates", nil).is("yes"), "%s %v", p.FEN(), m)
		if want {
			mates++
		}
		static := n.Static + int16(rng.Intn(800)-300)
		value := p.TerminalAt(n, m, static)
		require.Equal(t, value, int16(r.call("terminal", in{"static": uint32(uint16(static))}).value("value")), "%s %v static %d %+v", p.FEN(), m, static, n)
		less := static - int16(n.Profile.Tempo)
		require.Equal(t, less, int16(r.call("less_tempo", in{"static": uint32(uint16(static)), "tempo": uint32(uint8(n.Profile.Tempo))}).value("value")))
		if less > n.Alpha {
			require.Equal(t, value, int16(r.call("terminal_high", in{"static": uint32(uint16(less))}).value("value")), "%s %v static %d %+v", p.FEN(), m, static, n)
		}

		// So far above alpha that what is enough does not fit a byte, or just does.
		far := *n
		for _, above := range []int{1024*(1+rng.Intn(8)) + rng.Intn(8), 1014 + rng.Intn(12)} {
			far.Alpha = static - int16(above)
			r.setScore("n_alpha", far.Alpha)
			require.Equal(t, p.TerminalAt(&far, m, static), int16(r.call("terminal", in{"static": uint32(uint16(static))}).value("value")), "%s %v static %d %+v", p.FEN(), m, static, &far)
		}
		r.setScore("n_alpha", n.Alpha)

		value = n.Alpha + int16(rng.Intn(700)-200)
		for i, k := range n.Killers {
			r.layout.setMove(r.addr("killers")+4*uint32(n.Ply)+2*uint32(i), k)
		}
		r.m.Write(r.addr("pv_len")+uint32(n.Ply), 0)
		r.m.Write(r.addr("pv_len")+uint32(n.Ply)+1, 0)
		r.setScore("n_alpha", n.Alpha)
		r.cache(n)
		tested := p.TestAt(n, m, value)
		cut := r.call("test", in{"value": uint32(uint16(value))}).is("cut")
		got := r.nodeState(n, r.layout.score(r.addr("n_alpha")), cut)
		got.Nodes, tested.Nodes = 0, 0
		require.Equal(t, tested, got, "%s %v value %d %+v", p.FEN(), m, value, n)
		r.setScore("n_alpha", n.Alpha)

		// The best move goes before the line of the ply below.
		below := uint32(rng.Intn(5))
		row := uint32(r.m.ReadWord(r.addr("pv_rows") + 2*uint32(n.Ply+1)))
		want2 := []goengine.Move{m.Move}
		for i := range below {
			r.m.WriteWord(row+2*i, uint16(0x1200+i))
			want2 = append(want2, goengine.Move(0x1200+i))
		}
		r.m.Write(r.addr("pv_len")+uint32(n.Ply)+1, byte(below))
		require.False(t, r.call("best", in{"ply": uint32(n.Ply)}).is("cut"))
		require.Equal(t, want2, r.nodeState(n, 0, false).PV)
		r.m.Write(r.addr("pv_len")+uint32(n.Ply)+1, 0)
	})
	enough(t, mates, 20)

	// The queen is worth 76 to the rook, for the pawn takes back; the rook is
	// worth 84 to the other pawn, and is asked about only where 76 isn't enough.
	p, err := goengine.ParseFEN("1k1r4/1p6/R7/8/3Q4/2P5/8/7K w - - 0 1")
	require.NoError(t, err)
	n := searchNode(rand.New(rand.NewSource(46)), p)
	n.Profile, n.Ply, n.Beta = profile(t, "sx81"), 2, goengine.Infinity
	m := goengine.GeneratedMove{Move: 0x06<<8 | 0x07} // Kg1
	for above, want := range map[int16]int16{4 * 75: 76, 4 * 76: 76, 4*76 + 1: 84, 1020: 84, 1021: 84, 1024: 84, 1025: 84} {
		n.Alpha = n.Static - above
		r.node(p, n)
		r.lookNode(n)
		r.setByte("scan_checks", 1)
		r.raw(r.addr("raw_moves"), m)
		r.putWord("n_move", uint16(r.addr("raw_moves")))
		require.Equal(t, n.Static-4*want, int16(r.call("terminal", in{"static": uint32(uint16(n.Static))}).value("value")), "%d above alpha", above)
		require.Equal(t, n.Static-4*want, p.TerminalAt(n, m, n.Static), "%d above alpha", above)
	}
}

// record is a move of the sorted stack.
func (r *rig) record(at uint32) goengine.ListedMove {
	return goengine.ListedMove{
		Move: r.layout.move(at), Flags: r.m.Read(at + 2), Category: goengine.Category(r.m.Read(at + 3)),
		Score: r.layout.score(at + 4), Order: r.layout.score(at + 6),
	}
}

// list reads the sorted stack.
func (r *rig) list() (list []goengine.ListedMove) {
	for at := r.addr("sorted_stack"); at < uint32(r.word("sorted_top")); at += 8 {
		list = append(list, r.record(at))
	}
	return list
}

// A node's list has other moves, categories, values or another order; or one
// move is judged or valued otherwise.
func TestRoutinesLists(t *testing.T) { t.Parallel(); onMachines(t, testRoutinesLists) }

func testRoutinesLists(t testing.TB, r *rig) {
	seen := map[goengine.Category]int{}
	passedOver := 0
	searchPositions(t, 33, slow(160, 1600), func(rng *rand.Rand, p *goengine.Position) {
		n := searchNode(rng, p)
		n.Profile.Switches |= goengine.Killers
		n.Maybe = true
		tactical, quiet := p.Generated()
		for _, m := range quiet {
			if m.Flags&4 != 0 && rng.Intn(2) == 0 { // castling, which nobody asks about without killers
				n.Killers[1] = m.Move
				n.Profile.Switches &^= goengine.Killers * goengine.Switch(rng.Intn(2))
			}
		}
		begin := func() {
			r.node(p, n)
			r.lookNode(n)
			r.call("tactical_part", nil)
			require.Equal(t, tactical, append([]goengine.GeneratedMove{}, r.between("tactical_moves", "tactical_end")...), p.FEN())
			if !p.InCheck() {
				r.call("hits_of", nil)
			}
			r.call("generate_quiet", nil)
			r.call("list_begin", nil)
			r.call("list_targets", nil)
			r.setByte("n_any", 0)
			r.setByte("listing", 0)
		}
		same := func(what string, withTactical, withQuiet bool, which goengine.Selection) {
			list, waiting, passed := p.ListAt(n, withTactical, withQuiet, which)
			if which != goengine.LosingAndQuiet {
				r.call("list_end", nil) // the last variation's move is among these
			} else {
				for i := range list {
					if list[i].Move == n.Line && n.Following {
						list[i].Order = goengine.Infinity
						r.call("list_end", nil)
					}
				}
			}
			require.Equal(t, list, r.list(), "%s: %s %+v %+v", what, p.FEN(), n, n.Profile)
			if which == goengine.Worthy {
				require.Equal(t, waiting, r.between("n_first_waiting", "raw_end"), "%s: %s", what, p.FEN())
			}
			if which == goengine.Sound {
				require.Equal(t, passed, r.byte("n_any")&0x40 != 0, "%s: %s", what, p.FEN())
				if passed {
					passedOver++
				}
			}
			for _, l := range list {
				seen[l.Category]++
			}
		}

		begin()
		r.call("list_tactical", nil)
		r.call("list_full", nil)
		same("list_full", true, true, goengine.Everything)
		if !evades(p, n) {
			begin()
			r.call("list_half", nil)
			same("list_half", false, true, goengine.Worthy)
		}
		begin()
		r.setByte("listing", 0x80)
		r.call("list_tactical", nil)
		same("list_tactical but losing captures", true, false, goengine.Sound)
		begin()
		r.call("list_begin", nil)
		r.setByte("listing", 1)
		r.call("list_tactical", nil)
		r.call("list_full", nil)
		same("list_full and losing captures", true, true, goengine.LosingAndQuiet)

		kill := func(m goengine.GeneratedMove) bool {
			return n.Profile.Switches&goengine.Killers != 0 && slices.Contains(n.Killers[:], m.Move)
		}
		// Each move by itself.
		list, _, _ := p.ListAt(n, true, true, goengine.Everything)
		begin()
		for i, l := range list {
			m := goengine.GeneratedMove{Move: l.Move}
			if i < len(tactical) {
				m = tactical[i]
			} else {
				m = quiet[i-len(tactical)]
			}
			at := r.addr("raw_moves") + 600
			r.m.WriteWord(at, uint16(m.Move))
			r.m.Write(at+2, m.Flags)
			r.putWord("j_move", uint16(at))
			s := p.State()
			code := s.Board[m.Move.From()]
			if m.Flags&16 != 0 {
				code = goengine.CodeOf(s.Side, m.Move.Promotion())
			}
			o := r.call("judge_check", in{"from": uint32(m.Move.From()), "to": uint32(m.Move.To()), "code": uint32(code), "flags": uint32(m.Flags)})
			judged := l.Category <= goengine.Check
			require.Equal(t, judged, o.is("judged"), "%s %v", p.FEN(), m)
			if judged {
				require.EqualValues(t, l.Category, o.value("category"), "%s %v", p.FEN(), m)
			}
			require.Equal(t, l.Flags, r.m.Read(at+2), "%s %v", p.FEN(), m)
			if i < len(tactical) {
				r.m.Write(at+2, m.Flags)
				require.EqualValues(t, l.Category, r.call("judge_tactical", in{"move": at}).value("category"), "%s %v", p.FEN(), m)
				require.Equal(t, l.Flags, r.m.Read(at+2), "%s %v", p.FEN(), m)
			} else {
				require.Equal(t, p.Attacks(code, m.Move.To()), r.call("attacks", in{"code": uint32(code), "to": uint32(m.Move.To())}).is("yes"), "%s %v", p.FEN(), m)
			}
			r.putWord("sorted_top", uint16(r.addr("sorted_stack")))
			r.setByte("j_bonus", 0)
			if i >= len(tactical) && !judged && kill(m) {
				r.setByte("j_bonus", n.Profile.KillerBonus)
			}
			r.call("emit", in{"category": uint32(l.Category)})
			got := r.record(r.addr("sorted_stack"))
			if l.Order == goengine.Infinity {
				got.Order = l.Order // list_end's
			}
			require.Equal(t, l, got, "%s %v %+v", p.FEN(), m, n.Profile)
		}
	})
	for c := goengine.Evasion; int(c) < len(goengine.CategoryNames); c++ {
		enough(t, seen[c], 5, goengine.CategoryNames[c])
	}
	enough(t, passedOver, 10)
}

// between reads the raw moves from where one word points to where another does.
func (r *rig) between(from, to string) (list []goengine.GeneratedMove) {
	start := r.addr(from)
	if from != "tactical_moves" {
		start = uint32(r.word(from))
	}
	for ; start < uint32(r.word(to)); start += 3 {
		list = append(list, goengine.GeneratedMove{Move: r.layout.move(start), Flags: r.m.Read(start + 2)})
	}
	return list
}

// A killer is not found among the waiting moves, or what is none.
func TestRoutinesKillers(t *testing.T) { t.Parallel(); onMachines(t, testRoutinesKillers) }

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
		var moves []goengine.GeneratedMove
		for range rng.Intn(12) {
			moves = append(moves, goengine.GeneratedMove{Move: goengine.Move(square() | square()<<8)})
		}
		for _, m := range moves {
			want := slices.Contains(killers[:], m.Move)
			r.setByte("j_bonus", 0)
			r.call("is_killer", in{"from": uint32(m.Move.From()), "to": uint32(m.Move.To())})
			require.Equal(t, byte(bit(want)), r.byte("j_killer"))
			require.Equal(t, byte(77*bit(want)), r.byte("j_bonus"))
		}
	}
}

// A killer is tried early where it must not, or not where it should, or it is
// valued otherwise; or it is not taken out of the quiet moves.
func TestRoutinesEarly(t *testing.T) { t.Parallel(); onMachines(t, testRoutinesEarly) }

func testRoutinesEarly(t testing.TB, r *rig) {
	const killer1, killer2, frontier, staged = 0x20, 0x10, 2, 0x80 // search.inc
	kinds := map[string]int{}
	searchPositions(t, 39, slow(200, 2000), func(rng *rand.Rand, p *goengine.Position) {
		n := searchNode(rng, p)
		n.Profile.Switches |= goengine.Killers * goengine.Switch(min(rng.Intn(8), 1))
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
		if rng.Intn(8) == 0 { // 448 records
			n.Sorted = 445 + rng.Intn(4)
		}
		any := byte(4 * bit(n.Following))
		begin := func(more byte) {
			r.node(p, n)
			r.lookNode(n)
			r.setByte("n_any", any|more)
			r.call("list_begin", nil)
			r.putWord("n_first_waiting", r.word("raw_end"))
			r.putWord("n_first_sorted", r.word("sorted_top"))
		}
		bits := [2]uint32{killer1, killer2}
		for i, m := range n.Killers {
			begin(0)
			o := r.call("early_killer", in{"bit": bits[i]})
			g, static, ok := p.EarlyKillerAt(n, m)
			require.Equal(t, ok, o.is("yes"), "%s %v", p.FEN(), m)
			if ok {
				require.Equal(t, static, int16(o.value("static")), "%s %v", p.FEN(), m)
				at := uint32(r.word("raw_end"))
				require.Equal(t, g, goengine.GeneratedMove{Move: r.layout.move(at), Flags: r.m.Read(at + 2)}, "%s %v", p.FEN(), m)
			}
		}
		same := func(what string, want goengine.Early, o outcome, more byte) {
			value := r.layout.score(r.addr("n_alpha"))
			if o.is("cut") {
				value = r.layout.score(r.addr("n_beta"))
				kinds[what+" cut"]++
			} else {
				kinds[fmt.Sprintf("%s %d", what, len(want.Tried))]++
			}
			require.Equal(t, want.NodeResult, r.nodeState(n, value, o.is("cut")), "%s: %s %+v %+v", what, p.FEN(), n, n.Profile)
			for i, m := range n.Killers {
				more |= byte(bits[i]) * byte(bit(slices.Contains(want.Tried, m)))
			}
			if len(want.Tried) > 0 {
				more |= 1
			}
			require.Equal(t, any|more, r.byte("n_any"), "%s: %s %+v %+v", what, p.FEN(), n, n.Profile)
			if want.Cut || want.Nodes > n.Limit { // there are other killers now, or it was stopped
				return
			}
			r.lookNode(n)
			r.setByte("hits_ply", 0xFF)
			r.call("generate_quiet", nil)
			r.call("drop_early", nil)
			require.Equal(t, want.Quiet, r.between("n_first_waiting", "raw_end"), "%s: %s %+v", what, p.FEN(), n)
		}
		for _, checks := range []bool{true, false} {
			begin(frontier * byte(bit(checks)))
			same("try_killers", p.TryKillersAt(n, checks), r.call("try_killers", nil), frontier*byte(bit(checks)))
			if checks || !evades(p, n) {
				begin(staged * byte(bit(checks)))
				same("killers_part", p.KillersPartAt(n, !checks), r.call("killers_part", nil), staged*byte(bit(checks)))
			}
		}
	})
	for _, kind := range []string{"try_killers cut", "try_killers 0", "try_killers 1", "try_killers 2", "killers_part cut", "killers_part 0", "killers_part 1", "killers_part 2"} {
		enough(t, kinds[kind], 4, kind)
	}
	t.Log(kinds)
}

// The price of a move is another, or whether its budget is spent.
func TestRoutinesPrices(t *testing.T) { t.Parallel(); onMachines(t, testRoutinesPrices) }

func testRoutinesPrices(t testing.TB, r *rig) {
	for v := -600; v < 1000; v++ {
		require.EqualValues(t, goengine.WithinByte(v), r.call("within_byte", in{"number": uint32(uint16(v))}).value("price"), v)
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
			l := goengine.ListedMove{Category: goengine.Category(rng.Intn(len(goengine.CategoryNames))), Score: n.Beta + int16(rng.Intn(400)-200)}
			if n.Beta == goengine.Infinity {
				l.Score = n.Static + int16(rng.Intn(400)-200)
			}
			best := goengine.Infinity
			switch rng.Intn(6) {
			case 0, 1, 2:
				best = l.Score + int16(rng.Intn(500)-50)
			case 3: // far behind the best
				best = l.Score + int16(rng.Intn(5000))
			}
			place := 1 + rng.Intn(1+rng.Intn(goengine.MaxMoves))
			of := place + rng.Intn(goengine.MaxMoves+1-place)
			if rng.Intn(4) == 0 { // about as late as can be dear
				place = max(int(n.Profile.LateFrom)-rng.Intn(2), 1)
				of = max(of, place)
			}
			if rng.Intn(4) == 0 {
				place, of = 1, 1
			}
			r.putWord("n_first_sorted", uint16(r.addr("sorted_stack")))
			r.putWord("sorted_top", uint16(r.addr("sorted_stack")+8*uint32(of)))
			r.setByte("n_left", byte(of-place+1))
			if l.Move = n.Last; rng.Intn(3) == 0 { // a stranger, from h8 to a1
				l.Move = goengine.Move(0x77)
			}
			n.Profile.ScoreShift, n.Profile.ScoreCap = uint8(rng.Intn(8)), uint8(rng.Intn(256))
			if rng.Intn(4) == 0 { // price and distance add up to about a byte
				l.Category = goengine.Forward + goengine.Category(rng.Intn(2))
				n.Profile.ScoreShift = uint8(rng.Intn(6))
				best = l.Score + int16(225+rng.Intn(40))<<n.Profile.ScoreShift
			}
			r.m.WriteBytes(r.addr("profile"), n.Profile.Bytes())
			at := r.addr("sorted_stack")
			r.putWord("n_move", uint16(at))
			r.layout.setMove(at, l.Move)
			r.m.Write(at+3, byte(l.Category))
			r.setScore("n_best_quiet", best)
			r.layout.setScore(at+4, l.Score)
			want := p.PriceAt(n, l, place, of, best)
			require.EqualValues(t, want, r.call("price_of", in{"record": at}).value("price"), "%+v best %d, %d of %d %+v %+v", l, best, place, of, n, n.Profile)

			n.SX, n.Other = uint8(rng.Intn(30)), uint8(rng.Intn(3))
			if rng.Intn(4) == 0 { // together about a byte, or about the price
				n.Other = []uint8{255, 128, 15}[rng.Intn(3)] - uint8(rng.Intn(15))
			}
			r.setByte("n_sx", n.SX)
			r.setByte("n_other", n.Other)
			price := uint8(rng.Intn(30))
			require.Equal(t, n.SpentAt(price), r.call("spent", in{"price": uint32(price)}).is("yes"), "price %d of %d and %d", price, n.SX, n.Other)
		}
	})
}

// The moves are not picked from the best to the worst, the first of equals
// first.
func TestRoutinesPick(t *testing.T) { t.Parallel(); onMachines(t, testRoutinesPick) }

func testRoutinesPick(t testing.TB, r *rig) {
	rng := rand.New(rand.NewSource(36))
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
			r.layout.setScore(first+8*i+6, order)
		}
		r.putWord("n_first_sorted", uint16(first))
		r.putWord("sorted_top", uint16(first+8*uint32(count)))
		var want []int
		for i := range count {
			want = append(want, i)
		}
		slices.SortStableFunc(want, func(a, b int) int { return int(orders[b]) - int(orders[a]) })
		record := r.call("pick_best", nil).value("record")
		for i, w := range want {
			require.Equal(t, first+8*uint32(w), record, "the %dth of %v", i, orders)
			if i+1 < count {
				r.putWord("n_move", uint16(record))
				record = r.call("pick_next", nil).value("record")
			}
		}
	}
}

// Captures at the root stay that the search is not restricted to.
func TestRoutinesRestrictedRoot(t *testing.T) {
	t.Parallel()
	onMachines(t, testRoutinesRestrictedRoot)
}

func testRoutinesRestrictedRoot(t testing.TB, r *rig) {
	searchPositions(t, 39, slow(100, 1000), func(rng *rand.Rand, p *goengine.Position) {
		tactical, _ := p.Generated()
		if len(tactical) == 0 {
			return
		}
		n := searchNode(rng, p)
		n.Maybe = true
		for ply := range 2 { // only the root is restricted
			n.Ply = ply
			r.node(p, n)
			r.lookNode(n)
			keep := tactical[rng.Intn(len(tactical))]
			require.NoError(t, r.restrict([]goengine.Move{keep.Move}))
			want := tactical
			if ply == 0 {
				want = []goengine.GeneratedMove{keep}
			}
			r.setByte("n_any", byte(bit(ply == 0))<<3) // search.inc
			r.call("tactical_part", nil)
			require.Equal(t, want, r.between("tactical_moves", "tactical_end"), p.FEN())
		}
	})
}

// Small answers of a node: draws, mates, fifty moves, root moves.
func TestRoutinesOfANode(t *testing.T) { t.Parallel(); onMachines(t, testRoutinesOfANode) }

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
		o := r.call("value_draw", nil)
		require.Equal(t, draw, int16(o.value("value")))
		require.False(t, o.is("cut"))
		for checkers := range byte(3) {
			r.setByte("checkers", checkers)
			want := draw
			if checkers > 0 {
				want = int16(ply) - goengine.Mate
			}
			o := r.call("no_moves", nil)
			require.Equal(t, want, int16(o.value("value")))
			require.False(t, o.is("cut"))
		}
		for _, half := range []byte{0, 1, 50, 98, 99, 100, 101, 102, 200, 255} {
			r.setByte("half", half)
			require.Equal(t, ply > 0 && half >= 100, r.call("fifty", nil).is("yes"), "%d at ply %d", half, ply)
		}
	}
	// A stopped node counts nothing, and carries from the counter's low word to
	// the high one.
	p, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	n := searchNode(rng, p)
	for _, c := range []struct{ low, high uint16 }{{0x400, 0}, {0x7FFF, 0}, {0x8000, 0}, {0x8123, 7}, {0x8000, 0xFF}, {0x8123, 0x1FF}} {
		for _, limited := range []byte{0, 1} {
			if limited == 0 && c.low >= 0x8000 { // limits have counted long before
				continue
			}
			r.node(p, n)
			r.layout.setNodeLimit(1 << 30)
			r.setByte("limited", limited)
			r.setByte("stop_flag", 1)
			r.putWord("nodes", c.low)
			r.putWord("nodes_high", c.high)
			r.call("node", nil)
			require.Equal(t, byte(1), r.byte("stopped"), "%+v", c)
			require.Equal(t, uint64(c.low)+uint64(c.high)<<15, r.layout.nodes(), "%+v", c)
			require.Less(t, r.word("nodes"), uint16(0x8000), "%+v", c)
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
		{0x8017, 1, 65559, 1, 0, true}, // the carry is still in the low word
		{0x8017, 1, 65560, 1, 0, false},
		{1023, 0, 100, 0, 0, false}, // of grace
		{1023, 0, 100, 0, 1, false},
		{1024, 0, 100, 0, 0, true},
		{1024, 0, 2000, 0, 0, false},
	} {
		r.putWord("nodes", c.nodes)
		r.putWord("nodes_high", c.high)
		r.layout.setNodeLimit(c.limit)
		r.setByte("limited", c.limited)
		r.setByte("stop_flag", c.stop)
		require.Equal(t, c.want, r.call("limit_reached", nil).is("yes"), "%+v", c)
	}
	r.setByte("stop_flag", 0)

	// A search knows nothing of the one before: no move, no counts, no line, no
	// killers; its stacks are empty.
	words := []string{"best_move", "nodes", "nodes_high", "sorted_top", "raw_end"}
	bytes := []string{"stopped", "limited", "line_len", "result_sx"}
	for _, label := range words {
		r.putWord(label, 0x1111)
	}
	for _, label := range bytes {
		r.setByte(label, 0x11)
	}
	r.call("set_up", nil)
	begin := map[string]uint32{"sorted_top": r.addr("sorted_stack"), "raw_end": r.addr("raw_moves")}
	for _, label := range words {
		require.EqualValues(t, begin[label], r.word(label), label)
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
	for range slow(300, 3000) {
		var moves, keep []goengine.GeneratedMove
		for i := range rng.Intn(60) {
			moves = append(moves, goengine.GeneratedMove{Move: goengine.Move(rng.Intn(4)<<8 | rng.Intn(4)), Flags: byte(i)})
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
		start := r.addr("raw_moves") + 3*uint32(rng.Intn(20))
		r.raw(start, moves...)
		r.call("restrict", in{"first": start})
		require.Equal(t, keep, r.moves(start))
		r.raw(start, moves...)
		r.putWord("n_first_waiting", uint16(start))
		r.setByte("ply", 0)
		r.call("filter_waiting", nil)
		require.Equal(t, keep, r.between("n_first_waiting", "raw_end"))
		require.Equal(t, len(keep) == 0, r.call("any_waiting", nil).is("none"))
	}
}
