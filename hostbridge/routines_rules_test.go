package hostbridge

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// squares calls f for the 64 squares.
func squares(f func(sq goengine.Square)) {
	for sq := range goengine.Square(128) {
		if sq&0x88 == 0 {
			f(sq)
		}
	}
}

// pagesOf is what the routines that look along lines want: the pages of board
// and table, and whose lines they are.
func (r *rig) lines(colour uint32) in {
	return in{"colour": colour, "board": r.addr("board") >> 8, "table": r.addr("attack_table") >> 8}
}

// The squares called attacked are those of Go, and so is a side's count of slots to look at.
func TestRoutinesAttacks(t *testing.T) { onMachines(t, testRoutinesAttacks) }

func testRoutinesAttacks(t testing.TB, r *rig) {
	nine := 0
	hostile(11, slow(150, 1500), func(p *goengine.Position) {
		r.set(p)
		s := p.Probe().State()
		squares(func(sq goengine.Square) {
			r.gives("attacked_by_white", in{"square": sq}, out{"yes": p.Probe().Attacked(sq, goengine.White)}, "%x", sq)
			r.gives("attacked_by_black", in{"square": sq}, out{"yes": p.Probe().Attacked(sq, goengine.Black)}, "%x", sq)
			if r.has("enemy_attacks") {
				r.gives("enemy_attacks", in{"square": sq}, out{"yes": p.Probe().Attacked(sq, s.Side^1)}, "%x", sq)
			}
		})
		for side := range uint8(2) {
			n := officersOf(&s, side)
			if r.has("set_scan") {
				r.cpu.unscan(r, side)
				r.call("set_scan", in{"count": n, "id": uint32(side) << 4})
			}
			r.cpu.scanned(r, side, n)
			if n < 9 || !r.has("officer_attacks") {
				continue
			}
			nine++
			squares(func(sq goengine.Square) {
				if !r.cpu.turned && pawnAttacks(&s, side, sq) {
					return
				}
				args := r.lines(0)
				args["last"], args["square"] = r.addr("square")+uint32(side)<<4+uint32(n)-1, uint32(sq)
				want := false
				for id := side << 4; id < side<<4+n; id++ {
					want = want || reaches(&s, s.Board[s.Square[id]], s.Square[id], sq)
				}
				r.gives("officer_attacks", args, out{"yes": want}, "%x", sq)
			})
		}
	})
	if r.has("officer_attacks") {
		enough(t, nine, 5)
	}
}

// pawnAttacks reports whether a pawn of a side attacks a square.
func pawnAttacks(s *probe.State, side uint8, to goengine.Square) bool {
	return slices.ContainsFunc(s.Square[side<<4:][:16], func(from goengine.Square) bool {
		return from != goengine.NoSquare && probed.AttackWays(from, to)&s.Board[from]&0x21 != 0
	})
}

// reaches reports whether a piece other than a pawn attacks a square.
func reaches(s *probe.State, code uint8, from, to goengine.Square) bool {
	ways := probed.AttackWays(from, to) & code &^ 0x21 // a pawn's
	if ways&0x0C == 0 {
		return ways != 0
	}
	n := probed.Steps(from, to)
	step := uint8((int(to) - int(from)) / int(n))
	for from += step; from != to; from += step {
		if s.Board[from] != 0 {
			return false
		}
	}
	return true
}

// A line is walked to its end, and what stands on it is taken for what it is.
func TestRoutinesLines(t *testing.T) { onMachines(t, testRoutinesLines) }

