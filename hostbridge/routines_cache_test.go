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

// Bits of n_any: search.inc.
const (
	anyMoves    = 1 << 0
	anyFrontier = 1 << 1
	anyFiltered = 1 << 3
	anyKiller2  = 1 << 4
	anyKiller1  = 1 << 5
)

// Flags of a raw move.
const (
	flagCapture   = 1 << 0
	flagEnPassant = 1 << 1
	flagCastle    = 1 << 2
	flagPromotion = 1 << 4
)

// cacheNode is a random node with the cache: its move is one of the node's, perhaps a killer or half of one, or any two bytes, and
// the stacks may be nearly full.
func cacheNode(rng *rand.Rand, p *goengine.Position) *probe.Node {
	n := searchNode(rng, p)
	n.Profile.Switches |= goengine.Cache
	n.Following = rng.Intn(8) == 0
	all := generated(p)
	switch rng.Intn(8) {
	case 0: // any two bytes
		n.Cached = goengine.Move(rng.Intn(1 << 16))
	case 1:
		n.Cached = goengine.NoMove
	default:
		if len(all) > 0 {
			n.Cached = all[rng.Intn(len(all))].Move
		}
	}
	for _, m := range all {
		if m.Flags&(flagEnPassant|flagCastle|flagPromotion) != 0 && rng.Intn(2) == 0 {
			n.Cached = m.Move
		}
	}
	if _, quiet := p.Probe().Generated(); len(quiet) > 0 && rng.Intn(4) == 0 { // a killer, perhaps both lists' best
		n.Cached = quiet[rng.Intn(len(quiet))].Move
		n.Killers[rng.Intn(2)] = n.Cached
	}
	if _, quiet := p.Probe().Generated(); rng.Intn(4) == 0 { // a killer that is half of it
		for _, m := range quiet {
			if from, to := uint8(m.Move) == uint8(n.Cached), m.Move>>8 == n.Cached>>8; from != to {
				n.Killers[rng.Intn(2)] = m.Move
			}
		}
	}
	if n.Killers[0] == n.Killers[1] {
		n.Killers[1] = goengine.NoMove
	}
	if rng.Intn(8) == 0 { // 384 records, of which 218 are to be free
		n.Sorted = 165 + rng.Intn(4)
	}
	if rng.Intn(8) == 0 { // as many as may be: on the 6502, one more lies in the next page
		n.Waiting = 255
	}
	return n
}

// A move of the cache is tried where it should, and only there; it comes once among the captures,
// the killers and the quiet moves; the cache remembers Go's moves, and none at a frontier.
func TestRoutinesCache(t *testing.T) { onMachines(t, testRoutinesCache) }

