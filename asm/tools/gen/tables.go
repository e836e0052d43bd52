package main

import (
	"slices"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
	"github.com/searchex/searchex/internal/probe"
)

// This file lists what is generated. Add entries here; the numbers come from package goengine. A table's label is the Go
// name in the form of the assembly sources (knightSteps is knight_steps), and a constant's name is in capitals.

// groups returns the numbers that go into a CPU's constants_gen.inc, in order.
func groups(cpu *asm.CPU) []probe.Constants {
	shared := probe.Of(nil).Tables()
	all := append(probe.Of(nil).Constants(), []probe.Constants{
		{Title: "Position keys: numbers of windows, of four bytes each in key_bytes.", List: []probe.Constant{
			{Name: "CASTLE_KEY_AT", Value: shared.CastleKeyAt, Comment: "+ castling rights"},
			{Name: "EP_KEY_AT", Value: shared.EnPassantKeyAt, Comment: "+ file of the en passant square"},
		}},
		{Title: "Swap-off: what a piece adds to the state of its side's attackers.", List: []probe.Constant{
			{Name: "ONE_PAWN", Value: onePawn},
			{Name: "ONE_KNIGHT", Value: oneKnight},
			{Name: "ONE_ROOK", Value: oneRook},
			{Name: "ONE_BISHOP", Value: oneBishop},
			{Name: "ONE_QUEEN", Value: oneQueen},
		}},
		{Title: "The opening book's table: where the buckets' lengths and the positions begin.", List: []probe.Constant{
			{Name: "BUCKETS_AT", Value: book.BucketsAt},
			{Name: "RECORDS_AT", Value: book.RecordsAt},
		}},
		netConstants(),
	}...)
	if cpu.RootTables != 0 {
		all = append(all, probe.Constants{Title: "The RAM's layout.", List: []probe.Constant{
			{Name: "PST_PAGE", Value: cpu.RootTables >> 8, Comment: "of the first root table, pst"},
		}})
	}
	return all
}

// keys returns the table of position keys. The 8-bit CPUs read four bytes at any address of key_bytes. The 68000 cannot
// read a longword at an odd address, so it gets the windows themselves, with the same numbers.
func keys(cpu *asm.CPU) table {
	shared := probe.Of(nil).Tables()
	if cpu.Longwords {
		return table{
			name:    "key_windows",
			comment: "Random numbers for position keys: each window of four bytes of the other CPUs' key_bytes, as a longword.",
			longs:   shared.Windows,
			align:   4,
		}
	}
	return table{
		name:    "key_bytes",
		comment: "Random bytes for position keys: a number of a key is four of them, from any address on.",
		bytes:   shared.Keys,
		align:   256,
	}
}