func testRoutinesLines(t testing.TB, r *rig) {
	hostile(12, slow(150, 1500), func(p *goengine.Position) {
		r.set(p)
		s := p.Probe().State()
		for _, from := range s.Square {
			if from == goengine.NoSquare {
				continue
			}
			squares(func(sq goengine.Square) {
				ways := probed.AttackWays(from, sq) & s.Board[from]
				if r.cpu.turned {
					ways = probed.AttackWays(sq, from) & s.Board[from]
				} else {
					ways &^= 0x21
				}
				if ways == 0 || sq == from {
					return
				}
				args := r.lines(0)
				args["ways"], args["from"], args["difference"], args["square"] = uint32(ways), uint32(from), uint32(from-sq), uint32(sq)
				r.gives("officer_reaches", args, out{"yes": reaches(&s, s.Board[from], from, sq)}, "%x %x", from, sq)
			})
		}

		// look_line for each enemy officer, then for each own one, draws the
		// pictures of look_own and look_enemy but for pawns.
		want := p.Probe().Look(true)
		for _, own := range []bool{true, false} {
			if !r.has("look_line") {
				break
			}
			r.look(true)
			king := s.Square[s.Side<<4]
			if !own {
				king = s.Square[(s.Side^1)<<4]
			}
			pawns := 0
			if own {
				for _, from := range s.Square[(s.Side^1)<<4:][:16] {
					if from != goengine.NoSquare && s.Kind[s.ID[from]] == goengine.Pawn && probed.AttackWays(from, king)&s.Board[from] != 0 {
						pawns++
					}
				}
				r.setByte("checkers", 0)
				r.setByte("pins", 0)
			} else {
				r.setByte("bares", 0)
			}
			side := s.Side
			if own {
				side ^= 1
			}
			for _, from := range s.Square[side<<4:][:16] {
				if from == goengine.NoSquare || s.Kind[s.ID[from]] == goengine.Pawn || s.Kind[s.ID[from]] == goengine.King {
					continue
				}
				if ways := probed.AttackWays(king, from) & s.Board[from] &^ 0x21; ways != 0 {
					args := r.lines(uint32(0x40) << s.Side)
					args["ways"], args["from"], args["difference"], args["square"] = uint32(ways), uint32(from), uint32(from-king), uint32(king)
					r.call("look_line", args)
				}
			}
			if own {
				require.Equal(t, int(want.Checkers)-pawns, int(r.byte("checkers")), p.FEN())
				require.Equal(t, want.Pinned, r.steps("pins", "pinned", "pin_step"), p.FEN())
			} else {
				require.Equal(t, want.Bare, r.steps("bares", "bare", "bare_step"), p.FEN())
			}
		}
	})
}

// steps reads a list of the picture: the step to each square.
func (r *rig) steps(count, squares, steps string) map[goengine.Square]uint8 {
	found := map[goengine.Square]uint8{}
	for i := range uint32(r.byte(count)) {
		found[r.m.Read(r.addr(squares)+i)] = r.m.Read(r.addr(steps) + i)
	}
	return found
}

// The picture of each king is Go's: what pins, and how the king may step.
func TestRoutinesKings(t *testing.T) { onMachines(t, testRoutinesKings) }

