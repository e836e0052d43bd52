package hostbridge

import (
	"bytes"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// The facts about the root lie in the page of raw_moves, where eval.inc says.
const (
	factsPassedStop = 0x60
	factsSide       = 0x10 // from white's to black's
	factsPhase      = 0xBA
	factsMixedLow   = 64
	factsMixedHigh  = 95
)

// side is how the terms of the root tables know the side that they judge for.
func (r *rig) side(side goengine.Side) uint32 {
	return r.addr("pst") + uint32(side)*(0x600+0x70)
}

// A number is weighed by the position's phase, and a table's entry stops at the end of its byte.
func TestRoutinesNumbersOfTheRoot(t *testing.T) { onMachines(t, testRoutinesNumbersOfTheRoot) }

func testRoutinesNumbersOfTheRoot(t testing.TB, r *rig) {
	start := position(t, goengine.StartFEN)
	r.set(start) // all routines rely on some position
	facts := r.addr("raw_moves")
	tables := probe.Of(nil).Tables()
	for weight := range 64 { // promoted queens make more than 24
		want := (24 - min(weight, 24)) * 5 / 16
		r.gives("phase_of", in{"weight": weight}, out{"phase": want})
	}
	for phase := range 8 {
		r.m.Write(facts+factsPhase, byte(phase))
		r.call("mix", nil)
		for n := -factsMixedLow; n <= factsMixedHigh; n++ {
			// Eighths of the ending, rounded down.
			require.EqualValues(t, byte(tables.TableBias+n*phase>>3), r.m.Read(facts+uint32(n)&0xFF), "%d at phase %d", n, phase)
			got := r.call("weigh", in{"number": uint32(-n) & 0xFF}).value("number")
			require.EqualValues(t, -n*(8-phase)>>3, int8(got), "%d at phase %d", -n, phase)
		}
		for rank := 1; rank < 7; rank++ {
			o, e := int(tables.PassedOpening[rank]), int(tables.PassedEnding[rank])
			require.EqualValues(t, o+(e-o)*phase>>3, int8(r.m.Read(facts+0xA9+uint32(rank))), "rank %d at phase %d", rank, phase)
		}
	}
	for side := range goengine.Side(2) {
		for _, kind := range []uint32{0, 1, 5} {
			for _, sq := range []uint32{0x00, 0x34, 0x77} {
				at := r.addr("pst") + uint32(side)*0x600 + kind<<8 + (sq ^ 0x70*uint32(side))
				for _, old := range []int{0, 1, 100, 128, 254, 255} {
					for _, add := range []int{-128, -101, -1, 0, 1, 27, 127} {
						r.m.Write(at, byte(old))
						r.call("bump", in{"add": uint32(add) & 0xFF, "kind": kind, "square": sq, "side": r.side(side)})
						require.EqualValues(t, min(max(old+add, 0), 255), r.m.Read(at), "%d + %d", old, add)
					}
				}
			}
		}
		for fact := range uint32(16) {
			if !r.has("own_fact") {
				break // a register holds the place of all
			}
			got := r.call("own_fact", in{"fact": 0x80 + fact, "side": r.side(side)}).value("place")
			require.Equal(t, facts+0x80+fact+uint32(side)*factsSide, got)
		}
	}
}

// What the terms ask of the root is what Go finds.
func TestRoutinesFactsOfTheRoot(t *testing.T) { onMachines(t, testRoutinesFactsOfTheRoot) }

func testRoutinesFactsOfTheRoot(t testing.TB, r *rig) {
	facts := r.addr("raw_moves")
	hostile(21, slow(1000, 10000), func(p *goengine.Position) {
		r.set(p)
		r.call("clear_hits", nil)
		weight := r.call("gather", nil).value("weight")
		r.gives("phase_of", in{"weight": weight}, out{"phase": p.Phase()})
		r.gives("phase", nil, out{"phase": p.Phase()})
		s := p.Probe().State()
		for side := range goengine.Side(2) {
			own := in{"side": r.side(side)}
			r.gives("king_of_enemy", own, out{"square": s.Square[(side^1)<<4]})
			r.gives("exposed", own, out{"number": p.Probe().Exposed(side ^ 1)})
			require.EqualValues(t, p.Probe().Ahead(side), 4*int16(r.call("root_ahead", own).value("ahead")), p.FEN())
			// A pawn is passed where no enemy pawn stands before it on its own
			// file or the next, in its own view of the board.
			for file := range 8 {
				want := 0
				for id := (side ^ 1) << 4; id < (side^1)<<4+16; id++ {
					if sq := s.Square[id]; sq != goengine.NoSquare && s.Kind[id] == goengine.Pawn {
						if f := int(sq & 7); f >= file-1 && f <= file+1 {
							rank := int(sq>>4) ^ 7*int(side)
							want = max(want, rank) // on the enemy pawn's rank it has passed it
						}
					}
				}
				place := facts + factsPassedStop + uint32(side)*factsSide + uint32(file)
				r.gives("passed_from", in{"place": place}, out{"rank": want << 4}, "side %d file %d", side, file)
			}
		}
	})
}

// A term of the root tables gives an entry what its rule says. The rules stand here once more, in
// the words of eval.go; the king's terms are compared with Go.
func TestRoutinesTermsOfTheRoot(t *testing.T) { onMachines(t, testRoutinesTermsOfTheRoot) }

func testRoutinesTermsOfTheRoot(t testing.TB, r *rig) {
	shared := probe.Of(nil).Tables()
	hostile(26, slow(120, 1200), func(p *goengine.Position) {
		s, phase := p.Probe().State(), p.Phase()
		mixed := func(opening, ending int8) int { return int(opening) + (int(ending)-int(opening))*phase>>3 }
		var count [2][10]int // pawns by file + 1
		var pawns, minors, bishops [2]int
		stop := [2][10]int{} // the own rank from which a pawn has passed the enemy's
		for id, sq := range s.Square {
			if sq == goengine.NoSquare {
				continue
			}
			side, own := id>>4, sq^uint8(0x70*(id>>4))
			switch s.Kind[id] {
			case goengine.Pawn:
				pawns[side]++
				count[side][own&7+1]++
				stop[side^1][own&7+1] = max(stop[side^1][own&7+1], 7-int(own>>4))
			case goengine.Bishop, goengine.Knight:
				if own>>4 == 0 {
					minors[side]++
				}
				if s.Kind[id] == goengine.Bishop {
					bishops[side]++
				}
			}
		}
		guards := func(side int, sq goengine.Square) bool {
			for _, d := range []uint8{0x0F, 0x11} {
				from := sq - d
				if side == 1 {
					from = sq + d
				}
				if from&0x88 == 0 && s.Board[from] == probed.CodeOf(uint8(side), goengine.Pawn) {
					return true
				}
			}
			return false
		}

		for side := range 2 {
			own := in{"side": r.side(uint8(side))}
			king := s.Square[(side^1)<<4]
			flip := uint8(0x70 * side)
			// begin gathers the facts and fills the tables with one number.
			begin := func(entry byte) {
				r.set(p)
				r.call("clear_hits", nil)
				r.call("gather", nil)
				r.m.Write(r.addr("raw_moves")+factsPhase, byte(phase))
				r.call("mix", nil)
				r.m.WriteBytes(r.addr("pst"), bytes.Repeat([]byte{entry}, 12*256))
			}
			pst := r.addr("pst")
			entry := func(side int, kind goengine.Kind, sq goengine.Square) int {
				return int(r.m.Read(pst + uint32(side*6+int(kind))<<8 + uint32(sq)))
			}
			// check wants of each entry of the side's tables what a rule adds.
			check := func(what string, entryWas int, rule func(kind goengine.Kind, sq, own goengine.Square) int) {
				for kind := goengine.King; kind <= goengine.Pawn; kind++ {
					squares(func(sq goengine.Square) {
						want := min(max(entryWas+rule(kind, sq, sq^flip), 0), 255)
						if got := entry(side, kind, sq); got != want {
							t.Fatalf("%s: %s side %d kind %d square %x: %d, want %d", what, p.FEN(), side, kind, sq, got, want)
						}
					})
				}
			}

			bare := p.Probe().Exposed(uint8(side^1)) * (8 - phase) >> 3
			above := 5 * (pawns[side] - 5)
			pair := 0
			if bishops[side] > 1 {
				pair = 15
			}
			begin(0)
			for _, s := range []uint8{0, 1} {
				r.call("worth", in{"side": r.side(s)})
			}
			worth := [6]int{0, 5 * bare, -above - 2*bare, pair, above - bare, 0}
			for kind, want := range worth {
				require.EqualValues(t, want, int8(r.m.Read(r.addr("raw_moves")+0x6A+uint32(side)*factsSide+uint32(kind))), "%s side %d kind %d", p.FEN(), side, kind)
			}
			r.call("base", nil)
			check("base", shared.TableBias, func(kind goengine.Kind, _, own goengine.Square) int {
				file := own & 7
				at := own>>4*4 + min(file, 7-file)
				return worth[kind] + mixed(shared.Opening[kind][at], shared.Ending[kind][at])
			})

			begin(100)
			r.call("pawn_terms", own)
			check("pawn_terms", 100, func(kind goengine.Kind, _, own goengine.Square) int {
				rank, f := int(own>>4), int(own&7)+1
				if kind != goengine.Pawn || rank == 0 || rank == 7 {
					return 0
				}
				v := 0
				if count[side][f-1]+count[side][f+1] == 0 {
					v -= 4
				}
				if count[side][f] > 1 {
					v -= 6
				}
				if rank >= max(stop[side][f-1], stop[side][f], stop[side][f+1]) {
					v += mixed(shared.PassedOpening[rank], shared.PassedEnding[rank])
				}
				return v
			})

			begin(100)
			r.call("guard_terms", own)
			check("guard_terms", 100, func(kind goengine.Kind, sq, own goengine.Square) int {
				if kind == goengine.Pawn && own>>4 < 7 && guards(side, sq) {
					return 3
				}
				return 0
			})
			squares(func(sq goengine.Square) {
				bishop, knight := 100, 100
				if guards(side, sq) {
					bishop, knight = 95, 92
				}
				require.Equal(t, bishop, entry(side^1, goengine.Bishop, sq), "%s square %x", p.FEN(), sq)
				require.Equal(t, knight, entry(side^1, goengine.Knight, sq), "%s square %x", p.FEN(), sq)
			})

			files := func(kind goengine.Kind, own goengine.Square) int {
				switch f := own&7 + 1; {
				case kind != goengine.Rook || count[side][f] > 0:
					return 0
				case count[side^1][f] > 0:
					return 13
				}
				return 18
			}
			near := func(kind goengine.Kind, sq goengine.Square) int {
				return max(4-int(probed.Steps(sq, king)), 0) * shared.NearKing[kind]
			}
			early := func(kind goengine.Kind, own goengine.Square) (v int) {
				if own == 0x23 || own == 0x24 {
					if s.Board[(own-0x10)^flip] == probed.CodeOf(uint8(side), goengine.Pawn) && kind != goengine.Pawn {
						v -= 19
					}
				}
				if kind == goengine.Queen && minors[side] > 1 {
					v += map[goengine.Square]int{0x03: 14, 0x04: 8, 0x14: 6, 0x12: 6}[own]
				}
				return v
			}
			begin(100)
			r.call("rook_files", own)
			check("rook_files", 100, func(kind goengine.Kind, _, own goengine.Square) int { return files(kind, own) })
			begin(220) // where the queen's entries stop at 255
			r.call("near_king_terms", own)
			check("near_king_terms", 220, func(kind goengine.Kind, sq, _ goengine.Square) int { return near(kind, sq) })
			begin(100)
			r.call("early_terms", own)
			check("early_terms", 100, func(kind goengine.Kind, _, own goengine.Square) int { return early(kind, own) })
			begin(100)
			r.call("piece_terms", own)
			check("piece_terms", 100, func(kind goengine.Kind, sq, own goengine.Square) int {
				v := files(kind, own) + near(kind, sq)
				if phase < 2 {
					v += early(kind, own)
				}
				return v
			})

			for _, label := range []string{"king_terms", "king_ending"} {
				if label == "king_ending" && phase < 5 {
					continue
				}
				begin(100)
				var tables probe.RootTables
				for i := range tables {
					for sq := range tables[i] {
						tables[i][sq] = 100
					}
				}
				p.Probe().KingTerms(uint8(side), &tables)
				if label == "king_terms" {
					r.call("king_terms", own)
				} else {
					r.call("king_ending", own)
				}
				check(label, 0, func(kind goengine.Kind, sq, _ goengine.Square) int { return int(tables[side*6+int(kind)][sq]) })
			}
		}
	})
}

// The king is drawn to a square by his steps to it, and his entries stop at 0.
func TestRoutinesDrawKing(t *testing.T) { onMachines(t, testRoutinesDrawKing) }

func testRoutinesDrawKing(t testing.TB, r *rig) {
	start := position(t, goengine.StartFEN)
	r.set(start) // all routines rely on some position
	rng := rand.New(rand.NewSource(22))
	for range slow(400, 4000) {
		side := goengine.Side(rng.Intn(2))
		table := r.addr("pst") + uint32(side)*0x600
		var before [128]byte
		for i := range before {
			before[i] = byte(rng.Intn(256) >> (rng.Intn(2) * 4))
		}
		r.m.WriteBytes(table, before[:])
		to, step := goengine.Square(rng.Intn(8)<<4|rng.Intn(8)), 1+rng.Intn(9)
		r.call("draw_king", in{"step": step, "square": to, "side": r.side(side)})
		squares(func(sq goengine.Square) {
			want := max(int(before[sq])-step*int(probed.Steps(sq, to)), 0)
			require.EqualValues(t, want, r.m.Read(table+uint32(sq)), "%d a step from %x to %x", step, sq, to)
		})
	}
}

// The short ways to a static value give what the long one gives.
func TestRoutinesAfter(t *testing.T) { onMachines(t, testRoutinesAfter) }

func testRoutinesAfter(t testing.TB, r *rig) {
	rng := rand.New(rand.NewSource(23))
	hostile(23, slow(300, 3000), func(p *goengine.Position) {
		r.set(p)
		tables := p.Probe().BuildTables()
		if rng.Intn(2) == 0 {
			for i := range tables {
				for sq := range tables[i] {
					tables[i][sq] = byte(rng.Intn(256))
				}
			}
		}
		for i := range tables {
			r.m.WriteBytes(r.addr("pst")+uint32(i)<<8, tables[i][:])
		}
		static := p.Probe().Static(tables)
		r.gives("static", nil, out{"value": static})
		for _, m := range generated(p) {
			want := p.Probe().After(tables, static, m)
			args := in{"from": uint32(m.Move) & 0xFF, "to": m.Move.To(), "static": static}
			switch m.Flags &^ 0x20 {
			case 0, 8:
				r.gives("after_quiet", args, out{"value": want}, "%v", m)
			case 1:
				r.gives("after_capture", args, out{"value": want}, "%v", m)
			}
			if m.Flags != 0 {
				args["flags"] = uint32(m.Flags)
				r.gives("after_flags", args, out{"value": want}, "%v", m)
			}
			at := r.addr("raw_moves")
			r.raw(at, m)
			r.gives("after", in{"move": at, "static": static}, out{"value": want}, "%v", m)
		}
	})
}

// An exchange is worth what Go says: of a piece that has moved, by the counters in memory, and by
// the states.
func TestRoutinesExchanges(t *testing.T) { onMachines(t, testRoutinesExchanges) }

func testRoutinesExchanges(t testing.TB, r *rig) {
	worth := probe.Of(nil).Tables().SwapValue
	gains := 0
	hostile(24, slow(250, 2500), func(p *goengine.Position) {
		r.set(p)
		s := p.Probe().State()
		for _, sq := range s.Square {
			if sq == goengine.NoSquare {
				continue
			}
			for by := range goengine.Side(2) {
				value := worth[s.Kind[s.ID[sq]]]
				want := p.Probe().SwapOff(sq, value, by)
				args := in{"square": sq, "worth": value, "side": by}
				r.gives("swap_off", args, out{"won": want}, "%x by %d", sq, by)
				r.gives("swap_slow", args, out{"gain": want}, "%x by %d", sq, by)
				if want > 0 {
					gains++
				}
			}
		}
		for _, m := range generated(p) {
			if m.Flags&(2|4|16) != 0 {
				continue
			}
			from := m.Move.From()
			o := r.call("swap_at_to", in{"place": r.addr("board") + uint32(from), "code": s.Board[from], "to": m.Move.To()})
			want := p.Probe().LossOn(m.Move)
			require.EqualValues(t, want, o.value("gain"), "%s %v", p.FEN(), m)
			require.Equal(t, want == 0, o.is("none"), "%s %v", p.FEN(), m)
		}
		sameState(t, s, r.state(), p.FEN())
	})
	enough(t, gains, 500)

	// The counters in memory: a piece counts for its side, and the cheapest is
	// taken.
	for i := range uint32(12) {
		r.m.Write(r.addr("swap_counts")+i, 0)
	}
	at := r.addr("board") + 0x34
	for side, code := range []byte{0x41, 0xA0} {
		r.m.Write(at, code)
		for _, rank := range []uint32{4, 2, 4, 0} {
			r.call("swap_slow_count", in{"place": at, "rank": rank})
		}
		for _, want := range []uint32{16, 54, 160, 160} {
			o := r.call("swap_slow_cheapest", in{"offset": 6 * uint32(side)})
			require.Equal(t, want, o.value("worth"))
			require.False(t, o.is("none"))
		}
		r.gives("swap_slow_cheapest", in{"offset": 6 * uint32(side)}, out{"none": true})
	}

	// Exchanges by the states alone: each side's attackers by rank, of pawns,
	// knights and rooks two at most, a bishop, queens and the king.
	rng := rand.New(rand.NewSource(25))
	for range slow(20000, 200000) {
		var count [2][6]int
		var state [2]uint32
		kings := uint32(0)
		for side := range count {
			c := &count[side]
			*c = [6]int{rng.Intn(3), rng.Intn(3), rng.Intn(2), rng.Intn(3), rng.Intn(4), rng.Intn(2)}
			for i := range c {
				if rng.Intn(2) == 0 {
					c[i] = 0
				}
			}
			state[side] = uint32(c[0] + 3*c[1] + 9*c[3] + 0x20*c[2] + 0x40*c[4])
			kings |= uint32(c[5]) * 0x40 << side
		}
		value := []uint8{16, 54, 84, 160, 255}[rng.Intn(5)]
		args := in{"white": state[0], "black": state[1], "kings": kings, "worth": value}
		r.gives("swap_white", args, out{"gain": exchange(count, value, 0)}, "white of %d: %v", value, count)
		r.gives("swap_black", args, out{"gain": exchange(count, value, 1)}, "black of %d: %v", value, count)
		if count[0] != [6]int{} {
			args = in{"own": state[0], "other": state[1], "kings": kings, "worth": value}
			r.gives("swap_long", args, out{"gain": exchange(count, value, 0)}, "%d: %v", value, count)
		}
	}
}

// exchange is what a side wins by capturing a piece of a worth, by counts of the
// attackers from the pawn to the king: it captures with the cheapest, if that
// pays, and then the other side is asked the same of the piece that has captured.
func exchange(count [2][6]int, worth uint8, by int) int {
	for rank, n := range count[by] {
		if n > 0 {
			count[by][rank]--
			return max(0, int(worth)-exchange(count, []uint8{16, 54, 54, 84, 160, 255}[rank], by^1))
		}
	}
	return 0
}
