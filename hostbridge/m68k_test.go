package hostbridge

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
	"github.com/searchex/searchex/internal/work"
)

// m68kTest is what the tests of routines have to know of the 68000's. Names of
// arguments and answers: d0 to d7, a0 to a6, whole; d0.b, d0.w: their low part,
// as an answer without sign; board d0, board a0: the place of a square on the board; yes: the zero flag is clear,
// plus: the sign is; carry, zero; raw: the raw move at an address becomes the one at hand; word L, long L
// and score L: at label L; any other is a label's byte, L+2 a later one's.
// Several, with commas, get the same.
var m68kTest = &cpuTest{
	registers: m68kRegisters,
	groups:    m68kGroups,
	readRegisters: func(m emu.Machine, into []byte) {
		r := as[*m68k.Machine](m).Regs()
		for n := range 15 {
			v := m68kRegister(r, n)
			for i := range 4 {
				into[4*n+i] = byte(v >> (24 - 8*i))
			}
		}
	},
	stackPointer: func(m emu.Machine) uint32 { return as[*m68k.Machine](m).Regs().A(7) },
	fill: func(m emu.Machine, first, step uint32) {
		r := as[*m68k.Machine](m).Regs()
		for n := range 8 {
			r.SetD(n, first+uint32(n)*step)
		}
		for n := range 5 {
			r.SetA(n, first+8*step+uint32(n)*step)
		}
	},
	callLength: func(m emu.Machine, addr uint32) uint32 {
		switch op := m.ReadWord(addr); {
		case op == 0x6100: // bsr, jsr
			return 4
		case op>>8 == 0x61:
			return 2
		case op == 0x4EB9:
			return 6
		case op == 0x4EB8 || op == 0x4EBA || op&^7 == 0x4EA8 || op == 0x4EBB || op&^7 == 0x4EB0:
			return 4
		case op&^7 == 0x4E90:
			return 2
		}
		return 0
	},
	seldom: map[string]string{
		"look_enemy D7":      "only look falls into it, when look_own has left the same in it",
		"repeated D1":        "make_move leaves the key in it",
		"base A0":            "weigh before it leaves the same in it",
		"gather D1":          "clear_hits before it ends with the same",
		"near_king_terms D2": "rook_files before it ends with the same",
		"near_king_terms D5": "four times a bishop's pull, 8, is what pawn_terms ends with",
		"piece_terms D5":     "the same",
		"swap_long A0":       "swap_white, which goes on there, has the same in it",
		"worth A0":           "mix before it leaves the same in it",
	},
	neverCalled: map[string]string{
		"start": "entered by reset",
		"idle":  "entered by reset, never left",

		"pawn_guards": "loses_hit and judge_tactical have it in line",
		"swap_off":    "who has the place calls swap_place",
		"swap_bounds": "terminal_high has the same sum in line, by a macro of both",

		"passes_ahead": "follow has its beginning in line, by a macro of both",
		"terminal":     "scan_quiet and try_all have its beginning in line",
		"early_killer": "try_killers and killers_part have it in line, by a macro of all",
		"pick_next":    "try_all has it in line",
		"is_killer":    "list_full and judge_half compare both bytes at once",
	},
	untested: map[string]string{
		"passes_likely": "what passes_ahead falls into",

		"tactical_rare": "a part of generate_tactical, and tested with it",
		"quiet_rare":    "a part of generate_quiet, and tested with it",

		"judge_half":   "keeps list_half's places, and is compared with it",
		"drop_waiting": "the same",

		"king_passed": "what king_ending begins with, and is compared with it",

		"set_kind": "what promote and demote are compared by",

		"start": "entered, not called: TestRoutinesStart",
		"idle":  "the same",

		"swap_place":    "what swap_off falls into, and best_swap calls",
		"swap_overflow": "leads swap_off to swap_slow, whose test takes it",
		"swap_many":     "takes from the stack what swap_long and swap_slow have put there",

		"search":  "every search of a test",
		"iterate": "search but for set_up",
		"follow":  "what try_all and node are compared by: it needs both",
		"scout":   "follow with another window and price, which try_all chooses",
	},
	wide: true,
	workCalls: map[work.Kind][]string{
		// best_swap and loses see without one that a pawn guarded by a pawn is safe.
		work.SwapOffs: {},
		// list_full judges a list of two without a map, where no move needs it.
		work.Maps: {},
		// list_tactical judges most captures in line.
		work.JudgedCaptures: {},
		// early_killer sees itself that there is no killer yet.
		work.EarlyTests: {},
		// try_all looks most prices up in line.
		work.Picks: {},
	},
	unseen: []brokenROM{
		// bls.s .Lhigh, right before hook_low.
		{"a high quiet move goes unseen", "hook_low", -2, []byte{0x63}, []byte{0x4E, 0x71}},
		// clr.b (%a0,%d1.w): a terminal move above alpha gets the line of an earlier one.
		{"an old line is kept", "terminal_high", 0, []byte{0x42, 0x30, 0x10, 0x00}, []byte{0x4E, 0x71, 0x4E, 0x71}},
	},
	squareAt: func(m *rig, id uint32) uint32 { return m.addr("square") + 4*id + 3 },
	ready: func(m *rig) {
		r := as[*m68k.Machine](m.m).Regs()
		r.SetA(5, m.addr("board"))
		r.SetA(6, m68kFrame(m))
	},
	in: map[string]map[string]string{
		// board group: position, board, makeboard, key, perft, book
		"make_move":            {"move": "raw"},
		"promote":              {"from": "d2", "id": "d1", "square": "d0"},
		"demote":               {"id": "d1", "square": "d0"},
		"hop_rook":             {"to": "d0"},
		"move_rook":            {"from": "d0", "to": "d2"},
		"make_board":           {"move": "raw"},
		"unmake_board":         {"move": "raw"},
		"make_board_capture":   {"from": "d3", "to": "d4"},
		"make_board_quiet":     {"from": "d3", "to": "d4"},
		"unmake_board_capture": {"from": "d3", "to": "d4"},
		"unmake_board_quiet":   {"from": "d3", "to": "d4"},
		"toggle_key":           {"id": "d1", "square": "d0", "low": "word key+2", "third": "key+1", "fourth": "key"},
		"piece_code":           {"id": "d0"},
		"book_move":            {"random": "d0.b"},
		"book_entry":           {"place": "a2", "left": "d6"},
		"book_from":            {"to": "d4", "number": "d1"},
		"book_moves_legal":     {"first": "a2", "left": "d6"},

		// rules group: attack, legal, movegen, quiet
		"attacked":            {"square": "d0", "side": "d1"},
		"attacked_by_white":   {"square": "d0"},
		"attacked_by_black":   {"square": "d0"},
		"look":                {"maybe": "d0"},
		"look_own":            {"maybe": "d0"},
		"gives_check":         {"code": "d6", "from": "d0", "to": "d4"},
		"look_line":           {"ways": "d1", "from": "board a0", "difference": "none", "square": "board a3", "colour": "d7 bit", "board": "none", "table": "none"},
		"officer_reaches":     {"ways": "d1", "from": "board a0", "difference": "none", "square": "board d0", "colour": "none", "board": "none", "table": "none"},
		"is_legal":            {"from": "d3", "to": "d4"},
		"enemy_attacks":       {"square": "board a0"},
		"king_leaves":         {"king": "board a0", "to": "board a3"},
		"king_safe":           {"king": "none", "to": "d0", "stamp": "d1"},
		"mark_helpful":        {"mark": "d1"},
		"pin_fits":            {"board": "a0", "step": "d2"},
		"pin_of":              {"square": "board a0"},
		"finish":              {"first": "a0"},
		"filter_evasions":     {"first": "a0"},
		"drop_bad_en_passant": {"first": "a0"},
		"generate_castling":   {"stamp": "d1"},

		// swap group: hits, swapoff, swapslow, losing, glance
		"candidates":         {"from": "d3", "flags": "d5", "to": "d4"},
		"swap_off":           {"square": "d0", "worth": "d1.b", "side": "d2.b"},
		"swap_white":         {"white": "d1.w", "black": "d2.w", "kings": "kings", "worth": "d0"},
		"swap_black":         {"white": "d1.w", "black": "d2.w", "kings": "kings", "worth": "d0"},
		"swap_long":          {"own": "d1.w", "other": "d2.w", "kings": "kings", "worth": "d0"},
		"best_swap":          {"slots": "d0"},
		"swap_slow":          {"square": "d0", "worth": "d1.b", "side": "d2.b"},
		"swap_slow_count":    {"place": "a0", "rank": "d1"},
		"swap_slow_cheapest": {"offset": "d0"},
		"loses":              {"from": "d3", "flags": "d5", "to": "d4"},
		"loses_hit":          {"from": "d3", "flags": "d5", "to": "d4"},
		"pawn_guards":        {"code": "d1", "square": "d0"},
		"exchange_loss":      {"from": "d3", "flags": "d5", "to": "d4"},
		"swap_at_to":         {"place": "a1", "code": "d1", "to": "d4"},
		"threatens_mate":     {"code": "d6", "from": "d3", "to": "d4"},

		// eval group: score, eval, terms, kingterms, price, root
		"after":           {"move": "raw", "static": "score n_static"},
		"after_quiet":     {"from": "d3", "to": "d4", "static": "score n_static"},
		"after_capture":   {"from": "d3", "to": "d4", "static": "score n_static"},
		"after_flags":     {"from": "d3", "to": "d4", "flags": "d5", "static": "score n_static"},
		"phase_of":        {"weight": "d0"},
		"weigh":           {"number": "d0"},
		"bump":            {"add": "d0", "kind": "d1", "square": "d2", "side": "own"},
		"king_of_enemy":   {"side": "own"},
		"worth":           {"side": "own"},
		"exposed":         {"side": "own"},
		"pawn_terms":      {"side": "own"},
		"passed_from":     {"place": "a0"},
		"guard_terms":     {"side": "own"},
		"piece_terms":     {"side": "own"},
		"early_terms":     {"side": "own"},
		"rook_files":      {"side": "own"},
		"near_king_terms": {"side": "own"},
		"draw_king":       {"step": "d1", "square": "d0", "side": "own"},
		"root_ahead":      {"side": "own"},
		"king_terms":      {"side": "own"},
		"king_ending":     {"side": "own"},
		"set_prices":      {"phase": "d0"},
		"within_byte":     {"number": "d0"},
		"price_of":        {"record": "record,a2"},
		"late_price":      {"price": "d0"},
		"restrict":        {"first": "a0"},

		// lists group: list, half, early, cache
		"judge_check":    {"from": "d0", "to": "d4", "code": "d6.b", "flags": "d5.b"},
		"judge_tactical": {"move": "raw"},
		"promoted_code":  {"from": "d3", "board": "none"},
		"is_killer":      {"from": "d3", "to": "d4"},
		"emit":           {"category": "d1.b"},
		"attacks":        {"code": "d6.b", "to": "d4"},
		"early_killer":   {"bit": "d7.b"},
		"drop_move":      {"move": "move", "first": "a0"},
		"try_cached":     {"half": "d0.b"},
		"filter":         {"first": "a0"},

		// search group: search, try, scan, pass
		"look_node":     {"maybe": "d0"},
		"in_parts":      {"stages": "d0"},
		"spent":         {"price": "d0"},
		"try_waiting":   {"checks": "d0"},
		"test":          {"value": "d0"},
		"best":          {"ply": "d1"},
		"scan_moves":    {"first": "a0"},
		"scan_quiet":    {"first": "long n_first_waiting", "checks": "d0"},
		"terminal":      {"static": "d0"},
		"terminal_high": {"static": "d0"},
		"less_tempo":    {"static": "d0", "tempo": "none"},
		"swap_bounds":   {"score": "d0"},
		"passes":        {"margin": "d0.b"},
	},
	out: map[string]map[string]string{
		// board group
		"hop_rook":         {"from": "d0.w", "to": "d2.w"},
		"move_rook":        {"id": "d1.w"},
		"toggle_key":       {"low": "word key+2", "third": "key+1", "fourth": "key"},
		"piece_code":       {"code": "d1.b"},
		"repeated":         {"yes": "yes"},
		"insufficient":     {"yes": "yes"},
		"play_move":        {"yes": "yes"},
		"book_move":        {"yes": "yes", "move": "move play_from"},
		"book_entry":       {"to": "d4.w", "number": "d1.w", "weight": "d2.w", "last": "zero", "cut": "carry", "place": "a2", "left": "d6.w"},
		"book_from":        {"yes": "yes", "from": "d3.w"},
		"book_moves_legal": {"yes": "yes", "total": "d7.w"},

		// rules group
		"in_check":          {"yes": "yes"},
		"attacked":          {"yes": "yes"},
		"attacked_by_white": {"yes": "yes"},
		"attacked_by_black": {"yes": "yes"},
		"gives_check":       {"yes": "yes"},
		"officer_reaches":   {"yes": "yes"},
		"has_legal_move":    {"yes": "yes"},
		"enemy_attacks":     {"yes": "yes"},
		"king_leaves":       {"no": "yes"},
		"king_safe":         {"no": "yes"},
		"known_hits":        {"stamp": "d1.b"},
		"pin_fits":          {"no": "zero"},
		"pin_of":            {"step": "d2.b"},
		"is_legal":          {"yes": "yes", "flags": "d5.b", "from": "d3 square", "to": "d4.b"},

		// swap group
		"clear_hits":         {"stamp": "d0.b"},
		"candidates":         {"slots": "d0.w", "none": "zero"},
		"swap_off":           {"won": "d0.w"},
		"swap_white":         {"gain": "d0.w"},
		"swap_black":         {"gain": "d0.w"},
		"swap_long":          {"gain": "d0.w"},
		"best_swap":          {"won": "d0.w"},
		"swap_slow":          {"gain": "d0.w"},
		"swap_slow_cheapest": {"worth": "d0.w", "none": "zero"},
		"loses":              {"yes": "yes", "zero": "zero"},
		"loses_hit":          {"yes": "yes", "zero": "zero"},
		"pawn_guards":        {"yes": "zero"},
		"exchange_loss":      {"lost": "d0.w", "zero": "zero"},
		"swap_at_to":         {"gain": "d0.w", "none": "zero"},
		"threatens_mate":     {"yes": "yes"},

		// eval group
		"static":        {"value": "d0.w"},
		"after":         {"value": "d0.w"},
		"after_quiet":   {"value": "d0.w"},
		"after_capture": {"value": "d0.w"},
		"after_flags":   {"value": "d0.w"},
		"phase":         {"phase": "d0.w"},
		"phase_of":      {"phase": "d0.w"},
		"gather":        {"weight": "d0.w"},
		"weigh":         {"number": "d0.b"},
		"king_of_enemy": {"square": "d0.w"},
		"exposed":       {"number": "d0.b"},
		"passed_from":   {"rank": "d0.b"},
		"root_ahead":    {"ahead": "d0.w"},
		"within_byte":   {"price": "d0.w"},
		"price_of":      {"price": "d0.b"},
		"late_price":    {"price": "d0.b", "late": "zero"},

		// lists group
		"judge_check":    {"category": "d0.b", "judged": "plus"},
		"judge_tactical": {"category": "d0.b"},
		"promoted_code":  {"code": "d6.b", "from": "d0.w"},
		"attacks":        {"yes": "yes"},
		"early_killer":   {"yes": "yes", "static": "d0.w"},
		"try_killers":    {"cut": "yes"},
		"killers_part":   {"cut": "yes"},
		"try_cached":     {"cut": "yes"},

		// search group
		"node":            {"value": "d0.w", "cut": "yes"},
		"expand":          {"value": "d0.w", "cut": "yes"},
		"expand_unpassed": {"value": "d0.w", "cut": "yes"},
		"in_parts":        {"value": "d0.w", "cut": "yes"},
		"value_draw":      {"value": "d0.w", "cut": "yes"},
		"no_moves":        {"value": "d0.w", "cut": "yes"},
		"spent":           {"yes": "yes"},
		"fifty":           {"yes": "yes"},
		"any_waiting":     {"none": "zero"},
		"limit_reached":   {"yes": "yes"},
		"has_room":        {"yes": "yes"},
		"quiet_room":      {"yes": "yes"},
		"try_all":         {"value": "d0.w", "cut": "yes"},
		"try_waiting":     {"value": "d0.w", "cut": "yes"},
		"test":            {"cut": "yes"},
		"best":            {"cut": "yes"},
		"pick_best":       {"record": "a2"},
		"pick_next":       {"record": "a2"},
		"scan_moves":      {"cut": "yes"},
		"scan_quiet":      {"cut": "yes"},
		"terminal":        {"value": "d0.w"},
		"terminal_high":   {"value": "d0.w"},
		"less_tempo":      {"value": "d0.w"},
		"mates":           {"yes": "yes"},
		"swap_bounds":     {"none": "yes"},
		"frontier":        {"value": "d0.w", "cut": "yes"},
		"passes":          {"yes": "yes"},
		"passes_ahead":    {"yes": "yes", "asked": "d0.b"},
	},
	register: func(m *rig, name string) (uint32, bool) {
		r := as[*m68k.Machine](m.m).Regs()
		switch name {
		case "yes":
			return bit(!r.Zero()), true
		case "plus":
			return bit(!r.Negative()), true
		case "zero":
			return bit(r.Zero()), true
		case "carry":
			return bit(r.Carry()), true
		case "d3 square": // without a promotion's bits
			return r.D(3) & 0x77, true
		}
		if register, ok := strings.CutPrefix(name, "board "); ok {
			name = register
		}
		base, size, _ := strings.Cut(name, ".")
		if n := m68kNumber(base); n >= 0 {
			switch v := m68kRegister(r, n); {
			case base != name && size == "b":
				return v & 0xFF, true
			case base != name:
				return v & 0xFFFF, true
			default:
				return v, true
			}
		}
		for prefix, read := range map[string]func(addr uint32) uint32{
			"word ": func(a uint32) uint32 { return uint32(m.m.ReadWord(a)) }, "score ": func(a uint32) uint32 { return uint32(m.m.ReadWord(a)) }, "long ": m.long,
			"move ": func(a uint32) uint32 { return uint32(m.layout.move(a)) },
		} {
			if label, ok := strings.CutPrefix(name, prefix); ok {
				return read(m68kPlace(m, label)), true
			}
		}
		return uint32(m.m.Read(m68kPlace(m, name))), true
	},
	setRegister: func(m *rig, names string, v uint32) bool {
		r := as[*m68k.Machine](m.m).Regs()
		for name := range strings.SplitSeq(names, ",") {
			square, board := strings.CutPrefix(name, "board ")
			if board {
				name = square
			}
			base, size, part := strings.Cut(name, ".")
			switch n := m68kNumber(base); {
			case name == "none":
			case name == "d7 bit": // a bit's number
				r.SetD(7, uint32(bits.TrailingZeros32(v)))
			case name == "own": // eval.inc
				facts, side := m.addr("raw_moves"), (v-m.addr("pst"))/0x600
				r.SetA(2, facts+0x10*(1-side))
				r.SetA(3, facts+0x10*side)
				r.SetA(4, m.addr("pst")+0x600*side)
				r.SetD(7, 0x70*side)
			case name == "kings": // white's or the own one, and the other's: bit 16 of their states
				r.SetD(1, r.D(1)&0xFFFF|v&0x40<<10)
				r.SetD(2, r.D(2)&0xFFFF|v&0x80<<9)
			case n >= 0:
				value := v
				if board {
					value += m.addr("board")
				}
				if part {
					mask := map[string]uint32{"b": 0xFF, "w": 0xFFFF}[size]
					value = m68kRegister(r, n)&^mask | v&mask
				}
				if n < 8 {
					r.SetD(n, value)
				} else {
					r.SetA(n-8, value)
				}
			case name == "raw":
				m.cpu.take(m, v)
			case name == "record":
				m.cpu.takeRecord(m, v)
			case name == "move": // from a place where its two bytes stand together
				m68kAtHand(m, m.layout.move(v), uint8(r.D(5)))
			case strings.HasPrefix(name, "word "):
				m.m.WriteWord(m68kPlace(m, name[5:]), uint16(v))
			case strings.HasPrefix(name, "score "):
				m.m.WriteWord(m68kPlace(m, name[6:]), uint16(v))
			case strings.HasPrefix(name, "long "):
				m68kPutLong(m, m68kPlace(m, name[5:]), v)
			default:
				m.m.Write(m68kPlace(m, name), uint8(v))
			}
		}
		return true
	},
	flags: func(m *rig, addr uint32) uint8 { return m.m.Read(addr + 2) },
	setRaw: func(m *rig, addr uint32, g probe.Move) {
		m.m.WriteBytes(addr, []byte{uint8(g.Move), uint8(g.Move >> 8), g.Flags, 0})
	},
	take:        m68kTake,
	judge:       m68kTake,
	flagsJudged: func(m *rig) uint8 { return uint8(as[*m68k.Machine](m.m).Regs().D(5)) },
	takeRecord: func(m *rig, addr uint32) {
		m68kPutLong(m, m.addr("n_record"), addr)
		m68kTake(m, addr)
	},
	early: func(m *rig) probe.Move {
		r := as[*m68k.Machine](m.m).Regs()
		return probe.Move{Move: goengine.Move(r.D(3)&0xFF | r.D(4)&0xFF<<8), Flags: uint8(r.D(5))}
	},
	row: func(m *rig, ply int) uint32 { return m.addr("pv_rows") + 2*goengine.MaxPly*uint32(ply) },
	made: func(m *rig, g probe.Move) {
		at := m68kUndo(m, 0)
		m.m.Write(at+m68kConstant(m, "UNDO_FLAGS"), g.Flags)
		m68kPutLong(m, at+m68kConstant(m, "UNDO_FROM"), m.addr("board")+uint32(g.Move.From()))
		m68kPutLong(m, at+m68kConstant(m, "UNDO_TO"), m.addr("board")+uint32(g.Move.To()))
		// Before it stood a position that none equals, and that isn't history.
		m68kPutLong(m, at, m68kNoState)
		m68kPutLong(m, at+m68kConstant(m, "UNDO_KEY"), ^m.long(m.addr("key")))
		m68kPutLong(m, m.addr("undo_top"), at)
	},
	highFirst: true,
	scans:     []string{"scan_count", "line_count"},
	sift: func(m *rig, label string, start uint32) {
		m.call(label, in{"first": start})
	},
	unscan: func(m *rig, side uint8) { m.m.Write(m.addr("scan_count")+uint32(side), 0xEE) },
	scanned: func(m *rig, side, slots uint8) {
		require.Equal(m.t, slots, m.m.Read(m.addr("scan_count")+uint32(side)))
	},
	history: func(m *rig) []uint32 {
		keys := []uint32{}
		for i := uint32(0); m68kUndo(m, i) >= m.long(m.addr("undo_top")); i++ {
			if m.long(m68kUndo(m, i)) != m68kNoState {
				keys = append(keys, m.long(m68kUndo(m, i)+m68kConstant(m, "UNDO_KEY")))
			}
		}
		return keys
	},
	setHistory: func(m *rig, keys []uint32, rest uint32) {
		for i := range m68kConstant(m, "MAX_KEYS") {
			k := rest
			if i < uint32(len(keys)) {
				k = keys[i]
			}
			m68kPutLong(m, m68kUndo(m, i)+m68kConstant(m, "UNDO_KEY"), k)
		}
		m68kPutLong(m, m.addr("undo_top"), m.addr("undo_end")-m68kConstant(m, "UNDO")*uint32(len(keys)))
	},
	slots:    func(m *rig, label string) uint32 { return uint32(m.m.ReadWord(m.addr(label))) },
	hitClass: z80Test.hitClass,
	// An entry is the byte of the key, the budget and the move.
	cached: func(m *rig) (mv goengine.Move, check, budget uint8) {
		at := m.addr("cache") + 4*(m.long(m.addr("key"))&0x3FF)
		return m.layout.move(at + 2), m.m.Read(at), m.m.Read(at + 1)
	},
	setCached: func(m *rig, mv goengine.Move, check, budget uint8) {
		at := m.addr("cache") + 4*(m.long(m.addr("key"))&0x3FF)
		m.m.WriteBytes(at, []byte{check, budget, uint8(mv), uint8(mv >> 8)})
	},
	longest:   170,
	nodeBar:   3500,
	stackPly:  24,
	undefined: []byte{0xF1, 0x23}, // line F
	loop:      func(uint32) []byte { return []byte{0x60, 0xFE} },
	lockstep: func(m *rig, cycles uint64) error {
		_, err := onHatari(m, cycles)
		return err
	},
}