func testRoutinesKings(t testing.TB, r *rig) {
	hostile(13, slow(700, 7000), func(p *goengine.Position) {
		r.set(p)
		s, want := p.Probe().State(), p.Probe().Look(true)
		r.call("in_check", nil)
		r.call("look_own", in{"maybe": 1})
		require.Equal(t, want.Checkers, r.byte("checkers"), p.FEN())
		if want.Checkers == 1 {
			require.Equal(t, want.CheckFrom, r.byte("check_from"), p.FEN())
		}
		require.Equal(t, want.Pinned, r.steps("pins", "pinned", "pin_step"), p.FEN())
		if r.has("look_enemy") {
			r.call("look_enemy", nil)
		} else {
			r.look(true)
		}
		require.Equal(t, want.Bare, r.steps("bares", "bare", "bare_step"), p.FEN())

		for sq, step := range want.Pinned {
			r.gives("pin_of", in{"square": sq}, out{"step": uint32(step)})
			// Straight or diagonal: as the first step of a king.
			way := probed.AttackWays(0, step) & 0x0C
			got := r.call("pin_fits", in{"board": r.addr("board") + uint32(sq), "step": step})
			require.Equal(t, s.Board[sq]&way == 0, got.is("no"), "%s %x", p.FEN(), sq)
		}

		// The marks of pinned pieces come and go.
		if len(want.Pinned) > 0 {
			r.call("hide_pinned", nil)
			for id, sq := range s.Square {
				if _, pinned := want.Pinned[sq]; pinned {
					sq |= 0x80
				}
				require.Equal(t, sq, r.square(uint32(id)), p.FEN())
			}
		}
		r.call("show_pinned", nil)
		require.Equal(t, s.Square, r.state().Square, p.FEN())

		// Where the king may go: by the map of hits, and without.
		king := s.Square[s.Side<<4]
		legal := map[goengine.Square]bool{}
		for _, m := range generated(p) {
			if m.Move.From() == king && m.Flags&4 == 0 {
				legal[m.Move.To()] = true
			}
		}
		if want.Checkers == 0 {
			r.setByte("check_from", king) // an earlier check has left its square
		}
		r.gives("clear_hits", nil, out{"stamp": 2})
		r.setByte("hits_stamp", 4)
		r.setByte("ply", 5)
		r.setByte("hits_ply", 0xFF)
		require.Zero(t, r.call("known_hits", nil).value("stamp"), "no map")
		r.setByte("hits_ply", 4)
		require.Zero(t, r.call("known_hits", nil).value("stamp"), "another node's map")
		r.call("map_hits", nil)
		r.setByte("hits_ply", 5)
		made := r.byte("hits_stamp")
		r.call("hits_of", nil)
		require.Equal(t, made, r.byte("hits_stamp"), "the node's own map is made anew")
		r.setByte("hits_ply", 6)
		r.call("hits_of", nil)
		require.NotEqual(t, made, r.byte("hits_stamp"), "another node's map is kept")
		require.EqualValues(t, 5, r.byte("hits_ply"))
		stamp := r.call("known_hits", nil).value("stamp")
		if want.Checkers > 0 {
			require.Zero(t, stamp, "in check the map does not see behind the king")
		} else {
			require.Equal(t, uint32(r.byte("hits_stamp")), stamp)
		}
		r.m.Write(r.addr("board")+uint32(king), 0)
		for _, step := range []uint8{0x10, 0x01, 0xF0, 0xFF, 0x11, 0xF1, 0xEF, 0x0F} {
			to := king + step
			if to&0x88 != 0 || s.Board[to] != 0 && s.Board[to]>>7 == s.Side {
				continue
			}
			for _, known := range []uint32{0, stamp} {
				got := r.call("king_safe", in{"king": king, "to": to, "stamp": known})
				require.Equal(t, legal[to], !got.is("no"), "%s %x stamp %d", p.FEN(), to, known)
			}
			if r.has("king_leaves") {
				r.m.Write(r.addr("board")+uint32(king), s.Board[king])
				got := r.call("king_leaves", in{"king": king, "to": to})
				require.Equal(t, legal[to], !got.is("no"), "%s %x", p.FEN(), to)
				require.Equal(t, s.Board[king], r.m.Read(r.addr("board")+uint32(king)))
				r.m.Write(r.addr("board")+uint32(king), 0)
			}
		}
		r.m.Write(r.addr("board")+uint32(king), s.Board[king])
		sameState(t, s, r.state(), p.FEN())
	})
}

// In check the moves that help are kept, and no others.
func TestRoutinesEvasions(t *testing.T) { onMachines(t, testRoutinesEvasions) }

