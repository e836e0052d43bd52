package hostbridge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/goengine/book"
)

// EngineKind describes an engine before one is made.
type EngineKind struct {
	// Name is the name by which New makes the engine.
	Name string
	// Title is the name in tables and games: Name, or the program's of a foreign engine.
	Title string
	// About names the historical machine that it models.
	About string
	// Clock is the clock of its machine, 0 for Go.
	Clock emu.Clock
	// Unit is the name of its machine's clock cycles, in the plural.
	Unit string
	// CPU is its machine's processor, nil for Go.
	CPU *asm.CPU
	// Image is the assembled engine, nil for Go.
	Image func() (*asm.Image, error)
	// Model is the cost model of its machine, nil for Go and for guests.
	Model func() (*Model, error)
	// StandsFor is the name of the machine whose clock and cost model give the Go
	// engine's time.
	StandsFor string
	// Can is what the engine can do. Unplayable says what is missing where Can lacks Plays.
	Can        Ability
	Unplayable error
	// Make makes an engine of another package; nil for those of this one.
	Make func(o Options) (Engine, error)
	// Digest is a hash of all that such an engine is made of, and Depths are the least and
	// the most plies that it searches.
	Digest string
	Depths [2]int

	open func(p *emu.Program) (emu.Machine, *layout, error)
}

// Ability is a set of what an engine can do.
type Ability uint16

const (
	// SameTree: it searches the tree that all engines of this project do, by their
	// profiles, with all events, an opening book and perft.
	SameTree Ability = 1 << iota
	// CountsCycles: it runs on a machine, which counts clock cycles and has a program
	// with labels.
	CountsCycles
	// Generates, Scores, Betas, Alphas and Bests: it reports these events.
	Generates
	Scores
	Betas
	Alphas
	Bests
	// Suppresses: callbacks may remove moves. Replaces: they may change values.
	Suppresses
	Replaces
	// Values: its answer has a score.
	Values
	// Plays: it is given positions, and answers with moves. A program that does not is run alone.
	Plays
	// CountsNodes: it counts the nodes of a search.
	CountsNodes

	// Everything is what the engines of this project can do, but for cycles.
	Everything = SameTree | Generates | Scores | Betas | Alphas | Bests | Suppresses | Replaces | Values | Plays | CountsNodes
)

// abilities are the abilities in words, in the order of their bits.
var abilities = [...]string{
	"the tree of this project's engines", "a machine", "events of generated moves", "events of scored moves", "events at beta",
	"events at alpha", "events of best moves", "moves that can be left out", "values that can be replaced", "a score of the answer",
	"positions and moves", "a count of nodes",
}

// PlayerOf returns the kind of a name, as KindOf, if it is given positions and answers with moves.
func PlayerOf(name string) (*EngineKind, error) {
	k, err := KindOf(name)
	if err == nil {
		err = k.Lacks(name, Plays)
	}
	return k, err
}

// Reaches reports whether an engine with Depths searches to a number of plies.
func (k *EngineKind) Reaches(plies int) bool { return k.Depths[0] <= plies && plies <= k.Depths[1] }

// Lacks returns an error if the engine lacks an ability. what is what wants it, such as a command.
func (k *EngineKind) Lacks(what string, need Ability) error {
	if need&Plays&^k.Can != 0 && k.Unplayable != nil {
		return k.Unplayable
	}
	for i, name := range abilities {
		if bit := Ability(1) << i; need&bit&^k.Can != 0 {
			return fmt.Errorf("%s wants %s; %s has none", what, name, k.Title)
		}
	}
	return nil
}

// Kinds lists all engines, the reference first.
var Kinds = []*EngineKind{
	{Name: "go", Title: "go", About: "the reference", StandsFor: "z80", Can: Everything},
	machine("z80", EngineKind{About: "development system, 1981", Clock: z80.Clock, Unit: "T-states", open: openZ80}),
	machine("6502", EngineKind{About: "Chess Champion MK V, 1981", Clock: m6502.Clock, Unit: "cycles", open: open6502}),
	machine("68000", EngineKind{About: "Cyrus 68K generation, 1986", Clock: m68k.Clock, Unit: "cycles", open: open68000}),
}

// machine returns a kind with the fields that follow from its CPU, given the CPU's name.
func machine(cpu string, k EngineKind) *EngineKind {
	c, err := asm.FindCPU(cpu)
	if err != nil { // the table of asm lacks a CPU that this table has
		panic(err)
	}
	k.Name, k.Title, k.CPU, k.Image, k.Model = cpu, cpu, c, c.Load, model(cpu)
	k.Can = Everything | CountsCycles
	return &k
}

