// Package contracts says in Go what routines of the engines in assembly do: functions with directives, which package prove
// reads and the tests of this package prove, or compare with the routines by running them. places.txt says where each
// processor's routines take and leave values, facts.txt what proofs need besides.
package contracts

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/emu/prove"
	"github.com/searchex/searchex/emu/z80"
)

//go:embed places.txt facts.txt attack.go board.go exchange.go leaves.go lists.go moves.go prices.go roots.go search.go
var files embed.FS

// A cpu is what package prove has to know of a processor, and the emulator on which counter-examples are replayed.
type cpu struct {
	prove func() (prove.CPU, error)
	open  func(*emu.Program) (emu.Machine, error)
	// flags is the register of the flags that places name, with the bit of each; plus is clear there where it holds.
	flags string
	bits  map[string]uint32
}

var cpus = map[string]cpu{
	"68000": {
		prove: func() (prove.CPU, error) { return prove.New68000(m68k.Instructions) },
		open:  func(p *emu.Program) (emu.Machine, error) { m, err := m68k.New(p); return m.Machine, err },
		flags: "ccr", bits: map[string]uint32{"carry": 1, "zero": 4, "plus": 8},
	},
	"6502": {
		prove: func() (prove.CPU, error) { return prove.New6502(m6502.Instructions) },
		open:  func(p *emu.Program) (emu.Machine, error) { m, err := m6502.New(p); return m.Machine, err },
		flags: "p", bits: map[string]uint32{"carry": 1, "zero": 2, "plus": 0x80},
	},
	"z80": {
		prove: func() (prove.CPU, error) { return prove.NewZ80(z80.Instructions) },
		open:  func(p *emu.Program) (emu.Machine, error) { m, err := z80.New(p); return m.Machine, err },
		flags: "f",
	},
}

// some are the only routines of a processor that are proved so far, of those with contracts.
var some = map[string][]string{
	"68000": {"hop_rook", "phase_of", "within_byte", "less_tempo", "weigh", "pawn_guards", "bump", "fifty", "known_hits", "piece_code", "clear_hits", "is_killer", "promoted_code"},
}

// Outside are callers that call a routine without what its contract needs: no theorem is about these calls.
var Outside = map[string][]string{
	"officer_reaches": {"look", "look_own"}, // with a colour: then it goes on behind the first piece
	"set_scan":        {"set_position"},     // before what goes with the other side's number is made
}

// CPUs are the processors of which routines are proved.
func CPUs() []string { return slices.Sorted(maps.Keys(cpus)) }

// Load returns the contracts for a processor's program. z3, or nil, answers the questions.
func Load(name string, z3 *prove.Solver) (*prove.Book, error) { return load(name, z3, sources()) }

// load is Load with the Go of the contracts, by file.
func load(name string, z3 *prove.Solver, contracts map[string]string) (*prove.Book, error) {
	known, ok := cpus[name]
	if !ok {
		return nil, fmt.Errorf("prove routines of %s: want one of %s", name, strings.Join(CPUs(), ", "))
	}
	cpu, err := known.prove()
	if err != nil {
		return nil, fmt.Errorf("instructions of %s: %w", name, err)
	}
	img, err := asm.Load(name)
	if err != nil {
		return nil, err
	}
	book, err := prove.NewBook(contracts)
	if err != nil {
		return nil, err
	}
	book.Program, book.Solver = program(cpu, img), z3
	book.Bounds = Proved(img)
	if book.Places, err = Places(name); err != nil {
		return nil, err
	}
	if err := readFacts(book, name, text("facts.txt")); err != nil {
		return nil, err
	}
	return book, readHeaders(book, img)
}

func text(name string) string {
	b, err := fs.ReadFile(files, name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(b)
}

// sources are the files of the package: those with contracts have directives.
func sources() map[string]string {
	all := map[string]string{}
	names, err := fs.Glob(files, "*.go")
	if err != nil {
		panic(err) // the pattern is right
	}
	for _, name := range names {
		all["hostbridge/contracts/"+name] = text(name)
	}
	return all
}

// program is an image as package prove wants it.
func program(cpu prove.CPU, img *asm.Image) *prove.Program {
	p := &prove.Program{CPU: cpu, ROM: map[uint32][]byte{img.Symbols["rom_start"]: slices.Clone(img.ROM)}, Symbols: img.Symbols}
	if img.Module != nil {
		p.ROM[img.Symbols["module_start"]] = slices.Clone(img.Module)
	}
	if len(img.Book) > 0 {
		p.ROM[img.Symbols["book_start"]] = slices.Clone(img.Book)
	}
	p.BigEndian = img.CPU.Name == "68000"
	p.RAM = [][2]uint32{{img.Symbols["ram_start"], img.Symbols["ram_limit"]}}
	return p
}

// Proved are the routines of a processor that were proved last, as its .cycles file has them.
func Proved(img *asm.Image) map[string]prove.Bounds {
	all := map[string]prove.Bounds{}
	for name, c := range img.Cycles {
		if p := c.Proved; p.How != "" {
			all[name] = prove.Bounds{Least: p.Least, Most: p.Most}
		}
	}
	return all
}
