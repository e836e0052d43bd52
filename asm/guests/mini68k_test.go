package guests

import (
	"debug/dwarf"
	"debug/elf"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/goengine"
)

var mini68k = &kind{
	name: "mini68k", symbols: ".nm", rom: 0x2000, ram: emu.Range{Start: 0x10000, Size: 0x4000},
	machine: func(p *emu.Program, o *emu.Options) (emu.Machine, error) {
		if o == nil {
			m, err := m68k.New(p)
			return m.Machine, err
		}
		m, err := m68k.NewWithOptions(p, m68k.Options{Options: *o})
		return m.Machine, err
	},
	square: func(i int) byte { return byte(i) }, none: 255, black: 8, size: 64,
	best: [3]string{"best_from", "best_to", "best_promo"}, played: [3]string{"best_from", "best_to", "best_promo"},
	list: func(g *guest) (moves []string) {
		for i := range uint32(g.word("list_count")) {
			at := g.at("moves") + 4*i
			moves = append(moves, g.uci(g.Read(at), g.Read(at+1), g.Read(at+2)))
		}
		return moves
	},
	places: [...]string{"generated", "scored", "at_beta", "cutoff", "at_alpha", "improved"},
	alpha:  "alpha", beta: "beta", drop: func(g *guest) { g.setByte("drop", 1) },
	deepest: 4, start: 3, mate: 30000, search: search68k, tool: [2]string{"m68k-linux-gnu-gcc", "gcc-m68k-linux-gnu"},
}

// search68k has captures and promotions to a queen for four plies, and all moves in check.
func search68k(g *guest, _ *goengine.Position, depth int) negamax {
	return negamax{
		last: depth + 4,
		all:  func(p *goengine.Position, ply int) bool { return ply < depth || p.InCheck() },
		some: func(p *goengine.Position, m goengine.Move, _ step) bool {
			if promotes(p, m) {
				return m == m.ToQueen()
			}
			return takes(p, m)
		},
		evaluate: func(p position) (v int) {
			rom := g.Program().ROM
			material, place := rom[g.at("material"):], rom[g.at("place"):]
			for sq, man := range p.board {
				kind, sign := int(man&7), 1
				if man&black == 0 {
					sq ^= 56
				}
				if p.black != (man&black != 0) {
					sign = -1
				}
				v += sign * (int(material[2*kind])<<8 + int(material[2*kind+1]) + int(int8(place[64*kind+sq])))
			}
			return v
		},
	}
}

// The ELF file has the code and the symbols of the other files, and its lines are those of the source: that of each place of
// the search names it, and a fault names the line that made it. It has no path of a machine.
func TestELF(t *testing.T) {
	f, err := elf.Open("mini68k/mini68k.elf")
	require.NoError(t, err)
	defer f.Close()
	code, err := f.Section(".text").Data()
	require.NoError(t, err)
	p := mini68k.program(t)
	require.True(t, slices.Equal(p.ROM, code))
	require.Equal(t, []byte{0, 1, 0x40, 0}, code[:4], "the vector of the stack")
	symbols, err := f.Symbols()
	require.NoError(t, err)
	found := 0
	for _, s := range symbols {
		if addr, ok := p.Symbols[s.Name]; ok {
			require.Equal(t, uint64(addr), s.Value, s.Name)
			found++
		}
	}
	require.Len(t, p.Symbols, found)
	p.Lines = linesOf(t, f)
	source := strings.Split(string(mini68k.file(t, ".c")), "\n")
	for _, name := range mini68k.places {
		at, ok := p.LineAt(p.Symbols[name])
		require.True(t, ok)
		require.Equal(t, "asm/guests/mini68k/mini68k.c", at.File)
		require.Contains(t, source[at.Line-1], name)
	}
	m, err := mini68k.machine(p, nil)
	require.NoError(t, err)
	var fault *emu.Fault
	require.ErrorAs(t, m.Call("think", 0), &fault) // without a position
	require.Equal(t, emu.Unwritten, fault.Kind)
	require.Equal(t, "asm/guests/mini68k/mini68k.c", fault.File)
	require.Contains(t, source[fault.Line-1], "depth")
	b := mini68k.file(t, ".elf")
	require.Less(t, len(b), 60_000)
	for _, path := range []string{"/home", "/root", "/tmp", "/work", "/usr", "/build"} {
		require.NotContains(t, string(b), path)
	}
}

// linesOf returns the lines of the code of a file that a compiler made from one source, one for each address.
func linesOf(t *testing.T, f *elf.File) (all []emu.Line) {
	t.Helper()
	d, err := f.DWARF()
	require.NoError(t, err)
	unit, err := d.Reader().Next()
	require.NoError(t, err)
	r, err := d.LineReader(unit)
	require.NoError(t, err)
	for {
		var e dwarf.LineEntry
		err := r.Next(&e)
		if err == io.EOF {
			return all
		}
		require.NoError(t, err)
		if n := len(all); n > 0 && all[n-1].Addr == uint32(e.Address) {
			all = all[:n-1] // the last counts
		}
		if !e.EndSequence {
			all = append(all, emu.Line{Addr: uint32(e.Address), File: e.File.Name, Line: e.Line})
		}
	}
}
