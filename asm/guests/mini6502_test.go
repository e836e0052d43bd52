package guests

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/goengine"
)

var mini6502 = &kind{
	name: "mini6502", symbols: ".lbl", origin: 0x8000, rom: 0x800, ram: emu.Range{Size: 0x800}, stack: 40,
	machine: func(p *emu.Program, o *emu.Options) (emu.Machine, error) {
		if o == nil {
			m, err := m6502.New(p)
			return m.Machine, err
		}
		m, err := m6502.NewWithOptions(p, m6502.Options{Options: *o})
		return m.Machine, err
	},
	square: func(i int) byte { return byte(i + i&^7) }, none: 0xFF, black: 0x80,
	size: 128, outside: 0x85, // which is a man elsewhere
	best: [3]string{"best_from", "best_to", "best_promo"}, played: [3]string{"best_from", "best_to", "best_promo"},
	list: func(g *guest) (moves []string) {
		for i := range uint32(g.byte("list_count")) {
			moves = append(moves, g.uci(g.Read(g.at("list_from")+i), g.Read(g.at("list_to")+i), g.Read(g.at("list_promo")+i)))
		}
		return moves
	},
	places: [...]string{"generated", "scored", "at_beta", "cutoff", "at_alpha", "improved"},
	alpha:  "alpha", beta: "beta", drop: func(g *guest) { g.jump("dropped") },
	deepest: 5, start: 3, mate: 8000, search: search6502, tool: [2]string{"ca65", "cc65"},
}

// search6502 has recaptures alone after the first capture, and no promotions.
func search6502(g *guest, _ *goengine.Position, depth int) negamax {
	return negamax{
		last: 10,
		all:  func(p *goengine.Position, ply int) bool { return ply < depth || ply == depth && p.InCheck() },
		some: func(p *goengine.Position, m goengine.Move, by step) bool {
			return takes(p, m) && (!by.some || m.To() == by.move.To())
		},
		evaluate: func(p position) (v int) {
			rom := g.Program().ROM
			worth, table, places := rom[g.at("worth")-g.origin:], rom[g.at("table")-g.origin:], rom[g.at("places")-g.origin:]
			for sq, man := range p.board {
				if man == 0 {
					continue
				}
				rank, file, sign := byte(sq)>>3, byte(sq)&7, 1
				if man&black != 0 {
					rank = 7 - rank
				}
				if p.black != (man&black != 0) {
					sign = -1
				}
				kind := man & 7
				v += sign * (int(worth[kind]) + int(places[table[kind]+4*rank+min(file, 7-file)]))
			}
			return v
		},
	}
}

// A pawn can be taken en passant beyond the horizon: the double step is the only move at the root.
func TestEnPassantBeyondTheHorizon(t *testing.T) {
	g := newGuest(t, mini6502)
	for fen, step := range map[string]string{
		"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1":   "e2e4",
		"4k3/p7/8/1P6/8/8/8/4K3 b - - 0 1":    "a7a5",
		"4k3/8/8/8/4p1p1/8/5P2/4K3 w - - 0 1": "f2f4",
	} {
		g.dropsBut(fen, 1, func(ply int, move string) bool { return ply > 0 || move == step })
	}
}

// dropsBut has all moves dropped but those that are wanted, and compares the value with that of a plain negamax.
func (g *guest) dropsBut(fen string, depth int, wanted func(ply int, move string) bool) {
	g.on(generated, func() {
		if !wanted(int(g.byte("ply")), g.move()) {
			g.drop(g)
		}
	})
	p := parsed(g.t, fen)
	s := g.negamax(p, depth)
	s.drops = func(ply int, m goengine.Move) bool { return !wanted(ply, m.String()) }
	want, ok := s.of(p, 200_000)
	require.True(g.t, ok)
	g.hasValue(p, depth, s, want)
}

// The initial position takes what the source's header says.
func TestFiguresOfTheHeader(t *testing.T) {
	g := newGuest(t, mini6502)
	g.call("reset")
	require.Less(t, g.Cycles(), uint64(5_000))
	made, beyond := 0, 0
	g.on(generated, func() {
		if g.byte("ply") < g.byte("depth") {
			made++
		} else {
			beyond++
		}
	})
	g.ResetCycles()
	g.call("think")
	require.Equal(t, []int{2_444, 64}, []int{made, beyond})
	require.Equal(t, "11.3", fmt.Sprintf("%.1f", float64(g.Cycles())/1e6))
}