// m68kRegisters are the bytes of d0 to d7 and a0 to a6, high byte first, and
// m68kGroups the registers that they make, and runs of them, as D0-D7.
var m68kRegisters, m68kGroups = func() (all []string, groups map[string][]string) {
	groups = map[string][]string{"carry": {}, "Z": {}, "SP": {}}
	name := func(n int) string { return fmt.Sprintf("%c%d", "DA"[n/8], n%8) }
	for n := range 15 {
		for i := range 4 {
			all = append(all, fmt.Sprintf("%s.%d", name(n), 3-i))
		}
		groups[name(n)] = all[4*n:]
		for first := n &^ 7; first < n; first++ {
			groups[name(first)+"-"+name(n)] = all[4*first:]
		}
	}
	return all, groups
}()

// m68kNumber is a register's number, d0 0 to a6 14, or -1.
func m68kNumber(name string) int {
	if len(name) != 2 || name[1] < '0' || name[1] > '7' {
		return -1
	}
	switch name[0] {
	case 'd':
		return int(name[1] - '0')
	case 'a':
		return 8 + int(name[1]-'0')
	}
	return -1
}

func m68kRegister(r m68k.Regs, n int) uint32 {
	if n < 8 {
		return r.D(n)
	}
	return r.A(n - 8)
}

