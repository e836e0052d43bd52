package contracts

import (
	"errors"
	"fmt"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/emu/prove"
)

// replayCycles bounds a replay: no routine with a contract takes as many.
const replayCycles = 1_000_000

// Replay runs a counter-example to a routine of the 6502 on the emulator, and says what the routine leaves otherwise than its
// contract. It is an error if that is nothing.
func Replay(book *prove.Book, routine string, c *prove.Counter) (string, error) {
	img, err := asm.Load("6502")
	if err != nil {
		return "", err
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
		}
	}
	m, err := m6502.New(p)
	if err != nil {
		return "", fmt.Errorf("replay a counter-example to %s: %w", routine, err)
	}
	return book.Replay(routine, c, func(x *prove.Snapshot) (*prove.Snapshot, error) {
		m.WriteBytes(0, x.Memory)
		for _, name := range []string{"a", "x", "y"} {
			m.SetRegister(name, uint32(x.Registers[name]))
		}
		m.SetRegister("p", uint32(x.Registers["carry"]|x.Registers["zero"]<<1))
		if err := m.Call(routine, replayCycles); err != nil {
			return nil, errors.New(routine + " does not return: " + err.Error())
		}
		after := &prove.Snapshot{Memory: make([]byte, len(x.Memory)), Registers: map[string]uint64{}}
		m.ReadBytes(0, after.Memory)
		for _, name := range []string{"a", "x", "y"} {
			after.Registers[name] = uint64(m.Register(name))
		}
		p := uint64(m.Register("p"))
		after.Registers["carry"], after.Registers["zero"] = p&1, p>>1&1
		return after, nil
	})
}