func testRoutinesEvasions(t testing.TB, r *rig) {
	checked, passed := 0, 0
	hostile(14, slow(1500, 15000), func(p *goengine.Position) {
		s, v := p.Probe().State(), p.Probe().Look(true)
		r.set(p)
		r.look(true)
		start := r.addr("raw_moves")
		if v.Checkers == 1 {
			checked++
			// One move to each square, and an en passant capture, are sifted to
			// those that take the checker or stand between.
			king := s.Square[s.Side<<4]
			helps := map[goengine.Square]bool{v.CheckFrom: true}
			if s.Board[v.CheckFrom]&probed.AttackWays(v.CheckFrom, king)&0x0C != 0 {
				squares(func(sq goengine.Square) {
					if s.Board[sq] == 0 && probed.Steps(king, sq)+probed.Steps(sq, v.CheckFrom) == probed.Steps(king, v.CheckFrom) &&
						sameLine(king, sq, v.CheckFrom) {
						helps[sq] = true
					}
				})
			}
			var all, want []probe.Move
			squares(func(sq goengine.Square) {
				m := probe.Move{Move: goengine.Move(uint16(sq)<<8 | 0x34)}
				if sq == 0x25 {
					m.Flags = 3
				}
				all = append(all, m)
				if helps[sq] || m.Flags&2 != 0 {
					want = append(want, m)
				}
			})
			r.call("mark_helpful", in{"mark": 0x80})
			squares(func(sq goengine.Square) {
				require.Equal(t, helps[sq], r.m.Read(r.addr("ids")+uint32(sq))&0x80 != 0, "%s %x", p.FEN(), sq)
			})
			r.call("mark_helpful", in{"mark": 0})
			sameState(t, s, r.state(), p.FEN())
			for range 2 {
				r.raw(start, all...)
				r.sift("filter_evasions", start)
				require.Equal(t, want, r.moves(start), p.FEN())
			}
			if len(v.Pinned) > 0 {
				r.call("hide_pinned", nil)
			}
			r.raw(start, all...)
			r.sift("finish", start)
			require.Equal(t, want, r.moves(start), p.FEN())
			sameState(t, s, r.state(), p.FEN())
		}

		// Every en passant capture that there might be, and the legal ones.
		if s.EP != goengine.NoSquare {
			var all []probe.Move
			legal, _ := p.Probe().Generated()
			for _, d := range []uint8{1, 0xFF} {
				if from := (s.EP ^ 0x10) + d; from&0x88 == 0 && s.Board[from] == probed.CodeOf(s.Side, goengine.Pawn) {
					all = append(all, probe.Move{Move: goengine.Move(uint16(s.EP)<<8 | uint16(from)), Flags: 0x23})
				}
			}
			var want []probe.Move
			for _, m := range all {
				for _, l := range legal {
					if l == m {
						want = append(want, m)
						passed++
					}
				}
			}
			r.raw(start, all...)
			r.sift("drop_bad_en_passant", start)
			require.Equal(t, want, r.moves(start), p.FEN())
			sameState(t, s, r.state(), p.FEN())
		}
	})
	enough(t, checked, 100)
	enough(t, passed, 50)
}

// sameLine reports whether three squares stand on one rank, file or diagonal.
func sameLine(a, b, c goengine.Square) bool {
	df, dr := int(c&7)-int(a&7), int(c>>4)-int(a>>4)
	ef, er := int(b&7)-int(a&7), int(b>>4)-int(a>>4)
	return df*er == dr*ef
}

// One move is judged as the generators do it: what is legal is let pass with its flags, and the
// rest is refused.
func TestRoutinesLegal(t *testing.T) { onMachines(t, testRoutinesLegal) }