func testRoutinesCache(t testing.TB, r *rig) {
	kinds := map[string]int{}
	searchPositions(t, 41, whole(300, 3000), func(rng *rand.Rand, p *goengine.Position) {
		n, all := cacheNode(rng, p), generated(p)
		what := fmt.Sprintf("%s %+v %+v", p.FEN(), n, n.Profile)
		for _, half := range []bool{true, false} {
			if half && evades(p, n) {
				continue
			}
			following := byte(4 * bit(n.Following))
			r.looked(p, n)
			alone := evades(p, n) && n.Profile.Single > 0
			var want probe.Early
			if !n.Following && !alone {
				want = p.Probe().TryCachedAt(n, half)
			}
			r.setByte("flights_count", 8*byte(rng.Intn(2))) // another node's
			r.cpu.scramble(r.m)
			o := r.call("try_cached", in{"half": half})
			if len(want.Tried) == 0 {
				kinds["not tried"]++
				require.False(t, o.is("cut"), what)
				require.Equal(t, following, r.byte("n_any"), what)
				continue
			}
			r.leavesNode(p, n, o, want.Result, half)
			any := following | anyMoves | anyFiltered
			for i, k := range n.Killers {
				any |= anyKiller1 >> i * byte(bit(k == n.Cached))
			}
			require.Equal(t, any, r.byte("n_any"), "half %v: %s", half, what)
			if want.Cut || want.Nodes > n.Limit {
				kinds["cut"]++
				continue
			}
			flags, _ := p.Probe().IsLegal(n.Cached)
			kinds[fmt.Sprintf("half %v, kind %d, killer %v", half, flags&(flagCapture|flagPromotion), slices.Contains(n.Killers[:], n.Cached))]++
			r.lookNode(n)
			r.setByte("hits_ply", 0xFF)
			r.call("tactical_part", nil)
			require.Equal(t, want.Tactical, r.between("tactical_moves", "tactical_end"), what)
			r.call("generate_quiet", nil)
			r.call("drop_early", nil)
			r.call("filter_waiting", nil)
			require.Equal(t, want.Quiet, r.between("n_first_waiting", "raw_end"), what)
		}

		if len(all) == 0 {
			return
		}
		m := all[rng.Intn(len(all))]
		for _, frontier := range []bool{false, true} {
			// Another position's entry, or its own, by a few units more expensive or
			// cheaper, or any.
			n.CachedElse = rng.Intn(4) > 0
			n.CachedBudget = n.SX + uint8(rng.Intn(5)-2)
			if rng.Intn(3) == 0 {
				n.CachedBudget = uint8(rng.Intn(256))
			}
			r.node(p, n)
			r.setByte("n_any", byte(rng.Intn(256))&^anyFrontier|anyFrontier*byte(bit(frontier)))
			r.atHand(m)
			r.call("remember", nil)
			want := p.Probe().RememberAt(n, m.Move, frontier)
			require.Equal(t, want, r.nodeState(n, 0, false).Cached, "frontier %v: %v, budget %d %s", frontier, m, n.CachedBudget, what)
			switch {
			case want.Own:
				kinds["kept"]++
			case !frontier && want.Budget != n.CachedBudget:
				kinds["worn off"]++
			}
		}
	})
	t.Log(kinds)
	for _, kind := range []string{
		"not tried", "cut", "half true, kind 0, killer true", "half false, kind 0, killer true", "half true, kind 0, killer false", "half false, kind 0, killer false",
		"half true, kind 1, killer false", "half false, kind 1, killer false", "half false, kind 16, killer false", "half true, kind 16, killer false",
		"kept", "worn off",
	} {
		enough(t, kinds[kind], 4, kind)
	}
}

// The move that has been tried is left out of a list, and no other one.
func TestRoutinesFilter(t *testing.T) { onMachines(t, testRoutinesFilter) }

func testRoutinesFilter(t testing.TB, r *rig) {
	rng := rand.New(rand.NewSource(42))
	there, gone := 0, 0
	r.setByte("restrict_count", 0)
	for range slow(2000, 20000) {
		var moves []probe.Move
		for _, i := range rng.Perm(36)[:rng.Intn(36)] { // squares that are alike, promotions
			moves = append(moves, probe.Move{Move: goengine.Move([]int{0x00, 0x10, 0x64, 0x6C, 0xE4, 0xEC}[i%6] | []int{0x00, 0x10, 0x64, 0x6C, 0x74, 0x77}[i/6]<<8), Flags: byte(rng.Intn(64))})
		}
		out := goengine.Move(rng.Intn(255) | rng.Intn(8)<<8)
		if len(moves) > 0 && rng.Intn(4) > 0 {
			out = moves[rng.Intn(len(moves))].Move
		}
		var keep []probe.Move
		for _, m := range moves {
			if m.Move != out {
				keep = append(keep, m)
			}
		}
		if len(keep) < len(moves) {
			there++
		} else {
			gone++
		}
		ply := 1 + rng.Intn(goengine.MaxPly-1)
		r.setByte("ply", byte(ply))
		at := r.addr("cached_moves") + 2*uint32(ply)
		r.layout.setMove(at, out)
		start := r.rawAt(rng.Intn(20) + 230*rng.Intn(2)) // on the 6502, a page ends behind the 256th
		for name, call := range map[string]func(){
			"drop_move":      func() { r.call("drop_move", in{"move": at, "first": start}) },
			"filter":         func() { r.call("filter", in{"first": start}) },
			"filter_waiting": func() { r.setPointer("n_first_waiting", start); r.call("filter_waiting", nil) },
		} {
			r.raw(start, moves...)
			call()
			require.Equal(t, keep, r.moves(start), "%s: %v of %v", name, out, moves)
		}
		// The root has tried none: it is what the search is restricted to.
		r.setByte("ply", 0)
		r.layout.setMove(r.addr("cached_moves"), out)
		r.raw(start, moves...)
		r.call("filter", in{"first": start})
		require.Equal(t, append([]probe.Move(nil), moves...), r.moves(start))
	}
	enough(t, there, 500)
	enough(t, gone, 100)
}
