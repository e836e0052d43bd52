package guests

import (
	"bytes"
	"testing"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/goengine"
)

var miniz80 = &kind{
	name: "miniz80", symbols: ".nm", origin: 0x4000, rom: 0x800, ram: emu.Range{Start: 0xC000, Size: 0x3F00},
	machine: func(p *emu.Program, o *emu.Options) (emu.Machine, error) {
		if o == nil {
			m, err := z80.New(p)
			return m.Machine, err
		}
		m, err := z80.NewWithOptions(p, z80.Options{Options: *o})
		return m.Machine, err
	},
	square: func(i int) byte { return byte(21 + i%8 + 10*(i/8)) }, black: 0x80, size: 120, outside: 0xFF,
	best: [3]string{"best_from", "best_to", "best_man"}, played: [3]string{"from", "to", "becomes"}, man: true,
	list: func(g *guest) (moves []string) {
		for i := range uint32(g.byte("count")) {
			var e [4]byte
			g.ReadBytes(g.at("moves")+4*i, e[:])
			moves = append(moves, g.uci(e[0], e[1], promotion(e[3], e[2])))
		}
		return moves
	},
	places:   [...]string{"generated", "scored", "beta", "", "alpha", "improved"},
	register: "hl", alpha: "low", beta: "high", drop: func(g *guest) { g.jump("drop") },
	deepest: 5, start: 2, beyond: 1, mate: 8000, nothing: -9000, search: searchZ80, tool: [2]string{"z80-unknown-coff-as", "binutils-z80"},
}

// What the header of miniz80.s says of the evaluation, by the program's kinds of men.
const few = 13

var (
	material = [7]int{0, 20, 62, 64, 100, 186, 0}
	central  = [7]int{0, 0, 2, 1, 0, 0, 0} // how often the distance from the edge counts
	forward  = [8]int{0, 0, 1, 3, 5, 8, 14, 0}
	cornered = [4]int{3, 3, 1, 0} // of a king, by the distance from the edge
)

// searchZ80 has captures and promotions for six plies. What is the endgame is decided at the root.
func searchZ80(_ *guest, root *goengine.Position, depth int) negamax {
	board := men(root).board
	last := len(board)-bytes.Count(board[:], []byte{0}) < few
	return negamax{
		last: depth + 6,
		all:  func(_ *goengine.Position, ply int) bool { return ply < depth },
		some: func(p *goengine.Position, m goengine.Move, _ step) bool { return takes(p, m) || promotes(p, m) },
		evaluate: func(p position) (sum int) {
			for sq, man := range p.board {
				if man == 0 {
					continue
				}
				rank := sq / 8
				if man&black != 0 {
					rank = 7 - rank
				}
				v := worth(last, man&7, sq%8, rank)
				if p.black != (man&black != 0) {
					v = -v
				}
				sum += v
			}
			return sum
		},
	}
}

// worth is the value of a man of White on a square, in the endgame or before.
func worth(last bool, kind byte, file, rank int) int {
	f, r := min(file, 7-file), min(rank, 7-rank)
	switch {
	case kind == 1:
		return material[1] + f + forward[rank]
	case kind == 6 && last:
		return 2 * (f + r)
	case kind == 6:
		return 2 * (cornered[f] + cornered[r])
	}
	return material[kind] + central[kind]*(f+r)
}

// A position with the most men that an endgame has, and one with a man more, each have the value of a plain negamax.
func TestWhereTheEndgameBegins(t *testing.T) {
	g := newGuest(t, miniz80)
	for _, fen := range []string{"4k3/pppppp2/8/8/8/8/PPPP4/4K3 w - - 0 1", "4k3/pppppp2/8/8/8/8/PPPPP3/4K3 w - - 0 1"} {
		p := parsed(t, fen)
		s := g.negamax(p, 2)
		value, _ := s.of(p, 10_000)
		g.hasValue(p, 2, s, value)
	}
}