func testRoutinesLegal(t testing.TB, r *rig) {
	flags := map[uint8]int{}
	check := func(p *goengine.Position, all bool) {
		s := p.Probe().State()
		r.set(p)
		r.look(true)
		r.raw(r.addr("raw_moves"))
		r.call("clear_hits", nil)
		r.setByte("ply", 3)
		judge := func(m goengine.Move) {
			want, legal := p.Probe().IsLegal(m)
			gives := out{"yes": false}
			if legal {
				gives = out{"yes": true, "flags": want, "from": m.From(), "to": m.To()}
			}
			r.gives("is_legal", in{"from": m & 0xFF, "to": m.To()}, gives)
		}
		for _, m := range generated(p) {
			judge(m.Move)
			flags[m.Flags]++
		}
		for from := range 256 {
			if s.Board[from&0x77]&(0x40<<s.Side) == 0 && !all {
				continue
			}
			for to := range 256 {
				if to&0x88 == 0 || all {
					judge(goengine.Move(from | to<<8))
				}
			}
		}
		if !p.InCheck() { // the king's moves by the map of hits
			r.call("hits_of", nil)
			king := s.Square[s.Side<<4]
			for to := range 256 {
				judge(goengine.Move(uint16(king) | uint16(to)<<8))
			}
		}
		require.Equal(t, r.addr("raw_moves"), r.pointer("raw_end"))
		sameState(t, s, r.state(), p.FEN())
	}
	n := 0
	each := func(p *goengine.Position) { n++; check(p, n%8 == 0) }
	hostile(35, slow(100, 1000), each)
	placed(35, slow(40, 400), each)
	for _, fen := range append([]string{
		"r3k2r/p6p/8/8/8/8/P1N2B1P/R3K2R w KQkq - 0 1", // castling both ways, and other pieces that do not reach g1 and c1
		"r3k2r/p6p/8/8/4q3/8/P1N4P/R3K2R w KQkq - 0 1", // none in check
		"4r2k/8/8/b7/8/8/3NN3/q2RK3 w - - 0 1",         // three pins
		"7k/8/8/K1Pp3r/8/8/8/8 w - d6 0 1",             // en passant opens the rank,
		"2r4k/8/8/2Pp4/8/8/8/2K5 w - d6 0 1",           // the file of the pawn that takes,
		"7k/1b6/8/2Pp4/8/5K2/8/8 w - d6 0 1",           // the diagonal of the one that is taken
		"7k/8/8/8/8/P6P/8/K7 w - - 0 1",                // pawns that have moved, with two empty squares ahead
	}, corners...) {
		for _, fen := range []string{fen, turned(fen)} {
			p := position(t, fen)
			check(p, false)
		}
	}
	for _, f := range []uint8{0, 1, 0x23, 0x24, 8, 0x11, 0x10} {
		enough(t, flags[f], 2, f)
	}
	t.Log(flags)
}

// Castling is generated where it is legal, and only there.
func TestRoutinesCastling(t *testing.T) { onMachines(t, testRoutinesCastling) }

func testRoutinesCastling(t testing.TB, r *rig) {
	found := 0
	hostile(15, slow(2000, 20000), func(p *goengine.Position) {
		s := p.Probe().State()
		if s.Castle == 0 || p.InCheck() {
			return
		}
		r.set(p)
		r.look(true)
		var want []probe.Move
		for _, m := range generated(p) {
			if m.Flags&4 != 0 {
				want = append(want, m)
			}
		}
		r.raw(r.addr("raw_moves"))
		r.call("generate_castling", in{"stamp": 0})
		require.Equal(t, want, r.moves(r.addr("raw_moves")), p.FEN())
		found += len(want)
	})
	enough(t, found, 50)
	for to, want := range map[uint32][2]uint32{0x06: {0x07, 0x05}, 0x02: {0x00, 0x03}, 0x76: {0x77, 0x75}, 0x72: {0x70, 0x73}} {
		r.gives("hop_rook", in{"to": to}, out{"from": want[0], "to": want[1]})
	}
}

// A piece is put where it belongs, on the board, in the lists and in the key.
func TestRoutinesPieces(t *testing.T) { onMachines(t, testRoutinesPieces) }