// Names lists the names of Kinds.
var Names = func() (names []string) {
	for _, k := range Kinds {
		names = append(names, k.Name)
	}
	return names
}()

// MachineKinds returns the Kinds that run on a machine.
func MachineKinds() (kinds []*EngineKind) {
	for _, k := range Kinds {
		if k.Image != nil {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// foreign are the finders of engines that other packages make, by the prefix of their names.
var foreign = map[string]func(name string) (*EngineKind, error){}

// AddKinds adds engines that another package makes, whose names begin with a prefix such as "guest:".
// It is for use in that package's init function.
func AddKinds(prefix string, find func(name string) (*EngineKind, error)) { foreign[prefix] = find }

// Loaded is what the names of engines begin with that KindOf does not know: whoever made one has its kind.
const Loaded = "loaded:"

// IsForeign reports whether a name is one of an engine that another package makes, if there is such an engine.
func IsForeign(name string) bool { return strings.HasPrefix(name, Loaded) || finder(name) != nil }

// finder returns the finder of a name, nil for none.
func finder(name string) func(name string) (*EngineKind, error) {
	for prefix, find := range foreign {
		if strings.HasPrefix(name, prefix) {
			return find
		}
	}
	return nil
}

// KindOf returns the kind of a name, one of AllNames or that of a registered engine.
func KindOf(name string) (*EngineKind, error) {
	for _, k := range Kinds {
		if k.Name == name {
			return k, nil
		}
	}
	if machine, ok := strings.CutPrefix(name, standing); ok && slices.Contains(AllNames(), name) {
		return &EngineKind{Name: name, Title: name, StandsFor: machine, Can: Everything}, nil
	}
	if find := finder(name); find != nil {
		return find(name)
	}
	if strings.HasPrefix(name, Loaded) {
		return nil, fmt.Errorf("engine %s is not loaded: load its files again", name)
	}
	return nil, fmt.Errorf("engine %q is unknown: want one of %s", name, strings.Join(AllNames(), ", "))
}

// standing is the prefix of the Go engine's names when it models another machine
// than by default: go@6502.
const standing = "go@"

// AllNames returns Names, and the names of the Go engine when it models other
// machines.
func AllNames() []string {
	all := slices.Clone(Names)
	for _, k := range MachineKinds() {
		if k.Name != Kinds[0].StandsFor {
			all = append(all, standing+k.Name)
		}
	}
	return all
}

// Timed returns the kind whose clock counts for this one: itself, or the machine
// that it models.
func (k *EngineKind) Timed() *EngineKind {
	if machine, err := KindOf(k.StandsFor); err == nil {
		return machine
	}
	return k
}

// Options says how a machine is made. The Go engine has no options.
type Options struct {
	// Unguarded turns off the checks of all memory accesses and of the stack.
	Unguarded bool
	// Core is what executes the machine's instructions.
	Core emu.Core
	// Image is the assembled engine, nil for the embedded one.
	Image *asm.Image
}

// New returns a new engine of a name, as KindOf knows them.
func New(name string) (Engine, error) { return NewWith(name, Options{}) }

// NewWith is New with options.
func NewWith(name string, o Options) (Engine, error) {
	k, err := KindOf(name)
	if err != nil {
		return nil, err
	}
	switch {
	case k.Make != nil:
		return k.Make(o)
	case k.Image == nil:
		return newGoEngine(k)
	}
	return newMachineEngine(k, o)
}

// NewProgram returns an assembled engine, with the built-in book, in the form that
// machines load.
func NewProgram(img *asm.Image) *emu.Program {
	p := &emu.Program{
		Name: "searchex", File: img.CPU.File(".rom"), ROM: img.ROM, Origin: img.Symbols["rom_start"],
		Symbols: map[string]uint32{}, Constants: map[string]uint32{}, Level: "ply",
	}
	if rom, err := img.BookROM(book.Default().Bytes()); err == nil && rom != nil {
		p.More = append(p.More, emu.Image{Name: "book", Data: rom, Origin: img.Symbols["book_start"], Code: len(img.Book)})
	}
	if img.Module != nil {
		p.More = append(p.More, emu.Image{Name: "module", Data: img.Module, Origin: img.Symbols["module_start"], Code: img.ModuleCode()})
	}
	for name, value := range img.Symbols {
		switch img.Kinds[name] {
		case asm.Abs:
			p.Constants[name] = value
		default:
			p.Symbols[name] = value
		}
	}
	for _, l := range img.Lines {
		p.Lines = append(p.Lines, emu.Line{Addr: l.Addr, File: l.File, Line: l.Line})
	}
	return p
}
