package hostbridge

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/emu/z80/z80test"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// z80Registers are the bytes that a call may change.
var z80Registers = []string{
	"A", "F", "B", "C", "D", "E", "H", "L", "IXH", "IXL", "IYH", "IYL",
	"A'", "F'", "B'", "C'", "D'", "E'", "H'", "L'",
}

// z80Test is what the tests of routines have to know of the Z80's.
var z80Test = &cpuTest{
	registers: z80Registers,
	groups: map[string][]string{
		"AF": {"A", "F"}, "BC": {"B", "C"}, "DE": {"D", "E"}, "HL": {"H", "L"},
		"IX": {"IXH", "IXL"}, "IY": {"IYH", "IYL"},
		"AF'": {"A'", "F'"}, "BC'": {"B'", "C'"}, "DE'": {"D'", "E'"}, "HL'": {"H'", "L'"},
		"BCDE":  {"B", "C", "D", "E"},
		"carry": {"F"}, "Carry": {"F"}, "Z": {"F"},
		"SP": {},
	},
	readRegisters: func(m emu.Machine, into []byte) {
		r := as[*z80.Machine](m).Regs().All()
		for i, w := range [...]uint16{r.AF, r.BC, r.DE, r.HL, r.IX, r.IY, r.AF2, r.BC2, r.DE2, r.HL2} {
			into[2*i], into[2*i+1] = byte(w>>8), byte(w)
		}
	},
	stackPointer: func(m emu.Machine) uint32 { return uint32(as[*z80.Machine](m).Regs().SP()) },
	fill: func(m emu.Machine, first, step uint32) {
		r := as[*z80.Machine](m).Regs()
		all := r.All()
		for i, w := range []*uint16{&all.AF, &all.BC, &all.DE, &all.HL, &all.AF2, &all.BC2, &all.DE2, &all.HL2, &all.IX, &all.IY} {
			*w = uint16(first>>16) + uint16(i)*uint16(step)
		}
		r.SetAll(all)
	},
	callLength: func(m emu.Machine, addr uint32) uint32 {
		if op := m.Read(addr); op == 0xCD || op&0xC7 == 0xC4 {
			return 3
		}
		return 0
	},
	seldom: map[string]string{
		"generate_castling IX": "the king's steps are asked about before, and leave the same",
		"look_enemy AF":        "only look falls into it, when look_own has left what it leaves",
		"loses D":              "all who call it have the piece's board byte there already",
		"loses_hit D":          "the same",
	},
	neverCalled: map[string]string{
		"start": "entered by reset",
		"idle":  "entered by reset, never left",
	},
	untested: map[string]string{
		"start": "entered, not called: TestRoutinesStart",
		"idle":  "the same",

		"search":  "every search of a test",
		"iterate": "search but for set_up",
		"follow":  "what try_all and node are compared by: it needs both",
		"scout":   "follow with another window and price, which try_all chooses",

		"judge_half":   "keeps list_half's places, and is compared with it",
		"drop_waiting": "keeps list_half's places, and is compared with it",

		"king_passed":  "what king_ending begins with, and is compared with it",
		"near_side":    "a loop of near_king_terms, by its registers",
		"near_squares": "a loop of near_king_terms, by its registers",

		"swap_straight":      "counts into swap_off's states, in the midst of its look along a ray",
		"swap_diagonal":      "as swap_straight",
		"swap_near_straight": "as swap_straight",
		"swap_near_white":    "as swap_straight",
		"swap_near_black":    "as swap_straight",
		"swap_knight":        "as swap_straight",
		"swap_king":          "as swap_straight",
		"swap_overflow":      "as swap_straight",
		"swap_many":          "takes from the stack what swap_long and swap_slow have put there",
	},
	squareAt: func(m *rig, id uint32) uint32 { return m.addr("square") + id },
	in: map[string]map[string]string{
		"look":                 {"maybe": "a"},
		"attacked":             {"square": "e", "side": "a"},
		"gives_check":          {"code": "d", "from": "c", "to": "e"},
		"make_move":            {"move": "hl"},
		"make_board":           {"move": "hl"},
		"unmake_board":         {"move": "hl"},
		"swap_off":             {"square": "de", "worth": "a", "side": "b"},
		"candidates":           {"from": "c", "flags": "b", "to": "de"},
		"best_swap":            {"slots": "hl"},
		"loses":                {"from": "c", "flags": "b", "to": "de"},
		"loses_hit":            {"from": "c", "flags": "b", "to": "de"},
		"pawn_guards":          {"code": "d", "square": "e"},
		"exchange_loss":        {"from": "c", "flags": "b", "to": "de"},
		"after":                {"move": "hl", "static": "de"},
		"set_prices":           {"phase": "a"},
		"threatens_mate":       {"code": "d", "from": "c", "to": "e"},
		"book_move":            {"random": "a"},
		"attacked_by_white":    {"square": "e"},
		"attacked_by_black":    {"square": "e"},
		"officer_attacks":      {"last": "de", "square": "iyl", "colour": "iyh", "board": "b", "table": "h"},
		"officer_reaches":      {"ways": "a", "from": "c", "difference": "l", "square": "iyl", "colour": "iyh", "board": "b", "table": "h"},
		"look_line":            {"ways": "a", "from": "c", "difference": "l", "square": "iyl", "colour": "iyh", "board": "b", "table": "h"},
		"set_scan":             {"count": "a", "id": "d"},
		"look_own":             {"maybe": "a"},
		"look_node":            {"maybe": "a"},
		"promote":              {"from": "a", "id": "d", "square": "e"},
		"demote":               {"id": "d", "square": "e"},
		"hop_rook":             {"to": "e"},
		"move_rook":            {"from": "c", "to": "d"},
		"make_board_capture":   {"from": "c", "to": "e"},
		"make_board_quiet":     {"from": "c", "to": "e"},
		"unmake_board_capture": {"from": "c", "to": "e"},
		"unmake_board_quiet":   {"from": "c", "to": "e"},
		"piece_code":           {"id": "d"},
		"toggle_key":           {"id": "a", "square": "e", "low": "de'", "third": "c'", "fourth": "b'"},
		"pin_of":               {"square": "c"},
		"pin_fits":             {"board": "de", "step": "iyl"},
		"finish":               {"end": "hl"},
		"filter_evasions":      {"end": "hl"},
		"king_safe":            {"king": "c", "to": "e", "stamp": "c'"},
		"is_legal":             {"from": "c", "to": "e"},
		"mark_helpful":         {"mark": "c"},
		"generate_castling":    {"stamp": "c'"},
		"phase_of":             {"weight": "c"},
		"weigh":                {"number": "a"},
		"bump":                 {"add": "a", "kind": "c", "square": "e", "side": "ix"},
		"own_fact":             {"fact": "a", "side": "ix"},
		"king_of_enemy":        {"side": "ix"},
		"exposed":              {"side": "ix"},
		"passed_from":          {"place": "hl"},
		"draw_king":            {"step": "d", "square": "e", "side": "ix"},
		"root_ahead":           {"side": "ix"},
		"worth":                {"side": "ix"},
		"pawn_terms":           {"side": "ix"},
		"guard_terms":          {"side": "ix"},
		"rook_files":           {"side": "ix"},
		"near_king_terms":      {"side": "ix"},
		"early_terms":          {"side": "ix"},
		"piece_terms":          {"side": "ix"},
		"king_terms":           {"side": "ix"},
		"king_ending":          {"side": "ix"},
		"book_entry":           {"place": "hl", "left": "e"},
		"book_from":            {"to": "b", "number": "c"},
		"book_moves_legal":     {"first": "hl", "left": "e"},
		"after_quiet":          {"from": "c", "to": "b", "static": "de"},
		"after_capture":        {"from": "c", "to": "b", "static": "de"},
		"after_flags":          {"from": "c", "to": "b", "flags": "a", "static": "de"},
		"swap_slow":            {"square": "c", "worth": "a'", "side": "b"},
		"swap_slow_count":      {"place": "hl", "rank": "d"},
		"swap_slow_cheapest":   {"offset": "b"},
		"swap_white":           {"white": "d", "black": "e", "kings": "b", "worth": "a'"},
		"swap_black":           {"white": "d", "black": "e", "kings": "b", "worth": "a'"},
		"swap_long":            {"own": "d", "other": "e", "kings": "b", "worth": "a'"},
		"swap_at_to":           {"place": "hl", "code": "d", "to": "e"},
		"attacks":              {"code": "d", "to": "e"},
		"is_killer":            {"from": "c", "to": "e"},
		"early_killer":         {"bit": "b"},
		"promoted_code":        {"from": "c", "board": "h"},
		"judge_check":          {"from": "c", "to": "e", "code": "d", "flags": "b"},
		"judge_tactical":       {"move": "hl"},
		"emit":                 {"category": "a"},
		"price_of":             {"record": "hl"},
		"late_price":           {"price": "c"},
		"spent":                {"price": "c"},
		"restrict":             {"first": "de"},
		"within_byte":          {"number": "hl"},
		"filter":               {"first": "de"},
		"drop_move":            {"move": "de", "first": "hl"},
		"try_cached":           {"half": "a"},
		"in_parts":             {"stages": "a"},
		"passes":               {"margin": "a"},
		"terminal":             {"static": "score de"},
		"terminal_high":        {"static": "score de"},
		"less_tempo":           {"static": "score de", "tempo": "a"},
		"swap_bounds":          {"score": "score t_score"},
		"test":                 {"value": "score de"},
		"best":                 {"ply": "a"},
		"scan_moves":           {"first": "hl"},
		"scan_quiet":           {"first": "de", "checks": "a"},
		"try_waiting":          {"checks": "a"},
	},
	out: map[string]map[string]string{
		"has_legal_move":     {"yes": "carry"},
		"is_legal":           {"yes": "carry", "flags": "a", "from": "c", "to": "e"},
		"attacked":           {"yes": "carry"},
		"in_check":           {"yes": "carry"},
		"gives_check":        {"yes": "carry"},
		"repeated":           {"yes": "carry"},
		"insufficient":       {"yes": "carry"},
		"play_move":          {"yes": "carry"},
		"swap_off":           {"won": "a"},
		"candidates":         {"slots": "hl"},
		"swap_bounds":        {"none": "carry"},
		"best_swap":          {"won": "a"},
		"loses":              {"yes": "a", "zero": "zero"},
		"loses_hit":          {"yes": "a", "zero": "zero"},
		"pawn_guards":        {"yes": "zero"},
		"exchange_loss":      {"lost": "a", "zero": "zero"},
		"static":             {"value": "hl"},
		"after":              {"value": "hl"},
		"phase":              {"phase": "a"},
		"threatens_mate":     {"yes": "carry"},
		"book_move":          {"yes": "carry", "move": "hl"},
		"attacked_by_white":  {"yes": "carry"},
		"attacked_by_black":  {"yes": "carry"},
		"officer_attacks":    {"yes": "carry"},
		"officer_reaches":    {"yes": "carry"},
		"hop_rook":           {"from": "c", "to": "d"},
		"move_rook":          {"id": "l"},
		"make_board":         {"from": "c", "to": "e", "flags": "b"},
		"unmake_board":       {"from": "c", "to": "e", "flags": "b"},
		"piece_code":         {"code": "a"},
		"toggle_key":         {"low": "de'", "third": "c'", "fourth": "b'"},
		"pin_of":             {"step": "iyl"},
		"pin_fits":           {"no": "zero"},
		"finish":             {"end": "hl"},
		"filter_evasions":    {"end": "hl"},
		"known_hits":         {"stamp": "c'"},
		"king_safe":          {"no": "carry"},
		"phase_of":           {"phase": "a"},
		"weigh":              {"number": "a"},
		"gather":             {"weight": "c"},
		"own_fact":           {"place": "hl"},
		"king_of_enemy":      {"square": "a"},
		"exposed":            {"number": "a"},
		"passed_from":        {"rank": "a"},
		"root_ahead":         {"ahead": "hl"},
		"book_entry":         {"to": "b", "number": "c", "weight": "d", "last": "zero", "cut": "carry", "place": "hl", "left": "e"},
		"book_from":          {"yes": "carry", "from": "c"},
		"book_moves_legal":   {"yes": "carry", "total": "shared_bytes"},
		"clear_hits":         {"stamp": "a"},
		"after_quiet":        {"value": "hl"},
		"after_capture":      {"value": "hl"},
		"after_flags":        {"value": "hl"},
		"swap_slow":          {"gain": "a"},
		"swap_slow_cheapest": {"worth": "a", "none": "carry"},
		"swap_white":         {"gain": "a"},
		"swap_black":         {"gain": "a"},
		"swap_long":          {"gain": "a"},
		"swap_at_to":         {"gain": "a", "none": "zero"},
		"attacks":            {"yes": "carry"},
		"early_killer":       {"yes": "carry", "static": "score hl"},
		"try_killers":        {"cut": "carry"},
		"killers_part":       {"cut": "carry"},
		"try_cached":         {"cut": "carry"},
		"within_byte":        {"price": "a"},
		"promoted_code":      {"code": "d", "from": "c"},
		"judge_check":        {"category": "a", "judged": "carry"},
		"judge_tactical":     {"category": "a"},
		"price_of":           {"price": "c"},
		"late_price":         {"price": "a", "late": "carry"},
		"spent":              {"yes": "carry"},
		"fifty":              {"yes": "carry"},
		"any_waiting":        {"none": "zero"},
		"value_draw":         {"value": "score hl", "cut": "carry"},
		"no_moves":           {"value": "score hl", "cut": "carry"},
		"node":               {"value": "score hl", "cut": "carry"},
		"expand":             {"value": "score hl", "cut": "carry"},
		"frontier":           {"value": "score hl", "cut": "carry"},
		"in_parts":           {"value": "score hl", "cut": "carry"},
		"passes":             {"yes": "carry"},
		"passes_ahead":       {"yes": "carry", "asked": "a"},
		"limit_reached":      {"yes": "carry"},
		"expand_unpassed":    {"value": "score hl", "cut": "carry"},
		"mates":              {"yes": "carry"},
		"terminal":           {"value": "score de"},
		"terminal_high":      {"value": "score de"},
		"less_tempo":         {"value": "score de"},
		"test":               {"cut": "carry"},
		"best":               {"cut": "carry"},
		"pick_best":          {"record": "hl"},
		"pick_next":          {"record": "hl"},
		"scan_moves":         {"cut": "carry"},
		"scan_quiet":         {"cut": "carry"},
		"has_room":           {"yes": "carry"},
		"quiet_room":         {"yes": "carry"},
		"try_waiting":        {"value": "score hl", "cut": "carry"},
		"try_all":            {"value": "score hl", "cut": "carry"},
	},
	register: func(m *rig, name string) (uint32, bool) {
		all := as[*z80.Machine](m.m).Regs().All()
		switch name {
		case "carry":
			return uint32(all.AF & 1), true
		case "zero":
			return uint32(all.AF >> 6 & 1), true
		}
		name, biased := strings.CutPrefix(name, "score ")
		pair, shift, mask, ok := z80Register(&all, name)
		if !ok {
			return 0, false
		}
		v := *pair >> shift & mask
		if biased {
			v -= 0x8000 // search.inc
		}
		return uint32(v), true
	},
	setRegister: func(m *rig, name string, v uint32) bool {
		r := as[*z80.Machine](m.m).Regs()
		all := r.All()
		name, biased := strings.CutPrefix(name, "score ")
		pair, shift, mask, ok := z80Register(&all, name)
		if !ok {
			if biased {
				m.setScore(name, int16(v))
			}
			return biased
		}
		if biased {
			v += 0x8000
		}
		*pair = *pair&^(mask<<shift) | uint16(v)&mask<<shift
		r.SetAll(all)
		return true
	},
	flags: func(m *rig, addr uint32) uint8 { return m.m.Read(addr + 2) },
	setRaw: func(m *rig, addr uint32, g probe.Move) {
		m.layout.setMove(addr, g.Move)
		m.m.Write(addr+2, g.Flags)
	},
	take:        func(m *rig, addr uint32) { m.putWord("n_move", uint16(addr)) },
	judge:       func(m *rig, addr uint32) { m.putWord("j_move", uint16(addr)) },
	flagsJudged: func(m *rig) uint8 { return m.m.Read(uint32(m.word("j_move")) + 2) },
	takeRecord:  func(m *rig, addr uint32) { m.putWord("n_move", uint16(addr)) },
	early:       func(m *rig) probe.Move { return m.rawMoveAt(uint32(m.word("raw_end"))) },
	row:         func(m *rig, ply int) uint32 { return uint32(m.m.ReadWord(m.addr("pv_rows") + 2*uint32(ply))) },
	made: func(m *rig, g probe.Move) {
		m.layout.setMove(m.addr("undo"), g.Move)
		m.m.Write(m.addr("undo")+2, g.Flags)
		m.putWord("undo_top", uint16(m.addr("undo")+3))
	},
	scans: []string{"scan_white", "scan_black"},
	unseen: []brokenROM{
		// jr nc,.Lhigh: no good quiet move that ends at its node is seen.
		{"a high quiet move goes unseen", "scan_quiet", 0, []byte{0xB9, 0x30}, []byte{0xB9, 0x00, 0x00}},
		// ld (hl),0: a terminal move above alpha gets the line of an earlier one.
		{"an old line is kept", "terminal_high", 0, []byte{0x36, 0x00}, []byte{0x00, 0x00}},
	},
	sift: func(m *rig, label string, start uint32) {
		m.putWord("gen_start", uint16(start))
		if label == "drop_bad_en_passant" {
			m.call(label, nil)
			return
		}
		m.putWord("raw_end", uint16(m.call(label, in{"end": uint32(m.word("raw_end"))}).value("end")))
	},
	turned: true,
	unscan: func(m *rig, side uint8) { m.setByte(z80Scan(side), 0xEE) },
	scanned: func(m *rig, side, slots uint8) {
		label := z80Scan(side)
		// The last slot, and the entry of the jump table for that number.
		require.Equal(m.t, m.addr("square")+uint32(side)<<4+uint32(slots)-1, uint32(m.word(label)))
		entry := m.m.ReadWord(m.addr("officer_scan") + 2*uint32(min(slots, 9)))
		require.Equal(m.t, entry, m.m.ReadWord(m.addr(label)+2))
	},
	// The keys lie in four pages, one for each byte.
	history: func(m *rig) []uint32 {
		keys := []uint32{}
		for i := range uint32(m.byte("nkeys")) {
			k := uint32(0)
			for b := range uint32(4) {
				k |= uint32(m.m.Read(m.addr("keys")+b<<8+i)) << (8 * b)
			}
			keys = append(keys, k)
		}
		return keys
	},
	setHistory: func(m *rig, keys []uint32, rest uint32) {
		for i := range uint32(256) {
			k := rest
			if i < uint32(len(keys)) {
				k = keys[i]
			}
			for b := range uint32(4) {
				m.m.Write(m.addr("keys")+b<<8+i, byte(k>>(8*b)))
			}
		}
		m.setByte("nkeys", byte(len(keys)))
	},
	slots: func(m *rig, label string) uint32 { return uint32(m.m.ReadWord(m.addr(label))) },
	hitClass: func(m *rig, sq goengine.Square) int {
		switch got, stamp := m.m.Read(m.addr("hits")+uint32(sq)), m.byte("hits_stamp"); {
		case got > stamp:
			return 2
		case got == stamp:
			return 1
		}
		return 0
	},
	cached: func(m *rig) (mv goengine.Move, check, budget uint8) {
		at := uint32(m.word("key") & 0x3FF)
		mv = goengine.Move(m.m.Read(m.addr("cache_from")+at)) | goengine.Move(m.m.Read(m.addr("cache_to")+at))<<8
		return mv, m.m.Read(m.addr("cache_check") + at), m.m.Read(m.addr("cache_budget") + at)
	},
	setCached: func(m *rig, mv goengine.Move, check, budget uint8) {
		at := uint32(m.word("key") & 0x3FF)
		m.m.Write(m.addr("cache_from")+at, uint8(mv))
		m.m.Write(m.addr("cache_to")+at, uint8(mv>>8))
		m.m.Write(m.addr("cache_check")+at, check)
		m.m.Write(m.addr("cache_budget")+at, budget)
	},
	longest:   23,
	nodeBar:   4000,
	stackPly:  32,                                                // memory.s
	undefined: []byte{0xDD, 0xDD},                                // a prefix before a prefix
	loop:      func(uint32) []byte { return []byte{0x18, 0xFE} }, // jr
	lockstep:  func(m *rig, cycles uint64) error { return z80test.Run(as[*z80.Machine](m.m), cycles) },
}