func testRoutinesPieces(t testing.TB, r *rig) {
	// The windows of castling rights and en passant files, one behind the other.
	for n := range uint32(24) {
		if r.has("toggle_window") { // the Z80 has a macro
			m := r.addr("key")
			r.m.WriteWord(m, 0x1234)
			r.m.WriteWord(m+2, 0x5678)
			r.call("toggle_window", in{"window": n})
			require.Equal(t, 0x56781234^r.long(r.addr("key_bytes")+768+n), r.long(m), "window %d", n)
		}
	}
	hostile(16, slow(300, 3000), func(p *goengine.Position) {
		r.set(p)
		s := p.Probe().State()
		key := func(ids ...int) uint32 {
			low, third, fourth := uint32(0), uint32(0), uint32(0)
			for _, id := range ids {
				o := r.call("toggle_key", in{"id": id, "square": s.Square[id], "low": low, "third": third, "fourth": fourth})
				low, third, fourth = o.value("low"), o.value("third"), o.value("fourth")
			}
			return low | third<<16 | fourth<<24
		}
		var ids []int
		for id, sq := range s.Square {
			if sq == goengine.NoSquare {
				continue
			}
			ids = append(ids, id)
			r.gives("piece_code", in{"id": id}, out{"code": uint32(s.Board[sq])}, "%x", sq)
		}
		if s.Castle == 0 && s.EP == goengine.NoSquare {
			require.Equal(t, s.Key, key(ids...), p.FEN())
		}
		require.Equal(t, key(ids...), key(append(ids, ids[0], ids[0])...), "twice is not at all")
		r.set(p) // a machine may have the key in memory

		// A pawn becomes each kind of officer and a pawn again.
		for _, id := range ids {
			sq := s.Square[id]
			if s.Kind[id] != goengine.Pawn {
				continue
			}
			for i, bits := range []uint32{0x00, 0x08, 0x80, 0x88} {
				kind := goengine.Queen + goengine.Kind(i)
				side := uint8(id >> 4)
				r.call("promote", in{"from": 0x34 | bits, "id": id, "square": sq})
				want := s
				want.Kind[id], want.Board[sq] = kind, probed.CodeOf(side, kind)
				sameState(t, want, r.state(), p.FEN())
				require.Equal(t, byte(1), r.m.Read(r.addr("promoted")+uint32(side)))
				for _, to := range []goengine.Square{0x00, 0x07, 0x33, 0x44, 0x70, 0x77, sq ^ 0x11} {
					if reaches(&want, want.Board[sq], sq, to) {
						r.gives("attacked", in{"square": to, "side": side}, out{"yes": true}, "%x %x", sq, to)
					}
				}
				r.call("demote", in{"id": id, "square": sq})
				sameState(t, s, r.state(), p.FEN())
				require.Zero(t, r.m.Read(r.addr("promoted")+uint32(side)))
			}
			for i, bits := range []uint32{0x00, 0x08, 0x80, 0x88} {
				code := probed.CodeOf(uint8(id>>4), goengine.Queen+goengine.Kind(i))
				r.gives("promoted_code", in{"from": uint32(sq) | bits, "board": r.addr("board") >> 8}, out{"code": code, "from": sq})
			}
			break
		}

		// A rook goes to an empty square.
		for _, id := range ids {
			if s.Kind[id] != goengine.Rook {
				continue
			}
			squares(func(sq goengine.Square) {
				if s.Board[sq] != 0 {
					return
				}
				from := s.Square[id]
				r.gives("move_rook", in{"from": from, "to": sq}, out{"id": id})
				want := s
				want.Square[id], want.Board[from], want.Board[sq] = sq, 0, s.Board[from]
				want.ID[from], want.ID[sq] = 0, uint8(id)
				sameState(t, want, r.state(), p.FEN())
				r.call("move_rook", in{"from": sq, "to": from})
			})
			sameState(t, s, r.state(), p.FEN())
			break
		}
		r.gives("insufficient", nil, out{"yes": p.Insufficient()})
	})
}

// The short ways of making a move on the board do what the long one does.
func TestRoutinesMakeBoard(t *testing.T) { onMachines(t, testRoutinesMakeBoard) }

