package main

import "github.com/searchex/searchex/goengine"

// This file is the list of what is generated: add entries here. The numbers come from package goengine, which is
// their home; a table's label is the Go name in the manner of the assemblies (knightSteps is knight_steps), and a
// constant's is in capitals.

// constants returns the numbers that go into constants_gen.inc, in order.
func constants() []constant {
	return []constant{
		{name: "NO_SQUARE", value: 0xFF, comment: "no square of the 0x88 board"},
		{name: "CASTLE_KEY_AT", value: goengine.SharedTables().CastleKeyAt, comment: "offset in key_bytes of the castling rights' keys"},
		{name: "TABLE_BIAS", value: goengine.SharedEvalTables().TableBias, comment: "added to every entry of the root tables"},
		{name: "QUEEN_WORTH", value: int(goengine.SharedEvalTables().SwapValue[goengine.Queen]), comment: "the most that swap-off may win"},
		{name: "EP_KEY_AT", value: goengine.SharedTables().EnPassantKeyAt, comment: "and of the en passant files'"},
	}
}

// tables returns the tables that go into tables_gen.s, in order. Those with align take .page, whole pages of 256
// bytes a file: list them together, and fill the pages that key_bytes and swap_worth leave open with small ones. A
// table aligned to no less than its length lies within a page.
func tables() []table {
	rules := goengine.SharedTables()
	eval := goengine.SharedEvalTables()
	next, values := swapStates()
	return []table{
		{
			name:    "attack_table",
			comment: "The ways in which a piece attacks over the difference to - from of two squares.",
			bytes:   rules.AttackWays[:],
			align:   256,
		},
		{
			name:    "ray_step",
			comment: "The step that leads over the difference to - from of two squares; 0 where no ray does.",
			bytes:   rules.RayStep[:],
			align:   256,
		},
		{
			name:    "swap_next",
			comment: "Swap-off: the state of a side's attackers when the cheapest has captured (see swapoff.s).",
			bytes:   next,
			align:   256,
		},
		{
			name:    "swap_values",
			comment: "The worth of the cheapest attacker of a state, in sixteenths of a pawn; 0 without any.",
			bytes:   values,
			align:   256,
		},
		{
			name:    "key_bytes",
			comment: "Position keys: windows of four bytes.",
			bytes:   rules.Keys,
			align:   256,
		},
		{
			name:    "opening_table",
			comment: "The root tables' ground in the opening by kind: eight ranks from the own edge, files a to d.",
			bytes:   squares(eval.Opening),
			align:   2,
		},
		{
			name:    "phase_weight",
			comment: "What a piece counts for the phase of the game, by kind.",
			bytes:   eval.PhaseWeight[:],
			align:   8,
		},
		{
			name:    "near_king",
			comment: "The pull of the enemy king on each kind but the pawn, score units a step.",
			bytes:   small(eval.NearKing[:5]),
			align:   8,
		},
		{
			name:    "rank_value",
			comment: "The worth of attackers in the order in which they capture.",
			bytes:   eval.RankValue[:],
			align:   8,
		},
		{
			name:    "swap_worth",
			comment: "The worth of a piece by the way bits of its board byte. It begins a page.",
			bytes:   swapWorth(),
			align:   256,
		},
		{
			name:    "knight_steps",
			comment: "Differences of 0x88 squares a knight's move apart, in the order of generation.",
			bytes:   []byte{0x21, 0x12, 0xF2, 0xE1, 0xDF, 0xEE, 0x0E, 0x1F},
			align:   2,
		},
		{
			name:    "slot_bits",
			comment: "The bit of each slot in its byte of a mask of 16.",
			bytes:   []byte{1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128},
			align:   16,
		},
		{
			name:    "pst_page",
			comment: "The page of a piece's root table, pst, by its board byte ($41 to $A0). It stands in the page of swap_worth, at $40.",
			bytes:   pstPages(),
			align:   64,
		},
		{
			name:    "passed_bonus",
			comment: "The worth of a passed pawn by rank in the opening, then in the ending.",
			bytes:   ranks(eval.PassedOpening, eval.PassedEnding),
			align:   16,
		},
		{
			name:    "shelter",
			comment: "The worth for the king of a pawn near him by its rank, score units at full board; 0 from the fourth rank on.",
			bytes:   append(small(eval.Shelter[:]), 0),
			align:   4,
		},
		{
			name:    "castle_mask",
			comment: "What of the castling rights survives a move from or to a square of the first rank, a to h, or of the last.",
			bytes:   append(rules.CastleMask[:8:8], rules.CastleMask[0x70:0x78]...),
			align:   16,
		},
		{
			name:    "ending_table",
			comment: "The same in the ending.",
			bytes:   squares(eval.Ending),
		},
	}
}

// swapStates are the two pages that swap-off reckons with. A state counts a side's attackers of a square but the king:
// pawns + 3*knights + 9*rooks, each at most 2, in bits 0 to 4, a bishop in bit 5, queens in bits 6 and 7.
func swapStates() (next, values []byte) {
	rank := goengine.SharedEvalTables().RankValue
	next, values = make([]byte, 256), make([]byte, 256)
	for state := 1; state < 256; state++ {
		low := state & 31
		r, weight := 4, 64
		switch {
		case low%3 != 0:
			r, weight = 0, 1
		case low/3%3 != 0:
			r, weight = 1, 3
		case state&32 != 0:
			r, weight = 2, 32
		case low != 0:
			r, weight = 3, 9
		}
		next[state], values[state] = byte(state-weight), rank[r]
	}
	return next, values
}

// swapWorth is the worth of a piece by its way bits.
func swapWorth() []byte {
	t := goengine.SharedEvalTables()
	worth := make([]byte, 33)
	for ways, kind := range t.KindOf[:33] {
		if kind != goengine.King || ways == 0x10 {
			worth[ways] = t.SwapValue[kind]
		}
	}
	return worth
}

// squares strings the kinds' tables together.
func squares(tables [6][32]int8) []byte {
	var b []byte
	for _, t := range tables {
		for _, v := range t {
			b = append(b, byte(v))
		}
	}
	return b
}

// pstPages are the high bytes of the root tables' addresses in the Z80's RAM by board byte, from $40 on.
func pstPages() []byte {
	const pst = 0x43 // memory.s
	pages := make([]byte, 0xA1-0x40)
	t := goengine.SharedEvalTables()
	for ways, kind := range t.KindOf[:33] {
		if kind == goengine.King && ways != 0x10 {
			continue
		}
		for side, colour := range []int{0x40, 0x80} {
			if i := colour + ways - 0x40; i < len(pages) {
				pages[i] = byte(pst + side*6 + int(kind))
			}
		}
	}
	return pages
}

// ranks are the bytes of numbers by rank.
func ranks(tables ...[8]int8) []byte {
	var b []byte
	for _, t := range tables {
		for _, v := range t {
			b = append(b, byte(v))
		}
	}
	return b
}

// small are numbers that fit a byte.
func small(values []int) []byte {
	b := make([]byte, len(values))
	for i, v := range values {
		b[i] = byte(v)
	}
	return b
}
