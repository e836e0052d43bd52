package contracts

import (
	"errors"
	"fmt"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/prove"
)

// replayCycles bounds a replay: no routine with a contract takes as many.
const replayCycles = 1_000_000

// Replay runs a counter-example to a routine of a processor on the emulator, and says what the routine leaves otherwise than
// its contract. It is an error if that is nothing.
func Replay(name string, book *prove.Book, routine string, c *prove.Counter) (string, error) {
	run, err := runner(name, book, routine)
	if err != nil {
		return "", err
	}
	return book.Replay(routine, c, run)
}

// runner runs a routine of a book's program on the emulator of a processor, from a snapshot on.
func runner(name string, book *prove.Book, routine string) (func(x *prove.Snapshot) (*prove.Snapshot, error), error) {
	img, err := asm.Load(name)
	if err != nil {
		return nil, err
	}
	p := &emu.Program{Name: "searchex", File: img.CPU.File(".rom"), Symbols: map[string]uint32{}, Constants: map[string]uint32{}}
	for name, at := range img.Symbols {
		if img.Kinds[name] == asm.Abs {
			p.Constants[name] = at
		} else {
			p.Symbols[name] = at
		}
	}
	for origin, rom := range book.Program.ROM {
		switch origin {
		case img.Symbols["rom_start"]:
			p.ROM, p.Origin = rom, origin
		case img.Symbols["module_start"]:
			p.More = append(p.More, emu.Image{Name: "module", Data: rom, Origin: origin, Code: img.ModuleCode()})
		default:
			p.More = append(p.More, emu.Image{Name: "book", Data: rom, Origin: origin, Code: len(rom)})
		}
	}
	cpu := cpus[name]
	m, err := cpu.open(p)
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", routine, err)
	}
	return func(x *prove.Snapshot) (*prove.Snapshot, error) {
		m.WriteBytes(0, x.Memory)
		flags := m.Register(cpu.flags)
		for name, v := range x.Registers {
			bit := cpu.bits[name]
			switch {
			case bit == 0:
				m.SetRegister(name, uint32(v))
			case (v != 0) == (name != "plus"):
				flags |= bit
			default:
				flags &^= bit
			}
		}
		if len(cpu.bits) > 0 {
			m.SetRegister(cpu.flags, flags)
		}
		if err := m.Call(routine, replayCycles); err != nil {
			return nil, errors.New(routine + " does not return: " + err.Error())
		}
		after := &prove.Snapshot{Memory: make([]byte, len(x.Memory)), Registers: map[string]uint64{}}
		m.ReadBytes(0, after.Memory)
		for name := range x.Registers {
			if bit := cpu.bits[name]; bit == 0 {
				after.Registers[name] = uint64(m.Register(name))
			} else if is := m.Register(cpu.flags)&bit != 0; is == (name != "plus") {
				after.Registers[name] = 1
			} else {
				after.Registers[name] = 0
			}
		}
		return after, nil
	}, nil
}