func testRoutinesMakeBoard(t testing.TB, r *rig) {
	hostile(17, slow(150, 1500), func(p *goengine.Position) {
		r.set(p)
		before := r.state()
		for _, m := range generated(p) {
			args := in{"from": m.Move.From(), "to": m.Move.To()}
			after := func() {
				p.Probe().Made(m, func() {
					want, got := p.Probe().State(), r.state()
					got.Side, got.Castle, got.EP, got.Half, got.Key, got.Keys = want.Side, want.Castle, want.EP, want.Half, want.Key, want.Keys
					sameState(t, want, got, p.FEN(), m)
				})
			}
			switch m.Flags {
			case 0, 8:
				r.call("make_board_quiet", args)
				after()
				r.cpu.scramble(r.m)
				r.call("unmake_board_quiet", args)
			case 1:
				r.call("make_board_capture", args)
				after()
				r.cpu.scramble(r.m)
				r.call("unmake_board_capture", args)
			}
			sameState(t, before, r.state(), p.FEN(), m)
		}
	})
}

// A position is set up as Go has it, with its tree and the enemy king's flights.
func TestRoutinesPositions(t *testing.T) { onMachines(t, testRoutinesPositions) }

func testRoutinesPositions(t testing.TB, r *rig) {
	flights := map[uint8]int{}
	n := 0
	hostile(18, slow(250, 2500), func(p *goengine.Position) {
		block := PositionBlock(p)
		r.m.WriteBytes(r.addr("position_block"), block[:])
		r.call("set_position", nil)
		sameState(t, p.Probe().State(), r.state(), p.FEN())
		r.setByte("perft_depth", 1)
		counted := []uint32{0x4FFFF, 0xFFFFFF, 0xFFFFFFFF}[n%3] // a carry out of 16 bits, of 24, and of all
		n++
		for i, b := range binary.LittleEndian.AppendUint32(nil, counted) {
			r.m.Write(r.byteOf("perft_count", uint32(i)), b)
		}
		r.setByte("hits_ply", 0xFF)
		r.call("perft_node", nil)
		require.Equal(t, counted+uint32(len(p.LegalMoves())), r.long(r.addr("perft_count")), p.FEN())
		r.call("perft", nil)
		require.EqualValues(t, len(p.LegalMoves()), r.long(r.addr("perft_count")), p.FEN())
		r.setByte("perft_depth", 0)
		r.call("perft", nil)
		require.EqualValues(t, 1, r.long(r.addr("perft_count")), p.FEN())
		sameState(t, p.Probe().State(), r.state(), p.FEN())
		r.look(true)
		r.call("flights", nil)
		require.Equal(t, p.Probe().Flights(), r.byte("flights_count"), p.FEN())
		flights[p.Probe().Flights()]++
	})
	enough(t, len(flights), 4)
}

// A move of the book is read as its bits say, and counts as legal only if it is.
func TestRoutinesBook(t *testing.T) { onMachines(t, testRoutinesBook) }

