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
	// Model is the cost model of its machine, nil for Go.
	Model func() (*Model, error)
	// StandsFor is the name of the machine whose clock and cost model give the Go
	// engine's time.
	StandsFor string

	open func(p *emu.Program) (emu.Machine, *layout, error)
}

// Kinds lists all engines, the reference first.
var Kinds = []*EngineKind{
	{Name: "go", About: "the reference", StandsFor: "z80"},
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
	k.Name, k.CPU, k.Image, k.Model = cpu, c, c.Load, model(cpu)
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

// KindOf returns the kind of a name, one of AllNames.
func KindOf(name string) (*EngineKind, error) {
	for _, k := range Kinds {
		if k.Name == name {
			return k, nil
		}
	}
	if machine, ok := strings.CutPrefix(name, standing); ok && slices.Contains(AllNames(), name) {
		return &EngineKind{Name: name, StandsFor: machine}, nil
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

// New returns a new engine of a name, one of AllNames.
func New(name string) (Engine, error) { return NewWith(name, Options{}) }

// NewWith is New with options.
func NewWith(name string, o Options) (Engine, error) {
	k, err := KindOf(name)
	if err != nil {
		return nil, err
	}
	if k.Image == nil {
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