func m68kPutLong(m *rig, addr, v uint32) {
	m.m.WriteWord(addr, uint16(v>>16))
	m.m.WriteWord(addr+2, uint16(v))
}

func m68kConstant(m *rig, name string) uint32 {
	v, ok := m.m.Program().Constants[name]
	require.True(m.t, ok, name)
	return v
}

// m68kUndo is the undo record of a move, the oldest 0.
func m68kUndo(m *rig, i uint32) uint32 {
	return m.addr("undo_end") - m68kConstant(m, "UNDO")*(i+1)
}

// m68kNoState marks the record of a move that made writes, in the place of side,
// castle, ep and half.
const m68kNoState = 0xFFFFFFFF

// m68kFrame is where the frame of the ply at hand lies.
func m68kFrame(m *rig) uint32 {
	return m.addr("frames") + m68kConstant(m, "FRAME")*uint32(m.byte("ply"))
}

// m68kPlace is the byte of a label, or of key+2 or the like.
func m68kPlace(m *rig, name string) uint32 {
	label, offset, ok := strings.Cut(name, "+")
	if !ok {
		return m.addr(label)
	}
	return m.addr(label) + uint32(offset[0]-'0')
}

// m68kAtHand makes a move the one at hand.
func m68kAtHand(m *rig, mv goengine.Move, flags uint8) {
	r := as[*m68k.Machine](m.m).Regs()
	r.SetD(3, uint32(mv&0xFF))
	r.SetD(4, uint32(mv>>8))
	r.SetD(5, r.D(5)&^0xFF|uint32(flags))
}

// m68kTake makes the raw move, or the record, at an address the one at hand.
func m68kTake(m *rig, addr uint32) { m68kAtHand(m, m.layout.move(addr), m.m.Read(addr+2)) }

// Constants that the 68000's sources can't check are what they should be.
func Test68000Memory(t *testing.T) {
	m := newRig(t, "68000", Options{})
	require.Zero(t, m.addr("board")&0xFF)
	require.EqualValues(t, m68kConstant(m, "G"), m.addr("board"))
	for _, label := range []string{"side", "piece_keys", "square", "undo", "undo_end", "frames", "sorted_stack", "raw_moves", "cache"} {
		require.Zero(t, m.addr(label)&3, label)
	}
}