func testRoutinesBook(t testing.TB, r *rig) {
	at := r.addr("pst")
	for i := range 1 << 16 {
		if i%7 != 0 {
			continue
		}
		first, second, left := byte(i), byte(i>>8), uint32(i%3)
		if i%5 == 0 {
			left = 255
		}
		r.m.Write(at, first)
		r.m.Write(at+1, second)
		high := byte(i * 37)
		r.m.Write(r.byteOf("key", 3), high)
		// Six bits of the square, rank first, and one of the number; then three
		// bits of the weight less 1, three more of the number, and whether
		// another move follows.
		bytes := uint32(1 + first>>7)
		if bytes == 1 {
			second = 0
		}
		which := first ^ high
		want := out{"cut": true}
		if left >= bytes {
			want = out{
				"cut": false, "to": which>>3&7<<4 | which&7, "number": which>>6&1 + 2*(second>>3&7),
				"weight": 1 + second&7, "last": second < 0x80, "place": at + bytes, "left": left - bytes,
			}
		}
		r.gives("book_entry", in{"place": at, "left": left}, want)
	}
	numbers := map[int]int{}
	// Which of the moves to a square it is, and one more than there are.
	numbered := func(p *goengine.Position, squares ...goengine.Square) {
		all := generated(p)
		r.raw(r.addr("raw_moves"), all...)
		count := map[goengine.Square]int{}
		for _, m := range all {
			if m.Move == m.Move&0xFF77 {
				count[m.Move.To()]++
			}
		}
		for _, to := range squares {
			before := -1
			for n := range 16 {
				o := r.call("book_from", in{"to": to, "number": n})
				require.Equal(t, n < count[to], o.is("yes"), "%s to %02x, number %d", p.FEN(), to, n)
				if !o.is("yes") {
					continue
				}
				numbers[n]++
				from := goengine.Square(o.value("from"))
				require.Contains(t, p.LegalMoves(), goengine.Move(from)|goengine.Move(to)<<8, p.FEN())
				require.Greater(t, int(from^to), before, "%s to %02x, number %d", p.FEN(), to, n)
				before = int(from ^ to)
			}
		}
	}
	hostile(19, slow(200, 2000), func(p *goengine.Position) {
		r.set(p)
		all := generated(p)
		if len(all) == 0 {
			return
		}
		var table []byte
		total := 0
		for i, m := range all {
			if total < 60 && m.Move == m.Move&0xFF77 { // to a queen
				table = append(table, bookCode(p, m.Move, 1+i%8, false)...)
				total += 1 + i%8
			}
		}
		last := len(table) - 2
		ask := func(left int) outcome {
			r.m.WriteBytes(at, table)
			return r.call("book_moves_legal", in{"first": at, "left": left})
		}
		legal := func(left int) bool { return ask(left).is("yes") }
		require.False(t, legal(len(table)), "no move is the last")
		table[last+1] &^= 0x80
		found := ask(len(table))
		require.True(t, found.is("yes"), p.FEN())
		require.EqualValues(t, total, found.value("total"), p.FEN())
		require.True(t, legal(255), p.FEN())
		require.False(t, legal(len(table)-1), p.FEN())
		table[last] ^= 0x3F
		wrong := bookMoveOf(p, table[last:])
		require.Equal(t, wrong != goengine.NoMove, legal(len(table)), p.FEN())
		numbered(p, all[0].Move.To(), all[len(all)-1].Move.To(), 0x33)
		r.raw(r.addr("raw_moves")) // no moves, but where one was
		r.gives("book_from", in{"to": all[0].Move.To(), "number": 0}, out{"yes": false})
	})
	// A pawn checks: few moves are legal.
	const checked = "4k3/8/8/8/2n5/3p4/4K3/R6R w - - 0 1"
	for _, fen := range []string{checked, turned(checked)} {
		p := position(t, fen)
		require.True(t, p.InCheck())
		r.set(p)
		for which := range byte(1 << 7) {
			code := (which ^ r.m.Read(r.byteOf("key", 3))) & 0x7F
			r.m.Write(at, code)
			want := bookMoveOf(p, []byte{code | 0x80, 0}) != goengine.NoMove
			r.gives("book_moves_legal", in{"first": at, "left": 1}, out{"yes": want}, "%s %x", fen, which)
		}
	}
	crowd := position(t, "1k6/8/3N1N2/2N3N1/Q2K3R/2N3N1/3NRN2/1B5B w - - 0 1")
	r.set(crowd)
	numbered(crowd, 0x34) // thirteen pieces
	require.Len(t, numbers, 13)
}

// bookMoveOf returns the move of a code of two bytes, if it is legal.
func bookMoveOf(p *goengine.Position, code []byte) goengine.Move {
	for _, m := range p.LegalMoves() {
		if m == m&0xFF77 {
			if own := bookCode(p, m, 1, true); own[0] == code[0] && own[1]&0x38 == code[1]&0x38 {
				return m
			}
		}
	}
	return goengine.NoMove
}