// tables returns the tables that go into a CPU's tables_gen.s, in order. Tables with an alignment go to the section .page,
// which takes whole pages of 256 bytes in each file. So list them together, and fill the rest of the last pages of key_bytes and
// swap_worth with small ones. A table whose alignment is at least its length lies within a page.
func tables(cpu *asm.CPU) []table {
	shared := probe.Of(nil).Tables()
	next, values := swapStates()
	all := []table{
		{
			name:    "ways_from",
			comment: "The ways in which a piece on square Y can attack square to: byte Y from ways_from + ($77 ^ to) on.\nA captured piece has square $FF, which finds a byte of the next page, without a colour bit. The board's byte there has only those.",
			bytes:   waysFrom(shared.AttackWays),
			align:   256,
		},
		{
			name:    "attack_table",
			comment: "The ways in which a piece on from can attack to, by the difference to - from.",
			bytes:   shared.AttackWays[:],
			align:   256,
		},
		{
			name:    "ray_step",
			comment: "The step of the ray that leads from one square to another, by the difference to - from; 0 if no ray does.",
			bytes:   shared.RayStep[:],
			align:   256,
		},
		{
			name:    "swap_next",
			comment: "Swap-off: the state of a side's attackers after the cheapest has captured, by the state before (see swapoff.s).",
			bytes:   next,
			align:   256,
		},
		{
			name:    "swap_values",
			comment: "The value of the cheapest attacker, in sixteenths of a pawn, by the state; 0 if there is no attacker.",
			bytes:   values,
			align:   256,
		},
		keys(cpu),
		{
			name:    "opening_table",
			comment: "What a square is worth in the opening before other terms, by kind: eight ranks from the side's own edge, files a to d.",
			bytes:   squares(shared.Opening),
			align:   2,
		},
		{
			name:    "phase_weight",
			comment: "What a piece adds to the phase of the game, by kind.",
			bytes:   shared.PhaseWeight[:],
			align:   8,
		},
		{
			name:    "near_king",
			comment: "What a step nearer to the enemy king is worth to a piece, in score units, by kind except the pawn.",
			bytes:   small(shared.NearKing[:5]),
			align:   8,
		},
		{
			name:    "rank_value",
			comment: "The values of attackers in the order in which they capture.",
			bytes:   shared.RankValue[:],
			align:   8,
		},
		{
			name:    "swap_worth",
			comment: "The value of a piece by the way bits of its board byte. The table begins a page.",
			bytes:   swapWorth(),
			align:   256,
		},
		{
			name:    "knight_steps",
			comment: "A knight's steps between 0x88 squares, in the order of generation.",
			bytes:   shared.KnightSteps[:],
			align:   2,
		},
		{
			name:    "slot_bits",
			comment: "The bit of each of 16 slots in a mask of two bytes.",
			bytes:   []byte{1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128},
			align:   16,
		},
		{
			name:    "pst_page",
			comment: "The page of a piece's root table, pst, by its board byte ($41 to $A0). The table lies in the page of swap_worth, at $40.",
			bytes:   pstPages(max(cpu.RootTables>>8, 1)),
			from:    pageName(cpu),
			align:   64,
		},
		{
			name:    "passed_bonus",
			comment: "The value of a passed pawn by rank, in the opening and then in the ending.",
			bytes:   ranks(shared.PassedOpening, shared.PassedEnding),
			align:   16,
		},
		{
			name:    "shelter",
			comment: "What a pawn on the king's file or next to it is worth to him, by its rank, in score units with all pieces on the board; 0 from the fourth rank on.",
			bytes:   shelter(shared.Shelter, cpu.Linear),
			align:   4,
		},
		{
			name:    "castle_mask",
			comment: "The castling rights that remain after a move from or to a square: first rank, a to h, then last rank.",
			bytes:   append(shared.CastleMask[:8:8], shared.CastleMask[0x70:0x78]...),
			align:   16,
		},
		{
			name:    "material_low",
			comment: "A piece's material less TABLE_BIAS, 16 bits, by the page of its root table from PST_PAGE on: the low bytes.",
			bytes:   materials(0),
			align:   16,
		},
		{
			name:    "material_high",
			comment: "The high bytes of the same.",
			bytes:   materials(8),
			align:   16,
		},
		{
			name:    "near_pulls",
			comment: "What nearness to the enemy king is worth to queens, rooks, bishops and knights, in score units: four bytes each, from 3 steps away to 0.",
			bytes:   pulls(shared.NearKing[1:5]),
		},
		{
			name:    "ending_table",
			comment: "As opening_table, in the ending.",
			bytes:   squares(shared.Ending),
		},
	}
	return slices.DeleteFunc(all, func(e table) bool {
		return e.name == "pst_page" && cpu.Longwords || e.name == "near_king" && cpu.Linear ||
			e.name == "ways_from" && !cpu.Linear && !cpu.Longwords ||
			slices.Contains([]string{"knight_steps", "slot_bits"}, e.name) && cpu.Longwords ||
			slices.Contains([]string{"material_low", "material_high", "near_pulls"}, e.name) && !cpu.Linear
	})
}

// waysFrom returns the ways of attack by $77 plus the difference of the squares, and zeros to the end of the page.
func waysFrom(attack [256]uint8) []byte {
	b := make([]byte, 256)
	for i := range 2*0x77 + 1 {
		b[i] = attack[uint8(0x77-i)]
	}
	return b
}