// z80Register is where a register or a pair is among all.
func z80Register(all *z80.All, name string) (pair *uint16, shift int, mask uint16, ok bool) {
	pairs := [...]*uint16{&all.AF, &all.BC, &all.DE, &all.HL, &all.IX, &all.IY, &all.AF2, &all.BC2, &all.DE2, &all.HL2}
	for i, pair := range [...]string{"af", "bc", "de", "hl", "ix", "iy", "af'", "bc'", "de'", "hl'"} {
		if pair == name {
			return pairs[i], 0, 0xFFFF, true
		}
	}
	i := slices.Index(z80Registers, strings.ToUpper(name))
	if i < 0 {
		return nil, 0, 0, false
	}
	return pairs[i/2], 8 * (1 - i%2), 0xFF, true
}

// A search may end between two looks at the low word, when it holds 32,768 or
// more that the high part has not got yet.
func TestZ80NodesAreNotLostBetweenTwoLooks(t *testing.T) {
	m := newRig(t, "z80", Options{})
	m.m.WriteWord(m.addr("nodes"), 0x8002)
	m.m.WriteWord(m.addr("nodes_high"), 1)
	require.Equal(t, uint64(32768+0x8002), m.layout.nodes())
}

// Constants that the Z80's sources can't check are what they should be.
func TestZ80Memory(t *testing.T) {
	m := newRig(t, "z80", Options{})
	require.Equal(t, uint32(22), m.addr("n_block_end")-m.addr("n_block"), "what follow pushes and pops")
	require.Zero(t, m.addr("killers")&0xFF)
	require.Zero(t, m.addr("price")&0xFF)
	require.Zero(t, m.addr("sorted_stack")&7)
	require.Equal(t, m.addr("killers")>>8, (m.addr("cached_moves")+2*goengine.MaxPly-1)>>8)
	for i, name := range []string{"cache_check", "cache_from", "cache_to", "cache_budget"} {
		require.Equal(t, m.addr("cache_check")&^0xFF+uint32(i)*1024, m.addr(name))
	}
	require.Equal(t, m.addr("price")>>8, (m.addr("profile")+uint32(len((&goengine.Profile{}).Bytes()))-1)>>8)
	require.Equal(t, m.addr("pv_len")>>8, (m.addr("pv_len")+goengine.MaxPly+1)>>8)
	require.Zero(t, m.addr("raw_moves")&0xFF, "where fewer than 256 moves wait the high byte tells")
	require.Equal(t, uint32(0x4300), m.addr("pst"))
	for name, size := range map[string]uint32{"officer_scan": 20, "ways": 5, "key_place": 28, "pv_rows": 66} {
		require.LessOrEqual(t, m.addr(name)&0xFF+size, uint32(256), "%s crosses a page", name)
	}
}

// z80Scan is where set_scan puts what it has of a side.
func z80Scan(side uint8) string {
	if side == goengine.Black {
		return "scan_black"
	}
	return "scan_white"
}
