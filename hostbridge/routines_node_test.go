package hostbridge

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// searchNode is a random node of a search in a position.
func searchNode(rng *rand.Rand, p *goengine.Position) *probe.Node {
	prof, _ := goengine.ProfileByName(goengine.ProfileNames[rng.Intn(len(goengine.ProfileNames))])
	if rng.Intn(2) == 0 { // ideas in any company
		prof.Switches = goengine.Switches(rng.Intn(256))
		prof.Switches |= goengine.Switches(rng.Intn(2*int(goengine.Cache>>8))) << 8
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
	n := &probe.Node{
		Profile: &prof, Ply: 1 + rng.Intn(9), SX: uint8(rng.Intn(24)), Other: uint8(rng.Intn(24)),
		Checked: uint8(rng.Intn(4)), Maybe: p.InCheck() || rng.Intn(2) == 0, Static: p.Probe().Static(p.Probe().BuildTables()),
		Draw: int16(rng.Intn(200) - 100), Limit: 300,
	}
	if n.LastCaptured = rng.Intn(2) == 0; n.LastCaptured { // one of these can capture there
		if tactical, _ := p.Probe().Generated(); len(tactical) > 0 {
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
		_, quiet := p.Probe().Generated()
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
func (r *rig) node(p *goengine.Position, n *probe.Node) {
	r.set(p)
	r.enter(n)
}

// enter is node in the position that the machine holds.
func (r *rig) enter(n *probe.Node) {
	r.m.WriteBytes(r.addr("profile"), n.Profile.Bytes())
	r.cpu.scramble(r.m)
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
	r.cpu.made(r, probe.Move{Move: n.Last, Flags: byte(bit(n.LastCaptured))})
	r.setByte("n_any", byte(4*bit(n.Following)))
	r.setByte("n_row", 16*byte(probed.PriceRow(n.Profile, n.Ply)))
	for i := range uint32(goengine.MaxPly + 2) { // no line yet
		r.m.Write(r.addr("pv_len")+i, 0)
	}
	r.setByte("hits_ply", otherPly(n))
	r.setPointer("sorted_top", r.addr("sorted_stack")+8*uint32(n.Sorted))
	r.setPointer("raw_end", r.rawAt(n.Waiting))
}

// looked is node with the picture drawn.
func (r *rig) looked(p *goengine.Position, n *probe.Node) {
	r.node(p, n)
	r.lookNode(n)
}

// otherPly is the ply of a map that is not the node's: none, or any other.
func otherPly(n *probe.Node) byte {
	if n.Static%4 == 0 {
		return 0xFF
	}
	return byte(n.Ply+1+int(uint16(n.Static))%(goengine.MaxPly-1)) % goengine.MaxPly
}

// cache gives the position's entry of the cache what the node says.
func (r *rig) cache(n *probe.Node) {
	check := r.m.Read(r.byteOf("key", 2))
	if n.CachedElse {
		check ^= 0x10
	}
	r.cpu.setCached(r, n.Cached, check, n.CachedBudget)
}

// evades reports whether a node's moves are evasions: it is never a half-frontier
// then, since all its moves have one price.
func evades(p *goengine.Position, n *probe.Node) bool {
	return p.InCheck() && n.Profile.Price[goengine.Evasion] > 0
}

// wholeNodes are the routines that make all of a node, and whether its picture is drawn before.
var wholeNodes = map[string]bool{"node": false, "expand": false, "expand_unpassed": true, "frontier": true, "in_parts": true}

// givesNode brings the machine to a node, runs a routine that makes all of it, and requires that this is what Go makes of it.
func (r *rig) givesNode(p *goengine.Position, n *probe.Node, label string, args in, want probe.Result, what ...any) {
	if r.node(p, n); wholeNodes[label] {
		r.lookNode(n)
	}
	r.leavesNode(p, n, r.call(label, args), want, what...)
}

// leavesNode requires that a routine has made of the node what Go does. One that makes all of it leaves the stacks as they were.
func (r *rig) leavesNode(p *goengine.Position, n *probe.Node, o outcome, want probe.Result, what ...any) {
	require.Equal(r.t, want, r.nodeResult(n, o), "%s %v: %s, %+v, profile %+v", o.label, what, p.FEN(), n, n.Profile)
	if _, whole := wholeNodes[o.label]; whole {
		require.Equal(r.t, r.addr("sorted_stack")+8*uint32(n.Sorted), r.pointer("sorted_top"), "%s leaves moves on the stack", o.label)
		require.Equal(r.t, r.rawAt(n.Waiting), r.pointer("raw_end"), "%s leaves moves waiting", o.label)
	}
}

// lookNode draws the picture of the node.
func (r *rig) lookNode(n *probe.Node) {
	r.call("look_node", in{"maybe": n.Maybe})
}

// nodeResult reads what a routine has made of the node. The value of one that leaves none is in the window.
func (r *rig) nodeResult(n *probe.Node, o outcome) probe.Result {
	cut := o.is("cut")
	switch {
	case o.has("value"):
		return r.nodeState(n, int16(o.value("value")), cut)
	case cut:
		return r.nodeState(n, r.layout.score(r.addr("n_beta")), cut)
	}
	return r.nodeState(n, r.layout.score(r.addr("n_alpha")), cut)
}

// nodeState is a value, and what the machine holds of the node.
func (r *rig) nodeState(n *probe.Node, value int16, cut bool) probe.Result {
	got := probe.Result{Value: value, Cut: cut, Nodes: r.layout.nodes()}
	for i := range got.Killers {
		got.Killers[i] = r.layout.move(r.addr("killers") + 4*uint32(n.Ply) + 2*uint32(i))
	}
	row := r.cpu.row(r, n.Ply)
	for i := range uint32(r.m.Read(r.addr("pv_len") + uint32(n.Ply))) {
		got.PV = append(got.PV, r.layout.move(row+2*i))
	}
	if n.Profile.Switches&goengine.Killers == 0 {
		got.Killers = [2]goengine.Move{} // they are not asked for
	}
	if n.Profile.Switches&goengine.Cache != 0 {
		m, check, budget := r.cpu.cached(r)
		got.Cached = probe.Cache{Move: m, Own: check == r.m.Read(r.byteOf("key", 2)), Budget: budget}
	}
	return got
}

// searchPositions are few, for each of them is searched.
func searchPositions(t testing.TB, seed int64, count int, f func(rng *rand.Rand, p *goengine.Position)) {
	rng := rand.New(rand.NewSource(seed))
	hostile(seed, count, func(p *goengine.Position) { f(rng, p) })
	cornered(seed, count/4, func(p *goengine.Position) { f(rng, p) })
}

// A node has Go's value, counts the same nodes and remembers the same moves, also where it is
// expanded without a look at draws, at a frontier, and in parts.
func TestRoutinesNode(t *testing.T) { onMachines(t, testRoutinesNode) }

func testRoutinesNode(t testing.TB, r *rig) {
	kinds := map[string]int{}
	searchPositions(t, 31, whole(160, 1600), func(rng *rand.Rand, p *goengine.Position) {
		n := searchNode(rng, p)
		r.node(p, n)
		state := p.Probe().State()
		state.Keys = r.cpu.history(r) // a machine may have one of the move before
		want := p.Probe().SearchAt(n)
		r.leavesNode(p, n, r.call("node", nil), want)
		sameState(t, state, r.state(), p.FEN())
		if !p.Insufficient() {
			r.givesNode(p, n, "expand", nil, want)

			// A frontier: no node below passes either.
			leaf, prof := *n, *n.Profile
			leaf.SX, leaf.Other, leaf.Profile = 0, 0, &prof
			r.node(p, &leaf)
			pass := r.byte("pass_margin")
			prof.Pass = 0
			want = p.Probe().SearchAt(&leaf)
			r.node(p, &leaf)
			r.setByte("pass_margin", pass)
			r.lookNode(n)
			r.leavesNode(p, n, r.call("expand_unpassed", nil), want)
			if !p.InCheck() {
				r.node(p, &leaf)
				r.setByte("pass_margin", pass)
				r.setByte("n_maybe", 2)
				r.leavesNode(p, n, r.call("expand", nil), want, "known not to pass")
			}
		}
		r.givesNode(p, n, "frontier", nil, p.Probe().FrontierAt(n))

		for _, half := range []bool{true, false} {
			if half && evades(p, n) || !half && n.Following { // never in stages then
				continue
			}
			stages := 0x80
			if half {
				stages = 0
			}
			want := p.Probe().InPartsAt(n, half)
			r.givesNode(p, n, "in_parts", in{"stages": stages}, want, half)
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
			r.looked(p, n)
			if margin := r.byte("pass_margin"); margin > 0 {
				want := p.Probe().PassesAt(n)
				r.cpu.scramble(r.m)
				r.gives("passes", in{"margin": margin}, out{"yes": want}, "%+v %+v", n, n.Profile)
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

// A node passes against what it does once the move to it is made, as in Go; a draw, a check and a
// limit come first; and it leaves no traces in the parent.
func TestRoutinesPassesAhead(t *testing.T) { onMachines(t, testRoutinesPassesAhead) }

func testRoutinesPassesAhead(t testing.TB, r *rig) {
	kinds := map[string]int{}
	try := func(rng *rand.Rand, p *goengine.Position) {
		n := searchNode(rng, p)
		n.Ply = 1 + rng.Intn(goengine.MaxPly-1)
		n.Profile.Pass = uint8(rng.Intn(4) * 9)
		r.node(p, n)
		passes := r.byte("pass_margin") > 0
		margin := min(max(int16(n.Profile.Pass)+int16(n.Profile.Tempo), 1), 255)
		for _, m := range generated(p) {
			n.Beta = n.Static - int16(n.SX/2) - margin - int16(rng.Intn(4)*rng.Intn(100)) + 1
			switch rng.Intn(16) {
			case 0: // about the worst that is no mate
				n.Beta = -goengine.MateBound - 1 + int16(rng.Intn(4))
			case 1: // out of a swap-off's reach
				n.Beta -= 700
			}
			n.Alpha = n.Beta - 1 - int16(rng.Intn(2)*rng.Intn(200))
			p.Probe().Made(m, func() {
				n.Maybe = p.InCheck() || rng.Intn(8) == 0
				if p.Phase() == 7 { // the root's counts
					n.Beta = goengine.Infinity
				}
			})
			half, limit := byte(rng.Intn(6)), uint64(rng.Intn(3)*100)
			r.atHand(m)
			r.setByte("n_maybe", byte(bit(n.Maybe)))
			r.setScore("n_alpha", n.Alpha)
			r.setScore("n_beta", n.Beta)
			r.setByte("half", half)
			r.layout.setNodeLimit(limit)
			r.setNodes(100, 0)
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
			p.Probe().Made(m, func() {
				want := p.Probe().PassesAt(n)
				require.Equal(t, want, o.is("yes"), "%s %v %+v", p.FEN(), m, n)
				if want {
					kinds["passes"]++
					if of := int(r.byte("hits_ply")); of != n.Ply {
						require.GreaterOrEqual(t, of, goengine.MaxPly, "a parent takes the map for its own")
					}
				} else {
					kinds["stays"]++
					require.Equal(t, byte(n.Ply), r.byte("hits_ply"))
				}
			})
		}
	}
	searchPositions(t, 39, slow(300, 3000), try)
	rng := rand.New(rand.NewSource(39))
	for _, fen := range []string{
		"3qk3/8/8/8/8/8/8/R3K2R w - - 0 1",                         // one capture from a draw, and no bare endgame
		"rnbqkbnr/8/8/pppppppp/PPPPPPPP/8/8/RNBQKBNR w KQkq - 0 1", // all pawns attacked
		"rnbqkbnr/8/8/pppppppp/PPPPPPPP/8/8/RNBQKBNR b KQkq - 0 1",
	} {
		p := position(t, fen)
		for range 8 {
			try(rng, p)
		}
	}
	for _, kind := range []string{"passes", "stays", "not asked"} {
		enough(t, kinds[kind], 100, kind)
	}
	t.Log(kinds)
}