// The numbers that a piece adds to the state of its side's attackers of a square. Bits 0 to 4 count pawns, knights and
// rooks, at most 2 of each, in base 3. Bit 5 is a bishop. Bits 6 and 7 count queens.
const (
	onePawn   = 1
	oneKnight = 3
	oneRook   = 9
	oneBishop = 32
	oneQueen  = 64
)

// swapStates returns two pages for the swap-off (static exchange evaluation), by the state of a side's attackers without
// the king: the state without the cheapest attacker, and the value of that attacker.
func swapStates() (next, values []byte) {
	rank := probe.Of(nil).Tables().RankValue
	next, values = make([]byte, 256), make([]byte, 256)
	for state := 1; state < 256; state++ {
		low := state % oneBishop
		r, weight := 4, oneQueen
		switch {
		case low%oneKnight != 0:
			r, weight = 0, onePawn
		case low%oneRook != 0:
			r, weight = 1, oneKnight
		case state&oneBishop != 0:
			r, weight = 2, oneBishop
		case low != 0:
			r, weight = 3, oneRook
		}
		next[state], values[state] = byte(state-weight), rank[r]
	}
	return next, values
}

// swapWorth returns the value of a piece by its way bits.
func swapWorth() []byte {
	t := probe.Of(nil).Tables()
	worth := make([]byte, 33)
	for ways, kind := range t.KindOf[:33] {
		if kind != goengine.King || ways == 0x10 {
			worth[ways] = t.SwapValue[kind]
		}
	}
	return worth
}

// squares joins the tables of the kinds.
func squares(tables [6][32]int8) []byte {
	var b []byte
	for _, t := range tables {
		for _, v := range t {
			b = append(b, byte(v))
		}
	}
	return b
}

// pstFirst is the page of the first root table where the linker script decides on it.
const pstFirst = "pst_first"

// pageName returns what the pages of the root tables are counted from in a CPU's table, "" if they are numbers.
func pageName(cpu *asm.CPU) string {
	if cpu.RootTables != 0 {
		return ""
	}
	return pstFirst
}

// pstPages returns the pages of the root tables by board byte, from $40 on, of which the first is given.
func pstPages(first int) []byte {
	pages := make([]byte, 0xA1-0x40)
	t := probe.Of(nil).Tables()
	for ways, kind := range t.KindOf[:33] {
		if kind == goengine.King && ways != 0x10 {
			continue
		}
		for side, colour := range []int{0x40, 0x80} {
			if i := colour + ways - 0x40; i < len(pages) {
				pages[i] = byte(first + side*6 + int(kind))
			}
		}
	}
	return pages
}

// materials returns a byte, from bit shift on, of the material value of a piece of each root table.
func materials(shift int) []byte {
	t := probe.Of(nil).Tables()
	b := make([]byte, 12)
	for i := range b {
		worth := 0
		if kind := goengine.Kind(i % 6); kind != goengine.King {
			worth = int(t.SwapValue[kind]) * goengine.SwapUnit
		}
		b[i] = byte((worth - t.TableBias) >> shift)
	}
	return b
}

// pulls returns the numbers times one, then times two, three and four.
func pulls(step []int) []byte {
	var b []byte
	for near := 1; near <= 4; near++ {
		for _, v := range step {
			b = append(b, byte(near*v))
		}
	}
	return b
}

// shelter returns the values of pawns on the first ranks, then 0 for the next rank, or for all.
func shelter(near [3]int, all bool) []byte {
	b := append(small(near[:]), 0)
	if all {
		b = append(b, 0, 0, 0)
	}
	return b
}

// ranks returns the bytes of numbers by rank.
func ranks(tables ...[8]int8) []byte {
	var b []byte
	for _, t := range tables {
		for _, v := range t {
			b = append(b, byte(v))
		}
	}
	return b
}

// small returns numbers as bytes. They must fit.
func small(values []int) []byte {
	b := make([]byte, len(values))
	for i, v := range values {
		b[i] = byte(v)
	}
	return b
}
